import Facts
import Reading

/// A QIF date before its order is known: three parts separated by `/ - . '` or blanks.
///
/// - Source: the QIF description of Quicken 98 (`6/ 1/94`, `1/ 5' 0`); orders and marks of other
///   programs: the format notes, §14.
struct QIFDay {
    /// The order of the parts.
    enum Order: String {
        case yearMonthDay = "ymd"
        case yearDayMonth = "ydm"
        case dayMonthYear = "dmy"
        case monthDayYear = "mdy"
    }

    enum Shape {
        /// The first part can only be a year.
        case yearFirst
        /// The last part has four digits.
        case yearLast
        /// All parts have one or two digits.
        case short
        /// The month is a word: nothing is ambiguous.
        case named
    }

    private(set) var shape = Shape.short
    /// An apostrophe before the last part: its year is 2000 or later.
    private(set) var hasApostrophe = false
    /// Points between the parts: by custom day first.
    private(set) var hasPoints = true
    private(set) var numbers = [0, 0, 0]
    private var digits = [0, 0, 0]
    private var namedMonth: Int?
    /// Seconds since midnight, −1 without a time.
    private var second: Int32 = -1

    /// Nil if the text does not have three parts.
    init?(_ text: Span<UInt8>) {
        var at = 0
        if let day = Self.compact(text) {
            (numbers, digits) = (day, [4, 2, 2])
            shape = .yearFirst
            return
        }
        for part in 0..<3 {
            Self.skipBlanks(text, &at)
            if part > 0 {
                let mark = at < text.count ? text[at] : 0
                switch mark {
                case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: ","),
                    UInt8(ascii: "."):
                    at += 1
                    hasApostrophe = mark == UInt8(ascii: "'") && part == 2
                    if mark != UInt8(ascii: ".") { hasPoints = false }
                default:
                    // Only a word may be separated by just blanks.
                    guard namedMonth != nil || Self.isLetter(mark) else { return nil }
                    hasPoints = false
                }
                Self.skipBlanks(text, &at)
            }
            guard readPart(text, part, &at) else { return nil }
        }
        if at < text.count {
            guard text[at] == 0x20 || text[at] == UInt8(ascii: "T"),
                let time = try? DateText.parseTime(text.extracting((at + 1)...))
            else { return nil }
            second = time
        }
        if namedMonth != nil {
            shape = .named
        } else if digits[0] == 4 || digits[0] <= 2 && numbers[0] > 31 {
            shape = .yearFirst
        } else {
            shape = digits[2] == 4 ? .yearLast : .short
        }
    }

    /// The day in this order, nil if it is invalid.
    func moment(_ order: Order) -> CivilMoment? {
        let day: CalendarDate?
        switch order {
        case .yearMonthDay: day = date(0, 1, 2)
        case .yearDayMonth: day = date(0, 2, 1)
        case .dayMonthYear: day = date(2, 1, 0)
        case .monthDayYear: day = date(2, 0, 1)
        }
        return day.map { CivilMoment(day: $0, second: second) }
    }

    /// The day whose month is a word: `12-Jan-24`, `Jan 12, 2024`, `2024 Jan 12`.
    var namedMoment: CivilMoment? {
        guard let part = namedMonth else { return nil }
        return moment(
            part == 0 ? .monthDayYear : digits[0] == 4 ? .yearMonthDay : .dayMonthYear)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate? {
        guard digits[month] <= 2, digits[day] <= 2, digits[year] == 4 || digits[year] <= 2 else {
            return nil
        }
        var whole = numbers[year]
        // Quicken is from 1983: earlier years are of this century.
        if digits[year] <= 2 { whole += hasApostrophe || whole < 80 ? 2000 : 1900 }
        return CalendarDate(year: whole, month: numbers[month], day: numbers[day])
    }

    private mutating func readPart(_ text: Span<UInt8>, _ part: Int, _ at: inout Int) -> Bool {
        let start = at
        while at < text.count, text[at] &- 0x30 < 10, at - start < 5 {
            numbers[part] = numbers[part] * 10 + Int(text[at] - 0x30)
            at += 1
        }
        digits[part] = at - start
        if digits[part] > 0 { return digits[part] <= 4 }
        guard namedMonth == nil, part < 2, let month = Self.monthName(text, &at) else {
            return false
        }
        namedMonth = part
        numbers[part] = month
        return true
    }

    /// `20240125`.
    private static func compact(_ text: Span<UInt8>) -> [Int]? {
        guard text.count == 8 else { return nil }
        var value = 0
        for index in text.indices {
            guard text[index] &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
        }
        let parts = [value / 10_000, value / 100 % 100, value % 100]
        guard CalendarDate(year: parts[0], month: parts[1], day: parts[2]) != nil else {
            return nil
        }
        return parts
    }

    private static func monthName(_ text: Span<UInt8>, _ at: inout Int) -> Int? {
        guard at + 3 <= text.count else { return nil }
        var key: UInt32 = 0
        for offset in 0..<3 { key = key << 8 | UInt32(text[at + offset] | 0x20) }
        guard let found = months.firstIndex(of: key) else { return nil }
        while at < text.count, isLetter(text[at]) { at += 1 }
        return found + 1
    }

    private static let months: [UInt32] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func skipBlanks(_ text: Span<UInt8>, _ at: inout Int) {
        while at < text.count, text[at] == 0x20 || text[at] == 0x09 { at += 1 }
    }
}
