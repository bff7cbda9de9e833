import Facts
import TestKit
import Testing

@testable import Reviewing

/// What holds for every loan, exchange and order of words.
@Suite struct `Quick text between people and currencies` {
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

    private func read(_ text: String) -> QuickEntry? {
        do throws(QuickEntry.Fault) {
            return try QuickEntry.parse(text, today: today)
        } catch {
            return nil
        }
    }

    private static let payees = [
        ["кава", "купив хліб", "позичив Андрію", "Том повернув", "скинула Олені", "за інтернет"],
        ["coffee", "bought bread", "lent Anna", "Tom paid me back", "borrowed from Sam"],
        ["кофе", "купил хлеб", "дал в долг Пете", "Петя вернул", "занял у Насти", "за свет"],
    ]
    private static let amounts = [
        [
            "65 грн", "65,50 грн", "₴120", "2 тис. грн", "сто двадцять гривень", "7 євро",
            "2000 грн",
        ],
        ["65 uah", "$4.20", "1.5k usd", "twenty-five euros", "2000 uah"],
        ["65 грн", "2 тыс. руб", "сто двадцать рублей", "7 евро", "2000 руб"],
    ]
    private static let days = [
        ["вчора", "позавчора", "у понеділок", "12 березня", "2026-03-01", "3 дні тому"],
        ["yesterday", "on monday", "march 12", "3 days ago", "last friday"],
        ["вчера", "в понедельник", "12 марта", "неделю назад", "01.03.2026"],
    ]

    @Test func `the order of day, amount and payee changes nothing`() throws {
        var draw = Draw(state: 0x2026_1201)
        for _ in 0..<draws(40, slow: 4_000) {
            let language = draw.next(3)
            let parts = [
                draw.one(of: Self.payees[language]), draw.one(of: Self.amounts[language]),
                draw.one(of: Self.days[language]),
            ]
            let usual = parts.joined(separator: " ")
            let meant = try #require(read(usual), "\(usual)")
            #expect(meant.day != nil && meant.currency.isKnown, "\(usual)")
            for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let text = order.map { parts[$0] }.joined(separator: " ")
                #expect(read(text) == meant, "\(text)")
            }
        }
    }

    /// A verb, and whether money goes out when somebody else is in the dative.
    private static let lent = [
        ("позичив", "Тарасу", "у Тараса"), ("позичила", "Марії", "у Марії"),
        ("одолжил", "Игорю", "у Игоря"), ("одолжила", "Насте", "у Насти"),
    ]

    @Test func `who lends and who borrows is told by the case, in any order`() throws {
        for (verb, to, from) in Self.lent {
            for amount in ["300", "2000", "1950 грн", "сто", "2 тис."] {
                for text in ["\(verb) \(to) \(amount)", "\(to) \(verb) \(amount)"] {
                    let entry = try #require(read(text), "\(text)")
                    #expect(!entry.isIncome && entry.origin == .loan, "\(text)")
                }
                for text in [
                    "\(verb) \(from) \(amount)", "\(verb) \(amount) \(from)",
                    "\(from) \(verb) \(amount)", "\(amount) \(verb) \(from)",
                ] {
                    let entry = try #require(read(text), "\(text)")
                    #expect(entry.isIncome && entry.origin == .loan, "\(text)")
                }
            }
            #expect(read("\(verb) \(to) \(from) 300") == nil)
        }
    }

    @Test func `a loan and its return are with one person`() throws {
        for (lent, returned) in [
            ("позичив Андрію 300", "Андрій повернув 300"),
            ("дав у борг Марії 50", "Марія віддала 50"),
            ("взяв у борг у Тараса 50", "повернув Тарасу 50"),
            ("позичила в Ольги 50", "віддала Ользі борг 50"),
            ("дал в долг Пете 70", "Петя вернул 70"), ("занял у Насти 70", "вернул Насте 70"),
            ("позичив сусідові 70", "сусід повернув 70"), ("lent Anna 50", "Anna paid me back 50"),
            ("borrowed 50 from Tom", "returned 50 to Tom"),
        ] {
            let (one, other) = (
                try #require(read(lent)), try #require(read(returned), "\(returned)")
            )
            #expect(one.payee == other.payee, "\(lent), \(returned)")
            #expect(one.isIncome != other.isIncome, "\(lent), \(returned)")
            #expect(one.origin == .loan, "\(lent)")
            #expect(other.origin == .loan || other.origin == .person, "\(returned)")
        }
    }

    @Test func `a reason is kept beside the person`() throws {
        let entry = try #require(read("позичив Андрію 2000 на ремонт до п'ятниці"))
        #expect(entry.payee == "Андрій" && entry.reason == "на ремонт до п'ятниці")
        #expect(read("позичив Андрію 2000")?.reason == "")
    }

    @Test func `a rate gives the exact product, rounded to the smallest coin`() throws {
        var draw = Draw(state: 0x2026_1202)
        for _ in 0..<draws(60, slow: 10_000) {
            let (amount, rate) = (1 + draw.next(9_999), 100 + draw.next(9_999))
            let digits = rate % 100 < 10 ? "0\(rate % 100)" : "\(rate % 100)"
            let text = draw.one(of: [
                "купив \(amount) usd по \(rate / 100),\(digits)",
                "bought \(amount) usd at \(rate / 100).\(digits)",
                "купил \(amount) долларов по \(rate / 100),\(digits) грн",
            ])
            // A bare year is none here either.
            let entry = try #require(read(text), "\(text)")
            let money = try #require(entry.amount(in: .uah))
            #expect(
                money.text == Money(units: Int64(-amount * rate), scale: 2, currency: .uah).text)
            #expect(entry.received?.units == Int64(amount) * 100, "\(text)")
        }
        for (text, size) in [
            ("продав 0,33 usd по 41,25", 1_361), ("продав 0,33 usd по 41,2424", 1_361),
            ("продав 0,1 usd по 41,25", 413), ("продав 0,1 usd по 41,24", 412),
            ("sold 10 usd at 149.85 jpy", 1_499),
        ] {
            #expect(read(text)?.received?.units == Int64(size), "\(text)")
        }
    }

    @Test func `an amount in digits is one of the sentence`() throws {
        let sentences = [
            "позичив Андрію # на 5 днів", "Том повернув #", "# отримав від мами", "lent Anna # usd",
            "кава # вчора", "2 квитки в кіно # грн", "занял у Пети #", "12.03 аптека #",
            "купив # usd за 4100 грн", "iPhone 15 # грн", "borrowed # from Tom yesterday",
        ]
        var draw = Draw(state: 0x2026_1203)
        for _ in 0..<draws(60, slow: 10_000) {
            let (amount, sentence) = (20 + draw.next(99_000), draw.one(of: sentences))
            let text = sentence.split(separator: "#", omittingEmptySubsequences: false)
                .joined(separator: "\(amount)")
            guard let entry = read(text) else { continue }
            let sizes = [entry.mantissa, entry.received?.units ?? 0]
            #expect(
                sizes.contains(Int64(amount)) || sizes.contains(Int64(amount) * 100), "\(text)")
        }
    }

    @Test func `no payee keeps the verb`() {
        for verb in drawn(every: 5, of: QuickWords.builtIn.all(.noun)) {
            for text in [
                "\(verb) хліб 65 грн", "\(verb) 65 грн", "\(verb) Тарасу 65 грн",
                "\(verb) bread 3 usd",
                "\(verb) від Марії 65 грн", "я \(verb) хліб 65 грн", "вчора \(verb) 65 грн за хліб",
            ] {
                guard let entry = read(text) else { continue }
                let keys = entry.payee.split(separator: " ").map { QuickWords.key($0) }
                #expect(!keys.contains(verb), "\(text): \(entry.payee)")
            }
        }
    }
}
