extension Span<UInt8> {
    /// The range without padding: blanks of ASCII, and the no-break spaces of spreadsheets and web
    /// pages.
    func inked(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            if self[start] <= 0x20 {
                start += 1
            } else if isNoBreak(start..<end) {
                start += 2
            } else {
                break
            }
        }
        while start < end {
            if self[end - 1] <= 0x20 {
                end -= 1
            } else if self[end - 1] == 0xA0, isNoBreak(Swift.max(start, end - 2)..<end) {
                end -= 2
            } else {
                break
            }
        }
        return start..<end
    }

    private func isNoBreak(_ range: Range<Int>) -> Bool {
        range.count >= 2 && self[range.lowerBound] == 0xC2 && self[range.lowerBound + 1] == 0xA0
    }
}
