internal import Facts
internal import Reading
package import Reports
internal import Reviewing

/// Parses values of options.
package enum OptionValue {
    /// The value in its canonical form, or nil when it does not fit the kind.
    ///
    /// - Parameters:
    ///   - takesLastDay: a month or year in words means its last day, not the first.
    ///   - today: the date that words like `last month` refer to.
    static func normalized(
        _ text: String, as kind: OptionDeclaration.Kind, takesLastDay: Bool = false,
        today: @autoclosure () -> CalendarDate = Clock.localDay
    ) -> String? {
        switch kind {
        case .flag: return nil
        case .text: return isBlank(text) ? nil : text
        case .file, .folder: return text.isEmpty ? nil : text
        case .choice(let words): return words.contains(text) ? text : nil
        case .day:
            return QuickPeriod(text, today: today()).map { takesLastDay ? $0.last : $0.first }?.text
        case .month: return month(text, today())
        case .year:
            return QuickPeriod(text, today: today()).flatMap { period in
                period.unit == .year ? String(period.first.parts.year) : nil
            }
        case .span: return QuickPeriod(last: text, today: today()) == nil ? nil : text
        case .amount:
            // Bounds of sizes have no sign; a typed one is kept, as it makes them signed.
            return AmountText.typed(text).map { (text.hasPrefix("+") ? "+" : "") + $0.text }
        case .currency: return Currency(written: text)?.code
        case .currencyIfAny: return text == "-" ? text : Currency(written: text)?.code
        case .merchantCode:
            // Tables save `0742` as 742.
            let isCode =
                (3...4).contains(text.utf8.count)
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isCode ? (text.utf8.count == 3 ? "0" : "") + text : nil
        case .confidence: return permille(text) == nil ? nil : text
        case .count:
            guard let number = Int(text), number > 0 else { return nil }
            return String(number)
        }
    }

    /// `2025-03`; a year is `2025`.
    private static func month(_ text: String, _ today: CalendarDate) -> String? {
        QuickPeriod(text, today: today).flatMap { period in
            switch period.unit {
            case .month: CalendarMonth(of: period.first).text
            case .year: String(period.first.parts.year)
            default: nil
            }
        }
    }

    /// Contains nothing visible.
    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
                || scalar.properties.generalCategory == .control
        }
    }

    /// An exact decimal without a currency, by ``AmountText/typed(_:decimals:)``.
    package static func decimal(_ text: String) -> Decimal18? {
        AmountText.typed(text).flatMap { Decimal18(mantissa: $0.mantissa, scale: $0.scale) }
    }

    /// `0.97` is 970; nil when outside 0…1 or finer than thousandths.
    package static func permille(_ text: String) -> Int? {
        guard let value = AmountText.typed(text, decimals: 3), value.scale <= 3 else { return nil }
        var thousandths = value.mantissa
        for _ in value.scale..<3 {
            let (grown, overflow) = thousandths.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            thousandths = grown
        }
        return (0...1000).contains(thousandths) ? Int(thousandths) : nil
    }
}
