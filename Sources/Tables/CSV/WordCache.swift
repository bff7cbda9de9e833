internal import Facts

/// Meanings of the few words a column repeats, so that each is folded once.
struct WordCache<Meaning> {
    private var known: [(bytes: [UInt8], meaning: Meaning)] = []
    /// A column that never repeats itself must not make every row slow.
    private static var countMax: Int { 32 }

    mutating func meaning(of word: Span<UInt8>, find: ([UInt8]) -> Meaning) -> Meaning {
        for entry in known {
            let bytes = entry.bytes
            if bytes.span.equals(word) { return entry.meaning }
        }
        let meaning = find(HeaderText.word(word))
        if known.count < Self.countMax {
            var bytes: [UInt8] = []
            for index in 0..<word.count { bytes.append(word[index]) }
            known.append((bytes, meaning))
        }
        return meaning
    }
}
