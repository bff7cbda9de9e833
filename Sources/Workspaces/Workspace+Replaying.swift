package import Facts
internal import Ledger
internal import Pending
internal import Saving

/// The user's current rules, for existing lines.
package struct RuleJudge {
    /// The suggestion of the first rule that decides about a line, with what others add, and what
    /// they add alone; nil for none.
    package var rule: (StatementFact) -> (decision: Suggestion?, additions: Suggestion?)
    /// The suggestion for a line without another side, rules included, with a waiting line's own
    /// decision.
    package var suggest: (StatementFact, LineKey, Decision?) throws(WorkspaceFailure) -> Suggestion

    /// Whether a category is of transfers.
    fileprivate var isTransfer: (String) -> Bool = { _ in false }

    package init(
        rule: @escaping (StatementFact) -> (decision: Suggestion?, additions: Suggestion?),
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
    package let partsBefore: [Decision.Split]
    package let partsAfter: [Decision.Split]
    /// Where they are new.
    package let payee: String
    package let note: String
    package let tags: [String]
    /// The matching rule; nil if the earlier rule is gone.
    package let rule: Evidence?
}

package struct ReplayReport: Sendable, Equatable {
    package var entriesChanged = 0
    package var linesChanged = 0
    /// Lines that a person decided differently than a rule: they stay.
    package var leftAlone = 0
    /// Sides of transfers that a rule would file otherwise: they stay, as only a person parts them.
    package var inPairs = 0
}

extension Workspace {
    /// Finds what the current rules would change in entries and waiting lines, and does it if
    /// `applies`.
    ///
    /// Persons' decisions stay: entries that a person filed or divided, and lines with a decision.
    /// So do the categories of both sides of a transfer, which are no expense while linked. A rule
    /// only fills an absent payee, note, tags and other account; one that only adds does that to a
    /// person's entries too, as it would have when they came.
    /// - Parameter each: called with every change, entries by day first, then the queue in its
    ///   order.
    /// - Complexity: reads the ledger and the queue once; memory grows with the applied changes.
    package func replay(
        _ judge: RuleJudge, applies: Bool, _ each: (RuleChange) throws -> Void
    ) throws -> ReplayReport {
        var judge = judge
        judge.isTransfer = isTransfer
        var report = ReplayReport()
        var changes: [(key: LineKey, said: Annotation)] = []
        let pairs = try keeping(PairReader(ledger))
        var entries = try keeping(EntryCursor(ledger, EntryQuery(order: .day)))
        while let entry = try entries.next() {
            let replayed = try judge.annotation(of: entry, &report) {
                () throws(WorkspaceFailure) in
                if entry.isOtherSide { return true }
                return try keeping(pairs.pairs(of: entry.key)).contains(where: \.isPair)
            }
            guard let said = replayed else { continue }
            report.entriesChanged += 1
            let before = entry.annotation
            let rules = judge.rule(entry.fact)
            let decides = before.category != said.category || before.splits != said.splits
            try each(
                RuleChange(
                    home: .ledger, key: entry.key, fact: entry.fact,
                    categoryBefore: before.category, categoryAfter: said.category,
                    partsBefore: before.splits, partsAfter: said.splits,
                    payee: said.payee == before.payee ? "" : said.payee,
                    note: said.note == before.note ? "" : said.note,
                    tags: said.tags.filter { !before.tags.contains($0) },
                    rule: (decides || rules.additions == nil ? rules.decision : rules.additions)?
                        .evidence.first))
            if applies { changes.append((entry.key, said)) }
        }
        try forEachQueueLineThrowing { line in
            guard let next = try judge.suggestion(for: line, &report) else { return }
            report.linesChanged += 1
            let before = line.suggestion
            try each(
                RuleChange(
                    home: .queue, key: line.key, fact: line.fact,
                    categoryBefore: before.category, categoryAfter: next.category,
                    partsBefore: before.splits, partsAfter: next.splits,
                    payee: next.payee == before.payee ? "" : next.payee,
                    note: next.note == before.note ? "" : next.note,
                    tags: next.tags.filter { !before.tags.contains($0) },
                    rule: next.evidence.first { $0.source == .rule }))
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
    ///
    /// - Parameter isPaired: whether it is a side of a transfer; called where it matters.
    fileprivate func annotation(
        of entry: LedgerEntry, _ report: inout ReplayReport,
        isPaired: () throws(WorkspaceFailure) -> Bool
    ) throws(WorkspaceFailure) -> Annotation? {
        let before = entry.annotation
        var said = before
        let rules = rule(entry.fact)
        if let decision = rules.decision {
            // Entries are approved: no rule dismisses them.
            if decision.isDismissal { return nil }
            if before.isByPerson || before.isDividedByPerson {
                if before.category != decision.category { report.leftAlone += 1 }
            } else if before.category != decision.category || before.splits != decision.splits,
                try isPaired()
            {
                report.inPairs += 1
            } else {
                said.category = decision.category
                name(decision.transferTo, in: &said, before)
                said.splits = decision.splits
                said.add(decision)
                if said != before { said.permille = Self.ofRule }
            }
        } else if before.permille == Self.ofRule, !before.isByPerson {
            let suggestion = try suggest(entry.fact, entry.key, nil)
            if !suggestion.category.isEmpty,
                suggestion.category != before.category || suggestion.splits != before.splits,
                try !isPaired()
            {
                said.category = suggestion.category
                said.splits = suggestion.splits
                said.permille = suggestion.permille
                name(suggestion.transferTo, in: &said, before)
            }
        }
        if let additions = rules.additions { said.add(additions) }
        return said == before ? nil : said
    }

    /// Fills an absent other account; an entry that was a transfer and is none has none.
    private func name(_ account: String, in said: inout Annotation, _ before: Annotation) {
        let wasTransfer = isTransfer(before.category) && !isTransfer(said.category)
        if said.transferTo.isEmpty || wasTransfer { said.transferTo = account }
    }

    /// Only rules have this confidence; a person's decisions are marked as such.
    fileprivate static let ofRule = 1_000

    /// The line's new suggestion; nil if unchanged.
    fileprivate func suggestion(
        for line: QueueLine, _ report: inout ReplayReport
    ) throws(WorkspaceFailure) -> Suggestion? {
        let (rule, additions) = rule(line.fact)
        // A deciding rule's evidence, or one's that added something.
        let hadRule = line.suggestion.evidence.contains { $0.source == .rule }
        guard rule != nil || additions != nil || hadRule else { return nil }
        if let decision = line.decision {
            if let rule, let category = decision.category, category != rule.category {
                report.leftAlone += 1
            }
            return nil
        }
        // With the payee that is remembered.
        var next = try suggest(line.fact, line.key, line.decision)
        if line.suggestion.otherSide != nil {
            // A pair has two lines; only a decision dissolves it.
            if let rule, !isTransfer(rule.category) { report.inPairs += 1 }
            let alone = try suggest(line.fact, line.key, Decision(transferTo: ""))
            guard let side = alone.asSide(like: line.suggestion) else { return nil }
            next = side
        }
        return next.looksLike(line.suggestion) ? nil : next
    }
}

extension Annotation {
    /// Only persons and rules divide lines.
    fileprivate var isDividedByPerson: Bool {
        !splits.isEmpty && (isByPerson || permille != RuleJudge.ofRule)
    }

    /// Fills what is absent.
    fileprivate mutating func add(_ rule: Suggestion) {
        if payee.isEmpty { payee = rule.payee }
        if note.isEmpty { note = rule.note }
        tags += rule.tags.filter { !tags.contains($0) }
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
