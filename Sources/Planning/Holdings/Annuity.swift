/// The share that a period adds to a debt: an exact fraction of it.
struct PeriodRate {
    let numerator: UInt64
    let denominator: UInt64

    /// In lowest terms: the products of an annuity stay short.
    init(_ numerator: UInt64, per denominator: UInt64) {
        var (a, b) = (denominator, numerator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / a
        self.denominator = denominator / a
    }
}

/// The level payment of a loan.
enum Annuity {
    /// The payment at the end of each period that pays the debt back with the last one, rounded
    /// half away from zero; nil if it is no amount.
    ///
    /// It is the debt ÷ Σ Π 1/(1+i): the discounts of all periods, computed from the last one back
    /// as one fraction of whole numbers. Nothing is rounded before the division, so that no number
    /// of digits has to be sufficient.
    ///
    /// - Parameter periods: at least one. Equal ones give debt × i ÷ (1 − (1+i)^−n).
    /// - Complexity: O(*n*²) for *n* periods.
    static func payment(of debt: Int64, over periods: [PeriodRate]) -> Int64? {
        // Σ Π 1/(1+i) = numerator/denominator.
        var (numerator, denominator) = (WideNatural(0), WideNatural(1))
        for period in periods.reversed() {
            numerator = (numerator + denominator).times(period.denominator)
            denominator = denominator.times(period.denominator + period.numerator)
        }
        let dividend = denominator.times(debt.magnitude)
        guard let whole = quotient(dividend, numerator) else { return nil }
        let isUp = numerator.times(2 * whole + 1) <= dividend.times(2)
        return Int64(exactly: whole + (isUp ? 1 : 0))
    }

    /// Rounded down; nil if it exceeds 62 bits.
    private static func quotient(_ a: WideNatural, _ b: WideNatural) -> UInt64? {
        var (low, high): (UInt64, UInt64) = (0, 1 << 62)
        if b.times(high) <= a { return nil }
        // b × low ≤ a < b × high.
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if b.times(middle) <= a { low = middle } else { high = middle }
        }
        return low
    }
}
