import Testing

@testable import Regional

@Suite struct `A printed line` {
    @Test func `has the characters that the bytes are, repaired where they are none`() {
        let letters = Array("Aя₸🙂\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}".utf8)
        var samples = [letters, [], Array("12,50 ₸  Покупка".utf8)]
        for at in letters.indices {
            samples.append(Array(letters[..<at]))
            for byte in [0x00, 0x41, 0x80, 0xBF, 0xC0, 0xC1, 0xED, 0xF5, 0xFF] as [UInt8] {
                var damaged = letters
                damaged[at] = byte
                samples.append(damaged)
            }
        }
        samples += [[0xED, 0xA0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80]]
        samples += [[0xF4, 0x90, 0x80, 0x80]]
        for bytes in samples {
            let expected = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
            #expect(PrintedLine(bytes.span, number: 1).scalars == expected)
        }
    }
}
