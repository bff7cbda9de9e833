import Facts
import Importing
import Ledger
import TestKit
import Testing
import Workspaces

/// Cards whose bank prints a debt without a minus, a statement a file.
@Suite struct `Balances of cards without a sign` {
    private let household: Household

    init() throws { household = try Household() }

    private static func ofx(
        _ month: String, _ rows: [(day: String, amount: Int)], _ balance: Int
    ) -> String {
        let list = rows.map { row in
            "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(month)\(row.day)<TRNAMT>\(row.amount).00"
                + "<FITID>\(month)\(row.day)<NAME>Shop \(row.day)</STMTTRN>"
        }
        return "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><CREDITCARDMSGSRSV1>"
            + "<CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4111</CCACCTFROM>"
            + "<BANKTRANLIST><DTSTART>\(month)01<DTEND>\(month)28\(list.joined())</BANKTRANLIST>"
            + "<LEDGERBAL><BALAMT>\(balance).00<DTASOF>\(month)28</LEDGERBAL></CCSTMTRS>"
            + "</CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"
    }

    private static let months = [
        ofx("202601", [("05", -100), ("20", -50), ("25", 80)], 270),
        ofx("202602", [("05", -10), ("20", -20)], 300),
        ofx("202603", [("05", -40), ("20", 90)], 250),
    ]

    private func importing(_ files: [Int], _ months: [String] = Self.months) throws -> [String] {
        try household.importing(
            files.map { household.write(months[$0], to: "\($0).ofx") })
        return try household.open(.reading).settings().accounts.flatMap { account in
            account.openings.map(\.amount.text)
        }
    }

    private func closings() throws -> [String] {
        try household.open(.reading).ledger.seenFiles().flatMap(\.statements)
            .sorted { $0.firstDay < $1.firstDay }.map { $0.closing?.text ?? "" }
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0], [1, 2], [0, 2, 1]])
    func `are debts where the rows between two of them say so`(order: [Int]) throws {
        let opening = order.contains(0) ? "-200.00" : "-270.00"
        #expect(try importing(order) == [opening])
        #expect(try closings() == order.sorted().map { ["-270.00", "-300.00", "-250.00"][$0] })
    }

    @Test func `are money where the rows say so`() throws {
        let months = [
            Self.ofx("202601", [("05", -100), ("20", -50)], 270),
            Self.ofx("202602", [("05", -10), ("20", -20)], 240),
        ]
        #expect(try importing([0, 1], months) == ["420.00"])
    }

    @Test func `stay without a sign alone, or where the rows prove neither`() throws {
        #expect(try importing([0]) == [])
        #expect(try importing([2]) == [])
        let other = try Household()
        try other.importing(
            [0, 2].map { other.write(Self.months[$0], to: "\($0).ofx") })
        #expect(try other.open(.reading).settings().accounts.flatMap(\.openings).isEmpty)
    }

    @Test func `follow the sign that statements of earlier imports have`() throws {
        #expect(try importing([0, 1]) == ["-200.00"])
        #expect(try importing([2]) == ["-200.00"])
        #expect(try closings() == ["-270.00", "-300.00", "-250.00"])
    }

    @Test func `are debts where they are all rows of the card`() throws {
        let first = Self.ofx("202601", [("05", -100), ("20", -50)], 150)
        #expect(try importing([0], [first]) == ["0.00"])
        #expect(try closings() == ["-150.00"])
    }
}
