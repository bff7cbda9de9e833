extension Array where Element == UInt8 {
    /// Whether the bytes stand somewhere in this, one after another; no bytes stand everywhere.
    ///
    /// - Complexity: O(*n* · *m*) at worst, O(*n*) for words in texts.
    package func holds(_ sought: [UInt8]) -> Bool {
        guard let first = sought.first else { return true }
        guard count >= sought.count else { return false }
        for start in 0...(count - sought.count) where self[start] == first {
            if self[start..<(start + sought.count)] == sought[...] { return true }
        }
        return false
    }
}
