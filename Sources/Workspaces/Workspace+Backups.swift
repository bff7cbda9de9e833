package import Facts
internal import Ledger
internal import Saving

/// Where a backup was made.
package struct BackupReport: Sendable, Equatable {
    package var folder: String
    package var entries: Int
    package var queueLines: Int
}

/// What a restore put in place, and where what was there lies now.
package struct RestoreReport: Sendable, Equatable {
    package var entries: Int
    package var queueLines: Int
    package var replaced: String
}

/// A backup is a workspace of its own: settings, rules, queue and ledger, without inbox. Its settings are written last, so that a folder
/// with them is a whole one. `check`, `list` and every other command can look into it.
///
/// A restore is prepared beside and takes effect by one rename; what a crash leaves behind it is finished by the next start:
/// ```
/// step                                                  a crash after it
/// 1 copies in .kopiyka/restoring                         removed by the next restore
/// 2 .kopiyka/restoring is renamed to .kopiyka/restored   finished
/// 3 old files to backups/replaced-…, new ones in place   finished
/// ```
extension Workspace {
    /// Copies everything into a folder that is not there yet.
    ///
    /// - Parameter folder: nil for one under `.kopiyka/backups`, named by `now`.
    /// - Throws: `notEmpty` when the folder holds anything.
    package func backUp(to folder: String?, now: String) throws(WorkspaceFailure) -> BackupReport {
        let target: String
        if let folder {
            target = folder
        } else {
            try makeHiddenFolder(paths.backups)
            target = "\(paths.backups)/\(now)"
        }
        let copy = WorkspacePaths(target)
        let ledger = ledger
        let paths = paths
        try saving { () throws(SavingError) in try makePrivateDirectory(target) }
        guard try Self.names(in: target).isEmpty else { throw .notEmpty(target) }
        try keeping { () throws(LedgerFailure) in try ledger.copy(to: copy.ledger) }
        try saving { () throws(SavingError) in
            try copyFile(paths.queue, to: copy.queue)
            // Whoever only reads cannot make the lock.
            try makePrivateDirectory(copy.hidden)
            try createFile(copy.lock, contents: [])
            try makePrivateDirectory(copy.rules)
            for name in try sortedNames(in: paths.rules)
            where try regularFileStamp("\(paths.rules)/\(name)") != nil {
                try copyFile("\(paths.rules)/\(name)", to: "\(copy.rules)/\(name)")
            }
            try copyFile(paths.settings, to: copy.settings)
        }
        return BackupReport(
            folder: target,
            entries: try keeping { () throws(LedgerFailure) in try ledger.entryCount },
            queueLines: state.lines)
    }

    /// Makes the day's backup when the last one is older than a day and there is something to keep; nil when none was due.
    ///
    /// A workspace is left alone on its first day: everything of that day is in the undo log.
    ///
    /// - Parameters:
    ///   - now: `20261121T180000Z`; names of automatic backups are made of it.
    ///   - dayAgo: the same a day earlier.
    ///   - dayAgoSeconds: the same in seconds since 1970.
    package func backUpDaily(
        now: String, dayAgo: String, dayAgoSeconds: Int
    ) throws(WorkspaceFailure) -> BackupReport? {
        guard access == .writing, problems.isEmpty else { return nil }
        let automatic = try Self.names(in: paths.backups).filter { $0.hasPrefix("auto-") }
        if let last = automatic.last {
            if last > "auto-\(dayAgo)" { return nil }
        } else {
            let lock = paths.lock
            let made = try saving { () throws(SavingError) in try fileStamp(lock) }
            guard let made, made.modifiedNanoseconds / 1_000_000_000 < dayAgoSeconds else {
                return nil
            }
        }
        let ledger = ledger
        let entries = try keeping { () throws(LedgerFailure) in try ledger.entryCount }
        guard entries > 0 || state.length > 0 else { return nil }
        let report = try backUp(to: nil, now: "auto-\(now)")
        let backups = paths.backups
        for name in automatic.dropLast(Self.automaticBackupsKept - 1) {
            try saving { () throws(SavingError) in try removeTree("\(backups)/\(name)") }
        }
        return report
    }

    private static let automaticBackupsKept = 7

    /// Puts queue and ledger of a backup in the place of the present ones, which need not be readable.
    ///
    /// Settings and rules stay as they are; those that are missing come from the backup.
    ///
    /// - Parameter now: names the folder in which the replaced files are kept.
    /// - Throws: `notFound` when the backup is no whole workspace, `damaged` when its check finds anything.
    package static func restore(
        at folder: String, from source: String, now: String,
        identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> RestoreReport {
        let paths = WorkspacePaths(folder)
        let isThere = try saving { () throws(SavingError) in
            let settings = try fileStamp(paths.settings)
            let hidden = try sortedNames(in: folder).contains(".kopiyka")
            return settings != nil || hidden
        }
        guard isThere else { throw .notFound(folder) }
        let lock = try acquire(paths, .writing, Limits.lockWaitMilliseconds)
        let backup = try Workspace.open(at: source, access: .reading, identify: identify)
        guard backup.problems.isEmpty else { throw .queue(backup.problems) }
        guard try backup.check().isEmpty else { throw .damaged("backup \(source)") }
        let entries = try keeping { () throws(LedgerFailure) in try backup.ledger.entryCount }
        let queueLines = backup.state.lines

        let staging = paths.restoring
        let staged = WorkspacePaths(staging)
        try saving { () throws(SavingError) in
            try removeTree(staging)
            try makePrivateDirectory(staging)
        }
        try keeping { () throws(LedgerFailure) in try backup.ledger.copy(to: staged.ledger) }
        let origin = backup.paths
        try saving { () throws(SavingError) in
            try copyFile(origin.queue, to: staged.queue)
            if try fileStamp(paths.settings) == nil {
                try copyFile(origin.settings, to: staged.settings)
            }
            try makePrivateDirectory(paths.rules)
            if try sortedNames(in: paths.rules).isEmpty {
                for name in try sortedNames(in: origin.rules) {
                    try copyFile("\(origin.rules)/\(name)", to: "\(paths.rules)/\(name)")
                }
            }
            try createFile("\(staging)/\(Self.replacedName)", contents: Array(now.utf8))
            try moveFolder(staging, to: paths.restored)
        }
        let replaced = try finishRestore(paths)
        _ = lock
        return RestoreReport(entries: entries, queueLines: queueLines, replaced: replaced)
    }

    /// Whether a restore was decided and not finished.
    static func hasUnfinishedRestore(_ paths: WorkspacePaths) throws(WorkspaceFailure) -> Bool {
        try names(in: paths.hidden).contains(WorkspacePaths.restoredName)
    }

    /// Brings a decided restore to its end, from any point a crash left it at; gives the folder of what was replaced.
    @discardableResult
    static func finishRestore(_ paths: WorkspacePaths) throws(WorkspaceFailure) -> String {
        let restored = WorkspacePaths(paths.restored)
        return try saving { () throws(SavingError) in
            let note = "\(paths.restored)/\(Self.replacedName)"
            let name =
                try fileStamp(note) == nil
                ? "unnamed" : String(decoding: try readFile(note, limit: 64), as: UTF8.self)
            try makePrivateDirectory(paths.backups)
            let replaced = WorkspacePaths("\(paths.backups)/replaced-\(name)")
            try makePrivateDirectory(replaced.folder)
            for (new, present, old) in [
                (restored.queue, paths.queue, replaced.queue),
                (restored.ledger, paths.ledger, replaced.ledger),
                (restored.settings, paths.settings, replaced.settings),
            ] where try fileStamp(new) != nil {
                // A journal belongs to the ledger it lies beside and would be played into the new one.
                for (from, to) in [(present, old), (present + "-journal", old + "-journal")]
                where try fileStamp(from) != nil {
                    try moveBetweenFolders(from, to: to)
                }
                try moveBetweenFolders(new, to: present)
            }
            if try fileStamp(paths.settings) != nil, try fileStamp(replaced.settings) == nil {
                try makePrivateDirectory(replaced.hidden)
                if try fileStamp(replaced.lock) == nil {
                    try createFile(replaced.lock, contents: [])
                }
                try copyFile(paths.settings, to: replaced.settings)
            }
            try removeTree(paths.restored)
            return replaced.folder
        }
    }

    private static let replacedName = "replaced"

    private func makeHiddenFolder(_ path: String) throws(WorkspaceFailure) {
        let hidden = paths.hidden
        try saving { () throws(SavingError) in
            try makePrivateDirectory(hidden)
            try makePrivateDirectory(path)
        }
    }

    static func names(in folder: String) throws(WorkspaceFailure) -> [String] {
        try saving { () throws(SavingError) in try sortedNames(in: folder) }
    }
}
