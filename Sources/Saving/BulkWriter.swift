import Glibc
internal import Scanning

/// Writes the long middle of a growing file past the system's page cache (`O_DIRECT`), by a thread
/// of its own.
///
/// Copying into the cache page by page, and waiting at the end until all of it is on disk, cost
/// more than the disk's own work; what is written once and read much later has no use for it.
/// Blocks begin on a bound of ``alignment`` in file and in memory: what stands before the first and
/// behind the last is for the caller to write.
///
/// Where the file system knows no such way, ``init(appendingTo:path:blocks:)`` gives nil, or blocks
/// go through the cache after all.
final class BulkWriter {
    /// Sectors of disks and pages of memory divide it.
    static let alignment = 4_096
    private let path: String
    private let descriptor: Int32
    private let blocks: [BulkBlock]
    private let handover: Handover<BulkBlock>
    private let outcome = Outcome()
    private var thread: WorkThread?

    /// - Parameters:
    ///   - descriptor: open for appending to a file that ends on a bound; nobody else writes to it
    ///     until ``finish(_:)``.
    ///   - count: how many blocks there are. One is filled while the others are written: a disk
    ///     that is busy elsewhere takes its time.
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

    /// Has a block written unless it is empty, and gives the next to fill.
    ///
    /// - Throws: why this or an earlier block was not written; nothing more will be.
    func next(after filled: BulkBlock) throws(SavingError) -> BulkBlock {
        if thread != nil {
            if !filled.isEmpty { handover.hand(filled) }
            if let next = handover.empty(), !next.isRefused { return next }
        }
        end()
        throw outcome.failure ?? SavingError(operation: .write, path: path, errno: EIO)
    }

    /// Waits until all is written, and gives the last block's bytes behind its last bound.
    func finish(_ last: BulkBlock) throws(SavingError) -> [UInt8] {
        var last = last
        let rest = last.cutBehindBound()
        if !last.isEmpty, thread != nil { handover.hand(last) }
        end()
        if let failure = outcome.failure { throw failure }
        return rest
    }

    /// Lets the thread end after what it was given.
    func end() {
        guard let thread = thread.take() else { return }
        handover.hand(.none)
        thread.join()
        _ = setDirect(false, descriptor)
    }
}

/// Why writing ended. Touched by the thread alone until that has ended.
private final class Outcome: @unchecked Sendable {
    var failure: SavingError?
}

/// Bytes in memory that a disk may read from. It belongs to one thread at a time, and to its writer
/// in the end.
@safe struct BulkBlock: @unchecked Sendable {
    /// A disk is busy enough with less.
    private static let bytes = 512 * 1024
    /// Takes nothing.
    static let none = unsafe BulkBlock(UnsafeMutableRawBufferPointer(start: nil, count: 0))

    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0
    /// It was not written, or not all of it.
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

    /// Takes what there is room for, and says how much that was.
    mutating func add(_ new: Span<UInt8>) -> Int {
        let taken = unsafe min(new.count, memory.count - count)
        guard taken > 0 else { return 0 }
        unsafe new.extracting(first: taken).withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: $0)
        }
        count += taken
        return taken
    }

    /// Takes the bytes off that do not reach the next bound.
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
