package import Facts

extension LedgerTextExport.Opening {
    /// The non-zero balances of accounts before the first line of an export, sorted by account,
    /// then currency.
    ///
    /// They are dated on the day that was given for them, else on the first day of their account in
    /// the export.
    ///
    /// - Parameters:
    ///   - standings: of all lines of the accounts, also those outside the export.
    ///   - earlier: of the lines before its first day, which belong to the openings.
    ///   - from: its first day.
    ///   - to: its last day.
    package static func all(
        _ standings: [BalanceTally.Standing], earlier: [BalanceTally.Standing] = [],
        from: CalendarDate? = nil, to: CalendarDate? = nil
    ) throws(ReportFailure) -> [LedgerTextExport.Opening] {
        var sums: [AccountPlace: Money] = [:]
        for standing in earlier { sums[standing.place] = standing.sum }
        var openings: [LedgerTextExport.Opening] = []
        for standing in standings {
            // Lines before the given day are counted, so theirs is the day of what was before them.
            let first = min(standing.openingOn ?? standing.firstDay, standing.firstDay)
            let day = max(first, from ?? first)
            if let to, day > to { continue }
            var sum = ExactSum(standing.currency)
            for part in [standing.start, sums[standing.place]] { if let part { sum.add(part) } }
            guard let amount = sum.money else {
                throw .sumTooLarge(account: standing.account, currency: standing.currency)
            }
            if amount.isZero { continue }
            openings.append(.init(account: standing.account, day: day, amount: amount))
        }
        return openings
    }
}
