package import Scanning

extension WordSearch {
    /// A search that also finds the other spellings of a merchant that the tables know by this
    /// text: «Макдональдз» is MCDONALDS on a card slip.
    ///
    /// - Complexity: one look-up; for a merchant's name O(*n*) in the patterns of the tables.
    package init(named text: String) {
        self.init(text, otherNames: MerchantTables.shared.otherNames(of: text))
    }
}

extension MerchantTables {
    /// The other spellings of the merchants with this one, folded. Our own rows outweigh those of
    /// the public list, which has one spelling for merchants of many countries.
    fileprivate func otherNames(of text: String) -> [String] {
        let folded = Array(TextFolder().fold(text).utf8)
        let meant = merchants(spelled: folded.span)
        let hasOwn = meant.contains { row($0).isOwn }
        let rows = Set(meant.filter { row($0).isOwn == hasOwn })
        if rows.isEmpty { return [] }
        var names: Set<String> = []
        for index in 0..<patternCount {
            let pattern = pattern(index, .folded)
            if rows.contains(pattern.row), pattern.isName {
                names.insert(String(decoding: bytes(of: pattern), as: UTF8.self))
            }
        }
        names.remove(String(decoding: folded, as: UTF8.self))
        return names.sorted()
    }

    /// The rows of merchants with a strong pattern of exactly this folded text.
    private func merchants(spelled folded: Span<UInt8>) -> [Int] {
        let tokens = TokenizedText(folded)
        if tokens.count == 0 { return [] }
        var hash: UInt64 = 0
        for index in 0..<tokens.count { hash = TokenizedText.run(hash, tokens[index].hash) }
        guard let entry = words(hash, .folded) else { return [] }
        let whole = 0..<folded.count
        return (entry.firstPattern..<entry.firstPattern + entry.patternCount).compactMap { index in
            let pattern = pattern(index, .folded)
            guard pattern.isName, isText(of: pattern, equalTo: folded, whole) else { return nil }
            let row = row(pattern.row)
            return row.role == .merchant && !row.isWeak ? pattern.row : nil
        }
    }
}

extension MerchantTables.Pattern {
    /// A brand's name wherever it stands in a text.
    fileprivate var isName: Bool { kind == .brand && !isAnchored && tail == 0 }
}
