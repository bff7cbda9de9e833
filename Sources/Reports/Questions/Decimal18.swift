package import Facts

/// An exact decimal without a currency, as written after `--min`. At most 18 digits.
package struct Decimal18: Hashable, Comparable, Sendable {
    package let units: Int64
    package let scale: UInt8

    /// Reads `-125.50`, or nil. The whole text must be a number.
    package init?(text: String) {
        // Parsed as a currency without decimals, which drops trailing zeros.
        guard let money = Money(text: text, currency: Currency(0x58, 0x58, 0x58)) else {
            return nil
        }
        units = money.units
        scale = money.scale
    }

    package var isNegative: Bool { units < 0 }

    /// `-125.5`.
    package var text: String {
        Money(units: units, scale: scale, currency: Currency(0x58, 0x58, 0x58)).text
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
