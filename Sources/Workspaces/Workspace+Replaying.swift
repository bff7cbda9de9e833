package import Facts
internal import Ledger
internal import Pending
internal import Saving

/// The user's current rules, for existing lines.
package struct RuleJudge {
    /// The suggestion of the first matching rule; nil if none matches.
    package var rule: (StatementFact) -> Suggestion?
    /// The suggestion for a line without another side, rules included, with a waiting line's own
    /// decision.
    package var suggest: (StatementFact, LineKey, Decision?) throws(WorkspaceFailure) -> Suggestion

    package init(
        rule: @escaping (StatementFact) -> Suggestion?,
        suggest:
            @escaping (StatementFact, LineKey, Decision?) throws(WorkspaceFailure) -> Suggestion
    ) {
        self.rule = rule
        self.suggest = suggest
    }
}

/// A line that the current rules would change.
package struct RuleChange: Sendable {
    package enum Home: String, Sendable { case ledger, queue }

    package let home: Home
    package let key: LineKey
    package let fact: StatementFact
    package let categoryBefore: String
    package let categoryAfter: String
    /// The matching rule; nil if the earlier rule is gone.
    package let rule: Evidence?
}

package struct ReplayReport: Sendable, Equatable {
    package var entriesChanged = 0
    package var linesChanged = 0
    /// Lines that a person decided differently than a rule: they stay.
    package var leftAlone = 0
}

extension Workspace {
    /// Finds what the current rules would change in entries and waiting lines, and does it if
    /// `applies`.
    ///
    /// Persons' decisions stay: entries whose category is a person's, and lines with a decision. A
    /// rule only fills an absent payee, tags, other account and splits.
    /// - Parameter each: called with every change, entries by day first, then the queue in its
    ///   order.
    /// - Complexity: reads the ledger and the queue once; memory grows with the applied changes.
    package func replay(
        _ judge: RuleJudge, applies: Bool, _ each: (RuleChange) throws -> Void
    ) throws -> ReplayReport {
        var report = ReplayReport()
        var changes: [(key: LineKey, said: Annotation)] = []
        var entries = try keeping(EntryCursor(ledger, EntryQuery(order: .day)))
        while let entry = try entries.next() {
            guard let said = try judge.annotation(of: entry, &report) else { continue }
            report.entriesChanged += 1
            try each(
                RuleChange(
                    home: .ledger, key: entry.key, fact: entry.fact,
                    categoryBefore: entry.annotation.category, categoryAfter: said.category,
                    rule: judge.rule(entry.fact)?.evidence.first))
            if applies { changes.append((entry.key, said)) }
        }
        try forEachQueueLineThrowing { line in
            guard let next = try judge.suggestion(for: line, &report) else { return }
            report.linesChanged += 1
            let evidence = next.evidence.first
            try each(
                RuleChange(
                    home: .queue, key: line.key, fact: line.fact,
                    categoryBefore: line.suggestion.category, categoryAfter: next.category,
                    rule: evidence?.source == .rule ? evidence : nil))
        }
        if applies, report.entriesChanged + report.linesChanged > 0 { try apply(changes, judge) }
        return report
    }

    private func forEachQueueLineThrowing(_ body: (QueueLine) throws -> Void) throws {
        var failure: (any Error)?
        try forEachQueueLine { line in
            do { try body(line) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
    }

    private func apply(
        _ changes: [(key: LineKey, said: Annotation)], _ judge: RuleJudge
    ) throws(WorkspaceFailure) {
        try requireWritable()
        try rewriteQueue { rewrite, transaction throws(WorkspaceFailure) in
            var passed = ReplayReport()
            try rewrite.run { place, reader throws(WorkspaceFailure) in
                guard case .line(var line) = reader.content(),
                    let next = try judge.suggestion(for: line, &passed)
                else { return .keep }
                line.suggestion = next
                let bytes = try transaction.recordRewriting(place, of: line, reader)
                return .replace(
                    bytes, self.identity(of: line, before: place.identity), line.fact)
            }
            try keeping { () throws(LedgerFailure) in
                let reader = try EntryReader(ledger)
                for change in changes {
                    guard let entry = try reader.entry(change.key) else { continue }
                    try transaction.annotate(entry, change.said)
                    try transaction.record(.annotated, change.key, old: Span())
                }
                try transaction.finish(command: "rules")
            }
            return true
        }
    }
}

extension RuleJudge {
    /// The new annotation of an entry; nil if unchanged.
    fileprivate func annotation(
        of entry: LedgerEntry, _ report: inout ReplayReport
    ) throws(WorkspaceFailure) -> Annotation? {
        let before = entry.annotation
        var said = before
        if let rule = rule(entry.fact) {
            // Entries are approved: no rule dismisses them.
            if rule.isDismissal { return nil }
            if before.isByPerson {
                if before.category != rule.category { report.leftAlone += 1 }
                return nil
            }
            said.category = rule.category
            if said.payee.isEmpty { said.payee = rule.payee }
            if said.transferTo.isEmpty { said.transferTo = rule.transferTo }
            if said.splits.isEmpty { said.splits = rule.splits }
            said.tags += rule.tags.filter { !before.tags.contains($0) }
            if said == before { return nil }
            said.permille = Self.ofRule
            return said
        }
        guard before.permille == Self.ofRule, !before.isByPerson, before.splits.isEmpty else {
            return nil
        }
        let suggestion = try suggest(entry.fact, entry.key, nil)
        guard !suggestion.category.isEmpty, suggestion.category != before.category else {
            return nil
        }
        said.category = suggestion.category
        said.permille = suggestion.permille
        if said.transferTo.isEmpty { said.transferTo = suggestion.transferTo }
        return said
    }

    /// Only rules have this confidence; a person's decisions are marked as such.
    private static let ofRule = 1_000

    /// The line's new suggestion; nil if unchanged.
    fileprivate func suggestion(
        for line: QueueLine, _ report: inout ReplayReport
    ) throws(WorkspaceFailure) -> Suggestion? {
        // A pair has two lines; only a decision dissolves it.
        if line.suggestion.otherSide != nil { return nil }
        let rule = rule(line.fact)
        let wasByRule = line.suggestion.isByRule
        guard rule != nil || wasByRule else { return nil }
        if let decision = line.decision {
            if let rule, let category = decision.category, category != rule.category {
                report.leftAlone += 1
            }
            return nil
        }
        var next = Suggestion()
        if let rule {
            next = rule
        } else {
            next = try suggest(line.fact, line.key, line.decision)
        }
        return next.looksLike(line.suggestion) ? nil : next
    }
}

extension Suggestion {
    /// Whether a person would see no difference: a rule may have moved.
    fileprivate func looksLike(_ other: Suggestion) -> Bool {
        var (one, two) = (self, other)
        for index in one.evidence.indices { one.evidence[index].origin = "" }
        for index in two.evidence.indices { two.evidence[index].origin = "" }
        return one == two
    }
}
