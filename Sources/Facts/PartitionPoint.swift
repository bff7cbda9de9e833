extension RandomAccessCollection where Index == Int {
    /// The place of the first element that the condition holds for, which then holds for all behind
    /// it; the end where it holds for none.
    ///
    /// - Complexity: O(log *n*) questions.
    @inlinable
    package func partitionPoint(where isReached: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
