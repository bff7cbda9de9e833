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

@Suite struct `What a killed command left` {
    /// No process has this number: the kernel's largest is below it.
    private let dead = "4194400"

    @Test func `of an export is removed by the next one to the same file, and nothing else is`() {
        let money = Money()
        let folder = money.folder
        for name in [".out.csv.\(dead)-1.tmp", ".other.csv.\(dead)-1.tmp", ".out.csv.tmp"] {
            folder.write("half", to: name)
        }
        let exported = money.run("export", "--format", "csv", "--output", folder.path + "/out.csv")
        #expect(exported.code == 0)
        #expect(exported.errors.contains("removed 1 half-written file"))
        #expect(folder.read(".out.csv.\(dead)-1.tmp").isEmpty)
        #expect(folder.read(".other.csv.\(dead)-1.tmp") == "half")
        #expect(folder.read(".out.csv.tmp") == "half")
    }

    @Test func `of a review in an editor is offered by the next one`() {
        let money = Money()
        let folder = money.folder
        let left = "money/.kopiyka/review-\(dead).txt"
        func look(_ answers: String) -> Program.Outcome {
            Program.run(
                ["review", "--edit", "--workspace", money.workspace], input: answers,
                environment: ["EDITOR=sh -c 'cat \"$0\" > \(folder.path)/seen.txt'", "VISUAL="])
        }
        folder.write("# nothing was decided\n", to: left)
        let kept = look("")
        #expect(kept.output.contains("answers of a review that was cut off"))
        #expect(!folder.read(left).isEmpty)
        #expect(!folder.read("seen.txt").hasPrefix("# nothing was decided"))
        _ = look("\n")
        #expect(folder.read("seen.txt") == "# nothing was decided\n")
        #expect(folder.read(left).isEmpty)
        folder.write("# nothing was decided\n", to: left)
        _ = look("d\n")
        #expect(folder.read(left).isEmpty)
    }
}
