internal import CScan

/// Collects output bytes: one growing buffer, integer formatting and JSON escapes, no `String` made.
///
/// A line of the queue is some fifty short pieces, so the room is there, zeroed, before they come: a piece is then a few stores, not an
/// array's growth and a call to copy eight bytes.
///
/// - Complexity: every append is amortized O(*n*) in the bytes appended.
package struct ByteWriter: Sendable {
    private var room: [UInt8]
    package private(set) var count = 0

    package init(capacity: Int = 0) { room = [UInt8](repeating: 0, count: capacity) }

    package var isEmpty: Bool { count == 0 }
    package var last: UInt8? { count > 0 ? room[count - 1] : nil }

    /// A copy of everything; see ``withBytes(_:)``.
    package var bytes: [UInt8] { Array(room[..<count]) }

    /// Everything written, in place.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(room.span.extracting(0..<count))
    }

    package mutating func append(byte: UInt8) {
        if count == room.count { grow(1) }
        room[count] = byte
        count &+= 1
    }

    package mutating func append(_ text: StaticString) {
        guard text.hasPointerRepresentation else { return append(String(describing: text)) }
        unsafe copy(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Literals take the `StaticString` form above.
    @_disfavoredOverload
    package mutating func append(_ text: String) { append(text.utf8.span) }

    package mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe copy($0.baseAddress, $0.count) }
    }

    package mutating func append(_ slice: ArraySlice<UInt8>) { append(slice.span) }

    package mutating func append(_ array: [UInt8]) { append(array.span) }

    package mutating func append(bytes source: [UInt8], from start: Int, count: Int) {
        append(source.span.extracting(start..<(start + count)))
    }

    package mutating func removeLast() {
        precondition(count > 0, "nothing was written")
        count &-= 1
    }

    private mutating func copy(_ source: UnsafePointer<UInt8>?, _ added: Int) {
        guard let source = unsafe source, added > 0 else { return }
        if added > room.count &- count { grow(added) }
        unsafe room.withUnsafeMutableBufferPointer { room in
            guard let base = room.baseAddress else { return }
            unsafe kscan_copy(base + count, source, added)
        }
        count &+= added
    }

    private mutating func grow(_ needed: Int) {
        let wanted = max(2 * room.count, room.count + needed, 64)
        room.append(contentsOf: repeatElement(0, count: wanted - room.count))
    }

    /// Decimal digits with a leading minus for negative numbers; `Int64.min` too.
    package mutating func append(decimal value: Int64) {
        var rest = value.magnitude
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        if rest < 10 {
            append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest))
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
        append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
        append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
    }

    /// Sixteen lower-case hexadecimal digits.
    package mutating func append(hex value: UInt64) {
        for step in 0..<16 {
            append(byte: hexDigit(UInt8(truncatingIfNeeded: (value >> UInt64(60 - 4 * step)) & 15)))
        }
    }

    /// A JSON string with its quotes. The caller promises UTF-8.
    ///
    /// Escapes what RFC 8259 asks for, and every scalar that could move, hide or recolour text, which JSON allows but
    /// terminals, editors and scripts that read JSON as JavaScript suffer from.
    package mutating func append(jsonString span: Span<UInt8>) {
        append(byte: UInt8(ascii: "\""))
        unsafe span.withUnsafeBufferPointer { unsafe appendEscaped($0) }
        append(byte: UInt8(ascii: "\""))
    }

    package mutating func append(jsonString text: String) {
        append(jsonString: text.utf8.span)
    }

    package mutating func removeAll() { count = 0 }

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
            unsafe copy(base + copied, at - copied)
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
        unsafe copy(base + copied, count - copied)
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
            append(byte: hexDigit(UInt8(truncatingIfNeeded: value >> shift & 15)))
        }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10)
    }
}
