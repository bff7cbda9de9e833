import Facts
import Scanning

/// A printed table whose figures can be asked for.
struct AskedTable {
    /// The names by which it differs from the others: a currency.
    var names: [String] = []
    /// With every column, also those that the window has no room for.
    let table: Table
    /// Columns with numbers that are not shown, before the others.
    var hidden = 0
}

/// Finds the figure that a person means: `ROW:COLUMN`, as the table shows them.
///
/// A row may be named by its key, a column by its number or its name in the JSON form. Names of a
/// table and of the row's section may precede: `UAH:Expenses:Сільпо:2026-02`.
struct FigureFinder {
    struct Found {
        let row: String
        let column: String
        let cell: Table.Cell
    }

    private struct Candidate {
        let found: Found
        /// Names that were not said.
        let omitted: Int
        /// Every name of it, as one says it.
        let path: String
    }

    private let tables: [AskedTable]
    private let language: Language
    private let folder = TextFolder()

    init(_ tables: [AskedTable], _ language: Language) {
        self.tables = tables
        self.language = language
    }

    /// The only figure that `typed` means.
    ///
    /// - Throws: a usage error with the nearest names, or with the names by which figures differ.
    func figure(_ typed: String) throws(HouseMessage) -> Found {
        let candidates = tables.flatMap { self.candidates(typed, in: $0) }
        guard let least = candidates.map(\.omitted).min() else { throw unknown(typed) }
        var best = candidates.filter { $0.omitted == least }
        // A table that leaves the figure blank gives way to one that prints it.
        let printed = best.filter { !$0.found.cell.isBlank }
        if !printed.isEmpty { best = printed }
        if best.count > 1 {
            throw .usage(
                "error.usage.several-figures",
                [
                    "said": .text(typed),
                    "figures": .list(best.prefix(Self.namesMax).map { .text($0.path) }),
                ])
        }
        return best[0].found
    }

    private static let namesMax = 8

    private func fold(_ text: some StringProtocol) -> String {
        folder.fold(withoutOuterBlanks(String(text)))
    }

    // MARK: Rows and columns

    private typealias Row = (cells: [Table.Cell], names: Table.RowNames)

    private func candidates(_ typed: String, in asked: AskedTable) -> [Candidate] {
        var found: [Candidate] = []
        let columns = asked.table.columns.indices.dropFirst()
        for row in asked.table.cells {
            let qualifiers = [asked.names, [row.names.section]].filter { $0.contains { $0 != "" } }
            var omitted: [Int: Int] = [:]
            func add(_ index: Int, _ count: Int) {
                omitted[index] = min(omitted[index] ?? count, count)
            }
            for index in columns where index < row.cells.count {
                let names = row.cells[index].names
                if names.contains(where: { fold($0) == fold(typed) }) {
                    add(index, qualifiers.count)
                }
            }
            for colon in typed.indices where typed[colon] == ":" {
                guard let count = self.omitted(typed[..<colon], row, qualifiers[...]) else {
                    continue
                }
                let column = typed[typed.index(after: colon)...]
                for index in columns where isColumn(column, index, asked) { add(index, count) }
            }
            // A row alone means its total.
            if let count = self.omitted(typed[...], row, qualifiers[...]) {
                for index in columns where isTotal(index, asked) { add(index, count + 1) }
            }
            for (index, count) in omitted.sorted(by: { $0.key < $1.key })
            where index < row.cells.count && row.cells[index].question != nil {
                found.append(candidate(row, index, asked, count))
            }
        }
        return found
    }

    private func candidate(
        _ row: Row, _ index: Int, _ asked: AskedTable, _ omitted: Int
    ) -> Candidate {
        let name = self.name(of: row.cells)
        let column = asked.table.columns[index].heading[language]
        let table = asked.names.first ?? ""
        let path = [table, row.names.section, name, column].filter { !$0.isEmpty }
        return Candidate(
            found: Found(row: name, column: column, cell: row.cells[index]),
            omitted: omitted, path: path.joined(separator: ":"))
    }

    private func name(of cells: [Table.Cell]) -> String {
        withoutOuterBlanks(cells[0].value.text(in: language))
    }

    /// Names that `typed` leaves out of those of a row; nil if it means another one.
    private func omitted(
        _ typed: Substring, _ row: Row, _ qualifiers: ArraySlice<[String]>
    ) -> Int? {
        if isRow(typed, row) { return qualifiers.count }
        for (position, names) in zip(qualifiers.indices, qualifiers) {
            for colon in typed.indices where typed[colon] == ":" {
                let said = fold(typed[..<colon])
                guard names.contains(where: { fold($0) == said }) else { continue }
                let passed = position - qualifiers.startIndex
                if let rest = omitted(
                    typed[typed.index(after: colon)...], row, qualifiers[(position + 1)...])
                {
                    return passed + rest
                }
            }
        }
        return nil
    }

    /// A name that is cut to fit may be typed as it is printed.
    private func isRow(_ typed: Substring, _ row: Row) -> Bool {
        let name = self.name(of: row.cells)
        if typed.hasSuffix("…") {
            let beginning = withoutOuterBlanks(String(typed.dropLast()))
            return !beginning.isEmpty && name.hasPrefix(beginning)
        }
        if String(typed) == name { return true }
        let said = fold(typed)
        return !said.isEmpty && ([name] + row.names.others).contains { fold($0) == said }
    }

    private func isColumn(_ typed: Substring, _ index: Int, _ asked: AskedTable) -> Bool {
        let names = names(of: index, asked)
        if names.contains(String(typed)) || typed == String(number(of: index, asked)) {
            return true
        }
        let said = fold(typed)
        return !said.isEmpty && names.contains { fold($0) == said }
    }

    /// The place among the printed columns with numbers, from 1.
    private func number(of index: Int, _ asked: AskedTable) -> Int {
        let before = asked.table.columns[..<index].count { $0.alignment == .number }
        return before + 1 - asked.hidden
    }

    private func names(of index: Int, _ asked: AskedTable) -> [String] {
        let column = asked.table.columns[index]
        return Language.allCases.map { column.heading[$0] } + [column.key]
    }

    /// The column of totals; the only one of a table with one.
    private func isTotal(_ index: Int, _ asked: AskedTable) -> Bool {
        let columns = asked.table.columns
        let numbers = columns.indices.filter { columns[$0].alignment == .number }
        return columns[index].key == "total"
            || !columns.contains { $0.key == "total" } && numbers.first == index
    }

    // MARK: What is there instead

    private func unknown(_ typed: String) -> HouseMessage {
        var rows: [String] = []
        var columns: [String] = []
        for asked in tables {
            for (cells, _) in asked.table.cells where cells.contains(where: { $0.question != nil })
            {
                let name = self.name(of: cells)
                if !rows.contains(name) { rows.append(name) }
                for index in cells.indices where cells[index].question != nil {
                    let heading = asked.table.columns[index].heading[language]
                    if !columns.contains(heading) { columns.append(heading) }
                }
            }
        }
        if rows.isEmpty { return .usage("error.usage.no-figures") }
        let (row, column) = split(typed)
        let hasRow = rows.contains { fold($0) == fold(row) }
        let near = hasRow ? nearest(column, columns) : nearest(row, rows)
        let fix = Phrase(
            "usage.figureNames",
            [
                "rows": .list(rows.prefix(Self.namesMax).map { .text($0) }),
                "columns": .list(columns.suffix(Self.namesMax).map { .text($0) }),
            ])
        return .usage(
            "error.usage.no-figure", ["said": .text(typed)],
            fix: fix.afterQuestion(
                about: near.map {
                    hasRow ? row + ":" + $0 : $0 + (column.isEmpty ? "" : ":" + column)
                }
            ))
    }

    /// The row and column of a typed text: the last colon separates them.
    private func split(_ typed: String) -> (row: String, column: String) {
        guard let colon = typed.lastIndex(of: ":") else { return (typed, "") }
        return (String(typed[..<colon]), String(typed[typed.index(after: colon)...]))
    }

    private func nearest(_ typed: String, _ names: [String]) -> String? {
        closest(to: typed.lowercased(), among: names.map { $0.lowercased() }).flatMap { near in
            names.first { $0.lowercased() == near }
        }
    }
}

/// Names within groups begin with blanks.
private func withoutOuterBlanks(_ text: String) -> String {
    let inner = text.drop { $0.isWhitespace }
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(inner[...last])
}
