import Importing
import TestKit
import Testing

/// Exports of one account in formats that each number payments in their own way.
@Suite struct `Ids of several formats` {
    private let household: Household

    init() throws { household = try Household() }

    /// Twenty days of one account; some amounts come more than once, two of them on one day.
    private static let payments: [(day: Int, cents: Int)] = (0..<40).map { number in
        (number / 2 + 1, number % 9 == 0 ? 1_000 : number % 13 < 2 ? 2_500 : 3_000 + number * 17)
    }

    private enum Format: CaseIterable { case ofx, mt940 }

    private static func file(_ part: Range<Int>, as format: Format) -> String {
        let rows = part.map { number in
            let (day, cents) = payments[number]
            let date = "2603\(day < 10 ? "0" : "")\(day)"
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
            switch format {
            case .ofx:
                return "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20\(date)<TRNAMT>-\(amount)"
                    + "<FITID>A\(number)<NAME>Shop \(number % 7)</STMTTRN>\n"
            case .mt940:
                return ":61:\(date)D\(amount.map { $0 == "." ? "," : String($0) }.joined())"
                    + "NMSCNONREF//M\(number)\n:86:POS KARTE \(number % 5)\n"
            }
        }.joined()
        switch format {
        case .ofx:
            return "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n"
                + "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR"
                + "<BANKACCTFROM><BANKID>1<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>"
                + "<BANKTRANLIST><DTSTART>20260301<DTEND>20260331\n"
                + rows + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
        case .mt940:
            return ":20:STARTUMS\n:25:1/000123\n:28C:1/1\n:60F:C260301EUR900,00\n" + rows
                + ":62M:C260331EUR0,00\n-\n"
        }
    }

    /// Any windows in any order: no payment is lost, and one that is there twice is asked about.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...200))
    func `are no reason to take a payment in twice`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        var shown: Set<Int> = []
        var questions = 0
        var note = ""
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let start = Int.random(in: 0..<35, using: &random)
            let part = start..<Int.random(in: (start + 1)...40, using: &random)
            let format = Format.allCases.randomElement(using: &random) ?? .ofx
            let name = "in/\(number)." + (format == .ofx ? "ofx" : "sta")
            let file = household.write(Self.file(part, as: format), to: name)
            let report = try household.importing([file])
            shown.formUnion(part)
            for file in report.files {
                questions += file.ambiguous
                note += "\(part) \(format): \(file.new) new, \(file.known) known, "
                note += "\(file.ambiguous) to decide\n"
            }
            if Int.random(in: 0..<3, using: &random) == 0 { try household.approveAll() }
        }
        #expect(try household.lines().count == shown.count + questions, "\(note)")
    }

    /// MT940 prints the days of value and of booking, OFX that of booking.
    @Test func `of payments on two days are known`() throws {
        let mt940 =
            ":20:A\n:25:1/000123\n:28C:1/1\n:60F:C260301EUR1000,00\n"
            + (1...3).map {
                ":61:26030\($0)030\($0 + 1)D\($0)0,00NTRFNONREF//R\($0)\n:86:Shop \($0)\n"
            }.joined() + ":62F:C260331EUR940,00\n-\n"
        let ofx =
            "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>"
            + "<CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>000123<ACCTTYPE>CHECKING</BANKACCTFROM>"
            + "<BANKTRANLIST>"
            + (1...3).map {
                "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>2026030\($0 + 1)<TRNAMT>-\($0)0.00<FITID>R\($0)"
                    + "<NAME>Shop \($0)</STMTTRN>"
            }.joined() + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
        for order in [[mt940, ofx], [ofx, mt940]] {
            let household = try Household()
            let first = household.write(order[0], to: order[0] == ofx ? "a.ofx" : "a.sta")
            let second = household.write(order[1], to: order[1] == ofx ? "b.ofx" : "b.sta")
            try household.importing([first])
            let report = try household.importing([second])
            #expect(report.files[0].known == 3 && report.files[0].conflicts == 0)
        }
    }
}
