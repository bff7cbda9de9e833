/// Numbers of months and quarters in Roman digits: `IV квартал`, `VIII/2025`.
package enum RomanNumber {
    private static let months = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
    ]

    /// Two bits a digit, after a first bit.
    private static let codes: [UInt16] = months.map { word in
        word.utf8.reduce(1) { $0 << 2 | (digit(of: $1) ?? 0) }
    }

    /// Whether a word of a folded text is a number from 1 to 12, in Latin letters or in the
    /// Cyrillic ones that look like them.
    package static func isMonth(inFolded text: Span<UInt8>, _ word: Range<Int>) -> Bool {
        // Four digits of two bytes.
        guard !word.isEmpty, word.count <= 8 else { return false }
        var code: UInt16 = 1
        var at = word.lowerBound
        while at < word.upperBound {
            var found = digit(of: text[at])
            if found == nil, text[at] == 0xD1, at + 1 < word.upperBound {
                at += 1
                // і and х.
                found = text[at] == 0x96 ? 1 : text[at] == 0x85 ? 3 : nil
            }
            guard let found, code < 1 << 8 else { return false }
            code = code << 2 | found
            at += 1
        }
        return codes.contains(code)
    }

    private static func digit(of byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "i"): 1
        case UInt8(ascii: "v"): 2
        case UInt8(ascii: "x"): 3
        default: nil
        }
    }
}
