/// 128 bits of a content of known size, made as it is read: in order, in pieces of any size.
///
/// Two hashes of each 256 KiB, combined one after another. Workspaces know by it which files came
/// in, so its answers are a file format.
package struct ContentDigest: Sendable {
    package static let chunkBytes = 256 * 1024

    private let size: Int
    private var taken = 0
    private var chunkEnd = 0
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var chunk = StableHash.Pieces(count: 0, seeds: (0, 0))

    package init(size: Int) {
        self.size = size
        beginChunk()
    }

    /// Takes what of a piece was not taken before: whoever looks at the beginning first may read it
    /// again. Behind a gap nothing is taken.
    ///
    /// - Parameter offset: where in the content the piece begins.
    package mutating func feed(_ piece: Span<UInt8>, at offset: Int) {
        guard offset <= taken else { return }
        var from = min(taken - offset, piece.count)
        while from < piece.count, taken < size {
            let end = min(piece.count, from + chunkEnd - taken)
            chunk.feed(piece.extracting(from..<end))
            taken += end - from
            from = end
            if taken == chunkEnd { endChunk() }
        }
        // More than there was when its size was taken.
        if from < piece.count { taken = .max }
    }

    /// Nil as long as not all was taken, and when it was more.
    package var value: (high: UInt64, low: UInt64)? { taken == size ? (high, low) : nil }

    private mutating func beginChunk() {
        let count = min(Self.chunkBytes, size - taken)
        chunkEnd = taken + count
        chunk = StableHash.Pieces(count: count, seeds: (3, 4))
    }

    private mutating func endChunk() {
        let values = chunk.values
        high = StableHash.combine(high, values.0)
        low = StableHash.combine(low, values.1)
        beginChunk()
    }
}
