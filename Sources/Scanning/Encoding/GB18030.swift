/// The Chinese national encoding, which includes GBK and GB 2312: characters of one, two or four
/// bytes.
///
/// The characters come from the C library, once a run: our own table would be larger than all
/// others together. Without the library's conversion modules files in this encoding are refused.
/// - Source: GB 18030-2005, the structure of the code; four bytes from 90 30 81 30 on count through
///   the planes above the first.
struct GB18030: WideCharacters {
    /// Nil when the C library lacks the encoding.
    static let shared = GB18030()

    private static let trails = 0xFF - 0x40
    private static let pairs = (0xFF - 0x81) * trails
    /// Four bytes below 84 31 A4 40: the rest of the first plane.
    private static let quads = 39_420

    /// UTF-16 units of all pairs, then of all fours; 0 where there is no character.
    private let units: [UInt16]

    private init?() {
        let characters =
            (0..<Self.pairs).map(Self.pair) + (0..<Self.quads).map(Self.quad)
        guard let units = LibraryCharacters.units(of: characters, in: "GB18030") else {
            return nil
        }
        self.units = units
    }

    private static func pair(_ index: Int) -> [UInt8] {
        let trail = 0x40 + index % trails
        return trail == 0x7F ? [] : [UInt8(0x81 + index / trails), UInt8(trail)]
    }

    private static func quad(_ index: Int) -> [UInt8] {
        [
            UInt8(0x81 + index / 12_600), UInt8(0x30 + index / 1_260 % 10),
            UInt8(0x81 + index / 10 % 126), UInt8(0x30 + index % 10),
        ]
    }

    /// The character at `at`, a byte of 0x80 or above.
    func step(_ bytes: Span<UInt8>, at: Int) -> CharacterStep {
        switch Self.shape(bytes, at: at) {
        case .cut: return .cut
        case .invalid: return .invalid
        case .scalar(_, let count):
            let lead = Int(bytes[at]) - 0x81
            if count == 2 {
                let unit = units[lead * Self.trails + Int(bytes[at + 1]) - 0x40]
                return unit == 0 ? .invalid : .scalar(UInt32(unit), count: 2)
            }
            let index =
                (lead * 10 + Int(bytes[at + 1]) - 0x30) * 1_260 + (Int(bytes[at + 2]) - 0x81) * 10
                + Int(bytes[at + 3]) - 0x30
            if index < Self.quads {
                let unit = units[Self.pairs + index]
                return unit == 0 ? .invalid : .scalar(UInt32(unit), count: 4)
            }
            let above = index - 189_000
            guard (0..<0x10_0000).contains(above) else { return .invalid }
            return .scalar(0x1_0000 + UInt32(above), count: 4)
        }
    }

    /// Whether the bytes at `at` have the form of a character; the scalar is not looked up.
    private static func shape(_ bytes: Span<UInt8>, at: Int) -> CharacterStep {
        guard (0x81...0xFE).contains(bytes[at]) else { return .invalid }
        guard at + 1 < bytes.count else { return .cut }
        switch bytes[at + 1] {
        case 0x40...0x7E, 0x80...0xFE: return .scalar(0, count: 2)
        case 0x30...0x39:
            guard at + 2 < bytes.count else { return .cut }
            guard (0x81...0xFE).contains(bytes[at + 2]) else { return .invalid }
            guard at + 3 < bytes.count else { return .cut }
            return (0x30...0x39).contains(bytes[at + 3]) ? .scalar(0, count: 4) : .invalid
        default: return .invalid
        }
    }

    /// Whether the text could be Chinese: all of it has the form, and nearly all pairs are of GB
    /// 2312, the common characters.
    ///
    /// Single-byte letters in runs of even length have the form too: this never decides alone.
    static func couldBe(_ bytes: Span<UInt8>) -> Bool {
        var characters = 0
        var common = 0
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
                continue
            }
            switch shape(bytes, at: at) {
            case .invalid: return false
            case .cut: at = bytes.count
            case .scalar(_, let count):
                characters += 1
                if count == 2, (0xA1...0xF7).contains(bytes[at]), bytes[at + 1] >= 0xA1 {
                    common += 1
                }
                at += count
            }
        }
        return characters > 0 && common * 10 >= characters * 9
    }
}
