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
        try drop(entry)
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
        guard try tallyEntry(key, times: 1) else { throw .damaged("undo: entry") }
        try tallySources(of: key, from: 0, times: 1)
    }
}
