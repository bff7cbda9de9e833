/// Base64 of RFC 4648, §4.
package enum Base64 {
    /// The bytes of a text; nil if it has other characters, a wrong length, or bits that are lost.
    package static func decoded(_ text: String) -> [UInt8]? {
        let digits = text.utf8.span
        if digits.isEmpty { return [] }
        guard digits.count % 4 == 0 else { return nil }
        let equals = UInt8(ascii: "=")
        let padding =
            digits[digits.count - 1] != equals ? 0 : digits[digits.count - 2] != equals ? 1 : 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for index in 0..<(digits.count - padding) {
            guard let value = value(of: digits[index]) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bits & ((1 << UInt32(count)) - 1) == 0 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
