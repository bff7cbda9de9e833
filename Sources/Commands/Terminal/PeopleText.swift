package import Facts

/// An amount as people of the language write it, without its currency: `−1 234,50` (no-break
/// blanks), `−1,234.50`.
package func peopleText(of amount: Money, in language: Language) -> String {
    let plain = amount.isNegative ? amount.text.dropFirst() : amount.text[...]
    let whole = plain.prefix { $0 != "." }
    var text = amount.isNegative ? "−" : ""
    text += groupedDigits(whole, in: language)
    if amount.scale > 0 {
        text += language.decimalMark
        text += plain.suffix(Int(amount.scale))
    }
    return text
}

/// A day as people of the language write it: `14.03.2025`; English readers get the unmistakable
/// `2025-03-14`.
package func peopleText(of day: CalendarDate, in language: Language) -> String {
    Phrase("language.day").filled(language, values(of: day))
}

/// `05.02`, `02-05`.
func shortText(of day: CalendarDate, in language: Language) -> String {
    Phrase("language.shortDay").filled(language, values(of: day))
}

private func values(of day: CalendarDate) -> [String: Template.Value] {
    let parts = day.text.split(separator: "-", omittingEmptySubsequences: false)
    return [
        "year": .text(parts.dropLast(2).joined(separator: "-")),
        "month": .text(String(parts[parts.count - 2])),
        "day": .text(String(parts[parts.count - 1])),
    ]
}

/// A confidence as a percentage without false precision: `97%`, `99.5%`.
package func peopleText(permille: Int, in language: Language) -> String {
    let clamped = min(max(permille, 0), 1000)
    let mark = language.decimalMark
    return clamped % 10 == 0 ? "\(clamped / 10)%" : "\(clamped / 10)\(mark)\(clamped % 10)%"
}

/// A horizontal bar of at most `width` columns, as long as `part` is of `whole`, to an eighth of a
/// column.
///
/// A part that is not zero is at least one eighth long. Negative parts are measured by their size.
package func bar(_ part: Int64, of whole: Int64, width: Int) -> String {
    guard width > 0, whole != 0, part != 0 else { return "" }
    let share = min(part.magnitude, whole.magnitude)
    // 128 bits hold any product of two of 64.
    let eighths = UInt128(share) * UInt128(width) * 8 / UInt128(whole.magnitude)
    let length = max(1, Int(eighths))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][length % 8]
    return String(repeating: "█", count: length / 8) + partial
}

/// A word of a command that a person may paste into a shell.
func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty
        && text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "-_./+,:@%".unicodeScalars.contains($0)
        }
    if isPlain { return text }
    return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
}
