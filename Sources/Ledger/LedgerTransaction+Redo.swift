internal import Facts
internal import Scanning

/// What an undo took back, kept so that it can be done again: the ledger's rows as SQLite's session
/// recorded them, and the lines of the queue that it changed (``QueueChangePage``).
///
/// What many rows come to does not fit into memory: the record is written in parts as it grows,
/// each a changeset that takes back what the undo did while it was recorded. Redo applies them from
/// the last to the first.
struct RedoRecord {
    var recorder: ChangeRecorder
    let command: String
    var page = QueueChangePage()
    var pages = 0
    var parts = 0

    /// Every table a command changes, but for the joint state of queue and ledger.
    static let tables: [StaticString] = [
        "tally", "account", "batch", "seen_file", "entry", "source_file", "source", "annotation",
        "split", "tombstone", "transfer", "revision", "month_total", "memory", "history",
        "undo_log", "undo_page",
        "undo_memory",
        "undo_history",
    ]
    /// Parts lie in `redo_page` behind the pages of queue lines.
    static let firstPart: Int64 = 1 << 31
}

extension LedgerTransaction {
    /// From here on, what is changed is kept for redo.
    package func beginRedo(of command: String) throws(LedgerFailure) {
        redo = RedoRecord(
            recorder: try ChangeRecorder(database, tables: RedoRecord.tables), command: command)
    }

    /// Keeps what redo does with a line of the queue, in the order of the queue as the undo leaves
    /// it.
    ///
    /// - Parameters:
    ///   - place: number of the line that redo finds, or finds behind the one it inserts.
    ///   - written: hash of the line that redo finds.
    ///   - line: the line that redo writes; empty where it drops one.
    package func keepForRedo(
        _ step: QueueChange.Step, place: Int, written: UInt64 = 0, line: Span<UInt8>
    ) throws(LedgerFailure) {
        guard redo != nil else { return }
        redo?.page.add(step, place: place, written: written, line: line)
        guard let record = redo, record.page.isFull else { return }
        try writeRedoPage()
        try writeRedoPartIfLarge()
    }

    /// Writes down what was recorded so far, when it has grown.
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
        let row = try database.prepare("INSERT INTO redo_page VALUES (?1, ?2, ?3)")
        row.bind(1, Int64(seq) << 32 | number)
        row.bind(2, bytes.count)
        try row.bind(3, bytes: packed.span)
        try row.run()
    }

    /// Writes what was kept; the queue's next state is known by now.
    func writeRedo() throws(LedgerFailure) {
        guard let record = redo else { return }
        // An empty page too: it says that no line changed.
        try writeRedoPage()
        let changes = try record.recorder.inverse()
        let packed = try Compression.pack(changes)
        let row = try database.prepare("INSERT INTO redo_log VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        row.bind(1, seq)
        try row.bindEvenEmpty(2, record.command)
        row.bind(3, queue.length)
        row.bind(4, queue.tail)
        row.bind(5, changes.count)
        try row.bind(6, bytes: packed.span)
        try row.run()
        redo = nil
    }

    /// A new command: what was undone before it cannot be done again.
    func forgetRedo() throws(LedgerFailure) {
        // Seldom is there anything: a look costs less than what watches two deletions.
        let isAny = try database.number(
            "SELECT EXISTS (SELECT 1 FROM redo_log UNION ALL SELECT 1 FROM redo_page)")
        if isAny == 0 { return }
        try database.run("DELETE FROM redo_log; DELETE FROM redo_page")
    }

    /// Puts the ledger's rows back as they were before the undo, and gives what becomes of the
    /// queue.
    package func redo(_ record: UndoneCommand) throws(LedgerFailure) -> QueueChanges {
        guard try ledger.sumOfRedo() == queue.redoSum else { throw .damaged("redo_log") }
        let row = try database.prepare("SELECT bytes, changes FROM redo_log WHERE id = ?1")
        row.bind(1, record.id)
        guard try row.step() else { throw .damaged("redo_log") }
        let changes = try Compression.unpack(row.bytes(1), count: Int(row.number(0)))
        row.reset()
        try openMark()
        try database.apply(changes)
        let parts = try database.prepare(
            "SELECT bytes, lines FROM redo_page WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC")
        parts.bind(1, Int64(record.id) << 32 | RedoRecord.firstPart)
        parts.bind(2, Int64(record.id) << 32 | 0xFFFF_FFFF)
        while try parts.step() {
            try database.apply(
                try Compression.unpack(parts.bytes(1), count: Int(parts.number(0))))
        }
        // Among them are the sums as they were then.
        database.rowChanges.reset()
        return try QueueChanges(database, record.id)
    }

    /// Forgets what was done again.
    package func forgetRedone(_ record: UndoneCommand) throws(LedgerFailure) {
        for sql: StaticString in [
            "DELETE FROM redo_page WHERE id BETWEEN (?1 << 32) AND (?1 << 32 | 4294967295)",
            "DELETE FROM redo_log WHERE id = ?1",
        ] {
            let delete = try database.prepare(sql)
            delete.bind(1, record.id)
            try delete.run()
        }
    }
}

/// A command that was undone and can be done again.
package struct UndoneCommand: Sendable, Equatable {
    package let id: Int
    package let command: String
    /// The queue as the undo left it; another one was edited since.
    package let queueLength: Int
    package let queueTail: UInt64
}

/// A command that can be undone.
package struct DoneCommand: Sendable, Equatable {
    /// Rises with each command.
    package let number: Int
    package let command: String
    /// Number of the import, 0 for other commands.
    package let batch: Int
    /// Lines it decided or changed; for an import, lines it brought in.
    package let lines: Int
}

extension LedgerFile {
    /// The command undone last; nil when there is none, or another command came after it.
    package func lastUndone() throws(LedgerFailure) -> UndoneCommand? {
        let row = try database.prepare(
            "SELECT id, command, queue_length, queue_tail FROM redo_log ORDER BY id DESC LIMIT 1")
        guard try row.step() else { return nil }
        return UndoneCommand(
            id: Int(row.number(0)), command: row.text(1), queueLength: Int(row.number(2)),
            queueTail: row.bits(3))
    }

    /// The commands that can be undone, newest first.
    package func commands() throws(LedgerFailure) -> [DoneCommand] {
        let row = try database.prepare(
            """
            SELECT seq, command, batch, coalesce(lines_new, (
                SELECT sum(length(steps)) / 48 FROM undo_page
                WHERE undo_page.id BETWEEN (seq << 32) AND (seq << 32 | 4294967295)), 0)
            FROM undo_log LEFT JOIN batch ON batch.id = undo_log.batch ORDER BY seq DESC
            """)
        var found: [DoneCommand] = []
        while try row.step() {
            found.append(
                DoneCommand(
                    number: Int(row.number(0)), command: row.text(1), batch: Int(row.number(2)),
                    lines: Int(row.number(3))))
        }
        return found
    }
}
