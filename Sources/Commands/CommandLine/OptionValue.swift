package import Facts
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
        case .day: return (day(text) ?? day(inWords: text, takesLastDay, today()))?.text
        case .month:
            return (month(text) ?? month(inWords: text, today()))?.text
                ?? year(inWords: text, today()).map { String($0) }
        case .amount:
            // A typed sign would be ignored: sizes have none.
            return decimal(text) == nil
                ? nil : (text.hasPrefix("+") ? "+" : "") + plainDecimal(text)
        case .currency: return Currency(code: text)?.code
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

    /// `2023-01-15`, or `15.01.2023` as the program prints it.
    private static func day(_ text: String) -> CalendarDate? {
        if let day = CalendarDate(text: text) { return day }
        guard let parts = numbers(text, "."), parts.count == 3, (1_900...2_199).contains(parts[2])
        else { return nil }
        return CalendarDate(year: parts[2], month: parts[1], day: parts[0])
    }

    /// `2023-01`, or `01.2023`.
    private static func month(_ text: String) -> CalendarMonth? {
        if let month = CalendarMonth(text: text) { return month }
        if let parts = numbers(text, "."), parts.count == 2 {
            return CalendarMonth(year: parts[1], month: parts[0])
        }
        guard let parts = numbers(text, "-"), parts.count == 2 else { return nil }
        return CalendarMonth(year: parts[0], month: parts[1])
    }

    /// `вчора`, `14 березня`, and the first or last day of `лютий 2026`, `торік`.
    private static func day(
        inWords text: String, _ takesLastDay: Bool, _ today: CalendarDate
    ) -> CalendarDate? {
        if let period = QuickPeriod(text, today: today) {
            return takesLastDay ? period.last : period.first
        }
        return text.contains(where: \.isLetter) ? try? QuickEntry.day(text, today: today) : nil
    }

    /// `січень`, `лютий 2026`, `last month`.
    private static func month(inWords text: String, _ today: CalendarDate) -> CalendarMonth? {
        QuickPeriod(text, today: today).flatMap { period in
            let month = CalendarMonth(of: period.first)
            return month == CalendarMonth(of: period.last) ? month : nil
        }
    }

    /// `2026`, `торік`, `last year`.
    private static func year(inWords text: String, _ today: CalendarDate) -> Int? {
        QuickPeriod(text, today: today).flatMap { period in
            let (first, last) = (period.first.parts, period.last.parts)
            return first.year == last.year && first.month == 1 && last.month == 12
                ? first.year : nil
        }
    }

    private static func numbers(_ text: String, _ mark: Character) -> [Int]? {
        var numbers: [Int] = []
        for part in text.split(separator: mark, omittingEmptySubsequences: false) {
            guard (1...4).contains(part.utf8.count), part.allSatisfy({ ("0"..."9").contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Contains nothing visible.
    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
                || scalar.properties.generalCategory == .control
        }
    }

    /// An amount of a currency; a decimal comma, a leading plus and the minus sign U+2212 are
    /// accepted.
    package static func amount(_ text: String, in currency: Currency) -> Money? {
        Money(text: plainDecimal(text), currency: currency)
    }

    /// An exact decimal without a currency.
    package static func decimal(_ text: String) -> Decimal18? {
        Decimal18(text: plainDecimal(text))
    }

    /// `0.97` is 970; nil when outside 0…1 or finer than thousandths.
    package static func permille(_ text: String) -> Int? {
        guard let value = decimal(text), value.scale <= 3 else { return nil }
        var thousandths = value.units
        for _ in value.scale..<3 {
            let (grown, overflow) = thousandths.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            thousandths = grown
        }
        return (0...1000).contains(thousandths) ? Int(thousandths) : nil
    }

    private static func plainDecimal(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case ",": plain += "."
            case "−": plain += "-"
            case "+" where plain.isEmpty: continue
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}
