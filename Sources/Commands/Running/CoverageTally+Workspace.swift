import Facts
import Ledger
import Pending
import Reports
import Workspaces

extension CoverageTally {
    /// Adds lines from statements: of the ledger, the queue, and dismissed ones.
    ///
    /// - Parameters:
    ///   - dismissed: all dismissed lines.
    ///   - vanished: holds in question.
    ///   - accounts: only these; all when empty.
    ///   - currencyOf: the currency of an account, for lines without one.
    mutating func addLines(
        of workspace: Workspace, dismissed: [DismissedLine], vanished: [VanishedHold],
        in accounts: [String] = [], currencyOf: (String) -> Currency
    ) throws {
        let vanished = Set(vanished.map(\.key))
        let names = FileNames(try workspace.ledger.seenFiles())
        func line(
            _ fact: StatementFact, _ sources: [LineSource], _ batch: Int, isDoubtful: Bool
        ) -> Line? {
            guard accounts.isEmpty || accounts.contains(fact.account) else { return nil }
            let fact = fact.inCurrency(currencyOf(fact.account))
            return Line(
                account: fact.account, day: fact.made.day, amount: fact.amount,
                balance: fact.balance, isHold: fact.isHold, isDoubtful: isDoubtful,
                files: sources.map { names.name(of: $0, batch) },
                bank: sources.first?.layout.prefix { $0 != "/" } ?? "")
        }
        var cursor = try EntryCursor(workspace.ledger)
        while let entry = try cursor.next() {
            // Entries by hand are in no statement.
            if entry.isByHand { continue }
            if let line = line(
                entry.fact, entry.sources, entry.batch, isDoubtful: vanished.contains(entry.key))
            {
                add(line)
            }
        }
        for dismissed in dismissed {
            // The account's balances no longer include a hold that expired.
            if dismissed.place == .noPayment { continue }
            let found = dismissed.line
            if var line = line(found.fact, found.sources, found.batch, isDoubtful: false) {
                line.isRepeated = dismissed.place == .otherLine
                line.isLeftOut = dismissed.place == .nowhere
                add(line)
            }
        }
        try workspace.forEachQueueLine { found in
            let isDoubtful = found.state != .new || vanished.contains(found.key)
            if let line = line(found.fact, found.sources, found.batch, isDoubtful: isDoubtful) {
                add(line)
            }
            return true
        }
    }
}

/// Unique names of files: banks give each month's export the same name, so the import is added when
/// several contents share one.
private struct FileNames {
    private var contents: [String: Int] = [:]

    init(_ files: [SeenFile]) {
        for file in files { contents[file.name, default: 0] += 1 }
    }

    func name(of source: LineSource, _ batch: Int) -> String {
        contents[source.file, default: 1] > 1 ? "\(source.file)#\(batch)" : source.file
    }
}
