import Testing

@testable import Facts

@Suite struct `Exact amounts` {
    @Test(arguments: [
        nil, 0, 1, -1, 12_550, Int64.max, Int64.min + 1, 1 << 32, -(1 << 32), 0xFFFF_FFFF,
    ])
    func `a line gives back what it was given`(units: Int64?) {
        for scale in [UInt8(0), 2, 18, 254, 255] {
            for currency in [Currency.unknown, .uah, Currency(code: "ZZZ")!] {
                let money = units.map { Money(units: $0, scale: scale, currency: currency) }
                var line = StatementLine()
                #expect(line.balance == nil)
                line.balance = money
                line.fee = money
                line.cashback = money
                line.originalAmount = money
                if let money { line.amount = money }
                #expect(line.balance == money && line.fee == money && line.cashback == money)
                #expect(line.originalAmount == money)
                #expect(line.amount == money ?? Money(units: 0, scale: 2, currency: .unknown))
            }
        }
        let day = units.map { CalendarDate(daysSince1970: Int32(truncatingIfNeeded: $0)) }
        var line = StatementLine()
        line.bookedOn = day
        line.valueOn = day
        #expect(line.bookedOn == day && line.valueOn == day)
    }

    @Test func `a line lies in four lines of the processor's cache`() {
        #expect(MemoryLayout<StatementLine>.stride == 216)
    }

    @Test(arguments: [
        (-12_550, 2, "UAH", "-125.50"), (5, 2, "UAH", "0.05"), (-5, 3, "KWD", "-0.005"),
        (1_500, 0, "VND", "1500"), (72, 4, "EUR", "0.0072"), (0, 2, "UAH", "0.00"),
    ])
    func `prints exactly and reads back`(units: Int, scale: Int, code: String, text: String) {
        let currency = Currency(code: code)!
        let money = Money(units: Int64(units), scale: UInt8(scale), currency: currency)
        #expect(money.text == text)
        #expect(Money(text: text, currency: currency) == money)
    }

    @Test(arguments: [
        (12_500, 3, "UAH", 1_250, 2), (125, 1, "UAH", 1_250, 2), (15, 0, "KWD", 15_000, 3),
        (1_500_000, 3, "VND", 1_500, 0), (72, 4, "EUR", 72, 4), (7_200, 4, "EUR", 72, 2),
    ])
    func `takes the currency's own exponent`(
        mantissa: Int, written: Int, code: String, units: Int, scale: Int
    ) throws {
        let money = try Money(
            mantissa: Int64(mantissa), writtenScale: UInt8(written), currency: Currency(code: code)!
        )
        #expect(money.units == Int64(units))
        #expect(money.scale == UInt8(scale))
    }

    @Test func `refuses overflow instead of trapping`() {
        #expect(throws: Money.Refusal.overflow) {
            try Money(mantissa: .max / 10, writtenScale: 0, currency: .uah)
        }
        #expect(throws: Money.Refusal.overflow) {
            try Money(mantissa: .min, writtenScale: 2, currency: .uah)
        }
        let largest = Money(minorUnits: .max, currency: .uah)
        #expect(throws: Money.Refusal.overflow) { try largest.adding(largest) }
        #expect(largest.negated.units == -.max)
    }

    @Test(arguments: [
        "", "-", "1.", ".5", "1,5", "1e3", "+1", "1.2.3", " 1", "99999999999999999999",
    ])
    func `reads only whole exact numbers`(text: String) {
        #expect(Money(text: text, currency: .uah) == nil)
    }

    @Test func `sums of different scales are exact`() throws {
        let sum = try Money(units: 72, scale: 4, currency: .eur)
            .adding(Money(minorUnits: 100, currency: .eur))
        #expect(sum.text == "1.0072")
    }
}

@Suite struct `Currencies` {
    @Test(arguments: [("UAH", 2), ("VND", 0), ("KWD", 3), ("JPY", 0), ("CLF", 4), ("XYZ", 2)])
    func `have the exponent of ISO 4217`(code: String, exponent: Int) {
        #expect(Currency(code: code)?.exponent == UInt8(exponent))
    }

    @Test func `are found by number and by letters of any case`() {
        #expect(Currency(numeric: 980) == .uah)
        #expect(Currency(numeric: 0) == nil)
        #expect(Currency(code: "eur") == .eur)
        #expect(Currency(code: "₴") == nil)
        #expect(Currency(code: "грн") == nil)
    }

    @Test func `are listed once, in order, with unique numbers`() {
        let codes = Currency.table.map(\.currency.code)
        #expect(codes.count == 178)
        #expect(codes == codes.sorted())
        #expect(Set(Currency.table.map(\.number)).count == codes.count)
    }
}

@Suite struct `Calendar days` {
    @Test func `go there and back through four centuries`() {
        var previous = CalendarDate(year: 1900, month: 1, day: 1)!
        for offset in 1..<109_000 {
            let day = CalendarDate(daysSince1970: previous.daysSince1970 + 1)
            let (year, month, number) = day.parts
            guard CalendarDate(year: year, month: month, day: number) == day else {
                Issue.record("day \(offset) after 1900-01-01 does not come back")
                return
            }
            previous = day
        }
    }

    @Test(arguments: [
        (2024, 2, 29, true), (2026, 2, 29, false), (1900, 2, 29, false), (2000, 2, 29, true),
        (2026, 4, 31, false), (2026, 13, 1, false), (2026, 0, 1, false), (2026, 1, 0, false),
        (1899, 12, 31, false), (2200, 1, 1, false),
    ])
    func `exist or are refused`(year: Int, month: Int, day: Int, exists: Bool) {
        #expect((CalendarDate(year: year, month: month, day: day) != nil) == exists)
    }

    @Test func `are written as ISO days`() {
        #expect(CalendarDate(year: 2026, month: 2, day: 5)?.text == "2026-02-05")
        #expect(CalendarDate(text: "2026-02-05")?.daysSince1970 == 20_489)
        #expect(CalendarDate(text: "2026-2-5") == nil)
    }
}

@Suite struct `Line keys` {
    @Test func `are read back from their text`() throws {
        let key = LineKey(
            account: 0xA1, day: CalendarDate(year: 2026, month: 2, day: 14)!, rest: 0x00FF)
        #expect(key.text == "1-000000a1-20260214-00000000000000ff")
        #expect(LineKey(text: key.text) == key)
    }

    @Test(arguments: [
        "", "1-a1-20260214-ff", "2-000000a1-20260214-00000000000000ff",
        "1-000000a1-20260230-00000000000000ff",
    ])
    func `refuse what they did not write`(text: String) {
        #expect(LineKey(text: text) == nil)
    }
}
