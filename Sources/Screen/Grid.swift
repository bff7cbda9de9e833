internal import Scanning

/// The look of a character. Colours only repeat what words and weight show.
package struct CellStyle: Sendable, Equatable {
    package enum Color: UInt8, Sendable {
        case none, red, green, yellow, blue, magenta, cyan, white
    }

    package var isBold = false
    package var isDim = false
    package var isReverse = false
    package var color = Color.none

    package init(
        bold: Bool = false, dim: Bool = false, reverse: Bool = false, color: Color = .none
    ) {
        isBold = bold
        isDim = dim
        isReverse = reverse
        self.color = color
    }

    package static let plain = CellStyle()
    package static let bold = CellStyle(bold: true)
    package static let dim = CellStyle(dim: true)
    package static let reverse = CellStyle(reverse: true)
}

/// A terminal picture of rows of styled texts, computed without a terminal.
package struct Grid: Sendable, Equatable {
    package let rows: Int
    package let columns: Int
    /// Texts in the order they were put; later ones cover earlier ones.
    package private(set) var runs: [Run] = []
    /// The cursor's place, nil when it is hidden.
    package var cursor: Place?

    package struct Place: Sendable, Equatable {
        package var row: Int
        package var column: Int
        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// A text in one style. It is free of control characters and fits its row.
    package struct Run: Sendable, Equatable {
        package let row: Int
        package let column: Int
        package let text: String
        package let style: CellStyle
    }

    package init(rows: Int, columns: Int) {
        self.rows = max(0, rows)
        self.columns = max(0, columns)
    }

    /// Puts a text, cut with an ellipsis to `width` columns and to the row's end; outside the grid
    /// it does nothing.
    ///
    /// - Returns: the column after it.
    @discardableResult
    package mutating func put(
        _ text: String, row: Int, column: Int, width: Int = .max, style: CellStyle = .plain
    ) -> Int {
        guard (0..<rows).contains(row), column >= 0, column < columns else { return column }
        let shown = fitted(escapedForTerminal(text), to: min(width, columns - column))
        if !shown.isEmpty {
            runs.append(Run(row: row, column: column, text: shown, style: style))
        }
        return column + displayColumns(shown)
    }

    /// Puts a text so that it ends before `column`.
    package mutating func put(
        _ text: String, row: Int, endingAt column: Int, style: CellStyle = .plain
    ) {
        let width = displayColumns(escapedForTerminal(text))
        put(text, row: row, column: max(0, column - width), style: style)
    }

    /// Fills a whole row with one style, as a background for texts.
    package mutating func fill(row: Int, style: CellStyle) {
        put(String(repeating: " ", count: columns), row: row, column: 0, style: style)
    }

    /// The text of the grid, a line a row without blanks at the ends, for tests.
    package var text: String {
        var cells = [[String]](
            repeating: [String](repeating: " ", count: columns), count: rows)
        for run in runs {
            var column = run.column
            for character in run.text {
                let width = displayColumns(String(character))
                guard column < columns else { break }
                if width == 0 {
                    if column > 0 { cells[run.row][column - 1] += String(character) }
                    continue
                }
                cells[run.row][column] = String(character)
                if width == 2, column + 1 < columns { cells[run.row][column + 1] = "" }
                column += width
            }
        }
        return cells.map { row in
            var line = row.joined()
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// The text, cut with an ellipsis to at most `columns` columns.
package func fitted(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    if text.utf8.count <= columns || displayColumns(text) <= columns { return text }
    var result = ""
    var left = columns - 1
    for character in text {
        let width = displayColumns(String(character))
        guard width <= left else { break }
        result.append(character)
        left -= width
    }
    return result + "…"
}
