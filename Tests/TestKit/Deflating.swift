internal import CZlib

/// Compresses bytes as a raw deflate stream (ZIP) or as a gzip file.
package func deflated(_ bytes: [UInt8], asGzip: Bool = false) -> [UInt8] {
    var stream = unsafe z_stream()
    var result = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1_000)
    var input = bytes
    unsafe deflateInit2_(
        &stream, 9, Z_DEFLATED, asGzip ? 31 : -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
    unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe result.withUnsafeMutableBufferPointer { output in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = UInt32(input.count)
            unsafe stream.next_out = output.baseAddress
            unsafe stream.avail_out = UInt32(output.count)
            unsafe deflate(&stream, Z_FINISH)
        }
    }
    let left = unsafe Int(stream.avail_out)
    unsafe deflateEnd(&stream)
    return Array(result.dropLast(left))
}
