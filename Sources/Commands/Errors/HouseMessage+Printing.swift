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
    /// `{"refused":{"kind":…,…,"message":…}}` and a newline.
    package func json(in language: Language) -> [UInt8] {
        var writer = ByteWriter(capacity: 160)
        writer.append("{")
        writer.append(jsonString: form.rawValue)
        writer.append(":{\"kind\":")
        writer.append(jsonString: kind)
        if place != .program {
            writer.append(",\"file\":")
            writer.append(jsonString: place.file)
        }
        if place.line > 0 {
            writer.append(",\"line\":")
            writer.append(decimal: Int64(place.line))
        }
        if place.column > 0 {
            writer.append(",\"column\":")
            writer.append(decimal: Int64(place.column))
        }
        if !place.path.isEmpty {
            writer.append(",\"path\":")
            writer.append(jsonString: place.path)
        }
        for fact in facts where !fact.value.isEmpty {
            writer.append(",")
            writer.append(jsonString: fact.name)
            writer.append(":")
            writer.append(jsonString: fact.isMasked ? maskedNumbers(fact.value) : fact.value)
        }
        if form == .refused {
            writer.append(",\"message\":")
            writer.append(jsonString: escapedForTerminal(maskedNumbers(words.what[language])))
        }
        writer.append("}}\n")
        return writer.bytes
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
