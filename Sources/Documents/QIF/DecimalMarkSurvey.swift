import Facts
import Reading

/// Finds the decimal mark from all numbers of a file.
///
/// A reading is kept until a number excludes it. If both are left and would differ by a factor of a
/// thousand, neither is chosen.
struct DecimalMarkSurvey {
    private var sawComma = false
    private var sawPoint = false
    private var undecided: (text: String, line: Int)?

    mutating func feed(_ text: Span<UInt8>, line: Int) {
        if sawPoint, sawComma { return }
        let point = try? AmountText.parse(text, style: .point)
        // One mark is proved: only a number that it cannot read adds information.
        if sawPoint, point != nil { return }
        let comma = try? AmountText.parse(text, style: .comma)
        if sawComma, comma != nil { return }
        switch (point, comma) {
        case (nil, nil): return
        case (_?, nil): sawPoint = true
        case (nil, _?): sawComma = true
        case (let point?, let comma?):
            if point != comma, undecided == nil { undecided = (CellText.excerpt(text), line) }
        }
    }

    /// The mark that all numbers allow; `either` if some need one and some the other, so that each
    /// is read by itself.
    ///
    /// - Throws: `layoutAmbiguous` with both marks and a number that shows it.
    func settle(file: String) throws(ReadFailure) -> NumberStyle.DecimalMark {
        switch (sawPoint, sawComma) {
        case (true, false): return .point
        case (false, true): return .comma
        case (true, true): return .either
        case (false, false):
            guard let undecided else { return .point }
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: undecided.line),
                found: undecided.text, details: ["decimal-mark", "point", "comma"])
        }
    }
}
