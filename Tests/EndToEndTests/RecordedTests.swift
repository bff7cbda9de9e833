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
        #expect(outcome.errors.contains("Їжа:Кава = Coffee (2 rows)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("Подорожі:Квитки: 1 row (Поїзд)"))
        #expect(outcome.errors.contains("kopiyka categories map"))
        let found = try suggested(money)
        #expect(found["Їжа:Продукти"] == "groceries")
        #expect(found["Подорожі:Квитки"] == "guessed")
    }

    @Test func `is approved whole, once every value has a meaning`() throws {
        let money = workspace()
        money.folder.write(
            "value,category\nДім:Квіти,new\nПодорожі:Квитки,поїзд\nReconciliation,інше\n",
            to: "map.csv")
        let outcome = money.run(
            "import", Self.firefly, "--map", money.folder.path + "/map.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("kopiyka categories map"))
        let approved = money.run("approve", "--from-history")
        #expect(approved.lines == ["16 lines approved."])
        #expect(try money.lines(in: "queue").isEmpty)
        let entries = try money.objects("list", "--json")
        #expect(entries.count { $0["category"]?.text == "eating_out.coffee" } == 2)
        #expect(entries.count { $0["splits"] != nil } == 2)
        #expect(entries.count { $0["transfer_to"] != nil } == 4)
        #expect(entries.contains { $0["tags"]?.array?.first?.text == "сім’я" })
        #expect(try money.objects("categories", "Дім · Квіти", "--json")[0]["own"] != nil)
        #expect(money.run("check").code == 0)
    }

    /// The second file shows rows of the first again and gives their values a meaning, so that
    /// their lines change twice.
    @Test func `is one step of undo with the import that gave it a meaning`() throws {
        let money = workspace()
        let rows = try #require(readText(ofFile: Self.firefly)).split(separator: "\n")
        money.folder.write(rows.prefix(12).joined(separator: "\n") + "\n", to: "first.csv")
        money.folder.write(
            "value,category\nДім:Квіти,new\nПодорожі:Квитки,new\nReconciliation,інше\n",
            to: "map.csv")
        func state() -> [String] { [money.dump, money.folder.read("money/categories.yaml")] }
        var states = [state()]
        for file in [money.folder.path + "/first.csv", Self.firefly] {
            #expect(
                money.run("import", file, "--map", money.folder.path + "/map.csv").code != 64)
            states.append(state())
        }
        #expect(money.run("log", "--json").lines.count == 2)
        for before in states.dropLast().reversed() {
            #expect(money.run("undo").code == 0)
            #expect(state() == before)
            #expect(money.run("check", "--json").code != 65)
        }
        for after in states.dropFirst() {
            #expect(money.run("redo").code == 0)
            #expect(state() == after)
        }
        #expect(money.run("undo", "--dry-run").code == 0)
        #expect(state() == states[2])
    }

    @Test func `becomes categories of one's own`() throws {
        let money = workspace()
        #expect(money.run("import", Self.firefly).code == 0)
        let before = (money.dump, money.folder.read("money/categories.yaml"))
        #expect(money.run("categories", "map", "--new").code == 0)
        #expect(try !suggested(money).values.contains("guessed"))
        let own = try money.objects("categories", "--json").filter { $0["own"] != nil }
        #expect(
            Set(own.map { $0["key"]?.text }) == ["квитки", "reconciliation"])
        #expect(own.first { $0["key"]?.text == "квитки" }?["parent"]?.text == "travel")
        #expect(money.run("undo").code == 0)
        #expect((money.dump, money.folder.read("money/categories.yaml")) == before)
    }

    @Test func `is mapped by a file with commas or semicolons`() throws {
        for (mark, code) in [(",", Int32(0)), (";", 0), ("|", 64)] {
            let money = workspace()
            #expect(money.run("import", Self.firefly).code == 0)
            money.folder.write(
                "value\(mark)category\nПодорожі:Квитки\(mark)new\nReconciliation\(mark)other\n",
                to: "map.csv")
            let outcome = money.run("categories", "map", money.folder.path + "/map.csv")
            #expect(outcome.code == code || outcome.code == 1, "\(mark) \(outcome.errors)")
            let own = try money.objects("categories", "--json").filter { $0["own"] != nil }
            #expect(own.map { $0["key"]?.text } == (code == 0 ? ["квитки"] : []))
        }
    }

    @Test func `is remembered for the next file`() throws {
        let money = workspace()
        #expect(money.run("import", Self.firefly).code == 0)
        #expect(money.run("categories", "map", "--new").code == 0)
        money.folder.write(
            "date,amount,currency,account,category,note\n"
                + "2026-04-01,-75.00,UAH,Гаманець,Подорожі:Квитки,зранку\n"
                + "2026-04-02,-90.00,UAH,Гаманець,Подорожі:Квитки,вдень\n",
            to: "april.csv")
        let outcome = money.run("import", money.folder.path + "/april.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("categories map"))
        let lines = try money.objects("pending", "--json", "--from", "2026-04-01")
        #expect(lines.map { $0["suggestion"]?["category"]?.text } == ["квитки", "квитки"])
    }

    /// «їжа» means groceries before and after, whatever is called so below another group.
    @Test func `takes no word from a category`() throws {
        let money = workspace()
        money.folder.write(
            "date,amount,currency,account,category\n"
                + "2026-04-01,-75.00,UAH,Гаманець,Подорожі:Їжа\n"
                + "2026-04-02,-90.00,UAH,Гаманець,Їжа\n2026-04-03,-9.00,UAH,Гаманець,Дім:Інше\n"
                + "2026-04-04,70.00,UAH,Гаманець,Доходи:Подарунки\n",
            to: "april.csv")
        #expect(money.run("import", money.folder.path + "/april.csv").code == 0)
        let outcome = money.run("categories", "map", "--new")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains(
                "Подорожі:Їжа: Їжа already means Groceries, so the new category is called "
                    + "Подорожі · Їжа"), "\(outcome.errors)")
        #expect(money.run("approve", "--from-history").lines == ["4 lines approved."])
        let entries = try money.objects("list", "--json", "--category", "їжа")
        #expect(entries.map { $0["date"]?.text } == ["2026-04-02"])
        let own = try money.objects("categories", "--json").filter { $0["own"] != nil }
        #expect(
            Set(own.map { $0["name"]?["uk"]?.text })
                == ["Подорожі · Їжа", "Дім · Інше", "Доходи · Подарунки"])
    }

    /// Rows of a spreadsheet do not name the other account; one of them fits two others.
    @Test func `links rows of transfers, and asks where it is doubtful`() throws {
        let money = workspace()
        money.folder.write(
            """
            Дата;Рахунок;Категорія;Витрата;Дохід;Валюта
            05.04.2026;Картка;Переказ;4000,00;;UAH
            05.04.2026;Скарбничка;Переказ;;80,00;EUR
            05.04.2026;Спільна;Переказ;;2500,00;UAH
            05.04.2026;Скарбничка;Переказ;50,00;;EUR
            06.04.2026;Картка;Переказ;300,00;;UAH
            06.04.2026;Готівка;Переказ;;300,00;UAH
            06.04.2026;Картка;Їжа;300,00;;UAH
            20.04.2026;Картка;Переказ;100,00;;UAH
            20.04.2026;Готівка;Переказ;;100,00;UAH
            20.04.2026;Спільна;Переказ;;100,00;UAH
            28.04.2026;Картка;Переказ;77,00;;UAH

            """, to: "april.csv")
        let outcome = money.run("import", money.folder.path + "/april.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("4 pairs of rows recorded as transfers belong together"),
            "\(outcome.errors)")
        #expect(
            outcome.errors.contains("2 rows recorded as transfers have no other side here"),
            "\(outcome.errors)")
        let approved = money.run("approve", "--from-history")
        #expect(approved.lines == ["9 lines approved."])
        #expect(
            approved.errors.contains("2 transfers with more than one possible other side"),
            "\(approved.errors)")
        let linked = try money.objects("list", "--json").compactMap { entry in
            entry["transfer_to"]?.text.map { "\(entry["amount"]?.text ?? "") \($0)" }
        }
        #expect(
            Set(linked) == [
                "-4000.00 Скарбничка", "80.00 Картка", "2500.00 Скарбничка", "-50.00 Спільна",
                "-300.00 Готівка", "300.00 Картка",
            ])
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.run("check").code == 0)
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
