import Facts
import Glibc
import Ledger
import Saving
import Scanning
import Testing

@testable import Workspaces

@Suite struct `The mark of an import` {
    private func mark(of workspace: Workspace, generations: Int = 0) throws -> AppendingMark {
        var state = workspace.state
        state.generation += generations
        return AppendingMark(
            batch: 2, of: state, inode: try workspace.currentStamp().inode)
    }

    @Test func `is read back, and is none when a byte of it is another`() throws {
        let home = Household()
        defer { home.remove() }
        let mark = try mark(of: home.create())
        #expect(AppendingMark(mark.bytes) == mark)
        for index in mark.bytes.indices {
            var bytes = mark.bytes
            bytes[index] ^= 1
            #expect(AppendingMark(bytes) == nil)
        }
        for count in 0..<mark.bytes.count {
            #expect(AppendingMark(Array(mark.bytes[..<count])) == nil)
        }
        #expect(AppendingMark(AppendingMark.blank) == nil)
    }

    @Test func `has room for the largest numbers`() throws {
        let home = Household()
        defer { home.remove() }
        var state = try home.create().state
        state.generation = .max
        state.length = .max
        state.tail = .max
        let mark = AppendingMark(batch: .max, of: state, inode: .max)
        #expect(mark.bytes.count == AppendingMark.byteCount)
        #expect(AppendingMark(mark.bytes) == mark)
    }

    /// What is appended by hand where only an unfinished import would append.
    private func openAfterEdit(
        generations: Int
    ) throws -> (notices: [Workspace.Notice], keepsEdit: Bool) {
        let home = Household()
        defer { home.remove() }
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<3).map { fact($0) })
            try workspace.leave(
                try mark(of: workspace, generations: generations).bytes, isDurable: true)
        }
        let queue = WorkspacePaths(home.folder).queue
        let length = try bytes(queue).count
        var file = try AppendingFile(path: queue, expectedLength: length)
        try file.write(Array("\n".utf8))
        try file.sync()
        let workspace = try home.open()
        #expect(try workspace.check() == [])
        return (workspace.notices, try bytes(queue).count == length + 1)
    }

    @Test func `has lines taken back that were appended to its queue`() throws {
        let found = try openAfterEdit(generations: 0)
        #expect(found.notices == [.unfinishedImportTakenBack(batch: 2)])
        #expect(!found.keepsEdit)
    }

    @Test func `has no line taken back that a person appended after it`() async throws {
        let home = Household()
        defer { home.remove() }
        let queue = WorkspacePaths(home.folder).queue
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        let whole = try bytes(queue)
        let last = (whole.dropLast().lastIndex(of: 0x0A) ?? -1) + 1
        // A person had moved a line elsewhere before.
        try write(queue, Array(whole[..<last]))
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .linesSynced { _exit(42) } }
            try workspace.importFacts([fact(9)])
        }
        var file = try AppendingFile(path: queue, expectedLength: try bytes(queue).count)
        try file.write(Array(whole[last...]))
        try file.sync()
        let workspace = try home.open()
        #expect(workspace.notices == [.unfinishedImportTakenBack(batch: 2)])
        #expect(try bytes(queue) == whole)
        #expect(try workspace.check() == [])
    }

    @Test(arguments: [-1, 1])
    func `means nothing beside another generation of the queue`(generations: Int) throws {
        let found = try openAfterEdit(generations: generations)
        #expect(found.notices == [])
        #expect(found.keepsEdit)
    }

    @Test func `is gone when the import was done, given up or taken back`() async throws {
        let home = Household()
        defer { home.remove() }
        let lock = WorkspacePaths(home.folder).lock
        do {
            let workspace = try home.create()
            try workspace.importFacts((0..<3).map { fact($0) })
            #expect(try bytes(lock) == AppendingMark.blank)
            let given = try workspace.beginImport()
            try given.expectLines()
            #expect(AppendingMark(try bytes(lock)) != nil)
            try given.rollback()
            #expect(try bytes(lock) == AppendingMark.blank)
        }
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .linesSynced { _exit(42) } }
            try workspace.importFacts([fact(9)])
        }
        #expect(AppendingMark(try bytes(lock)) != nil)
        #expect(try home.open(.reading).notices == [.unfinishedImportTakenBack(batch: 2)])
        #expect(try bytes(lock) == AppendingMark.blank)
    }
}
