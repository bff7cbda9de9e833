package import Facts
internal import Ledger

/// The sum of an account's lines in one month and category, as the ledger keeps it.
package struct MonthSum: Sendable {
    package let account: String
    package let month: CalendarMonth
    package let category: String
    /// In the currency of the account where its lines name none.
    package let sum: Money
    /// The part that came in; nil in a ledger that does not keep it yet.
    package let moneyIn: Money?
    /// Parts of divided lines count one by one.
    package let lines: Int

    /// The money in and the money out, without empty ones; the sum where these are unknown.
    package var parts: [Decision.Split] {
        guard let moneyIn,
            let out = Money(
                atto: sum.atto - moneyIn.atto, scale: sum.scale, currency: sum.currency)
        else { return [.init(category: category, amount: sum)] }
        let parts = [moneyIn, out].filter { !$0.isZero }
        return (parts.isEmpty ? [sum] : parts).map { .init(category: category, amount: $0) }
    }
}

/// The kept sums of a question, and the months whose lines must be read instead.
package struct KeptMonths {
    /// Months ascending.
    package let sums: [MonthSum]
    /// The accounts of each month with lines that no sum has.
    fileprivate let read: [CalendarMonth: Set<String>]

    /// Whether the sums lack the line.
    package func lack(_ row: ReportRow) -> Bool {
        read[CalendarMonth(of: row.day)]?.contains(row.account) ?? false
    }
}

extension LedgerRows {
    /// The sums of the accepted lines by month; nil where the filter asks for single lines.
    ///
    /// They lack months that the filter cuts, and those with a linked other side whose category is
    /// another one.
    ///
    /// - Parameter isEnough: false for a sum of an account and month whose lines must be read.
    /// - Complexity: O(months and their categories).
    package func keptMonths(isEnough: (MonthSum) -> Bool) throws -> KeptMonths? {
        guard filter.isOfDays else { return nil }
        if let from = filter.from, let to = filter.to, to < from {
            return KeptMonths(sums: [], read: [:])
        }
        let sums = try monthSums()
        var read = try monthsOfPairs()
        for sum in sums where isCut(sum.month) || !isEnough(sum) {
            read[sum.month, default: []].insert(sum.account)
        }
        return KeptMonths(
            sums: sums.filter { !(read[$0.month]?.contains($0.account) ?? false) }, read: read)
    }

    /// Calls the bodies with ``keptMonths(isEnough:)`` and the lines that they lack, months
    /// ascending: the sums of a month, then its lines.
    package func forEachMonth(
        isEnough: (MonthSum) -> Bool, sum add: (MonthSum) throws -> Void,
        row: (ReportRow) throws -> Void
    ) throws {
        guard let kept = try keptMonths(isEnough: isEnough) else {
            return try forEachFigure(row)
        }
        var left = kept.sums[...]
        func addSums(through month: CalendarMonth?) throws {
            while let next = left.first, month.map({ next.month <= $0 }) ?? true {
                try add(next)
                left.removeFirst()
            }
        }
        for part in Self.parts(of: kept.read) {
            var filter = filter
            filter.accounts = part.accounts.sorted()
            filter.from = max(part.span.first, filter.from ?? part.span.first)
            filter.to = min(part.span.last, filter.to ?? part.span.last)
            var month: CalendarMonth?
            try filtered(by: filter).forEachFigure { line in
                let next = CalendarMonth(of: line.day)
                if next != month { try addSums(through: next) }
                month = next
                try row(line)
            }
        }
        try addSums(through: nil)
    }

    /// The kept sums that the filter accepts, months ascending.
    private func monthSums() throws -> [MonthSum] {
        let first = filter.from.map { CalendarMonth(of: $0).number } ?? 0
        let last = filter.to.map { CalendarMonth(of: $0).number } ?? Int(Int32.max)
        var sums: [MonthSum] = []
        for total in try ledger.monthTotals(of: filter.accounts, months: first...last) {
            guard let month = CalendarMonth(year: total.month / 100, month: total.month % 100)
            else { continue }
            let currency = currencyOf(total.account)
            let sum = total.sum.named(currency)
            let day = max(month.firstDay, filter.from ?? month.firstDay)
            guard filter.accepts(total.account, sum.currency, on: day) else { continue }
            sums.append(
                MonthSum(
                    account: total.account, month: month, category: total.category, sum: sum,
                    moneyIn: total.moneyIn?.named(currency), lines: total.lines))
        }
        // Stable: the accounts of a month stay in their order.
        return sums.enumerated()
            .sorted { ($0.element.month, $0.offset) < ($1.element.month, $1.offset) }
            .map(\.element)
    }

    /// By month, the accounts with lines whose linked other side decides what they are.
    private func monthsOfPairs() throws -> [CalendarMonth: Set<String>] {
        let days = (filter.from?.daysSince1970 ?? .min)...(filter.to?.daysSince1970 ?? .max)
        var found: [CalendarMonth: Set<String>] = [:]
        for (account, day) in try ledger.daysOfPairs(beside: CategoryTree.ownAccounts, days: days)
        where filter.accounts.isEmpty || filter.accounts.contains(account) {
            found[CalendarMonth(of: day), default: []].insert(account)
        }
        return found
    }

    private func isCut(_ month: CalendarMonth) -> Bool {
        filter.from.map { $0 > month.firstDay } ?? false
            || filter.to.map { $0 < month.lastDay } ?? false
    }

    /// Adjacent months of the same accounts as one span, ascending.
    private static func parts(
        of months: [CalendarMonth: Set<String>]
    ) -> [(span: ReportSpan, accounts: Set<String>)] {
        var parts: [(span: ReportSpan, accounts: Set<String>)] = []
        for (month, accounts) in months.sorted(by: { $0.key < $1.key }) {
            if let last = parts.last, last.accounts == accounts,
                last.span.last.adding(days: 1) == month.firstDay
            {
                parts[parts.count - 1].span = ReportSpan(last.span.first, month.lastDay)
            } else {
                parts.append((ReportSpan(month.firstDay, month.lastDay), accounts))
            }
        }
        return parts
    }
}
