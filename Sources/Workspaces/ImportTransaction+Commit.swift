internal import Facts
package import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// The end of an import: rolled back, appended, or with the queue rewritten.
extension ImportTransaction {
    /// Makes the import durable and returns its number; nil if there was nothing to write.
    ///
    /// - Parameter record: counts and time; its id is ``batch``.
    package func commit(_ record: BatchRecord) throws(WorkspaceFailure) -> ImportSummary {
        precondition(isOpen, "caller finishes an import twice")
        var summary = ImportSummary(
            batch: batch, linesNew: linesNew, sourcesAdded: additions.count,
            linesReturned: linesReturned)
        if linesNew == 0, additions.isEmpty, files.isEmpty, suggestions.isEmpty, openings.isEmpty {
            try rollback()
            if !isDryRun { try noteOwnNumbers() }
            summary.batch = nil
            return summary
        }
        if isDryRun {
            isOpen = false
            return summary
        }
        do throws(WorkspaceFailure) {
            try write(record, &summary)
        } catch {
            do throws(WorkspaceFailure) { try rollback() } catch {}
            throw error
        }
        isOpen = false
        if linesReturned > 0 { workspace.linesMissing = linesMissing.filter { $0.value != 0 } }
        // If this fails, the ledger's new state invalidates the mark.
        if isMarked {
            do throws(WorkspaceFailure) { try workspace.endAppending(isDurable: false) } catch {}
        }
        if !openings.isEmpty { summary.openingsLeft = try giveOpenings() }
        return summary
    }

    /// The import is committed: if the settings cannot be written now, the next command does it.
    private func giveOpenings() throws(WorkspaceFailure) -> [GivenOpening] {
        do {
            let given = GivenSettings(openings: openings)
            let refused = try workspace.carryOut(given, isTaken: false, isDryRun: false)
            return refused.compactMap { edit, _ in
                if case .exchange(let opening, _) = edit { opening } else { nil }
            }
        } catch let failure as WorkspaceFailure {
            throw failure
        } catch {
            return openings
        }
    }

    /// Records the completed search for own numbers even without matches, so that the next import
    /// need not repeat it.
    private func noteOwnNumbers() throws(WorkspaceFailure) {
        guard let ownNumbers else { return }
        let queue = try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(workspace.ledger)
            try transaction.record(ownNumbers: ownNumbers)
            try transaction.commit()
            return transaction.queue
        }
        workspace.state = queue
    }

    package func rollback() throws(WorkspaceFailure) {
        guard isOpen else { return }
        isOpen = false
        _ = syncing.take()?.done()
        guard !isDryRun, !isDecided, appender != nil else { return }
        let length = workspace.state.length
        try saving(appender?.truncate(to: length))
        appender = nil
        // Before the ledger changes: if it is damaged, no mark must stay for ever.
        try workspace.endAppending(isDurable: true)
        try workspace.settle()
    }

    private func write(
        _ record: BatchRecord, _ summary: inout ImportSummary
    ) throws(WorkspaceFailure) {
        try findRenewals()
        try beginSync()
        let transaction = try keeping(LedgerTransaction(workspace.ledger))
        var row = record
        row.id = batch
        try keeping { () throws(LedgerFailure) in
            try transaction.insert(row)
            for file in files { try transaction.remember(file) }
            if let ownNumbers { try transaction.record(ownNumbers: ownNumbers) }
            if linesReturned > 0 {
                try transaction.record(
                    linesMissing: linesMissing.values.reduce(0) { $0 + abs($1) })
            }
        }
        var added = try addLedgerSources(transaction)
        let queued = additions.filter { $0.place == .queue }
        if queued.isEmpty, suggestions.isEmpty {
            try finish(transaction)
            try append(transaction)
        } else {
            try endSync()
            let end = appender?.length ?? workspace.state.length
            appender = nil
            try flushIndex()
            added += try rewrite(transaction, queued, end, &summary.linesUndivided)
        }
        summary.sourcesAdded = added
    }

    /// Starts the sync of lines, in parallel with the ledger's rows.
    private func beginSync() throws(WorkspaceFailure) {
        do throws(SavingError) {
            if let sync = try appender?.beginSync() { syncing = SyncUnderWay(sync) }
        } catch {
            throw .saving(error)
        }
    }

    /// Waits for the sync: lines must be durable before the ledger counts them.
    private func endSync() throws(WorkspaceFailure) {
        guard let done = syncing.take()?.done() else { return }
        try saving(appender?.finish(done))
        workspace.afterStep?(.linesSynced)
    }

    private func finish(_ transaction: LedgerTransaction) throws(WorkspaceFailure) {
        let given = GivenSettings(openings: openings)
        if !given.isEmpty {
            try keeping(transaction.record(.settings, change: given.bytes))
            try workspace.intend(given, isTaken: false)
        }
        try keeping(transaction.finish(command: "import", batch: batch))
    }

    /// The short way: the appended lines become valid.
    private func append(_ transaction: LedgerTransaction) throws(WorkspaceFailure) {
        if let end = appender?.length {
            transaction.queue.length = end
            transaction.queue.tail = try workspace.tailHash(endingAt: end)
        }
        try flushIndex()
        transaction.queue.lines += linesNew
        transaction.queue.stamp = QueueStamp(try workspace.currentStamp())
        transaction.queue.indexCount = index.seal.count
        transaction.queue.indexSum = index.seal.sum
        transaction.queue.generation += 1
        transaction.queue.intent = .none
        try keeping(transaction.prepareCommit())
        try endSync()
        isDecided = true
        workspace.beforeCommit?()
        try keeping(transaction.commit())
        workspace.state = transaction.queue
        workspace.afterStep?(.committed)
    }

    /// The long way: known queue lines get sources or other suggestions, so the queue is rewritten.
    private func rewrite(
        _ transaction: LedgerTransaction, _ queued: [Addition], _ end: Int,
        _ undivided: inout [LineKey]
    ) throws(WorkspaceFailure) -> Int {
        let sorted = queued.sorted { $0.key < $1.key }
        let rewrite = try QueueRewrite(workspace, transaction, range: 0..<end)
        let touched = KeySieve(sorted.lazy.map(\.key), suggestions.keys)
        var added = 0
        try rewrite.run(
            with: &index,
            where: { touched.mayHold($1.key) && self.isTouched($1.key, sorted) }
        ) { place, reader throws(WorkspaceFailure) in
            if let key = place.identity?.key, !isTouched(key, sorted) { return .keep }
            guard case .line(var line) = reader.content() else { return .keep }
            let before = line
            added += add(sorted, to: &line)
            if let suggestion = suggestions[line.key] {
                line.suggestion = suggestion
            } else if let suggest, line.fact != before.fact {
                line.suggestion = try suggest(line.fact, line.key, line.decision)
            }
            // No suggestion depends on the balance.
            if let balance = renewedBalances[line.key] { line.fact.balance = balance }
            if line == before { return .keep }
            if before.isDivided, !line.isDivided { undivided.append(line.key) }
            let bytes =
                line.batch == batch
                ? line.written : try transaction.recordRewriting(place, of: line, reader)
            return .replace(
                bytes, workspace.identity(of: line, before: place.identity), line.fact)
        }
        try finish(transaction)
        // Our appended lines are no edit: the queue to be replaced includes them.
        transaction.queue.stamp = QueueStamp(try workspace.currentStamp())
        try rewrite.finish()
        return added
    }

    private func isTouched(_ key: LineKey, _ sorted: [Addition]) -> Bool {
        suggestions[key] != nil || first(of: key, in: sorted) != nil
    }

    private func flushIndex() throws(WorkspaceFailure) {
        try saving(index.flush())
    }
}

/// A Bloom filter for few keys among many.
private struct KeySieve {
    private var bits = [UInt64](repeating: 0, count: 1 << 12)

    init(_ some: some Sequence<LineKey>, _ others: some Sequence<LineKey>) {
        for key in some { insert(key) }
        for key in others { insert(key) }
    }

    /// False only if the key is certainly absent.
    func mayHold(_ key: LineKey) -> Bool {
        bits[Int(key.rest >> 6 & 0xFFF)] & 1 << (key.rest & 63) != 0
    }

    private mutating func insert(_ key: LineKey) {
        bits[Int(key.rest >> 6 & 0xFFF)] |= 1 << (key.rest & 63)
    }
}

/// A sync of lines on its own thread, or none if no thread can be created.
struct SyncUnderWay: ~Copyable {
    private let sync: PendingSync
    private let thread: WorkThread?

    init(_ sync: PendingSync) {
        self.sync = sync
        thread = WorkThread { sync.run() }
    }

    /// Waits for the sync.
    consuming func done() -> PendingSync {
        guard let thread else {
            sync.run()
            return sync
        }
        thread.join()
        return sync
    }
}
