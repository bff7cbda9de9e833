import Facts
import Glibc
import Ledger
import Pending
import Saving
import Testing

@testable import Workspaces

@Suite struct `A queue that loses a few lines` {
    private static let facts = (0..<600).map { fact($0) }

    /// Lines of the queue file with their line feeds.
    private func lines(_ home: Household) throws -> [ArraySlice<UInt8>] {
        try bytes(WorkspacePaths(home.folder).queue).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// What stands between is copied in one piece, or line by line where many are decided: nobody can tell.
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

    @Test(arguments: ["blank", "no line feed", "carriage returns"])
    func `keeps what a person's editor made of it`(edit: String) throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts(Array(Self.facts[..<9])) }
        let queue = WorkspacePaths(home.folder).queue
        var text = String(decoding: try bytes(queue), as: UTF8.self)
        switch edit {
        case "blank": text = text.replacing("\n", with: "\n\n", maxReplacements: 4)
        case "no line feed": text.removeLast()
        default: text = text.replacing("\n", with: "\r\n")
        }
        try write(queue, Array(text.utf8))
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
