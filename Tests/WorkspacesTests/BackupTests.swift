import Facts
import Glibc
import Ledger
import Saving
import Testing

@testable import Workspaces

@Suite struct `Backups` {
    @Test func `a backup is a workspace with the same dump, and a restore brings it back`() throws {
        let home = Household()
        defer { home.remove() }
        let copy = home.folder + "-copy"
        defer { try? removeTree(copy) }
        let dump: String
        do {
            let workspace = try home.create()
            try write("\(home.folder)/rules/own.yaml", Array("rules: []\n".utf8))
            try workspace.importFacts((0..<20).map { fact($0) })
            _ = try workspace.approve(.keys([key(fact(2)), key(fact(3))]))
            dump = try workspace.dumped()
            let report = try workspace.backUp(to: copy, now: "n")
            #expect(
                report == BackupReport(folder: copy, entries: 2, queueLines: 18))
            #expect(throws: WorkspaceFailure.notEmpty(copy)) {
                try workspace.backUp(to: copy, now: "n")
            }
            _ = try workspace.approve(.all)
            #expect(try workspace.dumped() != dump)
        }
        do {
            let backup = try Workspace.open(at: copy, access: .reading, identify: identify)
            #expect(try backup.dumped() == dump)
            #expect(try backup.check() == [])
            #expect(try bytes("\(copy)/rules/own.yaml") == Array("rules: []\n".utf8))
        }
        let report = try Workspace.restore(
            at: home.folder, from: copy, now: "20260314T182205Z", identify: identify)
        #expect(report.entries == 2 && report.queueLines == 18)
        do {
            let workspace = try home.open()
            #expect(try workspace.dumped() == dump)
            #expect(try workspace.check() == [])
            // What was undone of in the backup can still be undone.
            #expect(try workspace.undo()?.command == "approve")
        }
        // And back: what was replaced is a workspace too.
        _ = try Workspace.restore(
            at: home.folder, from: report.replaced, now: "20260314T182206Z", identify: identify)
        #expect(try home.open().ledger.entryCount == 20)
    }

    @Test func `a damaged or missing ledger is restored, a damaged backup is refused`() throws {
        let home = Household()
        defer { home.remove() }
        let copy = home.folder + "-copy"
        defer { try? removeTree(copy) }
        let dump: String
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<20).map { fact($0) })
            dump = try workspace.dumped()
            _ = try workspace.backUp(to: copy, now: "n")
        }
        let ledger = WorkspacePaths(home.folder).ledger
        try truncateFile(ledger, to: 5_000)
        #expect(throws: WorkspaceFailure.self) { try home.open() }
        _ = try Workspace.restore(at: home.folder, from: copy, now: "1", identify: identify)
        #expect(try home.open().dumped() == dump)
        try removeRegularFile(ledger)
        try removeRegularFile(WorkspacePaths(home.folder).settings)
        _ = try Workspace.restore(at: home.folder, from: copy, now: "2", identify: identify)
        #expect(try home.open().dumped() == dump)

        try truncateFile(WorkspacePaths(copy).ledger, to: 5_000)
        #expect(throws: WorkspaceFailure.self) {
            try Workspace.restore(at: home.folder, from: copy, now: "3", identify: identify)
        }
        #expect(try home.open().dumped() == dump)
    }

    /// The states drawn at the top of `Workspace+Backups.swift`, made by hand.
    @Test(arguments: [0, 1, 2])
    func `a decided restore is finished by the next start`(filesMoved: Int) throws {
        let home = Household()
        defer { home.remove() }
        let copy = home.folder + "-copy"
        defer { try? removeTree(copy) }
        let dump: String
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<9).map { fact($0) })
            dump = try workspace.dumped()
            _ = try workspace.backUp(to: copy, now: "n")
            _ = try workspace.approve(.all)
        }
        let paths = WorkspacePaths(home.folder)
        let staged = WorkspacePaths(paths.restored)
        let origin = WorkspacePaths(copy)
        try makePrivateDirectory(paths.restored)
        try copyFile(origin.ledger, to: staged.ledger)
        try copyFile(origin.queue, to: staged.queue)
        try createFile("\(paths.restored)/replaced", contents: Array("5".utf8))
        let replaced = WorkspacePaths("\(paths.backups)/replaced-5")
        try makePrivateDirectory(paths.backups)
        try makePrivateDirectory(replaced.folder)
        if filesMoved > 0 { try moveBetweenFolders(paths.queue, to: replaced.queue) }
        if filesMoved > 1 { try moveBetweenFolders(staged.queue, to: paths.queue) }
        #expect(try home.open(filesMoved == 1 ? .reading : .writing).dumped() == dump)
        #expect(try sortedNames(in: paths.hidden).contains("restored") == false)
        #expect(try fileStamp(replaced.ledger) != nil)
    }

    @Test func `the daily backup waits a day, then comes once a day, and seven stay`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<9).map { fact($0) })
        #expect(
            try workspace.backUpDaily(
                now: "20250314T100000Z", dayAgo: "20250313T100000Z", dayAgoSeconds: 1_000) == nil)
        for day in 11..<21 {
            let made = try workspace.backUpDaily(
                now: "202603\(day)T100000Z", dayAgo: "202603\(day - 1)T100000Z",
                dayAgoSeconds: Int.max)
            #expect(made != nil)
            let again = try workspace.backUpDaily(
                now: "202603\(day)T230000Z", dayAgo: "202603\(day - 1)T230000Z",
                dayAgoSeconds: Int.max)
            #expect(again == nil)
        }
        let kept = try sortedNames(in: workspace.paths.backups)
        #expect(kept.count == 7)
        #expect(kept.first == "auto-20260314T100000Z" && kept.last == "auto-20260320T100000Z")
    }

    @Test func `the first daily backup waits for no day without an import`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        // Each writes into the lock file.
        try workspace.importFacts((0..<9).map { fact($0) })
        try workspace.importFacts((9..<12).map { fact($0) }, file: "april.json")
        let made = try workspace.backUpDaily(
            now: "20250320T100000Z", dayAgo: "20250319T100000Z", dayAgoSeconds: 1_000)
        #expect(made != nil)
    }

    @Test func `a half backup does not count, goes with the next one, and evicts none`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<9).map { fact($0) })
        func backUp(_ day: Int) throws -> BackupReport? {
            try workspace.backUpDaily(
                now: "202603\(day)T100000Z", dayAgo: "202603\(day - 1)T100000Z",
                dayAgoSeconds: Int.max)
        }
        for day in 11..<18 { #expect(try backUp(day) != nil) }
        let backups = workspace.paths.backups
        // Killed at its start, before the settings, and before its last step.
        for (name, files) in [
            ("auto-20260318T090000Z", [String]()),
            ("auto-20260318T093000Z", ["ledger.db"]),
            ("auto-20260318T094500Z", ["ledger.db", "pending.jsonl", "kopiyka.yaml"]),
        ] {
            let half = "\(backups)/\(name)"
            try makePrivateDirectory(half)
            if files.isEmpty { continue }
            try makePrivateDirectory(half + "/.kopiyka")
            try createFile(half + "/.kopiyka/making", contents: [])
            for file in files { try createFile("\(half)/\(file)", contents: []) }
        }
        let other = Household()
        defer { other.remove() }
        _ = try other.create()
        for name in ["auto-20260318T093000Z", "auto-20260318T094500Z"] {
            let half = "\(backups)/\(name)"
            #expect(throws: WorkspaceFailure.halfBackup(half)) {
                try Workspace.restore(at: other.folder, from: half, now: "n", identify: identify)
            }
        }
        #expect(try backUp(18) != nil)
        let kept = try sortedNames(in: backups)
        #expect(kept.count == 7)
        #expect(kept.first == "auto-20260312T100000Z" && kept.last == "auto-20260318T100000Z")
    }

    @Test func `a clock that ran ahead stops no backup, and what it named goes first`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<9).map { fact($0) })
        func backUp(_ year: Int, _ day: Int) throws -> BackupReport? {
            try workspace.backUpDaily(
                now: "\(year)03\(day)T100000Z", dayAgo: "\(year)03\(day - 1)T100000Z",
                dayAgoSeconds: Int.max)
        }
        for day in 11..<15 { #expect(try backUp(2036, day) != nil) }
        for day in 11..<18 { #expect(try backUp(2026, day) != nil) }
        #expect(try backUp(2026, 17) == nil)
        let kept = try sortedNames(in: workspace.paths.backups)
        #expect(kept == (11..<18).map { "auto-202603\($0)T100000Z" })
    }

    @Test(arguments: [false, true])
    func `a backup that failed leaves its folder as it was`(isThere: Bool) throws {
        let home = Household()
        defer { home.remove() }
        let copy = home.folder + "-copy"
        defer { try? removeTree(copy) }
        let workspace = try home.create()
        try workspace.importFacts((0..<9).map { fact($0) })
        let settings = try bytes(workspace.paths.settings)
        try removeRegularFile(workspace.paths.settings)
        if isThere { try makePrivateDirectory(copy) }
        #expect(throws: WorkspaceFailure.self) { try workspace.backUp(to: copy, now: "n") }
        #expect((realPath(of: copy) != nil) == isThere)
        try write(workspace.paths.settings, settings)
        #expect(try workspace.backUp(to: copy, now: "n").queueLines == 9)
    }

    @Test func `a backup that cannot be made leaves nothing, and none goes for it`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts((0..<9).map { fact($0) })
        for day in 11..<18 {
            _ = try workspace.backUpDaily(
                now: "202603\(day)T100000Z", dayAgo: "202603\(day - 1)T100000Z",
                dayAgoSeconds: Int.max)
        }
        let kept = try sortedNames(in: workspace.paths.backups)
        try removeRegularFile(workspace.paths.settings)
        #expect(throws: WorkspaceFailure.self) {
            try workspace.backUpDaily(
                now: "20260318T100000Z", dayAgo: "20260317T100000Z", dayAgoSeconds: Int.max)
        }
        #expect(try sortedNames(in: workspace.paths.backups) == kept)
    }

    @Test
    func
        `rules, prices and own layouts are in a backup, and a restore brings back those that lack`()
        throws
    {
        let home = Household()
        defer { home.remove() }
        let copy = home.folder + "-copy"
        defer { try? removeTree(copy) }
        let paths = WorkspacePaths(home.folder)
        let files = [
            "rules/a.yaml", "rules/b.yaml", "rules/c.yaml", "rules/banks/own.yaml",
            "prices/nbu.csv",
        ].map { "\(paths.folder)/\($0)" }
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<9).map { fact($0) })
            try makePrivateDirectory(paths.layouts)
            try makePrivateDirectory(paths.prices)
            for file in files { try write(file, Array(file.utf8)) }
            _ = try workspace.backUp(to: copy, now: "n")
        }
        try write(files[0], Array("mine".utf8))
        for file in files.dropFirst() { try removeRegularFile(file) }
        for now in ["1", "2"] {
            _ = try Workspace.restore(at: home.folder, from: copy, now: now, identify: identify)
            #expect(try bytes(files[0]) == Array("mine".utf8))
            for file in files.dropFirst() { #expect(try bytes(file) == Array(file.utf8)) }
        }
    }
}
