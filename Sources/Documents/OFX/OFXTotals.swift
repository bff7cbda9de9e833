import Facts
import Reading

/// The total of one OFX statement: `LEDGERBAL`, the closing balance.
///
/// OFX has no opening balance. The previous statement of the account in the file gives one if all
/// rows are of later days; the closing balance counts only if no row is of a later day.
struct OFXTotals {
    struct Balance {
        var amount: Money
        var day: CalendarDate
    }

    /// The line of `LEDGERBAL`.
    var line = 0
    /// Some banks print debts without a minus.
    var isOfDebt = false

    private var number: WrittenNumber?
    private var day: CalendarDate?
    private var listStart: CalendarDate?
    private var listEnd: CalendarDate?
    private var lastDay: CalendarDate?
    private var witness: TotalsWitness?
    private var isSilent = false

    mutating func silence() { isSilent = true }

    mutating func count(_ row: StatementLine) {
        // The ledger balance excludes pending rows.
        if row.isHold { return }
        let booked = row.bookedOn ?? row.made.day
        lastDay = max(lastDay ?? booked, booked)
        if witness == nil { witness = TotalsWitness(currency: row.amount.currency) }
        witness?.count(row)
    }

    /// Balances are often empty or no number, which proves nothing about rows.
    mutating func put(amount text: Span<UInt8>) { number = try? OFXAmount.parse(text) }

    mutating func put(day text: Span<UInt8>) {
        if case .moment(let moment) = OFXMoment(text) { day = moment.day }
    }

    /// The first day of the list of rows.
    mutating func put(start text: Span<UInt8>) {
        if case .moment(let moment) = OFXMoment(text) { listStart = moment.day }
    }

    /// The last day of the list of rows.
    mutating func put(end text: Span<UInt8>) {
        if case .moment(let moment) = OFXMoment(text) { listEnd = moment.day }
    }

    func balance(in currency: Currency) -> Balance? {
        guard let day, let amount = amount(in: currency), lastDay ?? day <= day else { return nil }
        return Balance(amount: amount, day: day)
    }

    func totals(account: Int32, currency: Currency, since before: Balance?) -> StatementTotals? {
        guard var closing = balance(in: currency) else { return nil }
        var witness = witness ?? TotalsWitness(currency: currency)
        if isSilent { witness.silence() }
        var before = before
        if isDebt(closing, since: before, witness) {
            closing.amount = closing.amount.negated
            before = before.map { Balance(amount: $0.amount.negated, day: $0.day) }
        }
        if let before, before.amount.currency == currency, before.day <= closing.day,
            witness.firstBooked.map({ $0 > before.day }) ?? true
        {
            witness.print(opening: before.amount, line: line)
        }
        witness.print(closing: closing.amount, line: line)
        if let listStart { witness.print(firstDay: listStart) }
        witness.print(lastDay: min(closing.day, listEnd ?? closing.day))
        var totals = witness.totals(account: Int(account))
        // Some banks print the next day.
        let last = listEnd?.adding(days: 1) ?? lastDay ?? closing.day
        totals?.isClosingOfRows =
            (!isOfDebt || closing.amount.isNegative) && closing.day <= last
        totals?.isSignUnknown =
            isOfDebt && before == nil && !closing.amount.isNegative && !closing.amount.isZero
            && closing.day <= last
        return totals
    }

    /// Whether the rows prove that balances without a minus are debts: they lead from one debt to
    /// the other, or are all rows of the account.
    private func isDebt(
        _ closing: Balance, since before: Balance?, _ witness: TotalsWitness
    ) -> Bool {
        guard isOfDebt, !closing.amount.isNegative, !closing.amount.isZero,
            let net = witness.net?.atto
        else { return false }
        guard let before else {
            return witness.hasSeveralAmounts && net == 0 - closing.amount.atto
        }
        return !before.amount.isNegative && net != 0
            && net == before.amount.atto &- closing.amount.atto
    }

    private func amount(in currency: Currency) -> Money? {
        number.flatMap { try? Money($0, in: currency) }
    }
}
