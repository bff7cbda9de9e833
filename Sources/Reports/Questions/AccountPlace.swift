package import Facts

/// The lines of an account in one currency.
package struct AccountPlace: Hashable, Comparable, Sendable {
    package let account: String
    package let currency: Currency

    package init(_ account: String, _ currency: Currency) {
        self.account = account
        self.currency = currency
    }

    package static func < (a: AccountPlace, b: AccountPlace) -> Bool {
        (a.account, a.currency) < (b.account, b.currency)
    }
}
