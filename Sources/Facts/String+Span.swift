extension String {
    /// The text of bytes; what is no UTF-8 among them becomes U+FFFD.
    @inlinable
    package init(utf8 bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
