internal import Facts
internal import Scanning

/// Which number of a printed day is the month.
package enum DateOrder: String, Sendable, CaseIterable {
    case yearFirst = "ymd"
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    /// The month is a word.
    case named

    /// Common ways to print a day in this order.
    var formats: [DateFormat] {
        patterns.flatMap { LayoutPattern.expanded($0) }.compactMap { DateFormat(pattern: $0) }
    }

    private var patterns: [String] {
        switch self {
        case .yearFirst:
            [
                "yyyy-mm-dd[ HH:MM[:SS]]", "yyyy-mm-ddTHH:MM[:SS[Z]]", "yyyy/mm/dd[ HH:MM[:SS]]",
                "yyyy.mm.dd[ HH:MM[:SS]]", "yyyymmdd",
            ]
        // Days with points are written day first everywhere.
        case .dayFirst:
            [
                "dd.mm.yyyy[ HH:MM[:SS]]", "dd.mm.yyyy, HH:MM[:SS]", "dd/mm/yyyy[ HH:MM[:SS]]",
                "dd-mm-yyyy[ HH:MM[:SS]]",
            ]
        case .monthFirst:
            [
                "mm/dd/yyyy[ HH:MM[:SS]]", "mm-dd-yyyy[ HH:MM[:SS]]", "mm/dd/yyyy, h:MM[:SS] AM",
                "mm/dd/yyyy h:MM[:SS] AM",
            ]
        case .named: ["Mon dd, yyyy[, h:MM[:SS] AM]", "dd Mon yyyy[ HH:MM[:SS]]", "dd-Mon-yyyy"]
        }
    }
}

/// What the whole file decided about a table whose layout leaves it open.
package struct SettledColumns: Sendable {
    let formats: [DateFormat]
    let decimalMark: NumberStyle.DecimalMark
    /// The table itself, when no layout knows it and its rows proved what it is.
    var inferred: CSVTable?

    /// For layouts that decide everything themselves.
    package static let nothing = SettledColumns(formats: [], decimalMark: .either)
}

/// Reads every row of a table once to learn in which order its days are written and which mark its numbers use.
///
/// A reading is kept only while no value excludes it. When two readings that give different days or amounts are left, the file is refused
/// with both: a wrong guess would move money by months or by a factor of a thousand.
struct ColumnSurvey {
    private let table: CSVTable
    private let file: String
    private var orders: [(order: DateOrder, formats: [DateFormat], hint: Int)]
    /// Orders that no value has excluded, as bits.
    private var ordersLeft: Int
    /// Two orders read a value as different days.
    private var undecidedDay: (text: String, line: Int)?
    private var sawComma = false
    private var sawPoint = false
    private var undecidedNumber: (text: String, line: Int)?

    init(table: CSVTable, file: String) {
        self.table = table
        self.file = file
        orders = DateOrder.allCases.map { ($0, $0.formats, 0) }
        ordersLeft = (1 << orders.count) - 1
    }

    mutating func take(_ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>) {
        guard fields.count <= table.header.count + 1 else { return }
        let made = table.columns[.made]
        if made >= 0, made < fields.count {
            takeDay(text.extracting(range(fields[made], row)), line: row.line)
        }
        for field in [LayoutField.amount, .debit, .credit, .balance, .fee] {
            let column = table.columns[field]
            if column >= 0, column < fields.count {
                takeNumber(text.extracting(range(fields[column], row)), line: row.line)
            }
        }
    }

    private func range(_ field: CSVField, _ row: CSVRow) -> Range<Int> {
        let start = row.start + Int(field.start)
        return start..<(start + field.count)
    }

    private mutating func takeDay(_ cell: Span<UInt8>, line: Int) {
        // The orders that are left first: mostly one is, and it fits.
        if takeDay(cell, line: line, among: ordersLeft) { return }
        // A value that only excluded orders can read contradicts the values before it.
        _ = takeDay(cell, line: line, among: ~ordersLeft)
    }

    /// False when none of the orders can read the value, which then says nothing about them.
    private mutating func takeDay(_ cell: Span<UInt8>, line: Int, among wanted: Int) -> Bool {
        var fits = 0
        var day: CalendarDate?
        var differs = false
        for index in orders.indices where wanted & (1 << index) != 0 {
            guard
                let moment = try? DateText.parse(
                    cell, formats: orders[index].formats, hint: &orders[index].hint)
            else { continue }
            fits |= 1 << index
            if let day, day != moment.day { differs = true }
            day = moment.day
        }
        guard fits != 0 else { return false }
        ordersLeft &= fits
        if differs, undecidedDay == nil { undecidedDay = (CellText.excerpt(cell), line) }
        return true
    }

    private mutating func takeNumber(_ cell: Span<UInt8>, line: Int) {
        let allowsUnit = table.layout.allowsUnit
        if sawPoint || sawComma {
            // One mark is proved: only a value that it cannot read tells more.
            if sawPoint, sawComma { return }
            let proved: NumberStyle.DecimalMark = sawPoint ? .point : .comma
            let style = NumberStyle(decimalMark: proved, allowsUnit: allowsUnit)
            if (try? AmountText.parse(cell, style: style)) != nil { return }
        }
        let point = try? AmountText.parse(
            cell, style: NumberStyle(decimalMark: .point, allowsUnit: allowsUnit))
        let comma = try? AmountText.parse(
            cell, style: NumberStyle(decimalMark: .comma, allowsUnit: allowsUnit))
        switch (point, comma) {
        case (nil, nil): return
        case (_?, nil): sawPoint = true
        case (nil, _?): sawComma = true
        case (let point?, let comma?):
            if point.mantissa != comma.mantissa || point.scale != comma.scale,
                undecidedNumber == nil
            {
                undecidedNumber = (CellText.excerpt(cell), line)
            }
        }
    }

    /// - Throws: `layoutAmbiguous` naming what is open, both readings, and a value that shows it.
    func settle(
        order chosenOrder: DateOrder?, decimalMark chosenMark: NumberStyle.DecimalMark?
    ) throws(ReadFailure) -> SettledColumns {
        var settledOrder = chosenOrder
        if settledOrder == nil { settledOrder = try order() }
        var mark = chosenMark
        if mark == nil { mark = try decimalMark() }
        return SettledColumns(formats: settledOrder?.formats ?? [], decimalMark: mark ?? .either)
    }

    private func order() throws(ReadFailure) -> DateOrder {
        let left = orders.indices.filter { ordersLeft & (1 << $0) != 0 }.map { orders[$0].order }
        if left.count == DateOrder.allCases.count { return .yearFirst }  // no row has a day
        if left.count == 1 { return left[0] }
        // Day and month are equal in each row that both orders can read.
        if undecidedDay == nil, let first = left.first { return first }
        throw ReadFailure(
            .layoutAmbiguous, at: SourcePlace(file: file, line: undecidedDay?.line ?? 0),
            found: undecidedDay?.text ?? "",
            details: ["date-order"]
                + (left.isEmpty ? [DateOrder.dayFirst, .monthFirst] : left).map(\.rawValue))
    }

    private func decimalMark() throws(ReadFailure) -> NumberStyle.DecimalMark {
        switch (sawPoint, sawComma) {
        case (true, false): return .point
        case (false, true): return .comma
        // Both occur: each value must speak for itself.
        case (true, true): return .either
        case (false, false):
            guard let undecidedNumber else { return .point }
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: undecidedNumber.line),
                found: undecidedNumber.text, details: ["decimal-mark", "point", "comma"])
        }
    }
}
