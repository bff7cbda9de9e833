internal import Facts
internal import Ledger
internal import Pending
internal import Saving

/// What reading the whole queue found.
struct QueueReadingResult {
    var problems: [QueueProblem] = []
    var lines = 0
    var stamp: FileStamp
    var seal = IndexSeal.empty
    /// Lines, by their numbers from 1 on, whose keys the ledger has already: it decides.
    var decided: Set<Int> = []
    /// Lines that the index has and the queue has not.
    var gone: [LineKey] = []
    /// What lines were known as whose keys somebody changed.
    var renamed: [Int: LineIdentity] = [:]

    /// Nothing is wrong that the ledger and the index cannot settle.
    var isSettledByLedger: Bool {
        !(decided.isEmpty && renamed.isEmpty)
            && problems.allSatisfy {
                ($0.kind == .keyAlreadyDecided && decided.contains($0.line))
                    || ($0.kind == .keyChanged && renamed[$0.line] != nil)
            }
    }
}

/// One pass over the queue that proves every line and makes the index.
final class QueueReading {
    /// A line as its key tells it.
    private struct Named {
        var key: LineKey
        let line: Int
        /// The index has it under this key with the same facts.
        let isAsLeft: Bool
    }

    /// A line that the index does not have so.
    private struct Stranger {
        /// Its place among the lines named.
        let number: Int
        let identity: LineIdentity
        let factHash: UInt32
    }

    private let workspace: Workspace
    private let makesIndex: Bool
    private var named: [Named] = []
    private var strangers: [Stranger] = []
    /// The record behind the one found last: an edited queue mostly stands in the order it had.
    private var nextKnown = 0
    /// Lines of each import.
    private(set) var batches: [Int: Int] = [:]

    init(_ workspace: Workspace, makesIndex: Bool) {
        self.workspace = workspace
        self.makesIndex = makesIndex
    }

    func run() throws(WorkspaceFailure) -> QueueReadingResult {
        let paths = workspace.paths
        let writes = makesIndex
        let lookups = try keeping { () throws(LedgerFailure) in try LedgerLookups(workspace.ledger)
        }
        var known = try knownIndex()
        var reader = try saving { () throws(SavingError) in try QueueReader(paths.queue) }
        var index: QueueIndex? =
            writes
            ? try saving { () throws(SavingError) in try QueueIndex(creating: paths.remadeIndex) }
            : nil
        var result = QueueReadingResult(stamp: reader.stamp)
        while let record = try next(&reader) {
            result.lines += 1
            switch reader.content() {
            case .blank: continue
            case .faulty(let problem): result.problems.append(problem)
            case .line(let line):
                batches[line.batch, default: 0] += 1
                let decided = try keeping { () throws(LedgerFailure) in
                    try lookups.place(of: line.key)
                }
                if decided != nil {
                    result.decided.insert(record.line)
                    result.problems.append(
                        QueueProblem(
                            kind: .keyAlreadyDecided, line: record.line, column: 1, member: "key"))
                }
                var identity = workspace.identify(line.fact, line.key)
                identity.key = line.key
                identity.isDoubtful = line.state == .ambiguous
                let factHash = FactJSON.hash(of: line.fact)
                let before = try before(line.key, &known)
                let isChanged = before.map { Self.isChanged($0, identity, factHash) }
                if isChanged == true {
                    result.problems.append(
                        QueueProblem(
                            kind: .factChanged, line: record.line, column: 1, member: "fact"))
                }
                if isChanged != false, known != nil {
                    strangers.append(
                        Stranger(number: named.count, identity: identity, factHash: factHash))
                }
                named.append(
                    Named(key: line.key, line: record.line, isAsLeft: isChanged == false))
                let entry = IndexRecord(
                    identity: identity, offset: record.offset, count: record.count,
                    factHash: factHash)
                do throws(SavingError) { try index?.add(entry) } catch { throw .saving(error) }
            }
        }
        try findChangedKeys(&known, &result)
        try addRepeatedKeys(&result.problems)
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
        do throws(SavingError) { return try reader.next() } catch { throw .saving(error) }
    }

    /// The index as it was before the edit, when it is at hand.
    private func knownIndex() throws(WorkspaceFailure) -> QueueIndex? {
        let state = workspace.state
        let path = workspace.paths.index
        guard state.indexCount > 0 else { return nil }
        do throws(SavingError) {
            return try QueueIndex.open(
                path: path, seal: IndexSeal(count: state.indexCount, sum: state.indexSum),
                isWritable: false)
        } catch {
            throw .saving(error)
        }
    }

    /// Whether a line was known under its key with other facts.
    private static func isChanged(
        _ found: IndexRecord, _ identity: LineIdentity, _ factHash: UInt32
    ) -> Bool {
        if found.factHash != factHash { return true }
        // Not by the balance, of which a ledger that is only read may have a hash of its version.
        let before = found.identity
        return before.account != identity.account || before.day != identity.day
            || before.second != identity.second || before.units != identity.units
            || before.currency != identity.currency || before.scale != identity.scale
            || before.isHold != identity.isHold || before.bankID != identity.bankID
            || before.original != identity.original || before.text != identity.text
    }

    /// The line of this key as the index has it. Only where lines moved are all of a day looked at,
    /// which may be thousands.
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

    /// More equal lines than anybody has at one moment.
    private static let occurrencesTried: UInt16 = 64

    /// A line that is in no index under its key, while the key that its facts make is there with
    /// the same facts and of no line: somebody changed the key, and the facts say what it was.
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
        for line in renamed.keys {
            result.problems.append(
                QueueProblem(kind: .keyChanged, line: line, column: 1, member: "key"))
        }
    }

    private func linesGone(_ known: inout QueueIndex?) throws(WorkspaceFailure) -> [LineKey] {
        // Mostly all are there, and need not be looked for.
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

    private func addRepeatedKeys(_ problems: inout [QueueProblem]) throws(WorkspaceFailure) {
        named.sort { ($0.key, $0.line) < ($1.key, $1.line) }
        var repeated: [QueueProblem] = []
        for (before, this) in zip(named, named.dropFirst()) where before.key == this.key {
            repeated.append(
                QueueProblem(kind: .keyTwice, line: this.line, column: 1, member: "key"))
        }
        problems += repeated
        problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }
}
