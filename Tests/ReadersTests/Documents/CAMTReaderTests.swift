import Facts
import Documents
import TestKit
import Testing

/// A message around these entries.
private func message(
    _ entries: String, account: String = "<Id><IBAN>DE89370400440532013000</IBAN></Id>",
    currency: String = "<Ccy>EUR</Ccy>", root: String = "BkToCstmrStmt", part: String = "Stmt",
    version: String = "053.001.02"
) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.\(version)"><\(root)>
    <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-15T01:02:03</CreDtTm></GrpHdr>
    <\(part)><Id>S1</Id><Acct>\(account)\(currency)</Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">7.00</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-13</Dt></Dt></Bal>
    \(entries)
    </\(part)></\(root)></Document>
    """
}

private func entry(
    _ amount: String = "12.50", _ direction: String = "DBIT", currency: String = "EUR",
    status: String = "<Sts>BOOK</Sts>", booked: String = "<BookgDt><Dt>2026-02-14</Dt></BookgDt>",
    with rest: String = ""
) -> String {
    "<Ntry><Amt Ccy=\"\(currency)\">\(amount)</Amt><CdtDbtInd>\(direction)</CdtDbtInd>"
        + "\(status)\(booked)\(rest)</Ntry>"
}

private func details(_ inside: String) -> String {
    "<NtryDtls><TxDtls>\(inside)</TxDtls></NtryDtls>"
}

private func read(_ text: String) -> TextReading { TextReading(text, by: CAMTReader(file: "f")) }

/// The part of a described line from its day on.
private func facts(_ reading: TextReading) -> [String] {
    reading.lines.map { $0.split(separator: " ").dropFirst(3).joined(separator: " ") }
}

@Suite struct CAMTReaderTests {
    @Test func `an entry is a row with the other side's name`() {
        let parties = """
            <RltdPties><Dbtr><Nm>Ми</Nm></Dbtr><DbtrAcct><Id><IBAN>DE1</IBAN></Id></DbtrAcct>
            <Cdtr><Nm>Кав’ярня</Nm></Cdtr><CdtrAcct><Id><IBAN>ua213223130000026007233566001</IBAN>
            </Id></CdtrAcct></RltdPties><RmtInf><Ustrd>Рахунок 7</Ustrd><Ustrd>від 14.02</Ustrd>
            </RmtInf>
            """
        let reading = read(
            message(
                entry(
                    with:
                        "<AcctSvcrRef>R1</AcctSvcrRef><ValDt><DtTm>2026-02-16T08:00:00Z</DtTm></ValDt>"
                        + details(parties))))
        #expect(
            facts(reading) == [
                "2026-02-14 booked=2026-02-14 value=2026-02-16 -12.50EUR id=R1 who=Кав’ярня "
                    + "iban=UA213223130000026007233566001 «Рахунок 7 від 14.02»"
            ])
        #expect(reading.failure == nil)
        #expect(reading.accounts.map(\.iban) == ["DE89370400440532013000"])
        #expect(reading.accounts.map(\.currency) == [.eur])
    }

    @Test func `parties of version 8 stand one level deeper`() {
        let parties = "<RltdPties><Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr></RltdPties>"
        let reading = read(
            message(
                entry("1", "CRDT", status: "<Sts><Cd>BOOK</Cd></Sts>", with: details(parties)),
                version: "053.001.08"))
        #expect(facts(reading) == ["2026-02-14 booked=2026-02-14 1.00EUR who=Payer «Payer»"])
    }

    @Test(arguments: [
        ("8.85000", "8.85EUR"), ("8.85012", "8.85012EUR"), ("0", "0.00EUR"), (".5", "0.50EUR"),
    ])
    func `decimals are kept exactly`(_ written: String, _ expected: String) {
        #expect(
            facts(read(message(entry(written, "CRDT")))).first?.contains(" \(expected) ") == true)
    }

    @Test func `a currency's own decimals count`() {
        let reading = read(
            message(entry("2700", "CRDT", currency: "JPY") + entry("1.234", currency: "KWD")))
        #expect(
            facts(reading) == [
                "2026-02-14 booked=2026-02-14 2700JPY «»",
                "2026-02-14 booked=2026-02-14 -1.234KWD «»",
            ])
    }

    @Test func `a reversal's direction is not turned again`() {
        let parties = "<RltdPties><Cdtr><Nm>Shop</Nm></Cdtr></RltdPties>"
        let reading = read(
            message(entry("5", "CRDT", with: "<RvslInd>true</RvslInd>" + details(parties))))
        #expect(facts(reading) == ["2026-02-14 booked=2026-02-14 5.00EUR who=Shop «Shop»"])
    }

    /// ISO 20022: a reversal has the parties of the reversed payment.
    @Test(arguments: [
        ("DBIT", "false", "Shop"), ("CRDT", "false", "Me"), ("CRDT", "true", "Shop"),
        ("DBIT", "true", "Me"),
    ])
    func `the counterparty is the other party`(direction: String, reversal: String, name: String) {
        func parties(_ debtor: String, _ creditor: String) -> String {
            "<RltdPties><Dbtr><Nm>Me</Nm></Dbtr>\(debtor)<Cdtr><Nm>Shop</Nm></Cdtr>\(creditor)"
                + "</RltdPties>"
        }
        func counterparty(_ debtor: String, _ creditor: String) -> String? {
            let text = "<RvslInd>\(reversal)</RvslInd>" + details(parties(debtor, creditor))
            let row = facts(read(message(entry("5", direction, with: text)))).first
            return row?.split(separator: "who=").last?.split(separator: " ").first.map(String.init)
        }
        #expect(counterparty("", "") == name)
        // The statement's own account is no counterparty, whatever the direction.
        func account(_ tag: String, _ iban: String) -> String {
            "<\(tag)><Id><IBAN>\(iban)</IBAN></Id></\(tag)>"
        }
        let (own, other) = ("DE89370400440532013000", "NL91ABNA0417164300")
        #expect(counterparty(account("DbtrAcct", own), account("CdtrAcct", other)) == "Shop")
        #expect(counterparty(account("DbtrAcct", other), account("CdtrAcct", own)) == "Me")
    }

    @Test func `no currency yields to the account's, or stays`() {
        let rows = entry("5", "CRDT", currency: "XXX")
        #expect(facts(read(message(rows))).first?.contains("5.00EUR") == true)
        #expect(facts(read(message(rows, currency: ""))).first?.contains("5.00XXX") == true)
    }

    @Test func `holds, information and unknown states are told apart`() {
        let reading = read(
            message(
                entry("1", status: "<Sts>PDNG</Sts>", booked: "<ValDt><Dt>2026-02-15</Dt></ValDt>")
                    + entry("2", status: "<Sts>INFO</Sts>") + entry("3", status: "<Sts>NEWS</Sts>")
                    + entry("4", status: "")))
        #expect(
            facts(reading) == [
                "2026-02-15 value=2026-02-15 -1.00EUR hold «»",
                "2026-02-14 booked=2026-02-14 -4.00EUR «»",
            ])
        #expect(reading.skips.map(\.reason) == [.informational])
        #expect(reading.rejections.map(\.kind) == [.statusUnknown])
    }

    @Test func `references that say nothing are none`() {
        let reading = read(
            message(
                entry(with: "<AcctSvcrRef>NONREF</AcctSvcrRef><NtryRef>E-000017</NtryRef>")
                    + entry(with: "<AcctSvcrRef>NONREF</AcctSvcrRef>")))
        #expect(reading.lines.map { $0.contains("id=E-000017") } == [true, false])
        #expect(reading.lines.allSatisfy { !$0.contains("NONREF") })
    }

    @Test func `the foreign leg is kept beside the amount`() {
        let legs = """
            <AmtDtls><InstdAmt><Amt Ccy="USD">13.10</Amt></InstdAmt>
            <TxAmt><Amt Ccy="EUR">12.50</Amt></TxAmt></AmtDtls>
            """
        #expect(
            facts(read(message(entry(with: details(legs)))))
                == ["2026-02-14 booked=2026-02-14 -12.50EUR original=-13.10USD «»"])
        // A batch has a leg for each payment.
        let batch = entry(
            with: "<NtryDtls><TxDtls>\(legs)</TxDtls><TxDtls>\(legs)</TxDtls></NtryDtls>")
        #expect(facts(read(message(batch))) == ["2026-02-14 booked=2026-02-14 -12.50EUR «»"])
    }

    /// A payee, account or code is of the row only if it is of each payment.
    @Test func `a batch has the other side that all its payments have`() {
        func payment(_ name: String, _ account: String, _ code: String) -> String {
            let party =
                "<Cdtr><Nm>\(name)</Nm></Cdtr><CdtrAcct><Id><IBAN>\(account)</IBAN></Id></CdtrAcct>"
            return "<TxDtls><RltdPties>\(name.isEmpty ? "" : party)</RltdPties><RmtInf>"
                + "<Ustrd>Miete</Ustrd></RmtInf><MrchntCtgyCd>\(code)</MrchntCtgyCd></TxDtls>"
        }
        func row(_ payments: [String]) -> String {
            entry(with: "<NtryDtls>\(payments.joined())</NtryDtls>")
        }
        let anna = payment("Anna", "DE02120300000000202051", "5411")
        let ben = payment("Ben", "DE89370400440532013000", "5812")
        let eva = payment("Eva", "DE89370400440532013000", "5812")
        let rows = [
            [anna], [anna, anna], [anna, ben], [anna, payment("", "", "5411")], [eva, ben, ben],
        ]
        let start = "2026-02-14 booked=2026-02-14 -12.50EUR"
        #expect(
            facts(read(message(rows.map(row).joined()))) == [
                "\(start) who=Anna iban=DE02120300000000202051 mcc=5411 «Miete»",
                "\(start) who=Anna iban=DE02120300000000202051 mcc=5411 «Miete Miete»",
                "\(start) memo=Anna, Ben «Miete Miete»",
                "\(start) memo=Anna mcc=5411 «Miete Miete»",
                "\(start) memo=Eva, Ben, Ben iban=DE89370400440532013000 mcc=5812 «Miete Miete Miete»",
            ])
    }

    /// The money of a booking does not depend on its texts, however many payments it has.
    @Test(arguments: [3, 4_000])
    func `a batch joins the texts of its payments, up to the limit`(_ count: Int) throws {
        let payments = (1...count).map {
            "<TxDtls><RmtInf><Ustrd>Lohn \($0)</Ustrd><Ustrd>Mai 2026 xx</Ustrd></RmtInf>"
                + "<AddtlTxInf>Info \($0)</AddtlTxInf></TxDtls>"
        }.joined()
        let reading = read(message(entry(with: "<NtryDtls>\(payments)</NtryDtls>")))
        #expect(reading.rejections == [])
        let line = try #require(facts(reading).first)
        #expect(line.contains(" -12.50EUR memo=Info 1 Info 2 Info 3"))
        #expect(line.contains(" «Lohn 1 Mai 2026 xx Lohn 2 Mai 2026 xx Lohn 3 Mai 2026 xx"))
        #expect(line.hasSuffix(" …»") == (count > 3))
        #expect(line.utf8.count < 2 * Limits.fieldBytesMax)
    }

    @Test func `the description falls back from remittance to other texts`() {
        let name = "<RltdPties><Cdtr><Nm>N</Nm></Cdtr></RltdPties>"
        let reference =
            "<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>"
        let reading = read(
            message(
                entry(
                    with: details(name + reference) + "<AddtlNtryInf>Kartenzahlung</AddtlNtryInf>")
                    + entry(with: details(name + reference)) + entry(with: details(reference))
                    + entry(with: details("<AddtlTxInf>LIDL</AddtlTxInf>"))))
        #expect(
            reading.lines.map { $0.split(separator: "«").last } == [
                "Kartenzahlung»", "N»", "RF18»", "LIDL»",
            ])
        #expect(reading.lines.last?.contains("memo=") == false)
    }

    @Test(arguments: ["", "<AddtlTxInf>LIDL</AddtlTxInf>", "<RmtInf><Ustrd>LIDL</Ustrd></RmtInf>"])
    func `a row has its code of merchants whatever texts it has`(_ texts: String) {
        let code = details("<CardTx><MrchntCtgyCd>5411</MrchntCtgyCd></CardTx>" + texts)
        #expect(read(message(entry(with: code))).lines.map { $0.contains("mcc=5411") } == [true])
    }

    @Test func `several accounts and parts of one account are told apart`() {
        let part = message(entry("1"))
        let inner = part.split(separator: "<Stmt>")[1].split(separator: "</Stmt>")[0]
        let other = inner.replacing(
            "<IBAN>DE89370400440532013000</IBAN>",
            with: """
                <Othr><Id>US-0099</Id></Othr>
                """)
        let whole = part.replacing(
            "</Stmt>", with: "</Stmt><Stmt>\(other)</Stmt><Stmt>\(inner)</Stmt>")
        let reading = read(whole)
        #expect(reading.lines.map { $0.prefix(4) } == ["0 #0", "1 #1", "0 #2"])
        #expect(reading.accounts.map(\.number) == ["DE89370400440532013000", "US-0099"])
    }

    @Test func `a statement without entries is read`() {
        let reading = read(message(""))
        #expect(reading.failure == nil)
        #expect(reading.rowCount == 0)
        #expect(reading.accounts.count == 1)
    }

    @Test(arguments: [
        ("BkToCstmrAcctRpt", "Rpt", "camt/052"), ("BkToCstmrStmt", "Stmt", "camt/053"),
        ("BkToCstmrDbtCdtNtfctn", "Ntfctn", "camt/054"),
    ])
    func `all three messages are read`(_ root: String, _ part: String, _ layout: String) {
        let reader = CAMTReader(file: "f")
        let reading = TextReading(message(entry(), root: root, part: part), by: reader)
        #expect(reading.lines.count == 1)
        #expect(reader.layout == layout)
    }

    @Test func `prefixes and missing namespaces do no harm`() {
        let plain = message(entry()).replacing(
            " xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"", with: "")
        #expect(read(plain).lines == read(message(entry())).lines)
        let prefixed = """
            <n:Document xmlns:n="urn:x"><n:BkToCstmrStmt><n:Stmt><n:Acct><n:Id><n:IBAN>DE1</n:IBAN>
            </n:Id></n:Acct><n:Ntry><n:Amt Ccy="EUR">3</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd>
            <n:BookgDt><n:Dt>2026-02-14+01:00</n:Dt></n:BookgDt></n:Ntry></n:Stmt>
            </n:BkToCstmrStmt></n:Document>
            """
        #expect(facts(read(prefixed)) == ["2026-02-14 booked=2026-02-14 3.00EUR «»"])
    }

    struct Refused: Sendable {
        let entry: String
        let kind: RowRejection.Kind
        let field: String
    }

    @Test(arguments: [
        Refused(entry: entry("12,50"), kind: .amountNotANumber, field: "Amt"),
        Refused(entry: entry(""), kind: .amountMissing, field: "Amt"),
        Refused(entry: entry("-12.50"), kind: .amountNotANumber, field: "Amt"),
        Refused(entry: entry("1", "DEBIT"), kind: .directionUnknown, field: "CdtDbtInd"),
        Refused(entry: entry("1", ""), kind: .directionUnknown, field: "CdtDbtInd"),
        Refused(entry: entry("1", currency: "EURO"), kind: .currencyUnknown, field: "Ccy"),
        Refused(
            entry: entry("99999999999999999999"), kind: .amountOverflow, field: "Amt"),
        Refused(entry: entry(booked: ""), kind: .dateMissing, field: "BookgDt"),
        Refused(
            entry: entry(booked: "<BookgDt><Dt>2026-02-30</Dt></BookgDt>"), kind: .dateNotADay,
            field: "BookgDt"),
        Refused(
            entry: entry(booked: "<BookgDt><Dt>14.02.2026</Dt></BookgDt>"), kind: .dateNotADay,
            field: "BookgDt"),
        Refused(
            entry: entry(with: "<Amt Ccy=\"EUR\">13</Amt>"), kind: .amountAmbiguous, field: "Amt"),
        Refused(
            entry: entry(with: "<CdtDbtInd>CRDT</CdtDbtInd>"), kind: .directionUnknown,
            field: "CdtDbtInd"),
    ])
    func `what is no row is rejected, the rest is read`(_ refused: Refused) {
        let reading = read(message(refused.entry + entry("7", "CRDT")))
        #expect(reading.rejections.map(\.kind) == [refused.kind])
        #expect(reading.rejections.map(\.field) == [refused.field])
        #expect(facts(reading) == ["2026-02-14 booked=2026-02-14 7.00EUR «»"])
        #expect(reading.failure == nil)
    }

    @Test func `a rejection stands where the text does`() throws {
        let text = message(
            "\n  <Ntry><Amt Ccy=\"EUR\">\n  x1</Amt><CdtDbtInd>DBIT</CdtDbtInd></Ntry>")
        let place = try #require(read(text).rejections.first?.place)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines[place.line - 1].dropFirst(place.column - 1)
        #expect(rest.hasPrefix("x1"))
    }

    @Test func `documents that are no statements, cut or hostile are refused`() {
        #expect(read("<Document><BkToCstmrStmt/></Document>").failure?.kind == .notAStatement)
        let whole = message(entry())
        #expect(read(String(whole.dropLast(40))).failure?.kind == .truncated)
        let cut = read(String(whole.split(separator: "</Ntry>")[0]))
        #expect(cut.failure?.kind == .truncated)
        #expect(cut.rejections.map(\.kind) == [.recordIncomplete])
        #expect(cut.lines == [])
        #expect(
            read(whole.replacing("</Ntry>", with: "</Entry>")).failure?.kind == .malformed)
        #expect(
            read(whole.replacing("<Document", with: "<!DOCTYPE a [<!ENTITY b \"c\">]><Document"))
                .failure?.kind == .entityRefused)
        let deep = String(repeating: "<a>", count: 100)
        #expect(read(message(entry(with: deep))).failure?.kind == .limitExceeded)
        let long = entry(
            with: details(
                "<RmtInf><Ustrd>\(String(repeating: "x", count: 70_000))</Ustrd></RmtInf>"))
        #expect(read(message(long)).rejections.map(\.kind) == [.fieldTooLong])
    }

    @Test func `cuts change nothing`() {
        let text = message(
            entry(
                with: "<AcctSvcrRef>R&amp;1</AcctSvcrRef>"
                    + details("<RmtInf><Ustrd>Ї</Ustrd></RmtInf>"))
                + entry("x") + entry("2", "CRDT"))
        verifyCuts(of: text) { CAMTReader(file: "f") }
        #expect(verifyReader(Array(text.utf8)) { CAMTReader(file: "f") } == [])
    }
}
