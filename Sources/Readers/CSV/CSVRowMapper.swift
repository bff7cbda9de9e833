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
    private var directionWords = WordCache<Bool?>()
    private var skips: [(column: Int, rule: Layout.Skip)] = []
    private var accountKeys: [[UInt8]] = []
    private var lastAccount: Int32 = -1
    private var lastAccountCell: [UInt8] = []
    private var lastProductCell: [UInt8] = []
    private var lastCurrency = Currency.unknown

    private enum StatusMeaning {
        case done, hold, unknown
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
        noneLongest = layout.noneWords.map(\.count).max() ?? 0
        cellsNeeded = (table.header.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? -1) + 1
        let folded = table.header.map { HeaderText.fold($0) }
        for rule in layout.skips {
            if rule.column.position >= 0 {
                skips.append((rule.column.position, rule))
            } else if let column = folded.firstIndex(where: { rule.column.match($0) != nil }) {
                skips.append((column, rule))
            }
        }
    }

    /// Fills a fresh line from a row and puts its texts into the batch.
    ///
    /// - Parameter isIncoming: the direction found from balances, when it was asked for.
    func map(
        _ row: CSVRow, _ fields: [CSVField], of text: Span<UInt8>, isIncoming: Bool? = nil,
        to line: inout StatementLine, into batch: inout LineBatch
    ) throws(CellProblem) -> CSVFate {
        if let fate = try shapeFate(row, fields, text) { return fate }
        line.sourceLine = UInt32(truncatingIfNeeded: row.line)
        line.sourceIndex = row.index

        if columns.has(.status), let status = layout.status {
            switch self.status(row, fields, text, status) {
            case .done: break
            case .hold: line.isHold = true
            case .skip(let reason): return .skipped(reason)
            case .unknown:
                throw CellProblem(
                    kind: .statusUnknown, column: columns[.status], expected: "a known status")
            }
        }
        for skip in skips where isSkipped(row, fields, text, skip.column, skip.rule) {
            return .skipped(skip.rule.reason)
        }

        do throws(CellProblem) {
            line.made = try day(.made, row, fields, text)
        } catch {
            if isHeader(row, fields, text) { return .skipped(.repeatedHeader) }
            throw error
        }
        if columns.has(.time), let time = cell(.time, row, fields, text) {
            do throws(DateProblem) {
                line.made.second = try DateText.parseTime(text.extracting(time.range))
            } catch {
                throw CellProblem(kind: .timeNotATime, column: time.column, expected: "HH:MM[:SS]")
            }
        }
        if columns.has(.booked), cell(.booked, row, fields, text) != nil {
            line.bookedOn = try day(.booked, row, fields, text).day
        }
        if columns.has(.value), cell(.value, row, fields, text) != nil {
            line.valueOn = try day(.value, row, fields, text).day
        }

        let currency = try self.currency(.currency, row, fields, text) ?? table.currency
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

        line.bankID = try self.text(.id, row, fields, text, &batch)
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
            let number = try? AmountText.parse(text.extracting(cell.range), style: style),
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
        if end &- start <= noneLongest, isNone(text, start, end) { return nil }
        if text[start] <= 0x20, isBlank(text, start, end) { return nil }
        return start..<end
    }

    private func isNone(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let first = text[start]
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
        if fields.count < cellsNeeded {
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

    private func isHeader(_ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>) -> Bool {
        let column = columns[.made]
        guard column < fields.count, column < table.header.count else { return false }
        let field = fields[column]
        let start = row.start + Int(field.start)
        let cell = HeaderText.fold(text.extracting(start..<(start + field.count)))
        return !cell.isEmpty && cell == HeaderText.fold(table.header[column])
    }

    private func status(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ rule: Layout.Status
    ) -> StatusMeaning {
        guard let cell = cell(.status, row, fields, text) else { return .unknown }
        return statusWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.done.contains(word) { return .done }
            if rule.hold.contains(word) { return .hold }
            if let skip = rule.skip.first(where: { $0.word == word }) { return .skip(skip.reason) }
            return .unknown
        }
    }

    private func isSkipped(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ column: Int, _ rule: Layout.Skip
    ) -> Bool {
        guard let range = range(column, row, fields, text) else { return false }
        // Only short texts are worth folding: a rule's words, not a payment's purpose.
        guard range.count <= 4 * rule.text.count + 16 else { return false }
        return HeaderText.fold(text.extracting(range)) == rule.text
    }

    // MARK: days and money

    private func day(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> CivilMoment {
        guard let cell = cell(field, row, fields, text) else {
            throw CellProblem(kind: .dateMissing, column: columns[field], expected: expectedDate)
        }
        let hint = field == .made ? 0 : field == .booked ? 1 : 2
        do throws(DateProblem) {
            return try DateText.parse(
                text.extracting(cell.range), formats: formats, hint: &dateHints[hint])
        } catch {
            let kind: RowRejection.Kind =
                switch error {
                case .empty: .dateMissing
                case .notADay: .dateNotADay
                case .notATime: .timeNotATime
                }
            throw CellProblem(kind: kind, column: cell.column, expected: expectedDate)
        }
    }

    private var expectedDate: String { formats.first?.pattern ?? "" }

    private func currency(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>
    ) throws(CellProblem) -> Currency? {
        guard let cell = cell(field, row, fields, text) else { return nil }
        if let currency = CurrencyText.parse(text.extracting(cell.range)) { return currency }
        throw CellProblem(kind: .currencyUnknown, column: cell.column, expected: "a currency code")
    }

    private func number(
        _ cell: Cell, _ text: Span<UInt8>
    ) throws(CellProblem) -> WrittenNumber {
        do throws(AmountProblem) {
            return try AmountText.parse(text.extracting(cell.range), style: style)
        } catch {
            let kind: RowRejection.Kind =
                switch error {
                case .empty: .amountMissing
                case .notANumber: .amountNotANumber
                case .ambiguous: .amountAmbiguous
                case .overflow: .amountOverflow
                }
            throw CellProblem(kind: kind, column: cell.column, expected: expectedNumber)
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
        return try money(try number(cell, text), currency, column: cell.column)
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
        var number = try number(cell, text)
        if let rule = layout.direction, columns.has(.direction) {
            var incoming = isIncoming
            if incoming == nil { incoming = direction(row, fields, text, rule) }
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
            var number = try number(debit, text)
            if layout.debitSign == .negative, number.mantissa > 0 {
                throw CellProblem(
                    kind: .amountTwoSides, column: debit.column, expected: "an amount with minus")
            }
            number.mantissa = -abs(number.mantissa)
            out = try money(number, currency, column: debit.column)
        }
        if let credit {
            into = try money(try number(credit, text), currency, column: credit.column)
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

    private func direction(
        _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>, _ rule: Layout.Direction
    ) -> Bool? {
        guard let cell = cell(.direction, row, fields, text) else { return nil }
        return directionWords.meaning(of: text.extracting(cell.range)) { word in
            if rule.moneyIn.contains(word) { return true }
            return rule.moneyOut.contains(word) ? false : nil
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
        let currency = try self.currency(.originalCurrency, row, fields, text) ?? amount.currency
        var number = try number(cell, text)
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
        for index in cell.range {
            let digit = text[index] &- 0x30
            guard digit < 10, code < 1000 else {
                throw CellProblem(kind: .mccNotACode, column: cell.column, expected: "four digits")
            }
            code = code * 10 + Int(digit)
        }
        return UInt16(truncatingIfNeeded: code)
    }

    // MARK: texts and accounts

    private func text(
        _ field: LayoutField, _ row: CSVRow, _ fields: [CSVField], _ text: Span<UInt8>,
        _ batch: inout LineBatch
    ) throws(CellProblem) -> TextRef {
        guard columns.has(field), let cell = cell(field, row, fields, text) else { return .none }
        do throws(CellText.Problem) {
            return try CellText.add(
                text.extracting(cell.range), hasQuotes: fields[cell.column].hasQuotes, to: &batch)
        } catch {
            throw CellProblem(
                kind: error == .controls ? .textHasControls : .textNotDecodable,
                column: cell.column, expected: "text")
        }
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
        lastAccount = try claim(
            lastAccountCell, lastProductCell, currency, column: columns[.account])
        return lastAccount
    }

    private func claim(
        _ number: [UInt8], _ product: [UInt8], _ currency: Currency, column: Int
    ) throws(CellProblem) -> Int32 {
        let key =
            number + [0] + product + [0] + (currency.isKnown ? Array(currency.code.utf8) : [])
        if let known = accountKeys.firstIndex(of: key) { return Int32(truncatingIfNeeded: known) }
        let isMain = layout.mainProducts.contains(HeaderText.fold(product.span))
        for cell in [number, product] where cell.contains(where: { $0 < 0x20 || $0 == 0xFF }) {
            throw CellProblem(kind: .textHasControls, column: column, expected: "an account")
        }
        let printed = number.isEmpty ? table.iban : String(decoding: number, as: UTF8.self)
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
