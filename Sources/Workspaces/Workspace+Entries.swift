package import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

extension Workspace {
    private static let keysShownMax = 5

    /// The line of queue or ledger whose key matches the text; see ``KeyPattern``.
    package func line(named text: String) throws(WorkspaceFailure) -> NamedLines {
        if let key = LineKey(text: text) {
            return try line(key).map { NamedLines.one($0) } ?? .none
        }
        let pattern = KeyPattern(text)
        var keys = try keeping(ledger.keys(fitting: text, countMax: Self.keysShownMax))
        var index = try openIndex()
        for number in 0..<index.count where keys.count < Self.keysShownMax {
            let key = try saving(index.record(number).identity.key)
            if pattern.fits(key) { keys.append(key) }
        }
        guard keys.count == 1 else { return keys.isEmpty ? .none : .several(keys.sorted()) }
        return try line(keys[0]).map { NamedLines.one($0) } ?? .none
    }

    /// The line with this key; nil if neither in the queue nor in the ledger.
    package func line(_ key: LineKey) throws(WorkspaceFailure) -> NamedLine? {
        let (entry, pairs) = try keeping((try ledger.entry(key), try ledger.pairs(of: key)))
        let linked = pairs.first { $0.isPair }?.other
        if let entry {
            return NamedLine(
                key: key, home: .ledger, fact: entry.fact, said: entry.annotation,
                isByHand: entry.isByHand, otherSide: linked)
        }
        var found: QueueLine?
        let lines = try SelectedLines(self, .keys([key]))
        try lines.forEachBatch { batch throws(WorkspaceFailure) in
            found = batch.rows.first?.line ?? found
        }
        guard let line = found else { return nil }
        let isParted = line.decision?.transferTo == ""
        return NamedLine(
            key: key, home: .queue, fact: line.fact,
            said: Annotation(of: line.suggestion, line.decision ?? Decision()), isByHand: false,
            otherSide: linked ?? (isParted ? nil : line.suggestion.otherSide))
    }

    /// Lines of the account with this amount on near days: an entered payment may be one of them.
    package func lines(like fact: StatementFact) throws(WorkspaceFailure) -> [LineKey] {
        guard let keys else { return [] }
        let wanted = identify(fact, LineKey(account: 0, day: fact.made.day, rest: 0))
        let account = wanted.account
        let keyAccount = keys(wanted, 0).account
        let day = fact.made.day.daysSince1970
        let days = (day &- Self.daysNear)...(day &+ Self.daysNear)
        var found: [LineKey] = []
        try keeping { () throws(LedgerFailure) in
            var lines: [LedgerLine] = []
            try LedgerLookups(ledger).findLines(
                account: account, keyAccount: keyAccount, days: days, into: &lines)
            for line in lines where line.place == .entry && line.identity.isAmount(fact.amount) {
                found.append(line.identity.key)
            }
        }
        var index = try openIndex()
        var numbers: [UInt32] = []
        for day in days {
            index.findRecords(keyAccount: keyAccount, day: day, into: &numbers)
        }
        for number in numbers {
            let identity = try saving(index.record(Int(number)).identity)
            if identity.account == account, identity.isAmount(fact.amount) {
                found.append(identity.key)
            }
        }
        return found.sorted()
    }

    /// Payments of one amount this close are worth a warning; a bank books within days.
    private static let daysNear: Int32 = 3

    // MARK: Plans, made under the lock of their command

    /// Checks an edit of amount or day.
    package func verify(_ edit: FactEdit, of line: NamedLine) throws(EntryRefusal) {
        if edit.isEmpty { return }
        guard line.isByHand else { throw .bankFact }
        if let amount = edit.amount, amount != line.fact.amount, !line.said.splits.isEmpty {
            throw .divided
        }
        guard let day = edit.day else { return }
        let written = CalendarDate(daysSince1970: line.key.day)
        if abs(day.daysSince1970 &- line.key.day) > Int32(Limits.daysMovedMax) {
            throw .dayTooFar(from: written, days: Limits.daysMovedMax)
        }
    }

    /// The changes that link two lines as one transfer; earlier partners are unlinked.
    ///
    /// - Parameter proposal: the suggestion for a line without its other side.
    package func linking(
        _ a: NamedLine, _ b: NamedLine, transferCategory: String,
        proposal: (StatementFact) -> Suggestion
    ) throws -> (changes: EntryChanges, decisions: [LineKey: Decision]) {
        if a.key == b.key { throw EntryRefusal.sameLine }
        if a.fact.account == b.fact.account { throw EntryRefusal.sameAccount }
        for side in [a, b] where !side.said.splits.isEmpty {
            throw EntryRefusal.sideDivided(side.key)
        }
        let (out, into) =
            a.fact.amount.isNegative
            ? (a.fact.amount, b.fact.amount)
            : (b.fact.amount, a.fact.amount)
        guard out.units < 0, into.units > 0 else { throw EntryRefusal.sameDirection }
        if out.currency == into.currency {
            let scale = max(out.scale, into.scale)
            if try out.negated.units(atScale: scale) < into.units(atScale: scale) {
                throw EntryRefusal.arrivesMore(out: out, in: into)
            }
        }
        var changes = EntryChanges()
        var decisions: [LineKey: Decision] = [:]
        for (side, other) in [(a, b), (b, a)] {
            if let old = side.otherSide, old != other.key {
                changes.pairs.append(DecidedPair(key: side.key, other: old, isPair: false))
                if let line = try line(old) {
                    part(line, proposal, &changes, &decisions)
                }
            }
            decisions[side.key] = Decision(
                category: isTransfer(side.said.category) ? nil : transferCategory,
                transferTo: other.fact.account)
        }
        changes.pairs.append(DecidedPair(key: a.key, other: b.key, isPair: true))
        return (changes, decisions)
    }

    /// The changes that dissolve a transfer, on both sides.
    package func parting(
        _ line: NamedLine, proposal: (StatementFact) -> Suggestion
    ) throws -> (changes: EntryChanges, decisions: [LineKey: Decision]) {
        guard line.otherSide != nil || !line.said.transferTo.isEmpty else {
            throw EntryRefusal.notLinked
        }
        var changes = EntryChanges()
        var decisions: [LineKey: Decision] = [:]
        part(line, proposal, &changes, &decisions)
        if let key = line.otherSide {
            changes.pairs.append(DecidedPair(key: line.key, other: key, isPair: false))
            if let other = try self.line(key) { part(other, proposal, &changes, &decisions) }
        }
        return (changes, decisions)
    }

    private func part(
        _ line: NamedLine, _ proposal: (StatementFact) -> Suggestion, _ changes: inout EntryChanges,
        _ decisions: inout [LineKey: Decision]
    ) {
        guard line.home == .ledger else {
            decisions[line.key] = Decision(transferTo: "")
            return
        }
        var said = line.said
        said.transferTo = ""
        if isTransfer(said.category) {
            said.replaceCategory(by: proposal(line.fact))
        }
        changes.annotations[line.key] = said
    }

    // MARK: Changes

    /// Applies changes of entries and lines as one undoable command.
    ///
    /// - Parameter decisions: about lines of queue and ledger, by key.
    package func change(
        command: String, _ changes: EntryChanges, _ decisions: [LineKey: Decision] = [:],
        isDryRun: Bool = false, learning: Learning? = nil
    ) throws(WorkspaceFailure) -> DecisionReport {
        try decide(
            command: command, .keys(Set(decisions.keys)), isDryRun: isDryRun, learning: learning,
            changes
        ) { decisions[$0.key] }
    }

    /// The identity of a new entry by hand, under an unused key.
    func freshIdentity(of fact: StatementFact) throws(WorkspaceFailure) -> LineIdentity {
        guard let keys else { throw .damaged("keys") }
        var identity = identify(fact, LineKey(account: 0, day: fact.made.day, rest: 0))
        let lookups = try keeping(LedgerLookups(ledger))
        for occurrence in LineIdentity.firstByHand..<UInt16.max {
            identity.occurrence = occurrence
            identity.key = keys(identity, occurrence)
            let key = identity.key
            if try keeping(lookups.place(of: key)) == nil {
                return identity
            }
        }
        throw .damaged("key")
    }
}

extension LineIdentity {
    fileprivate func isAmount(_ amount: Money) -> Bool {
        units == amount.units && scale == amount.scale && currency == amount.currency.packed
    }
}
