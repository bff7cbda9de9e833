import Facts
import Testing

@testable import Tables

@Suite struct `Texts that cells share` {
    @Test func `every text comes back, whatever stands before it`() {
        let lengths = [0, 1, 14, 15, 16, 200, 65_535, 65_536, 70_000, 3, 0, 131_072, 15]
        var all: [[UInt8]] = []
        for index in 0..<500 {
            var text = [UInt8](repeating: 0x61, count: lengths[index % lengths.count])
            // Beginnings of all lengths are shared with the text before.
            if !text.isEmpty, index % 3 != 0 {
                text[(index * 7) % text.count] = UInt8(truncatingIfNeeded: index)
            }
            all.append(text)
        }
        var texts = SheetTexts()
        var read: [UInt8] = []
        for (index, text) in all.enumerated() {
            let isAdded = texts.add(text)
            #expect(isAdded)
            #expect(texts.read(index, into: &read))
            #expect(read == text)
        }
        for index in all.indices.reversed() {
            #expect(texts.read(index, into: &read))
            #expect(read == all[index])
        }
        #expect(!texts.read(all.count, into: &read))
        #expect(!texts.read(-1, into: &read))
    }

    @Test func `a time each of ever so many rows takes little more than half its letters`() {
        var texts = SheetTexts()
        var letters = 0
        for second in 0..<100_000 {
            let minute = 100 + second / 60
            let text = Array(
                "28.01.2026 \(minute / 60 % 24 + 10):\(minute % 60 + 10):\(second % 60 + 10)".utf8)
            letters += text.count
            _ = texts.add(text)
        }
        // Nine bytes of nineteen, and room that arrays take ahead, which is not the same in each
        // run.
        #expect(5 * texts.bytesKept < 3 * letters)
    }

    @Test func `more than a workbook may hold is refused`() {
        var texts = SheetTexts()
        let text = [UInt8](repeating: 0x61, count: 1 << 20)
        for _ in 0..<(Limits.sheetTextsBytesMax >> 20) {
            let isAdded = texts.add(text)
            #expect(isAdded)
        }
        let isOneMore = texts.add([0x61])
        #expect(!isOneMore)
    }
}
