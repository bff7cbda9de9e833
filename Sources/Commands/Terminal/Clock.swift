import Facts
import Glibc

/// A moment of the machine's clock, in Greenwich time: for records and names of backups. Of money it only says which day is today.
struct Clock {
    let secondsSince1970: Int

    static var now: Clock {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Clock(secondsSince1970: now.tv_sec)
    }

    /// The same time a day earlier.
    var dayAgo: Clock { Clock(secondsSince1970: secondsSince1970 - 86_400) }

    /// `2026-03-14T18:22:05Z`.
    var text: String { "\(day.text)T\(clockText(secondOfDay))Z" }

    /// `20260314T182205Z`: sorts by time and is a plain file name.
    var name: String { text.filter { $0 != "-" && $0 != ":" } }

    /// The day it is where the machine is, as `TZ` says: what people mean by today.
    static var localDay: CalendarDate {
        var seconds = time_t(now.secondsSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil,
            let day = unsafe CalendarDate(
                year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1,
                day: Int(parts.tm_mday))
        else { return now.day }
        return day
    }

    /// `23:12` where the machine is.
    static var localMinute: String {
        var seconds = time_t(now.secondsSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "" }
        return String(clockText(unsafe parts.tm_hour * 3_600 + parts.tm_min * 60).prefix(5))
    }

    private var day: CalendarDate {
        CalendarDate(daysSince1970: Int32(truncatingIfNeeded: secondsSince1970 / 86_400))
    }
    private var secondOfDay: Int32 { Int32(truncatingIfNeeded: secondsSince1970 % 86_400) }
}
