import Facts
import Pending
import Testing

@testable import Reviewing

/// Invented lines of the queue, each under a key of its own.
private func line(
    _ number: Int, _ description: String, _ units: Int64 = -100, payee: String = "",
    category: String = "groceries", permille: Int = 970, currency: Currency = .uah,
    state: QueueLine.State = .new
) -> QueueLine {
    let day = CalendarDate(daysSince1970: 20_000 + Int32(number % 7))
    var fact = StatementFact(
        account: "monobank-UAH", made: CivilMoment(day: day, second: 0, offsetMinutes: 120),
        amount: Money(minorUnits: units, currency: currency))
    fact.description = description
    return QueueLine(
        key: LineKey(account: 1, day: day, rest: UInt64(number)), batch: 1, state: state,
        fact: fact,
        suggestion: Suggestion(category: category, permille: permille, payee: payee))
}

@Suite struct `A review list` {
    /// A mixture of merchants, directions, doubts and twins.
    private static let mixed: [QueueLine] = (0..<600).map { number in
        line(
            number, ["Сільпо \(number)", "СІЛЬПО", "Фора", "Bolt 77", ""][number % 5],
            number % 11 == 0 ? 250 : -100 - Int64(number),
            payee: number % 13 == 0 ? "Silpo" : "",
            category: ["groceries", "groceries", "transport.taxi", ""][number % 4],
            permille: 500 + number % 400, currency: number % 17 == 0 ? .eur : .uah,
            state: number % 19 == 0 ? .ambiguous : number % 23 == 0 ? .conflict : .new)
    }

    @Test(arguments: [
        ("+380671234567", "5168 74** **** 9999"), ("12345678", "99887766"),
        ("Переказ на картку *1111", "Переказ на картку *2222"),
    ])
    func `separates what differs by its number only`(_ one: String, _ other: String) {
        let lines = [line(1, one, category: ""), line(2, other, category: "")]
        #expect(ReviewList(lines: lines).groups.count == 2)
        let same = [line(1, one, category: ""), line(2, one, category: "")]
        #expect(ReviewList(lines: same).groups.count == 1)
    }

    @Test func `separates payees whose description says nothing`() {
        var lines = [line(1, "Оплата карткою"), line(2, "Оплата карткою")]
        lines[0].fact.counterpartyName = "Lanka Design"
        lines[1].fact.counterpartyName = "Gerdan Studio"
        #expect(ReviewList(lines: lines).groups.count == 2)
    }

    @Test func `holds each line in exactly one group`() {
        let keys = ReviewList(lines: Self.mixed).groups.flatMap(\.keys)
        #expect(keys.count == Self.mixed.count)
        #expect(Set(keys) == Set(Self.mixed.map(\.key)))
    }

    @Test func `is the same for any order of the lines`() {
        let forward = ReviewList(lines: Self.mixed).groups
        for lines in [Array(Self.mixed.reversed()), Self.mixed.shuffled()] {
            let other = ReviewList(lines: lines).groups
            #expect(other.map(\.keys) == forward.map(\.keys))
            #expect(other.map(\.title) == forward.map(\.title))
            #expect(other.map(\.suggestion) == forward.map(\.suggestion))
        }
    }

    @Test func `begins where a careless yes would cost most`() {
        let groups = ReviewList(lines: Self.mixed).groups
        for (one, next) in zip(groups, groups.dropFirst()) {
            #expect(one.cost >= next.cost)
            if one.cost == next.cost { #expect(one.items.count >= next.items.count) }
        }
        let three = ReviewList(lines: [
            line(1, "Сільпо", permille: 990), line(2, "Bolt", category: "", permille: 0),
            line(3, "Фора", permille: 700), line(4, "Фора", permille: 800),
            line(5, "АТБ", permille: 999, state: .ambiguous),
        ]).groups
        #expect(three.map(\.cost) == [1_000, 1_000, 500, 10])
        #expect(three[2].title == "Фора")
    }

    @Test(arguments: 1...6)
    func `shows one line of each descriptor before a second`(_ count: Int) throws {
        let lines =
            (0..<20).map { line(7 * $0, "Сільпо \($0)", payee: "Сільпо") }
            + [
                line(147, "Сільпо Ресторація", payee: "Сільпо"),
                line(154, "SILPO", payee: "Сільпо"),
            ]
        let group = try #require(ReviewList(lines: lines).groups.first)
        #expect(group.items.count == lines.count)
        let shown = group.telling(count)
        #expect(shown.count == count)
        #expect(shown.map(\.key) == group.keys.filter { shown.map(\.key).contains($0) })
        let texts = Set(shown.map { $0.line.fact.description.filter { !$0.isNumber } })
        #expect(texts.count == min(count, 3))
        #expect(group.telling(99).count == lines.count)
    }

    @Test(arguments: [
        (ReviewList.Order.day, ["Фора", "Bolt", "АТБ"]), (.amount, ["Bolt", "АТБ", "Фора"]),
        (.name, ["Bolt", "АТБ", "Фора"]), (.cost, ["АТБ", "Фора", "Bolt"]),
    ])
    func `has the order asked for`(order: ReviewList.Order, titles: [String]) {
        let lines = [
            line(7, "Фора", -100, permille: 800), line(15, "Bolt", 90_000, permille: 900),
            line(9, "АТБ", -20_000, permille: 300),
        ]
        let list = ReviewList(items: lines.map { ReviewItem($0) }, order: order)
        #expect(list.groups.map(\.title) == titles)
    }

    @Test(arguments: ReviewList.Order.allCases)
    func `is the same when lines come and go as one made anew`(order: ReviewList.Order) {
        var draw = SystemRandomNumberGenerator()
        let all = Self.mixed.map { ReviewItem($0) }
        var here = Set(all.indices.prefix(400))
        var list = ReviewList(items: here.map { all[$0] }, order: order)
        for _ in 0..<40 {
            let changed = (0..<Int.random(in: 1...30, using: &draw)).map { _ in
                Int.random(in: all.indices, using: &draw)
            }
            let gone = Set(changed).intersection(here)
            let come = Set(changed).subtracting(gone)
            list.replace(gone.map { all[$0] }, with: come.map { all[$0] })
            here = here.subtracting(gone).union(come)
            let anew = ReviewList(items: here.map { all[$0] }, order: order)
            #expect(list.groups.map(\.keys) == anew.groups.map(\.keys))
            #expect(list.groups.map(\.cost) == anew.groups.map(\.cost))
        }
        list.replace(here.map { all[$0] }, with: [])
        #expect(list.groups.isEmpty)
    }

    @Test func `shows a group's lines by day`() {
        for group in ReviewList(lines: Self.mixed).groups {
            for (one, next) in zip(group.lines, group.lines.dropFirst()) {
                #expect((one.fact.made.day, one.key) < (next.fact.made.day, next.key))
            }
        }
    }

    @Test func `leaves every doubtful line alone`() {
        let groups = ReviewList(lines: Self.mixed).groups
        let doubtful = groups.filter { $0.state != .new }
        #expect(doubtful.count == Self.mixed.count { $0.state != .new })
        #expect(doubtful.allSatisfy { $0.lines.count == 1 })
    }

    @Test func `parts what one decision would not fit`() {
        let lines = [
            line(1, "Фора 12"), line(2, "ФОРА №7"), line(3, "Фора", 100),
            line(4, "Фора", category: "eating_out"), line(5, "Форум"),
            line(6, "Фора", state: .conflict),
        ]
        let groups = ReviewList(lines: lines).groups
        #expect(groups.map(\.lines.count) == [1, 2, 1, 1, 1])
        #expect(groups[0].keys == [lines[5].key])
        #expect(groups[1].keys == [lines[0].key, lines[1].key])
    }

    @Test func `is as sure of a group as of its least sure line`() {
        let groups = ReviewList(lines: [
            line(1, "Фора", permille: 980), line(2, "Фора", permille: 940),
            line(3, "Фора", permille: 910),
        ]).groups
        #expect(groups.map(\.weakest.permille) == [910])
    }

    @Test func `asks of what is sure and of what is not one question each`() {
        let groups = ReviewList(lines: [
            line(1, "Фора", permille: 995), line(2, "Фора", permille: 640),
            line(3, "Фора", permille: 991), line(4, "Фора", permille: 650),
        ]).groups
        #expect(groups.map { $0.items.map(\.permille) } == [[640, 650], [995, 991]])
    }

    @Test func `sums a group exactly, a currency each`() {
        let groups = ReviewList(lines: [
            line(1, "Фора", -10_050), line(2, "Фора", -1), line(3, "Фора", -7, currency: .eur),
            line(4, "Фора", -20_000),
        ]).groups
        #expect(groups.count == 1)
        let totals = groups[0].totals
        #expect(totals.map(\.currency) == [.eur, .uah])
        #expect(totals.map { $0.sum?.text } == ["-0.07", "-300.51"])
    }

    @Test func `says nothing of a sum that cannot be held`() {
        let groups = ReviewList(lines: [
            line(1, "Фора", .min), line(2, "Фора", -1), line(3, "Фора", -1),
            line(4, "Фора", -5, currency: .eur),
        ]).groups
        #expect(groups[0].totals.map { $0.sum?.text } == ["-0.05", nil])
    }

    @Test func `of nothing is nothing`() {
        #expect(ReviewList(lines: []).groups.isEmpty)
    }
}
