package import Facts

/// Quotients, rounded half away from zero.
package enum Ratio {
    /// Thousandths that one amount is of another of the same currency; nil if that is zero.
    package static func permille(_ part: Money, of whole: Money) -> Int? {
        let scale = max(part.scale, whole.scale)
        let (a, b) = (units(of: part, at: scale), units(of: whole, at: scale))
        let (thousand, overflow) = a.multipliedReportingOverflow(by: 1_000)
        // An amount of 19 digits beside one with 18 decimals has no meaningful ratio.
        return b == 0 || overflow ? nil : Int(exactly: rounded(thousand, b))
    }

    /// In the currency's smallest coin.
    package static func average(_ amount: Money, over count: Int) -> Money {
        let exponent = amount.currency.exponent
        var divisor = Int128(max(count, 1))
        for _ in min(exponent, amount.scale)..<amount.scale { divisor *= 10 }
        let units = rounded(units(of: amount, at: max(exponent, amount.scale)), divisor)
        // Smaller than the amount itself.
        return Money(
            units: Int64(clamping: units), scale: exponent, currency: amount.currency)
    }

    /// The amount in units of its currency, or in thousands of them.
    package static func whole(_ amount: Money, inThousands: Bool = false) -> Int64 {
        var divisor: Int128 = inThousands ? 1_000 : 1
        for _ in 0..<amount.scale { divisor *= 10 }
        return Int64(clamping: rounded(Int128(amount.units), divisor))
    }

    /// Cannot overflow: 19 digits grow by at most 18.
    private static func units(of amount: Money, at scale: UInt8) -> Int128 {
        var units = Int128(amount.units)
        for _ in amount.scale..<scale { units *= 10 }
        return units
    }

    /// Rounded half away from zero; `b` is not zero.
    package static func rounded(_ a: Int128, _ b: Int128) -> Int128 {
        let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
        // Compared by subtraction, which cannot overflow.
        let isUp = rest.magnitude >= b.magnitude - rest.magnitude
        return isUp ? quotient + ((a < 0) == (b < 0) ? 1 : -1) : quotient
    }
}
