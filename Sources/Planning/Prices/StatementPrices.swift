internal import Facts
package import Reports

/// The rates that statements themselves show: a line's amount for its original amount.
package struct StatementPrices {
    private struct Place: Hashable {
        let day: CalendarDate
        let pair: PricePair
    }

    private struct Found {
        let original: Money
        let price: Price
    }

    private var found: [Place: Found] = [:]

    package init() {}

    /// The line with the largest original amount counts among several of a pair and day, because
    /// rounding to coins distorts it least; the first among equal ones. A check of a card for two
    /// cents gives no price: its rate is that of the rounding.
    package mutating func add(_ row: ReportRow) {
        guard let original = row.purchaseAmount,
            min(original.coins, row.amount.coins) >= Self.coinsMin,
            let rate = ExchangeRate(row.amount, per: original)
        else { return }
        let price = Price(
            day: row.day, currency: original.currency, base: row.amount.currency, rate: rate,
            origin: PriceOrigin(.statement(row.key), file: "", line: 0))
        let place = Place(day: row.day, pair: price.pair)
        if let known = found[place], known.original.atto.magnitude >= original.atto.magnitude {
            return
        }
        found[place] = Found(original: original, price: price)
    }

    /// Half a coin is half a per cent of them.
    private static let coinsMin: Int64 = 100

    /// Without the places of their lines.
    package var prices: [Price] { found.values.map(\.price) }
}

extension Money {
    /// Its size in the smallest coins that the amount shows; the largest number where it has more.
    fileprivate var coins: Int64 {
        var coins = Int64(clamping: units.magnitude)
        for _ in scale..<max(scale, currency.exponent) {
            coins = coins.multipliedReportingOverflow(by: 10).overflow ? .max : coins * 10
        }
        return coins
    }
}
