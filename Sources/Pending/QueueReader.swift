internal import Facts
package import Saving
internal import Scanning

/// Reads the queue file line by line, with each line's exact bytes, so that unreadable lines can be
/// kept.
///
/// Memory grows with the longest line. Lines are split at line feeds before JSON parsing: a broken
/// line affects no other.
package struct QueueReader: ~Copyable {
    /// One line of the file.
    package struct Record: Sendable {
        /// 1-based.
        package let line: Int
        /// Byte offset of its first byte.
        package let offset: Int
        /// Bytes without the line feed.
        package let count: Int
        /// False for a last line that was truncated, or written by an editor that omits it.
        package let hasLineFeed: Bool
        /// Longer than ``Limits/queueLineBytesMax``; its bytes are not available.
        package let isTooLong: Bool

        package var end: Int { offset + count + (hasLineFeed ? 1 : 0) }
    }

    package enum Content: Sendable {
        case line(QueueLine)
        /// Only white space.
        case blank
        case faulty(QueueProblem)
    }

    private let file: RegularFile
    private var buffer: [UInt8]
    private var filled = 0
    /// The start of the next record in `buffer`.
    private var position = 0
    /// File offset of `buffer`'s first byte.
    private var base: Int
    private let end: Int
    /// Bytes per read.
    private var fillBytes = Limits.chunkBytes
    private var lineNumber = 0
    private var current = 0..<0
    private var record: Record?

    /// - Parameter range: bytes of the file to read; a record starts at its lower bound.
    package init(_ path: String, range: Range<Int>? = nil) throws(SavingError) {
        self.init(try RegularFile(path), range: range)
    }

    package init(_ file: consuming RegularFile, range: Range<Int>? = nil) {
        base = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? file.length, file.length)
        self.file = file
        buffer = [UInt8](repeating: 0, count: Limits.chunkBytes)
    }

    /// The stamp of the file at opening.
    package var stamp: FileStamp { file.stamp }

    /// The next line; nil at the end.
    package mutating func next() throws(SavingError) -> Record? {
        var searched = position
        while true {
            if let feed = firstLineFeed(from: searched) {
                return found(through: feed, hasLineFeed: true)
            }
            searched = filled
            if searched - position > Limits.queueLineBytesMax { return try skipTooLong() }
            let before = position
            let grew = try fill()
            searched -= before - position
            assert(position <= searched && searched <= filled, "what was searched is still there")
            guard grew else { break }
        }
        guard filled > position else {
            record = nil
            return nil
        }
        return found(through: filled, hasLineFeed: false)
    }

    /// Moves to the start of a record, with so many lines before it.
    ///
    /// - Parameter bytes: the size of the first read; a longer record causes more reads.
    package mutating func seek(to offset: Int, line: Int, bytes: Int) {
        lineNumber = line
        record = nil
        current = 0..<0
        fillBytes = min(max(bytes, 1), Limits.chunkBytes)
        if (base..<(base + filled)).contains(offset) {
            position = offset - base
            return
        }
        base = offset
        filled = 0
        position = 0
    }

    /// The bytes of the last line, without its line feed.
    package func withRaw<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(buffer.span.extracting(current))
    }

    /// Whether the last line is white space only.
    package var isBlank: Bool {
        guard let record, !record.isTooLong else { return false }
        return isBlank(buffer.span.extracting(current))
    }

    /// Parses the last line.
    package func content() -> Content {
        guard let record else { return .blank }
        let raw = buffer.span.extracting(current)
        if record.isTooLong {
            return .faulty(QueueProblem(kind: .lineTooLong, line: record.line, column: 1))
        }
        if isBlank(raw) { return .blank }
        do throws(QueueFault) {
            return .line(try QueueLine.parse(raw))
        } catch {
            // An error at the end of the last line means truncation; an earlier one does not.
            let isTorn = !record.hasLineFeed && isCut(raw, error)
            return .faulty(
                isTorn
                    ? QueueProblem(kind: .tornLine, line: record.line, column: 1)
                    : QueueProblem(error, line: record.line, of: raw))
        }
    }

    private func isCut(_ raw: Span<UInt8>, _ fault: QueueFault) -> Bool {
        if raw[raw.count - 1] == 0 { return true }
        guard fault.kind == .notJSON || fault.kind == .notUTF8 else { return false }
        return fault.offset >= raw.count || isCutUTF8(raw, at: fault.offset)
    }

    private func isBlank(_ raw: Span<UInt8>) -> Bool {
        for index in 0..<raw.count {
            switch raw[index] {
            case 0x20, 0x09, 0x0D: continue
            default: return false
            }
        }
        return true
    }

    private mutating func found(through end: Int, hasLineFeed: Bool) -> Record {
        assert(position <= end && end <= filled, "a record lies in what was read")
        lineNumber += 1
        let result = Record(
            line: lineNumber, offset: base + position, count: end - position,
            hasLineFeed: hasLineFeed,
            isTooLong: end - position > Limits.queueLineBytesMax)
        current = position..<end
        position = end + (hasLineFeed ? 1 : 0)
        record = result
        return result
    }

    /// Skips the rest of a line over the limit.
    private mutating func skipTooLong() throws(SavingError) -> Record {
        let start = base + position
        var hasLineFeed = false
        while true {
            if let feed = firstLineFeed(from: position) {
                position = feed + 1
                hasLineFeed = true
                break
            }
            position = filled
            if try !fill() { break }
        }
        lineNumber += 1
        let result = Record(
            line: lineNumber, offset: start,
            count: base + position - start - (hasLineFeed ? 1 : 0), hasLineFeed: hasLineFeed,
            isTooLong: true)
        current = position..<position
        record = result
        return result
    }

    private func firstLineFeed(from start: Int) -> Int? {
        guard start < filled else { return nil }
        let rest = buffer.span.extracting(start..<filled)
        return ByteMarks.first(UInt8(ascii: "\n"), in: rest).map { start + $0 }
    }

    /// Reads more bytes into the buffer; false at the end of the file.
    private mutating func fill() throws(SavingError) -> Bool {
        if position > 0 {
            buffer.replaceSubrange(0..<(filled - position), with: buffer[position..<filled])
            filled -= position
            base += position
            current = 0..<0
            position = 0
        }
        let wanted = min(end - (base + filled), fillBytes)
        fillBytes = Limits.chunkBytes
        guard wanted > 0 else { return false }
        if buffer.count < filled + wanted {
            buffer.appendZeros(filled + wanted - buffer.count)
        }
        let from = filled
        let got = try file.read(into: &buffer, from..<(from + wanted), at: base + from)
        assert(got <= wanted && position == 0, "what is read lies behind the open record")
        filled += got
        return got > 0
    }
}
