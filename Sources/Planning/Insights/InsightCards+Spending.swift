internal import Facts
internal import Reports

extension InsightCards {
    mutating func addSpending() throws(ReportFailure) {
        try addTopCategory()
        if expenses > .zero {
            let days = span.days
            var trend: Insight.Trend?
            if let before {
                trend = try self.trend(
                    expenses / days, from: ratio(before.flows.expenses) / before.span.days,
                    .monthBefore)
            }
            add(
                .dailyAverage, .amount(try money(expenses / days)), .neutral, trend,
                lines: [lines(.expenses, span)])
        } else {
            leaveOut(.dailyAverage, .expenses)
        }
        try addSpike()
        try addCategoryTrend()
    }

    private mutating func addTopCategory() throws(ReportFailure) {
        var all: [(key: String, amount: ExactRatio)] = []
        for (key, sum) in sums.months[sums.now]?.spent ?? [:] {
            let amount = try ratio(sum)
            if amount > .zero { all.append((key, amount)) }
        }
        all.sort { $0.amount == $1.amount ? $0.key < $1.key : $0.amount > $1.amount }
        guard let top = all.first else { return leaveOut(.topCategory, .expenses) }
        let isHalf = expenses > .zero && top.amount / expenses * 2 > ExactRatio(1)
        var detail: [Insight.Item] = []
        for (key, amount) in all {
            detail.append(
                Insight.Item(
                    .category(key), try money(amount),
                    percent: expenses > .zero ? try tenths(amount / expenses * 100) : nil,
                    lines: [lines(.spent(keys(of: key)), span)]))
        }
        add(
            .topCategory, .amount(try money(top.amount)), isHalf ? .warning : .neutral,
            nil, detail, lines: [lines(.spent(keys(of: top.key)), span)], about: [top.key])
    }

    /// A category that costs much more than in the three months before.
    private mutating func addSpike() throws(ReportFailure) {
        guard sums.now - 3 >= first else { return leaveOut(.spendingSpike, .months(4)) }
        let months = Array((sums.now - 3)..<sums.now)
        var all = ExactRatio.zero
        for month in months { all = all + (try expenses(of: month)) }
        var found: (key: String, amount: ExactRatio, mean: ExactRatio, multiple: ExactRatio)?
        for (key, sum) in (sums.months[sums.now]?.spent ?? [:]).sorted(by: { $0.key < $1.key }) {
            let amount = try ratio(sum)
            var mean = ExactRatio.zero
            for month in months { mean = mean + (try spent(key, in: month)) }
            // Less than a hundredth of all is not worth a word.
            guard mean > .zero, mean * 100 >= all else { continue }
            mean = mean / months.count
            let multiple = amount / mean
            if multiple * 2 > ExactRatio(3), multiple > found?.multiple ?? .zero {
                found = (key, amount, mean, multiple)
            }
        }
        guard let found else { return }
        add(
            .spendingSpike, .amount(try money(found.amount)),
            found.multiple > ExactRatio(2) ? .critical : .warning,
            try trend(found.amount, from: found.mean, .threeMonths),
            [
                Insight.Item(
                    .category(found.key), try money(found.amount),
                    lines: [lines(.spent(keys(of: found.key)), span(of: months))])
            ], lines: [lines(.spent(keys(of: found.key)), span)], about: [found.key])
    }

    /// A category that cost more in each of the last months.
    private mutating func addCategoryTrend() throws(ReportFailure) {
        let months = sums.complete(atMost: 6)
        guard months.count >= 3, let last = months.last else {
            return leaveOut(.categoryTrend, .months(3))
        }
        var found: (key: String, rises: Int, amount: ExactRatio, before: ExactRatio)?
        for key in (sums.months[last]?.spent ?? [:]).keys.sorted() {
            var values: [ExactRatio] = []
            for month in months { values.append(try spent(key, in: month)) }
            let amount = values[values.count - 1]
            var rises = 0
            while rises + 1 < values.count,
                values[values.count - 1 - rises] > values[values.count - 2 - rises]
            {
                rises += 1
            }
            guard rises >= 2, amount > .zero else { continue }
            if let known = found,
                (known.rises, known.amount) >= (rises, amount)
            {
                continue
            }
            found = (key, rises, amount, values[values.count - 2])
        }
        guard let found else { return }
        let days = InsightSums.days(of: last)
        add(
            .categoryTrend, .amount(try money(found.amount)), .warning,
            try trend(found.amount, from: found.before, .monthBefore),
            [
                Insight.Item(
                    .category(found.key), try money(found.amount),
                    lines: [lines(.spent(keys(of: found.key)), span(of: months))]),
                Insight.Item(.figure(.rises), count: found.rises),
            ], lines: [lines(.spent(keys(of: found.key)), days)], about: [found.key])
    }

    /// Against the month and the year before.
    mutating func addComparisons() throws(ReportFailure) {
        if let before {
            let past = try ratio(before.flows.expenses)
            if past > .zero {
                let change = change(expenses, from: past)
                add(
                    .expenseChange, .amount(try money(expenses)),
                    change > ExactRatio(20)
                        ? .warning : change < ExactRatio(-10) ? .positive : .neutral,
                    try trend(expenses, from: past, .monthBefore),
                    lines: [lines(.expenses, span)])
            } else {
                leaveOut(.expenseChange, .expensesBefore)
            }
        } else {
            leaveOut(.expenseChange, .months(2))
        }
        guard sums.now - 12 >= first else { return leaveOut(.yearOverYear, .months(13)) }
        let past = try ratio(sums.partial[sums.now - 12]?.expenses)
        guard past > .zero else { return leaveOut(.yearOverYear, .expensesBefore) }
        let change = change(expenses, from: past)
        if change.size > ExactRatio(3) {
            add(
                .yearOverYear, .amount(try money(expenses)),
                change <= ExactRatio(-10)
                    ? .positive : change >= ExactRatio(15) ? .warning : .neutral,
                try trend(expenses, from: past, .lastYear), lines: [lines(.expenses, span)])
        }
    }
}
