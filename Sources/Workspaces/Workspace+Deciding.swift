package import Facts
internal import Ledger
package import Pending
internal import Saving

extension Workspace {
    /// Decides lines: approves, dismisses, or writes the decision beside them.
    ///
    /// - Parameters:
    ///   - command: the word that undo shows.
    ///   - selection: lines `decide` is asked about; keys that are in the ledger are annotated.
    ///   - decide: what to do with a line; nil leaves it. What it does not say stays as the line's
    ///     own decision says.
    ///   - learning: how approvals and corrections are learned; nil when nobody looked at the
    ///     lines.
    ///   - changes: what else is done to entries of the ledger.
    ///   - leavesVanished: of the whole queue, leaves holds that the bank shows no more.
    ///   - settlesLater: returns as soon as the command is durable; ``settleLast()`` does the rest.
    /// - Complexity: reads the selected lines in the order of their keys, then copies the queue
    ///   without what left it.
    package func decide(
        command: String, _ selection: LineSelection, isDryRun: Bool = false,
        learning: Learning? = nil, _ changes: EntryChanges = EntryChanges(),
        settlesLater: Bool = false, leavesVanished: Bool = false,
        _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) -> DecisionReport {
        guard access == .writing else { throw .readOnly }
        try settleLast()
        guard problems.isEmpty else { throw .queue(problems) }
        let ledger = ledger
        let vanished = try vanishedHolds(among: selection)
        try keeping { () throws(LedgerFailure) in try ledger.useCache(megabytes: 64) }
        let transaction = try keeping { () throws(LedgerFailure) in try LedgerTransaction(ledger) }
        let deciding = Deciding(
            self, transaction, learning, vanished: vanished, leavesVanished: leavesVanished)
        let rewrite = try QueueRewrite(self, transaction)
        do throws(WorkspaceFailure) {
            if !changes.isEmpty { try deciding.begin(changes) }
            try deciding.take(selection, decide)
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
    /// Where no keys are named, a line whose own decision has an action is treated as that says,
    /// dismissed too; and a line that a rule of the user's dismisses is dismissed.
    ///
    /// - Parameters:
    ///   - leavesVanished: of the whole queue, leaves holds that the bank shows no more; else they
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

    /// Does what decisions say, one for each key. A later one for the same key wins. What is to be
    /// dismissed and is already: handed in again, nothing is left to do.
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
