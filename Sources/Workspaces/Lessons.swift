internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// Learns from the lines one command decides, and looks at those that wait with the new eyes.
final class Lessons {
    private let transaction: LedgerTransaction
    private let learning: Learning?
    /// Folded texts that something was learned about.
    private var texts: Set<UInt64> = []
    private var subjects: Set<SubjectKey> = []

    private var answersBefore: [String: Answers]?
    /// What lines of one text and one suggestion teach, by number of their bytes in `seen`.
    private var found: [(subjects: [SubjectKey], pattern: String?)] = []
    private var seen = TextInterner()
    private var bytes: [UInt8] = []

    /// In a longer queue only lines of the very same text are looked at again: reading all of them would take longer than a
    /// person waits for an answer.
    private static let linesReadMax = 1_000

    init(_ transaction: LedgerTransaction, _ learning: Learning?) {
        self.transaction = transaction
        self.learning = learning
    }

    /// - Parameter suggested: as it stood when the person saw it; empty when it is not known any more.
    func learn(
        from entry: LedgerEntry, suggested: Suggestion
    ) throws(WorkspaceFailure) {
        guard let learning, !entry.annotation.category.isEmpty, entry.annotation.splits.isEmpty
        else { return }
        let isRight = entry.annotation.category == suggested.category
        let decision = PastDecision(
            category: entry.annotation.category, units: entry.fact.amount.units.magnitude,
            account: learning.accountTag(entry.fact.account),
            manner: !isRight ? .corrected : learning.isAsked ? .approved : .unasked)
        let (about, pattern) = find(in: entry.fact, suggested, learning)
        for subject in about {
            do throws(LedgerFailure) {
                try transaction.learn(decision, about: subject)
            } catch {
                throw .ledger(error)
            }
            subjects.insert(subject)
        }
        texts.insert(entry.identity.text)
        if learning.isAsked, let pattern {
            transaction.learn(.answer(to: pattern, isRight: isRight))
        }
    }

    /// A million lines have some thousand texts: each is looked at once.
    private func find(
        in fact: StatementFact, _ suggested: Suggestion, _ learning: Learning
    ) -> (subjects: [SubjectKey], pattern: String?) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(fact.amount.isNegative ? 1 : 2)
        var texts = [
            fact.description, fact.memo, fact.counterpartyName, fact.counterpartyIBAN,
            fact.counterpartyTaxID,
        ]
        for evidence in suggested.evidence {
            texts += [evidence.source.rawValue, evidence.subject, evidence.category, evidence.how]
            bytes.append(evidence.isWeak ? 1 : 2)
        }
        for text in texts {
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
        }
        let id = Int(seen.intern(bytes.span))
        if id < found.count { return found[id] }
        found.append((learning.subjects(fact, suggested), learning.pattern(suggested)))
        return found[found.count - 1]
    }

    /// The waiting line with another suggestion, nil when nothing changes for it.
    func changed(
        _ identity: LineIdentity, _ linesQueued: Int, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> QueueLine? {
        guard let learning, !subjects.isEmpty else { return nil }
        let isSame = texts.contains(identity.text)
        guard isSame || linesQueued <= Self.linesReadMax, case .line(var line) = reader.content(),
            line.decision == nil
        else { return nil }
        if !isSame, subjects.isDisjoint(with: learning.subjects(line.fact, line.suggestion)) {
            return nil
        }
        var failure: LedgerFailure?
        let transaction = transaction
        let memory = Memory(
            recall: { subject in
                do throws(LedgerFailure) {
                    return try transaction.history(of: subject)
                } catch {
                    failure = error
                    return nil
                }
            }, answers: try answers())
        let suggestion = learning.suggest(line.fact, memory)
        if let failure { throw .ledger(failure) }
        if suggestion == line.suggestion { return nil }
        line.suggestion = suggestion
        return line
    }

    /// As they were before this command; what it adds counts from the next one on.
    private func answers() throws(WorkspaceFailure) -> [String: Answers] {
        if let answersBefore { return answersBefore }
        let ledger = transaction.ledger
        let found = try keeping { () throws(LedgerFailure) in try ledger.answers() }
        answersBefore = found
        return found
    }
}
