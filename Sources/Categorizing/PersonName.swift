/// Whether a text is a person's name and nothing else: a first name that we know, and one to three
/// words that say nothing of a trade.
///
/// "Paul Müller" is no drugstore, "Peter Hahn" no shop, and "Марина Кафе" is one: a merchant's name
/// that covers only a part of such a text is part of somebody's name, and a word of a trade is not.
internal enum PersonName {
    private static let wordsMax = 4
    private static let directions = [
        "від", "from", "to", "для", "od", "von", "an", "до", "от", "dla",
    ].map { Array($0.utf8) }

    static func isWhole(_ folded: Span<UInt8>, _ reading: borrowing DescriptorReading) -> Bool {
        if reading.hasLegalForm || reading.processor != nil || reading.bank != nil { return false }
        let tokens = TokenizedText(folded)
        let first =
            tokens.count > 2 && directions.contains { tokens[0].equals($0, in: folded) } ? 1 : 0
        let words = first..<tokens.count
        guard words.count >= 2, words.count <= wordsMax else { return false }
        let mask: UInt64 = (1 << UInt64(tokens.count)) - (1 << UInt64(first))
        var names = reading.givenNames & mask
        // A word of a trade is none, though somebody may be called so.
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            guard !word.isWeak, !word.isBeginning else { continue }
            for token in word.tokens { names &= ~(1 << UInt64(token)) }
        }
        guard names != 0, names.nonzeroBitCount > 1 || names != mask,
            reading.places & mask & ~names == 0
        else { return false }
        for word in words where tokens[word].hasDigit(in: folded) { return false }
        if let phrase = reading.phrase, phrase.tokens.upperBound > first { return false }
        // Known all over the world by a whole name, or in our own table: rather the shop.
        if let shop = reading.merchant, shop.tokens == words, !shop.isWeak,
            shop.isOwn || shop.homeliness == 1
        {
            return false
        }
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            let isOfName = word.tokens.allSatisfy {
                (names | reading.surnames) & (1 << UInt64($0)) != 0
            }
            if !word.isBeginning, !isOfName { return false }
        }
        return true
    }
}
