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
    let memory: Memory

    /// A word or code means something of this household's own only when it did so more than once.
    private static let habitDecisionsMin = 2
    /// Fewer answers would hardly move the table's number.
    private static let answersMin = 10

    /// The suggestion with memory's word in front; as it is when nothing is remembered.
    func completing(_ built: Suggestion, about subjects: [SubjectKey]) -> Suggestion {
        var best: (source: Evidence.Source, subject: SubjectKey, recollection: Recollection)?
        for subject in subjects {
            // What a word means is asked of nobody who knows the text itself.
            if subject.kind == .habit, best != nil { continue }
            guard let history = memory.recall(subject),
                let found = Recollection(history, units: units, account: account)
            else { continue }
            switch subject.kind {
            case .text: best = (.memory, subject, found)
            case .counterparty:
                // Who it is says more than what is written, unless he is paid for many things.
                if let text = best?.recollection, text.state != .mixed, found.state == .mixed {
                    continue
                }
                if let text = best?.recollection, text.of >= 2, text.category != found.category,
                    text.state != .mixed
                {
                    continue
                }
                best = (.counterparty, subject, found)
            case .habit:
                let isName = subject.subject.dropFirst().hasPrefix("brand ")
                if found.state == .mixed { continue }
                if !isName, found.of < Self.habitDecisionsMin { continue }
                best = (.habit, subject, found)
            }
        }
        guard let best else {
            return built.category.isEmpty ? built : concluded(built, Self.never)
        }
        let mine = Evidence(
            source: best.source, subject: String(best.subject.subject.dropFirst()),
            category: best.recollection.category,
            how:
                "\(best.recollection.state.rawValue) \(best.recollection.agreeing)/\(best.recollection.of)"
        )
        return concluded(built, mine)
    }

    /// Said plainly, because it limits how sure we are.
    private static let never = Evidence(source: .memory, subject: "0", how: "never")

    /// The suggestion of somebody who has decided nothing yet.
    static func nothing(_ built: Suggestion) -> Suggestion {
        if built.category.isEmpty { return built }
        var suggestion = built
        suggestion.evidence.insert(never, at: 0)
        suggestion.permille = min(suggestion.permille, Conclusion.firstSeenPermilleMax)
        return suggestion
    }

    private func concluded(_ built: Suggestion, _ first: Evidence) -> Suggestion {
        var suggestion = built
        suggestion.evidence.insert(first, at: 0)
        var conclusion = Conclusion(from: suggestion.evidence)
        if !memory.answers.isEmpty, let answers = memory.answers[conclusion.patternName],
            answers.asked >= Self.answersMin
        {
            suggestion.evidence.append(Evidence(source: .experience, subject: answers.text))
            conclusion = Conclusion(from: suggestion.evidence)
        }
        suggestion.category = conclusion.category
        suggestion.permille = conclusion.permille
        return suggestion
    }
}
