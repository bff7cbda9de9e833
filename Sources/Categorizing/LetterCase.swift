/// The case of the Latin or Cyrillic letter at an index; other characters have none.
struct LetterCase {
    let isCapital: Bool
    let isSmall: Bool
    /// In bytes: 1 for anything but a letter.
    let length: Int

    @inline(__always)
    init(_ text: Span<UInt8>, at index: Int) {
        let byte = text[index]
        // U+0400 to U+047F.
        if byte & 0xFE == 0xD0, index + 1 < text.count {
            isCapital = (UInt32(byte & 0x1F) << 6) | UInt32(text[index + 1] & 0x3F) < 0x430
            isSmall = !isCapital
            length = 2
        } else {
            isCapital = byte &- UInt8(ascii: "A") < 26
            isSmall = byte &- UInt8(ascii: "a") < 26
            length = 1
        }
    }
}
