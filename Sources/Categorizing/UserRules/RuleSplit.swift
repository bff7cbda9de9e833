internal import Facts

/// Divides a line by a rule: fixed amounts, percentages of the whole, and the rest.
///
/// Guarantees: the parts have the line's sign, none is zero, and they sum to it exactly.
internal struct RuleSplit: Sendable {
    private let parts: [UserRule.Part]

    init(_ parts: [UserRule.Part]) { self.parts = parts }

    /// Whether the parts can divide any line: one rest, or percentages alone that sum to 100.
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
    private static let hundred = Int128(AmountShare.wholePercent)

    /// Nil when a part would be zero, or the parts exceed the amount.
    func parts(of amount: Money) -> [Decision.Split]? {
        var shares: [AmountShare] = []
        for part in parts {
            switch part.share {
            case .rest: shares.append(.rest)
            case .amount(let number):
                let scale = Int(amount.scale)
                guard number.scale <= scale || number.isWhole(atScale: scale),
                    let units = Int64(exactly: number.units(atScale: scale))
                else { return nil }
                shares.append(.units(units))
            case .percent(let number):
                shares.append(
                    .percent(Int64(truncatingIfNeeded: number.units(atScale: Self.percentScale))))
            }
        }
        guard let amounts = try? amount.divided(by: shares) else { return nil }
        return zip(parts, amounts).map { part, amount in
            Decision.Split(category: part.category, amount: amount, note: part.note)
        }
    }
}

extension UserRule.Decimal {
    /// The number × 10^wanted, truncated; `wanted` is at most 18.
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
