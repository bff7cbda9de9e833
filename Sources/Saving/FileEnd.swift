/// Buffers bytes for the end of a file, and writes them past the page cache once there are many.
struct FileEnd: ~Copyable {
    /// More than this between two flushes is bulk. A person's months, which are reviewed right
    /// after, are less and stay in the page cache.
    static let bulkBytes = 16 << 20

    private let path: String
    private let bulkBytes: Int
    private let blocks: Int
    private var buffer = WriteBuffer(capacity: WriteBuffer.fileBytes)
    private var bulk: BulkWriter?
    private var mayBeBulk = true
    /// The block being filled; ``BulkBlock/none`` before the first.
    private var block = BulkBlock.none
    /// Bytes since the last flush, before it became bulk.
    private var added = 0

    /// - Parameter blocks: see ``BulkWriter``.
    init(path: String, bulkBytes: Int = Self.bulkBytes, blocks: Int) {
        self.path = path
        self.bulkBytes = bulkBytes
        self.blocks = blocks
    }

    /// Bytes in the buffer; none in bulk mode.
    var waiting: Int { buffer.bytes.count }

    /// A thread writes what is added.
    var isBulk: Bool { bulk != nil }

    /// - Parameters:
    ///   - length: of the file with everything added before.
    ///   - descriptor: writes at the end of the file.
    mutating func add(
        _ bytes: Span<UInt8>, to descriptor: Int32, at length: Int
    ) throws(SavingError) {
        let taken = block.add(bytes)
        if taken < bytes.count {
            try addRest(bytes.extracting(droppingFirst: taken), to: descriptor, at: length)
        }
    }

    private mutating func addRest(
        _ bytes: Span<UInt8>, to descriptor: Int32, at length: Int
    ) throws(SavingError) {
        if let bulk { return try add(bytes, to: bulk) }
        let path = path
        try buffer.add(bytes) { part throws(SavingError) in
            try writeAll(part, to: descriptor, path: path)
        }
        added += bytes.count
        if mayBeBulk, added >= bulkBytes {
            try beginBulk(descriptor, at: length + bytes.count)
        }
    }

    private mutating func add(_ bytes: Span<UInt8>, to bulk: BulkWriter) throws(SavingError) {
        var rest = bytes
        while true {
            rest = rest.extracting(droppingFirst: block.add(rest))
            if rest.isEmpty { return }
            let filled = block
            block = .none
            block = try bulk.next(after: filled)
        }
    }

    /// Passes everything to the kernel, so that reading finds it.
    mutating func flush(_ descriptor: Int32) throws(SavingError) {
        added = 0
        mayBeBulk = true
        let path = path
        if let bulk {
            assert(buffer.bytes.isEmpty, "nothing waits in the buffer while a thread writes")
            let last = block
            block = .none
            self.bulk = nil
            let rest = try bulk.finish(last)
            return try writeAll(rest.span, to: descriptor, path: path)
        }
        try buffer.drain { part throws(SavingError) in
            try writeAll(part, to: descriptor, path: path)
        }
    }

    /// Drops all ``waiting`` bytes but the first `count`.
    mutating func keepFirst(_ count: Int) { buffer.keepFirst(count) }

    /// Nothing is written from here on.
    func stop() { bulk?.end() }

    private mutating func beginBulk(
        _ descriptor: Int32, at length: Int
    ) throws(SavingError) {
        let bound = length / BulkWriter.alignment * BulkWriter.alignment
        let before = bound - (length - buffer.bytes.count)
        // The boundary is within the buffered bytes; a later row will reach the next one.
        guard before >= 0 else { return }
        assert(before <= buffer.bytes.count, "the bound lies in what the buffer holds")
        mayBeBulk = false
        try writeAll(buffer.bytes.span.extracting(first: before), to: descriptor, path: path)
        buffer.dropFirst(before)
        guard let bulk = BulkWriter(appendingTo: descriptor, path: path, blocks: blocks)
        else { return }
        self.bulk = bulk
        let rest = buffer.bytes
        buffer.keepFirst(0)
        try add(rest.span, to: bulk)
    }
}
