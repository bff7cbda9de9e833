import Facts
import Ledger
import Pending
import Saving
import Scanning
package import Workspaces

extension WorkspaceFailure: HouseError {
    /// What to do where one of the two files is gone.
    private static let remedies = [
        "pending.jsonl": (
            "kopiyka restore ТЕКА поверне резервну копію (.kopiyka/backups); без неї kopiyka check --repair "
                + "створить порожню чергу, а імпорт тих самих файлів поверне рядки",
            "kopiyka restore DIR brings back a backup (.kopiyka/backups); without one kopiyka check --repair "
                + "makes an empty queue, and importing the same files brings the lines back"
        ),
        "ledger.db": (
            "kopiyka restore ТЕКА поверне резервну копію (.kopiyka/backups); без неї створіть нове сховище "
                + "(kopiyka init ТЕКА) й імпортуйте виписки туди",
            "kopiyka restore DIR brings back a backup (.kopiyka/backups); without one make a new workspace "
                + "(kopiyka init DIR) and import the statements there"
        ),
    ]

    package var exitCode: ExitCode {
        switch self {
        case .notFound, .notEmpty: .usage
        case .busy, .changedMeanwhile: .busy
        case .readOnly, .saving: .inputOutput
        case .missing, .queue, .settings, .damaged, .halfBackup, .backupChanged: .damaged
        case .ledger(let failure): failure.exitCode
        }
    }

    package func messages(in language: Language) -> [HouseMessage] {
        switch self {
        case .queue(let problems) where !problems.isEmpty: problems.map { $0.message(in: language) }
        case .settings(let problems) where !problems.isEmpty:
            problems.map { $0.message(in: language) }
        default: [message(in: language)]
        }
    }

    package func message(in language: Language) -> HouseMessage {
        switch self {
        case .busy(let holder): return LockFailure.message(ofBusy: holder, in: language)
        case .saving(let error): return error.message(in: language)
        case .ledger(let failure): return failure.message(in: language)
        case .queue(let problems):
            if let first = problems.first { return first.message(in: language) }
        case .settings(let problems):
            if let first = problems.first { return first.message(in: language) }
        default: break
        }
        let (kind, file, words) = ownWords
        let place = file.isEmpty ? SourcePlace.program : SourcePlace(file: file)
        return HouseMessage(
            at: place, kind: kind, what: words.what[language], why: words.why[language],
            fix: words.fix[language])
    }

    private var ownWords: (kind: String, file: String, words: ErrorWords) {
        switch self {
        case .notFound(let folder):
            (
                "workspace-not-found", folder,
                ErrorWords(
                    what: ("тут немає сховища", "no workspace here"),
                    why: (
                        "шукали kopiyka.yaml тут і в теках вище",
                        "looked for kopiyka.yaml here and in the folders above"
                    ),
                    fix: (
                        "kopiyka init створить його; або дайте --workspace",
                        "kopiyka init makes one; or give --workspace"
                    ))
            )
        case .notEmpty(let folder):
            (
                "folder-not-empty", folder,
                ErrorWords(
                    what: ("тека не порожня", "the folder is not empty"),
                    why: (
                        "сховище створюється лише в порожній теці",
                        "a workspace is made in an empty folder only"
                    ),
                    fix: ("назвіть нову теку", "name a new folder"))
            )
        case .halfBackup(let folder):
            (
                "backup-incomplete", folder,
                ErrorWords(
                    what: ("це лише частина резервної копії", "this is half a backup"),
                    why: (
                        "її роблення не дійшло до кінця, або скопійовано не все; нічого не змінено",
                        "its making did not come to its end, or it was copied in part; nothing was changed"
                    ),
                    fix: (
                        "візьміть іншу копію з .kopiyka/backups",
                        "take another backup from .kopiyka/backups"
                    ))
            )
        case .backupChanged(let folder, let file):
            (
                "backup-changed", "\(folder)/\(file)",
                ErrorWords(
                    what: (
                        "файл не такий, яким був, коли робили резервну копію",
                        "the file is not as it was when the backup was made"
                    ),
                    why: (
                        "копію відновлюють цілою або ніяк; нічого не змінено",
                        "a backup is restored whole or not at all; nothing was changed"
                    ),
                    fix: (
                        "поверніть його таким, як був, або візьміть іншу копію з .kopiyka/backups",
                        "bring it back as it was, or take another backup from .kopiyka/backups"
                    ))
            )
        case .readOnly:
            (
                "workspace-read-only", "",
                ErrorWords(
                    what: ("сховище лише для читання", "the workspace is read-only"),
                    fix: ("перевірте права на теку", "check the permissions of the folder"))
            )
        case .missing(let file):
            (
                "workspace-file-missing", file,
                ErrorWords(
                    what: ("файлу сховища немає", "a file of the workspace is gone"),
                    why: ("нічого не змінено", "nothing was changed"),
                    fix: Self.remedies[file] ?? ("kopiyka check", "kopiyka check"))
            )
        case .damaged(let words):
            (
                "workspace-damaged", "",
                ErrorWords(
                    what: ("сховище суперечить собі", "the workspace contradicts itself"),
                    why: (words, words), fix: ("kopiyka check", "kopiyka check"))
            )
        case .changedMeanwhile:
            (
                "workspace-changed", "",
                ErrorWords(
                    what: (
                        "інша команда тим часом змінила чергу чи книгу",
                        "another command changed the queue or the ledger meanwhile"
                    ),
                    why: (
                        "останню відповідь не збережено; усе до неї збережено",
                        "the last answer was not saved; everything before it is"
                    ),
                    fix: (
                        "kopiyka review покаже, що чекає тепер",
                        "kopiyka review shows what waits now"
                    )
                )
            )
        case .busy, .queue, .settings, .saving, .ledger:
            (
                "workspace-damaged", "",
                ErrorWords(
                    what: ("сховище пошкоджено", "the workspace is damaged"),
                    fix: ("kopiyka check", "kopiyka check"))
            )
        }
    }
}

extension SettingsRefusal: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        WorkspaceFailure.settings(problems).message(in: language)
    }

    package func messages(in language: Language) -> [HouseMessage] {
        WorkspaceFailure.settings(problems).messages(in: language)
    }
}

extension SettingsProblem: HouseError {
    package var exitCode: ExitCode { .damaged }

    package func message(in language: Language) -> HouseMessage {
        let (name, words, found) = kindWordsAndFound
        return HouseMessage(
            at: SourcePlace(file: "kopiyka.yaml", line: line, column: column), kind: name,
            what: words.what[language], excerpt: found, why: words.why[language],
            fix: words.fix[language])
    }

    private var kindWordsAndFound: (String, ErrorWords, String) {
        switch kind {
        case .syntax(let problem):
            (
                "settings-not-yaml", Self.form("файл — не YAML", "the file is not YAML"),
                problem.found
            )
        case .notAMapping:
            (
                "settings-not-a-mapping",
                Self.form("тут мають бути пари «ключ: значення»", "a mapping belongs here"), ""
            )
        case .unknownKey(let key):
            ("settings-unknown-key", Self.form("невідомий ключ", "the key is unknown"), key)
        case .wrongType(let key):
            (
                "settings-wrong-type",
                Self.form("значення не того типу", "the value is of another type"), key
            )
        case .nameMissing:
            ("settings-name-missing", Self.form("рахунок без name", "an account without name"), "")
        case .nameTwice(let name):
            (
                "settings-name-twice",
                Self.form("назва належить двом рахункам", "two accounts have this name"), name
            )
        case .currencyInvalid(let code):
            (
                "settings-currency-wrong",
                Self.form(
                    "валюта — не код ISO 4217", "the currency is not an ISO 4217 code"), code
            )
        case .nameInvalid(let name):
            (
                "settings-name-wrong",
                Self.form(
                    "у назві скісна риска чи керівний символ", "a name with a slash or a control"),
                name
            )
        }
    }

    private static func form(_ uk: String, _ en: String) -> ErrorWords {
        ErrorWords(
            what: (uk, en), why: ("нічого не змінено", "nothing was changed"),
            fix: ("виправте цей рядок", "correct this line"))
    }
}

extension YAMLError.Problem {
    /// The word at fault, or what libyaml says.
    var found: String {
        switch self {
        case .syntax(let words), .tag(let words), .duplicateKey(let words): words
        case .notUTF8: "UTF-8"
        case .tooLarge(let limit), .tooDeep(let limit), .tooManyNodes(let limit): "> \(limit)"
        case .anchor: "&"
        case .alias: "*"
        case .mergeKey: "<<"
        case .manyDocuments: "---"
        case .keyNotText, .outOfMemory: ""
        }
    }
}
