package import Facts

/// What a category says about money.
package enum CategoryKind: String, Sendable, CaseIterable {
    case expense, income
    /// Money that stays with its owner; no part of what was earned or spent.
    case transfer
}

/// Months (or years) × categories, a table for each currency, and for each account whose lines have none: they may be in any.
///
/// Rows are added one at a time and not kept; memory follows categories × periods. What is in a category of transfers is
/// shown, but counts neither as money in nor as money out. A refund in an expense category lessens what was spent.
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
        /// A key, cut to the depth asked for; empty when nobody said.
        package let category: String
        /// Nil for a category nobody knows, whose money counts by its sign.
        package let kind: CategoryKind?
        /// In the order of the table's periods; nil where nothing happened.
        package let amounts: [Money?]
        package let total: Money
        package let count: Int
    }

    package struct Table: Sendable, Equatable {
        package let currency: Currency
        /// Of lines without a currency; empty for all others.
        package let account: String
        package let periods: [Period]
        /// Sorted by key.
        package let rows: [Row]
        /// In the order of the periods, then one for all of them.
        package let moneyIn: [Money]
        package let moneyOut: [Money]
        package let net: [Money]
    }

    private struct Place: Hashable {
        var purse: Purse
        var category: String
    }

    private let step: Step
    private let depth: Int
    private let kindOf: @Sendable (String) -> CategoryKind?
    private var cells: [Place: [Period: ExactSum]] = [:]
    private var earned: [Purse: [Period: ExactSum]] = [:]
    private var spent: [Purse: [Period: ExactSum]] = [:]

    /// - Parameters:
    ///   - depth: levels of categories that are told apart; deeper ones count with their parent.
    ///   - kindOf: the kind of a category key, nil when it is not known.
    package init(
        by step: Step = .month, depth: Int = .max,
        kindOf: @escaping @Sendable (String) -> CategoryKind?
    ) {
        self.step = step
        self.depth = max(depth, 1)
        self.kindOf = kindOf
    }

    package mutating func add(_ row: ReportRow) throws(ReportFailure) {
        try verifySplits(of: row)
        for part in row.parts {
            add(
                part.amount, account: row.account, category: part.category,
                month: CalendarMonth(of: row.day))
        }
    }

    /// Adds a sum that somebody else has kept: `count` rows of one category and month.
    package mutating func add(
        _ amount: Money, account: String, category: String, month: CalendarMonth, count: Int = 1
    ) {
        let period: Period = step == .month ? .month(month) : .year(month.year)
        let currency = amount.currency
        let purse = Purse(currency, account)
        let place = Place(purse: purse, category: Self.cut(category, to: depth))
        cells[place, default: [:]][period, default: ExactSum(currency)].add(amount, count: count)
        switch kindOf(category) ?? (amount.isNegative ? .expense : .income) {
        case .income:
            earned[purse, default: [:]][period, default: ExactSum(currency)].add(amount)
        case .expense:
            spent[purse, default: [:]][period, default: ExactSum(currency)].add(amount)
        case .transfer: break
        }
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
            .sorted { $0.key.category < $1.key.category }
        let periods = Set(mine.flatMap { $0.value.keys }).sorted()
        var rows: [Row] = []
        for (place, sums) in mine {
            let amounts = try amounts(of: sums, in: periods, currency)
            rows.append(
                Row(
                    category: place.category, kind: kindOf(place.category), amounts: amounts,
                    total: try sum(of: amounts, currency),
                    count: sums.values.reduce(0) { $0 + $1.count }))
        }
        let zero = Money(minorUnits: 0, currency: currency)
        let moneyIn = try amounts(of: earned[purse] ?? [:], in: periods, currency)
        let moneyOut = try amounts(of: spent[purse] ?? [:], in: periods, currency)
        var net: [Money?] = []
        for index in periods.indices {
            net.append(try sum(of: [moneyIn[index], moneyOut[index]], currency))
        }
        return Table(
            currency: currency, account: purse.account, periods: periods, rows: rows,
            moneyIn: moneyIn.map { $0 ?? zero } + [try sum(of: moneyIn, currency)],
            moneyOut: moneyOut.map { $0 ?? zero } + [try sum(of: moneyOut, currency)],
            net: net.map { $0 ?? zero } + [try sum(of: net, currency)])
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

/// Parts of a line are of its currency and sum to it; anything else would make money out of nothing.
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
