import Facts
import TestKit
import Testing

@testable import Reviewing

/// What holds for every payment in words, whatever the words are.
@Suite struct `Quick text loses no money in silence` {
    /// A Saturday.
    private let today = CalendarDate(daysSince1970: 20_526)

    private struct Draw {
        var state: UInt64

        mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }

        mutating func one<Element>(of all: [Element]) -> Element { all[next(all.count)] }
    }

    private func read(
        _ text: String, accounts: QuickAccounts = QuickAccounts(), today: CalendarDate? = nil
    ) -> QuickEntry? {
        do throws(QuickEntry.Fault) {
            return try QuickEntry.parse(text, today: today ?? self.today, accounts: accounts)
        } catch {
            return nil
        }
    }

    private static let things = [
        [
            "хліб", "молоко", "ліки", "вата", "сир", "обід", "таксі", "кава", "шампунь", "корм",
            "аптека", "автобус", "квартира", "кафе", "замовлення",
        ],
        ["хлеб", "молоко", "лекарства", "сыр", "обед", "такси", "кофе", "носки", "чай", "корм"],
        ["bread", "milk", "pills", "cheese", "lunch", "taxi", "coffee", "socks", "tip", "soap"],
    ]
    private static let currencies = [
        ["грн", "₴", "євро"], ["руб", "грн", "евро"], ["uah", "eur"],
    ]

    @Test(arguments: ["вона заплатила", "він заплатив", "she paid", "they paid"])
    func `what another pays is not one's own expense`(_ clause: String) {
        for text in ["обід 300, \(clause)", "обід 300 \(clause)"] {
            #expect(read(text) == nil, "\(text)")
        }
    }

    @Test(arguments: ["loan from bank 5000", "кредит від банку 5000"])
    func `a loan from a bank is asked about`(_ text: String) { #expect(read(text) == nil) }

    @Test(arguments: [
        ("СТО 1500", 1_500), ("ремонт СТО 3000", 3_000), ("кафе Сім 300", 300),
        ("coffee 65 nov 5", 65),
    ])
    func `a number with one meaning is the amount`(_ text: String, _ amount: Int64) throws {
        let entry = try #require(read(text), "\(text)")
        #expect(entry.mantissa == amount && entry.scale == 0 && !entry.isIncome)
    }

    @Test func `of several prices one with a currency is not the amount`() {
        var draw = Draw(state: 0x2026_1126)
        for _ in 0..<draws(200, slow: 20_000) {
            let language = draw.next(3)
            let things = Self.things[language]
            let count = 2 + draw.next(2)
            let said = draw.next(count)
            let least = 11 + draw.next(300)
            var text = ""
            for number in 0..<count {
                var price = least + draw.next(least * 10)
                // A year beside a word is its name: «iPhone 2024», «податок 2025».
                if (1_900...2_099).contains(price) { price += 300 }
                text += draw.one(of: things) + " \(price)"
                if number == said { text += " " + draw.one(of: Self.currencies[language]) }
                if number < count - 1 { text += draw.one(of: [" ", ", ", "; "]) }
            }
            #expect(read(text) == nil, "\(text)")
        }
    }

    @Test func `one price and what is no price stay one amount`() {
        var draw = Draw(state: 0x2026_1127)
        let beside = ["АЗС 12", "ЖК 24", "2 шт", "Новус 24/7", "№ 17", "відділення 9", "20%"]
        for _ in 0..<draws(100, slow: 3_000) {
            let price = 100 + draw.next(900)
            let thing = draw.one(of: Self.things[0])
            let other = draw.one(of: beside)
            for text in ["\(other) \(thing) \(price) грн", "\(thing) \(price) грн \(other)"] {
                #expect(read(text)?.mantissa == Int64(price), "\(text)")
            }
        }
    }

    @Test func `a day that is said is of this year, or of the half year before`() throws {
        let months = [
            "січня", "лютого", "березня", "квітня", "травня", "червня", "липня", "серпня",
            "вересня", "жовтня", "листопада", "грудня",
        ]
        for now in drawn(every: 122, of: today.daysSince1970..<(today.daysSince1970 + 366)) {
            let today = CalendarDate(daysSince1970: now)
            for month in 1...12 {
                for day in [1, 9, 10, 28] {
                    let said = "\(day) \(months[month - 1])"
                    if let entry = read("кава 65 грн \(said)", today: today) {
                        let found = try #require(entry.day)
                        let back = now - found.daysSince1970
                        let isThisYear = found.parts.year == today.parts.year
                        #expect(
                            back >= 0 && (isThisYear || back <= 183), "\(said), \(today.text)")
                    }
                    for before in ["на", "до", "з", "для"] {
                        let text = "торт \(before) \(said) 900 грн"
                        let entry = try #require(read(text, today: today), "\(text)")
                        #expect(entry.day == nil && entry.payee == "торт \(before) \(said)")
                    }
                }
            }
        }
    }

    @Test func `the key of plain letters is that of any letters`() {
        let letters =
            Array("aAcikKoOzZ019.-'’ʼ`′ьЬёЁеЕіІїЇйЙґҐўЏѓщЯ ₴éß№".unicodeScalars) + [
                "\u{301}", "\u{308}", "\u{306}", "\u{200D}", "\u{212A}", "\u{130}", "\u{4D8}",
                "\r", "\n",
            ]
        var draw = Draw(state: 0x2026_1128)
        for number in 0..<draws(1_000, slow: 50_000) {
            var text = String.UnicodeScalarView()
            // Every other one has only letters that are plain.
            let count = number % 2 == 0 ? letters.count : letters.count - 13
            for _ in 0..<1 + draw.next(6) { text.append(letters[draw.next(count)]) }
            let word = String(text)
            #expect(
                QuickWords.key(word) == QuickWords.keyOfAnyText(word), "\(word.debugDescription)")
        }
    }

    @Test func `a day in words is the day in digits`() {
        let lexicon = QuickWords.builtIn
        for word in lexicon.all(.ordinal) {
            let number = lexicon.number(.ordinal, word) ?? 0
            let isEnglish = word.utf8.allSatisfy { $0 < 0x80 }
            for month in isEnglish ? ["january", "march"] : ["січня", "марта"] {
                let text = isEnglish ? "\(word) of \(month)" : "\(word) \(month)"
                #expect(
                    read("кава 65 грн \(text)")?.day == read("кава 65 грн \(number) \(month)")?.day,
                    "\(text)")
            }
            guard !isEnglish else { continue }
            #expect(
                read("\(word) числа кава 65")?.day == read("\(number)-го кава 65")?.day, "\(word)")
        }
    }

    @Test func `what is paid out of income is spent`() {
        for word in QuickWords.builtIn.all(.income) where !word.contains("/") {
            let isEnglish = word.utf8.allSatisfy { $0 < 0x80 }
            let texts =
                isEnglish
                ? ["coffee from \(word) 3 usd", "\(word) for grandma 300 usd"]
                : ["кава із \(word) 90 грн", "\(word) мамі 800 грн", "подарок на \(word) 90 грн"]
            for text in texts + ["обід за \(word) 90 грн"] {
                #expect(read(text)?.isIncome != true, "\(text)")
            }
            #expect(read("\(word) 300 usd")?.isIncome != false, "\(word)")
        }
    }

    @Test func `what is put into an account is not paid out of it`() {
        let accounts = QuickAccounts([
            .init(id: "Приват", shown: "Приват", currency: .uah, names: ["Приват"]),
            .init(id: "Сейф", shown: "Сейф", currency: .usd, names: ["Сейф"]),
        ])
        let lexicon = QuickWords.builtIn
        let verbs = lexicon.all(.paidIn) + lexicon.all(.moved) + ["закинув", "закинула", "скинув"]
        for verb in verbs where verb != "переказ" && verb != "перевод" {
            for link in ["у", "в", "на"] {
                for name in ["Приват", "сейф", "@Сейф"] {
                    let text = "\(verb) 500 \(link) \(name)"
                    guard let entry = read(text, accounts: accounts) else { continue }
                    #expect(entry.movement == .fromCash, "\(text)")
                }
            }
        }
        #expect(read("поклав 500 у приват", accounts: accounts)?.movement == .fromCash)
        #expect(read("put 500 uah in приват", accounts: accounts)?.movement == .fromCash)
    }

    @Test(arguments: ["Wise", "N26", "А-Банк", "Спільна картка", "Кишеня", "Revolut Family", "Дім"])
    func `cash is not paid past an account that is named`(name: String) {
        let accounts = QuickAccounts([
            .init(id: name, shown: name, currency: .uah, names: [name]),
            .init(id: "Приват", shown: "Приват", currency: .uah, names: ["Приват"]),
        ])
        #expect(QuickEntry.mayNameAccounts("обід 120 \(name)", named: accounts))
        for typed in [name, name.lowercased()] {
            for text in [
                "обід 120 \(typed)", "обід 120 грн \(typed)", "обід \(typed) 120",
                "таксі додому 120 грн, \(typed)", "кава 65 (\(typed))",
            ] {
                guard let entry = read(text, accounts: accounts) else { continue }
                #expect(entry.account == name, "\(text)")
            }
        }
        #expect(read("обід 120 @\(name.split(separator: " ")[0])", accounts: accounts) != nil)
    }

    @Test func `a number behind a place is not joined to the amount`() {
        var draw = Draw(state: 0x2026_1128)
        for word in QuickWords.builtIn.all(.placeNumbered) {
            let (number, price) = (10 + draw.next(90), 100 + draw.next(900))
            let found = read("\(word) \(number) \(price) грн")
            #expect(found == nil || found?.mantissa == Int64(price), "\(word) \(number) \(price)")
        }
        for word in ["оренда", "зарплата", "ремонт", "Ремонт", "диван", "rent", "laptop"] {
            let (number, price) = (1 + draw.next(99), 100 + draw.next(900))
            let found = read("\(word) \(number) \(price) грн")
            #expect(found?.mantissa == Int64(number * 1_000 + price), "\(word)")
        }
    }
}
