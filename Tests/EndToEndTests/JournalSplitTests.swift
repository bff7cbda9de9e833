import TestKit
import Testing

@Suite struct `A transfer of a journal with its fee` {
    @Test func `is a transfer and an expense in the report`() throws {
        let money = Money()
        money.folder.write(
            """
            2026-05-11 Credit card
                Liabilities:Card  50.00 UAH
                Expenses:Fees  2.00 UAH
                Assets:Own

            """, to: "fee.journal")
        let path = money.folder.path + "/fee.journal"
        #expect(money.run("import", path).code == 0)
        #expect(money.run("categories", "map", "--new").code == 0)
        #expect(money.run("approve", "--from-history").code == 0)
        let report = money.run("report", "--account", "Assets:Own", "--json").output
        #expect(report.contains("\"kind\":\"expense\",\"parts\":1") && report.contains("-2.00"))
        #expect(money.run("check").code == 0)
    }
}
