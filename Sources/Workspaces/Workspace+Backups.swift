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
    /// The backup has no seal: nothing tells whether it is as it was made.
    package var isUnverified = false
}

/// A backup is a workspace of its own: settings, rules, queue and ledger, without inbox. While it
/// is made it says so in a file, which goes as the last step, when the copy was opened and checked
/// and its files were written down (``BackupSeal``): a folder with it, or without settings, is half
/// a backup. `check`, `list` and every other command
/// can look into a whole one.
///
/// A restore is prepared beside and takes effect by one rename; what a crash leaves behind it is
/// finished by the next start:
/// ```
/// step                                                  a crash after it
/// 1 copies in .kopiyka/restoring                         removed by the next restore
/// 2 .kopiyka/restoring is renamed to .kopiyka/restored   finished
/// 3 old files to backups/replaced-…, new ones in place   finished
/// ```
extension Workspace {
    /// Copies everything into a folder that is not there yet.
    ///
    /// - Parameter folder: nil for one under `.kopiyka/backups`, named by `now`, with a number
    ///   where there is one of that name.
    /// - Throws: `notEmpty` when the folder holds anything, `damaged` when the copy does not pass
    ///   its check.
    package func backUp(to folder: String?, now: String) throws(WorkspaceFailure) -> BackupReport {
        let target: String
        if let folder {
            target = folder
        } else {
            try makeHiddenFolder(paths.backups)
            target = try Self.freeFolder("\(paths.backups)/\(now)")
        }
        let ledger = ledger
        let paths = paths
        try saving { () throws(SavingError) in try makePrivateDirectory(target) }
        // SQLite follows no link, and there may be one above the folder.
        let copy = WorkspacePaths(realPath(of: target) ?? target)
        guard try Self.names(in: target).isEmpty else { throw .notEmpty(target) }
        try saving { () throws(SavingError) in
            // Whoever only reads cannot make the lock.
            try makePrivateDirectory(copy.hidden)
            try createFile(copy.making, contents: [])
            try createFile(copy.lock, contents: [])
        }
        try keeping { () throws(LedgerFailure) in try ledger.copy(to: copy.ledger) }
        try saving { () throws(SavingError) in
            try copyFile(paths.queue, to: copy.queue)
            try copyRules(paths.rules, to: copy.rules) { _ in true }
            try copyFile(paths.settings, to: copy.settings)
        }
        let entries = try entriesOfWhole(target)
        try saving { () throws(SavingError) in
            try createFile(copy.seal, contents: BackupSeal(of: copy).bytes)
            try removeRegularFile(copy.making)
        }
        return BackupReport(folder: target, entries: entries, queueLines: state.lines)
    }

    /// Opens the copy and checks it; gives its entries.
    private func entriesOfWhole(_ folder: String) throws(WorkspaceFailure) -> Int {
        let copy = try Workspace.open(
            at: folder, access: .reading, isBeingMade: true, identify: identify)
        guard copy.problems.isEmpty, try copy.isWhole() else { throw .damaged("backup \(folder)") }
        let ledger = copy.ledger
        return try keeping { () throws(LedgerFailure) in try ledger.entryCount }
    }

    /// Every record is as it was written. Lines may be missing: what is there is worth keeping.
    private func isWhole() throws(WorkspaceFailure) -> Bool {
        try check().allSatisfy { finding in
            switch finding {
            case .linesMissing, .batchUnknown: true
            case .ledger, .queue, .tombstoneUnreadable: false
            }
        }
    }

    /// Makes the day's backup when the last one is older than a day and there is something to keep;
    /// nil when none was due.
    ///
    /// A workspace is left alone on its first day: everything of that day is in the undo log. Half
    /// backups do not count, and go. Those that a clock running ahead has named are none of today
    /// or yesterday; they are the first to go when there are enough.
    ///
    /// - Parameters:
    ///   - now: `20261121T180000Z`; names of automatic backups are made of it.
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
            let lock = paths.lock
            let made = try saving { () throws(SavingError) in try fileStamp(lock) }
            guard let made,
                !whole.isEmpty || made.modifiedNanoseconds / 1_000_000_000 < dayAgoSeconds
            else { return nil }
        }
        let ledger = ledger
        let entries = try keeping { () throws(LedgerFailure) in try ledger.entryCount }
        guard entries > 0 || state.length > 0 else { return nil }
        try remove(half)
        let name = "auto-\(now)"
        let report: BackupReport
        do throws(WorkspaceFailure) {
            report = try backUp(to: nil, now: name)
        } catch {
            // What is left of it takes the room that the next one wants.
            do throws(WorkspaceFailure) { try remove([name]) } catch {}
            throw error
        }
        let oldestFirst = whole.filter { $0 > name } + past
        try remove(Array(oldestFirst.dropLast(Self.automaticBackupsKept - 1)))
        return report
    }

    private static let automaticBackupsKept = 7

    private func remove(_ names: [String]) throws(WorkspaceFailure) {
        let backups = paths.backups
        try saving { () throws(SavingError) in
            for name in names { try removeTree("\(backups)/\(name)") }
        }
    }

    /// Whether the making of a backup came to its end.
    private static func isWholeBackup(_ folder: String) throws(WorkspaceFailure) -> Bool {
        if try isBeingMade(folder) { return false }
        let settings = WorkspacePaths(folder).settings
        return try saving { () throws(SavingError) in try fileStamp(settings) } != nil
    }

    /// Whether a folder is a backup whose making has begun and not ended.
    static func isBeingMade(_ folder: String) throws(WorkspaceFailure) -> Bool {
        let making = WorkspacePaths(folder).making
        return try saving { () throws(SavingError) in try fileStamp(making) } != nil
    }

    /// Whether the folder holds what a backup begins with, and not its end.
    private static func isHalfBackup(_ folder: String) throws(WorkspaceFailure) -> Bool {
        if try isWholeBackup(folder) { return false }
        let names = try names(in: folder)
        return names.contains("ledger.db") || names.contains(".kopiyka")
    }

    /// Puts queue and ledger of a backup in the place of the present ones, which need not be
    /// readable.
    ///
    /// Settings and rules stay as they are; each file of them that is missing comes from the
    /// backup.
    ///
    /// - Parameter now: names the folder in which the replaced files are kept.
    /// - Throws: `notFound` when there is no backup, `halfBackup` when its making did not end,
    ///   `backupChanged` when a file of it is not as it was then, `damaged` when its check finds
    ///   anything. Nothing was changed then.
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
        let lock = try acquire(paths, .writing, Limits.lockWaitMilliseconds)
        if try isHalfBackup(source) { throw .halfBackup(source) }
        let seal = try BackupSeal.read(of: WorkspacePaths(source))
        try seal?.verify(WorkspacePaths(source))
        // One that was decided before comes first, so that this one is the last word.
        if try hasUnfinishedRestore(paths) { try finishRestore(paths) }
        let backup = try Workspace.open(at: source, access: .reading, identify: identify)
        guard backup.problems.isEmpty else { throw .queue(backup.problems) }
        guard try backup.isWhole() else { throw .damaged("backup \(source)") }
        let entries = try keeping { () throws(LedgerFailure) in try backup.ledger.entryCount }
        let queueLines = backup.state.lines

        // Chosen before the restore is decided, so that a crash does not choose anew.
        let prefix = "\(paths.backups)/replaced-"
        let name = try freeFolder(prefix + now).dropFirst(prefix.count)
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
            try copyRules(origin.rules, to: staged.rules) { file throws(SavingError) in
                try fileStamp("\(paths.rules)/\(file)") == nil
            }
            try createFile("\(staging)/\(Self.replacedName)", contents: Array(name.utf8))
            try moveFolder(staging, to: paths.restored)
        }
        let replaced = try finishRestore(paths)
        _ = lock
        return RestoreReport(
            entries: entries, queueLines: queueLines, replaced: replaced, isUnverified: seal == nil)
    }

    /// The folder's name, with a number where there is one: two within one second are two.
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

    /// Brings a decided restore to its end, from any point a crash left it at; gives the folder of
    /// what was replaced.
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
                // A journal belongs to the ledger it lies beside and would be played into the new
                // one.
                for (from, to) in [(present, old), (present + "-journal", old + "-journal")]
                where try fileStamp(from) != nil {
                    try moveBetweenFolders(from, to: to)
                }
                try moveBetweenFolders(new, to: present)
            }
            for folder in ["", "/\(WorkspacePaths.layoutsName)"] {
                let (from, to) = (restored.rules + folder, paths.rules + folder)
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

/// Copies the files of a workspace's rules and of its own layouts.
///
/// - Parameter isWanted: asked for each by its name below the folder.
private func copyRules(
    _ rules: String, to copy: String, where isWanted: (String) throws(SavingError) -> Bool
) throws(SavingError) {
    for folder in ["", WorkspacePaths.layoutsName + "/"] {
        let names = try sortedNames(in: rules + "/" + folder)
        if folder.isEmpty || !names.isEmpty { try makePrivateDirectory(copy + "/" + folder) }
        for name in names where try regularFileStamp("\(rules)/\(folder)\(name)") != nil {
            guard try isWanted(folder + name) else { continue }
            try copyFile("\(rules)/\(folder)\(name)", to: "\(copy)/\(folder)\(name)")
        }
    }
}
