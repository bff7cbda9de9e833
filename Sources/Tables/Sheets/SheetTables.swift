package import Facts
package import Scanning
package import Reading

/// The tables of a workbook in sequence: each visible sheet with a known table.
///
/// Hidden sheets and sheets without a table are skipped, each with its reason. A workbook without a
/// table is refused with the failure of its likeliest sheet; a sheet of dated rows that no layout
/// knows is reported at the end, so that it is never skipped silently.
package final class SheetTables: StatementRows {
    private let book: any SheetBook
    private let file: String
    private let layouts: LayoutSet
    private let options: ReadOptions

    private var nextSheet = 0
    private var sheet = ""
    private var text: SheetText?
    private var reader: CSVReader?
    private var parts = ChunkParts()
    private var isLastChunk = false
    private var accountsBefore: [AccountClaim] = []
    private var rowsBefore: UInt32 = 0
    private var rowsOfSheet: UInt32 = 0
    private var skips: [RowSkip] = []
    private var notices: [ReadNotice] = []
    private var sheetAccounts = SheetAccounts()
    /// The product that parts the current sheet's account from the workbook's first one.
    private var product = ""
    /// The text that the last survey read.
    private var surveyed: SheetText?
    /// Nonempty sheets that no layout knows.
    private var unknown: [(sheet: String, failure: ReadFailure, hasDatedRows: Bool)] = []

    /// Finds the first table.
    ///
    /// - Throws: the reason if there is none.
    init(
        _ book: any SheetBook, file: String, layouts: LayoutSet? = nil, options: ReadOptions
    ) throws(ReadFailure) {
        self.book = book
        self.file = file
        if let layouts {
            self.layouts = layouts
        } else {
            self.layouts = try LayoutSet.chosen(by: options)
        }
        var options = options
        options.hasDaysFrom1904 = book.hasDaysFrom1904
        self.options = options
        guard try goToNextTable() else { throw refusal() }
    }

    /// A workbook of Excel 97.
    package convenience init(
        xls source: consuming ByteSource, options: ReadOptions
    ) throws(ReadFailure) {
        let path = source.path
        try self.init(BIFFBook(source), file: path, options: options)
    }

    /// A workbook of Office Open XML, which is a ZIP archive.
    package convenience init(
        xlsx source: consuming ByteSource, _ directory: ZipDirectory, options: ReadOptions
    ) throws(ReadFailure) {
        let path = source.path
        try self.init(XLSXBook(XLSXPackage(source, directory)), file: path, options: options)
    }

    /// A workbook of OpenDocument, which is a ZIP archive.
    package convenience init(
        ods source: consuming ByteSource, _ directory: ZipDirectory, options: ReadOptions
    ) throws(ReadFailure) {
        let path = source.path
        try self.init(ODSBook(XLSXPackage(source, directory)), file: path, options: options)
    }

    /// The records of a JSON document.
    ///
    /// - Parameter unknown: why no layout knows it: thrown if it is no table of records either.
    package convenience init(
        json text: consuming DecodedText, file: String, options: ReadOptions, unknown: ReadFailure
    ) throws(ReadFailure) {
        let book = try JSONBook(text, file: file)
        guard book.hasRecords else { throw unknown }
        do throws(ReadFailure) {
            // Layouts of tables know nothing of the unit in which a document has its numbers.
            try self.init(book, file: file, layouts: LayoutSet(only: []), options: options)
        } catch {
            throw error.kind == .layoutUnknown ? unknown : error
        }
        if book.hasOtherLists { skips.append(RowSkip(reason: .otherSheet, line: 0)) }
    }

    package var layout: String { reader?.layout ?? "" }
    package var encoding: String { book.encoding }
    package var accounts: [AccountClaim] {
        accountsBefore + (text == nil ? [] : accountsOfSheet)
    }
    package var isUnchanged: Bool { book.isUnchanged }

    /// Reads the next rows; false at the end. Sets `isFinal` with the last rows.
    package func next(into batch: inout LineBatch, isFinal: inout Bool) throws(ReadFailure) -> Bool
    {
        guard let text, let reader else { return false }
        batch.skipped += skips
        batch.notices += notices
        skips = []
        notices = []
        let isSheetsEnd: Bool
        let lines = batch.lines.count
        let rejections = batch.rejections.count
        let rows = batch.rowCount
        let totals = batch.totals.count
        do throws(ReadFailure) {
            if parts.isEmpty {
                parts.begin()
                guard try text.next(into: &parts.chunk, isFinal: &isLastChunk) else {
                    return false
                }
            }
            let part = parts.next()
            let chunk = parts.chunk
            isSheetsEnd = isLastChunk && parts.isEmpty
            try reader.read(chunk.span.extracting(part), final: isSheetsEnd, into: &batch)
        } catch {
            place(&batch, lines, rejections, rows, totals)
            throw placed(error)
        }
        place(&batch, lines, rejections, rows, totals)
        guard isSheetsEnd else { return true }
        accountsBefore += accountsOfSheet
        batch.skipped += text.hiddenRows.map {
            RowSkip(reason: .hiddenRow, line: book.line(ofRow: $0))
        }
        self.text = nil
        rowsBefore &+= rowsOfSheet
        rowsOfSheet = 0
        if try goToNextTable() { return true }
        isFinal = true
        batch.skipped += skips
        batch.notices += notices
        if let left = unknown.first(where: \.hasDatedRows) { throw left.failure }
        return true
    }

    /// Sets the place in the workbook of a sheet's rows, and maps its accounts to the file's
    /// indices.
    private func place(
        _ batch: inout LineBatch, _ lines: Int, _ rejections: Int, _ rows: Int, _ totals: Int
    ) {
        let accounts = Int32(truncatingIfNeeded: accountsBefore.count)
        rejectOtherCurrencies(&batch, from: lines)
        for index in lines..<batch.lines.count {
            if batch.lines[index].account >= 0 { batch.lines[index].account += accounts }
            batch.lines[index].sourceIndex &+= rowsBefore
            batch.lines[index].sourceLine = UInt32(
                truncatingIfNeeded: book.line(ofRow: Int(batch.lines[index].sourceLine)))
        }
        for index in totals..<batch.totals.count {
            batch.totals[index].account += Int(accounts)
        }
        for index in rejections..<batch.rejections.count {
            let place = batch.rejections[index].place
            batch.rejections[index].place.path = book.place(
                sheet: sheet, row: place.line, column: place.column)
            batch.rejections[index].place.line = book.line(ofRow: place.line)
        }
        rowsOfSheet &+= UInt32(truncatingIfNeeded: batch.rowCount - rows)
    }

    /// Rejects rows whose amount is shown in another currency, as a text with it would be.
    private func rejectOtherCurrencies(_ batch: inout LineBatch, from first: Int) {
        guard let text, let table = reader?.table else { return }
        let amounts = [LayoutField.amount, .debit, .credit].map { table.columns[$0] }
            .filter { text.hasUnits(ofColumn: $0) }
        guard !amounts.isEmpty else { return }
        func columnOfOther(_ line: StatementLine) -> Int? {
            let currency = line.amount.currency
            guard currency.isKnown else { return nil }
            return amounts.first { column in
                let shown = text.currency(ofRow: Int(line.sourceLine), column: column)
                return shown.isKnown && shown != currency
            }
        }
        var kept: [StatementLine] = []
        var rowBefore: UInt32 = 0
        for line in batch.lines[first...] {
            // A second line of a row is the other account's.
            let isFirstOfRow = line.sourceLine != rowBefore
            rowBefore = line.sourceLine
            guard isFirstOfRow, let column = columnOfOther(line) else {
                kept.append(line)
                continue
            }
            let row = Int(line.sourceLine)
            batch.rejections.append(
                RowRejection(
                    kind: .currencyContradicted,
                    place: SourcePlace(file: file, line: row, column: column + 1),
                    field: column < table.header.count ? table.header[column] : "",
                    found: text.currency(ofRow: row, column: column).code,
                    expected: line.amount.currency.code))
        }
        batch.lines.replaceSubrange(first..., with: kept)
    }

    private func placed(_ failure: ReadFailure) -> ReadFailure {
        guard failure.place.path.isEmpty else { return failure }
        var failure = failure
        failure.place.path = book.place(
            sheet: sheet, row: failure.place.line, column: failure.place.column)
        failure.place.line = book.line(ofRow: failure.place.line)
        return failure
    }

    private var accountsOfSheet: [AccountClaim] {
        (reader?.accounts ?? []).map { claim in
            var claim = claim
            if Self.isUnnamed(claim) { claim.product = product }
            return claim
        }
    }

    private static func isUnnamed(_ claim: AccountClaim) -> Bool {
        claim.number.isEmpty && claim.iban.isEmpty && claim.product.isEmpty
    }

    /// The product of a sheet beside others whose rows have no account: it is read for its days and
    /// balances, to its end unless a row has an account. A failure comes again with the rows.
    private func product(ofSheet index: Int, _ settled: SettledColumns) -> String {
        guard book.sheets.count(where: { !$0.isHidden }) > 1 else { return "" }
        return (try? readAccount(ofSheet: index, settled)) ?? ""
    }

    private func readAccount(
        ofSheet index: Int, _ settled: SettledColumns
    ) throws(ReadFailure) -> String {
        let reader = CSVReader(file: file, layouts: layouts, settled: settled, isSheet: true)
        let text = try book.text(ofSheet: index)
        var statement = SheetStatement()
        var batch = LineBatch()
        var chunk: [UInt8] = []
        var isFinal = false
        while !isFinal, try text.next(into: &chunk, isFinal: &isFinal) {
            try reader.read(chunk.span, final: isFinal, into: &batch)
            guard reader.accounts.allSatisfy(Self.isUnnamed) else { return "" }
            for line in batch.lines {
                statement.feed(line, text: batch.arena.span.extracting(line.description.range))
            }
            batch.removeAll()
        }
        let name = book.sheets[index].text
        let product = sheetAccounts.add(statement, name: name)
        if let doubt = sheetAccounts.doubt {
            notices.append(
                ReadNotice(
                    doubt.isRepetition ? .sheetsRepeated : .sheetsMixed,
                    at: SourcePlace(file: file, path: name), count: doubt.payments))
        }
        return product
    }

    // MARK: finding tables

    private func goToNextTable() throws(ReadFailure) -> Bool {
        while book.sheets.indices.contains(nextSheet) {
            let index = nextSheet
            nextSheet += 1
            if book.sheets[index].isHidden {
                skips.append(RowSkip(reason: .hiddenSheet, line: 0))
                noteDatedRows(ofSheet: index)
                continue
            }
            sheet = book.sheets[index].text
            var survey = SheetSurvey()
            do throws(ReadFailure) {
                var settled = try settle(index, &survey)
                try settled.table?.takeCurrency(ofNumbersIn: surveyed, file: file)
                if areNamedAsCurrencies { settled.table?.takeCurrency(from: sheet) }
                settled.table?.takeAccount(from: sheet)
                if let book = book as? JSONBook { settled.table?.takeBank(of: book.columns) }
                product = product(ofSheet: index, settled)
                reader = CSVReader(
                    file: file, layouts: layouts, settled: settled, isSheet: true)
                text = try book.text(ofSheet: index)
                return true
            } catch {
                let isOpen = error.kind == .layoutAmbiguous
                guard error.kind == .layoutUnknown || isOpen else { throw placed(error) }
                if survey.isEmpty { continue }
                skips.append(RowSkip(reason: .otherSheet, line: 0))
                let isReported = survey.hasDatedRows || isOpen
                unknown.append((sheet, placed(error), isReported))
                if !isReported { noteDatedRows(ofSheet: index) }
            }
        }
        return false
    }

    /// Names a sheet that is not read if it has two rows with a day and a number.
    private func noteDatedRows(ofSheet index: Int) {
        guard book.sheets.count > 1, let text = try? book.text(ofSheet: index) else { return }
        var tokenizer = CSVTokenizer(shape: CSVShape(delimiter: 0x2C, hasQuoting: true))
        var chunk: [UInt8] = []
        var isFinal = false
        var count = 0
        while !isFinal, (try? text.next(into: &chunk, isFinal: &isFinal)) == true {
            tokenizer.append(chunk.span)
            while case .row = tokenizer.next(final: isFinal) {
                let bytes = tokenizer.bytes
                let cells = tokenizer.fields.map {
                    Array(bytes[tokenizer.range(of: $0)].drop { $0 == 0x27 })
                }
                let others = cells.filter { !DayReadings.isDay($0.span) }
                let hasNumber = others.contains { NumberReadings.isNumber($0.span, .builtIn) }
                if others.count < cells.count, hasNumber { count += 1 }
            }
        }
        guard count >= 2 else { return }
        let place = SourcePlace(file: file, path: book.sheets[index].text)
        notices.append(ReadNotice(.sheetUnread, at: place, count: count))
    }

    /// Sheets that only their currencies part. One alone may be named by a word: `ALL`.
    private var areNamedAsCurrencies: Bool {
        let names = book.sheets.filter { !$0.isHidden }.map(\.text)
        return names.count > 1
            && names.allSatisfy { Currency(code: $0).map { $0.isListed } ?? false }
    }

    /// - Parameter survey: gets the text as far as it is read at first.
    private func settle(
        _ sheet: Int, _ survey: inout SheetSurvey
    ) throws(ReadFailure) -> SettledColumns {
        var isFirst = true
        return try SettledColumns.of(
            file: file, layouts: layouts, isSheet: true, options: options
        ) { isWanted, take throws(ReadFailure) in
            let text = try book.text(ofSheet: sheet)
            surveyed = text
            var chunk: [UInt8] = []
            var isFinal = false
            while isWanted(), !isFinal, try text.next(into: &chunk, isFinal: &isFinal) {
                if isFirst { survey.feed(chunk.span) }
                try take(chunk.span, isFinal)
            }
            isFirst = false
        }
    }

    private func refusal() -> ReadFailure {
        if let page = book as? HTMLBook, page.isWebPage {
            return ReadFailure(.webPage, at: SourcePlace(file: file))
        }
        guard
            var nearest =
                (unknown.first { $0.hasDatedRows }
                ?? unknown.first { !$0.failure.details.isEmpty } ?? unknown.first)?.failure
        else {
            let hidden = book.sheets.filter(\.isHidden).map(\.text)
            return hidden.isEmpty
                ? ReadFailure(.empty, at: SourcePlace(file: file))
                : ReadFailure(
                    .notAStatement, at: SourcePlace(file: file),
                    details: ["hidden-sheets"] + hidden)
        }
        if book.sheets.count > 1 {
            nearest.details.append(
                "sheets: " + book.sheets.prefix(8).map(\.text).joined(separator: ", "))
        }
        return nearest
    }
}

extension CSVTable {
    /// A bank's records have their place and the members of their amounts in every document; other
    /// members are in some of them only.
    fileprivate mutating func takeBank(of records: RecordColumns) {
        let fields = [LayoutField.amount, .debit, .credit, .direction]
        let members = fields.map { records.path(ofColumn: columns[$0]) }
        bank = UnknownBank.name(
            hash: StableHash.hash(
                Array((records.placesOfStates + members).joined(separator: "\u{1F}").utf8)
                    .span, seed: 12))
    }

    /// A table that no layout knows may have its account in the sheet's name alone.
    fileprivate mutating func takeAccount(from sheet: String) {
        guard layout.name == UnknownBank.layoutName, iban.isEmpty, !columns.has(.account) else {
            return
        }
        iban = SectionTitles.account(in: sheet)
    }

    /// The name of a sheet may be all that says the currency: `USD` beside `EUR`.
    fileprivate mutating func takeCurrency(from sheet: String) {
        guard layout.name == UnknownBank.layoutName, !currency.isKnown, !columns.has(.currency),
            let code = Currency(code: sheet)
        else { return }
        currency = code
    }

    /// In a table that no layout knows, the amounts' number format may be all that says their
    /// currency.
    ///
    /// - Throws: if the cells have several: no column tells which row has which.
    fileprivate mutating func takeCurrency(
        ofNumbersIn text: SheetText?, file: String
    ) throws(ReadFailure) {
        guard layout.name == UnknownBank.layoutName, !currency.isKnown, !columns.has(.currency),
            let text
        else { return }
        let amounts = [LayoutField.amount, .debit, .credit].map { columns[$0] }
        let found = text.currencies(
            ofColumns: amounts.filter { $0 >= 0 }, from: firstLine,
            unless: { totalRows[$0] != nil })
        let known = found.filter(\.isKnown)
        guard known.count < 2 else {
            throw ReadFailure(
                .layoutAmbiguous, at: SourcePlace(file: file, line: headerRow + 2),
                details: ["currency-formats"] + known.map(\.code))
        }
        currency = found.count == 1 ? found[0] : .unknown
    }
}

/// Statistics of a sheet's text, for any layout.
private struct SheetSurvey {
    private(set) var isEmpty = true
    private var datedRows = 0
    private var cells = 1
    private var hasDay = false
    private var isInQuotes = false
    private var isAtCellStart = true

    /// At least two rows of three cells or more have a cell that begins with a day.
    var hasDatedRows: Bool { datedRows >= 2 }

    mutating func feed(_ text: Span<UInt8>) {
        for index in 0..<text.count {
            let byte = text[index]
            if byte != 0x0A { isEmpty = false }
            if byte == 0x22 {
                isInQuotes.toggle()
                continue
            }
            if isAtCellStart, (0x30...0x39).contains(byte) {
                hasDay = hasDay || Self.isDay(text, at: index)
            }
            isAtCellStart = false
            if isInQuotes { continue }
            if byte == 0x2C {
                cells += 1
                isAtCellStart = true
            } else if byte == 0x0A {
                if hasDay, cells >= 3 { datedRows += 1 }
                cells = 1
                hasDay = false
                isAtCellStart = true
            }
        }
    }

    /// `2026-01-28`, `28.01.2026`, `28/01/2026`.
    private static func isDay(_ text: Span<UInt8>, at start: Int) -> Bool {
        guard start + 10 <= text.count else { return false }
        func isShape(_ shape: StaticString) -> Bool {
            for offset in 0..<10 {
                let mark = shape[offset]
                let byte = text[start + offset]
                let isRight =
                    mark == 0x30
                    ? (0x30...0x39).contains(byte) : byte == 0x2E || byte == 0x2F || byte == 0x2D
                if !isRight { return false }
            }
            return true
        }
        return isShape("0000-00-00") || isShape("00.00.0000")
    }
}
