package import Facts
internal import Scanning

extension LedgerTransaction {
    /// Tables with an entry's fact and annotations. Transfer pairs stay: they are history of two
    /// lines.
    private static let tablesOfEntry: [StaticString] = [
        "entry", "source", "annotation", "split", "revision",
    ]

    /// Removes an entry with all its rows; a tombstone prevents its import again.
    ///
    /// Undo restores every row, so older commands can then be undone.
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

    /// Restores a removed entry.
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
