import Testing

@testable import Scanning

func decoded(
    _ bytes: [UInt8], _ encoding: TextEncoding, chunk: Int = .max
) -> (text: [UInt8], problem: Int?) {
    var decoder = TextDecoder(encoding)
    var out: [UInt8] = []
    var at = 0
    repeat {
        let end = at + min(chunk, bytes.count - at)
        let span = bytes.span.extracting(at..<end)
        if let problem = decoder.decode(span, final: end == bytes.count, into: &out) {
            return (out, at + problem)
        }
        at = end
    } while at < bytes.count
    return (out, nil)
}

@Suite struct `Text decoder` {
    @Test(arguments: [
        (
            TextEncoding.windows1251, [0xD1, 0xB3, 0xEB, 0xFC, 0xEF, 0xEE, 0x97, 0xB9] as [UInt8],
            "Сільпо—№"
        ),
        (.koi8U, [0xF3, 0xA6, 0xCC, 0xD8, 0xD0, 0xCF, 0xAD, 0xA7], "Сільпоґї"),
        (.koi8R, [0xF3, 0xA3], "Сё"),
        (.ibm866, [0x91, 0xA8, 0xAB, 0xEC, 0xAF, 0xAE, 0xF7], "Сильпоў"),
        (.ibm1125, [0x91, 0xF7, 0xAB, 0xEC, 0xAF, 0xAE, 0xF5, 0xF9, 0xF3], "Сільпоєїґ"),
        (.windows1252, [0x80, 0xE9, 0x92], "€é’"),
        (.windows1250, [0xB9, 0xE6, 0xEA, 0xB3], "ąćęł"),
        (.ibm850, [0x84, 0x94, 0x81, 0xE1], "äöüß"), (.ibm852, [0xA5, 0x86, 0xA9, 0x88], "ąćęł"),
        (.windows1253, [0xD0, 0xEF, 0xF3, 0xFC], "Ποσό"),
        (.windows1254, [0x41, 0xE7, 0xFD, 0x6B, 0xFE, 0xD0], "Açıkş\u{11E}"),
        (.windows1255, [0xE9, 0xFA], "ית"), (.windows1256, [0xC7, 0xE1], "ال"),
        (.windows1257, [0xEB, 0xE0, 0xF0], "ėąš"), (.windows874, [0xC7, 0xD1], "ว\u{E31}"),
        (.shiftJIS, [0x8B, 0xE0, 0xB1, 0x41], "金ｱA"), (.eucKR, [0xB1, 0xDD, 0xBE, 0xD7], "금액"),
        (.big5, [0xAA, 0xF7, 0xC3, 0x42], "金額"),
        (.iso8859_1, [0xE9, 0xA4], "é¤"), (.iso8859_15, [0xE9, 0xA4], "é€"),
        (.iso8859_2, [0xB1, 0xE6], "ąć"), (.iso8859_5, [0xC1, 0xF6, 0xF0], "Сі№"),
        (.macCyrillic, [0x91, 0xB4, 0xDF, 0xFF, 0xB6], "Сія€ґ"), (.usASCII, [0x41], "A"),
        (.macRoman, [0x8A, 0x9A, 0x9F, 0xA7, 0x8E, 0xDB], "äöüßé€"),
        (.utf8, Array("Сі₴😀".utf8), "Сі₴😀"),
        (
            .gb18030,
            [
                0xD6, 0xA7, 0xB8, 0xB6, 0xB1, 0xA6, 0xA7, 0xB3, 0x81, 0x30, 0x84, 0x36, 0x94, 0x39,
                0xFC, 0x36,
            ],
            "支付宝С¥😀"
        ),
        (.utf16LE, [0x21, 0x04, 0x3D, 0xD8, 0x00, 0xDE], "С😀"),
        (.utf16BE, [0x04, 0x21, 0xD8, 0x3D, 0xDE, 0x00], "С😀"),
    ])
    func `gives the text`(_ encoding: TextEncoding, _ bytes: [UInt8], _ text: String) {
        for chunk in [Int.max, 1, 2, 3] {
            let result = decoded(bytes, encoding, chunk: chunk)
            #expect(result.problem == nil)
            #expect(String(decoding: result.text, as: UTF8.self) == text)
        }
    }

    @Test(arguments: [
        (TextEncoding.windows1251, [0x41, 0x98] as [UInt8], 1), (.windows1252, [0x81], 0),
        (.usASCII, [0x41, 0x42, 0xC3], 2), (.utf8, [0x41, 0xFF], 1), (.utf8, [0xD0, 0x41], 0),
        (.utf8, [0x41, 0xD0], 1), (.utf8, [0xE2, 0x82], 0), (.utf8, [0xED, 0xA0, 0x80], 0),
        (.utf8, [0x41, 0xF0, 0x80, 0x80, 0x80], 1), (.utf8, [0xF4, 0x90, 0x80, 0x80], 0),
        (.utf8, [0xC0, 0xAF], 0), (.utf8, [0xE0, 0x9F, 0xBF], 0), (.utf8, [0x80], 0),
        (.utf16LE, [0x41, 0x00, 0x42], 2), (.utf16LE, [0x00, 0xDC], 0),
        (.utf16LE, [0x00, 0xD8, 0x41, 0x00], 0), (.utf16BE, [0x00, 0x41, 0xD8, 0x00], 2),
        (.utf16BE, [0xD8, 0x3D, 0xDE], 0),
        (.gb18030, [0x41, 0xD6], 1), (.gb18030, [0x41, 0xD6, 0x20], 1), (.gb18030, [0x80], 0),
        (.gb18030, [0xD6, 0xA7, 0x81, 0x30, 0x84], 2), (.gb18030, [0xFF, 0xA7], 0),
        (.gb18030, [0xE3, 0x32, 0x9A, 0x36], 0),
        (.shiftJIS, [0x41, 0x8B], 1), (.shiftJIS, [0xA0], 0), (.eucKR, [0x41, 0xB1, 0x20], 1),
        (.eucKR, [0xFF, 0xB1], 0), (.big5, [0xAA], 0), (.windows1257, [0x41, 0xA1], 1),
    ])
    func `reports the first byte that is no text`(
        _ encoding: TextEncoding, _ bytes: [UInt8], _ problem: Int
    ) {
        for chunk in [Int.max, 1, 2, 3] {
            #expect(decoded(bytes, encoding, chunk: chunk).problem == problem, "chunk \(chunk)")
        }
    }

    @Test(arguments: TextEncoding.allCases)
    func `cuts in the bytes change nothing`(_ encoding: TextEncoding) {
        var bytes = encoded(ukrainianRows(4), .utf8)
        if encoding.upperHalf != nil {
            bytes = (0..<1000).map { UInt8($0 % 256) }.filter {
                encoding.upperHalf![Int($0 & 127)] != 0
            }
        }
        if encoding == .utf16LE || encoding == .utf16BE {
            bytes = encoded(ukrainianRows(4) + "😀", encoding)
        }
        if encoding == .usASCII { bytes = bytes.filter { $0 < 0x80 } }
        if encoding.pairs != nil {
            // Kana, a letter and 中 of each.
            let word: [TextEncoding: [UInt8]] = [
                .shiftJIS: [0x83, 0x41, 0xB1, 0x41, 0x92, 0x86],
                .eucKR: [0xAB, 0xA2, 0x41, 0xF1, 0xE9], .big5: [0xA4, 0xA4, 0x41, 0xA4, 0x40],
            ]
            bytes = word[encoding] ?? []
        }
        if encoding == .gb18030 {
            bytes = [
                0x41, 0xD6, 0xA7, 0x81, 0x30, 0x84, 0x36, 0x94, 0x39, 0xFC, 0x36, 0x0A, 0xB8, 0xB6,
            ]
        }
        let whole = decoded(bytes, encoding)
        #expect(whole.problem == nil)
        for chunk in [1, 2, 3, 5, 64] {
            let result = decoded(bytes, encoding, chunk: chunk)
            #expect(result.problem == nil)
            #expect(result.text == whole.text)
        }
    }

    @Test func `long single-byte texts are decoded whole`() {
        let text = ukrainianRows(300)
        let result = decoded(encoded(text, .windows1251), .windows1251)
        #expect(result.problem == nil)
        #expect(result.text == Array(text.utf8))
    }

    @Test func `first invalid byte agrees with the standard library`() {
        var random = SystemRandomNumberGenerator()
        let parts: [[UInt8]] = [
            [0x41], [0xD0, 0xA1], [0xD1], [0xE2, 0x82, 0xB4], [0xE2, 0x82],
            [0xF0, 0x9F, 0x98, 0x80],
            [0xF0, 0x9F], [0x80], [0xED, 0xA0, 0x80], [0x20, 0x20], [0xEF, 0xBF, 0xBD],
        ]
        for _ in 0..<3000 {
            let most = [8, 60].randomElement(using: &random)!
            let bytes = (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in
                // Mostly sound parts, so that the fault comes late too.
                let any = Int.random(in: 0..<most, using: &random) < 2
                return parts[
                    any
                        ? Int.random(in: 0..<parts.count, using: &random)
                        : [0, 0, 1, 1, 1, 9, most < 9 ? 3 : 1].randomElement(using: &random)!]
            }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let bad = firstInvalidUTF8(bytes.span)
            #expect((bad == nil) == isValid, "\(bytes)")
            if let bad {
                #expect(String(validating: bytes[..<bad], as: UTF8.self) != nil, "\(bytes)")
                let isCut = isCutUTF8(bytes.span, at: bad)
                let fixes = [
                    [0x80], [0x80, 0x80], [0x80, 0x80, 0x80], [0xA0], [0xA0, 0x80],
                    [0x90, 0x80, 0x80],
                ]
                .contains { String(validating: bytes[bad...] + $0, as: UTF8.self) != nil }
                #expect(isCut == fixes, "\(bytes)")
            }
        }
    }
}

@Suite struct `Text encoding` {
    @Test(
        arguments: [
            ("cp1251", TextEncoding.windows1251), ("win-1251", .windows1251),
            ("1252", .windows1252),
            ("UTF8", .utf8), ("Windows_1250", .windows1250), ("KOI8-U", .koi8U), ("koi8-r", .koi8R),
            ("CP866", .ibm866), ("cp1125", .ibm1125), ("Latin1", .iso8859_1),
            ("ISO 8859-2", .iso8859_2),
            ("iso_8859-5:1988", nil), ("ISO-8859-15", .iso8859_15),
            ("x-mac-cyrillic", .macCyrillic),
            ("USASCII", .usASCII), ("UTF-16LE", .utf16LE), ("utf-16be", .utf16BE), ("", nil),
            ("utf-7", nil), ("ср1251", nil),
        ] as [(String, TextEncoding?)])
    func `labels are recognised`(_ label: String, _ encoding: TextEncoding?) {
        #expect(TextEncoding(label: label) == encoding)
    }

    @Test(arguments: TextEncoding.allCases)
    func `every encoding knows its own name`(_ encoding: TextEncoding) {
        #expect(TextEncoding(label: encoding.rawValue) == encoding)
        #expect(TextEncoding(rawValue: encoding.rawValue) == encoding)
    }
}
