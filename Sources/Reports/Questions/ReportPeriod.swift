package import Facts

/// A day, week, month, quarter or year.
package struct ReportPeriod: Hashable, Comparable, Sendable {
    package enum Step: String, Sendable, CaseIterable {
        case day, week, month, quarter, year

        /// Its periods are whole months.
        package var isOfMonths: Bool { self != .day && self != .week }
    }

    package let step: Step
    package let first: CalendarDate

    /// The period of a day. Weeks begin on Monday.
    package init(_ step: Step, of day: CalendarDate) {
        self.step = step
        let parts = day.parts
        let back: Int32 =
            switch step {
            case .day: 0
            case .week: Int32(day.weekday)
            case .month, .quarter, .year: Int32(parts.day - 1)
            }
        let start = day.adding(days: -back)
        let months =
            switch step {
            case .day, .week, .month: 0
            case .quarter: (parts.month - 1) % 3
            case .year: parts.month - 1
            }
        first = start.adding(months: -months)
    }

    package var last: CalendarDate { next.first.adding(days: -1) }

    package var next: ReportPeriod {
        switch step {
        case .day: ReportPeriod(step, of: first.adding(days: 1))
        case .week: ReportPeriod(step, of: first.adding(days: 7))
        case .month: ReportPeriod(step, of: first.adding(months: 1))
        case .quarter: ReportPeriod(step, of: first.adding(months: 3))
        case .year: ReportPeriod(step, of: first.adding(months: 12))
        }
    }

    /// `2025-03-01`, `2025-W07`, `2025-03`, `2025-Q1`, `2025`.
    package var text: String {
        let (year, month, _) = first.parts
        switch step {
        case .day: return first.text
        case .week:
            // The week belongs to the year of its Thursday.
            let thursday = first.adding(days: 3)
            let year = thursday.parts.year
            let start = CalendarDate(year: year, month: 1, day: 1) ?? thursday
            let number = Int(thursday.daysSince1970 - start.daysSince1970) / 7 + 1
            return "\(year)-W\(number < 10 ? "0" : "")\(number)"
        case .month: return CalendarMonth(of: first).text
        case .quarter: return "\(year)-Q\((month + 2) / 3)"
        case .year: return String(year)
        }
    }

    package static func < (a: ReportPeriod, b: ReportPeriod) -> Bool { a.first < b.first }
}

/// The days of a report, and those it is compared with.
package struct ReportSpan: Sendable, Equatable {
    package let first: CalendarDate
    package let last: CalendarDate

    package init(_ first: CalendarDate, _ last: CalendarDate) {
        self.first = first
        self.last = last
    }

    package enum Comparison: String, Sendable, CaseIterable {
        case previous
        case lastYear = "last-year"
    }

    /// The span that this one is compared with: whole months with as many months, other days with
    /// as many days. Months that are not over yet are compared up to the same number of days, or
    /// with the same days of the year before.
    package func compared(with comparison: Comparison, today: CalendarDate) -> ReportSpan {
        let isFirst = first.parts.day == 1
        // A period that ends today has as much of its last month as there is.
        let end = isFirst && last == today ? last.endOfMonth : last
        let isWhole = isFirst && end == end.endOfMonth
        let months =
            comparison == .lastYear ? 12 : isWhole ? ReportSpan(first, end).months : nil
        let before: ReportSpan
        if let months {
            let last = end.adding(months: -months)
            before = ReportSpan(first.adding(months: -months), isWhole ? last.endOfMonth : last)
        } else {
            let days = end.daysSince1970 - first.daysSince1970
            before = ReportSpan(first.adding(days: -1 - days), first.adding(days: -1))
        }
        guard first <= today, today < end else { return before }
        if comparison == .lastYear {
            // A leap day moves no salary of the 5th: the same days, not as many.
            return ReportSpan(before.first, min(before.last, today.adding(months: -12)))
        }
        let elapsed = today.daysSince1970 - first.daysSince1970
        return ReportSpan(before.first, min(before.last, before.first.adding(days: elapsed)))
    }

    /// Months that it touches.
    package var months: Int {
        let (a, b) = (first.parts, last.parts)
        return (b.year - a.year) * 12 + b.month - a.month + 1
    }
}

extension CalendarDate {
    fileprivate var endOfMonth: CalendarDate { CalendarMonth(of: self).lastDay }

    /// The same day of another month, or that month's last day.
    package func adding(months: Int) -> CalendarDate {
        let (year, month, day) = parts
        let number = year * 12 + month - 1 + months
        let (toYear, toMonth) = (number / 12, number % 12 + 1)
        let days = CalendarDate.days(inMonth: toMonth, year: toYear)
        // Out of the calendar's years the nearest day.
        return CalendarDate(year: toYear, month: toMonth, day: min(day, days)) ?? self
    }
}
