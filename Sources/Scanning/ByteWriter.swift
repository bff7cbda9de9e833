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
    /// Escapes what RFC 8259 asks for, and every scalar that could move, hide or recolour text, which JSON allows but
    /// terminals, editors and scripts that read JSON as JavaScript suffer from.
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
            let scalar = unsafe scalar(at: base + at, count - at)
            guard byte < 0x80 || isHazardous(scalar.value) else {
                at += scalar.count
                continue
            }
            unsafe bytes.append(
                contentsOf: UnsafeBufferPointer(start: base + copied, count: at - copied))
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            default: append(unicodeEscape: scalar.value)
            }
            at += scalar.count
            copied = at
        }
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: base + copied, count: count - copied))
    }

    /// The scalar that begins here and its bytes; a sequence that is cut counts as one byte that is no scalar.
    private func scalar(
        at start: UnsafePointer<UInt8>, _ room: Int
    ) -> (value: UInt32, count: Int) {
        let lead = unsafe start[0]
        if lead < 0x80 { return (UInt32(lead), 1) }
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard count <= room else { return (.max, 1) }
        var value = UInt32(lead & (0x7F >> UInt8(truncatingIfNeeded: count)))
        for index in 1..<count { value = value << 6 | UInt32(unsafe start[index] & 0x3F) }
        return (value, count)
    }

    /// `\u0085`; two of them above U+FFFF.
    private mutating func append(unicodeEscape value: UInt32) {
        if value > 0xFFFF {
            append(unicodeEscape: 0xD7C0 + value >> 10)
            return append(unicodeEscape: 0xDC00 | value & 0x3FF)
        }
        append("\\u")
        for shift in [UInt32(12), 8, 4, 0] {
            bytes.append(hexDigit(UInt8(truncatingIfNeeded: value >> shift & 15)))
        }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
