import Facts
import Reading

/// The first line of a `:61:`: days, direction, amount and references, without the currency.
///
/// - Source: SWIFT MT 940 and MT 942, field 61: `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x]`. Also seen:
///   four blanks for the entry date, a value date of 30 February, amounts without a mark, longer
///   references, a name after the padded reference.
struct MT940Movement {
    /// The entry date; the value date where none is printed.
    private(set) var made = CalendarDate(daysSince1970: 0)
    private(set) var bookedOn: CalendarDate?
    private(set) var valueOn: CalendarDate?
    private(set) var isOut = false
    /// Announced, not booked: `EC`, `ED` of interim reports.
    private(set) var isExpected = false
    private(set) var amount = WrittenNumber(mantissa: 0, scale: 0)
    /// The account owner's reference.
    private(set) var reference = 0..<0
    /// The bank's own, after `//`.
    private(set) var bankReference = 0..<0

    /// Why the line is no movement: the offending bytes and the expected format.
    struct Problem: Error {
        let kind: RowRejection.Kind
        let range: Range<Int>
        let expected: String
    }

    private var at: Int

    init(_ text: Span<UInt8>, from start: Int) throws(Problem) {
        at = start
        try readDays(text)
        try readDirection(text)
        try readAmount(text)
        readReferences(text)
    }

    // MARK: Days

    private mutating func readDays(_ text: Span<UInt8>) throws(Problem) {
        while at < text.count, text[at] == 0x20 { at += 1 }
        let start = at
        guard let year = Self.number(text, at, 2), let month = Self.number(text, at + 2, 2),
            let day = Self.number(text, at + 4, 2)
        else {
            let end = min(text.count, start + 6)
            throw Problem(
                kind: start == text.count ? .dateMissing : .dateNotADay, range: start..<end,
                expected: "yymmdd")
        }
        at += 6
        let whole = Self.wholeYear(year)
        valueOn = CalendarDate(year: whole, month: month, day: day)
        while at < text.count, text[at] == 0x20 { at += 1 }
        if let entryMonth = Self.number(text, at, 2), let entryDay = Self.number(text, at + 2, 2) {
            at += 4
            bookedOn = entryDate(entryMonth, entryDay, near: (whole, month))
        }
        // 30 February comes from a bank's interest calendar and is no error: the entry date is
        // used.
        let isMonthEnd = (1...12).contains(month) && (29...31).contains(day)
        guard valueOn != nil || isMonthEnd, let made = bookedOn ?? valueOn else {
            throw Problem(kind: .dateNotADay, range: start..<(start + 6), expected: "yymmdd")
        }
        self.made = made
    }

    /// In SWIFT years above 79 are of the last century.
    private static func wholeYear(_ year: Int) -> Int { year > 79 ? 1900 + year : 2000 + year }

    /// `260131`, the day of a balance; nil if it is none.
    static func day(of digits: Span<UInt8>) -> CalendarDate? {
        guard let year = number(digits, 0, 2), let month = number(digits, 2, 2),
            let day = number(digits, 4, 2)
        else { return nil }
        return CalendarDate(year: wholeYear(year), month: month, day: day)
    }

    /// The entry date has no year: the one nearest to the value date is chosen.
    private func entryDate(
        _ month: Int, _ day: Int, near value: (year: Int, month: Int)
    ) -> CalendarDate? {
        let middle =
            valueOn ?? CalendarDate(year: value.year, month: min(max(value.month, 1), 12), day: 28)
        guard let middle else { return nil }
        var nearest: CalendarDate?
        var distance = Int32.max
        for year in (value.year - 1)...(value.year + 1) {
            guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
            let away = abs(date.daysSince1970 - middle.daysSince1970)
            if away < distance {
                distance = away
                nearest = date
            }
        }
        return nearest
    }

    private static func number(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int? {
        guard start + count <= text.count else { return nil }
        var value = 0
        for index in start..<(start + count) {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    // MARK: Direction and amount

    /// `C`, `D`; `RC` reverses a credit, `RD` a debit; then perhaps the third letter of the
    /// currency.
    private mutating func readDirection(_ text: Span<UInt8>) throws(Problem) {
        let start = at
        let first = at < text.count ? text[at] : 0
        let second = at + 1 < text.count ? text[at + 1] : 0
        switch (first, second) {
        case (UInt8(ascii: "R"), UInt8(ascii: "C")), (UInt8(ascii: "E"), UInt8(ascii: "D")):
            isOut = true
            at += 2
        case (UInt8(ascii: "R"), UInt8(ascii: "D")), (UInt8(ascii: "E"), UInt8(ascii: "C")):
            at += 2
        case (UInt8(ascii: "C"), _): at += 1
        case (UInt8(ascii: "D"), _):
            isOut = true
            at += 1
        default:
            throw Problem(
                kind: at == text.count ? .recordIncomplete : .directionUnknown,
                range: start..<min(text.count, start + 2), expected: "C, D, RC, RD")
        }
        isExpected = first == UInt8(ascii: "E")
        if at < text.count, (0x41...0x5A).contains(text[at]) { at += 1 }
    }

    private mutating func readAmount(_ text: Span<UInt8>) throws(Problem) {
        while at < text.count, text[at] == 0x20 { at += 1 }
        let start = at
        var commas = 0
        var points = 0
        var digitsAfter = 0
        reading: while at < text.count {
            switch text[at] {
            case 0x30...0x39: digitsAfter += 1
            case 0x2C:
                commas += 1
                digitsAfter = 0
            case 0x2E:
                points += 1
                digitsAfter = 0
            default: break reading
            }
            at += 1
        }
        let range = start..<at
        if range.isEmpty {
            throw Problem(
                kind: at == text.count ? .amountMissing : .amountNotANumber,
                range: start..<min(text.count, start + 16), expected: "decimal comma")
        }
        // The comma is the decimal mark before any number of digits; a single point before three
        // digits could be a group separator.
        if commas == 0, points == 1, digitsAfter == 3 {
            throw Problem(kind: .amountAmbiguous, range: range, expected: "decimal comma")
        }
        do throws(AmountProblem) {
            let style: NumberStyle = commas == 0 && points == 1 ? .point : .comma
            amount = try AmountText.parse(text.extracting(range), style: style)
        } catch {
            throw Problem(
                kind: RowRejection.Kind(amount: error), range: range, expected: "decimal comma")
        }
        // A type always follows: without it the line is truncated, perhaps within the number.
        if at == text.count {
            throw Problem(kind: .recordIncomplete, range: range, expected: "a type, as NTRF")
        }
    }

    // MARK: References

    private mutating func readReferences(_ text: Span<UInt8>) {
        // The type: a letter and three letters or digits.
        if at + 4 <= text.count, isInked(text[at + 1]), isInked(text[at + 2]),
            isInked(text[at + 3])
        {
            at += 4
        }
        var split = at
        while split < text.count,
            !(text[split] == 0x2F && split + 1 < text.count && text[split + 1] == 0x2F)
        {
            split += 1
        }
        reference = text.trimmed(at..<split)
        bankReference = text.trimmed(min(split + 2, text.count)..<text.count)
        if StatementLine.isPlaceholder(id: text.extracting(reference)) { reference = 0..<0 }
        if StatementLine.isPlaceholder(id: text.extracting(bankReference)) {
            bankReference = 0..<0
        }
    }

    private func isInked(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x2F }
}
