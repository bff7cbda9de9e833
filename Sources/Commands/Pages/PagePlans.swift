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
            // A list prints what went out below zero, and a budget counts it up.
            let spent = book.figure(
                figure.spent, name, [answer.rows(of: figure).words], isSum: false)
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
                .name(name), .figure(spent), .number(book.text(figure.available)),
                .number(book.text(figure.remaining)), .number(book.share(figure.permille)),
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

    func upcoming(_ streams: [RecurringStream]) -> PageTable? {
        let payments = UpcomingPayment.all(of: streams, asOf: day, days: Self.daysAhead)
        if payments.isEmpty { return nil }
        return PageTable(
            book.words(.upcomingSays, ["count": .count(Self.daysAhead)]),
            [
                (book.word(.columnDay), false), (book.word(.columnName), false),
                (book.word(.columnAmount), true), (book.word(.columnCurrency), false),
                ("", false),
            ],
            payments.map { payment in
                let name = book.name(payment.stream.name, as: .aliasStream)
                return [
                    .name(book.text(payment.day)), .text(name),
                    .figure(
                        book.figure(
                            payment.stream.amount, name,
                            [FigureRows.of(streams: [payment.stream.id], asOf: day).words],
                            isSum: false)),
                    .text(payment.stream.currency.code),
                    .text(payment.isLate ? book.word(.upcomingLate) : ""),
                ]
            })
    }

    func forecast(in asked: Currency?) throws -> Page.Chart? {
        let answer = try ForecastAnswer(question, day, in: asked)
        guard let total = answer.forecast.total, let lowest = answer.forecast.lowest else {
            return nil
        }
        let rows = try FigureRows(question, in: answer.base)
        let lines = [rows.of([], within: ReportSpan(.earliest, day)).words]
        func figure(_ amount: Money) -> PageFigure {
            book.figure(amount, book.words(.forecastTitle), lines, isSum: false)
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
            book.words(
                .forecastSays,
                [
                    "amount": .text(book.text(lowest.amount)), "day": .day(lowest.day),
                    "currency": .text(answer.base.code),
                ]), Fan(drawn),
            PageTable(
                book.words(.forecastTitle) + ", " + answer.base.code,
                [
                    (book.word(.columnDay), false), (book.word(.columnLow), true),
                    (book.word(.columnMedian), true), (book.word(.columnHigh), true),
                ], cells))
    }

    // MARK: Insights

    func insights(_ found: InsightQuestion) throws -> PageTable? {
        guard let report = found.report, !report.cards.isEmpty else { return nil }
        let rows = try FigureRows(found.ledger, in: report.base)
        return PageTable(
            book.words(.insightsSays, ["day": .day(day), "currency": .text(report.base.code)]),
            [("", false), (book.word(.columnValue), true), ("", false)],
            report.cards.map { card in
                let title = card.id.title[book.console.language]
                // The text beside a card's figure names payees, accounts and amounts.
                let note = book.isMasked ? "" : book.console.note(of: card)
                return [.name(title), value(of: card, title, rows), .text(note)]
            })
    }

    private func value(of card: Insight, _ title: String, _ rows: FigureRows) -> PageCell {
        switch card.value {
        case .amount(let amount):
            .figure(
                book.figure(
                    amount, title, card.lines.flatMap { rows.questions(of: $0) }.map(\.words),
                    isSum: false))
        case .category(let key): .number(book.category(key))
        default: .number(book.console.text(of: card.value))
        }
    }
}
