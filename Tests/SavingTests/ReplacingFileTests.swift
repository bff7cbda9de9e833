import Glibc
import Testing

@testable import Saving

@Suite struct `Replacing a file` {
    let folder = Folder()

    @Test func `commit puts the whole new version in place and leaves nothing beside it`() throws {
        folder.put("queue", "old")
        var file = try ReplacingFile(replacing: folder.file("queue"))
        try file.write(Array("new ".utf8))
        try file.write("version".utf8.span)
        #expect(file.bytesWritten == 11)
        try file.commit()
        #expect(try folder.text("queue") == "new version")
        #expect(try folder.contents == ["queue"])
        #expect(try permissions(folder.file("queue")) == 0o600)
    }

    @Test func `a file that was not there is created`() throws {
        let file = try ReplacingFile(replacing: folder.file("queue"))
        try file.commit()
        #expect(try folder.text("queue") == "")
    }

    @Test func `after sync the new version is complete beside the old one`() throws {
        folder.put("queue", "old")
        var file = try ReplacingFile(replacing: folder.file("queue"))
        try file.write(Array("new".utf8))
        try file.sync()
        #expect(try folder.contents == [".queue.\(getpid())-0.tmp", "queue"])
        #expect(try folder.text(".queue.\(getpid())-0.tmp") == "new")
        #expect(try permissions(folder.file(".queue.\(getpid())-0.tmp")) == 0o600)
        #expect(try folder.text("queue") == "old")
        try file.write(Array("er".utf8))
        try file.commit()
        #expect(try folder.text("queue") == "newer")
    }

    @Test func `cancel keeps the old version`() throws {
        folder.put("queue", "old")
        var file = try ReplacingFile(replacing: folder.file("queue"))
        try file.write(Array("new".utf8))
        try file.sync()
        file.cancel()
        #expect(try folder.text("queue") == "old")
        #expect(try folder.contents == ["queue"])
    }

    @Test func `letting go keeps the old version`() throws {
        folder.put("queue", "old")
        func begin() throws {
            var file = try ReplacingFile(replacing: folder.file("queue"))
            try file.write(Array("new".utf8))
        }
        try begin()
        #expect(try folder.text("queue") == "old")
        #expect(try folder.contents == ["queue"])
    }

    @Test(arguments: [1, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `pieces around the buffer's size arrive in order`(pieceBytes: Int) throws {
        var expected: [UInt8] = []
        var file = try ReplacingFile(replacing: folder.file("queue"))
        for round in 0..<4 {
            // A prime number of bytes, again and again.
            var piece = (0..<min(pieceBytes, 4_099)).map {
                UInt8(truncatingIfNeeded: $0 / 7 + round)
            }
            while piece.count < pieceBytes { piece += piece.prefix(pieceBytes - piece.count) }
            expected += piece
            try file.write(piece)
        }
        #expect(file.bytesWritten == expected.count)
        try file.commit()
        #expect(try readFile(folder.file("queue"), limit: 1 << 24) == expected)
    }

    @Test func `two replacements of one file do not share a temporary`() throws {
        var first = try ReplacingFile(replacing: folder.file("queue"))
        var second = try ReplacingFile(replacing: folder.file("queue"))
        try first.write(Array("first".utf8))
        try second.write(Array("second".utf8))
        try first.commit()
        try second.commit()
        #expect(try folder.text("queue") == "second")
        #expect(try folder.contents == ["queue"])
    }

    @Test func `a symbolic link is refused and its target untouched`() throws {
        folder.put("target", "old")
        try #require(unsafe symlink("target", folder.file("queue")) == 0)
        let path = folder.file("queue")
        #expect(throws: SavingError(operation: .open, path: path, errno: ELOOP)) {
            _ = try ReplacingFile(replacing: path)
        }
        #expect(try folder.text("target") == "old")
    }

    @Test(arguments: ["", "/", ".", "..", "folder/..", "a\0b"])
    func `a path without a name of its own is refused`(path: String) {
        #expect(
            refusal { () throws(SavingError) in _ = try ReplacingFile(replacing: path) }?.errno
                == EINVAL)
    }

    @Test func `a folder and a pipe are refused`() throws {
        try makePrivateDirectory(folder.file("inner"))
        try #require(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
        let inner = folder.file("inner")
        let pipe = folder.file("pipe")
        #expect(
            refusal { () throws(SavingError) in _ = try ReplacingFile(replacing: inner) }?.errno
                == EISDIR)
        #expect(
            refusal { () throws(SavingError) in _ = try ReplacingFile(replacing: pipe) }?.errno
                == EINVAL)
    }

    @Test func `a commit that cannot rename keeps what is there and leaves no temporary`() throws {
        var file = try ReplacingFile(replacing: folder.file("queue"))
        try file.write(Array("new".utf8))
        try makePrivateDirectory(folder.file("queue"))
        var met: SavingError?
        do throws(SavingError) { try file.commit() } catch { met = error }
        #expect(met == SavingError(operation: .rename, path: folder.file("queue"), errno: EISDIR))
        #expect(try folder.contents == ["queue"])
    }

    @Test func `a short write ends in an error that stays, the old version and no temporary`() async
    {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            let folder = Folder()
            folder.put("queue", "old")
            limitFileSize(100_000)
            var file = try ReplacingFile(replacing: folder.file("queue"))
            let large = [UInt8](repeating: 7, count: 3 << 20)
            let first = refusal { () throws(SavingError) in try file.write(large) }
            let cleaned = try folder.contents == ["queue"]
            let second = refusal { () throws(SavingError) in try file.sync() }
            var third: SavingError?
            do throws(SavingError) { try file.commit() } catch { third = error }
            let old = try folder.text("queue")
            exitUnless(
                first?.operation == .write && first?.errno == EFBIG && cleaned && second == first
                    && third == first && old == "old")
        }
    }

    @Test func `a limit met only by the last flush is met before the rename`() async {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            let folder = Folder()
            folder.put("queue", "old")
            limitFileSize(1_000)
            var file = try ReplacingFile(replacing: folder.file("queue"))
            try file.write([UInt8](repeating: 7, count: 1_001))
            var met: SavingError?
            do throws(SavingError) { try file.commit() } catch { met = error }
            exitUnless(
                try met?.errno == EFBIG && folder.text("queue") == "old"
                    && folder.contents == ["queue"])
        }
    }

    @Test(arguments: [0o000, 0o077, 0o777] as [mode_t])
    func `modes are private under any umask`(mask: mode_t) async {
        await #expect(processExitsWith: .success) { [mask = mask as mode_t] in
            let folder = Folder()
            umask(mask)
            try makePrivateDirectory(folder.file("inner"))
            try createFile(folder.file("created"), contents: [1])
            let replaced = try ReplacingFile(replacing: folder.file("replaced"))
            try replaced.commit()
            var appended = try AppendingFile(path: folder.file("appended"), expectedLength: 0)
            try appended.write([1])
            try appended.sync()
            _ = try WorkspaceLock.acquire(path: folder.file("lock"), mode: .shared)
            let files = ["created", "replaced", "appended", "lock"]
            exitUnless(
                try permissions(folder.file("inner")) == 0o700
                    && files.allSatisfy { try permissions(folder.file($0)) == 0o600 })
        }
    }
}
