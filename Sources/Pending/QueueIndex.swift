internal import Facts
package import Saving
internal import Scanning

/// The identities of all queue lines, in a file beside the queue, so that an import need not parse
/// the queue, and changed or lost lines are detected.
///
/// A cache: removing it loses nothing. The file is only ``IndexRecord``s in the queue's order, 96
/// bytes each.
///
/// It is trusted only if its length and checksum match an ``IndexSeal`` made for the queue's
/// current stamp. Memory: about 20 bytes per line with a bank id, almost none for others; records
/// stay in the file and are read on demand.
package struct QueueIndex: ~Copyable {
    private var file: CacheFile
    package private(set) var seal = IndexSeal.empty
    private var days = DayRuns()
    private var bankIDs = RecordChains()
    private var findsAdded = true
    /// The last block of records read, and the number of its first.
    private var block: [UInt64] = []
    private var blockStart = 0
    private var copied: [UInt64] = []

    /// Creates the index of an empty queue.
    package init(creating path: String) throws(SavingError) {
        file = try .writing(path, keeping: 0)
    }

    /// Opens an index file; nil if it does not match the seal.
    ///
    /// - Complexity: reads all records: 96 bytes per queue line.
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

    /// Whether a file has the length of so many records.
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
            // Swapped out for exclusive access while `enter` changes the index.
            var words: [UInt64] = []
            swap(&words, &block)
            for at in stride(from: 0, to: words.count, by: IndexRecord.words) {
                enter(words.span.extracting(at..<(at + IndexRecord.words)))
            }
            swap(&words, &block)
        }
    }

    package var count: Int { seal.count }

    /// Added records are not found until the index is opened again: for a caller that adds millions
    /// and needs no lookups.
    package mutating func stopFindingAdded() { findsAdded = false }

    /// Adds the record of a new queue line.
    package mutating func add(_ record: IndexRecord) throws(SavingError) {
        let words = record.packed
        addFound(words.span)
        try file.write(words.span)
    }

    /// Adds the records of lines that start at `offset` in the queue.
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

    /// Copies records of another index and shifts their offsets.
    ///
    /// - Returns: the end of the last line in the other queue, line feed included.
    /// - Throws: `stale` if the lines are not contiguous.
    package mutating func add(
        _ numbers: Range<Int>, of other: inout QueueIndex, movedBy shift: Int
    ) throws(SavingError) -> Int {
        precondition(!findsAdded, "only a sum is kept of what is copied")
        var number = numbers.lowerBound
        var end: Int?
        // Swapped out for exclusive access while adding.
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

    /// Writes all added records to the file, without sync.
    package mutating func flush() throws(SavingError) { try file.flush() }

    /// Appends the numbers of the records of one day of an account (both as in the key), in the
    /// queue's order.
    package func findRecords(keyAccount: UInt32, day: Int32, into numbers: inout [UInt32]) {
        for run in days[keyAccount, day] { numbers.append(contentsOf: run) }
    }

    /// The same for a bank id (a hash; 0 finds nothing).
    ///
    /// On a hash collision the result includes other ids; compare the records.
    package func findRecords(account: UInt64, bankID: UInt64, into numbers: inout [UInt32]) {
        if bankID != 0 { bankIDs.find(idTag(account, bankID), &numbers) }
    }

    /// The first and last key day of an account's lines; nil if it has none.
    package func days(keyAccount: UInt32) -> ClosedRange<Int32>? { days.ranges[keyAccount] }

    /// Accounts, as in keys, with their first days.
    package var accounts: [(keyAccount: UInt32, firstDay: Int32)] {
        days.ranges.map { ($0.key, $0.value.lowerBound) }.sorted { $0.0 < $1.0 }
    }

    /// - Throws: `stale`, also if `number` is out of range.
    package mutating func record(_ number: Int) throws(SavingError) -> IndexRecord {
        let from = try load(number)
        return IndexRecord(block.span.extracting(from..<(from + IndexRecord.words)))
    }

    /// Loads the block of a record unless cached; returns the index of the record's first word in
    /// it.
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

/// Record numbers by a 32-bit tag, newest first: a hash table with chains that doubles.
///
/// - Complexity: 16 to 20 bytes per record.
private struct RecordChains {
    /// The newest record of each bucket plus one; 0 for none.
    private var heads: [UInt32]
    /// The previous record in the same bucket plus one.
    private var previous: [UInt32] = []
    private var tags: [UInt32] = []
    private var numbers: [UInt32] = []

    init() {
        heads = [UInt32](repeating: 0, count: 64)
    }

    /// Adds a record under a tag; numbers must increase.
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

/// Record numbers by account and day: statements are sorted by day, so one day of a file is a range
/// of numbers.
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

    /// - Parameter number: greater than all added before.
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
