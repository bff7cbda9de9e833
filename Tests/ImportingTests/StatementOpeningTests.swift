import Facts
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// A bank prints the balance before a statement's rows: the account's lines do not begin at 0.
@Suite struct `Opening balances of statements` {
    private let household: Household

    init() throws { household = try Household() }

    /// A statement with these days and amounts of `:61:`; its closing balance follows from them.
    private static func mt940(
        _ opening: Int, _ rows: [(day: String, amount: Int)], isWrong: Bool = false,
        balances: (first: String, last: String)? = nil
    ) -> String {
        let lines = rows.map { row in
            ":61:\(row.day)\(row.amount < 0 ? "D" : "C")\(row.amount.magnitude),00NMSC"
                + "R\(row.day)x\(row.amount.magnitude)\n:86:Shop \(row.amount.magnitude)\n"
        }
        let closing = rows.reduce(opening) { $0 + $1.amount } + (isWrong ? 1 : 0)
        let first = balances?.first ?? String(rows[0].day.prefix(6))
        let last = balances?.last ?? String(rows[rows.count - 1].day.prefix(6))
        return ":20:A\n:25:1/55\n:28C:1/1\n:60F:C\(first)EUR\(opening),00\n" + lines.joined()
            + ":62F:C\(last)EUR\(closing),00\n-\n"
    }

    private static let december = mt940(500, [("2512031203", -20), ("2512201220", -30)])
    private static let january = mt940(
        450, [("2601050105", -50), ("2601300130", 7), ("2601310131", -10)])
    /// Its first row was paid in January.
    private static let february = mt940(397, [("2601300202", -40), ("2602100210", 100)])

    private func openings() throws -> [String] {
        try household.open(.reading).settings().accounts.flatMap { account in
            account.openings.map { "\(account.name) \($0.text)" }
        }
    }

    private func write(_ text: String, _ name: String = "a.sta") -> String {
        household.write(text, to: name)
    }

    /// The opening and all lines from its day on.
    private func balance() throws -> Money? {
        let opening = try household.open(.reading).settings().accounts[0].openings[0]
        return try household.lines().reduce(opening.amount) { sum, line in
            guard let day = line["date"]?.text, day >= opening.day.text else { return sum }
            let amount = Money(text: line["amount"]?.text ?? "", currency: sum.currency)
            return try sum.adding(try #require(amount))
        }
    }

    @Test func `are those of the first one, in one file or several`() throws {
        try household.importing([write(Self.december + Self.january)])
        #expect(try openings() == ["1/55 500.00 EUR 2025-11-26"])
        let report = try household.importing([write(Self.february, "b.sta")])
        #expect(report.files[0].openings.isEmpty)
        #expect(try openings() == ["1/55 500.00 EUR 2025-11-26"])
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `lead to the closing balance in any order of files`(order: [Int]) throws {
        let months = [Self.december, Self.january, Self.february]
        for month in order {
            try household.importing([write(months[month], "\(month).sta")])
        }
        #expect(try balance()?.text == "457.00")
        let other = try Household()
        try other.importing(
            order.map { other.write(months[$0], to: "\($0).sta") })
        let opening = try other.open(.reading).settings().accounts[0].openings[0]
        #expect(opening.text == "500.00 EUR 2025-11-26")
    }

    @Test(arguments: [false, true])
    func `show a month that is missing, until it is there`(isApproved: Bool) throws {
        func gaps(_ month: String, _ name: String) throws -> [String] {
            let report = try household.importing([write(month, name)])
            if isApproved { try household.approveAll() }
            return report.statementGaps.map { "\($0.opening.text) ≠ \($0.reached.text)" }
        }
        let march = Self.mt940(457, [("2603050305", -1)])
        let april = Self.mt940(456, [("2604050405", -2)])
        #expect(try gaps(Self.january, "1.sta") == [])
        #expect(try gaps(march, "3.sta") == ["457.00 EUR 2026-03-05 ≠ 397.00"])
        // Its own opening is not there, but nothing is new about that.
        #expect(try gaps(Self.february, "2.sta") == [])
        #expect(try gaps(april, "4.sta") == [])
        #expect(try gaps(Self.december, "0.sta") == [])
    }

    @Test func `show a month that is missing though the next one begins with its amount`() throws {
        let saved = Self.mt940(1_000, [("2510151015", 300)])
        try household.importing([write(saved, "10.sta")])
        let later = Self.mt940(1_600, [("2512151215", 300)])
        let report = try household.importing([write(later, "12.sta")])
        #expect(report.statementGaps.map(\.reached.text) == ["1300.00"])
    }

    @Test func `show a row that a table lacks between two printed balances`() throws {
        func table(_ day: String, _ balance: String, _ rows: String) -> String {
            "Saldo na dzień \(day);\(balance) PLN\n\nData;Opis;Kwota\n\(rows)"
        }
        let january = table(
            "31.01.2026", "470,00", "2026-01-05;Sklep;-20,00\n2026-01-29;Bilet;-10,00\n")
        let february = table(
            "28.02.2026", "440,00", "2026-02-10;Sklep;-20,00\n2026-02-26;Bilet;-5,00\n")
        try household.importing([write(january, "1.csv")], account: "Konto")
        #expect(try openings() == ["Konto 500.00 PLN 2025-12-29"])
        let report = try household.importing([write(february, "2.csv")], account: "Konto")
        #expect(report.statementGaps.map(\.reached.text) == ["470.00"])
        #expect(report.statementGaps.map(\.opening.text) == ["465.00 PLN 2026-02-10"])
    }

    @Test func `miss nothing between pages of a day and where value follows booking`() throws {
        let pages =
            Self.mt940(100, [("2601050105", -10)]) + Self.mt940(90, [("2601050105", -5)])
            // Interest of January has the value of February.
            + Self.mt940(85, [("2602010131", 2)]) + Self.mt940(87, [("2602010201", -7)])
        let report = try household.importing([write(pages)])
        #expect(report.statementGaps.isEmpty)
        #expect(try openings() == ["1/55 100.00 EUR 2025-12-29"])
    }

    @Test func `show a month that is missing before the first one`() throws {
        try household.importing([write(Self.february, "2.sta")])
        let report = try household.importing([write(Self.december, "0.sta")])
        let gap = try #require(report.statementGaps.first)
        #expect(gap.opening.text == "397.00 EUR 2026-02-02" && gap.reached.text == "450.00")
        #expect(report.statementGaps.count == 1)
    }

    @Test func `are none where the rows print balances`() throws {
        let table = """
            Date;Text;Amount;Balance
            Opening balance;;;100.00
            2026-01-05;Shop;-10.00;90.00
            2026-01-06;Shop;-15.00;75.00
            Closing balance;;;75.00

            """
        try household.importing([write(table, "a.csv")], account: "Card")
        #expect(try openings().isEmpty)
    }

    /// The format has a field for it, so rows that are missing do not change it.
    @Test func `are the printed ones where the rows contradict them`() throws {
        try household.importing(
            [write(Self.mt940(450, [("2601050105", -50)], isWrong: true))])
        #expect(try openings() == ["1/55 450.00 EUR 2025-12-29"])
    }

    @Test func `are none where the account's lines print balances`() throws {
        let table =
            "Date;Text;Amount;Currency;Balance\n2026-01-02;Shop;-10.00;EUR;460.00\n"
            + "2026-01-03;Shop;-10.00;EUR;450.00\n"
        try household.importing([write(table, "a.csv")], account: "1/55")
        try household.approveAll()
        try household.importing([write(Self.january)])
        #expect(try openings().isEmpty)
    }

    @Test func `are those of a table's balance lines`() throws {
        let table = """
            Date;Text;Amount;Currency
            Opening balance;;100.00;EUR
            2026-01-05;Shop;-10.00;EUR
            2026-01-06;Shop;-15.00;EUR
            Closing balance;;75.00;EUR

            """
        try household.importing([write(table, "a.csv")], account: "Card")
        #expect(try openings() == ["Card 100.00 EUR 2025-12-29"])
    }

    /// One statement a closing balance, each with one row, two days apart.
    private static func ofx(
        _ balances: [(amount: String, day: String)], kind: String = "", end: String = "20260331"
    ) -> String {
        let from = kind.isEmpty ? "BANKACCTFROM" : "\(kind)ACCTFROM"
        let statements = balances.enumerated().map { number, balance in
            "<\(kind)STMTRS><CURDEF>USD<\(from)><ACCTID>55</\(from)><BANKTRANLIST>"
                + "<DTSTART>20260301<DTEND>\(end)<STMTTRN><DTPOSTED>202603\(10 + 2 * number)"
                + "<TRNAMT>-10.00<FITID>\(number)<NAME>Shop</STMTTRN></BANKTRANLIST><LEDGERBAL>"
                + "<BALAMT>\(balance.amount)<DTASOF>\(balance.day)</LEDGERBAL></\(kind)STMTRS>"
        }
        return "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX>" + statements.joined()
            + "</OFX>\n"
    }

    @Test func `follow from the closing balance of the listed days`() throws {
        try household.importing([write(Self.ofx([("75.00", "20260401")]), "a.ofx")])
        #expect(try openings().map { $0.suffix(20) } == ["85.00 USD 2026-02-22"])
    }

    @Test(arguments: [
        // Rows between the list and the balance are unknown; the sign of a debt is unknown.
        ofx([("75.00", "20260402")]), ofx([("75.00", "20260331")], end: "20260315"),
        ofx([("75.00", "20260331")], kind: "CC"),
    ])
    func `do not follow from other closing balances`(text: String) throws {
        try household.importing([write(text, "a.ofx")])
        #expect(try openings().isEmpty)
    }

    @Test func `of a debt are those between two of its statements, or with a minus`() throws {
        let text = Self.ofx([("75.00", "20260310"), ("65.00", "20260312")], kind: "CC")
        try household.importing([write(text, "a.ofx")])
        #expect(try openings().map { $0.suffix(20) } == ["75.00 USD 2026-02-22"])
        let other = try Household()
        let owed = Self.ofx([("-75.00", "20260331")], kind: "CC")
        try other.importing([other.write(owed, to: "a.ofx")])
        let opening = try other.open(.reading).settings().accounts[0].openings[0]
        #expect(opening.text == "-65.00 USD 2026-02-22")
    }

    @Test func `stay where a person gave another one`() throws {
        household.write(
            "accounts:\n  - name: 1/55\n    opening: 7.00 EUR 2026-01-01\n",
            to: "money/kopiyka.yaml")
        let report = try household.importing([write(Self.january), write(Self.february, "b.sta")])
        #expect(!report.files.contains { !$0.openings.isEmpty })
        #expect(try openings() == ["1/55 7.00 EUR 2026-01-01"])
    }

    /// One payment: the days are offsets from a first day.
    private struct Payment {
        let booked: Int
        let made: Int
        let amount: Int
    }

    /// A statement of the payments booked in some days.
    private static func statement(
        of payments: [Payment], _ days: Range<Int>, from opening: Int
    ) -> String {
        let first = CalendarDate(daysSince1970: 20_454)
        func text(_ day: Int, _ count: Int) -> String {
            let text = first.adding(days: Int32(day)).text.filter { $0 != "-" }
            return String(text.suffix(count))
        }
        let before = payments.filter { $0.booked < days.lowerBound }.reduce(opening) {
            $0 + $1.amount
        }
        return mt940(
            before,
            payments.filter { days.contains($0.booked) }
                .map { (text($0.made, 6) + text($0.booked, 4), $0.amount) },
            balances: (text(days.lowerBound - 1, 6), text(days.upperBound - 1, 6)))
    }

    /// Payments are booked up to three days later than they were made. One import or several may
    /// have the files in any order.
    @Test(arguments: 0..<draws(24, slow: 400))
    func `and lines are the bank's balance, however its days are divided`(seed: Int) throws {
        var random = SeededDice(seed: UInt64(seed))
        let payments = (0..<20).map { number in
            let booked = Int.random(in: 0..<100, using: &random)
            return Payment(
                booked: booked, made: booked - Int.random(in: 0...3, using: &random),
                amount: (1 + number) * (Bool.random(using: &random) ? 7 : -9))
        }.sorted { $0.booked < $1.booked }
        let cuts = ((0..<4).map { _ in Int.random(in: 1..<100, using: &random) } + [0, 100])
            .sorted()
        let files = zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { first, end in
            write(
                Self.statement(of: payments, first..<end, from: 1_000), "\(first).sta")
        }
        let order = files.shuffled(using: &random)
        let imports = seed % 2 == 0 ? order.map { [$0] } : [order]
        var gaps: [StatementGap] = []
        for files in imports {
            gaps += try household.importing(files).statementGaps
            if Bool.random(using: &random) { try household.approveAll() }
        }
        if imports.count == 1 { #expect(gaps.isEmpty) }
        #expect(try StatementGap.all(in: household.open(.reading)).isEmpty)
        #expect(try balance()?.units == Int64(payments.reduce(1_000) { $0 + $1.amount }) * 100)
    }
}
