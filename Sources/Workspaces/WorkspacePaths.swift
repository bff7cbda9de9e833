/// The names inside a workspace.
///
/// ```
/// kopiyka.yaml   inbox/   rules/   pending.jsonl   ledger.db   .kopiyka/lock   .kopiyka/queue.index
/// ```
package struct WorkspacePaths: Sendable, Equatable {
    package let folder: String

    package init(_ folder: String) { self.folder = folder }

    package var settings: String { "\(folder)/kopiyka.yaml" }
    /// Lists of prices, `*.csv`; absent if there are none.
    package var prices: String { "\(folder)/\(Self.pricesName)" }
    static let pricesName = "prices"
    /// Absent if the household wrote none.
    package func path(of file: HouseholdFile) -> String { "\(folder)/\(file.name)" }
    package var inbox: String { "\(folder)/inbox" }
    package var rules: String { "\(folder)/\(Self.rulesName)" }
    static let rulesName = "rules"
    /// The user's own layouts.
    package var layouts: String { "\(rules)/\(Self.layoutsName)" }
    static let layoutsName = "banks"
    /// Within the workspace.
    package static let layoutsFolder = "\(rulesName)/\(layoutsName)"
    /// The folders of files that people write, which backups have too; outer ones first.
    static let kept = [rulesName, layoutsFolder, pricesName]
    package var queue: String { "\(folder)/pending.jsonl" }
    package var ledger: String { "\(folder)/ledger.db" }
    package var hidden: String { "\(folder)/.kopiyka" }
    package var lock: String { "\(hidden)/lock" }
    /// The description of the command that holds the lock, for those that wait.
    var holder: String { "\(hidden)/holder" }
    package var index: String { "\(hidden)/queue.index" }
    /// A cache of imported files: see `RememberedFiles`.
    package var rememberedFiles: String { "\(hidden)/files.seen" }
    /// A cache of the streams found last: see ``Workspace/keptAnswer(to:)``.
    var streams: String { "\(hidden)/streams" }
    var nextStreams: String { "\(hidden)/streams.next" }
    /// The record of `export --new` in a format.
    package func exported(_ format: String) -> String { "\(hidden)/exported-\(format)" }
    package var backups: String { "\(hidden)/backups" }
    /// Keys of lines that left the queue outside the program, one per line.
    var linesGone: String { "\(hidden)/queue.gone" }
    /// The change of the settings that follows a commit.
    var settingsIntent: String { "\(hidden)/settings.intent" }
    /// The change of a file that follows a commit.
    func intent(of file: HouseholdFile) -> String { "\(hidden)/\(file.stem).intent" }
    /// A file that was edited while a command was unfinished.
    ///
    /// - Parameter number: of files of one generation, from 1.
    func edited(_ file: HouseholdFile, _ generation: Int, _ number: Int = 1) -> String {
        let suffix = number > 1 ? "-\(number)" : ""
        let ending = file.name.drop { $0 != "." }
        return "\(hidden)/\(file.stem)-edited-\(generation)\(suffix)\(ending)"
    }
    /// Marks an unfinished backup.
    var making: String { "\(hidden)/making" }
    /// The seal of a finished backup: see `BackupSeal`.
    var seal: String { "\(hidden)/\(Self.sealName)" }
    static let sealName = "backup"
    /// A restore in preparation, and a decided one.
    var restoring: String { "\(hidden)/restoring" }
    var restored: String { "\(hidden)/\(Self.restoredName)" }
    static let restoredName = "restored"
    var nextIndex: String { "\(hidden)/queue.index.next" }
    /// The index of the current queue while it is rebuilt, perhaps beside the next one.
    var remadeIndex: String { "\(hidden)/queue.index.made" }

    /// Beside the queue, because a rename must not cross file systems.
    func nextQueue(_ generation: Int) -> String { "\(folder)/.pending.jsonl.\(generation).next" }
    /// - Parameter number: of files of one generation, from 1.
    func savedQueue(_ what: String, _ generation: Int, _ number: Int = 1) -> String {
        let suffix = number > 1 ? "-\(number)" : ""
        return "\(hidden)/pending-\(what)-\(generation)\(suffix).jsonl"
    }
}

/// The workspace folder: the option, otherwise `KOPIYKA_WORKSPACE`, otherwise the nearest ancestor
/// folder with `kopiyka.yaml`.
///
/// - Parameters:
///   - option: the value of `--workspace`.
///   - environment: the value of `KOPIYKA_WORKSPACE`; empty counts as unset.
///   - currentFolder: an absolute path.
///   - hasSettings: whether a folder has `kopiyka.yaml`.
/// - Returns: nil if neither is set and no ancestor is a workspace.
package func workspaceFolder(
    option: String?, environment: String?, currentFolder: String,
    hasSettings: (_ folder: String) -> Bool
) -> String? {
    if let option { return option }
    if let environment, !environment.isEmpty { return environment }
    var folder = currentFolder
    while true {
        if hasSettings(folder) { return folder }
        guard let slash = folder.lastIndex(of: "/") else { return nil }
        if folder == "/" { return nil }
        folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
}
