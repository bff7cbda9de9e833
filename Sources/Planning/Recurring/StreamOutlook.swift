/// The present of a stream and its next payment, by its payments.
struct StreamOutlook {
    let state: RecurringStream.State
    /// The first expected day without a payment.
    let next: Int
    /// The payment whose amount the next one is expected to have.
    let like: Int
    /// The last payment before a rise.
    let before: Int?

    /// - Parameters:
    ///   - days, amounts: of all payments of the list that the fit is of.
    ///   - today: the last day known.
    ///   - isConfirmed: a person says that it is a stream, however few its payments are.
    init(
        _ fit: StreamFit, days: [Int], amounts: [Int64], today: Int, isConfirmed: Bool = false
    ) {
        let values = fit.chosen.map { amounts[$0] }
        next = fit.rhythm.day((fit.slots.last ?? 0) + 1)
        let isRaised = Self.isRise(
            values, fit.rhythm.cadence, yearBefore: fit.atYearBefore.map { values[$0] })
        like =
            fit.chosen[
                isRaised ? fit.count - 1 : Self.typical(values, fit.rhythm.cadence)]
        before = isRaised ? fit.chosen[fit.count - 2] : nil
        let isFew = fit.count < fit.rhythm.cadence.paymentsMin
        if today > next + fit.rhythm.cadence.graceDays {
            state = .ended
        } else if isFew, !isConfirmed {
            // A payment that did not come makes no stream of two that did.
            state = .early
        } else if today > Self.lastDay(for: next, after: fit, days: days) {
            state = .late
        } else {
            state = isRaised && !isFew ? .raised : .mature
        }
    }

    /// The last day on which a payment is not late: banks book what is due on a day of rest on the
    /// next working day, unless earlier payments came on week-ends.
    private static func lastDay(for due: Int, after fit: StreamFit, days: [Int]) -> Int {
        let paid = fit.chosen.suffix(paymentsComparedMax)
        return paid.contains { WorkingDays.isWeekend(days[$0]) }
            ? due : WorkingDays.first(from: due)
    }

    /// A year of months.
    static let paymentsComparedMax = 12

    /// Changes of a price are larger than what exchange rates do from month to month.
    private static let risePermilleMin = 10
    /// Prices that move more are no prices: energy, water.
    private static let steadyPermilleMax = 50
    private static let pricesComparedMax = 6
    /// As many as smooth one unusual bill.
    private static let billsComparedMax = 3

    /// The index of the value that the next one is expected to equal: the last price, or the
    /// middle one of the last bills.
    static func typical(_ values: [Int64], _ cadence: Cadence) -> Int {
        let last = values.count - 1
        if last < 2 { return last }
        let compared = values.suffix(pricesComparedMax)
        if isPrice(compared, cadence) {
            if StreamSearch.isPrice(values[last], after: values[last - 1]) { return last }
            // One charge far from the price, as of a year paid at once, is no new price, neither
            // when it comes nor after it.
            let usual = values[middle(compared.indices, values)]
            return compared.indices.last { StreamSearch.isPrice(values[$0], after: usual) } ?? last
        }
        return middle(last - billsComparedMax + 1..<last + 1, values)
    }

    /// The index of the median; of an even number, of the greater middle value.
    private static func middle(_ indices: Range<Int>, _ values: [Int64]) -> Int {
        indices.sorted { (values[$0], $0) < (values[$1], $1) }[indices.count / 2]
    }

    /// Whether the last value is the first of a higher price.
    ///
    /// - Parameter yearBefore: the value of the same season a year ago; what was as dear then is
    ///   no new price, as of heating.
    static func isRise(
        _ values: [Int64], _ cadence: Cadence, yearBefore: Int64? = nil
    ) -> Bool {
        guard values.count >= 2, let last = values.last else { return false }
        let earlier = values.dropLast().suffix(pricesComparedMax)
        guard let price = earlier.last, last > price, StreamSearch.isPrice(last, after: price)
        else { return false }
        guard isPrice(earlier, cadence), !hasFallen(earlier) else { return false }
        if let yearBefore, yearBefore > price,
            yearBefore >= last || StreamEvidence.permille(yearBefore, last) <= seasonPermilleMax
        {
            return false
        }
        let usual = cadence.months > 1 && isRising(earlier) ? 0 : usualChange(earlier)
        return StreamEvidence.permille(price, last) > max(2 * usual, risePermilleMin)
    }

    /// Bills of one season differ less from year to year.
    private static let seasonPermilleMax = 150

    /// Prices hardly ever fall; bills do.
    private static func hasFallen(_ values: ArraySlice<Int64>) -> Bool {
        zip(values, values.dropFirst()).contains {
            $0 > $1 && StreamEvidence.permille($0, $1) > steadyPermilleMax
        }
    }

    /// The largest of successive changes, in thousandths, without one step of the price.
    private static func usualChange(_ values: ArraySlice<Int64>) -> Int {
        var changes = changes(values)
        guard let largest = changes.popLast() else { return 0 }
        let next = changes.last ?? largest
        return largest >= 3 * next ? next : largest
    }

    /// Whether values are those of a price. A payment made a few times a year may rise each time,
    /// and is a price as long as it never falls.
    private static func isPrice(_ values: ArraySlice<Int64>, _ cadence: Cadence) -> Bool {
        cadence.months > 1 && isRising(values) || noise(values) <= steadyPermilleMax
    }

    private static func isRising(_ values: ArraySlice<Int64>) -> Bool {
        zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// The middle one of successive changes, in thousandths; an earlier step of the price is one
    /// of many.
    private static func noise(_ values: ArraySlice<Int64>) -> Int {
        let changes = changes(values)
        return changes.isEmpty ? 0 : changes[(changes.count - 1) / 2]
    }

    /// The successive changes, in thousandths, sorted.
    private static func changes(_ values: ArraySlice<Int64>) -> [Int] {
        zip(values, values.dropFirst()).map { StreamEvidence.permille($0, $1) }.sorted()
    }
}
