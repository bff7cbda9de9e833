internal import Scanning

/// Names and abbreviations of months in statements of our markets, in any case.
///
/// A word for different months in two languages (`lip`, `lis`, `srp`) names no month.
/// - Source: the languages' own calendars; abbreviations of three and four letters as in statements
///   (`26МАР19`).
package enum MonthNames {
    /// Letters of the longest name: `października`.
    private static let bytesMax = 24

    /// The month (1…12) of the word at the start of the range, and the word's end, including an
    /// abbreviation's point.
    package static func month(in text: Span<UInt8>, _ range: Range<Int>) -> (month: Int, end: Int)?
    {
        var end = range.lowerBound
        var hash = seed
        while end < range.upperBound {
            var next = end
            guard let letter = smallLetter(of: text, at: &next), next <= range.upperBound else {
                break
            }
            hash = step(hash, letter)
            end = next
        }
        guard end > range.lowerBound, end - range.lowerBound <= bytesMax,
            let name = names[hash], isSame(name.letters, text, range.lowerBound..<end)
        else { return nil }
        if end < range.upperBound, text[end] == 0x2E { end += 1 }
        return (name.month, end)
    }

    /// Whether a word is exactly a month's name or abbreviation.
    package static func isMonth(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        return month(in: bytes.span, bytes.indices)?.end == bytes.count
    }

    /// Whether a word of a folded text is a month's name or abbreviation, in whatever language and
    /// for whatever month: `listopad` is the tenth and the eleventh.
    package static func isMonth(inFolded text: Span<UInt8>, _ word: Range<Int>) -> Bool {
        guard word.count >= foldedBytesMin, word.count <= bytesMax else { return false }
        var hash = seed
        let known = word.lowerBound + bytesCompared(of: word.count)
        for at in word.lowerBound..<known { hash = step(hash, UInt16(text[at])) }
        // Most words of a text are no months, and their first bytes tell it.
        guard beginnings[beginning(hash)] else { return false }
        for at in known..<word.upperBound { hash = step(hash, UInt16(text[at])) }
        guard let name = foldedNames[hash], name.count == word.count else { return false }
        return name.indices.allSatisfy { name[$0] == text[word.lowerBound + $0] }
    }

    /// Bytes of the shortest folded name.
    private static let foldedBytesMin = 3

    private static let foldedNames: [UInt64: [UInt8]] = {
        var result: [UInt64: [UInt8]] = [:]
        let folder = TextFolder()
        for language in WrittenValues.of("months") {
            for word in language.split(whereSeparator: { $0 == " " || $0 == "/" }) {
                let bytes = Array(folder.fold(String(word)).utf8)
                assert(bytes.count >= foldedBytesMin, "no name is shorter")
                result[bytes.reduce(seed) { step($0, UInt16($1)) }] = bytes
            }
        }
        return result
    }()

    /// Whether some folded name may begin with the bytes of this hash.
    private static let beginnings: [Bool] = {
        var result = Array(repeating: false, count: 4_096)
        for name in foldedNames.values {
            let bytes = name.prefix(bytesCompared(of: name.count))
            result[beginning(bytes.reduce(seed) { step($0, UInt16($1)) })] = true
        }
        return result
    }()

    /// Three letters: Cyrillic ones have two bytes.
    private static func bytesCompared(of count: Int) -> Int {
        count < 2 * foldedBytesMin ? foldedBytesMin : 2 * foldedBytesMin
    }

    private static func beginning(_ hash: UInt64) -> Int { Int(hash >> 20 & 4_095) }

    private struct Name {
        let month: Int
        let letters: [UInt16]
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ letter: UInt16) -> UInt64 {
        (hash ^ UInt64(letter)) &* 0x100_0000_01B3
    }

    /// Lowercases a Latin or Cyrillic letter up to U+04FF, nil for other characters; advances the
    /// index.
    private static func smallLetter(of text: Span<UInt8>, at index: inout Int) -> UInt16? {
        let lead = text[index]
        if lead < 0x80 {
            let small = lead | 0x20
            guard (0x61...0x7A).contains(small) else { return nil }
            index += 1
            return UInt16(small)
        }
        guard (0xC3...0xD3).contains(lead), index + 1 < text.count, text[index + 1] & 0xC0 == 0x80
        else { return nil }
        index += 2
        let scalar = UInt16(lead & 0x1F) << 6 | UInt16(text[index - 1] & 0x3F)
        switch scalar {
        case 0xC0...0xDE: return scalar | 0x20
        case 0xDF...0xFF: return scalar
        case 0x100...0x137, 0x14A...0x177: return scalar | 1
        case 0x139...0x148, 0x179...0x17E: return scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x400...0x40F: return scalar + 0x50
        case 0x410...0x42F: return scalar + 0x20
        case 0x430...0x45F: return scalar
        case 0x490...0x4FF: return scalar | 1
        default: return nil
        }
    }

    private static func isSame(
        _ letters: [UInt16], _ text: Span<UInt8>, _ range: Range<Int>
    ) -> Bool {
        var at = range.lowerBound
        for letter in letters {
            guard at < range.upperBound, smallLetter(of: text, at: &at) == letter else {
                return false
            }
        }
        return at == range.upperBound
    }

    private static let names: [UInt64: Name] = {
        var result: [UInt64: Name] = [:]
        var refused: Set<UInt64> = []
        for language in WrittenValues.of("months") {
            for (index, words) in language.split(separator: " ").enumerated() {
                for word in words.split(separator: "/") {
                    let letters = letters(of: String(word))
                    let hash = letters.reduce(seed, step)
                    if let known = result[hash], known.month != index + 1 { refused.insert(hash) }
                    result[hash] = Name(month: index + 1, letters: letters)
                }
            }
        }
        for hash in refused { result[hash] = nil }
        return result
    }()

    private static func letters(of word: String) -> [UInt16] {
        let bytes = Array(word.utf8)
        var result: [UInt16] = []
        var at = 0
        while at < bytes.count, let letter = smallLetter(of: bytes.span, at: &at) {
            result.append(letter)
        }
        return result
    }
}
