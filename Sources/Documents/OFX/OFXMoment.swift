import Facts
import Reading

/// OFX dates and times: `20260214`, `20260214183000.000[+2:EET]`.
///
/// The digits are the bank's local day; the zone is kept and never shifts it.
/// - Source: OFX 2.1.1, 3.2.8. Also seen: all zeros, missing minutes or seconds, wrong zone names,
///   `Z`, ISO 8601, a blank or `T` before the time, `+0200` or a zone's name after it.
enum OFXMoment: Equatable {
    /// Blank or all zeros.
    case absent
    case moment(CivilMoment)
    case notADay
    case notATime

    init(_ text: Span<UInt8>) {
        if let plain = Self.plain(text) {
            self = plain
            return
        }
        var digits = 0
        var onlyZeros = true
        while digits < text.count, let digit = Self.digit(text[digits]) {
            if digit != 0 { onlyZeros = false }
            digits += 1
        }
        if onlyZeros, digits == text.count {
            self = .absent
            return
        }
        if digits == 4, text.count >= 10, text[4] == 0x2D {
            self = Self.dashed(text)
            return
        }
        guard digits >= 8,
            let day = CalendarDate(
                year: Self.number(text, 0, 4), month: Self.number(text, 4, 2),
                day: Self.number(text, 6, 2))
        else {
            self = .notADay
            return
        }
        guard let (second, clockEnd) = Self.clock(text, digits: digits) else {
            self = .notATime
            return
        }
        var index = clockEnd
        if index < text.count, text[index] == 0x2E {
            index += 1
            while index < text.count, Self.digit(text[index]) != nil { index += 1 }
        }
        while index < text.count, text[index] == 0x20 { index += 1 }
        var offset = CivilMoment.unknownOffset
        if index + 1 == text.count, text[index] == UInt8(ascii: "Z") {
            offset = 0
        } else if index < text.count {
            switch text[index] {
            case 0x5B: offset = Self.offset(text, from: index + 1)
            case 0x2B, 0x2D: offset = Self.offset(text, from: index)
            default:
                guard Self.isZoneName(text, from: index) else {
                    self = .notATime
                    return
                }
            }
        }
        // Banks print midnight if they know only the day.
        if second <= 0 {
            self = .moment(CivilMoment(day: day))
        } else {
            self = .moment(CivilMoment(day: day, second: second, offsetMinutes: offset))
        }
    }

    /// The fast path for `20260214183000`, with or without `[+2:EET]`; nil leaves the text to the
    /// general parser.
    private static func plain(_ text: Span<UInt8>) -> OFXMoment? {
        guard text.count >= 14, text.count == 14 || text[14] == 0x5B,
            let date = DigitWord.eight(of: text, at: 0),
            let time = DigitWord.eight(of: text, at: 6).map({ $0 % 1_000_000 }),
            let day = CalendarDate(
                year: date / 10_000, month: date / 100 % 100, day: date % 100)
        else { return nil }
        let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
        guard hour <= 23, minute <= 59, second <= 60 else { return nil }
        let total = Int32(truncatingIfNeeded: hour * 3_600 + minute * 60 + second)
        if total == 0 { return .moment(CivilMoment(day: day)) }
        let offset =
            text.count == 14 ? CivilMoment.unknownOffset : offset(text, from: 15)
        return .moment(CivilMoment(day: day, second: total, offsetMinutes: offset))
    }

    /// `2026-02-14T18:30:00Z`.
    private static func dashed(_ text: Span<UInt8>) -> OFXMoment {
        var hint = 0
        do throws(DateProblem) {
            let moment = try DateText.parse(text, formats: DateFormat.iso, hint: &hint)
            return .moment(moment.second <= 0 ? CivilMoment(day: moment.day) : moment)
        } catch {
            return error == .notATime ? .notATime : .notADay
        }
    }

    /// Seconds since midnight of the time after the day, and its end: `183000`, or after a blank or
    /// `T` also `18:30:00`. Nil if it is no time.
    private static func clock(_ text: Span<UInt8>, digits: Int) -> (second: Int32, end: Int)? {
        let isApart =
            digits == 8 && text.count > 9 && [0x20, 0x54].contains(text[8])
            && digit(text[9]) != nil
        guard isApart else { return second(text, digits: digits).map { ($0, digits) } }
        var joined = Array(text.extracting(0..<8))
        var end = 9
        while end < text.count, text[end] == 0x3A || digit(text[end]) != nil {
            if text[end] != 0x3A { joined.append(text[end]) }
            end += 1
        }
        return second(joined.span, digits: joined.count).map { ($0, end) }
    }

    /// `EST`: a name gives no offset.
    private static func isZoneName(_ text: Span<UInt8>, from start: Int) -> Bool {
        guard (2...5).contains(text.count - start) else { return false }
        for index in start..<text.count where !(0x41...0x5A).contains(text[index]) { return false }
        return true
    }

    /// Seconds since midnight of the digits after the day, −1 if there are none, nil if they are no
    /// time.
    private static func second(_ text: Span<UInt8>, digits: Int) -> Int32? {
        switch digits {
        case 8: return -1
        case 10, 12, 14:
            let hour = number(text, 8, 2)
            let minute = digits >= 12 ? number(text, 10, 2) : 0
            let second = digits == 14 ? number(text, 12, 2) : 0
            guard hour <= 23, minute <= 59, second <= 60 else { return nil }
            return Int32(truncatingIfNeeded: hour * 3_600 + minute * 60 + second)
        default: return nil
        }
    }

    /// Minutes east of UTC in `+3:MSK]`, `-3.5]`, `5:30:IST]`; unknown without hours.
    private static func offset(_ text: Span<UInt8>, from start: Int) -> Int16 {
        var index = start
        var negative = false
        if index < text.count, text[index] == 0x2D || text[index] == 0x2B {
            negative = text[index] == 0x2D
            index += 1
        }
        var hours = 0
        var digits = 0
        while index < text.count, digits < 2, let digit = digit(text[index]) {
            hours = hours * 10 + digit
            digits += 1
            index += 1
        }
        guard digits > 0, hours <= 14 else { return CivilMoment.unknownOffset }
        var minutes = hours * 60
        if digits == 2, index + 1 < text.count, let tens = digit(text[index]), tens < 6,
            let ones = digit(text[index + 1])
        {
            minutes += tens * 10 + ones
        } else if index + 1 < text.count, let tens = digit(text[index + 1]) {
            let ones = index + 2 < text.count ? digit(text[index + 2]) : nil
            if text[index] == 0x2E {
                minutes += (tens * 10 + (ones ?? 0)) * 60 / 100
            } else if text[index] == 0x3A, tens < 6, let ones {
                minutes += tens * 10 + ones
            }
        }
        return Int16(truncatingIfNeeded: negative ? -minutes : minutes)
    }

    /// The number of `count` digits, already validated.
    private static func number(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int {
        var value = 0
        for index in start..<(start + count) { value = value * 10 + Int(text[index] &- 0x30) }
        return value
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = byte &- 0x30
        return digit < 10 ? Int(digit) : nil
    }
}
