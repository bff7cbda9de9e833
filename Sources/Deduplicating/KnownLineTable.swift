import Facts
import Scanning

/// The known lines, indexed by account, day and amount, and by account and bank id.
///
/// Lines of one account, day and amount form a list with one entry in a hash table; a line takes 16
/// bytes, a list 11, a bank id 15. Only hashes are stored: two different lines are confused only if
/// some 50 bits of one hash, time, text and balance all collide. All but the newest lines can be
/// evicted (``turn()``); ordinals stay valid.
///
/// Per-row accessors are inlined: a call would copy all fields.
struct KnownLineTable: ~Copyable, Sendable {
    /// The fields compared besides the bank's id. Hashes are cut to 32 bits; 0 stays 0 (absent).
    struct Line: BitwiseCopyable {
        /// Second of the day + 1 in 17 bits, then the occurrence in 15, enough for
        /// `Limits.equalAmountsADayMax`.
        private let secondAndOccurrence: UInt32
        let balance: UInt32
        let text: UInt32
        var next: UInt32

        var second: Int32 { Int32(truncatingIfNeeded: secondAndOccurrence >> 15) - 1 }
        var occurrence: UInt16 { UInt16(truncatingIfNeeded: secondAndOccurrence & 0x7FFF) }

        fileprivate init(_ identity: LineIdentity) {
            secondAndOccurrence =
                UInt32(truncatingIfNeeded: identity.second &+ 1) << 15
                | UInt32(identity.occurrence & 0x7FFF)
            balance = cut(identity.balance)
            text = cut(identity.text)
            next = none
        }
    }

    private(set) var count = 0
    private var chunks: [[Line]] = []
    /// Truncated bank ids by chunk; an empty array for a chunk without any.
    private var bankIDs: [[UInt32]] = []
    private var holds = OrdinalSet()
    private var older = OrdinalSet()
    private var approved = OrdinalSet()
    private var divided = OrdinalSet()
    private var doubtful = OrdinalSet()
    private var lists: OrdinalTable
    /// Lists of the lines before the last turn.
    private var listsBefore = OrdinalTable(expectedCount: 0)
    /// Lists of lines that were evicted and restored.
    private var listsTakenBack = OrdinalTable(expectedCount: 0)
    private var ids: OrdinalTable
    /// Number of lines with an id besides the first, for accounts and ids that several lines have.
    private var bearers: [UInt64: Int] = [:]

    /// Chunks, so that growing never copies lines.
    private static let chunkCount = 1 << 10
    private let linesPerTurn: Int

    /// - Parameter linesPerTurn: a multiple of 1,024.
    init(expectedLines: Int, linesPerTurn: Int) {
        precondition(linesPerTurn % Self.chunkCount == 0, "a turn has whole chunks")
        self.linesPerTurn = linesPerTurn
        lists = OrdinalTable(expectedCount: expectedLines)
        ids = OrdinalTable(expectedCount: expectedLines)
    }

    @inline(__always)
    subscript(ordinal: Int) -> Line {
        chunks[ordinal / Self.chunkCount][ordinal % Self.chunkCount]
    }

    /// Authorised, not booked.
    @inline(__always)
    func isHold(_ ordinal: Int) -> Bool { holds.contains(ordinal) }

    mutating func book(_ ordinal: Int) { holds.remove(ordinal) }

    mutating func hold(_ ordinal: Int) { holds.insert(ordinal) }

    /// From queue, ledger or tombstones rather than from this run.
    @inline(__always)
    func isOlder(_ ordinal: Int) -> Bool { older.contains(ordinal) }

    mutating func markOlder(_ ordinal: Int) { older.insert(ordinal) }

    /// From the ledger.
    func isApproved(_ ordinal: Int) -> Bool { approved.contains(ordinal) }

    mutating func markApproved(_ ordinal: Int) { approved.insert(ordinal) }

    /// From the ledger, in parts that a person made of its amount.
    func isDivided(_ ordinal: Int) -> Bool { divided.contains(ordinal) }

    mutating func markDivided(_ ordinal: Int) { divided.insert(ordinal) }

    /// A person is asked whether it is one of the others.
    @inline(__always)
    func isDoubtful(_ ordinal: Int) -> Bool { doubtful.contains(ordinal) }

    /// The line's truncated bank id; 0 when it has none.
    @inline(__always)
    func bankID(_ ordinal: Int) -> UInt32 {
        let ids = bankIDs[ordinal / Self.chunkCount]
        return ids.isEmpty ? 0 : ids[ordinal % Self.chunkCount]
    }

    /// Hash of account, day and amount, which equal lines share.
    static func anchor(of line: LineIdentity) -> UInt64 {
        let day = UInt64(UInt32(bitPattern: line.day)) << 32 | UInt64(line.currency)
        return StableHash.combine(
            StableHash.combine(line.account &+ UInt64(line.scale), day),
            UInt64(bitPattern: line.units))
    }

    /// Ordinal of the oldest line of this anchor, nil when there is none.
    @inline(__always)
    func first(under anchor: UInt64) -> Int? {
        listsTakenBack[anchor] ?? listsBefore[anchor] ?? lists[anchor]
    }

    /// Ordinal of the next line of the same anchor.
    @inline(__always)
    func next(after ordinal: Int) -> Int? {
        let next = self[ordinal].next
        assert(next == none || next > ordinal, "a list begins with its oldest line")
        return next == none ? nil : Int(next)
    }

    /// Calls the body with the ordinal of each line of this anchor, oldest first, until it answers
    /// false.
    func forEachLine(anchor: UInt64, _ body: (Int) -> Bool) {
        var found = first(under: anchor)
        while let ordinal = found {
            if !body(ordinal) { return }
            found = next(after: ordinal)
        }
    }

    /// Prefetches the slots of this anchor and this bank id.
    @inline(__always)
    func prefetch(_ line: LineIdentity) {
        let anchor = Self.anchor(of: line)
        lists.prefetch(anchor)
        listsBefore.prefetch(anchor)
        if line.bankID != 0 { ids.prefetch(Self.idHash(of: line)) }
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
        assert(
            last.map { $0 < ordinal && self[$0].next == none } ?? (first(under: anchor) == nil),
            "a list grows at its end")
        if ordinal % Self.chunkCount == 0 {
            var chunk: [Line] = []
            chunk.reserveCapacity(Self.chunkCount)
            chunks.append(chunk)
            bankIDs.append([])
        }
        assert(
            chunks[ordinal / Self.chunkCount].count == ordinal % Self.chunkCount,
            "lines have their ordinals' places")
        chunks[ordinal / Self.chunkCount].append(Line(identity))
        if identity.isHold { holds.insert(ordinal) }
        if identity.isDoubtful { doubtful.insert(ordinal) }
        count += 1
        if let last {
            setNext(of: last, UInt32(truncatingIfNeeded: ordinal))
        } else {
            lists[anchor] = ordinal
        }
        if identity.bankID != 0 {
            let id = Self.idHash(of: identity)
            if ids[id] != nil { bearers[id, default: 0] += 1 }
            setBankID(of: ordinal, as: identity)
        }
        return ordinal
    }

    /// Evicts the lines from before the last turn; those since then stay until the next.
    ///
    /// Lines must come in turns of `linesPerTurn`, without bank ids. A list that began with an
    /// evicted line must not be extended or read.
    mutating func turn() {
        precondition(count % linesPerTurn == 0, "a turn has its lines")
        listsBefore = OrdinalTable(expectedCount: linesPerTurn)
        swap(&listsBefore, &lists)
        let turn = linesPerTurn / Self.chunkCount
        let end = chunks.count - turn
        for chunk in max(0, end - turn)..<max(0, end) { chunks[chunk] = [] }
    }

    /// Restores evicted lines.
    ///
    /// - Parameters:
    ///   - end: all lines before this ordinal are given again; those still in memory keep their
    ///     links.
    ///   - line: the line of an ordinal.
    mutating func restore<Failure: Error>(
        before end: Int, _ line: (_ ordinal: Int) throws(Failure) -> LineIdentity
    ) throws(Failure) {
        assert(end <= count, "only lines that were added come back")
        listsTakenBack = OrdinalTable(expectedCount: end)
        for ordinal in 0..<end {
            let line = try line(ordinal)
            let isBack = chunks[ordinal / Self.chunkCount].count <= ordinal % Self.chunkCount
            if isBack { chunks[ordinal / Self.chunkCount].append(Line(line)) }
            let anchor = Self.anchor(of: line)
            guard var last = listsTakenBack[anchor] else {
                listsTakenBack[anchor] = ordinal
                continue
            }
            while self[last].next < ordinal { last = Int(self[last].next) }
            let after = self[last].next
            if after == ordinal { continue }
            setNext(of: last, UInt32(truncatingIfNeeded: ordinal))
            if isBack { setNext(of: ordinal, after) }
        }
    }

    private mutating func setNext(of ordinal: Int, _ next: UInt32) {
        chunks[ordinal / Self.chunkCount][ordinal % Self.chunkCount].next = next
    }

    /// Stores the bank id of `identity` for a line that a source without ids showed first.
    mutating func setBankID(of ordinal: Int, as identity: LineIdentity) {
        assert(ordinal < count && identity.bankID != 0, "a line is given an id that there is")
        let chunk = ordinal / Self.chunkCount
        if bankIDs[chunk].isEmpty {
            bankIDs[chunk] = Array(repeating: 0, count: Self.chunkCount)
        }
        bankIDs[chunk][ordinal % Self.chunkCount] = cut(identity.bankID)
        ids[Self.idHash(of: identity)] = ordinal
    }

    /// At least three lines have the row's id: it names a day or an order, not a line. (Two may be
    /// a conflict.)
    func isShared(_ row: LineIdentity) -> Bool {
        row.bankID != 0 && !bearers.isEmpty && bearers[Self.idHash(of: row), default: 0] >= 2
    }

    static func idHash(of line: LineIdentity) -> UInt64 {
        StableHash.combine(line.account, line.bankID)
    }
}

/// The part of a hash that a line stores; 0 stays 0.
func cut(_ hash: UInt64) -> UInt32 {
    hash == 0 ? 0 : UInt32(truncatingIfNeeded: hash >> 32) | 1
}

/// End of a list.
private let none = UInt32.max

/// A bit for each ordinal.
struct OrdinalSet {
    private var words: [UInt64] = []

    func contains(_ ordinal: Int) -> Bool {
        ordinal / 64 < words.count && words[ordinal / 64] & (1 << UInt64(ordinal % 64)) != 0
    }

    mutating func insert(_ ordinal: Int) {
        while words.count <= ordinal / 64 { words.append(0) }
        words[ordinal / 64] |= 1 << UInt64(ordinal % 64)
    }

    mutating func remove(_ ordinal: Int) {
        if contains(ordinal) { words[ordinal / 64] &= ~(1 << UInt64(ordinal % 64)) }
    }
}
