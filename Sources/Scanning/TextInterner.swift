internal import Facts

/// Maps equal byte strings to one small number, so that each distinct text is processed once a run.
///
/// Ids are dense, in order of first appearance; they do not depend on the hash, which has a random
/// seed per process, so that colliding texts cannot be prepared.
package struct TextInterner: Sendable {
    /// All distinct texts, one after another.
    package private(set) var storage: [UInt8] = []
    /// Where text *i* starts in `storage`; one more at the end.
    private var starts: [UInt32] = [0]
    /// Open addressing: the hash above id + 1, or 0 for a free slot; a power of two, at most half
    /// full.
    private var slots: [UInt64]

    package init(capacity: Int = 0) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    package var count: Int { starts.count - 1 }

    /// The id of this text, a new one if it was not seen before.
    ///
    /// - Complexity: O(*n*) in the bytes, amortized.
    package mutating func intern(_ bytes: Span<UInt8>) -> UInt32 {
        intern(bytes, hash: Self.hash(of: bytes))
    }

    /// The id of the text with this ``hash(of:)``.
    package mutating func intern(_ bytes: Span<UInt8>, hash: UInt32) -> UInt32 {
        let (slot, known) = find(bytes, hash)
        if let known { return known }
        let id = count
        precondition(
            storage.count + bytes.count <= Int(UInt32.max) && id < Int(UInt32.max) - 1,
            "four thousand million bytes of distinct texts in one run")
        slots[slot] = UInt64(hash) << 32 | UInt64(id + 1)
        storage.append(bytes)
        starts.append(UInt32(truncatingIfNeeded: storage.count))
        if count * 2 > slots.count { grow() }
        return UInt32(truncatingIfNeeded: id)
    }

    /// The id of this text, if it was interned.
    package func id(of bytes: Span<UInt8>) -> UInt32? { find(bytes, Self.hash(of: bytes)).id }

    /// The slot of this text, or the free one where it belongs.
    @inline(__always)
    private func find(_ bytes: Span<UInt8>, _ hash: UInt32) -> (slot: Int, id: UInt32?) {
        let mask = slots.count - 1
        assert(slots.count & mask == 0 && count * 2 <= slots.count, "a free slot is soon found")
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let id = Int(slots[slot] & 0xFFFF_FFFF) - 1
            if slots[slot] >> 32 == UInt64(hash), isEqual(id, bytes) {
                return (slot, UInt32(truncatingIfNeeded: id))
            }
            slot = (slot + 1) & mask
        }
        return (slot, nil)
    }

    /// The range in `storage` of the text with this id.
    package func bytes(of id: UInt32) -> Range<Int> {
        let index = Int(id)
        return Int(starts[index])..<Int(starts[index + 1])
    }

    /// Prefetches the slot of a hash. For a batch: prefetch all hashes, then the ids from
    /// ``likelyID(hash:)``, then intern, so that cache misses overlap.
    package func prefetch(hash: UInt32) {
        prefetchElement(of: slots, at: Int(hash) & (slots.count - 1))
    }

    /// The id that a text with this hash most likely has, unless it is new.
    package func likelyID(hash: UInt32) -> UInt32? {
        let entry = slots[Int(hash) & (slots.count - 1)]
        if entry >> 32 != UInt64(hash) || entry == 0 { return nil }
        let id = UInt32(truncatingIfNeeded: entry) - 1
        prefetchElement(of: starts, at: Int(id))
        return id
    }

    /// Prefetches the bytes of a text.
    package func prefetch(id: UInt32) {
        prefetchElement(of: storage, at: Int(starts[Int(id)]))
    }

    /// The hash that texts are found by; seeded per process.
    ///
    /// Sixteen bytes a step: two words, one of them mixed with the seed, multiplied with each
    /// other.
    package static func hash(of bytes: Span<UInt8>) -> UInt32 {
        let secret = secret
        let count = bytes.count
        var state = secret ^ UInt64(truncatingIfNeeded: count)
        var at = 0
        while count &- at > 16 {
            state = fold(bytes.word(at: at) ^ secret, bytes.word(at: at &+ 8) ^ state)
            at &+= 16
        }
        // The last bytes, some of them for the second time.
        let (first, last): (UInt64, UInt64) =
            switch count {
            case 8...: (bytes.word(at: max(0, count &- 16)), bytes.word(at: count &- 8))
            case 4...: (UInt64(bytes.half(at: 0)), UInt64(bytes.half(at: count &- 4)))
            case 1...: (UInt64(bytes[0]) << 8 | UInt64(bytes[count / 2]), UInt64(bytes[count &- 1]))
            default: (0, 0)
            }
        state = fold(first ^ secret, last ^ state)
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }

    private static let secret = UInt64(bitPattern: Int64(Hasher().finalize())) | 1

    @inline(__always)
    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return high ^ low
    }

    private func isEqual(_ id: Int, _ bytes: Span<UInt8>) -> Bool {
        storage.span.extracting(Int(starts[id])..<Int(starts[id + 1])).equals(bytes)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        let mask = slots.count - 1
        for entry in old where entry != 0 {
            var slot = Int(entry >> 32) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = entry
        }
    }
}
