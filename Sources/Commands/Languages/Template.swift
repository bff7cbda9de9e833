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
        case list([Phrase])
        /// The name of a category with this key.
        case category(String)

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

    /// - Parameter more: values for placeholders that `values` lacks, here and in nested texts.
    package func filled(
        with values: [String: Value], _ more: [String: Value], in language: Language
    ) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .words(let words): result += words
            case .place(let name, let forms):
                switch values[String(name)] ?? more[String(name)] {
                case nil: result += "{\(name)}"
                case .text(let text): result += text
                case .phrase(let phrase): result += phrase.filled(language, more)
                case .list(let phrases):
                    result += phrases.map { $0.filled(language, more) }.joined(separator: ", ")
                case .category(let key): result += categoryName(key, in: language)
                case .count(let count):
                    result += grouped(count, in: language)
                    let form = language.pluralForm(of: count)
                    if form < forms.count { result += " " + forms[form] }
                }
            }
        }
        return result
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
