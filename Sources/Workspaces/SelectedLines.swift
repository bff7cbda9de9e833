internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Queue lines picked by their keys, read in the order of the keys wherever they stand in the file.
///
/// The ledger is clustered by key: entries that come in that order fill its pages and are written
/// once, while a statement that runs from new to old leaves every page half empty. (Measured with a
/// million lines: a third of the bytes, half the time.)
///
/// `@unchecked`: it belongs to one thread at a time, to the one that reads as long as that runs.
///
/// - Complexity: 32 bytes for each line picked, of ``linesAtOnceMax`` at most (or of one day that
///   has more), and one sort of them; of more lines each such part is found by its days. Each line
///   is read once, neighbours in the file together.
final class SelectedLines: @unchecked Sendable {
    /// One line read whole. A class, because a struct with two dozen texts costs more to hand on
    /// than to make.
    final class Item: Sendable {
        let line: QueueLine

        init(_ line: consuming QueueLine) { self.line = line }
    }

    /// A line in its order. It was read whole, or is plain and like one that was.
    struct Row: Sendable, BitwiseCopyable {
        let identity: LineIdentity
        /// Its number among the lines of the file, from 0.
        let number: Int
        private let start: Int
        private let count: Int
        /// Lines of one kind are alike in all that is not a number or a time; nil for those that
        /// are like none.
        let kind: LineKind?
        let teaching: TeachingNumber
        let plain: PlainLine?
        /// Of a plain line, as the ledger sums entries.
        let digest: UInt64
        /// Its place among the batch's items, −1 for a plain one.
        let item: Int

        /// Its bytes among those of the batch, without the line feed.
        var raw: Range<Int> { start..<(start + count) }

        fileprivate init(
            _ identity: LineIdentity, number: Int, raw: Range<Int>, _ kind: LineKind?,
            _ teaching: TeachingNumber, plain: PlainLine? = nil, digest: UInt64 = 0, item: Int = -1
        ) {
            self.identity = identity
            self.number = number
            start = raw.lowerBound
            count = raw.count
            self.kind = kind
            self.teaching = teaching
            self.plain = plain
            self.digest = digest
            self.item = item
        }
    }

    /// Numbers of different generations say nothing.
    struct LineKind: Sendable, BitwiseCopyable {
        let generation: Int
        let id: Int
    }

    /// Lines read, in order.
    struct Batch: Sendable {
        fileprivate(set) var rows: [Row] = []
        /// Those that were read whole.
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
    private let selection: LineSelection
    /// Accounts and days, as they stand in keys, that are read at once; the first of them is being
    /// read.
    private var parts: ArraySlice<ClosedRange<UInt64>>
    /// Those of all lines, in their order; none where there is one part.
    private let days: [UInt64]
    private var places: [Place] = []
    private var next = 0
    private let known = KnownTexts()
    private var teachings = TeachingNumbers()
    private var kinds = LineKinds()
    private let readsAlikeOnce: Bool

    private static let batchLines = 512
    private static let batchBytes = 1 << 19
    /// Lines so near each other are read together with what lies between.
    private static let gapBytesMax = 1 << 10
    /// Fewer are read faster than a thread is made.
    private static let threadLinesMin = 4_096
    /// 32 MiB of places; sorting more at once is not faster.
    private static let linesAtOnceMax = 1 << 20

    /// - Parameter readsAlikeOnce: of plain lines of one kind only the first is read whole.
    init(
        _ workspace: Workspace, _ selection: LineSelection, readsAlikeOnce: Bool = false,
        linesAtOnce: Int = SelectedLines.linesAtOnceMax
    ) throws(WorkspaceFailure) {
        self.readsAlikeOnce = readsAlikeOnce
        var index = try workspace.openIndex()
        // Named keys are few.
        var parts: [ClosedRange<UInt64>] = [0...UInt64.max]
        var days: [UInt64] = []
        if case .all = selection { (parts, days) = try Self.parts(of: &index, linesAtOnce) }
        let path = workspace.paths.queue
        file = try saving { () throws(SavingError) in try RegularFile(path) }
        self.index = index
        self.selection = selection
        self.parts = parts[...]
        self.days = days
        places = try Self.places(of: selection, within: parts[0], of: days, in: &self.index)
    }

    /// Account and day of a key, in the order of keys.
    private static func accountDay(_ key: LineKey) -> UInt64 {
        UInt64(key.account) << 32 | UInt64(UInt32(bitPattern: key.day) ^ 1 << 31)
    }

    /// Cuts the queue's accounts and days into parts of about so many lines, in the order of keys.
    private static func parts(
        of index: inout QueueIndex, _ linesAtOnce: Int
    ) throws(WorkspaceFailure) -> (parts: [ClosedRange<UInt64>], days: [UInt64]) {
        guard index.count > linesAtOnce else { return ([0...UInt64.max], []) }
        var counts: [UInt64: Int] = [:]
        for number in 0..<index.count {
            counts[accountDay(try record(number, of: &index).identity.key), default: 0] += 1
        }
        var parts: [ClosedRange<UInt64>] = []
        var first: UInt64 = 0
        var lines = 0
        let sorted = counts.sorted { $0.key < $1.key }
        for (day, count) in sorted {
            if lines > 0, lines + count > linesAtOnce {
                parts.append(first...(day - 1))
                first = day
                lines = 0
            }
            lines += count
        }
        return (parts + [first...UInt64.max], sorted.map(\.key))
    }

    private static func places(
        of selection: LineSelection, within part: ClosedRange<UInt64>, of days: [UInt64],
        in index: inout QueueIndex
    ) throws(WorkspaceFailure) -> [Place] {
        var places: [Place] = []
        if days.isEmpty {
            if case .all = selection { places.reserveCapacity(index.count) }
            for number in 0..<index.count {
                let record = try record(number, of: &index)
                if case .keys(let keys) = selection, !keys.contains(record.identity.key) {
                    continue
                }
                places.append(try place(of: record, number))
            }
        }
        var numbers: [UInt32] = []
        for day in days where part.contains(day) {
            numbers.removeAll(keepingCapacity: true)
            index.findRecords(
                keyAccount: UInt32(truncatingIfNeeded: day >> 32),
                day: Int32(bitPattern: UInt32(truncatingIfNeeded: day) ^ 1 << 31), into: &numbers)
            for number in numbers {
                let record = try record(Int(number), of: &index)
                // Another day may have the same hash.
                if accountDay(record.identity.key) != day { continue }
                places.append(try place(of: record, Int(number)))
            }
        }
        places.sort { $0.key < $1.key }
        return places
    }

    private static func place(
        of record: IndexRecord, _ number: Int
    ) throws(WorkspaceFailure) -> Place {
        guard record.offset >= 0, record.offset < Int.max / 2, record.count >= 0 else {
            throw .damaged("index")
        }
        return Place(
            key: record.identity.key, offset: record.offset,
            count: UInt32(clamping: record.count), number: UInt32(clamping: number))
    }

    /// Lines of the queue, picked or not.
    var queueLines: Int { index.count }

    /// Hands every batch to `body`; many lines are read on a second thread, two batches ahead at
    /// most.
    func forEachBatch(
        _ body: (Batch) throws(WorkspaceFailure) -> Void
    ) throws(WorkspaceFailure) {
        let handover = Handover([Batch(), Batch()])
        let thread =
            places.count < Self.threadLinesMin && parts.count == 1
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
        batch.rows.removeAll(keepingCapacity: true)
        batch.items.removeAll(keepingCapacity: true)
        batch.failure = nil
        var count = 0
        if next == places.count, parts.count > 1 {
            do throws(WorkspaceFailure) {
                try beginNextPart()
            } catch {
                batch.failure = error
                batch.isLast = true
                return
            }
        }
        let from = next
        while next < places.count, next - from < Self.batchLines, count < Self.batchBytes {
            count += Int(places[next].count)
            next += 1
        }
        batch.isLast = next == places.count && parts.count == 1
        do throws(WorkspaceFailure) {
            let starts = try load(from..<next, into: &batch.bytes)
            for (place, start) in zip(places[from..<next], starts) {
                try add(place, at: start, to: &batch)
            }
        } catch {
            batch.failure = error
            batch.isLast = true
        }
    }

    /// The places of the part before are given back first.
    private func beginNextPart() throws(WorkspaceFailure) {
        places = []
        next = 0
        parts.removeFirst()
        guard let part = parts.first else { return }
        places = try Self.places(of: selection, within: part, of: days, in: &index)
    }

    private func add(
        _ place: Place, at start: Int, to batch: inout Batch
    ) throws(WorkspaceFailure) {
        let identity = try Self.record(Int(place.number), of: &index).identity
        let raw = start..<(start + Int(place.count))
        let plain = readsAlikeOnce ? PlainLine(batch.bytes.span, in: raw) : nil
        var kind: LineKind?
        if let plain {
            let number = self.kind(of: plain, in: batch.bytes.span)
            if let teaching = kinds.teaching(of: number.id) {
                batch.rows.append(
                    Row(
                        identity, number: Int(place.number), raw: raw, number, teaching,
                        plain: plain,
                        digest: entryDigest(
                            identity, plain.fact, account: plain.account, batch: plain.batch,
                            in: batch.bytes.span)))
                return
            }
            kind = number
        }
        let line: QueueLine
        do throws(QueueFault) {
            line = try QueueLine.parse(batch.bytes.span.extracting(raw), known: known)
        } catch {
            // Opening the workspace read every line that is not as we wrote it.
            throw .damaged("index")
        }
        let generation = teachings.generation
        let teaching = teachings.number(of: line, known)
        if let plain, var number = kind, line.isProposedOnly {
            // With other numbers of teachings come other numbers of kinds.
            if teachings.generation != generation {
                number = self.kind(of: plain, in: batch.bytes.span)
            }
            kinds.setTeaching(teaching, of: number.id)
            kind = number
        } else {
            kind = nil
        }
        batch.rows.append(
            Row(
                identity, number: Int(place.number), raw: raw, kind, teaching,
                item: batch.items.count))
        batch.items.append(Item(line))
    }

    private func kind(of line: PlainLine, in bytes: Span<UInt8>) -> LineKind {
        let id = kinds.number(of: line, in: bytes, teachings)
        return LineKind(generation: kinds.generation, id: id)
    }

    private static func record(
        _ number: Int, of index: inout QueueIndex
    ) throws(WorkspaceFailure) -> IndexRecord {
        do throws(SavingError) { return try index.record(number) } catch { throw .saving(error) }
    }

    /// Reads lines with one call for neighbours, and says where each starts: in the order of keys
    /// the lines of a day stand in any order in the file, and a day may have more than fits any
    /// window.
    private func load(
        _ range: Range<Int>, into bytes: inout [UInt8]
    ) throws(WorkspaceFailure) -> [Int] {
        var starts = [Int](repeating: 0, count: range.count)
        let inFile = range.sorted { places[$0].offset < places[$1].offset }
        var filled = 0
        var at = 0
        while at < inFile.count {
            let from = places[inFile[at]].offset
            var end = from
            while at < inFile.count, places[inFile[at]].offset - end <= Self.gapBytesMax {
                let place = places[inFile[at]]
                starts[inFile[at] - range.lowerBound] = filled + place.offset - from
                end = max(end, place.offset + Int(place.count))
                at += 1
            }
            guard from >= 0, end <= file.length else { throw .damaged("index") }
            let needed = filled + end - from
            if bytes.count < needed {
                bytes.appendZeros(needed - bytes.count)
            }
            try read(from..<end, into: &bytes, at: filled)
            filled = needed
        }
        return starts
    }

    private func read(
        _ range: Range<Int>, into bytes: inout [UInt8], at start: Int
    ) throws(WorkspaceFailure) {
        let got: Int
        do throws(SavingError) {
            got = try file.read(
                into: &bytes, start..<(start + range.count), at: range.lowerBound)
        } catch {
            throw .saving(error)
        }
        guard got == range.count else { throw .damaged("index") }
    }
}

extension QueueLine {
    /// A new line with nothing but a suggestion that says the same of any line with these words: no
    /// part of an amount, no other line.
    fileprivate var isProposedOnly: Bool {
        state == .new && decision == nil && related.isEmpty && extra.isEmpty
            && suggestion.splits.isEmpty && suggestion.tags.isEmpty && suggestion.otherSide == nil
            && !suggestion.isDismissal
    }
}
