import Facts
import Importing
import Scanning
import TestKit
import Testing
import Workspaces

/// A payment is taken in once, whatever named the account of the files that show it.
@Suite struct `A payment that another account has` {
    private let household: Household

    init() throws { household = try Household() }

    /// One card's payments with the balance after each.
    private struct Payment {
        let day: Int
        let hour: Int
        let cents: Int
        let text: String
        let balance: Int

        var date: String { day > 28 ? "2026-03-\(two(day - 28))" : "2026-02-\(two(day))" }
    }

    /// - Parameter fare: what the first payment of each day costs and says, the same on all cards.
    private static func card(
        _ words: String, opening: Int, step: Int, fare: Int? = nil, aDay: Int = 3
    ) -> [Payment] {
        var balance = opening
        return (0..<(20 * aDay)).map { number in
            let isFare = fare != nil && number % 3 == 0
            let cents = isFare ? fare ?? 0 : 1_000 + number * step
            balance -= cents
            return Payment(
                day: number / aDay + 1, hour: 10 + number % aDay * 12 / aDay, cents: cents,
                text: isFare ? "Metro" : "\(words) \(number)", balance: balance)
        }
    }

    private enum Form: CaseIterable {
        /// The bank's own file: seconds and balances.
        case bank
        /// The same without the column of balances.
        case bare
        /// A table that nobody knows, with the bank's words and no balances.
        case table
        /// A file that names its account, in other words.
        case numbered
    }

    private static func file(_ rows: some Collection<Payment>, as form: Form) -> String {
        switch form {
        case .bank, .bare:
            let text = BankLine.csv(
                rows.reversed().map {
                    let date = $0.date.split(separator: "-").reversed().joined(separator: ".")
                    return (
                        "\(date) \($0.hour):05:07", $0.text, "-\(money($0.cents))",
                        money($0.balance)
                    )
                })
            if form == .bank { return text }
            return text.split(separator: "\n").map {
                $0[..<($0.lastIndex(of: ",") ?? $0.endIndex)] + "\n"
            }.joined()
        case .table:
            return "When;What;How much;Unit\n"
                + rows.map { "\($0.date);\($0.text);-\(money($0.cents));UAH\n" }.joined()
        case .numbered:
            let entries = rows.map {
                ":61:\($0.date.dropFirst(2).filter { $0 != "-" })D"
                    + money($0.cents).map { $0 == "." ? "," : String($0) }.joined()
                    + "NMSCNONREF\n:86:POS 77 KARTE \($0.cents)\n"
            }
            return ":20:STARTUMS\n:25:1/000123\n:28C:1/1\n:60F:C260201UAH0,00\n"
                + entries.joined() + ":62M:C260320UAH0,00\n-\n"
        }
    }

    private static func money(_ cents: Int) -> String { "\(cents / 100).\(two(cents % 100))" }

    /// What the files of one test showed so far.
    private struct Shown {
        var payments: Set<Int> = []
        /// Rows that a person is asked about.
        var asked = 0
        /// What came of each file.
        var note = ""

        mutating func add(_ part: Range<Int>, _ report: ImportReport) {
            payments.formUnion(part)
            for file in report.files {
                asked += file.ambiguous
                note +=
                    "\(part) \(file.layout) \(file.accounts): \(file.new) new, "
                    + "\(file.known) known, \(file.ambiguous) to decide\n"
            }
        }
    }

    /// Each payment is one line, or a person is asked.
    private func prove(_ shown: Shown) throws {
        #expect(
            try household.lines().count == shown.payments.count + shown.asked, "\(shown.note)")
    }

    /// Parts of one card that overlap, some of them under an account that the person names.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...80))
    func `is taken in once where seconds or balances prove it`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let card = Self.card("Silpo", opening: 900_000, step: 37)
        var shown = Shown()
        for number in 0..<Int.random(in: 2...5, using: &random) {
            let start = Int.random(in: 0..<50, using: &random)
            let part = start..<Int.random(in: (start + 2)...60, using: &random)
            let form: Form = Int.random(in: 0..<4, using: &random) == 0 ? .bare : .bank
            let isNamed = Bool.random(using: &random)
            let file = household.write(
                Self.file(card[part], as: form), to: "in/\(number).csv")
            let report = try household.importing([file], account: isNamed ? "black" : "")
            shown.add(part, report)
            if Int.random(in: 0..<3, using: &random) == 0 { try household.approveAll() }
        }
        try prove(shown)
        let before = try household.dump()
        for number in 0..<2 {
            try household.importing([household.folder + "/in/\(number).csv"])
        }
        #expect(try household.dump() == before)
    }

    /// The same where only words and amounts tell, or nothing but amounts: parts have days
    /// together, each with as many amounts as it takes between accounts that were named.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...120))
    func `is taken in once where whole days are alike`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let card = Self.card("Silpo", opening: 900_000, step: 37, aDay: 6)
        var shown = Shown()
        var last = 0..<0
        for number in 0..<Int.random(in: 2...4, using: &random) {
            // Each part has four whole days with the one before, in front or behind.
            let length = Int.random(in: 5...12, using: &random)
            var start = Int.random(in: 0...(20 - length), using: &random)
            if !last.isEmpty {
                start =
                    Bool.random(using: &random) ? last.upperBound - 4 : last.lowerBound + 4 - length
                start = min(max(start, 0), 20 - length)
            }
            last = start..<(start + length)
            let part = (start * 6)..<((start + length) * 6)
            let form = Form.allCases.randomElement(using: &random) ?? .bank
            let isNamed = form != .numbered && Int.random(in: 0..<3, using: &random) == 0
            let file = household.write(
                Self.file(card[part], as: form),
                to: "in/\(number)" + (form == .numbered ? ".sta" : ".csv"))
            let report = try household.importing([file], account: isNamed ? "black" : "")
            shown.add(part, report)
            if Int.random(in: 0..<3, using: &random) == 0 { try household.approveAll() }
        }
        try prove(shown)
    }

    /// Two parts of one card in any two forms that have a few payments together, one at least: each
    /// of those is one line or a question, or the import says that two accounts may be one. When
    /// they are made one, the questions are all that is left.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...200))
    func `is never doubled without a word`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let card = Self.card("Silpo", opening: 900_000, step: 37, aDay: 2)
        // They have days together from the first row of the one to the last of the other.
        let common = Int.random(in: 1...6, using: &random)
        let seam = Int.random(in: 10...20, using: &random)
        let parts = [0..<seam, (seam - common)..<(seam + 10)].shuffled(using: &random)
        var accounts: Set<String> = []
        var questions = 0
        var isSaid = false
        for (number, part) in parts.enumerated() {
            let form = Form.allCases.randomElement(using: &random) ?? .bank
            var text = Self.file(card[part], as: form)
            if form == .table, number == 1 {
                text = text.replacing("When;What;How much", with: "Tag;Zweck;Betrag")
                    .replacing("Silpo", with: "Kauf")
            }
            let name = "in/\(number)" + (form == .numbered ? ".sta" : ".csv")
            let report = try household.importing([household.write(text, to: name)])
            for file in report.files {
                accounts.formUnion(file.accounts)
                questions += file.ambiguous
                isSaid = isSaid || !file.perhapsOne.isEmpty || !file.shownAsOne.isEmpty
                isSaid = isSaid || !file.keptApart.isEmpty
            }
        }
        let count = try household.lines().count
        #expect(isSaid || count == seam + 10 + questions, "\(parts) \(accounts)")
        guard accounts.count == 2, let one = accounts.first else { return }
        let merged = try household.open(.writing).move(
            command: "accounts merge", to: one, comparing: lineMeetings
        ) { $0.fact.account != one }
        #expect(
            try household.lines().count == seam + 10 + questions + merged.asked,
            "\(parts) \(merged)")
    }

    /// A person moves some payments, and a later export shows them again with more rows.
    @Test(arguments: drawn(every: 8, of: UInt64(1)...60))
    func `stays where a person moved it`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let card = Self.card("Silpo", opening: 900_000, step: 37)
        let form = Form.allCases.randomElement(using: &random) ?? .bank
        let ending = form == .numbered ? ".sta" : ".csv"
        let first = household.write(Self.file(card[0..<30], as: form), to: "in/1" + ending)
        try household.importing([first])
        let moved = Set(
            try household.lines().compactMap { $0["key"]?.text }
                .shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
        _ = try household.open().move(command: "move", to: "third") { moved.contains($0.key.text) }
        if Bool.random(using: &random) { try household.approveAll() }
        let start = Int.random(in: 0..<3, using: &random)
        let again = household.write(Self.file(card[start..<50], as: form), to: "in/2" + ending)
        let report = try household.importing([again])
        #expect(try household.lines().count == 50)
        #expect(report.files.allSatisfy { $0.shownAsOne.isEmpty && $0.ambiguous == 0 })
        let there = try household.lines().filter { $0["account"]?.text == "third" }
        #expect(there.count == moved.count)
    }

    /// A person moves a whole file that names its account, and the next export has more rows.
    @Test(arguments: 1...4) func `stays where its file was moved`(_ count: Int) throws {
        let payments = (1...6).map { CardPayment(day: $0, amount: "\($0)1.00") }
        let first = CardPayment.ofx(Array(payments.prefix(count)))
        try household.importing([household.write(first, to: "in/a.ofx")])
        _ = try household.open().move(
            command: "move", to: "Giro", accounts: { _, _ in "Giro" }, where: { _ in true })
        try household.importing([household.write(CardPayment.ofx(payments), to: "in/b.ofx")])
        #expect(try household.lines().count == 6)
    }

    /// Two cards that take the same bus each day: no payment of either is lost.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...60))
    func `is no payment of another card`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        let cards = [
            Self.card("Silpo", opening: 900_000, step: 37, fare: 800),
            Self.card("Bolt", opening: 77_700, step: 11, fare: 800),
        ]
        let form: Form = Bool.random(using: &random) ? .table : .bank
        let naming = Int.random(in: 0..<4, using: &random)
        var count = 0
        for (number, card) in cards.enumerated() {
            let start = Int.random(in: 0..<20, using: &random)
            let part = start..<Int.random(in: (start + 20)...60, using: &random)
            count += part.count
            let names = [["black", "white"], ["black", ""], ["", "white"], ["", ""]][naming]
            let file = household.write(
                Self.file(card[part], as: form), to: "in/\(["black", "white"][number]).csv")
            try household.importing([file], account: names[number])
        }
        #expect(try household.lines().count == count, "\(form) \(naming)")
    }

    /// Two people pay the same fares and the same rent: balances tell, else the names that a person
    /// gave.
    @Test(arguments: [false, true], ["Date;Details;Amount;Balance", "Date;Details;Amount"])
    func `is no payment of a person with the same fares`(hasOwn: Bool, _ headings: String) throws {
        for (name, opening) in [("Olena", 60_000), ("Petro", 90_000)] {
            var text = headings + "\n"
            var balance = opening
            for day in 11...14 {
                balance -= day == 12 ? 1_500 : 8
                text +=
                    "2026-03-\(day);\(day == 12 ? "Rent" : "Metro");-\(day == 12 ? 1_500 : 8).00"
                text += headings.hasSuffix("Balance") ? ";\(balance).00\n" : "\n"
            }
            if hasOwn, name == "Petro" {
                text += "2026-03-15;Bakery;-3.00"
                text += headings.hasSuffix("Balance") ? ";\(balance - 3).00\n" : "\n"
            }
            let file = household.write(text, to: "in/\(name).csv")
            try household.importing([file], account: name)
        }
        // The same bytes are one file, whatever it is called.
        let areSame = !hasOwn && !headings.hasSuffix("Balance")
        #expect(try household.lines().count == (areSame ? 4 : hasOwn ? 9 : 8))
    }

    /// Tables without balances of two cards that took one bus on one day.
    @Test func `is no fare of another card on a day that both have`() throws {
        let files = [
            "Date;Details;Amount;Currency\n2026-01-11;Metro;-8.00;UAH\n2026-01-13;Metro;-8.00;UAH\n"
                + "2026-01-18;Rozetka;-1102.04;UAH\n2026-01-23;Lavka;-27.65;UAH\n",
            "Date;Details;Amount\n2026-01-10;Comfy;-2147.22\n2026-01-10;Foxtrot;-1693.18\n"
                + "2026-01-12;Epicentr;-957.95\n2026-01-13;Metro;-8.00\n",
        ]
        for (number, text) in files.enumerated() {
            try household.importing([household.write(text, to: "in/\(number).csv")])
        }
        #expect(try household.lines().count == 8)
    }

    /// A file of the bank in another currency, under a name of the same words.
    @Test func `and an account of another currency have nothing in common`() throws {
        let card = Self.card("Silpo", opening: 900_000, step: 37)
        let text = Self.file(card[0..<6], as: .bank)
        for (name, currency) in [("statement-1.csv", "UAH"), ("statement-3.csv", "USD")] {
            let inCurrency = text.replacing("UAH", with: currency)
            try household.importing([household.write(inCurrency, to: "in/" + name)])
        }
        let accounts = Set(try household.lines().compactMap { $0["account"]?.text })
        #expect(accounts == ["monobank-UAH", "monobank-USD"])
    }

    /// A second source without a currency adds its balance in the line's.
    @Test func `keeps its fact when a table without a currency adds balances`() throws {
        let payments = (1...3).map { CardPayment(day: $0, amount: "\($0)1.00") }
        try household.importing([household.write(CardPayment.ofx(payments), to: "in/a.ofx")])
        var balance = 900
        let rows = payments.map { payment in
            balance -= payment.day * 10 + 1
            return "2026-03-0\(payment.day);Shop \(payment.day);-\(payment.amount);\(balance).00\n"
        }
        let table = "Date,Details,Amount,Balance\n" + rows.joined().replacing(";", with: ",")
        try household.importing([household.write(table, to: "in/b.csv")])
        #expect(try household.lines().count == 3)
        #expect(try household.open(.reading).check().isEmpty)
    }

    /// Two tables of one statement, in words of their own: only balances say that the rows are one.
    @Test(arguments: drawn(every: 10, of: UInt64(1)...200))
    func `is taken in once with its currency and without, by its balance`(_ seed: UInt64) throws {
        var random = SeededDice(seed: seed)
        var balance = 50_000
        let rows = (1...Int.random(in: 1...9, using: &random)).map { number in
            let cents = [500, 1_250, 3_999 + number].randomElement(using: &random) ?? 0
            balance -= cents
            return (day: two(1 + number / 3), cents: cents, balance: balance)
        }
        let named =
            "Date;Details;Amount;Currency;Balance\n"
            + rows.map {
                "2026-03-\($0.day);Shop \($0.cents);-\(Self.money($0.cents));USD;"
                    + Self.money($0.balance) + "\n"
            }.joined()
        let unnamed =
            "When;What;How much;Balance\n"
            + rows.map {
                "2026-03-\($0.day);POS 77 KARTE;-\(Self.money($0.cents));"
                    + Self.money($0.balance) + "\n"
            }.joined()
        let files = Bool.random(using: &random) ? [named, unnamed] : [unnamed, named]
        let isNamed = Bool.random(using: &random)
        var asked = 0
        for (number, text) in files.enumerated() {
            let file = household.write(text, to: "in/\(number).csv")
            let account = number == 0 || isNamed ? "black" : ""
            let report = try household.importing([file], account: account)
            for file in report.files { asked += file.ambiguous }
        }
        #expect(try household.lines().count == rows.count + asked)
        #expect(asked == 0 || !isNamed)
    }

    /// Amounts without a currency, then the bank's own file, which tells it.
    @Test func `is found where its currency was not told`() throws {
        let card = Self.card("Silpo", opening: 900_000, step: 37)
        let text = Self.file(card[0..<12], as: .table).replacing(";UAH", with: "")
            .replacing(";Unit", with: "")
        try household.importing([household.write(text, to: "in/table.csv")])
        let bank = household.write(Self.file(card[0..<20], as: .bank), to: "in/bank.csv")
        let report = try household.importing([bank])
        #expect(report.files.map(\.known) == [12])
        #expect(try household.lines().count == 20)
    }

    /// Its rows say nothing of any account.
    @Test(arguments: ["", "black"])
    func `is not asked for where all rows of a file are rejected`(_ account: String) throws {
        let card = Self.card("Silpo", opening: 900_000, step: 37)
        let good = household.write(Self.file(card[0..<12], as: .bank), to: "in/good.csv")
        try household.importing([good])
        let text = Self.file(card[12..<20], as: .bank)
        let bad = [text, Self.file(card[12..<20], as: .numbered)].enumerated().map { number, text in
            let broken = text.replacing(".02.2026", with: ".42.2026").replacing(
                ":61:2602", with: ":61:2642")
            return household.write(broken, to: "in/bad." + (number == 0 ? "csv" : "sta"))
        }
        let before = try household.lines().count
        for file in bad {
            let report = try household.importing([file], account: account)
            #expect(report.files.map(\.new) == [0])
        }
        try household.importing(bad.reversed() + [good], account: account)
        #expect(try household.lines().count == before)
    }

    /// More rows than wait for the end of a file: the last of them are all lines of another
    /// account.
    @Test(.enabled(if: isSlowRun))
    func `leaves the account of a long file what came before`() throws {
        let lines = (0..<24_000).map {
            BankLine(
                id: "L\($0)", time: 1_770_000_000 - $0 * 60, text: "Фора \($0 % 90)",
                amount: -100 - $0, balance: 1_000_000 + $0)
        }
        let end = household.write(BankLine.json(Array(lines[21_000...])), to: "in/end.json")
        try household.importing([end])
        let all = household.write(BankLine.json(lines), to: "in/all.json")
        let report = try household.importing([all], account: "black")
        #expect(report.files.map(\.accounts) == [["black", "monobank-UAH"]])
        #expect(report.files.map(\.new) == [21_000])
        #expect(report.files.map(\.known) == [3_000])
        #expect(report.files.flatMap(\.keptAccounts).isEmpty)
        let one = KeptAccount(named: "monobank-UAH", kept: "black")
        #expect(report.files.flatMap(\.shownAsOne) == [one])
    }
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
