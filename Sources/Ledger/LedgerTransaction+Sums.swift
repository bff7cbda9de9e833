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
        let now = totals[key] ?? (0, 0)
        let (units, overflow) =
            times < 0
            ? now.units.subtractingReportingOverflow(amount.units)
            : now.units.addingReportingOverflow(amount.units)
        if overflow { throw .refused("month total overflows") }
        totals[key] = (units, now.lines + times)
    }

    func writeTotals() throws(LedgerFailure) {
        guard !totals.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO month_total VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO UPDATE SET units = units + excluded.units, lines = lines + excluded.lines
            """)
        for (key, change) in totals where change.units != 0 || change.lines != 0 {
            row.bind(1, key.account)
            row.bind(2, key.month)
            try row.bindEvenEmpty(3, key.category)
            row.bind(4, Int64(key.currency))
            row.bind(5, Int64(key.scale))
            row.bind(6, change.units)
            row.bind(7, change.lines)
            try row.run()
        }
        try database.run("DELETE FROM month_total WHERE lines = 0")
        totals = [:]
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
        let row = try statement("SELECT rows, sum FROM tally WHERE name = ?1")
        try row.bind(1, name)
        let isThere = try row.step()
        let rows = isThere ? Int(row.number(0)) : 0
        let sum = isThere ? row.bits(1) : 0
        row.reset()
        let write = try statement(
            """
            INSERT INTO tally VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET rows = excluded.rows, sum = excluded.sum
            """)
        try write.bind(1, name)
        write.bind(2, rows + change.rows)
        write.bind(3, sum &+ change.sum)
        try write.run()
    }

    func writeMemory(_ changes: [MemoryRecord: Int]) throws(LedgerFailure) {
        guard !changes.isEmpty else { return }
        let row = try statement(
            """
            INSERT INTO memory VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET times = times + excluded.times
            """)
        for (record, times) in changes {
            row.bind(1, record.kind)
            try row.bindEvenEmpty(2, record.subject)
            try row.bindEvenEmpty(3, record.category)
            row.bind(4, times)
            try row.run()
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
        for table in SummedTable.redo { queue.redoSum &+= database.rowChanges.take(table).sum }
        row.bind(1, queue.generation)
        row.bind(2, queue.length)
        row.bind(3, queue.lines)
        row.bind(4, orNull: queue.stamp.map { Int64($0.size) })
        row.bind(5, orNull: queue.stamp.map { Int64($0.modifiedNanoseconds) })
        row.bind(6, orNull: queue.stamp.map { Int64($0.changedNanoseconds) })
        row.bind(7, orNull: queue.stamp.map { Int64(bitPattern: UInt64($0.inode)) })
        row.bind(8, orNull: queue.stamp.map { Int64(bitPattern: UInt64($0.device)) })
        row.bind(9, queue.tail)
        row.bind(10, queue.indexCount)
        row.bind(11, queue.indexSum)
        switch queue.intent {
        case .none, .append:
            row.bind(12, 0)
            row.bind(13, 0)
        case .rename(let inode):
            row.bind(12, 2)
            row.bind(13, UInt64(inode))
        }
        row.bind(14, queue.seq)
        row.bind(15, queue.redoSum)
        row.bind(16, queue.digest)
        try row.run()
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
