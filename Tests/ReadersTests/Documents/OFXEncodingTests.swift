import Facts
import Scanning
import TestKit
import Testing
import Reading

/// OFX headers claim an encoding and the bytes are another: each combination is read right or
/// refused.
@Suite struct `OFX encodings` {
    static let headers = [
        "ENCODING:USASCII\r\nCHARSET:1252", "ENCODING:USASCII\r\nCHARSET:1251",
        "ENCODING:UTF-8\r\nCHARSET:NONE", "ENCODING:UNICODE\r\nCHARSET:NONE",
        "ENCODING:USASCII\r\nCHARSET:NONE",
    ]
    static let bodies: [TextEncoding] = [.utf8, .windows1251, .utf16LE, .utf16BE]
    static let names = [
        "Аптека низьких цін", "Переказ від Ґудзь Їжак", "Сільпо, м. Київ", "Єдиний внесок",
        "Кав'ярня на розі", "Оплата комунальних послуг",
    ]

    @Test(arguments: headers, bodies)
    func `whatever the header claims, the letters are right`(
        header: String, body: TextEncoding
    ) throws {
        for mark in [false, true] {
            let text = (mark ? "\u{FEFF}" : "") + Self.sgml(header, Self.names)
            guard let bytes = Self.encoded(text, body) else { continue }
            let file = TemporaryFile(bytes, name: "a.ofx")
            let reading = StatementReading(path: file.path)
            #expect(reading.failure == nil)
            #expect(Self.descriptions(reading) == Self.names, "mark \(mark)")
        }
    }

    @Test(arguments: ["UTF-8", "windows-1251", "windows-1252", "US-ASCII"], bodies)
    func `an XML declaration may be as wrong`(declared: String, body: TextEncoding) throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"203\"?>\n"
            + Self.ofx(Self.names)
        let file = TemporaryFile(try #require(Self.encoded(text, body)), name: "a.ofx")
        let reading = StatementReading(path: file.path)
        #expect(reading.failure == nil)
        #expect(Self.descriptions(reading) == Self.names)
    }

    /// Too short for a likelihood: the header decides between pages in which it is a word.
    @Test(arguments: ["ENCODING:USASCII\r\nCHARSET:1251", "ENCODING:windows-1251"])
    func `a declared Cyrillic page is that of a short name`(header: String) throws {
        for name in ["АТБ", "Кава", "ФОП"] {
            let bytes = try #require(Self.encoded(Self.sgml(header, [name]), .windows1251))
            let file = TemporaryFile(bytes, name: "a.ofx")
            #expect(Self.descriptions(StatementReading(path: file.path)) == [name])
        }
    }

    @Test(arguments: headers, [TextEncoding.utf8, .windows1251, .koi8U, .ibm1125, .windows1252])
    func `a single word is right or refused`(header: String, body: TextEncoding) {
        // A header that names 1251 settles between Cyrillic pages whose likelihoods are close.
        if header.contains("1251"), [.koi8U, .ibm1125].contains(body) { return }
        var right = 0
        let words = [
            "Кава", "Їжа", "ТОВ", "Аптека", "Хліб", "ФОП", "Нова", "Café", "Straße", "Müller",
            "España", "Zürich",
        ]
        for word in drawn(every: 4, of: words) {
            let names = ["SILPO KYIV", word, "NETFLIX.COM"]
            guard let bytes = Self.encoded(Self.sgml(header, names), body) else { continue }
            let file = TemporaryFile(bytes, name: "a.ofx")
            let reading = StatementReading(path: file.path)
            if reading.failure?.kind == .encodingUncertain { continue }
            #expect(Self.descriptions(reading) == names, "\(word)")
            right += 1
        }
        #expect(right > 0)
    }

    @Test func `a named encoding wins unless the bytes prove another`() throws {
        let text = Self.sgml(Self.headers[0], Self.names)
        let cyrillic = TemporaryFile(try #require(Self.encoded(text, .windows1251)), name: "a.ofx")
        func reading(_ label: String) -> StatementReading {
            StatementReading(path: cyrillic.path, options: ReadOptions(encoding: label))
        }
        #expect(Self.descriptions(reading("cp1251")) == Self.names)
        // A person may know better than any model of letters.
        #expect(reading("koi8-u").failure == nil)
        #expect(reading("utf-8").failure?.kind == .encodingContradicted)
        #expect(reading("utf-8").failure?.details == ["utf-8", "windows-1251"])
        #expect(reading("utf-16le").failure?.kind == .encodingContradicted)
        let wide = TemporaryFile(try #require(Self.encoded(text, .utf16BE)), name: "a.ofx")
        let wrong = StatementReading(
            path: wide.path, options: ReadOptions(encoding: "windows-1251"))
        #expect(wrong.failure?.kind == .encodingContradicted)
        #expect(wrong.failure?.details == ["windows-1251", "utf-16be"])
    }

    // MARK: making

    private static func descriptions(_ reading: StatementReading) -> [String] {
        reading.batch.lines.map { reading.batch.string($0.description) }
    }

    private static func sgml(_ header: String, _ names: [String]) -> String {
        "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\n\(header)\r\n"
            + "COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n" + ofx(names)
    }

    private static func ofx(_ names: [String]) -> String {
        var text =
            "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>UAH</CURDEF><BANKACCTFROM><BANKID>1</BANKID>"
            + "<ACCTID>26001</ACCTID></BANKACCTFROM><BANKTRANLIST>\r\n"
        for (index, name) in names.enumerated() {
            text +=
                "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>2026031\(index)</DTPOSTED>"
                + "<TRNAMT>-12.50</TRNAMT><FITID>\(index)</FITID><NAME>\(name)</NAME></STMTTRN>\r\n"
        }
        return text + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n"
    }

    private static func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8]? {
        switch encoding {
        case .utf8: return Array(text.utf8)
        case .utf16LE: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf16BE: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: break
        }
        var table: [Unicode.Scalar: UInt8] = [:]
        for byte in UInt8(0)...255 {
            var decoder = TextDecoder(encoding)
            var out: [UInt8] = []
            let one = [byte]
            guard decoder.decode(one.span, final: true, into: &out) == nil,
                let scalar = String(decoding: out, as: UTF8.self).unicodeScalars.first
            else { continue }
            table[scalar] = byte
        }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = table[scalar] else { return nil }
            result.append(byte)
        }
        return result
    }
}
