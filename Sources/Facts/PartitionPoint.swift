extension RandomAccessCollection where Index == Int {
    /// Index of the first element that fulfils the condition, which all later ones fulfil too; the
    /// end if none does.
    ///
    /// - Complexity: O(log *n*) evaluations.
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
