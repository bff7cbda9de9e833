import Scanning
import TestKit
import Testing

/// Decisions change what is proposed later, and undo takes that back whole.
@Suite struct `Learning from decisions` {
    private static let march = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"
        "08.03.2026 10:00:00","Нечувана крамниця 7",5999,-60.0,-60.0,UAH,—,—,—,500.0
        "06.03.2026 09:00:00","Aroma Kava",5814,-85.0,-85.0,UAH,—,—,—,560.0

        """

    private func decide(_ money: Money, _ description: String, _ category: String) throws {
        let key = try money.key(of: description)
        let decision =
            #"{"key":"\#(key)","decision":{"action":"approve","category":"\#(category)"}}"#
        #expect(money.run("review", "--decisions", "-", input: decision + "\n").code == 0)
    }

    private func category(_ money: Money, of description: String, on date: String) throws -> String?
    {
        try money.lines(in: "queue").first {
            $0["description"]?.text == description && $0["date"]?.text == date
        }?["category"]?.text
    }

    @Test func `a correction changes lines that wait and lines that come`() throws {
        let money = Money()
        let key = try #require(try aromaKey(money, on: "2026-02-05"))
        #expect(try category(money, of: "Aroma Kava", on: "2026-02-06") == "eating_out.coffee")
        let before = money.dump
        let decision =
            #"{"key":"\#(key)","decision":{"action":"approve","category":"gifts"}}"#
        #expect(money.run("review", "--decisions", "-", input: decision + "\n").code == 0)
        #expect(try category(money, of: "Aroma Kava", on: "2026-02-06") == "gifts")
        let decided = money.dump
        #expect(decided.contains(#""where":"memory""#))
        try decide(money, "Нечувана крамниця", "kids.goods")
        let march = money.folder.path + "/march.csv"
        money.folder.write(Self.march, to: "march.csv")
        #expect(money.run("import", march).code == 0)
        #expect(try category(money, of: "Нечувана крамниця 7", on: "2026-03-08") == "kids.goods")
        #expect(try category(money, of: "Aroma Kava", on: "2026-03-06") == "gifts")
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == decided)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    private static let headings = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """

    private static func april(_ day: Int, _ description: String, _ balance: Int) -> String {
        "\"\(day < 10 ? "0" : "")\(day).04.2026 10:00:00\",\"\(description)\",7230,-60.0,-60.0,UAH,"
            + "—,—,—,\(balance).0\n"
    }

    /// How a person says what a payee is called, of a waiting line and of an entry.
    static let renamings = ["decision", "edit, then approve", "approve, then edit"]

    @Test(arguments: renamings, [false, true])
    func `a payee renamed by hand stays renamed until it is taken back`(
        _ way: String, _ hasRule: Bool
    ) throws {
        let money = Money()
        if hasRule {
            money.folder.write(
                "- {when: {words: yarosh}, then: {category: personal_care}}\n",
                to: "money/rules/mine.yaml")
        }
        func bringIn(_ rows: String, as name: String) {
            money.folder.write(Self.headings + rows, to: name)
            #expect(money.run("import", money.folder.path + "/" + name).code <= 1)
        }
        func payee(_ description: String) throws -> String? {
            try money.lines(in: "queue").first { $0["description"]?.text == description }?[
                "suggestion"]?["payee"]?
                .text
        }
        bringIn(
            Self.april(3, "FOP Yarosh K.A. 17", 900) + Self.april(2, "FOP Yarosh K.A.", 960),
            as: "april.csv")
        let before = money.dump
        let key = try money.key(of: "FOP Yarosh K.A.")
        func rename() {
            #expect(money.run("edit", key, "--payee", "Салон Ярош").code == 0)
        }
        switch way {
        case "decision":
            let decision =
                #"{"key":"\#(key)","decision":{"action":"approve","payee":"Салон Ярош"}}"#
            #expect(money.run("review", "--decisions", "-", input: decision + "\n").code == 0)
        case "edit, then approve":
            rename()
            #expect(money.run("approve", key).code == 0)
        default:
            #expect(money.run("approve", key).code == 0)
            rename()
        }
        #expect(try payee("FOP Yarosh K.A. 17") == "Салон Ярош")
        bringIn(
            Self.april(6, "Yarosh K.A.", 780) + Self.april(5, "FOP Yarosh K.A. 5", 840),
            as: "may.csv")
        #expect(try payee("FOP Yarosh K.A. 5") == "Салон Ярош")
        #expect(try payee("Yarosh K.A.") ?? "" == "")
        #expect(money.run("check").code == 0)
        let renamed = money.dump
        #expect(money.run("edit", key, "--clear", "payee").code == 0)
        #expect(try payee("FOP Yarosh K.A. 5") ?? "" == "")
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == renamed)
        for _ in 0..<(way == "decision" ? 2 : 3) { #expect(money.run("undo").code == 0) }
        #expect(money.dump == before)
    }

    @Test func `explain says what was decided and what it would be without`() throws {
        let money = Money()
        try decide(money, "Нечувана крамниця", "kids.goods")
        let said = money.run(
            "explain", "Нечувана крамниця 99", "--mcc", "5999", "--amount", "-10", "--lang", "en")
        #expect(said.code == 0)
        #expect(said.output.contains("kids.goods"))
        #expect(said.output.contains("decided before"))
        #expect(said.output.contains("1/1"))
        #expect(said.output.contains("without"))
    }

    /// What the bank writes, and the words of it that matched.
    static let explained = [
        ("SILPO KAFE KYIV", "5814", "KAFE"), ("Нечувана Кав'ярня", "5814", "Кав'ярня"),
        ("HOTEL Desna", "7011", "HOTEL"), ("Комісія за видачу готівки", "6011", "Комісія"),
        ("Aroma Kava 17", "5814", "Aroma Kava"),
        ("Нечувана крамниця 99", "5999", "Нечувана крамниця"),
    ]

    @Test(arguments: explained, ["uk", "en"])
    func `explain speaks the bank's words and no keys of ours`(
        _ c: (text: String, code: String, words: String), _ language: String
    ) throws {
        let money = Money()
        try decide(money, "Нечувана крамниця", "kids.goods")
        try decide(money, "Aroma Kava", "eating_out.coffee")
        let said = money.run(
            "explain", c.text, "--mcc", c.code, "--amount", "-10", "--lang", language)
        #expect(said.code == 0)
        let lines = said.lines.dropFirst()
        #expect(lines.contains { $0.contains(c.words) })
        for line in lines {
            #expect(!line.contains("*"))
            #expect(!line.hasSuffix(" 0") && !line.contains(" 0”") && !line.contains(" 0»"))
            #expect(!line.contains("habit brand") && !line.contains("звичка brand"))
        }
    }

    @Test func `explain says of an entry what it is filed under and what would be proposed today`()
        throws
    {
        let money = Money()
        let key = try #require(try money.objects("pending", "--json").first?["key"]?.text)
        let decision =
            "{\"key\":\"\(key)\",\"decision\":{\"action\":\"approve\",\"category\":\"gifts\"}}\n"
        #expect(money.run("review", "--decisions", "-", input: decision).code == 0)
        let said = money.run("explain", key, "--lang", "en")
        #expect(said.code == 0)
        #expect(said.output.contains("in the ledger: Gifts and flowers, chosen by a person"))
        #expect(said.output.contains("decided before"))
        let missing = money.run("explain", "1-00000000-20260101-0000000000000000", "--lang", "en")
        #expect(missing.code != 0)
        #expect(missing.errors.contains("is in the queue or the ledger"))
    }

    /// One of the two lines says a person; only beside the other it is a transfer.
    @Test func `eval leaves linked transfers out and says so`() throws {
        let money = Money()
        #expect(money.run("accounts", "add", "Б", "--currency", "UAH").code == 0)
        #expect(money.run("accounts", "add", "В", "--currency", "UAH").code == 0)
        #expect(money.run("add", "переказав 300 грн з Б на В").code == 0)
        #expect(money.run("approve", "--all").code == 0)
        let all = try money.lines(in: "ledger").count
        let said = try #require(try money.objects("eval", "--json").first)
        #expect(said["linked"] == .number("2") && said["rows"] == .number("\(all - 2)"))
        #expect(
            money.run("eval", "--lang", "en").errors
                .contains("2 transfers between own accounts left out"))
    }

    @Test func `eval replays the ledger as time went`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let said = try money.objects("eval", "--json").first
        #expect(said?["rows"] == .number("6"))
        #expect(said?["months"] != nil)
        let rows = money.run("eval", "--rows").lines
        #expect(rows.count == 7)
        #expect(rows.first == "id,category,confidence,pattern,right")
        let fora = try money.key(of: "Фора")
        #expect(rows.contains { $0.hasPrefix(fora + ",groceries,") })
        let table = Program.run(
            "eval", "-",
            input:
                "id,descriptor,mcc,amount,label,also\n1,Сільпо,5411,-5,groceries,\n2,qwxz,,,gifts,\n"
        )
        #expect(table.code == 0)
        #expect(Program.run("eval", "-", input: "id,descriptor\n1,x\n").code == 1)
    }

    @Test func `eval names a row that is none and goes on`() {
        let said = Program.run(
            "eval", "--rows", "-",
            input: """
                id,descriptor,mcc,label
                1,Сільпо,5411,groceries
                2,"Bolt,4121,transport.taxi
                3,"Uber",4121,transport.taxi
                4,Сільпо,54x1,groceries
                5,Фора,5411,groceries

                """)
        #expect(said.code == 1)
        #expect(said.lines.dropFirst().map { $0.prefix(2) } == ["1,", "3,", "5,"])
        #expect(said.errors.contains("stdin:3:3: error: "))
        #expect(said.errors.contains("stdin:5: error: "))
    }

    private func aromaKey(_ money: Money, on date: String) throws -> String? {
        try money.lines(in: "queue").first {
            $0["description"]?.text == "Aroma Kava" && $0["date"]?.text == date
        }?["key"]?.text
    }
}
