internal import Scanning

/// Recognises texts that name neither a payee nor a purpose: «Переказ на картку *1234», "POS 1234
/// KYIV", "PayPal Europe S.a.r.l.".
internal struct BankWording {
    let tables: MerchantTables
    /// Rows for money that goes the other way do not count; 0 when unknown.
    var sign = 0

    /// The longest wordings of the tables have fewer.
    private static let tokensMax = 8
    private static let stemLettersMin = 3

    /// Whether every word without digits is the bank's own, a processor's, a place, a terminal or a
    /// form of companies.
    func isAll(of folded: Span<UInt8>) -> Bool {
        let tokens = TokenizedText(folded)
        var index = 0
        while index < tokens.count {
            if tokens[index].hasDigit(in: folded) {
                index += 1
                continue
            }
            let count = wording(tokens, folded, at: index)
            if count == 0 { return false }
            let isStreet = index > 0 && has(.street, tokens, at: index)
            index += count
            if isStreet { index = tokens.endOfAddress(behind: index, in: folded) }
        }
        return true
    }

    /// Whether the text says nothing of the payment: it is all wording, or the name of the company
    /// that is only the way of paying.
    func saysNothing(_ folded: Span<UInt8>, among countries: InvolvedCountries) -> Bool {
        isAll(of: folded) || isBankOfForm(folded, countries)
    }

    /// A bank's or a processor's name with a form of companies.
    private func isBankOfForm(_ folded: Span<UInt8>, _ countries: InvolvedCountries) -> Bool {
        let tokens = TokenizedText(folded)
        guard (0..<tokens.count).contains(where: { hasForm(tokens, at: $0) }) else { return false }
        return isBank(folded, among: countries)
    }

    private func hasForm(_ tokens: borrowing TokenizedText, at first: Int) -> Bool {
        var hash: UInt64 = 0
        for last in first..<min(tokens.count, first + Self.tokensMax) {
            hash = TokenizedText.run(hash, tokens[last].hash)
            guard let entry = tables.words(hash, .folded) else { return false }
            let isForm = (0..<entry.patternCount).contains {
                tables.pattern(entry.firstPattern + $0, .folded).kind == .legal
            }
            if isForm { return true }
            guard entry.goesOn else { return false }
        }
        return false
    }

    /// Whether a name is that of a bank or a processor of these countries, and not a person's or a
    /// merchant's.
    func isBank(_ folded: Span<UInt8>, among countries: InvolvedCountries) -> Bool {
        let tokens = TokenizedText(folded)
        var isFound = false
        for first in 0..<tokens.count {
            if has(.givenName, tokens, at: first) { return false }
            var hash: UInt64 = 0
            var isBank = false
            for last in first..<min(tokens.count, first + Self.tokensMax) {
                hash = TokenizedText.run(hash, tokens[last].hash)
                guard let entry = tables.words(hash, .folded) else { break }
                for index in 0..<entry.patternCount {
                    let pattern = tables.pattern(entry.firstPattern + index, .folded)
                    guard pattern.kind == .brand else { continue }
                    let row = tables.row(pattern.row)
                    guard
                        row.countrySet == MerchantTables.everywhere
                            || tables.homeliness(ofSet: row.countrySet, countryBit: nil) == 1
                            || countries.touch(row.countrySet, tables)
                    else { continue }
                    switch row.role {
                    case .bank, .processor: isBank = true
                    // A merchant of the same name may be meant.
                    case .merchant: isBank = false
                    default: break
                    }
                }
                guard entry.goesOn else { break }
            }
            if isBank { isFound = true }
        }
        return isFound
    }

    private func has(
        _ kind: MerchantTables.Kind, _ tokens: borrowing TokenizedText, at index: Int
    ) -> Bool {
        guard let entry = tables.words(TokenizedText.run(0, tokens[index].hash), .folded) else {
            return false
        }
        return (0..<entry.patternCount).contains {
            tables.pattern(entry.firstPattern + $0, .folded).kind == kind
        }
    }

    /// The number of tokens from here that are wording; 0 when the first is part of a name or says
    /// what is paid.
    private func wording(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, at first: Int
    ) -> Int {
        var hash: UInt64 = 0
        var count = 0
        var ofNames = 0
        for last in first..<min(tokens.count, first + Self.tokensMax) {
            hash = TokenizedText.run(hash, tokens[last].hash)
            guard let entry = tables.words(hash, .folded) else { break }
            let run = first..<(last + 1)
            switch meaning(of: entry, folded, tokens.bytes(of: run)) {
            case .wording: count = run.count
            case .name: ofNames = run.count
            case .none: break
            }
            guard entry.goesOn else { break }
        }
        if ofNames >= max(count, 1) { return 0 }
        return count == 0 && beginsWithWording(tokens[first], folded) ? 1 : count
    }

    private enum Meaning { case none, wording, name }

    private func meaning(
        of entry: MerchantTables.Entry, _ folded: Span<UInt8>, _ bytes: Range<Int>
    ) -> Meaning {
        var found = Meaning.none
        var isPlace = false
        var isMerchant = false
        for index in 0..<entry.patternCount {
            let pattern = tables.pattern(entry.firstPattern + index, .folded)
            guard tables.isText(of: pattern, equalTo: folded, bytes) else { continue }
            switch pattern.kind {
            case .city, .country: return .wording
            case .legal, .terminal, .street: isPlace = true
            case .verb: if found == .none { found = .wording }
            case .brand, .keyword:
                let row = tables.row(pattern.row)
                if row.sign != 0, sign != 0, row.sign != sign { continue }
                if saysHow(row) {
                    if found == .none { found = .wording }
                } else {
                    found = .name
                    if row.role == .merchant, !row.isWeak { isMerchant = true }
                }
            case .bankCategory, .givenName, .surname, .house: break
            }
        }
        return isPlace && !isMerchant ? .wording : found
    }

    /// A row that says only that money moves, and by whom.
    private func saysHow(_ row: MerchantTables.Row) -> Bool {
        switch row.role {
        case .bank, .processor: true
        case .merchant: false
        case .phrase, .keyword, .noise, .bankCategory:
            row.saysNothing || Self.transfers.contains(row.category)
        }
    }

    private static let transfers: Set<Int> = [
        CategoryTable.builtIn.index("transfers.person"),
        CategoryTable.builtIn.index("transfers.own"),
    ]

    /// A stem of such a row: «переказу», "przelewu".
    private func beginsWithWording(_ token: TokenizedText.Token, _ folded: Span<UInt8>) -> Bool {
        var hash = TokenizedText.seed
        var letters = 0
        var isWording = false
        for index in token.range {
            hash = TokenizedText.step(hash, folded[index])
            let next = index + 1
            guard next == token.end || folded[next] & 0xC0 != 0x80 else { continue }
            letters += 1
            if letters < Self.stemLettersMin { continue }
            if letters == Self.stemLettersMin, !tables.mayStartStem(hash) { return false }
            guard let entry = tables.stems(TokenizedText.run(0, hash), .folded) else { continue }
            for number in 0..<entry.patternCount {
                let pattern = tables.pattern(entry.firstPattern + number, .folded)
                guard pattern.kind == .keyword,
                    tables.isText(of: pattern, equalTo: folded, token.start..<next)
                else { continue }
                // The longest is the most specific.
                isWording = saysHow(tables.row(pattern.row))
            }
        }
        return isWording
    }
}
