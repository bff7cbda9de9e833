package import Facts
internal import Scanning

/// Everything one command changes in the ledger, durable together or not at all.
///
/// Letting it go without ``commit()`` rolls back. A commit that returned survives a power cut.
package final class LedgerTransaction {
    package let ledger: LedgerFile
    let database: Database
    /// Number of the command; annotations, sources and undo records carry it.
    package let seq: Int
    /// The queue's half of the joint state, written by ``commit()``.
    package var queue: QueueState
    private let accountsBefore: AccountTable
    private var isOpen = false
    var statements: [UInt: Statement] = [:]
    /// Subjects this command met, by number; and their numbers.
    var histories: [SubjectHistory] = []
    var historyNumbers: [SubjectKey: Int] = [:]
    /// Categories that were decided, by number; and their numbers.
    var categories: [String] = []
    var categoryNumbers: [String: Int32] = [:]
    private var entryReader: EntryReader?
    private var tallies = [(rows: Int, sum: UInt64)?](
        repeating: nil, count: Tally.allCases.count)
    var totals: [TotalKey: (units: Int64, lines: Int)] = [:]
    /// By number of the category, what is not in `totals` yet.
    var openTotals: [OpenTotal] = []
    private var learned: [MemoryRecord: Int] = [:]
    private var sourceFiles: [LayoutFile: Int64] = [:]
    private var lastSourceFile: (file: LayoutFile, id: Int64)?
    var redo: RedoRecord?
    var gathered = Gathered()
    /// What is said about lines that are gathered as they lie.
    var sayings: [Saying] = []
    /// Where the last of them stood.
    var lastPlace = KnownPlace()
    /// Room for one row at a time.
    private var one = Gathered()
    private var undoPage = UndoPage()
    /// From the second page on.
    private var undoPacker: UndoPage.Packer?
    /// Records of the pages written so far.
    private var undoLines = 0
    private var undoBytes = 0
    /// The page read last.
    private var readPage: (first: Int64, records: [UndoPage.Record], lines: [UInt8])?

    package init(_ ledger: LedgerFile) throws(LedgerFailure) {
        self.ledger = ledger
        database = ledger.database
        accountsBefore = ledger.accounts
        try ledger.database.begin()
        ledger.database.rowChanges.reset()
        do throws(LedgerFailure) {
            let found = try ledger.queueState()
            queue = found
            seq = found.seq + 1
        } catch {
            do throws(LedgerFailure) { try ledger.database.rollBack() } catch {}
            throw error
        }
        isOpen = true
    }

    deinit { rollback() }

    package func rollback() {
        guard isOpen else { return }
        isOpen = false
        statements = [:]
        sayings = []
        entryReader = nil
        undoPacker = nil
        redo = nil
        // What cannot be rolled back now is when the file is opened next.
        do throws(LedgerFailure) { try database.rollBack() } catch {}
        ledger.accounts = accountsBefore
    }

    /// Makes everything durable. After an error nothing of it is.
    package func commit() throws(LedgerFailure) {
        do throws(LedgerFailure) {
            try writeGathered()
            try writeTotals()
            try writeMemory(learned)
            try writeHistories()
            // Before redo is written: what redo puts back has its sums with it.
            try writeTallies()
            try writeRedo()
            queue.seq = max(queue.seq, seq)
            try writeQueueState()
            try database.run("COMMIT")
        } catch {
            rollback()
            throw error
        }
        isOpen = false
        statements = [:]
        entryReader = nil
    }

    // MARK: Lines

    /// Adds an entry with its sources and annotation; false when its key is known already.
    package func insert(_ entry: LedgerEntry) throws(LedgerFailure) -> Bool {
        try insert(
            entry.fact, entry.identity, batch: entry.batch, sources: entry.sources,
            entry.annotation)
    }

    /// The same from its parts: an entry made of them would hold each of their texts once more.
    package func insert(
        _ fact: StatementFact, _ identity: LineIdentity, batch: Int, sources: [LineSource],
        _ annotation: Annotation
    ) throws(LedgerFailure) -> Bool {
        let account = try account(fact.account, identity.account)
        guard try insertFact(identity, fact, batch, account) else { return false }
        for n in sources.indices { try insert(sources[n], n, identity.key, seq) }
        try insert(annotation, identity.key, seq)
        try count(fact, annotation, account, times: 1)
        return true
    }

    /// Adds an entry whose key is new, one of many: it lies in memory until ``writeGathered()``, which is to be called before anything
    /// is asked about entries.
    ///
    /// - Throws: `damaged` when the key of this one, or of one gathered before, is known already.
    package func gather(
        _ fact: StatementFact, _ identity: LineIdentity, batch: Int, sources: [LineSource],
        _ annotation: Annotation
    ) throws(LedgerFailure) {
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
        if gathered.isFull { try writeGathered() }
    }

    /// Inserts what was gathered.
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
            where try !write(rows.entries, row: row, Self.insertEntry) {
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
            try database.insert(rows.entries, into: "entry", Self.entryColumns)
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

    /// Rows of new entries that are not inserted yet.
    struct Gathered: ~Copyable {
        var entries = GatheredRows(columns: 41)
        var sources = GatheredRows(columns: 7)
        var annotations = GatheredRows(columns: 11)
        var keys: [LineKey] = []

        /// A few mebibytes; more at once are inserted no faster.
        var isFull: Bool { keys.count >= 4_096 || entries.textBytes >= 1 << 22 }
        /// Preparing a statement for all of them would cost more than the rows one by one.
        var isFew: Bool { keys.count < 64 }

        mutating func removeAll() {
            entries.removeAll()
            sources.removeAll()
            annotations.removeAll()
            keys.removeAll(keepingCapacity: true)
        }
    }

    /// Says something new about an entry; what was said before stays as history.
    package func annotate(
        _ entry: LedgerEntry, _ annotation: Annotation
    ) throws(LedgerFailure) {
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try insert(annotation, entry.key, seq)
        try count(entry.fact, annotation, account, times: 1)
    }

    /// Whether this command has said something about the entry.
    package func annotates(_ key: LineKey) throws(LedgerFailure) -> Bool {
        let row = try statement(
            "SELECT 1 FROM annotation WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq = ?4")
        defer { row.reset() }
        row.bind(key)
        row.bind(4, seq)
        return try row.step()
    }

    /// Adds a source to an entry and what it knows more; gives the fields filled, nil when the source was there.
    package func add(
        _ source: LineSource, to entry: LedgerEntry, filling other: StatementFact?,
        identify: (StatementFact, LineKey) -> LineIdentity
    ) throws(LedgerFailure) -> FilledFields? {
        if entry.sources.contains(source) { return nil }
        try insert(source, try nextSource(entry.key), entry.key, seq)
        var fact = entry.fact
        let filled = other.map { fact.fill(from: $0) } ?? []
        if !filled.isEmpty {
            var identity = identify(fact, entry.key)
            identity.key = entry.key
            identity.occurrence = entry.identity.occurrence
            identity.account = entry.identity.account
            identity.text = entry.identity.text
            try replaceFact(of: entry, identity, fact)
        }
        return filled
    }

    /// Adds a dismissed line; false when its key is known already.
    package func insert(_ tombstone: Tombstone) throws(LedgerFailure) -> Bool {
        let identity = tombstone.identity
        let account = try account(tombstone.account, identity.account)
        let digest = tombstoneDigest(identity.key, tombstone.batch, tombstone.line)
        let row = try statement(
            """
            INSERT INTO tombstone VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                ?14, ?15, ?16, ?17, ?18) ON CONFLICT DO NOTHING
            """)
        row.bind(identity.key)
        row.bind(4, account)
        row.bind(5, tombstone.batch)
        row.bind(6, digest)
        bindNumbers(row, from: 7, identity)
        try row.bind(18, bytes: tombstone.line.span)
        try row.run()
        guard database.rowsChanged == 1 else { return false }
        tally(.tombstone, 1, digest)
        return true
    }

    package func learn(_ record: MemoryRecord, times: Int = 1) {
        if times != 0 { learned[record, default: 0] += times }
    }

    // MARK: Imports

    package func insert(_ batch: BatchRecord) throws(LedgerFailure) {
        let row = try statement("INSERT INTO batch VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        row.bind(1, batch.id)
        try row.bindEvenEmpty(2, batch.made)
        row.bind(3, batch.linesNew)
        row.bind(4, batch.linesKnown)
        row.bind(5, batch.linesRejected)
        row.bind(6, batch.linesSkipped)
        try row.run()
    }

    /// Remembers a file. The same content under the same name is remembered once, with its first batch.
    package func remember(_ file: SeenFile) throws(LedgerFailure) {
        let row = try statement(
            """
            INSERT INTO seen_file VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING
            """)
        row.bind(1, file.digestHigh)
        row.bind(2, file.digestLow)
        try row.bindEvenEmpty(3, file.name)
        row.bind(4, file.size)
        row.bind(5, file.modifiedNanoseconds)
        row.bind(6, file.batch)
        try row.bindEvenEmpty(7, file.accounts.joined(separator: String(listSeparator)))
        row.bind(8, file.rows)
        row.bind(9, file.isComplete ? 1 : 0)
        try row.run()
    }

    /// Has all files read again: some line of theirs was lost.
    package func distrustSeenFiles() throws(LedgerFailure) {
        try database.run("UPDATE seen_file SET is_complete = 0")
    }

    // MARK: Undo

    /// What undo does with a line.
    package enum UndoStep: Int, Sendable {
        /// The queue line became an entry.
        case approved = 1
        /// The queue line became a tombstone.
        case dismissed = 2
        /// The queue line was written anew.
        case rewritten = 3
        /// The entry got a source, and the fields in `place`.
        case sourceAdded = 4
        /// The entry got an annotation.
        case annotated = 5
        /// The entry's hold was booked: it got a source, and the fact before lies among the revisions.
        case revised = 6
        /// The line and another one, whose key is in the place of a queue line, were said to be a transfer or none.
        case paired = 7
        /// The entry was written by a person.
        case added = 8
        /// The entry was taken out; the rows it had are in the place of a queue line, and `place` is 1 when it was dismissed.
        case removed = 9
    }

    package struct UndoLine: Sendable {
        package var step: UndoStep
        package var key: LineKey
        /// Number of the queue line in the file before the command, from 0; for `sourceAdded` the fields.
        package var place: Int
        /// Hash of the queue line as the command wrote it.
        package var written: UInt64
    }

    package func record(
        _ step: UndoStep, _ key: LineKey, place: Int = 0, written: UInt64 = 0,
        old: Span<UInt8>
    ) throws(LedgerFailure) {
        undoPage.add(step, key, place: place, written: written, old: old)
        undoBytes += old.count + 64
        if undoPage.isFull { try writeUndoPage() }
    }

    private func writeUndoPage() throws(LedgerFailure) {
        let records = undoPage.count
        let first = Int64(seq) << 32 | Int64(undoLines)
        if records > 0, undoLines > 0, undoPacker == nil { undoPacker = UndoPage.Packer() }
        if let undoPacker, records > 0 {
            try undoPacker.add(&undoPage, first: first, to: database)
        } else {
            try undoPage.write(to: database, first: first)
        }
        undoLines += records
    }

    /// Ends the command: from now on it is the last one and can be undone.
    package func finish(command: String, batch: Int = 0) throws(LedgerFailure) {
        try writeGathered()
        try writeUndoPage()
        try undoPacker?.finish(database)
        undoPacker = nil
        try forgetRedo()
        let row = try statement("INSERT INTO undo_log VALUES (?1, ?2, ?3, ?4)")
        row.bind(1, seq)
        try row.bindEvenEmpty(2, command)
        row.bind(3, batch)
        row.bind(4, undoBytes)
        try row.run()
        let memory = try statement("INSERT INTO undo_memory VALUES (?1, ?2, ?3, ?4, ?5)")
        for (record, times) in learned {
            memory.bind(1, seq)
            memory.bind(2, record.kind)
            try memory.bindEvenEmpty(3, record.subject)
            try memory.bindEvenEmpty(4, record.category)
            memory.bind(5, times)
            try memory.run()
        }
        try keepHistories()
        try forgetOldCommands()
    }

    /// Gives the undo records of a command in the order they were made, with their ids; the queue lines are left where they are.
    package func forEachUndoLine(
        of command: Int, _ body: (Int64, UndoLine) throws(LedgerFailure) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT id, steps FROM undo_page WHERE id BETWEEN ?1 AND ?2 ORDER BY id")
        row.bind(1, Int64(command) << 32)
        row.bind(2, Int64(command) << 32 | 0xFFFF_FFFF)
        while try row.step() {
            let first = row.number(0)
            for (index, record) in try UndoPage.records(row.bytes(1)).enumerated() {
                try body(
                    first + Int64(index),
                    UndoLine(
                        step: record.step, key: record.key, place: record.place,
                        written: record.written))
            }
        }
    }

    /// The queue line an undo record keeps. Neighbours lie in one page, which is read once.
    package func undoLine(_ id: Int64) throws(LedgerFailure) -> [UInt8] {
        if let line = lineOfReadPage(id) { return line }
        let row = try statement(
            "SELECT id, steps, bytes, lines FROM undo_page WHERE id <= ?1 ORDER BY id DESC LIMIT 1")
        row.bind(1, id)
        defer { row.reset() }
        guard try row.step() else { throw .damaged("undo_page") }
        let records = try UndoPage.records(row.bytes(1))
        let count = records.last?.line.upperBound ?? 0
        guard row.number(2) == Int64(count) else { throw .damaged("undo_page.bytes") }
        let lines = try Compression.unpack(row.bytes(3), count: count)
        readPage = (row.number(0), records, lines)
        guard let line = lineOfReadPage(id) else { throw .damaged("undo_page") }
        return line
    }

    private func lineOfReadPage(_ id: Int64) -> [UInt8]? {
        guard let page = readPage, id >= page.first, id - page.first < page.records.count else {
            return nil
        }
        return Array(page.lines[page.records[Int(id - page.first)].line])
    }

    /// Takes an approved line out again, and gives its identity.
    package func removeEntry(_ key: LineKey) throws(LedgerFailure) -> LineIdentity {
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try removeAnnotations(key, from: 0)
        try removeSources(key, from: 0)
        try deleteFact(entry)
        return entry.identity
    }

    /// Takes a dismissed line out again, and gives its identity.
    package func removeTombstone(_ key: LineKey) throws(LedgerFailure) -> LineIdentity {
        let row = try statement(
            """
            SELECT k1, k2, k3, account, day, second, units, currency, scale, hold, occurrence,
                h_bank_id, h_original, h_balance, h_text, digest
            FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
            """)
        row.bind(key)
        guard try row.step() else { throw .damaged("undo: tombstone") }
        let identity = row.identity(account: ledger.accounts[id: row.number(3)]?.hash ?? 0)
        tally(.tombstone, -1, row.bits(15))
        row.reset()
        try openMark()
        let delete = try statement("DELETE FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        delete.bind(key)
        try delete.run()
        return identity
    }

    /// Takes back what a command said about an entry.
    package func removeAnnotation(_ key: LineKey, of command: Int) throws(LedgerFailure) {
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try removeAnnotations(key, from: command)
        guard let before = try reader().entry(key) else { throw .damaged("undo: entry") }
        try count(before.fact, before.annotation, account, times: 1)
    }

    /// Takes back a source that a command added to an entry, and what it filled.
    package func removeSources(
        _ key: LineKey, of command: Int, filled: FilledFields
    ) throws(LedgerFailure) {
        try removeSources(key, from: command)
        guard !filled.isEmpty else { return }
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        var fact = entry.fact
        fact.empty(filled)
        try replaceFact(of: entry, entry.identity.emptying(filled), fact)
    }

    /// Forgets an import and the files it read.
    package func forget(batch: Int) throws(LedgerFailure) {
        let files = try statement("DELETE FROM seen_file WHERE batch = ?1")
        files.bind(1, batch)
        try files.run()
        let row = try statement("DELETE FROM batch WHERE id = ?1")
        row.bind(1, batch)
        try row.run()
    }

    /// Ends an undo: the command never was.
    package func forget(command: Int) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT kind, subject, category, times FROM undo_memory WHERE seq = ?1")
        row.bind(1, command)
        while try row.step() {
            let record = MemoryRecord(
                kind: Int(row.number(0)), subject: row.text(1), category: row.text(2))
            learned[record, default: 0] -= Int(row.number(3))
        }
        row.reset()
        try takeBackHistories(of: command)
        try drop(command: command)
    }

    /// Undo is for mistakes noticed soon: so many commands, and so many bytes of lines, can be taken back. The last one always.
    private static let undoCommandsMax = 100
    private static let undoBytesMax = 1 << 30

    private func forgetOldCommands() throws(LedgerFailure) {
        let row = try database.prepare("SELECT seq, bytes FROM undo_log ORDER BY seq DESC")
        var bytes = 0
        var kept = 0
        var old: [Int] = []
        while try row.step() {
            bytes += Int(row.number(1))
            if kept > 0, kept >= Self.undoCommandsMax || bytes > Self.undoBytesMax {
                old.append(Int(row.number(0)))
            } else {
                kept += 1
            }
        }
        for command in old { try drop(command: command) }
    }

    private func drop(command: Int) throws(LedgerFailure) {
        let lines = try statement("DELETE FROM undo_page WHERE id BETWEEN ?1 AND ?2")
        lines.bind(1, Int64(command) << 32)
        lines.bind(2, Int64(command) << 32 | 0xFFFF_FFFF)
        try lines.run()
        let memory = try statement("DELETE FROM undo_memory WHERE seq = ?1")
        memory.bind(1, command)
        try memory.run()
        let histories = try statement("DELETE FROM undo_history WHERE seq = ?1")
        histories.bind(1, command)
        try histories.run()
        let log = try statement("DELETE FROM undo_log WHERE seq = ?1")
        log.bind(1, command)
        try log.run()
    }

    // MARK: Rows

    private func insertFact(
        _ identity: LineIdentity, _ fact: StatementFact, _ batch: Int, _ account: Int64
    ) throws(LedgerFailure) -> Bool {
        one.entries.removeAll()
        let digest = digest(identity, fact, batch: batch)
        add(identity, fact, batch, account, digest, to: &one.entries)
        guard try write(one.entries, row: 0, Self.insertEntry) else { return false }
        tally(.entry, 1, digest)
        return true
    }

    /// Inserts a row as it was gathered; false when its key is known.
    private func write(
        _ rows: borrowing GatheredRows, row: Int, _ sql: StaticString
    ) throws(LedgerFailure) -> Bool {
        let insert = try statement(sql)
        try insert.bind(rows, row: row)
        try insert.run()
        return database.rowsChanged == 1
    }

    private static let insertEntry: StaticString = """
        INSERT INTO entry (k1, k2, k3, account, batch, digest, day, second, units, scale,
            currency, hold, occurrence, h_bank_id, h_original, h_balance, h_text, offset,
            bank_id, booked_on, value_on, original_units, original_scale, original_currency,
            balance_units, balance_scale, balance_currency, fee_units, fee_scale, fee_currency,
            cashback_units, cashback_scale, cashback_currency, description, memo,
            counterparty_name, counterparty_iban, counterparty_tax_id, bank_category, merchant,
            mcc)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
            ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35,
            ?36, ?37, ?38, ?39, ?40, ?41)
        ON CONFLICT DO NOTHING
        """
    /// The same columns.
    private static let entryColumns = [
        "k1", "k2", "k3", "account", "batch", "digest", "day", "second", "units", "scale",
        "currency", "hold", "occurrence", "h_bank_id", "h_original", "h_balance", "h_text",
        "offset", "bank_id", "booked_on", "value_on", "original_units", "original_scale",
        "original_currency", "balance_units", "balance_scale", "balance_currency", "fee_units",
        "fee_scale", "fee_currency", "cashback_units", "cashback_scale", "cashback_currency",
        "description", "memo", "counterparty_name", "counterparty_iban", "counterparty_tax_id",
        "bank_category", "merchant", "mcc",
    ]
    private static let insertSource: StaticString =
        "INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    private static let sourceColumns = ["k1", "k2", "k3", "n", "file", "line", "seq"]
    private static let insertAnnotation: StaticString =
        "INSERT INTO annotation VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
    private static let annotationColumns = [
        "k1", "k2", "k3", "seq", "category", "payee", "note", "tags", "transfer_to", "permille",
        "by_person",
    ]

    /// Adds the row of a fact, in the order of ``insertEntry``.
    private func add(
        _ identity: LineIdentity, _ fact: StatementFact, _ batch: Int, _ account: Int64,
        _ digest: UInt64, to rows: inout GatheredRows
    ) {
        rows.add(identity.key)
        rows.add(account)
        rows.add(batch)
        rows.add(digest)
        // The fact's own numbers, not the identity's: they are what is reported.
        rows.add(Int64(fact.made.day.daysSince1970))
        rows.add(Int64(fact.made.second))
        rows.add(fact.amount.units)
        rows.add(Int64(fact.amount.scale))
        rows.add(Int64(fact.amount.currency.packed))
        rows.add(fact.isHold ? 1 : 0)
        rows.add(Int64(identity.occurrence))
        rows.add(identity.bankID)
        rows.add(identity.original)
        rows.add(identity.balance)
        rows.add(identity.text)
        rows.add(orNull: fact.made.hasOffset ? Int64(fact.made.offsetMinutes) : nil)
        rows.add(fact.bankID)
        rows.add(orNull: fact.bookedOn.map { Int64($0.daysSince1970) })
        rows.add(orNull: fact.valueOn.map { Int64($0.daysSince1970) })
        rows.add(fact.originalAmount)
        rows.add(fact.balance)
        rows.add(fact.fee)
        rows.add(fact.cashback)
        rows.add(fact.description)
        rows.add(fact.memo)
        rows.add(fact.counterpartyName)
        rows.add(fact.counterpartyIBAN)
        rows.add(fact.counterpartyTaxID)
        rows.add(fact.bankCategory)
        rows.add(fact.merchant)
        rows.add(Int64(fact.mcc))
    }

    /// Binds an identity's numbers as `tombstone` has them, from `day` to `h_text`.
    private func bindNumbers(_ row: Statement, from index: Int32, _ identity: LineIdentity) {
        row.bind(index, Int64(identity.day))
        row.bind(index + 1, Int64(identity.second))
        row.bind(index + 2, identity.units)
        row.bind(index + 3, Int64(identity.scale))
        row.bind(index + 4, Int64(identity.currency))
        row.bind(index + 5, identity.isHold ? 1 : 0)
        row.bind(index + 6, Int64(identity.occurrence))
        row.bind(index + 7, identity.bankID)
        row.bind(index + 8, identity.original)
        row.bind(index + 9, identity.balance)
        row.bind(index + 10, identity.text)
    }

    func replaceFact(
        of entry: LedgerEntry, _ identity: LineIdentity, _ fact: StatementFact
    ) throws(LedgerFailure) {
        try deleteFact(entry)
        let account = try account(fact.account, identity.account)
        guard try insertFact(identity, fact, entry.batch, account) else {
            throw .damaged("entry")
        }
    }

    func deleteFact(_ entry: LedgerEntry) throws(LedgerFailure) {
        try openMark()
        let row = try statement("DELETE FROM entry WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        row.bind(entry.key)
        try row.run()
        tally(.entry, -1, digest(entry.identity, entry.fact, batch: entry.batch))
    }

    func insert(
        _ source: LineSource, _ n: Int, _ key: LineKey, _ seq: Int
    ) throws(LedgerFailure) {
        one.sources.removeAll()
        try add(source, n, key, seq, to: &one.sources)
        _ = try write(one.sources, row: 0, Self.insertSource)
    }

    private func add(
        _ source: LineSource, _ n: Int, _ key: LineKey, _ seq: Int, to rows: inout GatheredRows
    ) throws(LedgerFailure) {
        let file = try sourceFile(source)
        rows.add(key)
        rows.add(n)
        rows.add(file)
        rows.add(source.line)
        rows.add(seq)
        tally(.source, 1, sourceDigest(sourceDigest(key, source), n: n, seq: seq))
    }

    /// Writes the sources of a line under another key.
    func moveSources(_ old: LineKey, to new: LineKey) throws(LedgerFailure) {
        let row = try statement(
            """
            SELECT k1, k2, k3, name, line, layout, n, seq, file
            FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY n
            """)
        row.bind(old)
        let insert = try statement("INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        while try row.step() {
            let source = LineSource(
                file: row.text(3), line: Int(row.number(4)), layout: row.text(5))
            let n = Int(row.number(6))
            let seq = Int(row.number(7))
            tally(.source, 1, sourceDigest(sourceDigest(new, source), n: n, seq: seq))
            insert.bind(new)
            insert.bind(4, n)
            insert.bind(5, row.number(8))
            insert.bind(6, source.line)
            insert.bind(7, seq)
            try insert.run()
        }
        row.reset()
        try removeSources(old, from: 0)
    }

    /// Writes all that was ever said of a line under another key.
    func moveAnnotations(_ old: LineKey, to new: LineKey) throws(LedgerFailure) {
        for (seq, annotation) in try reader().annotations(old) { try insert(annotation, new, seq) }
        try removeAnnotations(old, from: 0)
    }

    func nextSource(_ key: LineKey) throws(LedgerFailure) -> Int {
        let row = try statement(
            "SELECT coalesce(max(n), -1) + 1 FROM source WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3")
        row.bind(key)
        defer { row.reset() }
        return try row.step() ? Int(row.number(0)) : 0
    }

    func removeSources(_ key: LineKey, from seq: Int) throws(LedgerFailure) {
        try tallySources(of: key, from: seq, times: -1)
        try openMark()
        let delete = try statement(
            "DELETE FROM source WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4")
        delete.bind(key)
        delete.bind(4, seq)
        try delete.run()
    }

    /// Counts the sources of an entry that a command, or one after it, added: 1 for those that came, −1 for those that go.
    func tallySources(of key: LineKey, from seq: Int, times: Int) throws(LedgerFailure) {
        let row = try statement(
            """
            SELECT name, line, layout, n, seq
            FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4
            """)
        row.bind(key)
        row.bind(4, seq)
        defer { row.reset() }
        while try row.step() {
            let source = LineSource(
                file: row.text(0), line: Int(row.number(1)), layout: row.text(2))
            let digest = sourceDigest(key, source)
            tally(
                .source, times,
                sourceDigest(digest, n: Int(row.number(3)), seq: Int(row.number(4))))
        }
    }

    private func insert(
        _ annotation: Annotation, _ key: LineKey, _ seq: Int
    ) throws(LedgerFailure) {
        one.annotations.removeAll()
        try add(annotation, key, seq, to: &one.annotations)
        _ = try write(one.annotations, row: 0, Self.insertAnnotation)
    }

    /// Adds the row of an annotation; parts, which few have, are inserted.
    private func add(
        _ annotation: Annotation, _ key: LineKey, _ seq: Int, to rows: inout GatheredRows
    ) throws(LedgerFailure) {
        rows.add(key)
        rows.add(seq)
        rows.add(annotation.category)
        rows.add(annotation.payee)
        rows.add(annotation.note)
        annotation.tags.isEmpty
            ? rows.addNull()
            : rows.add(annotation.tags.joined(separator: String(listSeparator)))
        rows.add(annotation.transferTo)
        rows.add(annotation.permille)
        rows.add(annotation.isByPerson ? 1 : 0)
        for (n, split) in annotation.splits.enumerated() {
            let part = try statement(
                "INSERT INTO split VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
            part.bind(key)
            part.bind(4, seq)
            part.bind(5, n)
            try part.bindEvenEmpty(6, split.category)
            part.bind(7, split.amount.units)
            part.bind(8, Int64(split.amount.scale))
            part.bind(9, Int64(split.amount.currency.packed))
            try part.bind(10, split.note)
            try part.run()
        }
        tally(.annotation, 1, annotation.digest(key, seq: seq))
    }

    func removeAnnotations(_ key: LineKey, from seq: Int) throws(LedgerFailure) {
        for (found, annotation) in try reader().annotations(key) where found >= seq {
            tally(.annotation, -1, annotation.digest(key, seq: found))
        }
        try openMark()
        for sql: StaticString in [
            "DELETE FROM annotation WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4",
            "DELETE FROM split WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4",
        ] {
            let row = try statement(sql)
            row.bind(key)
            row.bind(4, seq)
            try row.run()
        }
    }

    /// Lets the triggers pass until the commit closes the mark again.
    func openMark() throws(LedgerFailure) {
        try statement("UPDATE mark SET open = 1 WHERE open = 0").run()
    }

    private struct LayoutFile: Hashable {
        let name: String
        let layout: String
    }

    func sourceFile(_ source: LineSource) throws(LedgerFailure) -> Int64 {
        let file = LayoutFile(name: source.file, layout: source.layout)
        if let last = lastSourceFile, last.file == file { return last.id }
        let id = try sourceFile(file)
        lastSourceFile = (file, id)
        return id
    }

    private func sourceFile(_ file: LayoutFile) throws(LedgerFailure) -> Int64 {
        if let known = sourceFiles[file] { return known }
        let insert = try statement(
            "INSERT INTO source_file (name, layout) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
        try insert.bindEvenEmpty(1, file.name)
        try insert.bindEvenEmpty(2, file.layout)
        try insert.run()
        let row = try statement("SELECT id FROM source_file WHERE name = ?1 AND layout = ?2")
        try row.bindEvenEmpty(1, file.name)
        try row.bindEvenEmpty(2, file.layout)
        defer { row.reset() }
        guard try row.step() else { throw .damaged("source_file") }
        sourceFiles[file] = row.number(0)
        return row.number(0)
    }

    func account(_ name: String, _ hash: UInt64) throws(LedgerFailure) -> Int64 {
        if let row = ledger.accounts[hash: hash] { return row.id }
        let insert = try statement("INSERT INTO account (name, hash) VALUES (?1, ?2) RETURNING id")
        try insert.bindEvenEmpty(1, name)
        insert.bind(2, hash)
        guard try insert.step() else { throw .damaged("account") }
        let id = insert.number(0)
        insert.reset()
        ledger.accounts.add(AccountTable.Row(id: id, name: name, hash: hash))
        return id
    }

    // MARK: Sums

    enum Tally: Int, CaseIterable {
        case entry, annotation, source, tombstone

        var name: String {
            switch self {
            case .entry: "entry"
            case .annotation: "annotation"
            case .source: "source"
            case .tombstone: "tombstone"
            }
        }
    }

    struct TotalKey: Hashable {
        let account: Int64
        let month: Int
        let category: String
        let currency: UInt32
        let scale: UInt8
    }

    func tally(_ name: Tally, _ rows: Int, _ digest: UInt64) {
        let change = rows < 0 ? 0 &- digest : digest
        let now = tallies[name.rawValue] ?? (0, 0)
        tallies[name.rawValue] = (now.rows + rows, now.sum &+ change)
    }

    func count(
        _ fact: StatementFact, _ annotation: Annotation, _ account: Int64, times: Int
    ) throws(LedgerFailure) {
        let month = month(of: fact)
        if annotation.splits.isEmpty {
            try count(fact.amount, annotation.category, account, month, times)
        }
        for split in annotation.splits {
            try count(split.amount, split.category, account, month, times)
        }
    }

    private func count(
        _ amount: Money, _ category: String, _ account: Int64, _ month: Int, _ times: Int
    ) throws(LedgerFailure) {
        let key = TotalKey(
            account: account, month: month, category: category, currency: amount.currency.packed,
            scale: amount.scale)
        let now = totals[key] ?? (0, 0)
        let (units, overflow) =
            times < 0
            ? now.units.subtractingReportingOverflow(amount.units)
            : now.units.addingReportingOverflow(amount.units)
        if overflow { throw .refused("month total overflows") }
        totals[key] = (units, now.lines + times)
    }

    private func writeTotals() throws(LedgerFailure) {
        try closeTotals()
        guard !totals.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO month_total VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO UPDATE SET units = units + excluded.units, lines = lines + excluded.lines
            """)
        for (key, change) in totals where change.units != 0 || change.lines != 0 {
            row.bind(1, key.account)
            row.bind(2, key.month)
            try row.bindEvenEmpty(3, key.category)
            row.bind(4, Int64(key.currency))
            row.bind(5, Int64(key.scale))
            row.bind(6, change.units)
            row.bind(7, change.lines)
            try row.run()
        }
        try database.run("DELETE FROM month_total WHERE lines = 0")
        totals = [:]
    }

    private func writeTallies() throws(LedgerFailure) {
        for tally in Tally.allCases {
            guard let change = tallies[tally.rawValue] else { continue }
            tallies[tally.rawValue] = nil
            try addToTally(tally.name, change)
        }
        for table in SummedTable.all {
            let change = database.rowChanges.take(table)
            if change != (0, 0) { try addToTally(table.name, change) }
        }
        try database.run("UPDATE mark SET open = 0 WHERE open = 1")
    }

    private func addToTally(
        _ name: String, _ change: (rows: Int, sum: UInt64)
    ) throws(LedgerFailure) {
        let row = try statement("SELECT rows, sum FROM tally WHERE name = ?1")
        try row.bind(1, name)
        let isThere = try row.step()
        let rows = isThere ? Int(row.number(0)) : 0
        let sum = isThere ? row.bits(1) : 0
        row.reset()
        let write = try statement(
            """
            INSERT INTO tally VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET rows = excluded.rows, sum = excluded.sum
            """)
        try write.bind(1, name)
        write.bind(2, rows + change.rows)
        write.bind(3, sum &+ change.sum)
        try write.run()
    }

    private func writeMemory(_ changes: [MemoryRecord: Int]) throws(LedgerFailure) {
        guard !changes.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO memory VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET times = times + excluded.times
            """)
        for (record, times) in changes {
            row.bind(1, record.kind)
            try row.bindEvenEmpty(2, record.subject)
            try row.bindEvenEmpty(3, record.category)
            row.bind(4, times)
            try row.run()
        }
        try database.run("DELETE FROM memory WHERE times = 0")
    }

    private func writeQueueState() throws(LedgerFailure) {
        let row = try statement(
            """
            UPDATE queue_state SET generation = ?1, length = ?2, lines = ?3, size = ?4,
                modified = ?5, changed = ?6, inode = ?7, device = ?8, tail = ?9, index_rows = ?10,
                index_sum = ?11, intent = ?12, intent_value = ?13, seq = ?14, key_version = ?15,
                redo_sum = ?16, digest = ?17
            """)
        for table in SummedTable.redo { queue.redoSum &+= database.rowChanges.take(table).sum }
        row.bind(1, queue.generation)
        row.bind(2, queue.length)
        row.bind(3, queue.lines)
        row.bind(4, orNull: queue.stamp.map { Int64($0.size) })
        row.bind(5, orNull: queue.stamp.map { Int64($0.modifiedNanoseconds) })
        row.bind(6, orNull: queue.stamp.map { Int64($0.changedNanoseconds) })
        row.bind(7, orNull: queue.stamp.map { Int64(bitPattern: UInt64($0.inode)) })
        row.bind(8, orNull: queue.stamp.map { Int64(bitPattern: UInt64($0.device)) })
        row.bind(9, queue.tail)
        row.bind(10, queue.indexCount)
        row.bind(11, queue.indexSum)
        switch queue.intent {
        case .none:
            row.bind(12, 0)
            row.bind(13, 0)
        case .append(let batch):
            row.bind(12, 1)
            row.bind(13, batch)
        case .rename(let inode):
            row.bind(12, 2)
            row.bind(13, UInt64(inode))
        }
        row.bind(14, queue.seq)
        row.bind(15, queue.keyVersion)
        row.bind(16, queue.redoSum)
        row.bind(17, queue.digest)
        try row.run()
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
        let name = unsafe UInt(bitPattern: sql.utf8Start)
        if let known = statements[name] { return known }
        let made = try database.prepare(sql)
        statements[name] = made
        return made
    }
}

extension GatheredRows {
    mutating func add(_ key: LineKey) {
        add(Int64(key.account))
        add(Int64(key.day))
        add(storedRest(of: key))
    }

    mutating func add(_ money: Money?) {
        add(orNull: money.map { $0.units })
        add(orNull: money.map { Int64($0.scale) })
        add(orNull: money.map { Int64($0.currency.packed) })
    }

    mutating func add(_ text: TextRef, in bytes: Span<UInt8>) {
        add(text.isEmpty ? Span() : bytes.extracting(text.range))
    }
}

/// 202503.
func month(of fact: StatementFact) -> Int { month(of: fact.made) }

func month(of made: CivilMoment) -> Int {
    let (year, month, _) = made.day.parts
    return year * 100 + month
}

/// What an entry adds to which category: each split to its own, the whole to the entry's otherwise.
func contributions(
    _ fact: StatementFact, _ annotation: Annotation
) -> [(category: String, amount: Money)] {
    if annotation.splits.isEmpty { return [(annotation.category, fact.amount)] }
    return annotation.splits.map { ($0.category, $0.amount) }
}

func tombstoneDigest(_ key: LineKey, _ batch: Int, _ line: [UInt8]) -> UInt64 {
    var row = RowDigest(key)
    row.add(UInt64(truncatingIfNeeded: batch))
    row.add(StableHash.hash(line.span, seed: 3))
    return row.value
}

func sourceDigest(_ key: LineKey, _ source: LineSource) -> UInt64 {
    var row = RowDigest(key)
    row.add(UInt64(truncatingIfNeeded: source.line))
    row.add(source.file)
    row.add(source.layout)
    return row.value
}

/// The same with its place among the line's sources and the command that added it, which undo goes by.
func sourceDigest(_ digest: UInt64, n: Int, seq: Int) -> UInt64 {
    StableHash.combine(
        digest, UInt64(truncatingIfNeeded: seq) << 24 ^ UInt64(truncatingIfNeeded: n))
}
