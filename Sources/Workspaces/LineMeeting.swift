package import Facts

/// The data of a line that decides whether it equals another.
package struct ComparedLine: Sendable {
    package let identity: LineIdentity
    /// Layouts of its files; empty if written by hand.
    package let layouts: Set<String>
    package let isByHand: Bool

    init(_ line: RepairedLine, _ identity: LineIdentity) {
        self.identity = identity
        layouts = Set(line.sources.map(\.layout))
        isByHand = line.isByHand
    }
}

/// The relation of a moved line to those of an account.
package enum LineMeeting: Sendable, Equatable {
    case new
    /// The account has it already.
    case same(LineKey)
    /// A person decides whether the account has it.
    case maybe(LineKey)
}

/// Compares lines moved to an account, with their new identities, with the lines there: one result
/// per moved line.
package typealias LineComparison = (
    _ coming: [ComparedLine], _ there: [ComparedLine]
) -> [LineMeeting]
