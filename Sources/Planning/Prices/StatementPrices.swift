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
    /// rounding to coins distorts it least; the first among equal ones.
    package mutating func add(_ row: ReportRow) {
        guard let original = row.purchaseAmount, let rate = ExchangeRate(row.amount, per: original)
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

    /// Without the places of their lines.
    package var prices: [Price] { found.values.map(\.price) }
}
