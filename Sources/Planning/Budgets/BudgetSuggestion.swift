package import Facts
package import Reports

/// Budgets that a household's own months suggest: for each group of categories the median of what
/// it cost, rounded up to two digits.
///
/// A month without it counts as zero, so what is bought in less than half of the months has no
/// suggestion.
package struct BudgetSuggestion {
    package struct Row: Sendable, Equatable {
        package let category: String
        package let amount: Money
        package let median: Money
        /// Oldest first.
        package let months: [Money]

        package var budget: Budget { Budget(category, amount, every: .month(from: 1)) }
    }

    /// Enough for habits, not so many that old ones count.
    package static let monthsMax = 6

    private let months: [ReportPeriod]
    private let tree: CategoryTree
    private var converter: CurrencyConverter
    private var sums: [String: [ExactSum]] = [:]
    package private(set) var linesUnconverted = 0

    /// - Parameter first: the first day of the ledger.
    package init(
        asOf: CalendarDate, first: CalendarDate, _ tree: CategoryTree,
        _ converter: CurrencyConverter
    ) {
        self.tree = tree
        self.converter = converter
        var months: [ReportPeriod] = []
        var month = ReportPeriod(.month, of: asOf)
        // A month is complete on its last day.
        if asOf < month.last { month = ReportPeriod(.month, of: month.first.adding(days: -1)) }
        while months.count < Self.monthsMax, month.isKnown(from: first) {
            months.append(month)
            month = ReportPeriod(.month, of: month.first.adding(days: -1))
        }
        self.months = months.reversed()
    }

    /// Nil while no month is complete.
    package var span: ReportSpan? {
        guard let first = months.first, let last = months.last else { return nil }
        return ReportSpan(first.first, last.last)
    }

    package mutating func add(_ row: ReportRow) {
        guard let place = months.firstIndex(where: { $0.first <= row.day && row.day <= $0.last })
        else { return }
        let kinds = row.parts.map { tree.kind(of: $0, in: row) }
        guard kinds.contains(.expense) else { return }
        guard let own = converter.converted(row) else {
            linesUnconverted += 1
            return
        }
        for (part, kind) in zip(own.parts, kinds)
        where kind == .expense && !part.category.isEmpty {
            let group = tree.group(of: part.category, level: 1)
            sums[group, default: months.map { _ in ExactSum(converter.base) }][place]
                .add(part.amount.negated)
        }
    }

    /// The largest first; categories that have a budget, or are above or below one, left out.
    package func rows(without budgets: [String]) throws(ReportFailure) -> [Row] {
        var rows: [Row] = []
        for (category, sums) in sums {
            let isKnown = budgets.contains {
                tree.isWithin($0, category) || tree.isWithin(category, $0)
            }
            if isKnown { continue }
            var amounts: [Money] = []
            for sum in sums {
                guard let money = sum.money else {
                    throw .sumTooLarge(account: category, currency: converter.base)
                }
                amounts.append(money)
            }
            let median = Self.median(of: amounts, converter.base)
            guard !median.isNegative, !median.isZero else { continue }
            rows.append(
                Row(
                    category: category, amount: Self.rounded(median), median: median,
                    months: amounts))
        }
        return rows.sorted { ($1.amount.atto, $0.category) < ($0.amount.atto, $1.category) }
    }

    private static func median(of amounts: [Money], _ currency: Currency) -> Money {
        let sorted = amounts.sorted { $0.atto < $1.atto }
        // A half coin goes away from zero, as in other figures.
        let mean =
            (ExactRatio(sorted[(sorted.count - 1) / 2]) + ExactRatio(sorted[sorted.count / 2])) / 2
        return Money(
            minorUnits: mean.rounded(digits: currency.exponent) ?? 0, currency: currency)
    }

    /// Up, to two digits, or to one unit of the currency.
    private static func rounded(_ amount: Money) -> Money {
        var unit: Int64 = 1
        for _ in 0..<amount.scale { unit *= 10 }
        while amount.units / unit >= 100 { unit *= 10 }
        let (quotient, rest) = amount.units.quotientAndRemainder(dividingBy: unit)
        let (units, overflow) = (quotient + (rest > 0 ? 1 : 0)).multipliedReportingOverflow(
            by: unit)
        return overflow
            ? amount : Money(units: units, scale: amount.scale, currency: amount.currency)
    }
}
