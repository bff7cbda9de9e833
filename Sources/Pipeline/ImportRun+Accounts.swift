import Deduplicating
import Facts
import Ledger
import Readers
import Workspaces

/// Which account a file's rows are of, where its name alone cannot be believed.
///
/// A file that nobody named an account for goes to the account of its bank and currency. A person with two cards of one
/// bank has two such files, and they must not meet in one account. In this order:
/// rows that are lines of an account are of it; balances that continue those of an account are of it; an account whose
/// balances the file's contradict is another one; files whose names have the same words are of one account. Where
/// nothing decides between several, the file gets an account of its own (`monobank-UAH-2`), and import says so.
extension ImportRun {
    /// What must be asked of all rows of the file before they are taken; nil for most files.
    mutating func questionOfAccount(
        _ rows: PreparedRows
    ) throws(WorkspaceFailure) -> HeldRows? {
        let names = rows.accounts.names
        guard seen == nil, names.count == 1 else { return nil }
        if let guessed = rows.accounts.guessed {
            let held = HeldRows(.guess(orOneOf: rows.accounts.guessedOthers), named: guessed)
            // The first file of a run may be another account's than those after it.
            if filesExpected > 1 || !accountNames.isEmpty { return held }
        }
        if !accountNames.contains(names[0]),
            let twin = accountNames.first(where: {
                AccountBook.mayBeOneGermanAccount($0, names[0])
            })
        {
            return HeldRows(.alike(kept: twin), named: names[0])
        }
        for name in accountNames where name != names[0] {
            var tally = tally(of: rows, in: name)
            for row in rows.identities.prefix(HeldRows.rowsProbed) {
                tally.add(try witness(for: row, in: name, acrossIDs: true))
                // The usual file is refuted by its first rows.
                if tally.rows >= 4, !tally.hasFound { break }
            }
            if tally.isElsewhere, try !isKnown(rows) {
                return HeldRows(.elsewhere(kept: name), named: names[0])
            }
        }
        return nil
    }

    /// The account of rows that were held.
    mutating func account(
        of held: HeldRows, _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String {
        switch held.question {
        case .elsewhere(let kept):
            guard try isElsewhere(held, in: kept) else { return held.named }
            let account = KeptAccount(named: held.named, kept: kept)
            if isNumberAlone(account, of: held.rows) {
                tally.foundAlike.append(account)
            } else {
                tally.keptAccounts.append(account)
            }
            return kept
        case .alike(let twin):
            let account = KeptAccount(named: held.named, kept: twin)
            guard try hasRows(held.rows, in: twin, byAmounts: true) else {
                tally.perhapsAlike.append(account)
                return held.named
            }
            tally.foundAlike.append(account)
            return twin
        case .guess:
            return try guess(held, file, &tally)
        }
    }

    private mutating func guess(
        _ held: HeldRows, _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String {
        let family = family(of: held)
        let hasBalances = held.rows.identities.contains { $0.balance != 0 }
        if hasBalances {
            for name in family where try hasRows(held.rows, in: name) {
                if try !isRefuted(held, in: name) { return name }
            }
        }
        for name in accountNames where !family.contains(name) {
            if try isElsewhere(held, in: name) { return name }
            if UnknownBank.isOne(held.named), try sharedRows(held.rows, with: name).areAll {
                tally.foundByRows.append(KeptAccount(named: held.named, kept: name))
                return name
            }
        }
        if family.isEmpty { return try guessByLayout(held, file) ?? held.named }
        let found =
            hasBalances
            ? try guessByBalances(among: family, file, &tally)
            : try guessByRows(held, among: family, file, &tally)
        if let found { return found }
        let own = freeName(for: held.named)
        tally.keptApart.append(
            KeptAccount(named: family[0], kept: own, isByRows: !hasBalances))
        return own
    }

    /// Rows are alike and no balance is the account's: two cards may pay the same fares. Where all
    /// rows are alike, the balances are another export's.
    private mutating func isRefuted(
        _ held: HeldRows, in name: String
    ) throws(WorkspaceFailure) -> Bool {
        let relation = try relation(to: name)
        guard relation.agreed == 0, relation.denied >= Self.deniedMin else { return false }
        return try !sharedRows(held.rows, with: name).areAll
    }

    private static var deniedMin: Int { 3 }

    /// Of the file's balances to those of an account, as this run and earlier ones have them.
    private func relation(to name: String) throws(WorkspaceFailure) -> BalanceRelation {
        let days = try AccountDays(
            of: name, transaction, inThisRun: timelines[name] ?? BalanceTimeline())
        return try BalanceRelation(of: timeline, to: days)
    }

    /// Nearly all rows of the file are lines of the account; where nobody named the file's account,
    /// those of the days from the first to the last that both have rows on.
    private mutating func isElsewhere(
        _ held: HeldRows, in name: String
    ) throws(WorkspaceFailure) -> Bool {
        var found = tally(of: held.rows, in: name)
        var shared: ClosedRange<Int32>?
        var rows: [(day: Int32, witness: Witness?)] = []
        let hash = LineIdentity.hash(ofAccount: name)
        for row in held.rows.identities {
            rows.append((row.day, try witness(for: row, in: name, acrossIDs: true)))
            if deduplicator.hasLines(on: row.moved(to: hash)) {
                shared = shared.joined(with: row.day...row.day)
            }
        }
        for row in rows where !held.isGuess || shared?.contains(row.day) == true {
            found.add(row.witness)
        }
        return found.isElsewhere
    }

    /// The account that the file's balances continue; else the one that its name means, or that
    /// nothing contradicts.
    private mutating func guessByBalances(
        among family: [String], _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String? {
        var relations: [(name: String, relation: BalanceRelation)] = []
        for name in family { relations.append((name, try relation(to: name))) }
        let same = relations.filter(\.relation.isSame)
        let most = same.map(\.relation.agreed).max()
        if let best = same.first(where: { $0.relation.agreed == most }) {
            for other in same where other.name != best.name && other.relation.denied == 0 {
                tally.shownAsOne.append(KeptAccount(named: other.name, kept: best.name))
            }
            return best.name
        }
        var open = relations.filter { !$0.relation.isOther }
        var names = open.map(\.name)
        var found = try byWords(of: file, &names)
        if found == nil {
            open.removeAll { $0.relation.doubted > 0 || !names.contains($0.name) }
            // Where there are two already, the file may be of a third.
            found = family.count == 1 ? open.first?.name : nil
        }
        if let found, relations.contains(where: { $0.name == found && $0.relation.isUnproved }) {
            tally.unproved.append(found)
        }
        return found
    }

    /// The account that files of the layout showed lines of, though it is called by a number or by
    /// a person: its rows or its name must say so.
    private mutating func guessByLayout(
        _ held: HeldRows, _ file: InputFile
    ) throws(WorkspaceFailure) -> String? {
        var shown = try accountsShown(by: held.rows.layout)
        for name in shown where try relation(to: name).isSame { return name }
        let named = Set(book.aliases.map(\.account))
        shown.removeAll { named.contains($0) }
        return try byWords(of: file, &shown)
    }

    /// Accounts on whose last days files of the layout showed lines.
    private func accountsShown(by layout: String) throws(WorkspaceFailure) -> [String] {
        // The tables of all banks that nobody knows have one name.
        if layout == UnknownBank.layoutName { return [] }
        var found: [String] = []
        for name in accountNames {
            var isShown = accountsOfLayouts[layout]?.contains(name) == true
            if !isShown, !transaction.isFirst {
                let days = try AccountDays(of: name, transaction, inThisRun: BalanceTimeline())
                isShown = try days.layoutsOfLastDays().contains(layout)
            }
            if isShown { found.append(name) }
        }
        return found
    }

    /// The account of a file that prints no balances: only its rows and its name can tell.
    ///
    /// Two exports of one account have the same rows on the days that both cover. Where they have
    /// other rows there they are two accounts; where a word of their names differs, some rows alike
    /// are no proof of one.
    private mutating func guessByRows(
        _ held: HeldRows, among family: [String], _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String? {
        let words = AccountWords(of: file.name)
        var open: [String] = []
        var others: Set<String> = []
        for name in family {
            let shared = try sharedRows(held.rows, with: name)
            let hasOtherName = try wordsOfFiles(name).contains { $0.names(anotherThan: words) }
            if hasOtherName { others.insert(name) }
            if shared.isSame(hasOtherName: hasOtherName) { return name }
            if !shared.isOther(hasOtherName: hasOtherName) { open.append(name) }
        }
        var named = open
        if let name = try byWords(of: file, &named) { return name }
        if open.count > 1 { open.removeAll(where: others.contains) }
        guard open.count == 1 else { return nil }
        // They have no days together, so only the headings speak for it.
        if others.contains(open[0]) { tally.unprovedByRows.append(open[0]) }
        return open[0]
    }

    /// The one account that files of the same words went to; accounts whose files are named alike but for a word are left out.
    private mutating func byWords(
        of file: InputFile, _ open: inout [String]
    ) throws(WorkspaceFailure) -> String? {
        let words = AccountWords(of: file.name)
        var alike: [String] = []
        var left: [String] = []
        for name in open {
            let others = try wordsOfFiles(name)
            if others.contains(words), !words.isEmpty { alike.append(name) }
            if !others.contains(where: { $0.names(anotherThan: words) }) { left.append(name) }
        }
        open = left
        return alike.count == 1 ? alike[0] : nil
    }

    /// The accounts that files of one bank and currency went to when nobody named them, and those
    /// that the settings give to the bank.
    func family(of held: HeldRows) -> [String] {
        guard case .guess(let others) = held.question else { return [] }
        let family = AccountFamily(base: held.named)
        let numbered = Set(accountNames).compactMap { name in
            family.number(of: name).map { (number: $0, name: name) }
        }
        let guessed = numbered.sorted { $0.number < $1.number }.map(\.name)
        return guessed + others.filter { !guessed.contains($0) && accountNames.contains($0) }
    }

    private func freeName(for name: String) -> String {
        AccountFamily(base: name).freeName(beside: accountNames)
    }

    // MARK: Rows that are lines of an account

    /// What rows of a file and lines of an account have on the days from the first to the last that
    /// both may cover.
    private struct SharedRows {
        var rows = 0
        var lines = 0
        /// Rows that are lines, by their words at least.
        var met = 0
        /// Rows that are lines by day and amount, whatever their words: each layout has its own.
        var metByAmount = 0
        /// Rows that are lines and have words, amount or day of their own.
        var different: Set<Row> = []
        /// All of them lie on one day, where one export may have ended and the other begun.
        var isOneDay = false

        private var size: Int { max(rows, lines) }

        struct Row: Hashable {
            let day: Int32
            let units: Int64
            let text: UInt64
        }

        /// The same table under other headings: two accounts never have the same payments day by
        /// day.
        var areAll: Bool { different.count >= Self.metMin && met * 5 >= size * 4 }

        func isSame(hasOtherName: Bool) -> Bool {
            met > 0 && met * 2 >= size && (!hasOtherName || met >= Self.metMin)
        }

        func isOther(hasOtherName: Bool) -> Bool {
            hasOtherName
                ? size > 0
                : !isOneDay && size >= Self.sizeMin && met * 4 <= size && metByAmount * 2 <= size
        }

        /// Fewer rows alike, and fewer of others, may be chance and the cut of an export.
        private static let metMin = 3
        private static let sizeMin = 4
    }

    private mutating func sharedRows(
        _ rows: PreparedRows, with account: String
    ) throws(WorkspaceFailure) -> SharedRows {
        let hash = LineIdentity.hash(ofAccount: account)
        var shared = SharedRows()
        let all = rows.identities.map(\.day)
        guard let first = all.min(), let last = all.max(), last &- first <= Self.sharedDaysMax
        else { return shared }
        var from: Int32?
        var to = first
        for row in rows.identities.prefix(1) { try loadKnownLines(like: row.moved(to: hash)) }
        for day in first...last {
            _ = try loadKnownLines(of: hash, on: day)
            let count = deduplicator.linesKnown(of: hash, on: day)
            if count == 0 { continue }
            shared.lines += count
            from = from ?? day
            to = day
        }
        guard let from else { return shared }
        shared.isOneDay = from == to && (from == first || from == last)
        for row in rows.identities where (from...to).contains(row.day) {
            let moved = row.moved(to: hash)
            try loadKnownLines(like: moved)
            if deduplicator.needsPassedLines(moved) { try takeBackPassedLines() }
            shared.rows += 1
            if deduplicator.resembles(moved) {
                shared.met += 1
                shared.different.insert(.init(day: row.day, units: row.units, text: row.text))
            }
            if !deduplicator.candidates(for: moved).isEmpty { shared.metByAmount += 1 }
        }
        return shared
    }

    /// A statement of more days is no bank's.
    private static let sharedDaysMax: Int32 = 20_000

    /// Half of the rows on days that the account has lines on are lines of it, by their words at
    /// least.
    ///
    /// - Parameter byAmounts: whatever their words, as two kinds of statement have different ones;
    ///   then nearly all of them.
    private mutating func hasRows(
        _ rows: PreparedRows, in account: String, byAmounts: Bool = false
    ) throws(WorkspaceFailure) -> Bool {
        let hash = LineIdentity.hash(ofAccount: account)
        var met = 0
        var asked = 0
        for row in rows.identities {
            let moved = row.moved(to: hash)
            try loadKnownLines(like: moved)
            if deduplicator.needsPassedLines(moved) { try takeBackPassedLines() }
            let isOfID = moved.bankID != 0 && deduplicator.knowsBankID(of: moved)
            guard isOfID || deduplicator.hasLines(on: moved) else { continue }
            asked += 1
            let isThere =
                byAmounts
                ? !deduplicator.candidates(for: moved).isEmpty : deduplicator.resembles(moved)
            if isOfID || isThere { met += 1 }
        }
        // One payment of a day and amount may be in any two accounts.
        return byAmounts ? met > 1 && met * 5 >= asked * 4 : met > 0 && met * 2 >= asked
    }

    /// Rows that are lines of another account of the family stay in it: a file that bridges two
    /// exports shows that what an import kept apart is one account.
    mutating func leaveKnownRows(
        of rows: inout PreparedRows, in family: [String], _ tally: inout FileReport
    ) throws(WorkspaceFailure) {
        let own = tally.accounts[0]
        let others = family.filter { $0 != own }
        if others.isEmpty { return }
        var open: [Int] = []
        for (index, row) in rows.identities.enumerated()
        where try witness(for: row, in: own) == nil { open.append(index) }
        for other in others where !open.isEmpty {
            var there: [Int] = []
            var rest: [Int] = []
            for index in open {
                switch try witness(for: rows.identities[index], in: other) {
                case nil, .dayAndText: rest.append(index)
                default: there.append(index)
                }
            }
            if there.isEmpty { continue }
            open = rest
            rows.put(there, in: other)
            tally.accounts.append(other)
            tally.shownAsOne.append(KeptAccount(named: other, kept: own))
        }
    }

    /// What makes a row a line of that account.
    private mutating func witness(
        for row: LineIdentity, in account: String, acrossIDs: Bool = false
    ) throws(WorkspaceFailure) -> Witness? {
        let row = row.moved(to: LineIdentity.hash(ofAccount: account))
        try loadKnownLines(like: row)
        if deduplicator.needsPassedLines(row) { try takeBackPassedLines() }
        return deduplicator.witness(for: row, acrossIDs: acrossIDs)
    }

    /// Counts the rows of a file that are lines of another account than the file's.
    ///
    /// A bank prints the account's number in one export and leaves it out in another. So few rows
    /// say that two accounts are one where the file's has no lines yet or is a guess, or the other
    /// one is that of the same bank whose number nobody told.
    private func tally(of rows: PreparedRows, in other: String) -> HeldRows.Tally {
        let named = rows.accounts.names[0]
        let isNew = !accountNames.contains(named)
        return HeldRows.Tally(
            countsDays: rows.accounts.guessed == nil,
            takesFew: !isSaid(named)
                && (isNew || rows.accounts.guessed != nil || Self.isUnnamed(other, of: rows)))
    }

    /// A person named the account: by an option, or in the settings.
    private func isSaid(_ account: String) -> Bool {
        !options.account.isEmpty || book.aliases.contains { $0.account == account }
    }

    /// The account is one of the rows' bank and some currency whose number nobody told.
    private static func isUnnamed(_ account: String, of rows: PreparedRows) -> Bool {
        let bank = rows.layout.split(separator: "/").first.map { $0 + "-" } ?? "-"
        return account.hasPrefix(bank)
            && Currency(code: String(account.dropFirst(bank.count))) != nil
    }

    /// Nothing but the file's number says that its account is another one than that of its bank.
    func isNumberAlone(_ account: KeptAccount, of rows: PreparedRows) -> Bool {
        Self.isUnnamed(account.kept, of: rows) && !isSaid(account.named)
    }

    /// The first rows are lines of the account that the file goes to.
    private mutating func isKnown(_ rows: PreparedRows) throws(WorkspaceFailure) -> Bool {
        var tally = HeldRows.Tally()
        for row in rows.identities.prefix(HeldRows.rowsProbed) {
            try loadKnownLines(like: row)
            if deduplicator.needsPassedLines(row) { try takeBackPassedLines() }
            tally.add(deduplicator.witness(for: row))
        }
        return tally.isElsewhere
    }

    // MARK: Words of files' names

    mutating func note(_ file: InputFile, of account: String) {
        words?[account, default: []].insert(AccountWords(of: file.name))
    }

    private mutating func wordsOfFiles(
        _ account: String
    ) throws(WorkspaceFailure) -> Set<AccountWords> {
        if words == nil {
            var found: [String: Set<AccountWords>] = [:]
            for file in try transaction.filesSeen() + transaction.files {
                guard file.accounts.count == 1 else { continue }
                found[file.accounts[0], default: []].insert(AccountWords(of: file.name))
            }
            words = found
        }
        return words?[account] ?? []
    }
}

/// What a file's name may say of its account: its lasting words without months and formats.
struct AccountWords: Hashable {
    private let words: Set<String>

    private static let formats = [
        "csv", "json", "ofx", "qfx", "qif", "xls", "xlsx", "xml", "pdf", "sta", "txt",
    ]

    init(of name: String) {
        let all = FileHint.lastingWords(of: name).split(separator: " ").map { word in
            // `monobankcsv` is no other word than `monobankjson`.
            let format = Self.formats.first { word.hasSuffix($0) }
            return String(word.dropLast(format?.count ?? 0))
        }
        words = Set(all.filter { !$0.isEmpty && !MonthNames.isMonth($0) })
    }

    var isEmpty: Bool { words.isEmpty }

    /// `mono white` beside `mono black`, and not beside `white`.
    func names(anotherThan other: AccountWords) -> Bool {
        !words.isSubset(of: other.words) && !other.words.isSubset(of: words)
    }
}
