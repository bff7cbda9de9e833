internal import Facts
internal import Pending
internal import Saving
internal import Scanning

/// Queue lines picked by their keys, read in the order of the keys wherever they stand in the file.
///
/// The ledger is clustered by key: entries that come in that order fill its pages and are written once, while a statement that
/// runs from new to old leaves every page half empty. (Measured with a million lines: a third of the bytes, half the time.)
///
/// `@unchecked`: it belongs to one thread at a time, to the one that reads as long as that runs.
///
/// - Complexity: 32 bytes for each line picked, and one sort of them. Reading is nearly sequential, forwards or backwards, as
///   statements are in the order of days.
final class SelectedLines: @unchecked Sendable {
    /// Lines read, in order.
    struct Batch: Sendable {
        struct Item: Sendable {
            let line: QueueLine
            let identity: LineIdentity
            /// Its number among the lines of the file, from 0.
            let number: Int
            /// Its bytes among those of the batch, without the line feed.
            let raw: Range<Int>
        }

        fileprivate(set) var items: [Item] = []
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var failure: WorkspaceFailure?
        fileprivate(set) var isLast = false
    }

    private struct Place {
        let key: LineKey
        let offset: Int
        let count: UInt32
        let number: UInt32
    }

    private let file: RegularFile
    private var index: QueueIndex
    private let places: [Place]
    private var next = 0
    /// Bytes of the file from `windowStart` on.
    private var window: [UInt8] = []
    private var windowStart = 0

    private static let windowBytes = 1 << 18
    private static let batchLines = 512
    private static let batchBytes = 1 << 19
    /// Fewer are read faster than a thread is made.
    private static let threadLinesMin = 4_096

    init(_ workspace: Workspace, _ selection: LineSelection) throws(WorkspaceFailure) {
        var index = try workspace.openIndex()
        let places = try Self.places(of: selection, in: &index)
        let path = workspace.paths.queue
        file = try saving { () throws(SavingError) in try RegularFile(path) }
        self.index = index
        self.places = places
    }

    private static func places(
        of selection: LineSelection, in index: inout QueueIndex
    ) throws(WorkspaceFailure) -> [Place] {
        var places: [Place] = []
        for number in 0..<index.count {
            let record = try record(number, of: &index)
            if case .keys(let keys) = selection, !keys.contains(record.identity.key) { continue }
            places.append(
                Place(
                    key: record.identity.key, offset: record.offset,
                    count: UInt32(clamping: record.count), number: UInt32(clamping: number)))
        }
        places.sort { $0.key < $1.key }
        return places
    }

    /// Lines of the queue, picked or not.
    var queueLines: Int { index.count }

    /// Hands every batch to `body`; many lines are read on a second thread, two batches ahead at most.
    func forEachBatch(
        _ body: (Batch) throws(WorkspaceFailure) -> Void
    ) throws(WorkspaceFailure) {
        let handover = Handover([Batch(), Batch()])
        let thread =
            places.count < Self.threadLinesMin
            ? nil
            : WorkThread { [self] in
                while var batch = handover.empty() {
                    fill(&batch)
                    let isLast = batch.isLast
                    handover.hand(batch)
                    if isLast { return }
                }
            }
        guard let thread else {
            var batch = Batch()
            repeat {
                fill(&batch)
                if let failure = batch.failure { throw failure }
                try body(batch)
            } while !batch.isLast
            return
        }
        var failure: WorkspaceFailure?
        var isLast = false
        while !isLast, failure == nil {
            let batch = handover.next()
            isLast = batch.isLast
            failure = batch.failure
            if failure == nil {
                do throws(WorkspaceFailure) { try body(batch) } catch { failure = error }
            }
            handover.giveBack(batch)
        }
        handover.stop()
        thread.join()
        if let failure { throw failure }
    }

    /// Reads the lines that come next; a batch with a failure is the last.
    private func fill(_ batch: inout Batch) {
        batch.items.removeAll(keepingCapacity: true)
        batch.bytes.removeAll(keepingCapacity: true)
        batch.failure = nil
        do throws(WorkspaceFailure) {
            while next < places.count, batch.items.count < Self.batchLines,
                batch.bytes.count < Self.batchBytes
            {
                try add(places[next], to: &batch)
                next += 1
            }
            batch.isLast = next == places.count
        } catch {
            batch.failure = error
            batch.isLast = true
        }
    }

    private func add(_ place: Place, to batch: inout Batch) throws(WorkspaceFailure) {
        try load(place)
        let identity = try Self.record(Int(place.number), of: &index).identity
        let start = place.offset - windowStart
        let from = batch.bytes.count
        batch.bytes.append(contentsOf: window[start..<(start + Int(place.count))])
        let raw = from..<batch.bytes.count
        let line: QueueLine
        do throws(QueueFault) {
            line = try QueueLine.parse(batch.bytes.span.extracting(raw))
        } catch {
            // Opening the workspace read every line that is not as we wrote it.
            throw .damaged("index")
        }
        batch.items.append(
            Batch.Item(line: line, identity: identity, number: Int(place.number), raw: raw))
    }

    private static func record(
        _ number: Int, of index: inout QueueIndex
    ) throws(WorkspaceFailure) -> IndexRecord {
        do throws(SavingError) { return try index.record(number) } catch { throw .saving(error) }
    }

    /// Brings the line into the window, together with its neighbours on the side the reading goes to.
    private func load(_ place: Place) throws(WorkspaceFailure) {
        let end = place.offset + Int(place.count)
        if place.offset >= windowStart, end <= windowStart + window.count { return }
        let isGoingBack = place.offset < windowStart
        let from = isGoingBack ? max(0, min(place.offset, end - Self.windowBytes)) : place.offset
        let wanted = min(max(Int(place.count), Self.windowBytes), file.length - from)
        guard wanted > 0 else { throw .damaged("index") }
        if window.count != wanted { window = [UInt8](repeating: 0, count: wanted) }
        windowStart = from
        let got: Int
        do throws(SavingError) {
            got = try file.read(into: &window, at: from)
        } catch {
            throw .saving(error)
        }
        guard got == wanted, end <= from + got else { throw .damaged("index") }
    }
}
