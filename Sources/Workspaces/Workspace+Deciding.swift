package import Facts
internal import Ledger
package import Pending
internal import Saving

extension Workspace {
    /// Decides lines: approves, dismisses, or stores the decision with them.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - selection: lines passed to `decide`; keys in the ledger are annotated.
    ///   - decide: the decision about a line; nil leaves it. Absent members stay as in the line's
    ///     own decision.
    ///   - learning: how approvals and corrections are learned; nil if nobody looked at the lines.
    ///   - changes: other changes of ledger entries.
    ///   - rule: a rule that was made for this command, which records it: undo takes it back.
    ///   - leavesVanished: leaves vanished holds when the whole queue is selected.
    ///   - settlesLater: returns once the command is durable; ``settleLast()`` does the rest.
    /// - Complexity: reads the selected lines in key order, then copies the remaining queue.
    package func decide(
        command: String, _ selection: LineSelection, isDryRun: Bool = false,
        learning: Learning? = nil, _ changes: EntryChanges = EntryChanges(),
        making rule: MadeRule? = nil, settlesLater: Bool = false, leavesVanished: Bool = false,
        _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) -> DecisionReport {
        try requireWritable()
        let vanished = try vanishedHolds(among: selection)
        try keeping(ledger.useLargeCache())
        var report = DecisionReport()
        try rewriteQueue(settlesLater: settlesLater) {
            rewrite, transaction throws(WorkspaceFailure) in
            let deciding = Deciding(
                self, transaction, learning, vanished: vanished, leavesVanished: leavesVanished)
            if !changes.isEmpty { try deciding.begin(changes) }
            try deciding.take(selection, decide)
            if case .keys(let keys) = selection {
                try deciding.takeRest(of: keys, decide)
            }
            if !changes.isEmpty { try deciding.end(changes) }
            try deciding.writeOtherSides()
            try deciding.writeRecordedPairs()
            try deciding.writePairs()
            try rewrite.run(where: { deciding.mayChange($0, $1) }) {
                place, reader throws(WorkspaceFailure) in
                try deciding.outcome(of: place, reader)
            }
            deciding.finish()
            report = deciding.report
            if isDryRun || report.isEmpty && rule == nil { return false }
            if let rule { try record([rule.change], in: transaction) }
            try keeping(transaction.finish(command: command))
            return true
        }
        if let rule, !isDryRun { try finish([rule.change]) }
        return report
    }

    /// Approves lines by their suggestions and own decisions.
    ///
    /// Without named keys, a line's own action applies, dismissal included, and lines that a user's
    /// rule dismisses are dismissed.
    ///
    /// - Parameters:
    ///   - leavesVanished: leaves vanished holds when the whole queue is selected; otherwise they
    ///     are approved as holds, and asked about in the ledger.
    package func approve(
        _ selection: LineSelection, with decision: Decision = Decision(), isDryRun: Bool = false,
        learning: Learning? = nil, leavesVanished: Bool = false,
        where isWanted: (QueueLine) -> Bool = { _ in true }
    ) throws(WorkspaceFailure) -> DecisionReport {
        var wanted = decision
        wanted.verdict = .approve
        var isNamed = false
        if case .keys = selection { isNamed = true }
        return try decide(
            command: "approve", selection, isDryRun: isDryRun, learning: learning,
            leavesVanished: leavesVanished
        ) {
            guard isWanted($0) else { return nil }
            if !isNamed, let written = $0.decision, written.verdict != nil { return written }
            if !isNamed, $0.suggestion.isDismissal { return Decision(verdict: .dismiss) }
            return wanted
        }
    }

    /// - Parameter learning: for new suggestions of the other sides of transfers.
    package func dismiss(
        _ selection: LineSelection, note: String? = nil, isDryRun: Bool = false,
        learning: Learning? = nil, where isWanted: (QueueLine) -> Bool = { _ in true }
    ) throws(WorkspaceFailure) -> DecisionReport {
        let wanted = Decision(verdict: .dismiss, note: note)
        return try decide(command: "dismiss", selection, isDryRun: isDryRun, learning: learning) {
            isWanted($0) ? wanted : nil
        }
    }

    /// Applies decisions, one per key; a later one of the same key wins. Dismissing a dismissed
    /// line again does nothing.
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

    /// Applies decisions in the queue file: lines whose own decision has an action.
    package func applyWritten(
        isDryRun: Bool = false, learning: Learning? = nil
    ) throws(WorkspaceFailure) -> DecisionReport {
        try decide(command: "review", .all, isDryRun: isDryRun, learning: learning) {
            $0.decision?.verdict == nil ? nil : $0.decision
        }
    }

    /// Streams the lines of the queue in file order; faulty ones are in ``problems``.
    ///
    /// - Parameter body: returns false to stop.
    package func forEachQueueLine(
        _ body: (QueueLine) -> Bool
    ) throws(WorkspaceFailure) {
        try settleLast()
        try saving { () throws(SavingError) in
            var reader = try QueueReader(paths.queue)
            while try reader.next() != nil {
                if case .line(let line) = reader.content(), !body(line) { return }
            }
        }
    }
}
