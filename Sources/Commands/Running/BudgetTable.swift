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

    /// The tables of budgets, for their figures.
    var asked: [AskedTable] {
        tables.map { AskedTable(names: [$0.currency.code], table: $0.table) }
            + (answer.goals.isEmpty ? [] : [AskedTable(table: goals())])
    }

    private var tables: [(currency: Currency, table: Table)] {
        var currencies: [Currency] = []
        for figure in answer.figures where !currencies.contains(figure.amount.currency) {
            currencies.append(figure.amount.currency)
        }
        return currencies.map { currency in
            (currency, table(answer.figures.filter { $0.amount.currency == currency }))
        }
    }

    func print() throws {
        for (currency, table) in tables {
            try console.line(
                .budgetHead, ["base": .text(currency.code), "day": .day(answer.day)])
            try console.table(table)
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
            .init(.columnCategory, cutTo: 10), .init(.columnSpent, .number, key: "spent"),
            .init(.columnAvailable, .number, key: "available"),
        ]
        if hasCarried { columns.append(.init(.columnCarried, .number, key: "carried")) }
        columns += [
            .blank, .init(Phrase(same: "%"), .number, key: "percent"),
            .init(.columnDaysLeft, .number, key: "days_left"),
            .init(.columnProjected, .number, key: "projected"),
        ]
        var table = Table(columns)
        for state in BudgetFigure.State.allCases {
            let rows = figures.filter { $0.state == state }
            if rows.isEmpty { continue }
            table.add([.words(state.name, [:], state.tone)])
            for figure in rows {
                let name = names(of: figure, among: figures)
                var cells: [Table.Cell] = [
                    .text("  " + name.shown),
                    .amount(figure.spent).asking { spending(figure) },
                    .amount(figure.available).asking { available(figure) },
                ]
                if hasCarried {
                    cells.append(
                        figure.carried.isZero
                            ? .none : .amount(figure.carried).asking { carried(figure) })
                }
                cells += [
                    .text(Self.bar(of: figure), state.tone),
                    figure.permille.map {
                        .text(peopleText(ratio: $0, in: console.language), state.tone).asking {
                            let whole = FigureQuestion.Term(amount: figure.available)
                            return FigureQuestion(
                                spending(figure).terms, .ratio(of: [whole]))
                        }
                    } ?? .none,
                    .count(figure.daysLeft),
                    .amount(figure.projected).asking { projected(figure) },
                ]
                table.add(cells, .init(others: name.others))
            }
        }
        return table
    }

    /// The category's name; beside another budget of the category with how often the budget begins
    /// anew, and with its period's first day where that is the same.
    private func names(
        of figure: BudgetFigure, among figures: [BudgetFigure]
    ) -> (shown: String, others: [String]) {
        let category = figure.budget.category
        let (name, others) = (console.categoryName(category), console.namesOfCategory(category))
        let rivals = figures.filter {
            $0.budget.category == category && $0.budget != figure.budget
        }
        if rivals.isEmpty { return (name, others) }
        func mark(_ figure: BudgetFigure, _ language: Language) -> String {
            Self.mark(of: figure.budget.interval, in: language)
        }
        let isAlike = rivals.contains { mark($0, .en) == mark(figure, .en) }
        let since = isAlike ? " " + figure.period.first.text : ""
        return (
            name + ", " + mark(figure, console.language) + since,
            others
                + others.flatMap { one in
                    Language.allCases.map { one + " " + mark(figure, $0) + since }
                }
        )
    }

    private static func mark(of interval: BudgetInterval, in language: Language) -> String {
        switch interval {
        case .week: Message.budgetOfWeek.text[language]
        case .month: Message.budgetOfMonth.text[language]
        case .year: Message.budgetOfYear.text[language]
        case .days(let count, _):
            Message.budgetOfDays.text.with(["count": .count(Int(count))])[language]
        }
    }

    private func spending(_ figure: BudgetFigure) -> FigureQuestion {
        FigureQuestion([answer.rows(of: figure).words], .spending)
    }

    private func available(_ figure: BudgetFigure) -> FigureQuestion {
        var terms = [FigureQuestion.Term(amount: figure.amount)]
        if !figure.carried.isZero {
            terms.append(.init(name: console.words(.columnCarried), amount: figure.carried))
        }
        return FigureQuestion(terms)
    }

    private func carried(_ figure: BudgetFigure) -> FigureQuestion {
        guard let lines = answer.rowsCarried(of: figure), let since = figure.carriedSince else {
            return FigureQuestion([.init(amount: figure.carried)])
        }
        return FigureQuestion(
            [.init(words: lines.words)], .computed(.figureCarried, ["since": .day(since)]))
    }

    private func projected(_ figure: BudgetFigure) -> FigureQuestion {
        FigureQuestion(
            spending(figure).terms,
            .pace(days: figure.period.days, over: min(figure.daysElapsed, figure.period.days)))
    }

    private static let barColumns = 10

    /// A bar of the money spent, with a mark at today.
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
            .init(.columnGoal, cutTo: 10), .init(.columnSaved, .number, key: "saved"),
            .init(.columnTarget, .number, key: "target"),
            .init(Phrase(same: "%"), .number, key: "percent"), .init(.columnBy),
            .init(.columnNeeded, .number, key: "needed"),
        ])
        for goal in answer.goals {
            let saved = FigureQuestion.Term(name: console.words(.columnSaved), amount: goal.saved)
            let target = FigureQuestion.Term(
                name: console.words(.columnTarget), amount: goal.target)
            table.add([
                .text(goal.goal.name), .amount(goal.saved).asking { self.saved(for: goal) },
                .amount(goal.target).asking { FigureQuestion([.init(amount: goal.target)]) },
                .text(peopleText(ratio: goal.permille, in: console.language)).asking {
                    FigureQuestion([saved], .ratio(of: [target]))
                },
                .day(goal.goal.by),
                goal.isReached
                    ? .words(.goalReached, [:], .good)
                    : .amount(goal.needed).asking {
                        var less = saved
                        less.isLess = true
                        return FigureQuestion([target, less], .average(over: goal.monthsLeft))
                    },
            ])
        }
        return table
    }

    private func saved(for goal: BudgetMoney.Goal) -> FigureQuestion {
        guard goal.goal.saved == nil, let lines = answer.rows(of: goal) else {
            return FigureQuestion([.init(amount: goal.saved)])
        }
        return FigureQuestion([.init(words: lines.words)], .computed(.figureSaved))
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
