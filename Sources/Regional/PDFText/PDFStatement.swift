import Facts
import Reading

/// Reads one statement from the lines of a text layer, from its column names on: rows first, proof
/// at the end.
///
/// An earlier, equal reading decided whether to return the rows.
final class PDFStatement {
    private(set) var accounts: [AccountClaim]
    private(set) var verdict = PDFTextVerdict.unread

    private let shape: PDFStatementShape
    private let head: PDFStatementHead
    private let file: String
    private let handsOn: PDFTextVerdict
    /// A line that begins with a day and may have its amount in the next nonblank line, and the
    /// lines after it.
    private var waiting: Beginning?
    private var following: [PrintedLine] = []
    /// The current row, and whether the next line may belong to it.
    private var record: Record?
    private var isOpen = false
    /// Rows begun and rows whose beginning is damaged.
    private var rowCount: UInt32 = 0
    /// The last row: the next one proves that it is complete.
    private var last: Row?
    private var balance: Money?
    private var witness: TotalsWitness
    private var isEveryRowRead = true
    /// Sums in hundredths over all rows with a readable amount.
    private var received: Int64 = 0
    private var spent: Int64 = 0
    private var hasEnding = false

    private struct Row {
        var line = StatementLine()
        var operation = ""
        var description = ""
        var memo = ""
    }

    /// A line that begins with a day.
    private struct Beginning {
        var line: PrintedLine
        var day: CalendarDate
        /// Offset after the day.
        var start: Int
    }

    /// The lines from one row's day to the next row.
    private struct Record {
        var lines: [PrintedLine]
        var day: CalendarDate
        /// Offset after the day in the first line.
        var start: Int
        var index: UInt32
    }

    init(
        shape: PDFStatementShape, head: PDFStatementHead, file: String, handsOn: PDFTextVerdict
    ) {
        self.shape = shape
        self.head = head
        self.file = file
        self.handsOn = handsOn
        balance = head.opening?.money(in: head.currency)
        witness = TotalsWitness(currency: head.currency)
        accounts = [
            AccountClaim(
                bank: shape.bank, number: head.account,
                iban: IBANText.normalized(head.account) ?? "", currency: head.currency)
        ]
    }

    var layout: String { shape.layout }
    /// The number of lines kept.
    var linesKept: Int { (record?.lines.count ?? 0) + following.count + (waiting == nil ? 0 : 1) }

    /// Reads the next line, first that of the column names.
    func feed(_ line: PrintedLine, into batch: inout LineBatch) {
        if waiting != nil {
            if line.isBlank {
                // Keeps only one of several empty lines.
                if following.last?.compact.isEmpty != true || !line.compact.isEmpty {
                    following.append(line)
                }
                return
            }
            settleWaiting(next: line, into: &batch)
        }
        let start = PDFMoney.skipBlanks(0, line.scalars)
        guard
            let day = PDFStatementHead.day(start, line.scalars, yearDigits: head.yearDigits)
        else {
            readOther(line, into: &batch)
            return
        }
        let beginning = Beginning(line: line, day: day.day, start: day.end)
        switch beginsRow(beginning) {
        case true?: begin(beginning, into: &batch)
        case false?: readOther(line, into: &batch)
        case nil: waiting = beginning
        }
    }

    /// Reads the end of the text, whose last line has this number.
    func finish(atLine line: Int, into batch: inout LineBatch) throws(ReadFailure) {
        settleWaiting(next: nil, into: &batch)
        endRecord(into: &batch)
        let isCut = !hasEnding && !shape.endings.isEmpty
        if isCut, let last {
            // Whether the last row is complete is unknown.
            reject(
                RowRejection(
                    kind: .recordIncomplete,
                    place: SourcePlace(file: file, line: Int(last.line.sourceLine), column: 1),
                    field: ""), into: &batch)
        } else {
            handOnLast(into: &batch)
        }
        last = nil
        verdict = .disproved
        let isProved = try prove()
        verdict = .proved
        if !isProved, !hasEnding, rowCount > 0, handsOn == .proved {
            batch.notices.append(
                ReadNotice(.totalsUnproved, at: SourcePlace(file: file, line: line)))
        }
        if let totals = totals()?.totals(account: 0) { batch.totals.append(totals) }
        if isCut {
            throw ReadFailure(.truncated, at: SourcePlace(file: file, line: line))
        }
    }

    // MARK: Records

    private func settleWaiting(next: PrintedLine?, into batch: inout LineBatch) {
        guard let beginning = waiting else { return }
        waiting = nil
        let isRow = next.map { beginsAmount($0, PDFMoney.skipBlanks(0, $0.scalars)) } ?? false
        if isRow {
            begin(beginning, into: &batch)
        } else {
            readOther(beginning.line, into: &batch)
        }
        for line in following { readOther(line, into: &batch) }
        following.removeAll()
    }

    private func begin(_ beginning: Beginning, into batch: inout LineBatch) {
        endRecord(into: &batch)
        record = Record(
            lines: [beginning.line], day: beginning.day, start: beginning.start, index: rowCount)
        rowCount &+= 1
        isOpen = true
    }

    /// A line that begins no row. Column names, page headings and closing lines belong to none
    /// either.
    private func readOther(_ line: PrintedLine, into batch: inout LineBatch) {
        let compact = line.compact
        if compact.isEmpty || shape.isHeading(compact) || shape.isSurrounding(compact) {
            if shape.endings.contains(where: { compact.contains($0) }) { hasEnding = true }
            // A page or cell break may put a blank line within a row, but no line below it is
            // proved to belong to the row.
            isOpen = false
        } else if isOpen, !isDamagedRow(line) {
            record?.lines.append(line)
        } else if PDFMoney.first(from: 0, in: line.scalars, units: shape.units) != nil {
            // An amount with its currency outside any row: the row's day is damaged.
            endRecord(into: &batch)
            reject(
                rejection(
                    .dateMissing, line, column: 1, field: "", found: "", expected: "dd.mm.yyyy"),
                into: &batch)
            rowCount &+= 1
        }
    }

    private func endRecord(into batch: inout LineBatch) {
        isOpen = false
        guard let record else { return }
        self.record = nil
        do throws(RowRejection) {
            switch shape.rows {
            case .signedAmount: try readSigned(record, into: &batch)
            case .twoSides: try readSides(record, into: &batch)
            }
        } catch {
            reject(error, into: &batch)
        }
    }

    private func reject(_ rejection: RowRejection, into batch: inout LineBatch) {
        isEveryRowRead = false
        if handsOn != .unread { batch.rejections.append(rejection) }
    }

    private func accept(_ row: Row, into batch: inout LineBatch) {
        handOnLast(into: &batch)
        last = row
    }

    private func handOnLast(into batch: inout LineBatch) {
        guard let row = last else { return }
        last = nil
        witness.count(row.line)
        if handsOn == .proved { add(row, to: &batch) }
    }

    /// A day begins a row if an amount follows; a day at the beginning of wrapped details is text.
    /// Nil if the next nonblank line must decide.
    private func beginsRow(_ beginning: Beginning) -> Bool? {
        if shape.hasBalance { return true }
        if case .twoSides = shape.rows { return true }
        let at = PDFMoney.skipBlanks(beginning.start, beginning.line.scalars)
        return at == beginning.line.count ? nil : beginsAmount(beginning.line, at)
    }

    private func beginsAmount(_ line: PrintedLine, _ at: Int) -> Bool {
        guard at < line.count else { return false }
        return PrintedLine.digit(line.scalars[at]) != nil
            || PDFMoney.signValue(at, line.scalars) != nil
            || PDFMoney.at(at, in: line.scalars, units: shape.units) != nil
    }

    /// Without totals a row merged into the text of the row above would not be noticed.
    private func isDamagedRow(_ line: PrintedLine) -> Bool {
        guard !shape.endings.isEmpty, line.trimmed(from: 0).first != "(", let record else {
            return false
        }
        let first = record.lines[0]
        let awaitsAmount =
            record.lines.count == 1
            && PDFMoney.skipBlanks(record.start, first.scalars) == first.count
        return !awaitsAmount
            && PDFMoney.first(from: 0, in: line.scalars, units: shape.units) != nil
    }

    // MARK: Rows with a signed amount

    private func readSigned(
        _ record: Record, into batch: inout LineBatch
    ) throws(RowRejection) {
        var lines = record.lines
        var first = lines.removeFirst()
        var at = record.start
        if PDFMoney.skipBlanks(at, first.scalars) == first.count, !lines.isEmpty {
            first = lines.removeFirst()
            at = 0
        }
        guard let amount = PDFMoney.at(at, in: first.scalars, units: shape.units) else {
            if shape.hasBalance, try isUnmoved(first, at, balance) {
                if handsOn == .proved {
                    batch.skipped.append(RowSkip(reason: .informational, line: first.number))
                }
                return
            }
            throw rejection(
                .amountNotANumber, first, column: at + 1, field: "",
                found: PrintedLine.text(first.trimmed(from: at)), expected: "± 1 234,56 ₸")
        }
        guard let currency = amount.currency, !head.currency.isKnown || currency == head.currency
        else {
            throw rejection(
                .currencyUnknown, first, column: at + 1, field: "",
                found: PrintedLine.text(first.trimmed(from: at, to: amount.end)),
                expected: head.currency.code)
        }
        guard let money = amount.money(in: currency) else {
            throw rejection(
                .amountOverflow, first, column: at + 1, field: "", found: "", expected: "")
        }
        if !head.currency.isKnown { accounts[0].currency = currency }
        var row = try self.row(of: record, money)
        if !lines.isEmpty, let original = original(lines[0], sign: money.isNegative ? -1 : 1) {
            row.line.originalAmount = original
            lines.removeFirst()
        }
        var end = first.count
        if shape.hasBalance {
            let expected = balance.flatMap { try? $0.adding(money) }
            guard let printed = balanceAtEnd(of: first, from: amount.end, currency, expected) else {
                throw rejection(
                    .amountMissing, first, column: amount.end + 1, field: "", found: "",
                    expected: "balance")
            }
            balance = printed.balance
            row.line.balance = printed.balance
            end = printed.start
        }
        if handsOn == .proved {
            fillTexts(&row, first, from: amount.end, to: end, below: lines)
        }
        accept(row, into: &batch)
    }

    /// A row with this day and amount. The sums include the amount even if the row is rejected.
    private func row(of record: Record, _ money: Money) throws(RowRejection) -> Row {
        count(money)
        if let first = head.first, let last = head.last, !(first...last).contains(record.day) {
            throw rejection(
                .dateNotADay, record.lines[0], column: 1, field: "", found: record.day.text,
                expected: "\(first.text) – \(last.text)")
        }
        var row = Row()
        row.line.sourceLine = UInt32(clamping: record.lines[0].number)
        row.line.sourceIndex = record.index
        row.line.made = CivilMoment(day: record.day)
        row.line.bookedOn = record.day
        row.line.amount = money
        return row
    }

    private func count(_ money: Money) {
        let side = money.units.magnitude
        let total = money.isNegative ? spent : received
        let (sum, overflow) = total.addingReportingOverflow(Int64(clamping: side))
        // Implausible sums are no proof; both sides are invalidated, so that nothing agrees with
        // them.
        if overflow {
            received = -1
            spent = -1
        } else if money.isNegative {
            spent = sum
        } else {
            received = sum
        }
    }

    /// `(-8.99 USD)` below the row: the amount in the currency of the purchase, with the row's sign
    /// if it has none.
    private func original(_ line: PrintedLine, sign: Int64) -> Money? {
        let text = line.trimmed(from: 0)
        guard text.count > 6, text.first == "(", text.last == ")" else { return nil }
        var inner = Array(PrintedLine.trimmed(text.dropFirst().dropLast()))
        guard let currency = Currency(code: PrintedLine.text(inner.suffix(3))), currency.isListed
        else { return nil }
        inner.removeLast(3)
        let printedSign = PDFMoney.signValue(0, inner)
        if printedSign != nil { inner.removeFirst() }
        let digits = PrintedLine.trimmed(inner[...])
        guard digits.first.flatMap(PrintedLine.digit) != nil,
            let money = try? Money.written(
                PrintedLine.text(digits).utf8Span.span, style: .either, in: currency)
        else { return nil }
        return (printedSign ?? sign) < 0 ? money.negated : money
    }

    // MARK: Balances after rows

    /// The balance at the end of the line: the number that follows from the previous balance, or
    /// else the longest possible one.
    private func balanceAtEnd(
        of line: PrintedLine, from start: Int, _ currency: Currency, _ expected: Money?
    ) -> (balance: Money, start: Int)? {
        let text = line.scalars
        var longest: (balance: Money, start: Int)?
        var at = start
        while at < text.count {
            defer { at += 1 }
            guard let money = PDFMoney.at(at, in: text, units: shape.units),
                PDFMoney.skipBlanks(money.end, text) == text.count, money.currency == currency,
                let value = money.money(in: currency)
            else { continue }
            if value == expected { return (value, at) }
            if longest == nil { longest = (value, at) }
        }
        return longest
    }

    /// A row without an amount, such as a prolongation, does not change the balance.
    private func isUnmoved(
        _ line: PrintedLine, _ start: Int, _ balance: Money?
    ) throws(RowRejection) -> Bool {
        guard let balance,
            let printed = balanceAtEnd(of: line, from: start, balance.currency, balance)
        else { return false }
        return printed.balance == balance
    }

    // MARK: Rows with two sides

    /// Reads lines that end with two columns, one of them filled and the other with a dash.
    private func readSides(
        _ record: Record, into batch: inout LineBatch
    ) throws(RowRejection) {
        var lines = record.lines
        lines[0] = PrintedLine(
            Array(lines[0].scalars[record.start...]), number: lines[0].number)
        var found: (index: Int, start: Int, money: Money)?
        for (index, line) in lines.enumerated() {
            guard let sides = Self.sides(of: line, currency: head.currency) else { continue }
            if found != nil {
                throw rejection(
                    .amountAmbiguous, line, column: 1, field: "", found: line.text,
                    expected: "1 234,56  -")
            }
            found = (index, sides.start, sides.money)
        }
        guard let found else {
            throw rejection(
                .amountMissing, record.lines[0], column: 1, field: "", found: "",
                expected: "1 234,56  -")
        }
        var row = try self.row(of: record, found.money)
        lines[found.index] = PrintedLine(
            Array(lines[found.index].scalars[..<found.start]), number: lines[found.index].number)
        if handsOn == .proved { row.description = joined(lines, cutsWords: false) }
        accept(row, into: &batch)
    }

    /// `1 234,56-` is money in, `-1 234,56` money out: the dash is the empty column.
    private static func sides(
        of line: PrintedLine, currency: Currency
    ) -> (start: Int, money: Money)? {
        let text = line.scalars
        var end = text.count
        while end > 0, PrintedLine.isBlank(text[end - 1]) { end -= 1 }
        for start in text.indices {
            // A pair is at the start of its line or after a gap.
            guard
                start == 0
                    || (start > 1 && PrintedLine.isBlank(text[start - 1])
                        && PrintedLine.isBlank(text[start - 2]))
            else { continue }
            if text[start] == "-" {
                let at = PDFMoney.skipBlanks(start + 1, text)
                if let number = PDFMoney.number(at, text), number.end == end,
                    let money = try? Money(
                        mantissa: -number.units, writtenScale: 2, currency: currency)
                {
                    return (start, money)
                }
            } else if let number = PDFMoney.number(start, text) {
                let dash = PDFMoney.skipBlanks(number.end, text)
                if dash == end - 1, text[dash] == "-",
                    let money = try? Money(
                        mantissa: number.units, writtenScale: 2, currency: currency)
                {
                    return (start, money)
                }
            }
        }
        return nil
    }

    // MARK: Texts

    private func fillTexts(
        _ row: inout Row, _ line: PrintedLine, from start: Int, to end: Int, below: [PrintedLine]
    ) {
        var below = below
        var rest = line.trimmed(from: start, to: end)
        if rest.isEmpty, !below.isEmpty, case .description = shape.below {
            rest = below.removeFirst().trimmed(from: 0)
        }
        let (operation, details) = split(rest)
        row.operation = operation
        switch shape.below {
        case .description(let cutsWords):
            let own = PrintedLine(Array(details), number: line.number)
            row.description = joined([own] + below, cutsWords: cutsWords)
        case .memo:
            row.description = PrintedLine.collapsed(details)
            row.memo = joined(below, cutsWords: false)
        case .nobody:
            row.description = PrintedLine.collapsed(details)
        }
        if row.description.isEmpty { row.description = operation }
        row.line.mcc = Self.mcc(in: row.description)
    }

    /// The kind of operation and the rest: split after a known word, else at the gap between two
    /// columns.
    private func split(
        _ text: ArraySlice<Unicode.Scalar>
    ) -> (operation: String, details: ArraySlice<Unicode.Scalar>) {
        for word in shape.operations where text.starts(with: word.unicodeScalars) {
            let rest = text.dropFirst(word.unicodeScalars.count)
            // `Переводы` is not `Перевод`; `ПереводНа карту` and `Покупкаaliexpress` are two
            // columns.
            if let next = rest.first, next.properties.isLowercase,
                next.isASCII == word.unicodeScalars.last?.isASCII
            {
                continue
            }
            return (word, PrintedLine.trimmed(rest))
        }
        for index in text.indices.dropLast()
        where PrintedLine.isBlank(text[index]) && PrintedLine.isBlank(text[index + 1]) {
            return (
                PrintedLine.collapsed(text[..<index]), PrintedLine.trimmed(text[index...])
            )
        }
        return ("", text)
    }

    /// Joins lines to one text. If words are cut, lowercase letters on both sides of a line end
    /// form one word.
    private func joined(_ lines: [PrintedLine], cutsWords: Bool) -> String {
        var text = ""
        for line in lines {
            let part = PrintedLine.collapsed(line.scalars[...])
            if part.isEmpty { continue }
            let isCut =
                cutsWords && text.unicodeScalars.last?.properties.isAlphabetic == true
                && part.unicodeScalars.first?.properties.isLowercase == true
            if !text.isEmpty, !isCut { text += " " }
            text += part
        }
        return text
    }

    /// `MCC: 5411` in the details.
    private static func mcc(in text: String) -> UInt16 {
        guard let mark = text.firstRange(of: "MCC:") else { return 0 }
        let digits = text[mark.upperBound...].drop { $0 == " " }.utf8.prefix(5)
        let code = digits.prefix { (0x30...0x39).contains($0) }
        guard code.count == 4 else { return 0 }
        return code.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
    }

    // MARK: Proof

    /// Checks that the rows match the statement's totals, unless it prints none or they contradict
    /// each other.
    private func prove() throws(ReadFailure) -> Bool {
        guard let closing = head.closing, let opening = head.opening else { return false }
        if let sides = head.sides {
            if sides.received != received {
                throw disagreement(counted: received, printed: sides.received)
            }
            if sides.spent != spent {
                throw disagreement(counted: spent, printed: sides.spent)
            }
            return true
        }
        let difference = closing.units * (closing.sign ?? 1) - opening.units * (opening.sign ?? 1)
        let counted = received - spent
        let isProved = counted == difference || counted == head.turnover
        // Available money without the arrested part is printed as a balance too: then balances and
        // turnovers differ.
        let isContradiction = head.turnover.map { $0 != difference } ?? false
        guard isProved || isContradiction else {
            throw disagreement(counted: counted, printed: difference)
        }
        if shape.hasBalance, let end = closing.money(in: head.currency), let balance,
            balance != end
        {
            throw disagreement(counted: balance.units, printed: end.units)
        }
        return isProved
    }

    /// The proved totals; nil if a row is missing or no currency is known.
    private func totals() -> TotalsWitness? {
        guard isEveryRowRead, let opening = head.opening?.money(in: head.currency),
            let closing = head.closing?.money(in: head.currency)
        else { return nil }
        var witness = witness
        if let sides = head.sides {
            witness.print(received: units(sides.received), line: head.closingLine)
            witness.print(spent: units(sides.spent), line: head.closingLine)
        }
        // A balance below that of the turnovers excludes arrested money.
        let difference = (try? closing.adding(opening.negated))?.units
        if head.turnover == nil || head.turnover == difference {
            witness.print(opening: opening, line: head.closingLine)
            witness.print(closing: closing, line: head.closingLine)
        }
        return witness
    }

    private func units(_ units: Int64) -> Money {
        Money(units: units, scale: 2, currency: head.currency)
    }

    private func disagreement(counted: Int64, printed: Int64) -> ReadFailure {
        func text(_ count: Int64) -> String { units(count).text }
        return ReadFailure(
            .totalsDisagree, at: SourcePlace(file: file, line: head.closingLine),
            found: text(printed), details: ["\(text(counted)) ≠ \(text(printed))"])
    }

    // MARK: Output

    private func add(_ row: Row, to batch: inout LineBatch) {
        var line = row.line
        do throws(CellText.Problem) {
            line.description = try text(row.description, &batch)
            line.memo = try text(row.memo, &batch)
            line.bankCategory = try text(row.operation, &batch)
        } catch {
            batch.rejections.append(
                RowRejection(
                    kind: .textHasControls,
                    place: SourcePlace(file: file, line: Int(line.sourceLine), column: 1),
                    field: ""))
            return
        }
        batch.lines.append(line)
    }

    private func text(
        _ text: String, _ batch: inout LineBatch
    ) throws(CellText.Problem) -> TextRef {
        try CellText.add(text.utf8Span.span, hasQuotes: false, to: &batch)
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ line: PrintedLine, column: Int, field: String, found: String,
        expected: String
    ) -> RowRejection {
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: found.unicodeScalars.prefix(Limits.excerptScalarsMax))
        return RowRejection(
            kind: kind, place: SourcePlace(file: file, line: line.number, column: column),
            field: field, found: String(shown), expected: expected)
    }
}
