/// Search words for texts: each must begin a word, in any order and in any of the texts.
///
/// «АТБ» is found in «АТБ Маркет», not in «ПриватБанк»; «подорожник аптека» in «Аптека Подорожник».
/// Case, apostrophes and look-alike letters make no difference. A search without a letter or digit
/// is matched literally.
package struct WordSearch: Sendable, Equatable {
    package let text: String
    private let words: [[UInt8]]

    package init(_ text: String) {
        self.text = text
        words = TextFolder().fold(text).utf8.split(separator: 0x20).map { Array($0) }
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
        return false
    }

    private static func begins(_ word: [UInt8], aWordOf folded: [UInt8]) -> Bool {
        var start = 0
        while start + word.count <= folded.count {
            if folded[start...].starts(with: word) { return true }
            guard let blank = folded[start...].firstIndex(of: 0x20) else { return false }
            start = blank + 1
        }
        return false
    }
}
