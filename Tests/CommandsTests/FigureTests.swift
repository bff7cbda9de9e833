import Facts
import Ledger
import Pending
import Scanning
import TestKit
import Testing

@testable import Commands

/// Every figure of a printed table can be asked for as it stands there, and the questions that it
/// names list lines that come to it.
@Suite struct `Figures of tables` {
    private let home: Household

    init() throws {
        home = try .ofYear()
        try home.write(
            "budget.yaml",
            """
            - {category: groceries, amount: "1000", every: month}
            - {category: eating_out, amount: "80", every: month, unused: carry, from: 2025-01-01}
            - {goal: Sea, target: "1000", by: 2025-09-01, accounts: [privat-UAH], saved: "250"}

            """)
    }

    /// What `kopiyka list` prints for a term, with what the term has beside its lines.
    private func sum(_ term: JSONValue) throws -> Int {
        let sign = term["less"] == nil ? 1 : -1
        if let worth = term["worth"] { return sign * units(worth) }
        var sum = term["amount"].map(units) ?? 0
        let rows = items(term["rows"]).compactMap(\.text)
        if rows.isEmpty { return sign * sum }
        let converts = rows.contains("--in")
        var listed = 0
        for line in try home.objects(["list", "--json"] + rows) {
            listed +=
                converts ? line["worth"].map(units) ?? 0 : units(line["counted"] ?? line["amount"])
        }
        // The sum beneath the command is that of the command.
        #expect(items(term["sums"]).reduce(0) { $0 + units($1["amount"]) } == listed)
        sum += listed
        return sign * sum
    }

    /// The figure of the answer follows from its terms.
    private func verify(_ answer: JSONValue, _ typed: String) throws {
        let total = try items(answer["terms"]).reduce(0) { try $0 + sum($1) }
        switch answer["form"]?.text {
        case "sum": #expect(units(answer["figure"]) == total, "\(typed): \(answer)")
        case "spending": #expect(units(answer["figure"]) == -total, "\(typed): \(answer)")
        case "count":
            var lines = 0
            for case .number(let text)? in items(answer["terms"]).map({ $0["lines"] }) {
                lines += Int(text) ?? 0
            }
            #expect(.count(lines) == answer["figure"], "\(typed)")
        case "average":
            guard case .number(let over)? = answer["over"], let count = Int(over) else {
                Issue.record("\(typed): over how many")
                return
            }
            #expect(abs(units(answer["figure"]) * count - total) * 2 <= count, "\(typed)")
        case "ratio":
            let whole = try items(answer["of"]).reduce(0) { try $0 + sum($1) }
            let text = (answer["figure"]?.text ?? "").replacing(",", with: ".")
            let shown = Double(text.filter { $0.isNumber || $0 == "." }) ?? .nan
            let ratio = 100 * Double(total) / Double(abs(whole))
            #expect(abs(shown - abs(ratio)) <= 0.06, "\(typed): \(answer)")
        case "growth":
            guard case .number(let over)? = answer["over"], let count = Int(over) else { return }
            let whole = try items(answer["of"]).reduce(0) { try $0 + sum($1) }
            let text = (answer["figure"]?.text ?? "").replacing(",", with: ".")
            let shown = Double(text.filter { $0.isNumber || $0 == "." }) ?? .nan
            let ratio = 100 * Double(total * count - whole) / Double(abs(whole))
            #expect(abs(shown - abs(ratio)) <= 0.06, "\(typed): \(answer)")
        case "pace":
            guard case .number(let days)? = answer["days"], let days = Int(days),
                case .number(let over)? = answer["over"], let over = Int(over)
            else {
                Issue.record("\(typed): of which days")
                return
            }
            #expect(abs(units(answer["figure"]) * over + total * days) * 2 <= over, "\(typed)")
        case "computed": #expect(!items(answer["terms"]).isEmpty, "\(typed)")
        default: Issue.record("\(typed): \(answer)")
        }
    }

    /// The row names and headings of printed tables, by columns of the text.
    private func cells(_ output: String) -> [(row: String, column: String, text: String)] {
        var cells: [(String, String, String)] = []
        var headings: [(name: String, end: Int)] = []
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            let fields = fields(line.map { $0 })
            if fields.isEmpty { headings = [] }
            if headings.isEmpty, fields.count < 3 { continue }
            if headings.isEmpty {
                headings = fields.map { ($0.text, $0.end) }
                continue
            }
            guard let name = fields.first, fields.count > 1 else { continue }
            for field in fields.dropFirst() where field.text.contains(where: \.isNumber) {
                // Numbers end where their heading ends, or before signs of shorter ones.
                let near = headings.dropFirst().min {
                    abs($0.end - field.end) < abs($1.end - field.end)
                }
                guard let near, abs(near.end - field.end) <= 3 else { continue }
                cells.append((name.text, near.name, field.text))
            }
        }
        return cells
    }

    /// Texts separated by two blanks or more, and the column after each.
    private func fields(_ line: [Character]) -> [(text: String, end: Int)] {
        var fields: [(String, Int)] = []
        var text = ""
        for (index, character) in (line + [" ", " "]).enumerated() {
            let isGap = character == " " && (index + 1 >= line.count || line[index + 1] == " ")
            if isGap {
                if !text.isEmpty { fields.append((text, index)) }
                text = ""
            } else if character != " " || !text.isEmpty {
                text.append(character)
            }
        }
        return fields
    }

    private static let tables: [[String]] = [
        ["report", "--year", "2025", "--currency", "UAH", "--width", "240"],
        ["report", "--year", "2025", "--currency", "EUR"],
        ["report", "--month", "2025-03", "--currency", "UAH"],
        ["report", "--by", "quarter", "--currency", "UAH", "--width", "160"],
        ["report", "--by", "payee", "--currency", "UAH"],
        ["report", "--by", "tag", "--currency", "UAH"],
        ["report", "--by", "account", "--currency", "UAH", "--all"],
        ["report", "--by", "person", "--currency", "UAH"],
        ["report", "--month", "2025-03", "--compare", "previous", "--currency", "UAH"],
        ["networth", "--as-of", "2026-01-31"],
        ["networth", "--by", "quarter", "--base", "UAH", "--as-of", "2025-12-31"],
        ["payees", "--currency", "UAH"], ["tags", "--currency", "UAH", "--year", "2025"],
        ["calendar", "--month", "2025-03"], ["calendar", "--year", "2025", "--currency", "UAH"],
        ["balance"], ["accounts"], ["budget", "--month", "2025-03"],
    ]

    @Test(arguments: tables, Language.allCases)
    func `every printed figure can be asked for, and is the sum of its lines`(
        table: [String], language: Language
    ) throws {
        let table = table + ["--lang", language.rawValue]
        let run = home.run(table)
        #expect(run.code == .done, "\(run.errors)")
        var asked = 0
        let printed = cells(run.output.replacing("\u{A0}", with: " "))
        // A quick run asks for an eighth of them, for others in the other language.
        let skipped = isSlowRun || language == .en ? 0 : 4
        for cell in drawn(every: 8, of: printed.dropFirst(skipped)) {
            let typed = cell.row + ":" + cell.column
            let answer = home.run(table + ["--explain", typed, "--json"])
            // Texts, dots and figures without lines; names of two rows need their section.
            if answer.code == .usage { continue }
            #expect(answer.code == .done, "\(typed): \(answer.errors)")
            try verify(
                try JSONValue.parse(answer.output.split(separator: "\n")[0].utf8.span), typed)
            asked += 1
            if asked % draws(2, slow: 7) > 0 { continue }
            let shown = home.run(table + ["--explain", typed])
            #expect(shown.output.replacing("\u{A0}", with: " ").contains(": " + cell.text))
        }
        #expect(asked >= draws(0, slow: 3), "\(run.output)")
    }

    /// Budgets of one category differ by how often they begin anew.
    @Test(arguments: Language.allCases)
    func `each of two budgets of a category is asked for by its name`(language: Language) throws {
        try home.write(
            "budget.yaml",
            """
            - {category: groceries, amount: "1000", every: month}
            - {category: groceries, amount: "90", every: week}

            """)
        let table = ["budget", "--month", "2025-03", "--lang", language.rawValue]
        func spent(_ name: String) throws -> JSONValue {
            try #require(
                try home.objects(table + ["--json", "--explain", name + ":spent"]).first,
                "\(name)")
        }
        let (month, week) = (try spent("groceries month"), try spent("Продукти, тиждень"))
        #expect(month["terms"] != week["terms"])
        try verify(month, "month")
        try verify(week, "week")
        let both = home.run(table + ["--explain", "groceries:spent"])
        #expect(
            both.code == .usage && both.errors.contains(language == .en ? ", week" : ", тиждень"))
        let printed = home.run(table).output
        for name in language == .en
            ? ["Groceries, month", "Groceries, week"] : ["Продукти, місяць"]
        {
            #expect(printed.contains(name), "\(printed)")
        }
    }

    @Test func `a figure is asked for by key, number or total`() throws {
        func figure(_ typed: String, _ more: String...) throws -> JSONValue? {
            try home.objects(
                [
                    "report", "--year", "2025", "--currency", "UAH", "--json", "--width", "200",
                    "--explain", typed,
                ] + more
            )
            .first?["figure"]
        }
        let march = JSONValue.string("-420.00")
        for typed in [
            "groceries:2025-03", "Groceries:2025-03", "Продукти:2025-03", "UAH:groceries:2025-03",
            "UAH:Expenses:groceries:2025-03", "expenses:groceries:2025-03",
        ] {
            let found = try figure(typed)
            #expect(found == march, "\(typed): \(found)")
        }
        #expect(try figure("groceries") == figure("groceries:total"))
        #expect(try figure("Продукти:разом", "--lang", "uk") == figure("groceries"))
        #expect(try figure("groceries:3") == march)
    }

    @Test(
        arguments: [
            (["budget", "--month", "2025-03"], "eating_out:projected", "pace"),
            (["budget", "--month", "2025-03"], "eating_out:carried", "computed"),
            (["budget", "--month", "2025-03"], "Sea:saved", "sum"),
            (["budget", "--month", "2025-03"], "Sea:percent", "ratio"),
            (["budget", "--month", "2025-03"], "Sea:needed", "average"),
            (["calendar", "--year", "2025", "--currency", "UAH"], "2025-03-08", "sum"),
        ])
    func `a figure that is no sum of lines says how it follows`(
        table: [String], typed: String, form: String
    ) throws {
        let answer = try home.objects(table + ["--explain", typed, "--json"])[0]
        #expect(answer["form"]?.text == form, "\(answer)")
        try verify(answer, typed)
    }

    @Test func `a wrong name is answered with the nearest`() {
        let report = ["report", "--year", "2025", "--currency", "UAH"]
        let row = home.run(report + ["--explain", "groseries:2025-03"])
        #expect(row.code == .usage && row.output.isEmpty)
        #expect(row.errors.contains("did you mean Groceries:2025-03?"), "\(row.errors)")
        let column = home.run(report + ["--explain", "groceries:2025-33"])
        #expect(column.errors.contains("groceries:2025-03"), "\(column.errors)")
        #expect(column.errors.contains("columns: "))
        let twice = home.run("report", "--year", "2025", "--explain", "money out:2025-03")
        #expect(twice.code == .usage)
        #expect(
            twice.errors.contains("EUR:money out:2025-03, UAH:money out:2025-03"), "\(twice.errors)"
        )
        #expect(home.run(report + ["--explain", "groceries", "--csv"]).code == .usage)
    }

    // MARK: Looks

    private static let looks: [[String]] = [
        ["report"], ["report", "--by", "quarter"], ["payees"], ["tags"], ["calendar"],
        ["calendar", "2025"], ["calendar", "--from", "2025-03-02", "--to", "2025-05-31"],
        ["payees", "--in", "-", "--limit", "3"], ["report", "--month", "2025-03"],
    ]

    @Test(arguments: looks, Language.allCases)
    func `tables fit a window, and a width that is asked for`(
        command: [String], language: Language
    ) {
        let command = command + ["--lang", language.rawValue]
        for width in [80, 100, 132] {
            let run = home.run(command + ["--width", String(width)])
            #expect(run.code == .done && run.output.contains("\n"))
            for line in run.output.split(separator: "\n") {
                #expect(displayColumns(String(line)) <= width, "\(line)")
            }
        }
        #expect(home.run(command).output == home.run(command, columns: 80).output)
    }

    @Test(arguments: looks) func `without Unicode, marks are ASCII and JSON is the same`(
        command: [String]
    ) {
        // What people wrote stays as they wrote it.
        func marks(_ text: String) -> [Unicode.Scalar] {
            text.unicodeScalars.filter { !$0.isASCII && !$0.properties.isAlphabetic }
        }
        #expect(!marks(home.run(command).output).isEmpty)
        let run = home.run(command + ["--ascii"])
        #expect(marks(run.output).isEmpty, "\(run.output)")
        let plain = [
            "KOPIYKA_WORKSPACE": home.folder, "LANG": "C", "COLUMNS": "80", "NO_COLOR": "1",
        ]
        let terminal = Environment(variables: plain, terminals: [1])
        #expect(marks(Run(arguments: command, environment: terminal).output).isEmpty)
        // The reader of a pipe is not known.
        let pipe = Run(arguments: command, environment: Environment(variables: plain))
        #expect(pipe.output == home.run(command).output)
        for form in ["--json", "--csv"] {
            let plain = home.run(command + [form])
            #expect(plain.code == .done && !plain.output.isEmpty)
            #expect(home.run(command + [form, "--ascii", "--width", "40"]).output == plain.output)
        }
    }

    @Test(arguments: [
        ("uk_UA.UTF-8", true), ("en_US.utf8", true), ("C.UTF-8", true), ("", true), ("C", false),
        ("uk_UA.KOI8-U", false), ("uk_UA", false),
    ])
    func `a locale says whether its terminals show Unicode`(_ locale: String, _ shows: Bool) {
        #expect(Environment(variables: ["LANG": locale]).showsUnicode == shows)
    }

    @Test func `a small line has a block for each amount`() {
        func line(_ amounts: [Int64?]) -> String {
            sparkline(amounts.map { $0.map { Money(minorUnits: $0, currency: .uah) } })
        }
        #expect(line([0, -1, -7, nil, -14]) == "▁▁▄·█")
        #expect(line([-100, 0, 100]) == "▁▄█" && line([]) == "" && line([nil]) == "·")
        #expect(line([.max, .min + 1]) == "█▁" && line([5, 5]) == "██" && line([0, 0]) == "▁▁")
    }

    @Test func `days, payees and tags sum to the report`() throws {
        func total(_ command: String, _ more: String...) throws -> Int {
            let all = try home.objects(
                [command, "--year", "2025", "--currency", "UAH", "--json"] + more)
            return units(all.first { $0["sum"]?.text == "out" }?["total"])
        }
        let out = try total("report")
        #expect(try total("payees") == out && total("tags") == out)
        let days = try home.objects([
            "calendar", "--year", "2025", "--currency", "UAH", "--json",
        ])
        #expect(days.reduce(0) { $0 + units($1["amount"]) } == out && days.count > 5)
        for day in days {
            let rows = items(day["rows"]).compactMap(\.text)
            let listed = try home.objects(["list", "--json"] + rows)
            #expect(
                listed.reduce(0) { $0 + units($1["counted"] ?? $1["amount"]) }
                    == units(day["amount"]))
            #expect(day["lines"] == .count(listed.count))
        }
    }
}
