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
    private var otherDays = OtherDays()
    /// The sums of the rows by day, where a day's balance is printed.
    private var days: [CalendarDate: Int128] = [:]
    private var hasDated = false

    /// A number with its kind, by its words, anywhere around the table.
    struct Figure {
        let kind: PrintedTotals.Kind
        let number: WrittenNumber
        let line: Int
        /// The day of a balance.
        let day: PrintedDay?
        let unit: Currency
    }

    enum PrintedDay {
        case whole(CalendarDate)
        case yearless(YearlessDay)

        var whole: CalendarDate? { if case .whole(let day) = self { day } else { nil } }

        func nearest(to other: CalendarDate) -> CalendarDate? {
            switch self {
            case .whole(let day): day
            case .yearless(let day): day.nearest(to: other)
            }
        }
    }

    /// The days above the table that are no balance's, and its periods.
    struct OtherDays {
        var all: [CalendarDate] = []
        var periods: [ClosedRange<CalendarDate>] = []
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
        if hasDated {
            for index in lines.indices {
                let day = lines[index].bookedOn ?? lines[index].made.day
                days[day, default: 0] &+= lines[index].amount.atto
            }
        }
    }

    mutating func silence() { isSilent = true }

    mutating func feed(figures: [Figure], otherDays: OtherDays) {
        self.figures = figures
        self.otherDays = otherDays
        hasDated = figures.contains { $0.kind == .dated }
    }

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
        } else {
            printDated(&witness)
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

    // MARK: balances of days

    private struct DayBalance {
        var amount: Money
        let day: CalendarDate
        let line: Int
    }

    /// The balances of days, by day; nil if one is unreadable, or a day has several.
    private func dayBalances(near day: CalendarDate) -> [DayBalance]? {
        var found: [DayBalance] = []
        for figure in figures where figure.kind == .dated {
            guard let amount = money(figure.number), let day = figure.day?.nearest(to: day),
                !figure.unit.isKnown || !currency.isKnown || figure.unit == currency
            else { return nil }
            if let known = found.first(where: { $0.day == day }) {
                guard known.amount.atto == amount.atto else { return nil }
                continue
            }
            found.append(DayBalance(amount: amount, day: day, line: figure.line))
        }
        return found.sorted { $0.day < $1.day }
    }

    /// Prints balances of days as those before and after the rows.
    ///
    /// Two of them enclose all rows. One is the balance after them if its day is theirs: many
    /// banks print that of the download beside the rows of an earlier period.
    private func printDated(_ witness: inout TotalsWitness) {
        guard hasDated, let first = days.keys.min(), let last = days.keys.max(),
            let balances = dayBalances(near: last), let closing = balances.last,
            closing.day >= last
        else { return }
        let isOfRows = isDayOfRows(closing.day, last: last)
        if balances.count == 1, isOfRows, let opening = sole(.opening, .openingBalance) {
            witness.print(opening: opening.amount, line: opening.line)
        } else if balances.count == 2 {
            guard let opening = before(first, balances[0], closing) else { return }
            let isProved = opening.amount.atto &+ days.values.reduce(0, &+) == closing.amount.atto
            let isNear =
                first.daysSince1970 - opening.day.daysSince1970 <= Self.monthDays
                && closing.day.daysSince1970 - last.daysSince1970 <= Self.monthDays
            guard isProved || isOfRows || isNear && !isPastPeriod(closing.day, last: last) else {
                return
            }
            witness.print(opening: opening.amount, line: opening.line)
            witness.print(openingDay: opening.day)
        } else if balances.count > 2 || !isOfRows {
            return
        }
        witness.print(closing: closing.amount, line: closing.line)
        witness.print(lastDay: closing.day)
    }

    /// The balance before the first row; that of the first row's day may be the one before it or
    /// after it.
    private func before(
        _ first: CalendarDate, _ balance: DayBalance, _ closing: DayBalance
    ) -> DayBalance? {
        guard balance.day <= first else { return nil }
        guard balance.day == first, let ofFirst = days[first] else { return balance }
        let later = days.values.reduce(0, &+) &- ofFirst
        guard balance.amount.atto &+ later == closing.amount.atto, ofFirst != 0,
            let amount = Money(
                atto: balance.amount.atto &- ofFirst,
                scale: max(balance.amount.scale, closing.amount.scale), currency: currency)
        else { return balance }
        return DayBalance(amount: amount, day: first.adding(days: -1), line: balance.line)
    }

    /// A bank closes a day or two later, and over holidays.
    private static let closingDaysMax: Int32 = 5
    /// A month without rows.
    private static let monthDays: Int32 = 31

    /// Whether the balance of a day is the one after the last row: no day between them may have
    /// other rows.
    private func isDayOfRows(_ day: CalendarDate, last: CalendarDate) -> Bool {
        if isPastPeriod(day, last: last) { return false }
        return day.daysSince1970 - last.daysSince1970 <= Self.closingDaysMax
            || otherDays.periods.contains { $0.upperBound == day && $0.contains(last) }
    }

    /// Whether a day is printed between the last row and the balance: the end of the period.
    private func isPastPeriod(_ day: CalendarDate, last: CalendarDate) -> Bool {
        otherDays.all.contains { $0 >= last && $0 < day }
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
