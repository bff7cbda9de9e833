/// All commands. Parsing, help and completion are made from this table and nothing else.
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
            .initialize, in: .everyDay,
            Bilingual(uk: "створити сховище", en: "make a workspace"),
            details: Bilingual(
                uk: "Створює kopiyka.yaml, теки inbox/ і rules/, порожню чергу й порожню книгу. "
                    + "Наявного не змінює.",
                en:
                    "Makes kopiyka.yaml, the folders inbox/ and rules/, an empty queue and an empty "
                    + "ledger. Changes nothing that is there."),
            operand: .init(
                Bilingual(uk: "ТЕКА", en: "DIR"),
                Bilingual(uk: "де створити; інакше тут", en: "where to make it; else here"),
                min: 0, max: 1, kind: .folder),
            options: [.dryRun],
            examples: [
                .init("kopiyka init ~/money", uk: "сховище в ~/money", en: "a workspace in ~/money")
            ],
            exitCodes: [.done, .usage, .damaged, .inputOutput]),
        CommandDeclaration(
            .importFiles, in: .everyDay,
            Bilingual(uk: "прочитати виписки в чергу", en: "read statements into the queue"),
            details: Bilingual(
                uk:
                    "Читає файли й теки (теки — з усім, що в них, за абеткою); без шляхів — inbox/. Кожен "
                    + "рядок має одну долю: новий, відомий, неоднозначний, відхилений або пропущений. "
                    + "--json і -v кажуть причину кожного. На терміналі питає, чиї рядки у файлі, який не називає рахунка.",
                en:
                    "Reads files and folders (folders with all that is in them, sorted); without paths, "
                    + "inbox/. Every row has one fate: new, known, ambiguous, rejected or skipped. "
                    + "--json and -v tell the reason of each. On a terminal it asks whose lines a file holds that "
                    + "names no account."),
            operand: .init(
                Bilingual(uk: "ШЛЯХ", en: "PATH"),
                Bilingual(
                    uk: "файли, теки або - (стандартний вхід)",
                    en: "files, folders or - (standard input)"),
                min: 0, kind: .file),
            options: [.intoAccount, .format, .encoding, .layout] + OptionDeclaration.choices
                + [
                    .json, .dryRun,
                    OptionDeclaration(
                        .plan, .file,
                        uk:
                            "нічого не змінити, а записати план, який kopiyka apply виконає дослівно",
                        en:
                            "change nothing and write a plan, which kopiyka apply does to the letter"
                    ),
                    OptionDeclaration(
                        .forget, .file, isRepeatable: true,
                        uk: "забрати назад те, що приніс лише цей файл",
                        en: "take back what only this file brought"),
                ],
            examples: [
                .init(
                    "kopiyka import", uk: "усе нове в inbox/", en: "everything new in inbox/"),
                .init(
                    "kopiyka import --dry-run march.csv", uk: "лише показати",
                    en: "only show what it would do"),
                .init(
                    "kopiyka import --forget march.csv", uk: "файл був не той; undo повертає",
                    en: "it was the wrong file; undo brings it back"),
            ],
            exitCodes: importing),
        CommandDeclaration(
            .apply, in: .everyDay,
            Bilingual(
                uk: "виконати план, записаний import --plan",
                en: "do what a plan of import --plan says"),
            details: Bilingual(
                uk:
                    "Робить точно те, що в плані, або відмовляється й каже, що змінилося: файл, черга, книга, "
                    + "налаштування, правила чи програма.",
                en:
                    "Does exactly what the plan says, or refuses and says what changed: a file, the queue, "
                    + "the ledger, settings, rules or the program."),
            operand: .init(
                Bilingual(uk: "ФАЙЛ", en: "FILE"), Bilingual(uk: "план", en: "the plan"),
                min: 1, max: 1, kind: .file),
            options: [.json, .dryRun],
            examples: [
                .init(
                    "kopiyka import --plan march.plan && kopiyka apply march.plan",
                    uk: "спершу подивитися", en: "look first")
            ],
            exitCodes: importing),
        CommandDeclaration(
            .watch, in: .everyDay,
            Bilingual(
                uk: "стежити за inbox/ і читати, що з'явиться",
                en: "watch inbox/ and import what is dropped there"),
            details: Bilingual(
                uk:
                    "Читає файл, щойно його дописано: ніхто не тримає його відкритим, і він кілька секунд не "
                    + "міняється. Незавершені завантаження й приховані файли оминає. Сховище замикає лише на час "
                    + "читання. Закінчується за SIGINT чи SIGTERM з кодом 0; для cron є звичайний import.",
                en:
                    "Imports a file once it is completely written: nobody has it open, and it did not change "
                    + "for some seconds. Unfinished downloads and hidden files are passed over. The workspace "
                    + "is locked only while something is imported. SIGINT or SIGTERM end it with 0; for cron "
                    + "there is the plain import."),
            options: [
                .intoAccount,
                OptionDeclaration(
                    .poll, .count, uk: "дивитися що N секунд, не чекаючи на ядро (мережеві диски)",
                    en: "look every N seconds without the kernel's help (network disks)"), .json,
            ],
            exitCodes: [.done, .usage, .damaged, .inputOutput, .busy]),
        CommandDeclaration(
            .review, in: .everyDay,
            Bilingual(uk: "переглянути чергу й вирішити", en: "look through the queue and decide"),
            details: Bilingual(
                uk:
                    "Спершу виконує рішення, вписані в pending.jsonl: \"decision\":{\"action\":\"approve\"} або "
                    + "\"dismiss\"; рядок, про який питають, чи це той самий платіж, буває й \"same\": запис, зроблений самому, тоді "
                    + "стає рядком банку зі словами людини. Далі показує рядки черги, зібрані за отримувачем, спершу найсумнівніші: у терміналі "
                    + "на весь екран (? показує клавіші, t ставить поруч із групами ймовірні відповіді, кожну зі своєю "
                    + "клавішею), інакше рядок за рядком. Кожне рішення збережено, щойно його показано. З --decisions бере рішення лише з файлу JSON Lines: {\"key\":…,\"decision\":…}.",
                en:
                    "First does what is written into pending.jsonl: \"decision\":{\"action\":\"approve\"} or "
                    + "\"dismiss\"; a line asked about as the same payment may be \"same\" too: an entry by hand then becomes the "
                    + "bank's line, with the person's words. Then shows the lines of the queue grouped by payee, the most doubtful first: on a "
                    + "terminal on the full screen (? shows the keys, t puts likely answers beside the groups, a key "
                    + "for each), else line by line. Each decision is saved when it is shown. With --decisions takes the decisions from a JSON Lines file only: "
                    + "{\"key\":…,\"decision\":…}."),
            options: [
                OptionDeclaration(
                    .decisions, .file, uk: "рішення з файлу або - (стандартний вхід)",
                    en: "decisions from a file or - (standard input)"),
                OptionDeclaration(
                    .answers, .flag, uk: "одразу з відповідями поруч із групами, як після t",
                    en: "at once with answers beside the groups, as after t"),
                OptionDeclaration(
                    .plain, .flag, uk: "рядок за рядком, без екрана: для програм читання з екрана",
                    en: "line by line, without a screen: for screen readers"),
                OptionDeclaration(
                    .edit, .flag, uk: "уся черга таблицею в редакторі (VISUAL, EDITOR)",
                    en: "the whole queue as a table in the editor (VISUAL, EDITOR)"), .dryRun,
                .json,
            ],
            exclusions: [
                (.decisions, .plain), (.decisions, .edit), (.plain, .edit), (.answers, .plain),
                (.answers, .edit), (.answers, .decisions),
            ],
            examples: [
                .init("kopiyka review", uk: "на екрані", en: "on the screen"),
                .init("kopiyka review --edit", uk: "у редакторі", en: "in the editor"),
                .init(
                    "kopiyka review --decisions decided.jsonl", uk: "рішення зі сценарію",
                    en: "decisions from a script"),
            ],
            exitCodes: importing),
        CommandDeclaration(
            .approve, in: .everyDay,
            Bilingual(uk: "затвердити рядки черги в книгу", en: "approve lines into the ledger"),
            details: Bilingual(
                uk:
                    "Друкує «approved КЛЮЧ» на рядок, щойно запис надійно збережено. Без ключів і "
                    + "опцій робить лише рішення, вписані в pending.jsonl; з --all рядки, що їх мають, "
                    + "— так, як там сказано: dismiss відкидає.",
                en:
                    "Prints `approved KEY` a line once the entry is durable. Without keys and "
                    + "options it does what is written into pending.jsonl and nothing else; with --all, "
                    + "lines with a written decision are done as it says: dismiss dismisses."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ", en: "KEY"),
                Bilingual(
                    uk: "ключі рядків (kopiyka pending)", en: "keys of lines (kopiyka pending)"),
                min: 0),
            options: [
                OptionDeclaration(
                    .all, .flag, uk: "усі, крім неоднозначних і суперечливих без вписаного рішення",
                    en: "all but ambiguous and conflicting ones without a written decision"),
                OptionDeclaration(
                    .level, .choice(["certain", "high", "medium", "low"]),
                    uk: "з упевненістю цього рівня або вищого",
                    en: "with confidence of this level or higher"),
                OptionDeclaration(
                    .minConfidence, .confidence, uk: "з упевненістю не меншою",
                    en: "with confidence not below"), .dryRun, .json,
            ],
            exclusions: [(.all, .level), (.all, .minConfidence), (.level, .minConfidence)],
            replacesOperand: [.all, .level, .minConfidence],
            examples: [
                .init("kopiyka approve --level certain", uk: "певні рядки", en: "the certain lines")
            ],
            exitCodes: importing),
        CommandDeclaration(
            .dismiss, in: .everyDay,
            Bilingual(
                uk: "відкинути рядки черги назавжди", en: "dismiss lines of the queue for good"),
            details: Bilingual(
                uk: "Відкинутий рядок не повернеться з наступним імпортом.",
                en: "A dismissed line does not come back with the next import."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ", en: "KEY"),
                Bilingual(
                    uk: "ключі рядків (kopiyka pending)", en: "keys of lines (kopiyka pending)"),
                min: 1),
            options: [.dryRun, .json],
            exitCodes: importing),
        CommandDeclaration(
            .add, in: .everyDay,
            Bilingual(uk: "записати платіж самому", en: "write down a payment yourself"),
            details: Bilingual(
                uk:
                    "Розуміє звичайні слова: суму з валютою (65 грн, 2 тис, 1,5к, дві тисячі триста, 2 x 65, 2 квитки по "
                    + "150), день (вчора, у понеділок, 14.03, 3 дні тому), #мітку, @рахунок, + чи «отримав», «прийшло», "
                    + "«зарплата» для надходжень; решта — отримувач. Рахунок можна назвати й без @ там, де він "
                    + "стоїть у реченні: «таксі 120 з моно», «зарплата 25000 на приват», «поповнив моно 500». Без "
                    + "рахунка — готівка (cash-UAH), без дня — "
                    + "сьогодні, без --category категорію пропонує програма. «зняв готівку 1000 @Приват», «перекинув 500 з "
                    + "моно на приват» і «обмін 100 usd на 4100 грн» записують обидва боки. Чого програма не розуміє, вона називає й не записує. Коли банк "
                    + "покаже такий самий платіж, його рядок стане неоднозначним, і ви вирішите.",
                en:
                    "Understands plain words: an amount with a currency (65 uah, 2k, 1.5 million, two thousand three "
                    + "hundred, 2 x 65, 2 tickets at 150), a day (yesterday, on monday, 14.03, 3 days ago), a #tag, an "
                    + "@account, + or `received`, `earned`, `salary` for money in; the rest is the payee. An account may be "
                    + "named without @ where a sentence has it: `taxi 120 from mono`, `salary 900 to privat`, `top up mono "
                    + "500`. Without an account it is cash (cash-UAH), without a day today, without --category the program proposes one. `withdrew "
                    + "1000 cash @mono`, `transferred 500 from mono to privat` and `exchanged 100 usd for 4100 uah` write "
                    + "both sides. What it does not understand "
                    + "it names and does not write. When a bank shows the same payment, its row becomes ambiguous and you "
                    + "decide."),
            operand: .init(
                Bilingual(uk: "СЛОВА", en: "WORDS"),
                Bilingual(uk: "що, скільки, коли", en: "what, how much, when"), min: 1,
                takesHyphens: true),
            options: [
                OptionDeclaration(
                    .account, .text, uk: "рахунок", en: "account"), .saidCategory, .saidPayee,
                .saidNote,
                OptionDeclaration(
                    .tag, .text, isRepeatable: true, uk: "мітка (можна кілька разів)",
                    en: "tag (may be repeated)"),
                OptionDeclaration(
                    .date, .text, uk: "день: 2026-03-14, вчора", en: "day: 2026-03-14, yesterday"),
                .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka add \"кава 65 грн вчора\"", uk: "вчорашня кава за готівку",
                    en: "yesterday's coffee, in cash"),
                .init(
                    "kopiyka add \"coffee 65 uah yesterday #work\"", uk: "те саме з міткою",
                    en: "the same with a tag"),
            ],
            exitCodes: importing),
        CommandDeclaration(
            .edit, in: .everyDay,
            Bilingual(uk: "змінити сказане про рядок", en: "change what is said of a line"),
            details: Bilingual(
                uk:
                    "Категорія, отримувач і нотатка лягають поруч із фактом банку. Суму й день можна змінити лише в "
                    + "записі, зробленому через add: факти банку не міняються.",
                en:
                    "Category, payee and note lie beside the bank's fact. Amount and day can be changed only in an "
                    + "entry made by add: a bank's facts do not change."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ", en: "KEY"),
                Bilingual(
                    uk: "ключ рядка або його початок (kopiyka list --keys)",
                    en: "key of a line or its beginning (kopiyka list --keys)"), min: 1, max: 1),
            options: [
                .saidCategory, .saidPayee, .saidNote,
                OptionDeclaration(
                    .clear, .choice(["payee", "note", "category", "tags"]), isRepeatable: true,
                    uk: "забрати сказане: отримувача, нотатку, категорію, мітки",
                    en: "take back what was said: payee, note, category, tags"),
                OptionDeclaration(
                    .amount, .text, uk: "сума; без знака напрям лишається",
                    en: "amount; without a sign the direction stays"),
                OptionDeclaration(
                    .date, .text, uk: "день: 2026-03-14, вчора", en: "day: 2026-03-14, yesterday"),
                .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka edit 4f1c --category coffee", uk: "інша категорія",
                    en: "another category"),
                .init(
                    "kopiyka edit 4f1c --clear note --clear tags", uk: "без нотатки й міток",
                    en: "without note and tags"),
            ],
            exitCodes: importing),
        CommandDeclaration(
            .delete, in: .everyDay,
            Bilingual(uk: "прибрати записи", en: "take entries out"),
            details: Bilingual(
                uk:
                    "Записи, зроблені через add, зникають. Рядки банку відкидаються, і наступний імпорт їх не "
                    + "поверне. kopiyka undo повертає і те, і те.",
                en:
                    "Entries made by add go. Lines of a bank are dismissed, and the next import does not bring "
                    + "them back. kopiyka undo brings back either."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ", en: "KEY"),
                Bilingual(
                    uk: "ключі рядків або їхні початки", en: "keys of lines or their beginnings"),
                min: 1),
            options: [.dryRun, .json], exitCodes: importing),
        CommandDeclaration(
            .move, in: .everyDay,
            Bilingual(
                uk: "перенести рядки до іншого рахунка", en: "take lines to another account"),
            details: Bilingual(
                uk:
                    "Рядки за ключами або всі рядки файла. Категорії, нотатки, частини й перекази лишаються. "
                    + "Рядок, який той рахунок уже має, стає з ним одним. Наступний імпорт того самого файла нічого не міняє.",
                en:
                    "Lines by their keys, or all lines of a file. Categories, notes, parts and transfers stay. A line "
                    + "that the account has already becomes one with it. The next import of the same file changes nothing."
            ),
            operand: .init(
                Bilingual(uk: "[КЛЮЧ…] РАХУНОК", en: "[KEY…] ACCOUNT"),
                Bilingual(
                    uk: "ключі рядків, і куди їх", en: "keys of lines, and where they go"), min: 1),
            options: [
                OptionDeclaration(
                    .file, .file, uk: "усі рядки цього імпортованого файла",
                    en: "all lines of this imported file"),
                .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka move --file mono-white.csv Біла", uk: "файл був іншої картки",
                    en: "the file was another card's")
            ],
            exitCodes: importing),
        CommandDeclaration(
            .split, in: .everyDay,
            Bilingual(uk: "поділити рядок на частини", en: "divide a line into parts"),
            details: Bilingual(
                uk:
                    "Частини розділяє ; — кожна з категорією та сумою чи відсотком; одна може лишитися без суми й "
                    + "бере решту. Разом вони дають точно суму рядка.",
                en:
                    "Parts are set apart by ; each with a category and an amount or a percentage; one may go "
                    + "without and takes the rest. Together they are exactly the line's amount."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ [ЧАСТИНИ]", en: "KEY [PARTS]"),
                Bilingual(uk: "ключ рядка, частини", en: "key of a line, the parts"), min: 1),
            options: [
                OptionDeclaration(.none, .flag, uk: "без частин", en: "no parts"), .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka split 4f1c \"groceries 60.50; pets\"", uk: "решта — тваринам",
                    en: "the rest is for pets")
            ],
            exitCodes: importing),
        CommandDeclaration(
            .transfer, in: .everyDay,
            Bilingual(
                uk: "звʼязати два рядки як переказ", en: "link two lines as a transfer"),
            details: Bilingual(
                uk:
                    "Рядки двох своїх рахунків, один мінус і один плюс. З --none розриває звʼязок: обидва "
                    + "рядки пропонуються наново.",
                en:
                    "Lines of two own accounts, one out and one in. With --none takes them apart: both are "
                    + "proposed anew."),
            operand: .init(
                Bilingual(uk: "КЛЮЧ [КЛЮЧ]", en: "KEY [KEY]"),
                Bilingual(
                    uk: "два ключі, або один із --none", en: "two keys, or one with --none"),
                min: 1, max: 2),
            options: [
                OptionDeclaration(.none, .flag, uk: "це не переказ", en: "it is no transfer"),
                .dryRun, .json,
            ],
            exitCodes: importing),
        CommandDeclaration(
            .tag, in: .everyDay,
            Bilingual(uk: "додати й зняти мітки", en: "put tags on and take them off"),
            operand: .init(
                Bilingual(uk: "КЛЮЧ +МІТКА -МІТКА", en: "KEY +TAG -TAG"),
                Bilingual(
                    uk: "ключі рядків; + додає, - знімає",
                    en: "keys of lines; + puts on, - takes off"), min: 2, takesHyphens: true),
            options: [.dryRun, .json],
            examples: [
                .init(
                    "kopiyka tag 4f1c +work -home", uk: "робота, не дім", en: "work, not home")
            ],
            exitCodes: importing),
        CommandDeclaration(
            .undo, in: .everyDay,
            Bilingual(uk: "скасувати останню команду", en: "undo the last command"),
            details: Bilingual(
                uk: "З номером (див. kopiyka log) скасовує всі команди, від останньої до названої, "
                    + "одну за одною. kopiyka redo повертає скасоване.",
                en:
                    "With a number (see kopiyka log), undoes every command from the last down to that one, "
                    + "one after another. kopiyka redo does again what was undone."),
            operand: .init(
                Bilingual(uk: "НОМЕР", en: "NUMBER"),
                Bilingual(
                    uk: "номер команди з kopiyka log", en: "number of a command in kopiyka log"),
                min: 0, max: 1, kind: .count),
            options: [.dryRun, .json],
            exitCodes: importing),
        CommandDeclaration(
            .redo, in: .everyDay,
            Bilingual(uk: "повторити скасоване", en: "do again what was undone last"),
            details: Bilingual(
                uk: "Діє, доки після скасування не було іншої команди і чергу не редагували.",
                en:
                    "Works as long as no other command came after the undo and the queue was not edited."
            ),
            options: [.dryRun, .json],
            exitCodes: importing),
    ]

    private static let looking: [CommandDeclaration] = [
        CommandDeclaration(
            .status, in: .looking,
            Bilingual(uk: "що де чекає", en: "what waits where"),
            options: [.json], exitCodes: readingLedger),
        CommandDeclaration(
            .log, in: .looking,
            Bilingual(uk: "команди, які можна скасувати", en: "commands that can be undone"),
            options: [.json], exitCodes: readingLedger),
        CommandDeclaration(
            .pending, in: .looking,
            Bilingual(uk: "рядки, що чекають на перегляд", en: "lines that wait for review"),
            options: OptionDeclaration.filters + [
                OptionDeclaration(
                    .level, .choice(["certain", "high", "medium", "low", "unknown"]),
                    uk: "з упевненістю рівно цього рівня",
                    en: "with confidence of exactly this level"),
                OptionDeclaration(
                    .flagged, .flag, uk: "лише неоднозначні та суперечливі",
                    en: "only ambiguous and conflicting ones"), .json,
            ],
            exclusions: [(.month, .from), (.month, .to)],
            exitCodes: readingLedger),
        CommandDeclaration(
            .list, in: .looking,
            Bilingual(uk: "записи книги", en: "entries of the ledger"),
            options: OptionDeclaration.filters + [
                OptionDeclaration(
                    .keys, .flag, uk: "кінцівки ключів, якими рядок називають edit, tag, split …",
                    en: "ends of keys, by which edit, tag, split … name a line"), .json, .csv,
            ],
            exclusions: [(.month, .from), (.month, .to), (.json, .csv)],
            examples: [
                .init(
                    "kopiyka list --month 2025-03 --category eating_out", uk: "кафе за березень",
                    en: "eating out in March")
            ],
            exitCodes: readingLedger),
        CommandDeclaration(
            .report, in: .looking,
            Bilingual(uk: "місяці × категорії", en: "months × categories"),
            options: [
                .from, .to,
                .onlyMonth,
                OptionDeclaration(
                    .by, .choice(["month", "year"]), uk: "стовпчик на місяць чи рік",
                    en: "a column a month or a year"), .inCurrency, .ofAccounts,
                .ofCategories, .withTag,
                OptionDeclaration(
                    .depth, .count, uk: "рівнів категорій", en: "levels of categories"),
                .hiddenToo, .json, .csv,
            ],
            exclusions: [(.month, .from), (.month, .to), (.json, .csv)],
            exitCodes: readingLedger),
        CommandDeclaration(
            .balance, in: .looking,
            Bilingual(uk: "залишки рахунків", en: "balances of the accounts"),
            options: [.ofAccounts, .hiddenToo, .json], exitCodes: readingLedger),
        CommandDeclaration(
            .coverage, in: .looking,
            Bilingual(
                uk: "які дні вкрито виписками", en: "which days statements cover"),
            details: Bilingual(
                uk:
                    "Для кожного рахунка: від якого до якого дня є рядки якого файлу, прогалини, перекриття, і чи "
                    + "доводять надруковані залишки, що нічого не бракує. З -v — кожен файл і перекриття.",
                en:
                    "For each account: from which day to which each file has rows, gaps, overlaps, and whether "
                    + "the printed balances prove that nothing is missing. With -v every file and overlap."
            ),
            options: [.ofAccounts, .json], exitCodes: readingLedger),
        CommandDeclaration(
            .export, in: .looking,
            Bilingual(
                uk: "книга для інших програм", en: "the ledger for other programs"),
            details: Bilingual(
                uk: "Початкові залишки беруться з залишків, надрукованих банком, якщо вони є. Файл "
                    + "з --output замінюється цілком; замінити можна лише порожній файл або "
                    + "попередній експорт.",
                en:
                    "Opening balances come from the balances the bank printed, where there are any. "
                    + "The file of --output is replaced as a whole; only an empty file or an earlier "
                    + "export is replaced."),
            options: [
                OptionDeclaration(
                    .format, .choice(["hledger", "ledger", "beancount", "csv", "jsonl"]),
                    isRequired: true, uk: "для якої програми", en: "for which program"),
                OptionDeclaration(
                    .output, .file, uk: "файл; інакше стандартний вихід",
                    en: "the file; else standard output"),
                OptionDeclaration(
                    .locale, .choice(["uk", "en"]),
                    uk: "uk: CSV з ; комою, дд.мм.рррр і назвами українською; журнали з назвами "
                        + "українською",
                    en:
                        "uk: CSV with ; decimal comma, dd.mm.yyyy and Ukrainian names; journals with "
                        + "Ukrainian names"),
                .from, .to, .ofAccounts,
            ],
            examples: [
                .init(
                    "kopiyka export --format hledger --output money.journal",
                    uk: "журнал hledger", en: "a journal for hledger")
            ],
            exitCodes: readingLedger),
    ]

    private static let trying: [CommandDeclaration] = [
        CommandDeclaration(
            .read, in: .trying,
            Bilingual(uk: "прочитати файли й показати рядки", en: "read files and show their rows"),
            details: Bilingual(
                uk: "Попередній перегляд і перетворення; нічого не зберігає.",
                en: "Preview and conversion; nothing is stored."),
            operand: .init(
                Bilingual(uk: "ФАЙЛ", en: "FILE"),
                Bilingual(uk: "файли або - (стандартний вхід)", en: "files or - (standard input)"),
                min: 1, kind: .file),
            options: [
                .format, .intoAccount, .encoding, .layout,
            ] + OptionDeclaration.choices + [
                .json, .csv,
                OptionDeclaration(
                    .tally, .flag, uk: "лише формат, кодування й лічба рядків",
                    en: "only format, encoding and counts of rows"),
                OptionDeclaration(
                    .verify, .flag,
                    uk:
                        "лише доказ за залишками й друкованими підсумками: чи випливають вони з рядків",
                    en:
                        "only the proof by balances and printed totals: whether they follow from the rows"
                ),
            ],
            exclusions: [(.json, .csv), (.tally, .csv), (.verify, .csv), (.verify, .tally)],
            examples: [
                .init("kopiyka read --json march.ofx", uk: "OFX як JSON", en: "OFX as JSON"),
                .init(
                    "kopiyka read --tally *.csv", uk: "що це за файли", en: "what these files are"),
                .init(
                    "kopiyka read --verify march.csv", uk: "чи сходяться залишки",
                    en: "whether the balances add up"),
            ],
            exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        CommandDeclaration(
            .layout, in: .trying,
            Bilingual(
                uk: "чернетка макета для невідомої таблиці",
                en: "draft a layout for an unknown table"),
            details: Bilingual(
                uk:
                    "Друкує макет із поясненнями, що доведено рядками і що вирішує людина. Відкрите "
                    + "позначено \"?\": такий макет не читається, доки його не вирішено тут опцією або "
                    + "правкою. Місце макета — rules/banks/ у сховищі.",
                en:
                    "Prints a layout with comments on what the rows prove and what a person must "
                    + "settle. Open questions stand as \"?\": such a layout is refused until an option "
                    + "here or an edit settles them. A layout's place is rules/banks/ of the workspace."
            ),
            operand: .init(
                Bilingual(uk: "draft ФАЙЛ", en: "draft FILE"),
                Bilingual(
                    uk: "слово draft і файл або - (стандартний вхід)",
                    en: "the word draft and a file or - (standard input)"),
                min: 2, max: 2, kind: .file),
            options: [
                OptionDeclaration(
                    .output, .file, uk: "файл; інакше стандартний вихід",
                    en: "the file; else standard output"), .encoding,
            ] + OptionDeclaration.choices,
            examples: [
                .init(
                    "kopiyka layout draft bank.csv --output ~/money/rules/banks/bank.yaml",
                    uk: "макет у сховище", en: "a layout into the workspace")
            ],
            exitCodes: [.done, .needsPerson, .usage, .inputOutput]),
        CommandDeclaration(
            .categorize, in: .trying,
            Bilingual(
                uk: "категорії для описів із CSV", en: "categories for descriptors of a CSV"),
            details: Bilingual(
                uk:
                    "Читає CSV зі стовпцями id,descriptor і, за бажанням, mcc, amount, currency, country, "
                    + "bank, account, memo.",
                en:
                    "Reads CSV with the columns id,descriptor and optionally mcc, amount, currency, "
                    + "country, bank, account, memo."),
            operand: .init(
                Bilingual(uk: "ФАЙЛ", en: "FILE"),
                Bilingual(uk: "файл; інакше стандартний вхід", en: "the file; else standard input"),
                min: 0, max: 1, kind: .file),
            options: [.json, .csv], exclusions: [(.json, .csv)],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput]),
        CommandDeclaration(
            .explain, in: .trying,
            Bilingual(uk: "пояснити категорію опису", en: "explain the category of a descriptor"),
            operand: .init(
                Bilingual(uk: "ТЕКСТ", en: "TEXT"),
                Bilingual(
                    uk: "опис, як його пише банк, або ключ рядка чи запису",
                    en: "the descriptor as the bank writes it, or the key of a line or an entry"),
                min: 1),
            options: [
                OptionDeclaration(
                    .mcc, .merchantCode, uk: "код торговця", en: "merchant category code"),
                OptionDeclaration(
                    .amount, .amount, uk: "сума; від'ємна — витрата",
                    en: "amount; negative is money out"),
                OptionDeclaration(.currency, .currency, uk: "валюта", en: "currency"),
                OptionDeclaration(.country, .text, uk: "країна, UA", en: "country, UA"), .json,
            ],
            examples: [
                .init(
                    "kopiyka explain \"СІЛЬПО 123 КИЇВ\" --mcc 5411 --amount -125.50",
                    uk: "чому продукти", en: "why groceries")
            ],
            exitCodes: [.done, .usage, .damaged]),
        CommandDeclaration(
            .eval, in: .trying,
            Bilingual(
                uk: "наскільки пропозиції правильні й чесні",
                en: "how right and how honest suggestions are"),
            details: Bilingual(
                uk:
                    "З ФАЙЛОМ — на розмічених описах: CSV зі стовпцями id,descriptor,label і, за бажанням, "
                    + "also (через |) та стовпцями categorize. Без нього — на власній книзі: запис за записом, "
                    + "знаючи лише рішення, що були раніше.",
                en:
                    "With FILE, on labelled descriptors: CSV with the columns id,descriptor,label and optionally "
                    + "also (separated by |) and those of categorize. Without, on one's own ledger: entry by "
                    + "entry, knowing only what was decided before."),
            operand: .init(
                Bilingual(uk: "ФАЙЛ", en: "FILE"),
                Bilingual(uk: "розмічені описи", en: "labelled descriptors"),
                min: 0, max: 1, kind: .file),
            options: [
                .json,
                OptionDeclaration(
                    .rows, .flag, uk: "рядок за рядком: відповідь, підстава, чи правильно",
                    en: "row by row: the answer, what it stands on, whether it is right"),
            ],
            exclusions: [(.json, .rows)],
            examples: [
                .init(
                    "kopiyka eval", uk: "на власній книзі", en: "on one's own ledger")
            ],
            exitCodes: [.done, .needsPerson, .usage, .damaged, .inputOutput, .busy]),
    ]

    private static let care: [CommandDeclaration] = [
        CommandDeclaration(
            .accounts, in: .care, Bilingual(uk: "рахунки сховища", en: "accounts of the workspace"),
            details: Bilingual(
                uk:
                    "Без слів показує рахунки. add НАЗВА створює рахунок; own РАХУНОК НОМЕР… каже, що номер, картка "
                    + "чи тека його; rename РАХУНОК НАЗВА міняє лише показану назву; hide і show ховають рахунок із "
                    + "balance і report та повертають. Міняються лише потрібні рядки kopiyka.yaml; undo їх не стосується. "
                    + "merge A INTO B переносить усі рядки A в B; те, що B уже має, стає одним рядком або питає в review; "
                    + "це undo повертає.",
                en:
                    "Without words shows the accounts. add NAME makes one; own ACCOUNT NUMBER… says that a number, card "
                    + "or folder is its; rename ACCOUNT NAME changes only the name that is shown; hide and show take an "
                    + "account out of balance and report and back. Only the lines concerned of kopiyka.yaml change; "
                    + "undo is not about them. merge A INTO B makes all lines of A lines of B; what B has already becomes "
                    + "one line or asks in the review; that undo takes back."),
            operand: .init(
                Bilingual(
                    uk: "add|own|rename|hide|show|merge РАХУНОК",
                    en: "add|own|rename|hide|show|merge ACCOUNT"),
                Bilingual(
                    uk: "що робити, і з яким рахунком", en: "what to do, and with which account"),
                min: 0),
            options: [
                OptionDeclaration(
                    .iban, .text, isRepeatable: true, uk: "add, own: IBAN рахунка",
                    en: "add, own: IBAN of the account"),
                OptionDeclaration(
                    .card, .text, isRepeatable: true, uk: "add, own: картка, *1234",
                    en: "add, own: a card, *1234"),
                OptionDeclaration(
                    .alias, .text, isRepeatable: true,
                    uk: "add, own: тека чи слово в назвах файлів",
                    en: "add, own: a folder or a word of file names"),
                OptionDeclaration(
                    .currency, .currency, uk: "add: валюта, також рядків без неї",
                    en: "add: currency, of lines without one too"),
                OptionDeclaration(
                    .bank, .text, uk: "add: банк за ключем: monobank",
                    en: "add: bank by its key: monobank"),
                .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka accounts add Чорна --card \"*1234\" --bank monobank",
                    uk: "файли з 1234 у назві — її", en: "files with 1234 in their name are its"),
                .init(
                    "kopiyka accounts rename monobank-UAH Чорна", uk: "інша назва, ті самі ключі",
                    en: "another name, the same keys"),
            ],
            exitCodes: importing),
        CommandDeclaration(
            .categories, in: .care,
            Bilingual(uk: "категорії та їхні назви", en: "categories and their names"),
            operand: .init(
                Bilingual(uk: "ТЕКСТ", en: "TEXT"),
                Bilingual(uk: "шукати в ключах і назвах", en: "search keys and names"), min: 0),
            options: [.json]),
        CommandDeclaration(
            .rules, in: .care,
            Bilingual(
                uk: "перевірити свої правила і що вони змінять",
                en: "check your rules and what they would change"),
            details: Bilingual(
                uk:
                    "test перевіряє приклади yes і no кожного правила. lint шукає правила, які ніколи не "
                    + "діють або суперечать одне одному. replay показує, що нинішні правила змінили б у книзі "
                    + "й черзі; рішення людини лишаються. Без файлів — rules/*.yaml сховища.",
                en:
                    "test checks the yes and no examples of each rule. lint finds rules that never win or "
                    + "contradict each other. replay shows what today's rules would change in ledger and queue; "
                    + "what a person decided stays. Without files, rules/*.yaml of the workspace are meant."
            ),
            operand: .init(
                Bilingual(uk: "test|lint|replay [ФАЙЛ…]", en: "test|lint|replay [FILE…]"),
                Bilingual(
                    uk: "що робити, і файли правил замість тих, що в сховищі",
                    en: "what to do, and rules files in place of those of the workspace"),
                min: 1, kind: .file),
            options: [
                OptionDeclaration(
                    .diff, .flag, uk: "replay: кожен рядок, який змінився б",
                    en: "replay: every line that would change"),
                OptionDeclaration(
                    .apply, .flag, uk: "replay: зробити ці зміни (undo їх скасує)",
                    en: "replay: make these changes (undo takes them back)"), .dryRun, .json,
            ],
            examples: [
                .init(
                    "kopiyka rules test", uk: "чи тримаються приклади",
                    en: "whether the examples hold"),
                .init(
                    "kopiyka rules replay --diff", uk: "що змінилося б в історії",
                    en: "what would change in history"),
            ],
            exitCodes: ExitCode.allCases),
        CommandDeclaration(
            .check, in: .care,
            Bilingual(uk: "перевірити все сховище", en: "verify the whole workspace"),
            details: Bilingual(
                uk:
                    "Якщо pending.jsonl змінили поза програмою, --repair відкладає рядки, яких не "
                    + "прочитати, у файл під .kopiyka, створює порожню чергу, якщо файлу немає, повертає "
                    + "до неї те, що показують файли inbox, і бере на облік рядки, яких більше, ніж прийшло. "
                    + "Чого не повернув жоден файл, названо; --accept-loss знімає це з обліку. "
                    + "Код 1 — команда може виправити те, що сказано. Залишки, яким бракує виписки, і "
                    + "рядки, що чекають на review, теж названо, і код тоді 0.",
                en:
                    "Where pending.jsonl was changed outside the program, --repair sets lines that cannot be "
                    + "read aside in a file under .kopiyka, makes an empty queue where it is gone, brings back "
                    + "to it what files of inbox show, and counts in lines that are more than came in. "
                    + "What no file brings back is named; --accept-loss counts it as lost. "
                    + "Code 1: a command can mend what is said. Balances that lack a statement and lines "
                    + "that wait for review are said too, with code 0."
            ),
            options: [
                OptionDeclaration(
                    .repair, .flag, uk: "виправити чергу, яку змінили поза програмою",
                    en: "mend a queue that was changed outside the program"),
                OptionDeclaration(
                    .acceptLoss, .flag, uk: "з --repair: те, чого не повернути, вважати втраченим",
                    en: "with --repair: count as lost what cannot be brought back"), .dryRun, .json,
            ], exitCodes: ExitCode.allCases),
        CommandDeclaration(
            .backup, in: .care,
            Bilingual(uk: "скопіювати сховище", en: "copy the workspace"),
            details: Bilingual(
                uk:
                    "Копіює книгу, чергу, налаштування й правила в теку, якої ще немає; без назви — у "
                    + ".kopiyka/backups. Копія теж сховище: check і list працюють і в ній. Раз на добу копія "
                    + "робиться сама; лишаються сім останніх.",
                en:
                    "Copies ledger, queue, settings and rules into a folder that is not there yet; without a "
                    + "name, into .kopiyka/backups. A backup is a workspace too: check and list work in it. Once a "
                    + "day one is made by itself; the last seven stay."),
            operand: .init(
                Bilingual(uk: "ТЕКА", en: "DIR"), Bilingual(uk: "куди", en: "where to"), min: 0,
                max: 1, kind: .folder),
            options: [.json], exitCodes: writing),
        CommandDeclaration(
            .restore, in: .care,
            Bilingual(
                uk: "повернути книгу й чергу з копії",
                en: "bring ledger and queue back from a backup"),
            details: Bilingual(
                uk: "Спершу перевіряє копію. Те, що було, лишається в .kopiyka/backups, тож і "
                    + "відновлення можна відновити назад. Діє й тоді, коли книга пошкоджена.",
                en:
                    "Checks the backup first. What was there stays in .kopiyka/backups, so a restore can be "
                    + "restored from too. Works when the ledger is damaged."),
            operand: .init(
                Bilingual(uk: "ТЕКА", en: "DIR"), Bilingual(uk: "копія", en: "the backup"), min: 1,
                max: 1, kind: .folder),
            options: [.json], exitCodes: writing),
        CommandDeclaration(
            .dump, in: .care,
            Bilingual(uk: "повний вміст рядками JSON", en: "the complete state as JSON Lines"),
            exitCodes: readingLedger),
        CommandDeclaration(
            .limits, in: .care, Bilingual(uk: "межі програми", en: "the limits of the program"),
            options: [.json]),
        CommandDeclaration(
            .completion, in: .care,
            Bilingual(uk: "доповнення для оболонки", en: "completion for a shell"),
            operand: .init(
                Bilingual(uk: "ОБОЛОНКА", en: "SHELL"),
                Bilingual(uk: "bash, zsh або fish", en: "bash, zsh or fish"), min: 1, max: 1,
                kind: .choice(["bash", "zsh", "fish"])),
            examples: [
                .init(
                    "source <(kopiyka completion bash)", uk: "у ~/.bashrc", en: "in ~/.bashrc")
            ]),
        CommandDeclaration(
            .help, in: .care, Bilingual(uk: "довідка про команду", en: "help on a command"),
            operand: .init(
                Bilingual(uk: "КОМАНДА", en: "COMMAND"), Bilingual(uk: "яка", en: "which one"),
                min: 0, max: 1)),
        CommandDeclaration(
            .version, in: .care, Bilingual(uk: "версія програми", en: "version of the program"),
            isHidden: true),
    ]
}
