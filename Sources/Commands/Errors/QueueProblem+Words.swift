import Facts
package import Pending

extension QueueProblem: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        let words = kind.words
        var what = words.what[language]
        if !member.isEmpty { what += (language == .uk ? ", поле " : ", member ") + member }
        return HouseMessage(
            at: SourcePlace(file: "pending.jsonl", line: line, column: column), kind: kind.rawValue,
            what: what, why: words.why[language],
            fix: words.fix[language] + (kind.isSetAside ? Self.repair[language] : ""),
            facts: [.init("member", member)])
    }
}

extension QueueProblem {
    private static let repair = Bilingual(
        uk: "; kopiyka check --repair відкладе його й поверне те, що показують файли inbox",
        en: "; kopiyka check --repair sets it aside and brings back what files of inbox show")
}

extension QueueProblem.Kind: WordedKind {
    /// A repair takes the line out of the queue.
    fileprivate var isSetAside: Bool {
        switch self {
        case .versionFromFuture, .lineTooLong, .tornLine, .keyChanged: false
        default: true
        }
    }

    var words: ErrorWords {
        switch self {
        case .notJSON: Self.form("рядок — не JSON", "the line is not JSON")
        case .notUTF8: Self.form("рядок — не UTF-8", "the line is not UTF-8")
        case .tornLine:
            ErrorWords(
                what: ("останній рядок обірвано", "the last line is cut short"),
                why: (
                    "запис перервано або файл скопійовано не весь",
                    "writing was interrupted, or the file was copied in part"
                ),
                fix: ("kopiyka check покаже, що вціліло", "kopiyka check shows what is whole"))
        case .lineTooLong: Self.form("рядок задовгий", "the line is too long")
        case .memberTwice: Self.form("поле записане двічі", "a member is there twice")
        case .memberMissing: Self.form("бракує поля", "a member is missing")
        case .memberUnknown: Self.form("невідоме поле", "a member is unknown")
        case .wrongType: Self.form("значення не того типу", "the value is of another type")
        case .versionFromFuture:
            ErrorWords(
                what: ("рядок записала новіша версія", "a later release wrote the line"),
                why: ("нових полів ця версія не знає", "this release does not know its members"),
                fix: ("оновіть програму", "update the program"))
        case .versionUnknown: Self.form("невідома версія запису", "the version is unknown")
        case .keyInvalid: Self.form("ключ неправильний", "the key is not a key")
        case .keyTwice: Self.form("ключ трапляється двічі", "the key is there twice")
        case .keyAlreadyDecided:
            Self.form(
                "рядок уже затверджено або відкинуто", "the line is already approved or dismissed")
        case .keyChanged:
            ErrorWords(
                what: ("ключ рядка змінено", "the line's key was changed"),
                why: (
                    "ключ складено з фактів рядка, і під ним рядок відомий",
                    "a key is made of the line's facts, and the line is known by it"
                ),
                fix: (
                    "наступна команда, що пише, поверне його",
                    "the next command that writes puts it back"
                ))
        case .stateUnknown: Self.form("невідомий стан", "the state is unknown")
        case .actionUnknown:
            ErrorWords(
                what: ("невідоме рішення", "the decision is unknown"),
                why: (
                    "рішення — це approve, dismiss або same",
                    "a decision is approve, dismiss or same"
                ),
                fix: ("виправте рядок", "correct the line"))
        case .levelUnknown: Self.form("невідомий рівень", "the level is unknown")
        case .sourceUnknown:
            Self.form("невідоме джерело доказу", "the evidence is of unknown source")
        case .amountInvalid:
            ErrorWords(
                what: ("сума — не число", "amount is not a number"),
                why: (
                    "сума — точне десяткове число в лапках: \"-125.50\"",
                    "an amount is an exact decimal in quotes: \"-125.50\""
                ),
                fix: ("виправте рядок", "correct the line"))
        case .currencyInvalid: Self.form("валюта — не три літери", "currency is not three letters")
        case .dateInvalid: Self.form("такого дня немає", "date is not a day")
        case .timeInvalid: Self.form("такого часу немає", "time is not a time of day")
        case .momentsDisagree:
            Self.form(
                "made_at суперечить date і time", "made_at says another moment than date and time")
        case .mccInvalid: Self.form("MCC — не чотири цифри", "MCC is not four digits")
        case .numberInvalid: Self.form("число неправильне", "the number is not valid")
        case .confidenceInvalid:
            Self.form("певність поза межами 0…1", "confidence is outside 0…1")
        case .splitsDoNotSum:
            ErrorWords(
                what: ("частини не дають суми рядка", "the splits do not sum to the line"),
                why: (
                    "частини разом дають рівно суму рядка",
                    "splits together are exactly the amount of the line"
                ),
                fix: ("виправте частини", "correct the splits"))
        case .factChanged:
            ErrorWords(
                what: ("факти банку змінено", "the bank's facts were changed"),
                why: (
                    "факти банку незмінні; правити можна лише decision",
                    "bank facts never change; only decision may be edited"
                ),
                fix: ("поверніть рядок, як був", "put the line back as it was"))
        }
    }

    private static let whyOfForm = (
        uk: "кожен рядок черги перевіряється; нічого не змінено",
        en: "every line of the queue is verified; nothing was changed"
    )

    /// Of a file of decisions each stands for itself: what is said of a queue is not true of it.
    var whyOfDecision: Bilingual {
        let why = words.why
        guard why.en == Self.whyOfForm.en else { return why }
        return Bilingual(
            uk: "рішення перевіряються по одному; це пропущено, решту виконано",
            en: "each decision is verified by itself; this one is left out, the others are done")
    }

    private static func form(_ uk: String, _ en: String) -> ErrorWords {
        ErrorWords(
            what: (uk, en),
            why: whyOfForm,
            fix: (
                "виправте рядок і запустіть команду ще раз",
                "correct the line, then run the command again"
            ))
    }
}
