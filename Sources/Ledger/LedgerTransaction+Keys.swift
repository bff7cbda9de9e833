package import Facts

/// New keys for lines that are known: when their definition has changed.
extension LedgerTransaction {
    /// Moves an approved line, with all that is known and said of it, to another key.
    ///
    /// - Parameter identity: of the same facts under the new key, which nothing else has.
    package func rekey(
        _ entry: LedgerEntry, as identity: LineIdentity
    ) throws(LedgerFailure) {
        try replaceFact(of: entry, identity, entry.fact)
        try moveSources(entry.key, to: identity.key)
        try moveAnnotations(entry.key, to: identity.key)
    }

    /// The same for a dismissed line; its queue line says the new key already.
    package func rekey(_ old: LineKey, as tombstone: Tombstone) throws(LedgerFailure) {
        _ = try removeTombstone(old)
        guard try insert(tombstone) else { throw .damaged("tombstone") }
    }

    /// Ends what can be undone and done again: its lines bear other keys.
    package func forgetCommands() throws(LedgerFailure) {
        try forgetRedo()
        try database.run(
            """
            DELETE FROM undo_page; DELETE FROM undo_memory; DELETE FROM undo_history;
            DELETE FROM undo_log
            """)
    }
}
