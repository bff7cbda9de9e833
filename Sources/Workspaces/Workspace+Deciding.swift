package import Facts
internal import Ledger
package import Pending
internal import Saving
internal import Scanning

/// What a command did with lines, or would do: the same value with and without writing.
package struct DecisionReport: Sendable, Equatable {
    /// May be millions.
    package var approvedKeys = KeyList()
    package var dismissed: [LineKey] = []
    /// Lines that stay in the queue with another decision.
    package var edited: [LineKey] = []
    /// Entries of the ledger that something new was said about.
    package var annotated: [LineKey] = []
    /// Entries that a person wrote.
    package var added: [LineKey] = []
    /// Entries by hand with another amount or day.
    package var revised: [LineKey] = []
    /// Entries that were taken out: those of banks are dismissed, those by hand gone.
    package var removed: [LineKey] = []
    /// Pairs of lines that were said to be a transfer, or none.
    package var pairsSaid = 0
    /// Waiting lines that got another suggestion, because of what was decided.
    package var suggestedAnew = 0
    /// The first of them, for whoever shows them: ``renewedMax`` at most.
    package var renewed: [QueueLine] = []
    /// Keys that are neither in the queue nor in the ledger, or were dismissed.
    package var unknown: [LineKey] = []
    /// Decisions that do not fit: parts that do not sum, a category nobody defined, dismissing what is approved.
    package var refused: [LineKey] = []

    package static let renewedMax = 10_000

    package var approved: [LineKey] { Array(approvedKeys) }

    package var isEmpty: Bool {
        approvedKeys.isEmpty && dismissed.isEmpty && edited.isEmpty && annotated.isEmpty
            && added.isEmpty && revised.isEmpty && removed.isEmpty && pairsSaid == 0
    }
}

/// Which lines a command is about.
package enum LineSelection: Sendable {
    case keys(Set<LineKey>)
    /// Every line of the queue.
    case all
}

extension Workspace {
    /// Decides lines: approves, dismisses, or writes the decision beside them.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - selection: lines `decide` is asked about; keys that are in the ledger are annotated.
    ///   - asksOnce: `decide` looks at a line's state, suggestion and own decision and at nothing else, so that of lines with the same it is
    ///     asked about one.
    ///   - decide: what to do with a line; nil leaves it. What it does not say stays as the line's own decision says.
    ///   - learning: how approvals and corrections are learned; nil when nobody looked at the lines.
    ///   - changes: what else is done to entries of the ledger.
    ///   - settlesLater: returns as soon as the command is durable; ``settleLast()`` does the rest.
    /// - Complexity: reads the selected lines in the order of their keys, then copies the queue without what left it.
    package func decide(
        command: String, _ selection: LineSelection, isDryRun: Bool = false,
        learning: Learning? = nil, _ changes: EntryChanges = EntryChanges(),
        settlesLater: Bool = false, asksOnce: Bool = false, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) -> DecisionReport {
        guard access == .writing else { throw .readOnly }
        try settleLast()
        guard problems.isEmpty else { throw .queue(problems) }
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in try ledger.useCache(megabytes: 64) }
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        let deciding = Deciding(self, transaction, learning)
        let rewrite = try QueueRewrite(self, transaction)
        do throws(WorkspaceFailure) {
            if !changes.isEmpty { try deciding.begin(changes) }
            try deciding.take(selection, asksOnce: asksOnce, decide)
            if case .keys(let keys) = selection {
                try deciding.takeRest(of: keys, decide)
            }
            if !changes.isEmpty { try deciding.end(changes) }
            try deciding.sayPairs()
            try rewrite.run(where: { deciding.mayChange($0, $1) }) {
                place, reader throws(WorkspaceFailure) in
                try deciding.outcome(of: place, reader)
            }
            deciding.finish()
            let report = deciding.report
            if isDryRun || report.isEmpty {
                try rewrite.cancel()
                transaction.rollback()
                return report
            }
            try keeping { () throws(LedgerFailure) in try transaction.finish(command: command) }
            try rewrite.finish(settlesLater: settlesLater)
            return report
        } catch {
            transaction.rollback()
            if state.intent == .none { try rewrite.cancel() }
            throw error
        }
    }

    /// Approves lines as they are suggested and as their own decisions say.
    ///
    /// Where no keys are named, a line whose own decision has an action is treated as that says, dismissed too; and a line that a
    /// rule of the user's dismisses is dismissed.
    ///
    /// - Parameter isWanted: looks at a line's state, suggestion and own decision and at nothing else.
    package func approve(
        _ selection: LineSelection, with decision: Decision = Decision(), isDryRun: Bool = false,
        learning: Learning? = nil,
        where isWanted: (QueueLine) -> Bool = { _ in true }
    ) throws(WorkspaceFailure) -> DecisionReport {
        var wanted = decision
        wanted.verdict = .approve
        var isNamed = false
        if case .keys = selection { isNamed = true }
        return try decide(
            command: "approve", selection, isDryRun: isDryRun, learning: learning,
            asksOnce: !isNamed
        ) {
            guard isWanted($0) else { return nil }
            if !isNamed, let written = $0.decision, written.verdict != nil { return written }
            if !isNamed, $0.suggestion.isDismissal { return Decision(verdict: .dismiss) }
            return wanted
        }
    }

    /// - Parameter learning: how the other sides of transfers are proposed anew.
    package func dismiss(
        _ selection: LineSelection, note: String? = nil, isDryRun: Bool = false,
        learning: Learning? = nil, where isWanted: (QueueLine) -> Bool = { _ in true }
    ) throws(WorkspaceFailure) -> DecisionReport {
        let wanted = Decision(verdict: .dismiss, note: note)
        return try decide(command: "dismiss", selection, isDryRun: isDryRun, learning: learning) {
            isWanted($0) ? wanted : nil
        }
    }

    /// Does what decisions say, one for each key. A later one for the same key wins. What is to be dismissed and is already: handed in again,
    /// nothing is left to do.
    package func apply(
        _ decisions: [KeyedDecision], isDryRun: Bool = false,
        learning: Learning? = nil
    ) throws(WorkspaceFailure) -> DecisionReport {
        var byKey: [LineKey: WrittenDecision] = [:]
        for decision in decisions { byKey[decision.key] = decision.written }
        var refused: [LineKey] = []
        var report = try decide(
            command: "review", .keys(Set(byKey.keys)), isDryRun: isDryRun, learning: learning
        ) { line in
            guard let written = byKey[line.key] else { return nil }
            do throws(QueueFault) {
                return try written.decision(about: line.fact.amount)
            } catch {
                refused.append(line.key)
                return nil
            }
        }
        report.refused = (report.refused + refused).sorted()
        let unknown = report.unknown
        report.unknown = try keeping { () throws(LedgerFailure) in
            var left: [LineKey] = []
            for key in unknown {
                if byKey[key]?.isDismissal == true, try ledger.isDismissed(key) { continue }
                left.append(key)
            }
            return left
        }
        return report
    }

    /// Does what people wrote into the queue file itself: lines whose own decision has an action.
    package func applyWritten(
        isDryRun: Bool = false, learning: Learning? = nil
    ) throws(WorkspaceFailure) -> DecisionReport {
        try decide(command: "review", .all, isDryRun: isDryRun, learning: learning) {
            $0.decision?.verdict == nil ? nil : $0.decision
        }
    }

    /// Streams the lines of the queue in the file's order; faulty ones are in ``problems``.
    ///
    /// - Parameter body: returns false to stop.
    package func forEachQueueLine(
        _ body: (QueueLine) -> Bool
    ) throws(WorkspaceFailure) {
        let path = paths.queue
        try settleLast()
        try saving { () throws(SavingError) in
            var reader = try QueueReader(path)
            while try reader.next() != nil {
                if case .line(let line) = reader.content(), !body(line) { return }
            }
        }
    }
}

/// Moves lines from the queue to where their decisions send them.
private final class Deciding {
    var report = DecisionReport()
    /// Selected keys that are in the queue.
    var found: Set<LineKey> = []
    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let lessons: Lessons
    /// What was decided about each line of the file, by its number.
    private var fates: [Fate] = []
    /// Lines with another decision, by their number.
    private var edits: [Int: QueueLine] = [:]

    /// What is said of pairs of lines, by the lower key and the other.
    private var saidPairs: [LineKey: [LineKey: Bool]] = [:]
    /// Lines that lose the other side they were proposed with, by which line they lose.
    private var unpaired: [LineKey: LineKey] = [:]
    /// Those of them that were said to be no pair.
    private var rejected: Set<LineKey> = []
    /// Numbers of edited lines whose own suggestion goes with the pair.
    private var unpairedEdits: Set<Int> = []
    /// Approved sides, to tell the entries that are the others.
    private var approvedSides:
        [(other: LineKey, account: String, category: String, permille: Int)] =
            []
    /// The other sides that lines get in place of what was proposed.
    private var linked: [LineKey: LineKey] = [:]

    /// What was decided about lines of a kind, by its number; of the present generation.
    private var rulings: [Ruling] = []
    private var rulingsGeneration = -1

    private enum Fate: UInt8 { case kept, approved, dismissed, edited }

    init(
        _ workspace: Workspace, _ transaction: LedgerTransaction,
        _ learning: Learning?
    ) {
        self.workspace = workspace
        self.transaction = transaction
        lessons = Lessons(transaction, learning)
    }

    /// Decides the selected lines, in the order of their keys.
    func take(
        _ selection: LineSelection, asksOnce: Bool, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        let lines = try SelectedLines(workspace, selection, readsAlikeOnce: asksOnce)
        fates = [Fate](repeating: .kept, count: lines.queueLines)
        var isNamed = false
        if case .keys = selection { isNamed = true }
        try lines.forEachBatch { batch throws(WorkspaceFailure) in
            for at in batch.rows.indices {
                let row = batch.rows[at]
                if isNamed { found.insert(row.identity.key) }
                if let plain = row.plain {
                    try take(plain, row, batch.bytes.span, decide)
                } else {
                    let item = batch.items[row.item]
                    let taken = try take(item, row, batch.bytes.span, decide)
                    if let kind = row.kind { remember(taken, item, row.teaching, kind) }
                }
            }
        }
        let transaction = transaction
        try keeping { () throws(LedgerFailure) in try transaction.writeGathered() }
        report.approvedKeys.reserveCapacity(fates.count(where: { $0 == .approved }))
    }

    // MARK: Lines alike

    /// What became of the first line of a kind, and so becomes of the others.
    private enum Ruling: BitwiseCopyable {
        /// It stays in the queue.
        case left
        /// It is said what the transaction has under this number.
        case approved(saying: Int, Lessons.Lesson?)
        /// Each is looked at by itself.
        case each
    }

    /// What became of a line that was looked at.
    private enum Taken {
        case left, changed
        case approved(Annotation)
    }

    private func remember(
        _ taken: Taken, _ item: SelectedLines.Item, _ teaching: TeachingNumber,
        _ kind: SelectedLines.LineKind
    ) {
        if kind.generation != rulingsGeneration {
            rulings.removeAll(keepingCapacity: true)
            transaction.forgetSayings()
            rulingsGeneration = kind.generation
        }
        while rulings.count <= kind.id { rulings.append(.each) }
        switch taken {
        case .left: rulings[kind.id] = .left
        case .changed: rulings[kind.id] = .each
        case .approved(let said):
            guard let saying = transaction.number(of: said) else { return }
            let lesson = lessons.lesson(
                of: item.line.fact, said, suggested: item.line.suggestion, teaching)
            rulings[kind.id] = .approved(saying: saying, lesson)
        }
    }

    /// Decides a plain line as the one of its kind was decided that was looked at.
    private func take(
        _ plain: PlainLine, _ row: SelectedLines.Row, _ bytes: Span<UInt8>,
        _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        var ruling = Ruling.each
        if let kind = row.kind, kind.generation == rulingsGeneration, kind.id < rulings.count {
            ruling = rulings[kind.id]
        }
        switch ruling {
        case .left: return
        case .each:
            let line: QueueLine
            do throws(QueueFault) {
                line = try QueueLine.parse(bytes.extracting(row.raw))
            } catch {
                throw .damaged("index")
            }
            _ = try take(SelectedLines.Item(line), row, bytes, decide)
        case .approved(let saying, let lesson):
            do throws(LedgerFailure) {
                try transaction.gather(
                    plain.fact, row.identity,
                    LinePlace(
                        account: plain.account, file: plain.sourceFile,
                        layout: plain.sourceLayout),
                    batch: plain.batch, digest: row.digest, saying: saying, in: bytes)
            } catch {
                throw .ledger(error)
            }
            if let lesson {
                lessons.learn(lesson, again: plain.fact.amount, row.identity) {
                    unsafe bytes.extracting(plain.account.range).withUnsafeBufferPointer {
                        unsafe String(decoding: $0, as: UTF8.self)
                    }
                }
            }
            fates[row.number] = .approved
        }
    }

    /// Not inlined: where the item is a parameter, its line is looked at in place and not copied.
    @inline(never)
    private func take(
        _ item: SelectedLines.Item, _ row: SelectedLines.Row, _ bytes: Span<UInt8>,
        _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) -> Taken {
        guard let decision = decide(item.line) else { return .left }
        var merged = item.line.decision?.merged(with: decision) ?? decision
        if !workspace.knowsCategories(of: merged) {
            report.refused.append(item.line.key)
            return .changed
        }
        switch decision.verdict {
        case .approve:
            var suggestion = item.line.suggestion
            if let other = suggestion.otherSide {
                suggestion = try approvePair(item.line, other, &merged)
            }
            let said = Annotation(of: suggestion, merged)
            try insert(item, row, said)
            fates[row.number] = .approved
            return .approved(said)
        case .dismiss:
            if let other = item.line.suggestion.otherSide {
                try part(item.line.key, other, isRejected: false)
            }
            var line: [UInt8] = []
            appendBytes(bytes.extracting(row.raw), to: &line)
            try insertTombstone(item.line, row.identity, line)
            fates[row.number] = .dismissed
        case nil:
            if merged == item.line.decision { return .changed }
            var edited = item.line
            edited.decision = merged
            if let other = edited.suggestion.otherSide,
                rejectsPair(merged, edited.suggestion)
                    || (linked[edited.key] ?? other) != other
            {
                try part(edited.key, other, isRejected: true)
                unpairedEdits.insert(row.number)
                // That is all it said, and it is kept with the pair.
                if merged == Decision(transferTo: "") { edited.decision = nil }
            }
            edits[row.number] = edited
            fates[row.number] = .edited
        }
        return .changed
    }

    // MARK: Entries

    /// What comes before the deciding: entries as they are decided about.
    func begin(_ changes: EntryChanges) throws(WorkspaceFailure) {
        for pair in changes.pairs where pair.isPair {
            linked[pair.key] = pair.other
            linked[pair.other] = pair.key
        }
        for (key, edit) in changes.facts.sorted(by: { $0.key < $1.key }) {
            guard let entry = try entry(key) else {
                report.unknown.append(key)
                continue
            }
            try revise(entry, edit)
        }
        for (key, said) in changes.annotations.sorted(by: { $0.key < $1.key }) {
            guard let entry = try entry(key) else {
                report.unknown.append(key)
                continue
            }
            if said != entry.annotation { try annotate(entry, said) }
        }
    }

    /// What comes after it.
    func end(_ changes: EntryChanges) throws(WorkspaceFailure) {
        for key in changes.removed.sorted() {
            guard let entry = try entry(key) else {
                report.unknown.append(key)
                continue
            }
            try remove(entry)
        }
        for pair in changes.pairs { say(pair.key, pair.other, isPair: pair.isPair) }
        for written in changes.added { try add(written) }
    }

    private func entry(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        let ledger = workspace.ledger
        return try keeping { () throws(LedgerFailure) in try ledger.entry(key) }
    }

    private func revise(_ entry: LedgerEntry, _ edit: FactEdit) throws(WorkspaceFailure) {
        precondition(entry.isByHand, "caller changes what a bank told")
        var fact = entry.fact
        fact.amount = edit.amount ?? fact.amount
        if let day = edit.day { fact.made = CivilMoment(day: day) }
        if fact == entry.fact { return }
        let transaction = transaction
        let identity = workspace.identity(of: fact, in: entry)
        let now = fact
        let bytes = QueueLine(key: entry.key, batch: entry.batch, fact: entry.fact).written.bytes
        try keeping { () throws(LedgerFailure) in
            try transaction.revise(entry, now, identity, nil, earlier: bytes)
            try transaction.record(.revised, entry.key, old: Span())
        }
        report.revised.append(entry.key)
    }

    private func remove(_ entry: LedgerEntry) throws(WorkspaceFailure) {
        let transaction = transaction
        let said = try keeping { () throws(LedgerFailure) in
            try transaction.saidPairs(of: entry.key)
        }
        for pair in said where pair.isPair { try part(entry.key, pair.other, isRejected: true) }
        var tombstone: Tombstone?
        if !entry.isByHand {
            let line = QueueLine(
                key: entry.key, batch: entry.batch, fact: entry.fact, sources: entry.sources,
                decision: Decision(of: entry.annotation))
            tombstone = Tombstone(
                identity: entry.identity, account: entry.fact.account, batch: entry.batch,
                line: line.written.bytes)
        }
        let leaving = tombstone
        try keeping { () throws(LedgerFailure) in
            try transaction.remove(entry, leaving: leaving)
        }
        report.removed.append(entry.key)
    }

    private func add(_ written: WrittenEntry) throws(WorkspaceFailure) {
        let identity = try workspace.freshIdentity(of: written.fact)
        let annotation = Annotation(of: written.suggestion, written.decision)
        let transaction = transaction
        let source = LineSource(
            file: LineSource.manual,
            line: Int(identity.occurrence - LineIdentity.firstByHand) + 1,
            layout: LineSource.manual)
        let isNew = try keeping { () throws(LedgerFailure) in
            try transaction.record(.added, identity.key, old: Span())
            return try transaction.insert(
                written.fact, identity, batch: LedgerEntry.batchByHand, sources: [source],
                annotation)
        }
        guard isNew else { throw .damaged("key") }
        if written.decision.category != nil {
            try lessons.learn(
                from: written.fact, identity, annotation, suggested: written.suggestion)
        }
        report.added.append(identity.key)
    }

    // MARK: Transfers

    /// Whether a decision makes something else of a line that was proposed as a side of a transfer.
    private func rejectsPair(_ decision: Decision, _ suggestion: Suggestion) -> Bool {
        if decision.transferTo == "" || decision.splits?.isEmpty == false { return true }
        guard let category = decision.category else { return false }
        return category != suggestion.category && !workspace.isTransfer(category)
    }

    /// What was proposed for an approved line, once the person's own words were looked at: the pair, or what it would be without.
    private func approvePair(
        _ line: QueueLine, _ other: LineKey, _ decision: inout Decision
    ) throws(WorkspaceFailure) -> Suggestion {
        if rejectsPair(decision, line.suggestion) {
            try part(line.key, other, isRejected: true)
            decision.transferTo = decision.transferTo ?? ""
            return try lessons.suggestion(for: line.fact) ?? line.suggestion.withoutOtherSide
        }
        say(line.key, other, isPair: true)
        approvedSides.append(
            (
                other, line.fact.account, decision.category ?? line.suggestion.category,
                line.suggestion.permille
            ))
        return line.suggestion
    }

    /// The other line is proposed anew; what was said of the two before does not hold any more.
    private func part(
        _ key: LineKey, _ other: LineKey, isRejected: Bool
    ) throws(WorkspaceFailure) {
        unpaired[other] = key
        if isRejected {
            rejected.insert(other)
            return say(key, other, isPair: false)
        }
        let transaction = transaction
        let said = try keeping { () throws(LedgerFailure) in try transaction.saidPairs(of: key) }
        for pair in said where pair.isPair { say(key, pair.other, isPair: false) }
    }

    private func say(_ key: LineKey, _ other: LineKey, isPair: Bool) {
        let (low, high) = key < other ? (key, other) : (other, key)
        let known = saidPairs[low]?[high] ?? true
        saidPairs[low, default: [:]][high] = known && isPair
    }

    /// Writes what was said of pairs; entries that are other sides of approved lines are told.
    func sayPairs() throws(WorkspaceFailure) {
        let transaction = transaction
        for other in rejected.sorted() { try freeEntry(other) }
        for (key, others) in saidPairs.sorted(by: { $0.key < $1.key }) {
            let said = try keeping { () throws(LedgerFailure) in
                try transaction.saidPairs(of: key)
            }
            for (other, isPair) in others.sorted(by: { $0.key < $1.key }) {
                if said.contains(SaidPair(key: key, other: other, isPair: isPair)) { continue }
                report.pairsSaid += 1
                try keeping { () throws(LedgerFailure) in
                    try transaction.say(SaidPair(key: key, other: other, isPair: isPair))
                    try transaction.record(.paired, key, old: Array(other.text.utf8).span)
                }
            }
        }
        if approvedSides.isEmpty { return }
        let ledger = workspace.ledger
        let reader = try keeping { () throws(LedgerFailure) in try EntryReader(ledger) }
        for side in approvedSides.sorted(by: { $0.other < $1.other }) {
            let found = try keeping { () throws(LedgerFailure) in try reader.entry(side.other) }
            guard let entry = found, entry.annotation.transferTo.isEmpty,
                // One that was decided about just now has said for itself what it is.
                try keeping({ () throws(LedgerFailure) in try !transaction.annotates(entry.key) })
            else { continue }
            var said = entry.annotation
            said.transferTo = side.account
            // A person's own word for a transfer stays.
            if !said.isByPerson || !workspace.isTransfer(said.category) {
                said.category = side.category
                said.permille = side.permille
            }
            try annotate(entry, said)
        }
    }

    /// An entry that was one side of a transfer which is none: it is no transfer any more, and is proposed anew. What was said of it in
    /// this command stays.
    private func freeEntry(_ key: LineKey) throws(WorkspaceFailure) {
        let transaction = transaction
        guard let lost = unpaired[key], let entry = try entry(key),
            !entry.annotation.transferTo.isEmpty
        else { return }
        let (isTold, pairs) = try keeping { () throws(LedgerFailure) in
            (try transaction.annotates(key), try transaction.saidPairs(of: key))
        }
        if isTold || !pairs.contains(SaidPair(key: key, other: lost, isPair: true)) { return }
        var said = entry.annotation
        said.transferTo = ""
        if workspace.isTransfer(said.category) {
            let proposed = try lessons.suggestion(for: entry.fact) ?? Suggestion()
            said.category = proposed.isDismissal ? "" : proposed.category
            said.permille = said.category.isEmpty ? 0 : proposed.permille
            said.isByPerson = false
        }
        try annotate(entry, said)
    }

    private func annotate(
        _ entry: LedgerEntry, _ said: Annotation
    ) throws(WorkspaceFailure) {
        let transaction = transaction
        try keeping { () throws(LedgerFailure) in
            try transaction.annotate(entry, said)
            try transaction.record(.annotated, entry.key, old: Span())
        }
        report.annotated.append(entry.key)
    }

    /// A waiting line that lost its other side, as it is proposed now; nil for any other.
    private func parted(
        _ key: LineKey, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> QueueLine? {
        guard let lost = unpaired[key], case .line(var line) = reader.content(),
            line.suggestion.otherSide == lost
        else { return nil }
        line.suggestion =
            try lessons.suggestion(for: line.fact) ?? line.suggestion.withoutOtherSide
        return line
    }

    /// Whether ``outcome(of:_:)`` can be another than keeping the line.
    func mayChange(_ number: Int, _ identity: LineIdentity) -> Bool {
        guard number < fates.count, fates[number] == .kept else { return true }
        return unpaired[identity.key] != nil || lessons.mayChange(identity, workspace.state.lines)
    }

    /// What becomes of a line of the file, and its undo record.
    func outcome(
        of place: QueueRewrite.Line, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> QueueRewrite.Outcome {
        guard let number = place.number, let identity = place.identity,
            number < fates.count
        else { return .keep }
        switch fates[number] {
        case .kept:
            var changed = unpaired.isEmpty ? nil : try parted(identity.key, reader)
            if changed == nil {
                changed = try lessons.changed(identity, workspace.state.lines, reader)
            }
            guard let line = changed else { return .keep }
            let bytes = try transaction.recordRewriting(place, of: line, reader)
            report.suggestedAnew += 1
            if report.renewed.count < DecisionReport.renewedMax { report.renewed.append(line) }
            return .replace(bytes, identity, line.fact)
        case .approved:
            try keep(.approved, identity.key, place, reader)
            report.approvedKeys.append(identity.key)
            return .drop
        case .dismissed:
            try keep(.dismissed, identity.key, place, reader)
            report.dismissed.append(identity.key)
            return .drop
        case .edited:
            guard var edited = edits[number] else { throw .damaged("index") }
            if unpairedEdits.contains(number) {
                edited.suggestion =
                    try lessons.suggestion(for: edited.fact) ?? edited.suggestion.withoutOtherSide
                if report.renewed.count < DecisionReport.renewedMax {
                    report.renewed.append(edited)
                }
            }
            let bytes = try transaction.recordRewriting(place, of: edited, reader)
            report.edited.append(identity.key)
            return .replace(bytes, identity, edited.fact)
        }
    }

    /// Keys that are not in the queue: entries are annotated.
    func takeRest(
        of keys: Set<LineKey>, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        let transaction = transaction
        let ledger = workspace.ledger
        let reader = try keeping { () throws(LedgerFailure) in try EntryReader(ledger) }
        for key in keys.subtracting(found).sorted() {
            guard let entry = try keeping({ () throws(LedgerFailure) in try reader.entry(key) })
            else {
                report.unknown.append(key)
                continue
            }
            let line = QueueLine(
                key: key, batch: entry.batch, fact: entry.fact, sources: entry.sources)
            guard let decision = decide(line) else { continue }
            if decision.verdict == .dismiss || !workspace.knowsCategories(of: decision) {
                report.refused.append(key)
                continue
            }
            var changed = entry.annotation.changed(by: decision)
            if changed == entry.annotation { continue }
            let asSide = Suggestion(category: entry.annotation.category)
            if !entry.annotation.transferTo.isEmpty, rejectsPair(decision, asSide) {
                changed.transferTo = decision.transferTo ?? ""
                let said = try keeping { () throws(LedgerFailure) in
                    try transaction.saidPairs(of: key)
                }
                for pair in said where pair.isPair {
                    try part(key, pair.other, isRejected: true)
                }
            }
            try annotate(entry, changed)
            if decision.category != nil {
                try lessons.learn(
                    from: entry.fact, entry.identity, changed, suggested: Suggestion())
            }
        }
    }

    private func insert(
        _ item: SelectedLines.Item, _ row: SelectedLines.Row, _ annotation: Annotation
    ) throws(WorkspaceFailure) {
        do throws(LedgerFailure) {
            try transaction.gather(
                item.line.fact, row.identity, batch: item.line.batch,
                sources: item.line.sources, annotation)
        } catch {
            throw .ledger(error)
        }
        try lessons.learn(
            from: item.line.fact, row.identity, annotation, suggested: item.line.suggestion,
            row.teaching)
    }

    /// Ends the deciding; what was learned goes into the transaction.
    func finish() { lessons.finish() }

    private func insertTombstone(
        _ line: QueueLine, _ identity: LineIdentity, _ bytes: [UInt8]
    ) throws(WorkspaceFailure) {
        let tombstone = Tombstone(
            identity: identity, account: line.fact.account, batch: line.batch, line: bytes)
        do throws(LedgerFailure) {
            guard try transaction.insert(tombstone) else {
                throw .damaged("key \(line.key.text) was dismissed already")
            }
        } catch {
            throw .ledger(error)
        }
    }

    private func keep(
        _ step: LedgerTransaction.UndoStep, _ key: LineKey, _ place: QueueRewrite.Line,
        _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) {
        try reader.withRaw { raw throws(WorkspaceFailure) in
            do throws(LedgerFailure) {
                try transaction.record(step, key, place: place.place, old: raw)
            } catch {
                throw .ledger(error)
            }
        }
    }
}

extension Decision {
    /// What `later` says, and what it leaves open as it was.
    package func merged(with later: Decision) -> Decision {
        Decision(
            verdict: later.verdict ?? verdict, category: later.category ?? category,
            payee: later.payee ?? payee, note: later.note ?? note, tags: later.tags ?? tags,
            splits: later.splits ?? splits, transferTo: later.transferTo ?? transferTo)
    }
}

extension Decision {
    /// What was said about an entry, as a person would say it of a line.
    fileprivate init(of said: Annotation) {
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        self.init(
            category: filled(said.category), payee: filled(said.payee), note: filled(said.note),
            tags: said.tags.isEmpty ? nil : said.tags,
            splits: said.splits.isEmpty ? nil : said.splits,
            transferTo: filled(said.transferTo))
    }
}

extension Annotation {
    /// What is said about a line when it is approved: the person's words, else our suggestion.
    init(of suggestion: Suggestion, _ decision: Decision) {
        self.init(
            category: decision.category ?? suggestion.category,
            payee: decision.payee ?? suggestion.payee, note: decision.note ?? "",
            tags: decision.tags ?? suggestion.tags,
            transferTo: decision.transferTo ?? suggestion.transferTo,
            // Parts that were suggested go with the category that was.
            splits: decision.splits ?? (decision.category == nil ? suggestion.splits : []),
            permille: decision.category != nil ? 1_000 : suggestion.permille,
            isByPerson: decision.category != nil)
    }

    func changed(by decision: Decision) -> Annotation {
        Annotation(
            category: decision.category ?? category, payee: decision.payee ?? payee,
            note: decision.note ?? note, tags: decision.tags ?? tags,
            transferTo: decision.transferTo ?? transferTo, splits: decision.splits ?? splits,
            permille: decision.category != nil ? 1_000 : permille,
            isByPerson: decision.category != nil || isByPerson)
    }
}
