internal import Facts

/// A chunk of text that a reader is given in parts, so that a batch holds the rows of one part and
/// not of a whole chunk.
package struct ChunkParts {
    /// What is handed out. Whoever replaces it calls `begin`.
    package var chunk: [UInt8] = []
    private var taken = 0
    private var handedOut = 0

    private static let partBytesMin = 4_096

    package init() {}

    package var isEmpty: Bool { taken == chunk.count }

    /// The chunk is another one.
    package mutating func begin() { taken = 0 }

    /// An eighth of what was handed out: whoever waits for rows has some soon, and is never far
    /// behind.
    package mutating func next() -> Range<Int> {
        let bytes = min(max(handedOut / 8, Self.partBytesMin), Limits.batchBytes)
        let part = taken..<min(taken + bytes, chunk.count)
        taken = part.upperBound
        handedOut += part.count
        return part
    }
}
