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
}
