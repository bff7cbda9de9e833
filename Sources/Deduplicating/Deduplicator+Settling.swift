package import Facts

extension Deduplicator {
    /// Decides all waiting rows at the end of the file; returns a verdict for each, in the order
    /// given.
    ///
    /// - Parameters:
    ///   - otherDays: parallel to the rows, or empty: the day under which another format may file
    ///     the payment.
    ///   - hasDays: whether a line has both days of a row; called for lines on its other day.
    ///   - fileKinds: the kinds of file that showed a line; called for lines that match a row by
    ///     day, amount and words alone, that have another id, or that are on its other day.
    package mutating func settle<Failure: Error>(
        _ rows: [LineIdentity], otherDays: [Int32?],
        hasDays: (LineOrigin, _ row: Int) throws(Failure) -> Bool,
        fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) -> [Verdict] {
        precondition(
            !rows.contains { needsEvictedLines($0) }, "the caller restores evicted lines first")
        keepAll()
        var settling = Settling(rows)
        decideByIDs(&settling)
        try knowOnOtherDays(&settling, otherDays, hasDays)
        try match(&settling, fileKinds)
        conclude(&settling)
        revise(&settling)
        meetEntriesByHand(&settling)
        try meetOtherDays(&settling, otherDays, hasDays, fileKinds)
        for index in rows.indices where settling.verdicts[index] == .waits {
            evidence.record(rows[index])
            if repeated(by: rows[index]) != nil {
                settling.verdicts[index] = .repeated(because: .timeAndBalance)
            } else {
                settling.verdicts[index] =
                    settling.isContradicted[index] ? conflict(rows[index]) : addNew(rows[index])
            }
        }
        assert(settling.verdicts.count == rows.count, "each row has its verdict")
        assert(!settling.verdicts.contains(.waits), "nothing waits for what comes behind the end")
        return settling.verdicts
    }

    /// Decides waiting rows of one day each.
    package mutating func settle<Failure: Error>(
        _ rows: [LineIdentity], fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) -> [Verdict] {
        try settle(
            rows, otherDays: [], hasDays: { (_, _) throws(Failure) in false },
            fileKinds: fileKinds)
    }

    /// The line of this file that a row was found to repeat; nil if there is none.
    package mutating func keyRepeated(by row: LineIdentity, because witness: Witness) -> LineKey? {
        witness == .bankID
            ? keyWithID(of: row) : repeated(by: row).map { key(of: $0, like: row) }
    }

    /// Keys of known lines from other files that share the row's account, day and amount and have
    /// not answered for a row of this file.
    package func candidates(for row: LineIdentity) -> [LineKey] {
        var keys: [LineKey] = []
        forEachCandidate(for: row) { keys.append(key(of: $0, like: row)) }
        return keys
    }

    /// Whether there are any ``candidates(for:)``.
    package func hasCandidates(for row: LineIdentity) -> Bool {
        var hasAny = false
        forEachCandidate(for: row) { _ in hasAny = true }
        return hasAny
    }

    /// The row prints a balance that differs from that of each of its ``candidates(for:)``.
    package func isDeniedByBalances(_ row: LineIdentity) -> Bool {
        let look = Look(of: row)
        guard look.balance != 0 else { return false }
        var isDenied = false
        var isOpen = false
        forEachCandidate(for: row) {
            let line = self.look(of: $0.ordinal, $0.currency)
            if look.hasBalance(like: line), line.balance != look.balance {
                isDenied = true
            } else {
                isOpen = true
            }
        }
        return isDenied && !isOpen
    }

    /// Some loaded line of the account names no currency.
    package func hasLinesWithoutCurrency(of account: UInt64) -> Bool {
        currencies.hasUnnamed(of: account)
    }

    /// First and last day of the account's lines that were known before this file.
    package func daysKnown(of account: UInt64) -> ClosedRange<Int32>? {
        evidence.daysKnown(of: account)
    }

    /// The witness that identifies the row with a line of other files, judged by itself; nil when
    /// there is none.
    ///
    /// - Parameter acrossIDs: accept another id where second and words are equal: two kinds of
    ///   export may number payments differently.
    package func witness(for row: LineIdentity, acrossIDs: Bool = false) -> Witness? {
        let look = Look(of: row)
        var best: Witness?
        var bestFit: Fit?
        forEachCandidate(for: row) {
            let line = self.look(of: $0.ordinal, $0.currency)
            guard let fit = look.fit(to: line), fit < bestFit ?? .otherTextAndBalance else {
                return
            }
            bestFit = fit
            best =
                acrossIDs && fit == .otherID && look.isOfSecond(line.second)
                ? .timeAndText : fit.witness
        }
        return best
    }

    /// Some line of other files has the row's words, moment or id.
    package func resembles(_ row: LineIdentity) -> Bool {
        let look = Look(of: row)
        var found = false
        forEachCandidate(for: row) {
            guard let fit = look.fit(to: self.look(of: $0.ordinal, $0.currency)) else { return }
            if fit <= .otherID { found = true }
        }
        return found
    }

    /// Other files have lines on the row's day.
    package mutating func hasLines(on row: LineIdentity) -> Bool {
        linesKnown(of: row.account, on: row.day) > 0
    }

    /// How many loaded lines of other files are on a day.
    package mutating func linesKnown(of account: UInt64, on day: Int32) -> Int {
        evidence.linesKnown(of: account, on: day)
    }

    /// Marks the row of a file imported before as the line that has it as a source, one of its
    /// ``candidates(for:)``.
    package mutating func know(_ row: LineIdentity, as known: LineKey) -> Verdict {
        var found: Int?
        forEachCandidate(for: row) {
            if key(of: $0, like: row) == known { found = $0.ordinal }
        }
        guard let found else { preconditionFailure("the key is none of the row's candidates") }
        evidence.record(row)
        assert(!isConsumed(found), "a known line answers for one row of a file")
        consume(found)
        evidence.found()
        return .known(known, because: .sameFile)
    }

    private func forEachCandidate(for row: LineIdentity, _ body: (Match) -> Void) {
        forEachLine(like: row, anchor: KnownLineTable.anchor(of: row)) { ordinal, currency in
            if isOfThisFile(ordinal) || isConsumed(ordinal) { return }
            body(Match(ordinal: ordinal, fit: .otherText, currency: currency))
        }
    }

    /// Days whose lines may be holds that this row books.
    package static func daysNear(_ row: LineIdentity) -> ClosedRange<Int32> {
        (row.day &- FileEvidence.bookingDaysMax)...row.day
    }

    struct Settling {
        let rows: [LineIdentity]
        /// `waits` until decided.
        var verdicts: [Verdict]
        /// The row's id is usable: it was never seen with other facts.
        var hasID: [Bool]
        /// A line with other facts has the row's id.
        var isContradicted: [Bool]
        var matches: [Match?]

        init(_ rows: [LineIdentity]) {
            self.rows = rows
            verdicts = Array(repeating: .waits, count: rows.count)
            hasID = rows.map { $0.bankID != 0 }
            isContradicted = Array(repeating: false, count: rows.count)
            matches = Array(repeating: nil, count: rows.count)
        }
    }

    /// Decides rows by their ids, where ids are reliable.
    private mutating func decideByIDs(_ settling: inout Settling) {
        for (index, row) in settling.rows.enumerated()
        where settling.hasID[index] {
            if evidence.refutesIDs(row.account) {
                settling.hasID[index] = false
                continue
            }
            evidence.record(row)
            if table.isShared(row) { settling.hasID[index] = false }
            switch decideByBankID(row) {
            case .decided(let verdict): settling.verdicts[index] = verdict
            case .repeats: settling.verdicts[index] = .repeated(because: .bankID)
            case .contradicts:
                settling.isContradicted[index] = true
                settling.hasID[index] = false
            case .unknown: break
            }
        }
    }

    private struct Group: Hashable {
        let account: UInt64
        let day: Int32
        let units: Int64
    }

    /// Matches rows to lines so that each group fits best as a whole.
    private mutating func match<Failure: Error>(
        _ settling: inout Settling, _ fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) {
        var members: [Group: [Int]] = [:]
        var order: [Group] = []
        for (index, row) in settling.rows.enumerated()
        where settling.verdicts[index] == .waits && hasCandidates(for: row) {
            let group = Group(account: row.account, day: row.day, units: row.units)
            if members[group] == nil { order.append(group) }
            members[group, default: []].append(index)
        }
        var sharedIDs: [UInt64: Bool] = [:]
        for group in order {
            if sharedIDs[group.account] == nil {
                sharedIDs[group.account] = try sharesIDs(of: group.account, fileKinds)
            }
            try match(
                members[group] ?? [], &settling, sharesIDs: sharedIDs[group.account] ?? false,
                fileKinds)
        }
    }

    /// A row of this file has the id of a line from another bank or format: both use the same
    /// numbers.
    private func sharesIDs<Failure: Error>(
        of account: UInt64, _ fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) -> Bool {
        for line in evidence.linesOfIDsKept(account) {
            let kinds = try fileKinds(line)
            if !kinds.areOfLayout, !kinds.areOfKind { return true }
        }
        return false
    }

    private mutating func match<Failure: Error>(
        _ members: [Int], _ settling: inout Settling, sharesIDs: Bool,
        _ fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) {
        var candidates: [(ordinal: Int, currency: UInt32)] = []
        var isCandidate: Set<Int> = []
        var anchors: Set<UInt64> = []
        for index in members {
            let row = settling.rows[index]
            let anchor = KnownLineTable.anchor(of: row)
            guard anchors.insert(anchor).inserted else { continue }
            forEachLine(like: row, anchor: anchor) { ordinal, currency in
                if !isOfThisFile(ordinal), !isConsumed(ordinal),
                    isCandidate.insert(ordinal).inserted
                {
                    candidates.append((ordinal, currency))
                }
            }
        }
        if candidates.isEmpty { return }
        let keepsIDs = !isSeenFile && evidence.keepsIDs(settling.rows[members[0]])
        // Repetitions of a proved row mean the same line.
        var seen: Set<Look> = []
        let wanted = members.filter { index in
            let row = settling.rows[index]
            if row.bankID != 0 || row.balance == 0 || row.second < 0 || row.units == 0 {
                return true
            }
            return repeated(by: row) == nil && seen.insert(Look(of: row)).inserted
        }
        let looks = wanted.map { Look(of: settling.rows[$0], hasID: settling.hasID[$0]) }
        var lines: [Look] = []
        for (ordinal, currency) in candidates {
            var line = look(of: ordinal, currency)
            if !isSeenFile, looks.contains(where: { Self.asksTellers($0, line) }) {
                let key = key(
                    of: Match(ordinal: ordinal, fit: .dayAndText, currency: currency),
                    like: settling.rows[members[0]])
                let kinds = try fileKinds(LineOrigin(key: key, file: file(of: ordinal)))
                line.isOfOtherLayout = !kinds.areOfLayout
                line.hasForeignID = !kinds.areOfKind && !sharesIDs
            }
            lines.append(line)
        }
        let assignment = Assignment(rows: looks, candidates: lines) { row, line in
            guard let fit = row.fit(to: line),
                !keepsIDs || (fit == .otherID && row.isOfSecond(line.second))
                    || (fit != .otherID && fit != .otherIDAndText)
            else { return Assignment.alone }
            guard fit == .dayAndText else { return fit.cost }
            // Prefers a line from the same layout, then one that is in question.
            return fit.cost + (line.isOfOtherLayout ? 2 : 0) - (line.isDoubtful ? 1 : 0)
        }
        for (index, candidate) in zip(wanted, assignment.candidates) where candidate >= 0 {
            let row = settling.rows[index]
            let (ordinal, currency) = candidates[candidate]
            let line = lines[candidate]
            guard let fit = Look(of: row, hasID: settling.hasID[index]).fit(to: line)
            else { continue }
            settling.matches[index] = Match(
                ordinal: ordinal, fit: fit, currency: currency,
                isOfOtherLayout: line.isOfOtherLayout,
                isInOtherWords: line.hasForeignID && !line.isOfOtherLayout)
            evidence.record(row)
            if fit.witness != nil || fit == .otherKind { evidence.paired() }
            if fit == .otherSecond { evidence.secondChanged(row.account) }
            if fit == .otherBalance { evidence.balanceChanged(row.account) }
        }
    }

    /// Whether the kinds of file that showed the line matter.
    private static func asksTellers(_ row: Look, _ line: Look) -> Bool {
        row.bankID != 0 && line.bankID != 0 && row.bankID != line.bankID
            || [.dayAndText, .otherWords].contains(row.fit(to: line))
    }

    /// Judges each match with the whole file as evidence, sure matches first.
    private mutating func conclude(_ settling: inout Settling) {
        let retold = retoldAccounts(settling)
        let echoed = echoedAccounts(settling)
        for isSure in [true, false] {
            for (index, row) in settling.rows.enumerated() {
                guard let match = settling.matches[index], (match.fit.witness != nil) == isSure
                else { continue }
                evidence.record(row)
                let isRetold =
                    [.otherText, .otherIDAndText, .otherWords].contains(match.fit)
                    && retold.contains(row.account)
                let isToldAgain = match.fit == .otherText && match.isInOtherWords
                if isRetold || isToldAgain {
                    settling.verdicts[index] = know(match, as: row, because: .wholeStatement)
                } else if match.isOfOtherLayout, match.fit == .dayAndText,
                    !table.isDoubtful(match.ordinal), !echoed.contains(row.account)
                {
                    settling.verdicts[index] = ask(row, about: match)
                } else if match.isOfOtherLayout, match.fit == .otherID,
                    Look(of: row).isOfSecond(table[match.ordinal].second),
                    !evidence.hasKeptIDs(row.account)
                {
                    // Each layout has its own numbering.
                    settling.verdicts[index] = know(match, as: row, because: .timeAndText)
                } else if let verdict = conclude(row, match) {
                    settling.verdicts[index] = verdict
                }
            }
        }
    }

    /// Accounts in which the file repeats payments that another layout showed. A single payment of
    /// the same day, amount and words may be a different one.
    private mutating func echoedAccounts(_ settling: Settling) -> Set<UInt64> {
        var found: [UInt64: Echo] = [:]
        for case let (index, match?) in settling.matches.enumerated() where match.isOfOtherLayout {
            found[settling.rows[index].account] = Echo()
        }
        if found.isEmpty { return [] }
        for (index, row) in settling.rows.enumerated() where found[row.account] != nil {
            if settling.matches[index] != nil {
                let group = Group(account: row.account, day: row.day, units: row.units)
                found[row.account]?.meetings.append(group)
            } else if settling.verdicts[index] == .waits, !row.isHold,
                evidence.isAmongKnownDays(row)
            {
                found[row.account]?.rowsAlone += 1
            }
        }
        return Set(
            found.filter { account, echo in
                var echo = echo
                let decided = evidence.decided(of: account)
                echo.found = decided.found
                echo.rowsAlone += decided.added
                for day in Set(echo.meetings.map(\.day)) {
                    let met = echo.meetings.count { $0.day == day } + evidence.found(account, day)
                    echo.linesAlone += max(0, evidence.linesKnown(of: account, on: day) - met)
                }
                return echo.isProved
            }.keys)
    }

    private struct Echo {
        /// Account, day and amount of each row that meets a line without a proof that it is the
        /// same.
        var meetings: [Group] = []
        /// Rows proved to be known lines.
        var found = 0
        var rowsAlone = 0
        /// Lines without a row, on days with meetings.
        var linesAlone = 0

        private static let meetingsMin = 2
        /// Meetings needed when one side has unmatched ones.
        private static let meetingsOfPartMin = 3
        /// Meetings needed when both sides have some.
        private static let meetingsOfBothMin = 5

        var isProved: Bool {
            let different = Set(meetings).count + found
            let alone = min(rowsAlone, linesAlone)
            if alone > 0 {
                return different >= Self.meetingsOfBothMin
                    && (meetings.count + found) * 10 >= (meetings.count + found + alone) * 9
            }
            let isWhole = rowsAlone == 0 && linesAlone == 0
            return different >= (isWhole ? Self.meetingsMin : Self.meetingsOfPartMin)
        }
    }

    /// Accounts whose known lines the file shows with other words and ids: another kind of export.
    /// No row has the same words, and on the days that both cover nearly all rows and lines meet by
    /// day and amount, more than chance explains.
    private mutating func retoldAccounts(_ settling: Settling) -> Set<UInt64> {
        if isSeenFile { return [] }
        var found: [UInt64: Retelling] = [:]
        for (index, row) in settling.rows.enumerated() {
            let group = Group(account: row.account, day: row.day, units: row.units)
            switch settling.matches[index]?.fit {
            case .otherText, .otherIDAndText, .otherWords:
                found[row.account, default: Retelling()].meetings.append(group)
            case nil where settling.verdicts[index] == .waits:
                // A hold may have expired before the other export.
                if !row.isHold, evidence.isAmongKnownDays(row) {
                    found[row.account, default: Retelling()].rowsAlone += 1
                }
            default: found[row.account, default: Retelling()].hasOwnWords = true
            }
        }
        return Set(
            found.filter { account, told in
                let days = Set(told.meetings.map(\.day))
                let known = days.reduce(0) { $0 + evidence.linesKnown(of: account, on: $1) }
                return told.isRetelling && told.meetings.count * 10 >= known * 9
                    && !evidence.wasFoundAgain(account)
            }.keys)
    }

    private struct Retelling {
        /// Account, day and amount of each row that meets a line with other words.
        var meetings: [Group] = []
        var rowsAlone = 0
        /// Some row has the words or the id of a known line, so a difference in words is
        /// significant.
        var hasOwnWords = false

        private static let meetingsMin = 5
        /// Meetings needed when every day and amount meets.
        private static let meetingsOfAllMin = 3

        var isRetelling: Bool {
            let least = rowsAlone == 0 ? Self.meetingsOfAllMin : Self.meetingsMin
            return !hasOwnWords && Set(meetings).count >= least
                && meetings.count * 10 >= (meetings.count + rowsAlone) * 9
        }
    }

    // MARK: Entries by hand

    /// Asks once about each row that is new by all the bank's evidence but resembles an entry made
    /// by hand.
    private mutating func meetEntriesByHand(_ settling: inout Settling) {
        if byHand.isEmpty { return }
        var rows: [Int] = []
        var numbers: [Int: Int] = [:]
        var entries: [Int] = []
        var pairs: [Assignment.Pair] = []
        for (index, row) in settling.rows.enumerated() where settling.verdicts[index] == .waits {
            if settling.isContradicted[index] || repeated(by: row) != nil { continue }
            let candidates = byHand.candidates(for: row)
            if candidates.isEmpty { continue }
            for entry in candidates {
                let number = numbers[entry] ?? entries.count
                if number == entries.count {
                    numbers[entry] = number
                    entries.append(entry)
                }
                pairs.append(
                    Assignment.Pair(
                        row: rows.count, candidate: number, cost: byHand.cost(of: entry, for: row)))
            }
            rows.append(index)
        }
        if pairs.isEmpty { return }
        let assignment = Assignment(
            rowCount: rows.count, candidateCount: entries.count, pairs: pairs)
        for (number, candidate) in assignment.candidates.enumerated() where candidate >= 0 {
            let index = rows[number]
            evidence.record(settling.rows[index])
            settling.verdicts[index] = ask(
                settling.rows[index], aboutEntryByHand: entries[candidate])
        }
    }

    // MARK: Days of booking and of value

    /// Recognises rows whose line is filed under the other of their days: it has the id or the
    /// words of the row, its amount and both days. Earlier versions filed MT940 under the day of
    /// value.
    private mutating func knowOnOtherDays<Failure: Error>(
        _ settling: inout Settling, _ otherDays: [Int32?],
        _ hasDays: (LineOrigin, Int) throws(Failure) -> Bool
    ) throws(Failure) {
        if otherDays.isEmpty || isSeenFile { return }
        for index in settling.rows.indices where settling.verdicts[index] == .waits {
            guard let day = otherDays[index] else { continue }
            var moved = settling.rows[index]
            moved.day = day
            for match in matches(on: moved) {
                let hasID =
                    moved.bankID != 0 && table.bankID(match.ordinal) == cut(moved.bankID)
                let isNamed = settling.isContradicted[index]
                guard hasID || !isNamed && table[match.ordinal].text == cut(moved.text)
                else { continue }
                let origin = LineOrigin(
                    key: key(of: match, like: moved), file: file(of: match.ordinal))
                guard try hasDays(origin, index) else { continue }
                evidence.record(moved)
                if hasID { evidence.idKept(moved.account, origin) }
                settling.verdicts[index] = know(
                    match, as: moved, because: hasID ? .bankID : .dayAndText)
                break
            }
        }
    }

    private func matches(on row: LineIdentity) -> [Match] {
        var matches: [Match] = []
        forEachCandidate(for: row) { matches.append($0) }
        return matches
    }

    /// Asks about rows whose amount an export of another layout has on their other day: formats
    /// file payments under the day of booking or under that of value. Lines that this file shows
    /// on their own day have answered by now.
    private mutating func meetOtherDays<Failure: Error>(
        _ settling: inout Settling, _ otherDays: [Int32?],
        _ hasDays: (LineOrigin, Int) throws(Failure) -> Bool,
        _ fileKinds: (LineOrigin) throws(Failure) -> FileKinds
    ) throws(Failure) {
        if otherDays.isEmpty || isSeenFile { return }
        for index in settling.rows.indices
        where settling.verdicts[index] == .waits && !settling.isContradicted[index] {
            guard let day = otherDays[index] else { continue }
            var moved = settling.rows[index]
            moved.day = day
            for match in matches(on: moved) {
                let known = key(of: match, like: moved)
                let origin = LineOrigin(key: known, file: file(of: match.ordinal))
                if try fileKinds(origin).areOfLayout, try !hasDays(origin, index) { continue }
                evidence.record(settling.rows[index])
                consume(match.ordinal)
                settling.verdicts[index] = ask(settling.rows[index], about: known)
                break
            }
        }
    }

    // MARK: Holds booked with other facts, rows with another amount

    private enum Revision {
        /// The same moment: the row books the hold.
        case books
        /// The row is the hold of a booked line.
        case wasHold
        case maybe
    }

    /// Compares unmatched rows with lines nearby that the file should show but does not.
    private mutating func revise(_ settling: inout Settling) {
        var lines: [RevisableLines.Line] = []
        var numbers: [UInt32: Int] = [:]
        var rows: [Int] = []
        var pairs: [Assignment.Pair] = []
        var revisions: [[Int: Revision]] = []
        let daysWithHolds = revisable.days { table.isHold(Int($0.ordinal)) }
        for (index, row) in settling.rows.enumerated() where settling.verdicts[index] == .waits {
            var found: [Int: Revision] = [:]
            for day in Self.daysNear(row) {
                // On earlier days only holds are possible.
                let accountDay = AccountDay(account: row.account, day: day)
                if day != row.day, !daysWithHolds.contains(accountDay) { continue }
                let isShown = evidence.showsDay(day, of: row.account)
                revisable.forEachLine(account: row.account, day: day) { line in
                    guard !isOfThisFile(Int(line.ordinal)), !isConsumed(Int(line.ordinal)),
                        let (revision, cost) = revision(of: line, by: row, isShown)
                    else { return }
                    let number = numbers[line.ordinal] ?? lines.count
                    if number == lines.count {
                        numbers[line.ordinal] = number
                        lines.append(line)
                    }
                    found[number] = revision
                    pairs.append(Assignment.Pair(row: rows.count, candidate: number, cost: cost))
                }
            }
            if !found.isEmpty {
                rows.append(index)
                revisions.append(found)
            }
        }
        if pairs.isEmpty { return }
        let assignment = Assignment(
            rowCount: rows.count, candidateCount: lines.count, pairs: pairs)
        var rowsThatBook = Array(repeating: 0, count: lines.count)
        for found in revisions {
            for (number, revision) in found where revision == .books { rowsThatBook[number] += 1 }
        }
        for (number, candidate) in assignment.candidates.enumerated() where candidate >= 0 {
            guard let revision = revisions[number][candidate] else { continue }
            let index = rows[number]
            let holdsBooked = revisions[number].values.count { $0 == .books }
            settling.verdicts[index] = revised(
                settling.rows[index], lines[candidate], revision, settling.isContradicted[index],
                holdsBooked == 1 && rowsThatBook[candidate] == 1)
        }
    }

    private func revision(
        of line: RevisableLines.Line, by row: LineIdentity, _ isShown: Bool
    ) -> (Revision, cost: Int)? {
        guard (line.units < 0) == (row.units < 0),
            Currency(packed: line.currency).mayBe(Currency(packed: row.currency))
        else { return nil }
        let isSameText = line.text == cut(row.text)
        let isSameMoment = line.day == row.day && line.second >= 0 && line.second == row.second
        let isHold = table.isHold(Int(line.ordinal))
        let isSameMinute =
            line.day == row.day && line.second != row.second
            && Look.areOneMinute(line.second, row.second)
        if isSameMinute, isSameText {
            return isShown && !isSeenFile && line.units != row.units ? (.maybe, 60) : nil
        }
        if isSameMoment, isSameText {
            if isHold, !row.isHold { return (.books, 10) }
            if row.isHold, !isHold { return (.wasHold, 10) }
            // Lines of one amount were already judged as equal lines.
            return isShown && !isSeenFile && line.units != row.units ? (.maybe, 50) : nil
        }
        guard !isSeenFile, Self.areNear(line.units, row.units) else { return nil }
        // Statements of single days never show the day of the hold.
        if isHold, !row.isHold, isSameText, line.day <= row.day, isShown || line.units == row.units
        {
            let days = Int(row.day - line.day)
            return (.maybe, 100 + days * 10 + (line.units == row.units ? 0 : 5))
        }
        guard isShown else { return nil }
        // Booked with another id and other words.
        if isSameMoment, Look.isTimed(row.second), line.units == row.units, isHold != row.isHold {
            return (.maybe, 70)
        }
        return (isSameMoment || isSameMinute) && line.units != row.units ? (.maybe, 90) : nil
    }

    /// Petrol pumps and restaurants hold up to a third more or less than they book.
    private static func areNear(_ a: Int64, _ b: Int64) -> Bool {
        let (low, high) =
            a.magnitude < b.magnitude ? (a.magnitude, b.magnitude) : (b.magnitude, a.magnitude)
        return high - low <= high / 3
    }

    /// An approved hold gets another amount only when it is the one hold and the row the one row of
    /// that printed second and words.
    private func mayChange(_ ordinal: Int, _ row: LineIdentity, _ isTheOnly: Bool) -> Bool {
        if table.isDivided(ordinal) { return false }
        return !table.isApproved(ordinal) || (isTheOnly && Look(of: row).isOfSecond(row.second))
    }

    private mutating func revised(
        _ row: LineIdentity, _ line: RevisableLines.Line, _ revision: Revision,
        _ isContradicted: Bool, _ isTheOnly: Bool
    ) -> Verdict {
        evidence.record(row)
        let ordinal = Int(line.ordinal)
        switch revision {
        case .books where line.units == row.units || mayChange(ordinal, row, isTheOnly):
            return settle(ordinal, line.key, as: row)
        case .wasHold:
            consume(ordinal)
            evidence.found()
            return .known(line.key, because: .timeAndText)
        case .books, .maybe:
            if isContradicted { return conflict(row) }
            consume(ordinal)
            return ask(row, about: line.key)
        }
    }
}
