import Facts
import Ledger
import Pending
import Saving
import Scanning
package import Workspaces

extension WorkspaceFailure: HouseError {
    package var messages: [HouseMessage] {
        switch self {
        case .queue(let problems) where !problems.isEmpty: problems.map(\.message)
        case .settings(let problems) where !problems.isEmpty: problems.map(\.message)
        default: [message]
        }
    }

    package var message: HouseMessage {
        switch self {
        case .busy(let holder): .busy(heldBy: holder)
        case .saving(let error): error.message
        case .ledger(let failure): failure.message
        case .queue(let problems): problems.first?.message ?? Self.unexplained
        case .settings(let problems): problems.first?.message ?? Self.unexplained
        case .notFound(let folder):
            HouseMessage(
                at: SourcePlace(file: folder), "error.workspace-not-found", exitCode: .usage)
        case .notEmpty(let folder):
            HouseMessage(at: SourcePlace(file: folder), "error.folder-not-empty", exitCode: .usage)
        case .noBackup(let folder):
            HouseMessage(at: SourcePlace(file: folder), "error.no-backup", exitCode: .usage)
        case .backupIsWorkspace(let folder):
            HouseMessage(
                at: SourcePlace(file: folder), "error.backup-is-workspace", exitCode: .usage)
        case .halfBackup(let folder):
            HouseMessage(
                at: SourcePlace(file: folder), "error.backup-incomplete", exitCode: .damaged)
        case .backupChanged(let folder, let file):
            HouseMessage(
                at: SourcePlace(file: "\(folder)/\(file)"), "error.backup-changed",
                exitCode: .damaged)
        case .readOnly: HouseMessage("error.workspace-read-only", exitCode: .inputOutput)
        case .missing(let file):
            HouseMessage(
                at: SourcePlace(file: file), "error.workspace-file-missing",
                fix: Self.remedy(whereGone: file), exitCode: .damaged)
        case .damaged(let words):
            HouseMessage("error.workspace-damaged", why: Phrase(same: words), exitCode: .damaged)
        case .fileEdited(let file, let command):
            HouseMessage(
                at: SourcePlace(file: file), "error.file-edited",
                ["file": .text(file), "command": .text(command)], exitCode: .damaged)
        case .changedMeanwhile: HouseMessage("error.workspace-changed", exitCode: .busy)
        }
    }

    private static var unexplained: HouseMessage {
        HouseMessage("error.workspace-damaged.unexplained", exitCode: .damaged)
    }

    /// The fix when one of the two files is missing.
    private static func remedy(whereGone file: String) -> Phrase {
        switch file {
        case "pending.jsonl": Phrase("workspaceFailure.queueGone")
        case "ledger.db": Phrase("workspaceFailure.ledgerGone")
        default: Phrase(same: "kopiyka check")
        }
    }
}

extension SettingsRefusal: HouseError {
    package var message: HouseMessage { WorkspaceFailure.settings(problems).message }
    package var messages: [HouseMessage] { WorkspaceFailure.settings(problems).messages }
}

extension SettingsProblem: HouseError {
    package var message: HouseMessage {
        let (key, found): (String, String) =
            switch kind {
            case .syntax(let problem): ("settingsProblem.settings-not-yaml", problem.found)
            case .notAMapping: ("settingsProblem.settings-not-a-mapping", "")
            case .unknownKey(let key): ("settingsProblem.settings-unknown-key", key)
            case .wrongType(let key): ("settingsProblem.settings-wrong-type", key)
            case .nameMissing: ("settingsProblem.settings-name-missing", "")
            case .nameTwice(let name): ("settingsProblem.settings-name-twice", name)
            case .currencyInvalid(let code): ("settingsProblem.settings-currency-wrong", code)
            case .nameInvalid(let name): ("settingsProblem.settings-name-wrong", name)
            case .languageUnknown(let code): ("settingsProblem.settings-language-unknown", code)
            case .kindUnknown(let name): ("settingsProblem.settings-kind-unknown", name)
            case .openingInvalid(let text): ("settingsProblem.settings-opening-wrong", text)
            case .filterNameInvalid(let name):
                ("settingsProblem.settings-filter-name-wrong", name)
            case .journalNameInvalid(let name):
                ("settingsProblem.settings-journal-name-wrong", name)
            case .journalThingUnknown(let name):
                ("settingsProblem.settings-journal-unknown", name)
            }
        return HouseMessage(
            at: SourcePlace(file: "kopiyka.yaml", line: line, column: column), key,
            excerpt: found, exitCode: .damaged)
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
