package import Categorizing
import Deduplicating
package import Facts
import Ledger
import Normalizing
import Pending
import Saving
import Scanning
package import Workspaces
package import Reading

/// The options of an import.
package struct ImportOptions: Sendable {
    package var reading: ReadOptions
    /// `--account`; empty when not given.
    package var account: String
    /// Market of the accounts, for merchants known by country.
    package var country: String
    package var isDryRun: Bool
    /// The time of the import in the caller's format; no clock is read here.
    package var made: String
    /// Keeps every row's reason in the reports: some 40 bytes a row.
    package var keepsRows: Bool

    package init(
        reading: ReadOptions = ReadOptions(), account: String = "", country: String = "UA",
        isDryRun: Bool = false, made: String = "", keepsRows: Bool = false
    ) {
        self.reading = reading
        self.account = account
        self.country = country
        self.isDryRun = isDryRun
        self.made = made
        self.keepsRows = keepsRows
    }
}

/// The results of an import, file by file.
package struct ImportReport: Sendable {
    package var files: [FileReport] = []
    /// New proposals of transfers: lines that seem to be their two sides.
    package var transfers: [TransferPair] = []
    package var summary = ImportSummary()
    /// New lines that became confident as sides of transfers, less those that became doubtful; not
    /// in the tallies of files.
    package var confidentAsSides = 0
    /// All holds that the bank no longer shows, if the import added something.
    package var vanishedHolds: [VanishedHold] = []
    /// Statements that do not begin where the lines before them end.
    package var statementGaps: [StatementGap] = []
    /// Hash of the written queue lines, in order; 0 unless rows are kept.
    package var contentHash: UInt64 = 0

    package init() {}

    /// For files that are all unchanged: nothing is read or changed.
    package init(unchanged files: [InputFile]) {
        self.files = files.compactMap { $0.remembered?.report(path: $0.path, name: $0.name) }
    }

    /// Everything came in and nothing needs a person's attention.
    package var isClean: Bool { files.allSatisfy(\.isClean) }
}

/// Imports files into the queue in one transaction, batch by batch in seven stages:
///
/// 1. read (`StatementFile`), 2. normalize (`Normalizer`), 3. judge by rules and tables
/// (``JudgementCache``): ``FilePreparation``, for a long file on a second thread;
/// 4. identify: the account of each row (``PreparedRows``, and `ImportRun+Accounts.swift`
/// if it is unnamed);
/// 5. decide: new, or which known line (``RowDecider``);
/// 6. suggest: memory beside the judgement (``SuggestionCache``);
/// 7. write (``LineWriter``).
///
/// Files are read in the order given and rows in file order, so the result does not depend on
/// chunks. Files with unnamed accounts are added last. `commit` makes all of the import durable;
/// without it nothing is.
package struct ImportRun: ~Copyable {
    let options: ImportOptions
    let book: AccountBook
    let filesExpected: Int
    let transaction: ImportTransaction
    let preparation: FilePreparation
    private let batches = BatchRelay<PreparedBatch>.batches()
    var decider: RowDecider
    var suggestions: SuggestionCache
    var writer: LineWriter
    /// The evidence about accounts from this run and earlier ones.
    var accounts: AccountEvidence
    /// The state of the current file.
    var file = FileState()
    var repeatable: RepeatableFiles
    var layouts = LayoutsOfLines()
    /// Files with guessed accounts, until all files of the run are read.
    var parked = ParkedFiles()
    let proposer: Proposer
    /// New lines that may be sides of transfers.
    var arrived: ArrivedLines
    var isPaired = false
    /// The balances that the run's statements print.
    var statements = StatementOpenings()
    var report = ImportReport()

    /// More than a month has.
    package static let sidesKept = 4_096

    /// - Parameters:
    ///   - memory: the workspace's decisions; nil to suggest without them.
    ///   - files: only their sizes are used, to reserve capacity.
    ///   - linesPerTurn: see ``Deduplicator``.
    ///   - sidesKept: limit of the possible sides kept in memory; facts of further ones are read
    ///       back.
    package init(
        into workspace: Workspace, categorizer: Categorizer, book: AccountBook,
        memory: Memory? = nil, options: ImportOptions, files: [InputFile],
        linesPerTurn: Int = Deduplicator.linesPerTurn, sidesKept: Int = ImportRun.sidesKept
    ) throws(WorkspaceFailure) {
        let country = options.country
        let suggest = { (fact: StatementFact) in
            var batch = LineBatch()
            let line = StatementLine(of: fact, in: &batch)
            return categorizer.suggestionForQueue(
                of: line, in: batch, account: fact.account, country: country,
                memory: memory)
        }
        let proposer = Proposer(workspace, OwnNumbers(), suggest)
        let begun = try workspace.beginImport(isDryRun: options.isDryRun) {
            (fact, key, decision) throws(WorkspaceFailure) in
            try proposer.suggestion(fact, key, decision)
        }
        let names = begun.isFirst ? [] : try begun.accountNames()
        let hasDecidedPairs = try begun.hasDecidedPairs
        proposer.own = OwnNumbers(names: names, book: book)
        // The deduplicator has them.
        begun.stopFindingAppended()
        transaction = begun
        self.proposer = proposer
        self.options = options
        self.book = book
        filesExpected = files.count
        accounts = AccountEvidence(names: names)
        repeatable = RepeatableFiles(files)
        arrived = ArrivedLines(factsMax: sidesKept)
        preparation = FilePreparation(
            categorizer: categorizer, book: book, options: options,
            remembers: memory.map { !$0.isEmpty } ?? false)
        suggestions = SuggestionCache(
            categorizer: categorizer, country: options.country, memory: memory,
            own: proposer.own,
            deniesTransfer: hasDecidedPairs
                ? { (key) throws(WorkspaceFailure) in try workspace.deniesTransfer(of: key, nil) }
                : { _ in false })
        let bytes = files.reduce(0) { $0 + $1.sizeBytes }
        // The shortest rows of real exports have about 90 bytes.
        decider = RowDecider(
            begun,
            Deduplicator(
                expectedLines: min(bytes / 90, 2_000_000), isOneFile: files.count == 1,
                linesPerTurn: linesPerTurn))
        writer = LineWriter(begun, options, accountsWithLines: names)
    }

    /// The result of the files added so far, before the commit.
    package var preview: ImportReport {
        var preview = report
        preview.contentHash = writer.contentHash
        return preview
    }

    /// Reads one file into the transaction.
    ///
    /// - Parameter events: called with rejected rows, and with the count of rows read so far.
    /// - Throws: only errors that end the whole import; a file's own failure is in its report.
    package mutating func add(
        _ input: InputFile, events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        events(.fileBegan(input))
        if let remembered = input.remembered {
            report.files.append(remembered.report(path: input.path, name: input.name))
            return try addParkedAtEnd(events)
        }
        var tally = FileReport(path: input.path, name: input.name)
        try addBatches(of: input, &tally, events)
        accounts.timeline.endFile()
        let place = report.files.count
        report.files.append(tally)
        if let guessed = takeGuessed() {
            parked.add(input, at: place, tally, guessed, accounts.timeline)
        } else {
            try addHeld(of: input, &tally, events)
            try end(input, at: place, &tally, events)
        }
        try addParkedAtEnd(events)
    }

    /// Makes the import durable and returns its report; a dry run only returns the report.
    package consuming func commit() throws(WorkspaceFailure) -> ImportReport {
        try pairTransfers()
        try takeStatementOpenings()
        var report = preview
        var record = BatchRecord(id: transaction.batch, made: options.made)
        for file in report.files {
            record.linesNew += file.new + file.conflicts + file.ambiguous
            record.linesKnown += file.known + file.repeated + file.settled
            record.linesRejected += file.rejected
            record.linesSkipped += file.skipped
        }
        record.linesNew -= transaction.linesReturned
        report.summary = try transaction.commit(record)
        // The search reads the index of the whole queue: a sixth of a large first import.
        let mayHaveHolds = !transaction.isFirst || writer.hasHolds
        if !options.isDryRun, mayHaveHolds,
            report.summary.linesNew + report.summary.sourcesAdded > 0
        {
            // The import is done: the command that lists holds reports read errors.
            report.vanishedHolds = (try? transaction.workspace.vanishedHolds()) ?? []
        }
        if !options.isDryRun, !statements.isEmpty {
            report.statementGaps =
                (try? StatementGap.all(in: transaction.workspace, beside: statements.new)) ?? []
        }
        return report
    }

    // MARK: Batch by batch

    /// Adds all batches of a file, preparing the next ones of a long file concurrently.
    private mutating func addBatches(
        of input: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        let preparation = preparation
        preparation.begin(input)
        var relay = BatchRelay(batches, of: input) { preparation.prepare(&$0) }
        var failure: WorkspaceFailure?
        do throws(WorkspaceFailure) {
            // While the other thread opens the file.
            Categorizer.readCategories()
            try begin(input, &tally)
            if relay.isAhead, decider.seen == nil { try transaction.expectLines() }
            while var prepared = relay.next() {
                identify(&prepared.rows, &tally)
                defer { relay.giveBack(prepared) }
                try add(prepared, input, &tally, events)
            }
        } catch {
            failure = error
        }
        relay.end()
        if let failure { throw failure }
    }

    private mutating func begin(
        _ input: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) {
        // Only a file of a known size must be read first to compare its digest.
        var mayBeSeen = repeatable.mayRepeat(input)
        if !mayBeSeen { mayBeSeen = try transaction.hasSeenFile(ofSize: input.sizeBytes) }
        if mayBeSeen { tally.digest = FileDigest(of: input) }
        try begin(input, tally)
    }

    /// Begins adding the rows of a file, for the first time or after parking.
    mutating func begin(_ input: InputFile, _ tally: FileReport) throws(WorkspaceFailure) {
        let seen = try seenBytes(tally.digest)
        decider.beginFile(seen: seen, isReadOnce: input.isReadOnce)
        transaction.beginFile()
        layouts.beginFile()
        repeatable.begin(input, isSeen: seen != nil)
        accounts.timeline = BalanceTimeline()
        file = FileState()
        file.accountsBefore = accounts.names
    }

    /// The fourth stage: sets the accounts of rows: those of the file's known lines, else those
    /// found for it, else those that it names.
    private func identify(_ rows: inout PreparedRows, _ tally: inout FileReport) {
        tally.isGuessed = rows.accounts.guessed != nil
        rows.unifyAccounts(with: accounts.names, before: file.accountsBefore)
        if let seen = decider.seen {
            let kept = rows.stay(in: seen.accounts)
            // With an unnamed account this is no contradiction.
            if !tally.isGuessed {
                tally.keptAccounts += kept.filter {
                    !tally.keptAccounts.contains($0) && !isMoved($0)
                }
            }
        }
        identify(&rows, in: file.accountsFound)
    }

    /// Sets the accounts of the rows, or without any those that they name, and their currencies.
    func identify(_ rows: inout PreparedRows, in accounts: [String]) {
        _ = rows.stay(in: accounts)
        rows.setCurrencies(by: book)
        rows.identify()
    }

    private mutating func add(
        _ prepared: PreparedBatch, _ input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        let rows = prepared.rows
        tally.failure = prepared.failure
        tally.layout = rows.layout
        layouts.setLayout(rows.layout)
        tally.encoding = prepared.encoding
        if prepared.isLast {
            tally.balances = prepared.balances
            // The digest is that of the bytes read: a program may have written the file meanwhile.
            tally.digest = prepared.digest ?? tally.digest ?? FileDigest(of: input)
        }
        if file.isFirstBatch, !rows.batch.isEmpty {
            file.isFirstBatch = false
            file.held = try questionOfAccount(rows, isWhole: prepared.isLast)
        }
        if file.held != nil {
            tally.accounts = []
        } else if file.accountsFound.isEmpty {
            tally.accounts = rows.accounts.names
        }
        tally.passedOver = rows.accounts.passedOver
        accounts.add(tally.accounts)
        tally.count(fatesOf: rows.batch)
        file.openings.add(rows, book)
        file.counts.add(rows)
        if options.keepsRows { tally.keepRows(of: rows.batch) }
        let rejections = rows.batch.rejections
        if !rejections.isEmpty { events(.rejected(rejections)) }
        // A file that names its account also gives evidence of that account's days.
        if file.held?.isGuess == true || filesExpected > 1 { accounts.follow(rows) }
        try hold(rows, input, &tally, events)
        events(.rowsRead(tally.rowsRead))
    }

    /// Holds rows until their account is clear, within a limit; adds those of a file without such a
    /// question.
    private mutating func hold(
        _ rows: PreparedRows, _ input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        var rows = rows
        if let held = file.held {
            let count = held.rows.batch.lines.count + rows.batch.lines.count
            if count <= Limits.rowsWaitingMax {
                for index in rows.identities.indices { file.held?.rows.keep(index, of: rows) }
                return
            }
            try addHeld(of: input, isWhole: false, &tally, events)
            // These rows were identified before their account was found.
            identify(&rows, in: file.accountsFound)
        }
        if !file.accountsMet.isEmpty {
            try leaveKnownRows(
                of: file.accountsFound[0], &rows, in: file.accountsMet, isWhole: false, &tally)
        }
        try addRows(rows, input, &tally, events)
    }

    /// Adds the held rows, whose account is now decided.
    ///
    /// - Parameter isWhole: these are all rows of the file.
    mutating func addHeld(
        of input: InputFile, isWhole: Bool = true, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        guard var held = file.held.take() else { return }
        // All of its rows were rejected.
        if held.rows.batch.lines.isEmpty {
            tally.accounts = [held.named]
            return
        }
        tally.accounts = [try account(of: held, input, &tally)]
        accounts.add(tally.accounts)
        file.accountsFound = tally.accounts
        identify(&held.rows, in: file.accountsFound)
        file.accountsMet = held.accounts(of: accounts.names)
        let own = file.accountsFound[0]
        try leaveKnownRows(of: own, &held.rows, in: file.accountsMet, isWhole: isWhole, &tally)
        if isWhole { recordWhereAllAreElsewhere(of: own, held.rows, &tally) }
        try addRows(held.rows, input, &tally, events)
    }

    /// Decides rows and applies their verdicts.
    private mutating func addRows(
        _ rows: PreparedRows, _ input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        let verdicts = try decider.decide(rows, in: accounts.names)
        keepRepeated(rows, verdicts)
        try write(rows, verdicts, input, &tally, events)
    }

    /// The sixth and seventh stages: applies each row's verdict.
    mutating func write(
        _ rows: PreparedRows, _ verdicts: [Verdict], _ input: InputFile,
        _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        // Read once: each access to the batch would retain its arrays.
        let lines = rows.batch.lines
        var texts = LineWriter.BatchTexts(of: rows, file: tally.name, batch: transaction.batch)
        suggestions.beginBatch(rows)
        var account: Int32 = -1
        for index in lines.indices {
            let line = lines[index]
            if line.account != account {
                account = line.account
                texts.set(rows.accounts[account], book)
            }
            texts.setDay(line.made.day, of: rows.identities[index])
            let verdict = verdicts[index]
            if let key = verdict.key, let former = rows.batch.formerKeys[line.sourceIndex],
                former != key
            {
                file.changedKeys[former] = key
            }
            guard let fate = try write(index, line, of: rows, verdict, &texts, &tally) else {
                continue
            }
            if case .rejected = fate { refuse(line, of: input, &tally, events) }
            if line.amount.currency != texts.declared || !texts.declared.isKnown, fate.isNewLine {
                tally.record(
                    line.amount.currency, against: texts.declared, of: texts.account.name)
            }
            if let key = verdict.key { repeatable.record(Int(line.sourceLine), key) }
            if options.keepsRows {
                tally.rows.append(RowOutcome(line: Int(line.sourceLine), fate))
            }
        }
        try writer.endBatch()
        decider.endBatch()
    }

    /// Nil for a row that waits.
    private mutating func write(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, _ verdict: Verdict,
        _ texts: inout LineWriter.BatchTexts, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> RowOutcome.Fate? {
        switch verdict {
        case .waits:
            // Most will be new: memory is queried while the next rows are prepared.
            try suggestions.prepareSuggestion(index, line, of: rows, account: texts.account.name)
            file.waiting.keep(index, of: rows, isAnswered: suggestions.isKept(index, of: rows))
            return nil
        case .new(let identity):
            tally.new += 1
            let suggestion = try append(index, line, of: rows, identity, .new, [], &texts)
            tally.confident += suggestion.isConfident ? 1 : 0
            // The other workspace has decided whether it is a transfer, and with which line.
            if rows.batch.said[line.sourceIndex]?.transferTo == nil {
                keepSide(line, of: rows, identity, texts.account, suggestion.tendency)
            }
            return .new(identity.key)
        case .ambiguous(let identity, let other):
            tally.ambiguous += 1
            _ = try append(index, line, of: rows, identity, .ambiguous, [other], &texts)
            return .ambiguous(identity.key, with: other)
        case .conflict(let identity, let other):
            tally.conflicts += 1
            _ = try append(index, line, of: rows, identity, .conflict, [other], &texts)
            return .conflict(identity.key, with: other)
        case .known(let key, let witness):
            tally.known += 1
            recordKnown(line, in: rows, as: key, witness, texts, &tally)
            return .known(key, decider.place(of: key), witness)
        case .settled(let key, _):
            tally.settled += 1
            return try settle(line, in: rows, as: key, texts.account.name, &tally)
        case .repeated(let witness):
            tally.repeated += 1
            return .repeated(witness)
        case .tooMany:
            tally.rejected += 1
            return .rejected(.equalRowsTooMany)
        }
    }

    private mutating func append(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, _ identity: LineIdentity,
        _ state: QueueLine.State, _ related: [LineKey], _ texts: inout LineWriter.BatchTexts
    ) throws(WorkspaceFailure) -> SuggestionCache.Rendered {
        let suggestion = try suggestions.suggestion(
            index, line, of: rows, account: texts.account.name, key: identity.key)
        let made = suggestions.storage
        try writer.append(
            line, as: identity, state, related,
            made.span.extracting(suggestions.range(of: suggestion)),
            rows.batch.said[line.sourceIndex]?.renamed(file.changedKeys), &texts, decider.seen)
        return suggestion
    }

    /// Adds the row to the sources of its known line.
    private mutating func recordKnown(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey, _ witness: Witness,
        _ texts: LineWriter.BatchTexts, _ tally: inout FileReport
    ) {
        let account = texts.account
        if witness == .dayAndText || witness == .wholeStatement {
            layouts.record(key, by: rows.layout)
        }
        if !texts.declared.isKnown, line.amount.currency.isKnown,
            decider.deduplicator.hasLinesWithoutCurrency(of: account.hash)
        {
            tally.currenciesShown[account.name] = line.amount.currency
        }
        if decider.seen != nil { return }
        writer.addSource(
            line, in: rows, to: key, at: decider.place(of: key), of: account.name,
            file: tally.name)
        if let balance = line.balance, decider.deduplicator.showsOtherBalance(key) {
            transaction.record(balance: balance, of: key, in: account.hash, on: line.made.day)
        }
    }

    /// Replaces the hold by the row that books it.
    private mutating func settle(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey, _ account: String,
        _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> RowOutcome.Fate {
        let place = decider.place(of: key)
        // A dismissed hold stays dismissed, or the same file would book it each time.
        if decider.seen == nil || place != .tombstone {
            writer.settle(line, in: rows, as: key, at: place, of: account, file: tally.name)
        }
        let earlier = place == .ledger ? try transaction.amount(ofEntry: key) : nil
        guard let earlier, earlier != line.amount else { return .settled(key, place) }
        tally.revised.append(RevisedEntry(key: key, earlier: earlier, now: line.amount))
        return .revised(key)
    }

    /// Rejects one of more equal rows than can be distinguished.
    private func refuse(
        _ line: StatementLine, of input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) {
        let rejection = RowRejection(
            kind: .equalRowsTooMany,
            place: SourcePlace(file: input.path, line: Int(line.sourceLine)), field: "",
            expected: String(Limits.equalAmountsADayMax))
        tally.keep(rejection)
        events(.rejected([rejection]))
    }
}
