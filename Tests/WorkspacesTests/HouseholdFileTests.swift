import Facts
import Glibc
import Saving
import Testing

@testable import Workspaces

@Suite struct `A file of the household` {
    private static let before = Array("# by hand\n- {a: b}\n".utf8)
    private static let after = Array("# by hand\n- {a: c}  # ї\n".utf8)

    private func change(_ file: HouseholdFile, _ workspace: Workspace) throws {
        try workspace.replace(
            file, with: Self.after, insteadOf: workspace.contents(of: file), command: "test")
    }

    @Test(arguments: HouseholdFile.all, [before, []])
    func `changes, is undone and redone to the byte`(file: HouseholdFile, old: [UInt8]) throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<4).map { fact($0) })
        let path = workspace.paths.path(of: file)
        if !old.isEmpty { try write(path, old) }
        let lines = try bytes(workspace.paths.queue)
        try change(file, workspace)
        #expect(try workspace.contents(of: file) == Self.after)
        #expect(try bytes(workspace.paths.queue) == lines)
        #expect(try workspace.undo()?.command == "test")
        #expect(try workspace.contents(of: file) == old)
        #expect(try (fileStamp(path) == nil) == old.isEmpty)
        #expect(try workspace.redo() == .done(command: "test"))
        #expect(try workspace.contents(of: file) == Self.after)
        #expect(try workspace.check() == [])
        #expect(try bytes(workspace.paths.queue) == lines)
    }

    @Test func `is not changed by a dry run, or where it is another than was read`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let path = workspace.paths.path(of: .recurring)
        try write(path, Self.before)
        try workspace.replace(
            .recurring, with: Self.after, insteadOf: Self.before, command: "test", isDryRun: true)
        #expect(try bytes(path) == Self.before)
        #expect(throws: WorkspaceFailure.changedMeanwhile) {
            try workspace.replace(
                .recurring, with: Self.after, insteadOf: [], command: "test")
        }
        #expect(try bytes(path) == Self.before)
        #expect(try workspace.undo() == nil)
    }

    @Test func `that a person edited since is not overwritten by undo`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try change(.budget, workspace)
        try write(workspace.paths.path(of: .budget), Self.before)
        #expect(throws: WorkspaceFailure.fileEdited("budget.yaml", since: "test")) {
            try workspace.undo()
        }
        #expect(try workspace.contents(of: .budget) == Self.before)
        try write(workspace.paths.path(of: .budget), Self.after)
        #expect(try workspace.undo()?.command == "test")
        try write(workspace.paths.path(of: .budget), Self.before)
        #expect(throws: WorkspaceFailure.fileEdited("budget.yaml", since: "test")) {
            try workspace.redo()
        }
    }

    @Test func `changes after a crash behind the commit, and not before one`() async throws {
        for step in [Workspace.Step.nextSynced, .committed, .renamed, .settled] {
            let home = Household()
            defer { home.remove() }
            do { try home.create().importFacts((0..<4).map { fact($0) }) }
            let (folder, name) = (home.folder, step.rawValue)
            await #expect(processExitsWith: .exitCode(42)) {
                [folder = folder as String, name = name as String] in
                let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
                workspace.afterStep = { if $0.rawValue == name { _exit(42) } }
                try workspace.replace(
                    .recurring, with: Array("- {a: c}\n".utf8), insteadOf: [], command: "test")
            }
            let isDone = step != .nextSynced
            // A reader lets a writer finish first.
            do {
                let reader = try home.open(.reading)
                #expect(try reader.contents(of: .recurring).isEmpty == !isDone, "\(step)")
            }
            let workspace = try home.open()
            #expect(try workspace.contents(of: .recurring).isEmpty == !isDone, "\(step)")
            #expect(try fileStamp(workspace.paths.intent(of: .recurring)) == nil)
            #expect(try workspace.undo()?.command == (isDone ? "test" : "import"))
            #expect(try workspace.contents(of: .recurring).isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `that a person edited after the crash is set aside`(isSecond: Bool) async throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do { try home.create().importFacts([fact(0)]) }
        if isSecond { try write(paths.path(of: .recurring), Self.before) }
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .committed { _exit(42) } }
            try workspace.replace(
                .recurring, with: Array("- {a: c}\n".utf8),
                insteadOf: try workspace.contents(of: .recurring), command: "test")
        }
        let edited = Self.before + Array("- {tea: mine}\n".utf8)
        try write(paths.path(of: .recurring), edited)
        let reader = try home.open(.reading)
        let asides = reader.notices.compactMap {
            if case .editedFileSetAside("recurring.yaml", let file) = $0 { file } else { nil }
        }
        #expect(try bytes(try #require(asides.first)) == edited)
        #expect(try reader.contents(of: .recurring) == Array("- {a: c}\n".utf8))
        try reader.release()
        let workspace = try home.open()
        #expect(try workspace.undo()?.command == "test")
        #expect(try workspace.contents(of: .recurring) == (isSecond ? Self.before : []))
    }

    /// The note may have what the ledger has committed.
    @Test func `is not given up where its note cannot be read`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do { try home.create().importFacts([fact(0)]) }
        let note = paths.intent(of: .recurring)
        try write(note, [UInt8](repeating: 0x23, count: HouseholdFile.recurring.bytesMax + 65))
        #expect(throws: WorkspaceFailure.self) { try home.open() }
        #expect(try fileStamp(note) != nil)
        try write(note, Array("0\n- {a: c}\n".utf8))
        _ = try home.open()
        #expect(try fileStamp(note) == nil)
    }

    @Test func `is in backups, and comes back with them`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<4).map { fact($0) })
        try change(.recurring, workspace)
        let backup = home.folder + "-backup"
        _ = try workspace.backUp(to: backup, now: "20260101T000000Z")
        try write(workspace.paths.path(of: .recurring), Self.before)
        try workspace.release()
        _ = try Workspace.restore(
            at: home.folder, from: backup, now: "20260102T000000Z", identify: identify)
        let restored = try home.open()
        #expect(try restored.contents(of: .recurring) == Self.after)
        #expect(try restored.undo()?.command == "test")
        #expect(try restored.contents(of: .recurring) == [])
    }

    @Test(arguments: [
        "3\nabcdef", "3 categories.yaml\nabcdef",
    ])
    func `is read from records of earlier releases too`(record: String) {
        let change = FileChange(Array(record.utf8))
        #expect(
            change
                == FileChange(
                    .categories, before: Array("abc".utf8), after: Array("def".utf8)))
    }

    @Test(arguments: ["", "x\nabc", "9 recurring.yaml\nabc", "1 ../ledger.db\nabc", "-1\nabc"])
    func `is not read from other records`(record: String) {
        #expect(FileChange(Array(record.utf8)) == nil)
    }
}

@Suite struct `Large changes of files` {
    @Test func `a large change has several records, in any order`() {
        let before = [UInt8](repeating: 65, count: 700_000)
        let after = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let change = FileChange(.prices, before: before, after: after)
        let small = FileChange(.budget, before: [], after: [66])
        let records = change.records + small.records
        #expect(records.count == 6)
        #expect(records.allSatisfy { $0.count <= Limits.queueLineBytesMax })
        #expect(FileChange.all(in: records.reversed()) == [small, change])
        #expect(FileChange.all(in: Array(records.dropFirst())) == nil)
    }
}
