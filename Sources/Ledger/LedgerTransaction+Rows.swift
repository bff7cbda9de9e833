internal import Facts
internal import Scanning

/// The rows of a line: fact, annotations, sources, and shared names.
extension LedgerTransaction {
    func insertFact(
        _ identity: LineIdentity, _ fact: StatementFact, _ batch: Int, _ account: Int64
    ) throws(LedgerFailure) -> Bool {
        one.entries.removeAll()
        let digest = digest(identity, fact, batch: batch)
        add(identity, fact, batch, account, digest, to: &one.entries)
        guard try writeEntry(one.entries, row: 0) else { return false }
        tally(.entry, 1, digest)
        return true
    }

    /// Inserts a gathered row; false if its key is known.
    func write(
        _ rows: borrowing GatheredRows, row: Int, _ sql: StaticString
    ) throws(LedgerFailure) -> Bool {
        try write(rows, row: row, statement(sql))
    }

    func writeEntry(
        _ rows: borrowing GatheredRows, row: Int
    ) throws(LedgerFailure) -> Bool {
        if let entryInsert { return try write(rows, row: row, entryInsert) }
        let insert = try database.prepareEntryInsert(version: ledger.version)
        entryInsert = insert
        return try write(rows, row: row, insert)
    }

    private func write(
        _ rows: borrowing GatheredRows, row: Int, _ insert: Statement
    ) throws(LedgerFailure) -> Bool {
        try insert.bind(rows, row: row)
        try insert.run()
        return database.rowsChanged == 1
    }

    static let insertSource: StaticString =
        "INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    static let sourceColumns = ["k1", "k2", "k3", "n", "file", "line", "seq"]
    static let insertAnnotation: StaticString =
        "INSERT INTO annotation VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
    static let annotationColumns = [
        "k1", "k2", "k3", "seq", "category", "payee", "note", "tags", "transfer_to", "permille",
        "by_person",
    ]

    /// Adds the row of a fact, in the order of ``EntryColumns``.
    func add(
        _ identity: LineIdentity, _ fact: StatementFact, _ batch: Int, _ account: Int64,
        _ digest: UInt64, to rows: inout GatheredRows
    ) {
        // The fact's own numbers, not the identity's: reports use them.
        rows.add(
            identity, fact.made, fact.amount, isHold: fact.isHold, mcc: fact.mcc, batch, account,
            digest)
        for field in FactText.allCases { rows.add(fact[field]) }
        for field in FactDay.allCases { rows.add(fact[field]) }
        for field in FactMoney.allCases { rows.add(fact[field]) }
    }

    func replaceFact(
        of entry: LedgerEntry, _ identity: LineIdentity, _ fact: StatementFact
    ) throws(LedgerFailure) {
        try deleteFact(entry)
        let account = try account(fact.account, identity.account)
        guard try insertFact(identity, fact, entry.batch, account) else {
            throw .damaged("entry")
        }
    }

    func deleteFact(_ entry: LedgerEntry) throws(LedgerFailure) {
        try openMark()
        try statement("DELETE FROM entry WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3").run(entry.key)
        tally(.entry, -1, digest(entry.identity, entry.fact, batch: entry.batch))
    }

    func insert(
        _ source: LineSource, _ n: Int, _ key: LineKey, _ seq: Int
    ) throws(LedgerFailure) {
        one.sources.removeAll()
        try add(source, n, key, seq, to: &one.sources)
        _ = try write(one.sources, row: 0, Self.insertSource)
    }

    func add(
        _ source: LineSource, _ n: Int, _ key: LineKey, _ seq: Int, to rows: inout GatheredRows
    ) throws(LedgerFailure) {
        let file = try sourceFile(source)
        rows.add(key)
        rows.add(n)
        rows.add(file)
        rows.add(source.line)
        rows.add(seq)
        tally(.source, 1, sourceDigest(sourceDigest(key, source), n: n, seq: seq))
    }

    /// Moves the sources of a line to another key.
    func moveSources(_ old: LineKey, to new: LineKey) throws(LedgerFailure) {
        let row = try statement(
            """
            SELECT k1, k2, k3, name, line, layout, n, seq, file
            FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 ORDER BY n
            """
        ).bind(old)
        let insert = try statement("INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        while try row.step() {
            let source = LineSource(
                file: row.text(3), line: Int(row.number(4)), layout: row.text(5))
            let n = Int(row.number(6))
            let seq = Int(row.number(7))
            tally(.source, 1, sourceDigest(sourceDigest(new, source), n: n, seq: seq))
            try insert.run(new, n, row.number(8), source.line, seq)
        }
        row.reset()
        try removeSources(old, from: 0)
    }

    /// Moves all annotations of a line to another key.
    func moveAnnotations(_ old: LineKey, to new: LineKey) throws(LedgerFailure) {
        for (seq, annotation) in try reader().annotations(old) { try insert(annotation, new, seq) }
        try removeAnnotations(old, from: 0)
    }

    func nextSource(_ key: LineKey) throws(LedgerFailure) -> Int {
        try statement(
            "SELECT coalesce(max(n), -1) + 1 FROM source WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3"
        ).bind(key).first { Int($0.number(0)) } ?? 0
    }

    func removeSources(_ key: LineKey, from seq: Int) throws(LedgerFailure) {
        try tallySources(of: key, from: seq, times: -1)
        try openMark()
        try statement(
            "DELETE FROM source WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4"
        ).run(key, seq)
    }

    /// Tallies the sources of an entry added by this command or later ones: 1 adds, −1 removes.
    func tallySources(of key: LineKey, from seq: Int, times: Int) throws(LedgerFailure) {
        let row = try statement(
            """
            SELECT name, line, layout, n, seq
            FROM source JOIN source_file ON source_file.id = source.file
            WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4
            """
        ).bind(key, seq)
        defer { row.reset() }
        while try row.step() {
            let source = LineSource(
                file: row.text(0), line: Int(row.number(1)), layout: row.text(2))
            let digest = sourceDigest(key, source)
            tally(
                .source, times,
                sourceDigest(digest, n: Int(row.number(3)), seq: Int(row.number(4))))
        }
    }

    func insert(
        _ annotation: Annotation, _ key: LineKey, _ seq: Int
    ) throws(LedgerFailure) {
        one.annotations.removeAll()
        try add(annotation, key, seq, to: &one.annotations)
        _ = try write(one.annotations, row: 0, Self.insertAnnotation)
    }

    /// Adds the row of an annotation; its splits, which are rare, are inserted at once.
    func add(
        _ annotation: Annotation, _ key: LineKey, _ seq: Int, to rows: inout GatheredRows
    ) throws(LedgerFailure) {
        rows.add(key)
        rows.add(seq)
        rows.add(annotation.category)
        rows.add(annotation.payee)
        rows.add(annotation.note)
        annotation.tags.isEmpty
            ? rows.addNull()
            : rows.add(annotation.tags.joined(separator: String(listSeparator)))
        rows.add(annotation.transferTo)
        rows.add(annotation.permille)
        rows.add(annotation.isByPerson ? 1 : 0)
        for (n, split) in annotation.splits.enumerated() {
            try statement(
                "INSERT INTO split VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
            ).run(
                key, seq, n, split.category, split.amount.units, split.amount.scale,
                split.amount.currency.packed, split.note.isEmpty ? nil : split.note)
        }
        tally(.annotation, 1, annotation.digest(key, seq: seq))
    }

    func removeAnnotations(_ key: LineKey, from seq: Int) throws(LedgerFailure) {
        for (found, annotation) in try reader().annotations(key) where found >= seq {
            tally(.annotation, -1, annotation.digest(key, seq: found))
        }
        try openMark()
        for sql: StaticString in [
            "DELETE FROM annotation WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4",
            "DELETE FROM split WHERE k1 = ?1 AND k2 = ?2 AND k3 = ?3 AND seq >= ?4",
        ] {
            try statement(sql).run(key, seq)
        }
    }

    /// Disables the triggers until the commit closes the mark.
    func openMark() throws(LedgerFailure) {
        try statement("UPDATE mark SET open = 1 WHERE open = 0").run()
    }

    struct LayoutFile: Hashable {
        let name: String
        let layout: String
    }

    func sourceFile(_ source: LineSource) throws(LedgerFailure) -> Int64 {
        let file = LayoutFile(name: source.file, layout: source.layout)
        if let last = lastSourceFile, last.file == file { return last.id }
        let id = try sourceFile(file)
        lastSourceFile = (file, id)
        return id
    }

    private func sourceFile(_ file: LayoutFile) throws(LedgerFailure) -> Int64 {
        if let known = sourceFiles[file] { return known }
        try statement(
            "INSERT INTO source_file (name, layout) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        ).run(file.name, file.layout)
        let row = try statement("SELECT id FROM source_file WHERE name = ?1 AND layout = ?2").bind(
            file.name, file.layout)
        defer { row.reset() }
        guard try row.step() else { throw .damaged("source_file") }
        sourceFiles[file] = row.number(0)
        return row.number(0)
    }

    func account(_ name: String, _ hash: UInt64) throws(LedgerFailure) -> Int64 {
        if let row = ledger.accounts[hash: hash] { return row.id }
        let insert = try statement("INSERT INTO account (name, hash) VALUES (?1, ?2) RETURNING id")
            .bind(name, hash)
        guard try insert.step() else { throw .damaged("account") }
        let id = insert.number(0)
        insert.reset()
        ledger.accounts.add(AccountTable.Row(id: id, name: name, hash: hash))
        return id
    }
}

extension GatheredRows {
    mutating func add(_ key: LineKey) {
        add(Int64(key.account))
        add(Int64(key.day))
        add(storedRest(of: key))
    }

    /// The columns of every entry, in the order of ``EntryColumns``.
    mutating func add(
        _ identity: LineIdentity, _ made: CivilMoment, _ amount: Money, isHold: Bool, mcc: UInt16,
        _ batch: Int, _ account: Int64, _ digest: UInt64
    ) {
        add(identity.key)
        add(account)
        add(Int64(made.day.daysSince1970))
        add(Int64(made.second))
        add(amount.units)
        add(Int64(amount.currency.packed))
        add(Int64(amount.scale))
        add(isHold ? 1 : 0)
        add(Int64(identity.occurrence))
        add(identity.bankID)
        add(identity.original)
        add(identity.balance)
        add(identity.text)
        add(batch)
        add(digest)
        add(orNull: made.hasOffset ? Int64(made.offsetMinutes) : nil)
        add(Int64(mcc))
    }

    mutating func add(_ day: CalendarDate?) {
        add(orNull: day.map { Int64($0.daysSince1970) })
    }

    mutating func add(_ money: Money?) {
        add(orNull: money.map { $0.units })
        add(orNull: money.map { Int64($0.scale) })
        add(orNull: money.map { Int64($0.currency.packed) })
    }
}

func tombstoneDigest(_ key: LineKey, _ batch: Int, _ line: [UInt8]) -> UInt64 {
    var row = RowDigest(key)
    row.add(UInt64(truncatingIfNeeded: batch))
    row.add(StableHash.hash(line.span, seed: 3))
    return row.value
}

func sourceDigest(_ key: LineKey, _ source: LineSource) -> UInt64 {
    var row = RowDigest(key)
    row.add(UInt64(truncatingIfNeeded: source.line))
    row.add(source.file)
    row.add(source.layout)
    return row.value
}

/// The digest with the source's index in its line and its command, which undo uses.
func sourceDigest(_ digest: UInt64, n: Int, seq: Int) -> UInt64 {
    StableHash.combine(
        digest, UInt64(truncatingIfNeeded: seq) << 24 ^ UInt64(truncatingIfNeeded: n))
}
