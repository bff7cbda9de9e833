/// Up to 64 bytes put together on the stack, so that a date, a key or a number costs its writer one append.
package struct ShortText: BitwiseCopyable, Sendable {
    @usableFromInline var bytes: [64 of UInt8] = .init(repeating: 0)
    @usableFromInline var used = 0

    @inlinable package init() {}

    package var count: Int {
        @inlinable get { used }
    }

    @inlinable package mutating func append(byte: UInt8) {
        bytes[used] = byte
        used &+= 1
    }

    /// A number from 0 to 99 as two digits.
    @inlinable package mutating func append(twoDigits value: Int) {
        precondition(value >= 0 && value < 100, "two digits hold 0...99")
        append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10))
        append(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10))
    }

    /// The last `digits` hexadecimal digits, lower case.
    @inlinable package mutating func append(hex value: UInt64, digits: Int) {
        var shift = 4 * digits
        while shift > 0 {
            shift &-= 4
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            append(byte: digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &- 10 &+ digit)
        }
    }

    /// A number's decimal digits, with a point before the last `scale` of them if that is more than 0: `0.05`.
    ///
    /// - Precondition: `scale` is at most 40.
    @inlinable package mutating func append(decimal magnitude: UInt64, scale: Int = 0) {
        precondition(scale <= 40, "an amount's scale is small")
        var digits: [44 of UInt8] = .init(repeating: UInt8(ascii: "0"))
        var rest = magnitude
        var written = 0
        while rest > 0 || written <= scale {
            digits[written] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            written &+= 1
        }
        while written > 0 {
            if written == scale { append(byte: UInt8(ascii: ".")) }
            written &-= 1
            append(byte: digits[written])
        }
    }
}

extension ByteWriter {
    package mutating func append(_ text: ShortText) {
        append(text.bytes.span.extracting(0..<text.count))
    }
}
