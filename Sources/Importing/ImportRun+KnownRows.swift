import Deduplicating
import Facts
import Ledger
import Workspaces
import Reading

/// Finds rows of a file that are lines of an account.
extension ImportRun {
    /// Accounts that may have the rows of a file as lines, besides the one it names.
    ///
    /// - Parameter isWhole: no rows follow. Otherwise later rows may be lines of any account.
    mutating func accountsMeeting(
        _ rows: PreparedRows, isWhole: Bool
    ) throws(WorkspaceFailure) -> [String] {
        var found: [String] = []
        for name in accounts.names where name != rows.accounts.names[0] {
            if isWhole, try !mayHaveLines(name, of: rows) { continue }
            found.append(name)
        }
        return found
    }

    private mutating func mayHaveLines(
        _ name: String, of rows: PreparedRows
    ) throws(WorkspaceFailure) -> Bool {
        for row in rows.identities {
            if decider.deduplicator.hasCandidates(for: try compared(row, with: name)) {
                return true
            }
        }
        return false
    }

    /// The row as one of the account, after loading the lines like it.
    private mutating func compared(
        _ row: LineIdentity, with account: String
    ) throws(WorkspaceFailure) -> LineIdentity {
        let row = row.moved(to: LineIdentity.hash(ofAccount: account))
        try decider.loadKnownLines(like: row)
        if decider.deduplicator.needsEvictedLines(row) { try decider.restoreEvictedLines() }
        return row
    }

    /// The comparison of a row with the account's lines of its day and amount.
    private mutating func likeness(
        of row: LineIdentity, to account: String
    ) throws(WorkspaceFailure) -> SharedRows.Likeness {
        let row = try compared(row, with: account)
        return .init(
            row: row, resembles: decider.deduplicator.resembles(row),
            hasAmount: decider.deduplicator.hasCandidates(for: row),
            isDenied: decider.deduplicator.isDeniedByBalances(row))
    }

    // MARK: Whether a file's rows are an account's

    /// The rows and lines in common on the days of both.
    ///
    /// - Complexity: O(*n*) in the rows and the days between their first and last.
    mutating func sharedRows(
        _ rows: [LineIdentity], with account: String
    ) throws(WorkspaceFailure) -> SharedRows {
        let hash = LineIdentity.hash(ofAccount: account)
        var shared = SharedRows()
        guard let first = rows.map(\.day).min(), let last = rows.map(\.day).max(),
            last &- first <= Self.sharedDaysMax
        else { return shared }
        var lines: [Int32: Int] = [:]
        for row in rows.prefix(1) { try decider.loadKnownLines(like: row.moved(to: hash)) }
        for day in first...last {
            try decider.loadKnownLines(of: hash, on: day)
            let count = decider.deduplicator.linesKnown(of: hash, on: day)
            if count > 0 { lines[day] = count }
        }
        guard let from = lines.keys.min(), let to = lines.keys.max() else { return shared }
        if from == to && (from == first || from == last) { shared.setOneDay() }
        var alike: [Int32: [SharedRows.Likeness]] = [:]
        for row in rows where (from...to).contains(row.day) {
            alike[row.day, default: []].append(try likeness(of: row, to: account))
        }
        let known = decider.deduplicator.daysKnown(of: hash)
        for day in Set(alike.keys).union(lines.keys).sorted() {
            let isEdge =
                day == first || day == last || day == known?.lowerBound || day == known?.upperBound
            shared.add(alike[day] ?? [], lines: lines[day] ?? 0, isEdge: isEdge)
        }
        return shared
    }

    /// No bank's statement has more days.
    private static var sharedDaysMax: Int32 { 20_000 }

    /// The file's rows and the account's lines are the same payments on common days.
    mutating func isOneAccount(
        _ held: HeldRows, with name: String
    ) throws(WorkspaceFailure) -> Bool {
        let shared = try sharedRows(held.rows.identities, with: name)
        return shared.areOneAccount()
            || areComparedByAmount(held.named, name) && shared.areOneAccountByAmount()
    }

    /// Half of the rows on days of the account are its lines, at least by words.
    ///
    /// - Parameter byAmounts: ignores the words, which differ between kinds of statements; then
    ///   nearly all rows must match.
    mutating func hasRows(
        _ rows: PreparedRows, in account: String, byAmounts: Bool = false
    ) throws(WorkspaceFailure) -> Bool {
        var met = 0
        var asked = 0
        for row in rows.identities {
            let alike = try likeness(of: row, to: account)
            let isOfID = row.bankID != 0 && decider.deduplicator.knowsBankID(of: alike.row)
            guard isOfID || decider.deduplicator.hasLines(on: alike.row) else { continue }
            asked += 1
            if isOfID || (byAmounts ? alike.hasAmount : alike.resembles) { met += 1 }
        }
        // A single payment of a day and amount may be in any two accounts.
        return byAmounts ? met > 1 && met * 5 >= asked * 4 : met > 0 && met * 2 >= asked
    }

    /// Nearly all rows of the file are lines of the account; for an unnamed account only rows on
    /// the days of both count.
    mutating func isElsewhere(
        _ held: HeldRows, in name: String
    ) throws(WorkspaceFailure) -> Bool {
        var found = tally(of: held.rows, in: name)
        var shared: ClosedRange<Int32>?
        var rows: [(day: Int32, witness: Witness?)] = []
        let hash = LineIdentity.hash(ofAccount: name)
        for row in held.rows.identities {
            rows.append((row.day, try witness(for: row, in: name, acrossIDs: true)))
            if decider.deduplicator.hasLines(on: row.moved(to: hash)) {
                shared = shared.joined(with: row.day...row.day)
            }
        }
        for row in rows where !held.isGuess || shared?.contains(row.day) == true {
            found.add(row.witness)
        }
        return found.isElsewhere
    }

    /// The first rows are lines of the file's account.
    mutating func isKnown(_ rows: PreparedRows) throws(WorkspaceFailure) -> Bool {
        var tally = HeldRows.Tally()
        let own = rows.accounts.names[0]
        for row in rows.identities.prefix(HeldRows.rowsProbed) {
            tally.add(try witness(for: row, in: own))
        }
        return tally.isElsewhere
    }

    // MARK: Which of them are

    /// Leaves rows that are lines of another account there, even if the file's account is named: a
    /// payment comes in once. A file with rows of two accounts proves that they are one.
    mutating func leaveKnownRows(
        of own: String, _ rows: inout PreparedRows, in others: [String], isWhole: Bool,
        _ tally: inout FileReport
    ) throws(WorkspaceFailure) {
        let others = others.filter { $0 != own }
        if others.isEmpty { return }
        var open: [Int] = []
        for (index, row) in rows.identities.enumerated()
        where try witness(for: row, in: own) == nil { open.append(index) }
        let isOwn = try known(open, of: rows, in: own, beside: own)
        open.removeAll(where: isOwn.rows.contains)
        for other in others where !open.isEmpty {
            let known = try known(open, of: rows, in: other, beside: own)
            let there = known.rows
            if there.isEmpty {
                let account = KeptAccount(named: own, kept: other)
                if known.mayBeOne {
                    tally.recordPerhapsOne(account)
                } else if isWhole, known.alike == rows.identities.count {
                    tally.alsoElsewhere.append(account)
                }
                continue
            }
            open.removeAll(where: there.contains)
            rows.put(there.sorted(), in: other)
            if !tally.accounts.contains(other) { tally.accounts.append(other) }
            // A person who moved a payment did not declare the accounts to be one.
            for (index, key) in known.moved {
                decider.movedLines[rows.batch.lines[index].sourceIndex] = key
            }
            if there.isSubset(of: known.moved.keys) { continue }
            let isOwnUnsaid = isUnsaid(own, of: rows) && !isUnsaid(other, of: rows)
            let one =
                isOwnUnsaid
                ? KeptAccount(named: own, kept: other) : KeptAccount(named: other, kept: own)
            if !tally.shownAsOne.contains(one) { tally.shownAsOne.append(one) }
        }
    }

    /// If all rows of a whole file are in the other account, nothing proves that the file belongs
    /// to two.
    func recordWhereAllAreElsewhere(
        of own: String, _ rows: PreparedRows, _ tally: inout FileReport
    ) {
        let hash = LineIdentity.hash(ofAccount: own)
        if rows.identities.contains(where: { $0.account == hash }) { return }
        tally.accounts.removeAll { $0 == own }
        tally.shownAsOne.removeAll { [$0.named, $0.kept].contains(own) }
        let kept = tally.accounts.map { KeptAccount(named: own, kept: $0) }
        if tally.isGuessed { tally.foundByRows += kept } else { tally.keptAccounts += kept }
    }

    /// The rows that are lines of an account.
    ///
    /// One proved row is enough if an import named one of the two accounts. Rows that only resemble
    /// lines count as lines if all common days are alike.
    private mutating func known(
        _ open: [Int], of rows: PreparedRows, in other: String, beside own: String
    ) throws(WorkspaceFailure) -> KnownRows {
        let isEmptied = try isEmptied(own)
        let isLoose = isEmptied || isUnsaid(own, of: rows) || isUnsaid(other, of: rows)
        var proved: Set<Int> = []
        var alike: Set<Int> = []
        var byAmount: Set<Int> = []
        var known = KnownRows()
        for index in open {
            let likeness = try likeness(of: rows.identities[index], to: other)
            guard likeness.hasAmount else { continue }
            let witness = decider.deduplicator.witness(for: likeness.row)
            if other != own, likeness.resembles || witness != nil,
                let key = try lineMoved(likeness.row, from: own, known.moved.values)
            {
                known.moved[index] = key
            }
            if let witness, witness != .dayAndText {
                proved.insert(index)
            } else if likeness.isDenied {
                continue
            } else if likeness.resembles {
                alike.insert(index)
            } else {
                byAmount.insert(index)
            }
        }
        known.alike = alike.count
        let isProof = isLoose || proved.count >= Self.provedMin
        known.rows = (isProof ? proved : []).union(known.moved.keys)
        if alike.isEmpty, byAmount.isEmpty, isProof { return known }
        let shared = try sharedRows(open.map { rows.identities[$0] }, with: other)
        if areComparedByAmount(own, other), shared.areOneAccountByAmount(areNamed: !isLoose) {
            known.rows.formUnion(proved.union(alike).union(byAmount))
        } else if shared.areOneAccount(areNamed: !isLoose) {
            known.rows.formUnion(proved.union(alike))
        } else {
            let areInSettings = isInSettings(own) && isInSettings(other)
            known.mayBeOne = shared.overlap.mayBeOneAccount(areNamed: areInSettings)
        }
        return known
    }

    /// Rows of a file that are lines of another account.
    private struct KnownRows {
        var rows: Set<Int> = []
        /// Those whose lines a person moved there.
        var moved: [Int: LineKey] = [:]
        /// The number of rows that resemble its lines, including their words.
        var alike = 0
        /// Too few rows resemble its lines to be proof.
        var mayBeOne = false
    }

    /// The line that the row may be, brought by a file of this account and moved by a person.
    ///
    /// - Parameter taken: lines of other rows.
    private mutating func lineMoved(
        _ row: LineIdentity, from own: String, _ taken: some Collection<LineKey>
    ) throws(WorkspaceFailure) -> LineKey? {
        if transaction.isFirst { return nil }
        let names = try fileNames(of: own)
        if names.isEmpty { return nil }
        for key in decider.deduplicator.candidates(for: row) where !taken.contains(key) {
            if try decider.sourcesBefore(of: key).contains(where: { names.contains($0.file) }) {
                return key
            }
        }
        return nil
    }

    /// The account's files from before this run.
    private mutating func fileNames(of account: String) throws(WorkspaceFailure) -> Set<String> {
        if accounts.filesByAccount == nil {
            var found: [String: Set<String>] = [:]
            for file in try transaction.filesSeen() {
                for name in file.accounts { found[name, default: []].insert(file.name) }
            }
            accounts.filesByAccount = found
        }
        return accounts.filesByAccount?[account] ?? []
    }

    /// Two unknown banks are compared only by words.
    func areComparedByAmount(_ a: String, _ b: String) -> Bool {
        a == b || !UnknownBank.isOne(a) || !UnknownBank.isOne(b)
    }

    /// Fewer equal rows of two named accounts may be chance.
    private static var provedMin: Int { 3 }

    /// The proof that a row is a line of that account.
    mutating func witness(
        for row: LineIdentity, in account: String, acrossIDs: Bool = false
    ) throws(WorkspaceFailure) -> Witness? {
        decider.deduplicator.witness(for: try compared(row, with: account), acrossIDs: acrossIDs)
    }

    /// Counts the rows of a file that are lines of another account.
    ///
    /// A bank prints the account's number in some exports only. A few rows prove that two accounts
    /// are one if the file's account has no lines yet or is a guess, or the other one is the bank's
    /// account without a number.
    private func tally(of rows: PreparedRows, in other: String) -> HeldRows.Tally {
        let named = rows.accounts.names[0]
        let isNew = !accounts.names.contains(named)
        return HeldRows.Tally(
            countsDays: rows.accounts.guessed == nil,
            takesFew: !isSaid(named)
                && (isNew || rows.accounts.guessed != nil || Self.isUnnamed(other, of: rows)))
    }

    // MARK: Named accounts

    /// A person named the account: by an option, or in the settings.
    func isSaid(_ account: String) -> Bool {
        !options.account.isEmpty || isInSettings(account)
    }

    /// A person moved the file: only its own number contradicts, or its lines are in an account
    /// that a person named.
    func isMoved(_ account: KeptAccount) -> Bool {
        options.account.isEmpty && (!isInSettings(account.named) || isInSettings(account.kept))
    }

    /// The lines are in an account that a person named, and only the file's own number contradicts.
    func isMovedToOwn(_ account: KeptAccount) -> Bool {
        !isSaid(account.named) && isInSettings(account.kept)
    }

    func isInSettings(_ account: String) -> Bool {
        book.aliases.contains { $0.account == account }
    }

    /// Only the file's number names the account, and it has no lines: a person may have moved all
    /// of them.
    private func isEmptied(_ account: String) throws(WorkspaceFailure) -> Bool {
        if isSaid(account) || transaction.isFirst { return false }
        let hash = LineIdentity.hash(ofAccount: account)
        return try transaction.knownDays(keyAccount: LineKey.account(ofHash: hash)) == nil
    }

    /// An import named the account after a bank and currency, or after a table.
    func isUnsaid(_ account: String, of rows: PreparedRows) -> Bool {
        if isInSettings(account) { return false }
        let currency = rows.batch.lines.first?.amount.currency ?? .unknown
        return AccountFamily(of: account).isGuess(in: currency)
    }

    /// The account of the rows' bank and some currency, without a number.
    static func isUnnamed(_ account: String, of rows: PreparedRows) -> Bool {
        let bank = rows.layout.split(separator: "/").first.map { $0 + "-" } ?? "-"
        return account.hasPrefix(bank)
            && Currency(code: String(account.dropFirst(bank.count))) != nil
    }

    /// Only the file's number separates its account from its bank's.
    func isNumberAlone(_ account: KeptAccount, of rows: PreparedRows) -> Bool {
        Self.isUnnamed(account.kept, of: rows) && !isSaid(account.named)
    }
}
