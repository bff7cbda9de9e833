internal import Facts
package import Scanning

/// Iterates over the tokens of one small JSON object, with the offset of each value.
///
/// The bytes are passed with every call; the cursor stores only integers.
package struct LineCursor {
    private var tokenizer: JSONTokenizer
    private(set) var offset = 0
    /// First byte of the last value or key.
    package private(set) var start = 0

    /// - Parameter stringBytesMax: the longest text that is read.
    package init(stringBytesMax: Int = JSONTokenizer.stringBytesMax) {
        tokenizer = JSONTokenizer(stringBytesMax: stringBytesMax)
    }

    package mutating func next(_ s: Span<UInt8>) throws(QueueFault) -> JSONToken {
        do throws(JSONError) {
            let token = try tokenizer.next(s, at: &offset, final: true)
            start = token.start
            return token
        } catch {
            throw QueueFault(error.kind == .notUTF8 ? .notUTF8 : .notJSON, at: error.offset)
        }
    }

    package mutating func openObject(_ s: Span<UInt8>) throws(QueueFault) {
        try expect(.beginObject, s)
    }

    mutating func openArray(_ s: Span<UInt8>) throws(QueueFault) {
        try expect(.beginArray, s)
    }

    /// Checks that only white space follows.
    package mutating func finish(_ s: Span<UInt8>) throws(QueueFault) {
        try expect(.end, s)
    }

    /// The next key of the open object; nil after its `}`.
    package mutating func key(_ s: Span<UInt8>) throws(QueueFault) -> JSONToken? {
        let token = try next(s)
        return token.kind == .key ? token : nil
    }

    package mutating func string(_ s: Span<UInt8>) throws(QueueFault) -> String {
        try text(of: next(s), s)
    }

    /// The text of a string token.
    package func text(of token: JSONToken, _ s: Span<UInt8>) throws(QueueFault) -> String {
        guard token.kind == .string else { throw QueueFault(.wrongType, at: token.start) }
        let raw = s.extracting(token.start..<token.end)
        if !token.hasEscapes { return String(utf8: raw) }
        var plain: [UInt8] = []
        do throws(JSONError) {
            try JSONTokenizer.unescape(raw, into: &plain)
        } catch {
            throw QueueFault(.notJSON, at: token.start + error.offset)
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// A line key of the current definition, parsed without a `String`; nil for any other text.
    mutating func lineKey(_ s: Span<UInt8>) throws(QueueFault) -> LineKey? {
        let found = try versionedKey(s)
        return found?.version == LineKey.version ? found?.key : nil
    }

    /// A key and the version of its definition.
    mutating func versionedKey(
        _ s: Span<UInt8>
    ) throws(QueueFault) -> (version: Int, key: LineKey)? {
        let token = try next(s)
        guard token.kind == .string else { throw QueueFault(.wrongType, at: token.start) }
        return Pending.lineKey(s, token)
    }

    mutating func lineKeys(_ s: Span<UInt8>) throws(QueueFault) -> [LineKey] {
        try openArray(s)
        var result: [LineKey] = []
        while true {
            let token = try next(s)
            if token.kind == .endArray { return result }
            guard token.kind == .string else { throw QueueFault(.wrongType, at: token.start) }
            guard let found = Pending.lineKey(s, token) else {
                throw QueueFault(.keyInvalid, at: token.start)
            }
            result.append(found.key)
        }
    }

    mutating func strings(_ s: Span<UInt8>) throws(QueueFault) -> [String] {
        try openArray(s)
        var result: [String] = []
        while true {
            let token = try next(s)
            if token.kind == .endArray { return result }
            result.append(try text(of: token, s))
        }
    }

    mutating func boolean(_ s: Span<UInt8>) throws(QueueFault) -> Bool {
        let token = try next(s)
        switch token.kind {
        case .true: return true
        case .false: return false
        default: throw QueueFault(.wrongType, at: token.start)
        }
    }

    mutating func count(_ s: Span<UInt8>) throws(QueueFault) -> Int {
        let token = try next(s)
        guard token.kind == .integer else { throw QueueFault(.wrongType, at: token.start) }
        guard let value = digits(s, token.start..<token.end) else {
            throw QueueFault(.numberInvalid, at: token.start)
        }
        return value
    }

    /// A decimal number, as a string or as a bare number without an exponent.
    mutating func decimal(_ s: Span<UInt8>) throws(QueueFault) -> WrittenAmount {
        let token = try next(s)
        switch token.kind {
        case .string, .integer, .decimal: break
        default: throw QueueFault(.wrongType, at: token.start)
        }
        guard let amount = WrittenAmount(s, token.start..<token.end) else {
            throw QueueFault(.amountInvalid, at: token.start)
        }
        return amount
    }

    /// Skips one value of any kind and returns its byte range.
    package mutating func skipValue(_ s: Span<UInt8>) throws(QueueFault) -> Range<Int> {
        var token = try next(s)
        let isText = token.kind == .string
        let from = isText ? token.start - 1 : token.start
        let outside = tokenizer.depth
        switch token.kind {
        case .beginObject, .beginArray:
            while tokenizer.depth >= outside { token = try next(s) }
        default: break
        }
        return from..<offset
    }

    /// Skips a known value after a key of the outermost object: `count` bytes, colon included.
    mutating func passValue(_ count: Int) {
        tokenizer = Self.behindValue
        offset += count
    }

    /// The tokenizer state after a value does not depend on the value.
    private static let behindValue: JSONTokenizer = {
        var cursor = LineCursor()
        let member = Array("{\"a\":0}".utf8)
        for _ in 0..<3 { _ = try? cursor.next(member.span) }
        return cursor.tokenizer
    }()

    private mutating func expect(
        _ kind: JSONTokenKind, _ s: Span<UInt8>
    ) throws(QueueFault) {
        let token = try next(s)
        guard token.kind == kind else { throw QueueFault(.wrongType, at: token.start) }
    }
}

/// A parsed amount before its currency is known.
package struct WrittenAmount: Sendable, Equatable {
    let mantissa: Int64
    let scale: UInt8
    /// Byte offset for a fault.
    let offset: Int

    /// `-125.50`: digits, at most one point with digits on both sides, no blanks, no exponent.
    init?(_ s: Span<UInt8>, _ range: Range<Int>) {
        var value: Int64 = 0
        var places = -1
        var count = 0
        var at = range.lowerBound
        let isNegative = at < range.upperBound && s[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        while at < range.upperBound {
            let byte = s[at]
            if byte == UInt8(ascii: "."), places < 0, count > 0 {
                places = 0
            } else if byte &- UInt8(ascii: "0") < 10 {
                let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, over) = tens.addingReportingOverflow(Int64(byte &- UInt8(ascii: "0")))
                if tooLarge || over || places == 18 { return nil }
                value = sum
                count += 1
                if places >= 0 { places += 1 }
            } else {
                return nil
            }
            at += 1
        }
        if count == 0 || places == 0 { return nil }
        mantissa = isNegative ? -value : value
        scale = UInt8(max(places, 0))
        offset = range.lowerBound
    }

    func money(in currency: Currency) throws(QueueFault) -> Money {
        do throws(Money.Refusal) {
            return try Money(mantissa: mantissa, writtenScale: scale, currency: currency)
        } catch {
            throw QueueFault(.amountInvalid, at: offset)
        }
    }
}

/// Bytes of a key: `1-<8 hex>-<yyyymmdd>-<16 hex>`.
let keyBytes = 36

/// ``LineKey/init(text:)`` for bytes.
private func lineKey(_ s: Span<UInt8>, _ token: JSONToken) -> (version: Int, key: LineKey)? {
    let at = token.start
    guard token.end - at == keyBytes, !token.hasEscapes, let version = digits(s, at..<(at + 1)),
        s[at + 1] == UInt8(ascii: "-"), s[at + 10] == UInt8(ascii: "-"),
        s[at + 19] == UInt8(ascii: "-"), let account = hex(s, (at + 2)..<(at + 10)),
        let year = digits(s, (at + 11)..<(at + 15)),
        let month = digits(s, (at + 15)..<(at + 17)),
        let dayOfMonth = digits(s, (at + 17)..<(at + 19)),
        let day = CalendarDate(year: year, month: month, day: dayOfMonth),
        let rest = hex(s, (at + 20)..<(at + 36))
    else { return nil }
    return (
        version, LineKey(account: UInt32(truncatingIfNeeded: account), day: day, rest: rest)
    )
}

/// At most sixteen hexadecimal digits.
private func hex(_ s: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for index in range {
        guard let digit = s[index].hexDigit else { return nil }
        value = (value << 4) | UInt64(digit)
    }
    return value
}

/// Whether a key token equals `name`. Our keys have no escapes.
@inline(__always)
package func isKey(_ token: JSONToken, _ s: Span<UInt8>, _ name: StaticString) -> Bool {
    !token.hasEscapes && s.extracting(token.start..<token.end).equals(name)
}

/// Whether the key is that of a member written as `"name":`.
func isKey(_ token: JSONToken, _ s: Span<UInt8>, member: StaticString) -> Bool {
    let count = token.end - token.start
    guard count == member.utf8CodeUnitCount - 3, !token.hasEscapes else { return false }
    for index in 0..<count where s[token.start + index] != member[1 + index] { return false }
    return true
}

/// The decimal number in the range; nil for more than nine digits.
func digits(_ s: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard (1...9).contains(range.count) else { return nil }
    var value = 0
    for index in range {
        let digit = s[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
    }
    return value
}
