import Facts
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// Transfers that another program's user recorded.
@Suite struct `Recorded transfers` {
    private let household: Household

    init() throws { household = try Household() }

    /// Account and amount of each line with the account that it is proposed to move money to.
    private func proposed() throws -> [String] {
        try household.lines().filter { $0["where"]?.text == "queue" }.map { line in
            let suggestion = line["suggestion"]
            guard let target = suggestion?["transfer_to"]?.text else {
                return [line["account"], line["amount"]].map { $0?.text ?? "" }
                    .joined(separator: " ")
            }
            let fields = [line["account"], line["amount"], suggestion?["level"]]
            return fields.map { $0?.text ?? "" }.joined(separator: " ") + " → \(target)"
        }.sorted()
    }

    /// Equal amounts of one day go where the user said; a payee that words would file elsewhere is
    /// no reason against it.
    @Test func `are paired by the accounts that they name`() throws {
        let file = household.write(
            """
            Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
            Checking,2026-01-11,Savings,groceries,,-200,0,Cleared
            Checking,2026-01-11,Wallet,,,-200,0,Cleared
            Wallet,2026-01-11,Checking,,,200,0,Cleared
            Savings,2026-01-12,Checking,,,200,0,Cleared
            Wallet,2026-01-12,Shop,,Food,-20,0,Cleared

            """, to: "in/actual.csv")
        let report = try household.importing([file])
        #expect(report.transfers.count == 2)
        #expect(
            try proposed() == [
                "Checking -200.00 certain → Savings", "Checking -200.00 certain → Wallet",
                "Savings 200.00 certain → Checking", "Wallet -20.00",
                "Wallet 200.00 certain → Checking",
            ])
    }

    /// A row with two accounts is two lines, known again as two.
    @Test func `in one row come in once, whatever is imported again`() throws {
        let text = """
            date,type,amount,currency,account,category,subcategories,note,targetAccount,targetCurrency,targetAmount
            2026-01-27,internal,4300.00,UAH,Card,,,to the box,Box,EUR,100.00
            2026-01-28,transfer,500.00,UAH,Card,,,,Cash,UAH,500.00
            2026-01-28,transfer,500.00,UAH,Card,,,,Cash,UAH,500.00
            2026-01-29,expense,5.00,UAH,Cash,Food,,tea,,,
            2026-01-31,income,1.00,EUR,Box,Interest,,,,,

            """
        let first = household.write(text, to: "in/first.csv")
        let later = household.write(
            text + "2026-02-01,expense,6.00,UAH,Cash,Food,,tea,,,\n", to: "in/later.csv")
        let report = try household.importing([first])
        #expect(report.files.map(\.new) == [8])
        #expect(report.files.map(\.isBalanced) == [true])
        let again = try household.importing([first, later])
        #expect(again.files.map(\.new) == [0, 1])
        #expect(again.files.map(\.known) == [8, 8])
        #expect(try household.open().check() == [])
    }

    @Test func `take the currency that an account was given`() throws {
        household.write(
            """
            accounts:
              - name: Checking
                currency: EUR
              - name: Savings
                currency: EUR

            """, to: "money/kopiyka.yaml")
        let file = household.write(
            """
            !Account
            NChecking
            ^
            !Type:Bank
            D2026-02-14
            T-10.00
            L[Savings]
            ^
            !Account
            NSavings
            ^
            !Type:Bank
            D2026-02-15
            T1.00
            LInterest
            ^

            """, to: "in/all.qif")
        let report = try household.importing([file])
        #expect(report.files.map(\.new) == [3])
        #expect(report.files.flatMap(\.accountsWithoutCurrency) == [])
        #expect(
            try proposed() == [
                "Checking -10.00 certain → Savings", "Savings 1.00",
                "Savings 10.00 certain → Checking",
            ])
    }
}
