import Facts
import Ledger
import Pending
import Reports
import Scanning
import TestKit
import Testing

@testable import Commands

/// A year of three accounts, one of them hidden: refunds, people, cash, a linked pair, a divided
/// line, tags, and lines without a currency or category.
let yearOfLines: [QueueLine] =
    quarter + [
        line(20, "2025-03-08", 100, "-300.00", category: "groceries", payee: "Rozetka", "ROZETKA"),
        line(21, "2025-03-12", 100, "100.00", category: "income.refund", "ROZETKA REFUND"),
        line(22, "2025-03-13", 100, "-500.00", .uah, category: "transfers.person", "Олена К."),
        line(23, "2025-03-13", 200, "-700.00", category: "transfers.cash", "ATM"),
        line(24, "2025-06-01", 100, "-1000.00", category: "transfers.person", "На картку"),
        line(
            25, "2025-06-02", 100, "1000.00", account: "privat-UAH", category: "transfers.own",
            "З картки"),
        line(26, "2025-06-03", 100, "-7.00", .unknown, account: "old", category: "pets", "Zoo"),
        line(27, "2025-06-04", 100, "12.00", .uah, "Бонус"),
        line(
            28, "2025-06-05", 100, "-40.00", account: "hidden-UAH", category: "groceries", "Сільпо"),
        line(29, "2025-12-31", 100, "-55.55", category: "groceries", payee: "Сільпо", "SILPO 7"),
        line(30, "2026-01-02", 100, "-65.50", category: "groceries", payee: "Сільпо", "SILPO 8"),
    ]

extension Household {
    /// The year in the ledger, but for the quarter's line that waits: made once, and copied.
    static func ofYear() throws -> Household { try Household(year.get()) }

    /// The key of the line of that number.
    static func keyOfYear(_ number: UInt64) -> String {
        yearOfLines.first { $0.sources[0].line == Int(number) }?.key.text ?? ""
    }

    private static let year = Result {
        let home = try Household()
        let lines = yearOfLines.filter { $0.key != quarter[7].key } + [quarter[7]]
        try home.add(lines, approvedCount: lines.count - 1)
        try home.write("kopiyka.yaml", "accounts:\n  - name: hidden-UAH\n    hidden: true\n")
        #expect(home.run("transfer", keyOfYear(24), keyOfYear(25)).code == .done)
        #expect(home.run("tag", keyOfYear(2), keyOfYear(20), "+Дім", "+їжа").code == .done)
        #expect(home.run("tag", keyOfYear(29), "+дім").code == .done)
        return FolderContents(of: home.folder)
    }
}

@Suite struct `Reports by anything` {
    private let home: Household

    init() throws { home = try .ofYear() }

    private func shown(_ run: Run) -> String {
        #expect(run.code == .done, "\(run.errors)")
        return run.output.replacing("\u{A0}", with: " ")
    }

    private func members(_ value: JSONValue?) -> [(key: String, value: JSONValue)] {
        guard case .object(let members)? = value else { return [] }
        return members
    }

    // MARK: Each figure lists its lines

    private static let questions: [[String]] = [
        [], ["--all"], ["--depth", "1"], ["2025-03"], ["--by", "year"], ["--by", "quarter"],
        ["--by", "week", "--month", "2025-03"], ["--by", "day", "--month", "2025-03"],
        ["--by", "payee"], ["--by", "payee", "--limit", "2"],
        ["--by", "payee", "--kind", "refund"],
        ["--by", "payee", "--payee", "=rozetka"],
        ["--by", "tag"], ["--by", "person"], ["--by", "account"], ["--by", "category"],
        ["--by", "account", "--all", "--currency", "-"],
        ["--month", "2025-03", "--compare", "previous"],
        ["--by", "payee", "--year", "2025", "--compare", "previous"],
        ["--compare", "last-year", "--as-of", "2026-01-10"],
        [
            "--by", "category", "--from", "2025-02-10", "--to", "2025-03-08", "--compare",
            "previous",
        ],
        ["--category", "groceries", "--category", "home"],
        ["category:groceries", "--category", "=groceries", "--kind", "expense"],
        ["--where", "tag:дім tag:trip", "--where", "max:-100"],
        ["--text", "сільпо", "--sign", "out", "--by", "tag"],
        ["--kind", "outside", "--by", "person"],
        ["--payee", "rozetka", "--account", "monobank-UAH", "--min", "+50"],
        ["--tag", "-", "--person", "-", "--payee", "=zoo"],
        ["--category", "groceries,home", "-payee:rozetka,=zoo"],
        ["--where", "-category:groceries,=home -tag:- -min:1000"],
        ["-account:monobank-UAH", "-kind:transfer", "-сільпо"],
        ["-рахунок:revolut-EUR", "рік:2025", "-rozetka"],
        ["--last", "10m", "--as-of", "2026-01-10"],
    ]

    @Test(arguments: questions) func `the rows of each figure sum to it`(question: [String]) throws
    {
        var sums: [[String]: Int] = [:]
        func sum(_ rows: [String]) throws -> Int {
            if let known = sums[rows] { return known }
            var sum = 0
            for line in try home.objects(["list", "--json"] + rows) {
                sum += units(line["counted"] ?? line["amount"])
            }
            sums[rows] = sum
            return sum
        }
        let found = try home.objects(["report", "--json"] + question)
        #expect(!found.isEmpty)
        for object in drawn(every: 6, of: found) {
            #expect(try sum(texts(object["rows"])) == units(object["total"]), "\(object)")
            for (period, rows) in drawn(every: 4, of: members(object["rows_of_periods"])) {
                #expect(try sum(texts(rows)) == units(object["periods"]?[period]), "\(period)")
            }
            guard let before = object["before"] else { continue }
            #expect(try sum(texts(object["rows_before"])) == units(before))
            #expect(units(object["change"]) == units(object["total"]) - units(before))
        }
    }

    @Test(arguments: questions) func `the rows of a table are the change of balances`(
        question: [String]
    ) throws {
        // Of some rows only, or with a line in two of them, they are not.
        if question.contains("--limit") || question.contains("tag") { return }
        var sums: [String: Int] = [:]
        var changes: [String: Int] = [:]
        for object in try home.objects(["report", "--json"] + question) {
            // Lines without a currency are summed by account.
            let currency = object["currency"]?.text ?? ""
            let purse = currency.isEmpty ? object["account"]?.text ?? "" : currency
            switch object["sum"]?.text {
            case nil: sums[purse, default: 0] += units(object["total"])
            case "change": changes[purse] = units(object["total"])
            default: break
            }
        }
        #expect(sums == changes)
    }

    @Test func `stored totals know nothing that rows do not`() throws {
        func report(_ options: String...) throws -> [String] {
            try home.objects(["report", "--json", "--year", "2025"] + options).map { object in
                members(object).filter { !$0.key.hasPrefix("rows") }.map {
                    "\($0.key) \($0.value)"
                }.joined(separator: ", ")
            }
        }
        let kept = try report()
        #expect(try report("--min", "0") == kept && !kept.isEmpty)
        // A linked side stays on own accounts, also to a person.
        let persons = try home.objects(["report", "--json", "category:transfers.person"])
            .filter { $0["category"] != nil }
        #expect(persons.map { units($0["total"]) } == [-50_000, -100_000])
        #expect(persons.map { $0["outside"] != nil } == [true, false])
    }

    @Test func `a linked transfer stays one when many lines are filed anew`() throws {
        let before = try home.objects(["list", "--json", "--kind", "transfer"]).count
        #expect(
            home.run("edit", "--where", "картк year:2025", "--category", "pets").code == .done)
        let left = try home.objects(["list", "--json", "--kind", "transfer"])
        // One of them was no side of a pair.
        #expect(left.count == before - 1 && before == 3)
    }

    @Test(arguments: [
        (["2026"], "2025-01-01", "2025-01-10"),
        (["--from", "2026-01-01"], "2025-12-01", "2025-12-10"),
        (["--from", "2025-10-01", "--to", "2026-03-31"], "2025-04-01", "2025-07-11"),
        (["--to", "2025-03-05"], "2025-02-24", "2025-02-28"),
        (["--year", "2025"], "2024-01-01", "2024-12-31"),
    ])
    func `days that are not over are compared as far as they have come`(
        period: [String], first: String, last: String
    ) throws {
        let found = try home.objects(
            ["report", "--json", "--compare", "previous", "--as-of", "2026-01-10"] + period)
        #expect(!found.isEmpty)
        for object in found {
            let rows = texts(object["rows_before"]).joined(separator: " ")
            #expect(rows.contains("--from \(first) --to \(last)"), "\(rows)")
        }
    }

    @Test func `a hidden account counts only where it is named`() throws {
        func groceries(_ words: String...) throws -> [Int] {
            try home.objects(["report", "--json", "--by", "category"] + words).filter {
                $0["category"]?.text == "groceries"
            }.map { units($0["total"]) }
        }
        let visible = try groceries("category:groceries")
        let hidden = try groceries("category:groceries", "account:hidden-UAH")
        let all = try groceries("category:groceries", "--all")
        #expect(hidden == [-40_00] && all == [visible[0] - 40_00])
        for words in [
            "-account:revolut-EUR", "-account:hidden-UAH", "-(account:revolut-EUR min:1)",
            "account:monobank-UAH or category:groceries", "account:monobank-UAH",
        ] { #expect(try groceries("--where", words) == visible, "\(words)") }
        for words in ["account:hidden-UAH or category:groceries", "account:hidden-UAH or min:0"] {
            #expect(try groceries("--where", words) == all, "\(words)")
        }
    }

    @Test(arguments: ["category:income.salary", "account:old", "aroma"])
    func `a page ends with the last of its own lines`(filter: String) {
        // The household's last line is a year later.
        let page = home.run("report", "--html", "-", filter)
        #expect(page.code == .done && page.output.hasPrefix("<!DOCTYPE html>"), "\(page.output)")
    }

    @Test func `a page counts the entries of a payee, not their parts`() {
        // The divided entry of March has two expenses.
        let page = home.run("report", "--html", "-", "--month", "2025-03", "епіцентр").output
        #expect(page.contains("<td>1<tr>") || page.contains("<td>1</table>"))
        #expect(!page.contains("<td>2<tr>") && !page.contains("<td>2</table>"))
    }

    @Test func `only the part of a divided payment that a person got is theirs`() throws {
        let dinner = line(
            40, "2025-03-21", 100, "-1500.00", category: "transfers.person", payee: "Іван",
            decision: Decision(splits: [
                .init(category: "groceries", amount: Money(minorUnits: -130_000, currency: .uah)),
                .init(
                    category: "transfers.person",
                    amount: Money(minorUnits: -20_000, currency: .uah)),
            ]), "ІВАН")
        try home.add([dinner], approvedCount: 1)
        let rows = try home.objects(["report", "--by", "person", "--json"])
            .filter { $0["person"]?.text == "Іван" }
        #expect(rows.map { units($0["total"]) } == [-200_00])
        for row in try home.objects(["report", "--by", "person", "--json", "--month", "2025-03"]) {
            let listed = try home.objects(["list", "--json"] + texts(row["rows"]))
            let sum = listed.reduce(0) { $0 + units($1["counted"] ?? $1["amount"]) }
            #expect(sum == units(row["total"]), "\(row)")
        }
    }

    @Test func `an unknown step or sort is refused with the known ones`() {
        #expect(
            home.run("report", "--by", "shop").errors.contains("week|month|quarter|year|category"))
        #expect(home.run("report", "--sort", "amount").code == .usage)
        #expect(home.run("report", "--compare", "yesterday").code == .usage)
    }

    /// A year that runs has no twelve months yet, and a household none before its first line.
    @Test(arguments: [("2025-01-01", "2099-12-31"), ("1999-01-01", "2099-12-31")])
    func `averages are of the months that have begun`(_ from: String, _ to: String) throws {
        let begin = try #require(CalendarDate(text: "2025-01-01"))
        let months = ReportSpan(begin, Clock.localDay).months
        var count = 0
        for row in try home.objects([
            "report", "--by", "payee", "--from", from, "--to", to, "--json",
        ]) {
            guard let total = row["total"]?.text.flatMap({ Double($0) }),
                let average = row["average"]?.text.flatMap({ Double($0) })
            else { continue }
            #expect(abs(average - total / Double(months)) < 0.006, "\(row)")
            count += 1
        }
        #expect(count > 3)
    }

    // MARK: Full outputs

    @Test func `a report by payee has shares, monthly averages, and refunds at their shop`() {
        #expect(
            shown(home.run("report", "--by", "payee", "--currency", "UAH", "--limit", "2"))
                == """
                UAH                                                      total   share   a month
                Expenses                                             −5,166.55  100%     −397.43
                =cmd|' /C calc'!A0 \\u{1B}[31m\\u{A}2025-01-01 * "x"…  −3,000.00   58.1%   −230.77
                Сільпо                                               −1,371.55   26.5%   −105.50
                … 3 more
                Income                                               20,012.00  100%    1,539.38
                Зарплата                                             20,000.00   99.9%  1,538.46
                Бонус                                                    12.00    0.1%      0.92
                ────────────────────────────────────────────────────────────────────────────────
                money in                                             20,112.00          1,547.08
                  of it refunded                                        100.00              7.69
                money out                                            −5,266.55           −405.12
                net                                                  14,845.45          1,141.96
                To people, cash, exchange                            −1,200.00  100%      −92.31
                ATM                                                    −700.00   58.3%    −53.85
                Олена К.                                               −500.00   41.7%    −38.46
                Transfers                                            −2,000.00   66.7%   −153.85
                На картку                                            −3,000.00  100%     −230.77
                З картки                                              1,000.00             76.92
                ────────────────────────────────────────────────────────────────────────────────
                change of balances                                   11,645.45            895.80

                """)
    }

    @Test func `a comparison in Ukrainian`() {
        #expect(
            shown(
                home.run(
                    "--lang", "uk", "report", "--month", "2025-03", "--compare", "previous",
                    "--currency", "UAH", columns: 80))
                    == """
                    UAH                          разом     раніше      зміна        %
                    Витрати                    −800,00     −95,00    −705,00  +742,1%
                    Продукти                   −420,00       0,00    −420,00           ██▋
                    Кафе та ресторани             0,00     −95,00      95,00  −100%
                      Кава                        0,00     −95,00      95,00  −100%
                    Дім і побут                −380,00       0,00    −380,00           ██▍
                      Ремонт і будматеріали    −380,00       0,00    −380,00           ██▍
                    Доходи                      100,00       0,00     100,00           ▋
                      Повернення                100,00       0,00     100,00           ▋
                    Вибуло без категорії          0,00  −3 000,00   3 000,00  −100%
                    ────────────────────────────────────────────────────────────────────────────────
                    надійшло                    100,00       0,00     100,00
                      з них повернення          100,00       0,00     100,00
                    витрачено                  −800,00  −3 095,00   2 295,00   −74,2%
                    різниця                    −700,00  −3 095,00   2 395,00   +77,4%
                    Людям, готівка, обмін    −1 200,00       0,00  −1 200,00
                      Переказ людині           −500,00       0,00    −500,00           ███▎
                      Готівка                  −700,00       0,00    −700,00           ████▌
                    Перекази                 −2 000,00       0,00  −2 000,00
                      Між своїми рахунками   −2 000,00       0,00  −2 000,00           █████████████
                    ────────────────────────────────────────────────────────────────────────────────
                    зміна залишків           −3 900,00  −3 095,00    −805,00   −26%
                    01.03.2025 – 31.03.2025 порівняно з 01.02.2025 – 28.02.2025.

                    """)
    }

    @Test func `months without lines stay in sequence, and a total says of how many it is`() {
        #expect(
            shown(
                home.run("report", "--currency", "UAH", "--category", "groceries", columns: 80))
                    == """
                    UAH        2025-11  2025-12  2026-01     all 13  average    trend
                    Expenses      0.00   −55.55   −65.50  −1,791.55  −137.81  ↓ 52.5%  █▁▃▁▁▁▁▁▁▁▁▁▁
                    Groceries            −55.55   −65.50  −1,791.55  −137.81  ↓ 52.5%  █·▃········▁▁
                    ────────────────────────────────────────────────────────────────────────────────
                    money in      0.00     0.00     0.00       0.00     0.00           ▁▁▁▁▁▁▁▁▁▁▁▁▁
                    money out     0.00   −55.55   −65.50  −1,791.55  −137.81  ↓ 52.5%  █▁▃▁▁▁▁▁▁▁▁▁▁
                    net           0.00   −55.55   −65.50  −1,791.55  −137.81  ↑ 52.5%  █▁▃▁▁▁▁▁▁▁▁▁▁
                    The last 3 of 13 periods; totals and averages are of 2025-01 to 2026-01.

                    """)
    }

    @Test func `a figure without lines says so`() {
        let days = ["--from", "2025-03-08", "--to", "2025-03-13", "--by", "day"]
        let run = home.run(["report"] + days + ["--explain", "groceries:2025-03-09"])
        #expect(run.output.hasSuffix("\n  no entries\n"))
    }

    @Test(
        arguments: [
            ["--by", "week"], ["--by", "day"], ["--by", "payee"], ["--by", "tag"],
            ["--compare", "last-year"],
        ],
        ["en", "uk"])
    func `every report fits 80 columns`(options: [String], language: String) {
        for columns in [nil, 80] {
            let run = home.run(["--lang", language, "report"] + options, columns: columns)
            let widest = run.output.split(separator: "\n").map { displayColumns(String($0)) }.max()
            #expect((widest ?? 0) <= 80, "\(run.output)")
        }
    }

    @Test func `a table for other programs has names, and what was before`() {
        #expect(
            home.run(
                "--lang", "uk", "report", "--csv", "--month", "2025-03", "--compare", "previous",
                "--currency", "UAH", "--sort", "size", "--limit", "1"
            ).output.replacing("\r\n", with: "\n")
                == """
                currency,category,name,kind,2025-03,total,before,change
                UAH,groceries,Продукти,expense,-420.00,-420.00,0.00,-420.00
                UAH,income.refund,Повернення,income,100.00,100.00,0.00,100.00
                UAH,,Без категорії,expense,,0.00,-3000.00,3000.00
                UAH,transfers.cash,Готівка,outside,-700.00,-700.00,0.00,-700.00
                UAH,transfers.own,Між своїми рахунками,transfer,-2000.00,-2000.00,0.00,-2000.00

                """)
        let accounts = home.run("report", "--csv", "--by", "account", "--currency", "-").output
        #expect(accounts == "currency,account,name,kind,total\r\n,old,old,expense,-7.00\r\n")
    }
}
