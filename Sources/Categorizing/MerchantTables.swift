internal import Facts
internal import Scanning

/// The compiled knowledge of `rules/`, read in place from the program's own image.
///
/// Nothing is parsed or built at start: opening checks the header and stores the offsets of
/// sections. `rules/compile.py` documents the format; every look-up compares the text, so an equal
/// hash alone never matches.
internal struct MerchantTables: Sendable {
    /// A spelling of a brand, a keyword or a noise word.
    struct Pattern {
        let textOffset: Int
        let textCount: Int
        let kind: Kind
        let flags: UInt8
        let row: Int

        var isAnchored: Bool { flags & 1 != 0 }
        /// The byte that must follow in the raw text; 0 for any.
        var tail: UInt8 {
            flags & 2 != 0 ? UInt8(ascii: "*") : flags & 4 != 0 ? UInt8(ascii: ":") : 0
        }
    }

    enum Kind: UInt8 {
        case brand, keyword, city, country, legal, terminal, verb, bankCategory, street, givenName,
            surname, house
    }
    enum Role: UInt8 { case merchant, phrase, bank, processor, keyword, noise, bankCategory }

    /// A row of brands.csv or keywords.csv.
    struct Row {
        let category: Int
        let role: Role
        let flags: UInt8
        /// +1 only for money in, -1 only for money out, 0 both.
        let sign: Int
        let countrySet: Int
        let line: Int

        var isWeak: Bool { flags & 1 != 0 }
        /// Frequent, without meaning.
        var saysNothing: Bool { flags & 2 != 0 }
        var isOwn: Bool { flags & 4 != 0 }
        /// It sells things of many categories: one purchase says little about the next.
        var sellsMany: Bool { flags & 8 != 0 }
        /// A weak word that names the kind of establishment when it is beside a person's name.
        var namesTrade: Bool { flags & 16 != 0 }
        /// A word for an establishment or service that is never a surname: «аптека», but not
        /// «риба».
        var namesHouse: Bool { flags & 32 != 0 }
        /// A word of a language that is written in Cyrillic, perhaps in Latin letters.
        var isCyrillic: Bool { role == .keyword && flags & 128 != 0 }
        /// A weak word for whom or what a trade is, or for what is done there: it decides against a
        /// strong word of another trade («стрижка собак», «кавомашина ремонт»).
        var namesMatter: Bool { flags & 64 != 0 }
        /// A month or a day of the week: no name without confirmation.
        var namesDate: Bool { role == .merchant && flags & 128 != 0 }
    }

    /// A hash table's entry for a run of tokens.
    struct Entry {
        let firstPattern: Int
        let patternCount: Int
        let flags: UInt16

        var goesOn: Bool { flags & 1 != 0 }
        var goesOnWithStem: Bool { flags & 2 != 0 }
    }

    struct CodeRow {
        enum Strength: UInt8 { case absent, none, weak, strong }
        let category: Int
        let strength: Strength
        /// Nearly always right when there is no other evidence: a pharmacy, a taxi, a filling
        /// station.
        var isSureAlone = false
    }

    /// The spelling of a look-up.
    enum Spelling { case folded, loose }

    static let shared = MerchantTables()

    private static let version: UInt32 = 3
    /// In the order of the sections.
    private static let bytesOfElements = [1, 2, 32, 16, 12, 12, 12, 12, 12, 12, 4, 4, 8, 1]
    private enum Section: Int {
        case text, countries, countrySets, rows, patterns, words, stems
        case loosePatterns, looseWords, looseStems, looseSorted, nearMisses, codes, stemStarts
    }

    private let file = EmbeddedFile.merchants

    private init() {
        // The file is part of the program: a wrong one is our mistake, not the user's.
        precondition(file.count > 16 + 8 * Self.bytesOfElements.count)
        precondition(file.number(at: 0, as: UInt64.self).littleEndian == 0x5345_4C55_5250_4F4B)
        precondition(file.uint32(at: 8) == Self.version)
        // Every section is complete; elements are then read by indices below their count.
        for (index, bytes) in Self.bytesOfElements.enumerated() {
            let (start, count) = (
                Int(file.uint32(at: 16 + 8 * index)), Int(file.uint32(at: 20 + 8 * index))
            )
            precondition(start + bytes * count <= file.count)
        }
    }

    /// Offset and element count of a section, from the directory in the header.
    @inline(__always)
    private func place(of section: Section) -> SIMD2<Int> {
        let at = 16 &+ 8 &* section.rawValue
        return SIMD2(Int(file.uint32(at: at)), Int(file.uint32(at: at &+ 4)))
    }

    // MARK: Finding

    /// The run of tokens with this hash.
    @inline(__always)
    func words(_ hash: UInt64, _ spelling: Spelling) -> Entry? {
        find(hash, in: spelling == .folded ? .words : .looseWords)
    }

    @inline(__always)
    func stems(_ hash: UInt64, _ spelling: Spelling) -> Entry? {
        find(hash, in: spelling == .folded ? .stems : .looseStems)
    }

    @inline(__always)
    private func find(_ hash: UInt64, in section: Section) -> Entry? {
        let place = place(of: section)
        let high = UInt32(truncatingIfNeeded: hash >> 32)
        var slot = Self.slot(of: hash, in: place.y)
        while true {
            let at = place.x &+ 12 &* slot
            let first = file.uint32(at: at &+ 4)
            let counts = file.uint32(at: at &+ 8)
            if counts == 0 { return nil }
            if file.uint32(at: at) == high {
                return Entry(
                    firstPattern: Int(first), patternCount: Int(counts & 0xFFFF),
                    flags: UInt16(truncatingIfNeeded: counts >> 16))
            }
            slot = slot &+ 1 == place.y ? 0 : slot &+ 1
        }
    }

    /// First slot of a look-up: the hash's low half scaled from 2³² to the table's size.
    @inline(__always)
    private static func slot(of hash: UInt64, in size: Int) -> Int {
        Int(truncatingIfNeeded: ((hash & 0xFFFF_FFFF) &* UInt64(truncatingIfNeeded: size)) &>> 32)
    }

    /// Whether any stem begins with the three letters of this hash.
    @inline(__always)
    func mayStartStem(_ hashOfThreeLetters: UInt64) -> Bool {
        let h = Int(truncatingIfNeeded: (hashOfThreeLetters ^ hashOfThreeLetters >> 32) & 0xFFFF)
        let byte = file[place(of: .stemStarts).x &+ h >> 3]
        return byte & (1 << UInt8(truncatingIfNeeded: h & 7)) != 0
    }

    func pattern(_ index: Int, _ spelling: Spelling) -> Pattern {
        let section: Section = spelling == .folded ? .patterns : .loosePatterns
        let place = place(of: section)
        precondition(index >= 0 && index < place.y)
        let at = place.x + 12 * index
        let middle = file.uint32(at: at + 4)
        return Pattern(
            textOffset: Int(file.uint32(at: at)), textCount: Int(middle & 0xFFFF),
            kind: Kind(rawValue: UInt8(truncatingIfNeeded: middle >> 16)) ?? .verb,
            flags: UInt8(truncatingIfNeeded: middle >> 24), row: Int(file.uint32(at: at + 8)))
    }

    func row(_ index: Int) -> Row {
        let at = rowOffset(index)
        let middle = file.uint32(at: at + 4)
        let last = file.uint32(at: at + 8)
        return Row(
            category: Int((middle >> 16) & 0xFF),
            role: Role(rawValue: UInt8(truncatingIfNeeded: middle >> 24)) ?? .noise,
            flags: UInt8(truncatingIfNeeded: last),
            sign: Int(Int8(truncatingIfNeeded: last >> 8)), countrySet: Int(last >> 16),
            line: Int(file.uint32(at: at + 12)))
    }

    /// The brand's name or the keyword as in the table.
    func name(ofRow index: Int) -> String {
        let at = rowOffset(index)
        return string(Int(file.uint32(at: at)), Int(file.uint32(at: at + 4) & 0xFFFF))
    }

    private func rowOffset(_ index: Int) -> Int {
        let place = place(of: .rows)
        precondition(index >= 0 && index < place.y)
        return place.x + 16 * index
    }

    func code(_ mcc: UInt16) -> CodeRow {
        guard mcc < 10_000 else { return CodeRow(category: 0, strength: .absent) }
        let word = file.uint32(at: place(of: .codes).x + 8 * Int(mcc) + 4)
        return CodeRow(
            category: Int((word >> 8) & 0xFF),
            strength: .init(rawValue: UInt8(truncatingIfNeeded: word >> 16)) ?? .absent,
            isSureAlone: word >> 24 == 1)
    }

    func codeName(_ mcc: UInt16) -> String {
        guard mcc < 10_000 else { return "" }
        let at = place(of: .codes).x + 8 * Int(mcc)
        return string(Int(file.uint32(at: at)), Int(file.uint32(at: at + 4) & 0xFF))
    }

    // MARK: Countries

    /// The bits of the countries that pay in euros.
    var euroCountries: [Int] { Self.ofEuros }

    private static let ofEuros: [Int] = [
        "AD", "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT",
        "LU",
        "LV", "MC", "ME", "MT", "NL", "PT", "SI", "SK", "SM", "VA", "XK",
    ].compactMap { code in
        let letters = Array(code.utf8)
        return shared.countryBit(letters[0], letters[1])
    }

    /// Whether people of the country write Cyrillic, or read it and write in Latin letters.
    func isOfCyrillic(_ countryBit: Int) -> Bool { Self.ofCyrillic.contains(countryBit) }

    private static let ofCyrillic: Set<Int> = Set(
        [
            "AM", "AZ", "BA", "BG", "BY", "EE", "GE", "IL", "KG", "KZ", "LT", "LV", "MD", "ME",
            "MK",
            "MN", "RS", "RU", "TJ", "TM", "UA", "UZ",
        ].compactMap { code in
            let letters = Array(code.utf8)
            return shared.countryBit(letters[0], letters[1])
        })

    /// The bit of a country given by two ASCII letters, nil when no table has it.
    func countryBit(_ a: UInt8, _ b: UInt8) -> Int? {
        let place = place(of: .countries)
        let wanted = UInt16(a) << 8 | UInt16(b)
        var low = 0
        var high = place.y
        while low < high {
            let middle = (low + high) / 2
            let code = file.number(at: place.x + 2 * middle, as: UInt16.self).bigEndian
            if code == wanted { return middle }
            if code < wanted { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The set of rows that belong to no country.
    static let everywhere = 0

    /// 2 when a row of this set is local to the country, 1 when it applies everywhere, 0 when it is
    /// of other countries.
    @inline(__always)
    func homeliness(ofSet set: Int, countryBit: Int?) -> Int {
        let place = place(of: .countrySets)
        precondition(set < place.y)
        let at = place.x + 32 * set
        if let bit = countryBit {
            let byte = file[at + bit >> 3]
            if byte & (1 << UInt8(truncatingIfNeeded: bit & 7)) != 0 { return 2 }
        }
        return file[at] & 1 != 0 ? 1 : 0
    }

    // MARK: Cut and misspelt names

    /// The range of strong merchants' loose patterns, sorted by text, that begin with the bytes.
    func patterns(beginningWith bytes: Span<UInt8>) -> Range<Int> {
        let count = place(of: .looseSorted).y
        let first = (0..<count).partitionPoint { compare(sortedPattern($0), bytes) >= 0 }
        // Most texts begin no name.
        if first == count || compare(sortedPattern(first), bytes) != 0 { return first..<first }
        let end = (first..<count).partitionPoint { compare(sortedPattern($0), bytes) > 0 }
        return first..<end
    }

    func sortedPattern(_ position: Int) -> Pattern {
        pattern(Int(file.uint32(at: place(of: .looseSorted).x + 4 * position)), .loose)
    }

    /// -1, 0 or 1: the beginning of a pattern's text compared with the bytes.
    private func compare(_ pattern: Pattern, _ bytes: Span<UInt8>) -> Int {
        let text = place(of: .text).x + pattern.textOffset
        for index in 0..<min(pattern.textCount, bytes.count) {
            let byte = file[text + index]
            if byte != bytes[index] { return byte < bytes[index] ? -1 : 1 }
        }
        return pattern.textCount < bytes.count ? -1 : 0
    }

    /// Calls the closure with each loose pattern that has this hash, whole or with one letter left
    /// out, until it returns true. Only sixteen bits of the hash are compared, so the caller
    /// compares the text.
    func forEachNearMiss(_ hash: UInt64, _ isEnough: (Pattern) -> Bool) {
        let place = place(of: .nearMisses)
        let top = UInt32(truncatingIfNeeded: hash >> 48)
        var slot = Self.slot(of: hash, in: place.y)
        while true {
            let entry = file.uint32(at: place.x + 4 * slot)
            let index = entry >> 16
            if index == 0 { return }
            if entry & 0xFFFF == top, isEnough(pattern(Int(index) - 1, .loose)) { return }
            slot = slot + 1 == place.y ? 0 : slot + 1
        }
    }

    // MARK: Texts

    /// Whether the pattern's text is these bytes.
    @inline(__always)
    func isText(of pattern: Pattern, equalTo bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard pattern.textCount == range.count else { return false }
        let text = place(of: .text).x &+ pattern.textOffset
        for index in 0..<pattern.textCount {
            let byte = file[text &+ index]
            if byte != bytes[range.lowerBound &+ index] { return false }
        }
        return true
    }

    func bytes(of pattern: Pattern) -> [UInt8] {
        let text = place(of: .text).x + pattern.textOffset
        return file[text..<(text + pattern.textCount)]
    }

    var patternCount: Int { place(of: .patterns).y }
    var loosePatternCount: Int { place(of: .loosePatterns).y }

    private func string(_ offset: Int, _ count: Int) -> String {
        let text = place(of: .text).x + offset
        return file.text(text..<(text + count))
    }
}
