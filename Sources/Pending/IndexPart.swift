internal import Facts
internal import Saving
internal import Scanning

/// Tables that find the records of one stretch of the queue's index, in a file beside it, so that opening the index need not read them.
///
/// A cache of a cache. The file is little-endian words: four sections, then the foot, then where the foot starts and its hash. A section
/// lies in blocks of 128 words, each with a hash in the foot, and with its first word where it is sorted.
///
/// | section | entries |
/// | --- | --- |
/// | sums | a sum of every 64 records |
/// | runs | account and day as in keys; number of the first record and how many: by account and day |
/// | ids | tag of account and bank id, number of the record: 32 bits each, sorted |
/// | sieve | eight bits for each id: most ids that are not there are not looked for |
///
/// The foot holds the seal before the first record and behind the last one, first and last day of each account, and of each section its
/// place, its length, and the first words and hashes of its blocks.
///
/// Guarantees: a part continues another, or begins the index, only where the seals are equal; so the parts are of this index when
/// the seal behind all its records is the expected one. What is read is proved by its hash, records by their sum.
final class IndexPart {
    let path: String
    let start: IndexSeal
    let end: IndexSeal
    let accounts: [UInt32: ClosedRange<Int32>]
    private let file: CacheFile
    private let sums: Section
    private let runs: Section
    private let ids: Section
    private let sieve: Section
    /// Read when many ids were asked for.
    private var sieveWords: [UInt64] = []
    private var idsAsked = 0
    /// The block read last, of each section that is asked in single blocks.
    private var readSums = ReadBlock()
    private var readRuns = ReadBlock()
    private var readIDs = ReadBlock()

    static let sumRecords = 64
    fileprivate static let blockWords = 128
    fileprivate static let mark: UInt64 = 0x3120_7472_6170_786B
    /// Fewer are looked for one by one in less time than the sieve is read.
    private static let idsWithoutSieveMax = 2_048

    fileprivate struct Section {
        /// In words from the file's start.
        var start = 0
        var words = 0
        var firsts: [UInt64] = []
        var hashes: [UInt64] = []

        var blocks: Int { (words + blockWords - 1) / blockWords }
    }

    fileprivate struct ReadBlock {
        var number = -1
        var words: [UInt64] = []
    }

    var records: Range<Int> { start.count..<end.count }
    fileprivate var idsCount: Int { ids.words }

    /// Nil when the file is not there or not what it should be.
    static func open(_ path: String) throws(SavingError) -> IndexPart? {
        guard let file = try CacheFile.reading(path) else { return nil }
        let fileWords = file.length / 8
        guard file.length % 8 == 0, fileWords > 3 else { return nil }
        let tail = try words(fileWords - 3..<fileWords, of: file)
        let footStart = Int(clamping: tail[0])
        guard tail[2] == mark, footStart < fileWords - 3 else { return nil }
        let foot = try words(footStart..<(fileWords - 3), of: file)
        guard hash(foot, at: footStart) == tail[1] else { return nil }
        return IndexPart(path, file, Foot(foot))
    }

    private init?(_ path: String, _ file: consuming CacheFile, _ foot: consuming Foot) {
        var foot = foot
        guard let head = foot.next(4), let accountCount = foot.nextCount() else { return nil }
        start = IndexSeal(count: Int(clamping: head[0]), sum: head[1])
        end = IndexSeal(count: Int(clamping: head[2]), sum: head[3])
        guard let days = foot.next(accountCount, 2) else { return nil }
        var accounts: [UInt32: ClosedRange<Int32>] = [:]
        for at in stride(from: 0, to: days.count, by: 2) {
            let first = Int32(truncatingIfNeeded: days[at])
            let last = Int32(truncatingIfNeeded: days[at + 1])
            guard first <= last else { return nil }
            accounts[UInt32(truncatingIfNeeded: days[at] >> 32)] = first...last
        }
        guard let sums = foot.nextSection(), let runs = foot.nextSection(),
            let ids = foot.nextSection(), let sieve = foot.nextSection(),
            start.count % Self.sumRecords == 0, start.count < end.count,
            (end.count - start.count) % Self.sumRecords == 0,
            sums.words == (end.count - start.count) / Self.sumRecords, runs.words % 2 == 0
        else { return nil }
        self.path = path
        self.file = file
        self.accounts = accounts
        self.sums = sums
        self.runs = runs
        self.ids = ids
        self.sieve = sieve
    }

    /// The sum of 64 records, the first of which has this number.
    func sum(ofRecordsFrom number: Int) throws(SavingError) -> UInt64 {
        let at = (number - start.count) / Self.sumRecords
        try read(at / Self.blockWords, of: sums, &readSums)
        return readSums.words[at % Self.blockWords]
    }

    /// Adds the numbers of the records of one day of an account.
    func findRecords(
        accountAndDay: UInt64, into numbers: inout [UInt32]
    ) throws(SavingError) {
        try forEachEntry(of: runs, 2, accountAndDay...accountAndDay, &readRuns) { entry in
            let start = UInt32(truncatingIfNeeded: entry >> 32)
            numbers.append(contentsOf: start..<(start &+ UInt32(truncatingIfNeeded: entry)))
        }
    }

    /// Adds the numbers of the records of a tag.
    func findRecords(idTag tag: UInt32, into numbers: inout [UInt32]) throws(SavingError) {
        if ids.words == 0 { return }
        idsAsked += 1
        if idsAsked > Self.idsWithoutSieveMax {
            if sieveWords.isEmpty { try readSieve() }
            if !IDSieve.mayHold(tag, in: sieveWords.span) { return }
        }
        let first = UInt64(tag) << 32
        try forEachEntry(of: ids, 1, first...(first | 0xFFFF_FFFF), &readIDs) {
            numbers.append(UInt32(truncatingIfNeeded: $0))
        }
    }

    private func readSieve() throws(SavingError) {
        var words: [UInt64] = []
        words.reserveCapacity(sieve.words)
        var block = ReadBlock()
        for number in 0..<sieve.blocks {
            try read(number, of: sieve, &block)
            words += block.words
        }
        sieveWords = words
    }

    /// Hands on the last word of every entry whose first word is in the range.
    private func forEachEntry(
        of section: Section, _ entryWords: Int, _ range: ClosedRange<UInt64>,
        _ block: inout ReadBlock, _ body: (UInt64) -> Void
    ) throws(SavingError) {
        let reached = section.firsts.partitionPoint { $0 >= range.lowerBound }
        // What is looked for may begin in the block before.
        var number = max(reached - 1, 0)
        while number < section.blocks, section.firsts[number] <= range.upperBound {
            try read(number, of: section, &block)
            for at in stride(from: 0, to: block.words.count, by: entryWords)
            where range.contains(block.words[at]) {
                body(block.words[at + entryWords - 1])
            }
            number += 1
        }
    }

    fileprivate func read(
        _ number: Int, of section: Section, _ block: inout ReadBlock
    ) throws(SavingError) {
        if block.number == number { return }
        let start = section.start + number * Self.blockWords
        let end = min(start + Self.blockWords, section.start + section.words)
        block.number = -1
        block.words = try Self.words(start..<end, of: file)
        guard Self.hash(block.words, at: start) == section.hashes[number] else {
            throw .stale(path)
        }
        block.number = number
    }

    private static func words(
        _ range: Range<Int>, of file: borrowing CacheFile
    ) throws(SavingError) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: range.count)
        try file.read(into: &words, from: range.lowerBound)
        return words
    }

    fileprivate static func hash(_ words: [UInt64], at place: Int) -> UInt64 {
        let bytes = unsafe Span<UInt8>(_bytes: words.span.bytes)
        return StableHash.hash(bytes, seed: UInt64(truncatingIfNeeded: place))
    }

    /// The foot's words, from the first on.
    private struct Foot {
        private var words: ArraySlice<UInt64>

        init(_ words: [UInt64]) { self.words = words[...] }

        mutating func nextCount() -> Int? { words.popFirst().map { Int(clamping: $0) } }

        mutating func next(_ count: Int, _ each: Int = 1) -> [UInt64]? {
            let (all, isTooMany) = count.multipliedReportingOverflow(by: each)
            guard !isTooMany, all >= 0, all <= words.count else { return nil }
            defer { words.removeFirst(all) }
            return Array(words.prefix(all))
        }

        mutating func nextSection() -> Section? {
            guard let place = next(2) else { return nil }
            var section = Section(start: Int(clamping: place[0]), words: Int(clamping: place[1]))
            guard section.start < Int.max / 16, section.words < Int.max / 16,
                let firsts = next(section.blocks), let hashes = next(section.blocks)
            else { return nil }
            section.firsts = firsts
            section.hashes = hashes
            return section
        }
    }
}

/// Bits that say of most tags that they are not there.
private enum IDSieve {
    static func words(ids: Int) -> Int { (ids + 7) / 8 }

    static func insert(_ tag: UInt32, into words: inout [UInt64]) {
        let (word, bits) = place(of: tag, words.count)
        words[word] |= bits
    }

    static func mayHold(_ tag: UInt32, in words: Span<UInt64>) -> Bool {
        if words.isEmpty { return true }
        let (word, bits) = place(of: tag, words.count)
        return words[word] & bits == bits
    }

    private static func place(of tag: UInt32, _ words: Int) -> (word: Int, bits: UInt64) {
        let hash = StableHash.mix(UInt64(tag))
        let word = Int(UInt64(words).multipliedFullWidth(by: hash).high)
        let bits: UInt64 =
            1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63)
            | 1 << (hash >> 18 & 63)
        return (word, bits)
    }
}

/// Gathers what a part says of records, in their order.
struct IndexPartDraft {
    let start: IndexSeal
    private(set) var end: IndexSeal
    private var sums: [UInt64] = []
    private var sum = IndexSeal.empty
    /// Account and day, and the first record and how many.
    private var runs: [(accountAndDay: UInt64, records: UInt64)] = []
    private var ids: [UInt64] = []

    /// Behind the last of them, where whole blocks of what is summed end.
    private var summedEnd: IndexSeal

    /// More than a file in the order of its days has. Of others the rest is gathered behind their end, when other memory is free again.
    private static let runsMax = 1 << 15
    private static let idsMax = 1 << 16

    /// Gathering while lines are made ends here.
    var isFull: Bool { runs.count >= Self.runsMax || ids.count >= Self.idsMax }

    init(behind start: IndexSeal) {
        self.start = start
        end = start
        summedEnd = start
    }

    /// - Parameter folded: what ``IndexSeal/folded(_:)`` makes of the words.
    mutating func add(_ words: Span<UInt64>, folded: UInt64) {
        let number = UInt64(end.count)
        end.add(folded: folded)
        sum.add(folded: folded)
        if runs.last?.accountAndDay == words[0] {
            runs[runs.count - 1].records += 1
        } else {
            runs.append((words[0], number << 32 | 1))
        }
        if words[6] != 0 { ids.append(UInt64(idTag(words[2], words[6])) << 32 | number) }
        if sum.count == IndexPart.sumRecords {
            sums.append(sum.sum)
            sum = .empty
            summedEnd = end
        }
    }

    /// Writes the part; a path that is there is written over.
    consuming func write(to path: String) throws(SavingError) {
        cutBehindSums()
        runs.sort { ($0.accountAndDay, $0.records) < ($1.accountAndDay, $1.records) }
        Self.sortByTag(&ids)
        var writer = try IndexPartWriter(path)
        for sum in sums { try writer.add(sum) }
        try writer.endSection()
        for run in runs {
            try writer.add(run.accountAndDay)
            try writer.add(run.records)
        }
        try writer.endSection()
        for id in ids { try writer.add(id: id, of: ids.count) }
        try writer.endIDs()
        try writer.end(start, summedEnd, daysOfAccounts)
    }

    private var daysOfAccounts: [UInt32: ClosedRange<Int32>] {
        var accounts = AccountDays()
        for (accountAndDay, _) in runs {
            accounts.add(
                Int32(truncatingIfNeeded: accountAndDay),
                of: UInt32(truncatingIfNeeded: accountAndDay >> 32))
        }
        return accounts.ranges
    }

    /// Leaves out the records behind the last whole block.
    private mutating func cutBehindSums() {
        var rest = UInt64(end.count - summedEnd.count)
        while rest > 0, let last = runs.last {
            let cut = min(rest, last.records & 0xFFFF_FFFF)
            rest -= cut
            runs[runs.count - 1].records -= cut
            if runs[runs.count - 1].records & 0xFFFF_FFFF == 0 { runs.removeLast() }
        }
        while let last = ids.last, last & 0xFFFF_FFFF >= UInt64(summedEnd.count) {
            ids.removeLast()
        }
    }

    /// By the upper half; what has the same one keeps its order.
    private static func sortByTag(_ ids: inout [UInt64]) {
        var other = ids
        for shift: UInt64 in [32, 40, 48, 56] {
            var places = [Int](repeating: 0, count: 257)
            for id in ids { places[Int(id >> shift & 0xFF) + 1] += 1 }
            for byte in 0..<256 { places[byte + 1] += places[byte] }
            for id in ids {
                let byte = Int(id >> shift & 0xFF)
                other[places[byte]] = id
                places[byte] += 1
            }
            swap(&ids, &other)
        }
    }
}

extension IndexPart {
    /// Writes one part of two neighbours.
    static func merge(_ a: IndexPart, _ b: IndexPart, to path: String) throws(SavingError) {
        precondition(a.end == b.start, "neighbours are merged")
        var writer = try IndexPartWriter(path)
        for part in [a, b] {
            var all = Cursor(part, part.sums, 1)
            while let sum = try all.next() { try writer.add(sum.first) }
        }
        try writer.endSection()
        try merge(Cursor(a, a.runs, 2), Cursor(b, b.runs, 2)) { run throws(SavingError) in
            try writer.add(run.first)
            try writer.add(run.last)
        }
        try writer.endSection()
        let count = a.idsCount + b.idsCount
        try merge(Cursor(a, a.ids, 1), Cursor(b, b.ids, 1)) { id throws(SavingError) in
            try writer.add(id: id.first, of: count)
        }
        try writer.endIDs()
        let accounts = a.accounts.merging(b.accounts) { $0.joined(with: $1) }
        try writer.end(a.start, b.end, accounts)
    }

    /// In the order of the entries; equal ones of the first part come first.
    private static func merge(
        _ a: consuming Cursor, _ b: consuming Cursor,
        _ body: ((first: UInt64, last: UInt64)) throws(SavingError) -> Void
    ) throws(SavingError) {
        var nextOfA = try a.next()
        var nextOfB = try b.next()
        while true {
            if let one = nextOfA, nextOfB.map({ one.first <= $0.first }) ?? true {
                try body(one)
                nextOfA = try a.next()
            } else if let one = nextOfB {
                try body(one)
                nextOfB = try b.next()
            } else {
                return
            }
        }
    }

    /// Goes through the entries of a section.
    private struct Cursor {
        private let part: IndexPart
        private let section: Section
        private let entryWords: Int
        private var block = ReadBlock()
        private var at = 0

        init(_ part: IndexPart, _ section: Section, _ entryWords: Int) {
            self.part = part
            self.section = section
            self.entryWords = entryWords
        }

        mutating func next() throws(SavingError) -> (first: UInt64, last: UInt64)? {
            if at >= section.words { return nil }
            try part.read(at / blockWords, of: section, &block)
            let place = at % blockWords
            at += entryWords
            return (block.words[place], block.words[place + entryWords - 1])
        }
    }
}

/// Writes the sections of a part one behind the other, and its foot.
private struct IndexPartWriter: ~Copyable {
    private var file: CacheFile
    private var block: [UInt64] = []
    private var sections: [IndexPart.Section] = []
    private var section = IndexPart.Section()
    private var sieve: [UInt64] = []

    init(_ path: String) throws(SavingError) {
        file = try .writing(path, keeping: 0)
        block.reserveCapacity(IndexPart.blockWords)
    }

    mutating func add(_ word: UInt64) throws(SavingError) {
        block.append(word)
        if block.count == IndexPart.blockWords { try endBlock() }
    }

    mutating func add(id: UInt64, of count: Int) throws(SavingError) {
        if sieve.isEmpty { sieve = [UInt64](repeating: 0, count: IDSieve.words(ids: count)) }
        IDSieve.insert(UInt32(truncatingIfNeeded: id >> 32), into: &sieve)
        try add(id)
    }

    mutating func endIDs() throws(SavingError) {
        try endSection()
        let words = sieve
        for word in words { try add(word) }
        try endSection()
    }

    mutating func endSection() throws(SavingError) {
        if !block.isEmpty { try endBlock() }
        sections.append(section)
        section = IndexPart.Section(start: file.length / 8)
    }

    mutating func end(
        _ start: IndexSeal, _ end: IndexSeal, _ accounts: [UInt32: ClosedRange<Int32>]
    ) throws(SavingError) {
        let place = file.length / 8
        var foot: [UInt64] = [
            UInt64(start.count), start.sum, UInt64(end.count), end.sum, UInt64(accounts.count),
        ]
        for (account, days) in accounts.sorted(by: { $0.key < $1.key }) {
            foot.append(
                UInt64(account) << 32 | UInt64(UInt32(bitPattern: days.lowerBound)))
            foot.append(UInt64(UInt32(bitPattern: days.upperBound)))
        }
        for section in sections {
            foot += [UInt64(section.start), UInt64(section.words)]
            foot += section.firsts
            foot += section.hashes
        }
        let tail = [UInt64(place), IndexPart.hash(foot, at: place), IndexPart.mark]
        try file.write(foot)
        try file.write(tail)
        try file.flush()
    }

    private mutating func endBlock() throws(SavingError) {
        section.firsts.append(block[0])
        section.hashes.append(IndexPart.hash(block, at: file.length / 8))
        section.words += block.count
        try file.write(block)
        block.removeAll(keepingCapacity: true)
    }
}
