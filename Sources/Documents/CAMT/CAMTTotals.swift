import Facts
import Reading

/// The totals of one statement of a CAMT message: balances by currency, and sums of entries.
///
/// Opening and closing booked balances count; without them the previous closing balance, and
/// interim balances, of which the first opens a page and the last closes it. Available balances
/// prove nothing about rows.
/// - Source: ISO 20022, `BalanceType12Code`: OPBD, PRCD, CLBD, ITBD.
struct CAMTTotals {
    private struct Balance {
        var amount: Money
        var day: CalendarDate?
        var line: Int
    }

    private struct Sheet {
        let currency: Currency
        var witness: TotalsWitness
        var account: Int32?
        var opening: Balance?
        var previousClosing: Balance?
        var closing: Balance?
        var firstInterim: Balance?
        var lastInterim: Balance?
    }

    private struct Sum {
        var number: WrittenNumber
        var line: Int
    }

    private var sheets: [Sheet] = []
    private var received: Sum?
    private var spent: Sum?
    private var isSilent = false
    /// Some entries are no booked rows, and the sums may include them.
    private var hasOthers = false

    private var code: [UInt8] = []
    private var amount: [UInt8] = []
    private var currency: [UInt8] = []
    private var direction: [UInt8] = []
    private var day: [UInt8] = []
    private var line = 0

    // MARK: Rows

    mutating func count(_ row: StatementLine, accountCurrency: Currency) {
        if row.isHold {
            hasOthers = true
            return
        }
        // The amount of a row in another currency does not give the movement of the account's
        // balance.
        if accountCurrency.isKnown, row.amount.currency != accountCurrency { isSilent = true }
        guard let index = sheet(row.amount.currency) else { return }
        sheets[index].witness.count(row)
        sheets[index].account = row.account
    }

    mutating func leaveOut() { hasOthers = true }

    mutating func silence() { isSilent = true }

    /// No statement has more currencies.
    private static let currenciesMax = 32

    private mutating func sheet(_ currency: Currency) -> Int? {
        if let known = sheets.firstIndex(where: { $0.currency == currency }) { return known }
        guard sheets.count < Self.currenciesMax else {
            isSilent = true
            return nil
        }
        let witness = TotalsWitness(currency: currency, areBalancesFields: true)
        sheets.append(Sheet(currency: currency, witness: witness))
        return sheets.count - 1
    }

    // MARK: Balances

    mutating func beginBalance(at position: TextPosition) {
        for field in [\CAMTTotals.code, \.amount, \.currency, \.direction, \.day] {
            self[keyPath: field].removeAll(keepingCapacity: true)
        }
        line = position.line
    }

    mutating func readCurrency(of tag: XMLTag) {
        currency.removeAll(keepingCapacity: true)
        _ = tag.attribute("Ccy", into: &currency)
    }

    /// A text in `Bal`; `outer` is its parent element.
    mutating func put(_ text: Span<UInt8>, of element: CAMTElement, in outer: CAMTElement) {
        switch (element, outer) {
        case (.code, _), (.proprietary, _): copy(text, to: &code)
        case (.amount, .balance): copy(text, to: &amount)
        case (.direction, .balance): copy(text, to: &direction)
        case (.day, _), (.moment, _): copy(text, to: &day)
        default: break
        }
    }

    private func copy(_ text: Span<UInt8>, to field: inout [UInt8]) {
        guard field.isEmpty, text.count <= 64 else { return }
        field.append(text)
    }

    mutating func endBalance(accountCurrency: Currency) {
        let name = String(decoding: code, as: UTF8.self)
        guard ["OPBD", "PRCD", "CLBD", "ITBD"].contains(name) else { return }
        var known = Currency(code: currency.span) ?? accountCurrency
        // `XXX` means no currency.
        if known == Currency(0x58, 0x58, 0x58), accountCurrency.isKnown { known = accountCurrency }
        guard let index = sheet(known) else { return }
        guard let money = try? Money.written(amount.span, style: .point, in: known) else {
            return sheets[index].witness.silenceTotals()
        }
        var hint = 0
        let balance = Balance(
            amount: direction.elementsEqual("DBIT".utf8) ? money.negated : money,
            day: try? DateText.parse(day.span, formats: DateFormat.iso, hint: &hint).day,
            line: line)
        switch name {
        case "OPBD": keepFirst(balance, \.opening, in: index)
        case "PRCD": keepFirst(balance, \.previousClosing, in: index)
        case "CLBD":
            if let known = sheets[index].closing?.day, let day = balance.day, day < known { return }
            sheets[index].closing = balance
        default:
            if sheets[index].firstInterim == nil { sheets[index].firstInterim = balance }
            sheets[index].lastInterim = balance
        }
    }

    /// If a statement has several periods the first opening balance counts.
    private mutating func keepFirst(
        _ balance: Balance, _ field: WritableKeyPath<Sheet, Balance?>, in index: Int
    ) {
        if let known = sheets[index][keyPath: field] {
            guard let day = balance.day, let knownDay = known.day, day < knownDay else { return }
        }
        sheets[index][keyPath: field] = balance
    }

    /// `TtlCdtNtries/Sum` and `TtlDbtNtries/Sum`.
    mutating func putSum(_ text: Span<UInt8>, in outer: CAMTElement, at position: TextPosition) {
        guard let number = try? AmountText.parse(text, style: .point) else { return }
        switch outer {
        case .creditEntries: received = Sum(number: number, line: position.line)
        case .debitEntries: spent = Sum(number: number, line: position.line)
        default: break
        }
    }

    // MARK: The end

    /// Ends the statement. `account` is for a currency that has balances but no rows.
    mutating func end(account: Int32, into batch: inout LineBatch) {
        let isOnly = sheets.count == 1
        for index in sheets.indices {
            settle(&sheets[index], isOnly: isOnly)
            // A single balance in a currency without rows does not concern these rows.
            if sheets[index].account == nil, !isOnly { continue }
            let known = Int(sheets[index].account ?? account)
            if let totals = sheets[index].witness.totals(account: known) {
                batch.totals.append(totals)
            }
        }
    }

    private func settle(_ sheet: inout Sheet, isOnly: Bool) {
        if isSilent { sheet.witness.silence() }
        let interims =
            sheet.firstInterim?.line == sheet.lastInterim?.line
            ? [sheet.lastInterim] : [sheet.firstInterim, sheet.lastInterim]
        let booked = sheet.opening ?? sheet.previousClosing
        let opening =
            booked ?? (sheet.closing != nil || interims.count == 2 ? sheet.firstInterim : nil)
        let closing =
            sheet.closing ?? (booked != nil || interims.count == 2 ? sheet.lastInterim : nil)
        if let opening {
            sheet.witness.print(opening: opening.amount, line: opening.line)
            if let day = opening.day { sheet.witness.print(openingDay: day) }
        }
        if let closing {
            sheet.witness.print(closing: closing.amount, line: closing.line)
            if let day = closing.day { sheet.witness.print(lastDay: day) }
        }
        guard isOnly, !hasOthers else { return }
        if let received, let sum = money(received, sheet.currency) {
            sheet.witness.print(received: sum, line: received.line)
        }
        if let spent, let sum = money(spent, sheet.currency) {
            sheet.witness.print(spent: sum, line: spent.line)
        }
    }

    private func money(_ sum: Sum, _ currency: Currency) -> Money? {
        let money = try? Money(sum.number, in: currency)
        // Some banks print the debit total with a minus.
        return money.map { $0.isNegative ? $0.negated : $0 }
    }
}
