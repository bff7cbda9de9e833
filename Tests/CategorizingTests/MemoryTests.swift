import Facts
import Testing

@testable import Categorizing

@Suite struct `Recollections` {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        /// A letter a decision: category, then its manner when it is not approved, then units
        /// behind a colon.
        let past: String
        var units: UInt64 = 100
        var account: UInt16 = 1
        let says: String
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "one decision", past: "x", says: "x once 1/1"),
        Case(name: "two", past: "x x", says: "x twice 2/2"),
        Case(name: "three", past: "x xc x", says: "x thrice 3/3"),
        Case(name: "many", past: "x x x x x", says: "x often 5/5"),
        Case(name: "unasked confirms nothing", past: "x xu xu xu", says: "x once 1/1"),
        Case(
            name: "a look confirms what was filed between", past: "x xu xu x", says: "x often 4/4"),
        Case(name: "and nothing behind it", past: "x xu x xu xu", says: "x twice 2/2"),
        Case(
            name: "a contradiction after long is a question", past: "x x x x y",
            says: "x shaken 4/5"),
        Case(name: "two in a row are followed", past: "x x x x y y", says: "y turned 2/6"),
        Case(name: "three in a row, too", past: "x x x x y y y", says: "y turned 3/7"),
        Case(
            name: "four in a row are what it means now", past: "x x x x y y y y",
            says: "y moved 4/8"),
        Case(
            name: "whatever the amounts seem to say",
            past: "x:90 x:95 x:100 x:105 y:500 y:520 y:480 y:101", units: 90, says: "y moved 4/8"),
        Case(
            name: "four in a row after two kinds are no change",
            past: "x:100 z:110 x:101 z:109 x:105 y:104 y:103 y:102 y:106", units: 104,
            says: "y mixed 4/9"),
        Case(
            name: "small and large amounts", past: "x:90 y:2000 x:110 y:1800 x:70 y:2500",
            units: 100, says: "x amounts 3/6"),
        Case(
            name: "large amounts", past: "x:90 y:2000 x:110 y:1800 x:70 y:2500", units: 1_900,
            says: "y amounts 3/6"),
        Case(
            name: "an amount between", past: "x:90 y:2000 x:110 y:1800 x:70 y:2500", units: 300,
            says: "x amount 3/6"),
        Case(
            name: "one exception far from this amount",
            past: "x:90 y:2000 x:110 y:1800 x:70 y:2500 x:80 y:2200 x:100 x:5000", units: 95,
            says: "x amounts 6/10"),
        Case(
            name: "one exception among the nearest amounts",
            past: "x:90 y:2000 x:110 y:1800 x:70 y:2500 x:80 y:2200 x:100 x:5000", units: 3_000,
            says: "y amount 4/10"),
        Case(
            name: "categories that take turns go on doing so",
            past: "x:100 y:110 x:101 y:109 y:102",
            units: 106, says: "y mixed 3/5"),
        Case(
            name: "few amounts", past: "x:90 y:2000 x:110 y:1800", units: 130,
            says: "x amount 2/4"),
        Case(
            name: "what we filed ourselves proves nothing of amounts",
            past: "yu:2000 x:110 yu:1800 xc:100 y:2500 x:90",
            units: 105, says: "x mixed 3/6"),
        Case(
            name: "a full tank near the largest coffee",
            past: "x:110 y:800 x:140 y:950 x:183 y:600 x:120 y:234", units: 260,
            says: "y amounts 4/8"),
        Case(
            name: "all about this amount, and one of the other kind far away",
            past: "x:110 x:120 x:130 x:90 y:800 x:95", units: 105, says: "x amounts 5/6"),
        Case(
            name: "what was never decided so again may be over",
            past: "x:110 x:120 x:130 x:90 x:95 y:800", units: 105, says: "x amount 5/6"),
        Case(
            name: "far from where the kinds overlap",
            past: "y:400 x:90 x:100 y:500 x:105 y:118 x:125 y:600 y:700 y:140 y:800", units: 550,
            says: "y amounts 7/11"),
        Case(
            name: "where the kinds overlap",
            past: "y:400 x:90 x:100 y:500 x:105 y:118 x:125 y:600 y:700 y:140 y:800", units: 120,
            says: "y mixed 7/11"),
        Case(
            name: "far beyond all amounts",
            past: "y:400 x:90 x:100 y:500 x:105 y:118 x:125 y:600 y:700 y:140 y:800", units: 1_900,
            says: "y mixed 7/11"),
        Case(
            name: "three of exactly this amount", past: "x:39 y:35 x:39 y:45 z:41 x:39 y:38",
            units: 39, says: "x amounts 3/7"),
        Case(
            name: "two of exactly this amount", past: "x:39 y:35 x:39 y:45 z:41", units: 39,
            says: "x amount 2/5"),
        Case(name: "accounts", past: "x y@2 x y@2", account: 2, says: "y account 2/4"),
        Case(
            name: "no order", past: "x:100 y:110 x:120 y:101 z:118 x:105", units: 1_000,
            says: "x mixed 3/6"),
    ]

    @Test(arguments: cases)
    func `weigh what was decided`(_ c: Case) throws {
        let found = try #require(
            Recollection(history(c.past), units: c.units, account: c.account))
        #expect(
            "\(found.category) \(found.state.rawValue) \(found.agreeing)/\(found.of)" == c.says)
    }

    @Test(arguments: [
        ("x:100 x:900 x:90 y:500 z:700", 710, "x mixed 3/5"),
        ("x x x x y y", 100, "x mixed 4/6"), ("x y", 100, "y mixed 1/2"),
        ("y:100 x:900 yu:100 yu:100 x:90 y:50 x:70", 100, "x mixed 3/5"),
        ("x x x x y y y y", 100, "y moved 4/8"), ("x x x x x x x x", 100, "x often 8/8"),
        ("x:90 y:2000 x:110 y:1800 x:70 y:2500", 100, "x amounts 3/6"),
    ])
    func `of a marketplace are followed as most of them were`(
        _ past: String, _ units: UInt64, _ says: String
    ) throws {
        let found = try #require(
            Recollection(history(past), units: units, account: 1, sellsMany: true))
        #expect(
            "\(found.category) \(found.state.rawValue) \(found.agreeing)/\(found.of)" == says)
    }

    @Test(arguments: [
        ("x", "x once 1/1"), ("x x x", "x thrice 3/3"), ("z x x x", "x mostly 3/4"),
        ("z x x", nil), ("z z x x x", nil), ("x x x x z", nil), ("xu xu", nil),
    ])
    func `of many merchants overlook an exception that is past`(_ past: String, _ says: String?) {
        let found = Recollection(usage: history(past))
        #expect(
            found.map { "\($0.category) \($0.state.rawValue) \($0.agreeing)/\($0.of)" } == says)
    }

    @Test(arguments: [(UInt64(100), false), (170, false), (210, true), (50, true), (80, false)])
    func `say that an amount is far from all there were`(_ units: UInt64, _ isFar: Bool) throws {
        let found = try #require(
            Recollection(history("x:90 x:110 x:140"), units: units, account: 1))
        #expect(found.isFar == isFar)
    }

    private func recollection(answered: Int, unlooked: Int) throws -> Recollection {
        let past =
            Array(repeating: "x", count: answered) + Array(repeating: "xu", count: unlooked)
        return try #require(
            Recollection(history(past.joined(separator: " ")), units: 100, account: 1))
    }

    @Test(arguments: [(11, false), (12, true)])
    func `are asked about again when nobody has looked for long`(
        _ unlooked: Int, _ isAskedAgain: Bool
    ) throws {
        let found = try recollection(answered: 1, unlooked: unlooked)
        #expect((linesAskedAgain(found) > 0) == isAskedAgain)
    }

    @Test(arguments: [1, 2, 3, 4, 9])
    func `are asked about again by the lines since the last look alone`(_ answered: Int) throws {
        let found = try recollection(answered: answered, unlooked: 12)
        // Of 4,000 lines one of 24, and one of 48.
        #expect((140...195).contains(linesAskedAgain(found)))
        #expect((65...105).contains(linesAskedAgain(found, true)))
    }

    private func linesAskedAgain(_ found: Recollection, _ isWitnessed: Bool = false) -> Int {
        var count = 0
        for day: Int32 in 19_000..<19_020 {
            for step: UInt64 in 0..<200 {
                let isAsked = found.asksAgain(
                    units: 5_000 + 37 * step, day: CalendarDate(daysSince1970: day),
                    isWitnessed: isWitnessed)
                if isAsked { count += 1 }
            }
        }
        return count
    }

    @Test func `need somebody who was asked`() {
        #expect(Recollection(history("xu xu xu"), units: 1, account: 1) == nil)
    }
}

/// `x yc:2000 zu@2`: categories, manners, units (100), accounts (1).
private func history(_ text: String) -> MerchantHistory {
    var history = MerchantHistory()
    for word in text.split(separator: " ") {
        let atAccount = word.split(separator: "@")
        let parts = atAccount[0].split(separator: ":")
        let manner = parts[0].dropFirst().first.flatMap {
            PastDecision.Manner(rawValue: String($0))
        }
        history.add(
            PastDecision(
                category: String(parts[0].prefix(1)),
                units: parts.count > 1 ? UInt64(parts[1]) ?? 0 : 100,
                account: atAccount.count > 1 ? UInt16(atAccount[1]) ?? 1 : 1,
                manner: manner ?? .approved))
    }
    return history
}

@Suite struct `A categorizer that remembers` {
    private let categorizer = Categorizer()

    private func subjects(_ query: CategorizerQuery) -> [SubjectKey] {
        var batch = LineBatch()
        let line = query.line(in: &batch)
        return categorizer.subjects(
            of: line, arena: batch.arena.span, evidence: categorizer.suggest(query).evidence)
    }

    private func memory(of query: CategorizerQuery, as category: String, times: Int) -> Memory {
        var histories: [SubjectKey: MerchantHistory] = [:]
        for subject in subjects(query) {
            for _ in 0..<times {
                histories[subject, default: MerchantHistory()].add(
                    PastDecision(
                        category: category, units: 12_550, account: 1, manner: .approved))
            }
        }
        return Memory(recall: { histories[$0] })
    }

    private func query(_ text: String, mcc: UInt16 = 0, iban: String = "") -> CategorizerQuery {
        CategorizerQuery(text: text, mcc: mcc, sign: -1, counterpartyIBAN: iban)
    }

    @Test(arguments: [
        ("Сільпо 123 Київ", "SIL'PO 77 LVIV UKR"), ("GRAB*A-2800256DF", "Grab*A-99F1"),
        ("5168****7741", "5168 **** 7741"), ("ФОП Литвин Т.І.", "FOP LYTVYN T.I."),
    ])
    func `knows a text by what stays of it`(_ a: String, _ b: String) {
        let (first, second) = (subjects(query(a)), subjects(query(b)))
        #expect(first.first == second.first && first.first?.kind == .text)
    }

    @Test func `tells directions and people apart`() {
        #expect(
            subjects(query("Олена Ш.")).first
                != subjects(CategorizerQuery(text: "Олена Ш.", sign: 1)).first)
        #expect(subjects(query("Олена Ш.")).first != subjects(query("Олена К.")).first)
    }

    @Test func `follows one decision against the tables`() {
        let shop = query("Сільпо 123 Київ", mcc: 5_411)
        let found = categorizer.suggest(
            query("СІЛЬПО 9 ЛЬВІВ", mcc: 5_411), memory: memory(of: shop, as: "gifts", times: 1))
        #expect(found.category == "gifts")
        #expect(found.level == .certain)
        #expect(found.evidence.first?.source == .memory)
        #expect(found.evidence.first?.how == "once 1/1")
    }

    /// Nobody chose the group of a hidden category; a merged category is the other one.
    @Test(arguments: [
        ("{key: eating_out.coffee, hidden: true}", "eating_out", Suggestion.Level.high),
        ("{key: eating_out.coffee, merged: eating_out}", "eating_out", .certain),
        ("{key: eating_out, hidden: true}", "", .unknown),
    ])
    func `is sure of what stands for a category only if a person chose it`(
        _ change: String, _ category: String, _ level: Suggestion.Level
    ) throws {
        let table = try CategoryFile(Array("- \(change)\n".utf8)).table
        let changed = Categorizer(categories: table)
        let shop = query("zelmira tokvest")
        for times in [1, 2, 3, 9] {
            let found = changed.suggest(
                shop, memory: memory(of: shop, as: "eating_out.coffee", times: times))
            #expect(found.category == category && found.level == level, "\(times)")
            let chosen = changed.suggest(
                shop, memory: memory(of: shop, as: "eating_out", times: times))
            #expect(chosen.level == (category.isEmpty ? .unknown : .certain), "\(times)")
        }
        let known = changed.suggest(query("Aroma Kava", mcc: 5_814))
        #expect(known.category == category && known.level <= level)
    }

    /// A name that a person wrote, as `learn` keeps it.
    private func memory(ofName name: String, as category: String, times: Int) -> Memory {
        var batch = LineBatch()
        let line = query(name).line(in: &batch)
        let key = categorizer.name(of: line, arena: batch.arena.span, evidence: [])
        #expect(key != nil)
        let past = Array(repeating: "x", count: times).joined(separator: " ")
        var learned = history(past)
        learned.replace(category: "x", by: category)
        let words = Set(subjects(query(name)).filter { $0.kind == .word })
        let once = MerchantHistory(text: "\(category):a:100:1")
        return Memory(recall: { $0 == key ? learned : words.contains($0) ? once : nil })
    }

    static let besideNames: [(text: String, isSure: Bool)] = [
        ("DIM 12", true), ("POS DIM 12 KYIV UA", true), ("ТОВ ДІМ", true),
        ("DIM KVITIV", false), ("dim borund", false), ("Borund dim 12 Kyiv", false),
        ("КВІТИ ДІМ", false),
    ]

    @Test(arguments: besideNames, [1, 3, 9])
    func `finds a name of one word only where no other word says something`(
        _ c: (text: String, isSure: Bool), _ times: Int
    ) {
        let found = categorizer.suggest(
            query(c.text), memory: memory(ofName: "Дім", as: "home", times: times))
        #expect((found.evidence.first?.source == .habit) == c.isSure)
        if c.isSure {
            #expect(found.category == "home" && found.level == .high)
        } else {
            #expect(found.category != "home" || found.level < .high, "\(found)")
        }
    }

    @Test func `knows a counterparty under another text`() {
        let iban = "UA213223130000026007233566001"
        let learned = memory(
            of: query("оренда за січень", iban: iban), as: "housing.rent", times: 2)
        let found = categorizer.suggest(query("qwxz", iban: iban), memory: learned)
        #expect(found.category == "housing.rent")
        #expect(found.evidence.first?.source == .counterparty)
    }

    @Test func `knows what the household makes of a merchant under another text`() {
        let learned = memory(of: query("Сільпо 123 Київ"), as: "gifts", times: 3)
        let found = categorizer.suggest(query("Оплата товарів Сільпо"), memory: learned)
        #expect(found.category == "gifts")
        #expect(found.evidence.first?.source == .habit)
    }

    /// The tables confirm what was decided of Uklon, and know nothing of the other.
    @Test func `asks half as often about a merchant that the tables know so`() {
        func asked(_ text: String, as category: String) -> Int {
            var learned = MerchantHistory()
            for manner in [PastDecision.Manner.approved] + Array(repeating: .unasked, count: 12) {
                learned.add(
                    PastDecision(category: category, units: 12_550, account: 1, manner: manner))
            }
            let known = Set(subjects(query(text)))
            let memory = Memory(recall: { known.contains($0) ? learned : nil })
            return (0..<2_400).count { step in
                var line = query(text)
                line.amount = Money(minorUnits: -10_000 - 37 * Int64(step), currency: .uah)
                let found = categorizer.suggest(line, memory: memory)
                return found.evidence.first?.how.contains("again") == true
            }
        }
        #expect((80...120).contains(asked("Ромашкович 12", as: "groceries")))
        #expect((35...65).contains(asked("Uklon", as: "transport.taxi")))
        #expect((80...120).contains(asked("Uklon", as: "gifts")))
    }

    /// What was decided about one descriptor of a name, and another one where a word or a code says
    /// another trade.
    static let otherTrades: [(decided: String, mcc: UInt16, other: String, code: UInt16)] = [
        ("Сільпо", 5_411, "Сільпо Кафе", 5_814), ("Сільпо", 0, "SILPO KAFE KYIV", 5_814),
        ("OKKO 12 Kyiv", 5_541, "OKKO Drive", 5_814), ("Сільпо", 5_411, "Аптека Сільпо", 0),
        ("Metro", 5_411, "Metro Hotel", 7_011),
    ]

    @Test(arguments: otherTrades, 1...5)
    func `keeps what was decided about a name from a line that is of another trade`(
        _ c: (decided: String, mcc: UInt16, other: String, code: UInt16), _ times: Int
    ) {
        let other = query(c.other, mcc: c.code)
        let alone = categorizer.suggest(other, memory: Memory(recall: { _ in nil }))
        let first = query(c.decided, mcc: c.mcc)
        let category = categorizer.suggest(first).category
        #expect(!category.isEmpty && category != alone.category)
        let learned = memory(of: first, as: category, times: times)
        let found = categorizer.suggest(other, memory: learned)
        #expect(found.category == alone.category)
        #expect(found.permille <= alone.permille)
        // And the other way: what the café is filed under says nothing of the shop.
        let shop = categorizer.suggest(
            first, memory: memory(of: other, as: alone.category, times: times))
        #expect(shop.category == category)
        #expect(Conclusion(from: found.evidence) == Conclusion(from: alone.evidence))
    }

    @Test func `knows what the household makes of a merchant's other trade`() {
        let learned = memory(of: query("OKKO Drive", mcc: 5_814), as: "gifts", times: 3)
        let found = categorizer.suggest(query("OKKO Express 7 Lviv", mcc: 5_814), memory: learned)
        #expect(found.category == "gifts")
        #expect(found.evidence.first?.source == .habit)
    }

    @Test func `knows a text by the words of others`() throws {
        let learned = memory(of: query("zelmira tokvest"), as: "gifts", times: 1)
        let found = categorizer.suggest(query("ZELMIRA BORUND 12"), memory: learned)
        #expect(found.category == "gifts")
        #expect(found.level == .low)
        let words = try #require(found.evidence.first { $0.source == .words })
        #expect(words.subject == "zelmira" && words.how == "1/1")
    }

    @Test func `hears two words before one, and none that contradict each other`() {
        let learned = Memory(recall: { subject in
            switch subject {
            case SubjectKey(.word, "-nar borund"): history("a a a")
            case SubjectKey(.word, "-borund"): history("b b b b b")
            case SubjectKey(.word, "-zelmira"): history("c d")
            default: nil
            }
        })
        #expect(categorizer.suggest(query("nar borund"), memory: learned).category == "a")
        #expect(categorizer.suggest(query("borund"), memory: learned).category == "b")
        #expect(categorizer.suggest(query("zelmira"), memory: learned) == .none)
    }

    @Test func `asks the words only of who is not known`() {
        #expect(!subjects(query("АТБ-Маркет Борсук")).contains { $0.kind == .word })
        #expect(
            subjects(query("Київ зельміра 77 токвест, вул. Антоновича")).filter { $0.kind == .word }
                == [
                    SubjectKey(.word, "-zelmira tokvest"), SubjectKey(.word, "-zelmira"),
                    SubjectKey(.word, "-tokvest"),
                ])
    }

    @Test func `leaves streets out of a shop's name`() {
        #expect(
            subjects(query("Сільпо, Київ, вул. Антоновича, 50")).first
                == subjects(query("Сільпо")).first)
    }

    @Test func `is not certain of what it has never seen here`() {
        let shop = query("АТБ-Маркет", mcc: 5_411)
        #expect(categorizer.suggest(shop).level == .certain)
        let found = categorizer.suggest(
            shop, memory: memory(of: query("Фора"), as: "groceries", times: 1))
        #expect(found.category == "groceries")
        #expect(found.level == .high)
        #expect(found.evidence.first?.how == "never")
    }

    private func habits(_ past: [String: String]) -> Memory {
        let known = past
        return Memory(recall: { subject in
            guard subject.kind == .habit, subject.subject.hasPrefix("-category ") else {
                return nil
            }
            return known[String(subject.subject.dropFirst(10))].map { categories in
                var history = MerchantHistory()
                for category in categories.split(separator: " ") {
                    history.add(
                        PastDecision(
                            category: String(category), units: 100, account: 1, manner: .approved))
                }
                return history
            }
        })
    }

    @Test(arguments: [
        ("groceries", Suggestion.Level.high), ("groceries groceries", .certain),
        ("groceries gifts groceries groceries", .high),
    ])
    func `is certain of a known shop when such shops were always filed alike`(
        _ past: String, _ level: Suggestion.Level
    ) {
        let found = categorizer.suggest(
            query("АТБ-Маркет", mcc: 5_411), memory: habits(["groceries": past]))
        #expect(found.category == "groceries")
        #expect(found.level == level)
        #expect(found.evidence.first?.how == "never")
    }

    @Test func `is never certain of a marketplace it has not seen, nor of a stranger's word`() {
        let known = habits([
            "shopping.marketplace": "shopping.marketplace shopping.marketplace",
            "health.pharmacy": "health.pharmacy health.pharmacy",
        ])
        #expect(categorizer.suggest(query("Rozetka"), memory: known).level == .high)
        let stranger = categorizer.suggest(query("Аптека Зельміра", mcc: 5_912), memory: known)
        #expect(stranger.category == "health.pharmacy" && stranger.level == .high)
    }

    @Test func `follows what the household makes of all such merchants`() throws {
        let business = "services.business services.business services.business"
        let found = categorizer.suggest(
            query("FIGMA"), memory: habits(["subscriptions.software": business]))
        #expect(found.category == "services.business")
        #expect(found.level == .medium)
        let reason = try #require(found.evidence.first { $0.source == .habit })
        #expect(reason.subject == "category subscriptions.software" && reason.how == "thrice 3/3")
        let twice = habits(["subscriptions.software": "services.business services.business"])
        #expect(
            categorizer.suggest(query("FIGMA"), memory: twice).category == "subscriptions.software")
    }

    @Test func `overlooks one exception among such shops when it is past`() {
        let past = "gifts groceries groceries groceries"
        let found = categorizer.suggest(
            query("АТБ-Маркет", mcc: 5_411), memory: habits(["groceries": past]))
        #expect(found.category == "groceries" && found.level == .certain)
    }

    @Test(arguments: [
        ("Rozetka", 1, Suggestion.Level.medium), ("Rozetka", 3, .medium),
        ("Rozetka", 4, .certain), ("Київ Цифровий", 3, .medium), ("Сільпо", 1, .certain),
    ])
    func `needs more decisions about who sells many kinds of things`(
        _ text: String, _ times: Int, _ level: Suggestion.Level
    ) {
        let known = memory(of: query(text), as: "gifts", times: times)
        let found = categorizer.suggest(amount(text, 12_550), memory: known)
        #expect(found.category == "gifts" && found.level == level)
    }

    static let agreed: [(text: String, mcc: UInt16, also: String)] = [
        ("Bolt", 4_121, "BOLT.EU/O/2611 Kyiv"), ("Нова пошта", 4_215, "NOVA POSHTA 12 LVIV"),
        ("OKKO", 5_541, "OKKO 77 Львів"), ("Rozetka", 5_732, "ROZETKA.UA"),
        ("Банкомат ПриватБанк", 6_011, "Банкомат 7 Київ"), ("АТБ-Маркет", 5_411, "ATB 121"),
        ("Аптека Зельміра", 5_912, "Аптека Зельміра 2"), ("Київ Цифровий", 0, "КИЇВ ЦИФРОВИЙ 5"),
        ("Apple.com/bill", 5_818, "APPLE.COM/BILL CORK"), ("Сільпо", 0, "SILPO 5 KYIV"),
    ]

    @Test(arguments: agreed)
    func `is never less sure after decisions that agree`(
        _ line: (text: String, mcc: UInt16, also: String)
    ) {
        for text in [line.text, line.also] {
            let now = query(text, mcc: line.mcc)
            let before = categorizer.suggest(now, memory: Memory(recall: { _ in nil }))
            #expect(!before.category.isEmpty, "\(text)")
            for times in 1...5 {
                for units: Int64 in [12_550, 90_000] {
                    var asked = now
                    asked.amount = Money(units: -units, scale: 2, currency: .uah)
                    let known = memory(
                        of: query(line.text, mcc: line.mcc), as: before.category, times: times)
                    let after = categorizer.suggest(asked, memory: known)
                    #expect(
                        after.category == before.category && after.permille >= before.permille,
                        "\(text) \(times): \(before.permille) \(after.permille)")
                    #expect(Conclusion(from: after.evidence).permille == after.permille)
                }
            }
        }
    }

    @Test func `asks again about what nobody has looked at`() throws {
        let shop = query("zelmira tokvest")
        let text = try #require(subjects(shop).first)
        func suggestion(_ past: String, day: Int32) -> Suggestion {
            var batch = LineBatch()
            var line = shop.line(in: &batch)
            line.made = CivilMoment(day: CalendarDate(daysSince1970: day))
            return categorizer.suggest(
                line: line, arena: batch.arena.span, account: "",
                memory: Memory(recall: { $0 == text ? history(past) : nil }))
        }
        let days: Range<Int32> = 19_000..<19_060
        let unlooked = Array(repeating: "xu", count: 12).joined(separator: " ")
        let again = days.map { suggestion("x \(unlooked)", day: $0) }
            .filter { $0.level < .certain }
        #expect((1...8).contains(again.count))
        for suggestion in again {
            #expect(suggestion.level == .high && suggestion.evidence.first?.how == "once again 1/1")
            #expect(Conclusion(from: suggestion.evidence).permille == suggestion.permille)
        }
        let looked = days.map { suggestion("x \(unlooked) x", day: $0) }
        #expect(looked.allSatisfy { $0.level == .certain })
    }

    @Test func `asks about what it has filed for long and nobody ever answered`() throws {
        let shop = query("АТБ-Маркет", mcc: 5_411)
        let text = try #require(subjects(shop).first)
        let usual = habits(["groceries": "groceries groceries"])
        func suggestion(_ past: String, day: Int32) -> Suggestion {
            var batch = LineBatch()
            var line = shop.line(in: &batch)
            line.made = CivilMoment(day: CalendarDate(daysSince1970: day))
            return categorizer.suggest(
                line: line, arena: batch.arena.span, account: "",
                memory: Memory(recall: { $0 == text ? history(past) : usual.recall($0) }))
        }
        let days: Range<Int32> = 19_000..<19_060
        let asked = days.map { suggestion("xu xu xu xu xu xu", day: $0) }
            .filter { $0.level < .certain }
        #expect((1...15).contains(asked.count))
        for suggestion in asked {
            #expect(suggestion.category == "groceries" && suggestion.level == .high)
            #expect(suggestion.evidence.first?.how == "never again")
            #expect(Conclusion(from: suggestion.evidence).permille == suggestion.permille)
        }
        let few = days.map { suggestion("xu xu xu xu xu", day: $0) }
        #expect(few.allSatisfy { $0.level == .certain })
    }

    @Test func `asks about another amount of who sells many kinds of things`() throws {
        let known = memory(of: query("Rozetka"), as: "gifts", times: 5)
        let found = categorizer.suggest(amount("Rozetka", 90_000), memory: known)
        #expect(found.category == "gifts" && found.level == .medium)
        #expect(found.evidence.first?.how == "often far 5/5")
        let shop = memory(of: query("Сільпо"), as: "gifts", times: 5)
        #expect(categorizer.suggest(amount("Сільпо", 90_000), memory: shop).level == .certain)
    }

    private func amount(_ text: String, _ units: Int64) -> CategorizerQuery {
        var query = query(text)
        query.amount = Money(units: -units, scale: 2, currency: .uah)
        return query
    }

    @Test func `knows a person whatever the payment is called`() throws {
        func payment(_ text: String) -> CategorizerQuery {
            CategorizerQuery(text: text, sign: -1, country: "VN")
        }
        let learned = memory(
            of: payment("Chuyển tiền đến Phan Quang Huy"), as: "housing.rent", times: 1)
        let found = categorizer.suggest(payment("PHAN QUANG HUY gop qua"), memory: learned)
        #expect(found.category == "housing.rent")
        #expect(found.evidence.first?.subject == "phan kuanh hui")
        let other = categorizer.suggest(payment("TRAN THI LAN gop qua"), memory: learned)
        #expect(other.category == "transfers.person")
    }

    @Test func `takes an advance on a salary for a salary, whoever pays it`() {
        let found = categorizer.suggest(
            CategorizerQuery(text: "Аванс за 01.2023 ТОВ «Епіцентр К»", sign: 1))
        #expect(found.category == "income.salary")
    }

    @Test func `takes coffee under the code of fast food for what it is`() {
        let found = categorizer.suggest(query("Aroma Kava", mcc: 5_814))
        #expect(found.category == "eating_out.coffee" && found.level == .certain)
    }

    @Test func `follows a decisive code to another leaf of the name's group`() {
        let found = categorizer.suggest(query("Bukovel", mcc: 7_011))
        #expect(found.category == "travel.hotels" && found.level < .high)
    }

    @Test func `follows a decisive code to another leaf of a word's group`() {
        let found = categorizer.suggest(query("Ресторан Хвиля", mcc: 5_813))
        #expect(found.category == "eating_out.bars" && found.level < .high)
        let coffee = categorizer.suggest(query("Кав'ярня Хвиля", mcc: 5_813))
        #expect(coffee.category == "eating_out.coffee")
    }

    @Test func `takes no word for a trade that is part of a city's name`() {
        #expect(categorizer.suggest(query("THRASH 331 BILA TSERKVA")).category == "groceries")
        #expect(categorizer.suggest(query("Церква, Біла Церква")).category == "charity")
    }

    @Test func `doubts a name whose code is of another leaf`() {
        let (same, other) = (query("McDonald's", mcc: 5_814), query("McDonald's", mcc: 5_812))
        #expect(categorizer.suggest(same).level == .certain)
        let found = categorizer.suggest(other)
        #expect(found.category == "eating_out.fast_food" && found.level < .certain)
    }

    @Test func `learns of a category once a text`() {
        let ofCategory = subjects(query("Сільпо 123 Київ")).filter(\.countsTexts)
        #expect(ofCategory == [SubjectKey(.habit, "-category groceries")])
        #expect(subjects(query("zelmira tokvest")).filter { $0.kind == .habit } == [])
    }

    @Test func `believes its answers more than the table when there are many`() {
        let shop = query("АТБ-Маркет", mcc: 5_411)
        func permille(_ right: Int, of asked: Int) -> Int {
            var answers = Answers()
            answers.add(isRight: true, times: right)
            answers.add(isRight: false, times: asked - right)
            let memory = Memory(recall: { _ in nil }, answers: ["nameAndCode": answers])
            return categorizer.suggest(shop, memory: memory).permille
        }
        #expect(permille(9, of: 9) == 985)
        #expect(permille(30, of: 30) < 990)
        #expect(permille(200, of: 200) > 990)
        #expect(permille(10, of: 20) < 900)
    }
}

@Suite struct `Conclusions` {
    @Test(arguments: `Reasons of a suggestion`.shapes)
    func `follow from the evidence alone`(_ shape: (text: String, mcc: UInt16, sign: Int)) {
        verify(
            Categorizer().suggest(
                CategorizerQuery(text: shape.text, mcc: shape.mcc, sign: shape.sign)), shape.text)
    }

    @Test(.enabled(if: `Labelled descriptors`.truth != nil))
    func `follow from the evidence alone for all labelled descriptors`() throws {
        let categorizer = Categorizer()
        for row in table(try #require(`Labelled descriptors`.truth)) {
            let words = Memory(recall: { $0.kind == .word ? history("gifts gifts") : nil })
            let alike = Memory(recall: { subject in
                guard subject.countsTexts, subject.kind == .habit else { return nil }
                var past = MerchantHistory()
                for _ in 0..<3 {
                    past.add(
                        PastDecision(
                            category: String(subject.subject.dropFirst(10)), units: 1, account: 1,
                            manner: .approved))
                }
                return past
            })
            for memory in [nil, Memory(recall: { _ in nil }), words, alike, .empty] {
                let suggestion = categorizer.suggest(
                    CategorizerQuery(
                        text: row["descriptor"] ?? "", mcc: UInt16(row["mcc"] ?? "") ?? 0,
                        sign: (row["amount"] ?? "").hasPrefix("-") ? -1 : 1,
                        country: row["country"] ?? "UA",
                        currency: Currency(code: row["currency"] ?? "") ?? .unknown),
                    memory: memory)
                verify(suggestion, row["descriptor"] ?? "")
            }
        }
    }

    /// As the queue keeps it: without the places in built-in tables.
    private func verify(_ suggestion: Suggestion, _ text: String) {
        var evidence = suggestion.evidence
        for index in evidence.indices { evidence[index].origin = "" }
        let conclusion = Conclusion(from: evidence)
        #expect(conclusion.category == suggestion.category, "\(text)")
        #expect(conclusion.permille == suggestion.permille, "\(text)")
    }

    @Test func `change when a reason is taken away`() {
        let suggestion = Categorizer().suggest(
            CategorizerQuery(text: "Сільпо", mcc: 5_411, sign: -1))
        let withoutCode = Conclusion(from: suggestion.evidence.filter { $0.source != .mcc })
        #expect(withoutCode.category == "groceries")
        #expect(withoutCode.permille < suggestion.permille)
        let withoutName = Conclusion(from: suggestion.evidence.filter { $0.source == .mcc })
        #expect(withoutName.category == "groceries")
        #expect(withoutName.permille < withoutCode.permille)
        #expect(Conclusion(from: []) == Conclusion(from: [Evidence(source: .sign, subject: "+")]))
        #expect(Conclusion(from: []).category.isEmpty)
    }

    @Test func `are certain of agreeing sources and of no weak one`() {
        for pattern in EvidencePattern.allCases {
            #expect((300...999).contains(pattern.permille), "\(pattern)")
        }
        #expect(EvidencePattern.nameAndCode.permille >= 990)
        for weak: EvidencePattern in [
            .weakName, .weakWord, .code, .foreignName, .bentName, .nameAgainstWord,
            .rememberedShaken, .rememberedMixed,
        ] {
            #expect(weak.permille < 950, "\(weak)")
        }
    }
}
