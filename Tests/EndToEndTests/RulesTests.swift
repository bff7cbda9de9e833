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
            - {name: coffee, when: {words: aroma kava}, then: {category: eating_out.coffee}}
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
}
