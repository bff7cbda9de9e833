import Scanning

/// Who takes what is prepared, as the thread sees it that prepares.
final class PreparationTaker: Sendable {
    let batches = BatchRelay<PreparedBatch>.batches()
    /// Something is remembered of what was decided.
    let remembers: Bool

    init(remembers: Bool) { self.remembers = remembers }

    /// Nothing is on its way to the taker, who has time for what either may do. Where something is
    /// remembered it asks for it, and has more to do than the other.
    var isIdle: Bool { !remembers && batches.leavesTakerIdle }
}
