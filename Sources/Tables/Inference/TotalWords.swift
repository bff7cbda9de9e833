internal import Facts
internal import Scanning
internal import Reading

/// Distinguishes the label of a total (`Total for February`, `Разом за місяць`) from the name of a
/// shop with its word (`TOTAL 1234 Warszawa`).
struct TotalWords: Sendable {
    enum Label {
        /// Only a word for totals; shops have such names too.
        case bare
        /// With the period or account that it totals.
        case whole
        /// At one end of a longer text.
        case part
    }

    /// Wordings of totals, word by word, by first word.
    private let totals: [[UInt8]: [[[UInt8]]]]
    /// Words that mean a total only beside a period or account.
    private let sums: Set<[UInt8]>
    private let of: Set<[UInt8]>
    private let between: Set<[UInt8]>

    /// Length and ends of the words of totals, a fast filter: most texts have none of them.
    private let shapes: Set<Int>

    /// A longer text is no label.
    private static let wordsMax = 16

    init(totals: [[UInt8]], sums: [[UInt8]], of: [[UInt8]], between: [[UInt8]]) {
        var wordings: [[UInt8]: [[[UInt8]]]] = [:]
        for total in totals {
            let words = Self.split(total)
            if let first = words.first { wordings[first, default: []].append(words) }
        }
        self.totals = wordings
        self.sums = Set(sums)
        self.of = Set(of)
        self.between = Set(between)
        shapes = Set(
            (Array(wordings.keys) + sums).compactMap { word in
                word.indices.last.map { Self.shape(of: word, 0..<($0 + 1)) }
            })
    }

    private static func shape(of text: [UInt8], _ word: Range<Int>) -> Int {
        word.count << 16 | Int(text[word.lowerBound]) << 8 | Int(text[word.upperBound - 1])
    }

    /// Whether a word of a folded text may be a total's.
    func mayHold(_ folded: [UInt8]) -> Bool {
        var start = 0
        for index in 0...folded.count where index == folded.count || folded[index] == 0x20 {
            if start < index, shapes.contains(Self.shape(of: folded, start..<index)) {
                return true
            }
            start = index + 1
        }
        return false
    }

    private struct Word {
        let folded: [UInt8]
        let isMonth: Bool
        let digits: Int
        let isCode: Bool
        let value: Int
    }

    func label(_ cell: String) -> Label? {
        let words = Self.words(of: cell)
        guard !words.isEmpty, words.count <= Self.wordsMax else { return nil }
        var rest: [Word] = []
        var hasTotal = false
        var isAtEnd = false
        var index = 0
        while index < words.count {
            if let length = totalLength(words[index...]) {
                hasTotal = true
                isAtEnd = isAtEnd || index == 0 || index + length == words.count
                index += length
            } else {
                rest.append(words[index])
                index += 1
            }
        }
        let isOther = rest.contains { !isBeside($0) }
        let isOf = rest.contains { $0.isMonth || of.contains($0.folded) }
        let hasAccount = rest.contains { of.contains($0.folded) }
        let hasNumbers = rest.contains { $0.isCode || $0.digits > 0 }
        // A single number may be a shop's; years and days are a period's, others an account's.
        let areDays = !rest.contains { $0.isCode || $0.digits > 4 } && Self.areDays(rest)
        let isLabel = !isOther && (!hasNumbers || areDays || hasAccount)
        guard hasTotal else {
            // `Сума за місяць`.
            let isSum = rest.contains { sums.contains($0.folded) }
            return isSum && isLabel && (isOf || areDays && hasNumbers) ? .whole : nil
        }
        if isLabel { return isOf || hasNumbers ? .whole : .bare }
        return isAtEnd ? .part : nil
    }

    private func totalLength(_ words: ArraySlice<Word>) -> Int? {
        guard let first = words.first else { return nil }
        return (totals[first.folded] ?? []).filter { wording in
            wording.count <= words.count
                && zip(wording, words).allSatisfy { $0 == $1.folded }
        }.map(\.count).max()
    }

    /// Whether all words after the first `count` belong to a period, an account or a currency.
    func isBeside(_ cell: String, after count: Int) -> Bool {
        Self.words(of: cell).dropFirst(count).allSatisfy(isBeside)
    }

    private func isBeside(_ word: Word) -> Bool {
        word.isMonth || word.isCode || word.digits > 0 || of.contains(word.folded)
            || between.contains(word.folded) || sums.contains(word.folded)
            || CurrencyText.currency(folded: word.folded).map(\.isListed) ?? false
    }

    /// Whether the numbers beside a total are days, months and years.
    private static func areDays(_ rest: [Word]) -> Bool {
        let numbers = rest.filter { $0.digits > 0 }
        let years = numbers.filter { $0.digits == 4 && (1990...2100).contains($0.value) }
        let small = numbers.filter { $0.digits <= 2 && $0.value <= 31 }
        guard years.count + small.count == numbers.count else { return false }
        return small.isEmpty || !years.isEmpty || rest.contains(where: \.isMonth)
            || small.count.isMultiple(of: 3)
    }

    // MARK: words

    private static func words(of cell: String) -> [Word] {
        cell.split { !($0.isLetter || $0.isNumber || "'’ʼ*•".contains($0)) }.flatMap { part in
            let text = String(part)
            return split(HeaderText.fold(text)).map { folded in
                let digits = folded.count { $0 &- 0x30 < 10 }
                return Word(
                    folded: folded, isMonth: MonthNames.isMonth(text),
                    digits: digits == folded.count ? digits : 0,
                    isCode: digits > 0 && digits < folded.count || text.contains("*"),
                    value: digits == folded.count && digits <= 4
                        ? Int(String(decoding: folded, as: UTF8.self)) ?? 0 : 0)
            }
        }
    }

    private static func split(_ folded: [UInt8]) -> [[UInt8]] {
        folded.split(separator: 0x20).map(Array.init)
    }
}
