/// Makes a bank's or person's text safe for line-oriented files: one line, no controls, no
/// invisible characters, single blanks, and characters with a meaning in the file replaced by
/// look-alikes.
func oneLine(_ text: String, replacing lookAlikes: [Unicode.Scalar: Unicode.Scalar] = [:]) -> String
{
    var result = String.UnicodeScalarView()
    var owesBlank = false
    for scalar in text.unicodeScalars {
        if isInvisible(scalar) { continue }
        if isBlank(scalar) {
            owesBlank = !result.isEmpty
            continue
        }
        if owesBlank { result.append(" ") }
        owesBlank = false
        result.append(lookAlikes[scalar] ?? scalar)
    }
    return String(result)
}

/// Controls, separators and blanks of any width.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: false
    }
}

/// Invisible characters, and those that change the direction of others: bidi controls, zero-width,
/// tags.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .unassigned, .privateUse, .surrogate: true
    default: scalar.value == 0x180E
    }
}
