internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// Moves lines from the queue to where their decisions send them.
final class Deciding {
    var report = DecisionReport()
    /// Selected keys that are in the queue.
    var found: Set<LineKey> = []
    let workspace: Workspace
    let transaction: LedgerTransaction
    let lessons: Lessons
    /// What was decided about each line of the file, by its number.
    private var fates: [Fate] = []
    /// Lines with another decision, by their number.
    private var edits: [Int: QueueLine] = [:]

    /// What is said of pairs of lines, by the lower key and the other.
    var saidPairs: [LineKey: [LineKey: Bool]] = [:]
    /// Lines that lose the other side they were proposed with, by which line they lose.
    var unpaired: [LineKey: LineKey] = [:]
    /// Those of them that were said to be no pair.
    var rejected: Set<LineKey> = []
    /// Numbers of edited lines that are proposed anew: what a person says of them ends a transfer,
    /// or does not any more.
    private var unpairedEdits: Set<Int> = []
    /// Approved sides, to tell the entries that are the others.
    var approvedSides: [(other: LineKey, account: String, category: String, permille: Int)] =
        []
    /// The other sides that lines get in place of what was proposed.
    var linked: [LineKey: LineKey] = [:]
    /// Entries by hand whose places lines of banks take, by their keys.
    var joined: [LineKey: LedgerEntry] = [:]

    /// What was decided about lines of a kind, by its number; of the present generation.
    private var rulings: [Ruling] = []
    private var rulingsGeneration = -1

    private enum Fate: UInt8 { case kept, approved, dismissed, edited }

    /// Whether the person named the lines.
    private var isNamed = false
    /// Whether holds that nobody names stay in the queue when the bank shows them no more.
    private let leavesVanished: Bool
    /// Holds among the lines that the bank shows no more.
    let vanished: [LineKey: VanishedHold.Witness]

    init(
        _ workspace: Workspace, _ transaction: LedgerTransaction, _ learning: Learning?,
        vanished: [LineKey: VanishedHold.Witness], leavesVanished: Bool
    ) {
        self.workspace = workspace
        self.transaction = transaction
        self.vanished = vanished
        self.leavesVanished = leavesVanished
        lessons = Lessons(workspace, transaction, learning)
    }

    /// Decides the selected lines, in the order of their keys.
    func take(
        _ selection: LineSelection, asksOnce: Bool, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        let lines = try SelectedLines(workspace, selection, readsAlikeOnce: asksOnce)
        fates = [Fate](repeating: .kept, count: lines.queueLines)
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
        try removeJoined()
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
        // Lines alike may differ in being a hold.
        if !row.identity.isHold, let kind = row.kind, kind.generation == rulingsGeneration,
            kind.id < rulings.count
        {
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
                    String(utf8: bytes.extracting(plain.account.range))
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
            let isVanished = vanished[item.line.key] != nil
            let isMeant = isNamed || item.line.decision?.verdict != nil
            // It is asked about, so it goes with no others; those alike are no holds.
            if isVanished, !isMeant, leavesVanished { return .changed }
            var suggestion = item.line.suggestion
            if let other = suggestion.otherSide {
                suggestion = try approvePair(item.line, other, &merged)
            } else if suggestion.isOfTransfer, merged.deniesTransfer {
                suggestion =
                    try lessons.suggestion(forNoTransfer: item.line.fact)
                    ?? suggestion.withoutTransfer
            }
            let said = Annotation(of: suggestion, merged)
            try insert(item, row, said, payee: merged.payee, isVanished: isVanished && isMeant)
            fates[row.number] = .approved
            return .approved(said)
        case .dismiss, .same:
            // Who dismisses a question says that the payment is there: the bank's word of it must
            // not go with the row. A hold that came to nothing is no payment.
            let isVanished = vanished[item.line.key] != nil
            let isMeantAsSame = decision.verdict == .same || !isVanished
            switch isMeantAsSame ? try sameness(of: item.line, merged) : .unsaid {
            case .unsaid where decision.verdict == .same: report.refused.append(item.line.key)
            case .unsaid, .known: try dismiss(item, row, bytes)
            case .byHand(let entry):
                try insert(item, row, join(item.line, to: entry, merged), payee: merged.payee)
                fates[row.number] = .approved
            }
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
            } else if merged.deniesTransfer != item.line.decision?.deniesTransfer ?? false,
                try lessons.namesOwnAccount(item.line)
            {
                unpairedEdits.insert(row.number)
            }
            edits[row.number] = edited
            fates[row.number] = .edited
        }
        return .changed
    }

    /// - Parameters:
    ///   - payee: what the person calls the other side, if anything.
    ///   - isVanished: the person says that a hold was booked after all, so it is none any more.
    private func insert(
        _ item: SelectedLines.Item, _ row: SelectedLines.Row, _ annotation: Annotation,
        payee: String?, isVanished: Bool = false
    ) throws(WorkspaceFailure) {
        var identity = row.identity
        var fact = item.line.fact
        if isVanished {
            identity.isHold = false
            fact.isHold = false
        }
        do throws(LedgerFailure) {
            try transaction.gather(
                fact, identity, batch: item.line.batch,
                sources: item.line.sources, annotation)
        } catch {
            throw .ledger(error)
        }
        try lessons.learn(
            from: item.line.fact, row.identity, annotation, suggested: item.line.suggestion,
            row.teaching)
        if let payee {
            try lessons.learn(
                payee, of: item.line.fact, row.identity, suggested: item.line.suggestion)
        }
    }

    private func dismiss(
        _ item: SelectedLines.Item, _ row: SelectedLines.Row, _ bytes: Span<UInt8>
    ) throws(WorkspaceFailure) {
        if let other = item.line.suggestion.otherSide {
            try part(item.line.key, other, isRejected: false)
        }
        var line: [UInt8] = []
        if let witness = vanished[item.line.key] {
            line = item.line.dismissed(as: witness).written.bytes
        } else {
            line.append(bytes.extracting(row.raw))
        }
        try insertTombstone(item.line, row.identity, line)
        fates[row.number] = .dismissed
    }

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

    // MARK: The file anew

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
                    try lessons.suggestion(for: edited) ?? edited.suggestion.withoutTransfer
                if report.renewed.count < DecisionReport.renewedMax {
                    report.renewed.append(edited)
                }
            }
            let bytes = try transaction.recordRewriting(place, of: edited, reader)
            report.edited.append(identity.key)
            return .replace(bytes, identity, edited.fact)
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

    /// Ends the deciding; what was learned goes into the transaction.
    func finish() { lessons.finish() }
}
