import Facts

/// Splits decoded text into lines, for any chunking.
///
/// Lines end with LF or CRLF; the last one may end with the file. Line ends are removed. Keeps only
/// the unfinished line.
struct LineCutter {
    private let file: String
    private var tail: [UInt8] = []
    /// 1-based number of the last returned line.
    private(set) var number = 0

    init(file: String) {
        self.file = file
    }

    /// Calls `take` with each line that the chunk completes, and its number.
    ///
    /// - Throws: `limitExceeded` for a line longer than any record; the errors of `take`.
    mutating func cut(
        _ chunk: Span<UInt8>, final: Bool,
        each take: (Span<UInt8>, Int) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        var start = 0
        var index = 0
        while index < chunk.count {
            if chunk[index] == 0x0A {
                try hand(chunk.extracting(start..<index), to: take)
                start = index + 1
            }
            index &+= 1
        }
        tail.append(chunk.extracting(start..<chunk.count))
        guard tail.count <= Limits.recordBytesMax else { throw tooLong }
        if final, !tail.isEmpty { try hand(chunk.extracting(0..<0), to: take) }
    }

    private mutating func hand(
        _ end: Span<UInt8>, to take: (Span<UInt8>, Int) throws(ReadFailure) -> Void
    ) throws(ReadFailure) {
        number += 1
        if tail.isEmpty {
            guard end.count <= Limits.recordBytesMax else { throw tooLong }
            let hasReturn = end.count > 0 && end[end.count - 1] == 0x0D
            try take(end.extracting(0..<end.count - (hasReturn ? 1 : 0)), number)
            return
        }
        tail.append(end)
        guard tail.count <= Limits.recordBytesMax else { throw tooLong }
        var line: [UInt8] = []
        swap(&line, &tail)
        if line.last == 0x0D { line.removeLast() }
        try take(line.span, number)
        line.removeAll(keepingCapacity: true)
        swap(&line, &tail)
    }

    private var tooLong: ReadFailure {
        ReadFailure(
            .limitExceeded, at: SourcePlace(file: file, line: number + 1),
            details: ["record-bytes"])
    }
}
