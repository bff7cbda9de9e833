extension Span<UInt8> {
    /// The range without blanks and control bytes at its ends.
    ///
    /// - Parameter keepsZeros: NUL is text, which a format may refuse.
    @inlinable
    package func trimmed(_ range: Range<Int>, keepsZeros: Bool = false) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start] <= 0x20, !keepsZeros || self[start] != 0 { start &+= 1 }
        while end > start, self[end &- 1] <= 0x20, !keepsZeros || self[end &- 1] != 0 {
            end &-= 1
        }
        return start..<end
    }
}
