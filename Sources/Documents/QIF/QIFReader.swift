package import Facts
import Reading

/// Reads QIF: records of lettered lines that end with `^`, in sections that begin with `!` headers.
///
/// Records of bank, cash, card and other accounts are rows; their splits are parts of the row. A
/// transfer that only one of two accounts of the file has becomes a line of each. A record of an
/// opening balance gives the account's opening and is no row. Records of investments are skipped as
/// informational; lists of accounts, categories, prices and the like have no rows. QIF names no
/// currency, except in Money Manager EX's descriptions of accounts.
///
/// - Complexity: O(*n*); keeps the unfinished line and record.
/// - Source: the QIF description of Quicken 98; other programs: the format notes, §14.
package final class QIFReader: StatementReader {
    package let layout = "qif"
    package var accounts: [AccountClaim] { known.claims }

    private let file: String
    private let settled: QIFSettled
    private var lines: PhysicalLines
    private var sections: QIFSections
    private var known = ClaimedAccounts()
    private var account = Account()
    /// The open record of an account list.
    private var listed = ListedAccount()
    private var record = QIFRecord()
    private var rowCount: UInt32 = 0
    /// The accounts that had a record.
    private var begun: Set<String> = []
    private var hasRecords = false

    private struct Account {
        var name = ""
        /// Bank, cash, card: distinguishes accounts without a name.
        var kind = ""
        /// The kind of the first account without a name.
        var firstKind: String?
        var currency = Currency.unknown
        /// Index into `accounts` once the account was needed.
        var index: Int32?
    }

    /// A record of an account list, or a payment whose own header is damaged.
    private struct ListedAccount {
        var name = ""
        var currency = Currency.unknown
        /// The record's first line; 0 if none is open.
        var line = 0
        /// An account has a type where a payment has an amount.
        var hasAmount = false
    }

    /// - Parameter settled: the result of the survey of the whole file.
    package init(file: String, settled: QIFSettled) {
        self.file = file
        self.settled = settled
        lines = PhysicalLines(file: file)
        sections = QIFSections(file: file)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        lines.append(chunk)
        do throws(ReadFailure) {
            while let range = try lines.next(final: final) {
                let bytes = lines.bytes
                try feed(bytes.span.extracting(range), into: &batch)
            }
            if final { try finish(into: &batch) }
        } catch {
            abandonRecord(into: &batch)
            throw error
        }
    }

    private func finish(into batch: inout LineBatch) throws(ReadFailure) {
        endListed(into: &batch)
        if record.isOpen {
            // Some programs omit the last `^`; a line without its end may be truncated.
            guard lines.isEnded else {
                throw ReadFailure(.truncated, at: SourcePlace(file: file, line: lines.number))
            }
            try endRecord(into: &batch)
        }
        if !hasRecords, !sections.hasHeader {
            throw ReadFailure(.notAStatement, at: SourcePlace(file: file))
        }
    }

    private func abandonRecord(into batch: inout LineBatch) {
        guard record.isOpen else { return }
        batch.rejections.append(
            RowRejection(
                kind: .recordIncomplete,
                place: SourcePlace(file: file, line: record.line, column: 1), field: "^",
                expected: "^"))
        record.forget()
    }

    private func feed(_ line: Span<UInt8>, into batch: inout LineBatch) throws(ReadFailure) {
        switch try sections.feed(line, lines.number) {
        case .blank: return
        case .header(let kind):
            // A record that is open at a header has no end.
            abandonRecord(into: &batch)
            if !kind.isEmpty {
                endListed(into: &batch)
                if account.name.isEmpty, account.kind != kind { account.index = nil }
                account.kind = kind
            }
        case .end:
            endListed(into: &batch)
            if record.isOpen { try endRecord(into: &batch) }
        case .field(let letter, let value):
            switch sections.current {
            case .list: return
            case .account: putListed(letter, line.extracting(value))
            case .transactions, .investments:
                record.put(letter, line.extracting(value), at: lines.number, column(value, line))
            }
        }
    }

    private func column(_ value: Range<Int>, _ line: Span<UInt8>) -> Int {
        var position = TextPosition()
        position.advance(over: line, from: 0, to: value.lowerBound)
        return position.column
    }

    private func endRecord(into batch: inout LineBatch) throws(ReadFailure) {
        defer { record.forget() }
        hasRecords = true
        let index = rowCount
        rowCount &+= 1
        if sections.current == .investments {
            batch.skipped.append(RowSkip(reason: .informational, line: record.line))
            return
        }
        let isFirst = account.index == nil && !begun.contains(account.name)
        if let name = record.openingBalanceAccount(first: isFirst ? account.name : nil) {
            if account.name.isEmpty, account.index == nil { account.name = name }
            return try addOpening(into: &batch)
        }
        let number = try accountOfRow()
        let linesBefore = batch.lines.count
        record.decideFate(
            file: file, account: number, currency: account.currency, index: index, settled: settled,
            into: &batch)
        guard batch.lines.count > linesBefore, let parts = settled.oneSided[record.line],
            let line = batch.lines.last
        else { return }
        if parts.isEmpty { try addOtherSide(of: line, into: &batch) }
        for part in parts {
            try addOtherSide(
                of: record.transfer(part, of: line, settled.style, into: &batch), into: &batch)
        }
    }

    private func addOpening(into batch: inout LineBatch) throws(ReadFailure) {
        let opening: (amount: Money, day: CalendarDate)?
        do throws(RowRejection) {
            opening = try record.opening(file: file, settled: settled)
        } catch {
            batch.rejections.append(error)
            return
        }
        batch.skipped.append(RowSkip(reason: .openingBalance, line: record.line))
        guard let opening else { return }
        batch.openings.append(
            StatementOpening(
                account: try accountOfRow(), amount: opening.amount.named(account.currency),
                day: opening.day))
    }

    /// The other account's line of a transfer that only this account's section has.
    private func addOtherSide(
        of transfer: StatementLine, into batch: inout LineBatch
    ) throws(ReadFailure) {
        var line = transfer
        let name = batch.string(line.transferAccount)
        line.amount = line.amount.negated
        line.account = try index(of: Account(name: name, currency: account.currency))
        line.transferAccount = batch.add(account.name)
        line.recordedParts = .none
        line.sourceIndex = rowCount
        rowCount &+= 1
        batch.lines.append(line)
    }

    // MARK: Accounts

    private func putListed(_ letter: UInt8, _ text: Span<UInt8>) {
        if listed.line == 0 { listed.line = lines.number }
        switch letter {
        case UInt8(ascii: "N"): listed.name = string(text)
        case UInt8(ascii: "D"): listed.currency = QIFTransfers.currency(text)
        case UInt8(ascii: "T"), UInt8(ascii: "U"):
            let number = try? AmountText.parse(text, style: .either)
            listed.hasAmount = listed.hasAmount || number != nil
        default: break
        }
    }

    /// Makes the account of the ended list record current. A payment in the list is rejected.
    private func endListed(into batch: inout LineBatch) {
        let ended = listed
        listed = ListedAccount()
        if ended.hasAmount {
            batch.rejections.append(
                RowRejection(
                    kind: .recordIncomplete,
                    place: SourcePlace(file: file, line: ended.line, column: 1), field: "^",
                    expected: "!Type:"))
        } else if !ended.name.isEmpty {
            account.name = ended.name
            account.currency = ended.currency
            account.index = nil
        }
    }

    private func accountOfRow() throws(ReadFailure) -> Int32 {
        if let index = account.index { return index }
        var product = ""
        var kind: String?
        if account.name.isEmpty {
            let first = account.firstKind ?? account.kind
            account.firstKind = first
            product = first == account.kind ? "" : account.kind
            // `oth a`
            kind = account.kind == "bank" ? "" : account.kind.replacing(" ", with: "-")
        }
        let index = try index(of: account, product: product, kind: kind)
        account.index = index
        begun.insert(account.name)
        return index
    }

    private func index(
        of account: Account, product: String = "", kind: String? = nil
    ) throws(ReadFailure) -> Int32 {
        try known.index(
            of: AccountClaim(
                number: account.name, iban: IBANText.normalized(account.name) ?? "",
                product: product, kind: kind, currency: account.currency),
            at: SourcePlace(file: file, line: lines.number))
    }

    private func string(_ text: Span<UInt8>) -> String {
        var bytes: [UInt8] = []
        for index in text.indices where text[index] >= 0x20 { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
