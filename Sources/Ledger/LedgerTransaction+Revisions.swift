package import Facts
internal import Scanning

extension LedgerTransaction {
    /// Replaces a hold's fact by the booked one, or an entry by hand by its edited fact;
    /// annotations stay.
    ///
    /// - Parameters:
    ///   - identity: of the new fact, under the entry's key.
    ///   - source: of the new fact; nil if it is the entry's own.
    ///   - earlier: the previous fact, serialised by the caller.
    package func revise(
        _ entry: LedgerEntry, _ fact: StatementFact, _ identity: LineIdentity,
        _ source: LineSource?, earlier: [UInt8]
    ) throws(LedgerFailure) {
        try touch(entry.key)
        if let source { try insert(source, try nextSource(entry.key), entry.key, seq) }
        try statement("INSERT INTO revision VALUES (?1, ?2, ?3, ?4, ?5)").run(
            entry.key, seq, earlier)
        try exchange(entry, fact, identity)
    }

    /// Reverts a command's revision: returns the previous fact, which the caller restores with
    /// ``exchange(_:_:_:)``.
    package func takeRevision(
        _ key: LineKey, of command: Int
    ) throws(LedgerFailure) -> (entry: LedgerEntry, earlier: [UInt8]) {
        try touch(key)
        try removeSources(key, from: command)
        let earlier = try statement(
            "SELECT line FROM revision WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq = ?4"
        ).bind(key, command).first { $0.bytes(0) }
        guard let earlier else { throw .damaged("undo: revision") }
        try openMark()
        try statement(
            "DELETE FROM revision WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq = ?4"
        ).run(key, command)
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        return (entry, earlier)
    }

    /// Replaces an entry's fact under its key; annotations stay.
    package func exchange(
        _ entry: LedgerEntry, _ fact: StatementFact, _ identity: LineIdentity
    ) throws(LedgerFailure) {
        try touch(entry.key)
        let account = try account(fact.account, identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try replaceFact(of: entry, identity, fact)
        try count(fact, entry.annotation, account, times: 1)
    }
}

extension LedgerFile {
    /// The facts before revisions, by key, then oldest first; serialised as passed to
    /// ``LedgerTransaction/revise(_:_:_:_:earlier:)``.
    package func forEachRevision(
        _ body: (LineKey, [UInt8]) throws(LedgerFailure) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT k1, k2, k3, line FROM revision ORDER BY k1, k2, k3, seq")
        while try row.step() { try body(row.key, row.bytes(3)) }
    }
}
