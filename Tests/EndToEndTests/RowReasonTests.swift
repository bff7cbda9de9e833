import Scanning
import TestKit
import Testing

@Suite struct `Reasons of rows` {
    /// The `row` objects of `import --json`, by line.
    private func rows(_ money: Money, _ paths: String...) throws -> [JSONValue] {
        let outcome = Program.run(
            ["import", "--json", "--workspace", money.workspace] + paths)
        return try outcome.lines.compactMap { try JSONValue.parse(Array($0.utf8).span)["row"] }
    }

    private func fates(_ rows: [JSONValue]) -> [String] {
        rows.map { "\($0["fate"]?.text ?? "") \($0["reason"]?.text ?? "")" }
    }

    private static let heading = """
        "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
        "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
        "Залишок після операції"

        """

    @Test func `say what each row is, as which and by what evidence`() throws {
        let money = Money()
        let kava = try money.key(of: "Bolt")
        money.folder.write(
            Self.heading + """
                "10.02.2026 10:00:07",Кава,5814,-10.0,-10.0,UAH,—,—,—,1640.0
                "10.02.2026 10:00:07",Кава,5814,-10.0,-10.0,UAH,—,—,—,1640.0
                "09.02.2026 12:00:00",Поламана,4829,багато,1000.0,UAH,—,—,—,1650.0
                "07.02.2026 10:00:00",Bolt,4121,-44.5,-44.5,UAH,—,—,—,700.0

                """, to: "more.csv")
        let found = try rows(money, money.folder.path + "/more.csv")
        #expect(found.map { $0["line"].map { "\($0)" } ?? "" }.count == 4)
        #expect(
            fates(found) == [
                "new not-seen-before", "repeated time-and-balance",
                "rejected amount-not-a-number", "known time-and-balance",
            ])
        #expect(found[3]["as"]?.text == kava)
        #expect(found[3]["where"]?.text == "queue")
        #expect(found[0]["key"]?.text?.hasPrefix("1-") == true)
    }

    @Test func `name the place of a known line: ledger or dismissed`() throws {
        let money = Money()
        let bolt = try money.key(of: "Bolt")
        let fora = try money.key(of: "Фора")
        #expect(money.run("approve", bolt).code == 0)
        #expect(money.run("dismiss", fora).code == 0)
        let found = try rows(money, money.statement)
        #expect(found.first { $0["as"]?.text == bolt }?["where"]?.text == "ledger")
        #expect(found.first { $0["as"]?.text == fora }?["where"]?.text == "tombstone")
    }

    @Test func `are sentences in both languages with -v`() throws {
        let money = Money()
        let bolt = try money.key(of: "Bolt")
        let english = money.run("import", "-v", money.statement).errors
        #expect(
            english.contains(
                "\(money.statement):4: known: \(bolt) in the queue, by the same file")
        )
        let ukrainian = money.run("import", "-v", "--lang", "uk", money.statement).errors
        #expect(
            ukrainian.contains(
                "\(money.statement):4: відомий: \(bolt) у черзі, доказ: той самий файл"))
    }

    @Test func `come once for every row of every sample, and agree with the tallies`() throws {
        let folder = TemporaryFolder()
        #expect(Program.run("init", folder.path + "/money").code == 0)
        let outcome = Program.run(
            "import", "--json", "--workspace", folder.path + "/money", Program.root + "/samples")
        var counted: [String: [String: Int]] = [:]
        var files = 0
        for line in outcome.lines {
            let value = try JSONValue.parse(Array(line.utf8).span)
            if let row = value["row"], let file = row["file"]?.text, let fate = row["fate"]?.text {
                counted[file, default: [:]][fate, default: 0] += 1
            }
            guard let file = value["file"]?.text else { continue }
            files += 1
            for (fate, tally) in [
                ("new", "new"), ("known", "known"), ("repeated", "repeated"),
                ("settled", "settled"), ("conflict", "conflicts"), ("ambiguous", "ambiguous"),
                ("rejected", "rejected"), ("skipped", "skipped"),
            ] {
                guard case .number(let count)? = value[tally] else { continue }
                #expect(String(counted[file]?[fate] ?? 0) == count, "\(file): \(fate)")
            }
        }
        #expect(files > 10)
    }
}
