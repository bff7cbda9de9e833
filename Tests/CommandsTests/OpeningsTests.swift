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
}
