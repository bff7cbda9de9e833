internal import Facts
internal import Scanning

/// A command's changes of totals and table sums, written once at its commit.
extension LedgerTransaction {
    enum Tally: Int, CaseIterable {
        case entry, annotation, source, tombstone

        var name: String {
            switch self {
            case .entry: "entry"
            case .annotation: "annotation"
            case .source: "source"
            case .tombstone: "tombstone"
            }
        }
    }

    struct TotalKey: Hashable {
        let account: Int64
        let month: Int
        let category: String
        let currency: UInt32
        let scale: UInt8
    }

    struct TotalChange: Equatable {
        private(set) var units: Int64 = 0
        /// The units that came in.
        private(set) var unitsIn: Int64 = 0
        private(set) var lines = 0

        /// Adds an amount, or takes it away with −1.
        ///
        /// - Returns: false after an overflow.
        mutating func add(_ amount: Int64, times: Int = 1) -> Bool {
            func sum(_ units: Int64, _ amount: Int64) -> (partialValue: Int64, overflow: Bool) {
                times < 0
                    ? units.subtractingReportingOverflow(amount)
                    : units.addingReportingOverflow(amount)
            }
            let all = sum(units, amount)
            let moneyIn = sum(unitsIn, max(amount, 0))
            units = all.partialValue
            unitsIn = moneyIn.partialValue
            lines += times
            return !all.overflow && !moneyIn.overflow
        }
    }

    func tally(_ name: Tally, _ rows: Int, _ digest: UInt64) {
        let change = rows < 0 ? 0 &- digest : digest
        let now = tallies[name.rawValue] ?? (0, 0)
        tallies[name.rawValue] = (now.rows + rows, now.sum &+ change)
    }

    func count(
        _ fact: StatementFact, _ annotation: Annotation, _ account: Int64, times: Int
    ) throws(LedgerFailure) {
        let month = month(of: fact)
        if annotation.splits.isEmpty {
            try count(fact.amount, annotation.category, account, month, times)
        }
        for split in annotation.splits {
            try count(split.amount, split.category, account, month, times)
        }
    }

    private func count(
        _ amount: Money, _ category: String, _ account: Int64, _ month: Int, _ times: Int
    ) throws(LedgerFailure) {
        let key = TotalKey(
            account: account, month: month, category: category, currency: amount.currency.packed,
            scale: amount.scale)
        guard totals[key, default: TotalChange()].add(amount.units, times: times) else {
            throw .sumTooLarge(month: month, category: category)
        }
    }

    func writeTotals() throws(LedgerFailure) {
        guard !totals.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO month_total VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET units = units + excluded.units,
                lines = lines + excluded.lines, units_in = units_in + excluded.units_in
            """)
        for (key, change) in totals where change != TotalChange() {
            do throws(LedgerFailure) {
                try row.run(
                    key.account, key.month, key.category, key.currency, key.scale, change.units,
                    change.lines, change.unitsIn)
            } catch .refused {
                // SQLite's sum is no integer any more.
                throw .sumTooLarge(month: key.month, category: key.category)
            }
        }
        try database.run("DELETE FROM month_total WHERE lines = 0")
        totals = [:]
    }

    /// Recounts the money that came in by month.
    func recountMoneyIn() throws(LedgerFailure) {
        try database.run("UPDATE month_total SET units_in = 0")
        let row = try statement(
            """
            UPDATE month_total SET units_in = ?6 WHERE account = ?1 AND month = ?2
                AND category = ?3 AND currency = ?4 AND scale = ?5
            """)
        for (name, sum) in try ledger.countedTotals() where sum.unitsIn != 0 {
            guard let account = ledger.accounts[name: name.account] else { continue }
            try row.run(
                account.id, name.month, name.category, name.currency.packed, name.scale,
                sum.unitsIn)
        }
    }

    func writeTallies() throws(LedgerFailure) {
        for tally in Tally.allCases {
            guard let change = tallies[tally.rawValue] else { continue }
            tallies[tally.rawValue] = nil
            try addToTally(tally.name, change)
        }
        for table in SummedTable.all {
            let change = database.rowChanges.take(table)
            if change != (0, 0) { try addToTally(table.name, change) }
        }
        try database.run("UPDATE mark SET open = 0 WHERE open = 1")
    }

    private func addToTally(
        _ name: String, _ change: (rows: Int, sum: UInt64)
    ) throws(LedgerFailure) {
        let row = try statement("SELECT rows, sum FROM tally WHERE name = ?1").bind(name)
        let isThere = try row.step()
        let rows = isThere ? Int(row.number(0)) : 0
        let sum = isThere ? row.bits(1) : 0
        row.reset()
        try statement(
            """
            INSERT INTO tally VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET rows = excluded.rows, sum = excluded.sum
            """
        ).run(name, rows + change.rows, sum &+ change.sum)
    }

    func writeMemory(_ changes: [MemoryRecord: Int]) throws(LedgerFailure) {
        guard !changes.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO memory VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET times = times + excluded.times
            """)
        for (record, times) in changes {
            try row.run(record.kind, record.subject, record.category, times)
        }
        try database.run("DELETE FROM memory WHERE times = 0")
    }

    func writeQueueState() throws(LedgerFailure) {
        let row = try statement(
            """
            UPDATE queue_state SET generation = ?1, length = ?2, lines = ?3, size = ?4,
                modified = ?5, changed = ?6, inode = ?7, device = ?8, tail = ?9, index_rows = ?10,
                index_sum = ?11, intent = ?12, intent_value = ?13, seq = ?14, redo_sum = ?15,
                digest = ?16
            """)
        let (intent, inode) =
            switch queue.intent {
            case .none, .append: (0, UInt(0))
            case .rename(let inode): (2, inode)
            }
        for table in SummedTable.redo { queue.redoSum &+= database.rowChanges.take(table).sum }
        let stamp = queue.stamp
        try row.run(
            queue.generation, queue.length, queue.lines, stamp?.size, stamp?.modifiedNanoseconds,
            stamp?.changedNanoseconds, stamp?.inode, stamp?.device, queue.tail, queue.indexCount,
            queue.indexSum, intent, inode, queue.seq, queue.redoSum, queue.digest)
    }
}

/// As 202503.
func month(of fact: StatementFact) -> Int { month(of: fact.made) }

func month(of made: CivilMoment) -> Int {
    let (year, month, _) = made.day.parts
    return year * 100 + month
}

/// An entry's contributions by category: each split to its own, or the whole to the entry's.
func contributions(
    _ fact: StatementFact, _ annotation: Annotation
) -> [(category: String, amount: Money)] {
    if annotation.splits.isEmpty { return [(annotation.category, fact.amount)] }
    return annotation.splits.map { ($0.category, $0.amount) }
}
