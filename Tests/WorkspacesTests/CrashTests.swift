import CSQLite
import Facts
import Glibc
import Ledger
import Pending
import TestKit
import Testing

@testable import Workspaces

@Suite struct `Crashes` {
    static let commands = ["import", "overlap", "approve", "dismiss", "edit", "undo", "redo"]
    static let steps = Workspace.Step.allCases.map(\.rawValue)

    /// Every command with every step; in a quick run, with every other one.
    private static let cases = commands.enumerated().flatMap { place, command in
        steps.enumerated().filter { isSlowRun || (place + $0.offset) % 2 == 0 }
            .map { (command, $0.element) }
    }

    /// The process is killed right after a step; what is found then is the state before or after
    /// the command, and nothing else; doing it again ends where a run without a crash ends.
    @Test(arguments: cases)
    func `a crash after any step leaves the old state or the new one`(
        command: String, step: String
    ) async throws {
        let clean = Household()
        let struck = Household()
        defer {
            clean.remove()
            struck.remove()
        }
        for home in [clean, struck] {
            let workspace = try home.create()
            try workspace.importFacts((0..<12).map { fact($0) })
            _ = try workspace.approve(.keys([key(fact(0)), key(fact(7))]))
            if command == "redo" { _ = try workspace.undo() }
        }
        let before: String
        let after: String
        do {
            let workspace = try clean.open()
            before = try workspace.dumped()
            try run(command, workspace)
            after = try workspace.dumped()
        }
        let folder = struck.folder
        await #expect(processExitsWith: .exitCode(42)) {
            [folder = folder as String, command = command as String, step = step as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0.rawValue == step { _exit(42) } }
            try run(command, workspace)
            _exit(42)
        }
        let workspace = try struck.open()
        #expect(workspace.problems == [])
        #expect(workspace.notices.allSatisfy { !$0.isAboutAnEdit }, "nobody edited anything")
        let found = try workspace.dumped()
        #expect(found == (happens(step, in: command) == .before ? before : after))
        #expect(try workspace.check() == [])
        if found == before { try run(command, workspace) }
        #expect(try workspace.dumped() == after)
        #expect(try workspace.check() == [])
    }

    @Test(arguments: [Workspace.Step.intentRecorded, .linesSynced])
    func `lines of an unfinished import go, edits made after the crash stay`(
        step: Workspace.Step
    ) async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        let folder = home.folder
        let name = step.rawValue
        await #expect(processExitsWith: .exitCode(42)) {
            [folder = folder as String, name = name as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0.rawValue == name { _exit(42) } }
            try workspace.importFacts((3..<6).map { fact($0) }, file: "april.json")
        }
        let queue = WorkspacePaths(folder).queue
        let text = String(decoding: try bytes(queue), as: UTF8.self)
        try write(queue, Array(text.replacing("\"layout\"", with: " \"layout\"").utf8))
        let workspace = try home.open()
        #expect(workspace.notices == [.unfinishedImportTakenBack(batch: 2)])
        let kept = String(decoding: try bytes(queue), as: UTF8.self)
        #expect(kept.components(" \"layout\"") == 3)
        #expect(try workspace.check() == [])
    }

    @Test func `readers take back a commit of which only a half was written`() async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        let before = try home.open(.reading).dumped()
        let ledger = WorkspacePaths(home.folder).ledger
        await #expect(processExitsWith: .exitCode(42)) { [ledger = ledger as String] in
            var database: OpaquePointer?
            unsafe sqlite3_open(ledger, &database)
            // With one page of cache the file is written before the commit.
            let half = """
                PRAGMA cache_size = 1; PRAGMA journal_mode = TRUNCATE; BEGIN IMMEDIATE;
                WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                INSERT INTO account (id, name, hash) SELECT i, 'account ' || i, i FROM n;
                """
            guard unsafe sqlite3_exec(database, half, nil, nil, nil) == SQLITE_OK else { _exit(1) }
            _exit(42)
        }
        #expect(try bytes(ledger + "-journal").isEmpty == false)
        #expect(try home.open(.reading).dumped() == before)
        #expect(try home.open(.reading).check() == [])
    }

    @Test func `an edit made between commit and rename is set aside, not lost`() async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .committed { _exit(42) } }
            _ = try workspace.approve(.keys([key(fact(0))]))
        }
        let queue = WorkspacePaths(folder).queue
        let edited = try bytes(queue) + Array("\n".utf8)
        try write(queue, edited)
        let workspace = try home.open(.reading)
        guard case .editedQueueSetAside(let file)? = workspace.notices.first else {
            Issue.record("\(workspace.notices)")
            return
        }
        #expect(try bytes(file) == edited)
        #expect(try workspace.check() == [])
    }

    @Test func `a second process is told that the workspace is busy`() async throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(75)) { [folder = folder as String] in
            do {
                _ = try Workspace.open(
                    at: folder, access: .reading, waitMilliseconds: 100, identify: identify)
            } catch WorkspaceFailure.busy {
                _exit(75)
            }
        }
        withExtendedLifetime(workspace) {}
    }
}

private enum Outcome { case before, after }

/// Where the states drawn at `Workspace` put a crash; steps that a command does not have let it
/// end.
private func happens(_ step: String, in command: String) -> Outcome {
    switch step {
    case "intentRecorded", "linesSynced":
        command == "import" || command == "overlap" ? .before : .after
    case "nextSynced": command == "import" ? .after : .before
    default: .after
    }
}

private func run(_ command: String, _ workspace: Workspace) throws {
    switch command {
    case "import": try workspace.importFacts((12..<20).map { fact($0) }, file: "april.json")
    case "overlap": try workspace.importFacts((6..<20).map { fact($0) }, file: "april.json")
    case "approve": _ = try workspace.approve(.keys(Set((2..<5).map { key(fact($0)) })))
    case "dismiss": _ = try workspace.dismiss(.keys([key(fact(3))]))
    case "edit":
        _ = try workspace.decide(command: "review", .keys([key(fact(3)), key(fact(0))])) { _ in
            Decision(category: "gifts")
        }
    case "undo": _ = try workspace.undo()
    default: _ = try workspace.redo()
    }
}

extension Workspace.Notice {
    fileprivate var isAboutAnEdit: Bool {
        switch self {
        case .editedQueueSetAside, .editedFileSetAside: true
        default: false
        }
    }
}
