import Facts
import Scanning

/// The texts of `rules/words/`, read in place in the format of `rules/words.py`.
struct WordTable {
    static let shared = WordTable()

    private let file = EmbeddedFile.words
    private let languageCount: Int
    private let keyCount: Int
    /// Offset of the first key's entry.
    private let entries: Int

    private init() {
        // Our own file, embedded as rules/words.py wrote it.
        precondition(file.count > 16)
        languageCount = Int(file.uint32(at: 8))
        keyCount = Int(file.uint32(at: 12))
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
        return file.text(range(ofRow: row, member: language + 1))
    }

    private func row(of key: Span<UInt8>) -> Int? {
        let row = (0..<keyCount).partitionPoint { compare(keyOfRow: $0, to: key) >= 0 }
        return row < keyCount && compare(keyOfRow: row, to: key) == 0 ? row : nil
    }

    /// Negative, 0 or positive, by byte order.
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
        let start = Int(file.uint32(at: at))
        return start..<(start + Int(file.uint32(at: at + 4)))
    }
}
