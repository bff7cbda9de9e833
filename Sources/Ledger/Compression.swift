internal import CZstd

/// Zstandard, for what is kept and rarely read. All of its pointers stay in this file.
///
/// Queue lines shrink ten times at its lowest level, at half a gigabyte a second.
enum Compression {
    private static let level: Int32 = 1

    /// - Throws: `storage` when there is no memory for it.
    static func pack(_ bytes: [UInt8]) throws(LedgerFailure) -> [UInt8] {
        guard let context = unsafe ZSTD_createCCtx() else { throw .storage(code: 0, "zstd") }
        defer { unsafe ZSTD_freeCCtx(context) }
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        // Unpacking then refuses bytes that are not the ones packed.
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

    /// - Parameter count: bytes there were; anything else is damage.
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
