import Facts
import Reports
import Testing

@Suite struct `Months and categories` {
    private let kindOf = testNames.kindOf

    @Test func `each currency has a table with its own totals`() throws {
        var matrix = CategoryMatrix(kindOf: kindOf)
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
            uah.rows.map(\.category) == [
                "eating_out.coffee", "groceries", "income.salary", "transfers.own",
            ])
        #expect(uah.rows[1].amounts == [money("-200"), nil])
        #expect(uah.rows[1].count == 2)
        #expect(uah.moneyOut == [money("-200"), money("-60"), money("-260")])
        #expect(uah.moneyIn == [money("0"), money("1000"), money("1000")])
        #expect(uah.net == [money("-200"), money("940"), money("740")])
        #expect(uah.transfers == [money("0"), money("-500"), money("-500")])
        #expect(uah.change == [money("-200"), money("440"), money("240")])
    }

    @Test func `a refund lessens what was spent and an unknown category counts by its sign`() throws
    {
        var matrix = CategoryMatrix(kindOf: kindOf)
        try matrix.add(row(1, "2025-03-14", money("-100"), category: "groceries"))
        try matrix.add(row(2, "2025-03-15", money("30"), category: "groceries"))
        try matrix.add(row(3, "2025-03-16", money("-5")))
        try matrix.add(row(4, "2025-03-16", money("7")))
        let table = try matrix.tables()[0]
        #expect(table.moneyOut == [money("-75"), money("-75")])
        #expect(table.moneyIn == [money("7"), money("7")])
        #expect(table.rows.prefix(2).map(\.category) == ["", ""])
        #expect(table.rows.prefix(2).map(\.isIn) == [true, false])
        #expect(table.rows.prefix(2).map(\.total) == [money("7"), money("-5")])
    }

    /// What every line adds is in one row of the table, and all of them are the change of balances.
    @Test(arguments: UInt64(1)...30) func `every table sums to what the balances changed by`(
        seed: UInt64
    ) throws {
        var state = seed
        func draw(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let categories = [
            "", "groceries", "eating_out.coffee", "income.salary", "transfers.own",
            "transfers.person", "transfers.cash", "mine",
        ]
        var matrix = CategoryMatrix(by: draw(2) == 0 ? .month : .year, kindOf: kindOf)
        var all: Int64 = 0
        for number in UInt64(1)...40 {
            let units = Int64(draw(20_000) - 10_000)
            all += units
            try matrix.add(
                row(
                    number, "2025-0\(1 + draw(9))-1\(draw(9))",
                    Money(minorUnits: units, currency: .uah),
                    category: categories[draw(categories.count)]))
        }
        let table = try matrix.tables()[0]
        #expect(table.change.last == Money(minorUnits: all, currency: .uah))
        for place in table.periods.indices {
            var sum: Int64 = 0
            for row in table.rows { sum += row.amounts[place]?.units ?? 0 }
            #expect(table.change[place].units == sum)
        }
    }

    @Test func `depth and years put rows together`() throws {
        var matrix = CategoryMatrix(by: .year, depth: 1, kindOf: kindOf)
        try matrix.add(row(1, "2024-03-14", money("-1"), category: "eating_out.coffee"))
        try matrix.add(row(2, "2025-03-14", money("-2"), category: "eating_out.bars"))
        try matrix.add(row(3, "2025-12-31", money("-4"), category: "eating_out"))
        let table = try matrix.tables()[0]
        #expect(table.periods.map(\.text) == ["2024", "2025"])
        #expect(table.rows.map(\.category) == ["eating_out"])
        #expect(table.rows[0].amounts == [money("-1"), money("-6")])
    }

    @Test func `splits go to their own categories and must sum to the line`() throws {
        var split = row(1, "2025-03-14", money("-100"), category: "groceries")
        split.splits = [
            .init(category: "groceries", amount: money("-60")),
            .init(category: "eating_out", amount: money("-40")),
        ]
        var matrix = CategoryMatrix(kindOf: kindOf)
        try matrix.add(split)
        #expect(try matrix.tables()[0].rows.map(\.total) == [money("-40"), money("-60")])
        split.splits[1].amount = money("-39.99")
        #expect(throws: ReportFailure.splitsDoNotSum(split.key)) { try matrix.add(split) }
        split.splits[1].amount = money("-40", .usd)
        #expect(throws: ReportFailure.splitsDoNotSum(split.key)) { try matrix.add(split) }
    }

    @Test func `sums are exact below the smallest coin and an overflow is said`() throws {
        var matrix = CategoryMatrix(kindOf: kindOf)
        try matrix.add(row(1, "2025-03-14", money("0.0072", .eur)))
        try matrix.add(row(2, "2025-03-14", money("0.0028", .eur)))
        #expect(try matrix.tables()[0].rows[0].total == money("0.01", .eur))
        let most = Money(units: .max, scale: 2, currency: .uah)
        var large = CategoryMatrix(kindOf: kindOf)
        try large.add(row(1, "2025-03-14", most, category: "transfers"))
        try large.add(row(2, "2025-03-14", most.negated, category: "transfers"))
        try large.add(row(3, "2025-03-14", most, category: "transfers"))
        #expect(try large.tables()[0].rows[0].total == most)
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
