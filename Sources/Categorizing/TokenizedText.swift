/// Where the tokens of a folded text are, and their hashes as `rules/compile.py` computes them.
///
/// Not copyable: it is a kilobyte and a half, and every function only looks at it.
internal struct TokenizedText: ~Copyable {
    struct Token {
        var start: Int32 = 0
        var end: Int32 = 0
        /// Characters, not bytes.
        var letters: Int32 = 0
        var hash: UInt64 = 0

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// Descriptions name the merchant early; what follows the 64th word is terms of a contract.
    static let tokensMax = 64

    private(set) var count = 0
    private var tokens = InlineArray<64, Token>(repeating: Token())

    /// - Complexity: O(*n*) in the bytes.
    init(_ folded: Span<UInt8>) {
        var at = 0
        let end = folded.count
        while at < end, count < Self.tokensMax {
            if folded[at] == 0x20 {
                at &+= 1
                continue
            }
            var token = Token(start: Int32(truncatingIfNeeded: at))
            var hash = Self.seed
            while at < end, folded[at] != 0x20 {
                let byte = folded[at]
                hash = Self.step(hash, byte)
                if byte & 0xC0 != 0x80 { token.letters &+= 1 }
                at &+= 1
            }
            token.end = Int32(truncatingIfNeeded: at)
            token.hash = hash
            tokens[count] = token
            count &+= 1
        }
    }

    subscript(index: Int) -> Token { tokens[index] }

    /// Bytes of the run of tokens, single spaces between them.
    func bytes(of run: Range<Int>) -> Range<Int> {
        Int(tokens[run.lowerBound].start)..<Int(tokens[run.upperBound - 1].end)
    }

    func letters(of run: Range<Int>) -> Int {
        run.reduce(0) { $0 + Int(tokens[$1].letters) }
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
