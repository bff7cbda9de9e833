internal import Facts
internal import Scanning
internal import Reading

/// Classification of rows: of the table, outside it, or a repeated header.
extension CSVRowMapper {
    func shapeFate(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) -> CSVFate? {
        if row.fields.count == table.header.count {
            return isBlankRow(row, text) ? .skipped(.blank) : nil
        }
        if isBlankRow(row, text) { return .skipped(.blank) }
        // A sheet's row ends with its last filled cell.
        if row.fields.count < cellsNeeded, !table.isSheet {
            if isEndMark(row, text) { return .skipped(.blank) }
            throw CellProblem(
                kind: .columnMissing, column: -1,
                expected: "\(table.header.count) columns")
        }
        // A trailing delimiter in each row makes one more, empty cell.
        for column in table.header.count..<max(row.fields.count, table.header.count)
        where row.fields[column].count > 0 {
            throw CellProblem(
                kind: .columnsTooMany, column: column, expected: "\(table.header.count) columns")
        }
        return nil
    }

    /// A single byte that programs leave at the end of a file: NUL, Ctrl-Z, or the half of a UTF-16
    /// unit.
    private func isEndMark(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard row.fields.count == 1, row.fields[0].count == 1 else { return false }
        return [0x00, 0x1A, CellText.undecodable].contains(text[row.range(0).lowerBound])
    }

    /// An unreadable row that is a total: only the word for it and numbers.
    func isTotal(_ row: CSVRow, of text: Span<UInt8>) -> Bool {
        var hasLabel = false
        for column in row.fields.indices {
            guard let range = range(column, row, text) else { continue }
            let cell = text.extracting(range)
            if DayReadings.isDay(cell) { return false }
            if NumberReadings.isNumber(cell, .builtIn) || CurrencyText.parse(cell) != nil {
                continue
            }
            let label = HeadingWords.builtIn.totalLabel(
                CellText.string(cell, hasQuotes: row.fields[column].hasQuotes),
                folded: HeaderText.fold(cell))
            guard label == .bare || label == .whole else { return false }
            hasLabel = true
        }
        return hasLabel
    }

    private func isBlankRow(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        for field in row.fields where field.count > 0 {
            let cell = row.range(of: field)
            if !isBlank(text, cell.lowerBound, cell.upperBound) { return false }
        }
        return true
    }

    /// Rows that are not of the table: section titles, single texts, rows that the layout skips.
    func oddFate(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) -> CSVFate? {
        switch table.totalRows[row.line] {
        case .total, .subtotal: return .skipped(.total)
        case .unclear:
            throw CellProblem(
                kind: .totalOrPayment, column: columns[.description],
                expected: "a sum of the rows above")
        case nil: break
        }
        if !layout.ends.isEmpty, isPastEnd(row, text) { return .skipped(.footer) }
        if let first = table.textsBelow, row.line >= first,
            row.isText(text, besideTableOf: table.header.count)
        {
            return .skipped(.footer)
        }
        if !layout.sections.isEmpty, isSection(row, text) {
            return .skipped(.sectionTitle)
        }
        for skip in skips where isSkipped(row, text, skip.column, skip.rule) {
            if case .blank = skip.rule.test, isBlankRow(row, text) { continue }
            if isHeader(row, text) { return .skipped(.repeatedHeader) }
            return .skipped(skip.rule.reason)
        }
        if let reason = layout.lone, isLone(row, text) { return .skipped(reason) }
        if layout.hasDayTitles, let title = dayTitle(row, text) {
            // Rows below a title that cannot be read have no day.
            inherited = (try? day(.made, row, text)).map { ($0, nil) }
            if inherited != nil { return .skipped(.sectionTitle) }
            throw CellProblem(
                kind: .dateNotADay, column: title.column, expected: formats.first?.pattern ?? "")
        }
        return nil
    }

    /// The cell of a row with a day and nothing else, or with digits in its place.
    private func dayTitle(_ row: CSVRow, _ text: Span<UInt8>) -> Cell? {
        for column in row.fields.indices
        where column != columns[.made] && range(column, row, text) != nil {
            return nil
        }
        guard let cell = cell(.made, row, text),
            cell.range.contains(where: { text[$0] &- 0x30 < 10 })
        else { return nil }
        return cell
    }

    private func isPastEnd(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        if hasEnded { return true }
        guard let cell = range(0, row, text) else { return false }
        hasEnded = layout.ends.contains(HeaderText.fold(text.extracting(cell)))
        return hasEnded
    }

    /// A title with the account of the rows below: `Деталізація операцій за рахунком: UA…`. A
    /// card's title keeps the account.
    private func isSection(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        guard let cell = range(0, row, text) else { return false }
        let folded = HeaderText.fold(text.extracting(cell))
        guard layout.sections.contains(where: { folded.starts(with: $0) }) else { return false }
        let title = CellText.string(text.extracting(cell), hasQuotes: row.fields[0].hasQuotes)
        if let iban = IBANText.first(in: title), iban != sectionAccount {
            sectionAccount = iban
            lastAccount = -1
        }
        return true
    }

    /// A row with one cell of words. A single day is the rest of a truncated row.
    private func isLone(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        var found = -1
        for column in row.fields.indices where range(column, row, text) != nil {
            if found >= 0 { return false }
            found = column
        }
        guard found >= 0 else { return false }
        guard found == columns[.made] else { return true }
        return (try? day(.made, row, text)) == nil
    }

    /// The repeated header, in any language of the layout; records whether its columns differ.
    func isHeader(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        let column = columns[.made]
        guard column < row.fields.count, column < table.header.count else { return false }
        let made = folded(column, row, text)
        if made.isEmpty { return false }
        if made == HeaderText.fold(table.header[column]) {
            for column in row.fields.indices where column < table.header.count {
                if folded(column, row, text) != HeaderText.fold(table.header[column]) {
                    changedHeaderLine = row.line
                }
            }
            return true
        }
        let isKnown = layout.sources.contains { source in
            source.field == .made
                && source.columns.contains { $0.contains { $0.match(made) != nil } }
        }
        if isKnown, hasOtherColumns(row, text) { changedHeaderLine = row.line }
        if isKnown { return true }
        guard isOfNames(row, text, made) else { return false }
        changedHeaderLine = row.line
        return true
    }

    /// Whether the cells are names of the table's columns in other places, or, in a table that no
    /// layout knows, names of other columns.
    private func isOfNames(_ row: CSVRow, _ text: Span<UInt8>, _ made: [UInt8]) -> Bool {
        let cells = row.fields.indices.map { folded($0, row, text) }
        let names = table.header.map { HeaderText.fold($0) }
        if names.contains(made), HeadRow.isOfNames(cells, names) { return true }
        guard layout.name == UnknownBank.layoutName else { return false }
        func roles(_ cell: [UInt8]) -> [HeadingRole] {
            HeadingWords.builtIn.meaning(of: String(decoding: cell, as: UTF8.self)).roles
        }
        let days: Set = [HeadingRole.date, .made, .booked, .value]
        return !days.isDisjoint(with: roles(made))
            && cells.count { !$0.isEmpty && !roles($0).isEmpty } * 2 > cells.count
    }

    /// Whether a header in another language of the layout puts its columns elsewhere, or names
    /// another currency.
    private func hasOtherColumns(_ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        let names = row.fields.map {
            CellText.string(text.extracting(row.range(of: $0)), hasQuotes: $0.hasQuotes)
        }
        let other = HeadRow(raw: names, folded: names.map { HeaderText.fold($0) })
        let own = HeadRow(raw: table.header, folded: table.header.map { HeaderText.fold($0) })
        return layout.sources.contains { source in
            source.columns.contains { names in
                guard let one = own.column(names) else { return other.column(names) != nil }
                guard let another = other.column(names) else { return true }
                return one.index != another.index
                    || one.currency.isKnown && another.currency.isKnown
                        && one.currency != another.currency
            }
        }
    }

    func folded(_ column: Int, _ row: CSVRow, _ text: Span<UInt8>) -> [UInt8] {
        HeaderText.fold(text.extracting(row.range(of: row.fields[column])))
    }

    func checkZeros(_ row: CSVRow, _ text: Span<UInt8>) throws(CellProblem) {
        for column in zeros {
            guard let range = range(column, row, text) else { continue }
            let number = try number((range, column), row, text)
            guard number.mantissa == 0 else {
                throw CellProblem(kind: .amountTwoSides, column: column, expected: "zero")
            }
        }
    }

    /// A row without day and amount that continues the text of the row above.
    func isContinuation(_ row: CSVRow, of text: Span<UInt8>) -> Bool {
        let empty: [LayoutField] = [.made, .amount, .debit, .credit]
        return empty.allSatisfy { cell($0, row, text) == nil }
            && cell(.description, row, text) != nil
    }

    /// Appends the words of a continuation to the description of its line.
    func extend(
        _ line: inout StatementLine, by row: CSVRow, of text: Span<UInt8>,
        into batch: inout LineBatch
    ) throws(CellProblem) {
        let more = try textThere(.description, row, text, &batch)
        guard !more.isEmpty else { return }
        var joined = Array(batch.arena[line.description.range])
        if !joined.isEmpty { joined.append(0x20) }
        joined += batch.arena[more.range]
        line.description = batch.add(joined.span)
    }

    func status(_ row: CSVRow, _ text: Span<UInt8>, _ rule: Layout.Status) -> StatusMeaning {
        guard let cell = cell(.status, row, text) else {
            return rule.isDoneOtherwise || rule.done.contains([]) ? .done : .unknown
        }
        return statusWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.done.contains(word) { return .done }
            if rule.hold.contains(word) { return .hold }
            if let skip = rule.skip.first(where: { $0.word == word }) { return .skip(skip.reason) }
            return rule.isDoneOtherwise ? .done : .unknown
        }
    }

    private func isSkipped(
        _ row: CSVRow, _ text: Span<UInt8>, _ column: Int, _ rule: Layout.Skip
    ) -> Bool {
        guard let range = range(column, row, text) else {
            if case .blank = rule.test { return true }
            return false
        }
        switch rule.test {
        case .blank: return false
        case .filled: return true
        case .text(let words):
            // Only short texts are folded: a rule's words, not a payment's purpose.
            let longest = words.map(\.count).max() ?? 0
            guard range.count <= 4 * longest + 16 else { return false }
            return words.contains(HeaderText.fold(text.extracting(range)))
        case .starts(let words):
            let longest = words.map(\.count).max() ?? 0
            let end = min(range.upperBound, range.lowerBound + 4 * longest + 16)
            let folded = HeaderText.fold(text.extracting(range.lowerBound..<end))
            return words.contains { folded.starts(with: $0) }
        }
    }
}
