/// The full grammar of a written amount, for fields that the fast path of ``AmountText`` refuses:
/// one pass, no allocation.
///
/// An ambiguous field is refused: a decimal mark is always the last separator, groups are complete,
/// a unit is a currency's own word (not thousands, kopiykas or percents), and there is one sign.
struct WrittenAmount {
    private enum Phase {
        case before, number, after
    }

    /// A separator of digits. Blanks of all widths are one kind.
    private enum Separator {
        case point, comma, apostrophe, blank
    }

    private let style: NumberStyle
    private var phase = Phase.before

    private var mantissa: Int64 = 0
    private var overflows = false
    private var digits = 0
    private var startsWithZero = false
    /// Digits since the last separator.
    private var run = 0

    private var separators = 0
    private var last = Separator.blank
    /// The kind of every separator but the last, and whether there is only one kind.
    private var groupKind: Separator?
    private var groupsAreOfOneKind = true
    /// Runs of digits before a separator: the first, the latest, and the lengths of those between.
    private var firstGroup = 0
    private var latestGroup = 0
    private var groups = 0
    private var laterAreThree = true
    private var middleAreTwo = true
    private var blanks = 0
    private var exponent = 0

    private var signs = 0
    private var isNegative = false
    private var hasMinus = false
    private var parentheses = 0
    private var word = CurrencyWord()
    private var units = 0
    private var side = CurrencyWord.Side.none

    private init(style: NumberStyle) {
        self.style = style
    }

    static func read(
        _ text: Span<UInt8>, style: NumberStyle
    ) throws(AmountProblem) -> WrittenNumber {
        var range = ink(of: text)
        if isNone(text, range) { throw .empty }
        // A spreadsheet marks text with an apostrophe around the whole field.
        if text[range.lowerBound] == 0x27 {
            range = (range.lowerBound + 1)..<range.upperBound
            if let end = range.last, text[end] == 0x27 { range = range.lowerBound..<end }
        }
        var amount = WrittenAmount(style: style)
        try amount.feed(text, range)
        return try amount.number()
    }

    // MARK: the field's edges

    /// Trims blanks and the invisible marks that copying leaves at the ends of a field.
    private static func ink(of text: Span<UInt8>) -> Range<Int> {
        var start = 0
        while start < text.count {
            var next = start
            guard isIgnorable(scalar(of: text, at: &next)) else { break }
            start = next
        }
        var end = text.count
        while end > start {
            var before = end - 1
            while before > start, text[before] & 0xC0 == 0x80 { before -= 1 }
            var at = before
            guard isIgnorable(scalar(of: text, at: &at)), at == end else { break }
            end = before
        }
        return start..<end
    }

    private static func isIgnorable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0A, 0x0D, 0x09, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF: true
        default: isBlank(scalar)
        }
    }

    private static func isBlank(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Empty, a point, one to three dashes, `n/a`: a bank's words for no amount.
    private static func isNone(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        if range.isEmpty || (range.count == 1 && text[range.lowerBound] == 0x2E) { return true }
        if range.count == 3 || range.count == 4 {
            // `N/A`, `#N/A` in any case.
            let start = range.upperBound - 3
            if text[start] | 0x20 == 0x6E, text[start + 1] == 0x2F, text[start + 2] | 0x20 == 0x61,
                range.count == 3 || text[range.lowerBound] == 0x23
            {
                return true
            }
        }
        var at = range.lowerBound
        var dashes = 0
        while at < range.upperBound {
            switch scalar(of: text, at: &at) {
            case 0x2D, 0x2010...0x2015, 0x2212, 0xFF0D: dashes += 1
            default: return false
            }
        }
        return dashes <= 3
    }

    // MARK: one pass

    private mutating func feed(
        _ text: Span<UInt8>, _ range: Range<Int>
    ) throws(AmountProblem) {
        var at = range.lowerBound
        while at < range.upperBound {
            let scalar = Self.scalar(of: text, at: &at)
            if word.count > 0, !CurrencyWord.isLetter(scalar) {
                try endWord(before: scalar, nextIsBlank: nextIsBlank(text, at, range.upperBound))
                // The point of an abbreviation was skipped with its word.
                if scalar == 0x2E { continue }
            }
            switch scalar {
            case 0x30...0x39: try readDigit(UInt8(truncatingIfNeeded: scalar &- 0x30))
            case 0x2E: try readMark(.point)
            case 0x2C: try readMark(.comma)
            case 0x27, 0x2019, 0x02BC: try readMark(.apostrophe)
            case 0x2D, 0x2010...0x2014, 0x2212, 0xFE63, 0xFF0D: try readSign(scalar)
            case 0x2B, 0xFF0B: try readSign(scalar)
            case 0x28:
                guard phase == .before, parentheses == 0, signs == 0 else { throw .notANumber }
                parentheses = 1
                isNegative = true
            case 0x29:
                guard parentheses == 1, digits > 0 else { throw .notANumber }
                parentheses = 2
                phase = .after
            case 0x45, 0x65:
                if try readExponent(text, &at, range.upperBound) { continue }
                try readUnit(scalar)
            default:
                if Self.isBlank(scalar) {
                    if phase == .number { blanks += 1 }
                    continue
                }
                try readUnit(scalar)
            }
        }
        if word.count > 0 { try endWord(before: 0, nextIsBlank: true) }
    }

    private func nextIsBlank(_ text: Span<UInt8>, _ at: Int, _ end: Int) -> Bool {
        guard at < end else { return true }
        var next = at
        return Self.isBlank(Self.scalar(of: text, at: &next))
    }

    private mutating func readDigit(_ digit: UInt8) throws(AmountProblem) {
        guard phase != .after else { throw .notANumber }
        if phase == .before { phase = .number }
        if blanks > 0 {
            // A blank separates only if it is single and between digits, not after another mark.
            guard blanks == 1, run > 0 else { throw .notANumber }
            separate(.blank)
            blanks = 0
        }
        if digits == 0 { startsWithZero = digit == 0 }
        let (tens, overflowed) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = tens.addingReportingOverflow(Int64(digit))
        overflows = overflows || overflowed || overflow
        mantissa = overflows ? 0 : sum
        digits += 1
        run += 1
    }

    private mutating func readMark(_ mark: Separator) throws(AmountProblem) {
        guard phase != .after, blanks == 0 else { throw .notANumber }
        // `,01` begins with its mark; any other mark follows digits.
        guard run > 0 || (separators == 0 && mark != .apostrophe) else { throw .notANumber }
        phase = .number
        separate(mark)
    }

    private mutating func separate(_ separator: Separator) {
        endGroup()
        if separators > 0 { addGroupKind(last) }
        last = separator
        separators += 1
        run = 0
    }

    private mutating func endGroup() {
        if groups == 0 {
            firstGroup = run
        } else {
            if run != 3 { laterAreThree = false }
            if groups > 1, latestGroup != 2 { middleAreTwo = false }
        }
        latestGroup = run
        groups += 1
    }

    private mutating func addGroupKind(_ kind: Separator) {
        if let groupKind, groupKind != kind { groupsAreOfOneKind = false }
        groupKind = kind
    }

    private mutating func readSign(_ scalar: UInt32) throws(AmountProblem) {
        guard signs == 0, parentheses == 0 else { throw .notANumber }
        let isPlus = scalar == 0x2B || scalar == 0xFF0B
        if digits > 0 {
            // `5,-` and `5.–` may be prices without coins or numbers with a trailing minus.
            if phase == .number, run == 0 { throw .ambiguous }
            // A long dash after a number begins a range or a remark.
            switch scalar {
            case 0x2B, 0x2D, 0x2212, 0xFF0D, 0xFF0B: break
            default: throw .notANumber
            }
            phase = .after
        } else if phase == .number {
            throw .notANumber
        }
        signs = 1
        isNegative = !isPlus
        hasMinus = !isPlus
    }

    /// `E+05`, `e-2`, `E3` after the digits; false if the letter begins a word.
    private mutating func readExponent(
        _ text: Span<UInt8>, _ at: inout Int, _ end: Int
    ) throws(AmountProblem) -> Bool {
        guard phase == .number, blanks == 0, word.count == 0, at < end else { return false }
        var next = at
        let sign = text[next]
        if sign == 0x2B || sign == 0x2D { next += 1 }
        var value = 0
        var count = 0
        while next < end, text[next] &- 0x30 < 10 {
            value = min(value * 10 + Int(text[next] &- 0x30), 1_000)
            count += 1
            next += 1
        }
        if count == 0 { return false }
        // Digits without groups, at most one mark.
        guard separators <= 1, run > 0, firstGroup > 0 || separators == 0 else { throw .notANumber }
        let decimals = separators == 0 ? 0 : run
        // A number shown as 1.23457E+11 was rounded; programs that print all digits write no plus.
        if sign == 0x2B, value > decimals { throw .notANumber }
        exponent = sign == 0x2D ? -value : value
        at = next
        phase = .after
        return true
    }

    // MARK: units

    private mutating func readUnit(_ scalar: UInt32) throws(AmountProblem) {
        guard style.allowsUnit || style.hasSideLetters else { throw .notANumber }
        if phase == .number {
            phase = .after
            blanks = 0
        }
        if CurrencyWord.isLetter(scalar) { return word.append(scalar) }
        guard style.allowsUnit, CurrencyWord.isSign(scalar) else { throw .notANumber }
        units += 1
    }

    private mutating func endWord(
        before next: UInt32, nextIsBlank: Bool
    ) throws(AmountProblem) {
        defer { word = CurrencyWord() }
        // `р.5` could be half a rouble: an abbreviation's point is followed by a blank.
        if next == 0x2E, phase == .before, !nextIsBlank { throw .notANumber }
        let found = word.side
        if style.hasSideLetters, found != .none {
            guard side == .none else { throw .notANumber }
            side = found
            return
        }
        guard style.allowsUnit, word.isCurrency(beforeDollar: next == 0x24) else {
            throw .notANumber
        }
        units += 1
    }

    // MARK: the decision

    private func number() throws(AmountProblem) -> WrittenNumber {
        guard parentheses != 1 else { throw .notANumber }
        if digits == 0 {
            // `$ -` is how spreadsheets show an empty amount in a currency.
            throw hasMinus && separators == 0 && side == .none ? .empty : .notANumber
        }
        let isNegative = try sign()
        let hasDecimals = try lastIsDecimalMark()
        try checkGroups(hasDecimals)
        if exponent != 0, separators == 1, !hasDecimals { throw .notANumber }
        if overflows { throw .overflow }
        var result = WrittenNumber(mantissa: mantissa, scale: 0)
        var scale = (hasDecimals ? run : 0) - exponent
        while scale < 0 {
            let (grown, overflow) = result.mantissa.multipliedReportingOverflow(by: 10)
            if overflow { throw .overflow }
            result.mantissa = grown
            scale += 1
        }
        guard scale <= 18 else { throw .overflow }
        result.scale = UInt8(scale)
        if isNegative { result.mantissa = -result.mantissa }
        return result
    }

    private func sign() throws(AmountProblem) -> Bool {
        guard style.hasSideLetters else { return isNegative }
        switch side {
        case .none:
            // Without a letter, a card's statement means purchases, an account's means money in.
            if signs == 0, parentheses == 0, mantissa != 0 || overflows { throw .ambiguous }
            return isNegative
        case .debit, .credit:
            guard signs == 0, parentheses == 0 else { throw .notANumber }
            return side == .debit
        }
    }

    private func lastIsDecimalMark() throws(AmountProblem) -> Bool {
        guard separators > 0, last == .point || last == .comma else { return false }
        switch style.decimalMark {
        case .point: return last == .point
        case .comma: return last == .comma
        case .either:
            if separators > 1 { return groupKind != last }
            // Only one mark: decimal unless exactly three digits follow a possible group of one to
            // three digits.
            if run == 3, (1...3).contains(firstGroup), !startsWithZero, exponent == 0 {
                throw .ambiguous
            }
            return true
        }
    }

    /// Separators left of the decimal mark are of one kind and before each third digit, or grouped
    /// as in India; there are none right of it.
    private func checkGroups(_ hasDecimals: Bool) throws(AmountProblem) {
        var whole = self
        if !hasDecimals {
            guard separators > 0 else { return }
            whole.endGroup()
            whole.addGroupKind(last)
        }
        guard whole.groups > 1 else { return }
        guard whole.groupsAreOfOneKind, let kind = whole.groupKind else { throw .notANumber }
        switch (style.decimalMark, kind) {
        case (.point, .point), (.comma, .comma): throw .notANumber
        default: break
        }
        if hasDecimals, kind == last { throw .notANumber }
        if (1...3).contains(whole.firstGroup), whole.laterAreThree { return }
        // 12,34,567.89: lakhs and crores, always with commas.
        guard kind == .comma, whole.groups > 2, (1...2).contains(whole.firstGroup),
            whole.middleAreTwo, whole.latestGroup == 3
        else { throw .notANumber }
    }

    /// The next scalar of valid UTF-8; advances the index. Invalid bytes give U+FFFF, which no
    /// number contains.
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
