import Facts
import Ledger
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka networth`: what the accounts are worth in one currency at the end of each period, and
/// why it changed.
enum NetWorthCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let day = invocation.asOf ?? Clock.localDay
        let question = try LedgerQuestion(invocation, console).upTo(day)
        let step = invocation[.by].flatMap { ReportPeriod.Step(rawValue: $0) } ?? .month
        let periods = try question.worth(by: step, in: invocation.base, asOf: day)
        let rows = try FigureRows(question, in: periods.first?.net.currency)
        let tables = WorthTables(question, rows, periods, console)
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(invocation, tables.asked) {
            return question.workspace.problems.isEmpty ? .done : .damaged
        }
        if invocation.wantsJSON {
            for period in periods { try console.json(object(of: period, rows)) }
        } else if invocation.wantsCSV {
            try console.csv(
                columns,
                of: periods.map { object(of: $0, rows) }.map { $0 + ($0["bridge"] ?? [:]) })
        } else if periods.isEmpty {
            try console.line(.ledgerEmpty)
        } else {
            try print(tables, periods, question, invocation, console)
        }
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    // MARK: Showing

    private static let columns = [
        "period", "currency", "assets", "debts", "net", "income", "expenses", "in_flight",
        "revaluation", "unpriced", "corrections", "residual",
    ]

    private static func object(of period: NetWorth.Period, _ rows: FigureRows) -> JSONValue {
        let span = ReportSpan(period.first, period.last)
        return [
            "period": .string(period.period.text), "from": .day(period.first),
            "to": .day(period.last), "currency": .string(period.net.currency.code),
            "assets": .amount(period.assets), "debts": .amount(period.debts),
            "net": .amount(period.net),
            "bridge": [
                "income": .amount(period.income), "expenses": .amount(period.expenses),
                "in_flight": .amount(period.inFlight),
                "revaluation": .amount(period.revaluation),
                "unpriced": .amount(period.unpriced),
                "corrections": .amount(period.corrections),
                "residual": .amount(period.residual),
            ],
            "unconverted": .array(
                period.unconverted.map {
                    ["currency": .string($0.currency.code), "amount": .amount($0)]
                }),
            "lines_unconverted": period.linesUnconverted == 0
                ? nil : .count(period.linesUnconverted),
            "rows": rows.of([], within: ReportSpan(.earliest, period.last)),
            "accounts": .array(period.stocks.map { object(of: $0, until: period.last) }),
            "rows_of": [
                "income": .array(rows.income(within: span)),
                "expenses": .array(rows.expenses(within: span)),
                "in_flight": .array([rows.of([.transfer], within: span)]),
            ],
        ]
    }

    /// A balance and its worth at the period's end: its opening, and the lines after.
    private static func object(of stock: NetWorth.Stock, until day: CalendarDate) -> JSONValue {
        [
            "account": .string(stock.place.account),
            "currency": .string(stock.place.currency.code),
            "opening": stock.opening.map { .amount($0) },
            "balance": .amount(stock.balance), "worth": .amount(stock.worth),
            "rows": FigureRows.of(stock.place, within: ReportSpan(.earliest, day)),
        ]
    }

    /// Periods shown without `--limit`: two years of months.
    private static let periodsShown = 24

    private static func print(
        _ tables: WorthTables, _ all: [NetWorth.Period], _ question: LedgerQuestion,
        _ invocation: Invocation, _ console: Console
    ) throws {
        let periods = all.suffix(invocation.count(.limit) ?? periodsShown)
        guard let last = periods.last else { return }
        if periods.count < all.count {
            console.narrate(.worthCut, ["count": .count(all.count - periods.count)])
        }
        try console.line(.worthIn, ["base": .text(last.net.currency.code)])
        try console.table(tables.worth(of: periods.indices))
        try console.line("")
        try console.table(tables.bridge(of: periods.indices))
        console.narrate(unconverted: last.unconverted)
        let foreign = last.stocks.map(\.balance).filter { $0.currency != last.net.currency }
        if !foreign.isEmpty {
            console.narrate(
                oldPricesOf: foreign, on: last.last,
                try question.access.converter(to: last.net.currency, upTo: last.last))
        }
        narrateEarlier(periods, last, console)
        let lines = periods.reduce(0) { $0 + $1.linesUnconverted }
        if lines > 0 {
            console.narrate(.worthLinesUnpriced, ["count": .count(lines)], .doubtful)
        }
    }

    /// Says which balances are in no earlier period, though the last one has their rate.
    private static func narrateEarlier(
        _ periods: ArraySlice<NetWorth.Period>, _ last: NetWorth.Period, _ console: Console
    ) {
        var told = Set(last.unconverted.map(\.currency))
        for period in periods.reversed() {
            for amount in period.unconverted where told.insert(amount.currency).inserted {
                console.narrate(
                    .worthUnconvertedUntil,
                    [
                        "period": .text(period.period.text), "amount": .amount(amount),
                        "currency": .text(amount.currency.code),
                    ], .doubtful)
            }
        }
    }
}

extension LedgerQuestion {
    /// The worth of the accounts at the end of each period up to a day.
    ///
    /// - Parameter asked: the currency of the figures, where one is asked for.
    func worth(
        by step: ReportPeriod.Step, in asked: Currency?, asOf day: CalendarDate
    ) throws -> [NetWorth.Period] {
        var openings: [AccountPlace: NetWorth.Opening] = [:]
        for standing in try balances {
            if let amount = standing.start {
                openings[standing.place] = .init(
                    amount: amount, day: min(standing.firstDay, standing.openingOn ?? .latest),
                    isFirst: standing.opening != nil)
            }
        }
        var worth = NetWorth(
            by: step, asOf: day, filter.tree, openings: openings,
            try access.converter(to: asked, upTo: day))
        try rows.forEachMonth(isEnough: worth.isEnough) {
            try worth.add($0)
        } row: {
            try worth.add($0)
        }
        return try worth.periods()
    }
}

/// The arguments of `kopiyka list` that print the lines of a figure over all currencies.
struct FigureRows {
    private let accounts: [String]
    private let tree: CategoryTree
    private var base: [String]

    /// Names the accounts when hidden ones are left out.
    ///
    /// - Parameter base: the figures' currency.
    init(_ question: LedgerQuestion, in base: Currency?) throws {
        self.base = base.map { ["--in", $0.code] } ?? []
        accounts = try question.namedAccounts
        tree = question.filter.tree
    }

    /// The same of figures in another currency.
    func converted(to currency: Currency) -> FigureRows {
        var rows = self
        rows.base = ["--in", currency.code]
        return rows
    }

    /// - Parameter isIn: only money that came in, or went out.
    func of(
        _ kinds: [PartKind], isIn: Bool? = nil, within span: ReportSpan,
        _ terms: [String] = []
    ) -> JSONValue {
        var words = kinds.flatMap { ["--kind", $0.rawValue] } + terms
        if let isIn { words += ["--sign", isIn ? "in" : "out"] }
        if span.first > .earliest { words += ["--from", span.first.text] }
        words += ["--to", span.last.text]
        return .texts(words + base + accounts.flatMap { ["--account", $0] })
    }

    /// The questions of income, without refunds.
    func income(within span: ReportSpan, _ terms: [String] = []) -> [JSONValue] {
        [
            of([.income], within: span, terms),
            of([.outside], isIn: true, within: span, terms),
        ]
    }

    /// The questions of what was spent, less refunds.
    func expenses(within span: ReportSpan) -> [JSONValue] {
        [of([.expense, .refund], within: span), of([.outside], isIn: false, within: span)]
    }

    /// The question of what was spent in a category and those below it.
    ///
    /// - Parameter category: empty for lines without one.
    func spent(
        in category: String, within span: ReportSpan, _ terms: [String] = []
    ) -> JSONValue {
        let terms = ["--category", category.isEmpty ? "-" : category] + terms
        return isOutside(category)
            ? of([.outside], isIn: false, within: span, terms) : of([.expense], within: span, terms)
    }

    /// The question of what was earned in a category alone.
    func earned(in category: String, within span: ReportSpan) -> JSONValue {
        let terms = ["--category", category.isEmpty ? "-" : "=" + category]
        return isOutside(category)
            ? of([.outside], isIn: true, within: span, terms) : of([.income], within: span, terms)
    }

    /// Whether a category is of payments to people, in cash or into another currency.
    private func isOutside(_ category: String) -> Bool {
        tree.kind(of: category) == .transfer
    }

    /// The payments of streams, as found on a day.
    static func of(streams ids: [String], asOf day: CalendarDate) -> JSONValue {
        .texts(ids.flatMap { ["--stream", $0] } + ["--as-of", day.text])
    }

    /// The lines of an account in one currency, as they are.
    static func of(_ place: AccountPlace, within span: ReportSpan) -> JSONValue {
        let currency = place.currency.isKnown ? place.currency.code : "-"
        var words = ["--account", place.account, "--currency", currency]
        if span.first > .earliest { words += ["--from", span.first.text] }
        if span.last < .latest { words += ["--to", span.last.text] }
        return .texts(words)
    }
}

extension CalendarDate {
    /// After all days of statements.
    static let latest = CalendarDate(daysSince1970: .max)
}
