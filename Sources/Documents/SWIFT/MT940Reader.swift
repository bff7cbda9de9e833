package import Facts
internal import Scanning
internal import Reading

/// Reads customer statements of SWIFT: MT940 (the day) and MT942 (intraday), with or without the
/// block envelope.
///
/// A field begins on a new line with its tag; other lines continue it. A row is a `:61:` with the
/// following `:86:` (or `:NS:`). Balances give the currency and are no rows; with the rows between
/// them they form the statement's totals. Several statements, pages of one statement and several
/// accounts may follow each other.
///
/// - Complexity: O(*n*); keeps the unfinished line and row.
/// - Source: SWIFT MT 940, MT 942; variations of banks: the format notes, §13.
package final class MT940Reader: StatementReader {
    package private(set) var layout = "mt940"
    package var accounts: [AccountClaim] { known.claims }

    private let file: String
    private var lines: PhysicalLines
    private var known = ClaimedAccounts()
    private var statement = Statement()
    private var field = Tag.other
    private var row = MT940Row()
    private var isInRow = false
    /// Rows of a statement whose currency is not yet known.
    private var heldRows: [MT940Row] = []
    private var rowCount: UInt32 = 0
    /// The bytes of the previous line if it is the beginning of a row's mark.
    private var markFragment = 0
    /// A field was read that only statements have.
    private var hasFields = false
    private var hasEndedStatement = false
    /// The closing balance of the last statement without an account, by currency.
    private var closings: [Currency: Money] = [:]
    /// One of them did not begin with it.
    private var isApart = false
    /// An envelope is open.
    private var isInEnvelope = false
    /// The previous line is a dash, whose meaning the next one shows.
    private var hasDash = false

    /// The account data of a statement.
    private struct Statement {
        /// The line of its first field; 0 before it.
        var line = 0
        var number = ""
        var hasAccount = false
        var currency = Currency.unknown
        var isClosed = false
        /// Created once the currency is known.
        var witness: TotalsWitness?
        /// Expected rows, which balances exclude and sums of rows may include.
        var hasExpected = false
        var sums: [Sum] = []
        /// Index into `accounts` once needed.
        var account: Int32?
    }

    /// `:90D:` or `:90C:`.
    private struct Sum {
        let isOfDebits: Bool
        let amount: Money
        let line: Int
    }

    private enum Tag {
        case reference, account, opening, row, information, notes, closing, floor
        case debits, credits, other
    }

    package init(file: String) {
        self.file = file
        lines = PhysicalLines(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        lines.append(chunk)
        do throws(ReadFailure) {
            while let line = try lines.next(final: final) {
                let bytes = lines.bytes
                try feed(bytes.span.extracting(line), into: &batch)
            }
            if final { try finish(into: &batch) }
        } catch {
            abandonRow(into: &batch)
            throw error
        }
    }

    private func finish(into batch: inout LineBatch) throws(ReadFailure) {
        // A line without its end may be truncated.
        let isInLine = isInRow && !lines.isEnded
        let isCut = isInLine || isInEnvelope && !statement.isClosed
        if isInLine { abandonRow(into: &batch) }
        try closeStatement(into: &batch)
        if !hasFields { throw ReadFailure(.notAStatement, at: SourcePlace(file: file)) }
        if isCut { throw ReadFailure(.truncated, at: SourcePlace(file: file, line: lines.number)) }
    }

    /// The rest of the file is unreadable: an open row is incomplete.
    private func abandonRow(into batch: inout LineBatch) {
        do throws(ReadFailure) {
            // Held rows belong to the account too.
            if !heldRows.isEmpty { try releaseRows(into: &batch) }
        } catch {
            // The limit of accounts is exceeded.
            batch.rejections += heldRows.map(\.incomplete)
            heldRows = []
        }
        if !isInRow { return }
        isInRow = false
        statement.witness?.silence()
        batch.rejections.append(row.incomplete)
    }

    // MARK: Lines

    private func feed(_ line: Span<UInt8>, into batch: inout LineBatch) throws(ReadFailure) {
        var start = 0
        while start < line.count, line[start] <= 0x20 { start += 1 }
        if start == line.count { return }
        if hasDash { feedDash(before: line, from: start) }
        if let content = try envelope(line, from: start, into: &batch) {
            if content < line.count { try feed(line.extracting(content...), into: &batch) }
            return
        }
        let fragment = markFragment
        markFragment = fragmentOfMark(line, from: start)
        let isBroken = ByteMarks.first(CellText.undecodable, in: line) != nil
        if let value = damagedRow(line, from: start) ?? row(line, at: start, after: fragment) {
            refuseRow(line, value: value, into: &batch)
        } else if let (tag, value) = tag(line, at: start) {
            if isBroken {
                try begin(tag, ofBroken: line, value: value, into: &batch)
            } else {
                try begin(tag, line, value: value, into: &batch)
            }
        } else if isBroken {
            let text = marked(line)
            continueField(field, text.span, from: 0)
        } else {
            continueField(field, line, from: 0)
        }
    }

    /// A dash alone in a line, before the closing balance, is the end of the message if another one
    /// follows, and else a line of the row's text.
    private func feedDash(before line: Span<UInt8>, from start: Int) {
        hasDash = false
        switch tag(line, at: start)?.0 {
        case .reference, .account: return
        default:
            if line[start] == UInt8(ascii: "{") || line[start] == UInt8(ascii: "-") { return }
            let dash: [UInt8] = [UInt8(ascii: "-")]
            continueField(field, dash.span, from: 0)
        }
    }

    /// Undecodable bytes are marked in a text, reject a row, and in an account fail the file.
    private func begin(
        _ tag: Tag, ofBroken line: Span<UInt8>, value: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        switch tag {
        case .row: refuseRow(line, value: value, as: .textNotDecodable, into: &batch)
        case .account:
            throw ReadFailure(
                .encodingBroken, at: SourcePlace(file: file, line: lines.number),
                details: [TextEncoding.utf8.rawValue])
        case .information, .notes:
            let text = marked(line)
            try begin(tag, text.span, value: value, into: &batch)
        default: try begin(tag, line, value: value, into: &batch)
        }
    }

    /// The line with a mark for each undecodable byte.
    private func marked(_ line: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in line.indices {
            if line[index] == CellText.undecodable {
                bytes += [0xEF, 0xBF, 0xBD]
            } else {
                bytes.append(line[index])
            }
        }
        return bytes
    }

    private static let rowMark = Array(":61:".utf8)

    /// The number of bytes of a row's mark that form the whole line, as if a line end was inserted.
    private func fragmentOfMark(_ line: Span<UInt8>, from start: Int) -> Int {
        let count = line.count - start
        if count > 3 { return 0 }
        return (0..<count).allSatisfy { line[start + $0] == Self.rowMark[$0] } ? count : 0
    }

    /// The start of a movement whose mark is split over the previous line and this one; its line
    /// end may replace a byte. Nil for other lines.
    private func row(_ line: Span<UInt8>, at start: Int, after fragment: Int) -> Int? {
        if fragment == 0 { return nil }
        return movement(line, start, from: fragment, read: 0)
            ?? movement(line, start, from: fragment + 1, read: 0)
    }

    /// The start of a movement whose `:61:` at the start of a line has one damaged byte, or follows
    /// a damaged line end. Nil for other lines.
    private func damagedRow(_ line: Span<UInt8>, from start: Int) -> Int? {
        let isRow = line.has(":61:", at: start)
        if !isRow, let value = movement(afterDamagedMarkOf: line, at: start) { return value }
        var from = start + 1
        while from + 4 < line.count,
            let colon = ByteMarks.first(UInt8(ascii: ":"), in: line.extracting(from...))
        {
            let mark = from + colon
            if line.has(":61:", at: mark), isMovement(line, at: mark + 4) {
                return mark + 4
            }
            from = mark + 1
        }
        return nil
    }

    /// A movement after a mark with one byte changed, missing or added.
    private func movement(afterDamagedMarkOf line: Span<UInt8>, at start: Int) -> Int? {
        // Differs in two bytes and is frequent.
        if line.has(":86:", at: start) { return nil }
        var same = 0
        while same < 4, start + same < line.count, line[start + same] == Self.rowMark[same] {
            same += 1
        }
        return movement(line, start, from: same + 1, read: same + 1)
            ?? movement(line, start, from: same + 1, read: same)
            ?? movement(line, start, from: same, read: same + 1)
    }

    /// A movement after the rest of its mark from byte `marked` on; `read` bytes of the line are
    /// part of the mark.
    private func movement(
        _ line: Span<UInt8>, _ start: Int, from marked: Int, read: Int
    ) -> Int? {
        let value = start + read + 4 - marked
        // Most lines end here: the next byte is no digit of a day.
        guard marked <= 4, value < line.count, line[value] &- 0x30 < 10 else { return nil }
        for at in marked..<4 where line[start + read + at - marked] != Self.rowMark[at] {
            return nil
        }
        return isMovement(line, at: value) ? value : nil
    }

    /// `2403120312C12,50`: a day, perhaps the booking's month and day, the side, a number.
    private func isMovement(_ line: Span<UInt8>, at start: Int) -> Bool {
        var at = start
        while at < line.count, line[at] &- 0x30 < 10 { at += 1 }
        guard at - start == 6 || at - start == 10 else { return false }
        if at < line.count, line[at] == UInt8(ascii: "R") || line[at] == UInt8(ascii: "E") {
            at += 1
        }
        guard at < line.count, line[at] == UInt8(ascii: "C") || line[at] == UInt8(ascii: "D")
        else { return false }
        at += 1
        if at < line.count, line[at] &- 0x41 < 26 { at += 1 }
        return at < line.count && line[at] &- 0x30 < 10
    }

    /// After the end of a statement, before the next: a row here has no account.
    private var isOutsideStatements: Bool {
        hasEndedStatement && !statement.hasAccount && !statement.currency.isKnown
    }

    /// A row with a damaged mark is rejected at its place, never read as another row's text.
    private func refuseRow(
        _ line: Span<UInt8>, value: Int, as kind: RowRejection.Kind = .recordIncomplete,
        into batch: inout LineBatch
    ) {
        closeRow(into: &batch)
        row.begin(
            line, value: value, place: SourcePlace(file: file, line: lines.number, column: 1),
            index: rowCount)
        rowCount &+= 1
        statement.witness?.silence()
        var rejection = row.incomplete
        rejection.kind = kind
        batch.rejections.append(rejection)
        field = .other
    }

    /// Skips envelope blocks and the end of a message. Returns where content follows in the line,
    /// nil if the line has no block.
    private func envelope(
        _ line: Span<UInt8>, from start: Int, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int? {
        let next = start + 1 < line.count ? line[start + 1] : 0
        switch line[start] {
        case UInt8(ascii: "-"):
            // The end of a message, alone in its line or before the trailer's blocks.
            if next == UInt8(ascii: "}") {
                isInEnvelope = false
            } else {
                for index in (start + 1)..<line.count where line[index] > 0x20 { return nil }
                if isInRow, !statement.isClosed, layout != "mt942" {
                    hasDash = true
                    return line.count
                }
            }
            try closeStatement(into: &batch)
        case UInt8(ascii: "{"):
            guard (0x30...0x39).contains(next), start + 2 < line.count,
                line[start + 2] == UInt8(ascii: ":")
            else { return nil }
            try closeStatement(into: &batch)
        default: return nil
        }
        var content = line.count
        for index in start..<line.count where line[index] == UInt8(ascii: "{") {
            if line.has("{4:", at: index) {
                isInEnvelope = true
                content = index + 3
            }
            if line.has("942", at: index + 4), line.has("{2:", at: index) {
                layout = "mt942"
            }
        }
        return content
    }

    /// The tag of the line and the start of its value; nil for a continuation.
    private func tag(_ line: Span<UInt8>, at start: Int) -> (Tag, value: Int)? {
        for (word, tag) in Self.tags where line.has(word, at: start) {
            return (tag, start + word.utf8CodeUnitCount)
        }
        return nil
    }

    /// Only these: text may begin with a colon and digits too.
    private static let tags: [(StaticString, Tag)] = [
        (":61:", .row), (":86:", .information), (":NS:", .notes), (":20:", .reference),
        (":25:", .account), (":25P:", .account), (":60F:", .opening), (":60M:", .opening),
        (":62F:", .closing), (":62M:", .closing), (":34F:", .floor), (":21:", .other),
        (":28:", .other), (":28C:", .other), (":13:", .other), (":13D:", .other),
        (":64:", .other), (":65:", .other), (":90C:", .credits), (":90D:", .debits),
        (":940:", .other), (":942:", .other),
    ]

    private func begin(
        _ tag: Tag, _ line: Span<UInt8>, value: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let text = line.extracting(value...)
        switch tag {
        case .reference: try closeStatement(into: &batch)
        case .account:
            // A statement without a reference begins with its account.
            if statement.hasAccount { try closeStatement(into: &batch) }
            statement.hasAccount = true
            statement.number = string(text)
        case .opening:
            closeRow(into: &batch)
            readCurrency(text, from: 7)
            readTotal(text, tag, into: &batch)
        case .floor:
            closeRow(into: &batch)
            readCurrency(text, from: 0)
            layout = "mt942"
        case .row:
            if isOutsideStatements {
                refuseRow(line, value: value, into: &batch)
                return
            }
            closeRow(into: &batch)
            let isSettled = statement.currency.isKnown || heldRows.count >= Limits.rowsWaitingMax
            if statement.account == nil, isSettled { try releaseRows(into: &batch) }
            row.begin(
                line, value: value, place: SourcePlace(file: file, line: lines.number, column: 1),
                index: rowCount)
            isInRow = true
            rowCount &+= 1
        case .information, .notes:
            if isInRow, tag == .information { row.beginInformation() }
            continueField(tag, line, from: value)
        case .closing:
            closeRow(into: &batch)
            readCurrency(text, from: 7)
            if !heldRows.isEmpty { try releaseRows(into: &batch) }
            statement.isClosed = true
            readTotal(text, tag, into: &batch)
        case .debits, .credits:
            closeRow(into: &batch)
            readTotal(text, tag, into: &batch)
        case .other: closeRow(into: &batch)
        }
        field = tag
        if statement.line == 0 { statement.line = lines.number }
        hasFields = hasFields || [.account, .opening, .row, .closing].contains(tag)
    }

    private func continueField(_ field: Tag, _ line: Span<UInt8>, from start: Int) {
        guard isInRow else { return }
        let kind: MT940Row.Text
        switch field {
        case .row: kind = .supplement
        case .information: kind = .information
        case .notes: kind = .notes
        default: return
        }
        row.feed(
            line.extracting(start...), as: kind, at: TextPosition(line: lines.number, column: 1))
    }

    // MARK: Statements

    private func closeRow(into batch: inout LineBatch) {
        if !isInRow { return }
        isInRow = false
        if statement.account == nil {
            heldRows.append(row)
        } else {
            decideFate(of: row, into: &batch)
        }
    }

    /// Releases the rows that waited for the closing balance's currency, which some banks print
    /// only there.
    private func releaseRows(into batch: inout LineBatch) throws(ReadFailure) {
        if statement.account == nil { statement.account = try claimedAccount() }
        for row in heldRows { decideFate(of: row, into: &batch) }
        heldRows = []
    }

    private func decideFate(of row: MT940Row, into batch: inout LineBatch) {
        let before = batch.lines.count
        row.decideFate(
            account: statement.account ?? 0, currency: statement.currency, into: &batch)
        if statement.witness == nil {
            statement.witness = TotalsWitness(
                currency: statement.currency, areBalancesFields: true)
        }
        if batch.lines.count == before {
            statement.witness?.silence()
        } else if batch.lines[before].isHold {
            statement.hasExpected = true
        } else {
            statement.witness?.count(batch.lines[before])
        }
    }

    /// `C240312USD17376,67` is a balance, `3EUR1234,56` a number of rows and their sum. Skips the
    /// date and the count. A figure in another currency than the statement's is rejected: which of
    /// the two the rows have is unknown.
    private func readTotal(_ text: Span<UInt8>, _ tag: Tag, into batch: inout LineBatch) {
        let isBalance = tag == .opening || tag == .closing
        var at = isBalance ? 7 : 0
        while !isBalance, at < text.count, text[at] &- 0x30 < 10 { at += 1 }
        guard text.count > at + 3,
            let currency = Currency(code: text.extracting(at..<(at + 3)))
        else { return }
        if statement.currency.isKnown, currency != statement.currency {
            rowCount &+= 1
            batch.rejections.append(
                RowRejection(
                    kind: .currencyContradicted,
                    place: SourcePlace(file: file, line: lines.number, column: 1),
                    field: Self.tags.first { $0.1 == tag }.map { "\($0.0)" } ?? "",
                    found: currency.code, expected: statement.currency.code))
        }
        var witness =
            statement.witness ?? TotalsWitness(currency: currency, areBalancesFields: true)
        defer { statement.witness = witness }
        guard
            let amount = try? Money.written(
                text.extracting((at + 3)...), style: .comma, in: currency)
        else { return witness.silenceTotals() }
        let isDebit = text[0] == UInt8(ascii: "D")
        if isBalance, !isDebit, text[0] != UInt8(ascii: "C") { return witness.silenceTotals() }
        let balance = isDebit ? amount.negated : amount
        let day = isBalance ? MT940Movement.day(of: text.extracting(1..<7)) : nil
        switch tag {
        case .opening:
            witness.print(opening: balance, line: lines.number)
            if let day { witness.print(openingDay: day) }
        case .closing:
            witness.print(closing: balance, line: lines.number)
            if let day { witness.print(lastDay: day) }
        default:
            statement.sums.append(
                Sum(isOfDebits: tag == .debits, amount: amount, line: lines.number))
        }
    }

    private func printSums() {
        if statement.hasExpected { return }
        for sum in statement.sums {
            if sum.isOfDebits {
                statement.witness?.print(spent: sum.amount, line: sum.line)
            } else {
                statement.witness?.print(received: sum.amount, line: sum.line)
            }
        }
    }

    private func closeStatement(into batch: inout LineBatch) throws(ReadFailure) {
        closeRow(into: &batch)
        let isNamed = statement.hasAccount || statement.currency.isKnown
        if statement.account == nil, isNamed || !heldRows.isEmpty {
            try releaseRows(into: &batch)
        }
        let isRefused = statement.account != nil && !statement.hasAccount
        if isRefused { refuseAccount(into: &batch) }
        printSums()
        if let totals = statement.witness?.totals(account: Int(statement.account ?? 0)) {
            // The balances of an unknown account open none.
            if !isRefused { batch.totals.append(totals) }
            if statement.number.isEmpty { compare(totals, into: &batch) }
        }
        hasEndedStatement = hasEndedStatement || statement.hasAccount
        statement = Statement()
        field = .other
    }

    /// Every bank names the account: its line was lost, so the account of the rows is unknown.
    private func refuseAccount(into batch: inout LineBatch) {
        rowCount &+= 1
        batch.rejections.append(
            RowRejection(
                kind: .recordIncomplete,
                place: SourcePlace(file: file, line: statement.line, column: 1), field: ":25:",
                expected: ":25:"))
    }

    /// Statements without an account have the same one only if each begins with the closing balance
    /// of the one before.
    private func compare(_ totals: StatementTotals, into batch: inout LineBatch) {
        let currency = totals.moneyIn.currency
        if let before = closings[currency], let opening = totals.opening, !isApart,
            (try? opening.adding(before.negated))?.isZero == false
        {
            isApart = true
            batch.notices.append(
                ReadNotice(
                    .statementsApart, at: SourcePlace(file: file, line: totals.line, column: 1)))
        }
        if let closing = totals.closing { closings[currency] = closing }
    }

    private func claimedAccount() throws(ReadFailure) -> Int32 {
        var number = statement.number
        if number.hasPrefix("/") { number.removeFirst() }
        var plain = number
        // Some banks append the currency to the account.
        if statement.currency.isKnown, plain.hasSuffix(statement.currency.code) {
            plain.removeLast(3)
        }
        // `DEUTDEFF/DE89370400440532013000`: the IBAN already contains the bank's code.
        let accountNumber = plain.split(separator: "/", maxSplits: 1).last.map(String.init) ?? plain
        return try known.index(
            of: AccountClaim(
                number: number, iban: IBANText.normalized(accountNumber) ?? "",
                currency: statement.currency),
            at: SourcePlace(file: file, line: lines.number))
    }

    /// `C240312USD17376,67` has its currency at 7, `EURD0,` at 0. The first one of a statement
    /// counts.
    private func readCurrency(_ text: Span<UInt8>, from start: Int) {
        guard !statement.currency.isKnown, text.count >= start + 3 else { return }
        statement.currency = Currency(code: text.extracting(start..<(start + 3))) ?? .unknown
    }

    private func string(_ text: Span<UInt8>) -> String {
        var bytes: [UInt8] = []
        for index in text.indices where text[index] >= 0x20 { bytes.append(text[index]) }
        while bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes.drop { $0 == 0x20 }, as: UTF8.self)
    }
}
