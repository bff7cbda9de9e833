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
        ("2024", "2024-01-01", "2024-12-31"), ("2026-02", "2026-02-01", "2026-02-28"),
        ("2023-1", "2023-01-01", "2023-01-31"), ("01.2023", "2023-01-01", "2023-01-31"),
        ("15.01.2023", "2023-01-15", "2023-01-15"), ("2023-01-15", "2023-01-15", "2023-01-15"),
        ("вчора", "2026-03-13", "2026-03-13"), ("14 лютого", "2026-02-14", "2026-02-14"),
        ("2026-Q1", "2026-01-01", "2026-03-31"), ("2025-q4", "2025-10-01", "2025-12-31"),
        ("2026-W01", "2025-12-29", "2026-01-04"), ("2026-W53", "2026-12-28", "2027-01-03"),
        ("цей тиждень", "2026-03-09", "2026-03-15"), ("last week", "2026-03-02", "2026-03-08"),
        ("в прошлом году", "2025-01-01", "2025-12-31"),
        ("last 3 months", "2026-01-01", "2026-03-14"), ("past 30 days", "2026-02-13", "2026-03-14"),
        ("останні 3 місяці", "2026-01-01", "2026-03-14"),
        ("за останні три місяці", "2026-01-01", "2026-03-14"),
        ("last two weeks", "2026-03-02", "2026-03-14"),
        ("минулі 2 роки", "2025-01-01", "2026-03-14"),
        ("последние 7 дней", "2026-03-08", "2026-03-14"),
        ("last 2 quarters", "2025-10-01", "2026-03-14"),
        ("this quarter", "2026-01-01", "2026-03-31"),
        ("минулий квартал", "2025-10-01", "2025-12-31"), ("January", "2026-01-01", "2026-01-31"),
        ("січень 2026", "2026-01-01", "2026-01-31"), ("this year", "2026-01-01", "2026-12-31"),
    ])
    func `has a first and a last day`(text: String, first: String, last: String) throws {
        let period = try #require(QuickPeriod(text, today: Self.today))
        #expect(period.first.text == first && period.last.text == last)
    }

    @Test(arguments: [
        "", "last", "кава", "січень лютий", "last cat", "last month 2024", "1899", "2200", "26",
        "січень 24", "2025-W53", "2026-W00", "2026-Q5", "2026-13", "13.2026", "31.02.2026",
        "15.01.26", "15/01/2026", "01.2026.", "14.03 кава", "last weekend", "грн січень", "місяць",
        "in", "за", "last 0 months", "last 3", "last 3 cats", "3 months", "останні місяці",
        "last 3 months кава",
    ])
    func `is none when a word is left over`(_ text: String) {
        #expect(QuickPeriod(text, today: Self.today) == nil)
    }

    @Test(arguments: [
        ("1d", "2026-03-14"), ("30d", "2026-02-13"), ("90 днів", "2025-12-15"),
        ("1w", "2026-03-09"), ("2 тижні", "2026-03-02"), ("1m", "2026-03-01"),
        ("3m", "2026-01-01"), ("3 місяці", "2026-01-01"), ("4м", "2025-12-01"),
        ("12 months", "2025-04-01"), ("1y", "2026-01-01"), ("2 роки", "2025-01-01"),
    ])
    func `that counts back ends today`(text: String, first: String) throws {
        let period = try #require(QuickPeriod(last: text, today: Self.today))
        #expect(period.first.text == first && period.last == Self.today)
    }

    @Test(arguments: ["", "3", "m", "0m", "-1m", "3x", "1000m", "3 m x", "three months"])
    func `that counts back needs a number and a unit`(text: String) {
        #expect(QuickPeriod(last: text, today: Self.today) == nil)
    }

    @Test(arguments: [
        "2026-13", "2026-00", "2026-Q7", "2026-W54", "31.02.2026", "13.2026", "2026-02-30",
        "last 3 monts", "last 0 months", "last month 2024", "останні 3 місці",
        "за останні 3 місіці",
        "last months year",
    ])
    func `that is none is known by its form`(_ text: String) {
        #expect(QuickPeriod.isMeant(text, today: Self.today))
    }

    @Test(arguments: [
        "2026-01", "last 3 months", "січень", "кава", "кава минулого місяця", "2026", "12.30",
        "1234-56", "last cat", "the last 3", "192.168.2026.1", "2026-1234567", "A-2026-13", "цей",
        "last minute", "this 5", "",
    ])
    func `or a word is not taken for a wrong one`(_ text: String) {
        #expect(!QuickPeriod.isMeant(text, today: Self.today))
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
            for unit in ["week", "month", "quarter", "year"] {
                let this = try #require(QuickPeriod("this " + unit, today: today))
                let last = try #require(QuickPeriod("last " + unit, today: today))
                #expect(last.last.adding(days: 1) == this.first)
                #expect(this.first <= today && today <= this.last)
            }
        }
    }
}
