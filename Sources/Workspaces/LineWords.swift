internal import Facts
internal import Ledger

/// The suggestion, decision and annotation of a line, wherever it is.
struct LineWords: Equatable {
    var suggestion = Suggestion.none
    var decision: Decision?
    /// The annotation of an approved line.
    var annotation: Annotation?

    /// It is a side of a transfer, or suggested as one.
    var isSide: Bool {
        suggestion.otherSide != nil || !transferAccounts.isEmpty
    }

    func isTransfer(to account: String) -> Bool { transferAccounts.contains(account) }

    private var transferAccounts: [String] {
        [suggestion.transferTo, decision?.transferTo ?? "", annotation?.transferTo ?? ""]
            .filter { !$0.isEmpty }
    }

    /// Merges the words of another line of the same payment, which is removed. On conflict this
    /// line's stay; notes are joined, tags united.
    ///
    /// - Parameter proposedPayee: a payee that is no person's word.
    mutating func keep(_ lost: LineWords, proposedPayee: () -> String? = { nil }) {
        if let said = annotation {
            if let theirs = lost.annotation {
                annotation = said.keeping(Decision(personsWordsIn: theirs), proposedPayee())
                if said.category.isEmpty, annotation?.category.isEmpty == true {
                    annotation?.category = theirs.category
                    annotation?.permille = theirs.permille
                }
            } else if let theirs = lost.decision {
                annotation = said.keeping(theirs, lost.suggestion.payee)
            }
            return
        }
        if let theirs = lost.decision { decision = (decision ?? Decision()).keeping(theirs) }
        if suggestion.otherSide == nil, lost.suggestion.otherSide != nil {
            suggestion = lost.suggestion
        }
    }

    /// Sets the currency of splits without one.
    mutating func give(_ currency: Currency) {
        func give(_ splits: inout [Decision.Split]) {
            for index in splits.indices {
                splits[index].amount = splits[index].amount.named(currency)
            }
        }
        give(&suggestion.splits)
        if var splits = decision?.splits {
            give(&splits)
            decision?.splits = splits
        }
        if var said = annotation {
            give(&said.splits)
            annotation = said
        }
    }

    /// Removes the transfer; a new suggestion must follow.
    mutating func part(isTransfer: (String) -> Bool) {
        annotation?.transferTo = ""
        if let said = annotation, isTransfer(said.category) {
            annotation?.replaceCategory(by: .none)
        }
        decision?.transferTo = nil
        if let category = decision?.category, isTransfer(category) { decision?.category = nil }
        if decision == Decision() { decision = nil }
    }

    /// Its other side has moved to this account.
    mutating func lead(to account: String) {
        if !suggestion.transferTo.isEmpty { suggestion.transferTo = account }
        if decision?.transferTo?.isEmpty == false { decision?.transferTo = account }
        if annotation?.transferTo.isEmpty == false { annotation?.transferTo = account }
    }

    mutating func lead(from ended: String, to account: String) {
        if suggestion.transferTo == ended { suggestion.transferTo = account }
        if decision?.transferTo == ended { decision?.transferTo = account }
        if annotation?.transferTo == ended { annotation?.transferTo = account }
    }
}

extension Decision {
    /// The person's decisions in an annotation.
    fileprivate init(personsWordsIn said: Annotation) {
        self.init(
            category: said.isByPerson ? said.category : nil,
            payee: said.payee.isEmpty ? nil : said.payee, note: said.note, tags: said.tags,
            splits: said.splits.isEmpty ? nil : said.splits,
            transferTo: said.transferTo.isEmpty ? nil : said.transferTo)
    }

    /// These decisions, with the further ones of another.
    fileprivate func keeping(_ other: Decision) -> Decision {
        var kept = self
        kept.verdict = verdict ?? other.verdict
        kept.payee = payee ?? other.payee
        kept.note = other.note.map { joined(note ?? "", $0) } ?? note
        kept.tags = other.tags.map { united(tags ?? [], $0) } ?? tags
        // Category, splits and other side belong together.
        if category == nil, splits == nil, transferTo == nil {
            kept.category = other.category
            kept.splits = other.splits
            kept.transferTo = other.transferTo
        }
        return kept
    }
}

extension Annotation {
    fileprivate func keeping(_ other: Decision, _ proposedPayee: String?) -> Annotation {
        var kept = self
        if let theirs = other.payee, !theirs.isEmpty, payee.isEmpty || payee == proposedPayee {
            kept.payee = theirs
        }
        kept.note = joined(note, other.note ?? "")
        kept.tags = united(tags, other.tags ?? [])
        guard !isByPerson, splits.isEmpty, transferTo.isEmpty else { return kept }
        kept.splits = other.splits ?? []
        kept.transferTo = other.transferTo ?? ""
        if let category = other.category {
            kept.category = category
            kept.permille = 1_000
            kept.isByPerson = true
        }
        return kept
    }

    /// Replaces the category by the suggested one, or none.
    mutating func replaceCategory(by suggestion: Suggestion) {
        category = ""
        permille = 0
        isByPerson = false
        propose(suggestion)
    }

    /// Applies the suggestion to an approved line that lost its category.
    mutating func propose(_ suggestion: Suggestion) {
        if suggestion.isDismissal { return }
        category = suggestion.category
        permille = category.isEmpty ? 0 : suggestion.permille
    }
}

/// Both notes, or one if it contains the other.
private func joined(_ note: String, _ other: String) -> String {
    if note.contains(other) { return note }
    return note.isEmpty || other.contains(note) ? other : "\(note); \(other)"
}

private func united(_ tags: [String], _ others: [String]) -> [String] {
    tags + others.filter { !tags.contains($0) }
}
