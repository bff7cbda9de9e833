import Scanning
import TestKit
import Testing

@Suite struct `A journal with everything` {
    /// What a fact is, without what is said of it: the decisions of one workspace are recorded
    /// facts of the next.
    private func facts(_ dump: String, in place: String) throws -> [String: [String: String]] {
        let said: Set<String> = [
            "where", "batch", "sources", "suggestion", "state", "category", "confidence", "flags",
            "bank_category", "tags", "parts", "transfer_account", "splits", "note", "payee",
            "transfer", "level", "evidence",
        ]
        var facts: [String: [String: String]] = [:]
        for line in dump.split(separator: "\n") {
            let value = try JSONValue.parse(Array(line.utf8).span)
            guard value["where"]?.text == place, let key = value["key"]?.text,
                case .object(let members) = value
            else { continue }
            for (name, member) in members where !said.contains(name) {
                facts[key, default: [:]][name] = "\(member)"
            }
        }
        return facts
    }

    @Test(arguments: ["hledger", "ledger", "beancount"])
    func `is read back with the same keys and facts, and what was said`(format: String) throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let kava = try money.key(of: "Фора")
        #expect(money.run("split", kava, "groceries 60.50; coffee").code == 0)
        #expect(money.run("tag", kava, "+party", "+home").code == 0)
        #expect(money.run("edit", try money.key(of: "Bolt"), "--note", "a, b; [c]: 50%").code == 0)
        let path = money.folder.path + "/whole"
        #expect(
            money.run("export", "--format", format, "--metadata", "all", "--output", path).code
                == 0)
        let other = money.folder.path + "/other"
        #expect(Program.run("init", other).code == 0)
        let read = Program.run("import", path, "--workspace", other)
        #expect(read.code == 0, "\(read.errors)")
        let there = Program.run("dump", "--workspace", other).output
        #expect(try facts(there, in: "queue") == facts(money.dump, in: "ledger"))
        let queue = try Program.run("pending", "--json", "--workspace", other).output
            .split(separator: "\n").map { try JSONValue.parse(Array($0.utf8).span) }
        let split = try #require(queue.first { $0["key"]?.text == kava }?["fact"])
        #expect(split["tags"]?.text == "party, home")
        #expect(
            split["parts"]?.text == "-60.50\tgroceries\n-40.00\teating_out.coffee"
        )
        let salary = try money.key(of: "Зарплата від ТОВ «ПРИКЛАД»")
        #expect(
            queue.first { $0["key"]?.text == salary }?["fact"]?["bank_category"]?.text
                == "income.salary")
    }
}
