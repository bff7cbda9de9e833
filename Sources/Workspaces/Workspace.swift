package import Facts
package import Ledger
package import Pending
internal import Saving
internal import Scanning

/// A folder with a queue and a ledger that change together.
///
/// Two protocols keep the files consistent. In both, the ledger's commit decides: ``recover()``
/// finishes or rolls back an interrupted command at the next opening.
///
/// Import appends (`ImportTransaction`):
/// ```
/// step                    function            queue file           ledger                 a crash after it
/// 1 mark in the lock file beginAppending      old                  old                    nothing to take back
/// 2 lines                 append, sync        old + part of new    the same               cut back to the old length
/// 3 commit                commit              old + new            batch, files, length   done
/// ```
/// Everything else rewrites (`QueueRewrite`):
/// ```
/// 1 next queue            run, finish         old, next beside     old                    next is removed
/// 2 commit                finish              old, next beside     new, "next is ready"   renamed when opened
/// 3 rename                finish              new                  the same               noticed by its inode
/// 4 settle                settle              new                  new stamp              done
/// ```
/// A review displays a decision after step 2, and does 3 and 4 before it reads the next key
/// (``settleLast()``).
///
/// People may edit the queue while no command runs. ``open(at:access:identify:)`` detects that by
/// the stamp and reads the whole file; it refuses only problems that it can locate. Edits between a
/// crash and the next start survive too.
package final class Workspace {
    package enum Access: Sendable { case reading, writing }

    /// The last finished step of a protocol, where tests stop.
    package enum Step: String, Sendable, CaseIterable {
        case intentRecorded, linesSynced, nextSynced, committed, renamed, settled
    }

    /// An event that a person should know, although it was handled.
    package enum Notice: Sendable, Equatable {
        /// An import was unfinished; its lines were removed.
        case unfinishedImportTakenBack(batch: Int)
        /// An unfinished command had committed and was completed.
        case unfinishedCommandFinished
        /// The torn last line was moved to this file; imported files will be read again.
        case tornLineSetAside(line: Int, file: String)
        /// The queue was edited during an unfinished command; the edited file was moved there.
        case editedQueueSetAside(file: String)
        /// A file was edited during an unfinished command that changes it; the edited file was
        /// moved there.
        case editedFileSetAside(name: String, file: String)
        /// Lines already decided in the ledger, as in an older queue, were moved to this file.
        case decidedLinesSetAside(count: Int, file: String)
        /// Edited keys were restored from the lines' facts.
        case keysPutBack(count: Int)
        /// The ledger was migrated from an earlier version; earlier commands cannot be undone any
        /// more.
        case ledgerMigrated
    }

    package let paths: WorkspacePaths
    package let access: Access
    package let ledger: LedgerFile
    /// Unreadable or contradictory lines. While there are any, commands that write refuse.
    package internal(set) var problems: [QueueProblem] = []
    package internal(set) var notices: [Notice] = []
    /// Imported lines found nowhere, by import; negative for surplus lines.
    package internal(set) var linesMissing: [Int: Int] = [:]
    /// Whether a category is defined; called for every category of a decision.
    package var isCategory: (String) -> Bool = { _ in true }
    /// Whether a category is a transfer between own accounts.
    package var isTransfer: (String) -> Bool = { _ in false }
    package var afterStep: ((Step) -> Void)?
    /// Called before each commit of a command: if it fails, it may have happened.
    package var beforeCommit: (() -> Void)?

    let identify: (StatementFact, LineKey) -> LineIdentity
    /// Creates keys of new entries; nil if none are needed.
    let keys: KeyMaking?
    var state: QueueState
    /// The next queue of a committed command, until it is renamed.
    var unsettled: String?
    /// Nil while released; see ``release()``.
    private var lock: WorkspaceLock?
    private let holder: String
    /// The ledger can settle the queue's problems once the workspace is opened for writing.
    var isSettledByLedger = false
    /// Keys of the index missing from the queue, until the queue is valid again.
    var goneWhenRead: [LineKey] = []
    /// Lines of each import in the queue, if it was read completely.
    var linesRead: [Int: Int]?
    /// The mark of an unfinished import.
    private(set) var unfinished: AppendingMark?

    /// Creates a workspace, or completes one after an interrupted creation; a complete one stays
    /// unchanged.
    ///
    /// - Throws: `notEmpty` if the folder has other contents and no workspace.
    package static func create(at folder: String) throws(WorkspaceFailure) {
        var paths = WorkspacePaths(folder)
        let isThere = try saving(fileStamp(paths.settings) != nil)
        if isThere {
            guard try saving(fileStamp(paths.ledger)) != nil
            else {
                throw .missing("ledger.db")
            }
            return
        }
        let names = try folderNames(folder)
        // Another process may have made it since.
        let ours: Set<String> = [
            "inbox", "rules", "pending.jsonl", "ledger.db", "ledger.db-journal", ".kopiyka",
            "kopiyka.yaml",
        ]
        guard names.allSatisfy({ ours.contains($0) || $0.hasPrefix(".kopiyka.yaml.") }) else {
            throw .notEmpty(folder)
        }
        try saving(makePrivateDirectory(folder))
        // SQLite follows no symbolic link, and the path may contain one.
        paths = WorkspacePaths(realPath(of: folder) ?? folder)
        try saving { () throws(SavingError) in
            for directory in [paths.hidden, paths.inbox, paths.rules] {
                try makePrivateDirectory(directory)
            }
        }
        let lock = try acquire(paths, .writing, Limits.lockWaitMilliseconds)
        if try saving(fileStamp(paths.settings)) != nil { return }
        try saving { () throws(SavingError) in
            if try fileStamp(paths.queue) == nil { try createFile(paths.queue, contents: []) }
        }
        try keeping(LedgerFile.create(path: paths.ledger))
        // Last: a folder with it is a complete workspace.
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: paths.settings)
            try file.write(Array(Settings.template.utf8))
            try file.commit()
        }
        _ = lock
    }

    /// Opens a workspace: takes its lock before the first read, recovers from a crash, and detects
    /// edits of the queue.
    ///
    /// - Parameters:
    ///   - identify: the identity of a fact under a known key (which distinguishes equal lines);
    ///     called to rebuild the index.
    ///   - keys: creates keys; nil if none are needed, as in a backup opened for reading.
    ///   - isBeingMade: it is a backup opened by its maker.
    ///   - isDryRun: nothing will be changed, so an older ledger is not migrated.
    /// - Throws: `halfBackup` for an unfinished backup.
    package static func open(
        at folder: String, access: Access, waitMilliseconds: Int = Limits.lockWaitMilliseconds,
        keys: KeyMaking? = nil, holder: String = "", isBeingMade: Bool = false,
        isDryRun: Bool = false,
        identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace {
        // SQLite follows no symbolic link, and remembered files must not depend on the spelling of
        // the path.
        let paths = WorkspacePaths(realPath(of: folder) ?? folder)
        // A restore into a folder without settings brings them, so it is finished first.
        if try hasUnfinishedRestore(paths) { try finishRestoreIfAny(paths, waitMilliseconds) }
        if !isBeingMade, try Self.isBeingMade(paths.folder) { throw .halfBackup(folder) }
        guard try saving(fileStamp(paths.settings)) != nil else {
            throw .notFound(folder)
        }
        if access == .writing {
            let workspace = try Workspace(
                paths, .writing, waitMilliseconds, keys, identify, holder, isDryRun: isDryRun)
            let isAfterCrash = workspace.state.intent != .none
            try workspace.recover()
            try workspace.readIfEdited()
            try workspace.proveIndex(isAfterCrash: isAfterCrash)
            try workspace.countMissing()
            try workspace.finishIntent()
            try workspace.finishIntendedFiles()
            return workspace
        }
        if let workspace = try settledReader(paths, waitMilliseconds, keys, identify) {
            try workspace.countMissing()
            return workspace
        }
        do throws(WorkspaceFailure) {
            return try afterRecovery(paths, waitMilliseconds, keys, identify)
        } catch {
            // If the queue cannot be repaired on a read-only medium, it is shown as it is.
            guard case .readOnly = error,
                let workspace = try finishedReader(paths, waitMilliseconds, keys, identify)
            else { throw error }
            try workspace.readIfEdited()
            try workspace.countMissing()
            return workspace
        }
    }

    private static func finishRestoreIfAny(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int
    ) throws(WorkspaceFailure) {
        guard try hasUnfinishedRestore(paths) else { return }
        let lock = try acquire(paths, .writing, waitMilliseconds)
        if try hasUnfinishedRestore(paths) { try finishRestore(paths) }
        _ = lock
    }

    /// Nil if a writer is needed first: to finish a command, or to repair the queue from the
    /// ledger.
    private static func settledReader(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace? {
        guard let workspace = try finishedReader(paths, waitMilliseconds, keys, identify) else {
            return nil
        }
        try workspace.readIfEdited()
        if workspace.isSettledByLedger { return nil }
        if try workspace.hasIntent { return nil }
        return try workspace.hasIntendedFiles ? nil : workspace
    }

    /// Nil if a command is unfinished: between the steps of a protocol, or inside the ledger's own
    /// commit.
    private static func finishedReader(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace? {
        do throws(WorkspaceFailure) {
            let workspace = try Workspace(paths, .reading, waitMilliseconds, keys, identify)
            return workspace.state.intent == .none ? workspace : nil
        } catch {
            if case .ledger(let failure) = error, failure.isUnfinishedWrite { return nil }
            throw error
        }
    }

    /// Lets a writer finish an unfinished command, then opens for reading again.
    private static func afterRecovery(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace {
        let notices = try noticesOfRecovery(paths, waitMilliseconds, keys, identify)
        let reader = try Workspace(paths, .reading, waitMilliseconds, keys, identify)
        try reader.readIfEdited()
        try reader.countMissing()
        reader.notices = notices
        return reader
    }

    /// A separate function, so that the writer and its database are released when it returns.
    private static func noticesOfRecovery(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> [Notice] {
        try open(
            at: paths.folder, access: .writing, waitMilliseconds: waitMilliseconds, keys: keys,
            identify: identify
        ).notices
    }

    private init(
        _ paths: WorkspacePaths, _ access: Access, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity, _ holder: String = "",
        isDryRun: Bool = false
    ) throws(WorkspaceFailure) {
        self.paths = paths
        self.access = access
        self.keys = keys
        self.identify = identify
        self.holder = holder
        lock = try Self.acquire(paths, access, waitMilliseconds, holder)
        if access == .writing { try BackupSeal.remove(from: paths) }
        guard try saving(fileStamp(paths.ledger)) != nil else {
            throw .missing("ledger.db")
        }
        let opened = try keeping(LedgerFile(path: paths.ledger, isReadOnly: access == .reading))
        ledger = opened
        state = try keeping(opened.queueState())
        let mark = try appendingMark()
        var changesLedger = access == .writing && !isDryRun
        if access == .writing, isDryRun, opened.isOfEarlierVersion {
            // Recovery and repair of an edited queue happen even in a dry run.
            changesLedger = state.intent != .none || mark != nil
            if !changesLedger { changesLedger = try !isQueueAsLeft() }
        }
        if changesLedger, opened.isOfEarlierVersion {
            let making = Self.identityMaking(identify)
            let ending = try keeping(opened.migrate(making))
            if !ending.isEmpty { notices.append(.ledgerMigrated) }
            state = try keeping(opened.queueState())
        }
        if state.intent == .none, let mark {
            unfinished = mark
            state.intent = .append(batch: mark.batch)
        }
        if access == .writing { try removeLeftovers() }
    }

    /// Releases the lock, so that other commands can run while a person thinks. Nothing may be
    /// changed before ``acquire()``.
    package func release() throws(WorkspaceFailure) {
        try settleLast()
        guard lock != nil else { return }
        try keeping(ledger.share(true))
        lock = nil
    }

    /// Takes the lock again after ``release()``.
    ///
    /// - Throws: `changedMeanwhile` if another command changed queue or ledger, or a person edited
    ///   the queue.
    package func acquire() throws(WorkspaceFailure) {
        if lock != nil { return }
        lock = try Self.acquire(paths, access, Limits.lockWaitMilliseconds, holder)
        let now = try keeping { () throws(LedgerFailure) in
            try ledger.share(false)
            return try ledger.queueState()
        }
        guard now.generation == state.generation,
            now.length == state.length, now.tail == state.tail, now.intent == .none,
            state.stamp == QueueStamp(try currentStamp())
        else {
            // Opening the workspace again must not wait for this instance.
            try keeping(ledger.share(true))
            lock = nil
            throw .changedMeanwhile
        }
    }

    /// - Parameter holder: describes this command to commands that wait for it.
    /// - Returns: nil for a reader of a copy without a lock on a read-only medium.
    static func acquire(
        _ paths: WorkspacePaths, _ access: Access, _ waitMilliseconds: Int, _ holder: String = ""
    ) throws(WorkspaceFailure) -> WorkspaceLock? {
        do throws(SavingError) {
            // A copy without hidden folders is still a workspace. An existing lock means that its
            // folder's name is durable.
            if try regularFileStamp(paths.lock) == nil {
                try makePrivateDirectory(paths.hidden)
            }
        } catch {
            // If no lock can be created, nothing can be written.
            if access == .reading, error.errno == readOnlyFileSystem { return nil }
            throw error.errno == readOnlyFileSystem ? .readOnly : .saving(error)
        }
        do throws(LockFailure) {
            let lock = try WorkspaceLock.acquire(
                path: paths.lock, mode: access == .writing ? .exclusive : .shared,
                waitMilliseconds: waitMilliseconds)
            if access == .writing, !holder.isEmpty { leaveNote(holder, at: paths.holder) }
            return lock
        } catch {
            switch error {
            case .busy:
                throw .busy(by: noteOfHolder(paths))
            case .failed(let failure):
                throw failure.errno == readOnlyFileSystem ? .readOnly : .saving(failure)
            }
        }
    }

    /// The note of a running command. Readers leave none, and one of before may still be there.
    private static func noteOfHolder(_ paths: WorkspacePaths) -> String {
        guard let bytes = try? readFile(paths.holder, limit: 4_096) else { return "" }
        let note = String(decoding: bytes, as: UTF8.self)
        let process = note.split(separator: " ").last.flatMap { Int32($0) }
        return process.map { isAlive(process: $0) } == true ? note : ""
    }

    /// Changes exactly with the commands that change queue or ledger; recovery and recording an
    /// edited queue do not change it.
    package func ledgerMark() throws(WorkspaceFailure) -> String {
        let counts = try keeping((try ledger.entryCount, try ledger.tombstoneCount))
        return "\(state.generation)-\(counts.0)-\(counts.1)"
    }

    /// Every category of a decision is defined, or explicitly none.
    func knowsCategories(of decision: Decision) -> Bool {
        if decision.category == nil, decision.splits == nil { return true }
        let said = [decision.category ?? ""] + (decision.splits ?? []).map(\.category)
        return said.allSatisfy { $0.isEmpty || isCategory($0) }
    }

    private static func folderNames(_ folder: String) throws(WorkspaceFailure) -> [String] {
        try saving(sortedNames(in: folder))
    }

    func note(bytesMax: Int) throws(WorkspaceFailure) -> [UInt8] {
        try saving(lock?.note(bytesMax: bytesMax) ?? [])
    }

    func leave(_ note: [UInt8], isDurable: Bool) throws(WorkspaceFailure) {
        try saving(lock?.leave(note.span, isDurable: isDurable))
    }

    private func removeLeftovers() throws(WorkspaceFailure) {
        let generation = state.generation
        let keepsNext = state.intent != .none
        try saving { () throws(SavingError) in
            try removeStaleTemporaries(in: paths.folder)
            try removeStaleTemporaries(in: paths.hidden)
            // The next queue of an uncommitted command; that of a committed one is needed.
            try removeRegularFile(paths.nextQueue(generation + 1))
            if !keepsNext { try removeRegularFile(paths.nextQueue(generation)) }
            try removeRegularFile(paths.nextIndex)
        }
    }
}

/// `EROFS`.
private let readOnlyFileSystem: Int32 = 30
