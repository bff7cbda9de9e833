import Facts
import Reading

/// What one OFX statement prints about its rows: `LEDGERBAL`, the balance after them.
///
/// There is no opening balance in OFX. The statement of the same account before, in the same file,
/// gives one when all rows are of later days; and the balance says something about rows only when
/// none is of a day after it.
struct OFXTotals {
    struct Balance {
        var amount: Money
        var day: CalendarDate
    }

    /// Where `LEDGERBAL` stands.
    var line = 0

    private var number: WrittenNumber?
    private var day: CalendarDate?
    private var firstDay: CalendarDate?
    private var lastDay: CalendarDate?
    private var witness: TotalsWitness?
    private var isSilent = false

    mutating func silence() { isSilent = true }

    mutating func count(_ row: StatementLine) {
        // What is pending is in no ledger balance.
        if row.isHold { return }
        let made = row.bookedOn ?? row.made.day
        firstDay = min(firstDay ?? made, made)
        lastDay = max(lastDay ?? made, made)
        if witness == nil { witness = TotalsWitness(currency: row.amount.currency) }
        witness?.count(row.amount)
    }

    /// Balances are often empty or no number: that says nothing about rows.
    mutating func put(amount text: Span<UInt8>) { number = try? OFXAmount.parse(text) }

    mutating func put(day text: Span<UInt8>) {
        if case .moment(let moment) = OFXMoment(text) { day = moment.day }
    }

    func balance(in currency: Currency) -> Balance? {
        guard let day, let amount = amount(in: currency), lastDay ?? day <= day else { return nil }
        return Balance(amount: amount, day: day)
    }

    func totals(account: Int32, currency: Currency, since before: Balance?) -> StatementTotals? {
        guard let closing = balance(in: currency) else { return nil }
        var witness = witness ?? TotalsWitness(currency: currency)
        if isSilent { witness.silence() }
        if let before, before.amount.currency == currency, before.day <= closing.day,
            firstDay.map({ $0 > before.day }) ?? true
        {
            witness.print(opening: before.amount, line: line)
        }
        witness.print(closing: closing.amount, line: line)
        return witness.totals(account: Int(account))
    }

    private func amount(in currency: Currency) -> Money? {
        guard let number else { return nil }
        return try? Money(
            mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
    }
}
