/// The text with everything that could move, hide or recolour other text made visible.
///
/// C0, DEL, C1, bidirectional controls, zero-width characters, line and paragraph separators, tags
/// and the byte-order mark become `\u{..}`; so does the backslash of a literal `\u{`, hence two
/// different texts never print alike.
package func escapedForTerminal(_ s: String) -> String {
    // Nearly every cell of a table is as it should be.
    if !s.unicodeScalars.contains(where: { isHazardous($0.value) || $0 == "\\" }) { return s }
    var out = ""
    out.reserveCapacity(s.utf8.count + 16)
    let scalars = Array(s.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
        let opensEscape =
            scalar == "\\" && index + 2 < scalars.count && scalars[index + 1] == "u"
            && scalars[index + 2] == "{"
        if isHazardous(scalar.value) || opensEscape {
            out += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
            out.unicodeScalars.append(scalar)
        }
    }
    return out
}

/// How many columns a terminal uses for the text: 2 for East Asian wide characters and emoji, 0 for
/// marks and invisible characters, 1 for the rest.
package func displayColumns(_ s: String) -> Int {
    var columns = 0
    for scalar in s.unicodeScalars { columns += displayColumns(scalar) }
    return columns
}

/// Whether a scalar could move, hide or recolour other text.
func isHazardous(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
        0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
        true
    default: false
    }
}

private func displayColumns(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (value >= 0x7F && value < 0xA0) ? 0 : 1 }
    switch value {
    case 0x1160...0x11FF, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
        0xFEFF, 0xE0000...0xE01EF:
        return 0
    // East Asian Wide and Fullwidth, and pictures shown as emoji (Unicode 15, UAX #11).
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F, 0x2693, 0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA,
        0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E,
        0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55,
        0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E,
        0x1F191...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
        0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4,
        0x1F3F8...0x1F43E, 0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
        0x1F550...0x1F567, 0x1F57A, 0x1F595...0x1F596, 0x1F5A4, 0x1F5FB...0x1F64F,
        0x1F680...0x1F6C5, 0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF,
        0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0, 0x1F90C...0x1F93A,
        0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    default:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return 1
        }
    }
}
