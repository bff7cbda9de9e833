import Facts

/// What reads whole tokens of a text that comes in chunks.
protocol TokenScanner {
    /// The bytes of a token that a chunk cut.
    var tail: [UInt8] { get set }

    /// Reads whole tokens and says how many bytes they were.
    mutating func scan(
        _ bytes: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int
}

extension TokenScanner {
    /// Reads the next chunk, behind what the one before left.
    mutating func scanOn(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        if tail.isEmpty {
            let consumed = try scan(chunk, final: final, into: &batch)
            tail.append(chunk.extracting(droppingFirst: consumed))
        } else {
            var bytes = tail
            tail = []
            bytes.append(chunk)
            let consumed = try scan(bytes.span, final: final, into: &batch)
            tail.append(bytes.span.extracting(droppingFirst: consumed))
        }
    }
}
