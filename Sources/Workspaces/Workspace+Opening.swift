internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

extension Workspace {
    /// The identities needed by migrations of the ledger.
    static func identityMaking(
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) -> IdentityMaking {
        IdentityMaking(ofEntry: identify) { bytes in
            guard let line = try? QueueLine.parse(bytes.span) else { return nil }
            return identify(line.fact, line.key)
        }
    }

    /// Finishes or rolls back a protocol that a crash interrupted.
    func recover() throws(WorkspaceFailure) {
        switch state.intent {
        case .none: return
        case .append(let batch): try takeBackAppended(batch)
        case .rename(let inode): try finishRename(inode)
        }
    }

    /// Removes the lines of an uncommitted import, and nothing else.
    private func takeBackAppended(_ batch: Int) throws(WorkspaceFailure) {
        let length = state.length
        let found = try currentStamp()
        // The same file with the same end before our lines, and nothing after them: it was not
        // replaced or edited since.
        if found.inode == unfinished?.inode ?? state.stamp?.inode, found.size >= length,
            try tailHash(endingAt: length) == state.tail, try isEnd(from: length, of: batch)
        {
            if found.size > length {
                try saving(truncateFile(paths.queue, to: length))
                notices.append(.unfinishedImportTakenBack(batch: batch))
            }
            // Before the ledger changes: if it is damaged, no mark must stay for ever.
            if unfinished != nil { try endAppending(isDurable: true) }
            try settle()
            return
        }
        // The file was edited meanwhile: only lines with that batch number are removed, one by one.
        try rewriteQueue(usesIndex: false) { rewrite, _ throws(WorkspaceFailure) in
            try rewrite.run { _, reader throws(WorkspaceFailure) in
                switch reader.content() {
                case .line(let line): return line.batch == batch ? .drop : .keep
                case .blank: return .keep
                case .faulty(let problem):
                    return problem.kind == .tornLine ? .drop : .keep
                }
            }
            return true
        }
        notices.append(.unfinishedImportTakenBack(batch: batch))
    }

    /// Whether all lines from here on are of one import, the last one perhaps torn.
    private func isEnd(from offset: Int, of batch: Int) throws(WorkspaceFailure) -> Bool {
        try saving { () throws(SavingError) in
            let file = try RegularFile(paths.queue)
            let length = file.length
            var reader = QueueReader(file, range: offset..<length)
            while try reader.next() != nil {
                switch reader.content() {
                case .blank: continue
                case .line(let line): if line.batch != batch { return false }
                case .faulty(let problem): if problem.kind != .tornLine { return false }
                }
            }
            return true
        }
    }

    /// The command is in the ledger; the queue gets its new file.
    private func finishRename(_ inode: UInt) throws(WorkspaceFailure) {
        let next = paths.nextQueue(state.generation)
        let waiting = try saving(fileStamp(next))
        if let waiting {
            // In a copy of the workspace it has another inode and the same bytes.
            let isOurs = waiting.size == state.length
            let end = isOurs && waiting.inode != inode ? try tail(of: next) : state.tail
            guard isOurs, end == state.tail else { throw .damaged("next queue") }
            // The old queue was ours to replace, unless edited after the crash.
            if let old = try saving(fileStamp(paths.queue)),
                QueueStamp(old) != state.stamp
            {
                let aside = paths.savedQueue("edited", state.generation)
                try saving(moveIntoPlace(paths.queue, over: aside))
                notices.append(.editedQueueSetAside(file: aside))
            }
            try saving(moveIntoPlace(next, over: paths.queue))
            notices.append(.unfinishedCommandFinished)
        }
        // Without a next file the rename was done; a person may have edited the queue since, which
        // its stamp shows.
        let found = try currentStamp()
        if found.inode == inode || waiting != nil, found.size == state.length {
            try settle()
        } else {
            state.stamp = nil
            try writeState()
        }
    }

    private func tail(of path: String) throws(WorkspaceFailure) -> UInt64 {
        let length = state.length
        return try saving(Workspaces.tailHash(path, endingAt: length))
    }

    /// Records the current queue file as the ledger's.
    func settle() throws(WorkspaceFailure) {
        state.stamp = QueueStamp(try currentStamp())
        try writeState()
    }

    func writeState() throws(WorkspaceFailure) {
        state.intent = .none
        let wanted = state
        try keeping { () throws(LedgerFailure) in
            let transaction = try LedgerTransaction(ledger)
            transaction.queue = wanted
            try transaction.commit()
        }
    }

    func currentStamp() throws(WorkspaceFailure) -> FileStamp {
        guard let found = try saving(fileStamp(paths.queue)) else {
            throw .missing("pending.jsonl")
        }
        return found
    }

    /// Hash of the bytes before `length`, which identifies a file by its end.
    func tailHash(endingAt length: Int) throws(WorkspaceFailure) -> UInt64 {
        try saving(Workspaces.tailHash(paths.queue, endingAt: length))
    }

    /// Creates an empty queue if the file is gone and the ledger is whole; its lines then count as
    /// missing, until their files restore them.
    ///
    /// - Returns: false if there is a queue.
    package static func makeQueueIfMissing(
        at folder: String, waitMilliseconds: Int = Limits.lockWaitMilliseconds
    ) throws(WorkspaceFailure) -> Bool {
        let paths = WorkspacePaths(realPath(of: folder) ?? folder)
        let lock = try acquire(paths, .writing, waitMilliseconds)
        defer { _ = lock }
        func isThere(_ path: String) throws(WorkspaceFailure) -> Bool {
            try saving(fileStamp(path)) != nil
        }
        guard try isThere(paths.settings), try isThere(paths.ledger) else {
            throw .missing("ledger.db")
        }
        let state = try keeping(LedgerFile(path: paths.ledger, isReadOnly: true).queueState())
        // The next opening renames the next queue of an interrupted command.
        guard try !isThere(paths.queue), try !isThere(paths.nextQueue(state.generation)) else {
            return false
        }
        try saving(ReplacingFile(replacing: paths.queue).commit())
        return true
    }

    /// Reads the whole queue if it is not the file we left.
    func readIfEdited() throws(WorkspaceFailure) {
        let now = QueueStamp(try currentStamp())
        guard try isAsLeft(now) else { return try readQueue() }
        // From now on a copy counts as the file we left. The ledger records it with the next
        // change; a crash before that does no harm.
        state.stamp = now
    }

    private func isAsLeft(_ now: QueueStamp) throws(WorkspaceFailure) -> Bool {
        guard let stamp = state.stamp else { return false }
        if stamp == now { return true }
        // An empty queue that is empty again has no changed lines.
        if now.size == 0, state.length == 0 { return true }
        return try isCopy(now, of: stamp)
    }

    /// Whether queue and index are the ledger's.
    func isQueueAsLeft() throws(WorkspaceFailure) -> Bool {
        guard try isAsLeft(QueueStamp(try currentStamp())) else { return false }
        let (path, count) = (paths.index, state.indexCount)
        return count == 0
            ? true
            : try saving(QueueIndex.isThere(path, records: count))
    }

    /// Whether the workspace was copied with its times: only the inode differs. An edit changes the
    /// time.
    private func isCopy(_ now: QueueStamp, of stamp: QueueStamp) throws(WorkspaceFailure) -> Bool {
        guard now.size == stamp.size, now.modifiedNanoseconds == stamp.modifiedNanoseconds,
            (now.inode, now.device) != (stamp.inode, stamp.device)
        else { return false }
        return try tailHash(endingAt: now.size) == state.tail
    }

    /// Rebuilds an index that is lost or outdated by a crash before a command begins: during one,
    /// lines it entered would count as decided.
    func proveIndex(isAfterCrash: Bool) throws(WorkspaceFailure) {
        guard problems.isEmpty, state.indexCount > 0 else { return }
        let (path, count) = (paths.index, state.indexCount)
        let isThere = try saving(QueueIndex.isThere(path, records: count))
        if isThere, !isAfterCrash { return }
        do throws(WorkspaceFailure) {
            _ = try openIndex()
        } catch {
            guard case .queue = error else { throw error }
        }
    }

    /// Reads and validates the whole queue, and rebuilds the index if writable.
    func readQueue() throws(WorkspaceFailure) {
        problems = []
        var reading = QueueReading(self, makesIndex: access == .writing)
        var found = try reading.run()
        goneWhenRead += found.gone
        if access == .writing, !ledger.isInTransaction {
            if found.isSettledByLedger {
                try settleByLedger(found)
                reading = QueueReading(self, makesIndex: true)
                found = try reading.run()
            } else if found.problems.map(\.kind) == [.tornLine] {
                // Only if all else is intact: a crash does not damage other lines, so such a file
                // is not touched.
                try setTornLineAside()
                reading = QueueReading(self, makesIndex: true)
                found = try reading.run()
            }
        }
        problems = found.problems
        isSettledByLedger = found.isSettledByLedger
        linesRead = problems.isEmpty ? reading.batches : nil
        guard problems.isEmpty, access == .writing else { return }
        if !goneWhenRead.isEmpty {
            try remember(gone: goneWhenRead)
            goneWhenRead = []
        }
        // A line may have been removed by hand: reading its file again restores it.
        try saving(removeRegularFile(paths.rememberedFiles))
        state.length = found.stamp.size
        state.lines = found.lines
        state.stamp = QueueStamp(found.stamp)
        state.tail = try tailHash(endingAt: found.stamp.size)
        state.indexCount = found.seal.count
        state.indexSum = found.seal.sum
        // If an index is found missing during a command, its commit records the next queue; without
        // one, the ledger has this state already.
        if !ledger.isInTransaction { try writeState() }
    }

    /// Moves lines that the ledger has decided, from an older queue, into a file, and restores
    /// changed keys.
    private func settleByLedger(_ found: QueueReadingResult) throws(WorkspaceFailure) {
        let aside = try freeSavedQueue("decided")
        try setAside(found.decided, in: aside, renaming: found.renamed)
        if !found.decided.isEmpty {
            notices.append(.decidedLinesSetAside(count: found.decided.count, file: aside))
        }
        if !found.renamed.isEmpty { notices.append(.keysPutBack(count: found.renamed.count)) }
    }

    /// Rewrites the queue without some lines, saved in a file first, and restores the keys of
    /// others.
    func setAside(
        _ lines: Set<Int>, in aside: String, renaming known: [Int: LineIdentity] = [:]
    ) throws(WorkspaceFailure) {
        try rewriteQueue(usesIndex: false) { rewrite, transaction throws(WorkspaceFailure) in
            var copy = try saving(ReplacingFile(replacing: aside))
            try rewrite.run { place, reader throws(WorkspaceFailure) in
                if lines.contains(place.record.line) {
                    try reader.withRaw { raw throws(WorkspaceFailure) in
                        do throws(SavingError) {
                            try copy.write(raw)
                            try copy.write(lineFeed)
                        } catch {
                            throw .saving(error)
                        }
                    }
                    return .drop
                }
                guard let known = known[place.record.line],
                    case .line(var line) = reader.content()
                else { return .keep }
                line.key = known.key
                return .replace(line.written, identity(of: line, before: known), line.fact)
            }
            do throws(SavingError) {
                if !lines.isEmpty { try copy.commit() }
            } catch {
                throw .saving(error)
            }
            // The queue to be replaced is the edited one.
            transaction.queue.stamp = QueueStamp(try currentStamp())
            return true
        }
    }

    /// A name that nothing has yet: a restore begins an earlier generation, and cutting off a torn
    /// line none.
    func freeSavedQueue(_ what: String) throws(WorkspaceFailure) -> String {
        var number = 1
        while true {
            let path = paths.savedQueue(what, state.generation, number)
            if try saving(fileStamp(path) == nil) { return path }
            number += 1
        }
    }

    /// Copies a torn last line into a file and removes it.
    ///
    /// If it was of an import, the line counts as missing, and files are read until it is back.
    private func setTornLineAside() throws(WorkspaceFailure) {
        let path = paths.queue
        let aside = try freeSavedQueue("torn")
        let torn = try saving(tornLine(path, copyTo: aside))
        guard let torn else { return }
        try saving(truncateFile(path, to: torn.offset))
        notices.append(.tornLineSetAside(line: torn.line, file: aside))
    }
}

/// Bytes hashed to identify a file by its end.
private let tailBytes = 4_096

func tailHash(_ path: String, endingAt length: Int) throws(SavingError) -> UInt64 {
    let file = try RegularFile(path)
    let from = max(0, length - tailBytes)
    var bytes = [UInt8](repeating: 0, count: max(0, length - from))
    let got = try file.read(into: &bytes, at: from)
    return StableHash.hash(bytes.span.extracting(0..<got), seed: UInt64(length))
}

/// Finds a torn last line and copies it into a file; nil if the file ends properly.
private func tornLine(
    _ path: String, copyTo aside: String
) throws(SavingError) -> (line: Int, offset: Int)? {
    let length = try RegularFile(path).length
    guard length > 0, try !endsWithLineFeed(path, length) else { return nil }
    var reader = try QueueReader(path)
    while let record = try reader.next() {
        if record.hasLineFeed { continue }
        guard case .faulty(let problem) = reader.content(), problem.kind == .tornLine else {
            return nil
        }
        let bytes = reader.withRaw { raw in Array(raw) }
        var copy = try ReplacingFile(replacing: aside)
        try copy.write(bytes)
        try copy.commit()
        return (record.line, record.offset)
    }
    return nil
}

func endsWithLineFeed(_ path: String, _ length: Int) throws(SavingError) -> Bool {
    var last: [UInt8] = [0]
    let got = try RegularFile(path).read(into: &last, at: length - 1)
    return got == 1 && last[0] == UInt8(ascii: "\n")
}
