/// How much a household's payments at one place say about habit, by the category of most of them.
package enum Habituality: Sendable {
    /// Bills come on their days: two payments of one amount are nearly a promise.
    case bill
    case plain
    /// Shops, cafés, taxis, cash: visited often, so that a rhythm appears by chance.
    case habit
}

/// Evidence for a stream in hundredths of a bit: how many times rarer the payments would be by
/// chance, as a logarithm.
struct StreamEvidence {
    /// The score that a stream of a plain merchant needs. By chance one of 256 merchants has as
    /// much.
    static let needed = 800
    private static let billBonus = 200
    private static let missCost = 300
    private static let extraCost = 250
    private static let breakCost = 200

    /// Weekly shopping is more frequent than weekly bills; months and years are what contracts are
    /// made for.
    static func prior(_ cadence: Cadence) -> Int {
        switch cadence {
        case .month, .year: 100
        case .twoMonths, .quarter: 0
        case .fourMonths, .halfYear, .fourWeeks: -50
        case .week, .twoWeeks, .threeWeeks: -200
        case .thirtyDays: -300
        }
    }

    /// One gap that ends on the expected day.
    ///
    /// - Parameters:
    ///   - offsets: the sum of distances from the expected days.
    ///   - gaps: how many gaps they belong to.
    static func ofDays(_ cadence: Cadence, offsets: Int, gaps: Int) -> Int {
        // A window of twice the mean distance and the day itself.
        bits(cadence.daysAbout * gaps, per: 2 * offsets + gaps)
    }

    /// Two successive amounts; equal ones prove little where they were picked from others.
    static func ofAmounts(_ one: Int64, _ other: Int64, arePicked: Bool) -> Int {
        switch permille(one, other) {
        case ...5: arePicked ? 100 : 300
        case ...100: arePicked ? 50 : 150
        case ...300: 30
        case ...500: -50
        default: -250
        }
    }

    /// The score that a fit needs to be a stream.
    ///
    /// - Parameters:
    ///   - count: its payments.
    ///   - others: payments at the same place in its time that are not in it.
    static func needed(_ habit: Habituality, count: Int, others: Int) -> Int {
        let ofHabit = habit == .habit ? 2 * needed : needed
        if others > 4 * count { return 2 * ofHabit }
        return isCrowd(others, count) ? 3 * ofHabit / 2 : ofHabit
    }

    static func isCrowd(_ others: Int, _ count: Int) -> Bool { 2 * others > count }

    /// - Parameter others: as in ``needed(_:count:others:)``.
    static func of(
        _ fit: StreamFit, amounts: [Int64], _ habit: Habituality, others: Int
    ) -> Int {
        let gaps = max(1, fit.count - 1 - fit.breaks)
        var sum = prior(fit.rhythm.cadence) + (habit == .bill ? billBonus : 0)
        sum += gaps * ofDays(fit.rhythm.cadence, offsets: fit.offsets, gaps: gaps)
        let arePicked = isCrowd(others, fit.count)
        for (one, other) in zip(fit.chosen, fit.chosen.dropFirst()) {
            sum += ofAmounts(amounts[one], amounts[other], arePicked: arePicked)
        }
        return sum - missCost * fit.misses - extraCost * fit.extras - breakCost * fit.breaks
    }

    /// The difference of two amounts in thousandths of the larger one.
    static func permille(_ one: Int64, _ other: Int64) -> Int {
        let (small, large) = one < other ? (one, other) : (other, one)
        if large <= 0 || small == large { return 0 }
        // A division of 64 bits takes a tenth of the time.
        if large < .max / 1_000, small >= 0 { return Int((large - small) * 1_000 / large) }
        return Int((Int128(large) - Int128(small)) * 1_000 / Int128(large))
    }

    /// The logarithm to base 2 of a quotient from 1 on, linear between powers of two.
    static func bits(_ value: Int, per other: Int) -> Int {
        let scaled = max(1, value) * 1_024 / max(1, other)
        if scaled <= 1_024 { return 0 }
        let whole = Int.bitWidth - 1 - scaled.leadingZeroBitCount
        let rest = (scaled - (1 << whole)) * 100 / (1 << whole)
        return (whole - 10) * 100 + rest
    }
}
