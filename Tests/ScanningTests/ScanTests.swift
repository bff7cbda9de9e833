import CScan
import Testing

@Suite struct `Byte scans` {
    private let random: [UInt8] = {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<300).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 40)
        }
    }()

    @Test func `agree with looking at every byte`() {
        unsafe random.withUnsafeBufferPointer { bytes in
            let base = bytes.baseAddress!
            for start in 0..<200 {
                let p = unsafe base + start
                let left = 300 - start
                let wanted = unsafe p[63]
                var mask: UInt64 = 0
                for bit in 0..<64 where unsafe p[bit] == wanted { mask |= 1 << UInt64(bit) }
                #expect(unsafe kscan_eq64(p, wanted) == mask)
                for n in [0, 1, 15, 16, 17, left] {
                    let slice = unsafe Array(UnsafeBufferPointer(start: p, count: n))
                    let high = slice.firstIndex { $0 >= 0x80 } ?? n
                    #expect(unsafe kscan_skip_ascii(p, n) == high)
                    var feeds = 0
                    var tails = 0
                    unsafe kscan_count(p, n, &feeds, &tails)
                    #expect(feeds == slice.count { $0 == 0x0A })
                    #expect(tails == slice.count { $0 & 0xC0 == 0x80 })
                    let plainEnd = slice.firstIndex { $0 >= 0x80 || $0 == 0 || $0 == 4 } ?? n
                    #expect(unsafe kscan_skip_plain(p, n) == plainEnd)
                    let any = slice.firstIndex { $0 == 7 || $0 == wanted || $0 == 200 } ?? n
                    #expect(unsafe kscan_find_any3(p, n, 7, wanted, 200) == any)
                    var seen: CInt = 0
                    let stop = slice.firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 } ?? n
                    #expect(unsafe kscan_json_stop(p, n, &seen) == stop)
                    if slice[..<stop].contains(where: { $0 >= 0x80 }) { #expect(seen != 0) }
                    let plain =
                        slice.firstIndex {
                            $0 == 0x22 || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F
                                || $0 >= 0xE1 || $0 == 0xC2 || $0 == 0xD8
                        } ?? n
                    #expect(unsafe kscan_json_plain(p, n) == plain)
                }
            }
        }
    }

    @Test func `prefix xor marks what is quoted`() {
        #expect(kscan_prefix_xor(0b1001_0010) == prefix(0b1001_0010))
        #expect(kscan_prefix_xor(0) == 0)
        #expect(kscan_prefix_xor(1) == .max)
        #expect(kscan_prefix_xor(0xDEAD_BEEF_1234_5678) == prefix(0xDEAD_BEEF_1234_5678))
    }

    private func prefix(_ bits: UInt64) -> UInt64 {
        var out: UInt64 = 0
        var parity: UInt64 = 0
        for bit in 0..<UInt64(64) {
            parity ^= (bits >> bit) & 1
            out |= parity << bit
        }
        return out
    }
}
