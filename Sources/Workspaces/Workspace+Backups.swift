package import Facts
internal import Ledger
internal import Saving

package struct BackupReport: Sendable, Equatable {
    package var folder: String
    package var entries: Int
    package var queueLines: Int
}

/// The results of a restore; `replaced` is the folder of the earlier files.
package struct RestoreReport: Sendable, Equatable {
    package var entries: Int
    package var queueLines: Int
    package var replaced: String
    /// The settings were others.
    package var replacesSettings = false
    /// The backup has no seal: its integrity is unknown.
    package var isUnverified = false
}

/// A backup is a workspace of its own: settings, rules, prices, queue and ledger, without inbox. A
/// marker file exists until the last step, after the copy was opened, checked and sealed
/// (``BackupSeal``): a folder with the marker, or without settings, is half a backup. `check`,
/// `list` and every other command can open a whole one.
///
/// A restore is prepared in its own folder and takes effect by one rename; after a crash the next
/// start finishes it:
/// ```
/// step                                                  a crash after it
/// 1 copies in .kopiyka/restoring                         removed by the next restore
/// 2 .kopiyka/restoring is renamed to .kopiyka/restored   finished
/// 3 old files to backups/replaced-…, new ones in place   finished
/// ```
extension Workspace {
    /// Copies everything into a new folder.
    ///
    /// - Parameter folder: nil for one under `.kopiyka/backups`, named by `now`, with a number if
    ///   the name exists.
    /// - Throws: `notEmpty` if the folder has contents, `damaged` if the copy fails its check.
    package func backUp(to folder: String?, now: String) throws(WorkspaceFailure) -> BackupReport {
        let target: String
        if let folder {
            target = folder
        } else {
            try makeHiddenFolder(paths.backups)
            target = try Self.freeFolder("\(paths.backups)/\(now)")
        }
        let isThere = realPath(of: target) != nil
        try saving(makePrivateDirectory(target))
        // SQLite follows no symbolic link, and the path may contain one.
        let copy = WorkspacePaths(realPath(of: target) ?? target)
        guard try Self.names(in: target).isEmpty else { throw .notEmpty(target) }
        do throws(WorkspaceFailure) {
            return try fill(copy, named: target)
        } catch {
            // The same command must find the folder as it was.
            do throws(SavingError) {
                try removeTree(copy.folder)
                if isThere { try makePrivateDirectory(copy.folder) }
            } catch {}
            throw error
        }
    }

    /// Copies everything into an empty folder.
    private func fill(
        _ copy: WorkspacePaths, named target: String
    ) throws(WorkspaceFailure) -> BackupReport {
        try saving { () throws(SavingError) in
            // A read-only opening cannot create the lock.
            try makePrivateDirectory(copy.hidden)
            try createFile(copy.making, contents: [])
            try createFile(copy.lock, contents: [])
        }
        try keeping(ledger.copy(to: copy.ledger))
        try saving { () throws(SavingError) in
            try copyFile(paths.queue, to: copy.queue)
            for folder in WorkspacePaths.kept {
                try copyFiles(of: folder, in: paths, to: copy) { HouseholdFile(named: $0) == nil }
            }
            try copyFile(paths.settings, to: copy.settings)
            for file in HouseholdFile.all where try fileStamp(paths.path(of: file)) != nil {
                try copyFile(paths.path(of: file), to: copy.path(of: file))
            }
        }
        let (entries, lines) = try countsOfWhole(target)
        try saving { () throws(SavingError) in
            try createFile(copy.seal, contents: BackupSeal(of: copy).bytes)
            try removeRegularFile(copy.making)
        }
        return BackupReport(folder: target, entries: entries, queueLines: lines)
    }

    /// Opens and checks the copy; returns the numbers of its entries and waiting lines.
    private func countsOfWhole(
        _ folder: String
    ) throws(WorkspaceFailure) -> (entries: Int, lines: Int) {
        let copy = try Workspace.open(
            at: folder, access: .reading, isBeingMade: true, identify: identify)
        guard copy.problems.isEmpty, try copy.isWhole() else { throw .damaged("backup \(folder)") }
        return try copy.counts()
    }

    /// Entries and waiting lines; blank lines, and lines of before an edit, are none.
    private func counts() throws(WorkspaceFailure) -> (entries: Int, lines: Int) {
        var lines = 0
        try forEachQueueLine { _ in
            lines += 1
            return true
        }
        return (try keeping(ledger.entryCount), lines)
    }

    /// Whether all records are intact. Lines may be missing: the rest is worth keeping.
    private func isWhole() throws(WorkspaceFailure) -> Bool {
        try check().allSatisfy { finding in
            switch finding {
            case .linesMissing, .batchUnknown: true
            // A restored workspace can be repaired.
            case .indexWrong: true
            case .ledger, .queue, .tombstoneUnreadable: false
            }
        }
    }

    /// Makes the day's backup if the last one is older than a day and there is something to keep;
    /// nil if none was due.
    ///
    /// A workspace gets none on its first day: the undo log covers it. Half backups do not count
    /// and are removed. Backups with future names, from a fast clock, count for neither today nor
    /// yesterday; they are the first to be removed when there are enough.
    ///
    /// - Parameters:
    ///   - now: `20261121T180000Z`; names of automatic backups use it.
    ///   - dayAgo: the same a day earlier.
    ///   - dayAgoSeconds: the same in seconds since 1970.
    package func backUpDaily(
        now: String, dayAgo: String, dayAgoSeconds: Int
    ) throws(WorkspaceFailure) -> BackupReport? {
        guard access == .writing, problems.isEmpty else { return nil }
        let backups = paths.backups
        var whole: [String] = []
        var half: [String] = []
        for name in try Self.names(in: backups) where name.hasPrefix("auto-") {
            try Self.isWholeBackup("\(backups)/\(name)") ? whole.append(name) : half.append(name)
        }
        let past = whole.filter { $0 <= "auto-\(now)" }
        if let last = past.last {
            if last > "auto-\(dayAgo)" { return nil }
        } else {
            if whole.isEmpty, try !isOlder(than: dayAgo, dayAgoSeconds) { return nil }
        }
        let entries = try keeping(ledger.entryCount)
        guard entries > 0 || state.length > 0 else { return nil }
        try remove(half)
        let name = "auto-\(now)"
        let report: BackupReport
        do throws(WorkspaceFailure) {
            report = try backUp(to: nil, now: name)
        } catch {
            // A partial backup would take the space of the next one.
            do throws(WorkspaceFailure) { try remove([name]) } catch {}
            throw error
        }
        let oldestFirst = whole.filter { $0 > name } + past
        try remove(Array(oldestFirst.dropLast(Self.automaticBackupsKept - 1)))
        return report
    }

    /// Whether the first import or, since there may be none, the lock file is older.
    private func isOlder(than name: String, _ seconds: Int) throws(WorkspaceFailure) -> Bool {
        if let lock = try saving(fileStamp(paths.lock)),
            lock.modifiedNanoseconds / 1_000_000_000 < seconds
        {
            return true
        }
        // Every import writes its mark into the lock file.
        let made = try keeping(ledger.batches()).map(\.made).filter { !$0.isEmpty }.min()
        return made.map { $0.filter { $0 != "-" && $0 != ":" } < name } ?? false
    }

    private static let automaticBackupsKept = 7

    private func remove(_ names: [String]) throws(WorkspaceFailure) {
        try saving { () throws(SavingError) in
            for name in names { try removeTree("\(paths.backups)/\(name)") }
        }
    }

    /// Whether the backup is complete.
    private static func isWholeBackup(_ folder: String) throws(WorkspaceFailure) -> Bool {
        if try isBeingMade(folder) { return false }
        let settings = WorkspacePaths(folder).settings
        return try saving(fileStamp(settings)) != nil
    }

    /// Whether a folder is an unfinished backup.
    static func isBeingMade(_ folder: String) throws(WorkspaceFailure) -> Bool {
        let making = WorkspacePaths(folder).making
        return try saving(fileStamp(making)) != nil
    }

    /// Whether the folder has the start of a backup, and not its end.
    private static func isHalfBackup(_ folder: String) throws(WorkspaceFailure) -> Bool {
        if try isWholeBackup(folder) { return false }
        let names = try names(in: folder)
        return names.contains("ledger.db") || names.contains(".kopiyka")
    }

    /// Replaces queue and ledger, which need not be readable, by those of a backup.
    ///
    /// The settings and the household's files are those of the backup: its lines have their account
    /// names and are filed in its categories, and its undo log has the changes of these files.
    /// Rules and prices stay; missing files of them are copied from the backup.
    ///
    /// - Parameter now: names the folder for the replaced files.
    /// - Throws: `noBackup` without a backup, `halfBackup` if it is unfinished, `backupChanged` if
    ///   a file of it changed since, `damaged` if its check has findings. Nothing was changed then.
    package static func restore(
        at folder: String, from source: String, now: String,
        identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> RestoreReport {
        let paths = WorkspacePaths(realPath(of: folder) ?? folder)
        let isThere = try saving { () throws(SavingError) in
            let settings = try fileStamp(paths.settings)
            let hidden = try sortedNames(in: folder).contains(".kopiyka")
            return settings != nil || hidden
        }
        guard isThere else { throw .notFound(folder) }
        if realPath(of: source) == realPath(of: folder) { throw .backupIsWorkspace(source) }
        let lock = try acquire(paths, .writing, Limits.lockWaitMilliseconds)
        if try isHalfBackup(source) { throw .halfBackup(source) }
        let seal = try BackupSeal.read(of: WorkspacePaths(source))
        try seal?.verify(WorkspacePaths(source))
        // An earlier decided restore is finished first, so that this one is the last.
        if try hasUnfinishedRestore(paths) { try finishRestore(paths) }
        let backup: Workspace
        do throws(WorkspaceFailure) {
            backup = try Workspace.open(at: source, access: .reading, identify: identify)
        } catch .notFound(source) {
            throw .noBackup(source)
        }
        guard backup.problems.isEmpty else { throw .queue(backup.problems) }
        guard try backup.isWhole() else { throw .damaged("backup \(source)") }
        let (entries, queueLines) = try backup.counts()

        // Chosen before the restore is decided, so that recovery uses the same name.
        let prefix = "\(paths.backups)/replaced-"
        let name = try freeFolder(prefix + now).dropFirst(prefix.count)
        let staging = paths.restoring
        let staged = WorkspacePaths(staging)
        try saving { () throws(SavingError) in
            try removeTree(staging)
            try makePrivateDirectory(staging)
        }
        try keeping(backup.ledger.copy(to: staged.ledger))
        let origin = backup.paths
        let hasSettings = try saving(areEqual(paths.settings, origin.settings))
        let replacesSettings = try saving(fileStamp(paths.settings) != nil && !hasSettings)
        try saving { () throws(SavingError) in
            try copyFile(origin.queue, to: staged.queue)
            if !hasSettings { try copyFile(origin.settings, to: staged.settings) }
            try stageFiles(of: origin, in: staged, for: paths)
            try createFile("\(staging)/\(Self.replacedName)", contents: Array(name.utf8))
            try moveFolder(staging, to: paths.restored)
        }
        let replaced = try finishRestore(paths)
        _ = lock
        return RestoreReport(
            entries: entries, queueLines: queueLines, replaced: replaced,
            replacesSettings: replacesSettings, isUnverified: seal == nil)
    }

    /// Copies the files that people write into a restore in preparation.
    private static func stageFiles(
        of origin: WorkspacePaths, in staged: WorkspacePaths, for paths: WorkspacePaths
    ) throws(SavingError) {
        // What an earlier release set aside has none, whatever there was.
        let hasRules = try sortedNames(in: origin.folder).contains(WorkspacePaths.rulesName)
        for folder in WorkspacePaths.kept {
            try copyFiles(of: folder, in: origin, to: staged) { file throws(SavingError) in
                if HouseholdFile(named: file) != nil { return false }
                return try fileStamp("\(paths.folder)/\(file)") == nil
            }
        }
        // Entries have the categories of their time, and undo the files of its time.
        for file in HouseholdFile.all {
            if try fileStamp(origin.path(of: file)) != nil {
                try copyFile(origin.path(of: file), to: staged.path(of: file))
            } else if file != .madeRules || hasRules,
                try fileStamp(paths.path(of: file)) != nil
            {
                // Empty: the workspace's file goes.
                try createFile(staged.path(of: file), contents: [])
            }
        }
    }

    /// The folder's name, with a number if it exists: two may start within one second.
    private static func freeFolder(_ folder: String) throws(WorkspaceFailure) -> String {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        let taken = Set(try names(in: parts.dropLast().joined(separator: "/")))
        let name = String(parts.last ?? "")
        var free = name
        var number = 1
        while taken.contains(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        return parts.dropLast().joined(separator: "/") + "/" + free
    }

    /// Whether a restore was decided and not finished.
    static func hasUnfinishedRestore(_ paths: WorkspacePaths) throws(WorkspaceFailure) -> Bool {
        try names(in: paths.hidden).contains(WorkspacePaths.restoredName)
    }

    /// Finishes a decided restore after a crash at any point; returns the folder of the replaced
    /// files.
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
            for folder in [replaced.folder, replaced.rules] { try makePrivateDirectory(folder) }
            if try !sortedNames(in: paths.folder).contains(WorkspacePaths.rulesName) {
                try makePrivateDirectory(paths.rules)
            }
            let files = HouseholdFile.all.map {
                (restored.path(of: $0), paths.path(of: $0), replaced.path(of: $0))
            }
            for (new, present, old) in [
                (restored.queue, paths.queue, replaced.queue),
                (restored.ledger, paths.ledger, replaced.ledger),
                (restored.settings, paths.settings, replaced.settings),
            ] + files where try fileStamp(new) != nil {
                // A journal belongs to the ledger beside it, and would be rolled back into the new
                // one.
                for (from, to) in [(present, old), (present + "-journal", old + "-journal")]
                where try fileStamp(from) != nil {
                    try moveBetweenFolders(from, to: to)
                }
                if files.contains(where: { $0.0 == new }), try fileStamp(new)?.size == 0 {
                    try removeRegularFile(new)
                } else {
                    try moveBetweenFolders(new, to: present)
                }
            }
            for folder in WorkspacePaths.kept {
                let (from, to) = ("\(restored.folder)/\(folder)", "\(paths.folder)/\(folder)")
                let names = try sortedNames(in: from)
                if !names.isEmpty { try makePrivateDirectory(to) }
                for name in names where try regularFileStamp("\(from)/\(name)") != nil {
                    try moveBetweenFolders("\(from)/\(name)", to: "\(to)/\(name)")
                }
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
        try saving { () throws(SavingError) in
            try makePrivateDirectory(paths.hidden)
            try makePrivateDirectory(path)
        }
    }

    static func names(in folder: String) throws(WorkspaceFailure) -> [String] {
        try saving(sortedNames(in: folder))
    }
}

/// Whether there are two files of the same bytes.
private func areEqual(_ path: String, _ other: String) throws(SavingError) -> Bool {
    guard let one = try fileStamp(path), let two = try fileStamp(other), one.size == two.size,
        one.size <= Limits.settingsBytesMax
    else { return false }
    return try readFile(path, limit: one.size) == readFile(other, limit: one.size)
}

/// Copies the files of a folder of a workspace; rules have one even without files.
///
/// - Parameter isWanted: called with each file's name in the workspace.
private func copyFiles(
    of folder: String, in workspace: WorkspacePaths, to copy: WorkspacePaths,
    where isWanted: (String) throws(SavingError) -> Bool
) throws(SavingError) {
    let names = try sortedNames(in: "\(workspace.folder)/\(folder)")
    if folder == WorkspacePaths.rulesName || !names.isEmpty {
        try makePrivateDirectory("\(copy.folder)/\(folder)")
    }
    for name in names.map({ "\(folder)/\($0)" })
    where try regularFileStamp("\(workspace.folder)/\(name)") != nil {
        guard try isWanted(name) else { continue }
        try copyFile("\(workspace.folder)/\(name)", to: "\(copy.folder)/\(name)")
    }
}
