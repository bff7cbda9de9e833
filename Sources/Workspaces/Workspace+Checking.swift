package import Facts
package import Ledger
package import Pending
internal import Saving

/// Damage to a workspace, or a change by another program.
package enum WorkspaceFinding: Sendable, Equatable {
    case ledger(LedgerFinding)
    case queue(QueueProblem)
    /// So many lines have other properties in the index than in the queue, which nobody edited.
    case indexWrong(Int)
    /// Lines of an import in neither queue, ledger nor tombstones; negative for surplus lines.
    case linesMissing(batch: Int, count: Int)
    /// Lines of an unknown import.
    case batchUnknown(Int)
    /// The queue line of a tombstone cannot be parsed.
    case tombstoneUnreadable(LineKey)
}

extension Workspace {
    /// Checks everything: the database, every fact, count and sum, every queue line, and that each
    /// imported line is in exactly one place.
    package func check() throws(WorkspaceFailure) -> [WorkspaceFinding] {
        var findings = try keeping(ledger.check()).map {
            WorkspaceFinding.ledger($0)
        }
        let reading = QueueReading(self, makesIndex: false)
        let found = try reading.run()
        findings += found.problems.map { .queue($0) }
        // An edited queue is indexed again by the next command that writes.
        if found.indexedOtherwise > 0, try isQueueAsLeft() {
            findings.append(.indexWrong(found.indexedOtherwise))
        }
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
