import Scanning
import TestKit
import Testing

/// The other sides that the program writes beside approved lines.
@Suite struct `Other sides written beside lines` {
    private static let heading =
        "\"Дата i час операції\",\"Деталі операції\",MCC,\"Сума в валюті картки (UAH)\","
        + "\"Сума в валюті операції\",Валюта,Курс,\"Сума комісій (UAH)\","
        + "\"Сума кешбеку (UAH)\",\"Залишок після операції\"\n"
    private static let statement =
        heading + """
            "05.03.2026 10:00:00","Аптека",5912,-100.00,-100.00,UAH,—,—,—,6510.00
            "04.03.2026 10:00:00","Поповнення готівкою через термінал",6011,500.00,500.00,UAH,—,—,—,6610.00
            "03.03.2026 10:00:00","ATM Berlin",6011,-4150.00,-100.00,USD,41.0000,50.00,—,6110.00
            "02.03.2026 10:00:00","Банкомат ПриватБанк",6011,-1010.00,-1000.00,UAH,—,10.00,—,10260.00
            "01.03.2026 10:00:00","Сільпо",5411,-380.00,-380.00,UAH,—,—,—,11270.00

            """

    private let money = Money()

    /// A workspace with only the statement, imported.
    private func start(_ settings: String, rules: String = "") {
        #expect(money.run("import", "--forget", "february.csv").code == 0)
        money.folder.write(settings, to: "money/kopiyka.yaml")
        if !rules.isEmpty { money.folder.write(rules, to: "money/rules/mine.yaml") }
        money.folder.write(Self.statement, to: "march.csv")
        let outcome = money.run(
            "import", money.folder.path + "/march.csv", "--account", "card")
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    private static let keepsCash = "cash:\n  withdrawals: true\n"

    private func sums() throws -> [String] {
        try money.objects("balance", "--json").map {
            ($0["account"]?.text ?? "") + " " + ($0["sum"]?.text ?? "")
        }
    }

    private func key(_ amount: String) throws -> String {
        try #require(
            try money.objects("dump").first { $0["amount"]?.text == amount }?["key"]?.text)
    }

    @Test func `without the setting there are none`() throws {
        start("")
        #expect(money.run("approve", "--all").code == 0)
        #expect(try sums() == ["card -5140.00"])
    }

    @Test func `cash goes to the account of its currency, but for the fee`() throws {
        start(Self.keepsCash)
        let before = money.dump
        #expect(money.run("approve", "--all", "--dry-run").code == 0)
        #expect(money.dump == before)
        #expect(money.run("approve", "--all").code == 0)
        #expect(try sums() == ["card -5140.00", "cash-UAH 500.00", "cash-USD 100.00"])
        #expect(money.run("check").code == 0)
        let report = money.run("list", "kind:expense").output
        #expect(!report.contains("ATM"), "linked sides are no expenses")
        #expect(money.run("import", money.folder.path + "/march.csv").output.contains("Nothing"))
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    private static let purse = "accounts:\n  - name: Готівка\n    currency: UAH\n    kind: cash\n"

    @Test func `cash goes where payments by hand go`() throws {
        start(Self.keepsCash + Self.purse)
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "кава 65 грн").code == 0)
        #expect(try sums() == ["card -5140.00", "cash-USD 100.00", "Готівка 435.00"])
    }

    @Test func `cash stays where payments by hand are`() throws {
        start(Self.keepsCash)
        #expect(money.run("add", "кава 65 грн").code == 0)
        money.folder.write(Self.keepsCash + Self.purse, to: "money/kopiyka.yaml")
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "чай 35 грн").code == 0)
        #expect(try sums() == ["card -5140.00", "cash-UAH 400.00", "cash-USD 100.00"])
    }

    @Test func `a withdrawal approved before the setting names the way to its cash`() throws {
        start("")
        #expect(money.run("approve", "--all").code == 0)
        let line = try key("-1010.00")
        #expect(!money.run("explain", line).output.contains("without its other side"))
        money.folder.write(Self.keepsCash, to: "money/kopiyka.yaml")
        let explained = money.run("explain", line).output
        #expect(explained.contains("kopiyka edit \(line) --category transfers.cash"))
        #expect(money.run("edit", line, "--category", "transfers.cash").code == 0)
        #expect(try sums() == ["card -5140.00", "cash-UAH 1000.00"])
        #expect(!money.run("explain", line).output.contains("without its other side"))
    }

    @Test func `accounts may be named by currency`() throws {
        start("cash:\n  withdrawals: {USD: Сейф}\n")
        #expect(money.run("approve", "--all").code == 0)
        #expect(try sums() == ["card -5140.00", "Сейф 100.00"])
    }

    @Test(arguments: ["transfers.person", "groceries"])
    func `a line that is no withdrawal any more takes its cash with it`(category: String) throws {
        start(Self.keepsCash)
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        let line = try key("-1010.00")
        #expect(money.run("edit", line, "--category", category).code == 0)
        #expect(try sums() == ["card -5140.00", "cash-UAH -500.00", "cash-USD 100.00"])
        #expect(money.run("check").code == 0)
        #expect(money.run("edit", line, "--category", "transfers.cash").code == 0)
        #expect(try sums() == ["card -5140.00", "cash-UAH 500.00", "cash-USD 100.00"])
        for _ in 0..<2 { #expect(money.run("undo").code == 0) }
        #expect(money.dump == before)
    }

    @Test func `it is unlinked, deleted and forgotten with its line`() throws {
        start(Self.keepsCash)
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        let line = try key("-1010.00")
        for words in [
            ["transfer", line, "--none"], ["delete", line],
            ["split", line, "transfers.cash 1000; finance"],
        ] {
            #expect(Program.run(words + ["--workspace", money.workspace]).code == 0)
            #expect(try sums().contains("cash-UAH -500.00"), "\(words)")
            #expect(money.run("check").code == 0)
            #expect(money.run("undo").code == 0)
            #expect(money.dump == before, "\(words)")
        }
        #expect(money.run("import", "--forget", "march.csv").code == 0)
        #expect(try sums().isEmpty)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `it says nothing else than its line, but may lose a fee`() throws {
        start(Self.keepsCash)
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        let cash = try key("1000.00")
        let refused = money.run("edit", cash, "--category", "groceries")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("the other side of a withdrawal"), "\(refused.errors)")
        #expect(money.run("split", cash, "groceries 400; pets").code == 1)
        #expect(money.dump == before)
        #expect(money.run("edit", cash, "--note", "on holiday").code == 0)
    }

    @Test func `a rule writes it into an account without statements`() throws {
        let rule = "- when: {words: [Сільпо]}\n  then: {to_account: Jar}\n"
        start("accounts:\n  - name: Скарбничка\n    is: [Jar]\n", rules: rule)
        #expect(money.run("approve", "--all").code == 0)
        #expect(try sums() == ["card -5140.00", "Скарбничка 380.00"])
        #expect(money.run("check").code == 0)
    }

    @Test func `a statement that shows the same movement asks, and joins it`() throws {
        let rule = "- when: {words: [Сільпо]}\n  then: {to_account: Jar}\n"
        start("", rules: rule)
        #expect(money.run("approve", "--all").code == 0)
        money.folder.write(
            Self.heading + """
                "01.03.2026 10:00:01","З картки",4829,380.00,380.00,UAH,—,—,—,380.00

                """, to: "jar.csv")
        _ = money.run("import", money.folder.path + "/jar.csv", "--account", "Jar")
        let row = try #require(try money.lines(in: "queue").first?["key"]?.text)
        #expect(try money.objects("pending", "--json").first?["state"]?.text == "ambiguous")
        #expect(money.run("dismiss", row).code == 0)
        #expect(money.run("list", "--account", "Jar").output.contains("Сільпо"))
        #expect(try sums() == ["Jar 380.00", "card -5140.00"])
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(try sums() == ["Jar 380.00", "card -5140.00"])
    }

    /// Cash is what the linked lines moved, whatever was decided in between.
    @Test func `own accounts change only by what came in or left`() throws {
        var dice = Dice(state: 27)
        for _ in 0..<draws(1, slow: 40) {
            let household = `Other sides written beside lines`()
            household.start(Self.keepsCash)
            try household.play(&dice, steps: 12)
        }
    }

    private func play(_ dice: inout Dice, steps: Int) throws {
        let initial = money.dump
        let categories = ["transfers.cash", "transfers.person", "groceries", "transfers.own"]
        var done = 0
        for _ in 0..<steps {
            let lines = try money.objects("dump").filter { $0["key"] != nil && $0["amount"] != nil }
            guard let line = lines.isEmpty ? nil : lines[dice.roll(lines.count)],
                let key = line["key"]?.text
            else { continue }
            let words: [String]
            switch dice.roll(8) {
            case 0: words = ["approve", "--all"]
            case 1: words = ["approve", key]
            case 2: words = ["edit", key, "--category", categories[dice.roll(4)]]
            case 3: words = ["transfer", key, "--none"]
            case 4: words = ["delete", key]
            case 5: words = ["import", money.folder.path + "/march.csv", "--account", "card"]
            case 6: words = ["undo"]
            default: words = ["edit", key, "--note", "note \(dice.roll(1_000))"]
            }
            if words == ["undo"], done == 0 { continue }
            let before = money.dump
            let outcome = Program.run(words + ["--workspace", money.workspace])
            #expect(outcome.code <= 1 || outcome.code == 64, "\(words): \(outcome.errors)")
            if words == ["undo"] { done -= 1 } else if money.dump != before { done += 1 }
            try verify(words)
        }
        while money.dump != initial {
            guard money.run("undo").code == 0 else {
                Issue.record("undo ends before the beginning")
                return
            }
            try verify(["undo"])
        }
    }

    private func verify(_ words: [String]) throws {
        let ledger = try money.objects("list", "--json")
        let (cash, bank) = ledger.reduce(into: ([JSONValue](), [JSONValue]())) { parts, line in
            if line["account"]?.text == "card" {
                parts.1.append(line)
            } else {
                parts.0.append(line)
            }
        }
        let linked = bank.filter { $0["transfer_to"]?.text?.hasPrefix("cash-") == true }
        let counterparts = ["-1010.00": "1000.00", "-4150.00": "100.00", "500.00": "-500.00"]
        let wanted = linked.compactMap { $0["amount"]?.text }.compactMap { counterparts[$0] }
        #expect(
            cash.compactMap { $0["amount"]?.text }.sorted() == wanted.sorted(), "\(words)")
        #expect(
            linked.allSatisfy { $0["category"]?.text?.hasPrefix("transfers.") == true }, "\(words)")
        let check = money.run("check")
        #expect(check.code == 0, "\(words): \(check.errors)")
    }
}
