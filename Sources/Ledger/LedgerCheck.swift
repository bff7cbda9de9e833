package import Facts
internal import Scanning

/// Damage to the ledger, or a change by another program.
package enum LedgerFinding: Sendable, Equatable {
    /// A message of SQLite's own check.
    case database(String)
    /// A row refers to a missing one.
    case reference(table: String)
    /// The fact does not match its stored digest.
    case factChanged(LineKey)
    /// A dismissed line does not match its stored digest.
    case tombstoneChanged(LineKey)
    /// Rows are missing, or there are too many.
    case rowCount(table: String, expected: Int, found: Int)
    /// Another program changed some row.
    case rowsChanged(table: String)
    /// A line is both approved and dismissed.
    case keyTwice(LineKey)
    /// The sums of an account's days in a month are not those of its entries.
    case daysWrong(account: String, month: CalendarDate)
    /// A stored sum is not the sum of its entries.
    case totalWrong(account: String, month: Int, category: String, kept: Money?, counted: Money?)
}

extension LedgerFile {
    /// Checks the whole ledger without changes.
    ///
    /// - Complexity: reads all rows; memory grows with days and categories and, for keys that occur
    ///   twice, with the tombstones.
    package func check() throws(LedgerFailure) -> [LedgerFinding] {
        var findings = try checkDatabase()
        // A database that SQLite calls broken cannot be queried further.
        guard findings.isEmpty else { return findings }
        var totals: [TotalName: LedgerTransaction.TotalChange] = [:]
        let days = try keepsDays ? DayCounter(self) : nil
        findings += try checkEntries(&totals, days)
        findings += try checkTombstones()
        findings += try checkAnnotations()
        findings += try checkSources()
        findings += try checkTotals(totals)
        if let days { findings += try days.differing() }
        findings += try checkHistories()
        findings += try checkSums()
        return findings
    }

    /// Checks the summed tables, the schema, and the redo record.
    private func checkSums() throws(LedgerFailure) -> [LedgerFinding] {
        var findings: [LedgerFinding] = []
        for table in SummedTable.all where table.since <= version {
            let (rows, sum) = try sum(of: table)
            findings += try compare(table.name, rows, sum)
        }
        let (rows, sum) = try sumOfSchema()
        findings += try compare("schema", rows, sum)
        if try sumOfRedo() != queueState().redoSum { findings.append(.rowsChanged(table: "redo")) }
        if try database.number("SELECT count(*) FROM mark WHERE open = 0") != 1 {
            findings.append(.rowsChanged(table: "mark"))
        }
        return findings
    }

    /// Checks that every history can be parsed.
    private func checkHistories() throws(LedgerFailure) -> [LedgerFinding] {
        var isReadable = true
        try forEachHistory { if MerchantHistory(text: $1) == nil { isReadable = false } }
        return isReadable ? [] : [.database("history")]
    }

    private func checkDatabase() throws(LedgerFailure) -> [LedgerFinding] {
        var findings: [LedgerFinding] = []
        let integrity = try database.prepare("PRAGMA integrity_check(20)")
        while try integrity.step() {
            let words = integrity.text(0)
            if words != "ok" { findings.append(.database(words)) }
        }
        let references = try database.prepare("PRAGMA foreign_key_check")
        while try references.step() {
            findings.append(.reference(table: references.text(0)))
            if findings.count >= 20 { break }
        }
        return findings
    }

    struct TotalName: Hashable {
        let account: String
        let month: Int
        let category: String
        let currency: Currency
        let scale: UInt8
    }

    /// The totals of all months, computed from the entries.
    func countedTotals() throws(LedgerFailure) -> [TotalName: LedgerTransaction.TotalChange] {
        var totals: [TotalName: LedgerTransaction.TotalChange] = [:]
        var entries = try EntryCursor(self)
        while let entry = try entries.next() { add(entry, to: &totals) }
        return totals
    }

    private func add(
        _ entry: LedgerEntry, to totals: inout [TotalName: LedgerTransaction.TotalChange]
    ) {
        for (category, amount) in contributions(entry.fact, entry.annotation) {
            let name = TotalName(
                account: entry.fact.account, month: month(of: entry.fact), category: category,
                currency: amount.currency, scale: amount.scale)
            // A sum that overflows differs from any that was kept.
            _ = totals[name, default: .init()].add(amount.units)
        }
    }

    private func checkEntries(
        _ totals: inout [TotalName: LedgerTransaction.TotalChange], _ days: DayCounter?
    ) throws(LedgerFailure) -> [LedgerFinding] {
        var findings: [LedgerFinding] = []
        var cursor = try EntryCursor(self)
        var rows = 0
        var sum: UInt64 = 0
        while let entry = try cursor.next() {
            let found = digest(entry.identity, entry.fact, batch: entry.batch)
            if found != cursor.storedDigest
                || entry.identity.units != entry.fact.amount.units
            {
                findings.append(.factChanged(entry.key))
            }
            rows += 1
            sum = sum &+ cursor.storedDigest
            try days?.add(entry)
            add(entry, to: &totals)
        }
        return try findings + compare("entry", rows, sum)
    }

    private func checkTombstones() throws(LedgerFailure) -> [LedgerFinding] {
        var findings: [LedgerFinding] = []
        let row = try database.prepare(
            "SELECT k1, k2, k3, digest, batch, line FROM tombstone ORDER BY k1, k2, k3")
        let lookups = try LedgerLookups(self)
        var rows = 0
        var sum: UInt64 = 0
        while try row.step() {
            let key = row.key
            if tombstoneDigest(key, Int(row.number(4)), row.bytes(5)) != row.bits(3) {
                findings.append(.tombstoneChanged(key))
            }
            if try lookups.place(of: key) == .entry { findings.append(.keyTwice(key)) }
            rows += 1
            sum = sum &+ row.bits(3)
        }
        return try findings + compare("tombstone", rows, sum)
    }

    private func checkAnnotations() throws(LedgerFailure) -> [LedgerFinding] {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, seq, category, payee, note, tags, transfer_to, permille, by_person
            FROM annotation ORDER BY k1, k2, k3, seq
            """)
        let part = try database.prepare(
            """
            SELECT k1, k2, k3, seq, category, units, scale, currency, note
            FROM split ORDER BY k1, k2, k3, seq, n
            """)
        var rows = 0
        var sum: UInt64 = 0
        var parts = 0
        var hasPart = try part.step()
        while try row.step() {
            let key = row.key
            let seq = row.number(3)
            var annotation = row.annotation
            while hasPart, part.key == key, part.number(3) == seq {
                annotation.splits.append(part.split)
                parts += 1
                hasPart = try part.step()
            }
            rows += 1
            sum = sum &+ annotation.digest(key, seq: Int(seq))
        }
        if hasPart { return [.rowsChanged(table: "split")] }
        return try compare("annotation", rows, sum)
    }

    private func checkSources() throws(LedgerFailure) -> [LedgerFinding] {
        let row = try database.prepare(
            """
            SELECT k1, k2, k3, name, line, layout, n, seq
            FROM source JOIN source_file ON source_file.id = source.file
            """)
        var rows = 0
        var sum: UInt64 = 0
        while try row.step() {
            let source = LineSource(
                file: row.text(3), line: Int(row.number(4)), layout: row.text(5))
            rows += 1
            sum =
                sum
                &+ sourceDigest(
                    sourceDigest(row.key, source), n: Int(row.number(6)), seq: Int(row.number(7)))
        }
        return try compare("source", rows, sum)
    }

    private func compare(
        _ table: String, _ rows: Int, _ sum: UInt64
    ) throws(LedgerFailure) -> [LedgerFinding] {
        let noted = try tally(table) ?? (0, 0)
        if noted.rows != rows {
            return [.rowCount(table: table, expected: noted.rows, found: rows)]
        }
        return noted.sum == sum ? [] : [.rowsChanged(table: table)]
    }

    private func checkTotals(
        _ counted: [TotalName: LedgerTransaction.TotalChange]
    ) throws(LedgerFailure) -> [LedgerFinding] {
        var left = counted
        var findings: [LedgerFinding] = []
        for kept in try monthTotals() {
            let name = TotalName(
                account: kept.account, month: kept.month, category: kept.category,
                currency: kept.sum.currency, scale: kept.sum.scale)
            let found = left.removeValue(forKey: name)
            func differ(_ kept: Money, _ counted: Int64?) {
                findings.append(
                    .totalWrong(
                        account: name.account, month: name.month, category: name.category,
                        kept: kept,
                        counted: counted.map {
                            Money(units: $0, scale: name.scale, currency: name.currency)
                        }))
            }
            if found?.units != kept.sum.units || found?.lines != kept.lines {
                differ(kept.sum, found?.units)
            } else if let moneyIn = kept.moneyIn, moneyIn.units != found?.unitsIn {
                differ(moneyIn, found?.unitsIn)
            }
        }
        let missing = left.sorted {
            ($0.key.account, $0.key.month, $0.key.category)
                < ($1.key.account, $1.key.month, $1.key.category)
        }
        for (name, sum) in missing {
            findings.append(
                .totalWrong(
                    account: name.account, month: name.month, category: name.category, kept: nil,
                    counted: Money(units: sum.units, scale: name.scale, currency: name.currency)))
        }
        return findings
    }
}
