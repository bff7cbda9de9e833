import Facts
import Reports
import TestKit
import Testing

@testable import Planning

/// Net worth of invented households.
@Suite struct NetWorthTests {
    private static let tree = CategoryTree(kindOf: { key in
        switch key.split(separator: ".").first {
        case "income": .income
        case "transfers": .transfer
        case nil: nil
        default: .expense
        }
    })

    private static let start = CalendarDate(daysSince1970: 19_723)  // 2024-01-01

    private func row(
        _ account: String, _ day: Int, _ units: Int64, _ currency: Currency, _ category: String
    ) -> ReportRow {
        let day = Self.start.adding(days: Int32(day))
        return ReportRow(
            key: LineKey(account: 1, day: day, rest: UInt64(units.magnitude)), account: account,
            day: day, amount: Money(minorUnits: units, currency: currency), category: category)
    }

    private func price(_ day: Int, _ rate: UInt64) throws -> Price {
        Price(
            day: Self.start.adding(days: Int32(day)), currency: .usd, base: .uah,
            rate: try #require(ExchangeRate(rate, per: 100)),
            origin: PriceOrigin(.table, file: "", line: 1))
    }

    @Test func `The bridge explains a month of two currencies`() throws {
        var worth = NetWorth(
            by: .month, asOf: Self.start.adding(days: 59), Self.tree,
            openings: [
                AccountPlace("card", .uah): .init(
                    amount: Money(minorUnits: 100_000, currency: .uah), day: Self.start),
                AccountPlace("dollars", .usd): .init(
                    amount: Money(minorUnits: 10_000, currency: .usd), day: Self.start),
            ],
            CurrencyConverter(
                to: .uah, PriceTable(lists: [try price(-3, 4_000), try price(20, 4_100)])))
        for row in [
            row("card", 3, 500_000, .uah, "income.salary"),
            row("card", 9, -20_000, .uah, "groceries"),
            row("card", 9, 2_000, .uah, "income.refund"),
            row("dollars", 10, -1_000, .usd, "cafe"),
            row("card", 12, -30_000, .uah, "transfers.person"),
            row("card", 30, -41_000, .uah, "transfers.own"),
            row("dollars", 31, 1_000, .usd, "transfers.own"),
        ] { try worth.add(row) }
        let months = try worth.periods()
        #expect(months.map(\.period.text) == ["2024-01", "2024-02"])
        let january = months[0]
        #expect(january.income.text == "5000.00")
        // 200 − 20 + 10 × 40 + 300 to a person.
        #expect(january.expenses.text == "880.00")
        #expect(january.inFlight.text == "-410.00")
        #expect(january.corrections.text == "5000.00")
        // 90 dollars of 100 are left when the rate rises by one.
        #expect(january.revaluation.text == "90.00")
        #expect(january.net.text == "8800.00")
        #expect(months[1].inFlight.text == "410.00")
        #expect(months.allSatisfy { $0.residual.isZero })
    }

    @Test func `A debt is the account's sign`() throws {
        var worth = NetWorth(
            by: .month, asOf: Self.start.adding(days: 5), Self.tree, openings: [:],
            CurrencyConverter(to: .uah, PriceTable()))
        try worth.add(row("credit", 1, -7_000, .uah, "groceries"))
        try worth.add(row("card", 1, 3_000, .uah, "income.salary"))
        let month = try #require(try worth.periods().first)
        #expect(month.assets.text == "30.00")
        #expect(month.debts.text == "-70.00")
        #expect(month.net.text == "-40.00")
    }

    @Test func `A balance without a rate stays out until there is one`() throws {
        var worth = NetWorth(
            by: .month, asOf: Self.start.adding(days: 70), Self.tree, openings: [:],
            CurrencyConverter(to: .uah, PriceTable(lists: [try price(40, 4_000)])))
        try worth.add(row("dollars", 1, 10_000, .usd, "income.salary"))
        try worth.add(row("dollars", 50, -1_000, .usd, "cafe"))
        let months = try worth.periods()
        #expect(months[0].unconverted == [Money(minorUnits: 10_000, currency: .usd)])
        #expect(months[0].linesUnconverted == 1)
        #expect(months[0].net.isZero)
        #expect(months[1].corrections.isZero)
        #expect(months[1].unpriced.text == "4000.00")
        #expect(months[1].expenses.text == "400.00")
        #expect(months[1].net.text == "3600.00")
        #expect(months.allSatisfy { $0.residual.isZero })
    }

    /// The worth of an opening is known with the first rate; the lines before are no opening.
    @Test func `Lines before the first rate are no openings`() throws {
        var worth = NetWorth(
            by: .month, asOf: Self.start.adding(days: 50), Self.tree,
            openings: [
                AccountPlace("dollars", .usd): .init(
                    amount: Money(minorUnits: 150_000, currency: .usd), day: Self.start)
            ],
            CurrencyConverter(to: .uah, PriceTable(lists: [try price(20, 4_000)])))
        try worth.add(row("dollars", 1, 180_000, .usd, "income.salary"))
        try worth.add(row("dollars", 2, -30_000, .usd, "housing.rent"))
        try worth.add(row("dollars", 25, -1_000, .usd, "cafe"))
        let months = try worth.periods()
        #expect(months[0].linesUnconverted == 2)
        #expect(months.map(\.corrections.text) == ["60000.00", "0.00"])
        #expect(months.map(\.unpriced.text) == ["60000.00", "0.00"])
        #expect(months[0].expenses.text == "400.00" && months[0].income.isZero)
        #expect(months[0].net.text == "119600.00")
        #expect(months.allSatisfy { $0.residual.isZero })
    }

    /// Of 400 drawn households, whatever their rates, openings, splits and transfers are.
    @Test func `The residual of drawn households is zero`() throws {
        var random = SeededNumbers(seed: 28)
        let categories = [
            "groceries", "income.salary", "income.refund", "transfers.own", "transfers.person", "",
        ]
        let kroon = Currency(0x45, 0x45, 0x4B)
        for _ in 0..<400 {
            var prices: [Price] = []
            for _ in 0..<random.below(12) {
                var price = try price(random.below(150) - 20, UInt64(1 + random.below(9_000)))
                if random.chance(30) { price.currency = kroon }
                prices.append(price)
            }
            var openings: [AccountPlace: NetWorth.Opening] = [:]
            for (name, currency) in [("a", Currency.uah), ("b", .usd), ("c", kroon)]
            where random.chance(60) {
                openings[AccountPlace(name, currency)] = .init(
                    amount: Money(
                        minorUnits: Int64(random.below(900_000)) - 300_000, currency: currency),
                    day: Self.start.adding(days: Int32(random.below(100))))
            }
            let step = random.pick(ReportPeriod.Step.allCases)
            let asOf = Self.start.adding(days: 120)
            var worth = NetWorth(
                by: step, asOf: asOf, Self.tree, openings: openings,
                CurrencyConverter(to: .uah, PriceTable(lists: prices)))
            let days = (0..<random.below(60)).map { _ in random.below(121) }.sorted()
            var sums: [Currency: Int64] = [:]
            for opening in openings.values {
                sums[opening.amount.currency, default: 0] += opening.amount.units
            }
            for day in days {
                let (name, currency) = random.pick([("a", Currency.uah), ("b", .usd), ("c", kroon)])
                var row = row(
                    name, day, Int64(random.below(90_000)) - 45_000, currency,
                    random.pick(categories))
                if random.chance(20), row.amount.units != 0 {
                    let part = Int64(random.below(20_000)) - 10_000
                    row.splits = [part, row.amount.units - part].map {
                        Decision.Split(
                            category: random.pick(categories),
                            amount: Money(minorUnits: $0, currency: currency))
                    }
                }
                sums[currency, default: 0] += row.amount.units
                try worth.add(row)
            }
            let periods = try worth.periods()
            #expect(periods.allSatisfy { $0.residual.isZero })
            if openings.isEmpty { #expect(periods.allSatisfy { $0.corrections.isZero }) }
            for (before, period) in zip(periods, periods.dropFirst()) {
                #expect(before.period.next == period.period)
            }
            guard let last = periods.last else { continue }
            #expect(last.last == asOf)
            // What has no rate is told whole.
            for amount in last.unconverted { #expect(sums[amount.currency] == amount.units) }
        }
    }
}
