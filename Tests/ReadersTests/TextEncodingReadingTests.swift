import Facts
import Readers
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
}
