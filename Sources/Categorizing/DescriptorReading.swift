/// The tables' findings in one text: the best merchant, the bank's own wording, keywords, and words
/// that only hide a merchant.
///
/// The order is the one that measured best: strong before weak; own country before everywhere
/// before others; wording at the start, then merchants, then other wording; the longest; our own
/// tables before the register of names.
internal struct DescriptorReading: ~Copyable {
    /// Small, because readings hold a dozen and are passed by value.
    struct Hit {
        /// Orders hits of one kind; larger is better.
        let rank: UInt64
        private let row32: UInt32
        private let category8: UInt8
        private let sign8: Int8
        private let homeliness8: UInt8
        private let firstToken: UInt8
        private let tokenCount: UInt8
        private let letters8: UInt8
        private let matched8: UInt8
        let isOwn: Bool
        let isWeak: Bool
        let isAnchored: Bool
        /// A keyword that begins a much longer word, as of a surname: «kwiat» in "Kwiatkowska".
        let isBeginning: Bool

        init(
            rank: UInt64, row index: Int, _ row: MerchantTables.Row, isAnchored: Bool,
            homeliness: Int, tokens: Range<Int>, letters: Int, matched: Int? = nil,
            isBeginning: Bool = false
        ) {
            self.rank = rank
            row32 = UInt32(truncatingIfNeeded: index)
            category8 = UInt8(truncatingIfNeeded: row.category)
            sign8 = Int8(truncatingIfNeeded: row.sign)
            homeliness8 = UInt8(truncatingIfNeeded: homeliness)
            firstToken = UInt8(truncatingIfNeeded: tokens.lowerBound)
            tokenCount = UInt8(truncatingIfNeeded: tokens.count)
            letters8 = UInt8(clamping: letters)
            matched8 = UInt8(clamping: matched ?? letters)
            isOwn = row.isOwn
            isWeak = row.isWeak
            self.isAnchored = isAnchored
            self.isBeginning = isBeginning
        }

        var row: Int { Int(row32) }
        var category: Int { Int(category8) }
        var sign: Int { Int(sign8) }
        var letters: Int { Int(letters8) }
        /// Letters of the last token that a stem matched; all letters for whole words.
        var matched: Int { Int(matched8) }
        var homeliness: Int { Int(homeliness8) }
        var tokens: Range<Int> { Int(firstToken)..<(Int(firstToken) + Int(tokenCount)) }

        /// Whether the tokens are all of the match's, and more.
        func isPart(of others: Range<Int>) -> Bool {
            others.count > tokens.count && others.contains(tokens)
        }
    }

    /// How the text was matched: exactly, or by which approximation.
    enum Reach: Int { case plain, split, loose, cut, near }

    var reach = Reach.plain
    var merchant: Hit?
    var phrase: Hit?
    var bank: Hit?
    var processor: Hit?
    var bankWords: Hit?
    /// A seventh keyword never decided anything.
    static let keywordsMax = 6
    /// Best first; weak ones after strong ones.
    private(set) var keywordCount = 0
    private var keywords = InlineArray<6, Hit?>(repeating: nil)
    /// The first token that is a city, other than at the start; `Int.max` when there is none.
    var cityAt = Int.max
    /// ТОВ, LLC, ФОП …: not a private person.
    var hasLegalForm = false
    /// A bit for each token of a verb phrase of several words.
    var verbs: UInt64 = 0
    /// A bit for each token of a form of several words: "S.A.", "z o.o.".
    var forms: UInt64 = 0
    /// A bit for each token that is a first name, a surname that is also a word of a trade, or the
    /// name of a place.
    var givenNames: UInt64 = 0
    var surnames: UInt64 = 0
    var places: UInt64 = 0
    /// A bit for each token of a street's name, in which no trade is named.
    var address: UInt64 = 0
    /// A bit for each token that is a kind of establishment: «салон», "club".
    var houses: UInt64 = 0
    var tokenCount = 0
    /// Whether the whole text is a person's name, so that no part of it is a merchant's.
    var person = PersonName.Answer.none
    /// A purpose follows the person's name.
    var hasPurpose = false
    /// The text names only a town or a country.
    var isPlaceAlone = false
    /// Money out with a word for a salary: the household's own business pays one.
    var paysSalary = false
    /// A bit for each token of an ignored row.
    var ignoredWords: UInt64 = 0

    func keyword(_ index: Int) -> Hit? { index < keywordCount ? keywords[index] : nil }

    var hasStrongName: Bool {
        if let merchant, !merchant.isWeak { return true }
        if let phrase, !phrase.isWeak { return true }
        return false
    }
    var hasStrongKeyword: Bool { keyword(0).map { !$0.isWeak } ?? false }
    /// Nothing was found.
    var isSilent: Bool {
        merchant == nil && phrase == nil && bank == nil && processor == nil && keywordCount == 0
    }
    var hasStrong: Bool { hasStrongName || hasStrongKeyword }

    /// Removes the bank's words if they are part of a longer match, which would confirm itself.
    mutating func dropPartialBankWords() {
        guard let words = bankWords else { return }
        let others = [merchant, phrase, keyword(0)]
        if others.contains(where: { $0.map { words.isPart(of: $0.tokens) } ?? false }) {
            bankWords = nil
        }
    }

    /// Removes everything but a person's name.
    mutating func forgetWords() {
        merchant = nil
        keywordCount = 0
    }

    /// Adds an approximate match.
    mutating func add(_ hit: Hit, _ role: MerchantTables.Role, _ reach: Reach) {
        self.reach = reach
        switch role {
        case .keyword: add(keyword: hit)
        case .phrase: phrase = hit
        default: merchant = hit
        }
    }

    mutating func add(keyword hit: Hit) {
        hideStems(of: hit)
        var at = min(keywordCount, Self.keywordsMax - 1)
        if keywordCount == Self.keywordsMax, let last = keywords[Self.keywordsMax - 1],
            last.rank >= hit.rank
        {
            return
        }
        while at > 0, let before = keywords[at - 1], before.rank < hit.rank {
            keywords[at] = before
            at -= 1
        }
        keywords[at] = hit
        keywordCount = min(keywordCount + 1, Self.keywordsMax)
    }

    /// Removes shorter beginnings of the same words: a «броварня» has nothing of «бров». A weak
    /// word hides no strong one.
    private mutating func hideStems(of hit: Hit) {
        var kept = 0
        for index in 0..<keywordCount {
            guard let known = keywords[index] else { continue }
            let isPart = known.tokens == hit.tokens && known.matched < hit.matched
            if isPart, known.isWeak || !hit.isWeak { continue }
            keywords[kept] = known
            kept += 1
        }
        keywordCount = kept
    }
}

/// Countries besides the account's own that are involved in a line.
internal struct InvolvedCountries {
    /// The country of the paid currency, if it belongs to one.
    var currencyBit: Int?
    /// The country of the counterparty's IBAN.
    var bankBit: Int?
    /// Euros were paid, the currency of twenty countries.
    var isEuro = false

    func touch(_ set: Int, _ tables: MerchantTables) -> Bool {
        func holds(_ bit: Int?) -> Bool {
            bit.map { tables.homeliness(ofSet: set, countryBit: $0) == 2 } ?? false
        }
        return holds(currencyBit) || holds(bankBit)
            || isEuro && tables.euroCountries.contains(where: holds)
    }
}

/// Looks a text's tokens up in the tables.
internal struct DescriptorReader {
    let tables: MerchantTables
    let spelling: MerchantTables.Spelling
    let countryBit: Int?
    /// Merchants of these countries count as merchants that trade everywhere.
    let involved: InvolvedCountries
    let sign: Int
    /// Ignores rows with this name, and rows of the same kind in the same words.
    var ignored: String?
    /// Tokens of a street's name, found in the exact spelling.
    var address: UInt64 = 0
    private var ignoredWords: UInt64 = 0

    init(
        tables: MerchantTables, spelling: MerchantTables.Spelling, countryBit: Int?,
        involved: InvolvedCountries, sign: Int, ignored: String? = nil
    ) {
        self.tables = tables
        self.spelling = spelling
        self.countryBit = countryBit
        self.involved = involved
        self.sign = sign
        self.ignored = ignored
    }

    /// Foreign merchants need a name long enough not to be a local word.
    static let foreignLettersMin = 6
    static let foreignWordingLettersMin = 8
    /// The longest stem of keywords.csv has 22 letters.
    private static let stemBytesMax = 60

    /// - Parameters:
    ///   - raw: the text before folding, for the `*` or `:` after some wordings; empty when
    ///     unknown.
    ///   - reading: a new one; filled in place, since returning it copies 350 bytes.
    /// - Complexity: O(*tokens* × longest pattern); nothing is allocated.
    func read(_ folded: Span<UInt8>, raw: Span<UInt8>, into reading: inout DescriptorReading) {
        let tokens = TokenizedText(folded)
        reading.tokenCount = tokens.count
        var (masked, cities) = verbPhrases(tokens, folded, &reading)
        reading.address |= address
        masked |= reading.address
        for first in 0..<tokens.count {
            var hash: UInt64 = 0
            var last = first
            var mayStem = true
            while last < tokens.count {
                if mayStem {
                    readStems(
                        tokens, folded, first, last, before: hash, masked: masked | cities,
                        &reading)
                }
                hash = TokenizedText.run(hash, tokens[last].hash)
                guard let entry = tables.words(hash, spelling) else { break }
                for index in 0..<entry.patternCount {
                    let pattern = tables.pattern(entry.firstPattern + index, spelling)
                    let run = first..<(last + 1)
                    guard tables.isText(of: pattern, equalTo: folded, tokens.bytes(of: run)) else {
                        break
                    }
                    record(pattern, run, tokens, folded, raw, masked, &reading)
                }
                mayStem = entry.goesOnWithStem
                last += 1
                if !entry.goesOn {
                    if mayStem, last < tokens.count {
                        readStems(
                            tokens, folded, first, last, before: hash, masked: masked | cities,
                            &reading)
                    }
                    break
                }
            }
        }
        if ignoredWords == 0, reading.ignoredWords != 0 {
            var again = self
            again.ignoredWords = reading.ignoredWords
            reading = DescriptorReading()
            again.read(folded, raw: raw, into: &reading)
        }
    }

    /// A bit for each token of cities, of legal forms of several words, and of the bank's verb
    /// phrases («операції розрахунку в торгово сервісній мережі»), where no keyword is looked up;
    /// also records cities and legal forms.
    ///
    /// - Returns: these, and a bit for each city's token, where no stem is looked up: «Бровари» has
    ///   no «бров».
    private func verbPhrases(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, _ reading: inout DescriptorReading
    ) -> (masked: UInt64, cities: UInt64) {
        var (masked, cities): (UInt64, UInt64) = (0, 0)
        for first in 0..<tokens.count {
            var hash: UInt64 = 0
            var last = first
            while last < tokens.count {
                hash = TokenizedText.run(hash, tokens[last].hash)
                guard let entry = tables.words(hash, spelling) else { break }
                for index in 0..<entry.patternCount {
                    let pattern = tables.pattern(entry.firstPattern + index, spelling)
                    guard pattern.kind != .brand, pattern.kind != .keyword else { continue }
                    let run = first..<(last + 1)
                    guard tables.isText(of: pattern, equalTo: folded, tokens.bytes(of: run)) else {
                        break
                    }
                    switch pattern.kind {
                    case .verb where last > first:
                        for token in run { masked |= 1 << UInt64(token) }
                        for token in run { reading.verbs |= 1 << UInt64(token) }
                    case .surname: reading.surnames |= 1 << UInt64(first)
                    case .givenName: reading.givenNames |= 1 << UInt64(first)
                    case .country, .terminal:
                        for token in run { reading.places |= 1 << UInt64(token) }
                    case .street:
                        for token in run { reading.places |= 1 << UInt64(token) }
                        if first > 0 {
                            let end = tokens.endOfAddress(behind: last + 1, in: folded)
                            for token in last..<end { reading.address |= 1 << UInt64(token) }
                        }
                    case .city:
                        for token in run { cities |= 1 << UInt64(token) }
                        if first > 0 { reading.cityAt = min(reading.cityAt, first) }
                        // «Біла Церква» is not a church.
                        if last > first { for token in run { masked |= 1 << UInt64(token) } }
                    case .legal:
                        reading.hasLegalForm = true
                        // «Товариство з обмеженою відповідальністю» sells no товар.
                        if last > first {
                            for token in run { masked |= 1 << UInt64(token) }
                            for token in run { reading.forms |= 1 << UInt64(token) }
                        }
                    case .house: reading.houses |= 1 << UInt64(first)
                    case .bankCategory where first == 0 && counts(pattern, run, &reading):
                        reading.bankWords = hit(pattern, tables.row(pattern.row), run, tokens, 0)
                    default: break
                    }
                }
                guard entry.goesOn else { break }
                last += 1
            }
        }
        reading.places |= cities
        readStreets(tokens, folded, &reading)
        return (masked, cities)
    }

    /// Streets whose kind follows their name: "CHURCH ROAD STORES", "LANKA Apothekenstr. 2".
    private func readStreets(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, _ reading: inout DescriptorReading
    ) {
        for index in 0..<tokens.count {
            let token = tokens[index]
            let isHead =
                index > 0 && token.letters <= Self.streetHeadMax
                && Self.streetHeads.contains { token.equals($0, in: folded) }
            // "COFFEE STREET" alone is a name.
            if isHead, index > 1 || index + 1 < tokens.count {
                reading.address |= 1 << UInt64(index - 1)
            }
            // A compound is a street's name also at the start: "Apothekerweg 3" is no pharmacy.
            if token.letters > Self.streetHeadMax,
                Self.lastOfStreets.contains(folded[token.end - 1]),
                Self.streetEndings.contains(where: { ending in
                    let start = token.end - ending.count
                    return start > token.start
                        && ending.indices.allSatisfy { folded[start + $0] == ending[$0] }
                })
            {
                reading.address |= 1 << UInt64(index)
            }
        }
    }

    private static let streetHeadMax = 6
    private static let streetHeads = ["street", "road", "rd", "lane", "ln", "avenue", "ave"].map {
        Array($0.utf8)
    }
    /// The last letters of the endings, which few other words have.
    private static let lastOfStreets = Set(streetEndings.compactMap(\.last))
    private static let streetEndings = [
        "strasse", "strase", "gasse", "straat", "weg", "allee", "damm", "chaussee",
    ].map { Array($0.utf8) }

    private func readStems(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>, _ first: Int, _ last: Int,
        before: UInt64,
        masked: UInt64, _ reading: inout DescriptorReading
    ) {
        let token = tokens[last]
        guard token.letters >= 3 else { return }
        var hash = TokenizedText.seed
        var letters = 0
        let end = min(token.end, token.start + Self.stemBytesMax)
        for index in token.start..<end {
            hash = TokenizedText.step(hash, folded[index])
            let next = index + 1
            let isWhole = next == token.end || folded[next] & 0xC0 != 0x80
            guard isWhole else { continue }
            letters += 1
            if letters < 3 { continue }
            if letters == 3, !tables.mayStartStem(hash) { return }
            guard let entry = tables.stems(TokenizedText.run(before, hash), spelling) else {
                continue
            }
            let bytes = tokens[first].start..<next
            for number in 0..<entry.patternCount {
                let pattern = tables.pattern(entry.firstPattern + number, spelling)
                guard tables.isText(of: pattern, equalTo: folded, bytes) else { break }
                recordKeyword(
                    pattern, first..<(last + 1), tokens, masked, &reading, matched: letters,
                    isBeginning: token.letters - letters >= Self.surnameEndingMin
                        && !isAdjective(folded, next))
            }
        }
    }

    private static let surnameEndingMin = 3

    /// «кондитерська» is a shop, while a surname with such a beginning has more letters between:
    /// «Квітковська».
    private func isAdjective(_ folded: Span<UInt8>, _ rest: Int) -> Bool {
        Self.adjectiveEndings.contains { ending in
            rest + ending.count <= folded.count
                && ending.indices.allSatisfy { folded[rest + $0] == ending[$0] }
        }
    }

    private static let adjectiveEndings = ["ськ", "ск", "sk", "цьк"].map { Array($0.utf8) }

    private func record(
        _ pattern: MerchantTables.Pattern, _ run: Range<Int>, _ tokens: borrowing TokenizedText,
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ masked: UInt64,
        _ reading: inout DescriptorReading
    ) {
        switch pattern.kind {
        case .keyword: recordKeyword(pattern, run, tokens, masked, &reading)
        case .brand:
            if pattern.isAnchored, run.lowerBound > 0 { return }
            let row = tables.row(pattern.row)
            // «Комісія 0» is none.
            if row.role == .phrase, isIn(reading.verbs, run.lowerBound..<(run.upperBound + 1)) {
                return
            }
            // "S.C.A" has no C&A.
            if row.role == .merchant, row.isWeak, isIn(reading.forms, run) { return }
            guard isSignPossible(row), counts(pattern, run, &reading) else {
                recordSalary(row, &reading)
                return
            }
            var homeliness = tables.homeliness(ofSet: row.countrySet, countryBit: countryBit)
            if homeliness == 0, involved.touch(row.countrySet, tables) { homeliness = 1 }
            if homeliness == 0 {
                // Bank wording belongs to a language, not to a country.
                let enough =
                    row.role == .merchant ? Self.foreignLettersMin : Self.foreignWordingLettersMin
                guard !row.isWeak, row.role == .merchant || row.role == .phrase,
                    tokens.letters(of: run) >= enough,
                    // "DI ROMA" is a place here.
                    lettersOfNoPlace(run, tokens, reading.places) >= Self.foreignLettersMin
                else { return }
            }
            if pattern.tail != 0,
                !isFollowed(by: pattern.tail, tokens[run.upperBound - 1], folded, raw)
            {
                return
            }
            recordBrand(
                hit(pattern, row, run, tokens, homeliness, cityAt: reading.cityAt), row, &reading)
        default: break
        }
    }

    private func lettersOfNoPlace(
        _ run: Range<Int>, _ tokens: borrowing TokenizedText, _ places: UInt64
    ) -> Int {
        var letters = 0
        for token in run where places & (1 << UInt64(token)) == 0 {
            letters += tokens[token].letters
        }
        return letters
    }

    /// Whether all tokens of a run have their bit.
    private func isIn(_ bits: UInt64, _ run: Range<Int>) -> Bool {
        run.allSatisfy { bits & (1 << UInt64($0)) != 0 }
    }

    private func recordBrand(
        _ hit: DescriptorReading.Hit, _ row: MerchantTables.Row,
        _ reading: inout DescriptorReading
    ) {
        switch row.role {
        case .merchant: keepBetter(hit, in: &reading.merchant)
        case .phrase: keepBetter(hit, in: &reading.phrase)
        case .bank: keepBetter(hit, in: &reading.bank)
        case .processor: keepBetter(hit, in: &reading.processor)
        default: break
        }
    }

    private func recordKeyword(
        _ pattern: MerchantTables.Pattern, _ run: Range<Int>, _ tokens: borrowing TokenizedText,
        _ masked: UInt64, _ reading: inout DescriptorReading, matched: Int? = nil,
        isBeginning: Bool = false
    ) {
        guard pattern.kind == .keyword else { return }
        for token in run where masked & (1 << UInt64(token)) != 0 { return }
        let row = tables.row(pattern.row)
        guard !row.saysNothing, isSignPossible(row), isSpoken(row),
            spelling == .folded || isSpelt(row), counts(pattern, run, &reading)
        else {
            recordSalary(row, &reading)
            return
        }
        reading.add(keyword: keywordHit(pattern, row, run, tokens, matched, isBeginning))
    }

    /// Most words mean the same everywhere; some belong to certain countries' languages, or mean
    /// something else in one.
    private func isSpoken(_ row: MerchantTables.Row) -> Bool {
        row.countrySet == MerchantTables.everywhere
            || tables.homeliness(ofSet: row.countrySet, countryBit: countryBit) > 0
            || involved.currencyBit.map {
                tables.homeliness(ofSet: row.countrySet, countryBit: $0) > 0
            } ?? false
    }

    /// A Cyrillic word is spelt in Latin letters where people write Cyrillic: in France
    /// "abonnement" is not «абонемент».
    private func isSpelt(_ row: MerchantTables.Row) -> Bool {
        guard row.isCyrillic, let countryBit else { return true }
        return tables.isOfCyrillic(countryBit)
    }

    private static let salary = CategoryTable.builtIn.index("income.salary")
    /// The category of malls and department stores, which sell things of all kinds.
    private static let shopping = CategoryTable.builtIn.index("shopping")

    private func recordSalary(_ row: MerchantTables.Row, _ reading: inout DescriptorReading) {
        if sign < 0, row.category == Self.salary, row.sign > 0 { reading.paysSalary = true }
    }

    private func counts(
        _ pattern: MerchantTables.Pattern, _ run: Range<Int>, _ reading: inout DescriptorReading
    ) -> Bool {
        guard let ignored else { return true }
        let words: UInt64 = run.reduce(0) { $0 | 1 << UInt64($1) }
        if tables.name(ofRow: pattern.row) == ignored {
            reading.ignoredWords |= words
            return false
        }
        return ignoredWords & words == 0
    }

    private func isSignPossible(_ row: MerchantTables.Row) -> Bool {
        row.sign == 0 || sign == 0 || row.sign == sign
    }

    private func hit(
        _ pattern: MerchantTables.Pattern, _ row: MerchantTables.Row, _ run: Range<Int>,
        _ tokens: borrowing TokenizedText, _ homeliness: Int, cityAt: Int = .max
    ) -> DescriptorReading.Hit {
        let letters = tokens.letters(of: run)
        var rank: UInt64 = row.isWeak ? 0 : 1
        rank = rank << 1 | (homeliness > 0 ? 1 : 0)
        // A mall is where the shop is: "KFC OCEAN PLAZA".
        rank = rank << 1 | (row.category != Self.shopping ? 1 : 0)
        // An address follows a city: "YASNO KYIV DOBROBUT" pays for electricity.
        rank = rank << 1 | (run.lowerBound <= cityAt ? 1 : 0)
        rank = rank << 1 | (pattern.isAnchored ? 1 : 0)
        rank = rank << 10 | UInt64(min(letters, 1023))
        rank = rank << 2 | UInt64(homeliness)
        rank = rank << 1 | (row.isOwn ? 1 : 0)
        rank = rank << 6 | UInt64(63 - min(run.lowerBound, 63))
        return DescriptorReading.Hit(
            rank: rank, row: pattern.row, row, isAnchored: pattern.isAnchored,
            homeliness: homeliness, tokens: run, letters: letters)
    }

    /// Phrases before words; then the head of a Slavic phrase («паркінг аеропорт» is parking), then
    /// the longest, then the first.
    private func keywordHit(
        _ pattern: MerchantTables.Pattern, _ row: MerchantTables.Row, _ run: Range<Int>,
        _ tokens: borrowing TokenizedText, _ matched: Int?, _ isBeginning: Bool
    ) -> DescriptorReading.Hit {
        let letters = tokens.letters(of: run)
        var rank: UInt64 = row.isWeak ? 0 : 1
        let place = UInt64(63 - min(run.lowerBound, 63))
        // A first word with more bytes than letters is Cyrillic here. English puts the head last
        // ("deposit interest"), so there length decides.
        let head = tokens[run.lowerBound]
        let isSlavic = head.range.count > head.letters
        rank = rank << 6 | UInt64(run.count)
        rank = rank << 6 | (isSlavic && !row.isWeak ? place : 0)
        rank = rank << 10 | UInt64(min(letters, 1023))
        rank = rank << 6 | place
        return DescriptorReading.Hit(
            rank: rank, row: pattern.row, row, isAnchored: false, homeliness: 1, tokens: run,
            letters: letters, matched: matched, isBeginning: isBeginning)
    }

    private func keepBetter(
        _ hit: DescriptorReading.Hit, in best: inout DescriptorReading.Hit?
    ) {
        if let known = best, known.rank >= hit.rank { return }
        best = hit
    }

    /// Whether the token in the raw text is followed by the byte, ignoring blanks. ASCII case is
    /// ignored.
    private func isFollowed(
        by tail: UInt8, _ token: TokenizedText.Token, _ folded: Span<UInt8>, _ raw: Span<UInt8>
    ) -> Bool {
        // The token's last byte is enough: patterns with a tail are whole words at the start of
        // bank wording.
        let last = folded[token.end - 1]
        for at in 0..<raw.count where raw[at] == tail {
            var before = at - 1
            while before >= 0, raw[before] == 0x20 { before -= 1 }
            guard before >= 0 else { continue }
            let byte = raw[before]
            let isUpper = byte &- UInt8(ascii: "A") < 26
            // The case of a Cyrillic letter changes its last byte by 0x20, or moves it between the
            // two leading bytes.
            if byte == last || (isUpper ? byte | 0x20 : byte) == last
                || (byte >= 0x80 && last >= 0x80)
            {
                return true
            }
        }
        return false
    }
}
