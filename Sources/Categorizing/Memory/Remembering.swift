internal import Facts
internal import Scanning

extension Categorizer {
    /// A number that tells the accounts of one person apart.
    package static func accountTag(_ account: String) -> UInt16 {
        UInt16(truncatingIfNeeded: StableHash.hash(account.utf8.span, seed: 7))
    }
}

/// Joins what was decided before with what the tables say.
internal struct Remembering {
    let units: UInt64
    let account: UInt16
    let day: CalendarDate
    let memory: Memory
    /// The tables know the merchant as one who sells many kinds of things.
    let sellsMany: Bool
    /// Amount, account or day made a difference, or may: another line that looks the same to the
    /// tables may get another suggestion.
    private(set) var varies = false
    /// What a person calls the other side; empty when nobody said.
    private(set) var payee = ""

    /// A word or code means something of this household's own only when it did so more than once.
    private static let habitDecisionsMin = 2
    /// Fewer answers would hardly move the table's number.
    private static let answersMin = 10

    private struct Found {
        let source: Evidence.Source
        let subject: SubjectKey
        let recollection: Recollection
    }

    /// Puts memory's word in front of a suggestion; leaves it as it is when nothing is remembered.
    ///
    /// - Parameters:
    ///   - pattern: what the suggestion's confidence comes from.
    ///   - subjects: what the line is remembered by, without a habit.
    ///   - habit: the subject of its habit, asked only when nothing is remembered of the others.
    ///   - words: its words, asked only when there is no habit either.
    ///   - category: the category the tables know it by, asked only then, too.
    mutating func complete(
        _ built: borrowing Suggestion, _ pattern: EvidencePattern?, about subjects: [SubjectKey],
        habit: () -> SubjectKey?, words: () -> [SubjectKey], category: () -> SubjectKey?
    ) -> Categorizer.Completion {
        var best: Found?
        var unlooked = 0
        let hasCounterparty = subjects.contains { $0.kind == .counterparty }
        for subject in subjects {
            guard let history = recall(subject) else { continue }
            if !history.payee.isEmpty, !hasCounterparty || subject.kind == .counterparty {
                payee = history.payee
            }
            guard
                let found = Recollection(
                    history, units: units, account: account, sellsMany: sellsMany)
            else {
                unlooked = max(unlooked, history.unlooked)
                continue
            }
            switch subject.kind {
            case .text, .habit, .word:
                best = Found(source: .memory, subject: subject, recollection: found)
            case .counterparty:
                if best == nil, Self.isOfOther(found, built) { continue }
                // Who it is says more than what is written, unless he is paid for many things.
                if let text = best?.recollection, text.state != .mixed, found.state == .mixed {
                    continue
                }
                if let text = best?.recollection, text.of >= 2, text.category != found.category,
                    text.state != .mixed
                {
                    continue
                }
                best = Found(source: .counterparty, subject: subject, recollection: found)
            }
        }
        // What a word means is asked of nobody who knows the text itself.
        if best == nil { best = self.habit(habit()) }
        guard let best else {
            let likeness = likeness(words())
            if built.category.isEmpty, likeness == nil { return Categorizer.Completion(built) }
            let again = Recollection.asksAgain(
                filedBy: unlooked, units: units, day: day,
                isSettled: Conclusion.isSettled(built.category))
            let usage = usage(category(), built.category)
            return conclude(
                built, pattern,
                .init(
                    evidence: again ? Self.neverAgain : Self.never, state: nil, isAskedAgain: again),
                likeness, usage)
        }
        let isSettled =
            best.recollection.unlooked >= Recollection.unlookedMin
            && best.recollection.category == built.category
            && Conclusion.isSettled(built.category)
        let again = best.recollection.asksAgain(units: units, day: day, isSettled: isSettled)
        let mine = Self.evidence(
            best,
            saysAmount: best.recollection.isFar && sellsMany,
            again: again)
        return conclude(
            built, pattern,
            .init(evidence: mine, state: best.recollection.state, isAskedAgain: again))
    }

    /// Whether what was decided of an account is about another payment than this: the café of a
    /// shop has the shop's account, and the fee for a payment goes to the bank.
    private static func isOfOther(_ found: Recollection, _ built: borrowing Suggestion) -> Bool {
        Conclusion.overruledName(built.evidence) == found.category
            || found.category != built.category && Conclusion.saysFee(built)
    }

    /// What a person calls the other side of a line that is remembered by these subjects; empty
    /// when nobody said.
    static func payee(_ subjects: [SubjectKey], _ memory: Memory) -> String {
        let hasCounterparty = subjects.contains { $0.kind == .counterparty }
        var payee = ""
        for subject in subjects where !hasCounterparty || subject.kind == .counterparty {
            if let called = memory.recall(subject)?.payee, !called.isEmpty { payee = called }
        }
        return payee
    }

    private mutating func recall(_ subject: SubjectKey) -> MerchantHistory? {
        guard let history = memory.recall(subject) else { return nil }
        // Neither amount nor account says more of a word or of a category.
        if !varies, !subject.countsTexts, mayVary(history) { varies = true }
        return history
    }

    private func mayVary(_ history: MerchantHistory) -> Bool {
        !history.isPure || history.unlooked >= Recollection.unlookedMin
            || sellsMany && history.count >= Recollection.oftenMin
    }

    /// - Parameters:
    ///   - saysAmount: says that the amount is far from all that were decided about.
    ///   - again: says that nobody has looked for long.
    private static func evidence(
        _ found: Found, saysAmount: Bool = false, again: Bool = false
    ) -> Evidence {
        let said = found.recollection
        return Evidence(
            source: found.source, subject: found.subject.undirected,
            category: said.category,
            how: how(said, again ? " again " : saysAmount ? " far " : " "))
    }

    /// `often 24/24`, as nearly every line of an import has it.
    private static func how(_ said: Recollection, _ remark: String) -> String {
        if said.state == .often, remark == " ", said.agreeing == said.of,
            allOften.indices.contains(said.of)
        {
            return allOften[said.of]
        }
        return written(said.state, remark, said.agreeing, said.of)
    }

    /// Always the same, by how often that was.
    private static let allOften = (0...MerchantHistory.decisionsMax).map {
        written(.often, " ", $0, $0)
    }

    /// Written at once, as each piece that is appended to a text takes as long.
    private static func written(
        _ state: Recollection.State, _ remark: String, _ agreeing: Int, _ of: Int
    ) -> String {
        var text = ByteWriter(capacity: 32)
        text.append(state.rawValue)
        text.append(remark)
        text.append(decimal: Int64(agreeing))
        text.append("/")
        text.append(decimal: Int64(of))
        return text.withBytes { String(utf8: $0) }
    }

    /// What this household makes of merchants of a category, when that was always one thing and
    /// makes a difference.
    private mutating func usage(
        _ category: SubjectKey?, _ built: String
    ) -> Conclusion.Remembered? {
        guard let category, let found = recall(category).flatMap(Recollection.init(usage:))
        else { return nil }
        let usage = Conclusion.Remembered(
            evidence: Self.evidence(
                Found(source: .habit, subject: category, recollection: found)),
            state: found.state)
        return usage.isUsage(beside: built) ? usage : nil
    }

    private mutating func habit(_ subject: SubjectKey?) -> Found? {
        guard let subject, let history = recall(subject),
            let found = Recollection(
                history, units: units, account: account, sellsMany: sellsMany)
        else { return nil }
        let isName = subject.subject.utf8.dropFirst().starts(with: "brand ".utf8)
        if found.state == .mixed { return nil }
        if !isName, found.of < Self.habitDecisionsMin { return nil }
        return Found(source: .habit, subject: subject, recollection: found)
    }

    /// What most lines with the same words were decided to be, by the first words of which that can
    /// be said.
    private mutating func likeness(_ words: [SubjectKey]) -> Evidence? {
        for word in words {
            guard let past = recall(word)?.decisions else { continue }
            var counts: [String: Int] = [:]
            for decision in past { counts[decision.category, default: 0] += 1 }
            guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
                most.value * 2 > past.count
            else { continue }
            return Evidence(
                source: .words, subject: word.undirected, category: most.key,
                how: String(most.value) + "/" + String(past.count))
        }
        return nil
    }

    /// Said plainly, because it limits how sure we are.
    static let never = Evidence(source: .memory, subject: "0", how: "never")
    /// Filed unasked for long, because other merchants of the category were.
    private static let neverAgain = Evidence(source: .memory, subject: "0", how: "never again")

    private func conclude(
        _ built: borrowing Suggestion, _ pattern: EvidencePattern?, _ first: Conclusion.Remembered,
        _ likeness: Evidence? = nil, _ usage: Conclusion.Remembered? = nil
    ) -> Categorizer.Completion {
        var completion = Categorizer.Completion(built)
        completion.before = [first.evidence]
        if let likeness { completion.before.append(likeness) }
        if let usage { completion.before.append(usage.evidence) }
        let sellsMany = first.state != nil && sellsMany
        var conclusion = Conclusion(
            built.category, pattern, first, likeness, usage, sellsMany: sellsMany)
        if !memory.answers.isEmpty, let answers = memory.answers[conclusion.patternName],
            answers.asked >= Self.answersMin
        {
            let experience = Evidence(source: .experience, subject: answers.text)
            completion.behind = [experience]
            conclusion = Conclusion(
                built.category, pattern, first, likeness, usage, experience,
                sellsMany: sellsMany)
        }
        completion.category = conclusion.category
        completion.permille = conclusion.permille
        return completion
    }
}
