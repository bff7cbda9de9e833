package import Facts

/// An exact decimal without a currency, as written after `--min`. At most 18 digits.
package struct Decimal18: Hashable, Comparable, Sendable {
    package let units: Int64
    package let scale: UInt8

    /// Without decimals, so that ``Money`` drops all trailing zeros.
    private static let noCurrency = Currency(0x58, 0x58, 0x58)

    /// `mantissa` × 10^−`scale`; nil out of the range.
    package init?(mantissa: Int64, scale: UInt8) {
        guard
            let money = try? Money(
                mantissa: mantissa, writtenScale: scale, currency: Self.noCurrency)
        else { return nil }
        self.init(money)
    }

    /// Reads `-125.50`, or nil. The whole text must be a number.
    package init?(text: String) {
        guard let money = Money(text: text, currency: Self.noCurrency) else { return nil }
        self.init(money)
    }

    private init(_ money: Money) {
        units = money.units
        scale = money.scale
    }

    package var isNegative: Bool { units < 0 }

    /// `-125.5`.
    package var text: String {
        Money(units: units, scale: scale, currency: Self.noCurrency).text
    }

    package static func < (a: Decimal18, b: Decimal18) -> Bool {
        let common = max(a.scale, b.scale)
        return widened(a.units, from: a.scale, to: common)
            < widened(b.units, from: b.scale, to: common)
    }

    /// −1, 0 or 1: the amount compared with this number. Exact, whatever the scales.
    package func order(of amount: Money) -> Int {
        let common = max(scale, amount.scale)
        let a = Self.widened(amount.units, from: amount.scale, to: common)
        let b = Self.widened(units, from: scale, to: common)
        return a < b ? -1 : a > b ? 1 : 0
    }

    /// Cannot overflow: 19 digits grow by at most 18.
    private static func widened(_ units: Int64, from scale: UInt8, to common: UInt8) -> Int128 {
        var result = Int128(units)
        for _ in scale..<common { result *= 10 }
        return result
    }
}
