import Glibc
import Testing

@testable import Saving

@Suite struct `Whole files and folders` {
    let folder = Folder()

    @Test func `createFile never takes a name that is in use`() throws {
        try createFile(folder.file("new"), contents: Array("bytes".utf8))
        #expect(try folder.text("new") == "bytes")
        let path = folder.file("new")
        #expect(throws: SavingError(operation: .open, path: path, errno: EEXIST)) {
            try createFile(path, contents: [])
        }
        #expect(try folder.text("new") == "bytes")
    }

    @Test func `createFile leaves nothing when the disk refuses`() async {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            let folder = Folder()
            limitFileSize(10)
            let path = folder.file("new")
            let met = refusal { () throws(SavingError) in
                try createFile(path, contents: [UInt8](repeating: 7, count: 11))
            }
            exitUnless(try met?.errno == EFBIG && folder.contents == [])
        }
    }

    @Test func `truncateFile cuts and never extends`() throws {
        folder.put("log", "0123456789")
        let path = folder.file("log")
        try truncateFile(path, to: 4)
        #expect(try folder.text("log") == "0123")
        for length in [5, -1] {
            #expect(
                refusal { () throws(SavingError) in try truncateFile(path, to: length) }?.errno
                    == EINVAL)
        }
        #expect(try folder.text("log") == "0123")
    }

    @Test func `an existing folder is fine and keeps its mode, anything else is not a folder`()
        throws
    {
        let path = folder.file("inner")
        try makePrivateDirectory(path + "/")
        #expect(unsafe chmod(path, 0o750) == 0)
        try makePrivateDirectory(path)
        #expect(try permissions(path) == 0o750)
        folder.put("file", "")
        let file = folder.file("file")
        #expect(throws: SavingError(operation: .makeDirectory, path: file, errno: ENOTDIR)) {
            try makePrivateDirectory(file)
        }
        let orphan = folder.file("no/inner")
        #expect(throws: SavingError(operation: .makeDirectory, path: orphan, errno: ENOENT)) {
            try makePrivateDirectory(orphan)
        }
    }

    @Test func `a folder reached through a link, the current one and the root are fine`() throws {
        try makePrivateDirectory(".")
        try makePrivateDirectory("/")
        try makePrivateDirectory(folder.file("inner"))
        try #require(unsafe symlink("inner", folder.file("link")) == 0)
        try makePrivateDirectory(folder.file("link"))
    }

    @Test func `readFile gives all bytes up to the limit and none above it`() throws {
        folder.put("file", "12345")
        let path = folder.file("file")
        #expect(try readFile(path, limit: 5) == Array("12345".utf8))
        #expect(throws: SavingError(operation: .read, path: path, errno: EFBIG)) {
            _ = try readFile(path, limit: 4)
        }
        #expect(
            refusal { () throws(SavingError) in _ = try readFile("/proc/self/status", limit: 3) }?
                .errno == EFBIG)
        #expect(try readFile("/proc/self/status", limit: 1 << 20).count > 100)
    }

    @Test func `a regular file is read at any place`() throws {
        folder.put("file", "0123456789")
        let file = try RegularFile(folder.file("file"))
        #expect(file.length == 10)
        var buffer = [UInt8](repeating: 0, count: 4)
        #expect(try file.read(into: &buffer, at: 3) == 4)
        #expect(buffer == Array("3456".utf8))
        #expect(try file.read(into: &buffer, at: 8) == 2)
        #expect(try file.read(into: &buffer, at: 10) == 0)
        #expect(try file.read(into: &buffer, at: 1 << 40) == 0)
        for offset in [-1, Int.max] {
            var met: SavingError?
            do throws(SavingError) { _ = try file.read(into: &buffer, at: offset) } catch {
                met = error
            }
            #expect(met?.errno == EINVAL)
        }
    }

    @Test func `links, folders, pipes and devices are not read`() throws {
        folder.put("target", "")
        try #require(unsafe symlink("target", folder.file("link")) == 0)
        try #require(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
        let cases: [(path: String, errno: Int32)] = [
            (folder.file("link"), ELOOP), (folder.path, EISDIR), (folder.file("pipe"), EINVAL),
            ("/dev/zero", EINVAL), (folder.file("missing"), ENOENT),
        ]
        for (path, number) in cases {
            #expect(
                refusal { () throws(SavingError) in _ = try readFile(path, limit: 9) }?.errno
                    == number)
        }
        #expect(try fileStamp(folder.file("missing")) == nil)
        for (path, number) in cases.dropLast() {
            #expect(refusal { () throws(SavingError) in _ = try fileStamp(path) }?.errno == number)
        }
    }

    @Test func `a stamp tells a rewritten file from an untouched one`() throws {
        folder.put("file", "one")
        let before = try fileStamp(folder.file("file"))
        #expect(before?.size == 3)
        #expect(try fileStamp(folder.file("file")) == before)
        #expect(try RegularFile(folder.file("file")).stamp == before)
        var replacing = try ReplacingFile(replacing: folder.file("file"))
        try replacing.write(Array("two".utf8))
        try replacing.commit()
        #expect(try fileStamp(folder.file("file")) != before)
    }
}
