internal import CScan
internal import Facts
internal import Glibc

/// Finds the structural bytes of a text in a whole chunk, for readers that move from mark to mark
/// instead of byte to byte.
package enum ByteMarks {
    /// Whether the byte occurs.
    package static func has(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe kscan_find_any3(base, buffer.count, byte, byte, byte) < buffer.count
        }
    }

    /// The number of line feeds and of UTF-8 continuation bytes.
    package static func count(
        in bytes: Span<UInt8>
    ) -> (lineFeeds: Int, continuations: Int) {
        var lines = 0
        var continuations = 0
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe kscan_count(base, bytes.count, &lines, &continuations)
        }
        return (lines, continuations)
    }

    /// The offset of the first such byte, nil when there is none.
    package static func first(_ byte: UInt8, in bytes: Span<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base, Int32(byte), bytes.count)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    /// The number of plain bytes from `start` on, as `kscan_skip_plain` defines them.
    static func plainCount(in bytes: Span<UInt8>, from start: Int) -> Int {
        unsafe bytes.extracting(droppingFirst: start).withUnsafeBufferPointer { rest in
            guard let base = rest.baseAddress else { return 0 }
            return unsafe kscan_skip_plain(base, rest.count)
        }
    }

    /// The number of leading ASCII bytes.
    static func asciiCount(in bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return unsafe kscan_skip_ascii(base, bytes.count)
        }
    }

    /// The offset, from `start` on, of the first byte that is not plain JSON string content; the
    /// count when there is none.
    ///
    /// - Parameter high: not 0 when bytes above ASCII were passed.
    @inline(__always)
    static func jsonStop(in bytes: Span<UInt8>, from start: Int, _ high: inout CInt) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, start >= 0, start < buffer.count else {
                return start
            }
            return unsafe start &+ kscan_json_stop(base + start, buffer.count &- start, &high)
        }
    }

    /// Writes the ascending positions of all bytes of `bytes[from...]` that equal one of four to
    /// the front of `positions`, and returns their number. Later elements are undefined; the array
    /// only grows, for reuse.
    ///
    /// Repeat a byte to search for fewer. Positions are UInt32: the caller's buffer is below 4 GiB.
    /// - Complexity: O(*n*), 64 bytes a step.
    package static func collect(
        _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, in bytes: Span<UInt8>, from: Int,
        into positions: inout [UInt32]
    ) -> Int {
        let count = bytes.count
        assert(from >= 0 && count <= Int(UInt32.max), "32 bits hold a position")
        guard from < count else { return 0 }
        let missing = count - from - positions.count
        if missing > 0 { positions.appendZeros(missing) }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe positions.withUnsafeMutableBufferPointer { marks in
                guard let out = marks.baseAddress else { return 0 }
                var written = 0
                var at = from
                while at &+ 64 <= count {
                    let block = unsafe base + at
                    var mask =
                        unsafe kscan_eq64(block, a) | kscan_eq64(block, b)
                        | kscan_eq64(block, c) | kscan_eq64(block, d)
                    while mask != 0 {
                        unsafe out[written] = UInt32(
                            truncatingIfNeeded: at &+ mask.trailingZeroBitCount)
                        written &+= 1
                        mask &= mask &- 1
                    }
                    at &+= 64
                }
                while at < count {
                    let byte = unsafe base[at]
                    if byte == a || byte == b || byte == c || byte == d {
                        unsafe out[written] = UInt32(truncatingIfNeeded: at)
                        written &+= 1
                    }
                    at &+= 1
                }
                return written
            }
        }
    }
}
