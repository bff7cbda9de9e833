package import Facts

/// The count of an account's lines in another currency than its owner set.
package struct ContradictedCurrency: Sendable, Equatable {
    package let account: String
    package let declared: Currency
    package let currency: Currency
    package private(set) var lines = 0

    fileprivate mutating func count() { lines += 1 }
}

extension [ContradictedCurrency] {
    /// Counts a line unless its currency is the account's, or one of the two is unknown.
    package mutating func record(
        _ currency: Currency, against declared: Currency, of account: String
    ) {
        guard currency != declared, currency.isKnown, declared.isKnown else { return }
        let same = firstIndex { $0.account == account && $0.currency == currency }
        if same == nil {
            append(
                ContradictedCurrency(account: account, declared: declared, currency: currency))
        }
        self[same ?? count - 1].count()
    }
}
