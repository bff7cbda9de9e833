/// How far two accounts show the same payments on the days that both cover, by amount.
package struct PaymentOverlap: Sendable, Equatable {
    /// Payments of the days that both cover, of each day those of the account that has more. Where
    /// one of the two may show only a part of a day, those of the account that has fewer.
    package private(set) var size = 0
    /// Payments that both have and whose balances, where both print them, are the same.
    package private(set) var count = 0
    /// Their different amounts.
    package private(set) var amounts: Set<Int64> = []

    package init() {}

    /// Adds what both have on a day.
    ///
    /// - Parameter isEdge: one of the two begins or ends on it.
    package mutating func addDay(_ one: Int, _ other: Int, isEdge: Bool) {
        size += isEdge ? min(one, other) : max(one, other)
    }

    package mutating func addShared(_ units: Int64) {
        count += 1
        amounts.insert(units)
    }

    /// A person is to say whether they are one account, where nothing proves it.
    ///
    /// - Parameter areNamed: people named both. Two people may pay the same fares.
    package func mayBeOneAccount(areNamed: Bool) -> Bool {
        amounts.count >= (areNamed ? 3 : 1) && count * 5 >= size * 4
    }
}
