internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Writes the next queue beside the present one and puts it in place together with a ledger transaction.
///
/// The states are drawn at ``Workspace``. Lines that are kept are copied byte for byte; memory follows the longest line.
final class QueueRewrite {
    enum Outcome: ~Copyable {
        case keep
        case drop
        /// A new line in its place: bytes without a line feed, its identity and its fact.
        case replace(ByteWriter, LineIdentity, StatementFact)
    }

    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let range: Range<Int>?
    private var next: AppendingFile
    private var index: QueueIndex
    private let usesIndex: Bool
    private let seal: IndexSeal?
    /// Open while the present queue is gone through.
    private var known: QueueIndex?
    private var lines = 0
    private let nextPath: String
    /// The ledger was asked to commit.
    private var isDecided = false

    /// - Parameters:
    ///   - usesIndex: false when the index does not describe the file; identities are then asked for.
    ///   - seal: what the index must be, when lines were added that the ledger does not know yet.
    ///   - range: the bytes of the present file that count, when not all.
    init(
        _ workspace: Workspace, _ transaction: LedgerTransaction, usesIndex: Bool = true,
        seal: IndexSeal? = nil, range: Range<Int>? = nil
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.transaction = transaction
        self.range = range
        let path = workspace.paths.nextQueue(workspace.state.generation + 1)
        nextPath = path
        let nextIndex = workspace.paths.nextIndex
        next = try saving { () throws(SavingError) in
            try AppendingFile(path: path, expectedLength: 0)
        }
        index = try saving { () throws(SavingError) in try QueueIndex(creating: nextIndex) }
        index.stopFindingAdded()
        self.usesIndex = usesIndex
        self.seal = seal
        // Of a copied workspace it is another than the ledger has: a crash must not take the copy for an edit.
        transaction.queue.stamp = workspace.state.stamp
    }

    /// Number of lines written so far, blank ones too.
    var linesWritten: Int { lines }

    /// One line of the present queue.
    struct Line {
        let record: QueueReader.Record
        /// As the index has it; nil for blank lines and without an index.
        let indexed: IndexRecord?
        var identity: LineIdentity? { indexed?.identity }
        /// Its number in the file, from 0, blank lines counted.
        let place: Int
        /// Its number among the lines that are not blank, from 0, as in the index; nil for blank ones.
        let number: Int?
    }

    /// Goes through the present queue; `body` says what becomes of each line.
    ///
    /// - Parameter mayChange: whether `body` has anything to say of a line; where it is few lines, what lies between them is copied
    ///   as it lies. Nil asks of every line.
    func run(
        where mayChange: ((_ number: Int, LineIdentity) -> Bool)? = nil,
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        let path = workspace.paths.queue
        let range = range
        known = usesIndex ? try workspace.openIndex(seal) : nil
        defer { known = nil }
        if let mayChange, let asked = try numbers(where: mayChange) {
            return try run(asked, body)
        }
        var reader = try saving { () throws(SavingError) in try QueueReader(path, range: range) }
        var number = 0
        while let record = try nextRecord(&reader) {
            let isLine = !reader.isBlank
            let indexed = isLine ? try indexed(record, number) : nil
            let line = Line(
                record: record, indexed: indexed, place: record.line - 1,
                number: isLine ? number : nil)
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
            if line.record.isTooLong { throw .queue([tooLong(line.record)]) }
            if let indexed = line.indexed {
                try enter(indexed.identity, line.record.count, indexed.factHash)
            } else if line.number != nil, case .line(let read) = reader.content() {
                // A line nobody can read is in no index.
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

    /// More are read line by line sooner than found one by one.
    private static let linesAskedMax = 256

    /// Numbers of the lines that may change; nil when they are many, or when the index does not lie on the file line by line: a
    /// person's editor left blank lines, or has it open now.
    private func numbers(
        where mayChange: (Int, LineIdentity) -> Bool
    ) throws(WorkspaceFailure) -> [Int]? {
        let count = workspace.state.indexCount
        guard known != nil, range == nil, seal == nil, workspace.state.lines == count,
            QueueStamp(try workspace.currentStamp()) == workspace.state.stamp
        else { return nil }
        var numbers: [Int] = []
        var end = 0
        for number in 0..<count {
            let record = try knownRecord(number)
            // A blank line between two, a last one without its line feed.
            guard record.offset == end else { return nil }
            end += record.count + 1
            if mayChange(number, record.identity) {
                if numbers.count == Self.linesAskedMax { return nil }
                numbers.append(number)
            }
        }
        return end == workspace.state.length ? numbers : nil
    }

    private func run(
        _ asked: [Int], _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        let path = workspace.paths.queue
        let file = try saving { () throws(SavingError) in try RegularFile(path) }
        var reader = try saving { () throws(SavingError) in try QueueReader(path) }
        var next = 0
        for number in asked {
            try copy(next..<number, from: file)
            next = number + 1
            let known = try knownRecord(number)
            reader.seek(to: known.offset, line: number)
            guard let record = try nextRecord(&reader), record.offset == known.offset,
                record.count == known.count, record.hasLineFeed
            else { throw .damaged("index") }
            let line = Line(record: record, indexed: known, place: number, number: number)
            try put(line, try body(line, reader), reader)
        }
        try copy(next..<workspace.state.indexCount, from: file)
    }

    /// Copies neighbours as they lie.
    private func copy(
        _ numbers: Range<Int>, from file: borrowing RegularFile
    ) throws(WorkspaceFailure) {
        guard !numbers.isEmpty else { return }
        let start = try knownRecord(numbers.lowerBound).offset
        let shift = next.length - start
        var end = start
        for number in numbers {
            let record = try knownRecord(number)
            end = record.offset + record.count + 1
            do throws(SavingError) {
                try index.add(
                    IndexRecord(
                        identity: record.identity, offset: record.offset + shift,
                        count: record.count, factHash: record.factHash))
            } catch {
                throw .saving(error)
            }
        }
        var bytes = [UInt8](repeating: 0, count: min(end - start, Limits.chunkBytes))
        var at = start
        while at < end {
            do throws(SavingError) {
                let got = min(try file.read(into: &bytes, at: at), end - at)
                guard got > 0 else {
                    throw SavingError(operation: .compareLength, path: file.path, errno: stale)
                }
                try next.write(bytes.span.extracting(0..<got))
                at += got
            } catch {
                throw .saving(error)
            }
        }
        lines += numbers.count
    }

    private func knownRecord(_ number: Int) throws(WorkspaceFailure) -> IndexRecord {
        var found: IndexRecord?
        do throws(SavingError) { found = try known?.record(number) } catch { throw .saving(error) }
        guard let found else { throw .damaged("index") }
        return found
    }

    private func add(
        _ bytes: Span<UInt8>, _ identity: LineIdentity, _ factHash: UInt32
    ) throws(WorkspaceFailure) {
        try enter(identity, bytes.count, factHash)
        try write(bytes)
    }

    /// Adds a line of an earlier queue: its bytes without the line feed, blank or not.
    ///
    /// - Parameter known: its identity when it left the queue, which knows which of several equal lines it was.
    func addAsItStood(
        _ bytes: Span<UInt8>, _ known: LineIdentity? = nil
    ) throws(WorkspaceFailure) {
        var isBlank = true
        for index in bytes.indices
        where bytes[index] != 0x20 && bytes[index] != 0x09 && bytes[index] != 0x0D {
            isBlank = false
        }
        if isBlank { return try write(bytes) }
        let line: QueueLine
        do throws(QueueFault) {
            line = try QueueLine.parse(bytes)
        } catch {
            throw .damaged(known == nil ? "redo_page" : "undo_page")
        }
        try add(bytes, known ?? workspace.identity(of: line), FactJSON.hash(of: line.fact))
    }

    /// Commits ledger and queue together.
    ///
    /// - Parameter settlesLater: the command is durable, and the next queue waits for ``Workspace/settleLast()``.
    func finish(settlesLater: Bool = false) throws(WorkspaceFailure) {
        let nextPath = nextPath
        try syncNext()
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
        let transaction = transaction
        isDecided = true
        try keeping { () throws(LedgerFailure) in try transaction.commit() }
        workspace.state = transaction.queue
        workspace.unsettled = nextPath
        workspace.afterStep?(.committed)
        if !settlesLater { try workspace.settleLast() }
    }

    /// Gives the next queue up; the transaction is the caller's to roll back.
    ///
    /// Not after a commit that failed: it may have happened all the same (only the sync behind it failed), and then the ledger
    /// wants this queue. The next start asks the ledger.
    func cancel() throws(WorkspaceFailure) {
        if isDecided { return }
        let nextPath = nextPath
        let nextIndex = workspace.paths.nextIndex
        try saving { () throws(SavingError) in
            try removeRegularFile(nextPath)
            try removeRegularFile(nextIndex)
        }
    }

    private func syncNext() throws(WorkspaceFailure) {
        do throws(SavingError) {
            try next.sync()
            try index.flush()
        } catch {
            throw .saving(error)
        }
    }

    private func nextRecord(
        _ reader: inout QueueReader
    ) throws(WorkspaceFailure) -> QueueReader.Record? {
        do throws(SavingError) { return try reader.next() } catch { throw .saving(error) }
    }

    private func tooLong(_ record: QueueReader.Record) -> QueueProblem {
        QueueProblem(kind: .lineTooLong, line: record.line, column: 1)
    }

    private func indexed(
        _ record: QueueReader.Record, _ number: Int
    ) throws(WorkspaceFailure) -> IndexRecord? {
        do throws(SavingError) {
            guard let found = try known?.record(number), found.offset == record.offset else {
                return nil
            }
            return found
        } catch {
            throw .saving(error)
        }
    }

    private func enter(
        _ identity: LineIdentity, _ count: Int, _ factHash: UInt32
    ) throws(WorkspaceFailure) {
        let record = IndexRecord(
            identity: identity, offset: next.length, count: count, factHash: factHash)
        do throws(SavingError) { try index.add(record) } catch { throw .saving(error) }
    }

    private func write(_ bytes: Span<UInt8>) throws(WorkspaceFailure) {
        do throws(SavingError) {
            try next.write(bytes)
            try next.write(lineFeed)
        } catch {
            throw .saving(error)
        }
        lines += 1
    }
}

let lineFeed: [UInt8] = [UInt8(ascii: "\n")]

/// `ESTALE`: the file is another than it was.
private let stale: Int32 = 116

extension Workspace {
    /// Puts the queue of the last command in its place, when that was left for later; a crash before it leaves it to the next start.
    package func settleLast() throws(WorkspaceFailure) {
        guard let next = unsettled else { return }
        let paths = paths
        try saving { () throws(SavingError) in try moveIntoPlace(next, over: paths.queue) }
        try saving { () throws(SavingError) in try moveIntoPlace(paths.nextIndex, over: paths.index)
        }
        afterStep?(.renamed)
        try settle()
        unsettled = nil
        afterStep?(.settled)
    }

    /// The index of the present queue; made anew when its file is not the one the ledger knows.
    func openIndex(_ wanted: IndexSeal? = nil) throws(WorkspaceFailure) -> QueueIndex {
        let path = paths.index
        let isWritable = access == .writing
        for isSecond in [false, true] {
            let seal = wanted ?? IndexSeal(count: state.indexCount, sum: state.indexSum)
            let found = try saving { () throws(SavingError) -> QueueIndex? in
                if seal.count == 0, isWritable { return try QueueIndex(creating: path) }
                return try QueueIndex.open(path: path, seal: seal, isWritable: isWritable)
            }
            if let found { return found }
            if isSecond || wanted != nil { break }
            try readQueue()
            if !problems.isEmpty { throw .queue(problems) }
        }
        throw .damaged("index")
    }

    /// The identity of an entry under another fact.
    func identity(of fact: StatementFact, in entry: LedgerEntry) -> LineIdentity {
        var identity = identify(fact, entry.key)
        identity.key = entry.key
        identity.occurrence = entry.identity.occurrence
        identity.account = entry.identity.account
        return identity
    }

    /// The identity of a line as it is now; `before` knows which of several equal lines it was.
    func identity(of line: QueueLine, before: LineIdentity? = nil) -> LineIdentity {
        var identity = identify(line.fact, line.key)
        identity.key = line.key
        identity.isDoubtful = line.state == .ambiguous
        if let before { identity.occurrence = before.occurrence }
        return identity
    }
}
