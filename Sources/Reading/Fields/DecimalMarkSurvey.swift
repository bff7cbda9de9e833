package import Facts

/// Finds the decimal mark from the numbers of a column or a file.
///
/// A reading is kept until a number excludes it. If both are left and would differ by a factor of a
/// thousand, neither is chosen.
package struct DecimalMarkSurvey {
    /// A number and its line.
    package typealias Sighting = (text: String, line: Int)

    /// The first number that only this mark reads.
    package private(set) var point: Sighting?
    package private(set) var comma: Sighting?
    /// The first number that both marks read, differently.
    private var undecided: Sighting?

    package init() {}

    package mutating func feed(_ text: Span<UInt8>, line: Int, allowsUnit: Bool = false) {
        if point != nil || comma != nil {
            // One mark is proved: only a number that it cannot read adds information.
            if point != nil, comma != nil { return }
            if number(text, point != nil ? .point : .comma, allowsUnit) != nil { return }
        }
        switch (number(text, .point, allowsUnit), number(text, .comma, allowsUnit)) {
        case (nil, nil): return
        case (_?, nil): point = point ?? (CellText.excerpt(text), line)
        case (nil, _?): comma = comma ?? (CellText.excerpt(text), line)
        case (let point?, let comma?):
            if point != comma, undecided == nil { undecided = (CellText.excerpt(text), line) }
        }
    }

    private func number(
        _ text: Span<UInt8>, _ mark: NumberStyle.DecimalMark, _ allowsUnit: Bool
    ) -> WrittenNumber? {
        try? AmountText.parse(text, style: NumberStyle(decimalMark: mark, allowsUnit: allowsUnit))
    }

    /// The mark that all numbers of some columns allow; `either` if some need one and some the
    /// other, so that each is read by itself.
    ///
    /// - Throws: `layoutAmbiguous` with both marks and a number that shows it.
    package static func settle(
        _ surveys: [DecimalMarkSurvey], file: String
    ) throws(ReadFailure) -> NumberStyle.DecimalMark {
        switch (surveys.contains { $0.point != nil }, surveys.contains { $0.comma != nil }) {
        case (true, false): return .point
        case (false, true): return .comma
        case (true, true): return .either
        case (false, false):
            guard let undecided = surveys.lazy.compactMap(\.undecided).first else { return .point }
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: undecided.line),
                found: undecided.text, details: ["decimal-mark", "point", "comma"])
        }
    }
}
