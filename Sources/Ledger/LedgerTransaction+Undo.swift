package import Facts
internal import Scanning

/// The undo records of each command, and removal of its rows.
extension LedgerTransaction {
    /// The kind of change that undo reverts.
    package enum UndoStep: Int, Sendable {
        /// The queue line became an entry.
        case approved = 1
        /// The queue line became a tombstone.
        case dismissed = 2
        /// The queue line was rewritten.
        case rewritten = 3
        /// The entry got a source; `place` has the filled fields.
        case sourceAdded = 4
        /// The entry got an annotation.
        case annotated = 5
        /// The entry's hold was booked, or its balance changed: it got a source, and the previous
        /// fact is in a revision.
        case revised = 6
        /// The line and another one were decided to be a transfer or none; the record has the other
        /// key instead of a queue line.
        case paired = 7
        /// The entry was written by hand.
        case added = 8
        /// The entry was removed; the record has its rows instead of a queue line, and `place` is 1
        /// if it was dismissed.
        case removed = 9
        /// The dismissed line was rewritten; the record has the previous one as its queue line.
        case dismissalRewritten = 10
        /// A repair changed rows of the line; `place` is 1 for the new key of a moved one.
        case touched = 11
        /// The rows before a repair, instead of a queue line.
        case rows = 12
        /// The queue line was removed and is nowhere else.
        case dropped = 13
        /// The settings changed with the command; the record has the change instead of a queue
        /// line.
        case settings = 14
        /// A file of the household changed with the command; the record has it before and after
        /// instead of a queue line.
        case file = 15
    }

    package struct UndoLine: Sendable {
        package var step: UndoStep
        package var key: LineKey
        /// Number of the queue line in the file before the command, from 0; for `sourceAdded` the
        /// fields.
        package var place: Int
        /// Hash of the queue line that the command wrote.
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

    func writeUndoPage() throws(LedgerFailure) {
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

    /// Ends the command: it becomes the last one that can be undone.
    package func finish(command: String, batch: Int = 0) throws(LedgerFailure) {
        try writeGathered()
        try writeUndoPage()
        try undoPacker?.finish(database)
        undoPacker = nil
        try forgetRedo()
        if isContinued {
            assert(learned.isEmpty && histories.isEmpty, "only its first part may teach")
            try statement("UPDATE undo_log SET bytes = bytes + ?2 WHERE seq = ?1").run(
                seq, undoBytes)
        } else {
            try statement("INSERT INTO undo_log VALUES (?1, ?2, ?3, ?4)").run(
                seq, command, batch, undoBytes)
        }
        try keepLearned()
        try keepHistories()
        try forgetOldCommands()
    }

    private func keepLearned() throws(LedgerFailure) {
        if learned.isEmpty { return }
        let memory = try statement("INSERT INTO undo_memory VALUES (?1, ?2, ?3, ?4, ?5)")
        for (record, times) in learned {
            try memory.run(seq, record.kind, record.subject, record.category, times)
        }
    }

    /// Records a change of a file of the workspace, which no line belongs to.
    package func record(_ step: UndoStep, change: [UInt8]) throws(LedgerFailure) {
        let noKey = LineKey(account: 0, day: CalendarDate(daysSince1970: 0), rest: 0)
        try record(step, noKey, old: change.span)
    }

    /// Iterates over a command's undo records in order, with their ids; queue lines are not loaded.
    package func forEachUndoLine(
        of command: Int, _ body: (Int64, UndoLine) throws(LedgerFailure) -> Void
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT id, steps FROM undo_page WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
        ).bind(Int64(command) << 32, Int64(command) << 32 | 0xFFFF_FFFF)
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

    /// The last command that can be undone, in the state of this transaction.
    package func lastCommand() throws(LedgerFailure) -> Int? {
        try ledger.lastCommand()?.seq
    }

    /// The queue line of an undo record. Neighbours share a page, which is cached.
    package func undoLine(_ id: Int64) throws(LedgerFailure) -> [UInt8] {
        if let line = lineOfReadPage(id) { return line }
        let row = try statement(
            "SELECT id, steps, bytes, lines FROM undo_page WHERE id <= ?1 ORDER BY id DESC LIMIT 1"
        ).bind(id)
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

    /// Removes an approved line and returns its identity.
    package func removeEntry(_ key: LineKey) throws(LedgerFailure) -> LineIdentity {
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try countDay(entry.fact, batch: entry.batch, entry.sources, account, key, times: -1)
        try removeAnnotations(key, from: 0)
        try removeSources(key, from: 0)
        try deleteFact(entry)
        try writeRedoPartIfLarge()
        return entry.identity
    }

    /// Removes a dismissed line and returns its identity.
    package func removeTombstone(_ key: LineKey) throws(LedgerFailure) -> LineIdentity {
        let row = try statement(
            """
            SELECT k1, k2, k3, account, day, second, units, currency, scale, hold, occurrence,
                h_bank_id, h_original, h_balance, h_text, digest
            FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3
            """
        ).bind(key)
        guard try row.step() else { throw .damaged("undo: tombstone") }
        let identity = row.identity(account: ledger.accounts[id: row.number(3)]?.hash ?? 0)
        tally(.tombstone, -1, row.bits(15))
        row.reset()
        try openMark()
        try statement("DELETE FROM tombstone WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3").run(key)
        try writeRedoPartIfLarge()
        return identity
    }

    /// Removes a command's annotation of an entry.
    package func removeAnnotation(_ key: LineKey, of command: Int) throws(LedgerFailure) {
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        let account = try account(entry.fact.account, entry.identity.account)
        try count(entry.fact, entry.annotation, account, times: -1)
        try removeAnnotations(key, from: command)
        guard let before = try reader().entry(key) else { throw .damaged("undo: entry") }
        try count(before.fact, before.annotation, account, times: 1)
        try writeRedoPartIfLarge()
    }

    /// Removes a source that a command added to an entry, and empties the fields it filled.
    package func removeSources(
        _ key: LineKey, of command: Int, filled: FilledFields
    ) throws(LedgerFailure) {
        try touch(key)
        try removeSources(key, from: command)
        try writeRedoPartIfLarge()
        guard !filled.isEmpty else { return }
        guard let entry = try reader().entry(key) else { throw .damaged("undo: entry") }
        var fact = entry.fact
        fact.empty(filled)
        try replaceFact(of: entry, entry.identity.emptying(filled), fact)
    }

    /// Removes the records of an import and its files.
    package func forget(batch: Int) throws(LedgerFailure) {
        try statement(
            """
            DELETE FROM statement WHERE (digest_high, digest_low, name) IN (
                SELECT digest_high, digest_low, name FROM seen_file WHERE batch = ?1
            )
            """
        ).run(batch)
        try statement("DELETE FROM seen_file WHERE batch = ?1").run(batch)
        try statement("DELETE FROM batch WHERE id = ?1").run(batch)
    }

    /// Ends an undo: removes the command's record.
    package func forget(command: Int) throws(LedgerFailure) {
        let row = try database.prepare(
            "SELECT kind, subject, category, times FROM undo_memory WHERE seq = ?1"
        ).bind(command)
        while try row.step() {
            let record = MemoryRecord(
                kind: Int(row.number(0)), subject: row.text(1), category: row.text(2))
            learned[record, default: 0] -= Int(row.number(3))
        }
        row.reset()
        try takeBackHistories(of: command)
        try drop(command: command)
    }

    /// Undo is for mistakes noticed soon: it covers so many commands, and so many bytes of lines,
    /// and always the last command.
    private static let undoCommandsMax = 100
    private static let undoBytesMax = 1 << 30

    func forgetOldCommands() throws(LedgerFailure) {
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
        var pages: [Int64] = []
        let row = try database.prepare("SELECT id FROM undo_page WHERE id BETWEEN ?1 AND ?2").bind(
            Int64(command) << 32, Int64(command) << 32 | 0xFFFF_FFFF)
        while try row.step() { pages.append(row.number(0)) }
        row.reset()
        // One by one: the deleted rows are recorded for redo, in parts.
        let lines = try statement("DELETE FROM undo_page WHERE id = ?1")
        for page in pages {
            try lines.run(page)
            try writeRedoPartIfLarge()
        }
        try statement("DELETE FROM undo_memory WHERE seq = ?1").run(command)
        try statement("DELETE FROM undo_history WHERE seq = ?1").run(command)
        try statement("DELETE FROM undo_log WHERE seq = ?1").run(command)
    }
}
