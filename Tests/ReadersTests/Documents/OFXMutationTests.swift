import Facts
import Documents
import TestKit
import Testing
import Reading

/// Texts with bytes changed, dropped and doubled at pseudo-random places: nothing traps, and cuts
/// still change nothing.
@Suite struct OFXMutationTests {
    static let sgml = """
        OFXHEADER:100

        <OFX><SONRS><STATUS><CODE>0<SEVERITY>ERROR</STATUS></SONRS><STMTRS><CURDEF>UAH
        <BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST><STMTTRN>
        <DTPOSTED>20260214183005.000[+2:EET]<TRNAMT>-1.234,50<FITID>1<NAME>Їжа &amp; ко</NAME>
        <PAYEE><NAME>x</PAYEE><CURRENCY><CURSYM>USD</CURRENCY><!-- c --><MEMO><![CDATA[m]]>
        </STMTTRN><STMTTRN><DTPOSTED>00000000<DTUSER>20260214<TRNAMT>5</STMTTRN>
        </BANKTRANLIST></STMTRS></OFX>
        """
    static let xml = """
        <?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?>
        <OFX><STMTRS><CURDEF>UAH</CURDEF><BANKACCTFROM><ACCTID>2</ACCTID></BANKACCTFROM>
        <BANKTRANLIST><STMTTRN><DTPOSTED>20260214</DTPOSTED><TRNAMT>-1.5</TRNAMT><FITID/>
        <NAME a='b'>Їжа &amp; ко</NAME><MEMO><![CDATA[m]]></MEMO><!-- c --></STMTTRN>
        </BANKTRANLIST></STMTRS></OFX>
        """
    static let json = """
        [{"id":"a","time":1771095933,"description":"Ї\\u0456\\n","mcc":5411,"hold":true,
        "amount":-50,"operationAmount":-2,"currencyCode":840,"balance":1},{"data":{"account":"A",
        "statementItem":{"time":1771095933,"amount":7,"currencyCode":980,"x":[{}]}}}]
        """

    @Test(arguments: [sgml, xml, json]) func `no damage traps or depends on cuts`(_ text: String) {
        let original = Array(text.utf8)
        var random = UInt64(20_260_214)
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let replacements = Array("<>/&;!-[]?\"'{}:,. 0159xX\n\\".utf8)
        for _ in 0..<draws(300, slow: 3_000) {
            var bytes = original
            for _ in 0...next(3) {
                let at = next(bytes.count)
                guard bytes[at] < 0x80 else { continue }
                switch next(4) {
                case 0: bytes.remove(at: at)
                case 1:
                    let end = min(bytes.count, at + next(40))
                    bytes.insert(contentsOf: bytes[at..<end].filter { $0 < 0x80 }, at: at)
                default: bytes[at] = replacements[next(replacements.count)]
                }
            }
            func reader() -> any StatementReader {
                if text == Self.json { return MonobankJSONReader(file: "f") }
                return text == Self.xml ? OFXXMLReader(file: "f") : OFXSGMLReader(file: "f")
            }
            let whole = TextReading(bytes, chunks: [0..<bytes.count], by: reader())
            let cut = next(bytes.count)
            let halves = TextReading(bytes, chunks: [0..<cut, cut..<bytes.count], by: reader())
            if whole != halves {
                Issue.record(
                    "cut at \(cut) of \(String(decoding: bytes, as: UTF8.self)): \(whole) \(halves)"
                )
                return
            }
        }
    }
}
