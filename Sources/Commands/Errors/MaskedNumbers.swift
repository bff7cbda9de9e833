/// The text with long numbers masked up to their last four digits: cards, IBANs, phones, tax codes.
///
/// A long number has eight digits or more; single blanks, hyphens and round brackets between digits
/// belong to it, so that `5168 7573 1234 5678` is one number. A day written `2025-03-14` is not
/// one.
package func maskedNumbers(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
        guard isDigit(scalars[index]) else {
            index += 1
            continue
        }
        let end = endOfNumber(in: scalars, from: index)
        let digits = (index..<end).filter { isDigit(scalars[$0]) }
        if digits.count >= maskedDigitsMin, !isDay(scalars[index..<end]) {
            for position in digits.dropLast(4) { scalars[position] = "•" }
        }
        index = end
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
}

/// The shortest number that can identify a person: tax codes of firms have 8 digits.
private let maskedDigitsMin = 8

private func endOfNumber(in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start + 1
    while true {
        var next = end
        // Up to two joiners, as in `+38 (067) 123-45-67`.
        while next < scalars.count, next < end + 2, isJoiner(scalars[next]) { next += 1 }
        guard next < scalars.count, isDigit(scalars[next]) else { return end }
        end = next + 1
    }
}

/// Decimal digits of any script, as bank forms may contain full-width ones.
private func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
        ? (0x30...0x39).contains(scalar.value) : scalar.properties.generalCategory == .decimalNumber
}

private func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x28, 0x29, 0x2D, 0xA0, 0x2007, 0x2009, 0x2010...0x2013, 0x202F: true
    default: false
    }
}

private func isDay(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let text = Array(scalars)
    guard text.count == 10, text[4] == "-", text[7] == "-" else { return false }
    return (text[0] == "1" && text[1] == "9") || (text[0] == "2" && text[1] == "0")
}
