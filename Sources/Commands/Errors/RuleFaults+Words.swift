package import Categorizing
import Facts
import Scanning

extension RuleFaults: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        messages(in: language).first
            ?? HouseMessage(kind: "rules-damaged", what: yaml?.found ?? "", fix: "kopiyka check")
    }

    package func messages(in language: Language) -> [HouseMessage] {
        faults.map { fault in
            var message = fault.message(in: language)
            if fault.kind == .notYAML, let words = yaml?.found, !words.isEmpty {
                message.why = words
            }
            return message
        }
    }
}

extension RuleFault: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        let words = kind.words
        var fix = words.fix[language]
        if let meant = candidates.first {
            fix = (language == .uk ? "може, " : "did you mean ") + "\"\(meant)\"?"
        }
        return HouseMessage(
            at: SourcePlace(file: file, line: line, column: column), kind: kind.rawValue,
            what: words.what[language], excerpt: found, why: words.why[language], fix: fix)
    }
}

extension RuleFault.Kind: WordedKind {
    var words: ErrorWords {
        switch self {
        case .notYAML: Self.form("файл — не YAML", "the file is not YAML")
        case .notAList: Self.form("тут має бути список", "a list belongs here")
        case .notAMapping: Self.form("правило — це пари «ключ: значення»", "a rule is a mapping")
        case .unknownKey: Self.form("невідомий ключ", "the key is unknown")
        case .missingKey: Self.form("бракує ключа", "a key is missing")
        case .notAText: Self.form("значення — не текст", "the value is not a text")
        case .emptyPattern:
            ErrorWords(
                what: ("взірець порожній", "the pattern is empty"),
                why: (
                    "без розділових знаків від нього нічого не лишається",
                    "nothing is left of it without punctuation"
                ),
                fix: ("додайте слово", "add a word"))
        case .emptyValue: Self.form("значення порожнє", "the value is empty")
        case .tooLong: Self.form("текст задовгий", "the text is too long")
        case .tooMany: Self.form("забагато правил", "too many rules")
        case .unknownCategory:
            ErrorWords(
                what: ("такої категорії немає", "the category is not defined"),
                why: (
                    "категорії перелічує kopiyka categories", "kopiyka categories lists them"
                ),
                fix: ("виправте назву", "correct the name"))
        case .unknownCurrency: Self.form("валюта — не три літери", "currency is not three letters")
        case .notANumber: Self.form("це не число", "not a number")
        case .rangeUpsideDown:
            Self.form("найменше більше за найбільше", "the smallest is larger than the largest")
        case .notAnMCC: Self.form("MCC — не чотири цифри", "MCC is not four digits")
        case .signUnknown: Self.form("невідомий знак", "the sign is unknown")
        case .alwaysTrue: Self.form("правило без умови", "a rule without a condition")
        case .withoutEffect: Self.form("правило нічого не робить", "a rule without effect")
        case .dayUnknown:
            ErrorWords(
                what: ("це не день", "this is no day"),
                why: (
                    "дні — це 1…31, 1-5, last, mon…sun чи mon-fri",
                    "days are 1…31, 1-5, last, mon…sun or mon-fri"
                ), fix: ("виправте день", "correct the day"))
        case .regexWrong: Self.form("вираз записано неправильно", "the expression is malformed")
        case .regexUnsupported:
            ErrorWords(
                what: ("цього вираз не вміє", "expressions cannot do this"),
                why: (
                    "зворотні посилання й перегляд уперед чи назад не бувають лінійними",
                    "references back and looking around cannot be linear"
                ),
                fix: ("запишіть варіанти через |", "write the alternatives with |"))
        case .regexTooLarge: Self.form("вираз завеликий", "the expression is too large")
        case .answerUnknown: Self.form("тут має бути true чи false", "true or false belongs here")
        case .partUnclear:
            ErrorWords(
                what: ("частину описано неповно", "the part is not clear"),
                why: (
                    "частина має category і одне з amount, percent, rest: true",
                    "a part has a category and one of amount, percent, rest: true"
                ), fix: ("виправте частину", "correct the part"))
        case .partsDoNotSum:
            ErrorWords(
                what: ("частини не складають цілого", "the parts do not make a whole"),
                why: (
                    "відсотки разом дають 100, або одна частина — rest: true",
                    "percents are 100 together, or one part is rest: true"
                ), fix: ("додайте частину з rest: true", "add a part with rest: true"))
        case .nameTwice: Self.form("два правила з однією назвою", "two rules have this name")
        }
    }

    private static func form(_ uk: String, _ en: String) -> ErrorWords {
        ErrorWords(
            what: (uk, en),
            why: (
                "файл правил із помилкою не діє весь", "a rules file with a fault is refused whole"
            ),
            fix: ("виправте цей рядок", "correct this line"))
    }
}
