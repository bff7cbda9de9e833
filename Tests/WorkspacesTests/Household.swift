import Facts
import Glibc
import Ledger
import Pending
import Saving
import Scanning
import TestKit

@testable import Workspaces

/// Invented lines and a folder of their own for one test.
final class Household {
    private let temporary = TemporaryFolder()
    var folder: String { temporary.path + "/money" }

    func remove() { temporary.remove() }

    func create() throws -> Workspace {
        try Workspace.create(at: folder)
        return try open()
    }

    func open(_ access: Workspace.Access = .writing) throws -> Workspace {
        try Workspace.open(at: folder, access: access, identify: identify)
    }
}

func hash(_ text: String) -> UInt64 {
    text.isEmpty ? 0 : StableHash.hash(text.utf8.span, seed: 7)
}

/// A stand-in for Deduplicating: enough to tell lines apart.
func identify(_ fact: StatementFact, _ key: LineKey) -> LineIdentity {
    LineIdentity(
        key: key, account: hash(fact.account), day: fact.made.day.daysSince1970,
        second: fact.made.second, units: fact.amount.units, currency: fact.amount.currency.packed,
        scale: fact.amount.scale, isHold: fact.isHold, occurrence: 0, bankID: hash(fact.bankID),
        original: hash(fact.originalAmount?.text ?? ""), balance: hash(fact.balance?.text ?? ""),
        text: hash(fact.description))
}

func key(_ fact: StatementFact) -> LineKey {
    LineKey(
        account: UInt32(truncatingIfNeeded: hash(fact.account) >> 32), day: fact.made.day,
        rest: StableHash.combine(hash(fact.description), UInt64(bitPattern: fact.amount.units)))
}

func fact(_ number: Int, account: String = "monobank-UAH") -> StatementFact {
    var fact = StatementFact(
        account: account,
        made: CivilMoment(
            day: CalendarDate(daysSince1970: 20_000 + Int32(number / 3)), second: Int32(number),
            offsetMinutes: 120),
        amount: Money(minorUnits: Int64(-100 - number), currency: .uah))
    fact.description = "Крамниця №\(number)"
    fact.bankID = number % 2 == 0 ? "id\(number)" : ""
    fact.mcc = 5_411
    return fact
}

func suggestion(_ number: Int) -> Suggestion {
    Suggestion(
        category: number % 3 == 0 ? "groceries" : "eating_out.coffee", permille: 970,
        evidence: [Evidence(source: .brand, subject: "Крамниця", category: "groceries")])
}

extension Workspace {
    /// Imports facts as one file would be.
    @discardableResult
    func importFacts(
        _ facts: [StatementFact], file: String = "march.json", isDryRun: Bool = false
    ) throws -> ImportSummary {
        let run = try beginImport(isDryRun: isDryRun)
        var lines = NewLines()
        var known = 0
        for (number, fact) in facts.enumerated() {
            let key = WorkspacesTests.key(fact)
            let source = LineSource(file: file, line: number + 1, layout: "monobank/json")
            if let place = try run.place(of: key) {
                run.addSource(to: key, at: place, source, filling: fact)
                known += 1
                continue
            }
            let written = QueueLine(
                key: key, batch: run.batch, fact: fact, sources: [source],
                suggestion: suggestion(number)
            ).append(to: &lines.writer)
            lines.writer.append("\n")
            lines.add(identify(fact, key), from: 0, fact: written)
            try run.append(&lines)
        }
        run.remember(
            SeenFile(
                digestHigh: hash(file), digestLow: UInt64(facts.count), name: file, size: 1,
                modifiedNanoseconds: 1, rows: facts.count))
        return try run.commit(
            BatchRecord(
                id: run.batch, made: "2025-03-14", linesNew: facts.count - known,
                linesKnown: known))
    }

    func dumped() throws -> String {
        var bytes: [UInt8] = []
        try dump { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

func bytes(_ path: String) throws -> [UInt8] { try readFile(path, limit: 1 << 30) }

func write(_ path: String, _ contents: [UInt8]) throws {
    var file = try ReplacingFile(replacing: path)
    try file.write(contents)
    try file.commit()
}

func mode(_ path: String) -> UInt32 {
    var record = stat()
    _ = unsafe stat(path, &record)
    return record.st_mode & 0o7777
}
