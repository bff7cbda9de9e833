package import Facts
package import Ledger
package import Pending
internal import Saving
internal import Scanning

/// What an import did, or would do.
package struct ImportSummary: Sendable, Equatable {
    /// Nil when nothing was to be written.
    package var batch: Int?
    package var linesNew = 0
    /// Known lines that got another source.
    package var sourcesAdded = 0
    /// Of the new lines, those of earlier imports that had left the queue outside the program.
    package var linesReturned = 0
    /// Waiting lines whose parts were taken back: the bank booked another amount, which they do not
    /// sum to.
    package var linesUndivided: [LineKey] = []

    package init(
        batch: Int? = nil, linesNew: Int = 0, sourcesAdded: Int = 0, linesReturned: Int = 0
    ) {
        self.batch = batch
        self.linesNew = linesNew
        self.sourcesAdded = sourcesAdded
        self.linesReturned = linesReturned
    }
}

/// One import on its way: lines are appended behind the queue and count only when ``commit(_:)``
/// returned.
///
/// Memory is about 24 bytes for each queued line and 32 for each source added. Letting it go
/// without a commit takes everything back, as a crash does when the workspace is opened next.
package final class ImportTransaction {
    /// The number the new lines carry.
    package let batch: Int
    /// Nothing was ever imported or written by hand, and the queue is empty: there is no known line
    /// to ask for.
    package let isFirst: Bool
    package let isDryRun: Bool
    package let hasEntriesByHand: Bool
    package let workspace: Workspace
    /// What is proposed for a line by itself, under its key and with its own decision.
    package typealias Proposing = (StatementFact, LineKey, Decision?) throws(WorkspaceFailure) ->
        Suggestion
    let suggest: Proposing?
    let lookups: LedgerLookups
    var index: QueueIndex
    var appender: AppendingFile?
    /// Appended so far.
    package private(set) var linesNew = 0
    /// Lines of earlier imports that are in no place, by import.
    var linesMissing: [Int: Int]
    private let linesGone: Set<LineKey>
    /// Of the lines appended, those that were missing.
    package private(set) var linesReturned = 0
    var syncing: SyncUnderWay?
    /// The workspace was told that lines are being appended.
    var isMarked = false
    var numbers: [UInt32] = []
    var ledgerLines: [LedgerLine] = []
    var entryReader: EntryReader?
    var queueFile: RegularFile?
    /// What lines are proposed as, new ones and waiting ones, in the place of what they were
    /// appended or found with.
    var suggestions: [LineKey: Suggestion] = [:]
    /// What was noted of own accounts, if it is to be noted.
    var ownNumbers: UInt64?
    /// Files that were read to their end.
    package internal(set) var files: [SeenFile] = []
    var additions: [Addition] = []
    var fillings: [StatementFact] = []
    var sourceNames: [LineSource] = []
    var filesBegun = 0
    var shownBalances: [ShownBalance] = []
    /// The balances that known lines get with this import in the place of theirs.
    var renewedBalances: [LineKey: Money] = [:]
    var isOpen = true
    /// The ledger was asked to commit. When that fails it may have happened all the same (only the
    /// sync behind it failed), so nothing is taken back here: the next start asks the ledger.
    var isDecided = false

    init(
        _ workspace: Workspace, isDryRun: Bool, suggest: Proposing?
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.suggest = suggest
        self.isDryRun = isDryRun
        linesMissing = workspace.linesMissing
        linesGone = linesMissing.isEmpty ? [] : workspace.linesGone()
        let ledger = workspace.ledger
        batch = try keeping { () throws(LedgerFailure) in try ledger.nextBatch() }
        lookups = try keeping { () throws(LedgerFailure) in try LedgerLookups(ledger) }
        index = try workspace.openIndex()
        hasEntriesByHand = try keeping { () throws(LedgerFailure) in try ledger.hasEntriesByHand }
        isFirst = batch == 1 && index.count == 0 && !hasEntriesByHand
    }

    deinit {
        // An error here is the next start's to settle: the ledger still says what is unfinished.
        do throws(WorkspaceFailure) { try rollback() } catch {}
    }

    /// From here on, questions are answered without the lines appended: for who knows what it
    /// appends, and has millions.
    package func stopFindingAppended() { index.stopFindingAdded() }

    /// Has the workspace told now that lines are being appended, which the first of them would have
    /// to wait for: for who waits for lines anyway.
    package func expectLines() throws(WorkspaceFailure) {
        if isDryRun || appender != nil { return }
        try startAppending()
        let ledger = workspace.ledger
        try keeping { () throws(LedgerFailure) in try ledger.watchImport() }
    }

    /// Appends new lines, carrying ``batch``, and takes them out of `lines`.
    package func append(_ lines: inout NewLines) throws(WorkspaceFailure) {
        precondition(isOpen, "caller appends to a finished import")
        if lines.isEmpty { return }
        linesNew += lines.count
        if !isDryRun, appender == nil { try startAppending() }
        // At once: each look at a part of this object is held against all others.
        do throws(SavingError) {
            try Self.append(&lines, to: &appender, &index)
        } catch {
            throw .saving(error)
        }
    }

    private static func append(
        _ lines: inout NewLines, to file: inout AppendingFile?, _ index: inout QueueIndex
    ) throws(SavingError) {
        let offset = file?.length ?? 0
        try lines.writer.withBytes { bytes throws(SavingError) in try file?.write(bytes) }
        try index.add(&lines, at: offset)
        lines.removeAll()
    }

    /// Tells the workspace that lines are being appended, so that a crash can be told from an edit.
    private func startAppending() throws(WorkspaceFailure) {
        let workspace = workspace
        let path = workspace.paths.queue
        let length = workspace.state.length
        appender = try saving { () throws(SavingError) in
            try AppendingFile(path: path, expectedLength: length)
        }
        isMarked = true
        try workspace.beginAppending(batch)
        workspace.afterStep?(.intentRecorded)
        do throws(SavingError) {
            // An editor may have saved the last line without its feed.
            if length > 0, try !endsWithLineFeed(path, length) {
                try appender?.write(lineFeed)
            }
        } catch {
            throw .saving(error)
        }
    }

    /// Lines of earlier imports are missing: ``importOfLine(_:shownTo:)`` tells which import a new
    /// one counts for.
    package var isShort: Bool { !linesMissing.isEmpty }

    /// The import that a new line counts for: an earlier one when lines of it left the queue
    /// outside the program and this is known to be one of them, by its key or because the file that
    /// shows it came in before.
    ///
    /// - Parameter batches: the imports that the same file came in with; empty for a new file.
    package func importOfLine(_ key: LineKey, shownTo batches: [Int]) -> Int {
        if batches.isEmpty, !linesGone.contains(key) { return batch }
        let first = batches.first { linesMissing[$0] ?? 0 > 0 }
        guard let found = first ?? linesMissing.filter({ $0.value > 0 }).keys.min() else {
            return batch
        }
        linesMissing[found, default: 0] -= 1
        linesReturned += 1
        return found
    }

    /// Proposes something else for a line, one of this import or one that waits.
    package func propose(_ suggestion: Suggestion, for key: LineKey) {
        suggestions[key] = suggestion
    }

    /// Whether something else is proposed for a line than it was appended or found with.
    package func isProposed(_ key: LineKey) -> Bool { suggestions[key] != nil }

    /// Tells of which own accounts the numbers were looked for in all waiting lines; noted with the
    /// import.
    package func record(ownNumbers digest: UInt64) { ownNumbers = digest }

    /// Remembers a file that was read to its end.
    package func remember(_ file: SeenFile) {
        var file = file
        file.batch = batch
        files.append(file)
    }
}

extension Workspace {
    /// Starts an import.
    ///
    /// - Parameter suggest: asked again about a waiting line when another source adds to its fact.
    /// - Throws: `queue` with everything that is wrong in the queue; nothing is imported into a
    ///   queue that cannot be read.
    package func beginImport(
        isDryRun: Bool = false, suggest: ImportTransaction.Proposing? = nil
    ) throws(WorkspaceFailure) -> ImportTransaction {
        guard access == .writing else { throw .readOnly }
        guard problems.isEmpty else { throw .queue(problems) }
        return try ImportTransaction(self, isDryRun: isDryRun, suggest: suggest)
    }
}
