import Facts

/// What a table prints about its own rows: lines of a balance before or after them, and lines of totals.
///
/// Only a table of one account and one currency can be held against them.
struct TableTotals {
    private var witness: TotalsWitness?
    private var account: Int32 = 0
    private var currency = Currency.unknown
    private var isSilent = false
    private var printed: [Printed] = []

    private struct Printed {
        var reason: RowSkip.Reason
        var row: PrintedRow
        var line: Int
    }

    /// The numbers of a row that is no transaction.
    struct PrintedRow {
        var amount: WrittenNumber?
        var debit: WrittenNumber?
        var credit: WrittenNumber?
        var balance: WrittenNumber?

        var isEmpty: Bool { amount == nil && debit == nil && credit == nil && balance == nil }
    }

    /// More lines of totals than this belong to many statements.
    private static let printedMax = 16

    mutating func count(_ lines: ArraySlice<StatementLine>) {
        guard !isSilent, let first = lines.first else { return }
        if witness == nil {
            account = first.account
            currency = first.amount.currency
            witness = TotalsWitness(currency: currency)
        }
        for line in lines {
            // What is only blocked may stand in the totals or not.
            guard line.account == account, line.amount.currency == currency, !line.isHold else {
                isSilent = true
                return
            }
            witness?.count(line.amount)
        }
    }

    mutating func silence() { isSilent = true }

    mutating func take(_ row: PrintedRow, _ reason: RowSkip.Reason, line: Int) {
        guard !row.isEmpty else { return }
        if printed.count >= Self.printedMax {
            isSilent = true
        } else {
            printed.append(Printed(reason: reason, row: row, line: line))
        }
    }

    /// The end of the table. Balances of several days follow each other, so that only one of each kind says something about all rows.
    func totals() -> StatementTotals? {
        guard var witness, !printed.isEmpty else { return nil }
        if isSilent { return nil }
        let openings = printed.filter { $0.reason == .openingBalance }
        let closings = printed.filter { $0.reason == .closingBalance }
        let sums = printed.filter { $0.reason == .total }
        if openings.count == 1, closings.count == 1, let opening = balance(openings[0]),
            let closing = balance(closings[0])
        {
            witness.print(opening: opening, line: openings[0].line)
            witness.print(closing: closing, line: closings[0].line)
        }
        if sums.count == 1, let debit = money(sums[0].row.debit),
            let credit = money(sums[0].row.credit)
        {
            witness.print(spent: debit.isNegative ? debit.negated : debit, line: sums[0].line)
            witness.print(received: credit, line: sums[0].line)
        } else if sums.count == 1, let sum = money(sums[0].row.amount) {
            witness.print(sum: sum, line: sums[0].line)
        }
        return witness.totals(account: Int(account))
    }

    /// A balance stands in the column of balances, or of amounts where the table has none.
    private func balance(_ printed: Printed) -> Money? {
        money(printed.row.balance ?? printed.row.amount)
    }

    private func money(_ number: WrittenNumber?) -> Money? {
        guard let number else { return nil }
        return try? Money(
            mantissa: number.mantissa, writtenScale: number.scale, currency: currency)
    }
}
