import Facts
import Reading

/// The semantics of OFX, separate from its syntax: both tokenizers call it with opened and closed
/// elements and their texts.
///
/// It keeps one unfinished row and the account; everything else has been appended to the batch.
/// Wrong nesting is tolerated: only the aggregates that give a leaf its meaning (`PAYEE`,
/// `BANKACCTTO` …) are tracked, and a new row closes an open one.
struct OFXStatementSink {
    private let file: String
    var accounts: [AccountClaim] { known.claims }
    private var known = ClaimedAccounts()

    private var context = Context.none
    private var organisation = ""
    private var statement = Statement()
    private var isInStatement = false
    private var hasEndedStatement = false
    /// Part of a statement was read: an account or currency in one, a list of rows, a row.
    private var hasStatement = false
    private var unnamedCount = 0
    /// The type that has each account's number for its name.
    private var types: [String: String]
    /// The types of numbers that several accounts of the file have.
    private let typesOfNumbers: [String: [String]]
    private var status = Status()
    /// The bank's errors, the first ones.
    private var refusals: [Status] = []
    private var hasRoot = false
    private var isRootClosed = false
    private var isListOpen = false
    private var hasElements = false

    /// Lines of a statement that names its account or currency after them.
    private var held = LineBatch()
    private var isRowHeld = false
    /// The element of an account or currency after lines without one.
    private var lateElement: String?
    private var row = OFXRow()
    private var isInRow = false
    private var rowCount: UInt32 = 0
    /// The latest balance of each account of the file: the opening balance of the account's next
    /// statement.
    private var balances: [Int32: OFXTotals.Balance] = [:]

    /// The aggregate that gives its leaves their meaning.
    private enum Context {
        case none, status, accountFrom, payee, accountTo, currency, original, balance
    }

    private struct Statement {
        var currency = Currency.unknown
        var bankID = ""
        var accountID = ""
        var accountType = ""
        /// Index into `accounts` once the account was needed.
        var account: Int32?
        var totals = OFXTotals()
        /// Too many lines waited for the account or the currency: they were appended without one.
        var isReleased = false

        var isNamed: Bool { !accountID.isEmpty && currency.isKnown }
    }

    /// More lines than a household has in a year; a statement names its account before them.
    private static let heldMax = 4_096

    /// No household has so many accounts at a bank.
    private static let refusalsMax = 16

    private struct Status: Equatable {
        var code = ""
        var severity = ""
        var message = ""
        var position = TextPosition()
    }

    init(file: String, settled: OFXSettled) {
        self.file = file
        typesOfNumbers = settled.typesOfNumbers
        types = typesOfNumbers.compactMapValues(\.first)
        row.sign = settled.sign
    }

    /// An element's start tag; the position is that of its `<`.
    mutating func open(
        _ element: OFXElement, at position: TextPosition, into batch: inout LineBatch
    ) throws(ReadFailure) {
        hasElements = hasElements || element != .other
        switch element {
        case .root: hasRoot = true
        case .status:
            context = .status
            status = Status()
            status.position = position
        case .statement, .debtStatement:
            closeRow(into: &batch)
            try release(into: &batch)
            statement = Statement()
            statement.totals.isOfDebt = element == .debtStatement
            isInStatement = true
            context = .none
        case .transactionList:
            isListOpen = true
            hasStatement = true
        case .transaction, .pendingTransaction:
            closeRow(into: &batch)
            hasStatement = true
            context = .none
            if isRowHeld, statement.isNamed || held.lines.count >= Self.heldMax {
                statement.isReleased = !statement.isNamed
                try release(into: &batch)
            }
            try beginRow(isHold: element == .pendingTransaction, at: position)
        case .amount, .datePosted:
            // A leaf of rows outside a row: the row's own tag is damaged.
            if missesRow {
                try beginRow(isHold: false, at: position)
                row.refuse(.recordIncomplete, .transaction, at: position)
            }
        case .investmentTransaction:
            hasStatement = true
            batch.skipped.append(RowSkip(reason: .informational, line: position.line))
            statement.totals.silence()
            rowCount &+= 1
        case .accountFrom: context = .accountFrom
        case .payee: context = .payee
        case .accountTo: context = .accountTo
        case .currency: context = .currency
        case .originalCurrency: context = .original
        case .ledgerBalance:
            closeRow(into: &batch)
            context = .balance
            statement.totals.line = position.line
        default: break
        }
    }

    /// The whole text of the last opened element, with undecoded character references; `position`
    /// is that of its first byte.
    mutating func text(_ raw: Span<UInt8>, of element: OFXElement, at position: TextPosition) {
        // NUL is no blank.
        let range = raw.trimmed(raw.indices, keepsZeros: true)
        let text = raw.extracting(range)
        if isInRow {
            rowText(text, of: element, at: position, after: raw, blanks: range.lowerBound)
            return
        }
        let isNaming = element == .defaultCurrency || element == .accountID
        if isNaming, isInStatement, !text.isEmpty { hasStatement = true }
        switch (element, context) {
        case (.code, .status): status.code = string(text)
        case (.severity, .status): status.severity = string(text)
        case (.message, .status): status.message = string(text)
        case (.organisation, _): organisation = string(text)
        case (.defaultCurrency, _):
            let currency = Currency(codeOrNumber: text) ?? .unknown
            noteLate(isOther: currency != statement.currency, "CURDEF")
            statement.currency = currency
        case (.bankID, .accountFrom):
            statement.bankID = string(text)
            statement.account = nil
        case (.accountID, .accountFrom):
            let number = string(text)
            noteLate(isOther: number != statement.accountID, "ACCTID")
            statement.accountID = number
            statement.account = nil
        case (.accountType, .accountFrom):
            statement.accountType = string(text)
            statement.account = nil
        case (.balanceAmount, .balance): statement.totals.put(amount: text)
        case (.balanceDate, .balance): statement.totals.put(day: text)
        case (.listStart, _): statement.totals.put(start: text)
        case (.listEnd, _): statement.totals.put(end: text)
        default: break
        }
    }

    /// The text of the last opened element exceeds the limit of fields.
    mutating func textTooLong(of element: OFXElement, at position: TextPosition) {
        if isInRow { row.refuse(.fieldTooLong, element, at: position) }
    }

    /// An element's end tag, or the end of an element without content.
    mutating func close(_ element: OFXElement, into batch: inout LineBatch) throws(ReadFailure) {
        switch element {
        case .transaction, .pendingTransaction:
            closeRow(into: &batch)
        case .transactionList:
            closeRow(into: &batch)
            isListOpen = false
        case .statement, .debtStatement:
            closeRow(into: &batch)
            try release(into: &batch)
            let account = try accountOfRow(at: status.position)
            endTotals(account, into: &batch)
            statement = Statement()
            isInStatement = false
            hasEndedStatement = true
        case .root:
            closeRow(into: &batch)
            isRootClosed = true
        case .status:
            if status.severity == "ERROR", refusals.count < Self.refusalsMax {
                refusals.append(status)
            }
            context = .none
        case .accountFrom, .payee, .accountTo, .currency, .originalCurrency, .ledgerBalance:
            context = .none
        default: break
        }
    }

    /// The end of the input.
    ///
    /// - Parameter isCut: the text ended inside a tag, a comment or the like.
    mutating func finish(
        at position: TextPosition, isCut: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let place = SourcePlace(file: file, at: position)
        try release(into: &batch)
        if isInRow {
            abandonRow(into: &batch)
            throw ReadFailure(.truncated, at: place)
        }
        if !hasElements { throw ReadFailure(isCut ? .truncated : .formatUnknown, at: place) }
        if isCut && !isRootClosed || hasRoot && !isRootClosed || isListOpen && !hasRoot {
            throw ReadFailure(.truncated, at: place)
        }
        if hasStatement {
            batch.notices += refusals.map {
                ReadNotice(.accountRefused, at: SourcePlace(file: file, at: $0.position))
            }
            return
        }
        if let refusal = refusals.first {
            throw ReadFailure(
                .bankRefusal,
                at: SourcePlace(file: file, at: refusal.position), found: refusal.message,
                details: [refusal.code])
        }
        throw ReadFailure(.notAStatement, at: SourcePlace(file: file))
    }

    /// The rest of the file is unreadable: an open row is incomplete.
    mutating func abandonRow(into batch: inout LineBatch) {
        // The account may be one too many, which is a failure like the one that ends the file.
        try? release(into: &batch)
        if !isInRow { return }
        isInRow = false
        batch.rejections.append(row.incomplete(file: file))
    }

    // MARK: Rows

    /// Whether an amount or day that opens here belongs to a row without a start tag.
    var missesRow: Bool { !isInRow && (isInStatement || isListOpen) }

    /// After the end of a statement, before the next statement or account.
    private var isOutsideAccounts: Bool {
        hasEndedStatement && !isInStatement && statement.accountID.isEmpty
    }

    private mutating func beginRow(isHold: Bool, at position: TextPosition) throws(ReadFailure) {
        let isOutside = isOutsideAccounts
        isRowHeld =
            statement.account == nil && isInStatement && !statement.isNamed
            && !statement.isReleased
        let account = isOutside || isRowHeld ? 0 : try accountOfRow(at: position)
        row.begin(account: account, index: rowCount, isHold: isHold, at: position)
        if isOutside { row.refuse(.recordIncomplete, .transaction, at: position) }
        isInRow = true
        rowCount &+= 1
    }

    private mutating func rowText(
        _ text: Span<UInt8>, of element: OFXElement, at position: TextPosition,
        after raw: Span<UInt8>, blanks: Int
    ) {
        var position = position
        if element.hasPlace { position.advance(over: raw, from: 0, to: blanks) }
        switch element {
        case .amount: row.put(text, as: .amount, of: element, at: position)
        case .datePosted: row.put(text, as: .datePosted, of: element, at: position)
        case .dateTransaction: row.put(text, as: .dateTransaction, of: element, at: position)
        case .dateUser: row.put(text, as: .dateUser, of: element, at: position)
        case .dateAvailable: row.put(text, as: .dateAvailable, of: element, at: position)
        case .bankRowID: row.put(text, as: .bankRowID, of: element, at: position)
        case .name where context == .payee: row.put(text, as: .payee, of: element, at: position)
        case .name: row.put(text, as: .name, of: element, at: position)
        case .payee where !text.isEmpty:
            row.put(text, as: .payee, of: element, at: position)
            context = .none
        case .memo: row.put(text, as: .memo, of: element, at: position)
        case .industryCode: row.put(text, as: .industryCode, of: element, at: position)
        case .rowType: row.put(text, as: .type, of: element, at: position)
        case .correctedID: row.put(text, as: .correctedID, of: element, at: position)
        case .correctAction: row.put(text, as: .correctAction, of: element, at: position)
        case .bankID where context == .accountTo:
            row.put(text, as: .toBank, of: element, at: position)
        case .accountID where context == .accountTo:
            row.put(text, as: .toAccount, of: element, at: position)
        case .currency where !text.isEmpty:
            row.put(text, as: .currency, of: element, at: position)
            context = .none
        case .currencySymbol where context != .original:
            row.put(text, as: .currency, of: element, at: position)
        default: break
        }
    }

    /// Appends the lines that waited for their account and currency.
    ///
    /// - Throws: `malformed` if an account or currency is after lines without one.
    private mutating func release(into batch: inout LineBatch) throws(ReadFailure) {
        if let late = lateElement {
            lateElement = nil
            throw ReadFailure(.malformed, at: SourcePlace(file: file), details: [late])
        }
        if held.lines.isEmpty { return }
        var lines = LineBatch()
        swap(&lines, &held)
        let account = try accountOfRow(at: TextPosition())
        for given in lines.lines {
            var line = batch.copy(of: given, from: lines)
            line.account = account
            line.set(statement.currency)
            batch.lines.append(line)
            batch.correctedIDs[line.sourceIndex] = lines.correctedIDs[line.sourceIndex]
            statement.totals.count(line)
        }
    }

    /// Keeps the element of an account or currency after lines that were appended without one.
    private mutating func noteLate(isOther: Bool, _ element: String) {
        if isOther, isInStatement, statement.isReleased { lateElement = element }
    }

    /// Reads the row just opened with the fast path, if it is plain and a line; otherwise its tags
    /// follow.
    ///
    /// - Parameter start: offset after its start tag.
    /// - Returns: offset after its end tag.
    mutating func passRow(
        _ bytes: Span<UInt8>, from start: Int, _ tags: inout OFXPlainTags,
        into batch: inout LineBatch
    ) -> Int? {
        // A row that waits for its account keeps its texts elsewhere.
        guard !row.isRefused, !isRowHeld, let end = row.readLeaves(bytes, from: start, &tags),
            let line = row.plainLine(
                of: bytes, file: file, currency: statement.currency, into: &batch)
        else {
            row.forget()
            return nil
        }
        batch.lines.append(line)
        isInRow = false
        statement.totals.count(line)
        return end
    }

    private mutating func closeRow(into batch: inout LineBatch) {
        if !isInRow { return }
        isInRow = false
        context = .none
        if isRowHeld {
            row.decideFate(file: file, currency: statement.currency, into: &held)
            if held.rejections.isEmpty, held.skipped.isEmpty { return }
            statement.totals.silence()
            batch.rejections += held.rejections
            batch.skipped += held.skipped
            held.rejections = []
            held.skipped = []
            return
        }
        let before = batch.lines.count
        row.decideFate(file: file, currency: statement.currency, into: &batch)
        if batch.lines.count > before {
            statement.totals.count(batch.lines[before])
        } else {
            statement.totals.silence()
        }
    }

    private mutating func endTotals(_ account: Int32, into batch: inout LineBatch) {
        let currency = statement.currency
        if let totals = statement.totals.totals(
            account: account, currency: currency, since: balances[account])
        {
            batch.totals.append(totals)
        }
        if let balance = statement.totals.balance(in: currency) { balances[account] = balance }
    }

    // MARK: Accounts

    /// The index of the account of the following rows.
    private mutating func accountOfRow(at position: TextPosition) throws(ReadFailure) -> Int32 {
        if let known = statement.account { return known }
        let index = try known.index(
            of: claim(), at: SourcePlace(file: file, line: position.line))
        statement.account = index
        return index
    }

    private mutating func claim() -> AccountClaim {
        let bank =
            !organisation.isEmpty
            ? organisation.lowercased()
            : statement.bankID.isEmpty ? "" : "ofx:" + statement.bankID.lowercased()
        guard !statement.accountID.isEmpty else {
            // Two statements without an account may have different ones: identified by their number
            // in the file.
            unnamedCount += 1
            return AccountClaim(
                bank: bank, product: unnamedCount > 1 ? "\(unnamedCount)" : "",
                currency: statement.currency)
        }
        let number = OFXAccountNumber.text(bank: statement.bankID, account: statement.accountID)
        if let iban = IBAN.proved(statement.accountID) {
            return AccountClaim(
                bank: bank, number: number, iban: iban, currency: statement.currency)
        }
        let type = OFXAccountNumber.type(
            statement.accountType, isOfDebt: statement.totals.isOfDebt)
        return AccountClaim(
            bank: bank, number: number, product: isPlain(type, number) ? "" : type,
            kind: type.isEmpty ? nil : type,
            typesOfNumber: typesOfNumbers[number]?.sorted() ?? [], currency: statement.currency)
    }

    /// Whether the account has the number for its name. Others with the number have their type
    /// beside it: a number may be that of a member, who has a checking and a savings account.
    private mutating func isPlain(_ type: String, _ number: String) -> Bool {
        guard let plain = types[number] else {
            types[number] = type
            return true
        }
        return plain == type || type.isEmpty
    }

    // MARK: Texts

    private func string(_ text: Span<UInt8>) -> String {
        var bytes: [UInt8] = []
        for index in text.indices where text[index] != 0 { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The form of account numbers in claims and counterparties.
enum OFXAccountNumber {
    /// The IBAN if the number is one, else `BANKID/ACCTID`, else the part that is given.
    static func text(bank: String, account: String) -> String {
        if let iban = IBAN.proved(account) { return iban }
        return bank.isEmpty || account.isEmpty ? account : bank + "/" + account
    }

    /// The type of a card or a loan, which have no `ACCTTYPE`.
    static let debt = "credit"

    /// The account's type by `ACCTTYPE`, in small letters.
    static func type(_ text: String, isOfDebt: Bool) -> String {
        text.isEmpty && isOfDebt ? debt : text.lowercased()
    }
}
