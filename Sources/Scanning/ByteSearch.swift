extension RandomAccessCollection where Element: Equatable {
    /// Whether the run occurs as consecutive elements; an empty one always does.
    ///
    /// - Complexity: O(*n* · *m*) at worst, O(*n*) for words in texts.
    @inlinable
    package func holds(_ run: some RandomAccessCollection<Element>) -> Bool {
        guard let first = run.first else { return true }
        var rest = self[...]
        while rest.count >= run.count {
            if rest[rest.startIndex] == first, rest.starts(with: run) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
