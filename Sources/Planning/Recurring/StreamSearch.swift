import Facts

/// Payments of one list that lie on the days of a rhythm.
struct StreamFit {
    var rhythm: Rhythm
    /// Indices of the payments, oldest first, at most one of a slot.
    var chosen: [Int]
    var slots: [Int]
    /// The sum of distances from the expected days.
    var offsets: Int
    /// Empty slots between payments, without those of breaks.
    var misses: Int
    /// Longer pauses, as of heating in summer.
    var breaks: Int
    /// Payments of the list in the stream's time that are not in it.
    var extras: Int
    var score = 0

    var count: Int { chosen.count }

    /// The place of the payment a year before the last one.
    var atYearBefore: Int? {
        guard let last = slots.last else { return nil }
        let cadence = rhythm.cadence
        let slotsOfYear = cadence.days.map { 365 / $0 } ?? 12 / cadence.months
        return slots.lastIndex(of: last - slotsOfYear)
    }
}

/// Finds the streams among payments to one merchant from one account.
///
/// ```
/// all payments on the days of one rhythm                 one stream
/// otherwise payments of one amount, or of near ones      a stream each, as of two plans
/// otherwise payments on near days of the month           a stream each, as of two salaries
/// what remains                                           is searched again
/// ```
struct StreamSearch {
    /// Oldest first, since 1970.
    let days: [Int]
    /// Comparable among each other, without sign.
    let amounts: [Int64]
    let habit: Habituality

    /// More plans of one merchant are not told apart.
    private static let streamsMax = 8
    /// A rhythm follows the last payments: subscriptions move when a card was renewed.
    private static let daysFittedMax = 12
    /// The share of the payments in a stream's time that must be in it, in percent.
    private static let explainedMin = 80
    /// The share of slots that must be filled, in percent.
    private static let filledMin = 70
    /// Amounts that differ less are near: exchange rates move so from month to month.
    private static let nearPermille = 40
    /// Days of the month without payments between two streams.
    private static let quietDaysMin = 6
    private static let arcsMax = 4

    func streams() -> [StreamFit] {
        var found: [StreamFit] = []
        var left = Array(days.indices)
        var byAmount: [Int] = []
        while found.count < Self.streamsMax, left.count >= 2 {
            if left.count > (habit == .bill ? 2 : Self.clusterMin) {
                // Sorted once: each turn only removes payments.
                if found.isEmpty { byAmount = sortedByAmount(left) }
            } else {
                byAmount = []
            }
            guard var next = best(of: left, byAmount) else { break }
            extendForward(&next, from: left)
            extendBackward(&next, from: left)
            left.remove(next.chosen)
            if !byAmount.isEmpty {
                let taken = Set(next.chosen)
                byAmount.removeAll { taken.contains($0) }
            }
            found.append(next)
        }
        for at in found.indices { extendLate(&found[at], from: &left) }
        return found
    }

    private func sortedByAmount(_ left: [Int]) -> [Int] {
        left.sorted { amounts[$0] == amounts[$1] ? $0 < $1 : amounts[$0] < amounts[$1] }
    }

    /// Whether two payments that nobody said anything about may be a stream: they are a month apart
    /// (``early()``) or a year.
    static func mayBe(from first: Int32, to last: Int32) -> Bool {
        let gap = Int(last) - Int(first)
        return isGap(gap, of: .month) || isGap(gap, of: .year)
    }

    /// The best stream among these payments; nil if there is none.
    private func best(of left: [Int], _ byAmount: [Int]) -> StreamFit? {
        let whole = accepted(left, among: left)
        if let whole, whole.rhythm.cadence.days != nil, let part = betterParts(than: whole, left) {
            return part
        }
        if let whole, whole.extras == 0, !alternates(whole) { return whole }
        var best = whole.flatMap { alternates($0) ? nil : $0 }
        func judge(_ part: [Int]) {
            if let fit = accepted(part, among: left), fit.isBetter(than: best) { best = fit }
        }
        for cluster in clusters(of: byAmount) {
            judge(cluster)
            for arc in arcs(of: cluster) { judge(arc) }
        }
        if best == nil {
            for arc in arcs(of: left) { judge(arc) }
        }
        for layer in layers(of: left) { judge(layer) }
        return best ?? whole
    }

    /// The best of the streams on days of the month that together explain more than one every two
    /// weeks does, as salaries on the 5th and the 20th.
    private func betterParts(than whole: StreamFit, _ left: [Int]) -> StreamFit? {
        let parts = arcs(of: left).compactMap { accepted($0, among: $0) }
            .filter { $0.rhythm.cadence == .month }
        guard parts.reduce(0, { $0 + $1.score }) > whole.score else { return nil }
        return parts.max { $1.isBetter(than: $0) }
    }

    /// The best fit of a part, if there is enough evidence.
    private func accepted(_ part: [Int], among left: [Int]) -> StreamFit? {
        var best: StreamFit?
        var recent: [PlacedDay] = []
        for cadence in Cadence.allCases where part.count >= paymentsMin(cadence) {
            guard var fit = fit(cadence, part, &recent) else { continue }
            let others = others(than: fit, among: left)
            fit.score = StreamEvidence.of(fit, amounts: amounts, habit, others: others)
            if isEnough(fit, others), fit.isBetter(than: best) { best = fit }
        }
        return best
    }

    /// Without pauses. Payments of a habit need twice as many gaps.
    private func paymentsMin(_ cadence: Cadence) -> Int {
        // Months drift away from 30 days by three days in half a year.
        if cadence == .thirtyDays { return Self.paymentsOfThirtyDaysMin }
        return habit == .habit ? 2 * cadence.paymentsMin - 1 : cadence.paymentsMin
    }

    private static let paymentsOfThirtyDaysMin = 8

    private func isEnough(_ fit: StreamFit, _ others: Int) -> Bool {
        // Each pause costs a payment more.
        let pauses = fit.misses + 2 * fit.breaks
        guard fit.count >= paymentsMin(fit.rhythm.cadence) + pauses,
            fit.score >= StreamEvidence.needed(habit, count: fit.count, others: others)
        else { return false }
        return habit != .habit || fit.breaks == 0 && isSteady(fit)
    }

    /// Payments in the stream's time that are not in it.
    private func others(than fit: StreamFit, among left: [Int]) -> Int {
        guard let first = fit.chosen.first, let last = fit.chosen.last else { return 0 }
        return left.count(from: first, through: last) - fit.count
    }

    /// Most successive amounts are near.
    private func isSteady(_ fit: StreamFit) -> Bool {
        let gaps = zip(fit.chosen, fit.chosen.dropFirst())
        let near = gaps.count { isNear($0, $1) }
        return 5 * near >= 4 * (fit.count - 2)
    }

    private func isNear(_ one: Int, _ other: Int) -> Bool {
        amounts[one] == amounts[other]
            || StreamEvidence.permille(amounts[one], amounts[other]) <= Self.nearPermille
    }

    // MARK: One rhythm

    /// The payments of a part on the days of a cadence, back from the last one.
    func fit(_ cadence: Cadence, _ part: [Int]) -> StreamFit? {
        var recent: [PlacedDay] = []
        return fit(cadence, part, &recent)
    }

    /// - Parameter recent: the last days of the part; filled when the first cadence needs them.
    private func fit(
        _ cadence: Cadence, _ part: [Int], _ recent: inout [PlacedDay]
    ) -> StreamFit? {
        guard let first = part.first, let last = part.last, part.count >= 2 else { return nil }
        let slots = (days[last] - days[first]) / cadence.daysAbout + 1
        // Too many payments, or far too few.
        if 100 * (part.count - 1) > (10_000 / Self.explainedMin) * slots { return nil }
        if slots > 8 * part.count + 8 { return nil }
        guard hasGaps(of: cadence, part.suffix(Self.daysFittedMax)) else { return nil }
        if recent.isEmpty {
            recent = part.suffix(Self.daysFittedMax).map { PlacedDay(days[$0]) }
        }
        guard let rhythm = Rhythm(cadence, fitting: recent) else { return nil }
        return fit(rhythm, part)
    }

    /// As many pairs of payments are one period apart as every stream has: the search for a rhythm
    /// costs much more.
    private func hasGaps(of cadence: Cadence, _ part: ArraySlice<Int>) -> Bool {
        var wanted = min(cadence.paymentsMin, part.count) - 1
        for at in part.indices.dropFirst() {
            for other in (part.startIndex..<at).reversed() {
                let gap = days[part[at]] - days[part[other]]
                if Self.isGap(gap, of: cadence) {
                    wanted -= 1
                    if wanted <= 0 { return true }
                    break
                }
                if gap > 2 * cadence.daysAbout { break }
            }
        }
        return wanted <= 0
    }

    private static func isGap(_ gap: Int, of cadence: Cadence) -> Bool {
        abs(gap - cadence.daysAbout) <= 2 * cadence.reach + 2
    }

    private func fit(_ rhythm: Rhythm, _ part: [Int]) -> StreamFit? {
        var chosen: [Int] = []
        var slots: [Int] = []
        chosen.reserveCapacity(part.count)
        slots.reserveCapacity(part.count)
        for index in part {
            let (slot, offset) = rhythm.nearest(to: days[index])
            if offset > rhythm.cadence.reach { continue }
            if let last = slots.last, last == slot, let other = chosen.last {
                if offset < abs(days[other] - rhythm.day(slot)) {
                    chosen[chosen.count - 1] = index
                }
                continue
            }
            chosen.append(index)
            slots.append(slot)
        }
        guard let newest = slots.last else { return nil }
        var fit = StreamFit(
            rhythm: rhythm, chosen: [], slots: [], offsets: 0, misses: 0, breaks: 0, extras: 0)
        var next = newest
        var start = chosen.count
        for at in chosen.indices.reversed() {
            let empty = max(0, next - slots[at] - 1)
            if empty > rhythm.cadence.missesMax {
                // An earlier season counts if it is one, and of this rhythm.
                let isSeason = at > 0 && slots[at] - slots[at - 1] == 1
                if !isSeason || empty * rhythm.cadence.daysAbout > Self.breakDaysMax { break }
                fit.breaks += 1
            } else {
                fit.misses += empty
            }
            fit.offsets += abs(days[chosen[at]] - rhythm.day(slots[at]))
            next = slots[at]
            start = at
        }
        fit.chosen = Array(chosen[start...])
        fit.slots = Array(slots[start...])
        guard let first = fit.chosen.first, let last = fit.chosen.last else { return nil }
        fit.extras = part.count(from: first, through: last) - fit.count
        let isFilled = 100 * fit.count >= Self.filledMin * (fit.count + fit.misses)
        let isExplained = 100 * fit.count >= Self.explainedMin * (fit.count + fit.extras)
        guard fit.count >= 2, isFilled, isExplained else { return nil }
        return fit
    }

    /// A pause of one stream; after a longer one it is another.
    private static let breakDaysMax = 300

    /// The amounts of two plans take turns.
    private func alternates(_ fit: StreamFit) -> Bool {
        let values = fit.chosen.map { amounts[$0] }
        var counts: [Int64: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        guard counts.count >= 2, counts.values.allSatisfy({ $0 >= 2 }) else { return false }
        let changes = zip(values, values.dropFirst()).count { $0 != $1 }
        return 2 * changes >= values.count && values.count >= 4
    }

    // MARK: Less evidence

    /// Two equal payments a month apart and nothing else: perhaps a stream.
    func early() -> StreamFit? {
        guard days.count == 2, habit != .habit, amounts[0] == amounts[1],
            let fit = fit(.month, [0, 1]), fit.misses == 0, fit.offsets <= 1
        else { return nil }
        return fit
    }

    /// The stream that a person says there is; nil if no payment matches.
    ///
    /// - Parameter written: the amounts as the lines show them.
    func said(_ entry: RecurringWords.Entry, among written: [Money]) -> StreamFit? {
        guard entry.state == .confirmed else { return nil }
        let part = written.indices.filter { index in
            entry.matchAmount.map { written[index].isOfSize($0) } ?? true
        }
        if let cadence = entry.cadence { return fit(cadence, part) ?? single(cadence, part) }
        var best: StreamFit?
        for cadence in Cadence.allCases {
            guard var fit = fit(cadence, part) else { continue }
            fit.score = StreamEvidence.of(fit, amounts: amounts, habit, others: 0)
            if fit.isBetter(than: best) { best = fit }
        }
        return best
    }

    /// The same payments in another cadence.
    func refit(_ old: StreamFit, as cadence: Cadence) -> StreamFit {
        if old.rhythm.cadence == cadence { return old }
        return fit(cadence, old.chosen) ?? single(cadence, old.chosen) ?? old
    }

    /// The last payment alone.
    private func single(_ cadence: Cadence, _ part: [Int]) -> StreamFit? {
        guard let last = part.last, let rhythm = Rhythm(cadence, fitting: [days[last]]) else {
            return nil
        }
        return StreamFit(
            rhythm: rhythm, chosen: [last], slots: [rhythm.slot(near: days[last])], offsets: 0,
            misses: 0, breaks: 0, extras: 0)
    }

    // MARK: Parts

    private static let clusterMin = 3

    /// Payments of one amount, and of near ones, most first; without one of all payments.
    ///
    /// - Parameter left: sorted by amount, those of one amount oldest first.
    private func clusters(of left: [Int]) -> [[Int]] {
        var found: [[Int]] = []
        var (equalFrom, nearFrom) = (0, 0)
        for end in left.indices.map({ $0 + 1 }) {
            let isLast = end == left.count
            if !isLast, amounts[left[end]] == amounts[left[end - 1]] { continue }
            let isEnough = end - equalFrom >= Self.clusterMin || isYearlyBill(left[equalFrom..<end])
            if isEnough, end - equalFrom < left.count { found.append(Array(left[equalFrom..<end])) }
            if isLast || !isNear(left[end - 1], left[end]) {
                // Those of one amount are found already.
                let isNew = nearFrom < equalFrom && end - nearFrom < left.count
                if isNew, end - nearFrom >= Self.clusterMin {
                    found.append(left[nearFrom..<end].sorted())
                }
                nearFrom = end
            }
            equalFrom = end
        }
        return found.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }

    /// Two bills of one amount a year apart, as policies of one insurer.
    private func isYearlyBill(_ pair: ArraySlice<Int>) -> Bool {
        guard habit == .bill, pair.count == 2, let first = pair.first, let last = pair.last else {
            return false
        }
        return Self.isGap(days[last] - days[first], of: .year)
    }

    /// Payments on near days of the month, if quiet days separate them.
    private func arcs(of part: [Int]) -> [[Int]] {
        guard part.count >= 6, let first = part.first, let last = part.last else { return [] }
        // At most one payment in each arc and month.
        let months = (days[last] - days[first]) / 30 + 2
        guard part.count <= Self.arcsMax * months else { return [] }
        // A bit for each day of the month that has payments, twice: months go round.
        var busy: UInt64 = 0
        let ofMonth = part.map { index in
            let day = StreamSearch.dayOfMonth(days[index]) - 1
            busy |= (1 << 31 | 1) << UInt64(truncatingIfNeeded: day)
            return day
        }
        let quiet: UInt64 = 1 << UInt64(Self.quietDaysMin - 1) - 1
        let starts = (0..<31).filter { day in
            busy >> UInt64(day) & 1 == 1
                && busy >> UInt64(day + 31 - (Self.quietDaysMin - 1)) & quiet == 0
        }
        guard (2...Self.arcsMax).contains(starts.count) else { return [] }
        var arcs = Array(repeating: [Int](), count: starts.count)
        for (index, day) in zip(part, ofMonth) {
            // Days before the first start are in the last arc.
            let at = starts.lastIndex { $0 <= day } ?? starts.count - 1
            arcs[at].append(index)
        }
        return arcs
    }

    /// Payments that come several at a time, as the bills of two phones: the smallest of each day,
    /// the next one, and so on. None where most days have one.
    private func layers(of part: [Int]) -> [[Int]] {
        // Two at least on most days; a shop's many payments are not sorted by days.
        let later = zip(part, part.dropFirst()).count { days[$0] != days[$1] }
        if 10 * part.count < 18 * (later + 1) { return [] }
        var ofDays: [[Int]] = []
        for index in part {
            if let last = ofDays.last?.last, days[last] == days[index] {
                ofDays[ofDays.count - 1].append(index)
            } else {
                ofDays.append([index])
            }
        }
        guard ofDays.count >= 2, let most = ofDays.map(\.count).max(), most > 1,
            most <= Self.layersMax
        else { return [] }
        // On one day or another a bill more or less may have come.
        let common = (2...most).first { count in
            10 * ofDays.count { $0.count == count } >= 8 * ofDays.count
        }
        guard let common else { return [] }
        let whole = ofDays.filter { $0.count == common }.map { day in
            day.sorted { amounts[$0] == amounts[$1] ? $0 < $1 : amounts[$0] < amounts[$1] }
        }
        return (0..<common).map { at in whole.map { $0[at] } }
    }

    private static let layersMax = 4

    // MARK: Changed prices

    /// Adds payments of other amounts on the days that follow: a price that changed.
    private func extendForward(_ fit: inout StreamFit, from left: [Int]) {
        let near = fit.offsets / max(1, fit.count) + 1
        var after = left.drop { $0 <= fit.chosen[fit.count - 1] }
        while let last = fit.slots.last, let price = fit.chosen.last.map({ amounts[$0] }) {
            let expected = fit.rhythm.day(last + 1)
            after = after.drop { days[$0] < expected - near }
            guard
                let next = after.first(where: { index in
                    days[index] <= expected + near && Self.isPrice(amounts[index], after: price)
                })
            else { return }
            fit.chosen.append(next)
            fit.slots.append(last + 1)
            fit.offsets += abs(days[next] - expected)
            after = after.drop { $0 <= next }
        }
    }

    /// Adds payments that came on other days than the expected ones and that no stream explains:
    /// nothing is late that was paid. Before its day, and beside other purchases, only a payment of
    /// the price is taken.
    ///
    /// Two of them on one day of the rhythm have moved it, as a subscription does that was renewed.
    private func extendLate(_ fit: inout StreamFit, from left: inout [Int]) {
        let known = fit.count
        addLate(&fit, from: &left)
        let paid = fit.chosen[known...].suffix(2).map { days[$0] }
        if paid.count == 2, let moved = Rhythm(fit.rhythm.cadence, fitting: paid[...]),
            paid.allSatisfy({ moved.nearest(to: $0).offset <= 1 })
        {
            fit.rhythm = moved
            fit.slots = fit.chosen.map { moved.slot(near: days[$0]) }
        }
    }

    private func addLate(_ fit: inout StreamFit, from left: inout [Int]) {
        let isCrowd = StreamEvidence.isCrowd(others(than: fit, among: left), fit.count)
        while let last = fit.slots.last, let newest = fit.chosen.last {
            let expected = fit.rhythm.day(last + 1)
            let start = expected - fit.rhythm.cadence.daysAbout / 3
            let end = fit.rhythm.day(last + 2) - fit.rhythm.cadence.reach
            let paid = left.firstIndex { index in
                guard index > newest, (start..<end).contains(days[index]) else { return false }
                if isNear(index, newest) { return true }
                return !isCrowd && habit != .habit && days[index] > expected
                    && Self.isPrice(amounts[index], after: amounts[newest])
            }
            guard let paid else { return }
            fit.chosen.append(left.remove(at: paid))
            fit.slots.append(last + 1)
        }
    }

    /// Adds payments of earlier prices on the days before: payments at the new price alone may fit
    /// better than all, and would begin another stream after each change. A price that is still
    /// paid belongs to another stream.
    private func extendBackward(_ fit: inout StreamFit, from left: [Int]) {
        let near = fit.offsets / max(1, fit.count) + 1
        let begin = fit.chosen[0]
        let taken = Set(fit.chosen)
        // Most streams have no earlier payment on their days.
        lazy var paidLater = Set(
            left.drop { $0 < begin }.filter { !taken.contains($0) }.map { amounts[$0] })
        var earlier = left.prefix { $0 < begin }
        var found: [Int] = []
        var (slot, price) = (fit.slots[0], amounts[begin])
        while true {
            let expected = fit.rhythm.day(slot - 1)
            let next = earlier.last { index in
                abs(days[index] - expected) <= near && Self.isPrice(price, after: amounts[index])
            }
            guard let next, !paidLater.contains(amounts[next]) else { break }
            slot -= 1
            price = amounts[next]
            found.append(next)
            fit.offsets += abs(days[next] - expected)
            earlier = earlier.prefix { $0 < next }
        }
        fit.chosen.insert(contentsOf: found.reversed(), at: 0)
        fit.slots.insert(contentsOf: slot..<slot + found.count, at: 0)
    }

    /// Prices change by less than half of them, or double.
    static func isPrice(_ amount: Int64, after price: Int64) -> Bool {
        amount > price / 2 && amount / 2 < price
    }

    static func dayOfMonth(_ day: Int) -> Int {
        CalendarDate(daysSince1970: Int32(clamping: day)).parts.day
    }
}

/// Indices in ascending order.
extension [Int] {
    fileprivate func count(from first: Int, through last: Int) -> Int {
        start(of: last + 1) - start(of: first)
    }

    /// The number of elements below a value.
    private func start(of value: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Removes elements, which are sorted too.
    fileprivate mutating func remove(_ taken: [Int]) {
        var next = taken[...]
        removeAll { index in
            guard index == next.first else { return false }
            next.removeFirst()
            return true
        }
    }
}

extension StreamFit {
    fileprivate func isBetter(than other: StreamFit?) -> Bool {
        guard let other else { return true }
        return score > other.score
    }
}
