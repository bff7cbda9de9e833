/// Inserts spaces that a card slip omits: "SilpoMarket" and "MCDONALDSHURGHADA1" contain no word of
/// the tables.
internal enum GluedWords {
    /// Letters a word needs before a number is separated from it; shorter ones are names like "K2"
    /// and "OKKO77".
    private static let lettersBeforeNumberMin = 4

    /// Writes the text with spaces between a small and a capital letter and between a long word and
    /// a number, and without a code between stars ("YANDEX*5814*EDA"); false when nothing changes.
    static func split(_ raw: Span<UInt8>, into out: inout [UInt8]) -> Bool {
        var isSplit = false
        var letters = 0
        var beforeWasSmall = false
        var index = 0
        out.reserveCapacity(raw.count + 8)
        while index < raw.count {
            if let end = endOfCode(raw, at: index) {
                out.append(0x20)
                isSplit = true
                index = end
                letters = 0
                continue
            }
            let letter = LetterCase(raw, at: index)
            let isDigit = raw[index] &- UInt8(ascii: "0") < 10
            if (letter.isCapital && beforeWasSmall)
                || (isDigit && letters >= lettersBeforeNumberMin)
            {
                out.append(0x20)
                isSplit = true
            }
            for offset in 0..<letter.length { out.append(raw[index + offset]) }
            letters = letter.isCapital || letter.isSmall ? letters + 1 : 0
            beforeWasSmall = letter.isSmall
            index += letter.length
        }
        return isSplit
    }

    /// The index of the second star of `*5814*`, a merchant category code.
    private static func endOfCode(_ raw: Span<UInt8>, at index: Int) -> Int? {
        let star = UInt8(ascii: "*")
        guard raw[index] == star, index + 5 < raw.count, raw[index + 5] == star,
            (1...4).allSatisfy({ raw[index + $0] &- UInt8(ascii: "0") < 10 })
        else { return nil }
        return index + 5
    }
}
