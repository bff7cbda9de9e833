internal import CZstd

/// Zstandard compression of data that is rarely read. Its pointers do not leave this file.
///
/// Level 1 compresses queue lines tenfold, at half a gigabyte a second.
enum Compression {
    private static let level: Int32 = 1

    /// - Throws: `storage` if out of memory.
    static func pack(_ bytes: [UInt8]) throws(LedgerFailure) -> [UInt8] {
        guard let context = unsafe ZSTD_createCCtx() else { throw .storage(code: 0, "zstd") }
        defer { unsafe ZSTD_freeCCtx(context) }
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        // The checksum makes decompression reject damaged bytes.
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        let bound = ZSTD_compressBound(bytes.count)
        var code = 0
        let packed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
            code = unsafe bytes.withUnsafeBufferPointer {
                unsafe ZSTD_compress2(context, room.baseAddress, bound, $0.baseAddress, $0.count)
            }
            count = ZSTD_isError(code) == 0 ? code : 0
        }
        guard ZSTD_isError(code) == 0 else { throw .storage(code: 0, "zstd") }
        return packed
    }

    /// - Parameter count: the exact decompressed size; any other is damage.
    static func unpack(_ packed: [UInt8], count: Int) throws(LedgerFailure) -> [UInt8] {
        var code = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            code = unsafe packed.withUnsafeBufferPointer {
                unsafe ZSTD_decompress(room.baseAddress, count, $0.baseAddress, $0.count)
            }
            filled = ZSTD_isError(code) == 0 ? code : 0
        }
        guard ZSTD_isError(code) == 0, bytes.count == count else {
            throw .damaged("undo_page.lines")
        }
        return bytes
    }
}
