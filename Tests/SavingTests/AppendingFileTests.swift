import Glibc
import Testing

@testable import Saving

@Suite struct `Appending to a file` {
    let folder = Folder()

    @Test func `what is synced is there`() throws {
        folder.put("log", "one\n")
        var file = try AppendingFile(path: folder.file("log"), expectedLength: 4)
        try file.write(Array("two\n".utf8))
        try file.write("three\n".utf8.span)
        #expect(file.length == 14)
        #expect(file.syncedLength == 4)
        try file.sync()
        #expect(file.syncedLength == 14)
        #expect(try folder.text("log") == "one\ntwo\nthree\n")
    }

    @Test(arguments: [0, 3, 5])
    func `another length than expected is refused and nothing changes`(expected: Int) throws {
        folder.put("log", "four")
        let path = folder.file("log")
        #expect(throws: SavingError(operation: .compareLength, path: path, errno: ESTALE)) {
            _ = try AppendingFile(path: path, expectedLength: expected)
        }
        #expect(try folder.text("log") == "four")
    }

    @Test func `a missing file is created only when nothing was expected in it`() throws {
        let path = folder.file("log")
        #expect(throws: SavingError(operation: .compareLength, path: path, errno: ESTALE)) {
            _ = try AppendingFile(path: path, expectedLength: 1)
        }
        #expect(try folder.contents == [])
        var file = try AppendingFile(path: path, expectedLength: 0)
        try file.sync()
        #expect(try folder.contents == ["log"])
    }

    @Test(arguments: [10, 3 << 20])
    func `letting go without sync takes everything back`(bytes: Int) throws {
        folder.put("log", "known")
        func begin(_ name: String, _ length: Int) throws {
            var file = try AppendingFile(path: folder.file(name), expectedLength: length)
            try file.write([UInt8](repeating: 7, count: bytes))
        }
        try begin("log", 5)
        try begin("created", 0)
        #expect(try folder.text("log") == "known")
        #expect(try folder.contents == ["log"])
    }

    @Test func `letting go after sync keeps what was synced and nothing more`() throws {
        func begin() throws {
            var file = try AppendingFile(path: folder.file("log"), expectedLength: 0)
            try file.write(Array("kept".utf8))
            try file.sync()
            try file.write([UInt8](repeating: 7, count: 3 << 20))
        }
        try begin()
        #expect(try folder.text("log") == "kept")
    }

    @Test(arguments: [0, 2, 5, 7, 10])
    func `truncate takes back to any length, synced or still in the buffer`(kept: Int) throws {
        var file = try AppendingFile(path: folder.file("log"), expectedLength: 0)
        try file.write(Array("01234".utf8))
        try file.sync()
        try file.write(Array("56789".utf8))
        try file.truncate(to: kept)
        #expect(file.length == kept)
        #expect(file.syncedLength == min(kept, 5))
        try file.write(Array("x".utf8))
        try file.sync()
        #expect(try folder.text("log") == "0123456789".prefix(kept) + "x")
    }

    @Test func `truncate never makes up bytes`() throws {
        var file = try AppendingFile(path: folder.file("log"), expectedLength: 0)
        try file.write([1, 2])
        #expect(refusal { () throws(SavingError) in try file.truncate(to: 3) }?.errno == EINVAL)
        #expect(refusal { () throws(SavingError) in try file.truncate(to: -1) }?.errno == EINVAL)
        #expect(file.length == 2)
    }

    @Test func `a link is refused`() throws {
        folder.put("target", "")
        try #require(unsafe symlink("target", folder.file("log")) == 0)
        let path = folder.file("log")
        #expect(
            refusal { () throws(SavingError) in _ = try AppendingFile(path: path, expectedLength: 0)
            }?.errno == ELOOP)
    }

    @Test func `a short write takes the file back to its known bytes and stays an error`() async {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            let folder = Folder()
            folder.put("log", "known")
            limitFileSize(100_000)
            var file = try AppendingFile(path: folder.file("log"), expectedLength: 5)
            let first = refusal { () throws(SavingError) in
                try file.write([UInt8](repeating: 7, count: 3 << 20))
            }
            let text = try folder.text("log")
            let second = refusal { () throws(SavingError) in try file.sync() }
            let third = refusal { () throws(SavingError) in try file.write([1]) }
            exitUnless(
                first?.errno == EFBIG && text == "known" && second == first && third == first)
        }
    }

    @Test func `a short write to a created file leaves no file`() async {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            let folder = Folder()
            limitFileSize(100_000)
            var file = try AppendingFile(path: folder.file("log"), expectedLength: 0)
            let met = refusal { () throws(SavingError) in
                try file.write([UInt8](repeating: 7, count: 3 << 20))
            }
            exitUnless(try met?.errno == EFBIG && folder.contents == [])
        }
    }
}
