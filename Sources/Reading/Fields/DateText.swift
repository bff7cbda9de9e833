package import Facts

/// Why a field is no day or time.
package enum DateProblem: Error, Sendable, Equatable {
    case empty, notADay, notATime
}

/// A bank's date format, `dd.mm.yyyy HH:MM:SS`, compiled once and applied to bytes without
/// allocation.
///
/// Words of a pattern: `dd mm yyyy` (day and month take one or two digits unless a digit follows),
/// `yy` (2000–2099, only if a layout has it), `serial` alone (a spreadsheet's day number, `46058`;
/// `serial1904` counts from 1904-01-01),
/// `Mon` (a month's name or abbreviation, `MonthNames`), `HH h` (hour), `MM SS` (minute, second; a
/// fraction of a second is parsed and dropped), `AM` (AM or PM), `Z` (`Z`, `+03:00`, `+0300`,
/// `+03`, `EET`); any other character is literal.
package struct DateFormat: Sendable, Hashable {
    package enum Token: Sendable, Hashable {
        /// With the fewest digits: two beside another number, as in `yyyymmdd`.
        case day(least: Int), month(least: Int), hour(least: Int)
        case monthName, year4, year2, minute, second, half, offset
        case literal(UInt8)
        /// A spreadsheet's day number, with a fraction for the time.
        case serial, serialFrom1904
    }

    package let pattern: String
    package let tokens: [Token]
    /// Whether the pattern has a time of day.
    package let hasTime: Bool
    /// The fast path for most texts, if the pattern has one.
    package let places: DatePlaces?

    /// Nil if the pattern lacks a day, a month or a year.
    package init?(pattern: String) {
        self.pattern = pattern
        var tokens: [Token] = []
        var rest = pattern.utf8[...]
        while let first = rest.first {
            if let word = Self.words.first(where: { rest.starts(with: $0.text.utf8) }) {
                tokens.append(word.token)
                rest = rest.dropFirst(word.text.utf8.count)
            } else {
                tokens.append(.literal(first))
                rest = rest.dropFirst()
            }
        }
        places = DatePlaces(tokens)
        hasTime = tokens.contains(.hour(least: 1))
        let hasDay =
            tokens.contains(.day(least: 1))
            && (tokens.contains(.month(least: 1)) || tokens.contains(.monthName))
            && (tokens.contains(.year4) || tokens.contains(.year2))
            || tokens == [.serial] || tokens == [.serialFrom1904]
        self.tokens = Self.fixingWidths(tokens)
        guard hasDay else { return nil }
    }

    /// The patterns of days whose time is midnight, which they do not parse as a time:
    /// `dd.mm.yyyy 00:00:SS` for `dd.mm.yyyy HH:MM:SS`. The pattern alone if it has no time.
    package static func patternsOfMidnight(_ pattern: String) -> [String] {
        let hours = pattern.contains("HH") ? "HH" : "h"
        guard pattern.contains(hours) else { return [pattern] }
        return (pattern.contains("AM") ? ["12"] : ["00", "0"]).map {
            pattern.replacing(hours, with: $0).replacing("MM", with: "00")
        }
    }

    private static let words: [(text: String, token: Token)] = [
        ("serial1904", .serialFrom1904), ("serial", .serial), ("yyyy", .year4), ("yy", .year2),
        ("dd", .day(least: 1)),
        ("Mon", .monthName), ("mm", .month(least: 1)), ("HH", .hour(least: 1)),
        ("h", .hour(least: 1)), ("MM", .minute), ("SS", .second), ("AM", .half), ("Z", .offset),
    ]

    /// A number directly before or after another number has two digits.
    private static func fixingWidths(_ tokens: [Token]) -> [Token] {
        tokens.enumerated().map { index, token in
            let isBesideNumber = [index - 1, index + 1].contains {
                tokens.indices.contains($0) && tokens[$0].isNumber
            }
            guard isBesideNumber else { return token }
            return switch token {
            case .day: .day(least: 2)
            case .month: .month(least: 2)
            case .hour: .hour(least: 2)
            default: token
            }
        }
    }
}

extension DateFormat.Token {
    fileprivate var isNumber: Bool {
        switch self {
        case .literal, .monthName, .half, .offset, .serial, .serialFrom1904: false
        default: true
        }
    }
}

/// Parses printed days and times. The whole field must fit; impossible days are refused, and no
/// zone shifts the day.
package enum DateText {
    /// The moment by the first format that fits; surrounding blanks are ignored.
    ///
    /// - Parameter hint: index of the format to try first, set to the one that fitted: a column
    ///   mostly has one.
    package static func parse(
        _ text: Span<UInt8>, formats: [DateFormat], hint: inout Int
    ) throws(DateProblem) -> CivilMoment {
        var problem = DateProblem.notADay
        if formats.indices.contains(hint), let moment = formats[hint].places?.read(text) {
            return moment
        }
        if formats.indices.contains(hint), let moment = try? parse(text, format: formats[hint]) {
            return moment
        }
        for (index, format) in formats.enumerated() {
            do throws(DateProblem) {
                let moment = try parse(text, format: format)
                hint = index
                return moment
            } catch {
                if error == .empty { throw .empty }
                if error == .notATime { problem = .notATime }
            }
        }
        throw problem
    }

    package static func parse(
        _ text: Span<UInt8>, format: DateFormat
    ) throws(DateProblem) -> CivilMoment {
        var scan = Scan(text)
        if scan.isAtEnd { throw .empty }
        if format.tokens == [.serial] { return try serialMoment(text, epoch: 0) }
        if format.tokens == [.serialFrom1904] { return try serialMoment(text, epoch: 1_462) }
        guard scan.read(text, tokens: format.tokens) else { throw .notADay }
        guard let day = CalendarDate(year: scan.year, month: scan.month, day: scan.day) else {
            throw .notADay
        }
        guard format.hasTime else { return CivilMoment(day: day) }
        guard let second = scan.secondOfDay else { throw .notATime }
        return CivilMoment(
            day: day, second: second,
            offsetMinutes: Int16(exactly: scan.offset) ?? CivilMoment.unknownOffset)
    }

    /// Days of 2000 to 2049; with a time if there is a fraction.
    ///
    /// - Parameter epoch: the number of the calendar's day 0 in the 1900 system.
    private static func serialMoment(
        _ text: Span<UInt8>, epoch: Int64
    ) throws(DateProblem) -> CivilMoment {
        // Digits and one mark: such a number has no group separators.
        let isPlain = text.indices.allSatisfy { index in
            let byte = text[index]
            return byte &- 0x30 < 10 || byte == 0x2C || byte == 0x2E || byte <= 0x20
                || byte == 0xC2 || byte == 0xA0
        }
        guard text.count >= 5, isPlain,
            var number = try? AmountText.parse(text, style: .either),
            number.scale <= serialPlacesMax
        else {
            throw .notADay
        }
        var days = number.mantissa
        var unit: Int64 = 1
        for _ in 0..<number.scale {
            days /= 10
            unit *= 10
        }
        guard (36_526..<54_789).contains(days + epoch) else { throw .notADay }
        number.mantissa += epoch * unit
        let moment = try ExcelSerial.moment(number)
        return number.scale > 0 ? moment : CivilMoment(day: moment.day)
    }

    /// More are beyond the precision of a spreadsheet's numbers.
    private static let serialPlacesMax: UInt8 = 13

    /// Seconds since midnight of `HH:MM` or `HH:MM:SS`, with a fraction, or AM or PM, allowed.
    package static func parseTime(_ text: Span<UInt8>) throws(DateProblem) -> Int32 {
        var scan = Scan(text)
        if scan.isAtEnd { throw .empty }
        let start = scan.position
        // Every cell of an unknown table is tried.
        let mayBeHalf = scan.mayEndInHalf(text)
        let isRead =
            scan.read(text, tokens: timeWithSeconds) || scan.retry(text, at: start, timeOfMinutes)
            || mayBeHalf && timesOfHalfDays.contains { scan.retry(text, at: start, $0) }
        guard isRead, let second = scan.secondOfDay else { throw .notATime }
        return second
    }

    private static let timeWithSeconds: [DateFormat.Token] = [
        .hour(least: 1), .literal(0x3A), .minute, .literal(0x3A), .second,
    ]
    private static let timeOfMinutes = Array(timeWithSeconds.prefix(3))
    private static let timesOfHalfDays: [[DateFormat.Token]] =
        [timeWithSeconds, timeOfMinutes].flatMap { [$0 + [.literal(0x20), .half], $0 + [.half]] }
}

/// The numbers parsed so far and the current offset.
private struct Scan {
    var year = 0
    var month = 0
    var day = 0
    var position: Int
    private let end: Int
    private var hour = 0
    private var minute = 0
    private var second = 0
    /// 0 for AM, 1 for PM; −1 for a clock of 24 hours.
    private var half = -1
    var offset = Int(CivilMoment.unknownOffset)

    init(_ text: Span<UInt8>) {
        var first = 0
        var last = text.count
        while first < last {
            let count = Self.edgeBytes(text, first..<last)
            if count == 0 { break }
            first &+= count
        }
        while last > first, let count = Self.edgeBytes(before: last, from: first, text) {
            last &-= count
        }
        position = first
        end = last
    }

    var isAtEnd: Bool { position == end }

    /// Only AM and PM end in M.
    func mayEndInHalf(_ text: Span<UInt8>) -> Bool { text[end &- 1] | 0x20 == UInt8(ascii: "m") }

    var secondOfDay: Int32? {
        var hour = hour
        if half >= 0 {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == 1 ? 12 : 0)
        }
        return secondSinceMidnight(hour, minute, second)
    }

    mutating func retry(_ text: Span<UInt8>, at start: Int, _ tokens: [DateFormat.Token]) -> Bool {
        position = start
        hour = 0
        minute = 0
        second = 0
        half = -1
        return read(text, tokens: tokens)
    }

    /// Parses every token; false if one does not fit or text is left over.
    mutating func read(_ text: Span<UInt8>, tokens: [DateFormat.Token]) -> Bool {
        for token in tokens {
            switch token {
            case .day(let least): day = number(text, least, 2)
            case .month(let least): month = number(text, least, 2)
            case .year4: year = number(text, 4, 4)
            case .year2:
                year = number(text, 2, 2)
                if year >= 0 { year += 2000 }
            case .hour(let least): hour = number(text, least, 2)
            case .minute: minute = number(text, 2, 2)
            case .second:
                second = number(text, 2, 2)
                skipFraction(text)
            case .serial, .serialFrom1904: return false
            case .monthName: guard monthName(text) else { return false }
            case .half: guard halfOfDay(text) else { return false }
            case .offset: guard zoneOffset(text) else { return false }
            case .literal(let byte):
                guard position < end else { return false }
                if text[position] == byte {
                    position &+= 1
                } else {
                    // Narrow and plain no-break spaces match a blank (`3:24:42 PM` of newer
                    // exports).
                    guard byte == 0x20, wideBlank(text) else { return false }
                }
            }
            if lacksDigits { return false }
        }
        return position == end
    }

    private var lacksDigits: Bool {
        day < 0 || month < 0 || year < 0 || hour < 0 || minute < 0 || second < 0
    }

    /// The digits at the offset; −1 if there are fewer than `least`.
    private mutating func number(_ text: Span<UInt8>, _ least: Int, _ most: Int) -> Int {
        var result = 0
        var digits = 0
        while digits < most, position < end {
            let digit = text[position] &- 0x30
            guard digit < 10 else { break }
            result = result &* 10 &+ Int(digit)
            digits &+= 1
            position &+= 1
        }
        return digits >= least ? result : -1
    }

    private mutating func skipFraction(_ text: Span<UInt8>) {
        guard position &+ 1 < end, text[position] == 0x2E || text[position] == 0x2C,
            text[position &+ 1] &- 0x30 < 10
        else { return }
        position &+= 1
        while position < end, text[position] &- 0x30 < 10 { position &+= 1 }
    }

    /// English abbreviations are compared directly, other names by the table.
    private mutating func monthName(_ text: Span<UInt8>) -> Bool {
        guard end - position >= 3 else { return false }
        var key: UInt32 = 0
        for index in 0..<3 { key = key << 8 | UInt32(text[position + index] | 0x20) }
        let next = position + 3 < end ? text[position + 3] : 0x20
        if next < 0x80, next != 0x2E, !(0x61...0x7A).contains(next | 0x20),
            let found = Self.monthKeys.firstIndex(of: key)
        {
            month = found + 1
            position += 3
            return true
        }
        guard let found = MonthNames.month(in: text, position..<end) else { return false }
        month = found.month
        position = found.end
        return true
    }

    private static let monthKeys: [UInt32] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private mutating func halfOfDay(_ text: Span<UInt8>) -> Bool {
        guard end - position >= 2, text[position + 1] | 0x20 == 0x6D else { return false }
        switch text[position] | 0x20 {
        case 0x61: half = 0
        case 0x70: half = 1
        default: return false
        }
        position += 2
        return true
    }

    /// `Z`, `+02:00`, `UTC`, `EET`, `UTC+3`: kept beside day and time, never applied.
    private mutating func zoneOffset(_ text: Span<UInt8>) -> Bool {
        guard position < end else { return false }
        var sign = text[position]
        if sign | 0x20 == 0x7A {
            position += 1
            offset = 0
            return true
        }
        if let minutes = namedZone(text) {
            offset = minutes
            guard minutes == 0, position < end else { return true }
            sign = text[position]
        }
        guard sign == 0x2B || sign == 0x2D else { return false }
        position += 1
        let hours = number(text, 1, 2)
        var minutes = 0
        if position < end {
            if text[position] == 0x3A { position += 1 }
            minutes = number(text, 2, 2)
        }
        guard (0...14).contains(hours), (0..<60).contains(minutes), hours < 14 || minutes == 0
        else { return false }
        offset = (hours * 60 + minutes) * (sign == 0x2D ? -1 : 1)
        return true
    }

    /// Names with one offset everywhere, unlike `IST`, `CST`, `BST`.
    private mutating func namedZone(_ text: Span<UInt8>) -> Int? {
        var key: UInt32 = 0
        var next = position
        while next < end, next - position < 4, (0x41...0x5A).contains(text[next]) {
            key = key << 8 | UInt32(text[next])
            next += 1
        }
        guard let zone = Self.zones.first(where: { $0.key == key }) else { return nil }
        position = next
        return zone.minutes
    }

    private static let zones: [(key: UInt32, minutes: Int)] = [
        ("UTC", 0), ("GMT", 0), ("WET", 0), ("WEST", 60), ("CET", 60), ("CEST", 120), ("EET", 120),
        ("EEST", 180), ("MSK", 180),
    ].map { ($0.0.utf8.reduce(0) { $0 << 8 | UInt32($1) }, $0.1) }

    private mutating func wideBlank(_ text: Span<UInt8>) -> Bool {
        if end - position >= 2, text[position] == 0xC2, text[position + 1] == 0xA0 {
            position += 2
            return true
        }
        if end - position >= 3, text[position] == 0xE2, text[position + 1] == 0x80,
            text[position + 2] == 0xAF
        {
            position += 3
            return true
        }
        return false
    }

    /// Length of the blank, or invisible mark left by copying, at the start of the range.
    private static func edgeBytes(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let byte = text[range.lowerBound]
        if byte < 0x80 {
            return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D ? 1 : 0
        }
        if byte == 0xC2 {
            return range.count >= 2 && text[range.lowerBound + 1] == 0xA0 ? 2 : 0
        }
        guard byte == 0xE2 || byte == 0xEF, range.count >= 3 else { return 0 }
        switch (byte, text[range.lowerBound + 1], text[range.lowerBound + 2]) {
        // Narrow space, zero width space, directional marks, byte-order mark.
        case (0xE2, 0x80, 0xAF), (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8E), (0xE2, 0x80, 0x8F),
            (0xEF, 0xBB, 0xBF):
            return 3
        default: return 0
        }
    }

    private static func edgeBytes(before last: Int, from first: Int, _ text: Span<UInt8>) -> Int? {
        if text[last &- 1] < 0x80 {
            return edgeBytes(text, (last - 1)..<last) == 0 ? nil : 1
        }
        for count in [2, 3] where last - first >= count {
            if edgeBytes(text, (last - count)..<last) == count { return count }
        }
        return nil
    }
}

/// Nil for an invalid time. A leap second is kept; 24:00 is refused because its day is ambiguous.
func secondSinceMidnight(_ hour: Int, _ minute: Int, _ second: Int) -> Int32? {
    guard hour < 24, minute < 60, second < 60 || (second == 60 && hour == 23 && minute == 59)
    else { return nil }
    return Int32(truncatingIfNeeded: hour * 3600 + minute * 60 + second)
}
