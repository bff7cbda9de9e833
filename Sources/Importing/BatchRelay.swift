import Facts
import Scanning

/// A part of a file's product, made batch by batch.
protocol FileBatch: Sendable {
    init()
    /// The last batch of the file.
    var isLast: Bool { get }
}

/// Produces the batches of one file in order: for a long file on a second thread, with a bounded
/// queue; for a short one on the caller's thread. The results are equal.
///
/// The consumer returns each batch for reuse, and ends the relay when finished or failed.
struct BatchRelay<Batch: FileBatch>: ~Copyable {
    private let handover: Handover<Batch>
    private let make: @Sendable (inout Batch) -> Void
    private var thread: WorkThread?
    private var isAtEnd = false

    /// For a shorter file starting a thread takes longer than the work.
    private static var threadBytesMin: Int { 2 * Limits.batchBytes }

    /// Length of the queue: enough for a month of rows with many ledger queries.
    private static var batchesAheadMax: Int { 4 }

    /// Empty batches, reused for all files.
    static func batches() -> Handover<Batch> {
        Handover((0..<batchesAheadMax).map { _ in Batch() })
    }

    /// - Parameters:
    ///   - make: fills a batch with the next part of the file; called from one thread at a time.
    init(
        _ batches: Handover<Batch>, of file: InputFile,
        make: @escaping @Sendable (inout Batch) -> Void
    ) {
        handover = batches
        self.make = make
        thread =
            file.sizeBytes < Self.threadBytesMin
            ? nil
            : WorkThread {
                var isLast = false
                while !isLast, var batch = batches.empty() {
                    make(&batch)
                    isLast = batch.isLast
                    batches.hand(batch)
                }
            }
    }

    /// A second thread produces batches.
    var isAhead: Bool { thread != nil }

    /// The next batch; nil after the last.
    mutating func next() -> Batch? {
        if isAtEnd { return nil }
        if thread == nil, var batch = handover.empty() {
            make(&batch)
            handover.hand(batch)
        }
        let batch = handover.next()
        isAtEnd = batch.isLast
        return batch
    }

    func giveBack(_ batch: consuming Batch) { handover.giveBack(batch) }

    /// Waits for the thread, which finishes its current batch.
    consuming func end() {
        guard let thread = thread.take() else { return }
        handover.stop()
        thread.join()
        handover.restart()
    }
}
