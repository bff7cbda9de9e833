import Facts
import Scanning
import Testing

@testable import Deduplicating

/// A row by what a person would say of it.
private struct Row {
    var day = 14
    var second: Int32 = 36_000
    var units: Int64 = -5_000
    var id = ""
    var balance: Int64? = nil
    var text = "coffee"
    var isHold = false

    var identity: LineIdentity {
        var fact = StatementFact(
            account: "monobank-UAH",
            made: CivilMoment(
                day: CalendarDate(year: 2026, month: 2, day: day)!, second: second),
            amount: Money(minorUnits: units, currency: .uah))
        fact.bankID = id
        fact.description = text
        fact.balance = balance.map { Money(minorUnits: $0, currency: .uah) }
        fact.isHold = isHold
        return LineIdentity(of: fact, folder: TextFolder())
    }
}

extension Deduplicator {
    /// Reads rows as one file; answers with a letter each: n(ew), k(nown), r(epeated), s(ettled), c(onflict).
    fileprivate mutating func read(_ rows: [Row]) -> String {
        beginFile()
        return String(
            rows.map { row -> Character in
                switch decide(row.identity) {
                case .new: "n"
                case .known: "k"
                case .repeated: "r"
                case .settled: "s"
                case .conflict: "c"
                case .tooMany: "!"
                }
            })
    }
}

@Suite struct `Rows seen before` {
    @Test func `the same file twice adds nothing`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        let file = [Row(), Row(day: 15), Row(units: -700), Row(id: "a1"), Row(id: "a2")]
        #expect(deduplicator.read(file) == "nnnnn")
        #expect(deduplicator.read(file) == "kkkkk")
    }

    @Test func `equal rows of one file are as many facts`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([Row(), Row()]) == "nn")
        #expect(deduplicator.read([Row(), Row(), Row()]) == "kkn")
        #expect(deduplicator.read([Row()]) == "k")
    }

    @Test func `a file that repeats a row adds nothing when it comes again`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        let file = [Row(balance: 90_000), Row(balance: 90_000), Row(balance: 90_000)]
        #expect(deduplicator.read(file) == "nrr")
        #expect(deduplicator.read(file) == "krr")

        var later = Deduplicator(expectedLines: 8)
        later.add(known: Row(id: "a1", balance: 90_000).identity)
        #expect(later.read(file) == "krr")
        #expect(later.read([Row(id: "a2", balance: 90_000)]) == "n")
    }

    @Test func `balances tell twins apart and prove a repeated row`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        let twins = [Row(balance: 90_000), Row(balance: 85_000)]
        #expect(deduplicator.read(twins + [Row(balance: 85_000)]) == "nnr")
        #expect(deduplicator.read([Row(balance: 85_000)]) == "k")
        #expect(deduplicator.read([Row(balance: 80_000)]) == "n")
    }

    @Test func `within a day without times equal balances prove nothing`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        let row = Row(second: -1, balance: 90_000)
        #expect(deduplicator.read([row, row]) == "nn")
        #expect(deduplicator.read([row, row]) == "kk")
    }

    @Test func `a format with ids meets one without, in any order`() {
        let csv = [Row(balance: 1_000), Row(units: -900, text: "tea")]
        let json = [Row(id: "x1", balance: 1_000), Row(units: -900, id: "x2", text: "tea")]
        for (first, second) in [(csv, json), (json, csv)] {
            var deduplicator = Deduplicator(expectedLines: 8)
            #expect(deduplicator.read(first) == "nn")
            #expect(deduplicator.read(second) == "kk")
        }
    }

    @Test func `an id learned from the second format is known in the third`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([Row()]) == "n")
        #expect(deduplicator.read([Row(id: "x1")]) == "k")
        #expect(deduplicator.read([Row(id: "x1")]) == "k")
        #expect(deduplicator.read([Row(id: "x2")]) == "n")
    }

    @Test func `different ids are different facts`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([Row(id: "a"), Row(id: "b")]) == "nn")
    }

    @Test func `one id with other facts is a conflict`() {
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([Row(id: "a"), Row(units: -9_900, id: "a")]) == "nc")
    }

    @Test func `a hold is settled by its booking and an older export changes nothing`() {
        let hold = Row(units: -41_210, id: "a", isHold: true)
        let booked = Row(units: -41_410, id: "a")
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([hold]) == "n")
        #expect(deduplicator.read([booked]) == "s")
        #expect(deduplicator.read([booked]) == "k")
        #expect(deduplicator.read([hold]) == "k")
    }

    @Test func `lines of queue and ledger are known, whenever they are looked up`() {
        var deduplicator = Deduplicator(expectedLines: 8)
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
        var deduplicator = Deduplicator(expectedLines: 8)
        #expect(deduplicator.read([Row()]) == "n")
        #expect(
            deduplicator.read([
                Row(day: 13), Row(second: 36_001), Row(units: -5_001), Row(text: "x"),
            ]) == "nnnn")
    }

    @Test func `any number of lines finds its way back through growing tables`() {
        var deduplicator = Deduplicator(expectedLines: 1)
        let rows = (0..<40_000).map {
            Row(
                day: 1 + $0 % 28, second: Int32($0), units: Int64(-1 - $0 % 977),
                id: $0 % 3 == 0 ? "i\($0)" : "")
        }
        #expect(!deduplicator.read(rows).contains { $0 != "n" })
        #expect(!deduplicator.read(rows.reversed()).contains { $0 != "k" })
    }

    @Test func `keys follow the occurrence and are given once`() {
        var deduplicator = Deduplicator(expectedLines: 8)
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
        for _ in 0..<50 {
            guard case .known(let key, _) = deduplicator.decide(Row().identity) else {
                Issue.record("a row was not known the second time")
                return
            }
            #expect(keys.remove(key) != nil)
        }
    }
}
