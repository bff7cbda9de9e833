import Glibc
import Scanning
import TestKit
import Testing

/// A household with an account at two German banks: DKB's file names its account, N26's does not.
private final class TwoBanks {
    let folder = TemporaryFolder()
    let workspace: String
    let dkb: String
    let n26: String

    static let giro = "DE89370400440532013000"
    static let savings = "DE12500105170648489890"

    init() {
        workspace = folder.path + "/money"
        dkb = folder.path + "/dkb.csv"
        n26 = workspace + "/inbox/n26/january.csv"
        #expect(Program.run("init", workspace).code == 0)
        _ = unsafe mkdir(workspace + "/inbox/n26", 0o700)
        folder.write(
            """
            "Girokonto";"\(Self.giro)"
            "Zeitraum:";"01.01.2026 - 31.01.2026"
            "Kontostand vom 30.06.2026:";"1.234,56 €"
            ""
            "Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
            "20.01.26";"20.01.26";"Gebucht";"Max Mustermann";"Max Mustermann";"Miete";"Ausgang";"DE44200400200500000000";"-700";"";"";""
            "13.01.26";"13.01.26";"Gebucht";"Max Mustermann";"Max Mustermann";"Uebertrag auf N26";"Ausgang";"\(Self.savings)";"-300";"";"";""

            """, to: "dkb.csv")
        folder.write(
            """
            "Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
            2026-01-13,2026-01-13,"Max Mustermann",\(Self.giro),"Credit Transfer","Uebertrag auf N26","Main Account",300.00,,,
            2026-01-18,2026-01-18,"REWE","DE75512108001245126199","Debit Transfer","Einkauf","Main Account",-20.00,,,

            """, to: "money/inbox/n26/january.csv")
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], input: input)
    }

    func declare() {
        #expect(run("accounts", "add", "n26", "--iban", Self.savings).code == 0)
    }

    /// The waiting line of a day.
    func line(_ day: Int) throws -> JSONValue {
        let lines = try run("pending", "--json").lines.map {
            try JSONValue.parse(Array($0.utf8).span)
        }
        return try #require(lines.first { $0["fact"]?["date"]?.text == "2026-01-\(day)" })
    }

    /// How sure the waiting lines of a day are.
    func levels(_ day: Int) throws -> [String] {
        try run("pending", "--json").lines.map { try JSONValue.parse(Array($0.utf8).span) }
            .filter { $0["fact"]?["date"]?.text == "2026-01-\(day)" }
            .map { $0["suggestion"]?["level"]?.text ?? "" }
    }

    var queue: String { folder.read("money/pending.jsonl") }
}

@Suite struct `A row with an own account's number` {
    @Test func `is a transfer, certain, though its other side is in no file`() throws {
        let money = TwoBanks()
        money.declare()
        #expect(money.run("import", money.dkb).code == 0)
        let suggestion = try money.line(13)["suggestion"]
        #expect(suggestion?["category"]?.text == "transfers.own")
        #expect(suggestion?["level"]?.text == "certain")
        #expect(suggestion?["transfer_to"]?.text == "n26")
        #expect(try money.line(20)["suggestion"]?["category"]?.text != "transfers.own")
        #expect(money.run("pending").output.contains("⇄ n26"))
        let key = try #require(try money.line(13)["key"]?.text)
        let explained = money.run("explain", key).output
        #expect(explained.contains("your own account's number (n26)"))
        #expect(money.run("--lang", "uk", "explain", key).output.contains("номер вашого рахунку"))
        let queue = money.queue
        #expect(money.run("import", money.dkb).code == 0)
        #expect(money.queue == queue)
        #expect(money.run("approve", "--level", "certain").output == "approved \(key)\n")
        let listed = try JSONValue.parse(
            Array(try #require(money.run("list", "--json").lines.first).utf8).span)
        #expect(listed["category"]?.text == "transfers.own")
        #expect(listed["transfer_to"]?.text == "n26")
        #expect(money.run("explain", key).output.contains("your own account's number (n26)"))
        // Over the account of transfers, until the other side is there.
        let alone = money.run("export", "--format", "hledger").output
        #expect(alone.contains("Equity:Transfers:Own accounts  300.00 EUR"))
        #expect(!alone.contains("Assets:N26"))
        #expect(money.run("import").code == 0)
        #expect(try money.line(13)["suggestion"]?["level"]?.text == "certain")
        #expect(money.run("approve", "--level", "certain").code == 0)
        let both = money.run("export", "--format", "hledger").output
        #expect(both.contains("Assets:N26  300.00 EUR"))
        #expect(!both.contains("Equity:Transfers:Own accounts  "))
        #expect(money.run("check").code == 0)
    }

    @Test(arguments: [["n26", "dkb"], ["dkb", "n26"]], [true, false])
    func `is one in either order of the files, and whenever the account is named`(
        order: [String], isNamedFirst: Bool
    ) throws {
        let money = TwoBanks()
        if isNamedFirst { money.declare() }
        for bank in order {
            #expect(money.run("import", bank == "n26" ? money.n26 : money.dkb).code == 0)
        }
        if !isNamedFirst {
            // N26's file tells no number; its row names DKB's.
            let levels = try money.levels(13)
            #expect(levels.filter { $0 == "certain" }.count == 1)
            #expect(money.run("accounts", "own", "n26-EUR", "--iban", TwoBanks.savings).code == 0)
            #expect(money.run("import", money.dkb).code == 0)
        }
        #expect(try money.levels(13) == ["certain", "certain"])
        #expect(try money.levels(20).contains("certain") == false)
        let queue = money.queue
        for path in [money.dkb, money.n26] { #expect(money.run("import", path).code == 0) }
        #expect(money.run("import").code == 0)
        #expect(money.queue == queue)
        #expect(money.run("check").code == 0)
    }

    @Test func `is none any more when nothing tells of the account`() throws {
        let money = TwoBanks()
        #expect(money.run("import", money.dkb, money.n26).code == 0)
        #expect(try money.levels(13).contains("certain"))
        #expect(money.run("import", "--forget", money.dkb).code == 0)
        #expect(money.run("import").code == 0)
        #expect(try money.levels(13).count == 1)
        #expect(try !money.levels(13).contains("certain"))
        let queue = money.queue
        #expect(money.run("import").code == 0)
        #expect(money.queue == queue)
        #expect(money.run("import", money.dkb).code == 0)
        #expect(try money.levels(13).contains("certain"))
    }

    @Test func `is none when a person says so, whatever comes and goes`() throws {
        let money = TwoBanks()
        money.declare()
        #expect(money.run("import", money.dkb).code == 0)
        let before = money.queue
        let key = try #require(try money.line(13)["key"]?.text)
        #expect(money.run("transfer", key, "--none").code == 0)
        #expect(try money.line(13)["suggestion"]?["transfer_to"] == nil)
        #expect(money.run("explain", key).output.contains("number") == false)
        let denied = money.queue
        #expect(money.run("import", money.dkb).code == 0)
        #expect(money.run("accounts", "add", "depot", "--iban", "DE75512108001245126199").code == 0)
        #expect(money.run("import", money.dkb).code == 0)
        #expect(money.queue == denied)
        #expect(money.run("undo").code == 0)
        #expect(money.queue == before)
        #expect(money.run("redo").code == 0)
        #expect(money.queue == denied)
        #expect(money.run("undo").code == 0)
        // In the review, too.
        #expect(money.run("review", input: "s\nn\nq\n").code == 0)
        #expect(try money.line(13)["suggestion"]?["transfer_to"] == nil)
    }
}
