import Facts
import Ledger
import Planning
import Reports
import Scanning
import Workspaces

/// The figures of a plan on a day.
struct BudgetAnswer {
    let figures: [BudgetFigure]
    let goals: [BudgetMoney.Goal]
    let shortages: [BudgetMoney.Shortage]
    /// Nil without envelopes.
    let envelopes: Envelopes?
    let day: CalendarDate
    private let unpriced: [Budget]
    private let unconverted: [Money]
    /// Names of goals that are not among ``goals``, as they have no rate.
    private let goalsLeftOut: [String]
    private let rows: FigureRows
    private let hasShares: Bool

    struct Envelopes {
        let balances: Money
        let envelopes: Money
        let goals: Money
        let unassigned: Money
    }

    /// - Parameters:
    ///   - asked: the currency of the figures, where one is asked for.
    ///   - step: of periods other than the budgets' own.
    init(
        _ plan: BudgetPlan, _ question: LedgerQuestion, _ day: CalendarDate,
        in asked: Currency? = nil, by step: ReportPeriod.Step? = nil
    ) throws {
        self.day = day
        let access = question.access
        let base = try access.base(asked)
        hasShares = step != nil
        let prices = try access.prices(for: plan.currencies.union([base]), upTo: day)
        let (tally, asking) = try question.tally(
            of: plan, asOf: day, by: step, in: asked, base: base, prices)
        figures = try Self.sorted(tally.figures())
        unpriced = tally.unpriced
        rows = try FigureRows(asking, in: base)
        guard plan.hasEnvelopes || !plan.goals.isEmpty else {
            (goals, shortages, envelopes, unconverted) = ([], [], nil, [])
            goalsLeftOut = []
            return
        }
        var balances: [AccountPlace: Money] = [:]
        let everything = question.ofAllAccounts
        for standing in try everything.balances {
            balances[standing.place] = standing.balance
        }
        var money = BudgetMoney(
            plan, asOf: day, balances: balances, hidden: question.filter.excludedAccounts,
            CurrencyConverter(to: base, prices))
        (goals, goalsLeftOut) = try money.goals()
        shortages = try money.shortages(of: goals)
        unconverted = money.unconverted
        guard plan.hasEnvelopes, step == nil else {
            envelopes = nil
            return
        }
        var sum = ExactSum(base)
        for figure in figures { sum.add(figure.remaining) }
        guard let held = sum.money else {
            throw ReportFailure.sumTooLarge(account: "", currency: base)
        }
        envelopes = Envelopes(
            balances: try money.balances(), envelopes: held, goals: try money.held(by: goals),
            unassigned: try money.unassigned(after: held, goals))
    }

    /// Budgets that need a look come first: over by percentage, then those that will be, and the
    /// others.
    private static func sorted(_ figures: [BudgetFigure]) -> [BudgetFigure] {
        BudgetFigure.State.allCases.flatMap { state in
            let of = figures.enumerated().filter { $0.element.state == state }
            return of.sorted { a, b in
                let (first, second) = (urgency(a.element), urgency(b.element))
                if first == second { return a.offset < b.offset }
                return state == .under ? first < second : first > second
            }.map(\.element)
        }
    }

    private static func urgency(_ figure: BudgetFigure) -> Int {
        figure.state == .projectedOver
            ? Ratio.permille(figure.projected, of: figure.available) ?? .max
            : figure.permille ?? .max
    }

    // MARK: For programs

    /// A row for each budget, then for each goal, then for the envelopes together.
    func printCSV(_ console: Console) throws {
        try console.csv(
            [
                "category", "period_start", "period_end", "currency", "amount", "spent",
                "remaining", "percent", "projected", "carried", "state", "days_left",
                "goal", "target", "saved", "by", "needed", "months_left", "reached",
                "unassigned", "balances", "envelopes", "goals",
            ], of: objects)
    }

    func printJSON(_ console: Console) throws {
        for object in objects { try console.json(object) }
    }

    private var objects: [JSONValue] {
        figures.map { object(of: $0) } + goals.map { object(of: $0) }
            + (envelopes.map { [object(of: $0)] } ?? [])
    }

    private func object(of envelopes: Envelopes) -> JSONValue {
        [
            "unassigned": .amount(envelopes.unassigned),
            "balances": .amount(envelopes.balances),
            "envelopes": .amount(envelopes.envelopes), "goals": .amount(envelopes.goals),
            "currency": .string(envelopes.balances.currency.code),
            "rows": rows.of([], within: ReportSpan(.earliest, day)),
        ]
    }

    private func object(of figure: BudgetFigure) -> JSONValue {
        [
            "category": .string(figure.budget.category),
            "period_start": .day(figure.period.first),
            "period_end": .day(figure.period.last.adding(days: 1)),
            "currency": .string(figure.amount.currency.code), "amount": .amount(figure.amount),
            "spent": .amount(figure.spent), "remaining": .amount(figure.remaining),
            "percent": .number(decimalText(Int64(figure.permille ?? 0))),
            "projected": .amount(figure.projected), "carried": .amount(figure.carried),
            "covered": figure.covered.isZero ? nil : .amount(figure.covered),
            "lent": figure.lent.isZero ? nil : .amount(figure.lent),
            "state": .string(figure.state.rawValue), "days_left": .count(figure.daysLeft),
            "planned": envelopes == nil ? nil : .amount(figure.budget.amount),
            "lines_unconverted": figure.linesUnconverted == 0
                ? nil : .count(figure.linesUnconverted),
            "rows": rows(of: figure), "rows_carried": rowsCarried(of: figure),
        ]
    }

    /// The lines of what was spent up to the day.
    func rows(of figure: BudgetFigure) -> JSONValue {
        spent(figure, ReportSpan(figure.period.first, min(figure.period.last, day)))
    }

    /// The lines of what was spent in earlier periods; nil where nothing is carried.
    func rowsCarried(of figure: BudgetFigure) -> JSONValue? {
        guard let first = figure.carriedSince, first < figure.period.first else { return nil }
        return spent(figure, ReportSpan(first, figure.period.first.adding(days: -1)))
    }

    private func spent(_ figure: BudgetFigure, _ span: ReportSpan) -> JSONValue {
        let apart = figure.apart.flatMap { ["--where", "-category:" + FilterTerms.quoted($0)] }
        // Without one currency for all, each budget is in its own.
        return rows.converted(to: figure.amount.currency)
            .spent(in: figure.budget.category, within: span, apart)
    }

    private func object(of goal: BudgetMoney.Goal) -> JSONValue {
        [
            "goal": .string(goal.goal.name), "target": .amount(goal.target),
            "saved": .amount(goal.saved), "by": .day(goal.goal.by),
            "currency": .string(goal.target.currency.code), "needed": .amount(goal.needed),
            "months_left": .count(goal.monthsLeft),
            "percent": .number(decimalText(Int64(goal.permille))),
            "reached": .bool(goal.isReached), "accounts": .ifAny(goal.goal.accounts),
            "rows": rows(of: goal),
        ]
    }

    /// The lines of a goal's own accounts.
    func rows(of goal: BudgetMoney.Goal) -> JSONValue? {
        if goal.goal.accounts.isEmpty { return nil }
        return .texts(goal.goal.accounts.flatMap { ["--account", $0] } + ["--to", day.text])
    }

    // MARK: What is missing

    func reportMissing(_ console: Console) {
        for budget in unpriced {
            console.narrate(
                .budgetUnpriced,
                [
                    "category": .text(console.categoryName(budget.category)),
                    "currency": .text(budget.amount.currency.code),
                ], .doubtful)
        }
        let lines = figures.reduce(0) { $0 + $1.linesUnconverted }
        if lines > 0 {
            console.narrate(.worthLinesUnconverted, ["count": .count(lines)], .doubtful)
        }
        console.narrate(unconverted: unconverted)
        for goal in goalsLeftOut {
            console.narrate(.budgetGoalUnpriced, ["goal": .text(goal)], .doubtful)
        }
        for shortage in shortages {
            console.narrate(
                .budgetShortage,
                [
                    "goals": .list(shortage.goals.map { .text($0) }),
                    "saved": .amount(shortage.saved), "balance": .amount(shortage.balance),
                ], .doubtful)
        }
    }
}

extension BudgetPlan {
    /// The currencies of all amounts.
    var currencies: Set<Currency> {
        Set(
            budgets.map(\.amount.currency) + gifts.map(\.amount.currency)
                + goals.map(\.target.currency))
    }
}

extension LedgerQuestion {
    /// The same of all accounts, hidden ones too.
    fileprivate var ofAllAccounts: LedgerQuestion {
        changed {
            $0.accounts = []
            $0.excludedAccounts = []
        }
    }

    /// The amounts spent of a plan's budgets, and the question of their lines.
    func tally(
        of plan: BudgetPlan, asOf day: CalendarDate, by step: ReportPeriod.Step? = nil,
        in asked: Currency?, base: Currency, _ prices: PriceTable
    ) throws -> (tally: BudgetTally, asking: LedgerQuestion) {
        var tally = try BudgetTally(
            plan, asOf: day, by: step, filter.tree, in: asked, base: base, prices)
        let asking = from(tally.from, of: plan.accounts)
        if tally.from != nil { try asking.rows.forEachFigure { tally.add($0) } }
        return (tally, asking)
    }

    /// The same from a day on; of these accounts, if any.
    func from(_ day: CalendarDate?, of accounts: [String]) -> LedgerQuestion {
        changed {
            $0.from = day
            if !accounts.isEmpty {
                $0.accounts = accounts
                $0.excludedAccounts = []
            }
        }
    }
}
