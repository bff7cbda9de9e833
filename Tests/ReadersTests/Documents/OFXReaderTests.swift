import Facts
import Documents
import TestKit
import Testing

/// A statement around these rows, as 1.x (`xml` false) or 2.x.
private func statement(
    _ rows: String, currency: String = "UAH", account: String = "123", xml: Bool = false
) -> String {
    let header =
        xml
        ? "<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\"?>\n"
        : "OFXHEADER:100\nDATA:OFXSGML\n\n"
    return header + """
        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>\(currency)</CURDEF>
        <BANKACCTFROM><BANKID>01</BANKID><ACCTID>\(account)</ACCTID></BANKACCTFROM>
        <BANKTRANLIST>
        \(rows)
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """
}

private func row(
    _ date: String = "20260214", _ amount: String = "-5", _ rest: String = "<FITID>1</FITID>"
) -> String {
    "<STMTTRN><DTPOSTED>\(date)</DTPOSTED><TRNAMT>\(amount)</TRNAMT>\(rest)</STMTTRN>"
}

/// Both ways: by the second engine where it accepts a row, and tag by tag.
private func sgml(_ text: String) -> TextReading {
    let reading = TextReading(text, by: OFXSGMLReader(file: "f"))
    #expect(TextReading(text, by: OFXSGMLReader(file: "f", isTagByTag: true)) == reading)
    return reading
}
private func xml(_ text: String) -> TextReading { TextReading(text, by: OFXXMLReader(file: "f")) }

@Suite struct OFXRowTests {
    @Test(arguments: [
        "<STMTTRX>", "<STMTTRN", "STMTTRN>", "<xSTMTTRN>", "",
    ])
    func `a row whose start tag is damaged is rejected at its place`(_ mark: String) {
        let damaged = row("20260215", "-6").replacing("<STMTTRN>", with: mark)
        for rows in [[row(), damaged, row()], [damaged, row(), row()], [row(), row(), damaged]] {
            let reading = sgml(statement(rows.joined(separator: "\n")))
            #expect(reading.lines.count == 2)
            #expect(reading.rejections.map(\.kind) == [.recordIncomplete])
            #expect((reading.rejections.first?.place.line ?? 0) > 3)
        }
    }

    @Test func `a row behind the end of its statement is rejected, for nobody says whose it is`() {
        for isXML in [false, true] {
            let whole = statement(row(), xml: isXML)
            let text = whole.replacing("</STMTTRNRS>", with: row("20260216", "-7") + "</STMTTRNRS>")
            let reading = isXML ? xml(text) : sgml(text)
            #expect(reading.lines.count == 1)
            #expect(reading.rejections.map(\.kind) == [.recordIncomplete])
            #expect(reading.accounts.map(\.number) == ["01/123"])
        }
    }

    @Test(arguments: [
        ("-125.50", "-125.50"), ("-125,5", "-125.50"), ("+7", "7.00"), ("   -11,76 ", "-11.76"),
        ("-30.000", "-30.00"), ("-3.77000", "-3.77"), ("0.0072", "0.0072"), ("-0", "0.00"),
        ("1.234,56", "1234.56"), ("1,234.56", "1234.56"), ("+00000000000000.2400", "0.24"),
        ("-.5", "-0.50"),
    ])
    func `amounts are exact`(_ written: String, _ expected: String) {
        for reading in [
            sgml(statement(row("20260214", written))),
            xml(statement(row("20260214", written), xml: true)),
        ] {
            #expect(
                reading.lines.map { $0.split(separator: " ")[5] } == ["\(expected)UAH"],
                "\(reading)")
            #expect(reading.failure == nil)
        }
    }

    @Test(arguments: [
        ("", RowRejection.Kind.amountMissing), (" . ", .amountMissing), ("abc", .amountNotANumber),
        ("1,234", .amountAmbiguous), ("12-34", .amountNotANumber), ("1.2.3", .amountNotANumber),
        ("99999999999999999999", .amountOverflow),
    ])
    func `what is no amount is refused`(_ written: String, _ kind: RowRejection.Kind) {
        let reading = sgml(statement(row("20260214", written)))
        #expect(reading.rejections.map(\.kind) == [kind])
        #expect(reading.rejections.map(\.field) == ["TRNAMT"])
        #expect(reading.lines == [])
    }

    @Test(arguments: [
        ("20260214", "2026-02-14"), ("20260214000000", "2026-02-14"),
        ("20260214000000.000[-7:MST]", "2026-02-14"),
        ("20260214183005", "2026-02-14T18:30:05"),
        ("20260214183005.123[+2:EET]", "2026-02-14T18:30:05[120]"),
        ("202602141830[-3.5]", "2026-02-14T18:30:00[-210]"),
        ("20260214183005[5:30:IST]", "2026-02-14T18:30:05[330]"),
        ("20260214233005[EST]", "2026-02-14T23:30:05"),
        ("20260214 183005", "2026-02-14T18:30:05"), ("20260214T183005", "2026-02-14T18:30:05"),
        ("20260214T18:30:05Z", "2026-02-14T18:30:05[0]"), ("20260214 1830", "2026-02-14T18:30:00"),
        ("20260214183005+0200", "2026-02-14T18:30:05[120]"),
        ("20260214183005-03:30", "2026-02-14T18:30:05[-210]"),
        ("20260214183005.000 +2", "2026-02-14T18:30:05[120]"),
        ("20260214233005 EST", "2026-02-14T23:30:05"),
    ])
    func `the printed day stays, time and zone beside it`(_ written: String, _ made: String) {
        let reading = sgml(statement(row(written)))
        #expect(reading.lines.map { $0.split(separator: " ")[3] } == [Substring(made)])
    }

    @Test(arguments: [
        ("", RowRejection.Kind.dateMissing), ("00000000", .dateMissing),
        ("20260231", .dateNotADay), ("2026021", .dateNotADay), ("14.02.2026", .dateNotADay),
        ("20260214256000", .timeNotATime), ("20260214 noon", .timeNotATime),
        ("20260214T2460", .timeNotATime), ("20260214183005 or so", .timeNotATime),
        ("202602141", .timeNotATime),
    ])
    func `what is no day is refused`(_ written: String, _ kind: RowRejection.Kind) {
        let reading = sgml(statement(row(written)))
        #expect(reading.rejections.map(\.kind) == [kind])
        #expect(reading.lines == [])
    }

    @Test(arguments: [("980", "UAH"), ("978", "EUR"), ("eur", "EUR"), ("999999", "")])
    func `a currency is a code or its number`(_ written: String, _ code: String) {
        let reading = sgml(statement(row("20260214"), currency: written))
        #expect(reading.lines.map { $0.split(separator: " ")[5] } == ["-5.00\(code)"])
    }

    @Test func `the user's day steps in for a booked day of zeros`() {
        let reading = sgml(
            statement(
                row("00000000", "-5", "<DTUSER>20260213<DTAVAIL>20260215")
                    + row("20260214", "-6", "<DTUSER>20260101</DTPOSTED>")))
        #expect(
            reading.lines == [
                "0 #0 l7 2026-02-13 value=2026-02-15 -5.00UAH «»",
                "0 #1 l7 2026-02-14 booked=2026-02-14 -6.00UAH «»",
            ])
    }

    @Test(arguments: [
        ("<NAME>Сільпо<MEMO>чек 1", "memo=чек 1 «Сільпо»"),
        ("<MEMO>чек 1", "«чек 1»"),
        ("<NAME> <MEMO>чек 1", "«чек 1»"),
        ("<NAME>same<MEMO>same", "«same»"),
        ("<PAYEE><NAME>Hydro<ADDR1>x</PAYEE><MEMO>m", "memo=m «Hydro»"),
        ("<PAYEE><NAME>Hydro</PAYEE><NAME>Name", "«Name»"),
        ("<PAYEE>Leaf<MEMO>m", "memo=m «Leaf»"),
        ("<name>lower</name>", "«lower»"),
        ("<NAME>B.C. HYDRO & POWER &amp; LIGHT", "«B.C. HYDRO & POWER & LIGHT»"),
        ("<NAME>TPAY &amp;lt;X&amp;gt;", "«TPAY &lt;X&gt;»"),
        ("<NAME>&#1057;&#x456;&#0;&#x1B;&unknown;&", "«Сі&#0;&#x1B;&unknown;&»"),
        ("<NAME>I <3 you <me@bank.ua> a<b", "«I <3 you <me@bank.ua> a<b»"),
        ("<NAME>one<!-- <NAME>two -->three", "«onethree»"),
        ("<NAME><![CDATA[A & <B> &amp; ]]]>c]]>", "«A & <B> &amp; ]]]>c]]>»"),
        ("<NAME>wrapped\r\nline", "«wrapped  line»"),
        ("<MEMO><NAME>after an empty leaf", "«after an empty leaf»"),
        ("<INTU.X>y<NAME>dots", "«dots»"),
        ("<NAME>a<CATEGORY>food<SIC>5411", "mcc=5411 «a»"),
        ("<NAME>a<SIC>541", "«a»"),
        ("<NAME>a<BANKACCTTO><BANKID>9<ACCTID>77</BANKACCTTO>", "iban=9/77 «a»"),
        (
            "<NAME>a<BANKACCTTO><ACCTID>ua213223130000026007233566001</BANKACCTTO>",
            "iban=UA213223130000026007233566001 «a»"
        ),
    ])
    func `texts find their places`(_ leaves: String, _ expected: String) {
        let reading = sgml(statement(row("20260214", "-5", leaves)))
        let prefix = "0 #0 l7 2026-02-14 booked=2026-02-14 -5.00UAH "
        // `]]]>` ends character data; what follows is text.
        let wanted = leaves.contains("CDATA") ? "«A & <B> &amp; ]c]]>»" : expected
        #expect(reading.lines == [prefix + wanted])
        #expect(reading.failure == nil)
    }

    @Test(arguments: [
        ("<CURRENCY><CURRATE>1.0<CURSYM>uah</CURRENCY>", "-5.00UAH"),
        ("<CURRENCY><CURRATE>41.5<CURSYM>USD</CURRENCY>", "-5.00USD"),
        ("<CURRENCY>EUR", "-5.00EUR"),
        ("<ORIGCURRENCY><CURRATE>41.5<CURSYM>USD</ORIGCURRENCY>", "-5.00UAH"),
    ])
    func `CURRENCY says what the amount is in, ORIGCURRENCY does not`(
        _ leaves: String, _ amount: String
    ) {
        let reading = sgml(statement(row("20260214", "-5", leaves)))
        #expect(reading.lines.map { $0.split(separator: " ")[5] } == [Substring(amount)])
    }

    @Test func `a currency that is none is refused with its place`() {
        let reading = sgml(statement(row("20260214", "-5", "<CURRENCY><CURSYM>грн</CURRENCY>")))
        #expect(reading.rejections.map(\.kind) == [.currencyUnknown])
        #expect(reading.rejections.map(\.place.line) == [7])
    }

    @Test
    func `a row that takes an earlier line back is reported, and one that replaces it is kept`() {
        for isXML in [false, true] {
            let rows = [
                row("20260214", "-5", "<FITID>7</FITID>"),
                row(
                    "20260215", "-6",
                    "<FITID>8</FITID><CORRECTFITID>7</CORRECTFITID>"
                        + "<CORRECTACTION>REPLACE</CORRECTACTION>"),
                row(
                    "20260216", "-5",
                    "<CORRECTFITID>7</CORRECTFITID><CORRECTACTION>Delete</CORRECTACTION>"),
            ]
            let text = statement(rows.joined(separator: "\n"), xml: isXML)
            let reading = isXML ? xml(text) : sgml(text)
            #expect(reading.lines.count == 2)
            #expect(reading.rejections.map(\.kind) == [.lineTakenBack])
            #expect(reading.rejections.map(\.found.revealed) == ["7"])
        }
    }

    @Test func `an account and a currency behind the rows are theirs`() {
        let account = "<BANKACCTFROM><BANKID>01</BANKID><ACCTID>123</ACCTID></BANKACCTFROM>"
        let usual = statement(row() + row("20260215", "-6", "<FITID>2</FITID>"))
        for late in [account, "<CURDEF>UAH</CURDEF>"] {
            let text = usual.replacing(late, with: "")
                .replacing("</BANKTRANLIST>", with: "</BANKTRANLIST>\n" + late)
            let reading = sgml(text)
            #expect(reading.lines.count == 2)
            #expect(reading.lines == sgml(usual).lines)
            #expect(reading.accounts == sgml(usual).accounts)
        }
    }

    @Test func `an account behind more rows than wait for it is refused`() {
        let account = "<BANKACCTFROM><BANKID>01</BANKID><ACCTID>123</ACCTID></BANKACCTFROM>"
        let rows = (0..<5_000).map { row("20260215", "-6", "<FITID>\($0)</FITID>") }.joined()
        let text = statement(rows).replacing(account, with: "")
            .replacing("</BANKTRANLIST>", with: "</BANKTRANLIST>" + account)
        #expect(sgml(text).failure?.kind == .malformed)
    }

    /// The reader reports an account that the bank refused, wherever the file has it.
    @Test(arguments: [0, 1])
    func `an error beside statements is noticed`(place: Int) {
        let refused =
            "<STMTTRNRS><TRNUID>2</TRNUID><STATUS><CODE>2003</CODE><SEVERITY>ERROR</SEVERITY>"
            + "<MESSAGE>Account not found</MESSAGE></STATUS></STMTTRNRS>"
        let whole = statement(row())
        let text =
            place == 0
            ? whole.replacing("<STMTTRNRS>", with: refused + "<STMTTRNRS>")
            : whole.replacing("</STMTTRNRS>", with: "</STMTTRNRS>" + refused)
        let reading = sgml(text)
        #expect(reading.lines.count == 1)
        #expect(reading.failure == nil)
        #expect(reading.notices.map(\.kind) == [.accountRefused])
        #expect(sgml(whole).notices == [])
    }

    @Test func `one number with two types is two accounts`() {
        func account(_ type: String) -> String {
            let whole = statement(row())
                .replacing("</ACCTID>", with: "</ACCTID><ACCTTYPE>\(type)</ACCTTYPE>")
            let start = whole.firstRange(of: "<STMTTRNRS>")?.lowerBound ?? whole.startIndex
            let end = whole.firstRange(of: "</BANKMSGSRSV1>")?.lowerBound ?? whole.endIndex
            return String(whole[start..<end])
        }
        func accounts(_ types: [String]) -> [String] {
            let text = "<OFX><BANKMSGSRSV1>" + types.map(account).joined() + "</BANKMSGSRSV1></OFX>"
            return sgml(text).accounts.map { $0.number + $0.product }
        }
        #expect(accounts(["CHECKING", "SAVINGS"]) == ["01/123", "01/123savings"])
        #expect(accounts(["CHECKING", "CHECKING"]) == ["01/123"])
        #expect(accounts(["SAVINGS"]) == ["01/123"])
    }

    @Test func `informational, deleted and cut rows are not lines`() {
        let reading = sgml(
            statement(
                row("20260214", "   .  ", "<FITID>0<MEMO>SALDO DIA")
                    + row("20260214", "-5", "<CORRECTFITID>7<CORRECTACTION>DELETE")
                    + row("20260214", "-6", "<CORRECTFITID>8<CORRECTACTION>Delete")
                    + "<STMTTRN>*snipped*</STMTTRN>"))
        #expect(reading.skips.map(\.reason) == [.informational])
        #expect(
            reading.rejections.map(\.kind) == [.lineTakenBack, .lineTakenBack, .recordIncomplete])
        #expect(reading.lines == [])
        #expect(reading.failure == nil)
    }

    @Test func `two different amounts in one row are refused`() {
        let rest = "<TRNAMT>-6<FITID>1"
        #expect(
            sgml(statement(row("20260214", "-5", rest))).rejections.map(\.kind)
                == [.amountAmbiguous])
        #expect(sgml(statement(row("20260214", "-6", rest))).lines.count == 1)
    }

    @Test func `rejections name line and column of the value`() {
        let rows = "<STMTTRN>\n  <DTPOSTED>20260214\n<NAME>Ціна<TRNAMT>  5x\n</STMTTRN>"
        let inSGML = sgml(statement(rows)).rejections
        #expect(inSGML.map { "\($0.place.line):\($0.place.column)" } == ["9:21"])
        #expect(inSGML.map(\.found.revealed) == ["5x"])
        let well =
            "<STMTTRN>\n  <DTPOSTED>20260214</DTPOSTED>\n<NAME>Ціна</NAME><TRNAMT>  5x\n"
            + "</TRNAMT></STMTTRN>\n\n <STMTTRN>x</STMTTRN>"
        let inXML = xml(statement(well, xml: true)).rejections
        #expect(inXML.map { "\($0.place.line):\($0.place.column)" } == ["8:28", "11:2"])
    }

    @Test func `a row that is not closed ends at the next`() {
        let reading = sgml(
            statement("<STMTTRN><DTPOSTED>20260214<TRNAMT>1<STMTTRN><DTPOSTED>20260215<TRNAMT>2"))
        #expect(reading.lines.count == 2)
        #expect(reading.failure == nil)
    }

    @Test func `a field that never ends refuses its row only`() {
        let long = String(repeating: "x", count: Limits.fieldBytesMax + 1)
        for isXML in [false, true] {
            let text = statement(
                row("20260214", "-5", "<NAME>\(long)</NAME>") + row(), xml: isXML)
            let reading = isXML ? xml(text) : sgml(text)
            #expect(reading.rejections.map(\.kind) == [.fieldTooLong])
            #expect(reading.rejections.map(\.field) == ["NAME"])
            #expect(reading.lines.count == 1)
        }
    }
}

@Suite struct OFXFileTests {
    @Test func `statements keep their own account and currency`() {
        let second = statement(row("20260215", "-6"), currency: "eur", account: "0500000001")
        let first = statement(row()).replacing("</OFX>", with: "").replacing(
            "<OFX>",
            with: "<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>My Bank</FI></SONRS></SIGNONMSGSRSV1>")
        let body = second.split(separator: "<OFX>", maxSplits: 1)[1]
        let reading = sgml(first + body)
        #expect(
            reading.accounts == [
                AccountClaim(bank: "my bank", number: "01/123", currency: .uah),
                AccountClaim(bank: "my bank", number: "01/0500000001", currency: .eur),
            ])
        #expect(reading.lines.map { $0.prefix(1) } == ["0", "1"])
    }

    @Test func `an IBAN is recognised and names the account alone`() {
        let reading = sgml(statement(row(), account: "UA21 3223 1300 0002 6007 2335 6600 1"))
        #expect(reading.accounts.map(\.iban) == ["UA213223130000026007233566001"])
        #expect(reading.accounts.map(\.number) == ["UA213223130000026007233566001"])
        #expect(reading.accounts.map(\.bank) == ["ofx:01"])
        let wrong = sgml(statement(row(), account: "BE4455667788"))
        #expect(wrong.accounts.map(\.iban) == [""])
    }

    @Test(arguments: [
        "", "\n\nOFXHEADER:100\n\nDATA:OFXSGML\n\n", "OFXHEADER:100DATA:OFXSGMLVERSION:102",
        "<!--\nOFXHEADER:100\n-->\n",
    ])
    func `the header may be missing, glued or commented out`(_ header: String) {
        let body = statement(row()).split(separator: "\n\n", maxSplits: 1)[1]
        let reading = sgml(header + body)
        #expect(reading.lines.count == 1)
        #expect(reading.failure == nil)
    }

    @Test func `a fragment without account is read`() {
        let reading = sgml("<BANKTRANLIST>\n\(row())\(row())\n</BANKTRANLIST>\n")
        #expect(reading.lines.count == 2)
        #expect(reading.accounts == [AccountClaim()])
        #expect(reading.failure == nil)
    }

    @Test func `a bank's refusal is handed on`() {
        let text = """
            <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>2000<SEVERITY>ERROR
            <MESSAGE>Try later</STATUS></SONRS></SIGNONMSGSRSV1></OFX>
            """
        let reading = sgml(text)
        #expect(
            reading.failure
                == ReadFailure(
                    .bankRefusal, at: SourcePlace(file: "f", line: 1, column: 29),
                    found: "Try later", details: ["2000"]))
    }

    @Test(arguments: [
        ("plain text", ReadFailure.Kind.formatUnknown), ("", .formatUnknown),
        ("<OFX><SONRS></SONRS></OFX>", .notAStatement), ("<OFX><SONRS>", .truncated),
        ("<BANKTRANLIST>" + row(), .truncated), ("<OFX><!-- never", .truncated),
    ])
    func `what is no statement fails as what it is`(_ text: String, _ kind: ReadFailure.Kind) {
        #expect(sgml(text).failure?.kind == kind)
    }

    @Test(arguments: [false, true]) func `a cut file keeps its complete rows`(_ isXML: Bool) {
        let text = statement(row() + "\n" + row(), xml: isXML)
        let cut = String(text.prefix(upTo: text.ranges(of: "<TRNAMT>-5").last!.upperBound))
        let reading = isXML ? xml(cut) : sgml(cut)
        #expect(reading.lines.count == 1)
        #expect(reading.rejections.map(\.kind) == [.recordIncomplete])
        #expect(reading.failure?.kind == .truncated)
        #expect(reading.failure?.place.line ?? 0 >= 7)
    }

    @Test func `cuts change nothing`() {
        let rows =
            row("20260214", " -5 ", "<NAME>Сільпо &amp; ко<MEMO><![CDATA[a&b]]> <!-- c --> d <3")
            + row("0", "x", "<PAYEE><NAME>я</PAYEE><BANKID/>") + row("20260231")
            + "<STMTTRN>\r\n<DTPOSTED >20260214<TRNAMT>\r\n 7</STMTTRN>"
        verifyCuts(of: statement(rows)) { OFXSGMLReader(file: "f") }
        let well =
            row("20260214", " -5 ", "<NAME>Сільпо &amp; ко</NAME><MEMO><![CDATA[a&b]]> d</MEMO>")
            + row("0", "x", "<PAYEE><NAME>я</NAME></PAYEE><BANKID/>")
        verifyCuts(of: "\n " + statement(well, xml: true)) { OFXXMLReader(file: "f") }
    }
}

@Suite struct OFXXMLTests {
    @Test(arguments: ["USASCII", "windows-1251", "UTF-16", "nonsense"])
    func `the declared encoding is not believed`(_ encoding: String) {
        let text = statement(row("20260214", "-5", "<NAME>Сільпо</NAME>"), xml: true)
            .replacing("version=\"1.0\"", with: "version='1.0' encoding='\(encoding)'")
        let reading = xml(text)
        #expect(reading.lines.map { $0.suffix(8) } == ["«Сільпо»"])
        #expect(reading.failure == nil)
    }

    @Test func `a byte-order mark does not matter`() {
        verifyCuts(of: "\u{FEFF}" + statement(row(), xml: true)) { OFXXMLReader(file: "f") }
        let reading = xml("\u{FEFF}\n" + statement(row(), xml: true))
        #expect(reading.failure == nil)
        #expect(reading.lines.count == 1)
    }

    @Test func `a wrapper and a namespace do not matter`() {
        let text = statement(row(), xml: true)
            .replacing("<OFX>", with: "<START xmlns:o='u'><o:OFX>")
            .replacing("</OFX>", with: "</o:OFX></START>")
        #expect(xml(text).lines.count == 1)
        #expect(xml(text).failure == nil)
    }

    @Test(arguments: [
        "<!DOCTYPE OFX [<!ENTITY a \"b\">]>", "<!DOCTYPE OFX SYSTEM \"file:///etc/passwd\">",
        "<!DOCTYPE OFX>",
    ])
    func `a document type is refused`(_ declaration: String) {
        let text = statement(row(), xml: true).replacing("<OFX>", with: declaration + "<OFX>")
        #expect(xml(text).failure?.kind == .entityRefused)
        #expect(xml(text).lines == [])
    }

    @Test(arguments: [
        ("<NAME>a & b</NAME>", ReadFailure.Kind.malformed), ("<NAME>a</MEMO>", .malformed),
        ("<NAME>&nbsp;</NAME>", .malformed),
        (String(repeating: "<A>", count: 100), .limitExceeded),
        ("<A \((0..<100).map { "a\($0)=''" }.joined(separator: " "))/>", .limitExceeded),
        ("<A a='" + String(repeating: "x", count: 70_000) + "'/>", .limitExceeded),
    ])
    func `what is not well-formed or too large ends the file`(
        _ rest: String, _ kind: ReadFailure.Kind
    ) {
        let reading = xml(statement(row() + "\n" + row("20260214", "-5", rest), xml: true))
        #expect(reading.failure?.kind == kind)
        #expect(reading.failure?.place.line == 7)
        #expect(reading.lines.count == 1)
    }
}

@Suite struct OFXBesideTheStandardTests {
    @Test(arguments: [
        ("2026-02-14", "2026-02-14"), ("2026-02-14T18:30:05", "2026-02-14T18:30:05"),
        ("2026-02-14T18:30:05+02:00", "2026-02-14T18:30:05[120]"),
        ("20260214183005Z", "2026-02-14T18:30:05[0]"), ("2026-02-14T00:00:00Z", "2026-02-14"),
    ])
    func `days in the form of ISO 8601 are read`(_ written: String, _ expected: String) {
        let reading = sgml(statement(row(written)))
        #expect(reading.lines.map { String($0.split(separator: " ")[3]) } == [expected])
    }

    @Test(arguments: ["14/02/2026", "2026-02-30", "2026-14", "14-02-2026"])
    func `days in no known form are refused`(_ written: String) {
        #expect(sgml(statement(row(written))).rejections.map(\.kind) == [.dateNotADay])
    }

    @Test func `a statement that says nothing is none`() {
        let shell = "<OFX><CCSTMTRS><CCACCTINFO><ACCTID></CCACCTFROM></CCSTMTRS></OFX>"
        #expect(sgml(shell).failure?.kind == .notAStatement)
        #expect(sgml("<OFX><STMTRS><CURDEF>USD</STMTRS></OFX>").failure == nil)
        #expect(sgml("<OFX><STMTRS><BANKTRANLIST></BANKTRANLIST></STMTRS></OFX>").failure == nil)
    }

    @Test(arguments: [
        ("<NAME>AT&T</NAME>", "AT&T"), ("<NAME>AT&amp;T</NAME>", "AT&T"), ("<NAME>a & b", "a & b"),
    ])
    func `what claims to be XML and is not is read as OFX 1`(_ name: String, _ expected: String) {
        let body = statement(row("20260214", "-5", name), xml: true)
        let file = TemporaryFile(Array(body.utf8), name: "a.ofx")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map { reading.batch.string($0.description) } == [expected])
        let open = ["CURDEF", "TRNAMT", "ACCTID"].reduce(body) {
            $0.replacing("</\($1)>", with: "")
        }
        let openFile = TemporaryFile(Array(open.utf8), name: "a.ofx")
        let unclosed = StatementReading(path: openFile.path)
        #expect(unclosed.layout == "ofx/sgml")
        #expect(unclosed.batch.lines.count == 1)
    }
}
