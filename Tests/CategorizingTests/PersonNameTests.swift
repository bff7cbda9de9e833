import Facts
import Scanning
import TestKit
import Testing

@testable import Categorizing

@Suite struct `People` {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Names/"

    /// First names of each language, and surnames.
    private static func names(_ file: String = "people.txt") throws -> [String: [[String]]] {
        var lists: [String: [[String]]] = [:]
        let text = try #require(readText(ofFile: folder + file), "\(file)")
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ").map(String.init)
            lists[String(parts[0].dropLast()), default: []].append(Array(parts.dropFirst()))
        }
        return lists
    }

    /// Each first name of a language beside each of its surnames, in turns: over two thousand
    /// people.
    private static func people() throws -> [String: [String]] {
        try names().mapValues { lists in
            lists[1].enumerated().flatMap { number, surname in
                (0..<8).map { lists[0][(number * 8 + $0) % lists[0].count] + " " + surname }
            }
        }
    }

    private static let categorizer = Categorizer()

    private static func suggestion(
        _ text: String, mcc: UInt16 = 0, country: String = ""
    ) -> Suggestion {
        categorizer.suggest(
            CategorizerQuery(
                text: text, mcc: mcc, amount: Money(minorUnits: -2_000, currency: .eur),
                country: country))
    }

    @Test(arguments: [
        ("Зарахування переказу зі своєї картки", "UA"), ("Переказ на мою картку ПУМБ", "UA"),
        ("Переказ з власного поточного рахунку", "UA"), ("Transfer from own card", "UA"),
        ("Зарахування переказу з іншої своєї картки", "UA"), ("Transfer to my card", "GB"),
        ("Transfer between my accounts", "GB"), ("Transfer to self", "US"),
        ("Przelew na własny rachunek", "PL"), ("Převod na vlastní účet", "CZ"),
        ("Virement vers mon compte", "FR"), ("Transferencia a mi cuenta", "ES"),
        ("Перевод на собственный счет", "KZ"), ("Переказ коштів собі на картку", "UA"),
        ("Perekaz na svoiu kartku", "UA"),
    ])
    func `are not those who own the account`(text: String, country: String) {
        let own = Self.suggestion(text, country: country)
        #expect(own.category == "transfers.own" && own.level >= .medium, "\(own)")
    }

    /// Each inflection of "own" beside each word for an account, in both orders.
    @Test func `are not those who own the account, in any case`() {
        for own in ["свою", "моєї", "власний", "власного", "своїми", "моим", "собственной"] {
            for account in ["картку", "картки", "рахунок", "рахунку", "карту", "рахунками"] {
                for text in ["Переказ \(own) \(account)", "Переказ \(account) \(own)"] {
                    let said = Self.suggestion(text, country: "UA")
                    #expect(said.category == "transfers.own", "\(text): \(said)")
                }
            }
        }
    }

    @Test(arguments: [
        ("Переказ своїй мамі на картку", "transfers.person"),
        ("Transfer to my friend John card", "transfers.person"),
        ("Переказ на картку", "transfers.person"), ("Моя кава", "eating_out.coffee"),
        ("Погашення кредиту з власної картки", "finance.loan"),
        ("Власна пекарня", "groceries.specialty"),
    ])
    func `and their own things are what they are`(text: String, category: String) {
        #expect(Self.suggestion(text, country: "UA").category == category)
    }

    @Test(arguments: [
        ("Петренко Олена за квіти", "transfers.person"),
        ("Коваль Марія за обід", "transfers.person"),
        ("Шевченко Тарас за подарунок / дякую", "transfers.person"),
        ("Peter Hahn für Essen", "transfers.person"),
        ("Іваненко Іван за оренду", "housing.rent"),
        ("Іваненко Іван за оренду квартири", "housing.rent"),
    ])
    func `before a purpose are never surely the purpose`(text: String, category: String) {
        let said = Self.suggestion(text, country: text.utf8.first! < 0x80 ? "DE" : "UA")
        #expect(said.category == category, "\(said)")
        #expect(category == "housing.rent" || said.level < .high)
    }

    @Test(arguments: [
        "Студія Вікторія", "Училище Зоряна", "Дім Роман", "Центр Роман", "Коледж Роман",
    ])
    func `are no houses`(_ text: String) {
        let said = Self.suggestion(text, country: "UA")
        #expect(said.category != "transfers.person" && said.category != "groceries", "\(said)")
    }

    /// A surname too, or the school of that name: nobody knows.
    @Test(arguments: ["Школа Роман", "Школа Зоряна", "Садок Роман", "Планета Ланка"])
    func `or houses, are guesses`(_ text: String) {
        #expect(Self.suggestion(text, country: "UA").level < .high)
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `are no shops, though shops bear their surnames`(
        language: String, country: String
    ) throws {
        let people = try #require(try Self.people()[language])
        #expect(people.count >= 480)
        let wrong = people.filter { person in
            [
                person, person.uppercased(),
                person.split(separator: " ").reversed()
                    .joined(separator: " "),
            ].contains {
                let said = Self.suggestion($0, country: country)
                return said.category != "transfers.person" && said.level >= .high
            }
        }
        #expect(wrong.count * 100 <= people.count, "\(wrong)")
    }

    /// Words that a merchant's name is made of alone, and that a person's first name is too, or a
    /// surname of the list.
    private static func sharedNames() throws -> (given: [String], surnames: [String]) {
        let tables = MerchantTables.shared
        let surnames = Set(
            try names().values.flatMap { $0[1] }.map {
                var folded: [UInt8] = []
                TextFolder().fold(Array($0.utf8).span, into: &folded)
                return String(decoding: folded, as: UTF8.self)
            })
        var brands: Set<String> = []
        var given: Set<String> = []
        var ours = surnames
        for index in 0..<tables.patternCount {
            let pattern = tables.pattern(index, .folded)
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            guard !text.contains(" ") else { continue }
            switch pattern.kind {
            case .brand where tables.row(pattern.row).role == .merchant: brands.insert(text)
            case .givenName: given.insert(text)
            case .surname: ours.insert(text)
            default: break
            }
        }
        return (brands.intersection(given).sorted(), brands.intersection(ours).sorted())
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `are no shops that bear their first name or surname`(
        language: String, country: String
    ) throws {
        let lists = try #require(try Self.names()[language])
        let shops = try Self.sharedNames()
        #expect(shops.given.count > 100)
        #expect(shops.surnames.count > 50)
        var asked = 0
        var wrong: [String] = []
        func ask(_ first: String, _ last: String) {
            for text in [
                "\(first) \(last)", "\(last) \(first)", "Dr. \(first) \(last)",
                "Frau \(first)",
            ] {
                // A chain of pharmacies.
                if text.lowercased().hasPrefix("dr. max") { continue }
                asked += 1
                let said = Self.suggestion(text, country: country)
                if said.category != "transfers.person", said.level >= .high {
                    wrong.append("\(text) \(said.category)")
                }
            }
        }
        for (number, name) in shops.given.enumerated() {
            for turn in 0..<4 { ask(name, lists[1][(number * 4 + turn) % lists[1].count]) }
        }
        for (number, name) in shops.surnames.enumerated() {
            for turn in 0..<4 { ask(lists[0][(number * 4 + turn) % lists[0].count], name) }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(asked): \(wrong.prefix(100))")
    }

    @Test(arguments: [
        ("Марина Кафе", "eating_out"), ("Anna Apteka", "health.pharmacy"),
        ("Hugo Boss", "shopping.clothing"), ("Max Mara", "shopping.clothing"),
        ("Аптека Марія", "health.pharmacy"), ("OTTO GmbH", "shopping.clothing"),
        ("Otto.de", "shopping.clothing"), ("otto versand", "shopping.clothing"),
        ("Koch Feinkost", "groceries.specialty"), ("Dr. Max Praha", "health.pharmacy"),
    ])
    func `are not seen where a word of a trade stands, or a name known everywhere`(
        text: String, category: String
    ) {
        #expect(Self.suggestion(text, country: "DE").category.hasPrefix(category))
    }

    /// Euros are of Finland too, where Otto is a cash machine.
    @Test(arguments: [
        "Otto Bauer", "Karl Otto", "Ernst Otto", "Herr Otto", "Dr. Paul Koch",
        "Prof. Dr. Paul Koch", "Frau Petra Koch", "Mr. Otto Becker", "von Otto Bauer",
        "пан Андрій Коваль", "Mgr Anna Piekarz", "Frau Koch", "Herr Bauer", "Mrs Fisher",
    ])
    func `are told by a first name beside a surname, and by a title`(text: String) {
        #expect(Self.suggestion(text, country: "DE").category == "transfers.person")
    }

    /// As banks write somebody: in either order, in capitals, with an initial, in Latin letters,
    /// with a father's name.
    private static func spellings(_ first: String, _ last: String, _ language: String) -> [String] {
        var found = [
            "\(first) \(last)", "\(last) \(first)", "\(first) \(last)".uppercased(),
            "\(last) \(first)".uppercased(), "\(first) \(last.prefix(1)).",
        ]
        if language == "uk" {
            found += [
                latin(first) + " " + latin(last), (latin(last) + " " + latin(first)).uppercased(),
                "\(last) \(first) Іванович", "\(first) Петрівна \(last)",
            ]
        }
        return found
    }

    /// The spelling of Ukrainian passports.
    private static func latin(_ word: String) -> String {
        let letters: [Character: String] = [
            "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ie",
            "ж": "zh", "з": "z", "и": "y", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l",
            "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u",
            "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu",
            "я": "ia", "ь": "", "'": "",
        ]
        let spelt = word.lowercased().map { letters[$0] ?? String($0) }.joined()
        return spelt.prefix(1).uppercased() + spelt.dropFirst()
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `are people though they are called as a trade or what it sells`(
        language: String, country: String
    ) throws {
        let lists = try #require(try Self.names("trades.txt")[language])
        var (asked, shops) = (0, [String]())
        var (called, unsure) = (0, [String]())
        for (number, last) in (lists[1] + lists[2]).enumerated() {
            for turn in 0..<4 {
                let first = lists[0][(number * 7 + turn * 11) % lists[0].count]
                for (place, text) in Self.spellings(first, last, language).enumerated() {
                    let said = Self.suggestion(text, country: country)
                    let isPerson = said.category == "transfers.person"
                    asked += 1
                    if !isPerson, said.level >= .high { shops.append(text) }
                    guard place == 0 else { continue }
                    called += 1
                    if !isPerson || said.level < .high { unsure.append(text) }
                }
            }
        }
        #expect(asked >= 2_000)
        #expect(shops.count * 100 <= asked, "\(shops.count) of \(asked): \(shops.prefix(50))")
        #expect(unsure.count * 50 <= called, "\(unsure.count) of \(called): \(unsure.prefix(50))")
    }

    /// Words and names of purchases, and a purpose nobody knows. A firm's legal form is no purpose.
    private static let purposes: [String] = {
        let tables = MerchantTables.shared
        let forms = Set(
            (0..<tables.patternCount).compactMap { index -> Substring? in
                let pattern = tables.pattern(index, .folded)
                guard pattern.kind == .legal else { return nil }
                return Substring(decoding: tables.bytes(of: pattern), as: UTF8.self)
            })
        let categories = CategoryTable.builtIn
        return (0..<tables.patternCount).compactMap { index in
            let pattern = tables.pattern(index, .folded)
            let row = tables.row(pattern.row)
            guard pattern.kind == .brand && row.role == .merchant || pattern.kind == .keyword,
                pattern.tail == 0, row.sign == 0, index % 97 == 0,
                ["groceries", "eating_out", "health", "shopping", "transport", "personal_care"]
                    .contains(categories.all[categories.groups[row.category]].key)
            else { return nil }
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            return forms.contains { " \(text) ".contains(" \($0) ") } ? nil : text
        } + ["danke fürs Essen", "дякую", "thanks", "za wczoraj"]
    }()

    @Test(arguments: [
        "Марія Хліб 4149****1234", "Зарахування переказу Ірина Müller", "P2P Андрій Müller",
        "Поповнення від Катерина Риба", "Переказ на картку Андрій Вовк", "Переказ Олена Baker",
        "На картку 4149 **** **** 1234 Олена Вовк",
    ])
    func `stay people after the words of a transfer and before a card's number`(text: String) {
        let said = Self.categorizer.suggest(CategorizerQuery(text: text, sign: -1, country: "UA"))
        #expect(!Self.isPurchase(said.category) || said.level < .high)
    }

    @Test(arguments: [
        ("Покупка Leroy Merlin", "home.improvement"),
        ("Оплата товарів Daniel Wellington", "shopping.jewelry"),
        ("Purchase Mary Kay", "personal_care.cosmetics"), ("Оплата EVA", "personal_care.cosmetics"),
        ("Списання Elizabeth Arden", "personal_care.cosmetics"),
        ("Оплата Іван Петренко", "transfers.person"),
    ])
    func `are nobody that a purchase names`(text: String, category: String) {
        let said = Self.categorizer.suggest(CategorizerQuery(text: text, sign: -1, country: "UA"))
        #expect(said.category == category)
    }

    @Test(arguments: [("uk", "UA"), ("pl", "PL"), ("de", "DE"), ("en", "GB")])
    func `stay people whatever they are paid for`(language: String, country: String) throws {
        let lists = try #require(try Self.names("trades.txt")[language])
        #expect(Self.purposes.count > 200)
        for (number, purpose) in Self.purposes.enumerated() {
            let first = lists[0][number % lists[0].count]
            let last = lists[2][number % lists[2].count]
            let name = "\(first) \(last)"
            let initial = "\(first) \(last.prefix(1))."
            for mcc: UInt16 in [0, 4_829] {
                func query(
                    _ text: String, counterparty: String = "", memo: String = ""
                ) -> CategorizerQuery {
                    CategorizerQuery(
                        text: text, mcc: mcc, sign: -1, country: country,
                        counterpartyName: counterparty, memo: memo)
                }
                for asked in [
                    query(purpose, counterparty: name), query(purpose, counterparty: initial),
                    query(name, memo: purpose), query(initial, memo: purpose),
                    query("\(name) / \(purpose)"), query("\(initial) \(purpose)"),
                ] {
                    let said = Self.categorizer.suggest(asked)
                    #expect(
                        !Self.isPurchase(said.category) || said.level < .high,
                        "\(asked.text) | \(asked.counterpartyName) | \(asked.memo) | \(mcc): \(said.category)"
                    )
                }
            }
        }
    }

    private static func isPurchase(_ category: String) -> Bool {
        let group = category.prefix { $0 != "." }
        return !["transfers", "housing", "finance", "government", "charity", "insurance", "income"]
            .contains(String(group)) && !category.isEmpty
    }

    @Test(arguments: [
        "S. Flowers", "Flowers S.", "Риба К.І.", "Кава І. П.", "К. Борщ", "Anna Nowak-Kawa",
        "Катерина Мельник-Риба", "Przelew do Anna Ryba", "Überweisung an Peter Hahn",
        "Zahlung für Anna Rose", "Сало В.",
    ])
    func `are no shop by initials, half a surname or a word of the bank's`(text: String) {
        let said = Self.suggestion(text, country: "DE")
        #expect(said.category == "transfers.person" || said.level < .high, "\(said.category)")
    }

    @Test(arguments: [
        "ФОП Риба Катерина Іванівна", "ФОП Борщ Олена", "FOP Kava Ivan Petrovych",
    ])
    func `who trade by themselves are of no trade that their surname names`(text: String) {
        let said = Self.suggestion(text, country: "UA")
        #expect(said.category.isEmpty || said.level < .high, "\(said.category)")
    }

    @Test(
        arguments: [
            ("Albert Heijn 1234", "NL"), ("ALBERT HEIJN 1234 NIJMEGEN", "NL"),
            ("Albert Heijn Amsterdam", "NL"), ("Jan Linders 12", "NL"),
        ])
    func `a shop's number or town follows its name`(text: String, country: String) {
        #expect(Self.suggestion(text, country: country).category == "groceries")
    }

    @Test(arguments: ["Peter Hahn", "Peter Hahn Danke", "Peter Hahn 380671234567"])
    func `a telephone or a word of thanks follows a person's name`(text: String) {
        #expect(Self.suggestion(text, country: "DE").category == "transfers.person")
    }

    @Test(arguments: ["Kartenzahlung Peter Hahn", "Lastschrift Peter Hahn", "VISA Laura Ashley"])
    func `are not seen where a card paid`(text: String) {
        let said = Self.suggestion(text, country: "DE")
        #expect(said.category != "transfers.person" || said.level < .high)
    }

    @Test func `who rent a dwelling out or pay a salary are heard by the purpose`() {
        func said(_ text: String, sign: Int = -1) -> String {
            Self.categorizer.suggest(
                CategorizerQuery(
                    text: text, sign: sign, country: "DE", counterpartyName: "Anna Schmidt")
            ).category
        }
        #expect(said("Miete Januar") == "housing.rent")
        #expect(said("Зарплата за січень", sign: 1) == "income.salary")
        #expect(said("Rewe") == "transfers.person")
    }

    /// Shops of the tables whose name is a first name and one or two words more.
    private static let namesakes: [String] = {
        let tables = MerchantTables.shared
        var given: Set<Substring> = []
        for index in 0..<tables.patternCount {
            let pattern = tables.pattern(index, .folded)
            guard pattern.kind == .givenName else { continue }
            given.insert(Substring(decoding: tables.bytes(of: pattern), as: UTF8.self))
        }
        return (0..<tables.patternCount).compactMap { index in
            let pattern = tables.pattern(index, .folded)
            let row = tables.row(pattern.row)
            guard pattern.kind == .brand, row.role == .merchant, pattern.tail == 0 else {
                return nil
            }
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            let words = text.split(separator: " ")
            guard words.count == 2, given.contains(words[0]), words[1].count > 2 else {
                return nil
            }
            return text
        }
    }()

    @Test func `are not read where a shop bears two names and a till printed its code`() {
        #expect(Self.namesakes.count > 100)
        for text in Self.namesakes {
            let paid = Self.suggestion(text, mcc: 5_651, country: "DE")
            #expect(paid.category != "transfers.person", "\(text)")
        }
        for text in [
            "Ralph Lauren", "Massimo Dutti", "Hugo Boss", "Laura Ashley", "Marc O'Polo",
            "Peter Hahn", "Jack Wolfskin", "Vera Wang", "John Lewis",
        ] {
            for country in ["DE", "UA", "GB"] {
                let said = Self.suggestion(text, country: country)
                #expect(
                    said.category != "transfers.person" || said.level < .high,
                    "\(text) \(country)")
            }
        }
    }

    @Test func `who trade are found by the till`() {
        #expect(Self.suggestion("Peter Hahn", country: "DE").category == "transfers.person")
        #expect(
            Self.suggestion("Peter Hahn", mcc: 5_651, country: "DE").category
                == "shopping.clothing")
        #expect(Self.suggestion("ФОП Марія Мельник", country: "UA").category != "transfers.person")
    }
}
