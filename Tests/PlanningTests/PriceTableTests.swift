import Facts
import Reports
import TestKit
import Testing

@testable import Planning

@Suite struct PriceTableTests {
    private let zloty = Currency(0x50, 0x4C, 0x4E)
    private let lari = Currency(0x47, 0x45, 0x4C)

    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(text: text))
    }

    private func price(
        _ day: String, _ currency: Currency, _ rate: String, _ base: Currency, line: Int = 1
    ) throws -> Price {
        Price(
            day: try self.day(day), currency: currency, base: base,
            rate: try #require(ExchangeRate(text: rate)),
            origin: PriceOrigin(.table, file: "list", line: line))
    }

    @Test func `A rate holds until the next one`() throws {
        let table = PriceTable(lists: [
            try price("2024-01-05", .usd, "38", .uah), try price("2024-01-08", .usd, "39", .uah),
        ])
        func rate(_ on: String) throws -> String? {
            table.path(from: .usd, to: .uah, on: try day(on), through: .uah)?.first.rate.text()
        }
        #expect(try rate("2024-01-04") == nil)
        #expect(try rate("2024-01-05") == "38")
        #expect(try rate("2024-01-07") == "38")
        #expect(try rate("2024-01-08") == "39")
        #expect(try rate("2030-01-01") == "39")
    }

    @Test func `Of two prices of a day the last read counts`() throws {
        let table = PriceTable(lists: [
            try price("2024-01-05", .usd, "38", .uah, line: 1),
            try price("2024-01-05", .usd, "37", .uah, line: 2),
        ])
        #expect(table.listed(.usd, in: .uah, on: try day("2024-01-05"))?.origin.line == 2)
    }

    @Test func `Only prices that are not known yet are new`() throws {
        let known = try price("2024-01-05", .usd, "38", .uah)
        var new = NewPrices(beside: PriceTable(lists: [known]))
        let other = try price("2024-01-05", .usd, "39", .uah)
        #expect(new.add([known, try price("2024-01-08", .usd, "40", .uah)]) == 1)
        // The second list corrects the first, and the third takes it back.
        #expect(new.add([other, other]) == 1)
        #expect(new.add([known]) == 1)
        #expect(new.prices.map { $0.rate.text() } == ["40", "39", "38"])
    }

    @Test func `The pair's own price is used before a newer inverse one`() throws {
        let table = PriceTable(lists: [
            try price("2024-01-02", .usd, "38", .uah), try price("2024-01-05", .uah, "0.02", .usd),
        ])
        let path = try #require(
            table.path(from: .usd, to: .uah, on: try day("2024-01-06"), through: .uah))
        #expect(path.first.rate.text() == "38")
        let back = try #require(
            table.path(from: .uah, to: .usd, on: try day("2024-01-06"), through: .uah))
        #expect(back.first.rate.text() == "0.02")
        #expect(!back.first.isInverse)
    }

    @Test func `Currencies of one list meet in its base`() throws {
        let table = PriceTable(lists: [
            try price("2024-01-02", .eur, "1.1", .usd), try price("2024-01-02", .eur, "4.4", zloty),
        ])
        let path = try #require(
            table.path(from: .usd, to: zloty, on: try day("2024-01-02"), through: .uah))
        #expect(path.legs.map(\.isInverse) == [true, false])
        #expect(path.convert(Money(minorUnits: 10_000, currency: .usd))?.text == "400.00")
        #expect(table.path(from: .usd, to: .uah, on: try day("2024-01-02"), through: .uah) == nil)
    }

    @Test func `A statement serves only a pair that no list has`() throws {
        let statement = try price("2024-01-04", .usd, "41", .uah)
        let listed = try price("2024-01-05", .uah, "0.025", .usd)
        let table = PriceTable(lists: [listed], statements: [statement])
        let before = try #require(
            table.path(from: .usd, to: .uah, on: try day("2024-01-04"), through: .uah))
        #expect(before.first.rate.text() == "41")
        let after = try #require(
            table.path(from: .usd, to: .uah, on: try day("2024-01-05"), through: .uah))
        #expect(after.first.rate.text() == "40")
    }

    /// Every path found ends where it was asked to, uses prices up to the day, and is none but by
    /// a search through all prices.
    @Test func `Drawn tables find what a search through all prices finds`() throws {
        var random = SeededNumbers(seed: 4)
        let currencies: [Currency] = [.uah, .usd, .eur, zloty, lari]
        let start = try day("2024-01-01")
        for _ in 0..<400 {
            var prices: [Price] = []
            for line in 1...(1 + random.below(12)) {
                let currency = random.pick(currencies)
                let base = random.pick(currencies.filter { $0 != currency })
                prices.append(
                    Price(
                        day: start.adding(days: Int32(random.below(8))), currency: currency,
                        base: base,
                        rate: try #require(ExchangeRate(UInt64(1 + random.below(900)), per: 100)),
                        origin: PriceOrigin(.table, file: "", line: line)))
            }
            let table = PriceTable(lists: prices)
            let on = start.adding(days: Int32(random.below(10)))
            let (from, to) = (currencies[random.below(2)], currencies[2 + random.below(3)])
            func known(_ a: Currency, _ b: Currency) -> Bool {
                prices.contains {
                    $0.day <= on
                        && ($0.currency == a && $0.base == b || $0.currency == b && $0.base == a)
                }
            }
            let middles: [Currency] = [lari, .eur, .uah].filter { $0 != from && $0 != to }
            let isKnown =
                known(from, to) || middles.contains { known(from, $0) && known($0, to) }
            let path = table.path(from: from, to: to, on: on, through: lari)
            #expect((path != nil) == isKnown)
            guard let path else { continue }
            #expect(path.first.from == from)
            #expect(path.legs.last?.to == to)
            #expect(path.legs.allSatisfy { $0.price.day <= on })
        }
    }

    private func row(_ amount: String, _ currency: Currency, on day: String) throws -> ReportRow {
        ReportRow(
            key: LineKey(account: 1, day: CalendarDate(daysSince1970: 0), rest: 1), account: "a",
            day: try self.day(day),
            amount: try #require(Money(text: amount, currency: currency)))
    }

    @Test func `What was paid in the base currency needs no rate`() throws {
        var row = try row("-100.00", .usd, on: "2024-01-02")
        row.originalAmount = Money(text: "3811.50", currency: .uah)
        var converter = CurrencyConverter(to: .uah, PriceTable())
        #expect(converter.flow(row)?.text == "-3811.50")
        row.originalAmount = nil
        #expect(converter.flow(row) == nil)
        #expect(converter.flow(try self.row("-5.00", .uah, on: "2024-01-02"))?.text == "-5.00")
    }

    @Test func `A price older than a monthly list is named`() throws {
        let table = PriceTable(lists: [
            try price("2024-01-05", .usd, "38", .uah), try price("2024-02-20", .eur, "41", .uah),
            try price("2024-01-10", lari, "0.35", .eur),
        ])
        var converter = CurrencyConverter(to: .uah, table)
        func old(_ currency: Currency, _ on: String) throws -> String? {
            converter.oldPriceDay(of: currency, on: try day(on))?.text
        }
        #expect(try old(.usd, "2024-02-05") == nil)
        #expect(try old(.usd, "2024-02-06") == "2024-01-05")
        #expect(try old(.eur, "2024-03-01") == nil)
        // The older one of two prices.
        #expect(try old(lari, "2024-03-01") == "2024-01-10")
        #expect(try old(.uah, "2024-03-01") == nil)
        #expect(try old(zloty, "2024-03-01") == nil)
    }

    @Test func `Parts of a converted line sum to it`() throws {
        var random = SeededNumbers(seed: 9)
        for _ in 0..<500 {
            var row = try row("-1.00", .usd, on: "2024-01-02")
            let units = (0..<(2 + random.below(4))).map { _ in Int64(random.below(90_000)) - 30_000
            }
            row.splits = units.map {
                Decision.Split(category: "c", amount: Money(minorUnits: $0, currency: .usd))
            }
            row.amount = Money(minorUnits: units.reduce(0, +), currency: .usd)
            if row.amount.isZero { continue }
            let rate = try #require(ExchangeRate(UInt64(1 + random.below(500_000)), per: 10_000))
            let price = Price(
                day: row.day, currency: .usd, base: .uah, rate: rate,
                origin: PriceOrigin(.table, file: "", line: 1))
            var converter = CurrencyConverter(to: .uah, PriceTable(lists: [price]))
            let converted = converter.converted(row)
            // A coin times a small rate may be nothing.
            guard let converted else { continue }
            #expect(converted.splits.reduce(0) { $0 + $1.amount.units } == converted.amount.units)
            #expect(converted.amount == row.amount.converted(by: rate, to: .uah))
        }
    }

    @Test func `The largest purchase of a day gives the statement's rate`() throws {
        var prices = StatementPrices()
        for (amount, original) in [("-41.00", "-1.00"), ("-41700.00", "-1000.00"), ("5", "5")] {
            var row = try row(amount, .uah, on: "2024-01-02")
            row.originalAmount = Money(text: original, currency: .usd)
            if amount == "5" { row.originalAmount = Money(text: original, currency: .uah) }
            prices.add(row)
        }
        #expect(prices.prices.map { $0.rate.text() } == ["41.7"])
    }

    @Test(arguments: [
        ("-1.00", "-0.02", "USD", []), ("-41.70", "-1.00", "USD", ["41.7"]),
        ("-41.7", "-1.0", "USD", ["41.7"]), ("-27.5", "-100", "JPY", ["0.275"]),
        ("-2.75", "-10", "JPY", []), ("-0.99", "-40.00", "USD", []),
    ])
    func `A rate that coins round by a per cent is no price`(
        amount: String, original: String, code: String, rates: [String]
    ) throws {
        var prices = StatementPrices()
        var row = try row(amount, .uah, on: "2024-01-02")
        row.originalAmount = Money(text: original, currency: try #require(Currency(code: code)))
        prices.add(row)
        #expect(prices.prices.map { $0.rate.text() } == rates)
    }
}
