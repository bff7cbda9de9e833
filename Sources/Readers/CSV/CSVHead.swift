internal import Facts
internal import Scanning

/// What the beginning of a file says: its shape, its layout, where its columns stand.
struct CSVTable {
    let shape: CSVShape
    let layout: Layout
    let columns: CSVColumns
    /// Cells of the header row as they are in the file.
    let header: [String]
    /// The header row's number among the rows, from 0.
    let headerRow: Int
    let currency: Currency
    let iban: String
}

/// Which column each field is read from; −1 where the file has none.
struct CSVColumns {
    private var first = [Int](repeating: -1, count: LayoutField.allCases.count)
    /// Columns to ask, in order, when the first one is blank.
    private(set) var others: [[Int]] = Array(repeating: [], count: LayoutField.allCases.count)

    subscript(_ field: LayoutField) -> Int { first[field.rawValue] }

    func has(_ field: LayoutField) -> Bool { first[field.rawValue] >= 0 }

    mutating func add(_ column: Int, to field: LayoutField) {
        if first[field.rawValue] < 0 {
            first[field.rawValue] = column
        } else {
            others[field.rawValue].append(column)
        }
    }
}

/// Finds the header row: tries each delimiter and each layout on the first rows of a file.
///
/// The answer depends on the first `headBytes` bytes only, however they were cut.
struct CSVHead {
    /// The longest preamble seen has 24 lines; 64 rows of a wide table fit.
    static let headBytes = 64 * 1024

    private let file: String
    private let layouts: [Layout]

    init(file: String, layouts: [Layout]) {
        self.file = file
        self.layouts = layouts
    }

    private struct HeadRow {
        let raw: [String]
        let folded: [[UInt8]]
        /// The first column of each heading.
        let columns: [[UInt8]: Int]

        init(raw: [String], folded: [[UInt8]]) {
            self.raw = raw
            self.folded = folded
            var columns: [[UInt8]: Int] = [:]
            for (index, cell) in folded.enumerated() where !cell.isEmpty && columns[cell] == nil {
                columns[cell] = index
            }
            self.columns = columns
        }

        /// The first name that is there; with a heading twice, the first column that has it.
        func column(_ names: [HeaderPattern]) -> (index: Int, currency: Currency)? {
            for name in names {
                if let plain = name.plain {
                    if let index = columns[plain] { return (index, .unknown) }
                    continue
                }
                if name.position >= 0 {
                    if name.position < folded.count { return (name.position, .unknown) }
                    continue
                }
                for (index, cell) in folded.enumerated() {
                    if let currency = name.match(cell) { return (index, currency) }
                }
            }
            return nil
        }
    }

    private struct Match {
        let table: CSVTable
        let matchedColumns: Int
    }

    private struct Near {
        let layout: Layout
        let matched: Int
        let missing: [String]
    }

    /// - Parameter isWhole: the head is the whole file, so that its last row counts without a line end.
    func find(_ head: Span<UInt8>, isWhole: Bool) throws(ReadFailure) -> CSVTable {
        var best: [Match] = []
        var near: Near?
        for hasQuoting in [true, false] {
            let candidates = layouts.filter { $0.hasQuoting == hasQuoting }
            if candidates.isEmpty { continue }
            for delimiter in [0x2C, 0x3B, 0x09] as [UInt8] {
                let shape = CSVShape(delimiter: delimiter, hasQuoting: hasQuoting)
                let rows = Self.rows(head, shape: shape, isWhole: isWhole)
                let fitting = candidates.filter { $0.delimiter ?? delimiter == delimiter }
                best += matches(of: fitting.filter(\.shapes.isEmpty), rows, shape, &near)
                for layout in fitting where !layout.shapes.isEmpty {
                    if let match = headless(layout, rows, shape) { best.append(match) }
                }
            }
        }
        guard let rank = best.map(\.table.layout.rank).max() else {
            throw unknown(near, head)
        }
        best = best.filter { $0.table.layout.rank == rank }
        // One layout may fit with two delimiters when a title line holds the other one.
        let most = best.map(\.matchedColumns).max() ?? 0
        best = best.filter { $0.matchedColumns == most }
        guard let only = best.first, best.count == 1 else {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file),
                details: best.map(\.table.layout.name))
        }
        return only.table
    }

    private static func rows(
        _ head: Span<UInt8>, shape: CSVShape, isWhole: Bool
    ) -> [HeadRow] {
        var tokenizer = CSVTokenizer(shape: shape)
        tokenizer.append(head)
        var rows: [HeadRow] = []
        while rows.count < Limits.headerRowsMax {
            switch tokenizer.next(final: isWhole) {
            case .row:
                let text = tokenizer.bytes.span
                var raw: [String] = []
                var folded: [[UInt8]] = []
                for field in tokenizer.fields {
                    let cell = text.extracting(tokenizer.range(of: field))
                    raw.append(CellText.string(cell, hasQuotes: field.hasQuotes))
                    folded.append(HeaderText.fold(cell))
                }
                rows.append(HeadRow(raw: raw, folded: folded))
            case .broken: rows.append(HeadRow(raw: [], folded: []))
            case .needsMore, .gaveUp: return rows
            }
        }
        return rows
    }

    /// The layouts whose header is the first row that any bank's layout knows; the fallback ones may have found theirs above it.
    private func matches(
        of layouts: [Layout], _ rows: [HeadRow], _ shape: CSVShape, _ near: inout Near?
    ) -> [Match] {
        var result: [Match] = []
        for (number, row) in rows.enumerated() {
            // A date and an amount make two columns at least.
            guard row.columns.count >= 2 else { continue }
            for layout in layouts
            where !result.contains(where: { $0.table.layout.name == layout.name }) {
                if let match = match(layout, rows, number, shape, &near) { result.append(match) }
            }
            if result.contains(where: { $0.table.layout.rank > .fallback }) { break }
        }
        return result
    }

    private func match(
        _ layout: Layout, _ rows: [HeadRow], _ number: Int, _ shape: CSVShape, _ near: inout Near?
    ) -> Match? {
        let row = rows[number]
        var missing: [String] = []
        var matched = 0
        let found = columns(of: layout, in: row, &matched, &missing)
        guard missing.isEmpty else {
            if layout.rank != .fallback, matched > 0,
                near.map({ score(matched, missing) > score($0.matched, $0.missing) }) ?? true
            {
                near = Near(layout: layout, matched: matched, missing: missing)
            }
            return nil
        }
        let preamble = rows[..<number].flatMap(\.raw)
        var currency = found.currency
        if !currency.isKnown, layout.takesCurrencyFromPreamble {
            currency = preamble.lazy.compactMap(Self.currency(in:)).first ?? .unknown
        }
        if !currency.isKnown { currency = layout.fixedCurrency }
        let iban =
            layout.takesIBANFromPreamble
            ? preamble.lazy.compactMap(IBANText.first(in:)).first ?? "" : ""
        return Match(
            table: CSVTable(
                shape: shape, layout: layout, columns: found.columns, header: row.raw,
                headerRow: number, currency: currency, iban: iban),
            matchedColumns: matched)
    }

    private func score(_ matched: Int, _ missing: [String]) -> Double {
        Double(matched) / Double(matched + missing.count)
    }

    private func columns(
        of layout: Layout, in row: HeadRow, _ matched: inout Int, _ missing: inout [String]
    ) -> (columns: CSVColumns, currency: Currency) {
        var columns = CSVColumns()
        var currency = Currency.unknown
        for source in layout.sources {
            var isThere = false
            for names in source.columns {
                guard let found = row.column(names) else { continue }
                isThere = true
                matched += 1
                columns.add(found.index, to: source.field)
                if found.currency.isKnown, source.field == .amount { currency = found.currency }
            }
            if !isThere, source.isRequired { missing.append(source.columns[0][0].text) }
        }
        for names in layout.requires {
            if row.column(names) != nil {
                matched += 1
            } else {
                missing.append(names[0].text)
            }
        }
        // One of two columns alone would lose the other half of the rows.
        if !columns.has(.amount), !columns.has(.debit) || !columns.has(.credit), missing.isEmpty {
            missing.append("amount")
        }
        missing += strangers(to: layout, in: row.folded)
        for names in layout.lacks where row.column(names) != nil {
            missing.append("-" + names[0].text)
        }
        return (columns, currency)
    }

    /// Headings that the layout does not read, holding a word that would open a second reading: another amount, another currency.
    private func strangers(to layout: Layout, in cells: [[UInt8]]) -> [String] {
        guard !layout.strangers.isEmpty else { return [] }
        let names = (layout.sources.flatMap(\.columns) + layout.known).flatMap(\.self)
        return cells.filter { cell in
            let words = cell.split(separator: 0x20).map(Array.init)
            return words.contains { layout.strangers.contains($0) }
                && !names.contains { $0.match(cell) != nil }
        }.map { "-" + String(decoding: $0, as: UTF8.self) }
    }

    /// A table without a header, by what the cells of its first rows look like.
    private func headless(_ layout: Layout, _ rows: [HeadRow], _ shape: CSVShape) -> Match? {
        let first = rows.prefix(40)
        let fitting = first.filter { CellShape.fits($0.raw, layout) }
        guard let row = first.first, CellShape.fits(row.raw, layout),
            fitting.count * 4 >= first.count * 3
        else { return nil }
        let header = layout.shapes.indices.map { "#\($0 + 1)" }
        var missing: [String] = []
        var matched = 0
        let found = columns(
            of: layout, in: HeadRow(raw: header, folded: header.map { _ in [] }), &matched, &missing
        )
        guard missing.isEmpty else { return nil }
        return Match(
            table: CSVTable(
                shape: shape, layout: layout, columns: found.columns, header: header, headerRow: -1,
                currency: layout.fixedCurrency, iban: ""),
            matchedColumns: layout.shapes.filter { $0.shape != .any && $0.shape != .text }.count)
    }

    /// `(UAH)` in a title line.
    private static func currency(in title: String) -> Currency? {
        let bytes = Array(title.utf8)
        for index in bytes.indices where bytes[index] == 0x28 && index + 4 < bytes.count {
            guard bytes[index + 4] == 0x29,
                let code = Currency(code: bytes.span.extracting((index + 1)..<(index + 4))),
                code.isListed
            else { continue }
            return code
        }
        return nil
    }

    private func unknown(_ near: Near?, _ head: Span<UInt8>) -> ReadFailure {
        var line = ""
        var index = 0
        while index < head.count, index < 400, head[index] != 0x0A, head[index] != 0x0D {
            index += 1
        }
        line = CellText.excerpt(head.extracting(0..<index))
        guard let near else {
            return ReadFailure(.layoutUnknown, at: SourcePlace(file: file, line: 1), found: line)
        }
        return ReadFailure(
            .layoutUnknown, at: SourcePlace(file: file, line: 1), found: line,
            details: [near.layout.name, "\(near.matched)/\(near.matched + near.missing.count)"]
                + near.missing)
    }
}
