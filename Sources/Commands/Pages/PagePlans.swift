import Facts
import Pages
import Planning
import Reports

/// The parts of a page about plans: budgets, expected payments, the forecast and insights.
struct PagePlans {
    private let book: PageBook
    private let question: LedgerQuestion
    private let day: CalendarDate

    init(_ question: LedgerQuestion, asOf day: CalendarDate, _ book: PageBook) {
        self.question = question.upTo(day)
        self.day = day
        self.book = book
    }

    // MARK: Budgets

    func budgets(in asked: Currency?) throws -> Page.Chart? {
        let plan = try question.access.budgetFile(book.console).plan
        if plan.budgets.isEmpty { return nil }
        let answer = try BudgetAnswer(plan, question, day, in: asked)
        if answer.figures.isEmpty { return nil }
        var drawn: [Meters.Row] = []
        var rows: [[PageCell]] = []
        for figure in answer.figures {
            let name = book.category(figure.budget.category)
            let command = "kopiyka budget --as-of \(day.text)" + currency(asked)
            let lines = answer.rows(of: figure).words
            // A list prints what went out below zero, and a budget counts it up.
            let spent = book.figure(
                figure.spent, name, [lines], .spent, before: book.words(.isSpent),
                asking: try question.asked([lines], figure.spent.negated, book))
            func planned(_ amount: Money, _ title: String) -> PageFigure {
                book.figure(
                    amount, name + ", " + title, computed: book.words(.isPlanned), by: command)
            }
            let available = planned(figure.available, book.word(.columnAvailable))
            let remaining = book.figure(
                figure.remaining, name + ", " + book.words(.remaining),
                before: book.words(.isRemaining),
                of: [
                    PageBook.Operand(name: book.word(.columnAvailable), figure: available),
                    .init(name: book.word(.columnSpent), figure: spent, isLess: true),
                    .init(
                        name: book.words(.covered),
                        figure: planned(figure.covered, book.words(.covered))),
                    .init(
                        name: book.words(.lent), figure: planned(figure.lent, book.words(.lent)),
                        isLess: true),
                ].filter { !$0.figure.amount.isZero })
            drawn.append(
                .init(
                    name, spent: spent, available: figure.available,
                    passed: min(1_000, figure.daysElapsed * 1_000 / max(figure.period.days, 1)),
                    isOver: figure.remaining.isNegative,
                    note: book.words(
                        .budgetNote,
                        [
                            "available": .text(book.text(figure.available)),
                            "remaining": .text(book.text(figure.remaining)),
                            "currency": .text(figure.amount.currency.code),
                        ])))
            rows.append([
                .name(name), .figure(spent), .figure(available), .figure(remaining),
                .number(book.share(figure.permille)),
                .text(book.text(figure.period.first)), .text(book.text(figure.period.last)),
            ])
        }
        return Page.Chart(
            book.words(.budgetsTitle),
            book.words(.budgetsSays, ["day": .day(day), "count": .count(rows.count)]),
            Meters(drawn),
            PageTable(
                book.words(.budgetsTitle),
                [
                    (book.word(.columnCategory), false), (book.word(.columnSpent), true),
                    (book.word(.columnAvailable), true), (book.words(.remaining), true),
                    ("%", true),
                    (book.word(.columnFirst), false), (book.word(.columnLast), false),
                ], rows))
    }

    // MARK: What is to come

    private static let daysAhead = 60

    func upcoming(_ recurring: RecurringQuestion) throws -> PageTable? {
        let payments = UpcomingPayment.all(
            of: recurring.streams, asOf: day, days: Self.daysAhead)
        if payments.isEmpty { return nil }
        return PageTable(
            book.words(.upcomingSays, ["count": .count(Self.daysAhead)]),
            [
                (book.word(.columnDay), false), (book.word(.columnName), false),
                (book.word(.columnAmount), true), (book.word(.columnCurrency), false),
                ("", false),
            ],
            try payments.map { payment in
                let lines = FigureRows.of(streams: [payment.stream.id], asOf: day).words
                let name = book.name(payment.stream.name, as: .aliasStream)
                return [
                    .name(book.text(payment.day)), .text(name),
                    .figure(
                        book.figure(
                            payment.stream.amount, name + ", " + payment.stream.currency.code,
                            computed: book.words(.isExpected), by: ListArguments.command(lines),
                            asking: try question.asked(
                                [lines], payment.stream.amount, book, isOwn: true,
                                streams: recurring))),
                    .text(payment.stream.currency.code),
                    .text(payment.isLate ? book.word(.upcomingLate) : ""),
                ]
            })
    }

    private func currency(_ asked: Currency?) -> String {
        asked.map { " --base \($0.code)" } ?? ""
    }

    /// - Parameter accounts: whose balances it begins with.
    func forecast(in asked: Currency?, _ accounts: PageAccounts) throws -> Page.Chart? {
        let answer = try ForecastAnswer(question, day, in: asked)
        guard let total = answer.forecast.total, let lowest = answer.forecast.lowest else {
            return nil
        }
        let start = PageBook.Operand(
            name: book.word(.columnBalance), figure: try accounts.total(total.start))
        let command = "kopiyka forecast --as-of \(day.text)" + currency(asked)
        func figure(_ amount: Money) -> PageFigure {
            book.figure(
                amount, book.words(.forecastTitle), computed: book.words(.isForecast), by: command,
                of: start.figure.list == nil ? [] : [start])
        }
        var drawn: [Fan.Point] = []
        var cells: [[PageCell]] = []
        for (index, point) in total.points.enumerated()
        where index % 7 == 0 || index == total.points.count - 1 {
            let low = point.range?.low ?? point.known
            let middle = point.range?.median ?? point.known
            let high = point.range?.high ?? point.known
            let isTick = index % 28 == 0
            drawn.append(
                .init(
                    tick: isTick ? book.text(point.day) : "", low: low, middle: middle, high: high))
            cells.append([
                .name(book.text(point.day)), .figure(figure(low)), .figure(figure(middle)),
                .figure(figure(high)),
            ])
        }
        return Page.Chart(
            book.words(.forecastTitle),
            sentence(lowest, in: answer.base), Fan(drawn),
            PageTable(
                book.words(.forecastTitle) + ", " + answer.base.code,
                [
                    (book.word(.columnDay), false), (book.word(.columnLow), true),
                    (book.word(.columnMedian), true), (book.word(.columnHigh), true),
                ], cells))
    }

    private func sentence(_ lowest: Forecast.Lowest, in base: Currency) -> String {
        var values: [String: Template.Value] = [
            "amount": .text(book.text(lowest.amount)), "day": .day(lowest.day),
            "currency": .text(base.code),
        ]
        guard let point = lowest.lowestLow, let low = point.range?.low else {
            return book.words(.forecastKnownSays, values)
        }
        values["low"] = .text(book.text(low))
        values["low_day"] = .day(point.day)
        return book.words(.forecastSays, values)
    }

    // MARK: Insights

    /// - Parameter accounts: whose worth is one of them.
    func insights(
        _ found: InsightQuestion, in asked: Currency?, _ accounts: PageAccounts
    ) throws -> PageTable? {
        guard let report = found.report, !report.cards.isEmpty else { return nil }
        let rows = try FigureRows(found.ledger, in: report.base)
        return PageTable(
            book.words(.insightsSays, ["day": .day(day), "currency": .text(report.base.code)]),
            [("", false), (book.word(.columnValue), true), ("", false)],
            try report.cards.map { card in
                let title = card.id.title[book.console.language]
                // The text beside a card's figure names payees, accounts and amounts.
                let note = book.isMasked ? "" : book.console.note(of: card)
                let value: PageCell =
                    switch card.value {
                    case .amount(let amount):
                        .figure(
                            card.id == .totalWealth
                                ? try accounts.total(amount)
                                : try figure(amount, of: card, title, rows, found, asked))
                    case .category(let key): .number(book.category(key))
                    default: .number(book.console.text(of: card.value))
                    }
                return [.name(title), value, .text(note)]
            })
    }

    private func figure(
        _ amount: Money, of card: Insight, _ title: String, _ rows: FigureRows,
        _ found: InsightQuestion, _ asked: Currency?
    ) throws -> PageFigure {
        let lines = card.lines.flatMap { rows.questions(of: $0) }.map(\.words)
        func question(_ sum: Money) throws -> PageQuestion? {
            try self.question.asked(lines, sum, book, streams: found.recurring)
        }
        switch card.id.form {
        case .sum: return book.figure(amount, title, lines, asking: try question(amount))
        case .spent:
            return book.figure(
                amount, title, lines, .spent, before: book.words(.isSpent),
                asking: try question(amount.negated))
        case .computed:
            return book.figure(
                amount, title, computed: book.words(.isInsight),
                by: "kopiyka insights --as-of \(day.text)" + currency(asked),
                asking: try question(amount))
        }
    }
}

extension Insight.ID {
    fileprivate enum Form { case sum, spent, computed }

    /// How its amount follows from its lines.
    fileprivate var form: Form {
        switch self {
        case .netCashFlow, .bestMonth, .worstMonth, .incomeGrowth: .sum
        case .expenseChange, .yearOverYear, .topCategory, .spendingSpike, .categoryTrend: .spent
        default: .computed
        }
    }
}
