internal import Facts
internal import Scanning
internal import Reading

/// A question the rows leave open: nothing is read until it is settled.
struct InferenceDoubt: Sendable {
    enum Question: String, Sendable {
        case dateOrder = "date-order"
        case decimalMark = "decimal-mark"
        case sign
        case amountColumn = "amount-column"
        case currencyColumn = "currency-column"
        case dateColumn = "date-column"
        case status
        case unit
        case rows
        case totals
    }

    let question: Question
    /// The readings left, as options name them or as headings.
    let readings: [String]
    /// A value that allows them all, and its line.
    let sample: String
    let line: Int
    /// What each reading makes of the sample.
    let results: [String]

    /// The option that settles it, where there is one.
    var remedy: String? {
        switch question {
        case .dateOrder: ReadingOption.dateOrder.advice(of: readings)
        case .decimalMark: ReadingOption.decimalMark.advice
        case .sign: ReadingOption.sign.advice
        case .amountColumn, .currencyColumn, .dateColumn, .status, .unit, .rows, .totals: nil
        }
    }
}

/// What an unknown table was found to be: what a layout says, why it is believed, and what is left
/// open.
struct InferredTable: Sendable {
    struct Field: Sendable {
        let field: LayoutField
        let columns: [Int]
    }

    let shape: CSVShape
    let rowsAbove: Int
    let hasHeader: Bool
    let names: [String]
    /// Headings as layouts name them, with `{currency}` where they print one.
    let patterns: [String]
    /// What the numbers of each column count, where that is not the currency.
    let units: [HeadingUnit?]
    var fields: [Field] = []
    var datePatterns: [String] = []
    var mark = NumberStyle.DecimalMark.point
    var hasUnit = false
    var isInverted = false
    /// Amounts have no sign, and the balances give each row its own.
    var signOrder: RowOrder?
    var isDebitNegative = false
    var directions: (moneyIn: [String], moneyOut: [String])?
    var status: (done: [String], hold: [String], skip: [(word: String, reason: RowSkip.Reason)])?
    var skips: [TableInference.SkippedText] = []
    /// Printed in a heading or beside every amount.
    var currency = Currency.unknown
    /// Printed beside every amount, so that a layout must say it.
    var unitCurrency = Currency.unknown
    /// Printed above the table; empty where it is not.
    var ownAccount = ""
    /// The bank's name as it is printed above the table, folded; empty where it is not.
    var bankAbove = ""
    /// Shapes of the columns of a table without a header.
    var dayColumns: [Int] = []
    var moneyColumns: [(column: Int, mayBeBlank: Bool)] = []
    /// Sentences: what proved each part.
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

    /// The refusal that names the first open question, its readings and a value that shows it, and
    /// behind it all others that an option settles: whoever answers what was asked is not asked
    /// again.
    func refusal(file: String) -> ReadFailure? {
        // What no option settles comes first: an answer to anything else would help nobody.
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

    /// The table as the row mapper wants it, read by the very layout that `layout draft` writes.
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
        return table
    }

    /// What stands for the bank of a table that nobody knows: tables with the same headings are one
    /// bank's, others are not, nor are those with another bank's name above them.
    private var family: String {
        let head = hasHeader ? patterns : names.indices.map { _ in "#" }
        let parts = bankAbove.isEmpty ? head : head + [bankAbove]
        return UnknownBank.name(
            hash: StableHash.hash(Array(parts.joined(separator: "\u{1F}").utf8).span, seed: 12))
    }
}
