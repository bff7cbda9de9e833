import Scanning
import TestKit
import Testing

@Suite struct `A journal with everything` {
    /// A workspace with a category of its own, as a journal of the format in another workspace.
    private func moved(_ format: String) throws -> (money: Money, other: String, key: String) {
        let money = Money()
        #expect(money.run("categories", "add", "Clubs").code == 0)
        let key = try money.key(of: "Bolt")
        #expect(
            money.run("edit", key, "--category", "clubs", "--payee", "Клуб", "--note", "a; b").code
                == 0)
        #expect(money.run("approve", "--all").code == 0)
        let path = money.folder.path + "/whole"
        #expect(
            money.run("export", "--format", format, "--metadata", "all", "--output", path).code
                == 0)
        let other = money.folder.path + "/other"
        #expect(Program.run("init", other).code == 0)
        #expect(Program.run("import", path, "--workspace", other).code == 0)
        return (money, other, key)
    }

    private func line(_ key: String, of workspace: String) throws -> String? {
        Program.run("dump", "--workspace", workspace).lines.first {
            $0.contains(key) && $0.contains("\"where\":\"annotation\"")
        }
    }

    @Test(arguments: ["hledger", "beancount"])
    func `asks what a category of its own workspace means`(format: String) throws {
        let (money, other, key) = try moved(format)
        // Its folder has both workspaces.
        defer { withExtendedLifetime(money) {} }
        #expect(Program.run("approve", "--from-history", "--workspace", other).code == 0)
        #expect(try line(key, of: other) == nil)
        let waiting = Program.run("pending", "--json", "--workspace", other)
        #expect(waiting.lines.count == 1 && waiting.output.contains("\"bank_category\":\"clubs\""))
        #expect(Program.run("categories", "map", "--new", "--workspace", other).code == 0)
        #expect(Program.run("approve", "--from-history", "--workspace", other).code == 0)
        let said = try #require(try line(key, of: other))
        #expect(said.contains("\"payee\":\"Клуб\"") && said.contains("\"note\":\"a; b\""))
        #expect(said.contains("clubs"))
    }

    @Test func `approves nothing by itself, and a person may decide otherwise`() throws {
        let (money, other, _) = try moved("ledger")
        let key = try money.key(of: "Фора")
        let lines = Program.run("pending", "--json", "--workspace", other).lines
        #expect(lines.count == 6 && lines.allSatisfy { $0.contains("\"recorded\":true") })
        #expect(
            Program.run("edit", key, "--category", "home", "--workspace", other).code == 0)
        #expect(Program.run("approve", "--from-history", "--workspace", other).code == 0)
        #expect(try line(key, of: other)?.contains("\"category\":\"home\"") == true)
    }

    /// Decided pairs, as they are in `dump`.
    private func pairs(of workspace: String, _ isPair: Bool) -> [String] {
        Program.run("dump", "--workspace", workspace).lines.filter {
            $0.contains("\"where\":\"transfer\"") && $0.contains("\"is_pair\":\(isPair)")
        }
    }

    @Test(arguments: [("2026-01-05", true), ("2026-01-06", false)])
    func `keeps keys of entries by hand, or links them by others`(
        day: String, keepsKeys: Bool
    ) throws {
        let money = Money()
        for account in ["wallet", "safe"] {
            #expect(money.run("accounts", "add", account, "--currency", "UAH").code == 0)
        }
        var keys: [String] = []
        for (words, account) in [("box 70", "wallet"), ("+ box 70", "safe"), ("+ tin 70", "safe")] {
            let added = money.run(
                "add", words, "--account", account, "--date", "2026-01-05", "--json")
            let answer = try JSONValue.parse(Array(added.output.utf8).span)
            keys.append(try #require(answer["added"]?.text))
        }
        #expect(money.run("transfer", keys[0], keys[2]).code == 0)
        #expect(money.run("transfer", keys[0], "--none").code == 0)
        #expect(money.run("transfer", keys[0], keys[1]).code == 0)
        let text = money.run("export", "--format", "hledger", "--metadata", "all").output
        money.folder.write(text.replacing("2026-01-05", with: day), to: "w.journal")
        let other = money.folder.path + "/other"
        #expect(Program.run("init", other).code == 0)
        let read = Program.run("import", money.folder.path + "/w.journal", "--workspace", other)
        #expect(read.code == 0, "\(read.errors)")
        #expect(Program.run("approve", "--from-history", "--workspace", other).code == 0)
        let linked = pairs(of: other, true)
        #expect(linked.count == 1 && pairs(of: other, false).count == 1)
        #expect(keepsKeys == (linked == pairs(of: money.workspace, true)))
    }

    @Test func `refuses parts that no longer sum to their row`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let key = try money.key(of: "Фора")
        #expect(money.run("split", key, "groceries 60.50; coffee").code == 0)
        let text = money.run("export", "--format", "hledger", "--metadata", "all").output
        #expect(text.contains("-60.50%09groceries"))
        money.folder.write(
            text.replacing("-60.50%09groceries", with: "-61.50%09groceries"), to: "w.journal")
        let read = Program.run("read", money.folder.path + "/w.journal")
        #expect(read.code == 1 && read.errors.contains("do not sum"), "\(read.errors)")
    }
}
