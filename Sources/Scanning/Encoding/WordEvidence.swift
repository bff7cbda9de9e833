/// The distinct words with bytes above ASCII, and their likelihood under each single-byte encoding.
///
/// One probability model of characters scores every reading of the bytes, so the costs (in bits) of
/// two encodings can be subtracted. Cyrillic letters are scored by the letter before and by case;
/// accented Latin letters by the language they would belong to; signs by whether they are within a
/// word.
internal struct WordEvidence: Sendable {
    struct Ranked: Sendable {
        let encoding: TextEncoding
        let bits: Double
    }

    /// A thousand distinct words settle any language; more only cost time.
    private static let wordsMax = 4096
    private static let wordBytesMax = 48
    /// One wrong answer in 2^20 if the model were exact; as it is not, this is generous.
    private static let marginBits = 20.0
    /// Real text costs 4 to 5 bits a letter; the wrong alphabet costs 8 and more.
    private static let plausibleBitsPerByte = 6.5

    /// In order of preference among readings with the same text.
    private static let readings = [
        TextEncoding.windows1251, .windows1252, .koi8U, .ibm866, .ibm1125, .iso8859_5,
        .macCyrillic, .koi8R, .windows1250, .iso8859_15, .iso8859_1, .iso8859_2, .ibm850, .ibm852,
        .macRoman,
    ].compactMap(Reading.init)

    private var current: [UInt8] = []
    private var currentHasHigh = false
    private var arena: [UInt8] = []
    private var ends: [Int] = []
    private var seen: Set<UInt64> = []

    static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
            || byte == UInt8(ascii: "'")
    }

    /// Adds a byte; words of ASCII alone may be left out, but not their ends.
    mutating func feed(_ byte: UInt8) {
        if Self.isWordByte(byte) {
            if current.count == Self.wordBytesMax { endWord() }
            current.append(byte)
            if byte >= 0x80 { currentHasHigh = true }
        } else if !current.isEmpty {
            endWord()
        }
    }

    private mutating func endWord() {
        defer {
            current.removeAll(keepingCapacity: true)
            currentHasHigh = false
        }
        guard currentHasHigh, ends.count < Self.wordsMax else { return }
        guard seen.insert(StableHash.hash(current.span, seed: 0)).inserted else { return }
        arena.append(contentsOf: current)
        ends.append(arena.count)
    }

    /// The possible encodings, likeliest first.
    var ranking: [Ranked] { ranked().map { Ranked(encoding: $0.reading.encoding, bits: $0.bits) } }

    /// Whether some single-byte reading gives words of letters alone, which is evidence against
    /// valid UTF-8.
    var couldBeWords: Bool {
        let high = withLastWord().arena.filter { $0 >= 0x80 }
        return ranked().contains { reading, bits in
            // Accented letters side by side are what UTF-8 looks like in a Latin page.
            let bitsALetter = reading.isCyrillic ? 8.0 : 6
            return bits - reading.rarityBits
                <= bitsALetter * Double(high.count) + 8
                && high.allSatisfy(reading.isCommonLetter)
        }
    }

    /// Whether some single-byte reading gives legible words: likely ones, no capital after a small
    /// letter, and accents only among plain letters.
    ///
    /// - Parameter hasSigns: allows signs among the letters.
    func readsAsWords(hasSigns: Bool) -> Bool {
        let evidence = withLastWord()
        let high = evidence.arena.filter { $0 >= 0x80 }
        return ranked().contains { ranked in
            let reading = ranked.reading
            let areLetters = high.allSatisfy(reading.isCommonLetter)
            guard isPlausible(ranked), areLetters || hasSigns else { return false }
            // Letters of one page alone are a word if they are Cyrillic.
            return evidence.words.allSatisfy {
                reading.isCasedAsWord($0)
                    && (areLetters && reading.isCyrillic || $0.contains(where: isPlain))
            }
        }
    }

    private func isPlain(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    private var words: [ArraySlice<UInt8>] {
        ends.indices.map { arena[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]] }
    }

    var verdict: EncodingVerdict {
        let all = ranked()
        guard let best = all.first else { return .uncertain([]) }
        let close = all.filter {
            $0.bits < best.bits + Self.marginBits && !isSameText($0.reading, best.reading)
        }
        guard close.isEmpty, isPlausible(best) else {
            return .uncertain([best.reading.encoding] + close.map(\.reading.encoding))
        }
        return .known(best.reading.encoding, byteOrderMark: 0)
    }

    /// Whether the bytes are text under some reading.
    var isPlausible: Bool { ranked().contains(where: isPlausible) }

    /// Whether this reading is legible: it is likely, and nearly all are letters.
    func isLegible(_ encoding: TextEncoding) -> Bool {
        guard
            let found = ranked().first(where: { $0.reading.encoding == encoding }),
            isPlausible(found)
        else { return false }
        let letters = withLastWord().arena.reduce(0) {
            $1 >= 0x80 && found.reading.isCommonLetter($1) ? $0 + 1 : $0
        }
        return letters * 5 >= highBytes * 4
    }

    /// Whether all letters beyond ASCII are of one language under an encoding.
    func isOneLanguage(_ encoding: TextEncoding) -> Bool {
        guard let reading = Self.readings.first(where: { $0.encoding == encoding }) else {
            return false
        }
        return reading.isOneLanguage(withLastWord().arena.filter { $0 >= 0x80 })
    }

    private func isPlausible(_ ranked: (reading: Reading, bits: Double)) -> Bool {
        ranked.bits - ranked.reading.rarityBits
            <= Self.plausibleBitsPerByte * Double(highBytes) + 8
    }

    private var highBytes: Int { withLastWord().arena.reduce(0) { $1 >= 0x80 ? $0 + 1 : $0 } }

    private func ranked() -> [(reading: Reading, bits: Double)] {
        let evidence = withLastWord()
        var all: [(reading: Reading, bits: Double)] = []
        for reading in Self.readings {
            guard let bits = evidence.bits(of: reading) else { continue }
            all.append((reading: reading, bits: bits))
        }
        // Stable sort: equal costs keep the order of preference.
        return all.enumerated()
            .sorted {
                $0.element.bits != $1.element.bits
                    ? $0.element.bits < $1.element.bits : $0.offset < $1.offset
            }
            .map(\.element)
    }

    private func withLastWord() -> WordEvidence {
        var copy = self
        copy.endWord()
        return copy
    }

    private func isSameText(_ a: Reading, _ b: Reading) -> Bool {
        withLastWord().arena.allSatisfy { a.points[Int($0)] == b.points[Int($0)] }
    }

    /// The cost of all words under a reading, nil when a byte has no meaning in it.
    private func bits(of reading: Reading) -> Double? {
        var total = 0.0
        var accented = [Int](repeating: 0, count: 256)
        var start = 0
        for end in ends {
            guard let bits = reading.bits(of: arena[start..<end], accented: &accented) else {
                return nil
            }
            total += bits
            start = end
        }
        return total + reading.languageBits(accented) + reading.rarityBits
    }
}

/// One encoding in the model: the class of each byte.
private struct Reading: Sendable {
    private enum Kind {
        case asciiLetter, digit, apostrophe
        case cyrillic(Int, isUpper: Bool)
        case latin(isUpper: Bool)
        case sign, rareSign, box, control, undefined

        var isLetter: Bool {
            switch self {
            case .asciiLetter, .cyrillic, .latin: true
            default: false
            }
        }

        var isHigh: Bool {
            switch self {
            case .cyrillic, .latin: true
            default: false
            }
        }
    }

    let encoding: TextEncoding
    /// Code point of each byte; 0 for an undefined one.
    let points: [UInt16]
    private let kinds: [Kind]
    /// Code point of each byte's small letter.
    private let lowerPoints: [UInt16]

    init?(_ encoding: TextEncoding) {
        guard let upper = encoding.upperHalf else { return nil }
        self.encoding = encoding
        points = (0..<128).map { UInt16($0) } + upper
        let letters = Dictionary(
            uniqueKeysWithValues: CyrillicLetterPairs.letters.unicodeScalars.enumerated().map {
                ($0.element.value, $0.offset + 1)
            })
        kinds = points.enumerated().map { byte, point in
            Self.kind(byte: byte, point: UInt32(point), letters: letters)
        }
        lowerPoints = points.map { point in
            Unicode.Scalar(UInt32(point))?.properties.lowercaseMapping.utf16.first ?? point
        }
    }

    private static func kind(byte: Int, point: UInt32, letters: [UInt32: Int]) -> Kind {
        if byte < 0x80 {
            if UInt8(byte) | 0x20 >= UInt8(ascii: "a") { return .asciiLetter }
            return byte == 0x27 ? .apostrophe : .digit
        }
        guard point != 0, let scalar = Unicode.Scalar(point) else { return .undefined }
        switch point {
        case 0x80...0x9F: return .control
        case 0x2500...0x25A0: return .box
        case 0xA0, 0xA7, 0xAB, 0xB0, 0xB1, 0xB7, 0xBB, 0x2013, 0x2014, 0x2018...0x201A,
            0x201C...0x201E, 0x2022, 0x2026, 0x20AC, 0x2116, 0xA3:
            return .sign
        default: break
        }
        let properties = scalar.properties
        guard properties.isAlphabetic, point != 0xAA, point != 0xBA else { return .rareSign }
        let isUpper = properties.generalCategory == .uppercaseLetter
        guard (0x400...0x4FF).contains(point) else {
            return (0xC0...0x17F).contains(point) ? .latin(isUpper: isUpper) : .rareSign
        }
        let lower = properties.lowercaseMapping.unicodeScalars.first?.value ?? point
        return .cyrillic(letters[lower] ?? -1, isUpper: isUpper)
    }

    var isCyrillic: Bool { Self.languages(of: encoding).isEmpty }

    /// A letter of the supported languages; Cyrillic letters of Serbia and Macedonia are not among
    /// them.
    func isCommonLetter(_ byte: UInt8) -> Bool {
        if case .cyrillic(let number, _) = kinds[Int(byte)] { return number >= 0 }
        return kinds[Int(byte)].isLetter
    }

    /// No capital follows a small letter.
    func isCasedAsWord(_ word: ArraySlice<UInt8>) -> Bool {
        var wasSmall = false
        for byte in word {
            let isUpper: Bool
            switch kinds[Int(byte)] {
            case .asciiLetter: isUpper = byte < 0x60
            case .cyrillic(_, let upper), .latin(let upper): isUpper = upper
            default:
                wasSmall = false
                continue
            }
            if isUpper, wasSmall { return false }
            wasSmall = !isUpper
        }
        return true
    }

    /// How much rarer the page is than the ones it shares most letters with, in bits.
    var rarityBits: Double {
        switch encoding {
        case .koi8R: 12
        case .ibm850, .ibm852: 6
        case .iso8859_2: 8
        case .macCyrillic, .macRoman: 10
        case .iso8859_1, .iso8859_5, .iso8859_15: 4
        default: 0
        }
    }

    /// The cost of one word, without the languages of its accented Latin letters, which are
    /// counted.
    func bits(of word: ArraySlice<UInt8>, accented: inout [Int]) -> Double? {
        var bits = 0.0
        var before = Kind.digit
        var hasBefore = false
        var letter = 0
        var run = LetterRun(start: word.startIndex)
        let last = word.endIndex - 1
        for index in word.indices {
            let byte = Int(word[index])
            let kind = kinds[byte]
            let isAfterLetter = hasBefore && before.isLetter
            let isBeforeLetter = index < last && kinds[Int(word[index + 1])].isLetter
            let isBetweenLetters = isAfterLetter && isBeforeLetter
            if !kind.isLetter, !isApostrophe(points[byte]) {
                if isHighLetter(before) { bits += edgeBits(letter) }
                end(&run, word, at: index, &bits, &accented)
                letter = 0
            } else if run.letters == 0 {
                run.bitsBefore = bits
            }
            switch kind {
            case .undefined: return nil
            case .asciiLetter:
                if case .cyrillic = before, hasBefore {
                    // DOS pages without the Ukrainian i forced an ASCII one.
                    bits += byte | 0x20 == 0x69 ? 2 : joinBits(letter)
                }
                letter = byte | 0x20 == 0x69 ? Self.ukrainianI : 0
                // Plain letters cost nothing, but their case is evidence about the letter before.
                if hasBefore, before.isHigh { bits += run.oddCaseBits(byte < 0x60) }
                run.feed(point: UInt16(byte | 0x20), isUpper: byte < 0x60, isHigh: false)
            case .digit:
                if hasBefore { bits += digitBits(after: before, at: index - word.startIndex) }
            case .apostrophe: break
            case .cyrillic(let number, let isUpper):
                if case .asciiLetter = before, hasBefore, letter == 0 { bits += joinBits(number) }
                if case .latin = before, hasBefore { bits += 10 }
                if case .digit = before, hasBefore { bits += 3 }
                bits += number < 0 ? 13 : pairBits(letter, number)
                bits += run.caseBits(isUpper)
                letter = max(number, 0)
                run.feed(point: lowerPoints[byte], isUpper: isUpper, isHigh: true)
                if number < 0 { run.hasForeignLetter = true }
            case .latin(let isUpper):
                // Two accented letters meet occasionally, three in hardly a word of any language.
                if run.accentedInRow > 0 { bits += run.accentedInRow == 1 ? 4 : 12 }
                if case .digit = before, hasBefore { bits += 3 }
                bits += run.caseBits(isUpper)
                letter = 0
                run.feed(point: lowerPoints[byte], isUpper: isUpper, isHigh: true)
                run.accentedInRow += 1
            case .sign where isNumeroSign(word, at: index),
                .rareSign where isNumeroSign(word, at: index):
                bits += 7
            case .sign:
                bits += signBits(
                    points[byte], isAfterLetter: isAfterLetter, isBeforeLetter: isBeforeLetter)
            case .rareSign: bits += isBetweenLetters ? 20 : 13
            case .box:
                bits += isAfterLetter || isBeforeLetter ? (isBetweenLetters ? 34 : 26) : 9
            // Control characters above ASCII are in no text.
            case .control: bits += 40
            }
            before = kind
            hasBefore = true
        }
        if isHighLetter(before) { bits += edgeBits(letter) }
        end(&run, word, at: word.endIndex, &bits, &accented)
        return bits
    }

    /// The cost of a digit after a character. `Ł12` is `£12` in another page: hardly a word is one
    /// letter before a number.
    private func digitBits(after character: Kind, at place: Int) -> Double {
        (isHighLetter(character) ? 3 : 0) + (character.isHigh && place == 1 ? 12 : 0)
    }

    /// The cost of a sign at its place.
    private func signBits(
        _ point: UInt16, isAfterLetter: Bool, isBeforeLetter: Bool
    ) -> Double {
        var bits = 7.0
        if isAfterLetter, isBeforeLetter, !isApostrophe(point) { bits += 6 }
        if isLonely(point) {
            if isAfterLetter { bits += 10 }
            if isBeforeLetter { bits += 10 }
        }
        return bits
    }

    /// Ends a run of letters: a common word has its fixed cost, an abbreviation at most that of its
    /// letters; in others the accented letters are counted.
    private func end(
        _ run: inout LetterRun, _ word: ArraySlice<UInt8>, at index: Int, _ bits: inout Double,
        _ accented: inout [Int]
    ) {
        defer { run = LetterRun(start: index + 1) }
        guard run.highLetters > 0 else { return }
        if run.isCommonWord {
            // ASCII letters cost nothing in any reading, so those of the word are a gain.
            let saved = 4 * Double(run.letters - run.highLetters)
            bits = min(bits, run.bitsBefore + CommonWords.bits - saved)
            return
        }
        if run.isAbbreviation {
            bits = min(bits, run.bitsBefore + 14 + 5 * Double(run.letters))
        }
        for byte in word[run.start..<index] {
            if case .latin = kinds[Int(byte)] { accented[Int(byte)] += 1 }
        }
    }

    /// The cost of the file's accented letters in the cheapest language.
    func languageBits(_ accented: [Int]) -> Double {
        var best = Double.infinity
        for language in Self.languages(of: encoding) {
            var bits = 0.0
            for byte in 0x80...0xFF where accented[byte] > 0 {
                let isOwn = language.unicodeScalars.contains {
                    $0.value == UInt32(lowerPoints[byte])
                }
                bits += Double(accented[byte]) * (isOwn ? 5 : 12)
            }
            best = min(best, bits)
        }
        return best.isFinite ? best : 12 * Double(accented.reduce(0, +))
    }

    /// Whether some language has all letters among the bytes, and the others are common signs.
    func isOneLanguage(_ bytes: [UInt8]) -> Bool {
        let letters = bytes.filter { kinds[Int($0)].isLetter }
        let areSigns = bytes.allSatisfy { byte in
            if case .sign = kinds[Int(byte)] { true } else { kinds[Int(byte)].isLetter }
        }
        guard areSigns else { return false }
        if isCyrillic { return letters.allSatisfy(isCommonLetter) }
        return Self.languages(of: encoding).contains { language in
            letters.allSatisfy { byte in
                language.unicodeScalars.contains { $0.value == UInt32(lowerPoints[Int(byte)]) }
            }
        }
    }

    /// Small letters beyond those of ASCII.
    private static func languages(of encoding: TextEncoding) -> [String] {
        switch encoding {
        case .windows1252, .iso8859_1, .iso8859_15, .ibm850, .macRoman:
            [
                "éèàçêôîûâëïùœ", "äöüß", "ñáéíóúü", "àèéìòù", "ãõáéíóúâêôçà", "åäöæøé", "éëïöü",
            ]
        case .windows1250, .iso8859_2, .ibm852:
            [
                "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîşţ",
                "äöüß",
            ]
        default: []
        }
    }

    private static let ukrainianI: Int = {
        let letters = CyrillicLetterPairs.letters.unicodeScalars
        return (Array(letters).firstIndex(of: "і") ?? 0) + 1
    }()

    private func pairBits(_ before: Int, _ letter: Int) -> Double {
        Double(CyrillicLetterPairs.costs[before * CyrillicLetterPairs.side + letter]) / 8
    }

    private func edgeBits(_ letter: Int) -> Double { letter > 0 ? pairBits(letter, 0) : 0 }

    private func isHighLetter(_ kind: Kind) -> Bool {
        if case .cyrillic = kind { true } else { false }
    }

    private func isApostrophe(_ point: UInt16) -> Bool { point == 0x2019 || point == 0x2018 }

    /// As in `n°` and `Nº`.
    private func isNumeroSign(_ word: ArraySlice<UInt8>, at index: Int) -> Bool {
        index == word.startIndex + 1 && word[word.startIndex] | 0x20 == UInt8(ascii: "n")
            && [0xB0, 0xBA].contains(points[Int(word[index])])
    }

    /// Signs that touch digits, blanks and each other, but no letters: § ° ± · – — • … № £.
    private func isLonely(_ point: UInt16) -> Bool {
        switch point {
        case 0xA7, 0xB0, 0xB1, 0xB7, 0x2013, 0x2014, 0x2022, 0x2026, 0x2116, 0xA3, 0xA0: true
        default: false
        }
    }

    /// A Cyrillic letter beside a Latin one: look-alike letters are mixed up, others indicate the
    /// wrong page.
    private func joinBits(_ letter: Int) -> Double {
        letter > 0 && Self.lookAlikes[letter] ? 6 : 10
    }

    private static let lookAlikes: [Bool] =
        [false]
        + CyrillicLetterPairs.letters.unicodeScalars.map {
            "авекмнорстухіјѕ".unicodeScalars.contains($0)
        }
}

/// Consecutive letters: their case, and whether they are a common word.
private struct LetterRun {
    let start: Int
    /// The cost before the run.
    var bitsBefore = 0.0
    private(set) var letters = 0
    private(set) var highLetters = 0
    var accentedInRow = 0 {
        didSet { if accentedInRow > 0 { hasAccents = true } }
    }
    private var hasAccents = false
    var hasForeignLetter = false
    private var isAllUpper = true
    private var lastIsUpper = false
    private var hasOddCase = false
    private var hash = CommonWords.emptyHash

    init(start: Int) {
        self.start = start
    }

    /// Two to six capitals, none of them accented Latin: letters of a firm's name follow no
    /// language.
    var isAbbreviation: Bool {
        (2...6).contains(letters) && highLetters == letters && isAllUpper && !hasAccents
            && !hasForeignLetter
    }

    var isCommonWord: Bool { letters > 2 && !hasOddCase && CommonWords.contains(hash) }

    mutating func feed(point: UInt16, isUpper: Bool, isHigh: Bool) {
        if letters > 0, isUpper ? !lastIsUpper : lastIsUpper && letters > 1 { hasOddCase = true }
        hash = CommonWords.hash(hash, point)
        isAllUpper = isAllUpper && isUpper
        letters += 1
        if isHigh { highLetters += 1 }
        accentedInRow = isHigh ? accentedInRow : 0
        lastIsUpper = isUpper
    }

    /// Words are lower, Capitalized or UPPER; anything else indicates the wrong page.
    func caseBits(_ isUpper: Bool) -> Double {
        let odd = oddCaseBits(isUpper)
        if odd > 0 { return odd }
        if isUpper { return 1.5 }
        return letters == 0 || lastIsUpper ? 1 : 0.1
    }

    func oddCaseBits(_ isUpper: Bool) -> Double {
        if letters == 0 || isUpper == lastIsUpper { return 0 }
        return isUpper ? 9 : letters == 1 ? 0 : 6
    }
}
