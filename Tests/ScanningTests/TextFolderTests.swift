import Testing

@testable import Scanning

@Suite struct `Text folder` {
    let folder = TextFolder()

    @Test func `folds every string of the fixture as Python does`() {
        for (text, expected) in FoldFixture.pairs {
            let folded = folder.fold(text)
            #expect(Array(folded.utf8) == Array(expected.utf8), "\(text.debugDescription)")
        }
    }

    @Test func `folds every code point as Python does`() {
        for (block, expected) in FoldFixture.blocks.enumerated() {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var input: [UInt8] = []
            var out: [UInt8] = []
            for point in UInt32(block) * 4096..<UInt32(block + 1) * 4096 {
                guard let scalar = Unicode.Scalar(point) else { continue }
                input.removeAll(keepingCapacity: true)
                out.removeAll(keepingCapacity: true)
                input.append(UInt8(ascii: "q"))
                input.append(contentsOf: UTF8.encode(scalar)!)
                input.append(contentsOf: "q1".utf8)
                folder.fold(input.span, into: &out)
                out.append(0)
                for byte in out { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            }
            #expect(hash == expected, "code points from \(String(block * 4096, radix: 16))")
        }
    }

    @Test func `folding twice changes nothing`() {
        for (_, folded) in FoldFixture.pairs where !folded.unicodeScalars.contains("Σ") {
            #expect(folder.fold(folded) == folded)
        }
    }

    @Test func `bytes that are not UTF-8 separate tokens`() {
        var out = Array("before:".utf8)
        let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0xC2, 0x63, 0xE2, 0x82, 0x64, 0xD0]
        folder.fold(bytes.span, into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "before:a b c d")
        // The same on the path for whole texts.
        var slow: [UInt8] = []
        folder.fold(([0x65, 0xCC, 0x81] + bytes).span, into: &slow)
        #expect(String(decoding: slow, as: UTF8.self) == "ea b c d")
    }

    @Test func `nothing folds to nothing`() {
        #expect(folder.fold("") == "")
        #expect(folder.fold(" — ·\u{200B} ") == "")
    }
}
