internal import Facts

/// Collects the prices of lists that are not known yet, or differ from the known ones.
package struct NewPrices {
    private struct Place: Hashable {
        let day: CalendarDate
        let pair: PricePair
    }

    private let known: PriceTable
    private var rates: [Place: ExchangeRate] = [:]
    /// In the order read.
    package private(set) var prices: [Price] = []

    package init(beside known: PriceTable) { self.known = known }

    /// Returns how many of the prices are new.
    package mutating func add(_ list: [Price]) -> Int {
        let before = prices.count
        for price in list {
            let place = Place(day: price.day, pair: price.pair)
            let rate =
                rates[place] ?? known.listed(price.currency, in: price.base, on: price.day)?.rate
            if rate == price.rate { continue }
            rates[place] = price.rate
            prices.append(price)
        }
        return prices.count - before
    }
}
