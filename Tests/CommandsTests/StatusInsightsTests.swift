import Facts
import Scanning
import Testing

@testable import Commands

/// `status` tells what stands out now.
@Suite struct `Insights that status tells` {
    @Test func `are at most three, and none that was dismissed`() throws {
        let home = try Household()
        let day = Clock.localDay.text
        try home.add(
            [
                line(1, day, 1, "1000.00", category: "income.salary", "Зарплата"),
                line(2, day, 2, "-1500.00", category: "groceries", "Сільпо"),
            ], approvedCount: 2)
        func told() throws -> [String] {
            guard
                case .array(let ids)? = try JSONValue.parse(
                    home.run("status", "--json").output.utf8.span)["insights"]
            else { return [] }
            return ids.compactMap(\.text)
        }
        let before = try told()
        #expect(before == ["income_expense_ratio", "total_wealth", "savings_rate"])
        #expect(home.run("status").output.contains("Savings rate"))
        #expect(home.run("insights", "dismiss", "savings_rate").code == .done)
        let after = try told()
        #expect(after.count == 3 && !after.contains("savings_rate"))
    }

    @Test func `do not hide the state where a file is wrong`() throws {
        let home = try Household()
        try home.add(
            [line(1, "2025-01-01", 1, "1.00", category: "income.other", "Щось")], approvedCount: 1)
        #expect(shell("echo nonsense > \(home.folder)/budget.yaml").code == 0)
        let run = home.run("status")
        #expect(run.code == .damaged)
        #expect(run.output.contains(home.folder))
        #expect(run.errors.contains("budget.yaml:1"))
    }
}
