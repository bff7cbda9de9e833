import Facts
import Glibc
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

extension Household {
    func write(_ bytes: [UInt8], to name: String) -> String {
        let path = write("", to: name)
        guard let file = unsafe fopen(path, "w") else { preconditionFailure(path) }
        unsafe bytes.withUnsafeBytes { _ = unsafe fwrite($0.baseAddress, 1, $0.count, file) }
        unsafe fclose(file)
        return path
    }
}

@Suite struct `An archive` {
    private static let csv = BankLine.csv([("14.02.2026 12:00:00", "Сільпо", "-125.5", "9000.0")])
    private static let other = BankLine.csv([("15.02.2026 12:00:00", "Bolt", "-99.0", "8901.0")])

    @Test func `is a folder of its files`() throws {
        let household = try Household()
        let bytes = ZipWriter.archive([("d/b.csv", Self.csv), ("a.csv", Self.other), ("c.txt", "")])
        let root = household.folder + "/in"
        let path = household.write(bytes, to: "in/bank/old.zip")
        household.write("x", to: "in/z.csv")
        let files = InputList(paths: [root], inbox: root).files
        #expect(
            files.map(\.name) == ["old.zip/a.csv", "old.zip/c.txt", "old.zip/d/b.csv", "z.csv"])
        #expect(files.map(\.folder) == ["bank", "bank", "bank", ""])
        #expect(files.first?.path == path + "/a.csv")
    }

    @Test func `has files of any letters`() throws {
        let household = try Household()
        let bytes = ZipWriter.archive([("виписка.csv", Self.csv)])
        let path = household.write(bytes, to: "january.zip")
        #expect(
            InputList(paths: [path], inbox: "").files.map(\.name) == ["january.zip/виписка.csv"])
    }

    @Test func `is imported file by file, and twice is once`() throws {
        let household = try Household()
        let bytes = ZipWriter.archive([
            ("a.csv", Self.csv), ("b.csv", Self.other), ("notes.txt", "hello"),
        ])
        let path = household.write(bytes, to: "old.zip")
        let report = try household.importing([path])
        #expect(report.files.map(\.new) == [1, 1, 0])
        #expect(
            report.files.map(\.name) == ["old.zip/a.csv", "old.zip/b.csv", "old.zip/notes.txt"])
        #expect(report.files.map { $0.failure?.kind } == [nil, nil, .layoutUnknown])
        let dump = try household.dump()
        #expect(dump.contains("\"file\":\"old.zip/a.csv\""))
        #expect(try household.importing([path]).summary == ImportSummary())
        #expect(try household.dump() == dump)
    }

    @Test func `knows a file that came in by itself, and the other way round`() throws {
        let household = try Household()
        let bare = household.write(Self.csv, to: "a.csv")
        let archive = household.write(
            ZipWriter.archive([("a.csv", Self.csv), ("b.csv", Self.other)]), to: "old.zip")
        let unpacked = household.write(Self.other, to: "b.csv")
        try household.importing([bare])
        let second = try household.importing([archive])
        #expect(second.files.map(\.known) == [1, 0])
        // The same bytes came in before: they are no second source.
        #expect(second.summary.sourcesAdded == 0)
        #expect(try household.importing([unpacked]).summary == ImportSummary())
        #expect(try household.lines().count == 2)
    }

    @Test func `that cannot be read is refused as one file`() throws {
        let household = try Household()
        let whole = ZipWriter.archive([("a.csv", Self.csv)])
        let path = household.write(Array(whole.dropLast(30)), to: "cut.zip")
        let report = try household.importing([path])
        #expect(report.files.map(\.name) == ["cut.zip"])
        #expect(report.files.first?.failure?.kind == .truncated)
    }
}
