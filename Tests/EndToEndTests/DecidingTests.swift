import Scanning
import TestKit
import Testing

@Suite struct `The review dialogue` {
    @Test func `approves, corrects, leaves, dismisses and takes back as it is told`() throws {
        let money = Money()
        let before = money.dump
        // The unheard-of shop first, which is least sure; then two coffees, and so on.
        let outcome = money.run("review", input: "?\nнісенітниця\ns\ny\nd\nu\nq\n")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("Aroma Kava · 2 lines · −155.00 UAH"))
        #expect(outcome.output.contains("Every answer is saved at once"))
        #expect(outcome.output.contains("No such answer: нісенітниця"))
        #expect(outcome.output.contains("Saved: 2 approved, 0 dismissed, 4 left."))
        #expect(try money.categories() == ["Aroma Kava": "eating_out.coffee"])
        #expect(try money.lines(in: "queue").count == 4)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test(arguments: [
        ["c coffee\n", "eating_out.coffee"], ["c\nкава\n", "eating_out.coffee"],
        ["c transport.taxi\n", "transport.taxi"], ["к таксі\n", "transport.taxi"],
    ])
    func `finds a category by its name in any language`(_ words: [String]) throws {
        let money = Money()
        let outcome = money.run("review", input: words[0] + "q\n")
        #expect(outcome.code == 0)
        #expect(try money.categories() == ["Нечувана крамниця": words[1]])
        #expect(try money.lines(in: "ledger").count == 1)
    }

    @Test func `lets a person choose among several categories by number`() throws {
        let money = Money()
        let asked = money.run("review", "--dry-run", input: "c in\n\nq\n").output
        let line = asked.split(separator: "\n").first { $0.contains("  2  ") }
        let wanted = try #require(line?.split(separator: " ").last.map(String.init))
        #expect(money.run("review", input: "c in\n2\nq\n").code == 0)
        #expect(try money.categories() == ["Нечувана крамниця": wanted])
    }

    @Test func `speaks Ukrainian with Ukrainian letters`() throws {
        let money = Money()
        let outcome = money.run("--lang", "uk", "review", input: "п\nт\nв\nс\nщось\nй\n")
        #expect(outcome.output.contains("Aroma Kava · 2 рядки · −155,00 UAH"))
        #expect(outcome.output.contains("Не розумію «щось»"))
        #expect(outcome.output.contains("Збережено: затверджено 2, відкинуто 0, лишилося 4."))
        for word in ["Saved", "lines", "brand", "approved", "category"] {
            #expect(!outcome.output.contains(word))
        }
        #expect(try money.lines(in: "ledger").count == 2)
    }

    @Test func `changes nothing when it only would`() {
        let money = Money()
        let before = money.dump
        #expect(money.run("review", "--dry-run", input: "y\nd\nu\ny\ny\ny\ny\n").code == 0)
        #expect(money.dump == before)
    }
}

@Suite struct `A queue that is looked into` {
    @Test func `is called empty only when it is`() {
        let money = Money()
        let flagged = money.run("pending", "--flagged", "--lang", "en")
        #expect(flagged.output == "The queue has no such lines.\n")
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("pending", "--lang", "en").output == "The queue is empty.\n")
    }
}

@Suite struct `Without the index of the queue` {
    /// A crash between two renames leaves that of the queue before; it is a cache, and its loss is
    /// nobody's business.
    @Test(arguments: [
        ["approve", "--all"], ["approve", "--level", "high"], ["undo"], ["redo"],
        ["review", "--plain"],
        ["add", "кава 65 2026-02-01"],
        ["approve", "--all", "--dry-run"],
    ])
    func `every command does what it does with it`(_ arguments: [String]) throws {
        let money = Money()
        #expect(money.run("dismiss", try money.key(of: "Bolt")).code == 0)
        if arguments == ["redo"] {
            #expect(money.run("approve", "--all").code == 0)
            #expect(money.run("undo").code == 0)
        }
        let copy = money.folder.path + "/copy"
        #expect(Tool.run(["cp", "-a", money.workspace, copy]) == 0)
        #expect(Tool.run(["rm", copy + "/.kopiyka/queue.index"]) == 0)
        func outcome(in workspace: String) -> (Program.Outcome, [String]) {
            let outcome = Program.run(
                arguments + ["--workspace", workspace], input: "\n\nq\n")
            #expect(Program.run("check", "--workspace", workspace).code == 0)
            // Batches have the time of day.
            let dump = Program.run("dump", "--workspace", workspace).lines
            return (outcome, dump.filter { !$0.hasPrefix("{\"where\":\"batch\"") })
        }
        let whole = outcome(in: money.workspace)
        let cut = outcome(in: copy)
        #expect(cut.0.code == 0, "\(cut.0.errors)")
        #expect(cut.0.output == whole.0.output)
        #expect(cut.1 == whole.1)
    }
}

@Suite struct `Decisions of a script` {
    @Test func `approve, dismiss and divide`() throws {
        let money = Money()
        let before = money.dump
        let fora = try money.key(of: "Фора")
        let bolt = try money.key(of: "Bolt")
        let decisions = """
            {"key":"\(fora)","decision":{"action":"approve","splits":[\
            {"category":"groceries","amount":"-60.50"},{"category":"pets","amount":"-40.00"}]}}
            {"key":"\(bolt)","decision":{"action":"dismiss"}}

            """
        let dry = money.run("review", "--dry-run", "--decisions", "-", input: decisions)
        #expect(money.dump == before)
        let outcome = money.run("review", "--decisions", "-", input: decisions)
        #expect(outcome.code == 0)
        #expect(dry.output == outcome.output)
        #expect(outcome.lines == ["approved \(fora)", "dismissed \(bolt)"])
        #expect(try money.lines(in: "queue").count == 4)
        #expect(try money.lines(in: "ledger").count == 1)
        #expect(money.run("import", money.statement).output.contains("0      6"))
        #expect(try money.lines(in: "queue").count == 4, "what is dismissed stays dismissed")
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `handed in again change nothing and are no error`() throws {
        let money = Money()
        let decisions = """
            {"key":"\(try money.key(of: "Фора"))","decision":{"action":"approve","note":"x"}}
            {"key":"\(try money.key(of: "Bolt"))","decision":{"action":"dismiss"}}

            """
        #expect(money.run("review", "--decisions", "-", input: decisions).code == 0)
        let decided = money.dump
        let again = money.run("review", "--decisions", "-", input: decisions)
        #expect(again.code == 0, "\(again.errors)")
        #expect(money.dump == decided)
        let never =
            #"{"key":"1-00000000-20260101-0000000000000000","decision":{"action":"dismiss"}}"#
        #expect(money.run("review", "--decisions", "-", input: never + "\n").code == 1)
    }

    @Test func `that cannot be done are named, the others are done`() throws {
        let money = Money()
        let bolt = try money.key(of: "Bolt")
        let fora = try money.key(of: "Фора")
        money.folder.write(
            """
            {"key":"\(bolt)","decision":{"action":"approve"}}
            {"key":"\(fora)","decision":{"action":"aprove"}}
            {"key":"\(fora)","decision":{"action":"approve","splits":[{"category":"pets","amount":"-1"}]}}
            {"key":"1-00000000-20260101-0000000000000000","decision":{"action":"approve"}}
            not json

            """, to: "decided.jsonl")
        let path = money.folder.path + "/decided.jsonl"
        let outcome = money.run("review", "--decisions", path, "--lang", "en")
        #expect(outcome.code == 1)
        #expect(outcome.lines == ["approved \(bolt)"])
        #expect(outcome.errors.contains("\(path):2:"))
        #expect(outcome.errors.contains("\(path):5:"))
        #expect(outcome.errors.contains("1-00000000-20260101-0000000000000000"))
        #expect(outcome.errors.contains(fora))
        #expect(outcome.errors.contains("the others were carried out"))
        #expect(!outcome.errors.contains("nothing was changed"))
        #expect(try money.lines(in: "ledger").count == 1)
    }

    /// What a person writes into pending.jsonl with an editor.
    private func written(_ money: Money, _ decisions: [String: String]) {
        let lines = money.folder.read("money/pending.jsonl").split(separator: "\n").map { line in
            let found = decisions.first { line.contains("\"description\":\"\($0.key)\"") }
            return found.map { line.dropLast() + ",\"decision\":\($0.value)}" } ?? String(line)
        }
        money.folder.write(lines.joined(separator: "\n") + "\n", to: "money/pending.jsonl")
    }

    private static let decisions = [
        "Фора": "{\"action\":\"approve\",\"category\":\"pets\"}",
        "Bolt": "{\"action\":\"dismiss\"}", "Aroma Kava": "{\"category\":\"gifts\"}",
    ]

    @Test func `written into the queue are done by review before it asks`() throws {
        let money = Money()
        written(money, Self.decisions)
        let before = money.dump
        let dry = money.run("review", "--dry-run", input: "q\n")
        #expect(money.dump == before)
        #expect(!dry.output.contains("Фора"))
        #expect(money.run("review", input: "q\n").code == 0)
        #expect(try money.categories() == ["Фора": "pets"])
        #expect(try money.lines(in: "queue").count == 4)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `written into the queue are what approve --all does`() throws {
        let money = Money()
        written(money, Self.decisions)
        let bolt = try money.key(of: "Bolt")
        let outcome = money.run("approve", "--all")
        #expect(outcome.lines.filter { $0.hasPrefix("approved ") }.count == 5)
        #expect(outcome.lines.contains("dismissed \(bolt)"))
        let categories = try money.categories()
        #expect(categories["Фора"] == "pets")
        #expect(categories["Aroma Kava"] == "gifts")
        #expect(categories["Bolt"] == nil)
    }
}

@Suite struct `Approving` {
    @Test func `alone does what is written into the queue and nothing else`() throws {
        let money = Money()
        #expect(money.run("approve").code == 64)
        var lines = money.folder.read("money/pending.jsonl").split(separator: "\n").map(String.init)
        for (number, action) in ["approve", "dismiss"].enumerated() {
            lines[number].removeLast()
            lines[number] += ",\"decision\":{\"action\":\"\(action)\"}}"
        }
        money.folder.write(lines.joined(separator: "\n") + "\n", to: "money/pending.jsonl")
        #expect(money.run("status").output.contains("2 decisions written into the queue file"))
        let outcome = money.run("approve")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.lines.map { $0.split(separator: " ")[0] } == ["approved", "dismissed"])
        #expect(try money.lines(in: "ledger").count == 1)
        #expect(try money.lines(in: "queue").count == 4)
        let again = money.run("approve")
        #expect(again.code == 64)
        #expect(again.errors.contains("the queue has no written decisions"))
    }

    @Test func `by key, by level and by confidence takes what is meant, and undo takes it back`()
        throws
    {
        let money = Money()
        let queue = try money.lines(in: "queue")
        func confidence(_ line: JSONValue) -> Double {
            if case .number(let text)? = line["confidence"] { Double(text) ?? 0 } else { 0 }
        }
        let key = try money.key(of: "Bolt")
        let cases: [([String], Int)] = [
            ([key], 1), (["--level", "high"], queue.count { confidence($0) >= 0.9 }),
            (["--level", "certain"], queue.count { confidence($0) >= 0.99 }),
            (["--min-confidence", "0.95"], queue.count { confidence($0) >= 0.95 }),
            (["--all"], queue.count),
        ]
        let before = money.dump
        for (arguments, count) in cases {
            let outcome = Program.run(["approve", "--workspace", money.workspace] + arguments)
            #expect(outcome.code == 0)
            #expect(outcome.lines.count == count, "\(arguments)")
            #expect(try money.lines(in: "ledger").count == count)
            if count > 0 { #expect(money.run("undo").code == 0) }
            #expect(money.dump == before)
        }
    }

    @Test(arguments: ["approve", "undo", "import", "dismiss"])
    func `a report that cannot be written ends with 74 and says that the work is done`(
        _ command: String
    ) throws {
        let money = Money()
        let clean = money.folder.path + "/clean"
        #expect(Tool.run(["cp", "-a", money.workspace, clean]) == 0)
        money.folder.write(
            money.folder.read("february.csv").replacing(".02.2026", with: ".03.2026"),
            to: "march.csv")
        let words =
            switch command {
            case "approve": ["approve", "--all"]
            case "import": ["import", money.folder.path + "/march.csv"]
            case "dismiss": ["dismiss", try money.key(of: "Bolt")]
            default: [command]
            }
        #expect(Program.run(words + ["--workspace", clean]).code == 0)
        let outcome = Program.run(
            words + ["--workspace", money.workspace], outputPath: "/dev/full")
        #expect(outcome.code == 74)
        #expect(outcome.errors.contains("stdout: error: "))
        #expect(outcome.errors.contains("the command was done and saved"))
        #expect(!outcome.errors.contains("run the command again"))
        func state(_ workspace: String) -> [Substring] {
            Program.run("dump", "--workspace", workspace).output.split(separator: "\n")
                .filter { !$0.contains("\"made\":") }
        }
        #expect(state(money.workspace) == state(clean))
        // Where nothing was to be done, nothing is claimed.
        let dry = Program.run(
            "list", "--workspace", money.workspace, outputPath: "/dev/full")
        #expect(!dry.errors.contains("done and saved"))
    }

    @Test func `what is not there is said with exit code 1`() {
        let money = Money()
        let outcome = money.run("approve", "1-00000000-20260101-0000000000000000")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("is in the queue or the ledger"))
        #expect(money.run("approve", "nonsense").code == 64)
        #expect(money.run("approve").code == 64)
    }

    @Test func `dismissed lines stay away until undo brings them back`() throws {
        let money = Money()
        let before = money.dump
        #expect(money.run("dismiss", try money.key(of: "Bolt")).code == 0)
        let dismissed = money.dump
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == dismissed)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }
}

@Suite struct `Amounts of 18 decimals` {
    @Test(arguments: [true, false])
    func `whose sum is too large are refused by month and category`(atOnce: Bool) throws {
        let money = Money()
        let rows = (2...3).map { "2026-01-0\($0),Stake,5.123456789012345678,ETH\n" }.joined()
        money.folder.write("Date,Description,Amount,Currency\n" + rows, to: "eth.csv")
        let file = money.folder.path + "/eth.csv"
        #expect(money.run("import", "--sign", "printed", "--account", "eth", file).code <= 1)
        let keys = try money.objects("pending", "--json").filter {
            $0["fact"]?["description"]?.text == "Stake"
        }.compactMap { $0["key"]?.text }
        try #require(keys.count == 2)
        if !atOnce { #expect(money.run("approve", keys[0]).code == 0) }
        let before = money.dump
        let refused = money.run("approve", "--all")
        #expect(refused.code == 65)
        #expect(refused.errors.contains("the sum of 2026-01"), "\(refused.errors)")
        #expect(!refused.errors.contains("bug"))
        #expect(money.dump == before)
        #expect(money.run("check").code == 0)
    }
}
