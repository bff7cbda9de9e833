import Facts
package import Pending

extension QueueProblem: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        let words = kind.words
        let what =
            member.isEmpty
            ? words.what
            : Phrase(
                "queueProblem.ofMember", ["what": .phrase(words.what), "member": .text(member)])
        return HouseMessage(
            at: SourcePlace(file: "pending.jsonl", line: line, column: column), kind: kind.rawValue,
            what: what[language], why: words.why[language],
            fix: words.fix[language] + (kind.isSetAside ? Self.repair[language] : ""),
            facts: [.init("member", member)])
    }
}

extension QueueProblem {
    private static let repair = Phrase("queueProblem.kopiykaCheckRepair")
}

extension QueueProblem.Kind: WordedKind {
    /// A repair removes the line from the queue.
    fileprivate var isSetAside: Bool {
        switch self {
        case .versionFromFuture, .lineTooLong, .tornLine, .keyChanged: false
        default: true
        }
    }

    var words: ErrorWords { ErrorWords("queueProblem.\(rawValue)") }

    /// Decisions of a file are independent, so the rule for queues does not apply.
    var whyOfDecision: Phrase {
        let why = words.why
        guard why == Phrase("queueProblem.why") else { return why }
        return Phrase("queueProblem.eachDecisionVerified")
    }
}
