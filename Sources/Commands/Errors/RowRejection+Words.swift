package import Facts

extension RowRejection: HouseError {
    package var message: HouseMessage {
        let isWithoutBalance = kind == .directionUnknown && expected == Self.balanceBefore
        var words = ErrorWords(
            "rowRejection.\(isWithoutBalance ? "withoutBalance" : kind.rawValue)")
        if !field.isEmpty {
            words.what = Phrase("rowRejection.inField", ["what": .phrase(words.what)])
        }
        words.completeWhy("expected", expected, Phrase("rowRejection.expected"))
        return HouseMessage(
            place: place, kind: kind.rawValue,
            words: words.with([
                "expected": .phrase(.ofReader(expected)), "field": .text(maskedNumbers(field)),
            ]),
            excerpt: found.revealed,
            facts: [
                .init(name: "field", value: field),
                .init(name: "expected", value: expected, isMasked: false),
            ], form: .rejected)
    }
}
