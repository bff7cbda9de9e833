import Scanning

/// The texts of `rules/words/`, read in place as `rules/words.py` lays them out.
struct WordTable {
    static let shared = WordTable()

    private let file = EmbeddedFile.words
    private let languageCount: Int
    private let keyCount: Int
    /// Where the first entry of a key begins.
    private let entries: Int

    private init() {
        // Our own file: it stands in the program as rules/words.py wrote it.
        precondition(file.count > 16)
        languageCount = Int(file.number(at: 8, as: UInt32.self).littleEndian)
        keyCount = Int(file.number(at: 12, as: UInt32.self).littleEndian)
        entries = 16 + 8 * languageCount
    }

    /// Codes of the languages, in the order of their texts.
    var languages: [String] {
        (0..<languageCount).map { index in
            let start = 16 + 8 * index
            return String(decoding: file[start..<(start + 8)].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The text of a key; nil when there is none. O(log *keys*).
    func text(_ key: String, inLanguage language: Int) -> String? {
        guard let row = row(of: key.utf8.span) else { return nil }
        return String(decoding: file[range(ofRow: row, member: language + 1)], as: UTF8.self)
    }

    private func row(of key: Span<UInt8>) -> Int? {
        var low = 0
        var high = keyCount
        while low < high {
            let middle = (low + high) / 2
            let order = compare(keyOfRow: middle, to: key)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Below 0, 0 or above it, as the bytes are ordered.
    private func compare(keyOfRow row: Int, to key: Span<UInt8>) -> Int {
        let place = range(ofRow: row, member: 0)
        for index in 0..<min(place.count, key.count) {
            let byte = file[place.lowerBound + index]
            if byte != key[index] { return byte < key[index] ? -1 : 1 }
        }
        return place.count - key.count
    }

    /// - Parameter member: 0 is the key, then the languages.
    private func range(ofRow row: Int, member: Int) -> Range<Int> {
        let at = entries + 8 * (row * (languageCount + 1) + member)
        let start = Int(file.number(at: at, as: UInt32.self).littleEndian)
        return start..<(start + Int(file.number(at: at + 4, as: UInt32.self).littleEndian))
    }
}
