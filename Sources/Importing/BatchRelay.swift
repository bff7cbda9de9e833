import Facts
import Scanning

/// What is made of a file piece by piece.
protocol FileBatch: Sendable {
    init()
    /// Nothing of the file comes after it.
    var isLast: Bool { get }
}

/// The batches of one file, in their order. Those of a long file are made on a second thread, some
/// ahead; those of a short one as they are taken. They are the same either way.
///
/// Whoever takes a batch gives it back, to be filled again, and ends the relay when done or failed.
struct BatchRelay<Batch: FileBatch>: ~Copyable {
    private let handover: Handover<Batch>
    private let make: @Sendable (inout Batch) -> Void
    private var thread: WorkThread?
    private var isAtEnd = false

    /// A shorter file is made before a thread would have begun.
    private static var threadBytesMin: Int { 2 * Limits.batchBytes }

    /// Made while others are taken: enough for a month that asks a full ledger much.
    private static var batchesAheadMax: Int { 4 }

    /// Empty batches, for one file after another.
    static func batches() -> Handover<Batch> {
        Handover((0..<batchesAheadMax).map { _ in Batch() })
    }

    /// - Parameters:
    ///   - make: fills a batch with what comes next in the file; called from one thread at a time.
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

    /// Batches are made while the caller does something else.
    var isAhead: Bool { thread != nil }

    /// The next batch; nil behind the last.
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

    /// Waits for the thread, which makes no more than it has begun.
    consuming func end() {
        guard let thread = thread.take() else { return }
        handover.stop()
        thread.join()
        handover.restart()
    }
}
