import Facts

/// Breaks of an account's balances when rows may be on other days than their balances.
///
/// Some banks print a row on its booking day, but its balance in the order of payment (Revolut).
/// Each row leads from the balance before it to the one after it. Over all rows every balance left
/// must be reached again, except the first and the last: the open ends. A row on a later day leaves
/// an end open until then; an end open for longer is a missing or doubled row.
struct ShiftedBalances {
    struct Break {
        /// The last day before it with rows.
        let after: CalendarDate
        let on: CalendarDate
        /// The missing amount, in 10^−18 units; nil when several ends are open.
        let lack: Int128?
    }

    private struct End {
        /// How much more often the balance is reached than left.
        var count: Int32
        let since: CalendarDate
        let dayBefore: CalendarDate
    }

    /// A card payment is booked within a week.
    private static let daysOpenMax: Int32 = 7

    private(set) var breaks: [Break] = []
    private var ends: [Int128: End] = [:]
    /// No row leads to the balance before the first row.
    private var isBegun = false

    /// - Parameter days: in order; how much more often each balance is reached than left on the
    ///   day.
    init(_ days: [(date: CalendarDate, ends: [Int128: Int32])]) {
        var before: CalendarDate?
        for (date, found) in days {
            closeEnds(openSinceBefore: date.adding(days: -Self.daysOpenMax))
            for (balance, count) in found where count != 0 {
                let sum = (ends[balance]?.count ?? 0) + count
                ends[balance] =
                    sum == 0
                    ? nil
                    : End(
                        count: sum, since: ends[balance]?.since ?? date,
                        dayBefore: ends[balance]?.dayBefore ?? before ?? date)
            }
            before = date
        }
        closeEnds(openSinceBefore: before?.adding(days: 1))
    }

    /// Counts as breaks the balances reached before that day and never left, except the very first
    /// balance.
    private mutating func closeEnds(openSinceBefore day: CalendarDate?) {
        guard let day else { return }
        var found = ends.filter { $0.value.count > 0 && $0.value.since < day }
            .sorted { ($0.value.since, $0.key) < ($1.value.since, $1.key) }
        if !isBegun, let first = found.first {
            isBegun = true
            forget(first.key)
            found.removeFirst()
        }
        for (balance, end) in found {
            let left = ends.filter { $0.value.count < 0 && $0.value.since < day }
                .sorted { ($0.value.since, $0.key) < ($1.value.since, $1.key) }
            var lack: Int128?
            if left.count == 1 {
                let (difference, overflow) = balance.subtractingReportingOverflow(left[0].key)
                lack = overflow ? nil : difference
            }
            for _ in 0..<end.count {
                breaks.append(Break(after: end.dayBefore, on: end.since, lack: lack))
            }
            ends[balance] = nil
            if let last = left.first { forget(last.key) }
        }
    }

    /// One of its rows is accounted for.
    private mutating func forget(_ balance: Int128) {
        guard let end = ends[balance] else { return }
        let count = end.count + (end.count < 0 ? 1 : -1)
        if count == 0 { ends[balance] = nil } else { ends[balance]?.count = count }
    }
}
