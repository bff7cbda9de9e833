import Facts
import Opening
import Scanning
import TestKit
import Testing
import Reading

private let statement = "Date,Description,Amount\n2026-01-28,coffee,-1.25\n"

private func archive(_ make: (inout ZipWriter) -> Void) -> TemporaryFile {
    var writer = ZipWriter()
    make(&writer)
    return TemporaryFile(writer.finished(), name: "archive.zip")
}

private func names(of file: borrowing TemporaryFile) -> [String]? {
    (try? ArchiveMember.members(of: file.path))??.map(\.name)
}

private func problem(of file: borrowing TemporaryFile) -> ReadFailure? {
    do throws(ReadFailure) {
        _ = try ArchiveMember.members(of: file.path)
        return nil
    } catch {
        return error
    }
}

private func read(_ member: ArchiveMember) -> (amounts: [String], failure: ReadFailure?) {
    var batch = LineBatch()
    do throws(ReadFailure) {
        var file = try StatementFile(member, options: ReadOptions())
        while try file.next(into: &batch) {}
        return (batch.lines.map(\.amount.text), nil)
    } catch {
        return (batch.lines.map(\.amount.text), error)
    }
}

@Suite struct Archives {
    @Test func `files of an archive are statements of their own`() throws {
        let book = xlsxBook([
            WrittenSheet(
                "S", xlsxRow(["Date", "Amount"]) + xlsxRow(["2026-01-28", "<c><v>-2</v></c>"]))
        ])
        let file = archive { writer in
            writer.add(Array("b.csv".utf8), Array(statement.utf8))
            writer.add(
                Array("a/packed.csv".utf8), Array(statement.utf8),
                packed: deflated(Array(statement.utf8)), method: 8)
            writer.add(Array("book.xlsx".utf8), book, packed: deflated(book), method: 8)
            writer.add(Array("a/".utf8), [])
        }
        let members = try #require(try ArchiveMember.members(of: file.path))
        #expect(members.map(\.name) == ["a/packed.csv", "b.csv", "book.xlsx"])
        #expect(members.map { read($0).amounts } == [["-1.25"], ["-1.25"], ["-2.00"]])
        #expect(members.allSatisfy { $0.path == file.path + "/" + $0.name })
    }

    @Test func `what is no archive is told apart`() {
        #expect(names(of: TemporaryFile(Array(statement.utf8))) == nil)
        #expect(names(of: TemporaryFile([])) == nil)
        #expect(names(of: TemporaryFile(xlsxBook([]))) == nil)
    }

    @Test func `names are made to be shown and never to be opened`() {
        let file = archive { writer in
            for name in [
                "../../etc/passwd", "/abs.csv", "C:\\dir\\x.csv", "./..", "same.csv", "same.csv",
                "__MACOSX/._b", ".hidden",
            ] {
                writer.add(Array(name.utf8), Array(statement.utf8))
            }
            writer.add(singleByteText("Виписка.csv", .ibm866), Array(statement.utf8), flags: 0)
        }
        #expect(
            names(of: file) == [
                "?", "C:/dir/x.csv", "abs.csv", "etc/passwd", "same.csv", "same.csv#2",
                "Виписка.csv",
            ])
    }

    @Test func `an archive in an archive is refused`() throws {
        let inner = ZipWriter.archive([("a.csv", statement)])
        let file = archive { writer in
            writer.add(Array("inner.zip".utf8), inner)
            writer.add(
                Array("a.csv.gz".utf8), deflated(Array(statement.utf8), asGzip: true))
        }
        let members = try #require(try ArchiveMember.members(of: file.path))
        #expect(members.map { read($0).failure?.kind } == [.archiveInArchive, .archiveInArchive])
        let packed = BookReading(deflated(inner, asGzip: true))
        #expect(packed.failure?.kind == .archiveInArchive)
    }

    @Test func `gzip files are read as what they pack`() {
        let packed = deflated(Array(statement.utf8), asGzip: true)
        #expect(BookReading(packed).amounts == ["-1.25"])
        // Two frames, one behind the other, and padding.
        let half = statement.utf8.count / 2
        let frames =
            deflated(Array(statement.utf8.prefix(half)), asGzip: true)
            + deflated(Array(statement.utf8.dropFirst(half)), asGzip: true)
        #expect(BookReading(frames + [0, 0, 0]).amounts == ["-1.25"])
        for count in drawn(every: 5, of: stride(from: 3, to: packed.count, by: 3)) {
            #expect(BookReading(Array(packed[..<count])).failure != nil, "cut at \(count)")
        }
        for index in drawn(every: 5, of: stride(from: 10, to: packed.count, by: 3)) {
            var bytes = packed
            bytes[index] ^= 0x10
            let reading = BookReading(bytes)
            #expect(reading.failure != nil || reading.amounts == ["-1.25"], "bit at \(index)")
        }
    }

    @Test func `passwords are said, and the other files are read`() throws {
        let file = archive { writer in
            writer.add(Array("a.csv".utf8), Array(statement.utf8), flags: 1)
            writer.add(Array("b.csv".utf8), Array(statement.utf8))
            writer.add(Array("c.csv".utf8), Array(statement.utf8), method: 12)
        }
        let members = try #require(try ArchiveMember.members(of: file.path))
        #expect(members.map { read($0).failure?.kind } == [.encrypted, nil, .malformed])
    }

    @Test func `what unpacks to something else is refused`() throws {
        let file = archive { writer in
            writer.add(
                Array("a.csv".utf8), Array(statement.utf8),
                packed: Array(statement.replacing("1.25", with: "9.25").utf8))
            writer.add(Array("b.csv".utf8), Array(statement.utf8), claimedBytes: 10)
            writer.add(Array("c.csv".utf8), Array(statement.utf8), claimedBytes: 10_000)
        }
        let members = try #require(try ArchiveMember.members(of: file.path))
        #expect(
            members.map { read($0).failure?.details } == [
                ["archive-checksum"], ["archive-damaged"], ["archive-cut"],
            ])
    }

    @Test func `bombs are refused while they are small`() throws {
        let bytes = Limits.archiveUnmeasuredBytes + 1_000_000
        let packed = deflated([UInt8](repeating: 0x0A, count: bytes))
        let file = archive { writer in
            writer.add(
                Array("bomb.csv".utf8), [], packed: packed, method: 8, claimedBytes: bytes)
        }
        let members = try #require(try ArchiveMember.members(of: file.path))
        #expect(members.first.map { read($0).failure?.details } == ["archive-ratio"])
        #expect(members.first.map { $0.sizeBytes <= packed.count * Limits.archiveRatioMax } == true)
    }

    @Test func `members over each other and too many of them are refused`() {
        let overlapping = archive { writer in
            writer.add(Array("a.csv".utf8), Array(statement.utf8))
            writer.add(Array("a.csv".utf8), Array(statement.utf8), at: 0)
        }
        #expect(problem(of: overlapping)?.details == ["archive-overlapping"])
        let crowded = archive { writer in
            for _ in 0...Limits.archiveMembersMax { writer.add([0x61], []) }
        }
        #expect(problem(of: crowded)?.kind == .limitExceeded)
    }

    @Test func `no cut and no changed bit traps`() {
        let whole = ZipWriter.archive([("a.csv", statement), ("б.csv", statement)])
        let file = TemporaryFile([], name: "archive.zip")
        for count in drawn(every: 11, of: whole.indices) {
            file.write(Array(whole[..<count]))
            #expect((names(of: file) ?? []) == [], "cut at \(count)")
        }
        for index in drawn(every: 5, of: stride(from: 0, to: whole.count, by: 3)) {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            file.write(bytes)
            for member in (try? ArchiveMember.members(of: file.path)) ?? [] {
                let (amounts, failure) = read(member)
                #expect(failure != nil || amounts == ["-1.25"], "bit at \(index)")
            }
        }
    }
}
