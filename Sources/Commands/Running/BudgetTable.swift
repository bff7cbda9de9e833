import Facts
import Planning
import Reports

/// The figures for a person.
struct BudgetTable {
    private let answer: BudgetAnswer
    private let console: Console

    init(_ answer: BudgetAnswer, _ console: Console) {
        self.answer = answer
        self.console = console
    }

    func print() throws {
        var currencies: [Currency] = []
        for figure in answer.figures where !currencies.contains(figure.amount.currency) {
            currencies.append(figure.amount.currency)
        }
        for currency in currencies {
            try console.line(
                .budgetHead, ["base": .text(currency.code), "day": .day(answer.day)])
            try console.table(table(answer.figures.filter { $0.amount.currency == currency }))
        }
        if answer.figures.isEmpty { try console.line(.budgetNoneNow, ["day": .day(answer.day)]) }
        if let envelopes = answer.envelopes {
            try console.line(
                .budgetUnassigned,
                [
                    "unassigned": .amount(envelopes.unassigned),
                    "balances": .amount(envelopes.balances),
                    "envelopes": .amount(envelopes.envelopes), "goals": .amount(envelopes.goals),
                ], envelopes.unassigned.isNegative ? .bad : .plain)
        }
        if !answer.goals.isEmpty { try console.table(goals()) }
    }

    private func table(_ figures: [BudgetFigure]) -> Table {
        let hasCarried = figures.contains { !$0.carried.isZero }
        var columns: [Table.Column] = [
            .init(.columnCategory, cutTo: 10), .init(.columnSpent, .number),
            .init(.columnAvailable, .number),
        ]
        if hasCarried { columns.append(.init(.columnCarried, .number)) }
        columns += [
            .blank, .init(Phrase(same: "%"), .number), .init(.columnDaysLeft, .number),
            .init(.columnProjected, .number),
        ]
        var table = Table(columns)
        for state in BudgetFigure.State.allCases {
            let rows = figures.filter { $0.state == state }
            if rows.isEmpty { continue }
            table.add([.words(state.name, [:], state.tone)])
            for figure in rows {
                var cells: [Table.Cell] = [
                    .text("  " + console.categoryName(figure.budget.category)),
                    .amount(figure.spent), .amount(figure.available),
                ]
                if hasCarried {
                    cells.append(figure.carried.isZero ? .none : .amount(figure.carried))
                }
                cells += [
                    .text(Self.bar(of: figure), state.tone),
                    figure.permille.map {
                        .text(peopleText(ratio: $0, in: console.language), state.tone)
                    } ?? .none,
                    .count(figure.daysLeft), .amount(figure.projected),
                ]
                table.add(cells)
            }
        }
        return table
    }

    private static let barColumns = 10

    /// What is spent, and a mark at today.
    private static func bar(of figure: BudgetFigure) -> String {
        let permille = figure.permille ?? (figure.state == .over ? 1_000 : 0)
        let filled = (min(1_000, max(0, permille)) * barColumns + 500) / 1_000
        let today =
            figure.daysLeft == 0
            ? nil : min(barColumns - 1, figure.daysElapsed * barColumns / figure.period.days)
        return (0..<barColumns).map { $0 == today ? "│" : $0 < filled ? "█" : "░" }.joined()
    }

    private func goals() -> Table {
        var table = Table([
            .init(.columnGoal, cutTo: 10), .init(.columnSaved, .number),
            .init(.columnTarget, .number), .init(Phrase(same: "%"), .number), .init(.columnBy),
            .init(.columnNeeded, .number),
        ])
        for goal in answer.goals {
            table.add([
                .text(goal.goal.name), .amount(goal.saved), .amount(goal.target),
                .text(peopleText(ratio: goal.permille, in: console.language)),
                .day(goal.goal.by),
                goal.isReached ? .words(.goalReached, [:], .good) : .amount(goal.needed),
            ])
        }
        return table
    }
}

extension BudgetFigure.State {
    fileprivate var name: Message {
        switch self {
        case .over: .budgetOver
        case .projectedOver: .budgetProjectedOver
        case .even: .budgetEven
        case .under: .budgetUnder
        }
    }

    fileprivate var tone: Tone {
        switch self {
        case .over: .bad
        case .projectedOver: .doubtful
        case .even: .plain
        case .under: .good
        }
    }
}
