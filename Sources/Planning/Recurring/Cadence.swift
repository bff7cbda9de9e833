import Facts

/// How often a payment comes.
package enum Cadence: String, CaseIterable, Sendable {
    case week
    case twoWeeks = "2 weeks"
    case fourWeeks = "4 weeks"
    case month, quarter
    case halfYear = "half-year"
    case year

    /// The length of those that count days; nil for those that follow the calendar.
    var days: Int? {
        switch self {
        case .week: 7
        case .twoWeeks: 14
        case .fourWeeks: 28
        case .month, .quarter, .halfYear, .year: nil
        }
    }

    /// The length of those that follow the calendar, 1 for the others.
    var months: Int {
        switch self {
        case .week, .twoWeeks, .fourWeeks, .month: 1
        case .quarter: 3
        case .halfYear: 6
        case .year: 12
        }
    }

    /// Rounded to whole days.
    package var daysAbout: Int { days ?? (365 * months + 6) / 12 }

    /// How far from its day a payment may come. Gaps between two payments vary twice as much.
    var reach: Int {
        switch self {
        case .week, .twoWeeks: 1
        case .fourWeeks: 2
        case .month: 4
        case .quarter: 5
        case .halfYear: 6
        case .year: 8
        }
    }

    /// Payments after which a stream is known.
    package var paymentsMin: Int { self == .year ? 2 : 3 }

    /// Slots in a row that may stay empty inside a stream.
    var missesMax: Int {
        switch self {
        case .week: 3
        case .twoWeeks, .fourWeeks, .month: 2
        case .quarter, .halfYear, .year: 1
        }
    }

    /// Days after the expected one until a stream without a payment has ended.
    var graceDays: Int { min(3 * daysAbout / 2, 60) }

    /// Days of 365.2425 a year for one period, over `12 × ofMonth`: a month's share of an amount is
    /// the amount × `share.units` ÷ `share.of`.
    var share: (units: Int64, of: Int64) {
        // 365.2425 ÷ (12 × days) for those that count days.
        if let days { return (3_652_425, Int64(120_000 * days)) }
        return (1, Int64(months))
    }
}

/// Where a payment goes whose day is a Saturday or Sunday.
enum WeekendShift: Sendable {
    case none, before, after
}

/// The days on which a stream is expected: one in each slot, which are numbered.
struct Rhythm: Sendable, Equatable {
    let cadence: Cadence
    /// The day of the month, 1…31, or of those that count days the first day from 1970 on.
    let anchor: Int
    /// The month of a slot, counted from the year 0, modulo the cadence's months.
    let month: Int
    let shift: WeekendShift

    /// The day of a slot, after the weekend's shift; a day that the month does not have is its
    /// last.
    func day(_ slot: Int) -> Int {
        if let days = cadence.days { return anchor + slot * days }
        let index = month + slot * cadence.months
        let (year, month) = (index / 12, index % 12 + 1)
        let last = CalendarDate.days(inMonth: month, year: year)
        let found = CalendarDate(year: year, month: month, day: min(anchor, last))
        guard let found else { return .max / 2 }
        return Self.shifted(Int(found.daysSince1970), shift)
    }

    private static func shifted(_ day: Int, _ shift: WeekendShift) -> Int {
        // 1970-01-01 was a Thursday; Monday is 0.
        let weekday = (day + 3 + 7 * 100_000) % 7
        if weekday < 5 { return day }
        switch shift {
        case .none: return day
        case .before: return day - (weekday - 4)
        case .after: return day + (7 - weekday)
        }
    }

    /// The slot whose day is the nearest; the earlier one of two.
    func slot(near day: Int) -> Int {
        if let days = cadence.days {
            let distance = day - anchor + days / 2 - (days % 2 == 0 ? 1 : 0)
            return distance >= 0 ? distance / days : (distance - days + 1) / days
        }
        let parts = CalendarDate(daysSince1970: Int32(clamping: day)).parts
        let months = parts.year * 12 + parts.month - 1 - month
        let first = months >= 0 ? months / cadence.months : (months + 1) / cadence.months - 1
        var best = first - 1
        for slot in first...(first + 1)
        where abs(self.day(slot) - day) < abs(self.day(best) - day) {
            best = slot
        }
        return best
    }

    /// Days between a payment and the one expected; at most `most`, less than half a month.
    private func distance(of day: PlacedDay, most: Int) -> Int {
        if cadence.days != nil { return min(abs(day.day - self.day(slot(near: day.day))), most) }
        var least = most
        for at in 0..<3 where (day.month - 1 + at - month) % cadence.months == 0 {
            let expected = min(day.starts[at] + anchor - 1, day.starts[at + 1] - 1)
            least = min(least, abs(day.day - Self.shifted(expected, shift)))
        }
        return least
    }

    /// The rhythm of a cadence that fits these days best; nil for none.
    ///
    /// - Complexity: a few hundred comparisons for each day; callers pass the last dozen.
    init?(_ cadence: Cadence, fitting days: ArraySlice<Int>) {
        guard let first = days.first else { return nil }
        let placed = days.map { PlacedDay($0) }
        var best: (cost: Int, rhythm: Rhythm)?
        // Squares, because the middle of early and late payments is wanted; bounded, because one
        // stray payment says nothing.
        func judge(_ rhythm: Rhythm) {
            var cost = 0
            for day in placed {
                let offset = rhythm.distance(of: day, most: cadence.reach + 1)
                cost += offset * offset
                if let best, cost >= best.cost { return }
            }
            best = (cost, rhythm)
        }
        if let length = cadence.days {
            for day in first..<(first + length) {
                judge(Rhythm(cadence, anchor: day % length, month: 0, .none))
            }
            self = best?.rhythm ?? Rhythm(cadence, anchor: first % length, month: 0, .none)
            return
        }
        let months = Set(placed.map { $0.month % cadence.months })
        // A last day of months is preferred to the 30th: from the end.
        let near = (1...31).reversed().filter { anchor in
            anchor == 31 || placed.contains { abs($0.ofMonth - anchor) <= 1 }
        }
        for month in months.sorted() {
            for day in near { judge(Rhythm(cadence, anchor: day, month: month, .none)) }
        }
        guard let plain = best else { return nil }
        for shift in [WeekendShift.after, .before] {
            for change in -2...2 {
                // The weekend before the first of a month is in the month before.
                let day = plain.rhythm.anchor + change
                let months = day < 1 ? cadence.months - 1 : day > 31 ? 1 : 0
                judge(
                    Rhythm(
                        cadence, anchor: (day + 30) % 31 + 1,
                        month: (plain.rhythm.month + months) % cadence.months, shift))
            }
        }
        self = best?.rhythm ?? plain.rhythm
    }

    private init(_ cadence: Cadence, anchor: Int, month: Int, _ shift: WeekendShift) {
        self.cadence = cadence
        self.anchor = anchor
        self.month = month
        self.shift = shift
    }
}

/// A day among the months around it, which are counted from the year 0: a search for rhythms asks
/// for them hundreds of times.
private struct PlacedDay {
    /// Since 1970.
    let day: Int
    let month: Int
    /// 1 for the first.
    let ofMonth: Int
    /// The first days of the month before, of its own, and of the two after it.
    private(set) var starts = SIMD4<Int>()

    init(_ day: Int) {
        self.day = day
        let parts = CalendarDate(daysSince1970: Int32(clamping: day)).parts
        month = parts.year * 12 + parts.month - 1
        ofMonth = parts.day
        for at in starts.indices {
            let (year, number) = (month - 1 + at).quotientAndRemainder(dividingBy: 12)
            let start = CalendarDate(year: year, month: number + 1, day: 1)
            // Nothing is expected outside of the calendar.
            starts[at] = start.map { Int($0.daysSince1970) } ?? (day < 0 ? .min / 2 : .max / 2)
        }
    }
}
