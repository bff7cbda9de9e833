package import Facts

/// Sums of some kinds of money by day, in each purse.
package struct DayTally: Sendable {
    /// The days of a purse.
    package struct Table: Sendable {
        package struct Day: Sendable {
            package let day: CalendarDate
            package let amount: Money
            package let lines: Int
        }

        package let purse: Purse
        /// Those with lines, sorted.
        package let days: [Day]

        /// The sum of some days.
        package func sum(within span: ReportSpan) throws(ReportFailure) -> Money {
            var sum = ExactSum(purse.currency)
            for day in days where span.first <= day.day && day.day <= span.last {
                sum.add(day.amount)
            }
            guard let money = sum.money else {
                throw .sumTooLarge(account: purse.account, currency: purse.currency)
            }
            return money
        }
    }

    private struct Sum {
        var sum: ExactSum
        var lines = 0
    }

    private let kinds: Set<PartKind>
    private var sums: [Purse: [CalendarDate: Sum]] = [:]

    package init(of kinds: [PartKind]) { self.kinds = Set(kinds) }

    /// Adds the parts of a line that the filter selects.
    package mutating func add(_ row: ReportRow, _ filter: LineFilter) {
        var isFirst = true
        for part in row.parts
        where filter.accepts(part, of: row) && kinds.contains(filter.tree.kind(of: part, in: row)) {
            let purse = Purse(part.amount.currency, row.account)
            var sum =
                sums[purse]?.removeValue(forKey: row.day) ?? Sum(sum: ExactSum(purse.currency))
            sum.sum.add(part.amount)
            if isFirst { sum.lines += 1 }
            isFirst = false
            sums[purse, default: [:]][row.day] = sum
        }
    }

    /// The tables, sorted by currency, then account.
    package func tables() throws(ReportFailure) -> [Table] {
        var tables: [Table] = []
        for (purse, days) in sums.sorted(by: { $0.key < $1.key }) {
            var found: [Table.Day] = []
            for (day, sum) in days.sorted(by: { $0.key < $1.key }) {
                guard let amount = sum.sum.money else {
                    throw .sumTooLarge(account: purse.account, currency: purse.currency)
                }
                found.append(Table.Day(day: day, amount: amount, lines: sum.lines))
            }
            tables.append(Table(purse: purse, days: found))
        }
        return tables
    }
}

/// Tells the sizes of amounts apart: quarters of all of them.
package struct Quarters: Sendable {
    /// Bounds between the quarters.
    private let bounds: [Int128]

    package init(of sizes: [Int128]) {
        let sorted = sizes.sorted()
        bounds = sorted.isEmpty ? [] : (1...3).map { sorted[sorted.count * $0 / 4] }
    }

    /// 1 to 4.
    package func level(of size: Int128) -> Int { 1 + bounds.count { size >= $0 } }
}
