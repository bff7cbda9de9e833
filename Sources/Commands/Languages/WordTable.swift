internal import CRules

/// The texts of `rules/words/`, read in place from the program's own image as `rules/words.py` lays
/// them out.
struct WordTable {
    static let shared = WordTable()

    private let bytes: [UInt8]
    private let languageCount: Int
    private let keyCount: Int
    /// Where the first entry of a key begins.
    private let entries: Int

    private init() {
        bytes = unsafe Array(
            UnsafeBufferPointer(start: crules_words(), count: crules_words_count()))
        languageCount = Self.number(bytes, at: 8)
        keyCount = Self.number(bytes, at: 12)
        entries = 16 + 8 * languageCount
    }

    /// Codes of the languages, in the order of their texts.
    var languages: [String] {
        (0..<languageCount).map { index in
            let start = 16 + 8 * index
            return String(decoding: bytes[start..<(start + 8)].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The text of a key; nil when there is none. O(log *keys*).
    func text(_ key: String, inLanguage language: Int) -> String? {
        guard let row = row(of: Array(key.utf8)) else { return nil }
        return String(decoding: bytes[range(ofRow: row, member: language + 1)], as: UTF8.self)
    }

    private func row(of key: [UInt8]) -> Int? {
        var low = 0
        var high = keyCount
        while low < high {
            let middle = (low + high) / 2
            let found = bytes[range(ofRow: middle, member: 0)]
            if found.elementsEqual(key) { return middle }
            if found.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// - Parameter member: 0 is the key, then the languages.
    private func range(ofRow row: Int, member: Int) -> Range<Int> {
        let at = entries + 8 * (row * (languageCount + 1) + member)
        let start = Self.number(bytes, at: at)
        return start..<(start + Self.number(bytes, at: at + 4))
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
