package import Facts

/// The price of one unit of a currency in another on a day.
///
/// As its list gives it: the European Central Bank's prices are of one euro, the National Bank of
/// Ukraine's in hryvnias.
package struct Price: Hashable, Sendable {
    package var day: CalendarDate
    package var currency: Currency
    /// The currency of the rate.
    package var base: Currency
    package var rate: ExchangeRate
    package var origin: PriceOrigin

    package init(
        day: CalendarDate, currency: Currency, base: Currency, rate: ExchangeRate,
        origin: PriceOrigin
    ) {
        self.day = day
        self.currency = currency
        self.base = base
        self.rate = rate
        self.origin = origin
    }

    var pair: PricePair { PricePair(currency: currency, base: base) }
}

/// Where a price stands.
package struct PriceOrigin: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case nationalBankOfUkraine, europeanCentralBank, journal, table
        /// A line of the ledger: its amount for its original amount.
        case statement(LineKey)
    }

    package var source: Source
    /// Empty for lines of the ledger.
    package var file: String
    package var line: Int

    package init(_ source: Source, file: String, line: Int) {
        self.source = source
        self.file = file
        self.line = line
    }
}

struct PricePair: Hashable {
    let currency: Currency
    let base: Currency
}
