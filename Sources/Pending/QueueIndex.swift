package import Facts
package import Saving
internal import Scanning

/// One line of the queue file as the index knows it.
package struct IndexRecord: Sendable, BitwiseCopyable, Equatable {
    package var identity: LineIdentity
    /// Byte offset of the line in the queue file.
    package var offset: Int
    /// Bytes of the line without its line feed.
    package var count: Int
    /// `FactJSON.hash` of the line's fact.
    package var factHash: UInt32

    package init(identity: LineIdentity, offset: Int, count: Int, factHash: UInt32 = 0) {
        self.identity = identity
        self.offset = offset
        self.count = count
        self.factHash = factHash
    }
}

/// What proves that the index file describes the queue file: kept with the queue's stamp by whoever owns both.
package struct IndexSeal: Sendable, Equatable {
    package var count: Int
    package var sum: UInt64

    package init(count: Int, sum: UInt64) {
        self.count = count
        self.sum = sum
    }

    package static let empty = IndexSeal(count: 0, sum: 0)

    /// Adds a record; the order counts.
    mutating func add(_ words: Span<UInt64>) { add(folded: Self.folded(words)) }

    /// The same with what ``folded(_:)`` made of it.
    mutating func add(folded: UInt64) {
        count += 1
        sum = ((sum << 7) | (sum >> 57)) ^ (folded &* 0x9AE1_6A3B_2F90_404F)
    }

    /// Of a record's words, by odd numbers without a pattern, one a word, so that swapped words change the sum.
    static func folded(_ words: Span<UInt64>) -> UInt64 {
        precondition(words.count == IndexRecord.words, "a record has twelve words")
        func term(_ index: Int, _ factor: UInt64) -> UInt64 {
            let word = unsafe words[unchecked: index]
            return (word ^ (word >> 32)) &* factor
        }
        // Written out: a table of the numbers would be fetched or filled for each record.
        var sum = term(0, 0x9E37_79B9_7F4A_7C15)
        sum &+= term(1, 0xBF58_476D_1CE4_E5B9)
        sum &+= term(2, 0x94D0_49BB_1331_11EB)
        sum &+= term(3, 0xD6E8_FEB8_6659_FD93)
        sum &+= term(4, 0xC2B2_AE3D_27D4_EB4F)
        sum &+= term(5, 0x1656_67B1_9E37_79F9)
        sum &+= term(6, 0x27D4_EB2F_1656_67C5)
        sum &+= term(7, 0x85EB_CA77_C2B2_AE63)
        sum &+= term(8, 0xFF51_AFD7_ED55_8CCD)
        sum &+= term(9, 0xC4CE_B9FE_1A85_EC53)
        sum &+= term(10, 0xE703_7ED1_A0B4_28DB)
        sum &+= term(11, 0x8EBC_6AF0_9C88_C6E3)
        return sum
    }
}

/// The identities of all lines of the queue, in a file beside it, so that an import need not read the queue.
///
/// A cache: nothing is lost when it is removed. The file is records of 96 bytes, twelve little-endian words each, in the
/// queue's order, and nothing else:
///
/// | word | field |
/// | --- | --- |
/// | 0, 1 | key: account and day, rest |
/// | 2 | account hash |
/// | 3 | day, second |
/// | 4, 5 | units; currency, scale, doubtful and hold, occurrence |
/// | 6–9 | hashes of bank id, original amount, balance, text |
/// | 10 | offset of the queue line |
/// | 11 | hash of the whole fact, length of the queue line: 32 bits each |
///
/// Of many records there are parts beside it, ``IndexPart``: tables by which they are found without reading them at opening.
///
/// Guarantees: it is believed only when its length and checksum are those of an ``IndexSeal`` made for the queue's present
/// stamp. Records of a part are not read for that, but proved whenever they are read; one that is not what it was ends the command, and the parts
/// are removed, so that the next opening reads all. Memory is a byte for each bank id in the parts, about 20 bytes for each other that was there at
/// opening, and next to nothing for records without; they stay in the file and are read where needed.
package struct QueueIndex: ~Copyable {
    private var file: CacheFile
    package private(set) var seal = IndexSeal.empty
    /// One behind the other, each less than half as long as the one before it.
    private var parts: [IndexPart] = []
    private var days = RecordRuns()
    private var bankIDs = RecordChains()
    private var findsAdded = true
    /// Gathers what the next part will say, once more records than this have none.
    private var draft: IndexPartDraft?
    private var isGathering = false
    private var recordsUngatheredMax = Int.max
    private var daysOfAccounts = AccountDays()
    /// Records of `file` read last, and the number of the first.
    private var block: [UInt64] = []
    private var blockStart = 0
    private var copied: [UInt64] = []
    /// Bytes of records that opening and looking up read so far.
    package private(set) var bytesRead = 0

    /// Starts an index of an empty queue.
    package init(creating path: String) throws(SavingError) {
        file = try .writing(path, keeping: 0)
        Self.removeParts(path)
    }

    /// Opens an index file, or gives nil when it is not what the seal says.
    ///
    /// - Parameter usesParts: records that are found by tables are proved when they are read, not now.
    /// - Complexity: reads the feet of the parts, and the records behind them; all records where there are no parts.
    package static func open(
        path: String, seal expected: IndexSeal, isWritable: Bool, usesParts: Bool = false
    ) throws(SavingError) -> QueueIndex? {
        guard try isThere(path, records: expected.count) else { return nil }
        let bytes = expected.count * IndexRecord.bytes
        for parted in usesParts ? [true, false] : [false] {
            guard
                let file = isWritable
                    ? try CacheFile.writing(path, keeping: bytes) : try CacheFile.reading(path)
            else { return nil }
            var index = QueueIndex(file)
            if parted {
                index.openParts(within: expected)
                if index.parts.isEmpty { continue }
            }
            try index.enterStored(expected.count)
            guard index.seal == expected else { continue }
            // Those that are there are of an index before it.
            if usesParts, isWritable, !parted { removeParts(path) }
            return index
        }
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

    /// Parts that cannot be read are none.
    private mutating func openParts(within expected: IndexSeal) {
        while true {
            do throws(SavingError) {
                guard let part = try IndexPart.open(partPath(parts.count)), part.start == seal,
                    part.end.count <= expected.count
                else { break }
                parts.append(part)
                seal = part.end
            } catch {
                break
            }
        }
        days = RecordRuns(from: count)
    }

    private func partPath(_ number: Int) -> String { Self.partPath(file.path, number) }

    private static func partPath(_ path: String, _ number: Int) -> String {
        "\(path).part\(number)"
    }

    /// Enters records behind those of the parts.
    private mutating func enterStored(_ stored: Int) throws(SavingError) {
        var number = count
        while number < stored {
            try loadBlock(from: number, most: stored - number)
            let loaded = block.count / IndexRecord.words
            if loaded == 0 { return }
            // Taken out while entering changes the rest of the index.
            var words: [UInt64] = []
            swap(&words, &block)
            for index in 0..<loaded {
                let from = index * IndexRecord.words
                enter(words.span.extracting(from..<(from + IndexRecord.words)))
            }
            swap(&words, &block)
            number += loaded
        }
    }

    package var count: Int { seal.count }

    /// From here on, records added are not found until the index is opened again: for who knows what it adds, and has millions.
    package mutating func stopFindingAdded() { findsAdded = false }

    /// Adds the record of a line just written to the queue.
    package mutating func add(_ record: IndexRecord) throws(SavingError) {
        let words = record.packed
        if findsAdded { enter(words.span) } else { addUnfound(words.span) }
        try file.write(words.span)
    }

    /// Adds the records of lines that begin at `offset` in the queue.
    package mutating func add(
        _ lines: inout NewLines, at offset: Int
    ) throws(SavingError) {
        try lines.withRecords(behind: offset) { words throws(SavingError) in
            for at in stride(from: 0, to: words.count, by: IndexRecord.words) {
                let record = words.extracting(at..<(at + IndexRecord.words))
                if findsAdded { enter(record) } else { addUnfound(record) }
            }
            try file.write(words)
        }
        if isGathering {
            isGathering = draft.map { !$0.isFull } ?? false
        } else {
            try beginGathering()
        }
    }

    private mutating func addUnfound(_ words: Span<UInt64>) {
        let folded = IndexSeal.folded(words)
        seal.add(folded: folded)
        if isGathering { draft?.add(words, folded: folded) }
    }

    /// Adds records of another index as they lie, with the offsets of their lines moved.
    ///
    /// - Returns: where the last of the lines ends there, its line feed counted.
    /// - Throws: also when the lines do not lie one behind the other.
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
                addUnfound(copied.span.extracting(at..<(at + IndexRecord.words)))
            }
            try file.write(copied.span)
            number += count
        }
        return end ?? 0
    }

    /// Gives everything added to the kernel.
    package mutating func flush() throws(SavingError) { try file.flush() }

    /// Adds the numbers of the records of one day of an account (both as in the key), in the queue's order.
    ///
    /// A record of another day may be among them when hashes collide; compare the record.
    package mutating func findRecords(
        keyAccount: UInt32, day: Int32, into numbers: inout [UInt32]
    ) throws(SavingError) {
        let accountAndDay = UInt64(keyAccount) << 32 | UInt64(UInt32(bitPattern: day))
        for part in parts {
            do throws(SavingError) {
                try part.findRecords(accountAndDay: accountAndDay, into: &numbers)
            } catch {
                throw distrust(error)
            }
        }
        days.find(dayTag(accountAndDay), &numbers)
    }

    /// The same for a bank id (a hash; 0 finds nothing).
    package mutating func findRecords(
        account: UInt64, bankID: UInt64, into numbers: inout [UInt32]
    ) throws(SavingError) {
        if bankID == 0 { return }
        let tag = idTag(account, bankID)
        for part in parts {
            do throws(SavingError) {
                try part.findRecords(idTag: tag, into: &numbers)
            } catch {
                throw distrust(error)
            }
        }
        bankIDs.find(tag, &numbers)
    }

    /// The first and last day, as in their keys, of the lines of an account; nil when it has none.
    package func days(keyAccount: UInt32) -> ClosedRange<Int32>? {
        var all = daysOfAccounts[keyAccount]
        for part in parts {
            guard let found = part.accounts[keyAccount] else { continue }
            all = all.joined(with: found)
        }
        return all
    }

    /// Accounts (as in keys) that lines were there of when the index was opened, each with its first day.
    package var accounts: [(keyAccount: UInt32, firstDay: Int32)] {
        var all = daysOfAccounts.ranges
        for part in parts { all.merge(part.accounts) { $0.joined(with: $1) } }
        return all.map { ($0.key, $0.value.lowerBound) }.sorted { $0.0 < $1.0 }
    }

    /// - Throws: also when `number` is none of ours.
    package mutating func record(_ number: Int) throws(SavingError) -> IndexRecord {
        let from = try load(number)
        return IndexRecord(block.span.extracting(from..<(from + IndexRecord.words)))
    }

    /// Reads the block of a record unless it is there, and gives the place of the record's first word in it.
    private mutating func load(_ number: Int) throws(SavingError) -> Int {
        guard number >= 0, number < count else { throw .stale(file.path) }
        if number < blockStart || number >= blockStart + block.count / IndexRecord.words {
            if let part = parts.first(where: { $0.records.contains(number) }) {
                try loadProved(number, of: part)
            } else {
                let perBlock = Self.blockRecords
                let first = max(number / perBlock * perBlock, parts.last?.end.count ?? 0)
                try loadBlock(from: first, most: perBlock)
            }
        }
        let from = (number - blockStart) * IndexRecord.words
        guard from + IndexRecord.words <= block.count else { throw .stale(file.path) }
        return from
    }

    /// Reads few records where one is asked for here and there, and more where they are gone through or lie near each other.
    private mutating func loadProved(
        _ number: Int, of part: IndexPart
    ) throws(SavingError) {
        let loaded = block.count / IndexRecord.words
        var first = number
        var wanted = IndexPart.sumRecords
        if loaded > 0, number == blockStart + loaded {
            wanted = min(2 * loaded, Self.provedRecordsMax)
        } else if loaded > 0, (number - blockStart).magnitude < Self.provedRecordsMax {
            // Lines of a day in the order of their keys: the next one may lie on either side.
            first = max(number - Self.provedRecordsMax / 2, part.start.count)
            wanted = Self.provedRecordsMax
        }
        // Whole blocks of what is summed: parts begin and end with them.
        first -= first % IndexPart.sumRecords
        let most = max(wanted / IndexPart.sumRecords, 1) * IndexPart.sumRecords
        try loadBlock(from: first, most: min(most, part.end.count - first))
        do throws(SavingError) {
            for at in stride(from: 0, to: block.count / IndexRecord.words, by: IndexPart.sumRecords)
            {
                var sum = IndexSeal.empty
                for record in at..<(at + IndexPart.sumRecords) {
                    let word = record * IndexRecord.words
                    sum.add(block.span.extracting(word..<(word + IndexRecord.words)))
                }
                guard sum.sum == (try part.sum(ofRecordsFrom: first + at)) else {
                    throw .stale(file.path)
                }
            }
        } catch {
            block.removeAll(keepingCapacity: true)
            throw distrust(error)
        }
    }

    private static let provedRecordsMax = blockRecords / IndexPart.sumRecords * IndexPart.sumRecords

    /// Something is not what it was made as: the next opening has to read all.
    private func distrust(_ error: SavingError) -> SavingError {
        Self.removeParts(file.path)
        return error
    }

    /// What cannot be removed is proved again when it is read.
    private static func removeParts(_ path: String, from first: Int = 0) {
        do throws(SavingError) {
            var number = first
            while try fileStamp(partPath(path, number)) != nil {
                try removeRegularFile(partPath(path, number))
                number += 1
            }
            try removeRegularFile(madePath(path))
        } catch {}
    }

    private static func madePath(_ path: String) -> String { "\(path).part" }

    /// More records than that behind the parts get parts of their own.
    package static let recordsWithoutPartMax = 32_768
    /// So many are gathered in memory at once.
    private static let recordsGatheredMax = 1 << 18

    /// Has what the next part says gathered while records are added, for who will call ``makeParts(ofMoreThan:)``: reading them once more would
    /// be the last thing that somebody waits for. Only of records that are not found by then.
    package mutating func expectParts(ofMoreThan most: Int = QueueIndex.recordsWithoutPartMax) {
        recordsUngatheredMax = most
    }

    private mutating func beginGathering() throws(SavingError) {
        let start = parts.last?.end ?? .empty
        if draft != nil || findsAdded || count - start.count <= recordsUngatheredMax { return }
        var begun = IndexPartDraft(behind: start)
        try gather(upTo: count, into: &begun)
        draft = begun
        isGathering = true
    }

    private mutating func gather(
        upTo end: Int, into draft: inout IndexPartDraft
    ) throws(SavingError) {
        while draft.end.count < end {
            try loadBlock(from: draft.end.count, most: end - draft.end.count)
            if block.isEmpty { throw .stale(file.path) }
            for at in stride(from: 0, to: block.count, by: IndexRecord.words) {
                let words = block.span.extracting(at..<(at + IndexRecord.words))
                draft.add(words, folded: IndexSeal.folded(words))
            }
        }
    }

    /// Makes tables for the records that have none, when they are many: the last thing that is done with an index, once the ledger knows its
    /// seal. Nothing depends on it, so that nothing is told when it fails.
    ///
    /// - Complexity: reads those records; a record comes into a longer part as often as parts double.
    package mutating func makeParts(ofMoreThan most: Int = QueueIndex.recordsWithoutPartMax) {
        precondition(most >= IndexPart.sumRecords, "a part has whole blocks of records")
        if count - (parts.last?.end.count ?? 0) <= most { return }
        let whole = seal
        do throws(SavingError) {
            try file.flush()
            if let draft = draft.take(), draft.end.count <= whole.count { try addPart(draft) }
            while whole.count - (parts.last?.end.count ?? 0) > most {
                try addPart(upTo: whole.count)
            }
            // What is not a part yet is summed once more, and with it what the parts say.
            seal = parts.last?.end ?? .empty
            days = RecordRuns(from: count)
            bankIDs = RecordChains()
            daysOfAccounts = AccountDays()
            try enterStored(whole.count)
            Self.removeParts(file.path, from: seal == whole ? parts.count : 0)
        } catch {
            Self.removeParts(file.path)
        }
        seal = whole
    }

    private mutating func addPart(upTo end: Int) throws(SavingError) {
        var draft = IndexPartDraft(behind: parts.last?.end ?? .empty)
        let rest = min(end - draft.start.count, Self.recordsGatheredMax)
        try gather(
            upTo: draft.start.count + rest / IndexPart.sumRecords * IndexPart.sumRecords,
            into: &draft)
        try addPart(draft)
    }

    private mutating func addPart(_ draft: consuming IndexPartDraft) throws(SavingError) {
        let path = Self.madePath(file.path)
        try draft.write(to: path)
        try take(path)
        while parts.count > 1,
            parts[parts.count - 2].records.count < 2 * parts[parts.count - 1].records.count
        {
            try mergeLastParts()
        }
    }

    private mutating func mergeLastParts() throws(SavingError) {
        guard let last = parts.popLast(), let before = parts.popLast() else { return }
        let path = Self.madePath(file.path)
        try IndexPart.merge(before, last, to: path)
        try take(path)
        try removeRegularFile(last.path)
    }

    private mutating func take(_ made: String) throws(SavingError) {
        let path = partPath(parts.count)
        try moveCache(made, over: path)
        guard let part = try IndexPart.open(path) else { throw .stale(file.path) }
        parts.append(part)
    }

    private static let blockRecords = Limits.chunkBytes / IndexRecord.bytes

    private mutating func enter(_ words: Span<UInt64>) {
        seal.add(words)
        daysOfAccounts.add(
            Int32(truncatingIfNeeded: words[0]), of: UInt32(truncatingIfNeeded: words[0] >> 32))
        days.add(dayTag(words[0]))
        if words[6] != 0 {
            bankIDs.add(idTag(words[2], words[6]), UInt32(truncatingIfNeeded: count - 1))
        }
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
        bytesRead += wanted * IndexRecord.bytes
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
        previous.append(heads[bucket])
        heads[bucket] = UInt32(truncatingIfNeeded: number + 1)
    }

    private mutating func grow() {
        heads = [UInt32](repeating: 0, count: heads.count * 2)
        previous.removeAll(keepingCapacity: true)
        for number in 0..<tags.count { link(number) }
    }
}

/// Numbers of records by a tag that neighbours share: statements are in the order of days, so a run is a day of a file.
private struct RecordRuns {
    private struct Run {
        let tag: UInt32
        let start: UInt32
        var count: UInt32
    }

    /// All runs but the last.
    private var runs: [Run] = []
    private var last: Run
    private var chains = RecordChains()

    /// - Parameter number: of the first record that will be added.
    init(from number: Int = 0) {
        last = Run(tag: 0, start: UInt32(truncatingIfNeeded: number), count: 0)
    }

    mutating func add(_ tag: UInt32) {
        if last.tag == tag {
            last.count += 1
            return
        }
        let next = last.start + last.count
        if last.count > 0 { runs.append(last) }
        chains.add(tag, UInt32(truncatingIfNeeded: runs.count))
        last = Run(tag: tag, start: next, count: 1)
    }

    func find(_ tag: UInt32, _ numbers: inout [UInt32]) {
        var found: [UInt32] = []
        chains.find(tag, &found)
        for number in found {
            let run = Int(number) < runs.count ? runs[Int(number)] : last
            numbers.append(contentsOf: run.start..<(run.start + run.count))
        }
    }
}

/// First and last day of each account; neighbours share the account.
struct AccountDays {
    private var others: [UInt32: ClosedRange<Int32>] = [:]
    private var account: UInt32 = 0
    private var range: ClosedRange<Int32>?

    var ranges: [UInt32: ClosedRange<Int32>] {
        var all = others
        if let range { all[account] = range }
        return all
    }

    subscript(wanted: UInt32) -> ClosedRange<Int32>? {
        wanted == account && range != nil ? range : others[wanted]
    }

    mutating func add(_ day: Int32, of account: UInt32) {
        if account != self.account {
            if let range { others[self.account] = range }
            self.account = account
            range = others[account]
        }
        if range?.contains(day) == true { return }
        range = range.joined(with: day...day)
    }
}

private func dayTag(_ accountAndDay: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: StableHash.mix(accountAndDay)) | 1 << 31
}

func idTag(_ account: UInt64, _ bankID: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: StableHash.mix(account ^ bankID)) | 1 << 31
}

extension IndexRecord {
    static let words = 12
    static let bytes = 96
    static let offsetWord = 10
    static let countWord = 11

    var packed: [12 of UInt64] {
        var words = InlineArray<12, UInt64>(repeating: 0)
        var span = words.mutableSpan
        Self.pack(
            identity, offset: offset, count: count, factHash: factHash, into: &span, at: 0)
        return words
    }

    /// Fills the twelve words of a record, the first of which has this place.
    static func pack(
        _ identity: LineIdentity, offset: Int, count: Int, factHash: UInt32,
        into words: inout MutableSpan<UInt64>, at place: Int
    ) {
        precondition(place >= 0 && place + Self.words <= words.count, "a record has twelve words")
        words[place] =
            UInt64(identity.key.account) << 32 | UInt64(UInt32(bitPattern: identity.key.day))
        words[place &+ 1] = identity.key.rest
        words[place &+ 2] = identity.account
        words[place &+ 3] =
            UInt64(UInt32(bitPattern: identity.day)) << 32
            | UInt64(UInt32(bitPattern: identity.second))
        words[place &+ 4] = UInt64(bitPattern: identity.units)
        words[place &+ 5] =
            UInt64(identity.currency) << 32 | UInt64(identity.scale) << 24
            | (identity.isDoubtful ? 1 << 17 : 0) | (identity.isHold ? 1 << 16 : 0)
            | UInt64(identity.occurrence)
        words[place &+ 6] = identity.bankID
        words[place &+ 7] = identity.original
        words[place &+ 8] = identity.balance
        words[place &+ 9] = identity.text
        words[place &+ 10] = UInt64(truncatingIfNeeded: offset)
        words[place &+ 11] = UInt64(factHash) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
    }

    init(_ words: Span<UInt64>) {
        identity = LineIdentity(
            key: LineKey(
                account: UInt32(truncatingIfNeeded: words[0] >> 32),
                day: CalendarDate(
                    daysSince1970: Int32(truncatingIfNeeded: words[0])), rest: words[1]),
            account: words[2], day: Int32(truncatingIfNeeded: words[3] >> 32),
            second: Int32(truncatingIfNeeded: words[3]), units: Int64(bitPattern: words[4]),
            currency: UInt32(truncatingIfNeeded: words[5] >> 32),
            scale: UInt8(truncatingIfNeeded: words[5] >> 24), isHold: words[5] >> 16 & 1 == 1,
            occurrence: UInt16(truncatingIfNeeded: words[5]), bankID: words[6],
            original: words[7], balance: words[8], text: words[9],
            isDoubtful: words[5] >> 17 & 1 == 1)
        offset = Int(truncatingIfNeeded: words[10])
        count = Int(UInt32(truncatingIfNeeded: words[11]))
        factHash = UInt32(truncatingIfNeeded: words[11] >> 32)
    }
}
