import Facts

/// A plan that cannot be written or done.
struct PlanRefused: HouseError {
    enum Reason: Equatable {
        case notAPlan, damaged, taken
        /// Its place is among the files it is about.
        case amongInputs
        case otherVersion
        case changed([Change])
    }

    /// In the order they are told in.
    enum Change: Comparable {
        case ledger, queue, settings, rules
        case fileChanged(String), fileGone(String), fileNew(String)
        /// Everything looked the same, and yet the rows came out otherwise.
        case outcome
    }

    let path: String
    let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    var exitCode: ExitCode {
        switch reason {
        case .notAPlan, .damaged: .damaged
        case .taken, .amongInputs: .usage
        case .otherVersion, .changed: .needsPerson
        }
    }

    func messages(in language: Language) -> [HouseMessage] {
        guard case .changed(let changes) = reason else { return [message(in: language)] }
        return changes.map { message($0, in: language) }
    }

    func message(in language: Language) -> HouseMessage {
        if case .changed(let changes) = reason {
            return message(changes.first ?? .outcome, in: language)
        }
        let (kind, words) = words
        return HouseMessage(
            at: SourcePlace(file: path), kind: kind, what: words.what[language],
            why: words.why[language], fix: words.fix[language])
    }

    private var words: (kind: String, ErrorWords) {
        switch reason {
        case .notAPlan:
            (
                "plan-not-a-plan",
                ErrorWords(
                    what: ("це не план імпорту", "this is no plan of an import"),
                    fix: (
                        "kopiyka import --plan ФАЙЛ записує план",
                        "kopiyka import --plan FILE writes one"
                    ))
            )
        case .damaged:
            (
                "plan-damaged",
                ErrorWords(
                    what: ("план пошкоджено або змінено", "the plan is damaged or was edited"),
                    why: (
                        "його контрольна сума не сходиться; нічого не зроблено",
                        "its hash does not agree; nothing was done"
                    ), fix: Self.planAgain)
            )
        case .taken:
            (
                "plan-would-overwrite",
                ErrorWords(
                    what: (
                        "файл уже є, і це не план імпорту",
                        "the file is there and is no plan of an import"
                    ),
                    why: (
                        "замінюється лише те, що записав kopiyka import --plan",
                        "only what kopiyka import --plan has written is replaced"
                    ), fix: ("назвіть інший файл", "name another file"))
            )
        case .amongInputs:
            (
                "plan-among-inputs",
                ErrorWords(
                    what: (
                        "план лежав би серед файлів, які він описує",
                        "the plan would lie among the files it is about"
                    ),
                    why: (
                        "apply побачив би його як новий файл",
                        "apply would see it as a new file"
                    ),
                    fix: (
                        "назвіть місце поза цими теками", "name a place outside these folders"
                    ))
            )
        case .otherVersion:
            (
                "plan-of-another-version",
                ErrorWords(
                    what: (
                        "план записала інша версія програми",
                        "another version of the program wrote the plan"
                    ),
                    why: ("нічого не зроблено", "nothing was done"), fix: Self.planAgain)
            )
        case .changed:
            ("plan-out-of-date", ErrorWords(what: ("", "")))
        }
    }

    private static let planAgain = (
        "складіть план ще раз: kopiyka import --plan ФАЙЛ",
        "make the plan again: kopiyka import --plan FILE"
    )

    private func message(_ change: Change, in language: Language) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: change.path.isEmpty ? path : change.path),
            kind: "plan-out-of-date", what: change.words[language],
            why: Bilingual(
                uk: "план робиться точно або ніяк; нічого не зроблено",
                en: "a plan is done exactly or not at all; nothing was done")[language],
            fix: Bilingual(uk: Self.planAgain.0, en: Self.planAgain.1)[language])
    }
}

extension PlanRefused.Change {
    fileprivate var path: String {
        switch self {
        case .fileChanged(let path), .fileGone(let path), .fileNew(let path): path
        case .ledger, .queue, .settings, .rules, .outcome: ""
        }
    }

    fileprivate var words: Bilingual {
        switch self {
        case .ledger:
            Bilingual(
                uk: "книга змінилася після того, як складено план",
                en: "the ledger changed since the plan was made")
        case .queue:
            Bilingual(
                uk: "черга змінилася після того, як складено план",
                en: "the queue changed since the plan was made")
        case .settings:
            Bilingual(
                uk: "kopiyka.yaml змінився після того, як складено план",
                en: "kopiyka.yaml changed since the plan was made")
        case .rules:
            Bilingual(
                uk: "правила чи макети змінилися після того, як складено план",
                en: "rules or layouts changed since the plan was made")
        case .fileChanged:
            Bilingual(
                uk: "файл змінився після того, як складено план",
                en: "the file changed since the plan was made")
        case .fileGone:
            Bilingual(
                uk: "файла з плану вже немає", en: "a file of the plan is gone")
        case .fileNew:
            Bilingual(
                uk: "з'явився файл, якого в плані немає",
                en: "there is a file that the plan does not know")
        case .outcome:
            Bilingual(
                uk: "рядки вийшли інакше, ніж у плані",
                en: "the rows came out otherwise than planned")
        }
    }
}
