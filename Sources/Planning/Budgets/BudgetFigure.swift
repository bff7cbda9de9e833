package import Facts
package import Reports

/// A budget in one period, up to a day of it. All amounts are in one currency.
package struct BudgetFigure: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case over
        /// Over at the end of the period, if it goes on as it began.
        case projectedOver = "projected-over"
        case even
        /// Less than four fifths are spent.
        case under
    }

    package let budget: Budget
    package let period: ReportSpan
    package let asOf: CalendarDate
    /// The budget's amount; of an envelope what was given out in the period.
    package let amount: Money
    /// The money that the periods before left; negative if they were over.
    package let carried: Money
    /// Expenses less what came back.
    package let spent: Money
    /// Taken from another budget for what is over.
    package let covered: Money
    /// Taken by other budgets.
    package let lent: Money
    package let remaining: Money
    /// The spending of the whole period, at the pace so far.
    package let projected: Money
    package let state: State
    /// Thousandths of the available amount, whatever was covered and lent; nil unless that is above
    /// zero.
    package let permille: Int?
    /// Lines without a rate, which count nowhere.
    package let linesUnconverted: Int
    /// The chain of periods begins here; nil if nothing is carried.
    package let carriedSince: CalendarDate?
    /// Budgets below its category, whose envelopes have their own lines.
    package let apart: [String]

    /// Amount and what was carried.
    package var available: Money { (try? amount.adding(carried)) ?? amount }
    package var daysElapsed: Int { period.daysElapsed(asOf) }
    package var daysLeft: Int { max(0, period.days - daysElapsed) }
}

/// Figures computed from a period's sums.
struct BudgetPace {
    let projected: Money
    let state: BudgetFigure.State
    let permille: Int?

    /// - Parameters:
    ///   - elapsed: days, at least 1.
    ///   - days: of the whole period.
    /// - Throws: `sumTooLarge` when the projection exceeds an amount.
    init(
        spent: Money, available: Money, elapsed: Int, of days: Int, category: String
    ) throws(ReportFailure) {
        guard let pace = ExchangeRate(UInt64(max(days, 1)), per: UInt64(max(elapsed, 1))),
            let projected = spent.converted(by: pace, to: spent.currency)
        else { throw .sumTooLarge(account: category, currency: spent.currency) }
        self.projected = projected
        let isPositive = !available.isNegative && !available.isZero
        permille = isPositive ? Ratio.permille(spent, of: available) : nil
        // Unrounded.
        if Self.isLess(available, 1, spent, 1) {
            state = .over
        } else if Self.isLess(available, elapsed, spent, days) {
            state = .projectedOver
        } else if isPositive, !spent.isNegative, !spent.isZero,
            Self.isLess(spent, 100, available, 80)
        {
            state = .under
        } else {
            state = .even
        }
    }

    /// Whether the first product is smaller; 256 bits hold both.
    private static func isLess(_ a: Money, _ m: Int, _ b: Money, _ n: Int) -> Bool {
        let (first, second) = (
            a.atto.multipliedFullWidth(by: Int128(m)), b.atto.multipliedFullWidth(by: Int128(n))
        )
        return (first.high, first.low) < (second.high, second.low)
    }
}
