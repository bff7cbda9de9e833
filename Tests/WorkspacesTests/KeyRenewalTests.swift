import Facts
import Glibc
import Ledger
import Pending
import Scanning
import Testing

@testable import Workspaces

/// Another definition, to which the keys of these tests are of version 0: the currency and the number among the lines of the day.
private let renewed = KeyDefinition(version: LineKey.version) { line, occurrence in
    LineKey(
        account: line.key.account, day: CalendarDate(daysSince1970: line.day),
        rest: StableHash.combine(UInt64(line.currency), UInt64(occurrence)))
}

extension Household {
    /// Makes all keys ones of version 0, which no release ever wrote.
    func makeOld() throws {
        let queue = folder + "/pending.jsonl"
        let text = String(decoding: try bytes(queue), as: UTF8.self)
        try write(queue, Array(text.replacing("\"1-", with: "\"0-").utf8))
        try setKeyVersion(0)
    }

    func setKeyVersion(_ version: Int) throws {
        let ledger = try LedgerFile(path: folder + "/ledger.db", isReadOnly: false)
        let transaction = try LedgerTransaction(ledger)
        transaction.queue.keyVersion = version
        try transaction.commit()
    }

    func openRenewed(_ access: Workspace.Access = .writing) throws -> Workspace {
        try Workspace.open(at: folder, access: access, keys: renewed, identify: identify)
    }

    /// Twelve lines, some approved, one dismissed, one annotated since.
    func fill() throws {
        let workspace = try create()
        let facts = (0..<12).map { fact($0) }
        try workspace.importFacts(facts)
        let keys = facts.map { key($0) }
        _ = try workspace.approve(.keys(Set(keys[..<5])))
        _ = try workspace.dismiss(.keys([keys[6]]))
        _ = try workspace.decide(command: "review", .keys([keys[1]])) { _ in
            Decision(category: "transport", note: "mine")
        }
    }
}

/// The dump without keys, line by line sorted: what must be the same before and after.
private func withoutKeys(_ workspace: Workspace) throws -> [String] {
    try workspace.dumped().split(separator: "\n").map { line in
        String(line).replacing(/"[01]-[0-9a-f]{8}-[0-9]{8}-[0-9a-f]{16}"/, with: "\"key\"")
    }.sorted()
}

@Suite struct `Keys of an older definition` {
    private let home = Household()

    @Test func `are made anew at the first opening, and nothing else changes`() throws {
        defer { home.remove() }
        try home.fill()
        let before = try withoutKeys(try home.open(.reading))
        try home.makeOld()
        do {
            let workspace = try home.openRenewed()
            #expect(workspace.notices == [.keysRenewed(version: LineKey.version)])
            #expect(try withoutKeys(workspace) == before)
            #expect(try workspace.check() == [])
            var found: Set<LineKey> = []
            var expected: Set<LineKey> = []
            func add(_ line: LineIdentity) {
                found.insert(line.key)
                // Three lines a day, each of another number.
                for number in UInt16(0)..<3 { expected.insert(renewed.key(line, number)) }
            }
            var entries = try EntryCursor(workspace.ledger)
            while let entry = try entries.next() {
                add(entry.identity)
                #expect(entry.key == renewed.key(entry.identity, entry.identity.occurrence))
            }
            #expect(found.count == 5)
            try workspace.forEachQueueLine {
                add(identify($0.fact, $0.key))
                return true
            }
            try workspace.ledger.forEachTombstone { add($0.identity) }
            #expect(found.count == 12)
            #expect(found == expected)
            #expect(try workspace.undo() == nil)
        }
        // Once: the next opening finds nothing to do, and undo is exact again.
        let workspace = try home.openRenewed()
        #expect(workspace.notices == [])
        let dump = try workspace.dumped()
        #expect(try workspace.approve(.all).approved.count == 6)
        _ = try workspace.undo()
        #expect(try workspace.dumped() == dump)
        #expect(try workspace.check() == [])
    }

    @Test func `a reader lets them be renewed, so that what it shows can be named`() throws {
        defer { home.remove() }
        try home.fill()
        try home.makeOld()
        let shown = try home.openRenewed(.reading).dumped()
        #expect(try home.openRenewed().dumped() == shown)
    }

    @Test(arguments: ["nextSynced", "committed", "renamed", "settled"])
    func `a crash at any step leaves old keys or new ones`(_ step: String) async throws {
        defer { home.remove() }
        try home.fill()
        let before = try withoutKeys(try home.open(.reading))
        try home.makeOld()
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) {
            [folder = folder as String, step = step as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0.rawValue == step { _exit(42) } }
            try workspace.renewKeys(renewed)
        }
        do {
            let workspace = try home.openRenewed()
            #expect(try withoutKeys(workspace) == before)
            #expect(try workspace.check() == [])
        }
        #expect(try home.openRenewed().notices == [])
    }

    @Test func `of a later definition are refused and left alone`() throws {
        defer { home.remove() }
        try home.fill()
        try home.setKeyVersion(2)
        let ledger = try bytes(home.folder + "/ledger.db")
        for access in [Workspace.Access.reading, .writing] {
            #expect(throws: WorkspaceFailure.ledger(.fromFuture(version: 2))) {
                try home.openRenewed(access)
            }
        }
        #expect(try bytes(home.folder + "/ledger.db") == ledger)
    }

    @Test func `in a queue that is not the ledger's are named with their line`() throws {
        defer { home.remove() }
        try home.fill()
        let queue = home.folder + "/pending.jsonl"
        let text = String(decoding: try bytes(queue), as: UTF8.self)
        try write(queue, Array(text.replacing("\"1-", with: "\"0-").utf8))
        do {
            let workspace = try home.openRenewed()
            #expect(workspace.problems.first?.kind == .keyOfOtherVersion)
            #expect(throws: WorkspaceFailure.queue(workspace.problems)) {
                try workspace.beginImport()
            }
        }
        try write(queue, Array(text.replacing("\"1-", with: "\"2-").utf8))
        #expect(try home.openRenewed().problems.first?.kind == .versionFromFuture)
    }
}
