internal import Facts

/// Cached meanings of a column's few repeated words, so that each is folded once.
struct WordCache<Meaning> {
    private var known: [(bytes: [UInt8], meaning: Meaning)] = []
    /// Bounds the cost for a column without repetitions.
    private static var countMax: Int { 32 }

    mutating func meaning(of word: Span<UInt8>, find: ([UInt8]) -> Meaning) -> Meaning {
        for entry in known {
            let bytes = entry.bytes
            if bytes.span.equals(word) { return entry.meaning }
        }
        let meaning = find(HeaderText.word(word))
        if known.count < Self.countMax { known.append((Array(word), meaning)) }
        return meaning
    }
}
