internal import Facts

/// A bank's text of marked parts: numbered subfields, `166?00…?20…?32…`, or parts after codes,
/// `/NAME/…/REMI/…`.
///
/// - Complexity: O(*n*); `isMarked` reads the first bytes of most texts.
/// - Source: field 86 of the German banks' DFÜ agreement, with other marks and prefixes in other
///   countries (`020~00`, `<20`, `027+00`); the codes of Dutch banks (`/TRTP/`, `/CNTP/`).
package struct MarkedText {
    /// The counterparty.
    package private(set) var name: [UInt8] = []
    package private(set) var account: [UInt8] = []
    /// The payer's words, without references before them.
    package private(set) var purpose: [UInt8] = []
    /// The bank's word for the kind of payment.
    package private(set) var posting: [UInt8] = []

    /// Nil if the text is not marked.
    package init?(_ text: Span<UInt8>) {
        if let found = Self.subfields(of: text) {
            readSubfields(text, from: found.start, mark: found.mark)
        } else if Self.isCoded(text) {
            readCoded(text)
        } else {
            return nil
        }
    }

    package static func isMarked(_ text: Span<UInt8>) -> Bool {
        subfields(of: text) != nil || isCoded(text)
    }

    // MARK: Subfields

    /// The mark of the subfields, and the start of the first one.
    ///
    /// Three digits, a mark and two digits begin most such texts. Other prefixes need the code of a
    /// first subfield and a second subfield, since `+38 …` is a phone.
    private static func subfields(of text: Span<UInt8>) -> (mark: UInt8, start: Int)? {
        var start = 0
        while start < text.count, text[start] <= 0x20 { start += 1 }
        var end = start
        while end < text.count, end - start < prefixMax, isWord(text[end]) { end += 1 }
        guard end + 2 < text.count, isMark(text[end]),
            let code = code(text, at: end + 1)
        else { return nil }
        let isUsual = end - start == 3 && (start..<end).allSatisfy { isDigit(text[$0]) }
        if isUsual { return (text[end], end) }
        guard [0, 10, 20].contains(code), !unusualMarks.contains(text[end]) else { return nil }
        for index in (end + 3)..<max(text.count - 2, end + 3)
        where text[index] == text[end] && Self.code(text, at: index + 1) != nil {
            return (text[end], end)
        }
        return nil
    }

    private static let prefixMax = 4
    /// Marks within numbers, days and paths.
    private static let unusualMarks: [UInt8] = Array("/-.,:;'\"()*#_".utf8)
    /// A longer subfield is continued by the next one without a blank.
    private static let subfieldMax = 27

    private mutating func readSubfields(_ text: Span<UInt8>, from start: Int, mark: UInt8) {
        var iban: [UInt8] = []
        var written: [UInt8] = []
        var index = start
        while index < text.count {
            guard text[index] == mark, let code = Self.code(text, at: index + 1) else {
                index += 1
                continue
            }
            var end = index + 3
            while end < text.count, text[end] != mark || Self.code(text, at: end + 1) == nil {
                end += 1
            }
            let part = text.extracting((index + 3)..<end)
            switch code {
            case 0: posting.append(part)
            case 20...29, 60...63: Self.append(part, to: &written)
            case 31: account.append(part)
            case 32, 33: Self.append(part, to: &name)
            case 38: iban.append(part)
            default: break
            }
            index = end
        }
        posting = Self.trimmed(posting)
        name = Self.trimmed(name)
        account = Self.trimmed(iban.isEmpty ? account : iban)
        purpose = Self.withoutReferences(written)
    }

    private static func append(_ part: Span<UInt8>, to whole: inout [UInt8]) {
        if whole.last == 0x20, part.count > 0, part[0] == 0x20 { whole.removeLast() }
        whole.append(part)
        if part.count < subfieldMax, whole.last != 0x20 { whole.append(0x20) }
    }

    /// `EREF+… SVWZ+Miete März` → `Miete März`.
    private static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
        let span = text.span
        var start: Int?
        var end = text.count
        for index in text.indices where index + 5 <= text.count && text[index + 4] == 0x2B {
            if span.has("SVWZ", at: index) {
                start = index + 5
                end = text.count
            } else if start != nil, end == text.count,
                references.contains(where: {
                    span.has($0, at: index)
                })
            {
                end = index
            }
        }
        return trimmed(Array(text[(start ?? 0)..<end]))
    }

    private static let references: [StaticString] = [
        "EREF", "KREF", "MREF", "CRED", "DEBT", "COAM", "OAMT", "ABWA", "ABWE",
    ]

    // MARK: Codes

    /// Two codes, or one of those that name a party or a purpose.
    private static func isCoded(_ text: Span<UInt8>) -> Bool {
        guard text.count > 6, text[0] == 0x2F else { return false }
        return ["/NAME/", "/REMI/", "/CNTP/"].contains { end(of: $0, in: text) != nil }
    }

    private mutating func readCoded(_ text: Span<UInt8>) {
        name = Self.coded("/NAME/", text)
        account = Self.coded("/IBAN/", text)
        purpose = Self.coded("/REMI/", text)
        for kind in ["USTD//", "USTD/"] as [StaticString] where purpose.span.has(kind, at: 0) {
            purpose.removeFirst(kind.utf8CodeUnitCount)
            break
        }
        while purpose.last == 0x2F { purpose.removeLast() }
        // `/CNTP/NL69…/INGBNL2A/Name/City//`
        guard let start = Self.end(of: "/CNTP/", in: text) else { return }
        var parts: [[UInt8]] = [[]]
        var index = start
        while index < text.count, parts.count <= 3 {
            if text[index] == 0x2F {
                parts.append([])
            } else {
                parts[parts.count - 1].append(text[index])
            }
            index += 1
        }
        if account.isEmpty { account = Self.trimmed(parts[0]) }
        if name.isEmpty, parts.count > 2 { name = Self.trimmed(parts[2]) }
    }

    /// The text after a code, up to the next one: a slash, two to four capitals, a slash.
    private static func coded(_ code: StaticString, _ text: Span<UInt8>) -> [UInt8] {
        guard var index = end(of: code, in: text) else { return [] }
        var value: [UInt8] = []
        while index < text.count {
            if text[index] == 0x2F {
                var end = index + 1
                while end < text.count, (0x41...0x5A).contains(text[end]) { end += 1 }
                let isCode =
                    (2...4).contains(end - index - 1) || text.has("/CDTRREF", at: index)
                if isCode, end < text.count, text[end] == 0x2F { break }
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

    // MARK: Bytes

    private static func code(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard index + 1 < text.count, isDigit(text[index]), isDigit(text[index + 1]) else {
            return nil
        }
        return Int(text[index] - 0x30) * 10 + Int(text[index + 1] - 0x30)
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        return Array(bytes[first...last])
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !isWord(byte)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
