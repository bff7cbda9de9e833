@testable import Commands
import Categorizing
import Facts
import Reports
import Scanning
import Testing
import Workspaces

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

    /// The filter of a command line without a workspace: accounts and categories as typed.
    private func filter(
        _ arguments: [String], saved: [String: String] = [:], today: String = "2026-03-14"
    ) throws -> LineFilter {
        let saved = saved.sorted { $0.key < $1.key }.map {
            Settings.SavedFilter(name: $0.key, text: $0.value, line: 7, column: 9, isOneLine: true)
        }
        let today = try #require(CalendarDate(text: today))
        return try FilterReader(
            today: today, tree: CategoryTable.builtIn.tree, saved: saved, accounts: { [$0] },
            category: { typed in
                do throws(CategoryUnknown) {
                    return try CategoryNames().key(of: typed)
                } catch {
                    throw HouseMessage.categoryUnknown(error)
                }
            }, stream: { StreamChoice($0, []) }
        ).filter(try parsed(arguments).0)
    }

    @Test func `the filter is made of the options`() throws {
        let filter = try filter([
            "list", "--month", "2024-02", "--category", "кава", "--max", "0", "--currency", "uah",
            "--sign", "out", "--tag", "-", "--kind", "expense", "--payee", "=Aroma",
        ])
        #expect(filter.from?.text == "2024-02-01" && filter.to?.text == "2024-02-29")
        #expect(filter.categories == [[CategoryChoice("eating_out.coffee")]])
        #expect(filter.currency == .uah && filter.isIn == false && filter.kinds == [[.expense]])
        #expect(filter.tags == [[.none]] && filter.payees == [[NameChoice(exactly: "aroma")]])
        #expect(filter.bounds.map(\.isMin) == [false] && filter.bounds.map(\.isSigned) == [false])
        #expect(try self.filter(["export", "--format", "csv"]).isEmpty)
    }

    @Test(arguments: [
        (["--min", "-517", "--max", "500"], [true, true]), (["--min", "+500"], [true]),
        (["--min", "−5,5"], [true]), (["--min", "5", "--max", "7"], [false, false]),
        (["min:-517 max:500"], [true, true]),
    ])
    func `one typed sign makes the bounds those of signed amounts`(
        words: [String], isSigned: [Bool]
    ) throws {
        #expect(try filter(["list"] + words).bounds.map(\.isSigned) == isSigned)
    }

    @Test(arguments: [
        (["--category", "кава", "--category", "таксі"], "category:кава category:таксі"),
        (["--text", "нова пошта", "--min", "5,50"], "text:\"нова пошта\" min:5,50"),
        (["--last", "3m"], "last:3m"), (["--last", "2 тижні"], "last:\"2 тижні\""),
        (["--month", "січень"], "month:січень"), (["--year", "торік"], "year:торік"),
        (["--year", "last year"], "year:\"last year\""),
        (["--from", "15.01.2023", "--to", "лютий 2023"], "from:15.01.2023 to:\"лютий 2023\""),
        (["--month", "01.2023"], "month:2023-1"), (["--account", "7741"], "account:7741"),
        (["--sign", "in", "--currency", "-"], "sign:in currency:-"),
        (["--person", "Олена"], "person:олена"), (["--stream", "5476aac7"], "stream:5476aac7"),
        (["--category", "=home"], "category:=home"),
        (["--text", "кава"], "кава"),
        (["--tag", "trip", "--kind", "refund"], "tag:trip kind:refund"),
        (["--min", "1 000"], "min:1 000"), (["--max", "1 000,5"], "max:1000.5"),
        (["--currency", "UAH"], "currency:грн"), (["--currency", "₴"], "currency:uah"),
        (["--currency", "грн."], "currency:гривні"), (["--currency", "євро"], "currency:€"),
    ])
    func `an option and its term are the same condition`(options: [String], text: String) throws {
        let wanted = try conditions(of: filter(["list"] + options))
        #expect(try conditions(of: filter(["list", "--where", text])) == wanted)
        #expect(try conditions(of: filter(["list", text])) == wanted)
        #expect(try conditions(of: filter(["list", "x1"], saved: ["x1": text])) == wanted)
        #expect(
            try conditions(of: filter(["edit", "--where", text, "--category", "pets"])) == wanted)
    }

    /// All that a filter asks for, for comparison.
    private func conditions(of filter: LineFilter) -> [String] {
        [
            filter.from?.text ?? "", filter.to?.text ?? "", "\(filter.accounts)",
            filter.currency.map { "\($0.packed)" } ?? "",
            "\(filter.bounds.map { ($0.value.units, $0.value.scale, $0.isMin, $0.isSigned) })",
            "\(filter.isIn as Bool?)", "\(filter.texts)".lowercased(), "\(filter.payees)",
            "\(filter.persons)".lowercased(), "\(filter.tags)", "\(filter.categories)",
            "\(filter.kinds)",
        ]
    }

    @Test(
        arguments: [
            ("last:3m", "2026-01-01", "2026-03-14"), ("last:1m", "2026-03-01", "2026-03-14"),
            ("last:1d", "2026-03-14", "2026-03-14"), ("last:30d", "2026-02-13", "2026-03-14"),
            ("last:2w", "2026-03-02", "2026-03-14"), ("last:1y", "2026-01-01", "2026-03-14"),
            ("year:торік", "2025-01-01", "2025-12-31"),
            ("month:2026-2", "2026-02-01", "2026-02-28"),
            ("from:вчора", "2026-03-13", nil), ("to:2025", nil, "2025-12-31"),
            ("from:2026-Q1 to:2026-W02", "2026-01-01", "2026-01-11"),
            ("last:3m to:2026-02-10", "2026-01-01", "2026-02-10"),
            ("year:2026 month:2026-02", "2026-02-01", "2026-02-28"),
        ] as [(String, String?, String?)])
    func `periods count from today and narrow each other`(
        text: String, from: String?, to: String?
    ) throws {
        let filter = try filter(["list", "--where", text])
        #expect(filter.from?.text == from && filter.to?.text == to)
    }

    @Test func `a day that counts as today hides what comes later`() throws {
        let found = try parsed(["list", "--as-of", "2025-02-10", "--month", "this month"]).0
        #expect(found[.month] == "2025-02" && found.asOf?.text == "2025-02-10")
        let filter = try filter(["list", "--as-of", "2026-03-14"])
        #expect(filter.from == nil && filter.to?.text == "2026-03-14")
    }

    @Test func `several filters apply together, also those that name others`() throws {
        let saved = [
            "coffee": "category:кава min:20", "work": "coffee tag:work", "a": "b", "b": "a",
        ]
        let both = try filter(["list", "work", "--max", "90"], saved: saved)
        #expect(both.categories == [[CategoryChoice("eating_out.coffee")]])
        #expect(both.tags == [[NameChoice(exactly: "work")]] && both.bounds.count == 2)
        let twice = try filter(["list", "coffee", "--category", "таксі"], saved: saved)
        #expect(twice.categories.count == 2)
        // In quotation marks it is a word like others.
        #expect(try filter(["list", "\"coffee\""], saved: saved).categories.isEmpty)
        #expect(throws: HouseMessage.self) { try self.filter(["list", "a"], saved: saved) }
    }

    /// What no line can have is refused, and no empty list.
    @Test(arguments: [
        ["--where", "from:2026-05-01 to:2026-02-01"], ["month:2026-01 year:2025"],
        ["--last", "3m", "to:2025-01-01"], ["min:500 max:100"], ["--min", "500", "max:499,99"],
        ["min:+5 max:-5"], ["sign:in", "max:-5"], ["sign:out min:+5"],
        ["--sign", "in", "sign:out"],
        ["--account", "a", "account:b"], ["--currency", "EUR", "currency:грн"],
        ["2026-02 2026-03"], ["2026-02", "2026-03"], ["лютий", "березень"], ["2025", "2026"],
        ["кава 2026-02"], ["14.03.2026 кава"], ["min:1", "000"], ["--min", "1", "000"],
        ["--min=1", "000"], ["saved", "--max", "1"],
    ])
    func `terms that exclude each other are refused`(_ words: [String]) throws {
        let message = try #require(throws: HouseMessage.self) {
            try filter(["list"] + words, saved: ["saved": "min:20"])
        }
        #expect(message.exitCode == .usage || message.exitCode == .damaged)
    }

    @Test(arguments: [
        ["min:5 max:5"], ["from:2026-02-01 to:2026-02-01"], ["sign:in max:5"], ["sign:out max:-5"],
        ["лютий", "2026"], ["\"2026-02\" кава"], ["березень кава"], ["2026"], ["min:1000", "500"],
        ["--as-of", "2026-03-14", "--from", "2026-04-01"],
    ])
    func `terms that may hold together are none such`(_ words: [String]) throws {
        _ = try filter(["list"] + words)
    }

    @Test(arguments: [
        ("кава catgory:x", "--where", 1, 6), ("кава min:багато", "--where", 1, 6),
        ("month:кава", "--where", 1, 1), ("x category:qwxz", "--where", 1, 3),
        ("a \"b", "--where", 1, 3), ("min:1 min:2", "--where", 1, 7),
        ("broken", "kopiyka.yaml", 7, 14), ("kind:food", "--where", 1, 1),
    ])
    func `a wrong term is shown with its place`(
        text: String, file: String, line: Int, column: Int
    ) throws {
        let saved = ["broken": "кава min:x"]
        for words in [["list", text], ["list", "--where", text], ["tag", "--where", text, "+a"]] {
            let message = try #require(throws: HouseMessage.self) {
                try filter(words, saved: saved)
            }
            // Operands have no name: the error names the term at the place.
            let isTerm = words.count == 2 && file == "--where"
            let term = String(text.unicodeScalars.dropFirst(column - 1))
            #expect(
                message.place
                    == (isTerm
                        ? SourcePlace(file: term)
                        : SourcePlace(file: file, line: line, column: column)))
            #expect(message.exitCode == (file == "kopiyka.yaml" ? .damaged : .usage))
        }
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

    @Test func `a term in quotation marks is left out`() throws {
        let (list, _) = try parsed("list", "-\"нова пошта\"")
        #expect(list.operands == ["-\"нова пошта\""])
    }

    @Test(arguments: [
        ("742", "0742"), ("0742", "0742"), ("5411", "5411"), ("42", nil), ("07a2", nil),
    ])
    func `a code without its leading nought is the code`(typed: String, plain: String?) {
        #expect(OptionValue.normalized(typed, as: .merchantCode) == plain)
    }

    @Test(arguments: [["--month", "2023"], ["2023"], ["2023", "року"]])
    func `a month may be a year`(words: [String]) throws {
        let filter = try filter(["report"] + words)
        #expect(filter.from?.text == "2023-01-01" && filter.to?.text == "2023-12-31")
    }

    @Test(arguments: [["report"], ["list"], ["pending"], ["export", "--format", "csv"]])
    func `a period alone needs no name`(command: [String]) throws {
        for words in [["2024-02"], ["02.2024"], ["лютий", "2024"], ["лютий 2024"]] {
            let filter = try filter(command + words)
            #expect(filter.from?.text == "2024-02-01" && filter.to?.text == "2024-02-29")
        }
        let quarter = try filter(command + ["2024-Q1"])
        #expect(quarter.from?.text == "2024-01-01" && quarter.to?.text == "2024-03-31")
        #expect(try filter(command + ["кава"]).texts == [WordSearch("кава")])
        for words in [["2024-02", "--month", "2024-03"], ["2024-02", "--from", "2024"]] {
            #expect(throws: HouseMessage.self) { try parsed(command + words) }
        }
    }

    @Test(arguments: [["report"], ["list"], ["pending"], ["export", "--format", "csv"]])
    func `the last months in words are those of the option`(command: [String]) throws {
        let today = Clock.localDay.text
        let option = try filter(command + ["--last", "3m"], today: today)
        for words in ["last 3 months", "останні 3 місяці", "за останні три місяці"] {
            for operands in [[words], words.split(separator: " ").map(String.init)] {
                let filter = try filter(command + operands, today: today)
                #expect(filter.from == option.from && filter.to == option.to && filter.texts == [])
            }
        }
        for words in ["2026-13", "31.02.2026", "last 3 monts", "2026-13 кава"] {
            let error = #expect(throws: HouseMessage.self) { try filter(command + [words]) }
            #expect(error?.text(in: .en).contains("is no period") == true, "\(words)")
        }
        let quoted = try filter(command + ["text:2026-13"])
        #expect(quoted.texts == [WordSearch("2026-13")])
    }

    @Test(arguments: [
        ("1,600", "1600", "1.6"), ("1.600", "1600", "1.6"), ("-1,605", "-1605", "-1.6050"),
        ("12,345", "12345", "12.3450"), ("1,000", "1000", "1.0"),
    ])
    func `an amount of two readings is refused with both`(
        typed: String, whole: String, part: String
    ) throws {
        for arguments in [["--min", typed], ["min:" + typed], ["--where", "min:" + typed]] {
            let error = try #require(
                #expect(throws: HouseMessage.self) { try filter(["list"] + arguments) })
            let text = error.text(in: .en)
            #expect(text.contains("write \(whole) or \(part)"), "\(text)")
        }
        for reading in [whole, part] {
            #expect(OptionValue.decimal(reading) != nil)
        }
    }

    @Test(arguments: ["1 600", "1.600,00", "1,600.00", "1600", "1,60", "1'600", "1,600,000"])
    func `an amount of one reading is read`(typed: String) throws {
        #expect(try filter(["list", "--min", typed]).bounds.count == 1)
        #expect(try filter(["list", "min:" + typed]).bounds.count == 1)
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
            "exports/bank.csv",
            en: """
                unknown command exports/bank.csv
                  fix: kopiyka import exports/bank.csv takes a file in; kopiyka read \
                exports/bank.csv shows what it says
                """,
            uk: """
                невідома команда exports/bank.csv
                  що робити: kopiyka import exports/bank.csv імпортує файл; kopiyka read \
                exports/bank.csv показує, що в ньому
                """),
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
            en:
                "no command and no topic is called imprt\n  fix: did you mean import? See kopiyka help",
            uk:
                "немає ні команди, ні теми з назвою imprt\n  що робити: може, import? Див. kopiyka help"
        ),
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
