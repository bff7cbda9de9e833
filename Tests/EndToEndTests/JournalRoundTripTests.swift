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
