internal import Facts

/// Passes a chunk of text to a reader in parts, so that a batch holds the rows of one part.
package struct ChunkParts {
    /// The current chunk. Call `begin` after replacing it.
    package var chunk: [UInt8] = []
    private var taken = 0
    private var handedOut = 0

    private static let partBytesMin = 4_096

    package init() {}

    package var isEmpty: Bool { taken == chunk.count }

    /// Restarts after `chunk` was replaced.
    package mutating func begin() { taken = 0 }

    /// The next part, an eighth of the bytes taken so far: the first rows come early, and parts
    /// grow.
    package mutating func next() -> Range<Int> {
        let bytes = min(max(handedOut / 8, Self.partBytesMin), Limits.batchBytes)
        let part = taken..<min(taken + bytes, chunk.count)
        taken = part.upperBound
        handedOut += part.count
        return part
    }
}
