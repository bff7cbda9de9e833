import Testing

@Suite struct `The backup of the day` {
    private func isThere(_ money: Money) -> Bool {
        Tool.run(["test", "-e", money.workspace + "/.kopiyka/backups"]) == 0
    }

    @Test func `is made by a command that writes, and by no dry run`() throws {
        let money = Money()
        let lock = money.workspace + "/.kopiyka/lock"
        #expect(Tool.run(["touch", "-d", "3 days ago", lock]) == 0)
        for words in [["approve", "--all"], ["import"], ["undo"], ["check", "--repair"]] {
            let dry = Program.run(words + ["--dry-run", "--workspace", money.workspace])
            #expect(dry.code == 0, "\(words): \(dry.errors)")
            #expect(!isThere(money), "\(words)")
        }
        #expect(money.run("approve", "--all").code == 0)
        #expect(isThere(money))
    }

    @Test func `named half is refused by restore as half`() throws {
        let money = Money()
        let copy = money.folder.path + "/copy"
        #expect(money.run("backup", copy).code == 0)
        let dump = money.dump
        #expect(money.run("approve", "--all").code == 0)
        #expect(Tool.run(["rm", copy + "/kopiyka.yaml"]) == 0)
        let refused = money.run("restore", copy)
        #expect(refused.code == 65)
        #expect(refused.errors.contains("this is half a backup"))
        #expect(money.dump != dump)
    }
}

@Suite struct `A copy without its hidden folder` {
    @Test func `is read, checked and written like the workspace it was made of`() throws {
        let money = Money()
        #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        let dump = money.dump
        for first in ["status", "list", "check", "dump", "import"] {
            let copy = money.folder.path + "/" + first
            #expect(Tool.run(["cp", "-r", money.workspace, copy]) == 0)
            #expect(Tool.run(["rm", "-r", copy + "/.kopiyka"]) == 0)
            let read = Program.run(first, "--workspace", copy)
            #expect(read.code == 0, "\(first): \(read.errors)")
            #expect(Program.run("dump", "--workspace", copy).output == dump, "\(first)")
            #expect(Program.run("undo", "--workspace", copy).code == 0)
        }
    }
}
