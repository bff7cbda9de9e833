import CSQLite
import Facts
import Glibc
import Saving
import Scanning
import TestKit
import Testing

@testable import Ledger

private func withLedger(_ body: (String) throws -> Void) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    try LedgerFile.create(path: "\(folder.path)/ledger.db")
    try body("\(folder.path)/ledger.db")
}

private func entry(_ number: Int, account: String = "mono") -> LedgerEntry {
    var fact = StatementFact(
        account: account,
        made: CivilMoment(
            day: CalendarDate(daysSince1970: Int32(19_000 + number / 4)), second: Int32(number),
            offsetMinutes: number % 2 == 0 ? 120 : CivilMoment.unknownOffset),
        amount: Money(minorUnits: Int64(-number * 7), currency: number % 5 == 0 ? .usd : .uah))
    fact.bankID = number % 3 == 0 ? "" : "id\(number)"
    fact.description = "Крамниця \(number)"
    fact.memo = number % 4 == 0 ? "memo" : ""
    fact.bookedOn = number % 2 == 0 ? fact.made.day : nil
    fact.originalAmount = number % 6 == 0 ? Money(minorUnits: 5, currency: .eur) : nil
    fact.balance = Money(minorUnits: Int64(number), currency: .uah)
    fact.mcc = 5_411
    fact.isHold = number % 9 == 0
    let hash = StableHash.hash(account.utf8.span, seed: 0)
    let identity = LineIdentity(
        key: LineKey(
            account: LineKey.account(ofHash: hash), day: fact.made.day,
            rest: StableHash.mix(UInt64(number))), account: hash,
        day: fact.made.day.daysSince1970, second: Int32(number), units: fact.amount.units,
        currency: fact.amount.currency.packed, scale: 2, isHold: fact.isHold, occurrence: 3,
        bankID: fact.bankID.isEmpty ? 0 : StableHash.hash(fact.bankID.utf8.span, seed: 0),
        original: UInt64.max, balance: 1 << 63, text: 5)
    let part = Money(units: -1, scale: 2, currency: fact.amount.currency)
    let rest = Money(units: fact.amount.units + 1, scale: 2, currency: fact.amount.currency)
    return LedgerEntry(
        identity: identity, fact: fact, batch: 1,
        sources: [LineSource(file: "a.csv", line: number, layout: "mono/csv")],
        annotation: Annotation(
            category: number % 2 == 0 ? "groceries" : "", payee: "П", note: "", tags: ["a", "б"],
            splits: number % 10 == 3
                ? [
                    .init(category: "x", amount: part, note: "n"),
                    .init(category: "y", amount: rest),
                ]
                : [], permille: 970, isByPerson: number % 2 == 0))
}

private func fill(_ path: String, _ entries: [LedgerEntry]) throws -> LedgerFile {
    let ledger = try LedgerFile(path: path, isReadOnly: false)
    let transaction = try LedgerTransaction(ledger)
    try transaction.insert(BatchRecord(id: 1, linesNew: entries.count))
    for entry in entries { #expect(try transaction.insert(entry)) }
    try transaction.finish(command: "approve")
    try transaction.commit()
    return ledger
}

private func all(_ ledger: LedgerFile, _ query: EntryQuery = EntryQuery()) throws -> [LedgerEntry] {
    var cursor = try EntryCursor(ledger, query)
    var found: [LedgerEntry] = []
    while let entry = try cursor.next() { found.append(entry) }
    return found
}

/// Changes the file as another program would: without our triggers.
private func tamper(_ path: String, _ sql: StaticString) throws {
    let database = try Database(path: path, isReadOnly: false)
    try database.run(sql)
}

private func tamper(_ path: String, made sql: String) throws {
    var handle: OpaquePointer?
    defer { unsafe sqlite3_close_v2(handle) }
    #expect(unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    #expect(unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
}

@Suite struct `The ledger` {
    /// With a value in every field.
    private var wholeFact: StatementFact {
        var fact = entry(18).fact
        for field in FactText.allCases { fact[field] = field.column }
        for field in FactDay.allCases {
            fact[field] = fact.made.day.adding(days: 1 + Int32(field.rawValue))
        }
        for field in FactMoney.allCases {
            fact[field] = Money(
                minorUnits: 1 + Int64(field.rawValue), currency: fact.amount.currency)
        }
        return fact
    }

    @Test func `keeps every field of a fact, and its digest tells each`() throws {
        try withLedger { path in
            var whole = entry(18)
            whole.fact = wholeFact
            let ledger = try fill(path, [whole])
            #expect(try ledger.entry(whole.key)?.fact == whole.fact)
            #expect(try ledger.check() == [])
            var digests = Set([digest(whole.identity, whole.fact, batch: 1)])
            for field in FactText.allCases {
                var other = whole.fact
                other[field] = ""
                digests.insert(digest(whole.identity, other, batch: 1))
            }
            #expect(digests.count == 1 + FactText.allCases.count)
        }
    }

    @Test func `empties what another source filled, and nothing else`() {
        let whole = wholeFact
        var bare = StatementFact(
            account: whole.account, made: CivilMoment(day: whole.made.day), amount: whole.amount)
        bare.description = whole.description
        var fact = bare
        let filled = fact.fill(from: whole)
        #expect(fact == whole)
        fact.empty(filled)
        #expect(fact == bare)
    }

    @Test func `knows filled fields by the bits that undo logs have`() {
        let bits: [(FilledFields, Int)] = [
            (FilledFields(.bankID), 0), (FilledFields(.memo), 1), (FilledFields(.merchant), 6),
            (.mcc, 7), (FilledFields(.original), 8), (FilledFields(.cashback), 11),
            (FilledFields(.bookedOn), 12), (FilledFields(.valueOn), 13), (.time, 14), (.hold, 15),
        ]
        for (field, bit) in bits { #expect(field.rawValue == 1 << bit) }
        let all =
            [.mcc, .time, .hold]
            + FactText.allCases.filter { $0 != .description }.map { FilledFields($0) }
            + FactMoney.allCases.map { FilledFields($0) }
            + FactDay.allCases.map { FilledFields($0) }
        #expect(Set(all).count == all.count)
    }

    @Test func `a cut last page is damage, not zeros`() throws {
        try withLedger { path in
            _ = try fill(path, [entry(1)])
            let size = try #require(try fileStamp(path)).size
            try truncateFile(path, to: size - 1)
            #expect(throws: LedgerFailure.damaged("the last page is cut")) {
                try LedgerFile(path: path, isReadOnly: true)
            }
        }
    }

    @Test func `entries come back as they were, in the order of their keys`() throws {
        try withLedger { path in
            let entries = (0..<60).map { entry($0) } + (0..<30).map { entry($0, account: "приват") }
            _ = try fill(path, entries)
            let ledger = try LedgerFile(path: path, isReadOnly: true)
            let found = try all(ledger)
            #expect(found == entries.sorted { $0.key < $1.key })
            #expect(try all(ledger, EntryQuery(accounts: ["приват"])).count == 30)
            let days = CalendarDate(daysSince1970: 19_002)...CalendarDate(daysSince1970: 19_003)
            let byDay = try all(ledger, EntryQuery(days: days, order: .day))
            #expect(byDay.count == 16)
            #expect(byDay.map { $0.key.day } == byDay.map { $0.key.day }.sorted())
            #expect(try ledger.entry(entries[17].key) == entries[17])
            #expect(try ledger.check() == [])
        }
    }

    @Test(arguments: [1, 63, 64, 65, 5_000])
    func `entries that are gathered are as those written one by one`(count: Int) throws {
        let entries = (0..<count).map { entry($0) }
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            let transaction = try LedgerTransaction(ledger)
            try transaction.insert(BatchRecord(id: 1, linesNew: count))
            for entry in entries {
                try transaction.gather(
                    entry.fact, entry.identity, batch: entry.batch, sources: entry.sources,
                    entry.annotation)
            }
            try transaction.writeGathered()
            #expect(try ledger.entry(entries[count - 1].key) == entries[count - 1])
            try transaction.finish(command: "approve")
            try transaction.commit()
            #expect(try all(ledger) == entries.sorted { $0.key < $1.key })
            #expect(try ledger.check() == [])
            try withLedger { other in
                let one = try fill(other, entries)
                for query: StaticString in [
                    "SELECT sum FROM tally WHERE name = 'entry'",
                    "SELECT sum FROM tally WHERE name = 'source'",
                    "SELECT sum FROM tally WHERE name = 'annotation'",
                    "SELECT rows FROM tally WHERE name = 'split'",
                ] {
                    #expect(try ledger.database.number(query) == one.database.number(query))
                }
            }
            // References are checked again afterwards.
            #expect(throws: LedgerFailure.self) {
                try ledger.database.run(
                    "INSERT INTO source SELECT k1, k2, k3, 99, 4711, 1, 1 FROM entry LIMIT 1")
            }
        }
    }

    @Test(arguments: [(3, 1), (300, 1), (300, 299), (300, 0)])
    func `a gathered key that is known is named, and nothing of the command stays`(
        count: Int, twin: Int
    ) throws {
        try withLedger { path in
            let entries = (0..<count).map { entry($0) }
            let ledger = try fill(path, [entries[twin]])
            let transaction = try LedgerTransaction(ledger)
            let name = "key \(entries[twin].key.text) is in the ledger already"
            #expect(throws: LedgerFailure.damaged(name)) {
                for entry in entries {
                    try transaction.gather(
                        entry.fact, entry.identity, batch: 1, sources: entry.sources,
                        entry.annotation)
                }
                try transaction.writeGathered()
            }
            transaction.rollback()
            #expect(try all(ledger) == [entries[twin]])
            #expect(try ledger.check() == [])
        }
    }

    @Test func `known lines are found by day and by bank id`() throws {
        try withLedger { path in
            let entries = (0..<40).map { entry($0) }
            let ledger = try fill(path, entries)
            let lookups = try LedgerLookups(ledger)
            var lines: [LedgerLine] = []
            try lookups.findLines(
                account: entries[0].identity.account, keyAccount: entries[0].key.account,
                days: 19_000...19_000, into: &lines)
            #expect(
                lines.map(\.identity) == entries[..<4].map(\.identity).sorted { $0.key < $1.key })
            lines = []
            try lookups.findLines(
                account: entries[0].identity.account, bankID: entries[1].identity.bankID,
                into: &lines)
            #expect(lines == [LedgerLine(identity: entries[1].identity, place: .entry)])
            #expect(try lookups.place(of: entries[5].key) == .entry)
            #expect(try lookups.place(of: entry(99).key) == nil)
        }
    }

    @Test func `days of dismissed lines are known days`() throws {
        try withLedger { path in
            let ledger = try fill(path, [entry(8), entry(15)])
            let transaction = try LedgerTransaction(ledger)
            let account = entry(8).key.account
            for number in [1, 30] {
                let dismissed = Tombstone(
                    identity: entry(number).identity, account: "mono", batch: 1, line: [])
                #expect(try transaction.insert(dismissed))
            }
            try transaction.commit()
            let lookups = try LedgerLookups(ledger)
            #expect(try lookups.days(keyAccount: account) == entry(1).key.day...entry(30).key.day)
            #expect(try lookups.days(keyAccount: account &+ 1) == nil)
        }
    }

    @Test func `a key is written once`() throws {
        try withLedger { path in
            let ledger = try fill(path, [entry(1)])
            let transaction = try LedgerTransaction(ledger)
            #expect(try transaction.insert(entry(1)) == false)
            try transaction.commit()
            #expect(try ledger.check() == [])
        }
    }

    @Test func `what is not committed never was`() throws {
        try withLedger { path in
            let ledger = try fill(path, [entry(1)])
            do {
                let transaction = try LedgerTransaction(ledger)
                _ = try transaction.insert(entry(2, account: "new"))
            }
            #expect(try all(ledger).count == 1)
            let transaction = try LedgerTransaction(ledger)
            #expect(try transaction.insert(entry(2, account: "new")))
            try transaction.commit()
            #expect(try all(ledger).count == 2)
            #expect(try ledger.check() == [])
        }
    }

    @Test func `facts and annotations refuse change`() throws {
        try withLedger { path in
            let ledger = try fill(path, [entry(1)])
            for change: StaticString in [
                "UPDATE entry SET units = 1", "DELETE FROM entry", "DELETE FROM annotation",
                "UPDATE annotation SET category = 'x'", "DELETE FROM source",
            ] {
                #expect(throws: LedgerFailure.self) { try ledger.database.run(change) }
            }
            #expect(try ledger.check() == [])
        }
    }

    @Test func `check names a changed fact, a missing entry and an edited sum`() throws {
        try withLedger { path in
            let entries = (0..<20).map { entry($0) }
            do { _ = try fill(path, entries) }
            try tamper(
                path,
                """
                UPDATE mark SET open = 1; UPDATE entry SET description = 'Аптека' WHERE second = 7;
                UPDATE mark SET open = 0
                """)
            let ledger = try LedgerFile(path: path, isReadOnly: true)
            #expect(try ledger.check() == [.factChanged(entries[7].key)])
        }
        try withLedger { path in
            do { _ = try fill(path, (0..<20).map { entry($0) }) }
            try tamper(
                path,
                "UPDATE mark SET open = 1; DELETE FROM entry WHERE second = 7; UPDATE mark SET open = 0"
            )
            let found = try LedgerFile(path: path, isReadOnly: true).check()
            #expect(found.contains(.rowCount(table: "entry", expected: 20, found: 19)))
        }
        try withLedger { path in
            do { _ = try fill(path, (0..<20).map { entry($0) }) }
            try tamper(
                path, "UPDATE month_total SET units = units + 1 WHERE category = 'groceries'")
            let found = try LedgerFile(path: path, isReadOnly: true).check()
            #expect(!found.isEmpty)
            for finding in found {
                guard case .totalWrong(_, _, "groceries", _, _) = finding else {
                    Issue.record("\(finding)")
                    return
                }
            }
        }
        try withLedger { path in
            do { _ = try fill(path, (0..<20).map { entry($0) }) }
            try tamper(
                path,
                """
                DROP TRIGGER annotation_is_never_changed;
                UPDATE annotation SET note = 'x' WHERE k3 = (SELECT max(k3) FROM annotation)
                """)
            let found = try LedgerFile(path: path, isReadOnly: true).check()
            #expect(found.count == 2)
            #expect(found.contains(.rowsChanged(table: "annotation")))
            // The definition that is gone.
            #expect(
                found.contains {
                    if case .rowCount(table: "schema", let expected, let found) = $0 {
                        found == expected - 1
                    } else {
                        false
                    }
                })
        }
    }

    @Test(arguments: [
        ("batch", "UPDATE batch SET made = '2025-03-15'"),
        ("batch", "UPDATE batch SET lines_known = 7"),
        ("seen_file", "UPDATE seen_file SET is_complete = 0"),
        ("seen_file", "UPDATE seen_file SET digest_low = digest_low + 1"),
        ("source_file", "UPDATE source_file SET layout = 'other/csv'"),
        ("source", "DROP TRIGGER source_is_never_changed; UPDATE source SET seq = seq + 1"),
        ("memory", "UPDATE memory SET times = times + 1"),
        ("history", "UPDATE history SET past = past || ' '"),
        ("undo_log", "UPDATE undo_log SET command = 'review'"),
        ("undo_memory", "UPDATE undo_memory SET times = 5"),
        ("undo_page", "UPDATE undo_page SET bytes = bytes + 1"),
        ("mark", "UPDATE mark SET open = 1"),
        ("redo", "INSERT INTO redo_page VALUES (1, 0, x'')"),
        ("schema", "CREATE TABLE other (x INTEGER)"),
    ])
    func `check names every table in which something else changed a row`(
        _ table: String, _ change: String
    ) throws {
        try withLedger { path in
            do {
                let ledger = try fill(path, [entry(1)])
                let writing = try LedgerTransaction(ledger)
                try writing.insert(BatchRecord(id: 2, made: "2025-03-14"))
                try writing.remember(
                    SeenFile(
                        digestHigh: 1, digestLow: 2, name: "a.csv", size: 3,
                        modifiedNanoseconds: 4, batch: 2))
                writing.learn(MemoryRecord(kind: 1, subject: "-silpo", category: "groceries"))
                try writing.learn(
                    PastDecision(category: "groceries", units: 100, account: 1, manner: .approved),
                    about: SubjectKey(.text, "-silpo"))
                try writing.record(.annotated, entry(1).key, old: Span())
                try writing.finish(command: "approve")
                try writing.commit()
                #expect(try ledger.check() == [])
            }
            try tamper(path, made: change)
            let found = try LedgerFile(path: path, isReadOnly: true).check()
            #expect(
                found.contains {
                    switch $0 {
                    case .rowsChanged(let name): name == table
                    case .rowCount(let name, _, _): name == table
                    default: false
                    }
                }, "\(found)")
        }
    }

    @Test
    func
        `changes are summed after a transaction that made the first of their kind was rolled back`()
        throws
    {
        try withLedger { path in
            let ledger = try fill(path, [entry(1), entry(2)])
            for isKept in [false, true] {
                let writing = try LedgerTransaction(ledger)
                try writing.insert(BatchRecord(id: 2, made: "2025-03-14"))
                try writing.write(DecidedPair(key: entry(1).key, other: entry(2).key, isPair: true))
                try writing.finish(command: "review")
                if isKept { try writing.commit() } else { writing.rollback() }
            }
            #expect(try ledger.check() == [])
        }
    }

    @Test func `a changed state of the queue is damage`() throws {
        try withLedger { path in
            do { _ = try fill(path, [entry(1)]) }
            try tamper(path, "UPDATE queue_state SET length = 7")
            #expect(throws: LedgerFailure.damaged("queue_state")) {
                try LedgerFile(path: path, isReadOnly: true).queueState()
            }
        }
    }

    @Test(arguments: [true, false])
    func `a ledger from before the first release is refused and left alone`(
        isReadOnly: Bool
    ) throws {
        try withLedger { path in
            try tamper(path, "PRAGMA user_version = 5")
            let stamp = try fileStamp(path)
            #expect(throws: LedgerFailure.fromDevelopment(version: 5)) {
                try LedgerFile(path: path, isReadOnly: isReadOnly)
            }
            #expect(try fileStamp(path) == stamp)
        }
    }

    @Test func `a ledger of a later release or of another program is refused`() throws {
        try withLedger { path in
            try tamper(path, "PRAGMA user_version = 99")
            #expect(throws: LedgerFailure.fromFuture(version: 99)) {
                try LedgerFile(path: path, isReadOnly: false)
            }
            try tamper(path, "PRAGMA application_id = 7")
            #expect(throws: LedgerFailure.foreign) {
                try LedgerFile(path: path, isReadOnly: false)
            }
        }
    }

    @Test func `holds, and what was booked on another day, are found by their index`() throws {
        try withLedger { path in
            var entries = (0..<40).map { entry($0) }
            entries[3].identity.day += 2
            entries[3].fact.made.day = CalendarDate(daysSince1970: entries[3].identity.day)
            let ledger = try fill(path, entries)
            let held = entries.map(\.identity)
                .filter { $0.isHold || $0.day != $0.key.day }
                .sorted { $0.key < $1.key }
            func found(onlyHolds: Bool) throws -> [LineIdentity] {
                var lines: [LedgerLine] = []
                try LedgerLookups(ledger).findLines(
                    account: held[0].account, keyAccount: held[0].key.account,
                    days: 18_990...19_090, onlyHolds: onlyHolds, into: &lines)
                return lines.map(\.identity)
            }
            #expect(try found(onlyHolds: true) == held)
            #expect(try found(onlyHolds: false).count == 40)
            #expect(try ledger.check() == [])
        }
    }

    @Test func `what was decided about a subject goes with the command that decided it`() throws {
        try withLedger { path in
            let subject = SubjectKey(.text, "-silpo")
            let decision = PastDecision(
                category: "groceries", units: 100, account: 1, manner: .approved)
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            let writing = try LedgerTransaction(ledger)
            try writing.learn(decision, about: subject)
            try writing.finish(command: "approve")
            let seq = writing.seq
            try writing.commit()
            let again = try LedgerTransaction(ledger)
            try again.learn(decision, about: subject)
            #expect(try again.history(of: subject)?.decisions.count == 2)
            try again.finish(command: "approve")
            let second = again.seq
            try again.commit()
            var texts: [String] = []
            func read() throws {
                texts = []
                try ledger.forEachHistory { texts.append($0.subject + " " + $1) }
            }
            try read()
            #expect(texts == ["-silpo groceries:a:100:1 100"])
            for (command, left) in [(second, ["-silpo groceries:a:100:1"]), (seq, [])] {
                let undoing = try LedgerTransaction(ledger)
                try undoing.forget(command: command)
                try undoing.commit()
                try read()
                #expect(texts == left)
            }
        }
    }

    @Test func `the newest word about a pair speaks, from both sides, until it is taken back`()
        throws
    {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            let (low, high) = (entry(1).key, entry(2).key)
            var commands: [Int] = []
            for isPair in [true, false] {
                let writing = try LedgerTransaction(ledger)
                try writing.write(DecidedPair(key: low, other: high, isPair: isPair))
                try writing.finish(command: "review")
                commands.append(writing.seq)
                try writing.commit()
                #expect(
                    try ledger.pairs(of: high) == [
                        DecidedPair(key: high, other: low, isPair: isPair)
                    ])
                #expect(try ledger.pairs().count == 2)
            }
            let undoing = try LedgerTransaction(ledger)
            try undoing.removePair(low, high, of: commands[1])
            try undoing.commit()
            #expect(try ledger.pairs(of: low) == [DecidedPair(key: low, other: high, isPair: true)])
            #expect(try ledger.check() == [])
        }
    }

    @Test(arguments: ["transfer", "revision"])
    func `a pair or a revision that another program changes is noticed`(table: String) throws {
        try withLedger { path in
            do {
                let writing = try LedgerTransaction(LedgerFile(path: path, isReadOnly: false))
                #expect(try writing.insert(entry(1)))
                var booked = entry(1).fact
                booked.amount = Money(minorUnits: -1, currency: booked.amount.currency)
                var identity = entry(1).identity
                identity.units = -1
                try writing.revise(
                    entry(1), booked, identity, LineSource(file: "b.csv", line: 1, layout: ""),
                    earlier: Array("before".utf8))
                try writing.write(DecidedPair(key: entry(1).key, other: entry(2).key, isPair: true))
                try writing.finish(command: "import")
                try writing.commit()
            }
            #expect(try LedgerFile(path: path, isReadOnly: true).check() == [])
            try tamper(
                path,
                table == "transfer"
                    ? "DROP TRIGGER transfer_is_never_changed; UPDATE transfer SET is_pair = 0"
                    : "DROP TRIGGER revision_is_never_changed; UPDATE revision SET line = x'00'")
            // The trigger that is gone is noticed too.
            #expect(
                try LedgerFile(path: path, isReadOnly: true).check()
                    .contains(.rowsChanged(table: table)))
        }
    }

    @Test func `a history nobody wrote is damage`() throws {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            #expect(try ledger.check() == [])
            try ledger.database.run("INSERT INTO history VALUES (1, '-silpo', 'nonsense')")
            #expect(try ledger.check().contains(.database("history")))
            let lookup = try #require(try ledger.historyLookup())
            #expect(throws: LedgerFailure.self) {
                try lookup.history(of: SubjectKey(.text, "-silpo"))
            }
            #expect(try lookup.history(of: SubjectKey(.text, "-fora")) == nil)
        }
    }

    @Test(arguments: [0, 1, 5, 6, 15, 16])
    func `what was told to be asked next is what is found one by one`(_ told: Int) throws {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            for number in 0..<40 where number % 3 != 1 {
                try ledger.database.prepare(
                    "INSERT INTO history VALUES (?1, ?2, 'groceries:a:' || ?3 || ':3f2a')"
                ).run(1 + number % 2, "-shop \(number)", number)
            }
            let subjects = (0..<40).map { number in
                // Each tenth of another kind than the ledger has it.
                SubjectKey(
                    (number + (number % 10 == 0 ? 1 : 0)) % 2 == 0 ? .text : .counterparty,
                    "-shop \(number)")
            }
            let alone = try #require(try ledger.historyLookup())
            let together = try #require(try ledger.historyLookup())
            for start in stride(from: 0, to: subjects.count, by: 8) {
                try together.prefetch(Array(subjects[start...].prefix(told)))
                // Some are passed over, some asked twice, some never told of.
                for number in [start, start, start + 2, start + 1, start + 7, start + 5] {
                    let history = try alone.history(of: subjects[number])
                    #expect(try together.history(of: subjects[number]) == history)
                    #expect((history == nil) == (number % 3 == 1 || number % 10 == 0))
                }
            }
        }
    }

    @Test func `a history nobody wrote is damage among others too`() throws {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            try ledger.database.run("INSERT INTO history VALUES (1, '-7', 'nonsense')")
            try ledger.database.run("INSERT INTO history VALUES (1, '-3', 'groceries:a:1:2')")
            let lookup = try #require(try ledger.historyLookup())
            #expect(throws: LedgerFailure.self) {
                try lookup.prefetch((0..<16).map { SubjectKey(.text, "-\($0)") })
            }
            // Nothing of what was found before it is taken for an answer.
            #expect(try lookup.history(of: SubjectKey(.text, "-3"))?.count == 1)
            #expect(try lookup.history(of: SubjectKey(.text, "-4")) == nil)
            #expect(throws: LedgerFailure.self) {
                try lookup.history(of: SubjectKey(.text, "-7"))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 200])
    func `many decisions of one command are remembered as one after another`(
        unaskedEvery: Int
    ) throws {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            let subject = SubjectKey(.text, "-silpo")
            var expected = MerchantHistory()
            for command in 0..<3 {
                let writing = try LedgerTransaction(ledger)
                for number in 0..<(command * 70 + 30) {
                    let decision = PastDecision(
                        category: number % 5 == 0 ? "gifts" : "groceries", units: UInt64(number),
                        account: 1, manner: number % unaskedEvery == 0 ? .unasked : .approved)
                    expected.add(decision)
                    try writing.learn(decision, about: subject)
                    if number == 60 { #expect(try writing.history(of: subject) == expected) }
                }
                try writing.finish(command: "approve")
                try writing.commit()
            }
            var found: [String] = []
            try ledger.forEachHistory { found.append($1) }
            #expect(found == [expected.text])
        }
    }

    @Test func `undo records fill pages and come back one by one`() throws {
        try withLedger { path in
            let ledger = try LedgerFile(path: path, isReadOnly: false)
            let lines = (0..<9_000).map { number in
                Array(repeating: UInt8(truncatingIfNeeded: number), count: number % 97)
            }
            let writing = try LedgerTransaction(ledger)
            for (number, line) in lines.enumerated() {
                try writing.record(
                    .approved, entry(number).key, place: number, written: UInt64(number),
                    old: line.span)
            }
            try writing.finish(command: "approve")
            try writing.commit()
            let reading = try LedgerTransaction(ledger)
            var ids: [Int64] = []
            try reading.forEachUndoLine(of: writing.seq) { id, line throws(LedgerFailure) in
                #expect(line.place == ids.count && line.key == entry(ids.count).key)
                ids.append(id)
            }
            #expect(ids.count == lines.count)
            for (number, id) in ids.enumerated() where number % 7 == 0 {
                #expect(try reading.undoLine(id) == lines[number])
            }
            #expect(throws: LedgerFailure.self) { try reading.undoLine(Int64(9) << 32) }
        }
    }

    @Test func `damaged undo pages are damage, not other lines`() throws {
        try withLedger { path in
            var seq = 0
            do {
                let writing = try LedgerTransaction(LedgerFile(path: path, isReadOnly: false))
                let line = Array("a queue line".utf8)
                try writing.record(.approved, entry(1).key, old: line.span)
                try writing.finish(command: "approve")
                try writing.commit()
                seq = writing.seq
            }
            try tamper(path, "UPDATE undo_page SET lines = x'00112233'")
            let reading = try LedgerTransaction(LedgerFile(path: path, isReadOnly: false))
            #expect(throws: LedgerFailure.damaged("undo_page.lines")) {
                try reading.undoLine(Int64(seq) << 32)
            }
        }
    }

    @Test func `sums follow entries, corrections and undo`() throws {
        try withLedger { path in
            let ledger = try fill(path, [])
            let before = try ledger.monthTotals()
            let transaction = try LedgerTransaction(ledger)
            _ = try transaction.insert(entry(3))
            _ = try transaction.insert(entry(2))
            try transaction.commit()
            let after = try ledger.monthTotals()
            #expect(after.map(\.category) == ["groceries", "x", "y"])
            let correction = try LedgerTransaction(ledger)
            try correction.annotate(entry(2), Annotation(category: "fuel"))
            try correction.commit()
            #expect(try ledger.monthTotals().map(\.category) == ["fuel", "x", "y"])
            #expect(try ledger.check() == [])
            let back = try LedgerTransaction(ledger)
            try back.removeAnnotation(entry(2).key, of: correction.seq)
            try back.commit()
            #expect(try ledger.monthTotals() == after)
            let gone = try LedgerTransaction(ledger)
            _ = try gone.removeEntry(entry(2).key)
            _ = try gone.removeEntry(entry(3).key)
            try gone.commit()
            #expect(try ledger.monthTotals() == before)
            #expect(try ledger.check() == [])
        }
    }

    @Test func `totals of some accounts and months are a part of all totals`() throws {
        try withLedger { path in
            let entries =
                (0..<600).map { entry($0) } + (0..<90).map { entry($0, account: "приват") }
            let ledger = try fill(path, entries)
            let all = try ledger.monthTotals()
            #expect(Set(all.map(\.account)) == ["mono", "приват"])
            #expect(Set(all.map(\.month)).count > 3)
            #expect(all.map(\.account) == all.map(\.account).sorted())
            for names in [["mono"], ["приват"], ["mono", "приват"], ["чужий"]] {
                #expect(
                    try ledger.monthTotals(of: names) == all.filter { names.contains($0.account) })
            }
            let months = 202_202...202_203
            #expect(
                try ledger.monthTotals(of: ["mono"], months: months)
                    == all.filter { $0.account == "mono" && months.contains($0.month) })
            #expect(try ledger.hasEntries(ofAccount: "приват"))
            #expect(try !ledger.hasEntries(ofAccount: "чужий"))
        }
    }

    @Test func `the days of keys are those of the first and the last entry`() throws {
        try withLedger { path in
            let empty = try LedgerFile(path: path, isReadOnly: true)
            #expect(try empty.keyDays() == nil)
            let entries =
                (0..<60).map { entry($0) } + (80..<90).map { entry($0, account: "приват") }
            let ledger = try fill(path, entries)
            #expect(try ledger.keyDays() == 19_000...19_022)
            #expect(try ledger.keyDays(account: "mono") == 19_000...19_014)
            #expect(try ledger.keyDays(account: "приват") == 19_020...19_022)
            #expect(try ledger.keyDays(account: "чужий") == nil)
        }
    }

    @Test func `another source fills what was empty and undo empties it`() throws {
        try withLedger { path in
            var poor = entry(3)
            poor.fact.balance = nil
            poor.fact.made = CivilMoment(day: poor.fact.made.day)
            poor.identity.balance = 0
            poor.identity.second = -1
            let ledger = try fill(path, [poor])
            let transaction = try LedgerTransaction(ledger)
            var identity = poor.identity
            identity.bankID = 77
            identity.balance = 9
            identity.second = 3
            var rich = entry(3).fact
            rich.bankID = "now known"
            rich.description = "another text"
            let filled = try transaction.add(
                LineSource(file: "b.json", line: 4, layout: "mono/json"), to: poor, filling: rich
            ) { _, _ in identity }
            try transaction.commit()
            #expect(filled == [FilledFields(.bankID), FilledFields(.balance), .time])
            let found = try ledger.entry(poor.key)
            #expect(found?.fact.bankID == "now known")
            #expect(found?.fact.description == poor.fact.description)
            #expect(found?.sources.count == 2)
            #expect(try ledger.check() == [])
            let back = try LedgerTransaction(ledger)
            try back.removeSources(poor.key, of: transaction.seq, filled: filled ?? [])
            try back.commit()
            #expect(try ledger.entry(poor.key) == poor)
            #expect(try ledger.check() == [])
        }
    }
}
