package import Facts
package import Ledger
package import Scanning

/// The ledger's entries that a filter accepts, as rows of reports, oldest first.
///
/// Lines of a day are sorted by time, those without a time first. Memory follows the busiest day,
/// not the ledger.
package struct LedgerRows {
    let ledger: LedgerFile
    let filter: LineFilter
    private let purchases: [LineKey: RefundLinks.Purchase]
    let currencyOf: (String) -> Currency
    private let knownPairs: KnownPairs

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
        knownPairs = KnownPairs()
    }

    private init(_ rows: LedgerRows, _ filter: LineFilter) {
        ledger = rows.ledger
        self.filter = filter
        purchases = rows.purchases
        currencyOf = rows.currencyOf
        knownPairs = rows.knownPairs
    }

    /// The same ledger's rows through another filter, for a part of a question.
    func filtered(by filter: LineFilter) -> LedgerRows { LedgerRows(self, filter) }

    package var rows: ReportRows {
        { each in try forEach { _, row in try each(row) } }
    }

    /// Calls the body with each accepted entry and its row.
    package func forEach(_ each: (LedgerEntry, ReportRow) throws -> Void) throws {
        if let keys = filter.chosenKeys {
            for line in try lines(of: keys, LineReader(ledger)) { try each(line.source, line.row) }
            return
        }
        let pairs = try decidedPairs()
        let movements = try MovementReader(ledger)
        var cursor = try EntryCursor(ledger, query)
        var waiting = WaitingLines<Line<LedgerEntry>>()
        try forEachDisplaced { waiting.add($0) }
        while let entry = try cursor.next() {
            if entry.fact.made.day.daysSince1970 < entry.key.day { continue }
            try waiting.release(before: entry.key.day) { try each($0.source, $0.row) }
            var row = ReportRow(of: entry)
            if try accepts(&row, pairs[entry.key] ?? [], movements) {
                waiting.add(Line(consume row, entry.identity.occurrence, entry))
            }
        }
        try waiting.release(before: .max) { try each($0.source, $0.row) }
    }

    /// Calls the body with the same rows without the bank's id, MCC, balance and whole fact, which
    /// figures do not need; in a third of the time.
    package func forEachFigure(_ each: (ReportRow) throws -> Void) throws {
        try forEachFigure(areExchanges: false, each)
    }

    /// The same of lines that were paid in another currency, without what a person said of them.
    package func forEachExchange(_ each: (ReportRow) throws -> Void) throws {
        assert(filter.isOfSums, "the filter asks nothing that is not read")
        try forEachFigure(areExchanges: true, each)
    }

    private func forEachFigure(
        areExchanges: Bool, _ each: (ReportRow) throws -> Void
    ) throws {
        if let keys = filter.chosenKeys {
            for line in try lines(of: keys, LineReader(ledger)) { try each(line.row.asFigure) }
            return
        }
        let pairs = areExchanges ? [:] : try decidedPairs()
        let movements = try MovementReader(ledger)
        var cursor = try FiguresCursor(ledger, query, areExchanges: areExchanges)
        var waiting = WaitingLines<Line<Void>>()
        try forEachDisplaced { line in
            if !areExchanges || line.source.fact.isExchange {
                waiting.add(Line(line.row.asFigure, line.source.identity.occurrence, ()))
            }
        }
        while let entry = try cursor.next() {
            if entry.day.daysSince1970 < entry.key.day { continue }
            try waiting.release(before: entry.key.day) { try each($0.row) }
            var row = ReportRow(of: entry)
            if try accepts(&row, pairs[entry.key] ?? [], movements) {
                waiting.add(Line(consume row, entry.occurrence, ()))
            }
        }
        try waiting.release(before: .max) { try each($0.row) }
    }

    /// Calls the body with what payments are found by, of the same lines.
    package func forEachPayment(
        _ texts: TextNumbers, _ each: (PaymentRow) throws -> Void
    ) throws {
        assert(filter.isOfSums, "the filter asks nothing that is not read")
        let pairs = try decidedPairs()
        let movements = try MovementReader(ledger)
        var cursor = try PaymentCursor(ledger, query, texts)
        var waiting = WaitingLines<PaymentLine>()
        try forEachDisplaced { line in
            waiting.add(PaymentLine(row: PaymentRow(of: line.row, texts), order: line.order))
        }
        // The account of the last line, which most lines share.
        var account: (number: Int32, name: String) = (0, "")
        while let entry = try cursor.next() {
            if entry.day.daysSince1970 < entry.key.day { continue }
            try waiting.release(before: entry.key.day) { try each($0.row) }
            if entry.account != account.number { account = (entry.account, texts[entry.account]) }
            var row = PaymentRow(of: entry, account: account.name)
            if !row.amount.currency.isKnown { row.amount = named(row.amount, of: account.name) }
            guard filter.accepts(account.name, row.amount.currency, on: row.day) else { continue }
            if let other = pairs[entry.key]?.last(where: \.isPair)?.other {
                row.transferDay = try movements.movement(other)?.day
            }
            waiting.add(PaymentLine(row: row, order: LineOrder(of: entry)))
        }
        try waiting.release(before: .max) { try each($0.row) }
    }

    func named(_ amount: Money, of account: String) -> Money {
        let currency = currencyOf(account)
        return currency.isKnown ? amount.named(currency) : amount
    }

    /// Calls the body with the last accepted entries, at most `count`, in the order of
    /// ``forEach(_:)``; much earlier ones are not read.
    package func forEachLast(
        _ count: Int, _ each: (LedgerEntry, ReportRow) throws -> Void
    ) throws {
        let only = query.accounts.count == 1 ? query.accounts.first : nil
        guard count > 0, let known = try ledger.keyDays(account: only) else { return }
        let last = min(known.upperBound, days.upperBound.daysSince1970)
        let reader = try LineReader(ledger)
        let total = max(1, try ledger.entryCount)
        let count = min(count, total)
        // As many days as entries asked for take, if all were accepted and spread evenly.
        var length = count * known.count / total + 1
        while true {
            let first = Int32(clamping: Int(last) - length + 1)
            let isWhole = first <= max(known.lowerBound, days.lowerBound.daysSince1970)
            let found = try lines(
                from: CalendarDate(daysSince1970: isWhole ? .min : first), count, reader)
            if found.count >= count || isWhole {
                for line in found { try each(line.source, line.row) }
                return
            }
            length *= 4
        }
    }

    /// The last accepted lines of this day or later.
    private func lines(
        from first: CalendarDate, _ count: Int, _ reader: LineReader
    ) throws -> [Line<LedgerEntry>] {
        var found: [Line<LedgerEntry>] = []
        func add(_ line: Line<LedgerEntry>) {
            found.append(line)
            if found.count > 2 * count + 64 { found = found.last(count) }
        }
        var part = query
        let keyDays = max(first, days.lowerBound)...days.upperBound
        part.days = keyDays
        try forEachDisplaced(to: keyDays, reader) { add($0) }
        var cursor = try EntryCursor(ledger, part)
        while let entry = try cursor.next() {
            if entry.fact.made.day.daysSince1970 < entry.key.day { continue }
            if let line = try line(of: entry, reader) { add(line) }
        }
        return found.last(count)
    }

    /// Calls the body with the accepted lines that stand under the key of a day that is not asked
    /// for, or of a later day than theirs, in no order. Cursors skip the latter.
    private func forEachDisplaced(_ body: (Line<LedgerEntry>) throws -> Void) throws {
        try forEachDisplaced(to: days, LineReader(ledger), body)
    }

    private func forEachDisplaced(
        to days: ClosedRange<CalendarDate>, _ reader: @autoclosure () throws -> LineReader,
        _ body: (Line<LedgerEntry>) throws -> Void
    ) throws {
        let keys = try ledger.keysDisplaced(to: days)
        // Mostly there are none, and a reader prepares six statements.
        if keys.isEmpty { return }
        let reader = try reader()
        for key in keys {
            guard let entry = try reader.entries.entry(key), isAsked(entry),
                let line = try line(of: entry, reader)
            else { continue }
            try body(line)
        }
    }

    private func isAsked(_ entry: LedgerEntry) -> Bool {
        query.accounts.isEmpty || query.accounts.contains(entry.fact.account)
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
            try each(line.source, line.row)
        }
        var cursor = try EntryCursor(ledger, EntryQuery(accounts: [place.account], days: day...day))
        while let entry = try cursor.next() { try take(entry) }
        if found == count { return }
        for key in try ledger.keysDisplaced(to: day.daysSince1970, of: place.account) {
            if let entry = try reader.entries.entry(key) { try take(entry) }
        }
    }

    /// The accepted holds of an account, in the order of ``forEach(_:)``.
    func holds(of account: String, _ reader: LineReader) throws -> [ReportRow] {
        try lines(of: ledger.keysOfHolds(of: account), reader).map(\.row)
    }

    /// The accepted lines of these keys, in the order of ``forEach(_:)``.
    private func lines(
        of keys: some Sequence<LineKey>, _ reader: LineReader
    ) throws -> [Line<LedgerEntry>] {
        let lines = try keys.compactMap { key in
            try reader.entries.entry(key).flatMap { try line(of: $0, reader) }
        }
        return lines.last(lines.count)
    }

    /// Reads single entries and their pairs.
    final class LineReader {
        let entries: EntryReader
        let movements: MovementReader
        private let pairs: PairReader?

        init(_ ledger: LedgerFile) throws {
            entries = try EntryReader(ledger)
            movements = try MovementReader(ledger)
            pairs = try ledger.hasDecidedPairs ? PairReader(ledger) : nil
        }

        func pairs(of key: LineKey) throws -> [DecidedPair] { try pairs?.pairs(of: key) ?? [] }
    }

    private func line(of entry: LedgerEntry, _ reader: LineReader) throws -> Line<LedgerEntry>? {
        var row = ReportRow(of: entry)
        guard try accepts(&row, try reader.pairs(of: entry.key), reader.movements) else {
            return nil
        }
        return Line(consume row, entry.identity.occurrence, entry)
    }

    /// Whether the row is accepted, after what other rows say about it was added.
    private func accepts(
        _ row: inout ReportRow, _ pairs: [DecidedPair], _ reader: MovementReader
    ) throws -> Bool {
        // Most rows have a currency, and names of accounts take time to find.
        if !row.amount.currency.isKnown { row = row.inCurrency(currencyOf(row.account)) }
        row.notTransferWith = pairs.compactMap { $0.isPair ? nil : $0.other }
        // A person approved them as a transfer.
        if let other = pairs.last(where: \.isPair)?.other, let side = try reader.movement(other) {
            row.transfer = TransferLeg(
                key: other, account: side.account, day: side.day,
                amount: side.amount.named(currencyOf(side.account)))
        }
        if !purchases.isEmpty { row.purchase = purchases[row.key] }
        return filter.accepts(row)
    }

    /// The newest decisions about the pairs of each line, read once for all parts of a question.
    private final class KnownPairs {
        private var known: [LineKey: [DecidedPair]]?

        func of(_ ledger: LedgerFile) throws -> [LineKey: [DecidedPair]] {
            if let known { return known }
            let found = Dictionary(grouping: try ledger.pairs(), by: \.key)
            known = found
            return found
        }
    }

    func decidedPairs() throws -> [LineKey: [DecidedPair]] { try knownPairs.of(ledger) }

    /// An accepted row and what it was made of. A class, because sorting moves it, and the values
    /// hold a dozen texts each.
    fileprivate final class Line<Source>: OrderedLine {
        let row: ReportRow
        let source: Source
        let order: LineOrder

        init(_ row: consuming ReportRow, _ occurrence: UInt16, _ source: Source) {
            order = LineOrder(
                day: row.day, second: row.second, occurrence: occurrence, key: row.key)
            self.row = row
            self.source = source
        }
    }

    private struct PaymentLine: OrderedLine {
        let row: PaymentRow
        let order: LineOrder
    }

    /// Lines of days that are not complete, equal ones in the order of their file; a line that has
    /// the key of another day is released on its own day.
    private struct WaitingLines<Line: OrderedLine> {
        private var lines: [Line] = []
        private var firstDay = Int32.max

        mutating func add(_ line: Line) {
            lines.append(line)
            firstDay = min(firstDay, line.order.day.daysSince1970)
        }

        mutating func release(before day: Int32, _ each: (Line) throws -> Void) throws {
            guard firstDay < day else { return }
            lines.sort { $0.order < $1.order }
            let count = lines.prefix { $0.order.day.daysSince1970 < day }.count
            for line in lines[..<count] { try each(line) }
            lines.removeFirst(count)
            firstDay = lines.first?.order.day.daysSince1970 ?? .max
        }
    }

    /// The part of the filter that the ledger applies; the rest is applied here.
    private var query: EntryQuery {
        EntryQuery(
            accounts: filter.meansAccount == nil ? Set(filter.accounts).sorted() : [],
            days: filter.from == nil && filter.to == nil ? nil : days, order: .day)
    }

    /// The days asked for; one of them has no line where the first is after the last.
    private var days: ClosedRange<CalendarDate> {
        let first = filter.from ?? CalendarDate(daysSince1970: .min)
        return first...max(first, filter.to ?? CalendarDate(daysSince1970: .max))
    }
}

extension [LedgerRows.Line<LedgerEntry>] {
    /// The last lines in the order of ``LedgerRows/forEach(_:)``.
    fileprivate func last(_ count: Int) -> [LedgerRows.Line<LedgerEntry>] {
        sorted { $0.order < $1.order }.suffix(count)
    }
}

private protocol OrderedLine {
    var order: LineOrder { get }
}

/// Where a line is listed.
private struct LineOrder: Comparable {
    let day: CalendarDate
    let second: Int32
    let occurrence: UInt16
    let key: LineKey

    static func < (left: LineOrder, right: LineOrder) -> Bool {
        (left.day, left.second, left.occurrence, left.key)
            < (right.day, right.second, right.occurrence, right.key)
    }
}

extension LineOrder {
    init(of entry: PaymentFigures) {
        self.init(
            day: entry.day, second: entry.second, occurrence: entry.occurrence, key: entry.key)
    }
}

extension PaymentRow {
    fileprivate init(of entry: PaymentFigures, account: String) {
        self.init(
            key: entry.key, account: account, day: entry.day, amount: entry.amount,
            originalAmount: entry.originalAmount, accountNumber: entry.account,
            category: entry.category, payee: entry.payee, description: entry.description,
            counterparty: entry.counterparty)
    }
}

extension StatementFact {
    /// Paid in another currency.
    fileprivate var isExchange: Bool {
        originalAmount.map { $0.currency != amount.currency } ?? false
    }
}

extension ReportRow {
    /// The row of an entry: the bank's fact with the person's decisions.
    package init(of entry: LedgerEntry) {
        let fact = entry.fact
        self.init(
            key: entry.key, account: fact.account, day: fact.made.day, amount: fact.amount,
            description: fact.description)
        add(entry.annotation)
        second = fact.made.second
        memo = fact.memo
        bankID = fact.bankID
        counterparty = fact.counterpartyName
        mcc = fact.mcc
        originalAmount = fact.originalAmount
        balance = fact.balance
        isHold = fact.isHold
        self.fact = fact
    }

    /// The row without the fields that figures do not need.
    fileprivate var asFigure: ReportRow {
        var row = self
        row.bankID = ""
        row.mcc = 0
        row.balance = nil
        row.fact = nil
        return row
    }

    fileprivate init(of entry: EntryFigures) {
        self.init(
            key: entry.key, account: entry.account, day: entry.day, amount: entry.amount,
            description: entry.description)
        add(entry.annotation)
        second = entry.second
        memo = entry.memo
        counterparty = entry.counterparty
        originalAmount = entry.originalAmount
        isHold = entry.isHold
    }

    private mutating func add(_ said: Annotation) {
        category = said.category
        payee = said.payee
        note = said.note
        tags = said.tags
        transferTo = said.transferTo
        splits = said.splits
    }
}
