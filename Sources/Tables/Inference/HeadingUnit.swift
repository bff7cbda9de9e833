internal import Facts
internal import Scanning

/// The unit of a column's numbers if it is not the currency: `Amount (cents)`, `Сума, тис. грн`.
enum HeadingUnit: String, CaseIterable, Sendable {
    case hundredths, thousands, millions
    /// The smallest coin of the currency, whatever part of it that is.
    case coins
    /// Ambiguous words.
    case unclear

    /// Places that the decimal mark moves to the right; nil if it depends on the currency.
    var places: Int? {
        switch self {
        case .hundredths: -2
        case .thousands: 3
        case .millions: 6
        case .coins, .unclear: nil
        }
    }
}

/// Finds the unit in a heading.
struct HeadingUnits: Sendable {
    private let wordings: [(words: [[UInt8]], unit: HeadingUnit)]
    /// Words between the amount and its unit: `in`, `у`.
    private let between: Set<[UInt8]>

    init(_ node: YAMLNode?) {
        func words(_ key: String) -> [[[UInt8]]] {
            (node?[key]?.items ?? []).map { Self.split(HeaderText.fold($0.text ?? "")) }
        }
        wordings = HeadingUnit.allCases.flatMap { unit in
            words(unit.rawValue).map { (words: $0, unit: unit) }
        }
        between = Set(words("between").joined())
    }

    /// The heading without its unit, folded, and the currency beside it; nil if it has no unit.
    func parted(_ heading: String) -> (rest: [UInt8], unit: HeadingUnit, currency: [UInt8]?)? {
        var words = heading.split { !($0.isLetter || $0.isNumber) }.flatMap(Self.ofCases)
        var currency: [UInt8]?
        var found: HeadingUnit?
        if let last = words.last, let glued = Self.glued(last) {
            words[words.count - 1] = "k"
            currency = glued
            found = .thousands
            words.removeLast()
        }
        var folded = words.map { HeaderText.fold($0) }
        if found == nil {
            guard
                let match = wordings.lazy.compactMap({ wording in
                    Self.place(of: wording.words, in: folded).map { ($0, wording.unit) }
                }).first
            else { return nil }
            found = match.1
            let following = Array(folded[match.0.upperBound...])
            if following.count > 1 { return nil }
            currency = following.first
            folded.removeLast(folded.count - match.0.lowerBound)
        }
        guard let found else { return nil }
        let rest = withoutLink(folded)
        return rest.isEmpty ? nil : (Array(rest.joined(separator: [0x20])), found, currency)
    }

    /// Whether the text is only a unit: `cents`, `тис`.
    func isUnit(_ folded: [UInt8]) -> Bool {
        let words = Self.split(folded)
        return folded.count >= Self.bytesMin && wordings.contains { $0.words == words }
    }

    /// Whether a sentence names the unit of amounts: `Amounts in cents`, `UAH thousand`. After a
    /// number the word counts something else: `10 thousand`.
    ///
    /// - Parameters:
    ///   - isAmount: whether a folded word is one for amounts.
    ///   - isCurrency: whether a folded word is a currency.
    func isSaid(
        in text: String, isAmount: ([UInt8]) -> Bool, isCurrency: ([UInt8]) -> Bool
    ) -> Bool {
        let folded = text.split { !($0.isLetter || $0.isNumber) }
            .map { HeaderText.fold(String($0)) }
        let hasAmount = folded.contains(where: isAmount)
        for wording in wordings where wording.words.joined().count >= Self.bytesMin {
            for start in folded.indices.dropLast(max(wording.words.count - 1, 0))
            where folded[start...].starts(with: wording.words) {
                func isNumber(_ word: [UInt8]) -> Bool { word.allSatisfy { $0 &- 0x30 < 10 } }
                if start > 0, isNumber(folded[start - 1]) || isNumber(folded[start]) { continue }
                let end = start + wording.words.count
                let after = folded[end...].drop { between.contains($0) }.first
                let beside = [start > 0 ? folded[start - 1] : nil, after].compactMap(\.self)
                if hasAmount || beside.contains(where: isCurrency) { return true }
            }
        }
        return false
    }

    /// Shorter wordings are words of other languages too.
    private static let bytesMin = 4

    /// `amount in` → `amount`.
    func withoutLink(_ folded: [UInt8]) -> [UInt8] {
        Array(withoutLink(Self.split(folded)).joined(separator: [0x20]))
    }

    private func withoutLink(_ words: [[UInt8]]) -> [[UInt8]] {
        var words = words
        while let last = words.last, between.contains(last) { words.removeLast() }
        return words
    }

    /// Not the first word: that is the counted thing.
    private static func place(of words: [[UInt8]], in folded: [[UInt8]]) -> Range<Int>? {
        guard !words.isEmpty, folded.count > words.count else { return nil }
        return (1...(folded.count - words.count)).lazy
            .map { $0..<($0 + words.count) }
            .first { folded[$0].elementsEqual(words) }
    }

    /// `kUAH` → UAH.
    private static func glued(_ word: String) -> [UInt8]? {
        guard word.utf8.count == 4, "kKTк".contains(word[word.startIndex]) else { return nil }
        let code = word.dropFirst()
        guard code.allSatisfy({ $0.isASCII && $0.isUppercase }),
            CurrencyText.currency(folded: HeaderText.fold(String(code)))?.isListed == true
        else { return nil }
        return HeaderText.fold(String(code))
    }

    /// `amountCents` → `amount`, `Cents`; `kUAH` stays whole.
    private static func ofCases(_ word: Substring) -> [String] {
        if glued(String(word)) != nil { return [String(word)] }
        var parts: [String] = [""]
        var wasSmall = false
        for character in word {
            if wasSmall, character.isUppercase { parts.append("") }
            parts[parts.count - 1].append(character)
            wasSmall = character.isLowercase
        }
        return parts
    }

    private static func split(_ folded: [UInt8]) -> [[UInt8]] {
        folded.split(separator: 0x20).map(Array.init)
    }
}
