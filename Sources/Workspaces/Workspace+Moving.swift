package import Facts
package import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// What a repair did, or would do.
package struct RepairReport: Sendable, Equatable {
    /// Lines that are in the other account now.
    package var moved = 0
    /// Of them lines that the other account had already: each is one line now, with the sources of both.
    package var joined = 0
    /// Lines that left queue, ledger and dismissed lines.
    package var forgotten = 0
    /// Lines that other files showed too.
    package var kept = 0

    package var isEmpty: Bool { self == RepairReport() }
}

/// One line as a repair looks at it.
package struct RepairedLine: Sendable {
    package enum Place: Sendable { case queue, ledger, tombstone }

    package let key: LineKey
    package let place: Place
    package let fact: StatementFact
    package let sources: [LineSource]
    package let isByHand: Bool
    fileprivate let batch: Int
    fileprivate let identity: LineIdentity
}

extension Workspace {
    /// Every line of queue, ledger and dismissed lines.
    package func forEachRepairedLine(
        _ body: (RepairedLine) throws(WorkspaceFailure) -> Void
    ) throws(WorkspaceFailure) {
        let ledger = ledger
        var waiting: [RepairedLine] = []
        try forEachQueueLine { line in
            waiting.append(
                RepairedLine(
                    key: line.key, place: .queue, fact: line.fact, sources: line.sources,
                    isByHand: false, batch: line.batch, identity: identity(of: line)))
            return true
        }
        for line in waiting { try body(line) }
        var entries = try keeping { () throws(LedgerFailure) in try EntryCursor(ledger) }
        while let entry = try keeping({ () throws(LedgerFailure) in try entries.next() }) {
            try body(
                RepairedLine(
                    key: entry.key, place: .ledger, fact: entry.fact, sources: entry.sources,
                    isByHand: entry.isByHand, batch: entry.batch, identity: entry.identity))
        }
        var dismissed: [Tombstone] = []
        try keeping { () throws(LedgerFailure) in
            try ledger.forEachTombstone { dismissed.append($0) }
        }
        for tombstone in dismissed {
            let line = try parsed(tombstone)
            try body(
                RepairedLine(
                    key: tombstone.identity.key, place: .tombstone, fact: line.fact,
                    sources: line.sources, isByHand: false, batch: tombstone.batch,
                    identity: tombstone.identity))
        }
    }

    fileprivate func parsed(_ tombstone: Tombstone) throws(WorkspaceFailure) -> QueueLine {
        do throws(QueueFault) {
            return try QueueLine.parse(tombstone.line.span)
        } catch {
            throw .damaged("tombstone")
        }
    }

    /// Makes lines those of another account, as one command that undo takes back.
    ///
    /// A line that the account has already, seen in other files, becomes one with it: it keeps what was approved and said, and
    /// the sources of both.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - accounts: of a file, where its lines are from now on.
    package func move(
        command: String, to account: String, isDryRun: Bool = false,
        accounts: (SeenFile) -> [String] = { $0.accounts }, where isMoved: (RepairedLine) -> Bool
    ) throws(WorkspaceFailure) -> RepairReport {
        let plan = try MovePlan(self, to: account, where: isMoved)
        return try repair(command, plan, isDryRun: isDryRun) { file in
            var file = file
            file.accounts = accounts(file)
            return file
        }
    }

    /// Takes back what only these files brought; what other files showed too, or a person wrote, stays and loses the source.
    package func forget(
        isDryRun: Bool = false, files isForgotten: (SeenFile) -> Bool,
        sources isTheirs: (StatementFact, LineSource) -> Bool
    ) throws(WorkspaceFailure) -> RepairReport {
        let plan = try MovePlan(self, forgetting: isTheirs)
        return try repair("import --forget", plan, isDryRun: isDryRun) {
            isForgotten($0) ? nil : $0
        }
    }

    private func repair(
        _ command: String, _ plan: MovePlan, isDryRun: Bool, _ file: (SeenFile) -> SeenFile?
    ) throws(WorkspaceFailure) -> RepairReport {
        guard access == .writing else { throw .readOnly }
        try settleLast()
        guard problems.isEmpty else { throw .queue(problems) }
        let ledger = ledger
        let files = try keeping { () throws(LedgerFailure) in try ledger.seenFiles() }
        let changesFiles = files.contains { file($0) != $0 }
        if isDryRun || (plan.report.isEmpty && !changesFiles) { return plan.report }
        try keeping { () throws(LedgerFailure) in try ledger.useCache(megabytes: 64) }
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        let rewrite = try QueueRewrite(self, transaction)
        do throws(WorkspaceFailure) {
            let repair = try keeping { () throws(LedgerFailure) in try transaction.beginRepair() }
            try plan.changeLedger(transaction, repair)
            try keeping { () throws(LedgerFailure) in
                try transaction.change(files, to: file)
                try transaction.doubtOwnNumbers()
                try repair.end()
            }
            try plan.changeQueue(rewrite, transaction)
            try keeping { () throws(LedgerFailure) in try transaction.finish(command: command) }
            try rewrite.finish()
            return plan.report
        } catch {
            transaction.rollback()
            if state.intent == .none { try rewrite.cancel() }
            throw error
        }
    }
}

/// What becomes of each line; nothing is changed by making it.
private final class MovePlan {
    private enum Fate {
        /// The line's fact, identity and sources as they will be.
        case changed(StatementFact, LineIdentity, [LineSource])
        case dropped
    }

    private(set) var report = RepairReport()
    private let workspace: Workspace
    private var fates: [LineKey: Fate] = [:]
    /// How many lines of each import are dropped.
    private var dropped: [Int: Int] = [:]
    /// New keys of lines that move.
    private var names: [LineKey: LineKey] = [:]

    /// What two lines of one payment share, whichever files showed them.
    private struct Look: Hashable {
        let day: Int32
        let second: Int32
        let units: Int64
        let currency: UInt32
        let text: UInt64
        let balance: UInt64

        init(_ line: LineIdentity) {
            day = line.day
            second = line.second
            units = line.units
            currency = line.currency
            text = line.text
            balance = line.balance
        }
    }

    init(
        _ workspace: Workspace, to account: String, where isMoved: (RepairedLine) -> Bool
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        var moving: [RepairedLine] = []
        var taken: Set<LineKey> = []
        var there: [Look: [RepairedLine]] = [:]
        try workspace.forEachRepairedLine { line throws(WorkspaceFailure) in
            if line.fact.account == account {
                taken.insert(line.key)
                if !line.isByHand { there[Look(line.identity), default: []].append(line) }
            } else if isMoved(line) {
                moving.append(line)
            }
        }
        guard let keys = workspace.keys else { throw .damaged("key") }
        for line in moving {
            report.moved += 1
            var fact = line.fact
            fact.account = account
            var identity = workspace.identify(fact, line.key)
            let look = Look(line.identity)
            if !line.isByHand, let twin = there[look]?.popLast() {
                report.joined += 1
                join(line, with: twin)
                continue
            }
            var occurrence = line.isByHand ? LineIdentity.firstByHand : 0
            while taken.contains(keys.key(identity, occurrence)) {
                guard occurrence < .max else { throw .damaged("key") }
                occurrence += 1
            }
            identity.occurrence = occurrence
            identity.key = keys.key(identity, occurrence)
            taken.insert(identity.key)
            names[line.key] = identity.key
            fates[line.key] = .changed(fact, identity, line.sources)
        }
    }

    init(
        _ workspace: Workspace, forgetting isTheirs: (StatementFact, LineSource) -> Bool
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        try workspace.forEachRepairedLine { line throws(WorkspaceFailure) in
            let others = line.sources.filter { !isTheirs(line.fact, $0) }
            if others.count == line.sources.count { return }
            if others.isEmpty, !line.isByHand {
                report.forgotten += 1
                drop(line)
            } else {
                report.kept += 1
                fates[line.key] = .changed(line.fact, line.identity, others)
            }
        }
    }

    /// One line of two: the approved one stays, else the one that was there. Either way it lies in the account moved to.
    private func join(_ line: RepairedLine, with twin: RepairedLine) {
        let sources = twin.sources + line.sources.filter { !twin.sources.contains($0) }
        if line.place == .ledger, twin.place != .ledger {
            var fact = line.fact
            fact.account = twin.fact.account
            names[line.key] = twin.key
            drop(twin)
            fates[line.key] = .changed(fact, twin.identity, sources)
        } else {
            names[line.key] = twin.key
            drop(line)
            fates[twin.key] = .changed(twin.fact, twin.identity, sources)
        }
    }

    private func drop(_ line: RepairedLine) {
        fates[line.key] = .dropped
        dropped[line.batch, default: 0] += 1
    }

    // MARK: The ledger

    func changeLedger(
        _ transaction: LedgerTransaction, _ repair: LedgerTransaction.Repair
    ) throws(WorkspaceFailure) {
        let ledger = workspace.ledger
        // Read before anything moves: a line must not be met again under its new key.
        var entries: [LedgerEntry] = []
        var tombstones: [Tombstone] = []
        try keeping { () throws(LedgerFailure) in
            var cursor = try EntryCursor(ledger)
            while let entry = try cursor.next() {
                if fates[entry.key] != nil { entries.append(entry) }
            }
            try ledger.forEachTombstone {
                if fates[$0.identity.key] != nil { tombstones.append($0) }
            }
        }
        // What leaves makes room for what takes its key.
        for entry in entries {
            repair.touch(entry.key)
            guard case .dropped = fates[entry.key] else { continue }
            try keeping { () throws(LedgerFailure) in try transaction.drop(entry) }
        }
        for tombstone in tombstones {
            repair.touch(tombstone.identity.key)
            try keeping { () throws(LedgerFailure) in
                try transaction.drop(tombstone: tombstone.identity.key)
            }
        }
        for entry in entries {
            guard case .changed(let fact, let identity, let sources) = fates[entry.key] else {
                continue
            }
            repair.touch(identity.key)
            try keeping { () throws(LedgerFailure) in
                if identity.key != entry.key { try transaction.move(entry, fact, as: identity) }
                guard let now = try transaction.entry(identity.key) else {
                    throw .damaged("entry")
                }
                if sources.count < now.sources.count {
                    try transaction.keepSources(of: now) { sources.contains($0) }
                } else {
                    try transaction.give(sources, to: now)
                }
            }
        }
        for tombstone in tombstones {
            guard case .changed(let fact, let identity, let sources) = fates[tombstone.identity.key]
            else { continue }
            repair.touch(identity.key)
            var line = try workspace.parsed(tombstone)
            line.fact = fact
            line.key = identity.key
            line.sources = sources
            line.renameKeys { names[$0] }
            var next = tombstone
            next.account = fact.account
            next.identity = identity
            next.line = line.written.bytes
            let moved = next
            try keeping { () throws(LedgerFailure) in
                guard try transaction.insert(moved) else { throw .damaged("tombstone") }
            }
        }
        try keeping { () throws(LedgerFailure) in
            for (batch, count) in dropped.sorted(by: { $0.key < $1.key }) {
                try transaction.forgetLines(count, ofBatch: batch)
            }
        }
        if names.isEmpty { return }
        try keeping { () throws(LedgerFailure) in
            try transaction.rekeyPairsAndRevisions({ names[$0] ?? $0 }) {
                bytes throws(LedgerFailure) in
                do throws(QueueFault) {
                    var line = try QueueLine.parse(bytes.span)
                    line.renameKeys { names[$0] }
                    return line.written.bytes
                } catch {
                    throw .damaged("revision")
                }
            }
        }
    }

    // MARK: The queue

    func changeQueue(
        _ rewrite: QueueRewrite, _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) {
        let workspace = workspace
        try rewrite.run { place, reader throws(WorkspaceFailure) in
            guard case .line(var line) = reader.content() else { return .keep }
            let before = line
            switch fates[line.key] {
            case .dropped:
                try reader.withRaw { raw throws(WorkspaceFailure) in
                    do throws(LedgerFailure) {
                        try transaction.record(
                            .dropped, line.key, place: place.place, old: raw)
                    } catch {
                        throw .ledger(error)
                    }
                }
                return .drop
            case .changed(let fact, let identity, let sources):
                line.fact = fact
                line.key = identity.key
                line.sources = sources
            case nil: break
            }
            line.renameKeys { names[$0] }
            if line == before { return .keep }
            let bytes = try transaction.recordRewriting(place, of: line, reader)
            return .replace(bytes, workspace.identity(of: line), line.fact)
        }
    }
}

extension QueueLine {
    /// Writes the line's own key and those it speaks of as they are from now on; nil for keys that stay.
    fileprivate mutating func renameKeys(_ name: (LineKey) -> LineKey?) {
        key = name(key) ?? key
        related = related.map { name($0) ?? $0 }
        for index in suggestion.evidence.indices
        where suggestion.evidence[index].source == .transfer {
            guard let other = LineKey(text: suggestion.evidence[index].subject),
                let now = name(other)
            else { continue }
            suggestion.evidence[index].subject = now.text
        }
    }
}
