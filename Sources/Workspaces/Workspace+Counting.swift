package import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// The known facts about lines found nowhere.
package struct LostLines: Sendable, Equatable {
    package struct Import: Sendable, Equatable {
        package let batch: Int
        package let count: Int
        package let files: [String]
    }

    package var imports: [Import] = []
    /// Incomplete if the whole queue was lost.
    package var keys: [LineKey] = []
}

/// Lines that left the queue outside the program, or came back into it.
///
/// Every import records its number of lines, and each is in the queue, approved or dismissed.
/// Counting reads queue and ledger, so it is done only after an edit of the queue, and while lines
/// are missing, which the ledger records.
extension Workspace {
    /// Counts again if the queue was read, or lines were missing before.
    func countMissing() throws(WorkspaceFailure) {
        guard problems.isEmpty else { return }
        let noted = try keeping(ledger.linesMissing)
        guard noted > 0 || linesRead != nil else { return }
        let queued: [Int: Int]
        if let linesRead { queued = linesRead } else { queued = try linesOfImports() }
        linesRead = nil
        let outside = try keeping(ledger.linesOutside())
        linesMissing = outside.merging(queued.mapValues { -$0 }, uniquingKeysWith: +)
            .filter { $0.value != 0 }
        guard access == .writing else { return }
        if linesMissing.isEmpty {
            try saving(removeRegularFile(paths.linesGone))
        }
        let count = linesMissing.values.reduce(0) { $0 + abs($1) }
        if count != noted { try record(missing: count) }
    }

    private func linesOfImports() throws(WorkspaceFailure) -> [Int: Int] {
        var lines: [Int: Int] = [:]
        try forEachQueueLine { line in
            lines[line.batch, default: 0] += 1
            return true
        }
        return lines
    }

    /// Stores the keys of lines removed by an edit, so that any file with one of them restores it.
    func remember(gone keys: [LineKey]) throws(WorkspaceFailure) {
        let all = linesGone().union(keys).sorted()
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: paths.linesGone)
            for key in all { try file.write(Array((key.text + "\n").utf8)) }
            try file.commit()
        }
    }

    /// The keys stored by ``remember(gone:)``; empty if unreadable, since the lines' files identify
    /// them too.
    func linesGone() -> Set<LineKey> {
        guard let bytes = try? readFile(paths.linesGone, limit: Limits.settingsBytesMax) else {
            return []
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return Set(lines.compactMap { LineKey(text: String($0)) })
    }

    private func record(missing count: Int) throws(WorkspaceFailure) {
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            try transaction.record(linesMissing: count)
            try transaction.commit()
        }
    }

    package func hasSeen(digestHigh: UInt64, digestLow: UInt64) throws(WorkspaceFailure) -> Bool {
        try keeping(!ledger.seenFiles(digestHigh: digestHigh, digestLow: digestLow).isEmpty)
    }

    // MARK: Repair

    /// Reads the whole queue though it is as a command left it, and indexes it again: an earlier
    /// release may have written a line or its index record wrong.
    package func proveQueue(isDryRun: Bool) throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        if !problems.isEmpty { return }
        if isDryRun {
            problems = try QueueReading(self, makesIndex: false).run().problems
        } else {
            try readQueue()
            if problems.isEmpty { try countMissing() }
        }
    }

    /// Moves unreadable and contradictory lines from the queue into a file, and returns it; nil if
    /// there are none. The next import restores those that are in files of the inbox.
    ///
    /// - Throws: `queue` if a later release wrote them.
    package func setFaultyLinesAside() throws(WorkspaceFailure) -> (lines: Int, file: String)? {
        guard access == .writing else { throw .readOnly }
        if problems.isEmpty { return nil }
        let kept: [QueueProblem.Kind] = [.versionFromFuture, .lineTooLong]
        let notOurs = problems.filter { kept.contains($0.kind) }
        guard notOurs.isEmpty else { throw .queue(notOurs) }
        let faulty = Set(problems.map(\.line))
        let aside = try freeSavedQueue("faulty")
        try setAside(faulty, in: aside)
        try readQueue()
        guard problems.isEmpty else { throw .queue(problems) }
        try countMissing()
        return (faulty.count, aside)
    }

    /// The known facts about missing lines: their imports with files, and the keys of those seen
    /// before the queue was changed.
    package func linesLost() throws(WorkspaceFailure) -> LostLines {
        let missing = linesMissing.filter { $0.value > 0 }
        let files = try keeping(ledger.seenFiles())
        var lost = LostLines()
        for (batch, count) in missing.sorted(by: { $0.key < $1.key }) {
            let names = files.filter { $0.batch == batch }.map(\.name).sorted()
            lost.imports.append(LostLines.Import(batch: batch, count: count, files: names))
        }
        if missing.isEmpty { return lost }
        for key in linesGone().sorted() {
            if case .none = try line(named: key.text) { lost.keys.append(key) }
        }
        return lost
    }

    /// Accepts missing lines as lost: none is missing then, and files with them import them as new.
    package func acceptLoss() throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        let lost = linesMissing.filter { $0.value > 0 }
        if lost.isEmpty { return }
        let left = linesMissing.filter { $0.value < 0 }
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            for (batch, missing) in lost.sorted(by: { $0.key < $1.key }) {
                try transaction.forgetLines(missing, ofBatch: batch)
            }
            try transaction.forgetRedo()
            try transaction.record(linesMissing: left.values.reduce(0) { $0 - $1 })
            try transaction.commit()
        }
        linesMissing = left
        try saving(removeRegularFile(paths.linesGone))
    }

    /// Adds surplus lines to their imports' counts; returns their number.
    package func countSurplusIn() throws(WorkspaceFailure) -> Int {
        guard access == .writing else { throw .readOnly }
        let surplus = linesMissing.filter { $0.value < 0 }
        if surplus.isEmpty { return 0 }
        let left = linesMissing.filter { $0.value > 0 }
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            let known = Set(try ledger.batches().map(\.id))
            for (batch, missing) in surplus.sorted(by: { $0.key < $1.key }) {
                if known.contains(batch) {
                    try transaction.forgetLines(missing, ofBatch: batch)
                } else {
                    try transaction.insert(BatchRecord(id: batch, made: "", linesNew: -missing))
                }
            }
            try transaction.forgetRedo()
            try transaction.record(linesMissing: left.values.reduce(0, +))
            try transaction.commit()
        }
        linesMissing = left
        return -surplus.values.reduce(0, +)
    }
}
