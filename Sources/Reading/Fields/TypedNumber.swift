package import Facts

extension AmountText {
    /// Parses a number that a person typed, with the marks of any language: `1 200,50`,
    /// `1,200.50`, `1.200,50`; nil if it has two readings, or is none.
    ///
    /// `1,200` and `1.200` are twelve hundred to one person and 1.2 to another, unless the currency
    /// has so many decimals. Exponents are refused: nobody types them, and a typed number is
    /// written with its decimals and parsed again.
    ///
    /// - Parameter decimals: of the currency; nil if it is unknown.
    package static func typed(_ text: String, decimals: UInt8? = nil) -> WrittenNumber? {
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 | 0x20 == 0x65 }) else { return nil }
        do {
            return try parse(bytes.span, style: .either)
        } catch .ambiguous where (decimals ?? 0) >= 3 {
            return try? parse(bytes.span, style: bytes.contains(0x2C) ? .comma : .point)
        } catch {
            return nil
        }
    }
}

extension AmountText {
    /// The two numbers that ``typed(_:decimals:)`` refuses to choose from, as they can be typed:
    /// `1600` and `1.6` for `1,600`. Nil for a text of one reading, or of none.
    package static func readings(_ text: String) -> (whole: String, part: String)? {
        let bytes = Array(text.utf8)
        guard typed(text) == nil, let point = try? parse(bytes.span, style: .point),
            let comma = try? parse(bytes.span, style: .comma), point != comma
        else { return nil }
        let (whole, part) = point.scale < comma.scale ? (point, comma) : (comma, point)
        return (whole.text, part.typedText)
    }
}

extension WrittenNumber {
    /// Without the zeros at the end; not three decimals, which would have two readings.
    fileprivate var typedText: String {
        var short = self
        while short.scale > 1, short.mantissa % 10 == 0 {
            short.mantissa /= 10
            short.scale -= 1
        }
        return short.text + (short.scale == 3 ? "0" : "")
    }

    /// Exact decimal text, with all decimals: `-125.50`.
    package var text: String { Money(units: mantissa, scale: scale, currency: .unknown).text }
}

extension Money {
    /// Parses a typed amount by ``AmountText/typed(_:decimals:)``.
    package static func typed(_ text: String, in currency: Currency) -> Money? {
        AmountText.typed(text, decimals: currency.exponent).flatMap {
            try? Money($0, in: currency)
        }
    }
}
