import Facts
import TestKit
import Testing

@testable import Reports

@Suite struct `Purchases of refunds` {
    /// The number of the purchase of a refund, the last row.
    private func purchase(_ rows: [ReportRow]) -> UInt64? {
        guard let refund = rows.last else { return nil }
        var links = RefundLinks(of: [refund])
        for row in rows { links.add(row) }
        return links.purchases[refund.key]?.key.rest
    }

    @Test func `the bank's words for a refund are no obstacle`() {
        let rozetka = row(1, "2026-03-10", money("-1200"), payee: "Rozetka", "ROZETKA 0042")
        #expect(
            purchase([rozetka, row(9, "2026-03-15", money("1200"), "Скасування. ROZETKA")]) == 1)
        #expect(purchase([rozetka, row(9, "2026-03-15", money("200"), "Refund Rozetka UA")]) == 1)
        #expect(
            purchase([rozetka, row(9, "2026-03-15", money("200"), "Скасування. Сільпо")]) == nil)
    }

    @Test(arguments: [
        ("Rozetka", "Розетка", "Розетка повернення", true),
        ("Media Markt", "MEDIAMARKT 0042", "MEDIAMARKT ERSTATTUNG 17", true),
        ("Media Markt", "MEDIAMARKT 0042", "ZALANDO ERSTATTUNG 17", false),
    ])
    func `the shop is known by the bank's name too`(
        payee: String, written: String, refunded: String, isFound: Bool
    ) {
        let bought = row(1, "2026-03-10", money("-1200"), payee: payee, written)
        let refund = row(9, "2026-03-15", money("200"), refunded)
        #expect(purchase([bought, refund]) == (isFound ? 1 : nil))
    }

    @Test func `a purchase of the same amount comes before a later one`() {
        let rows = [
            row(1, "2026-03-10", money("-1200"), "ROZETKA"),
            row(2, "2026-03-11", money("-1800"), "ROZETKA"),
        ]
        #expect(purchase(rows + [row(9, "2026-03-15", money("1200"), "ROZETKA")]) == 1)
        #expect(purchase(rows + [row(9, "2026-03-15", money("300"), "ROZETKA")]) == 2)
    }

    @Test func `a refund is not more, older, in another currency or of a transfer`() {
        let rozetka = row(1, "2026-03-10", money("-1200"), "ROZETKA")
        #expect(purchase([rozetka, row(9, "2026-03-15", money("1200.01"), "ROZETKA")]) == nil)
        #expect(purchase([rozetka, row(9, "2026-03-09", money("1200"), "ROZETKA")]) == nil)
        #expect(purchase([rozetka, row(9, "2026-03-15", money("1200", .usd), "ROZETKA")]) == nil)
        #expect(purchase([rozetka, row(9, "2026-09-06", money("1200"), "ROZETKA")]) == 1)
        #expect(purchase([rozetka, row(9, "2026-09-07", money("1200"), "ROZETKA")]) == nil)
        var side = rozetka
        var other = row(2, "2026-03-10", money("1200"))
        link(&side, &other)
        #expect(purchase([side, row(9, "2026-03-15", money("1200"), "ROZETKA")]) == nil)
    }

    @Test func `one shared word is enough for the only purchase of the amount`() {
        let kyiv = row(1, "2026-03-10", money("-1200"), "ROZETKA UA")
        let refund = row(9, "2026-03-15", money("1200"), "Refund ROZETKA KYIV")
        #expect(purchase([kyiv, refund]) == 1)
        let lviv = row(2, "2026-03-11", money("-1200"), "ROZETKA LVIV")
        #expect(purchase([kyiv, lviv, refund]) == nil)
        let part = row(9, "2026-03-15", money("1199"), "Refund ROZETKA KYIV")
        #expect(purchase([kyiv, part]) == nil)
    }

    @Test func `a purchase is the same whatever other refunds are asked about`() {
        var generator = SeededDice(seed: 7)
        let names = ["ROZETKA", "Refund ROZETKA", "ROZETKA UA", "Сільпо", "Повернення Сільпо"]
        for _ in 0..<200 {
            let rows = (0..<30).map { number in
                let amount = ["-100", "-50", "100", "50"].randomElement(using: &generator) ?? "-1"
                let made = day("2026-01-01").adding(days: Int32(number * 9))
                let name = names.randomElement(using: &generator) ?? ""
                return row(UInt64(number), made.text, money(amount), name)
            }
            let refunds = rows.filter { !$0.amount.isNegative }
            func purchases(_ refunds: [ReportRow]) -> [LineKey: RefundLinks.Purchase] {
                var links = RefundLinks(of: refunds)
                for row in rows { links.add(row) }
                return links.purchases
            }
            let all = purchases(refunds)
            for refund in refunds { #expect(purchases([refund])[refund.key] == all[refund.key]) }
        }
    }
}
