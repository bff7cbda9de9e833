internal import Scanning

/// Finds names that nearly match the tables: cut by an acquirer, or with one letter wrong.
internal struct BentNames {
    let tables: MerchantTables
    let countryBit: Int?
    let sign: Int

    /// Shorter beginnings fit too many names.
    static let cutLettersMin = 7
    /// Ordinary words begin like the names of trades: «планета» is no «планетарій».
    private static let cutLettersOfWordMin = 8
    static let nearLettersMin = 6
    /// Words of trades are many, and ordinary words are one letter away from them.
    static let nearLettersOfKeywordMin = 9
    /// Short words in sequence are one letter away from too many.
    static let nearLettersOfSeveralMin = 7
    /// A shorter beginning is one letter away from too many.
    private static let stemLettersMin = 7
    private static let stemLettersMax = 12
    /// Words in a run looked up with one wrong letter; longer names are found by their first words.
    private static let nearTokensMax = 3
    /// The merchant is near the start; misspelt names in a contract's terms would be nonsense.
    private static let nearStartsMax = 12
    /// Longer runs are more than a name; the work grows with the square.
    fileprivate static let nearBytesMax = 28
    /// More names than this with one beginning always disagree.
    private static let cutNamesMax = 64

    /// The name, how it was found, and its category; nil when there is none, or several of
    /// different categories.
    func find(
        _ loose: Span<UInt8>
    ) -> (DescriptorReading.Hit, DescriptorReading.Reach, MerchantTables.Role)? {
        let tokens = TokenizedText(loose)
        guard tokens.count > 0 else { return nil }
        if let hit = cutName(tokens, loose) { return (hit.0, .cut, hit.1) }
        if let hit = nearName(tokens, loose) ?? nearStem(tokens, loose) {
            return (hit.0, .near, hit.1)
        }
        return nil
    }

    /// The name, wording or word that the text ends within: "PLAYSTATIO", "Судовий збі",
    /// «Оплата за електроенер».
    func findCut(
        _ loose: Span<UInt8>
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        cutName(TokenizedText(loose), loose)
    }

    private func cutName(
        _ tokens: borrowing TokenizedText, _ loose: Span<UInt8>
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        for first in 0..<tokens.count {
            let run = first..<tokens.count
            guard tokens.letters(of: run) >= Self.cutLettersMin else { return nil }
            let range = tables.patterns(beginningWith: loose.extracting(tokens.bytes(of: run)))
            guard !range.isEmpty, range.count <= Self.cutNamesMax else { continue }
            if let name = unanimous(range, run, tokens, isName: true) { return name }
            if let words = unanimous(range, run, tokens, isName: false) { return words }
        }
        return nil
    }

    /// The best of the patterns that the run is the beginning of; nil if they are of several
    /// categories.
    private func unanimous(
        _ range: Range<Int>, _ run: Range<Int>, _ tokens: borrowing TokenizedText,
        isName: Bool
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        var found: (DescriptorReading.Hit, MerchantTables.Role)?
        for position in range {
            let pattern = tables.sortedPattern(position)
            if pattern.isAnchored, run.lowerBound > 0 { continue }
            guard let hit = hit(pattern, run, tokens), (hit.1 == .merchant) == isName,
                isCutInsideWord(pattern, tokens.bytes(of: run).count, isName, run)
            else { continue }
            if isName, goesOnAfterBlank(pattern.row, range, tokens.bytes(of: run).count) {
                continue
            }
            if let known = found, known.0.category != hit.0.category { return nil }
            if found.map({ $0.0.rank < hit.0.rank }) ?? true { found = hit }
        }
        return found
    }

    /// Whether another spelling of the row has the run as whole words: "planeta kino" beside
    /// "planetakino".
    private func goesOnAfterBlank(_ row: Int, _ range: Range<Int>, _ count: Int) -> Bool {
        range.contains { position in
            let pattern = tables.sortedPattern(position)
            guard pattern.row == row else { return false }
            let name = tables.bytes(of: pattern)
            return name.count > count && name[count] == 0x20
        }
    }

    /// An acquirer cuts by length, so within a word; a whole word before others is just a word
    /// ("service" of "service fee"). The first words of a wording are those of many others
    /// («українська кухня»), so only its last word may be cut, and a word alone must lack more than
    /// an ending: «телефон» is not «телефони».
    private func isCutInsideWord(
        _ pattern: MerchantTables.Pattern, _ count: Int, _ isName: Bool, _ run: Range<Int>
    ) -> Bool {
        let name = tables.bytes(of: pattern)
        guard count < name.count, name[count] != 0x20 else { return false }
        if isName { return true }
        return !name[count...].contains(0x20)
            && (run.count > 1
                || count >= Self.cutLettersOfWordMin
                    && (name.count - count > Self.endingLettersMax || isStem(pattern)))
    }

    private static let endingLettersMax = 3

    private func nearName(
        _ tokens: borrowing TokenizedText, _ loose: Span<UInt8>
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        var best: (DescriptorReading.Hit, MerchantTables.Role)?
        for first in 0..<min(tokens.count, Self.nearStartsMax) {
            var hashes = HashesWithoutAByte()
            for last in first..<min(tokens.count, first + Self.nearTokensMax) {
                let run = first..<(last + 1)
                let enough = run.count == 1 ? Self.nearLettersMin : Self.nearLettersOfSeveralMin
                guard tokens.letters(of: run) >= enough else { continue }
                let text = loose.extracting(tokens.bytes(of: run))
                guard text.count <= Self.nearBytesMax, !hasDigit(text) else { break }
                while hashes.count < text.count { hashes.append(text[hashes.count]) }
                for left in -1..<text.count {
                    tables.forEachNearMiss(TokenizedText.run(0, hashes[without: left])) { pattern in
                        if pattern.isAnchored, first > 0 { return false }
                        let isShort =
                            run.count == 1 && tokens.letters(of: run) < Self.nearLettersOfKeywordMin
                        if isShort, pattern.kind == .keyword { return false }
                        guard let hit = hit(pattern, run, tokens),
                            isOneLetterAway(tables.bytes(of: pattern), text)
                        else { return false }
                        if best.map({ $0.0.rank < hit.0.rank }) ?? true { best = hit }
                        return false
                    }
                }
            }
        }
        return best
    }

    /// A word that begins with a stem except for one letter: «стоматолгія», «адвоатське».
    private func nearStem(
        _ tokens: borrowing TokenizedText, _ loose: Span<UInt8>
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        var best: (DescriptorReading.Hit, MerchantTables.Role)?
        for first in 0..<min(tokens.count, Self.nearStartsMax) {
            let token = tokens[first]
            guard token.letters == token.range.count, token.letters > Self.stemLettersMin,
                !hasDigit(loose.extracting(token.range))
            else { continue }
            // Leaves one letter out of the beginning; the rest is the stem itself or one letter
            // longer.
            var hashes = HashesWithoutAByte()
            for length in 1...min(token.letters, Self.stemLettersMax) {
                let beginning = loose.extracting(token.start..<(token.start + length))
                hashes.append(beginning[length - 1])
                if length < Self.stemLettersMin - 1 { continue }
                for left in -1..<length where left != 0 {
                    tables.forEachNearMiss(TokenizedText.run(0, hashes[without: left])) { pattern in
                        guard pattern.kind == .keyword, pattern.textCount >= Self.stemLettersMin,
                            isStem(pattern), let hit = hit(pattern, first..<(first + 1), tokens),
                            isOneLetterAway(tables.bytes(of: pattern), beginning)
                        else { return false }
                        // Beginnings grow, and the longest stem is the most specific.
                        best = hit
                        return false
                    }
                }
            }
        }
        return best
    }

    /// Whether the pattern is a stem, which matches beginnings of words.
    private func isStem(_ pattern: MerchantTables.Pattern) -> Bool {
        let text = tables.bytes(of: pattern)
        let hash = text.reduce(TokenizedText.seed) { TokenizedText.step($0, $1) }
        guard let entry = tables.stems(TokenizedText.run(0, hash), .loose) else { return false }
        return (0..<entry.patternCount).contains {
            tables.isText(
                of: tables.pattern(entry.firstPattern + $0, .loose), equalTo: text.span,
                0..<text.count)
        }
    }

    private func hit(
        _ pattern: MerchantTables.Pattern, _ run: Range<Int>, _ tokens: borrowing TokenizedText
    ) -> (DescriptorReading.Hit, MerchantTables.Role)? {
        let row = tables.row(pattern.row)
        guard !row.isWeak, row.sign == 0 || sign == 0 || row.sign == sign else { return nil }
        let homeliness = tables.homeliness(ofSet: row.countrySet, countryBit: countryBit)
        guard homeliness > 0 else { return nil }
        let letters = tokens.letters(of: run)
        let rank = UInt64(letters) << 8 | UInt64(homeliness) << 1 | (row.isOwn ? 1 : 0)
        return (
            DescriptorReading.Hit(
                rank: rank, row: pattern.row, row, isAnchored: false, homeliness: homeliness,
                tokens: run, letters: letters), row.role
        )
    }

    private func hasDigit(_ text: Span<UInt8>) -> Bool {
        (0..<text.count).contains { text[$0] &- UInt8(ascii: "0") < 10 }
    }

    private func isOneLetterAway(_ name: [UInt8], _ text: Span<UInt8>) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for index in 0..<text.count { bytes.append(text[index]) }
        // The first letter is almost never wrong, and without it unrelated words match.
        guard name.first == bytes.first else { return false }
        return editDistance(name, bytes) == 1
    }
}

/// Rolling hashes of a short text: of all of it, and of it without each of its bytes.
///
/// A byte costs one step of each hash, and the steps are independent, unlike those of hashes
/// computed from the start.
private struct HashesWithoutAByte {
    private(set) var count = 0
    /// The hash of the whole text, then without its first byte, its second …
    private var hashes = InlineArray<29, UInt64>(repeating: TokenizedText.seed)

    mutating func append(_ byte: UInt8) {
        precondition(count < BentNames.nearBytesMax, "longer texts are not looked for")
        hashes[count &+ 1] = hashes[0]
        for index in 0...count { hashes[index] = TokenizedText.step(hashes[index], byte) }
        count &+= 1
    }

    /// - Parameter left: the index of the omitted byte; −1 for none.
    subscript(without left: Int) -> UInt64 { hashes[left &+ 1] }
}
