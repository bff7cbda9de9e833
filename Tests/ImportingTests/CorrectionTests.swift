import Facts
import Importing
import TestKit
import Testing

/// A bank's correction names the id of the line that it replaces: nothing is counted twice without
/// a question, in any order.
@Suite struct `Corrections of a bank` {
    private let household: Household

    init() throws { household = try Household() }

    private static let original = row("20260203", "-10.00", "A1")
    private static let correction = row(
        "20260204", "-12.00", "A2", "<CORRECTFITID>A1<CORRECTACTION>REPLACE")
    private static let other = row("20260205", "-3.00", "A3")

    private static func row(
        _ day: String, _ amount: String, _ id: String, _ rest: String = ""
    ) -> String {
        "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>\(id)<NAME>Coffee\(rest)"
            + "</STMTTRN>\n"
    }

    private func file(_ name: String, _ rows: String...) -> String {
        household.write(
            "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>"
                + "<CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>55<ACCTTYPE>CHECKING</BANKACCTFROM>"
                + "<BANKTRANLIST>\n" + rows.joined()
                + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n", to: name)
    }

    private func conflicts(_ report: ImportReport) -> [Int] { report.files.map(\.conflicts) }

    @Test func `are asked about beside the line in the same file, before or behind it`() throws {
        for (number, rows) in [
            [Self.original, Self.correction, Self.other],
            [Self.correction, Self.other, Self.original],
        ].enumerated() {
            let report = try household.importing(
                [file("\(number).ofx", rows.joined())], isDryRun: true)
            #expect(conflicts(report) == [1])
            #expect(report.files.map(\.new) == [2])
        }
    }

    @Test func `are asked about where the line waits, and where it was approved`() throws {
        try household.importing([file("a.ofx", Self.original, Self.other)])
        let later = file("b.ofx", Self.correction)
        #expect(conflicts(try household.importing([later], isDryRun: true)) == [1])
        try household.approveAll()
        #expect(conflicts(try household.importing([later])) == [1])
        // Both are known from now on.
        let again = file("c.ofx", Self.correction, Self.original, Self.other)
        let report = try household.importing([again])
        #expect(report.files.map(\.known) == [3])
    }

    @Test func `are asked about when one import brings them before the line`() throws {
        let report = try household.importing([
            file("a.ofx", Self.correction), file("b.ofx", Self.original, Self.other),
        ])
        #expect(conflicts(report) == [0, 1])
    }

    @Test func `of a dismissed or unknown line are lines like others`() throws {
        #expect(
            conflicts(try household.importing([file("a.ofx", Self.correction)], isDryRun: true))
                == [0])
        try household.importing([file("b.ofx", Self.original)])
        try household.dismissAll()
        let report = try household.importing([file("c.ofx", Self.correction, Self.other)])
        #expect(conflicts(report) == [0])
        #expect(report.files.map(\.new) == [2])
    }
}
