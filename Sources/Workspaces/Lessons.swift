internal import Facts
internal import Ledger
internal import Pending
internal import Scanning

/// Learns from the lines that one command decides, and renews suggestions of waiting lines.
final class Lessons {
    private let workspace: Workspace
    private let transaction: LedgerTransaction
    private let learning: Learning?
    /// Folded texts of the lines learned from.
    private var texts: Set<UInt64> = []
    private var subjects: Set<SubjectKey> = []

    private var answersBefore: [String: Answers]?
    private var own: OwnNumbers?
    private var hasNames: Bool?
    private var teachings: [Teaching] = []
    /// Index in `teachings` by ``TeachingNumber`` of the current generation, or −1.
    private var places: [Int] = []
    private var generation = 0
    /// The lessons of lines with one text and one suggestion.
    private struct Teaching {
        /// Numbers of the subjects in the transaction, except words.
        var subjects: [Int]
        /// Numbers of subjects that learn only new decisions about a text.
        var ofTexts: [Int] = []
        /// The transaction's number of a category; −1 for none.
        var lastCategory: Int32 = -1
        var pattern: String?
        /// The folded text of the last line.
        var text: UInt64
        var right = 0
        var wrong = 0
    }

    /// In a longer queue only lines of equal text are reconsidered: reading all would make the
    /// person wait.
    private static let linesReadMax = 1_000

    init(_ workspace: Workspace, _ transaction: LedgerTransaction, _ learning: Learning?) {
        self.workspace = workspace
        self.transaction = transaction
        self.learning = learning
    }

    /// - Parameters:
    ///   - said: the line's new annotation.
    ///   - suggested: the suggestion that the person saw; empty if unknown.
    ///   - number: lines of one number share a cached lookup.
    func learn(
        from fact: StatementFact, _ identity: LineIdentity, _ said: Annotation,
        suggested: Suggestion, _ number: TeachingNumber? = nil
    ) throws(WorkspaceFailure) {
        guard let learning, !said.category.isEmpty, said.splits.isEmpty else { return }
        guard let number else {
            var teaching = try teaching(of: fact, text: identity.text, suggested, learning)
            teach(&teaching, decision(fact, said, suggested, learning))
            count(teaching)
            return
        }
        if number.generation != generation { beginGeneration(number.generation) }
        while places.count <= number.id { places.append(-1) }
        let place = places[number.id]
        if place < 0 {
            places[number.id] = teachings.count
            teachings.append(try teaching(of: fact, text: identity.text, suggested, learning))
        }
        learn(decision(fact, said, suggested, learning), identity, places[number.id])
    }

    /// Learns a person's name for the other side of a line; an empty name is removed.
    ///
    /// Many people may share a text, such as a bank's word for transfers: with a counterparty the
    /// name belongs to that only.
    func learn(
        _ payee: String, of fact: StatementFact, _ identity: LineIdentity, suggested: Suggestion
    ) throws(WorkspaceFailure) {
        guard let learning else { return }
        let all = learning.subjects(fact, suggested)
        let kind: SubjectKey.Kind =
            all.contains { $0.kind == .counterparty } ? .counterparty : .text
        for subject in all where subject.kind == kind {
            do throws(LedgerFailure) {
                if payee.isEmpty, try transaction.history(of: subject)?.payee.isEmpty ?? true {
                    continue
                }
                try transaction.call(subject, payee)
            } catch {
                throw .ledger(error)
            }
            subjects.insert(subject)
            texts.insert(identity.text)
        }
    }

    /// The lessons about a text that a person wrote in a file.
    struct Lesson {
        /// Index in ``teachings``.
        fileprivate let teaching: Int
        /// The category that would have been suggested.
        let suggested: String
        /// The subjects by which its decisions are found, without words.
        let subjects: [String]
    }

    /// Begins the lessons about a text of a file; nil without learning.
    ///
    /// They answer no suggestion, and do not count as answers.
    func begin(_ fact: StatementFact) throws(WorkspaceFailure) -> Lesson? {
        guard let learning, let suggested = try suggestion(forNoTransfer: fact) else { return nil }
        var teaching = try teaching(of: fact, text: 0, suggested, learning)
        teaching.pattern = nil
        var subjects = learning.subjects(fact, suggested).filter { !$0.countsTexts }
        // Beside a payee the description is a note.
        let payee = fact.counterpartyName
        let isNote = !payee.isEmpty && fact.description != payee
        if !isNote, let name = learning.name(fact, suggested) {
            teaching.subjects.append(try keeping(transaction.number(of: name)))
            subjects.append(name)
        }
        teachings.append(teaching)
        return Lesson(
            teaching: teachings.count - 1, suggested: suggested.category,
            subjects: subjects.map(\.subject))
    }

    /// Learns a decision about a row, which may have two texts: of what they share once.
    func learn(_ decision: NumberedDecision, _ lesson: Lesson, _ payee: Lesson?) {
        teach(&teachings[lesson.teaching], decision)
        guard let payee else { return }
        let taught = teachings[lesson.teaching].subjects
        let all = teachings[payee.teaching].subjects
        teachings[payee.teaching].subjects.removeAll { taught.contains($0) }
        teach(&teachings[payee.teaching], decision)
        teachings[payee.teaching].subjects = all
    }

    /// The waiting line's new suggestion; nil if it is unchanged or not to be changed. A side of a
    /// transfer stays one.
    func renewed(_ line: QueueLine) throws(WorkspaceFailure) -> Suggestion? {
        if line.decision != nil { return nil }
        // This command may have brought the first ones.
        hasNames = true
        let suggestion = try current(line)
        return suggestion == line.suggestion ? nil : suggestion
    }

    private func learn(_ decision: NumberedDecision, _ identity: LineIdentity, _ place: Int) {
        if teachings[place].text != identity.text {
            teachings[place].text = identity.text
            texts.insert(identity.text)
        }
        teach(&teachings[place], decision)
    }

    /// Writes the counted lessons; must precede the end of the transaction.
    func finish() { beginGeneration(generation) }

    private func beginGeneration(_ new: Int) {
        for teaching in teachings { count(teaching) }
        teachings = []
        places = []
        generation = new
    }

    private func count(_ teaching: Teaching) {
        guard let pattern = teaching.pattern, teaching.right + teaching.wrong > 0 else { return }
        // Forty lines of one shop are one answer: they had one suggestion, right or wrong.
        transaction.learn(.answer(to: pattern, isRight: teaching.wrong == 0), times: 1)
    }

    private func teaching(
        of fact: StatementFact, text: UInt64, _ suggested: Suggestion, _ learning: Learning
    ) throws(WorkspaceFailure) -> Teaching {
        var teaching = Teaching(
            subjects: [], pattern: learning.pattern(suggested), text: text)
        texts.insert(text)
        for subject in learning.subjects(fact, suggested) {
            subjects.insert(subject)
            do throws(LedgerFailure) {
                let number = try transaction.number(of: subject)
                if subject.countsTexts {
                    teaching.ofTexts.append(number)
                } else {
                    teaching.subjects.append(number)
                }
                if subject.kind == .text {
                    let last = try transaction.history(of: subject)?.decisions.last
                    teaching.lastCategory =
                        last.map { transaction.number(ofCategory: $0.category) } ?? -1
                }
            } catch {
                throw .ledger(error)
            }
        }
        return teaching
    }

    private func decision(
        _ fact: StatementFact, _ said: Annotation, _ suggested: Suggestion, _ learning: Learning
    ) -> NumberedDecision {
        let isRight = said.category == suggested.category
        return NumberedDecision(
            category: transaction.number(ofCategory: said.category),
            units: fact.amount.units.magnitude, account: learning.accountTag(fact.account),
            manner: !isRight ? .corrected : learning.isAsked ? .approved : .unasked)
    }

    private func teach(_ teaching: inout Teaching, _ decision: NumberedDecision) {
        transaction.learn(decision, about: teaching.subjects)
        if teaching.lastCategory != decision.category {
            teaching.lastCategory = decision.category
            transaction.learn(decision, about: teaching.ofTexts)
        }
        guard learning?.isAsked == true else { return }
        if decision.manner == .corrected { teaching.wrong += 1 } else { teaching.right += 1 }
    }

    /// Whether a waiting line is reconsidered, in a queue of this length.
    func mayChange(_ identity: LineIdentity, _ linesQueued: Int) -> Bool {
        guard learning != nil, !subjects.isEmpty else { return false }
        return linesQueued <= Self.linesReadMax || texts.contains(identity.text)
    }

    /// The waiting line with a new suggestion; nil if unchanged.
    func changed(
        _ identity: LineIdentity, _ linesQueued: Int, _ reader: borrowing QueueReader
    ) throws(WorkspaceFailure) -> QueueLine? {
        guard let learning, mayChange(identity, linesQueued),
            case .line(var line) = reader.content(), line.decision == nil
        else { return nil }
        if !texts.contains(identity.text),
            subjects.isDisjoint(with: learning.subjects(line.fact, line.suggestion))
        {
            return nil
        }
        guard let suggestion = try current(line) else { return nil }
        if suggestion == line.suggestion { return nil }
        line.suggestion = suggestion
        return line
    }

    /// The suggestion of a waiting line with current memory, and with the other side that it has;
    /// nil without learning.
    private func current(_ line: QueueLine) throws(WorkspaceFailure) -> Suggestion? {
        guard line.suggestion.otherSide != nil else { return try suggestion(for: line) }
        return try suggestion(forNoTransfer: line.fact)?.asSide(like: line.suggestion)
    }

    /// The suggestion of a waiting line with current memory, as if it had no other side; nil
    /// without learning.
    func suggestion(for line: QueueLine) throws(WorkspaceFailure) -> Suggestion? {
        guard let ordinary = try suggestion(forNoTransfer: line.fact) else { return nil }
        if line.fact.counterpartyIBAN.isEmpty { return ordinary }
        return try workspace.proposed(
            ordinary, of: line.fact, line.key, line.decision, ownNumbers())
    }

    /// The suggestion of an approved line whose pair was rejected: its own number still counts.
    func suggestion(forOtherSide fact: StatementFact) throws(WorkspaceFailure) -> Suggestion {
        let ordinary = try suggestion(forNoTransfer: fact) ?? Suggestion()
        return fact.counterpartyIBAN.isEmpty
            ? ordinary : try ownNumbers().suggestion(ordinary, of: fact)
    }

    /// Whether a line without another side is, or may be, suggested as a transfer by its
    /// counterparty's number.
    func namesOwnAccount(_ line: QueueLine) throws(WorkspaceFailure) -> Bool {
        if line.suggestion.isOfTransfer { return line.suggestion.otherSide == nil }
        guard learning != nil, let number = OwnNumbers.key(of: line.fact.counterpartyIBAN) else {
            return false
        }
        return try ownNumbers().contains(number)
    }

    private func ownNumbers() throws(WorkspaceFailure) -> OwnNumbers {
        if let own { return own }
        let found = try workspace.ownNumbers()
        own = found
        return found
    }

    /// The suggestion of a line that a person called no transfer; nil without learning.
    func suggestion(
        forNoTransfer fact: StatementFact
    ) throws(WorkspaceFailure) -> Suggestion? {
        guard let learning else { return nil }
        var failure: LedgerFailure?
        let memory = Memory(
            recall: { subject in
                do throws(LedgerFailure) {
                    return try self.transaction.history(of: subject)
                } catch {
                    failure = error
                    return nil
                }
            }, answers: try answers(), hasNames: try mayHaveNames())
        let suggestion = learning.suggest(fact, memory)
        if let failure { throw .ledger(failure) }
        return suggestion
    }

    private func mayHaveNames() throws(WorkspaceFailure) -> Bool {
        if let hasNames { return hasNames }
        let found = try keeping(transaction.ledger.hasNames())
        hasNames = found
        return found
    }

    /// The answers from before this command; its own count from the next one on.
    private func answers() throws(WorkspaceFailure) -> [String: Answers] {
        if let answersBefore { return answersBefore }
        let found = try keeping(transaction.ledger.answers())
        answersBefore = found
        return found
    }
}
