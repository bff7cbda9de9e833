package import Facts

/// Days with texts as a calendar file: RFC 5545, whole-day events, lines of at most 75 bytes.
package struct CalendarFile {
    package struct Event: Sendable {
        /// Stays the same when the calendar is written again.
        package let id: String
        package let day: CalendarDate
        package let summary: String
        package let details: String
        /// Days before, at nine in the morning.
        package let reminders: [Int]

        package init(
            id: String, day: CalendarDate, summary: String, details: String, reminders: [Int]
        ) {
            self.id = id
            self.day = day
            self.summary = summary
            self.details = details
            self.reminders = reminders
        }
    }

    private var text: [UInt8] = []

    /// - Parameter made: the day that the calendar describes; the same for the same question.
    package static func bytes(of events: [Event], made: CalendarDate) -> [UInt8] {
        var file = CalendarFile()
        file.add("BEGIN:VCALENDAR")
        file.add("VERSION:2.0")
        file.add("PRODID:-//kopiyka//upcoming//EN")
        file.add("CALSCALE:GREGORIAN")
        for event in events { file.add(event, made) }
        file.add("END:VCALENDAR")
        return file.text
    }

    private mutating func add(_ event: Event, _ made: CalendarDate) {
        add("BEGIN:VEVENT")
        add("UID:\(event.id)@kopiyka")
        add("DTSTAMP:\(Self.date(made))T000000Z")
        add("DTSTART;VALUE=DATE:\(Self.date(event.day))")
        add("DTEND;VALUE=DATE:\(Self.date(event.day.adding(days: 1)))")
        add("SUMMARY:\(Self.escaped(event.summary))")
        if !event.details.isEmpty { add("DESCRIPTION:\(Self.escaped(event.details))") }
        add("TRANSP:TRANSPARENT")
        for days in event.reminders {
            add("BEGIN:VALARM")
            add("ACTION:DISPLAY")
            add("DESCRIPTION:\(Self.escaped(event.summary))")
            // The event starts at midnight.
            add("TRIGGER:-P\(days - 1)DT15H")
            add("END:VALARM")
        }
        add("END:VEVENT")
    }

    private static func date(_ day: CalendarDate) -> String {
        day.text.filter { $0 != "-" }
    }

    /// RFC 5545 §3.3.11; control characters have no place in a text.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let lineBytesMax = 75

    /// Folds the line between characters (§3.1).
    private mutating func add(_ line: String) {
        var used = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            if used + bytes.count > Self.lineBytesMax {
                text += [0x0D, 0x0A, 0x20]
                used = 1
            }
            text += bytes
            used += bytes.count
        }
        text += [0x0D, 0x0A]
    }
}
