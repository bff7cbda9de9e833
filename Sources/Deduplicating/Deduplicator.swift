package import Facts

/// What a row turned out to be.
package enum Verdict: Sendable, Equatable {
    /// Not seen before; the identity carries the key of its occurrence.
    case new(LineIdentity)
    /// A line known before the run, or from an earlier file of it.
    case known(LineKey, because: Witness)
    /// The same row again in the same file, proved by the bank's id or by time and running balance.
    case repeated(because: Witness)
    /// A known hold that the bank has booked since, perhaps with another amount.
    case settled(LineKey, now: LineIdentity)
    /// The bank's id is known with other facts: both are kept, a person decides.
    case conflict(LineIdentity, with: LineKey)
    /// It may be that known line or another one like it: it is kept, a person decides.
    case ambiguous(LineIdentity, with: LineKey)
    /// Only the whole file can tell: ask ``Deduplicator/settle(_:)`` at its end.
    case waits
    /// More rows share account, day and amount than the limit allows.
    case tooMany
}

/// What made two rows one.
package enum Witness: String, Sendable, CaseIterable {
    case bankID = "bank-id"
    case timeAndBalance = "time-and-balance"
    case timeAndText = "time-and-text"
    case dayAndBalance = "day-and-balance"
    case dayAndText = "day-and-text"
}

/// Tells rows seen before from new ones, file after file.
///
/// Feed it what queue, ledger and tombstones hold (`add(known:)`), then each file's rows in order between `beginFile()` calls. A known line
/// answers for one row of a file, so *k* equal rows are *k* facts, and a second file adds only what exceeds the first. Strong witnesses are
/// heard first: a row that only looks like a known line waits until all rows with proofs have found theirs, and is then judged by what the
/// file as a whole says (`FileEvidence`). Where that leaves two readings, the row is ambiguous, never dropped and never silently doubled.
///
/// - Complexity: O(1) a row and O(*m*²) in the *m* rows of one account, day and amount, which `Limits.equalAmountsADayMax` bounds.
package struct Deduplicator: Sendable {
    private var table: KnownLineTable
    /// Lines with ordinals from here on come from the file being read, or were looked up while reading it.
    private var fileStart = 0
    /// Lines that already answered for a row of this file: a bit each below `fileStart`, a set for those looked up since.
    private var consumed: [UInt64] = []
    private var consumedLate: Set<Int> = []
    /// Keys that cannot be made again from a row that matches: of lines from before this run, and of lines with a bank id.
    private var keyedOrdinals: [UInt32] = []
    private var keys: [LineKey] = []
    /// Accounts, days and amounts that have all the lines they may have: their lists are not walked again for each row.
    private var full: Set<UInt64> = []
    private var evidence = FileEvidence()
    /// The content of the file was imported before: nothing in it raises a question anew.
    private var isSeenFile = false
    private var waiting = 0

    package init(expectedLines: Int) {
        table = KnownLineTable(expectedLines: expectedLines)
    }

    package var lineCount: Int { table.count }

    /// Adds a line of queue, ledger or tombstones. Lines made in this run are known already.
    ///
    /// - Parameter isApproved: what is approved never changes by itself: another amount is a conflict, even of a hold.
    package mutating func add(known line: LineIdentity, isApproved: Bool = false) {
        let anchor = KnownLineTable.anchor(of: line)
        let ordinal = append(line, anchor: anchor, after: lastLine(of: anchor))
        table.markOlder(ordinal)
        if isApproved { table.markApproved(ordinal) }
        evidence.add(known: line)
        if line.bankID == 0 { remember(line.key, of: ordinal) }
    }

    /// Tells which days queue and ledger hold lines of an account on; once, before its first row.
    package mutating func add(knownDays days: ClosedRange<Int32>, of account: UInt64) {
        evidence.add(knownDays: days, of: account)
    }

    /// - Parameter isSeen: a file with the same content was imported before.
    package mutating func beginFile(isSeen: Bool = false) {
        isSeenFile = isSeen
        waiting = 0
        evidence.beginFile()
        fileStart = table.count
        consumed = Array(repeating: 0, count: table.count / 64 + 1)
        consumedLate = []
    }

    /// Whether a line with this account and bank id is known, so that the caller need not look further.
    package func knowsBankID(of line: LineIdentity) -> Bool {
        table.line(withIDHash: KnownLineTable.idHash(of: line)) != nil
    }

    /// Tells that this row comes soon, some rows before it does: what it needs of a large table takes long to come from memory.
    package func expect(_ row: LineIdentity) { table.prefetch(row) }

    /// Decides one row; new rows are remembered.
    package mutating func decide(_ row: LineIdentity) -> Verdict {
        evidence.note(row)
        return decide(row, isFileRead: false)
    }

    /// Decides a row that had to wait, when all rows of the file were told; in the order they came.
    package mutating func settle(_ row: LineIdentity) -> Verdict {
        evidence.note(row)
        return decide(row, isFileRead: true)
    }

    private mutating func decide(_ row: LineIdentity, isFileRead: Bool) -> Verdict {
        if row.bankID != 0, let verdict = decideByBankID(row) { return verdict }
        let anchor = KnownLineTable.anchor(of: row)
        if !full.isEmpty, full.contains(anchor) { return .tooMany }
        let search = search(row, anchor: anchor)
        if search.length >= Limits.equalAmountsADayMax {
            full.insert(anchor)
            return .tooMany
        }
        let mayWait = !isFileRead && !isSeenFile && waiting < Limits.rowsWaitingMax
        if let (ordinal, witness) = search.best {
            if isOfThisFile(ordinal) || isConsumed(ordinal) { return .repeated(because: witness) }
            if witness == .dayAndText, !isSeenFile, !table.isDoubtful(ordinal) {
                if mayWait, search.candidates > 1 || evidence.isKnownDaysEdge(row) {
                    return wait()
                }
                if evidence.isCutBetween(row), !evidence.holdsWholeDay(row) {
                    return ask(row, search, anchor, about: ordinal)
                }
            }
            return know(ordinal, as: row, because: witness)
        }
        if let (ordinal, likeness) = search.likest, !isSeenFile {
            if mayWait {
                if likeness == .otherID { evidence.idChanged(row.account) }
                return wait()
            }
            switch likeness {
            case .otherID where evidence.keepsIDs(row.account): break
            case .otherID where evidence.changesIDs(row.account) && evidence.coversDay(row):
                return know(ordinal, as: row, because: row.second < 0 ? .dayAndText : .timeAndText)
            case .otherText where !evidence.coversDay(row): break
            case .otherID, .otherText: return ask(row, search, anchor, about: ordinal)
            }
        }
        let new = row.with(occurrence: search.occurrence)
        _ = append(new, anchor: anchor, after: search.last)
        evidence.added()
        return .new(new)
    }

    private mutating func wait() -> Verdict {
        waiting += 1
        evidence.waits()
        return .waits
    }

    private mutating func know(
        _ ordinal: Int, as row: LineIdentity, because witness: Witness
    ) -> Verdict {
        consume(ordinal)
        evidence.found()
        if row.bankID != 0, table.bankID(ordinal) == 0 {
            table.setBankID(of: ordinal, as: row)
            if row.isHold { table.hold(ordinal) }
        }
        return .known(key(of: ordinal, like: row), because: witness)
    }

    /// The row is kept beside the line it may be, which answers for no other row of the file.
    private mutating func ask(
        _ row: LineIdentity, _ search: Search, _ anchor: UInt64, about ordinal: Int
    ) -> Verdict {
        consume(ordinal)
        let known = key(of: ordinal, like: row)
        var new = row.with(occurrence: search.occurrence)
        new.isDoubtful = true
        _ = append(new, anchor: anchor, after: search.last)
        return .ambiguous(new, with: known)
    }

    /// The same bank id in the same account: the same line, its settlement, or a conflict. Nil when the id is unknown.
    private mutating func decideByBankID(_ row: LineIdentity) -> Verdict? {
        guard let last = table.line(withIDHash: KnownLineTable.idHash(of: row)),
            table.bankID(last) == cut(row.bankID)
        else { return nil }
        let anchor = KnownLineTable.anchor(of: row)
        // Where a conflict is kept, two lines bear the id: the row is the one it agrees with.
        let same = line(bearing: table.bankID(last), under: anchor)
        let ordinal = same ?? last
        let knownKey = key(of: ordinal, like: row)
        let agrees = same != nil
        let wasHold = table.isHold(ordinal)
        // An older export may show the hold of what is booked already: the booked facts stay.
        if row.isHold || (agrees && !wasHold) {
            if isOfThisFile(ordinal) { return .repeated(because: .bankID) }
            consume(ordinal)
            evidence.found()
            evidence.idKept(row.account)
            return .known(knownKey, because: .bankID)
        }
        let occurrence = occurrence(of: row, anchor: anchor)
        if occurrence >= Limits.equalAmountsADayMax { return .tooMany }
        if wasHold, agrees || !table.isApproved(ordinal) {
            // The booked row takes the hold's place: same key, the bank's final facts.
            consume(ordinal)
            evidence.found()
            evidence.idKept(row.account)
            table.book(ordinal)
            var settled = row
            settled.key = knownKey
            if !agrees {
                _ = append(settled, anchor: anchor, after: lastLine(of: anchor))
            }
            return .settled(knownKey, now: settled)
        }
        let new = row.with(occurrence: occurrence)
        _ = append(new, anchor: anchor, after: lastLine(of: anchor))
        return .conflict(new, with: knownKey)
    }

    /// What a row has in common with a known line that no witness makes it.
    private enum Likeness { case otherID, otherText }

    private struct Search {
        var best: (ordinal: Int, witness: Witness)?
        /// Lines of other files that a witness makes the row.
        var candidates = 0
        /// The first line of another file, not yet answered for, that the row may be all the same.
        var likest: (ordinal: Int, likeness: Likeness)?
        var occurrence: UInt16 = 0
        var last: Int?
        var length = 0
    }

    /// Looks through the lines of the same account, day and amount for the one the row repeats.
    private func search(_ row: LineIdentity, anchor: UInt64) -> Search {
        var result = Search()
        var bestRank = Int.max
        table.forEachLine(anchor: anchor) { ordinal in
            let line = table[ordinal]
            result.last = ordinal
            result.length += 1
            if line.second == row.second { result.occurrence &+= 1 }
            // A line that answered for a row of this file answers for a repetition of that row, but for nothing else.
            let isAnswered = isOfThisFile(ordinal) || isConsumed(ordinal)
            let witness =
                isAnswered ? witnessWithinFile(ordinal, row) : witness(ordinal, row)
            if !isAnswered {
                if witness != nil {
                    result.candidates += 1
                } else if result.likest == nil, let likeness = likeness(ordinal, row) {
                    result.likest = (ordinal, likeness)
                }
            }
            if let witness, let strength = Witness.allCases.firstIndex(of: witness),
                case let rank = strength * 4 + (isAnswered ? 2 : 0)
                    // The question about this row was asked before.
                    + (witness == .dayAndText && !table.isDoubtful(ordinal) ? 1 : 0),
                rank < bestRank
            {
                bestRank = rank
                result.best = (ordinal, witness)
            }
            return true
        }
        return result
    }

    /// What makes the row the known line, nil when nothing does. Account, day and amount agree already.
    private func witness(_ ordinal: Int, _ row: LineIdentity) -> Witness? {
        let line = table[ordinal]
        let lineID = table.bankID(ordinal)
        let bankID = cut(row.bankID)
        if lineID != 0, bankID != 0 { return lineID == bankID ? .bankID : nil }
        let bothTimed = line.second >= 0 && row.second >= 0
        if bothTimed, line.second != row.second { return nil }
        let balance = cut(row.balance)
        let sameText = line.text == cut(row.text)
        if line.balance != 0, balance != 0 {
            if line.balance == balance { return bothTimed ? .timeAndBalance : .dayAndBalance }
            // Two exports of one kind print the same balance for the same line; with an id on one side only, the kinds
            // differ and so may what they count into the balance (a credit limit), if the time is the same to the second.
            let kindsDiffer = (lineID != 0) != (bankID != 0)
            return kindsDiffer && bothTimed && sameText ? .timeAndText : nil
        }
        guard sameText else { return nil }
        return bothTimed ? .timeAndText : .dayAndText
    }

    /// Account, day and amount agree and no witness speaks, but nothing contradicts either, except for the bank's id or words.
    private func likeness(_ ordinal: Int, _ row: LineIdentity) -> Likeness? {
        let line = table[ordinal]
        if line.second >= 0, row.second >= 0, line.second != row.second { return nil }
        let balance = cut(row.balance)
        if line.balance != 0, balance != 0, line.balance != balance { return nil }
        let sameText = line.text == cut(row.text)
        let bothHaveIDs = table.bankID(ordinal) != 0 && row.bankID != 0
        if bothHaveIDs { return sameText ? .otherID : nil }
        return sameText ? nil : .otherText
    }

    /// Within one file equal rows are different facts, unless the bank's own running balance or id says they are one.
    private func witnessWithinFile(_ ordinal: Int, _ row: LineIdentity) -> Witness? {
        let line = table[ordinal]
        // A line that is known from another file may have its id from there.
        if row.bankID != 0 || (isOfThisFile(ordinal) && table.bankID(ordinal) != 0) { return nil }
        // Only to the second: within a day a purchase, its refund and the same purchase again end at equal balances.
        let isProved =
            row.units != 0 && row.second >= 0 && line.second == row.second && line.balance != 0
            && line.balance == cut(row.balance)
            && line.text == cut(row.text)
        return isProved ? .timeAndBalance : nil
    }

    private func occurrence(of row: LineIdentity, anchor: UInt64) -> UInt16 {
        var count: UInt16 = 0
        table.forEachLine(anchor: anchor) { ordinal in
            if table[ordinal].second == row.second { count &+= 1 }
            return true
        }
        return count
    }

    private func lastLine(of anchor: UInt64) -> Int? {
        var last: Int?
        table.forEachLine(anchor: anchor) {
            last = $0
            return true
        }
        return last
    }

    private func line(bearing bankID: UInt32, under anchor: UInt64) -> Int? {
        var found: Int?
        table.forEachLine(anchor: anchor) {
            if table.bankID($0) == bankID { found = $0 }
            return found == nil
        }
        return found
    }

    private mutating func append(_ line: LineIdentity, anchor: UInt64, after last: Int?) -> Int {
        let ordinal = table.add(line, anchor: anchor, after: last)
        if line.bankID != 0 { remember(line.key, of: ordinal) }
        return ordinal
    }

    private mutating func remember(_ key: LineKey, of ordinal: Int) {
        keyedOrdinals.append(UInt32(truncatingIfNeeded: ordinal))
        keys.append(key)
    }

    /// The key of a known line; for a line of this run without an id, the key its occurrence was given.
    private func key(of ordinal: Int, like row: LineIdentity) -> LineKey {
        var low = 0
        var high = keyedOrdinals.count
        while low < high {
            let middle = (low + high) / 2
            if Int(keyedOrdinals[middle]) < ordinal { low = middle + 1 } else { high = middle }
        }
        if low < keyedOrdinals.count, Int(keyedOrdinals[low]) == ordinal { return keys[low] }
        var line = row
        line.second = table[ordinal].second
        return line.with(occurrence: table[ordinal].occurrence).key
    }

    private func isOfThisFile(_ ordinal: Int) -> Bool {
        ordinal >= fileStart && !table.isOlder(ordinal)
    }

    private func isConsumed(_ ordinal: Int) -> Bool {
        ordinal < fileStart
            ? consumed[ordinal / 64] & (1 << UInt64(ordinal % 64)) != 0
            : consumedLate.contains(ordinal)
    }

    private mutating func consume(_ ordinal: Int) {
        if ordinal < fileStart {
            consumed[ordinal / 64] |= 1 << UInt64(ordinal % 64)
        } else {
            consumedLate.insert(ordinal)
        }
    }
}
