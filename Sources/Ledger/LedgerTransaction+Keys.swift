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

    /// Writes what was said of pairs, and the facts before revisions, under the new keys.
    ///
    /// - Parameters:
    ///   - newKey: of a line's old key; the same where there is none.
    ///   - isParted: what was said of two lines, by their new keys, is taken back.
    ///   - renewedFact: a fact before a revision, as its caller wrote it, with the new key in it.
    package func rekeyPairsAndRevisions(
        _ newKey: (LineKey) -> LineKey,
        without isParted: (LineKey, LineKey) -> Bool = { _, _ in false },
        _ renewedFact: ([UInt8]) throws(LedgerFailure) -> [UInt8]
    ) throws(LedgerFailure) {
        var pairs: [(pair: SaidPair, seq: Int64)] = []
        let pairRow = try statement(
            "SELECT k1, k2, k3, o1, o2, o3, is_pair, seq FROM transfer ORDER BY is_pair")
        while try pairRow.step() {
            let pair = SaidPair(
                key: pairRow.key, other: pairRow.key(at: 3), isPair: pairRow.number(6) != 0)
            pairs.append((pair, pairRow.number(7)))
        }
        pairRow.reset()
        var revisions: [(key: LineKey, seq: Int64, line: [UInt8])] = []
        let revisionRow = try statement("SELECT k1, k2, k3, seq, line FROM revision")
        while try revisionRow.step() {
            revisions.append((revisionRow.key, revisionRow.number(3), revisionRow.bytes(4)))
        }
        revisionRow.reset()
        if pairs.isEmpty, revisions.isEmpty { return }
        try openMark()
        try database.run("DELETE FROM transfer; DELETE FROM revision")
        let insertPair = try statement(
            "INSERT OR REPLACE INTO transfer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        for (pair, seq) in pairs {
            let (key, other) = (newKey(pair.key), newKey(pair.other))
            if isParted(key, other) { continue }
            insertPair.bind(key)
            insertPair.bind(other, from: 4)
            insertPair.bind(7, seq)
            insertPair.bind(8, pair.isPair ? 1 : 0)
            try insertPair.run()
        }
        let insertRevision = try statement("INSERT INTO revision VALUES (?1, ?2, ?3, ?4, ?5)")
        for revision in revisions {
            insertRevision.bind(newKey(revision.key))
            insertRevision.bind(4, revision.seq)
            let line = try renewedFact(revision.line)
            try insertRevision.bind(5, bytes: line.span)
            try insertRevision.run()
        }
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
