import Importing
import TestKit
import Testing

/// A bank that sends a statement a day shows a hold on its day, and its booking on a later one.
@Suite struct `Holds in statements of single days` {
    private static func camt(_ day: Int, _ amount: String, isBooked: Bool) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><Rpt>
        <Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
        <Ntry><Amt Ccy="EUR">\(amount)</Amt><CdtDbtInd>DBIT</CdtDbtInd>
        <Sts>\(isBooked ? "BOOK" : "PDNG")</Sts><BookgDt><Dt>2026-01-1\(day)</Dt></BookgDt>
        <NtryDtls><TxDtls><RmtInf><Ustrd>REWE</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        </Rpt></BkToCstmrAcctRpt></Document>
        """
    }

    private func asked(_ day: Int, _ amount: String) throws -> Int {
        let household = try Household()
        let hold = household.write(Self.camt(0, "20.00", isBooked: false), to: "in/a.xml")
        _ = try household.importing([hold])
        let booked = household.write(Self.camt(day, amount, isBooked: true), to: "in/b.xml")
        let file = try household.importing([booked]).files[0]
        #expect(file.new + file.ambiguous == 1)
        return file.ambiguous
    }

    @Test func `are asked about within the days that a bank takes`() throws {
        for day in 1...5 { #expect(try asked(day, "20.00") == 1, "\(day) days later") }
        #expect(try asked(6, "20.00") == 0)
    }

    @Test func `of another amount are another payment`() throws {
        #expect(try asked(1, "21.00") == 0)
    }
}
