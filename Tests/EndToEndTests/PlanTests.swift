import Glibc
import Scanning
import TestKit
import Testing

@Suite struct `A plan of an import` {
    private let money = Money()
    private var plan: String { money.folder.path + "/march.plan" }

    private func drop(_ name: String, _ amount: String = "-10.0") {
        money.folder.write(
            """
            "Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)",\
            "Сума в валюті операції",Валюта,Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)",\
            "Залишок після операції"
            "10.03.2026 10:00:00",Кава,5814,\(amount),\(amount),UAH,—,—,—,1640.0

            """, to: "money/inbox/" + name)
    }

    @Test func `changes nothing, and apply does what the import would have done, to the byte`()
        throws
    {
        drop("march.csv")
        let before = money.dump
        let planned = money.run("import", "--plan", plan)
        #expect(planned.code == 0)
        #expect(planned.errors.contains("Plan written, nothing changed"))
        #expect(money.dump == before)
        let applied = money.run("apply", plan)
        #expect(applied.code == 0)
        #expect(applied.output == planned.output)
        let other = Money()
        other.folder.write(money.folder.read("money/inbox/march.csv"), to: "money/inbox/march.csv")
        #expect(other.run("import").code == 0)
        func withoutTime(_ dump: String) -> [Substring] {
            dump.split(separator: "\n").filter { !$0.contains("\"made\"") }
        }
        #expect(withoutTime(money.dump) == withoutTime(other.dump))
        #expect(money.run("apply", plan).code == 1, "what is done is not done twice")
    }

    @Test func `is only looked at by apply --dry-run`() {
        drop("march.csv")
        _ = money.run("import", "--plan", plan)
        let before = money.dump
        #expect(money.run("apply", "--dry-run", plan).code == 0)
        #expect(money.dump == before)
        #expect(money.run("apply", plan).code == 0)
    }

    @Test func `holds when the workspace is reached by another way`() {
        money.folder.write(
            "- when: {words: [кава]}\n  then: {category: eating_out.coffee}\n",
            to: "money/rules/mine.yaml")
        drop("march.csv")
        let link = money.folder.path + "/link"
        #expect(unsafe symlink(money.workspace, link) == 0)
        #expect(Program.run("import", "--plan", plan, "--workspace", link).code == 0)
        #expect(money.run("apply", plan).code == 0)
    }

    @Test func `has a hash over the lines that would be written`() throws {
        drop("march.csv")
        func content(_ category: String) -> Substring? {
            money.folder.write(
                "- when: {words: [кава]}\n  then: {category: \(category)}\n",
                to: "money/rules/mine.yaml")
            #expect(money.run("import", "--plan", plan).code == 0)
            return money.folder.read("march.plan").split(separator: "\n").first {
                $0.contains("\"content\"")
            }
        }
        let coffee = try #require(content("eating_out.coffee"))
        #expect(!coffee.contains("0000000000000000"))
        #expect(try #require(content("groceries")) != coffee)
        #expect(content("eating_out.coffee") == coffee)
    }

    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case file, newFile, goneFile, queue, ledger, settings, rules
        var testDescription: String { rawValue }
        var words: String {
            switch self {
            case .file: "march.csv: error: the file changed since the plan was made"
            case .newFile: "april.csv: error: there is a file that the plan does not list"
            case .goneFile: "march.csv: error: a file of the plan is gone"
            case .queue: "the queue changed since the plan was made"
            case .ledger: "the ledger changed since the plan was made"
            case .settings: "kopiyka.yaml changed since the plan was made"
            case .rules: "rules or layouts changed since the plan was made"
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `is refused whole when anything changed, and says what`(_ change: Change) throws {
        drop("march.csv")
        _ = money.run("import", "--plan", plan)
        switch change {
        case .file: drop("march.csv", "-11.0")
        case .newFile: drop("april.csv")
        case .goneFile: _ = unsafe unlink(money.workspace + "/inbox/march.csv")
        case .queue:
            let text = money.folder.read("money/pending.jsonl")
            money.folder.write(
                String(text.dropLast(2)) + ",\"decision\":{\"category\":\"pets\"}}\n",
                to: "money/pending.jsonl")
        case .ledger: #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        case .settings: money.folder.write("country: UA\n", to: "money/kopiyka.yaml")
        case .rules: money.folder.write("# none\n", to: "money/rules/mine.yaml")
        }
        let before = money.dump
        let outcome = money.run("apply", plan)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(change.words), "\(outcome.errors)")
        #expect(money.dump == before)
    }

    @Test func `never takes the place of a file that is no whole plan`() {
        drop("march.csv")
        for other in ["notes", "{\"plan\":1,\"of\":\"mine\"}\n"] {
            money.folder.write(other, to: "march.plan")
            let refused = money.run("import", "--plan", plan)
            #expect(refused.code == 64)
            #expect(money.folder.read("march.plan") == other)
        }
    }

    @Test func `that was edited, cut or is something else is no plan`() {
        drop("march.csv")
        _ = money.run("import", "--plan", plan)
        let text = money.folder.read("march.plan")
        let before = money.dump
        for other in [
            String(text.dropLast(1)), text.replacing("not-seen-before", with: "not-seen-behind"),
            String(text.dropFirst(1)), "", "{}\n", "{\"plan\":1}\n", "{\"plan\":",
        ] {
            money.folder.write(other, to: "march.plan")
            #expect(money.run("apply", plan).code == 65)
        }
        #expect(money.run("apply", plan + ".none").code == 74)
        #expect(money.dump == before)
    }

    @Test func `never writes over another file nor into what it reads`() {
        drop("march.csv")
        #expect(money.run("import", "--plan", money.statement).code == 64)
        #expect(money.run("import", "--plan", money.workspace + "/inbox/p").code == 64)
        #expect(money.run("import", "--plan", plan, "-").code == 64)
        #expect(money.run("import", "--plan", plan).code == 0)
        #expect(money.run("import", "--plan", plan).code == 0, "an earlier plan may be replaced")
    }

    @Test func `keeps the options it was made with`() throws {
        drop("march.csv")
        _ = money.run("import", "--plan", plan, "--account", "Готівка")
        #expect(money.run("apply", plan).code == 0)
        let line = try money.objects("dump").first { $0["description"]?.text == "Кава" }
        #expect(line?["account"]?.text == "Готівка")
    }
}
