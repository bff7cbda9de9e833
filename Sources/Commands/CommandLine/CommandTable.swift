import Reports

/// All commands: the single source of parsing, help and completion.
package enum CommandTable {
    package static func declaration(of name: CommandName) -> CommandDeclaration {
        guard let place = places[name] else {
            preconditionFailure("every command is in the table (CommandTableTests)")
        }
        return commands[place]
    }

    package static let commands =
        chapter(.everyDay, everyDay) + chapter(.looking, looking) + chapter(.trying, trying)
        + chapter(.care, care)

    /// Each option that a command asks for asks for its declaration.
    private static let places = Dictionary(
        uniqueKeysWithValues: commands.enumerated().map { ($0.element.name, $0.offset) })

    private static func chapter(
        _ chapter: CommandDeclaration.Chapter, _ commands: [CommandDeclaration]
    ) -> [CommandDeclaration] {
        commands.map { command in
            var placed = command
            placed.chapter = chapter
            return placed
        }
    }

    /// All but the one that asks for a person.
    private static let anyButPerson: [ExitCode] = [.done, .usage, .damaged, .inputOutput, .busy]

    private static let everyDay: [CommandDeclaration] = [
        .init(
            .initialize, InitCommand.self, operand: .init(min: 0, max: 1, kind: .folder),
            options: [.dryRun], examples: ["kopiyka init ~/money"],
            exitCodes: [.done, .usage, .damaged, .inputOutput]),
        .init(
            .importFiles, ImportCommand.self, operand: .init(min: 0, kind: .file),
            options: OptionDeclaration.reading + [
                .json, .dryRun, .init(.plan, .file), .init(.forget, .file, isRepeatable: true),
                .init(.map, .file),
            ], exclusions: [(.map, .plan), (.map, .forget)],
            examples: [
                "kopiyka import", "kopiyka import --dry-run march.csv",
                "kopiyka import --forget march.csv",
            ]),
        .init(
            .apply, ApplyCommand.self, operand: .init(min: 1, max: 1, kind: .file),
            options: [.json, .dryRun],
            examples: ["kopiyka import --plan march.plan && kopiyka apply march.plan"]),
        .init(
            .watch, WatchCommand.self, options: [.intoAccount, .init(.poll, .count), .json],
            exitCodes: anyButPerson),
        .init(
            .review, ReviewCommand.self,
            options: [
                .init(.decisions, .file), .init(.answers, .flag), .init(.plain, .flag),
                .init(.edit, .flag), .dryRun, .json,
            ],
            exclusions: [
                (.decisions, .plain), (.decisions, .edit), (.plain, .edit), (.answers, .plain),
                (.answers, .edit), (.answers, .decisions),
            ],
            examples: [
                "kopiyka review", "kopiyka review --edit",
                "kopiyka review --decisions decided.jsonl",
            ]),
        .init(
            .approve, ApproveCommand.self, operand: .init(min: 0),
            options: [
                .init(.all, .flag, says: "approve"),
                .init(.level, .choice(["certain", "high", "medium", "low"])),
                .init(.minConfidence, .confidence), .init(.fromHistory, .flag), .byTerms, .dryRun,
                .json,
            ],
            exclusions: [
                (.all, .level), (.all, .minConfidence), (.level, .minConfidence), (.all, .filter),
                (.all, .fromHistory), (.level, .fromHistory), (.minConfidence, .fromHistory),
            ],
            replacesOperand: [.all, .level, .minConfidence, .filter, .fromHistory],
            examples: ["kopiyka approve --level certain"]),
        .init(
            .dismiss, DismissCommand.self, operand: .init(min: 1),
            options: [.byTerms, .dryRun, .json], replacesOperand: [.filter]),
        .init(
            .add, AddCommand.self, operand: .init(min: 1, takesHyphens: true),
            options: [
                .init(.account, .text, says: "add"), .saidCategory, .saidPayee, .saidNote,
                .init(.tag, .text, isRepeatable: true, says: "add"), .init(.date, .text), .dryRun,
                .json,
            ],
            examples: [
                "kopiyka add \"кава 65 грн вчора\"",
                "kopiyka add \"coffee 65 uah yesterday #work\"",
            ]),
        .init(
            .edit, EditCommand.self, operand: .init(min: 1, max: 1),
            options: [
                .byTerms, .saidCategory, .saidPayee, .saidNote,
                .init(.clear, .choice(["payee", "note", "category", "tags"]), isRepeatable: true),
                .init(.amount, .text), .init(.date, .text), .dryRun, .json,
            ], exclusions: [(.filter, .amount), (.filter, .date)], replacesOperand: [.filter],
            examples: [
                "kopiyka edit 4f1c --category coffee",
                "kopiyka edit 4f1c --clear note --clear tags",
                "kopiyka edit --where \"aroma last:3m\" --category coffee --dry-run",
            ]),
        .init(.delete, DeleteCommand.self, operand: .init(min: 1), options: [.dryRun, .json]),
        .init(
            .move, MoveCommand.self, operand: .init(min: 1),
            options: [.init(.file, .file), .byTerms] + OptionDeclaration.filters + [
                .dryRun, .json,
            ], exclusions: periods + [(.file, .filter)],
            examples: ["kopiyka move --file mono-white.csv Біла"]),
        .init(
            .split, SplitCommand.self, operand: .init(min: 1),
            options: [.init(.none, .flag), .dryRun, .json],
            examples: ["kopiyka split 4f1c \"groceries 60.50; pets\""]),
        .init(
            .transfer, TransferCommand.self, operand: .init(min: 1, max: 2),
            options: [.init(.none, .flag, says: "transfer"), .dryRun, .json]),
        .init(
            .tag, TagCommand.self, operand: .init(min: 1, takesHyphens: true),
            options: [.byTerms] + OptionDeclaration.filters + [.dryRun, .json],
            exclusions: periods,
            examples: [
                "kopiyka tag 4f1c +work -home",
                "kopiyka tag --text Lviv --month 2026-05 +trip",
            ]),
        .init(
            .learn, LearnCommand.self, operand: .init(min: 1, kind: .file),
            options: OptionDeclaration.reading + [
                .init(.map, .file), .init(.new, .flag, says: "categories"), .dryRun, .json,
            ],
            examples: [
                "kopiyka learn ~/money.journal",
                "kopiyka learn --map categories.csv transactions.csv",
            ]),
        .init(
            .undo, UndoCommand.self, operand: .init(min: 0, max: 1, kind: .count),
            options: [.dryRun, .json]),
        .init(.redo, RedoCommand.self, options: [.dryRun, .json]),
    ]

    /// Ways to name a period, of which one is used.
    private static let periods: [(OptionName, OptionName)] = {
        let whole: [OptionName] = [.month, .year, .last]
        let pairs = whole.enumerated().flatMap { index, one in
            whole[(index + 1)...].map { (one, $0) }
        }
        return pairs + whole.flatMap { [($0, .from), ($0, .to)] }
    }()

    /// The options of commands that print names by size.
    private static let names: [OptionDeclaration] =
        OptionDeclaration.looking + [
            .init(.sort, .choice(["size", "name"]), says: "names"),
            .init(.limit, .count, says: "names"), .converted, .hiddenToo, .explain, .json, .csv,
        ]

    /// A table of programs has each figure's question already.
    private static let unlistable: (OptionName, OptionName) = (.csv, .explain)

    /// A page has parts of its own, not those of a table.
    private static let besidesPage: [(OptionName, OptionName)] =
        [OptionName.html, .pdf].flatMap { page in
            [OptionName.json, .csv, .by, .compare, .sort, .limit, .depth, .explain].map {
                ($0, page)
            }
        } + [(.html, .pdf)]

    private static let looking: [CommandDeclaration] = [
        .init(
            .status, StatusCommand.self, options: [.asOf, .json],
            examples: ["kopiyka status --as-of 2026-03-31"], exitCodes: anyButPerson),
        .init(.log, LogCommand.self, options: [.json], exitCodes: anyButPerson),
        .init(
            .pending, PendingCommand.self, operand: .init(min: 0, isFilter: true),
            options: OptionDeclaration.looking + [
                .init(
                    .level, .choice(["certain", "high", "medium", "low", "unknown"]),
                    says: "pending"),
                .init(.flagged, .flag), .init(.limit, .count), .json,
            ], exclusions: periods, exitCodes: anyButPerson),
        .init(
            .list, ListCommand.self, operand: .init(min: 0, isFilter: true),
            options: OptionDeclaration.looking + [
                .init(.limit, .count), .init(.keys, .flag), .converted, .json, .csv,
            ],
            exclusions: periods + [(.json, .csv)],
            examples: [
                "kopiyka list --month 2025-03 --category eating_out",
                "kopiyka list сільпо min:500 last:3m",
            ],
            exitCodes: anyButPerson),
        .init(
            .report, ReportCommand.self, operand: .init(min: 0, isFilter: true),
            options: OptionDeclaration.looking + [
                .init(.by, .choice(ReportPlan.choices)),
                .init(.compare, .choice(ReportSpan.Comparison.allCases.map(\.rawValue))),
                .init(.sort, .choice(RowOrder.choices)), .init(.limit, .count, says: "report"),
                .init(.depth, .count), .converted, .hiddenToo, .explain, .init(.html, .file),
                .init(.pdf, .file), .init(.rows, .flag, says: "page"), .init(.mask, .flag), .dryRun,
                .json, .csv,
            ], exclusions: periods + [(.json, .csv), (.mask, .rows), unlistable] + besidesPage,
            examples: [
                "kopiyka report --month 2025-03 --compare previous",
                "kopiyka report 2025 --by payee --category groceries --limit 10",
                "kopiyka report 2025 --explain groceries:2025-03",
                "kopiyka report --html money.html",
            ],
            exitCodes: anyButPerson),
        .init(
            .payees, PayeesCommand.self, operand: .init(min: 0, isFilter: true),
            options: names, exclusions: periods + [(.json, .csv), unlistable],
            examples: ["kopiyka payees 2025 --category groceries"], exitCodes: anyButPerson),
        .init(
            .tags, TagsCommand.self, operand: .init(min: 0, isFilter: true),
            options: names, exclusions: periods + [(.json, .csv), unlistable],
            examples: ["kopiyka tags --last 12m"], exitCodes: anyButPerson),
        .init(
            .calendar, CalendarCommand.self, operand: .init(min: 0, isFilter: true),
            options: OptionDeclaration.looking + [
                .converted, .hiddenToo, .explain, .json, .csv,
            ], exclusions: periods + [(.json, .csv), unlistable],
            examples: ["kopiyka calendar 2025-03", "kopiyka calendar 2025 --explain 2025-03"],
            exitCodes: anyButPerson),
        .init(
            .balance, BalanceCommand.self,
            options: [.ofAccounts, .converted, .asOf, .hiddenToo, .explain, .json, .csv],
            exclusions: [(.json, .csv), unlistable], examples: ["kopiyka balance --in EUR"],
            exitCodes: anyButPerson),
        .init(
            .networth, NetWorthCommand.self,
            options: [
                .init(.by, .choice(ReportPeriod.Step.allCases.map(\.rawValue)), says: "networth"),
                .init(.limit, .count, says: "networth"), .base, .likeBase, .asOf, .hiddenToo,
                .explain, .json, .csv,
            ], exclusions: [(.json, .csv), (.base, .inCurrency), unlistable],
            examples: [
                "kopiyka networth --by quarter --base EUR",
                "kopiyka networth --explain 2025-03:expenses",
            ],
            exitCodes: anyButPerson),
        .init(
            .budget, BudgetCommand.self, operand: .init(min: 0),
            options: [
                .init(.month, .month, says: "budget"),
                .init(.by, .choice(ReportPeriod.Step.allCases.map(\.rawValue)), says: "budget"),
                .base, .likeBase, .asOf, .hiddenToo, .init(.write, .flag),
                .init(.on, .day, says: "budget"), .init(.currency, .currency, says: "budget"),
                .explain, .dryRun, .json, .csv,
            ], exclusions: [(.json, .csv), (.base, .inCurrency), unlistable],
            examples: [
                "kopiyka budget --month 2026-03", "kopiyka budget suggest --write",
                "kopiyka budget give 5000 groceries",
            ],
            exitCodes: anyButPerson),
        .init(
            .prices, PricesCommand.self, operand: .init(min: 0),
            options: [
                .init(.currency, .currency, says: "prices"), .init(.inCurrency, .currency),
                .init(.on, .day), .base, .asOf, .dryRun, .json, .csv,
            ], exclusions: [(.json, .csv), (.base, .inCurrency)],
            examples: [
                "kopiyka prices import nbu-2026.json", "kopiyka prices explain 100 USD --in EUR",
            ]),
        .init(
            .coverage, CoverageCommand.self, options: [.ofAccounts, .asOf, .json, .csv],
            exclusions: [(.json, .csv)], examples: ["kopiyka coverage --as-of 2026-03-31"],
            exitCodes: anyButPerson),
        .init(
            .holdings, HoldingsCommand.self, operand: .init(min: 0),
            options: [.init(.all, .flag, says: "holdings"), .asOf, .json, .csv],
            exclusions: [(.json, .csv)],
            examples: ["kopiyka holdings", "kopiyka holdings --all car --as-of 2026-03-31"],
            exitCodes: anyButPerson),
        .init(
            .recurring, RecurringCommand.self, operand: .init(min: 0),
            options: [
                .ofAccounts, .asOf, .init(.all, .flag, says: "recurring"), .dryRun, .json, .csv,
            ], exclusions: [(.json, .csv), (.asOf, .dryRun)],
            examples: [
                "kopiyka recurring", "kopiyka recurring Netflix",
                "kopiyka recurring name Netflix \"Movies at home\"",
            ]),
        .init(
            .upcoming, UpcomingCommand.self,
            options: [
                .ofAccounts, .asOf, .hiddenToo, .init(.days, .count), .init(.ics, .file), .dryRun,
                .json, .csv,
            ],
            exclusions: [
                (.ics, .json), (.ics, .csv), (.json, .csv), (.dryRun, .json), (.dryRun, .csv),
            ],
            examples: ["kopiyka upcoming --days 14", "kopiyka upcoming --ics payments.ics"],
            exitCodes: anyButPerson),
        .init(
            .insights, InsightsCommand.self, operand: .init(min: 0),
            options: [
                .init(.month, .month, says: "budget"), .base, .likeBase, .asOf,
                .init(.all, .flag, says: "insights"), .dryRun, .json, .csv,
            ], exclusions: [(.all, .dryRun), (.json, .csv), (.base, .inCurrency)],
            examples: [
                "kopiyka insights --month 2026-03", "kopiyka insights dismiss spending_spike",
            ]),
        .init(
            .forecast, ForecastCommand.self,
            options: [
                .init(.days, .count, says: "forecast"), .ofAccounts, .base, .likeBase, .asOf,
                .init(.without, .text, isRepeatable: true),
                .init(.plus, .text, isRepeatable: true), .init(.eval, .flag), .hiddenToo, .json,
                .csv,
            ],
            exclusions: [
                (.json, .csv), (.base, .inCurrency), (.eval, .days), (.eval, .without),
                (.eval, .plus),
            ],
            examples: [
                "kopiyka forecast --days 60",
                "kopiyka forecast --without netflix --plus \"1200 uah monthly 5\"",
                "kopiyka forecast --eval",
            ],
            exitCodes: anyButPerson),
        .init(
            .export, ExportCommand.self, operand: .init(min: 0, isFilter: true),
            options: [
                .init(
                    .format, .choice(["hledger", "ledger", "beancount", "csv", "jsonl"]),
                    isRequired: true, says: "export"),
                .init(.output, .file), .init(.locale, .choice(["uk", "en"])),
                .init(.assertions, .flag), .init(.costs, .flag), .init(.metadata, .text),
                .init(.new, .flag), .init(.restart, .flag), .dryRun,
            ] + OptionDeclaration.looking,
            exclusions: periods + [(.new, .from), (.new, .to)],
            examples: [
                "kopiyka export --format hledger --output money.journal",
                "kopiyka export --format hledger --assertions --metadata mcc,time",
                "kopiyka export --format hledger --new --output money.journal",
            ],
            exitCodes: anyButPerson),
    ]

    private static let trying: [CommandDeclaration] = [
        .init(
            .read, ReadCommand.self, operand: .init(min: 1, kind: .file),
            options: [.format, .intoAccount, .encoding, .layout] + OptionDeclaration.choices + [
                .json, .csv, .init(.tally, .flag), .init(.verify, .flag),
            ], exclusions: [(.json, .csv), (.tally, .csv), (.verify, .csv), (.verify, .tally)],
            examples: [
                "kopiyka read --json march.ofx", "kopiyka read --tally *.csv",
                "kopiyka read --verify march.csv",
            ], exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        .init(
            .layout, LayoutCommand.self, operand: .init(min: 2, max: 2, kind: .file),
            options: [.init(.output, .file), .encoding] + OptionDeclaration.choices,
            examples: ["kopiyka layout draft bank.csv --output ~/money/rules/banks/bank.yaml"],
            exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        .init(
            .categorize, CategorizeCommand.self, operand: .init(min: 0, max: 1, kind: .file),
            options: [.json, .csv], exclusions: [(.json, .csv)],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput]),
        .init(
            .explain, ExplainCommand.self, operand: .init(min: 1),
            options: [
                .init(.mcc, .merchantCode), .init(.amount, .amount, says: "explain"),
                .init(.currency, .currency, says: "explain"), .init(.country, .text), .json,
            ], examples: ["kopiyka explain \"СІЛЬПО 123 КИЇВ\" --mcc 5411 --amount -125.50"],
            exitCodes: [.done, .usage, .damaged]),
        .init(
            .eval, EvalCommand.self, operand: .init(min: 0, max: 1, kind: .file),
            options: [.json, .init(.rows, .flag)], exclusions: [(.json, .rows)],
            examples: ["kopiyka eval"],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput, .busy]),
        .init(
            .pipe, PipeCommand.self,
            operand: .init(min: 1, max: 1, kind: .choice(PipeCommand.stages)),
            options: [.init(.rules, .folder), .init(.columns, .text), .init(.tables, .flag)],
            examples: [
                "kopiyka pipe categorize --rules ~/money",
                "kopiyka pipe categorize --columns id,descriptor,mcc",
                "kopiyka pipe categorize --tables",
            ],
            exitCodes: [.done, .usage, .stageBroken]),
    ]

    private static let care: [CommandDeclaration] = [
        .init(
            .accounts, AccountsCommand.self, operand: .init(min: 0),
            options: [
                .init(.iban, .text, isRepeatable: true), .init(.card, .text, isRepeatable: true),
                .init(.alias, .text, isRepeatable: true),
                .init(.currency, .currency, says: "accounts"), .init(.bank, .text), .converted,
                .asOf, .explain, .dryRun, .json, .csv,
            ], exclusions: [(.json, .csv), unlistable],
            examples: [
                "kopiyka accounts add Чорна --card \"*1234\" --bank monobank",
                "kopiyka accounts rename monobank-UAH Чорна",
                "kopiyka accounts opening cash-UAH 1200.00 2026-01-01",
                "kopiyka accounts --in EUR",
            ]),
        .init(
            .categories, CategoriesCommand.self, operand: .init(min: 0),
            options: [
                .json, .dryRun, .init(.all, .flag, says: "categories"), .init(.parent, .text),
                .init(.kind, .choice(["expense", "income", "transfer"]), says: "category"),
                .init(.emoji, .text),
                .init(.rgb, .text), .init(.word, .text, isRepeatable: true),
                .init(.remove, .text, isRepeatable: true),
                .init(.new, .flag, says: "categories"),
            ],
            examples: [
                "kopiyka categories add Wedding --parent Gifts --emoji 💒",
                "kopiyka categories words Wedding banquet dress",
                "kopiyka categories merge Jewelry into Shopping",
            ],
            exitCodes: [.done, .usage]),
        .init(
            .rules, RulesCommand.self, operand: .init(min: 1, kind: .file),
            options: [.init(.diff, .flag), .init(.apply, .flag), .dryRun, .json],
            examples: ["kopiyka rules test", "kopiyka rules replay --diff"]),
        .init(
            .check, CheckCommand.self,
            options: [.init(.repair, .flag), .init(.acceptLoss, .flag), .dryRun, .json]),
        .init(
            .backup, BackupCommand.self, operand: .init(min: 0, max: 1, kind: .folder),
            options: [.json], exitCodes: anyButPerson),
        .init(
            .restore, RestoreCommand.self, operand: .init(min: 1, max: 1, kind: .folder),
            options: [.json], exitCodes: anyButPerson),
        .init(.dump, DumpCommand.self, exitCodes: anyButPerson),
        .init(.limits, LimitsCommand.self, options: [.json], exitCodes: [.done, .usage]),
        .init(
            .completion, CompletionCommand.self,
            operand: .init(min: 1, max: 1, kind: .choice(["bash", "zsh", "fish"])),
            examples: ["source <(kopiyka completion bash)"], exitCodes: [.done, .usage]),
        .init(
            .man, ManCommand.self,
            operand: .init(min: 0, max: 2), exitCodes: [.done, .usage], isHidden: true),
        .init(
            .help, operand: .init(min: 0, max: 1),
            examples: ["kopiyka help import", "kopiyka help kopiyka.yaml"],
            exitCodes: [.done, .usage]),
        .init(.version, exitCodes: [.done, .usage], isHidden: true),
    ]
}
