internal import Facts
internal import Scanning

extension Categorizer {
    /// A number that distinguishes the accounts of one person.
    package static func accountTag(_ account: String) -> UInt16 {
        UInt16(truncatingIfNeeded: StableHash.hash(account.utf8.span, seed: 7))
    }
}

/// Combines earlier decisions with the tables' result.
internal struct Remembering {
    let units: UInt64
    let account: UInt16
    let day: CalendarDate
    let memory: Memory
    /// The tables say that the merchant sells many kinds of things.
    let sellsMany: Bool
    /// The line's text names nobody, so decisions about it are of many merchants.
    var isVague = false
    /// Amount, account or day made a difference, or may: another line that looks the same to the
    /// tables may get another suggestion.
    private(set) var varies = false
    /// The person's name for the counterparty; empty when there is none.
    private(set) var payee = ""

    /// A word or code has a meaning specific to the household only after more than one decision.
    private static let habitDecisionsMin = 2
    /// Fewer answers would hardly change the table's number.
    private static let answersMin = 10

    private struct Found {
        let source: Evidence.Source
        let subject: SubjectKey
        let recollection: Recollection
    }

    /// Puts memory's result before a suggestion; leaves the suggestion unchanged when nothing is
    /// remembered.
    ///
    /// - Parameters:
    ///   - pattern: of the suggestion's confidence.
    ///   - subjects: the subjects of the line, without a habit.
    ///   - habit: the subject of its habit, evaluated only when nothing is remembered of the
    ///     others.
    ///   - names: the names that its text may contain, longest first, evaluated only when there is
    ///     no merchant of the tables.
    ///   - words: its words, evaluated only when there is no habit either.
    ///   - category: its category in the tables, evaluated only then, too.
    mutating func complete(
        _ built: borrowing Suggestion, _ pattern: EvidencePattern?, about subjects: [SubjectKey],
        habit: () -> SubjectKey?, names: () -> [SubjectKey], words: () -> [SubjectKey],
        category: () -> SubjectKey?
    ) -> Categorizer.Completion {
        var best: Found?
        var unlooked = 0
        let hasCounterparty = subjects.contains { $0.kind == .counterparty }
        for subject in subjects {
            guard let history = recall(subject) else { continue }
            if !history.payee.isEmpty, !hasCounterparty || subject.kind == .counterparty {
                payee = history.payee
            }
            let isOfMany = isOfMany(subject)
            guard
                let found = Recollection(
                    history, units: units, account: account, sellsMany: isOfMany)
            else {
                unlooked = max(unlooked, history.unlooked)
                continue
            }
            switch subject.kind {
            case .text, .habit, .word:
                best = Found(source: .memory, subject: subject, recollection: found)
            case .counterparty:
                if best == nil, Self.isOfOther(found, built) { continue }
                if best == nil, isThroughOther(found, built, habit()) {
                    payee = ""
                    continue
                }
                if let text = best?.recollection, Self.saysMore(text, than: found) { continue }
                best = Found(source: .counterparty, subject: subject, recollection: found)
            }
        }
        // Words are ignored when the text itself is known.
        if best == nil {
            let ofTables = habit()
            let isMerchant = ofTables?.isOfName ?? false
            if !isMerchant, memory.hasNames { best = name(names()) }
            if best == nil { best = self.habit(ofTables) }
        }
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
        let isWitnessed =
            best.recollection.unlooked >= Recollection.unlookedMin
            && Self.isWitnessed(best.recollection.category, built)
        let again = best.recollection.asksAgain(units: units, day: day, isWitnessed: isWitnessed)
        let mine = Self.evidence(
            best,
            isOfMany: best.source == .memory && isVague,
            saysAmount: best.recollection.isFar && isOfMany(best.subject),
            again: again)
        return conclude(
            built, pattern,
            .init(evidence: mine, state: best.recollection.state, isAskedAgain: again))
    }

    /// Whether the tables know the line as one of the category by more than a weak hint.
    private static func isWitnessed(_ category: String, _ built: borrowing Suggestion) -> Bool {
        guard built.category == category else { return false }
        return built.evidence.contains { !$0.isWeak && $0.category == category }
    }

    /// Whether the decision about an account concerns another kind of payment: the café of a shop
    /// has the shop's account, and the fee for a payment goes to the bank.
    private static func isOfOther(_ found: Recollection, _ built: borrowing Suggestion) -> Bool {
        Conclusion.overruledName(built.evidence) == found.category
            || found.category != built.category && Conclusion.saysFee(built)
    }

    /// The counterparty says more than the text, unless it is paid for many things, or the text was
    /// decided otherwise more than once.
    private static func saysMore(_ text: Recollection, than counterparty: Recollection) -> Bool {
        text.state != .mixed
            && (counterparty.state == .mixed
                || text.of >= 2 && text.category != counterparty.category)
    }

    /// Whether the counterparty is only the way of paying: the tables know another merchant in the
    /// text, of whom this household has decided nothing, or something, and the counterparty was
    /// paid for many things.
    private func isThroughOther(
        _ found: Recollection, _ built: borrowing Suggestion, _ habit: SubjectKey?
    ) -> Bool {
        if built.category.isEmpty || found.category == built.category { return false }
        let knows = built.evidence.contains { $0.isKnowledge }
        if knows, found.state == .mixed { return true }
        guard let habit, habit.isOfName, Conclusion.namesMerchant(built.evidence) else {
            return false
        }
        return memory.recall(habit) == nil
    }

    private func isOfMany(_ subject: SubjectKey) -> Bool {
        sellsMany || isVague && subject.kind == .text
    }

    /// The person's name for the counterparty of a line with these subjects; empty when there is
    /// none.
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
        // Neither amount nor account refines a word or a category.
        if !varies, !subject.countsTexts, mayVary(history, isOfMany(subject)) { varies = true }
        return history
    }

    private func mayVary(_ history: MerchantHistory, _ isOfMany: Bool) -> Bool {
        !history.isPure || history.unlooked >= Recollection.unlookedMin
            || isOfMany && history.count >= Recollection.oftenMin
    }

    /// - Parameters:
    ///   - isOfMany: adds that the text names nobody.
    ///   - saysAmount: adds that the amount is far from all earlier ones.
    ///   - again: adds that the line has not been looked at for long.
    private static func evidence(
        _ found: Found, isOfMany: Bool = false, saysAmount: Bool = false, again: Bool = false
    ) -> Evidence {
        let said = found.recollection
        var remark = " "
        if isOfMany { remark += "many " }
        if again { remark += "again " } else if saysAmount { remark += "far " }
        return Evidence(
            source: found.source, subject: found.subject.undirected,
            category: said.category,
            how: how(said, remark))
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

    /// The texts for pure histories, by number of decisions.
    private static let allOften = (0...MerchantHistory.decisionsMax).map {
        written(.often, " ", $0, $0)
    }

    /// Written in one step, because each append to a string takes as long.
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

    /// How this household files merchants of a category, if it always did so alike and that makes a
    /// difference.
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
        if found.state == .mixed { return nil }
        if !subject.isOfName, found.of < Self.habitDecisionsMin { return nil }
        return Found(source: .habit, subject: subject, recollection: found)
    }

    /// The longest name that is known: «нова пошта» says more than «нова».
    private mutating func name(_ names: [SubjectKey]) -> Found? {
        for name in names where recall(name) != nil { return habit(name) }
        return nil
    }

    /// The most frequent category of lines with the same words, by the first words with a result.
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

    /// Added explicitly, because it limits the confidence.
    static let never = Evidence(source: .memory, subject: "0", how: "never")
    /// Filed unasked for long, as other merchants of the category were.
    private static let neverAgain = Evidence(source: .memory, subject: "0", how: "never again")

    private func conclude(
        _ built: borrowing Suggestion, _ pattern: EvidencePattern?, _ first: Conclusion.Remembered,
        _ likeness: Evidence? = nil, _ usage: Conclusion.Remembered? = nil
    ) -> Categorizer.Completion {
        var completion = Categorizer.Completion(built)
        completion.before = [first.evidence]
        if let likeness { completion.before.append(likeness) }
        if let usage { completion.before.append(usage.evidence) }
        let isVague = isVague && first.evidence.source == .memory
        let sellsMany = first.state != nil && (sellsMany || isVague)
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
