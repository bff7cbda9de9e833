internal import Facts

/// Changes of the sums that the ledger keeps by account and day, written once at the commit.
struct DayChanges {
    struct Place: Hashable {
        let account: Int64
        let currency: UInt32
        let day: Int32
    }

    private var changes: [Place: MonthDays.Day] = [:]
    /// Entries mostly come in the order of their days.
    private var last: (place: Place, day: MonthDays.Day)?

    var isEmpty: Bool { changes.isEmpty && last == nil }

    /// - Parameters:
    ///   - times: 1 adds the entry, −1 takes it away.
    ///   - fileID: returns the number of a source's file.
    mutating func add(
        _ fact: StatementFact, batch: Int, _ sources: [LineSource], _ account: Int64, times: Int,
        fileID: (LineSource) throws(LedgerFailure) -> Int64
    ) throws(LedgerFailure) {
        move(
            to: Place(
                account: account, currency: fact.amount.currency.packed,
                day: fact.made.day.daysSince1970))
        let isByHand = batch == LedgerEntry.batchByHand
        last?.day.sums.add(fact, isByHand: isByHand, times: times)
        if isByHand { return }
        last?.day.cover.add(fact, times: Int32(times))
        if sources.isEmpty {
            last?.day.cover.add(.init(id: 0, batch: batch), lines: times, first: times)
        }
        for (number, source) in sources.enumerated() {
            // A line that a file has twice counts once.
            let isKnown = number > 0 && sources[..<number].contains { $0.file == source.file }
            if isKnown { continue }
            last?.day.cover.add(
                .init(id: try fileID(source), batch: batch), lines: times,
                first: number == 0 ? times : 0)
        }
    }

    private mutating func move(to place: Place) {
        if last?.place == place { return }
        if let last { changes[last.place] = last.day }
        last = (place, changes[place] ?? MonthDays.Day())
    }

    struct Month: Hashable, Comparable {
        let account: Int64
        let currency: UInt32
        /// As days since 1970.
        let firstDay: Int32

        static func < (a: Month, b: Month) -> Bool {
            (a.account, a.firstDay, a.currency) < (b.account, b.firstDay, b.currency)
        }
    }

    /// The changes by month, sorted; none is left.
    mutating func take() -> [(month: Month, days: MonthDays)] {
        if let last { changes[last.place] = last.day }
        var months: [Month: MonthDays] = [:]
        for (place, day) in changes {
            let number = CalendarDate(daysSince1970: place.day).parts.day
            let month = Month(
                account: place.account, currency: place.currency,
                firstDay: place.day &- Int32(number - 1))
            months[month, default: MonthDays()].add(day, to: number)
        }
        changes = [:]
        last = nil
        return months.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension LedgerTransaction {
    /// Adds an entry to the sums of its day, or takes it away with −1.
    ///
    /// A touched one is added at the commit.
    func countDay(
        _ fact: StatementFact, batch: Int, _ sources: [LineSource], _ account: Int64,
        _ key: LineKey,
        times: Int
    ) throws(LedgerFailure) {
        guard ledger.keepsDays, touched.isEmpty || !touched.contains(key) else { return }
        try days.add(fact, batch: batch, sources, account, times: times) {
            source throws(LedgerFailure) in try sourceFile(source)
        }
    }

    /// Must precede a change of an entry's fact or sources that does not count the entry itself:
    /// takes it out of the sums of its day until the commit adds it as it is then.
    func touch(_ key: LineKey) throws(LedgerFailure) {
        guard ledger.keepsDays, !touched.contains(key) else { return }
        try countDay(of: key, times: -1)
        touched.insert(key)
    }

    private func countDay(of key: LineKey, times: Int) throws(LedgerFailure) {
        guard let entry = try reader().entry(key) else { return }
        let account = try account(entry.fact.account, entry.identity.account)
        try countDay(
            entry.fact, batch: entry.batch, entry.sources, account, key, times: times)
    }

    func writeDays() throws(LedgerFailure) {
        let keys = touched.sorted()
        touched = []
        for key in keys { try countDay(of: key, times: 1) }
        if days.isEmpty { return }
        let known = try statement(
            """
            SELECT sums, cover FROM account_month
            WHERE account = ?1 AND first_day = ?2 AND currency = ?3
            """)
        let write = try statement(
            """
            INSERT INTO account_month VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET sums = excluded.sums, cover = excluded.cover
            """)
        let delete = try statement(
            """
            DELETE FROM account_month WHERE account = ?1 AND first_day = ?2 AND currency = ?3
            """)
        for (month, changes) in days.take() {
            try known.bind(month.account, month.firstDay, month.currency)
            let before = try known.first { ($0.bytes(0), $0.bytes(1)) } ?? ([], [])
            guard var all = MonthDays(sums: before.0.span, cover: before.1.span) else {
                throw .damaged("account_month")
            }
            for (day, change) in changes.days { all.add(change, to: day) }
            let (sums, cover) = (all.sums, all.cover)
            if sums.isEmpty, cover.isEmpty {
                try delete.run(month.account, month.firstDay, month.currency)
            } else if sums != before.0 || cover != before.1 {
                try write.run(month.account, month.firstDay, month.currency, sums, cover)
            }
        }
    }

    /// Counts the sums of all days anew.
    func recountDays() throws(LedgerFailure) {
        try database.run("DELETE FROM account_month")
        days = try ledger.countedDays()
        let insert = try statement("INSERT INTO account_month VALUES (?1, ?2, ?3, ?4, ?5)")
        for (month, all) in days.take() {
            try insert.run(
                month.account, month.firstDay, month.currency, all.sums, all.cover)
        }
    }
}
