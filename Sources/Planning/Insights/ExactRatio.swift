internal import Facts

/// A fraction of any size: thresholds of insights are compared, and figures rounded, without an
/// intermediate rounding and without an overflow.
struct ExactRatio: Comparable {
    private let isNegative: Bool
    private let numerator: WideNatural
    private let denominator: WideNatural

    private init(isNegative: Bool, _ numerator: WideNatural, _ denominator: WideNatural) {
        self.isNegative = isNegative && !numerator.isZero
        self.numerator = numerator
        self.denominator = denominator
    }

    static let zero = ExactRatio(0)

    init(_ value: Int) {
        self.init(
            isNegative: value < 0, WideNatural(UInt64(value.magnitude)), WideNatural(1))
    }

    /// Without its currency.
    init(_ amount: Money) {
        var denominator = WideNatural(1)
        for _ in 0..<amount.scale { denominator = denominator.times(10) }
        self.init(
            isNegative: amount.isNegative, WideNatural(amount.units.magnitude), denominator)
    }

    static func + (a: ExactRatio, b: ExactRatio) -> ExactRatio {
        if a.denominator == b.denominator { return sum(a, a.numerator, b, b.numerator) }
        return sum(
            a, a.numerator * b.denominator, b, b.numerator * a.denominator,
            over: a.denominator * b.denominator)
    }

    private static func sum(
        _ a: ExactRatio, _ first: WideNatural, _ b: ExactRatio, _ second: WideNatural,
        over denominator: WideNatural? = nil
    ) -> ExactRatio {
        let denominator = denominator ?? a.denominator
        if a.isNegative == b.isNegative {
            return ExactRatio(isNegative: a.isNegative, first + second, denominator)
        }
        return first < second
            ? ExactRatio(isNegative: b.isNegative, second - first, denominator)
            : ExactRatio(isNegative: a.isNegative, first - second, denominator)
    }

    static prefix func - (a: ExactRatio) -> ExactRatio {
        ExactRatio(isNegative: !a.isNegative, a.numerator, a.denominator)
    }

    static func - (a: ExactRatio, b: ExactRatio) -> ExactRatio { a + -b }

    static func * (a: ExactRatio, b: ExactRatio) -> ExactRatio {
        ExactRatio(
            isNegative: a.isNegative != b.isNegative, a.numerator * b.numerator,
            a.denominator * b.denominator)
    }

    static func * (a: ExactRatio, b: Int) -> ExactRatio { a * ExactRatio(b) }

    /// `b` is not zero.
    static func / (a: ExactRatio, b: ExactRatio) -> ExactRatio {
        precondition(!b.numerator.isZero, "caller divides by zero")
        return ExactRatio(
            isNegative: a.isNegative != b.isNegative, a.numerator * b.denominator,
            a.denominator * b.numerator)
    }

    static func / (a: ExactRatio, b: Int) -> ExactRatio { a / ExactRatio(b) }

    var size: ExactRatio { ExactRatio(isNegative: false, numerator, denominator) }

    static func == (a: ExactRatio, b: ExactRatio) -> Bool { !(a < b) && !(b < a) }

    static func < (a: ExactRatio, b: ExactRatio) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        let (first, second) = (a.numerator * b.denominator, b.numerator * a.denominator)
        return a.isNegative ? second < first : first < second
    }

    /// In units of 10^−digits, rounded half away from zero; nil when it exceeds an amount.
    func rounded(digits: UInt8) -> Int64? {
        var doubled = numerator.times(2)
        for _ in 0..<digits { doubled = doubled.times(10) }
        // The largest q with q × 2d ≤ 2n + d.
        let (limit, divisor) = (doubled + denominator, denominator.times(2))
        var quotient: UInt64 = 0
        for bit in (0..<63).reversed() {
            let tried = quotient | 1 << UInt64(bit)
            if divisor.times(tried) <= limit { quotient = tried }
        }
        if quotient == UInt64(Int64.max) { return nil }
        return isNegative ? -Int64(quotient) : Int64(quotient)
    }
}
