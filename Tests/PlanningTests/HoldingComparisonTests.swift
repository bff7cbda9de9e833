import Facts
import Reports
import Testing

@testable import Planning

@Suite struct HoldingComparisonTests {
    private func date(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(text: text))
    }

    private func shown(_ members: String, isOwn: Bool) throws -> ShownHolding {
        let text = "- {id: a, currency: UAH, account: x, \(members)}\n"
        let holding = try #require(try HoldingFile.holdings(Array(text.utf8)).first)
        return ShownHolding(
            try HoldingSchedule(holding, through: date("2023-12-31")), account: "x", isOwn: isOwn)
    }

    private func row(
        _ day: String, _ amount: String, _ category: String = "income.interest",
        balance: String? = nil
    ) throws -> ReportRow {
        let date = try date(day)
        var row = ReportRow(
            key: LineKey(account: 1, day: date, rest: UInt64(date.daysSince1970)), account: "x",
            day: date, amount: try #require(Money(text: amount, currency: .uah)),
            category: category)
        row.balance = balance.flatMap { Money(text: $0, currency: .uah) }
        return row
    }

    private func result(
        _ holding: ShownHolding, _ rows: ReportRow..., through day: String = "2023-12-31"
    ) throws -> HoldingComparison.Result {
        var comparison = HoldingComparison([holding])
        for row in rows { comparison.add(row) }
        return try #require(comparison.results(through: date(day)).first)
    }

    /// 10.00 a day before tax of 20 %: 300, 310 and 100.
    private let deposit = """
        kind: deposit, principal: "36500", opened: 2023-03-31, term_end: 2023-06-10,
        rates: [[2023-01-01, "10"]], posting_day: 31, capitalized: false, tax: [[2023-01-01, "20"]]
        """

    @Test func `interest with its tax is one posting`() throws {
        let found = try result(
            shown(deposit, isOwn: true), row("2023-05-02", "300"),
            row("2023-05-02", "-60", "government.taxes"), row("2023-05-31", "248.01"))
        #expect(found.paid[0]?.paid.text == "240.00")
        #expect(found.paid[0]?.firstDay.text == "2023-05-02")
        #expect(found.paid[1]?.paid.text == "248.01")
        #expect(found.missing == [] && found.others == [])
    }

    @Test func `lines of other categories, days and currencies are not about it`() throws {
        var dollars = try row("2023-04-30", "240")
        dollars.amount = Money(minorUnits: 24_000, currency: .usd)
        let found = try result(
            shown(deposit, isOwn: true), row("2023-03-31", "240"),
            row("2023-04-30", "240", "income.salary"), dollars, row("2023-06-30", "1", "groceries"))
        #expect(found.paid == [:] && found.others == [])
        // The last line is more than two weeks after these, less after the last posting.
        #expect(found.missing == [0, 1, 2])
    }

    @Test func `own interest that no posting explains is shown`() throws {
        let found = try result(shown(deposit, isOwn: true), row("2023-04-12", "5"))
        #expect(found.paid == [:])
        #expect(found.others.map(\.paid.text) == ["5.00"])
    }

    @Test func `on a card one near line is the holding's`() throws {
        let found = try result(
            shown(deposit, isOwn: false), row("2023-04-30", "3.21"), row("2023-05-01", "239"),
            row("2023-05-02", "240"), row("2023-05-03", "241"))
        #expect(found.paid.mapValues(\.paid.text) == [0: "240.00"])
        #expect(found.others == [])
    }

    private let loan = """
        kind: loan, principal: "1000", opened: 2023-01-10, payments: 3, posting_day: 10,
        rates: [[2023-01-01, "12"]], day_count: 30/360
        """

    @Test func `a bank's balances divide payments of a loan`() throws {
        // 340.02 a month; the bank takes 10.05 at first.
        let found = try result(
            shown(loan, isOwn: true), row("2023-01-10", "-1000", "", balance: "-1000"),
            row("2023-02-09", "-10.05", "finance.loan", balance: "-1010.05"),
            row("2023-02-10", "340.02", "transfers.own", balance: "-670.03"),
            row("2023-03-10", "340.02", "", balance: "-336.71"))
        #expect(found.paid[0]?.principal?.text == "329.97")
        #expect(found.paid[0]?.interest?.text == "10.05")
        #expect(found.paid[1]?.principal?.text == "333.32")
        #expect(found.paid[1]?.interest?.text == "6.70")
    }

    @Test func `an early repayment is no payment`() throws {
        let terms = loan + ", changes: [[2023-02-20, \"-300\"]]"
        let found = try result(
            shown(terms, isOwn: true), row("2023-02-10", "340.02", "", balance: "-669.98"),
            row("2023-02-20", "300", "", balance: "-369.98"),
            row("2023-03-10", "187.77", "", balance: "-186.91"))
        #expect(found.paid.mapValues(\.paid.text) == [0: "340.02", 1: "187.77"])
        #expect(found.paid[1]?.principal?.text == "183.07")
        #expect(found.others == [])
    }

    @Test func `payments out of a card are those of loans`() throws {
        let found = try result(
            shown(loan, isOwn: false), row("2023-02-10", "-340.02", "finance.loan"),
            row("2023-02-10", "-340.02", "groceries"), row("2023-03-10", "500", "finance.loan"))
        #expect(found.paid.mapValues(\.paid.text) == [0: "340.02"])
        #expect(found.paid[0]?.principal == nil)
    }
}
