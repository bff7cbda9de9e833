package import Facts
package import Reports

/// A figure about a month that a person may want to know, with the lines that it is made of.
package struct Insight: Sendable, Equatable {
    package enum ID: String, Sendable, CaseIterable {
        case topCategory = "top_category"
        case expenseChange = "expense_change"
        case dailyAverage = "daily_average"
        case spendingSpike = "spending_spike"
        case categoryTrend = "category_trend"
        case incomeSources = "income_sources"
        case incomeGrowth = "income_growth"
        case incomeExpenseRatio = "income_expense_ratio"
        case overBudget = "over_budget"
        case projectedOverspend = "projected_overspend"
        case underBudget = "under_budget"
        case recurringCost = "recurring_cost"
        case subscriptionGrowth = "subscription_growth"
        case duplicateSubscriptions = "duplicate_subscriptions"
        case netCashFlow = "net_cash_flow"
        case bestMonth = "best_month"
        case worstMonth = "worst_month"
        case projectedBalance = "projected_balance"
        case totalWealth = "total_wealth"
        case wealthGrowth = "wealth_growth"
        case dormantAccounts = "dormant_accounts"
        case savingsRate = "savings_rate"
        case savingsMomentum = "savings_momentum"
        case emergencyFund = "emergency_fund"
        case spendingForecast = "spending_forecast"
        case balanceRunway = "balance_runway"
        case yearOverYear = "year_over_year"
        case incomeSeasonality = "income_seasonality"
        case spendingVelocity = "spending_velocity"

        package var section: Section {
            switch self {
            case .topCategory, .expenseChange, .dailyAverage, .spendingSpike, .categoryTrend:
                .spending
            case .incomeSources, .incomeGrowth, .incomeExpenseRatio: .income
            case .overBudget, .projectedOverspend, .underBudget: .budget
            case .recurringCost, .subscriptionGrowth, .duplicateSubscriptions: .recurring
            case .netCashFlow, .bestMonth, .worstMonth, .projectedBalance: .cashFlow
            case .totalWealth, .wealthGrowth, .dormantAccounts: .wealth
            case .savingsRate, .savingsMomentum, .emergencyFund: .savings
            case .spendingForecast, .balanceRunway, .yearOverYear, .incomeSeasonality,
                .spendingVelocity:
                .forecasting
            }
        }

        /// Says little that others do not say: on demand only.
        package var isOnDemand: Bool {
            switch self {
            case .savingsMomentum, .incomeSeasonality, .spendingVelocity: true
            default: false
            }
        }

        /// A state that lasts from month to month, and not an event of one.
        var isLasting: Bool {
            switch self {
            case .savingsRate, .emergencyFund, .balanceRunway, .incomeExpenseRatio, .totalWealth,
                .projectedBalance, .dormantAccounts, .duplicateSubscriptions, .recurringCost,
                .incomeSources, .topCategory, .categoryTrend, .incomeSeasonality:
                true
            default: false
            }
        }
    }

    /// In the order in which they are shown.
    package enum Section: String, Sendable, CaseIterable {
        case spending, income, budget, recurring, cashFlow, wealth, savings, forecasting
    }

    /// In the order in which a section shows them.
    package enum Severity: String, Sendable, CaseIterable {
        case critical, warning, neutral, positive
    }

    package enum Value: Sendable, Equatable {
        case amount(Money)
        /// Tenths.
        case percent(Int64)
        case times(Int64)
        case months(Int64)
        /// 1…12.
        case month(Int)
        /// Empty for what has no category.
        case category(String)
        case accounts(Int)
        case budgets(Int)
    }

    package struct Trend: Sendable, Equatable {
        package enum Direction: String, Sendable { case up, down, flat }

        package enum Past: String, Sendable {
            case monthBefore = "previous-month"
            case threeMonths = "previous-3-months"
            case threeMonthsAgo = "3-months-ago"
            case lastYear = "last-year"
            case mean
        }

        package let direction: Direction
        /// In tenths; nil where the past is zero.
        package let percent: Int64?
        package let absolute: Value?
        package let against: Past
    }

    /// A part of the figure.
    package struct Item: Sendable, Equatable {
        package enum Subject: Sendable, Equatable {
            case category(String)
            case account(AccountPlace)
            case stream(id: String, name: String)
            case month(CalendarMonth)
            /// A figure beside the main one.
            case figure(Figure)
        }

        package enum Figure: String, Sendable {
            case saved, spentAlready, expectedDaily, expectedRecurring, daysLeft, dailyDifference
            case netFlow, balance, balanceAfter, monthlyExpenses, monthsCovered, streams, rises
        }

        package let subject: Subject
        package var amount: Money?
        /// Of an account, in its own currency, where the amount is what it is worth.
        package var balance: Money?
        /// In tenths.
        package var percent: Int64?
        package var count: Int?
        package var day: CalendarDate?
        package var lines: [Lines] = []

        init(
            _ subject: Subject, _ amount: Money? = nil, percent: Int64? = nil, count: Int? = nil,
            day: CalendarDate? = nil, lines: [Lines] = []
        ) {
            self.subject = subject
            self.amount = amount
            self.percent = percent
            self.count = count
            self.day = day
            self.lines = lines
        }
    }

    /// Lines that a figure is made of.
    package struct Lines: Sendable, Equatable {
        package enum Of: Sendable, Equatable {
            case income, expenses
            /// Both.
            case flows
            /// Categories below a top, without refunds; several are those that no table has.
            case spent([String])
            case earned([String])
            case account(AccountPlace)
            /// Payments of streams, by their ids, as found on the last day.
            case streams([String])
        }

        package let of: Of
        package let span: ReportSpan
    }

    package let id: ID
    package let value: Value
    package let severity: Severity
    package var trend: Trend?
    package var detail: [Item]
    package let lines: [Lines]
    /// The cause of the card, without figures: once dismissed it is not shown again.
    package let cause: String

    /// Why a card is not there.
    package enum Need: Sendable, Hashable, Comparable {
        case income, expenses, balance, budgets, recurring, subscriptions
        case incomeBefore, expensesBefore, rateBefore
        case months(Int)

        package var text: String {
            switch self {
            case .income: "income"
            case .expenses: "expenses"
            case .balance: "balance"
            case .budgets: "budgets"
            case .recurring: "recurring"
            case .subscriptions: "subscriptions"
            case .incomeBefore: "income-before"
            case .expensesBefore: "expenses-before"
            case .rateBefore: "rate-before"
            case .months(let count): "months-\(count)"
            }
        }
    }
}
