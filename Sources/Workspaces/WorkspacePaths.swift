/// The names inside a workspace.
///
/// ```
/// kopiyka.yaml   inbox/   rules/   pending.jsonl   ledger.db   .kopiyka/lock   .kopiyka/queue.index
/// ```
package struct WorkspacePaths: Sendable, Equatable {
    package let folder: String

    package init(_ folder: String) { self.folder = folder }

    package var settings: String { "\(folder)/kopiyka.yaml" }
    package var inbox: String { "\(folder)/inbox" }
    package var rules: String { "\(folder)/rules" }
    /// The user's own layouts.
    package var layouts: String { "\(rules)/\(Self.layoutsName)" }
    static let layoutsName = "banks"
    package var queue: String { "\(folder)/pending.jsonl" }
    package var ledger: String { "\(folder)/ledger.db" }
    package var hidden: String { "\(folder)/.kopiyka" }
    package var lock: String { "\(hidden)/lock" }
    /// What a command that has to wait says of the one that it waits for.
    var holder: String { "\(hidden)/holder" }
    /// Its parts lie beside it under longer names; see `QueueIndex`.
    package var index: String { "\(hidden)/queue.index" }
    /// A cache of files that came in: see `RememberedFiles`.
    package var rememberedFiles: String { "\(hidden)/files.seen" }
    package var backups: String { "\(hidden)/backups" }
    /// Keys of lines that left the queue outside the program, one a line.
    var linesGone: String { "\(hidden)/queue.gone" }
    /// What a command is to change in the settings once the ledger has it.
    var settingsIntent: String { "\(hidden)/settings.intent" }
    /// In a backup while it is made.
    var making: String { "\(hidden)/making" }
    /// In a backup once it is made: see `BackupSeal`.
    var seal: String { "\(hidden)/\(Self.sealName)" }
    static let sealName = "backup"
    /// A restore being prepared, and one that was decided.
    var restoring: String { "\(hidden)/restoring" }
    var restored: String { "\(hidden)/\(Self.restoredName)" }
    static let restoredName = "restored"
    var nextIndex: String { "\(hidden)/queue.index.next" }
    /// The index of the present queue while it is made anew, perhaps beside the next one.
    var remadeIndex: String { "\(hidden)/queue.index.made" }

    /// Beside the queue, because a rename must not cross file systems.
    func nextQueue(_ generation: Int) -> String { "\(folder)/.pending.jsonl.\(generation).next" }
    func savedQueue(_ what: String, _ generation: Int) -> String {
        "\(hidden)/pending-\(what)-\(generation).jsonl"
    }
}

/// Which folder is meant: the option, else `KOPIYKA_WORKSPACE`, else the nearest folder upwards
/// with `kopiyka.yaml`.
///
/// - Parameters:
///   - option: what `--workspace` said.
///   - environment: the value of `KOPIYKA_WORKSPACE`; empty counts as unset.
///   - currentFolder: an absolute path.
///   - hasSettings: whether a folder holds `kopiyka.yaml`.
/// - Returns: nil when nothing was said and no folder upwards is a workspace.
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
