import Glibc
internal import Scanning

/// Writes the long middle of a growing file past the system's page cache (`O_DIRECT`), by a thread of its own.
///
/// Copying into the cache page by page, and waiting at the end until all of it is on disk, cost more than the disk's own work; what is
/// written once and read much later has no use for it. Blocks begin on a bound of ``alignment`` in file and in memory: what
/// stands before the first and behind the last is for the caller to write.
///
/// Where the file system knows no such way, ``init(appendingTo:path:)`` gives nil, or blocks go through the cache after all.
final class BulkWriter {
    /// Sectors of disks and pages of memory divide it.
    static let alignment = 4_096

    private static let blocks = 3

    private let path: String
    private let descriptor: Int32
    private let handover: Handover<Block>
    private let outcome: Outcome
    private var thread: WorkThread?
    /// Being filled; nil at the end.
    private var block: Block?

    /// - Parameter descriptor: open for appending to a file that ends on a bound; nobody else writes to it until ``finish()``.
    init?(appendingTo descriptor: Int32, path: String) {
        guard setDirect(true, descriptor) else { return nil }
        let handover = Handover((0..<Self.blocks).map { _ in Block() })
        let outcome = Outcome()
        thread = WorkThread {
            while true {
                let block = handover.next()
                if block.count == 0 { return }
                do throws(SavingError) {
                    if outcome.failure == nil { try block.write(to: descriptor, path: path) }
                } catch {
                    outcome.failure = error
                }
                block.isRefused = outcome.failure != nil
                block.count = 0
                handover.giveBack(block)
            }
        }
        self.path = path
        self.descriptor = descriptor
        self.handover = handover
        self.outcome = outcome
        block = handover.empty()
        if thread == nil {
            _ = setDirect(false, descriptor)
            return nil
        }
    }

    deinit { end() }

    /// - Throws: why this or an earlier block was not written; nothing more will be.
    func add(_ bytes: Span<UInt8>) throws(SavingError) {
        guard var block else { preconditionFailure("caller adds to a writer that has ended") }
        var rest = bytes
        while true {
            let taken = block.add(rest)
            if taken == rest.count { return }
            rest = rest.extracting(droppingFirst: taken)
            block = try next(after: block)
        }
    }

    /// Waits until all blocks are written, and gives the bytes behind the last bound.
    func finish() throws(SavingError) -> [UInt8] {
        var rest: [UInt8] = []
        if let last = block {
            rest = last.cutBehindBound()
            if last.count > 0 { block = try next(after: last) }
        }
        end()
        if let failure = outcome.failure { throw failure }
        return rest
    }

    private func next(after filled: Block) throws(SavingError) -> Block {
        handover.hand(filled)
        let next = handover.empty()
        block = next
        guard let next, !next.isRefused else {
            end()
            throw outcome.failure ?? SavingError(operation: .write, path: path, errno: EIO)
        }
        return next
    }

    /// Lets the thread end after what it was given.
    func end() {
        guard let last = block else { return }
        block = nil
        last.count = 0
        handover.hand(last)
        thread.take()?.join()
        _ = setDirect(false, descriptor)
    }
}

/// Why writing ended. Touched by the thread alone until that has ended.
private final class Outcome: @unchecked Sendable {
    var failure: SavingError?
}

/// Bytes in memory that a disk may read from. Touched only by the thread that has it.
@safe private final class Block: @unchecked Sendable {
    /// A disk is busy enough with less.
    private static let bytes = 512 * 1024

    private let memory: UnsafeMutableRawBufferPointer
    var count = 0
    /// It was not written, or not all of it.
    var isRefused = false

    init() {
        unsafe memory = .allocate(byteCount: Self.bytes, alignment: BulkWriter.alignment)
    }

    deinit { unsafe memory.deallocate() }

    /// Takes what there is room for, and says how much that was.
    func add(_ new: Span<UInt8>) -> Int {
        let taken = unsafe min(new.count, memory.count - count)
        unsafe new.withUnsafeBytes { raw in
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: raw[..<taken]))
        }
        count += taken
        return taken
    }

    /// Takes the bytes off that do not reach the next bound.
    func cutBehindBound() -> [UInt8] {
        let kept = count / BulkWriter.alignment * BulkWriter.alignment
        defer { count = kept }
        return unsafe Array(memory[kept..<count])
    }

    func write(to descriptor: Int32, path: String) throws(SavingError) {
        let filled = unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
        let bytes = unsafe Span<UInt8>(_unsafeBytes: filled)
        try writeAll(bytes, to: descriptor, path: path, isDirect: true)
    }
}
