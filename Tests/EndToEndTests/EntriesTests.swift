import Scanning
import TestKit
import Testing

/// A command, its undo and its redo: the dump must be as it was each time.
private func verifyUndo(
    _ money: Money, _ arguments: [String], code: Int32 = 0,
    _ location: SourceLocation = #_sourceLocation
) {
    let before = money.dump
    let words = arguments + ["--workspace", money.workspace]
    let dry = Program.run(words + ["--dry-run"])
    #expect(money.dump == before, "a dry run changes nothing", sourceLocation: location)
    let outcome = Program.run(words)
    #expect(outcome.code == code, "\(outcome.errors)", sourceLocation: location)
    #expect(dry.code == code && dry.output == outcome.output, sourceLocation: location)
    let after = money.dump
    #expect(after != before, sourceLocation: location)
    #expect(money.run("check").code == 0, sourceLocation: location)
    #expect(money.run("undo").code == 0, sourceLocation: location)
    #expect(money.dump == before, sourceLocation: location)
    #expect(money.run("check").code == 0, sourceLocation: location)
    #expect(money.run("redo").code == 0, sourceLocation: location)
    #expect(money.dump == after, sourceLocation: location)
    #expect(money.run("check").code == 0, sourceLocation: location)
}

@Suite struct `Entries by hand` {
    /// The whole of February in the ledger, and one coffee in cash.
    private func approved() throws -> (money: Money, coffee: String) {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "кава 65 грн 2026-02-06 #робота").code == 0)
        return (money, try money.key(of: "кава"))
    }

    @Test func `are written from plain words and categorized by them`() throws {
        let money = Money()
        let outcome = money.run("add", "Aroma Kava 65,50 грн 2026-02-10 #work", "--json")
        #expect(outcome.code == 0)
        let line = try #require(
            try money.lines(in: "ledger").first { $0["description"]?.text == "Aroma Kava" })
        #expect(outcome.output == "{\"added\":\"\(line["key"]?.text ?? "")\"}\n")
        #expect(line["amount"]?.text == "-65.50")
        #expect(line["currency"]?.text == "UAH")
        #expect(line["date"]?.text == "2026-02-10")
        #expect(line["account"]?.text == "cash-UAH")
        #expect(line["category"]?.text == "eating_out.coffee")
        let listed = try #require(try money.objects("list", "--json").first)
        #expect(listed["tags"]?.array?.first?.text == "work")
        #expect(listed["sources"]?.array?.first?["layout"]?.text == "manual")
        #expect(money.run("check").code == 0)
    }

    @Test func `are of the account whose bank they name`() throws {
        let money = Money()
        let heading =
            "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;"
            + "Сума в валюті транзакції;Валюта транзакції;Залишок на кінець періоду;"
            + "Валюта залишку\n"
        let card = "5168 **** **** 4471"
        let rows = [(17, "169,00", "711,37"), (18, "11,37", "700,00")].map {
            "\($0.0).02.2026 12:40:36;Аптеки;\(card);Аптека Подорожник;-\($0.1);UAH;\($0.1);UAH;"
                + "\($0.2);UAH\n"
        }
        money.folder.write(
            "Виписка з Ваших карток за період 01.02.2026 - 20.02.2026;;;;;;;;;\n" + heading
                + rows.reversed().joined(), to: "cards.csv")
        #expect(money.run("import", money.folder.path + "/cards.csv").code == 0)
        func places(_ words: String) -> [String] {
            money.run("add", words, "--dry-run", "--lang", "en").errors.split(separator: "\n")
                .compactMap { $0.contains(" · ") ? $0.split(separator: "·").last : nil }
                .map { String($0.dropFirst()) }
        }
        for _ in 0...1 {
            #expect(places("зняв 1000 з привату") == [card, "cash-UAH"])
            #expect(places("продукти 540 приватом") == [card])
            #expect(places("кава 65 @приватбанк") == [card])
            // The second time from the ledger.
            #expect(money.run("approve", "--all").code == 0)
        }
    }

    @Test(arguments: [
        ("mum gave me 500 uah", "transfers.person"), ("бабуся дала 300 грн", "transfers.person"),
        ("sold bike 3000 uah", "income.other"), ("продала шафу 900 грн", "income.other"),
        ("позичив Сергію 900 грн", "transfers.person"),
        ("повернули 40 грн за квитки", "income.refund"),
        ("+30 аптека", "income.refund"), ("зарплата 9000 грн", "income.salary"),
    ])
    func `are money back only when somebody gave it back`(_ phrase: String, category: String) throws
    {
        let money = Money()
        #expect(money.run("add", phrase).code == 0)
        #expect(try money.lines(in: "ledger").first?["category"]?.text == category)
    }

    @Test(arguments: ["@готівка", "@cash"])
    func `are in cash when that is the account`(_ account: String) throws {
        let money = Money()
        #expect(money.run("add", "+500 від мами \(account) 2026-02-10").code == 0)
        #expect(try money.lines(in: "ledger").first?["account"]?.text == "cash-UAH")
        money.run("undo")
        let name = String(account.dropFirst())
        money.folder.write("accounts:\n  - name: \(name)\n", to: "money/kopiyka.yaml")
        #expect(money.run("add", "+500 від мами \(account) 2026-02-10").code == 0)
        #expect(
            try money.lines(in: "ledger").first?["account"]?.text == name,
            "an account of that name is meant first")
    }

    @Test(arguments: [
        ("кава 65 грн", ["-65.00 Готівка"]), ("кава 65 грн готівкою", ["-65.00 Готівка"]),
        ("кава 65 з готівки", ["-65.00 Готівка"]), ("кава 3 usd", ["-3.00 cash-USD"]),
        ("зняв готівку 1000 з моно", ["-1000.00 Моно", "1000.00 Готівка"]),
        ("переклав 500 з моно в готівку", ["-500.00 Моно", "500.00 Готівка"]),
        ("переказав 500 з готівки на моно", ["-500.00 Готівка", "500.00 Моно"]),
        ("перекинув 500 грн з Готівка на cash-UAH", ["-500.00 Готівка", "500.00 cash-UAH"]),
        ("зняв готівку 1000 @Готівка", []), ("перекинув 500 з Готівка на Сейф", []),
    ])
    func `in cash are of one's own account of cash`(text: String, sides: [String]) throws {
        let money = Money()
        for (name, currency) in [("Готівка", "UAH"), ("Моно", "UAH"), ("Сейф", "USD")] {
            #expect(money.run("accounts", "add", name, "--currency", currency).code == 0)
        }
        #expect(money.run("add", text).code == (sides.isEmpty ? 64 : 0))
        let lines = try money.lines(in: "ledger").map { line in
            "\(line["amount"]?.text ?? "") \(line["account"]?.text ?? "")"
        }
        #expect(lines.sorted() == sides.sorted())
    }

    @Test func `of a loan and its return are with one person`() throws {
        let money = Money()
        #expect(money.run("add", "позичив Андрію 2000 на ремонт").code == 0)
        #expect(money.run("add", "Андрій повернув 500").code == 0)
        #expect(money.run("add", "lent Anna 50 uah").code == 0)
        let lines = try money.objects("list", "person:=Андрій", "--json")
        #expect(lines.compactMap { $0["amount"]?.text }.sorted() == ["-2000.00", "500.00"])
        #expect(lines.contains { $0["note"]?.text == "на ремонт" })
        let report = money.run("report", "--by", "person").output
        #expect(report.contains("Андрій") && report.contains("Anna"))
        money.run("undo")
        #expect(money.run("add", "позичив Андрію 90 на їжу", "--note", "своя").code == 0)
        let noted = try money.objects("list", "person:=Андрій", "--json")
        #expect(noted.contains { $0["note"]?.text == "своя" })
    }

    @Test func `have the household's own category that they name`() throws {
        let money = Money()
        #expect(money.run("categories", "add", "Рибалка", "--word", "fishing").code == 0)
        for text in ["рибалка 500 грн", "снасті і рибалка 70 грн", "fishing 40 uah", "+30 рибалка"]
        {
            #expect(money.run("add", text).code == 0)
        }
        let found = try money.categories()
        #expect(found["рибалка"] != nil)
        let own = found["fishing"]
        #expect(own?.isEmpty == false && found["снасті і рибалка"] == own)
        // Money in is no expense.
        let lines = try money.lines(in: "ledger").filter { $0["description"]?.text == "рибалка" }
        #expect(lines.count == 2)
        for line in lines {
            #expect((line["category"]?.text == own) == (line["amount"]?.text == "-500.00"))
        }
    }

    @Test(arguments: [
        ("купив 100 доларів по 41,5", ["-4150.00 Готівка", "100.00 Сейф"]),
        ("sold 0.33 usd at 41.25", ["-0.33 Сейф", "13.61 Готівка"]),
        ("купив 100 usd по 41,5 з моно", ["-4150.00 Моно", "100.00 Сейф"]),
        ("обміняв 100 usd з Сейф на 4100 грн на моно", ["-100.00 Сейф", "4100.00 Моно"]),
        ("перекинув 100 usd з Сейф на Моно по 41,5", ["-100.00 Сейф", "4150.00 Моно"]),
        ("обмін 100 usd на 92 євро", []), ("купив 10 євро по 45", []),
        ("купив 10 євро по 45 з моно на Двері", []),
        ("обміняв 92 євро з Конверт на 4100 грн на моно", ["-92.00 Конверт", "4100.00 Моно"]),
        ("обміняв 92 usd з Конверт на 4100 грн на моно", []),
    ])
    func `of an exchange are both sides, and no account is guessed`(
        text: String, sides: [String]
    ) throws {
        let money = Money()
        let accounts = [
            ("Готівка", "UAH"), ("Моно", "UAH"), ("Сейф", "USD"), ("Шухляда", "EUR"),
            ("Конверт", "EUR"),
        ]
        for (name, currency) in accounts {
            #expect(money.run("accounts", "add", name, "--currency", currency).code == 0)
            if name != "Моно" { #expect(money.run("accounts", "kind", name, "cash").code == 0) }
        }
        let outcome = money.run("add", text)
        #expect(outcome.code == (sides.isEmpty ? 64 : 0), "\(outcome.errors)")
        if text.hasSuffix("євро") {
            #expect(outcome.errors.contains("@Шухляда") && outcome.errors.contains("@Конверт"))
        }
        let lines = try money.lines(in: "ledger").map { line in
            "\(line["amount"]?.text ?? "") \(line["account"]?.text ?? "")"
        }
        #expect(lines.sorted() == sides.sorted())
        for side in sides {
            let amount = side.prefix { $0 != " " }.drop { $0 == "-" }.filter { $0 != "," }
            let shown = outcome.errors.filter { $0 != "," }
            #expect(shown.contains(String(amount)), "both sides are printed")
        }
    }

    @Test func `are tagged by terms of a filter as list takes them, or by keys`() throws {
        let (money, coffee) = try approved()
        func tagged(_ tag: String) throws -> [String] {
            try money.objects("list", "tag:" + tag, "--json").compactMap { $0["description"]?.text }
                .sorted()
        }
        #expect(money.run("tag", "category:coffee", "+гаряче").code == 0)
        #expect(try tagged("гаряче") == ["Aroma Kava", "Aroma Kava", "кава"])
        #expect(money.run("tag", "category:coffee", "max:70", "-гаряче").code == 0)
        #expect(try tagged("гаряче") == ["Aroma Kava", "Aroma Kava"])
        #expect(money.run("tag", "aroma", "+words").code == 0)
        #expect(try tagged("words") == ["Aroma Kava", "Aroma Kava"])
        #expect(money.run("tag", "-category:coffee", "max:60", "+інше").code == 0)
        #expect(try tagged("інше") == ["Bolt", "Нечувана крамниця"])
        #expect(money.run("tag", coffee, "+ключ").code == 0)
        #expect(try tagged("ключ") == ["кава"])
        let before = money.dump
        for words in [
            [coffee, "category:coffee", "+a"], ["ffff0", "+a"], [coffee, "ffff0", "+a"], ["+a"],
            ["category:coffee"], ["category:nonsense", "+a"],
        ] {
            let outcome = Program.run(["tag"] + words + ["--workspace", money.workspace])
            #expect(outcome.code != 0, "\(words)")
        }
        #expect(money.dump == before)
        #expect(money.run("tag", "category:coffee", "+ще").code == 0)
        #expect(money.dump != before && money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `are of today when no day is said`() throws {
        let money = Money()
        #expect(money.run("add", "bread 20").code == 0)
        #expect(money.run("add", "milk 30 today").code == 0)
        let days = try money.lines(in: "ledger").compactMap { $0["date"]?.text }
        // Midnight may fall between the two.
        #expect(days.count == 2 && days.allSatisfy { $0 >= "2026-01-01" })
        #expect(money.run("add", "bread 20 tomorrow").code == 64)
    }

    @Test(
        arguments: [
            (["add", "кава"], 64, "there is no amount"),
            (["add", "кава 65 70"], 64, #""65" and "70""#),
            (["add", "кава 0"], 64, "zero"), (["add", "coffee 65 XYZ"], 64, "XYZ"),
            (["add", "кава 65 2026-02-30"], 64, "2026-02-30"),
            (["add", "65"], 64, "neither a payee"),
            (["add", "кава 65", "--category", "cofee"], 64, "did you mean"),
            (["add", "кава 65 @mnobank-UAH"], 64, "did you mean monobank-UAH"),
            (["add", "coffee $4 @monobank-UAH"], 64, "is in UAH"),
            (["add", "кава 65.555 грн"], 64, "65.555"),
            (["add", "зняв готівку 1000"], 64, "no account is given"),
            (["add", "чай 40 карткою"], 64, "@monobank-UAH"),
            (["add", "чай 40 сенсом"], 64, "\"сенсом\""),
            (["add", "скинув Олені 500 на моно"], 64, "\"на моно\""),
            (["add", "скинув 500 на моно"], 64, "where the money comes from"),
            (["add", "top up 500"], 64, "what was topped up"),
            (["add", "отримав 500 з моно"], 64, "or enters it"),
            (["add", "обід 150 минулого тижня"], 64, "минулого тижня"),
            (["add", "мені винні 700 грн"], 64, "a debt, not a payment"),
            (["add", "чай 4 5 грн"], 64, "4 5 грн"),
            (["add", "поклав готівку на картку 1000 @готівка"], 64, "no account is given"),
            (["add", "обмін 100 usd на 90 євро @monobank-UAH"], 64, "is in UAH"),
            (["add", "50 крон"], 64, "CZK, SEK, NOK, DKK"),
            (["add", "велосипед 2000"], 64, "a year or an amount"),
            (["add", "повернув товар 500 грн"], 64, "повернув"),
            (["edit", "zzzz", "--note", "a"], 1, "zzzz"),
            (["edit", "1-", "--note", "a"], 64, "several keys begin with"),
            (["tag", "1-", "a"], 64, "tags"),
            (["split", "1-"], 64, "--none"), (["transfer", "1-"], 64, "two keys"),
        ] as [([String], Int32, String)])
    func `that are not understood are refused by name and change nothing`(
        _ arguments: [String], code: Int32, words: String
    ) throws {
        let money = Money()
        let before = money.dump
        let outcome = Program.run(arguments + ["--workspace", money.workspace])
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(money.dump == before)
    }

    @Test(arguments: ["Хліб 5; ліки 1; інше", "roceries 5; other", "продук 5; інше"])
    func `are not divided into categories that nobody wrote`(parts: String) throws {
        let (money, coffee) = try approved()
        let before = money.dump
        for words in [["split", coffee, parts], ["edit", coffee, "--category", "хліб"]] {
            let outcome = Program.run(words + ["--workspace", money.workspace])
            #expect(outcome.code == 64, "\(outcome.output)")
        }
        #expect(money.dump == before)
        #expect(money.run("split", coffee, "кава 5; тварини 10%; Інше").code == 0)
        let line = try money.objects("list", "--json").first { $0["key"]?.text == coffee }
        let parts = line?["splits"]?.array?.compactMap { $0["category"]?.text }
        #expect(parts == ["eating_out.coffee", "pets", "other"])
    }

    @Test func `say which category a beginning was taken for`() throws {
        let (money, coffee) = try approved()
        for (typed, name) in [("під", "Підписки"), ("підпис", "Підписки")] {
            for words in [
                ["edit", coffee, "--category", typed], ["split", coffee, "\(typed) 5; інше"],
            ] {
                let place = ["--lang", "uk", "--workspace", money.workspace]
                for dry in [["--dry-run"], []] {
                    let outcome = Program.run(words + place + dry)
                    #expect(outcome.code == 0 && outcome.errors.contains("«\(typed)»: \(name)"))
                }
            }
        }
        let whole = Program.run(
            ["edit", coffee, "--category", "Кава", "--workspace", money.workspace])
        #expect(whole.code == 0 && !whole.errors.contains("Кава"))
    }

    @Test(arguments: [["list"], ["pending"]])
    func `are found by a category's name in any language`(_ command: [String]) throws {
        let (money, _) = try approved()
        func shown(_ category: String) -> (String, Int32) {
            let outcome = Program.run(
                command + ["--category", category, "--workspace", money.workspace])
            return (outcome.output, outcome.code)
        }
        for name in ["Кава", "кав", "Coffee", "coffee", "КОФЕ"] {
            #expect(shown(name) == shown("eating_out.coffee"), "\(name)")
        }
        #expect(shown("хліб").1 == 64)
    }

    @Test func `are found by their tags`() throws {
        let (money, coffee) = try approved()
        #expect(money.run("add", "чай 20 грн 2026-02-07 #дім").code == 0)
        func found(_ options: String...) throws -> [String] {
            let words = ["list", "--json", "--workspace", money.workspace] + options
            return try Program.run(words).lines.compactMap {
                try JSONValue.parse(Array($0.utf8).span)["description"]?.text
            }
        }
        #expect(try found("--tag", "робота") == ["кава"])
        #expect(try found("--tag", "РОБОТА") == ["кава"])
        #expect(try found("--tag", "робота", "--tag", "дім") == ["кава", "чай"])
        #expect(try found("--tag", "робот").isEmpty)
        let report = money.run("report", "--tag", "дім", "--json")
        #expect(report.code == 0 && report.output.contains("-20.00"), "\(report.output)")
        #expect(!report.output.contains("-65.00"))
        #expect(money.run("edit", coffee, "--clear", "tags").code == 0)
        #expect(try found("--tag", "робота").isEmpty)
    }

    @Test func `have no blank words, and what was said of them is taken back exactly`() throws {
        let (money, coffee) = try approved()
        let before = money.dump
        for blank in ["", " ", "\u{A0}\u{200B}"] {
            #expect(money.run("edit", coffee, "--payee", blank).code == 64)
            #expect(money.run("edit", coffee, "--note", blank).code == 64)
        }
        #expect(money.run("edit", coffee, "--payee", "Зерно", "--clear", "payee").code == 64)
        #expect(money.run("edit", coffee, "--clear", "amount").code == 64)
        #expect(money.dump == before)
        verifyUndo(money, ["edit", coffee, "--payee", "Зерно", "--note", "смачна"])
        for field in ["payee", "note", "category", "tags"] {
            verifyUndo(money, ["edit", coffee, "--clear", field])
            let line = try money.objects("list", "--json").first { $0["key"]?.text == coffee }
            #expect(line != nil && line?[field] == nil, "\(field)")
        }
        // A waiting line too.
        let waiting = Money()
        let key = try waiting.key(of: "Нечувана крамниця")
        #expect(waiting.run("edit", key, "--note", "що це").code == 0)
        verifyUndo(waiting, ["edit", key, "--clear", "note"])
    }

    @Test func `undo and redo of every command are exact`() throws {
        let (money, coffee) = try approved()
        let fora = try money.key(of: "Фора")
        verifyUndo(money, ["add", "+500 від мами 2026-02-01"])
        verifyUndo(money, ["edit", coffee, "--amount", "70", "--date", "2026-01-31"])
        verifyUndo(money, ["edit", coffee, "--amount", "75", "--category", "groceries"])
        verifyUndo(money, ["edit", fora, "--payee", "Фора на розі", "--note", "свято"])
        verifyUndo(money, ["tag", fora, coffee, "+дім", "-робота"])
        verifyUndo(money, ["split", fora, "groceries 60.50; pets"])
        verifyUndo(money, ["split", fora, "groceries 60%; pets 40%"])
        verifyUndo(money, ["split", fora, "--none"])
        verifyUndo(money, ["delete", fora])
        verifyUndo(money, ["delete", coffee])
        var steps = 0
        while money.run("undo", "--json").output.contains("undone") { steps += 1 }
        #expect(steps == 13, "ten commands, add, approve and import")
        #expect(money.dump.isEmpty)
        for _ in 0..<steps { #expect(money.run("redo").code == 0) }
        #expect(money.run("check").code == 0)
    }

    /// Commands as they come; what does not fit is refused and changes nothing.
    @Test(arguments: drawn(every: 3, of: [1, 2, 3] as [UInt64]))
    func `any commands in any order are undone and done again one by one`(seed: UInt64) throws {
        let money = Money()
        #expect(money.run("approve", "--level", "high").code == 0)
        var dice = seed &* 0x9E37_79B9_7F4A_7C15
        func roll(_ count: Int) -> Int {
            dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(dice >> 33) % count
        }
        var dumps = [money.dump]
        for step in 0..<16 {
            let keys = try (money.lines(in: "ledger") + money.lines(in: "queue"))
                .compactMap { $0["key"]?.text }
            let (a, b) = (keys[roll(keys.count)], keys[roll(keys.count)])
            let sign = roll(2) == 0 ? "+" : ""
            let pool = [
                ["add", "\(sign)\(step + 1) платіж 2026-02-0\(roll(9) + 1)"],
                ["add", "\(sign)50 ще один 2026-02-08"],
                ["edit", a, "--amount", "\(step + 40)"], ["edit", a, "--date", "2026-02-03"],
                ["edit", a, "--category", "pets", "--note", "\(step)"], ["tag", a, b, "+m\(step)"],
                ["split", a, "groceries 40%; pets"], ["split", a, "--none"], ["delete", a],
                ["transfer", a, b], ["transfer", a, b], ["transfer", a, "--none"], ["approve", a],
            ]
            let words = pool[roll(pool.count)] + ["--workspace", money.workspace]
            let outcome = Program.run(words)
            #expect([0, 1, 64].contains(outcome.code), "\(words): \(outcome.errors)")
            let now = money.dump
            if now != dumps.last { dumps.append(now) }
            #expect(money.run("check").code == 0, "seed \(seed), \(words)")
        }
        for dump in dumps.dropLast().reversed() {
            #expect(money.run("undo").code == 0)
            #expect(money.dump == dump, "seed \(seed)")
        }
        for dump in dumps.dropFirst() {
            #expect(money.run("redo").code == 0)
            #expect(money.dump == dump, "seed \(seed)")
        }
        #expect(money.run("check").code == 0)
    }

    @Test func `of waiting lines are decisions beside them`() throws {
        let money = Money()
        let fora = try money.key(of: "Фора")
        verifyUndo(money, ["edit", fora, "--category", "pets"])
        verifyUndo(money, ["tag", fora, "+дім"])
        verifyUndo(money, ["split", fora, "groceries 60.50; pets"])
        #expect(money.run("edit", fora, "--amount", "1").errors.contains("bank's fact"))
        #expect(money.run("approve", fora).code == 0)
        let line = try #require(try money.objects("list", "--json").first)
        #expect(line["splits"]?.array?.count == 2)
        #expect(line["tags"]?.array?.first?.text == "дім")
        verifyUndo(money, ["delete", try money.key(of: "Bolt")])
    }

    @Test func `keep amount and day where a bank told them`() throws {
        let (money, coffee) = try approved()
        let before = money.dump
        for words in [["--amount", "1"], ["--date", "2026-02-01"]] {
            let outcome = Program.run(
                ["edit", try money.key(of: "Фора")] + words + ["--workspace", money.workspace])
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("the ledger must agree with the statement"))
        }
        #expect(
            money.run("edit", coffee, "--date", "2025-02-01").errors.contains("at most 90 days"))
        #expect(money.run("split", coffee, "coffee 5; pets").code == 0)
        #expect(money.run("edit", coffee, "--amount", "1").errors.contains("divided"))
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `keep their keys when they are edited`() throws {
        let (money, coffee) = try approved()
        #expect(money.run("edit", coffee, "--amount", "70", "--date", "2026-03-01").code == 0)
        let line = try #require(
            try money.lines(in: "ledger").first { $0["key"]?.text == coffee })
        #expect(line["amount"]?.text == "-70.00")
        #expect(line["date"]?.text == "2026-03-01")
        #expect(money.run("report", "--month", "2026-03").output.contains("70.00"))
        #expect(money.dump.contains("\"where\":\"revision\""))
    }

    /// The words say that it was not cash, whether an account is known or not.
    @Test(arguments: [
        "coffee 65 uah by card", "кава 70 карткою", "кава 70 з картки", "кава 70 картою",
        "кава 70 кредиткою", "кава 70 безготівкою", "coffee 65 uah by credit card",
    ])
    func `by card are never cash`(_ words: String) throws {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        for isKnown in [false, true] {
            if isKnown {
                #expect(Program.run("accounts", "add", "mono", "--workspace", workspace).code == 0)
            }
            let outcome = Program.run("add", words, "--workspace", workspace, "--lang", "en")
            #expect(outcome.code == 64, "\(outcome.output)")
            #expect(outcome.errors.contains("no account is given"))
            #expect(outcome.errors.contains(isKnown ? "@mono" : "kopiyka accounts add"))
        }
        #expect(Program.run("dump", "--workspace", workspace).output.contains("cash-UAH") == false)
    }

    @Test func `are named by the beginning of a key or of its end`() throws {
        let (money, coffee) = try approved()
        let end = String(coffee.suffix(16).prefix(8))
        let short = coffee.dropLast(8).suffix(17)
        #expect(money.run("list", "--keys").output.contains(short))
        #expect(money.run("tag", end, "+a").output == "annotated \(coffee)\n")
        #expect(money.run("tag", String(coffee.prefix(26)), "+b").output == "annotated \(coffee)\n")
        #expect(money.run("tag", coffee, "+b").errors.contains("nothing to do"))
        #expect(money.run("tag", String(coffee.suffix(4)), "+c").output == "annotated \(coffee)\n")
        #expect(money.run("tag", String(short), "+d").output == "annotated \(coffee)\n")
    }

    /// The same sum on one day of three months, which the bank gives without a time.
    @Test func `are named by what list prints, also where payments are equal`() throws {
        let money = Money()
        #expect(money.run("accounts", "add", "Main", "--currency", "EUR").code == 0)
        money.folder.write(
            "Date,Description,Amount,Currency\n"
                + ["2026-01-11", "2026-02-11", "2026-03-11"].map { "\($0),Rent,-500.00,EUR\n" }
                .joined(), to: "rent.csv")
        #expect(
            money.run("import", money.folder.path + "/rent.csv", "--account", "Main").code == 0)
        #expect(money.run("approve", "--all").code == 0)
        let keys = try money.lines(in: "ledger").filter { $0["account"]?.text == "Main" }
            .compactMap { $0["key"]?.text }
        #expect(keys.count == 3 && Set(keys.map { $0.suffix(16) }).count == 1)
        let shown = money.run("list", "--keys", "--account", "Main").output
        for key in keys {
            let short = key.dropLast(8).suffix(17)
            #expect(shown.contains(short))
            #expect(money.run("tag", String(short), "+a").output == "annotated \(key)\n")
        }
        let unclear = money.run("tag", String(keys[0].suffix(4)), "+b", "--lang", "en")
        #expect(unclear.errors.contains("several keys end with"))
    }

    @Test func `that were deleted do not come back by importing again`() throws {
        let (money, coffee) = try approved()
        let deleted = money.run("delete", try money.key(of: "Фора"), coffee)
        #expect(deleted.code == 0)
        #expect(deleted.errors.contains("importing again brings none back"))
        #expect(try money.lines(in: "tombstone").count == 1, "one by hand leaves nothing")
        #expect(try money.lines(in: "ledger").count == 5)
        let before = money.dump
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == before)
    }

    @Test func `and edits survive importing again`() throws {
        let (money, _) = try approved()
        #expect(money.run("edit", try money.key(of: "Фора"), "--category", "pets").code == 0)
        let before = money.dump
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == before)
    }

    @Test(arguments: [
        ("Aroma Kava 80 2026-02-06", "Aroma Kava"), ("кава на роботі 80 2026-02-06", "Aroma Kava"),
        ("таксі 44.50 2026-02-05", "Bolt"), ("таксі 44.50 2026-02-08", "Bolt"),
    ])
    func `are asked about when a bank tells the same payment`(
        _ words: String, row: String
    ) throws {
        let money = Money()
        #expect(money.run("undo").code == 0)
        #expect(money.run("add", words, "--account", "cash-UAH").code == 0)
        #expect(money.run("import", money.statement).code == 0)
        #expect(
            try money.lines(in: "queue").allSatisfy { $0["flags"]?.array?.isEmpty ?? true },
            "another account is no question")
        #expect(money.run("undo", "--quiet").code == 0)
        #expect(money.run("undo", "--quiet").code == 0)
        money.folder.write("accounts:\n  - name: monobank-UAH\n", to: "money/kopiyka.yaml")
        #expect(money.run("add", words, "--account", "monobank-UAH").code == 0)
        let written = try #require(try money.lines(in: "ledger").first?["key"]?.text)
        let outcome = money.run("import", money.statement)
        #expect(outcome.output.contains("      1         0        0"), "\(outcome.output)")
        let asked = try money.lines(in: "queue").filter {
            $0["flags"]?.array?.first?.text == "ambiguous"
        }
        #expect(asked.count == 1)
        #expect(asked.first?["description"]?.text == row)
        #expect(asked.first?["related"]?.array?.first?.text == written)
        #expect(try money.lines(in: "queue").count == 6, "nothing is dropped")
        #expect(try money.lines(in: "ledger").count == 1, "nothing is doubled")
        let before = money.dump
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == before, "a question is asked once")
        #expect(money.run("dismiss", asked.first?["key"]?.text ?? "").code == 0)
        let answered = money.dump
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == answered)
        #expect(money.run("check").code == 0)
    }

    @Test func `far away or of another amount are no question`() throws {
        let money = Money()
        #expect(money.run("undo").code == 0)
        money.folder.write("accounts:\n  - name: monobank-UAH\n", to: "money/kopiyka.yaml")
        for words in ["таксі 44.50 2026-02-01", "таксі 44.50 2026-02-09", "таксі 44.40 2026-02-07"]
        {
            #expect(money.run("add", words, "--account", "monobank-UAH").code == 0)
        }
        #expect(money.run("import", money.statement).code == 0)
        #expect(!money.run("dump").output.contains("ambiguous"))
    }

    @Test func `are no statement's days`() throws {
        let (money, _) = try approved()
        #expect(!money.run("coverage").output.contains("cash"))
        money.run("add", "таксі 44.50 2026-02-28", "--account", "monobank-UAH")
        #expect(!money.run("coverage", "-v").output.contains("2026-02-28"))
    }
}

@Suite struct `Transfers by hand` {
    private func twoSides() throws -> (money: Money, out: String, into: String) {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "+50 з картки 2026-02-08").code == 0)
        return (money, try money.key(of: "Нечувана крамниця"), try money.key(of: "з картки"))
    }

    @Test func `are linked and taken apart exactly`() throws {
        let (money, out, into) = try twoSides()
        verifyUndo(money, ["transfer", out, into])
        let lines = try money.objects("list", "--json")
        let sides = lines.filter { $0["transfer_to"] != nil }
        #expect(Set(sides.compactMap { $0["transfer_to"]?.text }) == ["cash-UAH", "monobank-UAH"])
        #expect(sides.allSatisfy { $0["category"]?.text == "transfers.own" })
        #expect(money.dump.contains("\"is_pair\":true"))
        verifyUndo(money, ["transfer", into, "--none"])
        #expect(try money.objects("list", "--json").allSatisfy { $0["transfer_to"] == nil })
        #expect(!money.dump.contains("\"is_pair\":true"))
        #expect(money.run("transfer", into, "--none").errors.contains("the line is not a transfer"))
    }

    @Test(arguments: [
        ("зняв готівку 1000 @monobank-UAH", ["cash-UAH +1000.00", "monobank-UAH -1000.00"]),
        ("withdrew 200 uah cash @monobank-UAH", ["cash-UAH +200.00", "monobank-UAH -200.00"]),
        (
            "поклав готівку на картку 500 @monobank-UAH",
            ["cash-UAH -500.00", "monobank-UAH +500.00"]
        ),
        ("обмін 100 usd на 4100 грн", ["cash-UAH +4100.00", "cash-USD -100.00"]),
        ("купив 100 usd за 4150,50 грн", ["cash-UAH -4150.50", "cash-USD +100.00"]),
        ("продав 100$ по 41,5 грн @monobank-UAH", ["cash-USD -100.00", "monobank-UAH +4150.00"]),
    ])
    func `are written with both sides from one phrase`(_ phrase: String, sides: [String]) throws {
        let money = Money()
        verifyUndo(money, ["add", phrase])
        let lines = try money.objects("list", "--json")
        let found = lines.map { line in
            let amount = line["amount"]?.text ?? ""
            return (line["account"]?.text ?? "") + " " + (amount.hasPrefix("-") ? "" : "+") + amount
        }
        #expect(found.sorted() == sides)
        #expect(lines.allSatisfy { $0["transfer_to"] != nil })
        #expect(money.dump.contains("\"is_pair\":true"))
    }

    @Test func `go between two accounts that a phrase names`() throws {
        for (phrase, sides) in [
            ("перекинув 500 з чорної на приват", ["Приват +500.00", "Чорна -500.00"]),
            ("500 грн на Чорну з привату", ["Приват -500.00", "Чорна +500.00"]),
            ("40 uah mono → @Приват", ["Приват +40.00", "Чорна -40.00"]),
            ("transferred 70 @Приват @Чорна", ["Приват -70.00", "Чорна +70.00"]),
            ("зняв 300 грн з привату", ["Приват -300.00", "cash-UAH +300.00"]),
            ("top up mono 60", ["cash-UAH -60.00", "Чорна +60.00"]),
            ("paid 12 for taxi from mono", ["Чорна -12.00"]),
            ("комісія mono 15", ["Чорна -15.00"]),
            ("заправка 1500 приватом", ["Приват -1500.00"]),
            ("повернення за рейс 3400 приват", ["Приват +3400.00"]),
            ("зарплата 9000 на приват", ["Приват +9000.00"]),
            ("tea 5 @приват", ["Приват -5.00"]),
            // Neither is an account.
            ("квиток 500 з Києва на Львів", ["cash-UAH -500.00"]),
        ] {
            let money = Money()
            #expect(
                money.run("accounts", "add", "Чорна", "--currency", "UAH", "--alias", "mono").code
                    == 0)
            #expect(money.run("accounts", "add", "Приват", "--currency", "UAH").code == 0)
            #expect(money.run("add", phrase).code == 0, "\(phrase)")
            let found = try money.objects("list", "--json").map { line in
                let amount = line["amount"]?.text ?? ""
                let sign = amount.hasPrefix("-") ? "" : "+"
                return (line["account"]?.text ?? "") + " " + sign + amount
            }
            #expect(found.sorted() == sides.sorted(), "\(phrase)")
        }
        let money = Money()
        let unknown = money.run("add", "перекинув 500 з рево на приват")
        #expect(unknown.code == 64)
        #expect(unknown.errors.contains("there is no account \"рево\""))
        #expect(money.run("list", "--json").output.isEmpty)
    }

    @Test func `are linked when each was said to be one already`() throws {
        let (money, out, into) = try twoSides()
        let said =
            #"{"key":"\#(out)","decision":{"category":"transfers.own","transfer_to":"cash-UAH"}}"#
            + "\n"
            + #"{"key":"\#(into)","decision":{"category":"transfers.own","transfer_to":"monobank-UAH"}}"#
        #expect(money.run("review", "--decisions", "-", input: said + "\n").code == 0)
        #expect(!money.dump.contains("\"is_pair\":true"))
        verifyUndo(money, ["transfer", out, into])
        #expect(money.dump.contains("\"is_pair\":true"))
        #expect(money.run("transfer", out, into).errors.contains("nothing to do"))
    }

    @Test func `of waiting lines are linked too`() throws {
        let money = Money()
        #expect(money.run("add", "+50 з картки 2026-02-08").code == 0)
        let out = try money.key(of: "Нечувана крамниця")
        let into = try money.key(of: "з картки")
        verifyUndo(money, ["transfer", out, into])
        #expect(money.run("approve", out).code == 0)
        let lines = try money.objects("list", "--json")
        #expect(lines.count == 2 && lines.allSatisfy { $0["transfer_to"] != nil })
        verifyUndo(money, ["delete", into])
        #expect(!money.dump.contains("\"is_pair\":true"))
        #expect(try money.objects("list", "--json").allSatisfy { $0["transfer_to"] == nil })
    }

    /// Money that did not go to the other account did not come from this one either.
    @Test(arguments: [0, 1])
    func `are apart on both sides when one is said to be something else`(side: Int) throws {
        let (money, out, into) = try twoSides()
        #expect(money.run("transfer", out, into).code == 0)
        verifyUndo(money, ["edit", [out, into][side], "--category", "income.refund"])
        let lines = try money.objects("list", "--json")
        #expect(lines.allSatisfy { $0["transfer_to"] == nil })
        #expect(!money.dump.contains("\"is_pair\":true"))
        #expect(money.run("check").code == 0)
    }

    @Test func `stay one when a side is called another kind of transfer`() throws {
        let (money, out, into) = try twoSides()
        #expect(money.run("transfer", out, into).code == 0)
        verifyUndo(money, ["edit", out, "--category", "transfers.savings"])
        let lines = try money.objects("list", "--json")
        #expect(lines.count { $0["transfer_to"] != nil } == 2)
        #expect(money.dump.contains("\"is_pair\":true"))
    }

    @Test func `that cannot be are refused with the reason`() throws {
        let (money, out, into) = try twoSides()
        let bolt = try money.key(of: "Bolt")
        let before = money.dump
        for (a, b, words) in [
            (out, out, "one and the same"), (out, bolt, "one account"),
            (bolt, into, "more came in than went out"),
        ] {
            let outcome = money.run("transfer", a, b)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(money.dump == before)
    }
}
