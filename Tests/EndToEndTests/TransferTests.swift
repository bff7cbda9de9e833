import Glibc
import Scanning
import TestKit
import Testing

/// Two accounts of one household, each with its month, through the program.
private final class TwoAccounts {
    let folder = TemporaryFolder()
    let workspace: String
    let black: String
    let white: String

    init() {
        workspace = folder.path + "/money"
        black = workspace + "/inbox/black/february.csv"
        white = workspace + "/inbox/white/february.csv"
        #expect(Program.run("init", workspace).code == 0)
        for name in ["black", "white"] { _ = unsafe mkdir(workspace + "/inbox/" + name, 0o700) }
        folder.write(
            Self.statement([
                "\"14.02.2026 12:01:00\",\"На картку *4242\",4829,-5000.0,-5000.0,UAH,—,—,—,1000.0",
                "\"13.02.2026 09:00:00\",\"Фора\",5411,-500.0,-500.0,UAH,—,—,—,6000.0",
            ]), to: "money/inbox/black/february.csv")
        folder.write(
            Self.statement([
                "\"14.02.2026 12:01:20\",\"Від: Іван П.\",4829,5000.0,5000.0,UAH,—,—,—,7000.0"
            ]), to: "money/inbox/white/february.csv")
        folder.write(
            """
            accounts:
              - name: black
                is: ["*1111"]
              - name: white
                is: ["*4242"]

            """, to: "money/kopiyka.yaml")
    }

    private static func statement(_ rows: [String]) -> String {
        """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """ + rows.map { $0 + "\n" }.joined()
    }

    @discardableResult
    func run(_ arguments: String..., input: String = "") -> Program.Outcome {
        Program.run(arguments + ["--workspace", workspace], input: input)
    }

    func objects(_ arguments: String...) throws -> [JSONValue] {
        try Program.run(arguments + ["--workspace", workspace]).lines.map {
            try JSONValue.parse(Array($0.utf8).span)
        }
    }

    var dump: String { run("dump").output }
}

@Suite struct `A transfer between two accounts` {
    @Test(arguments: [false, true])
    func `is none any more when its accounts become one, and that is said`(
        isApproved: Bool
    ) throws {
        let money = TwoAccounts()
        #expect(money.run("import").code == 0)
        if isApproved { #expect(money.run("approve", "--all").code == 0) }
        let before = money.dump
        let words = ["accounts", "merge", "white", "INTO", "black", "--workspace", money.workspace]
        let planned = Program.run(words + ["--dry-run"])
        let merged = Program.run(words)
        #expect(merged.code == 0)
        let said = "2 lines are no longer part of a transfer: the other side is in account black"
        #expect(planned.errors.contains(said) && merged.errors.contains(said), "\(merged.errors)")
        #expect(merged.errors.contains("in the ledger, with another category") == isApproved)
        let after = money.dump
        for member in ["\"transfer_to\":\"black\"", "\"transfer_to\":\"white\""] {
            #expect(!after.contains(member))
        }
        #expect(
            try money.objects("list", "--json").allSatisfy {
                $0["category"]?.text != "transfers.own"
            })
        #expect(!after.contains("\"where\":\"transfer\""))
        #expect(!money.run("check").errors.contains("marked as a transfer within one account"))
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `is proposed, shown, approved as one and written as one`() throws {
        let money = TwoAccounts()
        let told = try money.objects("import", "--json")
        let pair = try #require(told.compactMap { $0["transfer"] }.first)
        #expect(pair["level"]?.text == "certain")
        let from = try #require(pair["from"]?.text)
        let to = try #require(pair["to"]?.text)
        let waiting = try money.objects("pending", "--json")
        let sides = waiting.compactMap { $0["suggestion"]?["transfer_to"]?.text }
        #expect(sides.sorted() == ["black", "white"])
        #expect(money.run("pending").output.contains("⇄ white"))
        let explained = money.run("explain", from)
        #expect(explained.code == 0)
        #expect(explained.output.contains("one names the other account"))
        #expect(explained.output.contains(to))
        let before = money.dump
        // The doubtful shop stands before the certain pair.
        let reviewed = money.run("review", input: "s\ny\nq\n")
        #expect(reviewed.output.contains("black ⇄ white · 2 lines"))
        #expect(reviewed.output.contains("Saved: 2 approved"))
        let journal = money.run("export", "--format", "hledger").output
        #expect(journal.contains("Assets:Black  -5000.00 UAH\n    Assets:White  5000.00 UAH\n"))
        #expect(!journal.contains("Equity:Transfers:Own accounts  "))
        let report = money.run("report").output
        #expect(!report.contains("Expenses") || !report.contains("5,000"))
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `that a person rejects is not proposed again, and undo proposes it again`() throws {
        let money = TwoAccounts()
        #expect(money.run("import", money.black).code == 0)
        let alone = try money.objects("pending", "--json").filter { $0["decision"] == nil }
        #expect(money.run("import", money.white).code == 0)
        let before = money.dump
        let reviewed = money.run("review", input: "s\nn\nq\n")
        #expect(reviewed.code == 0)
        let after = try money.objects("pending", "--json")
        #expect(after.allSatisfy { $0["suggestion"]?["transfer_to"] == nil })
        #expect(after.count == alone.count + 1)
        #expect(money.run("import").code == 0)
        let again = try money.objects("pending", "--json")
        #expect(again.allSatisfy { $0["suggestion"]?["transfer_to"] == nil })
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test(arguments: ["from", "to"])
    func `whose sides are called different things in one command is none, and undo takes it back`(
        _ rejecting: String
    ) throws {
        let money = TwoAccounts()
        let told = try money.objects("import", "--json")
        let pair = try #require(told.compactMap { $0["transfer"] }.first)
        let other = rejecting == "from" ? "to" : "from"
        let rejects = try #require(pair[rejecting]?.text)
        let agrees = try #require(pair[other]?.text)
        let before = money.dump
        for decisions in [[rejects, agrees], [agrees, rejects]] {
            let lines = decisions.map { key in
                let category = key == rejects ? ",\"category\":\"gifts\"" : ""
                return "{\"key\":\"\(key)\",\"decision\":{\"action\":\"approve\"\(category)}}\n"
            }
            #expect(money.run("review", "--decisions", "-", input: lines.joined()).code == 0)
            let listed = try money.objects("list", "--json")
            let categories = listed.compactMap { $0["category"]?.text }.sorted()
            #expect(categories == ["gifts", "transfers.own"])
            #expect(money.run("check").code == 0)
            #expect(money.run("undo").code == 0)
            #expect(money.dump == before)
        }
    }

    @Test func `is one whether the statements come together or month by month`() throws {
        let together = TwoAccounts()
        let apart = TwoAccounts()
        #expect(together.run("import").code == 0)
        #expect(apart.run("import", apart.white).code == 0)
        #expect(apart.run("import", apart.black).code == 0)
        func proposals(_ money: TwoAccounts) throws -> [String] {
            try money.objects("pending", "--json").map {
                "\($0["key"]?.text ?? "") \($0["suggestion"].map { "\($0)" } ?? "")"
            }.sorted()
        }
        #expect(try proposals(together) == proposals(apart))
    }
}
