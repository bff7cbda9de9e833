package import Facts
internal import Scanning
internal import Reading

/// Normalises header cells: case, blanks, line breaks, punctuation and look-alike letters (`Дата i
/// час` with a Latin i, `МСС` in Cyrillic) make no difference.
package enum HeaderText {
    package static func fold(_ cell: Span<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        fold(cell, into: &folded)
        return folded
    }

    /// The same, replacing `folded`.
    static func fold(_ cell: Span<UInt8>, into folded: inout [UInt8]) {
        folded.removeAll(keepingCapacity: true)
        TextFolder().fold(cell, into: &folded)
        latinize(&folded)
    }

    static func fold(_ text: String) -> [UInt8] {
        fold(text.utf8.span)
    }

    /// The folded word of a cell. Signs would fold to nothing, so they are kept: `+` is not `−`.
    static func word(_ cell: Span<UInt8>) -> [UInt8] {
        let folded = fold(cell)
        if !folded.isEmpty { return folded }
        var bytes: [UInt8] = []
        for index in 0..<min(cell.count, 8) where cell[index] > 0x20 { bytes.append(cell[index]) }
        return bytes
    }

    /// Replaces Cyrillic letters that look like Latin ones. The folder does so only in a word that
    /// mixes both.
    private static func latinize(_ folded: inout [UInt8]) {
        var text = folded.mutableSpan
        var end = 0
        var index = 0
        while index < text.count {
            let lead = text[index]
            if lead & 0xFE == 0xD0, index + 1 < text.count {
                let second = text[index + 1]
                if let latin = lookAlike(UInt16(lead & 0x1F) << 6 | UInt16(second & 0x3F)) {
                    text[end] = latin
                    end += 1
                } else {
                    text[end] = lead
                    text[end + 1] = second
                    end += 2
                }
                index += 2
            } else {
                text[end] = lead
                end += 1
                index += 1
            }
        }
        folded.removeLast(folded.count - end)
    }

    private static func lookAlike(_ point: UInt16) -> UInt8? {
        switch point {
        case 0x430: 0x61
        case 0x432: 0x62
        case 0x435: 0x65
        case 0x43A: 0x6B
        case 0x43C: 0x6D
        case 0x43D: 0x68
        case 0x43E: 0x6F
        case 0x440: 0x70
        case 0x441: 0x63
        case 0x442: 0x74
        case 0x443: 0x79
        case 0x445: 0x78
        case 0x456: 0x69
        default: nil
        }
    }
}

/// One name of a column. `{currency}` matches a currency in the header; `#3` is the third column,
/// whatever its name.
package struct HeaderPattern: Hashable, Sendable {
    /// As written in the layout, for messages.
    package let text: String
    /// 0-based column of a `#` pattern; −1 for a name.
    let position: Int
    private let before: [UInt8]
    private let after: [UInt8]
    private let hasCurrency: Bool

    init(_ text: String) {
        // Bytes, not characters: each start that reads a table parses some hundred names.
        var trimmed = text.utf8.drop { $0 == 0x20 }
        while trimmed.last == 0x20 { trimmed.removeLast() }
        self.text = String(Substring(trimmed))
        position =
            trimmed.first == UInt8(ascii: "#")
            ? (Int(Substring(trimmed.dropFirst())) ?? 0) - 1 : -1
        if let range = Self.placeholder(in: text) {
            hasCurrency = true
            before = HeaderText.fold(String(text[..<range.lowerBound]))
            after = HeaderText.fold(String(text[range.upperBound...]))
        } else {
            hasCurrency = false
            before = HeaderText.fold(text)
            after = []
        }
    }

    /// The folded name if it has no placeholder, else nil.
    var plain: [UInt8]? { hasCurrency || position >= 0 ? nil : before }

    /// Nil if the cell has another name; the currency is unknown if the name prints none.
    func match(_ cell: [UInt8]) -> Currency? {
        guard hasCurrency else {
            return cell == before && !cell.isEmpty && position < 0 ? .unknown : nil
        }
        guard cell.starts(with: before), cell.count > before.count else { return nil }
        var middle = cell[before.count...]
        if middle.first == 0x20 { middle = middle.dropFirst() }
        if !after.isEmpty {
            guard middle.count > after.count, middle.suffix(after.count) == after[...] else {
                return nil
            }
            middle = middle.dropLast(after.count)
            if middle.last == 0x20 { middle = middle.dropLast() }
        }
        return CurrencyText.currency(folded: Array(middle))
    }

    private static func placeholder(in text: String) -> Range<String.Index>? {
        let bytes = text.utf8
        let placeholder = "{currency}".utf8
        guard let open = bytes.firstIndex(of: UInt8(ascii: "{")),
            bytes[open...].starts(with: placeholder)
        else { return nil }
        return open..<bytes.index(open, offsetBy: placeholder.count)
    }
}

/// Currencies as banks write them: ISO codes in either case, unambiguous signs, and words.
package enum CurrencyText {
    /// Parses a field; nil if it names no currency.
    package static func parse(_ text: Span<UInt8>) -> Currency? {
        if let code = Currency(codeOrNumber: text) { return code }
        if let sign = sign(in: text) { return sign }
        return currency(folded: HeaderText.fold(text))
    }

    static func currency(folded: [UInt8]) -> Currency? {
        if let code = Currency(code: folded.span) { return code }
        // GnuCash writes `CURRENCY::EUR`.
        let named = "currency ".utf8
        if folded.count == named.count + 3, folded.starts(with: named) {
            return Currency(code: folded.span.extracting(last: 3))
        }
        return words.first { $0.word == folded }?.currency
    }

    /// The currency beside a number: `-638,90 UAH`, `€ 5`. Nil if there is none, or an ambiguous
    /// sign (`$`).
    static func unit(in amount: Span<UInt8>) -> Currency? {
        if let sign = sign(in: amount) { return sign }
        var word: [UInt8] = []
        for index in 0..<amount.count {
            let byte = amount[index]
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            // Cyrillic letters; minus signs and no-break spaces of three bytes are not letters.
            let isCyrillic =
                byte & 0xFE == 0xD0
                || (byte & 0xC0 == 0x80 && index > 0 && amount[index - 1] & 0xFE == 0xD0)
            if isLetter || isCyrillic { word.append(byte) }
        }
        guard !word.isEmpty else { return nil }
        guard let currency = parse(word.span), currency.isListed else { return nil }
        return currency
    }

    /// Whether the sign beside a number, if it is one of several currencies, may be this one's.
    static func mayBeWritten(_ currency: Currency, as amount: Span<UInt8>) -> Bool {
        for index in 0..<amount.count {
            let isYen =
                amount[index] == 0xC2 && index + 1 < amount.count && amount[index + 1] == 0xA5
            guard amount[index] == 0x24 || isYen else { continue }
            return (isYen ? yens : dollars).contains(currency)
        }
        return true
    }

    private static let yens = Set(["JPY", "CNY"].compactMap { Currency(code: $0) })
    private static let dollars = Set(
        WrittenValues.of("dollar").flatMap { $0.split(separator: " ") }
            .compactMap { Currency(code: String($0)) })

    private static func sign(in text: Span<UInt8>) -> Currency? {
        var index = 0
        while index + 1 < text.count {
            if text[index] == 0xC2, text[index + 1] == 0xA3 { return Currency(code: "GBP") }
            if index + 2 < text.count, text[index] == 0xE2, text[index + 1] == 0x82 {
                switch text[index + 2] {
                case 0xAC: return .eur
                case 0xB4: return .uah
                case 0xB8: return Currency(code: "KZT")
                case 0xBD: return Currency(code: "RUB")
                default: break
                }
            }
            index += 1
        }
        return nil
    }

    private static let words: [(word: [UInt8], currency: Currency)] =
        WrittenValues.of("currency").flatMap { line in
            line.dropFirst(4).split(separator: "|").compactMap { word in
                Currency(code: String(line.prefix(3))).map { (HeaderText.fold(String(word)), $0) }
            }
        }
}
