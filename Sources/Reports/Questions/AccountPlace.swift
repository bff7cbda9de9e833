package import Facts
internal import Scanning

/// The lines of an account in one currency.
package struct AccountPlace: Hashable, Comparable, Sendable {
    package let account: String
    package let currency: Currency

    package init(_ account: String, _ currency: Currency) {
        self.account = account
        self.currency = currency
    }

    /// By bytes: Swift compares texts by their normal form, which takes long for other letters than
    /// English ones, and figures ask for places with each line.
    package static func == (a: AccountPlace, b: AccountPlace) -> Bool {
        let (one, other) = (a.account.utf8.span, b.account.utf8.span)
        return a.currency == b.currency && one.count == other.count
            && one.indices.allSatisfy { one[$0] == other[$0] }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(currency)
        hasher.combine(StableHash.hash(account.utf8.span, seed: 0))
    }

    package static func < (a: AccountPlace, b: AccountPlace) -> Bool {
        (a.account, a.currency) < (b.account, b.currency)
    }
}
