/// The leading digits of eight bytes, found in parallel.
@usableFromInline package struct LeadingDigits {
    /// Each byte minus the digit 0, the first byte lowest.
    @usableFromInline let values: UInt64
    @usableFromInline package let count: Int

    @inlinable
    @inline(__always)
    package init(_ word: UInt64) {
        values = word ^ 0x3030_3030_3030_3030
        // Sets the highest bit of each byte above 9.
        let far =
            ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values)
            & 0x8080_8080_8080_8080
        count = far.trailingZeroBitCount / 8
    }

    /// The number made of the first `count` digits, at least one.
    @inlinable
    @inline(__always)
    package func value(ofFirst wanted: Int) -> Int64 {
        // Pads with leading zeros, then joins pairs, fours and eights.
        var joined = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* wanted)
        joined = ((joined &* 2_561) &>> 8) & 0x00FF_00FF_00FF_00FF
        joined = ((joined &* 6_553_601) &>> 16) & 0x0000_FFFF_0000_FFFF
        joined = (joined &* 42_949_672_960_001) &>> 32
        return Int64(truncatingIfNeeded: joined)
    }
}
