import Facts
import Scanning
import TestKit
import Testing

@testable import Categorizing

/// Laws of what outweighs what, over descriptors drawn from all that the tables know.
@Suite struct `Weighing` {
    private static let tables = MerchantTables.shared
    private static let categories = CategoryTable.builtIn
    private static let categorizer = Categorizer()
    private static let drawsMax = 40_000
    private static let casesMin = 300

    /// A text of the tables that the program reads as it is written.
    struct Known: Sendable {
        let text: String
        let category: String
        let isWeak: Bool
        let kind: MerchantTables.Kind
        let namesTrade: Bool
    }

    /// Names and words of purchases that alone are read as what they are, in Ukraine.
    static let known: [Known] = {
        let home = tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A"))
        return (0..<tables.patternCount).compactMap { index in
            let pattern = tables.pattern(index, .folded)
            let row = tables.row(pattern.row)
            guard pattern.kind == .brand && row.role == .merchant || pattern.kind == .keyword,
                pattern.tail == 0, !row.saysNothing, row.sign == 0, index % 3 == 0,
                row.countrySet == MerchantTables.everywhere
                    || tables.homeliness(ofSet: row.countrySet, countryBit: home) > 0,
                categories.all[row.category].kind == .expense
            else { return nil }
            let text = String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            let said = suggest(text)
            guard said.category == categories.all[row.category].key, isExact(said) else {
                return nil
            }
            return Known(
                text: text, category: said.category, isWeak: row.isWeak, kind: pattern.kind,
                namesTrade: !row.isWeak || row.namesTrade)
        }
    }()

    /// Strong one-word names.
    private static let names = known.filter {
        $0.kind == .brand && !$0.isWeak && !$0.text.contains(" ") && $0.text.utf8.count >= 5
    }
    private static let words = known.filter { $0.kind == .keyword }
    private static let brands = texts(of: .brand)

    /// Codes that settle a purchase, and those that only hint at it.
    private static let codes = codes(.strong)
    private static let weakCodes = codes(.weak)

    private static func codes(
        _ strength: MerchantTables.CodeRow.Strength
    ) -> [(mcc: UInt16, category: String)] {
        (1..<10_000).compactMap { mcc in
            let code = tables.code(UInt16(mcc))
            guard code.strength == strength, categories.all[code.category].kind == .expense else {
                return nil
            }
            return (UInt16(mcc), categories.all[code.category].key)
        }
    }

    private static func code(
        of strength: MerchantTables.CodeRow.Strength, _ dice: inout Dice
    ) -> (mcc: UInt16, category: String) {
        let all = strength == .strong ? codes : weakCodes
        return all[dice.roll(all.count)]
    }

    private static func suggest(
        _ text: String, mcc: UInt16 = 0, iban: String = "", bank: String = "",
        country: String = "UA", memory: Memory? = nil
    ) -> Suggestion {
        categorizer.suggest(
            CategorizerQuery(
                text: text, mcc: mcc, sign: -1, country: country, counterpartyIBAN: iban,
                bankCategory: bank),
            memory: memory)
    }

    private static func group(_ key: String) -> Substring { key.prefix { $0 != "." } }

    private static let bent: Set<Substring> = ["loose", "cut", "near"]

    private static func isExact(_ said: Suggestion) -> Bool {
        said.evidence.first.map { bent.isDisjoint(with: $0.how.split(separator: " ")) } ?? false
    }

    /// A word that no table has, as surnames and inventions are.
    private static func stranger(_ dice: inout Dice) -> String {
        let (hard, soft) = (Array("bdfklmnprtvz"), Array("aeou"))
        while true {
            let word = String(
                (0..<4).flatMap { _ in [hard[dice.roll(hard.count)], soft[dice.roll(soft.count)]] })
            if suggest(word).category.isEmpty { return word }
        }
    }

    /// The text with one letter of its middle missing, doubled or changed.
    private static func misspelt(_ text: String, _ dice: inout Dice) -> String {
        var letters = Array(text)
        let at = 2 + dice.roll(letters.count - 3)
        switch dice.roll(3) {
        case 0: letters.remove(at: at)
        case 1: letters.insert(letters[at], at: at)
        default: letters[at] = letters[at] == "о" ? "а" : "о"
        }
        return String(letters)
    }

    /// Ordinary words that stand one letter from the word of a trade, often one of another
    /// language.
    @Test(arguments: ["Лопата", "Портал", "Картина", "Північ", "Walnut", "Portal", "Lopata"])
    func `a short word is not a trade's word misspelt`(_ word: String) {
        #expect(Self.suggest(word).category.isEmpty)
    }

    // MARK: The code

    enum Weak: String, CaseIterable, Sendable {
        case misspeltName, weakName, commonWord, wordOfLongerName
    }

    private static func text(_ kind: Weak, _ dice: inout Dice) -> String? {
        switch kind {
        case .misspeltName:
            let name = names[dice.roll(names.count)].text
            return name.count < 7 ? nil : misspelt(name, &dice)
        case .weakName:
            let name = known[dice.roll(known.count)]
            return name.kind == .brand && name.isWeak ? name.text : nil
        case .commonWord:
            let word = words[dice.roll(words.count)]
            return word.isWeak ? word.text : nil
        case .wordOfLongerName:
            let name = names[dice.roll(names.count)].text
            let other = stranger(&dice)
            return dice.roll(2) == 0 ? name + " " + other : other + " " + name
        }
    }

    /// No part of the text is known for something else.
    private static func isAsDrawn(_ said: Suggestion, _ kind: Weak) -> Bool {
        switch kind {
        case .misspeltName: !isExact(said)
        case .weakName, .commonWord: said.evidence.allSatisfy(\.isWeak)
        case .wordOfLongerName: said.evidence.first?.source == .brand
        }
    }

    @Test(arguments: Weak.allCases)
    func `a decisive code is heard against a weak name`(_ kind: Weak) {
        var dice = Dice(state: 25)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let code = Self.codes[dice.roll(Self.codes.count)]
            guard let text = Self.text(kind, &dice) else { continue }
            let alone = Self.suggest(text)
            guard !alone.category.isEmpty, Self.group(alone.category) != Self.group(code.category),
                Self.isAsDrawn(alone, kind),
                // A coffee where one fills up is a law of its own.
                alone.category != "transport.fuel"
            else { continue }
            cases += 1
            let said = Self.suggest(text, mcc: code.mcc)
            #expect(said.category == code.category, "\(text) \(code.mcc)")
            #expect(said.level < .high, "\(text) \(code.mcc)")
            #expect(Conclusion(from: said.evidence).category == said.category)
        }
        #expect(cases == Self.casesMin)
    }

    @Test(arguments: Weak.allCases)
    func `a code that settles nothing leaves a weak name in doubt`(_ kind: Weak) {
        var dice = Dice(state: 29)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let code = Self.weakCodes[dice.roll(Self.weakCodes.count)]
            guard let text = Self.text(kind, &dice) else { continue }
            let alone = Self.suggest(text)
            guard !alone.category.isEmpty, Self.group(alone.category) != Self.group(code.category),
                Self.isAsDrawn(alone, kind), alone.category != "transport.fuel"
            else { continue }
            cases += 1
            let said = Self.suggest(text, mcc: code.mcc)
            #expect(said.level < .high, "\(text) \(code.mcc)")
            #expect(said.payee.isEmpty, "\(text) \(code.mcc)")
            #expect(Conclusion(from: said.evidence).category == said.category)
        }
        #expect(cases == Self.casesMin)
    }

    @Test func `a decisive code says which leaf of its group a weak name is of`() {
        var dice = Dice(state: 26)
        var cases = 0
        let noCode: Set = ["eating_out.coffee", "eating_out.delivery"]
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let code = Self.codes[dice.roll(Self.codes.count)]
            let kind = Weak.allCases[dice.roll(3)]
            guard code.category.contains("."), let text = Self.text(kind, &dice) else { continue }
            let alone = Self.suggest(text)
            guard Self.group(alone.category) == Self.group(code.category),
                alone.category.contains("."), Self.isAsDrawn(alone, kind),
                !noCode.contains(alone.category), Self.group(alone.category) != "utilities"
            else { continue }
            cases += 1
            #expect(
                Self.suggest(text, mcc: code.mcc).category == code.category, "\(text) \(code.mcc)")
        }
        #expect(cases == Self.casesMin)
    }

    /// Codes that name a trade, and not shops or services of any kind.
    @Test(arguments: [MerchantTables.CodeRow.Strength.strong, .weak])
    func `a code of another trade leaves no strong name certain`(
        _ strength: MerchantTables.CodeRow.Strength
    ) {
        let ofAnyTrade = ["shopping", "services", "services.business", "subscriptions", "other"]
        let borders = [
            "transport travel", "travel transport", "telecom subscriptions",
            "subscriptions telecom", "groceries eating_out",
        ]
        var dice = Dice(state: 33)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let code = Self.code(of: strength, &dice)
            let name = Self.names[dice.roll(Self.names.count)]
            let word = dice.roll(2) == 0 ? "" : " " + Self.words[dice.roll(Self.words.count)].text
            let groups = "\(Self.group(code.category)) \(Self.group(name.category))"
            guard Self.group(code.category) != Self.group(name.category),
                !ofAnyTrade.contains(code.category), !borders.contains(groups),
                name.category != "transport.fuel", name.category != "shopping.marketplace"
            else { continue }
            let said = Self.suggest(name.text + word, mcc: code.mcc)
            guard said.category == name.category,
                said.evidence.first?.subject == Self.suggest(name.text).evidence.first?.subject
            else { continue }
            cases += 1
            #expect(said.level < .high, "\(name.text)\(word) \(code.mcc)")
            #expect(Conclusion(from: said.evidence).category == said.category)
        }
        #expect(cases == Self.casesMin)
    }

    // MARK: Two words of trade

    @Test func `two words of different trades make neither sure`() {
        let trades = Self.words.filter {
            $0.namesTrade && !$0.text.contains(" ") && $0.category != "shopping"
        }
        var dice = Dice(state: 34)
        var (cases, settled) = (0, 0)
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let one = trades[dice.roll(trades.count)]
            let other = trades[dice.roll(trades.count)]
            guard !one.isWeak || !other.isWeak,
                Self.group(one.category) != Self.group(other.category)
            else { continue }
            let text = one.text + " " + other.text
            let said = Self.suggest(text)
            // Both together may be a phrase, a name or somebody of their own.
            guard said.evidence.count == 2,
                said.evidence.allSatisfy({ $0.source == .keyword && !$0.subject.contains(" ") })
            else { continue }
            cases += 1
            #expect(said.level < .high, "\(text)")
            #expect(Conclusion(from: said.evidence).permille == said.permille)
            // A code that agrees with one of them settles it.
            guard let code = Self.codes.first(where: { $0.category == other.category }) else {
                continue
            }
            settled += 1
            #expect(Self.suggest(text, mcc: code.mcc).category == other.category, "\(text)")
        }
        #expect(cases == Self.casesMin)
        #expect(settled > 30)
    }

    // MARK: Money out

    @Test(arguments: [
        ("Стрижка собак", "pets"), ("Стрижка кошек", "pets"), ("Pet pharmacy", "pets"),
        ("Готель для тварин", "pets"), ("Прокат лиж", "sport"), ("Прокат сноубордов", "sport"),
        ("Кава машина ремонт", "services"), ("Взуття ремонт", "services"),
        ("Laptop repair", "services"), ("Газ для авто", "transport"),
        ("Чистка килимів", "services"), ("Мийка вікон", "home"), ("Салон квітів", "gifts"),
        ("Стрижка газону", "home"), ("Перукарня для собаки", "pets"),
        ("Ресторанне обладнання", "services"), ("Салон меблів", "home"),
        ("Студія танцю", "education"), ("Світ іграшок", "kids"),
    ])
    func `a word for what a trade is about counts more than the trade`(
        _ text: String, _ group: String
    ) {
        let said = Self.suggest(text)
        #expect(Self.group(said.category) == group, "\(text): \(said.category)")
        #expect(said.permille < 900, "\(text): \(said.permille)")
    }

    /// Who serves meals, cures, teaches or insures does so for whomever it may be.
    @Test(arguments: [
        ("Кафе для дітей", "eating_out"), ("Дитячий стоматолог", "health"),
        ("Страхування авто", "insurance"), ("Курси для дітей", "education"),
    ])
    func `a trade that serves anybody keeps its name`(_ text: String, _ group: String) {
        #expect(Self.group(Self.suggest(text).category) == group)
    }

    @Test(arguments: ["Комісія за переказ", "Комісія банку за платіж"])
    func `the fee for a payment is no payment to its other side`(_ fee: String) {
        let iban = "UA213223130000026007233566001"
        let rent = CategorizerQuery(text: "Оплата по договору", sign: -1, counterpartyIBAN: iban)
        let memory = Self.memory(of: rent, as: "housing.rent", times: 6)
        #expect(Self.suggest(fee, iban: iban, memory: memory).category == "finance.fees")
        let next = Self.suggest("Оплата по рахунку", iban: iban, memory: memory)
        #expect(next.category == "housing.rent")
        // A loan is paid to who lent it.
        let loan = Self.suggest("Погашення кредиту", iban: iban, memory: memory)
        #expect(loan.category == "housing.rent")
    }

    /// A code of that trade is a witness against the strong word.
    @Test func `a word for what a trade is about is confirmed by its code`() {
        let said = Self.suggest("Стрижка собак", mcc: 742)
        #expect(Self.group(said.category) == "pets", "\(said.category)")
    }

    @Test(arguments: ["Салон Олена", "Клуб настільних ігор", "Студія Ірина", "Фірма Ольга"])
    func `a kind of house is no person`(_ text: String) {
        #expect(Self.suggest(text).category != "transfers.person")
    }

    @Test func `no income is paid out`() {
        var cases = 0
        for index in 0..<Self.tables.patternCount {
            let pattern = Self.tables.pattern(index, .folded)
            let row = Self.tables.row(pattern.row)
            guard pattern.kind == .brand || pattern.kind == .keyword,
                Self.categories.all[row.category].kind == .income,
                Self.categories.all[row.category].key != "income.refund"
            else { continue }
            let text = String(decoding: Self.tables.bytes(of: pattern), as: UTF8.self)
            cases += 1
            for asked in [text, text + " працівникам", "staff " + text] {
                let said = Self.suggest(asked)
                #expect(!said.category.hasPrefix("income") || said.level < .high, "\(asked)")
            }
        }
        #expect(cases > Self.casesMin)
    }

    @Test(arguments: [
        "Виплата зарплати працівникам", "Salary payment to staff", "Lohnzahlung an Mitarbeiter",
        "Аванс персоналу", "Payroll for staff",
    ])
    func `who pays a salary buys nothing from a shop of a word in it`(_ text: String) {
        #expect(Self.suggest(text).category.isEmpty)
    }

    @Test func `rent that comes in is no sure rent`() {
        for text in ["Оренда квартири", "Miete Januar", "rent money"] {
            let said = Self.categorizer.suggest(CategorizerQuery(text: text, sign: 1))
            #expect(said.category == "income.other" && said.level < .high, "\(text)")
            #expect(Conclusion(from: said.evidence).category == said.category)
        }
    }

    // MARK: What is written, and what is near

    @Test(arguments: ["Стрічка", "Стріжка", "Стрічки оптом"])
    func `a word near a trade's is not sure of it`(_ text: String) {
        #expect(Self.suggest(text).level < .high)
    }

    @Test func `what is only near is never high by itself`() {
        var dice = Dice(state: 35)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let exact = Self.known[dice.roll(Self.known.count)]
            guard exact.text.count >= 7 else { continue }
            let text = Self.misspelt(exact.text, &dice)
            let said = Self.suggest(text)
            guard !said.category.isEmpty, !Self.isExact(said) else { continue }
            cases += 1
            #expect(said.level < .high, "\(text)")
        }
        #expect(cases == Self.casesMin)
    }

    enum Near: String, CaseIterable, Sendable { case misspelt, glued, loose }

    private static func near(_ kind: Near, _ dice: inout Dice) -> String? {
        let name = names[dice.roll(names.count)].text
        let text: String
        switch kind {
        case .misspelt:
            if name.count < 7 { return nil }
            text = misspelt(name, &dice)
        case .glued: text = name + "Zelmir" + String(dice.roll(90) + 10)
        case .loose:
            var loose: [UInt8] = []
            LooseSpelling.append(name.utf8.span, to: &loose)
            text = String(decoding: loose, as: UTF8.self)
        }
        let reader = DescriptorReader(
            tables: tables, spelling: .folded,
            countryBit: tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A")),
            involved: InvolvedCountries(), sign: -1)
        let folded = TextFolder().fold(text)
        var reading = DescriptorReading()
        reader.read(folded.utf8.span, raw: text.utf8.span, into: &reading)
        if reading.hasHit { return nil }
        return suggest(text).category.isEmpty ? nil : text
    }

    @Test(arguments: Near.allCases)
    func `what is written anywhere wins against all that is only near`(_ kind: Near) {
        var dice = Dice(state: 27)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let exact = Self.known[dice.roll(Self.known.count)]
            guard let near = Self.near(kind, &dice),
                Self.group(Self.suggest(near).category) != Self.group(exact.category)
            else { continue }
            cases += 1
            let text = dice.roll(2) == 0 ? exact.text + " " + near : near + " " + exact.text
            let said = Self.suggest(text)
            // «Yeva Vurth» is somebody.
            if said.category == "transfers.person" { continue }
            #expect(said.category == exact.category, "\(text)")
            #expect(Self.isExact(said), "\(text)")
        }
        #expect(cases == Self.casesMin)
    }

    // MARK: Two weak words

    @Test func `what is sold says more than what kind of place sells it`() {
        let weak = Self.words.filter { $0.isWeak && !$0.text.contains(" ") }
        let keys = Set(Self.categories.all.map(\.key))
        let places = weak.filter { word in
            !word.category.contains(".") && !word.namesTrade
                && keys.contains { $0.hasPrefix(word.category + ".") }
        }
        let goods = weak.filter { $0.category.contains(".") }
        var dice = Dice(state: 31)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let place = places[dice.roll(places.count)]
            let sold = goods[dice.roll(goods.count)]
            let text =
                dice.roll(2) == 0
                ? place.text + " " + sold.text : sold.text + " " + place.text
            let said = Self.suggest(text)
            // Both together may be a phrase or a name of their own, and a terminal sells nothing.
            guard said.evidence.count == 1, let word = said.evidence.first, word.isWeak,
                word.source == .keyword, !Self.terminals.contains(sold.text)
            else { continue }
            cases += 1
            #expect(said.category == sold.category, "\(text)")
        }
        #expect(cases == Self.casesMin)
    }

    private static let terminals = texts(of: .terminal)

    private static func texts(of kind: MerchantTables.Kind) -> Set<String> {
        Set(
            (0..<tables.patternCount).compactMap { index in
                let pattern = tables.pattern(index, .folded)
                guard pattern.kind == kind else { return nil }
                return String(decoding: tables.bytes(of: pattern), as: UTF8.self)
            })
    }

    @Test(arguments: [
        ("Броварня", "eating_out.bars"), ("Ресторани, кафе", "eating_out.restaurants"),
        ("Лікарські засоби", "health.pharmacy"), ("Лікар", "health.doctor"),
        ("Штрафмайданчик", "transport.parking_tolls"), ("Штраф", "government.fines"),
        ("Екскурсійне бюро", "travel.tours"), ("hospodarstvi", "home.household"),
    ])
    func `a longer beginning of a word hides the shorter ones`(text: String, category: String) {
        #expect(Self.suggest(text).category == category)
    }

    @Test(arguments: [
        ("KFC OCEAN PLAZA KYIV", "eating_out.fast_food"),
        ("OCEAN PLAZA KFC", "eating_out.fast_food"), ("Сільпо Ocean Plaza", "groceries"),
        ("ZARA LAVINA MALL", "shopping.clothing"), ("Кав'ярня Ocean Plaza", "eating_out.coffee"),
        ("OCEAN PLAZA", "shopping"), ("STARBUCKS BORYSPIL AIRPORT", "eating_out.coffee"),
        ("Кава аеропорт", "eating_out.coffee"), ("Сільпо вокзал", "groceries"),
        ("PARKING BORYSPIL AIRPORT", "transport.parking_tolls"),
    ])
    func `a mall, an airport or a station is where the shop is`(text: String, category: String) {
        #expect(Self.suggest(text).category == category)
    }

    private static let months = [
        "січень", "лютий", "березень", "квітень", "травень", "червень", "липень", "серпень",
        "вересень", "жовтень", "листопад", "грудень",
    ]

    /// «Жовтень» is a cinema too, and "Avril" sells cosmetics in France.
    @Test(arguments: [
        "Оренда за # 2026, без ПДВ", "Абонплата за #", "Оплата послуг за # 2026 р.",
        "Інтернет за #", "#", "# 2026",
    ])
    func `a month is no name without its trade`(_ text: String) {
        let said = Self.months.map {
            Self.suggest(text.replacing("#", with: $0))
        }
        #expect(Set(said.map(\.category)).count == 1, "\(said.map(\.category))")
        #expect(Set(said.map(\.permille)).count == 1)
        let french = Self.suggest("Loyer avril 2026", country: "FR")
        #expect(french.category != "personal_care.cosmetics")
        for (text, mcc) in [("Кінотеатр Жовтень", 0), ("Кіно жовтень", 0), ("ЖОВТЕНЬ", 7_832)] {
            let cinema = Self.suggest(text, mcc: UInt16(mcc))
            #expect(cinema.category == "entertainment.events", "\(text)")
        }
    }

    @Test(arguments: ["Фокстрор", "Rozetkt", "Стоматолгія"])
    func `a misspelt name is no surer than the bank's category against it`(_ text: String) {
        let alone = Self.suggest(text)
        #expect(
            alone.evidence.contains { $0.how.contains("near") || $0.how.contains("cut") },
            "\(text): \(alone)")
        let found = Self.suggest(text, bank: "Подорожі")
        let bank = Self.suggest("XQZV", bank: "Подорожі")
        #expect(found.category == "travel" && found.permille == bank.permille, "\(found)")
    }

    @Test func `a whole word of a known name precedes a misspelt other`() {
        for bank in ["", "Подорожі"] {
            let found = Self.suggest("Booking; Amsterdam", bank: bank)
            #expect(found.category == "travel.hotels" && found.payee == "Booking.com")
        }
    }

    @Test func `a town is no trade, whatever word it begins with`() {
        #expect(Self.suggest("Фора 123 Бровари").category == "groceries")
        #expect(Self.suggest("brovary").category.isEmpty)
    }

    // MARK: Memory

    @Test func `a word of another trade says more than what was decided about the name`() {
        var dice = Dice(state: 28)
        var cases = 0
        for _ in 0..<Self.drawsMax where cases < Self.casesMin {
            let name = Self.names[dice.roll(Self.names.count)]
            let trade = Self.words[dice.roll(Self.words.count)]
            // Memory knows a text without the words of a terminal.
            guard trade.namesTrade, Self.group(trade.category) != Self.group(name.category),
                !trade.text.split(separator: " ").allSatisfy({ Self.terminals.contains(String($0)) }
                ), !Self.hasBrand(trade.text)
            else { continue }
            cases += 1
            let text =
                dice.roll(2) == 0
                ? name.text + " " + trade.text : trade.text + " " + name.text
            // The account is the firm's, whatever trade it is paid for.
            let iban = dice.roll(2) == 0 ? "" : "UA213223130000026007233566001"
            let decided = CategorizerQuery(text: name.text, sign: -1, counterpartyIBAN: iban)
            let times = 1 + dice.roll(6)
            let learned = Self.memory(of: decided, as: name.category, times: times)
            let alone = Self.suggest(text, iban: iban, memory: Memory(recall: { _ in nil }))
            let said = Self.suggest(text, iban: iban, memory: learned)
            // A shop that somebody could be called is known by its account.
            if alone.category == "transfers.person" { continue }
            #expect(said.category == alone.category, "\(text)")
            #expect(said.permille <= alone.permille, "\(text)")
            #expect(said.category != name.category || said.level < .high, "\(text)")
            let again = Self.suggest(name.text, iban: iban, memory: learned)
            #expect(again.category == name.category, "\(text)")
            #expect(
                said.category != name.category || again.permille >= said.permille, "\(text)")
        }
        #expect(cases == Self.casesMin)
    }

    /// Some words of the text in sequence are a brand's name: «адміністративний штраф ПДР».
    private static func hasBrand(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        return words.indices.contains { first in
            words[first...].indices.contains {
                brands.contains(words[first...$0].joined(separator: " "))
            }
        }
    }

    private static func memory(
        of query: CategorizerQuery, as category: String, times: Int
    ) -> Memory {
        var batch = LineBatch()
        let line = query.line(in: &batch)
        let subjects = categorizer.subjects(
            of: line, arena: batch.arena.span, evidence: categorizer.suggest(query).evidence)
        var histories: [SubjectKey: MerchantHistory] = [:]
        for subject in subjects {
            for _ in 0..<times {
                histories[subject, default: MerchantHistory()].add(
                    PastDecision(
                        category: category, units: 12_550, account: 1, manner: .approved))
            }
        }
        return Memory(recall: { histories[$0] })
    }
}
