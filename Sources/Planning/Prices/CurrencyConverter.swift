package import Facts
package import Reports

/// Converts amounts to one currency, and keeps what it could not.
///
/// A line is converted at the rate of its own day, a balance at that of the day asked for; each is
/// rounded once, so that a figure is the sum of the converted lines that it lists. An amount
/// without a rate is never taken as 1:1: it stays out and is reported.
package struct CurrencyConverter {
    package let base: Currency
    private let prices: PriceTable
    private var paths: [Question: ConversionPath?] = [:]

    private struct Question: Hashable {
        let currency: Currency
        let day: CalendarDate
    }

    package init(to base: Currency, _ prices: PriceTable) {
        self.base = base
        self.prices = prices
    }

    package mutating func path(
        from currency: Currency, on day: CalendarDate
    ) -> ConversionPath? {
        let question = Question(currency: currency, day: day)
        if let known = paths[question] { return known }
        let path = prices.path(from: currency, to: base, on: day, through: base)
        paths[question] = .some(path)
        return path
    }

    /// The day of the oldest price by which amounts of a currency are converted on a day, where it
    /// is older than a list of one price a month.
    package mutating func oldPriceDay(
        of currency: Currency, on day: CalendarDate
    ) -> CalendarDate? {
        guard currency != base, let path = path(from: currency, on: day),
            let oldest = path.legs.map(\.price.day).min(),
            day.daysSince1970 - oldest.daysSince1970 > Self.daysOfMonthlyList
        else { return nil }
        return oldest
    }

    private static let daysOfMonthlyList = 31

    /// A balance of a day.
    package mutating func stock(_ amount: Money, on day: CalendarDate) -> Money? {
        if amount.currency == base { return amount }
        return path(from: amount.currency, on: day)?.convert(amount)
    }

    /// A line: what was paid in the base currency by the statement's own words, else at the day's
    /// rate.
    package mutating func flow(_ row: ReportRow) -> Money? {
        if row.amount.currency == base { return row.amount }
        if let paid = row.purchaseAmount, paid.currency == base { return paid }
        return stock(row.amount, on: row.day)
    }

    /// The line with amounts in the base currency; the parts of a split line sum to it. Nil
    /// without a rate.
    package mutating func converted(_ row: ReportRow) -> ReportRow? {
        if row.amount.currency == base { return row }
        guard let amount = flow(row) else { return nil }
        var result = row
        if !row.splits.isEmpty {
            guard let parts = amount.inProportion(to: row.splits.map(\.amount), of: row.amount)
            else { return nil }
            for index in result.splits.indices { result.splits[index].amount = parts[index] }
        }
        result.amount = amount
        result.balance = nil
        return result
    }
}

extension Money {
    /// Divides the amount as `parts` divide `whole`: each is rounded half away from zero, and the
    /// largest takes what rounding leaves. Nil where `whole` is zero or a part is too large.
    package func inProportion(to parts: [Money], of whole: Money) -> [Money]? {
        guard let rate = ExchangeRate(self, per: whole) else { return nil }
        // A share keeps the sign of its part, and the whole changes it.
        let isTurned = isNegative != whole.isNegative
        var shares: [Money] = []
        var sum: Int128 = 0
        for part in parts {
            guard let share = part.converted(by: rate, to: currency) else { return nil }
            shares.append(isTurned ? share.negated : share)
            sum += shares[shares.count - 1].atto
        }
        guard let largest = shares.indices.max(by: { shares[$0].size < shares[$1].size }),
            let rest = Money(atto: atto - sum, scale: currency.exponent, currency: currency),
            let mended = try? shares[largest].adding(rest)
        else { return nil }
        shares[largest] = mended
        return shares
    }

    private var size: Int128 { atto < 0 ? -atto : atto }
}
