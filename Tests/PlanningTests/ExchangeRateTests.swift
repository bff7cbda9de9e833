import Facts
import TestKit
import Testing

@testable import Planning

@Suite struct ExchangeRateTests {
    @Test(arguments: [
        ("41.5", 1, "41.5"), ("26.9215", 1, "26.9215"), ("123.45", 100, "1.2345"),
        ("0.000061", 1, "0.000061"), ("1", 3, "0.333333"), ("2", 3, "0.666667"),
    ])
    func `A rate is read per so many units`(text: String, units: UInt64, shown: String) throws {
        let rate = try #require(ExchangeRate(text: text, units: units))
        #expect(rate.text() == shown)
        #expect(rate.inverse.inverse == rate)
    }

    @Test(arguments: ["", "0", "0.00", "-1", "1,5", "N/A", "1e3", "1234567890123456789012"])
    func `No rate is read of another text`(text: String) {
        #expect(ExchangeRate(text: text) == nil)
    }

    @Test(arguments: [
        // 12.345 USD at 41.5 is 512.3175 UAH.
        ("12.345", "41.5", "512.32"), ("-12.345", "41.5", "-512.32"),
        // Halves go away from zero.
        ("0.01", "0.5", "0.01"), ("-0.01", "0.5", "-0.01"), ("0.01", "0.49", "0.00"),
        ("100", "41", "4100.00"),
    ])
    func `A converted amount is rounded once`(amount: String, rate: String, result: String) throws {
        let money = try #require(Money(text: amount, currency: .usd))
        let rate = try #require(ExchangeRate(text: rate))
        #expect(money.converted(by: rate, to: .uah)?.text == result)
    }

    @Test func `Two rates are not rounded between`() throws {
        // 100 × 1/3 × 3 is 100 again; rounded between, it would be 99.99.
        let third = try #require(ExchangeRate(1, per: 3))
        let money = Money(minorUnits: 10_000, currency: .usd)
        #expect(money.converted(by: third, third.inverse, to: .uah)?.text == "100.00")
    }

    @Test func `Currencies keep their coins`() throws {
        let yen = try #require(Currency(code: "JPY"))
        let dinar = try #require(Currency(code: "KWD"))
        let rate = try #require(ExchangeRate(text: "484.9876"))
        let money = Money(minorUnits: 1_234_567, currency: dinar)
        #expect(money.converted(by: rate, to: yen)?.text == "598750")
        #expect(Money(minorUnits: 1, currency: yen).converted(by: .one, to: dinar)?.text == "1.000")
    }

    /// Against long division by hand on the decimal digits.
    @Test func `Drawn conversions equal wide arithmetic`() {
        var random = SeededNumbers(seed: 28)
        for _ in 0..<5_000 {
            let units = Int64.random(in: -9_000_000_000_000...9_000_000_000_000, using: &random)
            let scale = UInt8.random(in: 0...4, using: &random)
            let a = UInt64.random(in: 1...100_000, using: &random)
            let b = UInt64.random(in: 1...100_000, using: &random)
            let money = Money(units: units, scale: scale, currency: .usd)
            guard let rate = ExchangeRate(a, per: b) else { continue }
            var over = Int128(units.magnitude) * Int128(a) * 100
            var under = Int128(b)
            for _ in 0..<scale { under *= 10 }
            over = (2 * over + under) / (2 * under)
            let size = Int64(units < 0 ? -over : over)
            #expect(money.converted(by: rate, to: .uah)?.units == size)
        }
    }

    @Test func `A result too large for an amount is no amount`() throws {
        let large = Money(units: .max, scale: 2, currency: .usd)
        let rate = try #require(ExchangeRate(text: "999999999999999"))
        #expect(large.converted(by: rate, to: .uah) == nil)
        #expect(large.converted(by: rate, rate, to: .uah) == nil)
        #expect(large.converted(by: rate, rate.inverse, to: .uah)?.units == .max)
    }
}
