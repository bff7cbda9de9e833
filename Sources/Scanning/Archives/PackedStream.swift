internal import Facts
internal import Glibc

/// Why an archive or its content cannot be read. The raw value is a stable word for messages.
package enum ArchiveProblem: String, Error, Sendable {
    /// The archive is truncated.
    case cut = "archive-cut"
    case damaged = "archive-damaged"
    /// The unpacked bytes do not match the checksum.
    case checksum = "archive-checksum"
    case encrypted
    /// Packed with a method other than deflate.
    case method = "archive-method"
    /// Two members overlap, which honest programs never write.
    case overlapping = "archive-overlapping"
    /// The ratio exceeds anything honest.
    case ratio = "archive-ratio"
    case members = "archive-members"
}

/// Unpacks one run of bytes inside a container, chunk by chunk, and verifies checksum and length at
/// the end.
package struct PackedStream: ~Copyable {
    package enum Method: Sendable { case stored, deflated, gzip }

    /// The place of the packed bytes in the container.
    package struct Run: Sendable, Hashable {
        package var start: Int
        package var packedBytes: Int
        package var method: Method
        /// Unpacked size according to the container; nil when it states none.
        package var bytes: Int?
        package var checksum: UInt32?
    }

    package let run: Run
    private var inflation: Inflation?
    /// Packed bytes read from the container.
    private var fetched = 0
    private var given = 0
    private var sum: UInt32 = 0
    private var packed: [UInt8] = []
    private var packedAt = 0
    private var isAtEnd = false
    /// A gzip file may hold several consecutive frames.
    private var isBetweenFrames = false

    private static let fetchBytes = 64 * 1024

    package init(_ run: Run) {
        self.run = run
    }

    package mutating func restart() {
        inflation?.restart()
        fetched = 0
        given = 0
        sum = 0
        packed = []
        packedAt = 0
        isAtEnd = false
        isBetweenFrames = false
    }

    /// Appends up to `max` unpacked bytes and returns their number; 0 at the end.
    package mutating func read(
        into buffer: inout [UInt8], max: Int, from container: inout ByteSource
    ) throws(ByteSourceError) -> Int {
        let start = buffer.count
        while buffer.count == start, !isAtEnd {
            if packedAt == packed.count { try fetch(from: &container) }
            switch run.method {
            case .stored: copy(into: &buffer, max: max)
            case .deflated, .gzip: try unpack(into: &buffer, max: max)
            }
        }
        let count = buffer.count - start
        given += count
        if run.checksum != nil, count > 0 {
            sum = checksum(buffer.span.extracting(start..<buffer.count), after: sum)
        }
        if given > Limits.archiveUnmeasuredBytes, given / Limits.archiveRatioMax > fetched {
            throw .archive(.ratio)
        }
        if let bytes = run.bytes, given > bytes { throw .archive(.damaged) }
        if isAtEnd, count == 0 || given == run.bytes { try prove() }
        return count
    }

    private mutating func fetch(from container: inout ByteSource) throws(ByteSourceError) {
        packed.removeAll(keepingCapacity: true)
        packedAt = 0
        let wanted = min(Self.fetchBytes, run.packedBytes - fetched)
        guard wanted > 0 else { return }
        fetched += try container.read(
            into: &packed, at: run.start + fetched, max: wanted)
    }

    private mutating func copy(into buffer: inout [UInt8], max: Int) {
        let end = min(packed.count, packedAt + max)
        buffer.append(contentsOf: packed[packedAt..<end])
        isAtEnd = end == packedAt
        packedAt = end
    }

    private mutating func unpack(
        into buffer: inout [UInt8], max: Int
    ) throws(ByteSourceError) {
        if isBetweenFrames {
            // Anything that does not begin like a frame is padding.
            guard packedAt < packed.count, packed[packedAt] == 0x1F else {
                isAtEnd = true
                return
            }
            isBetweenFrames = false
            inflation?.restart()
        }
        if inflation == nil { inflation = Inflation(isGzip: run.method == .gzip) }
        guard let inflation else { throw .unreadable(errno: ENOMEM) }
        let input = packed
        let before = buffer.count
        let step = inflation.unpack(
            input.span.extracting(packedAt..<input.count), into: &buffer, max: max)
        packedAt += step.taken
        if step.isDamaged { throw .archive(.damaged) }
        if step.isAtEnd {
            if run.method == .gzip { isBetweenFrames = true } else { isAtEnd = true }
        } else if step.taken == 0, buffer.count == before {
            // All packed bytes are consumed and more are needed.
            throw .archive(.cut)
        }
    }

    private func prove() throws(ByteSourceError) {
        if let bytes = run.bytes, given != bytes { throw .archive(.cut) }
        if let checksum = run.checksum, sum != checksum { throw .archive(.checksum) }
    }
}
