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

    @Test func `begins with what settles most, the least sure first among equals`() {
        let groups = ReviewList(lines: Self.mixed).groups
        for (one, next) in zip(groups, groups.dropFirst()) {
            #expect(one.lines.count >= next.lines.count)
            if one.lines.count == next.lines.count {
                #expect(one.suggestion.permille <= next.suggestion.permille)
            }
        }
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
        #expect(groups.map(\.lines.count) == [2, 1, 1, 1, 1])
        #expect(groups[0].keys == [lines[0].key, lines[1].key])
    }

    @Test func `is as sure of a group as of its least sure line`() {
        let groups = ReviewList(lines: [
            line(1, "Фора", permille: 980), line(2, "Фора", permille: 640),
            line(3, "Фора", permille: 910),
        ]).groups
        #expect(groups.map(\.suggestion.permille) == [640])
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
        #expect(ReviewSession(list: ReviewList(lines: [])).current == nil)
    }
}

@Suite struct `A review session` {
    private let session = ReviewSession(
        list: ReviewList(lines: [
            line(1, "Фора"), line(2, "Фора"), line(3, "Фора"), line(4, "Bolt"), line(5, "Bolt"),
            line(6, "Uklon"),
        ]))

    @Test func `walks through all groups and ends`() {
        var session = session
        #expect(session.groupsLeft == 3)
        #expect(session.current?.title == "Фора")
        session.advance()
        #expect(session.current?.title == "Bolt")
        session.skip()
        session.advance()
        #expect(session.current == nil)
        #expect(session.groupsLeft == 0)
        #expect(session.skipped == 1)
        #expect(session.approving(category: nil).isEmpty)
        #expect(session.dismissing().isEmpty)
    }

    @Test func `decides on every line of the group it shows`() {
        let approved = session.approving(category: "eating_out")
        #expect(approved.map(\.key) == session.current?.keys)
        #expect(
            approved.allSatisfy {
                $0.decision == Decision(verdict: .approve, category: "eating_out")
            })
        #expect(session.dismissing().allSatisfy { $0.decision == Decision(verdict: .dismiss) })
    }

    @Test func `goes back, but not before the first group`() {
        var session = session
        session.advance()
        session.goBack()
        session.goBack()
        #expect(session.current?.title == "Фора")
        session.advance()
        session.advance()
        session.advance()
        session.goBack()
        #expect(session.current?.title == "Uklon")
    }
}
