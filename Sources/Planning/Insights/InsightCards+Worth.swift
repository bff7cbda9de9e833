package import Facts
internal import Reports

/// Income, wealth and savings.
extension InsightCards {
    mutating func addIncome() throws(ReportFailure) {
        try addSources()
        if let before {
            let past = try ratio(before.flows.income)
            if past > .zero {
                let change = change(income, from: past)
                add(
                    .incomeGrowth, .amount(try money(income)),
                    change > ExactRatio(10)
                        ? .positive : change < ExactRatio(-10) ? .warning : .neutral,
                    try trend(income, from: past, .monthBefore), lines: [lines(.income, span)])
            } else {
                leaveOut(.incomeGrowth, .incomeBefore)
            }
        } else {
            leaveOut(.incomeGrowth, .months(2))
        }
        guard expenses > .zero else { return leaveOut(.incomeExpenseRatio, .expenses) }
        let times = income / expenses
        add(
            .incomeExpenseRatio, .times(try tenths(times)),
            times * 2 >= ExactRatio(3)
                ? .positive : times >= ExactRatio(1) ? .neutral : .critical, nil,
            [Insight.Item(.figure(.netFlow), try money(income - expenses))],
            lines: [flows(span)])
    }

    private mutating func addSources() throws(ReportFailure) {
        guard income > .zero else { return leaveOut(.incomeSources, .income) }
        var all: [(key: String, amount: ExactRatio)] = []
        for (key, sum) in sums.months[sums.now]?.earned ?? [:] {
            let amount = try ratio(sum)
            if amount > .zero { all.append((key, amount)) }
        }
        guard all.count >= 2 else { return }
        all.sort { $0.amount == $1.amount ? $0.key < $1.key : $0.amount > $1.amount }
        var detail: [Insight.Item] = []
        for (key, amount) in all {
            detail.append(
                Insight.Item(
                    .category(key), try money(amount), percent: try tenths(amount / income * 100),
                    lines: [lines(.earned(keys(of: key)), span)]))
        }
        add(
            .incomeSources, .category(all[0].key), .neutral, nil, detail,
            lines: [lines(.income, span)], about: [all[0].key])
    }

    mutating func addWealth() throws(ReportFailure) {
        try addDormant()
        guard let sum = worth.now else {
            leaveOut(.totalWealth, .balance)
            return leaveOut(.wealthGrowth, .balance)
        }
        let now = try ratio(sum)
        let sumBefore = worth.isNewlyConverted ? nil : worth.before
        let past = try sumBefore.map { sum throws(ReportFailure) in try ratio(sum) }
        let trend = try past.map { past throws(ReportFailure) in
            try self.trend(now, from: past, .monthBefore)
        }
        let accounts = worth.accounts.sorted {
            ($1.worth.atto, $0.place) < ($0.worth.atto, $1.place)
        }.map { account in
            var item = Insight.Item(
                .account(account.place), account.worth, lines: [lines(ofBalance: account.place)])
            item.balance = account.balance
            return item
        }
        add(
            .totalWealth, .amount(try money(now)), now >= .zero ? .positive : .critical, trend,
            accounts, lines: linesOfBalances)
        if worth.isNewlyConverted { return leaveOut(.wealthGrowth, .rateBefore) }
        guard let past, past != .zero else {
            return leaveOut(.wealthGrowth, past == nil ? .months(2) : .balance)
        }
        let change = now - past
        if (change / past).size * 100 > ExactRatio(1) {
            add(
                .wealthGrowth, .amount(try money(change)),
                change > .zero ? .positive : .warning, trend, lines: linesOfBalances)
        }
    }

    private static let restDays: Int32 = 30

    private mutating func addDormant() throws(ReportFailure) {
        var found: [Insight.Item] = []
        var names: [String] = []
        for account in input.balances where !account.isDeposit {
            guard let lines = sums.places[account.place],
                !account.balance.isNegative, !account.balance.isZero,
                sums.asOf.daysSince1970 - lines.lastDay.daysSince1970 > Self.restDays
            else { continue }
            found.append(
                Insight.Item(
                    .account(account.place), account.balance, day: lines.lastDay,
                    lines: [
                        self.lines(.account(account.place), ReportSpan(.earliest, sums.asOf))
                    ]))
            names.append(account.place.account)
        }
        if !found.isEmpty {
            add(
                .dormantAccounts, .accounts(found.count), .neutral, nil, found,
                lines: found.flatMap(\.lines), about: names)
        }
    }

    // MARK: Savings

    mutating func addSavings() throws(ReportFailure) {
        if income > .zero {
            let rate = (income - expenses) / income * 100
            let saved = income > expenses ? income - expenses : .zero
            add(
                .savingsRate, .percent(try tenths(rate)),
                rate > ExactRatio(20)
                    ? .positive : rate >= ExactRatio(10) ? .warning : .critical, nil,
                [Insight.Item(.figure(.saved), try money(saved))], lines: [flows(span)])
        } else {
            leaveOut(.savingsRate, .income)
        }
        try addMomentum()
        guard let worth = worth.now, try ratio(worth) > .zero else {
            return leaveOut(.emergencyFund, .balance)
        }
        guard let mean = meanExpenses else { return leaveOut(.emergencyFund, .months(1)) }
        guard mean > .zero else { return leaveOut(.emergencyFund, .expenses) }
        let months = try ratio(worth) / mean
        add(
            .emergencyFund, .months(try tenths(months)), severity(ofMonths: months), nil,
            [
                Insight.Item(.figure(.balance), try money(try ratio(worth))),
                Insight.Item(
                    .figure(.monthlyExpenses), try money(mean),
                    lines: [lines(.expenses, span(of: three))]),
            ], lines: linesOfBalances)
    }

    func severity(ofMonths months: ExactRatio) -> Insight.Severity {
        months >= ExactRatio(3) ? .positive : months >= ExactRatio(1) ? .warning : .critical
    }

    private mutating func addMomentum() throws(ReportFailure) {
        let earlier = Array(max(first, sums.now - 3)..<max(first, sums.now))
        if earlier.isEmpty { return leaveOut(.savingsMomentum, .months(2)) }
        func rate(_ income: ExactRatio, _ expenses: ExactRatio) -> ExactRatio {
            income > .zero ? (income - expenses) / income * 100 : .zero
        }
        var mean = ExactRatio.zero
        for month in earlier {
            mean = mean + rate(try income(of: month), try expenses(of: month))
        }
        let now = rate(income, expenses)
        let change = now - mean / earlier.count
        guard change.size > ExactRatio(1) else { return }
        add(
            .savingsMomentum, .percent(try tenths(now)),
            change > ExactRatio(2) ? .positive : change < ExactRatio(-2) ? .warning : .neutral,
            Insight.Trend(
                direction: direction(change), percent: nil,
                absolute: .percent(try tenths(change)), against: .threeMonths),
            lines: [flows(span)])
    }
}

extension CalendarDate {
    /// Before all days of statements.
    package static let earliest = CalendarDate(daysSince1970: .min)
}
