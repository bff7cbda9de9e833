import Facts
import Scanning

// ADVICE. This file is a second engine beside the grammar of JSON (`JSONTokenizer` and the frames
// of `MonobankJSONReader`). It reads the members of a common item in one pass and decides nothing
// alone: for all else it returns nil, and tokens read the same bytes again and report every error.
// Measured: 2.0 times as fast on an export of 55 MB, 32.0 instructions a byte
// instead of 43.8 (decision 0087); below 1.5 times it goes.
//
// When you change the grammar (a key, a kind of value, a limit, what makes an object an item), ask
// whether an item that this file accepts would now be read differently; if so, return nil for it.
// When you change this file, `MonobankJSONReaderTests` reads each of its texts both ways
// (`isTokenByToken`), and `verifyReader` cuts each at every byte.

extension MonobankItem {
    /// The fast path for an item as the API writes it: plain strings, integers, truth values.
    ///
    /// Almost every item is plain; the tokenizer would take twice the time. Anything uncommon (an
    /// escape, a nested value, a repeated key, a value of another type, an item cut by the chunk's
    /// end) is left to the tokenizer, which implements all of JSON and reports errors. Both accept
    /// the same items with the same values.
    ///
    /// Items of one file have the same format: the bytes between values (quotes, key, colon,
    /// blanks) are first compared with those of earlier items. Texts stay in `s`.
    ///
    /// - Parameters:
    ///   - start: offset after the opening brace.
    ///   - isReserved: called for unknown keys; true leaves the object to the tokenizer.
    /// - Returns: offset of the closing brace; nil leaves the item half filled, to be reset;
    ///   `isCut` is true if the bytes just ended.
    mutating func readMembers(
        _ s: Span<UInt8>, from start: Int, isReserved: (Span<UInt8>) -> Bool
    ) -> Int? {
        var at = start
        var expected = 0
        isPlain = true
        isCut = false
        while true {
            let taking = Self.readExpected(
                s, from: start, &at, gaps, &expected, into: &values, &given)
            filled = given
            switch taking {
            case .uncommon: return nil
            case .cut: return cut()
            case .taken: break
            }
            let before = at
            at = Self.afterBlanks(s, at)
            guard at < s.count else { return cut() }
            if at > start {
                if s[at] == UInt8(ascii: "}") { return at }
                guard s[at] == UInt8(ascii: ",") else { return nil }
                at = Self.afterBlanks(s, at + 1)
            }
            guard at < s.count else { return cut() }
            guard s[at] == UInt8(ascii: "\"") else { return nil }
            guard let keyEnd = jsonPlainStringEnd(s, from: at + 1) else {
                isCut = jsonStringIsCut(s, from: at + 1)
                return nil
            }
            let field = field(key: at + 1..<keyEnd, in: s)
            if field == nil, isReserved(s.extracting(at + 1..<keyEnd)) { return nil }
            at = Self.afterBlanks(s, keyEnd + 1)
            guard at < s.count else { return cut() }
            guard s[at] == UInt8(ascii: ":") else { return nil }
            at = Self.afterBlanks(s, at + 1)
            guard at < s.count else { return cut() }
            guard let (value, kind, end) = Self.plainValue(s, at) else {
                isCut = Self.valueIsCut(s, at)
                return nil
            }
            if let field {
                let bit = UInt32(1) << UInt32(field.rawValue)
                guard given & bit == 0, field.kind == kind else { return nil }
                given |= bit
                filled = given
                values[field.rawValue] = value
            }
            learn(s, before..<at, isFirst: before == start, field, at: &expected)
            at = end
        }
    }

    private mutating func cut() -> Int? {
        isCut = true
        return nil
    }

    /// The bytes between two values, or before the first: at most 32, and the field of the value
    /// that follows.
    struct Gap {
        fileprivate let words: SIMD4<UInt64>
        fileprivate let mask: SIMD4<UInt64>
        fileprivate let count: Int
        /// Has no comma.
        fileprivate let isFirst: Bool
        /// The field's bit and its index in the values; no bit if the value is skipped.
        fileprivate let bit: UInt32
        fileprivate let slot: Int
        fileprivate let kind: Field.Kind?
    }

    /// Bounds the gaps kept; an item has some fifteen members.
    private static let gapsMax = 32

    private enum Taking { case taken, uncommon, cut }

    /// Reads values after expected gaps or, if members are missing, after a later gap, until none
    /// of them matches at `at`.
    private static func readExpected(
        _ s: Span<UInt8>, from start: Int, _ at: inout Int, _ known: [Gap],
        _ expected: inout Int, into values: inout [Value], _ given: inout UInt32
    ) -> Taking {
        let gaps = known.span
        var slots = values.mutableSpan
        var position = at
        var next = expected
        var taken = given
        defer {
            at = position
            expected = next
            given = taken
        }
        while position &+ 33 <= s.count {
            let words = s.fourWords(at: position)
            let last = min(gaps.count, next &+ 4)
            var number = next
            while number < last {
                let different = (words ^ gaps[number].words) & gaps[number].mask
                if different.x | different.y | different.z | different.w == 0,
                    gaps[number].isFirst == (position == start)
                {
                    break
                }
                number &+= 1
            }
            if number == last { break }
            let valueAt = position &+ gaps[number].count
            guard let (value, kind, end) = Self.plainValue(s, valueAt) else {
                return Self.valueIsCut(s, valueAt) ? .cut : .uncommon
            }
            let bit = gaps[number].bit
            if bit != 0 {
                guard taken & bit == 0, gaps[number].kind == kind else { return .uncommon }
                taken |= bit
                slots[gaps[number].slot] = value
            }
            position = end
            next = number &+ 1
        }
        return .taken
    }

    /// Inserts an unexpected gap before the expected one.
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
            Gap(
                words: words, mask: mask, count: range.count, isFirst: isFirst,
                bit: field.map { 1 << UInt32($0.rawValue) } ?? 0, slot: field?.rawValue ?? 0,
                kind: field?.kind),
            at: expected)
        expected += 1
    }

    /// The value at `at` and the offset after it; nil if it is uncommon or cut.
    @inline(__always)
    private static func plainValue(
        _ s: Span<UInt8>, _ at: Int
    ) -> (value: Value, kind: Field.Kind, end: Int)? {
        switch s[at] {
        case UInt8(ascii: "\""):
            guard let quote = jsonPlainStringEnd(s, from: at &+ 1),
                quote &- at <= Limits.fieldBytesMax
            else { return nil }
            return (Value(at &+ 1..<quote), .text, quote &+ 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let (number, end) = commonInteger(s, at) else { return nil }
            return (Value(number), .integer, end)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            let isTrue = s[at] == UInt8(ascii: "t")
            let end = at &+ (isTrue ? 4 : 5)
            guard end <= s.count, s.extracting(at..<end).equals(isTrue ? "true" : "false") else {
                return nil
            }
            return (Value(isTrue ? 1 : 0), .truth, end)
        default: return nil
        }
    }

    /// Whether the text or number at `at` continues to the end of the bytes.
    private static func valueIsCut(_ s: Span<UInt8>, _ at: Int) -> Bool {
        if s[at] == UInt8(ascii: "\"") { return jsonStringIsCut(s, from: at + 1) }
        var end = s[at] == UInt8(ascii: "-") ? at + 1 : at
        while end < s.count, s[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        return end == s.count
    }

    /// An integer and the offset after it; nil for a leading zero, more than 18 digits, or another
    /// byte after it.
    @inline(__always)
    private static func commonInteger(_ s: Span<UInt8>, _ at: Int) -> (number: Int64, end: Int)? {
        let isNegative = s[at] == UInt8(ascii: "-")
        let first = isNegative ? at &+ 1 : at
        var end = first
        var value: Int64 = 0
        if first &+ 8 < s.count {
            let (number, count) = DigitWord.leading(of: s, at: first)
            value = number
            end &+= count
        }
        // Most numbers are shorter than eight digits.
        if end == first || end == first &+ 8 {
            while end < s.count, s[end] &- UInt8(ascii: "0") < 10, end &- first < 19 {
                value = value &* 10 &+ Int64(s[end] &- UInt8(ascii: "0"))
                end &+= 1
            }
        }
        guard end > first, end &- first <= 18, end < s.count,
            end == first &+ 1 || s[first] != UInt8(ascii: "0")
        else { return nil }
        switch s[end] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09:
            return (isNegative ? 0 &- value : value, end)
        default: return nil
        }
    }

    static func afterBlanks(_ s: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < s.count, s[at] <= 0x20,
            s[at] == 0x20 || s[at] == 0x0A || s[at] == 0x0D || s[at] == 0x09
        {
            at &+= 1
        }
        return at
    }
}
