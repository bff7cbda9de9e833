import Facts
import Reports
import Scanning

/// One currency's rows for display: sections with their totals, groups with their categories, and
/// bars on one scale.
///
/// Periods stand side by side; if not all fit the window, the last ones are shown, and the heading
/// of the totals says of how many they are. A single period has shares, a comparison its change.
struct ReportTable {
    private let table: FlowMatrix.Table
    private let plan: ReportPlan
    /// The currency, or the account if its lines have none.
    private let name: String
    private let console: Console
    private let lists: ReportLists
    private let lines: [Line]
    private let width: Int

    private static let barColumnsMin = 8
    private static let barColumnsMax = 24

    private struct Line {
        enum Content {
            case figures(Figures)
            case rule
            case words
        }

        var name = ""
        var tone = Tone.plain
        let content: Content
    }

    /// The numbers of a line.
    private struct Figures {
        let amounts: FlowMatrix.Amounts
        /// The section's, of which the line has a share; nil for sums.
        var whole: Money?
        /// Money in less money out.
        var isBalance = false
        var hasBar = false
        let tone: Tone
        let lists: ReportLists.Lists
        /// The lines of the whole.
        var termsOfWhole: (() -> [FigureQuestion.Term])?
        var names = Table.RowNames()
    }

    /// - Parameter groups: the same table cut to one level, for categories.
    init(
        _ table: FlowMatrix.Table, groups: FlowMatrix.Table?, _ plan: ReportPlan,
        _ order: RowOrder, _ lists: ReportLists, name: String, _ console: Console
    ) {
        self.table = table
        self.plan = plan
        self.name = name
        self.console = console
        self.lists = lists
        width = console.drawnWidth
        lines = ReportLines(table, groups, order, lists, console).lines
    }

    /// The table with every column, for its figures.
    var asked: AskedTable {
        AskedTable(
            names: [table.currency.code, name].filter { !$0.isEmpty },
            table: printed(Layout(first: 0, hasTrend: hasTrends)), hidden: layout().first)
    }

    private func printed(_ layout: Layout) -> Table {
        let columns = columns(from: layout.first, layout)
        var printed = Table(
            [.init(Phrase(same: name), cutTo: Self.nameColumnsMin)]
                + columns.map { .init($0.heading, .number, key: $0.key) }
                + (layout.line > 0 ? [.blank] : []) + (layout.bar > 0 ? [.blank] : []))
        for line in lines {
            switch line.content {
            case .rule: printed.addRule()
            case .words: printed.add([.text(line.name, line.tone)])
            case .figures(let figures):
                var cells: [Table.Cell] = [.text(line.name, line.tone)]
                cells += columns.map { column in
                    column.cell(figures).asking(amount: column.amount?(figures)) {
                        column.question(figures)
                    }
                }
                if layout.line > 0 {
                    let amounts = figures.amounts.periods.suffix(layout.line)
                    cells.append(.text(sparkline(Array(amounts)), .quiet))
                }
                if layout.bar > 0, figures.hasBar {
                    let text = bar(Self.size(figures.amounts), of: scale, width: layout.bar)
                    cells.append(.text(text, .quiet))
                }
                printed.add(cells, figures.names)
            }
        }
        return printed
    }

    func print() throws {
        let layout = layout()
        try console.table(printed(layout), width: width)
        let shown = periods.count - layout.first
        if shown < periods.count, let first = periods.first, let last = periods.last {
            try console.line(
                .reportPeriodsCut,
                [
                    "shown": .count(shown), "count": .count(periods.count),
                    "first": .text(first.text), "last": .text(last.text),
                ], .doubtful)
        }
        if let before = plan.before, let first = plan.filter.from, let last = plan.filter.to {
            try console.line(
                .reportCompared,
                [
                    "first": .day(first), "last": .day(last), "firstBefore": .day(before.first),
                    "lastBefore": .day(before.last),
                ])
        }
    }

    // MARK: Columns

    private struct Column {
        let heading: Phrase
        /// Its name in the JSON form.
        let key: String
        let cell: (Figures) -> Table.Cell
        /// The amount of a figure that is blank where there are no lines.
        var amount: ((Figures) -> Money)?
        let question: (Figures) -> FigureQuestion?
    }

    /// Periods side by side; a comparison shows their sum only.
    private var periods: [ReportPeriod] { plan.isOfNames ? [] : drawnPeriods }
    /// Those of small lines.
    private var drawnPeriods: [ReportPeriod] { plan.before == nil ? table.periods : [] }
    private var hasTrends: Bool { periods.count > 1 }

    /// - Parameter first: of the periods shown.
    private func columns(from first: Int, _ layout: Layout) -> [Column] {
        var columns = periods.indices[first...].map { index in
            let span = lists.within(periods[index])
            return Column(heading: Phrase(same: periods[index].text), key: "") { line in
                Self.cell(line.amounts.periods[index], line)
            } amount: { line in
                line.amounts.periods[index] ?? Money(minorUnits: 0, currency: table.currency)
            } question: {
                FigureQuestion($0.lists(span))
            }
        }
        // A single period is its own total.
        if periods.count != 1 {
            let heading =
                first > 0
                ? Message.reportTotalOf.text.with(["count": .count(periods.count)])
                : Message.columnTotal.text
            columns.append(
                Column(heading: heading, key: "total") {
                    Self.cell($0.amounts.total, $0)
                } question: {
                    FigureQuestion($0.lists(nil))
                })
        }
        if plan.before != nil { return columns + columnsOfChange }
        columns += columnsOfParts(hasAverage: layout.hasAverage)
        return columns + (layout.hasTrend ? [columnOfTrend] : [])
    }

    private var columnsOfChange: [Column] {
        func before(_ line: Figures, isLess: Bool = false) -> [FigureQuestion.Term] {
            FigureQuestion.terms(
                line.lists(plan.before), console.words(.columnBefore), isLess: isLess)
        }
        func change(_ line: Figures) -> [FigureQuestion.Term] {
            FigureQuestion.terms(line.lists(nil), console.words(.columnTotal))
                + before(line, isLess: true)
        }
        return [
            Column(heading: Message.columnBefore.text, key: "before") {
                Self.cell($0.amounts.before, $0)
            } question: {
                FigureQuestion($0.lists(plan.before))
            },
            Column(heading: Message.columnChange.text, key: "change") {
                Self.cell($0.amounts.change, $0)
            } question: {
                FigureQuestion(change($0))
            },
            Column(heading: Phrase(same: "%"), key: "growth") { line in
                let growth = line.amounts.growth(isBalance: line.isBalance)
                return growth.map {
                    .text(peopleText(change: $0, in: console.language), line.tone)
                } ?? ""
            } question: { line in
                line.amounts.growth(isBalance: line.isBalance).map { _ in
                    FigureQuestion(change(line), .ratio(of: before(line)))
                }
            },
        ]
    }

    /// Shares where there are no periods to compare, averages where there are several.
    private func columnsOfParts(hasAverage: Bool) -> [Column] {
        var columns: [Column] = []
        if periods.count < 2 {
            columns.append(
                Column(heading: Message.columnShare.text, key: "share") { line in
                    let share = line.whole.flatMap { line.amounts.share(of: $0) }
                    return share.map {
                        .text(peopleText(ratio: $0, in: console.language), line.tone)
                    } ?? ""
                } question: { line in
                    guard let whole = line.whole, line.amounts.share(of: whole) != nil else {
                        return nil
                    }
                    return line.termsOfWhole.map {
                        FigureQuestion(line.lists(nil), .ratio(of: $0()))
                    }
                })
        }
        if plan.isOfNames {
            columns.append(
                Column(heading: Message.columnEntries.text, key: "entries") {
                    .count($0.amounts.lines, $0.tone)
                } question: {
                    FigureQuestion($0.lists(nil), .count)
                })
        }
        let count = plan.count(of: table)
        if hasAverage, count > 1 {
            let heading =
                plan.step == nil || plan.isOfNames ? Message.columnMonthly : .columnAverage
            columns.append(
                Column(heading: heading.text, key: "average") {
                    Self.cell($0.amounts.average(over: count), $0)
                } question: {
                    FigureQuestion($0.lists(nil), .average(over: count))
                })
        }
        return columns
    }

    /// The last period beside the average.
    private var columnOfTrend: Column {
        let count = plan.count(of: table)
        let last = lists.within(periods[periods.count - 1])
        func trend(_ line: Figures) -> Int? {
            line.amounts.trend(over: count, isBalance: line.isBalance)
        }
        return Column(heading: Message.columnTrend.text, key: "trend") { line in
            trend(line).map { .text(trendText($0, in: console.language), line.tone) } ?? ""
        } question: { line in
            trend(line).map { _ in
                FigureQuestion(
                    FigureQuestion.terms(line.lists(last)),
                    .growth(of: FigureQuestion.terms(line.lists(nil)), over: count))
            }
        }
    }

    private static func cell(_ amount: Money?, _ line: Figures) -> Table.Cell {
        amount.map { .amount($0, line.tone) } ?? ""
    }

    // MARK: Layout

    /// Minimum width of names before periods are left out.
    private static let nameColumnsMin = 16

    private struct Layout {
        /// The index of the first period shown; the last one always is.
        var first: Int
        /// Columns of bars, 0 for none.
        var bar = 0
        /// Periods of small lines, 0 for none.
        var line = 0
        /// Averages give way to the last period, not to earlier ones.
        var hasAverage = true
        var hasTrend = false
        /// Columns that nothing takes.
        var left = 0
    }

    /// Periods of a small line, the last ones.
    private static let lineLengths = [24, 12]

    private func layout() -> Layout {
        let names = (lines.map(\.name) + [name]).map { displayColumns($0) }.max() ?? 0
        let room = width - min(names, Self.nameColumnsMin)
        var widths: ColumnWidths = [:]
        var plain = layout(in: room, &widths)
        for length in Self.lineLengths where drawnPeriods.count > 1 {
            let line = min(drawnPeriods.count, length)
            for hasTrend in plan.isOfNames ? [false] : [true, false] {
                // A small line says more than a period, but not than the last two.
                var drawn = layout(in: room - line - 2, hasTrend: hasTrend, &widths)
                let least = plain.first == 0 ? periods.count : min(2, periods.count - plain.first)
                if drawn.left >= 0, drawn.hasAverage, periods.count - drawn.first >= least {
                    drawn.line = line
                    addBar(to: &drawn, names)
                    return drawn
                }
            }
        }
        addBar(to: &plain, names)
        return plain
    }

    /// Names get their full width before bars.
    private func addBar(to layout: inout Layout, _ names: Int) {
        let left = layout.left - max(0, names - Self.nameColumnsMin) - 2
        if layout.first == 0, left >= Self.barColumnsMin {
            layout.bar = min(left, Self.barColumnsMax)
        }
    }

    /// Widths by the names of columns, measured once each: a table of years has thousands of cells.
    private typealias ColumnWidths = [String: Int]

    /// As many of the last periods as there is room for.
    private func layout(
        in room: Int, hasTrend: Bool = false, _ widths: inout ColumnWidths
    ) -> Layout {
        var layout = Layout(first: periods.count, hasTrend: hasTrend)
        let last = periods.count > 1 ? measured(periods.count - 1, layout, &widths) : 0
        var others = widthOfOthers(layout, &widths)
        if last + others > room {
            layout.hasAverage = false
            others = widthOfOthers(layout, &widths)
        }
        layout.left = room - others
        while layout.first > 0 {
            let needed = measured(layout.first - 1, layout, &widths)
            guard needed <= layout.left || layout.first == periods.count else { break }
            layout.left -= needed
            layout.first -= 1
        }
        return layout
    }

    private func widthOfOthers(_ layout: Layout, _ widths: inout ColumnWidths) -> Int {
        let count = columns(from: 0, layout).count
        return (periods.count..<count).reduce(0) { $0 + measured($1, layout, &widths) }
    }

    /// The width of a column with the blanks beside it.
    private func measured(
        _ index: Int, _ layout: Layout, _ widths: inout ColumnWidths
    ) -> Int {
        let column = columns(from: 0, layout)[index]
        let name = index < periods.count ? periods[index].text : column.key
        if let known = widths[name] { return known }
        let found = width(of: column) + 2
        widths[name] = found
        return found
    }

    private func width(of column: Column) -> Int {
        var single = Table([.init(column.heading, .number)])
        for case .figures(let figures) in lines.map(\.content) {
            single.add([column.cell(figures)])
        }
        return single.text(in: console.language, width: nil).split(separator: "\n")
            .map { displayColumns(String($0)) }.max() ?? 0
    }

    // MARK: Bars

    /// The largest of all sections.
    private var scale: Int64 {
        lines.map { line in
            if case .figures(let figures) = line.content, figures.hasBar {
                return Self.size(figures.amounts)
            }
            return 0
        }.max() ?? 0
    }

    /// The total in coins of its currency, for bars only: smaller fractions are not visible.
    private static func size(_ amounts: FlowMatrix.Amounts) -> Int64 {
        let total = amounts.total
        var units = total.units
        for _ in total.currency.exponent..<max(total.currency.exponent, total.scale) { units /= 10 }
        return Int64(clamping: units.magnitude)
    }

    // MARK: Lines

    private struct ReportLines {
        private(set) var lines: [Line] = []
        private let table: FlowMatrix.Table
        private let groups: FlowMatrix.Table?
        private let order: RowOrder
        private let lists: ReportLists
        private let tree: CategoryTree
        private let console: Console

        init(
            _ table: FlowMatrix.Table, _ groups: FlowMatrix.Table?, _ order: RowOrder,
            _ lists: ReportLists, _ console: Console
        ) {
            self.table = table
            self.groups = groups
            self.order = order
            self.lists = lists
            self.console = console
            tree = console.categories.tree
            add(.expense, .reportExpenses)
            add(.income, .reportIncome)
            addUnsorted()
            lines.append(Line(content: .rule))
            let (moneyIn, moneyOut) = (FlowMatrix.moneyIn, FlowMatrix.moneyOut)
            add(.moneyIn, "in", table.moneyIn, moneyIn)
            if !table.refunds.total.isZero {
                add(.moneyRefunded, "refunds", table.refunds, [.refund])
            }
            add(.moneyOut, "out", table.moneyOut, moneyOut)
            add(.moneyNet, "net", table.net, moneyIn + moneyOut, isBalance: true)
            // The rest is comparable with the bank's figures.
            let hasTransfers = table.rows.contains {
                $0.section == .transfer || $0.section == .outside
            }
            if hasTransfers {
                add(.outside, .reportOutside)
                add(.transfer, .reportTransfers)
                lines.append(Line(content: .rule))
                add(.balanceChange, "change", table.change, [], isBalance: true)
            }
        }

        private mutating func add(_ section: FlowMatrix.Section, _ heading: Message) {
            // Transfers are of one group, whose name would stand twice.
            let isOneGroup = groups != nil && (section == .outside || section == .transfer)
            let source = isOneGroup ? table : groups ?? table
            let rows = order.sorted(source.rows).filter { $0.section == section }
            guard !rows.isEmpty, let sum = table.sections[section] else { return }
            let whole = table.wholes[section]
            let title = console.words(heading)
            // The only group of a section may have the same name; it is printed once.
            let isNamed = rows.count > 1 || order.name(of: rows[0]) != title
            if isNamed {
                let questions = lists.lists(of: section, in: table)
                let figures = Figures(
                    amounts: sum, whole: whole, tone: .strong, lists: questions,
                    termsOfWhole: { [lists, table] in lists.terms(ofWhole: section, in: table) },
                    names: .init(others: Self.texts(of: heading)))
                lines.append(Line(name: title, tone: .strong, content: .figures(figures)))
            }
            let shown = order.limited(rows)
            for row in shown {
                let name = order.name(of: row)
                if isOneGroup, isNamed {
                    add(row, "  " + name, whole, .quiet, in: title)
                } else {
                    add(
                        row, name, whole, isNamed ? .plain : .strong, in: isNamed ? title : "",
                        depth: groups == nil || isOneGroup ? nil : 1)
                    addInside(row, whole, title)
                }
            }
            if shown.count < rows.count {
                let more = console.words(
                    .reportMore, ["count": .count(rows.count - shown.count)])
                lines.append(Line(name: more, tone: .quiet, content: .words))
            }
        }

        /// The categories of a group.
        private mutating func addInside(
            _ group: FlowMatrix.Row, _ whole: Money?, _ title: String
        ) {
            guard groups != nil, !group.label.isEmpty else { return }
            for row in order.sorted(table.rows)
            where row.section == group.section && row.label != group.label
                && tree.isWithin(row.label, group.label)
            {
                add(row, "  " + order.name(of: row), whole, .quiet, in: title)
            }
        }

        /// Unknown categories: what came in, and what went out.
        private mutating func addUnsorted() {
            let rows = order.sorted((groups ?? table).rows)
            for isIn in [true, false] {
                let section = FlowMatrix.Section.unsorted(isIn: isIn)
                let whole = table.wholes[section]
                for row in rows where row.section == section {
                    let name =
                        row.label.isEmpty
                        ? console.words(isIn ? .reportUnsortedIn : .reportUnsortedOut)
                        : order.name(of: row) + ", "
                            + console.words(isIn ? .columnIn : .columnOut)
                    add(row, name, whole, .strong, depth: groups == nil ? nil : 1)
                }
            }
        }

        /// - Parameter depth: levels of categories that have rows of their own in the row's table.
        private mutating func add(
            _ row: FlowMatrix.Row, _ name: String, _ whole: Money?, _ tone: Tone,
            in title: String = "", depth: Int? = nil
        ) {
            let figures = Figures(
                amounts: row.amounts, whole: whole, hasBar: true, tone: tone,
                lists: lists.lists(of: row, in: table, depth: depth),
                termsOfWhole: { [lists, table] in lists.terms(ofWhole: row.section, in: table)
                },
                names: .init(others: order.names(of: row), section: title))
            lines.append(Line(name: name, tone: tone, content: .figures(figures)))
        }

        private mutating func add(
            _ sum: Message, _ key: String, _ amounts: FlowMatrix.Amounts, _ kinds: [PartKind],
            isBalance: Bool = false
        ) {
            let isPart = sum == .moneyRefunded
            let tone = isPart ? Tone.quiet : .strong
            let figures = Figures(
                amounts: amounts, isBalance: isBalance, tone: tone,
                lists: lists.lists(of: kinds, in: table),
                names: .init(others: [key] + Self.texts(of: sum)))
            lines.append(
                Line(
                    name: (isPart ? "  " : "") + console.words(sum), tone: tone,
                    content: .figures(figures)))
        }

        private static func texts(of message: Message) -> [String] {
            Language.allCases.map { message.text[$0] }
        }
    }
}
