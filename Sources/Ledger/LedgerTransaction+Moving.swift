package import Facts
internal import Scanning

/// Repairs of the ledger: moving lines to another account, and taking files back. Undo restores the
/// rows from an SQLite session's changeset.
extension LedgerTransaction {
    /// All tables that a repair changes, except sums, which follow the rows.
    private static let tablesOfRepair: [StaticString] = [
        "batch", "seen_file", "statement", "entry", "source_file", "source", "annotation", "split",
        "tombstone", "transfer", "revision",
    ]

    /// Records changes until ``Repair/end()``.
    package final class Repair {
        private let transaction: LedgerTransaction
        private let recorder: ChangeRecorder
        private var touched: Set<LineKey> = []
        private var moved: Set<LineKey> = []

        fileprivate init(_ transaction: LedgerTransaction) throws(LedgerFailure) {
            self.transaction = transaction
            recorder = try ChangeRecorder(
                transaction.database, tables: LedgerTransaction.tablesOfRepair)
        }

        /// Must be called for every key that loses or gets rows.
        ///
        /// - Parameter isNew: the key of a line that moves, whose earlier key is touched too.
        package func touch(_ key: LineKey, isNew: Bool = false) {
            if isNew { moved.insert(key) } else { touched.insert(key) }
        }

        /// Stores the recorded changes for undo.
        package func end() throws(LedgerFailure) {
            try transaction.writeGathered()
            for key in touched.union(moved).sorted() {
                try transaction.record(
                    .touched, key, place: touched.contains(key) ? 0 : 1, old: Span())
            }
            try transaction.record(.rows, change: try recorder.inverse())
        }

        /// Stores the repair's change of the settings for undo.
        package func keep(settings change: [UInt8]) throws(LedgerFailure) {
            try transaction.record(.settings, change: change)
        }
    }

    package func beginRepair() throws(LedgerFailure) -> Repair { try Repair(self) }

    /// Restores all rows of these lines to their state before a repair.
    package func undoRepair(of keys: [LineKey], _ rows: [UInt8]) throws(LedgerFailure) {
        for key in keys { try tallyRows(of: key, times: -1) }
        try openMark()
        try database.apply(rows)
        for key in keys { try tallyRows(of: key, times: 1) }
    }

    private func tallyRows(of key: LineKey, times: Int) throws(LedgerFailure) {
        try tallyEntry(key, times: times)
        try tallySources(of: key, from: 0, times: times)
        let digest = try statement(
            "SELECT digest FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3"
        ).bind(key).first { $0.bits(0) }
        if let digest { tally(.tombstone, times, digest) }
    }

    /// Tallies an entry with its annotations, and counts it in all sums: 1 adds, −1 removes.
    ///
    /// - Returns: false if there is no such entry.
    @discardableResult
    func tallyEntry(_ key: LineKey, times: Int) throws(LedgerFailure) -> Bool {
        guard let entry = try reader().entry(key) else { return false }
        tally(.entry, times, digest(entry.identity, entry.fact, batch: entry.batch))
        for (seq, annotation) in try reader().annotations(key) {
            tally(.annotation, times, annotation.digest(key, seq: seq))
        }
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: times)
        try countDay(entry.fact, batch: entry.batch, entry.sources, account, key, times: times)
        return true
    }

    /// An entry in the state of this transaction.
    package func entry(_ key: LineKey) throws(LedgerFailure) -> LedgerEntry? {
        try reader().entry(key)
    }

    /// Moves an entry to another account, under a new key.
    package func move(
        _ entry: LedgerEntry, _ fact: StatementFact, as identity: LineIdentity
    ) throws(LedgerFailure) {
        try touch(entry.key)
        try touch(identity.key)
        let from = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, from, times: -1)
        try replaceFact(of: entry, identity, fact)
        try moveSources(entry.key, to: identity.key)
        try moveAnnotations(entry.key, to: identity.key)
        let to = try account(fact.account, identity.account)
        try count(fact, entry.annotation, to, times: 1)
    }

    /// Adds sources to an entry without filling fields.
    package func give(_ sources: [LineSource], to entry: LedgerEntry) throws(LedgerFailure) {
        for source in sources where !entry.sources.contains(source) {
            try touch(entry.key)
            try insert(source, try nextSource(entry.key), entry.key, seq)
        }
    }

    /// Removes an entry with all its rows; the caller records them.
    package func drop(_ entry: LedgerEntry) throws(LedgerFailure) {
        _ = try removeEntry(entry.key)
        try statement("DELETE FROM revision WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3").run(entry.key)
    }

    /// Removes a dismissed line; the repair records it.
    package func drop(tombstone key: LineKey) throws(LedgerFailure) {
        _ = try removeTombstone(key)
    }

    /// Lowers the recorded number of lines of an import.
    package func forgetLines(_ count: Int, ofBatch batch: Int) throws(LedgerFailure) {
        try statement("UPDATE batch SET lines_new = lines_new - ?2 WHERE id = ?1").run(batch, count)
    }

    package func replaceSources(
        of entry: LedgerEntry, with sources: [LineSource]
    ) throws(LedgerFailure) {
        try touch(entry.key)
        try removeSources(entry.key, from: 0)
        for (number, source) in sources.enumerated() {
            try insert(source, number, entry.key, seq)
        }
    }

    /// Rewrites the records of files; nil removes one.
    package func change(
        _ files: [SeenFile], to changed: (SeenFile) -> SeenFile?
    ) throws(LedgerFailure) {
        for file in files {
            let now = changed(file)
            if now == file { continue }
            try statement(
                "DELETE FROM statement WHERE digest_high = ?1 AND digest_low = ?2 AND name = ?3"
            ).run(file.digestHigh, file.digestLow, file.name)
            try statement(
                "DELETE FROM seen_file WHERE digest_high = ?1 AND digest_low = ?2 AND name = ?3"
            ).run(file.digestHigh, file.digestLow, file.name)
            if let now { try remember(now) }
        }
    }

    /// Moves transfer pairs, and facts before revisions, to the new keys.
    ///
    /// - Parameters:
    ///   - newKey: maps an old key; unmoved lines keep theirs.
    ///   - isParted: the pair of these two new keys is dropped.
    ///   - renewedFact: rewrites a fact before a revision, in the caller's form, with the new key.
    package func rekeyPairsAndRevisions(
        _ newKey: (LineKey) -> LineKey,
        without isParted: (LineKey, LineKey) -> Bool = { _, _ in false },
        _ renewedFact: ([UInt8]) throws(LedgerFailure) -> [UInt8]
    ) throws(LedgerFailure) {
        let pairs = try statement(
            "SELECT k1, k2, k3, o1, o2, o3, is_pair, seq FROM transfer ORDER BY is_pair"
        ).all { (pair: $0.pair, seq: $0.number(7)) }
        let revisions = try statement("SELECT k1, k2, k3, seq, line FROM revision")
            .all { (key: $0.key, seq: $0.number(3), line: $0.bytes(4)) }
        if pairs.isEmpty, revisions.isEmpty { return }
        try openMark()
        try database.run("DELETE FROM transfer; DELETE FROM revision")
        let insertPair = try statement(
            "INSERT OR REPLACE INTO transfer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        for (pair, seq) in pairs {
            let (key, other) = (newKey(pair.key), newKey(pair.other))
            if isParted(key, other) { continue }
            try insertPair.run(key, other, seq, pair.isPair)
        }
        let insertRevision = try statement("INSERT INTO revision VALUES (?1, ?2, ?3, ?4, ?5)")
        for revision in revisions {
            try insertRevision.run(
                newKey(revision.key), revision.seq, try renewedFact(revision.line))
        }
    }
}
