import Glibc
import Scanning
import TestKit
import Testing

@Suite struct `Holdings` {
    private let money = Money()

    /// A deposit on an account of its own, whose interest was paid twice, once a kopiyka less.
    private func describe() {
        money.folder.write(
            """
            # invented
            - {id: dep1, kind: deposit, currency: UAH, principal: "36500", opened: 2026-01-01,
               rates: [[2026-01-01, "10"], [2026-03-01, "12.75"]], posting_day: 31, capitalized: false,
               term_end: 2027-01-01, tax: [[2024-12-01, "23"]], account: Вклад}
            - {id: car, kind: loan, currency: UAH, principal: "100000", opened: 2026-01-15,
               payments: 24, rates: [[2026-01-15, "18"]], posting_day: 15, day_count: 30/360}

            """, to: "money/holdings.yaml")
        #expect(money.run("accounts", "add", "Вклад", "--currency", "UAH").code == 0)
        for (day, amount) in [("2026-01-31", "231"), ("2026-02-28", "215.59")] {
            let added = money.run(
                "add", "+\(amount) uah відсотки", "--account", "Вклад", "--category",
                "income.interest", "--date", day)
            #expect(added.code == 0, "\(added.errors)")
        }
    }

    @Test func `an empty workspace is told where to describe them`() {
        let run = money.run("holdings")
        #expect(run.code == 0)
        #expect(run.output.contains("holdings.yaml"))
    }

    @Test func `tables fit 80 columns in both languages`() throws {
        describe()
        for language in ["en", "uk"] {
            for arguments in [[], ["--all"]] {
                let run = Program.run(
                    ["--workspace", money.workspace, "--lang", language, "holdings"]
                        + arguments + ["--as-of", "2026-03-10"])
                #expect(run.code == 0)
                let table = run.lines.filter { !$0.contains(":") }
                #expect(table.allSatisfy { $0.unicodeScalars.count <= 80 }, "\(run.output)")
            }
        }
        #expect(
            money.run("holdings", "--as-of", "2026-03-10").output.replacing("\u{A0}", with: " ")
                == """
                deposit    balance         rate  accrued  interest  next        amount
                dep1     36,500.00  UAH  12.75%   127.50    580.00  2026-03-31  304.34

                loan       debt       rate   accrued  interest  next          amount
                car   96,507.59  UAH   18%  1,206.34  1,500.00  2026-03-15  4,992.41
                dep1: 2026-02-28: paid 215.59, expected 215.60: −0.01 UAH

                """)
    }

    @Test func `each posting is compared, and its rows are what was paid`() throws {
        describe()
        let found = try money.objects(
            "holdings", "--json", "--all", "dep1", "--as-of", "2026-03-10")
        #expect(found.count == 13)
        #expect(found[0]["expected"]?.text == "231.00")
        #expect(found[0]["interest"]?.text == "300.00")
        #expect(found[0]["tax"]?.text == "69.00")
        #expect(found[0]["balance"]?.text == "36500.00")
        #expect(found[0]["difference"]?.text == "0.00")
        #expect(found[1]["difference"]?.text == "-0.01")
        #expect(found[2]["paid"] == nil)
        for posting in found[..<2] {
            let arguments = posting["rows"]?.array?.compactMap { $0.text } ?? []
            let listed = Program.run(
                ["--workspace", money.workspace, "list", "--json"] + arguments)
            let lines = try listed.lines.map { try JSONValue.parse(Array($0.utf8).span) }
            #expect(lines.map { $0["amount"]?.text } == [posting["paid"]?.text])
        }
    }

    @Test func `later lines and postings do not exist before their day`() throws {
        describe()
        let found = try money.objects("holdings", "--json", "--as-of", "2026-02-27")
        #expect(found.map { $0["id"]?.text } == ["dep1", "car"])
        #expect(found[0]["day"]?.text == "2026-02-28")
        #expect(found[0]["interest_so_far"]?.text == "300.00")
    }

    @Test func `nothing is written`() {
        describe()
        let before = money.dump
        #expect(money.run("holdings", "--all").code == 0)
        let rows = money.run("holdings", "--csv").output.split(whereSeparator: \.isNewline)
        #expect(rows.count == 3)
        #expect(money.dump == before)
    }

    @Test(arguments: ["en", "uk"])
    func `an account that is missing is made by the command of the error`(language: String) throws {
        let manual = try readWholeFile("docs/manual.md", limit: 1 << 20)
        let text = String(decoding: manual, as: UTF8.self)
        let example = text.split(separator: "\n").drop { !$0.hasPrefix("- {id: dep1,") }
            .prefix { $0 != "```" }
        #expect(example.count > 3)
        money.folder.write(example.joined(separator: "\n"), to: "money/holdings.yaml")
        for name in ["Вклад", "Авто"] {
            let run = money.run("holdings", "--lang", language)
            #expect(run.code == 65)
            #expect(run.errors.contains("kopiyka accounts add \(name) "), "\(run.errors)")
            #expect(text.contains("kopiyka accounts add \(name) "))
            #expect(money.run("accounts", "add", name).code == 0)
        }
        #expect(money.run("holdings").code == 0)
    }

    @Test(arguments: [
        ("kind: loan", "kind: lone", "holdings.yaml:5:19: error: \"lone\""),
        ("account: Вклад", "account: Склад", "holdings.yaml:4:62: error: no account"),
        ("posting_day: 15", "posting_dey: 15", "holdings.yaml:6:47: error: an entry"),
    ])
    func `a fault of the file has its place`(old: String, new: String, error: String) {
        describe()
        let text = money.folder.read("money/holdings.yaml").replacing(old, with: new)
        money.folder.write(text, to: "money/holdings.yaml")
        let run = money.run("holdings")
        #expect(run.code == 65)
        #expect(run.errors.contains(error), "\(run.errors)")
        #expect(!run.errors.contains("{"), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func `an unknown id is refused with the nearest`() {
        describe()
        let run = money.run("holdings", "dep2")
        #expect(run.code == 64)
        #expect(run.errors.contains("dep1"))
    }

    /// 127 is the shell's word for "no python3 here".
    @Test func `drawn schedules equal those of decimals`() {
        let status = unsafe system(
            "python3 Tests/Planning/holdings_reference.py '\(Program.executable)' --count \(draws(40, slow: 200))"
        )
        #expect(status == 0 || status == 127 << 8)
    }
}
