import Facts
import Reports
import TestKit
import Testing

@testable import Planning

/// Cards of small invented households: what each of them hinges on.
@Suite struct InsightTests {
    private static let tree = CategoryTree(kindOf: { key in
        switch key.split(separator: ".").first {
        case "income": .income
        case "transfers": .transfer
        case nil, "odd": nil
        default: .expense
        }
    })

    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(text: text))
    }

    /// Day, hryvnias, category.
    typealias Line = (String, Int64, String)

    private func report(
        _ lines: [Line], asOf text: String, hasAll: Bool = true, balance: Int64? = nil,
        budgets: [BudgetFigure] = []
    ) throws -> InsightReport? {
        let asOf = try day(text)
        let converter = CurrencyConverter(to: .uah, PriceTable())
        var sums = InsightSums(asOf: asOf, Self.tree, converter)
        var total: Int64 = 0
        for (number, line) in lines.enumerated() where try day(line.0) <= asOf {
            let day = try day(line.0)
            sums.add(
                ReportRow(
                    key: LineKey(account: 1, day: day, rest: UInt64(number)), account: "card",
                    day: day, amount: Money(minorUnits: line.1 * 100, currency: .uah),
                    category: line.2))
            total += line.1
        }
        let held = Money(minorUnits: (balance ?? total) * 100, currency: .uah)
        return try InsightReport(
            InsightInput(
                sums, streams: [], budgets: budgets,
                balances: [
                    .init(AccountPlace("card", .uah), held, openedOn: nil, isDeposit: false)
                ], converter), hasAll: hasAll)
    }

    private func card(
        _ id: Insight.ID, _ lines: [Line], asOf: String, balance: Int64? = nil
    ) throws -> Insight? {
        try report(lines, asOf: asOf, balance: balance)?.cards.first { $0.id == id }
    }

    @Test(
        arguments: [
            (799, 201, .positive), (800, 200, .warning), (900, 100, .warning), (901, 99, .critical),
            (1_500, -500, .critical),
        ] as [(Int64, Int64, Insight.Severity)])
    func `The savings rate is judged unrounded`(
        spent: Int64, tenths: Int64, severity: Insight.Severity
    ) throws {
        let lines: [Line] = [
            ("2025-03-01", 1_000, "income.salary"), ("2025-03-02", -spent, "groceries"),
        ]
        let card = try #require(try card(.savingsRate, lines, asOf: "2025-03-20"))
        #expect(card.value == .percent(tenths))
        #expect(card.severity == severity)
    }

    @Test func `Refunds reduce expenses, and transfers between own accounts are neither`() throws {
        let lines: [Line] = [
            ("2025-03-01", 1_000, "income.salary"), ("2025-03-02", -500, "shopping"),
            ("2025-03-03", 200, "income.refund"), ("2025-03-04", -300, "transfers.savings"),
            ("2025-03-05", -100, "transfers.person"), ("2025-03-06", 40, "transfers.person"),
            ("2025-03-07", -50, "odd.thing"), ("2025-03-08", 30, ""),
            ("2025-03-09", -20, "income.salary"), ("2025-03-10", 10, "groceries"),
        ]
        let report = try #require(try report(lines, asOf: "2025-03-31"))
        #expect(report.income.text == "1050.00")
        #expect(report.expenses.text == "440.00")
        #expect(report.refunds.text == "200.00")
        #expect(report.net.text == "610.00")
        let top = try #require(report.cards.first { $0.id == .topCategory })
        // Groceries brought money in: they are in no list. Shopping does not see the refund.
        let items = top.detail.map { item in
            if case .category(let key) = item.subject { key } else { "?" }
        }
        #expect(items == ["shopping", "transfers", ""])
        #expect(top.value == .amount(Money(minorUnits: 50_000, currency: .uah)))
        #expect(top.severity == .warning)
    }

    @Test func `Months are compared by as many days, and whole ones on the last day`() throws {
        let lines: [Line] = [
            ("2025-01-01", -10, "a"), ("2025-01-30", -100, "a"), ("2025-02-10", -60, "a"),
            ("2025-02-28", -5, "a"), ("2025-03-05", -90, "a"), ("2025-03-29", -1, "a"),
        ]
        func change(_ asOf: String) throws -> String? {
            guard
                case .amount(let amount)? = try card(.expenseChange, lines, asOf: asOf)?
                    .trend?.absolute
            else { return nil }
            return amount.text
        }
        #expect(try change("2025-03-09") == nil)
        #expect(try change("2025-03-10") == "30.00")
        // The 28th of a February is its end, and that of March is not.
        #expect(try change("2025-03-28") == "25.00")
        #expect(try change("2025-02-27") == "50.00")
        #expect(try change("2025-02-28") == "-45.00")
    }

    @Test func `Months without lines between others count as zero`() throws {
        let lines: [Line] = [
            ("2025-01-05", -300, "a"), ("2025-03-05", -300, "a"), ("2025-04-02", -1, "a"),
        ]
        let fund = try #require(try card(.emergencyFund, lines, asOf: "2025-04-10", balance: 600))
        // 600 ÷ (300 + 0 + 300) × 3
        #expect(fund.value == .months(30))
        #expect(fund.severity == .positive)
        // One month is there: it is the mean.
        let early = try #require(try card(.emergencyFund, lines, asOf: "2025-01-31", balance: 600))
        #expect(early.value == .months(20))
        #expect(early.severity == .warning)
    }

    @Test func `Money that lasts is told in months, and growth as an amount`() throws {
        let falling: [Line] = [("2025-01-05", -300, "a"), ("2025-02-02", -1, "a")]
        let runway = try #require(
            try card(.balanceRunway, falling, asOf: "2025-02-10", balance: 150))
        #expect(runway.value == .months(5))
        #expect(runway.severity == .critical)
        let steady: [Line] = [("2025-01-05", -300, "a"), ("2025-01-06", 300, "income.salary")]
        let even = try #require(try card(.balanceRunway, steady, asOf: "2025-02-10", balance: 150))
        #expect(even.value == .amount(Money(minorUnits: 0, currency: .uah)))
        #expect(try card(.balanceRunway, steady, asOf: "2025-02-10", balance: -1) == nil)
    }

    @Test(
        arguments: [
            (150, nil), (151, .warning), (200, .warning), (201, .critical),
        ] as [(Int64, Insight.Severity?)])
    func `A spike is more than one and a half times the mean`(
        amount: Int64, severity: Insight.Severity?
    ) throws {
        var lines: [Line] = [("2025-04-03", -amount, "pets")]
        for month in 1...3 { lines.append(("2025-0\(month)-07", -100, "pets")) }
        #expect(try card(.spendingSpike, lines, asOf: "2025-04-20")?.severity == severity)
        // Beside larger expenses it is not worth a word.
        for month in 1...3 { lines.append(("2025-0\(month)-08", -9_901, "housing")) }
        #expect(try card(.spendingSpike, lines, asOf: "2025-04-20") == nil)
    }

    @Test func `A category rises in complete months only`() throws {
        let lines: [Line] = [
            ("2025-01-07", -100, "pets"), ("2025-02-07", -110, "pets"),
            ("2025-03-07", -120, "pets"), ("2025-04-01", -1, "pets"),
        ]
        let card = try #require(try card(.categoryTrend, lines, asOf: "2025-04-20"))
        #expect(card.value == .amount(Money(minorUnits: 12_000, currency: .uah)))
        #expect(card.detail.last?.count == 2)
        #expect(card.trend?.percent == 91)
        #expect(try self.card(.categoryTrend, lines, asOf: "2025-04-30") == nil)
        #expect(try self.card(.categoryTrend, lines, asOf: "2025-03-30") == nil)
    }

    @Test func `What is missing is left out and named, an unmet condition is not`() throws {
        let report = try #require(
            try report([("2025-03-02", -100, "groceries")], asOf: "2025-03-20", hasAll: false))
        let needs = Dictionary(uniqueKeysWithValues: report.leftOut.map { ($0.id, $0.needs) })
        #expect(needs[.savingsRate] == .income)
        #expect(needs[.expenseChange] == .months(2))
        #expect(needs[.overBudget] == .budgets)
        #expect(needs[.emergencyFund] == .balance)
        #expect(needs[.dormantAccounts] == nil)
        #expect(needs[.savingsMomentum] == nil)
        #expect(report.score == nil && report.scoreNeeds == .months(1))
        let shown = Set(report.cards.map(\.id))
        #expect(shown.isDisjoint(with: needs.keys))
        #expect(try self.report([], asOf: "2025-03-20") == nil)
    }

    /// Full marks, none, and each part at its half.
    @Test(
        arguments: [
            (1_000, 800, 2_400, 100, [1_000, 1_000, 1_000, 1_000]),
            (1_000, 1_200, -1, 27, [0, 1_000, 0, 0]),
            (1_000, 900, 1_350, 67, [500, 1_000, 500, 750]),
        ] as [(Int64, Int64, Int64, Int, [Int64])])
    func `The score weighs what is there`(
        income: Int64, spent: Int64, balance: Int64, score: Int, parts: [Int64]
    ) throws {
        var lines: [Line] = []
        for month in 1...3 {
            lines.append(("2025-0\(month)-01", income, "income.salary"))
            lines.append(("2025-0\(month)-02", -spent, "groceries"))
        }
        let found = try #require(
            try report(lines, asOf: "2025-03-31", balance: balance)?.score)
        #expect(found.parts.map(\.score) == parts)
        #expect(found.parts.map(\.weight) == [4_000, 2_667, 2_000, 1_333])
        #expect(found.score == score)
    }

    @Test func `Sections stand in order, and the worst first in each`() throws {
        var lines: [Line] = []
        for month in 1...9 {
            lines.append(("2025-0\(month)-01", 1_000, "income.salary"))
            lines.append(("2025-0\(month)-02", Int64(-100 * month), "groceries"))
        }
        let cards = try #require(try report(lines, asOf: "2025-09-15")).cards
        let places = cards.map { card in
            [
                Insight.Section.allCases.firstIndex(of: card.id.section) ?? -1,
                Insight.Severity.allCases.firstIndex(of: card.severity) ?? -1,
            ]
        }
        #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(cards.count > 10)
    }

    @Test func `A dismissed card is not told again for its cause`() throws {
        var lines: [Line] = [
            ("2025-03-01", 1_000, "income.salary"), ("2025-03-02", -990, "groceries"),
            ("2025-04-01", 1_000, "income.salary"), ("2025-04-02", -990, "groceries"),
        ]
        let march = try #require(try report(lines, asOf: "2025-03-31"))
        let card = try #require(march.cards.first { $0.id == .savingsRate })
        #expect(march.pushed(try InsightDismissals(), atMost: 3).contains { $0.id == card.id })
        let bytes = try InsightDismissals.adding(card, to: Array("# ours\n".utf8))
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix("# ours\n- {dismissed: savings_rate"))
        let dismissed = try InsightDismissals(bytes)
        #expect(!march.pushed(dismissed, atMost: 9).contains { $0.id == card.id })
        // Next month it is the same; a warning is another cause.
        let april = try #require(try report(lines, asOf: "2025-04-30"))
        #expect(!april.pushed(dismissed, atMost: 9).contains { $0.id == card.id })
        lines.append(("2025-04-03", 100, "income.other"))
        let better = try #require(try report(lines, asOf: "2025-04-30"))
        #expect(better.pushed(dismissed, atMost: 9).contains { $0.id == card.id })
        #expect(better.pushed(dismissed, atMost: 2).count == 2)
        let later = try #require(try report(lines, asOf: "2025-06-30"))
        #expect(later.pushed(dismissed, atMost: 99).isEmpty)
        #expect(better.pushed(dismissed, atMost: 99).allSatisfy { $0.severity != .neutral })
    }

    @Test(arguments: [
        "dismissed: savings_rate\n", "- {dismissed: savings_rat, because: x}\n",
        "- {dismissed: savings_rate}\n", "- {dismissed: savings_rate, because: x, why: y}\n",
        "- {dismissed: savings_rate, because: [x]}\n", "- {]\n",
    ]) func `A wrong file of dismissals is refused with its place`(text: String) {
        let faults = #expect(throws: PlanFaults.self) {
            try InsightDismissals(Array(text.utf8))
        }
        #expect(faults?.faults.first?.place.file == "insights.yaml")
        #expect(faults?.faults.first?.place.line == 1)
    }
}
