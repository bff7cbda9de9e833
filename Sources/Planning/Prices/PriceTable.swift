package import Facts

/// The known prices, and the search for a rate between two currencies.
///
/// A rate is found as in hledger, on or before the day: the pair's own price, the inverse of the
/// opposite pair's, or the product of two rates through a third currency. There is no oldest age: a
/// list holds over weekends, and of some currencies for a month. A statement's rate is a bank's,
/// with its margin; it serves only a pair that no list has by then.
package struct PriceTable: Sendable {
    /// By day; one price a day.
    private var lists: [PricePair: [Price]]
    private var statements: [PricePair: [Price]]

    /// - Parameters:
    ///   - lists: in the order read; of two for a pair and day, the last counts.
    ///   - statements: in any order; at most one for a pair and day.
    /// - Complexity: O(*n* log *n*).
    package init(lists: [Price] = [], statements: [Price] = []) {
        self.lists = Self.sorted(lists)
        self.statements = Self.sorted(statements)
    }

    private static func sorted(_ prices: [Price]) -> [PricePair: [Price]] {
        Dictionary(grouping: prices, by: \.pair).mapValues { prices in
            var sorted: [Price] = []
            sorted.reserveCapacity(prices.count)
            // Sorting is stable, so of one day the last read is last.
            for price in prices.sorted(by: { $0.day < $1.day }) {
                if sorted.last?.day == price.day { sorted.removeLast() }
                sorted.append(price)
            }
            return sorted
        }
    }

    package var isEmpty: Bool { lists.isEmpty && statements.isEmpty }

    /// All prices: pairs by their codes, each by day, lists before statements.
    package var all: [Price] {
        [lists, statements].flatMap { prices in
            prices.sorted { ($0.key.currency, $0.key.base) < ($1.key.currency, $1.key.base) }
                .flatMap(\.value)
        }
    }

    /// The list's price of exactly this pair and day.
    package func listed(
        _ currency: Currency, in base: Currency, on day: CalendarDate
    ) -> Price? {
        let found = Self.last(lists[PricePair(currency: currency, base: base)], upTo: day)
        return found?.day == day ? found : nil
    }

    /// The way from one currency to another.
    ///
    /// - Parameters:
    ///   - to: another currency.
    ///   - base: the currency through which a chain is tried first; then euro and hryvnia.
    package func path(
        from: Currency, to: Currency, on day: CalendarDate, through base: Currency
    ) -> ConversionPath? {
        guard from.isKnown, to.isKnown else { return nil }
        if let leg = leg(from: from, to: to, on: day) { return ConversionPath(first: leg) }
        for middle in [base, .eur, .uah] where middle != from && middle != to {
            guard let first = leg(from: from, to: middle, on: day),
                let second = leg(from: middle, to: to, on: day)
            else { continue }
            return ConversionPath(first: first, second: second)
        }
        return nil
    }

    private func leg(
        from: Currency, to: Currency, on day: CalendarDate
    ) -> ConversionPath.Leg? {
        let direct = PricePair(currency: from, base: to)
        let opposite = PricePair(currency: to, base: from)
        for prices in [lists, statements] {
            if let price = Self.last(prices[direct], upTo: day) {
                return .init(price: price, isInverse: false)
            }
            if let price = Self.last(prices[opposite], upTo: day) {
                return .init(price: price, isInverse: true)
            }
        }
        return nil
    }

    private static func last(_ prices: [Price]?, upTo day: CalendarDate) -> Price? {
        guard let prices else { return nil }
        let after = prices.partitionPoint { $0.day > day }
        return after == 0 ? nil : prices[after - 1]
    }
}

/// One or two prices that lead from a currency to another.
package struct ConversionPath: Hashable, Sendable {
    package struct Leg: Hashable, Sendable {
        package let price: Price
        /// The price is of the opposite pair.
        package let isInverse: Bool

        package var rate: ExchangeRate { isInverse ? price.rate.inverse : price.rate }
        package var from: Currency { isInverse ? price.base : price.currency }
        package var to: Currency { isInverse ? price.currency : price.base }
    }

    package let first: Leg
    package let second: Leg?

    init(first: Leg, second: Leg? = nil) {
        assert(second.map { $0.from == first.to } ?? true, "the second begins where the first ends")
        self.first = first
        self.second = second
    }

    package var legs: [Leg] { [first] + (second.map { [$0] } ?? []) }

    /// The amount in the other currency, rounded once; nil when it is too large.
    package func convert(_ amount: Money) -> Money? {
        amount.converted(
            by: first.rate, second?.rate ?? .one, to: second?.to ?? first.to)
    }
}
