import Scanning
import TestKit
import Testing

@Suite struct `Accounts of read` {
    private static let pockets =
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
        + "CARD_PAYMENT,Current,2026-01-02 10:00:00,2026-01-03 12:16:55,Coffee,"
        + "-3.50,0.00,EUR,COMPLETED,96.50\n"
        + "TRANSFER,Deposit,2026-01-02 10:00:00,2026-01-03 12:16:55,To pocket,"
        + "20.00,0.00,EUR,COMPLETED,20.00\n"
    private static let unknown =
        "Date,Description,Amount,Balance\n2026-03-01,Coffee,-50.00,950.00\n"
        + "2026-03-02,Shop,-100.00,850.00\n2026-03-03,Book,-10.00,840.00\n"

    private func accounts(_ lines: [String], in member: String? = nil) throws -> [String] {
        try lines.map { line in
            let value = try JSONValue.parse(line.utf8.span)
            return (member.flatMap { value[$0] } ?? value)["account"]?.text ?? ""
        }
    }

    @Test(arguments: [[], ["--account", "mine"]])
    func `are those that an import into an empty workspace makes`(option: [String]) throws {
        let folder = TemporaryFolder()
        folder.write(Self.pockets, to: "pockets.csv")
        folder.write(Self.unknown, to: "unknown.csv")
        let samples = ["monobank-csv/black-2026-01.csv", "mt940", "ofx1", "qif", "privatbank-csv"]
        let files =
            ["pockets.csv", "unknown.csv"].map { folder.path + "/" + $0 }
            + samples.map { Program.root + "/samples/" + $0 }
        for (number, file) in files.enumerated() {
            let money = "\(folder.path)/money\(number)"
            #expect(Program.run("init", money).code == 0)
            #expect(Program.run(["import", "--workspace", money] + option + [file]).code <= 1)
            let pending = Program.run("pending", "--json", "--workspace", money)
            let read = Program.run(["read", "--json"] + option + [file])
            let named = try Set(accounts(read.lines))
            #expect(try named == Set(accounts(pending.lines, in: "fact")), "\(file)")
            #expect(!named.isEmpty && !named.contains(""), "\(file)")
        }
    }

    @Test func `are named for products of one file`() throws {
        let folder = TemporaryFolder()
        folder.write(Self.pockets, to: "pockets.csv")
        let read = Program.run("read", "--json", folder.path + "/pockets.csv")
        #expect(try accounts(read.lines) == ["revolut-EUR", "revolut-EUR-Deposit"])
    }

    @Test func `of kinds of QIF are the same ones in every file`() throws {
        let bank = "!Type:Bank\nD2026-02-14\nT1.00\nPOne\n^\n"
        let card = "!Type:CCard\nD2026-02-14\nT2.00\nPTwo\n^\n"
        let folder = TemporaryFolder()
        let money = folder.path + "/money"
        #expect(Program.run("init", money).code == 0)
        for (text, names) in [
            (bank, ["qif"]), (card, ["qif-ccard"]), (bank + card, ["qif", "qif-ccard"]),
            (card + bank, ["qif-ccard", "qif"]),
        ] {
            folder.write(text, to: "k.qif")
            let file = folder.path + "/k.qif"
            #expect(try accounts(Program.run("read", "--json", file).lines) == names)
            if names.count > 1 { continue }
            #expect(Program.run("import", "--workspace", money, file).code == 0)
        }
        // A file of one kind is of the account that a person says.
        folder.write(card, to: "k.qif")
        let read = Program.run("read", "--json", "--account", "visa", folder.path + "/k.qif")
        #expect(try accounts(read.lines) == ["visa"])
        let pending = Program.run("pending", "--json", "--workspace", money)
        #expect(try accounts(pending.lines, in: "fact").sorted() == ["qif", "qif-ccard"])
    }
}
