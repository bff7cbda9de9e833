import Facts

/// The number format of a column.
package struct NumberStyle: Sendable, Hashable {
    package enum DecimalMark: String, Sendable, CaseIterable {
        case point, comma
        /// Decided per value if only one reading is possible, otherwise refused as ambiguous.
        case either
    }

    package var decimalMark: DecimalMark
    /// A currency's sign, code or word before or after the number is skipped.
    package var allowsUnit: Bool
    /// `DR`, `D`, `Дт` beside the number mean money out, `CR`, `C`, `Кт` money in; a number with
    /// neither letters nor a sign is refused.
    package var hasSideLetters: Bool

    package init(decimalMark: DecimalMark, allowsUnit: Bool = false, hasSideLetters: Bool = false) {
        self.decimalMark = decimalMark
        self.allowsUnit = allowsUnit
        self.hasSideLetters = hasSideLetters
    }

    package static let point = NumberStyle(decimalMark: .point)
    package static let comma = NumberStyle(decimalMark: .comma)
    package static let either = NumberStyle(decimalMark: .either)
}

/// A parsed number: `mantissa` × 10^−`scale`, exact.
package struct WrittenNumber: Sendable, Hashable {
    package var mantissa: Int64
    package var scale: UInt8

    package init(mantissa: Int64, scale: UInt8) {
        self.mantissa = mantissa
        self.scale = scale
    }
}

package enum AmountProblem: Error, Sendable, Equatable {
    case empty, notANumber, ambiguous, overflow
}

/// Parses amounts of banks: signs on either side, U+2212 and its look-alikes, parentheses, groups
/// of three separated by one blank, no-break, narrow or thin space, apostrophe, or the other mark
/// than the decimal one, and India's groups of two.
///
/// The whole field must be a number; nothing is rounded or guessed, and an incomplete group refuses
/// the field. Words for "none" (`—`, `-`, `n/a`) are `empty`. All forms with their results:
/// `Tests/ReadersTests/NumberForms.swift`.
/// - Source: forms collected in the format notes, §1.4: `-1 234,56`, `1.234,56`, `1'234.56`,
///   `-,01`, `0,`, trailing minus, parentheses.
package enum AmountText {
    package static func parse(
        _ text: Span<UInt8>, style: NumberStyle
    ) throws(AmountProblem) -> WrittenNumber {
        if let plain = parsePlain(text, style: style) { return plain }
        return try WrittenAmount.read(text, style: style)
    }

    /// The number in a range of a text.
    package static func parse(
        _ text: Span<UInt8>, in range: Range<Int>, style: NumberStyle
    ) throws(AmountProblem) -> WrittenNumber {
        if let short = parseShort(text, range, style) { return short }
        return try parse(text.extracting(range), style: style)
    }

    /// The fast path for up to eight digits on either side of the declared mark, eight bytes at
    /// once; nil leaves the field to the slower parsers.
    private static func parseShort(
        _ text: Span<UInt8>, _ range: Range<Int>, _ style: NumberStyle
    ) -> WrittenNumber? {
        // Two words must be readable around the mark.
        guard !range.isEmpty, range.count <= 17, range.lowerBound <= text.count &- 32,
            style.decimalMark != .either, !style.hasSideLetters
        else { return nil }
        let isNegative = text[range.lowerBound] == 0x2D
        let start = isNegative ? range.lowerBound &+ 1 : range.lowerBound
        let whole = LeadingDigits(text.word(at: start))
        let count = min(whole.count, range.upperBound &- start)
        guard count > 0 else { return nil }
        var mantissa = whole.value(ofFirst: count)
        let mark = start &+ count
        var scale = 0
        if mark < range.upperBound {
            guard text[mark] == (style.decimalMark == .point ? 0x2E : 0x2C) else { return nil }
            scale = range.upperBound &- mark &- 1
            let part = LeadingDigits(text.word(at: mark &+ 1))
            guard part.count >= scale else { return nil }
            for _ in 0..<scale { mantissa = mantissa &* 10 }
            if scale > 0 { mantissa = mantissa &+ part.value(ofFirst: scale) }
        }
        return WrittenNumber(
            mantissa: isNegative ? 0 &- mantissa : mantissa,
            scale: UInt8(truncatingIfNeeded: scale))
    }

    /// The fast path for `-1234.56` with the declared mark; nil leaves the field to the full
    /// grammar.
    package static func parsePlain(_ text: Span<UInt8>, style: NumberStyle) -> WrittenNumber? {
        let count = text.count
        guard count > 0, count <= 17, style.decimalMark != .either, !style.hasSideLetters else {
            return nil
        }
        let mark: UInt8 = style.decimalMark == .point ? 0x2E : 0x2C
        var index = 0
        var negative = false
        if text[0] == 0x2D {
            negative = true
            index = 1
        }
        var mantissa: Int64 = 0
        var digits = 0
        var scale: UInt8 = 0
        var afterMark = false
        while index < count {
            let byte = text[index]
            let digit = byte &- 0x30
            if digit < 10 {
                mantissa = mantissa &* 10 &+ Int64(digit)
                digits &+= 1
                if afterMark { scale &+= 1 }
            } else if byte == mark, !afterMark, digits > 0 {
                afterMark = true
            } else {
                return nil
            }
            index &+= 1
        }
        guard digits > 0 else { return nil }
        return WrittenNumber(mantissa: negative ? -mantissa : mantissa, scale: scale)
    }
}
