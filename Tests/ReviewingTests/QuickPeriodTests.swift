import Facts
import TestKit
import Testing

@testable import Reviewing

@Suite struct `A period in words` {
    private static let today = CalendarDate(year: 2026, month: 3, day: 14)!

    @Test(arguments: [
        ("січень", "2026-01-01", "2026-01-31"), ("Березень", "2026-03-01", "2026-03-31"),
        ("квітень", "2025-04-01", "2025-04-30"), ("у лютому", "2026-02-01", "2026-02-28"),
        ("лютий 2024", "2024-02-01", "2024-02-29"),
        ("лютого 2024 року", "2024-02-01", "2024-02-29"),
        ("june", "2025-06-01", "2025-06-30"), ("May 2023", "2023-05-01", "2023-05-31"),
        ("ноябрь", "2025-11-01", "2025-11-30"), ("минулий місяць", "2026-02-01", "2026-02-28"),
        ("за цей місяць", "2026-03-01", "2026-03-31"), ("last month", "2026-02-01", "2026-02-28"),
        ("торік", "2025-01-01", "2025-12-31"), ("позаторік", "2024-01-01", "2024-12-31"),
        ("last year", "2025-01-01", "2025-12-31"), ("цього року", "2026-01-01", "2026-12-31"),
        ("2024", "2024-01-01", "2024-12-31"), ("в прошлом году", "2025-01-01", "2025-12-31"),
    ])
    func `has a first and a last day`(text: String, first: String, last: String) throws {
        let period = try #require(QuickPeriod(text, today: Self.today))
        #expect(period.first.text == first && period.last.text == last)
    }

    @Test(arguments: [
        "", "last", "кава", "січень лютий", "last cat", "last month 2024", "1899", "2200", "26",
        "січень 24", "грн січень", "місяць", "in", "за",
    ])
    func `is none when a word is left over`(_ text: String) {
        #expect(QuickPeriod(text, today: Self.today) == nil)
    }

    private static let months = [
        "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад "
            + "грудень",
        "january february march april may june july august september october november december",
        "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    ].map { $0.split(separator: " ").map(String.init) }

    @Test func `without its year is the last month of the name that has begun`() throws {
        var dice = Dice(state: 33)
        for _ in 0..<2_000 {
            let today = CalendarDate(daysSince1970: Int32(10_000 + dice.roll(20_000)))
            let month = dice.roll(12)
            let name = Self.months[dice.roll(3)][month]
            let period = try #require(QuickPeriod(name, today: today))
            #expect(period.first.parts.month == month + 1 && period.first.parts.day == 1)
            #expect(period.first <= today && today.daysSince1970 - period.first.daysSince1970 < 366)
            #expect(period.last.adding(days: 1).parts.day == 1)
            let year = period.first.parts.year
            #expect(QuickPeriod("\(name.uppercased()) \(year)", today: today) == period)
        }
    }

    @Test func `that is last ends where this one begins`() throws {
        for number in Int32(10_000)..<12_000 {
            let today = CalendarDate(daysSince1970: number)
            for unit in ["month", "year"] {
                let this = try #require(QuickPeriod("this " + unit, today: today))
                let last = try #require(QuickPeriod("last " + unit, today: today))
                #expect(last.last.adding(days: 1) == this.first)
                #expect(this.first <= today && today <= this.last)
            }
        }
    }
}
