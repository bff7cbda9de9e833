internal import Facts
internal import Scanning

/// A row cut into fields: what the mapper needs to know about it beside its text.
struct CSVRow {
    /// Offset of the row's first byte in the text that goes with it.
    let start: Int
    /// Physical line of the first byte.
    let line: Int
    /// 0-based number among the rows of the file.
    let index: UInt32
}

/// Why a row is no fact: the column, or −1 for the row as a whole.
struct CellProblem: Error {
    let kind: RowRejection.Kind
    let column: Int
    let expected: String
}

/// What became of a row.
enum CSVFate {
    /// `line` holds it.
    case line
    case skipped(RowSkip.Reason)
    /// The direction's word is not known: the neighbours' balances must tell.
    case needsDirection
}

/// Turns rows of one table into statement lines, by its layout.
///
/// A class, because it is large: as a struct each call of its methods copied it (measured: a third of a reader's time).
final class CSVRowMapper {
    let table: CSVTable
    private(set) var accounts: [AccountClaim] = []

    private let columns: CSVColumns
    private let layout: Layout
    private let formats: [DateFormat]
    private let style: NumberStyle
    private let noneLongest: Int
    /// Cells a row must have; the header may end with empty cells, and so may rows.
    private let cellsNeeded: Int
    private var dateHints = [0, 0, 0]
    private var statusWords = WordCache<StatusMeaning>()
    private var directionWords = WordCache<DirectionMeaning>()
    private var skips: [(column: Int, rule: Layout.Skip)] = []
    /// Columns of ids that are numbers of documents.
    private var repeatingIDs: [Int] = []
    /// Columns that must be blank or zero.
    private var zeros: [Int] = []
    /// Rules of few layouts, decided once: the others' rows must not pay for them.
    private let hasOddRows: Bool
    private let strips: Bool
    private let isTextPlain: Bool
    /// A byte whose repetition fills a cell that means "none" (`------`); 0 for none.
    private let fillByte: UInt8
    /// The account the rows below a section's title belong to; the one above the header before that.
    private var sectionAccount: String
    /// Whether the outflow column's numbers are negative, once one of them told.
    private var isDebitNegative: Bool?
    /// A header that came again with other columns: what follows cannot be read by the first one.
    private(set) var changedHeaderLine = 0
    private var accountKeys: [[UInt8]] = []
    private var lastAccount: Int32 = -1
    private var lastAccountCell: [UInt8] = []
    private var lastProductCell: [UInt8] = []
    private var lastCurrency = Currency.unknown

    private enum StatusMeaning {
        case done, hold, unknown
        case skip(RowSkip.Reason)
    }

    private enum DirectionMeaning {
        case incoming, outgoing, unknown
        case skip(RowSkip.Reason)
    }

    init(table: CSVTable, settled: SettledColumns) {
        self.table = table
        layout = table.layout
        columns = table.columns
        switch layout.dates {
        case .fixed(let patterns): formats = patterns
        case .byColumn: formats = settled.formats
        }
        switch layout.decimal {
        case .fixed(let mark): style = NumberStyle(decimalMark: mark, allowsUnit: layout.allowsUnit)
        case .byColumn:
            style = NumberStyle(decimalMark: settled.decimalMark, allowsUnit: layout.allowsUnit)
        }
        // `-*` among the words: any run of that byte.
        fillByte = layout.noneWords.first { $0.count == 2 && $0[1] == 0x2A }?[0] ?? 0
        noneLongest = fillByte != 0 ? .max : layout.noneWords.map(\.count).max() ?? 0
        sectionAccount = table.iban
        strips = layout.stripsApostrophes
        isTextPlain = layout.joined.isEmpty && !layout.stripsBackslashes
        let header = HeadRow(raw: table.header, folded: table.header.map { HeaderText.fold($0) })
        for rule in layout.skips {
            if let column = header.column(rule.column)?.index { skips.append((column, rule)) }
        }
        zeros = layout.zeros.compactMap { header.column($0)?.index }
        repeatingIDs = layout.repeatingIDs.compactMap { header.column($0)?.index }
        hasOddRows = !skips.isEmpty || !layout.sections.isEmpty || layout.lone != nil
        if layout.hasShortRows {
            let needed: [LayoutField] = [
                .made, .amount, .debit, .credit, .currency, .direction, .status,
            ]
            cellsNeeded = (needed.map { table.columns[$0] }.max() ?? -1) + 1
        } else {
            cellsNeeded = (table.header.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1) + 1
        }
    }

    /// Fills a fresh line from a row and puts its texts into the batch.
    ///
    /// - Parameter isIncoming: the direction found from balances, when it was asked for.
    func map(
        _ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>, isIncoming: Bool? = nil,
        to line: inout StatementLine, into batch: inout LineBatch
    ) throws(CellProblem) -> CSVFate {
        if hasOddRows, let fate = oddFate(row, fields, text) { return fate }
        if let fate = try shapeFate(row, fields, text) { return fate }
        line.sourceLine = UInt32(truncatingIfNeeded: row.line)
        line.sourceIndex = row.index

        if columns.has(.status), let status = layout.status {
            switch self.status(row, fields, text, status) {
            case .done: break
            case .hold: line.isHold = true
            case .skip(let reason): return .skipped(reason)
            case .unknown:
                if isHeader(row, fields, text) { return .skipped(.repeatedHeader) }
                throw CellProblem(
                    kind: .statusUnknown, column: columns[.status], expected: "a known status")
            }
        }
        if layout.direction != nil, case .skip(let reason) = direction(row, fields, text) {
            return .skipped(reason)
        }

        do throws(CellProblem) {
            line.made = try day(.made, row, fields, text)
        } catch {
            if isHeader(row, fields, text) { return .skipped(.repeatedHeader) }
            throw error
        }
        if !zeros.isEmpty { try checkZeros(row, fields, text) }
        if columns.has(.time), let time = cell(.time, row, fields, text) {
            do throws(DateProblem) {
                line.made.second = try second(time, fields, text)
            } catch {
                throw CellProblem(kind: .timeNotATime, column: time.column, expected: "HH:MM[:SS]")
            }
        }
        if columns.has(.booked) {
            if cell(.booked, row, fields, text) != nil {
                line.bookedOn = try day(.booked, row, fields, text).day
            } else if layout.isUnbookedHold {
                line.isHold = true
            }
        }
        if columns.has(.value), cell(.value, row, fields, text) != nil {
            line.valueOn = try day(.value, row, fields, text).day
        }

        let currency = try accountCurrency(row, fields, text)
        guard
            let amount = try self.amount(row, fields, text, currency, isIncoming: isIncoming)
        else { return .needsDirection }
        line.amount = amount
        line.account = try account(row, fields, text, currency)
        line.balance = try money(.balance, row, fields, text, currency, own: .balanceCurrency)
        line.fee = try money(.fee, row, fields, text, currency, own: nil)
        line.cashback = try money(.cashback, row, fields, text, currency, own: nil)
        line.originalAmount = try original(row, fields, text, amount)
        line.mcc = try mcc(row, fields, text)

        if line.mcc == 0, layout.findsMCCInText { line.mcc = mccInText(row, fields, text) }

        // A word like HOLD in the place of the id is none.
        if !line.isHold || columns[.id] != columns[.status] {
            line.bankID = try id(row, fields, text, &batch)
            if !repeatingIDs.isEmpty, let cell = cell(.id, row, fields, text) {
                line.hasOwnNumberOnly = repeatingIDs.contains(cell.column)
            }
        }
        line.description = try self.text(.description, row, fields, text, &batch)
        line.memo = try self.text(.memo, row, fields, text, &batch)
        line.counterpartyName = try self.text(.counterpartyName, row, fields, text, &batch)
        line.counterpartyIBAN = try iban(row, fields, text, &batch)
        line.counterpartyTaxID = try self.text(.counterpartyTaxID, row, fields, text, &batch)
        line.bankCategory = try self.text(.bankCategory, row, fields, text, &batch)
        line.merchant = try self.text(.merchant, row, fields, text, &batch)
        return .line
    }

    /// The running balance a row prints, in units of 10^−9 so that rows of any scale compare; nil when there is none.
    func balance(_ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>) -> Int64? {
        wide(.balance, row, fields, text)
    }

    /// The amount as printed, like `balance`.
    func unsignedAmount(_ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>) -> Int64? {
        wide(.amount, row, fields, text)
    }

    private func wide(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> Int64? {
        guard let cell = cell(field, row, fields, text),
            let number = try? AmountText.parse(
                text.extracting(cell.range), style: style(of: cell, fields)),
            number.scale <= 9
        else { return nil }
        var value = number.mantissa
        for _ in number.scale..<9 {
            let (grown, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = grown
        }
        return value
    }

    /// The numbers of a row of totals or of a balance.
    func printedTotals(
        _ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>
    ) -> TableTotals.PrintedRow {
        func number(_ field: LayoutField) -> WrittenNumber? {
            guard let cell = cell(field, row, fields, text) else { return nil }
            return try? self.number(cell, fields, text)
        }
        return TableTotals.PrintedRow(
            amount: number(.amount), debit: number(.debit), credit: number(.credit),
            balance: number(.balance))
    }

    /// What is printed around the table, read as its numbers are. A card's balance is what is owed, and says nothing here.
    var printedFigures: [TableTotals.Figure] {
        if layout.isInverted { return [] }
        return table.printedAround.compactMap { figure in
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
                    line: figure.line)
            }
        }
    }

    // MARK: cells

    private typealias Cell = (range: Range<Int>, column: Int)

    /// The first column of a field that holds something: no blank, no word for "none".
    private func cell(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> Cell? {
        let column = columns[field]
        guard column >= 0 else { return nil }
        if let range = range(column, row, fields, text) { return (range, column) }
        for column in columns.others[field.rawValue] {
            if let range = range(column, row, fields, text) { return (range, column) }
        }
        return nil
    }

    @inline(__always)
    private func range(
        _ column: Int, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> Range<Int>? {
        guard column < fields.count else { return nil }
        let field = fields[column]
        let start = row.start &+ Int(field.start)
        let end = row.start &+ Int(field.end)
        if start >= end { return nil }
        if strips { return stripped(text, start, end) }
        if end &- start <= noneLongest, isNone(text, start, end) { return nil }
        if text[start] <= 0x20, isBlank(text, start, end) { return nil }
        return start..<end
    }

    /// The cell without what a spreadsheet puts around a text: `'0123`, `'0123'`, `="0123"`.
    private func stripped(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Range<Int>? {
        var start = start
        var end = end
        while start < end, text[start] <= 0x20 { start += 1 }
        while start < end, text[end - 1] <= 0x20 { end -= 1 }
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

    private func isBlank(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        for index in start..<end {
            let byte = text[index]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return false }
        }
        return true
    }

    // MARK: the row as a whole

    private func shapeFate(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> CSVFate? {
        if fields.count == table.header.count {
            return isBlankRow(row, fields, text) ? .skipped(.blank) : nil
        }
        if isBlankRow(row, fields, text) { return .skipped(.blank) }
        // A sheet's row ends with its last filled cell.
        if fields.count < cellsNeeded, !table.isSheet {
            throw CellProblem(
                kind: .columnMissing, column: -1,
                expected: "\(table.header.count) columns")
        }
        // A delimiter at the end of each row makes one more cell, which is empty.
        for column in table.header.count..<max(fields.count, table.header.count)
        where fields[column].count > 0 {
            throw CellProblem(
                kind: .columnsTooMany, column: column, expected: "\(table.header.count) columns")
        }
        return nil
    }

    private func isBlankRow(_ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>) -> Bool {
        for field in fields where field.count > 0 {
            let start = row.start + Int(field.start)
            if !isBlank(text, start, start + field.count) { return false }
        }
        return true
    }

    /// Rows that are no rows of the table: section titles, lone texts, what the layout's rules leave out.
    private func oddFate(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> CSVFate? {
        if !layout.sections.isEmpty, isSection(row, fields, text) {
            return .skipped(.sectionTitle)
        }
        for skip in skips where isSkipped(row, fields, text, skip.column, skip.rule) {
            if case .blank = skip.rule.test, isBlankRow(row, fields, text) { continue }
            return .skipped(skip.rule.reason)
        }
        if let reason = layout.lone, isLone(row, fields, text) { return .skipped(reason) }
        return nil
    }

    /// A title that names the account of the rows below: `Деталізація операцій за рахунком: UA…`. A card's title keeps the account.
    private func isSection(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> Bool {
        guard let cell = range(0, row, fields, text) else { return false }
        let folded = HeaderText.fold(text.extracting(cell))
        guard layout.sections.contains(where: { folded.starts(with: $0) }) else { return false }
        let title = CellText.string(text.extracting(cell), hasQuotes: fields[0].hasQuotes)
        if let iban = IBANText.first(in: title), iban != sectionAccount {
            sectionAccount = iban
            lastAccount = -1
        }
        return true
    }

    /// One cell with words and nothing else. A day alone is what is left of a row that was cut off.
    private func isLone(_ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>) -> Bool {
        var found = -1
        for column in fields.indices where range(column, row, fields, text) != nil {
            if found >= 0 { return false }
            found = column
        }
        guard found >= 0 else { return false }
        guard found == columns[.made] else { return true }
        return (try? day(.made, row, fields, text)) == nil
    }

    /// The header again, in any of the languages the layout knows; other columns than the first time are remembered.
    private func isHeader(_ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>) -> Bool {
        let column = columns[.made]
        guard column < fields.count, column < table.header.count else { return false }
        let made = folded(column, row, fields, text)
        if made.isEmpty { return false }
        if made == HeaderText.fold(table.header[column]) {
            for column in fields.indices where column < table.header.count {
                if folded(column, row, fields, text) != HeaderText.fold(table.header[column]) {
                    changedHeaderLine = row.line
                }
            }
            return true
        }
        return layout.sources.contains { source in
            source.field == .made
                && source.columns.contains { $0.contains { $0.match(made) != nil } }
        }
    }

    private func folded(
        _ column: Int, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> [UInt8] {
        let start = row.start + Int(fields[column].start)
        return HeaderText.fold(text.extracting(start..<(start + fields[column].count)))
    }

    private func checkZeros(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) {
        for column in zeros {
            guard let range = range(column, row, fields, text) else { continue }
            let number = try number((range, column), fields, text)
            guard number.mantissa == 0 else {
                throw CellProblem(kind: .amountTwoSides, column: column, expected: "zero")
            }
        }
    }

    /// A row without day and amount that goes on with the text of the row above.
    func isContinuation(_ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>) -> Bool {
        let empty: [LayoutField] = [.made, .amount, .debit, .credit]
        return empty.allSatisfy { cell($0, row, fields, text) == nil }
            && cell(.description, row, fields, text) != nil
    }

    /// Puts the words of a continuation behind the description of its line.
    func extend(
        _ line: inout StatementLine, by row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>,
        into batch: inout LineBatch
    ) throws(CellProblem) {
        let more = try self.text(.description, row, fields, text, &batch)
        guard !more.isEmpty else { return }
        var joined = Array(batch.arena[line.description.range])
        if !joined.isEmpty { joined.append(0x20) }
        joined += batch.arena[more.range]
        line.description = batch.add(joined.span)
    }

    private func status(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ rule: Layout.Status
    ) -> StatusMeaning {
        guard let cell = cell(.status, row, fields, text) else {
            return rule.isDoneOtherwise ? .done : .unknown
        }
        return statusWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.done.contains(word) { return .done }
            if rule.hold.contains(word) { return .hold }
            if let skip = rule.skip.first(where: { $0.word == word }) { return .skip(skip.reason) }
            return rule.isDoneOtherwise ? .done : .unknown
        }
    }

    private func isSkipped(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ column: Int, _ rule: Layout.Skip
    ) -> Bool {
        guard let range = range(column, row, fields, text) else {
            if case .blank = rule.test { return true }
            return false
        }
        switch rule.test {
        case .blank: return false
        case .text(let words):
            // Only short texts are worth folding: a rule's words, not a payment's purpose.
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

    // MARK: days and money

    private func day(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> CivilMoment {
        guard let cell = cell(field, row, fields, text) else {
            throw CellProblem(kind: .dateMissing, column: columns[field], expected: expectedDate)
        }
        let hint = field == .made ? 0 : field == .booked ? 1 : 2
        if isTyped(cell, fields),
            let moment = try? DateText.parse(
                text.extracting(cell.range), formats: Self.typedDates, hint: &dateHints[hint])
        {
            return moment
        }
        do throws(DateProblem) {
            return try DateText.parse(
                text.extracting(cell.range), formats: formats, hint: &dateHints[hint])
        } catch {
            throw CellProblem(
                kind: RowRejection.Kind(date: error), column: cell.column, expected: expectedDate)
        }
    }

    /// Whether the sheet itself says that the cell is a number or a day.
    private func isTyped(_ cell: Cell, _ fields: [CSVField]) -> Bool {
        table.isSheet && !fields[cell.column].isQuoted
    }

    private func style(of cell: Cell, _ fields: [CSVField]) -> NumberStyle {
        isTyped(cell, fields) ? .point : style
    }

    /// Seconds since midnight; a sheet may keep a whole moment in a cell that shows its time.
    private func second(
        _ cell: Cell, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(DateProblem) -> Int32 {
        let written = text.extracting(cell.range)
        if isTyped(cell, fields) {
            var hint = 0
            if let moment = try? DateText.parse(written, formats: Self.typedDates, hint: &hint),
                moment.hasTime
            {
                return moment.second
            }
        }
        return try DateText.parseTime(written)
    }

    /// How a sheet's days reach this table.
    private static let typedDates = ["yyyy-mm-dd", "yyyy-mm-dd HH:MM:SS"].compactMap {
        DateFormat(pattern: $0)
    }

    private var expectedDate: String { formats.first?.pattern ?? "" }

    private func currency(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> Currency? {
        guard let cell = cell(field, row, fields, text) else { return nil }
        if let currency = CurrencyText.parse(text.extracting(cell.range)) { return currency }
        throw CellProblem(kind: .currencyUnknown, column: cell.column, expected: "a currency code")
    }

    /// Printed in its column, beside the amount, or above the table.
    private func accountCurrency(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> Currency {
        if let printed = try currency(.currency, row, fields, text) { return printed }
        guard layout.takesCurrencyFromUnit else { return table.currency }
        for field in [LayoutField.amount, .debit, .credit] {
            guard let cell = cell(field, row, fields, text) else { continue }
            if let unit = CurrencyText.unit(in: text.extracting(cell.range)) { return unit }
        }
        return table.currency
    }

    private func number(
        _ cell: Cell, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> WrittenNumber {
        do throws(AmountProblem) {
            return try AmountText.parse(
                text.extracting(cell.range), style: style(of: cell, fields))
        } catch {
            throw CellProblem(
                kind: RowRejection.Kind(amount: error), column: cell.column,
                expected: expectedNumber)
        }
    }

    private var expectedNumber: String {
        switch style.decimalMark {
        case .point: "decimal point"
        case .comma: "decimal comma"
        case .either: "decimal point or comma"
        }
    }

    private func money(
        _ number: WrittenNumber, _ currency: Currency, column: Int
    ) throws(CellProblem) -> Money {
        do throws(Money.Refusal) {
            return try Money(
                mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
        } catch {
            throw CellProblem(kind: .amountOverflow, column: column, expected: "at most 18 digits")
        }
    }

    private func money(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>,
        _ currency: Currency, own: LayoutField?
    ) throws(CellProblem) -> Money? {
        guard columns.has(field), let cell = cell(field, row, fields, text) else { return nil }
        var currency = currency
        if let own, let printed = try self.currency(own, row, fields, text) { currency = printed }
        return try money(try number(cell, fields, text), currency, column: cell.column)
    }

    /// The signed amount, nil when only the neighbours' balances can tell the sign.
    private func amount(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ currency: Currency,
        isIncoming: Bool?
    ) throws(CellProblem) -> Money? {
        guard columns.has(.amount) else { return try twoSided(row, fields, text, currency) }
        guard let cell = cell(.amount, row, fields, text) else {
            throw CellProblem(
                kind: .amountMissing, column: columns[.amount], expected: expectedNumber)
        }
        var number = try number(cell, fields, text)
        if let rule = layout.direction, columns.has(.direction) {
            var incoming = isIncoming
            if incoming == nil {
                switch direction(row, fields, text) {
                case .incoming: incoming = true
                case .outgoing: incoming = false
                case .unknown, .skip: break
                }
            }
            switch (incoming, rule.otherwise) {
            case (true?, _):
                if number.mantissa < 0 {
                    throw CellProblem(
                        kind: .amountTwoSides, column: cell.column,
                        expected: "an amount without minus")
                }
            // A bank that writes the sign beside the word writes it for money out.
            case (false?, _): number.mantissa = -abs(number.mantissa)
            case (nil, .printed): break
            case (nil, .reject): throw directionProblem
            case (nil, .balance): return nil
            }
        }
        if layout.isInverted { number.mantissa = 0 &- number.mantissa }
        return try money(number, currency, column: cell.column)
    }

    private func twoSided(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ currency: Currency
    ) throws(CellProblem) -> Money {
        let debit = cell(.debit, row, fields, text)
        let credit = cell(.credit, row, fields, text)
        var out: Money?
        var into: Money?
        if let debit {
            var number = try number(debit, fields, text)
            number.mantissa = try outflow(number.mantissa, column: debit.column)
            out = try money(number, currency, column: debit.column)
        }
        if let credit {
            into = try money(try number(credit, fields, text), currency, column: credit.column)
        }
        switch (out, into) {
        case (nil, nil):
            throw CellProblem(
                kind: .amountMissing, column: max(columns[.debit], columns[.credit]),
                expected: expectedNumber)
        case (let out?, nil): return out
        case (nil, let into?): return into
        case (let out?, let into?):
            if out.isZero { return into }
            if into.isZero { return out }
            throw CellProblem(
                kind: .amountTwoSides, column: columns[.credit], expected: "one of two columns")
        }
    }

    /// The outflow column's number as the account sees it. A sign the column does not write would be a second reading.
    private func outflow(_ mantissa: Int64, column: Int) throws(CellProblem) -> Int64 {
        if mantissa == 0 { return 0 }
        let isNegative = mantissa < 0
        let wanted: Bool
        switch layout.debitSign {
        case .unsigned: wanted = false
        case .negative: wanted = true
        case .either:
            wanted = isDebitNegative ?? isNegative
            isDebitNegative = wanted
        }
        guard isNegative == wanted else {
            throw CellProblem(
                kind: .amountTwoSides, column: column,
                expected: wanted ? "an amount with minus" : "an amount without minus")
        }
        return isNegative ? mantissa : 0 &- mantissa
    }

    private func direction(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> DirectionMeaning {
        guard let rule = layout.direction, let cell = cell(.direction, row, fields, text) else {
            return .unknown
        }
        return directionWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.moneyIn.contains(word) { return .incoming }
            if rule.moneyOut.contains(word) { return .outgoing }
            if let skip = rule.skip.first(where: { $0.word == word }) { return .skip(skip.reason) }
            return .unknown
        }
    }

    /// The row's direction is neither a known word nor proved by balances.
    var directionProblem: CellProblem {
        CellProblem(
            kind: .directionUnknown, column: columns[.direction], expected: "a known direction")
    }

    private func original(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ amount: Money
    ) throws(CellProblem) -> Money? {
        guard columns.has(.originalAmount), let cell = cell(.originalAmount, row, fields, text)
        else { return nil }
        var currency = try self.currency(.originalCurrency, row, fields, text) ?? amount.currency
        if layout.takesCurrencyFromUnit,
            let unit = CurrencyText.unit(in: text.extracting(cell.range))
        {
            currency = unit
        }
        var number = try number(cell, fields, text)
        if layout.originalSignFollowsAmount, number.mantissa != .min {
            number.mantissa = amount.isNegative ? -abs(number.mantissa) : abs(number.mantissa)
        }
        let original = try money(number, currency, column: cell.column)
        return original == amount ? nil : original
    }

    private func mcc(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> UInt16 {
        guard columns.has(.mcc), let cell = cell(.mcc, row, fields, text) else { return 0 }
        var code = 0
        if layout.isMCCLoose, cell.range.count != 4 { return 0 }
        for index in cell.range {
            let digit = text[index] &- 0x30
            guard digit < 10, code < 1000 else {
                if layout.isMCCLoose { return 0 }
                throw CellProblem(kind: .mccNotACode, column: cell.column, expected: "four digits")
            }
            code = code * 10 + Int(digit)
        }
        return UInt16(truncatingIfNeeded: code)
    }

    /// `MCC5411`, `MCC: 5411` inside the description.
    private func mccInText(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) -> UInt16 {
        guard let cell = cell(.description, row, fields, text)?.range, cell.count >= 7 else {
            return 0
        }
        for start in cell.lowerBound...(cell.upperBound - 7)
        where text[start] == 0x4D && text[start + 1] == 0x43 && text[start + 2] == 0x43 {
            var index = start + 3
            while index < cell.upperBound, text[index] == 0x3A || text[index] == 0x20 { index += 1 }
            var code = 0
            var digits = 0
            while index < cell.upperBound, text[index] &- 0x30 < 10, digits < 5 {
                code = code * 10 + Int(text[index] &- 0x30)
                digits += 1
                index += 1
            }
            if digits == 4 { return UInt16(truncatingIfNeeded: code) }
        }
        return 0
    }

    // MARK: texts and accounts

    /// Without the blanks and tabs that pad it.
    private func id(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(.id), let cell = cell(.id, row, fields, text) else { return .none }
        var start = cell.range.lowerBound
        var end = cell.range.upperBound
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return try add((start..<end, cell.column), fields, text, &batch)
    }

    private func text(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>,
        _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(field), let cell = cell(field, row, fields, text) else { return .none }
        let found = try add(cell, fields, text, &batch)
        if isTextPlain { return found }
        return try finished(found, field, cell.column, row, fields, text, &batch)
    }

    private func add(
        _ cell: Cell, _ fields: [CSVField], _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        do throws(CellText.Problem) {
            return try CellText.add(
                text.extracting(cell.range), hasQuotes: fields[cell.column].hasQuotes, to: &batch)
        } catch {
            throw CellProblem(
                kind: error == .controls ? .textHasControls : .textNotDecodable,
                column: cell.column, expected: "text")
        }
    }

    /// Joined with the field's other columns, without backslashes before quotes, where the layout asks for it.
    private func finished(
        _ first: TextRef, _ field: LayoutField, _ column: Int, _ row: CSVRow, _ fields: [CSVField],
        _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        var whole = Array(batch.arena[first.range])
        if layout.joined.contains(field) {
            for other in columns.others[field.rawValue] where other > column {
                guard let range = range(other, row, fields, text) else { continue }
                let more = try add((range, other), fields, text, &batch)
                whole.append(0x20)
                whole += batch.arena[more.range]
            }
        }
        if layout.stripsBackslashes {
            let marked = whole
            whole = []
            for (index, byte) in marked.enumerated() {
                let next = index + 1 < marked.count ? marked[index + 1] : 0
                if byte != 0x5C || (next != 0x27 && next != 0x22) { whole.append(byte) }
            }
        }
        return whole.elementsEqual(batch.arena[first.range]) ? first : batch.add(whole.span)
    }

    /// Without blanks and in upper case when it is an IBAN, as printed when it is another number.
    private func iban(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(.counterpartyIBAN), let cell = cell(.counterpartyIBAN, row, fields, text)
        else { return .none }
        if let iban = IBANText.normalized(text.extracting(cell.range)) {
            return batch.add(iban.span)
        }
        return try self.text(.counterpartyIBAN, row, fields, text, &batch)
    }

    private func account(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ currency: Currency
    ) throws(CellProblem) -> Int32 {
        let number = columns.has(.account) ? cell(.account, row, fields, text)?.range : nil
        let product = columns.has(.product) ? cell(.product, row, fields, text)?.range : nil
        if lastAccount >= 0, currency == lastCurrency, isSame(number, lastAccountCell, text),
            isSame(product, lastProductCell, text)
        {
            return lastAccount
        }
        lastAccountCell = bytes(number, text)
        lastProductCell = bytes(product, text)
        lastCurrency = currency
        // A bank that quotes at random leaves a quote behind.
        var named = lastAccountCell[...]
        if named.first == 0x22 { named.removeFirst() }
        if named.last == 0x22 { named.removeLast() }
        lastAccount = try claim(
            Array(named), lastProductCell, currency, column: columns[.account])
        return lastAccount
    }

    private func claim(
        _ number: [UInt8], _ product: [UInt8], _ currency: Currency, column: Int
    ) throws(CellProblem) -> Int32 {
        let key =
            (number.isEmpty ? Array(sectionAccount.utf8) : number) + [0] + product + [0]
            + (currency.isKnown ? Array(currency.code.utf8) : [])
        if let known = accountKeys.firstIndex(of: key) { return Int32(truncatingIfNeeded: known) }
        let isMain = layout.mainProducts.contains(HeaderText.fold(product.span))
        for cell in [number, product] where cell.contains(where: { $0 < 0x20 || $0 == 0xFF }) {
            throw CellProblem(kind: .textHasControls, column: column, expected: "an account")
        }
        let printed = number.isEmpty ? sectionAccount : String(decoding: number, as: UTF8.self)
        accountKeys.append(key)
        accounts.append(
            AccountClaim(
                bank: layout.bank, number: printed, iban: IBANText.normalized(printed) ?? "",
                product: isMain ? "" : String(decoding: product, as: UTF8.self),
                currency: currency, zone: layout.zone))
        return Int32(truncatingIfNeeded: accounts.count - 1)
    }

    private func bytes(_ range: Range<Int>?, _ text: Span<UInt8>) -> [UInt8] {
        guard let range else { return [] }
        var result: [UInt8] = []
        for index in range { result.append(text[index]) }
        return result
    }

    private func isSame(_ range: Range<Int>?, _ known: [UInt8], _ text: Span<UInt8>) -> Bool {
        guard let range else { return known.isEmpty }
        guard range.count == known.count else { return false }
        for index in 0..<known.count where text[range.lowerBound + index] != known[index] {
            return false
        }
        return true
    }
}

/// Meanings of the few words a column repeats, so that each is folded once.
private struct WordCache<Meaning> {
    private var known: [(bytes: [UInt8], meaning: Meaning)] = []
    /// A column that never repeats itself must not make every row slow.
    private static var countMax: Int { 32 }

    mutating func meaning(of word: Span<UInt8>, find: ([UInt8]) -> Meaning) -> Meaning {
        for entry in known where isSame(entry.bytes, word) { return entry.meaning }
        let meaning = find(HeaderText.fold(word))
        if known.count < Self.countMax {
            var bytes: [UInt8] = []
            for index in 0..<word.count { bytes.append(word[index]) }
            known.append((bytes, meaning))
        }
        return meaning
    }

    private func isSame(_ bytes: [UInt8], _ word: Span<UInt8>) -> Bool {
        guard bytes.count == word.count else { return false }
        for index in bytes.indices where bytes[index] != word[index] { return false }
        return true
    }
}
