internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

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
        if count != noted { try note(missing: count) }
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

    private func note(missing count: Int) throws(WorkspaceFailure) {
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            try transaction.note(linesMissing: count)
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
            try transaction.note(linesMissing: left.values.reduce(0, +))
            try transaction.commit()
        }
        linesMissing = left
        return -surplus.values.reduce(0, +)
    }
}
