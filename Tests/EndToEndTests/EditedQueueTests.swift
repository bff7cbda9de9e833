import TestKit
import Testing

@Suite struct `A queue changed outside the program` {
    /// A workspace whose inbox shows all its lines, some of them approved.
    private func household() -> Money {
        let money = Money()
        money.folder.write(money.folder.read("february.csv"), to: "money/inbox/february.csv")
        return money
    }

    private func queue(_ money: Money) -> [String] {
        money.folder.read("money/pending.jsonl").split(separator: "\n").map(String.init)
    }

    private func write(_ lines: [String], to money: Money) {
        money.folder.write(
            lines.map { $0 + "\n" }.joined(), to: "money/pending.jsonl")
    }

    @Test func `that lost a line is told by every command, and the next import heals it`() throws {
        let money = household()
        let before = queue(money)
        write(Array(before.dropFirst(2)), to: money)
        for command in ["status", "list", "pending"] {
            // A reader cannot note it, so each counts anew.
            let told = money.run(command)
            #expect(told.code == 0)
            #expect(told.errors.contains("neither in the queue nor in the ledger: 2"), "\(command)")
        }
        let check = money.run("check")
        #expect(check.code == 65)
        #expect(check.errors.contains("2 lines are neither in the queue"))

        let healed = money.run("import")
        #expect(healed.code == 0)
        #expect(healed.errors.contains("2 lines are back in the queue"))
        #expect(!healed.errors.contains("warning"), "what came back is not missing")
        #expect(Set(queue(money)) == Set(before))
        let clean = money.run("check")
        #expect(clean.code == 0)
        #expect(clean.errors.isEmpty)
        #expect(!money.run("status").errors.contains("warning"))
        // And when the lines come back by themselves, nothing is there twice.
        write(before, to: money)
        #expect(money.run("check").code == 0)
        #expect(money.run("import").code == 0)
        #expect(queue(money) == before)
    }

    @Test func `keeps its facts without its index too`() throws {
        let money = household()
        let before = queue(money)
        let changed = before.map { $0.replacing("\"amount\":\"-", with: "\"amount\":\"-9") }
        #expect(changed != before)
        #expect(Tool.run(["rm", money.workspace + "/.kopiyka/queue.index"]) == 0)
        write(changed, to: money)
        let refused = money.run("approve", "--all")
        #expect(refused.code == 65)
        #expect(refused.errors.contains("facts were changed"), "\(refused.errors)")
        write(before, to: money)
        #expect(money.run("approve", "--all").code == 0)
    }

    @Test func `is told once, with the command that sets a changed or doubled line aside`() throws {
        let money = household()
        let before = queue(money)
        let changed = before[0].replacing("\"amount\":\"", with: "\"amount\":\"9")
        #expect(changed != before[0])
        for lines in [[changed] + before.dropFirst(), before + [before[0]]] {
            for command in [["check"], ["import"], ["approve", "--all"], ["undo"]] {
                write(lines, to: money)
                let told = Program.run(command + ["--workspace", money.workspace])
                #expect(told.code == 65, "\(command)")
                let errors = told.errors.split(separator: "\n").filter {
                    $0.hasPrefix("pending.jsonl:")
                }
                #expect(errors.count == 1, "\(command): \(told.errors)")
                #expect(told.errors.contains("kopiyka check --repair sets it aside"))
            }
            #expect(money.run("check", "--repair").code == 0)
            #expect(money.run("check").errors.isEmpty)
            #expect(Set(queue(money)) == Set(before))
            write(before, to: money)
        }
    }

    @Test func `that lost lines with their file is whole once the loss is accepted`() throws {
        let money = Money()
        let all = queue(money)
        let key = try money.key(of: "Bolt")
        write(all.filter { !$0.contains("Bolt") }, to: money)
        #expect(money.run("check").code == 65)
        let told = money.run("check", "--repair")
        #expect(told.code == 65)
        #expect(told.errors.contains("no file of inbox brings back 1 line"))
        #expect(told.errors.contains("february.csv"))
        #expect(told.errors.contains(key))
        #expect(told.errors.contains("kopiyka check --repair --accept-loss"))
        #expect(money.run("check", "--accept-loss").code == 64)
        #expect(money.run("check", "--repair", "--accept-loss", "--dry-run").code == 0)
        #expect(money.run("check").code == 65)
        let accepted = money.run("check", "--repair", "--accept-loss")
        #expect(accepted.code == 0, "\(accepted.errors)")
        #expect(accepted.errors.contains(key), "what is lost is said")
        let clean = money.run("check")
        #expect(clean.code == 0)
        #expect(!clean.errors.contains("neither in the queue"))
        #expect(!money.run("list").errors.contains("warning"))
        // A file that turns up all the same brings the line back.
        #expect(money.run("import", money.statement).code == 0)
        #expect(try money.lines(in: "queue").count == all.count)
        #expect(money.run("check").code == 0)
        #expect(money.run("import", money.statement).output.contains("Nothing new"))
    }

    @Test func `is remembered to lack lines until their file comes in again`() throws {
        let money = Money()
        write(Array(queue(money).dropFirst()), to: money)
        #expect(money.run("import").errors.contains("neither in the queue nor in the ledger: 1"))
        #expect(money.run("check", "--repair").code == 65)
        #expect(money.run("list").errors.contains("lines-missing") == false)
        #expect(money.run("list").errors.contains("neither in the queue nor in the ledger: 1"))
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.run("check").code == 0)
        #expect(!money.run("list").errors.contains("warning"))
    }

    @Test func `gets its lines back from any file that shows them`() throws {
        let money = Money()
        let before = queue(money)
        write(Array(before.dropFirst()), to: money)
        #expect(money.run("import").code == 0)
        let longer = money.folder.read("february.csv") + "\n"
        money.folder.write(longer, to: "money/inbox/again.csv")
        let healed = money.run("import")
        #expect(healed.code == 0)
        #expect(healed.errors.contains("1 line is back"), "\(healed.errors)")
        #expect(queue(money).count == before.count)
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.run("check").code == 0)
    }

    @Test func `is mended by a check that repairs, and a dry run only says so`() throws {
        let money = household()
        let before = queue(money)
        write(Array(before.dropLast(3)), to: money)
        let dry = money.run("check", "--repair", "--dry-run")
        #expect(dry.code == 0)
        #expect(dry.errors.contains("3 lines are back"))
        #expect(queue(money).count == before.count - 3)
        #expect(money.run("check", "--repair").code == 0)
        #expect(Set(queue(money)) == Set(before))
    }

    @Test func `that is gone is made anew by a repair, and its files bring the lines back`() throws
    {
        let money = household()
        #expect(money.run("approve", "--level", "high").code == 0)
        let before = try money.lines(in: "queue").count
        let ledger = try money.lines(in: "ledger").count
        #expect(before > 0 && ledger > 0)
        #expect(Tool.run(["rm", money.workspace + "/pending.jsonl"]) == 0)
        let told = money.run("status")
        #expect(told.code == 65)
        #expect(told.errors.contains("kopiyka restore DIR"))
        #expect(told.errors.contains("kopiyka check --repair"))
        #expect(money.run("check", "--repair", "--dry-run").errors.contains("would be made"))
        #expect(money.run("status").code == 65)
        let repaired = money.run("check", "--repair")
        #expect(repaired.code == 0, "\(repaired.errors)")
        #expect(repaired.errors.contains("an empty queue was made"))
        #expect(try money.lines(in: "queue").count == before)
        #expect(try money.lines(in: "ledger").count == ledger)
        #expect(money.run("check").code == 0)
    }

    @Test func `that is gone is brought back by importing files from elsewhere`() throws {
        let money = Money()
        #expect(money.run("approve", "--level", "high").code == 0)
        let before = try money.lines(in: "queue").count
        #expect(Tool.run(["rm", money.workspace + "/pending.jsonl"]) == 0)
        let repaired = money.run("check", "--repair")
        #expect(repaired.code == 65, "the inbox shows nothing")
        #expect(repaired.errors.contains("kopiyka import FILE"))
        #expect(money.run("import", money.statement).code == 0)
        #expect(try money.lines(in: "queue").count == before)
        #expect(money.run("check").code == 0)
    }

    @Test func `beside no ledger is left alone, and the way out is named`() {
        let money = household()
        let queue = money.folder.read("money/pending.jsonl")
        #expect(Tool.run(["rm", money.workspace + "/ledger.db"]) == 0)
        for command in [["check", "--repair"], ["import"], ["status"]] {
            let told = Program.run(command + ["--workspace", money.workspace])
            #expect(told.code == 65)
            #expect(told.errors.contains("kopiyka restore DIR"))
            #expect(told.errors.contains("kopiyka init DIR"))
        }
        #expect(money.folder.read("money/pending.jsonl") == queue)
        #expect(Tool.run(["test", "-e", money.workspace + "/ledger.db"]) != 0)
    }

    @Test func `has lines nobody can read set aside by a repair, and their file brings them back`()
        throws
    {
        let money = household()
        let before = queue(money)
        var broken = before
        broken[0] = "[" + broken[0].dropFirst()
        broken[1] = broken[1].replacing("\"-50.00\"", with: "\"-51.00\"")
        write(broken, to: money)
        #expect(money.run("import").code == 65)
        #expect(queue(money) == broken)
        let repaired = money.run("check", "--repair")
        #expect(repaired.code == 0, "\(repaired.errors)")
        #expect(Set(queue(money)) == Set(before))
        #expect(repaired.errors.contains("2 invalid lines of the queue"))
    }

    @Test func `that is older than the ledger loses what the ledger has decided`() throws {
        let money = household()
        let older = queue(money)
        #expect(money.run("approve", try money.key(of: "Bolt")).code == 0)
        #expect(money.run("dismiss", try money.key(of: "Фора")).code == 0)
        let newer = queue(money)
        let dump = money.dump
        write(older, to: money)
        let status = money.run("status")
        #expect(status.code == 0)
        #expect(status.errors.contains("already approved or dismissed in the ledger: 2"))
        #expect(queue(money) == newer)
        #expect(money.dump == dump)
        #expect(money.run("check").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(queue(money) == older)
    }

    @Test(arguments: [3, 12, 30])
    func `gets a changed key back, and its row does not come in twice`(digit: Int) throws {
        let money = household()
        let before = queue(money)
        let key = try money.key(of: "Bolt")
        var digits = Array(key)
        digits[digit] = digits[digit] == "1" ? "2" : "1"
        write(before.map { $0.replacing(key, with: String(digits)) }, to: money)
        let imported = money.run("import")
        #expect(imported.code == 0)
        #expect(imported.errors.contains("changed keys in the queue: 1"))
        #expect(queue(money) == before)
        #expect(money.run("check").code == 0)
    }

    @Test func `with lines of an import that was undone counts them in on request`() throws {
        let money = household()
        let next = money.folder.read("february.csv").replacing(".02.2026", with: ".03.2026")
        money.folder.write(next, to: "money/inbox/march.csv")
        #expect(money.run("import").code == 0)
        let older = queue(money)
        #expect(money.run("undo").code == 0)
        write(older, to: money)
        #expect(money.run("status").errors.contains("more lines than came in: 6"))
        #expect(money.run("check").code == 65)
        #expect(money.run("check", "--repair").code == 0)
        #expect(money.run("import").code == 0)
        #expect(queue(money) == older)
        #expect(money.run("check").code == 0)
    }

    @Test func `beyond reading says so in a few lines and a count`() throws {
        let money = Money()
        write((0..<10_000).map { "[\($0)" }, to: money)
        for command in ["status", "import", "check"] {
            let told = money.run(command)
            #expect(told.code == 65)
            #expect(told.errors.contains("more errors"), "\(command)")
            #expect(told.errors.utf8.count < 20_000, "\(command): \(told.errors.utf8.count)")
        }
    }
}
