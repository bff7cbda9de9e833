package import Facts
package import Scanning

/// New lines of the queue on their way to it: their bytes one behind the other, and their records of the index.
///
/// A line and its record are some hundred bytes, and giving them to their files one by one cost as much as making them.
package struct NewLines: ~Copyable, Sendable {
    /// The lines are written here, by ``QueueLine``, each told of by ``add(_:from:factHash:)``.
    package var writer = ByteWriter(capacity: 2 * NewLines.bytesMax)
    /// Records, twelve words each; places are counted from the first line.
    private var words = [UInt64](repeating: 0, count: 64 * IndexRecord.words)
    package private(set) var count = 0

    /// More are to be handed on: what was written is still in the processor's nearest cache.
    private static let bytesMax = 16 * 1024

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var isFull: Bool { writer.count >= Self.bytesMax }

    /// Tells that what was written from `start` on is a line, with its line feed.
    ///
    /// - Parameter factHash: what `QueueLine.append` gave.
    package mutating func add(_ identity: LineIdentity, from start: Int, factHash: UInt32) {
        precondition(writer.last == UInt8(ascii: "\n"), "a line ends with a feed")
        let at = count * IndexRecord.words
        if at == words.count { words += [UInt64](repeating: 0, count: at) }
        let bytes = writer.count - start - 1
        var all = words.mutableSpan
        IndexRecord.pack(
            identity, offset: start, count: bytes, factHash: factHash,
            into: &all, at: at)
        count += 1
    }

    package mutating func removeAll() {
        writer.removeAll()
        count = 0
    }

    /// The records of the lines, the first of which begins at `offset`.
    mutating func withRecords<Failure: Error>(
        behind offset: Int, _ body: (Span<UInt64>) throws(Failure) -> Void
    ) throws(Failure) {
        var at = IndexRecord.offsetWord
        while at < count * IndexRecord.words {
            words[at] &+= UInt64(truncatingIfNeeded: offset)
            at += IndexRecord.words
        }
        try body(words.span.extracting(first: count * IndexRecord.words))
    }
}
