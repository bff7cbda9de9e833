import Readers

/// One option of a command: `--from DAY`, `-v`.
package struct OptionDeclaration: Sendable {
    package let name: OptionName
    package let short: Character?
    package let kind: Kind
    package let isRepeatable: Bool
    package let isRequired: Bool
    package let help: Bilingual

    package init(
        _ name: OptionName, short: Character? = nil, _ kind: Kind, isRepeatable: Bool = false,
        isRequired: Bool = false, uk: String, en: String
    ) {
        self.name = name
        self.short = short
        self.kind = kind
        self.isRepeatable = isRepeatable
        self.isRequired = isRequired
        help = Bilingual(uk: uk, en: en)
    }

    /// What goes with the option. A value of the wrong form is a usage error, so that a command sees only good ones.
    package enum Kind: Sendable, Equatable {
        case flag
        case text
        case file
        case folder
        /// One of a few words.
        case choice([String])
        /// `2025-03-14`.
        case day
        /// `2025-03`, or a year, `2025`.
        case month
        /// `-125.50`; a decimal comma is understood too.
        case amount
        /// `UAH`.
        case currency
        /// Four digits.
        case merchantCode
        /// 0…1, at most three decimals.
        case confidence
        /// A whole number from 1.
        case count

        package var takesValue: Bool { self != .flag }

        package var placeholder: Bilingual {
            switch self {
            case .flag: Bilingual(same: "")
            case .text: Bilingual(uk: "ТЕКСТ", en: "TEXT")
            case .file: Bilingual(uk: "ФАЙЛ", en: "FILE")
            case .folder: Bilingual(uk: "ТЕКА", en: "DIR")
            case .choice(let words): Bilingual(same: words.joined(separator: "|"))
            case .day: Bilingual(uk: "РРРР-ММ-ДД", en: "YYYY-MM-DD")
            case .month: Bilingual(uk: "РРРР-ММ", en: "YYYY-MM")
            case .amount: Bilingual(uk: "СУМА", en: "AMOUNT")
            case .currency: Bilingual(uk: "ВАЛ", en: "CUR")
            case .merchantCode: Bilingual(same: "MCC")
            case .confidence: Bilingual(same: "0…1")
            case .count: Bilingual(same: "N")
            }
        }
    }

    /// `--from`.
    package var long: String { "--" + name.rawValue }
}

/// The options of all commands by their long names.
package enum OptionName: String, CaseIterable, Sendable {
    case workspace, lang, color, quiet, verbose, version, help
    case account, format, encoding, json, csv
    case dryRun = "dry-run"
    case mcc, amount, currency, country
    case decisions, all, level
    case minConfidence = "min-confidence"
    case from, to, month, category, text, min, max, limit
    case by, depth, output, locale, flagged, tally, verify, rows
    case layout, sign, plan, poll, diff, apply, plain, answers, edit
    case payee, note, tag, clear, date, none, keys, iban, card, bank, alias, file, forget, repair
    case dateOrder = "date-order"
    case decimalMark = "decimal-mark"
    case acceptLoss = "accept-loss"
}

extension OptionDeclaration {
    /// Understood before and after every command.
    package static let global: [OptionDeclaration] = [
        OptionDeclaration(
            .workspace, .folder,
            uk: "сховище (інакше KOPIYKA_WORKSPACE або найближча тека вище, де є kopiyka.yaml)",
            en: "the workspace (else KOPIYKA_WORKSPACE, else the nearest folder above with "
                + "kopiyka.yaml)"),
        OptionDeclaration(
            .lang, .choice(["uk", "en"]), uk: "мова повідомлень", en: "language of messages"),
        OptionDeclaration(
            .color, .choice(["auto", "always", "never"]), uk: "кольори", en: "colours"),
        OptionDeclaration(
            .quiet, short: "q", .flag, uk: "лише результати й помилки",
            en: "results and errors only"),
        OptionDeclaration(
            .verbose, short: "v", .flag, uk: "більше подробиць", en: "more detail"),
        OptionDeclaration(.version, .flag, uk: "показати версію", en: "print the version"),
        OptionDeclaration(.help, short: "h", .flag, uk: "показати довідку", en: "print this help"),
    ]

    static let json = OptionDeclaration(
        .json, .flag, uk: "JSON, об'єкт на рядок", en: "JSON, one object a line")
    static let csv = OptionDeclaration(
        .csv, .flag, uk: "CSV із заголовком", en: "CSV with a header")
    static let dryRun = OptionDeclaration(
        .dryRun, .flag, uk: "показати, що було б зроблено, і нічого не змінити",
        en: "show what would be done and change nothing")
    static let format = OptionDeclaration(
        .format, .text, uk: "формат файлів, якщо вміст не вирішує: csv, ofx, monobank/json …",
        en: "format of the files where content does not decide: csv, ofx, monobank/json …")
    static let encoding = OptionDeclaration(
        .encoding, .text, uk: "кодування, якщо байти не вирішують: windows-1251, utf-16le …",
        en: "encoding where the bytes do not decide: windows-1251, utf-16le …")
    static let layout = OptionDeclaration(
        .layout, .file, isRepeatable: true,
        uk: "власний макет банку (можна кілька разів)",
        en: "a bank's layout of your own (may be repeated)")
    /// What settles a table whose rows allow several readings.
    static let choices = [
        OptionDeclaration(
            .dateOrder, .choice(ReadingOption.dateOrder.values),
            uk: "порядок дня, місяця й року, якщо рядки не вирішують",
            en: "order of day, month and year where the rows do not decide"),
        OptionDeclaration(
            .decimalMark, .choice(ReadingOption.decimalMark.values),
            uk: "десятковий знак, якщо рядки не вирішують",
            en: "decimal mark where the rows do not decide"),
        OptionDeclaration(
            .sign, .choice(ReadingOption.sign.values),
            uk: "знак суми, якщо рядки не вирішують; inverted: витрати додатні",
            en: "sign of amounts where the rows do not decide; inverted: purchases are positive"),
    ]
    static let intoAccount = OptionDeclaration(
        .account, .text, uk: "рахунок для файлів, які його не називають",
        en: "account for files that do not name one")
    static let ofAccounts = OptionDeclaration(
        .account, .text, isRepeatable: true, uk: "лише цей рахунок (можна кілька разів)",
        en: "only this account (may be repeated)")
    static let saidCategory = OptionDeclaration(
        .category, .text, uk: "категорія: ключ, назва будь-якою мовою або початок слова назви",
        en: "category: a key, a name in any language or the beginning of a word of it")
    static let saidPayee = OptionDeclaration(
        .payee, .text, uk: "отримувач, як його показувати", en: "payee as it is to be shown")
    static let saidNote = OptionDeclaration(.note, .text, uk: "нотатка", en: "note")
    static let hiddenToo = OptionDeclaration(
        .all, .flag, uk: "і приховані рахунки", en: "hidden accounts too")
    static let from = OptionDeclaration(
        .from, .day, uk: "від цього дня, включно", en: "from this day on")
    static let to = OptionDeclaration(
        .to, .day, uk: "до цього дня, включно; чи: лютий 2026, торік",
        en: "up to this day, inclusive; or: february 2026, last year")
    static let onlyMonth = OptionDeclaration(
        .month, .month, uk: "лише цей місяць; чи: січень, 2025, торік",
        en: "only this month; or: january, 2025, last year")
    static let inCurrency = OptionDeclaration(
        .currency, .currency, uk: "лише ця валюта", en: "only this currency")

    static let ofCategories = OptionDeclaration(
        .category, .text, isRepeatable: true,
        uk: "ця категорія (ключ або назва) та все під нею",
        en: "this category (a key or a name) and all below it")
    static let withTag = OptionDeclaration(
        .tag, .text, isRepeatable: true, uk: "з цією міткою (можна кілька разів)",
        en: "with this tag (may be repeated)")

    /// What lines can be picked by, for `list` and `pending`.
    static let filters: [OptionDeclaration] = [
        from, to,
        onlyMonth,
        ofAccounts,
        ofCategories,
        withTag,
        OptionDeclaration(
            .text, .text,
            uk: "слова опису, нотатки, отримувача чи мітки або їхні початки, у будь-якому порядку",
            en: "words of the description, note, payee or tags, or their beginnings, in any order"),
        OptionDeclaration(
            .min, .amount, uk: "сума за розміром не менша; зі знаком (-500, +500) — за знаком",
            en: "amount by size not less than; with a sign (-500, +500) by sign"),
        OptionDeclaration(
            .max, .amount, uk: "сума за розміром не більша; зі знаком — за знаком",
            en: "amount by size not more than; with a sign by sign"),
        inCurrency,
        OptionDeclaration(.limit, .count, uk: "не більше рядків", en: "at most so many lines"),
    ]
}
