import Testing

import Reading

/// How many bytes of a text are admitted when it comes in pieces that end at these offsets and at
/// its end.
private func admitted(_ text: [UInt8], cutAt cuts: [Int]) -> Int {
    var intake = XMLIntake()
    var start = 0
    for end in cuts + [text.count] {
        let range = intake.admit(text.span.extracting(start..<end))
        guard range.upperBound == end - start else { return start + range.upperBound }
        start = end
    }
    return start
}

/// A tag of so many bytes between others.
private func text(tagOf bytes: Int) -> [UInt8] {
    Array("<a>b</a><c".utf8) + [UInt8](repeating: 0x20, count: bytes - 3) + Array("><d>".utf8)
}

@Suite struct `Intake of XML` {
    private static let tagStart = 8
    private static let most = XMLIntake.tagBytesMax

    @Test(arguments: [4, 4_095, 4_097, most - 1, most])
    func `tags up to the limit are admitted, however they are cut`(bytes: Int) {
        let text = text(tagOf: bytes)
        for cut in cuts(text) { #expect(admitted(text, cutAt: [cut]) == text.count) }
    }

    @Test(arguments: [most + 1, most + 2, most + 5_000])
    func `longer ones are not, however they are cut`(bytes: Int) {
        let text = text(tagOf: bytes)
        for cut in cuts(text) {
            #expect(admitted(text, cutAt: [cut]) == Self.tagStart + Self.most)
        }
        #expect(
            admitted(text, cutAt: Array(stride(from: 1_000, to: text.count, by: 1_000)))
                == Self.tagStart + Self.most)
    }

    @Test func `what stands before the declaration is left out and counted`() {
        var intake = XMLIntake()
        let blanks = Array("\u{FEFF} \n ".utf8)
        let nothing = intake.admit(blanks.span)
        #expect(nothing.isEmpty)
        #expect(!intake.hasBegun)
        let tag = Array(" <a>".utf8)
        let admitted = intake.admit(tag.span)
        #expect(admitted == 1..<4)
        #expect(intake.position(line: 1, column: 2) == TextPosition(line: 2, column: 4))
        #expect(intake.position(line: 2, column: 2) == TextPosition(line: 3, column: 2))
    }

    private func cuts(_ text: [UInt8]) -> [Int] {
        let end = Self.tagStart + Self.most
        let near = Array(1..<16) + Array((end - 3)...(end + 3)) + [4_096, 8_192]
        return near.filter { $0 < text.count }
    }
}
