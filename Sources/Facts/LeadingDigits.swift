/// The digits that eight bytes begin with, looked at together.
@usableFromInline package struct LeadingDigits {
    /// Of each byte, the first of them lowest, what it is more than the digit 0.
    @usableFromInline let values: UInt64
    @usableFromInline package let count: Int

    @inlinable
    @inline(__always)
    package init(_ word: UInt64) {
        values = word ^ 0x3030_3030_3030_3030
        // A byte above 9 reaches its highest bit.
        let far =
            ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values)
            & 0x8080_8080_8080_8080
        count = far.trailingZeroBitCount / 8
    }

    /// The number that the first of them are, at least one.
    @inlinable
    @inline(__always)
    package func value(ofFirst wanted: Int) -> Int64 {
        // Zeros before them, then two neighbours are joined, two pairs, and two fours.
        var joined = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* wanted)
        joined = ((joined &* 2_561) &>> 8) & 0x00FF_00FF_00FF_00FF
        joined = ((joined &* 6_553_601) &>> 16) & 0x0000_FFFF_0000_FFFF
        joined = (joined &* 42_949_672_960_001) &>> 32
        return Int64(truncatingIfNeeded: joined)
    }
}
