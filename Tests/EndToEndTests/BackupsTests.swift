import Scanning
import TestKit
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
        #expect(refused.errors.contains("the backup is incomplete"))
        #expect(money.dump != dump)
    }
}

@Suite struct `A restore` {
    @Test func `names the workspace itself at once`() {
        let money = Money()
        let refused = money.run("restore", money.workspace + "/.")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("this is the workspace itself"), "\(refused.errors)")
    }

    @Test func `names a folder that holds no backup, in a workspace or outside`() {
        let money = Money()
        for folder in ["/nofile", "/money/rules", "/february.csv"] {
            let refused = money.run("restore", money.folder.path + folder)
            #expect(refused.code == 64)
            #expect(refused.errors.contains("no backup here"), "\(refused.errors)")
        }
        let outside = Program.run(
            ["restore", "nofile", "--workspace", money.folder.path + "/nowhere"])
        #expect(outside.code == 64 && outside.errors.contains("no backup here"))
    }

    private let money = Money()
    private var copy: String { money.folder.path + "/copy" }

    /// A backup of a month, two lines of which are approved, with rules and a layout's folder.
    private func backUp() throws {
        money.folder.write("rules: []\n", to: "money/rules/own.yaml")
        #expect(
            money.run("approve", try money.key(of: "Bolt"), try money.key(of: "Фора")).code == 0)
        #expect(money.run("backup", copy).code == 0)
    }

    @Test(arguments: [
        "sed -i 1d copy/pending.jsonl", "rm copy/pending.jsonl", "rm copy/rules/own.yaml",
        "echo >> copy/kopiyka.yaml", "cp money/ledger.db copy/ledger.db",
        "printf x | dd of=copy/ledger.db bs=1 seek=9000 conv=notrunc 2>/dev/null",
        "sed -i '$d' copy/.kopiyka/backup", ": > copy/.kopiyka/backup",
    ])
    func `refuses a backup that is not as it was made, names the file and changes nothing`(
        damage: String
    ) throws {
        try backUp()
        #expect(money.run("approve", "--all").code == 0)
        #expect(Tool.run(["sh", "-c", "cd \(money.folder.path) && \(damage)"]) == 0)
        let file = damage.split(separator: " ").last {
            $0.hasPrefix("copy/") || $0.hasPrefix("of=")
        }
        let before = money.dump
        let refused = money.run("restore", copy)
        #expect(refused.code == 65)
        let name = try #require(file).replacing("of=", with: "").dropFirst("copy/".count)
        #expect(refused.errors.contains("\(copy)/\(name)"), "\(refused.errors)")
        #expect(refused.errors.contains("nothing was changed"))
        #expect(money.dump == before)
        #expect(Tool.run(["test", "-e", money.workspace + "/.kopiyka/backups"]) != 0)
        // Neither a look into it nor a command that writes into it makes it whole.
        _ = Program.run("check", "--workspace", copy)
        _ = Program.run("undo", "--workspace", copy)
        #expect(money.run("restore", copy).code == 65)
    }

    @Test func `takes a backup that was copied and looked into without a word`() throws {
        try backUp()
        let dump = money.dump
        let moved = money.folder.path + "/moved"
        #expect(Tool.run(["cp", "-r", copy, moved]) == 0)
        for command in ["check", "list", "status", "coverage"] {
            #expect(Program.run(command, "--workspace", moved).code == 0)
        }
        #expect(money.run("approve", "--all").code == 0)
        let restored = money.run("restore", moved)
        #expect(restored.code == 0)
        #expect(restored.errors.isEmpty)
        #expect(money.dump == dump)
        #expect(money.run("check").code == 0)
    }

    @Test(arguments: ["rm copy/.kopiyka/backup", "rm -r copy/.kopiyka"])
    func `says of a backup without a list of its files that nothing verifies it`(
        older: String
    ) throws {
        try backUp()
        let dump = money.dump
        #expect(Tool.run(["sh", "-c", "cd \(money.folder.path) && \(older)"]) == 0)
        #expect(money.run("approve", "--all").code == 0)
        let restored = money.run("restore", copy)
        #expect(restored.code == 0)
        #expect(restored.errors.contains("cannot be verified"))
        #expect(money.dump == dump)
    }

    @Test func `takes a backup that a command wrote into as the workspace that it is`() throws {
        try backUp()
        #expect(Program.run("undo", "--workspace", copy).code == 0)
        let dump = Program.run("dump", "--workspace", copy).output
        let restored = money.run("restore", copy)
        #expect(restored.code == 0)
        #expect(restored.errors.contains("cannot be verified"))
        #expect(money.dump == dump)
    }

    @Test func `takes back the names that accounts got since, and says so`() throws {
        let old = money.folder.read("money/kopiyka.yaml")
        #expect(money.run("backup", copy).code == 0)
        #expect(money.run("accounts", "own", "monobank-UAH", "card-of-iryna").code == 0)
        let changed = money.folder.read("money/kopiyka.yaml")
        #expect(changed != old)
        let restored = money.run("restore", copy, "--json")
        #expect(restored.code == 0)
        #expect(restored.errors.contains("kopiyka.yaml is the one of the backup"))
        #expect(money.folder.read("money/kopiyka.yaml") == old)
        let report = try JSONValue.parse(Array(restored.output.utf8).span)
        let replaced = try #require(report["replaced"]?.text)
        #expect(readText(ofFile: replaced + "/kopiyka.yaml") == changed)
        // Equal settings are no news.
        #expect(money.run("restore", copy).errors.isEmpty)
    }

    @Test func `takes away the categories that came since, and puts them aside`() throws {
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("backup", copy).code == 0)
        #expect(
            money.run("categories", "merge", "eating_out.coffee", "into", "shopping").code == 0)
        let merged = money.folder.read("money/categories.yaml")
        let restored = money.run("restore", copy, "--json")
        #expect(restored.code == 0)
        #expect(money.folder.read("money/categories.yaml").isEmpty)
        #expect(money.run("list", "--category", "coffee").output.contains("Aroma Kava"))
        let report = try JSONValue.parse(Array(restored.output.utf8).span)
        let replaced = try #require(report["replaced"]?.text)
        // And back again.
        #expect(money.run("restore", replaced).code == 0)
        #expect(money.folder.read("money/categories.yaml") == merged)
        #expect(!merged.isEmpty)
    }

    @Test func `and a backup count the lines that wait`() throws {
        let lines = money.folder.read("money/pending.jsonl").split(separator: "\n").dropFirst()
        money.folder.write(
            lines.map { $0 + "\n\n" }.joined(), to: "money/pending.jsonl")
        func queue(_ outcome: Program.Outcome) -> Bool {
            #expect(outcome.code == 0, "\(outcome.errors)")
            return outcome.output.contains("\"queue\":5")
        }
        #expect(queue(money.run("backup", copy, "--json")))
        #expect(queue(money.run("restore", copy, "--json")))
    }

    @Test func `keeps what it replaces beside what another one replaced in the same second`()
        throws
    {
        try backUp()
        var folders: Set<String> = []
        for round in 0..<3 {
            money.run("add", "\(round + 1) кава", "--account", "cash-UAH")
            let dump = money.dump
            let restored = money.run("restore", copy, "--json")
            #expect(restored.code == 0)
            let report = try JSONValue.parse(Array(restored.output.utf8).span)
            let replaced = try #require(report["replaced"]?.text)
            #expect(folders.insert(replaced).inserted)
            #expect(Program.run("dump", "--workspace", replaced).output == dump)
        }
    }

    @Test func `and backups of one second are as many folders`() throws {
        var folders: Set<String> = []
        for _ in 0..<4 {
            let made = money.run("backup", "--json")
            #expect(made.code == 0, "\(made.errors)")
            let report = try JSONValue.parse(Array(made.output.utf8).span)
            let folder = report["backup"]?.text ?? ""
            #expect(folders.insert(folder).inserted)
        }
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

    @Test func `of a review in an editor that could not be saved is offered too`() {
        let money = Money()
        let folder = money.folder
        // The editor's last act takes the lock until the review has given up.
        folder.write(
            "#!/bin/sh\nsed -i 's/^wait/ok  /' \"$1\"\n"
                + "(flock -s 9; sleep 13) 9<\(money.workspace)/.kopiyka/lock >/dev/null 2>&1 &\n"
                + "sleep 0.3\n", to: "editor")
        #expect(Tool.run(["chmod", "+x", folder.path + "/editor"]) == 0)
        let busy = Program.run(
            ["review", "--edit", "--workspace", money.workspace],
            environment: ["EDITOR=\(folder.path)/editor", "VISUAL="])
        #expect(busy.code == 75, "\(busy.errors)")
        #expect(busy.output.contains("the answers of an interrupted review stay there"))
        _ = Tool.run(["sleep", "4"])
        let again = Program.run(
            ["review", "--edit", "--workspace", money.workspace], input: "\n",
            environment: ["EDITOR=true", "VISUAL="])
        #expect(again.output.contains("approved"), "\(again.output) \(again.errors)")
        #expect(money.run("pending", "--json").output.isEmpty)
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
        #expect(kept.output.contains("answers of an interrupted review"))
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
