import Importing
import Scanning
import TestKit
import Testing

/// Rows of one file that share an id: the balances that the file prints say whether one repeats
/// another.
@Suite struct `Ids that rows share` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// Opening and closing balance of each statement, and its rows of −3.00 with one id.
        let statements: [(opening: Int, rows: Int, closing: Int)]
        let new: Int
        let asked: Int

        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "the balances count both", statements: [(100, 2, 94)], new: 2, asked: 0),
        Case(name: "three of them", statements: [(100, 3, 91)], new: 3, asked: 0),
        Case(name: "the balances count one", statements: [(100, 2, 97)], new: 1, asked: 0),
        Case(name: "the balances agree with neither", statements: [(100, 2, 90)], new: 2, asked: 1),
        Case(
            name: "a statement that continues the other", statements: [(100, 1, 97), (97, 1, 94)],
            new: 2, asked: 0),
        Case(
            name: "a statement twice in a file", statements: [(100, 1, 97), (100, 1, 97)], new: 1,
            asked: 0),
    ]

    private static func mt940(_ statements: [(opening: Int, rows: Int, closing: Int)]) -> String {
        statements.map { statement in
            ":20:X\n:25:1/000123\n:28C:1\n:60F:C260101EUR\(statement.opening),00\n"
                + String(
                    repeating: ":61:2601020102D3,00NMSCNONREF//KARTE\n:86:Parking\n",
                    count: statement.rows)
                + ":62F:C260102EUR\(statement.closing),00\n-\n"
        }.joined()
    }

    @Test(arguments: cases)
    func `are rows as far as the balances count them`(_ one: Case) throws {
        let household = try Household()
        let file = household.write(Self.mt940(one.statements), to: "a.sta")
        let report = try household.importing([file]).files[0]
        #expect(report.new + report.ambiguous == one.new)
        #expect(report.ambiguous == one.asked)
        // The lines that one id names are found again, each once.
        let again = household.write(Self.mt940(one.statements) + "\n", to: "b.sta")
        let second = try household.importing([again]).files[0]
        #expect(second.new + second.ambiguous == 0)
    }

    @Test(arguments: ["NOTPROVIDED", "NOT PROVIDED", "NONREF", "NONE", "0000", "-"])
    func `is no id that stands for none`(_ word: String) throws {
        let household = try Household()
        let text = Self.mt940([(100, 2, 90)])
        let parts = text.split(separator: "KARTE", omittingEmptySubsequences: false)
        let file = household.write(parts.joined(separator: word), to: "a.sta")
        #expect(try household.importing([file]).files[0].new == 2)
    }

    // MARK: CAMT

    private static func camt(
        _ entries: [(reference: String, payment: String, servicer: String)], opening: Int,
        day: String = "02"
    ) -> String {
        func balance(_ code: String, _ amount: Int) -> String {
            "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp>"
                + "<Amt Ccy=\"EUR\">\(amount).00</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                + "<Dt><Dt>2026-01-\(day)</Dt></Dt></Bal>"
        }
        let rows = entries.map { entry in
            "<Ntry>" + (entry.reference.isEmpty ? "" : "<NtryRef>\(entry.reference)</NtryRef>")
                + "<Amt Ccy=\"EUR\">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>"
                + "<BookgDt><Dt>2026-01-\(day)</Dt></BookgDt>"
                + (entry.servicer.isEmpty ? "" : "<AcctSvcrRef>\(entry.servicer)</AcctSvcrRef>")
                + "<NtryDtls><TxDtls><Refs>"
                + (entry.payment.isEmpty ? "" : "<AcctSvcrRef>\(entry.payment)</AcctSvcrRef>")
                + "</Refs><RmtInf><Ustrd>Espresso</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
        }
        return "<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>"
            + "<Ccy>EUR</Ccy></Acct>" + balance("OPBD", opening)
            + balance("CLBD", opening - 3 * entries.count) + rows.joined()
            + "</Stmt></BkToCstmrStmt></Document>"
    }

    @Test func `the servicer's reference is the id, not a number of the message`() throws {
        let household = try Household()
        let file = household.write(
            Self.camt(
                [("1", "", ""), ("2", "TX-7", ""), ("3", "TX-8", "E-9"), ("NTRY-2026-1", "", "")],
                opening: 100),
            to: "a.xml")
        try household.importing([file])
        let ids = try household.lines().map { $0["bank_id"]?.text ?? "" }
        #expect(ids.sorted() == ["", "E-9", "NTRY-2026-1", "TX-7"])
    }

    @Test func `a payment of the next day has another number or the same`() throws {
        let household = try Household()
        for (number, day) in ["02", "03", "04"].enumerated() {
            let text = Self.camt([("1", "", "")], opening: 100 - 3 * number, day: day)
            let file = household.write(text, to: "\(day).xml")
            let report = try household.importing([file]).files[0]
            #expect(report.new == 1 && report.conflicts == 0)
        }
    }
}
