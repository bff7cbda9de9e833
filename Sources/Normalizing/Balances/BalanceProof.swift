package import Facts

/// The running balances of one account as a check of its rows: how many links close, and where the
/// others break.
///
/// A link is two consecutive rows with printed balances: the later balance is the earlier one plus
/// the amounts since. A break is evidence, not a verdict: holds, edited files and several cards in
/// one list break links of correct rows.
package struct BalanceProof: Sendable, Equatable {
    /// The order of the rows.
    package enum Order: String, Sendable {
        case file, reversed, time
    }

    package struct Break: Sendable, Equatable {
        /// The row whose balance does not follow, and the row before it in time.
        package let line: Int
        package let previousLine: Int
        package let expected: Money
        package let printed: Money
        /// A rejected row is between the two.
        package var isAcrossRejection = false

        /// The missing amount: printed minus expected.
        package var difference: Money? { try? printed.adding(expected.negated) }
    }

    /// Breaks and gaps kept with their places; the others are only counted.
    package static let breaksMax = 20

    /// Index into the file's accounts.
    package let account: Int
    package let rows: Int
    /// Rows that print a balance in the account's currency.
    package let balances: Int
    package let order: Order
    package let links: Int
    package let closed: Int
    package internal(set) var breaks: [Break]
    /// Breaks that the rows do not explain: a row is missing, or one was changed.
    package internal(set) var gaps: [Break]
    package internal(set) var gapCount: Int
    /// Before the first row and after the last, by the printed balances; nil when a sum overflows.
    package let opening: Money?
    package let closing: Money?
    package let moneyIn: Money?
    package let moneyOut: Money?

    package var broken: Int { links - closed }
    /// Most links close. If hardly any does, the column is not a running balance.
    package var runsOn: Bool { closed > broken }
}
