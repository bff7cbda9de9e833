package import Facts
package import Ledger

/// The ledger's entries that a filter accepts, as rows of reports, oldest first.
///
/// Lines of a day are sorted by time, those without a time first. Memory follows the busiest day,
/// not the ledger.
package struct LedgerRows {
    let ledger: LedgerFile
    let filter: LineFilter
    private let purchases: [LineKey: RefundLinks.Purchase]
    let currencyOf: (String) -> Currency

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

    /// Calls the body with the last accepted entries, at most `count`, in the order of
    /// ``forEach(_:)``; much earlier ones are not read.
    package func forEachLast(
        _ count: Int, _ each: (LedgerEntry, ReportRow) throws -> Void
    ) throws {
        guard count > 0, let known = try ledger.keyDays(account: query.account) else { return }
        let asked = query.days.map { $0.lowerBound.daysSince1970...$0.upperBound.daysSince1970 }
        let keyDays = asked ?? .min ... .max
        let last = min(known.upperBound, filter.to?.daysSince1970 ?? .max, keyDays.upperBound)
        let reader = try LineReader(ledger)
        let total = max(1, try ledger.entryCount)
        let count = min(count, total)
        // As many days as entries asked for take, if all were accepted and spread evenly.
        var days = count * known.count / total + 1
        while true {
            let first = Int32(clamping: Int(last) - days + 1)
            let isWhole = first <= max(known.lowerBound, keyDays.lowerBound)
            let found = try lines(from: isWhole ? .min : first, keyDays, count, reader)
            if found.count >= count || isWhole {
                for line in found { try each(line.entry, line.row) }
                return
            }
            days *= 4
        }
    }

    /// The last accepted lines whose place is on this day or later.
    private func lines(
        from first: Int32, _ keyDays: ClosedRange<Int32>, _ count: Int, _ reader: LineReader
    ) throws -> [Line] {
        var found: [Line] = []
        func take(_ entry: LedgerEntry) throws {
            guard let line = try line(of: entry, reader) else { return }
            found.append(line)
            if found.count > 2 * count + 64 { found = found.last(count) }
        }
        for key in try ledger.keysDisplaced(from: first) where keyDays.contains(key.day) {
            if let entry = try reader.entries.entry(key), isAsked(entry) { try take(entry) }
        }
        var part = query
        let lower = max(first, keyDays.lowerBound)
        guard lower <= keyDays.upperBound else { return found.last(count) }
        part.days =
            CalendarDate(daysSince1970: lower)...CalendarDate(daysSince1970: keyDays.upperBound)
        var cursor = try EntryCursor(ledger, part)
        while let entry = try cursor.next() { try take(entry) }
        return found.last(count)
    }

    private func isAsked(_ entry: LedgerEntry) -> Bool {
        query.account.map { $0 == entry.fact.account } ?? true
    }

    /// Calls the body with the accepted lines of an account on a day; the currency is that of the
    /// lines' place.
    ///
    /// - Parameter count: of all its lines on that day.
    func forEach(
        at place: AccountPlace, on day: CalendarDate, count: Int, _ reader: LineReader,
        _ each: (LedgerEntry, ReportRow) throws -> Void
    ) throws {
        var found = 0
        func take(_ entry: LedgerEntry) throws {
            guard entry.fact.made.day == day, let line = try line(of: entry, reader),
                line.row.amount.currency == place.currency
            else { return }
            found += 1
            try each(line.entry, line.row)
        }
        var cursor = try EntryCursor(ledger, EntryQuery(account: place.account, days: day...day))
        while let entry = try cursor.next() { try take(entry) }
        if found == count { return }
        for key in try ledger.keysDisplaced(to: day.daysSince1970, of: place.account) {
            if let entry = try reader.entries.entry(key) { try take(entry) }
        }
    }

    /// The accepted holds of an account, in the order of ``forEach(_:)``.
    func holds(of account: String, _ reader: LineReader) throws -> [ReportRow] {
        let lines = try ledger.keysOfHolds(of: account).compactMap { key in
            try reader.entries.entry(key).flatMap { try line(of: $0, reader) }
        }
        return lines.last(lines.count).map(\.row)
    }

    /// Reads single entries and their pairs.
    final class LineReader {
        let entries: EntryReader
        private let pairs: PairReader?

        init(_ ledger: LedgerFile) throws {
            entries = try EntryReader(ledger)
            pairs = try ledger.hasDecidedPairs ? PairReader(ledger) : nil
        }

        func pairs(of key: LineKey) throws -> [DecidedPair] { try pairs?.pairs(of: key) ?? [] }
    }

    private func forEach(of query: EntryQuery, _ each: (Line) throws -> Void) throws {
        let pairs = Dictionary(grouping: try ledger.pairs(), by: \.key)
        let reader = try EntryReader(ledger)
        var cursor = try EntryCursor(ledger, query)
        var waiting = WaitingLines()
        while let entry = try cursor.next() {
            try waiting.release(before: entry.key.day, each)
            if let line = try line(of: entry, pairs[entry.key] ?? [], reader) { waiting.add(line) }
        }
        try waiting.release(before: .max, each)
    }

    private func line(of entry: LedgerEntry, _ reader: LineReader) throws -> Line? {
        try line(of: entry, try reader.pairs(of: entry.key), reader.entries)
    }

    /// The entry as a line; nil if it is not accepted.
    private func line(
        of entry: LedgerEntry, _ pairs: [DecidedPair], _ reader: EntryReader
    ) throws -> Line? {
        var row = ReportRow(of: entry).inCurrency(currencyOf(entry.fact.account))
        row.notTransferWith = pairs.compactMap { $0.isPair ? nil : $0.other }
        // A person approved them as a transfer.
        if let other = pairs.last(where: \.isPair)?.other, let side = try reader.entry(other) {
            row.transfer = TransferLeg(
                key: other, account: side.fact.account, day: side.fact.made.day,
                amount: side.fact.amount.named(currencyOf(side.fact.account)))
        }
        row.purchase = purchases[entry.key]
        return filter.accepts(row) ? Line(entry, row) : nil
    }

    /// An accepted entry. A class, because sorting moves it, and the two values hold a dozen texts
    /// each.
    fileprivate final class Line {
        let entry: LedgerEntry
        let row: ReportRow
        /// It is listed on the later of its day and its key's.
        var place: Int32 { max(row.day.daysSince1970, entry.key.day) }

        init(_ entry: LedgerEntry, _ row: ReportRow) {
            self.entry = entry
            self.row = row
        }

        func isBefore(_ other: Line) -> Bool {
            if place != other.place { return place < other.place }
            return (row.day, row.second, entry.identity.occurrence, row.key)
                < (other.row.day, other.row.second, other.entry.identity.occurrence, other.row.key)
        }
    }

    /// Lines of days that are not complete, equal ones in the order of their file; a line booked
    /// after its key's day waits for its own day.
    private struct WaitingLines {
        private var lines: [Line] = []
        private var firstPlace = Int32.max

        mutating func add(_ line: Line) {
            lines.append(line)
            firstPlace = min(firstPlace, line.place)
        }

        mutating func release(before day: Int32, _ each: (Line) throws -> Void) throws {
            guard firstPlace < day else { return }
            lines.sort { $0.isBefore($1) }
            let count = lines.prefix { $0.place < day }.count
            for line in lines[..<count] { try each(line) }
            lines.removeFirst(count)
            firstPlace = lines.first?.place ?? .max
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

extension [LedgerRows.Line] {
    /// The last lines in the order of ``LedgerRows/forEach(_:)``.
    fileprivate func last(_ count: Int) -> [LedgerRows.Line] {
        sorted { $0.isBefore($1) }.suffix(count)
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
