internal import Facts
internal import Scanning

/// The redo record of an undo: the ledger's rows as an SQLite session recorded them, and the
/// changed lines of the queue (``QueueChangePage``).
///
/// Changes of many rows do not fit into memory: the record is written in parts, each a changeset
/// that reverts the undo's changes since the last part. Redo applies them last to first.
struct RedoRecord {
    var recorder: ChangeRecorder
    let command: String
    var page = QueueChangePage()
    var pages = 0
    var parts = 0

    /// Every table that commands change, except the joint state of queue and ledger.
    static let tables: [StaticString] = [
        "tally", "account", "batch", "seen_file", "statement", "entry", "source_file", "source",
        "annotation", "split", "tombstone", "transfer", "revision", "month_total", "account_month",
        "memory", "history", "undo_log", "undo_page", "undo_memory", "undo_history",
    ]
    /// Numbers of parts in `redo_page` start after those of queue line pages.
    static let firstPart: Int64 = 1 << 31
}

extension LedgerTransaction {
    /// Starts recording changes for redo.
    package func beginRedo(of command: String) throws(LedgerFailure) {
        redo = RedoRecord(
            recorder: try ChangeRecorder(database, tables: RedoRecord.tables), command: command)
    }

    /// Records redo's change of a queue line, in the order of the queue after the undo.
    ///
    /// - Parameters:
    ///   - place: number of the changed line, or of the line before which redo inserts.
    ///   - written: hash of the changed line.
    ///   - line: the line that redo writes; empty if it drops one.
    package func keepForRedo(
        _ step: QueueChange.Step, place: Int, written: UInt64 = 0, line: Span<UInt8>
    ) throws(LedgerFailure) {
        guard redo != nil else { return }
        redo?.page.add(step, place: place, written: written, line: line)
        guard let record = redo, record.page.isFull else { return }
        try writeRedoPage()
        try writeRedoPartIfLarge()
    }

    /// Writes a part of the record if it has grown large.
    func writeRedoPartIfLarge() throws(LedgerFailure) {
        guard let record = redo, record.recorder.memoryBytes > ledger.redoPartBytesMax else {
            return
        }
        let changes = try record.recorder.inverse()
        redo?.recorder = try ChangeRecorder(database, tables: RedoRecord.tables)
        try insertRedoPage(RedoRecord.firstPart + Int64(record.parts), changes)
        redo?.parts += 1
    }

    private func writeRedoPage() throws(LedgerFailure) {
        guard let record = redo else { return }
        try insertRedoPage(Int64(record.pages), record.page.bytes)
        redo?.pages += 1
        redo?.page = QueueChangePage()
    }

    private func insertRedoPage(_ number: Int64, _ bytes: [UInt8]) throws(LedgerFailure) {
        let packed = try Compression.pack(bytes)
        try database.prepare("INSERT INTO redo_page VALUES (?1, ?2, ?3)").run(
            Int64(seq) << 32 | number, bytes.count, packed)
    }

    /// Writes the record; the queue's next state is final by now.
    func writeRedo() throws(LedgerFailure) {
        guard let record = redo else { return }
        // Even an empty page: it records that no line changed.
        try writeRedoPage()
        let changes = try record.recorder.inverse()
        let packed = try Compression.pack(changes)
        try database.prepare("INSERT INTO redo_log VALUES (?1, ?2, ?3, ?4, ?5, ?6)").run(
            seq, record.command, queue.length, queue.tail, changes.count, packed)
        redo = nil
    }

    /// A new command, or a repair of an import's counts: drops the redo records of earlier undos.
    package func forgetRedo() throws(LedgerFailure) {
        // There are rarely any: the query costs less than two triggers for deletions.
        let isAny = try database.number(
            "SELECT EXISTS (SELECT 1 FROM redo_log UNION ALL SELECT 1 FROM redo_page)")
        if isAny == 0 { return }
        try database.run("DELETE FROM redo_log; DELETE FROM redo_page")
    }

    /// Restores the ledger's rows from before the undo, and returns the changes for the queue.
    package func redo(_ record: UndoneCommand) throws(LedgerFailure) -> QueueChanges {
        guard try ledger.sumOfRedo() == queue.redoSum else { throw .damaged("redo_log") }
        let changes = try database.prepare("SELECT bytes, changes FROM redo_log WHERE id = ?1")
            .bind(record.id)
            .first { row throws(LedgerFailure) in
                try Compression.unpack(row.bytes(1), count: Int(row.number(0)))
            }
        guard let changes else { throw .damaged("redo_log") }
        try openMark()
        try database.apply(changes)
        let parts = try database.prepare(
            "SELECT bytes, lines FROM redo_page WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC"
        ).bind(Int64(record.id) << 32 | RedoRecord.firstPart, Int64(record.id) << 32 | 0xFFFF_FFFF)
        while try parts.step() {
            try database.apply(
                try Compression.unpack(parts.bytes(1), count: Int(parts.number(0))))
        }
        // They include the sums of that time.
        database.rowChanges.reset()
        if record.id <= (try ledger.tallyRows(LedgerFile.sumsSinceName)) {
            try recountDays()
            try recountMoneyIn()
        }
        return try QueueChanges(database, record.id)
    }

    /// Deletes the record of a command that was redone.
    package func forgetRedone(_ record: UndoneCommand) throws(LedgerFailure) {
        for sql: StaticString in [
            "DELETE FROM redo_page WHERE id BETWEEN (?1 << 32) AND (?1 << 32 | 4294967295)",
            "DELETE FROM redo_log WHERE id = ?1",
        ] {
            try database.prepare(sql).run(record.id)
        }
    }
}

/// An undone command that can be redone.
package struct UndoneCommand: Sendable, Equatable {
    package let id: Int
    package let command: String
    /// The queue after the undo; if it differs, it was edited since.
    package let queueLength: Int
    package let queueTail: UInt64
}

/// A command that can be undone.
package struct DoneCommand: Sendable, Equatable {
    /// Increases with each command.
    package let number: Int
    package let command: String
    /// Number of the import, 0 for other commands.
    package let batch: Int
    /// Lines decided or changed; for an import, lines added.
    package fileprivate(set) var lines: Int
    /// The time of an import, `2026-03-14T18:22:05Z`; empty for other commands.
    package let made: String
    /// The first of an import's files by name, and how many it had.
    package let file: String
    package let files: Int
}

extension LedgerFile {
    /// The last undone command; nil if none, or if another command followed.
    package func lastUndone() throws(LedgerFailure) -> UndoneCommand? {
        try database.prepare(
            "SELECT id, command, queue_length, queue_tail FROM redo_log ORDER BY id DESC LIMIT 1"
        ).first { row in
            UndoneCommand(
                id: Int(row.number(0)), command: row.text(1), queueLength: Int(row.number(2)),
                queueTail: row.bits(3))
        }
    }

    /// The commands that can be undone, newest first.
    package func commands() throws(LedgerFailure) -> [DoneCommand] {
        let row = try database.prepare(
            """
            SELECT seq, command, batch, coalesce(lines_new, (
                SELECT sum(times * length(category)) / ?2 FROM undo_memory
                WHERE undo_memory.seq = undo_log.seq AND kind = ?1), -1),
                coalesce(batch.made, ''), coalesce((
                SELECT min(name) FROM seen_file WHERE seen_file.batch = undo_log.batch), ''), (
                SELECT count(*) FROM seen_file WHERE seen_file.batch = undo_log.batch)
            FROM undo_log LEFT JOIN batch ON batch.id = undo_log.batch ORDER BY seq DESC
            """)
        try row.bind(MemoryRecord.rowsTaught, MemoryRecord.digitsOfRow)
        var commands = try row.all { row in
            DoneCommand(
                number: Int(row.number(0)), command: row.text(1), batch: Int(row.number(2)),
                lines: Int(row.number(3)), made: row.text(4), file: row.text(5),
                files: Int(row.number(6)))
        }
        for index in commands.indices where commands[index].lines < 0 {
            commands[index].lines = try linesChanged(by: commands[index].number)
        }
        return commands
    }

    /// How many lines a command changed, by its undo records.
    private func linesChanged(by command: Int) throws(LedgerFailure) -> Int {
        let row = try database.prepare("SELECT steps FROM undo_page WHERE id BETWEEN ?1 AND ?2")
            .bind(Int64(command) << 32, Int64(command) << 32 | 0xFFFF_FFFF)
        var keys: Set<LineKey> = []
        while try row.step() {
            for record in try UndoPage.records(row.bytes(0)) {
                switch record.step {
                case .rows, .settings, .file: continue
                case .touched: if record.place == 0 { keys.insert(record.key) }
                default: keys.insert(record.key)
                }
            }
        }
        return keys.count
    }
}
