import Scanning
import TestKit
import Testing

@Suite struct `Balance of what was dismissed` {
    private let money = Money()

    private func balance() throws -> JSONValue {
        try #require(try money.objects("balance", "--json").first)
    }

    /// The last row, the first one and one between them.
    @Test(arguments: [
        ("Зарплата від ТОВ «ПРИКЛАД»", "1000.00"), ("Bolt", "-44.50"), ("Фора", "-100.50"),
    ])
    func `an entry of the bank that was deleted is the difference`(
        _ description: String, amount: String
    ) throws {
        #expect(money.run("approve", "--all").code == 0)
        let key = try money.key(of: description)
        #expect(money.run("delete", key).code == 0)
        let found = try balance()
        #expect(found["bank_balance"]?.text == "1650.00")
        #expect(found["bank_balance_on"]?.text == "2026-02-09")
        #expect(found["balance_on"]?.text == "2026-02-09")
        #expect(found["difference"]?.text == amount)
        #expect(found["explained_by"]?.items.compactMap(\.text) == [key])
        #expect(money.run("balance").output.contains("a payment that you dismissed: 2026-02-0"))
        let check = money.run("check")
        #expect(check.code == 0, "it is decided")
        #expect(check.errors.contains("kopiyka balance names the lines"))
        #expect(!check.output.contains("All is well"), "ledger and bank differ")
        #expect(money.run("undo").code == 0)
        #expect(try balance()["difference"]?.text == "0.00")
    }

    @Test func `so is a row that never was an entry, and both beside a waiting one`() throws {
        let salary = try money.key(of: "Зарплата від ТОВ «ПРИКЛАД»")
        let bolt = try money.key(of: "Bolt")
        #expect(money.run("dismiss", salary, bolt).code == 0)
        #expect(money.run("approve", try money.key(of: "Фора")).code == 0)
        #expect(money.run("approve", "--level", "high").code == 0)
        let found = try balance()
        #expect(found["difference"]?.text == "905.50", "the shop waits")
        #expect(found["explained_by"]?.items.count == 3)
        #expect(money.run("approve", "--all").code == 0)
        let filed = try balance()
        #expect(filed["difference"]?.text == "955.50")
        #expect(Set(filed["explained_by"]?.items.compactMap(\.text) ?? []) == [salary, bolt])
    }

    @Test func `a line of the difference that waits is for review, not for deletion`() throws {
        let shop = try money.key(of: "Нечувана крамниця")
        #expect(money.run("approve", "--level", "high").code == 0)
        #expect(money.run("approve", try money.key(of: "Фора")).code == 0)
        #expect(try balance()["explained_by"]?.items.compactMap(\.text) == [shop])
        let said = money.run("balance").output
        #expect(said.contains("1 line of the difference waits for review: \(shop)"))
        #expect(said.contains("kopiyka review") && !said.contains("delete"))
        let other = money.run("balance", "--lang", "uk").output
        #expect(other.contains("чекає на перегляд: \(shop)") && !other.contains("delete"))
        // An entry by hand beside it is the one to delete.
        #expect(money.run("add", "кава 12.34 2026-02-06", "--account", "monobank-UAH").code == 0)
        let coffee = try money.lines(in: "ledger").first { $0["amount"]?.text == "-12.34" }
        let key = try #require(coffee?["key"]?.text)
        let both = money.run("balance").output
        #expect(both.contains("does not count 1 line of the difference: \(key)"), "\(both)")
        #expect(both.contains("waits for review: \(shop) — kopiyka review"))
    }

    /// Behind the first printed balance, before the last one.
    @Test(arguments: ["2026-02-06", "2026-02-09"])
    func `an entry by hand too many is the difference`(day: String) throws {
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "кава 12.34 \(day)", "--account", "monobank-UAH").code == 0)
        #expect(money.run("add", "обід 5.55 \(day)", "--account", "monobank-UAH").code == 0)
        let keys = try money.lines(in: "ledger").filter { $0["amount"]?.text == "-12.34" }
            .compactMap { $0["key"]?.text }
        let lunch = try money.lines(in: "ledger").first { $0["amount"]?.text == "-5.55" }
        #expect(money.run("delete", try #require(lunch?["key"]?.text)).code == 0)
        let found = try balance()
        #expect(found["difference"]?.text == "12.34")
        #expect(found["explained_by"]?.items.compactMap(\.text) == keys)
        #expect(money.run("balance").output.contains("the difference is 1 line: \(keys[0])"))
        let check = money.run("check")
        #expect(check.code == 1)
        #expect(check.errors.contains("kopiyka balance names the lines"))
        #expect(money.run("delete", keys[0]).code == 0)
        #expect(try balance()["difference"]?.text == "0.00")
        #expect(money.run("check").output.contains("All is well"))
    }

    @Test func `so is the other side of a payment that two files show, approved as another one`()
        throws
    {
        money.folder.write(
            "Date;Details;Amount;Currency\n2026-02-07;Trip across town;-44.50;UAH\n", to: "own.csv")
        let path = money.folder.path + "/own.csv"
        _ = money.run("import", path, "--account", "monobank-UAH")
        let keys = try money.objects("dump").filter {
            $0["description"]?.text == "Trip across town"
        }.compactMap { $0["key"]?.text }
        let key = try #require(keys.first)
        #expect(money.run("approve", key).code == 0)
        #expect(money.run("approve", "--all").code == 0)
        let found = try balance()
        #expect(found["difference"]?.text == "44.50")
        #expect(found["explained_by"]?.items.compactMap(\.text) == [key])
        #expect(money.run("delete", key).code == 0)
        #expect(try balance()["difference"]?.text == "0.00")
    }

    /// The bank's first balance implies 1000.00 before the lines.
    @Test func `a given opening balance takes precedence, and a wrong one is said`() throws {
        #expect(money.run("approve", "--all").code == 0)
        let implied = try balance()
        let opening = try #require(implied["opening"]?.text)
        #expect(implied["opening_on"] == nil)
        #expect(implied["balance"]?.text == implied["bank_balance"]?.text)
        let first = try #require(
            try money.lines(in: "ledger").compactMap { $0["date"]?.text }.min())
        #expect(
            money.run("accounts", "opening", "monobank-UAH", opening, first).code == 0)
        let same = try balance()
        #expect(same["opening_on"]?.text == first)
        #expect(same["difference"]?.text == "0.00")
        #expect(same["balance"]?.text == implied["balance"]?.text)
        #expect(money.run("check").output.contains("All is well"))
        #expect(money.run("accounts", "opening", "monobank-UAH", "0", first).code == 0)
        let wrong = try balance()
        #expect(wrong["opening"]?.text == "0.00")
        #expect(wrong["balance"]?.text == wrong["sum"]?.text)
        #expect(wrong["difference"]?.text == opening)
        #expect(wrong["explained_by"] == nil)
        let check = money.run("check")
        #expect(check.errors.contains("the opening balance in kopiyka.yaml"), "\(check.errors)")
    }

    @Test func `where no line is the difference and all statements are there, that is said`() throws
    {
        #expect(money.run("approve", "--all").code == 0)
        for day in 5...8 {
            let words = "кава 7.00 2026-02-0\(day)"
            #expect(money.run("add", words, "--account", "monobank-UAH").code == 0)
        }
        #expect(try balance()["difference"]?.text == "28.00")
        let check = money.run("check")
        #expect(check.errors.contains("an entry by hand"), "\(check.errors)")
        #expect(check.output.contains("The balances do not agree"))
    }

    @Test func `an account of which all was dismissed claims nothing`() throws {
        let keys = try money.lines(in: "queue").compactMap { $0["key"]?.text }
        #expect(Program.run(["dismiss"] + keys + ["--workspace", money.workspace]).code == 0)
        #expect(try money.objects("balance", "--json").isEmpty)
        #expect(money.run("check").output.contains("All is well"))
    }
}

extension JSONValue {
    fileprivate var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }
}
