package import Facts

/// Compares a statement's printed totals for one account with the sums of its rows.
///
/// A mismatch does not reject rows. Every reader of printed totals uses it.
package struct TotalsWitness {
    private struct Printed {
        var amount: Money
        var line: Int
    }

    private let currency: Currency
    private let areBalancesFields: Bool
    private var opening: Printed?
    private var received: Printed?
    private var spent: Printed?
    private var closing: Printed?
    private var sum: Printed?
    private var moneyIn: Money
    private var moneyOut: Money
    private var rows = 0
    private var firstDay: CalendarDate?
    /// The first day on which a row was booked, or made if its booking is not printed.
    package private(set) var firstBooked: CalendarDate?
    private var lastBooked: CalendarDate?
    private var firstPrinted: CalendarDate?
    private var lastPrinted: CalendarDate?
    private var hasRowBalances = false
    /// The sums lack a row, or a total was unreadable: nothing is compared.
    private var isSilent = false
    /// A total was unreadable, and others may be taken for it.
    private var isTotalUnread = false
    private var indices: ClosedRange<UInt32>?

    /// - Parameter areBalancesFields: they are fields of the format, not found by their words.
    package init(currency: Currency, areBalancesFields: Bool = false) {
        self.currency = currency
        self.areBalancesFields = areBalancesFields
        moneyIn = Money(minorUnits: 0, currency: currency)
        moneyOut = moneyIn
    }

    package mutating func count(_ line: StatementLine) {
        rows += 1
        let index = line.sourceIndex
        indices = min(indices?.lowerBound ?? index, index)...index
        let booked = line.bookedOn ?? line.made.day
        firstBooked = min(firstBooked ?? booked, booked)
        lastBooked = max(lastBooked ?? booked, booked)
        firstDay = min(firstDay ?? booked, booked, line.made.day)
        if line.balance != nil { hasRowBalances = true }
        let amount = line.amount
        guard amount.currency == currency else { return silence() }
        if amount.isNegative {
            moneyOut = sum(moneyOut, amount.negated)
        } else {
            moneyIn = sum(moneyIn, amount)
        }
    }

    /// A row is missing in the sums.
    package mutating func silence() { isSilent = true }

    /// A total is unreadable or in another currency.
    package mutating func silenceTotals() {
        isSilent = true
        isTotalUnread = true
    }

    /// Money in less money out; nil if a row is missing.
    package var net: Money? { isSilent ? nil : try? moneyIn.adding(moneyOut.negated) }
    /// The rows move money both ways or in different amounts: their sum is nothing by chance.
    package var hasSeveralAmounts: Bool { rows > 1 }

    /// The first day that the statement shows.
    package mutating func print(firstDay day: CalendarDate) {
        firstPrinted = min(firstPrinted ?? day, day)
    }

    /// Banks print the day of the balance before the rows as the first day or as the one before;
    /// the day after both is shown.
    package mutating func print(openingDay day: CalendarDate) {
        print(firstDay: day.adding(days: 1))
    }

    /// The last day that the statement shows.
    package mutating func print(lastDay day: CalendarDate) {
        lastPrinted = max(lastPrinted ?? day, day)
    }

    /// For several periods the first opening and the last closing balance count, and all turnovers.
    package mutating func print(opening amount: Money, line: Int = 0) {
        guard amount.currency == currency else { return silenceTotals() }
        if opening == nil { opening = Printed(amount: amount, line: line) }
    }

    package mutating func print(closing amount: Money, line: Int) {
        guard amount.currency == currency else { return silenceTotals() }
        closing = Printed(amount: amount, line: line)
    }

    package mutating func print(received amount: Money, line: Int) {
        guard amount.currency == currency else { return silenceTotals() }
        received = Printed(amount: sum(received?.amount, amount), line: line)
    }

    package mutating func print(spent amount: Money, line: Int) {
        guard amount.currency == currency else { return silenceTotals() }
        spent = Printed(amount: sum(spent?.amount, amount), line: line)
    }

    /// One sum of all rows: their total, or money in or out.
    package mutating func print(sum: Money, line: Int) {
        guard sum.currency == currency else { return silenceTotals() }
        self.sum = Printed(amount: sum, line: line)
    }

    /// The printed totals and the sums of the account; nil if none were printed.
    package func totals(account: Int) -> StatementTotals? {
        guard let line = [opening, received, spent, closing, sum].compactMap({ $0?.line }).max()
        else {
            return nil
        }
        var totals = StatementTotals(
            account: account, rows: rows, line: line, moneyIn: moneyIn, moneyOut: moneyOut)
        totals.opening = opening?.amount
        totals.closing = closing?.amount
        totals.received = received?.amount
        totals.spent = spent?.amount
        totals.firstDay = firstDay
        totals.firstBooked = firstBooked
        totals.lastBooked = lastBooked
        totals.firstPrinted = firstPrinted
        totals.lastPrinted = lastPrinted
        totals.hasRowBalances = hasRowBalances
        totals.hasGaps = isSilent
        totals.areBalancesFields = areBalancesFields && !isTotalUnread
        totals.indices = indices
        if isSilent { return totals }
        func compare(_ name: StatementTotals.Name, _ printed: Printed?, _ counted: Money?) {
            guard let printed, let counted, !isEqual(printed.amount, counted) else { return }
            totals.breaks.append(
                StatementTotals.Break(
                    name: name, printed: printed.amount, counted: counted, line: printed.line))
        }
        compare(.received, received, moneyIn)
        compare(.spent, spent, moneyOut)
        totals.sum = sum?.amount
        if let sum, let net = try? moneyIn.adding(moneyOut.negated),
            ![moneyIn, moneyOut, moneyOut.negated].contains(where: { isEqual($0, sum.amount) })
        {
            compare(.sum, sum, net)
        }
        if let opening, let grown = try? opening.amount.adding(moneyIn) {
            compare(.closing, closing, try? grown.adding(moneyOut.negated))
        }
        return totals
    }

    private func isEqual(_ a: Money, _ b: Money) -> Bool {
        (try? a.adding(b.negated))?.isZero == true
    }

    private mutating func sum(_ a: Money?, _ b: Money) -> Money {
        guard let a else { return b }
        if a.currency == b.currency, let sum = try? a.adding(b) { return sum }
        silence()
        return a
    }
}
