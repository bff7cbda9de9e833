import Scanning
import TestKit
import Testing

/// What the settings say of an account's currency, beside what files say.
@Suite struct `Currencies of accounts` {
    private let folder = TemporaryFolder()

    init() {
        #expect(Program.run("init", folder.path + "/w").code == 0)
        // Two tables that nobody knows: other rows on the same days.
        for (name, words) in [("a.csv", "Shop"), ("b.csv", "Coffee")] {
            writeTable(name, words, days: 1...6)
        }
    }

    private func writeTable(_ name: String, _ words: String, days: ClosedRange<Int>) {
        let rows = days.map { "2026-02-0\($0);\(words) \($0);-\($0 * words.utf8.count).5\n" }
        folder.write("Date;Description;Amount\n" + rows.joined(), to: name)
    }

    private func run(_ arguments: String...) -> Program.Outcome {
        Program.run(arguments + ["--workspace", folder.path + "/w"])
    }

    private func bringIn(_ name: String, _ more: String...) -> Program.Outcome {
        Program.run(
            ["import", folder.path + "/" + name, "--workspace", folder.path + "/w"] + more)
    }

    /// The commands that messages advise to type.
    private func advised(_ outcome: Program.Outcome, _ beginning: String) -> [String] {
        outcome.errors.split(separator: "\n").compactMap { line in
            line.hasPrefix("  fix: " + beginning) ? String(line.dropFirst(7)) : nil
        }
    }

    @Test func `lists of prices in XML come in, and broken ones are refused at their place`() {
        let day =
            "<Cube><Cube time=\"2026-02-02\"><Cube currency=\"USD\" rate=\"1.25\"/></Cube></Cube>\n"
        folder.write("<e>\n" + day + "</e>\n", to: "hist.xml")
        folder.write("<e>\n" + day, to: "cut.xml")
        let taken = run("prices", "import", folder.path + "/hist.xml")
        #expect(taken.code == 0 && taken.output.contains("1 price, 1 new"))
        #expect(run("prices", "explain", "10", "EUR", "--in", "USD").output.contains("12.50 USD"))
        let cut = run("prices", "import", folder.path + "/cut.xml")
        #expect(cut.code == 1 && cut.errors.contains(folder.path + "/cut.xml:2:"))
    }

    private func lines() throws -> [JSONValue] {
        try run("dump").lines.map { try JSONValue.parse(Array($0.utf8).span) }
            .filter { $0["where"]?.text == "queue" }
    }

    @Test func `what is advised to an account without one works for each of a family`() throws {
        let advice = ["a.csv", "b.csv"].flatMap {
            advised(bringIn($0), "kopiyka accounts add")
        }
        #expect(advice.count == 2 && advice.allSatisfy { $0.hasSuffix(" --currency CUR") })
        #expect(advice.last?.contains("-2 ") == true)
        for (command, currency) in zip(advice, ["EUR", "USD"]) {
            let words = command.split(separator: " ").dropFirst().dropLast().map(String.init)
            let outcome = Program.run(
                words + [currency, "--workspace", folder.path + "/w"])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        #expect(run("approve", "--all").code == 0)
        for command in ["report", "balance", "list"] {
            let text = run(command, "--json").output
            #expect(text.contains(#""currency":"EUR""#) && text.contains(#""currency":"USD""#))
            #expect(!text.contains(#""currency":"""#), "\(command)")
        }
        #expect(run("export", "--format", "hledger").output.contains("-6.50 USD"))
    }

    @Test func `are those of the account that a file is found to be of`() throws {
        #expect(bringIn("a.csv").code == 0 && bringIn("b.csv").code == 0)
        let second = try #require(
            lines().compactMap { $0["account"]?.text }.first { $0.hasSuffix("-2") })
        #expect(run("accounts", "add", String(second.dropLast(2)), "--currency", "EUR").code == 0)
        writeTable("c.csv", "Coffee", days: 3...7)
        let open = bringIn("c.csv")
        #expect(advised(open, "kopiyka accounts add \(second) --currency").count == 1)
        #expect(run("accounts", "add", second, "--currency", "USD").code == 0)
        writeTable("d.csv", "Coffee", days: 4...8)
        #expect(!bringIn("d.csv").errors.contains("currency of its lines is unknown"))
        let currencies = try ["2026-02-07", "2026-02-08"].map { day in
            try #require(lines().first { $0["date"]?.text == day })["currency"]?.text
        }
        #expect(currencies == ["", "USD"])
        #expect(run("check").code == 0)
    }

    /// The bank's file shows lines that a table brought without a currency.
    @Test func `are advised when a later file tells them`() throws {
        #expect(bringIn("a.csv").code == 0)
        folder.write(
            "Date;Description;Amount;Currency\n"
                + (1...7).map { "2026-02-0\($0);Shop \($0);-\($0 * 4).5;USD\n" }.joined(),
            to: "bank.csv")
        let told = bringIn("bank.csv")
        #expect(told.errors.contains("in USD, but some of its lines have no currency"))
        let advice = try #require(advised(told, "kopiyka accounts add").first)
        let words = advice.split(separator: " ").dropFirst().map(String.init)
        #expect(Program.run(words + ["--workspace", folder.path + "/w"]).code == 0)
        #expect(run("approve", "--all").code == 0)
        let balance = run("balance", "--json")
        #expect(balance.lines.count == 1 && balance.output.contains(#""currency":"USD""#))
        #expect(run("check").code == 0)
    }

    @Test func `are told by check until they are given`() throws {
        let known = "2026-02-01;Rewe;-10.00;EUR\n2026-02-13;Netflix;-12.00;EUR\n"
        let rows = ["2026-02-01;Rewe;-10.00", "2026-02-13;Netflix;-12.00", "2026-02-14;DB;-13.00"]
        folder.write(
            "When;What;How much\n" + rows.joined(separator: "\n") + "\n", to: "none.csv")
        folder.write(
            "When;What;How much;Currency\n" + known
                + "2026-02-14;DB;-13.00;EUR\n2026-02-15;Lidl;-4.00;EUR\n", to: "euro.csv")
        _ = bringIn("none.csv", "--account", "giro")
        #expect(run("check").output.contains("All is well"))
        #expect(
            advised(bringIn("euro.csv", "--account", "giro"), "kopiyka accounts add").count == 1)
        _ = run("approve", "--all")
        let check = run("check")
        #expect(check.code == 0 && !check.output.contains("All is well"))
        let advice = try #require(advised(check, "kopiyka accounts add").first)
        #expect(run("balance").lines.count { $0.hasPrefix("giro") } == 2)
        let words = advice.split(separator: " ").dropFirst().map(String.init)
        #expect(Program.run(words + ["--workspace", folder.path + "/w"]).code == 0)
        #expect(run("check").output.contains("All is well"))
        let sums = run("balance").lines.filter { $0.hasPrefix("giro") }
        #expect(sums.count == 1 && sums[0].contains("−39.00"))
    }

    @Test func `that rows contradict are said by import and check`() throws {
        folder.write(
            "Date;Description;Amount;Currency\n2026-02-01;Shop;-4.50;UAH\n2026-02-02;Bar;-5.50;UAH\n",
            to: "uah.csv")
        #expect(run("accounts", "add", "Euro", "--currency", "EUR").code == 0)
        let said = bringIn("uah.csv", "--account", "Euro")
        #expect(said.code == 1)
        #expect(
            said.errors.contains("uah.csv: error: account Euro is in EUR but has lines in UAH: 2"))
        #expect(bringIn("uah.csv", "--account", "Euro").code == 0, "nothing new contradicts")
        let check = run("check")
        #expect(check.code == 1)
        #expect(!check.output.contains("All is well"))
        #expect(check.errors.contains("account Euro is in EUR but has lines in UAH: 2"))
        #expect(run("accounts", "add", "Hryvnia", "--currency", "UAH").code == 0)
        let move = try #require(advised(said, "kopiyka move --file uah.csv ACCOUNT").first)
        #expect(move.contains("correct currency in kopiyka.yaml"))
        #expect(run("move", "--file", "uah.csv", "Hryvnia").code == 0)
        #expect(run("check").code == 0)
    }

    @Test func `are codes of ISO 4217`() {
        let refused = run("accounts", "add", "Main", "--currency", "ABC")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("option --currency does not take \"ABC\""))
        #expect(!folder.read("w/kopiyka.yaml").contains("Main"))
        folder.write("accounts:\n  - name: Main\n    currency: ABC\n", to: "w/kopiyka.yaml")
        let wrong = run("accounts")
        #expect(wrong.code == 65)
        #expect(wrong.errors.contains("kopiyka.yaml:3:15: error: the currency is not an ISO 4217"))
    }

    @Test func `a slip in --account makes no account`() throws {
        let made = bringIn("a.csv", "--account", "mono")
        #expect(made.code == 0 && made.errors.contains("New account: mono\n"))
        let before = run("dump").output
        for slip in ["monno", "mno", "Mono", "моnо"] {
            let refused = bringIn("b.csv", "--account", slip)
            #expect(refused.code == 64, "\(slip)")
            #expect(refused.errors.contains("there is no account \"\(slip)\""))
            #expect(refused.errors.contains("did you mean mono?"))
        }
        #expect(run("dump").output == before)
        // Numbers and short words tell accounts apart, and what the settings have is said.
        for (number, name) in ["mono-2", "mono-USD", "mono-EUR", "cash"].enumerated() {
            writeTable("n.csv", "Shop \(name)", days: 1...3 + number)
            let made = bringIn("n.csv", "--account", name)
            #expect(made.code == 0 && made.errors.contains("New account: \(name)\n"), "\(name)")
        }
        #expect(run("accounts", "add", "monno").code == 0)
        let said = bringIn("b.csv", "--account", "monno")
        #expect(said.code == 0 && !said.errors.contains("New account"))
    }

    /// Lines without a currency of their own keep what the settings said of them.
    @Test(arguments: [true, false])
    func `go with lines that move to another account`(isDeclared: Bool) throws {
        #expect(bringIn("a.csv").code == 0)
        let account = try lines().first?["account"]?.text ?? ""
        if isDeclared {
            #expect(run("accounts", "add", account, "--currency", "USD").code == 0)
        }
        folder.write("Date,Details,Sum USD\n2026-05-01,Rent,-7.00\n", to: "usd.csv")
        #expect(run("accounts", "add", "card").code == 0)
        #expect(
            Program.run(
                "import", folder.path + "/usd.csv", "--account", "card", "--workspace",
                folder.path + "/w"
            ).code == 0)
        #expect(run("approve", "--all").code == 0)
        let before = run("dump").output
        let merge = run("accounts", "merge", account, "INTO", "card")
        #expect(merge.code == 0, "\(merge.errors)")
        #expect(!run("report", "--json").output.contains(#""currency":"""#))
        #expect(run("export", "--format", "hledger").output.contains("-4.50 USD"))
        #expect(run("check").code == 0)
        let merged = run("dump").output
        #expect(bringIn("a.csv").code == 0)
        #expect(run("dump").output == merged)
        #expect(run("undo").code == 0)
        #expect(run("dump").output == before)
    }
}
