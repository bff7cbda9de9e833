package import Facts

/// The unit of summing: a currency, or the lines of one account without a currency.
package struct Purse: Hashable, Comparable, Sendable {
    package let currency: Currency
    /// Empty where the currency is known.
    package let account: String

    package init(_ currency: Currency, _ account: String) {
        self.currency = currency
        self.account = currency.isKnown ? "" : account
    }

    package static func < (a: Purse, b: Purse) -> Bool {
        (a.currency, a.account) < (b.currency, b.account)
    }
}
