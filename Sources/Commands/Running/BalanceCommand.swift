import Facts
import Ledger
import Pending
import Reports
import Scanning
import Workspaces

/// `kopiyka balance`: where the accounts stand, and whether the bank says the same.
enum BalanceCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        let question = try LedgerQuestion(invocation, console)
        var tally = BalanceTally()
        let book = question.access.book
        try tally.addDismissed(of: question.workspace) { book.currency(of: $0) }
        try question.rows.forEach { entry, row in
            tally.add(row, files: entry.sources.map(\.file))
        }
        try question.workspace.forEachQueueLine { line in
            let currency = book.currency(of: line.fact.account)
            tally.add(waiting: line.key, line.fact.inCurrency(currency))
            return true
        }
        let standings = try tally.standings()
        if invocation.wantsJSON {
            for standing in standings { try console.json(object(of: standing)) }
            return .done
        }
        if standings.isEmpty {
            try console.line(.ledgerEmpty)
        } else {
            try console.table(table(of: standings, question.access.settings, console))
        }
        for standing in standings { try explain(standing, question.access, console) }
        try sayWhatWaits(question, console)
        return .done
    }

    /// Names the lines that a difference is made of.
    private static func explain(
        _ standing: BalanceTally.Standing, _ access: WorkspaceAccess, _ console: Console
    ) throws {
        let account = access.settings.shownName(of: standing.account)
        let dismissed = Set(standing.dismissed)
        let keys = standing.explainedBy.filter { !dismissed.contains($0) }
        if !keys.isEmpty {
            try console.line(
                .balanceExplained,
                [
                    "account": .text(account), "count": .count(keys.count),
                    "keys": .text(keys.map(\.text).joined(separator: " ")),
                ])
        }
        if dismissed.isEmpty { return }
        for line in try access.workspace.dismissedLines() where dismissed.contains(line.line.key) {
            let fact = line.line.fact
            try console.line(
                .balanceDismissed,
                [
                    "account": .text(account), "key": .text(line.line.key.text),
                    "day": .text(peopleText(of: fact.made.day, in: console.language)),
                    "amount": .text(peopleText(of: fact.amount, in: console.language)),
                    "currency": .text(standing.currency.code),
                    "description": .text(fact.description),
                ], .doubtful)
        }
    }

    private static func object(of standing: BalanceTally.Standing) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("account", .string(standing.account)), ("currency", .string(standing.currency.code)),
            ("entries", .number(String(standing.count))), ("sum", .string(standing.sum.text)),
        ]
        for (name, amount) in [
            ("balance", standing.printed), ("opening", standing.opening),
            ("difference", standing.difference),
        ] {
            if let amount { members.append((name, .string(amount.text))) }
            if name == "balance", let day = standing.printedOn {
                members.append(("balance_on", .string(day.text)))
            }
        }
        if !standing.explainedBy.isEmpty {
            members.append(("explained_by", .array(standing.explainedBy.map { .string($0.text) })))
        }
        return .object(members)
    }

    private static let columnsForCounts = 72

    private static func table(
        of standings: [BalanceTally.Standing], _ settings: Settings, _ console: Console
    ) -> Table {
        // How many entries there are is told by `accounts` too; in a narrow window the money needs the room.
        let hasCounts = (console.width ?? .max) >= Self.columnsForCounts
        var columns: [Table.Column] = [.init(console.say(.columnAccount), cutTo: 12), .init("")]
        if hasCounts { columns.append(.init(console.say(.columnEntries), .number)) }
        columns += [
            .init(console.say(.columnSum), .number), .init(console.say(.columnBankSays), .number),
            .init(console.say(.columnOn)), .init(console.say(.columnDifference), .number),
        ]
        var table = Table(columns)
        let language = console.language
        for standing in standings {
            func cell(_ amount: Money?, _ tone: Tone = .plain) -> Table.Cell {
                amount.map { Table.Cell($0, in: language, tone) } ?? Table.Cell("—", .quiet)
            }
            let isWhole = standing.difference?.isZero ?? false
            var cells = [
                Table.Cell(settings.shownName(of: standing.account)),
                Table.Cell(standing.currency.code),
            ]
            if hasCounts {
                cells.append(Table.Cell(groupedDigits(String(standing.count), in: language)))
            }
            cells += [
                cell(standing.sum), cell(standing.printed),
                Table.Cell(standing.printedOn.map { peopleText(of: $0, in: language) } ?? "—"),
                cell(standing.difference, isWhole ? .good : .bad),
            ]
            table.add(cells)
        }
        return table
    }

    private static func sayWhatWaits(_ question: LedgerQuestion, _ console: Console) throws {
        let accounts = question.filter.accounts
        var waiting = 0
        try question.workspace.forEachQueueLine { line in
            let isAsked = accounts.isEmpty || accounts.contains(line.fact.account)
            if isAsked, !question.filter.excludedAccounts.contains(line.fact.account) {
                waiting += 1
            }
            return true
        }
        if waiting > 0 { console.narrate(.balancePending, ["count": .count(waiting)]) }
    }
}

extension BalanceTally {
    /// Adds the dismissed lines that nothing stands for; comes before the rows.
    mutating func addDismissed(
        of workspace: Workspace, currencyOf: (String) -> Currency
    ) throws {
        for dismissed in try workspace.dismissedLines() where dismissed.place == .nowhere {
            let line = dismissed.line
            add(
                dismissed: line.key, line.fact.inCurrency(currencyOf(line.fact.account)),
                files: line.sources.map(\.file))
        }
    }
}
