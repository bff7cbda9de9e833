import Facts
import Glibc
import Ledger
import Pending
import Saving
import Scanning
import TestKit
import Testing

@testable import Commands

/// Accounts in three currencies, a transfer between two of them, what was paid in hryvnias with a
/// card in euros, a refund, a divided line, and kroons that no price leads from.
private let lines: [QueueLine] = [
    line(
        1, "2025-01-05", 100, "40000.00", category: "income.salary", balance: "45000.00", "Зарплата"
    ),
    line(2, "2025-01-09", 100, "-1200.00", category: "groceries", "СІЛЬПО"),
    line(3, "2025-01-12", 100, "-100.00", .eur, account: "rev-EUR", category: "shopping", "ZARA"),
    line(4, "2025-01-31", 100, "-4150.00", category: "transfers.own", "Купівля валюти"),
    line(
        5, "2025-02-01", 100, "100.00", .usd, account: "card-USD", category: "transfers.own",
        "Купівля валюти"),
    paidInHryvnias,
    line(
        7, "2025-02-10", 100, "30.00", .eur, account: "rev-EUR", category: "income.refund", "ZARA"),
    line(8, "2025-02-14", 100, "-300.00", category: "transfers.person", "Олена К."),
    line(9, "2025-02-15", 100, "-7.00", kroon, account: "old-EEK", category: "pets", "ZOO"),
    line(
        10, "2025-02-20", 100, "-30.00", .usd, account: "card-USD", category: "shopping",
        decision: Decision(splits: [
            .init(category: "groceries", amount: Money(minorUnits: -1_001, currency: .usd)),
            .init(category: "home", amount: Money(minorUnits: -1_999, currency: .usd)),
        ]), "AMAZON"),
    line(11, "2025-03-02", 100, "-1.00", category: "groceries", "СІЛЬПО"),
]

private let kroon = Currency(0x45, 0x45, 0x4B)

private let paidInHryvnias: QueueLine = {
    var paid = line(
        6, "2025-02-03", 100, "-10.00", .eur, account: "rev-EUR", category: "groceries", "АТБ")
    paid.fact.originalAmount = Money(minorUnits: -43_000, currency: .uah)
    return paid
}()

@Suite struct `Figures in one currency` {
    private let home: Household

    init() throws {
        home = try Household()
        try home.add(lines, approvedCount: lines.count)
        #expect(home.run("transfer", lines[3].key.text, lines[4].key.text).code == .done)
        #expect(unsafe mkdir(home.folder + "/prices", 0o700) == 0)
        try home.write(
            "prices/list.csv",
            """
            date,currency,rate,base
            2025-01-01,USD,41.0,UAH
            2025-01-01,EUR,43.0,UAH
            2025-02-01,USD,42.0,UAH
            2025-02-15,EUR,44.5,UAH

            """)
    }

    private func worth(_ rows: JSONValue?) throws -> Int {
        try home.objects(["list", "--json"] + texts(rows)).reduce(0) {
            $0 + ($1["worth"].map(units) ?? 0)
        }
    }

    @Test func `a line is worth what its day's rate says, or what was paid`() throws {
        let worth = try home.objects(["list", "--in", "UAH", "--json"]).map { $0["worth"]?.text }
        #expect(
            worth == [
                "40000.00", "-1200.00", "-4300.00", "-4150.00", "4200.00", "-430.00", "1290.00",
                "-300.00", nil, "-1260.00", "-1.00",
            ])
    }

    @Test(arguments: [
        [], ["--by", "payee"], ["--by", "account"], ["--by", "quarter"],
        ["--category", "groceries"], ["2025-02", "--compare", "previous"], ["--min", "50"],
        ["--currency", "USD"],
    ]) func `the rows of each converted figure sum to it`(question: [String]) throws {
        for base in ["UAH", "EUR"] {
            let found = try home.objects(["report", "--json", "--in", base] + question)
            #expect(found.contains { $0["currency"]?.text == base })
            for object in found where object["converted"] != nil {
                #expect(try worth(object["rows"]) == units(object["total"]), "\(object)")
                guard let before = object["before"] else { continue }
                #expect(try worth(object["rows_before"]) == units(before), "\(object)")
            }
        }
    }

    @Test func `a currency with a rate for some lines counts with these`() throws {
        try home.write("prices/list.csv", "date,currency,rate,base\n2025-02-05,EUR,44.5,UAH\n")
        for object in try home.objects(["report", "--json", "--in", "UAH", "--by", "quarter"])
        where object["converted"] != nil {
            #expect(try worth(object["rows"]) == units(object["total"]), "\(object)")
        }
        // What has no rate is the currency's own figure, without the lines that have one.
        let own = try home.objects(["report", "--json", "--in", "UAH", "--currency", "EUR"])
            .filter { $0["converted"] == nil && $0["sum"]?.text == "out" }
        #expect(own.map { units($0["total"]) } == [-10_000])
        for object in own {
            let listed = try home.objects(["list", "--json"] + texts(object["rows"]))
            #expect(listed.reduce(0) { $0 + units($1["counted"] ?? $1["amount"]) } == -10_000)
        }
        #expect(home.run("report", "--in", "UAH").errors.contains("1 line in EUR"))
    }

    @Test func `what has no rate stays in its currency and is told`() throws {
        let run = home.run("report", "--in", "UAH", "--category", "pets")
        #expect(run.output.contains("EEK"))
        #expect(run.errors.contains("1 line in EEK"))
        #expect(!run.output.contains("all currencies"))
    }

    @Test func `the bridge of each month adds up, and lists its lines`() throws {
        for base in ["UAH", "EUR", "USD"] {
            let months = try home.objects([
                "networth", "--json", "--as-of", "2025-03-31", "--base", base,
            ])
            #expect(months.map { $0["period"]?.text } == ["2025-01", "2025-02", "2025-03"])
            var net = 0
            for month in months {
                let bridge = month["bridge"]
                #expect(units(bridge?["residual"]) == 0)
                let change =
                    units(bridge?["income"]) - units(bridge?["expenses"])
                    + units(bridge?["in_flight"]) + units(bridge?["revaluation"])
                    + units(bridge?["unpriced"]) + units(bridge?["corrections"])
                #expect(units(month["net"]) == net + change, "\(month)")
                net = units(month["net"])
                #expect(month["rows"] != nil)
                var worths = 0
                for account in items(month["accounts"]) {
                    let listed = try home.objects(["list", "--json"] + texts(account["rows"]))
                    let sum = listed.reduce(account["opening"].map { units($0) } ?? 0) {
                        $0 + units($1["amount"])
                    }
                    #expect(sum == units(account["balance"]), "\(account)")
                    worths += units(account["worth"])
                }
                #expect(worths == units(month["net"]), "\(month)")
                for (figure, sign) in [("income", 1), ("expenses", -1), ("in_flight", 1)] {
                    guard case .array(let lists)? = month["rows_of"]?[figure] else {
                        Issue.record("\(figure) lists no lines")
                        continue
                    }
                    let sum = try lists.reduce(0) { try $0 + worth($1) }
                    #expect(sum * sign == units(bridge?[figure]), "\(figure) of \(month)")
                }
            }
        }
    }

    @Test func `months say what was spent, moved, and changed by rates`() throws {
        let months = try home.objects([
            "networth", "--json", "--as-of", "2025-03-31", "--base", "UAH",
        ])
        // 5,000 before the first line; its end is in the list's rates.
        #expect(months[0]["bridge"]?["corrections"]?.text == "5000.00")
        #expect(months[0]["bridge"]?["expenses"]?.text == "5500.00")
        #expect(months[0]["bridge"]?["in_flight"]?.text == "-4150.00")
        #expect(months[0]["debts"]?.text == "-4300.00")
        #expect(months[1]["bridge"]?["in_flight"]?.text == "4200.00")
        // 430 in a shop, 300 to a person and 1,260 with dollars, less a refund of 1,290.
        #expect(months[1]["bridge"]?["expenses"]?.text == "700.00")
        let left: JSONValue = ["currency": .string("EEK"), "amount": .string("-7.00")]
        #expect(months[1]["unconverted"] == .array([left]))
        // −80 euros at 44.5, of which −100 were worth 43 before, +30 and −10 were booked at 43.
        #expect(months[1]["bridge"]?["revaluation"]?.text == "-120.00")
    }

    /// The salary came before the first rate, which a later purchase states.
    @Test func `lines without a rate are no opening, and an opening is no change`() throws {
        var paid = line(
            2, "2025-01-20", 100, "-10.00", .eur, account: "wise-EUR", category: "groceries",
            balance: "3290.00", "АТБ")
        paid.fact.originalAmount = Money(minorUnits: -47_000, currency: .uah)
        let home = try Household()
        let salary = line(
            1, "2025-01-02", 100, "1800.00", .eur, account: "wise-EUR", category: "income.salary",
            balance: "3300.00", "Salary")
        try home.add([salary, paid], approvedCount: 2)
        let asked = ["networth", "--as-of", "2025-01-31", "--base", "UAH", "--lang", "en"]
        let month = try #require(try home.objects(asked + ["--json"]).last)
        #expect(month["bridge"]?["corrections"]?.text == "70500.00")
        #expect(month["bridge"]?["unpriced"]?.text == "84600.00")
        #expect(month["bridge"]?["income"]?.text == "0.00")
        let shown = home.run(asked)
        #expect(shown.output.contains("without a rate") && shown.output.contains("84,600.00"))
        #expect(shown.errors.contains("1 line has no rate of its day"))
        let why = home.run(asked + ["--explain", "2025-01:openings"])
        #expect(why.output.contains("without a rate"))
        let priced = self.home.run("networth", "--as-of", "2025-03-31", "--base", "UAH")
        #expect(!priced.output.contains("without a rate"))
        let page = home.folder + "/page.html"
        #expect(
            home.run(
                "report", "--in", "UAH", "--as-of", "2025-01-31", "--lang", "en", "--html", page
            )
            .code == .done)
        let text = try #require(readText(ofFile: page))
        let change = try #require(text.split(separator: "Change of net worth").dropFirst().first)
        #expect(change.prefix(200).contains("84,130"), "\(change.prefix(200))")
    }

    @Test func `a rate has the mark of the language for people, and a point for programs`() throws {
        try home.write("prices/list.csv", "date,currency,rate,base\n2025-02-01,USD,41.4,UAH\n")
        for command in [["prices", "explain", "100", "USD"], ["prices"]] {
            let words = command + ["--as-of", "2025-02-03"]
            #expect(home.run(words + ["--lang", "uk"]).output.contains("41,4 UAH"))
            #expect(home.run(words + ["--lang", "en"]).output.contains("41.4 UAH"))
            #expect(home.run(words + ["--lang", "uk", "--json"]).output.contains(#""41.4""#))
        }
        let csv = home.run("prices", "--csv", "--lang", "uk", "--as-of", "2025-02-03").output
        #expect(csv.contains("41.4"))
    }

    @Test func `a later day does not exist yet`() throws {
        let months = try home.objects(["networth", "--json", "--as-of", "2025-01-10"])
        #expect(months.count == 1)
        #expect(months[0]["net"]?.text == "43800.00")
        #expect(months[0]["to"]?.text == "2025-01-10")
    }

    @Test func `an explanation names the prices`() throws {
        let run = home.run("prices", "explain", "100", "USD", "--in", "EUR", "--on", "2025-02-03")
        #expect(
            run.output == """
                100.00 USD = 97.67 EUR on 2025-02-03
                  1 USD = 42 UAH, 2025-02-01, a table, prices/list.csv:4
                  divided by the price of the opposite pair: 1 EUR = 43 UAH, 2025-01-01, a table, \
                prices/list.csv:3

                """)
        let missing = home.run("prices", "explain", "100", "EEK")
        #expect(missing.code == .needsPerson)
        #expect(missing.errors.contains("no price leads from EEK to UAH"))
    }

    @Test func `what has no rate is no zero, and is told for earlier periods too`() throws {
        let net = { home.run("networth", "--as-of", "2025-03-31", "--base", $0) }
        #expect(net("UAH").errors.contains("no rate, left out: −7.00 EEK"))
        let none = net("CHF")
        #expect(!none.output.contains("0.00"))
        #expect(none.errors.contains("lines have no rate of their day: they are in no income"))
        #expect(!home.run("balance", "--in", "CHF").output.contains("CHF"))
        try home.write(
            "prices/list.csv",
            "date,currency,rate,base\n2025-01-01,USD,41.0,UAH\n2025-02-15,EUR,44.5,UAH\n")
        let later = net("UAH").errors
        #expect(!later.contains("left out: −80.00 EUR"))
        #expect(later.contains("no rate up to 2025-01, left out: −100.00 EUR"))
        #expect(later.contains("no rate, left out: −7.00 EEK"))
    }

    @Test func `a page says which balances have no rate, and shows no zero instead`() {
        let day = ["report", "--html", "-", "--as-of", "2025-03-31", "--in"]
        let pages = ["UAH", "CHF"].map { home.run(day + [$0]) }
        #expect(pages.allSatisfy { $0.code == .done })
        let missing = "Not in net worth, because there is no rate: "
        #expect(pages[0].output.contains(missing + "−7.00 EEK."))
        #expect(pages[0].output.contains("Net worth by month"))
        #expect(pages[1].output.contains(missing) && pages[1].output.contains("−7.00 EEK"))
        #expect(!pages[1].output.contains("Net worth by month"))
        let masked = home.run(day + ["UAH", "--mask"]).output
        #expect(masked.contains(missing + "••• EEK."))
    }

    @Test func `a price that cannot be read stops figures, with its place`() throws {
        try home.write("prices/wrong.csv", "date,currency,rate,base\n2025-01-01,USD,41,5,UAH\n")
        let run = home.run("networth")
        #expect(run.code == .damaged)
        #expect(run.errors.contains("prices/wrong.csv:2:"))
        #expect(run.output.isEmpty)
    }

    /// A period's figures are the same whether later lines exist yet or not.
    @Test(arguments: ["day", "week", "month"])
    func `an entry counts on its day, also one that was moved to an earlier one`(
        step: String
    ) throws {
        let home = try Household()
        try home.add(quarter, approvedCount: 7)
        let dinner = ["add", "вечеря 50 2025-03-04", "--account", "monobank-UAH"]
        #expect(home.run(dinner).code == .done)
        let key = try home.objects(["list", "--json"]).first { units($0["amount"]) == -50_00 }
        #expect(home.run("edit", key?["key"]?.text ?? "", "--date", "2025-02-11").code == .done)
        let all = try home.objects(["networth", "--json", "--by", step, "--as-of", "2025-03-20"])
        for day in ["2025-02-11", "2025-02-16", "2025-02-28"] {
            let earlier = try home.objects(["networth", "--json", "--by", step, "--as-of", day])
            let last = try #require(earlier.last)
            guard last["to"]?.text == day else { continue }
            let same = try #require(all.first { $0["period"] == last["period"] })
            guard same["to"]?.text == day else { continue }
            for figure in ["net", "bridge"] { #expect(same[figure] == last[figure], "\(day)") }
        }
        let days = try home.objects(["list", "--json"]).compactMap { $0["date"]?.text }
        #expect(days == days.sorted() && days.contains("2025-02-11"))
        let last = try home.objects(["list", "--json", "--limit", "2"])
        #expect(last.compactMap { $0["date"]?.text } == ["2025-03-02", "2025-03-05"])
    }
}
