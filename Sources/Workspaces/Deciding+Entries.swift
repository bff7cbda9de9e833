internal import Facts
package import Ledger
internal import Pending
internal import Scanning

/// Changes of ledger entries.
extension Deciding {
    /// Applies the changes that precede decisions.
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
            if said == entry.annotation { continue }
            try annotate(entry, said)
            if said.payee.isEmpty, !entry.annotation.payee.isEmpty {
                try lessons.learn(
                    "", of: entry.fact, entry.identity, suggested: Suggestion())
            }
        }
    }

    /// Applies the changes that follow decisions.
    func end(_ changes: EntryChanges) throws(WorkspaceFailure) {
        for key in changes.removed.sorted() {
            guard let entry = try entry(key) else {
                report.unknown.append(key)
                continue
            }
            try remove(entry)
        }
        for pair in changes.pairs { planPair(pair.key, pair.other, isPair: pair.isPair) }
        for written in changes.added { try add(written) }
        for transfer in changes.transfers {
            let out = try add(transfer.out)
            planPair(out, try add(transfer.into), isPair: true)
        }
    }

    /// Annotates entries whose keys are not in the queue.
    func takeRest(
        of keys: Set<LineKey>, _ decide: (QueueLine) -> Decision?
    ) throws(WorkspaceFailure) {
        let reader = try keeping(EntryReader(workspace.ledger))
        for key in keys.subtracting(found).sorted() {
            guard let entry = try keeping(reader.entry(key))
            else {
                report.unknown.append(key)
                continue
            }
            let line = QueueLine(
                key: key, batch: entry.batch, fact: entry.fact, sources: entry.sources)
            guard let decision = decide(line) else { continue }
            if let witness = vanished[key], try settle(entry, decision, witness) { continue }
            let asSide = Suggestion(category: entry.annotation.category)
            let isRejected =
                try leavesOtherSide(key, decision) || rejectsPair(decision, asSide)
            if try cannotBe(decision.verdict, entry) || !workspace.knowsCategories(of: decision)
                // It says what its line says.
                || entry.isOtherSide && isRejected
            {
                report.refused.append(key)
                continue
            }
            var changed = entry.annotation.changed(by: decision)
            if changed == entry.annotation { continue }
            if entry.annotation.transferTo.isEmpty {
                if decision.category != nil, decision.transferTo != "", !entry.isByHand {
                    try planOtherSide(of: key, entry.fact, &changed, Suggestion())
                }
            } else if isRejected {
                changed.transferTo = decision.transferTo ?? ""
                let said = try keeping(transaction.decidedPairs(of: key))
                for pair in said where pair.isPair {
                    try part(key, pair.other, isRejected: true)
                }
            }
            try annotate(entry, changed)
            if decision.category != nil {
                try lessons.learn(
                    from: entry.fact, entry.identity, changed, suggested: Suggestion())
            }
            if let payee = decision.payee {
                try lessons.learn(
                    payee, of: entry.fact, entry.identity, suggested: Suggestion())
            }
        }
    }

    /// Removes an approved hold that vanished, or books it if the person says so.
    ///
    /// - Returns: whether nothing else is to be done.
    private func settle(
        _ entry: LedgerEntry, _ decision: Decision, _ witness: VanishedHold.Witness
    ) throws(WorkspaceFailure) -> Bool {
        switch decision.verdict {
        case .dismiss:
            try remove(entry, as: witness)
            return true
        case .approve:
            var fact = entry.fact
            fact.isHold = false
            try revise(entry, fact)
            return decision == Decision(verdict: .approve)
        case .same, nil: return false
        }
    }

    /// A repeated "the same" is already done; while the entry by hand exists beside it, the line
    /// was approved as another payment.
    private func cannotBe(
        _ verdict: Decision.Verdict?, _ entry: LedgerEntry
    ) throws(WorkspaceFailure) -> Bool {
        if verdict == .dismiss { return true }
        guard verdict == .same else { return false }
        for key in try workspace.lines(like: entry.fact) where key != entry.key {
            if try self.entry(key)?.isByHand == true { return true }
        }
        return false
    }

    func entry(_ key: LineKey) throws(WorkspaceFailure) -> LedgerEntry? {
        try keeping(workspace.ledger.entry(key))
    }

    private func revise(_ entry: LedgerEntry, _ edit: FactEdit) throws(WorkspaceFailure) {
        precondition(entry.isByHand, "caller changes what a bank told")
        var fact = entry.fact
        fact.amount = edit.amount ?? fact.amount
        if let day = edit.day { fact.made = CivilMoment(day: day) }
        if fact != entry.fact { try revise(entry, fact) }
    }

    private func revise(_ entry: LedgerEntry, _ now: StatementFact) throws(WorkspaceFailure) {
        let identity = workspace.identity(of: now, in: entry)
        let bytes = QueueLine(key: entry.key, batch: entry.batch, fact: entry.fact).written.bytes
        try keeping { () throws(LedgerFailure) in
            try transaction.revise(entry, now, identity, nil, earlier: bytes)
            try transaction.record(.revised, entry.key, old: Span())
        }
        report.revised.append(entry.key)
    }

    /// - Parameter witness: the evidence that the entry is a vanished hold, if it is one.
    private func remove(
        _ entry: LedgerEntry, as witness: VanishedHold.Witness? = nil
    ) throws(WorkspaceFailure) {
        let said = try keeping(transaction.decidedPairs(of: entry.key))
        for pair in said where pair.isPair { try part(entry.key, pair.other, isRejected: true) }
        var tombstone: Tombstone?
        if !entry.isByHand {
            var line = QueueLine(
                key: entry.key, batch: entry.batch, fact: entry.fact, sources: entry.sources,
                decision: Decision(of: entry.annotation))
            if let witness { line = line.dismissed(as: witness) }
            tombstone = Tombstone(
                identity: entry.identity, account: entry.fact.account, batch: entry.batch,
                line: line.written.bytes)
        }
        let leaving = tombstone
        try keeping(transaction.remove(entry, leaving: leaving))
        report.removed.append(entry.key)
    }

    /// - Parameter layout: of its source, which says who wrote it.
    @discardableResult
    func add(
        _ written: WrittenEntry, layout: String = LineSource.manual
    ) throws(WorkspaceFailure) -> LineKey {
        let identity = try workspace.freshIdentity(of: written.fact)
        let annotation = Annotation(of: written.suggestion, written.decision)
        let source = LineSource(
            file: LineSource.manual,
            line: Int(identity.occurrence - LineIdentity.firstByHand) + 1,
            layout: layout)
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
        return identity.key
    }

    func annotate(
        _ entry: LedgerEntry, _ said: Annotation
    ) throws(WorkspaceFailure) {
        try keeping { () throws(LedgerFailure) in
            try transaction.annotate(entry, said)
            try transaction.record(.annotated, entry.key, old: Span())
        }
        report.annotated.append(entry.key)
    }
}

extension Decision {
    /// An annotation as a person's decision about a line.
    package init(of said: Annotation) {
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        self.init(
            category: filled(said.category), payee: filled(said.payee), note: filled(said.note),
            tags: said.tags.isEmpty ? nil : said.tags,
            splits: said.splits.isEmpty ? nil : said.splits,
            transferTo: filled(said.transferTo))
    }
}
