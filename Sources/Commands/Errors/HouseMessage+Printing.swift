import Facts
import Scanning

extension HouseMessage {
    /// The message as lines, each ending with a newline, safe for any terminal.
    ///
    /// ```
    /// march.csv:18:24: error: amount is not a number, in "Сума"
    ///   18 | 1 250,00 грн
    ///      | ^~~~~~~~~~~~
    ///   why: …
    ///   fix: …
    /// ```
    package func text(in language: Language, painted style: Style = .plain) -> String {
        var text = style.paint(place.shown, .strong) + ": "
        text += style.paint(Phrase("houseMessage.\(severity.rawValue)")[language] + ":", tone)
        text += " " + safe(words.what[language]) + "\n"
        if !excerpt.isEmpty {
            let gutter = place.line > 0 ? String(place.line) : ""
            let shown = safe(maskedNumbers(cut(excerpt)))
            let underline = max(displayColumns(shown), 1)
            let blank = String(repeating: " ", count: gutter.utf8.count)
            text += "  \(gutter) | \(shown)\n"
            text += "  \(blank) | "
            text += style.paint("^" + String(repeating: "~", count: underline - 1), tone) + "\n"
        }
        for (lead, sentence) in [("why", words.why), ("fix", words.fix)] {
            let said = sentence[language]
            if said.isEmpty { continue }
            text += "  " + Phrase("houseMessage.\(lead)")[language] + ": " + safe(said) + "\n"
        }
        return text
    }

    /// `{"rejected":{"kind":…,"file":…,"line":…,"column":…,"field":…}}` or
    /// `{"refused":{"kind":…,…,"message":…}}` and a newline; what refuses nothing is a `notice`.
    package func json(in language: Language) -> String {
        let found: JSONValue = [
            "file": place == .program ? nil : .string(place.file),
            "line": place.line > 0 ? .count(place.line) : nil,
            "column": place.column > 0 ? .count(place.column) : nil, "path": .ifAny(place.path),
        ]
        let details = facts.filter { !$0.value.isEmpty }.map { fact in
            (
                key: fact.name,
                value: JSONValue.string(fact.isMasked ? maskedNumbers(fact.value) : fact.value)
            )
        }
        let said = escapedForTerminal(maskedNumbers(words.what[language]))
        let members: JSONValue =
            ["kind": .string(kind)] + found + .object(details)
            + ["message": form == .refused ? .string(said) : nil]
        let name = form == .refused && severity == .note ? "notice" : form.rawValue
        return JSONValue.object([(name, members)]).line
    }

    private var tone: Tone {
        switch severity {
        case .error: .bad
        case .warning: .doubtful
        case .note: .quiet
        }
    }

    private func safe(_ text: String) -> String { escapedForTerminal(text) }

    private func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > Limits.excerptScalarsMax else { return text }
        return String(String.UnicodeScalarView(scalars.prefix(Limits.excerptScalarsMax))) + "…"
    }
}
