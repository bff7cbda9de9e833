import Facts
import Reports
import TestKit
import Testing

@testable import Planning

@Suite struct BudgetIntervalTests {
    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(text: text))
    }

    @Test(arguments: [
        ("2026-01-10", 15, "2025-12-15", "2026-01-14"),
        ("2026-01-15", 15, "2026-01-15", "2026-02-14"),
        ("2026-02-27", 31, "2026-01-31", "2026-02-27"),
        ("2026-02-28", 31, "2026-02-28", "2026-03-30"),
        ("2024-02-28", 30, "2024-01-30", "2024-02-28"),
        ("2026-12-31", 31, "2026-12-31", "2027-01-30"),
    ])
    func `A month begins on its reset day, or its last one`(
        day text: String, from: Int, first: String, last: String
    ) throws {
        let period = BudgetInterval.month(from: from).period(of: try day(text))
        #expect(period == ReportSpan(try day(first), try day(last)))
    }

    @Test func `A week begins on Monday, a year in January, days on their first`() throws {
        let thursday = try day("2026-01-01")
        #expect(BudgetInterval.week.period(of: thursday).first == (try day("2025-12-29")))
        #expect(
            BudgetInterval.year.period(of: thursday)
                == ReportSpan(thursday, try day("2026-12-31")))
        let fortnight = BudgetInterval.days(14, from: try day("2026-01-05"))
        #expect(fortnight.period(of: try day("2026-01-19")).first == (try day("2026-01-19")))
        #expect(fortnight.period(of: try day("2026-01-04")).first == (try day("2025-12-22")))
    }

    /// Every day is in exactly one period, and periods touch.
    @Test func `Periods tile the calendar`() throws {
        var random = SeededNumbers(seed: 28)
        for _ in 0..<draws(300, slow: 3_000) {
            let from = CalendarDate(daysSince1970: Int32(random.below(40_000)))
            let interval = random.pick([
                BudgetInterval.week, .year, .month(from: 1 + random.below(31)),
                .days(Int32(1 + random.below(400)), from: from),
            ])
            let day = CalendarDate(daysSince1970: Int32(random.below(80_000) - 20_000))
            let period = interval.period(of: day)
            #expect(period.contains(day))
            #expect(interval.period(of: period.first) == period)
            #expect(interval.period(of: period.last) == period)
            #expect(interval.period(after: period).first == period.last.adding(days: 1))
            #expect(
                interval.period(of: period.first.adding(days: -1)).last
                    == period.first.adding(days: -1))
        }
    }
}
