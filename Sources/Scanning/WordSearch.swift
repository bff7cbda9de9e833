/// Search words for texts: each must begin a word, in any order and in any of the texts.
///
/// «АТБ» is found in «АТБ Маркет», not in «ПриватБанк»; «подорожник аптека» in «Аптека Подорожник».
/// Case, apostrophes and look-alike letters make no difference. A word of Latin letters is found in
/// Cyrillic ones, and the reverse, by ``LooseSpelling``: `silpo` in «СІЛЬПО», «нова» in NOVA. Words
/// of one alphabet are never compared loosely. A search without a letter or digit is matched
/// literally.
package struct WordSearch: Sendable, Equatable {
    package let text: String
    private let words: [Word]
    /// Other names of what the text names, folded; each is found as a phrase of whole words.
    private let otherNames: [[UInt8]]

    private struct Word: Equatable {
        let folded: [UInt8]
        /// Nil for a word of both alphabets or of neither.
        let alphabet: Alphabet?
        let loose: [UInt8]
    }

    private enum Alphabet { case latin, cyrillic }

    /// A shorter word begins too many of the other alphabet: it must be the whole word there.
    private static let looseBeginningMin = 4

    package init(_ text: String, otherNames: [String] = []) {
        self.text = text
        words = TextFolder().fold(text).utf8.split(separator: 0x20).map { word in
            var loose: [UInt8] = []
            let folded = Array(word)
            LooseSpelling.append(folded.span, to: &loose)
            return Word(folded: folded, alphabet: Self.alphabet(of: folded[...]), loose: loose)
        }
        self.otherNames = otherNames.map { Array(" \($0) ".utf8) }
    }

    package var isEmpty: Bool { text.isEmpty }

    package func isIn(_ texts: [String]) -> Bool {
        if words.isEmpty {
            let sought = Array(text.utf8)
            return texts.contains { Array($0.utf8).holds(sought) }
        }
        var missing = words
        var folded: [UInt8] = []
        let folder = TextFolder()
        for text in texts where !text.isEmpty {
            folded.removeAll(keepingCapacity: true)
            folder.fold(text.utf8.span, into: &folded)
            missing.removeAll { Self.begins($0, aWordOf: folded) }
            if missing.isEmpty { return true }
        }
        return !otherNames.isEmpty && texts.contains { hasOtherName($0) }
    }

    private func hasOtherName(_ text: String) -> Bool {
        var folded: [UInt8] = [0x20]
        TextFolder().fold(text.utf8.span, into: &folded)
        folded.append(0x20)
        return otherNames.contains { folded.holds($0) }
    }

    private static func begins(_ word: Word, aWordOf folded: [UInt8]) -> Bool {
        var start = 0
        while start < folded.count {
            let end = folded[start...].firstIndex(of: 0x20) ?? folded.count
            let other = folded[start..<end]
            if other.starts(with: word.folded) || beginsLoosely(word, other) { return true }
            start = end + 1
        }
        return false
    }

    /// Whether the word begins one of the other alphabet.
    private static func beginsLoosely(_ word: Word, _ other: ArraySlice<UInt8>) -> Bool {
        guard let alphabet = word.alphabet, let first = other.first,
            // Most texts are of one alphabet, the word's.
            (first < 0x80) != (alphabet == .latin),
            let others = Self.alphabet(of: other), others != alphabet
        else { return false }
        var loose: [UInt8] = []
        LooseSpelling.append(Array(other).span, to: &loose)
        return word.loose.count < looseBeginningMin
            ? loose == word.loose : loose.starts(with: word.loose)
    }

    private static func alphabet(of word: ArraySlice<UInt8>) -> Alphabet? {
        var hasLatin = false
        var hasCyrillic = false
        for byte in word {
            if byte < 0x80 {
                hasLatin = hasLatin || byte >= UInt8(ascii: "a")
            } else if byte >= 0xC0 {
                // U+0400 to U+04FF; letters of other alphabets have no loose spelling.
                guard byte & 0xFC == 0xD0 else { return nil }
                hasCyrillic = true
            }
        }
        return hasLatin == hasCyrillic ? nil : hasLatin ? .latin : .cyrillic
    }
}
