import Facts
import Scanning
import Screen

/// Rows under headings: words left-aligned, numbers aligned on their decimal mark, one blank on
/// each side of a column's edge.
///
/// Cells are made safe for the terminal. When the table is wider than its output, flexible columns
/// are cut with an ellipsis, the widest first; amounts are never cut.
package struct Table {
    package enum Alignment: Sendable { case words, number }

    package struct Column: Sendable {
        let heading: Phrase
        let alignment: Alignment
        /// The column may be cut to this width; nil when it must stay whole.
        fileprivate let columnsMin: Int?
        /// Its name in the JSON form, by which a person may ask for a figure too.
        let key: String

        init(
            _ heading: Message, _ alignment: Alignment = .words, cutTo columnsMin: Int? = nil,
            key: String = ""
        ) {
            self.init(heading.text, alignment, cutTo: columnsMin, key: key)
        }

        init(
            _ heading: Phrase, _ alignment: Alignment = .words, cutTo columnsMin: Int? = nil,
            key: String = ""
        ) {
            self.heading = heading
            self.alignment = alignment
            self.columnsMin = columnsMin
            self.key = key
        }

        static let blank = Column(Phrase.empty)
    }

    package struct Cell: ExpressibleByStringInterpolation {
        let value: Template.Value
        fileprivate let tone: Tone
        /// The question that the figure answers; asked only where a person wants to see its lines.
        private(set) var question: (() throws -> FigureQuestion?)?
        /// Further names of the figure, beside its row and column.
        private(set) var names: [String] = []
        /// The figure, where the table shows a mark for it.
        private(set) var figure: Template.Value

        package init(stringLiteral value: String) { self.init(value: .text(value), tone: .plain) }

        private init(value: Template.Value, tone: Tone) {
            self.value = value
            self.tone = tone
            figure = value
        }

        static func text(_ text: String, _ tone: Tone = .plain) -> Cell {
            Cell(value: .text(text), tone: tone)
        }
        static func words(
            _ message: Message, _ values: [String: Template.Value] = [:], _ tone: Tone = .plain
        ) -> Cell {
            Cell(value: .phrase(message.text.with(values)), tone: tone)
        }
        static func count(_ count: Int, _ tone: Tone = .plain) -> Cell {
            Cell(value: .count(count), tone: tone)
        }
        static func day(_ day: CalendarDate) -> Cell { Cell(value: .day(day), tone: .plain) }
        static func amount(_ amount: Money, _ tone: Tone = .plain) -> Cell {
            Cell(value: .amount(amount), tone: tone)
        }
        static func share(_ permille: Int, _ tone: Tone = .plain) -> Cell {
            Cell(value: .share(permille), tone: tone)
        }
        var isBlank: Bool { value == .text("") }

        static var none: Cell { text("—", .quiet) }

        /// - Parameter amount: of a figure that is shown as a mark.
        func asking(
            _ names: [String] = [], amount: Money? = nil,
            _ question: @escaping () throws -> FigureQuestion?
        ) -> Cell {
            var cell = self
            cell.question = question
            cell.names = names
            if let amount { cell.figure = .amount(amount) }
            return cell
        }
    }

    /// Names of a row beside its first cell.
    struct RowNames {
        /// Keys, and its name in other languages.
        var others: [String] = []
        /// The heading above it.
        var section = ""
    }

    /// A cell in a language, safe for the terminal.
    private struct ShownCell {
        let text: String
        let tone: Tone
        /// Columns from the decimal mark on.
        let tailColumns: Int

        init(_ text: String, _ tone: Tone, tail: Int? = nil) {
            self.text = escapedForTerminal(text)
            self.tone = tone
            tailColumns = tail ?? Self.tailColumns(self.text)
        }

        init(_ cell: Cell, in language: Language) {
            var tail: Int?
            if case .amount(let amount) = cell.value {
                tail = amount.scale == 0 ? 0 : Int(amount.scale) + 1
            }
            self.init(cell.value.text(in: language), cell.tone, tail: tail)
        }

        /// The part from the last point or comma on (unless exactly three digits follow: a group of
        /// thousands), or the text after the last digit of a whole number.
        private static func tailColumns(_ text: String) -> Int {
            if let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) {
                let behind = text[text.index(after: mark)...].prefix { $0.isASCII && $0.isNumber }
                if !behind.isEmpty && behind.count != 3 {
                    return displayColumns(String(text[mark...]))
                }
            }
            guard let digit = text.lastIndex(where: { $0.isASCII && $0.isNumber }) else { return 0 }
            return displayColumns(String(text[text.index(after: digit)...]))
        }
    }

    private enum Row { case cells([Cell], RowNames), rule }

    let columns: [Column]
    private var rows: [Row] = []

    package init(_ columns: [Column]) { self.columns = columns }

    package var isEmpty: Bool { rows.isEmpty }

    /// Missing cells are blank; surplus ones are the caller's mistake.
    package mutating func add(_ cells: [Cell]) { add(cells, RowNames()) }

    mutating func add(_ cells: [Cell], _ names: RowNames) {
        precondition(cells.count <= columns.count, "a cell for each column")
        rows.append(.cells(cells, names))
    }

    /// The rows with cells.
    var cells: [(cells: [Cell], names: RowNames)] {
        rows.compactMap { row in
            if case .cells(let cells, let names) = row { (cells, names) } else { nil }
        }
    }

    /// A horizontal line, before totals.
    package mutating func addRule() { rows.append(.rule) }

    /// The table as lines, each ending with a newline and without blanks at the end.
    ///
    /// - Parameter width: available columns, nil for output other than a terminal, which is not
    ///   cut.
    package func text(in language: Language, width: Int?, style: Style = .plain) -> String {
        let head = columns.map { ShownCell($0.heading[language], .strong) }
        let shown = rows.map { row -> [ShownCell]? in
            if case .cells(let cells, _) = row {
                cells.map { ShownCell($0, in: language) }
            } else {
                nil
            }
        }
        let shape = shaped(head, shown.compactMap { $0 }, width: width)
        var text = ""
        if head.contains(where: { !$0.text.isEmpty }) {
            text += line(head, shape, style, isHeading: true)
        }
        for cells in shown {
            if let cells {
                text += line(cells, shape, style, isHeading: false)
            } else {
                let length = shape.widths.reduce(0, +) + 2 * max(shape.widths.count - 1, 0)
                text += style.paint(String(repeating: "─", count: length), .quiet) + "\n"
            }
        }
        return text
    }

    private struct Shape {
        var widths: [Int]
        /// Columns after the decimal mark, the mark included.
        var tails: [Int]
    }

    private func shaped(_ head: [ShownCell], _ rows: [[ShownCell]], width: Int?) -> Shape {
        var shape = Shape(
            widths: [Int](repeating: 0, count: columns.count),
            tails: [Int](repeating: 0, count: columns.count))
        for (index, column) in columns.enumerated() {
            var widest = 0
            var wholes = 0
            for cells in rows where index < cells.count {
                widest = max(widest, displayColumns(cells[index].text))
                guard column.alignment == .number else { continue }
                let tail = cells[index].tailColumns
                wholes = max(wholes, displayColumns(cells[index].text) - tail)
                shape.tails[index] = max(shape.tails[index], tail)
            }
            let content = column.alignment == .number ? wholes + shape.tails[index] : widest
            shape.widths[index] = max(content, displayColumns(head[index].text))
        }
        if let width { shrink(&shape, to: width) }
        return shape
    }

    private func shrink(_ shape: inout Shape, to width: Int) {
        var surplus = shape.widths.reduce(0, +) + 2 * max(columns.count - 1, 0) - width
        while surplus > 0 {
            let shrinkable = columns.indices.filter { index in
                columns[index].columnsMin.map { shape.widths[index] > $0 } ?? false
            }
            guard let widest = shrinkable.max(by: { shape.widths[$0] < shape.widths[$1] }) else {
                return
            }
            shape.widths[widest] -= 1
            surplus -= 1
        }
    }

    private func line(
        _ cells: [ShownCell], _ shape: Shape, _ style: Style, isHeading: Bool
    ) -> String {
        var text = ""
        var blanks = 0
        for (index, column) in columns.enumerated() {
            let cell = index < cells.count ? cells[index] : ShownCell("", .plain)
            let width = shape.widths[index]
            let isNumber = column.alignment == .number
            let after = isNumber && !isHeading ? shape.tails[index] - cell.tailColumns : 0
            let shown = isNumber ? cell.text : fitted(cell.text, to: width)
            let room = max(0, width - displayColumns(shown))
            let before = isNumber ? max(0, room - after) : 0
            blanks += before
            if !shown.isEmpty {
                text += String(repeating: " ", count: blanks) + style.paint(shown, cell.tone)
                blanks = 0
            }
            blanks += room - before + 2
        }
        return text + "\n"
    }
}

/// The text in lines of at most `width` columns, broken at blanks.
package func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
        let columns = displayColumns(String(word))
        if used > 0, used + 1 + columns > width {
            lines.append(line)
            line = ""
            used = 0
        }
        if used > 0 {
            line += " "
            used += 1
        }
        line += word
        used += columns
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}
