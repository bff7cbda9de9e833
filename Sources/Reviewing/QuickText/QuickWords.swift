package import Facts
internal import Scanning

/// `rules/quick-text.csv`: the meaning of words in payments, in Ukrainian, English and Russian.
struct QuickWords: Sendable {
    enum Kind: String, Sendable {
        // Amounts.
        case currency, nation, coins, number, scale, alone, half, vague, about, measure, portion
        case percent, each, by, times, twice, price, numbered, carded, minus, plus, currencyAfter
        case placeNumbered, versioned, counter, currencyUnclear, andHalf, numberRound, scaleLike
        case scaleLetter, scaleBeside, scaleMoney, priceUnit, timeUnit
        case bound, rest, shared, timesOf, currencyApart
        // Days.
        case near, weekday, month, last, this, on, ago, count, daysOf, dayOne, yearAfter
        case monthAlone, ordinal, ofMonth, noDayOf, beforeLast, monthUnit, yearUnit, nearYear
        case weekUnit, quarterUnit, lastOf, weekendOn, next, season
        // Direction.
        case earned, received, paid, came, got, income, refund, advance, spent, tax, loan, debt
        case fine, staff, gave, borrowed, took, me, from, person, money, topup, cameBack, topupIn
        case topupOut, spentNoun, gaveMany, gaveAway, gaveBack, borrowedIn, ofPlace, personOf
        case own, goods, unclearDirection, owed, change, payer, cashback, route, bank, moneyBack
        // Between one's own accounts.
        case withdrew, cash, exchange, sold, bought, joining, account, mine, withdrewOrRented
        case placeFrom, placeWith, placeWithin, placeInto, byCard, personTo, withdrewMany, moved
        case paidIn, setAside, sideFrom, sideTo, exchangeFor, rate
        // Between people.
        case lent, back, given, sum
        // Money that has not moved.
        case not, intended, toPay, willPay, managed, question
        /// Things that people buy, with their category.
        case thing
        // The noun that a verb leaves where nothing else says what was paid.
        case noun
    }

    static let builtIn = EmbeddedFile.quickText.withSpan { QuickWords(csv: $0) }

    private var whole: [Kind: [String: String]] = [:]
    /// Entries ending with `*`.
    private var stems: [Kind: [(stem: String, value: String)]] = [:]

    private init(csv: Span<UInt8>) {
        // Each start of `add` reads them all: bytes, not characters, and a kind once a run of rows.
        var last: (name: Substring, kind: Kind?) = ("", nil)
        for line in String(utf8: csv).utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let fields = line.split(
                separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false
            ).map { Substring($0) }
            guard fields.count == 3 else { continue }
            if fields[0] != last.name { last = (fields[0], Kind(rawValue: String(fields[0]))) }
            guard let kind = last.kind else { continue }
            let value = String(fields[1])
            for word in fields[2].utf8.split(separator: UInt8(ascii: " ")).map({ Substring($0) }) {
                if word.utf8.count > 1, word.utf8.last == UInt8(ascii: "*") {
                    stems[kind, default: []].append((Self.key(word.dropLast()), value))
                } else {
                    whole[kind, default: [:]][Self.key(word)] = value
                }
            }
        }
    }

    /// Small letters without apostrophes and soft signs, ё as е; Latin look-alikes among Cyrillic
    /// letters become Cyrillic.
    static func key(_ text: some StringProtocol) -> String {
        keyOfPlainText(text) ?? keyOfAnyText(text)
    }

    /// Nil where a letter may be of several code points, or of another alphabet.
    private static func keyOfPlainText(_ text: some StringProtocol) -> String? {
        var letters: [Unicode.Scalar] = []
        var isCyrillic = false
        for scalar in text.unicodeScalars {
            guard let letter = smallLetter(scalar) else { return nil }
            letters.append(letter)
            if (0x400...0x4FF).contains(letter.value) { isCyrillic = true }
        }
        var key = String.UnicodeScalarView()
        for letter in letters {
            switch letter {
            case "'", "’", "ʼ", "`", "′", "ь": continue
            case "ё": key.append("е")
            default: key.append(isCyrillic ? lookAlikes[letter] ?? letter : letter)
            }
        }
        return String(key)
    }

    /// The small letter of one of English, Ukrainian or Russian; digits and signs stay.
    private static func smallLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x41...0x5A, 0x410...0x42F: Unicode.Scalar(scalar.value + 0x20)
        case 0x400...0x40F: Unicode.Scalar(scalar.value + 0x50)
        case 0x490: "ґ"
        case 0x20...0x7E, 0x430...0x45F, 0x491, 0x2BC, 0x2019, 0x2032: scalar
        default: nil
        }
    }

    /// The same for any text.
    static func keyOfAnyText(_ text: some StringProtocol) -> String {
        let small = text.lowercased()
        let isCyrillic = small.unicodeScalars.contains { (0x400...0x4FF).contains($0.value) }
        var key = ""
        for letter in small where !"'’ʼ`′ь".contains(letter) {
            let scalars = letter.unicodeScalars
            if letter == "ё" {
                key.append("е")
            } else if isCyrillic, scalars.count == 1,
                let alike = scalars.first.flatMap({ lookAlikes[$0] })
            {
                key.unicodeScalars.append(alike)
            } else {
                key.append(letter)
            }
        }
        return key
    }

    private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = [
        "a": "а", "c": "с", "e": "е", "i": "і", "k": "к", "o": "о", "p": "р", "x": "х", "y": "у",
    ]

    func value(_ kind: Kind, _ key: String) -> String? {
        if key.isEmpty { return nil }
        if let value = whole[kind]?[key] { return value }
        return stems[kind]?.first { key.hasPrefix($0.stem) }?.value
    }

    /// The words of a kind, sorted.
    func all(_ kind: Kind) -> [String] { (whole[kind] ?? [:]).keys.sorted() }

    func has(_ kind: Kind, _ key: String) -> Bool { value(kind, key) != nil }

    /// Whether the word is of any kind, except that it is only a month.
    func knows(_ key: String) -> Bool {
        whole.contains { $0.key != .month && $0.value[key] != nil }
            || stems.contains { $0.value.contains { key.hasPrefix($0.stem) } }
    }

    func number(_ kind: Kind, _ key: String) -> Int64? { value(kind, key).flatMap { Int64($0) } }

    /// One currency, or several candidates.
    struct Currencies {
        var all: [Currency]
        var one: Currency? { all.count == 1 ? all[0] : nil }
    }

    /// The currency of a word, a symbol or a common code in any case; other codes count only in
    /// capitals.
    ///
    /// - Parameter followsNumber: «франка» counts only after a number.
    func currencies(_ text: String, followsNumber: Bool) -> Currencies? {
        let key = Self.key(text)
        if let code = value(.currency, key) { return Currencies(codes: code) }
        if followsNumber {
            if let code = value(.currencyAfter, key) { return Currencies(codes: code) }
            if let codes = value(.currencyUnclear, key) {
                let one = codes.contains(" ") ? codes : codes + " " + codes
                return Currencies(codes: one)
            }
        }
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            followsNumber || !Self.wordsInCapitals.contains(text),
            let code = Currency(code: text), code.isListed
        else { return nil }
        return Currencies(all: [code])
    }

    /// Codes that are also words in capitals.
    private static let wordsInCapitals: Set<String> = [
        "ALL", "TOP", "TRY", "CUP", "BOB", "MAD", "SOS", "MOP", "PEN", "GEL", "BAM", "ANG", "LAK",
    ]

    /// A word of these kinds with one typing error: a letter other than the first wrong, missing,
    /// doubled or swapped.
    ///
    /// - Parameters:
    ///   - lettersMin: minimum length of the typed word; shorter words are near too many others.
    ///   - targetMin: minimum length of the word that is meant, one more unless given.
    func slip(
        _ key: String, _ kinds: [Kind], lettersMin: Int, targetMin: Int? = nil
    ) -> String? {
        let letters = Array(key)
        guard letters.count >= lettersMin else { return nil }
        for kind in kinds {
            for word in (whole[kind] ?? [:]).keys
            where word.count >= targetMin ?? lettersMin + 1 && word.first == letters.first {
                if Self.isOneSlip(letters, Array(word)) { return word }
            }
        }
        return nil
    }

    /// The beginning of the word is nearly a stem: «бкасов».
    func slipOfStem(_ key: String, _ kinds: [Kind]) -> Bool {
        let letters = Array(key)
        return kinds.contains { kind in
            (stems[kind] ?? []).contains { entry in
                let stem = Array(entry.stem)
                guard stem.count >= 4, stem.first == letters.first else { return false }
                // «бокс» is near «бакс»: of four letters only two that changed places.
                if stem.count == 4 {
                    return letters.count > 4 && letters[1] != letters[2] && letters[1] == stem[2]
                        && letters[2] == stem[1] && letters[3] == stem[3]
                }
                return (stem.count - 1...stem.count + 1).contains { count in
                    letters.count >= count && Self.isOneSlip(Array(letters.prefix(count)), stem)
                }
            }
        }
    }

    private static func isOneSlip(_ a: [Character], _ b: [Character]) -> Bool {
        if a.count > b.count { return isOneSlip(b, a) }
        guard b.count - a.count <= 1, a != b else { return false }
        var start = 0
        while start < a.count, a[start] == b[start] { start += 1 }
        if a.count < b.count { return a[start...].elementsEqual(b[(start + 1)...]) }
        if a[(start + 1)...].elementsEqual(b[(start + 1)...]) { return true }
        return start + 1 < a.count && a[start] == b[start + 1] && a[start + 1] == b[start]
            && a[(start + 2)...].elementsEqual(b[(start + 2)...])
    }
}

extension QuickWords.Currencies {
    init(codes: String) {
        all = codes.split(separator: " ").compactMap { Currency(code: String($0)) }
    }
}

extension Currency {
    /// The currency of a code in any case, a sign, or a word: `UAH`, `₴`, `грн.`, `гривні`. Nil
    /// where it may be several.
    package init?(written text: String) {
        if let code = Currency(code: text), code.isListed {
            self = code
            return
        }
        let bare = text.hasSuffix(".") ? String(text.dropLast()) : text
        let said = [text, bare].lazy.compactMap {
            QuickWords.builtIn.currencies($0, followsNumber: true)?.one
        }.first
        guard let found = said ?? Currency(code: text) else { return nil }
        self = found
    }
}
