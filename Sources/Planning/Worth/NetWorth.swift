package import Facts
package import Reports

/// The worth of the accounts in one currency at the end of each period, and the causes of its
/// changes.
///
/// ```
/// net at the end − net at the start
///     = income − expenses + in flight + revaluation + unpriced + corrections
/// ```
///
/// - A balance is the account's opening and its lines, converted at the rate of the period's last
///   day. Assets and debts are told apart by the balance's sign.
/// - Income and expenses are the converted lines. Refunds reduce expenses; transfers to people, in
///   cash or into another currency without their other side count as income or expense.
/// - In flight are transfers between own accounts: two sides of one period cancel, and in two
///   currencies leave their spread.
/// - Revaluation is what rates alone changed, per account: the balance at the end less the one at
///   the start less the lines, each converted and rounded once.
/// - Unpriced are lines without a rate of their day, at the first rate that their account has.
/// - Corrections are openings.
package struct NetWorth {
    package struct Opening: Sendable {
        package var amount: Money
        /// The first day of the account.
        package var day: CalendarDate
        /// False if it is what the last balance has beside the lines.
        package var isFirst: Bool

        package init(amount: Money, day: CalendarDate, isFirst: Bool = true) {
            self.amount = amount
            self.day = day
            self.isFirst = isFirst
        }
    }

    /// The balance of an account at the end of a period.
    package struct Stock: Sendable {
        package let place: AccountPlace
        package let balance: Money
        /// The part of it that no line has.
        package let opening: Money?
        /// ``Opening/isFirst``
        package let isOpeningFirst: Bool
        /// In the converter's currency, at the rate of the period's last day.
        package let worth: Money
    }

    /// The figures of a period, in the converter's currency.
    package struct Period: Sendable {
        package let period: ReportPeriod
        package let first: CalendarDate
        package let last: CalendarDate
        package let assets: Money
        /// Zero or negative.
        package let debts: Money
        package let net: Money
        package let income: Money
        /// Positive when more was spent than refunded.
        package let expenses: Money
        package let inFlight: Money
        package let revaluation: Money
        package let unpriced: Money
        package let corrections: Money
        /// The change that the other figures do not explain: zero.
        package let residual: Money
        /// Balances without a rate on the last day, by currency.
        package let unconverted: [Money]
        /// Lines without a rate.
        package let linesUnconverted: Int
        /// By account; their worths sum to the net.
        package let stocks: [Stock]

        /// False if all balances lack a rate: nothing known is not nothing.
        package var isKnown: Bool {
            unconverted.isEmpty || !stocks.allSatisfy(\.balance.isZero)
        }
    }

    /// An account in one currency.
    private struct Account {
        var balance: ExactSum
        let opening: Opening?
        /// In the converter's currency from here on; since the period began.
        var atStart: Money
        var lines: ExactSum
        var unpriced: ExactSum
        var corrections: ExactSum
        var isConvertible: Bool
    }

    /// The flows that are summed over a period.
    private struct Flows {
        var income: ExactSum
        var expenses: ExactSum
        var inFlight: ExactSum
        var unconverted = 0

        init(_ currency: Currency) {
            income = ExactSum(currency)
            expenses = ExactSum(currency)
            inFlight = ExactSum(currency)
        }
    }

    private let step: ReportPeriod.Step
    private let asOf: CalendarDate
    private let tree: CategoryTree
    private var converter: CurrencyConverter
    private var openings: [AccountPlace: Opening]
    private var accounts: [AccountPlace: Account] = [:]
    private var period: ReportPeriod?
    /// The day that ``begin(upTo:)`` has reached.
    private var begun: CalendarDate?
    private var flows: Flows
    private var done: [Period] = []

    private var base: Currency { converter.base }
    private var zero: Money { Money(minorUnits: 0, currency: base) }

    /// - Parameters:
    ///   - openings: balances before an account's lines.
    ///   - asOf: the end of the last period; later openings do not count.
    package init(
        by step: ReportPeriod.Step, asOf: CalendarDate, _ tree: CategoryTree,
        openings: [AccountPlace: Opening], _ converter: CurrencyConverter
    ) {
        self.step = step
        self.asOf = asOf
        self.tree = tree
        self.converter = converter
        self.openings = openings.filter { $0.value.day <= asOf }
        flows = Flows(converter.base)
    }

    /// - Parameter row: not before the last one, not after `asOf`.
    package mutating func add(_ row: ReportRow) throws(ReportFailure) {
        assert(begun.map { $0 <= row.day } ?? true, "a line of a closed period would be lost in it")
        try begin(upTo: row.day)
        let place = AccountPlace(row.account, row.amount.currency)
        let known = accounts.index(forKey: place)
        var account =
            known.map { accounts.values[$0] }
            ?? opened(place, on: row.day, with: openings.removeValue(forKey: place))
        if !account.isConvertible { makeConvertible(&account, on: row.day) }
        account.balance.add(row.amount)
        if account.isConvertible, let converted = converter.converted(row) {
            account.lines.add(converted.amount)
            for part in converted.parts {
                add(part.amount, tree.kind(of: part, in: converted))
            }
        } else {
            flows.unconverted += 1
        }
        if let known { accounts.values[known] = account } else { accounts[place] = account }
    }

    /// The periods from the first line or opening to the day of the question.
    package mutating func periods() throws(ReportFailure) -> [Period] {
        try begin(upTo: asOf)
        if let period { done.append(try closed(period, on: asOf)) }
        period = nil
        return done
    }

    /// Whether a sum of a month is as good as its lines: those in another currency are
    /// converted one by one.
    package func isEnough(_ sum: MonthSum) -> Bool {
        step.isOfMonths && sum.sum.currency == base && tree.hasKinds(of: sum)
    }

    /// - Parameter sum: enough, of a month not before the last line's.
    package mutating func add(_ sum: MonthSum) throws(ReportFailure) {
        assert(isEnough(sum), "a sum has no rate and no day")
        try begin(upTo: sum.month.firstDay)
        let place = AccountPlace(sum.account, base)
        var account =
            accounts.removeValue(forKey: place)
            ?? opened(
                place, on: sum.month.firstDay, with: openings.removeValue(forKey: place))
        account.balance.add(sum.sum)
        account.lines.add(sum.sum)
        accounts[place] = account
        for part in sum.parts {
            add(part.amount, tree.kind(of: part.category, isIn: !part.amount.isNegative))
        }
    }

    private mutating func add(_ amount: Money, _ kind: PartKind) {
        switch kind {
        case .transfer: flows.inFlight.add(amount)
        case .income: flows.income.add(amount)
        case .expense, .refund: flows.expenses.add(amount.negated)
        case .outside where amount.isNegative: flows.expenses.add(amount.negated)
        case .outside: flows.income.add(amount)
        }
    }

    // MARK: Accounts

    private mutating func opened(
        _ place: AccountPlace, on day: CalendarDate, with opening: Opening?
    ) -> Account {
        var account = Account(
            balance: ExactSum(place.currency), opening: opening, atStart: zero,
            lines: ExactSum(base), unpriced: ExactSum(base), corrections: ExactSum(base),
            isConvertible: place.currency == base)
        if let opening { account.balance.add(opening.amount) }
        if account.isConvertible {
            if let opening { account.corrections.add(opening.amount) }
        } else {
            makeConvertible(&account, on: day)
        }
        return account
    }

    /// Takes the balance in, if there is a rate by now: the opening, and the lines before the rate.
    private mutating func makeConvertible(_ account: inout Account, on day: CalendarDate) {
        guard let balance = account.balance.money, let worth = converter.stock(balance, on: day)
        else { return }
        account.isConvertible = true
        account.unpriced.add(worth)
        if let opening = account.opening, let part = converter.stock(opening.amount, on: day) {
            account.corrections.add(part)
            account.unpriced.add(part.negated)
        }
    }

    // MARK: Periods

    /// Closes the periods before the day's one, and opens accounts whose opening's day has come.
    private mutating func begin(upTo day: CalendarDate) throws(ReportFailure) {
        if day == begun { return }
        begun = day
        let due = openings.filter { $0.value.day <= day }
            .sorted { ($0.value.day, $0.key) < ($1.value.day, $1.key) }
        for (place, opening) in due {
            openings[place] = nil
            try close(before: opening.day)
            accounts[place] = opened(place, on: opening.day, with: opening)
        }
        try close(before: day)
    }

    private mutating func close(before day: CalendarDate) throws(ReportFailure) {
        guard var open = period else {
            period = ReportPeriod(step, of: day)
            return
        }
        while open.last < day {
            done.append(try closed(open, on: open.last))
            open = open.next
        }
        period = open
    }

    private mutating func closed(
        _ period: ReportPeriod, on day: CalendarDate
    ) throws(ReportFailure) -> Period {
        var (assets, debts) = (ExactSum(base), ExactSum(base))
        var (revaluation, unpriced, corrections) = (ExactSum(base), ExactSum(base), ExactSum(base))
        var unconverted: [Currency: ExactSum] = [:]
        var stocks: [Stock] = []
        let before = done.last?.net ?? zero
        for place in accounts.keys {
            guard var account = accounts[place] else { continue }
            let balance = try money(account.balance, of: place)
            if !account.isConvertible { makeConvertible(&account, on: day) }
            guard account.isConvertible, let worth = converter.stock(balance, on: day) else {
                unconverted[place.currency, default: ExactSum(place.currency)].add(balance)
                continue
            }
            worth.isNegative ? debts.add(worth) : assets.add(worth)
            stocks.append(
                Stock(
                    place: place, balance: balance, opening: account.opening?.amount,
                    isOpeningFirst: account.opening?.isFirst ?? false, worth: worth))
            var change = ExactSum(base)
            change.add(worth)
            change.add(account.atStart.negated)
            for part in [account.lines, account.unpriced, account.corrections] {
                change.add(try money(part).negated)
            }
            assert(
                place.currency != base || change.money?.isZero == true,
                "rates do not change a balance in the currency itself")
            revaluation.add(change)
            unpriced.add(account.unpriced)
            corrections.add(account.corrections)
            account.atStart = worth
            account.lines = ExactSum(base)
            account.unpriced = ExactSum(base)
            account.corrections = ExactSum(base)
            accounts[place] = account
        }
        var net = assets
        net.add(debts)
        var explained = ExactSum(base)
        explained.add(flows.income)
        explained.add(try money(flows.expenses).negated)
        for sum in [flows.inFlight, revaluation, unpriced, corrections] { explained.add(sum) }
        var residual = net
        residual.add(before.negated)
        residual.add(try money(explained).negated)
        defer { flows = Flows(base) }
        return Period(
            period: period, first: period.first, last: day, assets: try money(assets),
            debts: try money(debts), net: try money(net), income: try money(flows.income),
            expenses: try money(flows.expenses), inFlight: try money(flows.inFlight),
            revaluation: try money(revaluation), unpriced: try money(unpriced),
            corrections: try money(corrections), residual: try money(residual),
            unconverted: unconverted.values.compactMap(\.money)
                .filter { !$0.isZero }.sorted { $0.currency < $1.currency },
            linesUnconverted: flows.unconverted, stocks: stocks.sorted { $0.place < $1.place })
    }

    private func money(
        _ sum: ExactSum, of place: AccountPlace? = nil
    ) throws(ReportFailure) -> Money {
        guard let money = sum.money else {
            throw .sumTooLarge(account: place?.account ?? "", currency: sum.currency)
        }
        return money
    }
}
