import Facts
import TestKit
import Testing

/// Files as people have them: UTF-8 with one odd letter or one broken byte, documents that name
/// their encoding themselves.
@Suite struct `Encodings of files` {
    private static let header =
        "Date and time,Description,MCC,\"Card currency amount, (EUR)\",Operation amount,"
        + "Operation currency,Exchange rate,\"Commission, (EUR)\",\"Cashback amount, (EUR)\",Balance\n"

    private func row(_ day: Int, _ text: String) -> [UInt8] {
        Array("\(10 + day).01.2026 10:00:00,".utf8) + Array(text.utf8)
            + Array(",5411,-\(day).50,-\(day).50,EUR,,,,\(100 - day).00\n".utf8)
    }

    @Test(arguments: ["Coffee ☕", "Kyiv → Lviv", "21 °C", "−5", "Café", "Кава", "😀"])
    func `one letter beyond ASCII changes nothing`(text: String) {
        let bytes = Array(Self.header.utf8) + row(1, "plain") + row(2, text) + row(3, "plain")
        let file = TemporaryFile(bytes, name: "a.csv")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map { reading.batch.string($0.description) }[1] == text)
    }

    @Test(arguments: [[0xFF], [0xD0], [0xE2, 0x82], [0x98]] as [[UInt8]], 0..<4)
    func `a broken byte rejects its row and no other`(broken: [UInt8], at: Int) {
        let texts = ["Coffee ☕", "Café", "5 €", "Кава"]
        var bytes = Array(Self.header.utf8)
        for (number, text) in texts.enumerated() {
            var row = row(number + 1, text)
            if number == at { row.insert(contentsOf: broken, at: 20) }
            bytes += row
        }
        let file = TemporaryFile(bytes, name: "a.csv")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.count == 3)
        #expect(reading.batch.rejections.map(\.kind) == [.textNotDecodable])
        #expect(reading.batch.rejections.map(\.place.line) == [at + 2])
    }

    @Test(arguments: ["☕", "нǚ", "ྀ", "ᠤ"]) func `JSON is UTF-8`(text: String) {
        let json =
            #"[{"id":"a1","time":1767261600,"description":"\#(text)","mcc":5411,"originalMcc":5411,"hold":false,"amount":-1000,"#
            + #""operationAmount":-1000,"currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":5000}]"#
        let file = TemporaryFile(Array(json.utf8), name: "a.json")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map { reading.batch.string($0.description) } == [text])
    }

    @Test(arguments: ["ISO-8859-2", "windows-1250", "UTF-8"])
    func `XML says its encoding`(declared: String) {
        // `Ł` and `ą` of one word: too few letters for the bytes to tell.
        let word: [UInt8] =
            declared == "UTF-8"
            ? Array("ᠤ".utf8) : declared == "ISO-8859-2" ? [0xB1] : [0xB9]
        let text = """
            <?xml version="1.0" encoding="\(declared)"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
            <Acct><Id><IBAN>PL61109010140000071219812874</IBAN></Id><Ccy>PLN</Ccy></Acct>
            <Ntry><Amt Ccy="PLN">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt>
            <NtryDtls><TxDtls><RmtInf><Ustrd>d~b</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>
            """
        var bytes: [UInt8] = []
        for byte in text.utf8 { bytes += byte == UInt8(ascii: "~") ? word : [byte] }
        let file = TemporaryFile(bytes, name: "a.xml")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(
            reading.batch.lines.map { reading.batch.string($0.description) }
                == [declared == "UTF-8" ? "dᠤb" : "dąb"])
    }

    private static let broken: [(name: String, text: String)] = [
        (
            "a.json",
            #"[{"id":"a1","time":1767225600,"description":"Caf?","mcc":5411,"originalMcc":5411,"#
                + #""hold":false,"amount":-1000,"operationAmount":-1000,"currencyCode":980,"#
                + #""commissionRate":0,"cashbackAmount":0,"balance":9000},"#
                + #"{"id":"a2","time":1767225700,"description":"Магазин Сільпо Київ","mcc":5411,"#
                + #""originalMcc":5411,"hold":false,"amount":-2000,"operationAmount":-2000,"#
                + #""currencyCode":980,"commissionRate":0,"cashbackAmount":0,"balance":7000}]"#
        ),
        (
            "a.qif",
            "!Type:Bank\nD13/03/2026\nT-10.00\nPCaf?\n^\nD14/03/2026\nT-20.00\n"
                + "PМагазин Сільпо Київ\n^\n"
        ),
        (
            "a.ofx",
            #"<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX>"#
                + "<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM>"
                + "<BANKID>1</BANKID><ACCTID>2</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE>"
                + "</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE>"
                + "<DTPOSTED>20260313</DTPOSTED><TRNAMT>-10.00</TRNAMT><FITID>1</FITID>"
                + "<NAME>Caf?</NAME></STMTTRN><STMTTRN><TRNTYPE>DEBIT</TRNTYPE>"
                + "<DTPOSTED>20260314</DTPOSTED><TRNAMT>-20.00</TRNAMT><FITID>2</FITID>"
                + "<NAME>Магазин Сільпо Київ</NAME></STMTTRN></BANKTRANLIST></STMTRS>"
                + "</STMTTRNRS></BANKMSGSRSV1></OFX>"
        ),
        (
            "a.sta",
            ":20:R\n:25:1\n:60F:C260312EUR100,00\n:61:260313D10,00NTRFNONREF\n:86:Caf?\n"
                + ":61:260314D20,00NTRFNONREF\n:86:Магазин Сільпо Київ\n"
                + ":62F:C260314EUR70,00\n-\n"
        ),
    ]

    @Test(arguments: broken.indices, [0xFF, 0x98, 0xD0] as [UInt8])
    func `a broken byte in a text of a document is a sign for one`(file: Int, byte: UInt8) {
        let (name, text) = Self.broken[file]
        func read(_ text: String, _ byte: UInt8) -> StatementReading {
            var bytes = Array(text.utf8)
            bytes[bytes.firstRange(of: Array("Caf?".utf8))!.lowerBound + 3] = byte
            let file = TemporaryFile(bytes, name: name)
            return StatementReading(path: file.path)
        }
        let reading = read(text, byte)
        #expect(reading.failure == nil)
        let batch = reading.batch
        #expect(batch.lines.map(\.amount.text) == ["-10.00", "-20.00"])
        #expect(batch.lines.map { batch.string($0.description) }.first == "Caf\u{FFFD}")
        #expect(batch.rejections.isEmpty)
    }

    @Test(arguments: [
        "260313D10", "0313D10,", "D10,00", "10,00", ",00NTR", "NTRFNONREF\n:86:Caf",
        ":61:260313", "61:260313", "1:260313", ":260313",
    ])
    func `a broken byte in a row of MT940 rejects it alone`(place: String) {
        var bytes = Array(Self.broken[3].text.replacing("?", with: "é").utf8)
        bytes[bytes.firstRange(of: Array(place.utf8))!.lowerBound] = 0xFF
        let file = TemporaryFile(bytes, name: "a.sta")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(reading.batch.lines.map(\.amount.text) == ["-20.00"])
        #expect(reading.batch.rejections.map(\.place.line) == [4])
    }

    @Test(arguments: ["C260312", "260312EUR", "EUR100", "100,00", "C260314E", "70,00"])
    func `a broken byte in a balance of MT940 rejects no row`(place: String) {
        var bytes = Array(Self.broken[3].text.replacing("?", with: "é").utf8)
        bytes[bytes.firstRange(of: Array(place.utf8))!.lowerBound] = 0xFF
        let file = TemporaryFile(bytes, name: "a.sta")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil && reading.batch.rejections.isEmpty)
        #expect(
            reading.batch.lines.map { $0.amount.text + $0.amount.currency.code }
                == ["-10.00EUR", "-20.00EUR"])
        #expect(reading.batch.totals.allSatisfy { $0.breaks.isEmpty })
    }

    @Test func `a broken byte in a number of a document rejects its row`() {
        let text = Self.broken[1].text.replacing("?", with: "é").utf8
        var bytes = Array(text)
        let at = bytes.firstRange(of: Array("-10".utf8))!.lowerBound
        bytes[at + 1] = 0xFF
        let file = TemporaryFile(bytes, name: "a.qif")
        let reading = StatementReading(path: file.path)
        #expect(reading.batch.lines.map(\.amount.text) == ["-20.00"])
        #expect(reading.batch.rejections.count == 1)
    }
}
