package import Categorizing
import Facts
import Scanning

extension RuleFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "rules-damaged",
                words: ErrorWords(
                    what: Phrase(same: yaml?.found ?? ""), fix: Phrase(same: "kopiyka check")),
                exitCode: .damaged)
    }

    package var messages: [HouseMessage] {
        faults.map { fault in
            var message = fault.message
            if fault.kind == .notYAML, let words = yaml?.found, !words.isEmpty {
                message.words.why = Phrase(same: words)
            }
            return message
        }
    }
}

extension RuleFault: HouseError {
    package var message: HouseMessage {
        var words = ErrorWords("ruleFaults.\(kind.rawValue)")
        if let meant = candidates.first {
            words.fix = Phrase("ruleFaults.meant", ["meant": .text(meant)])
        }
        return HouseMessage(
            place: SourcePlace(file: file, line: line, column: column), kind: kind.rawValue,
            words: words, excerpt: found, exitCode: .damaged)
    }
}
