package import Facts
package import Ledger
package import Pending
internal import Saving

/// Something in a workspace that is not as Kopiyka left it.
package enum WorkspaceFinding: Sendable, Equatable {
    case ledger(LedgerFinding)
    case queue(QueueProblem)
    /// Lines of an import that are neither in the queue nor in the ledger nor dismissed; negative
    /// when there are too many.
    case linesMissing(batch: Int, count: Int)
    /// Lines of an import nobody made.
    case batchUnknown(Int)
    /// The queue line kept with a dismissed line cannot be read.
    case tombstoneUnreadable(LineKey)
}

extension Workspace {
    /// Proves everything: the database, every fact, every count and sum, every queue line, and that
    /// each line of every import is in exactly one place.
    package func check() throws(WorkspaceFailure) -> [WorkspaceFinding] {
        let ledger = ledger
        var findings = try keeping { () throws(LedgerFailure) in try ledger.check() }.map {
            WorkspaceFinding.ledger($0)
        }
        let reading = QueueReading(self, makesIndex: false)
        findings += try reading.run().problems.map { .queue($0) }
        if findings.contains(where: { if case .ledger(.database) = $0 { true } else { false } }) {
            return findings
        }
        var left = reading.batches
        try keeping { () throws(LedgerFailure) in
            var entries = try EntryCursor(ledger)
            while let entry = try entries.next() {
                if !entry.isByHand { left[entry.batch, default: 0] += 1 }
            }
            try ledger.forEachTombstone { tombstone throws(LedgerFailure) in
                left[tombstone.batch, default: 0] += 1
                do throws(QueueFault) {
                    _ = try QueueLine.parse(tombstone.line.span)
                } catch {
                    findings.append(.tombstoneUnreadable(tombstone.identity.key))
                }
            }
            for batch in try ledger.batches() {
                let missing = batch.linesNew - (left.removeValue(forKey: batch.id) ?? 0)
                if missing != 0 { findings.append(.linesMissing(batch: batch.id, count: missing)) }
            }
        }
        findings += left.keys.sorted().map { .batchUnknown($0) }
        return findings
    }
}
