package import Facts
package import Ledger
package import Pending
internal import Saving
internal import Scanning

/// The results of an import, or of a dry run.
package struct ImportSummary: Sendable, Equatable {
    /// Nil if there was nothing to write.
    package var batch: Int?
    package var linesNew = 0
    /// Known lines that got a source.
    package var sourcesAdded = 0
    /// New lines that are of earlier imports and had left the queue outside the program.
    package var linesReturned = 0
    /// Waiting lines whose splits were removed: the bank booked another amount, which they do not
    /// sum to.
    package var linesUndivided: [LineKey] = []
    /// Openings that `kopiyka.yaml` could not get by whole lines.
    package var openingsLeft: [GivenOpening] = []

    package init(
        batch: Int? = nil, linesNew: Int = 0, sourcesAdded: Int = 0, linesReturned: Int = 0
    ) {
        self.batch = batch
        self.linesNew = linesNew
        self.sourcesAdded = sourcesAdded
        self.linesReturned = linesReturned
    }
}

/// An import in progress: appends lines to the queue that become valid when ``commit(_:)`` returns.
///
/// Memory is about 24 bytes per queued line and 32 per added source. Releasing it without a commit
/// rolls back, as the next opening does after a crash.
package final class ImportTransaction {
    /// The number of the new lines' import.
    package let batch: Int
    /// Nothing was ever imported or written by hand, and the queue is empty: there are no known
    /// lines.
    package let isFirst: Bool
    package let isDryRun: Bool
    package let hasEntriesByHand: Bool
    package let workspace: Workspace
    /// The suggestion for a line by itself, under its key and with its own decision.
    package typealias Proposing = (StatementFact, LineKey, Decision?) throws(WorkspaceFailure) ->
        Suggestion
    let suggest: Proposing?
    let lookups: LedgerLookups
    var index: QueueIndex
    var appender: AppendingFile?
    package private(set) var linesNew = 0
    /// Lines of earlier imports found nowhere, by import.
    var linesMissing: [Int: Int]
    private let linesGone: Set<LineKey>
    /// ``linesGone`` has a key for each missing line.
    private let areGoneKeysKnown: Bool
    /// Appended lines that had been missing.
    package private(set) var linesReturned = 0
    var syncing: SyncUnderWay?
    /// The appending mark is written.
    var isMarked = false
    var numbers: [UInt32] = []
    var ledgerLines: [LedgerLine] = []
    var entryReader: EntryReader?
    var queueFile: RegularFile?
    /// New suggestions of new and waiting lines.
    var suggestions: [LineKey: Suggestion] = [:]
    /// The digest of own accounts to record, if any.
    var ownNumbers: UInt64?
    /// Files read completely.
    package internal(set) var files: [SeenFile] = []
    var additions: [Addition] = []
    var fillings: [StatementFact] = []
    var sourceNames: [LineSource] = []
    var filesBegun = 0
    var shownBalances: [ShownBalance] = []
    /// Opening balances of accounts that the settings get.
    package var openings: [GivenOpening] = []
    /// New balances of known lines.
    var renewedBalances: [LineKey: Money] = [:]
    var isOpen = true
    /// The ledger was asked to commit. A failed commit may have happened (only its sync failed), so
    /// nothing is rolled back here: the next start asks the ledger.
    var isDecided = false

    init(
        _ workspace: Workspace, isDryRun: Bool, suggest: Proposing?
    ) throws(WorkspaceFailure) {
        self.workspace = workspace
        self.suggest = suggest
        self.isDryRun = isDryRun
        linesMissing = workspace.linesMissing
        linesGone = linesMissing.isEmpty ? [] : workspace.linesGone()
        let count = linesMissing.values.reduce(0) { $0 + max($1, 0) }
        areGoneKeysKnown = linesGone.count >= count
        let ledger = workspace.ledger
        batch = try keeping(ledger.nextBatch())
        lookups = try keeping(LedgerLookups(ledger))
        index = try workspace.openIndex()
        hasEntriesByHand = try keeping(ledger.hasEntriesByHand)
        isFirst = batch == 1 && index.count == 0 && !hasEntriesByHand
    }

    deinit {
        // The next start handles an error here: the ledger still records the unfinished import.
        do throws(WorkspaceFailure) { try rollback() } catch {}
    }

    /// From here on, queries ignore appended lines: for a caller that tracks its own, and has
    /// millions.
    package func stopFindingAppended() { index.stopFindingAdded() }

    /// The settings as the import leaves them.
    package func settingsWithOpenings() throws(WorkspaceFailure) -> Settings {
        try workspace.settings().applying(openings)
    }

    /// Writes the appending mark early, so that the first line need not wait: for a caller that
    /// waits for lines anyway.
    package func expectLines() throws(WorkspaceFailure) {
        if isDryRun || appender != nil { return }
        try startAppending()
        try keeping(workspace.ledger.watchImport())
    }

    /// Appends new lines of this ``batch``, and empties `lines`.
    package func append(_ lines: inout NewLines) throws(WorkspaceFailure) {
        precondition(isOpen, "caller appends to a finished import")
        if lines.isEmpty { return }
        linesNew += lines.count
        if !isDryRun, appender == nil { try startAppending() }
        // Passed as inout once: every access to a class property costs an exclusivity check.
        try saving(Self.append(&lines, to: &appender, &index))
    }

    private static func append(
        _ lines: inout NewLines, to file: inout AppendingFile?, _ index: inout QueueIndex
    ) throws(SavingError) {
        let offset = file?.length ?? 0
        try lines.writer.withBytes { bytes throws(SavingError) in try file?.write(bytes) }
        try index.add(&lines, at: offset)
        lines.removeAll()
    }

    /// Writes the appending mark, which distinguishes a crash from an edit.
    private func startAppending() throws(WorkspaceFailure) {
        let path = workspace.paths.queue
        let length = workspace.state.length
        appender = try saving(AppendingFile(path: path, expectedLength: length))
        isMarked = true
        try workspace.beginAppending(batch)
        workspace.afterStep?(.intentRecorded)
        do throws(SavingError) {
            // An editor may have omitted the last line feed.
            if length > 0, try !endsWithLineFeed(path, length) {
                try appender?.write(lineFeed)
            }
        } catch {
            throw .saving(error)
        }
    }

    /// Lines of earlier imports are missing: ``importOfLine(_:shownTo:)`` decides the import of a
    /// new line.
    package var lacksLines: Bool { !linesMissing.isEmpty }

    /// The import of a new line: an earlier one if lines of it are missing from the queue and this
    /// is one of them, by its key, or because its file was imported before and the keys of the
    /// missing lines are not known.
    ///
    /// - Parameter batches: the earlier imports of the same file; empty for a new file.
    package func importOfLine(_ key: LineKey, shownTo batches: [Int]) -> Int {
        if !linesGone.contains(key), batches.isEmpty || areGoneKeysKnown { return batch }
        let first = batches.first { linesMissing[$0] ?? 0 > 0 }
        guard let found = first ?? linesMissing.filter({ $0.value > 0 }).keys.min() else {
            return batch
        }
        linesMissing[found, default: 0] -= 1
        linesReturned += 1
        return found
    }

    /// Sets a new suggestion for a line of this import or a waiting one.
    package func propose(_ suggestion: Suggestion, for key: LineKey) {
        suggestions[key] = suggestion
    }

    /// Whether a line has a new suggestion.
    package func isProposed(_ key: LineKey) -> Bool { suggestions[key] != nil }

    /// Sets the digest of own accounts whose numbers were searched in all waiting lines, to be
    /// recorded with the import.
    package func record(ownNumbers digest: UInt64) { ownNumbers = digest }

    /// Records a file that was read completely.
    package func remember(_ file: SeenFile) {
        var file = file
        file.batch = batch
        files.append(file)
    }
}

extension Workspace {
    /// Starts an import.
    ///
    /// - Parameter suggest: called again for a waiting line when another source changes its fact.
    /// - Throws: `queue` with all problems of the queue; an unreadable queue refuses imports.
    package func beginImport(
        isDryRun: Bool = false, suggest: ImportTransaction.Proposing? = nil
    ) throws(WorkspaceFailure) -> ImportTransaction {
        try requireWritable()
        return try ImportTransaction(self, isDryRun: isDryRun, suggest: suggest)
    }
}
