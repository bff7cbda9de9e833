package import Facts

/// A known line: its place and identity.
package struct KnownLine: Sendable, Equatable {
    package enum Place: String, Sendable { case queue, ledger, tombstone }

    package var identity: LineIdentity
    package var place: Place
    /// Written by hand, not imported.
    package var isByHand: Bool

    package init(identity: LineIdentity, place: Place, isByHand: Bool = false) {
        self.identity = identity
        self.place = place
        self.isByHand = isByHand
    }
}
