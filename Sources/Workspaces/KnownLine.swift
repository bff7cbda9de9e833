package import Facts

/// A line that is known: where it is, and its identity.
package struct KnownLine: Sendable, Equatable {
    package enum Place: Sendable, Equatable { case queue, ledger, tombstone }

    package var identity: LineIdentity
    package var place: Place
    /// A person wrote it; no import brought it.
    package var isByHand: Bool

    package init(identity: LineIdentity, place: Place, isByHand: Bool = false) {
        self.identity = identity
        self.place = place
        self.isByHand = isByHand
    }
}
