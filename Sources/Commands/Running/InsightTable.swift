import Facts
import Planning
import Reports

/// The insights for a person: the month's sums and score, then a line a card by section.
struct InsightTable {
    private let report: InsightReport
    private let console: Console

    private static let columnsUsual = 80

    init(_ report: InsightReport, _ console: Console) {
        self.report = report
        self.console = console
    }

    func print() throws {
        try console.line(
            .insightsHead, ["day": .day(report.asOf), "base": .text(report.base.code)], .strong)
        var sums = Table([
            .init(.columnIncome, .number), .init(.columnExpenses, .number),
            .init(.columnNetFlow, .number), .init(.columnRefunds, .number),
        ])
        sums.add([
            .amount(report.income), .amount(report.expenses),
            .amount(report.net, report.net.isNegative ? .bad : .plain),
            report.refunds.isZero ? .none : .amount(report.refunds),
        ])
        try console.table(sums)
        if let score = report.score {
            try console.line(
                .insightsScore,
                [
                    "score": .count(score.score),
                    "grade": .phrase(Phrase("insightGrade.\(score.grade.rawValue)")),
                ], score.tone)
        }
        try console.line("")
        try console.table(cards)
        try printLeftOut()
    }

    private var cards: Table {
        var table = Table([.blank, .init(Phrase.empty, .number), .init(Phrase.empty, cutTo: 12)])
        for section in Insight.Section.allCases {
            let cards = report.cards.filter { $0.id.section == section }
            if cards.isEmpty { continue }
            table.add([.text(section.name[console.language], .quiet)])
            for card in cards {
                table.add([
                    .text("  " + card.id.title[console.language], card.severity.tone),
                    console.cell(of: card.value, card.severity.tone),
                    .text(console.note(of: card)),
                ])
            }
        }
        return table
    }

    private func printLeftOut() throws {
        var byNeed: [Insight.Need: [Template.Value]] = [:]
        for (id, needs) in report.leftOut {
            byNeed[needs, default: []].append(.phrase(id.title))
        }
        if let needs = report.scoreNeeds {
            byNeed[needs, default: []].append(.phrase(Phrase("insight.score")))
        }
        if byNeed.isEmpty { return }
        let groups = byNeed.sorted { $0.key < $1.key }.map { needs, titles in
            Template.Value.phrase(
                Phrase(
                    "insightNeeds.\(needs.word)",
                    ["cards": .list(titles), "count": .count(needs.months)]))
        }
        let text = console.words(
            .insightsLeftOut,
            ["groups": .text(groups.map { $0.text(in: console.language) }.joined(separator: "; "))])
        try console.line("")
        for line in wrapped(text, to: console.width ?? Self.columnsUsual) {
            try console.line(line, .quiet)
        }
    }
}

extension Console {
    fileprivate func cell(of value: Insight.Value, _ tone: Tone) -> Table.Cell {
        if case .amount(let amount) = value { return .amount(amount, tone) }
        return .text(text(of: value), tone)
    }

    /// A card's main figure, for people.
    func text(of value: Insight.Value) -> String {
        switch value {
        case .amount(let amount): peopleText(of: amount, in: language)
        case .percent(let tenths): peopleText(ratio: Int(clamping: tenths), in: language)
        case .times(let tenths): decimal(tenths) + "×"
        case .months(let tenths):
            Phrase("insightValue.months", ["count": .text(decimal(tenths))])[language]
        case .month(let number): Phrase("insightMonth.\(number)")[language]
        case .category(let key): name(ofInsight: key)
        case .accounts(let count), .budgets(let count): groupedDigits(String(count), in: language)
        }
    }

    private func decimal(_ tenths: Int64) -> String {
        peopleText(of: Money(units: tenths, scale: 1, currency: .unknown), in: language)
    }

    /// The text of a card beside its figure: its subject, and what it is compared with.
    func note(of card: Insight) -> String {
        var parts: [String] = []
        let names = card.detail.compactMap { name(of: $0.subject) }
        switch card.id {
        case .topCategory, .incomeSources:
            let percent = card.detail.first?.percent.map {
                peopleText(ratio: Int(clamping: $0), in: language)
            }
            parts = (card.id == .topCategory ? names.prefix(1) : []) + (percent.map { [$0] } ?? [])
        case .spendingSpike, .categoryTrend, .bestMonth, .worstMonth: parts = Array(names.prefix(1))
        case .overBudget, .projectedOverspend, .underBudget, .dormantAccounts,
            .duplicateSubscriptions:
            parts = [names.joined(separator: ", ")]
        default: break
        }
        for item in card.detail {
            guard case .figure(let figure) = item.subject,
                let text = text(of: figure, item, in: card.id)
            else { continue }
            parts.append(text)
        }
        if let trend = card.trend, let text = text(of: trend) { parts.append(text) }
        return parts.joined(separator: ", ")
    }

    private func name(of subject: Insight.Item.Subject) -> String? {
        switch subject {
        case .category(let key): name(ofInsight: key)
        case .account(let place): place.account
        case .stream(_, let name): name
        case .month(let month): month.text
        case .figure: nil
        }
    }

    private func text(
        of figure: Insight.Item.Figure, _ item: Insight.Item, in id: Insight.ID
    ) -> String? {
        // The others explain the figure to programs.
        switch (id, figure) {
        // The figure itself.
        case (.balanceRunway, .netFlow) where item.amount?.isNegative == false:
            Phrase("insightFigure.growing")[language]
        case (.savingsRate, .saved), (.emergencyFund, .monthlyExpenses),
            (.spendingForecast, .daysLeft), (.balanceRunway, .netFlow),
            (.projectedBalance, .balanceAfter), (.categoryTrend, .rises),
            (.recurringCost, .streams), (.incomeExpenseRatio, .netFlow):
            Phrase(
                "insightFigure.\(figure.rawValue)",
                [
                    "amount": item.amount.map { .amount($0) } ?? "",
                    "count": .count(item.count ?? 0),
                ])[language]
        default: nil
        }
    }

    private func text(of trend: Insight.Trend) -> String? {
        let change: String
        if let percent = trend.percent {
            change = peopleText(change: Int(clamping: percent), in: language)
        } else if case .percent(let points) = trend.absolute {
            change = peopleText(change: Int(clamping: points), in: language)
        } else if let absolute = trend.absolute {
            change = text(of: absolute)
        } else {
            return nil
        }
        return Phrase("insightAgainst.\(trend.against.rawValue)", ["change": .text(change)])[
            language]
    }
}

extension Insight.ID {
    /// Keys of texts have no underscores.
    var title: Phrase {
        let key = String(rawValue.map { $0 == "_" ? "-" : $0 })
        return Phrase("insight.\(key)")
    }
}

extension Insight.Section {
    fileprivate var name: Phrase { Phrase("insightSection.\(rawValue)") }
}

extension Insight.Severity {
    var tone: Tone {
        switch self {
        case .critical: .bad
        case .warning: .doubtful
        case .neutral: .plain
        case .positive: .good
        }
    }
}

extension HealthScore {
    fileprivate var tone: Tone {
        switch grade {
        case .excellent, .good: .good
        case .fair: .doubtful
        case .needsAttention: .bad
        }
    }
}

extension Insight.Need {
    fileprivate var months: Int { if case .months(let count) = self { count } else { 0 } }

    /// The key of its text.
    fileprivate var word: String { if case .months = self { "months" } else { text } }
}
