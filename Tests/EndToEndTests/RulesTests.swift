import Scanning
import TestKit
import Testing

/// `kopiyka rules`, and what rules do to lines that come and lines that are there.
@Suite struct `Rules of a workspace` {
    private func write(_ yaml: String, to money: Money) {
        money.folder.write(yaml, to: "money/rules/mine.yaml")
    }

    @Test func `test names the example that fails, and its place`() {
        let money = Money()
        write(
            """
            - name: coffee
              when: {words: aroma}
              then: {category: eating_out.coffee}
              yes: [Aroma Kava, Aromateque]
              no: ["Aroma Kava 7"]
            """, to: money)
        let outcome = money.run("rules", "test", "--lang", "en")
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("1 rule, 3 examples, 2 failed."))
        #expect(outcome.errors.contains("mine.yaml:1"))
        #expect(outcome.errors.contains("Aromateque"))
        write("- {when: {words: aroma}, then: {category: gifts}, yes: [Aroma]}", to: money)
        #expect(money.run("rules", "test").code == 0)
    }

    @Test func `lint names rules nothing reaches`() throws {
        let money = Money()
        write(
            """
            - {name: all, when: {contains: kava}, then: {category: gifts}}
            - {name: coffee, when: {starts: aroma kava}, then: {category: eating_out.coffee}}
            """, to: money)
        let outcome = money.run("rules", "lint", "--lang", "en")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("rule \"coffee\" never wins"))
        let finding = try #require(try money.objects("rules", "lint", "--json").first)
        #expect(finding["finding"]?.text == "rule-shadowed")
        #expect(finding["other_rule"]?.text == "all")
    }

    @Test func `replay shows what would change, does it, and undo takes it back`() throws {
        let money = Money()
        #expect(
            money.run(
                "approve", try money.key(of: "Bolt"), try money.key(of: "Фора")
            ).code == 0)
        let decision =
            #"{"key":"\#(try money.key(of: "Нечувана крамниця"))","decision":{"action":"approve","category":"gifts"}}"#
        #expect(money.run("review", "--decisions", "-", input: decision + "\n").code == 0)
        let before = money.dump
        write(
            """
            - {name: rides, when: {words: bolt}, then: {category: travel, tags: [trip]}}
            - {name: shop, when: {words: крамниця}, then: {category: shopping}}
            - {name: kava, when: {words: kava}, then: {category: gifts}}
            """, to: money)
        let said = money.run("rules", "replay", "--lang", "en")
        #expect(said.code == 0)
        #expect(said.output.contains("Would change: 1 entry of the ledger, 2 lines of the queue."))
        #expect(said.output.contains("Decided by a person and left unchanged: 1 line."))
        let lines = money.run("rules", "replay", "--diff", "--lang", "en").output
        #expect(lines.contains("Bolt"))
        #expect(!lines.contains("Нечувана"))
        let changes = try money.objects("rules", "replay", "--json")
        #expect(changes.map { $0["to"]?.text } == ["travel", "gifts", "gifts"])
        #expect(changes.map { $0["where"]?.text } == ["ledger", "queue", "queue"])
        #expect(money.run("rules", "replay", "--apply", "--dry-run").code == 0)
        #expect(money.dump == before)

        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(
            try money.categories() == [
                "Bolt": "travel", "Фора": "groceries", "Нечувана крамниця": "gifts",
            ])
        #expect(money.run("check").code == 0)
        let after = money.dump
        #expect(try money.objects("rules", "replay", "--json").isEmpty)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
        #expect(money.run("redo").code == 0)
        #expect(money.dump == after)

        // The rule is gone: what it filed is proposed anew.
        write("[]", to: money)
        let gone = try money.objects("rules", "replay", "--json")
        #expect(gone.map { $0["from"]?.text } == ["travel", "gifts", "gifts"])
        #expect(gone.first?["to"]?.text == "transport.taxi")
    }

    @Test func `a rule may split and dismiss lines that come`() throws {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        folder.write(
            """
            - when: {words: фора}
              then: {split: [{category: groceries, percent: 60}, {category: pets, percent: 40}]}
            - {when: {words: нечувана крамниця}, then: {dismiss: true}}
            """, to: "money/rules/mine.yaml")
        let money = Money()
        #expect(Program.run("import", money.statement, "--workspace", workspace).code == 0)
        let waiting = Program.run("pending", "--lang", "en", "--workspace", workspace)
        #expect(waiting.output.contains("dismiss: a rule says so"))
        let explained = Program.run(
            "explain", "Фора", "--amount", "-10", "--lang", "en", "--workspace", workspace)
        #expect(explained.output.contains("−6.00 UAH · Groceries"))
        let approved = Program.run("approve", "--level", "certain", "--workspace", workspace)
        #expect(approved.code == 0)
        #expect(approved.lines.contains { $0.hasPrefix("dismissed ") })
        let entries = try Program.run("list", "--json", "--workspace", workspace).lines.map {
            try JSONValue.parse(Array($0.utf8).span)
        }
        let fora = try #require(entries.first { $0["description"]?.text == "Фора" })
        guard case .array(let parts) = fora["splits"] else {
            Issue.record("no parts")
            return
        }
        #expect(parts.map { $0["amount"]?.text } == ["-60.30", "-40.20"])
        #expect(!entries.contains { $0["description"]?.text == "Нечувана крамниця" })
        #expect(Program.run("check", "--workspace", workspace).code == 0)
        let again = Program.run("import", money.statement, "--workspace", workspace)
        #expect(again.code == 0)
    }

    @Test func `files named stand in for those of the workspace, and are not applied`() {
        let money = Money()
        money.folder.write("- {when: {words: kava}, then: {category: gifts}}", to: "try.yaml")
        let path = money.folder.path + "/try.yaml"
        let said = money.run("rules", "replay", path, "--lang", "en")
        #expect(said.output.contains("2 lines of the queue"))
        #expect(money.run("rules", "replay", path, "--apply").code == 64)
        #expect(money.run("rules", "fix").code == 64)
        #expect(Program.run("rules", "test", path).code == 0)
    }

    @Test func `replay covers rules that only add`() throws {
        let money = Money()
        #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        let decision =
            #"{"key":"\#(try money.key(of: "Фора"))","decision":{"action":"approve","category":"gifts"}}"#
        #expect(money.run("review", "--decisions", "-", input: decision + "\n").code == 0)
        let before = money.dump
        write(
            """
            - {when: {words: [bolt, фора, kava]}, then: {tags: [місто], note: щодня}}
            - {when: {words: bolt}, then: {category: travel}}
            """, to: money)
        let changes = try money.objects("rules", "replay", "--json")
        #expect(changes.count == 4)
        #expect(changes.allSatisfy { $0["tags"]?.array?.first?.text == "місто" })
        #expect(changes.allSatisfy { $0["note"]?.text == "щодня" })
        let categories = Dictionary(
            changes.map {
                ($0["description"]?.text ?? "", [$0["from"]?.text, $0["to"]?.text])
            }, uniquingKeysWith: { one, _ in one })
        #expect(categories["Фора"] == ["gifts", "gifts"], "a person's decision stays")
        #expect(categories["Bolt"]?.last == "travel")
        #expect(categories["Aroma Kava"] == ["eating_out.coffee", "eating_out.coffee"])
        let shown = money.run("rules", "replay", "--diff", "--lang", "en").output
        #expect(shown.contains("#місто"), "\(shown)")
        #expect(money.run("rules", "replay", "--lang", "en").output.contains("#місто"))
        #expect(money.dump == before)

        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(try money.objects("list", "--json", "--tag", "місто").count == 2)
        #expect(try money.objects("pending", "--json", "--tag", "місто").count == 2)
        #expect(try money.objects("rules", "replay", "--json").isEmpty)
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `the words of filters are conditions`() throws {
        let money = Money()
        #expect(money.run("undo").code == 0)
        money.folder.write(
            "reports:\n  дорого: min:50\naccounts:\n  - name: monobank-UAH\n    is: [Чорна]\n",
            to: "money/kopiyka.yaml")
        write(
            """
            - when: {where: "kava min:78 account:чорна"}
              then: {category: gifts}
              yes: [Aroma Kava]
              no: [Фора]
            - when: {where: ['payee:bolt -text:xyz or xyz', '(фора or xyz) дорого sign:out currency:UAH']}
              then: {category: travel}
            - {when: {where: "category:coffee"}, then: {tags: [кава]}}
            - {when: {where: "category:- from:2026-02-08 -sign:in"}, then: {note: лютий}}
            """, to: money)
        #expect(money.run("rules", "test").code == 0)
        #expect(money.run("rules", "lint").code == 0)
        #expect(money.run("import", money.statement).code == 0)
        money.folder.write(
            "date,amount,currency,account,category,description\n"
                + "2026-02-09,-75.00,UAH,Гаманець,Кава,Xyzzy\n", to: "table.csv")
        #expect(money.run("import", money.folder.path + "/table.csv").code == 0)
        var found: [String: JSONValue] = [:]
        for line in try money.objects("pending", "--json") {
            let fact = line["fact"]
            found[(fact?["description"]?.text ?? "") + (fact?["amount"]?.text ?? "")] =
                line["suggestion"]
        }
        #expect(found["Aroma Kava-80.00"]?["category"]?.text == "gifts")
        #expect(found["Aroma Kava-75.00"]?["category"]?.text == "eating_out.coffee")
        #expect(found["Bolt-44.50"]?["category"]?.text == "travel")
        #expect(found["Фора-100.50"]?["category"]?.text == "travel")
        #expect(found["Xyzzy-75.00"]?["tags"]?.array?.first?.text == "кава")
        #expect(found["Xyzzy-75.00"]?["note"] == nil)
        #expect(found["Нечувана крамниця-50.00"]?["note"]?.text == "лютий")
        #expect(found["Зарплата від ТОВ «ПРИКЛАД»1000.00"]?["note"] == nil)
        #expect(found["Bolt-44.50"]?["note"] == nil)
        #expect(try money.objects("rules", "replay", "--json").isEmpty)
        #expect(money.run("check").code == 0)
    }

    @Test(arguments: [
        ("catgory:x", 1, "did you mean category?"), ("kava kind:expense", 6, "\"kind:\""),
        ("person:олена", 1, "\"person:\""), ("last:3m", 1, "fixed days"),
        ("-kava from:вчора", 7, "fixed days"), ("x category:grocery", 3, "Groceries"),
        ("min:багато", 1, "\"min:\""), ("-month:2026-01", 1, "cannot be excluded"),
        ("x «y", 3, "not closed"), ("x or", 3, "nothing on one side"),
        ("x (y", 3, "bracket"), ("y or (x kind:expense)", 9, "\"kind:\""),
    ])
    func `a wrong condition has its place`(text: String, column: Int, words: String) {
        let money = Money()
        write("- when: {where: '\(text)'}\n  then: {category: gifts}\n", to: money)
        let before = money.dump
        for command in [["rules", "lint"], ["import", money.statement], ["rules", "replay"]] {
            let outcome = Program.run(
                command + ["--lang", "en", "--workspace", money.workspace])
            #expect(outcome.code == 65)
            #expect(
                outcome.errors.contains("mine.yaml:1:\(17 + column):"), "\(outcome.errors)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(money.dump == before)
    }

    @Test(arguments: ["Чорна", "black", "BLACK", "*1234", "1234", "monobank-UAH"])
    func `an account is meant by any of its names`(name: String) throws {
        let money = Money()
        #expect(money.run("undo").code == 0)
        money.folder.write(
            """
            accounts:
              - {name: monobank-UAH, is: ["*1234", black], shown: Чорна}
              - {name: Банка, is: [jar]}

            """, to: "money/kopiyka.yaml")
        write(
            """
            - {when: {words: kava, account: "\(name)"}, then: {category: gifts}}
            - {when: {words: bolt}, then: {transfer_to: jar}}
            - {when: {words: фора, account: Банка}, then: {category: gifts}}
            """, to: money)
        #expect(money.run("import", money.statement).code == 0)
        var found: [String: JSONValue] = [:]
        for line in try money.objects("pending", "--json") {
            found[line["fact"]?["description"]?.text ?? ""] = line["suggestion"]
        }
        #expect(found["Aroma Kava"]?["category"]?.text == "gifts")
        #expect(found["Bolt"]?["transfer_to"]?.text == "Банка")
        #expect(found["Фора"]?["category"]?.text == "groceries")
        let path = money.folder.path + "/money/rules/mine.yaml"
        #expect(try money.objects("rules", "replay", path, "--json").isEmpty)
    }

    @Test(arguments: [
        ("tags: [їжа]", "Моя кава"), ("note: щодня", "Моя кава"), ("payee: Аромат", "Аромат"),
    ])
    func `a rule that only adds leaves the household's payee`(adds: String, payee: String) throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let key = try money.key(of: "Aroma Kava")
        #expect(money.run("edit", key, "--payee", "Моя кава").code == 0)
        write("- {when: {words: kava}, then: {\(adds)}}", to: money)
        money.folder.write(
            "Date,Description,Amount,Currency\n2026-03-05,Aroma Kava,-75.00,UAH\n",
            to: "march.csv")
        let outcome = money.run(
            "import", money.folder.path + "/march.csv", "--account", "monobank-UAH",
            "--sign", "printed")
        #expect(outcome.code <= 1, "\(outcome.errors)")
        let line = try #require(try money.objects("pending", "--json").first)
        #expect(line["suggestion"]?["payee"]?.text == payee)
    }

    @Test func `the kind of an account is a condition`() throws {
        let money = Money()
        #expect(money.run("undo").code == 0)
        write(
            "- {when: {words: kava, account_kind: [готівка, savings]}, then: {category: gifts}}",
            to: money)
        #expect(money.run("rules", "lint").code == 0)
        #expect(money.run("import", money.statement).code == 0)
        func kava() throws -> String? {
            try money.objects("pending", "--json").first {
                $0["fact"]?["description"]?.text == "Aroma Kava"
            }?["suggestion"]?["category"]?.text
        }
        #expect(try kava() == "eating_out.coffee")
        #expect(money.run("accounts", "kind", "monobank-UAH", "savings").code == 0)
        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(try kava() == "gifts")
        write("- {when: {account_kind: savingz}, then: {category: gifts}}", to: money)
        let wrong = money.run("rules", "lint", "--lang", "en")
        #expect(wrong.code == 65 && wrong.errors.contains("mine.yaml:1:25:"), "\(wrong.errors)")
        #expect(wrong.errors.contains("did you mean"), "\(wrong.errors)")
    }

    @Test func `lint compares filters by what they select`() throws {
        let money = Money()
        func findings(_ first: String, _ second: String) throws -> [String?] {
            write(
                "- {name: one, when: {\(first)}, then: {category: gifts}}\n"
                    + "- {name: two, when: {\(second)}, then: {category: pets}}\n", to: money)
            return try money.objects("rules", "lint", "--json").map { $0["finding"]?.text }
        }
        #expect(
            try findings("where: 'min:5 kava'", "where: 'kava min:5'") == ["rule-conflicting"])
        #expect(
            try findings("where: 'min:5'", "where: 'min:5', words: kava") == ["rule-shadowed"])
        #expect(try findings("where: 'min:5'", "where: 'min:6'").isEmpty)
        #expect(try findings("words: kava, where: 'min:5'", "words: kava").isEmpty)
        #expect(try findings("bank_category: food", "words: kava").isEmpty)
    }
}
