internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// Moves lines out of the queue by their decisions.
final class Deciding {
    var report = DecisionReport()
    /// Selected keys that are in the queue.
    var found: Set<LineKey> = []
    let workspace: Workspace
    let transaction: LedgerTransaction
    let lessons: Lessons
    /// The fate of each line of the file, by its number.
    private var fates: [Fate] = []
    /// Lines with a changed decision, by their number.
    private var edits: [Int: QueueLine] = [:]

    /// Decisions about pairs, by the lower key and the other.
    var decidedPairs: [LineKey: [LineKey: Bool]] = [:]
    /// Lines that lose their suggested other side, with that side.
    var unpaired: [LineKey: LineKey] = [:]
    /// Those of them whose pair was rejected.
    var rejected: Set<LineKey> = []
    /// Numbers of edited lines that need a new suggestion: their decision ends a transfer, or no
    /// longer does.
    private var unpairedEdits: Set<Int> = []
    /// Approved sides, whose other sides may be entries to annotate.
    var approvedSides: [(other: LineKey, account: String, category: String, permille: Int)] =
        []
    /// Another workspace's decisions about pairs of approved lines and others.
    var recordedPairs: [DecidedPair] = []
    /// Other sides that replace the suggested ones.
    var linked: [LineKey: LineKey] = [:]
    /// Entries by hand replaced by bank lines, by the lines' keys.
    var joined: [LineKey: LedgerEntry] = [:]
    /// Entries to be written beside approved lines.
    var otherSides: [OtherSide] = []
    var knownOtherSideAccounts: OtherSideAccounts?

    private enum Fate: UInt8 { case kept, approved, dismissed, edited }

    /// The person named the lines.
    private var isNamed = false
    /// Vanished holds stay in the queue unless named.
    private let leavesVanished: Bool
    /// Vanished holds among the lines.
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

    /// Decides the selected lines in key order.
    func take(
        _ selection: LineSelection, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        let lines = try SelectedLines(workspace, selection)
        fates = [Fate](repeating: .kept, count: lines.queueLines)
        if case .keys = selection { isNamed = true }
        try lines.forEachBatch { batch throws(WorkspaceFailure) in
            for row in batch.rows {
                if isNamed { found.insert(row.identity.key) }
                try take(row, batch.bytes.span, decide)
            }
        }
        try keeping(transaction.writeGathered())
        try removeJoined()
        report.approved.reserveCapacity(fates.count(where: { $0 == .approved }))
    }

    /// Not inlined: as a parameter the row's line is read in place, not copied.
    @inline(never)
    private func take(
        _ row: SelectedLines.Row, _ bytes: Span<UInt8>, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        guard let decision = decide(row.line) else { return }
        var merged = row.line.decision?.merged(with: decision) ?? decision
        if !workspace.knowsCategories(of: merged) {
            report.refused.append(row.line.key)
            return
        }
        switch decision.verdict {
        case .approve:
            let isVanished = vanished[row.line.key] != nil
            let isMeant = isNamed || row.line.decision?.verdict != nil
            // It is asked about by itself, not with others; equal lines are no holds.
            if isVanished, !isMeant, leavesVanished { return }
            var suggestion = row.line.suggestion
            if let other = suggestion.otherSide {
                suggestion = try approvePair(row.line, other, &merged)
            } else if suggestion.isOfTransfer, merged.deniesTransfer {
                suggestion =
                    try lessons.suggestion(forNoTransfer: row.line.fact)
                    ?? suggestion.withoutTransfer
            }
            var said = Annotation(of: suggestion, merged)
            // The other workspace's journal has written other sides too.
            if merged.transferTo != "", !merged.isRecorded {
                try planOtherSide(of: row.line.key, row.line.fact, &said, row.line.suggestion)
            }
            recordPairs(of: row.line.key, merged, suggestion)
            let payee = merged.isRecorded && merged.payee == "" ? nil : merged.payee
            try insert(row, said, payee: payee, isVanished: isVanished && isMeant)
            fates[row.number] = .approved
        case .dismiss, .same:
            // Dismissing a question means that the payment exists: the bank's data must not be lost
            // with the row. A hold that came to nothing is no payment.
            let isVanished = vanished[row.line.key] != nil
            let isMeantAsSame = decision.verdict == .same || !isVanished
            switch isMeantAsSame ? try sameness(of: row.line, merged) : .unsaid {
            case .unsaid where decision.verdict == .same: report.refused.append(row.line.key)
            case .unsaid, .known: try dismiss(row, bytes)
            case .byHand(let entry):
                try insert(row, join(row.line, to: entry, merged), payee: merged.payee)
                fates[row.number] = .approved
            }
        case nil:
            if merged == row.line.decision { return }
            var edited = row.line
            edited.decision = merged
            if let other = edited.suggestion.otherSide,
                rejectsPair(merged, edited.suggestion)
                    || (linked[edited.key] ?? other) != other
            {
                try part(edited.key, other, isRejected: true)
                unpairedEdits.insert(row.number)
                // That was its only content, and the pair records it.
                if merged == Decision(transferTo: "") { edited.decision = nil }
            } else if merged.deniesTransfer != row.line.decision?.deniesTransfer ?? false,
                try lessons.namesOwnAccount(row.line)
            {
                unpairedEdits.insert(row.number)
            }
            edits[row.number] = edited
            fates[row.number] = .edited
        }
    }

    /// - Parameters:
    ///   - payee: the person's name for the other side, if any.
    ///   - isVanished: the person says that a hold was booked after all, so it is none any more.
    private func insert(
        _ row: SelectedLines.Row, _ annotation: Annotation,
        payee: String?, isVanished: Bool = false
    ) throws(WorkspaceFailure) {
        var identity = row.identity
        var fact = row.line.fact
        if isVanished {
            identity.isHold = false
            fact.isHold = false
        }
        try keeping(
            transaction.gather(
                fact, identity, batch: row.line.batch, sources: row.line.sources, annotation))
        try lessons.learn(
            from: row.line.fact, row.identity, annotation, suggested: row.line.suggestion,
            row.teaching)
        if let payee {
            try lessons.learn(
                payee, of: row.line.fact, row.identity, suggested: row.line.suggestion)
        }
    }

    private func dismiss(
        _ row: SelectedLines.Row, _ bytes: Span<UInt8>
    ) throws(WorkspaceFailure) {
        if let other = row.line.suggestion.otherSide {
            try part(row.line.key, other, isRejected: false)
        }
        var line: [UInt8] = []
        if let witness = vanished[row.line.key] {
            line = row.line.dismissed(as: witness).written.bytes
        } else {
            line.append(bytes.extracting(row.raw))
        }
        try insertTombstone(row.line, row.identity, line)
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

    // MARK: Rewriting the file

    /// Whether ``outcome(of:_:)`` may change the line.
    func mayChange(_ number: Int, _ identity: LineIdentity) -> Bool {
        guard number < fates.count, fates[number] == .kept else { return true }
        return unpaired[identity.key] != nil || lessons.mayChange(identity, workspace.state.lines)
    }

    /// The outcome for a line of the file, with its undo record.
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
            report.suggestionsRenewed += 1
            if report.renewed.count < DecisionReport.renewedMax { report.renewed.append(line) }
            return .replace(bytes, identity, line.fact)
        case .approved:
            try keep(.approved, identity.key, place, reader)
            report.approved.append(identity.key)
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
            try keeping(transaction.record(step, key, place: place.place, old: raw))
        }
    }

    /// Ends deciding and writes the lessons into the transaction.
    func finish() { lessons.finish() }
}
