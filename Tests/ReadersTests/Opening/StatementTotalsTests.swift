import Facts
import Documents
import Tables
import TestKit
import Testing
import Reading

/// What the statements of a text print about their rows, in short: `100.00 +12.50 -40.00 =72.50
/// proved`.
private func totals(_ text: String, by reader: any StatementReader) -> [String] {
    ReaderReport(Array(text.utf8), cutAt: [], by: reader).totals.map(described)
}

private func described(_ totals: StatementTotals) -> String {
    var words: [String] = []
    if let opening = totals.opening { words.append("from \(opening.text)") }
    words.append("+\(totals.moneyIn.text) -\(totals.moneyOut.text)")
    if let closing = totals.closing { words.append("to \(closing.text)") }
    if let received = totals.received { words.append("received \(received.text)") }
    if let spent = totals.spent { words.append("spent \(spent.text)") }
    if let sum = totals.sum { words.append("sum \(sum.text)") }
    words.append("of \(totals.rows)")
    for broken in totals.breaks {
        words.append("\(broken.name) \(broken.printed.text) ≠ \(broken.counted.text)")
    }
    if totals.hasGaps { words.append("gaps") }
    if totals.isProved { words.append("proved") }
    return words.joined(separator: " ")
}

private func balance(_ code: String, _ amount: String, _ side: String = "CRDT") -> String {
    "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(amount)</Amt>"
        + "<CdtDbtInd>\(side)</CdtDbtInd><Dt><Dt>2026-02-14</Dt></Dt></Bal>"
}

private func entry(_ amount: String, _ side: String, status: String = "BOOK") -> String {
    "<Ntry><Amt Ccy=\"EUR\">\(amount)</Amt><CdtDbtInd>\(side)</CdtDbtInd><Sts>\(status)</Sts>"
        + "<BookgDt><Dt>2026-02-14</Dt></BookgDt></Ntry>"
}

private func camt(_ statements: String...) -> String {
    "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>"
        + statements.map {
            "<Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>\($0)</Stmt>"
        }.joined() + "</BkToCstmrStmt></Document>"
}

private func ofx(_ statements: String) -> String {
    "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>\(statements)</BANKMSGSRSV1></OFX>\n"
}

private func ofxStatement(_ day: String, _ amount: String, balance: String, asOf: String) -> String
{
    "<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>7</BANKACCTFROM><BANKTRANLIST>"
        + "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>\(day)</STMTTRN>"
        + "</BANKTRANLIST><LEDGERBAL><BALAMT>\(balance)<DTASOF>\(asOf)</LEDGERBAL></STMTRS></STMTTRNRS>"
}

@Suite struct StatementTotalsTests {
    struct Message: Sendable {
        let inside: String
        let expected: [String]
    }

    @Test(arguments: [
        Message(
            inside: balance("OPBD", "100") + balance("CLBD", "72.5") + entry("12.5", "CRDT")
                + entry("40", "DBIT"),
            expected: ["from 100.00 +12.50 -40.00 to 72.50 of 2 proved"]),
        Message(
            inside: balance("OPBD", "10", "DBIT") + entry("4", "DBIT")
                + balance("CLBD", "14", "DBIT"),
            expected: ["from -10.00 +0.00 -4.00 to -14.00 of 1 proved"]),
        Message(
            inside: balance("OPBD", "100") + balance("CLBD", "99") + entry("12.5", "CRDT"),
            expected: ["from 100.00 +12.50 -0.00 to 99.00 of 1 closing 99.00 ≠ 112.50"]),
        // The balance of the day before is an opening one; an interim balance closes what is no
        // whole day.
        Message(
            inside: balance("PRCD", "5") + balance("ITBD", "6") + entry("1", "CRDT"),
            expected: ["from 5.00 +1.00 -0.00 to 6.00 of 1 proved"]),
        // A page in the middle lies between two interim balances.
        Message(
            inside: balance("ITBD", "5") + "\n" + balance("ITBD", "6") + entry("1", "CRDT"),
            expected: ["from 5.00 +1.00 -0.00 to 6.00 of 1 proved"]),
        // What is available says nothing about rows, and pending rows are in no booked balance.
        Message(
            inside: balance("OPBD", "5") + balance("CLAV", "9") + balance("CLBD", "5")
                + entry("1", "CRDT", status: "PDNG"),
            expected: ["from 5.00 +0.00 -0.00 to 5.00 of 0 proved"]),
        Message(
            inside: "<TxsSummry><TtlCdtNtries><Sum>3</Sum></TtlCdtNtries><TtlDbtNtries><Sum>2</Sum>"
                + "</TtlDbtNtries></TxsSummry>" + entry("3", "CRDT") + entry("1", "DBIT"),
            expected: ["+3.00 -1.00 received 3.00 spent 2.00 of 2 spent 2.00 ≠ 1.00"]),
        Message(
            inside: balance("OPBD", "1") + balance("CLBD", "2") + entry("x", "CRDT"),
            expected: ["from 1.00 +0.00 -0.00 to 2.00 of 0 gaps"]),
        Message(inside: entry("1", "CRDT"), expected: []),
    ]) func `a CAMT statement's balances are held against its entries`(message: Message) {
        #expect(
            totals(camt(message.inside), by: CAMTReader(file: "f")) == message.expected)
    }

    @Test func `each CAMT statement has its own proof`() {
        let first = balance("OPBD", "1") + "\n" + balance("CLBD", "2") + entry("1", "CRDT")
        let second = balance("OPBD", "2") + "\n" + balance("CLBD", "2")
        #expect(
            totals(camt(first, second), by: CAMTReader(file: "f")) == [
                "from 1.00 +1.00 -0.00 to 2.00 of 1 proved",
                "from 2.00 +0.00 -0.00 to 2.00 of 0 proved",
            ])
    }

    @Test(arguments: [
        Message(
            inside:
                ":60F:C260213EUR100,\n:61:260214C12,5NTRFNONREF\n:86:a\n:61:260214D40,NTRFNONREF\n"
                + ":62F:C260214EUR72,50\n",
            expected: ["from 100.00 +12.50 -40.00 to 72.50 of 2 proved"]),
        Message(
            inside:
                ":60F:D260213EUR1,00\n:61:260214RC2,NTRFNONREF\n:62F:D260214EUR3,00\n:64:C260214EUR9,\n",
            expected: ["from -1.00 +0.00 -2.00 to -3.00 of 1 proved"]),
        Message(
            inside: ":60M:C260213EUR1,00\n:61:260214C2,NTRFNONREF\n:62M:C260214EUR4,00\n",
            expected: ["from 1.00 +2.00 -0.00 to 4.00 of 1 closing 4.00 ≠ 3.00"]),
        Message(
            inside: ":60F:C260213EUR1,00\n:61:26021xC2,NTRFNONREF\n:62F:C260214EUR4,00\n",
            expected: ["from 1.00 +0.00 -0.00 to 4.00 of 0 gaps"]),
        Message(
            inside: ":34F:EURD0,\n:61:260214D2,NTRFNONREF\n:61:260214D3,NTRFNONREF\n:90D:2EUR5,00\n"
                + ":90C:0EUR0,00\n",
            expected: ["+0.00 -5.00 received 0.00 spent 5.00 of 2 proved"]),
    ]) func `a SWIFT statement's balances are held against its movements`(message: Message) {
        let text = ":20:REF\n:25:DE89370400440532013000\n" + message.inside + "-\n"
        #expect(totals(text, by: MT940Reader(file: "f")) == message.expected)
    }

    @Test func `an OFX balance is proved by the statement of the same account before it`() {
        let text = ofx(
            ofxStatement("20260110", "-5.00", balance: "95.00", asOf: "20260131")
                + ofxStatement("20260210", "7.00", balance: "102.00", asOf: "20260228"))
        #expect(
            totals(text, by: OFXSGMLReader(file: "f")) == [
                "+0.00 -5.00 to 95.00 of 1", "from 95.00 +7.00 -0.00 to 102.00 of 1 proved",
            ])
    }

    @Test func `an OFX balance from before the last row says nothing`() {
        let text = ofx(ofxStatement("20260210", "-5.00", balance: "95.00", asOf: "20260131"))
        #expect(totals(text, by: OFXSGMLReader(file: "f")) == [])
    }

    @Test func `an OFX balance that is no number says nothing`() {
        let text = ofx(ofxStatement("20260110", "-5.00", balance: "R$ 5.326,43", asOf: "20260131"))
        #expect(totals(text, by: OFXSGMLReader(file: "f")) == [])
    }

    private static let head = "Дата;Опис;Дебет;Кредит;Залишок\n"
    private static let rows =
        "13.02.2026;Кава;10,00;;90,00\n14.02.2026;Зарплата;;20,00;110,00\n"
        + "15.02.2026;Хліб;4,00;;106,00\n"

    private func tableTotals(_ text: String) throws -> [String] {
        let surveyor = CSVSurveyor(file: "f")
        try surveyor.read(Array(text.utf8).span, final: true)
        let settled = try surveyor.settle()
        return totals(text, by: CSVReader(file: "f", settled: settled))
    }

    @Test func `a table's own totals are held against its rows`() throws {
        #expect(
            try tableTotals(Self.head + Self.rows + "Разом;;14,00;20,00;\n") == [
                "+20.00 -14.00 received 20.00 spent 14.00 of 3 proved"
            ])
    }

    @Test func `an unknown table whose totals are other than its rows is refused`() {
        let failure = #expect(throws: ReadFailure.self) {
            try tableTotals(
                "Дата;Опис;Дебет;Кредит\n13.02.2026;Кава;10,00;\n14.02.2026;Хліб;;20,00\n"
                    + "15.02.2026;Чай;4,00;\nРазом;;15,00;20,00\n")
        }
        #expect(failure?.kind == .layoutAmbiguous)
        #expect(failure?.details.first == "totals")
        #expect(failure?.place.line == 5)
    }

    @Test func `a total that balances behind every row contradict is told`() throws {
        #expect(
            try tableTotals(Self.head + Self.rows + "Разом;;15,00;20,00;\n") == [
                "+20.00 -14.00 received 20.00 spent 15.00 of 3 spent 15.00 ≠ 14.00"
            ])
    }

    @Test func `what a known table prints above its rows is held against them`() throws {
        let above =
            "Description,,Summary Amt.\nBeginning balance as of 06/01/2026,,\"1,200.00\"\n"
            + "Total credits,,\"2,500.50\"\nTotal debits,,\"-180.99\"\n"
        let rows =
            "\nDate,Description,Amount,Running Bal.\n"
            + "06/01/2026,Beginning balance as of 06/01/2026,,\"1,200.00\"\n"
            + "06/02/2026,PAYROLL,\"2,500.50\",\"3,700.50\"\n06/09/2026,GROCERY,-180.99,\"3,519.51\"\n"
        #expect(
            try tableTotals(
                above + "Ending balance as of 06/30/2026,,\"3,519.51\"\n" + rows)
                == [
                    "from 1200.00 +2500.50 -180.99 to 3519.51 received 2500.50 spent 180.99 of 2 proved"
                ])
        #expect(
            try tableTotals(
                above + "Ending balance as of 06/30/2026,,\"3,519.52\"\n" + rows)
                == [
                    "from 1200.00 +2500.50 -180.99 to 3519.52 received 2500.50 spent 180.99 of 2"
                        + " closing 3519.52 ≠ 3519.51"
                ])
    }

    @Test func `a balance above a known table and one below it are one proof`() throws {
        #expect(
            try tableTotals(
                "Bank code : 1001010101,Agency Code : 10000,,,,\nAccount Number : 08088804068,: EUR,,,,\n"
                    + "Balance at end of period,,,,\"+31250,77\",\n"
                    + "Date,Operation Number,Label,Debit,Credit,Detail\n"
                    + "01/04/26,1,A,\"-50,00\",,\n02/04/26,2,B,,\"1300,00\",\n"
                    + "Balance at start of period,,,,\"+30000,77\",\n")
                == ["from 30000.77 +1300.00 -50.00 to 31250.77 of 2 proved"])
    }

    @Test func `a table without totals proves nothing by them`() throws {
        #expect(try tableTotals(Self.head + Self.rows) == [])
    }
}
