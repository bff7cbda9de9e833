import Glibc
import Scanning
import TestKit
import Testing

@Suite struct `Looking at the money` {
    private func kopiykas(_ text: String?) -> Int {
        Int((text ?? "").filter { $0 != "." }) ?? .min
    }

    /// Key and category of each entry, by key.
    private func said(_ entries: [JSONValue]) -> [String] {
        entries.map { "\($0["key"]?.text ?? "") \($0["category"]?.text ?? "")" }.sorted()
    }

    @Test func `alternatives are those of each alone, in every command`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        func keys(_ command: String, _ words: String...) throws -> Set<String> {
            let lines = Program.run([command] + words + ["--json", "--workspace", money.workspace])
            return Set(
                try lines.lines.compactMap {
                    try JSONValue.parse(Array($0.utf8).span)["key"]?.text
                })
        }
        let both = try keys("list", "aroma").union(try keys("list", "payee:bolt"))
        #expect(both.count == 3)
        #expect(try keys("list", "category:кава", "or", "payee:bolt") == both)
        #expect(try keys("list", "--where", "aroma або (bolt max:50)") == both)
        #expect(try keys("list", "-(aroma or bolt)").isDisjoint(with: both))
        #expect(money.run("tag", "aroma or bolt", "+дорога").code == 0)
        #expect(try keys("list", "tag:дорога") == both)
        #expect(money.run("list", "кава or").errors.contains("or has nothing on one side"))
    }

    @Test func `a currency that no line has is named`() {
        let money = Money()
        for (currency, isNamed) in [("CZK", true), ("XYZ", true), ("UAH", false), ("-", false)] {
            for command in ["list", "pending"] {
                let outcome = money.run(command, "currency:" + currency)
                #expect(outcome.code == 0)
                let words = "No line is in \(currency); lines are in UAH."
                #expect(outcome.errors.contains(words) == isNamed, "\(outcome.errors)")
            }
        }
    }

    @Test func `every JSON form agrees with the dump`() throws {
        let money = Money()
        let queue = try money.lines(in: "queue").compactMap { $0["key"]?.text }
        #expect(
            Set(try money.objects("pending", "--json").compactMap { $0["key"]?.text }) == Set(queue)
        )
        #expect(money.run("approve", "--level", "high").code == 0)
        let ledger = try money.lines(in: "ledger")
        let listed = try money.objects("list", "--json")
        #expect(said(listed) == said(ledger))
        let sum = ledger.reduce(0) { $0 + kopiykas($1["amount"]?.text) }
        let balances = try money.objects("balance", "--json")
        #expect(balances.map { kopiykas($0["sum"]?.text) } == [sum])
        let reported = try money.objects("report", "--json")
        let categories = reported.filter { $0["category"] != nil }
        #expect(categories.reduce(0) { $0 + kopiykas($1["total"]?.text) } == sum)
        let status = try #require(try money.objects("status", "--json").first)
        guard case .number(let entries)? = status["ledger"]?["entries"],
            case .number(let waiting)? = status["queue"]?["lines"]
        else { return #expect(Bool(false), "no numbers in status") }
        #expect(Int(entries) == ledger.count)
        #expect(Int(waiting) == queue.count - ledger.count)
        #expect(
            try money.objects("accounts", "--json").compactMap { $0["account"]?.text } == [
                "monobank-UAH"
            ])
    }

    private func has(_ program: String) -> Bool {
        unsafe access("/usr/bin/" + program, X_OK) == 0
    }

    @Test func `hledger and ledger read the exports and come to the bank's balance`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        for (format, command) in [("hledger", "hledger"), ("ledger", "ledger")] where has(command) {
            let path = money.folder.path + "/" + format + ".journal"
            #expect(money.run("export", "--format", format, "--output", path).code == 0)
            let answer = money.folder.path + "/" + format + ".txt"
            #expect(unsafe system("\(command) -f \(path) balance >\(answer) 2>&1") == 0)
            let text = money.folder.read(format + ".txt")
            #expect(text.filter(\.isNumber).contains("165000"), "\(text)")
        }
    }

    @Test func `CSV for Ukrainian tables has a mark, semicolons and decimal commas`() throws {
        let money = Money()
        #expect(money.run("approve", "--all").code == 0)
        let path = money.folder.path + "/out.csv"
        #expect(
            money.run("export", "--format", "csv", "--locale", "uk", "--output", path).code == 0)
        #expect(money.folder.bytes(of: "out.csv").starts(with: [0xEF, 0xBB, 0xBF]))
        let lines = money.folder.read("out.csv").split(whereSeparator: \.isNewline)
        #expect(lines.count == 7)
        #expect(lines[0].contains("Дата;Рахунок;Сума;Валюта;Категорія"))
        #expect(lines.contains { $0.contains("05.02.2026;monobank-UAH;-100,50;UAH;") })
        let rows = money.run("export", "--format", "jsonl").lines
        #expect(rows.count == 6)
        for row in rows { _ = try JSONValue.parse(Array(row.utf8).span) }
        #expect(money.run("export", "--format", "beancount").output.contains("open Assets:"))
        #expect(
            money.run("export", "--format", "csv").output.split(whereSeparator: \.isNewline).count
                == 7)
    }

    @Test func `Ukrainian output has no English sentence`() {
        let money = Money()
        let english = [
            "waits", "lines", "Next", "approved", "rows", "queue", "error", "fix:", "why:",
            "entries",
            "account ", "Expenses", "Income", "total", "nothing", "Groceries", "ledger",
        ]
        func isUkrainian(_ arguments: String...) {
            let outcome = Program.run(
                ["--lang", "uk", "--workspace", money.workspace] + arguments)
            let text = (outcome.output + outcome.errors)
                .split(separator: "\n").filter { !$0.contains(money.folder.path) }
                .joined(separator: "\n")
            for word in english where !arguments.contains(word) {
                #expect(!text.contains(word), "\(arguments): \(word) in \(text)")
            }
        }
        isUkrainian("import", money.statement)
        isUkrainian("pending")
        isUkrainian("status")
        #expect(money.run("approve", "--level", "high").code == 0)
        isUkrainian("list")
        isUkrainian("report")
        isUkrainian("balance")
        isUkrainian("accounts")
        isUkrainian("check")
        isUkrainian("explain", "Сільпо")
        isUkrainian("undo")
    }
}

@Suite struct `Help and the command line` {
    private static let commands = [
        "init", "import", "review", "approve", "dismiss", "undo", "status", "pending", "list",
        "report", "balance", "export", "read", "categorize", "explain", "accounts", "categories",
        "check", "dump", "limits", "completion", "help",
    ]

    @Test(arguments: commands)
    func `has help on every command in both languages`(command: String) {
        let english = Program.run("help", command)
        let ukrainian = Program.run("help", command, "--lang", "uk")
        #expect(english.code == 0 && ukrainian.code == 0)
        #expect(english.output.contains("Usage: kopiyka \(command)"))
        #expect(ukrainian.output.contains("Виклик: kopiyka \(command)"))
        #expect(!ukrainian.output.contains("Usage"))
        if command != "help" {
            #expect(english.output == Program.run(command, "--help").output)
        }
    }

    @Test func `completes in bash`() {
        let folder = TemporaryFolder()
        let script = Program.run("completion", "bash")
        #expect(script.code == 0)
        folder.write(script.output, to: "completion.sh")
        #expect(unsafe system("bash -n \(folder.path)/completion.sh") == 0)
        for command in Self.commands { #expect(script.output.contains(command)) }
        for shell in ["zsh", "fish"] { #expect(Program.run("completion", shell).code == 0) }
    }

    @Test(arguments: [["imprt", "import"], ["aprove", "approve"], ["ballance", "balance"]])
    func `asks whether another command was meant`(_ words: [String]) {
        let outcome = Program.run(words[0])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("did you mean") && outcome.errors.contains(words[1]))
    }

    @Test func `finds the workspace by the environment`() {
        let money = Money()
        let outcome = Program.run(
            ["status"], environment: ["KOPIYKA_WORKSPACE=\(money.workspace)"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(money.workspace))
    }

    @Test func `finds the workspace above the folder one stands in`() {
        let money = Money()
        let deep = money.workspace + "/inbox"
        let answer = money.folder.path + "/answer"
        let command = "cd \(deep) && env -u KOPIYKA_WORKSPACE \(Program.executable) status --json"
        #expect(unsafe system("\(command) >\(answer)") == 0)
        #expect(money.folder.read("answer").contains("\"workspace\":\"\(money.workspace)\""))
    }

    @Test func `colours only when asked, never with NO_COLOR`() {
        let money = Money()
        #expect(!money.run("pending").output.contains("\u{1B}"))
        #expect(money.run("pending", "--color", "always").output.contains("\u{1B}["))
        #expect(!money.run("pending", "--color", "auto").output.contains("\u{1B}"))
    }
}
