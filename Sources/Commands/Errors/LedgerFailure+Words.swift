import Facts
package import Ledger

extension LedgerFailure: HouseError {
    package var exitCode: ExitCode {
        switch self {
        case .damaged, .foreign, .fromDevelopment, .fromFuture, .refused: .damaged
        case .busy: .busy
        case .storage: .inputOutput
        }
    }

    package func message(in language: Language) -> HouseMessage {
        let (kind, words) = kindAndWords
        return HouseMessage(
            at: SourcePlace(file: "ledger.db"), kind: kind, what: words.what[language],
            why: words.why.filled(language, ["details": .text(maskedNumbers(details))]),
            fix: words.fix[language])
    }

    private var details: String {
        switch self {
        case .damaged(let words), .refused(let words), .storage(_, let words): words
        case .fromDevelopment(let version), .fromFuture(let version): String(version)
        case .foreign, .busy: ""
        }
    }

    private var kindAndWords: (String, ErrorWords) {
        switch self {
        case .damaged:
            (
                "ledger-damaged",
                ErrorWords(
                    what: ("книгу пошкоджено", "the ledger is damaged"),
                    why: ("{details}", "{details}"),
                    fix: (
                        "нічого не змінено; поверніть копію й запустіть kopiyka check",
                        "nothing was changed; put a copy back and run kopiyka check"
                    ))
            )
        case .foreign:
            (
                "ledger-foreign",
                ErrorWords(
                    what: (
                        "це база даних іншої програми", "this is a database of another program"
                    ),
                    why: ("її не змінено", "it was not changed"),
                    fix: ("перевірте --workspace", "check --workspace"))
            )
        case .fromDevelopment:
            (
                "ledger-from-development",
                ErrorWords(
                    what: (
                        "книгу записала програма ще до першого випуску",
                        "the program wrote this ledger before its first release"
                    ),
                    why: (
                        "версія записів: {details}; її більше не читають",
                        "version of its records: {details}, which is read no more"
                    ),
                    fix: (
                        "створіть нове сховище (kopiyka init ТЕКА) й імпортуйте виписки туди",
                        "make a new workspace (kopiyka init DIR) and import the statements there"
                    ))
            )
        case .fromFuture:
            (
                "ledger-from-future",
                ErrorWords(
                    what: (
                        "книгу записала новіша версія програми", "a later release wrote the ledger"
                    ),
                    why: ("версія записів: {details}", "version of its records: {details}"),
                    fix: ("оновіть програму", "update the program"))
            )
        case .busy:
            (
                "busy",
                ErrorWords(
                    what: ("книгу тримає інша програма", "another program holds the ledger"),
                    fix: (
                        "закрийте її й запустіть команду ще раз",
                        "close it, then run the command again"
                    ))
            )
        case .storage:
            (
                "input-output",
                ErrorWords(
                    what: (
                        "не вдалося прочитати чи записати", "cannot be read or written"
                    ),
                    why: ("SQLite каже: {details}", "SQLite says: {details}"),
                    fix: (
                        "запустіть команду ще раз; нічого не зроблено наполовину",
                        "run the command again; nothing is half done"
                    ))
            )
        case .refused:
            (
                "ledger-refused",
                ErrorWords(
                    what: (
                        "книга відмовилася від зміни", "the ledger refused a change"
                    ),
                    why: ("{details}", "{details}"),
                    fix: (
                        "це помилка програми; нічого не зроблено наполовину",
                        "this is a fault of the program; nothing is half done"
                    ))
            )
        }
    }
}
