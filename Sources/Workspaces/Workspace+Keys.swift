internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

extension Workspace {
    /// Gives every line of queue, ledger and tombstones the key that the present definition makes of its facts, when the keys are
    /// of an older one. All of it happens at one commit, as every rewriting of the queue does; what was done before cannot be undone
    /// after it.
    ///
    /// Memory is about 200 bytes a line, once.
    func renewKeys(_ definition: KeyDefinition) throws(WorkspaceFailure) {
        guard state.keyVersion < definition.version, problems.isEmpty else { return }
        let ledger = ledger
        var renewal = KeyRenewal(definition)
        try forEachQueueLine { line in
            renewal.add(identity(of: line))
            return true
        }
        try keeping { () throws(LedgerFailure) in
            var entries = try EntryCursor(ledger)
            while let entry = try entries.next() { renewal.add(entry.identity) }
            try ledger.forEachTombstone { renewal.add($0.identity) }
        }
        let renewed = try renewal.renewed()
        try keeping { () throws(LedgerFailure) in try ledger.useCache(megabytes: 64) }
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        let rewrite = try QueueRewrite(self, transaction, usesIndex: false)
        do throws(WorkspaceFailure) {
            try renewLedger(renewed, transaction)
            try rewrite.run { _, reader throws(WorkspaceFailure) in
                guard case .line(var line) = reader.content() else { return .keep }
                let identity = self.identity(of: line)
                guard let now = renewed[line.key] else { throw .damaged("key") }
                line.renewKeys(renewed)
                return .replace(line.written, identity.renamed(now), line.fact)
            }
            try keeping { () throws(LedgerFailure) in try transaction.forgetCommands() }
            transaction.queue.keyVersion = definition.version
            try rewrite.finish()
        } catch {
            transaction.rollback()
            if state.intent == .none { try rewrite.cancel() }
            throw error
        }
        notices.append(.keysRenewed(version: definition.version))
    }

    private func renewLedger(
        _ renewed: [LineKey: KeyRenewal.Name], _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) {
        let ledger = ledger
        // Read before anything moves: a line must not be met again under its new key.
        var keys: [LineKey] = []
        var tombstones: [Tombstone] = []
        try keeping { () throws(LedgerFailure) in
            var entries = try EntryCursor(ledger)
            while let entry = try entries.next() { keys.append(entry.key) }
            try ledger.forEachTombstone { tombstones.append($0) }
        }
        for tombstone in tombstones {
            var line: QueueLine
            do throws(QueueFault) {
                line = try QueueLine.parse(tombstone.line.span)
            } catch {
                throw .damaged("tombstone")
            }
            let old = tombstone.identity.key
            guard let now = renewed[old] else { throw .damaged("tombstone") }
            line.renewKeys(renewed)
            var next = tombstone
            next.identity = tombstone.identity.renamed(now)
            next.line = line.written.bytes
            try keeping { () throws(LedgerFailure) in try transaction.rekey(old, as: next) }
        }
        try keeping { () throws(LedgerFailure) in
            let reader = try EntryReader(ledger)
            for key in keys {
                guard let now = renewed[key], let entry = try reader.entry(key) else {
                    throw .damaged("entry")
                }
                if now.key == key { continue }
                try transaction.rekey(entry, as: entry.identity.renamed(now))
            }
            try transaction.rekeyPairsAndRevisions({ renewed[$0]?.key ?? $0 }) {
                bytes throws(LedgerFailure) in
                do throws(QueueFault) {
                    var line = try QueueLine.parse(bytes.span)
                    line.renewKeys(renewed)
                    return line.written.bytes
                } catch {
                    throw .damaged("revision")
                }
            }
        }
    }
}

/// Finds the new keys of all lines of a workspace.
struct KeyRenewal {
    /// What a line is called from now on.
    struct Name {
        let key: LineKey
        let occurrence: UInt16
    }

    private let definition: KeyDefinition
    private var lines: [LineIdentity] = []

    init(_ definition: KeyDefinition) { self.definition = definition }

    mutating func add(_ identity: LineIdentity) { lines.append(identity) }

    /// The new name of each line by its old key. Lines that share all a key is made of are counted in the order of their old keys;
    /// no new key is one that another line has or had.
    consuming func renewed() throws(WorkspaceFailure) -> [LineKey: Name] {
        lines.sort { $0.key < $1.key }
        var taken = Set(lines.map(\.key))
        var counted: [LineKey: UInt16] = [:]
        var result: [LineKey: Name] = [:]
        for line in lines {
            let start = line.occurrence < LineIdentity.firstByHand ? 0 : LineIdentity.firstByHand
            let first = definition.key(line, start)
            var occurrence = counted[first] ?? start
            var key = definition.key(line, occurrence)
            while key != line.key, taken.contains(key) {
                guard occurrence < .max else { throw .damaged("key") }
                occurrence += 1
                key = definition.key(line, occurrence)
            }
            guard occurrence < .max, result[line.key] == nil else { throw .damaged("key") }
            counted[first] = occurrence + 1
            taken.insert(key)
            result[line.key] = Name(key: key, occurrence: occurrence)
        }
        return result
    }
}

extension LineIdentity {
    fileprivate func renamed(_ name: KeyRenewal.Name) -> LineIdentity {
        var result = self
        result.key = name.key
        result.occurrence = name.occurrence
        return result
    }
}

extension QueueLine {
    fileprivate mutating func renewKeys(_ renewed: [LineKey: KeyRenewal.Name]) {
        key = renewed[key]?.key ?? key
        related = related.map { renewed[$0]?.key ?? $0 }
        for index in suggestion.evidence.indices
        where suggestion.evidence[index].source == .transfer {
            guard let other = LineKey(text: suggestion.evidence[index].subject),
                let now = renewed[other]
            else { continue }
            suggestion.evidence[index].subject = now.key.text
        }
    }
}
