import Facts
import Scanning
import Testing

@testable import Deduplicating

/// A file that comes by account and day, and what befalls it on the way.
private struct PassingFile {
    var rows: [LineIdentity] = []
    /// Before the row of this number a line of queue or ledger is met.
    var known: [Int: LineIdentity] = [:]

    /// - Parameter turnsBack: after so many rows it shows earlier days again.
    init(
        count: Int, isNewestFirst: Bool = false, accounts: Int = 1, turnsBackAfter: Int = .max,
        hasIDsAfter: Int = .max, meetsKnownAfter: Int = .max
    ) {
        var number: UInt64 = 77
        func roll(_ sides: UInt64) -> Int64 {
            number = StableHash.mix(number &+ 1)
            return Int64(number % sides)
        }
        for row in 0..<count {
            var day = Int32(truncatingIfNeeded: row / 40)
            if row >= turnsBackAfter { day = Int32(truncatingIfNeeded: roll(UInt64(count / 40))) }
            if isNewestFirst { day = 20_000 - day }
            let account = UInt64(1 + row % accounts) &* 0x9E37_79B9_7F4A_7C15
            var line = LineIdentity(
                key: LineKey(account: 0, day: CalendarDate(daysSince1970: day), rest: 0),
                account: account, day: day, second: Int32(truncatingIfNeeded: 36_001 + roll(3)),
                units: -100 * roll(4), currency: 1, scale: 2, isHold: roll(30) == 0, occurrence: 0,
                bankID: row >= hasIDsAfter ? StableHash.mix(UInt64(roll(2_000) + 1)) : 0,
                original: 0, balance: StableHash.mix(UInt64(roll(4))),
                text: StableHash.mix(UInt64(roll(3) + 9)))
            line = line.with(occurrence: 0)
            if row == meetsKnownAfter { known[row] = line.with(occurrence: 5) }
            rows.append(line)
        }
    }

    struct Outcome: Equatable {
        var verdicts: [Verdict] = []
        var timesTakenBack = 0
        var hadPassed = false
    }

    func read(linesPerTurn: Int, isOneFile: Bool = true) -> Outcome {
        var deduplicator = Deduplicator(
            expectedLines: 8, isOneFile: isOneFile, linesPerTurn: linesPerTurn)
        deduplicator.beginFile()
        var outcome = Outcome()
        var made: [LineIdentity] = []
        func restore(_ deduplicator: inout Deduplicator, for lines: [LineIdentity]) {
            if !lines.contains(where: { deduplicator.needsEvictedLines($0) }) { return }
            outcome.timesTakenBack += 1
            deduplicator.restore { made[$0] }
        }
        func record(_ verdict: Verdict) {
            switch verdict {
            case .new(let line), .conflict(let line, _), .ambiguous(let line, _): made.append(line)
            case .known, .repeated, .settled, .waits, .tooMany: break
            }
        }
        for (index, row) in rows.enumerated() {
            if let line = known[index] {
                restore(&deduplicator, for: [line])
                deduplicator.add(known: line)
            }
            restore(&deduplicator, for: [row])
            let verdict = deduplicator.decide(row)
            record(verdict)
            outcome.verdicts.append(verdict)
            outcome.hadPassed = outcome.hadPassed || deduplicator.needsEvictedLines(rows[0])
        }
        let waiting = outcome.verdicts.indices.filter { outcome.verdicts[$0] == .waits }
        restore(&deduplicator, for: waiting.map { rows[$0] })
        for (index, verdict) in zip(
            waiting,
            deduplicator.settle(waiting.map { rows[$0] }) { _ in
                FileKinds(areOfLayout: true, areOfKind: true)
            })
        {
            outcome.verdicts[index] = verdict
        }
        return outcome
    }

    /// With nothing let go of.
    var whole: [Verdict] { read(linesPerTurn: 1 << 20).verdicts }
}

@Suite struct `Days that a file has left behind` {
    @Test(arguments: [false, true], [1, 3])
    func `are let go of and change nothing`(isNewestFirst: Bool, accounts: Int) {
        let file = PassingFile(count: 9_000, isNewestFirst: isNewestFirst, accounts: accounts)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(outcome.hadPassed)
        #expect(outcome.timesTakenBack == 0)
        #expect(outcome.verdicts == file.whole)
    }

    @Test(arguments: [1_500, 4_097, 7_000, 8_999])
    func `come back when a row is of one of them`(after: Int) {
        let file = PassingFile(count: 9_000, turnsBackAfter: after)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(outcome.verdicts == file.whole)
        #expect(outcome.timesTakenBack <= 1)
        #expect(outcome.timesTakenBack == 1 || after == 1_500)
    }

    @Test func `come no more once rows have bank ids`() {
        let file = PassingFile(count: 9_000, hasIDsAfter: 5_000)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(outcome.hadPassed)
        #expect(outcome.timesTakenBack == 0)
        #expect(outcome.verdicts == file.whole)
    }

    @Test(arguments: [(4_000, false), (4_000, true), (5_120, true), (8_000, true)])
    func `come back among known lines and lines with ids`(after: Int, hasIDs: Bool) {
        let file = PassingFile(
            count: 9_000, turnsBackAfter: after + 700,
            hasIDsAfter: hasIDs ? after + 300 : .max, meetsKnownAfter: after)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(outcome.verdicts == file.whole)
        #expect(outcome.timesTakenBack == 1)
    }

    @Test(arguments: [true, false])
    func `come back for a known line only of one of them`(isOfFirstDay: Bool) {
        var file = PassingFile(count: 9_000)
        var line = file.rows[isOfFirstDay ? 3 : 6_000]
        line.units -= 7
        file.known[6_000] = line.with(occurrence: 0)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(outcome.verdicts == file.whole)
        #expect(outcome.timesTakenBack == (isOfFirstDay ? 1 : 0))
    }

    @Test func `stay where other files may come`() {
        let file = PassingFile(count: 6_000)
        #expect(!file.read(linesPerTurn: 1_024, isOneFile: false).hadPassed)
    }

    @Test func `stay where rows have bank ids`() {
        let file = PassingFile(count: 6_000, hasIDsAfter: 0)
        let outcome = file.read(linesPerTurn: 1_024)
        #expect(!outcome.hadPassed)
        #expect(outcome.verdicts == file.whole)
    }
}
