internal import Facts

/// Extracts the counterparty of a movement from its `:86:`, in any known structure.
///
/// The text is its lines joined without separators: banks wrap it wherever 65 characters are full.
/// - Source: field 86 of the German banks' DFÜ agreement (`166?00…?31…?32…?33…`, with other marks
///   than `?` in other countries), and the codes of Dutch banks (`/NAME/…/IBAN/…`).
enum MT940Information {
    /// Name and account of the counterparty; empty if the text has none.
    static func counterparty(_ text: Span<UInt8>) -> (name: [UInt8], account: [UInt8]) {
        var start = 0
        while start < text.count, text[start] <= 0x20 { start += 1 }
        if let mark = subfieldMark(text, from: start) {
            return subfields(text, from: start + 3, mark: mark)
        }
        return (coded("/NAME/", text), coded("/IBAN/", text))
    }

    /// The mark of `166?00…`: three digits, a mark, two digits.
    private static func subfieldMark(_ text: Span<UInt8>, from start: Int) -> UInt8? {
        guard start + 6 <= text.count else { return nil }
        for offset in [0, 1, 2, 4, 5] where !isDigit(text[start + offset]) { return nil }
        let mark = text[start + 3]
        let isLetter = (0x41...0x5A).contains(mark & 0xDF)
        return mark > 0x20 && mark < 0x7F && !isDigit(mark) && !isLetter ? mark : nil
    }

    private static func subfields(
        _ text: Span<UInt8>, from start: Int, mark: UInt8
    ) -> (name: [UInt8], account: [UInt8]) {
        var name: [UInt8] = []
        var account: [UInt8] = []
        var iban: [UInt8] = []
        var code = 0
        var index = start
        while index < text.count {
            if text[index] == mark, index + 2 < text.count, isDigit(text[index + 1]),
                isDigit(text[index + 2])
            {
                code = Int(text[index + 1] - 0x30) * 10 + Int(text[index + 2] - 0x30)
                index += 3
                continue
            }
            switch code {
            case 31: account.append(text[index])
            case 32, 33: name.append(text[index])
            case 38: iban.append(text[index])
            default: break
            }
            index += 1
        }
        return (trimmed(name), trimmed(iban.isEmpty ? account : iban))
    }

    /// The text after a code, up to the next one: a slash, two to four capitals, a slash.
    private static func coded(_ code: StaticString, _ text: Span<UInt8>) -> [UInt8] {
        guard var index = end(of: code, in: text) else { return [] }
        var value: [UInt8] = []
        while index < text.count {
            if text[index] == 0x2F {
                var end = index + 1
                while end < text.count, (0x41...0x5A).contains(text[end]) { end += 1 }
                if (2...4).contains(end - index - 1), end < text.count, text[end] == 0x2F { break }
            }
            value.append(text[index])
            index += 1
        }
        return trimmed(value)
    }

    private static func end(of code: StaticString, in text: Span<UInt8>) -> Int? {
        let count = code.utf8CodeUnitCount
        guard text.count >= count else { return nil }
        for start in 0...(text.count - count) where text[start] == 0x2F {
            if text.has(code, at: start) { return start + count }
        }
        return nil
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        return Array(bytes[first...last])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
