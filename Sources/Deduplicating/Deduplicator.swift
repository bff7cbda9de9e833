package import Facts

/// The decision about a row.
package enum Verdict: Sendable, Equatable {
    /// Not seen before; the identity has the key of its occurrence.
    case new(LineIdentity)
    /// A line known before the run, or from an earlier file of it.
    case known(LineKey, because: Witness)
    /// The same row again in one file, proved by the bank's id or by time and running balance.
    case repeated(because: Witness)
    /// A known hold that the bank has booked, perhaps with another amount.
    case settled(LineKey, now: LineIdentity)
    /// The bank's id is known with other facts: both lines are kept, and a person decides.
    case conflict(LineIdentity, with: LineKey)
    /// Either that known line or another one like it: the row is kept, and a person decides.
    case ambiguous(LineIdentity, with: LineKey)
    /// Needs the whole file: call ``Deduplicator/settle(_:)`` at its end.
    case waits
    /// More rows share account, day and amount than the limit allows.
    case tooMany

    /// The line the row is; nil when there is none, or none yet.
    package var key: LineKey? {
        switch self {
        case .new(let line), .conflict(let line, _), .ambiguous(let line, _): line.key
        case .known(let key, _), .settled(let key, _): key
        case .repeated, .waits, .tooMany: nil
        }
    }
}

/// The evidence that two rows are one line.
package enum Witness: String, Sendable, CaseIterable {
    case bankID = "bank-id"
    case timeAndBalance = "time-and-balance"
    case timeAndText = "time-and-text"
    case dayAndBalance = "day-and-balance"
    case dayAndText = "day-and-text"
    /// Row after row, the file shows the known lines of its days with other words.
    case wholeStatement = "whole-statement"
    /// The same bytes were imported before, and this row is a source of the line.
    case sameFile = "same-file"
}

/// A known line and its origin.
package struct LineOrigin: Sendable, Equatable {
    package let key: LineKey
    /// Index of the file in this run; nil for a line from queue, ledger or tombstones.
    package let file: Int?
}

/// The kinds of file that showed a line, compared with the file being read.
package struct FileKinds: Sendable, Equatable {
    /// Some file of this layout did.
    package let areOfLayout: Bool
    /// All files are of its bank or format, so the line's id is from the same numbering.
    package let areOfKind: Bool

    package init(areOfLayout: Bool, areOfKind: Bool) {
        self.areOfLayout = areOfLayout
        self.areOfKind = areOfKind
    }
}

/// Separates rows seen before from new ones, file after file.
///
/// Call `add(known:)` for the lines of queue, ledger and tombstones, then pass each file's rows in
/// order between calls of `beginFile()`, and its waiting rows together at its end (`settle(_:)`). A
/// known line answers for one row of a file, so *k* equal rows are *k* facts, and a second file
/// adds only the surplus. Rows with a proof are decided at once; the others are matched at the end
/// of the file, in groups of one account, day and amount (`Assignment`), and judged with the file
/// as evidence (`FileEvidence`). When two readings remain, the row is ambiguous, never dropped or
/// doubled in silence.
///
/// `~Copyable`: a copy is half a kilobyte, a tenth of the work on a row. Methods called per row are
/// `mutating` or inlined even where they only read, because the compiler passes a value of this
/// size as a copy.
///
/// - Complexity: O(1) a row and O(*m*²) in the *m* rows of one account, day and amount, bounded by
///   `Limits.equalAmountsADayMax`.
package struct Deduplicator: ~Copyable, Sendable {
    var table: KnownLineTable
    /// First ordinal of the file being read; lines from there on are its own or were loaded while
    /// reading it.
    private var fileStart = 0
    /// The first ordinal of each file so far.
    private var fileStarts: [Int] = []
    /// Lines that answered for a row of this file: a bit each below `fileStart`, a set for those
    /// loaded since.
    private var consumed: [UInt64] = []
    private var consumedLate: Set<Int> = []
    /// Keys that a matching row cannot reproduce: of lines from before this run, and of lines with
    /// a bank id.
    private var keyedOrdinals: [UInt32] = []
    private var keys: [LineKey] = []
    /// Keys that differ from the count of equal lines: the time is from another source, or one of
    /// several is gone.
    private var unexpectedKeys: Set<LineKey> = []
    /// Accounts, days and amounts at their limit: their lists are not walked again for each row.
    private var full: Set<UInt64> = []
    var revisable = RevisableLines()
    var evidence = FileEvidence()
    /// The currencies of each account's lines, for rows and lines that name none.
    private(set) var currencies = AccountCurrencies()
    var byHand = EntriesByHand()
    /// Known lines for which the file prints another balance.
    private var linesOfOtherBalance: Set<LineKey> = []
    /// The same content was imported before, so no row raises a new question.
    private(set) var isSeenFile = false
    /// Days after the known ones without a hold nearby.
    private var freeDays = FreeDays()
    private var waiting = 0
    private let isOneFile: Bool
    private let expectedLines: Int
    private let linesPerTurn: Int
    /// Evicts lines of past days: all lines so far are of this run, without bank ids.
    private var evicts: Bool
    private var evictedDays = EvictedDays()
    /// Lines with lower ordinals were evicted.
    private var evictedCount = 0
    /// Once eviction has ended: lines with lower ordinals are those it applied to.
    private var evictionEnd = 0

    /// More than a household has in a year and nearly any business in a day; fits the processor's
    /// cache.
    package static let linesPerTurn = 16_384

    /// - Parameters:
    ///   - isOneFile: no other file follows, so lines of past days can be evicted; when they are
    ///     needed after all, ``restore(_:)`` restores them.
    ///   - linesPerTurn: between one and two times this many lines are kept of a file in date
    ///     order; a multiple of 1,024.
    package init(
        expectedLines: Int, isOneFile: Bool = false, linesPerTurn: Int = Self.linesPerTurn
    ) {
        self.expectedLines = expectedLines
        self.linesPerTurn = linesPerTurn
        self.isOneFile = isOneFile
        evicts = isOneFile
        table = KnownLineTable(
            expectedLines: isOneFile ? min(expectedLines, linesPerTurn) : expectedLines,
            linesPerTurn: linesPerTurn)
    }

    /// Adds a line of queue, ledger or tombstones. Lines of this run are known already.
    ///
    /// - Parameters:
    ///   - isApproved: only a proof may book the hold, not likelihood.
    ///   - isDivided: approved in parts; with another amount they would not sum, so a person is
    ///     asked.
    package mutating func add(
        known line: LineIdentity, isApproved: Bool = false, isDivided: Bool = false
    ) {
        precondition(!needsEvictedLines(line), "the caller restores evicted lines first")
        keepAll()
        if !freeDays.isEmpty, line.isHold || evidence.isAfterKnownDays(line) {
            freeDays.removeAll()
        }
        let anchor = KnownLineTable.anchor(of: line)
        let tail = tail(of: line, anchor: anchor)
        if line.occurrence != tail.occurrence || line.with(occurrence: line.occurrence) != line {
            unexpectedKeys.insert(line.key)
        }
        let ordinal = append(line, anchor: anchor, after: tail.last)
        table.markOlder(ordinal)
        if isOneFile { revisable.add(line, ordinal: ordinal) }
        if isApproved { table.markApproved(ordinal) }
        if isDivided { table.markDivided(ordinal) }
        evidence.add(known: line)
        if line.bankID == 0 { remember(line.key, of: ordinal) }
    }

    /// Adds an entry made by hand, once in a run; rows that may be the same payment are asked
    /// about.
    package mutating func add(byHand entry: LineIdentity) { byHand.add(entry) }

    /// Days whose entries by hand may be this row.
    package static func daysOfEntriesByHand(near row: LineIdentity) -> ClosedRange<Int32> {
        EntriesByHand.daysNear(row)
    }

    /// Sets the days on which queue and ledger have lines of an account; once, before its first
    /// row.
    package mutating func add(knownDays days: ClosedRange<Int32>, of account: UInt64) {
        evidence.add(knownDays: days, of: account)
    }

    /// The row is shortly after the account's last known day, so it may book a hold of those days.
    /// After ``addedHolds(near:)`` such rows need not wait for the end of the file when there are
    /// no holds.
    package func isAfterKnownDays(_ row: LineIdentity) -> Bool { evidence.isAfterKnownDays(row) }

    /// To be called when all holds of ``daysNear(_:)`` were added, and lines booked on another day
    /// than they were held.
    package mutating func addedHolds(near row: LineIdentity) {
        guard let known = evidence.daysKnown(of: row.account) else { return }
        var isFree = true
        for day in Self.daysNear(row) {
            revisable.forEachLine(account: row.account, day: day) { line in
                let ordinal = Int(line.ordinal)
                guard !isOfThisFile(ordinal) else { return }
                if day > known.upperBound || table.isHold(ordinal) { isFree = false }
            }
        }
        if isFree { freeDays.insert(AccountDay(account: row.account, day: row.day)) }
    }

    /// - Parameter isSeen: a file with the same content was imported before.
    package mutating func beginFile(isSeen: Bool = false) {
        isSeenFile = isSeen
        waiting = 0
        freeDays.removeAll()
        linesOfOtherBalance = []
        evidence.beginFile()
        fileStart = table.count
        assert(fileStarts.last.map { $0 <= fileStart } ?? true, "files come one after another")
        fileStarts.append(fileStart)
        consumed = Array(repeating: 0, count: table.count / 64 + 1)
        consumedLate = []
    }

    /// Whether a line with this account and bank id is loaded, so that the caller need not look it
    /// up.
    package func knowsBankID(of line: LineIdentity) -> Bool {
        table.line(withIDHash: KnownLineTable.idHash(of: line)) != nil
    }

    // MARK: Eviction of past days

    /// Lines of the day were evicted; call ``restore(_:)`` before deciding or judging it, or
    /// adding it as a known line.
    @inline(__always)
    package mutating func needsEvictedLines(_ line: LineIdentity) -> Bool {
        evictedCount > 0 && evictedDays.contains(line.account, line.day)
    }

    /// Restores the evicted lines. The file is not in date order, so all lines are kept from here
    /// on.
    ///
    /// - Parameter line: returns the line made of the run's `n`-th new row, as in its verdict.
    package mutating func restore<Failure: Error>(
        _ line: (_ number: Int) throws(Failure) -> LineIdentity
    ) throws(Failure) {
        keepAll()
        try table.restore(before: evictionEnd, line)
        evictedCount = 0
    }

    /// Evicts no more lines: later ones cannot be found by day alone, cannot be restored, or may be
    /// needed by rows of any day, as at the end of a file.
    package mutating func keepAll() {
        if !evicts { return }
        evicts = false
        evictionEnd = table.count
        if table.count == 0 {
            table = KnownLineTable(expectedLines: expectedLines, linesPerTurn: linesPerTurn)
        }
    }

    /// Evicts the lines from before the last turn.
    private mutating func turnIfDue() {
        guard table.count % linesPerTurn == 0 else { return }
        table.turn()
        evictedDays.turn()
        evictedCount = max(0, table.count - linesPerTurn)
        assert(evictedCount % linesPerTurn == 0, "whole turns are evicted")
    }

    // MARK: Row by row

    /// Prefetches what a later row needs from the large tables.
    package mutating func prefetch(_ row: LineIdentity) { table.prefetch(row) }

    /// Decides one row; new rows are recorded.
    ///
    /// - Parameter hasOtherDay: the row may be a known line on the other of its two days.
    package mutating func decide(_ row: LineIdentity, hasOtherDay: Bool = false) -> Verdict {
        precondition(!needsEvictedLines(row), "the caller restores evicted lines first")
        evidence.record(row)
        let mayWait = waiting < Limits.rowsWaitingMax
        // No line has this row as a source; rows that are a source are decided first.
        if isSeenFile, mayWait { return wait() }
        var isIDDoubtful = false
        if row.bankID != 0 {
            switch decideByBankID(row) {
            case .decided(let verdict): return verdict
            case .repeats:
                if !mayWait { return .repeated(because: .bankID) }
                isIDDoubtful = true
            case .contradicts:
                // Formats differ in the day that they print: a payment of this id, amount and week
                // does not refute ids, and is asked about.
                if !isOnNearDay(row) { evidence.idContradicted(row.account) }
                if !mayWait { return conflict(row) }
                isIDDoubtful = true
            case .unknown: break
            }
        }
        let anchor = KnownLineTable.anchor(of: row)
        if !full.isEmpty, full.contains(anchor) { return .tooMany }
        let search = search(row, anchor: anchor)
        if search.length >= Limits.equalAmountsADayMax {
            full.insert(anchor)
            return .tooMany
        }
        if isIDDoubtful { return wait() }
        if search.isRepeated { return .repeated(because: .timeAndBalance) }
        if let best = search.best {
            if mayWait, !isSure(best, search, row) {
                if best.fit == .otherID { evidence.idChanged(row.account) }
                return wait()
            }
            // Not enough to ask about while other rows may be that line.
            if best.fit != .otherTextAndBalance, let verdict = conclude(row, best) {
                return verdict
            }
        } else if mayWait, evidence.isAmongKnownDays,
            row.bankID != 0 || !freeDays.contains(AccountDay(account: row.account, day: row.day))
        {
            // Whether an id is reliable also depends on the whole file.
            return wait()
        }
        if !byHand.isEmpty, let number = byHand.candidates(for: row).first {
            if mayWait { return wait() }
            return ask(row, aboutEntryByHand: number)
        }
        if hasOtherDay, mayWait { return wait() }
        return addNew(row, anchor: anchor, search.tail)
    }

    /// One candidate with a proof: the rest of the file cannot change it.
    @inline(__always)
    private func isSure(_ best: Match, _ search: Search, _ row: LineIdentity) -> Bool {
        switch best.fit {
        case .bankID, .timeAndBalance: true
        case .dayAndBalance, .timeAndText: search.candidates == 1
        // A line from another layout needs the whole file as evidence.
        case .dayAndText, .otherKind, .otherWords, .otherSecond, .otherBalance, .otherID,
            .otherText,
            .otherIDAndText, .otherTextAndBalance:
            false
        }
    }

    private mutating func wait() -> Verdict {
        waiting += 1
        return .waits
    }

    /// A known line that a row may be.
    struct Match {
        let ordinal: Int
        let fit: Fit
        /// The line's currency; a row without one has the same.
        let currency: UInt32
        /// No file of the current layout showed the line.
        var isOfOtherLayout = false
        /// Files of the current layout and of others showed the line, and it has the words of the
        /// others.
        var isInOtherWords = false
    }

    /// The verdict on a row and its best match; nil when the row is a new line after all.
    mutating func conclude(_ row: LineIdentity, _ match: Match) -> Verdict? {
        switch match.fit {
        case .bankID, .timeAndBalance, .dayAndBalance, .timeAndText: break
        case .dayAndText:
            if !isSeenFile, !table.isDoubtful(match.ordinal), evidence.isCutBetween(row),
                !evidence.holdsWholeDay(row)
            {
                return ask(row, about: match)
            }
        case .otherKind:
            // Other balances agree, so this row is another payment of that second.
            if !isSeenFile, evidence.keepsBalances(row.account) { return ask(row, about: match) }
        case .otherWords:
            // One layout repeats a payment with the same words.
            if !isSeenFile, !match.isOfOtherLayout || !evidence.coversDay(row) {
                return ask(row, about: match)
            }
        case .otherSecond:
            if !isSeenFile, !(evidence.changesSeconds(row.account) && evidence.coversDay(row)) {
                return ask(row, about: match)
            }
        case .otherID where isSeenFile: break
        case .otherID
        where !Look(of: row).isOfSecond(table[match.ordinal].second) && evidence.keepsIDs(row):
            return nil
        case .otherID:
            if !(evidence.changesIDs(row.account) && evidence.coversDay(row)) {
                return ask(row, about: match)
            }
        case .otherIDAndText where isSeenFile || evidence.keepsIDs(row): return nil
        case .otherBalance where isSeenFile: break
        case .otherBalance:
            // Both exports would show an equal payment of that second.
            let isOfSecond =
                Look(of: row).isOfSecond(table[match.ordinal].second) && row.second % 60 != 0
            if !evidence.changesBalances(row.account) || !(isOfSecond || evidence.coversDay(row)) {
                return ask(row, about: match)
            }
        case .otherText where isSeenFile: return nil
        case .otherTextAndBalance:
            // Either recomputed balances and a changed description, or another payment if the file
            // does not show the known one.
            if isSeenFile { return nil }
            return ask(row, about: match)
        case .otherText, .otherIDAndText: return ask(row, about: match)
        }
        let isTimed = row.second >= 0
        let others: Witness =
            match.fit == .otherWords ? .dayAndBalance : isTimed ? .timeAndText : .dayAndText
        return know(match, as: row, because: match.fit.witness ?? others)
    }

    mutating func know(
        _ match: Match, as row: LineIdentity, because witness: Witness
    ) -> Verdict {
        let ordinal = match.ordinal
        assert(!isConsumed(ordinal), "a known line answers for one row of a file")
        consume(ordinal)
        evidence.found()
        if witness == .timeAndBalance { evidence.balanceKept(row.account) }
        let key = key(of: match, like: row)
        recordBalance(of: row, at: ordinal, key)
        if row.bankID != 0, table.bankID(ordinal) == 0 {
            table.setBankID(of: ordinal, as: row)
            if row.isHold { table.hold(ordinal) }
        }
        return .known(key, because: witness)
    }

    @inline(__always)
    private mutating func recordBalance(of row: LineIdentity, at ordinal: Int, _ key: LineKey) {
        let balance = table[ordinal].balance
        if row.balance == 0 || balance == 0 || balance == cut(row.balance) { return }
        linesOfOtherBalance.insert(key)
    }

    /// The file prints another balance for a line that one of its rows is.
    package func showsOtherBalance(_ key: LineKey) -> Bool {
        !linesOfOtherBalance.isEmpty && linesOfOtherBalance.contains(key)
    }

    /// Keeps the row beside the line it may be, which answers for no other row of the file.
    mutating func ask(_ row: LineIdentity, about match: Match) -> Verdict {
        let known = key(of: match, like: row)
        consume(match.ordinal)
        return ask(row, about: known)
    }

    /// The row as a new line that may be `known` again.
    package mutating func ask(_ row: LineIdentity, about known: LineKey) -> Verdict {
        let anchor = KnownLineTable.anchor(of: row)
        let tail = tail(of: row, anchor: anchor)
        var new = keyed(row, tail)
        new.isDoubtful = true
        _ = append(new, anchor: anchor, after: tail.last)
        return .ambiguous(new, with: known)
    }

    mutating func ask(_ row: LineIdentity, aboutEntryByHand number: Int) -> Verdict {
        byHand.markTaken(number)
        return ask(row, about: byHand.entries[number].key)
    }

    mutating func addNew(_ row: LineIdentity) -> Verdict {
        let anchor = KnownLineTable.anchor(of: row)
        return addNew(row, anchor: anchor, tail(of: row, anchor: anchor))
    }

    private mutating func addNew(
        _ row: LineIdentity, anchor: UInt64, _ tail: Tail
    ) -> Verdict {
        let new = keyed(row, tail)
        _ = append(new, anchor: anchor, after: tail.last)
        evidence.added()
        return .new(new)
    }

    /// The row with a key that no line has.
    ///
    /// It is the one that the row's file has for it, if that one is free.
    private mutating func keyed(_ row: LineIdentity, _ tail: Tail) -> LineIdentity {
        if row.occurrence > 0, row.occurrence >= tail.occurrence,
            !unexpectedKeys.contains(row.key), !byHand.hasKey(row.key)
        {
            unexpectedKeys.insert(row.key)
            return row
        }
        var new = tail.occurrence == row.occurrence ? row : row.with(occurrence: tail.occurrence)
        if unexpectedKeys.isEmpty { return new }
        while unexpectedKeys.contains(new.key) {
            new = row.with(occurrence: new.occurrence &+ 1)
            if !unexpectedKeys.contains(new.key) {
                unexpectedKeys.insert(new.key)
                return new
            }
        }
        return new
    }

    // MARK: The bank's id

    enum IDAnswer {
        case decided(Verdict)
        /// The file showed the id with these facts before.
        case repeats
        /// A line with other facts has it.
        case contradicts
        case unknown
    }

    /// The same bank id in the same account: the same line, its settlement, or a case for the whole
    /// file.
    mutating func decideByBankID(_ row: LineIdentity) -> IDAnswer {
        guard let last = table.line(withIDHash: KnownLineTable.idHash(of: row)),
            table.bankID(last) == cut(row.bankID)
        else { return .unknown }
        let anchor = KnownLineTable.anchor(of: row)
        // After a conflict two lines have the id: the row is the one it agrees with.
        let same = line(bearing: table.bankID(last), under: anchor)
        let ordinal = same ?? last
        let wasHold = table.isHold(ordinal)
        // An older export may show the hold of a booked line: the booked facts stay.
        let isKnown = row.isHold || (same != nil && !wasHold)
        if isKnown, isOfThisFile(ordinal) || isConsumed(ordinal) {
            if table.isShared(row) { return .unknown }
            return same == nil || table[ordinal].text != cut(row.text) ? .contradicts : .repeats
        }
        if same == nil, table.isShared(row) { return .unknown }
        guard isKnown || (wasHold && (same != nil || !table.isDivided(ordinal))),
            let known = key(of: ordinal, like: row, isUnderSameAnchor: same != nil)
        else { return .contradicts }
        evidence.idKept(row.account, LineOrigin(key: known, file: file(of: ordinal)))
        if isKnown {
            consume(ordinal)
            evidence.found()
            if same != nil { recordBalance(of: row, at: ordinal, known) }
            return .decided(.known(known, because: .bankID))
        }
        return .decided(settle(ordinal, known, as: row))
    }

    /// A line on another near day has the row's id and amount.
    private func isOnNearDay(_ row: LineIdentity) -> Bool {
        let id = cut(row.bankID)
        return (-FileEvidence.bookingDaysMax...FileEvidence.bookingDaysMax).contains { days in
            var other = row
            other.day &+= days
            return days != 0 && line(bearing: id, under: KnownLineTable.anchor(of: other)) != nil
        }
    }

    /// The line that a row replaces by the bank's id of that line; nil if there is none.
    ///
    /// A row whose own id is known is decided like others: the bank shows its correction again.
    package func lineCorrected(by row: LineIdentity, bearing id: UInt64) -> LineKey? {
        guard id != 0, id != row.bankID,
            row.bankID == 0 || table.line(withIDHash: KnownLineTable.idHash(of: row)) == nil
        else { return nil }
        var earlier = row
        earlier.bankID = id
        guard let ordinal = table.line(withIDHash: KnownLineTable.idHash(of: earlier)),
            table.bankID(ordinal) == cut(id)
        else { return nil }
        return key(of: ordinal, like: earlier, isUnderSameAnchor: false)
    }

    /// Keeps a row by which the bank corrects a line beside that line: a person decides.
    package mutating func correct(_ row: LineIdentity, _ corrected: LineKey) -> Verdict {
        evidence.record(row)
        return keep(row, beside: corrected)
    }

    private mutating func keep(_ row: LineIdentity, beside known: LineKey) -> Verdict {
        let anchor = KnownLineTable.anchor(of: row)
        let tail = tail(of: row, anchor: anchor)
        let new = keyed(row, tail)
        _ = append(new, anchor: anchor, after: tail.last)
        return .conflict(new, with: known)
    }

    /// The key of the line that has the row's id.
    func keyWithID(of row: LineIdentity) -> LineKey? {
        guard let last = table.line(withIDHash: KnownLineTable.idHash(of: row)) else { return nil }
        let same = line(
            bearing: table.bankID(last), under: KnownLineTable.anchor(of: row))
        return key(of: same ?? last, like: row, isUnderSameAnchor: same != nil)
    }

    /// Replaces the hold with the booked row: same key, the bank's final facts.
    mutating func settle(_ ordinal: Int, _ key: LineKey, as row: LineIdentity) -> Verdict {
        consume(ordinal)
        evidence.found()
        table.book(ordinal)
        var settled = row
        settled.key = key
        let anchor = KnownLineTable.anchor(of: row)
        var isThere = false
        table.forEachLine(anchor: anchor) {
            isThere = isThere || $0 == ordinal
            return !isThere
        }
        if isThere {
            if row.bankID != 0 { table.setBankID(of: ordinal, as: row) }
        } else {
            let tail = tail(of: row, anchor: anchor)
            let now = append(settled, anchor: anchor, after: tail.last)
            if row.bankID == 0 { remember(key, of: now) }
        }
        return .settled(key, now: settled)
    }

    /// The row has the id of a line with other facts: both are kept.
    mutating func conflict(_ row: LineIdentity) -> Verdict {
        guard let ordinal = table.line(withIDHash: KnownLineTable.idHash(of: row)),
            let known = key(of: ordinal, like: row, isUnderSameAnchor: false)
        else { return addNew(row) }
        return keep(row, beside: known)
    }

    // MARK: Lines of one account, day and amount

    private struct Search {
        var best: Match?
        /// Lines of other files that a witness identifies with the row.
        var candidates = 0
        /// The file showed the row before; ``RepeatedRows`` says at its end whether it did.
        var isRepeated = false
        var length = 0
        var tail = Tail()
    }

    /// Where to append a line of this account, day and amount.
    private struct Tail {
        var occurrence: UInt16 = 0
        var last: Int?
    }

    private mutating func search(_ row: LineIdentity, anchor: UInt64) -> Search {
        var result = Search()
        let look = Look(of: row)
        var found = table.first(under: anchor)
        while let ordinal = found {
            result.tail.last = ordinal
            if table[ordinal].second == row.second { result.tail.occurrence &+= 1 }
            consider(ordinal, row.currency, for: row, look, &result)
            found = table.next(after: ordinal)
        }
        if row.currency == Look.noCurrency || currencies.hasUnnamed {
            forEachLineOfOtherCurrency(like: row) { ordinal, currency in
                consider(ordinal, currency, for: row, look, &result)
            }
        }
        switch result.best?.fit {
        case .bankID, .timeAndBalance, .dayAndBalance: result.isRepeated = false
        default: break
        }
        return result
    }

    @inline(__always)
    private func consider(
        _ ordinal: Int, _ currency: UInt32, for row: LineIdentity, _ look: Look,
        _ result: inout Search
    ) {
        result.length += 1
        // A line that answered for a row of this file also answers for a repetition of it, and for
        // nothing else.
        if isOfThisFile(ordinal) || isConsumed(ordinal) {
            if isRepetition(row, of: ordinal) { result.isRepeated = true }
            return
        }
        guard let fit = look.fit(to: self.look(of: ordinal, currency)) else { return }
        if fit.witness != nil { result.candidates += 1 }
        guard let best = result.best else {
            result.best = Match(ordinal: ordinal, fit: fit, currency: currency)
            return
        }
        // This row was asked about before.
        let isAsked =
            fit == .dayAndText && table.isDoubtful(ordinal) && !table.isDoubtful(best.ordinal)
        if fit < best.fit || (fit == best.fit && isAsked) {
            result.best = Match(ordinal: ordinal, fit: fit, currency: currency)
        }
    }

    /// Calls the body with each line the row may be and its currency: lines of its own currency, or
    /// of any when one side names none.
    func forEachLine(
        like row: LineIdentity, anchor: UInt64, _ body: (_ ordinal: Int, _ currency: UInt32) -> Void
    ) {
        table.forEachLine(anchor: anchor) {
            body($0, row.currency)
            return true
        }
        guard row.currency == Look.noCurrency || currencies.hasUnnamed else { return }
        forEachLineOfOtherCurrency(like: row, body)
    }

    private func forEachLineOfOtherCurrency(
        like row: LineIdentity, _ body: (_ ordinal: Int, _ currency: UInt32) -> Void
    ) {
        var other = row
        for currency in currencies.others(than: row.currency, of: row.account) {
            other.currency = currency
            table.forEachLine(anchor: KnownLineTable.anchor(of: other)) {
                body($0, currency)
                return true
            }
        }
    }

    @inline(__always)
    func look(of ordinal: Int, _ currency: UInt32) -> Look {
        let line = table[ordinal]
        return Look(
            second: line.second, balance: line.balance, text: line.text,
            bankID: table.bankID(ordinal), currency: currency,
            isHold: table.isHold(ordinal), isDoubtful: table.isDoubtful(ordinal))
    }

    /// Equal rows of one file are different facts, unless the running balance proves a repetition.
    @inline(__always)
    private func isRepetition(_ row: LineIdentity, of ordinal: Int) -> Bool {
        let line = table[ordinal]
        // A line known from another file may have its id from there.
        if row.bankID != 0 || (isOfThisFile(ordinal) && table.bankID(ordinal) != 0) { return false }
        return row.units != 0 && line.second == row.second && line.balance != 0
            && line.balance == cut(row.balance) && line.text == cut(row.text)
    }

    /// The decided line of this file that the row seems to repeat.
    func repeated(by row: LineIdentity) -> Match? {
        var found: Match?
        forEachLine(like: row, anchor: KnownLineTable.anchor(of: row)) { ordinal, currency in
            if found == nil, isOfThisFile(ordinal) || isConsumed(ordinal),
                isRepetition(row, of: ordinal)
            {
                found = Match(ordinal: ordinal, fit: .timeAndBalance, currency: currency)
            }
        }
        return found
    }

    /// Decides a row again that was taken for a repetition, by the balances of the whole file.
    package mutating func judge(
        repeated row: LineIdentity, _ answer: RepeatedRows.Answer
    ) -> Verdict {
        precondition(!needsEvictedLines(row), "the caller restores evicted lines first")
        evidence.record(row)
        switch answer {
        case .repeats, .isFirst: return .repeated(because: .timeAndBalance)
        case .isAnother: return addNew(row)
        case .cannotTell:
            guard let match = repeated(by: row) else { return addNew(row) }
            return ask(row, about: key(of: match, like: row))
        }
    }

    /// Decides a row that has the id and the facts of another row of its file, by the file's
    /// totals.
    package mutating func judge(
        sharingID row: LineIdentity, _ answer: RepeatedRows.Answer
    ) -> Verdict {
        evidence.record(row)
        switch answer {
        case .repeats, .isFirst: return .repeated(because: .bankID)
        case .isAnother: return addNew(row)
        case .cannotTell:
            guard let known = keyWithID(of: row) else { return addNew(row) }
            return ask(row, about: known)
        }
    }

    private func tail(of row: LineIdentity, anchor: UInt64) -> Tail {
        var result = Tail()
        table.forEachLine(anchor: anchor) { ordinal in
            result.last = ordinal
            if table[ordinal].second == row.second { result.occurrence &+= 1 }
            return true
        }
        return result
    }

    private func line(bearing bankID: UInt32, under anchor: UInt64) -> Int? {
        var found: Int?
        var free: Int?
        table.forEachLine(anchor: anchor) {
            if table.bankID($0) == bankID {
                found = found ?? $0
                if free == nil, !isOfThisFile($0), !isConsumed($0) { free = $0 }
            }
            return free == nil
        }
        return free ?? found
    }

    // MARK: Recording

    private mutating func append(_ line: LineIdentity, anchor: UInt64, after last: Int?) -> Int {
        // The table has no room for the number of an entry by hand.
        let needsKey = line.bankID != 0 || line.occurrence >= LineIdentity.firstByHand
        if needsKey { keepAll() }
        let ordinal = table.add(line, anchor: anchor, after: last)
        if evicts {
            evictedDays.record(line.account, line.day)
            turnIfDue()
        }
        if needsKey { remember(line.key, of: ordinal) }
        if !isOneFile { revisable.add(line, ordinal: ordinal) }
        currencies.add(line.currency, of: line.account)
        return ordinal
    }

    private mutating func remember(_ key: LineKey, of ordinal: Int) {
        assert(keyedOrdinals.last.map { $0 < ordinal } ?? true, "keys are found by rising ordinals")
        keyedOrdinals.append(UInt32(truncatingIfNeeded: ordinal))
        keys.append(key)
    }

    /// The key of a line that shares only the bank's id with the row; nil when it is no longer
    /// loaded.
    private func key(
        of ordinal: Int, like row: LineIdentity, isUnderSameAnchor: Bool
    ) -> LineKey? {
        if isUnderSameAnchor {
            return key(of: Match(ordinal: ordinal, fit: .bankID, currency: row.currency), like: row)
        }
        return rememberedKey(of: ordinal) ?? revisable.key(of: ordinal)
    }

    /// The key of a known line; for a line of this run without an id, the key of its occurrence.
    func key(of match: Match, like row: LineIdentity) -> LineKey {
        if let key = rememberedKey(of: match.ordinal) { return key }
        var line = row
        line.second = table[match.ordinal].second
        line.currency = match.currency
        return line.with(occurrence: table[match.ordinal].occurrence).key
    }

    private func rememberedKey(of ordinal: Int) -> LineKey? {
        let at = keyedOrdinals.partitionPoint { Int($0) >= ordinal }
        guard at < keyedOrdinals.count, Int(keyedOrdinals[at]) == ordinal else { return nil }
        return keys[at]
    }

    /// Index of the file in this run that added the line; nil for an earlier line.
    func file(of ordinal: Int) -> Int? {
        table.isOlder(ordinal) ? nil : fileStarts.partitionPoint { $0 > ordinal } - 1
    }

    @inline(__always)
    func isOfThisFile(_ ordinal: Int) -> Bool {
        ordinal >= fileStart && !table.isOlder(ordinal)
    }

    @inline(__always)
    func isConsumed(_ ordinal: Int) -> Bool {
        ordinal < fileStart
            ? consumed[ordinal / 64] & (1 << UInt64(ordinal % 64)) != 0
            : consumedLate.contains(ordinal)
    }

    mutating func consume(_ ordinal: Int) {
        if ordinal < fileStart {
            consumed[ordinal / 64] |= 1 << UInt64(ordinal % 64)
        } else {
            consumedLate.insert(ordinal)
        }
    }
}
