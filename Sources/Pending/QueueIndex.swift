internal import Facts
package import Saving
internal import Scanning

/// The identities of all lines of the queue, in a file beside it, so that an import need not parse
/// the queue, and a changed or lost line is noticed.
///
/// A cache: nothing is lost when it is removed. The file is the records of ``IndexRecord`` in the
/// queue's order, 96 bytes each, and nothing else.
///
/// It is believed only when its length and checksum are those of an ``IndexSeal`` made for the
/// queue's present stamp. Memory: about 20 bytes for each line with a bank id, and next to nothing
/// for others; records stay in the file and are read where needed.
package struct QueueIndex: ~Copyable {
    private var file: CacheFile
    package private(set) var seal = IndexSeal.empty
    private var days = DayRuns()
    private var bankIDs = RecordChains()
    private var findsAdded = true
    /// Records of `file` read last, and the number of the first.
    private var block: [UInt64] = []
    private var blockStart = 0
    private var copied: [UInt64] = []

    /// Starts an index of an empty queue.
    package init(creating path: String) throws(SavingError) {
        file = try .writing(path, keeping: 0)
    }

    /// Opens an index file, or gives nil when it is not what the seal says.
    ///
    /// - Complexity: reads all records: 96 bytes a line of the queue.
    package static func open(
        path: String, seal expected: IndexSeal, isWritable: Bool
    ) throws(SavingError) -> QueueIndex? {
        guard try isThere(path, records: expected.count) else { return nil }
        let bytes = expected.count * IndexRecord.bytes
        guard
            let file = isWritable
                ? try CacheFile.writing(path, keeping: bytes) : try CacheFile.reading(path)
        else { return nil }
        var index = QueueIndex(file)
        try index.enterStored(expected.count)
        if index.seal == expected { return index }
        return nil
    }

    /// Whether a file is as long as so many records are.
    package static func isThere(_ path: String, records: Int) throws(SavingError) -> Bool {
        let (bytes, tooLarge) = records.multipliedReportingOverflow(by: IndexRecord.bytes)
        guard records >= 0, !tooLarge, let found = try fileStamp(path) else { return false }
        return found.size >= bytes
    }

    private init(_ file: consuming CacheFile) {
        self.file = file
    }

    private mutating func enterStored(_ stored: Int) throws(SavingError) {
        while count < stored {
            try loadBlock(from: count, most: stored - count)
            if block.isEmpty { return }
            // Taken out while entering changes the rest of the index.
            var words: [UInt64] = []
            swap(&words, &block)
            for at in stride(from: 0, to: words.count, by: IndexRecord.words) {
                enter(words.span.extracting(at..<(at + IndexRecord.words)))
            }
            swap(&words, &block)
        }
    }

    package var count: Int { seal.count }

    /// From here on, records added are not found until the index is opened again: for a caller that
    /// knows what it adds, and adds millions.
    package mutating func stopFindingAdded() { findsAdded = false }

    /// Adds the record of a line just written to the queue.
    package mutating func add(_ record: IndexRecord) throws(SavingError) {
        let words = record.packed
        addFound(words.span)
        try file.write(words.span)
    }

    /// Adds the records of lines that begin at `offset` in the queue.
    package mutating func add(
        _ lines: inout NewLines, at offset: Int
    ) throws(SavingError) {
        try lines.withRecords(behind: offset) { words throws(SavingError) in
            for at in stride(from: 0, to: words.count, by: IndexRecord.words) {
                addFound(words.extracting(at..<(at + IndexRecord.words)))
            }
            try file.write(words)
        }
    }

    private mutating func addFound(_ words: Span<UInt64>) {
        if findsAdded { enter(words) } else { seal.add(words) }
    }

    /// Adds records of another index as they are, with the offsets of their lines moved.
    ///
    /// - Returns: where the last of the lines ends there, its line feed counted.
    /// - Throws: `stale` when the lines are not contiguous.
    package mutating func add(
        _ numbers: Range<Int>, of other: inout QueueIndex, movedBy shift: Int
    ) throws(SavingError) -> Int {
        precondition(!findsAdded, "only a sum is kept of what is copied")
        var number = numbers.lowerBound
        var end: Int?
        // Taken out while adding changes the rest of the index.
        var copied: [UInt64] = []
        swap(&copied, &self.copied)
        defer { swap(&copied, &self.copied) }
        while number < numbers.upperBound {
            let from = try other.load(number)
            let count = min(
                (other.block.count - from) / IndexRecord.words, numbers.upperBound - number)
            copied.removeAll(keepingCapacity: true)
            copied.append(
                contentsOf: other.block[from..<(from + count * IndexRecord.words)])
            for at in stride(from: 0, to: copied.count, by: IndexRecord.words) {
                let offset = Int(truncatingIfNeeded: copied[at + IndexRecord.offsetWord])
                let bytes = Int(UInt32(truncatingIfNeeded: copied[at + IndexRecord.countWord]))
                guard end == nil || offset == end, offset >= 0, offset < Int.max / 2 else {
                    throw .stale(other.file.path)
                }
                end = offset + bytes + 1
                copied[at + IndexRecord.offsetWord] = UInt64(truncatingIfNeeded: offset + shift)
                seal.add(copied.span.extracting(at..<(at + IndexRecord.words)))
            }
            try file.write(copied.span)
            number += count
        }
        return end ?? 0
    }

    /// Gives everything added to the kernel.
    package mutating func flush() throws(SavingError) { try file.flush() }

    /// Adds the numbers of the records of one day of an account (both as in the key), in the
    /// queue's order.
    package func findRecords(keyAccount: UInt32, day: Int32, into numbers: inout [UInt32]) {
        for run in days[keyAccount, day] { numbers.append(contentsOf: run) }
    }

    /// The same for a bank id (a hash; 0 finds nothing).
    ///
    /// A record of another id may be among them when hashes collide; compare the record.
    package func findRecords(account: UInt64, bankID: UInt64, into numbers: inout [UInt32]) {
        if bankID != 0 { bankIDs.find(idTag(account, bankID), &numbers) }
    }

    /// The first and last day, as in their keys, of the lines of an account; nil when it has none.
    package func days(keyAccount: UInt32) -> ClosedRange<Int32>? { days.ranges[keyAccount] }

    /// Accounts, as in keys, each with its first day.
    package var accounts: [(keyAccount: UInt32, firstDay: Int32)] {
        days.ranges.map { ($0.key, $0.value.lowerBound) }.sorted { $0.0 < $1.0 }
    }

    /// - Throws: `stale` also when `number` is none of ours.
    package mutating func record(_ number: Int) throws(SavingError) -> IndexRecord {
        let from = try load(number)
        return IndexRecord(block.span.extracting(from..<(from + IndexRecord.words)))
    }

    /// Reads the block of a record unless it is there, and gives the place of the record's first
    /// word in it.
    private mutating func load(_ number: Int) throws(SavingError) -> Int {
        guard number >= 0, number < count else { throw .stale(file.path) }
        if number < blockStart || number >= blockStart + block.count / IndexRecord.words {
            let perBlock = Self.blockRecords
            try loadBlock(from: number / perBlock * perBlock, most: perBlock)
        }
        let from = (number - blockStart) * IndexRecord.words
        guard from + IndexRecord.words <= block.count else { throw .stale(file.path) }
        return from
    }

    private static let blockRecords = Limits.chunkBytes / IndexRecord.bytes

    private mutating func enter(_ words: Span<UInt64>) {
        days.add(
            UInt32(truncatingIfNeeded: words[0] >> 32), Int32(truncatingIfNeeded: words[0]),
            number: UInt32(truncatingIfNeeded: count))
        if words[6] != 0 {
            bankIDs.add(idTag(words[2], words[6]), UInt32(truncatingIfNeeded: count))
        }
        seal.add(words)
    }

    private mutating func loadBlock(from number: Int, most: Int) throws(SavingError) {
        try file.flush()
        let offset = number * IndexRecord.bytes
        let wanted = min(
            most, Self.blockRecords, max(0, file.length - offset) / IndexRecord.bytes)
        let words = wanted * IndexRecord.words
        if block.count > words { block.removeLast(block.count - words) }
        while block.count < words { block.append(0) }
        blockStart = number
        try file.read(into: &block, from: number * IndexRecord.words)
    }
}

/// Numbers of records by a 32-bit tag, newest first: open chains over a table that doubles.
///
/// - Complexity: 16 to 20 bytes a record.
private struct RecordChains {
    /// The newest record of a bucket plus one; 0 for none.
    private var heads: [UInt32]
    /// The record before it in the same bucket plus one.
    private var previous: [UInt32] = []
    private var tags: [UInt32] = []
    private var numbers: [UInt32] = []

    init() {
        heads = [UInt32](repeating: 0, count: 64)
    }

    /// Adds a record under a tag; its number is above those that were added before.
    mutating func add(_ tag: UInt32, _ number: UInt32) {
        assert(numbers.last.map { $0 < number } ?? true, "records come in the queue's order")
        if tags.count >= heads.count { grow() }
        tags.append(tag)
        numbers.append(number)
        link(tags.count - 1)
    }

    func find(_ tag: UInt32, _ found: inout [UInt32]) {
        let from = found.count
        var next = heads[Int(tag) & (heads.count - 1)]
        while next != 0 {
            if tags[Int(next) - 1] == tag { found.append(numbers[Int(next) - 1]) }
            next = previous[Int(next) - 1]
        }
        found[from...].reverse()
    }

    private mutating func link(_ number: Int) {
        let bucket = Int(tags[number]) & (heads.count - 1)
        assert(previous.count == number, "records are linked in their order")
        previous.append(heads[bucket])
        heads[bucket] = UInt32(truncatingIfNeeded: number + 1)
    }

    private mutating func grow() {
        heads = [UInt32](repeating: 0, count: heads.count * 2)
        previous.removeAll(keepingCapacity: true)
        for number in 0..<tags.count { link(number) }
    }
}

/// Numbers of records by account and day: statements are in the order of days, so a run of numbers
/// is a day of a file.
private struct DayRuns {
    private var runs: [UInt64: [Range<UInt32>]] = [:]
    /// First and last day of each account.
    private(set) var ranges: [UInt32: ClosedRange<Int32>] = [:]
    private var last: (accountAndDay: UInt64, run: Range<UInt32>)?

    subscript(account: UInt32, day: Int32) -> [Range<UInt32>] {
        let accountAndDay = Self.joined(account, day)
        var found = runs[accountAndDay] ?? []
        if let last, last.accountAndDay == accountAndDay { found.append(last.run) }
        return found
    }

    /// - Parameter number: above those that were added before.
    mutating func add(_ account: UInt32, _ day: Int32, number: UInt32) {
        assert(
            last.map { $0.run.upperBound <= number } ?? true, "records come in the queue's order")
        let accountAndDay = Self.joined(account, day)
        if let last, last.accountAndDay == accountAndDay, last.run.upperBound == number {
            self.last?.run = last.run.lowerBound..<(number + 1)
            return
        }
        if let last { runs[last.accountAndDay, default: []].append(last.run) }
        last = (accountAndDay, number..<(number + 1))
        ranges[account] = ranges[account].joined(with: day...day)
    }

    private static func joined(_ account: UInt32, _ day: Int32) -> UInt64 {
        UInt64(account) << 32 | UInt64(UInt32(bitPattern: day))
    }
}

private func idTag(_ account: UInt64, _ bankID: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: StableHash.mix(account ^ bankID)) | 1 << 31
}
