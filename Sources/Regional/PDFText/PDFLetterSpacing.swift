/// Text layers with spaced letters: a blank after every letter, three between words, more between
/// columns.
enum PDFLetterSpacing {
    /// Lines examined for spaced letters.
    static let linesMax = 200

    /// Whether nearly every word of the first lines is a single letter.
    static func isLetterSpaced(_ lines: [PrintedLine]) -> Bool {
        var words = 0
        var letters = 0
        for line in lines.prefix(linesMax) {
            for word in line.scalars.split(whereSeparator: PrintedLine.isBlank) {
                words += 1
                if word.count == 1 { letters += 1 }
            }
        }
        return words >= 40 && letters * 10 >= words * 9
    }

    /// The line with its letters joined.
    static func closed(_ line: PrintedLine) -> PrintedLine {
        var out: [Unicode.Scalar] = []
        var blanks = 0
        for scalar in line.scalars {
            if PrintedLine.isBlank(scalar) {
                blanks += 1
                continue
            }
            if !out.isEmpty, blanks > 1 {
                out.append(contentsOf: repeatElement(" ", count: blanks > 3 ? 2 : 1))
            }
            blanks = 0
            out.append(scalar)
        }
        // A line that was wrapped at a blank still ends with it.
        if blanks > 1 { out.append(" ") }
        return PrintedLine(out, number: line.number)
    }
}
