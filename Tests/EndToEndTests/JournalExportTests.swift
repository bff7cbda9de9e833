import Glibc
import Scanning
import TestKit
import Testing

@Suite struct `Journals that people keep` {
    private func accepts(_ format: String, _ path: String) -> Bool {
        let commands = [
            "hledger": "hledger -f \(path) check --strict",
            "ledger": "ledger --pedantic -f \(path) balance", "beancount": "bean-check \(path)",
        ]
        guard let command = commands[format], let program = command.split(separator: " ").first,
            unsafe system("command -v \(program) >/dev/null 2>&1") == 0
        else { return true }
        return unsafe system("\(command) >/dev/null 2>&1") == 0
    }

    private func settle(_ money: Money, _ section: String) {
        let settings = money.folder.read("money/kopiyka.yaml")
        money.folder.write(settings + section, to: "money/kopiyka.yaml")
    }

    @Test func `have the person's names of accounts and categories`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("accounts", "rename", "monobank-UAH", "Чорна").code == 0)
        let renamed = money.run("export", "--format", "hledger").output
        #expect(renamed.contains("\n    Assets:Чорна  ") && !renamed.contains("Monobank"))
        #expect(renamed.contains("Income:Salary") && !renamed.contains("Income:Income"))
        #expect(!renamed.contains("(1-"))
        settle(
            money,
            """
            journal:
              accounts: {чорна: Assets:Bank:Card}
              categories:
                продукти: Expenses:Food
                "eating_out": Expenses:Fun

            """)
        for format in ["hledger", "ledger", "beancount"] {
            let path = money.folder.path + "/own." + format
            #expect(money.run("export", "--format", format, "--output", path).code == 0)
            let text = money.folder.read("own." + format)
            #expect(text.contains("Assets:Bank:Card  ") && text.contains("Expenses:Food  "))
            #expect(text.contains("Expenses:Fun:Co"))
            #expect(accepts(format, path))
        }
    }

    @Test(arguments: [
        ("journal: 1", "4:10"), ("journal: {cards: {}}", "4:11"),
        ("journal: {accounts: {nobody: Assets:A}}", "4:22"),
        ("journal: {categories: {зима: Expenses:Z}}", "4:24"),
        ("journal: {categories: {groceries: 'Expenses::Z'}}", "4:24"),
    ])
    func `say where a section of theirs is wrong`(section: String, place: String) throws {
        let money = Money()
        money.folder.write("\n\n\n" + section + "\n", to: "money/kopiyka.yaml")
        let run = money.run("export", "--format", "hledger")
        #expect(run.code == 65)
        #expect(run.errors.contains("kopiyka.yaml:\(place): error:"), "\(run.errors)")
    }

    @Test(arguments: ["hledger", "ledger", "beancount"])
    func `grow by what is new since the last export`(format: String) throws {
        let money = Money()
        let path = money.folder.path + "/book"
        func export(_ more: String...) -> Program.Outcome {
            Program.run(
                ["export", "--format", format, "--new", "--assertions", "--metadata", "key"] + more
                    + ["--workspace", money.workspace])
        }
        #expect(export("--output", path).code == 0)
        #expect(unsafe access(path, F_OK) != 0, "nothing approved, nothing written")
        #expect(
            money.run("approve", try money.key(of: "Фора")).code == 0)
        #expect(export("--dry-run").output.contains("-100.50 UAH"))
        #expect(export("--output", path).code == 0)
        let first = money.folder.read("book")
        #expect(first.contains("-100.50 UAH") && accepts(format, path))
        #expect(export().output.isEmpty)
        // Undone and approved again, the entry is in the journal already.
        #expect(money.run("undo").code == 0)
        let gone = export()
        #expect(gone.output.isEmpty && gone.errors.contains("warning"))
        #expect(money.run("redo").code == 0)
        #expect(export().output.isEmpty && export().errors.isEmpty)
        #expect(money.run("approve", "--all").code == 0)
        let rest = export()
        money.folder.write(first + rest.output, to: "book")
        #expect(!rest.output.contains("-100.50 UAH") && rest.output.contains("-44.50 UAH"))
        #expect(accepts(format, path))
        let text = money.folder.read("book")
        for line in try money.lines(in: "ledger") {
            let key = try #require(line["key"]?.text)
            #expect(text.split(separator: key).count == 2, "\(key) is there once")
        }
        #expect(export().output.isEmpty)
        // A change is told, and not written again.
        #expect(money.run("edit", try money.key(of: "Bolt"), "--note", "to work").code == 0)
        let changed = export()
        #expect(changed.output.isEmpty)
        #expect(changed.errors.contains(try money.key(of: "Bolt")))
        #expect(export("--restart").output.contains("to work"))
        #expect(export().errors.isEmpty)
        #expect(money.run("check").code == 0)
    }

    @Test func `hold an entry once though the export was cut off`() throws {
        let money = Money()
        let path = money.folder.path + "/book"
        #expect(money.run("approve", "--all").code == 0)
        func export() -> Program.Outcome {
            money.run("export", "--format", "hledger", "--new", "--output", path)
        }
        #expect(export().code == 0)
        let whole = money.folder.read("book")
        let mark = money.folder.read("money/.kopiyka/exported-hledger")
        // The mark as before the last step, once with the new file and once without it.
        let open = "\nif-size\t\(whole.utf8.count)\t\(path)\n" + mark
        money.folder.write(open, to: "money/.kopiyka/exported-hledger")
        #expect(export().code == 0)
        #expect(money.folder.read("book") == whole)
        money.folder.write(open, to: "money/.kopiyka/exported-hledger")
        #expect(unsafe unlink(path) == 0)
        #expect(export().code == 0)
        #expect(money.folder.read("book") == whole)
        #expect(money.folder.read("money/.kopiyka/exported-hledger") == mark)
        money.folder.write("torn", to: "money/.kopiyka/exported-hledger")
        #expect(export().code == 65)
    }

    @Test(arguments: [
        ["--new", "--format", "csv"], ["--costs", "--format", "jsonl"],
        ["--metadata", "colour", "--format", "hledger"], ["--restart", "--format", "hledger"],
        ["--new", "--from", "2026-01-01", "--format", "hledger"],
        ["--new", "--month", "2026-02", "--format", "hledger"],
        ["--new", "--last", "1m", "--format", "hledger"],
        ["--new", "--where", "year:2026", "--format", "hledger"],
        ["--new", "--currency", "UAH", "--format", "hledger"],
        ["--new", "category:groceries", "--format", "hledger"],
        ["--new", "min:1000 or account:monobank-UAH", "--format", "hledger"],
    ])
    func `refuse what makes no sense`(arguments: [String]) {
        let money = Money()
        let run = Program.run(["export"] + arguments + ["--workspace", money.workspace])
        #expect(run.code == 64 && run.output.isEmpty, "\(run.errors)")
    }
}
