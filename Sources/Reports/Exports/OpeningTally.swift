package import Facts

/// The balances of accounts before the first line of an export, given or from the bank's balances.
///
/// It gets all lines of the accounts, also those outside the export: lines before its first day
/// belong to the opening.
package struct OpeningTally: Sendable {
    private let from: CalendarDate?
    private let to: CalendarDate?
    private var balances: BalanceTally
    private var earlier: [AccountPlace: ExactSum] = [:]

    package init(
        from: CalendarDate? = nil, to: CalendarDate? = nil,
        given: [AccountPlace: BalanceTally.Opening] = [:]
    ) {
        balances = BalanceTally(given: given)
        self.from = from
        self.to = to
    }

    package mutating func add(_ row: ReportRow) {
        balances.add(row)
        guard let from, row.day < from else { return }
        let place = AccountPlace(row.account, row.amount.currency)
        earlier[place, default: ExactSum(row.amount.currency)].add(row.amount)
    }

    /// The non-zero openings, sorted by account, then currency, dated on the day that was given for
    /// them, else on the first day of their account in the export.
    package func openings() throws(ReportFailure) -> [LedgerTextExport.Opening] {
        var openings: [LedgerTextExport.Opening] = []
        for standing in try balances.standings() {
            guard let opening = standing.opening else { continue }
            // Lines before the given day are counted, so theirs is the day of what was before them.
            let first = min(standing.openingOn ?? standing.firstDay, standing.firstDay)
            let day = max(first, from ?? first)
            if let to, day > to { continue }
            var sum = earlier[standing.place] ?? ExactSum(standing.currency)
            sum.add(opening)
            guard let amount = sum.money else {
                throw .sumTooLarge(account: standing.account, currency: standing.currency)
            }
            if amount.isZero { continue }
            openings.append(.init(account: standing.account, day: day, amount: amount))
        }
        return openings
    }
}
