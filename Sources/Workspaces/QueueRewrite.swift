internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Writes the next queue beside the current one and replaces it together with a ledger transaction.
///
/// ``Workspace`` draws the states. Unchanged lines are copied byte for byte; memory grows with the
/// longest line.
final class QueueRewrite {
    enum Outcome: ~Copyable {
        case keep
        case drop
        /// A replacement: bytes without a line feed, identity and fact.
        case replace(ByteWriter, LineIdentity, StatementFact)
    }

    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let range: Range<Int>?
    private var next: AppendingFile
    private var index: QueueIndex
    private let usesIndex: Bool
    private var lines = 0
    /// The copy buffer.
    private var bytes: [UInt8] = []
    private let nextPath: String
    private var isDecided = false

    /// - Parameters:
    ///   - usesIndex: false if the index does not describe the file; identities are then computed.
    ///   - range: the valid bytes of the current file, if lines were appended that the ledger does
    ///     not know yet.
    init(
        _ workspace: Workspace, _ transaction: LedgerTransaction, usesIndex: Bool = true,
        range: Range<Int>? = nil
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.transaction = transaction
        self.range = range
        let path = workspace.paths.nextQueue(workspace.state.generation + 1)
        nextPath = path
        next = try saving(AppendingFile(path: path, expectedLength: 0))
        index = try saving(QueueIndex(creating: workspace.paths.nextIndex))
        index.stopFindingAdded()
        self.usesIndex = usesIndex
        // In a copied workspace it differs from the ledger's: a crash must not take the copy for an
        // edit.
        transaction.queue.stamp = workspace.state.stamp
    }

    /// Number of lines written so far, blank ones included.
    var linesWritten: Int { lines }

    /// One line of the current queue.
    struct Line {
        let record: QueueReader.Record
        /// From the index; nil for blank lines and without an index.
        let indexed: IndexRecord?
        var identity: LineIdentity? { indexed?.identity }
        /// Number in the file, from 0, blank lines included.
        let place: Int
        /// Number without blank lines, from 0, as in the index; nil for blank ones.
        let number: Int?
    }

    /// Iterates over the current queue; `body` returns each line's outcome.
    ///
    /// - Parameter mayChange: whether `body` must be called; if true of few lines, the bytes
    ///   between them are copied as a whole. Nil calls it for every line.
    func run(
        where mayChange: ((_ number: Int, LineIdentity) -> Bool)? = nil,
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        if usesIndex {
            var known = try workspace.openIndex()
            return try run(with: &known, where: mayChange, body)
        }
        try goThrough({ _, _ throws(WorkspaceFailure) in nil }, body)
    }

    /// The same with an open index.
    func run(
        with known: inout QueueIndex, where mayChange: ((_ number: Int, LineIdentity) -> Bool)?,
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        if let mayChange, let asked = try numbers(in: &known, where: mayChange) {
            return try run(asked, in: &known, body)
        }
        try goThrough(
            { record, number throws(WorkspaceFailure) in
                guard number < known.count else { return nil }
                let found = try self.record(number, in: &known)
                return found.offset == record.offset ? found : nil
            }, body)
    }

    private func goThrough(
        _ indexed: (QueueReader.Record, Int) throws(WorkspaceFailure) -> IndexRecord?,
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        var reader = try saving(QueueReader(workspace.paths.queue, range: range))
        var number = 0
        while let record = try nextRecord(&reader) {
            let isLine = !reader.isBlank
            let line = Line(
                record: record, indexed: isLine ? try indexed(record, number) : nil,
                place: record.line - 1, number: isLine ? number : nil)
            if isLine { number += 1 }
            try put(line, try body(line, reader), reader)
        }
    }

    private func put(
        _ line: Line, _ outcome: consuming Outcome, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) {
        switch consume outcome {
        case .drop: return
        case .keep:
            if line.record.isTooLong {
                throw .queue([
                    QueueProblem(kind: .lineTooLong, line: line.record.line, column: 1)
                ])
            }
            if let indexed = line.indexed {
                try enter(indexed.identity, line.record.count, indexed.factHash)
            } else if line.number != nil, case .line(let read) = reader.content() {
                // An unreadable line is not in the index.
                try enter(
                    workspace.identity(of: read), line.record.count, FactJSON.hash(of: read.fact))
            }
            try reader.withRaw { raw throws(WorkspaceFailure) in try write(raw) }
        case .replace(let bytes, let identity, let fact):
            let hash = FactJSON.hash(of: fact)
            try bytes.withBytes { bytes throws(WorkspaceFailure) in
                try add(bytes, identity, hash)
            }
        }
    }

    // MARK: A few lines of many

    /// Above this, reading all lines is faster than finding single ones.
    private static func linesAskedMax(of count: Int) -> Int { max(256, count / 32) }

    /// Numbers of the lines that may change; nil if they are many, or if the index does not match
    /// the file: an editor left blank lines, or is writing now.
    private func numbers(
        in known: inout QueueIndex, where mayChange: (Int, LineIdentity) -> Bool
    ) throws(WorkspaceFailure) -> [Int]? {
        guard try isAsWeLeftIt() else { return nil }
        let most = Self.linesAskedMax(of: known.count)
        var numbers: [Int] = []
        var end = 0
        for number in 0..<known.count {
            let record = try record(number, in: &known)
            // A blank line between two, or a missing last line feed.
            guard record.offset == end else { return nil }
            end += record.count + 1
            if mayChange(number, record.identity) {
                if numbers.count == most { return nil }
                numbers.append(number)
            }
        }
        return end == range?.upperBound ?? workspace.state.length ? numbers : nil
    }

    private func isAsWeLeftIt() throws(WorkspaceFailure) -> Bool {
        let state = workspace.state
        let now = QueueStamp(try workspace.currentStamp())
        guard state.lines == state.indexCount else { return false }
        guard let range else { return now == state.stamp }
        // Appending changed the times.
        return now.inode == state.stamp?.inode && now.device == state.stamp?.device
            && now.size == range.upperBound
    }

    private func run(
        _ asked: [Int], in known: inout QueueIndex,
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        let path = workspace.paths.queue
        let file = try saving(RegularFile(path))
        var reader = try saving(QueueReader(path))
        var next = 0
        for number in asked {
            try copy(next..<number, in: &known, from: file)
            next = number + 1
            let found = try self.record(number, in: &known)
            reader.seek(to: found.offset, line: number, bytes: found.count + 1)
            guard let record = try nextRecord(&reader), record.offset == found.offset,
                record.count == found.count, record.hasLineFeed
            else { throw .damaged("index") }
            let line = Line(record: record, indexed: found, place: number, number: number)
            try put(line, try body(line, reader), reader)
        }
        try copy(next..<known.count, in: &known, from: file)
    }

    /// Copies adjacent lines as one range.
    private func copy(
        _ numbers: Range<Int>, in known: inout QueueIndex, from file: borrowing RegularFile
    ) throws(WorkspaceFailure) {
        guard !numbers.isEmpty else { return }
        let start = try record(numbers.lowerBound, in: &known).offset
        try saving { () throws(SavingError) in
            let end = try index.add(numbers, of: &known, movedBy: next.length - start)
            try copy(start..<end, from: file)
        }
        lines += numbers.count
    }

    private func copy(
        _ range: Range<Int>, from file: borrowing RegularFile
    ) throws(SavingError) {
        var bytes: [UInt8] = []
        swap(&bytes, &self.bytes)
        defer { swap(&bytes, &self.bytes) }
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Limits.chunkBytes) }
        var at = range.lowerBound
        while at < range.upperBound {
            // Up to a page boundary: the kernel copies whole pages in two thirds of the time.
            let wanted = min(range.upperBound - at, bytes.count - next.length % 4_096)
            guard try file.read(into: &bytes, 0..<wanted, at: at) == wanted else {
                throw .stale(file.path)
            }
            try next.write(bytes.span.extracting(0..<wanted))
            at += wanted
        }
    }

    private func record(
        _ number: Int, in known: inout QueueIndex
    ) throws(WorkspaceFailure) -> IndexRecord {
        try saving(known.record(number))
    }

    private func add(
        _ bytes: Span<UInt8>, _ identity: LineIdentity, _ factHash: UInt32
    ) throws(WorkspaceFailure) {
        try enter(identity, bytes.count, factHash)
        try write(bytes)
    }

    /// Adds a line of an earlier queue: its bytes without the line feed, perhaps blank.
    ///
    /// - Parameter known: its identity in the ledger, which distinguishes equal lines. The rest is
    ///   the line's: an approved hold is none there, and doubts are not stored.
    func addAsItStood(
        _ bytes: Span<UInt8>, _ known: LineIdentity? = nil
    ) throws(WorkspaceFailure) {
        var isBlank = true
        for index in bytes.indices
        where bytes[index] != 0x20 && bytes[index] != 0x09 && bytes[index] != 0x0D {
            isBlank = false
        }
        if isBlank { return try write(bytes) }
        let line = try QueueLine(stored: bytes, in: known == nil ? "redo_page" : "undo_page")
        try add(bytes, workspace.identity(of: line, before: known), FactJSON.hash(of: line.fact))
    }

    /// Commits ledger and queue together.
    ///
    /// - Parameter settlesLater: returns once the command is durable, and leaves the rename to
    ///   ``Workspace/settleLast()``.
    func finish(settlesLater: Bool = false) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            try next.sync()
            try index.flush()
        }
        workspace.afterStep?(.nextSynced)
        let (length, tail, stamp) = try saving {
            () throws(SavingError) -> (Int, UInt64, FileStamp?) in
            let found = try fileStamp(nextPath)
            return (found?.size ?? 0, try tailHash(nextPath, endingAt: found?.size ?? 0), found)
        }
        guard let stamp else { throw .missing("next queue") }
        transaction.queue.generation += 1
        transaction.queue.length = length
        transaction.queue.lines = lines
        transaction.queue.tail = tail
        transaction.queue.indexCount = index.seal.count
        transaction.queue.indexSum = index.seal.sum
        transaction.queue.intent = .rename(inode: stamp.inode)
        try keeping(transaction.prepareCommit())
        isDecided = true
        workspace.beforeCommit?()
        try keeping(transaction.commit())
        workspace.state = transaction.queue
        workspace.unsettled = nextPath
        workspace.afterStep?(.committed)
        if !settlesLater { try workspace.settleLast() }
    }

    /// Removes the next queue; the caller rolls back the transaction.
    ///
    /// Does nothing after a failed commit: it may have happened (only its sync failed), and then
    /// the ledger needs this queue. The next start asks the ledger.
    func cancel() throws(WorkspaceFailure) {
        if isDecided { return }
        try saving { () throws(SavingError) in
            try removeRegularFile(nextPath)
            try removeRegularFile(workspace.paths.nextIndex)
            try removeRegularFile(workspace.paths.settingsIntent)
            for file in HouseholdFile.all {
                try removeRegularFile(workspace.paths.intent(of: file))
            }
        }
    }

    private func nextRecord(
        _ reader: inout QueueReader
    ) throws(WorkspaceFailure) -> QueueReader.Record? {
        try saving(reader.next())
    }

    private func enter(
        _ identity: LineIdentity, _ count: Int, _ factHash: UInt32
    ) throws(WorkspaceFailure) {
        let record = IndexRecord(
            identity: identity, offset: next.length, count: count, factHash: factHash)
        try saving(index.add(record))
    }

    private func write(_ bytes: Span<UInt8>) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            try next.write(bytes)
            try next.write(lineFeed)
        }
        lines += 1
    }
}

let lineFeed: [UInt8] = [UInt8(ascii: "\n")]

extension QueueLine {
    /// Parses a line that we stored outside the queue.
    ///
    /// - Parameter place: where it is damaged, for a bug report.
    init(stored bytes: Span<UInt8>, in place: String) throws(WorkspaceFailure) {
        do throws(QueueFault) { self = try Self.parse(bytes) } catch { throw .damaged(place) }
    }

    /// Its bytes without a line feed.
    var written: ByteWriter {
        var writer = ByteWriter(capacity: 1_024)
        append(to: &writer)
        return writer
    }
}

extension LedgerTransaction {
    /// Writes a changed queue line, and records the previous one for undo.
    func recordRewriting(
        _ place: QueueRewrite.Line, of line: QueueLine, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> ByteWriter {
        let writer = line.written
        let written = writer.withBytes { StableHash.hash($0, seed: 0) }
        try reader.withRaw { raw throws(WorkspaceFailure) in
            try keeping(
                record(.rewritten, line.key, place: place.place, written: written, old: raw))
        }
        return writer
    }
}

extension Workspace {
    /// Completes the last command, so that the next one can begin.
    ///
    /// - Throws: `readOnly`, or `queue` with the problems of the queue.
    func requireWritable() throws(WorkspaceFailure) {
        guard access == .writing else { throw .readOnly }
        try settleLast()
        guard problems.isEmpty else { throw .queue(problems) }
    }

    /// Changes queue and ledger together.
    ///
    /// - Parameters:
    ///   - batch: of the import, the last command, that the change is part of; nil for a command
    ///     of its own.
    ///   - change: returns false, or throws, if both are to stay as they were.
    func rewriteQueue(
        usesIndex: Bool = true, settlesLater: Bool = false, continuing batch: Int? = nil,
        _ change: (QueueRewrite, LedgerTransaction) throws(WorkspaceFailure) -> Bool
    ) throws(WorkspaceFailure) {
        let transaction = try keeping(LedgerTransaction(ledger, continuing: batch))
        let rewrite = try QueueRewrite(self, transaction, usesIndex: usesIndex)
        do throws(WorkspaceFailure) {
            if try change(rewrite, transaction) {
                return try rewrite.finish(settlesLater: settlesLater)
            }
        } catch {
            transaction.rollback()
            if state.intent == .none { try rewrite.cancel() }
            throw error
        }
        try rewrite.cancel()
        transaction.rollback()
    }

    /// Renames the next queue of the last command, if that was deferred; after a crash the next
    /// start does it.
    package func settleLast() throws(WorkspaceFailure) {
        guard let next = unsettled else { return }
        try saving(moveIntoPlace(next, over: paths.queue))
        try saving(moveIntoPlace(paths.nextIndex, over: paths.index))
        afterStep?(.renamed)
        try settle()
        unsettled = nil
        afterStep?(.settled)
    }

    /// The index of the current queue; rebuilt if its file does not match the ledger.
    func openIndex() throws(WorkspaceFailure) -> QueueIndex {
        let path = paths.index
        let isWritable = access == .writing
        for isSecond in [false, true] {
            let seal = IndexSeal(count: state.indexCount, sum: state.indexSum)
            let found = try saving { () throws(SavingError) -> QueueIndex? in
                if seal.count == 0, isWritable { return try QueueIndex(creating: path) }
                return try QueueIndex.open(path: path, seal: seal, isWritable: isWritable)
            }
            if let found { return found }
            if isSecond { break }
            try readQueue()
            if !problems.isEmpty { throw .queue(problems) }
        }
        throw .damaged("index")
    }

    /// The identity of an entry with another fact.
    func identity(of fact: StatementFact, in entry: LedgerEntry) -> LineIdentity {
        var identity = identify(fact, entry.key)
        identity.key = entry.key
        identity.occurrence = entry.identity.occurrence
        identity.account = entry.identity.account
        return identity
    }

    /// The current identity of a line; `before` distinguishes equal lines.
    func identity(of line: QueueLine, before: LineIdentity? = nil) -> LineIdentity {
        var identity = identify(line.fact, line.key)
        identity.key = line.key
        identity.isDoubtful = line.state == .ambiguous
        if let before { identity.occurrence = before.occurrence }
        return identity
    }
}
