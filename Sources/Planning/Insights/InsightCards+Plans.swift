internal import Facts
internal import Reports

/// Payments that come again, budgets and the score.
extension InsightCards {
    mutating func addRecurring() throws(ReportFailure) {
        let costs = payments.filter { $0.stream.amount.isNegative }
        if costs.isEmpty {
            leaveOut(.recurringCost, .recurring)
        } else {
            add(
                .recurringCost, .amount(try money(Self.cost(of: costs))), .neutral, nil,
                items(of: costs) + [Insight.Item(.figure(.streams), count: costs.count)],
                lines: lines(of: costs))
        }
        let subscriptions = costs.filter {
            RecurringOverview.isSubscription($0.stream, sums.tree)
        }
        guard subscriptions.count >= 2 else {
            leaveOut(.subscriptionGrowth, .subscriptions)
            return leaveOut(.duplicateSubscriptions, .subscriptions)
        }
        let start = sums.asOf.adding(months: -RecurringOverview.growthMonths)
        let now = Self.cost(of: subscriptions)
        let past = Self.cost(of: subscriptions.filter { $0.stream.payments[0].day < start })
        if past > .zero {
            let change = change(now, from: past)
            if change.size > ExactRatio(5) {
                add(
                    .subscriptionGrowth, .amount(try money(now)),
                    change > ExactRatio(10)
                        ? .warning : change < ExactRatio(-10) ? .positive : .neutral,
                    try trend(now, from: past, .threeMonthsAgo), items(of: subscriptions),
                    lines: lines(of: subscriptions))
            }
        }
        let doubled = Set(
            RecurringOverview.duplicates(input.streams, sums.tree).flatMap { $0 }
                .map { input.streams[$0].id })
        let members = subscriptions.filter { doubled.contains($0.stream.id) }
        if !members.isEmpty {
            add(
                .duplicateSubscriptions, .amount(try money(Self.cost(of: members))), .warning,
                nil, items(of: members), lines: lines(of: members),
                about: members.map(\.stream.id).sorted())
        }
    }

    func items(of payments: [InsightInput.Payment]) -> [Insight.Item] {
        payments.map { payment in
            let stream = payment.stream
            return Insight.Item(
                .stream(id: stream.id, name: stream.name), payment.monthly, day: stream.next,
                lines: lines(of: [payment]))
        }
    }

    func lines(of payments: [InsightInput.Payment]) -> [Insight.Lines] {
        [lines(.streams(payments.map(\.stream.id)), ReportSpan(.earliest, sums.asOf))]
    }

    private static func cost(of payments: [InsightInput.Payment]) -> ExactRatio {
        payments.reduce(.zero) { $0 - ExactRatio($1.monthly) }
    }

    // MARK: Budgets

    mutating func addBudgets() throws(ReportFailure) {
        let cards: [(Insight.ID, BudgetFigure.State, Insight.Severity)] = [
            (.overBudget, .over, .critical), (.projectedOverspend, .projectedOver, .warning),
            (.underBudget, .under, .positive),
        ]
        for (id, state, severity) in cards {
            if input.budgets.isEmpty {
                leaveOut(id, .budgets)
                continue
            }
            let figures = input.budgets.filter { $0.state == state }
            if figures.isEmpty { continue }
            let items = figures.map { figure in
                Insight.Item(
                    .category(figure.budget.category), figure.remaining,
                    percent: figure.permille.map { Int64($0) }, lines: [lines(of: figure)])
            }
            add(
                id, .budgets(figures.count), severity, nil, items,
                lines: items.flatMap(\.lines), about: figures.map(\.budget.category).sorted())
        }
    }

    private func lines(of figure: BudgetFigure) -> Insight.Lines {
        lines(
            .spent([figure.budget.category]), ReportSpan(figure.period.first, sums.asOf))
    }

    // MARK: Score

    func score() throws(ReportFailure) -> HealthScore? {
        guard let meanIncome, let meanExpenses, meanIncome > .zero, let last = three.last else {
            return nil
        }
        func clamped(_ value: ExactRatio) -> ExactRatio {
            min(max(value, .zero), ExactRatio(100))
        }
        let worth = try ratio(worth.now)
        let costs = payments.filter { $0.stream.amount.isNegative }
        let recurring = Self.cost(of: costs)
        let months = span(of: three)
        // Three months are safety enough.
        let emergency =
            meanExpenses > .zero
            ? clamped(worth / meanExpenses / 3 * 100) : worth > .zero ? ExactRatio(100) : .zero
        var parts: [(HealthScore.Part.ID, ExactRatio, [Insight.Lines])] = [
            // A fifth of the income saved is full marks.
            (
                .savingsRate, clamped((meanIncome - meanExpenses) / meanIncome * 500),
                [flows(months)]
            )
        ]
        if !input.budgets.isEmpty {
            let kept = input.budgets.count { $0.state != .over }
            parts.append(
                (
                    .budgetAdherence, ExactRatio(kept * 100) / input.budgets.count,
                    input.budgets.map { lines(of: $0) }
                ))
        }
        parts.append(
            (
                .recurringRatio, clamped((ExactRatio(1) - recurring / meanIncome) * 100),
                [lines(.income, months)] + (costs.isEmpty ? [] : lines(of: costs))
            ))
        parts.append(
            (.emergencyFund, emergency, linesOfBalances + [lines(.expenses, months)]))
        // From −20 % of the income to +20 %.
        parts.append(
            (
                .cashFlow, clamped((try net(of: last) / meanIncome * 5 + ExactRatio(1)) * 50),
                [flows(span(of: [last])), lines(.income, months)]
            ))
        return HealthScore(parts)
    }
}
