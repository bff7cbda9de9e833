package import Facts

extension LedgerFile {
    /// False for a ledger of an earlier version, which was not written since.
    package var keepsDays: Bool { version >= LedgerSchema.versionOfDays }

    /// The kept sums of each day with entries, by account, then month and currency.
    ///
    /// - Parameter names: only these accounts, unless empty.
    /// - Complexity: O(days), not entries. Memory of a month.
    package func forEachDay(
        of names: [String] = [],
        _ body: (_ account: String, Currency, CalendarDate, DaySums) -> Void
    ) throws(LedgerFailure) {
        try forEachMonth(of: names, "SELECT first_day, currency, sums FROM account_month") {
            row, name in
            let (first, currency) = row.monthAndCurrency
            return row.withBytes(2) { bytes in
                MonthDays.forEachDay(ofSums: bytes) {
                    body(name, currency, first.adding(days: Int32($0) - 1), $1)
                }
            }
        }
    }

    /// The same by month, with the days' balances and files; days unordered.
    package func forEachCoveredMonth(
        of names: [String] = [],
        _ body: (_ account: String, Currency, [(CalendarDate, DaySums, DayCover)]) -> Void
    ) throws(LedgerFailure) {
        try forEachMonth(of: names, "SELECT first_day, currency, sums, cover FROM account_month") {
            row, name in
            let (first, currency) = row.monthAndCurrency
            let days = row.withBytes(2) { sums in
                row.withBytes(3) { MonthDays(sums: sums, cover: $0) }
            }
            guard let days else { return false }
            body(
                name, currency,
                days.days.map { (first.adding(days: Int32($0) - 1), $1.sums, $1.cover) })
            return true
        }
    }

    private func forEachMonth(
        of names: [String], _ rows: StaticString, _ isRead: (Statement, String) -> Bool
    ) throws(LedgerFailure) {
        let row = try database.prepare(
            rows, where: "account = ?1", sortedBy: "account, first_day, currency")
        for account in accounts.rows where names.isEmpty || names.contains(account.name) {
            try row.bind(account.id)
            defer { row.reset() }
            while try row.step() {
                if !isRead(row, account.name) { throw .damaged("account_month") }
            }
        }
    }

    /// Name and layout of each file that sources name, by number.
    package func fileNames() throws(LedgerFailure) -> [Int64: (name: String, layout: String)] {
        let row = try database.prepare("SELECT id, name, layout FROM source_file")
        var names: [Int64: (name: String, layout: String)] = [:]
        while try row.step() { names[row.number(0)] = (row.text(1), row.text(2)) }
        return names
    }

    /// The sums of all days, computed from the entries.
    func countedDays() throws(LedgerFailure) -> DayChanges {
        let counter = try DayCounter(self)
        try counter.addEntries()
        return counter.days
    }
}

/// Adds up entries as ``LedgerTransaction`` does.
final class DayCounter {
    private(set) var days = DayChanges()
    private let ledger: LedgerFile
    private var files: [LedgerTransaction.LayoutFile: Int64] = [:]

    init(_ ledger: LedgerFile) throws(LedgerFailure) {
        self.ledger = ledger
        for (id, file) in try ledger.fileNames() {
            files[.init(name: file.name, layout: file.layout)] = id
        }
    }

    func add(_ entry: LedgerEntry) throws(LedgerFailure) {
        // A missing account is another finding.
        guard let account = ledger.accounts[hash: entry.identity.account] else { return }
        try days.add(entry.fact, batch: entry.batch, entry.sources, account.id, times: 1) {
            files[.init(name: $0.file, layout: $0.layout)] ?? 0
        }
    }

    func addEntries() throws(LedgerFailure) {
        var entries = try EntryCursor(ledger)
        while let entry = try entries.next() { try add(entry) }
    }

    /// The accounts and months whose kept sums differ from the counted ones.
    func differing() throws(LedgerFailure) -> [LedgerFinding] {
        var counted: [DayChanges.Month: (sums: [UInt8], cover: [UInt8])] = [:]
        for (month, all) in days.take() { counted[month] = (all.sums, all.cover) }
        let row = try ledger.database.prepare(
            "SELECT account, first_day, currency, sums, cover FROM account_month")
        var wrong: [DayChanges.Month] = []
        while try row.step() {
            let month = DayChanges.Month(
                account: row.number(0), currency: UInt32(truncatingIfNeeded: row.number(2)),
                firstDay: Int32(truncatingIfNeeded: row.number(1)))
            let found = counted.removeValue(forKey: month)
            if found?.sums != row.bytes(3) || found?.cover != row.bytes(4) { wrong.append(month) }
        }
        return (wrong + counted.keys).sorted().map {
            .daysWrong(
                account: ledger.accounts[id: $0.account]?.name ?? "",
                month: CalendarDate(daysSince1970: $0.firstDay))
        }
    }
}

extension Statement {
    fileprivate var monthAndCurrency: (CalendarDate, Currency) {
        (
            CalendarDate(daysSince1970: Int32(truncatingIfNeeded: number(0))),
            Currency(packed: UInt32(truncatingIfNeeded: number(1)))
        )
    }
}
