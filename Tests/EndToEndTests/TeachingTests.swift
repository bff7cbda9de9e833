import Scanning
import TestKit
import Testing

/// `kopiyka learn`: what a journal or a table was filed as, without its rows.
@Suite struct `Learning from a journal` {
    private static let journal = """
        commodity 1,000.00 UAH

        2025-01-03 Чапля
            Expenses:Food:Groceries     250.00 UAH
            Assets:Card

        2025-01-10 Чапля
            Expenses:Food:Groceries     150.00 UAH
            Assets:Card

        2025-01-12 Чапля
            Expenses:Food:Groceries     151.00 UAH
            Assets:Card

        2025-01-13 Зернятко дитсад | внесок
            Expenses:Kids     900.00 UAH
            Assets:Card

        2025-02-13 Зернятко дитсад | внесок
            Expenses:Kids     900.00 UAH
            Assets:Card

        2025-03-13 Зернятко дитсад | внесок
            Expenses:Kids     900.00 UAH
            Assets:Card

        2025-02-14 Bankomat Zet
            Assets:Cash     900.00 UAH
            Assets:Card

        2025-02-15 Дивина
            Expenses:Odd:Weird     90.00 UAH
            Assets:Card

        2025-02-16 Двоє
            Expenses:Food:Groceries     40.00 UAH
            Expenses:Kids     50.00 UAH
            Assets:Card

        """

    private static let headings = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """

    private static let april = """
        "09.04.2026 10:00:00","POS CHAPLYA 12 KYIV UA",,-61.0,-61.0,UAH,—,—,—,500.0
        "08.04.2026 10:00:00","CHAPLYA 7 LVIV",,-60.0,-60.0,UAH,—,—,—,561.0
        "07.04.2026 09:00:00","LIQPAY*ZERNYATKO DYTSAD",,-85.0,-85.0,UAH,—,—,—,621.0
        "06.04.2026 09:00:00","Двоє",,-85.0,-85.0,UAH,—,—,—,706.0
        "05.04.2026 09:00:00","Bankomat Zet",,-85.0,-85.0,UAH,—,—,—,791.0

        """

    private func money() -> Money {
        let money = Money()
        money.folder.write(Self.journal, to: "home.journal")
        money.folder.write(Self.headings + Self.april, to: "april.csv")
        return money
    }

    private func suggestions(_ money: Money) throws -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        for line in try money.objects("pending", "--json", "--from", "2026-04-01") {
            found[line["fact"]?["description"]?.text ?? ""] = line["suggestion"]
        }
        return found
    }

    @Test func `categorizes the next bank file`() throws {
        let money = money()
        let before = money.dump
        let learned = money.run("learn", money.folder.path + "/home.journal", "--json")
        #expect(learned.code == 1, "one value has no meaning: \(learned.errors)")
        let report = try JSONValue.parse(Array(learned.output.utf8).span)
        #expect(
            learned.output.contains(#""learned":6,"skipped":4,"known":0,"open":1"#),
            "\(learned.output)")
        let log = try money.objects("log", "--json")
        #expect(log.first?["lines"] == .number("6"), "\(log)")
        #expect(report["values"]?.array?.first?["value"]?.text == "Odd:Weird")
        #expect(money.run("check").code == 0)
        #expect(try money.lines(in: "ledger").isEmpty)

        #expect(money.run("import", money.folder.path + "/april.csv").code == 0)
        let found = try suggestions(money)
        #expect(found["CHAPLYA 7 LVIV"]?["category"]?.text == "groceries")
        #expect(found["CHAPLYA 7 LVIV"]?["level"]?.text == "certain")
        #expect(found["POS CHAPLYA 12 KYIV UA"]?["category"]?.text == "groceries")
        #expect(found["POS CHAPLYA 12 KYIV UA"]?["level"]?.text == "high")
        #expect(found["LIQPAY*ZERNYATKO DYTSAD"]?["category"]?.text == "kids")
        #expect(found["LIQPAY*ZERNYATKO DYTSAD"]?["level"]?.text == "high")
        // Divided rows and transfers teach nothing.
        #expect(found["Двоє"]?["category"]?.text == nil)
        #expect(found["Bankomat Zet"]?["category"]?.text != "groceries")
        let explained = money.run("explain", "POS CHAPLYA 12 KYIV UA")
        #expect(explained.output.contains("home.journal"), "\(explained.output)")
        #expect(money.run("check").code == 0)

        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
        #expect(money.folder.read("money/categories.yaml") == "")
        #expect(money.run("redo").code == 0)
        #expect(money.dump.contains("home.journal"))
    }

    @Test func `renews waiting lines, and a second run changes nothing`() throws {
        let money = money()
        #expect(money.run("import", money.folder.path + "/april.csv").code == 0)
        let waiting = money.dump
        #expect(
            money.run("learn", money.folder.path + "/home.journal", "--dry-run").code == 1)
        #expect(money.dump == waiting)
        #expect(money.run("learn", money.folder.path + "/home.journal").code == 1)
        #expect(try suggestions(money)["CHAPLYA 7 LVIV"]?["category"]?.text == "groceries")
        let learned = money.dump
        let again = money.run("learn", money.folder.path + "/home.journal", "--json")
        #expect(again.output.contains(#""learned":0,"skipped":10,"known":6"#), "\(again.output)")
        #expect(money.dump == learned)

        // A meaning that came later teaches the rest; a longer file only its new rows.
        money.folder.write("value,category\nOdd:Weird,pets\n", to: "map.csv")
        money.folder.write(
            Self.journal + """
                2025-03-01 Чапля
                    Expenses:Food:Groceries     77.00 UAH
                    Assets:Card

                """, to: "grown.journal")
        let mapped = money.run(
            "learn", money.folder.path + "/grown.journal", "--map",
            money.folder.path + "/map.csv", "--json")
        #expect(mapped.code == 0, "\(mapped.errors)")
        #expect(mapped.output.contains(#""learned":2,"skipped":9,"known":6"#), "\(mapped.output)")
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == learned)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == waiting)
    }

    @Test func `learns the rows of a table once, whatever their account`() throws {
        let money = money()
        money.folder.write(
            "date,amount,currency,category,note\n2025-03-01,-20.00,UAH,Pets,Chaplya\n"
                + "2025-03-01,-20.00,UAH,Pets,Chaplya\n2025-03-02,-30.00,UAH,Pets,Mushlya\n",
            to: "sheet.csv")
        let first = money.run("learn", money.folder.path + "/sheet.csv", "--json")
        #expect(first.output.contains(#""learned":3,"#), "\(first.output) \(first.errors)")
        let learned = money.dump
        let again = money.run(
            "learn", money.folder.path + "/sheet.csv", "--account", "Дім", "--json")
        #expect(again.output.contains(#""learned":0,"#), "\(again.output)")
        #expect(money.dump == learned)
    }

    @Test func `names the place of damage, and learns the rest`() throws {
        let money = money()
        money.folder.write(
            Self.journal.replacing("250.00 UAH", with: "25O.00 UAH"), to: "damaged.journal")
        money.folder.write(
            "date,amount,currency,account,category,description\n"
                + "2025-04-01,-75.00,UAH,Гаманець,Groceries,Лелека маркет\n", to: "table.csv")
        let outcome = money.run(
            "learn", money.folder.path + "/damaged.journal", money.folder.path + "/nosuch.csv",
            money.folder.path + "/table.csv")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("damaged.journal:4:"), "\(outcome.errors)")
        #expect(outcome.errors.contains("nosuch.csv"), "\(outcome.errors)")
        #expect(outcome.output.contains("damaged.journal: learned from 5 rows"))
        #expect(outcome.output.contains("table.csv: learned from 1 row"))
        #expect(money.run("explain", "LELEKA MARKET 4 KYIV").output.contains("table.csv"))
        #expect(money.run("check").code == 0)
    }

    @Test func `takes no guesses of a bank`() {
        let money = money()
        let before = money.dump
        let outcome = money.run("learn", money.folder.path + "/april.csv")
        #expect(outcome.output.contains("a bank's guesses"), "\(outcome.output)")
        #expect(money.dump == before)
    }

    /// For a bank's texts that differ from the file's in numbers and places alone.
    @Test(arguments: [1, 2, 3]) func `suggests as the same decisions in a review`(
        _ seed: UInt64
    ) throws {
        var random = SeededDice(seed: seed)
        let shops = ["Чапля", "Лелека", "Бузок люкс", "Зирка", "Квартол", "Мравка"]
        let categories = ["groceries", "gifts", "pets"]
        let rows = (1...28).map { day in
            (
                day: day, shop: shops[Int.random(in: 0..<6, using: &random)],
                amount: Int.random(in: 10...400, using: &random),
                category: categories[min(2, Int.random(in: 0..<9, using: &random) / 3)]
            )
        }
        let (taught, reviewed) = (Money(), Money())
        for money in [taught, reviewed] { #expect(money.run("undo").code == 0) }
        func text(_ day: Int) -> String { day < 10 ? "0\(day)" : "\(day)" }
        taught.folder.write(
            "date,amount,currency,account,category,description\n"
                + rows.map {
                    "2026-01-\(text($0.day)),-\($0.amount).00,UAH,monobank-UAH,\($0.category),"
                        + "\($0.shop)\n"
                }.joined(), to: "table.csv")
        #expect(taught.run("learn", taught.folder.path + "/table.csv").code == 0)
        func statement(_ month: String, _ rows: [(day: Int, shop: String, amount: Int)]) -> String {
            var balance = 100_000
            return Self.headings
                + rows.map { row in
                    balance -= row.amount
                    return "\"\(text(row.day)).\(month).2026 10:00:00\",\"\(row.shop)\",,"
                        + "-\(row.amount).0,-\(row.amount).0,UAH,—,—,—,\(balance).0\n"
                }.reversed().joined()
        }
        reviewed.folder.write(
            statement("01", rows.map { ($0.day, $0.shop, $0.amount) }), to: "january.csv")
        #expect(reviewed.run("import", reviewed.folder.path + "/january.csv").code == 0)
        var decisions = ""
        for line in try reviewed.lines(in: "queue") {
            let day = Int(line["date"]?.text?.suffix(2) ?? "") ?? 0
            decisions +=
                #"{"key":"\#(line["key"]?.text ?? "")","decision":{"action":"approve","#
                + #""category":"\#(rows[day - 1].category)"}}"# + "\n"
        }
        #expect(reviewed.run("review", "--decisions", "-", input: decisions).code == 0)
        let february = statement(
            "02",
            shops.enumerated().map { ($0 + 1, "\($1) \($0 + 3) КИЇВ", 15 + 40 * $0) }
                + shops.enumerated().map { ($0 + 8, "\($1) \($0 + 3) ЛЬВІВ", 300 - 30 * $0) })
        var found: [[String]] = []
        for money in [taught, reviewed] {
            money.folder.write(february, to: "february-2.csv")
            #expect(money.run("import", money.folder.path + "/february-2.csv").code == 0)
            found.append(
                try money.objects("pending", "--json").map { line in
                    let suggestion = line["suggestion"]
                    return [
                        line["fact"]?["description"]?.text, suggestion?["category"]?.text,
                        suggestion?["level"]?.text,
                    ].map { $0 ?? "" }.joined(separator: " ")
                }.sorted())
            #expect(found.last?.count == 12)
        }
        #expect(found[0] == found[1])
    }
}
