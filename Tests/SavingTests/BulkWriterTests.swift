import Glibc
import Testing

@testable import Saving

/// Bytes that differ wherever one looks.
private func invented(_ count: Int, seed: UInt64) -> [UInt8] {
    // A cycle that no bound of blocks divides.
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let cycle = (0..<1_021).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 32)
    }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += cycle }
    bytes.removeLast(bytes.count - count)
    return bytes
}

@Suite struct `Much at a file's end` {
    let folder = Folder()

    private func append(
        _ parts: [[UInt8]], to name: String, from length: Int, bulkBytes: Int
    ) throws(SavingError) {
        var file = try AppendingFile(
            path: folder.file(name), expectedLength: length, bulkBytes: bulkBytes)
        for part in parts { try file.write(part) }
        try file.sync()
        // Once more, from wherever the first end lies.
        for part in parts { try file.write(part) }
        try file.sync()
    }

    @Test(arguments: [0, 4_095, 4_096, 70_001], [1, 300_000])
    func `is the same bytes past the page cache, wherever it begins`(
        known: Int, bulkBytes: Int
    ) throws {
        let before = invented(known, seed: 1)
        folder.put("log", "")
        var file = try AppendingFile(path: folder.file("log"), expectedLength: 0)
        try file.write(before)
        try file.sync()
        for (seed, size) in [13_000, 65_536, 1_500_000].enumerated() {
            let parts = (0..<max(1, 1_700_000 / size)).map { number in
                invented(size - number % 7, seed: UInt64(seed * 1_000 + number))
            }
            let length = try #require(try fileStamp(folder.file("log"))).size
            try append(parts, to: "log", from: length, bulkBytes: bulkBytes)
            let all = try readFile(folder.file("log"), limit: 1 << 26)
            let added = parts.flatMap { $0 }
            #expect(all.count == length + 2 * added.count)
            #expect(Array(all[length...]) == added + added)
            #expect(Array(all.prefix(known)) == before)
        }
    }

    @Test func `is written by a thread where the file system lets it`() throws {
        let path = folder.file("log")
        let file = try createPrivate(path, O_WRONLY | O_APPEND)
        let isPossible = setDirect(true, file.number)
        #expect(!isPossible || setDirect(false, file.number))
        var end = FileEnd(path: path, bulkBytes: 10_000, blocks: 2)
        let bytes = invented(9_000, seed: 3)
        try end.add(bytes.span, to: file.number, at: 0)
        var wasBulk = [end.isBulk]
        try end.add(bytes.span, to: file.number, at: 9_000)
        wasBulk.append(end.isBulk)
        try end.flush(file.number)
        wasBulk.append(end.isBulk)
        #expect(wasBulk == [false, isPossible, false])
        #expect(try readFile(path, limit: 1 << 20) == bytes + bytes)
        // Behind the flush the descriptor writes as any other.
        #expect(fcntl(file.number, F_GETFL) & 0o240000 == 0)
    }

    @Test(arguments: [0, 5, 4_096, 2_000_000, 3_000_000])
    func `is taken back to any length`(kept: Int) throws {
        let bytes = invented(3_000_000, seed: 4)
        var file = try AppendingFile(
            path: folder.file("log"), expectedLength: 0, bulkBytes: 100_000)
        for start in stride(from: 0, to: bytes.count, by: 1_000) {
            try file.write(bytes.span.extracting(start..<(start + 1_000)))
        }
        try file.truncate(to: kept)
        #expect(file.length == kept)
        try file.write([1, 2, 3])
        try file.sync()
        #expect(
            try readFile(folder.file("log"), limit: 1 << 26)
                == Array(bytes.prefix(kept) + [1, 2, 3]))
    }

    @Test func `let go of without sync is taken back`() throws {
        folder.put("log", "known")
        func begin(_ name: String, _ length: Int) throws {
            var file = try AppendingFile(
                path: folder.file(name), expectedLength: length, bulkBytes: 100_000)
            for seed in 0..<30 { try file.write(invented(100_000, seed: UInt64(seed))) }
        }
        try begin("log", 5)
        try begin("created", 0)
        #expect(try folder.text("log") == "known")
        #expect(try folder.contents == ["log"])
    }

    /// The place is gone within the buffer, at a bound, within a block, within the last bytes.
    @Test(arguments: [50_000, 102_400, 700_001, 1_048_576, 2_999_990])
    func `that finds no place is an error, and known bytes are as they were`(
        limit: UInt
    ) async {
        await #expect(processExitsWith: .success) { [limit] in
            ignoreBrokenPipes()
            let folder = Folder()
            folder.put("log", "known")
            limitFileSize(limit)
            var file = try AppendingFile(
                path: folder.file("log"), expectedLength: 5, bulkBytes: 100_000)
            let first = refusal { () throws(SavingError) in
                for seed in 0..<30 { try file.write(invented(100_000, seed: UInt64(seed))) }
                try file.sync()
            }
            let text = try folder.text("log")
            let second = refusal { () throws(SavingError) in try file.sync() }
            let third = refusal { () throws(SavingError) in try file.write([1]) }
            exitUnless(
                first?.errno == EFBIG && text == "known" && second == first && third == first)
        }
    }
}
