package import Facts
package import Ledger

/// Number and exact sums of rows in each currency. Rows without a currency are summed by account,
/// as different accounts may have different currencies.
package struct RowTotals: Sendable {
    package struct Total: Sendable, Equatable {
        package let currency: Currency
        /// For rows without a currency; empty for all others.
        package let account: String
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

    private var sums: [Purse: Sums] = [:]
    /// Rows of all currencies.
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ amount: Money, account: String) {
        let currency = amount.currency
        let purse = Purse(currency, account)
        let zero = ExactSum(currency)
        var mine = sums[purse] ?? Sums(moneyIn: zero, moneyOut: zero, net: zero)
        if amount.isNegative { mine.moneyOut.add(amount) } else { mine.moneyIn.add(amount) }
        mine.net.add(amount)
        sums[purse] = mine
        count += 1
    }

    /// Adds the kept sums of a day at the place of its lines.
    package mutating func add(_ day: DaySums, at place: AccountPlace) {
        let purse = Purse(place.currency, place.account)
        let zero = ExactSum(place.currency)
        var mine = sums[purse] ?? Sums(moneyIn: zero, moneyOut: zero, net: zero)
        for group in day.groups {
            mine.moneyIn.add(group.moneyIn, scale: group.scale, place.currency, count: 0)
            mine.moneyOut.add(group.moneyOut, scale: group.scale, place.currency, count: 0)
        }
        mine.net.add(day)
        sums[purse] = mine
        count += day.lines
    }

    /// The totals, sorted by currency, then account.
    package func totals() throws(ReportFailure) -> [Total] {
        var totals: [Total] = []
        for (purse, mine) in sums.sorted(by: { $0.key < $1.key }) {
            guard let moneyIn = mine.moneyIn.money, let moneyOut = mine.moneyOut.money,
                let net = mine.net.money
            else { throw .sumTooLarge(account: purse.account, currency: purse.currency) }
            totals.append(
                Total(
                    currency: purse.currency, account: purse.account, count: mine.net.count,
                    moneyIn: moneyIn,
                    moneyOut: moneyOut, net: net))
        }
        return totals
    }
}
