import Facts
import Pages
import Planning
import Reports
import Scanning
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

    private func figure(_ standing: BalanceTally.Standing) -> PageFigure {
        book.balance(
            standing.balance, name(of: standing.account), of: standing.place, on: day,
            beside: standing.start, isOpening: standing.opening != nil,
            question.filter)
    }

    private func bank(_ standing: BalanceTally.Standing) -> PageCell {
        guard let printed = standing.printed else { return .empty }
        let sentence = book.word(.figurePrinted, ["day": .day(standing.printedOn ?? day)])
        let command = [
            "kopiyka balance --account", shellWord(standing.account), "--as-of", day.text,
        ]
        return .noted(
            book.figure(
                printed, name(of: standing.account) + ", " + standing.currency.code,
                computed: sentence, by: command.joined(separator: " ")),
            standing.difference?.isZero ?? false ? " ✓" : "")
    }

    /// The balance of all accounts on the page's day, in one currency.
    func total(_ amount: Money) throws -> PageFigure {
        var converter = try question.access.converter(to: amount.currency, upTo: day)
        let operands = try question.balances.compactMap { standing -> PageBook.Operand? in
            guard let worth = converter.stock(standing.balance, on: day), !worth.isZero
            else { return nil }
            return operand(standing.account, figure(standing), worth)
        }
        return book.figure(
            amount, book.word(.columnBalance), in: book.text(day), before: rates(amount.currency),
            of: operands)
    }

    private func operand(
        _ account: String, _ figure: PageFigure, _ worth: Money
    ) -> PageBook.Operand {
        PageBook.Operand(
            name: name(of: account), figure: figure,
            worth: worth.currency == figure.amount.currency ? nil : worth)
    }

    private func rates(_ currency: Currency) -> String {
        book.words(.isOfAccounts, ["currency": .text(currency.code)])
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

    struct Worth {
        var heads: [Page.Headline] = []
        var charts: [Page.Chart] = []
        /// What is not in it, or in no figure of a cause.
        var missing: [String] = []
    }

    /// The worth at the end of each month, and what changed it over the page's days.
    func worth(in asked: Currency?, over span: ReportSpan) throws -> Worth? {
        let asked = try question.worth(by: .month, in: asked, asOf: day)
        guard let last = asked.last else { return nil }
        let missing = missing(last) + unpriced(asked)
        // Months before the first rate are no zeros.
        let all = asked.drop { !$0.isKnown }
        if all.isEmpty { return Worth(missing: missing) }
        let periods = Array(all.suffix(Self.periodsDrawnMax))
        let rows = try FigureRows(question, in: last.net.currency)
        let code = last.net.currency.code
        // Each balance leads to the one before it, so the months come first.
        var charts = [chart(periods, code)]
        var heads = [Page.Headline(book.words(.tenWorth), stock(last), note: code)]
        let inside = all.filter { $0.last >= span.first && $0.first <= span.last }
        if let start = inside.first, let end = inside.last {
            let before = all.last { $0.last < start.first }
            let bridge = try bridge(inside, before.map { stock($0) }, end, rows)
            charts.append(bridge.chart)
            heads.append(.init(book.words(.tenChange), bridge.change, note: code))
        }
        return Worth(heads: heads, charts: charts, missing: missing)
    }

    private func missing(_ period: NetWorth.Period) -> [String] {
        if period.unconverted.isEmpty { return [] }
        let amounts = period.unconverted.map { amount in
            book.text(amount) + " " + (amount.currency.isKnown ? amount.currency.code : "—")
        }
        return [book.words(.worthMissing, ["amounts": .list(amounts.map { .text($0) })])]
    }

    private func unpriced(_ periods: [NetWorth.Period]) -> [String] {
        let lines = periods.reduce(0) { $0 + $1.linesUnconverted }
        return lines == 0
            ? [] : [book.console.words(.worthLinesUnpriced, ["count": .count(lines)])]
    }

    /// The accounts at the end of a period that count.
    private func stock(
        _ amount: Money, _ name: Message, _ period: NetWorth.Period,
        _ isMeant: (NetWorth.Stock) -> Bool
    ) -> PageFigure {
        let operands = period.stocks.filter { isMeant($0) && !$0.worth.isZero }.map { stock in
            let balance = book.balance(
                stock.balance, self.name(of: stock.place.account), of: stock.place,
                on: period.last, beside: stock.opening, isOpening: stock.isOpeningFirst,
                question.filter)
            return operand(stock.place.account, balance, stock.worth)
        }
        return book.figure(
            amount, book.word(name), in: book.text(period.last), before: rates(amount.currency),
            of: operands)
    }

    private func stock(_ period: NetWorth.Period) -> PageFigure {
        stock(period.net, .columnNetWorth, period) { _ in true }
    }

    private func chart(_ periods: [NetWorth.Period], _ code: String) -> Page.Chart {
        let points = periods.enumerated().map { index, period in
            let parts = period.first.parts
            let isTick = index == 0 || parts.month == 1 && index > 5
            return WorthChart.Point(
                book.month(period.first),
                tick: !isTick
                    ? "" : periods.count > 18 ? String(parts.year) : book.month(period.first),
                assets: stock(period.assets, .columnAssets, period) { !$0.worth.isNegative },
                debts: stock(period.debts, .columnDebts, period, \.worth.isNegative),
                net: stock(period))
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
        _ rows: FigureRows
    ) throws -> (chart: Page.Chart, change: PageFigure) {
        let currency = last.net.currency
        let code = currency.code
        let span = ReportSpan(periods[0].first, last.last)
        let start = before ?? book.figure(Money.zero(of: currency), "", [])
        let end = stock(last)
        let after = PageBook.Operand(name: book.words(.worthAfter), figure: end)
        let before = PageBook.Operand(
            name: book.words(.worthBefore), figure: start, isLess: true)
        let flows = try flows(periods, span, rows)
        let rests = try rests(periods, [after, before] + flows)
        let steps =
            [Waterfall.Step(book.words(.worthBefore), start, isBalance: true)]
            + (flows + rests).map { .init($0.name, $0.figure) }
            + [.init(book.words(.worthAfter), end, isBalance: true)]
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
        // What an account had before its first line is no change.
        let openings = try sum(of: periods.map(\.corrections), in: currency)
        let change = try sum(
            of: [last.net, start.amount.negated, openings.negated], in: currency)
        let opened = PageBook.Operand(
            name: book.word(.columnCorrections), figure: book.figure(openings, "", []),
            isLess: true)
        return (
            chart,
            book.figure(
                change, book.words(.tenChange), before: book.words(.isChange),
                of: [after, before, opened].filter { !$0.figure.amount.isZero })
        )
    }

    /// The changes that lines made, each counted against the rest of the change.
    private func flows(
        _ periods: [NetWorth.Period], _ span: ReportSpan, _ rows: FigureRows
    ) throws -> [PageBook.Operand] {
        func flow(
            _ amounts: [Money], _ name: Message, _ lists: [JSONValue]
        ) throws -> PageBook.Operand {
            let whole = try sum(of: amounts, in: periods[0].net.currency)
            let lists = lists.map(\.words)
            let figure = book.figure(
                whole, book.word(name), lists, asking: try question.asked(lists, whole, book))
            return PageBook.Operand(name: book.word(name), figure: figure, isLess: true)
        }
        return [
            try flow(periods.map(\.income), .columnIncome, rows.income(within: span)),
            try flow(
                periods.map(\.expenses.negated), .columnExpenses, rows.expenses(within: span)),
            try flow(
                periods.map(\.inFlight), .columnInFlight, [rows.of([.transfer], within: span)]),
        ]
    }

    /// The changes by rates, by lines without a rate and by openings: each is what the others leave
    /// of the whole change.
    private func rests(
        _ periods: [NetWorth.Period], _ others: [PageBook.Operand]
    ) throws -> [PageBook.Operand] {
        let currency = periods[0].net.currency
        var amounts: [(name: Message, amount: Money)] = [
            (.columnRevaluation, try sum(of: periods.map(\.revaluation), in: currency)),
            (.columnUnpriced, try sum(of: periods.map(\.unpriced), in: currency)),
            (.columnCorrections, try sum(of: periods.map(\.corrections), in: currency)),
        ]
        amounts.removeAll { $0.name == .columnUnpriced && $0.amount.isZero }
        return amounts.map { name, amount in
            let rest = amounts.filter { $0.name != name }.map {
                PageBook.Operand(
                    name: book.word($0.name), figure: book.figure($0.amount, "", []), isLess: true)
            }
            let figure = book.figure(
                amount, book.word(name), before: book.words(.isRest),
                of: (others + rest).filter { !$0.figure.amount.isZero })
            return PageBook.Operand(name: book.word(name), figure: figure)
        }
    }
}

extension LedgerQuestion {
    /// The lines of a figure's questions; nil for a page without lines.
    ///
    /// - Parameters:
    ///   - lists: arguments of `kopiyka list`.
    ///   - isOwn: of lines in their own currency.
    ///   - recurring: the streams that they name.
    func asked(
        _ lists: [[String]], _ amount: Money, _ book: PageBook, isOwn: Bool = false,
        streams recurring: RecurringQuestion? = nil
    ) throws -> PageQuestion? {
        if book.lines == nil { return nil }
        return PageQuestion(
            try lists.map {
                try access.filter(
                    ArgumentParser.listing($0), book.console, streams: recurring)
            }, amount, isOwn: isOwn)
    }
}
