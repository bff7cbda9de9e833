import Facts

/// Splits text into lines, chunk by chunk, at LF, CRLF or CR.
///
/// ```
/// lines.append(chunk)
/// while let line = try lines.next(final: final) { … lines.bytes.span.extracting(line) … }
/// ```
struct PhysicalLines {
    /// The unfinished line of earlier chunks and the last chunk.
    private(set) var bytes: [UInt8] = []
    /// 1-based number of the last returned line.
    private(set) var number = 0
    /// Whether the last returned line has a line end, or the text ended in it.
    private(set) var isEnded = true

    private let file: String
    private var start = 0
    /// The offset from which to search the end of the unfinished line.
    private var seen = 0

    init(file: String) {
        self.file = file
    }

    mutating func append(_ chunk: Span<UInt8>) {
        bytes.removeSubrange(..<start)
        seen -= start
        start = 0
        bytes.append(chunk)
    }

    /// The next line without its end, as a range of `bytes`; nil if more bytes are needed, or
    /// nothing is left.
    ///
    /// - Throws: `limitExceeded` for a line longer than a record's limit.
    mutating func next(final: Bool) throws(ReadFailure) -> Range<Int>? {
        let count = bytes.count
        while seen < count, bytes[seen] != 0x0A, bytes[seen] != 0x0D { seen &+= 1 }
        if seen - start > Limits.recordBytesMax {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file, line: number + 1),
                details: ["record-bytes", "\(Limits.recordBytesMax)"])
        }
        if seen == count {
            guard final, start < count else { return nil }
            isEnded = false
            return handOut(upTo: count, next: count)
        }
        if bytes[seen] == 0x0D {
            // A line feed may follow in the next chunk.
            if seen + 1 == count, !final { return nil }
            let hasLineFeed = seen + 1 < count && bytes[seen + 1] == 0x0A
            return handOut(upTo: seen, next: seen + (hasLineFeed ? 2 : 1))
        }
        return handOut(upTo: seen, next: seen + 1)
    }

    private mutating func handOut(upTo end: Int, next: Int) -> Range<Int> {
        let line = start..<end
        number &+= 1
        start = next
        seen = next
        return line
    }
}
