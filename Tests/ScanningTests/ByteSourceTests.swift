internal import Glibc
import TestKit
import Testing

@testable import Scanning

@Suite struct `Byte source` {
    private func write(_ bytes: [UInt8], to path: String) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    private func error(_ path: String) -> ByteSourceError? {
        do throws(ByteSourceError) {
            _ = try ByteSource(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func `reads in chunks and again after rewinding`() throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        let path = folder + "/file"
        defer { temporary.remove() }
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        write(bytes, to: path)
        var source = try ByteSource(path: path)
        let size = source.size
        #expect(size == 1000)
        for _ in 0..<2 {
            var read: [UInt8] = []
            while try source.read(into: &read, max: 300) > 0 {}
            #expect(read == bytes)
            try source.rewind()
        }
        let before = source.unchangedSinceOpening()
        write(bytes + [1], to: path)
        let after = source.unchangedSinceOpening()
        #expect(before && !after)
    }

    @Test func `a file replaced by another is noticed`() throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        defer { temporary.remove() }
        write([1], to: folder + "/a")
        let source = try ByteSource(path: folder + "/a")
        write([1], to: folder + "/b")
        unsafe rename(folder + "/b", folder + "/a")
        let isUnchanged = source.unchangedSinceOpening()
        #expect(!isUnchanged)
    }

    @Test func `takes regular files only`() {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        defer { temporary.remove() }
        unsafe mkfifo(folder + "/pipe", 0o600)
        unsafe symlink("nowhere", folder + "/link")
        unsafe symlink("loop", folder + "/loop")
        #expect(error(folder) == .isDirectory)
        #expect(error(folder + "/pipe") == .notRegular)
        #expect(error("/dev/null") == .notRegular)
        #expect(error(folder + "/none") == .notFound)
        #expect(error(folder + "/link") == .notFound)
        #expect(error(folder + "/pipe/below") == .notFound)
        #expect(error(folder + "/loop") == .unreadable(errno: ELOOP))
        #expect(error("") == .notFound)
        #expect(error("a\0b") == .notFound)
    }

    @Test func `standard input can be read twice`() throws {
        var ends: [Int32] = [0, 0]
        _ = unsafe pipe(&ends)
        let kept = dup(0)
        defer {
            dup2(kept, 0)
            close(kept)
        }
        dup2(ends[0], 0)
        close(ends[0])
        let bytes = (0..<5000).map { UInt8($0 % 251) }
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        var source = try ByteSource(path: "-")
        let size = source.size
        #expect(size == nil)
        var first: [UInt8] = []
        _ = try source.read(into: &first, max: 100)
        try source.rewind()
        for _ in 0..<2 {
            var read: [UInt8] = []
            while try source.read(into: &read, max: 700) > 0 {}
            #expect(read == bytes)
            try source.rewind()
        }
        #expect(first == Array(bytes[..<100]))
    }

    @Test func `whole files are bounded`() throws {
        let temporary = TemporaryFolder()
        let folder = temporary.path
        let path = folder + "/file"
        defer { temporary.remove() }
        write([1, 2, 3], to: path)
        #expect(try readWholeFile(path, limit: 3) == [1, 2, 3])
        #expect(throws: ByteSourceError.tooLarge(limit: 2)) { try readWholeFile(path, limit: 2) }
        // These say size 0 and have bytes.
        #expect(throws: ByteSourceError.tooLarge(limit: 1)) {
            try readWholeFile("/proc/self/status", limit: 1)
        }
    }
}
