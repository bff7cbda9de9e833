import Scanning
import TestKit
import Testing

/// `kopiyka rules replay` about transfers, divided entries, and rules that were corrected.
@Suite struct `Rules replayed on what earlier rules filed` {
    private let money = Money()

    /// Imports rows `2026-01-05,text,-1.00` of an account into an empty workspace.
    private func start(_ accounts: [(name: String, rows: [String])]) {
        #expect(money.run("undo").code == 0)
        for (name, rows) in accounts {
            let text =
                (["Date,Description,Amount,Currency"] + rows.map { $0 + ",UAH" })
                .joined(separator: "\n") + "\n"
            money.folder.write(text, to: "\(name).csv")
            let outcome = money.run(
                "import", money.folder.path + "/\(name).csv", "--account", name, "--sign",
                "printed")
            #expect(outcome.code <= 1, "\(outcome.errors)")
        }
    }

    private func write(_ yaml: String) { money.folder.write(yaml, to: "money/rules/mine.yaml") }

    private func entry(_ amount: String) throws -> JSONValue {
        try #require(
            try money.objects("list", "--json").first { $0["amount"]?.text == amount })
    }

    @Test(arguments: ["transfer_to: Банка", "to_account: jar"])
    func `no rule sends a line to its own account`(effect: String) throws {
        money.folder.write(
            "accounts:\n  - {name: Банка, is: [jar]}\n", to: "money/kopiyka.yaml")
        write("- {when: {words: topup}, then: {\(effect)}}")
        // One text on both statements: what is known of one line is not taken for the other.
        start([
            ("Card", ["2026-01-05,TOPUP,-500.00", "2026-02-05,TOPUP,-300.00"]),
            ("jar", ["2026-03-05,TOPUP,-20.00"]),
        ])
        let lines = try money.objects("pending", "--json").map {
            ($0["fact"]?["account"]?.text ?? "") + " "
                + ($0["suggestion"]?["transfer_to"]?.text ?? "")
        }
        #expect(lines.sorted() == ["Card Банка", "Card Банка", "Банка "])
        #expect(money.run("approve", "--all").code <= 1)
        #expect(money.run("check").code == 0)
    }

    @Test func `a linked transfer keeps its category on both sides`() throws {
        start([
            ("Card", ["2026-01-05,Переказ на власний рахунок,-500.00"]),
            ("Savings", ["2026-01-05,Зарахування переказу з власного рахунку,500.00"]),
        ])
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        #expect(before.contains("transfers.own"))
        write(
            """
            - {when: {words: переказ на власний}, then: {category: gifts}}
            - {when: {words: переказ на власний}, then: {tags: [своє]}}
            """)
        let said = money.run("rules", "replay", "--apply", "--lang", "en").output
        #expect(said.contains("Sides of transfers, left unchanged: 1 line."), "\(said)")
        #expect(try entry("-500.00")["category"]?.text == "transfers.own")
        #expect(try entry("-500.00")["tags"]?.array?.first?.text == "своє")
        #expect(try entry("500.00")["category"]?.text == "transfers.own")
        // A person parts it, and then the rule may decide.
        let key = try #require(try entry("-500.00")["key"]?.text)
        #expect(money.run("edit", key, "--category", "gifts").code == 0)
        #expect(!money.run("rules", "replay", "--lang", "en").output.contains("Sides"))
        #expect(money.run("check").code == 0)
    }

    /// A waiting pair follows new rules as other lines do, and stays a pair.
    @Test func `a waiting transfer gets what a new rule says`() throws {
        start([
            ("Card", ["2026-01-05,Переказ на власний рахунок,-500.00", "2026-01-07,KAVA,-9.00"]),
            ("Savings", ["2026-01-05,Зарахування переказу з власного рахунку,500.00"]),
        ])
        func waiting(_ amount: String) throws -> JSONValue {
            try #require(
                try money.objects("pending", "--json")
                    .first { $0["fact"]?["amount"]?.text == amount })
        }
        func side(_ line: JSONValue) -> JSONValue? { line["suggestion"]?["transfer_to"] }
        let before = try waiting("-500.00")
        #expect(side(before)?.text == "Savings")
        write(
            """
            - {when: {words: переказ на власний}, then: {tags: [своє], payee: Скарбничка}}
            - {when: {words: kava}, then: {tags: [кава]}}
            """)
        #expect(money.run("rules", "replay", "--apply").code == 0)
        let after = try waiting("-500.00")
        #expect(after["suggestion"]?["tags"]?.array?.first?.text == "своє", "\(after)")
        #expect(after["suggestion"]?["payee"]?.text == "Скарбничка")
        #expect(side(after) == side(before))
        #expect(after["suggestion"]?["category"] == before["suggestion"]?["category"])
        #expect(after["suggestion"]?["confidence"] == before["suggestion"]?["confidence"])
        #expect(try waiting("-9.00")["suggestion"]?["tags"]?.array?.count == 1)
        // A category of other things is said, and does not part the pair.
        write("- {when: {words: переказ на власний}, then: {category: gifts}}")
        let said = money.run("rules", "replay", "--apply", "--lang", "en").output
        #expect(said.contains("Sides of transfers, left unchanged: 1 line."), "\(said)")
        #expect(side(try waiting("-500.00")) == side(before))
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.dump.contains("transfers.own") && !money.dump.contains("gifts"))
        #expect(money.run("check").code == 0)
    }

    @Test(arguments: ["- {when: {words: kredo}, then: {category: groceries}}", "[]"])
    func `a line with a written other side stays a transfer`(corrected: String) throws {
        write("- {when: {words: kredo}, then: {to_account: Jar}}")
        start([("Card", ["2026-01-09,KREDO POSLUGA,-70.00"])])
        write("- {when: {words: kredo}, then: {to_account: Jar}}")
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        #expect(try entry("70.00")["account"]?.text == "Jar")
        write(corrected)
        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(money.dump == before)
    }

    private static let fitness =
        "- when: {words: fitness}\n  then: {split: [{category: health, percent: 40}, "
        + "{category: groceries, percent: 60}]}"

    private func parts(_ amount: String) throws -> [String] {
        try (entry(amount)["splits"]?.array ?? []).map {
            ($0["category"]?.text ?? "") + ($0["amount"]?.text ?? "")
        }
    }

    @Test func `a divided entry follows the rule that divided it`() throws {
        write(Self.fitness)
        start([("Card", ["2026-01-06,FITNESS CLUB,-100.00"])])
        #expect(money.run("approve", "--all").code == 0)
        #expect(try parts("-100.00") == ["health-40.00", "groceries-60.00"])
        let before = money.dump

        write(Self.fitness.replacing("40", with: "70").replacing("60", with: "30"))
        #expect(try money.objects("rules", "replay", "--json").first?["splits"]?.array?.count == 2)
        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(try parts("-100.00") == ["health-70.00", "groceries-30.00"])

        write("- {when: {words: fitness}, then: {category: travel}}")
        let said = money.run("rules", "replay", "--apply", "--lang", "en").output
        #expect(said.contains("Health + Groceries → Travel"), "\(said)")
        #expect(try entry("-100.00")["category"]?.text == "travel")
        #expect(try parts("-100.00").isEmpty)
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)

        // The rule is gone: the whole line gets a new suggestion.
        write("[]")
        #expect(money.run("rules", "replay", "--apply").code == 0)
        #expect(try parts("-100.00").isEmpty)
        #expect(try entry("-100.00")["category"]?.text != "health")
        #expect(money.run("check").code == 0)
    }

    @Test(arguments: ["[]", fitness])
    func `an entry that a person divided stays`(filedBy: String) throws {
        write(filedBy)
        start([("Card", ["2026-01-06,FITNESS CLUB,-100.00"])])
        #expect(money.run("approve", "--all").code == 0)
        let key = try #require(try entry("-100.00")["key"]?.text)
        #expect(money.run("split", key, "gifts 30; pets").code == 0)
        let before = money.dump
        write("- {when: {words: fitness}, then: {category: travel}}")
        let said = money.run("rules", "replay", "--apply", "--lang", "en").output
        #expect(said.contains("Decided by a person and left unchanged: 1 line."), "\(said)")
        #expect(money.dump == before)
    }

    @Test func `an entry that is no transfer any more names no account`() throws {
        write("- {when: {words: fitness}, then: {transfer_to: Savings}}")
        start([("Card", ["2026-01-06,FITNESS CLUB,-100.00"])])
        #expect(money.run("approve", "--all").code == 0)
        #expect(try entry("-100.00")["transfer_to"]?.text == "Savings")
        write("- {when: {words: fitness}, then: {category: groceries}}")
        #expect(money.run("rules", "replay", "--apply").code == 0)
        let after = try entry("-100.00")
        #expect(after["category"]?.text == "groceries")
        #expect(after["transfer_to"] == nil)
        #expect(money.run("check").code == 0)
    }
}
