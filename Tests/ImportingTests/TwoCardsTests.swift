import Importing
import Scanning
import TestKit
import Testing

/// Two cards of one bank, whose files name no account.
@Suite struct `Two cards of one bank` {
    /// One card's payments in February and March 2026, with the balance after each.
    private struct Card {
        let words: String
        var rows: [(String, String, String, String)] = []

        init(_ words: String, opening: Int, days: [Int], amount: Int) {
            self.words = words
            var balance = opening
            for day in days {
                balance -= amount
                let date = day > 28 ? "\(two(day - 28)).03.2026" : "\(two(day)).02.2026"
                rows.append(
                    ("\(date) 1\(day % 9):05:0\(day % 7)", words, "-\(amount).0", "\(balance).0"))
            }
        }

        func file(_ part: Range<Int>) -> String { BankLine.csv(Array(rows[part].reversed())) }
    }

    private static let black = Card("Silpo", opening: 9_000, days: Array(1...40), amount: 30)
    private static let white = Card(
        "Bolt", opening: 700, days: [2, 5, 6, 11, 17, 20, 23, 29, 33, 38], amount: 11)

    private let household: Household

    init() throws { household = try Household() }

    /// Names and contents of the files of two months, of both cards.
    private var files: [(name: String, text: String)] {
        [
            ("black-02.csv", Self.black.file(0..<28)), ("black-03.csv", Self.black.file(24..<40)),
            ("white-02.csv", Self.white.file(0..<7)), ("white-03.csv", Self.white.file(6..<10)),
        ]
    }

    /// Each card's lines are in one account, and no account has lines of two.
    private func proveApart() throws {
        var cards: [String: Set<String>] = [:]
        for line in try household.lines() {
            let text = line["description"]?.text ?? ""
            cards[line["account"]?.text ?? "", default: []].insert(text)
        }
        #expect(cards.count == 2)
        #expect(cards.values.allSatisfy { $0.count == 1 })
        #expect(try household.lines().count == 50)
    }

    @Test(arguments: drawn(every: 8, of: 0..<24))
    func `are two accounts in any order of files, in one import`(_ order: Int) throws {
        let names = permuted(files, order).enumerated().map { number, file in
            household.write(file.text, to: "in/\(number)-\(file.name)")
        }
        let report = try household.importing(names)
        #expect(report.files.flatMap(\.keptApart).count == 1)
        try proveApart()
        let before = try household.dump()
        try household.importing(names.reversed())
        #expect(try household.dump() == before)
    }

    @Test(arguments: [0, 1], [true, false])
    func `are told apart by the card in a bank's own names of files`(
        _ order: Int, isOneImport: Bool
    ) throws {
        let head = "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n"
        let subscription = "10/13/2026,10/14/2026,NETFLIX.COM,Entertainment,Sale,-15.49,\n"
        let files = [
            (
                "Chase1234_Activity20260901_20261031.CSV",
                head + "10/30/2026,10/31/2026,SHELL,Gas,Sale,-41.00,\n" + subscription
            ),
            ("Chase9997_Activity20260901_20261031.CSV", head + subscription),
            (
                "Chase1234_Activity20261101_20261130.CSV",
                head + "11/02/2026,11/02/2026,UBER,Travel,Sale,-18.00,\n"
            ),
        ]
        let paths = permuted(files, order).map { household.write($0.1, to: "in/" + $0.0) }
        for paths in isOneImport ? [paths] : paths.map({ [$0] }) { try household.importing(paths) }
        let accounts = Dictionary(grouping: try household.lines()) { $0["account"]?.text ?? "" }
        #expect(accounts.values.map(\.count).sorted() == [1, 3])
    }

    @Test(arguments: [0, 5, 9, 14, 18, 23])
    func `are two accounts in any order of imports, approved between`(_ order: Int) throws {
        for (number, file) in permuted(files, order).enumerated() {
            try household.importing([household.write(file.text, to: "in/\(number).csv")])
            if number % 2 == 0 { try household.approveAll() }
        }
        try proveApart()
    }

    /// The settings know one of the cards by its files' names, and that it is of the bank.
    @Test(arguments: [0, 7, 13, 23])
    func `are two accounts where a person named one of them`(_ order: Int) throws {
        household.write(
            "accounts:\n  - name: Чорна\n    is: [black]\n    bank: monobank\n",
            to: "money/kopiyka.yaml")
        let names = permuted(files, order).map { household.write($0.text, to: "in/\($0.name)") }
        try household.importing(names)
        try proveApart()
        #expect(try accounts().contains("Чорна"))
    }

    /// The last rows of a month are holds that the bank took back.
    @Test(arguments: [1, 2], [false, true])
    func `are none where a hold went away at a month's end`(_ holds: Int, isFirstLast: Bool) throws
    {
        var balance = 1_000_000
        func line(_ number: Int, day: Int, isHold: Bool = false) -> BankLine {
            balance -= 1_000 * number
            return BankLine(
                id: "L\(number)", time: 1_769_500_000 + day * 86_400 + number,
                text: "Shop \(number)",
                amount: -1_000 * number, isHold: isHold, balance: balance)
        }
        var january = [line(1, day: 0), line(2, day: 1)]
        if isFirstLast { january.append(line(3, day: 4)) }
        let before = balance
        january += (0..<holds).map { line(4 + $0, day: 4, isHold: true) }
        balance = before
        let february = [line(7, day: 5), line(8, day: 6), line(9, day: 12)]
        let names = [("01.json", january), ("02.json", february)].map { name, lines in
            household.write(BankLine.json(lines.reversed()), to: "in/" + name)
        }
        let report = try household.importing(names)
        #expect(try accounts() == ["monobank-UAH"])
        // The gap of the balances is the sum of the holds.
        #expect(report.vanishedHolds.count == holds)
    }

    @Test func `are told apart without words in the files' names`() throws {
        let names = files.enumerated().map { number, file in
            household.write(file.text, to: "in/\(number).csv")
        }
        try household.importing(names)
        try proveApart()
    }

    /// Of lines anywhere, dismissed ones too.
    private func accounts() throws -> Set<String> {
        let lines = try household.dump().split(separator: "\n").map {
            try JSONValue.parse(Array($0.utf8).span)
        }
        return Set(lines.compactMap { $0["account"]?.text })
    }

    /// Parts that leave days out, overlap and cut days, of both cards, each imported by itself in
    /// some order.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...60))
    func `show each payment once, whatever parts of them come in which order`(_ seed: UInt64) throws
    {
        var random = SeededDice(seed: seed)
        var seen: Set<String> = []
        for number in 0..<Int.random(in: 2...7, using: &random) {
            let card = Bool.random(using: &random) ? Self.black : Self.white
            let start = Int.random(in: 0..<(card.rows.count - 1), using: &random)
            let part = start..<Int.random(in: (start + 1)...card.rows.count, using: &random)
            seen.formUnion(card.rows[part].map { "\($0.0) \($0.1)" })
            let isNamed = Bool.random(using: &random)
            let name = isNamed ? "in/\(card.words)-\(number).csv" : "in/\(number).csv"
            try household.importing([household.write(card.file(part), to: name)])
            if Bool.random(using: &random) { try household.approveAll() }
        }
        let lines = try household.lines().map {
            "\($0["date"]?.text ?? "") \($0["description"]?.text ?? "")"
        }
        #expect(lines.count == seen.count)
    }

    /// Three payments a day, so that a part may begin and end inside of a day.
    private static func busy(_ words: String, opening: Int, amount: Int) -> Card {
        var card = Card(words, opening: opening, days: [], amount: amount)
        for number in 0..<120 {
            let day = number / 3 + 1
            let date = day > 28 ? "\(two(day - 28)).03.2026" : "\(two(day)).02.2026"
            let text = "\(words) \(number)"
            card.rows.append(
                (
                    "\(date) 1\(number % 3 * 4):05:00", text, "-\(amount).0",
                    "\(opening - amount * (number + 1)).0"
                ))
        }
        return card
    }

    /// Parts that go on where the one before was cut, some of them missing, in any order; what came
    /// in is reviewed between.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...60))
    func `one card stays one account when parts of it are missing`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let card = Self.busy("Silpo", opening: 9_000, amount: 30)
        var parts: [Range<Int>] = []
        var start = 0
        while start < card.rows.count - 6 {
            let end = min(card.rows.count, start + Int.random(in: 6...30, using: &random))
            if Int.random(in: 0..<3, using: &random) > 0 { parts.append(start..<end) }
            start = end
        }
        for (number, part) in parts.shuffled(using: &random).enumerated() {
            let name = "in/mono-\(number).csv"
            try household.importing([household.write(card.file(part), to: name)])
            switch Int.random(in: 0..<3, using: &random) {
            case 0: try household.approveAll()
            case 1: try household.dismissAll()
            default: break
            }
        }
        #expect(try accounts().count <= 1, "\(parts)")
    }

    /// Parts of both cards under names that say nothing, in one import: balances lead from part to
    /// part, whatever the order.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...40))
    func `are told apart by balances alone, in any order of parts`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        var parts: [String] = []
        for card in [
            Self.busy("Silpo", opening: 9_000, amount: 30),
            Self.busy("Bolt", opening: 50_000, amount: 11),
        ] {
            var start = 0
            while start < card.rows.count {
                let end = min(card.rows.count, start + Int.random(in: 9...40, using: &random))
                parts.append(card.file(start..<end))
                start = end
            }
        }
        parts.shuffle(using: &random)
        let names = parts.enumerated().map { number, text in
            household.write(text, to: "in/report-\(number).csv")
        }
        let report = try household.importing(names)
        #expect(report.files.flatMap(\.keptApart).count == 1)
        #expect(report.files.allSatisfy { $0.unproved.isEmpty && $0.shownAsOne.isEmpty })
        var cards: [String: Set<String>] = [:]
        for line in try household.lines() {
            let words = (line["description"]?.text ?? "").prefix { $0 != " " }
            cards[line["account"]?.text ?? "", default: []].insert(String(words))
        }
        #expect(cards.count == 2)
        #expect(cards.values.allSatisfy { $0.count == 1 })
        #expect(try household.lines().count == 240)
    }

    /// A statement shows every row between its first and its last: one whose rows are not in it is
    /// another card's, whatever the files are called and whichever comes first.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...60))
    func `are two accounts where one's days lie inside of the other's`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let cards = [
            Self.busy("Silpo", opening: 9_000, amount: 30),
            Self.busy("Bolt", opening: 50_000, amount: 11),
        ].shuffled(using: &random)
        let start = Int.random(in: 12..<60, using: &random)
        let inner = start..<Int.random(in: (start + 1)...(start + 40), using: &random)
        let outer = 0..<Int.random(in: (inner.upperBound + 6)...120, using: &random)
        var files = [cards[0].file(inner), cards[1].file(outer)]
        // Statements that have no row on some days in their middle meet nowhere.
        if Bool.random(using: &random) {
            let day = (inner.lowerBound / 3 * 3)..<((inner.upperBound + 2) / 3 * 3)
            let rows = outer.filter { !day.contains($0) }.reversed().map { cards[1].rows[$0] }
            files[1] = BankLine.csv(rows)
        }
        files.shuffle(using: &random)
        for (number, text) in files.enumerated() {
            let file = household.write(text, to: "in/mono-\(number).csv")
            try household.importing([file])
            if Bool.random(using: &random) { try household.approveAll() }
        }
        #expect(try accounts().count == 2, "\(inner) \(outer)")
    }

    @Test func `one card's CSV and JSON meet in one account`() throws {
        let csv = household.write(Self.white.file(0..<7), to: "a.csv")
        let part = household.write(Self.white.file(3..<10), to: "b.csv")
        try household.importing([csv, part])
        let report = try household.importing([
            household.write(Self.white.file(0..<10) + "\n", to: "c.csv")
        ])
        #expect(report.files.map(\.known) == [10])
        #expect(Set(try household.lines().compactMap { $0["account"]?.text }) == ["monobank-UAH"])
    }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// Tables that no layout knows.
@Suite struct `Banks that nobody knows` {
    private let household: Household

    init() throws { household = try Household() }

    private func table(_ headings: String, _ days: ClosedRange<Int>, _ words: String) -> String {
        headings + "\n"
            + days.map { "2026-03-\(two($0));\(words);-\($0 * 3).50;UAH" }.joined(separator: "\n")
            + "\n"
    }

    @Test func `have an account each, and keep it`() throws {
        let files = [
            household.write(table("Date;Details;Amount;Currency", 1...9, "Silpo"), to: "a.csv"),
            household.write(table("Day;Text;Sum;Currency", 1...9, "Aldi"), to: "b.csv"),
            household.write(table("Date;Details;Amount;Currency", 10...20, "Bolt"), to: "c.csv"),
        ]
        let report = try household.importing(files)
        #expect(report.files.map(\.new) == [9, 9, 11])
        let accounts = report.files.map { $0.accounts.first ?? "" }
        #expect(accounts[0] == accounts[2] && accounts[0] != accounts[1])
        #expect(accounts.allSatisfy { $0.hasPrefix("table-") && $0.hasSuffix("-UAH") })
    }

    /// One table, saved with a renamed heading or without its balances, is no other bank's.
    @Test(arguments: [
        "Date;Text;Amount;Currency", "Day;Details;Sum;Currency", "Date;Details;Amount",
        "Currency;Details;Date;Amount",
    ])
    func `are one where their rows are the same`(_ headings: String) throws {
        func row(_ day: Int, _ columns: [String]) -> String {
            let cells = [
                "Date": "2026-03-\(two(day))", "Details": "Shop \(day % 4)",
                "Amount": "-\(day * 3).50", "Currency": "UAH",
            ]
            let synonyms = ["Day": "Date", "Text": "Details", "Sum": "Amount"]
            return columns.map { cells[synonyms[$0] ?? $0] ?? "" }.joined(separator: ";")
        }
        func table(_ headings: String, _ days: ClosedRange<Int>) -> String {
            let columns = headings.split(separator: ";").map(String.init)
            return ([headings] + days.map { row($0, columns) }).joined(separator: "\n") + "\n"
        }
        try household.importing([
            household.write(table("Date;Details;Amount;Currency", 1...12), to: "a.csv")
        ])
        let again = household.write(table(headings, 4...15), to: "b.csv")
        let report = try household.importing([again])
        #expect(report.files.map(\.known) == [9])
        #expect(report.files.map(\.new) == [3])
        #expect(try accounts(lines: 15) == 1)
    }

    /// Two cards that pay the same fares: no balance of one is the other's.
    @Test func `are two where balances contradict, however alike the rows are`() throws {
        for (name, opening, other) in [("1.csv", 1_000, -30), ("2.csv", 77, -4)] {
            var text = "Date;Description;Amount;Balance\n"
            var balance = opening
            for day in 1...10 {
                balance -= 8
                text += "2026-03-\(two(day));Metro;-8.00;\(balance).00\n"
                if day % 3 == (other == -30 ? 0 : 1) || other == -30 {
                    balance += other
                    text += "2026-03-\(two(day));Shop \(day);\(other).00;\(balance).00\n"
                }
            }
            try household.importing([household.write(text, to: "in/" + name)])
        }
        #expect(try accounts(lines: 20 + 14) == 2)
    }

    /// A part of an account first as a table that nobody knows, then the bank's own file.
    @Test func `are a known bank's where its file has their rows`() throws {
        let rows = (1...7).map { day in
            (
                "0\(day).02.2026 10:05:0\(day)", "Silpo \(day)", "-\(day).0",
                "\(100 - day * (day + 1) / 2).0"
            )
        }
        var text = "When;What;How much;Left\n"
        for row in rows[2...] { text += "\(row.0);\(row.1);\(row.2);\(row.3)\n" }
        try household.importing([household.write(text, to: "in/table.csv")])
        let bank = household.write(BankLine.csv(rows.reversed()), to: "in/all.csv")
        let report = try household.importing([bank])
        #expect(report.files.map(\.known) == [5])
        #expect(try accounts(lines: 7) == 1)
    }

    private static let plain = "Date;Description;Amount"

    /// Payments of some days as a table that prints no balances, in a file's words.
    private func payments(
        _ days: some Sequence<Int>, _ words: String, _ cents: Int, above: String = ""
    ) -> String {
        above + Self.plain + "\n"
            + days.map { "2026-03-\(two($0));\(words) \($0);-\(10 + $0 * 3).\(cents)\n" }.joined()
    }

    /// How many accounts there are, and that no payment was lost or doubled.
    private func accounts(lines: Int) throws -> Int {
        let all = try household.lines()
        #expect(all.count == lines)
        return Set(all.compactMap { $0["account"]?.text }).count
    }

    @Test(arguments: drawn(every: 8, of: 0..<24))
    func `are told apart by other rows on the same days, in any order of files`(_ order: Int) throws
    {
        let files = [
            ("bankA_2026-03.csv", payments(1...20, "Silpo", 50)),
            ("bankB_2026-03.csv", payments(stride(from: 2, to: 20, by: 3), "Bolt", 75)),
            ("bankA_2026-03-b.csv", payments(15...28, "Silpo", 50)),
            ("bankB_2026-03-b.csv", payments(stride(from: 11, to: 29, by: 3), "Bolt", 75)),
        ]
        let names = permuted(files, order).map { household.write($0.1, to: "in/" + $0.0) }
        let report = try household.importing(names)
        #expect(report.files.flatMap(\.keptApart).count == 1)
        #expect(try accounts(lines: 28 + 9) == 2)
        let before = try household.dump()
        try household.importing(names.reversed())
        #expect(try household.dump() == before)
    }

    @Test(arguments: 0..<6)
    func `are told apart without words in the files' names, night by night`(_ order: Int) throws {
        let files = [
            payments(1...20, "Silpo", 50), payments(stride(from: 2, to: 20, by: 3), "Bolt", 75),
            payments(5...28, "Silpo", 50),
        ]
        for (number, text) in permuted(files, order).enumerated() {
            try household.importing([household.write(text, to: "in/\(number).csv")])
            if number == 0 { try household.approveAll() }
        }
        #expect(try accounts(lines: 28 + 6) == 2)
    }

    @Test func `keep months of one account together, whatever their files are called`() throws {
        for (name, days) in [
            ("export march.csv", 1...9), ("umsaetze.csv", 10...19), ("3.csv", 17...28),
        ] {
            try household.importing([household.write(payments(days, "Silpo", 50), to: "in/" + name)]
            )
        }
        #expect(try accounts(lines: 28) == 1)
    }

    @Test func `keep a payment that both have on one day`() throws {
        let common = "2026-03-05;Netflix;-15.99\n"
        for name in ["alpha.csv", "beta.csv"] {
            let own = payments([name == "alpha.csv" ? 7 : 8], name, 25)
            try household.importing([household.write(own + common, to: "in/" + name)])
        }
        #expect(try accounts(lines: 4) == 2)
    }

    @Test func `are told apart by rows that only one has, though one is alike`() throws {
        let first = ["03;Aldi;-10.50", "08;Netflix;-15.99", "15;Rewe;-22.10", "20;Bar;-3.30"]
        let second = ["03;Kiosk;-1.50", "08;Netflix;-15.99", "16;Taxi;-12.10", "25;Pub;-8.30"]
        for (number, rows) in [first, second].enumerated() {
            let text = Self.plain + "\n" + rows.map { "2026-01-\($0)\n" }.joined()
            try household.importing([household.write(text, to: "in/\(number).csv")])
        }
        #expect(try accounts(lines: 8) == 2)
    }

    @Test func `are told apart by balances that do not continue`() throws {
        for (name, start) in [("one.csv", 900), ("two.csv", 5_000)] {
            var text = "Date;Description;Amount;Balance\n"
            for day in 1...9 {
                text += "2026-03-\(two(day));\(name);-\(day).00;\(start - day * (day + 1) / 2).00\n"
            }
            try household.importing([household.write(text, to: "in/" + name)])
        }
        #expect(try accounts(lines: 18) == 2)
    }

    @Test func `are told apart by the bank's name above the table`() throws {
        for (name, days) in [("Alpha Bank", 1...9), ("Volksbank Beta", 10...19)] {
            for part in [days.lowerBound...days.lowerBound + 4, days] {
                let text = payments(part, name, 50, above: name + ";;\nПеріод: 03.2026;;\n")
                try household.importing([household.write(text, to: "in/\(part).csv")])
            }
        }
        #expect(try accounts(lines: 19) == 2)
    }

    @Test func `one account is met in CAMT and MT940`() throws {
        let camt = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
            <Acct><Id><IBAN>DE91100000000123456789</IBAN></Id><Ccy>EUR</Ccy></Acct>
            <Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>
            </Stmt></BkToCstmrStmt></Document>

            """
        let mt940 =
            ":20:X\n:25:10000000/123456789\n:28C:1/1\n:60F:C260305EUR10,00\n"
            + ":61:260306D4,00NMSCNONREF\n:86:REWE\n:62F:C260306EUR6,00\n-\n"
        let files = [
            household.write(mt940, to: "a.sta"), household.write(camt, to: "b.xml"),
        ]
        let report = try household.importing(files)
        #expect(report.files.map(\.new) == [1, 1])
        #expect(report.files.map(\.accounts) == [["10000000/123456789"], ["10000000/123456789"]])
    }

    private static let iban = "DE91100000000123456789"

    private static func camt(_ days: ClosedRange<Int>) -> String {
        let entries = days.map {
            """
            <Ntry><Amt Ccy="EUR">\($0).15</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>\
            <BookgDt><Dt>2026-03-\(two($0))</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>REWE \($0)\
            </Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>

            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
            <Acct><Id><IBAN>\(iban)</IBAN></Id><Ccy>EUR</Ccy></Acct>
            \(entries.joined())</Stmt></BkToCstmrStmt></Document>

            """
    }

    /// - Parameter cents: those of another bank's payments are others.
    private static func mt940(
        _ account: String, _ days: ClosedRange<Int>, cents: Int = 15
    ) -> String {
        let rows = days.map { ":61:2603\(two($0))D\($0),\(cents)NMSCNONREF\n:86:REWE \($0)\n" }
        return ":20:X\n:25:\(account)\n:28C:1/1\n:60F:C260301EUR900,00\n" + rows.joined()
            + ":62M:C260331EUR0,00\n-\n"
    }

    /// Forms of one account's number: those that tell the bank's code, and those with a BIC instead
    /// of it.
    private static let whole = [
        "10000000/123456789", "10000000/0123456789EUR", "MARKDEFF/DE91100000000123456789",
        "MARKDEFFXXX/DE91100000000123456789EUR", "DE91100000000123456789",
    ]
    private static let byBIC = [
        "MARKDEFFXXX/123456789", "MARKDEFF/0123456789", "MARKDEFF/123456789EUR",
    ]

    private func accounts() throws -> Set<String> {
        Set(try household.lines().compactMap { $0["account"]?.text })
    }

    @Test(arguments: whole + byBIC, [false, true])
    func `one German account is met under each form of its number when rows are alike`(
        form: String, isMT940First: Bool
    ) throws {
        let files = [("a.xml", Self.camt(1...9)), ("b.sta", Self.mt940(form, 5...14))]
        var found: [KeptAccount] = []
        for (name, text) in isMT940First ? files.reversed() : files {
            let report = try household.importing([household.write(text, to: name)])
            found += report.files.flatMap(\.foundAlike)
            #expect(report.files.allSatisfy { $0.perhapsAlike.isEmpty && $0.keptAccounts.isEmpty })
        }
        #expect(try accounts().count == 1)
        #expect(try household.lines().count == 14)
        #expect(found.count == (Self.byBIC.contains(form) ? 1 : 0))
    }

    @Test(arguments: whole + byBIC, [false, true])
    func `a BIC and a number alone are kept apart, and that is said`(
        form: String, isOtherBank: Bool
    ) throws {
        let isAlike = Self.byBIC.contains(form)
        // Another bank has an account of the same number, with payments of its own on the same
        // days.
        if isOtherBank, !isAlike { return }
        try household.importing([household.write(Self.camt(1...9), to: "a.xml")])
        let text =
            isOtherBank ? Self.mt940(form, 1...9, cents: 77) : Self.mt940(form, 11...19)
        let report = try household.importing([household.write(text, to: "b.sta")])
        #expect(report.files.map(\.perhapsAlike.count) == [isAlike ? 1 : 0])
        #expect(try accounts().count == (isAlike ? 2 : 1))
        #expect(try household.lines().count == 18)
    }

    @Test func `the head office of a bank is its BIC with XXX or without`() throws {
        let files = [("a.sta", Self.byBIC[0], 1...5), ("b.sta", Self.byBIC[1], 11...15)].map {
            household.write(Self.mt940($0.1, $0.2), to: $0.0)
        }
        try household.importing(files)
        #expect(try accounts().count == 1)
        let other = household.write(Self.mt940("COBADEFF/123456789", 21...25), to: "c.sta")
        try household.importing([other])
        #expect(try accounts().count == 2)
    }

    @Test func `amounts without a currency get that of the settings`() throws {
        household.write(
            "accounts:\n  - name: Checking\n    currency: EUR\n", to: "money/kopiyka.yaml")
        let file = household.write("!Type:Bank\nD2026-03-02\nT-12.5\nPRewe\n^\n", to: "a.qif")
        try household.importing([file], account: "Checking")
        let line = try household.lines()[0]
        #expect(line["currency"]?.text == "EUR" && line["amount"]?.text == "-12.50")
    }
}
