internal import Facts
internal import Scanning

/// The start of an unknown table: its delimiter, the lines above, its header row if any.
struct TableFrame {
    /// A row of the head: its raw cells, without quotes.
    typealias Row = [[UInt8]]

    let shape: CSVShape
    /// Rows above the table's first data row, including the header.
    let rowsAbove: Int
    let hasHeader: Bool
    let headings: [HeadingWords.Meaning]
    /// The headings as in the file; empty texts if there is no header.
    let names: [String]
    /// Columns whose heading names a day above a spreadsheet's day numbers.
    let serialColumns: Set<Int>
    let preamble: [Row]
    /// The data rows in the head.
    let body: [Row]

    var width: Int { names.count }

    /// Rows searched for the table.
    private static let rowsMax = 256

    /// - Returns: nil if no delimiter gives rows with a day and a number, or a header that names
    ///   both.
    static func find(_ head: Span<UInt8>, isWhole: Bool, words: HeadingWords) -> TableFrame? {
        var best: (frame: TableFrame, score: Int)?
        var second = 0
        for delimiter in CSVShape.delimiters + [CSVShape.bar] {
            let shape = CSVShape(delimiter: delimiter, hasQuoting: true)
            let rows = rows(head, shape: shape, isWhole: isWhole)
            guard let found = frame(rows, shape, words) else { continue }
            if found.score > best?.score ?? 0 {
                second = best?.score ?? 0
                best = found
            } else {
                second = max(second, found.score)
            }
        }
        // Two delimiters that cut the file equally well give two tables.
        guard let best, best.score > second * 2 else { return nil }
        return best.frame
    }

    private static func rows(_ head: Span<UInt8>, shape: CSVShape, isWhole: Bool) -> [Row] {
        var tokenizer = CSVTokenizer(shape: shape)
        tokenizer.append(head)
        var rows: [Row] = []
        while rows.count < rowsMax {
            switch tokenizer.next(final: isWhole) {
            case .row:
                let bytes = tokenizer.bytes
                rows.append(
                    tokenizer.fields.map { Array(bytes[tokenizer.range(of: $0)]) })
            case .broken: rows.append([])
            case .needsMore, .gaveUp: return rows
            }
        }
        return rows
    }

    private static func frame(
        _ rows: [Row], _ shape: CSVShape, _ words: HeadingWords
    ) -> (frame: TableFrame, score: Int)? {
        var isData = rows.enumerated().map { number, row in
            self.isData(row, words) && !(number < Limits.headerRowsMax && isBalance(row, words))
        }
        let headerRow =
            knownHeader(rows.prefix(Limits.headerRowsMax), isData, words)
            ?? unknownHeader(rows, isData, words)
        let serials = headerRow.map { serialColumns(below: $0, rows, isData, words) } ?? []
        for row in rows.indices where !serials.isEmpty && row > headerRow ?? 0 {
            isData[row] = hasSerial(rows[row], in: serials, words)
        }
        let subHeader = headerRow.flatMap { self.subHeader(below: $0, rows, isData, words) }
        let first: Int
        if let headerRow {
            first = headerRow + (subHeader == nil ? 1 : 2)
        } else {
            guard let firstData = isData.firstIndex(of: true), firstData < Limits.headerRowsMax
            else { return nil }
            // A row of the table's shape with money but no day is to be refused, not a title.
            first =
                rows[..<firstData].firstIndex { row in
                    row.count == rows[firstData].count && row.count > 2
                        && row.contains { NumberReadings.isMoney($0.span, words) }
                } ?? firstData
        }
        let body = Array(rows[min(first, rows.count)...])
        let dataRows = isData[min(first, rows.count)...].count { $0 }
        // A header with a day and an amount is a table even without rows.
        guard dataRows > 0 || headerRow != nil else { return nil }
        let names: [String]
        if let headerRow {
            names = (subHeader ?? rows[headerRow]).map { String(decoding: $0, as: UTF8.self) }
        } else {
            // A line of totals may be wider than the table.
            let width = rows.indices.filter { isData[$0] }.map { rows[$0].count }.max() ?? 0
            names = Array(repeating: "", count: width)
        }
        let frame = TableFrame(
            shape: shape, rowsAbove: first, hasHeader: headerRow != nil,
            headings: names.map { words.meaning(of: $0) }, names: names, serialColumns: serials,
            preamble: Array(rows[..<(headerRow ?? first)]), body: body)
        return (frame, 2 * dataRows + (headerRow == nil ? 0 : 1))
    }

    /// Whether a row has a day in one cell and a number in another.
    private static func isData(_ row: Row, _ words: HeadingWords) -> Bool {
        let days = row.map { isDay($0) }
        guard let day = days.firstIndex(of: true) else { return false }
        return row.indices.contains { $0 != day && !days[$0] && isNumber(row[$0], words) }
    }

    /// Whether a row begins with the label of the account's balance: its day and number are none of
    /// the table's.
    private static func isBalance(_ row: Row, _ words: HeadingWords) -> Bool {
        guard let first = row.first(where: { !ColumnProfile.isBlank($0.span) }) else {
            return false
        }
        return words.isBalanceOfAccount(first)
    }

    /// Whether a cell is a day as its column has them.
    func isDay(_ cell: Span<UInt8>, in column: Int) -> Bool {
        serialColumns.contains(column) ? DayReadings.isSerial(cell) : DayReadings.isDay(cell)
    }

    /// Columns of day numbers below a header that names their day, if no row has another day: the
    /// sheet's days lost their format.
    private static func serialColumns(
        below headerRow: Int, _ rows: [Row], _ isData: [Bool], _ words: HeadingWords
    ) -> Set<Int> {
        let below = rows.indices.dropFirst(headerRow + 1)
        if below.contains(where: { isData[$0] }) { return [] }
        let days: Set = [HeadingRole.date, .made, .booked, .value]
        return Set(
            rows[headerRow].indices.filter { column in
                let name = String(decoding: rows[headerRow][column], as: UTF8.self)
                return !days.isDisjoint(with: words.meaning(of: name).roles)
                    && below.contains {
                        column < rows[$0].count && isSerial(rows[$0][column])
                    }
            })
    }

    private static func hasSerial(
        _ row: Row, in serials: Set<Int>, _ words: HeadingWords
    ) -> Bool {
        let days = row.indices.filter {
            serials.contains($0) && isSerial(row[$0])
        }
        return !days.isEmpty
            && row.indices.contains { !serials.contains($0) && isNumber(row[$0], words) }
    }

    private static func isSerial(_ cell: [UInt8]) -> Bool { DayReadings.isSerial(cell.span) }

    private static func isDay(_ cell: [UInt8]) -> Bool { DayReadings.isDay(cell.span) }

    private static func isNumber(_ cell: [UInt8], _ words: HeadingWords) -> Bool {
        NumberReadings.isNumber(cell.span, words)
    }

    /// The row whose words name most columns, including a day and money. Of headers in two
    /// languages the lower one.
    private static func knownHeader(
        _ rows: ArraySlice<Row>, _ isData: [Bool], _ words: HeadingWords
    ) -> Int? {
        var best: (row: Int, score: Int)?
        for (number, row) in rows.enumerated() where !isData[number] && row.count >= 2 {
            var roles: Set<HeadingRole> = []
            for cell in row {
                if let role = words.meaning(of: String(decoding: cell, as: UTF8.self)).roles.first {
                    roles.insert(role)
                }
            }
            let hasDay = !roles.isDisjoint(with: [.date, .made, .booked, .value])
            let hasMoney = !roles.isDisjoint(with: [
                .amount, .accountAmount, .originalAmount, .debit, .credit,
            ])
            guard hasDay && roles.count >= 2 || hasMoney && roles.count >= 3 else { continue }
            let isNext = best.map { $0.row == number - 1 } ?? false
            if best == nil || roles.count > best?.score ?? 0
                || isNext && roles.count * 2 >= best?.score ?? 0
            {
                best = (number, roles.count)
            }
        }
        guard let best else { return nil }
        // A table that starts above its supposed header is another table; a line or two of another
        // width are a title.
        let above = rows.indices.prefix(best.row).filter { isData[$0] }
        let isTitle =
            above.count <= 2 && above.allSatisfy { rows[$0].count != rows[best.row].count }
        return isTitle ? best.row : nil
    }

    /// A header of two rows as one, each column by its lower name: `Сума` stands over `Дебет` and a
    /// blank over `Кредит`, in merged cells. Nil if the next row is none of the header.
    private static func subHeader(
        below headerRow: Int, _ rows: [Row], _ isData: [Bool], _ words: HeadingWords
    ) -> Row? {
        guard headerRow + 1 < rows.count, !isData[headerRow + 1] else { return nil }
        let (upper, lower) = (rows[headerRow], rows[headerRow + 1])
        func isFilled(_ row: Row, _ column: Int) -> Bool {
            column < row.count && row[column].contains { $0 > 0x20 }
        }
        let columns = 0..<max(upper.count, lower.count)
        let named = columns.filter { isFilled(lower, $0) }
        // Each lower name has a role, and one of them has no upper name.
        guard named.count >= 2, columns.contains(where: { !isFilled(lower, $0) }),
            named.contains(where: { !isFilled(upper, $0) }),
            named.allSatisfy({ column in
                let name = String(decoding: lower[column], as: UTF8.self)
                return words.meaning(of: name).roles.contains { $0.isMoney || $0 == .currency }
            })
        else { return nil }
        return columns.map { isFilled(lower, $0) ? lower[$0] : $0 < upper.count ? upper[$0] : [] }
    }

    /// The row above the first data row, if it has as many cells and none is a day or an amount.
    private static func unknownHeader(
        _ rows: [Row], _ isData: [Bool], _ words: HeadingWords
    ) -> Int? {
        guard let first = isData.firstIndex(of: true), (1...Limits.headerRowsMax).contains(first)
        else { return nil }
        let row = rows[first - 1]
        let filled = row.filter { cell in cell.contains { $0 > 0x20 } }
        guard row.count == rows[first].count, filled.count >= 2, filled.count * 2 > row.count,
            !filled.contains(where: { isDay($0) || isNumber($0, words) })
        else { return nil }
        return first - 1
    }
}
