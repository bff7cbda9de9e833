import Importing
import Scanning
import TestKit
import Testing

/// Fees that a bank prints beside their amounts.
@Suite struct `Fees on top` {
    private static let head =
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n"
    private static let rows = [
        "Deposit,Current,2026-09-01 10:00:00,2026-09-01 10:00:05,From Maria,500.00,0.00,EUR,COMPLETED,500.00\n",
        "Charge,Current,2026-09-05 10:00:00,2026-09-05 10:00:00,Plan,0.00,7.99,EUR,COMPLETED,492.01\n",
        "ATM,Current,2026-10-03 10:00:00,2026-10-03 10:00:00,Cash,-100.00,2.00,EUR,COMPLETED,390.01\n",
        "ATM,Current,2026-10-03 11:00:00,2026-10-03 11:00:00,Cash,-50.00,1.00,EUR,COMPLETED,339.01\n",
        "Card Payment,Current,2026-10-04 11:00:00,2026-10-04 11:00:00,Shop,-9.01,0.00,EUR,COMPLETED,330.00\n",
    ]

    private func file(_ rows: Range<Int>) -> String { Self.head + Self.rows[rows].joined() }

    private func amounts(of household: Household) throws -> [String] {
        try household.lines()
            .map { "\($0["description"]?.text ?? "") \($0["amount"]?.text ?? "")" }.sorted()
    }

    private static let expected = [
        "Bank fee -1.00", "Bank fee -2.00", "Cash -100.00", "Cash -50.00", "From Maria 500.00",
        "Plan -7.99", "Shop -9.01",
    ]

    @Test func `are lines, so that the amounts come to the balance`() throws {
        let household = try Household()
        let report = try household.importing([household.write(file(0..<5), to: "in/a.csv")])
        #expect(try amounts(of: household) == Self.expected)
        #expect(report.files[0].balancesWithGaps.isEmpty)
    }

    @Test(arguments: [[0..<3, 2..<5], [2..<5, 0..<3], [0..<5, 1..<4], [1..<4, 0..<5]])
    func `come in once from overlapping files in any order`(_ parts: [Range<Int>]) throws {
        let household = try Household()
        for (number, part) in parts.enumerated() {
            try household.importing([household.write(file(part), to: "in/\(number).csv")])
        }
        #expect(try amounts(of: household) == Self.expected)
    }

    /// A statement of a bank that nobody knows, with fees in some rows.
    private struct UnknownStatement {
        let text: String
        /// Minor units that its rows moved the account by.
        let net: Int
        let hasGap: Bool

        init(_ dice: inout Dice, isOnTop: Bool, hasMinus: Bool) {
            var (balance, net) = (500_000, 0)
            let (isSided, isReversed) = (dice.roll(2) == 0, dice.roll(2) == 0)
            hasGap = dice.roll(3) == 0
            var lines: [String] = []
            for row in 0..<(6 + dice.roll(12)) {
                let amount = (row % 4 == 3 ? 1 : -1) * (100 + dice.roll(90_000))
                // Whatever the order, the balances on both sides of a row in the middle prove it.
                let fee = row == 2 || dice.roll(3) == 0 ? 1 + dice.roll(900) : 0
                let change = amount - (isOnTop ? fee : 0)
                if hasGap, row == 4 { balance += 77_777 }
                balance += change
                net += change
                let sides = amount < 0 ? [Self.money(-amount), ""] : ["", Self.money(amount)]
                let cells =
                    ["\(10 + row).02.2026", "Крамниця \(row)"]
                    + (isSided ? sides : [Self.money(amount)])
                    + [Self.money(hasMinus ? -fee : fee), Self.money(balance), "UAH"]
                lines.append(cells.joined(separator: ";") + "\n")
            }
            if isReversed { lines.reverse() }
            let amount = isSided ? "Дебет;Кредит" : "Сума"
            text = "Дата;Опис;\(amount);Комісія;Залишок;Валюта\n" + lines.joined()
            self.net = net
        }

        private static func money(_ cents: Int) -> String {
            let size = abs(cents)
            return "\(cents < 0 ? "-" : "")\(size / 100),\(size % 100 < 10 ? "0" : "")\(size % 100)"
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `are found in an unknown table by its balances alone`(
        isOnTop: Bool, hasMinus: Bool
    ) throws {
        for seed in 1...draws(8, slow: 60) {
            var dice = Dice(state: UInt64(seed))
            let statement = UnknownStatement(&dice, isOnTop: isOnTop, hasMinus: hasMinus)
            let household = try Household()
            let file = household.write(statement.text, to: "in/a.csv")
            let report = try household.importing([file])
            try household.importing([file])
            if !statement.hasGap { #expect(report.files[0].balancesWithGaps.isEmpty, "\(seed)") }
            let lines = try household.lines()
            let sum = lines.reduce(0) { sum, line in
                sum + (Int((line["amount"]?.text ?? "").replacing(".", with: "")) ?? 0)
            }
            #expect(sum == statement.net, "\(seed): \(statement.text)")
            let fees = lines.count { $0["description"]?.text == "Bank fee" }
            #expect((fees > 0) == isOnTop, "\(seed)")
        }
    }
}
