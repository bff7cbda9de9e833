internal import Facts
internal import Ledger
internal import Pending

/// What is said of two lines being a transfer or none.
extension Deciding {
    /// Whether a decision makes something else of a line that was proposed as a side of a transfer.
    func rejectsPair(_ decision: Decision, _ suggestion: Suggestion) -> Bool {
        if decision.transferTo == "" || decision.splits?.isEmpty == false { return true }
        guard let category = decision.category else { return false }
        return category != suggestion.category && !workspace.isTransfer(category)
    }

    /// What was proposed for an approved line, once the person's own words were looked at: the
    /// pair, or what it would be without.
    func approvePair(
        _ line: QueueLine, _ other: LineKey, _ decision: inout Decision
    ) throws(WorkspaceFailure) -> Suggestion {
        if rejectsPair(decision, line.suggestion) {
            try part(line.key, other, isRejected: true)
            decision.transferTo = decision.transferTo ?? ""
            return try lessons.suggestion(forNoTransfer: line.fact)
                ?? line.suggestion.withoutTransfer
        }
        // Whoever approves the other side says that the two are one.
        if line.suggestion.hasDoubtfulOtherSide { return line.suggestion }
        say(line.key, other, isPair: true)
        approvedSides.append(
            (
                other, line.fact.account, decision.category ?? line.suggestion.category,
                line.suggestion.permille
            ))
        return line.suggestion
    }

    /// The other line is proposed anew; what was said of the two before does not hold any more.
    func part(
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

    func say(_ key: LineKey, _ other: LineKey, isPair: Bool) {
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

    /// An entry that was one side of a transfer which is none: it is no transfer any more, and is
    /// proposed anew. What was said of it in this command stays.
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
            let proposed = try lessons.suggestion(forOtherSide: entry.fact)
            said.transferTo = proposed.transferTo
            said.category = proposed.isDismissal ? "" : proposed.category
            said.permille = said.category.isEmpty ? 0 : proposed.permille
            said.isByPerson = false
        }
        try annotate(entry, said)
    }

    /// A waiting line that lost its other side, as it is proposed now; nil for any other.
    func parted(
        _ key: LineKey, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> QueueLine? {
        guard let lost = unpaired[key], case .line(var line) = reader.content(),
            line.suggestion.otherSide == lost
        else { return nil }
        line.suggestion = try lessons.suggestion(for: line) ?? line.suggestion.withoutTransfer
        return line
    }
}
