import Facts
import Ledger
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka forecast`: what the accounts will have in the days to come, and the lowest point;
/// `--eval` compares earlier forecasts with what came.
enum ForecastCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let today = invocation.asOf ?? Clock.localDay
        let ledger = try LedgerQuestion(invocation, console)
        if invocation.has(.eval) { return try review(ledger, today, invocation, console) }
        let answer = try ForecastAnswer(ledger, today, invocation)
        if invocation.wantsJSON {
            try answer.printJSON(console)
        } else if invocation.wantsCSV {
            try answer.printCSV(console)
        } else if answer.forecast.accounts.isEmpty {
            try console.line(.ledgerEmpty)
        } else {
            try ForecastTable(answer, console).print()
        }
        return ledger.workspace.problems.isEmpty ? .done : .damaged
    }

    // MARK: Back-test

    private static func review(
        _ ledger: LedgerQuestion, _ today: CalendarDate, _ invocation: Invocation,
        _ console: Console
    ) throws -> ExitCode {
        // A person's words are not used: they may be later than the forecast.
        var review = ForecastReview(
            asOf: today, RecurringQuestion.payments(ledger),
            try ledger.access.converter(to: invocation.base, upTo: today))
        try ledger.upTo(today).rows.forEachPayment(review.texts) { try review.add($0) }
        let results = try review.results()
        let objects = results.map { result -> JSONValue in
            [
                "days": .count(result.days), "forecasts": .count(result.count),
                "currency": .string(result.error.currency.code), "mae": .amount(result.error),
                "baseline_mae": .amount(result.baselineError),
                "band_share": .number(decimalText(Int64(result.insidePermille), digits: 3)),
            ]
        }
        if invocation.wantsJSON {
            try console.json(objects)
        } else if invocation.wantsCSV {
            try console.csv(
                ["days", "forecasts", "currency", "mae", "baseline_mae", "band_share"],
                of: objects)
        } else if let first = results.first {
            try console.line(.forecastEvalHead, ["base": .text(first.error.currency.code)])
            var table = Table([
                .init(.columnAhead, .number), .init(.columnForecasts, .number),
                .init(.columnError, .number), .init(.columnRepeated, .number),
                .init(.columnInBand, .number),
            ])
            for result in results {
                table.add([
                    .count(result.days), .count(result.count), .amount(result.error),
                    .amount(result.baselineError), .share(result.insidePermille),
                ])
            }
            try console.table(table)
        } else {
            try console.line(.forecastEvalNone)
        }
        return .done
    }
}

/// The forecast asked for, and what it lacks.
struct ForecastAnswer {
    let forecast: Forecast
    let today: CalendarDate
    let base: Currency
    let ledger: LedgerQuestion
    /// Accounts of which neither a person nor a bank said a balance.
    let unopened: [AccountPlace]
    let hasRest: Bool
    let without: [RecurringStream]
    let plus: [PlannedPayment]

    private static let daysUsual = 90
    private static let daysPossible = 30...365

    init(
        _ ledger: LedgerQuestion, _ today: CalendarDate, _ invocation: Invocation
    ) throws {
        let days = invocation.count(.days) ?? Self.daysUsual
        guard Self.daysPossible.contains(days) else {
            throw HouseMessage.usage("error.usage.forecast-days")
        }
        try self.init(
            ledger, today, days: days, in: invocation.base,
            without: invocation.values(of: .without),
            plus: invocation.values(of: .plus).map { try Self.planned($0, ledger.access) })
    }

    /// - Parameters:
    ///   - asked: the currency of the total, if one is asked for.
    ///   - without: names of streams.
    init(
        _ ledger: LedgerQuestion, _ today: CalendarDate, days: Int = daysUsual,
        in asked: Currency?, without: [String] = [], plus: [PlannedPayment] = []
    ) throws {
        self.ledger = ledger
        self.today = today
        let flows = try CashFlows(of: ledger.upTo(today).rows)
        let question = try RecurringQuestion(ledger, asOf: today)
        self.without = try without.map { try question.stream(meantBy: $0) }
        self.plus = plus
        let standings = try ledger.upTo(today).balances
        unopened = standings.filter { $0.opening == nil && $0.printed == nil }
            .map(\.place)
        let balances = standings.map { ($0.place, $0.balance) }
        var converter = try ledger.access.converter(to: asked, upTo: today)
        base = converter.base
        hasRest = flows.monthsComplete(until: today) >= Forecast.monthsMin
        forecast = try Forecast(
            flows, question.streams, balances: Dictionary(balances) { first, _ in first },
            asOf: today, days: days, without: Set(self.without.map(\.id)), plus: plus, &converter)
    }

    private static func planned(
        _ text: String, _ access: WorkspaceAccess
    ) throws -> PlannedPayment {
        var payment: PlannedPayment
        do throws(PlannedPayment.Fault) {
            payment = try PlannedPayment(text)
        } catch {
            throw HouseMessage.usage(
                error.key, ["typed": .text(text), "found": .text(error.found)],
                fix: Phrase("forecastCommand.plusFix"))
        }
        if !payment.account.isEmpty {
            payment.account = try access.accounts(meantBy: payment.account).first ?? ""
        }
        return payment
    }

    // MARK: For programs

    func printJSON(_ console: Console) throws {
        try console.json(points)
        if let lowest = forecast.lowest {
            try console.json([
                "lowest": [
                    "day": .day(lowest.day), "amount": .amount(lowest.amount),
                    "currency": .string(base.code), "p10": lowest.low.map { .amount($0) },
                    "lowest_p10": lowest.lowestLow?.range.map { .amount($0.low) },
                    "lowest_p10_on": lowest.lowestLow.map { .day($0.day) },
                    "because": .texts(lowest.because.map { forecast.items[$0].id }),
                ]
            ])
        }
        if !leftOut.isEmpty { try console.json(["left_out": .array(leftOut)]) }
    }

    /// The days of the total, then those of each account.
    private var points: [JSONValue] {
        get throws {
            let span = ReportSpan(.earliest, today)
            let rows = try FigureRows(ledger, in: base).of([], within: span)
            let total = forecast.total?.points.map { object(of: $0, nil, rows) } ?? []
            return total
                + forecast.accounts.flatMap { course -> [JSONValue] in
                    guard let place = course.place else { return [] }
                    let lines = FigureRows.of(place, within: span)
                    return course.points.map { object(of: $0, place.account, lines) }
                }
        }
    }

    private func object(
        of point: Forecast.Point, _ account: String?, _ rows: JSONValue
    ) -> JSONValue {
        [
            "day": .day(point.day), "account": account.map { .string($0) },
            "currency": .string(point.known.currency.code),
            "p10": point.range.map { .amount($0.low) },
            "median": point.range.map { .amount($0.median) },
            "p90": point.range.map { .amount($0.high) }, "known": .amount(point.known),
            "rows": rows,
        ]
    }

    private var leftOut: [JSONValue] {
        let rest: [JSONValue] =
            hasRest
            ? [] : [["id": .string("rest"), "needs": .string("\(Forecast.monthsMin) months")]]
        return rest
            + unopened.map {
                [
                    "id": .string("opening"), "account": .string($0.account),
                    "currency": .string($0.currency.code), "needs": .string("balance"),
                ]
            }
            + forecast.unconverted.map {
                [
                    "id": .string("total"), "currency": .string($0.currency.code),
                    "amount": .amount($0),
                    "needs": .string("price"),
                ]
            }
    }

    func printCSV(_ console: Console) throws {
        try console.csv(
            ["day", "account", "currency", "p10", "median", "p90", "known"], of: points)
    }
}

extension PlannedPayment.Fault {
    fileprivate var key: String {
        switch self {
        case .form: "error.usage.plus-form"
        case .amount: "error.usage.plus-amount"
        case .currency: "error.usage.plus-currency"
        case .rhythm: "error.usage.plus-rhythm"
        case .day: "error.usage.plus-day"
        }
    }

    fileprivate var found: String {
        switch self {
        case .form: ""
        case .amount(let text), .currency(let text), .rhythm(let text), .day(let text): text
        }
    }
}
