@testable import Commands
import Facts
import Reports
import Scanning
import Testing

@Suite struct `Command line` {
    @Test func `values stand after a blank or an equals sign`() throws {
        for arguments in [["--account", "mono", "a.csv"], ["a.csv", "--account=mono"]] {
            guard case .run(let invocation, _) = try ArgumentParser.parse(["import"] + arguments)
            else {
                Issue.record("no command")
                return
            }
            #expect(invocation[.account] == "mono")
            #expect(invocation.operands == ["a.csv"])
        }
        #expect(try parsed("read", "a", "--account=a=b").0[.account] == "a=b")
    }

    @Test func `a minus alone, negative numbers and all after -- are no options`() throws {
        #expect(try parsed("import", "-").0.operands == ["-"])
        #expect(try parsed("review", "--decisions", "-").0[.decisions] == "-")
        #expect(try parsed("explain", "-5", "x").0.operands == ["-5", "x"])
        #expect(try parsed("explain", "--", "--json", "-v").0.operands == ["--json", "-v"])
        let (explain, _) = try parsed("explain", "x", "--amount", "-125.50")
        #expect(explain.amount(.amount, in: .uah) == Money(minorUnits: -12_550, currency: .uah))
    }

    @Test(arguments: ["-125.50", "-125,50", "−125,50", "-125.5"])
    func `amounts are understood as people write them`(text: String) throws {
        let (list, _) = try parsed("list", "--min", text)
        #expect(list.amount(.min, in: .uah) == Money(minorUnits: -12_550, currency: .uah))
    }

    @Test func `short flags combine, global options stand anywhere`() throws {
        let (_, options) = try parsed("-vq", "--lang", "uk", "status", "--color=never")
        #expect(options.isVerbose && options.isQuiet)
        #expect(options.language == .uk && options.color == .never)
        #expect(try parsed("status", "--workspace", "/w").1.workspace == "/w")
    }

    @Test func `a repeatable option keeps its order, another may not change its mind`() throws {
        let (list, _) = try parsed("list", "--account", "b", "--account=a")
        #expect(list.values(of: .account) == ["b", "a"])
        #expect(throws: HouseMessage.self) { try parsed("list", "--limit", "1", "--limit", "2") }
        #expect(try parsed("list", "--limit", "1", "--limit", "1").0.count(.limit) == 1)
    }

    @Test func `the filter is made of the options`() throws {
        let filter = try parsed(
            "list", "--month", "2024-02", "--category", "eating_out", "--max", "0", "--currency",
            "uah"
        ).0.filter
        #expect(filter.from == CalendarDate(text: "2024-02-01"))
        #expect(filter.to == CalendarDate(text: "2024-02-29"))
        #expect(filter.categories == ["eating_out"] && filter.currency == .uah)
        #expect(filter.amountMax == Decimal18(text: "0") && !filter.comparesSigned)
        #expect(try parsed("list", "--min", "-517", "--max", "500").0.filter.comparesSigned)
        #expect(try parsed("list", "--min", "+500").0.filter.comparesSigned)
        #expect(try parsed("list", "--min", "−5,5").0.filter.comparesSigned)
        #expect(try parsed("export", "--format", "csv").0.filter.isEmpty)
    }

    @Test(arguments: [
        ("--from", "15.01.2023", "2023-01-15"), ("--from", "5.1.2023", "2023-01-05"),
        ("--to", "2023-01-15", "2023-01-15"), ("--month", "01.2023", "2023-01"),
        ("--month", "2023-1", "2023-01"), ("--month", "1.2023", "2023-01"),
    ])
    func `days and months are taken as they are printed`(
        option: String, typed: String, plain: String
    ) throws {
        let (list, _) = try parsed("list", option, typed)
        let name = try #require(OptionName(rawValue: String(option.dropFirst(2))))
        #expect(list[name] == plain)
    }

    @Test(arguments: [
        (OptionDeclaration.Kind.month, "лютий 2024", false, "2024-02"),
        (.month, "минулий місяць", false, "2026-02"), (.month, "січень", false, "2026-01"),
        (.month, "2023", false, "2023"), (.month, "торік", false, "2025"),
        (.month, "last year", false, "2025"), (.month, "цей рік", false, "2026"),
        (.day, "лютий 2024", false, "2024-02-01"), (.day, "лютий 2024", true, "2024-02-29"),
        (.day, "торік", false, "2025-01-01"), (.day, "last year", true, "2025-12-31"),
        (.day, "вчора", true, "2026-03-13"), (.day, "14 лютого", false, "2026-02-14"),
    ])
    func `days and months are taken in words`(
        kind: OptionDeclaration.Kind, typed: String, isEnd: Bool, plain: String
    ) throws {
        let today = try #require(CalendarDate(text: "2026-03-14"))
        #expect(
            OptionValue.normalized(typed, as: kind, takesLastDay: isEnd, today: today) == plain)
    }

    @Test(arguments: [
        ("742", "0742"), ("0742", "0742"), ("5411", "5411"), ("42", nil), ("07a2", nil),
    ])
    func `a code without its leading nought is the code`(typed: String, plain: String?) {
        #expect(OptionValue.normalized(typed, as: .merchantCode) == plain)
    }

    @Test(arguments: [["--month", "2023"], ["2023"], ["2023", "року"]])
    func `a month may be a year`(words: [String]) throws {
        let filter = try parsed(["report"] + words).0.filter
        #expect(filter.from?.text == "2023-01-01" && filter.to?.text == "2023-12-31")
    }

    @Test(arguments: ["report", "list", "pending"])
    func `a month needs no name where nothing else can stand`(command: String) throws {
        for words in [["2024-02"], ["02.2024"], ["лютий", "2024"], ["лютий 2024"]] {
            let filter = try parsed([command] + words).0.filter
            #expect(filter.from?.text == "2024-02-01" && filter.to?.text == "2024-02-29")
        }
        for words in [["2024-02", "--month", "2024-03"], ["2024-02", "--from", "2024"], ["кава"]] {
            #expect(throws: HouseMessage.self) { try parsed([command] + words) }
        }
    }

    @Test func `an end in words is its last day`() throws {
        let (list, _) = try parsed("list", "--from", "лютий 2024", "--to", "лютий 2024")
        #expect(list[.from] == "2024-02-01" && list[.to] == "2024-02-29")
    }

    @Test(arguments: [
        ("--from", "31.02.2023"), ("--from", "15.01.23"), ("--from", "15/01/2023"),
        ("--month", "13.2023"), ("--month", "123"), ("--month", "01.2023."),
        ("--month", "3023"), ("--month", "кава"), ("--from", "кава"), ("--to", "14.03 кава"),
    ])
    func `days and months that are none are refused`(option: String, typed: String) {
        #expect(throws: HouseMessage.self) { try parsed("list", option, typed) }
    }

    @Test(arguments: [("0.97", 970), ("1", 1000), ("0", 0), ("0,995", 995)])
    func `confidence is thousandths`(text: String, permille: Int) throws {
        #expect(
            try parsed("approve", "--min-confidence", text).0.permille(.minConfidence) == permille)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let line: [String]
        let en: String
        let uk: String
        var testDescription: String { line.joined(separator: " ") }

        init(_ line: String, en: String, uk: String) {
            self.line = line.split(separator: " ").map(String.init)
            self.en = en
            self.uk = uk
        }
    }

    @Test(arguments: [
        Wrong(
            "import --dryrun",
            en: "unknown option --dryrun\n  fix: did you mean --dry-run? See kopiyka help import",
            uk: "невідома опція --dryrun\n  що робити: може, --dry-run? Див. kopiyka help import"),
        Wrong(
            "imprt", en: "unknown command imprt\n  fix: did you mean import? See kopiyka help",
            uk: "невідома команда imprt\n  що робити: може, import? Див. kopiyka help"),
        Wrong(
            "frobnicate", en: "unknown command frobnicate\n  fix: see kopiyka help",
            uk: "невідома команда frobnicate\n  що робити: див. kopiyka help"),
        Wrong(
            "import -x", en: "unknown option -x\n  fix: see kopiyka help import",
            uk: "невідома опція -x\n  що робити: див. kopiyka help import"),
        Wrong(
            "--json list", en: "option --json belongs after the command\n  fix: see kopiyka help",
            uk: "опція --json має стояти після команди\n  що робити: див. kopiyka help"),
        Wrong(
            "list --from",
            en: "option --from needs a value: YYYY-MM-DD\n  fix: see kopiyka help list",
            uk: "опція --from потребує значення: РРРР-ММ-ДД\n  що робити: див. kopiyka help list"),
        Wrong(
            "list --account --json",
            en: "option --account needs a value: TEXT\n  fix: see kopiyka help list",
            uk: "опція --account потребує значення: ТЕКСТ\n  що робити: див. kopiyka help list"),
        Wrong(
            "list --json=yes", en: "option --json takes no value\n  fix: see kopiyka help list",
            uk: "опція --json не має значення\n  що робити: див. kopiyka help list"),
        Wrong(
            "list --from 2025-02-30",
            en:
                "option --from does not take \"2025-02-30\"\n  fix: it takes YYYY-MM-DD. See kopiyka "
                + "help list",
            uk: "опція --from не приймає «2025-02-30»\n  що робити: потрібно: РРРР-ММ-ДД. Див. "
                + "kopiyka help list"),
        Wrong(
            "export --format hleger",
            en:
                "option --format does not take \"hleger\"\n  fix: did you mean hledger? See kopiyka "
                + "help export",
            uk:
                "опція --format не приймає «hleger»\n  що робити: може, hledger? Див. kopiyka help "
                + "export"),
        Wrong(
            "export",
            en: "option --format hledger|ledger|beancount|csv|jsonl is missing\n  fix: see kopiyka "
                + "help export",
            uk:
                "бракує опції --format hledger|ledger|beancount|csv|jsonl\n  що робити: див. kopiyka "
                + "help export"),
        Wrong(
            "list --json --csv",
            en: "--json and --csv cannot be used together\n  fix: see kopiyka help list",
            uk: "--json і --csv не діють разом\n  що робити: див. kopiyka help list"),
        Wrong(
            "approve --all K",
            en: "--all and KEY cannot be used together\n  fix: see kopiyka help approve",
            uk: "--all і КЛЮЧ не діють разом\n  що робити: див. kopiyka help approve"),
        Wrong(
            "dismiss", en: "KEY missing\n  fix: see kopiyka help dismiss",
            uk: "бракує: КЛЮЧ\n  що робити: див. kopiyka help dismiss"),
        Wrong(
            "status now", en: "unexpected word \"now\"\n  fix: see kopiyka help status",
            uk: "зайве слово «now»\n  що робити: див. kopiyka help status"),
        Wrong(
            "completion tcsh",
            en:
                "\"tcsh\" is not a valid SHELL\n  fix: it takes bash|zsh|fish. See kopiyka help "
                + "completion",
            uk: "«tcsh» — не ОБОЛОНКА\n  що робити: потрібно: bash|zsh|fish. Див. kopiyka help "
                + "completion"),
        Wrong(
            "approve --min-confidence 1.1",
            en:
                "option --min-confidence does not take \"1.1\"\n  fix: it takes 0…1. See kopiyka help "
                + "approve",
            uk:
                "опція --min-confidence не приймає «1.1»\n  що робити: потрібно: 0…1. Див. kopiyka "
                + "help approve"),
        Wrong(
            "help imprt",
            en: "unknown command imprt\n  fix: did you mean import? See kopiyka help help",
            uk: "невідома команда imprt\n  що робити: може, import? Див. kopiyka help help"),
    ])
    func `a wrong line is refused with 64 and a remedy`(_ wrong: Wrong) {
        for (language, words, severity) in [("en", wrong.en, "error"), ("uk", wrong.uk, "помилка")]
        {
            let output = Recorder()
            let errors = Recorder()
            let code = Program.run(
                wrong.line, output: output, errors: errors,
                environment: Environment(variables: ["LANG": language]))
            #expect(code == .usage)
            #expect(output.text.isEmpty)
            #expect(errors.text == "kopiyka: \(severity): \(words)\n")
        }
    }

    @Test(
        arguments: [
            ("imort", "import"), ("dry-rn", "dry-run"), ("acount", "account"), ("categ", nil),
            ("xyzzy", nil), ("catgeories", "categories"), ("statsu", "status"), ("", nil),
        ] as [(String, String?)])
    func `the nearest word is meant`(typed: String, meant: String?) {
        let words = CommandName.allCases.map(\.rawValue) + OptionName.allCases.map(\.rawValue)
        #expect(closest(to: typed, among: words) == meant)
    }

    @Test func `a word of any length is compared in bounded time`() {
        #expect(closest(to: String(repeating: "і", count: 100_000), among: ["import"]) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("ab", "ba", 1), ("import", "imprt", 1), ("kitten", "sitting", 3),
        ("a", "", 1),
    ])
    func `swaps, gaps and surplus letters are one mistake`(a: String, b: String, distance: Int) {
        #expect(editDistance(Array(a), Array(b)) == distance)
    }
}

@Suite struct `Table of commands` {
    @Test func `each command is declared once`() {
        #expect(CommandTable.commands.map(\.name).count == CommandName.allCases.count)
        #expect(Set(CommandTable.commands.map(\.name)) == Set(CommandName.allCases))
    }

    @Test(arguments: CommandName.allCases)
    func `options are declared once and rules speak of them`(name: CommandName) {
        let declaration = CommandTable.declaration(of: name)
        let options = (declaration.options + OptionDeclaration.global).map(\.name)
        #expect(Set(options).count == options.count)
        for (a, b) in declaration.exclusions {
            #expect(options.contains(a) && options.contains(b))
        }
        #expect(declaration.replacesOperand.allSatisfy { options.contains($0) })
        #expect(declaration.exitCodes.first == .done && declaration.exitCodes.contains(.usage))
        #expect(declaration.exitCodes == declaration.exitCodes.sorted { $0.rawValue < $1.rawValue })
    }

    @Test func `commands that write can run dry`() {
        for name in [.initialize, .importFiles, .review, .approve, .dismiss, .undo] as [CommandName]
        {
            #expect(CommandTable.accepts(.dryRun, name))
        }
    }

    @Test func `examples in the help are accepted`() throws {
        for declaration in CommandTable.commands {
            for example in declaration.examples where example.line.hasPrefix("kopiyka ") {
                // Quotes keep a text together, as in a shell.
                let pieces = example.line.split(separator: "\"", omittingEmptySubsequences: false)
                var words: [String] = []
                for (index, piece) in pieces.enumerated() {
                    if index % 2 == 1 {
                        words.append(String(piece))
                    } else {
                        words += piece.split(separator: " ").map(String.init)
                    }
                }
                _ = try ArgumentParser.parse(Array(words.dropFirst()))
            }
        }
    }
}
