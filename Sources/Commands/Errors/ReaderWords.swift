import Facts

extension Phrase {
    /// A reader's stable word in the language of people: `decimal point or comma`, `archive-cut`,
    /// `5 columns`. A word without a text stays: a pattern, a name of the format, a currency.
    static func ofReader(_ word: String) -> Phrase {
        if let kind = RowRejection.Kind(rawValue: word) {
            return Phrase("rowRejection.\(kind.rawValue).what")
        }
        var values: [String: Template.Value] = [:]
        var name = word
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if let count = Int(digits), word.dropFirst(digits.count).first == " " {
            values["count"] = .count(count)
            name = "count" + word.dropFirst(digits.count)
        }
        let key = name.map { character in
            character.isASCII && (character.isLetter || character.isNumber)
                ? String(character) : "-"
        }.joined()
        let phrase = Phrase("readerWord.\(key)", values)
        return phrase.isKnown ? phrase : Phrase(same: word)
    }
}
