import Facts
import Planning
import Reports
import Scanning
import Workspaces

/// The tables of `networth`, whose figures know their accounts and lines.
struct WorthTables {
    private let question: LedgerQuestion
    private let rows: FigureRows
    private let periods: [NetWorth.Period]
    private let console: Console

    init(
        _ question: LedgerQuestion, _ rows: FigureRows, _ periods: [NetWorth.Period],
        _ console: Console
    ) {
        self.question = question
        self.rows = rows
        self.periods = periods
        self.console = console
    }

    var asked: [AskedTable] {
        [worth(of: periods.indices), bridge(of: periods.indices)].map { AskedTable(table: $0) }
    }

    private func cell(_ amount: Money) -> Table.Cell { amount.isZero ? .none : .amount(amount) }

    // MARK: What the accounts are worth

    func worth(of shown: Range<Int>) -> Table {
        var table = Table([
            .init(.columnPeriod), .init(.columnAssets, .number, key: "assets"),
            .init(.columnDebts, .number, key: "debts"),
            .init(.columnNetWorth, .number, key: "net"),
        ])
        for period in periods[shown] {
            table.add([
                .text(period.period.text),
                cell(period.assets).asking(amount: period.assets) {
                    stock(period) { !$0.isNegative }
                },
                cell(period.debts).asking(amount: period.debts) { stock(period, \.isNegative) },
                net(of: period)
                    .asking { stock(period) { _ in true } },
            ])
        }
        return table
    }

    private func net(of period: NetWorth.Period) -> Table.Cell {
        period.isKnown ? .amount(period.net, period.net.isNegative ? .bad : .plain) : .none
    }

    /// The accounts at the end of a period: their opening and lines, at the rate of that day.
    private func stock(
        _ period: NetWorth.Period, _ isMeant: (Money) -> Bool
    ) -> FigureQuestion {
        let base = period.net.currency
        return FigureQuestion(
            period.stocks.filter { isMeant($0.worth) && !$0.balance.isZero }.map { stock in
                FigureQuestion.Term(
                    name: question.access.settings.shownName(of: stock.place.account),
                    words: FigureRows.of(
                        stock.place, within: ReportSpan(.earliest, period.last)
                    ).words,
                    amount: stock.opening,
                    worth: stock.place.currency == base ? nil : (stock.worth, period.last))
            })
    }

    // MARK: Why it changed

    func bridge(of shown: Range<Int>) -> Table {
        let isPriced = periods[shown].allSatisfy(\.unpriced.isZero)
        var columns: [Table.Column] = [
            .init(.columnPeriod), .init(.columnIncome, .number, key: "income"),
            .init(.columnExpenses, .number, key: "expenses"),
            .init(.columnInFlight, .number, key: "in_flight"),
        ]
        let rests = Self.rests.filter { $0.name != .columnUnpriced || !isPriced }
        columns += rests.map { .init($0.name, .number, key: $0.key) }
        var table = Table(columns)
        for index in shown {
            let period = periods[index]
            let span = ReportSpan(period.first, period.last)
            let flows: [Table.Cell] = [
                .text(period.period.text),
                cell(period.income).asking(amount: period.income) {
                    FigureQuestion(rows.income(within: span).map(\.words))
                },
                cell(period.expenses).asking(amount: period.expenses) {
                    FigureQuestion(rows.expenses(within: span).map(\.words), .spending)
                },
                cell(period.inFlight).asking(amount: period.inFlight) {
                    FigureQuestion([rows.of([.transfer], within: span).words])
                },
            ]
            table.add(
                flows
                    + rests.map { rest in
                        let amount = rest.amount(period)
                        return cell(amount).asking(amount: amount) {
                            whatIsLeft(of: index, rest.name)
                        }
                    })
        }
        return table
    }

    /// The figures of a change that no lines sum to.
    private static let rests:
        [(name: Message, key: String, amount: @Sendable (NetWorth.Period) -> Money)] = [
            (.columnRevaluation, "revaluation", { $0.revaluation }),
            (.columnUnpriced, "unpriced", { $0.unpriced }),
            (.columnCorrections, "corrections", { $0.corrections }),
        ]

    /// The change of net worth without the other figures.
    ///
    /// - Parameter name: of the figure that is left.
    private func whatIsLeft(of index: Int, _ name: Message) -> FigureQuestion {
        let period = periods[index]
        let before = index > 0 ? periods[index - 1] : nil
        func term(_ message: Message, _ amount: Money, isLess: Bool) -> FigureQuestion.Term? {
            amount.isZero
                ? nil
                : .init(name: console.words(message), isLess: isLess, amount: amount)
        }
        func net(_ period: NetWorth.Period, isLess: Bool) -> FigureQuestion.Term {
            .init(
                name: console.words(.columnNetWorth) + ", " + period.period.text, isLess: isLess,
                amount: period.net)
        }
        let others = Self.rests.filter { $0.name != name }
        return FigureQuestion(
            ([
                net(period, isLess: false), before.map { net($0, isLess: true) },
                term(.columnIncome, period.income, isLess: true),
                term(.columnExpenses, period.expenses, isLess: false),
                term(.columnInFlight, period.inFlight, isLess: true),
            ] + others.map { term($0.name, $0.amount(period), isLess: true) }).compactMap { $0 })
    }
}
