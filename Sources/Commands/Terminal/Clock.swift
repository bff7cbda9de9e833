import Facts
import Glibc
import Scanning

/// A moment of the machine's clock, in UTC: for records and names of backups. For money it only
/// gives today's date.
struct Clock {
    let secondsSince1970: Int

    static var now: Clock {
        Clock(secondsSince1970: System.secondsSince1970)
    }

    /// The same time a day earlier.
    var dayAgo: Clock { Clock(secondsSince1970: secondsSince1970 - 86_400) }

    /// `2026-03-14T18:22:05Z`.
    var text: String { "\(day.text)T\(clockText(secondOfDay))Z" }

    /// `20260314T182205Z`: sorts by time and is a plain file name.
    var name: String { text.filter { $0 != "-" && $0 != ":" } }

    /// The local date (see `TZ`), which people mean by today.
    static var localDay: CalendarDate {
        let now = now
        return System.localTime(now.secondsSince1970).flatMap { time in
            CalendarDate(year: time.year, month: time.month, day: time.day)
        } ?? now.day
    }

    /// Local time, `23:12`.
    static var localMinute: String {
        System.localTime(now.secondsSince1970).map { time in
            String(clockText(time.hour * 3_600 + time.minute * 60).prefix(5))
        } ?? ""
    }

    /// A stored moment, `2026-03-14T18:22:05Z`, in local time and the language's style; other texts
    /// as they are.
    static func localText(of text: String, in language: Language) -> String {
        guard text.utf8.count == 20, text.hasSuffix("Z"),
            let day = CalendarDate(text: String(text.prefix(10))),
            let hour = Int(text.dropFirst(11).prefix(2)),
            let minute = Int(text.dropFirst(14).prefix(2)),
            let time = System.localTime(
                Int(day.daysSince1970) * 86_400 + hour * 3_600 + minute * 60),
            let date = CalendarDate(year: time.year, month: time.month, day: time.day)
        else { return text }
        let clock = clockText(time.hour * 3_600 + time.minute * 60).prefix(5)
        return peopleText(of: date, in: language) + " " + clock
    }

    private var day: CalendarDate {
        CalendarDate(daysSince1970: Int32(truncatingIfNeeded: secondsSince1970 / 86_400))
    }
    private var secondOfDay: Int32 { Int32(truncatingIfNeeded: secondsSince1970 % 86_400) }
}
