import CSQLite
import Facts
import Glibc
import Importing
import Saving
import Scanning
import Testing
import Workspaces

@testable import Ledger

/// `Tests/Ledgers` has workspaces as earlier versions left them, their ledgers in SQL.
@Suite struct `A ledger of an earlier version` {
    private let household: Household
    private var ledger: String { household.workspacePath + "/ledger.db" }

    /// Two entries and two waiting lines in dollars with their balances, a dismissed one, and an
    /// approval that was undone.
    init() throws { household = try Household() }

    private func leave(version: Int) throws {
        let folder =
            "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
            + "/Ledgers/version-\(version)/"
        try removeRegularFile(ledger)
        try run(String(decoding: bytes(of: folder + "ledger.sql"), as: UTF8.self))
        for (name, place) in [("pending.jsonl", ""), ("queue.index", ".kopiyka/")] {
            let path = "\(household.workspacePath)/\(place)\(name)"
            try removeRegularFile(path)
            try createFile(path, contents: try bytes(of: folder + name))
        }
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try RegularFile(path)
        var bytes = [UInt8](repeating: 0, count: file.length)
        #expect(try file.read(into: &bytes, at: 0) == bytes.count)
        return bytes
    }

    private func run(_ sql: String) throws {
        var handle: OpaquePointer?
        defer { unsafe sqlite3_close_v2(handle) }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        #expect(unsafe sqlite3_open_v2(ledger, &handle, flags, nil) == SQLITE_OK)
        #expect(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test(arguments: [6, 7, 8, 11])
    func `is read as it is`(version: Int) throws {
        try leave(version: version)
        let before = try fileStamp(ledger)
        #expect(try household.open(.reading).check() == [])
        #expect(try household.lines().count == 4)
        #expect(try fileStamp(ledger) == before)
        #expect(try LedgerFile(path: ledger, isReadOnly: true).version == version)
    }

    /// As a dry run does, which does not migrate it.
    @Test(arguments: [6, 7, 8, 11])
    func `takes an entry that is not kept`(version: Int) throws {
        try leave(version: version)
        let file = try LedgerFile(path: ledger, isReadOnly: false)
        var entries = try EntryCursor(file)
        let known = try #require(try entries.next())
        let transaction = try LedgerTransaction(file)
        #expect(try !transaction.insert(known))
        transaction.rollback()
        #expect(file.version == version)
    }

    @Test(arguments: [6, 7, 8, 11])
    func `is one of today once it is written, and says so once`(version: Int) throws {
        try leave(version: version)
        let before = try household.lines()
        do {
            let workspace = try household.open()
            #expect(workspace.notices == (version == 6 ? [.ledgerMigrated] : []))
            #expect(try workspace.check() == [])
            // The step from version 6 drops what was kept for undo and redo.
            #expect(try workspace.ledger.commands().isEmpty == (version == 6))
            #expect((try workspace.ledger.lastUndone() == nil) == (version == 6))
        }
        #expect(try LedgerFile(path: ledger, isReadOnly: true).version == LedgerSchema.version)
        #expect(try household.lines() == before)
        #expect(try household.open().notices.isEmpty)
    }

    /// Its redo record has no sums by day.
    @Test(arguments: [7, 8, 11])
    func `counts the days of a command that is done again`(version: Int) throws {
        try leave(version: version)
        let workspace = try household.open()
        guard case .done = try workspace.redo() else {
            Issue.record("version \(version) has an undone command")
            return
        }
        #expect(try workspace.check() == [])
        #expect(try workspace.ledger.entryCount > 2)
    }

    /// Its balances are compared as those of today: the same rows without a currency, in other
    /// words, are the lines that it has.
    @Test(arguments: [false, true])
    func `knows its rows by their balances`(isTriedFirst: Bool) throws {
        try leave(version: 6)
        let file = household.write(
            """
            When;What;How much;Balance
            2026-03-01;POS 1;-5.00;495.00
            2026-03-02;POS 2;-12.50;482.50
            2026-03-02;POS 3;-9.00;473.50
            2026-03-03;POS 4;-39.99;433.51
            2026-03-04;POS 5;-7.25;426.26

            """, to: "in/unnamed.csv")
        if isTriedFirst {
            // As it was left: the ledger knows its time.
            let left = timespec(tv_sec: 1_795_678_125, tv_nsec: 258_002_716)
            var times = [left, left]
            let queue = household.workspacePath + "/pending.jsonl"
            #expect(unsafe utimensat(AT_FDCWD, queue, &times, 0) == 0)
            let names = ["ledger.db", "pending.jsonl", ".kopiyka/queue.index"]
            let before = try names.map { try bytes(of: household.workspacePath + "/" + $0) }
            let tried = try household.importing([file], account: "black", isDryRun: true)
            #expect(tried.files.map(\.known) == [5])
            // Nothing was written.
            #expect(try names.map { try bytes(of: household.workspacePath + "/" + $0) } == before)
            #expect(try household.open(isDryRun: true).notices.isEmpty)
        }
        let report = try household.importing([file], account: "black")
        #expect(report.files.map(\.known) == [5])
        #expect(try household.lines().count == 4)
        #expect(try household.open().check() == [])
    }

    @Test func `that another program changed is not taken for ours`() throws {
        try leave(version: 6)
        try run(
            """
            UPDATE mark SET open = 1;
            UPDATE entry SET units = -600 WHERE description = 'Bakery';
            UPDATE mark SET open = 0;
            DROP TRIGGER entry_is_never_deleted;
            DELETE FROM memory;
            """)
        let found = try household.open(.reading).check()
        #expect(found.contains(.ledger(.rowCount(table: "memory", expected: 1, found: 0))))
        #expect(found.contains(.ledger(.rowCount(table: "schema", expected: 42, found: 41))))
        #expect(found.contains { if case .ledger(.factChanged) = $0 { true } else { false } })
        // One trigger is gone; two tables and an index are new.
        let schema = found.map {
            if case .ledger(.rowCount("schema", let expected, _)) = $0 {
                WorkspaceFinding.ledger(.rowCount(table: "schema", expected: expected, found: 44))
            } else {
                $0
            }
        }
        #expect(try household.open().check() == schema)
    }

    @Test func `goes all the steps there are, each to the next version`() {
        let from = LedgerMigration.all.map(\.from)
        #expect(from == Array(LedgerSchema.oldestVersion..<LedgerSchema.version))
        #expect(Set(LedgerMigration.all.map(\.name)).count == from.count)
    }
}
