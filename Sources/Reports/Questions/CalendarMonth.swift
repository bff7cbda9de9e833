package import Facts

/// A month of a year, 1900-01…2199-12.
package struct CalendarMonth: Hashable, Comparable, Sendable {
    package let year: Int
    /// 1…12.
    package let month: Int

    package init?(year: Int, month: Int) {
        guard (1900...2199).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    package init(of day: CalendarDate) {
        let parts = day.parts
        year = parts.year
        month = parts.month
    }

    /// Reads `2025-03`, or nil.
    package init?(text: String) {
        guard text.utf8.count == 7, let day = CalendarDate(text: text + "-01") else { return nil }
        self.init(of: day)
    }

    /// 202503, as the ledger keeps totals of months.
    package var number: Int { year * 100 + month }

    /// `2025-03`.
    package var text: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    package var firstDay: CalendarDate { day(1) }
    package var lastDay: CalendarDate { day(CalendarDate.days(inMonth: month, year: year)) }

    package static func < (a: CalendarMonth, b: CalendarMonth) -> Bool {
        (a.year, a.month) < (b.year, b.month)
    }

    private func day(_ number: Int) -> CalendarDate {
        guard let day = CalendarDate(year: year, month: month, day: number) else {
            preconditionFailure("a month knows its own days")
        }
        return day
    }
}
