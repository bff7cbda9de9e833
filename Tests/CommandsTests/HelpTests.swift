@testable import Commands
import Categorizing
import Facts
import Pending
import Scanning
import Testing

@Suite struct `Help` {
    @Test(arguments: Language.allCases, [80, 60, 200])
    func `no line is wider than the window or 80 columns`(language: Language, columns: Int) {
        let help = HelpText(language, columns: columns)
        let all = [help.program()] + CommandTable.commands.map { help.command($0) }
        for line in all.joined().split(separator: "\n") {
            // A single word may be longer than its column in a narrow window.
            if columns >= 80 { #expect(displayColumns(String(line)) <= 80, "\(line)") }
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test func `help on a command is the same by three roads`() {
        let expected = HelpText(.en).command(CommandTable.declaration(of: .importFiles))
        #expect(Run("help", "import").output == expected)
        #expect(Run("import", "--help").output == expected)
        #expect(Run("import", "--frob", "-h").output == expected)
        #expect(Run("help", "import").code == .done)
    }

    @Test func `the program without a command explains itself and says 64`() {
        let run = Run()
        #expect(run.code == .usage && run.output.isEmpty)
        #expect(run.errors == HelpText(.en).program())
        #expect(Run("--help").output == HelpText(.en).program())
        #expect(Run("help").output == HelpText(.en).program())
    }

    @Test func `the version is printed whatever stands around it`() {
        // A test is built without a commit or with one, and the first two words are the same.
        let said = Run("--version").output
        #expect(said == Program.versionText + "\n" && Run("version").output == said)
        let words = said.split(whereSeparator: \.isWhitespace)
        #expect(words.prefix(2) == ["kopiyka", Substring(Program.version)])
        #expect(words.count == 2 || words[2].hasPrefix("(") && words[2].hasSuffix(")"))
        #expect(Run("import", "--version", "--frob").code == .done)
    }

    @Test func `help of approve in English`() {
        #expect(
            Run("help", "approve").output == """
                kopiyka approve: approve lines into the ledger

                Usage: kopiyka approve [KEY…] [options]

                Prints `approved KEY` for each line once its entry is durable; with --where or
                --from-history only their number, and with --dry-run the keys. Without keys and
                options, carries out only the decisions written in pending.jsonl; with --all, a
                written decision counts for its line: dismiss dismisses.

                Arguments:
                  KEY…  keys of lines (kopiyka pending)

                Options:
                      --all                 all but ambiguous and conflicting ones without a
                                            written decision
                      --level certain|high|medium|low
                                            with confidence of this level or higher
                      --min-confidence 0…1  with at least this confidence
                      --from-history        what another program recorded, with categories that
                                            you gave a meaning
                      --where TEXT          terms of a filter, `category:coffee min:500
                                            last:3m`, or the name of one in kopiyka.yaml (may be
                                            repeated; all apply)
                      --dry-run             show what would be done and change nothing
                      --json                JSON, one object a line

                For all commands:
                      --workspace DIR            the workspace (else KOPIYKA_WORKSPACE, else the
                                                 nearest folder above with kopiyka.yaml)
                      --lang en|uk               language of messages
                      --color auto|always|never  colours
                      --width N                  columns of tables, instead of those of the
                                                 window
                      --ascii                    draw bars, lines and signs with ASCII; so it is
                                                 where the locale is not UTF-8
                  -q, --quiet                    results and errors only
                  -v, --verbose                  more detail
                      --version                  print the version
                  -h, --help                     print this help

                Examples:
                  kopiyka approve --level certain
                      the certain lines

                Exit codes:
                  0    everything done
                  1    done, but some input was refused or needs a person (it is listed)
                  64   wrong command line
                  65   queue, ledger, settings or rules damaged or wrong
                  74   reading or writing failed
                  75   another process holds the workspace

                """)
    }

    @Test func `help of status in Ukrainian`() {
        #expect(
            Run("--lang", "uk", "help", "status").output == """
                kopiyka status: що в черзі та в книзі

                Виклик: kopiyka status [опції]

                Опції:
                      --as-of РРРР-ММ-ДД  так, ніби сьогодні цей день; пізніших рядків немає
                      --json              JSON, обʼєкт на рядок

                Для всіх команд:
                      --workspace ТЕКА           сховище (інакше KOPIYKA_WORKSPACE або найближча
                                                 тека вище, де є kopiyka.yaml)
                      --lang en|uk               мова повідомлень
                      --color auto|always|never  кольори
                      --width N                  скільки стовпців мають таблиці, замість ширини
                                                 вікна
                      --ascii                    смуги, лінії та знаки — символами ASCII; так і
                                                 тоді, коли локаль не UTF-8
                  -q, --quiet                    лише результати й помилки
                  -v, --verbose                  більше подробиць
                      --version                  показати версію
                  -h, --help                     показати довідку

                Приклади:
                  kopiyka status --as-of 2026-03-31
                      як було того дня

                Коди виходу:
                  0    усе зроблено
                  64   помилка в командному рядку
                  65   черга, книга, налаштування чи правила пошкоджені або хибні
                  74   не вдалося прочитати чи записати
                  75   сховище зайняте іншим процесом

                """)
    }

    @Test func `the limits are printed from their one table`() {
        let run = Run("limits", "--json")
        #expect(run.output.split(separator: "\n").count == Limits.all.count)
        #expect(
            run.output.hasPrefix(
                #"{"name":"chunk-bytes","value":262144,"unit":"bytes","reason":"read at once from an input"}"#
            ))
        #expect(Run("limits").output.contains("field-bytes                   65,536  bytes"))
    }
}

@Suite struct `Languages` {
    @Test(
        arguments: [
            (["LANG": "uk_UA.UTF-8"], Language.uk), (["LANG": "en_US.UTF-8"], .en), ([:], .en),
            (["LC_ALL": "C", "LANG": "uk_UA"], .en), (["LC_ALL": "", "LANG": "uk"], .uk),
            (["LC_MESSAGES": "uk", "LANG": "de_DE"], .uk), (["LANG": "uz_UZ"], .en),
        ] as [([String: String], Language)])
    func `the environment decides`(variables: [String: String], language: Language) {
        #expect(Language(environment: Environment(variables: variables)) == language)
    }

    @Test func `the option is stronger than the environment, also for errors`() {
        let ukrainian = Environment(variables: ["LANG": "uk_UA.UTF-8"])
        #expect(Run("--lang=en", "frob", environment: ukrainian).errors.contains("unknown command"))
        #expect(Run("frob", "--lang", "uk").errors.contains("невідома команда"))
        #expect(Run("--lang", "de", "status").code == .usage)
    }

    @Test(arguments: [
        (0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (14, 2), (21, 0), (22, 1),
        (25, 2),
        (101, 0), (111, 2), (112, 2), (1_000_000, 2), (-1, 0),
    ])
    func `Ukrainian nouns have three forms`(count: Int, form: Int) {
        #expect(Language.uk.pluralForm(of: count) == form)
    }

    @Test func `counts bring their nouns`() {
        let text = Message.pendingSummary.text
        #expect(text.filled(.uk, ["count": 1]) == "1 рядок чекає")
        #expect(text.filled(.uk, ["count": 22]) == "22 рядки чекають")
        #expect(text.filled(.uk, ["count": 12345]) == "12\u{A0}345 рядків чекають")
        #expect(text.filled(.en, ["count": 1]) == "1 line waits")
        #expect(text.filled(.en, ["count": 12345]) == "12,345 lines wait")
    }

    /// Every text of the program that has placeholders.
    private var texts: [Phrase] {
        let kinds =
            RowRejection.Kind.allCases.map { "rowRejection.\($0.rawValue)" }
            + ReadFailure.Kind.allCases.map { "readFailure.\($0.rawValue)" }
            + QueueProblem.Kind.allCases.map { "queueProblem.\($0.rawValue)" }
            + RuleFault.Kind.allCases.map { "ruleFaults.\($0.rawValue)" }
        let errors = kinds.map { ErrorWords($0) }.flatMap { [$0.what, $0.why, $0.fix] }
        return Message.allCases.map(\.text) + ReviewMessage.allCases.map(\.text)
            + ReviewMessage.keys.map(\.does) + errors
    }

    @Test func `both languages say everything with the same placeholders`() {
        for text in texts {
            #expect(text.isKnown && text[.uk].isEmpty == text[.en].isEmpty, "\(text)")
            let uk = placeholders(text[.uk])
            let en = placeholders(text[.en])
            #expect(uk.names == en.names, "\(text)")
            #expect(uk.forms.allSatisfy { $0 == 0 || $0 == 3 }, "\(text)")
            #expect(en.forms.allSatisfy { $0 == 0 || $0 == 2 }, "\(text)")
        }
    }

    @Test func `help texts exist in both languages`() {
        for command in CommandTable.commands {
            let options = command.options + OptionDeclaration.global
            var all = [command.summary] + options.map(\.help) + command.examples.map(\.meaning)
            all += [command.details, command.operand?.help].compactMap { $0 }
            for text in all {
                #expect(text.isKnown && !text[.uk].isEmpty && !text[.en].isEmpty, "\(text)")
                #expect(text[.uk] != text[.en] || !text[.en].allSatisfy(\.isASCII), "\(text)")
            }
        }
    }

    private func placeholders(_ text: String) -> (names: Set<String>, forms: [Int]) {
        var names: Set<String> = []
        var forms: [Int] = []
        for case .place(let name, let words) in Template(text).parts {
            names.insert(String(name))
            forms.append(words.count)
        }
        return (names, forms)
    }
}

@Suite struct `Completion` {
    @Test(arguments: ShellCompletion.allCases, Language.allCases)
    func `every command and option is offered`(shell: ShellCompletion, language: Language) {
        let script = shell.script(language)
        let words = Set(
            script.utf8.split { byte in
                byte != UInt8(ascii: "-") && byte &- 0x30 > 9 && (byte | 0x20) &- 0x61 > 25
            }.map { String(decoding: $0.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self) })
        for command in CommandTable.commands where !command.isHidden {
            #expect(words.contains(command.name.rawValue))
            for option in command.options { #expect(words.contains(option.name.rawValue)) }
        }
        #expect(!script.contains(" version)"))
    }
}
