import Facts
import TestKit
import Testing

@testable import Reports

@Suite struct `Periods and categories` {
    private let tree = CategoryTree(kindOf: testNames.kindOf)

    /// The periods of a sum, then its total.
    private func all(_ amounts: FlowMatrix.Amounts) -> [Money?] {
        amounts.periods + [amounts.total]
    }

    @Test func `each currency has a table with its own totals`() throws {
        var matrix = FlowMatrix(tree)
        try matrix.add(row(1, "2025-03-14", money("-125.50"), category: "groceries"))
        try matrix.add(row(2, "2025-03-15", money("-74.50"), category: "groceries"))
        try matrix.add(row(3, "2025-04-01", money("-60"), category: "eating_out.coffee"))
        try matrix.add(row(4, "2025-04-02", money("1000"), category: "income.salary"))
        try matrix.add(row(5, "2025-04-03", money("-500"), category: "transfers.own"))
        try matrix.add(row(6, "2025-04-03", money("-3.00", .usd), category: "groceries"))
        let tables = try matrix.tables()
        #expect(tables.map(\.currency) == [.uah, .usd])
        let uah = tables[0]
        #expect(uah.periods.map(\.text) == ["2025-03", "2025-04"])
        #expect(
            uah.rows.map(\.label) == [
                "eating_out.coffee", "groceries", "income.salary", "transfers.own",
            ])
        #expect(uah.rows.map(\.section) == [.expense, .expense, .income, .transfer])
        #expect(uah.rows[1].amounts.periods == [money("-200"), nil])
        #expect(uah.rows[1].amounts.count == 2)
        #expect(all(uah.moneyOut) == [money("-200"), money("-60"), money("-260")])
        #expect(all(uah.moneyIn) == [money("0"), money("1000"), money("1000")])
        #expect(all(uah.net) == [money("-200"), money("940"), money("740")])
        #expect(all(uah.transfers) == [money("0"), money("-500"), money("-500")])
        #expect(all(uah.change) == [money("-200"), money("440"), money("240")])
        #expect(uah.sections[.expense].map(all) == all(uah.moneyOut))
    }

    @Test func `a refund lessens what was spent and an unknown category counts by its sign`() throws
    {
        var matrix = FlowMatrix(tree)
        try matrix.add(row(1, "2025-03-14", money("-100"), category: "groceries"))
        try matrix.add(row(2, "2025-03-15", money("30"), category: "groceries"))
        try matrix.add(row(3, "2025-03-16", money("-5")))
        try matrix.add(row(4, "2025-03-16", money("7")))
        let table = try matrix.tables()[0]
        #expect(table.moneyOut.total == money("-75") && table.moneyIn.total == money("7"))
        #expect(
            table.rows.map(\.section) == [.expense, .unsorted(isIn: true), .unsorted(isIn: false)])
        #expect(table.rows.map(\.amounts.total) == [money("-70"), money("7"), money("-5")])
    }

    @Test func `what leaves own accounts is apart, and a linked side is a transfer`() throws {
        var matrix = FlowMatrix(tree)
        for (number, category) in [
            "transfers.own", "transfers.savings", "transfers.person", "transfers.cash",
            "transfers.fx", "transfers", "groceries", "transfers.person",
        ].enumerated() {
            var line = row(UInt64(number), "2025-03-14", money("-1"), category: category)
            if number > 5 {
                line.transfer = TransferLeg(
                    key: line.key, account: "x", day: line.day, amount: money("1"))
            }
            try matrix.add(line)
        }
        let table = try matrix.tables()[0]
        #expect(table.outside.total == money("-4") && table.transfers.total == money("-8"))
        #expect(table.moneyOut.total == money("0") && table.change.total == money("-8"))
        let linked = table.rows.filter { $0.label == "transfers.person" }
        #expect(linked.map(\.section) == [.outside, .transfer])
        #expect(linked.map(\.kinds) == [[.outside], [.transfer]])
    }

    /// What every line adds is in one row of the table, and all of them are the change of balances.
    @Test(arguments: UInt64(1)...60) func `every table sums to what the balances changed by`(
        seed: UInt64
    ) throws {
        var state = seed
        func draw(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let categories = [
            "", "groceries", "eating_out.coffee", "income.salary", "transfers.own",
            "transfers.person", "transfers.cash", "mine", "income.refund",
        ]
        let subjects = FlowMatrix.Subject.allCases.filter { $0 != .tag }
        let steps: [ReportPeriod.Step?] = ReportPeriod.Step.allCases + [nil]
        var matrix = FlowMatrix(
            by: subjects[draw(subjects.count)], step: steps[draw(steps.count)], isCompared: true,
            tree)
        var all: [Int64] = [0, 0]
        for number in UInt64(1)...40 {
            let units = Int64(draw(20_000) - 10_000)
            let isBefore = draw(4) == 0
            all[isBefore ? 1 : 0] += units
            var line = row(
                number, "2025-0\(1 + draw(9))-1\(draw(9))",
                Money(minorUnits: units, currency: .uah),
                category: categories[draw(categories.count)], "Shop \(draw(3))")
            if draw(5) == 0 {
                line.transfer = TransferLeg(
                    key: line.key, account: "x", day: line.day, amount: line.amount)
            }
            try matrix.add(line, isBefore: isBefore)
        }
        let table = try matrix.tables()[0]
        let change = table.change
        #expect(change.total == Money(minorUnits: all[0], currency: .uah))
        #expect(change.before == Money(minorUnits: all[1], currency: .uah))
        func sum(_ amount: (FlowMatrix.Amounts) -> Money?) -> Int64 {
            table.rows.reduce(0) { $0 + (amount($1.amounts)?.units ?? 0) }
        }
        #expect(sum(\.total) == all[0] && sum(\.before) == all[1])
        for place in table.periods.indices {
            #expect(sum { $0.periods[place] } == change.periods[place]?.units)
        }
        let sections = table.sections.values.reduce(0) { $0 + $1.total.units }
        #expect(sections == all[0])
    }

    @Test func `depth and years put rows together`() throws {
        var matrix = FlowMatrix(step: .year, depth: 1, tree)
        try matrix.add(row(1, "2024-03-14", money("-1"), category: "eating_out.coffee"))
        try matrix.add(row(2, "2025-03-14", money("-2"), category: "eating_out.bars"))
        try matrix.add(row(3, "2025-12-31", money("-4"), category: "eating_out"))
        let table = try matrix.tables()[0]
        #expect(table.periods.map(\.text) == ["2024", "2025"])
        #expect(table.rows.map(\.label) == ["eating_out"])
        #expect(table.rows[0].amounts.periods == [money("-1"), money("-6")])
    }

    @Test func `periods without lines stay in sequence`() throws {
        for (step, texts) in [
            (ReportPeriod.Step.month, ["2024-11", "2024-12", "2025-01", "2025-02"]),
            (.quarter, ["2024-Q4", "2025-Q1"]), (.year, ["2024", "2025"]),
        ] {
            var matrix = FlowMatrix(step: step, tree)
            try matrix.add(row(1, "2024-11-30", money("-1"), category: "groceries"))
            try matrix.add(row(2, "2025-02-01", money("-2"), category: "groceries"))
            let table = try matrix.tables()[0]
            #expect(table.periods.map(\.text) == texts)
            #expect(table.moneyOut.periods.filter { $0 == money("0") }.count == texts.count - 2)
            #expect(table.rows[0].amounts.periods.filter { $0 == nil }.count == texts.count - 2)
        }
    }

    @Test(arguments: [
        ("2025-01-01", "2025-W01"), ("2024-12-30", "2025-W01"), ("2024-12-29", "2024-W52"),
        ("2026-12-31", "2026-W53"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"),
        ("2026-03-15", "2026-W11"), ("1960-01-03", "1959-W53"),
    ])
    func `weeks begin on Monday and are numbered as ISO 8601 does`(text: String, week: String) {
        let period = ReportPeriod(.week, of: day(text))
        #expect(period.text == week && period.first <= day(text) && day(text) <= period.last)
        #expect(period.next.first == period.first.adding(days: 7))
    }

    @Test func `a refund counts against what was spent at its payee`() throws {
        var matrix = FlowMatrix(by: .payee, step: nil, tree)
        try matrix.add(row(1, "2025-03-01", money("-100"), category: "groceries", "Rozetka"))
        try matrix.add(row(2, "2025-03-05", money("40"), category: "income.refund", "ROZETKA"))
        try matrix.add(row(3, "2025-03-06", money("9"), category: "income.refund", "Prom"))
        try matrix.add(row(4, "2025-03-06", money("50"), category: "income.salary", "Rozetka"))
        let table = try matrix.tables()[0]
        #expect(table.rows.map(\.label) == ["Rozetka", "Prom", "Rozetka"])
        #expect(table.rows.map(\.section) == [.expense, .income, .income])
        #expect(table.rows.map(\.amounts.total) == [money("-60"), money("9"), money("50")])
        #expect(table.rows.map(\.kinds) == [[.expense, .refund], [.refund], [.income]])
        #expect(table.sections[.expense]?.total == money("-60"))
        #expect(table.sections[.income]?.total == money("59"))
        #expect(table.moneyOut.total == money("-100") && table.refunds.total == money("49"))
    }

    @Test func `a line with two tags is in both rows and in the sums once`() throws {
        var matrix = FlowMatrix(by: .tag, step: nil, tree)
        var line = row(1, "2025-03-01", money("-100"), category: "groceries")
        line.tags = ["Work", "trip", "work"]
        try matrix.add(line)
        try matrix.add(row(2, "2025-03-01", money("-1"), category: "groceries"))
        let table = try matrix.tables()[0]
        #expect(table.rows.map(\.label) == ["", "Work", "trip"])
        #expect(table.rows.map(\.amounts.total) == [money("-1"), money("-100"), money("-100")])
        #expect(table.sections[.expense]?.total == money("-101"))
    }

    @Test(arguments: [
        // From, to, today, then the spans before and a year earlier.
        (
            "2026-02-01", "2026-02-28", "2026-03-14", "2026-01-01 2026-01-31",
            "2025-02-01 2025-02-28"
        ),
        (
            "2024-02-01", "2024-02-29", "2026-03-14", "2024-01-01 2024-01-31",
            "2023-02-01 2023-02-28"
        ),
        (
            "2025-02-01", "2025-02-28", "2026-03-14", "2025-01-01 2025-01-31",
            "2024-02-01 2024-02-29"
        ),
        (
            "2026-03-01", "2026-03-31", "2026-03-14", "2026-02-01 2026-02-14",
            "2025-03-01 2025-03-14"
        ),
        (
            "2026-03-01", "2026-03-14", "2026-03-14", "2026-02-01 2026-02-14",
            "2025-03-01 2025-03-14"
        ),
        (
            "2026-03-01", "2026-03-31", "2026-03-30", "2026-02-01 2026-02-28",
            "2025-03-01 2025-03-30"
        ),
        (
            "2026-03-01", "2026-03-31", "2026-03-31", "2026-02-01 2026-02-28",
            "2025-03-01 2025-03-31"
        ),
        (
            "2026-01-01", "2026-03-14", "2026-03-14", "2025-10-01 2025-12-12",
            "2025-01-01 2025-03-14"
        ),
        (
            "2025-01-01", "2025-12-31", "2025-03-05", "2024-01-01 2024-03-04",
            "2024-01-01 2024-03-05"
        ),
        (
            "2024-01-01", "2024-03-31", "2024-03-14", "2023-10-01 2023-12-13",
            "2023-01-01 2023-03-14"
        ),
        (
            "2024-01-01", "2024-03-31", "2024-02-29", "2023-10-01 2023-11-29",
            "2023-01-01 2023-02-28"
        ),
        (
            "2025-01-01", "2025-12-31", "2026-03-14", "2024-01-01 2024-12-31",
            "2024-01-01 2024-12-31"
        ),
        (
            "2026-03-02", "2026-03-08", "2026-03-14", "2026-02-23 2026-03-01",
            "2025-03-02 2025-03-08"
        ),
        (
            "2026-03-09", "2026-03-15", "2026-03-11", "2026-03-02 2026-03-04",
            "2025-03-09 2025-03-11"
        ),
    ])
    func `a span is compared with one like it`(
        first: String, last: String, today: String, previous: String, lastYear: String
    ) {
        let span = ReportSpan(day(first), day(last))
        for (comparison, texts) in [
            (ReportSpan.Comparison.previous, previous), (.lastYear, lastYear),
        ] {
            let before = span.compared(with: comparison, today: day(today))
            #expect("\(before.first.text) \(before.last.text)" == texts, "\(comparison)")
        }
    }

    @Test(
        arguments: [
            ("-12.345", "-100", "123", "-6.17"), ("0.05", "-100", nil, "0.03"),
            ("-50", "100", nil, "-25.00"), ("-0.01", "100", nil, "-0.01"),
            ("0", "100", "0", "0.00"), ("1", "0", nil, "0.50"),
            ("-0.05", "-100", "1", "-0.03"), ("250", "100", "2500", "125.00"),
        ] as [(String, String, String?, String)])
    func `shares and averages are rounded half away from zero`(
        total: String, whole: String, share: String?, average: String
    ) {
        func amounts(_ text: String) -> FlowMatrix.Amounts {
            FlowMatrix.Amounts(periods: [], total: money(text), before: nil, count: 1, lines: 1)
        }
        #expect(amounts(total).share(of: money(whole)).map { "\($0)" } == share)
        #expect(amounts(total).average(over: 2).text == average)
    }

    /// Whatever came back: shares of what went a section's way are all of it together, to the last
    /// unit, and none is more.
    @Test(arguments: FlowMatrix.Subject.allCases)
    func `shares are of what goes the way of the section`(subject: FlowMatrix.Subject) throws {
        var dice = Dice(state: 7)
        let categories = ["groceries", "eating_out.coffee", "income.salary", "transfers.own", ""]
        for _ in 0..<draws(40, slow: 400) {
            var matrix = FlowMatrix(by: subject, step: nil, tree)
            for number in 0..<UInt64(2 + dice.roll(12)) {
                var line = row(
                    number, "2025-03-14", money("\(dice.roll(2_001) - 1_200)"),
                    category: categories[dice.roll(categories.count)])
                line.payee = "P\(dice.roll(4))"
                line.account = "a\(dice.roll(3))"
                line.tags = dice.roll(2) == 0 ? ["t\(dice.roll(3))"] : ["t0", "t1"]
                try matrix.add(line)
            }
            for table in try matrix.tables() {
                for (section, sum) in table.sections {
                    let rows = table.rows.filter { $0.section == section }
                    guard let whole = table.wholes[section] else {
                        let isNothing = rows.allSatisfy {
                            $0.amounts.total.isZero
                                || $0.amounts.total.isNegative != sum.total.isNegative
                        }
                        #expect(sum.total.isZero || isNothing)
                        continue
                    }
                    #expect(whole.isNegative == sum.total.isNegative)
                    let sharing = rows.filter { $0.amounts.share(of: whole) ?? 0 > 0 }
                    #expect(sharing.allSatisfy { $0.amounts.share(of: whole) ?? 0 <= 1_000 })
                    let units = rows.filter {
                        $0.amounts.total.isNegative == whole.isNegative && !$0.amounts.total.isZero
                    }.reduce(0) { $0 + $1.amounts.total.units }
                    #expect(units == whole.units)
                    if subject != .tag {
                        #expect(sum.total.units.magnitude <= whole.units.magnitude)
                    }
                }
            }
        }
    }

    @Test func `a trend is the last period beside the average`() {
        func trend(_ periods: [String?], isBalance: Bool = false) -> Int? {
            let amounts = periods.map { $0.map { money($0) } }
            let total = amounts.compactMap { $0?.units }.reduce(0, +)
            return FlowMatrix.Amounts(
                periods: amounts, total: Money(minorUnits: total, currency: .uah),
                before: nil, count: 1, lines: 1
            ).trend(over: periods.count, isBalance: isBalance)
        }
        #expect(trend(["-100", "-200"]) == 333 && trend(["-200", "-100"]) == -333)
        #expect(trend(["-100", nil]) == -1_000 && trend(["0", "0"]) == nil)
        #expect(trend(["-300", "-100"], isBalance: true) == 500)
    }

    @Test func `growth is of the size, but of a balance`() {
        func growth(_ total: String, _ before: String, isBalance: Bool = false) -> Int? {
            FlowMatrix.Amounts(
                periods: [], total: money(total), before: money(before), count: 1, lines: 1
            ).growth(isBalance: isBalance)
        }
        #expect(growth("-200", "-100") == 1_000 && growth("-50", "-100") == -500)
        #expect(growth("300", "200") == 500 && growth("-5", "0") == nil)
        #expect(growth("-200", "-100", isBalance: true) == -1_000)
        #expect(growth("50", "-100", isBalance: true) == 1_500)
    }

    @Test func `splits go to their own categories and must sum to the line`() throws {
        var split = row(1, "2025-03-14", money("-100"), category: "groceries")
        split.splits = [
            .init(category: "groceries", amount: money("-60")),
            .init(category: "eating_out", amount: money("-40")),
        ]
        var matrix = FlowMatrix(tree)
        try matrix.add(split)
        #expect(try matrix.tables()[0].rows.map(\.amounts.total) == [money("-40"), money("-60")])
        var filter = LineFilter(tree)
        filter.categories = [[CategoryChoice("eating_out")]]
        var part = FlowMatrix(tree)
        try part.add(split, filter)
        #expect(try part.tables()[0].change.total == money("-40"))
        split.splits[1].amount = money("-39.99")
        #expect(throws: ReportFailure.splitsDoNotSum(split.key)) { try matrix.add(split) }
        split.splits[1].amount = money("-40", .usd)
        #expect(throws: ReportFailure.splitsDoNotSum(split.key)) { try matrix.add(split) }
    }

    @Test func `sums are exact below the smallest coin and an overflow is said`() throws {
        var matrix = FlowMatrix(tree)
        try matrix.add(row(1, "2025-03-14", money("0.0072", .eur)))
        try matrix.add(row(2, "2025-03-14", money("0.0028", .eur)))
        #expect(try matrix.tables()[0].rows[0].amounts.total == money("0.01", .eur))
        let most = Money(units: .max, scale: 2, currency: .uah)
        var large = FlowMatrix(tree)
        try large.add(row(1, "2025-03-14", most, category: "transfers"))
        try large.add(row(2, "2025-03-14", most.negated, category: "transfers"))
        try large.add(row(3, "2025-03-14", most, category: "transfers"))
        #expect(try large.tables()[0].rows[0].amounts.total == most)
        try large.add(row(4, "2025-03-14", money("0.01"), category: "transfers"))
        #expect(throws: ReportFailure.sumTooLarge(account: "", currency: .uah)) {
            try large.tables()
        }
    }
}

@Suite struct `Balances` {
    private func printed(
        _ number: UInt64, _ date: String, _ amount: String, _ balance: String?, second: Int32 = -1
    ) -> ReportRow {
        var line = row(number, date, money(amount))
        line.balance = balance.map { money($0) }
        line.second = second
        return line
    }

    @Test func `the chain of a day finds opening and closing whatever the order`() throws {
        let lines = [
            printed(1, "2025-03-01", "-10", "90"), printed(2, "2025-03-01", "-20", "70"),
            printed(3, "2025-03-02", "5", "75"), printed(4, "2025-03-02", "-25", "50"),
        ]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
            var tally = BalanceTally()
            for index in order { tally.add(lines[index]) }
            let standing = try tally.standings()[0]
            #expect(standing.opening == money("100"))
            #expect(standing.printed == money("50"))
            #expect(standing.printedOn == day("2025-03-02"))
            #expect(standing.sum == money("-50"))
            #expect(standing.difference == money("0"))
        }
    }

    /// Whatever day a balance is given for, its account ends where the bank's does.
    @Test func `opening and lines are the balance, for any day of the opening`() throws {
        var random = SeededDice(seed: 27)
        for _ in 0..<draws(60, slow: 600) {
            let start = Int.random(in: -5_000...5_000, using: &random)
            var balance = start
            var lines: [ReportRow] = []
            var mornings: [Int: Int] = [:]
            let isPrinted = Bool.random(using: &random)
            for date in 1...9 {
                mornings[date] = balance
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let amount = Int.random(in: -900...900, using: &random)
                    balance += amount
                    lines.append(
                        printed(
                            UInt64(lines.count + 1), "2025-03-0\(date)", "\(amount)",
                            isPrinted ? "\(balance)" : nil,
                            second: Int32(lines.count)))
                }
            }
            let date = Int.random(in: 1...9, using: &random)
            let given = try #require(mornings[date])
            let place = AccountPlace(row(1, "2025-03-01", money("1")).account, .uah)
            var tally = BalanceTally(given: [
                place: .init(amount: money("\(given)"), day: day("2025-03-0\(date)"))
            ])
            for line in lines { tally.add(line) }
            let standing = try #require(try tally.standings().first)
            #expect(standing.balance == money("\(balance)"))
            #expect(standing.difference?.isZero ?? true)
            if !lines.isEmpty { #expect(standing.opening == money("\(start)")) }
        }
    }

    /// A statement's last balance includes what it books by its last day, whenever that was made.
    @Test func `opening and lines are the balance of a statement`() throws {
        var random = SeededDice(seed: 28)
        for _ in 0..<draws(60, slow: 600) {
            let last = Int.random(in: 4...9, using: &random)
            var closing = 500
            var lines: [(row: ReportRow, booked: Int, file: String)] = []
            for number in 1...20 {
                let (made, lag) = (
                    Int.random(in: 1...9, using: &random), Int.random(in: 0...3, using: &random)
                )
                let booked = min(made + lag, 9)
                let amount = Int.random(in: 1...900, using: &random)
                // A later file shows more of the last day.
                let isLater = booked > last || booked == last && Bool.random(using: &random)
                if !isLater { closing -= amount }
                lines.append(
                    (
                        printed(UInt64(number), "2025-03-0\(made)", "-\(amount)", nil), booked,
                        isLater ? "b.sta" : "a.sta"
                    ))
            }
            let place = AccountPlace(row(1, "2025-03-01", money("1")).account, .uah)
            var tally = BalanceTally(
                given: [place: .init(amount: money("500"), day: day("2025-03-01"))],
                closings: [
                    place: .init(
                        amount: money("\(closing)"), day: day("2025-03-0\(last)"),
                        files: ["a.sta"])
                ])
            for (row, booked, file) in lines {
                tally.add(row, booked: day("2025-03-0\(booked)"), files: [file])
            }
            let standing = try #require(try tally.standings().first)
            #expect(standing.difference == money("0"))
            #expect(standing.printed == money("\(closing)"))
            #expect(standing.balance == (try money("500").adding(standing.sum)))
        }
    }

    @Test func `a missing line shows as a difference`() throws {
        var tally = BalanceTally()
        tally.add(printed(1, "2025-03-01", "-10", "90"))
        tally.add(printed(3, "2025-03-03", "-25", "50"))
        #expect(try tally.standings()[0].difference == money("-15"))
    }

    @Test func `a chain that closes in itself is settled by time or not at all`() throws {
        var tally = BalanceTally()
        tally.add(printed(1, "2025-03-01", "-10", "90", second: 100))
        tally.add(printed(2, "2025-03-01", "10", "100", second: 200))
        let timed = try tally.standings()[0]
        #expect(timed.printed == money("100") && timed.opening == money("100"))
        var untimed = BalanceTally()
        untimed.add(printed(1, "2025-03-01", "-10", "90"))
        untimed.add(printed(2, "2025-03-01", "10", "100"))
        let unknown = try untimed.standings()[0]
        #expect(unknown.printed == nil && unknown.difference == nil)
    }

    private func fact(_ date: String, _ amount: String, _ balance: String?) -> StatementFact {
        var fact = StatementFact(
            account: row(1, date, money(amount)).account, made: CivilMoment(day: day(date)),
            amount: money(amount))
        fact.balance = balance.map { money($0) }
        return fact
    }

    @Test func `a dismissed line counts for the bank`() throws {
        for date in ["2025-03-01", "2025-03-02", "2025-03-09"] {
            var tally = BalanceTally()
            let key = row(9, date, money("-30")).key
            tally.add(
                dismissed: key, fact(date, "-30", date == "2025-03-01" ? "100" : "60"), files: ["a"]
            )
            tally.add(printed(1, "2025-03-02", "-10", "90"), files: ["a"])
            let standing = try tally.standings()[0]
            #expect(standing.count == 1)
            #expect(standing.sum == money("-10"))
            #expect(standing.difference == money("-30"))
            #expect(standing.explainedBy == [key])
            #expect(standing.dismissed == [key])
        }
    }

    @Test func `a dismissed line that another export shows is no difference`() throws {
        for (date, files, repeated) in [
            ("2025-03-01", ["b"], true), ("2025-03-04", ["b"], true),
            // Two rows of one file are two payments, and so are those of two weeks.
            ("2025-03-04", ["a"], false), ("2025-03-20", ["b"], false),
        ] {
            var tally = BalanceTally()
            let key = row(9, date, money("-10")).key
            tally.add(dismissed: key, fact(date, "-10", "90"), files: files)
            tally.add(printed(1, "2025-03-01", "-10", "90"), files: ["a"])
            tally.add(printed(2, "2025-03-02", "-20", "70"), files: ["a"])
            let standing = try tally.standings()[0]
            #expect(standing.difference?.isZero == repeated)
            #expect(standing.printed == money(repeated ? "70" : "90"))
        }
    }

    @Test func `accounts are sorted and currencies kept apart`() throws {
        var tally = BalanceTally()
        tally.add(row(1, "2025-03-01", money("1", .usd), account: "b"))
        tally.add(row(2, "2025-03-01", money("2"), account: "b"))
        tally.add(row(3, "2025-03-01", money("3"), account: "a"))
        let standings = try tally.standings()
        #expect(standings.map(\.account) == ["a", "b", "b"])
        #expect(standings.map(\.currency) == [.uah, .uah, .usd])
        #expect(standings.map(\.opening) == [nil, nil, nil])
    }
}
