internal import Facts
internal import Scanning
internal import Reading

/// An open question: the file is refused until it is answered.
struct InferenceDoubt: Sendable {
    enum Question: String, Sendable {
        case dateOrder = "date-order"
        case decimalMark = "decimal-mark"
        case sign
        case amountColumn = "amount-column"
        case amountCurrencies = "amount-currencies"
        case currencyColumn = "currency-column"
        case dateColumn = "date-column"
        case status
        case unit
        case rows
        case dayTitles = "day-titles"
        case sections
        case totals
        case sides
        case decimals
    }

    let question: Question
    /// The remaining readings, as options name them or as headings.
    var readings: [String] = []
    /// A value that allows all readings, and its line.
    var sample = ""
    let line: Int
    /// The result of each reading for the sample.
    var results: [String] = []

    /// The option that answers it, if any.
    var remedy: String? {
        switch question {
        case .dateOrder: ReadingOption.dateOrder.advice(of: readings)
        case .decimalMark: ReadingOption.decimalMark.advice
        case .sign: ReadingOption.sign.advice
        case .amountColumn, .amountCurrencies, .currencyColumn, .dateColumn, .status, .unit, .rows,
            .dayTitles, .sections, .totals, .sides, .decimals:
            nil
        }
    }
}

/// The inferred layout of an unknown table, its proofs and its open questions.
struct InferredTable: Sendable {
    struct Field: Sendable {
        let field: LayoutField
        let columns: [Int]
    }

    let shape: CSVShape
    let rowsAbove: Int
    let hasHeader: Bool
    let names: [String]
    /// Headings as layouts name them, with `{currency}` for a printed one.
    let patterns: [String]
    /// The unit of each column's numbers, if it is not the currency.
    let units: [HeadingUnit?]
    var fields: [Field] = []
    /// Fields whose columns are parts of one text.
    var joined: [LayoutField] = []
    var datePatterns: [String] = []
    var mark = NumberStyle.DecimalMark.point
    var hasUnit = false
    var isInverted = false
    /// Words, letters, a column of its own or balances prove the sign; words of the texts and
    /// majorities only make it likely.
    var isSignProved = false
    /// The user's option decides the sign.
    var isSignChosen = false
    /// Amounts are unsigned, and the balances give each row its sign.
    var signOrder: RowOrder?
    var isDebitNegative = false
    /// A negative number among unsigned outflows is a storno.
    var hasStorno = false
    /// Debits and credits are a debt's: all credits have a minus.
    var isDebt = false
    /// Money whose numbers have `DR` or `CR` beside them.
    var sideLetters: [LayoutField] = []
    /// Words that mean a blank cell.
    var noneWords: [String] = []
    /// A row without a booking day is a hold.
    var isUnbookedHold = false
    /// The balances follow from the amounts and their fees only.
    var isFeeOnTop = false
    /// Some fees are not zero, and no balances say whether the amounts hold them.
    var hasUnprovedFees = false
    var directions: (moneyIn: [String], moneyOut: [String])?
    /// The statement's own account, if the sides of payments show it: it is the direction's word
    /// for money out, and any other account for money in.
    var paysFromAccount = ""
    /// Words of transfers, if the table names their target accounts.
    var transfers: [String] = []
    var status: (done: [String], hold: [String], skip: [(word: String, reason: RowSkip.Reason)])?
    var skips: [TableInference.SkippedText] = []
    /// Columns in which a text says why the row's payment was not carried out.
    var failureReasons: [Int] = []
    /// A row with a day alone is above the rows of that day.
    var hasDayTitles = false
    /// The first words of titles that name the account of the rows below.
    var sections: [String] = []
    /// Printed in a heading or beside every amount.
    var currency = Currency.unknown
    /// Printed beside every amount, so a layout must declare it.
    var unitCurrency = Currency.unknown
    /// Printed above the table; empty if it is not.
    var ownAccount = ""
    /// A row with a blank cell in the column of accounts, or of currencies, is rejected.
    var needsAccount = false
    var needsCurrency = false
    /// A row whose code is none of ISO 4217 is rejected: others are.
    var refusesUnlistedCurrency = false
    /// The bank's name as printed above the table, folded; empty if there is none.
    var bankAbove = ""
    /// Shapes of the columns of a table without a header.
    var dayColumns: [Int] = []
    var moneyColumns: [(column: Int, mayBeBlank: Bool)] = []
    /// Sentences: the proof of each part.
    var proofs: [String] = []
    var doubts: [InferenceDoubt] = []

    init(frame: TableFrame) {
        shape = frame.shape
        rowsAbove = frame.rowsAbove
        hasHeader = frame.hasHeader
        names = frame.names
        patterns = frame.headings.map(\.pattern)
        units = frame.headings.map(\.unit)
    }

    mutating func add(_ field: LayoutField, _ columns: [Int]) {
        guard !columns.isEmpty else { return }
        fields.append(Field(field: field, columns: columns))
    }

    /// The refusal with the first open question, its readings and a sample, followed by all others
    /// that an option answers, so that the user is asked once.
    func refusal(file: String) -> ReadFailure? {
        // A question without an option comes first: other answers would not help.
        guard let doubt = doubts.first(where: { $0.remedy == nil }) ?? doubts.first else {
            return nil
        }
        var details = [doubt.question.rawValue] + doubt.readings + doubt.results
        if doubt.remedy != nil {
            for other in doubts.dropFirst() where other.remedy != nil {
                if details.contains(other.question.rawValue) { continue }
                details += [other.question.rawValue] + other.readings + other.results
            }
        }
        return ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: file, line: doubt.line), found: doubt.sample,
            details: details)
    }

    /// The table for the row mapper, by the very layout that `layout draft` writes.
    func table() throws(LayoutProblem) -> CSVTable {
        let yaml = LayoutDraft(self, name: UnknownBank.layoutName, comments: [], bank: family).text
        let layout = try Layout(yaml: Array(yaml.utf8), file: UnknownBank.layoutName, rank: .own)
        var columns = CSVColumns()
        for field in fields {
            for column in field.columns { columns.add(column, to: field.field) }
        }
        var table = CSVTable(
            shape: shape, layout: layout, columns: columns,
            header: hasHeader ? names : names.indices.map { "#\($0 + 1)" },
            headerRow: rowsAbove - 1,
            currency: currency.isKnown ? currency : layout.fixedCurrency, iban: ownAccount)
        table.order = signOrder
        table.hasUnprovedFees = hasUnprovedFees
        table.needsAccount = needsAccount
        table.needsCurrency = needsCurrency
        table.refusesUnlistedCurrency = refusesUnlistedCurrency
        return table
    }

    /// Identifies the bank of an unknown table: tables with the same headings belong to one bank,
    /// unless another bank's name is printed above them.
    private var family: String {
        let head = hasHeader ? patterns : names.indices.map { _ in "#" }
        let parts = bankAbove.isEmpty ? head : head + [bankAbove]
        // A second byte order mark, or a blank without width, is not seen in a heading.
        let seen = parts.joined(separator: "\u{1F}").unicodeScalars.filter {
            $0.value != 0xFEFF && $0.value != 0x2060 && !(0x200B...0x200F).contains($0.value)
        }
        let name = Array(String(String.UnicodeScalarView(seen)).utf8)
        return UnknownBank.name(hash: StableHash.hash(name.span, seed: 12))
    }
}
