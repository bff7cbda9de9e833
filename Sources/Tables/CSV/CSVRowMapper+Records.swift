internal import Facts
internal import Reading

extension CSVRowMapper {
    /// For a document of records: rows whose columns are the members that a layout names.
    ///
    /// - Parameters:
    ///   - titles: of the columns.
    ///   - fields: of the columns; nil for one used only by a rule that skips rows.
    package convenience init(records layout: Layout, titles: [String], fields: [LayoutField?]) {
        var columns = CSVColumns()
        for (column, field) in fields.enumerated() {
            if let field { columns.add(column, to: field) }
        }
        self.init(
            table: CSVTable(
                shape: CSVShape(delimiter: 0, hasQuoting: false), layout: layout, columns: columns,
                header: titles, headerRow: 0, currency: layout.fixedCurrency, iban: ""),
            settled: .nothing)
    }

    /// The amount of a record exceeds the range of money.
    package var amountOverflow: CellProblem {
        CellProblem(
            kind: .amountOverflow, column: columns[.amount], expected: "at most 18 digits")
    }
}

extension CSVRow {
    /// - Parameters:
    ///   - line: of the record's first byte.
    ///   - index: 0-based, among the file's records.
    ///   - cells: their number, as far as known.
    package init(record line: Int, index: UInt32, cells: Int) {
        self.init(start: 0, line: line, index: index)
        fields.reserveCapacity(cells)
    }

    /// Appends an unquoted text.
    package mutating func append(_ range: Range<Int>) { fields.append(CSVField(range)) }

    package mutating func replace(_ column: Int, by range: Range<Int>) {
        fields[column] = CSVField(range)
    }

    package func range(ofColumn column: Int) -> Range<Int> { range(of: fields[column]) }
}

extension CSVField {
    fileprivate init(_ range: Range<Int>) {
        self.init(
            start: UInt32(truncatingIfNeeded: range.lowerBound),
            end: UInt32(truncatingIfNeeded: range.upperBound), isQuoted: false, hasQuotes: false)
    }
}
