import Categorizing
import Facts
import Reports
import Scanning

/// One currency's categories over its periods for display: groups with their categories, totals,
/// and bars by share of their kind.
///
/// If not all periods fit the window, the last ones are shown.
struct ReportTable {
    private let table: CategoryMatrix.Table
    private let step: CategoryMatrix.Step
    /// The currency, or the account if its lines have none.
    private let name: String
    private let console: Console
    private let lines: [Line]
    /// A single period is its own total.
    private let hasTotal: Bool

    private static let barColumnsMin = 8
    private static let barColumnsMax = 24

    private struct Line {
        enum Content {
            case heading(String)
            case amounts([Money?], total: Money, bar: (part: Int64, whole: Int64)?)
            case rule
        }

        var name = ""
        var tone = Tone.plain
        let content: Content
    }

    /// - Parameter groups: the same table cut to one level.
    init(
        _ table: CategoryMatrix.Table, groups: CategoryMatrix.Table, by step: CategoryMatrix.Step,
        name: String, _ console: Console
    ) {
        self.table = table
        self.step = step
        self.name = name
        self.console = console
        hasTotal = table.periods.count > 1
        lines = Self.lines(of: table, groups, console)
    }

    func print() throws {
        let layout = layout()
        let shown = table.periods.count - layout.first
        var columns: [Table.Column] = [
            .init(Phrase(same: name), cutTo: Self.nameColumnsMin)
        ]
        columns += table.periods[layout.first...].map {
            .init(Phrase(same: $0.text), .number)
        }
        if hasTotal { columns.append(.init(.columnTotal, .number)) }
        if layout.bar > 0 { columns.append(.blank) }
        var printed = Table(columns)
        for line in lines {
            switch line.content {
            case .heading(let text): printed.add([.text(text, .strong)])
            case .rule: printed.addRule()
            case .amounts(let amounts, let total, let bar):
                var cells: [Table.Cell] = [.text(line.name, line.tone)]
                cells += amounts[layout.first...].map { cell($0, line.tone) }
                if hasTotal { cells.append(cell(total, line.tone)) }
                if layout.bar > 0, let bar {
                    let text = Commands.bar(bar.part, of: bar.whole, width: layout.bar)
                    cells.append(.text(text, .quiet))
                }
                printed.add(cells)
            }
        }
        try console.table(printed)
        if shown < table.periods.count {
            try console.line(
                step == .month ? .reportMonthsCut : .reportYearsCut,
                ["shown": .count(shown), "count": .count(table.periods.count)], .doubtful)
        }
    }

    private func cell(_ amount: Money?, _ tone: Tone) -> Table.Cell {
        amount.map { .amount($0, tone) } ?? ""
    }

    // MARK: Layout

    /// Minimum width of names before periods are left out.
    private static let nameColumnsMin = 16

    /// The first period shown, and the width of a bar, 0 for none.
    private func layout() -> (first: Int, bar: Int) {
        guard let width = console.width else { return (0, Self.barColumnsMax) }
        let names = (lines.map(\.name) + [name]).map { displayColumns($0) }.max() ?? 0
        var room = width - min(names, Self.nameColumnsMin)
        if hasTotal { room -= columns(of: table.periods.count) + 2 }
        var first = table.periods.count
        while first > 0 {
            let needed = columns(of: first - 1) + 2
            // The last period is always shown.
            guard needed <= room || first == table.periods.count else { break }
            room -= needed
            first -= 1
        }
        // Names get their full width before bars.
        let rest = room - max(0, names - Self.nameColumnsMin) - 2
        return (first, rest >= Self.barColumnsMin ? min(rest, Self.barColumnsMax) : 0)
    }

    /// The width of a period's column; the one after the last is the total's.
    private func columns(of index: Int) -> Int {
        let isTotal = index == table.periods.count
        var single = Table([
            .init(
                isTotal ? Message.columnTotal.text : Phrase(same: table.periods[index].text),
                .number)
        ])
        for case .amounts(let amounts, let total, _) in lines.map(\.content) {
            single.add([cell(isTotal ? total : amounts[index], .plain)])
        }
        return single.text(in: console.language, width: nil).split(separator: "\n")
            .map { displayColumns(String($0)) }.max() ?? 0
    }

    // MARK: lines

    private static func lines(
        of table: CategoryMatrix.Table, _ groups: CategoryMatrix.Table, _ console: Console
    ) -> [Line] {
        var lines: [Line] = []
        func add(_ kind: CategoryKind?, _ heading: Message) {
            let mine = groups.rows.filter { $0.kind == kind }.sorted {
                isBefore($0, $1, console.categories)
            }
            if mine.isEmpty { return }
            // The only group of a kind may have the same name; it is printed once.
            let isNamed =
                mine.count > 1 || name(mine[0].category, console) != console.words(heading)
            if isNamed { lines.append(Line(content: .heading(console.words(heading)))) }
            let whole = mine.map { largest($0) }.max() ?? 0
            for group in mine {
                lines.append(
                    line(group, name: name(of: group, console), whole, isNamed ? .plain : .strong))
                let inside = table.rows.filter {
                    $0.category.hasPrefix(group.category + ".") && $0.isIn == group.isIn
                }.sorted { isBefore($0, $1, console.categories) }
                for row in inside where !group.category.isEmpty {
                    lines.append(
                        line(row, name: "  " + name(row.category, console), whole, .quiet))
                }
            }
        }
        func add(_ sum: Message, _ amounts: [Money]) {
            guard let total = amounts.last else { return }
            lines.append(
                Line(
                    name: console.words(sum), tone: .strong,
                    content: .amounts(amounts.dropLast(), total: total, bar: nil)))
        }
        add(.expense, .reportExpenses)
        add(.income, .reportIncome)
        add(nil, .reportUnsorted)
        lines.append(Line(content: .rule))
        add(.moneyIn, table.moneyIn)
        add(.moneyOut, table.moneyOut)
        add(.moneyNet, table.net)
        // The rest is comparable with the bank's figures.
        if groups.rows.contains(where: { $0.kind == .transfer }) {
            add(.transfer, .reportTransfers)
            lines.append(Line(content: .rule))
            add(.balanceChange, table.change)
        }
        return lines
    }

    private static func line(
        _ row: CategoryMatrix.Row, name: String, _ whole: Int64, _ tone: Tone = .plain
    ) -> Line {
        Line(
            name: name, tone: tone,
            content: .amounts(
                row.amounts, total: row.total, bar: (part: largest(row), whole: whole)))
    }

    /// The total in coins of its currency, for bars only: smaller fractions are not visible.
    private static func largest(_ row: CategoryMatrix.Row) -> Int64 {
        var units = row.total.units
        for _ in row.total.currency.exponent..<max(row.total.currency.exponent, row.total.scale) {
            units /= 10
        }
        return Int64(clamping: units.magnitude)
    }

    /// Unknown categories have separate rows for in and out.
    private static func name(of row: CategoryMatrix.Row, _ console: Console) -> String {
        guard let isIn = row.isIn else { return name(row.category, console) }
        if row.category.isEmpty {
            return console.words(isIn ? .reportUnsortedIn : .reportUnsortedOut)
        }
        return name(row.category, console) + ", " + console.words(isIn ? .columnIn : .columnOut)
    }

    private static func name(_ category: String, _ console: Console) -> String {
        category.isEmpty
            ? console.words(.reportUnsorted) : console.categoryName(category)
    }

    /// In the order of the table of categories; unknown ones last, by key.
    private static func isBefore(
        _ a: CategoryMatrix.Row, _ b: CategoryMatrix.Row, _ categories: CategoryTable
    ) -> Bool {
        let places = [a, b].map { categories.category($0.category)?.sort ?? .max }
        return (places[0], a.category, a.isIn == true ? 0 : 1)
            < (places[1], b.category, b.isIn == true ? 0 : 1)
    }
}
