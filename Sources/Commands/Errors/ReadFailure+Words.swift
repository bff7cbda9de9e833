package import Facts

extension ReadFailure: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let question = OpenQuestion(self)
        let isIllegible = kind == .encodingUncertain && details.isEmpty
        let isDivided = kind == .layoutDrifted && details.dropFirst() == ["header"]
        let words =
            question?.words
            ?? (isIllegible ? Self.illegible : isDivided ? Self.divided : kind.words)
        let said = (question?.readings ?? (isDivided ? Array(details.prefix(1)) : details))
            .joined(separator: ", ")
        // Sizes and limits are not personal numbers.
        let isSize = [.tooLarge, .limitExceeded].contains(kind)
        let shown = isSize ? said : maskedNumbers(said)
        let values: [String: Template.Value] = [
            "details": .text(shown), "file": .text(place.file == "-" ? "stdin" : place.file),
        ]
        var why = words.why.filled(language, values)
        if !shown.isEmpty, !words.why.hasPlace("details") {
            why += (why.isEmpty ? "" : "; ") + shown
        } else if shown.isEmpty, words.why.hasPlace("details") {
            why = ""
        }
        if kind == .limitExceeded,
            let limit = Limits.all.first(where: { details.contains($0.name) })
        {
            why += " = \(limit.value) \(limit.unit)"
        }
        return HouseMessage(
            at: place, kind: kind.rawValue, what: words.what.filled(language, values),
            excerpt: found.revealed, why: why, fix: words.fix.filled(language, values),
            facts: [.init("details", details.joined(separator: ", "), isMasked: !isSize)],
            form: .refused)
    }
}

extension ReadFailure {
    /// No encoding is suggested when none gives words.
    fileprivate static let illegible = ErrorWords("readFailure.illegible")
}

extension ReadFailure {
    /// Rows above a header, or two headers that differ.
    fileprivate static let divided = ErrorWords("readFailure.divided")
}

extension ReadFailure.Kind: WordedKind {
    var words: ErrorWords { ErrorWords("readFailure.\(rawValue)") }
}
