package import Facts
package import Pending

/// What a command did with lines, or would do: the same value with and without writing.
package struct DecisionReport: Sendable, Equatable {
    package var approved: [LineKey] = []
    package var dismissed: [LineKey] = []
    /// Lines that stay in the queue with another decision.
    package var edited: [LineKey] = []
    /// Entries of the ledger that something new was said about.
    package var annotated: [LineKey] = []
    /// Entries that a person wrote.
    package var added: [LineKey] = []
    /// Entries by hand with another amount or day.
    package var revised: [LineKey] = []
    /// Entries that were taken out: those of banks are dismissed, those by hand gone.
    package var removed: [LineKey] = []
    /// Pairs of lines that were said to be a transfer, or none.
    package var pairsSaid = 0
    /// Waiting lines that got another suggestion, because of what was decided.
    package var suggestedAnew = 0
    /// The first of them, for whoever shows them: ``renewedMax`` at most.
    package var renewed: [QueueLine] = []
    /// Keys that are neither in the queue nor in the ledger, or were dismissed.
    package var unknown: [LineKey] = []
    /// Decisions that do not fit: parts that do not sum, a category nobody defined, dismissing what
    /// is approved.
    package var refused: [LineKey] = []

    package static let renewedMax = 10_000

    package var isEmpty: Bool {
        approved.isEmpty && dismissed.isEmpty && edited.isEmpty && annotated.isEmpty
            && added.isEmpty && revised.isEmpty && removed.isEmpty && pairsSaid == 0
    }
}

/// Which lines a command is about.
package enum LineSelection: Sendable {
    case keys(Set<LineKey>)
    /// Every line of the queue.
    case all
}
