import Facts
import Scanning
import Testing

@testable import Deduplicating

/// A row by what a person would say of it.
private struct Row {
    var day = 14
    var second: Int32 = 36_015
    var units: Int64 = -5_000
    var id = ""
    var balance: Int64? = nil
    var text = "coffee"
    var isHold = false
    var currency = Currency.uah
    /// Of the balance, where it is not the row's.
    var balanceCurrency: Currency?

    var identity: LineIdentity {
        var fact = StatementFact(
            account: "monobank-UAH",
            made: CivilMoment(
                day: CalendarDate(year: 2026, month: 2, day: day)!, second: second),
            amount: Money(minorUnits: units, currency: currency))
        fact.bankID = id
        fact.description = text
        fact.balance = balance.map {
            Money(minorUnits: $0, currency: balanceCurrency ?? currency)
        }
        fact.isHold = isHold
        return LineIdentity(of: fact, folder: TextFolder())
    }
}

/// A deduplicator as the tests read by it: `#expect` cannot look into what has one owner.
private final class Reading {
    private var deduplicator: Deduplicator
    /// Of the file read last.
    private(set) var rowsThatWaited = 0
    /// Whether a file of the layout being read showed the line.
    var isOfLayout: (LineOrigin) -> Bool = { _ in true }
    var isOfKind: (LineOrigin) -> Bool = { _ in true }

    init(expectedLines: Int) { deduplicator = Deduplicator(expectedLines: expectedLines) }

    /// Reads rows as one file; answers with a letter each: n(ew), k(nown), r(epeated), s(ettled),
    /// c(onflict), a(mbiguous); waiting rows are settled at the end.
    ///
    /// - Parameter telling: holds are brought in before the rows of days behind the known ones.
    func read(_ rows: [Row], isSeen: Bool = false, telling: Bool = false) -> String {
        beginFile(isSeen: isSeen)
        var verdicts = rows.map { row in
            if telling { addedHolds(near: row.identity) }
            return decide(row.identity)
        }
        let waiting = verdicts.indices.filter { verdicts[$0] == .waits }
        rowsThatWaited = waiting.count
        for (index, verdict) in zip(waiting, settle(waiting.map { rows[$0].identity })) {
            verdicts[index] = verdict
        }
        return String(
            verdicts.map { verdict -> Character in
                switch verdict {
                case .new: "n"
                case .known: "k"
                case .repeated: "r"
                case .settled: "s"
                case .conflict: "c"
                case .ambiguous: "a"
                case .tooMany: "!"
                case .waits: "w"
                }
            })
    }

    func beginFile(isSeen: Bool = false) { deduplicator.beginFile(isSeen: isSeen) }

    func decide(_ row: LineIdentity) -> Verdict { deduplicator.decide(row) }

    func settle(_ rows: [LineIdentity]) -> [Verdict] {
        deduplicator.settle(rows) {
            FileKinds(areOfLayout: isOfLayout($0), areOfKind: isOfKind($0))
        }
    }

    func add(known line: LineIdentity, isApproved: Bool = false, isDivided: Bool = false) {
        deduplicator.add(known: line, isApproved: isApproved, isDivided: isDivided)
    }

    func add(byHand entry: LineIdentity) { deduplicator.add(byHand: entry) }

    func add(knownDays days: ClosedRange<Int32>, of account: UInt64) {
        deduplicator.add(knownDays: days, of: account)
    }

    func isDeniedByBalances(_ row: LineIdentity) -> Bool {
        deduplicator.isDeniedByBalances(row)
    }

    /// Tells what an import tells that brought in the holds of days behind the known ones.
    func addedHolds(near row: LineIdentity) {
        if deduplicator.isAfterKnownDays(row) { deduplicator.addedHolds(near: row) }
    }
}

@Suite struct `Rows seen before` {
    @Test func `the same file twice adds nothing`() {
        let deduplicator = Reading(expectedLines: 8)
        let file = [Row(), Row(day: 15), Row(units: -700), Row(id: "a1"), Row(id: "a2")]
        #expect(deduplicator.read(file) == "nnnnn")
        #expect(deduplicator.read(file) == "kkkkk")
    }

    @Test func `equal rows of one file are as many facts`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row(), Row()]) == "nn")
        #expect(deduplicator.read([Row(), Row(), Row()]) == "kkn")
        #expect(deduplicator.read([Row()]) == "k")
    }

    @Test func `a file that repeats a row adds nothing when it comes again`() {
        let deduplicator = Reading(expectedLines: 8)
        let file = [Row(balance: 90_000), Row(balance: 90_000), Row(balance: 90_000)]
        #expect(deduplicator.read(file) == "nrr")
        #expect(deduplicator.read(file) == "krr")

        let later = Reading(expectedLines: 8)
        later.add(known: Row(id: "a1", balance: 90_000).identity)
        #expect(later.read(file) == "krr")
        #expect(later.read([Row(id: "a2", balance: 90_000)]) == "a")
    }

    @Test func `balances tell twins apart and prove a repeated row`() {
        let deduplicator = Reading(expectedLines: 8)
        let twins = [Row(balance: 90_000), Row(balance: 85_000)]
        #expect(deduplicator.read(twins + [Row(balance: 85_000)]) == "nnr")
        #expect(deduplicator.read([Row(balance: 85_000)]) == "k")
        // Neither of the two is in the file: it is a third, or the bank counted its balances anew.
        #expect(deduplicator.read([Row(balance: 80_000)]) == "a")
    }

    /// Whether it is the same row, the balances of the whole file say (`RepeatedRows`).
    @Test func `to the minute equal balances seem to repeat a row, too`() {
        let deduplicator = Reading(expectedLines: 8)
        let row = Row(second: 204 * 60, balance: 90_000)
        #expect(deduplicator.read([row, row]) == "nr")
        #expect(deduplicator.read([row, row]) == "kr")
        #expect(deduplicator.read([row]) == "k")
    }

    /// A purchase, its refund and the same purchase again end at equal balances: the end of the
    /// file decides.
    @Test func `within a day without times wait for the balances of the file`() {
        let deduplicator = Reading(expectedLines: 8)
        let row = Row(second: -1, balance: 90_000)
        #expect(deduplicator.read([row, row]) == "nr")
        #expect(deduplicator.read([row, row]) == "kr")
    }

    @Test func `a format with ids meets one without, in any order`() {
        let csv = [Row(balance: 1_000), Row(units: -900, text: "tea")]
        let json = [Row(id: "x1", balance: 1_000), Row(units: -900, id: "x2", text: "tea")]
        for (first, second) in [(csv, json), (json, csv)] {
            let deduplicator = Reading(expectedLines: 8)
            #expect(deduplicator.read(first) == "nn")
            #expect(deduplicator.read(second) == "kk")
        }
    }

    @Test func `an id learned from the second format is known in the third`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row()]) == "n")
        #expect(deduplicator.read([Row(id: "x1")]) == "k")
        #expect(deduplicator.read([Row(id: "x1")]) == "k")
        #expect(deduplicator.read([Row(id: "x2")]) == "a")
    }

    @Test func `different ids are different facts`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row(id: "a"), Row(id: "b")]) == "nn")
    }

    @Test func `one id with other facts is a conflict`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row(id: "a"), Row(units: -9_900, id: "a")]) == "nc")
    }

    @Test func `a hold is settled by its booking and an older export changes nothing`() {
        let hold = Row(units: -41_210, id: "a", isHold: true)
        let booked = Row(units: -41_410, id: "a")
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([hold]) == "n")
        #expect(deduplicator.read([booked]) == "s")
        #expect(deduplicator.read([booked]) == "k")
        #expect(deduplicator.read([hold]) == "k")
    }

    @Test func `lines of queue and ledger are known, whenever they are looked up`() {
        let deduplicator = Reading(expectedLines: 8)
        deduplicator.add(known: Row().identity)
        deduplicator.beginFile()
        deduplicator.add(known: Row(units: -1).identity)
        #expect(
            deduplicator.decide(Row().identity) == .known(Row().identity.key, because: .timeAndText)
        )
        #expect(
            deduplicator.decide(Row(units: -1).identity)
                == .known(Row(units: -1).identity.key, because: .timeAndText))
        #expect(
            deduplicator.decide(Row(units: -1).identity)
                != .known(Row(units: -1).identity.key, because: .timeAndText))
    }

    @Test func `accounts, days, times and amounts keep rows apart`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row()]) == "n")
        #expect(
            deduplicator.read([
                Row(day: 13), Row(second: 36_071), Row(second: 36_072, units: -5_001),
            ]) == "nnn")
    }

    /// A line that the file does not show, and beside it a row of the same second: the bank may
    /// have put it otherwise.
    @Test(arguments: [Row(text: "x"), Row(units: -5_001)])
    fileprivate func `the same second with other words or another amount is asked about`(row: Row) {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row()]) == "n")
        #expect(deduplicator.read([row]) == "a")
        #expect(deduplicator.read([Row(), row]) == "kk")
        let both = Reading(expectedLines: 8)
        #expect(both.read([Row()]) == "n")
        #expect(both.read([Row(), row]) == "kn")
    }

    @Test
    func `an export without seconds, with noon for a time, or without a currency meets the others`()
    {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row(second: 36_017, balance: 90_000)]) == "n")
        #expect(deduplicator.read([Row(second: 36_000, balance: 90_000)]) == "k")
        #expect(deduplicator.read([Row(second: 43_200, balance: 90_000)]) == "k")
        #expect(deduplicator.read([Row(second: 36_018, balance: 90_000)]) == "n")
        var unnamed = Row(second: 36_017, balance: 90_000)
        unnamed.currency = .unknown
        let other = Reading(expectedLines: 8)
        #expect(other.read([unnamed]) == "n")
        #expect(other.read([Row(second: 36_017, balance: 90_000)]) == "k")
        var dollars = Row(second: 36_017, balance: 90_000)
        dollars.currency = .usd
        let third = Reading(expectedLines: 8)
        #expect(third.read([Row(second: 36_017, balance: 90_000)]) == "n")
        #expect(third.read([dollars]) == "n")
        #expect(third.read([unnamed]) == "k")
    }

    /// In other words, at one second.
    @Test(arguments: [false, true])
    func `a balance is the same without its currency`(isUnnamedFirst: Bool) {
        let rows = [Currency.usd, .unknown].map { currency in
            Row(
                second: 36_017, balance: 90_000, text: currency == .usd ? "coffee" : "card 1234",
                currency: currency)
        }
        let ordered = isUnnamedFirst ? rows.reversed() : rows
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([ordered[0]]) == "n")
        #expect(deduplicator.read([ordered[1]]) == "k")
        var later = ordered[1]
        later.balance = 90_100
        let other = Reading(expectedLines: 8)
        #expect(other.read([ordered[0]]) == "n")
        other.beginFile()
        #expect(other.isDeniedByBalances(later.identity))
        #expect(!other.isDeniedByBalances(ordered[1].identity))
    }

    @Test func `a balance in another currency than the amount is compared with its like only`() {
        let dollars = Row(
            second: 36_017, balance: 90_000, text: "a", currency: .usd, balanceCurrency: .uah)
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([dollars]) == "n")
        deduplicator.beginFile()
        for balance in [Int64(90_000), 90_100] {
            let unnamed = Row(second: 36_017, balance: balance, text: "b", currency: .unknown)
            #expect(!deduplicator.isDeniedByBalances(unnamed.identity))
        }
        var other = dollars
        other.text = "b"
        #expect(deduplicator.read([other]) == "k")
    }

    /// A purchase, its refund and another purchase of that amount leave the same balance.
    @Test(arguments: [-1, 0, 43_200, 36_000, 36_060] as [Int32])
    func `a balance without a second is asked about in other words`(_ second: Int32) {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([Row(second: second, balance: 90_000, text: "silpo")]) == "n")
        let other = Row(second: second, balance: 90_000, text: "rozetka")
        #expect(deduplicator.read([other]) == "a")
        #expect(deduplicator.read([Row(second: second, balance: 90_000, text: "silpo")]) == "k")
    }

    @Test func `any number of lines finds its way back through growing tables`() {
        let deduplicator = Reading(expectedLines: 1)
        let rows = (0..<40_000).map {
            Row(
                day: 1 + $0 % 28, second: Int32($0), units: Int64(-1 - $0 % 977),
                id: $0 % 3 == 0 ? "i\($0)" : "")
        }
        #expect(!deduplicator.read(rows).contains { $0 != "n" })
        #expect(!deduplicator.read(rows.reversed()).contains { $0 != "k" })
    }

    @Test func `keys follow the occurrence and are given once`() {
        let deduplicator = Reading(expectedLines: 8)
        deduplicator.beginFile()
        var keys: Set<LineKey> = []
        for _ in 0..<50 {
            guard case .new(let line) = deduplicator.decide(Row().identity) else {
                Issue.record("an equal row was not new")
                return
            }
            keys.insert(line.key)
        }
        #expect(keys.count == 50)
        deduplicator.beginFile()
        var verdicts = (0..<50).map { _ in deduplicator.decide(Row().identity) }
        let waiting = verdicts.count { $0 == .waits }
        verdicts.removeAll { $0 == .waits }
        verdicts += deduplicator.settle(Array(repeating: Row().identity, count: waiting))
        for verdict in verdicts {
            guard case .known(let key, _) = verdict else {
                Issue.record("a row was not known the second time")
                return
            }
            #expect(keys.remove(key) != nil)
        }
    }

    /// Decides a row that is new.
    private func key(of row: LineIdentity, _ deduplicator: Reading) -> LineKey? {
        guard case .new(let line) = deduplicator.decide(row) else { return nil }
        return line.key
    }

    @Test(arguments: [1, 2, 40, LineIdentity.firstByHand, LineIdentity.firstByHand + 3])
    func `a row has the key that its file has for it, if no line has that`(occurrence: UInt16) {
        let deduplicator = Reading(expectedLines: 8)
        let plain = Row(text: "tea").identity
        let named = plain.with(occurrence: occurrence)
        #expect(plain.numbered(as: named.key) == named)
        #expect(Row(units: -1).identity.numbered(as: named.key) == nil)
        deduplicator.beginFile()
        #expect(key(of: named, deduplicator) == named.key)
        var keys: Set = [named.key]
        // As many as there are numbers below it, and some more.
        for row in [named] + Array(repeating: plain, count: 50) {
            let key = key(of: row, deduplicator)
            #expect(key.map { keys.insert($0).inserted } == true)
        }

        // The table has no room for the number.
        let later = Reading(expectedLines: 8)
        later.beginFile()
        _ = later.decide(named)
        later.beginFile()
        #expect(later.decide(plain) == .known(named.key, because: .timeAndText))
    }

    @Test func `an entry by hand keeps its key before a row of a file`() {
        let deduplicator = Reading(expectedLines: 8)
        let entry = bare(14).identity.with(occurrence: LineIdentity.firstByHand)
        deduplicator.add(byHand: entry)
        deduplicator.beginFile()
        #expect(deduplicator.decide(entry) == .waits)
        guard case .ambiguous(let row, with: entry.key)? = deduplicator.settle([entry]).first else {
            Issue.record("the row may be the entry")
            return
        }
        #expect(row.key != entry.key)
    }
}

/// A row of an export that prints neither time nor balance nor id.
private func bare(_ day: Int, _ units: Int64 = -5_000, _ text: String = "coffee") -> Row {
    Row(day: day, second: -1, units: units, text: text)
}

/// An export cut in the middle of a day, rewritten descriptions, ids of a session: what only the
/// whole file can tell.
@Suite struct `Rows that only the whole file can tell` {
    @Test func `a twin alone behind a cut in mid-day is asked about, not dropped`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(13), bare(14, -100), bare(14)]) == "nnn")
        #expect(deduplicator.read([bare(14), bare(14, -300), bare(15)]) == "ann")
        // Asked once: the same rows again are that line.
        #expect(deduplicator.read([bare(14), bare(14, -300), bare(15)]) == "kkk")
    }

    @Test func `it is the same from the other side, whichever file comes first`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(14), bare(14, -300), bare(15)]) == "nnn")
        #expect(deduplicator.read([bare(13), bare(14, -100), bare(14)]) == "nna")
    }

    @Test func `whole days at the edge are found again without a question`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(13), bare(14, -100), bare(14)]) == "nnn")
        #expect(deduplicator.read([bare(14, -100), bare(14), bare(14), bare(15)]) == "kknn")
    }

    @Test func `days inside both exports are found again without a question`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(12), bare(13), bare(14)]) == "nnn")
        #expect(deduplicator.read([bare(11), bare(13), bare(15)]) == "nkn")
    }

    @Test func `a file read before asks nothing`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(13), bare(14, -100), bare(14)]) == "nnn")
        #expect(deduplicator.read([bare(14), bare(14, -300)], isSeen: true) == "kn")
    }

    @Test func `what is known of other runs counts as an export too`() {
        let deduplicator = Reading(expectedLines: 8)
        deduplicator.add(knownDays: 20_000...bare(14).identity.day, of: bare(14).identity.account)
        deduplicator.add(known: bare(14).identity)
        deduplicator.add(known: bare(14, -100).identity)
        #expect(deduplicator.read([bare(14), bare(15)]) == "an")

        let doubtful = Reading(expectedLines: 8)
        doubtful.add(knownDays: 20_000...bare(14).identity.day, of: bare(14).identity.account)
        doubtful.add(known: bare(14).identity)
        var asked = bare(14).identity.with(occurrence: 1)
        asked.isDoubtful = true
        doubtful.add(known: asked)
        #expect(doubtful.read([bare(14), bare(15)]) == "kn")
    }

    @Test func `proofs are heard before looks`() {
        // The row without a balance could be either; the one with a balance can only be the first.
        let deduplicator = Reading(expectedLines: 8)
        deduplicator.add(known: Row(second: -1, balance: 90_000).identity)
        deduplicator.add(known: Row(second: -1, balance: 85_000).identity)
        #expect(
            deduplicator.read([bare(14), Row(second: -1, balance: 90_000)]) == "kk")
        #expect(
            deduplicator.read([Row(second: -1, balance: 85_000), bare(14), bare(14)]) == "kkn")
    }

    @Test func `other words on a day both exports hold are asked about`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(12), bare(13), bare(14)]) == "nnn")
        #expect(
            deduplicator.read([bare(12), bare(13, -5_000, "kava"), bare(14), bare(15)]) == "kakn")
        // Two purchases of one amount, both in both files, are two.
        let two = Reading(expectedLines: 8)
        #expect(two.read([bare(12), bare(13), bare(14)]) == "nnn")
        #expect(two.read([bare(12), bare(13, -5_000, "tea"), bare(13), bare(14)]) == "knkk")
    }

    @Test
    func
        `other words and another balance on a day without times are asked about where an export was cut`()
    {
        func row(_ day: Int, _ balance: Int64, _ text: String) -> Row {
            Row(day: day, second: -1, balance: balance, text: text)
        }
        let deduplicator = Reading(expectedLines: 8)
        #expect(
            deduplicator.read([row(13, 90_000, "bread"), row(14, 85_000, "coffee")]) == "nn")
        // The line of the day before, reworded and counted anew, or a second payment of a day the
        // first export did not hold to its end.
        #expect(deduplicator.read([row(14, 60_000, "kava"), row(15, 55_000, "bread")]) == "an")
    }

    @Test func `other words on the day between two exports are asked about too`() {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read([bare(12), bare(14)]) == "nn")
        #expect(deduplicator.read([bare(14, -5_000, "tea"), bare(15)]) == "an")
    }

    @Test
    func `ids that change from export to export are known by facts, ids that stay are believed`() {
        func row(_ day: Int, _ id: String) -> Row { Row(day: day, second: -1, id: id) }
        let session = Reading(expectedLines: 8)
        #expect(session.read([row(12, "a1"), row(13, "a2"), row(14, "a3")]) == "nnn")
        #expect(
            session.read([row(11, "b0"), row(12, "b1"), row(13, "b2"), row(15, "b4")]) == "nakn")

        let stable = Reading(expectedLines: 8)
        #expect(stable.read([row(12, "a1"), row(13, "a2"), row(14, "a3")]) == "nnn")
        #expect(
            stable.read([row(12, "a1"), row(14, "a3"), row(14, "a9"), row(15, "a4")]) == "kknn")
        // The file shows the whole day, but not the known line: its id was issued anew, or it is
        // another one.
        #expect(
            stable.read([row(12, "a1"), row(13, "a8"), row(14, "a3"), row(15, "a4")]) == "kakk")

        let one = Reading(expectedLines: 8)
        #expect(one.read([row(13, "a2")]) == "n")
        #expect(one.read([row(13, "b2")]) == "a")
    }

    @Test func `a line whose id another row bears now may be a row with a new id`() {
        // Ids count rows from the first of the file, which is another one in the second file: two
        // ids agree by accident.
        func row(_ units: Int64, _ id: String) -> Row { Row(second: -1, units: units, id: id) }
        let counted = Reading(expectedLines: 8)
        #expect(counted.read([row(-5_000, "1"), row(-5_000, "2"), row(-5_000, "3")]) == "nnn")
        #expect(
            counted.read([
                row(-700, "1"), row(-5_000, "2"), row(-5_000, "3"), row(-5_000, "4"),
            ]) == "ckka")
    }
}

/// SplitMix64.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }
}

@Suite struct `The order of rows` {
    /// An export of one kind: its columns are there for all rows or for none.
    private func export(_ count: Int, _ dice: inout Dice) -> [Row] {
        let hasTimes = dice.one(of: [true, false])
        let hasBalances = dice.one(of: [true, false])
        let hasIDs = dice.one(of: [true, false, false])
        return (0..<count).map { _ in
            let payment = dice.one(of: Array(0..<6))
            return Row(
                day: 12 + payment % 3, second: hasTimes ? 36_001 + Int32(payment % 2) : -1,
                units: -5_000, id: hasIDs ? "i\(payment)" : "",
                balance: hasBalances ? 90_000 + Int64(payment) : nil,
                text: payment < 5 ? "coffee" : "tea")
        }
    }

    @Test func `changes no count of verdicts`() {
        var dice = Dice(state: 11)
        for round in 0..<600 {
            let first = export(1 + round % 5, &dice)
            let second = export(1 + round % 4, &dice)
            var verdicts: Set<String> = []
            for _ in 0..<4 {
                let deduplicator = Reading(expectedLines: 8)
                _ = deduplicator.read(first.shuffled(using: &dice))
                verdicts.insert(
                    String(deduplicator.read(second.shuffled(using: &dice)).sorted()))
            }
            #expect(verdicts.count == 1, "\(first) \(second)")
        }
    }

    @Test func `a thousand equal rows find a thousand equal lines`() {
        let deduplicator = Reading(expectedLines: 8)
        let thousand = Array(repeating: bare(14), count: 1_000)
        #expect(deduplicator.read(thousand) == String(repeating: "n", count: 1_000))
        #expect(deduplicator.read(thousand) == String(repeating: "k", count: 1_000))
    }
}

/// The bank changes a hold's id and words when it books it, and keeps the ids of all others.
@Suite struct `A hold that is booked under another name` {
    private static let others = [
        Row(day: 13, units: -900, id: "B", text: "bread"),
        Row(day: 14, second: 50_000, units: -1_700, id: "C", text: "cheese"),
        Row(day: 15, units: -2_100, id: "D", text: "dates"),
    ]
    private static let hold = Row(id: "A", text: "coffee", isHold: true)
    private static let booked = Row(id: "X", text: "coffee, Kyiv")

    @Test(arguments: [false, true])
    func `is asked about, whichever export comes first`(isHoldFirst: Bool) {
        let both = [Self.hold, Self.booked]
        let deduplicator = Reading(expectedLines: 8)
        _ = deduplicator.read(Self.others + [isHoldFirst ? both[0] : both[1]])
        let again = deduplicator.read(Self.others + [isHoldFirst ? both[1] : both[0]])
        #expect(again == "kkka")
    }

    @Test func `is a payment of its own at another second`() {
        let deduplicator = Reading(expectedLines: 8)
        _ = deduplicator.read(Self.others + [Self.hold])
        var later = Self.booked
        later.second += 120
        #expect(deduplicator.read(Self.others + [later]) == "kkkn")
    }
}

/// A second kind of export of one account that shares neither words nor ids with the first.
@Suite struct `A statement told in other words` {
    private static let rows = (0..<6).map { Row(day: 3 + $0, second: -1, units: -700 - Int64($0)) }

    private func told(_ rows: [Row], id: String = "", words: String) -> [Row] {
        rows.enumerated().map { index, row in
            var row = row
            row.text = "\(words) \(index)"
            if !id.isEmpty { row.id = "\(id)\(index)" }
            return row
        }
    }

    @Test(arguments: [("", ""), ("A", ""), ("", "B"), ("A", "B")])
    func `is the same statement, with and without ids`(ids: (String, String)) {
        let deduplicator = Reading(expectedLines: 8)
        #expect(deduplicator.read(told(Self.rows, id: ids.0, words: "card")) == "nnnnnn")
        #expect(deduplicator.read(told(Self.rows, id: ids.1, words: "POS")) == "kkkkkk")
    }

    @Test func `may go on where the other ended`() {
        let deduplicator = Reading(expectedLines: 8)
        _ = deduplicator.read(told(Self.rows, words: "card"))
        let longer = Self.rows + [Row(day: 20, second: -1), Row(day: 21, second: -1)]
        #expect(deduplicator.read(told(longer, words: "POS")) == "kkkkkknn")
    }

    @Test(arguments: [(2, "aa"), (3, "kkk")])
    func `is asked about while it is short`(_ count: Int, _ verdicts: String) {
        let deduplicator = Reading(expectedLines: 8)
        let rows = Array(Self.rows.prefix(count))
        _ = deduplicator.read(told(rows, words: "card"))
        #expect(deduplicator.read(told(rows, words: "POS")) == verdicts)
    }

    @Test func `of four rows is asked about when another row stands between them`() {
        let deduplicator = Reading(expectedLines: 8)
        let rows = Array(Self.rows.prefix(4))
        _ = deduplicator.read(told(rows, words: "card"))
        var more = rows
        more.insert(Row(day: 4, second: -1, units: -1), at: 2)
        #expect(deduplicator.read(told(more, words: "POS")) == "aanaa")
    }

    @Test func `is asked about when one row keeps its words`() {
        let deduplicator = Reading(expectedLines: 8)
        let first = told(Self.rows, words: "card")
        _ = deduplicator.read(first)
        var second = told(Self.rows, words: "POS")
        second[2] = first[2]
        #expect(deduplicator.read(second) == "aakaaa")
    }

    @Test func `is asked about when rows and lines do not meet one to one`() {
        let deduplicator = Reading(expectedLines: 8)
        _ = deduplicator.read(told(Self.rows, words: "card"))
        var more = Self.rows
        more.insert(Row(day: 5, second: -1, units: -1), at: 3)
        #expect(deduplicator.read(told(more, words: "POS")) == "aaanaaa")

        let other = Reading(expectedLines: 8)
        _ = other.read(told(more, words: "card"))
        #expect(other.read(told(Self.rows, words: "POS")) == "aaaaaa")
    }
}

@Suite struct `Payments that people wrote down` {
    /// On these days of February, 50.00 each.
    private func deduplicator(_ days: Int...) -> Reading {
        let deduplicator = Reading(expectedLines: 8)
        for day in days {
            deduplicator.add(byHand: bare(day, -5_000, "a cup with Olia").identity)
        }
        return deduplicator
    }

    @Test(arguments: [
        (8, "n"), (9, "a"), (10, "a"), (12, "a"), (15, "a"), (16, "n"),
    ])
    func `are asked about one day before to five days behind`(_ day: Int, _ verdict: String) {
        let deduplicator = deduplicator(10)
        #expect(deduplicator.read([bare(day)]) == verdict)
    }

    @Test func `are asked about once, with the row of the nearest day, in any order`() {
        let forward = deduplicator(10)
        #expect(forward.read([bare(9), bare(10), bare(11)]) == "nan")
        let backward = deduplicator(10)
        #expect(backward.read([bare(11), bare(10), bare(9)]) == "nan")
        let two = deduplicator(10, 11)
        #expect(two.read([bare(11), bare(14), bare(11)]) == "ana")
    }

    @Test func `are no question of a row that was asked about, nor in the next file`() {
        let deduplicator = deduplicator(10)
        #expect(deduplicator.read([bare(10)]) == "a")
        #expect(deduplicator.read([bare(10)]) == "k")
        #expect(deduplicator.read([bare(10), bare(11)]) == "kn")
    }

    @Test func `of another amount, direction or currency are none`() {
        let deduplicator = deduplicator(10)
        var dollars = bare(10)
        dollars.currency = .usd
        #expect(deduplicator.read([bare(10, -5_001), bare(10, 5_000), dollars]) == "nnn")
    }

    @Test func `change nothing of what is known by proof or cut in mid-day`() {
        let known = [bare(10), bare(10, -700, "tea")]
        let without = Reading(expectedLines: 8)
        let with = deduplicator(10, 20)
        #expect(without.read(known) == "nn")
        #expect(with.read(known) == "an")
        // A day that one export ended and the other began in is a question with and without.
        let next = [bare(10, -700, "tea"), bare(14, -100, "bread")]
        #expect(without.read(next) == with.read(next))
    }
}

@Suite struct `Rows behind the known days` {
    /// Days 5 to 10 of February are known.
    private func reading(_ known: [Row]) -> Reading {
        let reading = Reading(expectedLines: 8)
        let (first, last) = (Row(day: 5).identity, Row(day: 10).identity)
        reading.add(knownDays: first.day...last.day, of: first.account)
        for row in known { reading.add(known: row.identity) }
        reading.beginFile()
        return reading
    }

    @Test func `are new at once where nothing was held near them`() {
        let reading = reading([Row(day: 10)])
        let (row, other) = (Row(day: 11).identity, Row(day: 12).identity)
        #expect(reading.decide(row) == .waits)
        reading.addedHolds(near: other)
        #expect(reading.decide(other) == .new(other))
        // Days further behind never wait.
        let far = Row(day: 16).identity
        #expect(reading.decide(far) == .new(far))
    }

    @Test(arguments: [
        Row(day: 7, isHold: true), Row(day: 10, units: -5_100, isHold: true), Row(day: 12),
    ])
    fileprivate func `wait for the whole file beside a hold or a line that was moved`(_ known: Row)
    {
        let reading = reading([known])
        let row = Row(day: 12, units: -5_300).identity
        reading.addedHolds(near: row)
        #expect(reading.decide(row) == .waits)
    }

    @Test func `wait again when a hold is looked up later`() {
        let reading = reading([])
        let row = Row(day: 12).identity
        reading.addedHolds(near: row)
        #expect(reading.decide(row) == .new(row))
        reading.add(known: Row(day: 9, units: -77, isHold: true).identity)
        #expect(reading.decide(Row(day: 12, units: -8).identity) == .waits)
        // A file that comes later knows the days of this one.
        reading.addedHolds(near: Row(day: 13).identity)
        reading.beginFile()
        #expect(reading.decide(Row(day: 13).identity) == .waits)
    }

    /// Known lines and rows of few days, amounts and words, some of them held and some moved.
    @Test func `are what they are when all of them wait`() {
        var dice = Dice(state: 20_261_123)
        func row(_ days: ClosedRange<Int>) -> Row {
            Row(
                day: .random(in: days, using: &dice),
                second: Bool.random(using: &dice) ? 36_015 : 36_020,
                units: [-5_000, -5_100, -6_000].randomElement(using: &dice)!,
                id: ["", "", "a", "b", "c"].randomElement(using: &dice)!,
                text: ["coffee", "tea"].randomElement(using: &dice)!,
                isHold: .random(in: 0..<4, using: &dice) == 0)
        }
        var newAtOnce = 0
        for _ in 0..<4_000 {
            var known = (0..<Int.random(in: 0...4, using: &dice)).map { _ in row(4...10) }
            // Held in time and booked behind the known days, under the key of the day before.
            if Int.random(in: 0..<4, using: &dice) == 0 { known.append(row(11...13)) }
            let rows = (0..<Int.random(in: 1...6, using: &dice)).map { _ in row(7...17) }
            let (waiting, told) = (reading(known), reading(known))
            let expected = waiting.read(rows)
            #expect(told.read(rows, telling: true) == expected, "\(known) \(rows)")
            newAtOnce += waiting.rowsThatWaited - told.rowsThatWaited
        }
        #expect(newAtOnce > 1_000)
    }
}

/// Rows that are known lines by day, amount and words alone, of which another layout told.
@Suite struct `Lines that another layout told` {
    /// Payments of a month, no two alike.
    private static func payments(_ count: Int, _ dice: inout Dice) -> [Row] {
        (0..<count).map {
            Row(
                day: .random(in: 1...26, using: &dice), second: -1, units: -1_000 - Int64($0) * 25,
                text: ["coffee", "tea", "fee"].randomElement(using: &dice)!)
        }
    }

    @Test func `one of them is asked about, whatever the file shows beside it`() {
        var dice = Dice(state: 20_261_125)
        for _ in 0..<300 {
            let known = Self.payments(.random(in: 2...12, using: &dice), &dice)
            let shared = known.randomElement(using: &dice)!
            var others = Self.payments(.random(in: 0...8, using: &dice), &dice)
            for index in others.indices { others[index].units -= 500_000 }
            let rows = ([shared] + others).shuffled(using: &dice)
            for isOfLayout in [false, true] {
                let reading = Reading(expectedLines: 16)
                reading.isOfLayout = { _ in isOfLayout }
                _ = reading.read(known)
                let fates = reading.read(rows)
                #expect(!isOfLayout || fates.filter { $0 == "a" }.count <= 1)
                #expect(isOfLayout || fates.filter { $0 == "a" }.count == 1, "\(known) \(rows)")
                #expect(isOfLayout || !fates.contains("k"))
            }
        }
    }

    @Test func `all of them are known where the file shows the same payments`() {
        var dice = Dice(state: 20_261_126)
        for _ in 0..<300 {
            let known = Self.payments(.random(in: 5...20, using: &dice), &dice)
            // A whole month told again, and a few payments since.
            let new = (0..<Int.random(in: 0...3, using: &dice)).map {
                Row(day: 28, second: -1, units: -9_000 - Int64($0))
            }
            let reading = Reading(expectedLines: 32)
            reading.isOfLayout = { _ in false }
            _ = reading.read(known)
            let fates = reading.read(known.shuffled(using: &dice) + new)
            #expect(fates.prefix(known.count).allSatisfy { $0 == "k" })
            #expect(fates.suffix(new.count).allSatisfy { $0 == "n" })
        }
    }

    @Test func `two layouts number payments each in its own way`() {
        // Second, amount and words are the same; ids cannot be compared, unless some were kept.
        let rows = [Row(id: "a"), Row(day: 15, id: "b"), Row(day: 16, id: "c")]
        for kept in [false, true] {
            let reading = Reading(expectedLines: 8)
            _ = reading.read(rows)
            reading.isOfLayout = { _ in false }
            let again = [Row(id: "7"), Row(day: 15, id: kept ? "b" : "8")]
            #expect(reading.read(again) == (kept ? "ak" : "kk"))
        }
    }

    @Test func `the line that its own layout told is preferred to the one asked about`() {
        let fee = Row(second: -1, text: "fee")
        let known = [fee, Row(day: 13, second: -1), Row(day: 15, second: -1)]
        let reading = Reading(expectedLines: 8)
        _ = reading.read(known)
        reading.isOfLayout = { _ in false }
        #expect(reading.read([fee, Row(day: 14, second: -1, units: -9)]) == "an")
        // The first layout again: its line is the first one.
        reading.isOfLayout = { $0.file == 0 }
        #expect(reading.read(known) == "kkk")
        // The second layout again, its line beside the other.
        reading.isOfLayout = { $0.file == 1 }
        #expect(reading.read([fee, Row(day: 14, second: -1, units: -9)]) == "kk")
    }
}
