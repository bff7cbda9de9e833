package import Facts
package import Reports

/// The money that a plan is about: balances of its accounts, what envelopes hold of it, and what
/// was saved for goals.
///
/// ```
/// balances = envelopes + goals + unassigned
/// ```
package struct BudgetMoney {
    package struct Goal: Sendable, Equatable {
        package let goal: SavingsGoal
        package let target: Money
        package let saved: Money
        /// A month, from now to the goal's day; zero when it is reached.
        package let needed: Money
        package let monthsLeft: Int
        /// Thousandths of the target; at most 1,000.
        package let permille: Int

        package var isReached: Bool { target.atto <= saved.atto }
    }

    /// Goals that claim more than their accounts hold.
    package struct Shortage: Sendable, Equatable {
        package let goals: [String]
        package let saved: Money
        package let balance: Money
    }

    private let plan: BudgetPlan
    private let asOf: CalendarDate
    private let hidden: Set<String>
    /// Each account's balance in the currency of the figures.
    private var worths: [AccountPlace: Money] = [:]
    /// Accounts with money that has no rate.
    private var accountsUnconverted: Set<String> = []
    private var converter: CurrencyConverter
    /// Balances without a rate, which count nowhere.
    package private(set) var unconverted: [Money] = []

    /// - Parameters:
    ///   - balances: of all accounts at the end of the day.
    ///   - hidden: accounts that are in the plan only if it names them.
    package init(
        _ plan: BudgetPlan, asOf: CalendarDate, balances: [AccountPlace: Money],
        hidden: Set<String>, _ converter: CurrencyConverter
    ) {
        self.plan = plan
        self.asOf = asOf
        self.hidden = hidden
        self.converter = converter
        for (place, balance) in balances.sorted(by: { $0.key < $1.key }) {
            if let worth = self.converter.stock(balance, on: asOf) {
                worths[place] = worth
            } else if !balance.isZero {
                accountsUnconverted.insert(place.account)
                if isInPlan(place.account) { unconverted.append(balance) }
            }
        }
    }

    private func isInPlan(_ account: String) -> Bool {
        plan.accounts.isEmpty ? !hidden.contains(account) : plan.accounts.contains(account)
    }

    /// The sum of the accounts in the plan.
    package func balances() throws(ReportFailure) -> Money { try balance(of: []) }

    /// - Parameter accounts: empty for those of the plan.
    private func balance(of accounts: [String]) throws(ReportFailure) -> Money {
        var sum = ExactSum(converter.base)
        for (place, worth) in worths {
            let counts =
                accounts.isEmpty ? isInPlan(place.account) : accounts.contains(place.account)
            if counts { sum.add(worth) }
        }
        return try money(sum)
    }

    /// The goals in the plan's order, and the names of those that are left out, because an amount
    /// of theirs has no rate.
    package mutating func goals() throws(ReportFailure) -> (known: [Goal], leftOut: [String]) {
        var goals: [Goal] = []
        var leftOut: [String] = []
        for goal in plan.goals {
            guard let target = converter.stock(goal.target, on: asOf),
                let saved = try saved(for: goal)
            else {
                leftOut.append(goal.name)
                continue
            }
            let months = goal.monthsLeft(from: asOf)
            var missing = ExactSum(converter.base)
            missing.add(target)
            missing.add(saved.negated)
            let rest = try money(missing)
            guard let month = ExchangeRate(1, per: UInt64(months)),
                let needed = rest.converted(by: month, to: converter.base)
            else { throw .sumTooLarge(account: goal.name, currency: converter.base) }
            goals.append(
                Goal(
                    goal: goal, target: target, saved: saved,
                    needed: rest.isNegative
                        ? Money(minorUnits: 0, currency: converter.base) : needed,
                    monthsLeft: months,
                    permille: min(1_000, max(0, Ratio.permille(saved, of: target) ?? 0))))
        }
        return (goals, leftOut)
    }

    /// Nil where part of it has no rate.
    private mutating func saved(for goal: SavingsGoal) throws(ReportFailure) -> Money? {
        if let said = goal.saved { return converter.stock(said, on: asOf) }
        if goal.accounts.isEmpty { return Money(minorUnits: 0, currency: converter.base) }
        if !accountsUnconverted.isDisjoint(with: goal.accounts) { return nil }
        return try balance(of: goal.accounts)
    }

    /// The part of the plan's money that goals of its accounts hold.
    package func held(by goals: [Goal]) throws(ReportFailure) -> Money {
        var sum = ExactSum(converter.base)
        for goal in goals where goal.goal.accounts.allSatisfy(isInPlan) { sum.add(goal.saved) }
        return try money(sum)
    }

    /// The money that nobody gave out yet; negative when more was given out than there is.
    package func unassigned(
        after envelopes: Money, _ goals: [Goal]
    ) throws(ReportFailure) -> Money {
        var sum = ExactSum(converter.base)
        sum.add(try balances())
        sum.add(envelopes.negated)
        sum.add(try held(by: goals).negated)
        return try money(sum)
    }

    /// For each set of accounts whose goals, and those of accounts among them, claim too much.
    package func shortages(of goals: [Goal]) throws(ReportFailure) -> [Shortage] {
        var shortages: [Shortage] = []
        var seen: Set<Set<String>> = []
        for goal in goals {
            let accounts = Set(goal.goal.accounts)
            guard seen.insert(accounts).inserted else { continue }
            let sharing = goals.filter {
                accounts.isEmpty
                    ? $0.goal.accounts.allSatisfy(isInPlan)
                    : !$0.goal.accounts.isEmpty && accounts.isSuperset(of: $0.goal.accounts)
            }
            var sum = ExactSum(converter.base)
            for goal in sharing { sum.add(goal.saved) }
            let (saved, balance) = (try money(sum), try balance(of: goal.goal.accounts))
            if balance.atto < saved.atto {
                shortages.append(
                    Shortage(goals: sharing.map(\.goal.name), saved: saved, balance: balance))
            }
        }
        return shortages
    }

    private func money(_ sum: ExactSum) throws(ReportFailure) -> Money {
        guard let money = sum.money else {
            throw .sumTooLarge(account: "", currency: sum.currency)
        }
        return money
    }
}
