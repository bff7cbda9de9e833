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
    /// Every row's reason is kept in the reports: some 40 bytes a row.
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

/// What an import did, file by file.
package struct ImportReport: Sendable {
    package var files: [FileReport] = []
    /// Lines that seem to be the two sides of a transfer, and were not proposed as that before.
    package var transfers: [TransferPair] = []
    package var summary = ImportSummary()
    /// All holds that the bank shows no more, when the import brought something.
    package var vanishedHolds: [VanishedHold] = []
    /// Hash of the queue lines as they were written, in order; 0 unless rows are kept.
    package var contentHash: UInt64 = 0

    package init() {}

    /// Of files that are all as they were when they came in: nothing is read and nothing changes.
    package init(unchanged files: [InputFile]) {
        self.files = files.compactMap { $0.remembered?.report(path: $0.path, name: $0.name) }
    }

    /// Everything came in and nothing needs a person's attention.
    package var isClean: Bool { files.allSatisfy(\.isClean) }
}

/// Brings files into the queue as one transaction, batch by batch through seven stages:
///
/// 1. read (`StatementFile`), 2. normalize (`Normalizer`), 3. judge by rules and tables
///    (``JudgementCache``): ``FilePreparation``, for a long file on a second thread;
/// 4. identify: which account each row is of (``PreparedRows``, and `ImportRun+Accounts.swift`
///    where nobody named it);
/// 5. decide: new, or which known line (``RowDecider``);
/// 6. suggest: what is remembered beside the judgement (``SuggestionCache``);
/// 7. write (``LineWriter``).
///
/// Files are read in the order given and rows in the order of the file, so the result does not
/// depend on chunks. Files whose account nobody named are added after all others. Either all of the
/// import becomes durable by `commit`, or none of it.
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
    /// What this run and earlier ones say of the accounts.
    var accounts: AccountEvidence
    /// Of the file being read.
    var file = FileState()
    var repeatable: RepeatableFiles
    var layouts = LayoutsOfLines()
    /// Files whose account is a guess, until all files of the run were read.
    var parked = ParkedFiles()
    let proposer: Proposer
    /// New lines that may be sides of transfers.
    var arrived: ArrivedLines
    var isPaired = false
    var report = ImportReport()

    /// More than a month has.
    package static let sidesKept = 4_096

    /// - Parameters:
    ///   - memory: what the workspace remembers of decisions; nil to suggest without it.
    ///   - files: only their sizes are used, from which the tables' room is guessed.
    ///   - linesATurn: see ``Deduplicator``.
    ///   - sidesKept: of more lines that may be sides of transfers the facts are read back.
    package init(
        into workspace: Workspace, categorizer: Categorizer, book: AccountBook,
        memory: Memory? = nil, options: ImportOptions, files: [InputFile],
        linesATurn: Int = Deduplicator.linesATurn, sidesKept: Int = ImportRun.sidesKept
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
        let hasSaidPairs = try begun.hasSaidPairs
        proposer.own = OwnNumbers(names: names, book: book)
        // The deduplicator knows them.
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
            deniesTransfer: hasSaidPairs
                ? { (key) throws(WorkspaceFailure) in try workspace.deniesTransfer(of: key, nil) }
                : { _ in false })
        let bytes = files.reduce(0) { $0 + $1.sizeBytes }
        // The shortest rows of real exports have about 90 bytes.
        decider = RowDecider(
            begun,
            Deduplicator(
                expectedLines: min(bytes / 90, 2_000_000), isOneFile: files.count == 1,
                linesATurn: linesATurn))
        writer = LineWriter(begun, options, accountsWithLines: names)
    }

    /// What the files added so far come to, before anything of it is durable.
    package var preview: ImportReport { report }

    /// Reads one file into the transaction.
    ///
    /// - Parameter events: called with rejected rows as they are met, and with the count of rows
    ///   read so far.
    /// - Throws: only what ends the whole import; why a file could not be read is in its report.
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

    /// Makes the import durable and returns what it did; a dry run only returns that.
    package consuming func commit() throws(WorkspaceFailure) -> ImportReport {
        try pairTransfers()
        var record = BatchRecord(id: transaction.batch, made: options.made)
        for file in report.files {
            record.linesNew += file.new + file.conflicts + file.ambiguous
            record.linesKnown += file.known + file.repeated + file.settled
            record.linesRejected += file.rejected
            record.linesSkipped += file.skipped
        }
        record.linesNew -= transaction.linesReturned
        report.contentHash = writer.contentHash
        report.summary = try transaction.commit(record)
        if !options.isDryRun, report.summary.linesNew + report.summary.sourcesAdded > 0 {
            // The import is done: what cannot be read now is said by the command that asks about
            // holds.
            report.vanishedHolds = (try? transaction.workspace.vanishedHolds()) ?? []
        }
        return report
    }

    // MARK: Batch by batch

    /// Everything a file holds; of a long one the next batches are prepared meanwhile.
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
        // Only where a file of its size is in must the file be read for it first.
        var mayBeSeen = repeatable.mayRepeat(input)
        if !mayBeSeen { mayBeSeen = try transaction.hasSeenFile(ofSize: input.sizeBytes) }
        if mayBeSeen { tally.digest = FileDigest(of: input) }
        try begin(input, tally)
    }

    /// Begins with the rows of a file, the first time or after they were parked.
    mutating func begin(_ input: InputFile, _ tally: FileReport) throws(WorkspaceFailure) {
        let seen = try seenBytes(tally.digest)
        decider.beginFile(seen: seen)
        transaction.beginFile()
        layouts.beginFile()
        repeatable.begin(input, isSeen: seen != nil)
        accounts.timeline = BalanceTimeline()
        file = FileState()
        file.isReadOnce = input.isReadOnce
    }

    /// The fourth stage: rows are of the accounts that the file's lines are in already, or of those
    /// found for it, else of those that it names.
    private func identify(_ rows: inout PreparedRows, _ tally: inout FileReport) {
        tally.isGuessed = rows.accounts.guessed != nil
        rows.unifyAccounts(with: accounts.names)
        if let seen = decider.seen {
            let kept = rows.stay(in: seen.accounts)
            // Where nobody named the account of the one or the other it is no contradiction.
            if !tally.isGuessed {
                tally.keptAccounts += kept.filter {
                    !tally.keptAccounts.contains($0) && !isMoved($0)
                }
            }
        }
        identify(&rows, in: file.accountsFound)
    }

    /// Has rows belong to these accounts, or where there are none to those that they name, and be
    /// in their currencies.
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
            tally.digest = tally.digest ?? prepared.digest ?? FileDigest(of: input)
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
        if options.keepsRows { tally.keepRows(of: rows.batch) }
        let rejections = rows.batch.rejections
        if !rejections.isEmpty { events(.rejected(rejections)) }
        // A file that names its account says what that account's days are, too.
        if file.held?.isGuess == true || filesExpected > 1 { accounts.follow(rows) }
        try hold(rows, input, &tally, events)
        events(.rowsRead(tally.rowsRead))
    }

    /// Keeps rows until it is clear which account they are of, as long as they are not too many;
    /// adds those of a file that has no such question.
    private mutating func hold(
        _ rows: PreparedRows, _ input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        if let held = file.held {
            let count = held.rows.batch.lines.count + rows.batch.lines.count
            if count <= Limits.rowsWaitingMax {
                for index in rows.identities.indices { file.held?.rows.keep(index, of: rows) }
                return
            }
            try addHeld(of: input, isWhole: false, &tally, events)
        }
        if file.accountsMet.isEmpty { return try addRows(rows, input, &tally, events) }
        var rows = rows
        identify(&rows, in: file.accountsFound)
        try leaveKnownRows(
            of: file.accountsFound[0], &rows, in: file.accountsMet, isWhole: false, &tally)
        try addRows(rows, input, &tally, events)
    }

    /// The rows that were kept until it was clear which account they are of.
    ///
    /// - Parameter isWhole: the file has no rows but these.
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

    /// Decides rows and does what their verdicts say.
    private mutating func addRows(
        _ rows: PreparedRows, _ input: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        let verdicts = try decider.decide(rows, in: accounts.names)
        follow(rows, verdicts, hadWaited: false)
        try write(rows, verdicts, input, &tally, events)
    }

    /// The sixth and the seventh stage: does with each row what its verdict says.
    mutating func write(
        _ rows: PreparedRows, _ verdicts: [Verdict], _ input: InputFile,
        _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        // Read once: each access to the batch would retain all that is in it.
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
            // Most will be new: memory is asked while the next rows are prepared.
            try suggestions.prepareSuggestion(index, line, of: rows, account: texts.account.name)
            file.waiting.keep(index, of: rows, isAnswered: suggestions.isKept(index, of: rows))
            return nil
        case .new(let identity):
            tally.new += 1
            let suggestion = try append(index, line, of: rows, identity, .new, [], &texts)
            tally.confident += suggestion.isConfident ? 1 : 0
            keepSide(line, of: rows, identity, texts.account, suggestion.tendency)
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
            made.span.extracting(suggestions.range(of: suggestion)), &texts, decider.seen)
        return suggestion
    }

    /// Adds the row to the sources of the line that it is.
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

    /// Has the row take the place of the hold that it books.
    private mutating func settle(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey, _ account: String,
        _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> RowOutcome.Fate {
        let place = decider.place(of: key)
        // A dismissed hold stays one, and the same file would book it each time.
        if decider.seen == nil || place != .tombstone {
            writer.settle(line, in: rows, as: key, at: place, of: account, file: tally.name)
        }
        let earlier = place == .ledger ? try transaction.amount(ofEntry: key) : nil
        guard let earlier, earlier != line.amount else { return .settled(key, place) }
        tally.revised.append(RevisedEntry(key: key, earlier: earlier, now: line.amount))
        return .revised(key)
    }

    /// Rejects a row that is one of more equal ones than can be told apart.
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
