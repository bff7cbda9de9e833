internal import Facts
package import Saving
internal import Scanning

/// Reads the queue file line by line, with the exact bytes of each line, so that what cannot be
/// read can still be kept.
///
/// Memory follows the longest line. The file is not taken apart by JSON but by line feeds: a broken
/// line costs itself only.
package struct QueueReader: ~Copyable {
    /// One line as it stands in the file.
    package struct Record: Sendable {
        /// 1-based.
        package let line: Int
        /// Byte offset of its first byte.
        package let offset: Int
        /// Bytes without the line feed.
        package let count: Int
        /// False for a last line that was cut, or written by an editor that ends files without one.
        package let hasLineFeed: Bool
        /// Longer than ``Limits/queueLineBytesMax``; its bytes are not at hand.
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
    /// Bytes of `buffer` that are filled.
    private var filled = 0
    /// Where the next record starts in `buffer`.
    private var position = 0
    /// Offset in the file of `buffer`'s first byte.
    private var base: Int
    private let end: Int
    /// Read at once.
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

    /// The file as it was when opened.
    package var stamp: FileStamp { file.stamp }

    /// Goes to the next line; nil at the end.
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

    /// Goes to where a record starts, with so many lines before it.
    ///
    /// - Parameter bytes: what is read there at first; more when the record turns out to be longer.
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

    /// The bytes of the line last given, without its line feed.
    package func withRaw<Result, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(buffer.span.extracting(current))
    }

    /// Whether the line last given is white space only.
    package var isBlank: Bool {
        guard let record, !record.isTooLong else { return false }
        return isBlank(buffer.span.extracting(current))
    }

    /// What the line last given says.
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
            // What ends in the middle of the last line was cut off; what is wrong earlier was not.
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

    /// Passes over the rest of a line that is over the limit; its bytes are not at hand.
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

    /// Reads more behind what is there; false at the end of the file.
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
