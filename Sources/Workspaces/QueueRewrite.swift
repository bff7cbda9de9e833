internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Writes the next queue beside the present one and puts it in place together with a ledger transaction.
///
/// The states are drawn at ``Workspace``. Lines that are kept are copied byte for byte; memory follows the longest line.
final class QueueRewrite {
    enum Outcome {
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
    func run(
        _ body: (Line, borrowing QueueReader) throws(WorkspaceFailure) -> Outcome
    ) throws(WorkspaceFailure) {
        let path = workspace.paths.queue
        let range = range
        known = usesIndex ? try workspace.openIndex(seal) : nil
        defer { known = nil }
        var reader = try saving { () throws(SavingError) in try QueueReader(path, range: range) }
        var number = 0
        while let record = try nextRecord(&reader) {
            let isLine = !reader.isBlank
            let indexed = isLine ? try indexed(record, number) : nil
            let line = Line(
                record: record, indexed: indexed, place: record.line - 1,
                number: isLine ? number : nil)
            if isLine { number += 1 }
            switch try body(line, reader) {
            case .drop: continue
            case .keep:
                if record.isTooLong { throw .queue([tooLong(record)]) }
                if let indexed {
                    try enter(indexed.identity, record.count, indexed.factHash)
                } else if isLine, case .line(let line) = reader.content() {
                    // A line nobody can read is in no index.
                    try enter(
                        workspace.identity(of: line), record.count, FactJSON.hash(of: line.fact))
                }
                try reader.withRaw { raw throws(WorkspaceFailure) in try write(raw) }
            case .replace(let bytes, let identity, let fact):
                let hash = FactJSON.hash(of: fact)
                try bytes.withBytes { bytes throws(WorkspaceFailure) in
                    try add(bytes, identity, hash)
                }
            }
        }
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
    func finish() throws(WorkspaceFailure) {
        let paths = workspace.paths
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
        workspace.afterStep?(.committed)
        try saving { () throws(SavingError) in try moveIntoPlace(nextPath, over: paths.queue) }
        try saving { () throws(SavingError) in try moveIntoPlace(paths.nextIndex, over: paths.index)
        }
        workspace.afterStep?(.renamed)
        try workspace.settle()
        workspace.afterStep?(.settled)
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

extension Workspace {
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
