import Facts
import Ledger
import Pending
import Planning
import Reports
import Scanning
import Workspaces

/// `kopiyka accounts`: the accounts of settings, ledger and queue, and changes to them.
enum AccountsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if let verb = invocation.operands.first {
            for option in [OptionName.asOf, .inCurrency, .csv, .explain]
            where invocation.has(option) {
                throw HouseMessage.usage(
                    "error.usage.accounts-shown", ["option": .text("--" + option.rawValue)])
            }
            return try AccountChange.run(verb, invocation, console)
        }
        let question = try LedgerQuestion(invocation, console)
        var list = AccountList(question.access.settings)
        try question.forEachCount { list.add(lines: $2, on: $1, at: $0) }
        let book = question.access.book
        try question.workspace.forEachQueueLine { line in
            let fact = line.fact
            if let last = question.filter.to, fact.made.day > last { return true }
            let own = book.currency(of: fact.account)
            list.addWaiting(account: fact.account, currency: fact.inCurrency(own).amount.currency)
            return true
        }
        let isForPrograms = invocation.wantsJSON || invocation.wantsCSV
        let hasWorth = question.access.convertsTo(invocation) != nil
        let standings =
            isForPrograms || hasWorth
            ? try question.upToToday(invocation, console)
                .standings(try question.workspace.dismissedLines()) : []
        for standing in standings { list.add(standing) }
        let worth = try BalancesWorth(
            of: standings, hidden: question.access.settings.hiddenAccounts, question.access,
            invocation)
        var objects: [JSONValue] {
            list.sorted.map { $0.object(upTo: question.filter.to) + worth.members(at: $0.place) }
        }
        let explanation = FigureExplanation(question, console)
        if try explanation.answers(
            invocation, [AskedTable(table: table(of: list.sorted, worth, question, console))])
        {
            return question.workspace.problems.isEmpty ? .done : .damaged
        }
        if invocation.wantsJSON {
            try console.json(objects)
        } else if invocation.wantsCSV {
            try console.csv(
                [
                    "account", "name", "kind", "currency", "bank", "entries", "pending", "first",
                    "last", "balance", "bank_balance", "bank_balance_on", "in", "worth",
                ], of: objects)
        } else if list.sorted.isEmpty {
            try console.line(.accountsEmpty)
            console.narrate(.nextCommand, ["command": "kopiyka import"])
        } else {
            try console.table(table(of: list.sorted, worth, question, console))
            try worth.print(console)
        }
        // No account counts queue lines that cannot be read.
        return question.workspace.problems.isEmpty ? .done : .damaged
    }

    private static let columnsForKinds = 72

    private static func table(
        of accounts: [AccountList.Account], _ worth: BalancesWorth, _ question: LedgerQuestion,
        _ console: Console
    ) -> Table {
        let day = question.filter.to ?? Clock.localDay
        let hasKinds = (console.width ?? .max) >= columnsForKinds
        var columns: [Table.Column] = [.init(.columnAccount, cutTo: 12), .blank]
        if hasKinds { columns.append(.init(.columnAccountKind)) }
        columns += [
            .init(.columnEntries, .number, key: "entries"), .init(.columnPending, .number),
            .init(.columnFirst),
            .init(.columnLast),
        ]
        if let base = worth.base {
            columns.append(.init(Phrase(same: base.code), .number, key: "worth"))
        }
        var table = Table(columns)
        for account in accounts {
            func dayCell(_ day: CalendarDate?) -> Table.Cell {
                day.map { .day($0) } ?? .none
            }
            var cells: [Table.Cell] = [
                .text(
                    account.said.shownName
                        + (account.said.isHidden ? " " + console.words(.accountHidden) : ""),
                    account.said.isHidden ? .quiet : .plain),
                .text(account.place.currency.isKnown ? account.place.currency.code : "—"),
            ]
            if hasKinds { cells.append(.text(account.said.kind.name[console.language])) }
            cells += [
                .count(account.entries).asking {
                    FigureQuestion([Self.lines(of: account, question)], .count)
                },
                .count(account.pending, account.pending == 0 ? .quiet : .doubtful),
                dayCell(account.firstDay), dayCell(account.lastDay),
            ]
            if worth.base != nil {
                cells.append(
                    (worth[account.place].map { Table.Cell.amount($0) } ?? Table.Cell.none).asking {
                        worth[account.place].map { amount in
                            FigureQuestion([
                                .init(
                                    words: Self.lines(of: account, question),
                                    amount: account.standing?.before, worth: (amount, day))
                            ])
                        }
                    })
            }
            table.add(
                cells,
                .init(others: [
                    account.place.account,
                    account.said.shownName + " " + account.place.currency.code,
                ]))
        }
        return table
    }

    private static func lines(
        of account: AccountList.Account, _ question: LedgerQuestion
    ) -> [String] {
        FigureRows.of(
            account.place, within: ReportSpan(.earliest, question.filter.to ?? .latest)
        ).words
    }
}

/// Accounts by name and currency, with counts.
private struct AccountList {
    struct Account {
        let place: AccountPlace
        /// Only a name where the settings lack it.
        let said: Settings.Account
        var entries = 0
        var pending = 0
        var firstDay: CalendarDate?
        var lastDay: CalendarDate?
        var standing: BalanceTally.Standing?

        /// - Parameter last: the day that was asked about.
        func object(upTo last: CalendarDate?) -> JSONValue {
            [
                "account": .string(place.account), "shown": .ifAny(said.shown),
                "hidden": said.isHidden ? .bool(true) : nil,
                "currency": place.currency.isKnown ? .string(place.currency.code) : nil,
                "bank": .ifAny(said.bank), "is": .ifAny(said.aliases),
                "entries": .count(entries), "pending": .count(pending),
                "first": firstDay.map { .day($0) }, "last": lastDay.map { .day($0) },
                "id": .string(place.account), "name": .string(said.shownName),
                "kind": .string(said.kind.rawValue), "own": .texts(said.aliases),
                "waiting": .count(pending), "from": firstDay.map { .day($0) },
                "to": lastDay.map { .day($0) },
                "balance": standing.map { .amount($0.balance) },
                "bank_balance": standing?.printed.map { .amount($0) },
                "bank_balance_on": standing?.printedOn.map { .day($0) },
                "explained_by": .ifAny(standing?.explainedBy ?? []),
                "rows": standing.map {
                    FigureRows.of($0.place, within: ReportSpan(.earliest, last ?? .latest))
                },
            ]
        }
    }

    private let settings: Settings
    private var accounts: [AccountPlace: Account] = [:]

    init(_ settings: Settings) { self.settings = settings }

    /// By name, then currency. Accounts of the settings are listed before their first line.
    var sorted: [Account] {
        let withLines = Set(accounts.keys.map(\.account))
        let others = settings.accounts.filter { !withLines.contains($0.name) }
            .map { account(at: AccountPlace($0.name, $0.currency)) }
        return (accounts.values + others).sorted { $0.place < $1.place }
    }

    private func account(at place: AccountPlace) -> Account {
        let said = settings.accounts.first { $0.name == place.account }
        return Account(place: place, said: said ?? Settings.Account(name: place.account))
    }

    mutating func add(lines: Int, on day: CalendarDate, at place: AccountPlace) {
        var account = accounts.removeValue(forKey: place) ?? account(at: place)
        account.entries += lines
        account.firstDay = min(account.firstDay ?? day, day)
        account.lastDay = max(account.lastDay ?? day, day)
        accounts[place] = account
    }

    mutating func add(_ standing: BalanceTally.Standing) {
        var account = accounts[standing.place] ?? account(at: standing.place)
        account.standing = standing
        accounts[standing.place] = account
    }

    mutating func addWaiting(account name: String, currency: Currency) {
        let place = AccountPlace(name, currency)
        var account = accounts[place] ?? account(at: place)
        account.pending += 1
        accounts[place] = account
    }
}

extension AccountKind {
    var name: Phrase { Phrase("accountKind.\(rawValue)") }
}
