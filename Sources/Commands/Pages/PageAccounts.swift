import Facts
import Pages
import Planning
import Reports
import Workspaces

/// The parts of a page about accounts: balances, the days that statements cover, and what all of
/// it is worth.
struct PageAccounts {
    private let book: PageBook
    private let question: LedgerQuestion
    private let day: CalendarDate

    init(_ question: LedgerQuestion, asOf day: CalendarDate, _ book: PageBook) {
        // Balances begin with the first line, whatever days the page is of.
        let asked = question.upTo(day).changed { $0.from = nil }
        self.question = asked
        self.day = min(asked.filter.to ?? day, day)
        self.book = book
    }

    private func name(of account: String) -> String {
        book.name(question.access.settings.shownName(of: account), as: .aliasAccount)
    }

    // MARK: Balances

    func table() throws -> PageTable? {
        let standings = try question.balances
        if standings.isEmpty { return nil }
        var page = PageTable(
            book.words(.accountsSays, ["day": .day(day)]),
            [
                (book.word(.columnAccount), false), (book.word(.columnCurrency), false),
                (book.word(.columnBalance), true), (book.word(.columnBankSays), true),
                (book.word(.columnFirst), false), (book.word(.columnLast), false),
                (book.word(.columnGaps), true), (book.word(.columnProof), false),
            ])
        let coverages = try coverages()
        for standing in standings {
            let found = coverages.first {
                $0.account == standing.account && $0.currency == standing.currency
            }
            page.rows.append(
                [
                    .name(name(of: standing.account)),
                    .text(standing.currency.isKnown ? standing.currency.code : "—"),
                    .figure(figure(standing)), bank(standing),
                ] + cells(of: found, standing))
        }
        return page
    }

    private func coverages() throws -> [CoverageTally.Coverage] {
        let access = question.access
        return try CoverageTally.byDays(
            of: question.workspace, dismissed: try question.workspace.dismissedLines(),
            vanished: try question.workspace.vanishedHolds(), in: question.filter.accounts,
            upTo: question.filter.to
        ) { access.book.currency(of: $0) }.coverages
    }

    /// The opening balance and the lines. Without an opening, the bank's last balance and later
    /// lines, which no list adds up to.
    private func figure(_ standing: BalanceTally.Standing) -> PageFigure {
        let lines = FigureRows.of(standing.place, within: ReportSpan(.earliest, day)).words
        let opening = standing.opening.map {
            book.words(.opening, ["amount": .text($0.isZero ? "0" : book.text($0))])
        }
        return book.figure(
            standing.balance, name(of: standing.account), [lines],
            isSum: standing.opening != nil || standing.balance == standing.sum,
            before: opening ?? "")
    }

    private func bank(_ standing: BalanceTally.Standing) -> PageCell {
        guard let printed = standing.printed else { return .empty }
        let isSame = standing.difference?.isZero ?? false
        return .number(book.text(printed) + (isSame ? " ✓" : ""))
    }

    private func cells(
        of coverage: CoverageTally.Coverage?, _ standing: BalanceTally.Standing
    ) -> [PageCell] {
        guard let coverage else {
            return [
                .text(book.text(standing.firstDay)), .text(book.text(standing.lastDay)), .empty,
                .empty,
            ]
        }
        return [
            .text(book.text(coverage.days.first)), .text(book.text(coverage.days.last)),
            .number(book.count(coverage.gaps.count)),
            .text(CoverageCommand.proof(of: coverage, book.console)),
        ]
    }

    // MARK: Worth

    private static let periodsDrawnMax = 120

    /// The worth at the end of each month, and what changed it over the page's days.
    func worth(
        in asked: Currency?, over span: ReportSpan
    ) throws -> (
        heads: [Page.Headline], charts: [Page.Chart]
    )? {
        let all = try question.worth(by: .month, in: asked, asOf: day)
        guard let last = all.last else { return nil }
        let periods = Array(all.suffix(Self.periodsDrawnMax))
        let rows = try FigureRows(question, in: last.net.currency)
        let code = last.net.currency.code
        func stock(_ amount: Money, _ period: NetWorth.Period) -> PageFigure {
            book.figure(
                amount, book.word(.columnNetWorth) + ", " + book.text(period.last),
                [rows.of([], within: ReportSpan(.earliest, period.last)).words], isSum: false)
        }
        let inside = all.filter { $0.last >= span.first && $0.first <= span.last }
        let head = Page.Headline(
            book.words(.tenWorth), stock(last.net, last), note: code)
        var heads = [head]
        var charts = [chart(periods, code, stock)]
        if let start = inside.first, let end = inside.last {
            let before = all.last { $0.last < start.first }
            let bridge = try bridge(inside, before.map { stock($0.net, $0) }, end, rows, stock)
            charts.append(bridge.chart)
            heads.append(.init(book.words(.tenChange), bridge.change, note: code))
        }
        return (heads, charts)
    }

    private func chart(
        _ periods: [NetWorth.Period], _ code: String,
        _ stock: (Money, NetWorth.Period) -> PageFigure
    ) -> Page.Chart {
        let points = periods.enumerated().map { index, period in
            let parts = period.first.parts
            let isTick = index == 0 || parts.month == 1 && index > 5
            return WorthChart.Point(
                book.month(period.first),
                tick: !isTick
                    ? "" : periods.count > 18 ? String(parts.year) : book.month(period.first),
                assets: stock(period.assets, period),
                debts: stock(period.debts, period),
                net: stock(period.net, period))
        }
        return Page.Chart(
            book.words(.worthTitle),
            book.words(.worthSays, ["currency": .text(code), "count": .count(points.count)]),
            WorthChart(
                points, assets: book.word(.columnAssets), debts: book.word(.columnDebts),
                net: book.word(.columnNetWorth)),
            PageTable(
                book.words(.worthTitle) + ", " + code,
                [
                    (book.word(.columnMonth), false), (book.word(.columnAssets), true),
                    (book.word(.columnDebts), true), (book.word(.columnNetWorth), true),
                ],
                points.map {
                    [.name($0.name), .figure($0.assets), .figure($0.debts), .figure($0.net)]
                }
            ))
    }

    private func bridge(
        _ periods: [NetWorth.Period], _ before: PageFigure?, _ last: NetWorth.Period,
        _ rows: FigureRows, _ stock: (Money, NetWorth.Period) -> PageFigure
    ) throws -> (chart: Page.Chart, change: PageFigure) {
        let currency = last.net.currency
        let code = currency.code
        let span = ReportSpan(periods[0].first, last.last)
        func flow(
            _ amounts: [Money], _ name: Message, _ lines: [JSONWords]
        ) throws -> PageFigure {
            book.figure(
                try sum(of: amounts, in: currency), book.word(name), lines, isSum: true)
        }
        let start = before ?? book.figure(Money.zero(of: currency), "", [])
        let end = stock(last.net, last)
        let flows: [(name: String, figure: PageFigure)] = [
            (
                book.word(.columnIncome),
                try flow(
                    periods.map(\.income), .columnIncome, rows.income(within: span).map(\.words))
            ),
            (
                book.word(.columnExpenses),
                try flow(
                    periods.map(\.expenses.negated), .columnExpenses,
                    rows.expenses(within: span).map(\.words))
            ),
            (
                book.word(.columnInFlight),
                try flow(
                    periods.map(\.inFlight), .columnInFlight,
                    [rows.of([.transfer], within: span).words])
            ),
        ]
        let ends = [(book.words(.worthBefore), start), (book.words(.worthAfter), end)]
        func rest(_ amounts: [Money], _ name: Message) throws -> Waterfall.Step {
            let amount = try sum(of: amounts, in: currency)
            return .init(
                book.word(name), book.figure(amount, book.word(name), of: ends + flows))
        }
        let steps: [Waterfall.Step] =
            [.init(book.words(.worthBefore), start, isBalance: true)]
            + flows.map { .init($0.name, $0.figure) } + [
                try rest(periods.map(\.revaluation), .columnRevaluation),
                try rest(periods.map(\.corrections), .columnCorrections),
                .init(book.words(.worthAfter), end, isBalance: true),
            ]
        let shown = steps.filter { $0.isBalance || !$0.figure.amount.isZero }
        let chart = Page.Chart(
            book.words(.bridgeTitle),
            book.words(
                .bridgeSays,
                ["first": .day(span.first), "last": .day(span.last), "currency": .text(code)]),
            Waterfall(shown),
            PageTable(
                book.words(.bridgeTitle) + ", " + code,
                [("", false), (book.word(.columnAmount), true)],
                shown.map { [.name($0.name), .figure($0.figure)] }))
        let change = try sum(of: [last.net, start.amount.negated], in: currency)
        return (chart, book.figure(change, book.words(.tenChange), of: ends))
    }

    private typealias JSONWords = [String]
}
