/// Ranges of days, from the first to the last.
extension ClosedRange<Int32> {
    /// The range that covers both.
    @inlinable
    package func joined(with other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension ClosedRange<Int32>? {
    /// The range that covers both; nil is empty.
    @inlinable
    package func joined(with other: Self) -> Self {
        guard let days = self, let other else { return self ?? other }
        return days.joined(with: other)
    }
}
