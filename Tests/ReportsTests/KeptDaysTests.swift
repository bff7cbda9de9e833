import Facts
import Ledger
import Reports
import Scanning
import TestKit
import Testing

/// Entries of three accounts with running balances, some of them of a bank that prints none, some
/// holds, by hand, displaced, doubled, or in a currency that only the settings know.
private struct DrawnHousehold {
    var dice: Dice
    private(set) var entries: [LedgerEntry] = []
    private var number: UInt64 = 0
    private static let names = ["black", "cash", "white"]

    init(seed: Int) {
        dice = Dice(state: UInt64(seed))
        for name in Self.names { draw(name) }
    }

    private mutating func draw(_ name: String) {
        let currency = [Currency.uah, .usd, .unknown][dice.roll(3)]
        let isWhole = dice.roll(2) == 0
        var balance: Int64 = 10_000
        for day in Int32(19_000)..<19_070 {
            for _ in 0..<dice.roll(4) {
                let units = Int64(dice.roll(300)) - 200
                balance += units
                var entry = made(name, CalendarDate(daysSince1970: day), units, currency)
                entry.fact.balance = Money(units: balance, scale: 2, currency: currency)
                if !isWhole { spoil(&entry) }
                // A missing line breaks the balances, a doubled one too.
                if isWhole || dice.roll(30) > 0 { entries.append(entry) }
                if !isWhole, dice.roll(40) == 0 {
                    entries.append(made(name, entry.fact.made.day, units, currency))
                }
            }
        }
    }

    private mutating func spoil(_ entry: inout LedgerEntry) {
        switch dice.roll(24) {
        case 0: entry.fact.balance = nil
        case 1:
            entry.fact.isHold = true
            entry.fact.balance = nil
        case 2: entry.fact.isHold = true
        case 3:
            entry.batch = LedgerEntry.batchByHand
            entry.fact.balance = nil
        case 4: entry.fact.balance = entry.fact.balance.map { $0.adding(digits: 1) }
        case 5: entry.sources.append(LineSource(file: "other.csv", line: 3, layout: "mono/csv"))
        case 6: entry.sources = []
        case 7:
            let day = entry.fact.made.day.adding(days: Int32(dice.roll(60)) - 30)
            entry.fact.made = CivilMoment(day: day)
        case 8 where dice.roll(4) == 0:
            entry.fact.balance = entry.fact.balance.map {
                Money(units: $0.units, scale: 2, currency: .eur)
            }
        default: break
        }
    }

    mutating func made(
        _ account: String, _ day: CalendarDate, _ units: Int64, _ currency: Currency
    ) -> LedgerEntry {
        number += 1
        let fact = StatementFact(
            account: account,
            made: CivilMoment(
                day: day, second: dice.roll(3) == 0 ? -1 : Int32(dice.roll(86_400)),
                offsetMinutes: 0),
            amount: Money(units: units, scale: 2, currency: currency))
        let hash = StableHash.hash(account.utf8.span, seed: 0)
        let identity = LineIdentity(
            key: LineKey(
                account: LineKey.account(ofHash: hash), day: day, rest: StableHash.mix(number)),
            account: hash, day: day.daysSince1970, second: fact.made.second, units: units,
            currency: currency.packed, scale: 2, isHold: false, occurrence: 0, bankID: 0,
            original: 0, balance: 0, text: 1)
        let file = day.daysSince1970 < 19_035 ? "first.csv" : "second.csv"
        return LedgerEntry(
            identity: identity, fact: fact, batch: 1,
            sources: [LineSource(file: file, line: Int(number), layout: "mono/csv")],
            annotation: Annotation())
    }
}

extension Money {
    /// The same amount with more decimals.
    fileprivate func adding(digits: UInt8) -> Money {
        Money(units: units * 10, scale: scale + digits, currency: currency)
    }
}

@Suite struct `What the ledger keeps by day` {
    private func currency(of account: String) -> Currency { account == "white" ? .eur : .unknown }

    private func filters(_ dice: inout Dice) -> [LineFilter] {
        var account = LineFilter()
        account.accounts = ["black"]
        var hidden = LineFilter()
        hidden.excludedAccounts = ["cash"]
        var period = LineFilter()
        period.from = CalendarDate(daysSince1970: 19_000 + Int32(dice.roll(40)))
        period.to = CalendarDate(daysSince1970: 19_040 + Int32(dice.roll(40)))
        var dollars = LineFilter()
        dollars.currency = .usd
        return [LineFilter(), account, hidden, period, dollars]
    }

    @Test(arguments: 1...draws(10, slow: 150))
    func `gives the balances of lines`(seed: Int) throws {
        var household = DrawnHousehold(seed: seed)
        let dismissed = (0..<household.dice.roll(4)).map { _ in
            let known = household.entries[household.dice.roll(household.entries.count)]
            var line = household.made(
                known.fact.account, known.fact.made.day, known.fact.amount.units,
                known.fact.amount.currency)
            line.fact.balance = known.fact.balance
            line.fact.made = known.fact.made
            return line
        }
        var openings: [AccountPlace: BalanceTally.Opening] = [:]
        if household.dice.roll(2) == 0 {
            openings[AccountPlace("black", .uah)] = .init(
                amount: Money(minorUnits: 10_000, currency: .uah),
                day: CalendarDate(daysSince1970: 19_000 + Int32(household.dice.roll(30))))
        }
        var unread = 0
        try withLedger(of: household.entries) { ledger in
            for filter in filters(&household.dice) {
                let rows = LedgerRows(ledger, filter, currencyOf: currency)
                var byLines = BalanceTally(given: openings)
                var byDays = BalanceTally(given: openings)
                for line in dismissed {
                    let fact = line.fact.inCurrency(currency(of: line.fact.account))
                    byLines.add(dismissed: line.key, fact, files: ["other.csv"])
                    byDays.add(dismissed: line.key, fact, files: ["other.csv"])
                }
                try rows.forEach { entry, row in
                    byLines.add(row, isByHand: entry.isByHand, files: entry.sources.map(\.file))
                }
                guard try byDays.addDays(of: rows) else { continue }
                let found = try byDays.standings()
                let wanted = try byLines.standings()
                #expect(found.count == wanted.count)
                for (found, wanted) in zip(found, wanted) {
                    if found.isUnread {
                        unread += 1
                        #expect(found.difference == wanted.difference)
                        #expect(found.balance == wanted.balance)
                    } else {
                        #expect(found == wanted)
                    }
                }
            }
        }
        #expect(unread < 20)
    }

    @Test(arguments: 1...draws(10, slow: 150))
    func `gives the totals of lines`(seed: Int) throws {
        var household = DrawnHousehold(seed: seed)
        try withLedger(of: household.entries) { ledger in
            for filter in filters(&household.dice) {
                let rows = LedgerRows(ledger, filter, currencyOf: currency)
                var byLines = RowTotals()
                var byDays = RowTotals()
                try rows.forEach { byLines.add($1.amount, account: $1.account) }
                let areKept = try rows.forEachKeptDay { byDays.add($2, at: $0) }
                #expect(areKept)
                #expect(byDays.count == byLines.count)
                #expect(try byDays.totals() == byLines.totals())
            }
        }
    }

    @Test func `gives nothing for a filter of single lines`() throws {
        try withLedger(of: DrawnHousehold(seed: 1).entries) { ledger in
            var filter = LineFilter()
            filter.isIn = true
            let areKept = try LedgerRows(ledger, filter).forEachKeptDay { _, _, _ in }
            #expect(!areKept)
        }
    }

    /// Of three accounts; the rows of one that has no breaks and no holds need not be read.
    @Test func `leaves accounts unread for their coverage`() throws {
        var count = 0
        for seed in 1...20 {
            try withLedger(of: DrawnHousehold(seed: seed).entries) { ledger in
                var tally = CoverageTally()
                var read = try tally.addDays(
                    of: ledger, in: [], besides: [], currencyOf: currency,
                    nameOf: { "\($0)#\($1)" })
                read.formUnion(tally.accountsToRead(tally.coverages()))
                count += read.count
            }
        }
        #expect(count < 40)
    }

    @Test(arguments: 1...draws(10, slow: 150))
    func `gives the coverage of lines`(seed: Int) throws {
        let household = DrawnHousehold(seed: seed)
        try withLedger(of: household.entries) { ledger in
            var byLines = CoverageTally()
            for entry in household.entries { add(entry, to: &byLines) }
            var byDays = CoverageTally()
            var read = try byDays.addDays(
                of: ledger, in: [], besides: [], currencyOf: currency, nameOf: { "\($0)#\($1)" })
            read.formUnion(byDays.accountsToRead(byDays.coverages()))
            var mixed = CoverageTally()
            let left = try mixed.addDays(
                of: ledger, in: [], besides: read, currencyOf: currency, nameOf: { "\($0)#\($1)" })
            #expect(left.isEmpty)
            for entry in household.entries where read.contains(entry.fact.account) {
                add(entry, to: &mixed)
            }
            #expect(mixed.coverages() == byLines.coverages())
            let (found, wanted) = (
                AccountAdvice(mixed, mixed.coverages()), AccountAdvice(byLines, byLines.coverages())
            )
            #expect(found.meetings == wanted.meetings)
            #expect(found.several == wanted.several)
        }
    }

    private func add(_ entry: LedgerEntry, to tally: inout CoverageTally) {
        if entry.isByHand { return }
        let fact = entry.fact.inCurrency(currency(of: entry.fact.account))
        tally.add(
            CoverageTally.Line(
                account: fact.account, day: fact.made.day, amount: fact.amount,
                balance: fact.balance, isHold: fact.isHold, isDoubtful: false,
                files: entry.sources.map { "\($0.file)#\(entry.batch)" },
                bank: entry.sources.first?.layout.prefix { $0 != "/" } ?? ""))
    }
}
