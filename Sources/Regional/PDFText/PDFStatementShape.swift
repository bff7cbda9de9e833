import Facts

/// The text form of one kind of PDF statement: its marks, the format of rows, and the lines around
/// them.
///
/// Words are compared without blanks and in lower case, because a text layer may space letters or
/// join columns.
struct PDFStatementShape: Sendable {
    /// The form of a row's amount.
    enum Rows: Sendable {
        /// Day, signed amount with its currency, operation, details.
        case signedAmount
        /// Day, text, then two columns: money in, money out; the empty one has a dash.
        case twoSides
    }

    /// The meaning of lines below a row, up to the next row.
    enum LinesBelow: Sendable {
        /// The rest of its description; line ends may cut words.
        case description(cutsWords: Bool)
        /// Probably the rest of its details: kept as memo.
        case memo
        /// Unknown, because columns were printed separately.
        case nobody
    }

    let layout: String
    let bank: String
    /// The headings contain one of these lists, every word of it.
    let marks: [[String]]
    /// Beginnings of the line of column names, repeated on each page.
    let headings: [String]
    /// Lines that contain one of these are around rows and belong to none.
    let surroundings: [String]
    /// One of these follows the last row; empty if the printed totals prove the end.
    var endings: [String] = []
    let rows: Rows
    let below: LinesBelow
    /// Rows end with the balance after them.
    var hasBalance = false
    /// Words for the kind of operation, longer ones before their prefixes.
    var operations: [String] = []
    let units: [(text: String, currency: Currency)]
    /// The prefix of own account numbers.
    let accountPrefix: String

    /// The shape whose marks are in these lines, up to the column names, or nil.
    static func matching(_ lines: [PrintedLine]) -> PDFStatementShape? {
        let head = lines.prefix(headLinesMax).map { $0.compact }
        for shape in known {
            guard let table = head.firstIndex(where: shape.isHeading) else { continue }
            let text = head[...table].joined(separator: "\n")
            if shape.marks.contains(where: { $0.allSatisfy(text.contains) }) { return shape }
        }
        return nil
    }

    /// A fast filter for other texts: whether a line of the first page begins, without its blanks,
    /// like a line of column names.
    static func mayHaveHeading(_ head: Span<UInt8>) -> Bool {
        let headings = known.flatMap(\.headings).map { Array($0.unicodeScalars) }
        var start = 0
        var number = 0
        while start < head.count, number < headLinesMax {
            if headings.contains(where: { begins(head, at: start, with: $0) }) { return true }
            while start < head.count, head[start] != 0x0A { start += 1 }
            start += 1
            number += 1
        }
        return false
    }

    /// Whether a text continues with a word in any case, ignoring blanks between its letters.
    private static func begins(
        _ text: Span<UInt8>, at start: Int, with word: [Unicode.Scalar]
    ) -> Bool {
        var at = start
        for letter in word {
            var (scalar, count) = scalar(of: text, at)
            while count > 0, scalar != "\n", scalar != "\t", PrintedLine.isBlank(scalar) {
                at += count
                (scalar, count) = self.scalar(of: text, at)
            }
            guard count > 0, PrintedLine.lowercase(scalar) == letter else { return false }
            at += count
        }
        return true
    }

    /// The scalar at an offset and its length in bytes, nil at the end; no heading has scalars of
    /// four bytes.
    private static func scalar(of text: Span<UInt8>, _ at: Int) -> (Unicode.Scalar, count: Int) {
        guard at < text.count else { return ("\0", 0) }
        let lead = text[at]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let count = lead < 0xE0 ? 2 : 3
        guard lead < 0xF0, at + count <= text.count else { return ("?", 1) }
        var value = UInt32(lead & (count == 2 ? 0x1F : 0x0F))
        for index in 1..<count { value = value << 6 | UInt32(text[at + index] & 0x3F) }
        return (Unicode.Scalar(value) ?? "?", count)
    }

    /// Column names are on the first page.
    private static let headLinesMax = 80

    func isHeading(_ compact: String) -> Bool {
        // Tables of other formats have separators between cells.
        headings.contains { compact.hasPrefix($0) }
    }

    func isSurrounding(_ compact: String) -> Bool {
        surroundings.contains { compact.contains($0) }
    }
}

extension PDFStatementShape {
    /// The known kinds of statements; a new one is an entry here.
    static let known: [PDFStatementShape] = [
        kaspiGold, kaspiDeposit, forteBankCard, forteBankCurrent,
    ]

    private static let kazakhUnits: [(text: String, currency: Currency)] = [
        ("₸", Currency(0x4B, 0x5A, 0x54)), ("KZT", Currency(0x4B, 0x5A, 0x54)), ("$", .usd),
        ("USD", .usd), ("€", .eur), ("EUR", .eur), ("₽", Currency(0x52, 0x55, 0x42)),
        ("RUB", Currency(0x52, 0x55, 0x42)), ("GBP", Currency(0x47, 0x42, 0x50)),
        ("CNY", Currency(0x43, 0x4E, 0x59)), ("TRY", Currency(0x54, 0x52, 0x59)),
        ("AED", Currency(0x41, 0x45, 0x44)),
    ]

    private static let kaspiOperations = [
        "Покупка", "Перевод", "Пополнение", "Снятие", "Разное", "Платеж", "Платёж", "Возврат",
        "Вознаграждение", "Зат сатып алу", "Аударым", "Толықтыру", "Ақша алу", "Әртүрлі", "Төлем",
        "Қайтару", "Сыйақы", "Purchases", "Purchase", "Transfers", "Transfer", "Replenishment",
        "Withdrawals", "Withdrawal", "Others", "Payments", "Payment", "Refund", "Interest",
    ]

    /// - Source: the format notes, §6; statements in Russian, Kazakh and English.
    private static let kaspiGold = PDFStatementShape(
        layout: "kaspi/pdf", bank: "kaspi", marks: [["kaspibank", "kaspigold"]],
        headings: ["датасуммаоперация", "күнісомасыоперация", "dateamounttransaction"],
        surroundings: ["caspkzka", "суммазаблокирована", "сомабұғатталған", "amountisblocked"],
        rows: .signedAmount, below: .memo, operations: kaspiOperations, units: kazakhUnits,
        accountPrefix: "KZ")

    /// The details of a page may be printed below all its rows, so no line below a row is used.
    private static let kaspiDeposit = PDFStatementShape(
        layout: "kaspi/pdf-deposit", bank: "kaspi",
        marks: [["kaspibank", "депозит"], ["kaspibank", "deposit"]],
        headings: [
            "датасуммаоперациядеталинадепозите", "күнісомасыоперация", "dateamounttransaction",
        ],
        surroundings: ["caspkzka"], rows: .signedAmount, below: .nobody, hasBalance: true,
        operations: kaspiOperations, units: kazakhUnits, accountPrefix: "KZ")

    /// Prints the available amount at the end and no turnover: only the closing lines prove that
    /// nothing is truncated.
    private static let forteBankCard = PDFStatementShape(
        layout: "fortebank/pdf-card", bank: "fortebank",
        marks: [["выпискапокарточномусчету"], ["cardaccountstatement"]],
        headings: ["датасуммаописаниедетализация", "dateamountdescription"],
        surroundings: ["заблокированнаясумма", "blockedamount"] + forteBankFooters,
        endings: forteBankFooters, rows: .signedAmount, below: .description(cutsWords: true),
        operations: [
            "Пополнение счета", "Пополнение", "Покупка", "Перевод", "Снятие", "Погашение",
            "Возврат", "Комиссия", "Платеж", "Purchase", "Transfer", "Withdrawal", "Refund",
        ],
        units: kazakhUnits, accountPrefix: "KZ")

    private static let forteBankCurrent = PDFStatementShape(
        layout: "fortebank/pdf-account", bank: "fortebank",
        marks: [["currentaccountstatement"], ["выпискапотекущемусчету"]],
        headings: ["dateoftransactiondescription", "датаоперацииописание"],
        surroundings: ["arrests/claims", "аресты/претензии"] + forteBankFooters,
        rows: .twoSides, below: .description(cutsWords: false), units: kazakhUnits,
        accountPrefix: "KZ")

    private static let forteBankFooters = [
        "formedviatheonlinebanking", "сформировановинтернет", "accountdetails:fortebank",
        "реквизиты:ао", "contactinfo:", "контактныеданные:",
    ]
}

extension PrintedLine {
    /// Without blanks and in lower case, for comparing words.
    var compact: String {
        var view = String.UnicodeScalarView()
        // A tab separates cells of a table, which no printed page has.
        if scalars.contains("\t") { view.append("\t") }
        for scalar in scalars where !Self.isBlank(scalar) { view.append(Self.lowercase(scalar)) }
        return String(view)
    }

    /// Lowercases Latin and Cyrillic letters of Russian and Kazakh.
    fileprivate static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.value
        let lower =
            switch value {
            case 0x41...0x5A, 0x410...0x42F: value + 0x20
            case 0x400...0x40F: value + 0x50
            case 0x48A...0x4BF, 0x4D0...0x52F: value | 1
            default: value
            }
        return Unicode.Scalar(lower) ?? scalar
    }
}
