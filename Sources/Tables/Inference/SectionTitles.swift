internal import Facts
internal import Reading

/// Titles between the rows of an unknown table that say whose the rows below are, or that they are
/// not booked: `Рахунок UA21…`, `Картка *1234`, `Pending transactions`.
struct SectionTitles {
    enum Meaning: Equatable {
        /// The account's number as in the title.
        case account(String)
        case holds
    }

    /// The title that no row has followed yet.
    private var open: (meaning: Meaning, line: Int)?
    private var current: Meaning?
    private var hasRows = false
    /// The first title that parts the rows.
    private(set) var parting: Int?
    /// The words before the number of each title with an IBAN; nil if some title has none.
    private(set) var prefixes: [String]? = []

    /// A title is a cell of words, or a label with the number beside it.
    private static let cellsMax = 2
    /// A longer text is a sentence.
    private static let bytesMax = 120

    /// - Returns: whether the row is a title.
    mutating func read(_ row: TableFrame.Row, line: Int, _ words: HeadingWords) -> Bool {
        guard let meaning = Self.meaning(of: row, words) else { return false }
        open = (meaning, line)
        keepPrefix(of: row, meaning)
        return true
    }

    /// A row of the table follows.
    mutating func readRow() {
        defer { hasRows = true }
        guard let title = open.take() else { return }
        let isOther = hasRows && current != title.meaning
        if isOther || title.meaning == .holds { parting = parting ?? title.line }
        current = title.meaning
    }

    private mutating func keepPrefix(of row: TableFrame.Row, _ meaning: Meaning) {
        guard case .account(let number) = meaning, let first = row.first,
            IBANText.normalized(number) != nil
        else {
            prefixes = nil
            return
        }
        let text = String(decoding: first, as: UTF8.self)
        let prefix = HeaderText.fold(String(text.prefix { !$0.isNumber }.dropLast(2)))
        guard !prefix.isEmpty, IBANText.first(in: text) != nil else {
            prefixes = nil
            return
        }
        let word = String(decoding: prefix, as: UTF8.self)
        if prefixes?.contains(word) == false { prefixes?.append(word) }
    }

    private static let digitsMin = 10

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The account that a sheet's name is or contains; empty if it has none.
    static func account(in name: String) -> String {
        let bytes = Array(name.utf8)
        let isWhole =
            AccountNumberText.isNumber(bytes)
            && (bytes.contains(0x2A) || bytes.count >= digitsMin && bytes.allSatisfy(isDigit))
        // Shorter ones, and those with marks, may be days and months.
        if isWhole { return name }
        guard case .account(let number)? = meaning(of: [bytes], .builtIn) else { return "" }
        return number
    }

    private static func meaning(of row: TableFrame.Row, _ words: HeadingWords) -> Meaning? {
        let cells = row.filter { cell in cell.contains { $0 > 0x20 } }
        guard (1...cellsMax).contains(cells.count), cells.allSatisfy({ $0.count <= bytesMax })
        else { return nil }
        let first = cells[0]
        let folded = HeaderText.fold(first.span)
        if cells.count == 1, words.isHoldTitle(folded) { return .holds }
        let text = cells.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        if let iban = IBANText.first(in: text) { return .account(iban) }
        guard words.isAccountTitle(folded) else { return nil }
        let number = text.split { $0.isWhitespace || $0 == ":" }.last { word in
            word.contains(where: \.isNumber)
                && AccountNumberText.isTail(Array(word.utf8))
        }
        return number.map { .account(String($0)) }
    }
}
