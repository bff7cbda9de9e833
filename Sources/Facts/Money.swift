/// An exact amount: whole units of 10^−scale of a currency. Positive when money comes in.
///
/// The scale is the currency's own exponent (UAH 2, VND 0, KWD 3), or larger when the bank printed
/// non-zero digits below the smallest coin (savings funds print 0.0072 EUR). Nothing is ever
/// rounded.
@usableFromInline package struct Money: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package let units: Int64
    @usableFromInline package let scale: UInt8
    @usableFromInline package let currency: Currency

    @inlinable package init(units: Int64, scale: UInt8, currency: Currency) {
        self.units = units
        self.scale = scale
        self.currency = currency
    }

    /// An amount in the currency's smallest coin: `Money(minorUnits: -12_550, currency: .uah)` is
    /// 125.50 ₴ out.
    package init(minorUnits: Int64, currency: Currency) {
        self.init(units: minorUnits, scale: currency.exponent, currency: currency)
    }

    /// Why a written number is not an amount of this currency.
    package enum Refusal: Error, Equatable, Sendable { case overflow }

    /// The amount `mantissa` × 10^−`writtenScale`, converted to the currency's exponent.
    ///
    /// Trailing zeros below the smallest coin are dropped; other digits there are kept with a
    /// larger scale.
    package init(mantissa: Int64, writtenScale: UInt8, currency: Currency) throws(Refusal) {
        var units = mantissa
        var scale = writtenScale
        let exponent = currency.exponent
        while scale > exponent, units % 10 == 0 {
            units /= 10
            scale -= 1
        }
        while scale < exponent {
            let (grown, overflow) = units.multipliedReportingOverflow(by: 10)
            if overflow { throw .overflow }
            units = grown
            scale += 1
        }
        if units == .min { throw .overflow }
        self.init(units: units, scale: scale, currency: currency)
    }

    @inlinable package static func == (a: Money, b: Money) -> Bool {
        a.units == b.units && a.scale == b.scale && a.currency == b.currency
    }

    @inlinable package var isNegative: Bool { units < 0 }
    @inlinable package var isZero: Bool { units == 0 }

    /// The amount with the opposite sign. Total: the most negative value is refused at
    /// construction.
    package var negated: Money { Money(units: 0 &- units, scale: scale, currency: currency) }

    /// The amount in this currency if its own is unknown; otherwise itself.
    package func named(_ currency: Currency) -> Money {
        if self.currency.isKnown || !currency.isKnown { return self }
        let known = try? Money(mantissa: units, writtenScale: scale, currency: currency)
        return known ?? Money(units: units, scale: scale, currency: currency)
    }

    /// The amount in 10^−18 of its currency, so that amounts of every scale add up. Cannot
    /// overflow: 19 digits times at most 10^18 are below 2^127.
    package var atto: Int128 {
        let (high, low) = units.multipliedFullWidth(by: Self.attoUnit(of: scale))
        return Int128(truncatingIfNeeded: high) << 64 | Int128(truncatingIfNeeded: low)
    }

    /// From a sum of ``atto``; nil when it is too large for an amount.
    package init?(atto: Int128, scale: UInt8, currency: Currency) {
        guard let units = Int64(exactly: atto / Int128(Self.attoUnit(of: scale))), units != .min
        else { return nil }
        self.init(units: units, scale: scale, currency: currency)
    }

    /// One unit of a scale in atto.
    private static func attoUnit(of scale: UInt8) -> Int64 {
        // The scale of nearly all amounts.
        if scale == 2 { return 10_000_000_000_000_000 }
        var unit: Int64 = 1
        for _ in min(scale, 18)..<18 { unit *= 10 }
        return unit
    }

    /// Has the currency of the amount, so that the two can be added.
    package func isBalance(of amount: Money) -> Bool {
        currency == amount.currency || !currency.isKnown
    }

    /// The sum of two amounts of one currency, at the larger scale.
    package func adding(_ other: Money) throws(Refusal) -> Money {
        precondition(currency == other.currency, "caller mixes currencies")
        let common = max(scale, other.scale)
        let a = try units(atScale: common)
        let b = try other.units(atScale: common)
        let (sum, overflow) = a.addingReportingOverflow(b)
        if overflow || sum == .min { throw .overflow }
        return Money(units: sum, scale: common, currency: currency)
    }

    /// Whole units of 10^−`wanted`; `wanted` is not smaller than `scale`.
    package func units(atScale wanted: UInt8) throws(Refusal) -> Int64 {
        precondition(wanted >= scale, "caller asks for rounding")
        var result = units
        for _ in scale..<wanted {
            let (grown, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { throw .overflow }
            result = grown
        }
        return result
    }

    /// Exact decimal text with `scale` digits after the point: `-125.50`, `1500`, `0.0072`.
    package var text: String {
        let digits = String(units.magnitude)
        let sign = units < 0 ? "-" : ""
        if scale == 0 { return sign + digits }
        let width = Int(scale)
        let padded =
            digits.count > width
            ? digits : String(repeating: "0", count: width + 1 - digits.count) + digits
        return sign + padded.dropLast(width) + "." + padded.suffix(width)
    }

    /// Reads what `text` prints, or nil. The whole text must be a number.
    package init?(text: String, currency: Currency) {
        var mantissa: Int64 = 0
        var scale: UInt8 = 0
        var digits = 0
        var afterPoint = false
        var negative = false
        for (position, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x2D where position == 0: negative = true
            case 0x2E where !afterPoint && digits > 0: afterPoint = true
            case 0x30...0x39:
                let (tens, overflowed) = mantissa.multipliedReportingOverflow(by: 10)
                let (sum, overflow) = tens.addingReportingOverflow(Int64(byte - 0x30))
                if overflowed || overflow || scale == 18 { return nil }
                mantissa = sum
                digits += 1
                if afterPoint { scale += 1 }
            default: return nil
            }
        }
        if digits == 0 || (afterPoint && scale == 0) { return nil }
        guard
            let money = try? Money(
                mantissa: negative ? -mantissa : mantissa, writtenScale: scale, currency: currency)
        else { return nil }
        self = money
    }
}
