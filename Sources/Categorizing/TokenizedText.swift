/// The tokens of a folded text, and their hashes as `rules/compile.py` computes them.
///
/// The tokens are on the heap: an inline array of three quarters of a kilobyte would be copied on
/// each access. Not copyable, because functions only read it.
internal struct TokenizedText: ~Copyable {
    struct Token {
        fileprivate let start32: UInt32
        /// No table has a word that long; a longer one is cut here and matches nothing.
        fileprivate let count16: UInt16
        fileprivate let letters16: UInt16
        let hash: UInt64

        var start: Int { Int(start32) }
        var end: Int { Int(start32) + Int(count16) }
        /// Characters, not bytes.
        var letters: Int { Int(letters16) }
        var range: Range<Int> { start..<end }
    }

    /// Descriptions name the merchant early; after the 48th word follow terms of a contract.
    static let tokensMax = 48

    private var tokens: [Token] = []

    var count: Int { tokens.count }

    /// - Complexity: O(*n*) in the bytes.
    init(_ folded: Span<UInt8>) {
        var at = 0
        let end = folded.count
        // A word with its space has at least seven bytes in most descriptions.
        tokens.reserveCapacity(min(end / 6 + 1, Self.tokensMax))
        while at < end, tokens.count < Self.tokensMax {
            if folded[at] == 0x20 {
                at &+= 1
                continue
            }
            let start = at
            var letters = 0
            var hash = Self.seed
            while at < end, folded[at] != 0x20 {
                let byte = folded[at]
                hash = Self.step(hash, byte)
                if byte & 0xC0 != 0x80 { letters &+= 1 }
                at &+= 1
            }
            tokens.append(
                Token(
                    start32: UInt32(truncatingIfNeeded: start),
                    count16: UInt16(clamping: at - start),
                    letters16: UInt16(clamping: letters), hash: hash))
        }
    }

    subscript(index: Int) -> Token { tokens[index] }

    /// Byte range of a run of tokens, with single spaces between them.
    func bytes(of run: Range<Int>) -> Range<Int> {
        self[run.lowerBound].start..<self[run.upperBound - 1].end
    }

    func letters(of run: Range<Int>) -> Int {
        var letters = 0
        for index in run { letters += self[index].letters }
        return letters
    }

    /// Where the name of a street ends that begins with a token: after the house's number if it
    /// follows soon, else after one word.
    func endOfAddress(behind first: Int, in folded: Span<UInt8>) -> Int {
        let last = min(count, first + Self.addressTokensMax)
        var index = first
        while index < last {
            if self[index].hasDigit(in: folded) { return index + 1 }
            index += 1
        }
        return min(count, first + 1)
    }

    /// A street's name of two words and the number.
    private static let addressTokensMax = 3

    /// FNV-1a.
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    @inline(__always)
    static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// The hash of a run one token longer; 0 is the empty run.
    @inline(__always)
    static func run(_ before: UInt64, _ token: UInt64) -> UInt64 {
        let turned = (before << 5) | (before >> 59)
        let mixed = (turned ^ token) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed >> 32)
    }
}

extension TokenizedText.Token {
    func equals(_ word: [UInt8], in folded: Span<UInt8>) -> Bool {
        range.count == word.count
            && word.indices.allSatisfy { folded[start + $0] == word[$0] }
    }

    func hasDigit(in folded: Span<UInt8>) -> Bool {
        range.contains { folded[$0] &- UInt8(ascii: "0") < 10 }
    }
}
