package import Facts

extension RowRejection: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let isWithoutBalance = kind == .directionUnknown && expected == Self.balanceBefore
        let words = isWithoutBalance ? Self.withoutBalance : kind.words
        var values: [String: Template.Value] = ["expected": .text(expected)]
        values["field"] = .text(maskedNumbers(field))
        var what = words.what.filled(language, values)
        if !field.isEmpty {
            what = Phrase("rowRejection.inField", ["what": .text(what)]).filled(language, values)
        }
        var why = words.why.filled(language, values)
        if !expected.isEmpty, !words.why.hasPlace("expected") {
            why += why.isEmpty ? "" : "; "
            why += Phrase("rowRejection.expected").filled(language, values)
        } else if expected.isEmpty, words.why.hasPlace("expected") {
            why = ""
        }
        return HouseMessage(
            at: place, kind: kind.rawValue, what: what, excerpt: found.revealed, why: why,
            fix: words.fix.filled(language, values),
            facts: [.init("field", field), .init("expected", expected, isMasked: false)],
            form: .rejected)
    }
}

extension RowRejection {
    fileprivate static var withoutBalance: ErrorWords {
        ErrorWords("rowRejection.withoutBalance")
    }
}

extension RowRejection.Kind: WordedKind {
    var words: ErrorWords { ErrorWords("rowRejection.\(rawValue)") }
}
