import Facts
import Reports
import TestKit
import Testing

@testable import Planning

@Suite struct BudgetSuggestionTests {
    private static let tree = CategoryTree(kindOf: { _ in .expense })

    /// The row suggested after spending on the tenth of each month from January on.
    private func suggested(
        _ amounts: [String], from first: String
    ) throws -> BudgetSuggestion.Row? {
        let start = CalendarDate(daysSince1970: 20_454)  // 2026-01-01
        var suggestion = BudgetSuggestion(
            asOf: try #require(CalendarDate(text: "2026-04-30")),
            first: try #require(CalendarDate(text: first)), Self.tree,
            CurrencyConverter(to: .uah, PriceTable()))
        for (month, amount) in amounts.enumerated() {
            let day = start.adding(months: month).adding(days: 9)
            suggestion.add(
                ReportRow(
                    key: LineKey(account: 1, day: day, rest: 1), account: "card", day: day,
                    amount: try #require(Money(text: "-" + amount, currency: .uah)),
                    category: "food"))
        }
        return try suggestion.rows(without: []).first
    }

    @Test(arguments: [
        (["1000.01", "1000.02"], "2026-03-01", "1000.02"),
        (["10", "20", "30", "40"], "2026-01-07", "25.00"),
        // January is known from its eighth day on.
        (["10", "20", "30", "40"], "2026-01-08", "30.00"),
    ])
    func `is the median of the months that are known whole`(
        amounts: [String], first: String, median: String
    ) throws {
        let shown = first == "2026-03-01" ? ["1", "1"] + amounts : amounts
        #expect(try suggested(shown, from: first)?.median.text == median)
    }
}
