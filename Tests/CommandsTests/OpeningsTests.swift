import Facts
import Ledger
import Pending
import Reports
import Scanning
import Testing

@testable import Commands

/// What the accounts had before their lines, in every command.
@Suite struct `Openings` {
    private let home: Household

    init() throws { home = try Household() }

    private func approved(_ lines: [QueueLine]) throws {
        try home.add(lines, approvedCount: lines.count)
    }

    private func export(_ more: String...) -> String {
        let run = home.run(["export", "--format", "hledger"] + more)
        #expect(run.code == .done, "\(run.errors)")
        return run.output
    }

    /// The sum of the postings to an account of a journal, in its smallest units.
    private func sum(_ account: String, _ journal: String) -> Int {
        journal.split(separator: "\n").reduce(0) { sum, line in
            guard line.hasPrefix("    " + account + "  ") else { return sum }
            let amount = line.dropFirst(account.count + 6).prefix { $0 != " " }
            return sum + (Int(amount.filter { $0 != "." }) ?? 0)
        }
    }

    @Test func `an export of one account leaves the openings of others as they were`() throws {
        try approved([
            line(1, "2025-01-02", 100, "-10.00", account: "Card", balance: "90.00", "Shop"),
            line(2, "2025-01-02", 100, "-10.00", account: "Vault", balance: "490.00", "Shop"),
        ])
        let first = export("--new")
        #expect(first.split(separator: "* Opening balance").count == 3)
        let sides = [
            line(3, "2025-01-05", 100, "-40.00", account: "Card", balance: "50.00", "To vault"),
            line(4, "2025-01-05", 100, "40.00", account: "Vault", balance: "530.00", "From card"),
        ]
        try approved(sides)
        #expect(home.run("transfer", sides[0].key.text, sides[1].key.text).code == .done)
        let one = export("--new", "--account", "Card")
        #expect(one.contains("-40.00 UAH") && !one.contains("* Opening balance"), "\(one)")
        let rest = export("--new")
        #expect(sum("Assets:Card", first + one + rest) == 50_00)
        #expect(sum("Assets:Vault", first + one + rest) == 530_00)
    }

    /// The names of some samples: no first balance, a first line that was dismissed, no balance.
    private static let accounts: [String: [QueueLine]] = [
        "money in and out on the first day": [
            line(
                1, "2025-08-01", -1, "5000.00", account: "Card", balance: "15000.00", "Зарплата"),
            line(
                2, "2025-08-01", -1, "-5000.00", account: "Card", balance: "10000.00", "Оренда"),
            line(3, "2025-08-02", -1, "-10.00", account: "Card", balance: "9990.00", "NOVUS"),
            line(4, "2025-09-02", -1, "-10.00", account: "Card", balance: "9980.00", "NOVUS"),
        ],
        "a first line that is dismissed": [
            line(1, "2025-08-01", -1, "-100.00", account: "Card", balance: "900.00", "TEST"),
            line(2, "2025-08-02", -1, "-50.00", account: "Card", balance: "850.00", "NOVUS"),
            line(3, "2025-08-03", -1, "-10.00", account: "Card", balance: "840.00", "NOVUS"),
        ],
        "no balance": [
            line(1, "2025-08-01", -1, "66.68", account: "Card", "Gift"),
            line(2, "2025-09-02", -1, "-20.00", account: "Card", "NOVUS"),
        ],
    ]

    @Test(arguments: accounts.keys.sorted())
    func `the balance is the same in balance, networth, exports and pages`(name: String) throws {
        let lines = Self.accounts[name] ?? []
        try approved(lines)
        if name.contains("dismissed") {
            #expect(home.run("delete", lines[0].key.text).code == .done)
        }
        let balance = units(try home.objects(["balance", "--json"]).first?["balance"])
        #expect(balance > 0)
        let worth = try home.objects(["networth", "--json", "--as-of", "2025-09-30"])
        #expect(units(worth.last?["net"]) == balance)
        #expect(sum("Assets:Card", export()) == balance)
        for from in ["2025-08-02", "2025-09-01", "2025-10-01"] {
            #expect(sum("Assets:Card", export("--from", from)) == balance, "from \(from)")
        }
        let page = home.run("report", "--html", "-", "--as-of", "2025-09-30").output
        let digits = groupedDigits(String(balance / 100), in: .en)
        #expect(page.contains(digits + "<i>."), "\(digits)")
    }
}
