/// Puts spaces where a card slip left them out: "SilpoMarket" and "MCDONALDSHURGHADA1" have no word any table knows.
internal enum GluedWords {
    /// Letters a word needs before a number behind it is cut off; shorter ones are names like "K2" and "OKKO77".
    private static let lettersBeforeNumberMin = 4

    /// Writes the text with spaces between a small and a capital letter and between a long word and a number; false when
    /// there is nothing to split.
    static func split(_ raw: Span<UInt8>, into out: inout [UInt8]) -> Bool {
        var isSplit = false
        var letters = 0
        var beforeWasSmall = false
        var index = 0
        out.reserveCapacity(raw.count + 8)
        while index < raw.count {
            let byte = raw[index]
            var isCapital = byte &- UInt8(ascii: "A") < 26
            var isSmall = byte &- UInt8(ascii: "a") < 26
            var length = 1
            if byte & 0xFE == 0xD0, index + 1 < raw.count {
                let point = (UInt32(byte & 0x1F) << 6) | UInt32(raw[index + 1] & 0x3F)
                isCapital = point < 0x430 || point == 0x490
                isSmall = !isCapital
                length = 2
            }
            let isDigit = byte &- UInt8(ascii: "0") < 10
            if (isCapital && beforeWasSmall) || (isDigit && letters >= lettersBeforeNumberMin) {
                out.append(0x20)
                isSplit = true
            }
            for offset in 0..<length { out.append(raw[index + offset]) }
            letters = isCapital || isSmall ? letters + 1 : 0
            beforeWasSmall = isSmall
            index += length
        }
        return isSplit
    }
}
