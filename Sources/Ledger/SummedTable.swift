internal import Scanning

/// A table whose row hashes are summed in `tally` by triggers, whatever code writes them.
///
/// For tables of few rows: a trigger costs about a microsecond a row.
struct SummedTable {
    let name: String
    /// All columns, in the table's order.
    private let columns: [String]
    /// Identifies the table in triggers.
    let number: Int
    /// The first version of the ledger that has it.
    let since: Int64

    private init(
        _ number: Int, _ name: String, _ columns: String, since: Int64 = LedgerSchema.oldestVersion
    ) {
        self.number = number
        self.since = since
        self.name = name
        self.columns = columns.split(separator: " ").map(String.init)
    }

    enum Event: Int, CaseIterable {
        case insert, update, delete

        /// The SQL keyword; printing a case by reflection is slow.
        fileprivate var word: String {
            switch self {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            }
        }
    }

    /// A kind of change with a trigger.
    struct Change {
        let table: SummedTable
        let event: Event

        var number: Int { table.number * Event.allCases.count + event.rawValue }
    }

    /// Built from constants of this file only, so no data becomes SQL.
    func trigger(for event: Event) -> String {
        let gone = "SELECT kopiyka_changed(-1, \(number), \(list("old")));"
        let come = "SELECT kopiyka_changed(1, \(number), \(list("new")));"
        let steps =
            switch event {
            case .insert: come
            case .update: gone + come
            case .delete: gone
            }
        return
            "CREATE TEMP TRIGGER \(name)_\(event.word) AFTER \(event.word) ON main.\(name)"
            + " BEGIN \(steps) END"
    }

    private func list(_ row: String) -> String {
        columns.map { row + "." + $0 }.joined(separator: ", ")
    }

    static let all: [SummedTable] = [
        SummedTable(0, "account", "id name hash"),
        SummedTable(
            1, "batch", "id made lines_new lines_known lines_rejected lines_skipped"),
        SummedTable(
            2, "seen_file",
            "digest_high digest_low name size modified batch accounts rows is_complete"),
        SummedTable(3, "source_file", "id name layout"),
        SummedTable(4, "memory", "kind subject category times"),
        SummedTable(5, "history", "kind subject past"),
        SummedTable(6, "undo_log", "seq command batch bytes"),
        SummedTable(7, "undo_page", "id steps bytes lines"),
        SummedTable(8, "undo_memory", "seq kind subject category times"),
        SummedTable(9, "undo_history", "seq kind subject before"),
        SummedTable(10, "transfer", "k1 k2 k3 o1 o2 o3 seq is_pair"),
        SummedTable(11, "revision", "k1 k2 k3 seq line"),
        SummedTable(
            12, "statement",
            "digest_high digest_low name number account first_day first_booked last_day"
                + " opening_units opening_scale opening_currency"
                + " closing_units closing_scale closing_currency",
            since: LedgerSchema.versionOfStatements),
    ]

    /// Summed in `queue_state`: the redo record must not include its own sum.
    static let redo: [SummedTable] = [
        SummedTable(13, "redo_log", "id command queue_length queue_tail bytes changes"),
        SummedTable(14, "redo_page", "id bytes lines"),
    ]
}

extension SummedTable {
    /// Sorted by number.
    static let allAndRedo = all + redo

    static var changes: [Change] {
        allAndRedo.flatMap { table in Event.allCases.map { Change(table: table, event: $0) } }
    }

    /// Changes made by every import.
    static var changesByImport: [Change] {
        all.filter { ["batch", "seen_file", "undo_log"].contains($0.name) }
            .map { Change(table: $0, event: .insert) }
    }
}

/// Changes of summed tables: the differences in row counts and in sums of hashes.
final class RowChanges {
    private(set) var changes = [(rows: Int, sum: UInt64)](
        repeating: (0, 0), count: SummedTable.allAndRedo.count)

    func reset() {
        for table in changes.indices { changes[table] = (0, 0) }
    }

    /// - Parameter rows: 1 for an added row, −1 for a removed one.
    func add(table: Int, rows: Int, _ digest: UInt64) {
        guard changes.indices.contains(table) else { return }
        changes[table].rows += rows
        changes[table].sum &+= rows < 0 ? 0 &- digest : digest
    }

    func take(_ table: SummedTable) -> (rows: Int, sum: UInt64) {
        assert(SummedTable.allAndRedo[table.number].name == table.name, "numbers are places")
        defer { changes[table.number] = (0, 0) }
        return changes[table.number]
    }
}

extension LedgerFile {
    /// Row count of a summed table and the sum of the hashes, computed from the file.
    func sum(of table: SummedTable) throws(LedgerFailure) -> (rows: Int, sum: UInt64) {
        try database.prepare(whole: table).sumOfRows()
    }

    /// Row count of the schema and the sum of its hashes.
    func sumOfSchema() throws(LedgerFailure) -> (rows: Int, sum: UInt64) {
        try database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema").sumOfRows()
    }

    /// The computed sum of the redo record.
    func sumOfRedo() throws(LedgerFailure) -> UInt64 {
        var sum: UInt64 = 0
        for table in SummedTable.redo { sum = sum &+ (try self.sum(of: table).sum) }
        return sum
    }
}

extension Statement {
    /// Steps to the end.
    fileprivate func sumOfRows() throws(LedgerFailure) -> (rows: Int, sum: UInt64) {
        var rows = 0
        var sum: UInt64 = 0
        while try step() {
            rows += 1
            sum = sum &+ rowDigest
        }
        return (rows, sum)
    }
}
