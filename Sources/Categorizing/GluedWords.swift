/// Inserts spaces that a card slip omits: "SilpoMarket" and "MCDONALDSHURGHADA1" contain no word of
/// the tables.
internal enum GluedWords {
    /// Letters a word needs before a number is separated from it; shorter ones are names like "K2"
    /// and "OKKO77".
    private static let lettersBeforeNumberMin = 4

    /// Writes the text with spaces between a small and a capital letter and between a long word and
    /// a number; false when nothing changes.
    static func split(_ raw: Span<UInt8>, into out: inout [UInt8]) -> Bool {
        var isSplit = false
        var letters = 0
        var beforeWasSmall = false
        var index = 0
        out.reserveCapacity(raw.count + 8)
        while index < raw.count {
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
}
