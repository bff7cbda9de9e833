import Facts
import Glibc
import Ledger
import Pending
import Saving
import Scanning
import Testing

@testable import Workspaces

@Suite struct `Workspaces` {
    @Test func `a new workspace is private and whole`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        #expect(try workspace.check() == [])
        let paths = workspace.paths
        for folder in [paths.folder, paths.hidden, paths.inbox, paths.rules] {
            #expect(mode(folder) == 0o700)
        }
        try workspace.importFacts([fact(1)])
        _ = try workspace.approve(.all)
        for file in [paths.settings, paths.queue, paths.ledger, paths.lock, paths.index] {
            #expect(mode(file) == 0o600, "\(file)")
        }
    }

    @Test func `a folder with other things is not taken`() throws {
        let home = Household()
        defer { home.remove() }
        try makePrivateDirectory(home.folder)
        try createFile("\(home.folder)/holiday.jpg", contents: [1])
        #expect(throws: WorkspaceFailure.notEmpty(home.folder)) {
            try Workspace.create(at: home.folder)
        }
    }

    @Test func `an import is there after opening again`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let facts = (0..<50).map { fact($0) }
        let summary = try workspace.importFacts(facts)
        #expect(summary == ImportSummary(batch: 1, linesNew: 50, sourcesAdded: 0))
        let before = try workspace.dumped()
        #expect(before.split(separator: "\n").count { $0.contains("\"where\":\"queue\"") } == 50)
        withExtendedLifetime(workspace) {}
    }

    @Test func `importing the same lines again adds sources and no lines`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let facts = (0..<20).map { fact($0) }
        try workspace.importFacts(facts)
        _ = try workspace.approve(.keys(Set(facts[..<5].map { key($0) })))
        var fuller = facts
        for index in fuller.indices { fuller[index].memo = "memo \(index)" }
        let before = try workspace.dumped()
        let summary = try workspace.importFacts(fuller, file: "again.json")
        #expect(summary.linesNew == 0)
        #expect(summary.sourcesAdded == 20)
        #expect(try workspace.check() == [])
        let after = try workspace.dumped()
        #expect(after.components("\"again.json\"") == 21)
        #expect(after.components("memo 3") == 1)
        #expect(after.components("memo 17") == 1)
        #expect(try workspace.undo()?.linesChanged == 20)
        #expect(try workspace.dumped() == before)
        #expect(try workspace.check() == [])
    }

    @Test func `a rolled back import leaves no trace`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts([fact(1)])
        let queue = try bytes(workspace.paths.queue)
        let before = try workspace.dumped()
        do {
            let run = try workspace.beginImport()
            var lines = NewLines()
            let line = QueueLine(key: key(fact(2)), batch: run.batch, fact: fact(2))
            let written = line.append(to: &lines.writer)
            lines.writer.append("\n")
            lines.add(identify(fact(2), key(fact(2))), from: 0, fact: written)
            try run.append(&lines)
            #expect(try run.place(of: key(fact(2))) == .queue)
            try run.rollback()
        }
        #expect(try bytes(workspace.paths.queue) == queue)
        #expect(try workspace.dumped() == before)
        try workspace.importFacts([fact(2)])
        #expect(try workspace.check() == [])
    }

    @Test func `lines that were expected and did not come leave nothing to settle`() throws {
        let home = Household()
        defer { home.remove() }
        do {
            let workspace = try home.create()
            try workspace.importFacts([fact(1)])
            let before = try workspace.dumped()
            let run = try workspace.beginImport()
            try run.expectLines()
            let summary = try run.commit(BatchRecord(id: run.batch, made: "2025-03-14"))
            #expect(summary.batch == nil)
            #expect(workspace.state.intent == .none)
            #expect(try workspace.dumped() == before)
        }
        let workspace = try home.open()
        #expect(workspace.notices == [])
        let run = try workspace.beginImport()
        try run.expectLines()
        #expect(workspace.state.intent == .append(batch: run.batch))
        try run.rollback()
        #expect(workspace.state.intent == .none)
        try workspace.importFacts([fact(2)])
        #expect(try workspace.check() == [])
    }

    @Test func `known lines are found by day and by bank id in every place`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let facts = (0..<9).map { fact($0) }
        try workspace.importFacts(facts)
        _ = try workspace.approve(.keys([key(facts[0])]))
        _ = try workspace.dismiss(.keys([key(facts[2])]))
        let run = try workspace.beginImport(isDryRun: true)
        var lines: [KnownLine] = []
        let account = hash("monobank-UAH")
        try run.findLines(
            account: account, keyAccount: key(facts[0]).account, days: 20_000...20_001,
            into: &lines)
        #expect(lines.count == 6)
        #expect(lines.filter { $0.place == .queue }.count == 4)
        #expect(lines.contains { $0.place == .ledger && $0.identity.key == key(facts[0]) })
        #expect(lines.contains { $0.place == .tombstone && $0.identity.key == key(facts[2]) })
        for (number, place) in [(0, KnownLine.Place.ledger), (2, .tombstone), (4, .queue)] {
            lines = []
            try run.findLines(account: account, bankID: hash("id\(number)"), into: &lines)
            #expect(lines.map(\.identity) == [identify(facts[number], key(facts[number]))])
            #expect(lines.map(\.place) == [place])
        }
    }

    @Test func `what a dry run reports is what the command does`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let facts = (0..<9).map { fact($0) }
        let planned = try workspace.importFacts(facts, isDryRun: true)
        #expect(try workspace.importFacts(facts) == planned)
        let before = try workspace.dumped()
        let keys = Set(facts[..<4].map { key($0) })
        let plannedApproval = try workspace.approve(.keys(keys), isDryRun: true)
        #expect(try workspace.dumped() == before)
        #expect(try workspace.approve(.keys(keys)) == plannedApproval)
        let plannedUndo = try workspace.undo(isDryRun: true)
        #expect(try workspace.undo() == plannedUndo)
        #expect(try workspace.dumped() == before)
    }

    @Test func `a long queue in any order is approved whole, and undone to the byte`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        // More than are read without a second thread; neighbours in the ledger lie far apart in the
        // file.
        let count = 5_000
        let facts = (0..<count).map { fact($0 * 1_237 % count) }
        try workspace.importFacts(facts)
        let queue = try bytes(workspace.paths.queue)
        let learning = Learning(
            accountTag: { _ in 7 },
            subjects: { fact, _ in [SubjectKey(.text, "-\(fact.mcc)")] },
            pattern: { _ in "name" }, suggest: { _, _ in .none })
        let report = try workspace.approve(.all, learning: learning)
        #expect(report.approved == facts.map { key($0) })
        #expect(try workspace.check() == [])
        #expect(try bytes(workspace.paths.queue).isEmpty)
        #expect(try workspace.ledger.answers()["name"]?.text == "\(count)/\(count)")
        var histories: [String] = []
        try workspace.ledger.forEachHistory { histories.append($1) }
        #expect(histories.map { $0.split(separator: " ").count } == [24])
        let last = facts.max { key($0) < key($1) }
        #expect(histories.first?.hasSuffix(" \(last?.amount.units.magnitude ?? 0)") == true)
        #expect(try workspace.undo()?.linesRestored == count)
        #expect(try bytes(workspace.paths.queue) == queue)
        #expect(try workspace.check() == [])
        #expect(try workspace.ledger.answers().isEmpty)
    }

    /// - Parameter partBytes: what is kept for redo is written in parts, of one row or of all.
    @Test(arguments: [1, 1 << 24])
    func `undo takes every command back exactly, one after another`(partBytes: Int) throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        workspace.ledger.redoPartBytesMax = partBytes
        var dumps = [try workspace.dumped()]
        var queues = [try bytes(workspace.paths.queue)]
        let facts = (0..<30).map { fact($0) }
        func step(_ body: () throws -> Void) throws {
            try body()
            dumps.append(try workspace.dumped())
            queues.append(try bytes(workspace.paths.queue))
            #expect(try workspace.check() == [])
        }
        try step { try workspace.importFacts(facts) }
        try step {
            let report = try workspace.approve(
                .keys(Set(facts[3..<9].map { key($0) })),
                learning: Learning(
                    accountTag: { _ in 7 },
                    subjects: { fact, _ in [SubjectKey(.text, "-крамниця")] },
                    pattern: { _ in "name" },
                    suggest: { fact, memory in
                        let past = memory.recall(SubjectKey(.text, "-крамниця"))
                        return Suggestion(
                            category: past?.decisions.last?.category ?? "", permille: 990)
                    }))
            #expect(report.suggestionsRenewed == 24)
            #expect(report.approved.count == 6)
        }
        try step { _ = try workspace.dismiss(.keys([key(facts[0]), key(facts[29])]), note: "ні") }
        try step {
            _ = try workspace.decide(command: "review", .keys([key(facts[10])])) { _ in
                Decision(category: "fuel", note: "бензин", tags: ["авто"])
            }
        }
        try step {
            let amount = facts[11].amount
            let part = Money(minorUnits: -50, currency: .uah)
            let rest = Money(units: amount.units + 50, scale: 2, currency: .uah)
            _ = try workspace.decide(command: "review", .keys([key(facts[11])])) { _ in
                Decision(
                    verdict: .approve,
                    splits: [
                        .init(category: "a", amount: part), .init(category: "b", amount: rest),
                    ])
            }
        }
        try step {
            let report = try workspace.decide(
                command: "review", .keys([key(facts[4]), key(facts[12])])
            ) { _ in Decision(category: "gifts") }
            #expect(report.annotated == [key(facts[4])])
            #expect(report.edited == [key(facts[12])])
        }
        try step { try workspace.importFacts((20..<40).map { fact($0) }, file: "april.json") }
        try step { _ = try workspace.approve(.all) }
        #expect(try bytes(workspace.paths.queue).isEmpty)
        #expect(
            try workspace.commands().map(\.command) == [
                "approve", "import", "review", "review", "review", "dismiss", "approve", "import",
            ])
        #expect(try workspace.commands().last?.lines == 30)
        // Down to nothing, up again to the end by redo, and down once more: every state is one of
        // those seen.
        let last = dumps.count - 1
        for at in (0..<last).reversed() {
            #expect(try workspace.undo() != nil)
            try expect(workspace, dumps[at], queues[at])
        }
        #expect(try workspace.undo() == nil)
        for at in 1...last {
            guard case .done = try workspace.redo() else {
                Issue.record("redo \(at) did nothing")
                break
            }
            try expect(workspace, dumps[at], queues[at])
        }
        #expect(try workspace.redo() == .nothingUndone)
        for at in (0..<last).reversed() {
            #expect(try workspace.undo() != nil)
            try expect(workspace, dumps[at], queues[at])
        }
    }

    private func expect(_ workspace: Workspace, _ dump: String, _ queue: [UInt8]) throws {
        #expect(try workspace.dumped() == dump)
        #expect(try bytes(workspace.paths.queue) == queue)
        #expect(try workspace.check() == [])
    }

    @Test func `a new command or an edit ends what redo could do`() throws {
        let home = Household()
        defer { home.remove() }
        let path = WorkspacePaths(home.folder).queue
        do {
            let workspace = try home.create()
            let facts = (0..<6).map { fact($0) }
            try workspace.importFacts(facts)
            _ = try workspace.approve(.keys([key(facts[1])]))
            _ = try workspace.undo()
            #expect(try workspace.redo(isDryRun: true) == .done(command: "approve"))
            _ = try workspace.dismiss(.keys([key(facts[2])]))
            #expect(try workspace.redo() == .nothingUndone)
            _ = try workspace.undo()
        }
        let queue = try bytes(path)
        try write(path, queue + Array("\n".utf8))
        let workspace = try home.open()
        #expect(try workspace.redo() == .queueEdited(command: "dismiss"))
        #expect(try bytes(path) == queue + Array("\n".utf8))
    }

    @Test func `many lines are decided on two threads and come back in the file's order`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        // Newest first, two accounts mixed, as exports are and as the ledger is not.
        let facts = (0..<6_000).map { number in
            fact(6_000 - number, account: number % 5 == 0 ? "jar" : "monobank-UAH")
        }
        try workspace.importFacts(facts)
        let queue = try bytes(workspace.paths.queue)
        let before = try workspace.dumped()
        let keys = facts.map(key)
        let kept = Set(keys.enumerated().filter { $0.offset % 9 == 4 }.map(\.element))

        let report = try workspace.approve(.all, where: { !kept.contains($0.key) })
        #expect(report.approved == keys.filter { !kept.contains($0) })
        var waiting: [LineKey] = []
        try workspace.forEachQueueLine { line in
            waiting.append(line.key)
            return true
        }
        #expect(waiting == keys.filter { kept.contains($0) })
        #expect(try workspace.ledger.entryCount == report.approved.count)
        #expect(try workspace.check().isEmpty)

        _ = try workspace.undo()
        #expect(try bytes(workspace.paths.queue) == queue)
        #expect(try workspace.dumped() == before)
    }

    @Test func `edits by hand stay, and their decisions are done`() throws {
        let home = Household()
        defer { home.remove() }
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<5).map { fact($0) })
        }
        let paths = WorkspacePaths(home.folder)
        var text = String(decoding: try bytes(paths.queue), as: UTF8.self)
        var lines = text.split(separator: "\n").map(String.init)
        lines[1].removeLast()
        lines[1] +=
            ", \"decision\" : {\"action\":\"approve\",\"category\":\"gifts\"}, \"mine\":[1, 2]}"
        lines.swapAt(0, 4)
        text = "\n" + lines.joined(separator: "\n")
        try write(paths.queue, Array(text.utf8))
        let workspace = try home.open()
        #expect(workspace.problems == [])
        try workspace.importFacts((4..<7).map { fact($0) }, file: "april.json")
        #expect(String(decoding: try bytes(paths.queue), as: UTF8.self).contains("\"mine\":[1, 2]"))
        let report = try workspace.applyWritten()
        #expect(report.approved == [key(fact(1))])
        #expect(try workspace.dumped().contains("\"category\":\"gifts\""))
        #expect(try workspace.check() == [])
    }

    @Test(arguments: [
        ("{\"v\":1", QueueProblem.Kind.notJSON), ("[]", .wrongType), ("{}", .memberMissing),
    ])
    func `a broken line is named, kept, and nothing is written`(
        _ line: String, _ kind: QueueProblem.Kind
    ) throws {
        let home = Household()
        defer { home.remove() }
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<3).map { fact($0) })
        }
        let paths = WorkspacePaths(home.folder)
        let edited = try bytes(paths.queue) + Array("\(line)\n".utf8)
        try write(paths.queue, edited)
        let workspace = try home.open()
        #expect(workspace.problems.map(\.kind) == [kind])
        #expect(workspace.problems.map(\.line) == [4])
        #expect(throws: WorkspaceFailure.self) { try workspace.beginImport() }
        #expect(throws: WorkspaceFailure.self) { try workspace.approve(.all) }
        #expect(try bytes(paths.queue) == edited)
    }

    @Test func `a changed fact, a repeated line and a line approved before are named`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        var old: [UInt8] = []
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<4).map { fact($0) })
            old = try bytes(paths.queue)
            _ = try workspace.approve(.keys([key(fact(0))]))
        }
        var lines = String(decoding: old, as: UTF8.self).split(separator: "\n").map(String.init)
        lines[1] = lines[1].replacing("-1.01", with: "-9.01")
        lines.append(lines[3])
        try write(paths.queue, Array((lines.joined(separator: "\n") + "\n").utf8))
        let workspace = try home.open()
        #expect(workspace.problems.map(\.kind) == [.keyAlreadyDecided, .factChanged, .keyTwice])
        #expect(workspace.problems.map(\.line) == [1, 2, 5])
    }

    @Test(arguments: [
        ("\"hold\":", "\"memo\":\"дописано\",\"hold\":"),
        ("\"mcc\":\"5", "\"mcc\":\"4"),
        ("\"hold\":", "\"counterparty\":{\"iban\":\"UA00\"},\"hold\":"),
        ("\"hold\":false", "\"hold\":false,\"fee\":\"1.00\""),
    ])
    func `a fact that identity does not look at is named when it is changed, and by check`(
        _ edit: (String, String)
    ) throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<4).map { fact($0) })
            // A line written anew and one put back by undo are held against the index as well.
            _ = try workspace.decide(command: "review", .keys([key(fact(0))])) { _ in
                Decision(note: "mine")
            }
            _ = try workspace.approve(.keys([key(fact(1))]))
            _ = try workspace.undo()
        }
        let old = String(decoding: try bytes(paths.queue), as: UTF8.self)
        for line in 0..<4 {
            var lines = old.split(separator: "\n").map(String.init)
            lines[line] = lines[line].replacing(edit.0, with: edit.1)
            try write(paths.queue, Array((lines.joined(separator: "\n") + "\n").utf8))
            let found = try home.open(.reading).check()
            #expect(
                found.contains {
                    if case .queue(let problem) = $0 {
                        problem.kind == .factChanged && problem.line == line + 1
                    } else {
                        false
                    }
                }, "\(found)")
            #expect(try home.open().problems.map(\.kind) == [.factChanged])
        }
    }

    @Test func `what people may write beside a fact, and another form of the same fact, stay`()
        throws
    {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do { try home.create().importFacts((0..<4).map { fact($0) }) }
        let old = String(decoding: try bytes(paths.queue), as: UTF8.self)
        var lines = old.split(separator: "\n").map(String.init)
        lines[0] =
            lines[0].dropLast() + ",\"decision\":{\"category\":\"groceries\",\"note\":\"моє\"}}"
        lines[1] = lines[1].replacing("\":", with: "\" : ")
        lines[2] = lines[2].dropLast() + ",\"mine\":[1,2]}"
        try write(paths.queue, Array((lines.reversed().joined(separator: "\n") + "\n").utf8))
        let workspace = try home.open()
        #expect(workspace.problems == [])
        #expect(try workspace.check() == [])
    }

    @Test func `a torn last line is set aside and files are read again`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<3).map { fact($0) })
        }
        let whole = try bytes(paths.queue)
        let kept = whole.dropLast(40)
        try write(paths.queue, Array(kept))
        let workspace = try home.open()
        guard case .tornLineSetAside(line: 3, let file)? = workspace.notices.first else {
            Issue.record("\(workspace.notices)")
            return
        }
        #expect(kept.suffix(try bytes(file).count) == (try bytes(file))[...])
        #expect(try workspace.check() == [.linesMissing(batch: 1, count: 1)])
        let summary = try workspace.importFacts([fact(2)])
        #expect(summary.linesNew == 1)
    }

    @Test func `a second torn line has a file of its own`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        var files: [String] = []
        for _ in 0..<2 {
            try write(paths.queue, Array(try bytes(paths.queue).dropLast(40)))
            let workspace = try home.open()
            if case .tornLineSetAside(_, let file)? = workspace.notices.first { files.append(file) }
        }
        #expect(Set(files).count == 2)
        for file in files { #expect(try !bytes(file).isEmpty, "\(file)") }
    }

    /// The key of the lost line is known, so another row of a known file is not that line.
    @Test func `a new row does not stand for a lost line of another import`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do {
            let workspace = try home.create()
            try workspace.importFacts([fact(0), fact(1)], file: "a.json")
            try workspace.importFacts([fact(2)], file: "b.json")
        }
        let lines = try bytes(paths.queue).split(separator: 0x0A)
        try write(paths.queue, Array(lines.dropFirst().joined(separator: [0x0A])) + [0x0A])
        let workspace = try home.open()
        let run = try workspace.beginImport()
        #expect(run.importOfLine(key(fact(3)), shownTo: [2]) == run.batch)
        #expect(run.importOfLine(key(fact(0)), shownTo: [2]) == 1)
    }

    @Test func `a queue that is damaged throughout is not taken for a torn one`() throws {
        let home = Household()
        defer { home.remove() }
        let paths = WorkspacePaths(home.folder)
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<3).map { fact($0) })
        }
        // As an editor saves UTF-16: the last byte is no line feed, and no line can be read.
        let encoded = try bytes(paths.queue).reduce(into: [UInt8]()) { $0 += [$1, 0] }
        try write(paths.queue, encoded)
        let workspace = try home.open()
        #expect(workspace.problems.count >= 3)
        #expect(workspace.notices == [])
        #expect(try bytes(paths.queue) == encoded)
        #expect(try workspace.ledger.seenFiles().map(\.isComplete) == [true])
    }

    @Test func `a lost index is made again`() throws {
        let home = Household()
        defer { home.remove() }
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<30).map { fact($0) })
        }
        try removeRegularFile(WorkspacePaths(home.folder).index)
        let workspace = try home.open()
        #expect(try workspace.importFacts((0..<31).map { fact($0) }, file: "b").linesNew == 1)
        #expect(try workspace.check() == [])
    }

    @Test func `files that are gone are damage, not an empty workspace`() throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts([fact(1)]) }
        let paths = WorkspacePaths(home.folder)
        let queue = try bytes(paths.queue)
        try removeRegularFile(paths.queue)
        #expect(throws: WorkspaceFailure.missing("pending.jsonl")) { try home.open() }
        try write(paths.queue, queue)
        let ledger = try bytes(paths.ledger)
        try write(paths.ledger, [])
        #expect(throws: WorkspaceFailure.ledger(.damaged("empty"))) { try home.open() }
        try write(paths.ledger, Array("not a database at all, just text".utf8))
        #expect(throws: WorkspaceFailure.self) { try home.open() }
        try write(paths.ledger, ledger)
        #expect(try home.open().check() == [])
    }

    @Test func `readers share, a writer waits and then is told`() throws {
        let home = Household()
        defer { home.remove() }
        try Workspace.create(at: home.folder)
        let first = try home.open(.reading)
        let second = try home.open(.reading)
        #expect(try first.dumped() == second.dumped())
        #expect(throws: WorkspaceFailure.readOnly) { try first.beginImport() }
    }
}

extension String {
    /// How often a text occurs.
    func components(_ text: String) -> Int { ranges(of: text).count }
}
