/// Values of metadata in one line of ASCII marks, read back by percent signs.
package enum PercentText {
    /// The text with percent codes for what ends a value, becomes a date or a string's end, or is
    /// not kept by editors: controls, invisible characters, blanks at the ends and repeated ones.
    package static func escaped(_ text: String) -> String {
        var result = ""
        var blankBefore = true
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isBlank = scalar == " "
            let isLast = index == scalars.count - 1
            if isBlank ? blankBefore || isLast : mustBeEscaped(scalar) {
                for byte in String(scalar).utf8 { result += "%" + hex(byte) }
            } else {
                result.unicodeScalars.append(scalar)
            }
            blankBefore = isBlank
        }
        return result
    }

    /// The inverse of ``escaped(_:)``; what is no code stays as it is.
    package static func restored(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
                let high = Character(UnicodeScalar(bytes[at + 1])).hexDigitValue,
                let low = Character(UnicodeScalar(bytes[at + 2])).hexDigitValue
            {
                result.append(UInt8(high << 4 | low))
                at += 3
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Texts as one, separated by commas; each is escaped by itself.
    package static func text(of list: [String]) -> String {
        list.map(escaped).joined(separator: ", ")
    }

    /// The inverse of ``text(of:)``; empty texts are left out.
    package static func list(of text: String) -> [String] {
        text.split(separator: ",").map { part in
            restored(String(part.drop { $0 == " " }))
        }.filter { !$0.isEmpty }
    }

    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        if "%,;[]|\"\\".unicodeScalars.contains(scalar) { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .format, .unassigned,
            .privateUse, .surrogate:
            return true
        default: return scalar.value == 0x180E
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
}
