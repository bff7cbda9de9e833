/// A person's (or a script's) decision about a line: an annotation beside the bank fact, never a
/// change of it.
package struct Decision: Sendable, Equatable {
    package enum Verdict: String, Sendable, CaseIterable {
        case approve, dismiss
        /// The line is the one it may be. An earlier line of a bank stays, and this one is removed;
        /// an entry made by hand gives this line its words and is replaced by it.
        case same
    }

    /// Nil when only details are edited and the line stays in the queue.
    package var verdict: Verdict?
    package var category: String?
    package var payee: String?
    package var note: String?
    package var tags: [String]?
    package var splits: [Split]?
    /// The other own account of a transfer.
    package var transferTo: String?
    /// The other line of the transfer, where another workspace decided that.
    package var transferWith: LineKey?
    /// Lines that are no other side of this one, where another workspace decided that.
    package var notTransferWith: [LineKey] = []
    /// Made in another workspace, whose journal brought it with the line.
    package var isRecorded = false

    package init(
        verdict: Verdict? = nil, category: String? = nil, payee: String? = nil, note: String? = nil,
        tags: [String]? = nil, splits: [Split]? = nil, transferTo: String? = nil
    ) {
        self.verdict = verdict
        self.category = category
        self.payee = payee
        self.note = note
        self.tags = tags
        self.splits = splits
        self.transferTo = transferTo
    }

    /// A part of a line with a category of its own; parts sum to the line's amount.
    package struct Split: Sendable, Equatable {
        package var category: String
        package var amount: Money
        package var note: String

        package init(category: String, amount: Money, note: String = "") {
            self.category = category
            self.amount = amount
            self.note = note
        }
    }
}
