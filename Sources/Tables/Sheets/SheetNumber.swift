internal import Facts
internal import Reading

/// Numbers of sheets as decimal text.
///
/// A sheet stores binary floating point with 15 significant digits: −805.88 may be stored as
/// -805.88000000000005. A number of at most 15 digits is kept as written; others become the
/// shortest decimal that parses to the same double, and, if that has more than 15 digits
/// (91.40000000000001, an effect of addition), the 15 digits that every spreadsheet shows. A long
/// fraction that is nearly one of four places is that (-65.4500000000001, an effect of
/// subtraction). Integers are never shortened: they are account numbers. One whose last digits the
/// sheet has lost (`4.0817810E+19`) is none.
enum SheetNumber {
    static let digitsMax = 15
    /// Whole numbers are exact up to it: 2^53.
    private static let exactMax = 9_007_199_254_740_992.0

    /// The plain decimal of a written number, without exponent and trailing zeros; nil if it is no
    /// number.
    static func decimal(_ written: Span<UInt8>) -> [UInt8]? {
        guard var number = Digits(written) else { return nil }
        if number.hasExponent, number.isWhole, let value = double(written),
            abs(value) > exactMax
        {
            return nil
        }
        if number.count <= digitsMax || number.isWhole {
            number.dropNoise()
            return number.plain
        }
        guard let value = double(written) else { return nil }
        return decimal(value)
    }

    static func decimal(_ value: Double) -> [UInt8]? {
        guard value.isFinite else { return nil }
        guard var number = Digits(value.description.utf8.span) else { return nil }
        if number.isWhole, abs(value) > exactMax { return nil }
        if number.count > digitsMax, !number.isWhole { number.round(to: digitsMax) }
        number.dropNoise()
        return number.plain
    }

    static func double(_ written: Span<UInt8>) -> Double? {
        guard written.count > 0, written.count <= 400 else { return nil }
        return Double(String(utf8: written)).flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A written number: significant digits and the position of the point.
private struct Digits {
    private var isNegative = false
    /// From the first to the last nonzero digit.
    private var digits: [UInt8] = []
    /// The number is 0.`digits` × 10^`exponent`.
    private var exponent = 0
    /// It is written as `1.5E+3`.
    private(set) var hasExponent = false

    /// Larger or smaller numbers are no money.
    private static let exponentMax = 40

    var count: Int { digits.count }
    var isWhole: Bool { exponent >= digits.count }

    /// `-12.5`, `1E-3`; nil for other text.
    init?(_ text: Span<UInt8>) {
        var at = 0
        if at < text.count, text[at] == 0x2D || text[at] == 0x2B {
            isNegative = text[at] == 0x2D
            at += 1
        }
        var sawDigit = false
        var afterPoint = false
        while at < text.count {
            let byte = text[at]
            if byte == 0x2E, !afterPoint {
                afterPoint = true
            } else if byte >= 0x30, byte <= 0x39 {
                sawDigit = true
                if !digits.isEmpty || byte != 0x30 {
                    digits.append(byte &- 0x30)
                    if !afterPoint { exponent += 1 }
                } else if afterPoint {
                    exponent -= 1
                }
                if digits.count > 400 || exponent < -400 { return nil }
            } else {
                break
            }
            at += 1
        }
        guard sawDigit else { return nil }
        if at < text.count, text[at] | 0x20 == 0x65 {
            at += 1
            var isDown = false
            if at < text.count, text[at] == 0x2D || text[at] == 0x2B {
                isDown = text[at] == 0x2D
                at += 1
            }
            var power = 0
            let start = at
            while at < text.count, text[at] >= 0x30, text[at] <= 0x39, power < 10_000 {
                power = power * 10 + Int(text[at] &- 0x30)
                at += 1
            }
            guard at > start else { return nil }
            hasExponent = true
            exponent += isDown ? -power : power
        }
        guard at == text.count else { return nil }
        trim()
        guard digits.isEmpty || abs(exponent) <= Self.exponentMax else { return nil }
    }

    private mutating func trim() {
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty {
            exponent = 0
            isNegative = false
        }
    }

    /// Removes what binary subtraction leaves after the fourth place: five or more zeros, or
    /// nines, and digits after them. Below a billionth it leaves many digits: two or three are a
    /// coin's smallest parts.
    mutating func dropNoise() {
        if exponent < 0 {
            guard digits.count - exponent > 9, exponent > -9 || digits.count > 3 else { return }
            digits.insert(contentsOf: repeatElement(0, count: -exponent), at: 0)
            exponent = 0
            dropNoise()
            return dropZeros()
        }
        guard digits.count > exponent + 9 else { return }
        let between = digits[(exponent + 4)..<(exponent + 9)]
        if between.allSatisfy({ $0 == 0 }) || between.allSatisfy({ $0 == 9 }) {
            round(to: exponent + 4)
        }
    }

    /// Removes zeros right after the point.
    private mutating func dropZeros() {
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        exponent = digits.isEmpty ? 0 : exponent - zeros
    }

    /// Keeps the first `count` digits, rounding half up.
    mutating func round(to count: Int) {
        guard digits.count > count else { return }
        let isUp = digits[count] >= 5
        digits.removeLast(digits.count - count)
        if isUp {
            var index = count - 1
            while index >= 0, digits[index] == 9 {
                digits[index] = 0
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits.insert(1, at: 0)
                exponent += 1
            }
        }
        trim()
    }

    var plain: [UInt8] {
        guard !digits.isEmpty else { return [0x30] }
        var text: [UInt8] = isNegative ? [0x2D] : []
        if exponent <= 0 {
            text += [0x30, 0x2E]
            text += repeatElement(0x30, count: -exponent)
            text += digits.map { $0 + 0x30 }
        } else {
            for index in 0..<max(exponent, digits.count) {
                if index == exponent { text.append(0x2E) }
                text.append(index < digits.count ? digits[index] + 0x30 : 0x30)
            }
        }
        return text
    }
}

/// Days and times that sheets store as numbers of days.
struct SheetCalendar: Sendable {
    /// Day 0 is 1904-01-01, as on the first Macintosh.
    var isFrom1904 = false

    /// The text of a cell with this number: a day, a date and time, or a time; nil for other
    /// numbers.
    ///
    /// - Parameter kind: the kind of the cell's format.
    func text(of serial: Double, as kind: NumberFormatCode.Kind) -> [UInt8]? {
        guard serial.isFinite, serial >= 0, serial < 2_958_466, kind != .number else { return nil }
        var days = Int(serial)
        // The error of binary fractions is less than a millisecond; a true fraction of a second is
        // dropped.
        let milliseconds = Int(((serial - Double(days)) * 86_400_000).rounded())
        var second = (milliseconds + 1) / 1_000
        if second == 86_400 {
            second = 0
            days += 1
        }
        if days == 0, !isFrom1904 || kind == .time { return time(second) }
        guard let day = day(days) else { return nil }
        let text = Array(day.text.utf8)
        return kind == .day && second == 0 ? text : text + [0x20] + time(second)
    }

    private func day(_ number: Int) -> CalendarDate? {
        // 1899-12-30, and 1904-01-01, from 1970-01-01.
        if isFrom1904 { return CalendarDate(daysSince1970: Int32(number - 24_107)) }
        // Day 60 is 1900-02-29, which does not exist; earlier days are shifted by one.
        if number == 60 { return nil }
        return CalendarDate(daysSince1970: Int32(number - 25_569 + (number < 60 ? 1 : 0)))
    }

    private func time(_ second: Int) -> [UInt8] {
        var text: [UInt8] = []
        for part in [second / 3600, second / 60 % 60, second % 60] {
            if !text.isEmpty { text.append(0x3A) }
            text.append(0x30 + UInt8(truncatingIfNeeded: part / 10))
            text.append(0x30 + UInt8(truncatingIfNeeded: part % 10))
        }
        return text
    }

    /// `2026-01-28T00:00:00.000`, `2026-01-28` or `14:05:00` as a day, a date and time, or a time;
    /// nil for other text.
    static func text(ofISO written: Span<UInt8>) -> [UInt8]? {
        let bytes = (0..<written.count).map { written[$0] }
        func isShape(_ from: Int, _ shape: String) -> Bool {
            guard bytes.count >= from + shape.utf8.count else { return false }
            return zip(bytes[from...], shape.utf8).allSatisfy { byte, mark in
                mark == 0x30 ? byte >= 0x30 && byte <= 0x39 : byte == mark
            }
        }
        if isShape(0, "00:00:00") { return Array(bytes[..<8]) }
        guard isShape(0, "0000-00-00") else { return nil }
        if bytes.count == 10 { return bytes }
        guard bytes[10] == 0x54 || bytes[10] == 0x20, isShape(11, "00:00:00") else { return nil }
        // A time without a day has the day before the calendar's first.
        if String(decoding: bytes[..<10], as: UTF8.self) <= "1900-01-00" {
            return Array(bytes[11..<19])
        }
        let time = bytes[11..<19]
        return time.elementsEqual("00:00:00".utf8)
            ? Array(bytes[..<10]) : bytes[..<10] + [0x20] + time
    }
}

/// The meaning of a cell's number format.
struct NumberFormat: Sendable {
    var kind = NumberFormatCode.Kind.number
    /// The text beside the number, a currency perhaps: `€`, `грн`; empty if there is none.
    var unit: [UInt8] = []
    /// Letters for debit or credit beside positive and negative numbers: `Dr`, `Cr`.
    private var sides: (positive: [UInt8], negative: [UInt8]) = ([], [])
    /// Positive numbers are shown with a minus.
    private var isMinus = false
    /// Digits of a number that is shown with leading zeros.
    private var digitsMin = 0
    private var isPlain = true

    init(_ code: Span<UInt8>) {
        kind = NumberFormatCode.kind(of: code)
        guard kind == .number else { return }
        let sections = NumberFormatCode.sections(of: code)
        let shown = sections.map { NumberFormatCode.literal(of: $0.span) }
        guard let first = shown.first else { return }
        unit = first.text
        isMinus = first.isMinus
        digitsMin = sections[0].allSatisfy { $0 == 0x30 } ? sections[0].count : 0
        if NumberFormatCode.isSide(first.text) {
            unit = []
            sides.positive = first.text
        }
        if shown.count > 1, NumberFormatCode.isSide(shown[1].text) {
            sides.negative = shown[1].text
        }
        isPlain =
            !isMinus && digitsMin < 2 && sides.positive.isEmpty && sides.negative.isEmpty
    }

    /// A number with what the format shows of its sign, side and leading zeros.
    func shown(_ number: [UInt8]) -> [UInt8] {
        if isPlain || number == [0x30] { return number }
        let isNegative = number[0] == 0x2D
        if isNegative, !sides.negative.isEmpty {
            return number.dropFirst() + [0x20] + sides.negative
        }
        if !sides.positive.isEmpty { return number + [0x20] + sides.positive }
        if isMinus { return isNegative ? number : [0x2D] + number }
        let isShort = !isNegative && number.count < digitsMin && !number.contains(0x2E)
        return isShort ? Array(repeating: 0x30, count: digitsMin - number.count) + number : number
    }

    /// A format that every workbook has implicitly.
    init(builtIn number: Int) { kind = NumberFormatCode.builtIn(number) }
}

/// The grammar of number formats.
enum NumberFormatCode {
    enum Kind: UInt8, Sendable {
        case number, day, moment, time
    }

    /// The sections of a format: for positive numbers, negative ones, and zero.
    static func sections(of code: Span<UInt8>) -> [[UInt8]] {
        var sections: [[UInt8]] = [[]]
        var isInQuotes = false
        var isEscaped = false
        for index in 0..<code.count {
            let byte = code[index]
            if byte == 0x3B, !isInQuotes, !isEscaped {
                sections.append([])
                continue
            }
            if byte == 0x22, !isEscaped { isInQuotes.toggle() }
            isEscaped = byte == 0x5C && !isEscaped && !isInQuotes
            sections[sections.count - 1].append(byte)
        }
        return sections
    }

    /// Whether a text beside numbers means debit or credit.
    static func isSide(_ text: [UInt8]) -> Bool {
        guard (1...5).contains(text.count), HeadingWords.builtIn.unit(text) == nil else {
            return false
        }
        let number = [0x31, 0x20] + text
        return
            (try? AmountText.parse(
                number.span, style: NumberStyle(decimalMark: .point, hasSideLetters: true))) != nil
    }

    /// The text that a section shows beside a number: `#,##0.00\ [$€-407]`, `0.00" грн"`; and
    /// whether it shows a minus before it.
    static func literal(of code: Span<UInt8>) -> (text: [UInt8], isMinus: Bool) {
        var shown: [UInt8] = []
        var isMinus = false
        var hasDigit = false
        var index = 0
        func isDigit(_ byte: UInt8) -> Bool { [0x23, 0x30, 0x3F].contains(byte) }
        while index < code.count {
            let byte = code[index]
            index += 1
            switch byte {
            case 0x22:
                let start = shown.count
                while index < code.count, code[index] != 0x22 {
                    shown.append(code[index])
                    index += 1
                }
                index += 1
                if !hasDigit, shown[start...].elementsEqual([0x2D]) {
                    isMinus = true
                    shown.removeLast()
                }
            case 0x5B:
                let isShown = index < code.count && code[index] == 0x24
                if isShown { index += 1 }
                while index < code.count, code[index] != 0x5D, !(isShown && code[index] == 0x2D) {
                    if isShown { shown.append(code[index]) }
                    index += 1
                }
                while index < code.count, code[index] != 0x5D { index += 1 }
                index += 1
            // The width of the next character, and a character to fill with.
            case 0x5F, 0x2A:
                index += 1
                while index < code.count, code[index] & 0xC0 == 0x80 { index += 1 }
            case 0x2D where !hasDigit: isMinus = true
            case 0x5C, 0x20...0x21, 0x23, 0x25...0x2F, 0x30...0x3A, 0x3F, 0x40:
                hasDigit = hasDigit || isDigit(byte)
            default: shown.append(byte)
            }
        }
        return (Array(shown[shown.span.inked(shown.indices)]), isMinus && hasDigit)
    }

    /// The formats that every workbook has implicitly.
    /// - Source: ECMA-376 part 1, §18.8.30; 27–36 and 50–58 are those of East Asian programs.
    static func builtIn(_ number: Int) -> Kind {
        switch number {
        case 14...17, 27...31, 36, 50...54, 57, 58: .day
        case 22: .moment
        case 18...21, 32...35, 45...47, 55, 56: .time
        default: .number
        }
    }

    /// Reads a format's first section: `dd.mm.yyyy\ hh:mm;@`.
    static func kind(of code: Span<UInt8>) -> Kind {
        var hasDay = false
        var hasTime = false
        var hasMonth = false
        var isElapsed = false
        var index = 0
        var afterSecond = false
        scan: while index < code.count {
            let byte = code[index]
            index += 1
            switch byte {
            case 0x3B: break scan
            case 0x22:
                while index < code.count, code[index] != 0x22 { index += 1 }
                index += 1
            // A backslash, `_` or `*` escapes the next character.
            case 0x5C, 0x5F, 0x2A: index += 1
            case 0x5B:
                let start = index
                while index < code.count, code[index] != 0x5D { index += 1 }
                let end = min(index, code.count)
                index += 1
                var letters = start..<end
                while let first = letters.first, isOneOf(code[first], "hmsHMS") {
                    letters = letters.dropFirst()
                }
                if end > start, letters.isEmpty { isElapsed = true }
            case 0x41, 0x61:
                // AM/PM, A/P
                if index < code.count, isOneOf(code[index], "mM/") {
                    hasTime = true
                    while index < code.count, isOneOf(code[index], "mMpP/") { index += 1 }
                }
            case 0x47, 0x67:
                // General, and the eras of Japan.
                if matches(code, index, "eneral") { return .number }
                hasDay = true
            case 0x59, 0x79, 0x44, 0x64: hasDay = true
            case 0x48, 0x68: hasTime = true
            case 0x53, 0x73:
                hasTime = true
                afterSecond = true
            case 0x4D, 0x6D: hasMonth = true
            case 0x2E where afterSecond:
                while index < code.count, code[index] == 0x30 { index += 1 }
            case 0x30, 0x23, 0x3F, 0x40: return .number
            default: break
            }
        }
        if isElapsed { return .time }
        if hasMonth, !hasTime { hasDay = true }
        switch (hasDay, hasTime) {
        case (true, true): return .moment
        case (true, false): return .day
        case (false, true): return .time
        case (false, false): return .number
        }
    }

    private static func isOneOf(_ byte: UInt8, _ letters: String) -> Bool {
        letters.utf8.contains(byte)
    }

    private static func matches(_ code: Span<UInt8>, _ start: Int, _ word: String) -> Bool {
        guard code.count - start >= word.utf8.count else { return false }
        var index = start
        for letter in word.utf8 {
            guard code[index] | 0x20 == letter else { return false }
            index += 1
        }
        return true
    }
}
