package import Facts
package import Reports

/// How often a budget begins anew. Its periods tile the calendar: each day is in exactly one.
package enum BudgetInterval: Hashable, Sendable {
    /// From Monday.
    case week
    /// From this day of the month, 1…31; in a shorter month from its last day.
    case month(from: Int)
    /// From 1 January.
    case year
    /// So many days, counted from a day on in both directions.
    case days(Int32, from: CalendarDate)

    /// No budget is of more days: a hundred years.
    package static let daysMax: Int32 = 36_525

    package func period(of day: CalendarDate) -> ReportSpan {
        switch self {
        case .week: return Self.steps(of: 7, through: day, from: Self.monday)
        case .days(let count, let first):
            return Self.steps(of: max(1, count), through: day, from: first)
        case .month(let from):
            let first = day.firstOfMonth
            let start = first.start(from)
            if day < start {
                return ReportSpan(first.adding(days: -1).firstOfMonth.start(from), start.before)
            }
            return ReportSpan(start, first.nextMonth.start(from).before)
        case .year:
            var first = day.firstOfMonth
            while first.parts.month > 1 { first = first.before.firstOfMonth }
            var next = day.firstOfMonth.nextMonth
            while next.parts.month > 1 { next = next.nextMonth }
            return ReportSpan(first, next.before)
        }
    }

    package func period(after period: ReportSpan) -> ReportSpan {
        self.period(of: period.last.adding(days: 1))
    }

    private static let monday = CalendarDate(daysSince1970: 4)

    private static func steps(
        of count: Int32, through day: CalendarDate, from first: CalendarDate
    ) -> ReportSpan {
        let distance = Int(day.daysSince1970) - Int(first.daysSince1970)
        let rest = (distance % Int(count) + Int(count)) % Int(count)
        let start = day.adding(days: -Int32(rest))
        return ReportSpan(start, start.adding(days: count - 1))
    }
}

extension CalendarDate {
    fileprivate var before: CalendarDate { adding(days: -1) }
    fileprivate var firstOfMonth: CalendarDate { adding(days: 1 - Int32(parts.day)) }

    /// The first of the month after, from the first of a month.
    fileprivate var nextMonth: CalendarDate { adding(days: Int32(daysOfMonth)) }

    /// The day of this number after the first of a month, or that month's last.
    fileprivate func start(_ number: Int) -> CalendarDate {
        adding(days: Int32(min(max(number, 1), daysOfMonth) - 1))
    }

    private var daysOfMonth: Int {
        let (year, month, _) = parts
        return CalendarDate.days(inMonth: month, year: year)
    }
}

extension ReportSpan {
    /// Days of the span up to a day, itself included.
    package func daysElapsed(_ asOf: CalendarDate) -> Int {
        max(0, ReportSpan(first, min(asOf, last)).days)
    }

    package var days: Int { Int(last.daysSince1970) - Int(first.daysSince1970) + 1 }

    package func contains(_ day: CalendarDate) -> Bool { first <= day && day <= last }
}
