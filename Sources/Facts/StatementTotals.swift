/// What a statement prints about all its rows of one account, and what the rows that were read come
/// to.
///
/// Balances and sums of the bank are witnesses: they prove a reading or show where it breaks, and
/// never take a row away.
package struct StatementTotals: Sendable, Equatable {
    package enum Name: String, Sendable, CaseIterable {
        case received, spent, closing, sum
    }

    /// A printed total that the rows do not come to.
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

        /// What is missing: printed less counted.
        package var difference: Money? { try? printed.adding(counted.negated) }
    }

    /// Index into the file's accounts.
    package var account: Int
    /// Rows of the statement that its totals count.
    package var rows: Int
    /// Where the statement prints the last of its totals.
    package var line: Int
    package var opening: Money?
    package var closing: Money?
    package var received: Money?
    package var spent: Money?
    /// One sum of all rows: of what moved, of what came or of what went.
    package var sum: Money?
    /// Sums of the rows that were read.
    package var moneyIn: Money
    package var moneyOut: Money
    /// A row or a total could not be read, or is in another currency: nothing can be said.
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

    /// Whether the rows could be held against anything printed.
    package var isComparable: Bool {
        !hasGaps
            && (received != nil || spent != nil || sum != nil || opening != nil && closing != nil)
    }

    package var isProved: Bool { isComparable && breaks.isEmpty }
}
