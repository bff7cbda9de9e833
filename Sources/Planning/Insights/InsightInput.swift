package import Facts
package import Reports

/// All that insights are made of, as of a day.
package struct InsightInput {
    /// An account in one currency.
    package struct Balance: Sendable {
        package let place: AccountPlace
        package let balance: Money
        /// The day of an opening that a person gave.
        package let openedOn: CalendarDate?
        /// Rests on purpose.
        package let isDeposit: Bool

        package init(
            _ place: AccountPlace, _ balance: Money, openedOn: CalendarDate?, isDeposit: Bool
        ) {
            self.place = place
            self.balance = balance
            self.openedOn = openedOn
            self.isDeposit = isDeposit
        }
    }

    let sums: InsightSums
    let streams: [RecurringStream]
    let budgets: [BudgetFigure]
    /// Without those of accounts that begin later.
    let balances: [Balance]
    var converter: CurrencyConverter

    var asOf: CalendarDate { sums.asOf }

    package init(
        _ sums: InsightSums, streams: [RecurringStream], budgets: [BudgetFigure],
        balances: [Balance], _ converter: CurrencyConverter
    ) {
        self.sums = sums
        self.streams = streams
        self.budgets = budgets
        self.balances = balances.filter { balance in
            sums.places[balance.place] != nil || balance.openedOn.map { $0 <= sums.asOf } ?? false
        }
        self.converter = converter
    }

    /// The worth of the accounts now, and at the end of the month before; nil without accounts.
    struct Worth {
        var now: ExactSum?
        var before: ExactSum?
        /// An account is in ``now`` and not in ``before``: its currency had no rate then.
        var isNewlyConverted = false
        var accounts: [(place: AccountPlace, balance: Money, worth: Money)] = []
        var unconverted: [Money] = []
    }

    mutating func worth() throws(ReportFailure) -> Worth {
        let base = converter.base
        let endBefore = InsightSums.days(of: sums.now - 1).last
        var found = Worth()
        for account in balances {
            let lines = sums.places[account.place]
            let worthNow = converter.stock(account.balance, on: asOf)
            if let worth = worthNow {
                found.now = found.now ?? ExactSum(base)
                found.now?.add(worth)
                found.accounts.append((account.place, account.balance, worth))
            } else if !account.balance.isZero {
                found.unconverted.append(account.balance)
            }
            let begun = [lines?.firstDay, account.openedOn].compactMap { $0 }.min()
            guard let begun, begun <= endBefore else { continue }
            var balance = ExactSum(account.place.currency)
            balance.add(account.balance)
            if let moved = lines?.thisMonth {
                guard let moved = moved.money else {
                    throw .sumTooLarge(
                        account: account.place.account, currency: moved.currency)
                }
                balance.add(moved.negated)
            }
            guard let balance = balance.money else {
                throw .sumTooLarge(
                    account: account.place.account, currency: account.place.currency)
            }
            found.before = found.before ?? ExactSum(base)
            if let worth = converter.stock(balance, on: endBefore) {
                found.before?.add(worth)
            } else if worthNow != nil, !balance.isZero {
                found.isNewlyConverted = true
            }
        }
        return found
    }

    /// A stream that counts, with what it moves a month in the base currency; signed.
    struct Payment {
        let stream: RecurringStream
        let monthly: Money
    }

    /// Moving money between one's own accounts is neither income nor expense.
    func isFlow(_ stream: RecurringStream) -> Bool {
        sums.tree.kind(of: stream.category, isIn: !stream.amount.isNegative) != .transfer
    }

    /// The streams that go on, most expensive first.
    mutating func payments() -> [Payment] {
        var found: [Payment] = []
        for stream in streams where stream.isActive && isFlow(stream) {
            if let monthly = converter.stock(stream.monthly, on: asOf) {
                found.append(Payment(stream: stream, monthly: monthly))
            }
        }
        return found.sorted {
            ($0.monthly.atto, $0.stream.name, $0.stream.id)
                < ($1.monthly.atto, $1.stream.name, $1.stream.id)
        }
    }
}
