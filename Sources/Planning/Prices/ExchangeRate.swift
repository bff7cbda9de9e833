package import Facts

/// Units of one currency for one unit of another: an exact fraction in lowest terms.
///
/// A list's rate is a decimal, a statement's the quotient of two amounts, and an inverse is neither
/// in general; a fraction is exact for all of them.
package struct ExchangeRate: Hashable, Sendable, BitwiseCopyable {
    package let numerator: UInt64
    package let denominator: UInt64

    package static let one = ExchangeRate(lowest: 1, 1)

    /// Nil where either is zero.
    package init?(_ numerator: UInt64, per denominator: UInt64) {
        guard numerator > 0, denominator > 0 else { return nil }
        let common = Self.divisor(numerator, denominator)
        self.init(lowest: numerator / common, denominator / common)
    }

    private init(lowest numerator: UInt64, _ denominator: UInt64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The rate of `amount` for `other`, whatever their signs; nil where one is zero, or where the
    /// two need more than 19 digits.
    package init?(_ amount: Money, per other: Money) {
        let scale = max(amount.scale, other.scale)
        guard let paid = try? amount.units(atScale: scale),
            let bought = try? other.units(atScale: scale)
        else { return nil }
        self.init(paid.magnitude, per: bought.magnitude)
    }

    /// Reads `41.5` units for each `units` of the other currency; nil for other texts, zero, and
    /// more than 18 digits.
    package init?(text: some StringProtocol, units: UInt64 = 1) {
        guard let decimal = Money(text: String(text), currency: Self.wholeUnits),
            !decimal.isNegative
        else { return nil }
        var scale: UInt64 = 1
        for _ in 0..<decimal.scale { scale *= 10 }
        let (denominator, overflow) = scale.multipliedReportingOverflow(by: units)
        if overflow { return nil }
        self.init(decimal.units.magnitude, per: denominator)
    }

    /// A currency without coins, whose amounts are plain decimals.
    private static let wholeUnits = Currency(0x58, 0x58, 0x58)

    package var inverse: ExchangeRate { ExchangeRate(lowest: denominator, numerator) }

    /// The rate as a decimal, rounded half away from zero, without trailing zeros: for display.
    package func text(digits: Int = 6) -> String {
        // Small rates, as of one rupiah in euros, keep `digits` significant ones.
        var decimals = digits
        var size = denominator / numerator
        while size >= 10, decimals < 18 {
            decimals += 1
            size /= 10
        }
        var factor: UInt128 = 1
        for _ in 0..<decimals { factor *= 10 }
        // 2^64 × 10^18 is below 2^124.
        let (quotient, rest) = (UInt128(numerator) * factor)
            .quotientAndRemainder(dividingBy: UInt128(denominator))
        let units = quotient + (rest >= UInt128(denominator) - rest ? 1 : 0)
        let whole = String(units / factor)
        var fraction = String(units % factor)
        fraction = String(repeating: "0", count: decimals - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? whole : whole + "." + fraction
    }

    private static func divisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension Money {
    /// The amount times one or two rates, rounded once, half away from zero, to the smallest coin
    /// of the other currency; nil when the result exceeds an amount.
    package func converted(
        by first: ExchangeRate, _ second: ExchangeRate = .one, to other: Currency
    ) -> Money? {
        var (up, down): (UInt128, UInt128) = (1, 1)
        for _ in 0..<max(0, Int(other.exponent) - Int(scale)) { up *= 10 }
        for _ in 0..<max(0, Int(scale) - Int(other.exponent)) { down *= 10 }
        let (factor, isFactorTooLarge) = UInt128(second.numerator)
            .multipliedReportingOverflow(by: up)
        let (product, isProductTooLarge) =
            (UInt128(first.denominator)
            * UInt128(second.denominator)).multipliedReportingOverflow(by: down)
        if isFactorTooLarge || isProductTooLarge { return nil }
        // 63 and 64 bits.
        let whole = UInt128(units.magnitude) * UInt128(first.numerator)
        let wide = whole.multipliedFullWidth(by: factor)
        guard wide.high < product else { return nil }
        let (quotient, rest) = product.dividingFullWidth((wide.high, wide.low))
        guard let size = Int64(exactly: quotient) else { return nil }
        let (rounded, overflow) = size.addingReportingOverflow(rest >= product - rest ? 1 : 0)
        if overflow { return nil }
        return Money(
            units: isNegative ? -rounded : rounded, scale: other.exponent, currency: other)
    }
}
