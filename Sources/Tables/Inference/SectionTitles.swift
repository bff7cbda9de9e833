internal import Facts
internal import Reading
internal import Scanning

/// Titles between the rows of an unknown table that say whose the rows below are, or that they are
/// not booked: `Рахунок UA21…`, `Картка *1234`, `Pending transactions`.
///
/// A line above a repeated header is a title too; if it is not understood, nor printed on each
/// page, nothing is known of the rows below it.
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
    /// The currencies of titles between the rows, and whether no row is above them.
    private(set) var currencies: [(currency: Currency, line: Int, isFirst: Bool)] = []
    private var openCurrency: (currency: Currency, line: Int)?

    /// A title is a cell of words, or a label with the number beside it.
    private static let cellsMax = 2
    /// Labels and values in cells of their own.
    private static let pairedCellsMax = 8
    /// A longer text is a sentence.
    private static let bytesMax = 120

    /// A row above the table.
    mutating func readAbove(_ row: TableFrame.Row, line: Int, _ words: HeadingWords) {
        if let meaning = Self.meaning(of: row, words) {
            open = (meaning, line)
            keepPrefix(of: row, meaning)
        }
        countText(Self.furniture(of: row, words))
    }

    /// A row below the header without a day.
    ///
    /// - Returns: whether the row is a title.
    mutating func read(_ row: TableFrame.Row, line: Int, _ words: HeadingWords) -> Bool {
        let meaning = Self.meaning(of: row, words)
        let currency = Self.currency(in: row, words)
        if let currency { openCurrency = (currency, line) }
        if let meaning {
            open = (meaning, line)
            keepPrefix(of: row, meaning)
        }
        if meaning == nil, currency == nil { keepUnread(row, line: line, words) }
        return meaning != nil || currency != nil
    }

    // MARK: lines above a repeated header

    /// How often each text without a meaning occurs, without its numbers and months.
    private var texts: [[UInt8]: Int] = [:]
    /// The texts since the last row.
    private var unread: [(text: [UInt8], line: Int)] = []
    private var isBelowHeader = false
    /// Texts between rows and a repeated header.
    private var aboveHeaders: [(text: [UInt8], line: Int)] = []

    /// The table's header is repeated.
    mutating func readHeader() { isBelowHeader = true }

    /// The line of a text above a repeated header that occurs once: a page's own are repeated.
    var unreadTitle: Int? {
        guard texts.count <= Self.textsMax else { return nil }
        return aboveHeaders.first { texts[$0.text] == 1 }?.line
    }

    /// Wrapped texts are no titles, and there are many of them.
    private static let textsMax = 64

    private mutating func keepUnread(_ row: TableFrame.Row, line: Int, _ words: HeadingWords) {
        guard texts.count <= Self.textsMax, let text = Self.furniture(of: row, words) else {
            return
        }
        countText(text)
        if unread.count < Self.textsMax { unread.append((text, line)) }
    }

    private mutating func countText(_ text: [UInt8]?) {
        if let text, texts.count <= Self.textsMax { texts[text, default: 0] += 1 }
    }

    /// The words of a line without numbers and names of months; nil if there are none, or if the
    /// line has money.
    private static func furniture(of row: TableFrame.Row, _ words: HeadingWords) -> [UInt8]? {
        let cells = row.filter { cell in cell.contains { $0 > 0x20 } }
        guard (1...pairedCellsMax).contains(cells.count),
            cells.allSatisfy({
                $0.count <= bytesMax && !NumberReadings.isMoney($0.span, words)
            })
        else { return nil }
        var folded: [UInt8] = []
        TextFolder().fold(Array(cells.joined(separator: [0x20])).span, into: &folded)
        let parts = folded.split(separator: 0x20).filter { word in
            !word.contains(where: isDigit)
                && !MonthNames.isMonth(inFolded: folded.span, word.startIndex..<word.endIndex)
        }
        return parts.isEmpty ? nil : Array(parts.joined(separator: [0x20]))
    }

    /// The currency of the rows below, said as above a table: `Currency: USD`.
    private static func currency(in row: TableFrame.Row, _ words: HeadingWords) -> Currency? {
        let filled = row.filter { cell in cell.contains { $0 > 0x20 } }
        guard (1...pairedCellsMax).contains(filled.count),
            filled.allSatisfy({ !NumberReadings.isMoney($0.span, words) })
        else { return nil }
        for (index, cell) in filled.enumerated() where cell.count <= bytesMax {
            let beside = index > 0 ? [filled[index - 1]] : []
            if let code = AccountCurrency(cell, beside: beside, words).codes.first { return code }
        }
        return nil
    }

    // MARK: balances

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
        if let title = openCurrency.take(), currencies.count < Self.textsMax {
            currencies.append((title.currency, title.line, !hasRows))
        }
        if isBelowHeader, hasRows, aboveHeaders.count < Self.textsMax { aboveHeaders += unread }
        if isBelowHeader || !unread.isEmpty {
            isBelowHeader = false
            unread = []
        }
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
        if isWhole { return isMoment(bytes) ? "" : name }
        guard case .account(let number)? = meaning(of: [bytes], .builtIn),
            !isMoment(Array(number.utf8))
        else { return "" }
        return number
    }

    /// Whether digits are a day with an hour, or a period, as names of exports have them:
    /// `20260131093015`, `2026010120260131`.
    private static func isMoment(_ digits: [UInt8]) -> Bool {
        guard [10, 12, 14, 16].contains(digits.count), digits.allSatisfy(isDigit) else {
            return false
        }
        let values = digits.map { Int($0) - 0x30 }
        var pairs: [Int] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            pairs.append(values[index] * 10 + values[index + 1])
        }
        func isDay(_ first: Int) -> Bool {
            let year = pairs[first] * 100 + pairs[first + 1]
            return (2000..<2050).contains(year)
                && CalendarDate(year: year, month: pairs[first + 2], day: pairs[first + 3]) != nil
        }
        guard isDay(0) else { return false }
        return digits.count == 16
            ? isDay(4) : zip(pairs[4...], [24, 60, 60]).allSatisfy { $0 < $1 }
    }

    private static func meaning(of row: TableFrame.Row, _ words: HeadingWords) -> Meaning? {
        let cells = row.filter { cell in cell.contains { $0 > 0x20 } }
        guard (1...pairedCellsMax).contains(cells.count),
            cells.allSatisfy({ $0.count <= bytesMax })
        else { return nil }
        let first = cells[0]
        let folded = HeaderText.fold(first.span)
        if cells.count > cellsMax { return pairedMeaning(of: cells, folded, words) }
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

    /// `Account | DE89… | Currency | EUR`: the number is beside its label.
    private static func pairedMeaning(
        of cells: [[UInt8]], _ label: [UInt8], _ words: HeadingWords
    ) -> Meaning? {
        guard words.isAccountTitle(label),
            cells.allSatisfy({ !NumberReadings.isMoney($0.span, words) })
        else { return nil }
        let value = cells[1]
        if let iban = IBANText.first(in: String(decoding: value, as: UTF8.self)) {
            return .account(iban)
        }
        let number = AccountNumberText.number(in: value)
        return number.map { .account(String(decoding: $0, as: UTF8.self)) }
    }
}
