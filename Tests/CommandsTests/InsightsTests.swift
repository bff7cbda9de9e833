import Facts
import Ledger
import Pending
import Scanning
import Testing

@testable import Commands

/// Four months of a household, as a person and as a program see its insights.
@Suite struct `Insights of a household` {
    private let home: Household

    init() throws {
        home = try Household()
        var lines: [QueueLine] = []
        func add(
            _ day: String, _ amount: String, _ category: String, _ name: String,
            _ currency: Currency = .uah, account: String = "card-UAH"
        ) {
            lines.append(
                line(
                    UInt64(lines.count + 1), day, Int32(lines.count), amount, currency,
                    account: account, category: category, payee: name, name))
        }
        for month in 1...4 {
            add("2025-0\(month)-03", "30000.00", "income.salary", "Зарплата")
            add("2025-0\(month)-05", "-8000.00", "housing.rent", "Оренда")
            add("2025-0\(month)-07", "-199.00", "subscriptions.media", "Netflix")
            add("2025-0\(month)-09", "-\(2_000 + 500 * month).50", "groceries", "Сільпо")
        }
        add("2025-04-11", "-6000.00", "transfers.person", "Олена К.")
        add("2025-04-12", "-9000.00", "home.furniture", "Меблі")
        add("2025-04-13", "-1600.00", "groceries", "АТБ")
        add("2025-04-14", "700.00", "income.refund", "Крамниця")
        add("2025-01-20", "100.00", "income.other", "Подарунок", .usd, account: "old-USD")
        try home.add(lines, approvedCount: lines.count)
    }

    private func objects(_ arguments: String...) throws -> [JSONValue] {
        let run = home.run(arguments)
        #expect(run.code == .done, "\(arguments): \(run.errors)")
        return try run.output.split(separator: "\n").map { try JSONValue.parse($0.utf8.span) }
    }

    private static let golden = """
        The month up to 2025-04-20, in UAH
           income   expenses  net flow  refunds
        30,000.00  28,099.50  1,900.50   700.00
        financial health 93 of 100: excellent

        Spending
          Rising category      3,500.50        Groceries, 2 rises in a row, +16.7% to l…
          Expenses            28,099.50        +140.2% to last month
          Spike                5,600.50        Groceries, +86.7% to the mean of 3 months
          Expenses a day       1,404.98        +140.2% to last month
          Top category         9,000.00        Home, 32%
        Income
          Income ÷ expenses        1.1×        net 1,900.50
          Income              30,000.00        0% to last month
        What comes again
          Recurring a month    8,199.00        2 payments
        Cash flow
          Best month          19,300.50        2025-01
          Net flow             1,900.50        −89.9% to the mean
          Expected a month    21,801.00        then 80,103.00 in all
        Wealth
          Dormant accounts         1           old-USD
          All accounts        58,302.00        +3.4% to last month
          Growth               1,900.50        +3.4% to last month
        Savings
          Savings rate             6.3%        saved 1,900.50
          Emergency fund           5.2 months  11,199.50 a month
        What is to come
          By the month's end  34,733.00        10 days left
          Runway              18,800.50        more each month

        left out: Over budget, Will be over budget, Under budget (no budgets);
        Subscriptions, Perhaps paid twice (needs two subscriptions); Year over year
        (needs 13 months)

        """

    @Test func `are shown in 80 columns, in both languages`() throws {
        for language in ["en", "uk"] {
            let run = home.run(
                ["insights", "--as-of", "2025-04-20", "--all", "--lang", language], columns: 80)
            #expect(run.code == .done)
            for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
            #expect(!run.output.contains("insight"), "a text is missing")
        }
        let run = home.run(["insights", "--as-of", "2025-04-20"], columns: 80)
        #expect(run.output == Self.golden, "\(run.output)")
        // A balance and a line without a rate are told, and count nowhere.
        #expect(run.errors.contains("USD"))
    }

    @Test func `name what the person has no figures for, in Ukrainian too`() {
        let run = home.run(
            ["insights", "--as-of", "2025-04-20", "--lang", "uk"], columns: 80)
        #expect(run.output.contains("фінансове здоровʼя 93 зі 100: відмінно"))
        #expect(run.output.contains("Продукти, +86,7% до середнього за 3 місяці"))
        #expect(run.output.contains("У межах бюджету (немає бюджетів)"))
        #expect(home.run("insights", "--as-of", "2024-01-01").output.contains("ledger"))
        #expect(home.run("insights", "praise").code == .usage)
    }

    @Test func `list their lines, which sum to the figures`() throws {
        for card in try objects("insights", "--as-of", "2025-04-20", "--json") {
            guard let id = card["id"]?.text, case .array(let rows)? = card["rows"],
                ["top_category", "spending_spike", "best_month", "net_cash_flow"].contains(id)
            else { continue }
            let found = try home.run(["list", "--json"] + rows.compactMap(\.text)).output
                .split(separator: "\n").map { try JSONValue.parse($0.utf8.span) }
            let sum = found.reduce(0) { $0 + (units($1["worth"]) ?? 0) }
            #expect(units(card["value"]) == (id.hasSuffix("category") ? -sum : abs(sum)), "\(id)")
        }
    }

    @Test func `ask for the lines of each part of the score`() throws {
        let objects = try objects("insights", "--as-of", "2025-04-20", "--json")
        let score = try #require(objects.first { $0["score"] != nil })
        guard case .array(let parts)? = score["parts"] else {
            Issue.record("no parts")
            return
        }
        for part in parts {
            var asked: [JSONValue] = []
            if let rows = part["rows"] { asked = [rows] }
            if case .array(let all)? = part["rows_of"]?["value"] { asked += all }
            #expect(!asked.isEmpty, "\(part)")
            for case .array(let words) in asked {
                #expect(home.run(["list", "--json"] + words.compactMap(\.text)).code == .done)
            }
        }
    }

    private func units(_ amount: JSONValue?) -> Int? {
        Int(amount?.text?.filter { $0 != "." } ?? "x")
    }

    @Test func `of a month end with it, and --all changes no figure`() throws {
        let month = try objects("insights", "--month", "2025-04", "--as-of", "2025-09-01", "--json")
        let day = try objects("insights", "--as-of", "2025-04-30", "--json")
        #expect(month.map(\.line) == day.map(\.line))
        let all = try objects("insights", "--as-of", "2025-04-30", "--all", "--json")
        let cards = Set(all.map(\.line))
        #expect(day.dropLast().allSatisfy { cards.contains($0.line) })
        #expect(all.count > day.count)
    }

    @Test func `are dismissed until undo`() throws {
        #expect(home.run("insights", "dismiss", "spending_spik").code == .usage)
        #expect(
            home.run("insights", "dismiss", "duplicate_subscriptions", "--as-of", "2025-04-20")
                .code == .usage)
        func isDismissed() throws -> Bool {
            let cards = try objects("insights", "--as-of", "2025-04-20", "--json")
            return cards.contains { $0["id"]?.text == "spending_spike" && $0["dismissed"] != nil }
        }
        let words = ["insights", "dismiss", "spending_spike", "--as-of", "2025-04-20"]
        #expect(home.run(words + ["--dry-run"]).code == .done)
        #expect(try !isDismissed())
        #expect(home.run(words).code == .done)
        #expect(try isDismissed())
        #expect(home.run(words).code == .usage)
        #expect(home.run("undo").code == .done)
        #expect(try !isDismissed())
    }

    /// A category of one's own may be money that leaves, under any key and in any group.
    @Test(arguments: [
        ["--parent", "transfers"], ["--kind", "transfer"], ["--parent", "groceries"],
    ])
    func `list what was spent in a category of one's own`(place: [String]) throws {
        #expect(home.run(["categories", "add", "Позика брату"] + place).code == .done)
        let list = try home.objects(["categories", "--json"])
        let own = try #require(list.compactMap { $0["key"]?.text }.first { $0.hasPrefix("позика") })
        let lent = line(
            90, "2025-04-16", 7, "-20000.00", account: "card-UAH", category: own, "Брат")
        let returned = line(
            91, "2025-04-17", 7, "500.00", account: "card-UAH", category: own, "Брат")
        try home.add([lent, returned], approvedCount: 2)
        let group = place.contains("--parent") ? place[1] : own
        try home.write(
            "budget.yaml",
            Set([own, group]).sorted().map {
                "- {category: \($0), amount: \"1500\", every: month}\n"
            }.joined())
        func spent(_ rows: JSONValue?) throws -> Int {
            try home.objects(["list", "--json"] + texts(rows)).reduce(0) {
                $0 - (units($1["counted"] ?? $1["amount"]) ?? 0)
            }
        }
        let budgets = try objects("budget", "--json", "--as-of", "2025-04-20")
            .filter { $0["category"] != nil }
        #expect(budgets.count == Set([own, group]).count)
        for budget in budgets {
            #expect(units(budget["spent"]) ?? 0 >= 19_500_00)
            #expect(try spent(budget["rows"]) == units(budget["spent"]), "\(budget)")
        }
        let cards = try objects("insights", "--as-of", "2025-04-20", "--json")
        let top = try #require(cards.first { $0["id"]?.text == "top_category" })
        #expect(units(top["value"]) ?? 0 >= 19_500_00)
        #expect(try spent(top["rows"]) == units(top["value"]), "\(top)")
    }
}
