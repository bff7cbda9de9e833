package import Facts
import Reading

/// The state of reading the report: headings, table and the current row.
package struct SberbankReport: LineStatement {
    package static let layout = "sberbank/text"
    static let bank = "sberbank"

    private let file: String
    private var claim: AccountClaim?
    private var currency = Currency.unknown
    /// The next nonblank line contains the account's currency.
    private var expectsCurrency = false
    /// First columns of the cells after the first, by the ruler above the heading.
    private var ruler: [Int] = []
    /// Rulers read in this table: two around the heading, one below the rows.
    private var rulers = 0
    private var row: Row?
    private var rowCount: UInt32 = 0
    private var witness: TotalsWitness?
    private var hasEnd = false

    private static let names = TotalsNames(
        received: "CR", spent: "ИТОГО", closing: "ОСТАТОК НА КОНЕЦ ПЕРИОДА")

    private struct Row {
        var line: StatementLine
        var bankID: String
        var description: String
        var place = ""
    }

    package init(file: String) {
        self.file = file
    }

    package var accounts: [AccountClaim] { claim.map { [$0] } ?? [] }

    package mutating func feed(
        _ bytes: Span<UInt8>, number: Int, into batch: inout LineBatch
    ) {
        let line = PrintedLine(bytes, number: number)
        if line.isBlank { return }
        let text = PrintedLine.collapsed(line.scalars[...])
        if let cells = Self.ruler(line) {
            endRow(into: &batch)
            // A new page begins with its own ruler.
            rulers = rulers == 3 ? 1 : rulers + 1
            if rulers == 1 { ruler = cells }
            return
        }
        if text.contains("ОСТАТОК НА") {
            endRow(into: &batch)
            readBalance(text, line.number)
            return
        }
        guard rulers == 2 else {
            readHeading(text)
            return
        }
        readTableLine(line, text, into: &batch)
    }

    package mutating func finish(at line: Int, into batch: inout LineBatch) throws(ReadFailure) {
        settleAccount()
        guard hasEnd else {
            // Whether the last row is complete is unknown.
            if let row {
                batch.rejections.append(
                    RowRejection(
                        kind: .recordIncomplete,
                        place: SourcePlace(file: file, line: Int(row.line.sourceLine), column: 1),
                        field: "ДАТА ОПЕР.", expected: Self.names.closing))
            }
            throw ReadFailure(
                .truncated, at: SourcePlace(file: file, line: line), details: [Self.names.closing])
        }
        if let witness {
            try batch.addTotals(of: witness, account: 0, file: file, names: Self.names)
        }
    }

    // MARK: Headings

    private mutating func readHeading(_ text: String) {
        // Each page repeats the headings; the first one counts.
        guard claim == nil else { return }
        if expectsCurrency {
            expectsCurrency = false
            if let found = Currency(code: text), found.isListed { currency = found }
            return
        }
        guard let at = text.firstRange(of: "ВАЛЮТА СЧЕТА") else { return }
        let rest = text[at.upperBound...].drop { $0 == " " || $0 == ":" }
        if let found = Currency(code: String(rest.prefix(3))), found.isListed {
            currency = found
        } else {
            expectsCurrency = true
        }
    }

    /// `ОСТАТОК НА НАЧАЛО ПЕРИОДА: 0.00`
    private mutating func readBalance(_ text: String, _ line: Int) {
        let isClosing = text.contains("КОНЕЦ")
        if isClosing { hasEnd = true }
        settleAccount()
        guard let colon = text.lastIndex(of: ":"),
            let amount = try? Money.written(
                String(text[text.index(after: colon)...]).utf8Span.span, style: .either,
                in: currency)
        else {
            // A sign or letters beside a balance have no documented meaning.
            witness?.silence()
            return
        }
        if isClosing {
            witness?.print(closing: amount, line: line)
        } else {
            witness?.print(opening: amount, line: line)
        }
    }

    private mutating func settleAccount() {
        guard claim == nil else { return }
        claim = AccountClaim(bank: Self.bank, currency: currency)
        witness = TotalsWitness(currency: currency)
    }

    /// The columns after each `+` of a line of only `-` and `+`.
    private static func ruler(_ line: PrintedLine) -> [Int]? {
        let ink = line.trimmed(from: 0)
        guard ink.count > 20, ink.allSatisfy({ $0 == "-" || $0 == "+" }) else { return nil }
        let cells = ink.indices.filter { ink[$0] == "+" }
        return cells.count == 6 ? cells : nil
    }

    // MARK: Rows

    private mutating func readTableLine(
        _ line: PrintedLine, _ text: String, into batch: inout LineBatch
    ) {
        // A row never begins with asterisks or the word; a shop's name may contain it.
        if text.drop(while: { $0 == "*" || $0 == " " }).hasPrefix("ИТОГО") {
            endRow(into: &batch)
            return
        }
        let days = line.trimmed(from: ruler[0], to: ruler[2] + 1)
        let amounts = line.trimmed(from: ruler[4])
        if days.isEmpty, amounts.isEmpty {
            let place = PrintedLine.collapsed(line.scalars[min(ruler[2], line.count)...])
            if !place.isEmpty, row != nil {
                let known = row?.place ?? ""
                row?.place = known.isEmpty ? place : known + " " + place
            }
            return
        }
        // The card's name and number are beside the first rows but do not belong to them.
        endRow(into: &batch)
        settleAccount()
        do throws(RowRejection) {
            row = try read(line)
        } catch {
            batch.rejections.append(error)
            witness?.silence()
        }
        rowCount &+= 1
    }

    private mutating func endRow(into batch: inout LineBatch) {
        guard let row else { return }
        self.row = nil
        var line = row.line
        do throws(CellText.Problem) {
            line.bankID = batch.add(row.bankID)
            line.description = try CellText.add(
                row.description.utf8Span.span, hasQuotes: false, to: &batch)
            line.memo = try CellText.add(row.place.utf8Span.span, hasQuotes: false, to: &batch)
        } catch {
            batch.rejections.append(
                RowRejection(
                    kind: .textHasControls,
                    place: SourcePlace(file: file, line: Int(line.sourceLine), column: 1),
                    field: "ВИД, МЕСТО СОВЕРШЕНИЯ"))
            witness?.silence()
            return
        }
        batch.lines.append(line)
        witness?.count(line)
    }

    private func read(_ line: PrintedLine) throws(RowRejection) -> Row {
        var cursor = ruler[0]
        let madeWord = word(line, &cursor)
        let processedWord = word(line, &cursor)
        let numberWord = word(line, &cursor)
        guard let processed = Self.day(processedWord), let year = processed.year else {
            throw rejection(.dateNotADay, line, processedWord, "ДАТА ОБРАБОТКИ", "ddМММyy")
        }
        guard let bookedOn = CalendarDate(year: year, month: processed.month, day: processed.day)
        else { throw rejection(.dateNotADay, line, processedWord, "ДАТА ОБРАБОТКИ", "ddМММyy") }
        guard let made = Self.day(madeWord), made.year == nil,
            let madeOn = Self.last(made, notAfter: bookedOn)
        else { throw rejection(.dateNotADay, line, madeWord, "ДАТА ОПЕР.", "ddМММ") }
        guard !numberWord.isEmpty, numberWord.allSatisfy({ PrintedLine.digit($0) != nil }) else {
            throw rejection(.valueOfWrongType, line, numberWord, "№ ОПЕРАЦИИ", "digits")
        }
        let kind = line.trimmed(from: cursor, to: ruler[4] + 1)
        let words = kind.split(whereSeparator: PrintedLine.isBlank)
        guard let code = words.last, let operation = Currency(code: PrintedLine.text(code)),
            operation.isListed, words.count > 1
        else {
            throw rejection(.currencyUnknown, line, words.last ?? [], "ВАЛЮТА ОПЕРАЦИИ", "ISO 4217")
        }
        let amounts = line.trimmed(from: max(cursor, ruler[4] + 1))
            .split(whereSeparator: PrintedLine.isBlank)
        guard amounts.count == 2 else {
            throw rejection(.amountMissing, line, amounts.last ?? [], "СУММА", "0.00  0.00")
        }
        var row = StatementLine()
        row.sourceLine = UInt32(clamping: line.number)
        row.sourceIndex = rowCount
        row.made = CivilMoment(day: madeOn)
        row.bookedOn = bookedOn
        // In the legend the first letter is Cyrillic.
        let isCredit = ["CR", "СR"].contains(PrintedLine.text(amounts[1].suffix(2)))
        let printed = isCredit ? amounts[1].dropLast(2) : amounts[1]
        let amount = try money(printed, currency, line)
        row.amount = isCredit ? amount : amount.negated
        let original = try money(amounts[0], operation, line)
        if operation != currency { row.originalAmount = isCredit ? original : original.negated }
        return Row(
            line: row, bankID: PrintedLine.text(numberWord),
            description: PrintedLine.collapsed(kind[..<code.startIndex]))
    }

    private func money(
        _ text: ArraySlice<Unicode.Scalar>, _ currency: Currency, _ line: PrintedLine
    ) throws(RowRejection) -> Money {
        let problem: AmountProblem
        do throws(AmountProblem) {
            let money = try Money.written(
                PrintedLine.text(text).utf8Span.span, style: .point, in: currency)
            if !money.isNegative { return money }
            problem = .notANumber
        } catch {
            problem = error
        }
        throw rejection(
            RowRejection.Kind(amount: problem), line, text, "СУММА В ВАЛЮТЕ СЧЕТА", "0.00CR")
    }

    // MARK: Days

    private struct Day {
        var day: Int
        var month: Int
        var year: Int?
    }

    private static let months = [
        "ЯНВ", "ФЕВ", "МАР", "АПР", "МАЙ", "ИЮН", "ИЮЛ", "АВГ", "СЕН", "ОКТ", "НОЯ", "ДЕК",
    ].map { Array($0.unicodeScalars) }

    /// `26МАР` or `26МАР19`
    private static func day(_ word: ArraySlice<Unicode.Scalar>) -> Day? {
        let word = Array(word)
        guard word.count == 5 || word.count == 7, let tens = PrintedLine.digit(word[0]),
            let ones = PrintedLine.digit(word[1]),
            let month = months.firstIndex(of: Array(word[2..<5]))
        else { return nil }
        var day = Day(day: tens * 10 + ones, month: month + 1, year: nil)
        if word.count == 7 {
            guard let tens = PrintedLine.digit(word[5]), let ones = PrintedLine.digit(word[6])
            else {
                return nil
            }
            day.year = 2000 + tens * 10 + ones
        }
        return day
    }

    private static func last(_ day: Day, notAfter limit: CalendarDate) -> CalendarDate? {
        let year = limit.parts.year
        for candidate in [year, year - 1] {
            if let date = CalendarDate(year: candidate, month: day.month, day: day.day),
                date <= limit
            {
                return date
            }
        }
        return nil
    }

    // MARK: Words and places

    private func word(_ line: PrintedLine, _ cursor: inout Int) -> ArraySlice<Unicode.Scalar> {
        var start = min(cursor, line.count)
        while start < line.count, PrintedLine.isBlank(line.scalars[start]) { start += 1 }
        var end = start
        while end < line.count, !PrintedLine.isBlank(line.scalars[end]) { end += 1 }
        cursor = end
        return line.scalars[start..<end]
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ line: PrintedLine, _ found: ArraySlice<Unicode.Scalar>,
        _ field: String, _ expected: String
    ) -> RowRejection {
        let column = found.isEmpty ? 1 : found.startIndex + 1
        return RowRejection(
            kind: kind, place: SourcePlace(file: file, line: line.number, column: column),
            field: field, found: PrintedLine.text(found.prefix(Limits.excerptScalarsMax)),
            expected: expected)
    }
}
