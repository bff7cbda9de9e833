internal import Facts
internal import Scanning

/// Whether a known table is written otherwise than its bank writes it: a spreadsheet saves days and
/// numbers in its own way.
///
/// Asked of the rows in the head, until a few of them are as the bank's. A table that is not takes
/// the survey of whole columns that layouts ask for which leave days or marks open.
struct ResavedTable {
    private(set) var hasOtherDays = false
    private(set) var hasOtherMark = false

    var needsSurvey: Bool { hasOtherDays || hasOtherMark }

    /// So many rows as the bank writes them, and none otherwise, tell that all are.
    private static let rowsProving = 4

    init() {}

    /// - Parameter rows: at the first row behind the header.
    init(_ table: CSVTable, rows: CSVTokenizer, final: Bool) {
        var rows = rows
        var days = Evidence()
        var marks = Evidence()
        let dayColumns = [LayoutField.made, .booked, .value].flatMap {
            ColumnSurvey.columns(of: $0, table)
        }
        let numberColumns = [LayoutField.amount, .debit, .credit, .balance].flatMap {
            ColumnSurvey.columns(of: $0, table)
        }
        var rowsAsked = 0
        while case .row = rows.next(final: final), rows.position <= CSVHead.headBytes {
            rowsAsked += 1
            if rowsAsked > Self.rowsProving, days.isProved, marks.isProved || !table.asksMark {
                return
            }
            for column in dayColumns {
                guard let cell = Self.cell(column, rows, table) else { continue }
                take(rows.bytes.span.extracting(cell), daysOf: table.layout, &days)
            }
            for column in numberColumns where table.asksMark {
                guard let cell = Self.cell(column, rows, table) else { continue }
                take(rows.bytes.span.extracting(cell), numbersOf: table.layout, &marks)
            }
        }
        // A few rows that nothing reads well are rejected one by one, as ever.
        hasOtherDays = days.others > days.own
        hasOtherMark = marks.others > marks.own
    }

    private struct Evidence {
        var own = 0
        var others = 0
        var hint = 0

        var isProved: Bool { own > 0 && others == 0 }
    }

    /// A cell whose text says how its column is written; a sheet's own numbers and days do not.
    private static func cell(
        _ column: Int, _ rows: borrowing CSVTokenizer, _ table: CSVTable
    ) -> Range<Int>? {
        guard column < rows.fields.count else { return nil }
        let field = rows.fields[column]
        if table.isSheet, !field.isQuoted { return nil }
        let range = rows.range(of: field)
        return range.isEmpty ? nil : range
    }

    private func take(_ cell: Span<UInt8>, daysOf layout: Layout, _ found: inout Evidence) {
        guard case .fixed(let formats) = layout.dates else { return }
        if (try? DateText.parse(cell, formats: formats, hint: &found.hint)) != nil {
            found.own += 1
        } else if DateOrder.allCases.contains(where: { order in
            var hint = 0
            return (try? DateText.parse(cell, formats: order.formats, hint: &hint)) != nil
        }) {
            found.others += 1
        }
    }

    private func take(_ cell: Span<UInt8>, numbersOf layout: Layout, _ found: inout Evidence) {
        guard case .fixed(let mark) = layout.decimal else { return }
        func reads(_ mark: NumberStyle.DecimalMark) -> Bool {
            let style = NumberStyle(decimalMark: mark, allowsUnit: layout.allowsUnit)
            return (try? AmountText.parse(cell, style: style)) != nil
        }
        let isOwn = reads(mark)
        let isOther = reads(mark == .point ? .comma : .point)
        if isOwn, !isOther { found.own += 1 }
        if isOther, !isOwn { found.others += 1 }
    }
}

extension CSVTable {
    /// Whether the bank always writes one mark.
    fileprivate var asksMark: Bool {
        layout.decimal == .fixed(.point) || layout.decimal == .fixed(.comma)
    }
}
