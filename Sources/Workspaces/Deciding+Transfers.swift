internal import Facts
internal import Ledger
internal import Pending

/// Decisions about two lines being a transfer or none.
extension Deciding {
    /// Whether a decision rejects the suggested transfer.
    func rejectsPair(_ decision: Decision, _ suggestion: Suggestion) -> Bool {
        if decision.transferTo == "" || decision.splits?.isEmpty == false { return true }
        guard let category = decision.category else { return false }
        return category != suggestion.category && !workspace.isTransfer(category)
    }

    /// The suggestion for an approved line after the person's decision: the pair, or the one
    /// without it.
    func approvePair(
        _ line: QueueLine, _ other: LineKey, _ decision: inout Decision
    ) throws(WorkspaceFailure) -> Suggestion {
        if rejectsPair(decision, line.suggestion) {
            try part(line.key, other, isRejected: true)
            decision.transferTo = decision.transferTo ?? ""
            return try lessons.suggestion(forNoTransfer: line.fact)
                ?? line.suggestion.withoutTransfer
        }
        // Approving the other side confirms the pair.
        if line.suggestion.hasDoubtfulOtherSide { return line.suggestion }
        planPair(line.key, other, isPair: true)
        approvedSides.append(
            (
                other, line.fact.account, decision.category ?? line.suggestion.category,
                line.suggestion.permille
            ))
        return line.suggestion
    }

    /// Marks the other line for a new suggestion, and drops the decision about the pair.
    func part(
        _ key: LineKey, _ other: LineKey, isRejected: Bool
    ) throws(WorkspaceFailure) {
        unpaired[other] = key
        if isRejected {
            rejected.insert(other)
            return planPair(key, other, isPair: false)
        }
        let said = try keeping(transaction.decidedPairs(of: key))
        for pair in said where pair.isPair { planPair(key, pair.other, isPair: false) }
    }

    func planPair(_ key: LineKey, _ other: LineKey, isPair: Bool) {
        let (low, high) = key < other ? (key, other) : (other, key)
        let known = decidedPairs[low]?[high] ?? true
        decidedPairs[low, default: [:]][high] = known && isPair
    }

    /// Notes what another workspace decided about an approved line and others.
    func recordPairs(of key: LineKey, _ decision: Decision, _ suggestion: Suggestion) {
        if let other = decision.transferWith, !rejectsPair(decision, suggestion) {
            recordedPairs.append(DecidedPair(key: key, other: other, isPair: true))
        }
        recordedPairs += decision.notTransferWith.map {
            DecidedPair(key: key, other: $0, isPair: false)
        }
    }

    /// Pairs and parts lines as another workspace did, once both are in the ledger.
    func writeRecordedPairs() throws(WorkspaceFailure) {
        let approved = Set(recordedPairs.map(\.key))
        for said in recordedPairs {
            let (low, high) = (min(said.key, said.other), max(said.key, said.other))
            if decidedPairs[low]?[high] == false { continue }
            var isThere = approved.contains(said.other)
            if !isThere { isThere = try entry(said.other) != nil }
            if isThere { planPair(low, high, isPair: said.isPair) }
        }
    }

    /// Writes decisions about pairs, and annotates entries that are other sides of approved lines.
    func writePairs() throws(WorkspaceFailure) {
        for other in rejected.sorted() { try freeEntry(other) }
        var left: [(key: LineKey, other: LineKey)] = []
        for (key, others) in decidedPairs.sorted(by: { $0.key < $1.key }) {
            let said = try keeping(transaction.decidedPairs(of: key))
            for (other, isPair) in others.sorted(by: { $0.key < $1.key }) {
                if said.contains(DecidedPair(key: key, other: other, isPair: isPair)) { continue }
                report.pairsSaid += 1
                if said.contains(DecidedPair(key: key, other: other, isPair: true)) {
                    left.append((key, other))
                }
                try keeping { () throws(LedgerFailure) in
                    try transaction.write(DecidedPair(key: key, other: other, isPair: isPair))
                    try transaction.record(.paired, key, old: Array(other.text.utf8).span)
                }
            }
        }
        try removeLeftSides(left)
        if approvedSides.isEmpty { return }
        let reader = try keeping(EntryReader(workspace.ledger))
        for side in approvedSides.sorted(by: { $0.other < $1.other }) {
            let found = try keeping(reader.entry(side.other))
            guard let entry = found, entry.annotation.transferTo.isEmpty,
                // An entry annotated by this command keeps that.
                try keeping(!transaction.annotates(entry.key))
            else { continue }
            var said = entry.annotation
            said.transferTo = side.account
            // A person's category for a transfer stays.
            if !said.isByPerson || !workspace.isTransfer(said.category) {
                said.category = side.category
                said.permille = side.permille
            }
            try annotate(entry, said)
        }
    }

    /// An entry whose transfer was rejected is no transfer any more and gets a new suggestion.
    /// Annotations by this command stay.
    private func freeEntry(_ key: LineKey) throws(WorkspaceFailure) {
        guard let lost = unpaired[key], let entry = try entry(key), !entry.isOtherSide,
            !entry.annotation.transferTo.isEmpty
        else { return }
        let (isTold, pairs) = try keeping(
            (try transaction.annotates(key), try transaction.decidedPairs(of: key)))
        if isTold || !pairs.contains(DecidedPair(key: key, other: lost, isPair: true)) { return }
        var said = entry.annotation
        said.transferTo = ""
        if workspace.isTransfer(said.category) {
            let proposed = try lessons.suggestion(forOtherSide: entry.fact)
            said.transferTo = proposed.transferTo
            said.replaceCategory(by: proposed)
        }
        try annotate(entry, said)
    }

    /// The new suggestion of a waiting line that lost its other side; nil for other lines.
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
