import Facts
import Scanning

/// The lines known so far, found by account, day and amount, or by account and bank id.
///
/// Lines of one account, day and amount hang in a list from one entry of a hash table; a line takes 24 bytes, a list and an id 11 each.
/// Only hashes are kept: two lines that are not the same would have to meet in some 50 bits of one hash and in time, text and
/// balance to be taken for one.
struct KnownLineTable {
    /// What matching compares. Hashes are cut to 32 bits; 0 stays 0 (absent).
    struct Line: BitwiseCopyable {
        var second: Int32
        var bankID: UInt32
        var balance: UInt32
        var text: UInt32
        var next: UInt32
        var occurrence: UInt16
        var flags: UInt16

        static let isHold: UInt16 = 1
        /// From queue, ledger or tombstones rather than from this run.
        static let isOlder: UInt16 = 2
    }

    private(set) var count = 0
    private var chunks: [[Line]] = []
    private var lists: OrdinalTable
    private var ids: OrdinalTable

    /// Lines are kept in blocks so that growing never copies them.
    private static let chunkCount = 1 << 14
    private static let none = UInt32.max

    init(expectedLines: Int) {
        lists = OrdinalTable(expectedCount: expectedLines)
        ids = OrdinalTable(expectedCount: expectedLines)
    }

    subscript(ordinal: Int) -> Line {
        get { chunks[ordinal / Self.chunkCount][ordinal % Self.chunkCount] }
        set { chunks[ordinal / Self.chunkCount][ordinal % Self.chunkCount] = newValue }
    }

    /// Hash of account, day and amount: lines must share it to be one.
    static func anchor(of line: LineIdentity) -> UInt64 {
        let day = UInt64(UInt32(bitPattern: line.day)) << 32 | UInt64(line.currency)
        return StableHash.combine(
            StableHash.combine(line.account &+ UInt64(line.scale), day),
            UInt64(bitPattern: line.units))
    }

    /// Calls the body with the ordinal of each line of this anchor, oldest first, until it answers false.
    func forEachLine(anchor: UInt64, _ body: (Int) -> Bool) {
        guard var ordinal = lists[anchor] else { return }
        while body(ordinal) {
            let next = self[ordinal].next
            if next == Self.none { return }
            ordinal = Int(next)
        }
    }

    /// Ordinal of the last line added under this account and bank id, or nil.
    func line(withIDHash hash: UInt64) -> Int? {
        ids[hash]
    }

    /// Adds a line under its anchor, after those already there; returns its ordinal.
    ///
    /// - Parameter after: ordinal of the last line of the anchor's list, nil when there is none.
    mutating func add(_ identity: LineIdentity, anchor: UInt64, after last: Int?) -> Int {
        let ordinal = count
        if ordinal % Self.chunkCount == 0 {
            var chunk: [Line] = []
            chunk.reserveCapacity(Self.chunkCount)
            chunks.append(chunk)
        }
        chunks[ordinal / Self.chunkCount].append(
            Line(
                second: identity.second, bankID: Self.cut(identity.bankID),
                balance: Self.cut(identity.balance), text: Self.cut(identity.text),
                next: Self.none, occurrence: identity.occurrence,
                flags: identity.isHold ? Line.isHold : 0))
        count += 1
        if let last {
            self[last].next = UInt32(truncatingIfNeeded: ordinal)
        } else {
            lists[anchor] = ordinal
        }
        if identity.bankID != 0 { ids[Self.idHash(of: identity)] = ordinal }
        return ordinal
    }

    /// Remembers that this line bears this bank id too (a source without ids came first).
    mutating func addID(_ hash: UInt64, ordinal: Int) {
        ids[hash] = ordinal
    }

    static func idHash(of line: LineIdentity) -> UInt64 {
        StableHash.combine(line.account, line.bankID)
    }

    static func cut(_ hash: UInt64) -> UInt32 {
        hash == 0 ? 0 : UInt32(truncatingIfNeeded: hash >> 32) | 1
    }
}
