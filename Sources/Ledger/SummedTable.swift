internal import Scanning

/// A table whose rows are hashed as they are, whoever writes them; `tally` has the sum of the
/// hashes.
///
/// For tables of few rows: a trigger costs about a microsecond a row.
struct SummedTable {
    let name: String
    /// All of them, in the table's order.
    private let columns: [String]
    /// What triggers say instead of the name.
    let number: Int

    private init(_ number: Int, _ name: String, _ columns: String) {
        self.number = number
        self.name = name
        self.columns = columns.split(separator: " ").map(String.init)
    }

    enum Event: Int, CaseIterable {
        case insert, update, delete

        /// As SQL has it; what the language prints of a case is slow to make.
        fileprivate var word: String {
            switch self {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            }
        }
    }

    /// A kind of change that a trigger adds up.
    struct Change {
        let table: SummedTable
        let event: Event

        var number: Int { table.number * Event.allCases.count + event.rawValue }
    }

    /// Constants of this file only, so nothing that was read becomes SQL.
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
    ]

    /// Summed in `queue_state`: what is kept for redo must not be part of what redo puts back.
    static let redo: [SummedTable] = [
        SummedTable(12, "redo_log", "id command queue_length queue_tail bytes changes"),
        SummedTable(13, "redo_page", "id bytes lines"),
    ]
}

extension SummedTable {
    /// In the order of their numbers.
    static let allAndRedo = all + redo

    static var changes: [Change] {
        allAndRedo.flatMap { table in Event.allCases.map { Change(table: table, event: $0) } }
    }

    /// What every import changes.
    static var changesByImport: [Change] {
        all.filter { ["batch", "seen_file", "undo_log"].contains($0.name) }
            .map { Change(table: $0, event: .insert) }
    }
}

/// How the rows of summed tables changed: how many there are more, and what to add to the sum of
/// their hashes.
final class RowChanges {
    private(set) var changes = [(rows: Int, sum: UInt64)](
        repeating: (0, 0), count: SummedTable.allAndRedo.count)

    func reset() {
        for table in changes.indices { changes[table] = (0, 0) }
    }

    /// - Parameter rows: 1 for a row that came, −1 for one that went.
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
    /// Rows of a summed table and the sum of their hashes, as they lie in the file.
    func sum(of table: SummedTable) throws(LedgerFailure) -> (rows: Int, sum: UInt64) {
        try database.prepare(whole: table).sumOfRows()
    }

    /// Number of definitions in the file and the sum of their hashes.
    func sumOfSchema() throws(LedgerFailure) -> (rows: Int, sum: UInt64) {
        try database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema").sumOfRows()
    }

    /// The sum of what is kept for redo.
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
