package import Deduplicating
package import Facts
package import Workspaces

/// The fate of one row of a file, and its reason. Kept only on request (`ImportOptions.keepsRows`).
package struct RowOutcome: Sendable, Equatable {
    package enum Fate: Sendable, Equatable {
        /// No known line is like it.
        case new(LineKey)
        /// The known line, its place, and the proof.
        case known(LineKey, KnownLine.Place, Witness)
        /// The same row again in the same file.
        case repeated(Witness)
        /// A known hold that is now booked.
        case settled(LineKey, KnownLine.Place)
        /// An approved hold that is now booked with another amount: the entry has it.
        case revised(LineKey)
        /// It has the bank id of a known line but contradicts it.
        case conflict(LineKey, with: LineKey)
        /// It may be that known line or another one like it.
        case ambiguous(LineKey, with: LineKey)
        case rejected(RowRejection.Kind)
        case skipped(RowSkip.Reason)
    }

    /// The line of the file; 0 if the format has no lines.
    package let line: Int
    package let fate: Fate

    package init(line: Int, _ fate: Fate) {
        self.line = line
        self.fate = fate
    }
}

extension RowOutcome.Fate {
    /// It became a line of the queue.
    package var isNewLine: Bool {
        switch self {
        case .new, .conflict, .ambiguous: true
        case .known, .repeated, .settled, .revised, .rejected, .skipped: false
        }
    }

    /// A stable word: the singular of its counter in the file's tallies.
    package var word: String {
        switch self {
        case .new: "new"
        case .known: "known"
        case .repeated: "repeated"
        case .settled, .revised: "settled"
        case .conflict: "conflict"
        case .ambiguous: "ambiguous"
        case .rejected: "rejected"
        case .skipped: "skipped"
        }
    }

    /// A stable word for the reason.
    package var reason: String {
        switch self {
        case .new: "not-seen-before"
        case .known(_, _, let witness), .repeated(let witness): witness.rawValue
        case .settled: "hold-booked"
        case .revised: "hold-booked-entry-revised"
        case .conflict: "bank-id-with-other-facts"
        case .ambiguous: "like-a-known-line-unproved"
        case .rejected(let kind): kind.rawValue
        case .skipped(let reason): reason.rawValue
        }
    }

    /// The key of the row's own line.
    package var key: LineKey? {
        switch self {
        case .new(let key), .conflict(let key, _), .ambiguous(let key, _): key
        case .known, .repeated, .settled, .revised, .rejected, .skipped: nil
        }
    }

    /// The known line that the row is, settles, contradicts or may be.
    package var other: LineKey? {
        switch self {
        case .known(let key, _, _), .settled(let key, _), .revised(let key): key
        case .conflict(_, let other), .ambiguous(_, let other): other
        case .new, .repeated, .rejected, .skipped: nil
        }
    }

    /// The place of the known line.
    package var place: KnownLine.Place? {
        switch self {
        case .known(_, let place, _), .settled(_, let place): place
        case .revised: .ledger
        case .new, .repeated, .conflict, .ambiguous, .rejected, .skipped: nil
        }
    }
}
