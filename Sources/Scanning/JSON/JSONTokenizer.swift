internal import CScan
internal import Facts

@usableFromInline package enum JSONTokenKind: UInt8, Sendable, Equatable {
    case beginObject, endObject, beginArray, endArray
    case key, string, integer, decimal
    case `true`, `false`, null
    case end
    /// The token is cut: call again from the same place with more bytes.
    case needMore

    /// Compared for every token, in other modules: the synthesized one would be called through its
    /// witness.
    @inlinable
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// One token: its kind and its byte range in the given span. The range of a key or string excludes
/// the quotes and is raw; see ``JSONTokenizer/unescape(_:into:)``.
package struct JSONToken: Sendable, Equatable {
    package let kind: JSONTokenKind
    package let start: Int
    package let end: Int
    package let hasEscapes: Bool
}

/// An error in a JSON text, and the offset of the first wrong byte in the given span.
package struct JSONError: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case unexpectedByte, unexpectedEnd
        case badNumber, badLiteral, badEscape, loneSurrogate, controlInString, notUTF8
        case tooDeep, stringTooLong, numberTooLong
        case duplicateKey, trailingBytes
    }
    package let kind: Kind
    package let offset: Int

    package init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

/// Splits JSON (RFC 8259, strictly) into tokens, over chunks of any size.
///
/// Holds only integers; the caller owns the buffer and passes the bytes not yet consumed and the
/// offset to continue from. Commas and colons are checked and skipped. A UTF-8 byte-order mark at
/// the very start is skipped. Strings are checked for controls, escapes and UTF-8, so a returned
/// token is valid even if nothing reads it.
///
/// - Complexity: O(*n*) in the bytes; a cut token is read again from its start.
package struct JSONTokenizer: Sendable {
    /// Bank exports nest five deep; deeper nesting would attack code that recurses later.
    package static let depthMax = 64
    /// Memos reach kilobytes; a missing quote must not use up the memory.
    package static let stringBytesMax = 1 << 20
    /// The longest double printed exactly has 767 digits; no bank needs them.
    package static let numberBytesMax = 1024

    private enum Expecting {
        case start, value, firstElement, firstKey, key, colon, commaOrEnd, done
    }

    private let allowsManyValues: Bool
    private let depthMax: Int
    private let stringBytesMax: Int
    private var expecting = Expecting.start
    /// Bit per open container, innermost lowest: 1 an object, 0 an array.
    private var objects: UInt64 = 0
    package private(set) var depth = 0

    /// - Parameter allowsManyValues: several top-level values one after another, as in JSON Lines.
    package init(
        allowsManyValues: Bool = false, depthMax: Int = JSONTokenizer.depthMax,
        stringBytesMax: Int = JSONTokenizer.stringBytesMax
    ) {
        self.allowsManyValues = allowsManyValues
        self.depthMax = min(depthMax, 64)
        self.stringBytesMax = stringBytesMax
    }

    /// The next token at or after `offset`; moves `offset` past it.
    ///
    /// `.needMore` leaves `offset` at the start of the cut token; pass a span that starts there or
    /// earlier and has more bytes. With `final` no more bytes follow, and a cut token is an error.
    package mutating func next(
        _ s: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(JSONError) -> JSONToken {
        if expecting == .start {
            guard try skipMark(s, at: &offset, final: final) else {
                return token(.needMore, offset, offset)
            }
        }
        while true {
            while offset < s.count, isWhitespace(s[offset]) { offset += 1 }
            guard offset < s.count else {
                guard final else { return token(.needMore, offset, offset) }
                if expecting == .done || (allowsManyValues && depth == 0) {
                    return token(.end, offset, offset)
                }
                throw JSONError(kind: .unexpectedEnd, offset: offset)
            }
            let byte = s[offset]
            switch expecting {
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw unexpected(offset) }
                expecting = .value
                offset += 1
            case .commaOrEnd:
                if byte == UInt8(ascii: ",") {
                    expecting = isInObject ? .key : .value
                    offset += 1
                } else {
                    return try close(byte, at: &offset)
                }
            case .firstKey, .key:
                if byte == UInt8(ascii: "\"") {
                    return try string(s, at: &offset, final: final, kind: .key)
                }
                guard expecting == .firstKey else { throw unexpected(offset) }
                return try close(byte, at: &offset)
            case .firstElement where byte == UInt8(ascii: "]"):
                return try close(byte, at: &offset)
            case .done where !allowsManyValues:
                throw JSONError(kind: .trailingBytes, offset: offset)
            case .start, .value, .firstElement, .done:
                return try value(s, at: &offset, final: final)
            }
        }
    }

    /// To be called when the caller has read the members of the object just begun: its closing
    /// brace follows.
    package mutating func membersWereRead() {
        if expecting == .firstKey { expecting = .commaOrEnd }
    }

    private func token(
        _ kind: JSONTokenKind, _ start: Int, _ end: Int, hasEscapes: Bool = false
    ) -> JSONToken {
        JSONToken(kind: kind, start: start, end: end, hasEscapes: hasEscapes)
    }

    private func unexpected(_ offset: Int) -> JSONError {
        JSONError(kind: .unexpectedByte, offset: offset)
    }

    private func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private var isInObject: Bool { objects & 1 == 1 }

    /// False while the bytes are too few to recognise a byte-order mark.
    private mutating func skipMark(
        _ s: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(JSONError) -> Bool {
        guard offset < s.count else {
            if final { expecting = allowsManyValues ? .done : .value }
            return final
        }
        if s[offset] == 0xEF {
            guard s.count - offset >= 3 else {
                guard final else { return false }
                throw unexpected(offset)
            }
            guard s[offset + 1] == 0xBB, s[offset + 2] == 0xBF else { throw unexpected(offset) }
            offset += 3
        }
        expecting = allowsManyValues ? .done : .value
        return true
    }

    private mutating func value(
        _ s: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(JSONError) -> JSONToken {
        switch s[offset] {
        case UInt8(ascii: "{"): return try open(.beginObject, at: &offset)
        case UInt8(ascii: "["): return try open(.beginArray, at: &offset)
        case UInt8(ascii: "\""): return try string(s, at: &offset, final: final, kind: .string)
        case UInt8(ascii: "t"):
            return try literal("true", .true, s, at: &offset, final: final)
        case UInt8(ascii: "f"):
            return try literal("false", .false, s, at: &offset, final: final)
        case UInt8(ascii: "n"):
            return try literal("null", .null, s, at: &offset, final: final)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number(s, at: &offset, final: final)
        default: throw unexpected(offset)
        }
    }

    private mutating func open(
        _ kind: JSONTokenKind, at offset: inout Int
    ) throws(JSONError) -> JSONToken {
        guard depth < depthMax else { throw JSONError(kind: .tooDeep, offset: offset) }
        depth += 1
        objects = (objects << 1) | (kind == .beginObject ? 1 : 0)
        expecting = kind == .beginObject ? .firstKey : .firstElement
        offset += 1
        return token(kind, offset - 1, offset)
    }

    private mutating func close(
        _ byte: UInt8, at offset: inout Int
    ) throws(JSONError) -> JSONToken {
        let isObject = isInObject
        guard depth > 0, byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw unexpected(offset)
        }
        depth -= 1
        objects >>= 1
        offset += 1
        valueEnded()
        return token(isObject ? .endObject : .endArray, offset - 1, offset)
    }

    private mutating func valueEnded() { expecting = depth == 0 ? .done : .commaOrEnd }

    private mutating func literal(
        _ word: StaticString, _ kind: JSONTokenKind, _ s: Span<UInt8>, at offset: inout Int,
        final: Bool
    ) throws(JSONError) -> JSONToken {
        let count = word.utf8CodeUnitCount
        let available = min(count, s.count - offset)
        for index in 0..<available where s[offset + index] != word[index] {
            throw JSONError(kind: .badLiteral, offset: offset + index)
        }
        let end = offset + count
        guard end < s.count || (final && end == s.count) else {
            if final { throw JSONError(kind: .unexpectedEnd, offset: s.count) }
            return token(.needMore, offset, offset)
        }
        try checkBehind(s, end, .badLiteral)
        defer { offset = end }
        valueEnded()
        return token(kind, offset, end)
    }

    /// Numbers and literals must be separated from what follows.
    private func checkBehind(
        _ s: Span<UInt8>, _ end: Int, _ kind: JSONError.Kind
    ) throws(JSONError) {
        guard end < s.count else { return }
        let byte = s[end]
        guard
            isWhitespace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
                || byte == UInt8(ascii: "}")
        else { throw JSONError(kind: kind, offset: end) }
    }

    private mutating func number(
        _ s: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(JSONError) -> JSONToken {
        let start = offset
        var at = start
        var isDecimal = false
        if s[at] == UInt8(ascii: "-") { at += 1 }
        let firstDigit = at
        at = skipDigits(s, at)
        if at > firstDigit + 1, s[firstDigit] == UInt8(ascii: "0") {
            throw JSONError(kind: .badNumber, offset: firstDigit)
        }
        var digits = at - firstDigit
        if digits > 0, at < s.count, s[at] == UInt8(ascii: ".") {
            isDecimal = true
            at += 1
            let from = at
            at = skipDigits(s, at)
            digits = at - from
        }
        if digits > 0, at < s.count, s[at] | 0x20 == UInt8(ascii: "e") {
            isDecimal = true
            at += 1
            if at < s.count, s[at] == UInt8(ascii: "+") || s[at] == UInt8(ascii: "-") { at += 1 }
            let from = at
            at = skipDigits(s, at)
            digits = at - from
        }
        guard at - start <= Self.numberBytesMax else {
            throw JSONError(kind: .numberTooLong, offset: start)
        }
        if at == s.count, !final { return token(.needMore, start, start) }
        guard digits > 0 else {
            throw JSONError(kind: at == s.count ? .unexpectedEnd : .badNumber, offset: at)
        }
        try checkBehind(s, at, .badNumber)
        offset = at
        valueEnded()
        return token(isDecimal ? .decimal : .integer, start, at)
    }

    private func skipDigits(_ s: Span<UInt8>, _ from: Int) -> Int {
        var at = from
        while at < s.count, s[at] &- UInt8(ascii: "0") < 10 { at += 1 }
        return at
    }

    private mutating func string(
        _ s: Span<UInt8>, at offset: inout Int, final: Bool, kind: JSONTokenKind
    ) throws(JSONError) -> JSONToken {
        let start = offset + 1
        var at = start
        var hasEscapes = false
        var high: CInt = 0
        while true {
            at = ByteMarks.jsonStop(in: s, from: at, &high)
            guard at - start <= stringBytesMax else {
                throw JSONError(kind: .stringTooLong, offset: offset)
            }
            guard at < s.count else { return try cut(s, offset, final) }
            switch s[at] {
            case UInt8(ascii: "\""):
                if high != 0, let bad = firstInvalidUTF8(s.extracting(start..<at)) {
                    throw JSONError(kind: .notUTF8, offset: start + bad)
                }
                offset = at + 1
                if kind == .key { expecting = .colon } else { valueEnded() }
                return token(kind, start, at, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                guard let end = try escapeEnd(s, at) else { return try cut(s, offset, final) }
                at = end
            default: throw JSONError(kind: .controlInString, offset: at)
            }
        }
    }

    private func cut(_ s: Span<UInt8>, _ offset: Int, _ final: Bool) throws(JSONError) -> JSONToken
    {
        if final { throw JSONError(kind: .unexpectedEnd, offset: s.count) }
        return token(.needMore, offset, offset)
    }

    /// The offset after the escape at `at` (both halves of a pair), or nil when it is cut.
    private func escapeEnd(_ s: Span<UInt8>, _ at: Int) throws(JSONError) -> Int? {
        guard at + 1 < s.count else { return nil }
        guard s[at + 1] == UInt8(ascii: "u") else {
            guard Self.simpleEscape(s[at + 1]) != nil else {
                throw JSONError(kind: .badEscape, offset: at)
            }
            return at + 2
        }
        guard let unit = try Self.codeUnit(s, at) else { return nil }
        if unit & 0xFC00 == 0xDC00 { throw JSONError(kind: .loneSurrogate, offset: at) }
        guard unit & 0xFC00 == 0xD800 else { return at + 6 }
        guard at + 6 < s.count else { return nil }
        guard s[at + 6] == UInt8(ascii: "\\") else {
            throw JSONError(kind: .loneSurrogate, offset: at)
        }
        guard at + 7 < s.count else { return nil }
        guard s[at + 7] == UInt8(ascii: "u") else {
            throw JSONError(kind: .loneSurrogate, offset: at)
        }
        guard let low = try Self.codeUnit(s, at + 6) else { return nil }
        guard low & 0xFC00 == 0xDC00 else { throw JSONError(kind: .loneSurrogate, offset: at) }
        return at + 12
    }

    private static func simpleEscape(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The code unit of `\uXXXX` at `at`, nil when it is cut.
    private static func codeUnit(_ s: Span<UInt8>, _ at: Int) throws(JSONError) -> UInt32? {
        var unit: UInt32 = 0
        for index in (at + 2)..<(at + 6) {
            guard index < s.count else { return nil }
            guard let digit = s[index].hexDigit else {
                throw JSONError(kind: .badEscape, offset: at)
            }
            unit = (unit << 4) | UInt32(digit)
        }
        return unit
    }

    /// Appends the text of a raw key or string token, as UTF-8.
    ///
    /// - Throws: a bad escape, a lone surrogate, invalid UTF-8; offsets are in `s`.
    package static func unescape(
        _ s: Span<UInt8>, into out: inout [UInt8]
    ) throws(JSONError) {
        if let bad = firstInvalidUTF8(s) { throw JSONError(kind: .notUTF8, offset: bad) }
        let reader = JSONTokenizer()
        var at = 0
        var copied = 0
        while at < s.count {
            guard s[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            out.append(s.extracting(copied..<at))
            guard let end = try reader.escapeEnd(s, at) else {
                throw JSONError(kind: .badEscape, offset: at)
            }
            if end - at == 2 {
                if let byte = simpleEscape(s[at + 1]) { out.append(byte) }
            } else if var scalar = try codeUnit(s, at) {
                if end - at == 12, let low = try codeUnit(s, at + 6) {
                    scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
                }
                appendUTF8(scalar, to: &out)
            }
            at = end
            copied = end
        }
        out.append(s.extracting(copied..<s.count))
    }
}

/// The offset of the closing quote of the string that starts at `start`, if it is valid, has no
/// escape and ends in these bytes; nil otherwise.
package func jsonPlainStringEnd(_ s: Span<UInt8>, from start: Int) -> Int? {
    var high: CInt = 0
    let end = ByteMarks.jsonStop(in: s, from: start, &high)
    guard end < s.count, s[end] == UInt8(ascii: "\"") else { return nil }
    if high != 0, firstInvalidUTF8(s.extracting(start..<end)) != nil { return nil }
    return end
}

/// Whether the bytes end within the string that starts at `start`, before any escape.
package func jsonStringIsCut(_ s: Span<UInt8>, from start: Int) -> Bool {
    var high: CInt = 0
    let end = ByteMarks.jsonStop(in: s, from: start, &high)
    return end == s.count
}
