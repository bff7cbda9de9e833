import Deduplicating
import Facts
import Ledger
import Workspaces

/// The fifth stage: decides whether each row is new or which known line it is.
///
/// Loads the lines of queue, ledger and tombstones near a row into the deduplicator, each day once,
/// and queries it. The caller keeps rows that only the whole file can decide and settles them at
/// its end (``settle(_:beside:_:tables:)``).
struct RowDecider: ~Copyable {
    let transaction: ImportTransaction
    var deduplicator: Deduplicator
    private var loaded = LoadedLines()
    /// The earlier import of the file's bytes, perhaps in this run.
    private(set) var seen: SeenBytes?
    /// Rows of the file, by index, that are lines which a person moved to another account.
    var movedLines: [UInt32: LineKey] = [:]
    /// Rows of the file that repeat others of it.
    var repetitions = RepeatedRows()
    /// New lines not yet appended to the queue.
    private var unwritten: [LineIdentity] = []
    /// The lines by which the bank replaces others, by account and id of those, of this run.
    private var corrections: [AccountID: LineKey] = [:]
    private var sourcesBefore: [LineKey: [LineSource]] = [:]
    /// The range of days with lines of an account in queue and ledger, nil for none; cached for the
    /// rows' accounts.
    private var daysKnown: [UInt64: ClosedRange<Int32>?] = [:]
    private var accountLookedUpLast: UInt64?

    private static let sourcesKept = 16_384

    private struct AccountID: Hashable {
        let account: UInt64
        let bankID: UInt64
    }

    init(_ transaction: ImportTransaction, _ deduplicator: consuming Deduplicator) {
        self.transaction = transaction
        self.deduplicator = deduplicator
    }

    /// - Parameter isReadOnce: the file cannot be read again.
    mutating func beginFile(seen: SeenBytes?, isReadOnce: Bool) {
        self.seen = seen
        movedLines = [:]
        repetitions = RepeatedRows(isReadOnce: isReadOnce)
        deduplicator.beginFile(isSeen: seen != nil)
    }

    /// The place of a line; lines of this run are in the queue.
    func place(of key: LineKey) -> KnownLine.Place { loaded.place(of: key) }

    // MARK: Deciding

    /// A verdict for each row of a batch, in order.
    ///
    /// - Parameter accounts: all that have lines, for lines that a person moved to another one.
    mutating func decide(
        _ rows: PreparedRows, in accounts: [String]
    ) throws(WorkspaceFailure) -> [Verdict] {
        var verdicts: [Verdict] = []
        verdicts.reserveCapacity(rows.identities.count)
        let lines = rows.batch.lines
        let correctedIDs = rows.batch.correctedIDs
        let hasCorrections = !correctedIDs.isEmpty
        for index in rows.identities.indices {
            if index + PreparedRows.rowsAhead < rows.identities.count {
                deduplicator.prefetch(rows.identities[index + PreparedRows.rowsAhead])
            }
            let row = rows.identities[index]
            var verdict = try decide(
                lines[index], row, in: accounts,
                corrects: hasCorrections && correctedIDs[lines[index].sourceIndex] != nil)
            verdict = try verdictOfVanished(verdict, row)
            verdicts.append(follow(lines[index], row, verdict))
        }
        assert(verdicts.count == rows.batch.lines.count, "each row has its verdict")
        return verdicts
    }

    private mutating func decide(
        _ line: StatementLine, _ row: LineIdentity, in accounts: [String], corrects: Bool
    ) throws(WorkspaceFailure) -> Verdict {
        try loadKnownLines(like: row)
        if deduplicator.needsEvictedLines(row) { try restoreEvictedLines() }
        if let (own, key) = try ownLine(of: line, row, in: accounts) {
            return deduplicator.know(own, as: key)
        }
        if let key = movedLines[line.sourceIndex], deduplicator.candidates(for: row).contains(key) {
            return deduplicator.know(row, as: key)
        }
        // The corrected line may follow in the file.
        if corrects { return .waits }
        var verdict = deduplicator.decide(
            row, hasOtherDay: try hasCandidatesOnOtherDay(line, row))
        if !corrections.isEmpty { verdict = asked(verdict, ifCorrected: row) }
        keepUnwritten(verdict)
        return verdict
    }

    /// Lines that were known before this file may be the row on its other day only.
    private mutating func hasCandidatesOnOtherDay(
        _ line: StatementLine, _ row: LineIdentity
    ) throws(WorkspaceFailure) -> Bool {
        guard let day = line.otherDay?.daysSince1970,
            deduplicator.daysKnown(of: row.account)?.contains(day) ?? false
        else { return false }
        return deduplicator.hasCandidates(for: try loadKnownLines(like: row, movedTo: day))
    }

    /// The row on another day, whose known lines are loaded.
    private mutating func loadKnownLines(
        like row: LineIdentity, movedTo day: Int32
    ) throws(WorkspaceFailure) -> LineIdentity {
        var moved = row
        moved.day = day
        moved.bankID = 0
        try loadKnownLines(like: moved)
        if deduplicator.needsEvictedLines(moved) { try restoreEvictedLines() }
        return moved
    }

    /// A question about a new row that an earlier file of this run replaced.
    private func asked(_ verdict: Verdict, ifCorrected row: LineIdentity) -> Verdict {
        guard case .new(let line) = verdict,
            let key = corrections[AccountID(account: row.account, bankID: row.bankID)]
        else { return verdict }
        return .conflict(line, with: key)
    }

    /// Follows the balances of the file, without supposed repetitions.
    ///
    /// - Returns: the verdict, or a question about a supposed repetition that is one too many to
    ///   wait for the file's end.
    private mutating func follow(
        _ line: StatementLine, _ row: LineIdentity, _ verdict: Verdict
    ) -> Verdict {
        if row.balance == 0 { return verdict }
        let before = LineIdentity.balanceBefore(line)
        guard case .repeated(.timeAndBalance) = verdict else {
            repetitions.add(row, before: before)
            return verdict
        }
        if repetitions.hasRoom || seen != nil {
            repetitions.record(repeated: row, line: line.sourceLine, before: before)
            return verdict
        }
        let question = deduplicator.judge(repeated: row, .cannotTell)
        keepUnwritten(question)
        repetitions.add(row, before: before)
        return question
    }

    /// Decides the waiting rows at the file's end.
    ///
    /// - Parameters:
    ///   - rows: the file's waiting rows.
    ///   - layout: of the file.
    ///   - tables: unnamed accounts, whose files all have one heading.
    ///   - counts: what the file's totals count.
    mutating func settle(
        _ rows: PreparedRows, beside layout: String, _ layouts: LayoutsOfLines,
        tables: Set<UInt32>, counts: StatementCounts
    ) throws(WorkspaceFailure) -> [Verdict] {
        try loadHolds(near: rows.identities)
        try restoreEvictedLines(for: rows.identities)
        if rows.batch.correctedIDs.isEmpty {
            return try settleOthers(rows, beside: layout, layouts, tables: tables, counts: counts)
        }
        // The corrected lines first: they may wait as well.
        var others = PreparedRows()
        var corrections = PreparedRows()
        let isCorrection = rows.batch.lines.map {
            rows.batch.correctedIDs[$0.sourceIndex] != nil
        }
        for (index, isCorrection) in isCorrection.enumerated() {
            if isCorrection {
                corrections.keep(index, of: rows)
            } else {
                others.keep(index, of: rows)
            }
        }
        var ofOthers = try settleOthers(
            others, beside: layout, layouts, tables: tables, counts: counts)[...]
        var ofCorrections = try settleCorrections(
            corrections, beside: layout, layouts, tables: tables, counts: counts)[...]
        return isCorrection.map { $0 ? ofCorrections.removeFirst() : ofOthers.removeFirst() }
    }

    /// Decides the rows by which the bank replaces lines. One whose line is unknown, or was
    /// dismissed, is a row like others.
    private mutating func settleCorrections(
        _ rows: PreparedRows, beside layout: String, _ layouts: LayoutsOfLines,
        tables: Set<UInt32>, counts: StatementCounts
    ) throws(WorkspaceFailure) -> [Verdict] {
        var verdicts: [Verdict] = []
        for (index, row) in rows.identities.enumerated() {
            let id = LineIdentity.hash(
                ofBankID: rows.batch.correctedIDs[rows.batch.lines[index].sourceIndex] ?? "")
            var earlier = row
            earlier.bankID = id
            try loadKnownLines(like: earlier)
            guard let key = deduplicator.lineCorrected(by: row, bearing: id),
                place(of: key) != .tombstone
            else {
                var alone = PreparedRows()
                alone.keep(index, of: rows)
                verdicts += try settleOthers(
                    alone, beside: layout, layouts, tables: tables, counts: counts)
                if let key = verdicts.last?.key {
                    corrections[AccountID(account: row.account, bankID: id)] = key
                }
                continue
            }
            verdicts.append(deduplicator.correct(row, key))
            keepUnwritten(verdicts[index])
        }
        return verdicts
    }

    private mutating func settleOthers(
        _ rows: PreparedRows, beside layout: String, _ layouts: LayoutsOfLines,
        tables: Set<UInt32>, counts: StatementCounts
    ) throws(WorkspaceFailure) -> [Verdict] {
        let (transaction, loaded) = (transaction, loaded)
        let lines = rows.batch.lines
        /// One version files a payment under one day.
        func hasDays(_ origin: LineOrigin, _ index: Int) throws(WorkspaceFailure) -> Bool {
            guard origin.file == nil, lines[index].bookedOn != nil,
                let fact = try transaction.fact(of: origin.key, at: loaded.place(of: origin.key))
            else { return false }
            return fact.bookedOn == lines[index].bookedOn
                && fact.valueOn == lines[index].valueOn
        }
        var verdicts = try deduplicator.settle(
            rows.identities, otherDays: lines.map { $0.otherDay?.daysSince1970 }, hasDays: hasDays
        ) { (origin) throws(WorkspaceFailure) in
            try layouts.fileKinds(
                of: origin, beside: layout, isOfOneTable: { tables.contains($0.account) }
            ) { (key) throws(WorkspaceFailure) in
                try transaction.sources(of: key, at: loaded.place(of: key))
            }
        }
        let repeated = verdicts.indices.filter { verdicts[$0] == .repeated(because: .bankID) }
        for (index, answer) in zip(repeated, counts.answers(for: repeated.map { lines[$0] })) {
            verdicts[index] = deduplicator.judge(sharingID: rows.identities[index], answer)
        }
        for (index, row) in rows.identities.enumerated() {
            if !corrections.isEmpty {
                verdicts[index] = asked(verdicts[index], ifCorrected: row)
            }
            keepUnwritten(verdicts[index])
            verdicts[index] = try verdictOfVanished(verdicts[index], row)
            guard case .repeated(.timeAndBalance) = verdicts[index] else { continue }
            let line = rows.batch.lines[index]
            repetitions.recordWaited(
                repeated: row, line: line.sourceLine, before: LineIdentity.balanceBefore(line))
        }
        return verdicts
    }

    /// Decides supposed repetitions again, by the file's balances.
    mutating func judge(
        repeated rows: [LineIdentity], _ answers: [RepeatedRows.Answer]
    ) throws(WorkspaceFailure) -> [Verdict] {
        try restoreEvictedLines(for: rows)
        deduplicator.keepAll()
        var verdicts: [Verdict] = []
        for (identity, answer) in zip(rows, answers) {
            let verdict = deduplicator.judge(repeated: identity, answer)
            keepUnwritten(verdict)
            verdicts.append(verdict)
        }
        return verdicts
    }

    /// A dismissed hold that is booked after all needs a person's decision.
    private mutating func verdictOfVanished(
        _ verdict: Verdict, _ row: LineIdentity
    ) throws(WorkspaceFailure) -> Verdict {
        guard case .settled(let key, _) = verdict, try wasVanished(key) else { return verdict }
        let question = deduplicator.ask(row, about: key)
        keepUnwritten(question)
        return question
    }

    /// The key is of a hold dismissed because it vanished at the bank.
    private func wasVanished(_ key: LineKey) throws(WorkspaceFailure) -> Bool {
        guard loaded.place(of: key) == .tombstone else { return false }
        return try transaction.dismissed(key)?.wasVanished ?? false
    }

    // MARK: Lines not in memory

    private mutating func keepUnwritten(_ verdict: Verdict) {
        switch verdict {
        case .new(let line), .ambiguous(let line, _), .conflict(let line, _):
            unwritten.append(line)
        case .known, .repeated, .settled, .waits, .tooMany: break
        }
    }

    /// All new lines were appended to the queue.
    mutating func endBatch() { unwritten.removeAll(keepingCapacity: true) }

    private mutating func restoreEvictedLines(
        for lines: some Sequence<LineIdentity>
    ) throws(WorkspaceFailure) {
        if lines.contains(where: { deduplicator.needsEvictedLines($0) }) {
            try restoreEvictedLines()
        }
    }

    /// Returns evicted lines to the deduplicator.
    mutating func restoreEvictedLines() throws(WorkspaceFailure) {
        let (transaction, unwritten) = (transaction, unwritten)
        try deduplicator.restore { number throws(WorkspaceFailure) in
            number < transaction.linesNew
                ? try transaction.appendedLine(number)
                : unwritten[number - transaction.linesNew]
        }
    }

    // MARK: Files whose bytes came in before

    /// The line of a row in a file imported before, by its sources, and the row in that line's
    /// account, which a person may have changed, and on its day: earlier versions filed some
    /// formats under the other one.
    private mutating func ownLine(
        of line: StatementLine, _ row: LineIdentity, in accounts: [String]
    ) throws(WorkspaceFailure) -> (row: LineIdentity, line: LineKey)? {
        guard let seen else { return nil }
        let sourceLine = line.sourceLine
        if let key = try ownLine(of: sourceLine, like: row, seen) { return (row, key) }
        if let day = line.otherDay?.daysSince1970 {
            let moved = try loadKnownLines(like: row, movedTo: day)
            if let key = try ownLine(of: sourceLine, like: moved, seen) { return (moved, key) }
        }
        for name in Set(accounts).sorted() {
            let hash = LineIdentity.hash(ofAccount: name)
            if hash == row.account { continue }
            let moved = row.moved(to: hash)
            try loadKnownLines(like: moved)
            if let key = try ownLine(of: sourceLine, like: moved, seen) { return (moved, key) }
        }
        return nil
    }

    private mutating func ownLine(
        of sourceLine: UInt32, like row: LineIdentity, _ seen: SeenBytes
    ) throws(WorkspaceFailure) -> LineKey? {
        for key in deduplicator.candidates(for: row) {
            let sources = seen.isOfThisRun ? [] : try sourcesBefore(of: key)
            if seen.isSource(Int(sourceLine), of: key, sources) { return key }
        }
        return nil
    }

    /// A line's sources from before this import, cached: a thousand files may each have a payment
    /// of one day and amount.
    mutating func sourcesBefore(of key: LineKey) throws(WorkspaceFailure) -> [LineSource] {
        if let known = sourcesBefore[key] { return known }
        let found = try transaction.sources(of: key, at: loaded.place(of: key))
        if sourcesBefore.count >= Self.sourcesKept { sourcesBefore.removeAll() }
        sourcesBefore[key] = found
        return found
    }

    // MARK: Loading known lines

    /// Loads the lines of queue, ledger and tombstones for the row's day and bank id, once each.
    mutating func loadKnownLines(like row: LineIdentity) throws(WorkspaceFailure) {
        if transaction.isFirst { return }
        if row.account != accountLookedUpLast { try askForDays(ofAccountOf: row) }
        if try loadKnownLines(of: row.account, on: row.day), deduplicator.isAfterKnownDays(row) {
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

    /// Loads the range of days of the row's account, once.
    private mutating func askForDays(ofAccountOf row: LineIdentity) throws(WorkspaceFailure) {
        accountLookedUpLast = row.account
        if daysKnown[row.account] != nil { return }
        let days = try transaction.knownDays(keyAccount: row.key.account)
        daysKnown.updateValue(days, forKey: row.account)
        if let days { deduplicator.add(knownDays: days, of: row.account) }
    }

    /// Loads manual entries on days around the row, each day once.
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

    /// Loads holds on the rows' days and some days before: a hold may be booked later.
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
        // Most days of a month have no known lines.
        if let days = daysKnown[account], days?.contains(day) != true { return true }
        var found: [KnownLine] = []
        try transaction.findLines(
            account: account, keyAccount: LineKey.account(ofHash: account), days: day...day,
            onlyHolds: onlyHolds, into: &found)
        try add(found)
        return true
    }

    private mutating func add(_ found: [KnownLine]) throws(WorkspaceFailure) {
        try restoreEvictedLines(for: found.lazy.map(\.identity))
        for known in found where !known.isByHand && loaded.isNew(known) {
            let isApproved = known.place == .ledger
            var isDivided = false
            if isApproved, known.identity.isHold {
                isDivided = try transaction.isDivided(known.identity.key)
            }
            deduplicator.add(known: known.identity, isApproved: isApproved, isDivided: isDivided)
        }
    }
}
