import Facts
import Scanning
import TestKit
import Testing

@testable import Ledger

/// An entry of some account, day, currency, scale and files; one in four is a hold, by hand, prints
/// no balance, or has a day far from that of its key.
private func drawnEntry(_ number: Int, _ dice: inout Dice) -> LedgerEntry {
    let account = ["card", "cash"][dice.roll(2)]
    let day = CalendarDate(daysSince1970: Int32(19_020 + dice.roll(70)))
    let currency = [Currency.uah, .uah, .usd, .unknown][dice.roll(4)]
    var fact = StatementFact(
        account: account, made: CivilMoment(day: day),
        amount: Money(
            units: Int64(dice.roll(2_000)) - 1_500, scale: UInt8(2 + dice.roll(8) / 7),
            currency: currency))
    fact.balance =
        dice.roll(4) == 0
        ? nil
        : Money(
            units: Int64(dice.roll(5_000)), scale: UInt8(2 + dice.roll(9) / 8),
            currency: dice.roll(7) == 0 ? .eur : currency)
    fact.isHold = dice.roll(4) == 0
    let key = LineKey(
        account: LineKey.account(ofHash: StableHash.hash(account.utf8.span, seed: 0)),
        day: dice.roll(4) == 0 ? day.adding(days: Int32(dice.roll(400)) - 200) : day,
        rest: StableHash.mix(UInt64(number)))
    let files = ["a.csv", "b.csv", "b.csv", "c.ofx"]
    return LedgerEntry(
        identity: identity(of: fact, key), fact: fact, batch: dice.roll(5),
        sources: (0..<dice.roll(4)).map {
            LineSource(
                file: files[dice.roll(4)], line: number * 8 + $0,
                layout: ["mono/csv", "privat/csv"][dice.roll(2)])
        },
        annotation: Annotation(category: "groceries"))
}

private func identity(of fact: StatementFact, _ key: LineKey) -> LineIdentity {
    LineIdentity(
        key: key, account: StableHash.hash(fact.account.utf8.span, seed: 0),
        day: fact.made.day.daysSince1970, second: -1, units: fact.amount.units,
        currency: fact.amount.currency.packed, scale: fact.amount.scale, isHold: fact.isHold,
        occurrence: 0, bankID: 0, original: 0,
        balance: UInt64(bitPattern: fact.balance?.units ?? 0),
        text: 5)
}

private func withLedger(_ body: (LedgerFile) throws -> Void) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/ledger.db"
    try LedgerFile.create(path: path)
    try body(try LedgerFile(path: path, isReadOnly: false))
}

private func days(of ledger: LedgerFile) throws -> [String] {
    var found: [String] = []
    try ledger.forEachCoveredMonth { name, currency, days in
        for (day, sums, cover) in days {
            let groups = sums.groups.map { "\($0)" }
            let ends = cover.ends.sorted { $0.key < $1.key }.map { "\($0)" }
            let files = cover.files.map { "\($0.key.id) \($0.key.batch) \($0.value)" }.sorted()
            found.append("\(name) \(currency.code) \(day.text) \(groups) \(ends) \(files)")
        }
    }
    return found.sorted()
}

/// Changes of entries, as commands make them.
private struct Changes {
    let ledger: LedgerFile
    let transaction: LedgerTransaction
    var dice: Dice
    /// A command revises an entry once.
    private var revised: Set<LineKey> = []

    init(_ ledger: LedgerFile, _ transaction: LedgerTransaction, _ dice: Dice) {
        self.ledger = ledger
        self.transaction = transaction
        self.dice = dice
    }

    private mutating func anything() throws -> LedgerEntry? {
        var entries: [LedgerEntry] = []
        try transaction.writeGathered()
        var cursor = try EntryCursor(ledger)
        while let entry = try cursor.next() { entries.append(entry) }
        return entries.isEmpty ? nil : entries[dice.roll(entries.count)]
    }

    /// A different fact under the key.
    private mutating func changed(_ entry: LedgerEntry) -> (StatementFact, LineIdentity) {
        var other = drawnEntry(0, &dice).fact
        other.account = entry.fact.account
        return (other, identity(of: other, entry.key))
    }

    mutating func make(_ number: Int) throws {
        let new = drawnEntry(number, &dice)
        let source = LineSource(file: "d.csv", line: number, layout: "mono/csv")
        guard dice.roll(3) > 0, let known = try anything() else {
            if dice.roll(2) == 0 { return #expect(try transaction.insert(new)) }
            return try transaction.gather(
                new.fact, new.identity, batch: new.batch, sources: new.sources, new.annotation)
        }
        switch dice.roll(9) {
        case 0: _ = try transaction.removeEntry(known.key)
        case 1:
            _ = try transaction.add(source, to: known, filling: new.fact) {
                identity(of: $0, $1)
            }
        case 2 where revised.insert(known.key).inserted:
            let (fact, identity) = changed(known)
            try transaction.revise(known, fact, identity, source, earlier: [1])
        case 2, 3:
            let (fact, identity) = changed(known)
            try transaction.exchange(known, fact, identity)
        case 4:
            var fact = known.fact
            fact.account = new.fact.account
            try transaction.move(known, fact, as: identity(of: fact, new.key))
        case 5: try transaction.give([source, source], to: known)
        case 6: try transaction.replaceSources(of: known, with: new.sources)
        case 7: try transaction.remove(known, leaving: nil)
        default:
            try transaction.removeSources(known.key, of: transaction.seq, filled: [])
        }
    }
}

@Suite struct `Sums by day` {
    @Test(arguments: 1...draws(6, slow: 400))
    func `follow every change of an entry`(seed: Int) throws {
        try withLedger { ledger in
            var changes = 0
            for command in 0..<12 {
                let transaction = try LedgerTransaction(ledger)
                var made = Changes(
                    ledger, transaction, Dice(state: UInt64(seed * 100 + command)))
                for number in 0..<made.dice.roll(14) {
                    changes += 1
                    try made.make(changes * 20 + number)
                }
                if made.dice.roll(5) == 0 {
                    transaction.rollback()
                } else {
                    try transaction.finish(command: "some")
                    try transaction.commit()
                }
                let counter = try DayCounter(ledger)
                try counter.addEntries()
                #expect(try counter.differing() == [], "seed \(seed), command \(command)")
            }
            let kept = try days(of: ledger)
            let again = try LedgerTransaction(ledger)
            try again.recountDays()
            try again.recountMoneyIn()
            try again.commit()
            #expect(try days(of: ledger) == kept)
            #expect(try ledger.check() == [])
        }
    }

    @Test func `are gone with the last entry`() throws {
        try withLedger { ledger in
            var dice = Dice(state: 7)
            let entries = (0..<100).map { drawnEntry($0, &dice) }
            let transaction = try LedgerTransaction(ledger)
            for entry in entries { #expect(try transaction.insert(entry)) }
            try transaction.commit()
            #expect(try days(of: ledger).count > 50)
            let back = try LedgerTransaction(ledger)
            for entry in entries { _ = try back.removeEntry(entry.key) }
            try back.commit()
            #expect(try ledger.database.number("SELECT count(*) FROM account_month") == 0)
        }
    }

    @Test func `a row that another program changed is found by check`() throws {
        for change: StaticString in [
            "UPDATE account_month SET sums = x'0000'", "UPDATE account_month SET cover = x'FF'",
            "DELETE FROM account_month WHERE currency = (SELECT max(currency) FROM account_month)",
            "UPDATE account_month SET first_day = first_day + 1000",
        ] {
            try withLedger { ledger in
                var dice = Dice(state: 3)
                let transaction = try LedgerTransaction(ledger)
                for number in 0..<20 {
                    #expect(try transaction.insert(drawnEntry(number, &dice)))
                }
                try transaction.commit()
                #expect(try ledger.check() == [])
                try ledger.database.run(change)
                let found = try ledger.check()
                #expect(!found.isEmpty)
                for finding in found {
                    guard case .daysWrong = finding else {
                        Issue.record("\(finding)")
                        return
                    }
                }
            }
        }
    }

    @Test func `what came in by month is found by check when it was changed`() throws {
        try withLedger { ledger in
            var dice = Dice(state: 3)
            let transaction = try LedgerTransaction(ledger)
            for number in 0..<20 { #expect(try transaction.insert(drawnEntry(number, &dice))) }
            try transaction.commit()
            try ledger.database.run(
                """
                UPDATE month_total SET units_in = units_in + 1
                WHERE (account, month) = (SELECT account, min(month) FROM month_total)
                """)
            let found = try ledger.check()
            #expect(!found.isEmpty)
            for case .totalWrong(_, _, _, let kept, let counted) in found {
                #expect(kept != counted)
            }
        }
    }

    @Test func `the largest sums come back, and no bytes trap`() throws {
        var month = MonthDays()
        var fact = StatementFact(
            account: "card", made: CivilMoment(day: CalendarDate(daysSince1970: 19_000)),
            amount: Money(units: .max, scale: 0, currency: .uah))
        fact.balance = Money(units: -.max, scale: 0, currency: .uah)
        for day in [1, 9, 31] {
            for sign in [1, -1] as [Int64] {
                fact.amount = Money(units: .max * sign, scale: 0, currency: .uah)
                var found = MonthDays.Day()
                for _ in 0..<40 {
                    found.sums.add(fact, isByHand: sign < 0, times: 1)
                    found.cover.add(fact, times: 1)
                    found.cover.add(.init(id: 300, batch: 70_000), lines: 1, first: 1)
                }
                month.add(found, to: day)
            }
        }
        let (sums, cover) = (month.sums, month.cover)
        let found = MonthDays(sums: sums.span, cover: cover.span)
        let read = try #require(found)
        #expect(read.sums == sums)
        #expect(read.cover == cover)
        #expect(read.days[9]?.sums.groups.first?.moneyIn == Int128(Int64.max) * 40)
        var dice = Dice(state: 11)
        for _ in 0..<2_000 {
            var (some, other) = (sums, cover)
            some[dice.roll(some.count)] = UInt8(dice.roll(256))
            other[dice.roll(other.count)] = UInt8(dice.roll(256))
            some.removeLast(dice.roll(3))
            other.removeLast(dice.roll(3))
            _ = MonthDays(sums: some.span, cover: other.span)
        }
    }
}
