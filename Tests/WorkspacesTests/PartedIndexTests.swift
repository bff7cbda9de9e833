import Facts
import Glibc
import Pending
import Saving
import Testing

@testable import Workspaces

@Suite struct `A queue whose index has parts` {
    private static let facts = (0..<1_500).map { fact($0) }

    private func parts(_ home: Household) throws -> [String] {
        try sortedNames(in: WorkspacePaths(home.folder).hidden).filter { $0.contains(".part") }
    }

    private func open(_ home: Household) throws -> Workspace {
        let workspace = try home.open()
        workspace.recordsWithoutPartMax = 100
        return workspace
    }

    /// Three imports that overlap, with decisions between them.
    private func live(_ home: Household, hasParts: Bool) throws -> Workspace {
        try Workspace.create(at: home.folder)
        for part in 0..<3 {
            let workspace = try home.open()
            workspace.recordsWithoutPartMax = hasParts ? 100 : .max
            try workspace.importFacts(
                Array(Self.facts[(part * 400)..<(part * 400 + 700)]), file: "\(part).json")
            let other = (0..<300).map { fact(part * 300 + $0, account: "privat") }
            try workspace.importFacts(other, file: "privat-\(part).json")
            #expect(try parts(home).isEmpty != hasParts)
            if part == 1 { _ = try workspace.approve(.keys([key(Self.facts[7])])) }
        }
        return try home.open()
    }

    @Test func `is told of by every question as without`() throws {
        let plain = Household()
        let parted = Household()
        defer {
            plain.remove()
            parted.remove()
        }
        let workspaces = [
            try live(plain, hasParts: false), try live(parted, hasParts: true),
        ]
        let dumps = try workspaces.map { try $0.dumped() }
        #expect(dumps[0] == dumps[1])
        #expect(
            try bytes(workspaces[0].paths.queue) == bytes(workspaces[1].paths.queue))
        for workspace in workspaces {
            #expect(try workspace.check() == [])
            #expect(try workspace.approve(.all).approved.count == 2_399)
            #expect(try workspace.check() == [])
        }
    }

    @Test func `is opened without reading what the parts hold`() throws {
        let home = Household()
        defer { home.remove() }
        try Workspace.create(at: home.folder)
        do { try open(home).importFacts(Self.facts) }
        #expect(try parts(home) == ["queue.index.part0"])
        do { #expect(try home.open(.reading).openIndex().bytesRead == 1_500 * 96) }
        let workspace = try open(home)
        #expect(try workspace.openIndex().bytesRead == 1_500 % 64 * 96)
        #expect(try workspace.openIndex(provesAll: true).bytesRead == 1_500 * 96)
        // A queue that was written anew has none, until an import adds to it.
        _ = try workspace.approve(.keys([key(Self.facts[0])]))
        #expect(try workspace.openIndex().bytesRead >= 1_499 * 96)
        #expect(try parts(home) == [])
        try workspace.importFacts([fact(2_000)], file: "april.json")
        #expect(try workspace.openIndex().bytesRead == 1_500 % 64 * 96)
        #expect(try parts(home) == ["queue.index.part0"])
        _ = try workspace.approve(.all)
        try workspace.importFacts([fact(2_001)], file: "may.json")
        #expect(try parts(home) == [])
    }

    /// Nothing depends on them.
    @Test func `does without parts that cannot be written`() throws {
        let home = Household()
        defer { home.remove() }
        try Workspace.create(at: home.folder)
        try makePrivateDirectory(WorkspacePaths(home.folder).index + ".part")
        for part in 0..<2 {
            let workspace = try open(home)
            let facts = Array(Self.facts[(part * 700)..<(part * 700 + 800)])
            #expect(
                try workspace.importFacts(facts, file: "\(part).json").linesNew == 800 - part * 100)
            #expect(try workspace.check() == [])
        }
        #expect(try parts(home) == ["queue.index.part"])
    }

    /// The index is damaged where no opening reads it.
    @Test(arguments: ["import", "approve"])
    func `ends a command that meets a damaged record, and the next one makes it anew`(
        command: String
    ) throws {
        let home = Household()
        defer { home.remove() }
        try Workspace.create(at: home.folder)
        do { try open(home).importFacts(Self.facts) }
        let paths = WorkspacePaths(home.folder)
        var index = try bytes(paths.index)
        index[700 * 96 + 20] ^= 1
        try write(paths.index, index)
        let before = try bytes(paths.queue)
        func run(_ workspace: Workspace) throws {
            if command == "import" {
                try workspace.importFacts(Array(Self.facts[690..<710]), file: "april.json")
            } else {
                _ = try workspace.approve(.keys([key(Self.facts[700])]))
            }
        }
        let dump = try home.open(.reading).dumped()
        do {
            let workspace = try open(home)
            #expect(throws: WorkspaceFailure.self) { try run(workspace) }
        }
        #expect(try parts(home) == [])
        #expect(try home.open(.reading).dumped() == dump)
        #expect(try bytes(paths.queue) == before)
        let workspace = try open(home)
        try run(workspace)
        #expect(try workspace.check() == [])
        #expect(try bytes(paths.queue) != before)
    }

    /// Records that the ledger knows, and no part yet; records behind a part that the ledger does not know.
    @Test(arguments: [Workspace.Step.linesSynced, .committed])
    func `is whole again after a crash beside a part`(step: Workspace.Step) async throws {
        let home = Household()
        defer { home.remove() }
        try Workspace.create(at: home.folder)
        do { try open(home).importFacts(Array(Self.facts[..<1_000])) }
        let folder = home.folder
        let name = step.rawValue
        await #expect(processExitsWith: .exitCode(42)) {
            [folder = folder as String, name = name as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.recordsWithoutPartMax = 100
            workspace.afterStep = { if $0.rawValue == name { _exit(42) } }
            try workspace.importFacts((1_000..<1_500).map { fact($0) }, file: "april.json")
        }
        let workspace = try open(home)
        #expect(try workspace.check() == [])
        let summary = try workspace.importFacts(Self.facts, file: "april.json")
        #expect(summary.linesNew == (step == .committed ? 0 : 500))
        #expect(try workspace.check() == [])
    }
}
