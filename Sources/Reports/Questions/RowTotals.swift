package import Facts

/// How many rows there are and what they sum to, in each currency, exactly.
package struct RowTotals: Sendable {
    package struct Total: Sendable, Equatable {
        package let currency: Currency
        package let count: Int
        /// Sum of the amounts that are not negative.
        package let moneyIn: Money
        package let moneyOut: Money
        package let net: Money
    }

    private struct Sums: Sendable {
        var moneyIn: ExactSum
        var moneyOut: ExactSum
        var net: ExactSum
    }

    private var sums: [Currency: Sums] = [:]
    /// Rows of all currencies.
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ amount: Money) {
        let currency = amount.currency
        let zero = ExactSum(currency)
        var mine = sums[currency] ?? Sums(moneyIn: zero, moneyOut: zero, net: zero)
        if amount.isNegative { mine.moneyOut.add(amount) } else { mine.moneyIn.add(amount) }
        mine.net.add(amount)
        sums[currency] = mine
        count += 1
    }

    /// The totals, sorted by currency.
    package func totals() throws(ReportFailure) -> [Total] {
        var totals: [Total] = []
        for (currency, mine) in sums.sorted(by: { $0.key < $1.key }) {
            guard let moneyIn = mine.moneyIn.money, let moneyOut = mine.moneyOut.money,
                let net = mine.net.money
            else { throw .sumTooLarge(account: "", currency: currency) }
            totals.append(
                Total(
                    currency: currency, count: mine.net.count, moneyIn: moneyIn,
                    moneyOut: moneyOut, net: net))
        }
        return totals
    }
}
