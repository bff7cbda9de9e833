/// What several formats ask of a field's bytes.
extension Span<UInt8> {
    /// Eight bytes, the first of them lowest.
    @inline(__always)
    func word(at start: Int) -> UInt64 {
        let raw = unsafe bytes
        return unsafe raw.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
    }

    /// At most sixteen bytes, the first of them lowest, and zeros; sixteen are there from the first on.
    @inline(__always)
    func packed(_ range: Range<Int>) -> SIMD2<UInt64> {
        var words = SIMD2(word(at: range.lowerBound), word(at: range.lowerBound &+ 8))
        let bits = UInt64(truncatingIfNeeded: range.count) &* 8
        if bits < 64 {
            words.x &= (1 << bits) &- 1
            words.y = 0
        } else if bits < 128 {
            words.y &= (1 << (bits &- 64)) &- 1
        }
        return words
    }

    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in indices where unsafe self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// The same bytes; eight of them are looked at together.
    func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var at = 0
        while count &- at >= 8 {
            if word(at: at) != other.word(at: at) { return false }
            at &+= 8
        }
        while at < count {
            if self[at] != other[at] { return false }
            at &+= 1
        }
        return true
    }

    /// Whether a byte is below 0x20; eight of them are looked at together.
    var hasControls: Bool {
        var at = 0
        while count &- at >= 8 {
            let word = word(at: at)
            // What borrows from the byte above it is such a byte itself.
            if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
            at &+= 8
        }
        while at < count {
            if self[at] < 0x20 { return true }
            at &+= 1
        }
        return false
    }
}

/// The digits that eight bytes begin with, looked at together.
struct LeadingDigits {
    /// Of each byte, the first of them lowest, what it is more than the digit 0.
    private let values: UInt64
    let count: Int

    @inline(__always)
    init(_ word: UInt64) {
        values = word ^ 0x3030_3030_3030_3030
        // A byte above 9 reaches its highest bit.
        let far =
            ((values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | values)
            & 0x8080_8080_8080_8080
        count = far.trailingZeroBitCount / 8
    }

    /// The number that the first of them are, at least one.
    @inline(__always)
    func value(ofFirst wanted: Int) -> Int64 {
        // Zeros before them, then two neighbours are joined, two pairs, and two fours.
        var joined = values &<< UInt64(truncatingIfNeeded: 64 &- 8 &* wanted)
        joined = ((joined &* 2_561) &>> 8) & 0x00FF_00FF_00FF_00FF
        joined = ((joined &* 6_553_601) &>> 16) & 0x0000_FFFF_0000_FFFF
        joined = (joined &* 42_949_672_960_001) &>> 32
        return Int64(truncatingIfNeeded: joined)
    }
}
