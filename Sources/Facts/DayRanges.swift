/// Days that something lies on, as the first and the last.
extension ClosedRange<Int32> {
    /// From the first day to the last of both.
    @inlinable
    package func joined(with other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension ClosedRange<Int32>? {
    /// From the first day to the last of both; nil has none.
    @inlinable
    package func joined(with other: Self) -> Self {
        guard let days = self, let other else { return self ?? other }
        return days.joined(with: other)
    }
}
