/// A 128-bit digest of content with known size, computed while it is read in order, in pieces of
/// any size.
///
/// Two hashes of each 256 KiB, combined in sequence. Workspaces identify imported files by it, so
/// its values are a file format.
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

    /// Adds the unseen bytes of a piece: the beginning may be read twice. After a gap nothing is
    /// added.
    ///
    /// - Parameter offset: of the piece in the content.
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
        // More than the size stated at the start.
        if from < piece.count { taken = .max }
    }

    /// Nil until all bytes were added, and when there were more.
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
