import Facts
import Reports
import TestKit
import Testing

@testable import Planning

@Suite struct BudgetTallyTests {
    private static let tree = CategoryTree(kindOf: { key in
        switch key.split(separator: ".").first {
        case "income": .income
        case "transfers": .transfer
        case nil: nil
        default: .expense
        }
    })

    private static let start = CalendarDate(daysSince1970: 20_454)  // 2026-01-01

    private func uah(_ units: Int64) -> Money { Money(minorUnits: units, currency: .uah) }

    private func row(
        _ day: Int, _ units: Int64, _ category: String, _ currency: Currency = .uah
    ) -> ReportRow {
        let day = Self.start.adding(days: Int32(day))
        return ReportRow(
            key: LineKey(account: 1, day: day, rest: UInt64(units.magnitude)), account: "card",
            day: day, amount: Money(minorUnits: units, currency: currency), category: category)
    }

    private func figures(
        _ plan: BudgetPlan, _ day: Int, by step: ReportPeriod.Step? = nil, _ rows: [ReportRow]
    ) throws -> [BudgetFigure] {
        var tally = try BudgetTally(
            plan, asOf: Self.start.adding(days: Int32(day)), by: step, Self.tree, base: .uah,
            PriceTable())
        for row in rows { tally.add(row) }
        return try tally.figures()
    }

    private func plan(_ budgets: Budget...) -> BudgetPlan {
        var plan = BudgetPlan()
        plan.budgets = budgets
        return plan
    }

    @Test func `Spending is expenses of a category and below, less what came back`() throws {
        let plan = plan(Budget("food", uah(100_000), every: .month(from: 1)))
        let linked = {
            var row = row(6, -9_000, "food")
            row.transfer = TransferLeg(
                key: row.key, account: "cash", day: row.day, amount: row.amount.negated)
            return row
        }()
        var split = row(7, -5_000, "toys")
        split.splits = [
            .init(category: "food.fish", amount: uah(-3_000)),
            .init(category: "toys", amount: uah(-2_000)),
        ]
        let rows = [
            row(-1, -1, "food"), row(0, -20_000, "food"), row(5, 2_000, "food"),
            row(5, 700, "income.refund"), linked, split, row(30, -1, "food"),
            row(8, -1_000, "food", .usd),
        ]
        let figure = try #require(try figures(plan, 9, rows).first)
        #expect(figure.spent == uah(21_000))
        #expect(figure.remaining == uah(79_000))
        #expect(figure.permille == 210)
        #expect(figure.daysElapsed == 10)
        #expect(figure.daysLeft == 21)
        // 210 ÷ 10 × 31.
        #expect(figure.projected == uah(65_100))
        #expect(figure.state == .under)
        #expect(figure.linesUnconverted == 1)
    }

    private static let states: [(Int64, Int, BudgetFigure.State)] = [
        (0, 30, .even), (1, 30, .under), (79_99, 30, .under), (80_00, 30, .even),
        (100_00, 30, .even), (100_01, 30, .over), (33_00, 9, .projectedOver), (32_25, 9, .under),
        (-100, 9, .even),
    ]

    @Test(arguments: states)
    func `A budget is over, will be over, under or even`(
        spent: Int64, day: Int, state: BudgetFigure.State
    ) throws {
        let plan = plan(Budget("food", uah(10_000), every: .month(from: 1)))
        let figure = try #require(try figures(plan, day, [row(1, -spent, "food")]).first)
        #expect(figure.state == state)
    }

    @Test func `What is unused is carried up to a limit, what is over as it is`() throws {
        let budget = Budget(
            "food", uah(10_000), every: .month(from: 1), from: Self.start,
            unused: .carry(upTo: uah(4_000)), over: .carry)
        let rows = [row(3, -1_000, "food"), row(40, -20_000, "food"), row(60, -100, "food")]
        let carried = try [9, 40, 70].map {
            try #require(try figures(plan(budget), $0, rows).first).carried
        }
        // 10,000 − 1,000 is above the limit; 14,000 − 20,000 is a debt.
        #expect(carried == [uah(0), uah(4_000), uah(-6_000)])
        #expect(try figures(plan(budget), -5, rows).isEmpty)
    }

    @Test func `What is over is covered by another budget, which then carries less`() throws {
        let budgets = plan(
            Budget("cafe", uah(1_000), every: .month(from: 1), over: .cover(from: "food")),
            Budget(
                "food", uah(10_000), every: .month(from: 1), from: Self.start,
                unused: .carry(upTo: nil)))
        let rows = [row(3, -4_000, "cafe"), row(4, -2_000, "food"), row(33, -20_000, "cafe")]
        let january = try figures(budgets, 20, rows)
        #expect(january.map(\.covered) == [uah(3_000), uah(0)])
        #expect(january.map(\.lent) == [uah(0), uah(3_000)])
        #expect(january.map(\.remaining) == [uah(0), uah(5_000)])
        #expect(january[0].state == .over)
        let february = try figures(budgets, 35, rows)
        #expect(february[1].carried == uah(5_000))
        // 19,000 are over, 15,000 are left.
        #expect(february.map(\.remaining) == [uah(-4_000), uah(0)])
        #expect(try figures(budgets, 60, rows).map(\.carried) == [uah(0), uah(0)])
    }

    @Test func `A week has its share of a month`() throws {
        let plan = plan(
            Budget("food", uah(31_000), every: .month(from: 1)),
            Budget("cafe", uah(700), every: .week))
        // From 29 December to 4 January.
        let rows = [row(-3, -500, "food"), row(2, -100, "food"), row(3, -1, "food")]
        let week = try figures(plan, 2, by: .week, rows)
        #expect(week.map(\.amount) == [uah(7_000), uah(700)])
        #expect(week[0].spent == uah(600))
        #expect(week[0].daysLeft == 1)
        // 3 of 31 days, and 4 of 31; over a year twelve months, and a part of 52 weeks.
        let year = try figures(plan, 200, by: .year, rows)
        #expect(year.map(\.amount) == [uah(372_000), uah(36_500)])
    }

    @Test func `A budget that was raised is compared with its own months`() throws {
        let october = CalendarDate(year: 2026, month: 10, day: 1)
        let plan = plan(
            Budget("food", uah(1_500), every: .month(from: 1), to: october?.adding(days: -1)),
            Budget("food", uah(2_000), every: .month(from: 1), from: october))
        // In January, and in October.
        let rows = [row(10, -4_000, "food"), row(280, -1_000, "food")]
        let year = try figures(plan, 320, by: .year, rows)
        #expect(year.map(\.amount) == [uah(13_500), uah(6_000)])
        #expect(year.map(\.spent) == [uah(4_000), uah(1_000)])
        #expect(year.map(\.daysElapsed) == [273, 48])
        #expect(year.map(\.daysLeft) == [0, 44])
    }

    /// The laws of envelopes, against a plain model that follows each line through the money.
    @Test func `Envelopes and what is not given out are the balances`() throws {
        var random = SeededNumbers(seed: 2_803)
        let categories = ["food", "food.fish", "cafe", "income.salary", "transfers.own", ""]
        let intervals: [BudgetInterval] = [.month(from: 1), .month(from: 31), .week]
        for _ in 0..<draws(150, slow: 10_000) {
            var plan = BudgetPlan()
            plan.hasEnvelopes = true
            let shared = random.pick(intervals)
            for category in ["food", "food.fish", "cafe"] {
                let over: [Budget.Over] =
                    category == "cafe"
                    ? [.forgive, .carry, .cover(from: "food")] : [.forgive, .carry]
                plan.budgets.append(
                    Budget(
                        category, uah(1_000), every: shared, from: Self.start,
                        unused: random.pick([
                            .lapse, .carry(upTo: nil),
                            .carry(upTo: uah(Int64(1 + random.below(3_000)))),
                        ]), over: random.pick(over)))
            }
            for _ in 0..<random.below(12) {
                plan.gifts.append(
                    Gift(
                        random.pick(["food", "food.fish", "cafe"]),
                        uah(Int64(random.below(9_000)) - 2_000),
                        on: Self.start.adding(days: Int32(random.below(120)))))
            }
            var rows: [ReportRow] = []
            for _ in 0..<random.below(40) {
                var row = row(
                    random.below(120), Int64(random.below(6_000)) - 4_000, random.pick(categories))
                if random.chance(25) {
                    let part = Int64(random.below(2_000)) - 1_000
                    row.splits = [part, row.amount.units - part].map {
                        .init(category: random.pick(categories), amount: uah($0))
                    }
                }
                rows.append(row)
            }
            var late = row(random.below(120), -Int64(1 + random.below(3_000)), "food.fish")
            late.account = "late"
            for asOf in [30, 58, 89, 119] {
                let figures = try figures(plan, asOf, rows)
                let day = Self.start.adding(days: Int32(asOf))
                let model = EnvelopeModel(plan, rows, to: day, Self.tree)
                #expect(
                    figures.map(\.remaining.units)
                        == plan.budgets.map { model.held[$0.category] ?? 0 })
                let held = figures.reduce(0) { $0 + $1.remaining.units }
                #expect(held + model.unassigned == model.balance)
                let after = try self.figures(plan, asOf, rows + [late])
                if late.day > day { #expect(after == figures) }
            }
        }
    }
}

/// Money moved line by line and period by period, without the tally's arithmetic.
private struct EnvelopeModel {
    var held: [String: Int64] = [:]
    var unassigned: Int64 = 0
    var balance: Int64 = 0

    init(_ plan: BudgetPlan, _ rows: [ReportRow], to end: CalendarDate, _ tree: CategoryTree) {
        guard let interval = plan.budgets.first?.interval else { return }
        var day = rows.map(\.day).min().map { min($0, end) } ?? end
        day = min(day, plan.budgets.compactMap(\.from).min() ?? day)
        let first = plan.budgets.compactMap(\.from).map { interval.period(of: $0).first }.min()
        while day <= end {
            if let first, day > first, interval.period(of: day).first == day { turn(plan) }
            for gift in plan.gifts where gift.day == day {
                held[gift.category, default: 0] += gift.amount.units
                unassigned -= gift.amount.units
            }
            for row in rows where row.day == day {
                for part in row.parts {
                    balance += part.amount.units
                    let isExpense = tree.kind(of: part, in: row) == .expense
                    let envelope = ["food.fish", "food", "cafe"].first {
                        isExpense && tree.isWithin(part.category, $0)
                    }
                    if let envelope {
                        held[envelope, default: 0] += part.amount.units
                    } else {
                        unassigned += part.amount.units
                    }
                }
            }
            day = day.adding(days: 1)
        }
        cover(plan)
    }

    private mutating func cover(_ plan: BudgetPlan) {
        for budget in plan.budgets {
            guard case .cover(let other) = budget.over, let own = held[budget.category], own < 0
            else { continue }
            let taken = min(-own, max(0, held[other] ?? 0))
            held[budget.category] = own + taken
            held[other, default: 0] -= taken
        }
    }

    /// A new period: unused money returns, money spent in excess is taken from what is left.
    private mutating func turn(_ plan: BudgetPlan) {
        cover(plan)
        for budget in plan.budgets {
            let left = held[budget.category] ?? 0
            var kept: Int64 = 0
            if left < 0 {
                kept = budget.over == .carry ? left : 0
            } else if case .carry(let limit) = budget.unused {
                kept = min(left, limit?.units ?? left)
            }
            held[budget.category] = kept
            unassigned += left - kept
        }
    }
}
