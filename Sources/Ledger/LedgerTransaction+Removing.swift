package import Facts
internal import Scanning

extension LedgerTransaction {
    /// Tables that hold what an entry is and what was said about it. What was said of pairs stays:
    /// it is history of two lines.
    private static let tablesOfEntry: [StaticString] = [
        "entry", "source", "annotation", "split", "revision",
    ]

    /// Takes an entry out with all its rows; with a tombstone it does not come back by an import.
    ///
    /// Undo puts every row back as it was, so older commands can be undone after it.
    package func remove(
        _ entry: LedgerEntry, leaving tombstone: Tombstone?
    ) throws(LedgerFailure) {
        let recorder = try ChangeRecorder(database, tables: Self.tablesOfEntry)
        _ = try removeEntry(entry.key)
        try openMark()
        let row = try statement("DELETE FROM revision WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        row.bind(entry.key)
        try row.run()
        let rows = try recorder.inverse()
        if let tombstone {
            guard try insert(tombstone) else { throw .damaged("tombstone") }
        }
        try record(.removed, entry.key, place: tombstone == nil ? 0 : 1, old: rows.span)
    }

    /// Puts an entry back that a command took out.
    package func putBack(
        _ key: LineKey, _ rows: [UInt8], wasDismissed: Bool
    ) throws(LedgerFailure) {
        if wasDismissed { _ = try removeTombstone(key) }
        try openMark()
        try database.apply(rows)
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        tally(.entry, 1, digest(entry.identity, entry.fact, batch: entry.batch))
        for (seq, annotation) in try reader().annotations(key) {
            tally(.annotation, 1, annotation.digest(key, seq: seq))
        }
        try tallySources(of: key, from: 0, times: 1)
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: 1)
    }
}
