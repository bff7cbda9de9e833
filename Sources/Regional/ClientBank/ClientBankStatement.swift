package import Facts
import Reading

/// The state of reading a client-bank text: the account, its currency, the open row, the totals.
package struct ClientBankStatement: LineStatement {
    package static let layout = "client-bank-by"

    private let file: String
    private var type = 0
    private var number = ""
    private var currency = Currency.unknown
    private var claim: AccountClaim?
    private var witness: TotalsWitness?
    private var row: ClientBankRow
    private var isInRow = false
    private var rowCount: UInt32 = 0
    private var hasBegun = false
    /// A closing total or the row of `#` was read: the rows are complete.
    private var hasEnd = false
    private var isEnded = false
    private var isMisread = false
    /// The days that the statement says it shows.
    private var firstDay: CalendarDate?
    private var lastDay: CalendarDate?
    /// A row was rejected, so the sums are incomplete.
    private var lacksRows = false
    /// In amounts without the beginning of a row, which were reported once.
    private var isOrphaned = false
    /// A value that continues in the next line, with its key and place.
    private var open: (key: String, value: [UInt8], line: Int, column: Int)?
    private var totals: [(key: String, amount: WrittenNumber, line: Int)] = []

    private static let names = TotalsNames(received: "CR", spent: "DB", closing: "CrOut")

    package init(file: String) {
        self.file = file
        row = ClientBankRow(file: file)
    }

    package var accounts: [AccountClaim] { claim.map { [$0] } ?? [] }

    package mutating func feed(
        _ line: Span<UInt8>, number: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let inked = line.trimmed(line.indices)
        guard let start = inked.first else { return }
        if !hasBegun { return try begin(line.extracting(inked), number) }
        switch line[start] {
        case 0x23:  // #
            if open != nil { throw malformed(number, line) }
            endRow(into: &batch)
            hasEnd = true
            isEnded = true
        case 0x5B where open == nil:  // [IN_PARAM], [OUT_PARAM]
            endRow(into: &batch)
        case 0x5E:
            if open != nil { throw malformed(number, line) }
            try pair(line.extracting(inked), number, column: start + 1, into: &batch)
        default:
            try continueValue(line.extracting(inked), number, into: &batch)
        }
    }

    package mutating func finish(at line: Int, into batch: inout LineBatch) throws(ReadFailure) {
        guard hasBegun else {
            throw ReadFailure(.malformed, at: SourcePlace(file: file, line: 1))
        }
        let isCut = (isInRow || open != nil || !hasEnd) && !isEnded
        if isCut {
            if isInRow {
                reject(
                    RowRejection(
                        kind: .recordIncomplete,
                        place: SourcePlace(file: file, line: row.startLine, column: 1),
                        field: "DocDate", expected: "####"),
                    into: &batch)
            }
            throw ReadFailure(
                .truncated, at: SourcePlace(file: file, line: line), details: ["####"])
        }
        settleAccount(nil)
        try compareTotals(into: &batch)
    }

    // MARK: Lines

    /// `***** ^Type=4^ ^Acc=BY34…^  -  title`
    private mutating func begin(_ line: Span<UInt8>, _ lineNumber: Int) throws(ReadFailure) {
        // The text after the last `^` is a title.
        let parts = Array(line).split(separator: 0x5E, omittingEmptySubsequences: false)
            .dropLast().map { String(decoding: $0, as: UTF8.self) }
        func value(_ key: String) -> String? {
            parts.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        guard parts.first?.hasPrefix("*****") == true, let said = value("Type"),
            let type = Int(said), said.utf8.count <= 4
        else { throw malformed(lineNumber, line) }
        self.type = type
        number = value("Acc").map { $0.filter { $0 != " " } } ?? ""
        hasBegun = true
    }

    private mutating func pair(
        _ line: Span<UInt8>, _ number: Int, column: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        var equals = 1
        while equals < line.count, line[equals] != 0x3D, line[equals] != 0x5E { equals &+= 1 }
        guard equals < line.count, line[equals] == 0x3D else { throw malformed(number, line) }
        let key = String(utf8: line.extracting(1..<equals))
        let isClosed = line.count > equals + 1 && line[line.count - 1] == 0x5E
        let value = line.extracting((equals + 1)..<(isClosed ? line.count - 1 : line.count))
        let valueColumn = column + equals + 1
        guard isClosed else {
            open = (key, Array(value), number, valueColumn)
            return
        }
        try feed(key, value, line: number, column: valueColumn, into: &batch)
    }

    /// A value with line breaks continues until the line that ends with `^`.
    private mutating func continueValue(
        _ line: Span<UInt8>, _ number: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        guard var open else { return }
        let isClosed = line[line.count - 1] == 0x5E
        open.value.append(0x20)
        open.value.append(line.extracting(0..<line.count - (isClosed ? 1 : 0)))
        guard open.value.count <= Limits.fieldBytesMax else {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file, line: number), details: ["field-bytes"])
        }
        self.open = isClosed ? nil : open
        if isClosed {
            try feed(
                open.key, open.value.span, line: open.line, column: open.column, into: &batch)
        }
    }

    private mutating func feed(
        _ key: String, _ value: Span<UInt8>, line: Int, column: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        if key == "DocDate" {
            endRow(into: &batch)
            row.begin(line: line)
            isInRow = true
            isOrphaned = false
            hasEnd = false
            isEnded = false
        }
        if ClientBankKey.outside.contains(key) {
            endRow(into: &batch)
            isOrphaned = false
            try readStatementValue(key, value, line: line)
        } else if let known = ClientBankKey.inRow[key] {
            if isInRow {
                row.put(value, as: known, line: line, column: column)
            } else if known.isAmount, !isOrphaned {
                // The row's beginning is damaged, so its extent is unknown.
                isOrphaned = true
                reject(
                    RowRejection(
                        kind: .recordIncomplete,
                        place: SourcePlace(file: file, line: line, column: column), field: key,
                        expected: "^DocDate=^"),
                    into: &batch)
            }
        }
    }

    // MARK: The statement's own values

    private mutating func readStatementValue(
        _ key: String, _ value: Span<UInt8>, line: Int
    ) throws(ReadFailure) {
        switch key {
        case "CurrCode", "C3":
            try settle(Currency(numeric: number(value)), line)
        case "DateBegin", "DateIn":
            if let day = day(value) { firstDay = min(firstDay ?? day, day) }
        case "DateEnd", "DateOut":
            if let day = day(value) { lastDay = max(lastDay ?? day, day) }
        case "I1", "I3", "I4":
            try settle(Currency(code: value), line)
        case "Header4":
            // `Счет клиента*** BY86… BYN Пассивный`
            let words = String(utf8: value).split(separator: " ").map(String.init)
            if let at = words.firstIndex(of: self.number), at + 1 < words.count,
                let found = Currency(code: words[at + 1]), found.isListed
            {
                try settle(found, line)
            }
        case "DB", "CR", "DebVQ", "CreVQ", "RestIn", "RestOut", "DebIn", "CrIn", "DebOut", "CrOut",
            "InDebQ", "InCreQ", "OutDebQ", "OutCreQ":
            if ["RestOut", "CrOut", "OutCreQ", "CR", "CreVQ"].contains(key) { hasEnd = true }
            do throws(AmountProblem) {
                totals.append((key, try AmountText.parse(value, style: .either), line))
            } catch {
                isMisread = true
            }
        default: break
        }
    }

    private mutating func settle(_ said: Currency?, _ line: Int) throws(ReadFailure) {
        guard let said, said.isListed else { return }
        if let claim, claim.currency.isKnown, claim.currency != said {
            throw ReadFailure(
                .malformed, at: SourcePlace(file: file, line: line), found: said.code,
                details: [claim.currency.code])
        }
        if claim == nil { currency = said }
    }

    /// The account's data are in the headings before the rows, or in the first row.
    private mutating func settleAccount(_ said: Currency?) {
        guard claim == nil else { return }
        if !currency.isKnown, let said { currency = said }
        // Types 3, 4 and 400 are statements of rouble accounts, even without a printed currency.
        if !currency.isKnown, [3, 4, 400].contains(type) { currency = Currency(0x42, 0x59, 0x4E) }
        claim = AccountClaim(
            number: number, iban: IBANText.normalized(number) ?? "", currency: currency)
    }

    private mutating func compareTotals(into batch: inout LineBatch) throws(ReadFailure) {
        if isMisread { return }
        var witness = witness ?? TotalsWitness(currency: currency, areBalancesFields: true)
        if lacksRows { witness.silence() }
        if let firstDay { witness.print(firstDay: firstDay) }
        if let lastDay { witness.print(lastDay: lastDay) }
        // Equal keys of several days add up; a day's closing balance is the next one's opening.
        let usesOwn = totals.contains { $0.key == "CreVQ" || $0.key == "InCreQ" }
        var debit: Money?
        for total in totals {
            guard let amount = try? Money(total.amount, in: currency) else { return }
            switch (total.key, usesOwn) {
            case ("DB", false), ("DebVQ", true): witness.print(spent: amount, line: total.line)
            case ("CR", false), ("CreVQ", true): witness.print(received: amount, line: total.line)
            case ("RestIn", false): witness.print(opening: amount, line: total.line)
            case ("RestOut", false): witness.print(closing: amount, line: total.line)
            // A balance is on one of two sides.
            case ("DebIn", false), ("InDebQ", true), ("DebOut", false), ("OutDebQ", true):
                debit = amount
            case ("CrIn", false), ("InCreQ", true):
                if let debit, let net = try? amount.adding(debit.negated) {
                    witness.print(opening: net, line: total.line)
                }
            case ("CrOut", false), ("OutCreQ", true):
                if let debit, let net = try? amount.adding(debit.negated) {
                    witness.print(closing: net, line: total.line)
                }
            default: break
            }
        }
        try batch.addTotals(of: witness, account: 0, file: file, names: Self.names)
    }

    // MARK: Rows

    private mutating func endRow(into batch: inout LineBatch) {
        guard isInRow else { return }
        isInRow = false
        settleAccount(row.printedCurrency)
        let currency = currency
        if witness == nil { witness = TotalsWitness(currency: currency, areBalancesFields: true) }
        do throws(RowRejection) {
            let line = try row.line(
                type: type, currency: currency, index: rowCount, into: &batch)
            batch.lines.append(line)
            rowCount &+= 1
            witness?.count(line)
        } catch {
            reject(error, into: &batch)
        }
    }

    private mutating func reject(_ rejection: RowRejection, into batch: inout LineBatch) {
        batch.rejections.append(rejection)
        rowCount &+= 1
        lacksRows = true
    }

    // MARK: Values

    private func day(_ value: Span<UInt8>) -> CalendarDate? {
        var hint = 0
        return try? DateText.parse(value, formats: ClientBankRow.days, hint: &hint).day
    }

    private func number(_ value: Span<UInt8>) -> Int {
        var result = 0
        for index in 0..<min(value.count, 4) where value[index] &- 0x30 < 10 {
            result = result * 10 + Int(value[index] &- 0x30)
        }
        return result
    }

    private func malformed(_ line: Int, _ text: Span<UInt8>) -> ReadFailure {
        ReadFailure(
            .malformed, at: SourcePlace(file: file, line: line, column: 1),
            found: CellText.excerpt(text), details: ["^key=value^"])
    }
}
