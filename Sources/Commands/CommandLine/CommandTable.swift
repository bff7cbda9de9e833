/// All commands: the single source of parsing, help and completion.
package enum CommandTable {
    package static func declaration(of name: CommandName) -> CommandDeclaration {
        guard let found = commands.first(where: { $0.name == name }) else {
            preconditionFailure("every command is in the table (CommandTableTests)")
        }
        return found
    }

    package static let commands: [CommandDeclaration] = everyDay + looking + trying + care

    private static let writing: [ExitCode] = [.done, .usage, .damaged, .inputOutput, .busy]
    private static let importing: [ExitCode] = ExitCode.allCases
    private static let readingLedger: [ExitCode] = [.done, .usage, .damaged, .inputOutput, .busy]

    private static let everyDay: [CommandDeclaration] = [
        CommandDeclaration(
            .initialize, in: .everyDay, operand: .init(min: 0, max: 1, kind: .folder),
            options: [.dryRun], examples: ["kopiyka init ~/money"],
            exitCodes: [.done, .usage, .damaged, .inputOutput]),
        CommandDeclaration(
            .importFiles, in: .everyDay, operand: .init(min: 0, kind: .file),
            options: OptionDeclaration.reading
                + [
                    .json, .dryRun,
                    OptionDeclaration(.plan, .file),
                    OptionDeclaration(.forget, .file, isRepeatable: true),
                ],
            examples: [
                "kopiyka import", "kopiyka import --dry-run march.csv",
                "kopiyka import --forget march.csv",
            ], exitCodes: importing),
        CommandDeclaration(
            .apply, in: .everyDay, operand: .init(min: 1, max: 1, kind: .file),
            options: [.json, .dryRun],
            examples: ["kopiyka import --plan march.plan && kopiyka apply march.plan"],
            exitCodes: importing),
        CommandDeclaration(
            .watch, in: .everyDay,
            options: [
                .intoAccount,
                OptionDeclaration(.poll, .count), .json,
            ], exitCodes: [.done, .usage, .damaged, .inputOutput, .busy]),
        CommandDeclaration(
            .review, in: .everyDay,
            options: [
                OptionDeclaration(.decisions, .file),
                OptionDeclaration(.answers, .flag),
                OptionDeclaration(.plain, .flag),
                OptionDeclaration(.edit, .flag), .dryRun,
                .json,
            ],
            exclusions: [
                (.decisions, .plain), (.decisions, .edit), (.plain, .edit), (.answers, .plain),
                (.answers, .edit), (.answers, .decisions),
            ],
            examples: [
                "kopiyka review", "kopiyka review --edit",
                "kopiyka review --decisions decided.jsonl",
            ], exitCodes: importing),
        CommandDeclaration(
            .approve, in: .everyDay, operand: .init(min: 0),
            options: [
                OptionDeclaration(.all, .flag, says: "approve"),
                OptionDeclaration(.level, .choice(["certain", "high", "medium", "low"])),
                OptionDeclaration(.minConfidence, .confidence), .dryRun, .json,
            ], exclusions: [(.all, .level), (.all, .minConfidence), (.level, .minConfidence)],
            replacesOperand: [.all, .level, .minConfidence],
            examples: ["kopiyka approve --level certain"], exitCodes: importing),
        CommandDeclaration(
            .dismiss, in: .everyDay, operand: .init(min: 1), options: [.dryRun, .json],
            exitCodes: importing),
        CommandDeclaration(
            .add, in: .everyDay, operand: .init(min: 1, takesHyphens: true),
            options: [
                OptionDeclaration(.account, .text, says: "add"), .saidCategory, .saidPayee,
                .saidNote,
                OptionDeclaration(.tag, .text, isRepeatable: true, says: "add"),
                OptionDeclaration(.date, .text),
                .dryRun, .json,
            ],
            examples: [
                "kopiyka add \"кава 65 грн вчора\"",
                "kopiyka add \"coffee 65 uah yesterday #work\"",
            ], exitCodes: importing),
        CommandDeclaration(
            .edit, in: .everyDay, operand: .init(min: 1, max: 1),
            options: [
                .saidCategory, .saidPayee, .saidNote,
                OptionDeclaration(
                    .clear, .choice(["payee", "note", "category", "tags"]), isRepeatable: true),
                OptionDeclaration(.amount, .text),
                OptionDeclaration(.date, .text),
                .dryRun, .json,
            ],
            examples: [
                "kopiyka edit 4f1c --category coffee",
                "kopiyka edit 4f1c --clear note --clear tags",
            ], exitCodes: importing),
        CommandDeclaration(
            .delete, in: .everyDay, operand: .init(min: 1), options: [.dryRun, .json],
            exitCodes: importing),
        CommandDeclaration(
            .move, in: .everyDay, operand: .init(min: 1),
            options: [
                OptionDeclaration(.file, .file),
                .dryRun, .json,
            ], examples: ["kopiyka move --file mono-white.csv Біла"], exitCodes: importing),
        CommandDeclaration(
            .split, in: .everyDay, operand: .init(min: 1),
            options: [
                OptionDeclaration(.none, .flag), .dryRun, .json,
            ], examples: ["kopiyka split 4f1c \"groceries 60.50; pets\""], exitCodes: importing),
        CommandDeclaration(
            .transfer, in: .everyDay, operand: .init(min: 1, max: 2),
            options: [
                OptionDeclaration(.none, .flag, says: "transfer"),
                .dryRun, .json,
            ], exitCodes: importing),
        CommandDeclaration(
            .tag, in: .everyDay, operand: .init(min: 2, takesHyphens: true),
            options: [.dryRun, .json], examples: ["kopiyka tag 4f1c +work -home"],
            exitCodes: importing),
        CommandDeclaration(
            .undo, in: .everyDay, operand: .init(min: 0, max: 1, kind: .count),
            options: [.dryRun, .json], exitCodes: importing),
        CommandDeclaration(.redo, in: .everyDay, options: [.dryRun, .json], exitCodes: importing),
    ]

    private static let looking: [CommandDeclaration] = [
        CommandDeclaration(.status, in: .looking, options: [.json], exitCodes: readingLedger),
        CommandDeclaration(.log, in: .looking, options: [.json], exitCodes: readingLedger),
        CommandDeclaration(
            .pending, in: .looking,
            options: OptionDeclaration.filters + [
                OptionDeclaration(
                    .level, .choice(["certain", "high", "medium", "low", "unknown"]),
                    says: "pending"),
                OptionDeclaration(.flagged, .flag), .json,
            ], exclusions: [(.month, .from), (.month, .to)], exitCodes: readingLedger),
        CommandDeclaration(
            .list, in: .looking,
            options: OptionDeclaration.filters + [
                OptionDeclaration(.keys, .flag), .json, .csv,
            ], exclusions: [(.month, .from), (.month, .to), (.json, .csv)],
            examples: ["kopiyka list --month 2025-03 --category eating_out"],
            exitCodes: readingLedger),
        CommandDeclaration(
            .report, in: .looking,
            options: [
                .from, .to,
                .onlyMonth,
                OptionDeclaration(.by, .choice(["month", "year"])), .inCurrency, .ofAccounts,
                .ofCategories, .withTag,
                OptionDeclaration(.depth, .count),
                .hiddenToo, .json, .csv,
            ], exclusions: [(.month, .from), (.month, .to), (.json, .csv)], exitCodes: readingLedger
        ),
        CommandDeclaration(
            .balance, in: .looking, options: [.ofAccounts, .hiddenToo, .json],
            exitCodes: readingLedger),
        CommandDeclaration(
            .coverage, in: .looking, options: [.ofAccounts, .json], exitCodes: readingLedger),
        CommandDeclaration(
            .export, in: .looking,
            options: [
                OptionDeclaration(
                    .format, .choice(["hledger", "ledger", "beancount", "csv", "jsonl"]),
                    isRequired: true, says: "export"),
                OptionDeclaration(.output, .file),
                OptionDeclaration(.locale, .choice(["uk", "en"])),
                .from, .to, .ofAccounts,
            ], examples: ["kopiyka export --format hledger --output money.journal"],
            exitCodes: readingLedger),
    ]

    private static let trying: [CommandDeclaration] = [
        CommandDeclaration(
            .read, in: .trying, operand: .init(min: 1, kind: .file),
            options: [
                .format, .intoAccount, .encoding, .layout,
            ] + OptionDeclaration.choices + [
                .json, .csv,
                OptionDeclaration(.tally, .flag),
                OptionDeclaration(.verify, .flag),
            ], exclusions: [(.json, .csv), (.tally, .csv), (.verify, .csv), (.verify, .tally)],
            examples: [
                "kopiyka read --json march.ofx", "kopiyka read --tally *.csv",
                "kopiyka read --verify march.csv",
            ], exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        CommandDeclaration(
            .layout, in: .trying, operand: .init(min: 2, max: 2, kind: .file),
            options: [
                OptionDeclaration(.output, .file), .encoding,
            ] + OptionDeclaration.choices,
            examples: ["kopiyka layout draft bank.csv --output ~/money/rules/banks/bank.yaml"],
            exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        CommandDeclaration(
            .categorize, in: .trying, operand: .init(min: 0, max: 1, kind: .file),
            options: [.json, .csv], exclusions: [(.json, .csv)],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput]),
        CommandDeclaration(
            .explain, in: .trying, operand: .init(min: 1),
            options: [
                OptionDeclaration(.mcc, .merchantCode),
                OptionDeclaration(.amount, .amount, says: "explain"),
                OptionDeclaration(.currency, .currency, says: "explain"),
                OptionDeclaration(.country, .text), .json,
            ], examples: ["kopiyka explain \"СІЛЬПО 123 КИЇВ\" --mcc 5411 --amount -125.50"],
            exitCodes: [.done, .usage, .damaged]),
        CommandDeclaration(
            .eval, in: .trying, operand: .init(min: 0, max: 1, kind: .file),
            options: [
                .json,
                OptionDeclaration(.rows, .flag),
            ], exclusions: [(.json, .rows)], examples: ["kopiyka eval"],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput, .busy]),
    ]

    private static let care: [CommandDeclaration] = [
        CommandDeclaration(
            .accounts, in: .care, operand: .init(min: 0),
            options: [
                OptionDeclaration(.iban, .text, isRepeatable: true),
                OptionDeclaration(.card, .text, isRepeatable: true),
                OptionDeclaration(.alias, .text, isRepeatable: true),
                OptionDeclaration(.currency, .currency, says: "accounts"),
                OptionDeclaration(.bank, .text),
                .dryRun, .json,
            ],
            examples: [
                "kopiyka accounts add Чорна --card \"*1234\" --bank monobank",
                "kopiyka accounts rename monobank-UAH Чорна",
            ], exitCodes: importing),
        CommandDeclaration(.categories, in: .care, operand: .init(min: 0), options: [.json]),
        CommandDeclaration(
            .rules, in: .care, operand: .init(min: 1, kind: .file),
            options: [
                OptionDeclaration(.diff, .flag),
                OptionDeclaration(.apply, .flag), .dryRun, .json,
            ], examples: ["kopiyka rules test", "kopiyka rules replay --diff"],
            exitCodes: ExitCode.allCases),
        CommandDeclaration(
            .check, in: .care,
            options: [
                OptionDeclaration(.repair, .flag),
                OptionDeclaration(.acceptLoss, .flag), .dryRun, .json,
            ], exitCodes: ExitCode.allCases),
        CommandDeclaration(
            .backup, in: .care, operand: .init(min: 0, max: 1, kind: .folder), options: [.json],
            exitCodes: writing),
        CommandDeclaration(
            .restore, in: .care, operand: .init(min: 1, max: 1, kind: .folder), options: [.json],
            exitCodes: writing),
        CommandDeclaration(.dump, in: .care, exitCodes: readingLedger),
        CommandDeclaration(.limits, in: .care, options: [.json]),
        CommandDeclaration(
            .completion, in: .care,
            operand: .init(min: 1, max: 1, kind: .choice(["bash", "zsh", "fish"])),
            examples: ["source <(kopiyka completion bash)"]),
        CommandDeclaration(.help, in: .care, operand: .init(min: 0, max: 1)),
        CommandDeclaration(.version, in: .care, isHidden: true),
    ]
}
