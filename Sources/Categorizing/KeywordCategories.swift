/// The categories of everyday words: «ліки», `petrol` and `chleb` are names of none, but the
/// categorizer knows them (`rules/keywords.csv`).
struct KeywordCategories {
    private let tables = MerchantTables.shared

    private struct Found {
        let category: Int
        /// Smaller is better.
        let rank: Int
    }

    /// Keys, the surest first.
    ///
    /// - Parameter folded: a word, or several that are one keyword.
    func keys(of folded: String) -> [String] {
        let bytes = Array(folded.utf8)
        var found = keywords(bytes)
        // «хліба»
        for count in 1...2 where found.isEmpty && folded.count - count >= Self.lettersMin {
            found = keywords(Array(folded.dropLast(count).utf8))
        }
        var keys: [String] = []
        for hit in found.sorted(by: { ($0.rank, $0.category) < ($1.rank, $1.category) }) {
            let key = CategoryTable.builtIn.all[hit.category].key
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// Minimum of a word without its ending.
    private static let lettersMin = 4
    /// Maximum after a stem: a longer rest is another word.
    private static let endingMax = 4

    private func keywords(_ folded: [UInt8]) -> [Found] {
        let tokens = TokenizedText(folded.span)
        guard tokens.count > 0 else { return [] }
        var before: UInt64 = 0
        for index in 0..<(tokens.count - 1) {
            before = TokenizedText.run(before, tokens[index].hash)
        }
        let last = tokens[tokens.count - 1]
        var found: [Found] = []
        if let entry = tables.words(TokenizedText.run(before, last.hash), .folded) {
            found += rows(of: entry, folded, upTo: last.end)
        }
        var hash = TokenizedText.seed
        for index in last.range {
            hash = TokenizedText.step(hash, folded[index])
            let rest = folded[(index + 1)..<last.end].count { $0 & 0xC0 != 0x80 }
            guard rest <= Self.endingMax,
                let entry = tables.stems(TokenizedText.run(before, hash), .folded)
            else { continue }
            found += rows(of: entry, folded, upTo: index + 1)
        }
        return found
    }

    private func rows(
        of entry: MerchantTables.Entry, _ folded: [UInt8], upTo end: Int
    ) -> [Found] {
        (0..<entry.patternCount).compactMap { number in
            let pattern = tables.pattern(entry.firstPattern + number, .folded)
            guard pattern.kind == .keyword,
                tables.isText(of: pattern, equalTo: folded.span, 0..<end)
            else { return nil }
            let row = tables.row(pattern.row)
            if row.saysNothing { return nil }
            let isForeign = tables.homeliness(ofSet: row.countrySet, countryBit: nil) == 0
            return Found(
                category: row.category, rank: (isForeign ? 2 : 0) + (row.isWeak ? 1 : 0))
        }
    }
}
