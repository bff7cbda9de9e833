/// The balance that a journal or a QIF gives an account before the lines of a day.
package struct StatementOpening: Sendable, Equatable {
    /// Index of the account, as of a line.
    package var account: Int32
    package var amount: Money
    package var day: CalendarDate

    package init(account: Int32, amount: Money, day: CalendarDate) {
        self.account = account
        self.amount = amount
        self.day = day
    }
}
