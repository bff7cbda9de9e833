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
        ["хліб", "молоко", "ліки", "вата", "сир", "обід", "таксі", "кава", "шампунь", "корм"],
        ["хлеб", "молоко", "лекарства", "сыр", "обед", "такси", "кофе", "носки", "чай", "корм"],
        ["bread", "milk", "pills", "cheese", "lunch", "taxi", "coffee", "socks", "tip", "soap"],
    ]
    private static let currencies = [
        ["грн", "₴", "євро"], ["руб", "грн", "евро"], ["uah", "eur"],
    ]

    @Test func `of several prices one with a currency is not the amount`() {
        var draw = Draw(state: 0x2026_1126)
        for _ in 0..<draws(600, slow: 20_000) {
            let language = draw.next(3)
            let things = Self.things[language]
            let count = 2 + draw.next(2)
            let said = draw.next(count)
            let least = 11 + draw.next(300)
            var text = ""
            for number in 0..<count {
                let price = least + draw.next(least * 10)
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
        for _ in 0..<draws(300, slow: 3_000) {
            let price = 100 + draw.next(900)
            let thing = draw.one(of: Self.things[0])
            let other = draw.one(of: beside)
            for text in ["\(other) \(thing) \(price) грн", "\(thing) \(price) грн \(other)"] {
                #expect(read(text)?.mantissa == Int64(price), "\(text)")
            }
        }
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
