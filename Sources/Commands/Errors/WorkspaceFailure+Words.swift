import Facts
import Ledger
import Pending
import Saving
import Scanning
package import Workspaces

extension WorkspaceFailure: HouseError {
    /// The fix when one of the two files is missing.
    private static func remedy(whereGone file: String) -> Phrase {
        switch file {
        case "pending.jsonl": Phrase("workspaceFailure.queueGone")
        case "ledger.db": Phrase("workspaceFailure.ledgerGone")
        default: Phrase(same: "kopiyka check")
        }
    }

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
                ErrorWords("workspaceFailure.notFound")
            )
        case .notEmpty(let folder):
            (
                "folder-not-empty", folder,
                ErrorWords("workspaceFailure.notEmpty")
            )
        case .halfBackup(let folder):
            (
                "backup-incomplete", folder,
                ErrorWords("workspaceFailure.halfBackup")
            )
        case .backupChanged(let folder, let file):
            (
                "backup-changed", "\(folder)/\(file)",
                ErrorWords("workspaceFailure.backupChanged")
            )
        case .readOnly:
            (
                "workspace-read-only", "",
                ErrorWords("workspaceFailure.readOnly")
            )
        case .missing(let file):
            (
                "workspace-file-missing", file,
                ErrorWords("workspaceFailure.missing", fix: Self.remedy(whereGone: file))
            )
        case .damaged(let words):
            (
                "workspace-damaged", "",
                ErrorWords("workspaceFailure.damaged", why: Phrase(same: words))
            )
        case .changedMeanwhile:
            (
                "workspace-changed", "",
                ErrorWords("workspaceFailure.changedMeanwhile")
            )
        case .busy, .queue, .settings, .saving, .ledger:
            (
                "workspace-damaged", "",
                ErrorWords("workspaceFailure.busy")
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
                "settings-not-yaml", ErrorWords("settingsProblem.syntax"),
                problem.found
            )
        case .notAMapping:
            (
                "settings-not-a-mapping",
                ErrorWords("settingsProblem.notAMapping"), ""
            )
        case .unknownKey(let key):
            ("settings-unknown-key", ErrorWords("settingsProblem.unknownKey"), key)
        case .wrongType(let key):
            (
                "settings-wrong-type",
                ErrorWords("settingsProblem.wrongType"), key
            )
        case .nameMissing:
            ("settings-name-missing", ErrorWords("settingsProblem.nameMissing"), "")
        case .nameTwice(let name):
            (
                "settings-name-twice",
                ErrorWords("settingsProblem.nameTwice"), name
            )
        case .currencyInvalid(let code):
            (
                "settings-currency-wrong",
                ErrorWords("settingsProblem.currencyInvalid"), code
            )
        case .nameInvalid(let name):
            (
                "settings-name-wrong",
                ErrorWords("settingsProblem.nameInvalid"),
                name
            )
        }
    }
}

extension YAMLError.Problem {
    /// The offending word, or libyaml's message.
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
