import Facts
import Glibc
import Saving
import Scanning
import Testing

@testable import Pending

/// An index of invented records in a folder of its own, with parts of more than a thousand records.
private final class Shelf {
    let folder: String
    var path: String { "\(folder)/queue.index" }

    init() {
        var name = Array("/tmp/kopiyka-test-XXXXXX\0".utf8).map { CChar(bitPattern: $0) }
        let made = unsafe name.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
        folder = unsafe String(cString: made!)
    }

    func remove() {
        for name in (try? sortedNames(in: folder)) ?? [] { _ = unsafe unlink("\(folder)/\(name)") }
        _ = unsafe rmdir(folder)
    }

    var parts: [String] {
        get throws { try sortedNames(in: folder).filter { $0.contains(".part") } }
    }

    /// What one import after another leaves: so many records each.
    @discardableResult
    func grow(
        _ counts: [Int], most: Int = Shelf.most, isGathering: Bool = false,
        _ record: (Int) -> IndexRecord = Shelf.record
    ) throws -> IndexSeal {
        var seal = IndexSeal.empty
        for count in counts {
            var index =
                seal.count == 0
                ? try QueueIndex(creating: path)
                : try opened(seal)
            if isGathering {
                index.stopFindingAdded()
                index.expectParts(ofMoreThan: most)
                try add(seal.count..<(seal.count + count), record, to: &index)
            } else {
                for number in seal.count..<(seal.count + count) { try index.add(record(number)) }
            }
            try index.flush()
            seal = index.seal
            index.makeParts(ofMoreThan: most)
        }
        return seal
    }

    /// As an import does it.
    private func add(
        _ numbers: Range<Int>, _ record: (Int) -> IndexRecord, to index: inout QueueIndex
    ) throws {
        var lines = NewLines()
        var first = numbers.lowerBound
        for number in numbers {
            let made = record(number)
            let start = lines.writer.count
            Shelf.append(number, to: &lines.writer)
            lines.writer.append(byte: UInt8(ascii: "\n"))
            lines.add(made.identity, from: start, fact: start..<(start + made.count))
            guard lines.isFull || number == numbers.upperBound - 1 else { continue }
            try index.add(&lines, at: record(first).offset)
            lines.removeAll()
            first = number + 1
        }
    }

    static let most = 1_000

    func open(_ seal: IndexSeal, usesParts: Bool = true) throws -> QueueIndex? {
        try QueueIndex.open(path: path, seal: seal, isWritable: true, usesParts: usesParts)
    }

    func opened(_ seal: IndexSeal, usesParts: Bool = true) throws -> QueueIndex {
        if let index = try open(seal, usesParts: usesParts) { return index }
        throw SavingError(operation: .open, path: path, errno: ENOENT)
    }

    /// Two accounts, thirty lines a day and account, bank ids on two of three lines, some of them on several.
    static func record(_ number: Int) -> IndexRecord {
        let account = UInt64(number / 2_500 % 2 + 1)
        let day = Int32(19_000 + number / 30 % 97)
        return IndexRecord(
            identity: LineIdentity(
                key: LineKey(
                    account: UInt32(account), day: CalendarDate(daysSince1970: day),
                    rest: StableHash.mix(UInt64(number))), account: account << 40,
                day: day, second: Int32(number % 86_400), units: Int64(-number),
                currency: Currency.uah.packed, scale: 2, isHold: false, occurrence: 0,
                bankID: number % 3 == 0 ? 0 : bankID(number), original: 0, balance: 0, text: 1),
            offset: number * 300, count: 299, factHash: factHash(number))
    }

    /// A line that is nothing but its fact.
    static func append(_ number: Int, to writer: inout ByteWriter) {
        let start = writer.count
        writer.append(decimal: Int64(number))
        while writer.count < start + 299 { writer.append(byte: UInt8(ascii: "x")) }
    }

    private static func factHash(_ number: Int) -> UInt32 {
        var writer = ByteWriter()
        append(number, to: &writer)
        return FactJSON.hash(of: writer, in: 0..<writer.count)
    }

    static func bankID(_ number: Int) -> UInt64 { UInt64(number / (number % 10 == 1 ? 5 : 1)) | 1 }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        var file = try ReplacingFile(replacing: "\(folder)/\(name)")
        try file.write(bytes)
        try file.commit()
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try readFile("\(folder)/\(name)", limit: 1 << 26)
    }
}

/// What an index answers to questions about days, ids and records.
private func answers(_ index: inout QueueIndex, idsApart: Int = 1) throws -> [[UInt32]] {
    var all: [[UInt32]] = []
    for account in UInt32(0)...3 {
        for day in Int32(18_999)...19_100 {
            var numbers: [UInt32] = []
            try index.findRecords(keyAccount: account, day: day, into: &numbers)
            all.append(numbers)
        }
        all.append(
            index.days(keyAccount: account).map { [UInt32($0.lowerBound), UInt32($0.upperBound)] }
                ?? [])
    }
    all.append(index.accounts.flatMap { [$0.keyAccount, UInt32($0.firstDay)] })
    for account in UInt64(1)...2 {
        for id in stride(from: UInt64(0), to: UInt64(index.count + 100), by: idsApart) {
            var numbers: [UInt32] = []
            try index.findRecords(account: account << 40, bankID: id, into: &numbers)
            // Another id may share the tag.
            for number in numbers {
                let identity = try index.record(Int(number)).identity
                if identity.bankID == id, identity.account == account << 40 {
                    all.append([UInt32(truncatingIfNeeded: id), number])
                }
            }
        }
    }
    return all
}

@Suite struct `Parts of the index` {
    @Test(arguments: [
        [3_000], [2_000, 2_000], [4_000, 100, 1_100, 7], [1_100, 1_100, 1_100, 1_100, 64],
    ])
    func `find what reading all records finds`(counts: [Int]) throws {
        let shelf = Shelf()
        defer { shelf.remove() }
        let seal = try shelf.grow(counts)
        #expect(try !shelf.parts.isEmpty)
        var whole = try shelf.opened(seal, usesParts: false)
        var parted = try shelf.opened(seal)
        #expect(try answers(&parted) == answers(&whole))
        for number in [0, 63, 64, seal.count / 2, seal.count - 1] {
            #expect(try parted.record(number) == whole.record(number))
        }
        for number in 0..<seal.count { #expect(try parted.record(number) == Shelf.record(number)) }
    }

    @Test(arguments: [[1_001], [3_000, 1_063], [900, 90, 3, 5_000], [6_400, 6_400, 64, 2_000]])
    func `are the same when they are gathered on the way`(counts: [Int]) throws {
        let behind = Shelf()
        let onTheWay = Shelf()
        defer {
            behind.remove()
            onTheWay.remove()
        }
        #expect(try onTheWay.grow(counts, isGathering: true) == behind.grow(counts))
        #expect(try !behind.parts.isEmpty && onTheWay.parts == behind.parts)
        for name in try ["queue.index"] + behind.parts {
            #expect(try onTheWay.bytes(name) == behind.bytes(name))
        }
    }

    @Test func `are gathered on the way as far as that takes little memory`() throws {
        let shelf = Shelf()
        defer { shelf.remove() }
        // Each record of another day than the one before.
        let seal = try shelf.grow([40_000], isGathering: true) {
            var record = Shelf.record($0)
            record.identity.key = LineKey(
                account: 1, day: CalendarDate(daysSince1970: 19_000 + Int32($0 % 2)), rest: 7)
            return record
        }
        var index = try shelf.opened(seal)
        #expect(index.bytesRead < 64 * 96)
        var numbers: [UInt32] = []
        try index.findRecords(keyAccount: 1, day: 19_001, into: &numbers)
        let wanted: [UInt32] = Array(stride(from: 1, to: 40_000, by: 2))
        #expect(numbers == wanted)
    }

    @Test func `stay few, and spare the next opening what they hold`() throws {
        let shelf = Shelf()
        defer { shelf.remove() }
        let seal = try shelf.grow(Array(repeating: 1_500, count: 12) + [20])
        #expect(try shelf.parts.count <= 4)
        let whole = try shelf.opened(seal, usesParts: false)
        #expect(whole.bytesRead == seal.count * 96)
        var parted = try shelf.opened(seal)
        #expect(parted.bytesRead <= (64 + 20) * 96 + 12 * 64 * 96)
        var numbers: [UInt32] = []
        try parted.findRecords(keyAccount: 1, day: 19_003, into: &numbers)
        #expect(!numbers.isEmpty)
        let before = parted.bytesRead
        _ = try parted.record(Int(numbers[0]))
        #expect(parted.bytesRead - before == 64 * 96)
    }

    @Test func `are of this index only`() throws {
        let shelf = Shelf()
        let other = Shelf()
        defer {
            shelf.remove()
            other.remove()
        }
        let seal = try shelf.grow([3_000, 1_500])
        try other.grow([3_000, 1_500]) { number in
            var record = Shelf.record(number)
            record.identity.balance = 5
            return record
        }
        for name in try other.parts { try shelf.write(name, try other.bytes(name)) }
        let index = try shelf.opened(seal)
        #expect(index.bytesRead == seal.count * 96)
    }

    /// Behind a rewritten queue, a crash, or a copy without them.
    @Test(arguments: ["gone", "empty", "cut", "foot", "next", "last only"])
    func `are done without when they are missing or broken`(what: String) throws {
        let shelf = Shelf()
        defer { shelf.remove() }
        let seal = try shelf.grow([5_000, 1_500, 30])
        let parts = try shelf.parts
        #expect(parts == ["queue.index.part0", "queue.index.part1"])
        var bytes = try shelf.bytes(parts[0])
        switch what {
        case "gone": for name in parts { _ = unsafe unlink("\(shelf.folder)/\(name)") }
        case "empty": try shelf.write(parts[0], [])
        case "cut": try shelf.write(parts[0], Array(bytes.dropLast(8)))
        case "foot":
            bytes[bytes.count - 40] ^= 1
            try shelf.write(parts[0], bytes)
        case "next": try shelf.write(parts[1], bytes)
        default: try shelf.write(parts[0], try shelf.bytes(parts[1]))
        }
        var whole = try shelf.opened(seal, usesParts: false)
        var index = try shelf.opened(seal)
        #expect(try answers(&index, idsApart: 9) == answers(&whole, idsApart: 9))
        index.makeParts(ofMoreThan: Shelf.most)
        let again = try shelf.opened(seal)
        #expect(again.bytesRead < 1_200 * 96)
    }

    /// Whatever bit turns, an answer is the right one or none, and the parts are gone with it.
    @Test(arguments: ["queue.index", "queue.index.part0"])
    func `never say what is not so`(name: String) throws {
        let shelf = Shelf()
        defer { shelf.remove() }
        let seal = try shelf.grow([640], most: 64)
        var whole = try shelf.opened(seal, usesParts: false)
        // Twice: the sieve is read when many ids were asked for.
        let right = try answers(&whole) + answers(&whole)
        let kept = try ["queue.index", "queue.index.part0"].map { ($0, try shelf.bytes($0)) }
        let count = try shelf.bytes(name).count
        var refused = 0
        for at in stride(from: 5, to: count, by: count / 41) {
            for (name, bytes) in kept { try shelf.write(name, bytes) }
            var bytes = try shelf.bytes(name)
            bytes[at] ^= 16
            try shelf.write(name, bytes)
            guard var index = try shelf.open(seal) else {
                refused += 1
                continue
            }
            do {
                #expect(try answers(&index) + answers(&index) == right)
                for number in 0..<seal.count {
                    #expect(try index.record(number) == Shelf.record(number))
                }
            } catch {
                refused += 1
                #expect(try shelf.parts == [])
            }
        }
        #expect(refused > 0)
    }
}
