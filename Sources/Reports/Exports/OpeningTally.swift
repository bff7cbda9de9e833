package import Facts

/// What accounts held before the first line of an export, as far as the bank's balances tell.
///
/// It is given all lines of the accounts, also those the export leaves out: what came before its
/// first day belongs to the opening.
package struct OpeningTally: Sendable {
    private struct Place: Hashable {
        var account: String
        var currency: Currency
    }

    private let from: CalendarDate?
    private let to: CalendarDate?
    private var balances = BalanceTally()
    private var earlier: [Place: ExactSum] = [:]

    package init(from: CalendarDate? = nil, to: CalendarDate? = nil) {
        self.from = from
        self.to = to
    }

    package mutating func add(_ row: ReportRow) {
        balances.add(row)
        guard let from, row.day < from else { return }
        let place = Place(account: row.account, currency: row.amount.currency)
        earlier[place, default: ExactSum(row.amount.currency)].add(row.amount)
    }

    /// The openings that are not zero, sorted by account, then currency, on the first day their
    /// account has in the export.
    package func openings() throws(ReportFailure) -> [LedgerTextExport.Opening] {
        var openings: [LedgerTextExport.Opening] = []
        for standing in try balances.standings() {
            guard let opening = standing.opening else { continue }
            let day = max(standing.firstDay, from ?? standing.firstDay)
            if let to, day > to { continue }
            var sum =
                earlier[Place(account: standing.account, currency: standing.currency)]
                ?? ExactSum(standing.currency)
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
