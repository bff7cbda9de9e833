package import Facts
import Scanning

/// Rows under headings: words left-aligned, numbers aligned on their decimal mark, one blank on
/// each side of a column's edge.
///
/// Cells are made safe for the terminal. When the table is wider than its output, flexible columns
/// are cut with an ellipsis, the widest first; amounts are never cut.
package struct Table: Sendable {
    package enum Alignment: Sendable { case words, number }

    package struct Column: Sendable {
        package let heading: String
        package let alignment: Alignment
        /// The column may be cut to this width; nil when it must stay whole.
        package let columnsMin: Int?

        package init(
            _ heading: String, _ alignment: Alignment = .words, cutTo columnsMin: Int? = nil
        ) {
            self.heading = escapedForTerminal(heading)
            self.alignment = alignment
            self.columnsMin = columnsMin
        }
    }

    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        let tone: Tone
        /// Columns from the decimal mark on.
        let tailColumns: Int

        package init(_ text: String, _ tone: Tone = .plain) {
            self.init(escaped: escapedForTerminal(text), tone)
        }

        package init(_ amount: Money, in language: Language, _ tone: Tone = .plain) {
            text = peopleText(of: amount, in: language)
            self.tone = tone
            tailColumns = amount.scale == 0 ? 0 : Int(amount.scale) + 1
        }

        fileprivate init(escaped text: String, _ tone: Tone) {
            self.text = text
            self.tone = tone
            tailColumns = Self.tailColumns(text)
        }

        package init(stringLiteral value: String) { self.init(value) }

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

    private enum Row: Sendable { case cells([Cell]), rule }

    private let columns: [Column]
    private var rows: [Row] = []

    package init(_ columns: [Column]) { self.columns = columns }

    package var isEmpty: Bool { rows.isEmpty }

    /// Missing cells are blank; surplus ones are the caller's mistake.
    package mutating func add(_ cells: [Cell]) {
        precondition(cells.count <= columns.count, "a cell for each column")
        rows.append(.cells(cells))
    }

    /// A horizontal line, before totals.
    package mutating func addRule() { rows.append(.rule) }

    /// The table as lines, each ending with a newline and without blanks at the end.
    ///
    /// - Parameter width: available columns, nil for output other than a terminal, which is not
    ///   cut.
    package func text(width: Int?, style: Style = .plain) -> String {
        let shape = shaped(width: width)
        var text = ""
        if columns.contains(where: { !$0.heading.isEmpty }) {
            text += line(
                columns.map { Cell(escaped: $0.heading, .strong) }, shape, style, isHeading: true)
        }
        for row in rows {
            switch row {
            case .cells(let cells): text += line(cells, shape, style, isHeading: false)
            case .rule:
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

    private func shaped(width: Int?) -> Shape {
        var shape = Shape(
            widths: [Int](repeating: 0, count: columns.count),
            tails: [Int](repeating: 0, count: columns.count))
        for (index, column) in columns.enumerated() {
            var widest = 0
            var head = 0
            for case .cells(let cells) in rows where index < cells.count {
                widest = max(widest, displayColumns(cells[index].text))
                guard column.alignment == .number else { continue }
                let tail = cells[index].tailColumns
                head = max(head, displayColumns(cells[index].text) - tail)
                shape.tails[index] = max(shape.tails[index], tail)
            }
            let content = column.alignment == .number ? head + shape.tails[index] : widest
            shape.widths[index] = max(content, displayColumns(column.heading))
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
        _ cells: [Cell], _ shape: Shape, _ style: Style, isHeading: Bool
    ) -> String {
        var text = ""
        var blanks = 0
        for (index, column) in columns.enumerated() {
            let cell = index < cells.count ? cells[index] : Cell("")
            let width = shape.widths[index]
            let isNumber = column.alignment == .number
            let after = isNumber && !isHeading ? shape.tails[index] - cell.tailColumns : 0
            let shown = isNumber ? cell.text : clipped(cell.text, to: width)
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

/// The text cut to `width` columns, with an ellipsis when it is longer.
package func clipped(_ text: String, to width: Int) -> String {
    guard displayColumns(text) > width else { return text }
    guard width > 1 else { return width == 1 ? "…" : "" }
    var kept = ""
    var used = 0
    for character in text {
        let columns = displayColumns(String(character))
        if used + columns > width - 1 { break }
        kept.append(character)
        used += columns
    }
    return kept + "…"
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
