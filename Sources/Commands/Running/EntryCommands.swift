import Categorizing
import Facts
import Ledger
import Pending
import Importing
import Opening
import Reports
import Reviewing
import Scanning
import Workspaces

/// `kopiyka edit KEY`: changes annotations of a line, and amount or day of an entry made by hand.
enum EditCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let category = try invocation[.category].map { try saidCategory($0, console) }
        let decision = try cleared(
            Decision(category: category, payee: invocation[.payee], note: invocation[.note]),
            invocation)
        let day = try invocation[.date].map { try QuickEntry.day($0, today: Clock.localDay) }
        let typed = try invocation[.amount].map {
            try QuickEntry.parse($0, today: Clock.localDay)
        }
        guard decision != Decision() || day != nil || typed != nil else {
            throw HouseMessage.usage("error.usage.edit-nothing", fix: help(.edit))
        }
        if invocation.hasFilter {
            let code = try annotate(access, invocation, console) { entry, row, filter in
                Self.decision(decision, about: entry, row, filter)
            }
            reportCategory(category, typed: invocation[.category], console)
            return code
        }
        let line = try namedLine(invocation.operands[0], access)
        let edit = FactEdit(amount: try typed.map { try amount($0, of: line) }, day: day)
        try access.workspace.verify(edit, of: line)
        var changes = EntryChanges()
        if !edit.isEmpty { changes.facts[line.key] = edit }
        let report = try access.workspace.change(
            command: "edit", changes, decision == Decision() ? [:] : [line.key: decision],
            isDryRun: invocation.isDryRun, learning: try access.learning())
        let code = try ApproveCommand.show(report, invocation, console)
        reportCategory(category, typed: invocation[.category], console)
        return code
    }

    /// The decision about one of many lines. A linked side stays a transfer, and of a divided line
    /// the category of those parts changes that the filter names.
    private static func decision(
        _ said: Decision, about entry: LedgerEntry, _ row: ReportRow, _ filter: LineFilter
    ) -> Decision {
        guard let category = said.category else { return said }
        var decision = said
        if row.transfer != nil {
            decision.category = nil
        } else if !row.splits.isEmpty {
            decision.category = nil
            var parts = entry.annotation.splits
            for (index, part) in row.splits.enumerated()
            where !filter.isOfWholeLines && filter.accepts(part, of: row) {
                parts[index].category = category
            }
            if parts != entry.annotation.splits { decision.splits = parts }
        }
        return decision
    }

    /// Applies `--clear`.
    private static func cleared(_ said: Decision, _ invocation: Invocation) throws -> Decision {
        var decision = said
        for field in invocation.values(of: .clear) {
            let values = ["payee": said.payee, "note": said.note, "category": said.category]
            let isSaid = values[field].flatMap { $0 } != nil
            if isSaid {
                throw HouseMessage.usage(
                    "error.usage.edit-and-clear", ["field": .text(field)], fix: help(.edit))
            }
            switch field {
            case "payee": decision.payee = ""
            case "note": decision.note = ""
            case "category": decision.category = ""
            default: decision.tags = []
            }
        }
        return decision
    }

    private static func amount(_ typed: QuickEntry, of line: NamedLine) throws -> Money {
        let before = line.fact.amount
        if typed.currency.isKnown, typed.currency != before.currency {
            throw QuickEntry.Fault.twoCurrencies(before.currency.code, typed.currency.code)
        }
        var said = typed
        if !said.hasSign { said.isIncome = !before.isNegative }
        guard let amount = said.amount(in: before.currency), typed.payee.isEmpty else {
            throw QuickEntry.Fault.amountUnclear(typed.payee)
        }
        return amount
    }
}

/// `kopiyka delete KEY…`: deletes entries made by hand, dismisses lines of a bank.
enum DeleteCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        var changes = EntryChanges()
        var decisions: [LineKey: Decision] = [:]
        var dismissed = 0
        for text in invocation.operands {
            let line = try namedLine(text, access)
            if line.home == .queue {
                decisions[line.key] = Decision(verdict: .dismiss)
            } else if !changes.removed.contains(line.key) {
                changes.removed.append(line.key)
                if !line.isByHand { dismissed += 1 }
            }
        }
        let report = try access.workspace.change(
            command: "delete", changes, decisions, isDryRun: invocation.isDryRun,
            learning: try access.learning())
        let code = try ApproveCommand.show(report, invocation, console)
        if dismissed > 0 { console.narrate(.entriesDismissed, ["count": .count(dismissed)]) }
        return code
    }
}

/// `kopiyka split KEY PARTS`.
enum SplitCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let text = invocation.operands.dropFirst().joined(separator: " ")
        guard text.isEmpty == invocation.has(.none) else {
            throw HouseMessage.usage("error.usage.split-parts", fix: help(.split))
        }
        let access = try WorkspaceAccess.open(.writing, console)
        let line = try namedLine(invocation.operands[0], access)
        var parts: [Decision.Split] = []
        var said: [(typed: String, key: String)] = []
        if !invocation.has(.none) {
            let names = console.categoryNames
            do throws(SplitText.Fault) {
                parts = try SplitText.parse(text, of: line.fact.amount) {
                    typed throws(CategoryUnknown) in
                    let key = try names.key(of: typed)
                    said.append((typed, key))
                    return key
                }
            } catch {
                throw HouseMessage.splitRefused(error)
            }
        }
        let report = try access.workspace.change(
            command: "split", EntryChanges(), [line.key: Decision(splits: parts)],
            isDryRun: invocation.isDryRun, learning: try access.learning())
        let code = try ApproveCommand.show(report, invocation, console)
        for part in said { reportCategory(part.key, typed: part.typed, console) }
        return code
    }
}

/// `kopiyka transfer KEY KEY`, `kopiyka transfer KEY --none`.
enum TransferCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let isParting = invocation.has(.none)
        guard invocation.operands.count == (isParting ? 1 : 2) else {
            throw HouseMessage.usage("error.usage.transfer-keys", fix: help(.transfer))
        }
        let access = try WorkspaceAccess.open(.writing, console)
        let learning = try access.learning()
        let lines = try invocation.operands.map { try namedLine($0, access) }
        let propose = try access.proposal(learning)
        let (changes, decisions) =
            isParting
            ? try access.workspace.parting(lines[0], proposal: propose)
            : try access.workspace.linking(
                lines[0], lines[1], transferCategory: "transfers.own", proposal: propose)
        let report = try access.workspace.change(
            command: "transfer", changes, decisions, isDryRun: invocation.isDryRun,
            learning: learning)
        return try ApproveCommand.show(report, invocation, console)
    }
}

/// `kopiyka tag KEY… +TAG -TAG`, `kopiyka tag TERMS… +TAG -TAG`.
enum TagCommand: Command {
    /// Operands by what they are.
    private struct Words {
        var names: [String] = []
        var terms: [String] = []
        var on: [String] = []
        var off: [String] = []

        init(_ operands: [String]) {
            for word in operands {
                let tag = String(word.dropFirst())
                switch word.first {
                case "+" where !tag.isEmpty: on.append(tag)
                // `-category:кава` leaves the category out.
                case "-" where !tag.isEmpty && !Self.isTerm(tag): off.append(tag)
                default: if Self.isTerm(word) { terms.append(word) } else { names.append(word) }
                }
            }
        }

        private static func isTerm(_ word: String) -> Bool {
            guard let colon = word.firstIndex(of: ":") else { return false }
            let name = word[..<colon].drop { $0 == "-" }.lowercased()
            return name == "not" || OptionDeclaration.filters.contains { $0.name.rawValue == name }
        }
    }

    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let words = Words(invocation.operands)
        let (on, off) = (words.on, words.off)
        let both = on.first { off.contains($0) }
        let isOnlyFilter = words.names.isEmpty && words.terms.isEmpty
        // Beside an option, bare words may be keys.
        let isClear = words.names.isEmpty || !words.terms.isEmpty || !invocation.hasFilter
        guard !(on + off).isEmpty, both == nil, isClear, !isOnlyFilter || invocation.hasFilter
        else {
            throw HouseMessage.usage(
                both == nil ? "error.usage.tag-nothing" : "error.usage.tag-both",
                ["tag": .text(both ?? "")], fix: Phrase("entry.kopiykaTagKey"))
        }
        func changed(_ before: [String]) -> Decision? {
            var tags = before.filter { !off.contains($0) }
            for tag in on where !tags.contains(tag) { tags.append(tag) }
            return tags == before ? nil : Decision(tags: tags)
        }
        let access = try WorkspaceAccess.open(.writing, console)
        if let filtered = try filtered(invocation, words, access) {
            return try annotate(access, filtered, console) { entry, _, _ in
                changed(entry.annotation.tags)
            }
        }
        var decisions: [LineKey: Decision] = [:]
        for name in words.names {
            let line = try namedLine(name, access)
            decisions[line.key] = changed(line.said.tags)
        }
        let report = try access.workspace.change(
            command: "tag", EntryChanges(), decisions, isDryRun: invocation.isDryRun)
        return try ApproveCommand.show(report, invocation, console)
    }

    /// The command line with its words as a filter; nil if they are keys of lines.
    ///
    /// Words without a term are looked for in lines only if none of them is a key or may be a
    /// mistyped one.
    private static func filtered(
        _ invocation: Invocation, _ words: Words, _ access: WorkspaceAccess
    ) throws -> Invocation? {
        var keys: [String] = []
        for name in words.names {
            if case .none = try access.workspace.line(named: name), !mayBeKey(name) { continue }
            keys.append(name)
        }
        if !keys.isEmpty {
            if words.terms.isEmpty { return nil }
            throw HouseMessage.usage("error.usage.tag-nothing", fix: Phrase("entry.kopiykaTagKey"))
        }
        let text = words.names + words.terms
        return text.isEmpty ? invocation : invocation.filtered(by: text, today: Clock.localDay)
    }

    /// Digits, the letters of keys, hyphens.
    private static func mayBeKey(_ name: String) -> Bool {
        name.contains { $0.isNumber }
            && name.lowercased().allSatisfy { $0 == "-" || $0.isHexDigit }
    }
}

/// Changes the words of all entries that a filter selects, as one command.
///
/// - Parameter decision: nil where nothing changes.
private func annotate(
    _ access: WorkspaceAccess, _ invocation: Invocation, _ console: Console,
    _ decision: (LedgerEntry, ReportRow, LineFilter) -> Decision?
) throws -> ExitCode {
    let lines = try FilteredLines(invocation, access, console)
    var decisions: [LineKey: Decision] = [:]
    var rows: [ReportRow] = []
    for (entry, row) in try lines.entries() {
        guard let said = decision(entry, row, lines.filter), said.changes(entry.annotation) else {
            continue
        }
        decisions[entry.key] = said
        rows.append(row)
    }
    try lines.show(rows, invocation)
    let report = try access.workspace.change(
        command: invocation.command.rawValue, EntryChanges(), decisions,
        isDryRun: invocation.isDryRun, learning: try access.learning())
    return try ApproveCommand.show(report, invocation, console)
}

extension Decision {
    /// Whether something that it says is not said yet.
    fileprivate func changes(_ said: Annotation) -> Bool {
        category != nil && category != said.category || splits != nil
            || payee != nil && payee != said.payee
            || note != nil && note != said.note || tags != nil && tags != said.tags
    }
}

// MARK: Shared helpers

/// Names the command's help.
private func help(_ command: CommandName) -> Phrase {
    Phrase("entry.see", ["help": .text("kopiyka help \(command.rawValue)")])
}

/// The line named by the beginning of its key.
func namedLine(_ text: String, _ access: WorkspaceAccess) throws -> NamedLine {
    switch try access.workspace.line(named: text) {
    case .one(let line): return line
    case .none: throw HouseMessage.lineNotFound(text)
    case .several(let keys): throw HouseMessage.keyNotUnique(text, keys)
    }
}

/// The category that a person typed; see ``CategoryNames``. The workspace is open.
func saidCategory(_ typed: String, _ console: Console) throws -> String {
    do throws(CategoryUnknown) {
        return try console.categoryNames.key(of: typed)
    } catch {
        throw HouseMessage.categoryUnknown(error)
    }
}

/// Prints the category that was chosen for an incomplete name.
private func reportCategory(_ key: String?, typed: String?, _ console: Console) {
    guard let key, let typed, console.categoryNames.exact(typed) == nil else {
        return
    }
    console.narrate(
        .categoryTaken, ["typed": .text(typed), "category": .text(console.categoryName(key))])
}

extension HouseMessage {
    /// No category has this name, or several do.
    static func categoryUnknown(_ unknown: CategoryUnknown) -> HouseMessage {
        let shows = Phrase("entry.kopiykaCategoriesShows")
        let typed: [String: Template.Value] = ["typed": .text(unknown.typed)]
        if unknown.near.isEmpty { return usage("error.usage.no-category", typed, fix: shows) }
        let near = zip(unknown.near, unknown.nearNames).map { key, name in
            Template.Value.phrase(
                Phrase("entry.nearCategory", ["name": .text(name), "key": .text(key)]))
        }
        return usage(
            "error.usage.no-such-category", typed,
            fix: Phrase("entry.nearCategories", ["near": .list(near), "shows": .phrase(shows)]))
    }
}

/// The accounts that a person may name.
struct KnownAccounts {
    private let access: WorkspaceAccess
    /// Accounts with lines, and their currency; unknown if there are several.
    private var currencies: [String: Currency] = [:]
    /// The bank whose files brought an account's lines.
    private var banks: [String: String] = [:]

    init(_ access: WorkspaceAccess) throws {
        self.access = access
        for total in try access.workspace.ledger.monthTotals() {
            add(total.account, total.sum.currency)
        }
        try access.workspace.forEachQueueLine { line in
            add(line.fact.account, line.fact.amount.currency)
            if banks[line.fact.account] == nil {
                banks[line.fact.account] = Self.bank(of: line.sources.map(\.layout))
            }
            return true
        }
        for account in currencies.keys where banks[account] == nil {
            banks[account] = Self.bank(
                of: try access.workspace.ledger.lastLayouts(ofAccount: account).sorted())
        }
        for account in access.settings.accounts where account.currency.isKnown {
            currencies[account.name] = account.currency
        }
    }

    /// Nil for files of no certain bank.
    private static func bank(of layouts: [String]) -> String? {
        layouts.lazy.compactMap { $0.split(separator: "/").first.map(String.init) }
            .first(where: knownBanks.contains)
    }

    private static let knownBanks = Set(KnownBanks.all)

    private mutating func add(_ account: String, _ currency: Currency) {
        if let known = currencies[account], known != currency {
            currencies[account] = .unknown
        } else {
            currencies[account] = currency
        }
    }

    func currency(of account: String) -> Currency? {
        currencies[account].flatMap { $0.isKnown ? $0 : nil }
    }

    /// It has lines, or is in the settings.
    func knows(_ said: String) -> Bool {
        let account = access.book.account(for: AccountClaim(), option: said)
        return currencies[account] != nil
            || access.settings.accounts.contains { $0.name == account }
    }

    /// With all their names; without cash.
    var asNamed: QuickAccounts {
        QuickAccounts(
            idsOfBanks.sorted().map {
                Self.asNamed($0, access.settings, currency(of: $0) ?? .unknown, banks[$0])
            })
    }

    /// Accounts of the settings only, which are available without reading.
    static func inSettings(_ settings: Settings) -> QuickAccounts {
        QuickAccounts(
            settings.accounts.filter { !$0.name.hasPrefix("cash-") }
                .map { asNamed($0.name, settings, $0.currency) })
    }

    private static func asNamed(
        _ id: String, _ settings: Settings, _ currency: Currency, _ bank: String? = nil
    ) -> QuickAccounts.Account {
        let own = settings.accounts.first { $0.name == id }
        let ownBank = own.flatMap { $0.bank.isEmpty ? nil : $0.bank } ?? bank ?? ""
        let names = [id, own?.shown ?? "", ownBank] + (own?.aliases ?? [])
        return QuickAccounts.Account(
            id: id, shown: settings.shownName(of: id), currency: currency,
            names: names.filter { !$0.isEmpty }, tails: names.compactMap { FileHint.tail(of: $0) })
    }

    /// Display names, without cash.
    var shown: [String] { idsOfBanks.map { access.settings.shownName(of: $0) }.sorted() }

    private var idsOfBanks: Set<String> {
        Set(currencies.keys).union(access.settings.accounts.map(\.name)).filter {
            !$0.hasPrefix("cash-")
        }
    }

    /// - Parameter currency: of the payment, which decides between accounts of one bank.
    /// - Throws: a usage error for an unknown account: a typing error must not create one.
    func named(_ said: String, in currency: Currency = .unknown) throws -> String {
        let account = access.book.account(for: AccountClaim(), option: said)
        if knows(said) || account.hasPrefix("cash-") { return account }
        let accounts = asNamed
        if let meant = accounts.only(said, in: currency) { return meant.id }
        let several = accounts.meant(by: said).map(\.shown)
        if !several.isEmpty { throw QuickEntry.Fault.accountUnclear(said, several) }
        let named = access.settings.accounts.map(\.name)
        let near = closest(to: account, among: (named + currencies.keys).sorted())
        throw HouseMessage.noAccount(said, near: near)
    }
}
