import Facts

/// How often a payment comes.
package enum Cadence: String, CaseIterable, Sendable {
    case week
    case twoWeeks = "2 weeks"
    case threeWeeks = "3 weeks"
    case fourWeeks = "4 weeks"
    /// As plans of mobile phones.
    case thirtyDays = "30 days"
    case month
    case twoMonths = "2 months"
    case quarter
    case fourMonths = "4 months"
    case halfYear = "half-year"
    case year

    /// The length of those that count days; nil for those that follow the calendar.
    var days: Int? {
        switch self {
        case .week: 7
        case .twoWeeks: 14
        case .threeWeeks: 21
        case .fourWeeks: 28
        case .thirtyDays: 30
        case .month, .twoMonths, .quarter, .fourMonths, .halfYear, .year: nil
        }
    }

    /// The length of those that follow the calendar, 1 for the others.
    var months: Int {
        switch self {
        case .week, .twoWeeks, .threeWeeks, .fourWeeks, .thirtyDays, .month: 1
        case .twoMonths: 2
        case .quarter: 3
        case .fourMonths: 4
        case .halfYear: 6
        case .year: 12
        }
    }

    /// Rounded to whole days.
    package var daysAbout: Int { days ?? (365 * months + 6) / 12 }

    /// How far from its day a payment may come. Gaps between two payments vary twice as much.
    var reach: Int {
        switch self {
        case .week, .twoWeeks, .thirtyDays: 1
        case .threeWeeks, .fourWeeks: 2
        case .month: 4
        case .twoMonths, .quarter, .fourMonths: 5
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
        case .twoWeeks, .threeWeeks, .fourWeeks, .thirtyDays, .month: 2
        case .twoMonths, .quarter, .fourMonths, .halfYear, .year: 1
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
enum WeekendShift: Int, Sendable {
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
    /// The weekday instead of the day of the month, as the last Friday.
    var weekday: WeekdayOfMonth?

    /// The day of a slot, after the weekend's shift; a day that the month does not have is its
    /// last.
    func day(_ slot: Int) -> Int {
        if let days = cadence.days { return anchor + slot * days }
        if let weekday { return weekday.day(inMonth: month + slot * cadence.months) }
        let index = month + slot * cadence.months
        let (year, month) = (index / 12, index % 12 + 1)
        let last = CalendarDate.days(inMonth: month, year: year)
        let found = CalendarDate(year: year, month: month, day: min(anchor, last))
        guard let found else { return .max / 2 }
        return Self.shifted(Int(found.daysSince1970), shift)
    }

    private static func shifted(_ day: Int, _ shift: WeekendShift) -> Int {
        let weekday = WorkingDays.weekday(of: day)
        if weekday < 5 { return day }
        switch shift {
        case .none: return day
        case .before: return day - (weekday - 4)
        case .after: return day + (7 - weekday)
        }
    }

    /// The slot whose day is the nearest; the earlier one of two.
    func slot(near day: Int) -> Int { nearest(to: day).slot }

    /// The same, and how many days the slot's day is away.
    func nearest(to day: Int) -> (slot: Int, offset: Int) {
        if let days = cadence.days {
            let distance = day - anchor + days / 2 - (days % 2 == 0 ? 1 : 0)
            let slot = distance >= 0 ? distance / days : (distance - days + 1) / days
            return (slot, abs(day - self.day(slot)))
        }
        let parts = CalendarDate(daysSince1970: Int32(clamping: day)).parts
        let months = parts.year * 12 + parts.month - 1 - month
        let first = months >= 0 ? months / cadence.months : (months + 1) / cadence.months - 1
        let offset = abs(self.day(first) - day)
        // The days of two slots are never less than 24 apart, with the weekends' shifts.
        if offset < 12 { return (first, offset) }
        var best = (slot: first - 1, offset: abs(self.day(first - 1) - day))
        if offset < best.offset { best = (first, offset) }
        let after = abs(self.day(first + 1) - day)
        return after < best.offset ? (first + 1, after) : best
    }

    /// The rhythm of a cadence that fits these days best; nil for none.
    init?(_ cadence: Cadence, fitting days: ArraySlice<Int>) {
        self.init(cadence, fitting: days.map { PlacedDay($0) })
    }

    /// - Complexity: a dozen steps for each day, and ten more where weekends may shift them.
    init?(_ cadence: Cadence, fitting placed: [PlacedDay]) {
        guard let first = placed.first else { return nil }
        if let length = cadence.days {
            self.init(cadence, every: length, from: first.day, fitting: placed)
            return
        }
        guard let plain = Self.plain(cadence, fitting: placed) else { return nil }
        var best = plain
        for shift in [WeekendShift.after, .before] {
            for change in -2...2 {
                // Nothing fits better.
                if best.cost == 0 { break }
                // The weekend before the first of a month is in the month before.
                let day = plain.rhythm.anchor + change
                let months = day < 1 ? cadence.months - 1 : day > 31 ? 1 : 0
                let rhythm = Rhythm(
                    cadence, anchor: (day + 30) % 31 + 1,
                    month: (plain.rhythm.month + months) % cadence.months, shift)
                if let cost = rhythm.cost(of: placed, below: best.cost) { best = (cost, rhythm) }
            }
        }
        self = best.rhythm
        if cadence == .month, best.cost > 0 { weekday = WeekdayOfMonth(of: placed) }
    }

    // MARK: Costs

    // The cost of a rhythm is the sum of the squares of distances, because the middle of early and
    // late payments is wanted; bounded, because one stray payment says nothing.

    /// The cost of a day that is on no expected one.
    private static func costMost(_ cadence: Cadence) -> Int {
        (cadence.reach + 1) * (cadence.reach + 1)
    }

    /// The best of those that count days; of equal ones, the first from a day on.
    private init(
        _ cadence: Cadence, every length: Int, from first: Int, fitting placed: [PlacedDay]
    ) {
        let most = Self.costMost(cadence)
        var gains = InlineArray<30, Int>(repeating: 0)
        for day in placed {
            for offset in -cadence.reach...cadence.reach {
                gains[Self.phase(day.day + offset, length)] += most - offset * offset
            }
        }
        var best = first
        for day in first..<(first + length)
        where gains[Self.phase(day, length)] > gains[Self.phase(best, length)] {
            best = day
        }
        self.init(cadence, anchor: best % length, month: 0, .none)
    }

    private static func phase(_ day: Int, _ length: Int) -> Int {
        let rest = day % length
        return rest < 0 ? rest + length : rest
    }

    /// The best of those that follow the calendar, without shifts; of equal ones that of the
    /// earliest month, and of its days the last.
    private static func plain(
        _ cadence: Cadence, fitting placed: [PlacedDay]
    ) -> (cost: Int, rhythm: Rhythm)? {
        let (most, cycle) = (costMost(cadence), cadence.months)
        var months: UInt16 = 0
        // A last day of months is preferred to the 30th: from the end.
        var near: UInt32 = 1 << 31
        for day in placed {
            months |= 1 << UInt16(truncatingIfNeeded: day.month % cycle)
            near |= 7 << UInt32(truncatingIfNeeded: day.ofMonth - 1)
        }
        var best: (cost: Int, rhythm: Rhythm)?
        for month in 0..<cycle where months & (1 << UInt16(truncatingIfNeeded: month)) != 0 {
            // By day of the month: what is less than the most.
            var gains = InlineArray<32, Int>(repeating: 0)
            for day in placed { day.add(to: &gains, cadence, month: month, most) }
            for anchor in (1...31).reversed() where near & (1 << UInt32(anchor)) != 0 {
                let cost = most * placed.count - gains[anchor]
                if let best, cost >= best.cost { continue }
                best = (cost, Rhythm(cadence, anchor: anchor, month: month, .none))
            }
        }
        return best
    }

    /// The cost of one that follows the calendar; nil if it is not below a bound.
    private func cost(of placed: [PlacedDay], below bound: Int) -> Int? {
        let most = cadence.reach + 1
        let cycle = cadence.months
        var cost = 0
        for day in placed {
            var least = most
            for at in 0..<3 where cycle == 1 || (day.month - 1 + at - month) % cycle == 0 {
                let expected = min(day.starts[at] + anchor - 1, day.starts[at + 1] - 1)
                // A weekend shifts by two days.
                if abs(day.day - expected) > most + 2 { continue }
                least = min(least, abs(day.day - Self.shifted(expected, shift)))
            }
            cost += least * least
            if cost >= bound { return nil }
        }
        return cost
    }

    init(_ cadence: Cadence, anchor: Int, month: Int, _ shift: WeekendShift) {
        self.cadence = cadence
        self.anchor = anchor
        self.month = month
        self.shift = shift
    }
}

/// A weekday of each month: its first to fourth, or its last.
struct WeekdayOfMonth: Sendable, Equatable {
    /// Monday is 0.
    let weekday: Int
    /// From 1; nil for the last.
    let number: Int?

    init(weekday: Int, number: Int?) {
        self.weekday = weekday
        self.number = number
    }

    /// The one that payments came on; nil for none.
    ///
    /// Payments on a day of the month are on one weekday by chance once in many hundreds.
    init?(of placed: [PlacedDay]) {
        guard placed.count >= Self.paymentsMin, let first = placed.first else { return nil }
        let weekday = WorkingDays.weekday(of: first.day)
        guard placed.allSatisfy({ WorkingDays.weekday(of: $0.day) == weekday }) else { return nil }
        let number = (first.ofMonth - 1) / 7 + 1
        let isLast = placed.allSatisfy { $0.day + 7 >= $0.starts[2] }
        let isNumbered = placed.allSatisfy { ($0.ofMonth - 1) / 7 + 1 == number }
        guard isLast || isNumbered && number < 5 else { return nil }
        self.weekday = weekday
        self.number = isLast ? nil : number
    }

    private static let paymentsMin = 4

    /// - Parameter index: counted from the year 0.
    func day(inMonth index: Int) -> Int {
        let (year, month) = (index / 12, index % 12 + 1)
        let last = CalendarDate.days(inMonth: month, year: year)
        // Seven days, of which one is the weekday.
        let from = number.map { 7 * ($0 - 1) + 1 } ?? last - 6
        let start = CalendarDate(year: year, month: month, day: from)
        guard let start else { return .max / 2 }
        let day = Int(start.daysSince1970)
        return day + (weekday - WorkingDays.weekday(of: day) + 7) % 7
    }
}

/// A day among the months around it, which are counted from the year 0: a search for rhythms asks
/// for them hundreds of times.
struct PlacedDay {
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
    /// Adds to each day of a month how much less than `most` this day costs a rhythm there.
    ///
    /// One expected day at most is within reach, as months are longer than twice the reach.
    func add(
        to gains: inout InlineArray<32, Int>, _ cadence: Cadence, month first: Int, _ most: Int
    ) {
        let reach = cadence.reach
        for at in 0..<3
        where cadence.months == 1 || (month - 1 + at - first) % cadence.months == 0 {
            let place = day - starts[at] + 1
            if place < 1 - reach || place > 31 + reach { continue }
            let length = starts[at + 1] - starts[at]
            // Days that the month does not have are its last.
            let last = place + reach >= length ? 31 : min(place + reach, 31)
            for anchor in max(1, place - reach)...last {
                let offset = place - min(anchor, length)
                if abs(offset) <= reach { gains[anchor] += most - offset * offset }
            }
        }
    }
}
