import Importing
import Scanning
import TestKit
import Testing

/// A number of a member, which several accounts of a bank have.
@Suite struct `OFX accounts of one number` {
    private enum Kind: String, CaseIterable {
        case checking = "CHECKING"
        case savings = "SAVINGS"
        case card = ""

        /// Three payments of a month, named by the account's kind.
        func statement(month: Int) -> String {
            let from =
                self == .card
                ? "<CCACCTFROM><ACCTID>900</CCACCTFROM>"
                : "<BANKACCTFROM><ACCTID>900<ACCTTYPE>\(rawValue)</BANKACCTFROM>"
            let name = self == .card ? "CCSTMTRS" : "STMTRS"
            let rows = (1...3).map { day in
                "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260\(month)0\(day)<TRNAMT>-\(month).\(day)0"
                    + "<FITID>\(self)\(month)\(day)<NAME>\(self)</STMTTRN>\n"
            }
            return """
                <\(name)><CURDEF>USD
                \(from)
                <BANKTRANLIST><DTSTART>20260\(month)01<DTEND>20260\(month)28
                \(rows.joined())</BANKTRANLIST></\(name)>

                """
        }
    }

    private let household: Household

    init() throws { household = try Household() }

    private func write(_ kinds: [Kind], month: Int) -> String {
        let statements = kinds.map { $0.statement(month: month) }.joined()
        let names = kinds.map { "\($0)" }.joined(separator: "-")
        return write(statements, to: "\(month)-\(names)")
    }

    private func write(_ statements: String, to name: String) -> String {
        household.write(
            "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>\n\(statements)</OFX>\n", to: "in/\(name).ofx")
    }

    /// The kinds of rows in each account.
    private func kinds() throws -> [String: Set<String>] {
        var kinds: [String: Set<String>] = [:]
        for line in try household.lines() {
            let kind = line["description"]?.text ?? ""
            kinds[line["account"]?.text ?? "", default: []].insert(kind)
        }
        return kinds
    }

    @Test(arguments: 0..<36)
    func `have the same names in any order of statements and files`(_ order: Int) throws {
        let files = [
            write(permuted(Kind.allCases, order % 6), month: 1),
            write(permuted(Kind.allCases, order / 6), month: 2),
            write([.savings], month: 3), write([.card], month: 4), write([.checking], month: 5),
        ]
        // The first file shows all of them; the others come in any order.
        for file in [files[0]] + permuted(Array(files.dropFirst()), order) {
            _ = try household.importing([file])
        }
        #expect(
            try kinds() == [
                "900": ["checking"], "900-savings": ["savings"], "900-credit": ["card"],
            ])
        #expect(try household.lines().count == 27)
    }

    @Test(arguments: 0..<6)
    func `never share one that was alone before`(_ order: Int) throws {
        _ = try household.importing([write([.savings], month: 1)])
        _ = try household.importing([write(permuted(Kind.allCases, order), month: 2)])
        #expect(
            try kinds() == [
                "900": ["savings"], "900-savings": ["savings"], "900-checking": ["checking"],
                "900-credit": ["card"],
            ])
    }

    @Test(arguments: [[Kind.checking, .savings], [.savings, .checking]])
    private func `keep the names that an earlier version gave`(_ kinds: [Kind]) throws {
        // It named the account of a file's first statement by the number alone.
        _ = try household.importing([write([.savings], month: 1)])
        let unnamed = write(
            Kind.checking.statement(month: 1).replacing("<ACCTID>900", with: ""), to: "unnamed")
        _ = try household.importing([unnamed], account: "900-checking")
        _ = try household.importing([write(kinds, month: 2)])
        #expect(try self.kinds() == ["900": ["savings"], "900-checking": ["checking"]])
    }
}
