package import Facts

/// Fills values into a text: `{file}` takes a value, `{count:row|rows}` a number and its noun.
///
/// In Ukrainian a counted noun has three forms: `{count:рядок|рядки|рядків}`. A placeholder without
/// a value stays visible, so that a mistake is noticed and never traps.
package struct Template {
    package enum Value: Sendable, Equatable, ExpressibleByStringLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation
    {
        case text(String)
        case count(Int)
        case phrase(Phrase)
        /// Separated by commas.
        case list([Value])
        /// Without its currency.
        case amount(Money)
        /// With it.
        case money(Money)
        case day(CalendarDate)
        /// Thousandths, as a percentage.
        case share(Int)

        static func keys(_ keys: [LineKey]) -> Value {
            .text(keys.map(\.text).joined(separator: ", "))
        }

        package init(stringLiteral value: String) { self = .text(value) }
        package init(integerLiteral value: Int) { self = .count(value) }
    }

    /// A piece of a template.
    package enum Part: Equatable {
        case words(Substring)
        case place(name: Substring, forms: [Substring])
    }

    package let parts: [Part]

    package init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            if open > rest.startIndex { parts.append(.words(rest[..<open])) }
            let inside = rest[rest.index(after: open)..<close]
            let colon = inside.firstIndex(of: ":")
            let forms = colon.map {
                inside[inside.index(after: $0)...].split(
                    separator: "|", omittingEmptySubsequences: false)
            }
            parts.append(.place(name: inside[..<(colon ?? inside.endIndex)], forms: forms ?? []))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.words(rest)) }
        self.parts = parts
    }

    /// Texts among the values are filled with the other values too.
    package func filled(with values: [String: Value], in language: Language) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .words(let words): result += words
            case .place(let name, let forms):
                result +=
                    values[String(name)].map { $0.text(in: language, forms, values) }
                    ?? "{\(name)}"
            }
        }
    }
}

extension Template.Value {
    /// - Parameters:
    ///   - forms: of the noun that goes with a number.
    ///   - values: for the places of a text.
    func text(
        in language: Language, _ forms: [Substring] = [], _ values: [String: Template.Value] = [:]
    ) -> String {
        switch self {
        case .text(let text): return text
        case .phrase(let phrase): return phrase.filled(language, values)
        case .list(let all):
            return all.map { $0.text(in: language, [], values) }.joined(separator: ", ")
        case .amount(let amount): return peopleText(of: amount, in: language)
        case .money(let money):
            return peopleText(of: money, in: language) + " " + money.currency.code
        case .day(let day): return peopleText(of: day, in: language)
        case .share(let permille): return peopleText(permille: permille, in: language)
        case .count(let count):
            let form = language.pluralForm(of: count)
            return grouped(count, in: language) + (form < forms.count ? " " + forms[form] : "")
        }
    }

    /// `12 345` in Ukrainian (no-break spaces), `12,345` in English.
    private func grouped(_ count: Int, in language: Language) -> String {
        let digits = groupedDigits(String(count.magnitude), in: language)
        return count < 0 ? "−" + digits : digits
    }
}

/// Digits grouped in threes, in the language's style.
func groupedDigits(_ digits: some StringProtocol, in language: Language) -> String {
    var result = ""
    var left = digits.utf8.count
    for digit in digits {
        result.append(digit)
        left -= 1
        if left > 0, left % 3 == 0 { result += language.groupMark }
    }
    return result
}
