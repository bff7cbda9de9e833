/// Whether a text is a person's name and nothing else: a first name that we know, and one to three
/// words that say nothing of a trade.
///
/// "Paul Müller" is no drugstore, "Peter Hahn" no shop, and "Марина Кафе" is one: a merchant's name
/// that covers only a part of such a text is part of somebody's name, and a word of a trade is not.
/// Behind a title one name is enough, and a surname too: "Herr Otto", "Frau Koch".
internal enum PersonName {
    private static let wordsMax = 4
    private static let directions = [
        "від", "from", "to", "для", "od", "von", "an", "до", "от", "dla",
    ].map { Array($0.utf8) }

    /// "Prof. Dr. Paul Koch", "Frau Klein", «пан Андрій».
    private static let titles = [
        "dr", "prof", "herr", "herrn", "frau", "mr", "mrs", "ms", "miss", "sir", "pan", "pani",
        "mgr", "inz", "пан", "пані", "панна", "др", "проф",
    ].map { Array($0.utf8) }
    private static let titlesMax = 2

    /// The tokens behind which a name would begin: who gets or gives, and titles.
    struct Address {
        var direction = 0
        var titles = 0
        var count: Int { direction + titles }

        init(of folded: Span<UInt8>) {
            let tokens = TokenizedText(folded)
            func isOne(of words: [[UInt8]], _ index: Int) -> Bool {
                words.contains { tokens[index].equals($0, in: folded) }
            }
            if tokens.count > 2, isOne(of: directions, 0) { direction = 1 }
            while titles < titlesMax, count + 1 < tokens.count,
                isOne(of: PersonName.titles, count)
            {
                titles += 1
            }
        }
    }

    /// - Parameter address: of the text as it is written, where this is another spelling of it.
    static func isWhole(
        _ folded: Span<UInt8>, _ reading: borrowing DescriptorReading, behind address: Address
    ) -> Bool {
        if reading.hasLegalForm || reading.processor != nil { return false }
        let tokens = TokenizedText(folded)
        let first = address.count
        guard first < tokens.count else { return false }
        let words = first..<tokens.count
        guard words.count >= (address.titles > 0 ? 1 : 2), words.count <= wordsMax else {
            return false
        }
        let mask: UInt64 = (1 << UInt64(tokens.count)) - (1 << UInt64(first))
        var names = reading.givenNames & mask
        if address.titles > 0 { names |= reading.surnames & mask }
        // A word of a trade is none, though somebody may be called so.
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            guard !word.isWeak, !word.isBeginning else { continue }
            for token in word.tokens { names &= ~(1 << UInt64(token)) }
        }
        guard names != 0, names.nonzeroBitCount > 1 || names != mask || address.titles > 0,
            reading.places & mask & ~names == 0
        else { return false }
        for word in words where tokens[word].hasDigit(in: folded) { return false }
        if let phrase = reading.phrase, phrase.tokens.upperBound > first { return false }
        func isOfName(_ hit: DescriptorReading.Hit) -> Bool {
            hit.tokens.allSatisfy { (names | reading.surnames) & (1 << UInt64($0)) != 0 }
        }
        // A bank called as somebody is: Finland's Otto.
        if let bank = reading.bank, !isOfName(bank) { return false }
        // "Dr. Max" is a pharmacy, of whomever it may be.
        if let shop = reading.merchant, shop.tokens.lowerBound < first { return false }
        // Known all over the world by a whole name, or in our own table: rather the shop.
        if address.titles == 0, let shop = reading.merchant, shop.tokens == words, !shop.isWeak,
            shop.isOwn || shop.homeliness == 1
        {
            return false
        }
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            if word.tokens.upperBound <= first { continue }
            if !word.isBeginning, !isOfName(word) { return false }
        }
        return true
    }
}
