import Facts
import Ledger
import Pending
import Importing
import Reports
import Scanning
import Workspaces
import Reading

/// Asks for the account of files that name none: once for each such file, on a terminal, before
/// anything is written; the answer can be kept as a name that identifies similar files.
///
/// Scripts are never asked: without a terminal on both sides, and with `--json`, `--quiet`,
/// `--plan` or `--dry-run`, such a file gets its own account, and a note says so.
struct AccountQuestion: ~Copyable {
    private let access: WorkspaceAccess
    private let console: Console
    private let withLines: Set<String>
    private var input = LineInput()
    /// Accounts created in this dialogue.
    private var added: [Settings.Account] = []
    private var given: [GivenAlias] = []
    /// Words that identify files from now on, with their accounts.
    private var kept: [(words: String, account: String)] = []
    /// Names of files of other accounts.
    private var strangers: [String] = []

    init(_ access: WorkspaceAccess, _ console: Console) throws {
        self.access = access
        self.console = console
        withLines = try access.accountsWithLines()
    }

    static func mayAsk(_ invocation: Invocation, _ console: Console) -> Bool {
        let surroundings = console.environment
        return surroundings.isTerminal(Environment.standardInput)
            && surroundings.isTerminal(Environment.standardOutput) && !invocation.wantsJSON
            && !console.options.isQuiet && !invocation.isDryRun && invocation[.account] == nil
            // A pipe cannot be read again.
            && !invocation.operands.contains("-")
    }

    /// The decision about a file.
    enum Answer: Equatable {
        /// Unchanged: a separate account.
        case own
        case account(String)
        /// Not in this import.
        case leftOut
    }

    /// Thrown to abandon a run whose files now have accounts.
    struct Answered: Error {
        /// By index of the file.
        let answers: [Int: Answer]
    }

    /// Asks about files of a run with new lines and no known account; returns decisions by file
    /// index. A person who has named no account has one of each kind, and is asked only when a kind
    /// turns out to be two accounts.
    ///
    /// A file whose balances continue the lines of its assumed account keeps it without a question.
    mutating func ask(about report: ImportReport) throws -> [Int: Answer] {
        var answers: [Int: Answer] = [:]
        let open = report.files.enumerated().filter { _, file in
            file.new > 0 && access.isUnnamed(file)
                && (!withLines.contains(file.accounts[0]) || !file.unproved.isEmpty)
        }
        let apart = Set(report.files.flatMap(\.keptApart).flatMap { [$0.named, $0.kept] })
        var said: [String: Answer] = [:]
        for (number, file) in open {
            let own = file.accounts[0]
            strangers = report.files.filter { !$0.accounts.contains(own) }.map(\.name)
            let isProved = file.unproved.isEmpty
            if access.settings.accounts.isEmpty, isProved, !apart.contains(own) { continue }
            if let known = kept.first(where: { FileHint.names(file.name, $0.words) }) {
                answers[number] = .account(known.account)
            } else if !isProved {
                answers[number] = try ask(file, beside: [])
            } else if let known = said[own] {
                // Another file of the same account, by its balances.
                answers[number] = known
            } else {
                let others = open.map(\.element).filter { $0.accounts[0] != own }.map(\.name)
                answers[number] = try ask(file, beside: others)
                said[own] = answers[number]
            }
        }
        return answers
    }

    /// Writes the answers into the settings, once the lines are imported: undo of the import takes
    /// both back.
    func remember(toImport batch: Int?) throws {
        let given = GivenSettings(aliases: given)
        if given.isEmpty { return }
        if let batch { try access.workspace.add(given, toImport: batch) }
        let refused = try access.workspace.carryOut(given, isTaken: false, isDryRun: false)
        for (_, refusal) in refused { console.report(refusal) }
    }

    private mutating func ask(_ file: FileReport, beside others: [String]) throws -> Answer {
        let own = file.accounts[0]
        let accounts = candidates(for: file)
        let isProved = file.unproved.isEmpty
        let shown = access.settings.shownName(of: own)
        try console.line(
            isProved ? .accountAsked : .accountUnproved,
            ["file": .text(file.name), "count": .count(file.new), "account": .text(shown)], .strong)
        for (place, account) in accounts.enumerated() {
            try console.line("  \(place + 1)  " + account.shownName)
        }
        let guess = isProved ? guess(for: file, beside: others, among: accounts) : ""
        try console.line("  n  " + console.words(.accountNew))
        if !guess.isEmpty { try console.line("  0  \(own)") }
        try console.line("  s  " + console.words(.accountLater))
        let question =
            guess.isEmpty && isProved
            ? console.words(.accountWhich, ["account": .text(own)])
            : console.words(.accountWhichGuess, ["account": .text(isProved ? guess : shown)])
        while true {
            let typed = try answer(question)
            switch typed.lowercased() {
            case "" where !guess.isEmpty:
                if let known = accounts.first(where: { $0.isCalled(guess) }) {
                    return try choose(known, for: file)
                }
                if let name = try add(guess, for: file) { return .account(name) }
            case "", "0": return .own
            case "s", "п": return .leftOut
            case "n", "н":
                if let name = try newName(for: file, beside: others) { return .account(name) }
            case "?": try console.line(.accountHelp)
            default:
                if let place = Int(typed), accounts.indices.contains(place - 1) {
                    return try choose(accounts[place - 1], for: file)
                }
                if let known = accounts.first(where: { $0.isCalled(typed.lowercased()) }) {
                    return try choose(known, for: file)
                }
                // One letter may be a slip of another answer.
                if typed.count > 1, typed.contains(where: \.isLetter),
                    isYes(try answer(console.words(.accountNewAsked, ["name": .text(typed)]))),
                    let name = try add(typed, for: file)
                {
                    return .account(name)
                }
                try console.line(.accountHelp, [:], .doubtful)
            }
        }
    }

    /// Words that say nothing about the account: Enter must not name one `statement`.
    private static let wordsOfAnyFile = Set(
        Language.allCases.flatMap { Phrase("account.wordsOfAnyFile")[$0].split(separator: " ") })

    /// A guess from the file's name: a candidate, or a new account; empty when it says nothing or
    /// names another's.
    private func guess(
        for file: FileReport, beside others: [String], among accounts: [Settings.Account]
    ) -> String {
        let bank = file.layout.split(separator: "/").first.map(String.init) ?? ""
        let guess = FileHint.ownWords(of: file.name, beside: others).split(separator: " ")
            .map(String.init).filter { word in
                word != bank && !Self.wordsOfAnyFile.contains(word[...])
                    && !MonthNames.isMonth(word)
            }.joined(separator: " ")
        if accounts.contains(where: { $0.isCalled(guess) }) { return guess }
        return access.settings.account(meantBy: guess) == nil ? guess : ""
    }

    private mutating func choose(
        _ account: Settings.Account, for file: FileReport
    ) throws -> Answer {
        if let words = try wordsToKeep(of: file, for: account) {
            kept.append((words, account.name))
            given.append(GivenAlias(alias: words, account: account.name, isEntry: false))
        }
        return .account(account.name)
    }

    /// Accounts that the file does not contradict.
    private func candidates(for file: FileReport) -> [Settings.Account] {
        let bank = file.layout.split(separator: "/").first.map(String.init) ?? ""
        let currency = file.accounts[0].split(separator: "-").compactMap {
            Currency(code: String($0))
        }.first
        return (access.settings.accounts + added).filter { account in
            (account.bank.isEmpty || account.bank == bank)
                && (!account.currency.isKnown || currency == nil || account.currency == currency)
                && !account.isHidden
        }
    }

    /// Nil when the person cancels, or the name is taken.
    private mutating func newName(
        for file: FileReport, beside others: [String]
    ) throws -> String? {
        let guess = FileHint.ownWords(of: file.name, beside: others)
        let typed = try answer(
            guess.isEmpty
                ? console.words(.accountNewName)
                : console.words(.accountNewNameGuess, ["name": .text(guess)]))
        return try add(typed.isEmpty ? guess : typed, for: file)
    }

    /// Nil when the name is invalid or taken.
    private mutating func add(_ name: String, for file: FileReport) throws -> String? {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if name.isEmpty || !isPlain || name.contains("/") { return nil }
        var account = Settings.Account(name: name)
        if let other = access.settings.account(meantBy: name) {
            console.report(SettingsEditRefusal.nameTaken(name, by: other.name))
            return nil
        }
        if let words = try wordsToKeep(of: file, for: account) {
            kept.append((words, name))
            account.aliases = [words]
        }
        // Where the name says nothing, the bank of its files does.
        let kind = AccountKind(ofAccountNamed: [file.accounts[0]])
        if account.kind == .current, kind != .current { account.givenKind = kind }
        added.append(account)
        given.append(
            GivenAlias(
                alias: account.aliases.first ?? "", account: name, isEntry: true,
                kind: account.givenKind))
        return name
    }

    /// Words of the file's name that identify similar files from now on, if the person agrees.
    private mutating func wordsToKeep(
        of file: FileReport, for account: Settings.Account
    ) throws -> String? {
        let words = FileHint.lastingHint(of: file.name, beside: strangers)
        guard !words.isEmpty, !withLines.contains(words),
            access.settings.account(meantBy: words) == nil
        else { return nil }
        let typed = try answer(
            console.words(
                .accountKeep, ["words": .text(words), "account": .text(account.shownName)]))
        return isYes(typed) ? words : nil
    }

    /// The trimmed answer; empty at the end of the input.
    private mutating func answer(_ question: String) throws -> String {
        try console.raw(escapedForTerminal(question) + " ")
        try console.flush()
        let typed = try input.nextAnswer() ?? ""
        return typed.split(separator: " ").joined(separator: " ")
    }
}

extension Settings.Account {
    fileprivate func isCalled(_ words: String) -> Bool {
        !words.isEmpty && [name, shownName].contains { $0.lowercased() == words }
    }
}

extension WorkspaceAccess {
    /// Whether a file's account is only assumed: named after bank and currency, not by its owner.
    func isUnnamed(_ file: FileReport) -> Bool {
        file.isGuessed && file.accounts.count == 1
            && settings.account(meantBy: file.accounts[0]) == nil
    }

    /// Names of accounts with lines in the ledger or the queue.
    func accountsWithLines() throws -> Set<String> {
        var names = Set(try workspace.ledger.accountNames)
        try workspace.forEachQueueLine { line in
            names.insert(line.fact.account)
            return true
        }
        return names
    }

    /// The currencies of an account's lines in ledger and queue.
    func currencies(of account: String) throws -> Set<Currency> {
        var currencies: Set<Currency> = []
        var filter = LineFilter()
        filter.accounts = [account]
        try rows(filter).forEach { _, row in currencies.insert(row.amount.currency) }
        try workspace.forEachQueueLine { line in
            if line.fact.account == account { currencies.insert(line.fact.amount.currency) }
            return true
        }
        return currencies
    }
}
