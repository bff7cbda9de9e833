import Scanning
import TestKit
import Testing

@Suite struct `Coverage` {
    private let money = Money()

    private func drop(_ name: String, _ rows: String...) {
        money.folder.write(
            """
            "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
            "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
            "Залишок після операції"

            """ + rows.map { $0 + "\n" }.joined(), to: "money/inbox/" + name)
        #expect(money.run("import").code == 0)
    }

    private func coverage() throws -> JSONValue {
        let found = try money.objects("coverage", "--json")
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test func `of one statement is its days, proved by its balances`() throws {
        let found = try coverage()
        #expect(found["from"]?.text == "2026-02-05")
        #expect(found["to"]?.text == "2026-02-09")
        #expect(found["gaps"]?.items.isEmpty == true)
        #expect(found["balances"]?["complete"]?.isTrue == true)
        #expect(money.run("coverage").output.contains("prove it complete"))
    }

    @Test func `counts approved, waiting and dismissed lines alike`() throws {
        let before = money.run("coverage", "--json").output
        #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        #expect(money.run("dismiss", try money.key(of: "Фора")).code == 0)
        #expect(money.run("coverage", "--json").output == before)
    }

    @Test func `says that the ledger lacks what was dismissed`() throws {
        #expect(money.run("dismiss", try money.key(of: "Зарплата від ТОВ «ПРИКЛАД»")).code == 0)
        let said = money.run("coverage")
        #expect(said.output.contains("prove it complete"), "statements are")
        #expect(said.errors.contains("the ledger lacks 1 bank line that you dismissed"))
    }

    @Test func `shows a gap that the balances close, and one that they do not`() throws {
        drop(
            "february2.csv", "\"20.02.2026 10:00:00\",Кава,5814,-50.0,-50.0,UAH,—,—,—,1600.0",
            "\"19.02.2026 10:00:00\",Кава,5814,0.0,0.0,UAH,—,—,—,1650.0")
        var gap = try #require(try coverage()["gaps"]?.items.first)
        #expect(gap["from"]?.text == "2026-02-10")
        #expect(gap["to"]?.text == "2026-02-18")
        #expect(gap["balances"]?.text == "closed")
        let counted = money.run("coverage").output
        #expect(counted.contains("1 gap between statements (9 days); by the balances"))
        #expect(!counted.contains("no statement for"))
        #expect(money.run("coverage", "-v").output.contains("no statement for 2026-02-10"))
        drop("february3.csv", "\"25.02.2026 10:00:00\",Кава,5814,-50.0,-50.0,UAH,—,—,—,1500.0")
        let found = try coverage()
        gap = try #require(found["gaps"]?.items.last)
        #expect(gap["from"]?.text == "2026-02-21")
        #expect(gap["balances"]?.text == "broken")
        #expect(found["balances"]?["complete"]?.isTrue == false)
        #expect(
            found["balances"]?["breaks"]?.items.first?["difference"]?.text == "-50.00")
        let words = money.run("coverage").output
        #expect(words.contains("the balances do not meet: lines are missing"))
        #expect(money.run("--lang", "uk", "coverage").output.contains("рядків бракує"))
    }

    @Test func `shows where statements overlap`() throws {
        drop(
            "again.csv", "\"10.02.2026 10:00:00\",Кава,5814,-50.0,-50.0,UAH,—,—,—,1600.0",
            "\"09.02.2026 12:00:00\",\"Зарплата від ТОВ «ПРИКЛАД»\",4829,1000.0,1000.0,UAH,—,—,—,1650.0"
        )
        let found = try coverage()
        let overlap = try #require(found["overlaps"]?.items.first)
        #expect(overlap["from"]?.text == "2026-02-09" && overlap["to"]?.text == "2026-02-09")
        #expect(overlap["files"]?.items.compactMap(\.text) == ["february.csv", "again.csv"])
        #expect(found["gaps"]?.items.isEmpty == true)
    }
}

extension JSONValue {
    fileprivate var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }
    fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
