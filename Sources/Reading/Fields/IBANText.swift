internal import Facts

/// International account numbers, recognised by form.
///
/// - Source: ISO 13616: two letters, two check digits, 11 to 30 letters and digits. Check digits
///   are not verified: the number that a bank prints is used as it is.
package enum IBANText {
    /// Upper case without blanks, or nil if the text is no IBAN.
    package static func normalized(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count >= 15, text.count <= 64 else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<text.count where text[index] != 0x20 {
            let byte = text[index]
            bytes.append((0x61...0x7A).contains(byte) ? byte & 0xDF : byte)
        }
        guard isIBAN(bytes) else { return nil }
        return withoutCurrency(text, bytes)
    }

    /// `RO49AAAA1B31007593840000 RON`: the account's currency is no part of its number.
    private static func withoutCurrency(_ text: Span<UInt8>, _ bytes: [UInt8]) -> [UInt8] {
        let end = text.count - currencyBytes
        guard end > 0, text[end - 1] == 0x20, bytes[bytes.count - 1] >= 0x41,
            let currency = Currency(code: Array(bytes.suffix(currencyBytes)).span),
            currency.isListed
        else { return bytes }
        let rest = Array(bytes.dropLast(currencyBytes))
        let isProved = IBAN.proved(String(decoding: bytes, as: UTF8.self)) != nil
        return isProved || !isIBAN(rest) ? bytes : rest
    }

    private static let currencyBytes = 3

    package static func normalized(_ text: String) -> String? {
        normalized(text.utf8.span).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The IBAN among the words of a title line: the first with right check digits, as the number
    /// of a statement may have the form; else the first.
    package static func first(in line: String) -> String? {
        let found = line.split(whereSeparator: { " ,;:()[]\t\n".contains($0) }).compactMap {
            normalized(String($0))
        }
        return found.first { IBAN.proved($0) != nil } ?? found.first
    }

    private static func isIBAN(_ bytes: [UInt8]) -> Bool {
        guard (15...34).contains(bytes.count), isLetter(bytes[0]), isLetter(bytes[1]),
            isDigit(bytes[2]), isDigit(bytes[3])
        else { return false }
        return bytes.allSatisfy { isLetter($0) || isDigit($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
