internal import CSQLite
internal import Facts
internal import Scanning

// SQLite's pointers do not leave this file. SQL is static text, or built from the constants of
// `SummedTable` and `EntryColumns`; values are bound.

@safe
final class Database {
    fileprivate let handle: OpaquePointer
    /// Changes of summed tables since ``RowChanges/reset()``.
    let rowChanges = RowChanges()
    private let watch = ChangeWatch()
    /// The rows behind the virtual table `gathered`; created lazily.
    private var gathered: UnsafeMutablePointer<ksqlite_rows>?

    private static let prepared: Void = ksqlite_prepare()

    init(path: String, isReadOnly: Bool) throws(LedgerFailure) {
        _ = Self.prepared
        var opened: OpaquePointer?
        let flags =
            (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
            | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let found = unsafe opened else {
            // SQLite returns a handle even if opening fails; it must be closed.
            unsafe sqlite3_close_v2(opened)
            throw ledgerFailure(code, "")
        }
        unsafe handle = found
        // The file's schema must not call functions or attach other databases.
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    }

    deinit {
        // All is committed: without this, closing would sync an empty journal again. An unfinished
        // transaction is rolled back with every sync.
        if unsafe sqlite3_get_autocommit(handle) != 0 {
            _ = unsafe sqlite3_exec(handle, "PRAGMA synchronous = OFF", nil, nil, nil)
        }
        _ = unsafe sqlite3_close_v2(handle)
        unsafe gathered?.deallocate()
    }

    /// Runs consecutive statements and ignores their rows.
    func run(_ sql: StaticString) throws(LedgerFailure) {
        var rest = unsafe UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        while unsafe rest.pointee != 0 {
            var made: OpaquePointer?
            var behind: UnsafePointer<CChar>?
            try watched { unsafe sqlite3_prepare_v2(handle, rest, -1, &made, &behind) }
            guard let next = unsafe behind else { return }
            unsafe rest = next
            // Only blanks were left.
            guard let statement = unsafe made else { continue }
            defer { unsafe sqlite3_finalize(statement) }
            var code = unsafe sqlite3_step(statement)
            while code == SQLITE_ROW { code = unsafe sqlite3_step(statement) }
            guard code == SQLITE_DONE else { throw failure(code) }
        }
    }

    func prepare(_ sql: StaticString) throws(LedgerFailure) -> Statement {
        try Statement(sql, of: self)
    }

    /// Prepares a SELECT from its parts.
    ///
    /// - Parameter index: the one to use; without statistics SQLite prefers the primary key.
    func prepare(
        _ rows: StaticString, by index: StaticString? = nil, where condition: StaticString,
        sortedBy order: StaticString
    ) throws(LedgerFailure) -> Statement {
        let choice = index.map { " INDEXED BY \($0)" } ?? ""
        return try Statement("\(rows)\(choice) WHERE \(condition) ORDER BY \(order)", of: self)
    }

    /// Prepares a SELECT of ``EntryColumns``, sorted by key.
    ///
    /// - Parameter version: of the ledger.
    func prepareEntries(
        where condition: StaticString, version: Int64
    ) throws(LedgerFailure) -> Statement {
        let columns = EntryColumns.list(ofVersion: version)
        return try Statement(
            "SELECT \(columns) FROM entry WHERE \(condition) ORDER BY k1, k2, k3", of: self)
    }

    /// Prepares a SELECT of identities (``Statement/identity(account:)``) with their batch.
    func prepareIdentities(_ rest: StaticString) throws(LedgerFailure) -> Statement {
        try Statement("SELECT \(EntryColumns.ofIdentity), batch \(rest)", of: self)
    }

    /// Prepares an INSERT of an entry that ignores known keys.
    ///
    /// - Parameter version: of the ledger.
    func prepareEntryInsert(version: Int64) throws(LedgerFailure) -> Statement {
        let insertion = EntryColumns.insertion(ofVersion: version)
        return try Statement("INSERT INTO entry \(insertion) ON CONFLICT DO NOTHING", of: self)
    }

    /// From here on, every row change in summed tables is added to ``rowChanges``.
    ///
    /// The triggers are temporary: they belong to this connection, not to the file. The authorizer
    /// denies a statement whose change has no trigger yet; the trigger is then created and the
    /// statement prepared again. A trigger costs 60 µs, so each is created lazily.
    func watchChanges() throws(LedgerFailure) {
        var code = unsafe sqlite3_create_function_v2(
            handle, "kopiyka_changed", -1, SQLITE_UTF8 | SQLITE_INNOCUOUS,
            Unmanaged.passUnretained(rowChanges).toOpaque(),
            { context, count, values in
                guard let data = unsafe sqlite3_user_data(context), let values = unsafe values
                else { return }
                let changes = unsafe Unmanaged<RowChanges>.fromOpaque(data).takeUnretainedValue()
                var digest: UInt64 = 0
                for index in 2..<Int(count) { unsafe add(values[index], to: &digest) }
                changes.add(
                    table: Int(unsafe sqlite3_value_int64(values[1])),
                    rows: Int(unsafe sqlite3_value_int64(values[0])), digest)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
        code = unsafe sqlite3_set_authorizer(
            handle,
            { data, action, table, _, _, _ in
                let event: SummedTable.Event
                switch action {
                case SQLITE_INSERT: event = .insert
                case SQLITE_UPDATE: event = .update
                case SQLITE_DELETE: event = .delete
                default: return SQLITE_OK
                }
                guard let data = unsafe data, let table = unsafe table else { return SQLITE_OK }
                let watch = unsafe Unmanaged<ChangeWatch>.fromOpaque(data).takeUnretainedValue()
                return watch.mayMake(event, of: unsafe String(cString: table))
                    ? SQLITE_OK : SQLITE_DENY
            }, Unmanaged.passUnretained(watch).toOpaque())
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func watch(_ changes: [SummedTable.Change]) throws(LedgerFailure) {
        for change in changes where !watch.watched.contains(change.number) {
            let code = unsafe sqlite3_exec(
                handle, change.table.trigger(for: change.event), nil, nil, nil)
            guard code == SQLITE_OK else { throw failure(code) }
            watch.watched.insert(change.number)
        }
    }

    /// Runs `body` again after each denied change, with that change's trigger created.
    fileprivate func watched(_ body: () -> Int32) throws(LedgerFailure) {
        var code = body()
        while code == SQLITE_AUTH, let change = watch.takeDenied() {
            try watch([change])
            code = body()
        }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Creates the triggers of the changes common to all imports.
    func watchImport() throws(LedgerFailure) { try watch(SummedTable.changesByImport) }

    func begin() throws(LedgerFailure) {
        try run("BEGIN IMMEDIATE")
        watch.watchedBefore = watch.watched
    }

    /// Rolls back to ``begin()``; triggers created since are gone too.
    func rollBack() throws(LedgerFailure) {
        watch.watched = watch.watchedBefore
        try run("ROLLBACK")
    }

    func number(_ sql: StaticString) throws(LedgerFailure) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.number(0) : 0
    }

    /// Inserts many rows by one statement: its cursors stay at the previous row, and nothing is
    /// bound.
    ///
    /// Foreign keys are not checked meanwhile, or SQLite would save each changed page as it was
    /// before the statement, in case a reference fails; the caller has looked up the referenced
    /// rows in this transaction. `PRAGMA foreign_key_check` checks all.
    ///
    /// ADVICE: this is the second engine; few rows are bound to a statement one by one
    /// (`LedgerTransaction.writeGathered`). It writes the rows of 900,013 lines in 1.75 s instead
    /// of 3.2, which alone justifies its C. Both take the same cells in the order of the same
    /// names, so a new column changes neither; the table in C has room for 64. The test "entries
    /// that are gathered are as those written one by one" runs both, on each side of the limit.
    ///
    /// Columns that are null in all rows, mostly a third of an entry's, are left to their default:
    /// each costs as much as a number. A failure gives up the whole transaction, so rows before the
    /// failing one need not be removed.
    ///
    /// - Parameters:
    ///   - table: its name, a constant.
    ///   - columns: names of a row's cells in order, constants.
    /// - Throws: SQLite's error, with the number of the row.
    func insert(
        _ rows: borrowing GatheredRows, into table: String, _ columns: [String]
    ) throws(GatheredRows.Failure) {
        precondition(columns.count == rows.columns, "a cell has no name")
        precondition(columns.count <= KSQLITE_GATHERED_COLUMNS, "a cell has no column")
        let filled = columns.indices.filter { !rows.isNull($0) }
        let sql =
            "INSERT OR FAIL INTO main.\(table) ("
            + filled.map { columns[$0] }.joined(separator: ", ") + ") SELECT "
            + filled.map { "c\($0)" }.joined(separator: ", ") + " FROM gathered"
        var code = SQLITE_OK
        if unsafe gathered == nil {
            let made = UnsafeMutablePointer<ksqlite_rows>.allocate(capacity: 1)
            unsafe made.initialize(to: ksqlite_rows())
            unsafe gathered = made
            code = unsafe ksqlite_make_gathered(handle, made)
        }
        guard code == SQLITE_OK, let shown = unsafe gathered else {
            throw GatheredRows.Failure(row: 0, failure(code))
        }
        unsafe ksqlite_check_references(handle, 0)
        defer { unsafe ksqlite_check_references(handle, 1) }
        var caught: LedgerFailure?
        unsafe shown.pointee = ksqlite_rows(
            cells: rows.cells,
            texts: UnsafeRawPointer(rows.texts).assumingMemoryBound(to: CChar.self),
            columns: rows.columns, count: rows.count, at: 0)
        do throws(LedgerFailure) {
            // Prepared each time: a change of `foreign_keys` would invalidate it anyway.
            try Statement(sql, of: self).run()
        } catch {
            caught = error
        }
        unsafe shown.pointee.count = 0
        if let caught {
            throw GatheredRows.Failure(row: unsafe shown.pointee.at, caught)
        }
    }

    /// Adds a text column to `entry`.
    func addColumn(of field: FactText) throws(LedgerFailure) {
        try Statement("ALTER TABLE entry ADD COLUMN \(field.column) TEXT", of: self).run()
    }

    /// Writes the application id and the schema version.
    func sign(_ application: Int64, version: Int64) throws(LedgerFailure) {
        try Statement("PRAGMA application_id = \(application)", of: self).run()
        try Statement("PRAGMA user_version = \(version)", of: self).run()
    }

    var rowsChanged: Int { Int(unsafe sqlite3_changes64(handle)) }
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    func prepare(whole table: SummedTable) throws(LedgerFailure) -> Statement {
        try Statement("SELECT * FROM main." + table.name, of: self)
    }

    fileprivate func failure(_ code: Int32) -> LedgerFailure {
        ledgerFailure(code, unsafe String(cString: sqlite3_errmsg(handle)))
    }

    fileprivate func pointer(for sql: StaticString) throws(LedgerFailure) -> OpaquePointer {
        var made: OpaquePointer?
        let text = unsafe UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        try watched {
            unsafe sqlite3_prepare_v3(
                handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT),
                &made, nil)
        }
        guard let found = unsafe made else { throw failure(SQLITE_MISUSE) }
        return unsafe found
    }
}

/// Rows of one table before insertion, row by row.
///
/// Manually allocated, not an array: writing a cell of a million rows needs no uniqueness check.
@safe
struct GatheredRows: ~Copyable {
    struct Failure: Error {
        let row: Int
        let failure: LedgerFailure

        init(row: Int, _ failure: LedgerFailure) {
            self.row = row
            self.failure = failure
        }
    }

    let columns: Int
    fileprivate var cells: UnsafeMutablePointer<ksqlite_cell>
    private var cellCount = 0
    private var cellRoom: Int
    fileprivate var texts: UnsafeMutablePointer<UInt8>
    private(set) var textBytes = 0
    private var textRoom: Int

    var count: Int {
        assert(cellCount % columns == 0, "rows are whole")
        return cellCount / columns
    }
    var isEmpty: Bool { cellCount == 0 }

    init(columns: Int) {
        self.columns = columns
        // Room for one row; it grows with more.
        cellRoom = columns
        textRoom = 256
        unsafe cells = .allocate(capacity: columns)
        unsafe texts = .allocate(capacity: 256)
    }

    deinit {
        unsafe cells.deallocate()
        unsafe texts.deallocate()
    }

    mutating func removeAll() {
        cellCount = 0
        textBytes = 0
    }

    private mutating func append(_ number: Int64, _ bytes: Int64) {
        if cellCount == cellRoom { growCells() }
        unsafe (cells + cellCount).initialize(to: ksqlite_cell(number: number, bytes: bytes))
        cellCount += 1
    }

    private mutating func growCells() {
        let grown = UnsafeMutablePointer<ksqlite_cell>.allocate(capacity: cellRoom * 2)
        unsafe grown.moveInitialize(from: cells, count: cellCount)
        unsafe cells.deallocate()
        unsafe cells = unsafe grown
        cellRoom *= 2
    }

    private mutating func growTexts(for bytes: Int) {
        textRoom = max(textRoom * 2, textBytes + bytes)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: textRoom)
        unsafe grown.moveInitialize(from: texts, count: textBytes)
        unsafe texts.deallocate()
        unsafe texts = unsafe grown
    }

    mutating func add(_ number: Int64) { append(number, Int64(KSQLITE_NUMBER)) }
    mutating func add(_ number: Int) { add(Int64(number)) }
    mutating func add(_ number: UInt64) { add(Int64(bitPattern: number)) }
    mutating func addNull() { append(0, Int64(KSQLITE_NULL)) }

    mutating func add(orNull number: Int64?) {
        if let number { add(number) } else { addNull() }
    }

    /// Adds a text; an empty one as NULL, the ledger's form of no text.
    mutating func add(_ text: String) { add(text.utf8.span) }

    /// The same, of UTF-8.
    mutating func add(_ text: Span<UInt8>) {
        if text.isEmpty { return addNull() }
        append(Int64(textBytes), Int64(text.count))
        if textRoom - textBytes < text.count { growTexts(for: text.count) }
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe (texts + textBytes).initialize(from: start, count: bytes.count)
        }
        textBytes += text.count
        assert(textBytes <= textRoom, "a text has its room")
    }

    fileprivate func isNull(_ column: Int) -> Bool {
        for index in stride(from: column, to: cellCount, by: columns)
        where unsafe cells[index].bytes != Int64(KSQLITE_NULL) {
            return false
        }
        return true
    }

    fileprivate func cell(_ index: Int) -> ksqlite_cell {
        precondition(index >= 0 && index < cellCount, "no such cell")
        return unsafe cells[index]
    }

    fileprivate func withText<Failure: Error>(
        of cell: ksqlite_cell, _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let bytes = unsafe UnsafeBufferPointer(
            start: texts + Int(cell.number), count: Int(cell.bytes))
        try body(unsafe Span(_unsafeElements: bytes))
    }
}

/// The changes of a database that have a trigger.
private final class ChangeWatch {
    var watched: Set<Int> = []
    /// At the start of the transaction.
    var watchedBefore: Set<Int> = []

    private var denied: SummedTable.Change?

    func mayMake(_ event: SummedTable.Event, of name: String) -> Bool {
        guard let table = SummedTable.allAndRedo.first(where: { $0.name == name }) else {
            return true
        }
        let change = SummedTable.Change(table: table, event: event)
        if watched.contains(change.number) { return true }
        denied = change
        return false
    }

    /// Returns and clears the change for which a statement was last denied.
    func takeDenied() -> SummedTable.Change? {
        defer { denied = nil }
        return denied
    }
}

/// Records row changes in some tables from its creation on.
@safe
final class ChangeRecorder {
    private let handle: OpaquePointer
    private let database: Database

    /// - Parameter tables: each with a primary key.
    init(_ database: Database, tables: [StaticString]) throws(LedgerFailure) {
        self.database = database
        var made: OpaquePointer?
        let code = unsafe sqlite3session_create(database.handle, "main", &made)
        guard code == SQLITE_OK, let found = unsafe made else { throw database.failure(code) }
        unsafe handle = found
        for table in tables {
            let name = unsafe UnsafeRawPointer(table.utf8Start).assumingMemoryBound(to: CChar.self)
            let code = unsafe sqlite3session_attach(found, name)
            guard code == SQLITE_OK else { throw database.failure(code) }
        }
    }

    deinit { unsafe sqlite3session_delete(handle) }

    /// Bytes of memory used by the record.
    var memoryBytes: Int { Int(unsafe sqlite3session_memory_used(handle)) }

    /// The changeset that reverts everything recorded, for ``Database/apply(_:)``.
    func inverse() throws(LedgerFailure) -> [UInt8] {
        var count: CInt = 0
        var bytes: UnsafeMutableRawPointer?
        var code = unsafe sqlite3session_changeset(handle, &count, &bytes)
        guard code == SQLITE_OK else { throw database.failure(code) }
        defer { unsafe sqlite3_free(bytes) }
        var inverseCount: CInt = 0
        var inverse: UnsafeMutableRawPointer?
        code = unsafe sqlite3changeset_invert(count, bytes, &inverseCount, &inverse)
        guard code == SQLITE_OK else { throw database.failure(code) }
        defer { unsafe sqlite3_free(inverse) }
        return unsafe Array(UnsafeRawBufferPointer(start: inverse, count: Int(inverseCount)))
    }
}

extension Database {
    /// Copies the whole current database over an empty one.
    func copy(over target: Database) throws(LedgerFailure) {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.failure(unsafe sqlite3_errcode(target.handle))
        }
        let step = unsafe sqlite3_backup_step(backup, -1)
        let end = unsafe sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, end == SQLITE_OK else { throw target.failure(end) }
    }

    /// Applies a changeset completely or, if a row is not in the recorded state, not at all.
    func apply(_ changes: [UInt8]) throws(LedgerFailure) {
        try watch(SummedTable.changes)
        var changes = changes
        let code = unsafe changes.withUnsafeMutableBytes { bytes in
            unsafe sqlite3changeset_apply(
                handle, CInt(bytes.count), bytes.baseAddress, nil,
                { _, _, _ in SQLITE_CHANGESET_ABORT }, nil)
        }
        if code == SQLITE_OK { return }
        // Such a row aborts; an I/O error is no evidence about the record.
        let failure = failure(code)
        if code & 0xFF != SQLITE_ABORT, case .storage = failure { throw failure }
        throw .damaged("redo_log.changes")
    }
}

/// A prepared statement. Parameters are numbered from 1, columns from 0.
///
/// A class, because merging accounts by day keeps an array of them, which cannot hold a noncopyable
/// struct.
@safe
final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(_ sql: StaticString, of database: Database) throws(LedgerFailure) {
        self.database = database
        unsafe handle = try database.pointer(for: sql)
    }

    fileprivate init(_ sql: String, of database: Database) throws(LedgerFailure) {
        self.database = database
        var made: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(database.handle, sql, -1, &made, nil)
        guard code == SQLITE_OK, let found = unsafe made else { throw database.failure(code) }
        unsafe handle = found
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds the parameters from 1 on, and returns itself.
    @discardableResult
    func bind<each Value: Bindable>(
        _ values: repeat each Value
    ) throws(LedgerFailure) -> Statement {
        var index: Int32 = 1
        for value in repeat each values { try value.bind(to: self, &index) }
        return self
    }

    /// Runs the statement and resets it; returns what `value` reads from each row.
    func all<Value>(
        _ value: (Statement) throws(LedgerFailure) -> Value
    ) throws(LedgerFailure) -> [Value] {
        defer { reset() }
        var values: [Value] = []
        while try step() { values.append(try value(self)) }
        return values
    }

    /// The same for the first row; nil if there is none.
    func first<Value>(
        _ value: (Statement) throws(LedgerFailure) -> Value
    ) throws(LedgerFailure) -> Value? {
        defer { reset() }
        return try step() ? try value(self) : nil
    }

    /// Runs the statement and resets it.
    func hasRow() throws(LedgerFailure) -> Bool {
        defer { reset() }
        return try step()
    }

    /// Binds the parameters of a statement without rows, runs it and resets it.
    func run<each Value: Bindable>(_ values: repeat each Value) throws(LedgerFailure) {
        try bind(repeat each values)
        _ = try step()
        reset()
    }

    func setNumber(_ index: Int32, _ value: Int64) {
        _ = unsafe sqlite3_bind_int64(handle, index, value)
    }

    func setNull(_ index: Int32) { _ = unsafe sqlite3_bind_null(handle, index) }

    func setText(_ index: Int32, _ span: Span<UInt8>) throws(LedgerFailure) {
        let code = unsafe span.withUnsafeBytes { raw in
            // An empty span may have a null address, which SQLite binds as NULL.
            guard let base = raw.baseAddress else {
                return unsafe sqlite3_bind_text64(
                    handle, index, "", 0, transient, UInt8(SQLITE_UTF8))
            }
            return unsafe sqlite3_bind_text64(
                handle, index, base.assumingMemoryBound(to: CChar.self), UInt64(raw.count),
                transient, UInt8(SQLITE_UTF8))
        }
        guard code == SQLITE_OK else { throw database.failure(code) }
    }

    /// Binds the cells of a row to parameters from 1 on.
    func bind(_ rows: borrowing GatheredRows, row: Int) throws(LedgerFailure) {
        for column in 0..<rows.columns {
            let cell = rows.cell(row * rows.columns + column)
            let index = Int32(column) + 1
            switch cell.bytes {
            case Int64(KSQLITE_NULL): setNull(index)
            case Int64(KSQLITE_NUMBER): setNumber(index, cell.number)
            default:
                try rows.withText(of: cell) { text throws(LedgerFailure) in
                    try setText(index, text)
                }
            }
        }
    }

    fileprivate func setBytes(_ index: Int32, _ bytes: Span<UInt8>) throws(LedgerFailure) {
        let code = unsafe bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(handle, index, 0)
            }
            return unsafe sqlite3_bind_blob64(
                handle, index, base, UInt64(raw.count), transient)
        }
        guard code == SQLITE_OK else { throw database.failure(code) }
    }

    /// Whether there is a row.
    func step() throws(LedgerFailure) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let failure = database.failure(code)
            unsafe sqlite3_reset(handle)
            throw failure
        }
    }

    func reset() { _ = unsafe sqlite3_reset(handle) }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }
    func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: number(column)) }

    func numberOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : number(column) }

    /// Hash of all columns of the row, equal to that of ``Database/watchChanges()``.
    var rowDigest: UInt64 {
        var digest: UInt64 = 0
        for column in 0..<(unsafe sqlite3_column_count(handle)) {
            unsafe add(sqlite3_column_value(handle, column), to: &digest)
        }
        return digest
    }

    func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes of a text or blob in SQLite's memory, valid until the next step.
    func withBytes<Result>(_ column: Int32, _ body: (Span<UInt8>) -> Result) -> Result {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return body(Span()) }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return body(unsafe Span(_unsafeBytes: bytes))
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// A value of one parameter or, as a key, of three.
protocol Bindable {
    /// Binds it from the parameter `index` on, which then is the next one.
    func bind(to statement: Statement, _ index: inout Int32) throws(LedgerFailure)
}

extension Bindable where Self: FixedWidthInteger {
    func bind(to statement: Statement, _ index: inout Int32) {
        statement.setNumber(index, Int64(truncatingIfNeeded: self))
        index += 1
    }
}

extension Int: Bindable {}
extension Int32: Bindable {}
extension Int64: Bindable {}
extension UInt: Bindable {}
extension UInt8: Bindable {}
extension UInt16: Bindable {}
extension UInt32: Bindable {}
extension UInt64: Bindable {}

extension Bool: Bindable {
    func bind(to statement: Statement, _ index: inout Int32) {
        (self ? 1 : 0).bind(to: statement, &index)
    }
}

extension String: Bindable {
    func bind(to statement: Statement, _ index: inout Int32) throws(LedgerFailure) {
        try statement.setText(index, utf8.span)
        index += 1
    }
}

extension [UInt8]: Bindable {
    func bind(to statement: Statement, _ index: inout Int32) throws(LedgerFailure) {
        try statement.setBytes(index, span)
        index += 1
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    func bind(to statement: Statement, _ index: inout Int32) throws(LedgerFailure) {
        if let self { return try self.bind(to: statement, &index) }
        statement.setNull(index)
        index += 1
    }
}

extension LineKey: Bindable {
    func bind(to statement: Statement, _ index: inout Int32) {
        account.bind(to: statement, &index)
        day.bind(to: statement, &index)
        storedRest(of: self).bind(to: statement, &index)
    }
}

/// Adds a value and its type to the hash of its row.
private func add(_ value: OpaquePointer?, to digest: inout UInt64) {
    let kind = unsafe sqlite3_value_type(value)
    digest = StableHash.combine(digest, UInt64(kind))
    switch kind {
    case SQLITE_INTEGER:
        digest = StableHash.combine(digest, UInt64(bitPattern: unsafe sqlite3_value_int64(value)))
    case SQLITE_TEXT, SQLITE_BLOB:
        let bytes = unsafe UnsafeRawBufferPointer(
            start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
        digest = StableHash.combine(
            digest, StableHash.hash(unsafe Span(_unsafeBytes: bytes), seed: 4))
    default: break
    }
}

/// `SQLITE_TRANSIENT`, a macro with a cast that is not imported: SQLite copies bound values.
private var transient: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

private func ledgerFailure(_ code: Int32, _ words: String) -> LedgerFailure {
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_MISMATCH: .damaged(words)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CONSTRAINT: .refused(words)
    case SQLITE_ERROR: .damaged(words)
    default: .storage(code: code, words)
    }
}
