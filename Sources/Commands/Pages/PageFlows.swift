import Facts
import Pages
import Planning
import Reports
import Scanning

/// The parts of a page that are about what came in and went out, in one currency.
struct PageFlows {
    private let book: PageBook
    private let table: FlowMatrix.Table
    private let arguments: ListArguments
    private let filter: LineFilter
    let currencyName: String
    /// The periods of the page's sums, and those that have a column each.
    let year: Range<Int>
    private let columns: Range<Int>

    private static let columnsMax = 12
    private static let periodsDrawnMax = 60
    private static let yearsMax = 5

    var purse: Purse { Purse(table.currency, table.account) }
    var currency: Currency { table.currency }

    /// - Parameter span: of the page's sums; nil for all days.
    init(
        _ table: FlowMatrix.Table, _ filter: LineFilter, _ arguments: ListArguments,
        span: ReportSpan?, currencyName: String, _ book: PageBook
    ) {
        self.table = table
        self.filter = filter
        self.arguments = arguments
        self.book = book
        self.currencyName = currencyName
        let inside = table.periods.indices.filter { index in
            span.map {
                table.periods[index].last >= $0.first && table.periods[index].first <= $0.last
            } ?? true
        }
        let bounds = inside.first.flatMap { first in inside.last.map { first..<$0 + 1 } }
        year = bounds ?? table.periods.endIndex..<table.periods.endIndex
        columns = max(year.lowerBound, year.upperBound - Self.columnsMax)..<year.upperBound
    }

    var isEmpty: Bool { year.isEmpty }
    /// The days of the page's sums.
    var span: ReportSpan {
        ReportSpan(within(year.lowerBound).first, within(year.upperBound - 1).last)
    }

    // MARK: Figures

    private func within(_ index: Int) -> ReportSpan {
        let period = table.periods[index]
        return ReportSpan(
            max(period.first, filter.from ?? period.first),
            min(period.last, filter.to ?? period.last))
    }

    private func command(_ terms: [(OptionName, String)], _ span: ReportSpan) -> [String] {
        arguments.of(table.currency, account: table.account, terms, within: span).words
    }

    /// The question of all days.
    private func question(_ terms: [(OptionName, String)]) -> [String] {
        var words = arguments.of(table.currency, account: table.account, terms, within: nil).words
        // The days that narrow it are within those of the page.
        for option in ["--from", "--to"] {
            if let place = words.firstIndex(of: option) { words.removeSubrange(place...place + 1) }
        }
        return words
    }

    /// The terms that narrow a question to some days.
    private func narrowing(_ span: ReportSpan) -> String {
        for step in [ReportPeriod.Step.month, .year] {
            let period = ReportPeriod(step, of: span.first)
            if period.first == span.first, period.last == span.last { return period.text }
        }
        return span.first == span.last
            ? span.first.text : "--from \(span.first.text) --to \(span.last.text)"
    }

    private func kinds(_ sum: PageSlice.Sum) -> [(OptionName, String)] {
        sum == .change ? [] : sum.kinds.map { (.kind, $0.rawValue) }
    }

    private func amounts(_ sum: PageSlice.Sum) -> FlowMatrix.Amounts {
        switch sum {
        case .moneyIn: table.moneyIn
        case .moneyOut: table.moneyOut
        case .net, .kept: table.net
        case .outside: table.outside
        case .transfers: table.transfers
        case .change: table.change
        case .refunds: table.refunds
        }
    }

    private func name(_ sum: PageSlice.Sum) -> String {
        switch sum {
        case .moneyIn: book.word(.moneyIn)
        case .moneyOut: book.word(.moneyOut)
        case .net: book.word(.moneyNet)
        case .kept: book.words(.surplus)
        case .outside: book.word(.reportOutside)
        case .transfers: book.word(.reportTransfers)
        case .change: book.word(.balanceChange)
        case .refunds: book.word(.moneyRefunded)
        }
    }

    private func name(of period: Int) -> String { book.month(table.periods[period].first) }

    private func figure(_ sum: PageSlice.Sum, in period: Int) -> PageFigure {
        let amount = amounts(sum).periods[period] ?? .zero(of: currency)
        let month = CalendarMonth(of: table.periods[period].first)
        let asked = (question(kinds(sum)), narrowing(within(period)))
        if book.lines == nil {
            return book.figure(amount, name(sum), question: asked.0, at: asked.1)
        }
        return book.figure(
            amount, name(sum), in: name(of: period),
            [command(kinds(sum), within(period))], of: .month(purse, month, sum), from: asked)
    }

    private func total(_ sum: PageSlice.Sum) throws -> PageFigure {
        // The lines of the whole link to those of its months.
        for period in year { _ = figure(sum, in: period) }
        if book.lines == nil {
            return book.figure(
                try amounts(sum).sum(of: year, in: currency), name(sum),
                question: question(kinds(sum)), at: narrowing(span))
        }
        return book.figure(
            try amounts(sum).sum(of: year, in: currency), name(sum), in: spanText,
            [command(kinds(sum), span)], of: .span(purse, sum))
    }

    private var spanText: String { book.text(span.first) + " – " + book.text(span.last) }

    private func figure(_ row: FlowMatrix.Row, in period: Int) -> PageFigure? {
        guard let amount = row.amounts.periods[period] else { return nil }
        let month = CalendarMonth(of: table.periods[period].first)
        let terms = row.terms(of: .category, filter.tree)
        let asked = (question(terms), narrowing(within(period)))
        if book.lines == nil {
            return book.figure(amount, name(of: row), question: asked.0, at: asked.1)
        }
        return book.figure(
            amount, name(of: row), in: name(of: period), [command(terms, within(period))],
            of: .cell(purse, month, row.section, category: row.label), from: asked)
    }

    private func total(_ row: FlowMatrix.Row) throws -> PageFigure {
        if book.lines == nil {
            return book.figure(
                try row.amounts.sum(of: year, in: currency), name(of: row),
                question: question(row.terms(of: .category, filter.tree)), at: narrowing(span))
        }
        return book.figure(
            try row.amounts.sum(of: year, in: currency), name(of: row), in: spanText,
            [command(row.terms(of: .category, filter.tree), span)],
            of: .category(purse, row.section, row.label))
    }

    private func name(of row: FlowMatrix.Row) -> String {
        if !row.label.isEmpty { return book.category(row.label) }
        return switch row.section {
        case .unsorted(isIn: true): book.word(.reportUnsortedIn)
        case .unsorted(isIn: false): book.word(.reportUnsortedOut)
        default: book.word(.reportUnsorted)
        }
    }

    /// Rows with lines in the page's days, the largest first.
    private func rows(_ isMeant: (FlowMatrix.Section) -> Bool) throws -> [FlowMatrix.Row] {
        let found = try table.rows.filter { isMeant($0.section) }.compactMap { row in
            row.amounts.periods[year].contains { $0 != nil }
                ? (row, try row.amounts.sum(of: year, in: currency).atto) : nil
        }
        return found.sorted { a, b in
            a.1.magnitude != b.1.magnitude
                ? a.1.magnitude > b.1.magnitude : a.0.label < b.0.label
        }.map(\.0)
    }

    private static func isSpending(_ section: FlowMatrix.Section) -> Bool {
        section == .expense || section == .unsorted(isIn: false)
    }

    // MARK: Headlines

    /// Seven of the ten figures of the page's days; the others are of balances and lines.
    func headlines() throws -> [Page.Headline] {
        let moneyIn = try total(.moneyIn)
        let moneyOut = try total(.moneyOut)
        let net = try total(.net)
        let saved = Ratio.permille(net.amount, of: moneyIn.amount)
        let mean = try table.moneyOut.average(of: year, in: currency)
        let months = year.map { ($0, figure(.moneyOut, in: $0), figure(.net, in: $0)) }
        var heads: [Page.Headline] = [
            .init(book.words(.tenIn), moneyIn, note: currencyName),
            .init(book.words(.tenOut), moneyOut, note: currencyName),
            .init(book.words(.tenNet), net, note: currencyName),
            .init(
                book.words(.tenSaved),
                book.figure(
                    net.amount,
                    moneyIn.amount.isZero || moneyIn.amount.isNegative ? "—" : book.share(saved),
                    moneyIn.list.map { .share(of: $0) } ?? .same, of: net)),
            .init(
                book.words(.tenMean),
                book.figure(mean, book.text(mean), .average(over: year.count), of: moneyOut),
                note: book.words(.overMonths, ["count": .count(year.count)])),
        ]
        if let most = months.min(by: { $0.1.amount.atto < $1.1.amount.atto }) {
            heads.append(.init(book.words(.tenMost), most.1, note: name(of: most.0)))
        }
        if let best = months.max(by: { $0.2.amount.atto < $1.2.amount.atto }) {
            heads.append(.init(book.words(.tenBest), best.2, note: name(of: best.0)))
        }
        if let row = try rows({ $0 == .expense }).first {
            heads.append(.init(book.words(.tenCategory), try total(row), note: name(of: row)))
        }
        return heads
    }

    // MARK: Charts

    /// Income and expenses by month, with the net.
    func bars() -> Page.Chart {
        let end = year.upperBound
        let drawn = max(0, end - Self.periodsDrawnMax)..<end
        let periods = drawn.map { index in
            let first = table.periods[index].first
            let isTick = index == drawn.lowerBound || first.parts.month == 1 && drawn.count > 1
            return FlowBars.Period(
                name(of: index),
                tick: isTick && (index == drawn.lowerBound || index - drawn.lowerBound > 5)
                    ? drawn.count > 18 ? String(first.parts.year) : name(of: index) : "",
                in: figure(.moneyIn, in: index), out: figure(.moneyOut, in: index),
                net: figure(.net, in: index))
        }
        var rows = PageTable(
            book.words(.flowsTitle) + ", " + currencyName,
            [
                (book.word(.columnMonth), false), (name(.moneyIn), true),
                (name(.moneyOut), true), (name(.net), true),
            ])
        for period in periods {
            rows.rows.append([
                .name(period.name), .figure(period.moneyIn), .figure(period.moneyOut),
                .figure(period.net),
            ])
        }
        return Page.Chart(
            book.words(.flowsTitle),
            book.words(
                .flowsSays,
                [
                    "count": .count(periods.count), "first": .text(periods.first?.name ?? ""),
                    "last": .text(periods.last?.name ?? ""), "currency": .text(currencyName),
                ]),
            FlowBars(periods, in: name(.moneyIn), out: name(.moneyOut), net: name(.net)), rows)
    }

    /// Expenses by category: the last month beside the one before and the average.
    func barList() throws -> Page.Chart? {
        let last = year.upperBound - 1
        let all = try rows(Self.isSpending)
        if all.isEmpty { return nil }
        let zero = Money.zero(of: currency)
        let hasBefore = year.count > 1
        var drawn: [BarList.Row] = []
        var rows: [[PageCell]] = []
        let whole = try total(.moneyOut)
        // Where more came back than was spent, the sum is no whole of the others.
        let isWhole = try all.allSatisfy { row in
            let sum = try row.amounts.sum(of: year, in: currency)
            return sum.isNegative || sum.isZero
        }
        for row in all {
            let now = figure(row, in: last) ?? book.figure(zero, "", [])
            let before = hasBefore ? figure(row, in: last - 1) ?? book.figure(zero, "", []) : nil
            let average = try row.amounts.average(of: year, in: currency)
            let total = try total(row)
            let share =
                isWhole && total.amount.isNegative
                ? book.share(Ratio.permille(total.amount, of: whole.amount)) : ""
            drawn.append(
                .init(
                    name(of: row), last: now, before: before, average: average,
                    share: book.isMasked ? share : ""))
            rows.append([
                .name(name(of: row)), .figure(now), before.map { .figure($0) } ?? .empty,
                .figure(
                    book.figure(
                        average, book.text(average), .average(over: year.count), of: total)),
                .figure(total),
                share.isEmpty
                    ? .empty
                    : .figure(
                        book.figure(
                            total.amount, share, whole.list.map { .share(of: $0) } ?? .same,
                            of: total)),
            ])
        }
        let names = (
            last: book.words(.lastPeriod, ["month": .text(name(of: last))]),
            before: hasBefore
                ? book.words(.earlierPeriod, ["month": .text(name(of: last - 1))]) : "—",
            average: book.words(.average, ["count": .count(year.count)])
        )
        return Page.Chart(
            book.words(.barsTitle),
            book.words(
                .barsSays, ["month": .text(name(of: last)), "currency": .text(currencyName)]),
            BarList(drawn, last: names.last, before: names.before, average: names.average),
            PageTable(
                book.words(.barsTitle) + ", " + currencyName,
                [
                    (book.word(.columnCategory), false), (names.last, true),
                    (names.before, true), (names.average, true),
                    (book.word(.columnTotal), true),
                    (book.word(.columnShare), true),
                ], rows))
    }

    /// Expenses as areas, coloured by group.
    func treemap() throws -> Page.Chart? {
        let all = try rows(Self.isSpending)
        let groups = try groups(Self.isSpending)
        var items: [Treemap.Item] = []
        var cells: [[PageCell]] = []
        for row in all {
            let total = try total(row)
            let group = filter.tree.group(of: row.label, level: 1)
            let color = (groups.firstIndex { $0.key == group } ?? 0) % 7
            cells.append([
                .name(name(of: row), color: color), .text(book.category(group)), .figure(total),
            ])
            // Money back has no area; the table shows it.
            if total.amount.isNegative {
                items.append(.init(name(of: row), color: color, total))
            }
        }
        if items.isEmpty { return nil }
        return Page.Chart(
            book.words(.treemapTitle),
            book.words(
                .treemapSays, ["count": .count(items.count), "currency": .text(currencyName)]),
            Treemap(items),
            PageTable(
                book.words(.treemapTitle) + ", " + currencyName,
                [
                    (book.word(.columnCategory), false), ("", false),
                    (book.word(.columnTotal), true),
                ], cells))
    }

    private struct Group {
        let key: String
        let section: FlowMatrix.Section
        let figure: PageFigure
    }

    /// Sums of the categories of each group, the largest first.
    private func groups(_ isMeant: (FlowMatrix.Section) -> Bool) throws -> [Group] {
        var members: [(section: FlowMatrix.Section, key: String, rows: [FlowMatrix.Row])] = []
        for row in try rows(isMeant) {
            let key = filter.tree.group(of: row.label, level: 1)
            if let index = members.firstIndex(where: { $0.section == row.section && $0.key == key })
            {
                members[index].rows.append(row)
            } else {
                members.append((row.section, key, [row]))
            }
        }
        return try members.map { section, key, rows in
            if rows.count == 1, rows[0].label == key {
                return Group(key: key, section: section, figure: try total(rows[0]))
            }
            let amounts = try rows.map { try $0.amounts.sum(of: year, in: currency) }
            let kinds = PartKind.allCases.filter { kind in rows.contains { $0.kinds.contains(kind) }
            }
            let terms: [(OptionName, String)] =
                kinds.map { (.kind, $0.rawValue) } + [(.category, key.isEmpty ? "-" : key)]
            let figure = book.figure(
                try sum(of: amounts, in: currency), book.category(key), in: spanText,
                [command(terms, span)], of: .group(purse, section, key))
            return Group(key: key, section: section, figure: figure)
        }.sorted { $0.figure.amount.atto.magnitude > $1.figure.amount.atto.magnitude }
    }

    /// Where the money came from, and where it went.
    func sankey() throws -> Page.Chart? {
        // Expenses by group; there are few of the others.
        let others = try self.rows { $0 != .transfer && $0 != .expense }.map {
            Group(key: $0.label, section: $0.section, figure: try total($0))
        }
        let all = try groups { $0 == .expense } + others
        if all.isEmpty { return nil }
        let nodes = all.enumerated().map { index, group in
            FlowDiagram.Node(nodeName(group), color: index % 7, group.figure)
        }
        let diagram = try FlowDiagram(
            nodes, currency: currency, middle: book.words(.sankeyMiddle)
        ) { surplus in
            let name = book.words(surplus.isNegative ? .deficit : .surplus)
            let figure = book.figure(
                surplus, name, in: spanText, [command(kinds(.kept), span)],
                of: .span(purse, .kept))
            return FlowDiagram.Node(name, color: 3, figure)
        }
        _ = try total(.outside)
        func rows(_ nodes: [FlowDiagram.Node]) -> [[PageCell]] {
            nodes.map { [.name($0.name), .figure($0.figure)] }
        }
        var table = PageTable(
            book.words(.sankeyTitle) + ", " + currencyName,
            [(book.word(.columnCategory), false), (book.word(.columnAmount), true)],
            rows(diagram.sources))
        table.rows += rows(diagram.uses)
        return Page.Chart(
            book.words(.sankeyTitle),
            book.words(
                .sankeySays,
                [
                    "sources": .count(diagram.sources.count), "uses": .count(diagram.uses.count),
                    "currency": .text(currencyName),
                ]), diagram, table)
    }

    private func nodeName(_ group: Group) -> String {
        switch group.section {
        case .unsorted(isIn: true): book.word(.reportUnsortedIn)
        case .unsorted(isIn: false): book.word(.reportUnsortedOut)
        default: book.category(group.key)
        }
    }

    /// Months as columns, categories as rows, with a small line in each row.
    func monthTable() throws -> PageTable {
        var columns: [(title: String, isNumber: Bool)] = [
            (book.word(.columnCategory), false), ("", false),
        ]
        columns += self.columns.map { (book.shortMonth(table.periods[$0].first), true) }
        columns.append((book.word(.columnTotal), true))
        var page = PageTable(book.words(.monthsSays, ["currency": .text(currencyName)]), columns)
        page.isDense = true
        for section in Set(table.rows.map(\.section)).sorted() {
            for row in try rows({ $0 == section }) {
                let cells: [PageCell] = self.columns.map { index in
                    figure(row, in: index).map { .figure($0) } ?? .empty
                }
                page.rows.append(
                    [
                        .name(name(of: row)),
                        .spark(Array(row.amounts.periods[self.columns])),
                    ] + cells + [.figure(try total(row))])
            }
        }
        for sum in [
            PageSlice.Sum.moneyIn, .moneyOut, .net, .transfers, .change,
        ] {
            if sum == .transfers, table.transfers.count == 0 { continue }
            page.sums.append(
                [.name(name(sum)), .spark(Array(amounts(sum).periods[self.columns]))]
                    + self.columns.map { .figure(figure(sum, in: $0)) }
                    + [.figure(try total(sum))])
        }
        return page
    }

    /// Expenses of the same months of several years.
    func years() -> Page.Chart? {
        let first = table.periods.first?.first.parts.year ?? 0
        let last = table.periods.last?.first.parts.year ?? 0
        if first == last { return nil }
        let names = (1...12).map { book.monthName($0) }
        let years = (max(first, last - Self.yearsMax + 1)...last).map { year in
            YearLines.Year(
                String(year),
                (1...12).map { month in
                    table.periods.firstIndex {
                        $0.first.parts.year == year && $0.first.parts.month == month
                    }.map { figure(.moneyOut, in: $0) }
                })
        }
        var rows = PageTable(
            book.words(.yearsTitle) + ", " + currencyName,
            [(book.word(.columnMonth), false)] + years.map { ($0.name, true) })
        for month in 0..<12 {
            rows.rows.append(
                [.name(names[month])]
                    + years.map { $0.months[month].map { .figure($0) } ?? .empty })
        }
        return Page.Chart(
            book.words(.yearsTitle),
            book.words(
                .yearsSays,
                ["first": .text(years.first?.name ?? ""), "last": .text(years.last?.name ?? "")]),
            YearLines(years, monthNames: names), rows)
    }

    /// A field for each of the last days, by what was spent.
    ///
    /// - Parameter spent: of days with expenses.
    func days(_ spent: DayTally.Table) -> Page.Chart? {
        let shown = columns.filter { !within($0).isEmpty }
        guard let start = shown.first.map({ within($0).first }),
            let end = shown.last.map({ within($0).last })
        else { return nil }
        var days: [CalendarDate: (name: String, figure: PageFigure)] = [:]
        var rows: [[PageCell]] = []
        for known in spent.days where start <= known.day && known.day <= end {
            let (day, amount) = (known.day, known.amount)
            let terms: [(OptionName, String)] = [(.kind, PartKind.expense.rawValue)]
            let figure =
                book.lines == nil
                ? book.figure(
                    amount, book.words(.daysTitle), question: question(terms), at: day.text)
                : book.figure(
                    amount, name(.moneyOut), in: book.text(day),
                    [command(terms, ReportSpan(day, day))], of: .day(purse, day),
                    from: (question(terms), day.text))
            days[day] = (book.text(day), figure)
            rows.append([.name(book.text(day)), .figure(figure)])
        }
        if days.isEmpty { return nil }
        let months = shown.map {
            DayCalendar.Month(name(of: $0), within($0).first, within($0).last)
        }
        return Page.Chart(
            book.words(.daysTitle),
            book.words(.daysSays, ["count": .count(days.count), "currency": .text(currencyName)]),
            DayCalendar(months, days),
            PageTable(
                book.words(.daysTitle) + ", " + currencyName,
                [(book.word(.columnDay), false), (book.word(.columnAmount), true)],
                rows))
    }

    /// The largest payees or tags of a table made by them.
    func names(
        _ matrix: FlowMatrix.Table, by subject: FlowMatrix.Subject, _ alias: PageText,
        max count: Int
    ) -> PageTable? {
        let found = matrix.rows.filter {
            !$0.label.isEmpty && ($0.section == .expense || $0.section == .income)
        }.sorted {
            ($0.amounts.total.atto.magnitude, $1.label) > (
                $1.amounts.total.atto.magnitude, $0.label
            )
        }.prefix(count)
        if found.isEmpty { return nil }
        let folder = book.folder
        let rows: [[PageCell]] = found.map { row in
            let name = book.name(row.label, as: alias)
            let slice: PageSlice =
                subject == .payee
                ? .payee(purse, row.kinds, folder.fold(row.label))
                : .tag(purse, row.kinds, folder.fold(row.label))
            let total = book.figure(
                row.amounts.total, name, in: spanText,
                [command(row.terms(of: subject, filter.tree), span)], of: slice)
            return [
                .name(name), .figure(total), .number(book.count(row.amounts.lines)),
            ]
        }
        return PageTable(
            book.words(
                subject == .payee ? .payeesSays : .tagsSays,
                ["count": .count(rows.count), "currency": .text(currencyName)]),
            [
                (book.word(subject == .payee ? .columnPayee : .columnName), false),
                (book.word(.columnTotal), true), (book.word(.columnEntries), true),
            ], rows)
    }
}

extension ReportSpan {
    fileprivate var isEmpty: Bool { first > last }
}
