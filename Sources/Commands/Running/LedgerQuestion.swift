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
    init(
        _ invocation: Invocation, _ console: Console, for use: Workspace.Access = .reading
    ) throws {
        access = try WorkspaceAccess.open(use, console)
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
            try Self.category(typed, workspace, console.language)
        }
        self.filter = filter
    }

    /// Categories of user rules are not in our table.
    private static func category(
        _ typed: String, _ workspace: Workspace, _ language: Language
    ) throws -> String {
        if CategoryTable.lookup(typed) != nil { return typed }
        let used = try workspace.ledger.monthTotals().map(\.category)
        if used.contains(where: { $0 == typed || $0.hasPrefix(typed + ".") }) { return typed }
        return try saidCategory(typed, language)
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

/// The kind of a category in reports; nil when the table lacks it.
@Sendable func categoryKind(_ key: String) -> CategoryKind? {
    CategoryTable.lookup(key).flatMap { CategoryKind(rawValue: $0.kind.rawValue) }
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
    in language: Language, shownNames: [String: String] = [:], journal: JournalNames = .init()
) -> ExportNames {
    ExportNames(
        kindOf: categoryKind,
        nameOf: { CategoryTable.lookup($0)?.name(in: language.ofCategories) },
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
