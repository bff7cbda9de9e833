import Glibc

/// The character, or its fault, at one place.
enum CharacterStep: Equatable {
    case scalar(UInt32, count: Int)
    /// The bytes end within a character.
    case cut
    case invalid
}

/// An encoding whose characters above ASCII may have several bytes.
protocol WideCharacters: Sendable {
    /// The character at `at`, a byte of 0x80 or above.
    func step(_ bytes: Span<UInt8>, at: Int) -> CharacterStep
}

/// Characters of encodings, by the C library.
enum LibraryCharacters {
    /// The UTF-16 unit of each character; 0 where it has none, or two.
    ///
    /// - Returns: nil when the C library lacks the encoding.
    static func units(of characters: [[UInt8]], in encoding: String) -> [UInt16]? {
        guard let handle = unsafe iconv_open("UTF-16LE", encoding), Int(bitPattern: handle) != -1
        else { return nil }
        defer { unsafe _ = iconv_close(handle) }
        return characters.map { $0.isEmpty ? 0 : unsafe unit(of: $0, handle) }
    }

    private static func unit(of bytes: [UInt8], _ handle: iconv_t) -> UInt16 {
        var bytes = bytes.map { CChar(bitPattern: $0) }
        var out: [CChar] = [0, 0, 0, 0]
        var inLeft = bytes.count
        var outLeft = out.count
        let isRead = unsafe bytes.withUnsafeMutableBufferPointer { from in
            unsafe out.withUnsafeMutableBufferPointer { to in
                var source = from.baseAddress
                var target = to.baseAddress
                let converted = unsafe iconv(handle, &source, &inLeft, &target, &outLeft)
                // The remains of a wrong character must not be combined with the next one.
                if converted != 0 { unsafe _ = iconv(handle, nil, nil, nil, nil) }
                return converted == 0
            }
        }
        guard isRead, inLeft == 0, outLeft == 2 else { return 0 }
        let unit = UInt16(UInt8(bitPattern: out[0])) | UInt16(UInt8(bitPattern: out[1])) << 8
        return unit & 0xF800 == 0xD800 ? 0 : unit
    }
}
