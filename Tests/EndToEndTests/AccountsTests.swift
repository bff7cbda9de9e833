import Scanning
import TestKit
import Testing

@Suite struct `Accounts of the settings` {
    private static let settings = """
        # mine
        language: en   # always

        accounts:      # two of them
          - name: Чорна картка   # the first
            is: [UA213223130000026007233566001, "*4471"]   # by number
            currency: UAH

          # the second
          - name: Wise
            is:
              - travel
            bank: wise
        reports: {}

        """

    private func money() -> Money {
        let money = Money()
        #expect(money.run("undo").code == 0)
        money.folder.write(Self.settings, to: "money/kopiyka.yaml")
        return money
    }

    /// The second month continues the balance of the first; of a table of no known bank the first
    /// file is noted even where no account is named.
    @Test(arguments: [true, false])
    func `are asked about once where balances prove the rest`(hasAccounts: Bool) throws {
        let folder = TemporaryFolder()
        let workspace = folder.path + "/money"
        #expect(Program.run("init", workspace).code == 0)
        if hasAccounts { folder.write(Self.settings, to: "money/kopiyka.yaml") }
        func imported(_ name: String, _ rows: [String]) -> Program.Outcome {
            folder.write(
                "Date,Description,Amount,Currency,Balance\n" + rows.joined(separator: "\n") + "\n",
                to: name)
            return Program.run(
                "import", folder.path + "/" + name, "--workspace", workspace, "--lang", "en")
        }
        let first = imported(
            "01.csv",
            [
                "2026-01-13,Rewe,-10.00,EUR,990.00", "2026-01-15,Aldi,-20.00,EUR,970.00",
                "2026-01-17,Lidl,-30.00,EUR,940.00",
            ])
        #expect(first.errors.contains("unclear whose file this is"), "\(first.errors)")
        let second = imported(
            "02.csv",
            [
                "2026-02-13,Rewe,-15.00,EUR,925.00", "2026-02-15,Aldi,-25.00,EUR,900.00",
                "2026-02-17,Lidl,-35.00,EUR,865.00",
            ])
        #expect(second.code == 0 && second.output.contains("3"))
        #expect(!second.errors.contains("unclear whose file this is"), "\(second.errors)")
    }

    /// N26 prints neither ids nor balances, nor its account: a file of one payment may be either's.
    @Test func `that both have a file's only payment are said, and move mends it`() throws {
        let money = money()
        let heading =
            "\"Booking Date\",\"Value Date\",\"Partner Name\",\"Partner Iban\",Type,"
            + "\"Payment Reference\",\"Account Name\",\"Amount (EUR)\",\"Original Amount\","
            + "\"Original Currency\",\"Exchange Rate\"\n"
        func write(_ name: String, _ rows: [(day: Int, payee: String)]) -> String {
            let text = rows.map {
                "2026-02-0\($0.day),2026-02-0\($0.day),\($0.payee),,Presentment,,Main,"
                    + "-1\($0.day).50,-1\($0.day).50,EUR,1\n"
            }
            money.folder.write(heading + text.joined(), to: name)
            return money.folder.path + "/" + name
        }
        for name in ["Main", "Space"] {
            #expect(money.run("accounts", "add", name, "--currency", "EUR").code == 0)
        }
        let main = write("main.csv", [(1, "Rewe"), (3, "Netflix"), (5, "Aldi"), (7, "DB")])
        let space = write("space.csv", [(2, "Rent"), (4, "Power"), (6, "Gas"), (8, "Phone")])
        for (file, account) in [(main, "Main"), (space, "Space")] {
            let outcome = money.run("import", file, "--account", account)
            #expect(!outcome.errors.contains("has each payment"))
        }
        let one = write("one.csv", [(3, "Netflix")])
        let outcome = money.run("import", one, "--account", "Space")
        #expect(outcome.errors.contains("account Main also has each payment of the file"))
        #expect(
            outcome.errors.contains("fix: if the file is of Main: kopiyka move --file one.csv Main")
        )
        #expect(money.run("pending").lines.count { $0.contains("Netflix") } == 2)
        #expect(!money.run("import", one, "--account", "Space").errors.contains("has each payment"))
        let moved = money.run("move", "--file", "one.csv", "Main")
        #expect(moved.code == 0, "\(moved.errors)")
        #expect(money.run("pending").lines.count { $0.contains("Netflix") } == 1)
        // Its rows stay where they were moved to, and that is said.
        #expect(money.run("import", one, "--account", "Space").code == 1)
        #expect(money.run("pending").lines.count { $0.contains("Netflix") } == 1)
    }

    @Test func `change only the lines they are about`() {
        let money = money()
        for words in [
            ["rename", "Wise", "Мандри: 2026"], ["hide", "Чорна картка"],
            ["kind", "Wise", "заощадження"], ["kind", "travel", "Депозит"],
            ["own", "Чорна картка", "black"], ["own", "travel", "*0001", "BE68 5390 0754 7034"],
            ["add", "Готівка", "--currency", "UAH", "--alias", "cash-UAH"],
        ] {
            let all = ["accounts"] + words + ["--workspace", money.workspace]
            let before = money.folder.read("money/kopiyka.yaml")
            let dry = Program.run(all + ["--dry-run"])
            #expect(money.folder.read("money/kopiyka.yaml") == before)
            let outcome = Program.run(all)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(dry.output == outcome.output)
            #expect(Program.run(all).code == 1, "it is so already")
        }
        #expect(
            money.folder.read("money/kopiyka.yaml") == """
                # mine
                language: en   # always

                accounts:      # two of them
                  - name: Чорна картка   # the first
                    hidden: true
                    is: [UA213223130000026007233566001, "*4471", black]   # by number
                    currency: UAH

                  # the second
                  - name: Wise
                    kind: deposit
                    shown: "Мандри: 2026"
                    is:
                      - travel
                      - "*0001"
                      - BE68539007547034
                    bank: wise
                  - name: Готівка
                    is: [cash-UAH]
                    currency: UAH
                reports: {}

                """)
    }

    @Test func `have a kind, which their names say until it is given`() throws {
        let money = money()
        func kinds() throws -> [String] {
            try money.objects("accounts", "--json").compactMap { $0["kind"]?.text }
        }
        #expect(try kinds() == ["current", "card"])
        #expect(money.run("accounts", "kind", "Wise", "вклад").code == 0)
        #expect(try kinds() == ["deposit", "card"])
        let before = money.folder.read("money/kopiyka.yaml")
        let refused = money.run("accounts", "kind", "Wise", "depozit")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("accounts have no kind \"depozit\""))
        #expect(refused.errors.contains("did you mean deposit?"))
        #expect(refused.errors.contains("cash, card, current, savings, deposit, loan, investment"))
        #expect(money.run("accounts", "kind", "Wise").code == 64)
        #expect(money.run("accounts", "kind", "Nobody", "cash").code == 64)
        #expect(money.folder.read("money/kopiyka.yaml") == before)
    }

    @Test func `are of a bank that statements name`() {
        let money = money()
        let refused = money.run("accounts", "add", "Біла", "--bank", "monobnak")
        #expect(refused.code == 64 && refused.errors.contains("did you mean monobank?"))
        #expect(money.run("accounts", "add", "Біла", "--bank", "nosuch").errors.contains("kaspi"))
        #expect(money.run("accounts", "add", "Біла", "--bank", "kaspi").code == 0)
    }

    @Test func `show what a command changed of them`() {
        let money = money()
        func changes(_ words: String...) -> [String] {
            let run = Program.run(["accounts"] + words + ["--workspace", money.workspace])
            #expect(run.code == 0, "\(words): \(run.errors)")
            return run.output.split(separator: "\n").dropFirst().map {
                String($0.drop { $0 == " " })
            }
        }
        #expect(
            changes("add", "Біла", "--card", "*9876", "--bank", "monobank")
                == ["kind: card", "bank: monobank", "known by: *9876"])
        #expect(changes("kind", "Біла", "savings") == ["kind: card → savings"])
        #expect(changes("rename", "Wise", "Мандри") == ["name: Wise → Мандри"])
        #expect(changes("own", "Wise", "5555") == ["known by: travel → travel, 5555"])
        #expect(
            changes("opening", "Wise", "12.5", "2026-01-01", "--currency", "EUR")
                == ["opening balance: – → 12.50 EUR 2026-01-01"])
        #expect(changes("hide", "Wise") == ["hidden: no → yes"])
        #expect(changes("show", "Wise") == ["hidden: yes → no"])
        #expect(changes("add", "Wise", "--currency", "EUR") == ["currency: – → EUR"])
    }

    /// Next month's file of the merged account must not bring it back.
    @Test func `give their numbers to the account they are merged into, and undo takes them back`()
        throws
    {
        let money = Money()
        #expect(money.run("undo").code == 0)
        let settings = """
            accounts:
              - name: Чорна
                is: [black]
                currency: UAH
              - name: Біла
                is: [white, "*4471"]
                bank: monobank

            """
        money.folder.write(settings, to: "money/kopiyka.yaml")
        money.folder.write(money.folder.bytes(of: "february.csv"), to: "white-02.csv")
        #expect(money.run("import", money.folder.path + "/white-02.csv").code == 0)
        #expect(try accounts(money) == ["Біла"])
        let before = money.dump
        let dry = money.run("accounts", "merge", "Біла", "INTO", "Чорна", "--dry-run")
        #expect(dry.code == 0 && !dry.errors.contains("still has account"))
        #expect(money.folder.read("money/kopiyka.yaml") == settings)
        let merge = money.run("accounts", "merge", "Біла", "INTO", "Чорна", "--lang", "en")
        #expect(merge.code == 0 && !merge.errors.contains("still has account"))
        #expect(merge.errors.contains("Files of account white go to Чорна"))
        let merged = money.folder.read("money/kopiyka.yaml")
        #expect(merged.contains("[black, white, \"*4471\"]"), "\(merged)")
        let header = money.folder.read("february.csv").prefix { $0 != "\n" }
        money.folder.write(
            header + "\n\"03.03.2026 09:00:00\",АТБ,5411,-50.0,-50.0,UAH,—,—,—,1600.0\n",
            to: "white-03.csv")
        #expect(money.run("import", money.folder.path + "/white-03.csv").code == 0)
        #expect(try accounts(money) == ["Чорна"])
        #expect(money.run("undo").code == 0)
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
        let restored = money.folder.read("money/kopiyka.yaml")
        #expect(
            restored.split(separator: "\n").sorted() == settings.split(separator: "\n").sorted())
        #expect(money.run("redo").code == 0)
        #expect(money.folder.read("money/kopiyka.yaml").contains("[black, white, \"*4471\"]"))
    }

    @Test func `are not merged with themselves`() {
        let money = money()
        #expect(money.run("import", money.statement, "--account", "Wise").code == 0)
        let before = money.dump
        let refused = money.run("accounts", "merge", "Wise", "INTO", "travel")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("both names mean account Wise"), "\(refused.errors)")
        #expect(money.dump == before)
    }

    @Test func `are changed where a section journal follows`() {
        let money = money()
        money.folder.write(
            "accounts:\n  - name: A\njournal:\n  accounts: {A: \"Assets:X\"}\n",
            to: "money/kopiyka.yaml")
        #expect(money.run("accounts", "hide", "A").code == 0)
    }

    @Test func `have an opening balance in each currency`() throws {
        let money = money()
        func opening(_ words: String...) -> Program.Outcome {
            Program.run(["accounts", "opening"] + words + ["--workspace", money.workspace])
        }
        #expect(opening("Wise", "-1200,5", "2026-01-01").errors.contains("add --currency CUR"))
        #expect(opening("Wise", "1.005", "2026-01-01", "--currency", "EUR").code == 64)
        #expect(opening("Wise", "1", "2999-01-01", "--currency", "EUR").code == 64)
        #expect(opening("Wise", "1", "2026-01-01", "--currency", "XXY").code == 64)
        #expect(opening("Чорна картка", "1", "2026-01-01", "--currency", "EUR").code == 64)
        let before = money.folder.read("money/kopiyka.yaml")
        for words in [
            ["Wise", "-1200,5", "2026-01-01", "--currency", "EUR"],
            ["Wise", "-1200,55", "02.01.2026", "--currency", "EUR"],
            ["Wise", "100", "2026-01-03", "--currency", "USD"],
            ["Wise", "101", "2026-01-03", "--currency", "USD"],
            ["Чорна картка", "7", "2026-01-01"],
        ] {
            let all = ["accounts", "opening"] + words + ["--workspace", money.workspace]
            let now = money.folder.read("money/kopiyka.yaml")
            let dry = Program.run(all + ["--dry-run"])
            #expect(money.folder.read("money/kopiyka.yaml") == now)
            let outcome = Program.run(all)
            #expect(outcome.code == 0 && outcome.output == dry.output, "\(outcome.errors)")
            #expect(Program.run(all).code == 1, "it is so already")
        }
        let added = [
            "    opening: 7.00 UAH 2026-01-01",
            #"    opening: ["-1200.55 EUR 2026-01-02", 101.00 USD 2026-01-03]"#,
        ]
        let after = money.folder.read("money/kopiyka.yaml")
        let lines = after.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.contains("opening") }.map(String.init) == added)
        #expect(
            lines.filter { !$0.contains("opening") }.joined(separator: "\n") == before,
            "only these lines changed")
        let balances = try money.objects("accounts", "--json").compactMap { account in
            account["balance"]?.text.map { $0 + " " + (account["currency"]?.text ?? "") }
        }
        #expect(balances == ["-1200.55 EUR", "101.00 USD", "7.00 UAH"])
        // The lines below a balance are those of its question.
        for account in try money.objects("accounts", "--json", "--as-of", "2026-02-10") {
            let rows = try #require(account["rows"]?.array)
            let words = rows.compactMap { $0.text }
            let lines = try money.objects(["list", "--json"] + words)
            guard case .number(let count)? = account["entries"] else { continue }
            #expect(String(lines.count) == count)
        }
    }

    @Test(arguments: [
        "opening: 5", "opening: 5 UAH 2026-13-01", "opening: [5 UAH 2026-01-01, 6 UAH 2026-01-02]",
        "opening: 5 XXY 2026-01-01", "opening: 1.234 UAH 2026-01-01", "opening: {}",
    ])
    func `with a wrong opening balance are refused at its place`(line: String) {
        let money = money()
        money.folder.write("accounts:\n  - name: A\n    \(line)\n", to: "money/kopiyka.yaml")
        let outcome = money.run("accounts")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("kopiyka.yaml:3:"), "\(outcome.errors)")
    }

    @Test(arguments: [
        "accounts: [{name: Wise, is: [travel]}]\n", "accounts:\n- {name: Wise}\n",
        "accounts: [\n  {name: Wise}]\n",
    ])
    func `written otherwise are left to their owner`(settings: String) {
        let money = money()
        money.folder.write(settings, to: "money/kopiyka.yaml")
        let outcome = money.run("accounts", "rename", "Wise", "Мандри")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains("write it yourself: shown: Мандри")
                || outcome.errors.contains("write it yourself"))
        #expect(money.folder.read("money/kopiyka.yaml") == settings)
    }

    @Test(
        arguments: [
            (["add", "Wise"], 1, "already exists"),
            (["add", "Нова", "--alias", "travel"], 1, "means account"),
            (["rename", "Wise", "Чорна картка"], 1, "means account"),
            (["hide", "Wize"], 64, "did you mean Wise"),
            (["hidde", "Wise"], 64, "did you mean hide"),
            (["rename", "Wise"], 64, "other arguments"),
            (["hide", "Wise", "--bank", "wise"], 64, "other arguments"),
        ] as [([String], Int32, String)])
    func `refuse what would mean two things`(_ words: [String], code: Int32, says: String) {
        let money = money()
        let outcome = Program.run(["accounts"] + words + ["--workspace", money.workspace])
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
        #expect(money.folder.read("money/kopiyka.yaml") == Self.settings)
    }

    /// No command makes a name that nothing could mean.
    @Test(arguments: [["own", "Wise"], ["rename", "Wise"], ["add"], ["add", "Нова", "--alias"]])
    func `refuse what is neither a number nor a name`(_ verb: [String]) {
        let money = money()
        for word in [
            "", " ", "-.-", "..", "*", "—", "\u{7}", "black\u{1B}[2J", "a\nb", "\u{200B}",
            "a\u{202E}b",
        ] {
            let words = ["accounts"] + verb + [word, "--workspace", money.workspace]
            let outcome = Program.run(words)
            #expect(outcome.code == 64, "\(word): \(outcome.errors)")
            #expect(money.folder.read("money/kopiyka.yaml") == Self.settings)
        }
    }

    @Test(arguments: ["BE68539007547035", "BE68 5390 0754 7035", "UA213223130000026007233566002"])
    func `say that a number's check digits are wrong, whoever gives it`(_ number: String) {
        let outcome = money().run("accounts", "own", "Wise", number)
        #expect(outcome.errors.contains("check digits are wrong"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("february.csv", "monobank-UAH"), ("виписка *4471.csv", "Чорна картка"),
        ("516875xxxxxx4471_feb.csv", "Чорна картка"), ("statement_4471.csv", "Чорна картка"),
        ("UA213223130000026007233566001 2026-02.csv", "Чорна картка"),
        ("чорна_картка-2026-02.csv", "Чорна картка"), ("Чорна-Wise.csv", "monobank-UAH"),
        ("travel-2026.csv", "monobank-UAH"), ("чорна-2026-4472.csv", "monobank-UAH"),
    ])
    func `are found by a file's name where nothing else tells them`(
        _ name: String, account: String
    ) throws {
        let money = money()
        money.folder.write(money.folder.bytes(of: "february.csv"), to: name)
        let outcome = money.run("import", money.folder.path + "/" + name)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("whose file") == (account == "monobank-UAH"))
        let found = Set(try money.lines(in: "queue").compactMap { $0["account"]?.text })
        #expect(found == [account])
    }

    @Test func `are found by a folder or the command line before a file's name`() throws {
        let money = money()
        money.folder.write(money.folder.bytes(of: "february.csv"), to: "4471.csv")
        let file = money.folder.path + "/4471.csv"
        #expect(money.run("import", file, "--account", "travel").code == 0)
        #expect(try money.lines(in: "queue").allSatisfy { $0["account"]?.text == "Wise" })
    }

    @Test func `keep their keys when they are renamed`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let before = money.dump
        #expect(money.run("accounts", "rename", "monobank-UAH", "Чорна").code == 0)
        #expect(money.dump == before)
        #expect(money.run("import", money.statement).code == 0)
        #expect(money.dump == before, "the same lines are known under the same keys")
        #expect(money.run("list").output.contains("Чорна"))
        #expect(!money.run("balance").output.contains("monobank-UAH"))
        #expect(money.run("list", "--account", "Чорна", "--json").lines.count == 6)
        #expect(money.run("list", "--json").output.contains("\"account\":\"monobank-UAH\""))
        #expect(try money.objects("accounts", "--json").first?["shown"]?.text == "Чорна")
    }

    @Test func `are shown to people as they were named, wherever lines of theirs stand`() throws {
        let money = Money()
        #expect(money.run("accounts", "rename", "monobank-UAH", "Чорна").code == 0)
        let plain = Program.run(
            ["--lang", "en", "--workspace", money.workspace, "review", "--plain"], input: "to\nq\n")
        #expect(!plain.output.contains("monobank-UAH"))
        let screen = TerminalSession(["--lang", "en", "--workspace", money.workspace, "review"])
        #expect(screen.wait(for: "quit"))
        screen.type("q")
        #expect(screen.finish() == 0)
        #expect(screen.text.contains("· Чорна"))
        #expect(!screen.text.contains("monobank-UAH"))
        let refused = money.run("add", "--account", "Чорна", "обід 5 EUR").errors
        #expect(refused.contains("account \"Чорна\" is in UAH, the amount in EUR"), "\(refused)")
        let sheet = Program.run(
            ["--workspace", money.workspace, "review", "--edit"], environment: ["EDITOR=cat"])
        #expect(sheet.output.contains("  Чорна  Bolt"))
        #expect(!sheet.output.contains("monobank-UAH"))
        #expect(money.run("approve", "--all").code == 0)
        let export = money.run("export", "--format", "csv", "--locale", "uk")
        #expect(export.output.contains(";Чорна;"))
        #expect(money.run("export", "--format", "csv").output.contains(",monobank-UAH,"))
        #expect(money.dump.contains("monobank-UAH"))
    }

    // MARK: The question of an import

    private func importing(_ money: Money, _ file: String, _ answers: String...) -> String {
        let session = TerminalSession([
            "--lang", "en", "--workspace", money.workspace, "import",
            money.folder.path + "/" + file,
        ])
        for answer in answers {
            #expect(session.wait(for: ">"), "\(session.text)")
            session.type(answer + "\r")
        }
        _ = session.finish()
        return session.text
    }

    private func accounts(_ money: Money) throws -> Set<String> {
        Set(try money.lines(in: "queue").compactMap { $0["account"]?.text })
    }

    @Test func `are asked for once where a file tells nothing of them`() throws {
        let money = money()
        for name in ["black-2026-02.csv", "black-2026-03.csv"] {
            money.folder.write(money.folder.bytes(of: "february.csv"), to: name)
        }
        let asked = importing(money, "black-2026-02.csv", "1", "y")
        #expect(asked.contains("black-2026-02.csv: 6 new lines, account unknown"))
        #expect(asked.contains("1  Чорна картка"))
        // Wise is of another bank.
        #expect(!asked.contains("Wise"))
        #expect(try accounts(money) == ["Чорна картка"])
        #expect(money.folder.read("money/kopiyka.yaml").contains("\"*4471\", black]"))
        let known = importing(money, "black-2026-03.csv")
        #expect(!known.contains("which account"))
        #expect(known.contains("Nothing new") || known.contains("nothing new"), "\(known)")
        #expect(try money.lines(in: "queue").count == 6)
    }

    @Test(
        arguments: [
            (["", "n"], "black", "- name: black"), (["", "y"], "black", "is: [black]"),
            (["0"], "monobank-UAH", ""),
            (["n", "Готівкова", "n"], "Готівкова", "- name: Готівкова"),
            (["9", "1", "n"], "Чорна картка", ""), (["s"], nil, ""),
            (["n", "travel", "0"], "monobank-UAH", ""),
        ] as [([String], String?, String)])
    func `are as the answer says, and nothing is remembered that was not wanted`(
        _ answers: [String], account: String?, settings: String
    ) throws {
        let money = money()
        money.folder.write(money.folder.bytes(of: "february.csv"), to: "black-2026-02.csv")
        let before = money.folder.read("money/kopiyka.yaml")
        let session = TerminalSession([
            "--lang", "en", "--workspace", money.workspace, "import",
            money.folder.path + "/black-2026-02.csv",
        ])
        #expect(session.wait(for: ">"))
        session.type(answers.map { $0 + "\r" }.joined())
        #expect(session.finish() == 0, "\(session.text)")
        #expect(try accounts(money) == (account.map { [$0] } ?? []))
        // Whoever was asked is not told again.
        #expect(!session.text.contains("whose file this is"))
        let after = money.folder.read("money/kopiyka.yaml")
        #expect(settings.isEmpty ? after == before : after.contains(settings))
        #expect(money.run("check").code == 0)
        guard account != nil else { return }
        let dump = money.dump
        #expect(money.run("undo").code == 0)
        #expect(try accounts(money).isEmpty && money.folder.read("money/kopiyka.yaml") == before)
        #expect(money.run("redo").code == 0)
        #expect(money.dump == dump && money.folder.read("money/kopiyka.yaml") == after)
    }

    /// What Enter means at the first question, by the file's name.
    @Test(arguments: [
        ("black-2026-02.csv", "black"), ("mono_white (1).csv", "mono white"),
        ("516874xxxxxx9921_feb.csv", "9921"), ("card 9921.csv", "9921"),
        ("чорна виписка.csv", "чорна"), ("february.csv", "monobank-UAH"),
        ("Monobank statement 2026-02.csv", "monobank-UAH"), ("1.csv", "monobank-UAH"),
        ("експорт.csv", "monobank-UAH"),
    ])
    func `are proposed by the file's name when Enter is all that is typed`(
        _ name: String, account: String
    ) throws {
        let money = money()
        money.folder.write(money.folder.bytes(of: "february.csv"), to: name)
        let text = importing(money, name, "", "n")
        #expect(text.contains("(Enter: \(account)"), "\(text)")
        #expect(try accounts(money) == [account])
    }

    @Test(arguments: ["--json", "--quiet", "--dry-run", "--account=Wise"])
    func `are not asked for in a script`(option: String) throws {
        let money = money()
        money.folder.write(money.folder.bytes(of: "february.csv"), to: "black-2026-02.csv")
        let file = money.folder.path + "/black-2026-02.csv"
        let words =
            option == "--quiet"
            ? ["--quiet", "--workspace", money.workspace, "import", file]
            : ["--workspace", money.workspace, "import", file, option]
        let session = TerminalSession(words)
        #expect(session.finish() == 0)
        #expect(!session.text.contains("which account"))
    }

    @Test func `are not asked for where balances continue old lines`() throws {
        let money = Money()
        money.folder.write(Self.settings, to: "money/kopiyka.yaml")
        let header = money.folder.read("february.csv").prefix { $0 != "\n" }
        money.folder.write(
            header + "\n\"03.03.2026 09:00:00\",АТБ,5411,-50.0,-50.0,UAH,—,—,—,1600.0\n",
            to: "black.csv")
        let text = importing(money, "black.csv")
        #expect(!text.contains("which account") && !text.contains("whose file this is"))
        #expect(try accounts(money) == ["monobank-UAH"])
    }

    @Test func `that are hidden count in no total unless they are asked for`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("add", "кава 65 грн 2026-02-06").code == 0)
        #expect(money.run("accounts", "hide", "cash-UAH").code == 0)
        for command in ["balance", "report"] {
            let without = money.run(command, "--json").output
            let all = money.run(command, "--all", "--json").output
            #expect(without != all)
            #expect(!without.contains("cash-UAH"))
        }
        #expect(money.run("balance", "--account", "cash-UAH").output.contains("65.00"))
        #expect(money.run("report", "--month", "2026-02", "--json").output.contains("-155.00"))
        #expect(
            money.run("report", "--all", "--month", "2026-02", "--json").output.contains("-220.00"))
        #expect(money.run("list").output.contains("кава"), "a list shows what is there")
        #expect(money.run("accounts", "show", "cash-UAH").code == 0)
        #expect(money.run("balance").output.contains("cash-UAH"))
    }

    @Test func `do not take the number of an account that has lines`() {
        let money = Money()
        let outcome = money.run("accounts", "add", "Чорна", "--alias", "monobank-UAH")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("accounts rename monobank-UAH"))
    }

    @Test(arguments: [
        // The account is entered with the name, or was there, with others or none.
        "", "language: en\n", "accounts:\n  - name: Чорна\n", "accounts:\n  - {name: Чорна}\n",
        "accounts:\n  - name: Чорна\n    is: black\nreports: {}\n",
        "# mine\naccounts:\n  - name: Чорна\n    is: [black, \"*4471\"]   # both\n    currency: UAH\n",
        "accounts:\n  - name: Чорна\n    is:\n      - black   # word\n  - name: Біла\n",
        "accounts:\n  - name: Біла\n",
    ])
    func `are after undo of a merge what they were, and after redo what it made them`(
        settings: String
    ) throws {
        let money = Money()
        let isKnown = settings.contains("Чорна")
        money.folder.write(settings, to: "money/kopiyka.yaml")
        if !isKnown { money.run("add", "1 кава", "--account", "cash-UAH") }
        let into = isKnown ? "Чорна" : "cash-UAH"
        let before = money.dump
        let merge = money.run("accounts", "merge", "monobank-UAH", "INTO", into)
        #expect(merge.code == 0, "\(merge.errors)")
        let merged = (money.dump, money.folder.read("money/kopiyka.yaml"))
        let isGiven = merge.errors.contains("Files of account monobank-UAH go to")
        #expect(merged.1.contains("monobank-UAH") == isGiven)
        for _ in 0..<2 {
            #expect(money.run("undo").code == 0)
            #expect(money.dump == before)
            let undone = money.folder.read("money/kopiyka.yaml")
            // One name became a list of one.
            let left = undone.replacing("is: [black]", with: "is: black")
            #expect(left == settings)
            #expect(money.run("redo").code == 0)
            #expect(money.dump == merged.0)
            #expect(money.folder.read("money/kopiyka.yaml") == merged.1)
        }
        // What a person wrote since stays.
        let edited = merged.1 + "# mine\n"
        money.folder.write(edited, to: "money/kopiyka.yaml")
        #expect(money.run("undo").code == 0)
        let kept = money.folder.read("money/kopiyka.yaml")
        #expect(kept.replacing("is: [black]", with: "is: black") == settings + "# mine\n")
        // The account is itself again: by its name, in a list, and for another merge.
        #expect(money.run("list", "--account", "monobank-UAH").code == 0)
        let again = money.run("accounts", "merge", "monobank-UAH", "INTO", into, "--json")
        #expect(again.output.contains("\"moved\":6"))
    }

    @Test func `that a merge changed say what to do where undo cannot change them back`() throws {
        let money = Money()
        money.folder.write("accounts:\n  - name: Чорна\n", to: "money/kopiyka.yaml")
        #expect(money.run("accounts", "merge", "monobank-UAH", "INTO", "Чорна").code == 0)
        let byHand = "accounts: [{name: Чорна, is: [monobank-UAH]}]\n"
        money.folder.write(byHand, to: "money/kopiyka.yaml")
        let undone = money.run("undo")
        #expect(undone.code == 0)
        #expect(undone.errors.contains("remove monobank-UAH from its is:"))
        #expect(money.folder.read("money/kopiyka.yaml") == byHand)
    }

    /// Two accounts whose files name no currency, all approved.
    private func nameless() -> Money {
        let money = Money()
        #expect(money.run("undo").code == 0)
        for (account, amount) in [("first", "-85,00"), ("second", "-12,50")] {
            money.folder.write(
                "Datum;Wat;Betrag\n21.02.2026;Laden;\(amount)\n22.02.2026;Lohn;90,00\n",
                to: account + ".csv")
            #expect(
                money.run(
                    "import", money.folder.path + "/" + account + ".csv", "--account", account,
                    "--sign", "printed"
                ).code == 0)
        }
        #expect(money.run("approve", "--all").code == 0)
        return money
    }

    @Test func `that have no currency are never summed together`() {
        let money = nameless()
        let report = money.run("report", "--json").output
        for (account, net) in [("first", "5.00"), ("second", "77.50")] {
            #expect(
                report.contains(
                    "{\"currency\":\"\",\"account\":\"\(account)\",\"sum\":\"net\",\"periods\":{\"2026-02\":\"\(net)\"}"
                ))
        }
        let text = money.run("report", "--lang", "en").output
        #expect(text.contains("no currency (first)") && text.contains("no currency (second)"))
        let list = money.run("list", "--lang", "en").output
        #expect(list.contains("no currency (second): 2 entries, in 90.00, out −12.50, net 77.50"))
        #expect(
            money.run("report", "--csv").output.hasPrefix(
                "currency,category,name,kind,2026-02,total,account"))
    }

    @Test func `give lines that came in before the currency that is said later`() {
        let money = nameless()
        let before = money.run("dump").output
        #expect(money.run("accounts", "add", "first", "--currency", "EUR").code == 0)
        // An account of the settings gets it too, once.
        #expect(money.run("accounts", "add", "second").code == 0)
        #expect(money.run("accounts", "add", "second", "--currency", "USD").code == 0)
        #expect(money.run("accounts", "add", "second", "--currency", "EUR").code == 1)
        let report = money.run("report", "--json").output
        #expect(
            report.contains(
                "{\"currency\":\"EUR\",\"sum\":\"net\",\"periods\":{\"2026-02\":\"5.00\"}"))
        #expect(
            report.contains(
                "{\"currency\":\"USD\",\"sum\":\"net\",\"periods\":{\"2026-02\":\"77.50\"}"))
        let list = money.run("list", "--json", "--currency", "EUR").output
        #expect(list.contains("\"currency\":\"EUR\"") && !list.contains("second"))
        #expect(money.run("accounts", "--json").output.contains("\"currency\":\"USD\""))
        #expect(money.run("balance", "--json").output.contains("\"currency\":\"EUR\""))
        #expect(money.run("export", "--format", "hledger").output.contains("-85.00 EUR"))
        // The bank's facts stay as they were, and the same rows are known.
        #expect(money.run("dump").output == before)
        let again = money.run(
            "import", money.folder.path + "/first.csv", "--account", "first", "--sign", "printed",
            "--json")
        #expect(again.code == 0 && money.run("dump").output == before)
        #expect(money.run("check").code == 0)
    }
}
