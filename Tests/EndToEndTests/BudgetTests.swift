import Scanning
import TestKit
import Testing

@Suite struct `Budgets of a workspace` {
    /// Half a year of groceries and coffee.
    private func home() -> Money {
        let money = Money()
        var rows = ["date,account,amount,currency,category,payee,description,note,bank_id,key,part"]
        for month in 1...6 {
            rows.append("2025-0\(month)-01,Card,9000.00,UAH,income.salary,,Pay,,a\(month),,")
            rows.append("2025-0\(month)-10,Card,-1234.50,UAH,groceries,,Market,,b\(month),,")
            rows.append("2025-0\(month)-12,Card,-75.00,UAH,eating_out.coffee,,Kava,,c\(month),,")
        }
        money.folder.write(rows.joined(separator: "\n") + "\n", to: "year.csv")
        #expect(money.run("import", money.folder.path + "/year.csv").code == 0)
        #expect(money.run("approve", "--from-history").code == 0)
        return money
    }

    @Test func `goals without a rate are named, not shown as nothing`() throws {
        let money = home()
        #expect(money.run("accounts", "add", "purse", "--currency", "USD").code == 0)
        #expect(money.run("add", "coffee 5 usd @purse 2025-06-01").code == 0)
        money.folder.write(
            "- {goal: Trip, target: \"1000\", currency: USD, by: 2026-06-01, saved: \"1\"}\n"
                + "- {goal: Car, target: \"9000\", by: 2026-06-01, accounts: [purse]}\n",
            to: "money/budget.yaml")
        let shown = money.run("budget", "--base", "UAH", "--as-of", "2025-06-30")
        #expect(!shown.output.contains("Trip") && !shown.output.contains("Car"))
        for goal in ["Trip", "Car"] {
            #expect(shown.errors.contains("goal \"\(goal)\" has an amount without a rate"))
        }
    }

    @Test func `are suggested into budget.yaml, and undo takes the lines back`() throws {
        let money = home()
        let text = "# ours\n- {category: groceries, amount: \"2000\", every: month}  # food\n"
        money.folder.write(text, to: "money/budget.yaml")
        let day = "2025-06-30"
        #expect(money.run("budget", "suggest", "--write", "--dry-run", "--as-of", day).code == 0)
        #expect(money.folder.read("money/budget.yaml") == text)
        #expect(money.run("budget", "suggest", "--write", "--as-of", day).code == 0)
        #expect(
            money.folder.read("money/budget.yaml")
                == text + "- {category: eating_out, amount: \"75.00\", every: month}\n")
        // What has a budget is not suggested again.
        #expect(try money.objects("budget", "suggest", "--json", "--as-of", day).isEmpty)
        #expect(money.run("undo").code == 0)
        #expect(money.folder.read("money/budget.yaml") == text)
        #expect(money.run("budget", "--write").code == 64)
    }

    @Test func `with envelopes hold what they were given`() throws {
        let money = home()
        let plan = "- {category: groceries, amount: \"2000\", every: month}\n"
        money.folder.write(plan, to: "money/budget.yaml")
        let june = "2025-06-05"
        #expect(money.run("budget", "give", "1500", "groceries", "--on", june).code == 64)
        let text = plan + "- settings: {envelopes: on}\n"
        money.folder.write(text, to: "money/budget.yaml")
        let given = try money.objects("budget", "give", "1500", "продукти", "--json", "--on", june)
        #expect(given.first?["remaining"]?.text == "1500.00")
        #expect(
            money.folder.read("money/budget.yaml")
                == text + "- {given: \"1500.00\", category: groceries, on: 2025-06-05}\n")
        let goal = "- {goal: Sea, target: \"9000\", by: 2026-06-01, saved: \"600\"}\n"
        let before = money.folder.read("money/budget.yaml")
        money.folder.write(before + goal, to: "money/budget.yaml")
        let table = money.run("budget", "--csv", "--as-of", "2025-06-30").output
            .split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
        #expect(table.map { $0[0] } == ["category", "groceries", "", ""])
        #expect(table.allSatisfy { $0.count == table[0].count })
        let (name, left) = (table[0].firstIndex(of: "goal"), table[0].firstIndex(of: "unassigned"))
        #expect(name.map { table[2][$0] } == "Sea" && left.map { table[3][$0] } == "45277.50")
        money.folder.write(before, to: "money/budget.yaml")
        let later = try money.objects("budget", "--json", "--as-of", "2025-06-30")
        #expect(later.first?["remaining"]?.text == "265.50")
        let sums = try #require(later.last)
        #expect(sums["unassigned"]?.text == "45877.50")
        #expect(money.run("budget", "give", "1", "eating_out.coffee", "--on", june).code == 64)
        #expect(money.run("budget", "give", "1.234", "groceries", "--on", june).code == 64)
        #expect(money.run("undo").code == 0)
        #expect(money.folder.read("money/budget.yaml") == text)
        // A list in brackets has no lines of its own to add to, and stays as it is.
        let brackets =
            "[{category: groceries, amount: 5, every: month}, {settings: {envelopes: on}}]\n"
        money.folder.write(brackets, to: "money/budget.yaml")
        #expect(money.run("budget", "give", "1", "groceries", "--on", june).code == 64)
        #expect(money.folder.read("money/budget.yaml") == brackets)
    }
}
