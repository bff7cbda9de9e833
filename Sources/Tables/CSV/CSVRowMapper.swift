package import Facts
internal import Scanning
internal import Reading

/// A row cut into fields: the mapper's input, beside its text.
package struct CSVRow {
    /// Offset of the row's first byte in its text.
    var start: Int
    /// Physical line of the first byte.
    var line: Int
    /// 0-based number of the row in the file.
    var index: UInt32
    var fields: [CSVField] = []

    /// The cell of a column in the row's text; empty if the row has fewer.
    func range(_ column: Int) -> Range<Int> {
        column < fields.count ? range(of: fields[column]) : start..<start
    }

    /// The cell in the row's text.
    func range(of field: CSVField) -> Range<Int> {
        (start &+ Int(field.start))..<(start &+ Int(field.end))
    }

    /// One cell of words, or fewer cells than a row of the table, without a day or a number.
    func isText(_ text: Span<UInt8>, besideTableOf width: Int) -> Bool {
        var filled = 0
        for field in fields where field.count > 0 {
            let cell = text.extracting(range(of: field))
            if ColumnProfile.isBlank(cell) { continue }
            if DayReadings.isDay(cell) || NumberReadings.isNumber(cell, .builtIn) { return false }
            filled += 1
        }
        return filled == 1 || filled > 0 && fields.count < width
    }
}

/// The column why a row is rejected; −1 for the whole row.
package struct CellProblem: Error {
    package let kind: RowRejection.Kind
    package let column: Int
    package let expected: String
}

/// The result of mapping a row.
package enum CSVFate {
    /// The row is in `line`.
    case line
    case skipped(RowSkip.Reason)
    /// The direction's word is unknown: the neighbours' balances decide.
    case needsDirection
}

/// Turns rows of one table into statement lines, by its layout.
///
/// A class because it is large: as a struct each call of its methods copied it (measured: a third
/// of a reader's time).
package final class CSVRowMapper {
    let table: CSVTable
    package var accounts: [AccountClaim] = []

    let columns: CSVColumns
    let layout: Layout
    let formats: [DateFormat]
    let style: NumberStyle
    private let noneLongest: Int
    /// The words for "none" as integers, if all have at most eight bytes, for fast comparison.
    private let noneWords: [UInt64]
    /// Cells a row must have; header and rows may end with empty cells.
    let cellsNeeded: Int
    /// Cells up to the last one with a heading.
    let cellsNamed: Int
    var dateHints = [0, 0, 0]
    var statusWords = WordCache<StatusMeaning>()
    var directionWords = WordCache<DirectionMeaning>()
    var skips: [(column: Int, rule: Layout.Skip)] = []
    /// Only those of the table, so that rows do not pay for others.
    private let texts: [FactText]
    /// Columns of ids that are document numbers.
    private var repeatingIDs: [Int] = []
    /// Columns that must be blank or zero.
    var zeros: [Int] = []
    /// Whether the layout has rare rules; computed once, so that other layouts' rows skip them.
    private let hasOddRows: Bool
    private let strips: Bool
    /// Decimal shift of each column's unit; empty if there is none.
    private var places: [Int] = []
    let isCounted: Bool
    /// Columns of numbers with `DR` or `CR`.
    let sideColumns: [Int]
    let hasSideLetters: Bool
    let isTextPlain: Bool
    /// The amount is printed in one column.
    let isAmountPlain: Bool
    /// A byte whose repetition means "none" (`------`); 0 for none.
    private let fillByte: UInt8
    /// The account of the rows below a section's title; before it, the one above the header.
    var sectionAccount: String
    /// The rows are those of another table, below the first.
    var hasEnded = false
    /// Whether the outflow column's numbers are negative; nil before the first number.
    var isDebitNegative: Bool?
    /// The line of a repeated header with other columns: rows after it cannot be read.
    var changedHeaderLine = 0
    var accountKeys: [[UInt8]] = []
    var lastAccount: Int32 = -1
    var lastAccountCell: [UInt8] = []
    var lastProductCell: [UInt8] = []
    var lastCurrency = Currency.unknown

    enum StatusMeaning {
        case done, hold, unknown
        case skip(RowSkip.Reason)
    }

    /// The other side of a transfer that the last row wrote in one row.
    var otherSide: StatementLine?
    /// Rows may have another account.
    let hasTargets: Bool
    /// Category, tags and payees need more than their cells.
    private let hasRecords: Bool
    /// Accounts of the file, for layouts in which a payee may be one.
    let accountNames: Set<[UInt8]>
    /// The column that tells which rows are one payment; −1 for none.
    let splitColumn: Int
    /// Says the direction of corrections; −1 for none.
    let correctionColumn: Int
    /// The day and currency of the first side of a payment, for sides that leave them blank; or the
    /// day of a title, for the rows below it.
    var inherited: (made: CivilMoment, currency: Currency?)?

    enum DirectionMeaning {
        case incoming, outgoing, transfer, unknown
        /// Either, by another column.
        case correction
        case skip(RowSkip.Reason)
    }

    init(table: CSVTable, settled: SettledColumns) {
        self.table = table
        layout = table.layout
        columns = table.columns
        formats = Self.formats(of: table, settled)
        let allowsUnit = layout.allowsUnit || settled.hasResavedUnits
        switch layout.decimal {
        case .fixed(let mark):
            style = NumberStyle(decimalMark: settled.resavedMark ?? mark, allowsUnit: allowsUnit)
        case .byColumn:
            style = NumberStyle(decimalMark: settled.decimalMark, allowsUnit: allowsUnit)
        }
        // `-*` among the words: any run of that byte.
        fillByte = layout.noneWords.first { $0.count == 2 && $0[1] == 0x2A }?[0] ?? 0
        noneLongest = fillByte != 0 ? .max : layout.noneWords.map(\.count).max() ?? 0
        noneWords =
            noneLongest > 8
            ? [] : layout.noneWords.map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        sectionAccount = table.iban
        strips = layout.stripsApostrophes
        texts = FactText.allCases.filter { [columns] field in
            columns.has(LayoutField(field))
                || field == .counterpartyName && columns.has(.payerName)
        }
        isTextPlain = layout.joined.isEmpty && !layout.stripsBackslashes
        isAmountPlain =
            table.columns.has(.amount) && table.columns.others[LayoutField.amount.rawValue].isEmpty
            && layout.direction == nil && !layout.isInverted
        let header = HeadRow(raw: table.header, folded: table.header.map { HeaderText.fold($0) })
        for rule in layout.skips {
            if let column = header.column(rule.column)?.index { skips.append((column, rule)) }
        }
        zeros = layout.zeros.compactMap { header.column($0)?.index }
        repeatingIDs = layout.repeatingIDs.compactMap { header.column($0)?.index }
        isCounted = !layout.countedIn.isEmpty
        sideColumns = layout.sideLetters.map { table.columns[$0] }.filter { $0 >= 0 }
        hasSideLetters = !sideColumns.isEmpty
        hasTargets = columns.has(.targetAccount)
        hasRecords =
            columns.has(.subcategory) || columns.has(.recordedTags)
            || layout.recorded.categorySeparator != nil || !layout.recorded.transferPayees.isEmpty
            || layout.recorded.payeeAccount != nil || layout.direction?.correction != nil
            || layout.direction?.transfer.isEmpty == false
        correctionColumn =
            layout.direction?.correction.flatMap { header.column($0.column)?.index } ?? -1
        accountNames = settled.accountNames
        splitColumn = layout.recorded.split.flatMap { header.column($0.column)?.index } ?? -1
        hasOddRows =
            !table.totalRows.isEmpty || !skips.isEmpty || !layout.sections.isEmpty
            || !layout.ends.isEmpty || layout.hasDayTitles || layout.lone != nil
            || table.textsBelow != nil
        if isCounted {
            places = Array(repeating: 0, count: table.header.count)
            for (field, unit) in layout.countedIn where table.columns.has(field) {
                for column in ColumnSurvey.columns(of: field, table) where column < places.count {
                    places[column] = unit.places ?? 0
                }
            }
        }
        cellsNamed = (table.header.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1) + 1
        if layout.hasShortRows {
            let needed: [LayoutField] = [
                .made, .amount, .debit, .credit, .currency, .direction, .status,
            ]
            cellsNeeded = (needed.map { table.columns[$0] }.max() ?? -1) + 1
        } else {
            cellsNeeded = cellsNamed
        }
    }

    private static func formats(of table: CSVTable, _ settled: SettledColumns) -> [DateFormat] {
        var formats = settled.formats
        if case .fixed(let patterns) = table.layout.dates, formats.isEmpty { formats = patterns }
        guard table.isSheet else { return formats }
        // A sheet types its days itself, unless they all lost their format.
        let typed = formats.filter { $0.tokens != [.serial] }
        return typed.isEmpty ? formats : typed
    }

    /// Fills an empty line from a row and appends its texts to the batch.
    ///
    /// - Parameter isIncoming: the direction found from balances, if needed.
    package func map(
        _ row: CSVRow, of text: Span<UInt8>, isIncoming: Bool? = nil,
        to line: inout StatementLine, into batch: inout LineBatch
    ) throws(CellProblem) -> CSVFate {
        if hasOddRows, let fate = try oddFate(row, text) { return fate }
        if let fate = try shapeFate(row, text) { return fate }
        line.sourceLine = UInt32(truncatingIfNeeded: row.line)
        line.sourceIndex = row.index

        if let fate = try state(row, text, &line) { return fate }
        do throws(CellProblem) {
            if let inherited, cell(.made, row, text) == nil {
                line.made = inherited.made
            } else {
                line.made = try day(.made, row, text)
            }
        } catch {
            if isHeader(row, text) { return .skipped(.repeatedHeader) }
            throw error
        }
        if !zeros.isEmpty { try checkZeros(row, text) }
        try addDays(row, text, to: &line)

        let currency = try accountCurrency(row, text)
        guard
            let amount = try amountOrFee(row, text, currency, isIncoming: isIncoming)
        else { return .needsDirection }
        line.amount = amount
        line.account = try account(row, text, currency, isIncoming: amount.units > 0)
        line.balance = try money(.balance, row, text, currency, own: .balanceCurrency)
        line.fee = try money(.fee, row, text, currency, own: nil)
        if layout.isFeeOnTop, let fee = line.fee { line.isFeeOnTop = fee.units != 0 }
        line.cashback = try money(.cashback, row, text, currency, own: nil)
        line.originalAmount = try original(row, text, amount)
        line.mcc = try mcc(row, text)

        if line.mcc == 0, layout.findsMCCInText { line.mcc = mccInText(row, text) }

        try addTexts(row, text, to: &line, of: &batch)
        if hasRecords { try addRecords(row, text, to: &line, of: &batch) }
        if hasTargets { otherSide = try otherSide(row, text, of: &line, &batch) }
        if hasRecords { try addWord(row, text, to: &line, of: &batch) }
        return .line
    }

    /// Sets `isHold`; returns the fate of a row skipped by its status, or nil.
    @inline(__always)
    private func state(
        _ row: CSVRow, _ text: Span<UInt8>, _ line: inout StatementLine
    ) throws(CellProblem) -> CSVFate? {
        if columns.has(.status), let status = layout.status {
            switch self.status(row, text, status) {
            case .done: break
            case .hold: line.isHold = true
            case .skip(let reason): return .skipped(reason)
            case .unknown:
                if isHeader(row, text) { return .skipped(.repeatedHeader) }
                throw CellProblem(
                    kind: .statusUnknown, column: columns[.status], expected: "a known status")
            }
        }
        if layout.direction != nil, case .skip(let reason) = direction(row, text) {
            return .skipped(reason)
        }
        return nil
    }

    @inline(__always)
    private func addDays(
        _ row: CSVRow, _ text: Span<UInt8>, to line: inout StatementLine
    ) throws(CellProblem) {
        if columns.has(.time), let time = cell(.time, row, text) {
            do throws(DateProblem) {
                line.made.second = try second(time, row, text)
            } catch {
                throw CellProblem(kind: .timeNotATime, column: time.column, expected: "HH:MM[:SS]")
            }
        }
        if columns.has(.booked) {
            if cell(.booked, row, text) != nil {
                line.bookedOn = try day(.booked, row, text).day
            } else if layout.isUnbookedHold {
                line.isHold = true
            }
        }
        if columns.has(.value), cell(.value, row, text) != nil {
            line.valueOn = try day(.value, row, text).day
        }
    }

    @inline(__always)
    private func addTexts(
        _ row: CSVRow, _ text: Span<UInt8>, to line: inout StatementLine,
        of batch: inout LineBatch
    ) throws(CellProblem) {
        // A word like HOLD in the id's column is no id.
        if !line.isHold || columns[.id] != columns[.status] {
            line.bankID = try id(row, text, &batch)
            if !repeatingIDs.isEmpty, let cell = cell(.id, row, text) {
                line.hasOwnNumberOnly = repeatingIDs.contains(cell.column)
            }
        }
        let isIn = line.amount.units > 0
        let isFromPayer = isIn && columns.has(.payerName)
        let hasCategoryIn = isIn && columns.has(.categoryIn)
        for field in texts {
            switch field {
            case .bankID: break
            case .counterpartyName where isFromPayer:
                line[field] = try textThere(.payerName, row, text, &batch)
            case .bankCategory where hasCategoryIn:
                line[field] = try textThere(.categoryIn, row, text, &batch)
            case .counterpartyIBAN: line[field] = try iban(row, text, &batch)
            default: line[field] = try textThere(LayoutField(field), row, text, &batch)
            }
        }
    }

    /// The row's running balance in units of 10^−9, comparable between rows of any scale; nil if
    /// there is none.
    func balance(_ row: CSVRow, of text: Span<UInt8>) -> Int64? {
        wide(.balance, row, text)
    }

    /// The printed amount, in the unit of `balance`.
    func unsignedAmount(_ row: CSVRow, of text: Span<UInt8>) -> Int64? {
        wide(.amount, row, text)
    }

    private func wide(_ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>) -> Int64? {
        guard let cell = cell(field, row, text),
            let number = try? number(cell, row, text), number.scale <= 9
        else { return nil }
        var value = number.mantissa
        for _ in number.scale..<9 {
            let (grown, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = grown
        }
        return value
    }

    /// The printed number of a column; nil if there is none.
    func writtenNumber(_ column: Int, _ row: CSVRow, of text: Span<UInt8>) -> WrittenNumber? {
        guard let range = range(column, row, text) else { return nil }
        return try? number((range, column), row, text)
    }

    /// The numbers of a row of totals or a balance.
    func printedTotals(_ row: CSVRow, of text: Span<UInt8>) -> TableTotals.PrintedRow {
        func number(_ field: LayoutField) -> WrittenNumber? {
            guard let cell = cell(field, row, text) else { return nil }
            return try? self.number(cell, row, text)
        }
        return TableTotals.PrintedRow(
            amount: number(.amount), debit: number(.debit), credit: number(.credit),
            balance: number(.balance))
    }

    /// The totals around the table, parsed like its numbers. A card's balance is a debt and proves
    /// nothing here.
    var printedFigures: [TableTotals.Figure] {
        if layout.isInverted || isCounted { return [] }
        return table.printedAround.figures.compactMap { figure in
            guard figure.isSole,
                var units = figure.number.value(table.isSheet ? .either : style.decimalMark)
            else { return nil }
            var scale: UInt8 = 9
            while scale > 0, units % 10 == 0 {
                units /= 10
                scale -= 1
            }
            return Int64(exactly: units).map {
                TableTotals.Figure(
                    kind: figure.kind, number: WrittenNumber(mantissa: $0, scale: scale),
                    line: figure.line, day: figure.day.isEmpty ? nil : printedDay(figure.day),
                    unit: figure.unit)
            }
        }
    }

    /// The days above the table that are no balance's.
    var otherDays: TableTotals.OtherDays {
        let printed = table.printedAround.otherDays
        func day(_ text: [UInt8]) -> CalendarDate? { printedDay(text)?.whole }
        return TableTotals.OtherDays(
            all: printed.all.compactMap(day),
            periods: printed.periods.compactMap { period in
                guard let first = day(period.first), let last = day(period.last), first <= last
                else { return nil }
                return first...last
            })
    }

    /// A day beside the table; nil if it has several readings, and the table's days do not show
    /// which one is theirs.
    private func printedDay(_ text: [UInt8]) -> TableTotals.PrintedDay? {
        if let day = YearlessDay(text) { return .yearless(day) }
        var readings = DayReadings()
        guard readings.feed(text.span, line: 0) else { return nil }
        let found = readings.likely.compactMap { reading in
            reading.first.map { (order: reading.order, day: $0) }
        }
        if let first = found.first, found.allSatisfy({ $0.day == first.day }) {
            return .whole(first.day)
        }
        let orders = Set(formats.compactMap(\.order))
        let own = found.filter { orders.contains($0.order) }
        return own.count == 1 ? .whole(own[0].day) : nil
    }

    /// A number of hundredths or thousands in the currency's unit; nil on overflow.
    func counted(_ number: WrittenNumber, column: Int) -> WrittenNumber? {
        guard column < places.count else { return number }
        let scale = Int(number.scale) - places[column]
        guard scale < 0 else {
            return WrittenNumber(mantissa: number.mantissa, scale: UInt8(scale))
        }
        var mantissa = number.mantissa
        for _ in scale..<0 {
            let (grown, overflow) = mantissa.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            mantissa = grown
        }
        return WrittenNumber(mantissa: mantissa, scale: 0)
    }

    // MARK: cells

    typealias Cell = (range: Range<Int>, column: Int)

    /// The first column of a field that is not blank and no word for "none".
    func cell(_ field: LayoutField, _ row: CSVRow, _ text: Span<UInt8>) -> Cell? {
        let column = columns[field]
        guard column >= 0 else { return nil }
        if let range = range(column, row, text) { return (range, column) }
        for column in columns.others[field.rawValue] {
            if let range = range(column, row, text) { return (range, column) }
        }
        return nil
    }

    @inline(__always)
    func range(_ column: Int, _ row: CSVRow, _ text: Span<UInt8>) -> Range<Int>? {
        guard column < row.fields.count else { return nil }
        let field = row.fields[column]
        let start = row.start &+ Int(field.start)
        let end = row.start &+ Int(field.end)
        if start >= end { return nil }
        if strips { return stripped(text, start, end) }
        if end &- start <= noneLongest, isNone(text, start, end) { return nil }
        if text[start] <= 0x20 || text[start] == 0xC2 { return trimmed(text, start, end) }
        return start..<end
    }

    /// The cell without padding.
    private func trimmed(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Range<Int>? {
        let inked = text.inked(start..<end)
        // A cell without leading blanks keeps its trailing ones, as the bank wrote it.
        guard inked.lowerBound > start else { return start..<end }
        if inked.isEmpty { return nil }
        if inked.count <= noneLongest, isNone(text, inked.lowerBound, inked.upperBound) {
            return nil
        }
        return inked
    }

    /// The cell without a spreadsheet's text marks: `'0123`, `'0123'`, `="0123"`.
    private func stripped(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Range<Int>? {
        let inked = text.inked(start..<end)
        var (start, end) = (inked.lowerBound, inked.upperBound)
        if end - start >= 2, text[start] == 0x3D, text[start + 1] == 0x22 {
            start += 1
            while start < end, text[start] == 0x22 { start += 1 }
            while start < end, text[end - 1] == 0x22 { end -= 1 }
        } else if start < end, text[start] == 0x27 {
            start += 1
            if start < end, text[end - 1] == 0x27 { end -= 1 }
        }
        if start >= end || isBlank(text, start, end) { return nil }
        if end - start <= noneLongest, isNone(text, start, end) { return nil }
        return start..<end
    }

    private func isNone(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        if noneLongest <= 8, start <= text.count &- 8, start < end {
            // No word contains a zero byte: without one at the end equality implies equal length.
            let beyond = UInt64(truncatingIfNeeded: 64 &- 8 &* (end &- start))
            let cell = (text.word(at: start) &<< beyond) &>> beyond
            return text[end &- 1] != 0 && noneWords.contains(cell)
        }
        let first = text[start]
        if fillByte != 0, first == fillByte {
            var index = start
            while index < end, text[index] == fillByte { index += 1 }
            return index == end
        }
        return layout.noneWords.contains { word in
            guard word.count == end - start, word[0] == first else { return false }
            for index in word.indices where word[index] != text[start + index] { return false }
            return true
        }
    }

    func isBlank(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        for index in start..<end {
            let byte = text[index]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return false }
        }
        return true
    }
}
