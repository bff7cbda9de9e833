import Scanning
import TestKit
import Testing

/// Histories that another program or a person kept.
@Suite struct `What another program recorded` {
    private static let firefly = Program.root + "/samples/firefly-iii/export-2026-q1.csv"

    private func workspace() -> Money {
        let money = Money()
        #expect(money.run("undo").code == 0)
        return money
    }

    private func suggested(_ money: Money) throws -> [String: String] {
        var found: [String: String] = [:]
        for line in try money.objects("pending", "--json") {
            let words = line["fact"]?["bank_category"]?.text ?? ""
            if words.isEmpty { continue }
            let evidence = line["suggestion"]?["evidence"]?.array?.first?["source"]?.text
            found[words] =
                evidence == "recorded" ? line["suggestion"]?["category"]?.text : "guessed"
        }
        return found
    }

    @Test func `maps by name, and says what is left`() throws {
        let money = workspace()
        let outcome = money.run("import", Self.firefly)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Їжа:Продукти = Groceries (3 rows)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("Подорожі:Квитки: 1 row (Поїзд)"))
        #expect(outcome.errors.contains("kopiyka categories map"))
        let found = try suggested(money)
        #expect(found["Їжа:Продукти"] == "groceries")
        #expect(found["Подорожі:Квитки"] == "guessed")
    }

    @Test func `is approved whole, once every value has a meaning`() throws {
        let money = workspace()
        money.folder.write(
            "value,category\nЇжа:Кава,coffee\nДім:Квіти,new\nПодорожі:Квитки,поїзд\n",
            to: "map.csv")
        let outcome = money.run(
            "import", Self.firefly, "--map", money.folder.path + "/map.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("kopiyka categories map"))
        let approved = money.run("approve", "--from-history")
        #expect(approved.lines == ["14 lines approved."])
        #expect(try money.lines(in: "queue").isEmpty)
        let entries = try money.objects("list", "--json")
        #expect(entries.count { $0["category"]?.text == "eating_out.coffee" } == 2)
        #expect(entries.count { $0["splits"] != nil } == 2)
        #expect(entries.count { $0["transfer_to"] != nil } == 4)
        #expect(entries.contains { $0["tags"]?.array?.first?.text == "сім’я" })
        #expect(try money.objects("categories", "Квіти", "--json")[0]["own"] != nil)
        #expect(money.run("check").code == 0)
    }

    @Test func `becomes categories of one's own`() throws {
        let money = workspace()
        #expect(money.run("import", Self.firefly).code == 0)
        let before = (money.dump, money.folder.read("money/categories.yaml"))
        #expect(money.run("categories", "map", "--new").code == 0)
        #expect(try !suggested(money).values.contains("guessed"))
        let own = try money.objects("categories", "--json").filter { $0["own"] != nil }
        #expect(Set(own.map { $0["key"]?.text }) == ["кава", "квіти", "квитки"])
        #expect(own.first { $0["key"]?.text == "квитки" }?["parent"]?.text == "travel")
        #expect(money.run("undo").code == 0)
        #expect((money.dump, money.folder.read("money/categories.yaml")) == before)
    }

    @Test func `is mapped by a file with commas or semicolons`() throws {
        for (mark, code) in [(",", Int32(0)), (";", 0), ("|", 64)] {
            let money = workspace()
            #expect(money.run("import", Self.firefly).code == 0)
            money.folder.write(
                "value\(mark)category\nДім:Квіти\(mark)new\nЇжа:Кава\(mark)coffee\n", to: "map.csv")
            let outcome = money.run("categories", "map", money.folder.path + "/map.csv")
            #expect(outcome.code == code || outcome.code == 1, "\(mark) \(outcome.errors)")
            let own = try money.objects("categories", "--json").filter { $0["own"] != nil }
            #expect(own.map { $0["key"]?.text } == (code == 0 ? ["квіти"] : []))
        }
    }

    @Test func `is remembered for the next file`() throws {
        let money = workspace()
        #expect(money.run("import", Self.firefly).code == 0)
        #expect(money.run("categories", "map", "--new").code == 0)
        money.folder.write(
            "date,amount,currency,account,category,note\n"
                + "2026-04-01,-75.00,UAH,Гаманець,Їжа:Кава,зранку\n"
                + "2026-04-02,-90.00,UAH,Гаманець,Їжа:Кава,вдень\n",
            to: "april.csv")
        let outcome = money.run("import", money.folder.path + "/april.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("categories map"))
        let lines = try money.objects("pending", "--json", "--from", "2026-04-01")
        #expect(lines.map { $0["suggestion"]?["category"]?.text } == ["кава", "кава"])
    }

    /// A category beside a running balance is a bank's guess, and never certain.
    @Test func `is not what an unknown bank guesses`() throws {
        let money = workspace()
        var rows = "date,amount,currency,description,category,balance\n"
        var balance = 1_000
        for day in 10..<20 {
            balance -= 7
            rows += "2026-04-\(day),-7.00,UAH,Xyzzy \(day),Coffee,\(balance).00\n"
        }
        money.folder.write(rows, to: "april.csv")
        let outcome = money.run("import", money.folder.path + "/april.csv")
        #expect(outcome.lines.joined().contains("10"), "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.errors.contains("Coffee ="), "\(outcome.errors)")
        #expect(try suggested(money).values.allSatisfy { $0 == "guessed" })
    }

    @Test func `of a wrong mapping is refused before the import`() {
        let money = workspace()
        money.folder.write("value,category\nДіти,nosuch\n", to: "map.csv")
        let before = money.dump
        let outcome = money.run("import", Self.firefly, "--map", money.folder.path + "/map.csv")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("map.csv:2"), "\(outcome.errors)")
        #expect(money.dump == before)
    }

    @Test func `is a condition of rules, which add tags and notes`() throws {
        let money = workspace()
        money.folder.write(
            """
            - when: {bank_category: подорожі}
              then: {tags: [відпустка], note: літо}
            - when: {words: [на тиждень]}
              then: {category: home.household}
            """, to: "money/rules/mine.yaml")
        #expect(money.run("import", Self.firefly).code == 0)
        let lines = try money.objects("pending", "--json")
        let train = lines.first { $0["fact"]?["description"]?.text == "Поїзд" }?["suggestion"]
        #expect(train?["tags"]?.array?.first?.text == "відпустка")
        #expect(train?["note"]?.text == "літо")
        #expect(train?["category"]?.text == "travel.rail_bus")
        let memo = lines.first { $0["fact"]?["memo"]?.text == "на тиждень" }?["suggestion"]
        #expect(memo?["category"]?.text == "home.household")
        #expect(money.run("check").code == 0)
    }
}
