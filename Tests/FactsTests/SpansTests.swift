import Facts
import Testing

@Suite struct `Spans` {
    private static let bytes = Array("0123456789abcdef".utf8)

    private func equals(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.span.equals(other.span) }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        Self.bytes.span.has(text, at: start)
    }

    @Test func `bytes are compared as a whole, the last of them too`() {
        for count in 0...Self.bytes.count {
            let whole = Array(Self.bytes[..<count])
            #expect(equals(whole, Array(whole)))
            #expect(!equals(whole, whole + [0]))
            for place in 0..<count {
                var other = whole
                other[place] ^= 1
                #expect(!equals(whole, other), "\(count) bytes, \(place)")
            }
        }
    }

    @Test(arguments: [0, 10, 13, 14, 16, 20, Int.max])
    func `a literal stands where all of it does, and nowhere outside`(start: Int) {
        #expect(has("abc", at: start) == (start == 10))
        #expect(has("", at: start) == (start <= Self.bytes.count))
    }

    @Test func `words have the first byte lowest`() {
        let span = Self.bytes.span
        let (first, second) = (span.word(at: 0), span.word(at: 8))
        #expect(first == 0x3736_3534_3332_3130)
        let half = span.half(at: 12)
        #expect(half == 0x6665_6463)
        let both = span.twoWords(at: 0)
        #expect(both == SIMD2(first, second))
        var copy = Self.bytes
        copy.append(word: second)
        #expect(copy == Self.bytes + Self.bytes[8...])
    }

    @Test func `nothing is read outside`() async {
        await #expect(processExitsWith: .failure) {
            _ = Array("0123456".utf8).span.word(at: 0)
        }
        await #expect(processExitsWith: .failure) {
            _ = Array("0123456789".utf8).span.half(at: 7)
        }
        await #expect(processExitsWith: .failure) {
            _ = Array("0123456789".utf8).span.word(at: -1)
        }
        await #expect(processExitsWith: .failure) {
            let literal: StaticString = "abc"
            _ = literal[3]
        }
    }
}
