import Reading

/// OFX amounts: a decimal point or comma, no groups.
enum OFXAmount {
    /// Parses the trimmed text of `TRNAMT`.
    ///
    /// A single mark is the decimal mark, with any number of digits after a point (`-30.000`). A
    /// comma before exactly three digits is refused: banks that group, against the standard, would
    /// mean a thousand times more.
    static func parse(_ text: Span<UInt8>) throws(AmountProblem) -> WrittenNumber {
        // Fast path: digits and at most one point.
        if let plain = AmountText.parsePlain(text, style: .point) { return plain }
        var points = 0
        var commas = 0
        var digitsBefore = 0
        var digitsAfter = 0
        var startsWithZero = false
        for index in text.indices {
            switch text[index] {
            case 0x2E: points += 1
            case 0x2C: commas += 1
            case 0x30...0x39:
                if digitsBefore == 0, commas == 0 { startsWithZero = text[index] == 0x30 }
                if commas == 0 { digitsBefore += 1 } else { digitsAfter += 1 }
            default: break
            }
        }
        if commas == 0, points <= 1 { return try AmountText.parse(text, style: .point) }
        if commas == 1, points == 0 {
            if digitsAfter == 3, (1...3).contains(digitsBefore), !startsWithZero {
                throw .ambiguous
            }
            return try AmountText.parse(text, style: .comma)
        }
        return try AmountText.parse(text, style: .either)
    }
}
