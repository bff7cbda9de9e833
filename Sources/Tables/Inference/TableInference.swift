internal import Facts
internal import Scanning
internal import Reading

/// Infers a table that no layout knows from all its rows, in one pass: the roles of columns, the
/// order of days, the decimal mark and the sign of money. Memory depends on the columns, not the
/// rows.
///
/// Nothing is taken on trust. Headings and the first rows propose; every row must confirm, and if
/// two readings are left the table is refused with both (`InferredTable.doubts`).
final class TableInference {
    let file: String
    let words = HeadingWords.builtIn
    /// The refusal by the layouts, thrown if this is no table.
    let unknown: ReadFailure
    let isSheet: Bool
    private(set) var frame: TableFrame?
    private(set) var plan: InferencePlan?
    private(set) var hypotheses: [AmountHypothesis] = []
    private(set) var flags: [UnknownFlags] = []
    private(set) var balanceSigns: [BalanceSigns] = []
    private(set) var ownSides: OwnSides?
    private(set) var conversions: [ConvertedAmounts] = []
    private(set) var rated: RatedCurrency?
    private(set) var columns: [ColumnProfile] = []
    /// Days printed above the table: the period, if there are two.
    private(set) var period = DayReadings()
    /// The forms of these days, `00.00.0000`.
    private(set) var periodForms: Set<[UInt8]> = []
    private(set) var dataRows = 0
    /// Rows without a day that are not classified otherwise.
    private(set) var otherRows = 0
    /// Rows without a day that have an amount.
    private(set) var undatedPayments = 0
    /// The last row with a day alone, and how many there are.
    private var titleDay: [UInt8] = []
    private(set) var dayTitles = 0
    private(set) var rowsBelowTitles = 0
    private var textsBelow = TextsBelow()
    private(set) var titles = SectionTitles()
    /// Rows whose texts say that money came to savings or as income.
    private(set) var depositRows = 0
    /// The first row is one of them; nil before it is read.
    private(set) var isFirstDeposit: Bool?
    private(set) var isLastDeposit = false
    /// Rows that have a value day in place of the day of booking.
    private(set) var unbookedRows = 0
    /// Booked rows without an id: what is not booked has none yet.
    private(set) var rowsWithoutID = 0
    /// States of rows without a day.
    private(set) var strayStates: Set<[UInt8]> = []
    /// The line below the last row: empty lines are no rows.
    private var lineBelow = 1
    private(set) var raggedRows = 0
    private(set) var firstDataLine = 0
    /// Rows with a balance or a total, by the cell that names it.
    private(set) var skips: [SkippedText] = []
    private(set) var hasManySkips = false
    /// Rivals that differ in some row.
    private(set) var differing: Set<HeadingRole> = []
    private(set) var rivalDays = RivalDays([])
    /// Columns of amounts whose numbers differ from those of the likeliest one in some row, by each
    /// decimal mark.
    private var differingAmounts = (point: Set<Int>(), comma: Set<Int>())
    /// Pairs of columns with different currencies in some row.
    private(set) var differingCurrencies: Set<[Int]> = []
    /// Counts of rows whose text agrees or disagrees with the sign, by column of amounts.
    private(set) var witnesses: [Int: Tally] = [:]
    /// Columns where a text of money in has an amount without a minus.
    private(set) var incomeWitnessed: Set<Int> = []
    /// The same for two columns that no heading names, by the filled one, and the pairs where a
    /// text of money in has an amount on the side of money in.
    private(set) var witnessesOfSides: [AmountSource: Tally] = [:]
    private(set) var incomeOnItsSide: Set<AmountSource> = []
    /// Rows with a minus under debit or credit whose texts say that a payment is taken back.
    private(set) var stornoWitnessed: [AmountSource: Int] = [:]
    /// Pairs where a row with a minus alone has a text of money in.
    private(set) var incomeBelowMinus: Set<AmountSource> = []
    /// The same for a direction's word and the sign, by both columns.
    private(set) var agreements: [AmountSource: Tally] = [:]
    /// Agreement of a pair of columns with a signed one beside it.
    private(set) var sides = Tally()
    /// The same without the sign.
    private(set) var sizes = Tally()
    /// The printed totals, and the sums of the amounts in every reading.
    private(set) var totals = PrintedTotals()
    private(set) var sums: [AmountReading: AmountSums] = [:]
    /// Rows of several accounts or currencies, or unread rows with money: sums prove nothing, or
    /// cannot disprove a reading.
    private(set) var isMixed = false
    private(set) var hasUnreadMoney = false
    private var firstKey: [UInt8]?
    /// Rows that fill both columns of a pair.
    private(set) var overlaps: [AmountSource: Int] = [:]

    /// Dated rows whose text is or contains a total's word.
    private(set) var totalRows: [TotalRow] = []
    /// Labels that payments have too.
    private var paidLabels: [SkippedText] = []
    /// Rows with a day, an amount and the words of a balance.
    private(set) var datedBalances: [TotalRow] = []
    /// Index of the one right above the current row.
    private var balanceAbove: Int?
    private var sumsAtTotal: [AmountReading: AmountSums] = [:]
    private var rowsAtTotal = 0
    private var lastNumbers: [ReadNumber] = []
    private var firstRow: EndRow?
    private var lastRow: EndRow?

    /// The folded texts of the current row.
    private(set) var folded: [[UInt8]] = []
    /// The folded headings; empty texts if there is no header.
    private var names: [[UInt8]] = []
    private var head: [UInt8] = []
    private var tokenizer = CSVTokenizer(shape: CSVShape(delimiter: 0x2C, hasQuoting: true))
    private(set) var isGivenUp = false
    private(set) var targets = TargetPairs()

    struct Tally {
        var agree = 0
        var disagree = 0
    }

    struct SkippedText {
        let column: Int
        let text: String
        let reason: RowSkip.Reason
    }

    /// Limit of the skipped texts that a layout lists.
    private static let skipsMax = 16
    /// More totals than a statement of years has.
    private static let totalRowsMax = 2_000
    /// Totals prove nothing for tables with more readings of the amount.
    private static let summedMax = 24

    /// - Parameter isSheet: cells without quotes are a sheet's numbers and days.
    init(file: String, unknown: ReadFailure, isSheet: Bool = false) {
        self.file = file
        self.unknown = unknown
        self.isSheet = isSheet
    }

    /// A sheet writes the point of its numbers itself: it is no evidence for those in texts.
    private func isTyped(_ column: Int, _ row: CSVRow) -> Bool {
        isSheet && column < row.fields.count && !row.fields[column].isQuoted
    }

    func read(_ chunk: Span<UInt8>, final: Bool) {
        guard !isGivenUp else { return }
        if frame == nil {
            head.append(chunk)
            let isLong = head.count >= CSVHead.headBytes
            guard isLong || final else { return }
            begin(isWhole: !isLong)
            guard !isGivenUp else { return }
        } else {
            tokenizer.append(chunk)
        }
        var rowsToSkip = head.isEmpty ? 0 : frame?.rowsAbove ?? 0
        head = []
        while true {
            switch tokenizer.next(final: final) {
            case .row:
                if tokenizer.rowLine > lineBelow { textsBelow.isAfterBlank = true }
                lineBelow = tokenizer.positionLine
                if rowsToSkip > 0 {
                    rowsToSkip -= 1
                } else if final, tokenizer.isRowUnended {
                    readUnended()
                } else {
                    consume()
                }
            case .broken:
                if rowsToSkip > 0 { rowsToSkip -= 1 } else { raggedRows += 1 }
            case .needsMore: return
            case .gaveUp:
                isGivenUp = true
                return
            }
        }
    }

    /// The table, if no question is open.
    func settle(_ options: ReadOptions) throws(ReadFailure) -> SettledColumns {
        guard let found = decide(options) else { throw unknown }
        if let refusal = found.refusal(file: file) { throw refusal }
        do throws(LayoutProblem) {
            var table = try found.table()
            table.printedAround = printedAround
            table.textsBelow = textsBelow.firstLine
            table.firstLine = firstDataLine
            table.isSignChosen = found.isSignChosen
            if found.signOrder != nil {
                let opening = totals.figures.first { $0.kind == .opening && $0.isSole }
                table.openingBalance = opening?.number.value(found.mark).flatMap {
                    Int64(exactly: $0)
                }
            }
            for row in settledTotals() { table.totalRows[row.line] = row.fate }
            for line in oddEnds(beside: found.fields) { table.totalRows[line] = .unclear }
            return SettledColumns(formats: [], decimalMark: .either, table: table)
        } catch {
            // The table cannot be expressed as a layout: a heading cannot be a name.
            throw unknown
        }
    }

    /// The table, if all its balances follow from its amounts, or every row says which way the
    /// money went: a word, a column of its own, or the own account.
    ///
    /// - Throws: the original refusal if neither is so.
    func settleProved(_ options: ReadOptions) throws(ReadFailure) -> SettledColumns {
        guard isChained || saysDirections(options) else { throw unknown }
        return try settle(options)
    }

    /// Whether all headings of a bank's layout but one are here.
    var isAlmostABanks: Bool {
        let counts = unknown.details.dropFirst().first?.split(separator: "/").compactMap { Int($0) }
        guard let counts, counts.count == 2 else { return false }
        return counts[0] + 1 >= counts[1]
    }

    private func saysDirections(_ options: ReadOptions) -> Bool {
        guard options.sign == nil, let found = decide(options) else { return false }
        return found.directions != nil || found.fields.contains { $0.field == .debit }
    }

    /// The first or last row of a table without headings, if it alone lacks what all others have: a
    /// balance, perhaps. It may lack one of two amounts: money out has none where money in has it.
    private func oddEnds(beside fields: [InferredTable.Field]) -> [Int] {
        guard frame?.hasHeader == false, dataRows > 2 else { return [] }
        let amounts = Set(
            fields.filter { [.amount, .debit, .credit].contains($0.field) }.flatMap(\.columns))
        return [firstRow, lastRow].compactMap { row in
            row.flatMap { row in
                row.blank.contains { columns[$0].blank == 1 && !amounts.contains($0) }
                    ? row.line : nil
            }
        }
    }

    private func keepEnd(_ row: CSVRow, _ text: Span<UInt8>) {
        lastRow = EndRow(
            line: row.line,
            blank: columns.indices.filter {
                ColumnProfile.isBlank(text.extracting(row.range($0)))
            })
        if dataRows == 1 { firstRow = lastRow }
    }

    private func begin(isWhole: Bool) {
        let head = head
        guard
            let frame = TableFrame.find(
                head.span.extracting(0..<min(head.count, CSVHead.headBytes)), isWhole: isWhole,
                words: words),
            let plan = InferencePlan(frame, words: words)
        else {
            isGivenUp = true
            return
        }
        self.frame = frame
        self.plan = plan
        rivalDays = RivalDays(plan.dayRivals)
        hypotheses = plan.hypotheses
        flags = UnknownFlags.candidates(frame, plan)
        balanceSigns = BalanceSigns.candidates(plan)
        ownSides = OwnSides(plan)
        conversions = ConvertedAmounts.candidates(frame, plan)
        rated = plan.rated
        columns = frame.headings.enumerated().map {
            ColumnProfile(
                places: $1.unit?.places ?? 0, hasSerials: frame.serialColumns.contains($0),
                mayBeUnset: $1.roles.contains(.booked))
        }
        // Totals around the table may be in its unit or in the currency.
        isMixed = frame.headings.contains { $0.unit != nil }
        names = frame.names.map { HeaderText.fold($0) }
        for (number, row) in frame.preamble.enumerated() {
            titles.readAbove(row, line: number + 1, words)
            totals.feed(row, width: 0, rowsBefore: 0, line: number + 1, words: words)
        }
        for cell in frame.preamble.joined() {
            for word in cell.split(whereSeparator: { $0 <= 0x20 || $0 == 0x3B }) {
                var token = word[...]
                while let last = token.last, [0x2C, 0x3A, 0x29, 0x2E].contains(last) {
                    token.removeLast()
                }
                let day = Array(token.drop { $0 == 0x28 })
                let span = day.span
                if DayReadings.isDay(span) {
                    period.feed(span, line: 0)
                    periodForms.insert(DayReadings.form(of: day))
                }
            }
        }
        var tokenizer = CSVTokenizer(shape: frame.shape)
        tokenizer.append(head.span)
        self.tokenizer = tokenizer
    }

    // MARK: rows

    /// The last row, if it has no line end: its possible loss is no evidence against balances that
    /// follow in all other rows.
    private func readUnended() {
        let before = hypotheses
        consume()
        for index in hypotheses.indices where before[index].isProved {
            let isWorse =
                !hypotheses[index].isProved
                || before[index].chain.isWhole && !hypotheses[index].chain.isWhole
            if isWorse { hypotheses[index] = before[index] }
        }
    }

    private func consume() {
        guard let frame, let plan else { return }
        let row = CSVRow(
            start: tokenizer.rowStart, line: tokenizer.rowLine, index: 0,
            fields: tokenizer.fields)
        let bytes = tokenizer.bytes
        let text = bytes.span
        func isBlank(_ field: CSVField) -> Bool {
            ColumnProfile.isBlank(text.extracting(row.range(of: field)))
        }
        if row.fields.allSatisfy({ isBlank($0) }) {
            textsBelow.isAfterBlank = true
            return
        }
        foldTexts(row, text)
        let isDated =
            frame.isDay(text.extracting(row.range(plan.dayColumn)), in: plan.dayColumn)
            || isUnbooked(row, text, plan)
        if isDated, isAlone(plan.dayColumn, row, text) {
            return readTitle(row, text, plan)
        }
        if !isDated, isHeader(row, text, plan) {
            otherRows += textsBelow.end()
            return titles.readHeader()
        }
        if readBalance(plan, row, text, isDated: isDated) { return }
        if readTotal(plan, row, text, isDated: isDated) { return }
        let isBelowTitle = !isDated && isBelowTitle(row, text, plan)
        guard isDated || isBelowTitle else { return readOther(row, text, plan, frame) }
        otherRows += textsBelow.end()
        titles.readRow(
            hasBalance: plan.columns[.balance]?.first.map { balance in
                !ColumnProfile.isBlank(text.extracting(row.range(balance)))
            })
        if dataRows == 0 { firstDataLine = row.line }
        dataRows += 1
        if isBelowTitle { rowsBelowTitles += 1 }
        for column in frame.width..<max(row.fields.count, frame.width)
        where !ColumnProfile.isBlank(text.extracting(row.range(column))) {
            raggedRows += 1
            return
        }
        let numbers = feedColumns(row, text, dayOfTitle: isBelowTitle ? plan.dayColumn : nil)
        countIDs(plan, row, text)
        if !frame.hasHeader { keepEnd(row, text) }
        judgeBalanceAbove(plan, numbers)
        compareRivals(plan, numbers, row, text)
        if plan.dayRole != nil { rivalDays.feed(row, text) }
        compareCurrencies(plan, row, text)
        compareSides(plan, numbers)
        countWitnesses(plan, numbers, row, text)
        followBalances(plan, numbers, row, text)
        countTargets(plan, numbers, row, text)
        readSides(numbers, row, text)
        readRate(numbers, row, text)
        for index in conversions.indices where conversions[index].isOpen {
            let currency = text.extracting(row.range(conversions[index].currency))
            conversions[index].feed(numbers, CurrencyText.parse(currency))
        }
        lastNumbers = numbers
    }

    private func feedColumns(
        _ row: CSVRow, _ text: Span<UInt8>, dayOfTitle: Int?
    ) -> [ReadNumber] {
        var numbers: [ReadNumber] = []
        for column in columns.indices {
            if column == dayOfTitle {
                numbers.append(
                    columns[column].feed(titleDay.span, line: row.line, words: words))
                continue
            }
            numbers.append(
                columns[column].feed(
                    text.extracting(row.range(column)), line: row.line, words: words,
                    isTyped: isTyped(column, row)))
        }
        return numbers
    }

    /// Reads a row that is no payment: a title, a total, a text below the table, or unread.
    private func readOther(
        _ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan, _ frame: TableFrame
    ) {
        if titles.read(cells(of: row, text), line: row.line, words) { return }
        if let label = readPrintedTotals(row, text) {
            // The words may differ for each day: those not listed in a layout are reported as
            // rows without a day.
            if skips.count < Self.skipsMax { addSkip(label) }
            return
        }
        if textsBelow.isAfterBlank, row.isText(text, besideTableOf: frame.width) {
            textsBelow.add(row.line)
            return
        }
        readUndated(row, text, plan)
    }

    /// Whether no cell but one column's is filled.
    private func isAlone(_ column: Int, _ row: CSVRow, _ text: Span<UInt8>) -> Bool {
        for other in row.fields.indices where other != column {
            if !ColumnProfile.isBlank(text.extracting(row.range(other))) { return false }
        }
        return true
    }

    private func readTitle(_ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan) {
        otherRows += textsBelow.end()
        dayTitles += 1
        titleDay = Array(text.extracting(row.range(plan.dayColumn)))
    }

    /// Whether a row has the day of the title above it: an amount and no day.
    private func isBelowTitle(
        _ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan
    ) -> Bool {
        guard !titleDay.isEmpty,
            ColumnProfile.isBlank(text.extracting(row.range(plan.dayColumn)))
        else { return false }
        return hasAmount(plan, row, text)
    }

    private func hasAmount(
        _ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>
    ) -> Bool {
        for column in plan.sources.first?.columns ?? [] {
            if NumberReadings.isNumber(text.extracting(row.range(column)), words) { return true }
        }
        return false
    }

    /// Whether a row without a day of booking has a value day and money: the bank has not booked
    /// it.
    private func isUnbooked(
        _ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan
    ) -> Bool {
        guard let value = plan.valueOfUnbooked,
            ColumnProfile.isBlank(text.extracting(row.range(plan.dayColumn))),
            DayReadings.isDay(text.extracting(row.range(value))),
            let amount = plan.sources.first?.columns.first,
            NumberReadings.isNumber(text.extracting(row.range(amount)), words)
        else { return false }
        unbookedRows += 1
        return true
    }

    private func countIDs(_ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>) {
        func isBlank(_ column: Int) -> Bool {
            ColumnProfile.isBlank(text.extracting(row.range(column)))
        }
        guard rowsWithoutID == 0, plan.columns[.id]?.contains(where: isBlank) == true else {
            return
        }
        let isHold =
            plan.columns[.booked]?.first.map(isBlank) == true
            || plan.columns[.status]?.contains { column in
                let cell = HeaderText.fold(text.extracting(row.range(column)))
                return if case .hold? = words.state(cell) { true } else { false }
            } == true
        if !isHold { rowsWithoutID += 1 }
    }

    private func readUndated(_ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan) {
        otherRows += textsBelow.end()
        otherRows += 1
        let isBlank = ColumnProfile.isBlank(text.extracting(row.range(plan.dayColumn)))
        if isBlank, hasAmount(plan, row, text) { undatedPayments += 1 }
        readStray(row, text, plan)
        for column in row.fields.indices
        where NumberReadings.isMoney(text.extracting(row.range(column)), words) {
            hasUnreadMoney = true
        }
    }

    /// Keeps the state of a row without a day, which is rejected for that, and counts the row as a
    /// title if it has one text alone.
    private func readStray(_ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan) {
        let filled = row.fields.indices.filter {
            !ColumnProfile.isBlank(text.extracting(row.range($0)))
        }
        if filled.count == 1 { titles.readText(line: row.line) }
        guard let column = plan.columns[.status]?.first, filled.count > 1 else { return }
        let cell = Array(text.extracting(row.range(column)))
        if words.state(HeaderText.fold(cell.span)) != nil { strayStates.insert(cell) }
    }

    private func readRate(_ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>) {
        guard let rate = rated?.rate, let currency = rated?.currency else { return }
        let cell = text.extracting(row.range(currency))
        rated?.feed(
            numbers[rate], isRateBlank: ColumnProfile.isBlank(text.extracting(row.range(rate))),
            CurrencyText.parse(cell), isBlank: ColumnProfile.isBlank(cell))
    }

    /// Reads what a column of words, or the accounts of both sides, say about the direction.
    private func readSides(_ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>) {
        for index in flags.indices {
            flags[index].feed(numbers, text.extracting(row.range(flags[index].flag)))
        }
        guard let sides = ownSides else { return }
        var isIncoming: Bool?
        if case .signed(let amount)? = plan?.sources.first {
            isIncoming = Self.isPositive(numbers[amount])
        }
        ownSides?.feed(
            payer: text.extracting(row.range(sides.payer)),
            payee: text.extracting(row.range(sides.payee)), isIncoming: isIncoming)
    }

    /// Whether the row prints a balance: by its words, unless balances prove a movement.
    private func readBalance(
        _ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>, isDated: Bool
    ) -> Bool {
        guard let (skip, isLabel) = skipped(row, text) else { return false }
        if isDated {
            let numbers = readNumbers(row, text)
            if movesBalance(plan, numbers, lastNumbers) {
                if paidLabels.count < Self.skipsMax { paidLabels.append(skip) }
                return false
            }
            // Without a column of balances, the amount may be a payment to `Saldo`; more words
            // (`Ledger balance`) are no name.
            let name = folded[skip.column]
            let mayBePayment =
                !name.contains(0x20) && words.isNamedAsBalance(name) && !hasBalances(plan)
            let isPrinted =
                isLabel && !mayBePayment && !hasAmountBesideBalance(plan, numbers)
            let balance = TotalRow(
                line: row.line, label: skip, kind: .bare, fate: isPrinted ? .total : .unclear,
                numbers: numbers, rowsBefore: dataRows)
            if hasAmount(plan, numbers) {
                guard datedBalances.count < Self.totalRowsMax else {
                    hasManySkips = true
                    return true
                }
                datedBalances.append(balance)
                balanceAbove = datedBalances.count - 1
                if !isPrinted { return true }
            }
        }
        readPrintedTotals(row, text)
        columns[plan.dayColumn].readDay(text.extracting(row.range(plan.dayColumn)), line: row.line)
        addSkip(skip)
        return true
    }

    private func hasBalances(_ plan: InferencePlan) -> Bool {
        plan.columns[.balance]?.contains { columns[$0].filled > 0 } ?? false
    }

    /// Reclassifies the row above with a balance's words if its amount leads to this row's balance:
    /// rows run newest first, and it is a movement.
    private func judgeBalanceAbove(_ plan: InferencePlan, _ numbers: [ReadNumber]) {
        guard let index = balanceAbove.take(),
            movesBalance(plan, datedBalances[index].numbers, numbers)
        else { return }
        datedBalances[index].fate = .unclear
        let label = datedBalances[index].label
        if paidLabels.count < Self.skipsMax { paidLabels.append(label) }
    }

    private func readNumbers(_ row: CSVRow, _ text: Span<UInt8>) -> [ReadNumber] {
        columns.indices.map { column in
            var readings = NumberReadings(places: frame?.headings[column].unit?.places ?? 0)
            return readings.feed(
                text.extracting(row.range(column)), line: row.line, words: words,
                isTyped: isTyped(column, row))
        }
    }

    /// Whether the row is a total, by its words and the sum of the rows above.
    private func readTotal(
        _ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>, isDated: Bool
    ) -> Bool {
        guard let (column, label) = totalLabel(row, text) else { return false }
        let skip = SkippedText(
            column: column,
            text: CellText.string(text.extracting(row.range(column)), hasQuotes: true),
            reason: .total)
        let numbers = readNumbers(row, text)
        let above = SumsAbove(
            all: sums, atLastTotal: sumsAtTotal, rows: dataRows,
            rowsSinceTotal: dataRows - rowsAtTotal)
        let isPayment =
            isDated
            && self.isPayment(plan, numbers, lastNumbers, row, text)
        let isUsual = isDated && self.isUsual(plan, row, text)
        guard
            let fate = fate(
                of: label, numbers, hasText: skip.text.contains { !$0.isWhitespace },
                isDated: isDated, isPayment: isPayment, isUsual: isUsual, above: above)
        else {
            if isDated, paidLabels.count < Self.skipsMax { paidLabels.append(skip) }
            return false
        }
        sumsAtTotal = sums
        rowsAtTotal = dataRows
        guard totalRows.count < Self.totalRowsMax else {
            hasManySkips = true
            return true
        }
        // Without a day it is no payment.
        let isUnclear = fate == .unclear && isDated
        if !isUnclear || label == .whole { readPrintedTotals(row, text) }
        if isDated {
            columns[plan.dayColumn].readDay(
                text.extracting(row.range(plan.dayColumn)), line: row.line)
        }
        totalRows.append(
            TotalRow(
                line: row.line, label: skip, kind: label,
                fate: fate == .unclear && !isUnclear ? .total : fate,
                isSumOfOne: isUnclear && isSum(numbers, above) == .likely,
                numbers: numbers, rowsBefore: isDated ? dataRows : nil))
        return true
    }

    /// The texts that a layout skips: those of no payment.
    var skippedTexts: [SkippedText] {
        var texts = skips.filter { !isPaid($0) }
        for row in settledTotals() {
            let isPaid = isPaid(row.label)
            if row.fate == .unclear || row.label.text.isEmpty { continue }
            let isThere = texts.contains {
                $0.column == row.label.column && $0.text == row.label.text
            }
            if !isPaid, !isThere, texts.count < Self.skipsMax { texts.append(row.label) }
        }
        return texts
    }

    /// Whether a payment has the label too.
    func isPaid(_ label: SkippedText) -> Bool {
        paidLabels.contains { $0.column == label.column && $0.text == label.text }
    }

    private func addSkip(_ skip: SkippedText) {
        if skips.contains(where: { $0.column == skip.column && $0.text == skip.text }) { return }
        if skips.count < Self.skipsMax { skips.append(skip) } else { hasManySkips = true }
    }

    /// The label of a printed total or balance of the table; nil if the row has none.
    @discardableResult
    private func readPrintedTotals(_ row: CSVRow, _ text: Span<UInt8>) -> SkippedText? {
        guard let frame else { return nil }
        guard
            let label = totals.feed(
                cells(of: row, text), width: frame.width, rowsBefore: dataRows, line: row.line,
                words: words)
        else { return nil }
        return SkippedText(
            column: label.cell,
            text: CellText.string(text.extracting(row.range(label.cell)), hasQuotes: true),
            reason: label.kind.reason)
    }

    private func cells(of row: CSVRow, _ text: Span<UInt8>) -> TableFrame.Row {
        var cells: TableFrame.Row = []
        for field in row.fields { cells.append(Array(text.extracting(row.range(of: field)))) }
        return cells
    }

    /// Classifies a row as no movement by the first words of a cell.
    ///
    /// - Returns: the text, and whether it is only a label.
    private func skipped(
        _ row: CSVRow, _ text: Span<UInt8>
    ) -> (skip: SkippedText, isLabel: Bool)? {
        for column in folded.indices where !folded[column].isEmpty && folded[column].count <= 120 {
            guard
                let reason = words.rowReason(folded[column]) ?? datedReason(column, row, text)
            else { continue }
            let cell = CellText.string(text.extracting(row.range(column)), hasQuotes: true)
            return (
                SkippedText(column: column, text: cell, reason: reason),
                words.isBalanceLabel(cell, folded: folded[column])
            )
        }
        return nil
    }

    /// The reason of a row whose text is only the label of the account's balance, with or without
    /// a day.
    private func datedReason(
        _ column: Int, _ row: CSVRow, _ text: Span<UInt8>
    ) -> RowSkip.Reason? {
        guard words.mayBeBalance(folded[column]) else { return nil }
        let cell = Array(text.extracting(row.range(column)))
        let isLabel = words.isBalanceOfAccount(cell, wordsMin: 2) || DatedLabel(cell, words) != nil
        return isLabel ? PrintedTotals.Kind.dated.reason : nil
    }

    /// Numbers and long texts contain no label.
    private func foldTexts(_ row: CSVRow, _ text: Span<UInt8>) {
        folded.removeAll(keepingCapacity: true)
        for column in 0..<min(row.fields.count, columns.count) {
            let cell = text.extracting(row.range(column))
            let isText = cell.count >= 3 && cell.count <= 400 && cell[0] &- 0x30 >= 10
            folded.append(isText ? HeaderText.fold(cell) : [])
        }
    }

    /// Whether the row repeats the header: the day's name in its place, or names in other places.
    private func isHeader(_ row: CSVRow, _ text: Span<UInt8>, _ plan: InferencePlan) -> Bool {
        let day = HeaderText.fold(text.extracting(row.range(plan.dayColumn)))
        guard !day.isEmpty, let name = names.firstIndex(of: day) else { return false }
        return name == plan.dayColumn || HeadRow.isOfNames(folded, names)
    }

    private func compareRivals(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>
    ) {
        for (role, columns) in plan.rivals where !differing.contains(role) {
            let first = row.range(columns[0])
            for column in columns.dropFirst() {
                let isSame = Self.areEqual(
                    text.extracting(first), text.extracting(row.range(column)),
                    areDays: [.date, .made, .booked, .value].contains(role))
                if !isSame { differing.insert(role) }
            }
        }
        guard case .signed(let likeliest)? = plan.sources.first else { return }
        let first = numbers[likeliest]
        for case .signed(let column) in plan.sources where column != likeliest {
            let other = numbers[column]
            // A cell that a mark cannot read is equal to none.
            let areBlank = first.isBlank && other.isBlank
            if !areBlank, first.point == nil || first.point != other.point {
                differingAmounts.point.insert(column)
            }
            if !areBlank, first.comma == nil || first.comma != other.comma {
                differingAmounts.comma.insert(column)
            }
        }
    }

    /// Whether two cells are equal, or one is the other's day with a time.
    private static func areEqual(
        _ one: Span<UInt8>, _ other: Span<UInt8>, areDays: Bool
    ) -> Bool {
        if one.equals(other) { return true }
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        return areDays && short.count >= 8 && long.count > short.count + 4
            && [0x20, 0x54, 0x2C].contains(long[short.count])
            && long.extracting(0..<short.count).equals(short)
    }

    /// Whether the column is the likeliest amount, or another reading of the rows. One with zeros
    /// alone below an unknown heading is none: it has fees that were not charged.
    func isOwnReading(_ column: Int) -> Bool {
        if let plan, let index = plan.sources.firstIndex(of: .signed(column)),
            index >= plan.namedSources, plan.namedSources > 0, columns[column].numbers.areZeros
        {
            return false
        }
        return plan?.sources.first == .signed(column)
            || differingAmounts.point.contains(column) && differingAmounts.comma.contains(column)
    }

    private func compareCurrencies(_ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>) {
        guard plan.currencies.count > 1 else { return }
        let said = plan.currencies.map { CurrencyText.parse(text.extracting(row.range($0))) }
        for (index, first) in said.enumerated() {
            for other in (index + 1)..<max(said.count, index + 1) {
                guard let first, let second = said[other], first != second else { continue }
                differingCurrencies.insert([plan.currencies[index], plan.currencies[other]])
            }
        }
    }

    /// A bank may print one amount both signed and under debit or credit.
    private func compareSides(_ plan: InferencePlan, _ numbers: [ReadNumber]) {
        guard let pair = plan.printedTwice else { return }
        let out = numbers[pair.debit].point ?? numbers[pair.debit].comma
        let into = numbers[pair.credit].point ?? numbers[pair.credit].comma
        let signed = numbers[pair.signed].point ?? numbers[pair.signed].comma
        sides.count(signed == (into ?? 0) - magnitude(out ?? 0))
        sizes.count(magnitude(signed ?? 0) == magnitude(into ?? 0) + magnitude(out ?? 0))
    }

    /// Counts whether the row's texts and direction agree with the sign of its amounts.
    private func countWitnesses(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>
    ) {
        var said: Bool?
        var isSearched = false
        func witness() -> Bool? {
            if isSearched { return said }
            isSearched = true
            said = words.witness(Array(folded.joined(separator: [0x20, 0x7C, 0x20])))
            return said
        }
        if case .signed(let column)? = plan.sources.first, columns[column].numbers.negatives == 0 {
            isLastDeposit = folded.contains(where: words.isDeposit) || witness() == true
            isFirstDeposit = isFirstDeposit ?? isLastDeposit
            if isLastDeposit { depositRows += 1 }
        }
        for source in plan.sources {
            switch source {
            case .signed(let column):
                guard let isIncoming = Self.isPositive(numbers[column]),
                    let said = witness()
                else { continue }
                witnesses[column, default: Tally()].count(said == isIncoming)
                if said, isIncoming { incomeWitnessed.insert(column) }
            case .directed(let column, let direction):
                guard let isIncoming = Self.isPositive(numbers[column]),
                    let word = words.direction(text.extracting(row.range(direction)))
                else { continue }
                agreements[source, default: Tally()].count(word == isIncoming)
            case .twoSided(let debit, let credit):
                let sides = [debit, credit].compactMap { Self.isPositive(numbers[$0]) }
                if sides.count > 1 { overlaps[source, default: 0] += 1 }
                if plan.namedSources == 0, sides == [true], let said = witness() {
                    let isIncoming = Self.isPositive(numbers[credit]) == true
                    witnessesOfSides[source, default: Tally()].count(said == isIncoming)
                    if said, isIncoming { incomeOnItsSide.insert(source) }
                }
                guard sides == [false] else { continue }
                if folded.contains(where: words.isTakenBack) {
                    stornoWitnessed[source, default: 0] += 1
                } else if Self.isPositive(numbers[credit]) == false, witness() == true {
                    incomeBelowMinus.insert(source)
                }
            }
        }
    }

    /// Nil for zero and for text that is no number.
    private static func isPositive(_ number: ReadNumber) -> Bool? {
        guard let value = number.point ?? number.comma, value != 0 else { return nil }
        return value > 0
    }

    private func followBalances(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>
    ) {
        var key: [UInt8] = []
        for column in plan.balanceKeys {
            key.append(text.extracting(row.range(column)))
            key.append(0)
        }
        if let firstKey { isMixed = isMixed || firstKey != key } else { firstKey = key }
        let keyAcross = keyAcross(plan, row, text)
        for index in balanceSigns.indices {
            balanceSigns[index].feed(numbers, key: key) {
                let own = words.witness(Array(folded.joined(separator: [0x20, 0x7C, 0x20])))
                let flags = columns.indices.filter(mayHoldFlags).map {
                    words.direction(text.extracting(row.range($0)))
                }
                return ([own] + flags).compactMap(\.self)
            }
        }
        var said: [Int: Bool] = [:]
        for case .directed(_, let direction) in plan.sources where said[direction] == nil {
            said[direction] = words.direction(text.extracting(row.range(direction)))
        }
        func isFilled(_ column: Int) -> Bool {
            let cell = text.extracting(row.range(column))
            return !ColumnProfile.isBlank(cell) && !ColumnProfile.isError(cell)
        }
        for source in plan.sources.prefix(Self.summedMax) {
            for mark in AmountReading.marks {
                let reading = AmountReading(source: source, mark: mark)
                var sums = sums[reading] ?? AmountSums()
                let isUnread = source.columns.contains {
                    isFilled($0) && numbers[$0].value(mark) == nil
                }
                if isUnread {
                    sums.isBroken = true
                } else if case .twoSided(let debit, let credit) = source {
                    sums.count(0 - magnitude(numbers[debit].value(mark) ?? 0))
                    sums.count(numbers[credit].value(mark) ?? 0)
                } else if let amount = amount(source, mark, numbers, said) {
                    sums.count(amount)
                } else if source.columns.contains(where: isFilled) {
                    sums.isBroken = true
                }
                self.sums[reading] = sums
            }
        }
        for index in hypotheses.indices {
            let hypothesis = hypotheses[index]
            let mark = hypothesis.mark
            let key = hypothesis.isAcross ? keyAcross : key
            let amount = amount(hypothesis.source, mark, numbers, said)
            if amount == nil, hypothesis.source.columns.contains(where: isFilled) {
                hypotheses[index].misses += 1
                continue
            }
            let balance = numbers[hypothesis.balance].value(mark)
            if balance == nil, isFilled(hypothesis.balance) { hypotheses[index].misses += 1 }
            // A balance that moves without an amount contradicts the hypothesis.
            followStorno(hypothesis, index, numbers, key: key, balance: balance)
            hypotheses[index].plain.feed(key: key, amount: amount ?? 0, balance: balance)
            guard let fees = plan.columns[.fee]?.first else { continue }
            let fee = magnitude(numbers[fees].value(mark) ?? 0)
            let (paid, overflow) = (amount ?? 0).subtractingReportingOverflow(fee)
            if overflow { continue }
            hypotheses[index].withFees = hypotheses[index].withFees ?? BalanceChain()
            hypotheses[index].withFees?.feed(key: key, amount: paid, balance: balance)
        }
    }

    /// Identifies the row's account if its currency is a purchase's.
    private func keyAcross(_ plan: InferencePlan, _ row: CSVRow, _ text: Span<UInt8>) -> [UInt8] {
        guard let rated = plan.rated else { return [] }
        var key: [UInt8] = []
        for column in plan.balanceKeys where column != rated.currency {
            key.append(text.extracting(row.range(column)))
            key.append(0)
        }
        return key
    }

    /// Marks the hypotheses whose balances are those before each row.
    ///
    /// Balances of rows that run oldest first, by their days, cannot follow newest first: then the
    /// amounts as printed lead from each balance to the next row's.
    func judgeBalancesBefore(_ plan: InferencePlan) {
        let days = columns[plan.dayColumn].days.left
        let isRising = !days.isEmpty && days.allSatisfy { $0.rises > 0 && $0.falls == 0 }
        let isFalling = !days.isEmpty && days.allSatisfy { $0.falls > 0 && $0.rises == 0 }
        guard isRising || isFalling else { return }
        let contradicted: RowOrder = isRising ? .newestFirst : .oldestFirst
        for index in hypotheses.indices where !hypotheses[index].isBefore {
            let chain = hypotheses[index].chain
            if chain.isWhole, chain.isStrong, chain.invertedOrder == contradicted {
                hypotheses[index].isBefore = true
            }
        }
    }

    /// Follows the balances where a minus in a debit takes money back, from the first such minus
    /// on: until then they are those of the plain amounts.
    private func followStorno(
        _ hypothesis: AmountHypothesis, _ index: Int, _ numbers: [ReadNumber], key: [UInt8],
        balance: Int128?
    ) {
        guard case .twoSided(let debit, let credit) = hypothesis.source else { return }
        let out = numbers[debit].value(hypothesis.mark) ?? 0
        let into = numbers[credit].value(hypothesis.mark) ?? 0
        if hypotheses[index].withStorno == nil {
            if out >= 0, into >= 0 { return }
            hypotheses[index].withStorno = hypotheses[index].plain
        }
        hypotheses[index].withStorno?.feed(key: key, amount: into - out, balance: balance)
    }

    /// Counts a transfer by its accounts and the direction of its money.
    private func countTargets(
        _ plan: InferencePlan, _ numbers: [ReadNumber], _ row: CSVRow, _ text: Span<UInt8>
    ) {
        guard let target = plan.columns[.targetAccount]?.first,
            let account = plan.columns[.account]?.first, let source = plan.sources.first,
            !ColumnProfile.isBlank(text.extracting(row.range(target))),
            let amount = amount(source, .either, numbers, [:])
                ?? amount(source, .point, numbers, [:]) ?? amount(source, .comma, numbers, [:])
        else { return }
        func hash(_ column: Int) -> UInt64 {
            StableHash.hash(text.extracting(row.range(column)), seed: 3)
        }
        targets.count(account: hash(account), target: hash(target), amount: amount)
    }

    private func amount(
        _ source: AmountSource, _ mark: NumberStyle.DecimalMark, _ numbers: [ReadNumber],
        _ said: [Int: Bool]
    ) -> Int128? {
        switch source {
        case .signed(let column): return numbers[column].value(mark)
        case .directed(let column, let direction):
            return numbers[column].value(mark).flatMap { value in
                said[direction].map { $0 ? magnitude(value) : 0 - magnitude(value) }
            }
        case .twoSided(let debit, let credit):
            let out = numbers[debit].value(mark)
            let into = numbers[credit].value(mark)
            return out == nil && into == nil ? nil : (into ?? 0) - magnitude(out ?? 0)
        }
    }

    private func magnitude(_ value: Int128) -> Int128 { value < 0 ? 0 - value : value }
}

extension TableInference.Tally {
    fileprivate mutating func count(_ agrees: Bool) {
        if agrees { agree += 1 } else { disagree += 1 }
    }
}

/// The texts that follow the table's last row and a blank line, as of a bank's lawyers.
private struct TextsBelow {
    var isAfterBlank = false
    private(set) var firstLine: Int?
    private var count = 0

    mutating func add(_ line: Int) {
        firstLine = firstLine ?? line
        count += 1
    }

    /// A row follows them: they are rows that were not understood. Returns how many.
    mutating func end() -> Int {
        defer { self = TextsBelow() }
        return count
    }
}

/// A row at an end of the table, with the columns it leaves blank.
private struct EndRow {
    let line: Int
    let blank: [Int]
}
