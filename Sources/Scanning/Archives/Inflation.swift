internal import CZlib

/// Owns zlib's inflate state; no pointer to it leaves this class.
@safe final class Inflation {
    struct Step {
        /// Packed bytes consumed.
        var taken = 0
        var isAtEnd = false
        var isDamaged = false
    }

    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter isGzip: gzip's frame with its checksum; otherwise bare deflate, as in ZIP.
    init?(isGzip: Bool) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 bits are deflate's window; 16 more select gzip's frame, a minus none.
        let code = unsafe inflateInit2_(
            stream, isGzip ? 31 : -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func restart() {
        _ = unsafe inflateReset(stream)
    }

    /// Unpacks what fits into `max` more bytes of `output`.
    func unpack(_ input: Span<UInt8>, into output: inout [UInt8], max: Int) -> Step {
        var step = Step()
        output.append(addingCapacity: max) { room in
            unsafe room.withUnsafeMutableBufferPointer { free, count in
                unsafe input.withUnsafeBufferPointer { packed in
                    // zlib promises not to write through its input.
                    unsafe stream.pointee.next_in =
                        UnsafeMutablePointer(mutating: packed.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: packed.count)
                    unsafe stream.pointee.next_out = free.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: max)
                    let code = unsafe inflate(stream, Z_NO_FLUSH)
                    unsafe step.taken = packed.count - Int(stream.pointee.avail_in)
                    unsafe count = max - Int(stream.pointee.avail_out)
                    step.isAtEnd = code == Z_STREAM_END
                    // No progress is not damage: more input or room may be needed.
                    step.isDamaged = code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR
                    unsafe stream.pointee.next_in = nil
                    unsafe stream.pointee.next_out = nil
                }
            }
        }
        return step
    }
}

/// CRC-32 as in ZIP, continued from the one before (0 at first).
func checksum(_ bytes: Span<UInt8>, after before: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
        UInt32(
            truncatingIfNeeded: unsafe crc32(
                UInt(before), $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)))
    }
}
