internal import Facts
internal import Scanning
internal import Reading

/// The table found in the head of a file: its shape, layout and columns.
struct CSVTable {
    /// A sheet's text: comma; quoted cells are texts, others plain numbers and ISO days.
    var isSheet = false
    let shape: CSVShape
    let layout: Layout
    let columns: CSVColumns
    /// Cells of the header row, as in the file.
    let header: [String]
    /// 0-based row number of the header.
    let headerRow: Int
    var currency: Currency
    var iban: String
    /// The bank of records that no layout knows; nil for the layout's.
    var bank: String?
    /// Totals printed above the table; of an unknown table also below it.
    var printedAround = PrintedAround()
    /// Rows of an unknown table that look like totals, by line.
    var totalRows: [Int: TotalRowFate] = [:]
    /// The first line with a row of an unknown table; 0 for others.
    var firstLine = 0
    /// The first line of texts below an unknown table.
    var textsBelow: Int?
    /// Order of an unknown table's rows, if only its balances give the signs.
    var order: RowOrder?
    /// Whether an unknown table's amounts hold the fees beside them is not proved.
    var hasUnprovedFees = false
    /// An unknown table has several accounts, or currencies: a row without one is rejected.
    var needsAccount = false
    var needsCurrency = false
    /// A code that is none of ISO 4217 is a misspelt one.
    var refusesUnlistedCurrency = false
    /// The user chose the sign of amounts: contradicting balances are a debt.
    var isSignChosen = false
    /// The opening balance, in units of 10^−9, if it is printed and the signs depend on it.
    var openingBalance: Int64?
}

/// The column of each field; −1 where the file has none.
struct CSVColumns: Equatable {
    private var first = [Int](repeating: -1, count: LayoutField.placesMax)
    /// Fallback columns, in order, for a blank first one.
    private(set) var others: [[Int]] = Array(repeating: [], count: LayoutField.placesMax)

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
/// The result depends only on the first `headBytes` bytes, not on the chunks.
package struct CSVHead {
    /// The longest preamble seen has 24 lines; 64 rows of a wide table fit.
    package static let headBytes = 64 * 1024

    private let file: String
    let layouts: LayoutSet
    let isSheet: Bool

    /// - Parameter isSheet: the text was made from a sheet, so its shape is not the bank's.
    init(file: String, layouts: LayoutSet, isSheet: Bool = false) {
        self.file = file
        self.layouts = layouts
        self.isSheet = isSheet
    }

    struct Match {
        let table: CSVTable
        let matchedColumns: Int
        /// Rows precede the header: those of another header, or of none.
        var hasRowsAbove = false
    }

    /// A layout that shares some columns with a row.
    struct Near {
        let layout: Layout
        let rows: HeadRows
        let number: Int
        let row: HeadRow
        let matched: Int
        /// Missing names; unexpected ones have a `+` prefix.
        let missing: [String]

        var score: Double { Double(matched) / Double(max(matched + missing.count, 1)) }

        /// A changed version of the bank's table: at least two names are in no plain table.
        func isDrift(beside plain: [Layout]) -> Bool {
            guard score >= 0.6 else { return false }
            let names =
                layout.sources.flatMap { $0.columns.flatMap(\.self) }
                + layout.requires.flatMap(\.self)
            let distinct = Set(names.compactMap(\.plain)).filter { name in
                row.column(named: name) != nil && !plain.contains { $0.names(column: name) }
            }
            let patterns = names.filter { $0.plain == nil && row.column([$0]) != nil }
            return distinct.count + patterns.count >= 2
        }
    }

    /// - Parameter isWhole: the head is the whole file, so its last row may lack a line end.
    func find(_ head: Span<UInt8>, isWhole: Bool) throws(ReadFailure) -> CSVTable {
        var tried = candidates(head, isWhole: isWhole, isResaved: false)
        var best = tried.flatMap { matches(of: $0.fitting, unquoted($0.rows, head, isWhole)) }
        if best.isEmpty, !isSheet {
            // A spreadsheet saves any bank's table with its own delimiter and quotes.
            let resaved = candidates(head, isWhole: isWhole, isResaved: true)
            best = resaved.flatMap { matches(of: $0.fitting, $0.rows) }
            if best.isEmpty, nearest(of: tried) == nil { tried = resaved }
        }
        if best.isEmpty {
            for (rows, fitting) in tried {
                best += fitting.lazy.filter { layouts.cards[$0].isHeadless }
                    .compactMap { headlessMatch(layouts[$0], rows) }
            }
        }
        guard let rank = best.map(\.table.layout.rank).max() else {
            let near = nearest(of: tried)
            guard let near, near.isDrift(beside: layouts.plain) else { throw unknown(near, head) }
            if let rows = tried.first(where: { $0.rows === near.rows })?.rows,
                let match = match(
                    near.layout, rows, near.number, near.row, isLenient: true)
            {
                if !match.hasRowsAbove { return match.table }
            }
            throw near.layout.isOfManyBanks ? unknown(near, head) : drifted(near, head)
        }
        best = best.filter { $0.table.layout.rank == rank }
        // One layout may fit with two delimiters if a title line contains the other one.
        let most = best.map(\.matchedColumns).max() ?? 0
        best = best.filter { $0.matchedColumns == most }
        guard let only = best.first, best.count == 1 else {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file),
                details: best.map(\.table.layout.name))
        }
        if only.hasRowsAbove {
            throw ReadFailure(
                .layoutDrifted, at: firstPlace(head), found: firstLine(head),
                details: [only.table.layout.name, "header"])
        }
        return only.table
    }

    /// Ways to cut the head into rows, each with its candidate layouts.
    func candidates(
        _ head: Span<UInt8>, isWhole: Bool, isResaved: Bool
    ) -> [(rows: HeadRows, fitting: [Int])] {
        var tried: [(rows: HeadRows, fitting: [Int])] = []
        for hasQuoting in isSheet || isResaved ? [true] : [true, false] {
            for delimiter in isSheet
                ? [0x2C] : CSVShape.delimiters + (isResaved ? [CSVShape.bar] : [])
            {
                let fitting = layouts.tables.filter { number in
                    let card = layouts.cards[number]
                    if isResaved {
                        return card.delimiter != nil || !card.hasQuoting
                            || delimiter == CSVShape.bar
                    }
                    return isSheet
                        || card.hasQuoting == hasQuoting
                            && card.delimiter ?? delimiter == delimiter
                }
                // Without the delimiter every row is one cell; a table has at least two columns.
                guard !fitting.isEmpty, ByteMarks.has(delimiter, in: head)
                else { continue }
                let rows = HeadRows(
                    head, shape: CSVShape(delimiter: delimiter, hasQuoting: hasQuoting),
                    isWhole: isWhole)
                tried.append((rows, fitting))
            }
        }
        return tried
    }

    /// The rows, cut with quoting if the bank never quotes but only quoting gives all rows as many
    /// cells as the header: another program added the quotes.
    func unquoted(_ rows: HeadRows, _ head: Span<UInt8>, _ isWhole: Bool) -> HeadRows {
        guard !rows.shape.hasQuoting, ByteMarks.has(0x22, in: head) else { return rows }
        let quoted = HeadRows(
            head, shape: CSVShape(delimiter: rows.shape.delimiter, hasQuoting: true),
            isWhole: isWhole)
        // Lines above the header have fewer cells.
        func isEven(_ rows: HeadRows) -> Bool {
            let most = rows.all.map(\.count).max() ?? 0
            return rows.all.drop { $0.count < most }.allSatisfy { $0.count == most }
        }
        return !isEven(rows) && isEven(quoted) ? quoted : rows
    }

    // MARK: tables with a header

    /// The layouts that match the first row that any layout matches.
    private func matches(of fitting: [Int], _ rows: HeadRows) -> [Match] {
        var number = 0
        while let row = rows[number] {
            let found = layouts.naming(row).filter { $0.mayFit && fitting.contains($0.number) }
                .compactMap { match(layouts[$0.number], rows, number, row) }
            if !found.isEmpty { return found }
            number += 1
        }
        return []
    }

    /// The nearest of the layouts that do not fit, the first of equals. Called only if none fits:
    /// it parses the layout's file for each row that names a third of its columns.
    private func nearest(of tried: [(rows: HeadRows, fitting: [Int])]) -> Near? {
        var near: Near?
        for (rows, fitting) in tried {
            for (number, row) in rows.all.enumerated() {
                for named in layouts.naming(row) where fitting.contains(named.number) {
                    let layout = layouts[named.number]
                    var missing: [String] = []
                    var matched = 0
                    _ = columns(of: layout, in: row, &matched, &missing)
                    if missing.isEmpty || matched == 0 { continue }
                    let new = Near(
                        layout: layout, rows: rows, number: number, row: row, matched: matched,
                        missing: missing)
                    if new.score > near?.score ?? 0 { near = new }
                }
            }
        }
        return near
    }

    /// - Parameters:
    ///   - number: of the header row; −1 for a row that is not in the file.
    ///   - isLenient: columns may be missing that do not change a row's meaning.
    ///   - printsCurrency: a currency in a heading is the file's.
    func match(
        _ layout: Layout, _ rows: HeadRows, _ number: Int, _ row: HeadRow, isLenient: Bool = false,
        printsCurrency: Bool = true
    ) -> Match? {
        var missing: [String] = []
        var matched = 0
        let found = columns(of: layout, in: row, &matched, &missing, isLenient: isLenient)
        guard missing.isEmpty else { return nil }
        if let evidence = layout.evidence {
            guard isProved(evidence, found.columns, rows.all.dropFirst(number + 1), in: row) else {
                return nil
            }
            matched += 1
        }
        let preamble = Preamble(rows: rows.upTo(number), layout: layout)
        var currency = printsCurrency ? found.currency : .unknown
        if !currency.isKnown { currency = preamble.currency }
        if !currency.isKnown, layout.takesCurrencyWhereEqual || !printsCurrency {
            currency = Self.currencyWhereEqual(found.columns, rows.all.dropFirst(number + 1))
        }
        // Without a header the rows prove where amounts are, not their currency.
        if !currency.isKnown, number >= 0 { currency = layout.fixedCurrency }
        return Match(
            table: CSVTable(
                isSheet: isSheet, shape: rows.shape, layout: layout, columns: found.columns,
                header: row.raw, headerRow: number, currency: currency, iban: preamble.account,
                printedAround: PrintedTotals.above(rows.upTo(number))),
            matchedColumns: matched,
            hasRowsAbove: rows.upTo(number).contains { isRow($0, row, found.columns) })
    }

    /// A row with as many cells as the header, and with digits and few letters in the columns of
    /// day and amount, in any format; a day may also have its month in words.
    private func isRow(_ row: HeadRow, _ header: HeadRow, _ columns: CSVColumns) -> Bool {
        func hasDigits(_ field: LayoutField, _ least: Int) -> Bool {
            guard row.raw.indices.contains(columns[field]) else { return false }
            let cell = row.raw[columns[field]]
            return cell.count { $0.isASCII && $0.isNumber } >= least
                && cell.count(where: \.isLetter) <= 3
        }
        func isDay(_ column: Int) -> Bool {
            row.raw.indices.contains(column) && DayReadings.isDay(row.raw[column].utf8.span)
        }
        guard row.count == header.count, hasDigits(.made, 4) || isDay(columns[.made]) else {
            return false
        }
        return [LayoutField.amount, .debit, .credit].contains { hasDigits($0, 1) }
    }

    func columns(
        of layout: Layout, in row: HeadRow, _ matched: inout Int, _ missing: inout [String],
        isLenient: Bool = false
    ) -> (columns: CSVColumns, currency: Currency) {
        var columns = CSVColumns()
        var currency = Currency.unknown
        for source in layout.sources {
            if isLenient || source.field == .originalAmount && !layout.takesCurrencyFromUnit,
                isUseless(source.field, layout, row)
            {
                continue
            }
            var isThere = false
            let anchor = anchor(of: source.field, layout, row)
            for names in source.columns {
                guard let found = row.column(names, after: anchor),
                    !isOthers(found.index, source.field, layout, row)
                else { continue }
                isThere = true
                matched += 1
                columns.add(found.index, to: source.field)
                let isMoney = [.amount, .debit, .credit].contains(source.field)
                if found.currency.isKnown, isMoney { currency = found.currency }
            }
            let isNeeded = source.isRequired && !(isLenient && source.field.mayBeLost)
            if !isThere, isNeeded { missing.append(source.columns[0][0].text) }
        }
        for names in layout.requires {
            if row.column(names) != nil {
                matched += 1
            } else if !isLenient {
                missing.append(names[0].text)
            }
        }
        // One of two columns alone would lose half of the rows.
        if !columns.has(.amount), !columns.has(.debit) || !columns.has(.credit), missing.isEmpty {
            missing.append("amount")
        }
        // Skips the costly comparison for tables that are too different.
        if missing.count <= matched { missing += strangers(to: layout, in: row) }
        for names in layout.lacks where row.column(names) != nil {
            missing.append("+" + names[0].text)
        }
        return (columns, currency)
    }

    /// An amount without its currency column would be read in the account's currency.
    private func isUseless(_ field: LayoutField, _ layout: Layout, _ row: HeadRow) -> Bool {
        let currency: LayoutField
        switch field {
        case .originalAmount: currency = .originalCurrency
        case .balance: currency = .balanceCurrency
        default: return false
        }
        guard let source = layout.sources.first(where: { $0.field == currency }) else {
            return false
        }
        return !source.columns.contains { row.column($0) != nil }
    }

    /// A currency's column follows its amount: of two equal headings the one after the amount
    /// counts.
    private func anchor(of field: LayoutField, _ layout: Layout, _ row: HeadRow) -> Int {
        let money: LayoutField
        switch field {
        case .currency: money = .amount
        case .originalCurrency: money = .originalAmount
        case .balanceCurrency: money = .balance
        default: return -1
        }
        guard let source = layout.sources.first(where: { $0.field == money }) else { return -1 }
        return source.columns.lazy.compactMap { row.column($0)?.index }.first ?? -1
    }

    private static let currencies: [(currency: LayoutField, of: LayoutField)] = [
        (.currency, .amount), (.originalCurrency, .originalAmount), (.balanceCurrency, .balance),
    ]

    /// Whether a heading shared by the currencies of several amounts follows another amount.
    private func isOthers(
        _ column: Int, _ field: LayoutField, _ layout: Layout, _ row: HeadRow
    ) -> Bool {
        guard let own = Self.currencies.first(where: { $0.currency == field }) else {
            return false
        }
        func source(_ field: LayoutField) -> Layout.Source? {
            layout.sources.first { $0.field == field }
        }
        func place(_ field: LayoutField) -> Int {
            let places = source(field)?.columns.compactMap { row.column($0)?.index } ?? []
            return places.filter { $0 < column }.max() ?? -1
        }
        let heading = row.folded[column]
        let times = row.folded.count { $0 == heading }
        // Only the amount before it shows which of the two is left.
        if times == 1, place(own.of) != column - 1,
            layout.twice.contains(where: { $0.contains { $0.match(heading) != nil } })
        {
            return true
        }
        let claims = Self.currencies.filter { pair in
            source(pair.currency)?.columns.contains {
                $0.contains { $0.match(heading) != nil }
            } ?? false
        }
        guard claims.count > 1, times < claims.count,
            place(own.of) >= 0
        else { return false }
        return claims.contains { place($0.of) > place(own.of) }
    }

    /// Headings unknown to the layout that allow a second reading: another amount, another
    /// currency.
    private func strangers(to layout: Layout, in row: HeadRow) -> [String] {
        guard !layout.strangers.isEmpty || layout.isExact else { return [] }
        return row.folded.indices.filter { index in
            let cell = row.folded[index]
            guard !cell.isEmpty else { return false }
            return (layout.isExact || layout.isStranger(cell)) && !layout.names(column: cell)
                && !layout.reads(position: index)
        }.map { "+" + row.raw[$0] }
    }

    private func isProved(
        _ evidence: Layout.Evidence, _ columns: CSVColumns, _ rows: ArraySlice<HeadRow>,
        in header: HeadRow
    ) -> Bool {
        guard let column = header.column(evidence.column)?.index else { return false }
        return rows.contains { row in
            guard column < row.folded.count else { return false }
            if evidence.isNegative {
                let amount = columns[.amount]
                guard amount < row.raw.count,
                    let number = try? AmountText.parse(
                        row.raw[amount].utf8.span,
                        style: NumberStyle(decimalMark: .either, allowsUnit: true)),
                    number.mantissa < 0
                else { return false }
            }
            return evidence.words.contains { row.folded[column].starts(with: $0) }
        }
    }

    /// The currency of operations whose amount equals the account's amount: the account's currency,
    /// if all such rows agree.
    private static func currencyWhereEqual(
        _ columns: CSVColumns, _ rows: ArraySlice<HeadRow>
    ) -> Currency {
        let wanted = [columns[.amount], columns[.originalAmount], columns[.originalCurrency]]
        var found = Currency.unknown
        for row in rows {
            guard wanted.allSatisfy({ row.raw.indices.contains($0) }),
                !row.folded[wanted[0]].isEmpty, row.raw[wanted[0]] == row.raw[wanted[1]],
                let currency = CurrencyText.parse(row.raw[wanted[2]].utf8.span)
            else { continue }
            if found.isKnown, found != currency { return .unknown }
            found = currency
        }
        return found
    }

    // MARK: tables without a header

    private func headlessMatch(_ layout: Layout, _ rows: HeadRows) -> Match? {
        let whole = rows.all.prefix(40).filter { row in
            layout.lone == nil || row.folded.filter { !$0.isEmpty }.count > 1
        }
        guard let first = whole.first, CellShape.fits(first.raw, layout) else { return nil }
        let fitting = whole.filter { CellShape.fits($0.raw, layout) }
        guard fitting.count * 4 >= whole.count * 3 else { return nil }
        let header = layout.shapes.indices.map { "#\($0 + 1)" }
        var missing: [String] = []
        var matched = 0
        let found = columns(
            of: layout, in: HeadRow(raw: header, folded: header.map { _ in [] }), &matched, &missing
        )
        guard missing.isEmpty else { return nil }
        return Match(
            table: CSVTable(
                shape: rows.shape, layout: layout, columns: found.columns, header: header,
                headerRow: -1,
                currency: layout.fixedCurrency, iban: ""),
            matchedColumns: layout.shapes.filter { $0.shape != .any && $0.shape != .text }.count)
    }

    // MARK: no table

    private func drifted(_ near: Near, _ head: Span<UInt8>) -> ReadFailure {
        ReadFailure(
            .layoutDrifted, at: firstPlace(head), found: firstLine(head),
            details: details(near))
    }

    private func unknown(_ near: Near?, _ head: Span<UInt8>) -> ReadFailure {
        ReadFailure(
            .layoutUnknown, at: firstPlace(head), found: firstLine(head),
            details: near.map(details) ?? [])
    }

    /// For a known table that lost columns, only the required ones are named.
    private func details(_ near: Near) -> [String] {
        var matched = 0
        var needed: [String] = []
        _ = columns(of: near.layout, in: near.row, &matched, &needed, isLenient: true)
        if !needed.isEmpty, needed.allSatisfy(near.missing.contains) {
            return [near.layout.name, "\(near.matched)/\(near.matched + near.missing.count)"]
                + needed
        }
        return [near.layout.name, "\(near.matched)/\(near.matched + near.missing.count)"]
            + near.missing
    }

    /// The first row that is not empty: a sheet's empty rows are lines.
    private func firstPlace(_ head: Span<UInt8>) -> SourcePlace {
        var line = 1
        if isSheet {
            while line <= head.count, head[line - 1] == 0x0A { line += 1 }
        }
        return SourcePlace(file: file, line: line)
    }

    private func firstLine(_ head: Span<UInt8>) -> String {
        if isSheet {
            // The quotes and commas of a sheet's text come from `SheetRows`, not from the bank.
            let shape = CSVShape(delimiter: 0x2C, hasQuoting: true)
            let cells = HeadRows(head, shape: shape, isWhole: true)[0]?.raw ?? []
            let line = cells.filter { !$0.isEmpty }.joined(separator: " | ")
            return CellText.excerpt(Array(line.utf8).span)
        }
        var index = 0
        while index < head.count, index < 400, head[index] != 0x0A, head[index] != 0x0D {
            index += 1
        }
        return CellText.excerpt(head.extracting(0..<index))
    }
}

extension LayoutField {
    /// Whether a row keeps its meaning without this column: false for its day, amount, direction,
    /// status, account, fee and texts.
    fileprivate var mayBeLost: Bool {
        switch self {
        case .made, .booked, .amount, .debit, .credit, .currency, .fee, .description, .status,
            .direction, .account, .product, .payerName, .accountIn, .categoryIn, .targetAccount,
            .targetAmount, .targetCurrency:
            false
        default: true
        }
    }
}

extension Layout {
    /// Whether the layout knows a heading, read or not.
    func names(column cell: [UInt8]) -> Bool {
        sources.contains { $0.columns.contains { $0.contains { $0.match(cell) != nil } } }
            || (requires + known + zeros + skips.map(\.column)).contains {
                $0.contains { $0.match(cell) != nil }
            }
    }

    func reads(position: Int) -> Bool {
        sources.contains { $0.columns.contains { $0.contains { $0.position == position } } }
    }

    /// Whether a heading contains a word that may mean money.
    func isStranger(_ cell: [UInt8]) -> Bool {
        let words = cell.split(separator: 0x20)
        return strangers.contains { stranger in
            // Ideographs are written without spaces.
            if let lead = stranger.first, lead >= 0xE3 {
                return String(decoding: cell, as: UTF8.self)
                    .contains(String(decoding: stranger, as: UTF8.self))
            }
            return words.contains {
                $0.elementsEqual(stranger)
                    || (stranger.count >= 5 && $0.suffix(stranger.count).elementsEqual(stranger))
            }
        }
    }
}

/// The account's data in the lines above a header.
private struct Preamble {
    var account = ""
    var currency = Currency.unknown

    init(rows: ArraySlice<HeadRow>, layout: Layout) {
        let asks =
            layout.takesIBANFromPreamble || layout.takesCurrencyFromPreamble
            || layout.takesAccountFromPreamble || !layout.accountLabels.isEmpty
            || !layout.currencyLabels.isEmpty
        guard asks else { return }
        if layout.takesIBANFromPreamble { account = Self.iban(in: rows) }
        for row in rows {
            for (index, cell) in row.raw.enumerated() {
                let folded = row.folded[index]
                if account.isEmpty, layout.takesAccountFromPreamble, cell.hasPrefix("=\"") {
                    account = String(cell.dropFirst(2).replacing("\"", with: ""))
                }
                if account.isEmpty {
                    account = Self.labelled(cell, folded, row, index, layout.accountLabels) ?? ""
                }
                if !currency.isKnown, layout.takesCurrencyFromPreamble {
                    currency = Self.currency(cell, folded) ?? .unknown
                }
                if !currency.isKnown {
                    currency = Self.currency(row, index, layout.currencyLabels) ?? .unknown
                }
            }
        }
    }

    /// The first IBAN with right check digits; else the one after a word for accounts, as numbers
    /// of statements have the form too; else the first. Empty if there is none.
    private static func iban(in rows: ArraySlice<HeadRow>) -> String {
        var labelled = ""
        var first = ""
        for row in rows {
            for (index, cell) in row.raw.enumerated() {
                guard let iban = iban(in: cell) else { continue }
                if IBAN.proved(iban) != nil { return iban }
                if first.isEmpty { first = iban }
                let before = index > 0 ? row.folded[index - 1] : []
                let isLabelled = [row.folded[index], before].contains {
                    HeadingWords.builtIn.isAccountTitle($0)
                }
                if isLabelled, labelled.isEmpty { labelled = iban }
            }
        }
        return labelled.isEmpty ? first : labelled
    }

    static func iban(in cell: String) -> String? {
        IBANText.normalized(cell) ?? IBANText.first(in: cell)
    }

    /// The value of a label: after a colon, or in the next cell that is not blank.
    private static func labelled(
        _ cell: String, _ folded: [UInt8], _ row: HeadRow, _ index: Int, _ labels: [[UInt8]]
    ) -> String? {
        guard !labels.isEmpty, !folded.isEmpty else { return nil }
        if labels.contains(folded) {
            let next = row.raw.dropFirst(index + 1).first { !$0.allSatisfy(\.isWhitespace) }
            return next.map(trimmed)
        }
        guard let colon = cell.firstIndex(of: ":"),
            labels.contains(HeaderText.fold(String(cell[..<colon])))
        else { return nil }
        let value = trimmed(String(cell[cell.index(after: colon)...]))
        return value.isEmpty ? nil : value
    }

    /// `(UAH)` in a title line, or a cell that is only a code.
    static func currency(_ cell: String, _ folded: [UInt8]) -> Currency? {
        if let code = Currency(code: folded.span), code.isListed { return code }
        let bytes = Array(cell.utf8)
        for index in bytes.indices where bytes[index] == 0x28 && index + 4 < bytes.count {
            guard bytes[index + 4] == 0x29,
                let code = Currency(code: bytes.span.extracting((index + 1)..<(index + 4))),
                code.isListed
            else { continue }
            return code
        }
        return nil
    }

    /// The word after a label, in its cell or the next one.
    private static func currency(_ row: HeadRow, _ index: Int, _ labels: [[UInt8]]) -> Currency? {
        let words = row.folded[index].split(separator: 0x20)
        for label in labels {
            let wanted = label.split(separator: 0x20)
            guard !wanted.isEmpty, words.count >= wanted.count else { continue }
            for start in 0...(words.count - wanted.count)
            where words[start..<(start + wanted.count)].elementsEqual(wanted) {
                let rest = words[(start + wanted.count)...]
                let next = row.folded.dropFirst(index + 1).first { !$0.isEmpty } ?? []
                let word = rest.first.map(Array.init) ?? next
                if let currency = CurrencyText.currency(folded: word) { return currency }
            }
        }
        return nil
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// Whether the cells of a row match the shapes of a layout without a header.
private enum CellShape {
    static func fits(_ cells: [String], _ layout: Layout) -> Bool {
        // Rows that may end early still have what says whose they are.
        let last = layout.hasShortRows ? layout.shapes.lastIndex { $0.shape != .any } : nil
        guard cells.count >= last.map({ $0 + 1 }) ?? layout.shapes.count else { return false }
        for (index, cell) in cells.enumerated() {
            guard index < layout.shapes.count else {
                if cell.allSatisfy(\.isWhitespace) { continue }
                return false
            }
            if !fits(cell, layout.shapes[index], layout) { return false }
        }
        return true
    }

    private static func fits(
        _ cell: String, _ wanted: (shape: Layout.Shape, mayBeBlank: Bool), _ layout: Layout
    ) -> Bool {
        if cell.allSatisfy(\.isWhitespace) {
            return wanted.mayBeBlank || wanted.shape == .blank || wanted.shape == .any
        }
        switch wanted.shape {
        case .any: return true
        case .blank: return false
        case .date:
            guard case .fixed(let formats) = layout.dates else { return false }
            var hint = 0
            return (try? DateText.parse(cell.utf8.span, formats: formats, hint: &hint)) != nil
        case .amount:
            guard case .fixed(let mark) = layout.decimal else { return false }
            let style = NumberStyle(decimalMark: mark, allowsUnit: layout.allowsUnit)
            return (try? AmountText.parse(cell.utf8.span, style: style)) != nil
        case .digits: return cell.utf8.allSatisfy { $0 &- 0x30 < 10 }
        case .currency: return Currency(code: cell)?.isListed ?? false
        case .word: return cell.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
        // A number in a column of words means another table.
        case .text:
            return (try? AmountText.parse(cell.utf8.span, style: .either)) == nil
        }
    }
}
