/// Whole numbers of any size in few bytes: zigzag varints, seven bits a byte, the lowest first.
///
/// The ledger's sums of days are written so, hence it is a file format.
package enum Varint {
    package static func append(_ number: Int128, to bytes: inout [UInt8]) {
        var rest = UInt128(bitPattern: number << 1 ^ number >> 127)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The number that begins at `at`, which moves to its end; nil where the bytes end within it.
    @inlinable
    package static func next(_ bytes: Span<UInt8>, _ at: inout Int) -> Int128? {
        // Most numbers have one byte, and nearly all nine at most: 64 bits are quicker than 128.
        var low: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            low |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                return Int128(Int64(bitPattern: low >> 1) ^ -Int64(bitPattern: low & 1))
            }
        }
        return wide(low, bytes, &at)
    }

    /// The rest of a number of more than nine bytes.
    @usableFromInline
    static func wide(_ low: UInt64, _ bytes: Span<UInt8>, _ at: inout Int) -> Int128? {
        var value = UInt128(low)
        for shift in stride(from: UInt128(63), to: 128, by: 7) {
            guard at < bytes.count else { return nil }
            let byte = bytes[at]
            at += 1
            value |= UInt128(byte & 0x7F) << shift
            if byte < 0x80 { return Int128(bitPattern: value >> 1) ^ -Int128(value & 1) }
        }
        return nil
    }
}
