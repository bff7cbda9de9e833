/// How a column writes its numbers.
package struct NumberStyle: Sendable, Hashable {
    package enum DecimalMark: String, Sendable, CaseIterable {
        case point, comma
        /// Decided per value where only one reading is possible, refused as ambiguous otherwise.
        case either
    }

    package var decimalMark: DecimalMark
    /// A currency sign or word may stand before or after the number and is left aside.
    package var allowsUnit: Bool

    package init(decimalMark: DecimalMark, allowsUnit: Bool = false) {
        self.decimalMark = decimalMark
        self.allowsUnit = allowsUnit
    }

    package static let point = NumberStyle(decimalMark: .point)
    package static let comma = NumberStyle(decimalMark: .comma)
    package static let either = NumberStyle(decimalMark: .either)
}

/// A written number: `mantissa` × 10^−`scale`, exact.
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

/// Reads the amounts banks write: signs on either side, U+2212, parentheses, groups of three set apart by blank, NBSP, narrow NBSP,
/// thin space, apostrophe, or the mark that is not the decimal mark.
///
/// The whole field must be a number; nothing is rounded or guessed. A dash alone (`—`, `-`) is `empty`.
/// - Source: forms collected in the format notes, §1.4: `-1 234,56`, `1.234,56`, `1'234.56`, `-,01`, `0,`, trailing minus, parentheses.
package struct AmountText {
    private var mantissa: Int64 = 0
    private var scale: UInt8 = 0
    private var isNegative = false

    package static func parse(
        _ text: Span<UInt8>, style: NumberStyle
    ) throws(AmountProblem) -> WrittenNumber {
        if let plain = parsePlain(text, style: style) { return plain }
        var field = AmountText()
        return try field.read(text, style: style)
    }

    /// The common case, `-1234.56` with the declared mark, without a second look; nil sends the field to the full grammar.
    private static func parsePlain(_ text: Span<UInt8>, style: NumberStyle) -> WrittenNumber? {
        let count = text.count
        guard count > 0, count <= 17, style.decimalMark != .either else { return nil }
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

    private mutating func read(
        _ text: Span<UInt8>, style: NumberStyle
    ) throws(AmountProblem) -> WrittenNumber {
        var tokens = Tokens()
        try tokens.collect(text, allowsUnit: style.allowsUnit)
        if tokens.digitCount == 0 {
            throw tokens.isBlankOrDash ? .empty : .notANumber
        }
        isNegative = tokens.isNegative
        let decimalAt = try tokens.decimalMark(style.decimalMark)
        try tokens.checkGroups(decimalAt: decimalAt)
        for (index, token) in tokens.list.enumerated() {
            guard case .digit(let digit) = token else { continue }
            let (tens, overflowed) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(Int64(digit))
            if overflowed || overflow { throw .overflow }
            mantissa = sum
            if let decimalAt, index > decimalAt {
                if scale == 18 { throw .overflow }
                scale += 1
            }
        }
        return WrittenNumber(mantissa: isNegative ? -mantissa : mantissa, scale: scale)
    }
}

/// The field as digits and separators, with signs and units already taken off.
private struct Tokens {
    enum Token: Equatable {
        case digit(UInt8)
        case point, comma, apostrophe, space
    }

    var list: [Token] = []
    var digitCount = 0
    var isNegative = false
    /// Nothing but blanks and at most one dash was there.
    var isBlankOrDash = true
    private var signs = 0
    private var openParenthesis = false
    private var closedParenthesis = false

    mutating func collect(_ text: Span<UInt8>, allowsUnit: Bool) throws(AmountProblem) {
        var index = 0
        var lastUnitIsLetter = false
        while index < text.count {
            let scalar = Self.scalar(of: text, at: &index)
            switch scalar {
            case 0x30...0x39:
                if closedParenthesis || (signs > 0 && signIsTrailing) { throw .notANumber }
                list.append(.digit(UInt8(truncatingIfNeeded: scalar &- 0x30)))
                digitCount += 1
                isBlankOrDash = false
            case 0x2E where digitCount == 0 && lastUnitIsLetter:
                // `Rs. 5` abbreviates; `Rs.5` could be half a rupee.
                guard index < text.count, text[index] == 0x20 else { throw .notANumber }
            case 0x2E: list.append(.point)
            case 0x2C: list.append(.comma)
            case 0x27, 0x2019: list.append(.apostrophe)
            case 0x20, 0x09, 0xA0, 0x202F, 0x2009: list.append(.space)
            case 0x2D, 0x2212, 0x2013, 0x2014, 0x2B:
                if scalar == 0x2014 || scalar == 0x2013, digitCount > 0 { throw .notANumber }
                signs += 1
                if signs > 1 || openParenthesis { throw .notANumber }
                signIsTrailing = digitCount > 0
                if scalar != 0x2B { isNegative = true } else { isBlankOrDash = false }
            case 0x28:
                if digitCount > 0 || openParenthesis || signs > 0 { throw .notANumber }
                openParenthesis = true
                isNegative = true
                isBlankOrDash = false
            case 0x29:
                if !openParenthesis || closedParenthesis { throw .notANumber }
                closedParenthesis = true
            default:
                guard allowsUnit, Self.isUnit(scalar) else { throw .notANumber }
                lastUnitIsLetter = Self.isLetter(scalar)
                isBlankOrDash = false
                // A unit stands before all digits or after all of them; `space` tokens around it are trimmed below.
                if digitCount > 0 { unitAfter = true }
            }
            if unitAfter, case 0x30...0x39 = scalar { throw .notANumber }
        }
        if openParenthesis != closedParenthesis { throw .notANumber }
        while list.last == .space { list.removeLast() }
        while list.first == .space { list.removeFirst() }
        if unitAfter, list.last == .point { list.removeLast() }  // `5,00 грн.`
        while list.last == .space { list.removeLast() }
    }

    private var signIsTrailing = false
    private var unitAfter = false

    /// Index of the decimal mark among the tokens, nil when the number is whole.
    func decimalMark(_ wanted: NumberStyle.DecimalMark) throws(AmountProblem) -> Int? {
        let points = list.indices.filter { list[$0] == .point }
        let commas = list.indices.filter { list[$0] == .comma }
        switch wanted {
        case .point:
            if points.count > 1 { throw .notANumber }
            return points.first
        case .comma:
            if commas.count > 1 { throw .notANumber }
            return commas.first
        case .either:
            switch (points.count, commas.count) {
            case (0, 0): return nil
            case (1, 0): return try loneMark(at: points[0])
            case (0, 1): return try loneMark(at: commas[0])
            case (_, 0), (0, _): return nil
            case (1, 1): return max(points[0], commas[0])
            case (_, 1): return commas[0]
            case (1, _): return points[0]
            default: throw .notANumber
            }
        }
    }

    /// One mark only: decimal unless exactly three digits follow one to three digits that could be a group.
    private func loneMark(at index: Int) throws(AmountProblem) -> Int? {
        let before = list[..<index].filter(isDigit).count
        let after = list[(index + 1)...].filter(isDigit).count
        let grouped = list[..<index].contains { $0 == .space || $0 == .apostrophe }
        if after == 3, (1...3).contains(before), !grouped, list.first != .digit(0) {
            throw .ambiguous
        }
        return index
    }

    /// Separators left of the decimal mark are of one kind and stand before each third digit; none stand right of it.
    func checkGroups(decimalAt: Int?) throws(AmountProblem) {
        let whole = list[..<(decimalAt ?? list.endIndex)]
        if let decimalAt, !list[(decimalAt + 1)...].allSatisfy(isDigit) { throw .notANumber }
        let separators = whole.filter { !isDigit($0) }
        guard let first = separators.first else { return }
        if !separators.allSatisfy({ $0 == first }) { throw .notANumber }
        let groups = whole.split(separator: first, omittingEmptySubsequences: false)
        guard let head = groups.first, (1...3).contains(head.count),
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { throw .notANumber }
    }

    private func isDigit(_ token: Token) -> Bool {
        if case .digit = token { return true }
        return false
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0x0400...0x04FF: true
        default: false
        }
    }

    /// Letters and currency signs.
    private static func isUnit(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0x24, 0xA3, 0xA5, 0x20A0...0x20CF, 0x0400...0x04FF: true
        default: false
        }
    }

    /// The next scalar of valid UTF-8; advances the index. Bytes that are no UTF-8 come out as U+FFFF, which no number holds.
    private static func scalar(of text: Span<UInt8>, at index: inout Int) -> UInt32 {
        let lead = text[index]
        let count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead < 0x80 || lead >= 0xC2, index + count <= text.count else {
            index += 1
            return 0xFFFF
        }
        for next in index + 1..<index + count where text[next] & 0xC0 != 0x80 {
            index += 1
            return 0xFFFF
        }
        var scalar = UInt32(lead) & (count == 1 ? 0x7F : UInt32(0xFF) >> UInt32(count + 1))
        for next in 1..<max(count, 1) { scalar = scalar << 6 | UInt32(text[index + next] & 0x3F) }
        index += count
        return scalar
    }
}
