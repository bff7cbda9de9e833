import Facts

/// Parses digits, eight at a time.
enum DigitWord {
    /// The number of the eight digits at `start`; nil if one is no digit or fewer bytes are left.
    @inline(__always)
    static func eight(of bytes: Span<UInt8>, at start: Int) -> Int? {
        guard start &+ 8 <= bytes.count else { return nil }
        let (number, count) = leading(of: bytes, at: start)
        return count == 8 ? Int(number) : nil
    }

    /// The count of digits at `start` before the first other byte, at most eight, and their number.
    ///
    /// - Precondition: at least eight bytes follow.
    @inline(__always)
    static func leading(of bytes: Span<UInt8>, at start: Int) -> (number: Int64, count: Int) {
        precondition(start >= 0 && start &+ 8 <= bytes.count, "eight bytes are looked at")
        let values = bytes.word(at: start) ^ 0x3030_3030_3030_3030
        // For a digit, 0 to 9, the sum stays below 0x80; the carry of a larger byte only reaches
        // later bytes.
        let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount / 8
        if count == 0 { return (0, 0) }
        // Pads with leading zeros, then joins neighbours: digits, pairs, fours.
        var number = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        number = (number &* 10 &+ (number >> 8)) & 0x00FF_00FF_00FF_00FF
        number = (number &* 100 &+ (number >> 16)) & 0x0000_FFFF_0000_FFFF
        number = (number &* 10_000 &+ (number >> 32)) & 0xFFFF_FFFF
        return (Int64(truncatingIfNeeded: number), count)
    }
}
