internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// Plans the fate of each line without changing anything.
final class MovePlan {
    private enum Fate {
        case changed(Change)
        case dropped
    }

    private struct Change {
        var fact: StatementFact
        var identity: LineIdentity
        var sources: [LineSource]
        var words: LineWords
        let place: RepairedLine.Place
        /// It is no longer a side of a transfer.
        var isParted = false
        /// Lines it no longer asks about: they are forgotten.
        var gone: Set<LineKey> = []
        /// Another line that it may equal.
        var asked: LineKey?

        init(_ line: RepairedLine) {
            fact = line.fact
            identity = line.identity
            sources = line.sources
            words = line.words
            place = line.place
        }

        /// Fills empty fields from a removed line of the same payment, as an import does from a row
        /// of a known line.
        mutating func fill(
            from lost: RepairedLine, _ identify: (StatementFact, LineKey) -> LineIdentity
        ) {
            if fact.fill(from: lost.fact).isEmpty { return }
            var now = identify(fact, identity.key)
            now.key = identity.key
            now.occurrence = identity.occurrence
            now.text = identity.text
            identity = now
        }

        mutating func addSources(of other: RepairedLine) {
            sources += other.sources.filter { !sources.contains($0) }
        }

        mutating func keep(_ lost: LineWords, _ learning: Learning?) {
            let fact = fact
            words.keep(lost) { learning?.suggest(fact, Memory(recall: { _ in nil })).payee }
        }

        /// Sets the line's currency if no file had one.
        mutating func give(_ currency: Currency) {
            if fact.amount.currency.isKnown { return }
            fact = fact.inCurrency(currency)
            words.give(currency)
        }
    }

    /// Two lines decided to be one transfer.
    private struct KeyPair: Hashable {
        let low: LineKey
        let high: LineKey

        init(_ one: LineKey, _ other: LineKey) {
            (low, high) = one < other ? (one, other) : (other, one)
        }
    }

    private(set) var report = RepairReport()
    private let workspace: Workspace
    private let learning: Learning?
    private var fates: [LineKey: Fate] = [:]
    /// Dropped lines of each import.
    private var dropped: [Int: Int] = [:]
    /// New keys of moved lines.
    private var names: [LineKey: LineKey] = [:]
    /// For each removed line, the line that replaces it.
    private var heirs: [LineKey: LineKey] = [:]
    /// Pairs that are dissolved, by their new keys.
    private var parted: Set<KeyPair> = []

    /// The common fields of two lines of one payment, independent of files.
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
        _ workspace: Workspace, to account: String, merged: String?, _ learning: Learning?,
        currencyOf: (String) -> Currency, comparing: LineComparison,
        where isMoved: (RepairedLine) -> Bool
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.learning = learning
        var others: [LineKey: [LineKey]] = [:]
        let pairs = try keeping(workspace.ledger.pairs())
        for pair in pairs where pair.isPair { others[pair.key, default: []].append(pair.other) }
        var moving: [RepairedLine] = []
        var sides: [RepairedLine] = []
        var taken: Set<LineKey> = []
        var there: [RepairedLine] = []
        try workspace.forEachRepairedLine { line throws(WorkspaceFailure) in
            if line.words.isSide || others[line.key] != nil { sides.append(line) }
            if line.fact.account == account {
                taken.insert(line.key)
                there.append(line)
            } else if isMoved(line) {
                moving.append(line)
            }
        }
        guard let keys = workspace.keys else { throw .damaged("key") }
        report.moved = moving.count
        let common = Self.currency(of: there)
        let changes = moving.map { line in
            var change = Change(line)
            // From the settings of the account that the line leaves.
            change.give(currencyOf(line.fact.account))
            if let common { change.give(common) }
            change.fact.account = account
            change.identity = workspace.identify(change.fact, line.key)
            return change
        }
        let meetings = Self.meetings(of: moving, changes, there, comparing)
        for (index, line) in moving.enumerated() {
            var change = changes[index]
            switch meetings[index] {
            case .new: break
            case .same(let twin):
                report.joined += 1
                let isEqual = Look(change.identity) == Look(twin.identity)
                if isEqual || line.place.rank <= twin.place.rank {
                    join(line, with: twin)
                    continue
                }
                change.addSources(of: twin)
                change.keep(twin.words, learning)
                change.fill(from: twin, workspace.identify)
                heirs[twin.key] = line.key
                drop(twin)
            case .maybe(let other): ask(line, &change, about: other)
            }
            var occurrence = line.isByHand ? LineIdentity.firstByHand : 0
            while taken.contains(keys(change.identity, occurrence)) {
                guard occurrence < .max else { throw .damaged("key") }
                occurrence += 1
            }
            change.identity.occurrence = occurrence
            change.identity.key = keys(change.identity, occurrence)
            taken.insert(change.identity.key)
            names[line.key] = change.identity.key
            if case .same(let twin) = meetings[index] { names[twin.key] = change.identity.key }
            fates[line.key] = .changed(change)
        }
        settle(sides, others, to: account, merged, taken)
    }

    init(
        _ workspace: Workspace, _ learning: Learning?,
        forgetting isTheirs: (StatementFact, LineSource) -> Bool
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.learning = learning
        var forgotten: [RepairedLine] = []
        var sides: [RepairedLine] = []
        var asked: [RepairedLine] = []
        var written: [LineKey: RepairedLine] = [:]
        // Dismissed lines of other files, by the lines they were declared equal to.
        var copies: [LineKey: RepairedLine] = [:]
        try workspace.forEachRepairedLine { line throws(WorkspaceFailure) in
            if line.place == .queue {
                if line.words.suggestion.otherSide != nil { sides.append(line) }
                if !line.related.isEmpty { asked.append(line) }
            }
            if line.isOtherSide { written[line.key] = line }
            let others = line.sources.filter { !isTheirs(line.fact, $0) }
            if line.place == .tombstone, !others.isEmpty {
                for key in line.related where copies[key] == nil { copies[key] = line }
            }
            if others.count == line.sources.count { return }
            if others.isEmpty, !line.isByHand {
                forgotten.append(line)
            } else {
                report.kept += 1
                change(line.key, line) { $0.sources = others }
            }
        }
        for line in forgotten {
            // If the line itself was dismissed, its copy stays dismissed.
            guard line.place != .tombstone, let copy = copies[line.key], names[copy.key] == nil
            else {
                report.forgotten += 1
                drop(line)
                continue
            }
            if fates[copy.key] == nil { report.kept += 1 }
            names[copy.key] = line.key
            drop(copy)
            change(line.key, line) {
                $0.sources = copy.sources.filter { !isTheirs(copy.fact, $0) }
                $0.words.keep(copy.words)
            }
        }
        for pair in try keeping(workspace.ledger.pairs()) where pair.isPair {
            guard let other = written[pair.other], isDropped(pair.key), names[pair.key] == nil
            else { continue }
            report.forgotten += 1
            drop(other)
        }
        for side in sides {
            guard let other = side.words.suggestion.otherSide, isDropped(other),
                names[other] == nil, !isDropped(side.key)
            else { continue }
            change(side.key, side) { $0.isParted = true }
        }
        for line in asked where !isDropped(line.key) {
            let gone = line.related.filter { isDropped($0) && names[$0] == nil }
            if !gone.isEmpty { change(line.key, line) { $0.gone = Set(gone) } }
        }
    }

    /// The common currency of the lines; nil if they differ.
    private static func currency(of lines: [RepairedLine]) -> Currency? {
        let told = Set(lines.map(\.fact.amount.currency)).subtracting([.unknown])
        return told.count == 1 ? told.first : nil
    }

    private enum Meeting {
        case new
        case same(RepairedLine)
        case maybe(RepairedLine)
    }

    /// The relation of each moving line to the lines there, each of which is matched at most once.
    private static func meetings(
        of moving: [RepairedLine], _ changes: [Change], _ there: [RepairedLine],
        _ comparing: LineComparison
    ) -> [Meeting] {
        var meetings = Array(repeating: Meeting.new, count: moving.count)
        if moving.isEmpty || there.isEmpty { return meetings }
        var met: Set<LineKey> = []
        var alike: [Look: [RepairedLine]] = [:]
        for line in there where !line.isByHand {
            alike[Look(line.identity), default: []].append(line)
        }
        var isOpen = moving.map { !$0.isByHand }
        for index in moving.indices where isOpen[index] {
            guard let twin = alike[Look(changes[index].identity)]?.popLast() else { continue }
            meetings[index] = .same(twin)
            isOpen[index] = false
            met.insert(twin.key)
        }
        guard isOpen.contains(true) else { return meetings }
        let byKey = Dictionary(there.map { ($0.key, $0) }) { first, _ in first }
        let answers = comparing(
            zip(moving, changes).map { ComparedLine($0, $1.identity) },
            there.map { ComparedLine($0, $0.identity) })
        for index in moving.indices where isOpen[index] {
            switch answers[index] {
            case .new: continue
            case .same(let key):
                guard let twin = byKey[key], met.insert(key).inserted else { continue }
                meetings[index] = .same(twin)
            case .maybe(let key):
                guard let other = byKey[key], met.insert(key).inserted else { continue }
                meetings[index] = .maybe(other)
            }
        }
        return meetings
    }

    /// Makes the one of two lines that still waits ask whether it equals the other.
    private func ask(_ line: RepairedLine, _ change: inout Change, about other: RepairedLine) {
        switch (line.place, other.place) {
        case (.queue, _):
            change.asked = other.key
            report.asked += 1
        case (.ledger, .queue):
            self.change(other.key, other) { $0.asked = line.key }
            report.asked += 1
        case (.ledger, .ledger): report.perhapsTwice.append(other.key)
        case (.ledger, .tombstone), (.tombstone, _): break
        }
    }

    /// Joins two lines in the target account: the approved one stays, otherwise the waiting one,
    /// otherwise the one that was there. Dismissing one does not dismiss the other.
    private func join(_ line: RepairedLine, with twin: RepairedLine) {
        let isSurer = line.place.rank > twin.place.rank
        let (kept, lost) = isSurer ? (line, twin) : (twin, line)
        names[line.key] = twin.key
        heirs[lost.key] = kept.key
        drop(lost)
        change(kept.key, kept) { change in
            change.fact.account = twin.fact.account
            change.identity = twin.identity
            change.sources = twin.sources
            change.addSources(of: line)
            change.keep(lost.words, learning)
            change.fill(from: lost, workspace.identify)
        }
    }

    private func drop(_ line: RepairedLine) {
        fates[line.key] = .dropped
        if !line.isByHand { dropped[line.batch, default: 0] += 1 }
    }

    private func isDropped(_ key: LineKey) -> Bool {
        if case .dropped = fates[key] { true } else { false }
    }

    /// Changes a line that stays; `line` is its state unless a change is planned already.
    private func change(_ key: LineKey, _ line: RepairedLine, _ body: (inout Change) -> Void) {
        var change = Change(line)
        if case .changed(let planned) = fates[key] { change = planned }
        body(&change)
        fates[key] = .changed(change)
    }

    // MARK: Transfers

    /// Dissolves transfers within one account, and redirects those from others to the new account
    /// of their other side.
    private func settle(
        _ sides: [RepairedLine], _ others: [LineKey: [LineKey]], to account: String,
        _ merged: String?, _ there: Set<LineKey>
    ) {
        func isThere(_ key: LineKey) -> Bool { names[key] != nil || there.contains(key) }
        func name(_ key: LineKey) -> LineKey { names[key] ?? key }
        var abandoned: Set<LineKey> = []
        for side in sides {
            for other in others[side.key] ?? [] {
                if isThere(side.key), isThere(other) {
                    parted.insert(KeyPair(name(side.key), name(other)))
                } else if let heir = heirs[side.key], case .changed(let change) = fates[heir] {
                    // The remaining line is something else, or has another side of its own.
                    let own = Set((others[heir] ?? []).map(name))
                    if own.contains(name(other)) || own.isEmpty && change.words.isSide { continue }
                    parted.insert(KeyPair(name(side.key), name(other)))
                    abandoned.insert(other)
                }
            }
        }
        for side in sides where side.isOtherSide {
            let isWithin = isThere(side.key) && (others[side.key] ?? []).contains(where: isThere)
            if isWithin || abandoned.contains(side.key) { drop(side) }
        }
        for side in sides {
            let key = heirs[side.key] ?? side.key
            if isDropped(key) { continue }
            var paired = others[side.key] ?? []
            if let proposed = side.words.suggestion.otherSide { paired.append(proposed) }
            let isOwn = isThere(side.key)
            let isWithin = isOwn && paired.contains(where: isThere)
            let isLed = !isOwn && paired.contains { names[$0] != nil }
            change(key, side) { change in
                if isLed { change.words.lead(to: account) }
                if let merged { change.words.lead(from: merged, to: account) }
                let isParted =
                    isWithin || abandoned.contains(side.key)
                    || isOwn && change.words.isTransfer(to: account)
                guard isParted, !change.isParted, change.place != .tombstone else { return }
                change.isParted = true
                change.words.part(isTransfer: workspace.isTransfer)
                report.unpaired += 1
                if change.place == .ledger {
                    report.unpairedEntries.append(change.identity.key)
                }
            }
        }
        report.unpairedEntries.sort()
    }

    /// The suggestion for a line that is no longer a side of a transfer.
    private func proposal(
        for change: Change, _ lessons: Lessons
    ) throws(WorkspaceFailure) -> Suggestion {
        let line = QueueLine(
            key: change.identity.key, batch: 0, fact: change.fact,
            decision: change.words.decision)
        return try lessons.suggestion(for: line) ?? change.words.suggestion.withoutTransfer
    }

    // MARK: The ledger

    func changeLedger(
        _ transaction: LedgerTransaction, _ repair: LedgerTransaction.Repair
    ) throws(WorkspaceFailure) {
        let lessons = Lessons(workspace, transaction, learning)
        // Loaded before moving: a line must not be found again under its new key.
        let (entries, tombstones) = try plannedLines()
        // Removed lines free their keys for moved ones.
        try dropLines(entries, tombstones, transaction, repair)
        for entry in entries {
            guard case .changed(let change) = fates[entry.key] else { continue }
            try write(change, of: entry, lessons, transaction, repair)
        }
        for tombstone in tombstones {
            guard case .changed(let change) = fates[tombstone.identity.key] else { continue }
            try write(change, of: tombstone, transaction, repair)
        }
        try keeping { () throws(LedgerFailure) in
            for (batch, count) in dropped.sorted(by: { $0.key < $1.key }) {
                try transaction.forgetLines(count, ofBatch: batch)
            }
        }
        if !names.isEmpty { try rename(transaction) }
    }

    private func plannedLines() throws(WorkspaceFailure) -> ([LedgerEntry], [Tombstone]) {
        let ledger = workspace.ledger
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
        return (entries, tombstones)
    }

    /// Removes dropped entries, and all dismissed lines, which are rewritten.
    private func dropLines(
        _ entries: [LedgerEntry], _ tombstones: [Tombstone], _ transaction: LedgerTransaction,
        _ repair: LedgerTransaction.Repair
    ) throws(WorkspaceFailure) {
        for entry in entries {
            repair.touch(entry.key)
            guard case .dropped = fates[entry.key] else { continue }
            try keeping(transaction.drop(entry))
        }
        for tombstone in tombstones {
            repair.touch(tombstone.identity.key)
            try keeping(transaction.drop(tombstone: tombstone.identity.key))
        }
    }

    private func write(
        _ change: Change, of entry: LedgerEntry, _ lessons: Lessons,
        _ transaction: LedgerTransaction, _ repair: LedgerTransaction.Repair
    ) throws(WorkspaceFailure) {
        let (identity, sources) = (change.identity, change.sources)
        repair.touch(identity.key, isNew: identity.key != entry.key)
        var said = change.words.annotation ?? entry.annotation
        if change.isParted, said.category.isEmpty {
            let proposed = try proposal(for: change, lessons)
            // A transfer here would only repeat this very approval.
            if !workspace.isTransfer(proposed.category) { said.propose(proposed) }
        }
        try keeping { () throws(LedgerFailure) in
            if identity.key != entry.key {
                try transaction.move(entry, change.fact, as: identity)
            } else if change.fact != entry.fact {
                try transaction.exchange(entry, change.fact, identity)
            }
            guard let now = try transaction.entry(identity.key) else {
                throw .damaged("entry")
            }
            if now.sources.allSatisfy(sources.contains) {
                try transaction.give(sources, to: now)
            } else {
                try transaction.replaceSources(of: now, with: sources)
            }
            if said != now.annotation { try transaction.annotate(now, said) }
        }
    }

    private func write(
        _ change: Change, of tombstone: Tombstone, _ transaction: LedgerTransaction,
        _ repair: LedgerTransaction.Repair
    ) throws(WorkspaceFailure) {
        let identity = change.identity
        repair.touch(identity.key, isNew: identity.key != tombstone.identity.key)
        var line = try QueueLine(stored: tombstone.line.span, in: "tombstone")
        line.fact = change.fact
        line.key = identity.key
        line.sources = change.sources
        line.decision = change.words.decision
        line.renameKeys { names[$0] }
        var next = tombstone
        next.account = change.fact.account
        next.identity = identity
        next.line = line.written.bytes
        let moved = next
        try keeping { () throws(LedgerFailure) in
            guard try transaction.insert(moved) else { throw .damaged("tombstone") }
        }
    }

    /// Changes keys in pairs and revisions.
    private func rename(_ transaction: LedgerTransaction) throws(WorkspaceFailure) {
        try keeping(
            transaction.rekeyPairsAndRevisions(
                { names[$0] ?? $0 }, without: { parted.contains(KeyPair($0, $1)) }
            ) {
                bytes throws(LedgerFailure) in
                guard var line = try? QueueLine.parse(bytes.span) else {
                    throw .damaged("revision")
                }
                line.renameKeys { names[$0] }
                return line.written.bytes
            })
    }

    // MARK: The queue

    func changeQueue(
        _ rewrite: QueueRewrite, _ transaction: LedgerTransaction
    ) throws(WorkspaceFailure) {
        let lessons = Lessons(workspace, transaction, learning)
        try rewrite.run { place, reader throws(WorkspaceFailure) in
            guard case .line(var line) = reader.content() else { return .keep }
            let before = line
            switch fates[line.key] {
            case .dropped:
                try reader.withRaw { raw throws(WorkspaceFailure) in
                    try keeping(
                        transaction.record(
                            .dropped, line.key, place: place.place, old: raw))
                }
                return .drop
            case .changed(let change):
                line.fact = change.fact
                line.key = change.identity.key
                line.sources = change.sources
                line.decision = change.words.decision
                line.suggestion =
                    change.isParted ? try proposal(for: change, lessons) : change.words.suggestion
                line.related.removeAll { change.gone.contains($0) }
                if line.related.isEmpty, !change.gone.isEmpty { line.state = .new }
                if let other = change.asked {
                    if line.state == .new { line.state = .ambiguous }
                    line.related.append(other)
                }
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
    /// Changes the line's own key and those it refers to; `name` returns nil for unchanged keys.
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

extension RepairedLine.Place {
    /// The higher one of two lines of one payment stays.
    fileprivate var rank: Int {
        switch self {
        case .ledger: 2
        case .queue: 1
        case .tombstone: 0
        }
    }
}
