import Facts
import Scanning

extension MonobankItem {
    /// Reads the members of an item at once, as the API writes them: plain strings, whole numbers, truth values.
    ///
    /// Almost every item of a real file is such; token by token it would cost twice the time. Whatever is uncommon (an escape, a nested value, a
    /// key given twice, a value of another type, an item cut by the chunk's end) is left to the reading by tokens, which knows all of JSON and
    /// says what is wrong; what is accepted here is what that would accept.
    ///
    /// Items of one file are written alike: what stood between the values of those before is compared first, key, quotes, colon and
    /// blanks at once. Texts stay in `s`.
    ///
    /// - Parameters:
    ///   - start: offset behind the opening brace.
    ///   - isReserved: asked about keys that are none of an item's; true leaves the object to the reading by tokens.
    /// - Returns: offset of the closing brace; nil leaves the item half filled, to be reset.
    mutating func takeMembers(
        _ s: Span<UInt8>, from start: Int, isReserved: (Span<UInt8>) -> Bool
    ) -> Int? {
        var at = start
        var expected = 0
        isPlain = true
        while true {
            if passGap(s, at, isFirst: at == start, &expected) {
                let gap = expected &- 1
                at &+= gaps[gap].count
                guard let end = takeValue(s, at, as: gaps[gap].field) else { return nil }
                at = end
            } else {
                let before = at
                at = Self.behindBlanks(s, at)
                guard at < s.count else { return nil }
                if at > start {
                    if s[at] == UInt8(ascii: "}") { return at }
                    guard s[at] == UInt8(ascii: ",") else { return nil }
                    at = Self.behindBlanks(s, at + 1)
                }
                guard at < s.count, s[at] == UInt8(ascii: "\""),
                    let keyEnd = jsonPlainStringEnd(s, from: at + 1)
                else { return nil }
                let field = field(key: at + 1..<keyEnd, in: s)
                if field == nil, isReserved(s.extracting(at + 1..<keyEnd)) { return nil }
                at = Self.behindBlanks(s, keyEnd + 1)
                guard at < s.count, s[at] == UInt8(ascii: ":") else { return nil }
                at = Self.behindBlanks(s, at + 1)
                guard at < s.count, let end = takeValue(s, at, as: field) else { return nil }
                learn(s, before..<at, isFirst: before == start, field, at: &expected)
                at = end
            }
        }
    }

    /// What stands between two values, or before the first: at most 32 bytes, and whose value follows.
    struct Gap {
        fileprivate let words: SIMD4<UInt64>
        fileprivate let mask: SIMD4<UInt64>
        fileprivate let count: Int
        /// Has no comma.
        fileprivate let isFirst: Bool
        fileprivate let field: Field?
    }

    /// An item has some fifteen members; more ways to write them than this are not kept.
    private static let gapsMax = 32

    /// Whether the expected gap stands there or, members being left out, one of the next; the one behind it is then expected.
    private func passGap(
        _ s: Span<UInt8>, _ at: Int, isFirst: Bool, _ expected: inout Int
    ) -> Bool {
        guard at &+ 33 <= s.count else { return false }
        let raw = unsafe s.bytes
        let words = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: SIMD4<UInt64>.self)
        var number = expected
        while number < gaps.count, number < expected &+ 4 {
            let different = (words ^ gaps[number].words) & gaps[number].mask
            if different.x | different.y | different.z | different.w == 0,
                gaps[number].isFirst == isFirst
            {
                expected = number &+ 1
                return true
            }
            number &+= 1
        }
        return false
    }

    /// Keeps what stood between two values where it was not expected, before what was.
    private mutating func learn(
        _ s: Span<UInt8>, _ range: Range<Int>, isFirst: Bool, _ field: Field?,
        at expected: inout Int
    ) {
        guard range.count <= 32, gaps.count < Self.gapsMax else { return }
        var words = SIMD4<UInt64>.zero
        var mask = SIMD4<UInt64>.zero
        for (index, offset) in range.enumerated() {
            words[index / 8] |= UInt64(s[offset]) << UInt64(8 * (index % 8))
            mask[index / 8] |= 0xFF << UInt64(8 * (index % 8))
        }
        gaps.insert(
            Gap(words: words, mask: mask, count: range.count, isFirst: isFirst, field: field),
            at: expected)
        expected += 1
    }

    /// The offset behind the value at `at`; nil when it is uncommon.
    private mutating func takeValue(_ s: Span<UInt8>, _ at: Int, as field: Field?) -> Int? {
        switch s[at] {
        case UInt8(ascii: "\""):
            guard let end = jsonPlainStringEnd(s, from: at + 1) else { return nil }
            if let field {
                guard field.kind == .text, end - at <= Limits.fieldBytesMax,
                    put(textAt: at + 1..<end, as: field)
                else { return nil }
            }
            return end + 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            var end = at
            guard let number = Self.commonInteger(s, &end) else { return nil }
            if let field {
                guard field.kind == .integer, put(number, as: field) else { return nil }
            }
            return end
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            let isTrue = s[at] == UInt8(ascii: "t")
            let end = at + (isTrue ? 4 : 5)
            guard end <= s.count, s.extracting(at..<end).equals(isTrue ? "true" : "false") else {
                return nil
            }
            if let field {
                guard field.kind == .truth, put(isTrue, as: field) else { return nil }
            }
            return end
        default: return nil
        }
    }

    /// At most 18 digits without a leading zero, and `at` behind them; nil for every other number.
    private static func commonInteger(_ s: Span<UInt8>, _ at: inout Int) -> Int64? {
        let isNegative = s[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        let first = at
        var value: Int64 = 0
        while at &+ 8 <= s.count, at &- first < 17 {
            let (number, count) = digits(s, at)
            if count == 0 { break }
            var power: Int64 = 1
            if value > 0 { for _ in 0..<count { power &*= 10 } }
            value = value &* power &+ number
            at &+= count
            if count < 8 { break }
        }
        while at < s.count, s[at] &- UInt8(ascii: "0") < 10, at - first < 19 {
            value = value &* 10 &+ Int64(s[at] &- UInt8(ascii: "0"))
            at += 1
        }
        guard at > first, at - first <= 18, at < s.count,
            at == first + 1 || s[first] != UInt8(ascii: "0")
        else { return nil }
        switch s[at] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09:
            return isNegative ? -value : value
        default: return nil
        }
    }

    /// How many of the eight bytes at `at` are digits before the first that is none, and their number.
    private static func digits(_ s: Span<UInt8>, _ at: Int) -> (number: Int64, count: Int) {
        let raw = unsafe s.bytes
        let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
        let values = word.littleEndian ^ 0x3030_3030_3030_3030
        // Of a digit, 0 to 9, the sum stays below 0x80; what a larger one carries reaches only bytes behind it.
        let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount / 8
        if count == 0 { return (0, 0) }
        // Zeros in front, then neighbours are joined: digits, pairs, fours.
        var number = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        number = (number &* 10 &+ (number >> 8)) & 0x00FF_00FF_00FF_00FF
        number = (number &* 100 &+ (number >> 16)) & 0x0000_FFFF_0000_FFFF
        number = (number &* 10_000 &+ (number >> 32)) & 0xFFFF_FFFF
        return (Int64(truncatingIfNeeded: number), count)
    }

    private static func behindBlanks(_ s: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < s.count, s[at] <= 0x20,
            s[at] == 0x20 || s[at] == 0x0A || s[at] == 0x0D || s[at] == 0x09
        {
            at &+= 1
        }
        return at
    }
}
