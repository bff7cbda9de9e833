package import Facts
package import Reports

/// The insights of a month up to a day, and the health of the household's money.
package struct InsightReport {
    package let asOf: CalendarDate
    package let base: Currency
    /// By section, then the worst first.
    package let cards: [Insight]
    /// Nil without income in the last complete months.
    package let score: HealthScore?
    package let leftOut: [(id: Insight.ID, needs: Insight.Need)]
    package let scoreNeeds: Insight.Need?
    /// The income of the month up to the day.
    package let income: Money
    package let expenses: Money
    package let refunds: Money
    package let net: Money
    package let lines: Insight.Lines
    /// Balances without a rate.
    package let unconverted: [Money]
    private let hasLines: Bool

    /// Nil without lines.
    ///
    /// - Parameter hasAll: those on demand too.
    package init?(_ input: InsightInput, hasAll: Bool) throws(ReportFailure) {
        guard let first = input.sums.first else { return nil }
        var cards = try InsightCards(input, first: first)
        try cards.addAll()
        let order = Insight.Section.allCases
        let severities = Insight.Severity.allCases
        func place(_ card: Insight) -> (Int, Int, String) {
            (
                order.firstIndex(of: card.id.section) ?? 0,
                severities.firstIndex(of: card.severity) ?? 0, card.id.rawValue
            )
        }
        self.cards = cards.cards.filter { hasAll || !$0.id.isOnDemand }
            .sorted { place($0) < place($1) }
        leftOut = Insight.ID.allCases.compactMap { id in
            hasAll || !id.isOnDemand ? cards.leftOut[id].map { (id, $0) } : nil
        }
        score = try cards.score()
        scoreNeeds = score != nil ? nil : cards.three.isEmpty ? .months(1) : .income
        asOf = input.asOf
        base = input.sums.base
        income = try cards.money(cards.income)
        expenses = try cards.money(cards.expenses)
        net = try cards.money(cards.income - cards.expenses)
        refunds = try cards.money(
            cards.ratio(input.sums.months[input.sums.now]?.flows.refunds))
        lines = cards.flows(cards.span)
        unconverted = cards.worth.unconverted
        hasLines = input.sums.months[input.sums.now] != nil
    }

    /// The cards that deserve to be told without a question: the worst first, no neutral ones, and
    /// none that a person dismissed. Nothing stands out in a month without lines.
    package func pushed(_ dismissals: InsightDismissals, atMost count: Int) -> [Insight] {
        let told: [Insight.Severity] = hasLines ? [.critical, .warning, .positive] : []
        return Array(
            told.flatMap { severity in
                cards.filter { $0.severity == severity && !dismissals.contains($0) }
            }.prefix(count))
    }
}

/// How healthy the household's money is, 0 to 100, by the last three complete months.
package struct HealthScore: Sendable, Equatable {
    package enum Grade: String, Sendable, CaseIterable {
        case excellent, good, fair
        case needsAttention = "needs-attention"

        init(_ score: Int) {
            self =
                score >= 80
                ? .excellent : score >= 60 ? .good : score >= 40 ? .fair : .needsAttention
        }
    }

    package struct Part: Sendable, Equatable {
        package enum ID: String, Sendable {
            case savingsRate = "savings_rate"
            case budgetAdherence = "budget_adherence"
            case recurringRatio = "recurring_ratio"
            case emergencyFund = "emergency_fund"
            case cashFlow = "cash_flow"

            /// Hundredths, of which those that are there share the whole.
            var weight: Int {
                switch self {
                case .savingsRate: 30
                case .budgetAdherence: 25
                case .recurringRatio: 20
                case .emergencyFund: 15
                case .cashFlow: 10
                }
            }
        }

        package let id: ID
        /// Tenths.
        package let score: Int64
        /// Ten-thousandths.
        package let weight: Int64
        /// The lines that the part was computed from.
        package let lines: [Insight.Lines]
    }

    package let score: Int
    package let parts: [Part]
    package var grade: Grade { Grade(score) }

    /// - Parameter parts: 0 to 100.
    init?(_ parts: [(Part.ID, ExactRatio, [Insight.Lines])]) {
        let weights = parts.reduce(0) { $0 + $1.0.weight }
        var total = ExactRatio.zero
        var shown: [Part] = []
        for (id, score, lines) in parts {
            total = total + score * id.weight
            let weight = ExactRatio(id.weight) / weights
            guard let tenths = score.rounded(digits: 1), let share = weight.rounded(digits: 4)
            else { return nil }
            shown.append(Part(id: id, score: tenths, weight: share, lines: lines))
        }
        guard weights > 0, let rounded = (total / weights).rounded(digits: 0) else { return nil }
        score = Int(rounded)
        self.parts = shown
    }
}
