import Facts

/// The bytes of one line of a journal, read from left to right.
struct JournalCursor {
    let bytes: [UInt8]
    var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }
    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    func byte(after count: Int) -> UInt8? { at + count < bytes.count ? bytes[at + count] : nil }

    mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 { at += 1 }
    }

    /// Takes a byte if it is the next one.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        at += 1
        return true
    }

    mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = at
        while let byte = next, condition(byte) { at += 1 }
        return bytes[start..<at]
    }

    /// Takes a word up to a blank.
    mutating func takeWord() -> String {
        String(decoding: take { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
    }

    /// Takes the text up to the byte, and the byte; nil, taking nothing, if there is none.
    mutating func take(upTo end: Unicode.Scalar) -> ArraySlice<UInt8>? {
        guard let found = bytes[min(at, bytes.count)...].firstIndex(of: UInt8(ascii: end)) else {
            return nil
        }
        defer { at = found + 1 }
        return bytes[at..<found]
    }

    /// Takes a string in quotation marks, with backslashes as in Beancount; nil if it has no end.
    mutating func takeQuoted() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = next {
            at += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { return nil }
                at += 1
                switch escaped {
                case UInt8(ascii: "n"): text.append(0x0A)
                case UInt8(ascii: "t"): text.append(0x09)
                default: text.append(escaped)
                }
            default: text.append(byte)
            }
        }
        return nil
    }

    /// The rest of the line without blanks at its ends.
    var rest: String {
        String(decoding: bytes[min(at, bytes.count)...], as: UTF8.self).trimmingBlanks
    }

    /// Takes `2025-03-14`, `2025/3/14` or `2025.3.14`; without a year if there is a default.
    mutating func takeDay(year: Int?) -> CalendarDate? {
        let start = at
        func number(_ digits: ArraySlice<UInt8>) -> Int? {
            digits.count <= 4 ? Int(String(decoding: digits, as: UTF8.self)) : nil
        }
        var parts: [Int] = []
        var separator: UInt8?
        while parts.count < 3 {
            let digits = take { (0x30...0x39).contains($0) }
            guard let value = number(digits) else { break }
            parts.append(value)
            guard parts.count < 3, let byte = next, byte == separator ?? byte,
                byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "."),
                let after = self.byte(after: 1), (0x30...0x39).contains(after)
            else { break }
            separator = byte
            at += 1
        }
        if parts.count == 2, let year { parts.insert(year, at: 0) }
        guard parts.count == 3, parts[0] > 31,
            let day = CalendarDate(year: parts[0], month: parts[1], day: parts[2])
        else {
            at = start
            return nil
        }
        return day
    }
}

extension String {
    var trimmingBlanks: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var bytes = Array(utf8)[...]
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
