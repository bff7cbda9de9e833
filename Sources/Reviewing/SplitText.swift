package import Facts

/// Parts of a line as a person types them: `groceries 60.50; pets`, `продукти 60%; тварини 40%`.
///
/// Parts are set apart by `;`. A part is words that find a category, and an amount or a percentage behind them; one part may
/// leave it out and takes the rest. Signs are the line's.
package enum SplitText {
    package enum Fault: Error, Sendable, Equatable {
        /// No part, or a part without words.
        case empty
        case categoryUnknown(String)
        case amountInvalid(String)
        /// More than one part without an amount.
        case twoRests
        /// Off by so much: what is left, or what is too much (the other sign).
        case doesNotSum(off: Money)
    }

    package static func parse(
        _ text: String, of whole: Money, category: (String) -> String?
    ) throws(Fault) -> [Decision.Split] {
        var parts: [(category: String, units: Int64?)] = []
        let written = text.split(separator: ";", omittingEmptySubsequences: true)
        var taken: Int64 = 0
        for part in written {
            let words = part.split(separator: " ")
            guard let last = words.last else { continue }
            let hasNumber = last.utf8.contains { (0x30...0x39).contains($0) }
            let sought = (hasNumber ? words.dropLast() : words[...]).joined(separator: " ")
            if sought.isEmpty { throw .empty }
            guard let key = category(sought) else { throw .categoryUnknown(sought) }
            guard hasNumber else {
                parts.append((key, nil))
                continue
            }
            guard let units = units(String(last), of: whole) else {
                throw .amountInvalid(String(last))
            }
            let (sum, over) = taken.addingReportingOverflow(units)
            if over { throw .amountInvalid(String(last)) }
            taken = sum
            parts.append((key, units))
        }
        guard !parts.isEmpty else { throw .empty }
        let rests = parts.count { $0.units == nil }
        if rests > 1 { throw .twoRests }
        let (left, over) = whole.units.subtractingReportingOverflow(taken)
        if over { throw .amountInvalid(text) }
        let isShare = written.contains { $0.contains("%") }
        if rests == 0, left != 0 {
            // Thirds of a coin: percentages that come to a hundred leave less than a unit a part.
            guard isShare, left.magnitude < UInt64(parts.count), percents(of: written) == 10_000
            else {
                throw .doesNotSum(
                    off: Money(units: left, scale: whole.scale, currency: whole.currency))
            }
            parts[parts.count - 1].units = (parts[parts.count - 1].units ?? 0) + left
        }
        if rests == 1, left == 0 || (left < 0) != (whole.units < 0) {
            throw .doesNotSum(
                off: Money(units: left, scale: whole.scale, currency: whole.currency))
        }
        return parts.map { part in
            Decision.Split(
                category: part.category,
                amount: Money(
                    units: part.units ?? left, scale: whole.scale, currency: whole.currency))
        }
    }

    /// `60.50`, `60,5` or `60%` as units of the whole's scale, with its sign; nil when it is none or has more digits.
    private static func units(_ text: String, of whole: Money) -> Int64? {
        let isShare = text.hasSuffix("%")
        let scale = isShare ? 2 : Int(whole.scale)
        guard let number = number(isShare ? text.dropLast() : text[...], scale: scale) else {
            return nil
        }
        guard isShare else { return whole.units < 0 ? -number : number }
        guard number <= 10_000 else { return nil }
        // 128 bits hold the product; the quotient is not larger than the whole.
        return Int64(truncatingIfNeeded: Int128(whole.units) * Int128(number) / 10_000)
    }

    private static func percents(of parts: [Substring]) -> Int64 {
        parts.reduce(0) { sum, part in
            guard let last = part.split(separator: " ").last, last.hasSuffix("%") else {
                return sum
            }
            return sum + (number(last.dropLast(), scale: 2) ?? 0)
        }
    }

    /// A decimal without a sign as units of 10^−`scale`.
    private static func number(_ text: Substring, scale: Int) -> Int64? {
        var units: Int64 = 0
        var decimals: Int?
        var digits = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), decimals == nil, digits > 0 {
                decimals = 0
                continue
            }
            guard (0x30...0x39).contains(byte), digits < 17 else { return nil }
            digits += 1
            units = units * 10 + Int64(byte - 0x30)
            if let so = decimals { decimals = so + 1 }
        }
        guard digits > 0, decimals ?? 0 <= scale else { return nil }
        for _ in (decimals ?? 0)..<scale {
            let (grown, over) = units.multipliedReportingOverflow(by: 10)
            if over { return nil }
            units = grown
        }
        return units
    }
}
