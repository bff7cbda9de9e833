import Facts
import Scanning
import TestKit
import Testing

@testable import Categorizing

@Suite struct `Reasons of a suggestion` {
    /// One text for each form a description takes; sign and MCC as banks give them with it.
    static let shapes: [(text: String, mcc: UInt16, sign: Int)] = [
        ("СІЛЬПО 123 КИЇВ", 5411, -1), ("Сільпо", 0, -1), ("SILPO", 5814, -1),
        ("Сльпо маркет", 0, -1), ("PLAYSTATIO", 0, -1), ("Нетфликс", 0, -1),
        ("WAYFORPAY*UKLON", 0, -1), ("АТБ-Маркет", 5812, -1), ("Żabka Z4471 Kraków", 5411, -1),
        ("BIEDRONKA", 0, -1), ("Rozetka", 0, 1), ("Скасування. ROZETKA", 5732, 1),
        ("Повернення. Аптека Подорожник", 5912, 1), ("аптека на розі", 0, -1),
        ("кав'ярня", 0, -1), ("перукарня Олени", 0, -1), ("Кафе 33", 5814, -1),
        ("qwxz", 5411, -1), ("qwxz", 5999, -1), ("qwxz", 4829, -1), ("qwxz", 6012, -1),
        ("qwxz", 6011, -1), ("qwxz", 0, -1), ("qwxz", 7399, 1), ("", 5541, -1), ("", 0, -1),
        ("ФОП Іваненко О.П.", 0, -1), ("FOP Ivanenko", 0, -1), ("ИП Петров", 0, -1),
        ("ФОП Іваненко О.П.", 5812, -1), ("Іваненко Олена Петрівна", 0, -1),
        ("Олександр Д.", 0, 1), ("Ткачук В.О.", 4829, -1), ("Оксана Медова", 0, -1),
        ("Оксана Медова", 4829, 1), ("To Marek Nowak", 0, -1), ("From Julia S.", 0, 1),
        ("522119******5309", 0, -1), ("+380 67 123 45 67", 0, -1), ("Від: DEEL INC", 4829, 1),
        ("Від: Юрій Приклад", 4829, 1), ("На чорну картку", 4829, 1),
        ("Переказ на картку ПриватБанку", 4829, -1), ("ПриватБанк", 6012, -1), ("monobank", 0, -1),
        ("Зарплата від ТОВ «ПРИКЛАД»", 4829, 1), ("Відсотки за лютий", 4829, 1),
        ("Виведення кешбеку 164.40₴", 4829, 1), ("Комісія за обслуговування картки", 0, -1),
        ("Банкомат A0123", 6011, -1), ("Upwork", 0, 1), ("Округлення балансу", 4829, -1),
        ("Податок ЄП", 0, -1), ("facebook ads", 7311, 1),
    ]

    @Test(arguments: shapes)
    func `stand beside every category`(_ shape: (text: String, mcc: UInt16, sign: Int)) {
        let suggestion = Categorizer().suggest(
            CategorizerQuery(text: shape.text, mcc: shape.mcc, sign: shape.sign))
        #expect(suggestion.category.isEmpty == suggestion.evidence.isEmpty)
        for evidence in suggestion.evidence { #expect(!evidence.subject.isEmpty) }
    }

    @Test func `stand beside the treasury's account and a counterparty's name`() {
        let treasury = Categorizer().suggest(
            CategorizerQuery(
                text: "платіж", sign: -1, counterpartyIBAN: "UA308999980000031113000026007"))
        #expect(treasury.category == "government.taxes")
        #expect(treasury.evidence.map(\.source) == [.counterparty])
        let person = Categorizer().suggest(
            CategorizerQuery(text: "платіж 7", sign: -1, counterpartyName: "Ткачук В. О."))
        #expect(person.category == "transfers.person")
        #expect(person.evidence.map(\.subject) == ["Ткачук В. О."])
    }

    @Test func `name the form that decided when no table did`() {
        func evidence(_ text: String) -> [Evidence] {
            Categorizer().suggest(CategorizerQuery(text: text, sign: -1)).evidence
        }
        #expect(
            evidence("ФОП Іваненко О.П.") == [
                Evidence(source: .shape, subject: "фоп", category: "other", how: "trader")
            ])
        #expect(
            evidence("Іваненко  Олена Петрівна") == [
                Evidence(
                    source: .shape, subject: "Іваненко Олена Петрівна",
                    category: "transfers.person", how: "name")
            ])
        #expect(evidence("522119******5309").map(\.source) == [.shape])
    }

    // MARK: Without one of them

    private static let categorizer = Categorizer()
    private static let tables = MerchantTables.shared

    private static func without(
        _ source: Evidence.Source, _ query: CategorizerQuery, _ suggestion: Suggestion
    ) -> Counterfactual? {
        categorizer.withoutEach(of: suggestion, query).first { $0.missing.source == source }
    }

    /// Names and words of the tables that are read as they are written, in one language's letters.
    private static func texts(_ kind: MerchantTables.Kind) -> [String] {
        (0..<tables.patternCount).compactMap { index in
            let pattern = tables.pattern(index, .folded)
            guard index % 5 == 0, pattern.kind == kind, pattern.tail == 0 else { return nil }
            return String(decoding: tables.bytes(of: pattern), as: UTF8.self)
        }
    }

    private static let codes: [UInt16] = (1..<10_000).compactMap { mcc in
        tables.code(UInt16(mcc)).strength == .absent ? nil : UInt16(mcc)
    }

    enum Drawn: String, CaseIterable, Sendable { case name, word, nameAndWord, shapes }

    private static let names = texts(.brand)
    private static let words = texts(.keyword)

    private static func query(_ kind: Drawn, _ dice: inout Dice) -> CategorizerQuery {
        let name = names[dice.roll(names.count)]
        let word = words[dice.roll(words.count)]
        let text =
            switch kind {
            case .name: name
            case .word: word
            case .nameAndWord: dice.roll(2) == 0 ? "\(name) \(word)" : "\(word) \(name)"
            case .shapes: shapes[dice.roll(shapes.count)].text
            }
        return CategorizerQuery(
            text: text, mcc: dice.roll(8) == 0 ? 4_829 : codes[dice.roll(codes.count)], sign: -1)
    }

    /// A reason as strong as the answer is no reason to be told.
    private static func isTold(_ rest: Suggestion, _ whole: Suggestion) -> Bool {
        rest.category != whole.category || rest.permille < whole.permille
    }

    @Test(arguments: Drawn.allCases)
    func `fall away as if the code had not been printed`(_ kind: Drawn) {
        var dice = Dice(state: 41)
        var cases = 0
        for _ in 0..<20_000 where cases < 400 {
            let query = Self.query(kind, &dice)
            let whole = Self.categorizer.suggest(query)
            guard whole.evidence.contains(where: { $0.source == .mcc }) else { continue }
            var other = query
            other.mcc = 0
            let rest = Self.categorizer.suggest(other)
            cases += 1
            let told = Self.without(.mcc, query, whole)
            #expect((told != nil) == Self.isTold(rest, whole), "\(query.text) \(query.mcc)")
            guard let told else { continue }
            #expect(
                told.category == rest.category && told.permille == rest.permille,
                "\(query.text) \(query.mcc)")
        }
        #expect(cases == 400)
    }

    /// What remains of a text without its only word is what a text of nothing says.
    @Test(arguments: [Drawn.name, .word])
    func `fall away as if nothing but the code had been printed`(_ kind: Drawn) {
        var dice = Dice(state: 42)
        var cases = 0
        for _ in 0..<20_000 where cases < 400 {
            let query = Self.query(kind, &dice)
            let whole = Self.categorizer.suggest(query)
            let found = whole.evidence.filter { $0.source != .mcc }
            // A text of several names, or of a name and words, still says something.
            guard found.count == 1, found[0].source != .shape,
                query.text.allSatisfy(\.isLetter)
            else {
                continue
            }
            let told = Self.without(found[0].source, query, whole)
            var other = query
            other.text = ""
            let rest = Self.categorizer.suggest(other)
            guard let told, Self.isLone(query.text), query.mcc != 4_829 else { continue }
            cases += 1
            #expect(
                told.category == rest.category && told.permille == rest.permille,
                "\(query.text) \(query.mcc)")
        }
        #expect(cases == 400)
    }

    /// The tables have one entry of this text.
    private static func isLone(_ text: String) -> Bool {
        let folded = TextFolder().fold(text)
        var reading = DescriptorReading()
        DescriptorReader(
            tables: tables, spelling: .folded,
            countryBit: tables.countryBit(UInt8(ascii: "U"), UInt8(ascii: "A")),
            involved: InvolvedCountries(), sign: -1
        ).read(folded.utf8.span, raw: text.utf8.span, into: &reading)
        return [reading.merchant, reading.phrase, reading.bank, reading.processor]
            .count { $0 != nil } + reading.keywordCount == 1 && reading.places == 0
    }

    @Test(arguments: [
        ("Uber", 5_812, Evidence.Source.brand, "eating_out.restaurants"),
        ("Сільпо", 5_812, .brand, "eating_out.restaurants"),
        ("СІЛЬПО", 5_411, .brand, "groceries"), ("Netflix", 5_411, .brand, "groceries"),
        ("Сільпо Кафе", 5_812, .brand, "eating_out.coffee"),
        ("Сільпо Кафе", 5_812, .keyword, "groceries"),
        ("Кафе Аптека", 0, .keyword, "eating_out.coffee"),
    ])
    func `leave what the others say`(
        text: String, mcc: Int, missing: Evidence.Source, rest: String
    ) {
        let query = CategorizerQuery(text: text, mcc: UInt16(mcc), sign: -1)
        let whole = Self.categorizer.suggest(query)
        #expect(Self.without(missing, query, whole)?.category == rest)
    }

    @Test(.enabled(if: `Labelled descriptors`.truth != nil))
    func `stand beside every category of the labelled descriptors`() throws {
        let categorizer = Categorizer()
        let rows = table(try #require(`Labelled descriptors`.truth))
        #expect(rows.count > 500)
        for row in rows {
            let amount = row["amount"] ?? ""
            for sign in Set([0, 1, -1, amount.hasPrefix("-") ? -1 : 1]) {
                let suggestion = categorizer.suggest(
                    CategorizerQuery(
                        text: row["descriptor"] ?? "", mcc: UInt16(row["mcc"] ?? "") ?? 0,
                        sign: sign, country: row["country"] ?? "UA",
                        currency: Currency(code: row["currency"] ?? "") ?? .unknown))
                #expect(
                    suggestion.category.isEmpty == suggestion.evidence.isEmpty,
                    "\(row["descriptor"] ?? "")")
            }
        }
    }
}
