import Testing

@testable import Scanning

/// Pseudo-random numbers from a seed, the same on every machine.
struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mix(state)
    }
}

/// Broken bytes must give the same answer however they are cut, and never trap.
@Suite struct `Hostile input` {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `JSON that was damaged reads the same in any chunks`(seed: UInt64) {
        var dice = Dice(state: seed)
        let sound = Array(
            #"[{"a":"Сі\u0041\ud83d\ude00","b":-1.5e3,"c":[true,false,null,{}],"d":"x\"\\y"},12,""]"#
                .utf8)
        let spare = Array("\"\\{}[],:0u-e.d8\u{0}Ся \n".utf8) + [0xFF, 0xC2, 0xED]
        for _ in 0..<1500 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let at = Int.random(in: 0..<bytes.count, using: &dice)
                let byte = spare.randomElement(using: &dice)!
                switch Int.random(in: 0..<3, using: &dice) {
                case 0: bytes[at] = byte
                case 1: bytes.insert(byte, at: at)
                default: bytes.remove(at: at)
                }
            }
            let whole = Result { () throws(JSONError) in try tokens(bytes) }
            for chunk in [1, 3, 16] {
                let cut = Result { () throws(JSONError) in try tokens(bytes, chunk: chunk) }
                #expect(whole == cut, "\(String(decoding: bytes, as: UTF8.self)) by \(chunk)")
            }
            let tree = Result { () throws(JSONError) in try JSONValue.parse(bytes.span) }
            if case .success = tree { #expect((try? whole.get()) != nil) }
        }
    }

    @Test func `decoders report the same place in any chunks`() {
        var dice = Dice(state: 4)
        for encoding in TextEncoding.allCases {
            for _ in 0..<300 {
                let bytes = (0..<Int.random(in: 1...24, using: &dice)).map { _ -> UInt8 in
                    let choice: [UInt8] = [
                        0x41, 0x00, 0x04, 0xD0, 0xA1, 0xE2, 0x82, 0xD8, 0xDC, 0xF0, 0x9F, 0x98,
                    ]
                    return choice.randomElement(using: &dice)!
                }
                let whole = decoded(bytes, encoding)
                for chunk in [1, 2, 3, 5] {
                    let cut = decoded(bytes, encoding, chunk: chunk)
                    #expect(cut.problem == whole.problem, "\(encoding) \(bytes) by \(chunk)")
                    #expect(cut.text == whole.text, "\(encoding) \(bytes) by \(chunk)")
                }
            }
        }
    }

    @Test func `the two paths of the folder agree`() {
        let folder = TextFolder()
        var dice = Dice(state: 5)
        let parts = FoldFixture.pairs.map { Array($0.0.utf8) } + [[0xFF], [0xD0], [0xE2, 0x80]]
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<3 { bytes += parts.randomElement(using: &dice)! + [0x20] }
            var fast: [UInt8] = []
            folder.fold(bytes.span, into: &fast)
            var slow: [UInt8] = []
            // The combining mark makes the whole text take the slow path.
            folder.fold((bytes + Array(" e\u{301}".utf8)).span, into: &slow)
            let expected = fast.isEmpty ? [0x65] : fast + [0x20, 0x65]
            #expect(slow == expected, "\(bytes)")
        }
    }

    @Test func `YAML that was damaged is refused or read, never fatal`() {
        var dice = Dice(state: 6)
        let sound = Array("a: [1, {b: 'x'}]\nc: |\n  text\n\"d\": &x !t\n- e\n? f\n: g\n".utf8)
        for _ in 0..<2000 {
            var bytes = sound
            for _ in 0..<3 {
                let at = Int.random(in: 0..<bytes.count, using: &dice)
                bytes[at] = Array("[]{}:,-?|>&*!%@`'\"# \n\t\u{0}x".utf8).randomElement(
                    using: &dice)!
                if Bool.random(using: &dice) { bytes.removeLast(min(bytes.count - 1, at % 5)) }
            }
            do throws(YAMLError) {
                _ = try YAMLNode.parse(bytes)
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }

    @Test func `random bytes have some verdict in any chunks`() {
        var dice = Dice(state: 7)
        for _ in 0..<400 {
            let bytes = (0..<Int.random(in: 0...80, using: &dice)).map { _ in
                Bool.random(using: &dice)
                    ? UInt8.random(in: 0x80...0xFF, using: &dice)
                    : Array("a1; \n'\u{0}\u{4}".utf8).randomElement(using: &dice)!
            }
            let whole = verdict(bytes)
            for chunk in [1, 2, 5] { #expect(verdict(bytes, chunk: chunk) == whole) }
        }
    }
}
