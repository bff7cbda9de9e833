internal import Facts

/// The unit of summing: a currency, or the lines of one account without a currency.
struct Purse: Hashable, Comparable {
    let currency: Currency
    /// Empty where the currency is known.
    let account: String

    init(_ currency: Currency, _ account: String) {
        self.currency = currency
        self.account = currency.isKnown ? "" : account
    }

    static func < (a: Purse, b: Purse) -> Bool {
        (a.currency, a.account) < (b.currency, b.account)
    }
}
