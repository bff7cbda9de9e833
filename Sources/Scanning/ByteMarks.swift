internal import CScan
internal import Facts
internal import Glibc

/// Finds the bytes that structure a text, a whole chunk at once, for readers that walk from mark to
/// mark instead of from byte to byte.
package enum ByteMarks {
    /// Whether a byte is anywhere among these.
    package static func has(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe kscan_find_any3(base, buffer.count, byte, byte, byte) < buffer.count
        }
    }

    /// How many line feeds stand among the bytes, and how many bytes that continue a character.
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

    /// How many bytes from `start` on are plain, as `kscan_skip_plain` says.
    static func plainCount(in bytes: Span<UInt8>, from start: Int) -> Int {
        unsafe bytes.extracting(droppingFirst: start).withUnsafeBufferPointer { rest in
            guard let base = rest.baseAddress else { return 0 }
            return unsafe kscan_skip_plain(base, rest.count)
        }
    }

    /// How many bytes from the first on are ASCII.
    static func asciiCount(in bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            return unsafe kscan_skip_ascii(base, bytes.count)
        }
    }

    /// Where, from `start` on, the first byte is that a JSON string cannot simply go on with; the
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

    /// Writes the position of every byte of `bytes[from...]` that equals one of four, ascending,
    /// to the front of `positions` and returns how many there are. What stands behind them means
    /// nothing; the array only grows, so that it can be used again.
    ///
    /// Repeat a byte to look for fewer. Positions are UInt32: the caller's buffer is below 4 GiB.
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
