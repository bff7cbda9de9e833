import Facts
import Pending
import Reports
import Scanning
import Workspaces

/// `kopiyka accounts`: the accounts of settings, ledger and queue, and changes to them.
enum AccountsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if let verb = invocation.operands.first {
            return try AccountChange.run(verb, invocation, console)
        }
        let question = try LedgerQuestion(invocation, console)
        var list = AccountList(question.access.settings)
        try question.rows.forEach { _, row in list.addEntry(row) }
        let book = question.access.book
        try question.workspace.forEachQueueLine { line in
            let fact = line.fact
            let own = book.currency(of: fact.account)
            list.addWaiting(account: fact.account, currency: fact.inCurrency(own).amount.currency)
            return true
        }
        if invocation.wantsJSON {
            for account in list.sorted { try console.json(account.object) }
        } else if list.sorted.isEmpty {
            try console.line(.accountsEmpty)
            console.narrate(.nextCommand, ["command": "kopiyka import"])
        } else {
            try console.table(table(of: list.sorted, console))
        }
        // No account counts queue lines that cannot be read.
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    private static func table(of accounts: [AccountList.Account], _ console: Console) -> Table {
        var table = Table([
            .init(.columnAccount, cutTo: 12), .blank, .init(.columnEntries, .number),
            .init(.columnPending, .number), .init(.columnFirst), .init(.columnLast),
        ])
        for account in accounts {
            func dayCell(_ day: CalendarDate?) -> Table.Cell {
                day.map { .day($0) } ?? .none
            }
            table.add([
                .text(
                    account.shownName
                        + (account.isHidden ? " " + console.words(.accountHidden) : ""),
                    account.isHidden ? .quiet : .plain),
                .text(account.currency.isKnown ? account.currency.code : "—"),
                .count(account.entries),
                .count(account.pending, account.pending == 0 ? .quiet : .doubtful),
                dayCell(account.firstDay), dayCell(account.lastDay),
            ])
        }
        return table
    }
}

/// Accounts by name and currency, with counts.
private struct AccountList {
    struct Account {
        let name: String
        let currency: Currency
        var bank = ""
        var aliases: [String] = []
        var shown = ""
        var isHidden = false
        var entries = 0
        var pending = 0
        var firstDay: CalendarDate?
        var lastDay: CalendarDate?

        var shownName: String { shown.isEmpty ? name : shown }

        var object: JSONValue {
            [
                "account": .string(name), "shown": .ifAny(shown),
                "hidden": isHidden ? .bool(true) : nil,
                "currency": currency.isKnown ? .string(currency.code) : nil, "bank": .ifAny(bank),
                "is": .ifAny(aliases), "entries": .count(entries), "pending": .count(pending),
                "first": firstDay.map { .day($0) }, "last": lastDay.map { .day($0) },
            ]
        }
    }

    private struct Place: Hashable {
        var name: String
        var currency: Currency
    }

    private let settings: Settings
    private var accounts: [Place: Account] = [:]

    init(_ settings: Settings) { self.settings = settings }

    /// By name, then currency. Accounts of the settings are listed before their first line.
    var sorted: [Account] {
        var all = Array(accounts.values)
        for said in settings.accounts where !all.contains(where: { $0.name == said.name }) {
            all.append(Account(name: said.name, currency: said.currency))
        }
        for index in all.indices {
            guard let said = settings.accounts.first(where: { $0.name == all[index].name }) else {
                continue
            }
            all[index].bank = said.bank
            all[index].aliases = said.aliases
            all[index].shown = said.shown
            all[index].isHidden = said.isHidden
        }
        return all.sorted { ($0.name, $0.currency) < ($1.name, $1.currency) }
    }

    mutating func addEntry(_ row: ReportRow) {
        change(row.account, row.amount.currency) { account in
            account.entries += 1
            account.firstDay = min(account.firstDay ?? row.day, row.day)
            account.lastDay = max(account.lastDay ?? row.day, row.day)
        }
    }

    mutating func addWaiting(account: String, currency: Currency) {
        change(account, currency) { $0.pending += 1 }
    }

    private mutating func change(
        _ name: String, _ currency: Currency, _ body: (inout Account) -> Void
    ) {
        body(
            &accounts[
                Place(name: name, currency: currency),
                default: Account(name: name, currency: currency)])
    }
}
