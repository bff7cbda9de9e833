package import Facts
package import Reports
internal import Scanning

/// The money that each account gained or lost on each day.
package struct CashFlows {
    /// By days after the first one.
    private(set) var courses: [AccountPlace: [ExactSum]] = [:]
    /// The day of the first row; nil without rows.
    private(set) var first: Int?

    package init() {}

    /// Adds a ledger's lines, by the sums of days that it keeps, or line by line.
    package init(of rows: LedgerRows) throws {
        var sums: [(place: AccountPlace, day: Int, sum: ExactSum)] = []
        let areKept = try rows.forEachKeptFlow {
            sums.append(($0, Int($1.daysSince1970), $2))
        }
        guard areKept else {
            let texts = TextNumbers()
            try rows.forEachPayment(texts) { add($0) }
            return
        }
        guard let start = sums.map(\.day).min() else { return }
        first = start
        for (place, day, sum) in sums { courses[place, default: []].add(sum, at: day - start) }
        try rows.forEachLaterSide { place, amount, booked, before in
            let day = max(start, Int(before.daysSince1970)) - start
            courses[place, default: []].add(amount, at: day)
            courses[place, default: []].add(
                amount.negated, at: Int(booked.daysSince1970) - start)
        }
    }

    /// Adds the next row, oldest first.
    ///
    /// Both lines of a transfer count on the earlier day: money on its way is in neither account,
    /// and would look like spending.
    package mutating func add(_ row: PaymentRow) {
        if row.amount.isZero { return }
        let booked = Int(row.day.daysSince1970)
        let start = first ?? booked
        first = start
        let day = max(start, min(booked, row.transferDay.map { Int($0.daysSince1970) } ?? booked))
        let place = AccountPlace(row.account, row.amount.currency)
        // In place: copies of an account's days would take longer than all else.
        courses[place, default: []].add(row.amount, at: day - start)
    }

    /// The months of which every day is known; the first line may come some days after the first
    /// day of its month.
    package func monthsComplete(until day: CalendarDate) -> Int {
        guard let first else { return 0 }
        let start = CalendarDate(daysSince1970: Int32(clamping: first))
        let (begin, end) = (start.parts, day.adding(days: 1).parts)
        let months = (end.year - begin.year) * 12 + end.month - begin.month
        let isPart = !ReportPeriod(.month, of: start).isKnown(from: start)
        return max(0, months - (isPart ? 1 : 0))
    }
}

extension ReportPeriod {
    /// Whether a ledger that begins on a day has the whole period: its first line may come some
    /// days after the period has begun.
    func isKnown(from day: CalendarDate) -> Bool { day <= first.adding(days: 6) }
}

extension [ExactSum] {
    fileprivate mutating func add(_ amount: Money, at index: Int) {
        grow(to: index, amount.currency)
        self[index].add(amount)
    }

    fileprivate mutating func add(_ sum: ExactSum, at index: Int) {
        grow(to: index, sum.currency)
        self[index].add(sum)
    }

    private mutating func grow(to index: Int, _ currency: Currency) {
        while count <= index { append(ExactSum(currency)) }
    }
}
