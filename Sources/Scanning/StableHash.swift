internal import CScan
internal import Facts

/// A 64-bit hash that is equal in every release and on every machine.
///
/// Keys in queue and ledger are made of it, so its values are a file format: tests hold fixed
/// vectors, and a change needs a new key version. Not for secrets, and not collision-resistant
/// against an attacker; two seeds make 128 bits.
///
/// Guarantees: bytes are read as little-endian 8-byte words; the length is part of the hash.
@usableFromInline package enum StableHash {
    @inlinable static var first: UInt64 { 0x9AE1_6A3B_2F90_404F }
    @inlinable static var second: UInt64 { 0xC2B2_AE3D_27D4_EB4F }
    @inlinable static var step: UInt64 { 0x52DC_E729_38B2_1F6D }

    /// - Complexity: O(*n*), eight bytes a step.
    package static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
        ended(begun(seed, bytes.count), bytes, from: 0)
    }

    /// The hashes of two texts, interleaved: steps of one depend on each other, but not on those of
    /// the other.
    package static func hashes(
        _ one: Span<UInt8>, _ other: Span<UInt8>, seed: UInt64
    ) -> (UInt64, UInt64) {
        var a = begun(seed, one.count)
        var b = begun(seed, other.count)
        var at = 0
        let shared = min(one.count, other.count)
        while shared &- at >= 8 {
            a = taking(one.word(at: at), into: a)
            b = taking(other.word(at: at), into: b)
            at &+= 8
        }
        return (ended(a, one, from: at), ended(b, other, from: at))
    }

    @inline(__always)
    private static func begun(_ seed: UInt64, _ count: Int) -> UInt64 {
        mix((seed ^ second) &+ UInt64(truncatingIfNeeded: count) &* first)
    }

    /// Adds the bytes from an offset that is a multiple of a word.
    @inline(__always)
    private static func ended(
        _ state: UInt64, _ bytes: Span<UInt8>, from start: Int
    ) -> UInt64 {
        let count = bytes.count
        var state = state
        var at = start
        // Two words a turn: only the last step of the second depends on the first.
        while count &- at >= 16 {
            state = taking(bytes.word(at: at), into: state)
            state = taking(bytes.word(at: at &+ 8), into: state)
            at &+= 16
        }
        if count &- at >= 8 {
            state = taking(bytes.word(at: at), into: state)
            at &+= 8
        }
        if at < count {
            state = taking(lastBytes(of: bytes, from: at), into: state)
        }
        return mix(state)
    }

    /// The last bytes, fewer than eight, as a word.
    @inline(__always)
    private static func lastBytes(of bytes: Span<UInt8>, from start: Int) -> UInt64 {
        let count = bytes.count
        if count >= 8 {
            return bytes.word(at: count &- 8)
                &>> UInt64(truncatingIfNeeded: 8 &* (8 &- count &+ start))
        }
        var word: UInt64 = 0
        for at in start..<count { word |= UInt64(bytes[at]) &<< UInt64(8 &* (at &- start)) }
        return word
    }

    /// Two hashes of bytes that come in pieces, with known total length; work on a word alone is
    /// shared by both.
    struct Pieces: Sendable {
        private var states: (UInt64, UInt64)
        /// Pending bytes of an incomplete word.
        private var rest: UInt64 = 0
        private var restBits: UInt64 = 0

        init(count: Int, seeds: (UInt64, UInt64)) {
            states = (begun(seeds.0, count), begun(seeds.1, count))
        }

        mutating func feed(_ bytes: Span<UInt8>) {
            let count = bytes.count
            var (a, b) = states
            var at = 0
            while at < count {
                if restBits == 0 {
                    while count &- at >= 8 {
                        let spread = spread(bytes.word(at: at))
                        a = turned(a ^ spread)
                        b = turned(b ^ spread)
                        at &+= 8
                    }
                    if at == count { break }
                }
                rest |= UInt64(bytes[at]) << restBits
                restBits &+= 8
                at &+= 1
                if restBits == 64 {
                    a = taking(rest, into: a)
                    b = taking(rest, into: b)
                    rest = 0
                    restBits = 0
                }
            }
            states = (a, b)
        }

        /// The hashes, once all bytes were added.
        var values: (UInt64, UInt64) { (value(states.0), value(states.1)) }

        private func value(_ state: UInt64) -> UInt64 {
            mix(restBits == 0 ? state : taking(rest, into: state))
        }
    }

    /// A bijective mix of 64 bits: every input bit changes half of the output bits.
    @inlinable package static func mix(_ value: UInt64) -> UInt64 {
        var x = value
        x ^= x >> 32
        x = x &* 0xE9B5_DBA5_B5C0_FBCF
        x ^= x >> 29
        x = x &* 0xD6E8_FEB8_6659_FD93
        x ^= x >> 32
        return x
    }

    /// Combines two hashes; the order matters.
    @inlinable package static func combine(_ a: UInt64, _ b: UInt64) -> UInt64 {
        mix(absorb(b, into: a &+ step))
    }

    @inlinable static func absorb(_ word: UInt64, into state: UInt64) -> UInt64 {
        turned(state ^ scrambled(word))
    }

    /// The same as ``absorb(_:into:)``, for the many words of a text.
    @inline(__always)
    private static func taking(_ word: UInt64, into state: UInt64) -> UInt64 {
        turned(state ^ spread(word))
    }

    /// The same as ``scrambled(_:)``.
    @inline(__always)
    private static func spread(_ word: UInt64) -> UInt64 { kscan_rotate31(word &* first) &* second }

    @inlinable static func scrambled(_ word: UInt64) -> UInt64 {
        let k = word &* first
        return ((k << 31) | (k >> 33)) &* second
    }

    @inlinable static func turned(_ x: UInt64) -> UInt64 {
        (((x << 27) | (x >> 37)) &* 5) &+ step
    }
}
