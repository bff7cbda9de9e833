import Scanning
import TestKit
import Testing

/// `--as-of DAY`: later lines do not exist.
@Suite struct `Accounts as of a day` {
    private func home() -> Money {
        let money = Money()
        money.folder.write(
            """
            date,account,amount,currency,category,payee,description,note,bank_id,key,part
            2025-01-10,Card,-100.00,UAH,groceries,,Market,,a,,
            2025-02-10,Card,-20.00,UAH,groceries,,Market,,b,,
            2025-03-10,Card,-3.00,UAH,groceries,,Market,,c,,
            2025-03-11,Purse,-1.00,UAH,groceries,,Market,,d,,

            """, to: "year.csv")
        #expect(money.run("import", money.folder.path + "/year.csv").code == 0)
        #expect(money.run("approve", "--from-history").code == 0)
        return money
    }

    @Test func `have the lines until then`() throws {
        let money = home()
        let accounts = try money.objects("accounts", "--json", "--as-of", "2025-02-28")
        #expect(accounts.map { $0["id"]?.text } == ["Card"])
        #expect(accounts.first?["to"]?.text == "2025-02-10")
        #expect(accounts.first?["balance"]?.text == "-120.00")
        for option in [["--as-of", "2025-02-28"], ["--in", "EUR"], ["--csv"]] {
            let change = ["accounts", "hide", "Card", "--workspace", money.workspace]
            #expect(Program.run(change + option).code == 64)
        }
    }

    /// A bank may list a payment of tomorrow: it is no figure yet, in any command.
    @Test func `have no lines of days to come without it`() throws {
        let money = home()
        money.folder.write(
            "date,account,amount,currency,description,category\n"
                + "2099-01-01,Card,-700.00,UAH,Market,groceries\n", to: "later.csv")
        #expect(money.run("import", money.folder.path + "/later.csv").code == 0)
        #expect(money.run("approve", "--all").code == 0)
        func card(_ words: String...) throws -> String? {
            try money.objects(words + ["--json"]).first { $0["account"]?.text == "Card" }?[
                "balance"]?.text
        }
        let balance = money.run("balance")
        #expect(balance.output.contains("−123.00") && balance.errors.contains("not counted"))
        #expect(try card("balance") == "-123.00")
        #expect(try card("balance", "--as-of", "2099-01-01") == "-823.00")
        for command in ["report", "payees", "tags"] {
            let said = money.run(command)
            #expect(!said.output.contains("2099-01"), "\(command)")
            #expect(said.errors.contains("kopiyka list --from"), "\(command)")
            #expect(money.run(command, "--from", "2099-01-01").errors.isEmpty, "\(command)")
        }
        let years = ["--from", "2025-01-01", "--to", "2099-12-31", "--workspace", money.workspace]
        for words in [["calendar", "--json"], ["report", "--html", "-"]] {
            let said = Program.run(words + years)
            #expect(said.code == 0 && !said.output.isEmpty, "\(words)")
            #expect(!said.output.contains("2099"), "\(words)")
            #expect(!said.output.contains("−700") && !said.output.contains("-700"), "\(words)")
            #expect(said.errors.contains("not counted"), "\(words)")
        }
    }

    /// What was there later is the balance of no earlier day: lines lie between.
    @Test func `do not begin with a balance given for a later day`() throws {
        let money = home()
        #expect(money.run("accounts", "opening", "Card", "1000.00", "2025-03-01").code == 0)
        func balance(_ day: String) throws -> String? {
            try money.objects("balance", "--json", "--as-of", day).first?["balance"]?.text
        }
        #expect(try balance("2025-02-28") == "-120.00")
        #expect(try balance("2025-03-31") == "997.00")
        let worth = try money.objects(
            "networth", "--json", "--base", "UAH", "--as-of", "2025-02-28")
        #expect(worth.last?["net"]?.text == "-120.00")
    }

    @Test func `have no later days in coverage, and none in status`() throws {
        let money = home()
        let file = money.folder.path + "/more.csv"
        money.folder.write(
            "date,account,amount,currency,description\n2025-01-20,Card,-4.00,UAH,Shop\n"
                + "2025-03-20,Card,-5.00,UAH,Shop\n", to: "more.csv")
        #expect(money.run("import", file).code == 0)
        let coverage = try money.objects("coverage", "--json", "--as-of", "2025-02-28")
        #expect(coverage.map { $0["account"]?.text } == ["Card"])
        #expect(coverage.first?["to"]?.text == "2025-02-10")
        #expect(coverage.first?["lines"]?.plain == "3")
        let status = try money.objects("status", "--json", "--as-of", "2025-02-28").first
        #expect(status?["ledger"]?["entries"]?.plain == "2")
        #expect(status?["ledger"]?["accounts"]?.plain == "1")
        #expect(status?["queue"]?["lines"]?.plain == "1")
        // Nothing is left out without it, or on a later day.
        let now = try money.objects("status", "--json").first
        #expect(now?["ledger"]?["entries"]?.plain == "4")
        // With the six of February 2026.
        #expect(now?["queue"]?["lines"]?.plain == "8")
        #expect(
            try money.objects("coverage", "--json").map { "\($0)" }
                == money.objects("coverage", "--json", "--as-of", "2026-12-31").map { "\($0)" })
    }

    @Test func `are shown in one currency, hidden ones outside of the sum`() throws {
        let money = home()
        money.folder.write("date,currency,rate,base\n2025-01-01,EUR,40,UAH\n", to: "rates.csv")
        #expect(money.run("prices", "import", money.folder.path + "/rates.csv").code == 0)
        let accounts = try money.objects("accounts", "--in", "EUR", "--json")
        #expect(accounts.compactMap { $0["worth"]?.text } == ["-3.08", "-0.03"])
        #expect(money.run("accounts", "--in", "EUR").output.contains("−3.11 EUR"))
        #expect(money.run("accounts", "hide", "Purse").code == 0)
        let sum = money.run("accounts", "--in", "EUR").lines.last
        #expect(sum?.contains("−3.08 EUR") == true)
        #expect(sum == money.run("balance", "--in", "EUR").lines.last)
        // Amounts without a rate are named, and are no zero.
        let missing = money.run("accounts", "--in", "USD")
        #expect(missing.errors.contains("−123.00") && !missing.output.contains("0.00 USD"))
    }
}

/// `--csv` of the commands that show figures.
@Suite struct `Tables for programs` {
    @Test(
        arguments: [
            ["accounts", "--in", "UAH"], ["balance"], ["coverage"], ["networth"], ["budget"],
            ["budget", "suggest"], ["recurring"], ["upcoming"], ["insights"], ["forecast"],
        ])
    func `have a row for each object, and its members`(command: [String]) throws {
        let money = Money()
        var rows = ["date,account,amount,currency,category,payee,description,note,bank_id,key,part"]
        for month in 1...6 {
            rows += [
                "2025-0\(month)-03,Card,-19.99,UAH,subscriptions,\"A, B\",=Plan,,p\(month),,",
                "2025-0\(month)-04,Card,-500.00,UAH,groceries,,Market,,g\(month),,",
            ]
        }
        money.folder.write(rows.joined(separator: "\n") + "\n", to: "year.csv")
        #expect(money.run("import", money.folder.path + "/year.csv").code == 0)
        #expect(money.run("approve", "--from-history").code == 0)
        money.folder.write(
            "- {category: groceries, amount: \"600\", every: month}\n", to: "money/budget.yaml")
        let asked = command + ["--as-of", "2025-06-10"]
        let table = Program.run(asked + ["--csv", "--workspace", money.workspace])
        #expect(table.code == 0)
        let lines = table.output.replacing("\r\n", with: "\n").split(separator: "\n")
        let columns = lines[0].split(separator: ",").map(String.init)
        let objects = try money.objects(asked + ["--json"]).filter { $0[columns[0]] != nil }
            .filter { command != ["insights"] || $0["section"] != nil }
        #expect(!objects.isEmpty && lines.count == objects.count + 1)
        for (line, object) in zip(lines.dropFirst(), objects) {
            #expect(line.hasPrefix(object[columns[0]]?.text ?? object[columns[0]]?.plain ?? "?"))
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            #expect(cells.count == columns.count || line.contains("\"A, B\""))
            guard cells.count == columns.count else { continue }
            for (column, cell) in zip(columns, cells) {
                if let text = object[column]?.text { #expect(cell == text || cell == "'" + text) }
            }
        }
        #expect(Program.run(asked + ["--csv", "--json"]).code == 64)
    }
}

extension JSONValue {
    /// A number as written.
    fileprivate var plain: String? { if case .number(let text) = self { text } else { nil } }
}
