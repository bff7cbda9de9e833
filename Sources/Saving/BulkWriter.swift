import Glibc
internal import Scanning

/// Writes the long middle of a growing file past the page cache (`O_DIRECT`), on its own thread.
///
/// Copying into the cache page by page and waiting at the end until all of it is on disk cost more
/// than the disk's own work, and data written once and read much later gains nothing from the
/// cache. Blocks are aligned to ``alignment`` in file and memory; the caller writes what is before
/// the first and after the last.
///
/// If the file system has no direct writes, ``init(appendingTo:path:blocks:)`` returns nil, or
/// blocks go through the cache.
final class BulkWriter {
    /// A multiple of disk sectors and memory pages.
    static let alignment = 4_096
    private let path: String
    private let descriptor: Int32
    private let blocks: [BulkBlock]
    private let handover: Handover<BulkBlock>
    private let outcome = Outcome()
    private var thread: WorkThread?

    /// - Parameters:
    ///   - descriptor: open for appending to a file that ends on a boundary; only this object
    ///     writes to it until ``finish(_:)``.
    ///   - count: number of blocks. One is filled while the others are written: a busy disk may be
    ///     slow.
    init?(appendingTo descriptor: Int32, path: String, blocks count: Int) {
        guard setDirect(true, descriptor) else { return nil }
        let blocks = (0..<count).map { _ in BulkBlock.made() }
        let handover = Handover(blocks)
        let outcome = outcome
        thread = WorkThread {
            while true {
                var block = handover.next()
                if block.isEmpty { return }
                do throws(SavingError) {
                    if outcome.failure == nil { try block.write(to: descriptor, path: path) }
                } catch {
                    outcome.failure = error
                }
                block.empty(isRefused: outcome.failure != nil)
                handover.giveBack(block)
            }
        }
        self.path = path
        self.descriptor = descriptor
        self.blocks = blocks
        self.handover = handover
        if thread == nil {
            end()
            return nil
        }
    }

    deinit {
        end()
        for block in blocks { block.free() }
    }

    /// Queues a block for writing unless it is empty, and returns the next to fill.
    ///
    /// - Throws: the failure of this or an earlier block; nothing more is written.
    func next(after filled: BulkBlock) throws(SavingError) -> BulkBlock {
        if thread != nil {
            if !filled.isEmpty { handover.hand(filled) }
            if let next = handover.empty(), !next.isRefused { return next }
        }
        end()
        throw outcome.failure ?? SavingError(operation: .write, path: path, errno: EIO)
    }

    /// Waits until everything is written, and returns the last block's bytes after its last
    /// boundary.
    func finish(_ last: BulkBlock) throws(SavingError) -> [UInt8] {
        var last = last
        let rest = last.cutBehindBound()
        if !last.isEmpty, thread != nil { handover.hand(last) }
        end()
        if let failure = outcome.failure { throw failure }
        return rest
    }

    /// Ends the thread after its queued blocks.
    func end() {
        guard let thread = thread.take() else { return }
        handover.hand(.none)
        thread.join()
        _ = setDirect(false, descriptor)
    }
}

/// Why writing ended. Only the thread accesses it until it has ended.
private final class Outcome: @unchecked Sendable {
    var failure: SavingError?
}

/// Page-aligned bytes for direct writes. One thread owns it at a time, and in the end its writer.
@safe struct BulkBlock: @unchecked Sendable {
    /// Less than this does not keep a disk busy.
    private static let bytes = 512 * 1024
    /// Has no capacity.
    static let none = unsafe BulkBlock(UnsafeMutableRawBufferPointer(start: nil, count: 0))

    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0
    /// It was not written, or only in part.
    private(set) var isRefused = false

    static func made() -> BulkBlock {
        unsafe BulkBlock(.allocate(byteCount: bytes, alignment: BulkWriter.alignment))
    }

    private init(_ memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

    func free() { unsafe memory.deallocate() }

    var isEmpty: Bool { count == 0 }

    mutating func empty(isRefused: Bool) {
        count = 0
        self.isRefused = isRefused
    }

    /// Adds as many bytes as fit and returns their number.
    mutating func add(_ new: Span<UInt8>) -> Int {
        let taken = unsafe min(new.count, memory.count - count)
        guard taken > 0 else { return 0 }
        unsafe new.extracting(first: taken).withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: $0)
        }
        count += taken
        return taken
    }

    /// Removes and returns the bytes after the last boundary.
    mutating func cutBehindBound() -> [UInt8] {
        let kept = count / BulkWriter.alignment * BulkWriter.alignment
        defer { count = kept }
        return unsafe Array(memory[kept..<count])
    }

    func write(to descriptor: Int32, path: String) throws(SavingError) {
        assert(count % BulkWriter.alignment == 0, "a block ends on a bound")
        let filled = unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
        let bytes = unsafe Span<UInt8>(_unsafeBytes: filled)
        try writeAll(bytes, to: descriptor, path: path, isDirect: true)
    }
}
