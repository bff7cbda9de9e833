import Facts
import Glibc
import Ledger
import Pending
import Saving
import Scanning
import Testing

@testable import Workspaces

/// How long large workspaces take. Run with `KOPIYKA_VOLUME=1000000 swift test -c release --filter
/// Volume`; each time is printed after its result was checked.
@Suite(.enabled(if: volume > 0), .serialized) struct `Volume` {
    @Test func `a large import, its approval and their undo`() throws {
        let home = Household()
        defer { home.remove() }
        let workspace = try home.create()
        let account = "UA213223130000026007233566001"
        let accountHash = hash(account)
        var written = ByteWriter()
        SuggestionJSON.append(suggestion(0), to: &written)
        let proposed = written.bytes

        try time("import") {
            let run = try workspace.beginImport()
            var batch = LineBatch()
            var lines = NewLines()
            var frame = QueueFrame(
                batch: run.batch, file: "march.csv".utf8.span, layout: "monobank/csv".utf8.span)
            frame.setAccount(account.utf8.span)
            for number in 0..<volume {
                batch.removeAll()
                var line = StatementLine()
                line.sourceLine = UInt32(number + 2)
                line.made = CivilMoment(
                    day: CalendarDate(daysSince1970: Int32(15_000 + number / 300)),
                    second: Int32(number % 86_400))
                line.amount = Money(minorUnits: Int64(-number), currency: .uah)
                line.balance = Money(minorUnits: Int64(number), currency: .uah)
                line.description = batch.add("Сільпо магазин")
                line.bankID = batch.add("ZuHWz\(number)")
                line.mcc = 5_411
                let id = StableHash.mix(UInt64(number) &+ 1)
                let key = LineKey(
                    account: UInt32(truncatingIfNeeded: accountHash >> 32), day: line.made.day,
                    rest: id)
                let identity = LineIdentity(
                    key: key, account: accountHash, day: key.day, second: line.made.second,
                    units: line.amount.units, currency: line.amount.currency.packed, scale: 2,
                    isHold: false, occurrence: 0, bankID: id, original: 0, balance: id, text: 1)
                let start = lines.writer.count
                let fact = QueueLine.append(
                    key: key, line: line, arena: batch.arena.span,
                    frame: frame, suggestion: proposed.span, to: &lines.writer)
                lines.add(identity, from: start, fact: fact)
                if lines.isFull { try run.append(&lines) }
            }
            try run.append(&lines)
            try time("its commit") {
                let summary = try run.commit(BatchRecord(id: run.batch, linesNew: volume))
                #expect(summary.linesNew == volume)
            }
        }
        try time("open the index") {
            _ = try workspace.openIndex()
        }
        var number = 0
        try time("ask for each line of the queue by bank id") {
            let run = try workspace.beginImport(isDryRun: true)
            var lines: [KnownLine] = []
            for asked in 0..<min(volume, 200_000) {
                lines.removeAll(keepingCapacity: true)
                try run.findLines(
                    account: accountHash, bankID: StableHash.mix(UInt64(asked) &+ 1), into: &lines)
                number += lines.count
            }
        }
        #expect(number == min(volume, 200_000))
        try time("approve") {
            let report = try workspace.approve(.all)
            #expect(report.approved.count == volume)
        }
        #expect(try workspace.ledger.entryCount == volume)
        number = 0
        try time("ask for each line of the ledger by bank id") {
            let run = try workspace.beginImport(isDryRun: true)
            var lines: [KnownLine] = []
            for asked in 0..<min(volume, 200_000) {
                lines.removeAll(keepingCapacity: true)
                try run.findLines(
                    account: accountHash, bankID: StableHash.mix(UInt64(asked) &+ 1), into: &lines)
                number += lines.count
            }
        }
        #expect(number == min(volume, 200_000))
        try time("import of a thousand lines beside it") {
            try workspace.importFacts((0..<1_000).map { fact($0) })
        }
        try time("stream all entries") {
            var cursor = try EntryCursor(workspace.ledger)
            var count = 0
            while try cursor.next() != nil { count += 1 }
            #expect(count == volume)
        }
        try time("check") {
            let found = try workspace.check()
            #expect(found == [])
        }
        _ = try workspace.undo()
        try time("undo approve") {
            let report = try workspace.undo()
            #expect(report?.linesRestored == volume)
        }
        try time("undo import") {
            let report = try workspace.undo()
            #expect(report?.linesRemoved == volume)
        }
        #expect(try bytes(workspace.paths.queue).isEmpty)
    }

    @Test func `entries inserted in key order`() throws {
        let home = Household()
        defer { home.remove() }
        let ledger = try home.create().ledger
        try ledger.useLargeCache()
        let transaction = try LedgerTransaction(ledger)
        let entries = (0..<1_000).map { fact($0) }
        try time("insert") {
            for number in 0..<volume {
                let fact = entries[number % 1_000]
                let key = LineKey(
                    account: 1, day: CalendarDate(daysSince1970: Int32(number / 300)),
                    rest: UInt64(number) << 20)
                _ = try transaction.insert(
                    LedgerEntry(
                        identity: identify(fact, key), fact: fact, batch: 0,
                        sources: [LineSource(file: "a", line: number, layout: "b")],
                        annotation: Annotation(category: "groceries", permille: 970)))
            }
            try transaction.commit()
        }
        #expect(try ledger.entryCount == volume)
    }
}

private let volume =
    Int(unsafe getenv("KOPIYKA_VOLUME").map { unsafe String(cString: $0) } ?? "") ?? 0

private func time(_ name: String, _ body: () throws -> Void) throws {
    let clock = ContinuousClock()
    let took = try clock.measure(body)
    var usage = rusage()
    _ = unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    print("VOLUME \(name): \(took), peak \(usage.ru_maxrss / 1_024) MiB")
}
