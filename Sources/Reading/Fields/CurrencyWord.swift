internal import Facts
internal import Scanning

/// Accumulates a word beside a number without allocation, and tests whether it is a currency's.
///
/// Only these words may be skipped: `тис`, `коп`, `k`, `%` change the number's meaning.
/// - Source: ISO 4217 for codes; words as printed by statements of our markets.
struct CurrencyWord {
    enum Side {
        case none, debit, credit
    }

    /// Length of the longest known word.
    private static let lettersMax = 12

    private(set) var count = 0
    /// Lowercase letters, ten bits each, the latest lowest; the key for comparison.
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Latin letters, also accented, and Cyrillic ones.
    static func isLetter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F, 0x400...0x52F: true
        default: false
        }
    }

    /// Currency signs, and letters used alone as such.
    static func isSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x24, 0xA3, 0xA5, 0x0E3F, 0x20A0...0x20CF, 0x5143, 0x5186, 0xFF04, 0xFFE1, 0xFFE5: true
        default: false
        }
    }

    mutating func append(_ scalar: UInt32) {
        count += 1
        high = high << 10 | low >> 50
        low = (low << 10 | UInt64(Self.small(scalar) & 0x3FF)) & (1 << 60 - 1)
    }

    /// Bits that differ for all letters of `isLetter`: those below U+0180 and those of U+0400 to
    /// U+052F.
    private static func small(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x41...0x5A, 0xC0...0xDE: scalar | 0x20
        case 0x100...0x137, 0x14A...0x177: scalar | 1
        case 0x139...0x148, 0x179...0x17E: scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x410...0x42F: 0x200 + scalar - 0x400 + 0x20
        case 0x400...0x40F: 0x200 + scalar - 0x400 + 0x50
        case 0x460...0x52F: 0x200 + (scalar | 1) - 0x400
        case 0x430...0x45F: 0x200 + scalar - 0x400
        default: scalar
        }
    }

    /// `DR` and the like, even if a currency has the same word.
    var side: Side {
        guard count <= 3 else { return .none }
        if Self.debitWords.contains(self) { return .debit }
        return Self.creditWords.contains(self) ? .credit : .none
    }

    /// - Parameter beforeDollar: a `$` follows directly: `US$`, `R$`.
    func isCurrency(beforeDollar: Bool) -> Bool {
        if count > Self.lettersMax { return false }
        if beforeDollar, count <= 2 { return Self.dollarWords.contains(self) }
        if count == 3, let code = Currency(letters: low), code.isListed { return true }
        return Self.words.contains(self)
    }

    private init(_ text: String) {
        self.init()
        for scalar in text.unicodeScalars { append(scalar.value) }
    }

    init() {}

    private static let debitWords = ["dr", "db", "d", "дт", "дб", "д"].map(CurrencyWord.init)
    private static let creditWords = ["cr", "c", "кт", "кр", "к"].map(CurrencyWord.init)
    private static let dollarWords = [
        "us", "a", "au", "c", "ca", "hk", "nt", "s", "nz", "r", "mx", "mn", "j", "b",
    ].map(CurrencyWord.init)

    private static let words = Set(
        WrittenValues.of("unit").flatMap { $0.split(separator: " ") }
            .map { CurrencyWord(String($0)) })
}

extension CurrencyWord: Hashable {}

extension Currency {
    /// Three lowercase letters of a `CurrencyWord`.
    fileprivate init?(letters: UInt64) {
        var packed: UInt32 = 0
        for shift in [20, 10, 0] as [UInt64] {
            let letter = UInt32(truncatingIfNeeded: letters >> shift) & 0x3FF
            guard (0x61...0x7A).contains(letter) else { return nil }
            packed = packed << 8 | (letter & 0xDF)
        }
        self.init(packed: packed)
    }
}
