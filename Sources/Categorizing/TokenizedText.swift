/// Where the tokens of a folded text are, and their hashes as `rules/compile.py` computes them.
///
/// Not copyable: it is three quarters of a kilobyte, and every function only looks at it.
internal struct TokenizedText: ~Copyable {
    struct Token {
        fileprivate var start32: UInt32 = 0
        /// No table has a word that long; a longer one is cut here and matches nothing.
        fileprivate var count16: UInt16 = 0
        fileprivate var letters16: UInt16 = 0
        var hash: UInt64 = 0

        var start: Int { Int(start32) }
        var end: Int { Int(start32) + Int(count16) }
        /// Characters, not bytes.
        var letters: Int { Int(letters16) }
        var range: Range<Int> { start..<end }
    }

    /// Descriptions name the merchant early; what follows the 48th word is terms of a contract.
    static let tokensMax = 48

    private(set) var count = 0
    private var tokens = InlineArray<48, Token>(repeating: Token())

    /// - Complexity: O(*n*) in the bytes.
    init(_ folded: Span<UInt8>) {
        var at = 0
        let end = folded.count
        while at < end, count < Self.tokensMax {
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
            let token = Token(
                start32: UInt32(truncatingIfNeeded: start), count16: UInt16(clamping: at - start),
                letters16: UInt16(clamping: letters), hash: hash)
            tokens[count] = token
            count &+= 1
        }
    }

    /// By a span: the array itself would be copied to look at one of its elements.
    subscript(index: Int) -> Token { tokens.span[index] }

    /// Bytes of the run of tokens, single spaces between them.
    func bytes(of run: Range<Int>) -> Range<Int> {
        self[run.lowerBound].start..<self[run.upperBound - 1].end
    }

    func letters(of run: Range<Int>) -> Int {
        var letters = 0
        for index in run { letters += self[index].letters }
        return letters
    }

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
