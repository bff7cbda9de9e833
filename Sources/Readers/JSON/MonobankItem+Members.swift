import Facts
import Scanning

extension MonobankItem {
    /// Reads the members of an item at once, as the API writes them: plain strings, whole numbers, truth values.
    ///
    /// Almost every item of a real file is such; token by token it would cost twice the time. Whatever is uncommon (an escape, a nested value, a
    /// key given twice, a value of another type, an item cut by the chunk's end) is left to the reading by tokens, which knows all of JSON and
    /// says what is wrong; what is accepted here is what that would accept.
    ///
    /// - Parameters:
    ///   - start: offset behind the opening brace.
    ///   - isReserved: asked about keys that are none of an item's; true leaves the object to the reading by tokens.
    /// - Returns: offset of the closing brace; nil leaves the item half filled, to be reset.
    mutating func takeMembers(
        _ s: Span<UInt8>, from start: Int, isReserved: (Span<UInt8>) -> Bool
    ) -> Int? {
        var at = start
        while true {
            at = Self.behindBlanks(s, at)
            guard at < s.count, s[at] == UInt8(ascii: "\"") else { return nil }
            guard let keyEnd = jsonPlainStringEnd(s, from: at + 1) else { return nil }
            let field = field(key: at + 1..<keyEnd, in: s)
            if field == nil, isReserved(s.extracting(at + 1..<keyEnd)) { return nil }
            at = Self.behindBlanks(s, keyEnd + 1)
            guard at < s.count, s[at] == UInt8(ascii: ":") else { return nil }
            at = Self.behindBlanks(s, at + 1)
            guard at < s.count, let end = takeValue(s, at, as: field) else { return nil }
            at = Self.behindBlanks(s, end)
            guard at < s.count else { return nil }
            if s[at] == UInt8(ascii: "}") { return at }
            guard s[at] == UInt8(ascii: ",") else { return nil }
            at += 1
        }
    }

    /// The offset behind the value at `at`; nil when it is uncommon.
    private mutating func takeValue(_ s: Span<UInt8>, _ at: Int, as field: Field?) -> Int? {
        switch s[at] {
        case UInt8(ascii: "\""):
            guard let end = jsonPlainStringEnd(s, from: at + 1) else { return nil }
            if let field {
                guard field.kind == .text, end - at <= Limits.fieldBytesMax,
                    put(s.extracting(at + 1..<end), as: field)
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
