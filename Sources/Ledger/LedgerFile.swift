internal import Saving
internal import Scanning

/// The ledger: approved lines, their annotations, and everything that must change in the same
/// transaction.
///
/// One SQLite file, opened under the workspace's lock. This class and its extensions read;
/// ``LedgerTransaction`` writes. See `LedgerSchema` for the tables and their guarantees.
package final class LedgerFile {
    package let path: String
    let database: Database
    var accounts = AccountTable()
    /// Size limit of one part of the redo record while it is recorded; writing it takes about three
    /// times as much memory.
    package var redoPartBytesMax = 1 << 24
    /// The schema version; see ``migrate(_:)``.
    var version: Int64

    /// Creates an empty ledger with mode 0600, or completes one after an interrupted creation.
    package static func create(path: String) throws(LedgerFailure) {
        do throws(SavingError) {
            if try fileStamp(path) == nil { try createFile(path, contents: []) }
        } catch {
            throw .storage(code: error.errno, "")
        }
        _ = try LedgerFile(path: path, isReadOnly: false, mayBeEmpty: true)
    }

    /// - Parameter mayBeEmpty: an empty file gets the tables; otherwise it is a lost ledger.
    package init(
        path: String, isReadOnly: Bool, mayBeEmpty: Bool = false
    ) throws(LedgerFailure) {
        self.path = path
        database = try Database(path: path, isReadOnly: isReadOnly)
        let id = try database.number("PRAGMA application_id")
        version = try database.number("PRAGMA user_version")
        // The first read rolled back an interrupted commit. The check precedes any read of the
        // schema, which may be on the last page.
        if id == LedgerSchema.applicationID { try Self.verifyLength(path) }
        try database.run(LedgerSchema.everyTime)
        let isEmpty = try database.number("SELECT count(*) FROM sqlite_schema") == 0
        if mayBeEmpty, isEmpty, id == 0, version == 0 {
            try createTables()
        } else {
            if isEmpty, id == 0 { throw .damaged("empty") }
            guard id == LedgerSchema.applicationID else { throw .foreign }
            guard version <= LedgerSchema.version else { throw .fromFuture(version: Int(version)) }
            guard version >= 1 else { throw .damaged("user_version \(version)") }
            guard version >= LedgerSchema.oldestVersion else {
                throw .fromDevelopment(version: Int(version))
            }
        }
        if !isReadOnly {
            try database.run(LedgerSchema.whenWriting)
            try database.watchChanges()
        }
        accounts = try AccountTable(database)
    }

    /// SQLite reads the missing part of a last page as zeros, so the length is checked first.
    private static func verifyLength(_ path: String) throws(LedgerFailure) {
        do throws(SavingError) {
            let file = try RegularFile(path)
            var head = [UInt8](repeating: 0, count: 18)
            guard try file.read(into: &head, at: 0) == head.count,
                head.starts(with: "SQLite format 3\0".utf8)
            else { return }
            // Big-endian, two bytes; 1 means 65,536.
            let written = Int(head[16]) << 8 | Int(head[17])
            let pageSize = written == 1 ? 65_536 : written
            if pageSize > 0, file.length % pageSize == 0 { return }
        } catch {
            throw .storage(code: error.errno, "")
        }
        throw .damaged("the last page is cut")
    }

    private func createTables() throws(LedgerFailure) {
        try database.run(LedgerSchema.pages)
        try database.run("BEGIN IMMEDIATE")
        do throws(LedgerFailure) {
            try database.run(LedgerSchema.create)
            try database.run(LedgerSchema.createDays)
            try database.run(LedgerSchema.addMoneyIn)
            try database.run(LedgerSchema.createStatements)
            for field in LedgerMigration.all.compactMap(\.field) {
                try database.addColumn(of: field)
            }
            try write("schema", try sumOfSchema())
            try database.prepare("UPDATE queue_state SET digest = ?1").run(
                try storedQueueState().state.digest)
            try database.sign(LedgerSchema.applicationID, version: LedgerSchema.version)
            try database.run("COMMIT")
            version = LedgerSchema.version
        } catch {
            do throws(LedgerFailure) { try database.run("ROLLBACK") } catch {}
            throw error
        }
    }

    /// Allows other processes to access the file, or excludes them again.
    package func share(_ isShared: Bool) throws(LedgerFailure) {
        try database.run(
            isShared ? "PRAGMA locking_mode = NORMAL" : "PRAGMA locking_mode = EXCLUSIVE")
        // SQLite changes its lock at the next access.
        _ = try database.number("SELECT count(*) FROM sqlite_schema")
    }

    /// Copies the ledger durably into a new file with mode 0600.
    package func copy(to path: String) throws(LedgerFailure) {
        do throws(SavingError) {
            try createFile(path, contents: [])
        } catch {
            throw .storage(code: error.errno, "")
        }
        let target = try Database(path: path, isReadOnly: false)
        try target.run("PRAGMA synchronous = FULL; PRAGMA journal_mode = TRUNCATE")
        try database.copy(over: target)
    }

    func write(
        _ name: String, _ sum: (rows: Int, sum: UInt64)
    ) throws(LedgerFailure) {
        try database.prepare("INSERT OR REPLACE INTO tally VALUES (?1, ?2, ?3)").run(
            name, sum.rows, sum.sum)
    }

    func isTallied(
        _ name: String, _ found: (rows: Int, sum: UInt64)
    ) throws(LedgerFailure) -> Bool {
        try tally(name) ?? (0, 0) == found
    }

    /// Creates the triggers for an import ahead of time, while the caller waits for something else.
    package func watchImport() throws(LedgerFailure) { try database.watchImport() }

    package var isInTransaction: Bool { database.isInTransaction }

    /// The ledger has an earlier version; it was not yet opened for writing by this program.
    package var isOfEarlierVersion: Bool { version < LedgerSchema.version }

    /// Sets the page cache size to 64 MiB instead of 8: a large approval needs it.
    package func useLargeCache() throws(LedgerFailure) {
        try database.run("PRAGMA cache_size = -65536")
    }

    /// - Throws: `damaged` if the row does not match its digest.
    package func queueState() throws(LedgerFailure) -> QueueState {
        let (state, digest) = try storedQueueState()
        if state.digest != digest { throw .damaged("queue_state") }
        return state
    }

    private func storedQueueState() throws(LedgerFailure) -> (state: QueueState, digest: UInt64) {
        let row = try database.prepare(
            """
            SELECT generation, length, lines, size, modified, changed, inode, device, tail,
                index_rows, index_sum, intent, intent_value, seq, redo_sum, digest
            FROM queue_state
            """)
        guard try row.step() else { throw .damaged("queue_state") }
        let intent: QueueState.Intent
        switch row.number(11) {
        case 0: intent = .none
        case 2: intent = .rename(inode: UInt(bitPattern: Int(row.number(12))))
        default: throw .damaged("queue_state.intent")
        }
        let stamp =
            row.isNull(3)
            ? nil
            : QueueStamp(
                size: row.number(3), modified: row.number(4), changed: row.number(5),
                inode: row.number(6), device: row.number(7))
        let state = QueueState(
            generation: Int(row.number(0)), length: Int(row.number(1)), lines: Int(row.number(2)),
            stamp: stamp, tail: row.bits(8), indexCount: Int(row.number(9)),
            indexSum: row.bits(10), intent: intent, seq: Int(row.number(13)),
            redoSum: row.bits(14))
        return (state, row.bits(15))
    }

    package var entryCount: Int {
        get throws(LedgerFailure) { try tallyRows("entry") }
    }

    package var tombstoneCount: Int {
        get throws(LedgerFailure) { try tallyRows("tombstone") }
    }

    /// Number of missing and surplus lines at the last count.
    package var linesMissing: Int {
        get throws(LedgerFailure) { try tallyRows(Self.missingName) }
    }

    static let missingName = "line_missing"
    /// Redo records up to this number are older than some of the kept sums.
    static let sumsSinceName = "days_since"

    /// Digest of the own accounts whose numbers were searched in all waiting lines, 0 for none; nil
    /// if the search must be repeated.
    package var ownNumbers: UInt64? {
        get throws(LedgerFailure) {
            guard let noted = try tally(Self.ownNumbersName) else { return 0 }
            return noted.rows == 0 ? noted.sum : nil
        }
    }

    static let ownNumbersName = "own_numbers"

    /// By import, the number of lines neither approved nor dismissed, which must be in the queue.
    package func linesOutside() throws(LedgerFailure) -> [Int: Int] {
        let row = try database.prepare(
            """
            SELECT id, lines_new FROM batch
            UNION ALL SELECT batch, -count(*) FROM entry WHERE batch <> 0 GROUP BY batch
            UNION ALL SELECT batch, -count(*) FROM tombstone GROUP BY batch
            """)
        var result: [Int: Int] = [:]
        while try row.step() { result[Int(row.number(0)), default: 0] += Int(row.number(1)) }
        return result
    }

    package func nextBatch() throws(LedgerFailure) -> Int {
        Int(try database.number("SELECT coalesce(max(id), 0) + 1 FROM batch"))
    }

    /// A digest of the kept sums of all tables: equal for equal contents, whatever led to them.
    package var sumsDigest: UInt64 {
        get throws(LedgerFailure) {
            let row = try database.prepare("SELECT name, rows, sum FROM tally ORDER BY name")
            var digest = UInt64(bitPattern: version)
            while try row.step() {
                digest = StableHash.combine(digest, StableHash.hash(row.text(0).utf8.span, seed: 2))
                digest = StableHash.combine(digest, row.bits(1))
                digest = StableHash.combine(digest, row.bits(2))
            }
            return digest
        }
    }

    func tallyRows(_ name: String) throws(LedgerFailure) -> Int {
        try tally(name)?.rows ?? 0
    }

    /// Nil if nothing was written under this name.
    func tally(_ name: String) throws(LedgerFailure) -> (rows: Int, sum: UInt64)? {
        try database.prepare("SELECT rows, sum FROM tally WHERE name = ?1").bind(name)
            .first { (Int($0.number(0)), $0.bits(1)) }
    }
}

/// Account ids of the ledger with names and hashes, all cached: a person has few.
struct AccountTable {
    struct Row {
        let id: Int64
        let name: String
        let hash: UInt64
    }

    private(set) var rows: [Row] = []
    private var byHash: [UInt64: Int] = [:]
    private var byID: [Int64: Int] = [:]

    init() {}

    init(_ database: Database) throws(LedgerFailure) {
        let statement = try database.prepare("SELECT id, name, hash FROM account ORDER BY id")
        while try statement.step() {
            add(Row(id: statement.number(0), name: statement.text(1), hash: statement.bits(2)))
        }
    }

    subscript(hash hash: UInt64) -> Row? { byHash[hash].map { rows[$0] } }
    subscript(id id: Int64) -> Row? { byID[id].map { rows[$0] } }
    subscript(name name: String) -> Row? {
        rows.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    mutating func add(_ row: Row) {
        byHash[row.hash] = rows.count
        byID[row.id] = rows.count
        rows.append(row)
    }
}
