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

/// Brings files into the queue: read → normalize → find duplicates → categorize → append, as one
/// transaction.
///
/// Files are read in the order given and rows in the order of the file, so the result does not
/// depend on chunks. Files whose account nobody named are added after all others. Either all of the
/// import becomes durable by `commit`, or none of it.
package struct ImportRun: ~Copyable {
    let options: ImportOptions
    private let preparation: FilePreparation
    private var suggestions: SuggestionCache
    private let taker: PreparationTaker
    let transaction: ImportTransaction
    var deduplicator: Deduplicator
    private var loaded = LoadedLines()
    private var waiting = PreparedRows()
    /// Rows that a file shows again.
    private var repetitions = RepeatedRows()
    /// Those of a file that cannot be read twice.
    private var repeatedOnce = PreparedRows()
    /// The file cannot be read again.
    private var isReadOnce = false
    /// The file's bytes came in before, in an earlier import or in this one.
    var seen: SeenBytes?
    private var repeatable: RepeatableFiles
    private var sourcesBefore: [LineKey: [LineSource]] = [:]
    /// Rows of the file, by their places, that are lines which a person moved to another account.
    var movedLines: [UInt32: LineKey] = [:]
    /// Names of the files that came in before this run, by account; nil until asked for.
    var filesByAccount: [String: Set<String>]?
    var layouts = LayoutsOfLines()
    /// Nil when the file's rows need not wait to be told which account they are of.
    var held: HeldRows?
    /// The accounts that held rows of the file were found to be of; those that follow go there too.
    private var accountsFound: [String] = []
    /// Accounts that may have rows of the file beside those.
    private var accountsMet: [String] = []
    private var isFirstBatch = true
    /// Lines of earlier imports left the queue outside the program.
    private let isShort: Bool
    /// What the files so far say of the days of accounts that nobody named.
    var timelines: [String: BalanceTimeline] = [:]
    /// Of the file being read.
    var timeline = BalanceTimeline()
    /// The accounts that files of this run went to, by their layouts.
    var accountsOfLayouts: [String: Set<String>] = [:]
    /// Files whose account is a guess, until all files of the run were read.
    var parked = ParkedFiles()
    /// Lasting words of the files' names, by their accounts.
    var words: [String: Set<AccountWords>]?
    /// The days that queue and ledger hold lines of an account on, nil for none; of accounts that
    /// rows were of.
    private var daysKnown: [UInt64: ClosedRange<Int32>?] = [:]
    private var accountAskedLast: UInt64?
    private var report = ImportReport()
    /// Lines that the transaction was not given yet; none between two batches.
    private var newLines = NewLines()
    let book: AccountBook
    private let proposer: Proposer
    private var named = NamedNumbers()
    /// Accounts that have lines, those of this import too.
    private var accountsWithLines: [String]
    private var accountAppendedLast: UInt64?
    let filesExpected: Int
    /// New lines that may be sides of transfers.
    private var arrived: ArrivedLines
    /// Of queue, ledger, and the files so far.
    var accountNames: [String]
    private var isPaired = false

    /// As long as one account is seen, no more lines than this are kept for the sake of another
    /// that may come.
    private static let arrivedOfOneAccountMax = 4_096
    private static let arrivedOfFilesMax = 16_384
    /// More than a month has.
    package static let sidesKept = 4_096

    /// - Parameters:
    ///   - memory: what the workspace remembers of decisions; nil to suggest without it.
    ///   - files: looked at only for their size, from which the tables' room is guessed.
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
        accountNames = names
        accountsWithLines = names
        proposer.own = OwnNumbers(names: names, book: book)
        // The deduplicator knows them.
        begun.stopFindingAppended()
        transaction = begun
        isShort = begun.isShort
        self.proposer = proposer
        self.options = options
        self.book = book
        filesExpected = files.count
        repeatable = RepeatableFiles(files)
        arrived = ArrivedLines(factsMax: sidesKept)
        let taker = PreparationTaker(remembers: memory.map { !$0.isEmpty } ?? false)
        self.taker = taker
        preparation = FilePreparation(
            categorizer: categorizer, book: book, options: options,
            isForMemory: { taker.remembers }, isTakerIdle: { taker.isIdle })
        suggestions = SuggestionCache(
            categorizer: categorizer, country: options.country, memory: memory,
            own: proposer.own,
            deniesTransfer: hasSaidPairs
                ? { (key) throws(WorkspaceFailure) in try workspace.deniesTransfer(of: key, nil) }
                : { _ in false })
        let bytes = files.reduce(0) { $0 + $1.sizeBytes }
        // The shortest rows of real exports have about 90 bytes.
        deduplicator = Deduplicator(
            expectedLines: min(bytes / 90, 2_000_000), isOneFile: files.count == 1,
            linesATurn: linesATurn)
    }

    /// Reads one file into the transaction.
    ///
    /// - Parameter events: told of rejected rows as they are met, and of rows read so far.
    /// - Throws: only what ends the whole import; why a file could not be read is in its report.
    package mutating func add(
        _ file: InputFile, events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        events(.fileBegan(file))
        if let remembered = file.remembered {
            report.files.append(remembered.report(path: file.path, name: file.name))
            return try addParkedAtEnd(events)
        }
        var tally = FileReport(path: file.path, name: file.name)
        try addAll(of: file, &tally, events)
        timeline.endFile()
        let place = report.files.count
        report.files.append(tally)
        if let guessed = takeGuessed() {
            parked.add(file, at: place, tally, guessed, timeline)
        } else {
            try addHeld(of: file, &tally, events)
            try end(file, at: place, &tally, events)
        }
        try addParkedAtEnd(events)
    }

    /// Adds the parked files once no more can join them.
    private mutating func addParkedAtEnd(
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        if report.files.count == filesExpected || parked.rowCount > Limits.rowsWaitingMax {
            try addParked(events)
        }
    }

    /// What only the end of a file decides, once all its rows were added.
    mutating func end(
        _ file: InputFile, at place: Int, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        try addWaiting(of: file, &tally, events)
        try judgeRepeated(of: file, &tally, events)
        precondition(tally.isBalanced, "a row of a file had no fate, or two")
        if options.keepsRows {
            precondition(tally.rows.count == tally.rowsRead, "a row's reason was not kept")
            tally.sortRows()
        }
        if seen == nil { remember(file, tally) }
        repeatable.end(tally.digest, accounts: tally.accounts)
        accountsOfLayouts[tally.layout, default: []].formUnion(tally.accounts)
        endTimeline(file, tally.accounts)
        report.files[place] = tally
        events(.fileEnded(tally))
    }

    private mutating func begin(
        _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) {
        // Only where a file of its size is in must the file be read for it first.
        var mayBeSeen = repeatable.mayRepeat(file)
        if !mayBeSeen { mayBeSeen = try transaction.hasSeenFile(ofSize: file.sizeBytes) }
        if mayBeSeen { tally.digest = FileDigest(of: file) }
        try begin(file, tally)
    }

    /// Begins with the rows of a file, the first time or after they were parked.
    mutating func begin(_ file: InputFile, _ tally: FileReport) throws(WorkspaceFailure) {
        seen = try seenBytes(tally.digest)
        deduplicator.beginFile(isSeen: seen != nil)
        transaction.beginFile()
        layouts.beginFile()
        repeatable.begin(file, isSeen: seen != nil)
        held = nil
        accountsFound = []
        accountsMet = []
        isFirstBatch = true
        movedLines = [:]
        timeline = BalanceTimeline()
        repetitions.beginFile()
        repeatedOnce.removeAll()
        isReadOnce = file.isReadOnce
    }

    /// What the files added so far come to, before anything of it is durable.
    package var preview: ImportReport { report }

    /// Looks for transfers among the lines of the files added, and those of queue and ledger; once,
    /// when all files were added.
    package mutating func pairTransfers() throws(WorkspaceFailure) {
        if isPaired { return }
        isPaired = true
        let before = proposer.own
        proposer.own = OwnNumbers(names: accountsWithLines, book: book)
        let anew = try transaction.linesToProposeAnew(by: proposer.own)
        try findPairs(anew)
        try proposeByOwnNumbers(otherwiseThan: before)
        try transaction.propose(anew, by: proposer.own, proposer.ordinary)
    }

    private mutating func findPairs(_ anew: [LineKey]) throws(WorkspaceFailure) {
        let accounts = OwnAccounts(names: accountNames, book: book)
        guard accounts.all.count > 1 else { return }
        let search = try TransferSearch(transaction, accounts, arrived, anew: anew, proposer)
        arrived = ArrivedLines(factsMax: 0)
        let found = try search.run()
        report.transfers = found.pairs
        for (key, suggestion) in found.suggestions {
            transaction.propose(suggestion, for: key)
            guard options.keepsRows else { continue }
            var writer = ByteWriter(capacity: 512)
            writer.append(key.text)
            SuggestionJSON.append(suggestion, to: &writer)
            addToContent(writer)
        }
    }

    /// Proposes anew what has no other side and names a number that is known only now to be an own
    /// account's, or to be none.
    private mutating func proposeByOwnNumbers(
        otherwiseThan before: OwnNumbers
    ) throws(WorkspaceFailure) {
        let own = proposer.own
        let numbers = own.numbersOfOthers(than: before)
        let lines = numbers.isEmpty ? [] : named.lines(naming: numbers)
        named = NamedNumbers()
        if lines.isEmpty { return }
        var names: [UInt64: String] = [:]
        for name in accountsWithLines { names[LineIdentity.hash(ofAccount: name)] = name }
        let additions = transaction.additionsToNewLines()
        for (number, key) in lines {
            let line = try transaction.appendedLine(number)
            let account = names[line.account] ?? ""
            let owner = own.account(by: key, from: account)
            if owner == before.account(by: key, from: account) { continue }
            if transaction.isProposed(line.key) { continue }
            if options.keepsRows {
                var writer = ByteWriter(capacity: 64)
                writer.append(line.key.text)
                writer.append(owner ?? "")
                addToContent(writer)
            }
            // What a dry run appends is nowhere.
            guard !options.isDryRun, var fact = try transaction.appendedFact(number)?.fact else {
                continue
            }
            if let more = additions[line.key],
                let filled = transaction.filled(fact, line, by: more)
            {
                fact = filled.fact
            }
            transaction.propose(try proposer.suggestion(fact, line.key, nil), for: line.key)
        }
    }

    private mutating func addToContent(_ writer: borrowing ByteWriter) {
        report.contentHash = StableHash.combine(
            report.contentHash, writer.withBytes { StableHash.hash($0, seed: 6) })
    }

    /// Makes the import durable and tells what it did; a dry run only tells.
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
        report.summary = try transaction.commit(record)
        if !options.isDryRun, report.summary.linesNew + report.summary.sourcesAdded > 0 {
            // The import is done: what cannot be read now is said by the command that asks about
            // holds.
            report.vanishedHolds = (try? transaction.workspace.vanishedHolds()) ?? []
        }
        return report
    }

    /// Everything a file holds, batch by batch; a long one is prepared while this looks whether it
    /// is known.
    private mutating func addAll(
        of file: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        var relay = relay(of: file)
        var failure: WorkspaceFailure?
        do throws(WorkspaceFailure) {
            // While the other thread opens the file.
            Categorizer.readCategories()
            try begin(file, &tally)
            if relay.isAhead, seen == nil { try transaction.expectLines() }
            while var prepared = relay.next() {
                tally.isGuessed = prepared.rows.accounts.guessed != nil
                prepared.rows.unifyAccounts(with: accountNames)
                if let seen {
                    let kept = prepared.rows.stay(in: seen.accounts)
                    // Where nobody named the account of the one or the other it is no
                    // contradiction.
                    if !tally.isGuessed {
                        tally.keptAccounts += kept.filter {
                            !tally.keptAccounts.contains($0) && !isMoved($0)
                        }
                    }
                }
                stay(&prepared.rows, in: accountsFound)
                suggestions.judge(&prepared.rows)
                defer { relay.giveBack(prepared) }
                try add(prepared, file, &tally, events)
            }
        } catch {
            failure = error
        }
        relay.end()
        if let failure { throw failure }
    }

    private func relay(of file: InputFile) -> BatchRelay<PreparedBatch> {
        let preparation = preparation
        preparation.begin(file)
        return BatchRelay(taker.batches, of: file) { preparation.prepare(&$0) }
    }

    private mutating func add(
        _ prepared: PreparedBatch, _ file: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        tally.failure = prepared.failure
        tally.layout = prepared.rows.layout
        layouts.setLayout(prepared.rows.layout)
        tally.encoding = prepared.encoding
        if prepared.isLast {
            tally.balances = prepared.balances
            tally.digest = tally.digest ?? prepared.digest ?? FileDigest(of: file)
        }
        if isFirstBatch, !prepared.rows.batch.isEmpty {
            isFirstBatch = false
            held = try questionOfAccount(prepared.rows, isWhole: prepared.isLast)
        }
        if held != nil {
            tally.accounts = []
        } else if accountsFound.isEmpty {
            tally.accounts = prepared.rows.accounts.names
        }
        tally.passedOver = prepared.rows.accounts.passedOver
        for name in tally.accounts where !accountNames.contains(name) { accountNames.append(name) }
        tally.count(fatesOf: prepared.rows.batch)
        if options.keepsRows { tally.keepRows(of: prepared.rows.batch) }
        let rejections = prepared.rows.batch.rejections
        if !rejections.isEmpty { events(.rejected(rejections)) }
        // A file that names its account says what that account's days are, too.
        if held?.isGuess == true || filesExpected > 1 {
            follow(prepared.rows)
        }
        if let waiting = held {
            let count = waiting.rows.batch.lines.count + prepared.rows.batch.lines.count
            if count <= Limits.rowsWaitingMax {
                for index in prepared.rows.identities.indices {
                    held?.rows.keep(index, of: prepared.rows)
                }
            } else {
                try addHeld(of: file, isWhole: false, &tally, events)
                try addRest(of: prepared.rows, file, &tally, events)
            }
        } else {
            try addRest(of: prepared.rows, file, &tally, events)
        }
        events(.rowsRead(tally.rowsRead))
    }

    /// Adds rows that need not wait, or came after those that did.
    private mutating func addRest(
        of rows: PreparedRows, _ file: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        if accountsMet.isEmpty { return try addLines(of: rows, file, &tally, events) }
        var rows = rows
        stay(&rows, in: accountsFound)
        try leaveKnownRows(
            of: accountsFound[0], &rows, in: accountsMet, isWhole: false, &tally)
        try addLines(of: rows, file, &tally, events)
    }

    /// The balances of rows whose account is a guess, for files to come.
    private mutating func follow(_ rows: PreparedRows) {
        for (index, row) in rows.identities.enumerated() where row.balance != 0 {
            let before = LineIdentity.balanceBefore(rows.batch.lines[index])
            timeline.add(
                .init(
                    second: row.second, currency: row.currency, before: before,
                    after: row.balance, isHold: row.isHold), on: row.day)
        }
    }

    /// The rows that were kept until it was clear which account they are of.
    ///
    /// - Parameter isWhole: the file has no rows but these.
    mutating func addHeld(
        of file: InputFile, isWhole: Bool = true, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        guard var held = held.take() else { return }
        // All of its rows were rejected.
        if held.rows.batch.lines.isEmpty {
            tally.accounts = [held.named]
            return
        }
        tally.accounts = [try account(of: held, file, &tally)]
        for name in tally.accounts where !accountNames.contains(name) { accountNames.append(name) }
        accountsFound = tally.accounts
        stay(&held.rows, in: accountsFound)
        accountsMet = held.accounts(of: accountNames)
        let own = accountsFound[0]
        try leaveKnownRows(of: own, &held.rows, in: accountsMet, isWhole: isWhole, &tally)
        if isWhole { recordWhereAllAreElsewhere(of: own, held.rows, &tally) }
        try addLines(of: held.rows, file, &tally, events)
    }

    /// Has rows belong to these accounts, or where there are none to those that they name, and be
    /// in their currencies.
    private func stay(_ rows: inout PreparedRows, in accounts: [String]) {
        _ = rows.stay(in: accounts)
        rows.setCurrencies(by: book)
        rows.identify()
    }

    /// Keeps what the file says of the days of its account.
    private mutating func endTimeline(_ file: InputFile, _ accounts: [String]) {
        guard accounts.count == 1 else { return }
        record(file, of: accounts[0])
        if timeline.isEmpty { return }
        timelines[accounts[0], default: BalanceTimeline()].add(timeline)
    }

    /// The rows that had to wait for the file's end.
    private mutating func addWaiting(
        of file: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        if waiting.batch.lines.isEmpty { return }
        var rows = PreparedRows()
        swap(&rows, &waiting)
        try loadHolds(near: rows.identities)
        try takeBackPassedLines(for: rows.identities)
        let (transaction, loaded, layouts) = (transaction, loaded, layouts)
        let tables = Set(
            accountNames.filter(UnknownBank.isOne).map {
                LineKey.account(ofHash: LineIdentity.hash(ofAccount: $0))
            })
        let verdicts = try deduplicator.settle(rows.identities) {
            (origin) throws(WorkspaceFailure) in
            try layouts.tellers(
                of: origin, beside: rows.layout, isOfOneTable: { tables.contains($0.account) }
            ) { (key) throws(WorkspaceFailure) in
                try transaction.sources(of: key, at: loaded.place(of: key))
            }
        }
        try addLines(of: rows, file, &tally, events, verdicts)
    }

    /// Rows that look like rows before them were passed over as they came. Where the file's
    /// balances do not prove that, it is read again, and each such row is judged by the gaps it
    /// leaves.
    private mutating func judgeRepeated(
        of file: InputFile, _ tally: inout FileReport, _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) {
        // What the same file asked before is known.
        if seen != nil || repetitions.areProved { return }
        var rows = repeatedOnce
        var answers: [RepeatedRows.Answer]
        if isReadOnce {
            answers = Array(repeating: .cannotTell, count: rows.identities.count)
        } else {
            rows = readAgain(file)
            answers = repetitions.answers()
        }
        var doubted = PreparedRows()
        for (index, answer) in answers.enumerated() where answer != .isFirst {
            doubted.keep(index, of: rows)
        }
        answers.removeAll { $0 == .isFirst }
        try takeBackPassedLines(for: doubted.identities)
        var verdicts: [Verdict] = []
        for (identity, answer) in zip(doubted.identities, answers) {
            verdicts.append(deduplicator.judge(repeated: identity, answer))
        }
        tally.forgetRepeated(doubted.batch.lines.map { Int($0.sourceLine) })
        try addLines(of: doubted, file, &tally, events, verdicts, isAgain: true)
    }

    /// The rows that may have been taken for repetitions.
    private mutating func readAgain(_ file: InputFile) -> PreparedRows {
        var rows = PreparedRows()
        var prepared = PreparedBatch()
        repetitions.beginAgain()
        preparation.begin(file)
        repeat {
            preparation.prepare(&prepared)
            stay(&prepared.rows, in: accountsFound)
            for index in prepared.rows.identities.indices
            where repetitions.addAgain(
                prepared.rows.identities[index], prepared.rows.batch.lines[index])
            {
                rows.keep(index, of: prepared.rows)
            }
        } while !prepared.isLast
        return rows
    }

    private mutating func addLines(
        of rows: PreparedRows, _ file: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void, _ verdicts: [Verdict]? = nil, isAgain: Bool = false
    ) throws(WorkspaceFailure) {
        // Taken out once: each look at the batch would retain all that is in it.
        let statementLines = rows.batch.lines
        let fileName = tally.name
        var texts = QueueTexts(
            arena: rows.batch.arena, facts: rows.facts,
            frame: QueueFrame(
                batch: transaction.batch, file: fileName.utf8.span, layout: rows.layout.utf8.span))
        suggestions.beginBatch(rows)
        var accountIndex: Int32 = -1
        for index in rows.identities.indices {
            if index + PreparedRows.rowsExpected < rows.identities.count {
                deduplicator.prefetch(rows.identities[index + PreparedRows.rowsExpected])
            }
            prefetchElement(of: statementLines, at: index + PreparedRows.linesExpected)
            let row = rows.identities[index]
            let line = statementLines[index]
            if line.account != accountIndex {
                accountIndex = line.account
                let account = rows.accounts[accountIndex]
                texts.account = account
                texts.declared = book.currency(of: account.name)
                texts.frame.setAccount(account.bytes.span)
            }
            texts.frame.setDay(line.made.day, keyAccount: row.key.account)
            var verdict: Verdict
            if let verdicts { verdict = verdicts[index] } else { verdict = try decide(line, row) }
            if case .settled(let key, _) = verdict, try wasVanished(key) {
                verdict = deduplicator.ask(row, about: key)
            }
            if !isAgain {
                follow(index, line, of: rows, verdict, wasTaken: verdicts != nil)
            }
            guard let fate = try take(verdict, index, line, of: rows, &texts, file, &tally, events)
            else { continue }
            let declared = texts.declared
            if line.amount.currency != declared || !declared.isKnown, fate.isNewLine {
                tally.record(line.amount.currency, against: declared, of: texts.account.name)
            }
            if let key = verdict.key { repeatable.record(Int(line.sourceLine), key) }
            if options.keepsRows {
                tally.rows.append(RowOutcome(line: Int(line.sourceLine), fate))
            }
        }
        try transaction.append(&newLines)
    }

    /// Does with a row what its verdict says; nil for one that waits.
    private mutating func take(
        _ verdict: Verdict, _ index: Int, _ line: StatementLine, of rows: PreparedRows,
        _ texts: inout QueueTexts, _ file: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) throws(WorkspaceFailure) -> RowOutcome.Fate? {
        switch verdict {
        case .waits:
            // Most will be new: what is remembered of them is asked while the next rows are
            // prepared.
            try suggestions.prepareSuggestion(index, line, of: rows, account: texts.account.name)
            waiting.keep(index, of: rows, isAnswered: suggestions.isKept(index, of: rows))
            return nil
        case .ambiguous(let identity, let other):
            tally.ambiguous += 1
            _ = try append(index, line, of: rows, &texts, identity, .ambiguous, [other])
            return .ambiguous(identity.key, with: other)
        case .new(let identity):
            tally.new += 1
            let suggestion = try append(index, line, of: rows, &texts, identity, .new, [])
            tally.confident += suggestion.isConfident ? 1 : 0
            keepSide(line, of: rows, identity, texts.account, suggestion.tendency)
            return .new(identity.key)
        case .conflict(let identity, let other):
            tally.conflicts += 1
            _ = try append(index, line, of: rows, &texts, identity, .conflict, [other])
            return .conflict(identity.key, with: other)
        case .known(let key, let witness):
            recordKnown(line, in: rows, as: key, witness, texts, &tally)
            return .known(key, loaded.place(of: key), witness)
        case .settled(let key, _):
            return try settle(line, in: rows, as: key, texts.account, &tally)
        case .repeated(let witness):
            tally.repeated += 1
            return .repeated(witness)
        case .tooMany: return refuse(line, of: file, &tally, events)
        }
    }

    /// What a row is that need not be judged with all others of its file.
    private mutating func decide(
        _ line: StatementLine, _ row: LineIdentity
    ) throws(WorkspaceFailure) -> Verdict {
        try loadKnownLines(like: row)
        if deduplicator.needsPassedLines(row) { try takeBackPassedLines() }
        if let (own, key) = try ownLine(of: line, row) { return deduplicator.know(own, as: key) }
        if let key = movedLines[line.sourceLine], deduplicator.candidates(for: row).contains(key) {
            return deduplicator.know(row, as: key)
        }
        return deduplicator.decide(row)
    }

    /// Adds the row to the sources of the line that it is.
    private mutating func recordKnown(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey, _ witness: Witness,
        _ texts: QueueTexts, _ tally: inout FileReport
    ) {
        let (account, declared) = (texts.account, texts.declared)
        tally.known += 1
        if witness == .dayAndText || witness == .wholeStatement {
            layouts.record(key, by: rows.layout)
        }
        if !declared.isKnown, line.amount.currency.isKnown,
            deduplicator.hasLinesWithoutCurrency(of: account.hash)
        {
            tally.currenciesShown[account.name] = line.amount.currency
        }
        if seen != nil { return }
        addSource(of: line, in: rows, to: key, account, tally.name, isSettled: false)
        if let balance = line.balance, deduplicator.showsOtherBalance(key) {
            transaction.record(balance: balance, of: key, in: account.hash, on: line.made.day)
        }
    }

    /// Has the row take the place of the hold that it books.
    private mutating func settle(
        _ line: StatementLine, in rows: PreparedRows, as key: LineKey,
        _ account: FileAccounts.Account, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> RowOutcome.Fate {
        tally.settled += 1
        let place = loaded.place(of: key)
        // A dismissed hold stays one, and the same file would book it each time.
        if seen == nil || place != .tombstone {
            addSource(of: line, in: rows, to: key, account, tally.name, isSettled: true)
        }
        let earlier = place == .ledger ? try transaction.amount(ofEntry: key) : nil
        guard let earlier, earlier != line.amount else { return .settled(key, place) }
        tally.revised.append(RevisedEntry(key: key, earlier: earlier, now: line.amount))
        return .revised(key)
    }

    /// Rejects a row that is one of more equal ones than can be told apart.
    private func refuse(
        _ line: StatementLine, of file: InputFile, _ tally: inout FileReport,
        _ events: (ReadingEvent) -> Void
    ) -> RowOutcome.Fate {
        tally.rejected += 1
        let rejection = RowRejection(
            kind: .equalRowsTooMany,
            place: SourcePlace(file: file.path, line: Int(line.sourceLine)), field: "",
            expected: String(Limits.equalAmountsADayMax))
        tally.keep(rejection)
        events(.rejected([rejection]))
        return .rejected(rejection.kind)
    }

    /// The line that a row of a file imported before is by its sources, and the row as one of that
    /// line's account: a person may have moved the line to another one.
    private mutating func ownLine(
        of line: StatementLine, _ row: LineIdentity
    ) throws(WorkspaceFailure) -> (row: LineIdentity, line: LineKey)? {
        guard let seen else { return nil }
        if let key = try ownLine(of: line, like: row, seen) { return (row, key) }
        for name in Set(accountNames).sorted() {
            let hash = LineIdentity.hash(ofAccount: name)
            if hash == row.account { continue }
            let moved = row.moved(to: hash)
            try loadKnownLines(like: moved)
            if let key = try ownLine(of: line, like: moved, seen) { return (moved, key) }
        }
        return nil
    }

    private mutating func ownLine(
        of line: StatementLine, like row: LineIdentity, _ seen: SeenBytes
    ) throws(WorkspaceFailure) -> LineKey? {
        for key in deduplicator.candidates(for: row) {
            let sources = seen.isOfThisRun ? [] : try sourcesBefore(of: key)
            if seen.isSource(Int(line.sourceLine), of: key, sources) { return key }
        }
        return nil
    }

    /// The key is a hold's that was dismissed because the bank showed it no more.
    private func wasVanished(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        guard loaded.place(of: key) == .tombstone else { return false }
        return try transaction.dismissed(key)?.wasVanished ?? false
    }

    /// The sources that a line had before this import, asked once: a thousand files may each hold a
    /// payment of one day and amount.
    mutating func sourcesBefore(of key: LineKey) throws(WorkspaceFailure) -> [LineSource] {
        if let known = sourcesBefore[key] { return known }
        let found = try transaction.sources(of: key, at: loaded.place(of: key))
        if sourcesBefore.count >= Self.sourcesKept { sourcesBefore.removeAll() }
        sourcesBefore[key] = found
        return found
    }

    private static let sourcesKept = 16_384

    /// Follows the balances of the file, without rows that seem to repeat others.
    private mutating func follow(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, _ verdict: Verdict,
        wasTaken: Bool
    ) {
        let row = rows.identities[index]
        if row.balance == 0 { return }
        let before = LineIdentity.balanceBefore(line)
        guard case .repeated(.timeAndBalance) = verdict else {
            if !wasTaken { repetitions.add(row, before: before) }
            return
        }
        repetitions.record(
            repeated: row, line: line.sourceLine, before: before, wasTaken: wasTaken)
        if isReadOnce, repeatedOnce.batch.lines.count < Limits.rowsWaitingMax {
            repeatedOnce.keep(index, of: rows)
        }
    }

    /// Keeps a new line that may be the side of a transfer until all files were read.
    private mutating func keepSide(
        _ line: StatementLine, of rows: PreparedRows, _ identity: LineIdentity,
        _ account: FileAccounts.Account, _ tendency: TransferTendency
    ) {
        // Only the number of an own account makes a line a side that looks like something else;
        // another file may bring it.
        if tendency == .none, filesExpected == 1,
            line.counterpartyIBAN.isEmpty
        {
            return
        }
        let most =
            accountNames.count > 1
            ? Limits.transferSidesMax
            : filesExpected > 1 ? Self.arrivedOfFilesMax : Self.arrivedOfOneAccountMax
        guard arrived.count < most else { return }
        arrived.add(
            identity,
            number: options.isDryRun ? nil : transaction.linesNew + newLines.count - 1, tendency
        ) {
            StatementFact(of: line, in: rows.batch, account: account.name)
        }
    }

    /// Brings in what queue, ledger and tombstones hold for the row's day and bank id, once each.
    mutating func loadKnownLines(like row: LineIdentity) throws(WorkspaceFailure) {
        if transaction.isFirst { return }
        if row.account != accountAskedLast { try askForDays(ofAccountOf: row) }
        if try loadKnownLines(of: row.account, on: row.day), deduplicator.isBehindKnownDays(row) {
            try loadHolds(near: CollectionOfOne(row))
            deduplicator.addedHolds(near: row)
        }
        if transaction.hasEntriesByHand { try loadEntriesByHand(near: row) }
        if row.bankID != 0, !deduplicator.knowsBankID(of: row) {
            var found: [KnownLine] = []
            try transaction.findLines(account: row.account, bankID: row.bankID, into: &found)
            try add(found)
        }
    }

    /// Asks for the days known of the row's account, and tells the deduplicator, once.
    private mutating func askForDays(
        ofAccountOf row: LineIdentity
    ) throws(WorkspaceFailure) {
        accountAskedLast = row.account
        if daysKnown[row.account] != nil { return }
        let days = try transaction.knownDays(keyAccount: row.key.account)
        daysKnown.updateValue(days, forKey: row.account)
        if let days { deduplicator.add(knownDays: days, of: row.account) }
    }

    /// Brings in what people wrote on days around the row, each day once.
    private mutating func loadEntriesByHand(near row: LineIdentity) throws(WorkspaceFailure) {
        for days in loaded.daysToLoadByHand(
            of: row.account, near: Deduplicator.daysOfEntriesByHand(near: row))
        {
            var found: [KnownLine] = []
            try transaction.findEntriesByHand(
                account: row.account, keyAccount: row.key.account, days: days, into: &found)
            for known in found { deduplicator.add(byHand: known.identity) }
        }
    }

    /// Brings in what was held on the rows' days and some before: a hold may be booked some days
    /// later.
    private mutating func loadHolds(
        near rows: some Sequence<LineIdentity>
    ) throws(WorkspaceFailure) {
        if transaction.isFirst { return }
        var last: LineIdentity?
        for row in rows where row.account != last?.account || row.day != last?.day {
            last = row
            for day in Deduplicator.daysNear(row) {
                try loadKnownLines(of: row.account, on: day, onlyHolds: true)
            }
        }
    }

    /// - Returns: whether it is the first time.
    @discardableResult
    mutating func loadKnownLines(
        of account: UInt64, on day: Int32, onlyHolds: Bool = false
    ) throws(WorkspaceFailure) -> Bool {
        guard loaded.isNew(account: account, day: day, onlyHolds: onlyHolds) else { return false }
        // Most days of a month are none of those known.
        if let days = daysKnown[account], days?.contains(day) != true { return true }
        var found: [KnownLine] = []
        try transaction.findLines(
            account: account, keyAccount: LineKey.account(ofHash: account), days: day...day,
            onlyHolds: onlyHolds, into: &found)
        try add(found)
        return true
    }

    private mutating func add(_ found: [KnownLine]) throws(WorkspaceFailure) {
        try takeBackPassedLines(for: found.lazy.map(\.identity))
        for known in found where !known.isByHand && loaded.isNew(known) {
            let isApproved = known.place == .ledger
            var isDivided = false
            if isApproved, known.identity.isHold {
                isDivided = try transaction.isDivided(known.identity.key)
            }
            deduplicator.add(known: known.identity, isApproved: isApproved, isDivided: isDivided)
        }
    }

    private mutating func takeBackPassedLines(
        for lines: some Sequence<LineIdentity>
    ) throws(WorkspaceFailure) {
        if lines.contains(where: { deduplicator.needsPassedLines($0) }) {
            try takeBackPassedLines()
        }
    }

    /// Gives the deduplicator the lines that it let go of when the file had left their days behind.
    mutating func takeBackPassedLines() throws(WorkspaceFailure) {
        try transaction.append(&newLines)
        let transaction = transaction
        try deduplicator.takeBack { number throws(WorkspaceFailure) in
            try transaction.appendedLine(number)
        }
    }

    /// What lines of the queue take from their batch of rows and share with its others.
    private struct QueueTexts {
        let arena: [UInt8]
        /// Of the first rows of the batch, or of none.
        let facts: WrittenFacts
        var frame: QueueFrame
        var account = FileAccounts.Account.none
        /// The account's, by the settings.
        var declared = Currency.unknown
    }

    /// Appends a new line to the queue, with the suggestion it answers.
    private mutating func append(
        _ index: Int, _ line: StatementLine, of rows: PreparedRows, _ texts: inout QueueTexts,
        _ identity: LineIdentity, _ state: QueueLine.State, _ related: [LineKey]
    ) throws(WorkspaceFailure) -> SuggestionCache.Rendered {
        let account = texts.account
        let suggestion = try suggestions.suggestion(
            index, line, of: rows, account: account.name, key: identity.key)
        if isShort {
            texts.frame.setBatch(
                transaction.importOfLine(identity.key, shownTo: seen?.batches ?? []))
        }
        let made = suggestions.storage
        let start = newLines.writer.count
        let suggested = made.span.extracting(suggestions.range(of: suggestion))
        if index < texts.facts.count {
            let facts = texts.facts.bytes
            QueueLine.append(
                key: identity.key, state: state, line: line,
                fact: facts.span.extracting(texts.facts.range(index)), frame: texts.frame,
                suggestion: suggested, related: related, to: &newLines.writer)
            newLines.add(identity, from: start, factHash: texts.facts.hash(index))
        } else {
            let fact = QueueLine.append(
                key: identity.key, state: state, line: line, arena: texts.arena.span,
                frame: texts.frame, suggestion: suggested, related: related,
                to: &newLines.writer)
            newLines.add(identity, from: start, fact: fact)
        }
        if options.keepsRows {
            let hash = newLines.writer.withBytes {
                StableHash.hash($0.extracting(start..<$0.count), seed: 5)
            }
            report.contentHash = StableHash.combine(report.contentHash, hash)
        }
        if !line.counterpartyIBAN.isEmpty {
            named.add(
                texts.arena.span.extracting(line.counterpartyIBAN.range),
                line: transaction.linesNew + newLines.count - 1)
        }
        if account.hash != accountAppendedLast {
            accountAppendedLast = account.hash
            if !accountsWithLines.contains(account.name) { accountsWithLines.append(account.name) }
        }
        if newLines.isFull { try transaction.append(&newLines) }
        return suggestion
    }

    private mutating func addSource(
        of line: StatementLine, in rows: PreparedRows, to key: LineKey,
        _ account: FileAccounts.Account, _ fileName: String, isSettled: Bool
    ) {
        let source = LineSource(
            file: fileName, line: Int(line.sourceLine), layout: rows.layout)
        let fact = StatementFact(of: line, in: rows.batch, account: account.name)
        let place = loaded.place(of: key)
        if isSettled {
            transaction.settle(key, at: place, source, as: fact)
        } else {
            transaction.addSource(to: key, at: place, source, filling: fact)
        }
    }

    /// What is known of a file with these bytes, under any name: its lines have it as a source.
    private func seenBytes(_ digest: FileDigest?) throws(WorkspaceFailure) -> SeenBytes? {
        guard let digest else { return nil }
        if let inThisRun = repeatable[digest] { return inThisRun }
        let files = try transaction.seenFiles(digestHigh: digest.high, digestLow: digest.low)
        return files.isEmpty ? nil : SeenBytes(files)
    }

    private func remember(_ file: InputFile, _ tally: FileReport) {
        guard let digest = tally.digest, !tally.layout.isEmpty else { return }
        transaction.remember(
            SeenFile(
                digestHigh: digest.high, digestLow: digest.low, name: file.name,
                size: file.sizeBytes, modifiedNanoseconds: 0, accounts: tally.accounts,
                rows: tally.rowsRead, isComplete: tally.rejected == 0 && tally.failure == nil))
    }
}
