import TestKit
import Testing

@Suite struct `Opening balances of a journal` {
    private static let journal = """
        2026-01-01 Opening
            Assets:Bank  100.00 UAH
            Assets:Cash  20.50 UAH
            Equity:Opening balances

        2026-01-05 Market
            Assets:Bank  -30.00 UAH
            Expenses:Food

        """
    private static let beancount = """
        2026-01-01 open Assets:Bank
        2026-01-01 open Expenses:Food
        2026-01-01 open Equity:Opening-Balances
        2026-01-01 pad Assets:Bank Equity:Opening-Balances
        2026-01-02 balance Assets:Bank  100.00 UAH
        2026-01-05 * "Market"
          Assets:Bank  -30.00 UAH
          Expenses:Food

        """

    private func settings(_ money: Money) -> String { money.folder.read("money/kopiyka.yaml") }

    private func write(_ text: String, to name: String, _ money: Money) -> String {
        money.folder.write(text, to: name)
        return money.folder.path + "/" + name
    }

    @Test(arguments: [journal, beancount])
    func `go to the settings, and undo takes them back`(text: String) throws {
        let money = Money()
        let before = settings(money)
        let path = write(text, to: "home.journal", money)
        #expect(money.run("import", "--dry-run", path).errors.contains("100.00 UAH 2026-01-01"))
        #expect(settings(money) == before)
        let read = money.run("import", path)
        #expect(read.errors.contains("Account Assets:Bank: opening balance 100.00 UAH 2026-01-01"))
        let after = settings(money)
        #expect(after.contains("opening: 100.00 UAH 2026-01-01"))
        #expect(money.run("categories", "map", "--new").code == 0)
        #expect(money.run("approve", "--from-history").code == 0)
        let balance = money.run("balance", "--account", "Assets:Bank", "--json").output
        #expect(balance.contains("\"balance\":\"70.00\""))
        for _ in 0..<2 { #expect(money.run("undo").code == 0) }
        #expect(settings(money) == before)
        #expect(money.run("redo").code == 0)
        #expect(settings(money) == after)
        #expect(money.run("import", path).errors.contains("opening") == false)
    }

    @Test func `do not replace the one that an account has`() {
        let money = Money()
        let path = write(Self.journal, to: "home.journal", money)
        #expect(money.run("accounts", "add", "Assets:Bank", "--currency", "UAH").code == 0)
        #expect(money.run("accounts", "opening", "Assets:Bank", "7", "2025-12-01").code == 0)
        let read = money.run("import", path)
        #expect(read.errors.contains("7.00 UAH 2025-12-01 (kopiyka.yaml), which stays"))
        #expect(settings(money).contains("opening: 7.00 UAH 2025-12-01"))
        #expect(settings(money).contains("opening: 20.50 UAH 2026-01-01"))
        #expect(money.run("undo").code == 0)
        #expect(settings(money).contains("opening: 7.00 UAH 2025-12-01"))
        #expect(!settings(money).contains("20.50"))
    }

    @Test(arguments: [
        // A second opening, and one after the first row.
        "2026-02-01 Opening\n    Assets:Bank  1.00 UAH\n    Equity:Opening balances\n",
        "2025-12-31 Market\n    Assets:Bank  1.00 UAH\n    Expenses:Food\n",
    ])
    func `are left out where they are none`(more: String) {
        let money = Money()
        let read = money.run("import", write(Self.journal + more, to: "home.journal", money))
        #expect(read.errors.contains("no opening balance was taken"))
        #expect(!settings(money).contains("100.00"))
        #expect(settings(money).contains("opening: 20.50 UAH 2026-01-01"))
    }

    @Test func `may close and open a year`() {
        let money = Money()
        let years = """
            2026-12-31 Closing
                Assets:Bank  -70.00 UAH
                Equity:Opening/closing balances

            2027-01-01 Opening
                Assets:Bank  70.00 UAH
                Equity:Opening/closing balances

            """
        #expect(
            money.run("import", write(Self.journal + years, to: "home.journal", money)).code == 0)
        #expect(settings(money).contains("opening: 100.00 UAH 2026-01-01"))
    }

    @Test func `are exported on their own day`() {
        let money = Money()
        #expect(money.run("import", write(Self.journal, to: "home.journal", money)).code == 0)
        #expect(money.run("approve", "--all").code == 0)
        let text = money.run("export", "--format", "hledger", "--account", "Assets:Bank").output
        #expect(text.contains("\n2026-01-01 * Opening balance\n    Assets:Assets:Bank  100.00 UAH"))
    }

    @Test func `are no categories to learn`() {
        let money = Money()
        let table = """
            Date,Account,Payee,Category,Amount,Currency
            2026-01-01,Bank,Початок,Власні кошти:Початкові залишки,100.00,UAH
            2026-01-02,Bank,Початок,Equity:Opening Balances,100.00,UAH
            2026-01-05,Bank,Ринок,groceries,-30.00,UAH

            """
        let learned = money.run("learn", write(table, to: "home.csv", money), "--new")
        #expect(!learned.output.contains("залишки") && !learned.output.contains("Equity"))
        #expect(!learned.errors.contains("залишки") && !learned.errors.contains("Equity"))
    }
}

@Suite struct `Opening balances of a QIF` {
    private static let book = """
        !Account
        NГотівка
        D[UAH]
        ^
        !Type:Cash
        D2026-01-01
        T500.00
        PПочатковий баланс
        L[Готівка]
        ^
        D2026-01-15
        T-50.00
        PATB
        ^

        """

    private func read(_ text: String) -> (money: Money, errors: String) {
        let money = Money()
        money.folder.write(text, to: "cash.qif")
        return (money, money.run("import", money.folder.path + "/cash.qif").errors)
    }

    @Test func `go to the settings`() {
        let (money, _) = read(Self.book)
        #expect(
            money.folder.read("money/kopiyka.yaml").contains("opening: 500.00 UAH 2026-01-01"))
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("balance", "--json").output.contains("\"balance\":\"450.00\""))
    }

    @Test func `after a row of the account are left out`() {
        let (money, errors) = read(Self.book + "D2025-12-31\nT-1.00\nPATB\n^\n")
        #expect(errors.contains("no opening balance was taken"))
        #expect(!money.folder.read("money/kopiyka.yaml").contains("opening:"))
    }
}

@Suite struct `Opening balances of a statement` {
    private static let statement = """
        :20:A
        :25:1/55
        :28C:1/1
        :60F:C260101UAH100,00
        :61:2601050105D10,00NMSCR1
        :86:Shop
        :62F:C260131UAH90,00
        -

        """

    /// Its lines go to another account, or are forgotten; a person gave the opening.
    @Test func `are named when the account loses its lines`() {
        let money = Money()
        money.folder.write(Self.statement, to: "a.sta")
        let path = money.folder.path + "/a.sta"
        #expect(money.run("import", path).errors.contains("opening balance 100.00 UAH 2025-12-26"))
        // The statement's own goes with it.
        let given = money.run(
            "accounts", "opening", "1/55", "80.00", "2025-12-01", "--currency", "UAH")
        #expect(given.code == 0)
        #expect(money.run("accounts", "add", "Other", "--currency", "UAH").code == 0)
        let moved = money.run("move", "--file", path, "Other")
        #expect(
            moved.errors.contains("opening balance 80.00 UAH 2025-12-01: kopiyka accounts merge"),
            "\(moved.errors)")
        #expect(money.run("undo").code == 0)
        let forgotten = money.run("import", "--forget", path)
        #expect(
            forgotten.errors.contains("kopiyka accounts opening 1/55 0.00 2025-12-01"),
            "\(forgotten.errors)")
    }
}

@Suite struct `Merging accounts with opening balances` {
    private func merged(_ from: String?, _ into: String?) throws -> (Money, Program.Outcome) {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        #expect(money.run("accounts", "add", "Other", "--currency", "UAH").code == 0)
        if let from {
            let words = from.split(separator: " ").map(String.init)
            #expect(money.run("accounts", "opening", "Other", words[0], words[1]).code == 0)
        }
        if let into {
            let words = into.split(separator: " ").map(String.init)
            #expect(money.run("accounts", "opening", "monobank-UAH", words[0], words[1]).code == 0)
        }
        return (money, money.run("accounts", "merge", "Other", "monobank-UAH"))
    }

    @Test(arguments: [
        ("5.00 2026-01-01", nil, "opening: 5.00 UAH 2026-01-01"),
        ("5.00 2026-01-01", "2.50 2026-01-01", "opening: 7.50 UAH 2026-01-01"),
        ("0 2025-01-01", "2.50 2026-01-01", "opening: 2.50 UAH 2026-01-01"),
        ("5.00 2026-01-01", "0 2025-01-01", "opening: 5.00 UAH 2026-01-01"),
    ])
    func `keeps their sum, and undo takes it back`(
        from: String, into: String?, opening: String
    ) throws {
        let (money, merge) = try merged(from, into)
        #expect(merge.code == 0, "\(merge.errors)")
        let after = money.folder.read("money/kopiyka.yaml")
        #expect(after.contains(opening) && after.split(separator: "opening:").count == 2)
        #expect(money.run("undo").code == 0)
        let before = money.folder.read("money/kopiyka.yaml")
        for said in [from, into].compactMap({ $0 }) {
            #expect(before.contains(String(said.split(separator: " ")[1])))
        }
        #expect(money.run("redo").code == 0)
        #expect(money.folder.read("money/kopiyka.yaml") == after)
    }

    @Test(arguments: ["5.00 2026-02-01", "5.00 2026-01-01"])
    func `is refused where the sum is not clear`(into: String) throws {
        let (money, merge) = try merged("5.00 2026-01-01", into)
        #expect(merge.code == 64 && merge.errors.contains("accounts opening"))
        #expect(money.folder.read("money/kopiyka.yaml").split(separator: "opening:").count == 3)
    }
}

@Suite struct `What is no journal` {
    @Test(arguments: [
        "\"txnidx\",\"date\",\"code\",\"description\",\"account\",\"amount\",\"total\"\n",
        "\"txnidx\",\"date\",\"code\",\"description\",\"otheraccounts\",\"change\",\"balance\"\n",
        "date,payee,narration,account,position\n", "account,sum_position\n",
        "\"2026/01/10\",\"\",\"Bakery\",\"Assets:Card\",\"UAH\",\"-10\",\"*\",\"\"\n",
    ])
    func `is refused with the export to use`(head: String) {
        let folder = TemporaryFolder()
        folder.write(
            head + "\"2026/01/11\",\"\",\"Bakery\",\"Assets:Card\",\"UAH\",\"-10\",\"*\",\"\"\n",
            to: "report.csv")
        let read = Program.run("read", folder.path + "/report.csv")
        #expect(read.code != 0 && read.output.isEmpty)
        #expect(read.errors.contains("ledger print > all.journal"), "\(read.errors)")
    }

    @Test func `or does not sum is to be mended in the journal`() {
        let folder = TemporaryFolder()
        folder.write(
            "2026-01-10 Bakery\n    Assets:Card  -10 UAH\n    Expenses:Food  9 UAH\n",
            to: "a.journal")
        let read = Program.run("read", folder.path + "/a.journal")
        #expect(read.errors.contains("a.journal:1:1: error:") && read.errors.contains("bean-check"))
        #expect(!read.errors.contains("download"))
    }
}
