import Facts
import Glibc
import Ledger
import Reports
import Scanning
import TestKit
import Testing

/// A ledger in a temporary file, gone afterwards.
func withLedger(
    of entries: [LedgerEntry], _ body: (LedgerFile) throws -> Void
) throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let path = "\(folder.path)/ledger.db"
    try LedgerFile.create(path: path)
    let ledger = try LedgerFile(path: path, isReadOnly: false)
    let transaction = try LedgerTransaction(ledger)
    try transaction.insert(BatchRecord(id: 1, linesNew: entries.count))
    for entry in entries { #expect(try transaction.insert(entry)) }
    try transaction.finish(command: "approve")
    try transaction.commit()
    try body(ledger)
}

private let firstDay: Int32 = 19_000
private let days: UInt64 = 900

/// Entries of three accounts; one in eight was booked up to 92 days after the day in its key.
///
/// - Parameter hasEdits: others were given an earlier day, or a much later one, by a person.
private func entries(seed: UInt64, hasEdits: Bool = false) -> [LedgerEntry] {
    (0..<400 as Range<UInt64>).map { number in
        let dice = StableHash.mix(seed << 32 | number)
        let account = ["картка", "рахунок", "скарбничка"][Int(dice % 7 % 3)]
        let keyDay = firstDay + Int32(dice >> 8 % days)
        var wait = dice >> 20 & 7 == 0 ? Int32(dice >> 24 % 93) : 0
        if hasEdits, dice >> 20 & 7 == 1 { wait = Int32(dice >> 24 % 700) - 400 }
        var fact = StatementFact(
            account: account,
            made: CivilMoment(
                day: CalendarDate(daysSince1970: keyDay + wait), second: Int32(dice >> 32 % 86_400),
                offsetMinutes: 120),
            amount: Money(minorUnits: Int64(dice >> 40 % 500) - 400, currency: .uah))
        fact.description = "Крамниця \(number % 20)"
        let hash = StableHash.hash(account.utf8.span, seed: 0)
        let identity = LineIdentity(
            key: LineKey(
                account: LineKey.account(ofHash: hash), day: CalendarDate(daysSince1970: keyDay),
                rest: dice),
            account: hash, day: keyDay + wait, second: fact.made.second, units: fact.amount.units,
            currency: fact.amount.currency.packed, scale: 2, isHold: false, occurrence: 0,
            bankID: 0, original: 0, balance: 0, text: 1)
        return LedgerEntry(
            identity: identity, fact: fact, batch: 1, sources: [],
            annotation: Annotation(category: number % 3 == 0 ? "groceries" : "gifts"))
    }
}

private let filters: [LineFilter] = {
    var account = LineFilter()
    account.accounts = ["картка"]
    var period = LineFilter()
    period.from = CalendarDate(daysSince1970: firstDay + 200)
    period.to = CalendarDate(daysSince1970: firstDay + 460)
    var rare = account
    rare.texts = [WordSearch("крамниця 7")]
    rare.to = CalendarDate(daysSince1970: firstDay + 700)
    var before = LineFilter()
    before.to = CalendarDate(daysSince1970: firstDay - 400)
    var stranger = LineFilter()
    stranger.accounts = ["чужий"]
    var category = period
    category.accounts = ["рахунок", "скарбничка"]
    category.categories = [[CategoryChoice("groceries")]]
    return [LineFilter(), account, period, rare, before, stranger, category]
}()

@Suite struct `Rows of a ledger` {
    @Test(arguments: drawn(every: 3, of: [1, 2, 3, 4] as [UInt64]), [false, true])
    func `the last ones are the end of all of them`(seed: UInt64, hasEdits: Bool) throws {
        try withLedger(of: entries(seed: seed, hasEdits: hasEdits)) { ledger in
            for (number, filter) in filters.enumerated() {
                let rows = LedgerRows(ledger, filter)
                var all: [LineKey] = []
                try rows.forEach { entry, row in
                    #expect(entry.key == row.key)
                    all.append(row.key)
                }
                #expect(all.isEmpty == [4, 5].contains(number))
                for count in [0, 1, 2, 9, 60, 399, 400, 401] {
                    var last: [LineKey] = []
                    try rows.forEachLast(count) { _, row in last.append(row.key) }
                    #expect(last == all.suffix(count), "filter \(number), \(count)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `rows come by their own days, not by those of their keys`(hasEdits: Bool) throws {
        try withLedger(of: entries(seed: 5, hasEdits: hasEdits)) { ledger in
            var counts: [Int] = []
            for filter in filters {
                let rows = LedgerRows(ledger, filter)
                var found: [CalendarDate] = []
                try rows.forEach { _, row in found.append(row.day) }
                #expect(found == found.sorted())
                var figures: [CalendarDate] = []
                try rows.forEachFigure { figures.append($0.day) }
                #expect(figures == found)
                counts.append(found.count)
            }
            #expect(counts[0] == 400)
        }
    }

    @Test(arguments: [7, 8] as [UInt64])
    func `figures have the rows of lists, less what only lists show`(seed: UInt64) throws {
        var entries = entries(seed: seed, hasEdits: true)
        for index in entries.indices {
            entries[index].fact.memo = index % 4 == 0 ? "на каву" : ""
            entries[index].fact.counterpartyName = index % 5 == 0 ? "Олена" : ""
            entries[index].fact.mcc = 5_411
            entries[index].fact.bankID = "\(index)"
            entries[index].fact.originalAmount =
                [
                    nil, Money(minorUnits: -500, currency: .uah),
                    Money(minorUnits: -7, currency: .eur),
                ][index % 3]
            if index % 6 == 0 {
                entries[index].annotation = Annotation(
                    category: "gifts", payee: "Крамниця", note: "двічі", tags: ["дача", "свято"],
                    splits: [Decision.Split(category: "home", amount: entries[index].fact.amount)])
            }
        }
        try withLedger(of: entries) { ledger in
            for filter in filters {
                var listed: [ReportRow] = []
                let rows = LedgerRows(ledger, filter) { _ in .uah }
                try rows.forEach { _, row in
                    var row = row
                    (row.bankID, row.mcc, row.balance, row.fact) = ("", 0, nil, nil)
                    listed.append(row)
                }
                var figures: [ReportRow] = []
                try rows.forEachFigure { figures.append($0) }
                #expect(figures == listed)
                guard filter.isOfSums else { continue }
                let texts = TextNumbers()
                var payments: [PaymentRow] = []
                try rows.forEachPayment(texts) { payments.append($0) }
                #expect(payments == figures.map { PaymentRow(of: $0, texts) })
            }
            var exchanges: [LineKey] = []
            try LedgerRows(ledger).forEachExchange { row in
                #expect(row.originalAmount?.currency == .eur)
                if row.purchaseAmount != nil { exchanges.append(row.key) }
            }
            var listed: [LineKey] = []
            try LedgerRows(ledger).forEach { _, row in
                if row.purchaseAmount != nil { listed.append(row.key) }
            }
            #expect(exchanges.count > 90)
            #expect(exchanges == listed)
        }
    }

    @Test func `one account is the same alone as among all`() throws {
        try withLedger(of: entries(seed: 6)) { ledger in
            for name in ["картка", "рахунок", "скарбничка"] {
                var filter = LineFilter()
                filter.accounts = [name]
                var alone: [LineKey] = []
                try LedgerRows(ledger, filter).forEach { _, row in alone.append(row.key) }
                var among: [LineKey] = []
                try LedgerRows(ledger).forEach { _, row in
                    if row.account == name { among.append(row.key) }
                }
                #expect(!alone.isEmpty)
                #expect(alone == among)
            }
        }
    }
}
