internal import Facts

/// A chunk of text that a reader is given in parts, so that a batch holds the rows of one part and not of a whole chunk.
struct ChunkParts {
    /// What is handed out. Whoever replaces it calls `begin`.
    var chunk: [UInt8] = []
    private var taken = 0
    /// Small at first, so that whoever waits for rows has some soon.
    private var partBytes = 4_096

    var isEmpty: Bool { taken == chunk.count }

    /// The chunk is another one.
    mutating func begin() { taken = 0 }

    mutating func next() -> Range<Int> {
        let part = taken..<min(taken + partBytes, chunk.count)
        taken = part.upperBound
        partBytes = min(2 * partBytes, Limits.batchBytes)
        return part
    }
}
