/// International bank account numbers.
///
/// - Source: ISO 13616: country, two check digits, at most 34 letters and digits; with the first
///   four moved to the end and letters counted from A = 10, the remainder modulo 97 is 1.
package enum IBAN {
    /// In upper case without blanks when the check digits are right; nil for any other text.
    package static func proved(_ text: String) -> String? {
        guard let bytes = shaped(text), remainder(bytes) == 1 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Has the form of an IBAN but wrong check digits: no bank's file will show it.
    package static func isMistyped(_ text: String) -> Bool {
        shaped(text).map { remainder($0) != 1 } ?? false
    }

    private static func shaped(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for byte in text.utf8 where byte != 0x20 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A: bytes.append(byte)
            case 0x61...0x7A: bytes.append(byte & 0xDF)
            default: return nil
            }
            if bytes.count > 34 { return nil }
        }
        guard bytes.count >= 15, bytes[0] >= 0x41, bytes[1] >= 0x41, bytes[2] < 0x3A,
            bytes[3] < 0x3A
        else { return nil }
        return bytes
    }

    private static func remainder(_ bytes: [UInt8]) -> Int {
        var remainder = 0
        for byte in bytes[4...] + bytes[..<4] {
            let value = Int(byte) - (byte >= 0x41 ? 0x37 : 0x30)
            remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
        }
        return remainder
    }
}
