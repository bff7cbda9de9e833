package import Facts
package import Ledger

/// A sum of amounts of one currency, exact whatever their scales.
///
/// 128 bits hold the sum of any ledger; whether the result fits an amount is checked at the end.
package struct ExactSum: Sendable {
    package private(set) var count = 0
    private var units: Int128 = 0
    private var scale: UInt8
    private var hasOverflowed = false
    package let currency: Currency

    package init(_ currency: Currency) {
        self.currency = currency
        scale = currency.exponent
    }

    package mutating func add(_ amount: Money, count added: Int = 1) {
        add(Int128(amount.units), scale: amount.scale, amount.currency, count: added)
    }

    package mutating func add(_ other: ExactSum) {
        add(other.units, scale: other.scale, other.currency, count: other.count)
        hasOverflowed = hasOverflowed || other.hasOverflowed
    }

    /// Adds the kept sums of a day.
    package mutating func add(_ day: DaySums) {
        for group in day.groups {
            add(group.sum, scale: group.scale, currency, count: group.lines)
        }
    }

    /// - Parameter added: units of the scale.
    package mutating func add(
        _ added: Int128, scale addedScale: UInt8, _ addedCurrency: Currency, count addedCount: Int
    ) {
        precondition(addedCurrency == currency, "caller mixes currencies")
        var other = added
        // 19 digits grow by at most 18.
        for _ in min(addedScale, scale)..<scale {
            let (grown, overflow) = other.multipliedReportingOverflow(by: 10)
            hasOverflowed = hasOverflowed || overflow
            other = grown
        }
        while scale < addedScale {
            let (grown, overflow) = units.multipliedReportingOverflow(by: 10)
            hasOverflowed = hasOverflowed || overflow
            units = grown
            scale += 1
        }
        let (sum, overflow) = units.addingReportingOverflow(other)
        hasOverflowed = hasOverflowed || overflow
        units = sum
        count += addedCount
    }

    /// The sum with no more decimals than needed, or nil when it exceeds the largest amount.
    package var money: Money? {
        var units = units
        var scale = scale
        while scale > currency.exponent, units % 10 == 0 {
            units /= 10
            scale -= 1
        }
        guard !hasOverflowed, let small = Int64(exactly: units), small != .min else { return nil }
        return Money(units: small, scale: scale, currency: currency)
    }
}
