import Scanning
import TestKit
import Testing

@Suite struct `The same payment, written down and told by the bank` {
    private let money = Money()

    /// The coffee of 06.02. written by hand with words of a person, and the question that the
    /// statement's row is.
    private func asked() throws -> (byHand: String, row: String) {
        #expect(money.run("undo").code == 0)
        money.folder.write("accounts:\n  - name: monobank-UAH\n", to: "money/kopiyka.yaml")
        #expect(
            money.run("add", "кава на роботі 80 2026-02-06 #work", "--account", "monobank-UAH")
                .code == 0)
        let byHand = try #require(try money.lines(in: "ledger").first?["key"]?.text)
        let said =
            #"{"key":"\#(byHand)","decision":{"category":"gifts","note":"для Оксани"}}"# + "\n"
        #expect(money.run("review", "--decisions", "-", input: said).code == 0)
        #expect(money.run("import", money.statement).code == 1, "there is a question")
        return (byHand, try money.key(of: "Aroma Kava", flagged: "ambiguous"))
    }

    private func same(_ key: String) -> String {
        #"{"key":"\#(key)","decision":{"action":"same"}}"# + "\n"
    }

    /// The bank's fact stands where the entry by hand stood, and every balance follows from the one
    /// before.
    private func verifyJoined(
        _ byHand: String, _ row: String, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let entries = try money.objects("list", "--json")
        let entry = try #require(
            entries.first { $0["key"]?.text == row }, sourceLocation: location)
        #expect(!entries.contains { $0["key"]?.text == byHand }, sourceLocation: location)
        #expect(entry["description"]?.text == "Aroma Kava", sourceLocation: location)
        #expect(entry["payee"]?.text == "кава на роботі", sourceLocation: location)
        #expect(entry["category"]?.text == "gifts", sourceLocation: location)
        #expect(entry["note"]?.text == "для Оксани", sourceLocation: location)
        #expect(entry["tags"]?.elements.first?.text == "work", sourceLocation: location)
        #expect(
            entry["sources"]?.elements.first?["layout"]?.text == "monobank/csv",
            sourceLocation: location)
        #expect(try money.lines(in: "tombstone").isEmpty, sourceLocation: location)
        #expect(money.run("approve", "--all").code == 0, sourceLocation: location)
        #expect(money.run("check").code == 0, sourceLocation: location)
        #expect(
            money.run("coverage").output.contains("prove it complete"), sourceLocation: location)
        let before = money.dump
        #expect(money.run("import", money.statement).code == 0, sourceLocation: location)
        #expect(money.dump == before, sourceLocation: location)
    }

    @Test func `joins by a script as one command`() throws {
        let (byHand, row) = try asked()
        let before = money.dump
        let outcome = money.run("review", "--decisions", "-", input: same(row))
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.lines == ["approved \(row)", "removed \(byHand)"])
        let joined = money.dump
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
        #expect(money.run("check").code == 0)
        #expect(money.run("redo").code == 0)
        #expect(money.dump == joined)
        let again = money.run("review", "--decisions", "-", input: same(row))
        #expect(again.code == 0, "\(again.errors)")
        #expect(money.dump == joined, "handed in again nothing is left to do")
        try verifyJoined(byHand, row)
    }

    /// Who calls a question no payment says that it is there already, whichever word they use.
    @Test(arguments: ["dismiss", "delete", "decisions", "queue", "editor"])
    func `joins when the question is dismissed`(door: String) throws {
        let (byHand, row) = try asked()
        let before = money.dump
        let said = #"{"key":"\#(row)","decision":{"action":"dismiss"}}"# + "\n"
        let outcome: Program.Outcome
        switch door {
        case "decisions": outcome = money.run("review", "--decisions", "-", input: said)
        case "queue":
            let queue = money.folder.read("money/pending.jsonl").split(separator: "\n").map {
                $0.contains(row) ? $0.dropLast() + #","decision":{"action":"dismiss"}}"# : $0
            }
            money.folder.write(queue.map { $0 + "\n" }.joined(), to: "money/pending.jsonl")
            outcome = money.run("review", "--plain", input: "q\n")
        case "editor":
            money.folder.write(
                "#!/bin/sh\nsed -i '/\\[ambiguous\\]/s/^wait/drop/' \"$1\"\n", to: "editor")
            #expect(Tool.run(["chmod", "+x", money.folder.path + "/editor"]) == 0)
            outcome = Program.run(
                ["review", "--edit", "--workspace", money.workspace],
                environment: ["EDITOR=\(money.folder.path)/editor"])
        default: outcome = money.run(door, row)
        }
        #expect(outcome.code == 0, "\(outcome.errors)")
        if door != "queue" {
            let joined = money.dump
            #expect(money.run("undo").code == 0)
            #expect(money.dump == before)
            #expect(money.run("redo").code == 0)
            #expect(money.dump == joined)
        }
        try verifyJoined(byHand, row)
    }

    @Test func `a question that fits no entry is dismissed as before`() throws {
        let (byHand, row) = try asked()
        #expect(money.run("delete", byHand).code == 0)
        #expect(money.run("dismiss", row).lines == ["dismissed \(row)"])
        #expect(money.run("approve", "--all").code == 0)
        let said = money.run("coverage")
        #expect(said.output.contains("prove it complete"))
        #expect(!said.errors.contains("waits for a decision"), "it is decided")
        let balance = try #require(try money.objects("balance", "--json").first)
        #expect(balance["difference"]?.text == "-80.00", "the bank counts it")
        #expect(balance["explained_by"]?.elements.first?.text == row)
    }

    @Test func `joins line by line`() throws {
        let (byHand, row) = try asked()
        let outcome = money.run("review", "--plain", input: "d\nq\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("the bank's line becomes the entry"))
        try verifyJoined(byHand, row)
    }

    @Test func `joins in the editor`() throws {
        let (byHand, row) = try asked()
        let editor = money.folder.path + "/editor"
        money.folder.write(
            "#!/bin/sh\nsed -i '/\\[ambiguous\\]/s/^wait/same/' \"$1\"\n", to: "editor")
        #expect(Tool.run(["chmod", "+x", editor]) == 0)
        let outcome = Program.run(
            ["review", "--edit", "--workspace", money.workspace],
            environment: ["EDITOR=\(editor)"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        try verifyJoined(byHand, row)
    }

    @Test func `keeps the parts it was divided into`() throws {
        let (byHand, row) = try asked()
        let parts = """
            {"key":"\(byHand)","decision":{"splits":[{"category":"groceries","amount":"-30.00"},\
            {"category":"pets","amount":"-50.00"}]}}

            """
        #expect(money.run("review", "--decisions", "-", input: parts).code == 0)
        #expect(money.run("review", "--decisions", "-", input: same(row)).code == 0)
        let entry = try money.objects("list", "--json").first { $0["key"]?.text == row }
        #expect(entry?["splits"]?.elements.count == 2)
        #expect(money.run("check").code == 0)
    }

    @Test func `stays a side of the transfer it was`() throws {
        let (byHand, row) = try asked()
        #expect(money.run("add", "+80 повернули 2026-02-06 @cash").code == 0)
        let other = try money.key(of: "повернення")
        #expect(money.run("transfer", byHand, other).code == 0)
        #expect(money.run("review", "--decisions", "-", input: same(row)).code == 0)
        let sides = try money.objects("list", "--json").filter { $0["transfer_to"] != nil }
        #expect(Set(sides.compactMap { $0["key"]?.text }) == [row, other])
        #expect(money.run("check").code == 0)
        #expect(money.run("transfer", other, "--none").code == 0)
        let apart = try money.objects("list", "--json")
        #expect(apart.allSatisfy { $0["transfer_to"] == nil })
    }

    @Test func `is refused when there is nothing to be the same as`() throws {
        let (byHand, row) = try asked()
        let fora = try money.key(of: "Фора")
        #expect(money.run("delete", byHand).code == 0)
        let before = money.dump
        for key in [row, fora] {
            let outcome = money.run("review", "--decisions", "-", input: same(key))
            #expect(outcome.code != 0)
            #expect(outcome.errors.contains("does not fit line \(key)"))
        }
        #expect(money.dump == before, "a payment that is nowhere else is not lost")
    }

    @Test func `is refused of a line approved as another payment`() throws {
        let (_, row) = try asked()
        #expect(money.run("approve", row).code == 0)
        let before = money.dump
        #expect(money.run("review", "--decisions", "-", input: same(row)).code != 0)
        #expect(money.dump == before)
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}

extension Money {
    fileprivate func key(of description: String, flagged flag: String) throws -> String {
        let line = try lines(in: "queue").first {
            $0["description"]?.text == description && $0["flags"]?.elements.first?.text == flag
        }
        return try #require(line?["key"]?.text)
    }
}
