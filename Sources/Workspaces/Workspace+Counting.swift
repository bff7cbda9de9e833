package import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Lines that are in no place any more, as far as anything tells of them.
package struct LostLines: Sendable, Equatable {
    package struct Import: Sendable, Equatable {
        package let batch: Int
        package let count: Int
        /// Names of its files.
        package let files: [String]
    }

    package var imports: [Import] = []
    /// Fewer than are lost where the queue was gone as a whole.
    package var keys: [LineKey] = []
}

/// Lines that left the queue outside the program, or came back into it.
///
/// Every import remembers how many lines it brought, and each is in the queue, approved or
/// dismissed. Counting all of them takes a reading of queue and ledger, so it is done when the
/// queue was edited, and as long as something was found missing, of which the ledger keeps a note.
extension Workspace {
    /// Counts again when the queue was read, or something was missing before.
    func countMissing() throws(WorkspaceFailure) {
        guard problems.isEmpty else { return }
        let ledger = ledger
        let noted = try keeping { () throws(LedgerFailure) in try ledger.linesMissing }
        guard noted > 0 || linesRead != nil else { return }
        let queued: [Int: Int]
        if let linesRead { queued = linesRead } else { queued = try linesOfImports() }
        linesRead = nil
        let outside = try keeping { () throws(LedgerFailure) in try ledger.linesOutside() }
        linesMissing = outside.merging(queued.mapValues { -$0 }, uniquingKeysWith: +)
            .filter { $0.value != 0 }
        guard access == .writing else { return }
        if linesMissing.isEmpty {
            let path = paths.linesGone
            try saving { () throws(SavingError) in try removeRegularFile(path) }
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

    /// Keeps the keys of lines that were in the queue before it was edited, so that any file that
    /// shows one brings it back.
    func remember(gone keys: [LineKey]) throws(WorkspaceFailure) {
        let path = paths.linesGone
        let all = linesGone().union(keys).sorted()
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: path)
            for key in all { try file.write(Array((key.text + "\n").utf8)) }
            try file.commit()
        }
    }

    /// What ``remember(gone:)`` kept; nothing when it cannot be read, since the files that showed
    /// the lines know them too.
    func linesGone() -> Set<LineKey> {
        guard let bytes = try? readFile(paths.linesGone, limit: Limits.settingsBytesMax) else {
            return []
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return Set(lines.compactMap { LineKey(text: String($0)) })
    }

    private func record(missing count: Int) throws(WorkspaceFailure) {
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            try transaction.record(linesMissing: count)
            try transaction.commit()
        }
    }

    /// Whether a file with these bytes came in before.
    package func hasSeen(digestHigh: UInt64, digestLow: UInt64) throws(WorkspaceFailure) -> Bool {
        let ledger = ledger
        return try keeping { () throws(LedgerFailure) in
            try !ledger.seenFiles(digestHigh: digestHigh, digestLow: digestLow).isEmpty
        }
    }

    // MARK: Repair

    /// Takes lines out of the queue that nobody can read or that contradict others, and gives the
    /// file they lie in; nil when there are none. What files of the inbox show comes back with the
    /// next import.
    ///
    /// - Throws: `queue` where a later release wrote them.
    package func setFaultyLinesAside() throws(WorkspaceFailure) -> (lines: Int, file: String)? {
        guard access == .writing else { throw .readOnly }
        if problems.isEmpty { return nil }
        let kept: [QueueProblem.Kind] = [.versionFromFuture, .lineTooLong]
        let notOurs = problems.filter { kept.contains($0.kind) }
        guard notOurs.isEmpty else { throw .queue(notOurs) }
        let faulty = Set(problems.map(\.line))
        let aside = paths.savedQueue("faulty", state.generation)
        try rewriteQueue(settingAside: faulty, in: aside)
        try readQueue()
        guard problems.isEmpty else { throw .queue(problems) }
        try countMissing()
        return (faulty.count, aside)
    }

    /// What lines that are missing are known by: their imports with the files of each, and the keys
    /// of those that were seen before the queue was changed.
    package func linesLost() throws(WorkspaceFailure) -> LostLines {
        let missing = linesMissing.filter { $0.value > 0 }
        let ledger = ledger
        let files = try keeping { () throws(LedgerFailure) in try ledger.seenFiles() }
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

    /// Lets lines that are missing count as lost: nothing is missing then, and what still shows
    /// them brings them in as new.
    package func acceptLoss() throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        let lost = linesMissing.filter { $0.value > 0 }
        if lost.isEmpty { return }
        let left = linesMissing.filter { $0.value < 0 }
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            for (batch, missing) in lost.sorted(by: { $0.key < $1.key }) {
                try transaction.forgetLines(missing, ofBatch: batch)
            }
            try transaction.record(linesMissing: left.values.reduce(0) { $0 - $1 })
            try transaction.commit()
        }
        linesMissing = left
        let path = paths.linesGone
        try saving { () throws(SavingError) in try removeRegularFile(path) }
    }

    /// Lets lines that are more than came in count as theirs; gives how many.
    package func countSurplusIn() throws(WorkspaceFailure) -> Int {
        guard access == .writing else { throw .readOnly }
        let surplus = linesMissing.filter { $0.value < 0 }
        if surplus.isEmpty { return 0 }
        let left = linesMissing.filter { $0.value > 0 }
        let ledger = ledger
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
            try transaction.record(linesMissing: left.values.reduce(0, +))
            try transaction.commit()
        }
        linesMissing = left
        return -surplus.values.reduce(0, +)
    }
}
