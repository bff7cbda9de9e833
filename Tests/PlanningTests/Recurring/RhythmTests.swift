import Facts
import Reports
import TestKit
import Testing

@testable import Planning

private func day(_ text: String) -> Int {
    Int(CalendarDate(text: text)?.daysSince1970 ?? 0)
}

private func text(_ day: Int) -> String { CalendarDate(daysSince1970: Int32(day)).text }

@Suite struct `A rhythm` {
    @Test(arguments: [
        // The last day of months, the 30th, a leap year.
        ("month", "2024-01-31 2024-02-29 2024-03-31", "2024-04-30"),
        ("month", "2024-01-30 2024-02-29 2024-03-30", "2024-04-30"),
        ("month", "2025-11-30 2025-12-31 2026-01-31", "2026-02-28"),
        // Saturdays and Sundays to Monday, or to Friday.
        ("month", "2025-01-10 2025-02-10 2025-03-10 2025-05-12 2025-08-11", "2025-09-10"),
        ("month", "2025-04-10 2025-05-12 2025-06-10 2025-07-10", "2025-08-11"),
        ("month", "2025-04-10 2025-05-09 2025-06-10 2025-07-10", "2025-08-08"),
        // The weekend before the first of a month is in the month before.
        ("month", "2025-01-31 2025-02-28 2025-04-01 2025-05-01 2025-05-30", "2025-07-01"),
        ("week", "2025-01-06 2025-01-13 2025-01-20", "2025-01-27"),
        ("week", "2025-01-06 2025-01-14 2025-01-20", "2025-01-27"),
        ("2 weeks", "2025-01-06 2025-01-20 2025-02-03", "2025-02-17"),
        ("3 weeks", "2025-01-06 2025-01-27 2025-02-18", "2025-03-10"),
        ("4 weeks", "2025-01-06 2025-02-03 2025-03-03", "2025-03-31"),
        ("30 days", "2025-01-05 2025-02-04 2025-03-06", "2025-04-05"),
        // The last Friday, the second Wednesday; the fourth that is the last one but once.
        ("month", "2025-01-31 2025-02-28 2025-03-28 2025-04-25", "2025-05-30"),
        ("month", "2025-01-08 2025-02-12 2025-03-12 2025-04-09", "2025-05-14"),
        ("month", "2025-01-22 2025-02-26 2025-03-26 2025-04-23", "2025-05-28"),
        ("2 months", "2024-12-31 2025-02-28 2025-04-30", "2025-06-30"),
        ("quarter", "2024-11-15 2025-02-15 2025-05-15", "2025-08-15"),
        ("4 months", "2024-10-03 2025-02-03 2025-06-03", "2025-10-03"),
        ("half-year", "2024-02-29 2024-08-29 2025-02-28", "2025-08-29"),
        ("year", "2023-06-01 2024-06-01", "2025-06-01"),
    ])
    func `expects the next day`(every: String, days: String, next: String) throws {
        let cadence = try #require(Cadence(rawValue: every))
        let known = days.split(separator: " ").map { day(String($0)) }
        let rhythm = try #require(Rhythm(cadence, fitting: known[...]))
        let last = rhythm.slot(near: known[known.count - 1])
        #expect(text(rhythm.day(last + 1)) == next, "\(rhythm)")
    }

    /// Every day of a rhythm is nearest to its own slot, whatever the rhythm.
    @Test func `knows its own days`() throws {
        var random = SeededNumbers(seed: 5)
        for _ in 0..<draws(2_000, slow: 40_000) {
            let cadence = random.pick(Cadence.allCases)
            let start = random.below(40_000) - 10_000
            let days = (0..<3).map { start + $0 * cadence.daysAbout }
            let rhythm = try #require(Rhythm(cadence, fitting: days[...]))
            let slot = rhythm.slot(near: start) + random.below(60)
            #expect(rhythm.slot(near: rhythm.day(slot)) == slot, "\(rhythm)")
            #expect(rhythm.day(slot) < rhythm.day(slot + 1))
            #expect(rhythm.slot(near: rhythm.day(slot) + 1) == slot)
        }
    }

    /// Whatever the days: the search counts the costs of all days of a month at once.
    @Test func `is the best of all, tried one by one`() throws {
        var random = SeededNumbers(seed: 28)
        for _ in 0..<draws(300, slow: 20_000) {
            let cadence = random.pick(Cadence.allCases)
            let start = random.below(40_000) - 10_000
            let spread = random.pick([0, 1, 3, 12])
            let days = (0..<1 + random.below(12)).map { number in
                start + number * cadence.daysAbout + random.below(2 * spread + 1) - spread
            }.sorted()
            var rhythm = try #require(Rhythm(cadence, fitting: days[...]))
            let best = try #require(bestOfAll(cadence, days))
            // A weekday of each month fits better than any day.
            if rhythm.weekday != nil { #expect(cost(of: rhythm, days) < cost(of: best, days)) }
            rhythm.weekday = nil
            #expect(cost(of: rhythm, days) == cost(of: best, days), "\(cadence) \(days)")
            #expect(rhythm == best, "\(cadence) \(days)")
        }
    }

    private func cost(of rhythm: Rhythm, _ days: [Int]) -> Int {
        days.reduce(0) { sum, day in
            let near = rhythm.slot(near: day)
            let offset = (near - 1...near + 1).map { abs(rhythm.day($0) - day) }.min() ?? 0
            let bounded = min(offset, rhythm.cadence.reach + 1)
            return sum + bounded * bounded
        }
    }

    private func bestOfAll(_ cadence: Cadence, _ days: [Int]) -> Rhythm? {
        var best: (cost: Int, rhythm: Rhythm)?
        func judge(_ rhythm: Rhythm) {
            let cost = cost(of: rhythm, days)
            if cost < best?.cost ?? .max { best = (cost, rhythm) }
        }
        if let length = cadence.days {
            for day in days[0]..<days[0] + length {
                judge(Rhythm(cadence, anchor: day % length, month: 0, .none))
            }
            return best?.rhythm
        }
        let placed = days.map { PlacedDay($0) }
        let near = (1...31).reversed().filter { anchor in
            anchor == 31 || placed.contains { abs($0.ofMonth - anchor) <= 1 }
        }
        for month in Set(placed.map { $0.month % cadence.months }).sorted() {
            for anchor in near { judge(Rhythm(cadence, anchor: anchor, month: month, .none)) }
        }
        guard let plain = best?.rhythm else { return nil }
        for shift in [WeekendShift.after, .before] {
            for change in -2...2 {
                let day = plain.anchor + change
                let months = day < 1 ? cadence.months - 1 : day > 31 ? 1 : 0
                judge(
                    Rhythm(
                        cadence, anchor: (day + 30) % 31 + 1,
                        month: (plain.month + months) % cadence.months, shift))
            }
        }
        return best?.rhythm
    }
}

@Suite struct `Evidence for a stream` {
    private func streams(
        _ days: String, _ amounts: [Int64], _ habit: Habituality = .plain
    ) -> [StreamFit] {
        StreamSearch(
            days: days.split(separator: " ").map { day(String($0)) }, amounts: amounts,
            habit: habit
        ).streams()
    }

    @Test(arguments: [
        ("2025-01-05 2025-02-05 2025-03-05", "month"), ("2025-01-06 2025-01-13 2025-01-20", "week"),
        ("2025-01-06 2025-01-20 2025-02-03", "2 weeks"),
        // The closer cadence: in February the 5th comes after four weeks too.
        ("2025-02-05 2025-03-05 2025-04-05", "month"),
        ("2025-02-05 2025-03-05 2025-04-02", "4 weeks"),
        ("2025-01-06 2025-01-27 2025-02-17", "3 weeks"),
        ("2024-11-05 2025-01-05 2025-03-05", "2 months"),
        ("2024-10-05 2025-01-05 2025-04-05", "quarter"),
        ("2024-09-05 2025-01-05 2025-05-05", "4 months"),
        ("2024-01-05 2024-07-05 2025-01-05", "half-year"), ("2024-01-05 2025-01-06", "year"),
    ])
    func `is enough at the third payment, yearly at the second`(days: String, every: String) {
        let count = days.split(separator: " ").count
        let found = streams(days, Array(repeating: 100, count: count))
        #expect(found.map(\.rhythm.cadence.rawValue) == [every])
        let fewer = days.split(separator: " ").dropLast().joined(separator: " ")
        #expect(streams(fewer, Array(repeating: 100, count: count - 1)).isEmpty)
    }

    /// Two phones of one operator, two loans of one bank: a stream each, whatever their amounts.
    @Test(arguments: [
        [[150, 150, 150, 150], [270, 270, 270, 270]],
        [[200, 200, 200, 200], [200, 200, 200, 200]],
        [[350, 310, 395, 330], [1_050, 990, 1_180, 1_120]],
        [[100, 100, 100, 100], [100, 100, 100, 100], [300, 300, 300, 300]],
    ])
    func `of bills that come on one day is one for each`(bills: [[Int64]]) {
        let days = ["2025-01-12", "2025-02-12", "2025-03-12", "2025-04-12"]
        let all = days.flatMap { day in bills.map { _ in day } }.joined(separator: " ")
        let amounts = days.indices.flatMap { at in bills.map { $0[at] } }
        let found = streams(all, amounts, .bill).map { fit in fit.chosen.map { amounts[$0] } }
        #expect(found.sorted { $0[0] < $1[0] } == bills)
    }

    @Test func `is twice as much for habits`() {
        let days = "2025-01-05 2025-02-05 2025-03-05"
        #expect(streams(days, [100, 100, 100], .plain).count == 1)
        #expect(streams(days, [100, 100, 100], .habit).isEmpty)
        let longer = days + " 2025-04-05 2025-05-05"
        #expect(streams(longer, [100, 100, 100, 100, 100], .habit).count == 1)
        #expect(streams(longer, [100, 140, 90, 170, 120], .habit).isEmpty)
    }

    @Test func `is enough for a yearly bill among others at its second payment`() {
        let days = "2024-02-05 2024-05-17 2024-09-29 2025-02-05 2025-05-17"
        let amounts: [Int64] = [500, 450, 700, 500, 450]
        let found = streams(days, amounts, .bill)
        #expect(found.map(\.chosen).sorted { $0[0] < $1[0] } == [[0, 3], [1, 4]])
        #expect(found.allSatisfy { $0.rhythm.cadence == .year })
        #expect(streams(days, amounts, .plain).isEmpty)
    }

    @Test(arguments: [
        ("entertainment.events", Habituality.habit), ("health.doctor", .habit),
        ("pets.vet", .habit), ("services.post", .habit), ("subscriptions.media", .bill),
        ("entertainment.games", .plain), ("services.repair", .plain), ("", .plain),
    ])
    func `depends on what people visit when they need it`(category: String, habit: Habituality) {
        #expect(Habituality(of: category, in: CategoryTree(kindOf: { _ in nil })) == habit)
    }

    @Test func `separates two plans of one merchant, and two salaries of a month`() {
        let plans = streams(
            "2025-01-05 2025-01-12 2025-02-05 2025-02-12 2025-03-05 2025-03-12",
            [39, 149, 39, 149, 39, 149])
        #expect(plans.map { $0.chosen }.sorted { $0[0] < $1[0] } == [[0, 2, 4], [1, 3, 5]])
        let sameDay = streams(
            "2025-01-05 2025-01-05 2025-02-05 2025-02-05 2025-03-05 2025-03-05",
            [39, 149, 39, 149, 39, 149])
        #expect(sameDay.count == 2)
        let salaries = streams(
            "2025-01-05 2025-01-20 2025-02-05 2025-02-20 2025-03-05 2025-03-20 2025-04-05 2025-04-20",
            Array(repeating: 100, count: 8))
        #expect(salaries.map(\.rhythm.cadence) == [.month, .month])
    }

    @Test func `follows a price among other purchases`() throws {
        let found = streams(
            """
            2025-01-05 2025-01-09 2025-02-05 2025-02-27 2025-03-05 2025-04-05 2025-04-16 2025-05-05
            """,
            [39, 250, 39, 17, 39, 39, 90, 49])
        let stream = try #require(found.first)
        #expect(stream.chosen == [0, 2, 4, 5, 7])
        #expect(StreamOutlook.isRise([39, 39, 39, 39, 49], .month))
    }

    @Test(arguments: [
        ([100, 100, 100, 110], true), ([100, 110, 110], false), ([110, 100], false),
        ([100, 110], true), ([100, 140, 90, 170], false), ([100, 101, 100, 102, 101, 103], false),
        ([100, 101, 100, 102, 101, 115], true), ([1_000, 1_009], false),
        ([100, 100, 100, 199], true), ([100, 100, 100, 900], false),
    ])
    func `of a rise is a price above steady ones`(amounts: [Int64], isRise: Bool) {
        #expect(StreamOutlook.isRise(amounts, .month) == isRise)
    }

    @Test func `of amounts is the last price, or the middle of varying bills`() {
        #expect(StreamOutlook.typical([100, 100, 120], .month) == 2)
        #expect(StreamOutlook.typical([100, 140, 90, 170, 120], .month) == 4)
        #expect(StreamOutlook.typical([100, 100, 100, 900], .month) == 2)
        #expect(StreamOutlook.typical([100, 100, 900, 900], .month) == 3)
        // Nor after it.
        #expect(StreamOutlook.typical([100, 100, 100, 900, 110], .month) == 4)
        #expect(StreamOutlook.typical([100, 100, 100, 20, 100], .month) == 4)
        #expect(StreamOutlook.typical([100, 100, 900, 100, 20], .month) == 3)
        #expect(StreamOutlook.typical([100, 140, 90, 170, 300], .month) == 3)
        // A policy dearer each year.
        #expect(StreamOutlook.typical([4_100, 4_600, 5_200], .year) == 2)
        #expect(StreamOutlook.isRise([4_100, 4_600, 5_200], .year))
        #expect(StreamOutlook.typical([4_100, 4_600, 5_200], .month) == 1)
    }

    @Test(arguments: [(1, 1, 0), (2, 1, 100), (30, 1, 487), (3, 2, 50), (1_024, 1, 1_000)])
    func `is counted in bits`(value: Int, other: Int, bits: Int) {
        #expect(StreamEvidence.bits(value, per: other) == bits)
    }
}
