import Testing

@testable import Scanning

/// Ukrainian bank rows, made anew for each row number, in the style of client-bank exports.
func ukrainianRows(_ count: Int, header: Bool = true) -> String {
    let names = [
        "ТОВ «Сільпо-Фуд»", "ФОП Петренко Оксана Ігорівна", "АТ КБ «ПриватБанк»", "Нова Пошта",
        "ТОВ «АТБ-Маркет»", "Київстар", "ПрАТ «Київенерго»", "ФОП Ґудзь Їжакевич Є. В.",
    ]
    let purposes = [
        "Оплата за товари зг. рах. № 17 від 03.02.2025, без ПДВ",
        "Переказ коштів між власними рахунками", "Сплата єдиного внеску за січень 2025 року",
        "Комісія за обслуговування рахунку", "Поповнення мобільного — 200,00 грн",
        "Повернення помилково перерахованих коштів, об’єкт №5", "Купівля в магазині, м. Київ",
    ]
    var text = header ? "Дата операції;Кореспондент;Сума;Валюта;Призначення платежу\r\n" : ""
    for row in 0..<count {
        text += "\(10 + row % 18).03.2025;\(names[row % names.count]);"
        text += "-\(125 + row),50;UAH;\(purposes[row % purposes.count]);\r\n"
    }
    return text
}

/// The text in an encoding, through the room's own tables; characters it lacks as `lacking` says.
func encoded(
    _ text: String, _ encoding: TextEncoding, lacking: [Character: String] = [:]
) -> [UInt8] {
    switch encoding {
    case .utf8, .usASCII: return Array(text.utf8)
    case .utf16LE: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BE: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    default:
        let upper = encoding.upperHalf!
        let plain = text.map { lacking[$0] ?? String($0) }.joined()
        return plain.unicodeScalars.map { scalar in
            if scalar.isASCII { return UInt8(scalar.value) }
            let index = upper.firstIndex(of: UInt16(scalar.value))
            precondition(index != nil, "\(scalar) is not in \(encoding)")
            return UInt8(128 + index!)
        }
    }
}

let koiLacking: [Character: String] = [
    "«": "\"", "»": "\"", "№": "N", "—": "-", "’": "'",
]
let dosLacking = koiLacking.merging(["№": "№"]) { $1 }
let russianDosLacking = dosLacking.merging(["і": "i", "І": "I", "ґ": "г", "Ґ": "Г"]) { $1 }

func lacking(_ encoding: TextEncoding) -> [Character: String] {
    switch encoding {
    case .koi8U: koiLacking
    case .ibm1125: dosLacking
    case .ibm866: russianDosLacking
    case .iso8859_5: koiLacking.merging(["ґ": "г", "Ґ": "Г"]) { $1 }
    default: [:]
    }
}

func verdict(_ bytes: [UInt8], chunk: Int = .max, final: Bool = true) -> EncodingVerdict {
    var sniffer = EncodingSniffer()
    var at = 0
    while at < bytes.count {
        let end = at + min(chunk, bytes.count - at)
        sniffer.feed(bytes.span.extracting(at..<end))
        at = end
    }
    return sniffer.verdict(final: final)
}

let cyrillicPages: [TextEncoding] = [
    .windows1251, .koi8U, .ibm866, .ibm1125, .iso8859_5, .macCyrillic,
]

@Suite struct `Encoding sniffer` {
    @Test(arguments: cyrillicPages, [3, 30, 300])
    func `Ukrainian rows are recognised`(_ encoding: TextEncoding, _ rows: Int) {
        for header in [true, false] {
            let bytes = encoded(
                ukrainianRows(rows, header: header), encoding, lacking: lacking(encoding))
            expect(verdict(bytes), encoding, rows)
            let upper = encoded(
                ukrainianRows(rows, header: header).uppercased(), encoding,
                lacking: lacking(encoding))
            expect(verdict(upper), encoding, rows)
        }
    }

    /// The two DOS pages differ in ґ є і ї only; three rows need not hold enough of them.
    private func expect(_ verdict: EncodingVerdict, _ encoding: TextEncoding, _ rows: Int) {
        if rows == 3, case .uncertain(let list) = verdict, [.ibm866, .ibm1125].contains(encoding) {
            #expect(list.first == encoding)
        } else {
            #expect(verdict == .known(encoding, byteOrderMark: 0))
        }
    }

    @Test func `what proves UTF-8 at once is what the words' judge says`() {
        let rows = ukrainianRows(30)
        let plain = Array(rows.utf8)
        var quick = 0
        func isProved(_ bytes: [UInt8], final: Bool = true) -> Bool {
            EncodingSniffer.provesUTF8(bytes.span, final: final)
        }
        func check(_ bytes: [UInt8], final: Bool) {
            guard isProved(bytes, final: final) else { return }
            quick += 1
            #expect(verdict(bytes, final: final) == .known(.utf8, byteOrderMark: 0))
        }
        for end in (plain.count - 9)...plain.count {
            check(Array(plain[..<end]), final: true)
            check(Array(plain[..<end]), final: false)
        }
        #expect(quick >= 14)
        var generator = SystemRandomNumberGenerator()
        for byte: UInt8 in [0x00, 0x04, 0x41, 0x80, 0xC3, 0xD0, 0xE2, 0xED, 0xF5, 0xFF] {
            for _ in 0..<20 {
                var changed = plain
                changed[Int.random(in: changed.indices, using: &generator)] = byte
                check(changed, final: true)
                check(Array(changed[..<(changed.count / 2)]), final: false)
            }
        }
        for page in cyrillicPages {
            check(encoded(rows, page, lacking: lacking(page)), final: true)
        }
        #expect(!isProved([0xEF, 0xBB, 0xBF] + plain))
        #expect(!isProved(plain + [0]))
        #expect(!isProved(plain + [4]))
        #expect(!isProved([]))
    }

    @Test(arguments: cyrillicPages)
    func `any piece of a text is right or uncertain`(_ encoding: TextEncoding) {
        let bytes = encoded(ukrainianRows(30), encoding, lacking: lacking(encoding))
        for length in [1, 2, 3, 5, 8, 13, 30, 60, 200] {
            for start in stride(from: 0, to: bytes.count - length, by: 29) {
                let piece = Array(bytes[start..<(start + length)])
                guard case .known(let found, _) = verdict(piece) else { continue }
                // Capitals side by side («ТА») may be a sign in UTF-8, and only other words tell.
                if encoding == .iso8859_5, found == .utf8 { continue }
                #expect(
                    text(piece, found) == text(piece, encoding), "\(found) at \(start)+\(length)")
            }
        }
    }

    @Test(arguments: [
        "Compte n° 123, Solde 1 985,50 €; Libellé; Débit; Crédit", "Solde 5 €; Libellé; Débit; né",
    ])
    func `signs of western texts prove no other page`(text: String) {
        #expect(verdict(encoded(text, .windows1252)) == .known(.windows1252, byteOrderMark: 0))
    }

    @Test(arguments: [3, 30, 300], [true, false])
    func `UTF-16 is known with and without a mark`(_ rows: Int, _ header: Bool) {
        let text = ukrainianRows(rows, header: header)
        for encoding in [TextEncoding.utf16LE, .utf16BE] {
            #expect(verdict(encoded(text, encoding)) == .known(encoding, byteOrderMark: 0))
            #expect(
                verdict(encoded("\u{FEFF}" + text, encoding)) == .known(encoding, byteOrderMark: 2))
        }
    }

    @Test func `pieces of UTF-16 are right or uncertain`() {
        let cyrillic = verdict(encoded("Сільпо", .utf16LE))
        #expect(cyrillic == .uncertain([.utf16LE, .utf16BE]))
        for encoding in [TextEncoding.utf16LE, .utf16BE] {
            let bytes = encoded(ukrainianRows(10), encoding)
            for length in [2, 4, 10, 30, 100] {
                for start in stride(from: 0, to: bytes.count - length, by: 26) {
                    guard
                        case .known(let found, _) = verdict(Array(bytes[start..<(start + length)]))
                    else { continue }
                    #expect(found == encoding, "\(start)+\(length)")
                }
            }
        }
    }

    @Test func `UTF-8 is known by its mark or by being valid`() {
        let text = ukrainianRows(3)
        #expect(verdict(Array(text.utf8)) == .known(.utf8, byteOrderMark: 0))
        #expect(verdict(Array("\u{FEFF}a".utf8)) == .known(.utf8, byteOrderMark: 3))
        for text in ["é", "à", "Café", "1\u{A0}250", "1 250,00 ₴", "a — b", "№ 5", "Łódź"] {
            #expect(verdict(Array(text.utf8)) == .known(.utf8, byteOrderMark: 0), "\(text)")
        }
    }

    /// Characters of pictures, signs and mathematics, and each letter of Latin, Greek and Cyrillic
    /// with accents or not.
    static let lonely: [Unicode.Scalar] =
        [
            "☕", "✈", "→", "°", "−", "≈", "✓", "…", "€", "²", "½", "×", "§", "❤", "⬆", "😀", "🍕",
            "🇺", "\u{FE0F}", "\u{FFFD}", "\u{A0}", "\u{AD}", "\u{200B}",
        ]
        + [0xC0...0x17F, 0x391...0x3A1, 0x3B1...0x3C9, 0x410...0x44F].joined().compactMap {
            Unicode.Scalar($0)
        }

    @Test(arguments: lonely) func `one letter beyond ASCII is UTF-8 wherever it stands`(
        _ scalar: Unicode.Scalar
    ) {
        for around in [("", ""), ("Lidl ", " Berlin"), ("Caf", ""), ("", "lvar"), ("5", "C")] {
            let text = "Date,Text,Amount\n2026-01-02,\(around.0)\(scalar)\(around.1),-5.00\n"
            #expect(verdict(Array(text.utf8)) == .known(.utf8, byteOrderMark: 0), "\(text)")
        }
    }

    /// Letters and signs of other scripts, one of each kind and of two, three and four bytes.
    static let foreign = Array(
        "漢字日本語ｶﾅאבגعاগहகתאתกขส한국④⇄∞№℃ﬁﬀ１Ａ　ხსქართულიკམ𝒜አማ".unicodeScalars)

    @Test(arguments: foreign) func `one letter of another script is UTF-8`(
        _ scalar: Unicode.Scalar
    ) {
        for around in [("", ""), ("Cafe ", ""), ("Lidl ", " Berlin"), ("\"", "\"")] {
            let text = "Date,Text,Amount\n2026-01-02,\(around.0)\(scalar)\(around.1),-5.00\n"
            #expect(verdict(Array(text.utf8)) == .known(.utf8, byteOrderMark: 0), "\(text)")
        }
    }

    @Test(arguments: [
        ("тип", TextEncoding.ibm866), ("чай", .ibm866), ("сад", .ibm866), ("мі", .koi8U),
        ("дії", .windows1251), ("CAFÉ®", .windows1252), ("těžko", .ibm852),
    ]) func `bytes that are a word in a page as well stay open`(
        _ word: String, _ page: TextEncoding
    ) throws {
        let bytes = encoded("Date,Text,Amount\n2026-01-02,\(word),-5.00\n", page)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
        #expect(verdict(bytes) != .known(.utf8, byteOrderMark: 0))
    }

    @Test func `plain ASCII is said to be ASCII`() {
        #expect(verdict(Array("a,b\n1,2\n".utf8)) == .ascii)
        #expect(verdict([]) == .ascii)
    }

    @Test(arguments: ["", "Кава ☕", "Łódź", "5 °C → 41 °F", "Café, Überweisung", "€ 5"])
    func `UTF-8 with broken bytes is UTF-8`(_ more: String) {
        for broken in [[0xD0, 0x3B], [0xFF], [0xE2, 0x82, 0x3B], [0x98]] as [[UInt8]] {
            let texts = more.isEmpty ? [ukrainianRows(3), ukrainianRows(30)] : [more]
            for text in texts {
                for bytes in [Array(text.utf8) + broken, broken + [0x0A] + Array(text.utf8)] {
                    #expect(verdict(bytes) == .known(.utf8, byteOrderMark: 0), "\(text)")
                }
            }
        }
    }

    @Test func `only what can be read is advised`() {
        func advised(_ bytes: [UInt8]) -> [TextEncoding] {
            var sniffer = EncodingSniffer()
            sniffer.feed(bytes.span)
            guard case .uncertain(let found) = sniffer.verdict(final: true) else { return [] }
            return sniffer.legible(found)
        }
        #expect(advised([0xFF, 0x98, 0x81, 0xD8, 0x9D, 0x8F, 0x90, 0xA9]) == [])
        // A word in a Macintosh page whose letters other pages have too: read in one of them it is
        // a word.
        for page in cyrillicPages {
            for word in ["Кава", "Чай", "Їжа", "ТОВ", "Юг"] {
                let bytes = encoded(word, page, lacking: lacking(page))
                for found in advised(bytes) {
                    let text = self.text(bytes, found) ?? "?"
                    let letters = text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
                    #expect(letters, "\(word) in \(page) as \(found): \(text)")
                }
            }
        }
    }

    @Test func `a UTF-8 character cut by the end of the evidence is no fault until the end`() {
        let bytes = Array("Сільпо".utf8.dropLast())
        #expect(verdict(bytes, final: false) == .known(.utf8, byteOrderMark: 0))
        #expect(verdict(Array(bytes.dropFirst(10)), final: true) != .known(.utf8, byteOrderMark: 0))
    }

    @Test func `zero bytes without a pattern and UTF-32 are nobody's text`() {
        #expect(verdict([0x50, 0, 0, 0, 0x41, 0x42, 0, 0x43, 0x44, 0x45]) == .uncertain([]))
        #expect(verdict([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0]) == .uncertain([]))
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000])
    func `cuts in the bytes change nothing`(chunk: Int) {
        for encoding in cyrillicPages + [.utf8, .utf16LE, .utf16BE] {
            let bytes = encoded(ukrainianRows(5), encoding, lacking: lacking(encoding))
            #expect(verdict(bytes, chunk: chunk) == verdict(bytes))
        }
    }

    @Test(arguments: [
        (
            "Überweisung Müller GmbH;Straße 5;Grüße;Gebühr für Kontoführung;Österreich;jährlich",
            TextEncoding.windows1252
        ),
        (
            "Prélèvement;Virement reçu;Société Générale;Café;forêt;dépôt à vue;où;même;français",
            TextEncoding.windows1252
        ),
        (
            "Płatność kartą;Przelew przychodzący;Żabka;Łódź;Świąteczny;opłata;należności;miesięczna",
            TextEncoding.windows1250
        ),
        (
            "Příchozí úhrada;Poplatek za vedení účtu;Košice;měsíční;výběr z bankomatu;převod;částka",
            TextEncoding.windows1250
        ),
        (
            "Vásárlás kártyával;Átutalás;Számlavezetési díj;készpénzfelvétel;jóváírás;közlemény;összeg",
            TextEncoding.windows1250
        ),
    ])
    func `European rows are right or uncertain`(_ sample: String, _ encoding: TextEncoding) {
        let bytes = encoded(sample, encoding)
        switch verdict(bytes) {
        case .known(let found, _): #expect(text(bytes, found) == sample)
        case .uncertain(let list): #expect(list.contains(encoding))
        case .ascii: Issue.record("not ASCII")
        }
        let dos = encoding == .windows1250 ? TextEncoding.ibm852 : .ibm850
        for cased in [sample, sample.uppercased()] where !cased.contains("Œ") {
            let bytes = encoded(cased, dos)
            guard case .known(let found, _) = verdict(bytes) else {
                Issue.record("\(dos) \(verdict(bytes)) \(cased)")
                continue
            }
            #expect(text(bytes, found) == cased)
        }
    }

    @Test(arguments: [
        (TextEncoding.windows1252, "Comptes: chèques; prélèvement reçu"),
        (.windows1252, "Varekjøp 145,20; Lønn"), (.windows1252, "Überweisung; Gebühr"),
        (.windows1252, "Lançamentos; saldo disponível"),
        (.windows1252, "Kirjauspäivä; käteisnosto"),
        (.windows1250, "płatność kartą; wpłata"), (.windows1250, "příchozí úhrada; převod"),
        (.windows1250, "összeg; készpénzfelvétel; díj"),
        (.macRoman, "Überweisung; Gebühren; Empfänger"), (.macRoman, "Prélèvement; chèques"),
    ])
    func `a few words of banks prove their page`(_ encoding: TextEncoding, _ words: String) {
        let bytes = encoded(words, encoding)
        guard case .known(let found, _) = verdict(bytes) else {
            Issue.record("\(words)")
            return
        }
        #expect(text(bytes, found) == text(bytes, encoding))
    }

    @Test(arguments: ["Zahlungsempfänger", "Kirjauspäivämäärä", "Zähler; Käfer", "Été; légume"])
    func `letters of a Macintosh are not taken for those of DOS`(_ words: String) {
        let bytes = encoded(words, .macRoman)
        switch verdict(bytes) {
        case .known(let found, _): #expect(text(bytes, found) == words)
        case .uncertain(let list): #expect(list.contains(.macRoman))
        case .ascii: Issue.record("not ASCII")
        }
    }

    @Test(arguments: ["£45.20;£1,854.80", "Paid £3, £12.50 of £900"])
    func `pounds before amounts are no letters`(_ words: String) {
        #expect(verdict(encoded(words, .windows1252)) == .known(.windows1252, byteOrderMark: 0))
    }

    @Test func `Russian rows are recognised`() {
        let sample = """
            Дата операции;Описание;Сумма\nПеревод между счетами;Пополнение карты;Оплата услуг ЖКХ
            Пятёрочка;Комиссия за обслуживание счёта;Списание;Зачисление зарплаты
            """
        for encoding in [TextEncoding.windows1251, .ibm866, .iso8859_5, .macCyrillic] {
            #expect(verdict(encoded(sample, encoding)) == .known(encoding, byteOrderMark: 0))
        }
        let koi = encoded(sample, .koi8R)
        guard case .known(let found, _) = verdict(koi) else {
            Issue.record("KOI8 not recognised")
            return
        }
        #expect(text(koi, found) == sample)
    }

    @Test func `a zero left at the end does not make text binary`() {
        let ascii = Array(String(repeating: "TRNAMT -12.50\n", count: 10).utf8)
        #expect(verdict(ascii + [0]) == .ascii)
        let cyrillic = encoded(ukrainianRows(10), .windows1251) + [0]
        #expect(verdict(cyrillic) == .known(.windows1251, byteOrderMark: 0))
    }

    @Test func `alphabets we do not read are not taken for ours`() {
        // Greek in ISO 8859-7, Chinese in GB18030, Japanese in Shift JIS.
        let greek: [UInt8] = [
            0xCB, 0xEF, 0xE3, 0xE1, 0xF1, 0xE9, 0xE1, 0xF3, 0xEC, 0xFC, 0xF2, 0x3B, 0xD3, 0xFD,
            0xED, 0xEF, 0xEB, 0xEF, 0x3B, 0xD0, 0xEB, 0xE7, 0xF1, 0xF9, 0xEC, 0xDE, 0x3B, 0xC1,
            0xE3, 0xEF, 0xF1, 0xDC,
        ]
        let chinese: [UInt8] = [
            0xBD, 0xBB, 0xD2, 0xD7, 0xC8, 0xD5, 0xC6, 0xDA, 0x2C, 0xD5, 0xD0, 0xC9, 0xCC, 0xD2,
            0xF8, 0xD0, 0xD0, 0x2C, 0xD6, 0xA7, 0xB3, 0xF6, 0x2C, 0xCA, 0xD5, 0xC8, 0xEB,
        ]
        for bytes in [greek, chinese] {
            if case .known(let found, _) = verdict(bytes) { Issue.record("taken for \(found)") }
        }
    }

    @Test func `settles on a mark at once and on much text`() {
        var sniffer = EncodingSniffer()
        #expect(!sniffer.isSettled)
        sniffer.feed(Array("\u{FEFF}ab".utf8).span)
        #expect(sniffer.isSettled)
        var long = EncodingSniffer()
        let bytes = encoded(ukrainianRows(300), .windows1251)
        for _ in 0..<20 { long.feed(bytes.span) }
        #expect(long.isSettled)
    }

    private func text(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
        var decoder = TextDecoder(encoding)
        var out: [UInt8] = []
        guard decoder.decode(bytes.span, final: true, into: &out) == nil else { return nil }
        return String(decoding: out, as: UTF8.self)
    }
}
