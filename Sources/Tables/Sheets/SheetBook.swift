internal import Facts

/// A sheet of a workbook and its name.
struct SheetName: Sendable, Hashable {
    /// Empty for a format without sheets: a page of HTML tables.
    let text: String
    let isHidden: Bool
}

/// An open file of sheets: each sheet of any format is returned as the text of a table.
///
/// The text is CSV of a fixed dialect: comma, texts quoted, numbers and days not; numbers are the
/// shortest decimal with a point, days `yyyy-mm-dd[ HH:MM:SS]`, times `HH:MM:SS`. A row of the
/// sheet is a line of the text, so that line numbers are row numbers; line breaks in cells become
/// blanks. Only filled cells are written.
protocol SheetBook: AnyObject {
    /// `xlsx`, `xls`: shown as the file's encoding, since sheets have none.
    var encoding: String { get }
    var sheets: [SheetName] { get }
    /// The text of a sheet from its first row; only one is read at a time.
    func text(ofSheet index: Int) throws(ReadFailure) -> SheetText
    var isUnchanged: Bool { get }
    /// Numbers that are days count from 1904-01-01.
    var hasDaysFrom1904: Bool { get }
    /// The line of the file at which a row of the current sheet begins.
    func line(ofRow row: Int) -> Int
    /// A cell of the current sheet as messages name it: `Виписка!D18`.
    func place(sheet: String, row: Int, column: Int) -> String
}

extension SheetBook {
    var hasDaysFrom1904: Bool { false }

    func line(ofRow row: Int) -> Int { row }

    func place(sheet: String, row: Int, column: Int) -> String {
        SheetColumn.place(sheet: sheet, line: row, column: column)
    }
}

/// The rows of one sheet as CSV, chunk by chunk. Each format reads its cells.
class SheetText {
    final var rows: SheetRows
    /// Rows with a text that the format hides, and that are not read.
    final var hiddenRows: [Int] = []
    private var isAtEnd = false
    /// The texts beside each column's numbers, by their formats.
    private var units: [ShownUnits] = []

    /// Limit of the columns with a currency of their own.
    private static let columnsMax = 64

    init(file: String, sheet: String) {
        rows = SheetRows(file: file, sheet: sheet)
    }

    /// Reads a few cells into `rows`; false at the end.
    func readCells() throws(ReadFailure) -> Bool { false }

    /// Adds a number of the current row, and keeps the text beside it. Zeros have no currency.
    final func add(
        number: [UInt8], shownAs format: NumberFormat?, at column: Int
    ) throws(ReadFailure) {
        guard let format else {
            keep(unit: [], ofColumn: column)
            return try rows.add(typed: number.span, at: column)
        }
        if number != [0x30] { keep(unit: format.unit, ofColumn: column) }
        try rows.add(typed: format.shown(number).span, at: column)
    }

    /// Keeps the text beside a number of the current row.
    final func keep(unit: [UInt8], ofColumn column: Int) {
        guard column >= 0, column < Self.columnsMax else { return }
        while units.count <= column { units.append(ShownUnits()) }
        units[column].add(unit, row: rows.current)
    }

    /// Whether some number of a column has a text beside it.
    final func hasUnits(ofColumn column: Int) -> Bool {
        units.indices.contains(column) && units[column].areShown
    }

    /// The currency that a number shows; unknown if it shows none.
    final func currency(ofRow row: Int, column: Int) -> Currency {
        guard units.indices.contains(column), let text = units[column].text(ofRow: row) else {
            return .unknown
        }
        return HeadingWords.builtIn.unit(text) ?? .unknown
    }

    /// The currencies that the numbers of some columns show, in order; one of them is unknown if a
    /// number shows none.
    ///
    /// - Parameter isOther: whether a row, alone in what it shows, is none of the table.
    final func currencies(
        ofColumns columns: [Int], from row: Int, unless isOther: (Int) -> Bool
    ) -> [Currency] {
        let shown = columns.filter(units.indices.contains).flatMap {
            units[$0].texts(from: row, unless: isOther)
        }
        return shown.map { HeadingWords.builtIn.unit($0) ?? .unknown }.reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Replaces `text` by the next rows; false at the end. Sets `isFinal` with the last rows.
    final func next(into text: inout [UInt8], isFinal: inout Bool) throws(ReadFailure) -> Bool {
        text.removeAll(keepingCapacity: true)
        guard !isAtEnd else { return false }
        while rows.bytes < Limits.batchBytes, !isAtEnd {
            isAtEnd = try !readCells()
            if isAtEnd { try rows.finish() }
        }
        rows.feed(into: &text)
        isFinal = isAtEnd
        return true
    }
}

/// The texts beside a column's numbers, by row: few columns have more than one.
private struct ShownUnits {
    private struct Run {
        let text: Int
        let first: Int
        var last: Int
    }

    private var texts: [[UInt8]] = []
    /// Consecutive numbers with the same text.
    private var runs: [Run] = []

    var areShown: Bool { texts.contains { !$0.isEmpty } }

    mutating func add(_ text: [UInt8], row: Int) {
        if let last = runs.last, texts[last.text] == text {
            runs[runs.count - 1].last = row
            return
        }
        let known = texts.firstIndex(of: text)
        if known == nil { texts.append(text) }
        runs.append(Run(text: known ?? texts.count - 1, first: row, last: row))
    }

    /// Nil if the row has no number.
    func text(ofRow row: Int) -> [UInt8]? {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < row { low = middle + 1 } else { high = middle }
        }
        guard low < runs.count, runs[low].first <= row else { return nil }
        return texts[runs[low].text]
    }

    func texts(from row: Int, unless isOther: (Int) -> Bool) -> [[UInt8]] {
        runs.filter { run in
            run.last >= row && !(run.first == run.last && isOther(run.first))
        }.map { texts[$0.text] }
    }
}

/// Letters of columns: `A`, `Z`, `AA`.
enum SheetColumn {
    /// - Parameter number: from 1.
    static func name(_ number: Int) -> String {
        var letters: [UInt8] = []
        var left = max(number, 1)
        while left > 0 {
            letters.append(0x41 + UInt8(truncatingIfNeeded: (left - 1) % 26))
            left = (left - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    /// `Виписка!D18`, `D18` if the sheet has no name, only the sheet for line 0.
    static func place(sheet: String, line: Int, column: Int) -> String {
        guard line > 0 else { return sheet }
        let cell = column > 0 ? name(column) + String(line) : String(line)
        return sheet.isEmpty ? cell : sheet + "!" + cell
    }

    /// 0-based column and 1-based row of `D18`; nil for other text.
    static func cell(_ reference: Span<UInt8>) -> (column: Int, row: Int)? {
        var column = 0
        var row = 0
        var index = 0
        while index < reference.count {
            let letter = reference[index] & 0xDF
            guard letter >= 0x41, letter <= 0x5A, column < 1_000_000 else { break }
            column = column * 26 + Int(letter - 0x40)
            index += 1
        }
        guard column > 0, index < reference.count else { return nil }
        while index < reference.count {
            let digit = reference[index] &- 0x30
            guard digit < 10, row < 100_000_000 else { return nil }
            row = row * 10 + Int(digit)
            index += 1
        }
        return row > 0 ? (column - 1, row) : nil
    }
}
