package import Facts

/// The effect of a category on totals.
package enum CategoryKind: String, Sendable, CaseIterable {
    case expense, income
    /// Money that stays with its owner: neither earned nor spent.
    case transfer
}

/// Months (or years) × categories, a table for each currency, and for each account with lines of
/// unknown currency.
///
/// Rows are added one at a time and not kept; memory follows categories × periods. Transfers are
/// shown, but count neither as money in nor as money out. A refund in an expense category reduces
/// the expense.
package struct CategoryMatrix: Sendable {
    package enum Period: Hashable, Comparable, Sendable {
        case year(Int)
        case month(CalendarMonth)

        /// `2025` or `2025-03`.
        package var text: String {
            switch self {
            case .year(let year): String(year)
            case .month(let month): month.text
            }
        }
    }

    package enum Step: String, Sendable { case month, year }

    /// One category over the periods of its table.
    package struct Row: Sendable, Equatable {
        /// A key, cut to the requested depth; empty when uncategorized.
        package let category: String
        /// Nil for an unknown category, whose money counts by its sign.
        package let kind: CategoryKind?
        /// For an unknown category, whether the row is money in or money out; nil for all others.
        package let isIn: Bool?
        /// In the order of the table's periods; nil where there are no rows.
        package let amounts: [Money?]
        package let total: Money
        package let count: Int
    }

    package struct Table: Sendable, Equatable {
        package let currency: Currency
        /// For lines without a currency; empty for all others.
        package let account: String
        package let periods: [Period]
        /// Sorted by key.
        package let rows: [Row]
        /// In the order of the periods, then one for all of them.
        package let moneyIn: [Money]
        package let moneyOut: [Money]
        package let net: [Money]
        /// Money that stays with its owner.
        package let transfers: [Money]
        /// Net and transfers: the change of the bank's balances.
        package let change: [Money]
    }

    private struct Place: Hashable {
        var purse: Purse
        var category: String
        var isIn: Bool?
    }

    private let step: Step
    private let depth: Int
    private let kindOf: @Sendable (String) -> CategoryKind?
    private var cells: [Place: [Period: ExactSum]] = [:]
    /// By kind: what was earned, spent or moved.
    private var sums: [CategoryKind: [Purse: [Period: ExactSum]]] = [:]

    /// - Parameters:
    ///   - depth: levels of categories to distinguish; deeper ones count with their parent.
    ///   - kindOf: the kind of a category key, nil when unknown.
    package init(
        by step: Step = .month, depth: Int = .max,
        kindOf: @escaping @Sendable (String) -> CategoryKind?
    ) {
        self.step = step
        self.depth = max(depth, 1)
        self.kindOf = kindOf
    }

    /// - Parameter onlyUnknown: skips parts of categories that have a kind.
    package mutating func add(
        _ row: ReportRow, onlyUnknown: Bool = false
    ) throws(ReportFailure) {
        try verifySplits(of: row)
        for part in row.parts where !onlyUnknown || kindOf(part.category) == nil {
            add(
                part.amount, account: row.account, category: part.category,
                month: CalendarMonth(of: row.day))
        }
    }

    /// Adds a stored sum: `count` rows of one category and month, all in or all out if the category
    /// is unknown.
    package mutating func add(
        _ amount: Money, account: String, category: String, month: CalendarMonth, count: Int = 1
    ) {
        let period: Period = step == .month ? .month(month) : .year(month.year)
        let currency = amount.currency
        let purse = Purse(currency, account)
        let kind = kindOf(category)
        let place = Place(
            purse: purse, category: Self.cut(category, to: depth),
            isIn: kind == nil ? !amount.isNegative : nil)
        cells[place, default: [:]][period, default: ExactSum(currency)].add(amount, count: count)
        let side = kind ?? (amount.isNegative ? .expense : .income)
        sums[side, default: [:]][purse, default: [:]][period, default: ExactSum(currency)]
            .add(amount)
    }

    /// The tables, sorted by currency, then account.
    package func tables() throws(ReportFailure) -> [Table] {
        var tables: [Table] = []
        for purse in Set(cells.keys.map(\.purse)).sorted() {
            tables.append(try table(of: purse))
        }
        return tables
    }

    private func table(of purse: Purse) throws(ReportFailure) -> Table {
        let currency = purse.currency
        let mine = cells.filter { $0.key.purse == purse }
            .sorted {
                ($0.key.category, $0.key.isIn == true ? 0 : 1)
                    < ($1.key.category, $1.key.isIn == true ? 0 : 1)
            }
        let periods = Set(mine.flatMap { $0.value.keys }).sorted()
        var rows: [Row] = []
        for (place, sums) in mine {
            let amounts = try amounts(of: sums, in: periods, currency)
            rows.append(
                Row(
                    category: place.category, kind: kindOf(place.category), isIn: place.isIn,
                    amounts: amounts,
                    total: try sum(of: amounts, currency),
                    count: sums.values.reduce(0) { $0 + $1.count }))
        }
        let zero = Money(minorUnits: 0, currency: currency)
        let moneyIn = try amounts(of: sums[.income]?[purse] ?? [:], in: periods, currency)
        let moneyOut = try amounts(of: sums[.expense]?[purse] ?? [:], in: periods, currency)
        let transfers = try amounts(of: sums[.transfer]?[purse] ?? [:], in: periods, currency)
        var net: [Money?] = []
        var change: [Money?] = []
        for index in periods.indices {
            net.append(try sum(of: [moneyIn[index], moneyOut[index]], currency))
            change.append(try sum(of: [net[index], transfers[index]], currency))
        }
        func whole(_ amounts: [Money?]) throws(ReportFailure) -> [Money] {
            amounts.map { $0 ?? zero } + [try sum(of: amounts, currency)]
        }
        return Table(
            currency: currency, account: purse.account, periods: periods, rows: rows,
            moneyIn: try whole(moneyIn), moneyOut: try whole(moneyOut), net: try whole(net),
            transfers: try whole(transfers), change: try whole(change))
    }

    private func amounts(
        of sums: [Period: ExactSum], in periods: [Period], _ currency: Currency
    ) throws(ReportFailure) -> [Money?] {
        var amounts: [Money?] = []
        for period in periods {
            guard let sum = sums[period] else {
                amounts.append(nil)
                continue
            }
            guard let money = sum.money else {
                throw .sumTooLarge(account: "", currency: currency)
            }
            amounts.append(money)
        }
        return amounts
    }

    private func sum(
        of amounts: [Money?], _ currency: Currency
    ) throws(ReportFailure) -> Money {
        var sum = ExactSum(currency)
        for amount in amounts { if let amount { sum.add(amount) } }
        guard let money = sum.money else { throw .sumTooLarge(account: "", currency: currency) }
        return money
    }

    /// `eating_out.coffee` cut to one level is `eating_out`.
    private static func cut(_ category: String, to depth: Int) -> String {
        if depth == .max { return category }
        let levels = category.split(
            separator: ".", maxSplits: depth, omittingEmptySubsequences: false)
        return levels.prefix(depth).joined(separator: ".")
    }
}

/// Parts of a line are in its currency and sum to it; anything else would create money.
func verifySplits(of row: ReportRow) throws(ReportFailure) {
    if row.splits.isEmpty { return }
    var sum = ExactSum(row.amount.currency)
    for split in row.splits {
        guard split.amount.currency == row.amount.currency else { throw .splitsDoNotSum(row.key) }
        sum.add(split.amount)
    }
    sum.add(row.amount.negated)
    guard let difference = sum.money, difference.isZero else { throw .splitsDoNotSum(row.key) }
}
