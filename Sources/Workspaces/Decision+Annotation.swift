package import Facts
internal import Ledger

extension Decision {
    /// This decision with the present members of `later`.
    package func merged(with later: Decision) -> Decision {
        var merged = Decision(
            verdict: later.verdict ?? verdict, category: later.category ?? category,
            payee: later.payee ?? payee, note: later.note ?? note, tags: later.tags ?? tags,
            // The parts were those of the earlier category.
            splits: later.splits ?? (later.category == nil ? splits : splits.map { _ in [] }),
            transferTo: later.transferTo ?? transferTo)
        merged.isRecorded = isRecorded || later.isRecorded
        // Another account has another line.
        merged.transferWith =
            later.transferWith ?? (later.transferTo == nil ? transferWith : nil)
        merged.notTransferWith =
            later.notTransferWith.isEmpty ? notTransferWith : later.notTransferWith
        return merged
    }
}

extension Annotation {
    /// The annotation of an approved line: the person's decision, otherwise our suggestion.
    init(of suggestion: Suggestion, _ decision: Decision) {
        self.init(
            category: decision.category ?? suggestion.category,
            payee: decision.payee ?? suggestion.payee, note: decision.note ?? suggestion.note,
            tags: decision.tags ?? suggestion.tags,
            transferTo: decision.transferTo ?? suggestion.transferTo,
            // Suggested splits apply only with the suggested category.
            splits: decision.splits ?? (decision.category == nil ? suggestion.splits : []),
            permille: decision.category != nil ? 1_000 : suggestion.permille,
            isByPerson: decision.choosesCategory)
    }

    func changed(by decision: Decision) -> Annotation {
        Annotation(
            category: decision.category ?? category, payee: decision.payee ?? payee,
            note: decision.note ?? note, tags: decision.tags ?? tags,
            transferTo: decision.transferTo ?? transferTo,
            splits: decision.splits ?? (decision.category == nil ? splits : []),
            permille: decision.category != nil ? 1_000 : permille,
            isByPerson: decision.choosesCategory || isByPerson)
    }
}

extension Decision {
    /// A person who divides an entry chooses its categories.
    fileprivate var choosesCategory: Bool { category != nil || !(splits ?? []).isEmpty }
}
