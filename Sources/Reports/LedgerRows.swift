package import Facts
package import Ledger

/// The ledger's entries that a filter accepts, as rows of reports, oldest first.
///
/// Lines of a day are sorted by time, those without a time first. Memory follows the busiest day,
/// not the ledger.
package struct LedgerRows {
    private let ledger: LedgerFile
    private let filter: LineFilter
    private let purchases: [LineKey: RefundLinks.Purchase]
    private let currencyOf: (String) -> Currency

    /// The largest distance of a line's day from the day in its key, which is kept when a hold is
    /// booked: the longest card authorisations (hotels, rentals) last 30 days; this is three times
    /// as long.
    private static let bookingDaysMax: Int32 = 92

    /// - Parameters:
    ///   - purchases: of refunds, by their keys.
    ///   - currencyOf: the currency of an account, for lines without one.
    package init(
        _ ledger: LedgerFile, _ filter: LineFilter = LineFilter(),
        purchases: [LineKey: RefundLinks.Purchase] = [:],
        currencyOf: @escaping (String) -> Currency = { _ in .unknown }
    ) {
        self.ledger = ledger
        self.filter = filter
        self.purchases = purchases
        self.currencyOf = currencyOf
    }

    package var rows: ReportRows {
        { each in try forEach { _, row in try each(row) } }
    }

    /// Calls the body with each accepted entry and its row.
    package func forEach(_ each: (LedgerEntry, ReportRow) throws -> Void) throws {
        try forEach(of: query) { try each($0.entry, $0.row) }
    }

    /// Calls the body with the last accepted entries, oldest first, at most `count`; much earlier
    /// ones are not read.
    package func forEachLast(
        _ count: Int, _ each: (LedgerEntry, ReportRow) throws -> Void
    ) throws {
        guard count > 0, let known = try ledger.keyDays(account: query.account) else { return }
        let asked = query.days.map { $0.lowerBound.daysSince1970...$0.upperBound.daysSince1970 }
        let first = max(Int(known.lowerBound), asked.map { Int($0.lowerBound) } ?? .min)
        let last = min(Int(known.upperBound), asked.map { Int($0.upperBound) } ?? .max)
        var days = Int(Self.bookingDaysMax) + Self.lastDaysFirst
        while true {
            let from = max(last - days, first)
            // A line of these days may have an older key, so the days after `from` are not all
            // complete yet.
            let complete = from == first ? Int.min : from + Int(Self.bookingDaysMax)
            var part = query
            part.days =
                CalendarDate(
                    daysSince1970: Int32(clamping: from))...CalendarDate(
                    daysSince1970: max(asked?.upperBound ?? .max, Int32(clamping: from)))
            var found: [Line] = []
            try forEach(of: part) { line in
                guard Int(line.row.day.daysSince1970) >= complete else { return }
                found.append(line)
                if found.count > 2 * count + 64 { found.removeFirst(found.count - count) }
            }
            if found.count >= count || from == first {
                for line in found.suffix(count) { try each(line.entry, line.row) }
                return
            }
            days *= 4
        }
    }

    /// Days read first for the last entries, beside those a booking may take.
    private static let lastDaysFirst = 8

    private func forEach(of query: EntryQuery, _ each: (Line) throws -> Void) throws {
        let others = try otherSides()
        let reader = try EntryReader(ledger)
        var cursor = try EntryCursor(ledger, query)
        var waiting = WaitingLines()
        while let entry = try cursor.next() {
            try waiting.release(before: entry.key.day, each)
            var row = ReportRow(of: entry).inCurrency(currencyOf(entry.fact.account))
            if let other = others[entry.key], let side = try reader.entry(other) {
                row.transfer = TransferLeg(
                    key: other, account: side.fact.account, day: side.fact.made.day,
                    amount: side.fact.amount.named(currencyOf(side.fact.account)))
            }
            row.purchase = purchases[entry.key]
            if filter.accepts(row) { waiting.add(Line(entry, row)) }
        }
        try waiting.release(before: .max, each)
    }

    /// The other side of each line that a person approved as a transfer.
    private func otherSides() throws -> [LineKey: LineKey] {
        var others: [LineKey: LineKey] = [:]
        for pair in try ledger.pairs() where pair.isPair { others[pair.key] = pair.other }
        return others
    }

    /// An accepted entry. A class, because sorting moves it, and the two values hold a dozen texts
    /// each.
    private final class Line {
        let entry: LedgerEntry
        let row: ReportRow

        init(_ entry: LedgerEntry, _ row: ReportRow) {
            self.entry = entry
            self.row = row
        }
    }

    /// Lines of days that are not complete, equal ones in the order of their file; a line booked
    /// after its key's day waits for its own day.
    private struct WaitingLines {
        private var lines: [Line] = []
        private var firstDay = Int32.max

        mutating func add(_ line: Line) {
            lines.append(line)
            firstDay = min(firstDay, line.row.day.daysSince1970)
        }

        mutating func release(before day: Int32, _ each: (Line) throws -> Void) throws {
            guard firstDay < day else { return }
            lines.sort {
                ($0.row.day, $0.row.second, $0.entry.identity.occurrence, $0.row.key)
                    < ($1.row.day, $1.row.second, $1.entry.identity.occurrence, $1.row.key)
            }
            let count = lines.prefix { $0.row.day.daysSince1970 < day }.count
            for line in lines[..<count] { try each(line) }
            lines.removeFirst(count)
            firstDay = lines.first?.row.day.daysSince1970 ?? .max
        }
    }

    /// The part of the filter that the ledger applies; the rest is applied here.
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
    /// The row of an entry: the bank's fact with the person's decisions.
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
        transferTo = said.transferTo
        splits = said.splits
        bankID = fact.bankID
        counterparty = fact.counterpartyName
        mcc = fact.mcc
        originalAmount = fact.originalAmount
        balance = fact.balance
        isHold = fact.isHold
        self.fact = fact
    }
}
