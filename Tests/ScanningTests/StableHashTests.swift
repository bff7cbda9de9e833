import Testing

@testable import Scanning

@Suite struct `Stable hash` {
    /// These answers are in people's files. If this test fails, the code is wrong, not the test.
    @Test(
        arguments: [
            ("", 0, 0x5E00_046C_AF18_2FA8),
            ("", 1, 0x7A9F_007A_2DA7_9FD9),
            ("a", 0, 0x7D03_E64D_746B_8BB5),
            ("a", 1, 0x78DA_4188_EC53_81EB),
            ("abcdefgh", 0, 0x88E6_C728_0788_980F),
            ("abcdefghi", 0, 0x4839_75FC_6638_735B),
            ("UA213223130000026007233566001", 20250314, 0xA2C8_08BD_55C0_6196),
            ("Сільпо", 0, 0x29AA_9E89_FDBB_F276),
        ] as [(String, UInt64, UInt64)])
    func `never changes`(_ text: String, _ seed: UInt64, _ expected: UInt64) {
        #expect(StableHash.hash(text.utf8.span, seed: seed) == expected)
    }

    @Test func `two texts side by side have the hashes they have alone`() {
        let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        for one in 0..<60 {
            for other in 0..<60 {
                let a = bytes.span.extracting(0..<one)
                let b = bytes.span.extracting(40..<(40 + other))
                let found = StableHash.hashes(a, b, seed: 8)
                #expect(found.0 == StableHash.hash(a, seed: 8))
                #expect(found.1 == StableHash.hash(b, seed: 8))
            }
        }
    }

    @Test func `mix and combine never change`() {
        #expect(StableHash.mix(0) == 0)
        #expect(StableHash.mix(1) == 0x3AB1_9E53_2E8E_3395)
        #expect(StableHash.combine(1, 2) == 0xB69C_3E85_3BF4_7684)
    }

    @Test func `order, length and zero bytes count`() {
        #expect(StableHash.combine(1, 2) != StableHash.combine(2, 1))
        var seen: Set<UInt64> = []
        for count in 0..<100 {
            let zeros = [UInt8](repeating: 0, count: count)
            #expect(seen.insert(StableHash.hash(zeros.span, seed: 0)).inserted)
        }
    }

    @Test func `a bit of input moves about half of the output`() {
        let bytes = Array("UA213223130000026007233566001".utf8)
        let whole = StableHash.hash(bytes.span, seed: 7)
        for bit in 0..<(bytes.count * 8) {
            var other = bytes
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            let moved = (StableHash.hash(other.span, seed: 7) ^ whole).nonzeroBitCount
            #expect((12...52).contains(moved))
        }
    }
}

@Suite struct `Text interner` {
    @Test func `equal texts get one number, in order of appearance`() {
        var interner = TextInterner()
        let words = (0..<5000).map { "слово \($0 % 1700)" }
        for (index, word) in words.enumerated() {
            let id = interner.intern(word.utf8.span)
            #expect(Int(id) == index % 1700)
            #expect(Array(interner.storage[interner.bytes(of: id)]) == Array(word.utf8))
        }
        #expect(interner.id(of: words[1699].utf8.span) == 1699)
        #expect(interner.id(of: "слово 1700".utf8.span) == nil)
        #expect(interner.count == 1700)
        #expect(interner.intern("".utf8.span) == 1700)
        #expect(interner.intern("".utf8.span) == 1700)
        #expect(interner.bytes(of: 1700).isEmpty)
    }
}

@Suite struct `Terminal text` {
    @Test(arguments: [
        ("Сільпо — 5", "Сільпо — 5"), ("a\u{1B}[31mb", "a\\u{1B}[31mb"),
        ("a\nb\r\t", "a\\u{A}b\\u{D}\\u{9}"),
        ("\u{202E}x\u{2066}", "\\u{202E}x\\u{2066}"), ("a\u{200B}\u{FEFF}", "a\\u{200B}\\u{FEFF}"),
        ("\u{9B}31m\u{7F}", "\\u{9B}31m\\u{7F}"), ("\u{2028}", "\\u{2028}"), ("a\\b", "a\\b"),
        ("\\u{1B}", "\\u{5C}u{1B}"), ("\u{E0041}", "\\u{E0041}"), ("\0", "\\u{0}"), ("", ""),
    ])
    func `what could move or hide text is made visible`(_ text: String, _ expected: String) {
        #expect(escapedForTerminal(text) == expected)
    }

    @Test(arguments: [
        ("", 0), ("Сільпо", 6), ("й\u{301}", 1), ("日本", 4), ("👍", 2), ("é", 1), ("e\u{301}", 1),
        ("₴", 1), ("ｶ", 1), ("Ａ", 2), ("가", 2), ("a\u{200B}b", 2), ("\u{1F1FA}", 2),
    ])
    func `columns are those of a terminal`(_ text: String, _ columns: Int) {
        #expect(displayColumns(text) == columns)
    }
}
