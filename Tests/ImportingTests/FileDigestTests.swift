import Facts
import Glibc
import Opening
import Testing
import Workspaces

@testable import Importing
import Reading

@Suite struct `The digest of a file` {
    /// What was made while the file was read.
    private func digestOfReading(_ path: String) throws -> FileDigest? {
        var file = try StatementFile(path: path, options: ReadOptions(), isDigested: true)
        var batch = LineBatch()
        while try file.next(into: &batch) { batch.removeAll() }
        return file.digest.map { FileDigest(high: $0.high, low: $0.low) }
    }

    @Test func `is the same from reading its rows`() throws {
        let household = try Household()
        let lines = (0..<3_000).map {
            BankLine(id: "L\($0)", time: 1_770_000_000 - $0 * 60, text: "Фора \($0)", amount: -$0)
        }
        let files = [
            household.write(BankLine.json(lines), to: "a.json"),
            household.write(
                BankLine.csv(
                    (0..<2_000).map {
                        ("0\(1 + $0 % 9).02.2026 10:00:00", "Фора", "-\($0).00", "1")
                    }),
                to: "b.csv"),
        ]
        for path in files {
            #expect(try digestOfReading(path) == FileDigest(ofFile: path))
            #expect(FileDigest(ofFile: path) != nil)
        }
    }

    @Test func `is not taken of a file larger than any that is read`() throws {
        let household = try Household()
        let path = household.write("Date;Amount\n", to: "sparse.csv")
        #expect(unsafe truncate(path, off_t(Limits.fileBytesMax) + 1) == 0)
        #expect(FileDigest(ofFile: path) == nil)
    }

    @Test func `known by its size first tells a copy from a file that was changed`() throws {
        let household = try Household()
        let line = BankLine(id: "A", time: 1_770_000_000, text: "Фора", amount: -500)
        var other = line
        other.amount = -700
        try household.importing([household.write(BankLine.json([line]), to: "a.json")])
        let copy = try household.importing([household.write(BankLine.json([line]), to: "b.json")])
        #expect(copy.files[0].known == 1)
        #expect(copy.summary.sourcesAdded == 0)
        let changed = try household.importing([
            household.write(BankLine.json([other]), to: "c.json")
        ])
        #expect(changed.files[0].conflicts == 1)
    }
}
