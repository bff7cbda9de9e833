package import Facts
package import Reports

/// A holding and the account in which statements show it.
package struct ShownHolding: Sendable {
    package let schedule: HoldingSchedule
    /// The account's id; nil if the person named none.
    package let account: String?
    /// The account has nothing but the holding: all its interest belongs to it. On another account,
    /// a card's, a line is only compared if its amount is near.
    package let isOwn: Bool

    package init(_ schedule: HoldingSchedule, account: String?, isOwn: Bool) {
        self.schedule = schedule
        self.account = account
        self.isOwn = isOwn
    }

    fileprivate var holding: Holding { schedule.holding }

    /// The properties that select its lines on the account.
    package enum Selection: Sendable, Equatable {
        case categories([String])
        /// Payments out of these categories.
        case paymentsOut([String])
        /// All money that comes in.
        case moneyIn
    }

    package var selection: Selection {
        switch holding.terms {
        case .deposit(let deposit):
            .categories(
                [HoldingComparison.interestCategory]
                    + (deposit.tax.isEmpty ? [] : [HoldingComparison.taxCategory]))
        case .loan: isOwn ? .moneyIn : .paymentsOut(HoldingComparison.loanCategories)
        }
    }
}

/// Lines of the ledger that belong to one posting, or, of an account of the holding's own, to none.
package struct PaidPosting: Sendable, Equatable {
    /// Their sum: interest of a deposit with its tax, or payments of a loan.
    package fileprivate(set) var paid: Money
    package fileprivate(set) var firstDay: CalendarDate
    package fileprivate(set) var lastDay: CalendarDate
    /// The part of a loan that was paid back, by the bank's balances; nil where they do not show
    /// it.
    package fileprivate(set) var principal: Money?

    /// The interest of a loan that the bank took.
    package var interest: Money? {
        principal.map { Money(minorUnits: paid.units - $0.units, currency: paid.currency) }
    }
}

/// Compares schedules with the ledger.
package struct HoldingComparison {
    /// The payments of each holding.
    package struct Result: Sendable, Equatable {
        /// By the index of the posting.
        package fileprivate(set) var paid: [Int: PaidPosting] = [:]
        /// Lines that no posting explains, oldest first.
        package fileprivate(set) var others: [PaidPosting] = []
        /// Indexes of postings without a line, though the account has much later ones.
        package fileprivate(set) var missing: [Int] = []
    }

    private let holdings: [ShownHolding]
    /// Oldest first.
    private var lines: [Line] = []

    /// Days between a posting and its line: banks post before or after weekends and holidays, and a
    /// line further away is nearer to another month's posting.
    static let daysMax: Int32 = 14
    /// Percent that the amount of a line may differ on an account that has other interest too.
    static let nearPercent: Int128 = 30

    static let interestCategory = "income.interest"
    static let taxCategory = "government.taxes"
    static let loanCategories = ["finance.loan", "housing.mortgage"]

    package init(_ holdings: [ShownHolding]) { self.holdings = holdings }

    /// A line that may be about a holding.
    private struct Line {
        let holding: Int
        /// Number of the row: it is used once, whatever holdings it may be about.
        let row: Int
        let day: CalendarDate
        /// Positive for interest and for payments of a loan.
        let units: Int64
        let isTax: Bool
        /// The balance of the account after it, without its sign.
        let balance: Int64?
    }

    private var rows = 0
    /// The last day of each account.
    private var lastDays: [String: CalendarDate] = [:]

    /// Rows come oldest first.
    package mutating func add(_ row: ReportRow) {
        rows += 1
        lastDays[row.account] = row.day
        let printed = row.balance.flatMap { $0.scale == row.amount.scale ? $0.units : nil }
        for (index, holding) in holdings.enumerated() {
            guard holding.account == row.account, holding.holding.currency == row.amount.currency,
                row.amount.scale == row.amount.currency.exponent, row.day > holding.holding.opened,
                let (units, isTax) = Self.units(of: row, for: holding)
            else { continue }
            lines.append(
                Line(
                    holding: index, row: rows, day: row.day, units: units, isTax: isTax,
                    balance: printed.map { Int64(clamping: $0.magnitude) }))
        }
    }

    /// The amount that a line pays of a holding; nil if it is about something else.
    private static func units(
        of row: ReportRow, for holding: ShownHolding
    ) -> (units: Int64, isTax: Bool)? {
        func sum(_ categories: [String]) -> Int64 {
            let parts = row.parts.filter { categories.contains($0.category) }
            return amount(parts.reduce(0) { $0 + Int128($1.amount.units) })
        }
        switch holding.holding.terms {
        case .deposit(let deposit):
            let interest = sum([interestCategory])
            if interest != 0 { return (interest, false) }
            let tax = sum([taxCategory])
            return tax < 0 && !deposit.tax.isEmpty ? (tax, true) : nil
        case .loan:
            let units = holding.isOwn ? amount(Int128(row.amount.units)) : -sum(loanCategories)
            let isChange = holding.holding.changes.contains {
                $0.units == -units && days(from: $0.day, to: row.day) <= daysMax
            }
            return units > 0 && !isChange ? (units, false) : nil
        }
    }

    /// Zero for what no holding can have.
    private static func amount(_ units: Int128) -> Int64 {
        units.magnitude <= UInt128(Limits.holdingUnitsMax) ? Int64(truncatingIfNeeded: units) : 0
    }

    private static func days(from day: CalendarDate, to other: CalendarDate) -> Int32 {
        abs(day.daysSince1970 - other.daysSince1970)
    }

    /// A line and a posting that it may be of.
    private struct Pair {
        let line: Int
        let posting: Int
        let isExact: Bool
        let days: Int32
    }

    /// The nearest lines of the postings up to a day: exact amounts first, then days.
    package func results(through day: CalendarDate) -> [Result] {
        let pairs = lines.indices.flatMap { self.pairs(of: $0, through: day) }.sorted {
            ($0.isExact ? 0 : 1, $0.days, $0.line, $0.posting)
                < ($1.isExact ? 0 : 1, $1.days, $1.line, $1.posting)
        }
        var used: Set<Int> = []
        var found: [[Int: [Line]]] = Array(repeating: [:], count: holdings.count)
        for pair in pairs {
            let line = lines[pair.line]
            let known = found[line.holding][pair.posting] ?? []
            // Only one line of other interest on the account is this holding's.
            if !holdings[line.holding].isOwn, known.contains(where: { $0.isTax == line.isTax }) {
                continue
            }
            guard used.insert(line.row).inserted else { continue }
            found[line.holding][pair.posting, default: []].append(line)
        }
        var results = found.enumerated().map { result($1, of: holdings[$0]) }
        for (index, holding) in holdings.enumerated() {
            guard let last = holding.account.flatMap({ lastDays[$0] }) else { continue }
            results[index].missing = holding.schedule.postings.indices.filter { number in
                let posting = holding.schedule.postings[number]
                return results[index].paid[number] == nil && !posting.expected.isZero
                    && posting.day.adding(days: Self.daysMax) < last
            }
        }
        for line in lines where !used.contains(line.row) {
            let holding = holdings[line.holding]
            guard holding.isOwn, line.day <= day,
                isDuring(line.day, holding.schedule.postings.last?.day)
            else { continue }
            used.insert(line.row)
            results[line.holding].others.append(
                PaidPosting(
                    paid: holding.holding.money(line.units), firstDay: line.day, lastDay: line.day))
        }
        return results
    }

    private func isDuring(_ day: CalendarDate, _ last: CalendarDate?) -> Bool {
        last.map { day <= $0.adding(days: Self.daysMax) } ?? true
    }

    private func pairs(of index: Int, through day: CalendarDate) -> [Pair] {
        let line = lines[index]
        let holding = holdings[line.holding]
        return holding.schedule.postings.enumerated().compactMap { number, posting in
            let days = Self.days(from: posting.day, to: line.day)
            guard days <= Self.daysMax, posting.day <= day else { return nil }
            let wanted =
                line.isTax
                ? [-posting.tax.units] : [posting.expected.units, posting.interest.units]
            let amounts = holding.holding.isLoan ? wanted.prefix(1) : wanted[...]
            let isNear = amounts.contains {
                (Int128($0) - Int128(line.units)).magnitude * 100
                    <= UInt128($0.magnitude) * UInt128(Self.nearPercent)
            }
            guard holding.isOwn || isNear else { return nil }
            return Pair(
                line: index, posting: number, isExact: amounts.contains(line.units), days: days)
        }
    }

    private func result(_ found: [Int: [Line]], of holding: ShownHolding) -> Result {
        var result = Result()
        // The bank's debt after the posting before.
        var debt: (day: CalendarDate, units: Int64)?
        for (number, lines) in found.sorted(by: { $0.key < $1.key }) {
            let lines = lines.sorted { $0.row < $1.row }
            guard let first = lines.first, let last = lines.last else { continue }
            if number == 0 {
                debt = (holding.holding.opened, holding.holding.principal.units)
            } else if found[number - 1] == nil {
                debt = nil
            }
            let sum = lines.reduce(Int128(0)) { $0 + Int128($1.units) }
            guard let paid = Int64(exactly: sum) else { continue }
            var posting = PaidPosting(
                paid: holding.holding.money(paid), firstDay: first.day, lastDay: last.day)
            if holding.holding.isLoan, holding.isOwn, let debt, let left = last.balance {
                let principal = holding.holding.changes.reduce(Int128(debt.units) - Int128(left)) {
                    debt.day < $1.day && $1.day <= last.day ? $0 + Int128($1.units) : $0
                }
                // Otherwise something else happened on the account.
                if (0...sum).contains(principal) {
                    posting.principal = holding.holding.money(Int64(truncatingIfNeeded: principal))
                }
            }
            debt = last.balance.map { (last.day, $0) }
            result.paid[number] = posting
        }
        return result
    }
}
