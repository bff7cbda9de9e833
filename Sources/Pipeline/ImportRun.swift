package import Categorizing
import Deduplicating
import Facts
import Ledger
import Normalizing
import Pending
package import Readers
import Saving
import Scanning
package import Workspaces

/// How an import is to be done.
package struct ImportOptions: Sendable {
    package var reading: ReadOptions
    /// `--account`; empty when not given.
    package var account: String
    /// Market of the accounts, for merchants known by country.
    package var country: String
    package var isDryRun: Bool
    /// When the import is made, as the caller writes it; no clock is read here.
    package var made: String

    package init(
        reading: ReadOptions = ReadOptions(), account: String = "", country: String = "UA",
        isDryRun: Bool = false, made: String = ""
    ) {
        self.reading = reading
        self.account = account
        self.country = country
        self.isDryRun = isDryRun
        self.made = made
    }
}

/// What an import did, file by file.
package struct ImportReport: Sendable {
    package var files: [FileReport] = []
    package var summary = ImportSummary()

    /// Everything came in and nothing needs a person's attention.
    package var isClean: Bool { files.allSatisfy(\.isClean) }
}

/// Brings files into the queue: read → normalize → find duplicates → categorize → append, as one transaction.
///
/// Files are read in the order given and rows in the order of the file, so the result does not depend on chunks. Either all of the import
/// becomes durable by `commit`, or none of it.
package struct ImportRun: ~Copyable {
    private let options: ImportOptions
    private let book: AccountBook
    private let transaction: ImportTransaction
    private var normalizer = Normalizer(folder: TextFolder())
    private var deduplicator: Deduplicator
    private var suggestions: SuggestionCache
    private var loaded = LoadedLines()
    private var report = ImportReport()
    private var batch = LineBatch()
    private var writer = ByteWriter(capacity: 4_096)
    private var accounts = FileAccounts()

    /// - Parameter files: looked at only for their size, from which the tables' room is guessed.
    package init(
        into workspace: Workspace, categorizer: Categorizer, book: AccountBook,
        options: ImportOptions, files: [InputFile]
    ) throws(WorkspaceFailure) {
        self.options = options
        self.book = book
        transaction = try workspace.beginImport(isDryRun: options.isDryRun)
        suggestions = SuggestionCache(categorizer: categorizer, country: options.country)
        let bytes = files.reduce(0) { $0 + $1.sizeBytes }
        // The shortest rows of real exports have about 90 bytes.
        deduplicator = Deduplicator(expectedLines: min(bytes / 90, 2_000_000))
    }

    /// Reads one file into the transaction.
    ///
    /// - Parameter events: told of rejected rows as they are met, and of rows read so far.
    /// - Throws: only what ends the whole import; why a file could not be read is in its report.
    package mutating func add(
        _ file: InputFile, events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        events(.fileBegan(file))
        var tally = FileReport(path: file.path)
        normalizer.beginFile()
        deduplicator.beginFile()
        accounts = FileAccounts()
        let digest = FileDigest(of: file.path)
        let isSeen = try isSeen(digest)
        do {
            var statement = try StatementFile(path: file.path, options: options.reading)
            tally.failure = try addAll(of: &statement, file, isSeen, &tally, events)
        } catch let failure as ReadFailure {
            tally.failure = failure
        } catch let failure as WorkspaceFailure {
            throw failure
        } catch {
            preconditionFailure("a file fails to be read, or the workspace fails")
        }
        tally.accounts = accounts.names
        precondition(tally.isBalanced, "a row of a file had no fate, or two")
        if !isSeen { remember(file, digest, tally) }
        report.files.append(tally)
        events(.fileEnded(tally))
    }

    /// Makes the import durable and tells what it did; a dry run only tells.
    package consuming func commit() throws(WorkspaceFailure) -> ImportReport {
        var record = BatchRecord(id: transaction.batch, made: options.made)
        for file in report.files {
            record.linesNew += file.new + file.conflicts
            record.linesKnown += file.known + file.repeated + file.settled
            record.linesRejected += file.rejected
            record.linesSkipped += file.skipped
        }
        report.summary = try transaction.commit(record)
        return report
    }

    /// Everything a file holds, batch by batch; returns why its rest could not be read.
    private mutating func addAll(
        of statement: inout StatementFile, _ file: InputFile, _ isSeen: Bool,
        _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) -> ReadFailure? {
        var failure: ReadFailure?
        var isOpen = true
        while isOpen {
            batch.removeAll()
            do {
                isOpen = try statement.next(into: &batch)
            } catch {
                failure = error
                isOpen = false
            }
            normalizer.normalize(&batch, accounts: statement.accounts, file: file.path)
            accounts.learn(
                statement.accounts, layout: statement.layout, folder: file.folder,
                option: options.account, book: book)
            tally.layout = statement.layout
            tally.encoding = statement.encoding
            tally.count(fatesOf: batch)
            if !batch.rejections.isEmpty { events(.rejected(batch.rejections)) }
            try addLines(of: file, layout: statement.layout, isSeen, &tally, events)
            events(.rowsRead(tally.rowsRead))
        }
        return failure
    }

    private mutating func addLines(
        of file: InputFile, layout: String, _ isSeen: Bool, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        let name = Array(file.name.utf8)
        let layoutBytes = Array(layout.utf8)
        for index in batch.lines.indices {
            let line = batch.lines[index]
            let account = accounts[line.account]
            let row = LineIdentity(
                of: line, arena: batch.arena.span, accountHash: account.hash)
            try loadKnownLines(like: row)
            switch deduplicator.decide(row) {
            case .new(let identity):
                tally.new += 1
                let isConfident = try append(
                    line, identity, account, name, layoutBytes, .new, [])
                tally.confident += isConfident ? 1 : 0
            case .conflict(let identity, let other):
                tally.conflicts += 1
                _ = try append(line, identity, account, name, layoutBytes, .conflict, [other])
            case .known(let key, _):
                tally.known += 1
                if !isSeen {
                    addSource(of: line, to: key, account, file, layout, isSettled: false)
                }
            case .settled(let key, let booked):
                // What is approved never changes by itself: another amount is a line of its own for a person to see.
                if loaded.place(of: key) == .ledger, booked.units != loaded.units(of: key) {
                    tally.conflicts += 1
                    _ = try append(
                        line, booked.with(occurrence: 0), account, name, layoutBytes, .conflict,
                        [key])
                } else {
                    tally.settled += 1
                    addSource(of: line, to: key, account, file, layout, isSettled: true)
                }
            case .repeated:
                tally.repeated += 1
            case .tooMany:
                tally.rejected += 1
                let rejection = RowRejection(
                    kind: .equalRowsTooMany,
                    place: SourcePlace(file: file.path, line: Int(line.sourceLine)), field: "",
                    expected: String(Limits.equalAmountsADayMax))
                tally.keep(rejection)
                events(.rejected([rejection]))
            }
        }
    }

    /// Brings in what queue, ledger and tombstones hold for the row's day and bank id, once each.
    private mutating func loadKnownLines(like row: LineIdentity) throws(WorkspaceFailure) {
        if transaction.isFirst { return }
        if loaded.isNew(account: row.account, day: row.day) {
            var found: [KnownLine] = []
            try transaction.findLines(
                account: row.account, keyAccount: row.key.account, days: row.day...row.day,
                into: &found)
            for known in found where loaded.isNew(known) { deduplicator.add(known: known.identity) }
        }
        if row.bankID != 0, !deduplicator.knowsBankID(of: row) {
            var found: [KnownLine] = []
            try transaction.findLines(account: row.account, bankID: row.bankID, into: &found)
            for known in found where loaded.isNew(known) { deduplicator.add(known: known.identity) }
        }
    }

    /// Appends a new line to the queue; true when its suggestion is a confident one.
    private mutating func append(
        _ line: StatementLine, _ identity: LineIdentity, _ account: FileAccounts.Account,
        _ file: [UInt8], _ layout: [UInt8], _ state: QueueLine.State, _ related: [LineKey]
    ) throws(WorkspaceFailure) -> Bool {
        let suggestion = suggestions.suggestion(
            for: line, in: batch, account: account.name, generation: normalizer.generation)
        Self.write(
            line, in: batch, to: &writer, key: identity.key, number: transaction.batch,
            account: account, file, layout, suggestions.rendered, suggestion.range, state, related)
        let bytes = writer.bytes
        try transaction.append(bytes.span, identity)
        return suggestion.isConfident
    }

    /// Spans of one stored property may not be held while another is changed, so the parts come in one by one.
    private static func write(
        _ line: StatementLine, in batch: LineBatch, to writer: inout ByteWriter, key: LineKey,
        number: Int, account: FileAccounts.Account, _ file: [UInt8], _ layout: [UInt8],
        _ suggestions: [UInt8], _ suggestion: Range<Int>, _ state: QueueLine.State,
        _ related: [LineKey]
    ) {
        writer.removeAll()
        QueueLine.append(
            key: key, batch: number, state: state, line: line, arena: batch.arena.span,
            account: account.bytes.span, file: file.span, layout: layout.span,
            suggestion: suggestions.span.extracting(suggestion), related: related, to: &writer)
    }

    private mutating func addSource(
        of line: StatementLine, to key: LineKey, _ account: FileAccounts.Account,
        _ file: InputFile, _ layout: String, isSettled: Bool
    ) {
        let source = LineSource(file: file.name, line: Int(line.sourceLine), layout: layout)
        let fact = StatementFact(of: line, in: batch, account: account.name)
        let place = loaded.place(of: key)
        if isSettled {
            transaction.settle(key, at: place, source, as: fact)
        } else {
            transaction.addSource(to: key, at: place, source, filling: fact)
        }
    }

    /// Whether a file with these bytes came in before, under any name: its known lines have it as a source.
    private func isSeen(_ digest: FileDigest?) throws(WorkspaceFailure) -> Bool {
        guard let digest else { return false }
        return try !transaction.seenFiles(digestHigh: digest.high, digestLow: digest.low).isEmpty
    }

    private func remember(_ file: InputFile, _ digest: FileDigest?, _ tally: FileReport) {
        guard let digest, !tally.layout.isEmpty else { return }
        transaction.remember(
            SeenFile(
                digestHigh: digest.high, digestLow: digest.low, name: file.name,
                size: file.sizeBytes, modifiedNanoseconds: 0, accounts: tally.accounts,
                rows: tally.rowsRead, isComplete: tally.rejected == 0 && tally.failure == nil))
    }
}
