import Facts

/// A number in a person's notation.
struct WrittenNumber: Equatable {
    typealias Fault = QuickEntry.Fault

    enum Sign {
        case plus, minus

        init?(_ text: String) {
            switch text {
            case "+": self = .plus
            case "-", "−", "–", "—": self = .minus
            default: return nil
            }
        }
    }

    var mantissa: Int64
    var scale: UInt8

    init(_ whole: Int64) {
        mantissa = whole
        scale = 0
    }

    /// `1`, `12`, `125` before a group, three digits within one; the last may have decimals.
    static func isGroup(_ text: String, isFirst: Bool) -> Bool {
        let whole = text.prefix { $0.isASCII && $0.isNumber }
        if isFirst {
            return whole.count == text.count && (1...3).contains(whole.count) && whole.first != "0"
        }
        guard whole.count == 3 else { return false }
        let rest = text.dropFirst(3)
        guard let mark = rest.first else { return true }
        return ".,".contains(mark) && (1...2).contains(rest.count - 1)
            && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    init(_ text: String, as shown: String) throws(Fault) {
        let marks = text.filter { !$0.isNumber }
        let parts = text.split(omittingEmptySubsequences: false) { !$0.isNumber }
        var decimals = ""
        var whole = parts.map(String.init)
        if let last = parts.last, let mark = marks.last, mark == "." || mark == "," {
            let isOnly = marks.count == 1
            // One mark before three digits is a thousand or a decimal; several different ones are
            // clear.
            if isOnly, last.count == 3, parts[0].count <= 3, parts[0] != "0" {
                throw .amountUnclear(shown)
            }
            if isOnly || (marks.dropLast().allSatisfy { $0 != mark }) {
                decimals = String(last)
                whole.removeLast()
            }
        }
        let groups = whole.dropFirst()
        if !groups.isEmpty {
            let isGrouped =
                (1...3).contains(whole[0].count) && groups.allSatisfy { $0.count == 3 }
                && Set(marks.prefix(groups.count)).count == 1
            guard isGrouped else { throw .amountUnclear(shown) }
        }
        if decimals.count > 4 { throw .amountUnclear(shown) }
        var mantissa: Int64 = 0
        for digit in (whole.joined() + decimals).utf8 {
            let (tens, over) = mantissa.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) = tens.addingReportingOverflow(Int64(digit) - 0x30)
            if over || tooLarge || sum > Self.mantissaMax { throw .amountTooLarge(shown) }
            mantissa = sum
        }
        self.mantissa = mantissa
        scale = UInt8(decimals.count)
        if exceedsMax { throw .amountTooLarge(shown) }
    }

    /// A typing error is likelier than a payment of a milliard, and sums stay far from 64 bits.
    private static let mantissaMax: Int64 = 9_999_999_999_999
    private static let wholeMax: Int64 = 999_999_999

    private var exceedsMax: Bool { mantissa / Self.power(of: scale) > Self.wholeMax }

    private static func power(of scale: UInt8) -> Int64 {
        var power: Int64 = 1
        for _ in 0..<scale { power *= 10 }
        return power
    }

    /// Whether it is a whole number below this.
    func isWhole(below end: Int64) -> Bool { scale == 0 && mantissa < end }

    /// The number times thousands or hundreds.
    func times(_ factor: Int64, as shown: String) throws(Fault) -> WrittenNumber {
        try times(WrittenNumber(factor), as: shown).shortened
    }

    /// The price times a count, rounded to whole hundredths, half away from zero.
    func price(times count: WrittenNumber, as shown: String) throws(Fault) -> WrittenNumber {
        var product = try times(count, as: shown)
        while product.scale > max(2, scale) {
            let isLast = product.scale == max(2, scale) + 1
            product.mantissa = (product.mantissa + (isLast ? 5 : 0)) / 10
            product.scale -= 1
        }
        return product
    }

    /// The amount times a rate, rounded to this many digits, half away from zero.
    func product(
        times other: WrittenNumber, scale: UInt8, as shown: String
    ) throws(Fault) -> WrittenNumber {
        var product = try times(other, as: shown)
        guard product.scale > scale else { return product }
        let divisor = Self.power(of: product.scale - scale)
        product.mantissa = (product.mantissa + divisor / 2) / divisor
        product.scale = scale
        return product
    }

    private func times(_ other: WrittenNumber, as shown: String) throws(Fault) -> WrittenNumber {
        let (product, over) = mantissa.multipliedReportingOverflow(by: other.mantissa)
        if over { throw .amountTooLarge(shown) }
        var result = self
        result.mantissa = product
        result.scale += other.scale
        if result.exceedsMax { throw .amountTooLarge(shown) }
        return result
    }

    func plus(_ other: WrittenNumber, as shown: String) throws(Fault) -> WrittenNumber {
        let wide = max(scale, other.scale)
        var sum = self
        sum.mantissa =
            mantissa * Self.power(of: wide - scale)
            + other.mantissa * Self.power(of: wide - other.scale)
        sum.scale = wide
        if sum.exceedsMax { throw .amountTooLarge(shown) }
        return sum
    }

    /// The number as coins, a hundred to one.
    var ofCoins: WrittenNumber {
        var coins = self
        coins.scale += 2
        return coins
    }

    func isMore(than other: WrittenNumber, dividedBy divisor: Int64) -> Bool {
        Int128(mantissa) * Int128(Self.power(of: other.scale)) * Int128(divisor)
            > Int128(other.mantissa) * Int128(Self.power(of: scale))
    }

    func equals(_ other: WrittenNumber) -> Bool {
        Int128(mantissa) * Int128(Self.power(of: other.scale))
            == Int128(other.mantissa) * Int128(Self.power(of: scale))
    }

    /// Without trailing zeros.
    private var shortened: WrittenNumber {
        var short = self
        while short.scale > 0, short.mantissa % 10 == 0 {
            short.mantissa /= 10
            short.scale -= 1
        }
        return short
    }
}

/// A word with a number in it: `-65,50грн`, `$12`, `2кг`.
struct NumberPiece {
    var sign: WrittenNumber.Sign?
    /// A symbol or letters before the number.
    var beginning = ""
    /// Digits with the marks between them; empty when the word does not begin with a number.
    var digits = ""
    var ending = ""

    init(_ text: String) {
        var rest = text[...]
        while let first = rest.first, rest.count > 1, "=~≈(«\"“:".contains(first) {
            rest = rest.dropFirst()
        }
        takeSign(&rest)
        let before = rest.prefix { !$0.isNumber && !".,'’+-−–".contains($0) }
        if !before.isEmpty {
            guard before.count == 1 || before.allSatisfy(\.isLetter) else { return }
            beginning = String(before)
            rest = rest.dropFirst(before.count)
            if sign == nil { takeSign(&rest) }
        }
        guard let first = rest.first, first.isASCII, first.isNumber else { return }
        let number = rest.prefix { ($0.isASCII && $0.isNumber) || ".,'’ʼ".contains($0) }
        var written = number
        // `65.` ends a sentence; `65,` precedes the next word.
        while let last = written.last, !last.isNumber { written = written.dropLast() }
        digits = String(written)
        ending = String(rest.dropFirst(number.count))
        while let last = ending.last, ".,;!?:)»\"”".contains(last) { ending.removeLast() }
        // `500,-` and `500.-` are whole amounts.
        if ending == "-", number.count > written.count { ending = "" }
    }

    private mutating func takeSign(_ rest: inout Substring) {
        guard rest.count > 1, let mark = rest.first, let found = WrittenNumber.Sign(String(mark))
        else { return }
        sign = found
        rest = rest.dropFirst()
    }
}
