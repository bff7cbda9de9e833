package import Facts

extension ReadFailure: HouseError {
    package var message: HouseMessage {
        let question = OpenQuestion(self)
        // No encoding is suggested when none gives words.
        let isIllegible = kind == .encodingUncertain && details.isEmpty
        // Rows above a header, or two headers that differ.
        let isDivided = kind == .layoutDrifted && details.dropFirst() == ["header"]
        let journals = ["journal-include", "journal-alias", "journal-report"]
        let ofJournal = kind == .malformed ? details.first { journals.contains($0) } : nil
        let name =
            isIllegible
            ? "illegible"
            : isDivided ? "divided" : ofJournal ?? kind.rawValue
        let told = isDivided ? Array(details.prefix(1)) : details.filter { $0 != ofJournal }
        let said = question?.readings ?? told
        // Sizes and limits are not personal numbers, and are named as `kopiyka limits` names them.
        let isSize = [.tooLarge, .limitExceeded].contains(kind)
        // Hidden sheets have names of their own.
        let shown = said.enumerated().map { index, detail -> Template.Value in
            if isSize { return .text(detail) }
            return index > 0 && kind == .empty
                ? .text(maskedNumbers(detail)) : .phrase(.ofReader(maskedNumbers(detail)))
        }
        var words = question?.words ?? ErrorWords("readFailure.\(name)")
        words.completeWhy(
            "details", said.joined(separator: ", "), Phrase("phrase.details"))
        if kind == .limitExceeded,
            let limit = Limits.all.first(where: { details.contains($0.name) })
        {
            words.why = words.why + Phrase(same: " = \(limit.value) \(limit.unit)")
        }
        let file = place.file == "-" ? "stdin" : place.file
        return HouseMessage(
            place: place, kind: kind.rawValue,
            words: words.with(["details": .list(shown), "file": .text(file)]),
            excerpt: found.revealed,
            facts: [
                .init(
                    name: "details", value: details.joined(separator: ", "), isMasked: !isSize)
            ])
    }
}
