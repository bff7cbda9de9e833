import Facts
package import Pending

extension QueueProblem: HouseError {
    package var message: HouseMessage {
        var words = kind.words
        if !member.isEmpty {
            words.what = Phrase(
                "queueProblem.ofMember", ["what": .phrase(words.what), "member": .text(member)])
        }
        if kind.isSetAside { words.fix = words.fix + Phrase("queueProblem.kopiykaCheckRepair") }
        return HouseMessage(
            place: SourcePlace(file: "pending.jsonl", line: line, column: column),
            kind: kind.rawValue, words: words, facts: [.init(name: "member", value: member)],
            exitCode: .damaged)
    }
}

extension QueueProblem.Kind {
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
