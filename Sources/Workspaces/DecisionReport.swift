package import Facts
package import Pending

/// The results of a command on lines, equal with and without writing.
package struct DecisionReport: Sendable, Equatable {
    package var approved: [LineKey] = []
    package var dismissed: [LineKey] = []
    /// Lines that stay in the queue with a changed decision.
    package var edited: [LineKey] = []
    /// Entries with a new annotation.
    package var annotated: [LineKey] = []
    /// Entries written by hand.
    package var added: [LineKey] = []
    /// Entries by hand with another amount or day.
    package var revised: [LineKey] = []
    /// Removed entries: those of banks are dismissed, those by hand deleted.
    package var removed: [LineKey] = []
    /// Pairs of lines decided to be a transfer, or none.
    package var pairsSaid = 0
    /// Waiting lines with a new suggestion because of the decisions.
    package var suggestionsRenewed = 0
    /// The first of them for display: at most ``renewedMax``.
    package var renewed: [QueueLine] = []
    /// Keys that are dismissed, or neither in the queue nor in the ledger.
    package var unknown: [LineKey] = []
    /// Invalid decisions: splits that do not sum, an undefined category, dismissal of an approved
    /// line.
    package var refused: [LineKey] = []

    package static let renewedMax = 10_000

    package var isEmpty: Bool {
        approved.isEmpty && dismissed.isEmpty && edited.isEmpty && annotated.isEmpty
            && added.isEmpty && revised.isEmpty && removed.isEmpty && pairsSaid == 0
    }
}

/// The lines of a command.
package enum LineSelection: Sendable {
    case keys(Set<LineKey>)
    case all
}
