/// How many payments two accounts share on the days that both cover, by amount.
package struct PaymentOverlap: Sendable, Equatable {
    /// Payments of the days that both cover: per day, those of the account that has more, or of the
    /// one that has fewer where one may show only part of a day.
    package private(set) var size = 0
    /// Payments that both have, with equal balances where both print them.
    package private(set) var count = 0
    /// Their different amounts.
    package private(set) var amounts: Set<Int64> = []

    package init() {}

    /// Adds a day with the counts of both.
    ///
    /// - Parameter isEdge: one of the two begins or ends on it.
    package mutating func addDay(_ one: Int, _ other: Int, isEdge: Bool) {
        size += isEdge ? min(one, other) : max(one, other)
    }

    package mutating func addShared(_ units: Int64) {
        count += 1
        amounts.insert(units)
    }

    /// Whether to ask a person if they are one account, as nothing proves it.
    ///
    /// - Parameter areNamed: a person named both. Two people may pay the same fares.
    package func mayBeOneAccount(areNamed: Bool) -> Bool {
        amounts.count >= (areNamed ? 3 : 1) && count * 5 >= size * 4
    }
}
