package import Facts
package import Reports

/// A household's spending limits, envelopes and savings goals: `budget.yaml`.
package struct BudgetPlan: Sendable, Equatable {
    package var budgets: [Budget] = []
    package var gifts: [Gift] = []
    package var goals: [SavingsGoal] = []
    /// Money given out counts, not the budgets' amounts.
    package var hasEnvelopes = false
    /// Ids of the accounts whose money the plan is about; empty for all.
    package var accounts: [String] = []

    package init() {}

    package var isEmpty: Bool { budgets.isEmpty && goals.isEmpty }
}

/// How much a category may cost in each period.
package struct Budget: Sendable, Equatable {
    /// The fate of money that a period did not use.
    package enum Unused: Sendable, Equatable {
        case lapse
        /// At most so much, or all of it.
        case carry(upTo: Money?)
    }

    /// The fate of money that a period spent in excess.
    package enum Over: Sendable, Equatable {
        case forgive, carry
        /// It is taken from what the other category's budget has left.
        case cover(from: String)
    }

    package var category: String
    /// Above zero.
    package var amount: Money
    package var interval: BudgetInterval
    /// The budget applies from the period of this day on.
    package var from: CalendarDate?
    /// Up to the period of this day.
    package var to: CalendarDate?
    package var unused = Unused.lapse
    package var over = Over.forgive

    package init(
        _ category: String, _ amount: Money, every interval: BudgetInterval,
        from: CalendarDate? = nil, to: CalendarDate? = nil, unused: Unused = .lapse,
        over: Over = .forgive
    ) {
        self.category = category
        self.amount = amount
        self.interval = interval
        self.from = from
        self.to = to
        self.unused = unused
        self.over = over
    }

    /// The remainder of a period depends on all periods since ``from``.
    package var carries: Bool { unused != .lapse || over == .carry }

    /// The first day that it applies to, and the last one.
    package var days: ReportSpan {
        ReportSpan(
            from.map { interval.period(of: $0).first } ?? CalendarDate(daysSince1970: .min),
            to.map { interval.period(of: $0).last } ?? CalendarDate(daysSince1970: .max))
    }
}

/// Money given out to a category's envelope.
package struct Gift: Sendable, Equatable {
    package var category: String
    /// Negative to take it back.
    package var amount: Money
    package var day: CalendarDate

    package init(_ category: String, _ amount: Money, on day: CalendarDate) {
        self.category = category
        self.amount = amount
        self.day = day
    }
}

/// A sum to save until a day.
package struct SavingsGoal: Sendable, Equatable {
    package var name: String
    package var target: Money
    package var by: CalendarDate
    /// Ids of the accounts that hold the money; empty for those of the plan.
    package var accounts: [String]
    /// Nil for the whole balance of its accounts.
    package var saved: Money?

    package init(
        _ name: String, target: Money, by: CalendarDate, accounts: [String] = [],
        saved: Money? = nil
    ) {
        self.name = name
        self.target = target
        self.by = by
        self.accounts = accounts
        self.saved = saved
    }

    /// Whole months from a day to the goal's, at least one.
    package func monthsLeft(from day: CalendarDate) -> Int {
        let months = ReportSpan(day, by).months - 1
        return max(1, day.adding(months: months) > by ? months - 1 : months)
    }
}
