import Testing

@testable import Scanning

@Suite struct `The digest of a content` {
    private static func content(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: StableHash.mix(UInt64($0))) }
    }

    /// As it is defined: two hashes of each 256 KiB.
    private static func defined(_ content: [UInt8]) -> [UInt64] {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for start in stride(from: 0, to: content.count, by: 262_144) {
            let chunk = content.span.extracting(start..<min(start + 262_144, content.count))
            high = StableHash.combine(high, StableHash.hash(chunk, seed: 3))
            low = StableHash.combine(low, StableHash.hash(chunk, seed: 4))
        }
        return [high, low]
    }

    @Test(arguments: [0, 1, 7, 8, 9, 1_000, 262_143, 262_144, 262_145, 600_001])
    func `is the same in any pieces`(count: Int) {
        let content = Self.content(count)
        for longest in [1, 3, 8, 4_096, 131_072, 300_000, 700_000] where count / longest < 10_000 {
            var digest = ContentDigest(size: count)
            var at = 0
            while at < count {
                #expect(digest.value == nil)
                let length = 1 + (at &* 7_919) % longest
                let end = min(count, at + length)
                digest.feed(content.span.extracting(at..<end), at: at)
                at = end
            }
            #expect(digest.value.map { [$0.high, $0.low] } == Self.defined(content))
        }
    }

    @Test func `takes a beginning once, however often it is read`() {
        let content = Self.content(10_000)
        var digest = ContentDigest(size: 10_000)
        for end in [100, 4_000, 50, 7_001, 10_000] {
            digest.feed(content.span.extracting(..<end), at: 0)
        }
        #expect(digest.value.map { [$0.high, $0.low] } == Self.defined(content))
    }

    @Test func `is none of a content with a gap, or with more bytes than it had`() {
        let content = Self.content(1_000)
        var gap = ContentDigest(size: 1_000)
        gap.feed(content.span.extracting(..<500), at: 0)
        gap.feed(content.span.extracting(501...), at: 501)
        #expect(gap.value == nil)
        var grown = ContentDigest(size: 999)
        grown.feed(content.span, at: 0)
        #expect(grown.value == nil)
    }
}
