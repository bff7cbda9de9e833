internal import Facts
internal import Scanning
internal import Reading

/// Whether a known table has other formats than its bank's: a spreadsheet saves days and numbers in
/// its own.
///
/// Checks the rows of the head until a few have the bank's format. A resaved table gets the survey
/// of whole columns, as do layouts that leave days or marks open.
struct ResavedTable {
    private(set) var hasOtherDays = false
    private(set) var hasOtherMark = false

    /// Numbers have currencies, which the bank does not write.
    private(set) var hasUnits = false

    var needsSurvey: Bool { hasOtherDays || hasOtherMark || hasUnits }

    /// This many rows in the bank's format, and none in another, prove all.
    private static let rowsProving = 4

    init() {}

    /// - Parameter rows: at the first row after the header.
    init(_ table: CSVTable, rows: CSVTokenizer, final: Bool) {
        var rows = rows
        var days = Evidence()
        var marks = Evidence()
        var units = Evidence()
        let dayColumns = [LayoutField.made, .booked, .value].flatMap {
            ColumnSurvey.columns(of: $0, table)
        }
        let numberColumns = [LayoutField.amount, .debit, .credit, .balance].flatMap {
            ColumnSurvey.columns(of: $0, table)
        }
        var rowsAsked = 0
        while case .row = rows.next(final: final), rows.position <= CSVHead.headBytes {
            rowsAsked += 1
            if rowsAsked > Self.rowsProving, days.isProved, units.isProved,
                marks.isProved || !table.asksMark
            {
                return
            }
            for column in dayColumns {
                guard let cell = Self.cell(column, rows, table) else { continue }
                feed(rows.bytes.span.extracting(cell), daysOf: table.layout, &days)
            }
            for column in numberColumns {
                guard let cell = Self.cell(column, rows, table) else { continue }
                feed(rows.bytes.span.extracting(cell), numbersOf: table.layout, &marks, &units)
            }
        }
        // A few unreadable rows are rejected one by one.
        hasOtherDays = days.others > days.own
        hasOtherMark =
            table.asksMark
            && (marks.others > marks.own || marks.own == 0 && marks.open > 0)
        hasUnits = units.others > 0
    }

    private struct Evidence {
        var own = 0
        var others = 0
        /// Cells that both formats read, with different results.
        var open = 0
        var hint = 0

        var isProved: Bool { own > 0 && others == 0 }
    }

    /// A cell whose text shows its column's format; a sheet's typed numbers and days do not.
    private static func cell(
        _ column: Int, _ rows: borrowing CSVTokenizer, _ table: CSVTable
    ) -> Range<Int>? {
        guard column < rows.fields.count else { return nil }
        let field = rows.fields[column]
        if table.isSheet, !field.isQuoted { return nil }
        let range = rows.range(of: field)
        return range.isEmpty ? nil : range
    }

    private func feed(_ cell: Span<UInt8>, daysOf layout: Layout, _ found: inout Evidence) {
        guard case .fixed(let formats) = layout.dates else { return }
        if let moment = try? DateText.parse(cell, formats: formats, hint: &found.hint) {
            if Self.isOpen(cell, moment.day) { found.open += 1 } else { found.own += 1 }
        } else if DateOrder.allCases.contains(where: { order in
            var hint = 0
            return (try? DateText.parse(cell, formats: order.formats, hint: &hint)) != nil
        }) {
            found.others += 1
        }
    }

    /// Whether the other order of day and month reads it too: `5/2/2026`.
    private static func isOpen(_ cell: Span<UInt8>, _ day: CalendarDate) -> Bool {
        let parts = day.parts
        guard parts.day <= 12,
            cell.indices.contains(where: { cell[$0] == 0x2F || cell[$0] == 0x2D })
        else { return false }
        let readings = [DateOrder.dayFirst, .monthFirst].filter { order in
            var hint = 0
            return (try? DateText.parse(cell, formats: order.formats, hint: &hint)) != nil
        }
        return readings.count > 1
    }

    private func feed(
        _ cell: Span<UInt8>, numbersOf layout: Layout, _ found: inout Evidence,
        _ units: inout Evidence
    ) {
        var hasUnit = layout.allowsUnit
        func number(_ mark: NumberStyle.DecimalMark) -> WrittenNumber? {
            try? AmountText.parse(
                cell, style: NumberStyle(decimalMark: mark, allowsUnit: hasUnit))
        }
        if hasUnit || number(.point) != nil || number(.comma) != nil {
            units.own += 1
        } else {
            hasUnit = true
            if number(.point) != nil || number(.comma) != nil { units.others += 1 }
        }
        guard case .fixed(let mark) = layout.decimal, mark != .either else { return }
        switch (number(mark), number(mark == .point ? .comma : .point)) {
        case (_?, nil): found.own += 1
        case (nil, _?): found.others += 1
        // Three decimals may be a group: another program may group by the bank's mark.
        case (let own?, _?): if own.scale == 3 { found.open += 1 }
        case (nil, nil): break
        }
    }
}

extension CSVTable {
    /// Whether the bank always writes one mark.
    fileprivate var asksMark: Bool {
        layout.decimal == .fixed(.point) || layout.decimal == .fixed(.comma)
    }
}
