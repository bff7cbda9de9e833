package import Facts

/// A line as far as it tells whether it is another line again.
package struct ComparedLine: Sendable {
    package let identity: LineIdentity
    /// Of the files that showed it; none where a person wrote it.
    package let layouts: Set<String>
    package let isByHand: Bool

    init(_ line: RepairedLine, _ identity: LineIdentity) {
        self.identity = identity
        layouts = Set(line.sources.map(\.layout))
        isByHand = line.isByHand
    }
}

/// What a line is that comes to an account.
package enum LineMeeting: Sendable, Equatable {
    case new
    /// The account has it.
    case same(LineKey)
    /// A person decides whether the account has it.
    case maybe(LineKey)
}

/// Compares lines that come to an account, as they will be in it, with those that are there: one
/// answer for each that comes.
package typealias LineComparison = (
    _ coming: [ComparedLine], _ there: [ComparedLine]
) -> [LineMeeting]
