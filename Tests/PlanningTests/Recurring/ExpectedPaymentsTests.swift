import Facts
import Reports
import Testing

@testable import Planning

/// Lines that wait, beside the streams of the ledger.
@Suite struct ExpectedPaymentsTests {
    private func row(
        _ day: String, _ amount: String, _ name: String = "Netflix", account: String = "Card",
        _ code: String = "USD"
    ) throws -> ReportRow {
        let day = try #require(CalendarDate(text: day))
        let currency = try #require(Currency(code: code))
        let money = try #require(Money(text: amount, currency: currency))
        return ReportRow(
            key: LineKey(account: 1, day: day, rest: UInt64(money.units.magnitude)),
            account: account, day: day, amount: money, category: "subscriptions", payee: "",
            description: name)
    }

    private func expected(_ words: String = "") throws -> ExpectedPayments {
        var payments = RecurringPayments(
            tree: CategoryTree(kindOf: { _ in nil }), words: try RecurringWords(Array(words.utf8))
        ) { $0 }
        for month in 1...6 { payments.add(try row("2026-0\(month)-15", "-7.99")) }
        let today = try #require(CalendarDate(text: "2026-11-01"))
        return ExpectedPayments(payments.found(asOf: today).streams, of: payments)
    }

    /// Long ago enough that the stream has ended, were it not for lines that wait.
    @Test func `of the party, day and amount are expected`() throws {
        var expected = try expected()
        for (day, due) in [
            ("2026-07-15", "2026-07-15"), ("2026-08-17", "2026-08-15"),
            ("2026-09-12", "2026-09-15"),
        ] {
            let found = expected.payment(for: try row(day, "-8.49"))
            #expect(found?.day.text == due && found?.stream.name == "Netflix")
        }
    }

    @Test func `of another day, amount, sign, party, account or currency are not`() throws {
        var expected = try expected()
        let others = [
            try row("2026-07-25", "-7.99"), try row("2026-06-15", "-7.99"),
            try row("2026-10-15", "-7.99"), try row("2026-07-15", "-9.99"),
            try row("2026-07-15", "7.99"), try row("2026-07-15", "-7.99", "Apple"),
            try row("2026-07-15", "-7.99", account: "Purse"),
            try row("2026-07-15", "-7.99", "EUR"),
        ]
        for other in others { #expect(expected.payment(for: other) == nil) }
    }

    @Test(arguments: ["paused", "ended", "not-recurring"])
    func `of a stream that a person stopped are not`(state: String) throws {
        var expected = try expected("- {match: {payee: Netflix}, state: \(state)}\n")
        #expect(expected.payment(for: try row("2026-07-15", "-7.99")) == nil)
    }
}
