package import Facts
internal import Scanning
internal import Reading

/// Reads bank-to-customer messages of ISO 20022: CAMT.052 (intraday report), CAMT.053 (statement),
/// CAMT.054 (notification).
///
/// One `Ntry` is one row, even for a batch of payments. Elements are recognised by name and parent,
/// for any version and namespace. Balances and sums are no rows but the statement's totals.
///
/// - Complexity: O(*n*); keeps the unfinished tag, text and row.
package final class CAMTReader: StatementReader {
    package var layout: String { content.layout }
    package var accounts: [AccountClaim] { content.accounts }

    private var document: XMLDocument
    private var content: CAMTContent

    package init(file: String) {
        document = XMLDocument(file: file)
        content = CAMTContent(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        try document.read(chunk, final: final, into: &batch, calling: &content)
    }
}

/// Converts the elements of a message to rows, accounts and totals.
private struct CAMTContent: XMLStatement {
    private(set) var layout = "camt"
    var accounts: [AccountClaim] { known.claims }
    var batch = LineBatch()

    private let file: String
    private var names = XMLNames(other: CAMTElement.other)
    /// The open elements, outermost first.
    private var path: [CAMTElement] = []

    private var known = ClaimedAccounts()
    private var account = Account()
    private var statementCount = 0
    private var entry = CAMTEntry()
    private var isInEntry = false
    private var totals = CAMTTotals()
    private var isInBalance = false
    private var rowCount: UInt32 = 0

    /// The account of the open statement.
    private struct Account {
        var number = ""
        var currency = Currency.unknown
        /// Index into `accounts` for rows of `indexCurrency`.
        var index: Int32?
        var indexCurrency = Currency.unknown
    }

    init(file: String) {
        self.file = file
    }

    func finish(at position: TextPosition, isCut: Bool) throws(ReadFailure) {
        if isCut { throw ReadFailure(.truncated, at: place(position)) }
        if statementCount == 0 { throw ReadFailure(.notAStatement, at: SourcePlace(file: file)) }
    }

    mutating func abandonRow() {
        if !isInEntry { return }
        isInEntry = false
        batch.rejections.append(
            RowRejection(
                kind: .recordIncomplete, place: place(entry.position), field: "Ntry",
                expected: "</Ntry>"))
    }

    private func place(_ position: TextPosition) -> SourcePlace {
        SourcePlace(file: file, at: position)
    }

    // MARK: Elements

    mutating func open(_ name: borrowing XMLName, _ tag: XMLTag) throws(ReadFailure) -> Bool {
        let element = names.element(name) { CAMTElement(name: $0) }
        path.append(element)
        switch element {
        case .reports: layout = "camt/052"
        case .statements: layout = "camt/053"
        case .notifications: layout = "camt/054"
        case .report, .statement, .notification:
            if isInEntry { break }
            account = Account()
            totals = CAMTTotals()
            isInBalance = false
            statementCount += 1
        case .entry where !isInEntry:
            entry.begin(index: rowCount, at: tag.start)
            if account.index == nil {
                entry.ownNumber = IBANText.normalized(account.number.utf8Span.span) ?? []
            }
            isInEntry = true
            rowCount &+= 1
        case .details where isInEntry: entry.detailsCount &+= 1
        case .amount where isInEntry: entry.readCurrency(of: tag)
        case .balance where !isInEntry:
            totals.beginBalance(at: tag.start)
            isInBalance = true
        case .amount where isInBalance && outer(1) == .balance: totals.readCurrency(of: tag)
        default: break
        }
        return element.hasText
            && (isInEntry || isInBalance || element == .sum || path.contains(.account))
    }

    mutating func text(_ text: Span<UInt8>, at position: TextPosition) {
        guard let element = path.last else { return }
        let range = text.trimmed(text.indices)
        let inked = text.extracting(range)
        if isInEntry {
            guard let field = fieldOfEntry(element) else { return }
            var position = position
            position.advance(over: text, from: 0, to: range.lowerBound)
            entry.put(inked, as: field, at: position)
        } else if isInBalance {
            totals.put(inked, of: element, in: outer(1))
        } else if element == .sum {
            totals.putSum(inked, in: outer(1), at: position)
        } else {
            readAccount(inked, element)
        }
    }

    mutating func textTooLong(at position: TextPosition) {
        guard isInEntry, let element = path.last, let field = fieldOfEntry(element) else { return }
        entry.refuse(.fieldTooLong, field, at: position)
    }

    mutating func close(_ name: borrowing XMLName, _ position: TextPosition) throws(ReadFailure) {
        guard let element = path.popLast() else { return }
        switch element {
        case .entry where isInEntry && !path.contains(.entry):
            isInEntry = false
            try closeEntry()
        case .report, .statement, .notification:
            if isInEntry { break }
            // A statement without rows still names its account.
            if account.index == nil { _ = try accountOfRow(.unknown, at: position) }
            totals.end(account: account.index ?? 0, into: &batch)
            totals = CAMTTotals()
            account = Account()
        case .balance where isInBalance:
            isInBalance = false
            totals.endBalance(accountCurrency: account.currency)
        default: break
        }
    }

    private mutating func closeEntry() throws(ReadFailure) {
        switch entry.fate(file: file, accountCurrency: account.currency, into: &batch) {
        case .line(var line):
            line.account = try accountOfRow(line.amount.currency, at: entry.position)
            batch.lines.append(line)
            totals.count(line, accountCurrency: account.currency)
        case .rejected(let rejection):
            batch.rejections.append(rejection)
            totals.silence()
        case .skipped(let reason):
            totals.leaveOut()
            batch.skipped.append(RowSkip(reason: reason, line: entry.position.line))
        }
    }

    /// The open element `up` levels above the last one.
    private func outer(_ up: Int) -> CAMTElement {
        path.count > up ? path[path.count - 1 - up] : .other
    }

    /// The row's field for the text of the last opened element, by its ancestors.
    private func fieldOfEntry(_ element: CAMTElement) -> CAMTEntry.Field? {
        switch (element, outer(1)) {
        case (.amount, .entry): .amount
        case (.amount, .instructedAmount), (.amount, .transactionAmount), (.amount, .counterValue):
            .originalAmount
        case (.direction, .entry): .direction
        case (.reversal, .entry): .reversal
        case (.status, .entry): .status
        case (.code, .status), (.proprietary, .status): .status
        case (.day, .bookingDate), (.moment, .bookingDate): .bookingDate
        case (.day, .valueDate), (.moment, .valueDate): .valueDate
        case (.servicerReference, .entry): .servicerReference
        case (.servicerReference, .references): .paymentReference
        case (.entryReference, .entry): .entryReference
        case (.entryInformation, .entry): .information
        case (.detailsInformation, _): .detailsInformation
        case (.unstructured, _): .remittance
        case (.reference, .referenceInformation): .reference
        case (.name, .debtor): .debtor
        case (.name, .creditor): .creditor
        case (.name, .party) where outer(2) == .debtor: .debtor
        case (.name, .party) where outer(2) == .creditor: .creditor
        case (.iban, .identification): partyAccount(outer(2))
        case (.identification, .otherIdentification) where outer(2) == .identification:
            partyAccount(outer(3))
        case (.merchantCode, _): .merchantCode
        default: nil
        }
    }

    private func partyAccount(_ element: CAMTElement) -> CAMTEntry.Field? {
        switch element {
        case .debtorAccount: .debtorAccount
        case .creditorAccount: .creditorAccount
        default: nil
        }
    }

    private mutating func readAccount(_ text: Span<UInt8>, _ element: CAMTElement) {
        if text.isEmpty { return }
        switch element {
        case .iban where outer(1) == .identification && outer(2) == .account:
            account.number = String(utf8: text)
        case .identification
        where outer(1) == .otherIdentification && outer(2) == .identification
            && outer(3) == .account:
            if account.number.isEmpty { account.number = String(utf8: text) }
        case .currency where outer(1) == .account:
            account.currency = Currency(code: text) ?? .unknown
        default: break
        }
    }

    // MARK: Accounts

    /// The index of the account of a row in this currency: the statement's, or one per currency if
    /// the statement names none.
    private mutating func accountOfRow(
        _ currency: Currency, at position: TextPosition
    ) throws(ReadFailure) -> Int32 {
        let own = account.currency.isKnown ? account.currency : currency
        if let index = account.index, account.indexCurrency == own { return index }
        let claim = AccountClaim(
            number: account.number, iban: IBANText.normalized(account.number) ?? "", currency: own)
        let index = try known.index(of: claim, at: place(position))
        account.index = index
        account.indexCurrency = own
        return index
    }
}
