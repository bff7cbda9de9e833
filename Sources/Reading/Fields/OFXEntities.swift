internal import Facts

/// Decodes character references in OFX text once: `&amp;lt;` becomes `&lt;`.
///
/// A bare `&`, unknown names and numbers of control characters are left unchanged.
/// - Source: OFX 1.0.2, 2.3.2.1 (`&lt; &gt; &amp; &nbsp;`), plus XML's `&quot; &apos;` and numbers.
package enum OFXEntities {
    /// The longest reference is `&#x10FFFF;`.
    private static let referenceBytesMax = 10

    package static func undo(_ text: Span<UInt8>, into plain: inout [UInt8]) {
        var copied = 0
        var index = 0
        while index < text.count {
            guard text[index] == 0x26, let (scalar, end) = reference(text, at: index) else {
                index &+= 1
                continue
            }
            plain.append(text.extracting(copied..<index))
            plain.append(contentsOf: String(Character(scalar)).utf8)
            index = end
            copied = end
        }
        plain.append(text.extracting(copied..<text.count))
    }

    /// The scalar of the reference at this ampersand and the offset after its semicolon.
    private static func reference(
        _ text: Span<UInt8>, at start: Int
    ) -> (scalar: Unicode.Scalar, end: Int)? {
        var end = start + 1
        let last = min(text.count, start + referenceBytesMax)
        while end < last, text[end] != 0x3B { end += 1 }
        guard end < last else { return nil }
        let name = text.extracting((start + 1)..<end)
        guard let scalar = name.count > 1 && name[0] == 0x23 ? numbered(name) : named(name) else {
            return nil
        }
        return (scalar, end + 1)
    }

    private static func named(_ name: Span<UInt8>) -> Unicode.Scalar? {
        if name.count < 2 || name.count > 4 { return nil }
        var packed: UInt32 = 0
        for index in name.indices { packed = packed << 8 | UInt32(name[index]) }
        switch packed {
        case 0x61_6D70: return "&"
        case 0x6C74: return "<"
        case 0x6774: return ">"
        case 0x7175_6F74: return "\""
        case 0x6170_6F73: return "'"
        case 0x6E62_7370: return " "
        default: return nil
        }
    }

    private static func numbered(_ name: Span<UInt8>) -> Unicode.Scalar? {
        let isHex = name[1] == 0x78 || name[1] == 0x58
        let start = isHex ? 2 : 1
        guard name.count > start else { return nil }
        var value: UInt32 = 0
        for index in start..<name.count {
            let byte = name[index]
            let digit: UInt32
            switch byte {
            case 0x30...0x39: digit = UInt32(byte) - 0x30
            case 0x41...0x46 where isHex: digit = UInt32(byte) - 0x37
            case 0x61...0x66 where isHex: digit = UInt32(byte) - 0x57
            default: return nil
            }
            // A reference has at most seven digits, so this cannot overflow.
            value = value &* (isHex ? 16 : 10) &+ digit
        }
        guard value >= 0x20, !(0x7F...0x9F).contains(value) else { return nil }
        return Unicode.Scalar(value)
    }
}
