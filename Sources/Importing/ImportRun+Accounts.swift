import Deduplicating
import Facts
import Ledger
import Workspaces
import Reading

/// Decides the account of a file's rows if its name is not sufficient.
///
/// A file without a named account gets the account of its bank and currency. A person with two
/// cards of one bank has two such files, which must not be mixed. In this order: rows that are
/// lines of an account belong to it; balances that continue those of an account belong to it; an
/// account whose balances contradict the file's is another one; files whose names have the same
/// words belong to one account. If several remain, the file gets a new account (`monobank-UAH-2`),
/// and the import reports it.
extension ImportRun {
    /// The question about the account that needs all rows of the file; nil for most files.
    ///
    /// - Parameter isWhole: these are all rows of the file.
    mutating func questionOfAccount(
        _ rows: PreparedRows, isWhole: Bool
    ) throws(WorkspaceFailure) -> HeldRows? {
        let names = rows.accounts.names
        guard decider.seen == nil, names.count == 1 else { return nil }
        if let guessed = rows.accounts.guessed {
            let held = HeldRows(.guess(orOneOf: rows.accounts.guessedOthers), named: guessed)
            // The first file of a run may have another account than later ones.
            if filesExpected > 1 || !accounts.names.isEmpty { return held }
        }
        if let twin = twin(of: names[0], among: accounts.names) {
            return HeldRows(.alike(kept: twin), named: names[0])
        }
        let others = try accountsMeeting(rows, isWhole: isWhole)
        return others.isEmpty ? nil : HeldRows(.elsewhere(orOneOf: others), named: names[0])
    }

    /// The known account with the number of an unknown one.
    private func twin(of name: String, among known: [String]) -> String? {
        if known.contains(name) { return nil }
        return known.first { AccountBook.mayBeOneAccount($0, name) }
    }

    /// Gives the statements of a file without rows the accounts that they continue.
    mutating func unify(
        _ printed: inout [(FileOpenings.Place, PrintedBalances)], _ tally: inout FileReport
    ) throws(WorkspaceFailure) {
        for index in printed.indices {
            let (place, balances) = printed[index]
            // The file's own account is among those of the run.
            guard let twin = twin(of: place.account, among: writer.accountsWithLines) else {
                continue
            }
            let account = KeptAccount(named: place.account, kept: twin)
            if try meet(balances.statements, twin) {
                tally.followsAlike.append(account)
                printed[index] = (
                    .init(account: twin, currency: place.currency), balances.naming(twin)
                )
            } else {
                tally.perhapsAlike.append(account)
            }
        }
    }

    /// The account of held rows.
    mutating func account(
        of held: HeldRows, _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String {
        switch held.question {
        case .elsewhere(let others): return try elsewhere(held, among: others, &tally)
        case .alike(let twin):
            let account = KeptAccount(named: held.named, kept: twin)
            if try hasRows(held.rows, in: twin, byAmounts: true) {
                tally.foundAlike.append(account)
            } else if try meet(
                self.file.openings.statements(of: [held.named]).flatMap(\.1.statements), twin)
            {
                tally.followsAlike.append(account)
            } else {
                tally.perhapsAlike.append(account)
                return held.named
            }
            return twin
        case .guess:
            return try guess(held, file, &tally)
        }
    }

    /// Whether a statement begins with the balance with which one of the account ends, or the
    /// reverse.
    private func meet(
        _ own: [StatementRecord], _ account: String
    ) throws(WorkspaceFailure) -> Bool {
        let known = statements.new + (try transaction.filesSeen().flatMap(\.statements))
        return known.contains { other in
            other.account == account
                && own.contains { $0.continues(other) || other.continues($0) }
        }
    }

    /// The account that has nearly all rows as lines; else the one that the file names.
    private mutating func elsewhere(
        _ held: HeldRows, among others: [String], _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String {
        if try isKnown(held.rows) { return held.named }
        for kept in others {
            let account = KeptAccount(named: held.named, kept: kept)
            if try isElsewhere(held, in: kept) {
                if isNumberAlone(account, of: held.rows) || isMovedToOwn(account) {
                    tally.foundAlike.append(account)
                } else {
                    tally.keptAccounts.append(account)
                }
                return kept
            }
            if isSaid(held.named) || !isUnsaid(kept, of: held.rows) { continue }
            if try isOneAccount(held, with: kept) {
                tally.foundAlike.append(account)
                return kept
            }
        }
        return held.named
    }

    private mutating func guess(
        _ held: HeldRows, _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String {
        tally.guess = .proved
        let family = family(of: held)
        let hasBalances = held.rows.identities.contains { $0.balance != 0 }
        if hasBalances {
            for name in family where try hasRows(held.rows, in: name) {
                if try !isRefuted(held, in: name) { return name }
            }
        }
        for name in accounts.names where !family.contains(name) {
            if try isElsewhere(held, in: name) { return name }
            if try isOneAccount(held, with: name) {
                tally.foundByRows.append(KeptAccount(named: held.named, kept: name))
                return name
            }
        }
        tally.guess = .unproved
        if family.isEmpty {
            if let found = try guessByLayout(held, file, &tally) { return found }
            tally.guess = .new
            return held.named
        }
        let found =
            hasBalances
            ? try guessByBalances(held, among: family, file, &tally)
            : try guessByRows(held, among: family, file, &tally)
        if let found { return found }
        let own = freeName(for: held.named)
        tally.guess = .new
        tally.keptApart.append(
            KeptAccount(named: family[0], kept: own, isByRows: !hasBalances))
        return own
    }

    /// Rows are alike but no balance matches: two cards may pay the same fares. If all rows are
    /// alike, the balances come from another kind of export.
    private mutating func isRefuted(
        _ held: HeldRows, in name: String
    ) throws(WorkspaceFailure) -> Bool {
        let relation = try relation(to: name)
        guard relation.agreed == 0, relation.denied >= Self.deniedMin else { return false }
        return try !sharedRows(held.rows.identities, with: name).areAll
    }

    private static var deniedMin: Int { 3 }

    /// The relation of the file's balances to those of an account, in this run and earlier ones.
    private func relation(to name: String) throws(WorkspaceFailure) -> BalanceRelation {
        let days = try AccountDays(
            of: name, transaction, inThisRun: accounts.timelines[name] ?? BalanceTimeline())
        return try BalanceRelation(of: accounts.timeline, to: days)
    }

    /// The account that the file's balances continue; else the one that its name means, or that
    /// nothing contradicts.
    private mutating func guessByBalances(
        _ held: HeldRows, among family: [String], _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String? {
        var relations: [(name: String, relation: BalanceRelation)] = []
        for name in family { relations.append((name, try relation(to: name))) }
        let same = relations.filter(\.relation.isSame)
        let most = same.map(\.relation.agreed).max()
        if let best = same.first(where: { $0.relation.agreed == most }) {
            for other in same where other.name != best.name && other.relation.denied == 0 {
                tally.shownAsOne.append(KeptAccount(named: other.name, kept: best.name))
            }
            tally.guess = .proved
            return best.name
        }
        for name in try accountsShown(by: held.rows.layout) where !family.contains(name) {
            if try relation(to: name).isSame {
                tally.guess = .proved
                return name
            }
        }
        var open = relations.filter { !$0.relation.isOther }
        var names = open.map(\.name)
        var found = try byWords(of: file, &names)
        if found == nil {
            open.removeAll { $0.relation.doubted > 0 || !names.contains($0.name) }
            // If there are two already, the file may belong to a third.
            found = family.count == 1 ? open.first?.name : nil
        }
        if let found, relations.contains(where: { $0.name == found && $0.relation.isUnproved }) {
            tally.unproved.append(found)
        }
        return found
    }

    /// The account with lines from files of this layout, even if named by a number or a person: the
    /// file's rows or name must confirm it.
    private mutating func guessByLayout(
        _ held: HeldRows, _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String? {
        var shown = try accountsShown(by: held.rows.layout)
        for name in shown where try relation(to: name).isSame {
            tally.guess = .proved
            return name
        }
        // Accounts of the bank in another currency do not match either.
        shown.removeAll {
            isInSettings($0) || Self.isUnnamed(AccountFamily(of: $0).base, of: held.rows)
        }
        return try byWords(of: file, &shown)
    }

    /// Accounts whose last days have lines from files of this layout.
    private func accountsShown(by layout: String) throws(WorkspaceFailure) -> [String] {
        // All unknown banks share this layout name.
        if layout == UnknownBank.layoutName { return [] }
        var found: [String] = []
        for name in accounts.names {
            var isShown = accounts.accountsOfLayouts[layout]?.contains(name) == true
            if !isShown, !transaction.isFirst {
                let days = try AccountDays(of: name, transaction, inThisRun: BalanceTimeline())
                isShown = try days.layoutsOfLastDays().contains(layout)
            }
            if isShown { found.append(name) }
        }
        return found
    }

    /// The account of a file without printed balances, by its rows and its name.
    ///
    /// Two exports of one account have equal rows on common days. With other rows there they are
    /// two accounts; if their names differ in a word, some equal rows are no proof of one.
    private mutating func guessByRows(
        _ held: HeldRows, among family: [String], _ file: InputFile, _ tally: inout FileReport
    ) throws(WorkspaceFailure) -> String? {
        let words = AccountWords(of: file.name)
        var open: [String] = []
        var others: Set<String> = []
        for name in family {
            let shared = try sharedRows(held.rows.identities, with: name)
            let hasOtherName = try wordsOfFiles(name).contains { $0.names(anotherThan: words) }
            if hasOtherName { others.insert(name) }
            if shared.isSame(hasOtherName: hasOtherName) {
                tally.guess = .proved
                return name
            }
            // A bank's own file names say the card: `Chase1234`.
            if try hasOtherCard(name, than: words) { continue }
            if !shared.isOther(hasOtherName: hasOtherName) { open.append(name) }
        }
        var named = open
        if let name = try byWords(of: file, &named) { return name }
        if open.count > 1 { open.removeAll(where: others.contains) }
        guard open.count == 1 else { return nil }
        // They have no common days, so the headings are the only evidence.
        if others.contains(open[0]) { tally.unprovedByRows.append(open[0]) }
        return open[0]
    }

    private mutating func hasOtherCard(
        _ account: String, than words: AccountWords
    ) throws(WorkspaceFailure) -> Bool {
        let others = try wordsOfFiles(account)
        return !others.contains(words) && others.contains { $0.namesCard(anotherThan: words) }
    }

    /// The only account of files with the same words; without accounts whose files' names differ in
    /// one word.
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

    /// The unnamed accounts of files of this bank and currency, and the bank's accounts in the
    /// settings.
    func family(of held: HeldRows) -> [String] {
        guard case .guess(let others) = held.question else { return [] }
        let family = AccountFamily(base: held.named)
        let numbered = Set(accounts.names).compactMap { name in
            family.number(of: name).map { (number: $0, name: name) }
        }
        let guessed = numbered.sorted { $0.number < $1.number }.map(\.name)
        return guessed + others.filter { !guessed.contains($0) && accounts.names.contains($0) }
    }

    private func freeName(for name: String) -> String {
        AccountFamily(base: name).freeName(beside: accounts.names)
    }

    // MARK: Words of files' names

    private mutating func wordsOfFiles(
        _ account: String
    ) throws(WorkspaceFailure) -> Set<AccountWords> {
        if accounts.words == nil {
            var found: [String: Set<AccountWords>] = [:]
            for file in try transaction.filesSeen() + transaction.files {
                guard file.accounts.count == 1 else { continue }
                found[file.accounts[0], default: []].insert(AccountWords(of: file.name))
            }
            accounts.words = found
        }
        return accounts.words?[account] ?? []
    }
}

/// A file name's evidence of its account: its lasting words without months and formats.
struct AccountWords: Hashable {
    private let words: Set<String>
    /// The last digits of cards, each by the letters before them: `Chase1234`.
    private let cards: [String: String]

    private static let formats = [
        "csv", "json", "ofx", "qfx", "qif", "xls", "xlsx", "xml", "pdf", "sta", "txt",
    ]

    init(of name: String) {
        let all = FileHint.lastingWords(of: name).split(separator: " ").map { word in
            // `monobankcsv` and `monobankjson` are one word.
            let format = Self.formats.first { word.hasSuffix($0) }
            return String(word.dropLast(format?.count ?? 0))
        }
        words = Set(all.filter { !$0.isEmpty && !MonthNames.isMonth($0) })
        cards = Dictionary(
            FileHint.words(of: name).compactMap(Self.card), uniquingKeysWith: { first, _ in first })
    }

    /// `chase1234`; nil for digits that may be a year, or a month with a day or a year.
    private static func card(_ word: String) -> (letters: String, digits: String)? {
        let parts = FileHint.parts(of: word)
        guard parts.count == 2, parts[0].count >= 3, parts[0].allSatisfy(\.isLetter),
            parts[1].count == 4, let number = Int(parts[1]), !MonthNames.isMonth(parts[0])
        else { return nil }
        let (first, last) = (number / 100, number % 100)
        func isMonth(_ month: Int, beside other: Int) -> Bool {
            (1...12).contains(month) && (1...31).contains(other)
        }
        let isCalendar =
            isMonth(first, beside: last) || isMonth(last, beside: first)
            || (1900..<2100).contains(number)
        return isCalendar ? nil : (parts[0], parts[1])
    }

    var isEmpty: Bool { words.isEmpty && cards.isEmpty }

    /// `Chase1234` beside `Chase9997`.
    func namesCard(anotherThan other: AccountWords) -> Bool {
        cards.contains { letters, digits in other.cards[letters].map { $0 != digits } ?? false }
    }

    /// `mono white` beside `mono black`, but not beside `white`.
    func names(anotherThan other: AccountWords) -> Bool {
        namesCard(anotherThan: other)
            || !words.isSubset(of: other.words) && !other.words.isSubset(of: words)
    }
}
