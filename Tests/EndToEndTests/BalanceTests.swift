import Scanning
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
        #expect(found["balance"]?.text == "1650.00")
        #expect(found["balance_on"]?.text == "2026-02-09")
        #expect(found["difference"]?.text == amount)
        #expect(found["explained_by"]?.items.compactMap(\.text) == [key])
        #expect(money.run("balance").output.contains("a payment that you dismissed: 2026-02-0"))
        let check = money.run("check")
        #expect(check.code == 0, "it is decided")
        #expect(check.errors.contains("kopiyka balance names the lines"))
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
