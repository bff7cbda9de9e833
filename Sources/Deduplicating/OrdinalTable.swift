internal import Scanning

/// Ordinals by 64-bit hash: open addressing, 8 bytes a slot.
///
/// The upper bits of the hash choose the slot, and its lower 32 are stored beside the ordinal.
/// Hashes with equal lower bits and close upper bits collide: for a pair among a million, with a
/// chance of a few in ten thousand. Because the whole hash is not stored, a full table is followed
/// by a larger one instead of being rehashed.
struct OrdinalTable: ~Copyable, Sendable {
    /// Allocated with the first ordinal. Kept apart from `older` because each access there would
    /// count a reference.
    private var newest: [UInt64] = []
    /// Full tables, oldest first.
    private var older: [[UInt64]] = []
    /// Used slots of the newest table.
    private var used = 0
    private let expectedCount: Int

    /// Tables of this size stay in the processor's cache.
    private static let smallCount = 1 << 15

    /// - Parameter expectedCount: a wrong value costs time for small tables and memory for large
    ///   ones.
    init(expectedCount: Int) {
        self.expectedCount = expectedCount
    }

    /// - Complexity: O(1), times the logarithm of actual over expected count.
    subscript(hash: UInt64) -> Int? {
        get {
            for table in older {
                let entry = table[Self.slot(of: hash, in: table)]
                if entry != 0 { return Self.ordinal(of: entry) }
            }
            if newest.isEmpty { return nil }
            let entry = newest[Self.slot(of: hash, in: newest)]
            return entry == 0 ? nil : Self.ordinal(of: entry)
        }
        set {
            guard let newValue else { return }
            assert(
                newValue >= 0 && newValue < Int(UInt32.max), "32 bits hold an ordinal and one more")
            let entry = hash << 32 | UInt64(UInt32(truncatingIfNeeded: newValue + 1))
            for index in older.indices {
                let slot = Self.slot(of: hash, in: older[index])
                if older[index][slot] != 0 {
                    older[index][slot] = entry
                    return
                }
            }
            if newest.isEmpty { addTable() }
            let slot = Self.slot(of: hash, in: newest)
            if newest[slot] == 0 {
                if used * 5 >= newest.count * 4 {
                    addTable()
                    self[hash] = newValue
                    return
                }
                used += 1
            }
            newest[slot] = entry
            assert(used < newest.count, "a look-up in vain ends at a free slot")
        }
    }

    /// Prefetches the slot of the hash.
    func prefetch(_ hash: UInt64) {
        prefetchElement(
            of: newest,
            at: Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(newest.count)).high))
    }

    private static func ordinal(of entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }

    private mutating func addTable() {
        // Most look-ups miss and end at a free slot, of which small tables have many.
        let free = expectedCount <= Self.smallCount ? expectedCount : expectedCount / 3
        let size = newest.isEmpty ? max(64, expectedCount + free) : newest.count * 4
        if !newest.isEmpty { older.append(newest) }
        newest = Array(repeating: 0, count: size)
        used = 0
    }

    /// The slot of this hash, or the free one where it belongs.
    private static func slot(of hash: UInt64, in table: [UInt64]) -> Int {
        let tag = hash & 0xFFFF_FFFF
        var slot = Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(table.count)).high)
        while table[slot] != 0, table[slot] >> 32 != tag {
            slot += 1
            if slot == table.count { slot = 0 }
        }
        return slot
    }
}
