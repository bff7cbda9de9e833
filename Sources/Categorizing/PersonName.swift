internal import Scanning

/// Whether a text is only a person's name: a known first name, and one to three words without a
/// trade.
///
/// "Paul Müller" is not a drugstore and "Peter Hahn" not a shop, but "Марина Кафе" is one: a
/// merchant's name that covers only part of such a text is part of a person's name, a word of a
/// trade is not. After a title one name is enough, also a surname: "Herr Otto", "Frau Koch". A word
/// for goods after first names alone is a surname («Катерина Риба», "Sarah Flowers"); a word for an
/// establishment never is. With as much evidence for a shop the answer is unsure.
internal enum PersonName {
    enum Answer: Int {
        case none, unsure, sure

        func weaker(_ other: Answer) -> Answer { rawValue < other.rawValue ? self : other }
    }

    private static let wordsMax = 4
    private static let directions = [
        "на", "від", "from", "to", "для", "od", "von", "an", "до", "от", "dla", "do", "fur", "fuer",
    ].map { Array($0.utf8) }
    /// Words that banks print before the name of a payer or payee.
    private static let transferWords = [
        "переказ", "переказу", "зарахування", "поповнення", "надходження", "перевод", "перевода",
        "зачисление", "пополнение", "p2p", "przelew", "uberweisung", "ueberweisung", "transfer",
        "картки", "картку", "карту", "карты",
    ].map { Array($0.utf8) }
    private static let transferWordsMax = 3

    /// Words that banks print with a payment at a till or a direct debit.
    private static let tillWords = [
        "kartenzahlung", "lastschrift", "girocard", "debitkarte", "visa", "mastercard", "maestro",
        "pos", "card", "karta", "карткою", "картою", "покупка", "купівля", "товарів", "товаров",
        "purchase", "achat", "compra", "zakup",
    ].map { Array($0.utf8) }

    /// Words that banks print before whatever was paid.
    private static let paymentWords = [
        "оплата", "списання", "платіж", "списание", "платеж", "payment",
    ].map { Array($0.utf8) }

    static func isAtTill(_ folded: Span<UInt8>) -> Bool {
        let tokens = TokenizedText(folded)
        return (0..<tokens.count).contains { index in
            tillWords.contains { tokens[index].equals($0, in: folded) }
        }
    }

    /// "Prof. Dr. Paul Koch", "Frau Klein", «пан Андрій».
    private static let titles = [
        "dr", "prof", "herr", "herrn", "frau", "mr", "mrs", "ms", "miss", "sir", "pan", "pani",
        "mgr", "inz", "пан", "пані", "панна", "др", "проф",
    ].map { Array($0.utf8) }
    private static let titlesMax = 2

    /// The tokens after which a name would begin: of transfers, and titles.
    struct Address {
        /// Words of a transfer and a direction.
        var directions = 0
        var titles = 0
        /// A star in the text precedes a card's number.
        var hasCard = false
        var count: Int { directions + titles }

        init(of folded: Span<UInt8>) {
            let tokens = TokenizedText(folded)
            func isOne(of words: [[UInt8]], _ index: Int) -> Bool {
                words.contains { tokens[index].equals($0, in: folded) }
            }
            while directions < PersonName.transferWordsMax, tokens.count > directions + 2,
                isOne(of: PersonName.transferWords, directions)
                    || isOne(of: PersonName.directions, directions)
            {
                directions += 1
            }
            while titles < titlesMax, count + 1 < tokens.count,
                isOne(of: PersonName.titles, count)
            {
                titles += 1
            }
        }
    }

    /// - Parameter address: of the text's original spelling, when this is another one.
    static func isWhole(
        _ folded: Span<UInt8>, _ reading: borrowing DescriptorReading, behind address: Address,
        _ tables: MerchantTables, _ categories: CategoryTable
    ) -> Answer {
        if reading.hasLegalForm || reading.processor != nil || isAtTill(folded) { return .none }
        let tokens = TokenizedText(folded)
        var first = address.count
        while first + 1 < tokens.count,
            paymentWords.contains(where: { tokens[first].equals($0, in: folded) })
        {
            first += 1
        }
        let end = endOfWords(tokens, folded, reading, hasCard: address.hasCard)
        let words = first..<max(first, end)
        guard words.count >= (address.titles > 0 ? 1 : 2), words.count <= wordsMax,
            // «Коваль Марія за обід»: not all of it is a name.
            !words.contains(where: { isOfPurpose(tokens[$0], folded) })
        else { return .none }
        let mask: UInt64 = (1 << UInt64(words.upperBound)) - (1 << UInt64(first))
        if reading.houses & mask != 0 { return .none }
        // «М.» is an initial here, not «місто».
        var initials: UInt64 = 0
        for word in words where tokens[word].letters == 1 { initials |= 1 << UInt64(word) }
        var names = reading.givenNames & mask
        // «Frau Koch», «надходження від Коваленко О. П.».
        if address.titles > 0 || address.directions > 0 && initials != 0 {
            names |= reading.surnames & mask
        }
        // A word of a trade is not a name, although it may be a surname.
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            guard !word.isWeak, !word.isBeginning else { continue }
            for token in word.tokens { names &= ~(1 << UInt64(token)) }
        }
        guard names != 0, names.nonzeroBitCount > 1 || names != mask || address.titles > 0,
            reading.places & mask & ~(names | initials) == 0
        else { return .none }
        for word in words where tokens[word].hasDigit(in: folded) { return .none }
        if let phrase = reading.phrase, phrase.tokens.upperBound > first { return .none }
        func isOfName(_ hit: DescriptorReading.Hit) -> Bool {
            hit.tokens.allSatisfy { (names | reading.surnames) & (1 << UInt64($0)) != 0 }
        }
        // A bank with a person's name: Finland's Otto.
        if let bank = reading.bank, !isOfName(bank) { return .none }
        // "Dr. Max" is a pharmacy.
        if let shop = reading.merchant, shop.tokens.lowerBound < first { return .none }
        var answer = Answer.sure
        if address.count == 0, let shop = reading.merchant, shop.tokens == words, !shop.isWeak {
            // Known worldwide by a whole name, or in our own table: more likely the shop.
            if isKnown(shop, tables) { return .none }
            answer = .unsure
        }
        for index in 0..<DescriptorReading.keywordsMax {
            guard let word = reading.keyword(index) else { break }
            if word.tokens.upperBound <= first || word.isBeginning || isOfName(word) { continue }
            // An establishment is named by its kind, and no surname consists of two words of trade.
            guard word.tokens.count == 1, !tables.row(word.row).namesHouse else { return .none }
            let isNamed = words.allSatisfy {
                word.tokens.contains($0) || (names | initials) & (1 << UInt64($0)) != 0
                    || PersonShape.isPatronymic(folded, tokens[$0])
            }
            let isSold = goods.contains(categories.all[categories.groups[word.category]].key)
            let isBehind = names & ((1 << UInt64(word.tokens.lowerBound)) - 1) != 0
            let isFull = words.contains { PersonShape.isPatronymic(folded, tokens[$0]) }
            // Beside an unknown word it may be the goods, or half of a surname.
            if !isNamed, !isSold || names & (1 << UInt64(first)) == 0 { return .none }
            if !isNamed || !isFull && (!isSold || !isBehind) { answer = .unsure }
        }
        return answer
    }

    /// Where the numbers begin that follow the text, or the end: «4149****1234», an account, a
    /// reference, a date. A short number is a branch's, unless a star or a patronymic precedes it.
    private static func endOfWords(
        _ tokens: borrowing TokenizedText, _ folded: Span<UInt8>,
        _ reading: borrowing DescriptorReading, hasCard: Bool
    ) -> Int {
        let isNamed =
            hasCard
            || (0..<tokens.count).contains { PersonShape.isPatronymic(folded, tokens[$0]) }
        var end = tokens.count
        var parts = 0
        while end > 0, tokens[end - 1].hasDigit(in: folded) {
            end -= 1
            parts += 1
        }
        if parts == 0 { return end }
        let isReference = end > 0 && references.contains { tokens[end - 1].equals($0, in: folded) }
        if isReference { end -= 1 }
        let first = tokens[tokens.count - parts]
        let isLong =
            first.range.count > branchDigitsMax
            || first.letters > 0 && hasLetter(first, folded) && first.range.count == branchDigitsMax
        if parts == 1, !isReference, !isLong, !isNamed { return tokens.count }
        // «ALBERT HEIJN 1234 12»
        if let shop = reading.merchant, !shop.isWeak, shop.tokens.upperBound == end, !isLong,
            !isReference
        {
            return tokens.count
        }
        return end
    }

    private static let branchDigitsMax = 5
    private static let references = ["ref", "реф", "nr", "no"].map { Array($0.utf8) }

    private static func hasLetter(
        _ token: TokenizedText.Token, _ folded: Span<UInt8>
    ) -> Bool {
        token.range.contains { folded[$0] &- UInt8(ascii: "0") >= 10 }
    }

    /// Whether a merchant trades worldwide, or is in our own table for this country.
    static func isKnown(_ shop: DescriptorReading.Hit, _ tables: MerchantTables) -> Bool {
        shop.homeliness > 0
            && (shop.isOwn
                || tables.homeliness(ofSet: tables.row(shop.row).countrySet, countryBit: nil) == 1)
    }

    /// Groups of tangible goods; words of other groups are rarely surnames.
    private static let goods: Set<String> = [
        "groceries", "eating_out", "gifts", "shopping", "home", "pets", "kids",
    ]

    /// Initials and one possible surname: «Риба К. І.», "S. Flowers", «Коло А. В.».
    ///
    /// - Parameter mayBeForm: two letters with points may be a form of companies.
    static func isOfInitials(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ reading: borrowing DescriptorReading,
        _ tables: MerchantTables, _ categories: CategoryTable, mayBeForm: Bool
    ) -> Bool {
        guard ByteMarks.has(UInt8(ascii: "."), in: raw), reading.phrase == nil else { return false }
        let surname: Range<Int>
        if let shop = reading.merchant {
            if reading.hasLegalForm { return false }
            surname = shop.tokens
        } else if let word = reading.keyword(0), !reading.hasLegalForm || !mayBeForm,
            !tables.row(word.row).namesHouse,
            goods.contains(categories.all[categories.groups[word.category]].key)
                || reading.surnames & (1 << UInt64(word.tokens.lowerBound)) != 0
        {
            surname = word.tokens
        } else {
            return false
        }
        let tokens = TokenizedText(folded)
        return surname.count == 1 && tokens[surname.lowerBound].letters > 1
            && (2...3).contains(tokens.count)
            && (0..<tokens.count).allSatisfy {
                surname.contains($0)
                    || tokens[$0].letters == 1
                        && !tokens[$0].hasDigit(in: folded)
            }
    }

    /// Any surname with initials after a direction: «Надходження від Коваленко О. П.».
    static func isAddressedWithInitials(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ reading: borrowing DescriptorReading
    ) -> Bool {
        // Few texts have one, and the words of directions are many.
        guard ByteMarks.has(UInt8(ascii: "."), in: raw) else { return false }
        let tokens = TokenizedText(folded)
        let first = Address(of: folded).directions
        guard first > 0, !reading.hasLegalForm, reading.processor == nil,
            directions.contains(where: { tokens[first - 1].equals($0, in: folded) }),
            (2...3).contains(tokens.count - first),
            reading.merchant.map({ $0.tokens.upperBound <= first }) ?? true
        else { return false }
        let words = (first..<tokens.count).filter { tokens[$0].letters > 1 }
        return words.count == 1
            && (first..<tokens.count).allSatisfy { !tokens[$0].hasDigit(in: folded) }
    }

    /// Words between a name and a purpose.
    private static let purposeWords = ["за", "for", "fur", "fuer", "za", "pour"].map {
        Array($0.utf8)
    }

    /// Where a text of at least two words ends before a word of a purpose and more.
    static func endBeforePurpose(_ folded: Span<UInt8>) -> Int? {
        let tokens = TokenizedText(folded)
        return (2..<max(2, tokens.count - 1)).first { isOfPurpose(tokens[$0], folded) }
            .map { tokens[$0 - 1].end }
    }

    private static func isOfPurpose(
        _ token: TokenizedText.Token, _ folded: Span<UInt8>
    ) -> Bool {
        purposeWords.contains { token.equals($0, in: folded) }
    }

    /// The number of tokens at the start that form a person's name with an initial or a patronymic,
    /// followed by more text: «Олег Т. аптека», «Від: Іван Петрович за каву». 0 when there is no
    /// such name.
    static func head(
        _ folded: Span<UInt8>, _ raw: Span<UInt8>, _ reading: borrowing DescriptorReading
    ) -> Int {
        let tokens = TokenizedText(folded)
        let address = Address(of: folded)
        var end = address.count
        var given = 0
        var marks = 0
        let hasPoint = ByteMarks.has(UInt8(ascii: "."), in: raw)
        while end < tokens.count, end < address.count + wordsMax {
            if reading.givenNames & (1 << UInt64(end)) != 0 {
                given += 1
            } else if tokens[end].letters == 1 && hasPoint && given > 0
                || PersonShape.isPatronymic(folded, tokens[end])
            {
                marks += 1
            } else {
                break
            }
            end += 1
        }
        return given > 0 && marks > 0 && end < tokens.count ? end : 0
    }
}
