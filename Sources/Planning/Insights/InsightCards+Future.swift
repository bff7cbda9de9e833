internal import Facts
internal import Reports

/// Cash flow, forecasts and what long histories show.
extension InsightCards {
    mutating func addCashFlow() throws(ReportFailure) {
        let net = income - expenses
        let earlier = Array(first..<max(first, sums.now))
        if earlier.isEmpty {
            leaveOut(.netCashFlow, .months(2))
        } else {
            var mean = ExactRatio.zero
            for month in earlier { mean = mean + (try self.net(of: month)) }
            add(
                .netCashFlow, .amount(try money(net)),
                net > .zero ? .positive : net < .zero ? .critical : .neutral,
                try trend(net, from: mean / earlier.count, .mean), lines: [flows(span)])
        }
        try addBestAndWorst()
        guard !payments.isEmpty else { return leaveOut(.projectedBalance, .recurring) }
        guard let worth = worth.now else { return leaveOut(.projectedBalance, .balance) }
        var monthly = ExactRatio.zero
        for payment in payments { monthly = monthly + ExactRatio(payment.monthly) }
        let after = try ratio(worth) + monthly
        add(
            .projectedBalance, .amount(try money(monthly)),
            after >= .zero ? .positive : .critical, nil,
            [
                Insight.Item(.figure(.balance), try money(try ratio(worth))),
                Insight.Item(.figure(.balanceAfter), try money(after)),
            ] + items(of: payments), lines: lines(of: payments))
    }

    private mutating func addBestAndWorst() throws(ReportFailure) {
        let months = sums.complete(atMost: .max / 2)
        guard months.count >= 2 else {
            leaveOut(.bestMonth, .months(2))
            return leaveOut(.worstMonth, .months(2))
        }
        var best = (month: months[0], net: try net(of: months[0]))
        var worst = best
        for month in months.dropFirst() {
            let net = try net(of: month)
            if net > best.net { best = (month, net) }
            if net < worst.net { worst = (month, net) }
        }
        func card(
            _ id: Insight.ID, _ found: (month: Int, net: ExactRatio), _ severity: Insight.Severity
        ) throws(ReportFailure) {
            let days = InsightSums.days(of: found.month)
            let amount = try money(found.net)
            add(
                id, .amount(amount), severity, nil,
                [Insight.Item(.month(month(found.month)), amount, lines: [flows(days)])],
                lines: [flows(days)], about: [month(found.month).text])
        }
        try card(.bestMonth, best, .positive)
        if worst.net < .zero, worst.month != best.month {
            try card(.worstMonth, worst, .warning)
        }
    }

    // MARK: Forecasts

    mutating func addForecasts() throws(ReportFailure) {
        try addSpendingForecast()
        guard let sum = worth.now, try ratio(sum) > .zero else {
            return leaveOut(.balanceRunway, .balance)
        }
        guard let meanIncome, let meanExpenses else {
            return leaveOut(.balanceRunway, .months(1))
        }
        let mean = meanIncome - meanExpenses
        let worth = try ratio(sum)
        let detail = [
            Insight.Item(.figure(.balance), try money(worth)),
            Insight.Item(
                .figure(.netFlow), try money(mean), lines: [flows(self.span(of: three))]),
        ]
        if mean >= .zero {
            return add(
                .balanceRunway, .amount(try money(mean)), .positive, nil, detail,
                lines: [flows(self.span(of: three))])
        }
        let months = worth / -mean
        add(
            .balanceRunway, .months(try tenths(months)), severity(ofMonths: months), nil, detail,
            lines: linesOfBalances)
    }

    /// Spent so far, habits of the last thirty days for those left, and payments that are due.
    private mutating func addSpendingForecast() throws(ReportFailure) {
        let recurring = Set(
            input.streams.filter(\.isActive).flatMap { $0.payments.map(\.key) })
        var habits = ExactRatio.zero
        for line in sums.recent where !recurring.contains(line.key) {
            habits = habits + (try ratio(line.spent))
        }
        let daily = habits / InsightSums.recentDays
        let end = InsightSums.days(of: sums.now).last
        let daysLeft = Int(end.daysSince1970 - sums.asOf.daysSince1970)
        var pending = ExactRatio.zero
        for stream in input.streams where stream.amount.isNegative && input.isFlow(stream) {
            let count = stream.days(after: sums.asOf, through: end).count
            if count > 0, let amount = input.converter.stock(stream.amount, on: sums.asOf) {
                pending = pending - ExactRatio(amount) * count
            }
        }
        let forecast = expenses + daily * daysLeft + pending
        add(
            .spendingForecast, .amount(try money(forecast)),
            income <= .zero ? .neutral : forecast > income ? .warning : .positive, nil,
            [
                Insight.Item(
                    .figure(.spentAlready), try money(expenses), lines: [lines(.expenses, span)]),
                Insight.Item(.figure(.expectedDaily), try money(daily)),
                Insight.Item(.figure(.expectedRecurring), try money(pending)),
                Insight.Item(.figure(.daysLeft), count: daysLeft),
            ], lines: [lines(.expenses, span)])
    }

    // MARK: History

    mutating func addHistory() throws(ReportFailure) {
        try addVelocity()
        let months = sums.complete(atMost: Self.seasonMonthsMax)
        guard months.count >= 12 else { return leaveOut(.incomeSeasonality, .months(12)) }
        var byMonth: [Int: (sum: ExactRatio, count: Int)] = [:]
        for month in months {
            let income = try income(of: month)
            if income > .zero {
                let known = byMonth[month % 12 + 1] ?? (.zero, 0)
                byMonth[month % 12 + 1] = (known.sum + income, known.count + 1)
            }
        }
        let means = byMonth.mapValues { $0.sum / $0.count }.sorted { $0.key < $1.key }
        guard means.count >= 6, var peak = means.first else {
            return leaveOut(.incomeSeasonality, .income)
        }
        var overall = ExactRatio.zero
        for mean in means {
            overall = overall + mean.value
            if mean.value > peak.value { peak = mean }
        }
        overall = overall / means.count
        let percent = change(peak.value, from: overall)
        guard percent > ExactRatio(10) else { return }
        add(
            .incomeSeasonality, .month(peak.key), .neutral,
            Insight.Trend(
                direction: .up, percent: try tenths(percent), absolute: nil, against: .mean),
            lines: [lines(.income, self.span(of: months))], about: [String(peak.key)])
    }

    /// Five years.
    private static let seasonMonthsMax = 60
    /// The first days of a month say little of its pace.
    private static let velocityDaysMin = 4

    private mutating func addVelocity() throws(ReportFailure) {
        guard before != nil else { return leaveOut(.spendingVelocity, .months(2)) }
        let past = try expenses(of: sums.now - 1)
        guard past > .zero else { return leaveOut(.spendingVelocity, .expensesBefore) }
        guard expenses > .zero else { return leaveOut(.spendingVelocity, .expenses) }
        let now = expenses / span.days
        let then = past / InsightSums.days(of: sums.now - 1).days
        let times = now / then
        let change = times - ExactRatio(1)
        guard span.days >= Self.velocityDaysMin, change.size * 10 > ExactRatio(1) else { return }
        add(
            .spendingVelocity, .times(try tenths(times)),
            times * 10 > ExactRatio(13)
                ? .warning : times * 10 < ExactRatio(8) ? .positive : .neutral,
            Insight.Trend(
                direction: change > .zero ? .up : .down, percent: try tenths(change * 100),
                absolute: .times(try tenths(change)), against: .monthBefore),
            [Insight.Item(.figure(.dailyDifference), try money(now - then))],
            lines: [lines(.expenses, span)])
    }
}
