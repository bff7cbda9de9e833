package import Facts
internal import Scanning
package import Reading

/// Reads a CSV statement by the layout of its header.
///
/// The decoder writes the byte 0xFF for an undecodable character: a row with it is rejected.
package final class CSVReader: StatementReader {
    private var rows: CSVRows
    private var mapper: CSVRowMapper?
    private let file: String
    private let settled: SettledColumns
    private var rowIndex: UInt32 = 0
    private var totals = TableTotals()
    /// A row whose direction may depend on the next row's balance, with its own bytes.
    private var held: HeldRow?
    /// Rows of one payment so far, of a layout that splits payments into rows.
    private var group = SplitGroup()
    /// Lines beyond one a row.
    private var linesAdded: UInt32 = 0
    private var lastCell: LastCell?
    /// The line of the row that ends with the file; 0 before that row.
    private var unendedLine = 0
    /// Balance of the row before the held one.
    private var balanceBefore: Int64?
    package private(set) var hasRowsLeft = false

    private struct HeldRow {
        let text: [UInt8]
        let row: CSVRow
        /// Rows below that continue its text.
        var more: [HeldRow] = []
    }

    /// - Parameters:
    ///   - settled: the result of the survey; needed if the layout leaves date order or decimal
    ///       mark to the column.
    ///   - isSheet: the text was made from a sheet: quoted cells are texts, others plain numbers
    ///       and ISO days; a line is a row of the sheet, and a rejection's column is the sheet's,
    ///       from 1.
    package init(
        file: String, layouts: LayoutSet = .builtIn, settled: SettledColumns = .nothing,
        isSheet: Bool = false
    ) {
        self.file = file
        self.settled = settled
        rows = CSVRows(
            file: file, layouts: layouts, settled: settled.table, isSheet: isSheet)
    }

    /// Bytes read of the pending text per call, if the chunk is shorter.
    private static let bytesATurn = 4 * 1024
    /// Prefetch distance, in lines.
    private static let linesExpected = 3

    package var layout: String { rows.table?.layout.name ?? "csv" }
    package var accounts: [AccountClaim] { mapper?.accounts ?? [] }
    /// Nil before the header is read.
    var table: CSVTable? { rows.table }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        // Large inputs are read in pieces, so that offsets and memory stay small.
        var at = 0
        repeat {
            let end = min(at + Limits.chunkBytes, chunk.count)
            try readPiece(
                chunk.extracting(at..<end), final: final && end == chunk.count, into: &batch)
            at = end
        } while at < chunk.count
    }

    private func readPiece(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        guard try rows.append(chunk, final: final), let table = rows.table else { return }
        let linesBefore = batch.lines.count
        let rejectedBefore = batch.rejections.count
        defer {
            totals.count(batch.lines.span.extracting(linesBefore...))
            if batch.rejections.count > rejectedBefore { totals.silence() }
            if final, let said = totals.totals() { batch.totals.append(said) }
        }
        let mapper: CSVRowMapper
        if let known = self.mapper {
            mapper = known
        } else {
            try checkSigns(table)
            mapper = CSVRowMapper(table: table, settled: settled)
            self.mapper = mapper
            if table.order == .oldestFirst { balanceBefore = table.openingBalance }
            if settled.isSupposed {
                batch.notices.append(ReadNotice(.headerSupposed, at: SourcePlace(file: file)))
            }
            if table.hasUnprovedFees {
                batch.notices.append(ReadNotice(.feesUnproved, at: SourcePlace(file: file)))
            }
            totals.feed(figures: mapper.printedFigures, otherDays: mapper.otherDays)
            if !table.isSheet { lastCell = LastCell(table.columns, cells: mapper.cellsNamed) }
        }
        let continues = table.layout.continues
        let isSplit = mapper.splitColumn >= 0
        let asksNext = table.layout.direction?.otherwise == .balance || continues
        // All rows of the head are pending at once: a small turn delivers the first rows early.
        // Rows that a chunk completes are read with it.
        let bytes = max(chunk.count, Self.bytesATurn)
        let isPaced = !final && rows.tokenizer.bytesLeft > bytes + Self.bytesATurn
        let end = isPaced ? rows.tokenizer.position + bytes : .max
        // Passed inout once: each access to a class property costs an exclusivity check.
        hasRowsLeft = try readRows(
            of: table, upTo: end, final: final, asksNext: asksNext || isSplit, mapper, from: &rows,
            &rowIndex,
            into: &batch)
    }

    /// - Returns: whether rows are left after `end`.
    private func readRows(
        of table: CSVTable, upTo end: Int, final: Bool, asksNext: Bool, _ mapper: CSVRowMapper,
        from rows: inout CSVRows, _ rowIndex: inout UInt32, into batch: inout LineBatch
    ) throws(ReadFailure) -> Bool {
        var row = CSVRow(start: 0, line: 0, index: 0)
        var bytes: [UInt8] = []
        while true {
            if rows.tokenizer.position >= end { return true }
            switch rows.next(final: final) {
            case .row:
                row.start = rows.tokenizer.rowStart
                row.line = rows.tokenizer.rowLine
                row.index = rowIndex
                rowIndex &+= 1
                if final, rows.tokenizer.isRowUnended { unendedLine = row.line }
                // Swapped out and back: access in place would retain and release them for each row.
                rows.tokenizer.swapRow(&row.fields, &bytes)
                if asksNext {
                    hold(row, bytes, mapper, into: &batch)
                } else {
                    prefetchRoom(behind: batch.lines, Self.linesExpected)
                    feed(row, bytes, mapper, nil, &batch)
                }
                rows.tokenizer.swapRow(&row.fields, &bytes)
                if mapper.changedHeaderLine > 0 {
                    throw ReadFailure(
                        .layoutDrifted,
                        at: SourcePlace(file: file, line: mapper.changedHeaderLine),
                        details: [table.layout.name, "header"])
                }
            case .broken(let found):
                releaseHeld(nextBalance: nil, mapper, into: &batch)
                rowIndex &+= 1
                batch.rejections.append(
                    RowRejection(
                        kind: found.kind,
                        place: SourcePlace(file: file, line: found.line, column: found.column),
                        field: "", expected: found.limit))
            case .needsMore:
                if final { releaseHeld(nextBalance: nil, mapper, into: &batch) }
                return false
            case .gaveUp(let line):
                throw ReadFailure(
                    .malformed, at: SourcePlace(file: file, line: line),
                    details: ["quotes-not-closed"])
            }
        }
    }

    private func feed(
        _ row: CSVRow, _ bytes: [UInt8], _ mapper: CSVRowMapper,
        _ isIncoming: Bool?, _ batch: inout LineBatch
    ) {
        let arenaBefore = batch.arena.count
        var line = StatementLine()
        do throws(CellProblem) {
            switch try mapper.map(
                row, of: bytes.span, isIncoming: isIncoming, to: &line, into: &batch)
            {
            case .line:
                if row.line != unendedLine {
                    lastCell?.count(LastCell.Step(line), row, of: bytes.span, mapper)
                } else if let cut = lastCell?.problem(line, row, of: bytes.span, mapper) {
                    throw cut
                }
                if mapper.hasTargets {
                    append(line, mapper.otherSide.take(), to: &batch)
                } else {
                    batch.lines.append(line)
                }
            case .skipped(let reason):
                batch.skipped.append(RowSkip(reason: reason, line: row.line))
                let isOfAll = mapper.table.totalRows[row.line] != .subtotal
                if [.total, .openingBalance, .closingBalance].contains(reason), isOfAll {
                    totals.feed(mapper.printedTotals(row, of: bytes.span), reason, line: row.line)
                }
            case .needsDirection: throw mapper.directionProblem
            }
        } catch {
            batch.arena.removeLast(batch.arena.count - arenaBefore)
            if mapper.isTotal(row, of: bytes.span) {
                batch.skipped.append(RowSkip(reason: .total, line: row.line))
                if mapper.isAmountPlain {
                    totals.feed(mapper.printedTotals(row, of: bytes.span), .total, line: row.line)
                }
                return
            }
            batch.rejections.append(rejection(error, row, bytes, mapper.table))
        }
    }

    /// Appends a row's line and that of the other account of a transfer, each with its own number.
    private func append(
        _ line: StatementLine, _ other: StatementLine?, to batch: inout LineBatch
    ) {
        var line = line
        line.sourceIndex &+= linesAdded
        batch.lines.append(line)
        guard var other else { return }
        linesAdded &+= 1
        other.sourceIndex &+= linesAdded
        batch.lines.append(other)
    }

    /// Maps a row with its continuation rows: they are accepted or rejected together.
    private func feed(
        _ held: HeldRow, _ mapper: CSVRowMapper, _ isIncoming: Bool?, _ batch: inout LineBatch
    ) {
        let linesBefore = batch.lines.count
        feed(held.row, held.text, mapper, isIncoming, &batch)
        guard batch.lines.count > linesBefore, !held.more.isEmpty else { return }
        var line = batch.lines.removeLast()
        for more in held.more {
            do throws(CellProblem) {
                try mapper.extend(&line, by: more.row, of: more.text.span, into: &batch)
            } catch {
                let problem = CellProblem(
                    kind: .recordIncomplete, column: mapper.columns[.description],
                    expected: "the other rows of the payment")
                batch.rejections.append(
                    rejection(problem, held.row, held.text, mapper.table))
                // Its fate so far is that of a continuation.
                let line = more.row.line
                if let skip = batch.skipped.lastIndex(where: {
                    $0.reason == .continuation && $0.line == line
                }) {
                    batch.skipped.remove(at: skip)
                    batch.rejections.append(rejection(error, more.row, more.text, mapper.table))
                }
                return
            }
        }
        batch.lines.append(line)
    }

    private func rejection(
        _ problem: CellProblem, _ row: CSVRow, _ bytes: [UInt8],
        _ table: CSVTable
    ) -> RowRejection {
        guard problem.column >= 0, problem.column < row.fields.count else {
            // A missing cell would follow the row's last one.
            let end = row.fields.last.map { $0.end + ($0.isQuoted ? 1 : 0) } ?? 0
            let place = CSVTokenizer.place(of: end, in: bytes, from: row.start, line: row.line)
            let field = row.fields.count < table.header.count ? table.header[row.fields.count] : ""
            let column = max(problem.column, row.fields.count) + 1
            return RowRejection(
                kind: problem.kind,
                place: SourcePlace(
                    file: file, line: place.line, column: table.isSheet ? column : place.column),
                field: field, expected: problem.expected)
        }
        let field = row.fields[problem.column]
        let place = CSVTokenizer.place(
            of: field.rawStart, in: bytes, from: row.start, line: row.line)
        let cell = bytes.span.extracting(row.range(of: field))
        var kind = problem.kind
        for index in 0..<cell.count where cell[index] == CellText.undecodable {
            kind = .textNotDecodable
        }
        return RowRejection(
            kind: kind,
            place: SourcePlace(
                file: file, line: place.line,
                column: table.isSheet ? problem.column + 1 : place.column),
            field: problem.column < table.header.count ? table.header[problem.column] : "",
            found: CellText.excerpt(cell), expected: problem.expected)
    }

    // MARK: signs contradicted by balances

    /// Refuses a table whose running balances prove the opposite sign of each amount.
    ///
    /// Only if certain: among the first rows at least three balances follow from their neighbour
    /// with the opposite sign, and none with the printed one. A chain with gaps, or of several
    /// accounts, proves nothing; nor do neighbours with equal amounts, because some banks print the
    /// rows of a day in the other order, which turns the sign too.
    private func checkSigns(_ table: CSVTable) throws(ReadFailure) {
        guard table.columns.has(.balance), table.layout.direction?.otherwise != .balance,
            !table.isSignChosen
        else { return }
        let mapper = CSVRowMapper(table: table, settled: settled)
        var probe = rows.tokenizer
        var batch = LineBatch()
        var rowsLeft = Self.signRowsMax
        // The same rows for any chunking.
        while rowsLeft > 0, case .row = probe.next(final: false),
            probe.position <= CSVHead.headBytes
        {
            rowsLeft -= 1
            var line = StatementLine()
            let row = CSVRow(
                start: probe.rowStart, line: probe.rowLine, index: 0, fields: probe.fields)
            guard
                let fate = try? mapper.map(row, of: probe.bytes.span, to: &line, into: &batch),
                case .line = fate
            else { continue }
            batch.lines.append(line)
        }
        // Files run oldest first or newest first; if the days do not show which, nothing is proved.
        guard let first = batch.lines.first?.made, let last = batch.lines.last?.made,
            first.day != last.day
        else { return }
        let isOldestFirst = first.day < last.day
        var asRead = 0
        var turned = 0
        for (above, below) in zip(batch.lines, batch.lines.dropFirst())
        where above.account == below.account && above.amount != below.amount {
            let before = isOldestFirst ? above : below
            let after = isOldestFirst ? below : above
            guard let old = before.balance, let new = after.balance, !after.amount.isZero,
                let difference = Self.difference(new, old, after.amount.scale),
                let units = try? after.amount.units(atScale: difference.scale)
            else { continue }
            if difference.units == units { asRead += 1 }
            if difference.units == 0 &- units { turned += 1 }
        }
        guard asRead == 0, turned >= 3 else { return }
        let column = max(table.columns[.amount], table.columns[.debit])
        throw ReadFailure(
            .layoutDrifted, at: SourcePlace(file: file, line: rows.tokenizer.rowLine),
            details: [
                table.layout.name, "sign",
                column >= 0 && column < table.header.count ? table.header[column] : "",
            ])
    }

    private static func difference(
        _ after: Money, _ before: Money, _ least: UInt8
    ) -> (units: Int64, scale: UInt8)? {
        let scale = max(after.scale, before.scale, least)
        guard let minuend = try? after.units(atScale: scale),
            let subtrahend = try? before.units(atScale: scale)
        else { return nil }
        let (units, overflow) = minuend.subtractingReportingOverflow(subtrahend)
        return overflow ? nil : (units, scale)
    }

    /// Enough to prove a sign, at little cost.
    private static let signRowsMax = 40

    // MARK: directions proved by balances

    /// Keeps the row until the next one is read, then decides the one kept before.
    private func hold(
        _ row: CSVRow, _ text: [UInt8], _ mapper: CSVRowMapper,
        into batch: inout LineBatch
    ) {
        let end = row.start + Int(row.fields.last.map { $0.end + ($0.isQuoted ? 1 : 0) } ?? 0)
        let kept = HeldRow(
            text: Array(text[row.start..<end]),
            row: CSVRow(start: 0, line: row.line, index: row.index, fields: row.fields))
        if mapper.splitColumn >= 0 {
            let mark = group.mark(of: row, text.span, mapper)
            if !mark.continues { releaseGroup(mapper, into: &batch) }
            group.add(kept.text, kept.row, mark)
            if group.isFull { releaseGroup(mapper, into: &batch) }
            return
        }
        if mapper.table.layout.continues, held != nil,
            mapper.isContinuation(row, of: text.span)
        {
            if held?.more.count ?? 0 < Limits.headerRowsMax { held?.more.append(kept) }
            batch.skipped.append(RowSkip(reason: .continuation, line: row.line))
            return
        }
        releaseHeld(nextBalance: mapper.balance(row, of: text.span), mapper, into: &batch)
        held = kept
    }

    /// Makes the lines of the rows of one payment.
    private func releaseGroup(_ mapper: CSVRowMapper, into batch: inout LineBatch) {
        guard let rows = group.take() else { return }
        let linesBefore = batch.lines.count
        let skippedBefore = batch.skipped.count
        let firstRejection = batch.rejections.count
        var readable: [SplitRow] = []
        for row in rows {
            let rejectedBefore = batch.rejections.count
            feed(row.row, row.text, mapper, nil, &batch)
            if batch.rejections.count == rejectedBefore { readable.append(row) }
            if rows.count > 1, mapper.inherited == nil, let line = batch.lines.last,
                batch.lines.count > linesBefore
            {
                mapper.inherited = (line.made, line.amount.currency)
            }
        }
        mapper.inherited = nil
        let isWhole = readable.count == rows.count
        if isWhole {
            // Rows beside one that is left out stay rows of their own.
            guard batch.skipped.count == skippedBefore,
                batch.lines.count - linesBefore == rows.count
            else { return }
            if SplitPayment(rows: rows, mapper: mapper).settle(from: linesBefore, in: &batch) {
                return
            }
        }
        // One side alone has lost its category, or would be a category's account; parts alone would
        // count twice when the rejected one is read.
        batch.lines.removeLast(batch.lines.count - linesBefore)
        batch.skipped.removeLast(batch.skipped.count - skippedBefore)
        let problem = CellProblem(
            kind: .recordIncomplete, column: mapper.splitColumn,
            expected: isWhole ? "sides that sum to zero" : "the other rows of the payment")
        for row in readable {
            batch.rejections.append(rejection(problem, row.row, row.text, mapper.table))
        }
        batch.rejections[firstRejection...].sort { $0.place.line < $1.place.line }
    }

    private func releaseHeld(
        nextBalance: Int64?, _ mapper: CSVRowMapper, into batch: inout LineBatch
    ) {
        releaseGroup(mapper, into: &batch)
        guard let held = held.take() else { return }
        let last = mapper.table.order == .newestFirst ? mapper.table.openingBalance : nil
        let nextBalance = nextBalance ?? last
        let balance = mapper.balance(held.row, of: held.text.span)
        let amount = mapper.unsignedAmount(held.row, of: held.text.span)
        feed(held, mapper, nil, &batch)
        if batch.rejections.last?.kind == .directionUnknown,
            batch.rejections.last?.place.line == held.row.line,
            let incoming = Self.direction(
                of: amount, balance: balance,
                before: mapper.table.order == .newestFirst ? nil : balanceBefore,
                after: mapper.table.order == .oldestFirst ? nil : nextBalance)
        {
            batch.rejections.removeLast()
            feed(held, mapper, incoming, &batch)
        }
        balanceBefore = balance
    }

    /// Whether money came in, by the balances of neighbouring rows: files run oldest first
    /// (`before` + amount = balance) or newest first (`after` + amount = balance). Nil unless
    /// exactly one sign fits.
    private static func direction(
        of amount: Int64?, balance: Int64?, before: Int64?, after: Int64?
    ) -> Bool? {
        guard let amount, let balance, amount != 0 else { return nil }
        func fits(_ signed: Int64) -> Bool {
            [before, after].contains { neighbour in
                guard let neighbour else { return false }
                let (sum, overflow) = neighbour.addingReportingOverflow(signed)
                return !overflow && sum == balance
            }
        }
        let comesIn = fits(amount)
        return comesIn == fits(0 - amount) ? nil : comesIn
    }
}

/// Surveys a file's columns for layouts that leave a question to them. Fed like a reader.
package final class CSVSurveyor {
    private var rows: CSVRows
    private var survey: ColumnSurvey?
    private var resaved: ResavedTable?
    /// Used if no bank's layout knows the table.
    private var inference: TableInference?
    private let file: String
    private let isSheet: Bool

    package convenience init(
        file: String, layouts: LayoutSet = .builtIn, isSheet: Bool = false
    ) {
        self.init(file: file, layouts: layouts, isSheet: isSheet, supposed: nil)
    }

    /// - Parameter supposed: the table to use instead of the file's header.
    init(file: String, layouts: LayoutSet, isSheet: Bool, supposed: CSVTable?) {
        self.file = file
        self.isSheet = isSheet
        rows = CSVRows(file: file, layouts: layouts, settled: supposed, isSheet: isSheet)
    }

    /// Whether days or numbers have another format than the bank's.
    var isResaved: Bool { resaved?.needsSurvey ?? false }

    /// Whether the header matches a known table.
    var isKnown: Bool { rows.table != nil }

    /// Whether the layout leaves anything to the columns; nil before the header is found.
    package var isNeeded: Bool? {
        guard inference == nil else { return true }
        guard let table = rows.table else { return nil }
        return table.layout.needsSurvey || resaved?.needsSurvey ?? false
    }

    package func read(_ chunk: Span<UInt8>, final: Bool) throws(ReadFailure) {
        if let inference { return inference.read(chunk, final: final) }
        do throws(ReadFailure) {
            guard try rows.append(chunk, final: final) else { return }
        } catch {
            guard error.kind == .layoutUnknown else { throw error }
            if JournalReport.begins(rows.head) {
                throw ReadFailure(
                    .malformed, at: SourcePlace(file: file, line: 1, column: 1),
                    details: ["journal-report"])
            }
            let inference = TableInference(file: file, unknown: error, isSheet: isSheet)
            inference.read(rows.head.span, final: final)
            self.inference = inference
            return
        }
        guard let table = rows.table else { return }
        let resaved =
            self.resaved ?? ResavedTable(table, rows: rows.tokenizer, final: final)
        self.resaved = resaved
        guard isNeeded ?? true else { return }
        var survey =
            self.survey.take() ?? ColumnSurvey(table: table, file: file, resaved: resaved)
        defer { self.survey = survey }
        while true {
            switch rows.next(final: final) {
            case .row:
                let row = CSVRow(
                    start: rows.tokenizer.rowStart, line: rows.tokenizer.rowLine, index: 0,
                    fields: rows.tokenizer.fields)
                survey.feed(row, of: rows.tokenizer.bytes.span)
            case .broken: continue
            case .needsMore, .gaveUp: return
            }
        }
    }

    /// - Throws: `layoutUnknown` if the file has no table of a statement, `layoutAmbiguous` with
    ///   all remaining readings.
    package func settle(
        _ options: ReadOptions = ReadOptions()
    ) throws(ReadFailure) -> SettledColumns {
        if let inference {
            var settled = try inference.settle(options)
            settled.table?.isSheet = isSheet
            return settled
        }
        var settled =
            try survey?.settle(order: options.dateOrder, decimalMark: options.decimalMark)
            ?? .nothing
        settled.table = rows.table
        return settled
    }
}

/// The data rows of a file: finds the table in its head, then returns the rows after the header.
struct CSVRows {
    private let file: String
    private let layouts: LayoutSet
    private let isSheet: Bool
    /// The bytes before the table is found.
    private(set) var head: [UInt8] = []
    private let settled: CSVTable?
    private(set) var table: CSVTable?
    var tokenizer = CSVTokenizer(
        shape: CSVShape(delimiter: 0x2C, hasQuoting: true))

    init(
        file: String, layouts: LayoutSet, settled: CSVTable? = nil, isSheet: Bool = false
    ) {
        self.file = file
        self.layouts = layouts
        self.settled = settled
        self.isSheet = isSheet
    }

    /// False while the head is incomplete.
    mutating func append(_ chunk: Span<UInt8>, final: Bool) throws(ReadFailure) -> Bool {
        if table != nil {
            tokenizer.append(chunk)
            return true
        }
        head.append(chunk)
        let isLong = head.count >= CSVHead.headBytes
        guard isLong || final else { return false }
        let found: CSVTable
        if let settled {
            found = settled
        } else {
            found = try CSVHead(file: file, layouts: layouts, isSheet: isSheet).find(
                head.span.extracting(0..<min(head.count, CSVHead.headBytes)), isWhole: !isLong)
        }
        table = found
        var tokenizer = CSVTokenizer(shape: found.shape)
        tokenizer.append(head.span)
        head = []
        var rowsToSkip = found.headerRow + 1
        skipping: while rowsToSkip > 0 {
            switch tokenizer.next(final: final) {
            case .row, .broken: rowsToSkip -= 1
            case .needsMore, .gaveUp: break skipping
            }
        }
        self.tokenizer = tokenizer
        return true
    }

    mutating func next(final: Bool) -> CSVTokenizer.Step {
        tokenizer.next(final: final)
    }
}
