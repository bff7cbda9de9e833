package import Facts
package import Ledger
package import Pending
internal import Saving
internal import Scanning

/// A folder with a queue and a ledger that change together.
///
/// Two protocols keep the files together. In both, the ledger's commit in the middle is the moment
/// at which the command has happened; what a crash leaves is finished or taken back by
/// ``recover()`` when the workspace is opened next.
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
/// A review shows a decision as made after step 2, and does 3 and 4 before it reads the next key
/// (``settleLast()``).
///
/// People may edit the queue whenever no command runs. ``open(at:access:identify:)`` notices by the
/// stamp, reads the whole file and refuses nothing less than what it can point at. Edits made
/// between a crash and the next start survive too.
package final class Workspace {
    package enum Access: Sendable { case reading, writing }

    /// Where a step of a protocol has just ended; a test stops there.
    package enum Step: String, Sendable, CaseIterable {
        case intentRecorded, linesSynced, nextSynced, committed, renamed, settled
    }

    /// Something a person should hear of, although it was settled.
    package enum Notice: Sendable, Equatable {
        /// An import had not finished; its lines were taken back.
        case unfinishedImportTakenBack(batch: Int)
        /// A command had committed and was finished.
        case unfinishedCommandFinished
        /// The last line was cut; what is left of it lies in this file, and imported files will be
        /// read again.
        case tornLineSetAside(line: Int, file: String)
        /// The queue was edited while a command was unfinished; the edited file lies there.
        case editedQueueSetAside(file: String)
        /// The ledger had approved or dismissed lines of the queue already, as beside an older
        /// queue: they lie in this file now.
        case decidedLinesSetAside(count: Int, file: String)
        /// Keys that somebody changed are again those that the lines' facts make.
        case keysPutBack(count: Int)
        /// The ledger of an earlier version is one of today; what was done before is not undone any
        /// more.
        case ledgerMigrated
    }

    package let paths: WorkspacePaths
    package let access: Access
    package let ledger: LedgerFile
    /// Lines that cannot be read or contradict each other. Commands that write refuse while there
    /// are any.
    package internal(set) var problems: [QueueProblem] = []
    package internal(set) var notices: [Notice] = []
    /// Lines of imports that are in no place, by import; negative where there are more than came
    /// in.
    package internal(set) var linesMissing: [Int: Int] = [:]
    /// Whether a category is defined; asked about every category that a decision says.
    package var isCategory: (String) -> Bool = { _ in true }
    /// Whether a category is of money that stays with its owner.
    package var isTransfer: (String) -> Bool = { _ in false }
    /// Called after each step of a protocol.
    package var afterStep: ((Step) -> Void)?

    let identify: (StatementFact, LineKey) -> LineIdentity
    /// How keys of new entries are made; nil where none are.
    let keys: KeyMaking?
    var state: QueueState
    /// The next queue of a command that has committed, until it has its place.
    var unsettled: String?
    /// Nil while a person thinks; see ``release()``.
    private var lock: WorkspaceLock?
    private let holder: String
    /// What is wrong in the queue the ledger can settle, as soon as somebody may write.
    var isSettledByLedger = false
    /// Keys that the index had and the queue has not, until the queue is in order again.
    var goneWhenRead: [LineKey] = []
    /// Lines of each import in the queue, when it was read whole.
    var linesRead: [Int: Int]?
    /// Of an import that did not end.
    private(set) var unfinished: AppendingMark?

    /// Makes a workspace, or completes one whose making was interrupted; a whole one stays as it
    /// is.
    ///
    /// - Throws: `notEmpty` when the folder holds other things and no workspace.
    package static func create(at folder: String) throws(WorkspaceFailure) {
        var paths = WorkspacePaths(folder)
        let isThere = try saving { [paths] () throws(SavingError) in
            try fileStamp(paths.settings) != nil
        }
        if isThere {
            guard try saving({ () throws(SavingError) in try fileStamp(paths.ledger) }) != nil
            else {
                throw .missing("ledger.db")
            }
            return
        }
        let names = try folderNames(folder)
        let ours: Set<String> = [
            "inbox", "rules", "pending.jsonl", "ledger.db", "ledger.db-journal", ".kopiyka",
        ]
        guard names.allSatisfy({ ours.contains($0) || $0.hasPrefix(".kopiyka.yaml.") }) else {
            throw .notEmpty(folder)
        }
        try saving { () throws(SavingError) in try makePrivateDirectory(folder) }
        // SQLite follows no link, and there may be one above the folder.
        paths = WorkspacePaths(realPath(of: folder) ?? folder)
        try saving { [paths] () throws(SavingError) in
            for directory in [paths.hidden, paths.inbox, paths.rules] {
                try makePrivateDirectory(directory)
            }
        }
        let lock = try acquire(paths, .writing, Limits.lockWaitMilliseconds)
        try saving { () throws(SavingError) in
            if try fileStamp(paths.queue) == nil { try createFile(paths.queue, contents: []) }
        }
        try keeping { () throws(LedgerFailure) in try LedgerFile.create(path: paths.ledger) }
        // Last: a folder with it is a whole workspace.
        try saving { () throws(SavingError) in
            var file = try ReplacingFile(replacing: paths.settings)
            try file.write(Array(Settings.template.utf8))
            try file.commit()
        }
        _ = lock
    }

    /// Opens a workspace: takes its lock before the first read, finishes or takes back what a crash
    /// left, and looks whether the queue was edited.
    ///
    /// - Parameters:
    ///   - identify: the identity of a fact under a known key (the key tells which of several equal
    ///     lines it is); asked when the index must be made again.
    ///   - keys: how keys are made; nil where none are, as in a backup that is only looked into.
    ///   - isBeingMade: it is a backup that its maker looks into.
    ///   - isDryRun: nothing is to be changed, so a ledger of an earlier version stays one.
    /// - Throws: `halfBackup` for a backup that was not made to its end.
    package static func open(
        at folder: String, access: Access, waitMilliseconds: Int = Limits.lockWaitMilliseconds,
        keys: KeyMaking? = nil, holder: String = "", isBeingMade: Bool = false,
        isDryRun: Bool = false,
        identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace {
        // SQLite follows no link, and what is remembered of files must not depend on how the folder
        // was spelled.
        let paths = WorkspacePaths(realPath(of: folder) ?? folder)
        // A restore into a folder without settings brings them, so it is finished first.
        if try hasUnfinishedRestore(paths) { try finishRestoreIfAny(paths, waitMilliseconds) }
        if !isBeingMade, try Self.isBeingMade(paths.folder) { throw .halfBackup(folder) }
        guard try saving({ () throws(SavingError) in try fileStamp(paths.settings) }) != nil else {
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
            return workspace
        }
        if let workspace = try settledReader(paths, waitMilliseconds, keys, identify) {
            try workspace.countMissing()
            return workspace
        }
        do throws(WorkspaceFailure) {
            return try afterRecovery(paths, waitMilliseconds, keys, identify)
        } catch {
            // Where nobody can put the queue in order it is shown as it is.
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

    /// Nil when a writer is needed first: to finish a command, or to put the queue in order beside
    /// the ledger.
    private static func settledReader(
        _ paths: WorkspacePaths, _ waitMilliseconds: Int, _ keys: KeyMaking?,
        _ identify: @escaping (StatementFact, LineKey) -> LineIdentity
    ) throws(WorkspaceFailure) -> Workspace? {
        guard let workspace = try finishedReader(paths, waitMilliseconds, keys, identify) else {
            return nil
        }
        try workspace.readIfEdited()
        return workspace.isSettledByLedger || workspace.hasIntent ? nil : workspace
    }

    /// Nil when a command did not finish: between the steps of a protocol, or inside the ledger's
    /// own commit.
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

    /// A reader that finds an unfinished command lets a writer finish it and looks again.
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

    /// A function of its own, so that the writer and its database are gone when it returns.
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
        guard try saving({ () throws(SavingError) in try fileStamp(paths.ledger) }) != nil else {
            throw .missing("ledger.db")
        }
        let opened = try keeping { () throws(LedgerFailure) in
            try LedgerFile(path: paths.ledger, isReadOnly: access == .reading)
        }
        ledger = opened
        state = try keeping { () throws(LedgerFailure) in try opened.queueState() }
        let mark = try appendingMark()
        var changesLedger = access == .writing && !isDryRun
        if access == .writing, isDryRun, opened.isOfEarlierVersion {
            // What a crash or an editor left is put in order before anything is looked at.
            changesLedger = state.intent != .none || mark != nil
            if !changesLedger { changesLedger = try !isQueueAsLeft() }
        }
        if changesLedger, opened.isOfEarlierVersion {
            let making = Self.identityMaking(identify)
            let ending = try keeping { () throws(LedgerFailure) in try opened.migrate(making) }
            if !ending.isEmpty { notices.append(.ledgerMigrated) }
            state = try keeping { () throws(LedgerFailure) in try opened.queueState() }
        }
        if state.intent == .none, let mark {
            unfinished = mark
            state.intent = .append(batch: mark.batch)
        }
        if access == .writing { try removeLeftovers() }
    }

    /// Gives the lock back, so that other commands work while a person thinks. Nothing may be
    /// changed before ``acquire()``.
    package func release() throws(WorkspaceFailure) {
        try settleLast()
        guard lock != nil else { return }
        let ledger = ledger
        try keeping { () throws(LedgerFailure) in try ledger.share(true) }
        lock = nil
    }

    /// Takes the lock again after ``release()``.
    ///
    /// - Throws: `changedMeanwhile` when another command changed queue or ledger, or a person
    ///   edited the queue.
    package func acquire() throws(WorkspaceFailure) {
        if lock != nil { return }
        lock = try Self.acquire(paths, access, Limits.lockWaitMilliseconds, holder)
        let ledger = ledger
        let now = try keeping { () throws(LedgerFailure) in
            try ledger.share(false)
            return try ledger.queueState()
        }
        guard now.generation == state.generation,
            now.length == state.length, now.tail == state.tail, now.intent == .none,
            state.stamp == QueueStamp(try currentStamp())
        else {
            // Whoever opens the workspace anew must not wait for this one.
            try keeping { () throws(LedgerFailure) in try ledger.share(true) }
            lock = nil
            throw .changedMeanwhile
        }
    }

    /// - Parameter holder: what a command that has to wait is told of this one.
    /// - Returns: nil for a reader of a copy without a lock on a medium that cannot be written.
    static func acquire(
        _ paths: WorkspacePaths, _ access: Access, _ waitMilliseconds: Int, _ holder: String = ""
    ) throws(WorkspaceFailure) -> WorkspaceLock? {
        do throws(SavingError) {
            // A copy made without hidden folders is still a workspace. Where the lock is, the name
            // of its folder is durable.
            if try regularFileStamp(paths.lock) == nil {
                try makePrivateDirectory(paths.hidden)
            }
        } catch {
            // Where nobody can make a lock, nobody writes.
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
                let note = try? readFile(paths.holder, limit: 4_096)
                throw .busy(by: note.map { String(decoding: $0, as: UTF8.self) } ?? "")
            case .failed(let failure):
                throw failure.errno == readOnlyFileSystem ? .readOnly : .saving(failure)
            }
        }
    }

    /// Changes with every command that changes queue or ledger, and with nothing else: recovery and
    /// taking note of an edited queue leave it as it is.
    package func ledgerMark() throws(WorkspaceFailure) -> String {
        let ledger = ledger
        let counts = try keeping { () throws(LedgerFailure) in
            (try ledger.entryCount, try ledger.tombstoneCount)
        }
        return "\(state.generation)-\(counts.0)-\(counts.1)"
    }

    /// Every category a decision says is defined, or said to be none.
    func knowsCategories(of decision: Decision) -> Bool {
        if decision.category == nil, decision.splits == nil { return true }
        let said = [decision.category ?? ""] + (decision.splits ?? []).map(\.category)
        return said.allSatisfy { $0.isEmpty || isCategory($0) }
    }

    private static func folderNames(_ folder: String) throws(WorkspaceFailure) -> [String] {
        try saving { () throws(SavingError) in try sortedNames(in: folder) }
    }

    func note(bytesMax: Int) throws(WorkspaceFailure) -> [UInt8] {
        do throws(SavingError) { return try lock?.note(bytesMax: bytesMax) ?? [] } catch {
            throw .saving(error)
        }
    }

    func leave(_ note: [UInt8], isDurable: Bool) throws(WorkspaceFailure) {
        do throws(SavingError) { try lock?.leave(note.span, isDurable: isDurable) } catch {
            throw .saving(error)
        }
    }

    private func removeLeftovers() throws(WorkspaceFailure) {
        let paths = paths
        let generation = state.generation
        let keepsNext = state.intent != .none
        try saving { () throws(SavingError) in
            try removeStaleTemporaries(in: paths.folder)
            try removeStaleTemporaries(in: paths.hidden)
            // The next queue of a command that did not commit; one that did is wanted.
            try removeRegularFile(paths.nextQueue(generation + 1))
            if !keepsNext { try removeRegularFile(paths.nextQueue(generation)) }
            try removeRegularFile(paths.nextIndex)
        }
    }
}

/// `EROFS`.
private let readOnlyFileSystem: Int32 = 30
