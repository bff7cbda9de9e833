internal import Facts

/// Divides a line as a rule says: fixed amounts, hundredths of the whole, and what is left.
///
/// Guarantees: the parts have the line's sign, none is zero, and they sum to it exactly.
internal struct RuleSplit: Sendable {
    private let parts: [UserRule.Part]

    init(_ parts: [UserRule.Part]) { self.parts = parts }

    /// Whether the parts can make up any line: one rest, or percents alone that are 100 together.
    static func isWhole(_ parts: [UserRule.Part]) -> Bool {
        var rests = 0
        var hasAmounts = false
        var percents: Int128 = 0
        for part in parts {
            switch part.share {
            case .rest: rests += 1
            case .amount: hasAmounts = true
            case .percent(let number):
                guard number.scale <= percentScale else { return false }
                percents += number.units(atScale: percentScale)
            }
        }
        guard parts.count > 1, percents <= hundred else { return false }
        return rests == 1 ? percents < hundred : rests == 0 && !hasAmounts && percents == hundred
    }

    /// Percents have at most this many decimals.
    private static let percentScale = 6
    private static let hundred: Int128 = 100_000_000

    /// Nil when a part would be nothing, or more than is there.
    ///
    /// Percents are rounded down; the minor units that leaves go to the rest, else one by one to the percents in their order.
    func parts(of amount: Money) -> [Decision.Split]? {
        let whole = Int128(amount.units.magnitude)
        var units: [Int128] = []
        for part in parts {
            switch part.share {
            case .rest: units.append(0)
            case .amount(let number):
                guard
                    number.scale <= Int(amount.scale) || number.isWhole(atScale: Int(amount.scale))
                else { return nil }
                units.append(number.units(atScale: Int(amount.scale)))
            case .percent(let number):
                units.append(whole * number.units(atScale: Self.percentScale) / Self.hundred)
            }
        }
        var left = whole - units.reduce(0, +)
        guard left >= 0 else { return nil }
        if let rest = parts.firstIndex(where: { $0.share == .rest }) {
            units[rest] = left
        } else {
            for index in units.indices where left > 0 {
                units[index] += 1
                left -= 1
            }
        }
        guard left == 0 || parts.contains(where: { $0.share == .rest }),
            units.allSatisfy({ $0 > 0 })
        else { return nil }
        return zip(parts, units).map { part, units in
            // No part is larger than the whole, which fits.
            let signed = amount.isNegative ? -units : units
            return Decision.Split(
                category: part.category,
                amount: Money(
                    units: Int64(truncatingIfNeeded: signed), scale: amount.scale,
                    currency: amount.currency),
                note: part.note)
        }
    }
}

extension UserRule.Decimal {
    /// The number × 10^wanted, cut; `wanted` is at most 18.
    fileprivate func units(atScale wanted: Int) -> Int128 {
        var value = Int128(units)
        for _ in 0..<max(0, wanted - scale) { value *= 10 }
        for _ in 0..<max(0, scale - wanted) { value /= 10 }
        return value
    }

    fileprivate func isWhole(atScale wanted: Int) -> Bool {
        var tail = Int128(1)
        for _ in 0..<max(0, scale - wanted) { tail *= 10 }
        return Int128(units) % tail == 0
    }
}
