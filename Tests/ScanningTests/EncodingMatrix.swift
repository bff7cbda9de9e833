import Scanning

/// Statements in every encoding, language, density and length that a detector must tell apart or
/// refuse.
struct EncodingMatrix {
    struct Case: Sendable {
        let name: String
        let text: String
        let encoding: TextEncoding
        let bytes: [UInt8]
    }

    enum Outcome: Sendable {
        case right, refused
        case wrong(TextEncoding)
    }

    /// What the sniffer makes of the bytes: right is the same text, whatever the encoding's name.
    static func outcome(of made: Case) -> Outcome {
        var sniffer = EncodingSniffer()
        sniffer.feed(made.bytes.span)
        let found: TextEncoding
        let mark: Int
        switch sniffer.verdict(final: true) {
        case .uncertain: return .refused
        case .ascii: (found, mark) = (.utf8, 0)
        case .known(let encoding, let byteOrderMark): (found, mark) = (encoding, byteOrderMark)
        }
        var decoder = TextDecoder(found)
        var out: [UInt8] = []
        let body = made.bytes.span.extracting(mark..<made.bytes.count)
        guard decoder.decode(body, final: true, into: &out) == nil else { return .refused }
        return out == Array(made.text.utf8) ? .right : .wrong(found)
    }

    /// Nil when a character is not in the encoding.
    static func encoded(_ text: String, _ encoding: TextEncoding) -> [UInt8]? {
        switch encoding {
        case .utf8, .usASCII: return Array(text.utf8)
        case .utf16LE: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .utf16BE: return text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: break
        }
        guard let table = tables[encoding] else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.append(UInt8(scalar.value))
            } else {
                guard let byte = table[scalar] else { return nil }
                result.append(byte)
            }
        }
        return result
    }

    private static let tables: [TextEncoding: [Unicode.Scalar: UInt8]] = {
        var result: [TextEncoding: [Unicode.Scalar: UInt8]] = [:]
        for encoding in TextEncoding.allCases {
            switch encoding {
            case .utf8, .utf16LE, .utf16BE, .usASCII: continue
            default: break
            }
            var table: [Unicode.Scalar: UInt8] = [:]
            for byte in UInt8(0x80)...0xFF {
                var decoder = TextDecoder(encoding)
                var out: [UInt8] = []
                let one = [byte]
                guard decoder.decode(one.span, final: true, into: &out) == nil,
                    let scalar = String(decoding: out, as: UTF8.self).unicodeScalars.first
                else { continue }
                table[scalar] = byte
            }
            result[encoding] = table
        }
        return result
    }()

    // MARK: texts

    struct Language: Sendable {
        let name: String
        let header: String
        let rows: [String]
        /// Words of three to five letters and more, as a shop's or a person's line may hold one.
        let words: [String]
    }

    static let ukrainian = Language(
        name: "Ukrainian", header: "Дата операції;Опис;Сума;Валюта;Залишок",
        rows: [
            "Переказ на картку Олени", "Поповнення рахунку через термінал", "Аптека низьких цін",
            "Зарплата за березень", "Оплата комунальних послуг", "Кав'ярня на розі, м. Львів",
            "Повернення коштів за квиток", "Від: Ґудзь Євген Їжакович", "Комісія банку за переказ",
            "Продукти та напої", "Інтернет і телебачення", "Укрзалізниця, квитки",
        ],
        words: [
            "Кава", "Їжа", "ТОВ", "ФОП", "Хліб", "Аптека", "Київ", "Львів", "Одеса", "Банк", "Дім",
            "Ліки", "Сіль", "Нова", "Зоо", "Вода", "Газ", "Світло", "Таксі", "Метро", "Кіно",
            "Шпак", "Віка", "Оля", "Юля", "Ігор", "Іван", "Марія", "Дача", "Сир", "М'ясо", "Риба",
            "Пиво", "Квіти", "Взуття", "Одяг", "Іграшки", "Книги", "Пошта", "Мед", "Чай", "Борщ",
            "Вишня", "Європа", "Ґанок", "Ринок", "Цирк", "Школа", "Садок", "Гараж",
        ])
    static let russian = Language(
        name: "Russian", header: "Дата операции;Описание;Сумма;Валюта;Остаток",
        rows: [
            "Перевод на карту Елены", "Пополнение счёта через терминал",
            "Аптека шаговой доступности",
            "Зарплата за март", "Оплата коммунальных услуг", "Кофейня на углу, г. Минск",
            "Возврат средств за билет", "Отправитель: Щукин Эдуард", "Комиссия банка за перевод",
            "Продукты и напитки", "Интернет и телевидение", "Электричка, билеты",
        ],
        words: [
            "Кофе", "Еда", "ООО", "ИП", "Хлеб", "Аптека", "Минск", "Алматы", "Банк", "Дом", "Соль",
            "Вода", "Газ", "Свет", "Такси", "Метро", "Кино", "Ольга", "Юля", "Игорь", "Иван",
            "Мария", "Дача", "Сыр", "Мясо", "Рыба", "Пиво", "Цветы", "Обувь", "Ёлка", "Книги",
            "Почта", "Мёд", "Чай", "Щи", "Вишня", "Эконом", "Объект", "Рынок", "Цирк", "Школа",
            "Сад", "Гараж", "Жильё", "Подъезд", "Ы", "Эра", "Юг", "Яма", "Шум",
        ])
    static let bulgarian = Language(
        name: "Bulgarian", header: "Дата на операция;Описание;Сума;Валута;Салдо",
        rows: [
            "Превод към картата на Елена", "Захранване на сметка от банкомат", "Аптека на площада",
            "Заплата за март", "Плащане на битови услуги", "Кафене на ъгъла, гр. Пловдив",
            "Връщане на сума за билет", "Наредител: Щерев Йордан", "Такса на банката за превод",
            "Хранителни стоки и напитки", "Интернет и телевизия", "Билети за влака, гара Бургас",
        ],
        words: [
            "Кафе", "Храна", "ЕООД", "ЕТ", "Хляб", "Аптека", "София", "Варна", "Банка", "Дом",
            "Сол",
            "Вода", "Газ", "Ток", "Такси", "Метро", "Кино", "Олга", "Ъгъл", "Иво", "Иван", "Мария",
            "Вила", "Сирене", "Месо", "Риба", "Бира", "Цветя", "Обувки", "Книги", "Поща", "Мед",
            "Чай", "Пазар", "Цирк", "Школо", "Гараж", "Щанд", "Жито", "Юг", "Яйца", "Шум", "Гърне",
        ])

    static let languages = [ukrainian, russian, bulgarian]

    /// What people type where a page has no such letter.
    private static func written(_ text: String, in encoding: TextEncoding) -> String {
        guard [.ibm866, .koi8R, .iso8859_5, .macCyrillic].contains(encoding) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch (encoding, scalar) {
            case (.ibm866, "і"), (.koi8R, "і"): result += "i"
            case (.ibm866, "І"), (.koi8R, "І"): result += "I"
            case (.ibm866, "ґ"), (.koi8R, "ґ"), (.iso8859_5, "ґ"), (.macCyrillic, "ґ"):
                result += "г"
            case (.ibm866, "Ґ"), (.koi8R, "Ґ"), (.iso8859_5, "Ґ"), (.macCyrillic, "Ґ"):
                result += "Г"
            case (.koi8R, "є"): result += "е"
            case (.koi8R, "Є"): result += "Е"
            case (.koi8R, "ї"): result += "i"
            case (.koi8R, "Ї"): result += "I"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let slips = [
        "SILPO KYIV UA", "UBER TRIP HELP.UBER.COM", "ATB 1024 DNIPRO", "NETFLIX.COM", "WOG AZS 41",
        "GOOGLE*YouTube", "NOVUS KYIV", "LIQPAY*ROZETKA", "SPOTIFY P1234", "BOLT.EU/O/2603141",
    ]

    private static func statement(
        header: String, rows: Int, _ description: (Int) -> String
    ) -> String {
        var text = header + "\r\n"
        for row in 0..<rows {
            text +=
                "\(10 + row % 18).03.2026;\(description(row));-\(125 + row).50;UAH;\(90_000 - row).10\r\n"
        }
        return text
    }

    private static let latinHeader = "Date;Description;Amount;Currency;Balance"

    /// The four densities of Cyrillic, each with a header of the language or a Latin one.
    static func texts(
        _ language: Language, rows: Int, wordStep: Int = 1
    ) -> [(name: String, text: String)] {
        var result: [(String, String)] = []
        for header in [language.header, latinHeader] {
            let shown = header == latinHeader ? "Latin header" : "own header"
            for isUpper in [false, true] {
                func cased(_ text: String) -> String { isUpper ? text.uppercased() : text }
                let form = "\(shown), \(rows) rows\(isUpper ? ", capitals" : "")"
                result.append(
                    (
                        "dense, \(form)",
                        statement(header: header, rows: rows) {
                            cased(language.rows[$0 % language.rows.count])
                        }
                    ))
                for (index, line) in language.rows.enumerated() where index % wordStep == 0 {
                    result.append(
                        (
                            "one row, \(form)",
                            statement(header: header, rows: rows) {
                                $0 == rows / 2 ? cased(line) : slips[$0 % slips.count]
                            }
                        ))
                }
                for (index, word) in language.words.enumerated() where index % wordStep == 0 {
                    result.append(
                        (
                            "one word, \(form)",
                            statement(header: header, rows: rows) {
                                $0 == rows / 2 ? cased(word) : slips[$0 % slips.count]
                            }
                        ))
                }
            }
        }
        return result
    }

    static func cyrillic(_ encoding: TextEncoding, rows: Int, wordStep: Int = 1) -> [Case] {
        var result: [Case] = []
        for language in languages {
            for (name, text) in texts(language, rows: rows, wordStep: wordStep) {
                let text = written(text, in: encoding)
                guard let bytes = encoded(text, encoding) else { continue }
                result.append(
                    Case(
                        name: "\(encoding.rawValue) \(language.name) \(name)", text: text,
                        encoding: encoding, bytes: bytes))
                let mark: [UInt8] =
                    switch encoding {
                    case .utf8: [0xEF, 0xBB, 0xBF]
                    case .utf16LE: [0xFF, 0xFE]
                    case .utf16BE: [0xFE, 0xFF]
                    default: []
                    }
                if !mark.isEmpty {
                    result.append(
                        Case(
                            name: "\(encoding.rawValue) with mark \(language.name) \(name)",
                            text: text, encoding: encoding, bytes: mark + bytes))
                }
            }
        }
        return result
    }

    static let european = [
        "Straße", "Müller", "Café", "Crédit", "Société Générale", "Zürich", "Überweisung", "Gebühr",
        "Año", "España", "Peluquería", "Pão", "São Paulo", "Città", "Perché", "Øst", "Smørrebrød",
        "Malmö", "Åbo", "Köln", "Bäckerei", "Fußball", "Noël", "œuvre", "€ 5", "£ 12", "naïve",
        "Żabka", "Łódź", "Kraków", "Świeży chleb", "Płatność", "Gdańsk", "Częstochowa", "Źródło",
        "Příjem", "Účet", "Čeština", "Žluťoučký kůň", "Dvořák", "Plzeň", "Škoda", "Košice",
        "Győr", "Műszaki", "Fűtés", "Ćevapi", "Đurđevac", "Šibenik", "Brașov", "Iaşi", "Ţară",
    ]

    static func western(_ encoding: TextEncoding, rows: Int) -> [Case] {
        var result: [Case] = []
        for word in european {
            for isUpper in [false, true] {
                let text = statement(header: latinHeader, rows: rows) {
                    $0 == rows / 2 ? (isUpper ? word.uppercased() : word) : slips[$0 % slips.count]
                }
                guard let bytes = encoded(text, encoding) else { continue }
                result.append(
                    Case(
                        name: "\(encoding.rawValue) \(word) \(rows) rows", text: text,
                        encoding: encoding, bytes: bytes))
            }
        }
        return result
    }
}
