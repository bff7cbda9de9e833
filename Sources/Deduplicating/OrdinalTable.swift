internal import Scanning

/// Ordinals by 64-bit hash: open addressing, 8 bytes a slot.
///
/// The slot is told by the upper bits of the hash, 32 lower ones are kept beside the ordinal: hashes that agree in the lower ones and lie
/// near each other above are taken for one, which of a million happens to one pair with a chance of a few in ten thousand. As the hash is
/// not kept, a full table is followed by a larger one instead of being made anew.
struct OrdinalTable {
    /// Each table is made when its first ordinal comes.
    private var tables: [[UInt64]] = []
    private var used = 0
    private let expectedCount: Int

    /// - Parameter expectedCount: a wrong guess costs time for small ones and memory for large ones.
    init(expectedCount: Int) {
        self.expectedCount = expectedCount
    }

    /// - Complexity: O(1), times the logarithm of how much was put in for what was expected.
    subscript(hash: UInt64) -> Int? {
        get {
            for index in tables.indices {
                let entry = tables[index][Self.slot(of: hash, in: tables[index])]
                if entry != 0 { return Int(entry & 0xFFFF_FFFF) - 1 }
            }
            return nil
        }
        set {
            guard let newValue else { return }
            let entry = hash << 32 | UInt64(UInt32(truncatingIfNeeded: newValue + 1))
            for index in tables.indices {
                let slot = Self.slot(of: hash, in: tables[index])
                if tables[index][slot] != 0 {
                    tables[index][slot] = entry
                    return
                }
            }
            if tables.isEmpty || used * 5 >= tables[tables.count - 1].count * 4 { addTable() }
            let last = tables.count - 1
            tables[last][Self.slot(of: hash, in: tables[last])] = entry
            used += 1
        }
    }

    /// Asks the processor to have the hash's slot at hand soon.
    func prefetch(_ hash: UInt64) {
        // Looked at in its place: a copy would be counted, for each row.
        guard let last = tables.indices.last else { return }
        let size = UInt64(tables[last].count)
        prefetchElement(
            of: tables[last],
            at: Int(truncatingIfNeeded: hash.multipliedFullWidth(by: size).high))
    }

    private mutating func addTable() {
        let size =
            tables.isEmpty
            ? max(64, expectedCount + expectedCount / 3) : tables[tables.count - 1].count * 4
        tables.append(Array(repeating: 0, count: size))
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
