internal import Facts
internal import Ledger
internal import Pending

/// "The same payment": what a bank tells of it takes the place of what a person wrote down.
extension Deciding {
    /// What a doubtful line is when it is called the same.
    enum Sameness {
        /// There is nothing it could be the same as, or not with these parts: it stays.
        case unsaid
        /// A bank told it before.
        case known
        case byHand(LedgerEntry)
    }

    func sameness(
        of line: QueueLine, _ decision: Decision
    ) throws(WorkspaceFailure) -> Sameness {
        guard line.state != .new else { return .unsaid }
        var isKnown = false
        for key in line.related {
            // One entry by hand is one payment, and the first row has it.
            if joined[key] != nil { continue }
            if let entry = try entry(key) {
                if !entry.isByHand {
                    isKnown = true
                } else if line.related.count == 1 {
                    // Parts of another sum are none of this line.
                    let isDivided = decision.splits == nil && !entry.annotation.splits.isEmpty
                    let fits = !isDivided || entry.fact.amount == line.fact.amount
                    return fits ? .byHand(entry) : .unsaid
                }
            } else if try isThere(key) {
                isKnown = true
            }
        }
        return isKnown ? .known : .unsaid
    }

    /// Whether the line waits or was dismissed: a payment that is nowhere else must not leave with
    /// its question.
    private func isThere(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        let ledger = workspace.ledger
        if try keeping({ () throws(LedgerFailure) in try ledger.isDismissed(key) }) { return true }
        return try workspace.line(key) != nil
    }

    /// What the person said of the entry, as words about the line; a transfer it was a side of is
    /// now the line's.
    func join(
        _ line: QueueLine, to entry: LedgerEntry, _ decision: Decision
    ) throws(WorkspaceFailure) -> Annotation {
        var said = entry.annotation
        if said.payee.isEmpty, entry.fact.description != line.fact.description {
            said.payee = entry.fact.description
        }
        let transaction = transaction
        let pairs = try keeping { () throws(LedgerFailure) in
            try transaction.saidPairs(of: entry.key)
        }
        for pair in pairs where pair.isPair {
            say(entry.key, pair.other, isPair: false)
            say(line.key, pair.other, isPair: true)
        }
        joined[entry.key] = entry
        return said.changed(by: decision)
    }

    /// Takes the entries out whose places were taken.
    func removeJoined() throws(WorkspaceFailure) {
        let transaction = transaction
        for (key, entry) in joined.sorted(by: { $0.key < $1.key }) {
            try keeping { () throws(LedgerFailure) in
                try transaction.remove(entry, leaving: nil)
            }
            report.removed.append(key)
        }
    }
}
