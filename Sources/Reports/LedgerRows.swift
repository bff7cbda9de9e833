internal import Facts
package import Ledger

/// The entries of the ledger that a filter accepts, as rows of reports, oldest first.
///
/// Lines of a day are in the order of their times, those without a time first. Memory follows the busiest day, not the ledger.
package struct LedgerRows {
    private let ledger: LedgerFile
    private let filter: RowFilter

    /// How far the day of a line may lie from the day in its key, which it keeps when a hold is booked: the longest
    /// authorisations of cards (hotels, rentals) last 30 days; this is three times as long.
    private static let bookingDaysMax: Int32 = 92

    package init(_ ledger: LedgerFile, _ filter: RowFilter = RowFilter()) {
        self.ledger = ledger
        self.filter = filter
    }

    package var rows: ReportRows {
        { each in try forEach { _, row in try each(row) } }
    }

    /// Hands over each accepted entry with the row made of it.
    package func forEach(_ each: (LedgerEntry, ReportRow) throws -> Void) throws {
        let others = try otherSides()
        let reader = try EntryReader(ledger)
        var cursor = try EntryCursor(ledger, query)
        var waiting = WaitingLines()
        while let entry = try cursor.next() {
            try waiting.release(before: entry.key.day, each)
            var row = ReportRow(of: entry)
            if let other = others[entry.key], let side = try reader.entry(other) {
                row.transfer = TransferLeg(
                    key: other, account: side.fact.account, day: side.fact.made.day,
                    amount: side.fact.amount)
            }
            if filter.accepts(row) { waiting.add(entry, row) }
        }
        try waiting.release(before: .max, each)
    }

    /// The other line of each that a person approved as a side of a transfer.
    private func otherSides() throws -> [LineKey: LineKey] {
        var others: [LineKey: LineKey] = [:]
        for pair in try ledger.pairs() where pair.isPair { others[pair.key] = pair.other }
        return others
    }

    /// Lines whose day is not over yet; one that was booked later than its key says waits for its day.
    private struct WaitingLines {
        private var lines: [(entry: LedgerEntry, row: ReportRow)] = []
        private var firstDay = Int32.max

        mutating func add(_ entry: LedgerEntry, _ row: ReportRow) {
            lines.append((entry, row))
            firstDay = min(firstDay, row.day.daysSince1970)
        }

        mutating func release(
            before day: Int32, _ each: (LedgerEntry, ReportRow) throws -> Void
        ) throws {
            guard firstDay < day else { return }
            lines.sort {
                ($0.row.day, $0.row.second, $0.row.key) < ($1.row.day, $1.row.second, $1.row.key)
            }
            let count = lines.prefix { $0.row.day.daysSince1970 < day }.count
            for line in lines[..<count] { try each(line.entry, line.row) }
            lines.removeFirst(count)
            firstDay = lines.first?.row.day.daysSince1970 ?? .max
        }
    }

    /// What the ledger itself can leave out; the filter looks at the rest.
    private var query: EntryQuery {
        var days: ClosedRange<CalendarDate>?
        if filter.from != nil || filter.to != nil {
            let first = filter.from?.adding(days: -Self.bookingDaysMax)
            let last = filter.to?.adding(days: Self.bookingDaysMax)
            let lower = first ?? CalendarDate(daysSince1970: .min)
            let upper = last ?? CalendarDate(daysSince1970: .max)
            days = lower...max(lower, upper)
        }
        return EntryQuery(
            account: filter.accounts.count == 1 ? filter.accounts.first : nil, days: days,
            order: .day)
    }
}

extension ReportRow {
    /// The row of an entry: the bank's fact with what is said about it.
    package init(of entry: LedgerEntry) {
        let fact = entry.fact
        let said = entry.annotation
        self.init(
            key: entry.key, account: fact.account, day: fact.made.day, amount: fact.amount,
            category: said.category, payee: said.payee, description: fact.description)
        second = fact.made.second
        memo = fact.memo
        note = said.note
        tags = said.tags
        splits = said.splits
        bankID = fact.bankID
        counterparty = fact.counterpartyName
        mcc = fact.mcc
        originalAmount = fact.originalAmount
        balance = fact.balance
        isHold = fact.isHold
    }
}
