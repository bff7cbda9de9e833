/// The totals a statement prints for one account, and the sums of the rows that were read.
///
/// Printed balances and sums are evidence: they prove a reading or show where it breaks, and never
/// remove a row.
package struct StatementTotals: Sendable, Equatable {
    package enum Name: String, Sendable, CaseIterable {
        case received, spent, closing, sum
    }

    /// A printed total that the rows do not give.
    package struct Break: Sendable, Equatable {
        package let name: Name
        package let printed: Money
        package let counted: Money
        package let line: Int

        package init(name: Name, printed: Money, counted: Money, line: Int) {
            self.name = name
            self.printed = printed
            self.counted = counted
            self.line = line
        }

        /// The missing amount: printed minus counted.
        package var difference: Money? { try? printed.adding(counted.negated) }
    }

    /// Index into the file's accounts.
    package var account: Int
    /// Rows of the statement that its totals count.
    package var rows: Int
    /// The first and last of them, by ``StatementLine/sourceIndex``; nil without rows.
    package var indices: ClosedRange<UInt32>?
    /// Where the statement prints the last of its totals.
    package var line: Int
    package var opening: Money?
    package var closing: Money?
    package var received: Money?
    package var spent: Money?
    /// One sum of all rows: net, in or out.
    package var sum: Money?
    /// The first day on which a row was made or booked; nil without rows.
    package var firstDay: CalendarDate?
    /// The first day on which a row was booked, or made if its booking is not printed.
    package var firstBooked: CalendarDate?
    package var lastBooked: CalendarDate?
    /// The days that the statement prints for itself; nil if it prints none.
    package var firstPrinted: CalendarDate?
    package var lastPrinted: CalendarDate?
    /// A row prints the balance after it.
    package var hasRowBalances = false
    /// The closing balance is that after the last row. Some banks print the balance of the day of
    /// the download beside rows of an earlier period.
    package var isClosingOfRows = true
    /// The closing balance may be a debt that the bank prints without a minus.
    package var isSignUnknown = false
    /// The format has fields for the balances, and all of them were read: no row and no sum can
    /// contradict them.
    package var areBalancesFields = false
    /// Sums of the rows that were read.
    package var moneyIn: Money
    package var moneyOut: Money
    /// A row or a total is unreadable or in another currency, so there is no result.
    package var hasGaps: Bool
    package var breaks: [Break]

    package init(account: Int, rows: Int, line: Int, moneyIn: Money, moneyOut: Money) {
        self.account = account
        self.rows = rows
        self.line = line
        self.moneyIn = moneyIn
        self.moneyOut = moneyOut
        hasGaps = false
        breaks = []
    }

    /// Whether anything is printed to compare the rows with.
    package var isComparable: Bool {
        !hasGaps
            && (received != nil || spent != nil || sum != nil || opening != nil && closing != nil)
    }

    package var isProved: Bool { isComparable && breaks.isEmpty }

    /// The balance before the rows: printed, else computed from the closing balance. Nil if the
    /// totals show nothing, or contradict the rows and may be other figures.
    package var balanceBefore: Money? {
        if areBalancesFields, let opening { return opening }
        if hasGaps || !breaks.isEmpty { return nil }
        if let opening { return opening }
        guard isClosingOfRows, let closing else { return nil }
        return (try? closing.adding(moneyOut)).flatMap { try? $0.adding(moneyIn.negated) }
    }

    /// The printed balance after the rows; nil if it may be that of another day, or has no sign.
    package var balanceAfter: Money? {
        if areBalancesFields, isClosingOfRows { return closing }
        return hasGaps || !isClosingOfRows && (opening == nil || !breaks.isEmpty) ? nil : closing
    }
}
