import Facts

/// Byte operations shared by formats.
extension Span<UInt8> {
    /// At most sixteen bytes, the first one lowest, zero-padded.
    @inline(__always)
    func packed(_ range: Range<Int>) -> SIMD2<UInt64> {
        guard range.lowerBound &+ 16 <= count else { return extracting(range).packed() }
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

    /// The same for all bytes, one by one.
    func packed() -> SIMD2<UInt64> {
        var words = SIMD2<UInt64>.zero
        for index in 0..<Swift.min(count, 16) {
            words[index / 8] |= UInt64(self[index]) << UInt64(8 * (index % 8))
        }
        return words
    }

    /// Whether a byte is below 0x20, testing eight bytes at once.
    var hasControls: Bool {
        var at = 0
        while count &- at >= 8 {
            let word = word(at: at)
            // A byte that borrows from the one above is below 0x20 itself.
            if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
            at &+= 8
        }
        while at < count {
            if self[at] < 0x20 { return true }
            at &+= 1
        }
        return false
    }

    /// Whether a bank's text contains a control character other than breaks: a terminal would obey
    /// it.
    var hasRefusedControls: Bool {
        guard hasControls else { return false }
        for at in 0..<count where self[at].isRefusedControl { return true }
        return false
    }
}

extension UInt8 {
    /// Tabs and line breaks come from wrapping.
    var isRefusedControl: Bool { self < 0x20 && self != 0x09 && self != 0x0A && self != 0x0D }
}
