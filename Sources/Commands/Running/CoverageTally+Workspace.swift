import Facts
import Importing
import Ledger
import Pending
import Reports
import Workspaces

extension CoverageTally {
    /// The lines from statements, those of the ledger by the sums of days that it keeps.
    ///
    /// Accounts whose balances break are read line by line: which files belong together shows only
    /// there.
    static func byDays(
        of workspace: Workspace, dismissed: [DismissedLine], vanished: [VanishedHold],
        in accounts: [String], upTo last: CalendarDate?, currencyOf: (String) -> Currency
    ) throws -> (tally: CoverageTally, coverages: [Coverage]) {
        var read: Set<String> = []
        for hold in vanished where hold.isApproved {
            if let entry = try workspace.ledger.entry(hold.key) { read.insert(entry.fact.account) }
        }
        let proof = try StatementProof(of: workspace)
        while true {
            var tally = CoverageTally()
            try tally.addLines(
                of: workspace, dismissed: dismissed, vanished: vanished, proof: proof,
                in: accounts,
                upTo: last, reading: read, currencyOf: currencyOf)
            let coverages = tally.coverages()
            let unread = tally.accountsToRead(coverages).subtracting(read)
            if unread.isEmpty { return (tally, coverages) }
            read.formUnion(unread)
        }
    }

    /// Adds lines from statements: of the ledger, the queue, and dismissed ones.
    ///
    /// - Parameters:
    ///   - dismissed: all dismissed lines.
    ///   - vanished: holds in question.
    ///   - proof: of all statements.
    ///   - accounts: only these; all when empty.
    ///   - last: later lines do not exist.
    ///   - read: accounts whose entries are read although the ledger keeps sums; all when nil.
    ///   - currencyOf: the currency of an account, for lines without one.
    mutating func addLines(
        of workspace: Workspace, dismissed: [DismissedLine], vanished: [VanishedHold],
        proof: StatementProof, in accounts: [String] = [], upTo last: CalendarDate? = nil,
        reading read: Set<String>? = nil,
        currencyOf: (String) -> Currency
    ) throws {
        let vanished = Set(vanished.map(\.key))
        let seen = try workspace.ledger.seenFiles()
        let names = FileNames(seen)
        func line(
            _ fact: StatementFact, _ sources: [LineSource], _ batch: Int, isDoubtful: Bool
        ) -> Line? {
            guard accounts.isEmpty || accounts.contains(fact.account) else { return nil }
            if let last, fact.made.day > last { return nil }
            let fact = fact.inCurrency(currencyOf(fact.account))
            return Line(
                account: fact.account, day: fact.made.day, amount: fact.amount,
                balance: fact.balance, isHold: fact.isHold, isDoubtful: isDoubtful,
                files: sources.map { names.name(of: $0.file, batch) },
                bank: sources.first?.layout.prefix { $0 != "/" } ?? "")
        }
        func addEntries(_ query: EntryQuery, to tally: inout CoverageTally) throws {
            var cursor = try EntryCursor(workspace.ledger, query)
            while let entry = try cursor.next() {
                // Entries by hand are in no statement.
                if entry.isByHand { continue }
                let isDoubtful = vanished.contains(entry.key)
                let line = line(
                    entry.fact, entry.sources, entry.batch, isDoubtful: isDoubtful)
                if let line { tally.add(line) }
            }
        }
        if let read, workspace.ledger.keepsDays {
            let left = try addDays(
                of: workspace.ledger, in: accounts, upTo: last, besides: read,
                currencyOf: currencyOf
            ) { names.name(of: $0, $1) }
            for name in read.union(left).sorted() {
                try addEntries(EntryQuery(accounts: [name]), to: &self)
            }
        } else {
            try addEntries(EntryQuery(), to: &self)
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
        addStatements(of: seen, names, proof, accounts, upTo: last)
    }

    private mutating func addStatements(
        of files: [SeenFile], _ names: FileNames, _ proof: StatementProof, _ accounts: [String],
        upTo last: CalendarDate?
    ) {
        for file in files {
            for record in file.statements {
                guard accounts.isEmpty || accounts.contains(record.account),
                    last.map({ record.lastDay <= $0 }) ?? true
                else { continue }
                add(
                    Statement(
                        days: Days(first: record.firstDay, last: record.lastDay),
                        lack: proof.gaps.first { $0.statement == record }?.difference,
                        lackWithin: proof.lacks.first { $0.statement == record }?.lack,
                        isClosed: record.opening != nil && record.closing != nil),
                    of: names.name(of: file.name, file.batch),
                    at: AccountPlace(record.account, record.currency))
            }
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

    func name(of file: String, _ batch: Int) -> String {
        contents[file, default: 1] > 1 ? "\(file)#\(batch)" : file
    }
}
