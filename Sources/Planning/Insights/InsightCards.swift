internal import Facts
internal import Reports

/// Computes the cards: here what they share, a file for each group of sections.
struct InsightCards {
    var input: InsightInput
    let sums: InsightSums
    /// The month of the first line.
    let first: Int
    let span: ReportSpan
    /// The income of the month so far.
    let income: ExactRatio
    let expenses: ExactRatio
    /// The days of the month before that this one is compared with; nil before the first line.
    let before: (span: ReportSpan, flows: InsightSums.Flows)?
    /// At most three complete months, oldest first.
    let three: [Int]
    /// The mean income of these months; nil without one.
    let meanIncome: ExactRatio?
    let meanExpenses: ExactRatio?
    let worth: InsightInput.Worth
    let payments: [InsightInput.Payment]
    private(set) var cards: [Insight] = []
    private(set) var leftOut: [Insight.ID: Insight.Need] = [:]

    init(_ given: InsightInput, first: Int) throws(ReportFailure) {
        var input = given
        worth = try input.worth()
        payments = input.payments()
        self.input = input
        let sums = input.sums
        self.sums = sums
        self.first = first
        span = sums.span()
        let none = InsightSums.Flows(sums.base)
        let flows = sums.months[sums.now]?.flows ?? none
        income = try Self.ratio(flows.income)
        expenses = try Self.ratio(flows.expenses)
        before =
            sums.now - 1 < first
            ? nil : (sums.span(monthsBack: 1), sums.partial[sums.now - 1] ?? none)
        let three = sums.complete(atMost: 3)
        self.three = three
        func mean(
            _ member: KeyPath<InsightSums.Flows, ExactSum>
        ) throws(ReportFailure) -> ExactRatio? {
            if three.isEmpty { return nil }
            var total = ExactRatio.zero
            for month in three {
                if let flows = sums.months[month]?.flows {
                    total = total + (try Self.ratio(flows[keyPath: member]))
                }
            }
            return total / three.count
        }
        meanIncome = try mean(\.income)
        meanExpenses = try mean(\.expenses)
    }

    mutating func addAll() throws(ReportFailure) {
        try addSpending()
        try addComparisons()
        try addIncome()
        try addWealth()
        try addSavings()
        try addCashFlow()
        try addForecasts()
        try addHistory()
        try addRecurring()
        try addBudgets()
    }

    // MARK: Sums

    private static func ratio(_ sum: ExactSum) throws(ReportFailure) -> ExactRatio {
        guard let money = sum.money else {
            throw .sumTooLarge(account: "", currency: sum.currency)
        }
        return ExactRatio(money)
    }

    func ratio(_ sum: ExactSum?) throws(ReportFailure) -> ExactRatio {
        try sum.map { sum throws(ReportFailure) in try Self.ratio(sum) } ?? .zero
    }

    func income(of month: Int) throws(ReportFailure) -> ExactRatio {
        try ratio(sums.months[month]?.flows.income)
    }

    func expenses(of month: Int) throws(ReportFailure) -> ExactRatio {
        try ratio(sums.months[month]?.flows.expenses)
    }

    func net(of month: Int) throws(ReportFailure) -> ExactRatio {
        try income(of: month) - expenses(of: month)
    }

    func spent(_ category: String, in month: Int) throws(ReportFailure) -> ExactRatio {
        try ratio(sums.months[month]?.spent[category])
    }

    /// In the smallest coin of the base currency.
    func money(_ ratio: ExactRatio) throws(ReportFailure) -> Money {
        guard let units = ratio.rounded(digits: sums.base.exponent) else {
            throw .sumTooLarge(account: "", currency: sums.base)
        }
        return Money(minorUnits: units, currency: sums.base)
    }

    func tenths(_ ratio: ExactRatio) throws(ReportFailure) -> Int64 {
        guard let tenths = ratio.rounded(digits: 1) else {
            throw .sumTooLarge(account: "", currency: sums.base)
        }
        return tenths
    }

    // MARK: Cards

    /// - Parameter about: what else than its severity tells this cause from others.
    mutating func add(
        _ id: Insight.ID, _ value: Insight.Value, _ severity: Insight.Severity,
        _ trend: Insight.Trend? = nil, _ detail: [Insight.Item] = [], lines: [Insight.Lines],
        about: [String] = []
    ) {
        var cause = [severity.rawValue] + about
        if !id.isLasting { cause.append(CalendarMonth(of: sums.asOf).text) }
        cards.append(
            Insight(
                id: id, value: value, severity: severity, trend: trend, detail: detail,
                lines: lines, cause: cause.joined(separator: " ")))
    }

    mutating func leaveOut(_ id: Insight.ID, _ needs: Insight.Need) { leftOut[id] = needs }

    /// An amount against one before.
    func trend(
        _ now: ExactRatio, from before: ExactRatio, _ against: Insight.Trend.Past
    ) throws(ReportFailure) -> Insight.Trend {
        let change = now - before
        let percent = before == .zero ? nil : change / before.size * 100
        return Insight.Trend(
            direction: direction(percent ?? change * 1_000),
            percent: try percent.map { percent throws(ReportFailure) in try tenths(percent) },
            absolute: .amount(try money(change)), against: against)
    }

    /// Up or down by more than two percent.
    func direction(_ percent: ExactRatio) -> Insight.Trend.Direction {
        percent > ExactRatio(2) ? .up : percent < ExactRatio(-2) ? .down : .flat
    }

    /// In percent; `before` is above zero.
    func change(_ now: ExactRatio, from before: ExactRatio) -> ExactRatio {
        (now - before) / before * 100
    }

    // MARK: Lines

    func flows(_ span: ReportSpan) -> Insight.Lines { .init(of: .flows, span: span) }

    func lines(_ of: Insight.Lines.Of, _ span: ReportSpan) -> Insight.Lines {
        .init(of: of, span: span)
    }

    /// The lines of each account's balance in its own currency. What the accounts are worth is the
    /// sum of balances at one day's rates, not of lines at those of their days.
    var linesOfBalances: [Insight.Lines] { worth.accounts.map { lines(ofBalance: $0.place) } }

    func lines(ofBalance place: AccountPlace) -> Insight.Lines {
        lines(.account(place), ReportSpan(.earliest, sums.asOf))
    }

    /// From the first day to the last of complete months, oldest first.
    func span(of months: [Int]) -> ReportSpan {
        let (oldest, latest) = (months.first ?? sums.now, months.last ?? sums.now)
        return ReportSpan(
            InsightSums.days(of: oldest).first, InsightSums.days(of: latest).last)
    }

    /// The keys of a category; of what no table has, all of them.
    func keys(of category: String) -> [String] {
        category.isEmpty ? [""] + sums.unknown.sorted() : [category]
    }

    func month(_ index: Int) -> CalendarMonth {
        CalendarMonth(of: InsightSums.days(of: index).first)
    }
}
