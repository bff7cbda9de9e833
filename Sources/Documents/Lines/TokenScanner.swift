import Facts

/// A scanner of whole tokens in chunked text.
protocol TokenScanner {
    /// The bytes of a token cut by a chunk's end.
    var tail: [UInt8] { get set }

    /// Scans whole tokens and returns the count of their bytes.
    mutating func scan(
        _ bytes: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int
}

extension TokenScanner {
    /// Scans the next chunk after the rest of the previous one.
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
