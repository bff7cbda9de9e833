package import Facts

/// Asks a ledger what was decided about a subject; for who has few questions. Belongs to the ledger's thread.
package final class HistoryLookup {
    private let row: Statement

    init(_ database: Database) throws(LedgerFailure) {
        row = try database.prepare("SELECT past FROM history WHERE kind = ?1 AND subject = ?2")
    }

    /// - Complexity: O(log *n*) in the subjects, a few microseconds.
    package func history(of subject: SubjectKey) throws(LedgerFailure) -> MerchantHistory? {
        row.bind(1, subject.kind.rawValue)
        try row.bindEvenEmpty(2, subject.subject)
        defer { row.reset() }
        guard try row.step() else { return nil }
        guard let history = row.withBytes(0, { MerchantHistory(bytes: $0) }) else {
            throw .damaged("history")
        }
        return history
    }
}
