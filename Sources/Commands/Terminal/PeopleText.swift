package import Facts

/// An amount in the language's style, without its currency: `−1 234,50` (no-break blanks),
/// `−1,234.50`.
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

/// A rate in the language's style, all its digits kept: `41,4`.
func peopleText(ofRate plain: String, in language: Language) -> String {
    plain.replacing(".", with: language.decimalMark)
}

/// A day in the language's style: `14.03.2025`; in English the unambiguous `2025-03-14`.
package func peopleText(of day: CalendarDate, in language: Language) -> String {
    text(of: day, language.dayTemplate)
}

/// `05.02`, `02-05`.
func shortText(of day: CalendarDate, in language: Language) -> String {
    text(of: day, language.shortDayTemplate)
}

private func text(of day: CalendarDate, _ template: Template) -> String {
    // `2025-03-14`; a year may be longer, and negative.
    let iso = day.text
    let (month, date) = (iso.dropLast(3).suffix(2), iso.suffix(2))
    return template.parts.reduce(into: "") { text, part in
        switch part {
        case .words(let words): text += words
        case .place("year", _): text += iso.dropLast(6)
        case .place("month", _): text += month
        case .place("day", _): text += date
        case .place: break
        }
    }
}

/// A confidence as a percentage without false precision: `97%`, `99.5%`.
package func peopleText(permille: Int, in language: Language) -> String {
    let clamped = min(max(permille, 0), 1000)
    let mark = language.decimalMark
    return clamped % 10 == 0 ? "\(clamped / 10)%" : "\(clamped / 10)\(mark)\(clamped % 10)%"
}

/// A change in thousandths as a percentage with its sign: `+12.5%`, `−100%`.
package func peopleText(change permille: Int, in language: Language) -> String {
    (permille > 0 ? "+" : "") + peopleText(ratio: permille, in: language)
}

/// A ratio in thousandths as a percentage of any size: `12.5%`, `−100%`, `1,250%`.
package func peopleText(ratio permille: Int, in language: Language) -> String {
    let size = permille.magnitude
    let sign = permille < 0 ? "−" : ""
    let tenth = size % 10 == 0 ? "" : language.decimalMark + String(size % 10)
    return sign + groupedDigits(String(size / 10), in: language) + tenth + "%"
}

/// How far a figure is above or below another, with an arrow: `↑ 12.5%`.
func trendText(_ permille: Int, in language: Language) -> String {
    let arrow = permille > 0 ? "↑" : permille < 0 ? "↓" : "→"
    return arrow + " " + peopleText(ratio: Int(permille.magnitude), in: language)
}

/// A small line: a block for each amount, the higher the larger; a dot where there is none.
///
/// Amounts of both signs are drawn from the lowest to the highest.
func sparkline(_ amounts: [Money?]) -> String {
    let values = amounts.map { $0?.atto }
    let known = values.compactMap { $0 }
    let isMixed = known.contains { $0 < 0 } && known.contains { $0 > 0 }
    let heights = values.map { value in
        // Blocks need no more than a few digits, so a product with them fits.
        value.map { ((isMixed ? $0 - (known.min() ?? 0) : $0 < 0 ? -$0 : $0) >> 8) }
    }
    let most = heights.compactMap { $0 }.max() ?? 0
    let blocks = Array("▁▂▃▄▅▆▇█")
    return String(
        heights.map { height -> Character in
            guard let height else { return "·" }
            return blocks[most == 0 ? 0 : Int(height * Int128(blocks.count - 1) / most)]
        })
}

/// A horizontal bar of at most `width` columns for the ratio of `part` to `whole`, to an eighth of
/// a column.
///
/// A non-zero part is at least one eighth long. Negative parts are measured by magnitude.
package func bar(_ part: Int64, of whole: Int64, width: Int) -> String {
    guard width > 0, whole != 0, part != 0 else { return "" }
    let share = min(part.magnitude, whole.magnitude)
    // 128 bits hold any product of two 64-bit numbers.
    let eighths = UInt128(share) * UInt128(width) * 8 / UInt128(whole.magnitude)
    let length = max(1, Int(eighths))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][length % 8]
    return String(repeating: "█", count: length / 8) + partial
}

/// A word of a command, quoted for a shell.
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

/// The text with ASCII in place of what is drawn: bars, lines, arrows and the marks of numbers.
/// Letters stay, as they are what a person wrote. No mark changes its width.
func asciiDrawn(_ text: String) -> String {
    var drawn = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "−", "–", "—", "─": drawn += "-"
        case "→": drawn += ">"
        case "█", "▉", "▊", "▋", "▌", "▇", "▆": drawn += "#"
        case "▓": drawn += "%"
        case "▍", "▎", "▏", "▅", "▄", "▒": drawn += "="
        case "▃", "▂", "░": drawn += "-"
        case "▁", "·": drawn += "."
        case "│": drawn += "|"
        case "↑": drawn += "+"
        case "↓": drawn += "-"
        case "✓": drawn += "v"
        case "…": drawn += "~"
        case "×": drawn += "x"
        case "÷": drawn += "/"
        case "\u{A0}", "\u{202F}", "\u{2009}": drawn += " "
        case "«", "»", "“", "”": drawn += "\""
        case "ʼ", "’": drawn += "'"
        default: drawn.unicodeScalars.append(scalar)
        }
    }
    return drawn
}
