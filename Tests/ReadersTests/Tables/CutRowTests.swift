import Facts
import Tables
import TestKit
import Testing
import Reading

/// A table whose file ends inside its last row, and tables that merely end without a line end.
@Suite struct `The last row without a line end` {
    private static let heads = ["Datum;Wat;Betrag", "Date;Description;Amount"]

    private static let tables: [(rows: [String], last: String)] = [
        (["-85,00", "90,25", "-1250,00"], "-1250,00"), (["-85,10", "90,20"], "-1234,56"),
    ]

    @Test func `is rejected at its place wherever it is cut in its last number`() throws {
        for head in Self.heads {
            for (rows, last) in Self.tables {
                let whole = Self.text(head, rows + [last])
                #expect(try Self.read(whole).batch.lines.count == rows.count + 1)
                // What the cut leaves is a number, a sign or nothing.
                for cut in 1...last.utf8.count {
                    let found = try Self.read(String(whole.dropLast(cut)))
                    #expect(found.batch.lines.count == rows.count, "\(last), \(cut) cut")
                    let rejection = try #require(found.batch.rejections.first)
                    #expect(found.batch.rejections.count == 1)
                    #expect(rejection.place.line == rows.count + 2)
                }
            }
        }
    }

    @Test(arguments: [
        "Date;Description;Amount\n2026-02-01;A;-5,00\n2026-02-02;B;-6,50\n2026-02-03;C;-7,25",
        "Date;Description;Amount\n2026-02-01;A;-5\n2026-02-02;B;-6,5\n2026-02-03;C;-7",
        "Date;Description;Amount\n2026-02-01;A;-5,5\n2026-02-02;B;-6,25\n2026-02-03;C;-7",
        "Date;Description;Amount\n2026-02-01;A;-500\n2026-02-02;B;-600\n2026-02-03;C;-7",
        "Date;Amount;Description\n2026-02-01;-5,00;Long name\n2026-02-02;-6,50;Name\n2026-02-03;-7,00;N",
        "Date;Amount;Currency;Note\n2026-02-01;-5,00;EUR;A\n2026-02-02;-6,50;EUR;B\n2026-02-03;-7,00;EUR;",
        // A whole number that moves the balance as it should.
        "Date;Description;Amount;Balance\n2026-02-01;A;-5,50;94,50\n2026-02-02;B;-4,25;90,25\n"
            + "2026-02-03;C;-0,25;90",
        // Zeros are left out elsewhere.
        "Date;Description;Balance;Amount\n2026-02-01;A;94,50;-5,50\n2026-02-02;B;90,25;-4,25\n"
            + "2026-02-03;C;200;-7",
        // The oldest row stands last.
        "Date;Description;Amount;Balance\n2026-02-03;A;-5,50;94,50\n2026-02-02;B;-4,25;100,00\n"
            + "2026-02-01;C;-0,25;104,25",
        "Date;Description;Amount\n2026-02-01;A;-5,00\n2026-02-02;B;-6,50\n2026-02-03;C;\"-7\"",
        // Smaller numbers, an earlier hour, another country.
        "Date;Amount;Description;Tax code\n2026-02-01;-5,00;A;3012345678\n2026-02-02;-6,50;B;3012345679\n"
            + "2026-02-03;-7,00;C;3012345670\n2026-02-04;-8,00;D;32855961",
        "Date;Amount;Description;Transaction ID\n2026-02-04;-5,00;A;1002\n2026-02-03;-6,50;B;1001\n"
            + "2026-02-02;-7,00;C;1000\n2026-02-01;-8,00;D;999",
        "Date;Amount;Description;Time\n2026-02-04;-5,00;A;10:02\n2026-02-03;-6,50;B;11:01\n"
            + "2026-02-02;-7,00;C;15:00\n2026-02-01;-8,00;D;9:05",
        "Date;Amount;Description;Recipient IBAN\n2026-02-01;-5,00;A;UA213223130000026007233566001\n"
            + "2026-02-02;-6,50;B;UA213223130000026007233566002\n"
            + "2026-02-03;-7,00;C;UA213223130000026007233566003\n"
            + "2026-02-04;-8,00;D;DE89370400440532013000",
        // Only one row, and nothing to hold the last one against.
        "Date;Description;Amount\n2026-02-01;A;-5,25\n2026-02-02;B;-6",
    ])
    func `is read where nothing proves it cut`(_ text: String) throws {
        let found = try Self.read(text)
        #expect(found.batch.rejections.isEmpty)
        #expect(found.batch.lines.count == text.count { $0 == "\n" })
        #expect(found.rows == (try Self.read(text + "\n")).rows)
    }

    @Test(arguments: [
        // Whole numbers everywhere, and a balance that wants a longer one.
        "Date;Description;Amount;Balance\n2026-02-01;A;-500;9500\n2026-02-02;B;-425;9075\n"
            + "2026-02-03;C;-25;90",
        "Date;Description;Balance;Amount\n2026-02-01;A;9500;-500\n2026-02-02;B;9075;-425\n"
            + "2026-02-03;C;6575;-25",
        "Date;Description;Amount;Balance\n2026-02-03;A;-500;9500\n2026-02-02;B;-425;10000\n"
            + "2026-02-01;C;-25;104",
        // Cells of one length.
        "Date;Description;Amount;Currency;Account\n2026-02-01;A;-5,00;EUR;DE89370400440532013000\n"
            + "2026-02-02;B;-6,50;EUR;DE89370400440532013000\n2026-02-03;C;-7,00;EUR;DE893704",
        "Date;Description;Amount;Transaction ID\n2026-02-01;A;-5,00;AB12345\n"
            + "2026-02-02;B;-6,50;AB12346\n2026-02-03;B;-6,50;AC12347\n2026-02-04;C;-7,00;AC1",
        // Cells that are never blank.
        "Date;Description;Amount;Currency\n2026-02-01;A;-5,00;EUR\n2026-02-02;B;-6,50;EUR\n"
            + "2026-02-03;B;-6,75;EUR\n2026-02-04;C;-7,00;",
        // Every row ends with a mark.
        "Date;Description;Amount;\n2026-02-01;A;-5;\n2026-02-02;B;-6;\n2026-02-03;C;-7",
        // One of two columns.
        "Date;Description;Debit;Credit\n2026-02-01;A;5,00;\n2026-02-02;B;6,25;\n2026-02-03;C;;700",
    ])
    func `is rejected where the other rows prove it cut`(_ text: String) throws {
        let rows = text.count { $0 == "\n" }
        let found = try Self.read(text)
        #expect(found.batch.rejections.map(\.kind) == [.rowCutShort])
        #expect(found.batch.rejections.map(\.place.line) == [rows + 1])
        #expect(found.batch.lines.count == rows - 1)
        // With its line end it is what the bank wrote.
        #expect(try Self.read(text + "\n").batch.rejections.allSatisfy { $0.kind != .rowCutShort })
    }

    private static func text(_ head: String, _ amounts: [String]) -> String {
        let rows = amounts.enumerated().map { "2026-02-0\($0 + 1);Card \($0);\($1)" }
        return ([head] + rows).joined(separator: "\n")
    }

    private struct Found {
        var batch = LineBatch()
        var rows: [String] { batch.lines.map { $0.rendered(in: batch) } }
    }

    private static func read(_ text: String) throws(ReadFailure) -> Found {
        let bytes = Array(text.utf8)
        let surveyor = CSVSurveyor(file: "f.csv", layouts: .builtIn)
        try surveyor.read(bytes.span, final: true)
        let settled = try surveyor.settle(ReadOptions(sign: .printed))
        var found = Found()
        let reader = CSVReader(file: "f.csv", layouts: .builtIn, settled: settled)
        try reader.read(bytes.span, final: true, into: &found.batch)
        // Wherever the bytes are cut into chunks.
        let other = CSVReader(file: "f.csv", layouts: .builtIn, settled: settled)
        var pieces = LineBatch()
        for (number, byte) in bytes.enumerated() {
            let one = [byte]
            try other.read(one.span, final: number == bytes.count - 1, into: &pieces)
        }
        #expect(pieces.rejections == found.batch.rejections)
        #expect(pieces.lines.count == found.batch.lines.count)
        return found
    }
}
