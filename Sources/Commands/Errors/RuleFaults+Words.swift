package import Categorizing
import Facts
import Scanning

extension RuleFaults: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        messages(in: language).first
            ?? HouseMessage(kind: "rules-damaged", what: yaml?.found ?? "", fix: "kopiyka check")
    }

    package func messages(in language: Language) -> [HouseMessage] {
        faults.map { fault in
            var message = fault.message(in: language)
            if fault.kind == .notYAML, let words = yaml?.found, !words.isEmpty {
                message.why = words
            }
            return message
        }
    }
}

extension RuleFault: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        let words = kind.words
        var fix = words.fix[language]
        if let meant = candidates.first {
            fix = Phrase("ruleFaults.meant", ["meant": .text(meant)])[language]
        }
        return HouseMessage(
            at: SourcePlace(file: file, line: line, column: column), kind: kind.rawValue,
            what: words.what[language], excerpt: found, why: words.why[language], fix: fix)
    }
}

extension RuleFault.Kind: WordedKind {
    var words: ErrorWords { ErrorWords("ruleFaults.\(rawValue)") }
}
