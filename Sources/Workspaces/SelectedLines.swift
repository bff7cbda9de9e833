internal import Facts
internal import Ledger
internal import Pending
internal import Saving
internal import Scanning

/// Reads selected queue lines in key order, whatever their order in the file.
///
/// The ledger is clustered by key: entries in that order fill its pages and are written once, while
/// a statement from new to old leaves every page half empty. (Measured with a million lines: a
/// third of the bytes, half the time.)
///
/// `@unchecked`: only one thread uses it at a time, the reader thread as long as that runs.
///
/// - Complexity: 32 bytes per selected line, for at most ``linesAtOnceMax`` (or one day that has
///   more), and one sort of them; more lines are split into parts by day. Each line is read once,
///   adjacent ones together.
final class SelectedLines: @unchecked Sendable {
    /// A selected line. A class, because moving a struct with two dozen texts costs more than
    /// creating it.
    final class Row: Sendable {
        let identity: LineIdentity
        let line: QueueLine
        /// Number in the file, from 0.
        let number: Int
        /// Its bytes in the batch, without the line feed.
        let raw: Range<Int>
        let teaching: TeachingNumber

        fileprivate init(
            _ identity: LineIdentity, _ line: consuming QueueLine, number: Int, raw: Range<Int>,
            _ teaching: TeachingNumber
        ) {
            self.identity = identity
            self.line = line
            self.number = number
            self.raw = raw
            self.teaching = teaching
        }
    }

    struct Batch: Sendable {
        fileprivate(set) var rows: [Row] = []
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
    /// Ranges of accounts and days, as in keys, that are each read at once; the first is the
    /// current one.
    private var parts: ArraySlice<ClosedRange<UInt64>>
    /// Accounts and days of all lines, sorted; empty if there is one part.
    private let days: [UInt64]
    private var places: [Place] = []
    private var next = 0
    private let known = KnownSuggestions()
    private var teachings = TeachingNumbers()

    private static let batchLines = 512
    private static let batchBytes = 1 << 19
    /// Lines this close are read together with the bytes between.
    private static let gapBytesMax = 1 << 10
    /// Fewer are read faster than a thread starts.
    private static let threadLinesMin = 4_096
    /// 32 MiB of places; sorting more at once is not faster.
    private static let linesAtOnceMax = 1 << 20

    init(
        _ workspace: Workspace, _ selection: LineSelection,
        linesAtOnce: Int = SelectedLines.linesAtOnceMax
    ) throws(WorkspaceFailure) {
        var index = try workspace.openIndex()
        // Keys in a selection are few.
        var parts: [ClosedRange<UInt64>] = [0...UInt64.max]
        var days: [UInt64] = []
        if case .all = selection { (parts, days) = try Self.parts(of: &index, linesAtOnce) }
        file = try saving(RegularFile(workspace.paths.queue))
        self.index = index
        self.selection = selection
        self.parts = parts[...]
        self.days = days
        places = try Self.places(of: selection, within: parts[0], of: days, in: &self.index)
    }

    /// Account and day of a key as a sortable number.
    private static func accountDay(_ key: LineKey) -> UInt64 {
        UInt64(key.account) << 32 | UInt64(UInt32(bitPattern: key.day) ^ 1 << 31)
    }

    /// Splits the queue's accounts and days into parts of about so many lines, in key order.
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

    /// All lines of the queue, selected or not.
    var queueLines: Int { index.count }

    /// Calls `body` with every batch; a second thread reads many lines, at most two batches ahead.
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

    /// Reads the next lines; a batch with a failure is the last.
    private func fill(_ batch: inout Batch) {
        batch.rows.removeAll(keepingCapacity: true)
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
            let loaded = try load(from..<next, into: &batch.bytes)
            for (place, line) in zip(places[from..<next], loaded) {
                batch.rows.append(try read(place, line, in: batch.bytes.span))
            }
        } catch {
            batch.failure = error
            batch.isLast = true
        }
    }

    /// Frees the places of the previous part first.
    private func beginNextPart() throws(WorkspaceFailure) {
        places = []
        next = 0
        parts.removeFirst()
        guard let part = parts.first else { return }
        places = try Self.places(of: selection, within: part, of: days, in: &index)
    }

    private func read(
        _ place: Place, _ loaded: Loaded, in bytes: Span<UInt8>
    ) throws(WorkspaceFailure) -> Row {
        let raw = loaded.start..<(loaded.start + Int(place.count))
        do throws(QueueFault) {
            let line = try QueueLine.parse(bytes.extracting(raw), known)
            let teaching = teachings.number(of: line, known)
            return Row(loaded.identity, line, number: Int(place.number), raw: raw, teaching)
        } catch {
            // Opening the workspace read every line that differs from what we wrote.
            throw .damaged("index")
        }
    }

    private static func record(
        _ number: Int, of index: inout QueueIndex
    ) throws(WorkspaceFailure) -> IndexRecord {
        try saving(index.record(number))
    }

    /// A line of the index, and the offset of its bytes among those loaded.
    private struct Loaded {
        let identity: LineIdentity
        let start: Int
    }

    /// Reads adjacent lines with one call, and returns the offset of each: in key order the lines
    /// of a day may be anywhere in the file, and a day may exceed any window. The index is read in
    /// file order too, as it is cached in blocks.
    private func load(
        _ range: Range<Int>, into bytes: inout [UInt8]
    ) throws(WorkspaceFailure) -> [Loaded] {
        var loaded: [(place: Int, line: Loaded)] = []
        loaded.reserveCapacity(range.count)
        let inFile = range.sorted { places[$0].offset < places[$1].offset }
        var filled = 0
        var at = 0
        while at < inFile.count {
            let from = places[inFile[at]].offset
            var end = from
            while at < inFile.count, places[inFile[at]].offset - end <= Self.gapBytesMax {
                let place = places[inFile[at]]
                let record = try Self.record(Int(place.number), of: &index)
                loaded.append(
                    (
                        inFile[at],
                        Loaded(identity: record.identity, start: filled + place.offset - from)
                    ))
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
        return loaded.sorted { $0.place < $1.place }.map(\.line)
    }

    private func read(
        _ range: Range<Int>, into bytes: inout [UInt8], at start: Int
    ) throws(WorkspaceFailure) {
        let got: Int
        got = try saving(
            file.read(
                into: &bytes, start..<(start + range.count), at: range.lowerBound))
        guard got == range.count else { throw .damaged("index") }
    }
}
