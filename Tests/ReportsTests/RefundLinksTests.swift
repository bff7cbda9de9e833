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

    @Test(arguments: [
        // A town, a kind of shop, and a word that stands behind the name.
        [("NOVUS KYIV", "-500"), ("SILPO KYIV", "-120"), ("Повернення WOG KYIV", "500")],
        [("NOVUS KYIV", "-500"), ("Повернення WOG KYIV", "500")],
        [("APTEKA 9-1-1 UA", "-500"), ("APTEKA PODOROZHNYK", "-80"), ("Refund APTEKA DD", "500")],
    ])
    func `a shared word that is no name links nothing`(lines: [(String, String)]) {
        let rows = lines.enumerated().map { number, line in
            row(UInt64(number), "2026-03-0\(number + 1)", money(line.1), line.0)
        }
        #expect(purchase(rows) == nil)
    }

    /// The definition, over all pairs of rows.
    private func defined(_ refund: ReportRow, _ rows: [ReportRow]) -> UInt64? {
        func names(_ row: ReportRow) -> [[String]] {
            [row.shownPayee, row.description].map { name in
                name.lowercased().split(separator: " ").map(String.init)
            }
        }
        func isBefore(_ row: ReportRow) -> Bool {
            let age = refund.day.daysSince1970 - row.day.daysSince1970
            return age >= 0 && age <= 180 && row.amount.isNegative
                && row.amount.currency == refund.amount.currency
        }
        let bought = rows.filter(isBefore)
        let enough = bought.filter { -$0.amount.atto >= refund.amount.atto }
        let equal = { (row: ReportRow) in row.amount.atto == -refund.amount.atto }
        let same = enough.filter { row in
            names(row).contains { one in
                names(refund).contains { Set($0).isSubset(of: one) || Set(one).isSubset(of: $0) }
            }
        }
        func isAlone(_ word: String) -> Bool {
            let others = bought.filter { row in names(row).contains { $0.contains(word) } }
            return Set(others.map { $0.shownPayee.lowercased() }).count == 1
        }
        func shares(_ name: [String]) -> Bool {
            let word = name[0]
            guard word.count > 3, isAlone(word) else { return false }
            return names(refund).contains { $0.contains(word) }
        }
        let sharing = enough.filter { row in equal(row) && names(row).contains(where: shares) }
        let only = sharing.count == 1 ? sharing.first : nil
        return (same.last(where: equal) ?? same.last ?? only)?.key.rest
    }

    @Test(arguments: drawn(every: 4, of: Array(1...12) as [UInt64]))
    func `each refund has the purchase that its definition says`(seed: UInt64) {
        var generator = SeededDice(seed: seed)
        let words = ["rozetka", "silpo", "kyiv", "shop", "ua", "refund"]
        let rows = (0..<150).map { number -> ReportRow in
            let name = words.shuffled(using: &generator)
                .prefix(Int.random(in: 1...3, using: &generator))
            let currency: Currency = Bool.random(using: &generator) ? .uah : .usd
            let size = Int.random(in: 1...4, using: &generator) * 50
            let sign = Int.random(in: 0...3, using: &generator) == 0 ? "" : "-"
            let made = day("2026-01-01").adding(days: Int32(number * 3))
            let payee = Int.random(in: 0...3, using: &generator) == 0 ? words[number % 3] : ""
            return row(
                UInt64(number), made.text, money("\(sign)\(size)", currency), payee: payee,
                name.joined(separator: " "))
        }
        let refunds = rows.filter { !$0.amount.isNegative }
        var links = RefundLinks(of: refunds)
        for row in rows { links.add(row) }
        let found = links.purchases
        #expect(!found.isEmpty)
        for refund in refunds {
            #expect(found[refund.key]?.key.rest == defined(refund, rows), "\(refund)")
        }
    }

    /// Each line against each refund of a seller would take minutes.
    @Test(.timeLimit(.minutes(1))) func `a seller's year of refunds takes a moment`() {
        var rows: [ReportRow] = []
        for number in 0..<20_000 {
            let made = day("2026-01-01").adding(days: Int32(number / 120))
            let size = number % 4 == 3 ? number % 50 + 1 : -1 - number % 60
            rows.append(row(UInt64(number), made.text, money(String(size)), "ROZETKA"))
        }
        let refunds = rows.filter { !$0.amount.isNegative }
        var links = RefundLinks(of: refunds)
        for row in rows { links.add(row) }
        #expect(links.purchases.count > refunds.count / 2)
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
