import Categorizing
import Facts
import Ledger
import Pending
import Planning
import Reports
import Reviewing
import Workspaces

/// The ledger opened for reading, with the lines selected on the command line.
struct LedgerQuestion {
    let access: WorkspaceAccess
    /// With account ids of the workspace.
    let filter: LineFilter

    let categories: CategoryTable

    var workspace: Workspace { access.workspace }
    var ledger: LedgerFile { access.workspace.ledger }
    var rows: LedgerRows { get throws { try access.rows(filter) } }

    /// - Throws: a usage error for an unknown account or category: a typing error must not look
    ///   like an empty ledger.
    init(
        _ invocation: Invocation, _ console: Console, for use: Workspace.Access = .reading
    ) throws {
        access = try WorkspaceAccess.open(use, console)
        categories = console.categories
        var filter = try access.filter(invocation, console)
        // A hidden account that is named explicitly is included.
        if CommandTable.accepts(.all, invocation.command), !invocation.has(.all) {
            filter.excludedAccounts = access.settings.hiddenAccounts
                .subtracting(filter.includedAccounts)
        }
        self.filter = filter
    }

    /// All lines.
    init(_ access: WorkspaceAccess, _ categories: CategoryTable) {
        self.access = access
        self.categories = categories
        filter = LineFilter(categories.tree)
    }

    private init(_ question: LedgerQuestion, _ filter: LineFilter) {
        access = question.access
        categories = question.categories
        self.filter = filter
    }

    /// The accounts that a question of the same lines must name: those asked for, or all visible
    /// ones where there are hidden ones; none for all.
    var namedAccounts: [String] {
        get throws {
            let hidden = filter.excludedAccounts
            if !filter.accounts.isEmpty || hidden.isEmpty { return filter.accounts }
            return try ledger.accountNames.filter { !hidden.contains($0) }.sorted()
        }
    }

    /// Calls the body with the number of selected lines at a place on a day, or of parts of them.
    func forEachCount(_ body: (AccountPlace, CalendarDate, Int) -> Void) throws {
        let rows = try rows
        let areKept = try rows.forEachKeptDay { body($0, $1, $2.lines) }
        if areKept { return }
        try rows.forEach { body(AccountPlace($1.account, $1.amount.currency), $1.day, 1) }
    }

    /// The same without later lines: what is to come is no figure yet.
    func upTo(_ day: CalendarDate) -> LedgerQuestion {
        changed { $0.to = min($0.to ?? day, day) }
    }

    /// The same without lines after today, whose number is narrated. Lines of later days alone, or
    /// of a later `--as-of`, may be asked about.
    func upToToday(_ invocation: Invocation, _ console: Console) throws -> LedgerQuestion {
        let today = invocation.asOf ?? Clock.localDay
        guard filter.from ?? .earliest <= today, filter.to ?? .latest > today else { return self }
        var linesLater = 0
        let tomorrow = today.adding(days: 1)
        try changed { $0.from = tomorrow }.forEachCount { linesLater += $2 }
        if linesLater == 0 { return self }
        console.narrate(
            .linesAfterToday,
            ["count": .count(linesLater), "day": .day(today), "next": .text(tomorrow.text)],
            .doubtful)
        return upTo(today)
    }

    /// The same with another filter.
    func changed(_ change: (inout LineFilter) -> Void) -> LedgerQuestion {
        var filter = filter
        change(&filter)
        return LedgerQuestion(self, filter)
    }
}

extension WorkspaceAccess {
    /// Rows in the currency of their account if their file named none.
    ///
    /// - Parameter hasPayees: refunds have their purchases, under whose payees they count.
    func rows(_ filter: LineFilter, hasPayees: Bool = false) throws -> LedgerRows {
        LedgerRows(
            workspace.ledger, filter,
            purchases: hasPayees || filter.contains { !$0.payees.isEmpty }
                ? try purchases(filter) : [:]
        ) { book.currency(of: $0) }
    }

    /// The purchases of the refunds on the filter's days and accounts, by the refunds' keys.
    func purchases(_ filter: LineFilter) throws -> [LineKey: RefundLinks.Purchase] {
        let months = try workspace.ledger.monthTotals(of: filter.accounts)
            .filter { filter.tree.isWithin($0.category, CategoryTree.refund) }
        if months.isEmpty { return [:] }
        var question = LineFilter(filter.tree)
        question.from = filter.from
        question.to = filter.to
        question.accounts = filter.accounts
        question.kinds = [[.refund]]
        var refunds: [ReportRow] = []
        try rows(question).forEachFigure { refunds.append($0) }
        var links = RefundLinks(of: refunds)
        guard let days = links.days else { return [:] }
        question = LineFilter(filter.tree)
        question.from = days.first
        question.to = days.last
        try rows(question).forEachFigure { links.add($0) }
        return links.purchases
    }

    /// The lines that a command line selects.
    ///
    /// - Parameter known: streams that are known already.
    /// - Throws: a usage error with the place of a wrong term.
    func filter(
        _ invocation: Invocation, _ console: Console, streams known: RecurringQuestion? = nil
    ) throws -> LineFilter {
        let today = invocation.asOf ?? Clock.localDay
        var recurring = known
        let filter = try FilterReader(
            today: today, tree: console.categories.tree,
            saved: settings.reports,
            accounts: { try accounts(meantBy: $0) },
            category: { try category($0, console) },
            stream: { typed in
                let known =
                    try recurring
                    ?? RecurringQuestion(LedgerQuestion(self, console.categories), asOf: today)
                recurring = known
                let stream = try known.stream(meantBy: typed)
                return StreamChoice(stream.id, Set(stream.payments.map(\.key)))
            }
        ).filter(invocation)
        try reportCurrencies(of: filter, console)
        return filter
    }

    /// Names currencies that no line has: an empty list of a slip would look like an answer.
    private func reportCurrencies(of filter: LineFilter, _ console: Console) throws {
        let asked = filter.currencies.filter(\.isKnown)
        if asked.isEmpty { return }
        var known = Set(settings.accounts.map(\.currency))
        for total in try workspace.ledger.monthTotals() {
            known.insert(total.sum.named(book.currency(of: total.account)).currency)
        }
        if !asked.isSubset(of: known) {
            try workspace.forEachQueueLine { line in
                known.insert(line.fact.amount.currency)
                return true
            }
        }
        let codes = known.filter(\.isKnown).map(\.code).sorted()
        if codes.isEmpty { return }
        for currency in asked.subtracting(known).sorted(by: { $0.code < $1.code }) {
            console.narrate(
                .currencyOfNobody,
                [
                    "currency": .text(currency.code),
                    "currencies": .list(codes.map { .text($0) }),
                ], .doubtful)
        }
    }

    /// Categories of user rules are not in our table.
    private func category(_ typed: String, _ console: Console) throws -> String {
        if let key = console.categoryNames.exact(typed) { return key }
        let tree = console.categories.tree
        let used = try workspace.ledger.monthTotals().map(\.category)
        if used.contains(where: { tree.isWithin($0, typed) }) { return typed }
        return try saidCategory(typed, console)
    }

    /// Last digits of a card or IBAN as typed; nil for other words.
    private static func lastDigits(_ typed: String) -> String? {
        let digits = typed.filter { $0 != "*" && $0 != " " }
        let isNumber = digits.allSatisfy { ("0"..."9").contains($0) }
        return (3...12).contains(digits.utf8.count) && isNumber ? digits : nil
    }

    /// Whether a typed name means an account with this name, alias or number.
    static func means(_ typed: String, _ name: String) -> Bool {
        if typed.lowercased() == name.lowercased() { return true }
        guard let digits = lastDigits(typed) else { return false }
        return name.filter { $0 != " " }.hasSuffix(digits)
    }

    /// The accounts of this name, in any letter case, or with these last digits of a card or IBAN.
    /// Several only if their names differ in letter case alone.
    ///
    /// - Throws: a usage error for an unknown one.
    func accounts(meantBy typed: String) throws -> [String] {
        let name = book.account(for: AccountClaim(), option: typed)
        let isInSettings = settings.accounts.contains { $0.name == name }
        if try isInSettings || workspace.ledger.hasEntries(ofAccount: name) { return [name] }
        let known = Set(settings.accounts.map(\.name) + (try workspace.accountNames())).sorted()
        if known.contains(name) { return [name] }
        func found(_ isMeant: (String) -> Bool) -> [String] {
            known.filter { id in
                let own = settings.accounts.first { $0.name == id }
                return ([id, own?.shown ?? ""] + (own?.aliases ?? [])).contains(where: isMeant)
            }
        }
        let lowercased = typed.lowercased()
        let alike = found { $0.lowercased() == lowercased }
        if !alike.isEmpty { return alike }
        if let digits = Self.lastDigits(typed) {
            let ending = found { $0.filter { $0 != " " }.hasSuffix(digits) }
            if ending.count == 1 { return ending }
            if ending.count > 1 {
                throw HouseMessage.usage(
                    "error.usage.several-accounts",
                    ["said": .text(typed), "accounts": .list(ending.map { .text($0) })])
            }
        }
        // A bank's name means all accounts that its files showed.
        let ofBank = try KnownAccounts(self).asNamed.meant(by: typed).map(\.id)
        if !ofBank.isEmpty { return ofBank.sorted() }
        throw HouseMessage.noAccount(
            typed, near: closest(to: name, among: known),
            fix: Phrase("ledgerQuestion.kopiykaAccountsShows"))
    }
}

extension CategoryTable {
    /// The kind of a category in reports; nil when the table lacks it.
    func reportKind(_ key: String) -> CategoryKind? {
        category(key).flatMap { CategoryKind(rawValue: $0.kind.rawValue) }
    }
}

/// Names for exports.
///
/// - Parameter language: of the names; from the command line only, because the bytes of an export
///   must not depend on the terminal.
///
/// - Parameters:
///   - shownNames: display names of renamed accounts.
///   - journal: the person's own names.
func exportNames(
    _ categories: CategoryTable, in language: Language, shownNames: [String: String] = [:],
    journal: JournalNames = .init()
) -> ExportNames {
    ExportNames(
        kindOf: { categories.reportKind($0) },
        nameOf: { categories.category($0)?.name(in: language.ofCategories) },
        shownNameOf: { shownNames[$0] ?? $0 }, journal: journal)
}

extension Console {
    /// A currency's code; for lines without one, their account.
    func name(of currency: Currency, account: String, _ settings: Settings) -> String {
        currency.isKnown || account.isEmpty
            ? currency.code
            : words(.noCurrency, ["account": .text(settings.shownName(of: account))])
    }
}

extension Invocation {
    /// The day of figures: today, or the last day of an earlier month.
    var dayOfFigures: CalendarDate {
        let today = asOf ?? Clock.localDay
        guard let text = self[.month],
            let month = CalendarMonth(text: text) ?? CalendarMonth(text: text + "-12")
        else { return today }
        return min(today, month.lastDay)
    }
}
