import Scanning
import Testing

@testable import Commands

/// A quarter of an account in MT940: a file a month, of which January pays rent on its last day
/// that the bank books in February.
@Suite struct `Statements in the ledger` {
    private let home: Household

    init() throws {
        home = try Household()
        try home.write("jan.sta", Self.january)
        try home.write("feb.sta", Self.february)
        try home.write("mar.sta", Self.march)
    }

    private static func statement(
        _ opening: String, _ rows: [(days: String, amount: String)], _ closing: String,
        account: String = "1/55"
    ) -> String {
        let lines = rows.map { ":61:\($0.days)\($0.amount)NMSCR\($0.days)\n:86:Shop \($0.days)\n" }
        return ":20:A\n:25:\(account)\n:28C:1/1\n:60F:\(opening)\n" + lines.joined()
            + ":62F:\(closing)\n-\n"
    }

    private static let january = statement(
        "C251231EUR500,00", [("2601050105", "D50,00")], "C260131EUR450,00")
    private static let february = statement(
        "C260131EUR450,00", [("2601310202", "D400,00"), ("2602100210", "C100,00")],
        "C260228EUR150,00")
    private static let march = statement("C260228EUR150,00", [], "C260331EUR150,00")

    private func take(_ files: String...) {
        for file in files { #expect(home.run("import", home.folder + "/" + file).code == .done) }
        _ = home.run("approve", "--all")
    }

    private func balance(_ options: String...) throws -> [String] {
        let objects = try home.objects(["balance", "--json"] + options)
        return ["balance", "bank_balance", "bank_balance_on", "difference"].map {
            objects.first?[$0]?.text ?? "–"
        }
    }

    private func opening() throws -> String? {
        try home.objects(["balance", "--json"]).first?["opening"]?.text
    }

    @Test func `are compared with the lines that they book`() throws {
        take("jan.sta", "feb.sta")
        #expect(try balance() == ["150.00", "150.00", "2026-02-28", "0.00"])
        // The rent of the last day is booked in February.
        #expect(
            try balance("--as-of", "2026-01-31") == ["450.00", "450.00", "2026-01-31", "0.00"])
        take("mar.sta")
        #expect(try balance() == ["150.00", "150.00", "2026-03-31", "0.00"])
        #expect(home.run("check").output.hasPrefix("All is well"))
    }

    @Test func `show a line that is no longer there`() throws {
        take("jan.sta", "feb.sta")
        let shop = try #require(
            try home.objects(["list", "--json"]).first { $0["amount"]?.text == "100.00" })
        #expect(home.run("delete", shop["key"]?.text ?? "").code == .done)
        #expect(try balance() == ["50.00", "150.00", "2026-02-28", "100.00"])
        // No statement is missing.
        take("mar.sta")
        #expect(!home.run("status").output.contains("may be missing"))
        #expect(home.run("check").errors.contains("100.00"))
    }

    @Test func `cover their days and prove what follows`() throws {
        take("jan.sta", "mar.sta")
        var coverage = try home.objects(["coverage", "--json"])[0]
        #expect(coverage["from"]?.text == "2026-01-01" && coverage["to"]?.text == "2026-03-31")
        let gap = items(coverage["gaps"])[0]
        #expect(gap["from"]?.text == "2026-02-01" && gap["to"]?.text == "2026-02-28")
        #expect(gap["balances"]?.text == "broken")
        let lack = items(coverage["balances"]?["breaks"])[0]
        #expect(lack["on"]?.text == "2026-03-01" && lack["difference"]?.text == "-300.00")
        #expect(home.run("check").errors.contains("300.00"))
        #expect(home.run("status").output.contains("1 statement may be missing"))
        #expect(try home.objects(["status", "--json"])[0]["statement_gaps"] == .number("1"))
        take("feb.sta")
        coverage = try home.objects(["coverage", "--json"])[0]
        #expect(items(coverage["gaps"]).isEmpty)
        #expect(coverage["balances"]?["complete"] == .bool(true))
        #expect(!home.run("check").errors.contains("300.00"))
    }

    // MARK: What balances prove

    private func coverage() throws -> JSONValue {
        try home.objects(["coverage", "--json"])[0]["balances"] ?? .null
    }

    /// A printed balance is a fact, whatever the rows are.
    @Test func `keep balances that their rows contradict`() throws {
        try home.write(
            "a.sta",
            Self.statement(
                "C260101EUR100,00", [("2601020102", "D10,00")], "C260103EUR60,00"))
        _ = home.run("import", home.folder + "/a.sta")
        _ = home.run("approve", "--all")
        #expect(try opening() == "100.00")
        #expect(try balance() == ["90.00", "60.00", "2026-01-03", "-30.00"])
        let proof = try coverage()
        #expect(proof["complete"] == .bool(false))
        #expect(items(proof["breaks"]).map { $0["difference"]?.text } == ["-30.00"])
        #expect(!home.run("check").output.contains("All is well"))
    }

    @Test func `keep balances beside a row that cannot be read`() throws {
        try home.write(
            "a.sta",
            Self.statement(
                "C260101EUR100,00", [("2601020102", "D10,00"), ("2613990103", "D3,00")],
                "C260103EUR87,00"))
        _ = home.run("import", home.folder + "/a.sta")
        _ = home.run("approve", "--all")
        #expect(try opening() == "100.00")
        #expect(try balance() == ["90.00", "87.00", "2026-01-03", "-3.00"])
        let proof = try coverage()
        #expect(items(proof["breaks"]).map { $0["difference"]?.text } == ["-3.00"])
    }

    @Test func `prove nothing without a closing balance`() throws {
        let text = Self.statement(
            "C260101EUR100,00", [("2601020102", "D10,00")], "C260103EUR90,00")
        try home.write(
            "a.sta", text.split(separator: "\n").dropLast(2).joined(separator: "\n") + "\n")
        take("a.sta")
        let proof = try coverage()
        #expect(proof["complete"] == .bool(false) && proof["to"] == nil)
    }

    @Test func `prove days up to the last closing that lines reach`() throws {
        take("jan.sta", "feb.sta")
        #expect(try coverage()["complete"] == .bool(true))
        try home.write(
            "mar.sta",
            Self.statement(
                "C260228EUR150,00", [("2603050305", "D50,00")], "C260331EUR70,00"))
        _ = home.run("import", home.folder + "/mar.sta")
        _ = home.run("approve", "--all")
        let proof = try coverage()
        #expect(proof["complete"] == .bool(false))
        #expect(items(proof["breaks"]).map { $0["difference"]?.text } == ["-30.00"])
        let words = home.run("check").errors
        #expect(words.contains("30.00") && !words.contains("no statement is missing"))
    }

    /// Pages of a day, and a report of a part of it beside the statement of the whole.
    @Test func `of one day are proved together`() throws {
        let whole = Self.statement(
            "C260101EUR100,00", [("2601020102", "D10,00"), ("2601020102", "D20,00")],
            "C260102EUR70,00")
        let page = Self.statement(
            "C260101EUR100,00", [("2601020102", "D10,00")], "C260102EUR90,00")
        let rest = Self.statement(
            "C260102EUR90,00", [("2601020102", "D20,00")], "C260102EUR70,00")
        for (number, files) in [[page, rest], [rest, page], [page, whole]].enumerated() {
            let other = try Household()
            for (index, text) in files.enumerated() {
                try other.write("\(index).sta", text)
                _ = other.run("import", other.folder + "/\(index).sta")
            }
            _ = other.run("approve", "--all")
            let coverage = try other.objects(["coverage", "--json"])
            let breaks = items(coverage.first?["balances"]?["breaks"])
            #expect(breaks.isEmpty, "\(number)")
        }
    }

    @Test func `of 1C cover the days that they say`() throws {
        func exchange(_ month: String, _ last: Int, _ opening: Int, _ closing: Int) -> String {
            let account = "40702810900000000001"
            let days = "ДатаНачала=01.\(month).2026\nДатаКонца=\(last).\(month).2026\n"
            let document =
                opening == closing
                ? ""
                : "СекцияДокумент=Платежное поручение\nНомер=\(month)\nДата=12.\(month).2026\n"
                    + "Сумма=\(opening - closing)\nПлательщикСчет=\(account)\n"
                    + "ДатаСписано=12.\(month).2026\nПолучательСчет=40702810000000000888\n"
                    + "Получатель=ООО Вектор\nНазначениеПлатежа=Оплата \(month)\nКонецДокумента\n"
            return "1CClientBankExchange\nВерсияФормата=1.03\nКодировка=UTF-8\n\(days)"
                + "РасчСчет=\(account)\nСекцияРасчСчет\n\(days)РасчСчет=\(account)\n"
                + "НачальныйОстаток=\(opening)\nКонечныйОстаток=\(closing)\nКонецРасчСчет\n"
                + document + "КонецФайла\n"
        }
        try home.write("1.txt", exchange("01", 31, 100, 90))
        try home.write("2.txt", exchange("02", 28, 90, 75))
        try home.write("3.txt", exchange("03", 31, 75, 75))
        take("1.txt", "2.txt", "3.txt")
        let coverage = try home.objects(["coverage", "--json"])[0]
        #expect(coverage["from"]?.text == "2026-01-01" && coverage["to"]?.text == "2026-03-31")
        #expect(items(coverage["gaps"]).isEmpty)
        #expect(coverage["balances"]?["complete"] == .bool(true))
    }

    /// A dash is the end of a message only there.
    @Test func `are not ended by a dash in a text`() throws {
        try home.write(
            "a.sta",
            ":20:A\n:25:1/55\n:28C:1\n:60F:C260101EUR100,00\n:61:2601020102D10,00NMSCNONREF\n"
                + ":86:Rechnung 5\n-\nDanke\n:62F:C260102EUR90,00\n-\n")
        take("a.sta")
        #expect(try home.objects(["balance", "--json"]).count == 1)
        #expect(try balance() == ["90.00", "90.00", "2026-01-02", "0.00"])
        let text = try home.objects(["list", "--json"]).first?["description"]?.text
        #expect(text == "Rechnung 5 - Danke")
    }

    @Test func `give the opening in any order of imports`() throws {
        take("mar.sta", "jan.sta", "feb.sta")
        #expect(try opening() == "500.00")
        #expect(try balance() == ["150.00", "150.00", "2026-03-31", "0.00"])
    }

    @Test func `take their opening along when they are forgotten`() throws {
        take("jan.sta", "feb.sta")
        #expect(home.run("import", "--forget", home.folder + "/jan.sta").code == .done)
        #expect(try opening() == "450.00")
        #expect(try balance() == ["150.00", "150.00", "2026-02-28", "0.00"])
        #expect(home.run("undo").code == .done)
        #expect(try opening() == "500.00")
        #expect(home.run("redo").code == .done)
        #expect(try opening() == "450.00")
        #expect(home.run("import", "--forget", home.folder + "/feb.sta").code == .done)
        #expect(try home.objects(["balance", "--json"]).isEmpty)
    }

    /// Another program of the bank omits its code; the statements meet.
    @Test func `show that two names of a number are one account`() throws {
        let number = ":25:10020030/0123456789"
        try home.write("jan.sta", Self.january.naming(number))
        try home.write("feb.sta", Self.february.naming(":25:123456789"))
        take("jan.sta", "feb.sta")
        #expect(try home.objects(["balance", "--json"]).count == 1)
        #expect(try balance() == ["150.00", "150.00", "2026-02-28", "0.00"])
        // March does not follow from January.
        let other = try Household()
        try other.write("jan.sta", Self.january.naming(number))
        try other.write("mar.sta", Self.march.naming(":25:123456789"))
        _ = other.run("import", other.folder + "/jan.sta")
        let errors = other.run("import", other.folder + "/mar.sta").errors
        #expect(errors.contains("123456789 may be account 10020030/0123456789"), "\(errors)")
    }

    @Test func `move with their file, and meet when accounts are merged`() throws {
        try home.write("feb.sta", Self.february.naming(":25:55"))
        take("jan.sta", "feb.sta")
        let both = try home.objects(["balance", "--json"])
        #expect(both.map { $0["opening"]?.text } == ["500.00", "450.00"])
        #expect(home.run("accounts", "merge", "55", "1/55").code == .done)
        #expect(try opening() == "500.00")
        #expect(try balance() == ["150.00", "150.00", "2026-02-28", "0.00"])
        #expect(home.run("undo").code == .done)
        #expect(home.run("move", "--file", "feb.sta", "1/55").code == .done)
        #expect(try home.objects(["balance", "--json"]).count == 1)
        #expect(try balance() == ["150.00", "150.00", "2026-02-28", "0.00"])
        #expect(home.run("undo").code == .done)
        #expect(
            try home.objects(["balance", "--json"]).map { $0["opening"] }
                == both.map { $0["opening"] })
    }
}

extension String {
    /// The statement of another account.
    fileprivate func naming(_ account: String) -> String {
        split(separator: "\n").map { $0 == ":25:1/55" ? account : String($0) }
            .joined(separator: "\n") + "\n"
    }
}
