import Categorizing
import Facts
import Ledger
import Pending
import Reports
import Workspaces

/// The ledger opened for reading, with the lines selected on the command line.
struct LedgerQuestion {
    let access: WorkspaceAccess
    /// With account ids of the workspace.
    let filter: RowFilter

    let categories: CategoryTable

    var workspace: Workspace { access.workspace }
    var ledger: LedgerFile { access.workspace.ledger }
    var rows: LedgerRows { rows(filter) }

    /// Rows in the currency of their account if their file named none.
    func rows(_ filter: RowFilter) -> LedgerRows {
        let book = access.book
        return LedgerRows(ledger, filter) { book.currency(of: $0) }
    }

    /// - Throws: a usage error for an unknown account or category: a typing error must not look
    ///   like an empty ledger.
    init(_ invocation: Invocation, _ console: Console) throws {
        access = try WorkspaceAccess.open(.reading, console)
        categories = console.categories
        var filter = invocation.filter
        filter.accounts = try access.accounts(meantBy: filter.accounts)
        // A hidden account that is named explicitly is included.
        if filter.accounts.isEmpty, CommandTable.accepts(.all, invocation.command),
            !invocation.has(.all)
        {
            filter.excludedAccounts = access.settings.hiddenAccounts
        }
        let workspace = access.workspace
        filter.categories = try filter.categories.map { typed in
            try Self.category(typed, workspace, console)
        }
        self.filter = filter
    }

    /// Categories of user rules are not in our table.
    private static func category(
        _ typed: String, _ workspace: Workspace, _ console: Console
    ) throws -> String {
        if let key = console.categoryNames.exact(typed) { return key }
        let used = try workspace.ledger.monthTotals().map(\.category)
        if used.contains(where: { $0 == typed || $0.hasPrefix(typed + ".") }) { return typed }
        return try saidCategory(typed, console)
    }
}

extension WorkspaceAccess {
    /// The accounts with these names, in any letter case if that is unambiguous.
    ///
    /// - Throws: a usage error for an unknown one.
    func accounts(meantBy typed: [String]) throws -> [String] {
        let named = typed.map { book.account(for: AccountClaim(), option: $0) }
        var known = Set(settings.accounts.map(\.name))
        if try named.allSatisfy({
            try known.contains($0) || workspace.ledger.hasEntries(ofAccount: $0)
        }) {
            return named
        }
        known.formUnion(try workspace.ledger.monthTotals().map(\.account))
        try workspace.forEachQueueLine { line in
            known.insert(line.fact.account)
            return true
        }
        return try named.map { name in
            if known.contains(name) { return name }
            let alike = known.filter { $0.lowercased() == name.lowercased() }
            if alike.count == 1, let one = alike.first { return one }
            throw HouseMessage.noAccount(
                name, near: closest(to: name, among: known.sorted()),
                fix: Phrase("ledgerQuestion.kopiykaAccountsShows"))
        }
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
/// - Parameter shownNames: display names of renamed accounts.
func exportNames(
    _ categories: CategoryTable, in language: Language, shownNames: [String: String] = [:]
) -> ExportNames {
    ExportNames(
        kindOf: { categories.reportKind($0) },
        nameOf: { categories.category($0)?.name(in: language.ofCategories) },
        shownNameOf: { shownNames[$0] ?? $0 })
}

extension Console {
    /// A currency's code; for lines without one, their account.
    func name(of currency: Currency, account: String, _ settings: Settings) -> String {
        currency.isKnown || account.isEmpty
            ? currency.code
            : words(.noCurrency, ["account": .text(settings.shownName(of: account))])
    }
}
