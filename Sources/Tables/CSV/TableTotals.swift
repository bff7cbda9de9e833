import Facts
import Reading

/// The totals that a table prints: figures around it, balance lines before or after its rows, and
/// lines of totals.
///
/// Comparable only with a table of one account and one currency.
struct TableTotals {
    private var witness: TotalsWitness?
    private var account: Int32 = 0
    private var currency = Currency.unknown
    private var isSilent = false
    private var printed: [Printed] = []
    private var figures: [Figure] = []

    /// A number with its kind, by its words, anywhere around the table.
    struct Figure {
        let kind: PrintedTotals.Kind
        let number: WrittenNumber
        let line: Int
    }

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

    /// More lines of totals mean several statements.
    private static let printedMax = 16

    mutating func count(_ lines: Span<StatementLine>) {
        guard !isSilent, !lines.isEmpty else { return }
        if witness == nil {
            account = lines[0].account
            currency = lines[0].amount.currency
            witness = TotalsWitness(currency: currency)
        }
        for index in lines.indices {
            let amount = lines[index].amount
            // Totals may or may not include holds.
            guard lines[index].account == account, amount.currency == currency,
                !lines[index].isHold
            else {
                isSilent = true
                return
            }
            witness?.count(lines[index])
        }
    }

    mutating func silence() { isSilent = true }

    mutating func feed(figures: [Figure]) { self.figures = figures }

    mutating func feed(_ row: PrintedRow, _ reason: RowSkip.Reason, line: Int) {
        guard !row.isEmpty else { return }
        if printed.count >= Self.printedMax {
            isSilent = true
        } else {
            printed.append(Printed(reason: reason, row: row, line: line))
        }
    }

    /// Totals at the end of the table.
    func totals() -> StatementTotals? {
        guard var witness, !printed.isEmpty || !figures.isEmpty else { return nil }
        if isSilent { return nil }
        if let opening = sole(.opening, .openingBalance),
            let closing = sole(.closing, .closingBalance)
        {
            witness.print(opening: opening.amount, line: opening.line)
            witness.print(closing: closing.amount, line: closing.line)
        }
        let sums = printed.filter { $0.reason == .total }
        if sums.count == 1, let debit = money(sums[0].row.debit),
            let credit = money(sums[0].row.credit)
        {
            witness.print(spent: size(debit), line: sums[0].line)
            witness.print(received: credit, line: sums[0].line)
        } else if sums.count == 1, let sum = money(sums[0].row.amount) {
            witness.print(sum: sum, line: sums[0].line)
        } else if let spent = sole(.spent, nil), let received = sole(.received, nil) {
            witness.print(spent: size(spent.amount), line: spent.line)
            witness.print(received: received.amount, line: received.line)
        }
        return witness.totals(account: Int(account))
    }

    /// A number that is printed once, or repeated unchanged: balances of several days prove nothing
    /// about all rows.
    private func sole(
        _ kind: PrintedTotals.Kind, _ reason: RowSkip.Reason?
    ) -> (amount: Money, line: Int)? {
        var found: [(amount: Money, line: Int)] = []
        for figure in figures where figure.kind == kind {
            guard let amount = money(figure.number) else { return nil }
            found.append((amount, figure.line))
        }
        for row in printed where row.reason == reason {
            guard let amount = balance(row) else { return nil }
            found.append((amount, row.line))
        }
        return found.allSatisfy { $0.amount == found[0].amount } ? found.last : nil
    }

    /// The number in the column of balances, else of amounts, else of money in.
    private func balance(_ printed: Printed) -> Money? {
        money(printed.row.balance ?? printed.row.amount ?? printed.row.credit)
    }

    private func size(_ amount: Money) -> Money { amount.isNegative ? amount.negated : amount }

    private func money(_ number: WrittenNumber?) -> Money? {
        number.flatMap { try? Money($0, in: currency) }
    }
}
