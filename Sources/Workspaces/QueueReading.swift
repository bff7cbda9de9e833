internal import Facts
internal import Ledger
internal import Pending
internal import Saving

/// The results of reading the whole queue.
struct QueueReadingResult {
    var problems: [QueueProblem] = []
    var lines = 0
    var stamp: FileStamp
    var seal = IndexSeal.empty
    /// Numbers, from 1, of lines whose keys the ledger has: the ledger decides.
    var decided: Set<Int> = []
    /// Lines of the index missing from the queue.
    var gone: [LineKey] = []
    /// The known identities of lines whose keys were edited.
    var renamed: [Int: LineIdentity] = [:]
    /// Lines with equal facts that the index calls a hold or doubtful, and that are not, or the
    /// other way round.
    var indexedOtherwise = 0

    mutating func add(_ kind: QueueProblem.Kind, at line: Int, member: String) {
        problems.append(QueueProblem(kind: kind, line: line, column: 1, member: member))
    }

    /// The ledger and the index can settle all problems.
    var isSettledByLedger: Bool {
        !(decided.isEmpty && renamed.isEmpty)
            && problems.allSatisfy {
                ($0.kind == .keyAlreadyDecided && decided.contains($0.line))
                    || ($0.kind == .keyChanged && renamed[$0.line] != nil)
            }
    }
}

/// Validates every line in one pass over the queue, and builds the index.
final class QueueReading {
    private struct Named {
        var key: LineKey
        let line: Int
        /// The index has it under this key with equal facts.
        let isAsLeft: Bool
    }

    /// A line that differs from the index or is not in it.
    private struct Stranger {
        /// Index in `named`.
        let number: Int
        let identity: LineIdentity
        let factHash: UInt32
    }

    private let workspace: Workspace
    private let makesIndex: Bool
    private var named: [Named] = []
    private var strangers: [Stranger] = []
    /// The record after the last match: an edited queue is mostly in its old order.
    private var nextKnown = 0
    /// Number of lines by import.
    private(set) var batches: [Int: Int] = [:]

    init(_ workspace: Workspace, makesIndex: Bool) {
        self.workspace = workspace
        self.makesIndex = makesIndex
    }

    func run() throws(WorkspaceFailure) -> QueueReadingResult {
        let paths = workspace.paths
        let writes = makesIndex
        let lookups = try keeping(LedgerLookups(workspace.ledger))
        var known = try knownIndex()
        var reader = try saving(QueueReader(paths.queue))
        var index: QueueIndex? =
            writes ? try saving(QueueIndex(creating: paths.remadeIndex)) : nil
        var result = QueueReadingResult(stamp: reader.stamp)
        var unproved: [Int] = []
        while let record = try next(&reader) {
            result.lines += 1
            switch reader.content() {
            case .blank: continue
            case .faulty(let problem): result.problems.append(problem)
            case .line(let line):
                batches[line.batch, default: 0] += 1
                let decided = try keeping(lookups.place(of: line.key))
                if decided != nil {
                    result.decided.insert(record.line)
                    result.add(.keyAlreadyDecided, at: record.line, member: "key")
                }
                let identity = workspace.identity(of: line)
                let factHash = FactJSON.hash(of: line.fact)
                let before = try before(line.key, &known)
                let isChanged = before.map { Self.isChanged($0, identity, factHash) }
                if isChanged == false,
                    before?.identity.isHold != identity.isHold
                        || before?.identity.isDoubtful != identity.isDoubtful
                {
                    result.indexedOtherwise += 1
                }
                if isChanged == true {
                    result.add(.factChanged, at: record.line, member: "fact")
                }
                if isChanged == nil, !isKey(of: identity) { unproved.append(record.line) }
                if isChanged != false, known != nil {
                    strangers.append(
                        Stranger(number: named.count, identity: identity, factHash: factHash))
                }
                named.append(
                    Named(key: line.key, line: record.line, isAsLeft: isChanged == false))
                let entry = IndexRecord(
                    identity: identity, offset: record.offset, count: record.count,
                    factHash: factHash)
                try saving(index?.add(entry))
            }
        }
        // A hold keeps its key when it is booked at another amount. Such lines prove nothing by
        // themselves, but an equal index does.
        let state = workspace.state
        let before = IndexSeal(count: state.indexCount, sum: state.indexSum)
        if let seal = index?.seal, seal != before {
            for line in unproved { result.add(.factChanged, at: line, member: "fact") }
        }
        try findChangedKeys(&known, &result)
        addRepeatedKeys(&result)
        if writes { result.gone = try linesGone(&known) }
        if writes, result.problems.isEmpty {
            result.seal = index?.seal ?? .empty
            do throws(SavingError) {
                try index?.flush()
                try moveIntoPlace(paths.remadeIndex, over: paths.index)
            } catch {
                throw .saving(error)
            }
        }
        return result
    }

    private func next(
        _ reader: inout QueueReader
    ) throws(WorkspaceFailure) -> QueueReader.Record? {
        try saving(reader.next())
    }

    /// The index from before the edit, if available.
    private func knownIndex() throws(WorkspaceFailure) -> QueueIndex? {
        let state = workspace.state
        guard state.indexCount > 0 else { return nil }
        return try saving(
            QueueIndex.open(
                path: workspace.paths.index,
                seal: IndexSeal(count: state.indexCount, sum: state.indexSum),
                isWritable: false))
    }

    /// Whether the facts of a known key differ.
    private static func isChanged(
        _ found: IndexRecord, _ identity: LineIdentity, _ factHash: UInt32
    ) -> Bool {
        if found.factHash != factHash { return true }
        // Ignores the balance: a ledger opened for reading may have its version's hash of it. And
        // the hold: earlier releases indexed it wrong after an undo, and the facts' hash has it.
        let before = found.identity
        return before.account != identity.account || before.day != identity.day
            || before.second != identity.second || before.units != identity.units
            || before.currency != identity.currency || before.scale != identity.scale
            || before.bankID != identity.bankID || before.original != identity.original
            || before.text != identity.text
    }

    /// Whether the key is the one that the line's facts give.
    private func isKey(of identity: LineIdentity) -> Bool {
        guard let keys = workspace.keys else { return true }
        return keys(identity, identity.occurrence) == identity.key
    }

    /// The index record of this key. Searches all records of a day, perhaps thousands, only if
    /// lines moved.
    private func before(
        _ key: LineKey, _ known: inout QueueIndex?
    ) throws(WorkspaceFailure) -> IndexRecord? {
        do throws(SavingError) {
            if nextKnown < known?.count ?? 0, let next = try known?.record(nextKnown),
                next.identity.key == key
            {
                nextKnown += 1
                return next
            }
            var numbers: [UInt32] = []
            known?.findRecords(keyAccount: key.account, day: key.day, into: &numbers)
            for number in numbers {
                guard let found = try known?.record(Int(number)), found.identity.key == key else {
                    continue
                }
                nextKnown = Int(number) + 1
                return found
            }
            return nil
        } catch {
            throw .saving(error)
        }
    }

    /// More equal lines than any real moment has.
    private static let occurrencesTried: UInt16 = 64

    /// Finds lines whose key was edited: it is not in the index, but the key computed from the
    /// facts is, with equal facts and without a line.
    private func findChangedKeys(
        _ known: inout QueueIndex?, _ result: inout QueueReadingResult
    ) throws(WorkspaceFailure) {
        guard !strangers.isEmpty, let keys = workspace.keys else { return }
        var taken = Set(named.lazy.filter(\.isAsLeft).map(\.key))
        for stranger in strangers {
            for occurrence in 0..<Self.occurrencesTried {
                let key = keys(stranger.identity, occurrence)
                if key == stranger.identity.key { break }
                guard let before = try before(key, &known),
                    !Self.isChanged(before, stranger.identity, stranger.factHash),
                    taken.insert(key).inserted
                else { continue }
                named[stranger.number].key = key
                result.renamed[named[stranger.number].line] = before.identity
                break
            }
        }
        if result.renamed.isEmpty { return }
        let renamed = result.renamed
        result.decided.subtract(renamed.keys)
        result.problems.removeAll { renamed[$0.line] != nil }
        for line in renamed.keys { result.add(.keyChanged, at: line, member: "key") }
    }

    private func linesGone(_ known: inout QueueIndex?) throws(WorkspaceFailure) -> [LineKey] {
        // Usually all are present, which makes the search unnecessary.
        guard let count = known?.count, named.count(where: \.isAsLeft) < count else { return [] }
        let present = Set(named.lazy.map(\.key))
        var gone: [LineKey] = []
        do throws(SavingError) {
            for number in 0..<count {
                guard let key = try known?.record(number).identity.key, !present.contains(key)
                else { continue }
                gone.append(key)
            }
        } catch {
            throw .saving(error)
        }
        return gone
    }

    private func addRepeatedKeys(_ result: inout QueueReadingResult) {
        named.sort { ($0.key, $0.line) < ($1.key, $1.line) }
        for (before, this) in zip(named, named.dropFirst()) where before.key == this.key {
            result.add(.keyTwice, at: this.line, member: "key")
        }
        result.problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
