import Facts
import Glibc
import Testing

@testable import Workspaces

@Suite struct `A copied workspace` {
    @Test func `is believed when times and tail are as left, and read again when they are not`()
        throws
    {
        let home = Household()
        defer { home.remove() }
        try home.create().importFacts((0..<3).map { fact($0) })
        let queue = home.folder + "/pending.jsonl"

        try copyWithTimes(queue)
        do {
            let copied = try home.open()
            #expect(copied.problems == [])
            try copied.importFacts([fact(9)])
        }

        try copyWithTimes(queue, replacing: UInt8(ascii: "}"), with: UInt8(ascii: "]"))
        #expect(!(try home.open().problems.isEmpty))
    }

    @Test func `is not taken for an edit when a command in it dies`() async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        try copyWithTimes(home.folder + "/pending.jsonl")
        let folder = home.folder
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .committed { _exit(42) } }
            _ = try workspace.approve(.keys([key(fact(0))]))
        }
        #expect(try home.open().notices == [.unfinishedCommandFinished])
    }

    @Test func `loses only the lines of an import that dies in it`() async throws {
        let home = Household()
        defer { home.remove() }
        do { try home.create().importFacts((0..<3).map { fact($0) }) }
        let folder = home.folder
        let queue = folder + "/pending.jsonl"
        try copyWithTimes(queue)
        let before = try bytes(queue)
        let inode = try inode(of: queue)
        await #expect(processExitsWith: .exitCode(42)) { [folder = folder as String] in
            let workspace = try Workspace.open(at: folder, access: .writing, identify: identify)
            workspace.afterStep = { if $0 == .linesSynced { _exit(42) } }
            try workspace.importFacts([fact(9)])
        }
        #expect(try home.open().notices == [.unfinishedImportTakenBack(batch: 2)])
        #expect(try bytes(queue) == before)
        // Cut back as the file we left, not written anew as an edited one.
        #expect(try self.inode(of: queue) == inode)
    }

    private func inode(of path: String) throws -> ino_t {
        var information = stat()
        try #require(unsafe stat(path, &information) == 0)
        return information.st_ino
    }

    /// Puts a copy with the same times in the file's place; the last `byte` may be another one
    /// there.
    private func copyWithTimes(
        _ path: String, replacing byte: UInt8? = nil, with other: UInt8 = 0
    ) throws {
        var information = stat()
        try #require(unsafe stat(path, &information) == 0)
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        let from = unsafe open(path, O_RDONLY)
        try #require(unsafe read(from, &bytes, bytes.count) == bytes.count)
        close(from)
        if let byte, let last = bytes.lastIndex(of: byte) { bytes[last] = other }
        let to = unsafe open(path + ".copy", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(unsafe write(to, &bytes, bytes.count) == bytes.count)
        let times = [information.st_atim, information.st_mtim]
        try #require(unsafe futimens(to, times) == 0)
        close(to)
        try #require(unsafe rename(path + ".copy", path) == 0)
    }
}
