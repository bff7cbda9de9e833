package import Facts
internal import Scanning

/// All changes of one command in the ledger, atomic and durable.
///
/// Releasing it without ``commit()`` rolls back. A returned commit survives a power cut.
package final class LedgerTransaction {
    package let ledger: LedgerFile
    let database: Database
    /// Number of the command, stored in annotations, sources and undo records.
    package let seq: Int
    /// The queue's half of the joint state, written by ``commit()``.
    package var queue: QueueState
    /// The last command of the ledger goes on: its undo takes back both parts.
    let isContinued: Bool
    private let accountsBefore: AccountTable
    private var isOpen = false
    private var isPrepared = false
    var statements: [UInt: Statement] = [:]
    var entryInsert: Statement?
    /// Subjects of this command, by number, and the reverse.
    var histories: [SubjectHistory] = []
    var historyNumbers: [SubjectKey: Int] = [:]
    /// Categories decided, by number, and the reverse.
    var categories: [String] = []
    var categoryNumbers: [String: Int32] = [:]
    private var entryReader: EntryReader?
    var tallies = [(rows: Int, sum: UInt64)?](
        repeating: nil, count: Tally.allCases.count)
    var totals: [TotalKey: TotalChange] = [:]
    var days = DayChanges()
    /// Entries outside the sums of their days until the commit.
    var touched: Set<LineKey> = []
    var learned: [MemoryRecord: Int] = [:]
    var sourceFiles: [LayoutFile: Int64] = [:]
    var lastSourceFile: (file: LayoutFile, id: Int64)?
    var redo: RedoRecord?
    var gathered = Gathered()
    /// A reused buffer for one row.
    var one = Gathered()
    var undoPage = UndoPage()
    /// Used from the second page on.
    var undoPacker: UndoPage.Packer?
    /// Records in the pages written so far.
    var undoLines = 0
    var undoBytes = 0
    /// Cache of the last page read.
    var readPage: (first: Int64, records: [UndoPage.Record], lines: [UInt8])?

    /// - Parameter batch: of the import that goes on, which must be the last command; nil for a new
    ///   command.
    package init(_ ledger: LedgerFile, continuing batch: Int? = nil) throws(LedgerFailure) {
        self.ledger = ledger
        database = ledger.database
        accountsBefore = ledger.accounts
        try ledger.database.begin()
        ledger.database.rowChanges.reset()
        do throws(LedgerFailure) {
            let found = try ledger.queueState()
            queue = found
            if let batch {
                guard let last = try ledger.lastCommand(), last.batch == batch else {
                    throw .damaged("undo_log")
                }
                seq = last.seq
                undoLines = try ledger.undoLines(of: last.seq)
            } else {
                seq = found.seq + 1
            }
            isContinued = batch != nil
        } catch {
            do throws(LedgerFailure) { try ledger.database.rollBack() } catch {}
            throw error
        }
        isOpen = true
    }

    deinit { rollback() }

    package func rollback() {
        guard isOpen else { return }
        close()
        undoPacker = nil
        redo = nil
        // If the rollback fails, the next opening of the file rolls back.
        do throws(LedgerFailure) { try database.rollBack() } catch {}
        ledger.accounts = accountsBefore
    }

    /// Writes deferred rows and ``queue``: all of ``commit()`` but the commit, so a failure here
    /// certainly changes nothing. No changes may follow.
    package func prepareCommit() throws(LedgerFailure) {
        assert(isOpen && !isPrepared, "a transaction is prepared once")
        do throws(LedgerFailure) {
            try writeGathered()
            try writeTotals()
            try writeDays()
            try writeMemory(learned)
            try writeHistories()
            // Before redo is written: its record includes the sums.
            try writeTallies()
            try writeRedo()
            queue.seq = max(queue.seq, seq)
            assert(gathered.keys.isEmpty && totals.isEmpty, "nothing is left to be written")
            assert(days.isEmpty && touched.isEmpty, "nothing is left to be written")
            assert(queue.length >= 0 && queue.lines >= 0 && queue.lines <= queue.length)
            try writeQueueState()
        } catch {
            rollback()
            throw error
        }
        isPrepared = true
    }

    /// Makes everything durable. After an error it may be durable all the same (only its sync
    /// failed); the next opening reads which.
    package func commit() throws(LedgerFailure) {
        assert(isOpen, "a transaction ends once")
        if !isPrepared { try prepareCommit() }
        do throws(LedgerFailure) {
            try database.run("COMMIT")
        } catch {
            rollback()
            throw error
        }
        close()
    }

    /// Releases the statements: nothing may be changed any more.
    private func close() {
        isOpen = false
        statements = [:]
        entryInsert = nil
        entryReader = nil
    }

    // MARK: Lines

    /// Inserts an entry with its sources and annotation; false if its key is known.
    package func insert(_ entry: LedgerEntry) throws(LedgerFailure) -> Bool {
        try insert(
            entry.fact, entry.identity, batch: entry.batch, sources: entry.sources,
            entry.annotation)
    }

    /// The same from parts, which avoids copies of their texts in an entry.
    package func insert(
        _ fact: StatementFact, _ identity: LineIdentity, batch: Int, sources: [LineSource],
        _ annotation: Annotation
    ) throws(LedgerFailure) -> Bool {
        assert(isOpen && !isPrepared, "nothing changes behind what is prepared")
        let account = try account(fact.account, identity.account)
        guard try insertFact(identity, fact, batch, account) else { return false }
        for n in sources.indices { try insert(sources[n], n, identity.key, seq) }
        try insert(annotation, identity.key, seq)
        try count(fact, annotation, account, times: 1)
        try countDay(fact, batch: batch, sources, account, identity.key, times: 1)
        return true
    }

    /// Adds an entry with a new key to a bulk insert: it is in memory until ``writeGathered()``,
    /// which must precede any query of entries.
    ///
    /// - Throws: `damaged` if the key of this entry, or of one gathered before, is known.
    package func gather(
        _ fact: StatementFact, _ identity: LineIdentity, batch: Int, sources: [LineSource],
        _ annotation: Annotation
    ) throws(LedgerFailure) {
        assert(isOpen && !isPrepared, "nothing changes behind what is prepared")
        let account = try account(fact.account, identity.account)
        let digest = digest(identity, fact, batch: batch)
        add(identity, fact, batch, account, digest, to: &gathered.entries)
        gathered.keys.append(identity.key)
        tally(.entry, 1, digest)
        for n in sources.indices {
            try add(sources[n], n, identity.key, seq, to: &gathered.sources)
        }
        try add(annotation, identity.key, seq, to: &gathered.annotations)
        try count(fact, annotation, account, times: 1)
        try countDay(fact, batch: batch, sources, account, identity.key, times: 1)
        if gathered.isFull { try writeGathered() }
    }

    /// Inserts the gathered rows.
    package func writeGathered() throws(LedgerFailure) {
        guard !gathered.keys.isEmpty else { return }
        var rows = Gathered()
        swap(&rows, &gathered)
        defer {
            rows.removeAll()
            swap(&rows, &gathered)
        }
        if rows.isFew {
            for row in rows.keys.indices
            where try !writeEntry(rows.entries, row: row) {
                throw Self.isKnown(rows.keys[row])
            }
            for row in 0..<rows.sources.count {
                _ = try write(rows.sources, row: row, Self.insertSource)
            }
            for row in 0..<rows.annotations.count {
                _ = try write(rows.annotations, row: row, Self.insertAnnotation)
            }
            return
        }
        do throws(GatheredRows.Failure) {
            try database.insert(rows.entries, into: "entry", EntryColumns.all)
        } catch {
            guard case .refused = error.failure, error.row < rows.keys.count else {
                throw error.failure
            }
            throw Self.isKnown(rows.keys[error.row])
        }
        do throws(GatheredRows.Failure) {
            try database.insert(rows.sources, into: "source", Self.sourceColumns)
            try database.insert(rows.annotations, into: "annotation", Self.annotationColumns)
        } catch {
            throw error.failure
        }
    }

    private static func isKnown(_ key: LineKey) -> LedgerFailure {
        .damaged("key \(key.text) is in the ledger already")
    }

    /// Rows of new entries before insertion.
    struct Gathered: ~Copyable {
        var entries = GatheredRows(columns: EntryColumns.all.count)
        var sources = GatheredRows(columns: 7)
        var annotations = GatheredRows(columns: 11)
        var keys: [LineKey] = []

        /// Some MiB; larger batches are no faster.
        var isFull: Bool { keys.count >= 4_096 || entries.textBytes >= 1 << 22 }
        /// Below this, a bulk statement costs more to prepare than inserting row by row.
        var isFew: Bool { keys.count < 64 }

        mutating func removeAll() {
            entries.removeAll()
            sources.removeAll()
            annotations.removeAll()
            keys.removeAll(keepingCapacity: true)
        }
    }

    /// Adds an annotation to an entry; earlier ones stay as history.
    package func annotate(
        _ entry: LedgerEntry, _ annotation: Annotation
    ) throws(LedgerFailure) {
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try insert(annotation, entry.key, seq)
        try count(entry.fact, annotation, account, times: 1)
    }

    /// Files the entries of a category, and parts of divided ones, under another.
    ///
    /// - Returns: the number of those entries.
    package func refile(category old: String, as new: String) throws(LedgerFailure) -> Int {
        let found = try database.prepare(
            """
            SELECT k1, k2, k3 FROM annotation WHERE category = ?1
            UNION SELECT k1, k2, k3 FROM split WHERE category = ?1
            """
        ).bind(old)
        let keys = try found.all { $0.key }
        let reader = try reader()
        var count = 0
        for key in keys {
            guard let entry = try reader.entry(key) else { throw .damaged("annotation") }
            var said = entry.annotation
            if said.category == old { said.category = new }
            for index in said.splits.indices where said.splits[index].category == old {
                said.splits[index].category = new
            }
            // An earlier annotation may have had the category.
            if said == entry.annotation { continue }
            try annotate(entry, said)
            try record(.annotated, key, old: Span())
            count += 1
        }
        return count
    }

    /// Whether this command has annotated the entry.
    package func annotates(_ key: LineKey) throws(LedgerFailure) -> Bool {
        try statement(
            "SELECT 1 FROM annotation WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq = ?4"
        ).bind(key, seq).hasRow()
    }

    /// Adds a source to an entry and fills empty fields from it; returns the filled fields, nil if
    /// the source was known and filled none.
    ///
    /// - Parameter entry: as it is in this transaction.
    package func add(
        _ source: LineSource, to entry: LedgerEntry, filling other: StatementFact?,
        identify: (StatementFact, LineKey) -> LineIdentity
    ) throws(LedgerFailure) -> FilledFields? {
        let isKnown = entry.sources.contains(source)
        var fact = entry.fact
        let filled = other.map { fact.fill(from: $0) } ?? []
        if isKnown, filled.isEmpty { return nil }
        let account = try account(entry.fact.account, entry.identity.account)
        try countDay(
            entry.fact, batch: entry.batch, entry.sources, account, entry.key, times: -1)
        if !isKnown { try insert(source, try nextSource(entry.key), entry.key, seq) }
        if !filled.isEmpty {
            var identity = identify(fact, entry.key)
            identity.key = entry.key
            identity.occurrence = entry.identity.occurrence
            identity.account = entry.identity.account
            identity.text = entry.identity.text
            try replaceFact(of: entry, identity, fact)
        }
        try countDay(
            fact, batch: entry.batch, entry.sources + (isKnown ? [] : [source]), account,
            entry.key, times: 1)
        return filled
    }

    /// Inserts a dismissed line; false if its key is known.
    package func insert(_ tombstone: Tombstone) throws(LedgerFailure) -> Bool {
        let identity = tombstone.identity
        let account = try account(tombstone.account, identity.account)
        let digest = tombstoneDigest(identity.key, tombstone.batch, tombstone.line)
        try statement(
            """
            INSERT INTO tombstone VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                ?14, ?15, ?16, ?17, ?18) ON CONFLICT DO NOTHING
            """
        ).run(
            identity.key, account, tombstone.batch, digest, identity.day, identity.second,
            identity.units, identity.scale, identity.currency, identity.isHold,
            identity.occurrence, identity.bankID, identity.original, identity.balance,
            identity.text, tombstone.line)
        guard database.rowsChanged == 1 else { return false }
        tally(.tombstone, 1, digest)
        return true
    }

    package func learn(_ record: MemoryRecord, times: Int = 1) {
        if times != 0 { learned[record, default: 0] += times }
    }

    // MARK: Imports

    package func insert(_ batch: BatchRecord) throws(LedgerFailure) {
        try statement("INSERT INTO batch VALUES (?1, ?2, ?3, ?4, ?5, ?6)").run(
            batch.id, batch.made, batch.linesNew, batch.linesKnown, batch.linesRejected,
            batch.linesSkipped)
    }

    /// Records a file. The same content and name is recorded once, with its first batch.
    package func remember(_ file: SeenFile) throws(LedgerFailure) {
        try statement(
            """
            INSERT INTO seen_file VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING
            """
        ).run(
            file.digestHigh, file.digestLow, file.name, file.size, file.modifiedNanoseconds,
            file.batch, file.accounts.joined(separator: String(listSeparator)), file.rows,
            file.isComplete)
        for (number, record) in file.statements.enumerated() {
            try statement(
                """
                INSERT INTO statement VALUES (
                    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
                ) ON CONFLICT DO NOTHING
                """
            ).run(
                file.digestHigh, file.digestLow, file.name, number, record.account,
                record.firstDay.daysSince1970, record.firstBooked.daysSince1970,
                record.lastDay.daysSince1970, record.opening?.units, record.opening?.scale,
                record.opening?.currency.packed, record.closing?.units, record.closing?.scale,
                record.closing?.currency.packed)
        }
    }

    /// Records the number of missing and surplus lines, for the next opening.
    package func record(linesMissing count: Int) throws(LedgerFailure) {
        try statement("INSERT OR REPLACE INTO tally VALUES (?1, ?2, 0)").run(
            LedgerFile.missingName, count)
    }

    /// Records the digest of the own accounts whose numbers were searched in all waiting lines.
    package func record(ownNumbers digest: UInt64) throws(LedgerFailure) {
        try statement("INSERT OR REPLACE INTO tally VALUES (?1, 0, ?2)").run(
            LedgerFile.ownNumbersName, digest)
    }

    /// Requests another search for own accounts' numbers: lines with such numbers came or went.
    package func doubtOwnNumbers() throws(LedgerFailure) {
        try statement("UPDATE tally SET rows = 1 WHERE name = ?1").run(LedgerFile.ownNumbersName)
    }

    func reader() throws(LedgerFailure) -> EntryReader {
        try writeGathered()
        if let entryReader { return entryReader }
        let made = try EntryReader(ledger)
        entryReader = made
        return made
    }

    /// A statement of this transaction, prepared once.
    func statement(_ sql: StaticString) throws(LedgerFailure) -> Statement {
        let name = sql.address
        if let known = statements[name] { return known }
        let made = try database.prepare(sql)
        statements[name] = made
        return made
    }
}
