internal import CScan

/// Collects output bytes: one growing buffer, integer formatting and JSON escapes, no `String` made.
///
/// - Complexity: every append is amortized O(*n*) in the bytes appended.
package struct ByteWriter: Sendable {
    package var bytes: [UInt8]

    package init(capacity: Int = 0) {
        bytes = []
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    package mutating func append(byte: UInt8) { bytes.append(byte) }

    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else {
            bytes.append(contentsOf: String(describing: text).utf8)
            return
        }
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Literals take the `StaticString` form above.
    @_disfavoredOverload
    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ slice: ArraySlice<UInt8>) { bytes.append(contentsOf: slice) }

    package mutating func append(_ array: [UInt8]) { bytes.append(contentsOf: array) }

    package mutating func append(bytes source: [UInt8], from start: Int, count: Int) {
        bytes.append(contentsOf: source[start..<(start + count)])
    }

    /// Decimal digits with a leading minus for negative numbers; `Int64.min` too.
    package mutating func append(decimal value: Int64) {
        var rest = value.magnitude
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        if rest < 10 {
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest))
            return
        }
        var digits: [20 of UInt8] = .init(repeating: 0)  // UInt64.max has 20 digits
        var first = 20
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first &-= 1
            digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        append(digits.span.extracting(first..<20))
    }

    /// A number from 0 to 99 as two digits: months, days, hours, kopiykas.
    package mutating func append(twoDigits value: Int) {
        precondition(value >= 0 && value < 100, "two digits hold 0...99")
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
        bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
    }

    /// Sixteen lower-case hexadecimal digits.
    package mutating func append(hex value: UInt64) {
        for step in 0..<16 {
            bytes.append(hexDigit(UInt8(truncatingIfNeeded: (value >> UInt64(60 - 4 * step)) & 15)))
        }
    }

    /// A JSON string with its quotes. The caller promises UTF-8.
    ///
    /// Escapes what RFC 8259 asks for, and DEL, U+2028 and U+2029, which are legal but hostile to
    /// terminals and to scripts that read JSON as JavaScript.
    package mutating func append(jsonString span: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        unsafe span.withUnsafeBufferPointer { unsafe appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func append(jsonString text: String) {
        append(jsonString: text.utf8.span)
    }

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        let count = text.count
        var copied = 0
        var at = 0
        while at < count {
            unsafe at += kscan_json_plain(base + at, count - at)
            guard at < count else { break }
            let byte = unsafe base[at]
            var special = 1
            if byte == 0xE2 {
                // E2 80 A8 and E2 80 A9; other characters of this lead are copied as they are.
                guard at + 2 < count, unsafe base[at + 1] == 0x80,
                    unsafe base[at + 2] & 0xFE == 0xA8
                else {
                    at += 1
                    continue
                }
                special = 3
            }
            unsafe bytes.append(
                contentsOf: UnsafeBufferPointer(start: base + copied, count: at - copied))
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0xE2: unsafe base[at + 2] == 0xA8 ? append("\\u2028") : append("\\u2029")
            default:
                append("\\u00")
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 15))
            }
            at += special
            copied = at
        }
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: base + copied, count: count - copied))
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
