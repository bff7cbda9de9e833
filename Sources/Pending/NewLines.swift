package import Facts
package import Scanning

/// A write buffer of new queue lines: their bytes, and their index records.
///
/// A line and its record are some hundred bytes; writing each to its file separately cost as much
/// as creating it.
package struct NewLines: ~Copyable, Sendable {
    /// ``QueueLine`` writes the lines here; ``add(_:from:fact:)`` must follow each.
    package var writer = ByteWriter(capacity: 2 * NewLines.bytesMax)
    /// Records of twelve words; offsets are relative to the first line.
    private var words = [UInt64](repeating: 0, count: 64 * IndexRecord.words)
    package private(set) var count = 0
    /// The line whose fact waits to be hashed with the next one.
    private var unhashed: (line: Int, fact: Range<Int>)?

    /// The buffer is full at this size: its bytes are still in the L1 cache.
    private static let bytesMax = 16 * 1024

    package init() {}

    package var isEmpty: Bool { count == 0 }
    package var isFull: Bool { writer.count >= Self.bytesMax }

    /// Adds the record of a line written from `start` on, line feed included.
    ///
    /// - Parameter fact: the bytes of the line's fact.
    package mutating func add(_ identity: LineIdentity, from start: Int, fact: Range<Int>) {
        precondition(writer.last == UInt8(ascii: "\n"), "a line ends with a feed")
        let at = count * IndexRecord.words
        assert(start == (count == 0 ? 0 : end(ofLine: count - 1)), "lines lie one behind the other")
        if at == words.count { words += [UInt64](repeating: 0, count: at) }
        let bytes = writer.count - start - 1
        var all = words.mutableSpan
        IndexRecord.pack(
            identity, offset: start, count: bytes, factHash: 0, into: &all, at: at)
        count += 1
        hash(fact)
    }

    /// The end of a line in the bytes, line feed included.
    private func end(ofLine number: Int) -> Int {
        let at = number * IndexRecord.words
        return Int(words[at + IndexRecord.offsetWord]) + 1
            + Int(UInt32(truncatingIfNeeded: words[at + IndexRecord.countWord]))
    }

    /// Hashes facts in pairs: a single hash is bound by latency.
    private mutating func hash(_ fact: Range<Int>) {
        assert(fact.upperBound < writer.count, "a fact is a part of its line")
        guard let before = unhashed else {
            unhashed = (count - 1, fact)
            return
        }
        unhashed = nil
        let (one, other) = FactJSON.hashes(of: writer, before.fact, fact)
        setFactHash(one, ofLine: before.line)
        setFactHash(other, ofLine: count - 1)
    }

    private mutating func hashLast() {
        guard let last = unhashed else { return }
        unhashed = nil
        setFactHash(FactJSON.hash(of: writer, in: last.fact), ofLine: last.line)
    }

    private mutating func setFactHash(_ hash: UInt32, ofLine number: Int) {
        assert(
            words[number * IndexRecord.words + IndexRecord.countWord] >> 32 == 0,
            "a fact is hashed once")
        words[number * IndexRecord.words + IndexRecord.countWord] |= UInt64(hash) << 32
    }

    package mutating func removeAll() {
        unhashed = nil
        writer.removeAll()
        count = 0
    }

    /// The records of the lines, for a first line at `offset`.
    mutating func withRecords<Failure: Error>(
        behind offset: Int, _ body: (Span<UInt64>) throws(Failure) -> Void
    ) throws(Failure) {
        hashLast()
        var at = IndexRecord.offsetWord
        while at < count * IndexRecord.words {
            words[at] &+= UInt64(truncatingIfNeeded: offset)
            at += IndexRecord.words
        }
        try body(words.span.extracting(first: count * IndexRecord.words))
    }
}
