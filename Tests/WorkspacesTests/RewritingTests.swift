import Facts
import Glibc
import Pending
import Saving
import Testing

@testable import Ledger
@testable import Workspaces

@Suite struct `A queue that loses a few lines` {
    private static let facts = (0..<600).map { fact($0) }

    /// Lines of the queue file with their line feeds.
    private func lines(_ home: Household) throws -> [ArraySlice<UInt8>] {
        try bytes(WorkspacePaths(home.folder).queue).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// What stands between is copied in one piece, or line by line where many are decided: nobody
    /// can tell.
    @Test(arguments: [
        [0], [599], [0, 1, 2, 300, 301, 599], Array(0..<256), Array(0..<257), Array(0..<600),
    ])
    func `keeps all others to the byte, and knows where they are`(gone: [Int]) throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts(Self.facts)
        let before = try lines(home)
        let keys = Set(gone.map { key(Self.facts[$0]) })
        #expect(try workspace.approve(.keys(keys)).approved.count == gone.count)
        let left = before.indices.filter { !gone.contains($0) }.map { before[$0] }
        #expect(try lines(home) == left)
        #expect(try workspace.check() == [])
        #expect(try workspace.hasWholeIndex(), "the index describes another file")
        // The index is what the next command goes by.
        let rest = Self.facts.indices.filter { !gone.contains($0) }
        if let last = rest.last {
            #expect(
                try workspace.dismiss(.keys([key(Self.facts[last])])).dismissed
                    == [key(Self.facts[last])])
            #expect(try lines(home) == left.dropLast(2) + left.suffix(1))
        }
        while try workspace.undo()?.command != "approve" {}
        #expect(try lines(home) == before)
        #expect(try workspace.check() == [])
    }

    /// A file that shows lines again and brings new ones: between the lines that get a source all
    /// is copied as it lies.
    @Test(arguments: [
        [0], [599], [0, 1, 2, 300, 301, 599], Array(0..<256), Array(0..<257), Array(0..<600),
    ])
    func `keeps all others to the byte when lines get a source`(seen: [Int]) throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts(Self.facts)
        let before = try lines(home)
        let new = (600..<620).map { fact($0) }
        let summary = try workspace.importFacts(
            seen.map { Self.facts[$0] } + new, file: "april.json")
        #expect(summary.sourcesAdded == seen.count)
        #expect(summary.linesNew == 20)
        let after = try lines(home)
        #expect(after.count == before.count + 20)
        for number in Self.facts.indices {
            let text = String(decoding: after[number], as: UTF8.self)
            #expect(text.contains("april.json") == seen.contains(number))
            if !seen.contains(number) { #expect(after[number] == before[number]) }
        }
        #expect(try workspace.check() == [])
        #expect(try workspace.hasWholeIndex(), "the index describes another file")
        #expect(try workspace.undo()?.linesChanged == seen.count)
        #expect(try lines(home) == before)
        #expect(try workspace.hasWholeIndex(), "the index describes another file")
    }

    @Test(arguments: ["blank", "no line feed", "carriage returns"])
    func `gets a source for a line in what a person's editor made of it`(edit: String) throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts(Array(Self.facts[..<9])) }
        try self.edit(home, edit)
        let before = try lines(home).filter { !$0.isEmpty }
        let workspace = try home.open()
        let summary = try workspace.importFacts([Self.facts[4]], file: "april.json")
        #expect(summary.sourcesAdded == 1)
        let after = try lines(home).filter { !$0.isEmpty }
        #expect(after.count == 9)
        #expect(zip(before, after).filter { $0 != $1 }.count == 1)
        #expect(try workspace.check() == [])
    }

    private func edit(_ home: Household, _ edit: String) throws {
        let queue = WorkspacePaths(home.folder).queue
        var text = String(decoding: try bytes(queue), as: UTF8.self)
        switch edit {
        case "blank": text = text.replacing("\n", with: "\n\n", maxReplacements: 4)
        case "no line feed": text.removeLast()
        default: text = text.replacing("\n", with: "\r\n")
        }
        try write(queue, Array(text.utf8))
    }

    @Test(arguments: ["blank", "no line feed", "carriage returns"])
    func `keeps what a person's editor made of it`(edit: String) throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts(Array(Self.facts[..<9])) }
        try self.edit(home, edit)
        let before = try lines(home)
        let workspace = try home.open()
        let gone = Array(key(Self.facts[4]).text.utf8)
        #expect(try workspace.approve(.keys([key(Self.facts[4])])).approved.count == 1)
        var left = before.filter { !Array($0).contains(gone) }
        if edit == "no line feed" { left.append([]) }
        #expect(try lines(home) == left)
        #expect(try workspace.check() == [])
    }

    @Test func `has decided as soon as the ledger has, wherever the file is`() async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts(Self.facts) }
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            for number in [3, 4] {
                let report = try workspace.decide(
                    command: "review", .keys([key(fact(number))]), settlesLater: true
                ) { _ in Decision(verdict: .approve) }
                // Power goes while the second answer is on the screen.
                if report.approved.count == 1, number == 4 { _exit(42) }
            }
        }
        let workspace = try home.open()
        #expect(workspace.notices == [.unfinishedCommandFinished])
        #expect(try workspace.ledger.entryCount == 2)
        #expect(try lines(home).count == 599)
        #expect(try workspace.check() == [])
    }

    @Test func `is put in place before anything else is done with it`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        try workspace.importFacts(Self.facts)
        let before = try lines(home)
        func approve(_ number: Int) throws {
            _ = try workspace.decide(
                command: "review", .keys([key(Self.facts[number])]), settlesLater: true
            ) { _ in Decision(verdict: .approve) }
        }
        try approve(7)
        #expect(try lines(home) == before)
        var seen = 0
        try workspace.forEachQueueLine { _ in
            seen += 1
            return true
        }
        #expect(seen == 599)
        try approve(8)
        #expect(try workspace.undo(settlesLater: true)?.linesRestored == 1)
        try workspace.settleLast()
        #expect(try lines(home).count == 600)
        #expect(try workspace.redo() == .done(command: "review"))
        #expect(try lines(home).count == 599)
        #expect(try workspace.check() == [])
    }

    /// Undo and redo write what changed: what they leave is the same as if they had written all.
    @Test(arguments: ["approve", "dismiss", "edit", "all kinds", "most"])
    func `is as it was after undo, and as it was then after redo`(command: String) throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        // "most" takes more of them than the others have.
        try workspace.importFacts(command == "most" ? Self.facts : Array(Self.facts[..<200]))
        var states = [try State(workspace)]
        for part in 0..<2 {
            let numbers = command == "most" ? Array((part * 290)..<(part * 290 + 280)) : Self.few
            let keys = numbers.map { key(Self.facts[$0]) }
            _ = try workspace.decide(
                command: "review", .keys(Set(part == 0 ? keys.dropLast(2) : keys))
            ) { line in
                let number = ((keys.firstIndex(of: line.key) ?? 0) + part) % 4
                switch command {
                case "approve", "most": return Decision(verdict: .approve)
                case "dismiss": return Decision(verdict: .dismiss)
                case "edit": return Decision(category: "gifts", note: "\(part)")
                default:
                    return [
                        Decision(note: "\(part)"), Decision(verdict: .approve),
                        Decision(verdict: .dismiss), Decision(category: "gifts"),
                    ][number]
                }
            }
            states.append(try State(workspace))
        }
        func expect(_ number: Int) throws {
            #expect(try State(workspace) == states[number])
            #expect(try workspace.check() == [])
            #expect(try workspace.hasWholeIndex(), "the index describes another file")
        }
        for _ in 0..<2 {
            for number in [1, 0] {
                #expect(try workspace.undo(isDryRun: true) != nil)
                try expect(number + 1)
                #expect(try workspace.undo() != nil)
                try expect(number)
            }
            for number in [1, 2] {
                #expect(try workspace.redo(isDryRun: true) == .done(command: "review"))
                try expect(number - 1)
                #expect(try workspace.redo() == .done(command: "review"))
                try expect(number)
            }
        }
    }

    private static let few = [0, 1, 2, 30, 100, 199]

    /// What a person sees of a workspace.
    private struct State: Equatable {
        let dump: String
        let queue: [UInt8]

        init(_ workspace: Workspace) throws {
            dump = try workspace.dumped()
            queue = try bytes(workspace.paths.queue)
        }
    }

    @Test(arguments: ["dismiss", "edit"])
    func `is not done again over a line that was edited, whatever its length`(
        command: String
    ) throws {
        let home = Household()
        defer { home.remove() }
        let queue = WorkspacePaths(home.folder).queue
        let wanted = key(Self.facts[300])
        do {
            let workspace = try home.create()
            try workspace.importFacts(Self.facts)
            _ = try workspace.decide(command: command, .keys([wanted])) { _ in
                command == "edit" ? Decision(note: "so") : Decision(verdict: .dismiss)
            }
            _ = try workspace.undo()
        }
        var text = try lines(home).map { String(decoding: $0, as: UTF8.self) }
        let place = try #require(text.firstIndex { $0.contains(wanted.text) })
        text[place] = text[place].replacing("0.97", with: "0.96")
        try write(queue, Array(text.joined(separator: "\n").utf8))
        let workspace = try home.open()
        let before = try State(workspace)
        for isDryRun in [true, false] {
            #expect(try workspace.redo(isDryRun: isDryRun) == .queueEdited(command: command))
        }
        #expect(try State(workspace) == before)
        #expect(try workspace.check() == [])
    }
}

extension Workspace {
    /// Whether the index lies on the queue line by line.
    fileprivate func hasWholeIndex() throws -> Bool {
        guard
            var index = try QueueIndex.open(
                path: paths.index,
                seal: IndexSeal(count: state.indexCount, sum: state.indexSum), isWritable: false)
        else { return false }
        var reader = try QueueReader(paths.queue)
        var number = 0
        while let record = try reader.next() {
            guard case .line(let line) = reader.content() else { return false }
            let known = try index.record(number)
            guard known.identity.key == line.key, known.offset == record.offset,
                known.count == record.count, known.factHash == FactJSON.hash(of: line.fact)
            else { return false }
            number += 1
        }
        return number == index.count
    }
}
