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

    /// Counts of rows with and without balances, between texts that are alone in their row.
    private var parts = [BalancePart(line: 0)]

    private struct BalancePart {
        /// The line of the text above the rows.
        var line: Int
        var with = 0
        var without = 0
    }

    /// Wrapped texts are no titles, and there are many of them.
    private static let partsMax = 16

    /// A text alone in its row, which is no known title.
    mutating func readText(line: Int) {
        let last = parts[parts.count - 1]
        if last.with + last.without == 0 {
            parts[parts.count - 1].line = line
        } else if parts.count <= Self.partsMax {
            parts.append(BalancePart(line: line))
        }
    }

    /// The line of an unknown title that parts rows with balances from rows without any: banks
    /// print no balance beside what they have not booked. Nil if there is none.
    var partingBalances: Int? {
        let filled = parts.filter { $0.with + $0.without > 0 }
        guard parts.count <= Self.partsMax, filled.count > 1 else { return nil }
        func isParting(_ index: Int) -> Bool {
            func sum(_ parts: ArraySlice<BalancePart>) -> (with: Int, without: Int) {
                (parts.reduce(0) { $0 + $1.with }, parts.reduce(0) { $0 + $1.without })
            }
            let (above, below) = (sum(filled[..<index]), sum(filled[index...]))
            return above.with > 1 && above.without == 0 && below.with == 0
                || below.with > 1 && below.without == 0 && above.with == 0
        }
        return filled.indices.dropFirst().first(where: isParting).map { filled[$0].line }
    }

    /// A row of the table follows.
    ///
    /// - Parameter hasBalance: nil if the table has no column of balances.
    mutating func readRow(hasBalance: Bool?) {
        if let hasBalance {
            if hasBalance {
                parts[parts.count - 1].with += 1
            } else {
                parts[parts.count - 1].without += 1
            }
        }
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
