/// A day of the proleptic Gregorian calendar, without time or zone.
///
/// Stored as days since 1970-01-01. A bank's printed day is kept as printed, never converted
/// between time zones.
/// - Source: civil-from-days arithmetic over 400-year eras of 146,097 days.
@usableFromInline package struct CalendarDate: Hashable, Comparable, Sendable, BitwiseCopyable {
    @usableFromInline package let daysSince1970: Int32

    @inlinable package init(daysSince1970: Int32) {
        self.daysSince1970 = daysSince1970
    }

    @inlinable package static func == (a: CalendarDate, b: CalendarDate) -> Bool {
        a.daysSince1970 == b.daysSince1970
    }

    /// The day with these numbers, or nil when there is no such day or the year lies outside
    /// 1900…2199.
    package init?(year: Int, month: Int, day: Int) {
        guard (1900...2199).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, year: year)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = Int32(truncatingIfNeeded: era * 146_097 + dayOfEra - 719_468)
    }

    /// Year, month and day, e.g. (2026, 2, 14).
    package var parts: (year: Int, month: Int, day: Int) {
        let shifted = Int(daysSince1970) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        assert(
            1...12 ~= month && 1...Self.days(inMonth: month, year: year) ~= day, "a day of a month")
        return (year, month, day)
    }

    /// `2026-02-14`.
    package var text: String {
        let (year, month, day) = parts
        return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// Reads `2026-02-14`, or nil.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return nil }
        var numbers = [0, 0, 0]
        for (field, range) in [(0, 0..<4), (1, 5..<7), (2, 8..<10)] {
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[field] = numbers[field] * 10 + Int(byte - 0x30)
            }
        }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// Number of days of a month (1…12).
    package static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    @inlinable package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
        a.daysSince1970 < b.daysSince1970
    }

    package func adding(days: Int32) -> CalendarDate {
        CalendarDate(daysSince1970: daysSince1970 &+ days)
    }

    /// Monday is 0; 1970-01-01 was a Thursday.
    package var weekday: Int { Int((daysSince1970 % 7 + 10) % 7) }

    /// The Monday of its week.
    package var monday: CalendarDate { adding(days: -Int32(weekday)) }
}

/// A day as a bank prints it, with the time of day and the offset from UTC when they are known.
@usableFromInline package struct CivilMoment: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var day: CalendarDate
    /// Seconds since local midnight, 0…86,400 (a leap second is kept), or −1 when only the day is
    /// known.
    @usableFromInline package var second: Int32
    /// Minutes east of UTC, or `unknownOffset`.
    @usableFromInline package var offsetMinutes: Int16

    @inlinable package static var unknownOffset: Int16 { .min }

    @inlinable package init(
        day: CalendarDate, second: Int32 = -1, offsetMinutes: Int16 = CivilMoment.unknownOffset
    ) {
        self.day = day
        self.second = second
        self.offsetMinutes = offsetMinutes
    }

    @inlinable package var hasTime: Bool { second >= 0 }
    @inlinable package var hasOffset: Bool { offsetMinutes != Self.unknownOffset }
}
