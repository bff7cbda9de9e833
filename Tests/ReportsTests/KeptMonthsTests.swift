import Facts
import Ledger
import Reports
import Scanning
import TestKit
import Testing

/// Entries of two accounts over seven months, in categories of every kind; some are divided, and
/// some are sides of transfers whatever their category.
private struct DrawnMonths {
    var dice: Dice
    private(set) var entries: [LedgerEntry] = []
    private(set) var pairs: [DecidedPair] = []

    private static let categories = [
        "groceries", "income.salary", "income.refund", "transfers.cash", "transfers.own", "", "own",
    ]

    init(seed: Int) {
        dice = Dice(state: UInt64(seed))
        for number in 0..<160 { entries.append(entry(UInt64(number))) }
        for _ in 0..<dice.roll(4) {
            let (one, other) = (dice.roll(entries.count), dice.roll(entries.count))
            if one != other {
                pairs.append(
                    DecidedPair(key: entries[one].key, other: entries[other].key, isPair: true))
            }
        }
    }

    private mutating func entry(_ number: UInt64) -> LedgerEntry {
        let account = ["black", "white"][dice.roll(2)]
        let day = CalendarDate(daysSince1970: 19_000 + Int32(dice.roll(210)))
        let amount = Money(
            units: Int64(dice.roll(900)) - 600, scale: 2,
            currency: account == "white" ? [.unknown, .usd][dice.roll(2)] : .uah)
        let hash = StableHash.hash(account.utf8.span, seed: 0)
        let identity = LineIdentity(
            key: LineKey(
                account: LineKey.account(ofHash: hash),
                day: dice.roll(20) == 0 ? day.adding(days: Int32(dice.roll(400)) - 200) : day,
                rest: StableHash.mix(number)),
            account: hash, day: day.daysSince1970, second: -1, units: amount.units,
            currency: amount.currency.packed, scale: 2, isHold: false, occurrence: 0, bankID: 0,
            original: 0, balance: 0, text: 1)
        var annotation = Annotation(category: category())
        if dice.roll(8) == 0 {
            let part = Money(
                units: amount.units - Int64(dice.roll(400)), scale: 2, currency: amount.currency)
            let rest = Money(
                units: amount.units - part.units, scale: 2, currency: amount.currency)
            annotation.splits = [part, rest].map { .init(category: category(), amount: $0) }
        }
        return LedgerEntry(
            identity: identity,
            fact: StatementFact(
                account: account, made: CivilMoment(day: day), amount: amount),
            batch: 1, sources: [], annotation: annotation)
    }

    private mutating func category() -> String {
        Self.categories[dice.roll(Self.categories.count)]
    }

    func withLedger(_ body: (LedgerFile) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try LedgerFile.create(path: "\(folder.path)/ledger.db")
        let ledger = try LedgerFile(path: "\(folder.path)/ledger.db", isReadOnly: false)
        let transaction = try LedgerTransaction(ledger)
        for entry in entries { _ = try transaction.insert(entry) }
        for pair in pairs { try transaction.write(pair) }
        try transaction.commit()
        try body(ledger)
    }
}

@Suite struct `What the ledger keeps by month` {
    private let tree = CategoryTree(kindOf: { key in
        switch key {
        case "groceries": .expense
        case "income.salary", "income.refund": .income
        case "transfers.cash", "transfers.own": .transfer
        default: nil
        }
    })

    private struct Place: Hashable {
        let account: String
        let month: CalendarMonth
        let currency: Currency
        let kind: PartKind
        let isIn: Bool
    }

    /// Sums in 10^−18 by place, without empty ones.
    private struct Sums {
        private var sums: [Place: Int128] = [:]
        var known: [Place: Int128] { sums.filter { $0.value != 0 } }

        mutating func add(
            _ part: Decision.Split, _ kind: PartKind, _ account: String, _ month: CalendarMonth
        ) {
            let place = Place(
                account: account, month: month, currency: part.amount.currency, kind: kind,
                isIn: !part.amount.isNegative)
            sums[place, default: 0] += part.amount.atto
        }
    }

    private func filters(_ dice: inout Dice) -> [LineFilter] {
        var account = LineFilter(tree)
        account.accounts = ["white"]
        var hidden = LineFilter(tree)
        hidden.excludedAccounts = ["black"]
        var period = LineFilter(tree)
        period.from = CalendarDate(daysSince1970: 19_000 + Int32(dice.roll(90)))
        period.to = CalendarDate(daysSince1970: 19_050 + Int32(dice.roll(150)))
        var single = LineFilter(tree)
        single.isIn = true
        return [LineFilter(tree), account, hidden, period, single]
    }

    /// Whatever sums are said not to be enough.
    @Test(arguments: 1...draws(20, slow: 300))
    func `gives the sums of lines, months ascending`(seed: Int) throws {
        var drawn = DrawnMonths(seed: seed)
        try drawn.withLedger { ledger in
            for filter in filters(&drawn.dice) {
                let rows = LedgerRows(ledger, filter) { $0 == "white" ? .eur : .unknown }
                var (wanted, found) = (Sums(), Sums())
                try rows.forEachFigure { row in
                    for part in row.parts {
                        wanted.add(
                            part, tree.kind(of: part, in: row), row.account,
                            CalendarMonth(of: row.day))
                    }
                }
                let most = drawn.dice.roll(4)
                var last: CalendarMonth?
                try rows.forEachMonth { sum in
                    tree.hasKinds(of: sum) && (most == 0 || sum.month.month % 4 != most)
                } sum: { sum in
                    #expect(last.map { $0 <= sum.month } ?? true)
                    last = sum.month
                    for part in sum.parts {
                        let isIn = !part.amount.isNegative
                        found.add(
                            part, tree.kind(of: part.category, isIn: isIn), sum.account, sum.month)
                    }
                } row: { row in
                    for part in row.parts {
                        found.add(
                            part, tree.kind(of: part, in: row), row.account,
                            CalendarMonth(of: row.day))
                    }
                }
                #expect(found.known == wanted.known, "seed \(seed)")
            }
        }
    }

    /// However far the day of a line is from the day of its key.
    @Test(arguments: 1...draws(20, slow: 300))
    func `lacks no line of a period`(seed: Int) throws {
        var drawn = DrawnMonths(seed: seed)
        try drawn.withLedger { ledger in
            for filter in filters(&drawn.dice) where filter.from != nil {
                let wanted = drawn.entries.filter { entry in
                    filter.accepts(ReportRow(of: entry))
                }.map(\.key).sorted()
                var (lines, figures, last): ([LineKey], [LineKey], [LineKey]) = ([], [], [])
                let rows = LedgerRows(ledger, filter)
                try rows.forEach { lines.append($1.key) }
                try rows.forEachFigure { figures.append($0.key) }
                try rows.forEachLast(drawn.entries.count) { last.append($1.key) }
                #expect(lines.sorted() == wanted)
                #expect(figures == lines)
                #expect(last == lines)
                var few: [LineKey] = []
                try rows.forEachLast(3) { few.append($1.key) }
                #expect(few == lines.suffix(3))
            }
        }
    }

    @Test func `reads no line where sums are enough`() throws {
        let drawn = DrawnMonths(seed: 3)
        try drawn.withLedger { ledger in
            let kept = try LedgerRows(ledger, LineFilter(tree)).keptMonths { _ in true }
            let months = Set(try #require(kept).sums.map(\.month))
            #expect(months.count >= 4)
        }
    }

    private struct Flow: Hashable {
        let place: AccountPlace
        let day: CalendarDate
    }

    /// Each line on its day, or on that of its other side if that one was booked before.
    @Test(arguments: 1...draws(10, slow: 150))
    func `gives the flows of lines`(seed: Int) throws {
        let household = DrawnMonths(seed: seed)
        try household.withLedger { ledger in
            let rows = LedgerRows(ledger, currencyOf: { _ in .eur })
            var byLines: [Flow: Int128] = [:]
            let texts = TextNumbers()
            try rows.forEachPayment(texts) { row in
                let day = min(row.day, row.transferDay ?? row.day)
                let place = AccountPlace(row.account, row.amount.currency)
                byLines[Flow(place: place, day: day), default: 0] += row.amount.atto
            }
            var byDays: [Flow: Int128] = [:]
            let areKept = try rows.forEachKeptFlow {
                byDays[Flow(place: $0, day: $1), default: 0] += $2.money?.atto ?? 0
            }
            #expect(areKept)
            try rows.forEachLaterSide { place, amount, booked, before in
                #expect(before < booked)
                byDays[Flow(place: place, day: before), default: 0] += amount.atto
                byDays[Flow(place: place, day: booked), default: 0] -= amount.atto
            }
            #expect(byDays.filter { $0.value != 0 } == byLines.filter { $0.value != 0 })
        }
    }
}
