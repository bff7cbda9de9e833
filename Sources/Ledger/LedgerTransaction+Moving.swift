package import Facts
internal import Scanning

/// What repairs of the ledger need: lines that go to another account, and files that are taken
/// back. Undo puts the rows back as SQLite's session recorded them.
extension LedgerTransaction {
    /// Everything a repair changes but the sums, which follow the rows.
    private static let tablesOfRepair: [StaticString] = [
        "batch", "seen_file", "entry", "source_file", "source", "annotation", "split", "tombstone",
        "transfer", "revision",
    ]

    /// Records what is changed from here to ``Repair/end()``.
    package final class Repair {
        private let transaction: LedgerTransaction
        private let recorder: ChangeRecorder
        private var touched: Set<LineKey> = []

        fileprivate init(_ transaction: LedgerTransaction) throws(LedgerFailure) {
            self.transaction = transaction
            recorder = try ChangeRecorder(
                transaction.database, tables: LedgerTransaction.tablesOfRepair)
        }

        /// To be called for every key that rows are taken from or given to.
        package func touch(_ key: LineKey) { touched.insert(key) }

        /// Keeps for undo what was recorded.
        package func end() throws(LedgerFailure) {
            try transaction.writeGathered()
            for key in touched.sorted() {
                try transaction.record(.touched, key, old: Span())
            }
            let rows = try recorder.inverse()
            try transaction.record(.rows, noKey, old: rows.span)
        }

        /// Keeps for undo how the settings change with the repair.
        package func keep(settings change: [UInt8]) throws(LedgerFailure) {
            try transaction.record(.settings, noKey, old: change.span)
        }

        private var noKey: LineKey {
            LineKey(account: 0, day: CalendarDate(daysSince1970: 0), rest: 0)
        }
    }

    package func beginRepair() throws(LedgerFailure) -> Repair { try Repair(self) }

    /// Puts all rows of these lines back as they were before a repair.
    package func undoRepair(of keys: [LineKey], _ rows: [UInt8]) throws(LedgerFailure) {
        for key in keys { try tallyRows(of: key, times: -1) }
        try openMark()
        try database.apply(rows)
        for key in keys { try tallyRows(of: key, times: 1) }
    }

    private func tallyRows(of key: LineKey, times: Int) throws(LedgerFailure) {
        if let entry = try reader().entry(key) {
            tally(.entry, times, digest(entry.identity, entry.fact, batch: entry.batch))
            for (seq, annotation) in try reader().annotations(key) {
                tally(.annotation, times, annotation.digest(key, seq: seq))
            }
            let account = try account(entry.fact.account, entry.identity.account)
            try count(entry.fact, entry.annotation, account, times: times)
        }
        try tallySources(of: key, from: 0, times: times)
        let row = try statement(
            "SELECT digest FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        row.bind(key)
        defer { row.reset() }
        if try row.step() { tally(.tombstone, times, row.bits(0)) }
    }

    /// An entry as this transaction has it.
    package func entry(_ key: LineKey) throws(LedgerFailure) -> LedgerEntry? {
        try reader().entry(key)
    }

    /// Makes an entry one of another account, under another key.
    package func move(
        _ entry: LedgerEntry, _ fact: StatementFact, as identity: LineIdentity
    ) throws(LedgerFailure) {
        let from = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, from, times: -1)
        try replaceFact(of: entry, identity, fact)
        try moveSources(entry.key, to: identity.key)
        try moveAnnotations(entry.key, to: identity.key)
        let to = try account(fact.account, identity.account)
        try count(fact, entry.annotation, to, times: 1)
    }

    /// Adds sources to an entry, without what they know more.
    package func give(_ sources: [LineSource], to entry: LedgerEntry) throws(LedgerFailure) {
        for source in sources where !entry.sources.contains(source) {
            try insert(source, try nextSource(entry.key), entry.key, seq)
        }
    }

    /// Takes an entry out with all its rows, as a repair records it.
    package func drop(_ entry: LedgerEntry) throws(LedgerFailure) {
        _ = try removeEntry(entry.key)
        let row = try statement("DELETE FROM revision WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        row.bind(entry.key)
        try row.run()
    }

    /// Takes a dismissed line out, as a repair records it.
    package func drop(tombstone key: LineKey) throws(LedgerFailure) {
        _ = try removeTombstone(key)
    }

    /// An import brought so many lines less than it is remembered for.
    package func forgetLines(_ count: Int, ofBatch batch: Int) throws(LedgerFailure) {
        let row = try statement("UPDATE batch SET lines_new = lines_new - ?2 WHERE id = ?1")
        row.bind(1, batch)
        row.bind(2, count)
        try row.run()
    }

    /// Gives an entry these sources in place of its own.
    package func replaceSources(
        of entry: LedgerEntry, with sources: [LineSource]
    ) throws(LedgerFailure) {
        try removeSources(entry.key, from: 0)
        for (number, source) in sources.enumerated() {
            try insert(source, number, entry.key, seq)
        }
    }

    /// Writes what is remembered of files anew; nil forgets one.
    package func change(
        _ files: [SeenFile], to changed: (SeenFile) -> SeenFile?
    ) throws(LedgerFailure) {
        for file in files {
            let now = changed(file)
            if now == file { continue }
            let row = try statement(
                "DELETE FROM seen_file WHERE digest_high = ?1 AND digest_low = ?2 AND name = ?3")
            row.bind(1, file.digestHigh)
            row.bind(2, file.digestLow)
            try row.bindEvenEmpty(3, file.name)
            try row.run()
            if let now { try remember(now) }
        }
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
}
