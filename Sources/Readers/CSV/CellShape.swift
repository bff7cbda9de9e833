internal import Facts

/// Tells the rows of a table without a header by what their cells look like.
enum CellShape {
    static func fits(_ row: [String], _ layout: Layout) -> Bool {
        guard row.count == layout.shapes.count else { return false }
        return zip(row, layout.shapes).allSatisfy { cell, wanted in
            if cell.allSatisfy(\.isWhitespace) {
                return wanted.mayBeBlank || wanted.shape == .blank || wanted.shape == .any
            }
            return fits(cell, wanted.shape, layout)
        }
    }

    private static func fits(_ cell: String, _ shape: Layout.Shape, _ layout: Layout) -> Bool {
        let bytes = cell.utf8.span
        switch shape {
        case .date:
            guard case .fixed(let formats) = layout.dates else { return DayReadings.isDay(bytes) }
            var hint = 0
            return (try? DateText.parse(bytes, formats: formats, hint: &hint)) != nil
        case .amount:
            guard case .fixed(let mark) = layout.decimal else {
                return NumberReadings.isNumber(bytes, .builtIn)
            }
            let style = NumberStyle(decimalMark: mark, allowsUnit: layout.allowsUnit)
            return (try? AmountText.parse(bytes, style: style)) != nil
        case .digits: return cell.utf8.allSatisfy { $0 &- 0x30 < 10 }
        case .currency: return CurrencyText.parse(bytes) != nil
        case .word: return !cell.contains(where: \.isWhitespace)
        case .text: return cell.contains(where: \.isLetter)
        case .blank: return false
        case .any: return true
        }
    }
}
