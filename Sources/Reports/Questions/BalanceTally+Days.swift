package import Facts
package import Ledger

extension LedgerRows {
    /// Calls the body with the sums of each day of accepted lines, in no order of accounts.
    ///
    /// - Returns: false where the ledger keeps none, or the filter asks for single lines.
    /// - Complexity: O(days), not entries.
    package func forEachKeptDay(
        _ body: (AccountPlace, CalendarDate, DaySums) -> Void
    ) throws -> Bool {
        guard ledger.keepsDays, filter.isOfDays else { return false }
        var names: (account: String, currency: Currency, place: AccountPlace)?
        try ledger.forEachDay(of: filter.accounts) { account, currency, day, sums in
            let known = names.flatMap {
                $0.account == account && $0.currency == currency ? $0.place : nil
            }
            let place =
                known
                ?? AccountPlace(account, currency.isKnown ? currency : currencyOf(account))
            if known == nil { names = (account, currency, place) }
            if sums.lines > 0, filter.accepts(account, place.currency, on: day) {
                body(place, day, sums)
            }
        }
        return true
    }
}

extension BalanceTally {
    /// Adds the lines of a ledger by the sums of days that it keeps; only lines of days at the ends
    /// and lines that prove or explain something are read.
    ///
    /// - Returns: false if nothing was added, because the lines must be added one by one.
    package mutating func addDays(of rows: LedgerRows) throws -> Bool {
        var kept = KeptAccounts()
        let areKept = try rows.forEachKeptDay { kept.add($0, $1, $2) }
        guard areKept, !kept.areUndetermined else { return false }
        let reader = try LedgerRows.LineReader(rows.ledger)
        for (place, found) in kept.places {
            var account = found.account
            if found.holds > 0 {
                for row in try rows.holds(of: place.account, reader)
                where row.amount.currency == place.currency {
                    account.holds.append(
                        Candidate(key: row.key, day: row.day, effect: row.amount.negated))
                }
            }
            let days = found.printedDays.sorted()
            let first = try days.first { try keep($0, place, &account, rows, reader) }
            _ = try days.last {
                try $0 == first || keep($0, place, &account, rows, reader)
            }
            accounts[place] = account
            try noteBookings(at: place, account, rows, reader)
            try markRepeated(at: place, account, rows, reader)
        }
        return true
    }

    /// Keeps the printed balances of a day; false if none can be counted with.
    private func keep(
        _ day: CalendarDate, _ place: AccountPlace, _ account: inout Account, _ rows: LedgerRows,
        _ reader: LedgerRows.LineReader
    ) throws -> Bool {
        let count = account.days[day]?.count ?? 0
        var isKept = false
        try rows.forEach(at: place, on: day, count: count, reader) { _, row in
            guard let step = step(row.amount, row.balance, row.second) else { return }
            account.keep(step, on: day)
            isKept = true
        }
        return isKept
    }

    /// Reads the days around a statement's last one for lines that it books on the other side.
    private mutating func noteBookings(
        at place: AccountPlace, _ account: Account, _ rows: LedgerRows,
        _ reader: LedgerRows.LineReader
    ) throws {
        guard let closing = closing(of: account, at: place) else { return }
        for distance in -Self.bookingDaysMax...Self.bookingDaysMax {
            let day = closing.day.adding(days: distance)
            guard let count = account.days[day]?.count else { continue }
            var found: [(LedgerEntry, ReportRow)] = []
            try rows.forEach(at: place, on: day, count: count, reader) { found.append(($0, $1)) }
            for (entry, row) in found {
                note(
                    row, entry.fact.bookedOn, entry.isByHand ? [] : entry.sources.map(\.file),
                    against: closing, at: place)
            }
        }
    }

    /// Finds lines that repeat dismissed ones, on the days around those.
    private mutating func markRepeated(
        at place: AccountPlace, _ account: Account, _ rows: LedgerRows,
        _ reader: LedgerRows.LineReader
    ) throws {
        var days: Set<CalendarDate> = []
        for line in dismissed[place] ?? [] where line.step != nil {
            for distance in -Self.bookingDaysMax...Self.bookingDaysMax {
                days.insert(line.candidate.day.adding(days: distance))
            }
        }
        for day in days.sorted() {
            guard let count = account.days[day]?.count else { continue }
            var found: [(ReportRow, [String])] = []
            try rows.forEach(at: place, on: day, count: count, reader) { entry, row in
                found.append((row, entry.sources.map(\.file)))
            }
            for (row, files) in found where step(row.amount, row.balance, row.second) != nil {
                markRepeated(row, at: place) { files }
            }
        }
    }
}

/// Accounts by the sums of their days.
private struct KeptAccounts {
    struct Kept {
        var account: BalanceTally.Account
        var holds = 0
        var printedDays: [CalendarDate] = []
    }

    private(set) var places: [AccountPlace: Kept] = [:]
    /// The currency of some balance follows from the settings.
    private(set) var areUndetermined = false

    mutating func add(_ place: AccountPlace, _ day: CalendarDate, _ sums: DaySums) {
        var kept =
            places.removeValue(forKey: place)
            ?? Kept(
                account: .init(sum: ExactSum(place.currency), firstDay: day, lastDay: day))
        kept.account.isOfDays = true
        kept.account.firstDay = min(kept.account.firstDay, day)
        kept.account.lastDay = max(kept.account.lastDay, day)
        var sum = ExactSum(place.currency)
        sum.add(sums)
        for group in sums.groups {
            kept.holds += group.holds
            if group.undetermined > 0 { areUndetermined = true }
        }
        kept.account.sum.add(sum)
        kept.account.days[day, default: ExactSum(place.currency)].add(sum)
        if sums.groups.contains(where: { $0.steps > 0 }) { kept.printedDays.append(day) }
        places[place] = kept
    }
}
