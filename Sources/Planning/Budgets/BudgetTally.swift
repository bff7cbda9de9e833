package import Facts
package import Reports

/// The budgets of a plan at a day: what was spent of each, what earlier periods left, and where the
/// pace leads.
///
/// ```
/// available = amount + carried        remaining = available − spent + covered − lent
/// ```
///
/// Nothing is stored: a late line changes its own period and later ones. Each line is converted and
/// rounded once; one without a rate counts nowhere and is reported. With envelopes a line counts in
/// the deepest category that has one, so that no money is counted twice; otherwise in each budget
/// of its category.
package struct BudgetTally {
    /// A budget's periods from the earliest that matters to the one of the day.
    private struct Chain {
        let budget: Budget
        /// The currency of the figures.
        let currency: Currency
        /// Oldest first.
        let periods: [ReportSpan]
        var amounts: [Money]
        var spent: [ExactSum]
        var linesUnconverted = 0
        let apart: [String]

        func place(of day: CalendarDate) -> Int? {
            let after = periods.partitionPoint { $0.first > day }
            return after > 0 && periods[after - 1].contains(day) ? after - 1 : nil
        }
    }

    /// A period of a chain while figures are made.
    private struct Open {
        var carried: Money
        var covered: Money
        var lent: Money
        var remaining: Money
    }

    private let plan: BudgetPlan
    private let asOf: CalendarDate
    private let tree: CategoryTree
    private let hasChains: Bool
    private var converters: [Currency: CurrencyConverter] = [:]
    private var chains: [Chain] = []
    /// Chains by the plan's budgets.
    private var chainOf: [Int?] = []
    /// The plan's budgets that a category belongs to, the deepest first.
    private var budgetsOf: [String: [Int]] = [:]
    /// Budgets whose amount has no rate.
    package private(set) var unpriced: [Budget] = []

    /// - Parameters:
    ///   - currency: of all figures; nil for that of each budget.
    ///   - base: of envelopes.
    ///   - step: the budgets' shares of the week, month, quarter or year of the day, without what
    ///     is carried.
    package init(
        _ plan: BudgetPlan, asOf: CalendarDate, by step: ReportPeriod.Step? = nil,
        _ tree: CategoryTree, in currency: Currency? = nil, base: Currency, _ prices: PriceTable
    ) throws(ReportFailure) {
        self.plan = plan
        self.asOf = asOf
        self.tree = tree
        hasChains = step == nil
        for budget in plan.budgets {
            let own = currency ?? (plan.hasEnvelopes ? base : budget.amount.currency)
            if converters[own] == nil { converters[own] = CurrencyConverter(to: own, prices) }
            let chain: Chain?
            if let step {
                chain = try share(of: budget, within: ReportPeriod(step, of: asOf), in: own)
            } else {
                chain = self.chain(of: budget, in: own)
            }
            chainOf.append(chain.map { _ in chains.count })
            if let chain { chains.append(chain) }
        }
        if plan.hasEnvelopes, hasChains { try give() }
    }

    /// The earliest day whose lines matter; nil when no budget applies to the day.
    package var from: CalendarDate? { chains.compactMap { $0.periods.first?.first }.min() }

    // MARK: Periods

    private mutating func chain(of budget: Budget, in currency: Currency) -> Chain? {
        let current = budget.interval.period(of: asOf)
        guard budget.days.first <= current.first, current.last <= budget.days.last else {
            return nil
        }
        var first = current.first
        if budget.carries { first = min(first, budget.days.first) }
        // The amount that it takes from a budget that carries counts from the beginning of that
        // one.
        if let donor = donor(of: budget, in: current), donor.carries {
            first = min(first, max(budget.days.first, donor.days.first))
        }
        var periods = [budget.interval.period(of: first)]
        while let last = periods.last, last.first < current.first {
            let next = budget.interval.period(after: last)
            assert(next.first > last.last, "periods tile the calendar")
            periods.append(next)
        }
        var amounts: [Money] = []
        for period in periods {
            guard let amount = converted(budget.amount, to: currency, on: period.first) else {
                unpriced.append(budget)
                return nil
            }
            amounts.append(amount)
        }
        return Chain(
            budget: budget, currency: currency, periods: periods, amounts: amounts,
            spent: periods.map { _ in ExactSum(currency) }, apart: apart(from: budget))
    }

    /// Envelopes below the budget's category, whose lines do not count in it.
    private func apart(from budget: Budget) -> [String] {
        guard plan.hasEnvelopes, hasChains else { return [] }
        return plan.budgets.filter {
            $0.category != budget.category && tree.isWithin($0.category, budget.category)
                && $0.days.contains(asOf)
        }.map(\.category)
    }

    /// The other budget that covers what is over in a period.
    private func donor(of budget: Budget, in period: ReportSpan) -> Budget? {
        guard case .cover(let category) = budget.over else { return nil }
        return plan.budgets.first {
            $0.category == category && $0.interval == budget.interval
                && $0.days.contains(period.first)
        }
    }

    /// A budget is a rate: each day of a period has the same part of the amount.
    private mutating func share(
        of budget: Budget, within period: ReportPeriod, in currency: Currency
    ) throws(ReportFailure) -> Chain? {
        var whole = ExactSum(currency)
        // Only a part of the first and last period may be within.
        var parts: [(units: Int128, days: Int128)] = []
        // A budget of a part of the period is compared with the spending of that part.
        var span: ReportSpan?
        var at = budget.interval.period(of: period.first)
        while at.first <= period.last {
            defer { at = budget.interval.period(after: at) }
            guard budget.days.contains(at.first) else { continue }
            guard let amount = converted(budget.amount, to: currency, on: at.first) else {
                unpriced.append(budget)
                return nil
            }
            let within = ReportSpan(max(at.first, period.first), min(at.last, period.last))
            span = ReportSpan(span?.first ?? within.first, within.last)
            if within.days == at.days {
                whole.add(amount)
            } else {
                parts.append((Int128(amount.units) * Int128(within.days), Int128(at.days)))
            }
        }
        guard let span else { return nil }
        // 2^63 × 36,525 days, three times: below 2^127.
        let days = parts.reduce(Int128(1)) { $0 * $1.days }
        let sum = parts.reduce(Int128(0)) { $0 + $1.units * (days / $1.days) }
        guard let rest = Int64(exactly: Ratio.rounded(sum, days)) else {
            throw .sumTooLarge(account: budget.category, currency: currency)
        }
        whole.add(Money(minorUnits: rest, currency: currency))
        return Chain(
            budget: budget, currency: currency, periods: [span], amounts: [try money(whole)],
            spent: [ExactSum(currency)], apart: [])
    }

    private mutating func converted(
        _ amount: Money, to currency: Currency, on day: CalendarDate
    ) -> Money? {
        amount.currency == currency ? amount : converters[currency]?.stock(amount, on: day)
    }

    /// An envelope has what it was given, not its budget's amount.
    private mutating func give() throws(ReportFailure) {
        for index in chains.indices {
            let currency = chains[index].currency
            var given = chains[index].periods.map { _ in ExactSum(currency) }
            for gift in plan.gifts
            where gift.category == chains[index].budget.category && gift.day <= asOf {
                guard let place = chains[index].place(of: gift.day) else { continue }
                if let amount = converted(gift.amount, to: currency, on: gift.day) {
                    given[place].add(amount)
                } else {
                    chains[index].linesUnconverted += 1
                }
            }
            for place in given.indices { chains[index].amounts[place] = try money(given[place]) }
        }
    }

    // MARK: Lines

    /// - Parameter row: of any day; later ones than the figures' do not count.
    package mutating func add(_ row: ReportRow) {
        guard row.day <= asOf else { return }
        var converted: [Currency: ReportRow?] = [:]
        var isMissed: Set<Int> = []
        for (number, part) in row.parts.enumerated() {
            switch tree.kind(of: part, in: row) {
            case .expense: break
            case .outside where row.amount.isNegative: break
            case .outside, .income, .refund, .transfer: continue
            }
            for index in chains(of: part.category, on: row.day) {
                guard let place = chains[index].place(of: row.day) else { continue }
                let currency = chains[index].currency
                let own = converted[currency] ?? converters[currency]?.converted(row)
                converted[currency] = .some(own)
                if let own {
                    chains[index].spent[place].add(own.parts[number].amount.negated)
                } else if isMissed.insert(index).inserted {
                    chains[index].linesUnconverted += 1
                }
            }
        }
    }

    /// The chains that a line of a category counts in.
    private mutating func chains(of category: String, on day: CalendarDate) -> [Int] {
        let budgets: [Int]
        if let known = budgetsOf[category] {
            budgets = known
        } else {
            budgets = plan.budgets.indices
                .filter { tree.isWithin(category, plan.budgets[$0].category) }
                .sorted {
                    let levels = [$0, $1].map { tree.level(of: plan.budgets[$0].category) }
                    return (levels[1], $0) < (levels[0], $1)
                }
            budgetsOf[category] = budgets
        }
        if budgets.isEmpty { return [] }
        guard plan.hasEnvelopes, hasChains else { return budgets.compactMap { chainOf[$0] } }
        let deepest = budgets.first { plan.budgets[$0].days.contains(day) }
        return deepest.flatMap { chainOf[$0] }.map { [$0] } ?? []
    }

    // MARK: Figures

    /// One for each budget that applies to the day, in the plan's order.
    package func figures() throws(ReportFailure) -> [BudgetFigure] {
        var open: [Open?] = chains.map { _ in nil }
        // Periods of one interval begin on the same days.
        let starts = Set(chains.flatMap { $0.periods.map(\.first) }).sorted()
        for start in starts {
            let here = chains.indices.filter { begins($0, on: start) }
            for index in here { open[index] = try opened(index, on: start, after: open[index]) }
            for index in here { try cover(index, on: start, &open) }
        }
        var figures: [BudgetFigure] = []
        for (chain, last) in zip(chains, open) {
            if let last { figures.append(try figure(chain, last)) }
        }
        return figures
    }

    private func begins(_ index: Int, on day: CalendarDate) -> Bool {
        chains[index].place(of: day).map { chains[index].periods[$0].first == day } ?? false
    }

    private func opened(
        _ index: Int, on start: CalendarDate, after last: Open?
    ) throws(ReportFailure) -> Open {
        let chain = chains[index]
        let zero = Money(minorUnits: 0, currency: chain.currency)
        guard let place = chain.place(of: start) else { preconditionFailure("it begins here") }
        let carried =
            last.map { self.carried($0.remaining, by: chain.budget, to: chain.currency, on: start) }
            ?? zero
        return Open(
            carried: carried, covered: zero, lent: zero,
            remaining: try sum(
                chain.amounts[place], carried, try money(chain.spent[place]).negated))
    }

    /// The money that a period leaves to the next one.
    private func carried(
        _ remaining: Money, by budget: Budget, to currency: Currency, on day: CalendarDate
    ) -> Money {
        let zero = Money(minorUnits: 0, currency: currency)
        if remaining.isNegative { return budget.over == .carry ? remaining : zero }
        switch budget.unused {
        case .lapse: return zero
        case .carry(nil): return remaining
        case .carry(let limit?):
            var converters = converters
            guard
                let most = limit.currency == currency
                    ? limit : converters[currency]?.stock(limit, on: day)
            else { return zero }
            return most.atto < remaining.atto ? most : remaining
        }
    }

    /// Takes what is over from the budget that covers it, at most what that one has left.
    private func cover(
        _ index: Int, on start: CalendarDate, _ open: inout [Open?]
    ) throws(ReportFailure) {
        guard case .cover(let category) = chains[index].budget.over, let own = open[index],
            own.remaining.isNegative,
            let other = chains.indices.first(where: {
                chains[$0].budget.category == category
                    && chains[$0].budget.interval == chains[index].budget.interval
                    && begins($0, on: start)
            }), let donor = open[other], !donor.remaining.isNegative,
            donor.remaining.currency == own.remaining.currency
        else { return }
        let needed = own.remaining.negated
        let taken = needed.atto < donor.remaining.atto ? needed : donor.remaining
        open[index]?.covered = taken
        open[index]?.remaining = try sum(own.remaining, taken)
        open[other]?.lent = try sum(donor.lent, taken)
        open[other]?.remaining = try sum(donor.remaining, taken.negated)
    }

    private func figure(_ chain: Chain, _ last: Open) throws(ReportFailure) -> BudgetFigure {
        let place = chain.periods.count - 1
        let period = chain.periods[place]
        let spent = try money(chain.spent[place])
        let available = try sum(chain.amounts[place], last.carried)
        let pace = try BudgetPace(
            spent: spent, available: available, elapsed: period.daysElapsed(asOf),
            of: period.days, category: chain.budget.category)
        return BudgetFigure(
            budget: chain.budget, period: period, asOf: asOf, amount: chain.amounts[place],
            carried: last.carried, spent: spent, covered: last.covered, lent: last.lent,
            remaining: last.remaining, projected: pace.projected, state: pace.state,
            permille: pace.permille, linesUnconverted: chain.linesUnconverted,
            carriedSince: hasChains && chain.budget.carries ? chain.periods.first?.first : nil,
            apart: chain.apart)
    }

    private func sum(_ amounts: Money...) throws(ReportFailure) -> Money {
        var sum = ExactSum(amounts[0].currency)
        for amount in amounts { sum.add(amount) }
        return try money(sum)
    }

    private func money(_ sum: ExactSum) throws(ReportFailure) -> Money {
        guard let money = sum.money else {
            throw .sumTooLarge(account: "", currency: sum.currency)
        }
        return money
    }
}
