internal import Facts
internal import Ledger
internal import Pending

/// "The same payment": a bank's line replaces an entry by hand.
extension Deciding {
    /// The meaning of "the same" for a doubtful line.
    enum Sameness {
        /// There is no other line, or not with these splits: it stays.
        case unsaid
        /// A bank's line, known before.
        case known
        case byHand(LedgerEntry)
    }

    func sameness(
        of line: QueueLine, _ decision: Decision
    ) throws(WorkspaceFailure) -> Sameness {
        guard line.state != .new else { return .unsaid }
        var isKnown = false
        for key in line.related {
            // An entry by hand is one payment, and the first row gets it.
            if joined[key] != nil { continue }
            if let entry = try entry(key) {
                if !entry.isByHand {
                    isKnown = true
                } else if line.related.count == 1 {
                    // Splits of another sum do not fit this line.
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

    /// Whether the line waits or was dismissed: a payment found nowhere else must not be lost with
    /// its question.
    private func isThere(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        if try keeping(workspace.ledger.isDismissed(key)) { return true }
        return try workspace.line(key) != nil
    }

    /// The entry's annotation as that of the line, with the decision; the line takes over its
    /// transfer.
    func join(
        _ line: QueueLine, to entry: LedgerEntry, _ decision: Decision
    ) throws(WorkspaceFailure) -> Annotation {
        var said = entry.annotation
        if said.payee.isEmpty, entry.fact.description != line.fact.description {
            said.payee = entry.fact.description
        }
        let pairs = try keeping(transaction.decidedPairs(of: entry.key))
        for pair in pairs where pair.isPair {
            planPair(entry.key, pair.other, isPair: false)
            planPair(line.key, pair.other, isPair: true)
        }
        joined[entry.key] = entry
        return said.changed(by: decision)
    }

    /// Removes the replaced entries.
    func removeJoined() throws(WorkspaceFailure) {
        for (key, entry) in joined.sorted(by: { $0.key < $1.key }) {
            try keeping(transaction.remove(entry, leaving: nil))
            report.removed.append(key)
        }
    }
}
