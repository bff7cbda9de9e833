import Facts
import Scanning
import Testing

@testable import Deduplicating

/// A row by the balances it stands between; its second and words are its name's.
private struct Passage {
    let name: Int32
    let amount: Int64
    let balance: Int64

    /// The file's times have no seconds.
    var isToTheMinute = false

    init(_ name: Int32, _ amount: Int64, _ balance: Int64) {
        self.name = name
        self.amount = amount
        self.balance = balance
    }

    var day = 14

    func on(day: Int) -> Passage {
        var row = self
        row.day = day
        return row
    }

    /// Seconds differ by name, so this row is looked up under another name.
    var secondOf: Int32?

    func inSecond(of other: Passage) -> Passage {
        var row = self
        row.secondOf = other.name
        return row
    }

    func toTheMinute() -> Passage {
        var row = self
        row.isToTheMinute = true
        return row
    }

    var line: StatementLine {
        var line = StatementLine()
        line.made = CivilMoment(
            day: CalendarDate(year: 2026, month: 2, day: day)!,
            second: 36_000 + (isToTheMinute ? 60 : 1) * (secondOf ?? name))
        line.amount = Money(minorUnits: amount, currency: .uah)
        line.balance = Money(minorUnits: balance, currency: .uah)
        line.foldedHash = StableHash.mix(UInt64(name))
        return line
    }

    var identity: LineIdentity { LineIdentity(of: line, arena: [UInt8]().span, accountHash: 7) }
}

@Suite struct `Rows that a file shows again` {
    /// What balances say of each row that looks like one before it, and whether the first reading
    /// was enough.
    private func judged(_ rows: [Passage]) -> (answers: [RepeatedRows.Answer], isAtOnce: Bool) {
        var found = RepeatedRows()
        var seen: Set<Int32> = []
        for (number, row) in rows.enumerated() {
            let before = LineIdentity.balanceBefore(row.line)
            if seen.insert(row.name).inserted {
                found.add(row.identity, before: before)
            } else {
                found.record(repeated: row.identity, line: UInt32(number), before: before)
            }
        }
        if found.areProved {
            return (Array(repeating: .repeats, count: rows.count - seen.count), true)
        }
        found.beginAgain()
        for (number, row) in rows.enumerated() {
            var line = row.line
            line.sourceLine = UInt32(number)
            _ = found.addAgain(row.identity, line)
        }
        return (found.answers().filter { $0 != .isFirst }, false)
    }

    private func answers(_ rows: [Passage]) -> [RepeatedRows.Answer] { judged(rows).answers }

    /// Both ways round, and out of order.
    private func expect(_ rows: [Passage], _ expected: [RepeatedRows.Answer]) {
        #expect(answers(rows) == expected)
        #expect(answers(rows.reversed()) == expected)
        let mixed = rows.enumerated().sorted { ($0.0 * 7 % 5, $0.0) < ($1.0 * 7 % 5, $1.0) }
        #expect(answers(mixed.map(\.1)) == expected)
    }

    private let before = Passage(1, -10_000, 100_000)
    private let ride = Passage(2, -5_000, 95_000)
    private let refund = Passage(3, 5_000, 100_000)
    private let after = Passage(4, -700, 94_300)

    @Test func `are repetitions where the balance moved once`() {
        expect([before, ride, ride, after], [.repeats])
        expect([before, ride, after, before], [.repeats])
        expect([before, ride, after, before, ride, after], [.repeats, .repeats, .repeats])
    }

    @Test func `of a file in order are proved to be repetitions without another reading`() {
        #expect(judged([before, ride, ride, after]).isAtOnce)
        #expect(judged([after, ride, before, ride]).isAtOnce)
        #expect(!judged([before, ride, refund, ride, after]).isAtOnce)
    }

    @Test func `are other payments where the balance moved as often`() {
        expect([before, ride, refund, ride, after], [.isAnother])
        // A late row bears the second of the first and the balance of the day it came.
        expect([before, ride, ride, refund, after], [.isAnother])
        let again = Passage(5, 5_000, 100_000)
        expect([before, ride, refund, ride, again, ride, after], [.isAnother, .isAnother])
    }

    @Test func `are asked about at the end of a walk, which may be one payment longer`() {
        #expect(answers([before, ride, refund, ride]) == [.cannotTell])
        #expect(answers([ride, refund, ride, after]) == [.cannotTell])
    }

    @Test func `are repetitions beside a gap that they do not close`() {
        let far = Passage(9, -4_450, 70_000)
        expect([before, ride, ride, after, far], [.repeats])
        #expect(answers([ride, ride, far]) == [.repeats])
    }

    /// The account is back at a balance that it had on a day between.
    @Test func `on a day between are proved to be repetitions though balances come again`() {
        let salary = Passage(5, 5_700, 100_000).on(day: 16)
        let rows = [before.on(day: 13), ride, ride, after, salary]
        #expect(judged(rows) == ([.repeats], true))
        #expect(judged(rows.reversed()) == ([.repeats], true))
        // A late booking has the second of the first, and the place where it was booked.
        let late = [before.on(day: 13), ride, after, salary, ride]
        #expect(judged(late) == ([.cannotTell], false))
        #expect(judged(late.reversed()).answers == [.cannotTell])
    }

    /// A purchase, its refund and the same purchase fit into a minute, and an export may leave out
    /// the refund.
    @Test func `of a file without seconds are asked about, unless they close a gap`() {
        expect([before, ride, ride, after].map { $0.toTheMinute() }, [.cannotTell])
        expect([before, ride, refund, ride, after].map { $0.toTheMinute() }, [.isAnother])
        // A full minute among times with seconds is a second like any other.
        let rows = [before, ride.toTheMinute(), ride.toTheMinute(), after]
        expect(rows, [.repeats])
        #expect(judged(rows).isAtOnce)
    }

    @Test func `that lead back to where they began in one second are asked about`() {
        let next = Passage(7, -700, 99_300)
        let back = refund.inSecond(of: ride)
        expect([before, ride, back, ride, back, next], [.cannotTell, .cannotTell])
        let late = [before.on(day: 13), ride, back, ride, back, next.on(day: 16)]
        #expect(judged(late) == ([.cannotTell, .cannotTell], false))
        #expect(judged(late.reversed()).answers == [.cannotTell, .cannotTell])
        // Beside a part of the export that is there twice.
        let far = Passage(8, -300, 99_000)
        #expect(
            answers([before, ride, back, ride, back, next, far, far])
                == [.cannotTell, .cannotTell, .repeats])
        // A purchase that was made again has the time of the first, and so has all between.
        let rows = [before.on(day: 13), ride, refund, next.on(day: 16), ride, refund]
        #expect(
            judged(rows + [Passage(9, -1, 99_299).on(day: 17)]) == ([.repeats, .repeats], true))
    }

    /// A part that is there twice, of many rows in one chain.
    @Test func `of a long part are proved in a moment`() {
        let rows = (1...20_000).map { Passage(Int32($0), -1, 5_000_000 - Int64($0)) }
        let later = (1...20).map {
            Passage(30_000 + Int32($0), -1, 4_980_000 - Int64($0)).on(day: 20)
        }
        let (answers, isAtOnce) = judged(rows + rows[5_000...] + later)
        #expect(isAtOnce && answers.count == 15_000)
    }

    @Test func `of a walk that ends where it began are asked about where they fit an end`() {
        expect([ride, refund, ride], [.cannotTell])
        let again = refund.on(day: 16)
        #expect(judged([ride, again, ride]) == ([.cannotTell], false))
        let home = Passage(6, 5_700, 100_000).on(day: 16)
        let rows = [ride.on(day: 13), after, after, home]
        #expect(judged(rows) == ([.repeats], true))
        #expect(judged(rows.reversed()) == ([.repeats], true))
    }

    @Test func `are asked about where the column is no running balance`() {
        let rows: [Passage] = (1...6).map { Passage($0, -1_000 * Int64($0), 50_000) }
        expect(rows + [rows[2]], [.cannotTell])
        // Counted once for both payments of a second.
        let both = Passage(2, -5_000, 90_000)
        expect(
            [before, both, both, Passage(4, -700, 89_300), Passage(5, -300, 89_000)],
            [.cannotTell])
    }
}
