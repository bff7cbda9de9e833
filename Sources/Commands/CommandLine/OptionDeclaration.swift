import Reading
import Reports

/// One option of a command: `--from DAY`, `-v`.
package struct OptionDeclaration: Sendable {
    package let name: OptionName
    package let short: Character?
    package let kind: Kind
    package let isRepeatable: Bool
    package let isRequired: Bool
    package let help: Phrase

    /// - Parameter says: selects one of several texts of `rules/words/` about the option.
    package init(
        _ name: OptionName, short: Character? = nil, _ kind: Kind, isRepeatable: Bool = false,
        isRequired: Bool = false, says variant: String? = nil
    ) {
        self.name = name
        self.short = short
        self.kind = kind
        self.isRepeatable = isRepeatable
        self.isRequired = isRequired
        let key = "option.\(name.rawValue)"
        help = Phrase(variant.map { "\(key).\($0)" } ?? key)
    }

    /// The form of the option's value. A malformed value is a usage error, so commands see only
    /// valid ones.
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
        /// `2025`.
        case year
        /// `3m`: so many days, weeks, months or years up to today.
        case span
        /// `-125.50`; a decimal comma is accepted too.
        case amount
        /// `UAH`.
        case currency
        /// The same, or `-` for lines without one.
        case currencyIfAny
        /// Four digits.
        case merchantCode
        /// 0…1, at most three decimals.
        case confidence
        /// A whole number from 1.
        case count

        package var takesValue: Bool { self != .flag }

        package var placeholder: Phrase {
            switch self {
            case .flag: Phrase(same: "")
            case .text: Phrase("optionDeclaration.text")
            case .file: Phrase("optionDeclaration.file")
            case .folder: Phrase("optionDeclaration.dir")
            case .choice(let words): Phrase(same: words.joined(separator: "|"))
            case .day: Phrase("optionDeclaration.yyyyMmDd")
            case .month: Phrase("optionDeclaration.yyyyMm")
            case .year: Phrase("optionDeclaration.yyyy")
            case .span: Phrase("optionDeclaration.span")
            case .amount: Phrase("optionDeclaration.amount")
            case .currency, .currencyIfAny: Phrase("optionDeclaration.cur")
            case .merchantCode: Phrase(same: "MCC")
            case .confidence: Phrase(same: "0…1")
            case .count: Phrase(same: "N")
            }
        }
    }

    /// `--from`.
    package var long: String { "--" + name.rawValue }
}

/// The options of all commands by their long names.
package enum OptionName: String, CaseIterable, Sendable {
    case workspace, lang, color, width, ascii, quiet, verbose, version, help
    case account, format, encoding, json, csv
    case dryRun = "dry-run"
    case mcc, amount, currency, country
    case decisions, all, level
    case minConfidence = "min-confidence"
    case from, to, month, category, text, min, max, limit
    case by, depth, output, locale, flagged, tally, verify, rows
    case layout, sign, plan, poll, diff, apply, plain, answers, edit
    case year, last, person, kind, compare, sort
    case asOf = "as-of"
    case filter = "where"
    case payee, note, tag, clear, date, none, keys, iban, card, bank, alias, file, forget, repair
    case dateOrder = "date-order"
    case decimalMark = "decimal-mark"
    case acceptLoss = "accept-loss"
    case parent, emoji, rgb, word, remove, new, map
    case fromHistory = "from-history"
    case metadata, assertions, costs, restart
    case base, on
    case inCurrency = "in"
    case days, ics, write, stream
    case without, plus, eval
    case html, pdf, mask
    case rules, columns, tables
    case explain
}

extension OptionDeclaration {
    /// Accepted before and after every command.
    package static let global: [OptionDeclaration] = [
        OptionDeclaration(.workspace, .folder),
        OptionDeclaration(.lang, .choice(Language.allCases.map(\.rawValue))),
        OptionDeclaration(.color, .choice(["auto", "always", "never"])),
        OptionDeclaration(.width, .count),
        OptionDeclaration(.ascii, .flag),
        OptionDeclaration(.quiet, short: "q", .flag),
        OptionDeclaration(.verbose, short: "v", .flag),
        OptionDeclaration(.version, .flag),
        OptionDeclaration(.help, short: "h", .flag),
    ]

    static let json = OptionDeclaration(.json, .flag)
    static let csv = OptionDeclaration(.csv, .flag)
    static let dryRun = OptionDeclaration(.dryRun, .flag)
    static let format = OptionDeclaration(.format, .text)
    static let encoding = OptionDeclaration(.encoding, .text)
    static let layout = OptionDeclaration(.layout, .file, isRepeatable: true)
    /// Options for a table whose rows allow several readings.
    static let choices = [
        OptionDeclaration(.dateOrder, .choice(ReadingOption.dateOrder.values)),
        OptionDeclaration(.decimalMark, .choice(ReadingOption.decimalMark.values)),
        OptionDeclaration(.sign, .choice(ReadingOption.sign.values)),
    ]
    static let intoAccount = OptionDeclaration(.account, .text)
    /// All options that decide how a file is read and whose lines it holds. A file is remembered,
    /// and an import planned, under all of them.
    static let reading: [OptionDeclaration] = [intoAccount, format, encoding, layout] + choices
    static let ofAccounts = OptionDeclaration(
        .account, .text, isRepeatable: true, says: "ofAccounts")
    static let saidCategory = OptionDeclaration(.category, .text)
    static let saidPayee = OptionDeclaration(.payee, .text)
    static let saidNote = OptionDeclaration(.note, .text)
    static let hiddenToo = OptionDeclaration(.all, .flag)
    static let from = OptionDeclaration(.from, .day)
    static let to = OptionDeclaration(.to, .day)
    static let onlyMonth = OptionDeclaration(.month, .month)
    static let ofCategories = OptionDeclaration(
        .category, .text, isRepeatable: true, says: "ofCategories")
    static let withTag = OptionDeclaration(.tag, .text, isRepeatable: true)

    /// Options that select lines. Each is a term of the textual form too: `--min 500` is `min:500`.
    static let filters: [OptionDeclaration] = [
        .init(.text, .text, isRepeatable: true), ofCategories, withTag,
        .init(.payee, .text, isRepeatable: true, says: "ofPayee"),
        .init(.person, .text, isRepeatable: true), ofAccounts, .init(.min, .amount),
        .init(.max, .amount), .init(.sign, .choice(["in", "out"]), says: "ofMoney"),
        .init(.kind, .choice(PartKind.allCases.map(\.rawValue)), isRepeatable: true),
        .init(.stream, .text, isRepeatable: true),
        .init(.currency, .currencyIfAny), onlyMonth, .init(.year, .year),
        .init(.last, .span), from, to,
    ]
    /// The textual form: terms, or the name of a filter in the settings.
    static let byTerms = OptionDeclaration(.filter, .text, isRepeatable: true)
    static let asOf = OptionDeclaration(.asOf, .day)
    /// The currency of figures over all accounts.
    static let base = OptionDeclaration(.base, .currency)
    /// The same, as reports call it.
    static let likeBase = OptionDeclaration(.inCurrency, .currency, says: "likeBase")
    /// `-`: each currency by itself, though the settings name one for all.
    static let converted = OptionDeclaration(.inCurrency, .currencyIfAny, says: "report")

    /// Asks for the lines of one figure instead of the table.
    static let explain = OptionDeclaration(.explain, .text)

    /// All options of a command that selects lines and changes none.
    static let looking: [OptionDeclaration] = filters + [byTerms, asOf]
}
