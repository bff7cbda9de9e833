import Facts

/// Days on which banks book. Of holidays only those are known that nearly all countries have.
enum WorkingDays {
    /// Monday is 0; 1970-01-01 was a Thursday.
    static func weekday(of day: Int) -> Int { (day + 3 + 7 * 100_000) % 7 }

    static func isWeekend(_ day: Int) -> Bool { weekday(of: day) > 4 }

    /// The day itself, or the next one on which banks book.
    static func first(from day: Int) -> Int {
        var day = day
        while isWeekend(day) || isHoliday(day) { day += 1 }
        return day
    }

    /// New Year and Christmas.
    private static func isHoliday(_ day: Int) -> Bool {
        let parts = CalendarDate(daysSince1970: Int32(clamping: day)).parts
        return (parts.month, parts.day) == (1, 1)
            || parts.month == 12 && (25...26).contains(parts.day)
    }
}
