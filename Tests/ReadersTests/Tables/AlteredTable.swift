import Facts
import Scanning
import TestKit

/// A bank's table as cells, to be written as somebody's spreadsheet, editor or script would.
struct AlteredTable {
    /// What every cell of a column is, where it is anything.
    enum Kind: Equatable {
        case text
        /// A number that uses this mark.
        case number(Character)
        /// A number that is the payment's amount, or one side of it.
        case amount(Character)
        /// A day, by which number of it is what.
        case day(DayOrder)
        /// Digits only, and many: an id or an account.
        case digits
    }
    enum DayOrder: CaseIterable { case yearFirst, dayFirst, monthFirst }
    enum Encoding: Equatable { case plain, marked, wide, wideBig, page(TextEncoding) }

    /// Lines above the header.
    var above: [[String]]
    var header: [String]
    var rows: [[String]]
    var kinds: [Kind]
    /// The one currency of all rows.
    var currency: String?
    var delimiter: Character
    var lineEnd = "\n"
    var encoding = Encoding.plain
    var quotesAll = false
    var blanks = ""
    var hasBlankLines = false
    /// Each line is one cell in quotes, as of a table opened with the wrong delimiter.
    var areLinesCells = false
    var trailingRows = 0
    /// A column has lost its name or is gone: what it told may be missing.
    var isPoorer = false
    var hasLostColumn = false
    var isReversed = false
    /// Money out is printed without a minus.
    var isInverted = false
    /// What stands where nothing is.
    var absentWord: String?
    /// The row that has a byte no letter has.
    var brokenRow = -1

    /// - Parameters:
    ///   - headerLine: the physical line of the header, and of no row when there is none.
    ///   - days: the days that the rows are known to have.
    init?(_ text: String, firstRowLine: Int, rowCount: Int, days: [CalendarDate]) {
        guard let (found, rows) = Self.cells(text) else { return nil }
        delimiter = found
        guard let first = rows.firstIndex(where: { $0.line >= firstRowLine }), first > 0 else {
            return nil
        }
        // Blank lines between the header and the rows are no header.
        guard
            let head = rows[..<first].lastIndex(where: {
                $0.cells.count > 1 && !$0.cells.allSatisfy(\.isEmpty)
            })
        else { return nil }
        header = rows[head].cells
        above = rows[..<head].map(\.cells)
        let width = header.count
        self.rows = rows[first...].map(\.cells).filter { !$0.allSatisfy(\.isEmpty) }
        // A table of one shape only: what banks print below it is their matter.
        guard self.rows.count == rowCount, self.rows.allSatisfy({ $0.count == width }) else {
            return nil
        }
        kinds = []
        for column in 0..<width {
            let values = self.rows.map { $0[column] }.filter { !Self.isNone($0) }
            kinds.append(Self.kind(of: values, days: days))
        }
    }

    static func isNone(_ cell: String) -> Bool {
        cell.allSatisfy { $0 == " " } || ["—", "-", "–"].contains(cell)
    }

    /// Notes which columns hold the amounts that were read.
    mutating func record(_ amounts: [Money]) {
        for column in kinds.indices {
            guard case .number(let mark) = kinds[column] else { continue }
            let isAmount = zip(rows, amounts).allSatisfy { row, amount in
                guard let number = PlainNumber(row[column], mark: mark) else { return true }
                let text = number.fraction.isEmpty ? "" : ".\(number.fraction)"
                let money = Money(text: number.whole + text, currency: amount.currency)
                return money == amount || money == amount.negated || money?.isZero ?? true
            }
            guard isAmount else { continue }
            kinds[column] = .amount(mark)
            isInverted =
                isInverted
                || zip(rows, amounts).contains { row, amount in
                    amount.isNegative
                        && PlainNumber(row[column], mark: mark)?.isNegative == false
                }
        }
    }

    // MARK: kinds

    private static func kind(of values: [String], days: [CalendarDate]) -> Kind {
        guard !values.isEmpty else { return .text }
        let fitting = DayOrder.allCases.filter { order in
            values.allSatisfy { WrittenDay($0, order) != nil }
        }
        if !fitting.isEmpty {
            let known = fitting.max { a, b in
                func hits(_ order: DayOrder) -> Int {
                    values.count { value in days.contains { $0 == WrittenDay(value, order)?.date } }
                }
                return hits(a) < hits(b)
            }
            return .day(known ?? fitting[0])
        }
        if values.allSatisfy({ $0.utf8.count >= 12 && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }) {
            return .digits
        }
        for mark in [".", ","] as [Character] {
            let numbers = values.map { PlainNumber($0, mark: mark) }
            if numbers.allSatisfy({ $0 != nil }),
                numbers.contains(where: { $0?.fraction.isEmpty == false })
            {
                return .number(mark)
            }
        }
        return .text
    }

    // MARK: writing

    var bytes: [UInt8] {
        var lines = above.map { line($0) } + (header.isEmpty ? [] : [line(header)])
        for row in rows {
            if hasBlankLines { lines.append("") }
            lines.append(line(row))
        }
        for _ in 0..<trailingRows {
            lines.append(line(Array(repeating: "", count: rows[0].count)))
        }
        if areLinesCells { lines = lines.map { "\"\($0.replacing("\"", with: "\"\""))\"" } }
        let text = lines.map { $0 + lineEnd }.joined()
        switch encoding {
        case .plain:
            guard brokenRow >= 0 else { return Array(text.utf8) }
            return text.utf8.flatMap { $0 == Self.mark ? [0xFF] : [$0] }
        case .marked: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case .wide:
            return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .wideBig:
            return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .page(let encoding): return singleByteText(text, encoding)
        }
    }

    private func line(_ cells: [String]) -> String {
        cells.map { cell in
            let padded = blanks.isEmpty || cell.isEmpty ? cell : blanks + cell + blanks
            let needsQuotes =
                quotesAll || padded.contains(delimiter) || padded.contains("\"")
                || padded.contains(where: \.isNewline)
            return needsQuotes ? "\"\(padded.replacing("\"", with: "\"\""))\"" : padded
        }.joined(separator: String(delimiter))
    }

    /// Stands for a broken byte until the text is bytes.
    static let mark: UInt8 = 0x01

    // MARK: reading

    private typealias Line = (line: Int, cells: [String])

    /// The cut that gives the most cells a line.
    private static func cells(_ text: String) -> (delimiter: Character, rows: [Line])? {
        var best: (delimiter: Character, rows: [Line])?
        var most = 1
        for delimiter in [",", ";", "\t"] as [Character] {
            let rows = rows(text, delimiter)
            var widths: [Int: Int] = [:]
            for row in rows { widths[row.cells.count, default: 0] += 1 }
            let score = widths.map { ($0.key - 1) * $0.value }.max() ?? 0
            if score >= most {
                most = score + 1
                best = (delimiter, rows)
            }
        }
        return best
    }

    private static func rows(_ text: String, _ delimiter: Character) -> [Line] {
        var rows: [Line] = []
        var cells: [String] = []
        var cell = ""
        var isQuoted = false
        var line = 1
        var start = 1
        var rest = Substring(text)
        func end() {
            cells.append(cell)
            rows.append((start, cells))
            cells = []
            cell = ""
        }
        while let letter = rest.popFirst() {
            if isQuoted {
                if letter == "\"" {
                    if rest.first == "\"" {
                        cell.append("\"")
                        rest.removeFirst()
                    } else {
                        isQuoted = false
                    }
                } else {
                    if letter.isNewline { line += 1 }
                    cell.append(letter)
                }
            } else if letter == "\"", cell.allSatisfy({ $0 == " " }) {
                cell = ""
                isQuoted = true
            } else if letter == delimiter {
                cells.append(cell)
                cell = ""
            } else if letter.isNewline {
                end()
                line += 1
                start = line
            } else {
                cell.append(letter)
            }
        }
        if !cell.isEmpty || !cells.isEmpty { end() }
        return rows
    }
}

/// A number in its parts.
struct PlainNumber {
    let isNegative: Bool
    let hasPlus: Bool
    let whole: String
    let fraction: String

    init?(_ text: String, mark: Character) {
        var rest = text[...]
        isNegative = rest.first == "-"
        hasPlus = rest.first == "+"
        if isNegative || hasPlus { rest.removeFirst() }
        let parts = rest.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, first.count <= 12 else { return nil }
        let groups: [Character] = [" ", "\u{A0}", mark == "." ? "," : "."]
        whole = String(first.filter { !groups.contains($0) })
        fraction = parts.count == 2 ? String(parts[1]) : ""
        let groupSizes = first.split { groups.contains($0) }.dropFirst().map(\.count)
        guard !whole.isEmpty, groupSizes.allSatisfy({ $0 == 3 }), fraction.count <= 8,
            (whole + fraction).utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            whole == "0" || whole.first != "0"
        else { return nil }
    }
}

/// A day in its parts, with the time that may follow.
struct WrittenDay {
    let date: CalendarDate
    /// Hour, minute and second, as far as they are there.
    let clock: [Int]

    init?(_ text: String, _ order: AlteredTable.DayOrder) {
        let halves = text.split(whereSeparator: { " T,".contains($0) }).map(String.init)
        guard (1...2).contains(halves.count),
            let separator = halves[0].first(where: { !$0.isNumber }), "./-".contains(separator)
        else { return nil }
        let parts = halves[0].split(separator: separator).map(String.init)
        let numbers = parts.compactMap(Int.init)
        guard numbers.count == 3, parts.count == 3 else { return nil }
        let yearPart = parts[order == .yearFirst ? 0 : 2]
        guard yearPart.count == 4 || yearPart.count == 2 && order != .yearFirst else { return nil }
        if separator == ".", order == .monthFirst { return nil }
        let (year, month, day) =
            switch order {
            case .yearFirst: (numbers[0], numbers[1], numbers[2])
            case .dayFirst: (numbers[2], numbers[1], numbers[0])
            case .monthFirst: (numbers[2], numbers[0], numbers[1])
            }
        guard
            let date = CalendarDate(
                year: year < 100 ? year + 2000 : year, month: month, day: day)
        else { return nil }
        self.date = date
        clock = halves.count == 2 ? halves[1].split(separator: ":").compactMap { Int($0) } : []
        guard halves.count == 1 || (2...3).contains(clock.count) else { return nil }
    }
}
