/// The share of an amount that a part has.
package enum AmountShare: Sendable, Equatable {
    /// Minor units of the amount, without its sign.
    case units(Int64)
    /// Millionths of a percent: a hundred million are the whole.
    case percent(Int64)
    /// The part takes the amount that the others leave; at most one does.
    case rest

    package static let wholePercent: Int64 = 100_000_000
}

/// Why the parts do not add up to the amount.
package enum AmountDivisionFault: Error, Sendable, Equatable {
    case twoRests
    /// The part with this index would be zero.
    case emptyPart(Int)
    /// This many units remain, or are too many (with the opposite sign).
    case off(Int128)
}

extension Money {
    /// Divides the amount by the shares, in their order: each part has its sign, none is zero, and
    /// they sum to it exactly.
    ///
    /// Percentages are rounded down. The remainder goes to the rest; without one, when the
    /// percentages sum to a hundred, unit by unit to them in order.
    package func divided(by shares: [AmountShare]) throws(AmountDivisionFault) -> [Money] {
        let whole = Int128(units.magnitude)
        var rest: Int?
        var percents: Int128 = 0
        var parts: [Int128] = []
        for (index, share) in shares.enumerated() {
            switch share {
            case .units(let number): parts.append(Int128(number))
            case .percent(let number):
                percents += Int128(number)
                parts.append(whole * Int128(number) / Int128(AmountShare.wholePercent))
            case .rest:
                if rest != nil { throw .twoRests }
                rest = index
                parts.append(0)
            }
        }
        var left = whole - parts.reduce(0, +)
        if let rest {
            if left == 0 { throw .emptyPart(rest) }
            guard left > 0 else { throw .off(isNegative ? -left : left) }
            parts[rest] = left
        } else {
            if percents == Int128(AmountShare.wholePercent) {
                for (index, share) in shares.enumerated() where left > 0 {
                    guard case .percent = share else { continue }
                    parts[index] += 1
                    left -= 1
                }
            }
            guard left == 0 else { throw .off(isNegative ? -left : left) }
        }
        if let empty = parts.firstIndex(where: { $0 <= 0 }) { throw .emptyPart(empty) }
        assert(parts.reduce(0, +) == whole, "the parts are the whole")
        // No part is larger than the whole, which fits.
        return parts.map { part in
            Money(
                units: Int64(truncatingIfNeeded: isNegative ? -part : part), scale: scale,
                currency: currency)
        }
    }
}
