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
        #expect(money.run("accounts", "hide", "Card", "--as-of", "2025-02-28").code == 64)
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
}
